#include "shell/commands/text/tail_follow.h"

#include <algorithm>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"

namespace pysub::shell {
namespace {

constexpr int64_t kPollNs = 200'000'000;

bool IsStandardInput(const std::string& name) { return name == "-"; }

}  // namespace

void TailFollower::Add(CommandIo& io, const std::string& name, uint64_t index, int fd) {
  File file;
  file.index = last_ = index;
  auto stat = io.files().StatPath(CallerOf(io), name);
  if (stat.ok() && !IsStandardInput(name)) {
    file.dev = stat->dev;
    file.ino = stat->ino;
  }
  io.GiveBack(fd);  // the end is forgotten, too: there may be more next time
  file.size = io.FileSize(fd).value_or(0);
  file.fd = fd;
  files_.push_back(file);
}

void TailFollower::AddMissing(uint64_t index) {
  File file;
  file.index = index;
  files_.push_back(file);
}

bool TailFollower::AnyIsLeft() const {
  return std::any_of(files_.begin(), files_.end(),
                     [&](const File& file) { return file.fd >= 0 || (by_name && retries); });
}

Progress TailFollower::Step(CommandIo& io, const std::vector<std::string>& names) {
  while (at_ < files_.size()) {
    File& file = files_[at_];
    if (file.index >= names.size()) return Progress::Done(1);  // (of a state that was changed)
    const std::string& name = names[file.index];
    if (!IsStandardInput(name)) LookAtName(io, name, &file);
    if (file.fd >= 0) {
      if (auto end = StepEnd(CopyNew(io, name, file))) return *end;
      io.GiveBack(file.fd);
    }
    ++at_;
    if (io.Tick(64)) return Progress::Yield();
  }
  at_ = 0;
  if (!AnyIsLeft()) {
    io.Error("no files remaining");
    return Progress::Done(1);
  }
  if (ending_) return Progress::Done(0);
  ending_ = pid && !io.files().StatPath(CallerOf(io), "/proc/" + std::to_string(*pid)).ok();
  if (ending_) return Progress::Yield();  // it may have written meanwhile
  io.WakeAt(io.MonotonicNs() + kPollNs);
  return Progress::Wait();
}

// What the name stands for now. A file that has become shorter is read from its begin.
void TailFollower::LookAtName(CommandIo& io, const std::string& name, File* file) {
  auto stat = io.files().StatPath(CallerOf(io), name);
  const bool same = stat.ok() && stat->dev == file->dev && stat->ino == file->ino;
  if (file->fd >= 0 && same) {
    if (stat->size < file->size) {
      io.Error(QuoteFileIfNeeded(name) + ": file truncated");
      OpenNew(io, name, *stat, file);
    }
    file->size = stat->size;
    return;
  }
  if (!by_name) return;
  if (!stat.ok()) {
    if (file->fd < 0) return;
    // What was written to it before it went is still shown.
    if (CopyNew(io, name, *file) == Got::kYield) return;
    if (retries) {
      io.Error(QuoteFile(name) + " has become inaccessible", stat.error());
    } else {
      io.Error(QuoteFileIfNeeded(name), stat.error());
    }
    io.Close(file->fd);
    file->fd = -1;
    return;
  }
  if (file->fd >= 0 && CopyNew(io, name, *file) == Got::kYield) return;
  if (file->fd < 0 && !retries) return;
  if (stat->IsDirectory()) {
    if (!same) io.Error(QuoteFile(name) + " has been replaced with an untailable file");
    OpenNew(io, name, *stat, file);
    return;
  }
  const bool was_there = file->fd >= 0;
  OpenNew(io, name, *stat, file);
  if (file->fd >= 0)
    io.Error(QuoteFile(name) + (was_there ? " has been replaced;  following new file"
                                          : " has appeared;  following new file"));
}

void TailFollower::OpenNew(CommandIo& io, const std::string& name, const files::Stat& stat,
                           File* file) {
  if (file->fd > 0) io.Close(file->fd);
  file->fd = stat.IsDirectory() ? -1 : io.Open(name, OpenMode::kRead);
  file->dev = stat.dev;
  file->ino = stat.ino;
  file->size = 0;
}

Got TailFollower::CopyNew(CommandIo& io, const std::string& name, const File& file) {
  while (true) {
    std::string_view bytes;
    const Got got = GotOf(io.ReadSome(file.fd, &bytes));
    if (got != Got::kData) return got == Got::kWait ? Got::kEnd : got;
    if (headers && last_ != file.index)
      io.Out("\n==> " + (IsStandardInput(name) ? "standard input" : name) + " <==\n");
    last_ = file.index;
    io.Out(bytes);
    if (io.Tick(bytes.size())) return Got::kYield;
  }
}

}  // namespace pysub::shell
