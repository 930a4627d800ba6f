#ifndef PYSUB_SHELL_COMMANDS_AWK_STREAMS_H_
#define PYSUB_SHELL_COMMANDS_AWK_STREAMS_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/awk/program.h"
#include "shell/commands/awk/value.h"
#include "shell/commands/text_command.h"

namespace pysub::shell::awk {

// What ends a record.
struct RecordEnd {
  enum class Mode : uint8_t { kCharacter, kParagraph, kPattern, kCsv };
  Mode mode = Mode::kCharacter;
  char character = '\n';
  const Pattern* pattern = nullptr;
};

// Records of a descriptor. What it gives out stays until it is asked again.
// scanned_ and searched_ keep a long record from being searched from its beginning with each piece
// that comes: reading stays linear however small the pieces are.
class Reader {
 public:
  explicit Reader(Heap* heap) : buffer_(heap), heap_(heap) {}
  void Start(int fd) {
    fd_ = fd;
    begin_ = scanned_ = searched_ = waited_ = 0;
    ended_ = in_paragraph_ = false;
    buffer_.Reset();
  }
  int fd() const { return fd_; }
  // `record` is told before bytes of earlier records move.
  template <typename BeforeMove>
  Got Next(CommandIo& io, const RecordEnd& how, std::string_view* text, std::string_view* end,
           BeforeMove before_move) {
    while (true) {
      if (Find(how, text, end)) return Got::kData;
      if (ended_) return Got::kEnd;
      before_move();
      const Got got = Fill(io);
      if (got == Got::kWait && how.mode == RecordEnd::Mode::kPattern && waited_ < buffer_.size()) {
        waited_ = buffer_.size();
        searched_ = 0;
        if (Find(how, text, end)) return Got::kData;
      }
      if (got != Got::kData && got != Got::kEnd) return got;
    }
  }
  void Fields(Archive& archive);

 private:
  bool Find(const RecordEnd& how, std::string_view* text, std::string_view* end);
  bool FindParagraph(std::string_view rest, std::string_view* text, std::string_view* end);
  bool FindPattern(const RecordEnd& how, std::string_view rest, std::string_view* text,
                   std::string_view* end);
  bool FindCsv(std::string_view rest, std::string_view* text, std::string_view* end);
  bool Give(std::string_view rest, size_t size, size_t end_size, std::string_view* text,
            std::string_view* end);
  Got Fill(CommandIo& io);

  Text buffer_;
  Heap* heap_;
  int fd_ = -1;
  uint64_t begin_ = 0;     // of what was not given out
  uint64_t scanned_ = 0;   // behind begin_: no end is in there
  uint64_t searched_ = 0;  // a pattern was searched for in so much
  uint64_t waited_ = 0;
  bool ended_ = false;
  bool in_paragraph_ = false;  // its newlines in front are gone
};

// A file or a command that the program reads or writes, by its name.
// Standard output is none of these. `closing`: close() waits for the child.
struct Stream {
  enum class Type : uint8_t { kFileOut, kPipeOut, kFileIn, kCommandIn, kCoprocess };
  explicit Stream(Heap* heap) : out(heap), reader(heap) {}
  std::string name;
  Type type = Type::kFileOut;
  int out_fd = -1;
  int in_fd = -1;
  int child = -1;
  bool closing = false;
  Text out;
  Reader reader;
  void Fields(Archive& archive) {
    archive(name, type, out_fd, in_fd, child, closing, out, reader);
    if (type > Type::kCoprocess) archive.Fail();
  }
};

}  // namespace pysub::shell::awk

#endif  // PYSUB_SHELL_COMMANDS_AWK_STREAMS_H_
