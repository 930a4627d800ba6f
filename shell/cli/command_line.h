#ifndef PYSUB_SHELL_CLI_COMMAND_LINE_H_
#define PYSUB_SHELL_CLI_COMMAND_LINE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "shell/cli/usage/parse.h"
#include "shell/cli/usage/values.h"
#include "vm/limits.h"

namespace pysub {

enum class ProgramSource : uint8_t { kStandardInput, kCode, kModule, kFile };
enum class DumpKind : uint8_t { kNone, kTokens, kAst, kScopes, kCode };
// How tests have a program run; the result must not depend on it.
enum class TestMode : uint8_t { kStraight, kSlices, kCollect, kTinyStack, kSnapshots, kRefusals };
enum class ProfileForm : uint8_t { kNone, kText, kJson, kSvg };
enum class CoverageForm : uint8_t { kNone, kText, kJson, kLcov };
enum class StatsForm : uint8_t { kNone, kTable, kJson };
enum class Echo : uint8_t { kDefault, kOn, kOff };

// What `pysub ARGS...` asks for.
struct CommandLine {
  ProgramSource source = ProgramSource::kStandardInput;
  std::string text;                    // the code of -c or for -m, the path of a file
  std::vector<std::string> arguments;  // sys.argv
  Limits limits;
  DumpKind dump = DumpKind::kNone;
  TestMode test_mode = TestMode::kStraight;
  uint32_t test_seed = 0;  // of kRefusals: Heap::RefuseSometimes
  // --snapshot-at STEPS OUT: after so many steps the run is saved to a file and ends; 0: it is not.
  uint64_t snapshot_at = 0;
  std::string snapshot_to;
  // --snapshot-key-file: seals what is saved, and what is resumed must be.
  std::string snapshot_key_file;
  Echo echo = Echo::kDefault;         // of the last expression: by default with -c only
  std::optional<bool> virtual_clock;  // --clock; resume: else as it was
  std::optional<uint64_t> seed;       // --seed
  bool trace = false;
  StatsForm stats = StatsForm::kNone;
  ProfileForm profile = ProfileForm::kNone;
  CoverageForm coverage = CoverageForm::kNone;
  // --report-to: a file for what --profile or --coverage say; "": standard error
  std::string report_to;
  bool raw = false;
  bool show_version = false;
  std::vector<usage::Mount> mounts;
  std::map<std::string, std::string> environment;  // --env NAME=VALUE
  std::string working_directory = "/";             // --cwd
  bool imports = true;                             // not --no-imports
  bool safe_path = false;            // -I: the program's own directory is not in sys.path
  bool ignores_environment = false;  // -E -I: PYTHONPATH means nothing
  std::string imports_directory;     // --imports; empty: where the program is
  bool resumes = false;              // `pysub resume`: text names the saved run
  std::string error;                 // not empty: the command line is wrong, and this says how
};

// Of the commands that run a program: pysub, run, resume.
CommandLine SettingsOf(const usage::Given& given);

extern const char kVersion[];

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_COMMAND_LINE_H_
