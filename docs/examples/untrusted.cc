// Programs that do what they should not: each ends with a stop that says how.

#include <pysub/sandbox.h>

#include <chrono>
#include <cstdio>

namespace {

void Run(const char* source) {
  pysub::SandboxOptions options;
  options.limits.memory_bytes = 8 << 20;
  options.limits.duration = std::chrono::milliseconds(50);
  options.limits.output_bytes = 100;
  absl::StatusOr<pysub::Sandbox> sandbox =
      pysub::Sandbox::Create(pysub::Program::Compile(source), options);
  if (!sandbox.ok()) return;
  const pysub::Stop stop = sandbox->Run();
  if (const auto* limit = std::get_if<pysub::LimitReached>(&stop)) {
    std::printf("limit: %s\n", limit->message.c_str());
  } else if (const auto* raised = std::get_if<pysub::Raised>(&stop)) {
    std::printf("raised: %s\n", raised->exception.Repr().c_str());
  } else if (const auto* finished = std::get_if<pysub::Finished>(&stop)) {
    std::printf("finished: %s\n", finished->value.ToJson().c_str());
  }
}

}  // namespace

int main() {
  Run("while True: pass");
  Run("x = [0] * 10**9");
  Run("while True: print('x' * 30)");
  Run("import subprocess");
  Run("x = 1 +");
  Run("{'a': [1, 2.5, None], 'b': (True, 'text')}");
}
