#include "shell/run/descriptors.h"

#include <errno.h>

#include <algorithm>
#include <utility>

#include "shell/snapshot/serialiser.h"

namespace pysub::shell {

void Descriptors::Redirect(Budget* budget, int fd, Ref<Description> description, bool permanent) {
  if (!permanent) {
    // Each keeps open what was there before.
    constexpr size_t kFree = 64, kEach = sizeof(Undo) + sizeof(Description) + 64;
    if (undo_.size() == undo_.capacity() && undo_.size() >= kFree) {
      const size_t room = undo_.size() * 5 / 4;
      if (!undo_held_.Add(budget, static_cast<int64_t>(room * kEach))) return;
      undo_.reserve(room);
      undo_held_.Set(budget, static_cast<int64_t>(room * kEach));
    }
    undo_.push_back({fd, table_.Get(fd)});
  }
  table_.Set(fd, std::move(description));
}

void Descriptors::UndoTo(Budget* budget, size_t mark) {
  while (undo_.size() > mark) {
    table_.Set(undo_.back().fd, std::move(undo_.back().old));
    undo_.pop_back();
    budget->Tick(1);
  }
  if (undo_.empty() && undo_held_.bytes() > 0) {
    LetGo(&undo_);
    undo_held_.Release();
  }
}

bool Descriptors::HasInputBehind(size_t mark) const {
  for (size_t i = mark; i < undo_.size(); ++i) {
    if (undo_[i].fd == 0) return true;
  }
  return false;
}

// Bytes that do not fit into their pipe wait in pieces: a text that grows would need room for what
// it was and what it becomes.
void Descriptors::Stage(Budget* budget, int fd, const Ref<Description>& to, std::string_view bytes,
                        Staged* last) {
  constexpr size_t kPiece = 256 << 10;
  if (last != nullptr && last->bytes.size() + bytes.size() <= kPiece) {
    if (last->held.MakeRoom(budget, &last->bytes, bytes.size())) last->bytes += bytes;
    return;
  }
  MemoryCharge held;
  if (!held.Add(budget, static_cast<int64_t>(bytes.size()))) return;
  staged_.push_back({.fd = fd, .to = to, .bytes = std::string(bytes), .held = std::move(held)});
}

IoStatus Descriptors::Write(Budget* budget, int fd, std::string_view bytes) {
  Ref<Description> to = table_.Get(fd);
  if (!to) {
    // (A message that nobody can see; what it tells is in the status.)
    if (fd != 2) FailWrite(EBADF);
    return IoStatus::kError;
  }
  auto waits = std::find_if(staged_.rbegin(), staged_.rend(),
                            [&](const Staged& item) { return item.to == to; });
  if (waits != staged_.rend()) {
    Stage(budget, fd, to, bytes, &*waits);
    return IoStatus::kDone;
  }
  size_t written = 0;
  const IoStatus status = WriteTo(to.get(), bytes, &written, &write_error_);
  if (status == IoStatus::kError && !budget->stopped()) write_failed_ = true;
  if (status == IoStatus::kWait) Stage(budget, fd, to, bytes.substr(written), nullptr);
  return status == IoStatus::kWait ? IoStatus::kDone : status;
}

IoStatus Descriptors::Flush(Budget* budget, Ref<Description>* full) {
  for (size_t i = 0; i < staged_.size();) {
    budget->Tick(1);
    Staged& item = staged_[i];
    size_t written = 0;
    int error = 0;
    IoStatus status =
        WriteTo(item.to.get(), std::string_view(item.bytes).substr(item.sent), &written, &error);
    item.sent += written;
    if (status == IoStatus::kWait) {
      *full = item.to;
      ++i;
      continue;
    }
    staged_.erase(staged_.begin() + static_cast<std::ptrdiff_t>(i));
    if (status == IoStatus::kBrokenPipe) {
      staged_.clear();
      return IoStatus::kBrokenPipe;
    }
  }
  return staged_.empty() ? IoStatus::kDone : IoStatus::kWait;
}

size_t Descriptors::StagedBytes() const {
  size_t bytes = 0;
  for (const Staged& item : staged_) bytes += item.bytes.size() - item.sent;
  return bytes;
}

// ---- snapshots

void Undo::Fields(Serialiser& serialiser) {
  serialiser(fd, old);
  serialiser.Check(fd >= 0, "a redirection");
}

void Staged::Fields(Serialiser& serialiser) {
  serialiser(fd, bytes, sent);
  serialiser.Needed(to);
  serialiser.Check(sent <= bytes.size(), "output that waits");
  if (serialiser.loading()) held.Load(serialiser, bytes.size());
}

void Descriptors::Fields(Serialiser& serialiser) {
  serialiser(table_, undo_, staged_, write_failed_, write_error_);
  if (serialiser.loading())
    undo_held_.Load(serialiser, undo_.size() * (sizeof(Undo) + sizeof(Description)));
}

}  // namespace pysub::shell
