#include "shell/commands/exclude_file.h"

namespace pysub::shell {

Got ExcludeFiles::Read(CommandIo& io) {
  while (next_ < files_.size()) {
    if (fd_ < 0) fd_ = files_[next_] == "-" ? 0 : io.Open(files_[next_], OpenMode::kRead);
    if (fd_ < 0) {
      fd_ = -1;
      return Got::kError;
    }
    Line line;
    const Got got = lines_.Next(io, fd_, '\n', &line);
    if (got == Got::kEnd) {
      if (fd_ > 0) io.Close(fd_);
      fd_ = -1;
      lines_.Clear();
      ++next_;
      continue;
    }
    if (got != Got::kData) return got;
    const size_t end = line.text.find_last_not_of(" \t\n\v\f\r");
    if (end != std::string_view::npos) {
      // With its place in the list, which may double.
      const uint64_t bytes = end + 1 + 3 * sizeof(std::string);
      if (!io.Reserve(static_cast<int64_t>(bytes))) return Got::kNoMemory;
      charged_ += bytes;
      patterns_.emplace_back(line.text.substr(0, end + 1));
    }
    if (io.Tick(line.text.size() + 16)) return Got::kYield;
  }
  return Got::kEnd;
}

void ExcludeFiles::Fields(Archive& archive) {
  archive(next_, fd_, lines_, patterns_);
  archive.Charged(charged_);
}

}  // namespace pysub::shell
