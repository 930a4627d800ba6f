#ifndef PYSUB_SHELL_COMMANDS_GIT_APPLY_PATCH_H_
#define PYSUB_SHELL_COMMANDS_GIT_APPLY_PATCH_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/commands/git/apply_hunks.h"
#include "shell/commands/git/patch_heads.h"

namespace pysub::shell::git {

struct ApplyOptions : PlaceOptions {
  bool check = false, reverse = false, cached = false, index = false, apply = true, stat = false,
       numstat = false, summary = false, allow_empty = false, intent = false, recount = false,
       reject = false;
  // What is said of white space at the ends of new lines.
  bool warns = true, refuses = false;
  size_t shown_warnings = 5;
  PatchNames names;
  // Globs of --include (true) and --exclude, in their order.
  std::vector<std::pair<std::string, bool>> limits;
};

// A whole patch, which came from `input`. The status of `git apply`; it has said why.
int ApplyPatch(Git& git, const ApplyOptions& options, std::string_view patch, std::string input);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_APPLY_PATCH_H_
