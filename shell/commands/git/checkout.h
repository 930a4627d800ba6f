#ifndef PYSUB_SHELL_COMMANDS_GIT_CHECKOUT_H_
#define PYSUB_SHELL_COMMANDS_GIT_CHECKOUT_H_

#include <string>
#include <string_view>

#include "shell/commands/git/git.h"
#include "shell/commands/git/object_id.h"
#include "shell/commands/git/pathspec.h"

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
// The files of the work tree that the index knows, as a tree; of others what `base` has.
bool WriteWorkTree(Git& git, const ObjectId& base, const Pathspec* paths, ObjectId* tree);
// What is left behind when HEAD was detached and goes to `next` (null: to no commit).
bool LeaveDetached(Git& git, const ObjectId& old, const ObjectId& next);
// checkout -m: what the user has changed since `from` is merged into `to` and stays out of the
// index. `name` and `before` are what the two are called.
bool MergeLocal(Git& git, const ObjectId& from, const ObjectId& to, const std::string& name,
                const std::string& before);
// Said where HEAD leaves all branches.
inline constexpr std::string_view kDetachedAdvice =
    "You are in 'detached HEAD' state. You can look around, make experimental\n"
    "changes and commit them, and you can discard any commits you make in this\n"
    "state without impacting any branches by switching back to a branch.\n\n"
    "If you want to create a new branch to retain commits you create, you may\n"
    "do so (now or later) by using -c with the switch command. Example:\n\n"
    "  git switch -c <new-branch-name>\n\n"
    "Or undo this operation with:\n\n"
    "  git switch -\n\n"
    "Turn off this advice by setting config variable advice.detachedHead to false\n\n";

// "HEAD is now at abc1234 Subject".
bool ShowPosition(Git& git, std::string_view what, const ObjectId& id, bool on_error_output);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_CHECKOUT_H_
