#ifndef PYSUB_SHELL_COMMANDS_GIT_CHECKOUT_H_
#define PYSUB_SHELL_COMMANDS_GIT_CHECKOUT_H_

#include <string>
#include <string_view>

#include "shell/commands/git/git.h"
#include "shell/commands/git/object_id.h"

namespace pysub::shell::git {

// From one tree to another: index and work tree. What the user changed stays, or nothing is done
// and it is said what would be lost ("checkout" or "merge" names who asks). Null: the empty tree.
struct SwitchOptions {
  std::string_view verb = "checkout";
  bool force = false;  // what the user changed goes
  // Set, and nothing is done, where all that is in the way are changes of the user's.
  bool* dirty = nullptr;
  std::string fatal;  // what is said last when a tree has a path that may not be
};
bool SwitchTrees(Git& git, const ObjectId& from, const ObjectId& to, const SwitchOptions& options);
// Makes the index a tree; what the work tree has is remembered where it is the same.
bool SetIndex(Git& git, const ObjectId& tree);
// "M\tfile": how the work tree differs from a tree.
bool ShowLocalChanges(Git& git, const ObjectId& tree);
// "HEAD is now at abc1234 Subject".
bool ShowPosition(Git& git, std::string_view what, const ObjectId& id, bool on_error_output);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_CHECKOUT_H_
