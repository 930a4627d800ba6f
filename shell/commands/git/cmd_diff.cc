// diff, diff-tree, diff-index, diff-files.
//
// The first unit finds out which files differ; they lie in `pairs`. Each unit after that shows the
// patch of one file (`at`). So what is shown is what was there at the beginning, but for the bytes
// of files in the work tree, which are read when it is their turn.
//
//   phase   0: nothing is known   1: the lists are to be shown (--stat ...)   2: patches

#include <algorithm>

#include "shell/commands/git/combined.h"
#include "shell/commands/git/commit.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/outside_pairs.h"
#include "shell/commands/git/pretty.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

enum DiffOwn {
  kCached = 1,
  kNoIndex,
  kMergeBase,
  kOurs,
  kTheirs,
  kBase,
  kRoot,
  kNoCommitId,
  kStdin,
  kMerges,
  kAlways,
  kFormat
};
constexpr WordRow kOwnWords[] = {
    {kCached, 0, "cached"},
    {kCached, 0, "staged"},
    {kNoIndex, 0, "no-index"},
    {kMergeBase, 0, "merge-base"},
    {kOurs, 0, "ours"},
    {kTheirs, 0, "theirs"},
    {kBase, 0, "base"},
    {kRoot, 0, "root"},
    {kNoCommitId, 0, "no-commit-id"},
    {kStdin, 0, "stdin"},
    {kMerges, 'm', ""},
    {kAlways, 0, "always"},
    {kFormat, 0, "pretty", Takes::kOptional},
    {kFormat, 0, "format", Takes::kValue},
};

int DiffStatus(Git& git, const DiffOptions& options, bool any) {
  if (git.over()) return 2;
  if (git.status() != 0) return git.status();
  return options.exit_code && any ? 1 : 0;
}

bool KeepPairs(Git& git, std::vector<FilePair>* pairs) {
  for (const FilePair& pair : *pairs)
    if (!git.Keep(3 * sizeof(FilePair) + 2 * pair.Name().size())) return false;
  git.state().pairs = std::move(*pairs);
  return true;
}

// The pairs of the first unit are shown file by file.
Outcome ShowUnit(Git& git, const DiffOptions& options) {
  State& state = git.state();
  if (state.phase == 1) {
    bool said = false;
    if (!options.quiet && !ShowLists(git, options, state.pairs, &said))
      return git.over() ? 2 : git.status();
    if (options.quiet || !options.patch) return DiffStatus(git, options, !state.pairs.empty());
    if (said && !state.pairs.empty()) git.Out("\n");
    state.phase = 2;
  }
  if (!git.outside && !git.work_tree.empty() && !git.index().Load(git)) return git.status();
  bool worked = false;  // each unit gets something done
  for (; state.at < state.pairs.size(); ++state.at) {
    Git::Scratch scratch(git);
    if (std::exchange(worked, true) && git.io().Tick(64)) return std::nullopt;
    if (!ShowPatch(git, options, state.pairs[state.at])) return git.over() ? 2 : git.status();
  }
  return DiffStatus(git, options, !state.pairs.empty());
}

// Where only white space differs and that does not count, files are the same.
bool DropSame(Git& git, const DiffOptions& options, std::vector<FilePair>* pairs) {
  if (!options.exit_code || !options.rules.IgnoresSpace()) return true;
  std::vector<FilePair> kept;
  for (FilePair& pair : *pairs) {
    Git::Scratch scratch(git);
    std::string a, b;
    Lines a_lines, b_lines;
    std::vector<DiffHunk> hunks;
    if (!ReadSide(git, pair.before, &a) || !ReadSide(git, pair.after, &b) ||
        !a_lines.Split(git, a) || !b_lines.Split(git, b) ||
        !DiffLines(git, a_lines, b_lines, options.rules, &hunks))
      return false;
    if (!hunks.empty() || pair.before.mode != pair.after.mode) kept.push_back(std::move(pair));
  }
  *pairs = std::move(kept);
  return true;
}

// ---- files outside of any repository

// git diff A B, where one of them lies outside of the repository, compares them as --no-index does.
bool LeadsOutside(Git& git, const WordReader& reader) {
  return reader.operands().size() == 2 &&
         std::any_of(reader.operands().begin(), reader.operands().end(),
                     [&](const std::string& word) { return !PathInTree(git, word); });
}

Outcome CollectOutside(Git& git, const std::vector<std::string>& operands,
                       std::vector<FilePair>* pairs) {
  if (operands.size() != 2) {
    if (git.git_dir.empty())
      git.Err(
          "warning: Not a git repository. Use --no-index to compare two paths outside a working "
          "tree\n");
    return Usage(git, "git diff --no-index [<options>] <path> <path>");
  }
  const bool reads = std::count(operands.begin(), operands.end(), kInput) > 0;
  if (reads && !ReadAllInput(git)) return WhileNoInput(git);
  return OutsidePairs(git, operands[0], operands[1], pairs) ? 0 : StatusOf(git);
}

// ---- what two states the words mean

bool CollectPairs(Git& git, const RevisionWords& words, const Pathspec* paths, bool cached,
                  bool merge_base, uint8_t stage, std::vector<FilePair>* pairs) {
  std::vector<ObjectId> trees;
  std::vector<ObjectId> named;
  for (const WalkTip& tip : words.tips) named.push_back(tip.id);
  if (words.symmetric) {
    // a...b: from their common ancestor to b.
    if (words.tips.size() < 3)
      return git.Fatal(words.tips[0].name + "..." + words.tips[1].name + ": no merge base");
    named = {words.tips[2].id, words.tips[1].id};
  } else if (std::any_of(words.tips.begin(), words.tips.end(),
                         [](const WalkTip& tip) { return tip.excluded; })) {
    named.clear();
    for (const WalkTip& tip : words.tips)
      if (tip.excluded) named.push_back(tip.id);
    for (const WalkTip& tip : words.tips)
      if (!tip.excluded) named.push_back(tip.id);
  }
  if (merge_base && !named.empty()) {
    std::vector<ObjectId> bases;
    const std::optional<ObjectId> head = git.refs().Resolve("HEAD");
    const ObjectId other = named.size() > 1 ? named[1] : head.value_or(ObjectId());
    if (!MergeBases(git, named[0], {other}, &bases)) return false;
    if (bases.empty()) return git.Fatal("no merge base found");
    named[0] = bases[0];
  }
  for (const ObjectId& id : named) {
    ObjectId tree;
    if (!Peel(git, id, ObjectType::kTree, &tree))
      return git.over() || git.status() != 0 ? false : git.Fatal("bad object " + id.Hex());
    trees.push_back(tree);
  }
  if (trees.size() == 2) return DiffTreePairs(git, trees[0], trees[1], paths, pairs);
  if (cached) {
    if (trees.empty()) {
      ObjectId tree;
      const std::optional<ObjectId> head = git.refs().Resolve("HEAD");
      if (head && !Peel(git, *head, ObjectType::kTree, &tree)) return false;
      trees.push_back(tree);
    }
    return DiffTreeIndex(git, trees[0], paths, pairs);
  }
  if (!git.NeedWorkTree()) return false;
  if (trees.size() == 1) return DiffTreeWork(git, trees[0], paths, pairs);
  return DiffIndexWork(git, paths, pairs, stage);
}

// A merge beside all of its parents, in one unit.
Outcome ShowMerge(Git& git, const DiffOptions& options, const std::vector<ObjectId>& parents,
                  const ObjectId& tree, const Pathspec* paths, std::string_view head) {
  std::vector<FilePair> beside_first;
  std::vector<CombinedFile> files;
  bool any = false;
  if (!CombinedFiles(git, options, parents, tree, paths, &files)) return StatusOf(git);
  if (ListsFirstParent(options) && (!DiffTreePairs(git, parents[0], tree, paths, &beside_first) ||
                                    !ArrangePairs(git, options, &beside_first)))
    return StatusOf(git);
  if (!files.empty() && !options.quiet) git.Out(head);
  if (!options.quiet && !ShowCombinedFiles(git, options, beside_first, files, &any))
    return StatusOf(git);
  return DiffStatus(git, options, !files.empty());
}

// M^!, or M P1 P2: the first that is not excluded is the result, all others are its parents.
Outcome ShowSeveral(Git& git, const DiffOptions& options, const RevisionWords& words,
                    const Pathspec* paths) {
  size_t result = 0;
  while (result < words.tips.size() && words.tips[result].excluded) ++result;
  if (result == words.tips.size()) return Usage(git, "git diff [<options>] <merge>^!");
  std::vector<ObjectId> trees;
  for (const WalkTip& tip : words.tips) {
    ObjectId tree;
    if (!git.Charge(3 * sizeof(ObjectId))) return 2;
    if (!Peel(git, tip.id, ObjectType::kTree, &tree))
      return git.over() || git.status() != 0 || git.Fatal("bad object " + tip.id.Hex())
                 ? StatusOf(git)
                 : 128;
    trees.push_back(tree);
  }
  const ObjectId tree = trees[result];
  trees.erase(trees.begin() + static_cast<ptrdiff_t>(result));
  return ShowMerge(git, options, trees, tree, paths, "");
}

// "a:x" and "b:y": two blobs; "a:x" and a file.
bool BlobPair(Git& git, const std::vector<std::string>& operands, size_t dashes,
              std::vector<FilePair>* pairs, bool* is) {
  *is = false;
  if (operands.size() != 2 || dashes == 0) return true;
  FilePair pair;
  FilePair::Side* sides[] = {&pair.before, &pair.after};
  for (size_t i = 0; i < 2; ++i) {
    Named named;
    const std::optional<std::string> path =
        i == 1 ? PathInTree(git, operands[i]) : std::optional<std::string>();
    const WorkFile file = path ? LookAt(git, *path) : WorkFile();
    if (file.mode != 0) {
      pair.after = {*path, file.mode, ObjectId(), true};
      if (!NameSide(git, &pair.after)) return false;
      // (Of two names the file's is shown for both.)
      pair.before.path = *path;
      continue;
    }
    if (i >= dashes) return true;
    if (!FindRevision(git, operands[i], &named)) {
      git.set_status(git.over() ? 2 : git.status());
      return git.status() == 0 && !git.over();
    }
    if (git.objects().TypeOf(named.id) != ObjectType::kBlob) return true;
    *sides[i] = {named.path.empty() ? named.id.Hex() : named.path,
                 named.mode != 0 ? named.mode : kModeFile, named.id, false};
  }
  *is = true;
  if (pair.before.id != pair.after.id) pairs->push_back(std::move(pair));
  return true;
}

}  // namespace

Outcome RunDiff(Git& git) {
  State& state = git.state();
  DiffOptions options;
  bool cached = false, no_index = git.git_dir.empty(), merge_base = false;
  uint8_t stage = 0;
  WordReader reader(git, {kOwnWords, DiffWords()}, WordReader::kDiff);
  while (reader.Next()) {
    const int id = reader.id();
    if (id >= kFirstDiffWord) {
      if (!TakeDiffWord(git, reader, &options)) return git.status();
      continue;
    }
    if (id == kCached) cached = true;
    if (id == kNoIndex) no_index = true;
    if (id == kMergeBase) merge_base = true;
    if (id == kBase) stage = 1;
    if (id == kOurs) stage = 2;
    if (id == kTheirs) stage = 3;
  }
  if (!reader.ok()) return git.status();
  FinishDiffWords(git, &options);
  if (!options.AnyFormat()) options.patch = true;
  git.outside = no_index || LeadsOutside(git, reader);
  if (git.outside) {
    options.exit_code = true;
    options.relative.clear();
  }
  if (state.phase > 0) return ShowUnit(git, options);
  std::vector<FilePair> pairs;
  if (git.outside) {
    const Outcome collected = CollectOutside(git, reader.operands(), &pairs);
    if (!collected || *collected != 0) return collected;
  } else {
    Pathspec paths;
    bool blobs = false;
    if (!BlobPair(git, reader.operands(), reader.has_dashes() ? reader.dashes() : SIZE_MAX, &pairs,
                  &blobs))
      return git.status();
    if (!blobs) {
      RevisionWords words;
      if (!SortWords(git, reader.operands(), reader.has_dashes(), reader.dashes(), &words, true) ||
          !paths.Parse(git, words.paths))
        return git.status();
      if (!git.work_tree.empty() && words.tips.size() < 2 && !cached && !RefreshIndex(git))
        return git.status();
      if (words.tips.size() > 2 && !words.symmetric)
        return ShowSeveral(git, options, words, paths.empty() ? nullptr : &paths);
      if (!CollectPairs(git, words, paths.empty() ? nullptr : &paths, cached, merge_base, stage,
                        &pairs))
        return git.status();
    }
  }
  if (!ArrangePairs(git, options, &pairs) || !DropSame(git, options, &pairs))
    return git.over() ? 2 : git.status();
  // Conflicts of both sides come first.
  if (options.patch) {
    const auto is_first = [](const FilePair& pair) {
      return pair.status == 'U' && pair.before.mode != 0;
    };
    std::vector<FilePair> rest;
    size_t kept = 0;
    for (FilePair& pair : pairs) {
      if (!is_first(pair))
        rest.push_back(std::move(pair));
      else if (&pair != &pairs[kept++])
        pairs[kept - 1] = std::move(pair);
    }
    pairs.resize(kept);
    for (FilePair& pair : rest) pairs.push_back(std::move(pair));
  }
  if (!KeepPairs(git, &pairs)) return 2;
  state.phase = 1;
  return ShowUnit(git, options);
}

namespace {

// The plumbing: raw lists of whole names, no renames.
bool ReadPlumbing(Git& git, WordReader* reader, DiffOptions* options, bool* cached, bool* root,
                  bool* no_id, bool* merges, LogOptions* log = nullptr) {
  options->renames = 0;
  options->full_index = true;
  while (reader->Next()) {
    if (reader->id() >= kFirstDiffWord) {
      if (!TakeDiffWord(git, *reader, options)) return false;
      continue;
    }
    if (reader->id() == kCached) *cached = true;
    if (reader->id() == kRoot) *root = true;
    if (reader->id() == kNoCommitId) *no_id = true;
    if (reader->id() == kMerges) *merges = true;
    if (reader->id() == kStdin) return git.Fatal("--stdin is not supported");
    if (reader->id() == kFormat && log == nullptr)
      return git.Fatal("--pretty of '" + git.command + "' is not supported");
    if (reader->id() == kFormat) {
      const std::string format = reader->value();
      log->format = !reader->has_value() ? "medium" : format.empty() ? "tformat:" : format;
      log->format_given = true;
    }
  }
  if (!reader->ok()) return false;
  if (options->combined && options->dense && !options->AnyFormat()) options->patch = true;
  if (options->patch || options->abbrev != 0) options->full_index = false;
  if (!options->AnyFormat()) options->raw = true;
  return true;
}

Outcome Plumbing(Git& git, bool with_tree) {
  DiffOptions options;
  bool cached = false, root = false, no_id = false, merges = false;
  WordReader reader(git, {kOwnWords, DiffWords()}, WordReader::kDiff);
  if (!ReadPlumbing(git, &reader, &options, &cached, &root, &no_id, &merges)) return git.status();
  RevisionWords words;
  Pathspec paths;
  std::vector<FilePair> pairs;
  if (!SortWords(git, reader.operands(), reader.has_dashes(), reader.dashes(), &words, true) ||
      !paths.Parse(git, words.paths))
    return git.status();
  if (with_tree && words.tips.size() != 1)
    return Usage(git, "git diff-index [-m] [--cached] <tree-ish> [<path>...]");
  const Pathspec* wanted = paths.empty() ? nullptr : &paths;
  if (!CollectPairs(git, words, wanted, cached, false, 0, &pairs) ||
      !ArrangePairs(git, options, &pairs))
    return git.over() ? 2 : git.status();
  if (!options.quiet && !ShowPairs(git, options, pairs)) return git.over() ? 2 : git.status();
  return DiffStatus(git, options, !pairs.empty());
}

}  // namespace

Outcome RunDiffIndex(Git& git) { return Plumbing(git, true); }
Outcome RunDiffFiles(Git& git) { return Plumbing(git, false); }

namespace {

// What diff-tree says of a commit before its changes.
bool SayCommit(Git& git, const LogOptions& log, const DiffOptions& options, const Commit& commit) {
  if (!log.format_given) {
    git.Out(commit.id.Hex() + "\n");
    return true;
  }
  Decorations decorations;
  std::string text;
  if ((NeedsDecorations(log) && !decorations.Load(git)) ||
      !FormatCommit(git, log, {.commit = &commit, .decorations = &decorations}, &text))
    return false;
  const bool is_empty = log.format == "tformat:" || log.format == "format:";
  git.Out(text + (is_empty ? "" : "\n"));
  if (is_empty || log.format == "oneline" || (options.no_output && !options.patch)) return true;
  git.Out(options.stat && options.patch ? "---\n" : "\n");
  return true;
}

// The changes between two trees, below what is said of the commit that they are of (null: nothing).
bool ShowTrees(Git& git, const LogOptions& log, const DiffOptions& options, const Pathspec& paths,
               const ObjectId& a, const ObjectId& b, bool into, const Commit* commit, bool* any) {
  std::vector<FilePair> pairs;
  if (!DiffTreePairs(git, a, b, paths.empty() ? nullptr : &paths, &pairs, into,
                     options.show_trees) ||
      !ArrangePairs(git, options, &pairs))
    return false;
  *any |= !pairs.empty();
  if (options.quiet) return true;
  if (commit != nullptr && !pairs.empty() && !SayCommit(git, log, options, *commit)) return false;
  return ShowPairs(git, options, pairs);
}

}  // namespace

Outcome RunDiffTree(Git& git) {
  DiffOptions options;
  LogOptions log;
  bool cached = false, root = false, no_id = false, merges = false;
  const bool recursive =
      std::any_of(git.words.begin(), git.words.end(), [](const std::string& word) {
        return word.starts_with("-") && !word.starts_with("--") &&
               word.find('r') != std::string::npos;
      });
  WordReader reader(git, {kOwnWords, DiffWords()}, WordReader::kDiff);
  if (!ReadPlumbing(git, &reader, &options, &cached, &root, &no_id, &merges, &log))
    return git.status();
  log.abbrev = options.abbrev != 0 ? options.abbrev : 40;
  if (log.format_given && !ResolveFormat(git, &log)) return git.status();
  RevisionWords words;
  Pathspec paths;
  if (!SortWords(git, reader.operands(), reader.has_dashes(), reader.dashes(), &words, true) ||
      !paths.Parse(git, words.paths))
    return git.status();
  if (words.tips.empty() || words.tips.size() > 2)
    return Usage(git, "git diff-tree [<options>] <tree-ish> [<tree-ish>] [<path>...]");
  const bool into = recursive || options.patch || options.stat || options.numstat ||
                    options.shortstat || options.summary || options.show_trees;
  bool any = false;
  if (words.tips.size() == 2) {
    const bool range = words.tips[1].excluded;
    ObjectId a, b;
    if (!Peel(git, words.tips[range ? 1 : 0].id, ObjectType::kTree, &a) ||
        !Peel(git, words.tips[range ? 0 : 1].id, ObjectType::kTree, &b))
      return git.Fatal("bad object") ? 0 : 128;
    if (!ShowTrees(git, log, options, paths, a, b, into, nullptr, &any)) return StatusOf(git);
    return DiffStatus(git, options, any);
  }
  Commit commit, parent;
  if (!ReadCommit(git, words.tips[0].id, &commit)) return git.status();
  if (commit.parents.empty() && !root) return 0;
  std::vector<ObjectId> trees;
  for (const ObjectId& id : commit.parents) {
    if (!ReadCommit(git, id, &parent)) return git.status();
    trees.push_back(parent.tree);
  }
  if (trees.size() > 1 && options.combined) {
    return ShowMerge(git, options, trees, commit.tree, paths.empty() ? nullptr : &paths,
                     no_id ? "" : words.tips[0].id.Hex() + "\n");
  }
  if (trees.size() > 1 && !merges) return 0;
  if (trees.empty()) trees.emplace_back();
  for (const ObjectId& tree : trees) {
    if (!ShowTrees(git, log, options, paths, tree, commit.tree, into, no_id ? nullptr : &commit,
                   &any))
      return StatusOf(git);
  }
  return DiffStatus(git, options, any);
}

}  // namespace pysub::shell::git
