// The least that a program can want of pysub; check_package looks at what it gets.

#include <pysub/sandbox.h>

#include <cstdio>

int main() {
  absl::StatusOr<pysub::Sandbox> sandbox = pysub::Sandbox::Create(pysub::Program::Compile("6 * 7"));
  if (!sandbox.ok()) return 1;
  const pysub::Stop stop = sandbox->Run();
  if (const auto* finished = std::get_if<pysub::Finished>(&stop))
    std::printf("%s\n", finished->value.Repr().c_str());
}
