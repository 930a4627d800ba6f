// A commit that is made again somewhere else.

#include "shell/commands/git/picker.h"

#include <algorithm>

#include "shell/commands/git/checkout.h"
#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/hooks.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/make_commit.h"
#include "shell/commands/git/merge.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/status.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/git/walk.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"
#include "shell/text_search.h"

namespace pysub::shell::git {

bool TreeOf(Git& git, const ObjectId& commit, ObjectId* tree) {
  return Peel(git, commit, ObjectType::kTree, tree);
}

// "pick NAME subject" of each; the first one is done next.
bool WriteTodo(Git& git, const std::string& path, const std::vector<ObjectId>& ids, size_t first,
               bool revert) {
  std::string text;
  for (size_t i = first; i < ids.size(); ++i) {
    Git::Scratch scratch(git);
    Commit commit;
    if (!ReadCommit(git, ids[i], &commit)) return false;
    text += std::string(revert ? "revert " : "pick ") + ids[i].Hex() + " " +
            SubjectOf(commit.message) + "\n";
  }
  return git.WriteWhole(git.GitPath(path), text);
}

bool ReadTodo(Git& git, const std::string& path, std::vector<ObjectId>* ids) {
  std::string text;
  if (!git.ReadWhole(git.GitPath(path), &text)) return !git.over();
  std::string_view rest = text;
  while (!rest.empty()) {
    if (!git.Tick(16)) return false;
    const std::string_view line = Trimmed(TakeLine(&rest));
    if (line.empty() || line[0] == '#') continue;
    const size_t space = line.find(' ');
    const std::string_view word = line.substr(0, space);
    if (space == std::string_view::npos || (word != "pick" && word != "p" && word != "revert"))
      return git.Fatal("a step of the list is not supported: " + std::string(line));
    const std::string_view behind = line.substr(space + 1);
    ObjectId id;
    if (!FindCommit(git, behind.substr(0, behind.find(' ')), &id)) return false;
    if (!git.Keep(64)) return false;
    ids->push_back(id);
  }
  return true;
}

std::optional<Picked> Picker::Run(const ObjectId& id, ObjectId* made) {
  constexpr std::string_view kTextFile = "COMMIT_EDITMSG";
  Git::Scratch scratch(git_);
  State& state = git_.state();
  if (state.phase != kPrepares) {
    const Picked merged = Merge(id);
    if (merged != Picked::kDone || o_.no_commit) return merged;
    if (!HasHook(git_, "prepare-commit-msg")) return MakeCommit(message_, made);
    if (!git_.WriteWhole(git_.GitPath(kTextFile), message_)) return Picked::kFailed;
    state.phase = kPrepares;
  }
  if (!ReadCommit(git_, id, &commit_)) return Picked::kFailed;
  const std::optional<int> status =
      RunCommitHook(git_, "prepare-commit-msg", {PathForHooks(git_, kTextFile), "message"});
  if (!status) return std::nullopt;
  ForgetAnswers(git_);
  state.phase = kPicks;
  std::string message;
  if (!git_.ReadWhole(git_.GitPath(kTextFile), &message)) return Picked::kFailed;
  if (*status == 0) return MakeCommit(message, made);
  refused_ = true;
  git_.Error("'prepare-commit-msg' hook failed");
  WriteConflictState(git_, o_.revert || o_.rebase ? "" : "CHERRY_PICK_HEAD", id, message);
  return Picked::kFailed;
}

Picked Picker::Merge(const ObjectId& id) {
  const std::optional<ObjectId> head = git_.refs().Resolve("HEAD");
  if (!ReadCommit(git_, id, &commit_)) return Picked::kFailed;
  ObjectId head_tree, parent_tree;
  if (head && !TreeOf(git_, *head, &head_tree)) return Picked::kFailed;
  const std::string name = git_.objects().Abbreviate(id);
  if (!Parent(name, &parent_tree)) return Picked::kFailed;
  if (!git_.index().Load(git_)) return Picked::kFailed;
  ObjectId ours = head_tree;
  if (o_.no_commit) {
    // Upon what is staged.
    if (!WriteTrees(git_, git_.index().entries, &ours)) return Picked::kFailed;
  }
  const std::string title = name + " (" + SubjectOf(commit_.message) + ")";
  TreeMergeOptions options;
  options.favour = o_.favour;
  const std::string before = commit_.parents.empty() ? "(empty tree)" : "parent of " + title;
  options.labels =
      o_.revert ? MergeLabels{"HEAD", title, before} : MergeLabels{"HEAD", before, title};
  TreeMerge merge;
  const ObjectId& base = o_.revert ? commit_.tree : parent_tree;
  const ObjectId& theirs = o_.revert ? parent_tree : commit_.tree;
  if (!MergeTrees(git_, base, ours, theirs, options, &merge)) return Picked::kFailed;
  // Nothing was changed up to here, and nothing is when this refuses.
  if (!ApplyMerge(git_, ours, merge, "merge")) {
    if (!git_.over() && o_.rebase)
      git_.Err("error: could not " + std::string(o_.revert ? "revert " : "apply ") + name + "... " +
               SubjectOf(commit_.message) + "\n");
    return Picked::kFailed;
  }
  if (!o_.rebase || !merge.clean) ShowMergeMessages(git_, merge);
  message_ = Message();
  if (!merge.clean) {
    const bool keeps = WriteConflictState(git_,
                                          o_.no_commit ? ""
                                          : o_.rebase  ? "REBASE_HEAD"
                                          : o_.revert  ? "REVERT_HEAD"
                                                       : "CHERRY_PICK_HEAD",
                                          id, message_ + ConflictsComment(merge));
    return keeps ? Picked::kConflict : Picked::kFailed;
  }
  // A revert that is not committed is not over.
  if (o_.no_commit && o_.revert && !git_.WriteWhole(git_.GitPath("REVERT_HEAD"), id.Hex() + "\n"))
    return Picked::kFailed;
  if (o_.no_commit)
    return git_.WriteWhole(git_.GitPath("MERGE_MSG"), message_) ? Picked::kDone : Picked::kFailed;
  ObjectId tree;
  if (!WriteTrees(git_, git_.index().entries, &tree)) return Picked::kFailed;
  // A commit that was empty before is wanted as such; one that has become so is in HEAD already.
  const bool was_empty = commit_.tree == parent_tree;
  if (tree == head_tree &&
      !(was_empty ? o_.allow_empty || o_.keep_redundant || o_.rebase : o_.keep_redundant))
    return Picked::kEmpty;
  return Picked::kDone;
}

Picked Picker::MakeCommit(const std::string& message, ObjectId* made) {
  const std::optional<ObjectId> head = git_.refs().Resolve("HEAD");
  ObjectId tree;
  std::string author = commit_.author, committer;
  if (!git_.index().Load(git_) || !WriteTrees(git_, git_.index().entries, &tree))
    return Picked::kFailed;
  if (o_.revert && !AuthorForCommit(git_, &author)) return Picked::kFailed;
  if (!CommitterForCommit(git_, &committer)) return Picked::kFailed;
  std::vector<ObjectId> parents;
  if (head) parents.push_back(*head);
  if (!WriteCommit(git_, tree, parents, author, committer, CleanMessage(git_, message, false),
                   made))
    return Picked::kFailed;
  return Picked::kDone;
}

bool Picker::Parent(const std::string& name, ObjectId* tree) {
  const size_t count = commit_.parents.size();
  if (count > 1 && o_.mainline == 0)
    return git_.Error("commit " + commit_.id.Hex() +
                          " is a merge but no -m option was given.\nfatal: " +
                          (o_.revert ? "revert" : "cherry-pick") + " failed",
                      128);
  if (count <= 1 && o_.mainline > 1)
    return git_.Error("mainline was specified but commit " + name + " is not a merge.\nfatal: " +
                          (o_.revert ? "revert" : "cherry-pick") + " failed",
                      128);
  if (o_.mainline > static_cast<int64_t>(std::max<size_t>(count, 1)))
    return git_.Error("commit " + name + " does not have parent " + std::to_string(o_.mainline) +
                          "\nfatal: " + (o_.revert ? "revert" : "cherry-pick") + " failed",
                      128);
  if (count == 0) return true;
  return TreeOf(git_, commit_.parents[o_.mainline > 0 ? static_cast<size_t>(o_.mainline - 1) : 0],
                tree);
}

std::string Picker::Message() {
  std::string message = commit_.message;
  if (o_.revert) {
    message =
        "Revert \"" + SubjectOf(commit_.message) + "\"\n\nThis reverts commit " + commit_.id.Hex();
    if (commit_.parents.size() > 1 && o_.mainline > 0)
      message += ", reversing\nchanges made to " +
                 commit_.parents[static_cast<size_t>(o_.mainline - 1)].Hex();
    message += ".\n";
  } else if (o_.name_source) {
    while (message.ends_with('\n')) message.pop_back();
    const size_t paragraph = message.rfind("\n\n");
    const std::string last = paragraph == std::string::npos ? "" : message.substr(paragraph + 2);
    const bool joins = last.starts_with("(cherry picked from commit ") ||
                       (last.find(": ") != std::string::npos &&
                        last.substr(0, last.find(": ")).find(' ') == std::string::npos);
    message += std::string(joins ? "\n" : "\n\n") + "(cherry picked from commit " +
               commit_.id.Hex() + ")\n";
  }
  if (o_.sign_off) {
    std::string committer;
    if (!CommitterForCommit(git_, &committer)) return message;
    const Identity who = ParseIdentity(committer);
    const std::string line = "Signed-off-by: " + who.name + " <" + who.mail + ">\n";
    const auto tick = [this](uint64_t work) { return git_.Tick(work); };
    if (FindText(message, line, 0, tick) == std::string::npos) {
      while (message.ends_with('\n')) message.pop_back();
      message += (message.find("\nSigned-off-by: ") != std::string::npos ||
                          message.find("(cherry picked from") != std::string::npos
                      ? "\n"
                      : "\n\n") +
                 line;
    }
  }
  return message;
}

}  // namespace pysub::shell::git
