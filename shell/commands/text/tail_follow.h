#ifndef PYSUB_SHELL_COMMANDS_TEXT_TAIL_FOLLOW_H_
#define PYSUB_SHELL_COMMANDS_TEXT_TAIL_FOLLOW_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pysub/files/file_types.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {

// What tail -f and -F do behind the ends of files: all of them are looked at again and again.
class TailFollower {
 public:
  // A file that was read up to its end and stays open, and its place among the names.
  void Add(CommandIo& io, const std::string& name, uint64_t index, int fd);
  // A name that could not be opened, and may be there later.
  void AddMissing(uint64_t index);
  bool empty() const { return files_.empty(); }

  bool by_name = false;    // (else by the open file)
  bool retries = false;    // names that are not there are waited for
  bool headers = false;    // "==> FILE <==" where another file goes on
  std::optional<int> pid;  // ends behind the end of this process

  // One look at all, and the wait for the next one.
  Progress Step(CommandIo& io, const std::vector<std::string>& names);
  void Fields(Archive& archive) { archive(files_, at_, last_, ending_); }

 private:
  struct File {
    uint64_t index = 0;  // of its name
    int fd = -1;         // -1: it is not there
    uint32_t dev = 0;
    uint64_t ino = 0;
    uint64_t size = 0;  // of it, at the last look
    void Fields(Archive& archive) { archive(index, fd, dev, ino, size); }
  };

  void LookAtName(CommandIo& io, const std::string& name, File* file);
  void OpenNew(CommandIo& io, const std::string& name, const files::Stat& stat, File* file);
  Got CopyNew(CommandIo& io, const std::string& name, const File& file);
  bool AnyIsLeft() const;

  std::vector<File> files_;
  uint64_t at_ = 0;      // the file that is looked at
  uint64_t last_ = 0;    // whose bytes were put out last: its index
  bool ending_ = false;  // the process has ended: this is the last look
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_TAIL_FOLLOW_H_
