// Everywhere means everywhere: the golden file host/positions.py has a case for each place where a
// program can be when it asks its host. Here the host answers what the file's own function would,
// and the output has to be what CPython printed. Between stop and answer stands Between(): whatever
// may happen to a paused program.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "pysub/sandbox.h"
#include "tests/runner/golden_file.h"

namespace pysub {
namespace {

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

constexpr std::string_view kAsk = "def ask(x=None, *rest, **named):\n    return x\n";

enum class Mode { kStraight, kSliced, kSaved, kForked };

// Where the program goes on: in this process it might as well be another.
absl::StatusOr<Sandbox> Between(Sandbox sandbox, Mode mode, const SandboxOptions& options) {
  if (mode == Mode::kSaved) {
    absl::StatusOr<std::string> bytes = sandbox.Snapshot();
    if (!bytes.ok()) return bytes.status();
    return Sandbox::Restore(*bytes, options);
  }
  if (mode == Mode::kForked) return sandbox.Fork();
  return sandbox;
}

// What a stop is answered with: the first argument, as the file's own function returns it.
HostValue FirstArgument(const FunctionCall& call) { return call.Arg(0); }

std::string Play(const std::string& source, Mode mode, int* stops) {
  SandboxOptions options;
  options.inputs = {{"ask", HostValue::HostFunction("ask")}};
  ProgramOptions program;
  program.file_name = "positions.py";
  program.result = ResultOf::kNothing;
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile(source, program), options);
  if (!sandbox.ok()) return sandbox.status().ToString();
  std::string error, output[2];
  int exit_code = 0;
  while (true) {
    Stop stop = mode == Mode::kSliced ? sandbox->RunFor(3) : sandbox->Run();
    output[0] += sandbox->TakeOutput();
    output[1] += sandbox->TakeOutput(OutputStream::kError);
    if (std::holds_alternative<FunctionCall>(stop)) {
      sandbox = Between(*std::move(sandbox), mode, options);
      if (!sandbox.ok()) return sandbox.status().ToString();
    }
    if (const FunctionCall* call = std::get_if<FunctionCall>(&stop)) {
      ++*stops;
      absl::Status answered = sandbox->Answer(call->id, FirstArgument(*call));
      if (!answered.ok()) return answered.ToString();
      continue;
    }
    if (std::holds_alternative<OutOfFuel>(stop)) continue;
    if (const Raised* raised = std::get_if<Raised>(&stop)) {
      error = raised->traceback;
      exit_code = 1;
    } else if (!std::holds_alternative<Finished>(stop)) {
      error = "an unexpected stop " + std::to_string(stop.index()) + "\n";
    }
    break;
  }
  return FormatOutcome(output[0], output[1] + error, exit_code);
}

class StopsTest : public testing::TestWithParam<Mode> {};

TEST_P(StopsTest, EveryPositionStopsAndGoesOnAsIfNothingHadHappened) {
  std::string problem;
  const std::vector<GoldenCase> cases =
      ReadGoldenCases(ReadFile(PYSUB_GOLDEN "/host/positions.py"), &problem);
  const std::vector<GoldenBlock> blocks =
      ReadGoldenBlocks(ReadFile(PYSUB_GOLDEN "/host/positions.out"));
  ASSERT_EQ(problem, "");
  ASSERT_GE(cases.size(), 60u);
  ASSERT_EQ(cases.size(), blocks.size());
  for (size_t i = 0; i < cases.size(); ++i) {
    SCOPED_TRACE(cases[i].heading);
    std::string source = cases[i].source;
    const size_t at = source.find(kAsk);
    ASSERT_NE(at, std::string::npos);
    source.replace(at, kAsk.size(), "\n\n");
    int stops = 0;
    EXPECT_EQ(Play(source, GetParam(), &stops), blocks[i].text);
    EXPECT_GE(stops, 1);
  }
}

std::string NameOf(const testing::TestParamInfo<Mode>& info) {
  static constexpr const char* kNames[] = {"Straight", "InSlices", "Saved", "Forked"};
  return kNames[static_cast<int>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Modes, StopsTest,
                         testing::Values(Mode::kStraight, Mode::kSliced, Mode::kSaved,
                                         Mode::kForked),
                         NameOf);

}  // namespace
}  // namespace pysub
