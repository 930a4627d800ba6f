// A directory of a tree is read: which of its files are shown, and in which order.

#include <sys/stat.h>

#include <algorithm>

#include "shell/commands/simple.h"
#include "shell/commands/tree/pattern.h"
#include "shell/commands/tree/tree.h"

namespace pysub::shell::tree {
namespace {

constexpr size_t kPageNames = 128;

// strverscmp(3): numbers in names count as numbers; those with zeros in front are parts of one
// ("01" < "1", "009" < "09" < "9").
int CompareNumbered(std::string_view a, std::string_view b) {
  auto byte = [](std::string_view text, size_t at) -> int {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
  };
  auto is_digit = [&](std::string_view text, size_t at) {
    return byte(text, at) >= '0' && byte(text, at) <= '9';
  };
  const size_t at = static_cast<size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<ptrdiff_t>(std::min(a.size(), b.size())),
                    b.begin())
          .first -
      a.begin());
  size_t number = at;  // where the digits begin in which they differ
  while (number > 0 && is_digit(a, number - 1)) --number;
  auto begins_number = [&](std::string_view text) {
    return is_digit(text, number) && byte(text, number) != '0';
  };
  if (begins_number(a) && begins_number(b)) {
    size_t end = at;
    while (is_digit(a, end) && is_digit(b, end)) ++end;
    if (is_digit(a, end)) return 1;
    if (is_digit(b, end)) return -1;
  } else if (number < at && (is_digit(a, at) || is_digit(b, at)) &&
             a.substr(number, at - number).find_first_not_of('0') == std::string_view::npos) {
    // The longer row of zeros goes first.
    auto rank = [&](std::string_view text) { return is_digit(text, at) ? byte(text, at) : 256; };
    return rank(a) - rank(b);
  }
  return byte(a, at) - byte(b, at);
}

template <typename T>
int Compare(T a, T b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

int CompareBy(TreeOptions::Sort sort, const TreeEntry& a, const TreeEntry& b) {
  switch (sort) {
    case TreeOptions::Sort::kVersion: return CompareNumbered(a.name, b.name);
    case TreeOptions::Sort::kSize: return Compare(b.size, a.size);
    case TreeOptions::Sort::kModified: return Compare(a.modified, b.modified);
    case TreeOptions::Sort::kChanged: return Compare(a.changed, b.changed);
    default: return 0;
  }
}

// Puts what stands at order[i] to i.
void Rearrange(std::vector<uint32_t>* order, std::vector<TreeEntry>* entries) {
  for (uint32_t i = 0; i < order->size(); ++i) {
    if ((*order)[i] == i) continue;
    TreeEntry first = std::move((*entries)[i]);
    uint32_t at = i;
    while (true) {
      const uint32_t from = std::exchange((*order)[at], at);
      if (from == i) break;
      (*entries)[at] = std::move((*entries)[from]);
      at = from;
    }
    (*entries)[at] = std::move(first);
  }
}

}  // namespace

bool SortEntries(CommandIo& io, const TreeOptions& options, std::vector<TreeEntry>* entries) {
  using Sort = TreeOptions::Sort;
  using First = TreeOptions::First;
  if (options.sort == Sort::kNone) return true;
  io.Tick(entries->size());
  if (options.sort == Sort::kName && options.first == First::kNobody) {
    if (options.reverse) std::reverse(entries->begin(), entries->end());
    return true;
  }
  const auto bytes = static_cast<int64_t>(entries->size() * sizeof(uint32_t));
  if (!io.Reserve(bytes)) return false;
  std::vector<uint32_t> order(entries->size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](uint32_t i, uint32_t j) {
    const TreeEntry &a = (*entries)[i], &b = (*entries)[j];
    if (options.first != First::kNobody && a.is_directory != b.is_directory)
      return a.is_directory == (options.first == First::kDirectories);
    int result = CompareBy(options.sort, a, b);
    if (result == 0) result = Compare(i, j);
    return options.reverse ? result > 0 : result < 0;
  });
  io.Tick(entries->size() * 64);
  Rearrange(&order, entries);
  return io.Reserve(-bytes);
}

void Tree::Enter(CommandIo& io, std::string path) {
  read_unfiltered_ = options_.match_directories && MatchesFromOperand(io, path);
  read_ignore_file_ = options_.gitignore && ignores_.PushDirectory(io, path);
  read_path_ = std::move(path);
  read_last_.clear();
  stage_ = Stage::kRead;
  if (!MakeRoom(io, &lists_, 1, &lists_room_)) {
    failed_ = true;
    return;
  }
  lists_.emplace_back();
}

void Tree::ReadPage(CommandIo& io) {
  files::Result<std::vector<files::DirectoryEntry>> page =
      io.files().ListSome(CallerOf(io), read_path_, read_last_, kPageNames);
  if (!page.ok()) {
    ReadDone(io, read_last_.empty());
    return;
  }
  TreeList& list = lists_.back();
  if (!MakeRoom(io, &list.entries, page->size(), &list.room)) {
    failed_ = true;
    return;
  }
  for (const files::DirectoryEntry& found : *page) {
    if (options_.all || !found.name.starts_with('.')) AddEntry(io, found.name);
    if (failed_) return;
  }
  if (!page->empty()) read_last_ = page->back().name;
  if (page->size() < kPageNames) ReadDone(io, false);
}

void Tree::ReadDone(CommandIo& io, bool failed) {
  if (options_.NeedsWholeTree()) {
    Built(io, failed);
    return;
  }
  if (!SortEntries(io, options_, &lists_.back().entries)) {
    failed_ = true;
  } else if (levels_.empty()) {
    ShowOperand(io, failed);
  } else {
    Listed(io, failed);
  }
}

void Tree::AddEntry(CommandIo& io, const std::string& name) {
  const std::string path = JoinPath(read_path_, name);
  files::Result<files::Stat> stat = io.files().Lstat(CallerOf(io), path);
  io.Tick(64 + path.size() / 4);
  if (!stat.ok()) return;
  TreeEntry entry;
  entry.name = name;
  entry.Take(*stat);
  entry.target_inode = entry.inode;
  entry.target_device = entry.device;
  entry.is_directory = stat->IsDirectory();
  entry.is_link = stat->IsSymlink();
  if (entry.is_link) {
    files::Result<files::Stat> target = io.files().StatPath(CallerOf(io), path);
    entry.target_inode = target->ino;
    entry.target_device = target->dev;
    entry.target_mode = target.ok() ? target->StMode() : 0;
    entry.is_directory = target.ok() && target->IsDirectory();
    entry.is_orphan = !target.ok();
    io.Tick(128);
  }
  if (!IsShown(io, entry, path)) return;
  if (entry.is_link) {
    files::Result<std::string> target = io.files().Readlink(CallerOf(io), path);
    if (target.ok()) {
      entry.target = *std::move(target);
    } else {
      entry.target = "[Error reading symbolic link information]";
      entry.is_directory = entry.is_orphan = false;
    }
  }
  const auto held = static_cast<int64_t>(entry.name.size() + entry.target.size());
  TreeList& list = lists_.back();
  if (!io.Reserve(held)) {
    failed_ = true;
    return;
  }
  list.texts += held;
  list.entries.push_back(std::move(entry));
}

bool Tree::IsShown(CommandIo& io, const TreeEntry& entry, const std::string& path) {
  const TreeOptions& o = options_;
  if (o.gitignore && ignores_.Ignores(io, path, entry.name, entry.is_directory, o.ignore_case))
    return false;
  const bool may_be_entered = entry.is_directory && (!entry.is_link || o.follow_links);
  if (!may_be_entered && !o.wanted.empty() && !read_unfiltered_ &&
      !AnyFits(io, o.wanted, entry.name, entry.is_directory))
    return false;
  if (AnyFits(io, o.unwanted, entry.name, entry.is_directory)) return false;
  return !o.only_directories || entry.is_directory;
}

// A pattern that is none fits everything here.
bool Tree::AnyFits(CommandIo& io, const std::vector<std::string>& patterns, std::string_view text,
                   bool is_directory) const {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    io.Tick(PatternCost(pattern, text));
    return FitPattern(pattern, text, is_directory, options_.ignore_case) != Fit::kNo;
  });
}

void Tree::DropLists(CommandIo& io, size_t from) {
  int64_t bytes = 0;
  for (size_t i = from; i < lists_.size(); ++i)
    bytes += static_cast<int64_t>(lists_[i].room) + lists_[i].texts;
  io.Tick(static_cast<uint64_t>(bytes) / 64);
  lists_.resize(std::min(from, lists_.size()));
  static_cast<void>(io.Reserve(-bytes));
}

bool Tree::PushLevel(CommandIo& io, std::string path, uint32_t list, bool has_ignore_file) {
  const auto held = static_cast<int64_t>(path.size());
  if (!io.Reserve(held)) return false;
  paths_ += held;
  if (!MakeRoom(io, &levels_, 1, &levels_room_)) return false;
  levels_.push_back({.path = std::move(path), .list = list, .has_ignore_file = has_ignore_file});
  return true;
}

void Tree::PopLevel(CommandIo& io) {
  const int64_t held = std::min(paths_, static_cast<int64_t>(levels_.back().path.size()));
  paths_ -= held;
  static_cast<void>(io.Reserve(-held));
  if (levels_.back().has_ignore_file) ignores_.Pop(io);
  levels_.pop_back();
}

bool Tree::WasSeen(CommandIo& io, const TreeEntry& entry) {
  constexpr int64_t kNode = 96;
  if (!options_.follow_links) return false;
  const std::pair<uint32_t, uint64_t> key(entry.target_device, entry.target_inode);
  if (seen_.contains(key)) return true;
  if (!io.Reserve(kNode)) {
    failed_ = true;
    return false;
  }
  seen_room_ += kNode;
  seen_[key] = true;
  return false;
}

}  // namespace pysub::shell::tree
