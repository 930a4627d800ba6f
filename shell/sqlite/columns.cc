// Modes that show a table: all rows are known before the first one is written.

#include <algorithm>

#include "shell/sqlite/rows.h"

namespace pysub::shell::sqlite {
namespace {

bool IsBehindFirst(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }
bool IsShown(char c) { return static_cast<unsigned char>(c) >= ' '; }
bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool IsWordChar(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Characters, which are as wide as they are many here.
size_t WidthOf(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !IsBehindFirst(c); }));
}

// How much of a text stands in one line of its cell.
struct Piece {
  size_t taken = 0;     // bytes that are shown, tabs as spaces
  size_t next = 0;      // where the next line goes on
  bool is_last = true;  // there is none
};

char At(std::string_view text, size_t at) { return at < text.size() ? text[at] : '\0'; }

// Where a line that is full is better broken: behind a space, or between a word and what is none.
size_t WordEnd(std::string_view text, size_t end) {
  size_t at = end;
  while (at > end / 2 && !IsSpace(text[at - 1])) --at;
  if (at > end / 2) return at;
  for (at = end; at > end / 2; --at) {
    const char next = At(text, at);
    if (IsWordChar(text[at - 1]) != IsWordChar(next) && !IsBehindFirst(next)) return at;
  }
  return end;
}

Piece PieceOf(std::string_view text, size_t width, bool by_words) {
  size_t at = 0, column = 0;
  while (column < width && at < text.size()) {
    if (IsShown(text[at])) {
      ++column;
      ++at;
      while (at < text.size() && IsBehindFirst(text[at])) ++at;
    } else if (text[at] == '\t') {
      do {
        ++column;
      } while (column % 8 != 0 && column < width);
      ++at;
    } else {
      break;
    }
  }
  Piece piece;
  piece.taken = at;
  if (column >= width && by_words && at > 0) {
    const size_t end = WordEnd(text, at);
    if (end != at) {
      piece.taken = at = end;
      while (At(text, at) == ' ') ++at;
    }
  }
  piece.next = at;
  if (column >= width && at < text.size() && IsShown(text[at])) {
    piece.is_last = false;
  } else if (At(text, at) == '\r' && At(text, at + 1) == '\n') {
    piece.next = at + 2;
    piece.is_last = piece.next >= text.size();
  } else {
    piece.next = at + 1;
    piece.is_last = at + 1 >= text.size();
  }
  return piece;
}

struct Lines {  // of a box: left end, between columns, right end, and what the line is made of
  std::string_view left, middle, right, dash;
};
constexpr std::string_view kBar = "\xE2\x94\x82";
constexpr Lines kTop = {"\xE2\x94\x8C", "\xE2\x94\xAC", "\xE2\x94\x90", "\xE2\x94\x80"};
constexpr Lines kBetween = {"\xE2\x94\x9C", "\xE2\x94\xBC", "\xE2\x94\xA4", "\xE2\x94\x80"};
constexpr Lines kBottom = {"\xE2\x94\x94", "\xE2\x94\xB4", "\xE2\x94\x98", "\xE2\x94\x80"};
constexpr Lines kPlus = {"+", "+", "+", "-"};
constexpr Lines kPipe = {"|", "|", "|", "-"};

class Columns : public Rows {
 public:
  Columns(Client& client, Mode mode, sqlite3_stmt* statement)
      : client_(client),
        mode_(mode),
        count_(static_cast<size_t>(sqlite3_column_count(statement))),
        text_(client.payer()),
        ends_(client.payer()),
        ends_row_(client.payer()),
        widths_(client.payer()),
        line_(client.payer()) {
    std::vector<int>& widths = client.settings.widths;
    if (widths.size() < count_) widths.resize(count_);  // (as .show shows)
  }

  bool Show(sqlite3_stmt* statement) override {
    Payer& payer = client_.payer();
    if (!payer.Tick(64 * (count_ + 1))) return false;
    if (lines_ == 0 && !AddNames(statement)) return false;
    // The lines of all cells side by side, until none has any left.
    PaidText cells(payer);
    std::vector<std::pair<size_t, size_t>> left(count_);  // of cells; at most 2,000
    for (size_t i = 0; i < count_; ++i) {
      const size_t begin = cells.size();
      const int column = static_cast<int>(i);
      if (client_.settings.quotes)
        AppendShortLiteral(cells, statement, column);
      else
        cells.Append(ShownOf(client_.settings, statement, column));
      left[i] = {begin, cells.size()};
    }
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (size_t i = 0; i < count_; ++i) {
        auto& [begin, end] = left[i];
        const std::string_view cell = std::string_view(cells.text()).substr(begin, end - begin);
        const Piece piece = PieceOf(cell, WrapOf(i), client_.settings.word_wrap);
        if (!AddCell(cell.substr(0, piece.taken), i)) return false;
        begin = piece.is_last ? end : begin + piece.next;
        goes_on |= !piece.is_last;
      }
      has_long_rows_ |= goes_on;
      ++lines_;
      if (!ends_row_.Add(goes_on ? 0 : 1) || !payer.Tick(16 * count_)) return false;
    }
    return !payer.over();
  }

  void End() override {
    if (lines_ == 0 || count_ == 0) return;
    ShowHead();
    for (size_t line = 0; line < lines_; ++line) {
      if (!client_.payer().Tick(64 * count_)) return;
      AppendLine(line + 1, false);
      const bool is_last = line + 1 == lines_;
      if (has_long_rows_ && ends_row_[line] != 0 && !is_last) AppendBetweenRows();
      client_.Out(line_.text());
      line_.Reuse();
    }
    if (mode_ == Mode::kTable) AppendRule(kPlus);
    if (mode_ == Mode::kBox) AppendRule(kBottom);
    client_.Out(line_.text());
  }

 private:
  // How wide a cell may be.
  size_t WrapOf(size_t column) const {
    int wrap = client_.settings.widths[column];
    if (wrap == 0) wrap = client_.settings.wrap;
    constexpr size_t kAny = 1'000'000;
    return wrap == 0 ? kAny : static_cast<size_t>(wrap < 0 ? -int64_t{wrap} : int64_t{wrap});
  }

  bool AddNames(sqlite3_stmt* statement) {
    for (size_t i = 0; i < count_; ++i) {
      const int width = client_.settings.widths[i];
      if (!widths_.Add(static_cast<size_t>(width < 0 ? -int64_t{width} : int64_t{width})))
        return false;
    }
    for (size_t i = 0; i < count_; ++i) {
      const std::string_view name = ColumnName(statement, static_cast<int>(i));
      const Piece piece = PieceOf(name, WrapOf(i), client_.settings.word_wrap);
      if (!AddCell(name.substr(0, piece.taken), i)) return false;
    }
    return true;
  }

  bool AddCell(std::string_view text, size_t column) {
    size_t width = 0;
    for (size_t from = 0; from < text.size();) {
      const size_t tab = std::min(text.find('\t', from), text.size());
      const std::string_view part = text.substr(from, tab - from);
      text_.Append(part);
      width += WidthOf(part);
      if (tab < text.size()) {
        const size_t spaces = std::min(8 - width % 8, std::max(WrapOf(column), width + 1) - width);
        text_.Append(spaces, ' ');
        width += spaces;
      }
      from = tab + 1;
    }
    widths_[column] = std::max(widths_[column], width);
    return ends_.Add(text_.size());
  }

  std::string_view Cell(size_t line, size_t column) const {
    const size_t at = line * count_ + column;
    const size_t begin = at == 0 ? 0 : ends_[at - 1];
    return std::string_view(text_.text()).substr(begin, ends_[at] - begin);
  }

  void AppendPadded(std::string_view text, size_t column, bool is_centred) {
    const size_t width = widths_[column], used = std::min(WidthOf(text), width);
    // More than fits (a width that .width has made narrower) is cut off.
    size_t bytes = 0;
    for (size_t shown = 0; bytes < text.size(); ++bytes) {
      if (!IsBehindFirst(text[bytes]) && shown++ == width) break;
    }
    const size_t space = width - used;
    const size_t before = is_centred ? space / 2 : client_.settings.widths[column] < 0 ? space : 0;
    line_.Append(before, ' ');
    line_.Append(text.substr(0, bytes));
    line_.Append(space - before, ' ');
  }

  void AppendLine(size_t line, bool is_head) {
    const std::string_view bar = mode_ == Mode::kBox ? kBar : "|";
    const bool has_bars = mode_ != Mode::kColumn;
    if (has_bars) {
      line_.Append(bar);
      line_.Append(" ");
    }
    for (size_t i = 0; i < count_; ++i) {
      AppendPadded(Cell(line, i), i, is_head && has_bars);
      if (!has_bars) {
        line_.Append(i + 1 == count_ ? "\n" : "  ");
        continue;
      }
      line_.Append(" ");
      line_.Append(bar);
      line_.Append(i + 1 == count_ ? "\n" : " ");
    }
  }

  void AppendRule(const Lines& lines) {
    line_.Append(lines.left);
    for (size_t i = 0; i < count_; ++i) {
      for (size_t j = 0; j < widths_[i] + 2; ++j) {
        if (!line_.Append(lines.dash)) return;
      }
      line_.Append(i + 1 == count_ ? lines.right : lines.middle);
    }
    line_.Append("\n");
  }

  void ShowHead() {
    switch (mode_) {
      case Mode::kColumn:
        if (!client_.settings.headers) break;
        AppendLine(0, true);
        for (size_t i = 0; i < count_; ++i) {
          line_.Append(widths_[i], '-');
          line_.Append(i + 1 == count_ ? "\n" : "  ");
        }
        break;
      case Mode::kTable:
        AppendRule(kPlus);
        AppendLine(0, true);
        AppendRule(kPlus);
        break;
      case Mode::kMarkdown:
        AppendLine(0, true);
        AppendRule(kPipe);
        break;
      default:
        AppendRule(kTop);
        AppendLine(0, true);
        AppendRule(kBetween);
    }
    client_.Out(line_.text());
    line_.Reuse();
  }

  // Rows of several lines are kept apart.
  void AppendBetweenRows() {
    if (mode_ == Mode::kTable) AppendRule(kPlus);
    if (mode_ == Mode::kBox) AppendRule(kBetween);
    if (mode_ == Mode::kColumn) line_.Append("\n");
  }

  Client& client_;
  const Mode mode_;
  const size_t count_;
  PaidText text_;               // of all cells, the names first, line by line
  PaidList<size_t> ends_;       // of cells in it
  PaidList<uint8_t> ends_row_;  // of lines behind the names: the row is over
  PaidList<size_t> widths_;
  PaidText line_;
  size_t lines_ = 0;
  bool has_long_rows_ = false;
};

}  // namespace

std::unique_ptr<Rows> MakeColumns(Client& client, Mode mode, sqlite3_stmt* statement) {
  return std::make_unique<Columns>(client, mode, statement);
}

}  // namespace pysub::shell::sqlite
