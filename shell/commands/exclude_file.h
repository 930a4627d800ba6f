#ifndef PYSUB_SHELL_COMMANDS_EXCLUDE_FILE_H_
#define PYSUB_SHELL_COMMANDS_EXCLUDE_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/text_command.h"

namespace pysub::shell {

// The files of patterns that --exclude-from of grep, du and diff names: a pattern in each line,
// without blanks at its end; empty lines are none. They are read before anything is done.
class ExcludeFiles {
 public:
  // "-" is standard input.
  void Add(std::string_view file) { files_.emplace_back(file); }
  // Not saved, as most commands read their words again after a load; for those that do not.
  std::vector<std::string>& files() { return files_; }

  // kEnd: all were read. kError: of file(), io.error() says why.
  Got Read(CommandIo& io);
  const std::string& file() const { return files_[next_ < files_.size() ? next_ : 0]; }
  const std::vector<std::string>& patterns() const { return patterns_; }

  void Suspend() { lines_.Suspend(); }
  void Fields(Archive& archive);

 private:
  std::vector<std::string> files_;
  uint64_t next_ = 0;
  int fd_ = -1;
  LineReader lines_;
  std::vector<std::string> patterns_;
  uint64_t charged_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_EXCLUDE_FILE_H_
