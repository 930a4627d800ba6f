#include <algorithm>

#include "pysub/shell/command.h"
#include "shell/commands/text/field_list.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr int kComplement = 256;
constexpr int kOutputDelimiter = 257;
constexpr CommandOption kOptions[] = {
    {'b', "bytes", OptionArgument::kRequired},
    {'c', "characters", OptionArgument::kRequired},
    {'d', "delimiter", OptionArgument::kRequired},
    {'f', "fields", OptionArgument::kRequired},
    {'n', ""},
    {'s', "only-delimited"},
    {'z', "zero-terminated"},
    LongRow(kComplement, "complement"),
    LongRow(kOutputDelimiter, "output-delimiter", OptionArgument::kRequired),
};

// Selected bytes (also with -c, as coreutils have it) or fields of each line.
class Cut : public TextCommand {
 public:
  void Fields(Archive& archive) override { archive(inputs_, field_, any_); }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    std::optional<std::string> delimiter, output;
    std::string list;
    int kind = 0;
    while (options.Next()) {
      switch (options.id()) {
        case 'b':
        case 'c':
        case 'f':
          if (kind != 0) return options.Misuse("only one list may be specified");
          kind = options.id();
          list = options.value();
          break;
        case 'd':
          if (options.value().size() > 1)
            return options.Misuse("the delimiter must be a single character");
          delimiter = options.value();
          break;
        case 's': only_delimited_ = true; break;
        case 'z': line_end_ = '\0'; break;
        case kComplement: complement_ = true; break;
        case kOutputDelimiter: output = options.value(); break;
        default: break;
      }
    }
    if (options.status()) return options.status();
    if (kind == 0) return options.Misuse("you must specify a list of bytes, characters, or fields");
    fields_ = kind == 'f';
    if (!fields_ && delimiter)
      return options.Misuse("an input delimiter may be specified only when operating on fields");
    if (!fields_ && only_delimited_) {
      return options.Misuse(
          "suppressing non-delimited lines makes sense\n\tonly when operating on fields");
    }
    if (delimiter) delimiter_ = delimiter->empty() ? '\0' : (*delimiter)[0];
    has_output_ = output.has_value();
    output_ =
        output ? (output->empty() ? std::string(1, '\0') : *output) : std::string(1, delimiter_);
    if (std::string error = ParseFieldList(list, fields_, complement_, &ranges_); !error.empty())
      return options.Misuse(error);
    inputs_.Start(options.operands());
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    if (fields_ && delimiter_ == line_end_) return RunLines(io);
    std::string out;
    while (true) {
      Line line;
      Got got = inputs_.NextLine(io, line_end_, &line);
      if (got != Got::kData) {
        io.Out(out);
        if (auto end = StepEnd(got)) return *end;
        return Progress::Done(inputs_.failed() ? 1 : 0);
      }
      if (!(fields_ ? CutFields(io, line.text, &out) : CutBytes(io, line.text, &out)))
        return Progress::Yield();
      if (out.size() > 32768) {
        io.Out(out);
        out.clear();
      }
      if (io.Tick(line.text.size() + 1)) {
        io.Out(out);
        return Progress::Yield();
      }
    }
  }
  void Suspend() override { inputs_.Suspend(); }

 private:
  bool IsSelected(uint64_t field) const {
    const auto range =
        std::lower_bound(ranges_.begin(), ranges_.end(), field,
                         [](const FieldRange& each, uint64_t one) { return each.high < one; });
    return range != ranges_.end() && range->low <= field;
  }

  // The delimiter is what ends lines: a file is one record, and its lines are the fields.
  Progress RunLines(CommandIo& io) {
    while (true) {
      Line line;
      Got got = inputs_.Open(io);
      if (got == Got::kEnd) return Progress::Done(inputs_.failed() ? 1 : 0);
      if (got == Got::kData) got = inputs_.LineOfFile(io, line_end_, &line);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kData) {
        ++field_;
        const bool alone = field_ == 1 && !line.terminated;
        if (alone ? !only_delimited_ : IsSelected(field_)) {  // (alone it is all, as elsewhere)
          if (any_) io.Out(output_);
          io.Out(line.text);
          any_ = true;
        }
      } else {
        if (any_ || field_ > 1 || (field_ == 1 && !only_delimited_))
          io.Out(std::string_view(&line_end_, 1));
        field_ = 0;
        any_ = false;
        inputs_.Close(io);
      }
      if (io.Tick(line.text.size() + 1)) return Progress::Yield();
    }
  }

  // False: a limit was reached.
  bool CutBytes(CommandIo& io, std::string_view line, std::string* out) {
    bool first = true;
    for (const FieldRange& range : ranges_) {
      if (range.low > line.size()) break;
      const uint64_t size = std::min<uint64_t>(range.high, line.size()) - range.low + 1;
      if (!first && has_output_ && !AddOutput(io, 1, out, output_)) return false;
      first = false;
      if (!AddOutput(io, 1, out, line.substr(range.low - 1, size))) return false;
    }
    *out += line_end_;
    return true;
  }

  // The ranges are sorted, so one pass over the line is enough. A line without the delimiter is no
  // record of fields and goes out whole, unless -s.
  bool CutFields(CommandIo& io, std::string_view line, std::string* out) {
    if (line.find(delimiter_) == std::string_view::npos) {
      if (only_delimited_) return true;
      if (!AddOutput(io, 1, out, line)) return false;
      *out += line_end_;
      return true;
    }
    uint64_t field = 1;
    bool first = true;
    size_t range = 0;
    for (size_t at = 0; range < ranges_.size(); ++field) {
      size_t end = line.find(delimiter_, at);
      if (field > ranges_[range].high && ++range == ranges_.size()) break;
      if (field >= ranges_[range].low) {
        if (!first && !AddOutput(io, 1, out, output_)) return false;
        first = false;
        if (!AddOutput(io, 1, out, line.substr(at, std::min(end, line.size()) - at))) return false;
      }
      if (end == std::string_view::npos) break;
      at = end + 1;
    }
    *out += line_end_;
    return true;
  }

  bool fields_ = false;
  bool only_delimited_ = false;
  bool complement_ = false;
  bool has_output_ = false;
  char delimiter_ = '\t';
  char line_end_ = '\n';
  std::string output_;
  std::vector<FieldRange> ranges_;

  Inputs inputs_;
  // Of RunLines().
  uint64_t field_ = 0;
  bool any_ = false;  // was put out of this file
};

}  // namespace

std::unique_ptr<Command> MakeCut() { return Make<Cut>(); }

}  // namespace pysub::shell
