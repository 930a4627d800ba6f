#ifndef PYSUB_SHELL_CLI_USAGE_PARSE_H_
#define PYSUB_SHELL_CLI_USAGE_PARSE_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/cli/usage/table.h"

namespace pysub::usage {

inline constexpr int kUsageError = 2;

struct GivenOption {
  std::string_view name;  // Option::name
  std::string_view value;
  std::string_view second;
};

// A command line, taken apart and checked.
struct Given {
  const Command* command = nullptr;
  std::vector<GivenOption> options;        // as they were given
  std::vector<std::string_view> operands;  // behind `last` options: those of the program
  std::string error;                       // not empty: it is wrong, and this says how
  // Not empty: somebody asked for this text (-h, --completions, --manual), and nothing is to be
  // run.
  std::string text;
};

// `within`: the first word of the commands that argv[1] may name, those of `pysub tool` say; "":
// all.
Given ParseArguments(const Program& program, int argc, const char* const* argv,
                     std::string_view within = {});

// What a wrong command line gets: the message, the usage line and where to read more.
// `command` may be null.
std::string WrongUsage(const Program& program, const Command* command, std::string_view error);

// A name of `program`'s commands that somebody who wrote `word` may have meant; "": none.
std::string_view LikelyCommand(const Program& program, std::string_view word);

}  // namespace pysub::usage

#endif  // PYSUB_SHELL_CLI_USAGE_PARSE_H_
