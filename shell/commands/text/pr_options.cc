#include <algorithm>
#include <cerrno>
#include <charconv>

#include "shell/commands/simple.h"
#include "shell/commands/text/pr.h"

namespace pysub::shell {
namespace {

enum LongOptions { kPages = kFirstLongOption, kColumns };
constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr OptionArgument kOptional = OptionArgument::kOptional;
constexpr CommandOption kOptions[] = {
    LongRow(kPages, "pages", kRequired),
    LongRow(kColumns, "columns", kRequired),
    {'a', "across"},
    {'b', ""},
    {'c', "show-control-chars"},
    {'d', "double-space"},
    {'D', "date-format", kRequired},
    {'e', "expand-tabs", kOptional},
    {'f', ""},
    {'F', "form-feed"},
    {'h', "header", kRequired},
    {'i', "output-tabs", kOptional},
    {'J', "join-lines"},
    {'l', "length", kRequired},
    {'m', "merge"},
    {'n', "number-lines", kOptional},
    {'N', "first-line-number", kRequired},
    {'o', "indent", kRequired},
    {'r', "no-file-warnings"},
    {'s', "separator", kOptional},
    {'S', "sep-string", kOptional},
    {'t', "omit-header"},
    {'T', "omit-pagination"},
    {'v', "show-nonprinting"},
    {'w', "width", kRequired},
    {'W', "page-width", kRequired},
    {'0', ""},
    {'1', ""},
    {'2', ""},
    {'3', ""},
    {'4', ""},
    {'5', ""},
    {'6', ""},
    {'7', ""},
    {'8', ""},
    {'9', ""},
};
// Wider or longer than this nothing is made.
constexpr int64_t kMost = INT32_MAX;

class Reader {
 public:
  Reader(CommandIo& io, PrOptions* options)
      : io_(io), options_(*options), words_(io, kOptions, Options::kInOrder) {}

  std::optional<int> Run() {
    while (words_.Next()) {
      const int id = words_.id();
      if (id >= '0' && id <= '9') {
        if (!was_digit_) digits_.clear();
        digits_ += static_cast<char>(id);
        was_digit_ = true;
        continue;
      }
      was_digit_ = false;
      if (std::optional<int> status = Take(id, std::string(words_.value()))) return status;
    }
    if (words_.status()) return words_.status();
    for (const std::string& name : words_.operands()) Operand(name);
    if (!digits_.empty()) {
      if (std::optional<int> status = Columns(digits_)) return status;
    }
    return Together();
  }

 private:
  void Operand(const std::string& word) {
    if (!has_pages_ && word.starts_with('+') && Pages(word.substr(1))) return;
    options_.files.push_back(word);
  }

  // FIRST or FIRST:LAST.
  bool Pages(std::string_view text) {
    const auto number = [&](uint64_t* value) {
      const auto [end, mistake] = std::from_chars(text.data(), text.data() + text.size(), *value);
      if (mistake != std::errc()) return false;
      text.remove_prefix(static_cast<size_t>(end - text.data()));
      return true;
    };
    uint64_t first = 0, last = UINT64_MAX;
    if (!number(&first) || first == 0) return false;
    if (text.starts_with(':')) {
      text.remove_prefix(1);
      if (!number(&last) || last < first) return false;
    }
    if (!text.empty()) return false;
    options_.first_page = first;
    options_.last_page = last;
    has_pages_ = true;
    return true;
  }

  std::optional<int> Number(const std::string& text, int64_t least, int64_t* number,
                            const std::string& what) {
    int64_t value = 0;
    const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
    const auto [end, mistake] = std::from_chars(begin, text.data() + text.size(), value);
    const bool is_number = end == text.data() + text.size() && end != begin;
    if (is_number && mistake == std::errc() && value >= least && value <= kMost) {
      *number = value;
      return std::nullopt;
    }
    const bool huge = mistake == std::errc::result_out_of_range || value > kMost / 2;
    const int reason = !is_number ? 0 : huge ? EOVERFLOW : ERANGE;
    const std::string said = what + ": " + QuoteWord(text);
    if (reason == 0)
      io_.Error(said);
    else
      io_.Error(said, reason);
    return 1;
  }
  std::optional<int> Columns(const std::string& text) {
    options_.explicit_columns = true;
    return Number(text, 1, &options_.columns, "invalid number of columns");
  }

  // [CHAR][NUMBER] of -e, -i and -n.
  std::optional<int> CharAndNumber(char option, std::string_view text, char* character,
                                   int64_t* number) {
    if (!text.empty() && (text[0] < '0' || text[0] > '9')) {
      *character = text[0];
      text.remove_prefix(1);
    }
    if (text.empty()) return std::nullopt;
    int64_t value = 0;
    const auto [end, mistake] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (mistake == std::errc() && end == text.data() + text.size() && value > 0 && value <= kMost) {
      *number = value;
      return std::nullopt;
    }
    io_.Error(std::string("'-") + option +
              "' extra characters or invalid number in the argument: " + QuoteWord(text));
    return words_.TryHelp();
  }

  std::optional<int> Take(int id, const std::string& value) {
    PrOptions& o = options_;
    switch (id) {
      case Options::kOperand: Operand(value); break;
      case kPages:
        if (Pages(value)) break;
        if (value.empty() || value[0] < '0' || value[0] > '9') {
          io_.Error("invalid --pages argument '" + value + "'");
          return 1;
        }
        io_.Error("invalid page range " + QuoteWord(value));
        return 1;
      case kColumns: digits_.clear(); return Columns(value);
      case 'a':
        o.across = true;
        o.storing = false;
        break;
      case 'm':
        o.parallel = true;
        o.storing = false;
        break;
      case 'c': o.control_prefix = true; break;
      case 'd': o.double_space = true; break;
      case 'D': o.date_format = value; break;
      case 'e':
        o.untabify = true;
        return CharAndNumber('e', value, &o.input_tab, &o.input_tab_width);
      case 'f':
      case 'F': o.form_feeds = true; break;
      case 'h': o.header = value; break;
      case 'i':
        o.tabify = true;
        return CharAndNumber('i', value, &o.output_tab, &o.output_tab_width);
      case 'J': o.join_lines = true; break;
      case 'l': return Number(value, 1, &o.page_length, "'-l PAGE_LENGTH' invalid number of lines");
      case 'n': o.numbered = true; return CharAndNumber('n', value, &o.number_separator, &o.digits);
      case 'N':
        o.count_skipped = false;
        return Number(value, INT32_MIN, &o.first_number,
                      "'-N NUMBER' invalid starting line number");
      case 'o': return Number(value, 0, &o.margin, "'-o MARGIN' invalid line offset");
      case 'r': o.quiet_opens = true; break;
      case 's':
        o.old_options = o.old_s = true;
        if (!o.has_separator && words_.has_value()) o.separator = value;
        break;
      case 'S':
        o.old_s = false;
        o.separator = words_.has_value() ? value : "";
        o.has_separator = true;
        break;
      case 't':
        o.extremities = false;
        o.keep_form_feeds = true;
        break;
      case 'T': o.extremities = o.keep_form_feeds = false; break;
      case 'v': o.escapes = true; break;
      case 'w': {
        o.old_options = o.old_w = true;
        int64_t width = 0;
        if (auto status = Number(value, 1, &width, "'-w PAGE_WIDTH' invalid number of characters"))
          return status;
        if (!o.truncates) o.line_width = width;
        break;
      }
      case 'W':
        o.old_w = false;
        o.truncates = true;
        return Number(value, 1, &o.line_width, "'-W PAGE_WIDTH' invalid number of characters");
      default: break;
    }
    return std::nullopt;
  }

  // What the old options mean beside others.
  std::optional<int> Together() {
    PrOptions& o = options_;
    if (o.parallel && o.explicit_columns) {
      io_.Error("cannot specify number of columns when printing in parallel");
      return 1;
    }
    if (o.parallel && o.across) {
      io_.Error("cannot specify both printing across and printing in parallel");
      return 1;
    }
    const bool several = o.parallel || o.explicit_columns;
    if (o.old_options && o.old_w) {
      if (several) {
        o.truncates = true;
        o.has_separator |= o.old_s;
      } else {
        o.join_lines = true;
      }
    } else if (o.old_options && !o.has_separator && o.old_s && several) {
      if (o.truncates) {
        o.has_separator = true;
      } else {
        o.join_lines = true;
        o.has_separator = !o.separator.empty();
      }
    }
    return std::nullopt;
  }

  CommandIo& io_;
  PrOptions& options_;
  Options words_;
  std::string digits_;
  bool was_digit_ = false, has_pages_ = false;
};

}  // namespace

std::optional<int> PrOptions::Read(CommandIo& io) { return Reader(io, this).Run(); }

bool PrOptions::Settle(size_t count) {
  constexpr int64_t kHeaderAndFooter = 10;
  body_lines = page_length - kHeaderAndFooter;
  if (body_lines <= 0) {
    extremities = false;
    keep_form_feeds = true;
  }
  if (!extremities) body_lines = page_length;
  // (GNU pr, with no line left of it, writes pages without end.)
  if (double_space) body_lines = std::max(body_lines / 2, int64_t{1});
  if (count == 0) parallel = false;
  if (parallel) columns = static_cast<int64_t>(count);
  if (columns > 1) {
    // A tab between columns that are aligned would be no use.
    if (!has_separator) {
      separator = join_lines ? "\t" : " ";
      has_separator = true;
    } else if (!join_lines && separator == "\t") {
      separator = " ";
    }
    truncates = true;
    if (separator != "\t") untabify = true;
    tabify = true;
  } else {
    storing = false;
  }
  if (join_lines) truncates = false;
  int64_t numbers = 0;
  if (numbered) {
    number_width = digits + (number_separator == '\t' ? 8 - digits % 8 : 1);
    if (parallel) numbers = number_width;
  }
  const int64_t between = (columns - 1) * static_cast<int64_t>(separator.size());
  column_width = std::max<int64_t>(line_width - numbers - between, 0) / columns;
  return column_width >= 1;
}

}  // namespace pysub::shell
