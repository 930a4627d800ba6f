#ifndef PYSUB_SHELL_CLI_USAGE_TABLE_H_
#define PYSUB_SHELL_CLI_USAGE_TABLE_H_

#include <cstdint>
#include <span>
#include <string_view>

// The command lines of all programs, as data: what is understood (parse.h), what -h says, the
// manual pages and the completions of other shells (papers.h) are made of these rows, and a test
// compares docs/command-line.md with them.
namespace pysub::usage {

// What the value of an option must be. A wrong one is refused before anything runs.
enum class ValueKind : uint8_t {
  kNone,          // the option takes no value
  kText,          // anything
  kFile,          // a file of the host
  kDirectory,     // a directory of the host
  kAbsolutePath,  // one that the program sees
  kChoice,        // one of Option::value: "ro|rw"
  kCount,         // 0 or more
  kPositive,      // 1 or more
  kDepth,         // 1 to a million
  kSize,          // bytes, or with KB, MB, GB
  kMemory,        // the same, more than 0
  kSeconds,       // more than 0
  kVariable,      // NAME=VALUE
  kMount,         // HOST:VIRTUAL[:ro|rw|overlay[:LIMIT]]
};

// What an option does is known by its name; it has one in all programs that have it.
struct Option {
  std::string_view name;        // "--max-memory", "-c"
  std::string_view other = {};  // "-V" of --version
  ValueKind kind = ValueKind::kNone;
  std::string_view value = {};   // what help calls the value; the choices of kChoice
  std::string_view help = {};    // empty: for tests, not told
  std::string_view second = {};  // a second value, a file that is written
  bool last = false;             // what follows belongs to the program that runs
  bool optional = false;  // a choice that is only given behind "="; without it the first counts
};

// Options that stand together in the help.
struct Group {
  std::string_view title;
  std::span<const Option> options;
};

// What stands in the place of options' values: "file, -".
struct Operand {
  std::string_view name;
  std::string_view help;
};

// What the command line can ask for. The tables are the only source: parsing, --help, the manual
// page and completion are made from them.
struct Command {
  std::string_view name;      // "snapshot inspect"; "": what the program does by itself
  std::string_view synopsis;  // behind name and options
  std::string_view summary;
  std::span<const Group* const> groups;
  std::span<const Operand> operands = {};
  uint8_t least_operands = 0;
  uint8_t most_operands = UINT8_MAX;
  bool ends_at_operand = false;  // what follows the first operand belongs to the program that runs
  std::string_view alias = {};   // an option that is the same: "--check"
  ValueKind operand_kind = ValueKind::kFile;
};

// For the help alone.
struct ExitStatus {
  std::string_view number;
  std::string_view meaning;
};

// A program and its commands.
struct Program {
  std::string_view name;
  std::string_view summary;
  std::span<const Command> commands;  // the first has no name
  std::span<const ExitStatus> statuses;
};

extern const Program kPysub;  // with `pysub tool`, which pysub-tool runs
extern const Program kShell;
extern const Program kWorker;
extern const Program kBroker;
extern const Program kAgent;

// Calls visit(const Option&) for all that `command` understands.
template <typename Visit>
void EachOption(const Command& command, Visit visit) {
  for (const Group* group : command.groups) {
    for (const Option& option : group->options) visit(option);
  }
}

}  // namespace pysub::usage

#endif  // PYSUB_SHELL_CLI_USAGE_TABLE_H_
