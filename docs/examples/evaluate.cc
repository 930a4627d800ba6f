// Compiles a program once and runs it with different inputs.

#include <pysub/sandbox.h>

#include <cstdio>

int main() {
  const pysub::Program program = pysub::Program::Compile("round(price * (1 + tax), 2)");
  for (double price : {10.0, 19.99, 250.0}) {
    pysub::SandboxOptions options;
    options.inputs = {{"price", price}, {"tax", 0.19}};
    absl::StatusOr<pysub::Sandbox> sandbox = pysub::Sandbox::Create(program, options);
    if (!sandbox.ok()) return 1;
    const pysub::Stop stop = sandbox->Run();
    if (const auto* finished = std::get_if<pysub::Finished>(&stop)) {
      std::printf("%s\n", finished->value.Repr().c_str());
    }
  }
}
