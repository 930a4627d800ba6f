// Any bytes as a script of the shell, run within tight limits: it ends, no limit is passed, and
// Analyze() says the same of its validity twice. The first byte chooses how the second run goes: in
// pieces, or saved and restored between pieces; both answer what the run in one go answered.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "pysub/shell/shell.h"

namespace {

constexpr uint64_t kOutputBytes = 1 << 18;

void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

pysub::Shell::Builder Settings() {
  pysub::Shell::Builder builder;
  pysub::ShellLimits limits;
  limits.memory_bytes = 16 << 20;
  limits.steps = 300'000;
  limits.commands = 2000;
  limits.output_bytes = kOutputBytes;
  limits.processes = 40;
  limits.function_depth = 200;
  limits.wall_time = std::chrono::seconds(20);
  // Time passes only while a script sleeps.
  auto now = std::make_shared<int64_t>(1'700'000'000'000'000'000);
  builder.Limits(limits).Seed(1).Clock([now] { return *now; }, [now] { return *now; },
                                       [now](int64_t ns) { *now += ns; });
  builder.File("/home/user/f", "a b\nc\n\nlast").File("/home/user/g", "one:two\n");
  return builder;
}

struct Outcome {
  int status = 0;
  pysub::ShellLimit limit = pysub::ShellLimit::kNone;
  std::string out;
  std::string err;
};

Outcome AtOnce(std::string_view script) {
  absl::StatusOr<pysub::Shell> shell = Settings().Build();
  pysub::ExecResult result = shell->Exec(script);
  return {result.exit_code, result.limit, std::move(result.stdout_text),
          std::move(result.stderr_text)};
}

Outcome InPieces(std::string_view script, bool restored) {
  pysub::Shell::Builder builder = Settings();
  absl::StatusOr<pysub::Shell> shell = builder.Build();
  Outcome outcome;
  shell->Start(script);
  std::optional<pysub::ExecResult> result;
  for (uint64_t fuel = 7; !result; fuel = fuel * 3 % 5003 + 1) {
    result = shell->RunFor(fuel);
    if (result || !restored || fuel % 2 != 0) continue;
    outcome.out += shell->TakeStdout();
    outcome.err += shell->TakeStderr();
    const absl::StatusOr<std::string> bytes = shell->Snapshot();
    if (!bytes.ok()) continue;
    absl::StatusOr<pysub::Shell> next = builder.Restore(*bytes);
    Require(next.ok(), ("its own snapshot is read: " + next.status().ToString()).c_str());
    shell = std::move(next);
  }
  outcome.out += result->stdout_text;
  outcome.err += result->stderr_text;
  outcome.status = result->exit_code;
  outcome.limit = result->limit;
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view script(reinterpret_cast<const char*>(data) + 1, size - 1);
  {
    const absl::StatusOr<pysub::Shell> shell = Settings().Build();
    Require(shell->Analyze(script).valid == shell->Analyze(script).valid, "the same analysis");
  }
  const Outcome straight = AtOnce(script);
  Require(straight.out.size() + straight.err.size() <= kOutputBytes + 4096, "output");
  const Outcome other = InPieces(script, data[0] % 2 == 1);
  if (straight.limit != pysub::ShellLimit::kNone || other.limit != pysub::ShellLimit::kNone)
    return 0;
  if (straight.status == other.status && straight.out == other.out && straight.err == other.err)
    return 0;
  std::fprintf(stderr, "at once: %d\n%s\n%s\nin pieces: %d\n%s\n%s\n", straight.status,
               straight.out.c_str(), straight.err.c_str(), other.status, other.out.c_str(),
               other.err.c_str());
  Require(false, "the same result however it runs");
  return 0;
}
