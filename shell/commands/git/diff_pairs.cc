// Which files differ: of trees, the index and the work tree.
//
// Trees are compared as trees, from the top, and equal ones are skipped by their names. With the
// index on one side the tree is flattened: both are lists of paths in the same order and are walked
// together.

#include "shell/commands/git/diff_pairs.h"

#include <algorithm>
#include <memory>

#include "shell/commands/git/config.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/inner_repository.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/outside_pairs.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/git/work_tree.h"
#include "shell/regex/regex.h"
#include "shell/text_search.h"

namespace pysub::shell::git {
namespace {

char StatusOf(const FilePair& pair) {
  if (pair.before.mode == 0) return 'A';
  if (pair.after.mode == 0) return 'D';
  return (pair.before.mode & kModeKind) != (pair.after.mode & kModeKind) ? 'T' : 'M';
}

bool AddPair(Git& git, FilePair pair, std::vector<FilePair>* pairs) {
  if (!git.Tick(32) ||
      !git.Charge(3 * sizeof(FilePair) + pair.before.path.size() + pair.after.path.size()))
    return false;
  pair.status = StatusOf(pair);
  pairs->push_back(std::move(pair));
  return true;
}

bool AddUnmerged(Git& git, const std::string& path, std::vector<FilePair>* pairs) {
  FilePair pair;
  if (!git.Charge(3 * sizeof(FilePair) + path.size())) return false;
  pair.before.path = pair.after.path = path;
  pair.status = 'U';
  pairs->push_back(std::move(pair));
  return true;
}

FilePair::Side SideOf(const std::string& path, uint32_t mode, const ObjectId& id) {
  return {path, mode, id, false};
}

// The file of the work tree for an entry, compared with `mode` and `id` of another state.
bool WorkSide(Git& git, IndexEntry* entry, FilePair::Side* side, bool* same_as_index) {
  WorkChange change = WorkChange::kNone;
  WorkFile file;
  if (!CompareWithWork(git, entry, &change, &file)) return false;
  *same_as_index = change == WorkChange::kNone;
  *side = {entry->path, 0, ObjectId(), true};
  if (change == WorkChange::kDeleted) return true;
  side->mode = file.mode != 0 ? file.mode : entry->mode;
  if (change == WorkChange::kNone) *side = {entry->path, entry->mode, entry->id, false};
  if ((entry->mode & kModeKind) == kModeSubmodule && file.is_directory)
    *side = {entry->path, entry->mode, HeadInside(git, entry->path).value_or(entry->id), false};
  return true;
}

// Walks a flat tree and the index side by side.
template <typename Both>
bool Together(Git& git, const std::vector<TreeEntry>& tree, const Pathspec* paths,
              const Both& both) {
  std::vector<IndexEntry>& entries = git.index().entries;
  size_t i = 0, j = 0;
  while (i < tree.size() || j < entries.size()) {
    if (!git.Tick(32)) return false;
    const int order = i == tree.size() ? 1
                      : j == entries.size()
                          ? -1
                          : std::string_view(tree[i].name).compare(entries[j].path);
    const TreeEntry* before = order <= 0 ? &tree[i++] : nullptr;
    IndexEntry* after = order >= 0 ? &entries[j++] : nullptr;
    const std::string& path = before != nullptr ? before->name : after->path;
    const bool unmerged = after != nullptr && after->stage != 0;
    while (unmerged && j < entries.size() && entries[j].path == path) ++j;
    if (paths != nullptr && !paths->Matches(git, path)) continue;
    if (!both(before, after, path, unmerged)) return false;
  }
  return true;
}

}  // namespace

bool DiffTreePairs(Git& git, const ObjectId& a, const ObjectId& b, const Pathspec* paths,
                   std::vector<FilePair>* pairs, bool recursive, bool show_trees) {
  std::vector<TreeChange> changes;
  if (!DiffTrees(git, a, b, paths, recursive, show_trees, &changes)) return false;
  for (const TreeChange& change : changes) {
    FilePair pair;
    pair.before = SideOf(change.path, change.old_mode, change.old_id);
    pair.after = SideOf(change.path, change.new_mode, change.new_id);
    if (!AddPair(git, std::move(pair), pairs)) return false;
  }
  return true;
}

bool DiffTreeIndex(Git& git, const ObjectId& id, const Pathspec* paths,
                   std::vector<FilePair>* pairs) {
  std::vector<TreeEntry> tree;
  if (!git.index().Load(git) || !FlattenTree(git, id, &tree, paths)) return false;
  return Together(
      git, tree, paths,
      [&](const TreeEntry* before, IndexEntry* after, const std::string& path, bool unmerged) {
        if (unmerged) return AddUnmerged(git, path, pairs);
        FilePair pair;
        if (after != nullptr && after->intent_to_add) after = nullptr;
        if (before == nullptr && after == nullptr) return true;
        if (before != nullptr && after != nullptr && before->id == after->id &&
            before->mode == after->mode)
          return true;
        pair.before = SideOf(path, before != nullptr ? before->mode : 0,
                             before != nullptr ? before->id : ObjectId());
        pair.after = SideOf(path, after != nullptr ? after->mode : 0,
                            after != nullptr ? after->id : ObjectId());
        return AddPair(git, std::move(pair), pairs);
      });
}

bool DiffIndexWork(Git& git, const Pathspec* paths, std::vector<FilePair>* pairs, uint8_t stage) {
  if (!git.index().Load(git)) return false;
  std::vector<IndexEntry>& entries = git.index().entries;
  for (size_t i = 0; i < entries.size(); ++i) {
    IndexEntry& entry = entries[i];
    if (!git.Tick(32)) return false;
    if (paths != nullptr && !paths->Matches(git, entry.path)) continue;
    if (entry.stage != 0) {
      if (!AddUnmerged(git, entry.path, pairs)) return false;
      const IndexEntry* ours = git.index().Find(entry.path, stage == 0 ? 2 : stage);
      const WorkFile file = LookAt(git, entry.path);
      pairs->back().after.mode = file.mode;
      const bool both = stage == 0 && ours != nullptr && git.index().Find(entry.path, 3) != nullptr;
      if (both) {
        // The patch is of both sides at once: combined.h shows how the file differs from them.
        pairs->back().before = SideOf(entry.path, ours->mode, ours->id);
        pairs->back().after = {entry.path, file.mode, ObjectId(), true};
      }
      if (ours != nullptr && file.mode != 0) {
        FilePair pair;
        pair.before = SideOf(entry.path, ours->mode, ours->id);
        pair.after = {entry.path, file.mode, ObjectId(), true};
        // (A file that is that version still has not changed, though its entry has no times.)
        FilePair::Side now = pair.after;
        if (!NameSide(git, &now)) return false;
        if (now.id != ours->id || now.mode != ours->mode || git.command == "diff-files") {
          if (!AddPair(git, std::move(pair), pairs)) return false;
          pairs->back().only_listed = both;
        }
      }
      while (i + 1 < entries.size() && entries[i + 1].path == entry.path) ++i;
      continue;
    }
    FilePair pair;
    bool same = false;
    if (!WorkSide(git, &entry, &pair.after, &same)) return false;
    if (same) continue;
    pair.before = SideOf(entry.path, entry.mode, entry.id);
    if (entry.intent_to_add) pair.before = SideOf(entry.path, 0, ObjectId());
    if (entry.intent_to_add && git.command == "diff" && !NameSide(git, &pair.after)) return false;
    if (!AddPair(git, std::move(pair), pairs)) return false;
  }
  return true;
}

bool DiffTreeWork(Git& git, const ObjectId& id, const Pathspec* paths,
                  std::vector<FilePair>* pairs) {
  std::vector<TreeEntry> tree;
  if (!git.index().Load(git) || !FlattenTree(git, id, &tree, paths)) return false;
  return Together(
      git, tree, paths,
      [&](const TreeEntry* before, IndexEntry* after, const std::string& path, bool unmerged) {
        FilePair pair;
        bool same = false;
        pair.before = SideOf(path, before != nullptr ? before->mode : 0,
                             before != nullptr ? before->id : ObjectId());
        pair.after = {path, 0, ObjectId(), true};
        if (unmerged) {
          const WorkFile file = LookAt(git, path);
          pair.after.mode = file.is_directory ? 0 : file.mode;
        } else if (after != nullptr && !WorkSide(git, after, &pair.after, &same)) {
          return false;
        }
        if (pair.before.mode == 0 && pair.after.mode == 0) return true;
        if (pair.before.mode == pair.after.mode) {
          // (The work tree may be back at what the tree has, beside another index.)
          if (!NameSide(git, &pair.after)) return false;
          if (pair.before.id == pair.after.id) return true;
        }
        return AddPair(git, std::move(pair), pairs);
      });
}

bool NameSide(Git& git, FilePair::Side* side) {
  if (!side->in_tree || side->mode == 0 || !side->id.IsNull()) return true;
  if ((side->mode & kModeKind) == kModeSubmodule) return true;
  // (What comes from standard input is shown without a name.)
  if (git.outside && side->path == kInput) return true;
  Git::Scratch scratch(git);
  std::string bytes;
  if (!ReadSide(git, *side, &bytes)) return false;
  side->id = HashObject(git, ObjectType::kBlob, bytes);
  return !git.over();
}

bool ReadSide(Git& git, const FilePair::Side& side, std::string* bytes) {
  bytes->clear();
  if (side.mode == 0) return true;
  if ((side.mode & kModeKind) == kModeSubmodule) {
    *bytes = "Subproject commit " + side.id.Hex() + "\n";
    return true;
  }
  if (!side.in_tree) return git.objects().ReadTyped(side.id, ObjectType::kBlob, bytes);
  if (git.outside) return ReadOutside(git, side, bytes);
  WorkFile file = LookAt(git, side.path);
  return ReadWorkFile(git, side.path, file, bytes);
}

bool IsBinary(std::string_view bytes) {
  return bytes.substr(0, 8000).find('\0') != std::string_view::npos;
}

bool PatchId(Git& git, const ObjectId& before, const ObjectId& after, ObjectId* id) {
  std::vector<FilePair> pairs;
  if (!DiffTreePairs(git, before, after, nullptr, &pairs)) return false;
  std::string text;
  for (const FilePair& pair : pairs) {
    Git::Scratch scratch(git);
    std::string a, b;
    Lines a_lines, b_lines;
    std::vector<DiffHunk> hunks;
    if (!ReadSide(git, pair.before, &a) || !ReadSide(git, pair.after, &b) ||
        !a_lines.Split(git, a) || !b_lines.Split(git, b) ||
        !DiffLines(git, a_lines, b_lines, {}, &hunks))
      return false;
    text += pair.Name() + pair.status;
    for (const DiffHunk& hunk : hunks) {
      std::string change;
      for (uint64_t i = hunk.a_begin; i < hunk.a_end; ++i) change.append("-").append(a_lines[i]);
      for (uint64_t i = hunk.b_begin; i < hunk.b_end; ++i) change.append("+").append(b_lines[i]);
      if (!git.Charge(change.size())) return false;
      text += HashBytes(git, change).Raw();
    }
  }
  *id = HashBytes(git, text);
  return !git.over();
}

// ---- what happens to all pairs

namespace {

// How often a text is in another.
bool CountText(Git& git, std::string_view text, std::string_view needle, const Regex* regex,
               uint64_t* count) {
  *count = 0;
  size_t at = 0;
  while (at <= text.size()) {
    if (!git.Tick(64)) return false;
    if (regex != nullptr) {
      RegexSpan span;
      if (regex->Search(RegexSubject(text), at, &span, 1, RegexAnchor::kNone,
                        &git.io().account()) != RegexOutcome::kMatch)
        return !git.over();
      at = static_cast<size_t>(std::max(span.end, span.begin + 1));
    } else {
      at = FindText(text, needle, at, [&](uint64_t work) { return git.Tick(work); });
      if (at == std::string_view::npos) return !git.over();
      at += needle.size();
    }
    ++*count;
  }
  return true;
}

// -S: the number of times changes; -G: a changed line matches.
bool Picks(Git& git, const DiffOptions& options, const FilePair& pair, bool* picked) {
  Git::Scratch scratch(git);
  std::string a, b, error;
  *picked = false;
  if (pair.status == 'U') return true;
  if (!ReadSide(git, pair.before, &a) || !ReadSide(git, pair.after, &b)) return false;
  const bool by_grep = !options.grep.empty();
  std::unique_ptr<Regex> regex;
  if (by_grep || options.pickaxe_regex) {
    regex = Regex::Compile(by_grep ? options.grep : options.pickaxe,
                           {.syntax = RegexSyntax::kPosixExtended, .multi_line = true},
                           &git.io().account(), &error);
    if (!regex) return git.Fatal("invalid regex: " + error);
  }
  if (!by_grep) {
    uint64_t before = 0, after = 0;
    if (!CountText(git, a, options.pickaxe, regex.get(), &before) ||
        !CountText(git, b, options.pickaxe, regex.get(), &after))
      return false;
    *picked = before != after;
    return true;
  }
  if (IsBinary(a) || IsBinary(b)) return true;
  Lines a_lines, b_lines;
  std::vector<DiffHunk> hunks;
  if (!a_lines.Split(git, a) || !b_lines.Split(git, b) ||
      !DiffLines(git, a_lines, b_lines, options.rules, &hunks))
    return false;
  const auto any = [&](const Lines& lines, uint64_t begin, uint64_t end) {
    for (uint64_t i = begin; i < end && git.Tick(16); ++i) {
      std::string_view line = lines[i];
      if (line.ends_with('\n')) line.remove_suffix(1);
      if (regex->Search(RegexSubject(line), 0, nullptr, 0, RegexAnchor::kNone,
                        &git.io().account()) == RegexOutcome::kMatch)
        return true;
    }
    return false;
  };
  for (const DiffHunk& hunk : hunks)
    if (any(a_lines, hunk.a_begin, hunk.a_end) || any(b_lines, hunk.b_begin, hunk.b_end))
      *picked = true;
  return !git.over();
}

}  // namespace

bool ArrangePairs(Git& git, const DiffOptions& options, std::vector<FilePair>* pairs) {
  if (options.reverse) {
    for (FilePair& pair : *pairs) {
      std::swap(pair.before, pair.after);
      if (pair.status == 'A')
        pair.status = 'D';
      else if (pair.status == 'D')
        pair.status = 'A';
    }
  }
  if (!FindRenames(git, options, pairs)) return false;
  if (!options.relative.empty()) {
    std::erase_if(*pairs,
                  [&](const FilePair& pair) { return !pair.Name().starts_with(options.relative); });
    for (FilePair& pair : *pairs) {
      // (A side of the work tree is read by its whole name.)
      for (FilePair::Side* side : {&pair.before, &pair.after})
        if (!NameSide(git, side)) return false;
    }
  }
  if (!options.pickaxe.empty() || !options.grep.empty()) {
    std::vector<FilePair> kept;
    bool any = false;
    for (FilePair& pair : *pairs) {
      bool picked = false;
      if (!Picks(git, options, pair, &picked)) return false;
      any = any || picked;
      if (picked || options.pickaxe_all) kept.push_back(std::move(pair));
    }
    if (!any) kept.clear();
    *pairs = std::move(kept);
  }
  if (!options.filter.empty()) {
    std::string wanted, unwanted;
    for (char c : options.filter) {
      if (c >= 'a' && c <= 'z')
        unwanted += static_cast<char>(c - 32);
      else
        wanted += c;
    }
    const auto fits = [&](const FilePair& pair) {
      return unwanted.find(pair.status) == std::string::npos &&
             (wanted.empty() || wanted.find(pair.status) != std::string::npos);
    };
    const bool all = wanted.find('*') != std::string::npos;
    if (all) {
      if (std::none_of(pairs->begin(), pairs->end(), fits)) pairs->clear();
    } else {
      std::erase_if(*pairs, [&](const FilePair& pair) { return !fits(pair); });
    }
  }
  return !git.over();
}

}  // namespace pysub::shell::git
