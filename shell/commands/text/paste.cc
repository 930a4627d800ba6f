#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {
    {'d', "delimiters", OptionArgument::kRequired}, {'s', "serial"}, {'z', "zero-terminated"}};

struct Column {
  int fd = -1;
  bool ended = false;
  LineReader reader;
  void Fields(Archive& archive) { archive(fd, ended, reader); }
};

// A line of each file in turn. Without -s the files are open all together, and each has a reader of
// its own.
class Paste : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(columns_, opened_, column_, row_, any_, failed_, first_in_file_);
    archive.Charged(charged_);
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    std::string delimiters = "\t";
    while (options.Next()) {
      switch (options.id()) {
        case 'd': delimiters = options.value(); break;
        case 's': serial_ = true; break;
        default: line_end_ = '\0'; break;
      }
    }
    if (options.status()) return options.status();
    if (!TakeDelimiters(delimiters)) {
      io.Error("delimiter list ends with an unescaped backslash: " + delimiters);
      return 1;
    }
    names_ = options.operands();
    if (names_.empty()) names_.push_back("-");
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    if (!opened_) {
      opened_ = true;
      if (!io.Reserve(static_cast<int64_t>(names_.size() * sizeof(Column))))
        return Progress::Done(2);
      columns_.reserve(names_.size());
      for (const std::string& name : names_) {
        Column column;
        column.fd = name == "-" ? 0 : io.Open(name, OpenMode::kRead);
        if (column.fd < 0) {
          io.Error(QuoteFileIfNeeded(name), io.error());
          if (!serial_) return Progress::Done(1);
          failed_ = true;
          column.ended = true;
        }
        columns_.push_back(std::move(column));
      }
    }
    if (columns_.size() != names_.size()) return Progress::Done(1);
    return serial_ ? Serial(io) : Parallel(io);
  }
  void Suspend() override {
    for (Column& column : columns_) column.reader.Suspend();
  }

 private:
  bool TakeDelimiters(std::string_view text) {
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\\') {
        delimiters_.push_back(std::string(1, text[i]));
        continue;
      }
      if (++i >= text.size()) return false;
      static constexpr std::string_view kNames = "bfnrtv", kValues = "\b\f\n\r\t\v";
      size_t which = kNames.find(text[i]);
      if (text[i] == '0')
        delimiters_.push_back("");
      else
        delimiters_.push_back(
            std::string(1, which == std::string_view::npos ? text[i] : kValues[which]));
    }
    if (delimiters_.empty()) delimiters_.push_back("");
    return true;
  }
  const std::string& Delimiter(uint64_t index) const {
    return delimiters_[index % delimiters_.size()];
  }

  // A line of several readers of standard input: each takes the next one.
  LineReader& ReaderOf(Column& column) {
    if (column.fd != 0) return column.reader;
    for (Column& other : columns_) {
      if (other.fd == 0) return other.reader;
    }
    return column.reader;
  }

  // row_: the row so far. Columns that have ended are empty; a row without any line is the end.
  Progress Parallel(CommandIo& io) {
    while (true) {
      for (; column_ < columns_.size(); ++column_) {
        Column& column = columns_[column_];
        if (column_ > 0)
          pending_ = Delimiter(column_ - 1);
        else
          pending_.clear();
        if (!column.ended) {
          Line line;
          Got got = ReaderOf(column).Next(io, column.fd, line_end_, &line);
          if (auto end = StepEnd(got)) return *end;
          if (got == Got::kData) {
            any_ = true;
            if (!MakeRoom(io, &row_, pending_.size() + line.text.size(), &charged_))
              return Progress::Done(2);
            row_ += pending_;
            row_ += line.text;
            continue;
          }
          if (got == Got::kError) {
            io.Error(QuoteFileIfNeeded(names_[column_]), io.error());
            failed_ = true;
          }
          column.ended = true;
        }
        row_ += pending_;
      }
      if (!any_) return Progress::Done(failed_ ? 1 : 0);
      OutLine(io, row_, line_end_);
      uint64_t work = row_.size() + 1;
      row_.clear();
      column_ = 0;
      any_ = false;
      if (io.Tick(work)) return Progress::Yield();
    }
  }

  Progress Serial(CommandIo& io) {
    while (column_ < columns_.size()) {
      Column& column = columns_[column_];
      if (column.fd >= 0) {
        Line line;
        Got got = ReaderOf(column).Next(io, column.fd, line_end_, &line);
        if (auto end = StepEnd(got)) return *end;
        if (got == Got::kData) {
          if (first_in_file_ > 0) io.Out(Delimiter(first_in_file_ - 1));
          ++first_in_file_;
          io.Out(line.text);
          if (io.Tick(line.text.size() + 1)) return Progress::Yield();
          continue;
        }
        if (got == Got::kError) {
          io.Error(QuoteFileIfNeeded(names_[column_]), io.error());
          failed_ = true;
        } else {
          io.Out(std::string_view(&line_end_, 1));
        }
      }
      first_in_file_ = 0;
      ++column_;
    }
    return Progress::Done(failed_ ? 1 : 0);
  }

  std::vector<std::string> delimiters_;
  std::vector<std::string> names_;
  bool serial_ = false;
  char line_end_ = '\n';
  std::string pending_;  // used within one step only

  std::vector<Column> columns_;
  bool opened_ = false;
  uint64_t column_ = 0;
  std::string row_;
  uint64_t charged_ = 0;  // of row_
  bool any_ = false;
  bool failed_ = false;
  uint64_t first_in_file_ = 0;  // lines of this file so far
};

}  // namespace

std::unique_ptr<Command> MakePaste() { return Make<Paste>(); }

}  // namespace pysub::shell
