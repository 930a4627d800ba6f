// host BATCHES: what bench/bindings.py measures of the headers for C++. With 0 it answers once and
// ends: its start is measured from outside.

#include <pysub/host.h>
#include <pysub/sandbox.h>

#include "measure.h"

namespace {

void RunOnce(const pysub::Program& program) {
  absl::StatusOr<pysub::Sandbox> sandbox = pysub::Sandbox::Create(program);
  measure_expect(sandbox.ok(), "a sandbox");
  const pysub::Stop stop = sandbox->Run();
  const auto* finished = std::get_if<pysub::Finished>(&stop);
  measure_expect(finished != nullptr && finished->value.as_int() == 2, "another answer");
}

void Prebuilt(void* program) { RunOnce(*static_cast<const pysub::Program*>(program)); }

void FromSource(void*) { RunOnce(pysub::Program::Compile("1+1")); }

struct Calls {
  pysub::Program program = pysub::Program::Compile("n = 0\nfor _ in range(1000): n = f(n)\nn");
  pysub::Host host;
  pysub::SandboxOptions options;
};

void Call(void* context) {
  auto& calls = *static_cast<Calls*>(context);
  absl::StatusOr<pysub::Sandbox> sandbox = pysub::Sandbox::Create(calls.program, calls.options);
  measure_expect(sandbox.ok(), "a sandbox");
  const pysub::Stop stop = calls.host.Run(*sandbox);
  const auto* finished = std::get_if<pysub::Finished>(&stop);
  measure_expect(finished != nullptr && finished->value.as_int() == 1000, "another answer");
}

}  // namespace

int main(int argc, char** argv) {
  const int batches = argc > 1 ? std::atoi(argv[1]) : 100;
  if (batches == 0) {
    FromSource(nullptr);
    return 0;
  }
  pysub::Program program = pysub::Program::Compile("1+1");
  measure("prebuilt", batches, 1, Prebuilt, &program);
  measure("source", batches, 1, FromSource, nullptr);
  Calls calls;
  calls.host.Function("f(x)", "", [](int64_t x) { return x + 1; });
  measure_expect(calls.host.AddTo(&calls.options).ok(), "a host");
  measure("call", batches, 1000, Call, &calls);
}
