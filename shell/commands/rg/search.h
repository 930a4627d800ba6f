#ifndef PYSUB_SHELL_COMMANDS_RG_SEARCH_H_
#define PYSUB_SHELL_COMMANDS_RG_SEARCH_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pysub/shell/command.h"
#include "shell/commands/archive/unpacker.h"
#include "shell/commands/rg/matcher.h"
#include "shell/commands/rg/options.h"
#include "shell/commands/rg/printer.h"
#include "shell/commands/text_command.h"

namespace pysub::shell::rg {

// Brings bytes of a file into UTF-8: a byte order mark tells what they are, or -E does. Bytes that
// end in the middle of a character wait for the next ones.
class Transcoder {
 public:
  void Start(Encoding encoding) {
    *this = {};
    encoding_ = encoding;
  }
  // All of `bytes`; `last`: there are no more.
  void Add(std::string_view bytes, bool last, std::string* out);
  // Bytes are not searched as they are. Known when Add() has given something out.
  bool changes() const { return encoding_ != Encoding::kAuto && encoding_ != Encoding::kNone; }
  bool has_begun() const { return begun_; }
  void Fields(Archive& archive) {
    archive(encoding_, begun_, waiting_);
    if (encoding_ > Encoding::kLatin1 || waiting_.size() > 8) archive.Fail();
  }

 private:
  Encoding encoding_ = Encoding::kAuto;
  bool begun_ = false;
  std::string waiting_;
};

// Searches one file after the other, line by line or (-U) as a whole, and tells the printer. A file
// is read in pieces of 64 KiB as the real rg does, because what is said about binary files depends
// on the piece in which a NUL stands.
//
//   file    ....................................................
//   base_   ^                 buffer_ begins there
//           [shown][searched   ][not searched   ][no whole line ]
//                  visited_     pos_             usable_         end of buffer_
//
// Roll() drops what is in front, but for lines that -B may still show. All places are in bytes of
// the buffer, and base_ makes offsets of the file of them.
//
// Lines are counted when a number is needed, and never twice (counted_, number_).
class Search {
 public:
  void SetOptions(const Options* options, const Matcher* matcher, Printer* printer) {
    options_ = options;
    matcher_ = matcher;
    printer_ = printer;
    whole_ = options->multiline && matcher->may_newline();
  }
  // `named`: the user did so. False: a complaint was printed.
  bool Open(CommandIo& io, const std::string& path, bool named, bool is_stdin);
  bool is_open() const { return fd_ >= 0; }
  // kEnd: the file is done with. kError: so it is, after a complaint in *error.
  Got Run(CommandIo& io, std::string* error);
  void Fields(Archive& archive);

 private:
  // What a NUL does: nothing (-a); it ends the search and the file counts as binary; it becomes a
  // line's end, and the file is told to be binary when something matches.
  enum class NulIs : uint8_t { kText, kQuits, kConverted };
  enum class Phase : uint8_t { kReading, kSearching };

  Got Fill(CommandIo& io, std::string* error);
  Got ReadPacked(CommandIo& io, size_t most, std::string* error);
  Got ReadMore(CommandIo& io, size_t most, std::string* error);
  Got Filled(CommandIo& io, bool end);
  bool Append(CommandIo& io, std::string_view bytes, bool end);
  void Roll(CommandIo& io);
  void LookForNul(CommandIo& io, size_t from);
  Got Lines(CommandIo& io);
  Got Whole(CommandIo& io);
  std::optional<bool> Line(CommandIo& io, size_t end);
  size_t Skip(CommandIo& io);

  // Each: false ends the search of this file.
  // What is shown goes through these, in the order of the file: what follows a match that was
  // shown, a separator, what stands before the next one, the match.
  bool SinkMatched(CommandIo& io, size_t begin, size_t end);
  bool SinkContext(CommandIo& io, size_t begin, size_t end, bool after);
  bool SinkBefore(CommandIo& io, size_t upto);
  bool SinkAfter(CommandIo& io, size_t upto);
  bool SinkOthers(CommandIo& io, size_t upto);
  bool SinkBreak(CommandIo& io, size_t begin);
  bool SinkAround(CommandIo& io, size_t begin);
  bool SinkInverted(CommandIo& io, size_t begin, size_t end);
  bool IsBinary(size_t begin, size_t end);
  void CountLines(CommandIo& io, size_t upto);
  size_t Preceding(CommandIo& io, size_t from, size_t end, uint64_t lines);
  size_t EndOfLine(size_t begin) const;
  Block BlockOf(size_t begin, size_t end) const;
  std::string_view Text(size_t begin, size_t end) const;
  Got GiveUp(CommandIo& io);
  Got Close(CommandIo& io);
  void Release(CommandIo& io);

  char Terminator() const { return options_->null_data ? '\0' : '\n'; }

  const Options* options_ = nullptr;
  const Matcher* matcher_ = nullptr;
  Printer* printer_ = nullptr;
  bool whole_ = false;  // lines may match together: the file is searched as a whole

  int fd_ = -1;
  bool mapped_ = false;  // as a file that is mapped: only its beginning is looked at for NULs
  bool regular_ = false;
  NulIs nul_ = NulIs::kText;
  Unpacker unpacker_;  // -z
  bool packed_ended_ = false;
  Transcoder transcoder_;

  Phase phase_ = Phase::kReading;
  bool input_ended_ = false;
  bool ascii_ = false;
  std::string buffer_;
  uint64_t charged_ = 0;
  uint64_t base_ = 0;        // of the buffer in the file
  uint64_t fill_begin_ = 0;  // in the buffer: where this piece begins
  uint64_t usable_ = 0;      // in the buffer: complete lines end there
  uint64_t pos_ = 0;         // what is searched next
  uint64_t visited_ = 0;     // the end of what was shown last
  uint64_t counted_ = 0;     // lines before it are in number_
  uint64_t number_ = 1;
  uint64_t after_left_ = 0;
  bool has_sunk_ = false;
  std::optional<uint64_t> binary_;
  // -U: lines that match and are not shown yet, as there may be more.
  bool has_block_ = false;
  uint64_t block_begin_ = 0, block_end_ = 0;

  std::vector<RegexSpan> spans_;
};

}  // namespace pysub::shell::rg

#endif  // PYSUB_SHELL_COMMANDS_RG_SEARCH_H_
