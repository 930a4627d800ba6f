// stash: the index and the work tree as commits that refs/stash and its log name.
//
//   stash@{0}    W: the work tree        parents: HEAD, I, and U if there is one
//                   +--- I: the index    parent: HEAD
//                   +--- U: files that nobody knew, without a parent
//                   HEAD
//
// refs/stash names the newest; older ones are only in its reflog, so dropping one is taking a line
// out of the log. To apply one is a merge of trees: base HEAD as it was, theirs W, ours what is
// there now.
//
// The files of the work tree are put back only when all commits are written and the ref stands:
// until then nothing can be lost.

#include <algorithm>

#include "shell/commands/git/checkout.h"
#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/diff_show.h"
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
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"

namespace pysub::shell::git {
namespace {

enum StashWord {
  kMessage = 1,
  kUntracked,
  kAll,
  kKeepIndex,
  kQuiet,
  kIndex,
  kPatch,
  kStaged,
  kFromFile,
  kIncludeUntracked,
  kOnlyUntracked
};
constexpr WordRow kStashWords[] = {
    {kMessage, 'm', "message", Takes::kValue},
    {kUntracked, 'u', "include-untracked"},
    {kAll, 'a', "all"},
    {kKeepIndex, 'k', "keep-index"},
    {kQuiet, 'q', "quiet"},
    {kIndex, 0, "index"},
    {kPatch, 'p', "patch"},
    {kStaged, 'S', "staged"},
    {kFromFile, 0, "pathspec-from-file", Takes::kValue},
    {kOnlyUntracked, 0, "only-untracked"},
};

struct StashOptions {
  std::string message;
  bool untracked = false, all = false, keep_index = false, quiet = false, index = false,
       staged = false;
};

int StashStatus(Git& git) { return git.over() ? 2 : git.status() != 0 ? git.status() : 1; }

// Says it without more, and the command has failed.
bool Say(Git& git, std::string_view text) {
  git.Err(std::string(text) + "\n");
  git.set_status(1);
  return false;
}

// An entry: the work tree's commit, and those behind it.
struct Entry {
  std::string name;  // "stash@{0}"
  size_t number = 0;
  bool in_log = false;
  ObjectId work, base, index, untracked;
  ObjectId work_tree, base_tree, index_tree, untracked_tree;
};

bool FindEntry(Git& git, const std::vector<std::string>& words, Entry* entry) {
  if (words.size() > 1)
    return git.Error("Too many revisions specified:" + [&] {
      std::string text;
      for (const std::string& word : words) text += " '" + word + "'";
      return text;
    }());
  std::string name = words.empty() ? "0" : words[0];
  const std::optional<int64_t> bare = ParseNumber(name);
  std::vector<LogLine> lines;
  if (!git.refs().ReadLog("refs/stash", &lines)) return false;
  if (words.empty() && lines.empty()) return Say(git, "No stash entries found.");
  if (bare && *bare >= 0) name = "stash@{" + name + "}";
  entry->name = words.empty() || bare ? "refs/" + name : name;
  if (name.starts_with("stash@{") && name.ends_with("}")) {
    const std::optional<int64_t> number =
        ParseNumber(std::string_view(name).substr(7, name.size() - 8));
    if (number && *number >= 0) {
      if (static_cast<uint64_t>(*number) >= lines.size())
        return git.Error(name + " is not a valid reference");
      entry->number = static_cast<size_t>(*number);
      entry->in_log = true;
      entry->work = lines[lines.size() - 1 - entry->number].after;
    }
  } else if (name == "stash" && !lines.empty()) {
    entry->in_log = true;
    entry->work = lines.back().after;
    entry->name = "refs/stash@{0}";
  }
  if (!entry->in_log && !TryCommit(git, name, &entry->work))
    return git.over() || git.status() != 0 ? false : git.Error(name + " is not a valid reference");
  Commit work;
  if (!ReadCommit(git, entry->work, &work)) return false;
  if (work.parents.size() < 2) return git.Error("'" + name + "' is not a stash-like commit", 1);
  entry->base = work.parents[0];
  entry->index = work.parents[1];
  entry->work_tree = work.tree;
  if (work.parents.size() > 2) {
    entry->untracked = work.parents[2];
    if (!Peel(git, entry->untracked, ObjectType::kTree, &entry->untracked_tree)) return false;
  }
  return Peel(git, entry->base, ObjectType::kTree, &entry->base_tree) &&
         Peel(git, entry->index, ObjectType::kTree, &entry->index_tree);
}

class Pushing {
 public:
  Pushing(Git& git, const StashOptions& options, const Pathspec& paths)
      : git_(git), o_(options), paths_(paths) {}

  int Run(bool only_create) {
    const std::optional<ObjectId> head = git_.refs().Resolve("HEAD");
    if (!head) return Say(git_, "You do not have the initial commit yet") ? 0 : StashStatus(git_);
    if (!git_.index().Load(git_)) return StashStatus(git_);
    if (git_.index().HasUnmerged()) {
      std::string last;
      for (const IndexEntry& entry : git_.index().entries)
        if (entry.stage != 0 && entry.path != std::exchange(last, entry.path))
          git_.Out(entry.path + ": needs merge\n");
      if (!only_create) return 1;
      for (const IndexEntry& entry : git_.index().entries)
        if (entry.stage != 0) git_.Err(entry.path + ": unmerged (" + entry.id.Hex() + ")\n");
      git_.Err("Cannot save the current index state\n");
      return 1;
    }
    Commit commit;
    if (!RefreshIndex(git_) || !ReadCommit(git_, *head, &commit)) return StashStatus(git_);
    const Pathspec* wanted = paths_.empty() ? nullptr : &paths_;
    std::vector<FilePair> staged, changed;
    if (!DiffTreeIndex(git_, commit.tree, wanted, &staged) ||
        !DiffIndexWork(git_, wanted, &changed))
      return StashStatus(git_);
    if (o_.untracked) {
      UntrackedOptions untracked;
      untracked.directories = false;
      untracked.no_rules = o_.all;
      untracked.paths = wanted;
      if (!ListUntracked(git_, untracked, &untracked_)) return StashStatus(git_);
      std::erase_if(untracked_, [&](const std::string& path) {
        if (path.ends_with('/')) git_.Err("Ignoring path " + path + "\n");
        return path.ends_with('/');
      });
    }
    if (o_.staged) changed.clear();
    if (staged.empty() && changed.empty() && untracked_.empty()) {
      if (!o_.quiet && !only_create)
        git_.Out(o_.staged ? "No staged changes\n" : "No local changes to save\n");
      return 0;
    }
    const std::string branch = git_.refs().HeadBranch();
    const std::string where = (branch.empty() ? "(no branch)" : ShortRef(branch)) + ": ";
    const std::string at =
        where + git_.objects().Abbreviate(*head) + " " + SubjectOf(commit.message);
    std::string who, author;
    if (!CommitterForCommit(git_, &who) || !AuthorForCommit(git_, &author))
      return StashStatus(git_);
    ObjectId index_tree, index_commit, work_tree, untracked_commit, stash;
    if (!WriteTrees(git_, git_.index().entries, &index_tree) ||
        !WriteCommit(git_, index_tree, {*head}, author, who, "index on " + at + "\n",
                     &index_commit))
      return StashStatus(git_);
    std::vector<ObjectId> parents = {*head, index_commit};
    // (-u tells of none, too: stash@{0}^3 is there.)
    if (o_.untracked) {
      if (!WriteUntracked(author, who, "untracked files on " + at + "\n", &untracked_commit))
        return StashStatus(git_);
      parents.push_back(untracked_commit);
    }
    work_tree = index_tree;
    if (!o_.staged && !WriteWorkTree(git_, commit.tree, wanted, &work_tree))
      return StashStatus(git_);
    const std::string message = o_.message.empty() ? "WIP on " + at : "On " + where + o_.message;
    if (!WriteCommit(git_, work_tree, parents, author, who, message, &stash))
      return StashStatus(git_);
    if (only_create) {
      git_.Out(stash.Hex() + "\n");
      return 0;
    }
    if (!git_.refs().Update("refs/stash", stash, message, nullptr, false, true))
      return StashStatus(git_);
    if (!o_.quiet) git_.Out("Saved working directory and index state " + message + "\n");
    return Clear(commit.tree, index_tree, work_tree, wanted);
  }

 private:
  bool WriteUntracked(const std::string& author, const std::string& who, const std::string& message,
                      ObjectId* id) {
    std::vector<TreeEntry> files;
    for (const std::string& path : untracked_) {
      const WorkFile file = LookAt(git_, path);
      ObjectId blob;
      if (!HashWorkFile(git_, path, file, true, &blob) ||
          !git_.Charge(sizeof(TreeEntry) * 2 + path.size()))
        return false;
      files.push_back({file.mode, path, blob});
    }
    std::sort(files.begin(), files.end(),
              [](const TreeEntry& a, const TreeEntry& b) { return a.name < b.name; });
    ObjectId tree;
    return WriteTreesOf(git_, files, &tree) &&
           WriteCommit(git_, tree, {}, author, who, message, id);
  }

  // The work tree as HEAD has it, or with --keep-index as the index does.
  int Clear(const ObjectId& head_tree, const ObjectId& index_tree, const ObjectId& work_tree,
            const Pathspec* wanted) {
    for (const std::string& path : untracked_)
      if (!RemoveWorkFile(git_, path)) return StashStatus(git_);
    const ObjectId target = o_.keep_index ? index_tree : head_tree;
    if (wanted == nullptr && !o_.staged) {
      SwitchOptions options;
      options.force = true;
      if (!SwitchTrees(git_, head_tree, target, options)) return StashStatus(git_);
      // (The real one resets, which the log of HEAD tells.)
      const std::optional<ObjectId> head = git_.refs().Resolve("HEAD");
      const bool told = head && git_.WriteWhole(git_.GitPath("ORIG_HEAD"), head->Hex() + "\n") &&
                        git_.refs().AppendLog("HEAD", *head, *head, "reset: moving to HEAD", false);
      return told ? 0 : StashStatus(git_);
    }
    // Only what was stashed.
    std::vector<FilePair> pairs;
    if (!DiffTreePairs(git_, target, o_.staged ? index_tree : work_tree, wanted, &pairs))
      return StashStatus(git_);
    std::vector<FilePair> staged;
    if (!o_.staged && (!DiffTreePairs(git_, target, index_tree, wanted, &staged)))
      return StashStatus(git_);
    pairs.insert(pairs.end(), staged.begin(), staged.end());
    for (const FilePair& pair : pairs) {
      const std::string path = pair.Name();
      git_.index().Remove(path);
      if (pair.before.mode == 0) {
        if (!RemoveWorkFile(git_, path)) return StashStatus(git_);
        continue;
      }
      if (!WriteWorkFile(git_, path, pair.before.mode, pair.before.id) ||
          !git_.index().Add(git_, EntryOf(git_, path, pair.before.mode, pair.before.id)))
        return StashStatus(git_);
    }
    return git_.index().Write(git_) ? 0 : StashStatus(git_);
  }

  Git& git_;
  const StashOptions& o_;
  const Pathspec& paths_;
  std::vector<std::string> untracked_;
};

int Drop(Git& git, const Entry& entry, bool quiet) {
  std::vector<LogLine> lines;
  if (!entry.in_log) return git.Error("'" + entry.name + "' is not a stash reference") ? 0 : 1;
  if (!git.refs().ReadLog("refs/stash", &lines) || entry.number >= lines.size())
    return StashStatus(git);
  const size_t at = lines.size() - 1 - entry.number;
  if (at + 1 < lines.size()) lines[at + 1].before = lines[at].before;
  lines.erase(lines.begin() + static_cast<ptrdiff_t>(at));
  if (lines.empty()) {
    if (!git.refs().Delete("refs/stash")) return StashStatus(git);
  } else {
    if (!git.refs().WriteLog("refs/stash", lines)) return StashStatus(git);
    if (!git.WriteWhole(git.GitPath("refs/stash"), lines.back().after.Hex() + "\n"))
      return StashStatus(git);
  }
  if (!quiet) git.Out("Dropped " + entry.name + " (" + entry.work.Hex() + ")\n");
  return 0;
}

// What the index knows: the stash's change is merged into what there is.
int ApplyTracked(Git& git, const Entry& entry, const StashOptions& o, const ObjectId& current,
                 bool with_index, const ObjectId& index_result) {
  if (entry.base_tree == entry.work_tree) git.Out("Already up to date.\n");
  TreeMergeOptions options;
  options.labels = {"Updated upstream", "Stash base", "Stashed changes"};
  TreeMerge merge;
  if (!MergeTrees(git, entry.base_tree, current, entry.work_tree, options, &merge))
    return StashStatus(git);
  if (!ApplyMerge(git, current, merge, "merge")) return StashStatus(git);
  if (!o.quiet || !merge.clean) ShowMergeMessages(git, merge);
  if (!merge.clean) {
    if (o.index) git.Err("Index was not unstashed.\n");
    return 1;
  }
  if (with_index) {
    if (!SetIndex(git, index_result)) return StashStatus(git);
  } else {
    // Only files that are new stay in the index.
    std::vector<IndexEntry> added;
    std::vector<TreeEntry> files;
    if (!FlattenTree(git, current, &files)) return StashStatus(git);
    for (const IndexEntry& each : git.index().entries) {
      const bool known = std::binary_search(
          files.begin(), files.end(), TreeEntry{0, each.path, ObjectId()},
          [](const TreeEntry& a, const TreeEntry& b) { return a.name < b.name; });
      if (!known && git.Charge(sizeof(IndexEntry) * 2 + each.path.size())) added.push_back(each);
    }
    if (!SetIndex(git, current)) return StashStatus(git);
    for (IndexEntry& each : added)
      if (!git.index().Add(git, std::move(each))) return StashStatus(git);
  }
  if (!git.index().Write(git)) return StashStatus(git);
  return 0;
}

// The change of the stash upon what is there.
int Apply(Git& git, const Entry& entry, const StashOptions& o) {
  if (!RefreshIndex(git)) return StashStatus(git);
  if (git.index().HasUnmerged())
    return git.Error("cannot apply a stash in the middle of a merge") ? 0 : 1;
  ObjectId current, index_result;
  if (!WriteTrees(git, git.index().entries, &current)) return StashStatus(git);
  bool with_index = o.index && entry.index_tree != entry.base_tree && entry.index_tree != current;
  if (with_index) {
    TreeMerge staged;
    TreeMergeOptions options;
    if (!MergeTrees(git, entry.base_tree, current, entry.index_tree, options, &staged))
      return StashStatus(git);
    if (!staged.clean) return git.Error("conflicts in index. Try without --index.") ? 0 : 1;
    std::vector<TreeEntry> files;
    for (const TreeMerge::File& file : staged.files)
      files.push_back({file.mode, file.path, file.id});
    if (!WriteTreesOf(git, files, &index_result)) return StashStatus(git);
  }
  const int status = ApplyTracked(git, entry, o, current, with_index, index_result);
  if (git.over() || entry.untracked_tree.IsNull()) return status;
  // Files that nobody knew come back last, those that can.
  std::vector<TreeEntry> files;
  bool in_way = false;
  if (!FlattenTree(git, entry.untracked_tree, &files)) return StashStatus(git);
  for (const TreeEntry& file : files) {
    if (!LookAt(git, file.name).exists) {
      if (!WriteWorkFile(git, file.name, file.mode, file.id)) return StashStatus(git);
      continue;
    }
    git.Err(file.name + " already exists, no checkout\n");
    in_way = true;
  }
  if (in_way) git.Err("error: could not restore untracked files from stash\n");
  return in_way ? 1 : status;
}

int ApplyAndTell(Git& git, const Entry& entry, const StashOptions& o) {
  const int status = Apply(git, entry, o);
  if (git.over()) return 2;
  if (o.quiet) return status;
  {
    StatusOptions options;
    StatusReport report;
    if (!CollectStatus(git, options, &report) || !ShowLongStatus(git, options, report))
      return StashStatus(git);
  }
  return status;
}

Outcome List(Git& git) {
  std::vector<std::string> words = {"show", "refs/stash"};
  if (!git.refs().Resolve("refs/stash")) return git.over() ? 2 : 0;
  std::vector<std::string> given(git.words.begin() + 1, git.words.end());
  const bool formatted = std::any_of(given.begin(), given.end(), [](const std::string& word) {
    return word.starts_with("--format") || word.starts_with("--pretty") || word == "--oneline";
  });
  if (!formatted) given.insert(given.begin(), "--format=%gd: %gs");
  given.insert(given.end(), {"show", "stash"});
  git.words = given;
  git.command = "reflog";
  return RunReflog(git);
}

Outcome ShowStash(Git& git) {
  DiffOptions options;
  bool untracked = false;
  WordReader reader(git, {kStashWords, DiffWords()}, WordReader::kDiff);
  while (reader.Next()) {
    if (reader.id() >= kFirstDiffWord) {
      if (!TakeDiffWord(git, reader, &options)) return git.status();
    } else if (reader.id() == kPatch) {
      options.patch = true;
    } else if (reader.id() == kUntracked) {
      untracked = true;
    }
  }
  if (!reader.ok()) return git.status();
  std::vector<std::string> operands(reader.operands().begin() + 1, reader.operands().end());
  Entry entry;
  if (!FindEntry(git, operands, &entry)) return StashStatus(git);
  FinishDiffWords(git, &options);
  if (!options.AnyFormat()) options.stat = true;
  std::vector<FilePair> pairs;
  if (!DiffTreePairs(git, entry.base_tree, entry.work_tree, nullptr, &pairs))
    return StashStatus(git);
  if (untracked && !entry.untracked_tree.IsNull() &&
      !DiffTreePairs(git, ObjectId(), entry.untracked_tree, nullptr, &pairs))
    return StashStatus(git);
  if (!ArrangePairs(git, options, &pairs) || !ShowPairs(git, options, pairs))
    return StashStatus(git);
  return options.exit_code && !pairs.empty() ? 1 : 0;
}

}  // namespace

Outcome RunStash(Git& git) {
  std::string action = git.words.empty() || git.words[0].starts_with('-') ? "push" : git.words[0];
  const bool implied = git.words.empty() || git.words[0].starts_with('-');
  if (action == "list") return List(git);
  if (action == "show") return ShowStash(git);
  StashOptions o;
  WordReader reader(git, {kStashWords});
  while (reader.Next()) {
    switch (reader.id()) {
      case kMessage: o.message = reader.value(); break;
      case kUntracked: o.untracked = !reader.negated(); break;
      case kAll: o.untracked = o.all = true; break;
      case kKeepIndex: o.keep_index = !reader.negated(); break;
      case kQuiet: o.quiet = true; break;
      case kIndex: o.index = true; break;
      case kStaged: o.staged = true; break;
      case kPatch:
        return git.Fatal("nobody can be asked: 'git stash' chooses no hunks here (-p)") ? 0 : 128;
      default: return RefuseOption(git, reader) ? 0 : 128;
    }
  }
  if (!reader.ok()) return git.status();
  std::vector<std::string> words = reader.operands();
  if (!implied && !words.empty()) words.erase(words.begin());
  Pathspec paths;
  if (action == "push" || action == "save" || action == "create") {
    if (action == "save") {
      for (const std::string& word : words) o.message += (o.message.empty() ? "" : " ") + word;
    } else if (action == "create") {
      for (const std::string& word : words) o.message += (o.message.empty() ? "" : " ") + word;
    } else if (!paths.Parse(git, words)) {
      return git.status();
    }
    return Pushing(git, o, paths).Run(action == "create");
  }
  if (action == "clear") {
    if (git.refs().Resolve("refs/stash") && !git.refs().Delete("refs/stash"))
      return StashStatus(git);
    return 0;
  }
  if (action == "store") {
    ObjectId id;
    if (words.size() != 1 || !FindCommit(git, words[0], &id)) return StashStatus(git);
    return git.refs().Update("refs/stash", id,
                             o.message.empty() ? "Created via \"git stash store\"." : o.message,
                             nullptr, false, true)
               ? 0
               : StashStatus(git);
  }
  if (action != "pop" && action != "apply" && action != "drop" && action != "branch")
    return git.Fatal(
               "subcommand wasn't specified; 'push' can't be assumed due to unexpected token '" +
               action + "'")
               ? 0
               : 128;
  std::string branch;
  if (action == "branch") {
    if (words.empty()) return git.Error("No branch name specified", 1) ? 0 : 1;
    branch = words[0];
    words.erase(words.begin());
  }
  Entry entry;
  if (!FindEntry(git, words, &entry)) return StashStatus(git);
  if (action == "drop") return Drop(git, entry, o.quiet);
  if (action == "apply") return ApplyAndTell(git, entry, o);
  if (action == "branch") {
    git.words = {"-b", branch, entry.base.Hex()};
    git.command = "checkout";
    const Outcome moved = RunCheckout(git);
    if (moved != 0) return git.over() ? 2 : 1;
    o.index = true;
    git.index().loaded = false;
  } else if (!entry.in_log) {
    return git.Error("'" + entry.name + "' is not a stash reference") ? 0 : 1;
  }
  const int status = ApplyAndTell(git, entry, o);
  if (git.over()) return 2;
  if (status != 0) {
    git.Out("The stash entry is kept in case you need it again.\n");
    return status;
  }
  return Drop(git, entry, o.quiet);
}

}  // namespace pysub::shell::git
