#ifndef PYSUB_SHELL_COMMANDS_RG_PRINTER_H_
#define PYSUB_SHELL_COMMANDS_RG_PRINTER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/commands/rg/matcher.h"
#include "shell/commands/rg/options.h"

namespace pysub::shell::rg {

// What --stats and --json count.
struct Stats {
  uint64_t searches = 0, with_match = 0, searched = 0, printed = 0, lines = 0, matches = 0;
  void Add(const Stats& other) {
    searches += other.searches;
    with_match += other.with_match;
    searched += other.searched;
    printed += other.printed;
    lines += other.lines;
    matches += other.matches;
  }
  void Fields(Archive& archive) {
    archive(searches, with_match, searched, printed, lines, matches);
  }
};

// Lines that are to be shown.
struct Block {
  std::string_view buffer;  // what the lines are part of
  size_t begin = 0, end = 0;
  uint64_t offset = 0;    // of the first one in the file
  uint64_t number = 0;    // of the first one
  bool is_ascii = false;  // the buffer is
  bool many = false;      // more than one line may match together (-U)
  std::string_view bytes() const { return buffer.substr(begin, end - begin); }
};

// Prints what a search finds, in one of the forms that the options name. Between two steps it keeps
// numbers and the name of the file.
// Search decides what is a match and what is context; here is decided what of it is seen. False
// from Matched() or Context() says that more of this file makes no difference: -l, -q, -m.
class Printer {
 public:
  void SetOptions(const Options* options, const Matcher* matcher) {
    options_ = options;
    matcher_ = matcher;
  }
  // A file; `name` is how it is shown, empty: it has none.
  void Begin(std::string name);
  // False: the search of this file ends.
  bool Matched(CommandIo& io, const Block& block);
  bool Context(CommandIo& io, const Block& block, bool after);
  void Break(CommandIo& io);
  // A NUL was found. `quits`: it ends the search, else the lines are not shown.
  void FoundBinary(uint64_t offset, bool quits) {
    binary_ = offset;
    binary_quits_ = quits;
  }
  void Finish(CommandIo& io, uint64_t searched);
  bool has_match() const {
    return options_->show == Show::kWithout ? matches_ == 0 || squashed_
                                            : matches_ > 0 && !squashed_;
  }
  const Stats& total() const { return total_; }
  void PrintStats(CommandIo& io) const;
  // A limit was reached: the script ends.
  bool failed() const { return failed_; }
  // The regex gave up: what it was looking at is too long.
  bool gave_up() const { return gave_up_; }

  static void WriteName(const Options& options, CommandIo& io, std::string_view name,
                        std::string_view after);

  void Fields(Archive& archive) {
    archive(name_, matches_, after_left_, binary_, binary_quits_, squashed_, begun_, written_,
            written_ever_, stats_, total_);
  }

 private:
  // Places in the bytes of a block.
  using Span = std::pair<size_t, size_t>;

  bool NeedsMatches() const;
  bool FindMatches(CommandIo& io, const Block& block);
  bool Replace(CommandIo& io, const Block& block);
  bool Grow(CommandIo& io, std::string* text, size_t more);
  void Expand(CommandIo& io, std::string_view text);
  template <typename Found>
  bool EachMatch(CommandIo& io, const Block& block, bool replaces, size_t* from, Found found);
  void Forget(CommandIo& io);
  bool Quits() const;
  bool IsOver(uint64_t count) const { return options_->max_count && count > *options_->max_count; }

  // ---- lines
  void Put(CommandIo& io, std::string_view text);
  void PutColored(CommandIo& io, const std::string& color, std::string_view text);
  void Sink(CommandIo& io, const Block& block, bool context);
  void SinkBlock(CommandIo& io, const Block& block);
  void SinkOnlyMatching(CommandIo& io, const Block& block);
  void SinkPerMatch(CommandIo& io, const Block& block);
  void Prelude(CommandIo& io, bool context, uint64_t offset, uint64_t number,
               std::optional<size_t> column);
  void PutLine(CommandIo& io, std::string_view bytes, Span line, const std::vector<Span>& spans,
               bool context, bool colored);
  void PutSpans(CommandIo& io, std::string_view bytes, Span line, const std::vector<Span>& spans,
                size_t* at);
  void PutOmitted(CommandIo& io, std::string_view bytes, Span line, const std::vector<Span>& spans,
                  bool context, size_t* at);
  bool IsTooLong(size_t size) const {
    return options_->max_columns > 0 && size > options_->max_columns;
  }
  Span Trimmed(std::string_view bytes, Span line) const;
  Span WithoutEnd(std::string_view bytes, Span line) const;
  char Terminator() const { return options_->null_data ? '\0' : '\n'; }
  void PutEnd(CommandIo& io) {
    const char end = Terminator();
    Put(io, options_->crlf ? std::string_view("\r\n") : std::string_view(&end, 1));
  }
  void Count(CommandIo& io, const Block& block);

  // ---- JSON
  void BeginJson(CommandIo& io);
  void SinkJson(CommandIo& io, const Block& block, bool context);
  void PutJsonText(CommandIo& io, std::string_view bytes);

  const Options* options_ = nullptr;
  const Matcher* matcher_ = nullptr;

  std::string name_;
  uint64_t matches_ = 0;
  uint64_t after_left_ = 0;
  std::optional<uint64_t> binary_;
  bool binary_quits_ = false, squashed_ = false;
  bool begun_ = false;    // JSON: of this file
  uint64_t written_ = 0;  // bytes, for this file
  bool written_ever_ = false;
  Stats stats_, total_;

  // Of the lines that are being shown; empty between two calls.
  // A line may be as large as memory: what its matches take is charged, and given back behind it
  // (Forget), so that no large buffer stays.
  std::vector<Span> spans_;
  uint64_t spans_charged_ = 0;
  std::string replaced_;
  std::vector<Span> replaced_spans_;
  uint64_t replaced_charged_ = 0, replaced_spans_charged_ = 0;
  size_t original_matches_ = 0;
  bool has_replaced_ = false;  // replaced_ is to be shown
  std::vector<RegexSpan> groups_;
  bool failed_ = false, gave_up_ = false;
};

// "0.000000"
constexpr std::string_view kNoTime = "0.000000";

}  // namespace pysub::shell::rg

#endif  // PYSUB_SHELL_COMMANDS_RG_PRINTER_H_
