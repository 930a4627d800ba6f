#ifndef PYSUB_SHELL_COMMANDS_TEXT_PR_H_
#define PYSUB_SHELL_COMMANDS_TEXT_PR_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {

// What pr's command line says, and what follows from it for one file (or several, side by side).
struct PrOptions {
  uint64_t first_page = 1, last_page = UINT64_MAX;
  int64_t columns = 1;
  bool explicit_columns = false, across = false, parallel = false, storing = true;
  bool control_prefix = false, escapes = false, double_space = false;
  bool untabify = false, tabify = false, form_feeds = false, join_lines = false;
  bool numbered = false, count_skipped = true, quiet_opens = false;
  bool extremities = true, keep_form_feeds = false, truncates = false;
  bool has_separator = false, old_s = false, old_w = false, old_options = false;
  std::string separator;
  std::optional<std::string> date_format, header;
  char input_tab = '\t', output_tab = '\t', number_separator = '\t';
  int64_t input_tab_width = 8, output_tab_width = 8, digits = 5;
  int64_t page_length = 66, line_width = 72, margin = 0, first_number = 1;
  std::vector<std::string> files;

  // Of Settle().
  int64_t body_lines = 0, column_width = 0, number_width = 0;

  // A status: the command is over.
  std::optional<int> Read(CommandIo& io);
  // False: a column would have no width.
  bool Settle(size_t files);
};

// pr: pages with headers, columns and numbers. Files are read whole; then it goes row by row: each
// column of a row reads a line, or shows one that was stored, since columns that go down are read
// before the first of them is shown.
//
// Blanks are kept back (spaces_) until something else comes: they may become tabs, or nothing at
// the end of a line.
class Pr : public TextCommand {
 public:
  void Fields(Archive& archive) override;

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;

 private:
  enum class Status : uint8_t { kOpen, kFormFeed, kOnHold, kClosed };
  enum class Phase : uint8_t { kReading, kSkipping, kPage, kRows, kFooter };
  static constexpr int64_t kAnywhere = 0;
  static constexpr int kEnd = -1;

  struct Column {
    uint64_t text = 0;  // which one it reads
    Status status = Status::kOpen;
    int64_t to_print = 0, stored = 0, current = 0;
    int64_t start = 0;  // in columns, with the separator before it
    bool numbered = false, full_page = false, stores = false;
    void Fields(Archive& archive) {
      archive(text, status, to_print, stored, current, start, numbered, full_page, stores);
    }
  };
  struct Text {
    std::string bytes;
    uint64_t at = 0, charged = 0;
    void Fields(Archive& archive) {
      archive(bytes, at);
      archive.Charged(charged);
      if (at > bytes.size()) archive.Fail();
    }
  };

  // ---- files (pr.cc)
  std::optional<Progress> ReadFiles(CommandIo& io);
  bool OpenNext(CommandIo& io);
  void Forget(CommandIo& io);
  std::string FileName() const;
  void MakeHeader(CommandIo& io);
  bool BeginColumns(CommandIo& io);

  // ---- pages (pr_page.cc)
  bool SkipPage(CommandIo& io);
  void SkipLine(Column& column, bool first);
  bool BeginPage(CommandIo& io);
  bool Row(CommandIo& io);
  void BeginFooter(CommandIo& io);
  bool EndPage();
  int64_t ReadyColumns() const;
  void ResetStatus();
  bool StoreColumns(CommandIo& io);
  void Balance(int64_t lines);

  int Next(Column& column);
  void Back(Column& column) {
    if (texts_[column.text].at > 0) --texts_[column.text].at;
  }
  void TakeNewline(Column& column);
  void Hold(Column& column);
  void Close(Column& column);
  bool ReadLine(CommandIo& io, Column& column);
  void ReadRest(Column& column);
  void BeginCell(CommandIo& io, Column& column);
  void ShowStored(CommandIo& io, Column& column);
  std::string_view Clump(char c);

  void Header(CommandIo& io);
  void AddNumber(CommandIo& io, Column& column);
  void PadTo(CommandIo& io, int64_t position);
  void Separators(CommandIo& io);
  void WhiteSpace(CommandIo& io);
  void Align(CommandIo& io, Column& column);
  void PutChar(CommandIo& io, Column& column, char c);
  void ShowChar(CommandIo& io, char c);
  void Put(CommandIo& io, char c);
  int64_t SeparatorWidth() const { return static_cast<int64_t>(options_.separator.size()); }

  PrOptions options_;  // what the words say; made again after a load
  PrOptions given_;
  Phase phase_ = Phase::kReading;
  uint64_t file_ = 0;  // the next one
  int fd_ = -1;
  bool failed_ = false, opened_ = false;
  std::vector<Text> texts_;
  uint64_t charged_ = 0;
  std::string date_, title_;
  int64_t title_width_ = 0;

  std::vector<Column> columns_;
  int64_t ready_files_ = 0;
  uint64_t page_ = 1, skipped_ = 0;
  int64_t line_number_ = 1;
  int64_t lines_left_ = 0;  // on the page
  int64_t newlines_ = 0;    // of its footer
  bool header_due_ = false, pads_ = false, page_pads_ = false, form_feed_due_ = false;
  // Of a row.
  bool form_feed_only_ = false, empty_line_ = true, align_empty_ = false;
  int64_t output_ = 0, input_ = 0, spaces_ = 0, separators_ = 0, padding_ = 0;
  // Lines of a page that were stored: where each ends in stored_, and how wide it is.
  std::string stored_;
  uint64_t stored_charged_ = 0;
  std::vector<std::pair<uint64_t, int64_t>> lines_;
  std::string clump_, out_;  // within a call
  CommandIo* io_ = nullptr;  // within a step
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_PR_H_
