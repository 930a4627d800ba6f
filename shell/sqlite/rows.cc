#include "shell/sqlite/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <vector>

namespace pysub::shell::sqlite {
namespace {

constexpr std::string_view kNames[] = {
    "line",  "column", "list", "semi", "html",     "insert", "quote", "tcl",   "csv", "explain",
    "ascii", "pretty", "eqp",  "json", "markdown", "table",  "box",   "count", "off",
};

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsControl(char c) { return static_cast<unsigned char>(c) < ' '; }

// Appends `text` with what `replace` gives for some of its characters: null, the character itself.
template <typename Replace>
void AppendReplaced(PaidText& to, std::string_view text, const Replace& replace) {
  size_t from = 0;
  char buffer[16];
  for (size_t i = 0; i < text.size(); ++i) {
    const char* by = replace(text[i], buffer);
    if (by == nullptr) continue;
    to.Append(text.substr(from, i - from));
    if (!to.Append(by)) return;
    from = i + 1;
  }
  to.Append(text.substr(from));
}

void AppendHtml(PaidText& to, std::string_view text) {
  AppendReplaced(to, text, [](char c, char*) -> const char* {
    switch (c) {
      case '<': return "&lt;";
      case '&': return "&amp;";
      case '>': return "&gt;";
      case '"': return "&quot;";
      case '\'': return "&#39;";
      default: return nullptr;
    }
  });
}

void AppendHex(PaidText& to, std::string_view begin, sqlite3_stmt* statement, int column) {
  constexpr char kDigits[] = "0123456789abcdef";
  const void* bytes = sqlite3_column_blob(statement, column);
  const size_t size =
      bytes == nullptr ? 0 : static_cast<size_t>(sqlite3_column_bytes(statement, column));
  to.Append(begin);
  for (size_t i = 0; i < size; ++i) {
    const unsigned char byte = static_cast<const unsigned char*>(bytes)[i];
    const char pair[] = {kDigits[byte >> 4], kDigits[byte & 15]};
    if (!to.Append({pair, 2})) return;
  }
  to.Append("'");
}

// Numbers as literals are exact.
void AppendReal(PaidText& to, double value, bool whole_as_such, bool infinite_as_such = false) {
  if (std::isinf(value) && !infinite_as_such) {
    to.Append(value > 0 ? "1e999" : "-1e999");
    return;
  }
  char text[64];
  const double most = 9.2e18;
  if (whole_as_such && value > -most && value < most &&
      value == static_cast<double>(static_cast<int64_t>(value))) {
    sqlite3_snprintf(sizeof(text), text, "%lld.0", static_cast<int64_t>(value));
  } else {
    sqlite3_snprintf(sizeof(text), text, "%!.20g", value);
  }
  to.Append(text);
}

// Whatever can be large is written into a PaidText, whose appends stop when there is no memory
// left; who made a row looks once at its end.

// Most modes: a line of names before the first row, then a line for each.
class Lines : public Rows {
 public:
  Lines(Client& client, Mode mode) : client_(client), mode_(mode), line_(client.payer()) {}

  bool Show(sqlite3_stmt* statement) override {
    Payer& payer = client_.payer();
    const int columns = sqlite3_column_count(statement);
    if (!payer.Tick(64 + 16 * static_cast<uint64_t>(columns))) return false;
    line_.Reuse();
    AppendRow(statement, columns);
    ++rows_;
    if (payer.over()) return false;
    if (!line_.empty()) client_.Out(line_.text());
    return true;
  }

  void End() override {
    if (mode_ == Mode::kJson && rows_ > 0) client_.Out("]\n");
    if (mode_ == Mode::kCount) client_.Out(fmt::format("{} row{}\n", rows_, rows_ == 1 ? "" : "s"));
  }

 private:
  const Settings& settings() const { return client_.settings; }

  void AppendRow(sqlite3_stmt* statement, int columns) {
    switch (mode_) {
      case Mode::kLine: return AppendLine(statement, columns);
      case Mode::kHtml: return AppendTable(statement, columns);
      case Mode::kInsert: return AppendInsert(statement, columns);
      case Mode::kJson: return AppendObject(statement, columns);
      case Mode::kSemicolon:
      case Mode::kPretty:
        if (const auto sql = TextOf(statement, 0)) line_.Append(SchemaLine(*sql, ";\n"));
        return;
      case Mode::kCount:
      case Mode::kOff: return;
      default: break;
    }
    if (rows_ == 0 && settings().headers) {
      for (int i = 0; i < columns; ++i) {
        AppendName(ColumnName(statement, i));
        Separate(i, columns);
      }
    }
    for (int i = 0; i < columns; ++i) {
      AppendValue(statement, i);
      Separate(i, columns);
    }
  }

  void Separate(int column, int columns) {
    line_.Append(column < columns - 1 ? settings().column_separator : settings().row_separator);
  }

  void AppendName(std::string_view name) {
    switch (mode_) {
      case Mode::kTcl: AppendCString(line_, name); break;
      case Mode::kCsv: AppendCsv(line_, settings(), name); break;
      case Mode::kQuote: AppendQuoted(line_, name); break;
      default: line_.Append(name);
    }
  }

  void AppendValue(sqlite3_stmt* statement, int column) {
    switch (mode_) {
      case Mode::kTcl: AppendCString(line_, ShownOf(settings(), statement, column)); break;
      case Mode::kCsv: AppendCsv(line_, settings(), TextOf(statement, column)); break;
      case Mode::kQuote: AppendLiteral(line_, statement, column, false, false); break;
      default: line_.Append(ShownOf(settings(), statement, column));
    }
  }

  void AppendLine(sqlite3_stmt* statement, int columns) {
    size_t width = 5;
    for (int i = 0; i < columns; ++i) width = std::max(width, ColumnName(statement, i).size());
    if (rows_ > 0) line_.Append(settings().row_separator);
    for (int i = 0; i < columns; ++i) {
      const std::string_view name = ColumnName(statement, i);
      line_.Append(width - name.size(), ' ');
      line_.Append(name);
      line_.Append(" = ");
      line_.Append(ShownOf(settings(), statement, i));
      line_.Append(settings().row_separator);
    }
  }

  void AppendTable(sqlite3_stmt* statement, int columns) {
    if (rows_ == 0 && settings().headers) {
      line_.Append("<TR>");
      for (int i = 0; i < columns; ++i) {
        line_.Append("<TH>");
        AppendHtml(line_, ColumnName(statement, i));
        line_.Append("</TH>\n");
      }
      line_.Append("</TR>\n");
    }
    line_.Append("<TR>");
    for (int i = 0; i < columns; ++i) {
      line_.Append("<TD>");
      AppendHtml(line_, ShownOf(settings(), statement, i));
      line_.Append("</TD>\n");
    }
    line_.Append("</TR>\n");
  }

  void AppendInsert(sqlite3_stmt* statement, int columns) {
    line_.Append("INSERT INTO ");
    line_.Append(settings().insert_table);
    if (settings().headers) {
      for (int i = 0; i < columns; ++i) {
        line_.Append(i == 0 ? "(" : ",");
        line_.Append(QuotedName(ColumnName(statement, i)));
      }
      line_.Append(")");
    }
    for (int i = 0; i < columns; ++i) {
      line_.Append(i == 0 ? " VALUES(" : ",");
      AppendLiteral(line_, statement, i, !settings().keeps_newlines, true);
    }
    line_.Append(");\n");
  }

  void AppendObject(sqlite3_stmt* statement, int columns) {
    line_.Append(rows_ == 0 ? "[{" : ",\n{");
    for (int i = 0; i < columns; ++i) {
      if (i > 0) line_.Append(",");
      AppendJson(line_, ColumnName(statement, i));
      line_.Append(":");
      switch (sqlite3_column_type(statement, i)) {
        case SQLITE_NULL: line_.Append("null"); break;
        case SQLITE_FLOAT: AppendReal(line_, sqlite3_column_double(statement, i), false); break;
        case SQLITE_BLOB: {
          const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement, i));
          const auto size = static_cast<size_t>(sqlite3_column_bytes(statement, i));
          AppendJson(line_, {bytes, bytes == nullptr ? 0 : size});
          break;
        }
        case SQLITE_TEXT: AppendJson(line_, ShownOf(settings(), statement, i)); break;
        default: line_.Append(ShownOf(settings(), statement, i));
      }
    }
    line_.Append("}");
  }

  Client& client_;
  const Mode mode_;
  PaidText line_;
  uint64_t rows_ = 0;
};

}  // namespace

std::string_view NameOf(Mode mode) { return kNames[static_cast<size_t>(mode)]; }

std::optional<std::string_view> TextOf(sqlite3_stmt* statement, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  if (text == nullptr) return std::nullopt;
  return std::string_view(text);
}

std::string_view ShownOf(const Settings& settings, sqlite3_stmt* statement, int column) {
  return TextOf(statement, column).value_or(settings.null_value);
}

std::string_view ColumnName(sqlite3_stmt* statement, int column) {
  const char* name = sqlite3_column_name(statement, column);
  return name == nullptr ? std::string_view() : std::string_view(name);
}

void AppendQuoted(PaidText& to, std::string_view text) {
  to.Append("'");
  AppendReplaced(to, text, [](char c, char*) { return c == '\'' ? "''" : nullptr; });
  to.Append("'");
}

// A word that stands in no `text`, for what is put in its place meanwhile: "\n", or "(\n0)" ...
std::string UnusedWord(std::string_view text, std::string_view first, std::string_view second) {
  for (std::string_view word : {first, second}) {
    if (text.find(word) == std::string_view::npos) return std::string(word);
  }
  // Of the words with a number the first that is not there, in one pass: a text may have all up to
  // a million, and looking for one after the other would take hours.
  const std::string begin = fmt::format("({}", first);
  std::vector<bool> taken(text.size() / (begin.size() + 2) + 1);  // there is no room for more
  for (size_t at = text.find(begin); at != std::string_view::npos; at = text.find(begin, at + 1)) {
    const std::string_view rest = text.substr(at + begin.size());
    size_t number = 0;
    const auto [end, mistake] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    const auto digits = static_cast<size_t>(end - rest.data());
    const bool is_word = mistake == std::errc() && digits < rest.size() && rest[digits] == ')' &&
                         (digits == 1 || rest[0] != '0');
    if (is_word && number < taken.size()) taken[number] = true;
  }
  const auto unused = std::find(taken.begin(), taken.end(), false);
  return fmt::format("{}{})", begin, unused - taken.begin());
}

void AppendEscaped(PaidText& to, std::string_view text) {
  const bool has_newline = text.find('\n') != std::string_view::npos;
  const bool has_return = text.find('\r') != std::string_view::npos;
  if (!has_newline && !has_return) return AppendQuoted(to, text);
  const std::string newline = has_newline ? UnusedWord(text, "\\n", "\\012") : "";
  const std::string carriage = has_return ? UnusedWord(text, "\\r", "\\015") : "";
  if (has_newline) to.Append("replace(");
  if (has_return) to.Append("replace(");
  to.Append("'");
  AppendReplaced(to, text, [&](char c, char*) -> const char* {
    if (c == '\'') return "''";
    if (c == '\n') return newline.c_str();
    return c == '\r' ? carriage.c_str() : nullptr;
  });
  to.Append("'");
  if (has_return) to.Append(fmt::format(",'{}',char(13))", carriage));
  if (has_newline) to.Append(fmt::format(",'{}',char(10))", newline));
}

void AppendLiteral(PaidText& to, sqlite3_stmt* statement, int column, bool escapes, bool is_exact) {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL: to.Append("NULL"); break;
    case SQLITE_INTEGER: to.Append(TextOf(statement, column).value_or("")); break;
    case SQLITE_FLOAT:
      AppendReal(to, sqlite3_column_double(statement, column), is_exact, !is_exact);
      break;
    case SQLITE_BLOB: AppendHex(to, "X'", statement, column); break;
    default: {
      const std::string_view text = TextOf(statement, column).value_or("");
      escapes ? AppendEscaped(to, text) : AppendQuoted(to, text);
    }
  }
}

void AppendShortLiteral(PaidText& to, sqlite3_stmt* statement, int column) {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL: to.Append("NULL"); break;
    case SQLITE_BLOB: AppendHex(to, "x'", statement, column); break;
    case SQLITE_TEXT: AppendQuoted(to, TextOf(statement, column).value_or("")); break;
    default: to.Append(TextOf(statement, column).value_or(""));
  }
}

void AppendCString(PaidText& to, std::string_view text) {
  to.Append("\"");
  AppendReplaced(to, text, [](char c, char* buffer) -> const char* {
    switch (c) {
      case '\\': return "\\\\";
      case '"': return "\\\"";
      case '\t': return "\\t";
      case '\n': return "\\n";
      case '\r': return "\\r";
      default: break;
    }
    if (c >= ' ' && c < 0x7F) return nullptr;
    sqlite3_snprintf(16, buffer, "\\%03o", static_cast<unsigned char>(c));
    return buffer;
  });
  to.Append("\"");
}

void AppendJson(PaidText& to, std::string_view text) {
  to.Append("\"");
  AppendReplaced(to, text, [](char c, char* buffer) -> const char* {
    switch (c) {
      case '\\': return "\\\\";
      case '"': return "\\\"";
      case '\b': return "\\b";
      case '\f': return "\\f";
      case '\n': return "\\n";
      case '\r': return "\\r";
      case '\t': return "\\t";
      default: break;
    }
    if (!IsControl(c)) return nullptr;
    sqlite3_snprintf(16, buffer, "\\u%04x", static_cast<unsigned char>(c));
    return buffer;
  });
  to.Append("\"");
}

void AppendCsv(PaidText& to, const Settings& settings, std::optional<std::string_view> text) {
  if (!text) {
    to.Append(settings.null_value);
    return;
  }
  const auto is_plain = [](char c) { return c > ' ' && c < 0x7F && c != '"' && c != '\''; };
  bool plain = !text->empty() && (settings.column_separator.empty() ||
                                  text->find(settings.column_separator) == std::string_view::npos);
  for (size_t i = 0; plain && i < text->size(); ++i) plain = is_plain((*text)[i]);
  if (plain) {
    to.Append(*text);
    return;
  }
  to.Append("\"");
  AppendReplaced(to, *text, [](char c, char*) { return c == '"' ? "\"\"" : nullptr; });
  to.Append("\"");
}

char QuoteOf(std::string_view name) {
  if (name.empty() || (!IsLetter(name[0]) && name[0] != '_')) return '"';
  for (char c : name) {
    if (!IsLetter(c) && !IsDigit(c) && c != '_') return '"';
  }
  return sqlite3_keyword_check(name.data(), static_cast<int>(name.size())) != 0 ? '"' : '\0';
}

std::string QuotedName(std::string_view name) {
  if (QuoteOf(name) == '\0') return std::string(name);
  std::string quoted = "\"";
  for (char c : name) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::string SchemaLine(std::string_view sql, std::string_view tail) {
  std::string line(sql);
  // A comment at the end must not swallow the semicolon.
  if (tail.starts_with(';') &&
      (sql.find("/*") != std::string_view::npos || sql.find("--") != std::string_view::npos)) {
    for (std::string_view end : {"", "*/", "\n"}) {
      const std::string whole = line + std::string(end) + ";";
      if (sqlite3_complete(whole.c_str()) == 0) continue;
      line += end;
      break;
    }
  }
  constexpr std::string_view kCreate = "CREATE TABLE ";
  if (line.starts_with(kCreate) && line.size() > kCreate.size() &&
      (line[kCreate.size()] == '\'' || line[kCreate.size()] == '"'))
    line.insert(kCreate.size(), "IF NOT EXISTS ");
  return line.append(tail);
}

std::unique_ptr<Rows> MakeRows(Client& client, Mode mode, sqlite3_stmt* statement) {
  switch (mode) {
    case Mode::kColumn:
    case Mode::kMarkdown:
    case Mode::kTable:
    case Mode::kBox: return MakeColumns(client, mode, statement);
    case Mode::kExplain: return MakeExplain(client, statement);
    case Mode::kQueryPlan: return MakeQueryPlan(client);
    default: return std::make_unique<Lines>(client, mode);
  }
}

}  // namespace pysub::shell::sqlite
