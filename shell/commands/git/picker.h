#ifndef PYSUB_SHELL_COMMANDS_GIT_PICKER_H_
#define PYSUB_SHELL_COMMANDS_GIT_PICKER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/git.h"
#include "shell/commands/git/merge.h"

namespace pysub::shell::git {

// What came of a pick. kEmpty: the change is in HEAD already. kConflict: index and work tree have
// it with markers, and the user goes on with --continue.
enum class Picked : uint8_t { kDone, kEmpty, kConflict, kFailed };

// State::phase of a list of picks. Hooks run before and behind each commit.
enum PickPhase : uint32_t { kPicks = 1, kPrepares, kTells };

// What cherry-pick, revert and rebase ask of a Picker. `rebase`: it is a step of one, which says
// less and takes a commit that always was empty as it is.
struct PickOptions {
  bool revert = false, no_commit = false, sign_off = false, name_source = false,
       allow_empty = false, keep_redundant = false, rebase = false, ff = false;
  int64_t mainline = 0;
  Favour favour = Favour::kNone;
};

bool TreeOf(Git& git, const ObjectId& commit, ObjectId* tree);
// "pick NAME subject" of each from `first` on; the first one is done next.
// The list lies in the repository and not in State, because the operation outlives this run of git:
// a conflict ends the run, and `--continue` is another one.
bool WriteTodo(Git& git, const std::string& path, const std::vector<ObjectId>& ids, size_t first,
               bool revert);
bool ReadTodo(Git& git, const std::string& path, std::vector<ObjectId>* ids);

// One commit, made again upon HEAD, or what it did undone.
// A pick is a merge of trees in which the picked commit's parent is the base: what it changed, on
// top of what HEAD has. A revert is the same with the two exchanged:
//
//   pick      base: parent    ours: HEAD    theirs: commit
//   revert    base: commit    ours: HEAD    theirs: parent
//
// With no_commit "ours" is what is staged, so that several picks come on top of each other.
class Picker {
 public:
  Picker(Git& git, const PickOptions& options) : git_(git), o_(options) {}

  // *made: the new commit. Nothing: a hook runs, and the unit ends; State::phase says where it was.
  std::optional<Picked> Run(const ObjectId& id, ObjectId* made);
  // Index and work tree have it, and nothing is committed.
  Picked Merge(const ObjectId& id);
  const Commit& commit() const { return commit_; }
  const std::string& message() const { return message_; }
  bool refused() const { return refused_; }  // by a hook

 private:
  Picked MakeCommit(const std::string& message, ObjectId* made);
  // Of a merge the user has to say which one (-m); of a first commit it is the empty tree.
  bool Parent(const std::string& name, ObjectId* tree);
  std::string Message();

  Git& git_;
  const PickOptions& o_;
  Commit commit_;
  std::string message_;
  bool refused_ = false;
};

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_PICKER_H_
