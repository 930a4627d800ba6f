#include "shell/commands/text_command.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace pysub::shell {

bool LineReader::Charge(CommandIo& io, size_t more) {
  // (What a read gives is small.)
  if (buffer_.size() + more <= 65536) return true;
  if (!MakeRoom(io, &buffer_, more, &charged_)) return false;
  const uint64_t copies = kCopiesOfALine * charged_;
  if (copies <= copies_charged_) return true;
  if (!io.Reserve(static_cast<int64_t>(copies - copies_charged_))) return false;
  copies_charged_ = copies;
  return true;
}

void LineReader::Suspend() {
  if (own_ && rest_.size() == buffer_.size()) return;
  std::string kept(rest_);
  buffer_ = std::move(kept);
  rest_ = buffer_;
  own_ = true;
}

void LineReader::Clear() {
  buffer_.clear();
  rest_ = {};
  own_ = true;
  scanned_ = 0;
}

void LineReader::Fields(Archive& archive) {
  archive(buffer_, scanned_);
  archive.Charged(charged_);
  archive.Charged(copies_charged_);
  if (archive.loading()) {
    rest_ = buffer_;
    own_ = true;
    if (scanned_ > buffer_.size()) archive.Fail();
  }
}

Got LineReader::Some(CommandIo& io, int fd, std::string_view* bytes) {
  if (!rest_.empty()) {
    *bytes = rest_;
    rest_ = {};
    scanned_ = 0;
    if (!own_) buffer_.clear();
    return Got::kData;
  }
  Clear();
  return GotOf(io.ReadSome(fd, bytes));
}

Got LineReader::Next(CommandIo& io, int fd, char delimiter, Line* line) {
  if (size_t left = rest_.size() - scanned_; left > 0) {
    const void* found = std::memchr(rest_.data() + scanned_, delimiter, left);
    if (found != nullptr) {
      size_t size = static_cast<const char*>(found) - rest_.data();
      *line = {rest_.substr(0, size), true};
      rest_.remove_prefix(size + 1);
      scanned_ = 0;
      return Got::kData;
    }
  }
  ++generation_;
  Suspend();  // what is left becomes the beginning of the next line
  scanned_ = buffer_.size();
  while (true) {
    std::string_view chunk;
    switch (io.ReadSome(fd, &chunk)) {
      case ReadStatus::kWait: return Got::kWait;
      case ReadStatus::kError: return Got::kError;
      case ReadStatus::kEnd:
        if (buffer_.empty()) return Got::kEnd;
        *line = {buffer_, false};
        rest_ = {};
        own_ = false;
        scanned_ = 0;
        return Got::kData;
      case ReadStatus::kData: break;
    }
    const void* found = std::memchr(chunk.data(), delimiter, chunk.size());
    if (found != nullptr) {
      size_t size = static_cast<const char*>(found) - chunk.data();
      if (buffer_.empty()) {
        *line = {chunk.substr(0, size), true};
      } else {
        if (!Charge(io, size)) return Got::kNoMemory;
        buffer_.append(chunk.data(), size);
        *line = {buffer_, true};
      }
      rest_ = chunk.substr(size + 1);
      own_ = false;
      scanned_ = 0;
      return Got::kData;
    }
    if (!Charge(io, chunk.size())) return Got::kNoMemory;
    buffer_.append(chunk);
    rest_ = buffer_;
    scanned_ = buffer_.size();
    if (io.Tick(chunk.size())) return Got::kYield;
  }
}

void Inputs::Fields(Archive& archive) { archive(next_, fd_, failed_, opened_any_, reader_); }

void Inputs::Complain(CommandIo& io, bool opening) {
  failed_ = true;
  if (opening && quoted_missing_ && io.error() == ENOENT)
    return io.Error("'" + name() + "': No such file");
  std::string what = QuoteFileIfNeeded(name());
  if (opening && !before_.empty())
    what = before_ + (after_.empty() ? what : QuoteFile(name()) + after_);
  if (!opening) what = before_read_ + (read_quoted_ ? QuoteFile(name()) : what);
  if (opening || read_reason_) {
    io.Error(what, io.error());
  } else {
    io.Error(what);
  }
}

Got Inputs::Open(CommandIo& io) {
  if (fd_ >= 0) return Got::kData;
  if (next_ >= names_.size()) return Got::kEnd;
  const std::string& name = names_[next_++];
  reader_.Clear();
  fd_ = name == "-" ? 0 : io.Open(name, OpenMode::kRead);
  opened_any_ |= fd_ >= 0;
  if (fd_ >= 0) return Got::kData;
  fd_ = -1;
  Complain(io, true);
  return Got::kError;
}

void Inputs::Close(CommandIo& io) {
  if (fd_ > 0) io.Close(fd_);
  fd_ = -1;
  reader_.Clear();
}

Got Inputs::LineOfFile(CommandIo& io, char delimiter, Line* line) {
  Got got = reader_.Next(io, fd_, delimiter, line);
  if (got == Got::kError) Complain(io, false);
  return got;
}

Got Inputs::BytesOfFile(CommandIo& io, std::string_view* bytes) {
  Got got = reader_.Some(io, fd_, bytes);
  if (got == Got::kError) Complain(io, false);
  return got;
}

Got Inputs::NextLine(CommandIo& io, char delimiter, Line* line) {
  while (true) {
    Got got = Open(io);
    if (got == Got::kEnd) return got;
    if (got == Got::kData) got = LineOfFile(io, delimiter, line);
    if (got != Got::kEnd && got != Got::kError) return got;
    Close(io);
  }
}

Got Inputs::NextBytes(CommandIo& io, std::string_view* bytes) {
  while (true) {
    Got got = Open(io);
    if (got == Got::kEnd) return got;
    if (got == Got::kData) got = BytesOfFile(io, bytes);
    if (got != Got::kEnd && got != Got::kError) return got;
    Close(io);
  }
}

}  // namespace pysub::shell
