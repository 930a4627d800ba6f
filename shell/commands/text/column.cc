// column: lines side by side, or (-t) fields of lines below each other.

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "lexer/unicode/utf8.h"
#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"
#include "shell/expand/separators.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr CommandOption kOptions[] = {
    HelpRow('h'),
    VersionRow('V'),
    {'t', "table"},
    {'n', "table-name", kRequired},
    {'O', "table-order", kRequired},
    {'N', "table-columns", kRequired},
    {'l', "table-columns-limit", kRequired},
    {'R', "table-right", kRequired},
    {'H', "table-hide", kRequired},
    {'d', "table-noheadings"},
    {'J', "json"},
    {'L', "keep-empty-lines"},
    {'o', "output-separator", kRequired},
    {'c', "output-width", kRequired},
    {'s', "separator", kRequired},
    {'x', "fillrows"},
    {'E', "table-noextreme", kRequired},
    {'e', "table-header-repeat"},
    {'T', "table-truncate", kRequired},
    {'W', "table-wrap", kRequired},
    {'r', "tree", kRequired},
    {'i', "tree-id", kRequired},
    {'p', "tree-parent", kRequired},
};

// Widths are those of the widest cell, so all input is read before the first line is printed.
class Column : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, rows_, read_, next_);
    archive.Charged(charged_);
    archive.Charged(rows_charged_);
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override { inputs_.Suspend(); }

 private:
  static constexpr uint64_t kTab = 8;
  // What the lists have for a column: its title, its width, its place, and room for growth.
  static constexpr size_t kColumnBytes = 2 * (sizeof(std::string) + 3 * sizeof(uint64_t));

  static std::vector<std::string> Split(const std::string& list) {
    std::vector<std::string> items;
    for (size_t at = 0; at <= list.size();) {
      size_t end = std::min(list.find(',', at), list.size());
      items.push_back(list.substr(at, end - at));
      at = end + 1;
    }
    return items;
  }
  using Cells = ParsedList<std::string_view>;

  // Calls take(column) for each that a list names; false: one of its names is none.
  template <typename Take>
  bool ForListed(CommandIo& io, const std::string& list, const Take& take) const;
  bool TakeSeparators(const std::string& value);
  Cells CellsOf(std::string_view line, ParseAccount& account) const;
  std::optional<int> Measure(CommandIo& io);
  bool HasRoomForColumns(CommandIo& io, size_t count);
  std::optional<int> Arrange(CommandIo& io);
  Progress Fill(CommandIo& io);
  Progress Table(CommandIo& io);
  Progress Json(CommandIo& io);
  // False: a limit was reached.
  bool PutRow(CommandIo& io, std::span<const std::string_view> cells, std::string* out) const;
  bool PutObject(CommandIo& io, std::span<const std::string_view> cells, std::string* out) const;
  static bool PutQuoted(CommandIo& io, std::string_view text, std::string* out);

  bool table_ = false, rows_first_ = false, json_ = false, keep_empty_ = false, headings_ = true;
  static constexpr std::string_view kBlanks = "\t ";
  CharacterSet separators_{kBlanks};
  std::string output_ = "  ", name_ = "table";
  bool greedy_ = true;
  std::optional<std::string> names_, right_list_, hide_list_, order_list_;
  uint64_t width_ = 80, limit_ = 0;

  // Made from rows_ when all is read.
  bool measured_ = false;
  std::vector<std::string> titles_;
  std::vector<uint64_t> widths_;
  std::vector<size_t> shown_;
  std::vector<bool> right_;
  uint64_t widest_ = 0;

  Inputs inputs_;
  std::vector<std::string> rows_;
  bool read_ = false;
  uint64_t next_ = 0;  // the row that is printed next
  uint64_t charged_ = 0, rows_charged_ = 0;
};

std::optional<int> Column::Start(CommandIo& io) {
  Options options(io, kOptions);
  bool table_option = false;
  while (options.Next()) {
    const std::string value(options.value());
    switch (options.id()) {
      case 't': table_ = true; break;
      case 'n': name_ = value; break;
      case 'O':
        order_list_ = value;
        table_option = true;
        break;
      case 'N':
        names_ = value;
        table_option = true;
        break;
      case 'R':
        right_list_ = value;
        table_option = true;
        break;
      case 'H':
        hide_list_ = value;
        table_option = true;
        break;
      case 'd':
        headings_ = false;
        table_option = true;
        break;
      case 'J': json_ = table_ = true; break;
      case 'L': keep_empty_ = true; break;
      case 'o': output_ = value; break;
      case 's':
        if (!io.Reserve(static_cast<int64_t>(value.size()) * CharacterSet::kBytes) ||
            !io.account().Tick(value.size()))
          return 2;
        if (!TakeSeparators(value)) {
          io.Error(
              "failed to use input separator: Invalid or incomplete multibyte or wide character");
          return 1;
        }
        break;
      case 'x': rows_first_ = true; break;
      case 'c':
      case 'l': {
        std::optional<uint64_t> number =
            value == "unlimited" && options.id() == 'c' ? 0 : ParseCount(value);
        if (!number || *number > UINT32_MAX) {
          io.Error(std::string("invalid columns ") +
                   (options.id() == 'c' ? "argument" : "limit argument") + ": '" + value + "'");
          return 1;
        }
        (options.id() == 'c' ? width_ : limit_) = *number;
        break;
      }
      default:
        io.Error(
            "truncated, wrapped and repeated columns and trees are not supported in this sandbox");
        return 1;
    }
  }
  if (options.status()) return options.status();
  if (!table_ && table_option) {
    io.Error("option --table required for all --table-*");
    return 1;
  }
  if (json_ && !names_) {
    io.Error("option --table-columns required for --json");
    return 1;
  }
  if (std::optional<std::string_view> columns = io.Env("COLUMNS"); columns && width_ == 80) {
    width_ = ParseCount(*columns).value_or(80);
  }
  inputs_.Start(options.operands());
  return std::nullopt;
}

// Each of its characters is one. False: not all of it are characters.
bool Column::TakeSeparators(const std::string& value) {
  separators_ = CharacterSet(value);
  greedy_ = false;
  return IsValidUtf8(value, Surrogates::kRefuse);
}

// The fields of a line. Without -s several blanks are one separator.
Column::Cells Column::CellsOf(std::string_view line, ParseAccount& account) const {
  Cells cells(&account);
  size_t at = 0;
  while (true) {
    if (greedy_) at = std::min(line.find_first_not_of(kBlanks, at), line.size());
    if (greedy_ && at == line.size()) break;
    if (limit_ > 0 && cells.size() + 1 == limit_) {
      cells.push_back(line.substr(at));
      break;
    }
    size_t end = at, size = 0;
    while (end < line.size() && (size = separators_.At(line, end)) == 0)
      end += separators_.Step(line, end);
    // a limit: the script ends
    if (!account.Tick(16 + (end - at))) break;
    if (!cells.push_back(line.substr(at, end - at)) || end == line.size()) break;
    at = end + size;
  }
  return cells;
}

// Names or numbers of columns; "0" alone: all, else it is none.
template <typename Take>
bool Column::ForListed(CommandIo& io, const std::string& list, const Take& take) const {
  std::map<std::string_view, size_t> named;  // the first of a name
  for (size_t i = 0; i < titles_.size() && io.account().Tick(16); ++i)
    named.try_emplace(titles_[i], i);
  if (list == "0") {
    for (size_t i = 0; i < titles_.size(); ++i) take(i);
    return true;
  }
  for (const std::string& item : Split(list)) {
    if (!io.account().Tick(64)) return false;
    const auto found = item.empty() ? named.end() : named.find(item);
    const bool digits = !item.empty() && item.find_first_not_of("0123456789") == std::string::npos;
    const uint64_t number = digits ? *ParseCount(item) : 0;
    if (number > 0 && number <= titles_.size()) {
      take(number - 1);
    } else if (found != named.end()) {
      take(found->second);
    } else if (!digits) {  // (numbers of others are let pass)
      io.Error("undefined column name '" + item + "'");
      return false;
    }
  }
  return true;
}

bool Column::HasRoomForColumns(CommandIo& io, size_t count) {
  if (count <= widths_.size()) return true;
  if (!io.Reserve(static_cast<int64_t>((count - widths_.size()) * kColumnBytes))) return false;
  widths_.resize(count);
  return true;
}

// How wide all is. A status: that is the end.
std::optional<int> Column::Measure(CommandIo& io) {
  measured_ = true;
  if (!table_) {
    for (const std::string& row : rows_) {
      widest_ = std::max<uint64_t>(widest_, DisplayWidth(row));
      if (!io.account().Tick(row.size() + 1)) return 1;
    }
    widest_ = (widest_ + kTab) / kTab * kTab;
    return std::nullopt;
  }
  if (names_) titles_ = Split(*names_);
  if (!HasRoomForColumns(io, titles_.size())) return 2;
  for (size_t i = 0; i < titles_.size(); ++i) widths_[i] = headings_ ? DisplayWidth(titles_[i]) : 0;
  for (const std::string& row : rows_) {
    const Cells cells = CellsOf(row, io.account());
    if (!HasRoomForColumns(io, cells.size())) return 2;
    for (size_t i = 0; i < cells.size(); ++i)
      widths_[i] = std::max<uint64_t>(widths_[i], DisplayWidth(cells[i]));
  }
  if (!io.account().Tick(widths_.size())) return 2;
  if (json_ && widths_.size() > titles_.size()) {
    size_t line = 0;
    while (line < rows_.size() && CellsOf(rows_[line], io.account()).size() <= titles_.size())
      ++line;
    io.Error("line " + std::to_string(line + 2) + ": for JSON the name of the column " +
             std::to_string(titles_.size() + 1) + " is required");
    return 1;
  }
  titles_.resize(widths_.size());
  return Arrange(io);
}

// Which columns are shown, in which order, and which of them at the right side.
std::optional<int> Column::Arrange(CommandIo& io) {
  const size_t count = titles_.size();
  std::vector<bool> ordered(count), hidden(count);
  right_.assign(count, false);
  std::vector<size_t> order;
  const auto show = [&](size_t column) {
    if (!ordered[column]) order.push_back(column);
    ordered[column] = true;
  };
  const auto hide = [&](size_t column) { hidden[column] = true; };
  const auto move = [&](size_t column) { right_[column] = true; };
  if ((order_list_ && !ForListed(io, *order_list_, show)) ||
      (hide_list_ && *hide_list_ != "-" && !ForListed(io, *hide_list_, hide)) ||
      (right_list_ && !ForListed(io, *right_list_, move))) {
    return 1;
  }
  for (size_t i = 0; i < count; ++i) show(i);
  for (size_t column : order) {
    const bool unnamed = hide_list_ == "-" && titles_[column].empty();
    if (!unnamed && !hidden[column]) shown_.push_back(column);
  }
  return std::nullopt;
}

bool Column::PutRow(CommandIo& io, std::span<const std::string_view> cells,
                    std::string* out) const {
  for (size_t i = 0; i < shown_.size(); ++i) {
    const size_t column = shown_[i];
    const std::string_view cell = column < cells.size() ? cells[column] : std::string_view();
    const uint64_t width = DisplayWidth(cell);
    const uint64_t blanks = widths_[column] - std::min(widths_[column], width);
    const bool last = i + 1 == shown_.size(), right = right_[column];
    if ((right && !(last && cell.empty()) && !AddRepeated(io, 1, out, ' ', blanks)) ||
        !AddOutput(io, 1, out, cell) ||
        (!right && !last && !AddRepeated(io, 1, out, ' ', blanks)) ||
        (!last && !AddOutput(io, 1, out, output_)))
      return false;
  }
  *out += '\n';
  return io.account().Tick(shown_.size());
}

Progress Column::Table(CommandIo& io) {
  std::string out;
  bool titled = names_ && headings_ &&
                std::any_of(titles_.begin(), titles_.end(),
                            [](const std::string& title) { return !title.empty(); });
  if (next_ == 0 && titled && !rows_.empty()) {
    const std::vector<std::string_view> titles(titles_.begin(), titles_.end());
    if (!PutRow(io, titles, &out)) return Progress::Yield();
  }
  while (next_ < rows_.size()) {
    const std::string& row = rows_[next_++];
    if (!PutRow(io, CellsOf(row, io.account()).items(), &out)) return Progress::Yield();
    if (io.Tick(row.size() + 1)) {
      io.Out(out);
      return Progress::Yield();
    }
  }
  io.Out(out);
  return Progress::Done(inputs_.failed() ? 1 : 0);
}

bool Column::PutQuoted(CommandIo& io, std::string_view text, std::string* out) {
  static constexpr std::string_view kCodes = "\b\f\n\r\t", kLetters = "bfnrt";
  *out += '"';
  for (char c : text) {
    const size_t code = kCodes.find(c);
    char escaped[8] = {'\\', c, 0};
    if (code != std::string_view::npos) {
      escaped[1] = kLetters[code];
    } else if (static_cast<unsigned char>(c) < 32) {
      std::snprintf(escaped, sizeof(escaped), "\\u00%02x", static_cast<unsigned>(c));
    } else if (c != '"' && c != '\\') {
      escaped[0] = c;
      escaped[1] = '\0';
    }
    *out += escaped;
    if (!PutOutIfLong(io, 1, out)) return false;
  }
  *out += '"';
  return true;
}

bool Column::PutObject(CommandIo& io, std::span<const std::string_view> cells,
                       std::string* out) const {
  *out += "{\n";
  for (size_t i = 0; i < shown_.size(); ++i) {
    const size_t column = shown_[i];
    std::string title = titles_[column];
    for (char& c : title) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    *out += "         ";
    if (!PutQuoted(io, title, out)) return false;
    *out += ": ";
    if (column >= cells.size() || cells[column].empty()) {
      *out += "null";
    } else if (!PutQuoted(io, cells[column], out)) {
      return false;
    }
    *out += i + 1 < shown_.size() ? ",\n" : "\n";
  }
  *out += "      }";
  return PutOutIfLong(io, 1, out);
}

Progress Column::Json(CommandIo& io) {
  std::string out;
  if (next_ == 0) {
    out = "{\n   ";
    if (!PutQuoted(io, name_, &out)) return Progress::Yield();
    out += ": [\n      ";
  }
  while (next_ < rows_.size()) {
    const std::string& row = rows_[next_];
    if (next_++ > 0) out += ",";
    if (!PutObject(io, CellsOf(row, io.account()).items(), &out)) return Progress::Yield();
    if (io.Tick(row.size() + 1)) {
      io.Out(out);
      return Progress::Yield();
    }
  }
  io.Out(out + "\n   ]\n}\n");
  return Progress::Done(inputs_.failed() ? 1 : 0);
}

// Entries in columns as wide as the widest one, with tabs between them.
Progress Column::Fill(CommandIo& io) {
  uint64_t count = rows_.size(),
           columns = widest_ >= width_ && width_ != 0 ? 1 : std::max<uint64_t>(1, width_ / widest_);
  bool plain = widest_ >= width_;
  uint64_t lines = plain ? count : count / columns + (count % columns != 0 ? 1 : 0);
  std::string out;
  while (next_ < lines) {
    uint64_t line = next_++, at = 0;
    for (uint64_t column = 0; column < columns; ++column) {
      uint64_t index = plain ? line : rows_first_ ? line * columns + column : column * lines + line;
      if (index >= count) break;
      if (!AddOutput(io, 1, &out, rows_[index])) return Progress::Yield();
      if (plain) break;
      at += DisplayWidth(rows_[index]);
      uint64_t following = rows_first_ ? index + 1 : index + lines;
      if (column + 1 == columns || following >= count) break;
      const uint64_t end = (column + 1) * widest_;  // widest_ ends at a tab
      if (!AddRepeated(io, 1, &out, '\t', end / kTab - std::min(at, end) / kTab))
        return Progress::Yield();
      at = end;
    }
    out += '\n';
    if (io.Tick(std::min(columns, count) + 1)) {
      io.Out(out);
      return Progress::Yield();
    }
  }
  io.Out(out);
  return Progress::Done(inputs_.failed() ? 1 : 0);
}

Progress Column::Run(CommandIo& io) {
  while (!read_) {
    Line line;
    Got got = inputs_.NextLine(io, '\n', &line);
    if (auto end = StepEnd(got)) return *end;
    if (got == Got::kEnd) {
      read_ = true;
      break;
    }
    bool blank = line.text.find_first_not_of(" \t\r\v\f") == std::string_view::npos;
    if (blank && !keep_empty_) continue;
    if (!MakeRoom(io, &rows_, 1, &rows_charged_)) return Progress::Done(2);
    if (!io.Reserve(static_cast<int64_t>(line.text.size()))) return Progress::Done(2);
    charged_ += line.text.size();
    rows_.emplace_back(blank ? std::string_view() : line.text);
    if (io.Tick(line.text.size() + 1)) return Progress::Yield();
  }
  if (!measured_) {
    if (std::optional<int> status = Measure(io)) return Progress::Done(*status);
    uint64_t bytes = 0;
    for (const std::string& row : rows_) bytes += row.size() + 1;
    (void)io.Tick(bytes);
  }
  if (json_) return Json(io);
  return table_ ? Table(io) : Fill(io);
}

}  // namespace

std::unique_ptr<Command> MakeColumn() { return Make<Column>(); }

}  // namespace pysub::shell
