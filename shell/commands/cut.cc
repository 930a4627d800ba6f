#include <algorithm>

#include "shell/commands/commands.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr int kComplement = 256;
constexpr int kOutputDelimiter = 257;
constexpr Option kOptions[] = {
    {'b', "bytes", OptionArgument::kRequired}, {'c', "characters", OptionArgument::kRequired},
    {'d', "delimiter", OptionArgument::kRequired}, {'f', "fields", OptionArgument::kRequired}, {'n', ""},
    {'s', "only-delimited"}, {'z', "zero-terminated"}, LongRow(kComplement, "complement"),
    LongRow(kOutputDelimiter, "output-delimiter", OptionArgument::kRequired),
};

struct Range {
  uint64_t low, high;
};

// Selected bytes (also with -c, as coreutils have it) or fields of each line.
class Cut : public TextCommand {
 public:
  void Fields(Archive& archive) override { archive(inputs_); }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    std::optional<std::string> delimiter, output;
    std::string list;
    int kind = 0;
    while (options.Next()) {
      switch (options.id()) {
        case 'b': case 'c': case 'f':
          if (kind != 0) return options.Misuse("only one list may be specified");
          kind = options.id();
          list = options.value();
          break;
        case 'd':
          if (options.value().size() > 1) return options.Misuse("the delimiter must be a single character");
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
    if (!fields_ && delimiter) return options.Misuse("an input delimiter may be specified only when operating on fields");
    if (!fields_ && only_delimited_) {
      return options.Misuse("suppressing non-delimited lines makes sense\n\tonly when operating on fields");
    }
    if (delimiter) delimiter_ = delimiter->empty() ? '\0' : (*delimiter)[0];
    has_output_ = output.has_value();
    output_ = output ? (output->empty() ? std::string(1, '\0') : *output) : std::string(1, delimiter_);
    if (std::string error = ParseList(list); !error.empty()) return options.Misuse(error);
    inputs_.Start(options.operands());
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    std::string out;
    while (true) {
      Line line;
      Got got = inputs_.NextLine(io, line_end_, &line);
      if (got != Got::kData) {
        io.Out(out);
        if (auto end = StepEnd(got)) return *end;
        return Progress::Done(inputs_.failed() ? 1 : 0);
      }
      if (fields_) {
        CutFields(line.text, &out);
      } else {
        CutBytes(line.text, &out);
      }
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
  // "2,4-6,-3,8-": sorted and joined.
  std::string ParseList(std::string_view list) {
    const char* noun = fields_ ? "field" : "byte";
    std::string positions = fields_ ? "fields" : "byte/character positions";
    size_t at = 0;
    while (true) {
      size_t end = list.find_first_of(", \t", at);
      std::string_view item = list.substr(at, end == std::string_view::npos ? end : end - at);
      size_t dash = item.find('-');
      std::string_view low_text = item.substr(0, dash);
      std::string_view high_text = dash == std::string_view::npos ? low_text : item.substr(dash + 1);
      if (dash != std::string_view::npos && item == "-") return "invalid range with no endpoint: -";
      if (high_text.find('-') != std::string_view::npos) {
        return fields_ ? "invalid field range" : "invalid byte or character range";
      }
      for (std::string_view text : {low_text, high_text}) {
        size_t bad = text.find_first_not_of("0123456789");
        if (bad != std::string_view::npos) {
          return std::string("invalid ") + (fields_ ? "field value " : "byte/character position ") + QuoteWord(item.substr(item.find(text) + bad));
        }
      }
      Range range{1, UINT64_MAX};
      if (!low_text.empty()) range.low = *ParseCount(low_text);
      if (!high_text.empty()) range.high = *ParseCount(high_text);
      if (range.low == UINT64_MAX || (range.high == UINT64_MAX && !high_text.empty())) {
        std::string_view text = range.low == UINT64_MAX ? low_text : high_text;
        return std::string(noun) + (fields_ ? " number " : " offset ") + QuoteWord(text) + " is too large";
      }
      if (range.low == 0 || (range.high == 0 && !high_text.empty()) || item.empty()) {
        return fields_ ? "fields are numbered from 1" : "byte/character positions are numbered from 1";
      }
      if (range.high < range.low) return "invalid decreasing range";
      ranges_.push_back(range);
      if (end == std::string_view::npos) break;
      at = end + 1;
    }
    std::sort(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) { return a.low < b.low; });
    std::vector<Range> joined;
    for (const Range& range : ranges_) {
      // Ranges that touch stay apart: --output-delimiter stands between them.
      if (!joined.empty() && range.low <= joined.back().high) {
        joined.back().high = std::max(joined.back().high, range.high);
      } else {
        joined.push_back(range);
      }
    }
    ranges_ = joined;
    if (complement_) Complement();
    return "";
  }
  void Complement() {
    std::vector<Range> others;
    uint64_t next = 1;
    for (const Range& range : ranges_) {
      if (range.low > next) others.push_back({next, range.low - 1});
      if (range.high == UINT64_MAX) {
        next = 0;
        break;
      }
      next = range.high + 1;
    }
    if (next != 0) others.push_back({next, UINT64_MAX});
    ranges_ = others;
  }

  void CutBytes(std::string_view line, std::string* out) {
    bool first = true;
    for (const Range& range : ranges_) {
      if (range.low > line.size()) break;
      if (!first && has_output_) *out += output_;
      first = false;
      *out += line.substr(range.low - 1, std::min<uint64_t>(range.high, line.size()) - range.low + 1);
    }
    *out += line_end_;
  }

  void CutFields(std::string_view line, std::string* out) {
    if (line.find(delimiter_) == std::string_view::npos) {
      if (!only_delimited_) {
        *out += line;
        *out += line_end_;
      }
      return;
    }
    uint64_t field = 1;
    bool first = true;
    size_t range = 0;
    for (size_t at = 0; range < ranges_.size(); ++field) {
      size_t end = line.find(delimiter_, at);
      if (field > ranges_[range].high && ++range == ranges_.size()) break;
      if (field >= ranges_[range].low) {
        if (!first) *out += output_;
        first = false;
        *out += line.substr(at, end == std::string_view::npos ? end : end - at);
      }
      if (end == std::string_view::npos) break;
      at = end + 1;
    }
    *out += line_end_;
  }

  bool fields_ = false;
  bool only_delimited_ = false;
  bool complement_ = false;
  bool has_output_ = false;
  char delimiter_ = '\t';
  char line_end_ = '\n';
  std::string output_;
  std::vector<Range> ranges_;

  Inputs inputs_;
};

}  // namespace

std::unique_ptr<Command> MakeCut() { return Make<Cut>(); }

}  // namespace pysub::shell
