#ifndef PYSUB_SHELL_COMMANDS_GIT_STATUS_H_
#define PYSUB_SHELL_COMMANDS_GIT_STATUS_H_

#include <string>
#include <vector>

#include "shell/commands/git/file_pair.h"
#include "shell/commands/git/git.h"
#include "shell/commands/git/pathspec.h"

namespace pysub::shell::git {

// How the work tree stands to the index, and the index to HEAD.
// A file may be in `staged` and in `changed`: it was added and then changed once more.
struct StatusReport {
  std::vector<FilePair> staged, changed;  // without conflicts
  struct Conflict {
    std::string path;
    uint8_t stages = 0;  // bits 1, 2, 4: common, ours, theirs
    uint32_t modes[3] = {0, 0, 0};
    ObjectId ids[3];
  };
  std::vector<Conflict> conflicts;
  std::vector<std::string> untracked, ignored;
};

struct StatusOptions {
  const Pathspec* paths = nullptr;
  bool ignored = false;
  std::string untracked = "normal";  // no, all
  std::string ignored_mode = "traditional";
  int renames = -1;
  bool amends = false;      // beside HEAD's parent
  bool for_commit = false;  // what commit says when there is nothing to do
  bool ahead_behind = true;
};

bool CollectStatus(Git& git, const StatusOptions& options, StatusReport* report);
// What git status prints. `prefix` stands before each line ("# " in a message's template).
bool ShowLongStatus(Git& git, const StatusOptions& options, const StatusReport& report);
// "UU", "AA" ... of a conflict.
// Ours is the first letter, theirs the second: "DU" is one that we removed and they changed.
std::string ConflictCode(uint8_t stages);
// "Your branch is ahead of 'origin/main' by 1 commit." and its kin; nothing without an upstream.
// `behind_it` follows where something was said.
bool ShowTracking(Git& git, const std::string& branch, bool ahead_behind,
                  std::string_view behind_it);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_STATUS_H_
