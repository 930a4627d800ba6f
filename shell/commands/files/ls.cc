#include <algorithm>
#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/files/ls_command.h"
#include "shell/commands/files/name_pattern.h"
#include "shell/commands/quoting.h"

namespace pysub::shell {
namespace {

constexpr size_t kPageNames = 256;

}  // namespace

//   operands --> look at each --> print those that are files --> waiting_ (a stack of directories)
//   a directory: read a page of names, look at each, sort, lay out, print line by line
//   -R: its directories go on the stack
//
// Each arrow may be the place where a step ends. A directory with a million names is read and
// printed over many steps; only sorting is one.
Progress Ls::Step(CommandIo& io) {
  while (true) {
    switch (stage_) {
      case Stage::kStart:
        if (std::optional<Progress> end = Start(io)) return *end;
        stage_ = Stage::kOperands;
        break;
      case Stage::kOperands:
        while (next_operand_ < operands_.size()) {
          LookAtOperand(io, operands_[next_operand_++]);
          if (io.Tick(64)) return Progress::Yield();
        }
        SortLsEntries(style_, &entries_);
        SortLsEntries(style_, &directories_);
        for (size_t i = directories_.size(); i-- > 0;)
          waiting_.push_back({directories_[i].name, true});
        many_operands_ = operands_.size() > 1;
        printer_.Start(io, style_, entries_, io.RealTimeNs(), directories_);
        stage_ = Stage::kPrintOperands;
        break;
      case Stage::kPrintOperands:
        if (!entries_.empty()) {
          printed_ = true;
          if (!printer_.Print(io, style_, entries_)) return Progress::Yield();
        }
        stage_ = Stage::kNextDirectory;
        break;
      case Stage::kNextDirectory:
        Release(io);
        if (waiting_.empty()) return Progress::Done(status_);
        if (OpenNext(io)) stage_ = Stage::kRead;
        if (io.Tick(64)) return Progress::Yield();
        break;
      case Stage::kRead:
        if (!ReadPage(io)) return Progress::Done(2);
        if (all_read_) {
          SortLsEntries(style_, &entries_);
          PrintHead(io);
          if (recursive_) PushSubdirectories();
          printer_.Start(io, style_, entries_, io.RealTimeNs());
          stage_ = Stage::kPrint;
        }
        if (io.Tick(64)) return Progress::Yield();
        break;
      case Stage::kPrint:
        if (!printer_.Print(io, style_, entries_)) return Progress::Yield();
        stage_ = Stage::kNextDirectory;
        break;
    }
  }
}

void Ls::Release(CommandIo& io) {
  entries_.clear();
  printer_ = LsPrinter();  // (what it measured was of them)
  (void)io.Reserve(-reserved_);
  reserved_ = 0;
}

bool Ls::Look(CommandIo& io, const std::string& path, bool follow, LsEntry* entry) {
  files::Result<files::Stat> stat =
      io.files().StatPath(CallerOf(io), path, follow ? files::Follow::kYes : files::Follow::kNo);
  if (!stat.ok()) {
    io.Error("cannot access " + QuoteFile(path), stat.error());
    status_ = std::max(status_, 1);
    return false;
  }
  entry->stat = *stat;
  AddTarget(io, path, entry);
  return true;
}

void Ls::AddTarget(CommandIo& io, const std::string& path, LsEntry* entry) {
  if (!entry->stat.IsSymlink()) return;
  if (style_.layout != LsStyle::Layout::kLong && !style_.directories_first) return;
  files::Result<std::string> target = io.files().Readlink(CallerOf(io), path);
  if (!target.ok()) return;
  entry->target = *target;
  files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), path);
  entry->target_known = stat.ok();
  entry->target_stat = stat.value();
}

void Ls::LookAtOperand(CommandIo& io, const std::string& path) {
  LsEntry entry;
  entry.name = path;
  bool follow = links_ == Links::kAll || links_ == Links::kOperands;
  if (links_ == Links::kOperandDirectories) {
    files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), path);
    follow = stat.ok() && stat->IsDirectory();
  }
  if (!Look(io, path, follow, &entry)) {
    status_ = 2;
    return;
  }
  if (entry.stat.IsDirectory() && !directories_as_files_)
    directories_.push_back(std::move(entry));
  else
    entries_.push_back(std::move(entry));
}

bool Ls::Shown(std::string_view name) const {
  if (name.starts_with('.')) {
    if (shows_ == Shows::kVisible) return false;
    if (shows_ == Shows::kAlmostAll && (name == "." || name == "..")) return false;
  }
  auto matches = [&](const std::vector<std::string>& patterns) {
    return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
      return MatchName(pattern, name, kPeriodIsSpecial);
    });
  };
  return !matches(ignore_) && (shows_ != Shows::kVisible || !matches(hide_));
}

// The name of a directory is printed before what is in it, when there are several. An unreadable
// one is told without a heading.
bool Ls::OpenNext(CommandIo& io) {
  Waiting next = std::move(waiting_.back());
  waiting_.pop_back();
  path_ = std::move(next.path);
  path_is_operand_ = next.operand;
  last_name_.clear();
  all_read_ = false;
  files::Result<std::vector<files::DirectoryEntry>> probe =
      io.files().ListSome(CallerOf(io), path_, "", 1);
  if (probe.ok()) {
    if (shows_ == Shows::kAll) {
      for (const char* name : {".", ".."}) {
        files::Result<files::Stat> stat = io.files().Lstat(CallerOf(io), JoinPath(path_, name));
        AddEntry(io, {name, files::FileKind::kDirectory, stat->ino});
      }
    }
    return true;
  }
  io.Error("cannot open directory " + QuoteFile(path_), probe.error());
  status_ = std::max(status_, path_is_operand_ ? 2 : 1);
  return false;
}

// Names and kinds are known without looking at each file.
bool Ls::NeedsStat() const {
  return style_.layout == LsStyle::Layout::kLong || style_.blocks ||
         style_.sort == LsStyle::Sort::kTime || style_.sort == LsStyle::Sort::kSize ||
         style_.indicators == LsStyle::Indicators::kClassify || style_.directories_first ||
         links_ == Links::kAll;
}

void Ls::AddEntry(CommandIo& io, const files::DirectoryEntry& found) {
  if (!Shown(found.name)) return;
  LsEntry entry;
  entry.name = found.name;
  entry.stat.kind = found.kind;
  entry.stat.ino = found.ino;
  if (NeedsStat() && !Look(io, JoinPath(path_, entry.name), links_ == Links::kAll, &entry))
    entry.known = false;
  entries_.push_back(std::move(entry));
}

// Reading goes on behind the last name that was seen. So it can stop between pages, and names that
// come or go meanwhile do no harm.
bool Ls::ReadPage(CommandIo& io) {
  files::Result<std::vector<files::DirectoryEntry>> page =
      io.files().ListSome(CallerOf(io), path_, last_name_, kPageNames);
  if (!page.ok()) {
    io.Error("reading directory " + QuoteFile(path_), page.error());
    status_ = std::max(status_, path_is_operand_ ? 2 : 1);
    all_read_ = true;
    return true;
  }
  int64_t bytes = 0;
  for (const files::DirectoryEntry& entry : *page)
    bytes += static_cast<int64_t>(sizeof(LsEntry) + entry.name.size());
  if (!io.Reserve(bytes)) return false;
  reserved_ += bytes;
  if (!page->empty()) last_name_ = page->back().name;
  all_read_ = page->size() < kPageNames;
  for (const files::DirectoryEntry& entry : *page) AddEntry(io, entry);
  io.Tick(page->size() * 64);
  return true;
}

void Ls::PrintHead(CommandIo& io) {
  if (recursive_ || many_operands_) {
    if (printed_) io.Out("\n");
    io.Out(LsQuote(style_, path_) + ":\n");
  }
  printed_ = true;
  if (style_.layout != LsStyle::Layout::kLong && !style_.blocks) return;
  uint64_t blocks = 0;
  for (const LsEntry& entry : entries_) blocks += entry.known ? entry.stat.blocks : 0;
  io.Out("total " + SizeText(blocks * 512, style_.block_style) + style_.end);
}

void Ls::PushSubdirectories() {
  for (size_t i = entries_.size(); i-- > 0;) {
    const LsEntry& entry = entries_[i];
    if (!entry.stat.IsDirectory() || entry.name == "." || entry.name == "..") continue;
    waiting_.push_back({JoinPath(path_, entry.name), false});
  }
}

void Ls::Fields(Archive& archive) {
  archive(stage_, style_, shows_, links_, directories_as_files_, recursive_, width_given_,
          many_operands_, printed_, all_read_, ignore_, hide_, operands_, next_operand_, entries_,
          directories_, waiting_, path_, path_is_operand_, last_name_, printer_, status_);
  archive.Charged(reserved_);
  if (stage_ > Stage::kPrint || links_ > Links::kAll || !printer_.Fits(entries_.size()))
    archive.Fail();
}

std::unique_ptr<Command> MakeLs() { return Make<Ls>(); }

}  // namespace pysub::shell
