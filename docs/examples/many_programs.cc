// A thousand programs on one thread, each of which asks its host and waits for the answer.

#include <pysub/coroutine.h>

#include <cstdio>
#include <memory>
#include <vector>

namespace {

namespace co = pysub::co;

co::Task<void> RunOne(co::Scheduler& scheduler, pysub::Sandbox& sandbox,
                      const co::Handlers& handlers, int64_t* total) {
  const pysub::Stop stop = co_await co::Drive(scheduler, sandbox, handlers);
  if (const auto* finished = std::get_if<pysub::Finished>(&stop))
    *total += finished->value.as_int().value_or(0);
}

}  // namespace

int main() {
  const pysub::Program program = pysub::Program::Compile("sum(lookup(n) for n in range(10))");
  pysub::SandboxOptions options;
  options.inputs = {{"lookup", pysub::HostValue::HostFunction("lookup")}};

  co::Scheduler scheduler;
  co::Handlers handlers;
  handlers.function = [&](pysub::FunctionCall call) -> co::Task<pysub::Reply> {
    co_await scheduler.Yield();  // a database would take longer
    co_return pysub::Reply(call.Arg(0).as_int().value_or(0) * 2);
  };

  int64_t total = 0;
  std::vector<std::unique_ptr<pysub::Sandbox>> sandboxes;
  for (int i = 0; i < 1000; ++i) {
    absl::StatusOr<pysub::Sandbox> sandbox = pysub::Sandbox::Create(program, options);
    if (!sandbox.ok()) return 1;
    sandboxes.push_back(std::make_unique<pysub::Sandbox>(*std::move(sandbox)));
    scheduler.Spawn(RunOne(scheduler, *sandboxes.back(), handlers, &total));
  }
  scheduler.Run();
  std::printf("%lld\n", static_cast<long long>(total));
}
