#include "shell/commands/names_from_file.h"

#include <algorithm>

#include "shell/commands/quoting.h"

namespace pysub::shell {

Got NamesFromFile::ReadAll(CommandIo& io) {
  if (is_read_) return Got::kEnd;
  if (fd_ < 0) fd_ = *file_ == "-" ? 0 : io.Open(*file_, OpenMode::kRead);
  if (fd_ < 0) return Got::kError;
  while (true) {
    std::string_view bytes;
    const Got got = GotOf(io.ReadSome(fd_, &bytes));
    if (got != Got::kData) {
      is_read_ = got == Got::kEnd;
      if (is_read_ && fd_ > 0) io.Close(fd_);
      return got;
    }
    if (!MakeRoom(io, &text_, bytes.size(), &charged_)) return Got::kNoMemory;
    text_ += bytes;
    if (io.Tick(bytes.size())) return Got::kYield;
  }
}

std::optional<Progress> NamesFromFile::Read(CommandIo& io) {
  const Got got = ReadAll(io);
  if (got != Got::kError) return StepEnd(got);
  const int error = io.error();
  io.Error(opened() ? QuoteFileIfNeeded(file()) + ": read error"
                    : "cannot open " + QuoteFile(file()) + " for reading",
           error);
  return Progress::Done(1);
}

Got NamesFromFile::Next(CommandIo& io) {
  if (next_ >= text_.size()) return Got::kEnd;
  const size_t end = std::min(text_.find('\0', next_), text_.size());
  begin_ = next_;
  size_ = end - begin_;
  next_ = end + 1;
  ++count_;
  (void)io.Tick(size_ + 64);
  // A name that no file can have is still copied, and quoted in a complaint.
  constexpr uint64_t kCopies = 16;
  constexpr uint64_t kLongestOfFiles = 4096;
  if (size_ <= std::max(longest_, kLongestOfFiles)) return Got::kData;
  if (!io.Reserve(static_cast<int64_t>((size_ - longest_) * kCopies))) return Got::kNoMemory;
  longest_ = size_;
  return Got::kData;
}

bool NamesFromFile::Refuse(CommandIo& io, bool any_dash) const {
  if (size_ == 0) {
    io.Error(QuoteFileIfNeeded(*file_) + ":" + std::to_string(count_) +
             ": invalid zero-length file name");
    return true;
  }
  if (current() != "-" || (*file_ != "-" && !any_dash)) return false;
  io.Error("when reading file names from stdin, no file name of '-' allowed");
  return true;
}

void NamesFromFile::Fields(Archive& archive) {
  archive(file_, fd_, is_read_, text_, next_, begin_, size_, count_, longest_);
  archive.Charged(charged_);
  if (begin_ > text_.size() || size_ > text_.size() - begin_) archive.Fail();
}

int RefuseOperands(CommandIo& io, const std::string& quoted_operand, int status) {
  io.Error("extra operand " + quoted_operand);
  io.Write(2, "file operands cannot be combined with --files0-from\n");
  return TryHelp(io, status).status();
}

}  // namespace pysub::shell
