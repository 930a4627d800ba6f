#include "shell/run/descriptor.h"

#include <errno.h>

#include <algorithm>
#include <utility>

namespace pysub::shell {

Description::~Description() {
  if (kind == Kind::kFile) files->Release(file);
  if (kind == Kind::kPipeRead || kind == Kind::kPipeBoth) --pipe->readers;
  if (kind == Kind::kPipeWrite || kind == Kind::kPipeBoth) --pipe->writers;
}

Ref<Description> MakePipeEnd(const Ref<Pipe>& pipe, Description::Kind kind) {
  auto end = MakeRef<Description>(kind);
  end->pipe = pipe;
  if (kind != Description::Kind::kPipeWrite) ++pipe->readers;
  if (kind != Description::Kind::kPipeRead) ++pipe->writers;
  return end;
}

Ref<Description> OpenFifo(const Ref<Pipe>& pipe, Description::Kind kind) {
  bool reads = kind != Description::Kind::kPipeWrite;
  bool connected = reads ? pipe->writers > 0 : pipe->readers > 0;
  Ref<Description> end = MakePipeEnd(pipe, kind);
  end->is_fifo = true;
  end->opens_seen = (reads ? pipe->writer_opens : pipe->reader_opens) - (connected ? 1 : 0);
  if (reads) ++pipe->reader_opens;
  if (kind != Description::Kind::kPipeRead) ++pipe->writer_opens;
  return end;
}

namespace {

// A FIFO whose other side nobody has opened.
bool Awaits(const Description& end) {
  if (!end.is_fifo || end.kind == Description::Kind::kPipeBoth) return false;
  return end.opens_seen == (end.kind == Description::Kind::kPipeRead ? end.pipe->writer_opens
                                                                     : end.pipe->reader_opens);
}

bool IsReadEnd(const Description& end) {
  return end.kind == Description::Kind::kPipeRead || end.kind == Description::Kind::kPipeBoth;
}

bool IsWriteEnd(const Description& end) {
  return end.kind == Description::Kind::kPipeWrite || end.kind == Description::Kind::kPipeBoth;
}

}  // namespace

bool CanRead(const Description& from) {
  if (IsReadEnd(from)) return from.pipe->size() > 0 || (from.pipe->writers == 0 && !Awaits(from));
  if (from.kind == Description::Kind::kHostInput) return from.input->IsReady();
  return true;
}

bool CanWrite(const Description& to) {
  if (IsWriteEnd(to)) return !Awaits(to) && (to.pipe->room() > 0 || to.pipe->readers == 0);
  return true;
}

namespace {

// Drops what was taken when that is much.
void Forget(std::string* from, size_t* taken) {
  if (*taken == from->size()) {
    from->clear();
    *taken = 0;
  } else if (*taken > Pipe::kCapacity) {
    from->erase(0, *taken);
    *taken = 0;
  }
}

IoStatus Take(std::string* from, size_t* taken, size_t limit, std::string* bytes) {
  size_t size = std::min(limit, from->size() - *taken);
  if (*taken == 0 && size == from->size()) {
    bytes->swap(*from);
    from->clear();
    return IoStatus::kDone;
  }
  bytes->assign(*from, *taken, size);
  *taken += size;
  Forget(from, taken);
  return IoStatus::kDone;
}

IoStatus ReadPipe(const Description& end, size_t limit, std::string* bytes) {
  Pipe* pipe = end.pipe.get();
  if (pipe->size() == 0) return CanRead(end) ? IoStatus::kEnd : IoStatus::kWait;
  return Take(&pipe->bytes, &pipe->taken, limit, bytes);
}

// kDone: what the host gave is there, be it nothing this time.
IoStatus FillHost(const Description& from) {
  HostInput* input = from.input;
  if (input->taken < input->bytes.size()) return IoStatus::kDone;
  if (!input->IsReady()) return IoStatus::kWait;
  input->bytes.clear();
  input->taken = 0;
  const bool is_more = input->more && input->more(&input->bytes);
  // Somebody who was waited for may have cancelled the script meanwhile (Ctrl-C): that is not
  // the end of the input.
  if (from.budget != nullptr && !from.budget->Look()) return IoStatus::kWait;
  return is_more ? IoStatus::kDone : IoStatus::kEnd;
}

IoStatus ReadHost(const Description& from, size_t limit, std::string* bytes) {
  const IoStatus status = FillHost(from);
  return status == IoStatus::kDone ? Take(&from.input->bytes, &from.input->taken, limit, bytes)
                                   : status;
}

IoStatus Failed(int number, int* error) {
  *error = number;
  return IoStatus::kError;
}

}  // namespace

IoStatus ReadFrom(Description* from, size_t limit, std::string* bytes, int* error) {
  bytes->clear();
  switch (from->kind) {
    case Description::Kind::kFile: {
      auto read = from->files->Read(from->file, limit);
      if (!read.ok()) return Failed(read.error(), error);
      *bytes = std::move(read).value();
      return bytes->empty() ? IoStatus::kEnd : IoStatus::kDone;
    }
    case Description::Kind::kPipeRead:
    case Description::Kind::kPipeBoth: return ReadPipe(*from, limit, bytes);
    case Description::Kind::kHostInput: return ReadHost(*from, limit, bytes);
    case Description::Kind::kText: {
      size_t size = std::min(limit, from->text.size() - from->taken);
      bytes->assign(from->text, from->taken, size);
      from->taken += size;
      return size == 0 ? IoStatus::kEnd : IoStatus::kDone;
    }
    default: return Failed(EBADF, error);
  }
}

IoStatus WriteTo(Description* to, std::string_view bytes, size_t* written, int* error) {
  *written = 0;
  if (bytes.empty()) return IoStatus::kDone;
  switch (to->kind) {
    case Description::Kind::kFile: {
      files::Status status = to->files->Write(to->file, bytes);
      if (!status.ok()) return Failed(status.error(), error);
      *written = bytes.size();
      return IoStatus::kDone;
    }
    case Description::Kind::kPipeWrite:
    case Description::Kind::kPipeBoth: {
      Pipe* pipe = to->pipe.get();
      if (Awaits(*to)) return IoStatus::kWait;
      if (pipe->readers == 0) return IoStatus::kBrokenPipe;
      size_t size = std::min(pipe->room(), bytes.size());
      if (size > 0 && pipe->taken > 0 && pipe->bytes.size() + size > pipe->bytes.capacity()) {
        pipe->bytes.erase(0, pipe->taken);
        pipe->taken = 0;
      }
      pipe->bytes.append(bytes.substr(0, size));
      *written = size;
      return size == bytes.size() ? IoStatus::kDone : IoStatus::kWait;
    }
    case Description::Kind::kHostOutput:
      *written = bytes.size();
      (*to->sink)(bytes.substr(0, to->budget->TakeOutput(bytes.size())));
      return IoStatus::kDone;
    case Description::Kind::kCapture:
      *written = bytes.size();
      if (to->held.MakeRoom(to->budget, &to->text, bytes.size())) to->text.append(bytes);
      return IoStatus::kDone;
    default: return Failed(EBADF, error);
  }
}

bool IsSeekable(const Description& description) {
  if (description.kind == Description::Kind::kText) return true;
  if (description.kind != Description::Kind::kFile) return false;
  auto stat = description.files->FStat(description.file);
  return stat.ok() && stat->IsFile();
}

IoStatus PeekAt(Description* from, size_t limit, std::string* bytes, int* error) {
  bytes->clear();
  switch (from->kind) {
    case Description::Kind::kPipeRead:
    case Description::Kind::kPipeBoth:
      if (from->pipe->size() == 0) return CanRead(*from) ? IoStatus::kEnd : IoStatus::kWait;
      bytes->assign(from->pipe->bytes, from->pipe->taken, limit);
      return IoStatus::kDone;
    case Description::Kind::kHostInput: {
      HostInput* input = from->input;
      const IoStatus status = FillHost(*from);
      if (status != IoStatus::kDone) return status;
      // As much more as is there at once.
      for (std::string more; input->bytes.size() - input->taken < limit && input->more &&
                             input->wait && input->wait(std::chrono::nanoseconds(0)) &&
                             input->more(&more);) {
        input->bytes += std::exchange(more, {});
      }
      bytes->assign(input->bytes, input->taken, limit);
      return IoStatus::kDone;
    }
    default: {
      if (from->kind == Description::Kind::kFile && !IsSeekable(*from)) return IoStatus::kEnd;
      const IoStatus status = ReadFrom(from, limit, bytes, error);
      if (status == IoStatus::kDone) Unread(from, bytes->size());
      return status;
    }
  }
}

void Skip(Description* from, size_t bytes) {
  switch (from->kind) {
    case Description::Kind::kPipeRead:
    case Description::Kind::kPipeBoth:
      from->pipe->taken += std::min(bytes, from->pipe->size());
      Forget(&from->pipe->bytes, &from->pipe->taken);
      return;
    case Description::Kind::kHostInput:
      from->input->taken += std::min(bytes, from->input->bytes.size() - from->input->taken);
      Forget(&from->input->bytes, &from->input->taken);
      return;
    case Description::Kind::kText:
      from->taken += std::min(bytes, from->text.size() - from->taken);
      return;
    case Description::Kind::kFile:
      (void)from->files->Seek(from->file, static_cast<int64_t>(bytes), files::Whence::kCurrent);
      return;
    default: return;
  }
}

void Unread(Description* from, size_t bytes) {
  if (from->kind == Description::Kind::kText) {
    from->taken -= std::min(bytes, from->taken);
  } else if (from->kind == Description::Kind::kFile && IsSeekable(*from)) {
    (void)from->files->Seek(from->file, -static_cast<int64_t>(bytes), files::Whence::kCurrent);
  }
}

Ref<Description> DescriptorTable::Get(int fd) const {
  auto at = std::lower_bound(rows_.begin(), rows_.end(), fd,
                             [](const Row& row, int n) { return row.fd < n; });
  return at != rows_.end() && at->fd == fd ? at->description : nullptr;
}

void DescriptorTable::Set(int fd, Ref<Description> description) {
  auto at = std::lower_bound(rows_.begin(), rows_.end(), fd,
                             [](const Row& row, int n) { return row.fd < n; });
  bool there = at != rows_.end() && at->fd == fd;
  if (!description) {
    if (there) rows_.erase(at);
  } else if (there) {
    at->description = std::move(description);
  } else {
    rows_.insert(at, Row{fd, std::move(description)});
  }
}

int DescriptorTable::LowestFree(int from) const {
  auto at = std::lower_bound(rows_.begin(), rows_.end(), from,
                             [](const Row& row, int n) { return row.fd < n; });
  // Up to the first gap each row stands as far behind `at` as its number does behind `from`.
  size_t taken = 0;
  for (auto left = static_cast<size_t>(rows_.end() - at); left > 0;) {
    size_t half = left / 2;
    if (static_cast<size_t>(at[static_cast<std::ptrdiff_t>(taken + half)].fd - from) ==
        taken + half) {
      taken += half + 1;
      left -= half + 1;
    } else {
      left = half;
    }
  }
  return from + static_cast<int>(taken);
}

int DescriptorTable::HighestFree(int from) const {
  for (int fd = from; fd > 2; --fd) {
    if (!Get(fd)) return fd;
  }
  return LowestFree(from + 1);
}

}  // namespace pysub::shell
