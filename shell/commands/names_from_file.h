#ifndef PYSUB_SHELL_COMMANDS_NAMES_FROM_FILE_H_
#define PYSUB_SHELL_COMMANDS_NAMES_FROM_FILE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "shell/commands/text_command.h"

namespace pysub::shell {

// The names that a file has instead of the command line: --files0-from=F of du, sort and wc. All
// are read first, into one text, since sort and wc want to know them before they open one.
class NamesFromFile {
 public:
  // "-" is standard input.
  void Start(std::string_view file) { file_ = file; }
  bool is_given() const { return file_.has_value(); }
  const std::string& file() const { return *file_; }

  // kEnd: Next() gives the names. kError: io.error() says why; opened() whether it was reading.
  Got ReadAll(CommandIo& io);
  // ReadAll() with the words of du and wc for what went wrong, which end the command.
  std::optional<Progress> Read(CommandIo& io);
  bool is_read() const { return is_read_; }
  bool opened() const { return fd_ >= 0; }

  // kData: current() is the next name; kEnd: there is none.
  Got Next(CommandIo& io);
  std::string_view current() const { return std::string_view(text_).substr(begin_, size_); }
  // How often Next() gave one.
  uint64_t count() const { return count_; }
  void Rewind() { next_ = begin_ = size_ = count_ = 0; }

  // An empty name, and "-" when the names come from there, are no files: says so. `any_dash`: "-"
  // never is one.
  bool Refuse(CommandIo& io, bool any_dash = false) const;

  void Fields(Archive& archive);

 private:
  std::optional<std::string> file_;
  int fd_ = -1;
  bool is_read_ = false;
  std::string text_;  // each name ends with a zero byte, the last one may lack it
  uint64_t charged_ = 0;
  uint64_t next_ = 0;              // where the next name begins
  uint64_t begin_ = 0, size_ = 0;  // the current one
  uint64_t count_ = 0;
  uint64_t longest_ = 0;  // whose copies are charged
};

// "extra operand 'x'" and that these do not go with --files0-from. Ends with `status`.
int RefuseOperands(CommandIo& io, const std::string& quoted_operand, int status);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_NAMES_FROM_FILE_H_
