#ifndef PYSUB_SHELL_COMMANDS_GIT_SUBCOMMANDS_H_
#define PYSUB_SHELL_COMMANDS_GIT_SUBCOMMANDS_H_

#include "shell/commands/git/git.h"

namespace pysub::shell::git {

// What a subcommand needs before it begins.
enum class Needs : uint8_t { kNothing, kRepository, kWorkTree };

// A row of subcommands.def.
struct SubcommandInfo {
  std::string_view name;
  Subcommand run;
  Needs needs;
  std::string_view words;  // as a usage shows them
};
// Null: there is none of this name.
const SubcommandInfo* FindSubcommand(std::string_view name);

// One function for each row, and so a row without its function does not link.
#define PYSUB_GIT(Name, name, needs, words) Outcome Run##Name(Git& git);
#include "shell/commands/git/subcommands.def"
#undef PYSUB_GIT

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_SUBCOMMANDS_H_
