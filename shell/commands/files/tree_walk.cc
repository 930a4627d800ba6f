#include "shell/commands/files/tree_walk.h"

#include <algorithm>
#include <cerrno>

namespace pysub::shell {
namespace {

constexpr size_t kPageNames = 256;

}  // namespace

void TreeWalk::Start(std::vector<std::string> operands, uint32_t flags, uint32_t max_depth) {
  operands_ = std::move(operands);
  next_operand_ = 0;
  levels_.clear();
  flags_ = flags;
  max_depth_ = max_depth;
}

void TreeWalk::Stop() {
  next_operand_ = operands_.size();
  levels_.clear();
}

void TreeWalk::Prune() {
  if (levels_.empty()) return;
  levels_.back().all_read = true;
  levels_.back().page.clear();
  levels_.back().page_at = 0;
}

TreeWalk::Visit TreeWalk::Look(CommandIo& io, uint32_t depth) {
  Visit visit;
  visit.path = path_;
  visit.depth = depth;
  bool follow = (flags_ & kAllLinks) != 0 || ((flags_ & kOperandLinks) != 0 && depth == 0);
  files::Result<files::Stat> stat =
      io.files().StatPath(CallerOf(io), path_, follow ? files::Follow::kYes : files::Follow::kNo);
  if (!stat.ok() && follow && (flags_ & kAllLinks) != 0 &&
      (stat.error() == ENOENT || stat.error() == ENOTDIR)) {
    files::Result<files::Stat> link = io.files().Lstat(CallerOf(io), path_);
    if (link.ok()) stat = link;
  }
  if (!stat.ok()) {
    visit.kind = Visit::Kind::kCannotStat;
    visit.error = stat.error();
    return visit;
  }
  visit.stat = *stat;
  if (!stat->IsDirectory() || (flags_ & kFlat) != 0 || depth >= max_depth_) return visit;
  if ((flags_ & kAllLinks) != 0) {
    for (const Level& level : levels_) {
      if (level.dev == stat->dev && level.ino == stat->ino) {
        visit.kind = Visit::Kind::kLoop;
        visit.loop_path = path_.substr(0, level.path_size);
        return visit;
      }
    }
    io.Tick(levels_.size());
  }
  visit.kind = Visit::Kind::kEnter;
  Level level;
  level.path_size = path_.size();
  level.dev = stat->dev;
  level.ino = stat->ino;
  level.all_read =
      (flags_ & kOneDevice) != 0 && !levels_.empty() && levels_.back().dev != stat->dev;
  levels_.push_back(std::move(level));
  return visit;
}

std::optional<TreeWalk::Visit> TreeWalk::Leave(CommandIo& io) {
  path_.resize(levels_.back().path_size);
  Visit visit;
  visit.kind = Visit::Kind::kLeave;
  visit.path = path_;
  levels_.pop_back();
  visit.depth = static_cast<uint32_t>(levels_.size());
  bool follow = (flags_ & kAllLinks) != 0 || ((flags_ & kOperandLinks) != 0 && visit.depth == 0);
  visit.stat = io.files()
                   .StatPath(CallerOf(io), path_, follow ? files::Follow::kYes : files::Follow::kNo)
                   .value();
  return visit;
}

std::optional<TreeWalk::Visit> TreeWalk::Next(CommandIo& io) {
  if (levels_.empty()) {
    if (next_operand_ >= operands_.size()) return std::nullopt;
    path_ = operands_[next_operand_++];
    return Look(io, 0);
  }
  Level& level = levels_.back();
  path_.resize(std::min<size_t>(path_.size(), level.path_size));
  if (level.page_at == level.page.size() && !level.all_read) {
    files::Result<std::vector<files::DirectoryEntry>> page =
        io.files().ListSome(CallerOf(io), path_, level.last, kPageNames);
    if (!page.ok()) {
      level.all_read = true;
      Visit visit;
      visit.kind = Visit::Kind::kCannotRead;
      visit.path = path_;
      visit.depth = static_cast<uint32_t>(levels_.size()) - 1;
      visit.error = page.error();
      return visit;
    }
    level.page.clear();
    level.page_at = 0;
    for (files::DirectoryEntry& entry : *page) level.page.push_back(std::move(entry.name));
    if (page->size() < kPageNames) level.all_read = true;
    if (!level.page.empty()) level.last = level.page.back();
    io.Tick(level.page.size());
  }
  if (level.page_at >= level.page.size()) return Leave(io);
  if (path_.empty() || path_.back() != '/') path_ += '/';
  path_ += level.page[level.page_at++];
  return Look(io, static_cast<uint32_t>(levels_.size()));
}

void TreeWalk::Fields(Archive& archive) {
  archive(operands_, next_operand_, flags_, max_depth_, path_, levels_);
  for (const Level& level : levels_) {
    if (level.path_size > path_.size() || level.page_at > level.page.size()) archive.Fail();
  }
}

}  // namespace pysub::shell
