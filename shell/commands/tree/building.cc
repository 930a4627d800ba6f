// All lists of an operand, before the first line of it is printed: --du, --prune, --matchdirs.

#include <algorithm>

#include "shell/commands/tree/tree.h"

namespace pysub::shell::tree {

// --matchdirs: whether a directory fits -P by its path behind the operand. It is told by the number
// of its parts, so one that a link has led to has the last ones of wherever that is.
bool Tree::MatchesFromOperand(CommandIo& io, std::string_view path) {
  size_t begin = path.size();
  for (size_t parts = levels_.size(); parts > 0; --parts) {
    begin = begin == 0 ? 0 : path.rfind('/', begin - 1);
    if (begin == std::string_view::npos || begin == 0) {
      begin = 0;
      break;
    }
    if (parts == 1) ++begin;
  }
  path.remove_prefix(begin);
  return !path.empty() && AnyFits(io, options_.wanted, path, true);
}

TreeEntry& Tree::Owner(size_t level) {
  if (level == 0) return root_;
  const Level& above = levels_[level - 1];
  return lists_[above.list].entries[static_cast<size_t>(above.next)];
}

// The last of the lists is read. Where nothing is in it, the real one keeps the ignore file of the
// directory, which then counts for all that follows; so does this.
void Tree::Built(CommandIo& io, bool failed) {
  const size_t list = lists_.size();
  TreeEntry& owner = Owner(levels_.size());
  const uint64_t count = lists_.back().entries.size();
  if (failed) owner.trouble = Trouble::kCannotOpen;
  if (IsTooMany(count)) {
    owner.trouble = Trouble::kTooMany;
    owner.too_many = count;
  }
  if (count > 0 && owner.trouble == Trouble::kNone) {
    owner.list = static_cast<uint32_t>(list);
    stage_ = Stage::kBuild;
    failed_ = !PushLevel(io, read_path_, static_cast<uint32_t>(list - 1), read_ignore_file_);
    return;
  }
  DropLists(io, list - 1);
  if (levels_.empty())
    ShowOperand(io, owner.trouble != Trouble::kNone);
  else
    EntryBuilt(io, true);
}

void Tree::BuildStep(CommandIo& io) {
  Level& level = levels_.back();
  std::vector<TreeEntry>& entries = lists_[level.list].entries;
  if (level.next >= entries.size()) {
    entries.resize(static_cast<size_t>(level.kept));
    if (!SortEntries(io, options_, &entries)) {
      failed_ = true;
      return;
    }
    if (entries.empty()) {
      Owner(levels_.size() - 1).list = 0;
      DropLists(io, level.list);
      level.has_ignore_file = false;  // (see Built)
    }
    PopLevel(io);
    if (levels_.empty())
      ShowOperand(io, false);
    else
      EntryBuilt(io, true);
    return;
  }
  TreeEntry& entry = Current();
  const TreeOptions& o = options_;
  const bool may_enter = entry.is_directory && !(o.one_device && device_ != entry.target_device);
  const bool follows = may_enter && (!entry.is_link || o.follow_links);
  // Only links can lead to what was seen, but all directories count as such.
  if (follows && WasSeen(io, entry) && entry.is_link) {
    entry.trouble = Trouble::kRecursive;
  } else if (follows && levels_.size() < o.max_level) {
    std::string path = entry.is_link ? entry.target : entry.name;
    if (!entry.is_link || !path.starts_with('/'))
      path.insert(0, level.path + (o.full_paths && level.path == "/" ? "" : "/"));
    Enter(io, std::move(path));
    return;
  }
  EntryBuilt(io, may_enter);
}

// The current entry has all that is below it.
void Tree::EntryBuilt(CommandIo& io, bool may_prune) {
  stage_ = Stage::kBuild;
  Level& level = levels_.back();
  std::vector<TreeEntry>& entries = lists_[level.list].entries;
  TreeEntry& entry = Current();
  const TreeOptions& o = options_;
  const bool goes = o.prune && may_prune && entry.list == 0 &&
                    !(o.match_directories && AnyFits(io, o.wanted, entry.name, entry.is_directory));
  if (!goes) {
    if (o.disk_usage) Owner(levels_.size() - 1).size += entry.size;
    if (level.kept != level.next) entries[static_cast<size_t>(level.kept)] = std::move(entry);
    ++level.kept;
  }
  ++level.next;
}

}  // namespace pysub::shell::tree
