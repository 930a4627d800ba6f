// .import FILE TABLE

#include <fmt/format.h>

#include <map>

#include "shell/sqlite/rows.h"
#include "shell/sqlite/words.h"

namespace pysub::shell::sqlite {
namespace {

constexpr int kEnd = -1;  // of the file, where a separator would stand

std::string Quoted(std::string_view name) {
  std::string quoted = "\"";
  for (char c : name) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

class ImportJob : public Job {
 public:
  ImportJob(Client& client, PaidText text, ImportOptions options)
      : client_(client),
        text_(std::move(text)),
        options_(std::move(options)),
        field_(client.payer()) {
    table_ = options_.schema.empty() ? Quoted(options_.table)
                                     : Quoted(options_.schema) + "." + Quoted(options_.table);
  }
  ~ImportJob() override { sqlite3_finalize(insert_); }

  Went Step(Client& client) override {
    if (client.is_over()) return Went::kEnded;
    if (insert_ == nullptr) {
      if (Begin()) return Went::kOn;
      return Went::kEnded;
    }
    ImportRow();
    return separator_ == kEnd || client.is_over() ? End() : Went::kOn;
  }

 private:
  bool Fail(std::string_view text) {
    if (!client_.is_over()) client_.Err(text);
    client_.dot_failed = true;
    return false;
  }
  bool FailAsSqlite() { return Fail(fmt::format("Error: {}\n", sqlite3_errmsg(client_.db()))); }

  int NextByte() {
    const std::string& text = text_.text();
    return at_ < text.size() ? static_cast<unsigned char>(text[at_++]) : kEnd;
  }
  int column_end() const { return static_cast<unsigned char>(options_.column_separator); }
  int row_end() const { return static_cast<unsigned char>(options_.row_separator); }
  void Keep(int c) {
    const char byte = static_cast<char>(c);
    field_.Append({&byte, 1});
  }

  // Fills field_ and separator_; false: the file is over.
  bool ReadField() {
    field_.Reuse();
    const size_t begin = at_;
    const bool is_there = options_.is_ascii ? ReadPlain(NextByte()) : ReadCsv();
    client_.payer().Tick(32 + 4 * (at_ - begin));
    return is_there;
  }

  bool ReadPlain(int c) {
    if (c == kEnd) {
      separator_ = kEnd;
      return false;
    }
    const size_t begin = at_ - 1;
    while (c != kEnd && c != column_end() && c != row_end()) c = NextByte();
    field_.Append(
        std::string_view(text_.text()).substr(begin, (c == kEnd ? at_ : at_ - 1) - begin));
    if (c == row_end()) ++line_;
    separator_ = c;
    return true;
  }

  bool ReadCsv() {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (!began_ && std::string_view(text_.text()).substr(at_).starts_with(kMark))
      at_ += kMark.size();
    began_ = true;
    const int c = NextByte();
    if (c == '"') return ReadQuoted();
    if (!ReadPlain(c)) return false;
    if (separator_ == row_end() && field_.text().ends_with('\r')) Shorten(1);
    return true;
  }

  void Shorten(size_t by) {
    const std::string shorter = field_.text().substr(0, field_.size() - by);
    field_.Reuse();
    field_.Append(shorter);
  }

  // "a ""quoted"" field": a quote ends it only where a separator follows, maybe behind a carriage
  // return; any other quote is told and kept.
  bool ReadQuoted() {
    const int64_t first_line = line_;
    int before = 0, before_that = 0;  // the last two bytes
    while (true) {
      const int c = NextByte();
      if (c == row_end()) ++line_;
      if (c == '"' && before == '"') {
        before = 0;
        continue;
      }
      const bool ends = c == column_end() || c == row_end() || c == kEnd;
      if ((ends && before == '"') || (c == row_end() && before == '\r' && before_that == '"')) {
        // The closing quote, and what stands behind it, are no part of the field.
        Shorten(before == '"' ? 1 : 2);
        separator_ = c;
        return true;
      }
      if (before == '"' && c != '\r') {
        // (A field may have millions of them.)
        client_.payer().Tick(64);
        client_.Err(fmt::format("{}:{}: unescaped \" character\n", options_.file, line_));
      }
      if (c == kEnd) {
        client_.Err(
            fmt::format("{}:{}: unterminated \"-quoted field\n", options_.file, first_line));
        separator_ = kEnd;
        return true;
      }
      Keep(c);
      before_that = before;
      before = c;
      if (client_.is_over()) return false;
    }
  }

  // The names that the first row gives, those that are there twice with a number behind.
  bool MakeTable() {
    std::vector<std::string> names;  // (SQLite refuses more than some thousands)
    constexpr size_t kMost = 32'767;
    bool is_there = false;
    while ((is_there = ReadField()) && names.size() < kMost) {
      if (!client_.payer().Charge(static_cast<int64_t>(64 + field_.size()))) return false;
      names.push_back(field_.text().substr(0, field_.text().find('\0')));
      if (names.back().empty()) names.back() = "?";
      if (separator_ != column_end()) break;
    }
    if (names.empty()) return Fail(fmt::format("{}: empty file\n", options_.file));
    Rename(&names);
    std::string sql = "CREATE TABLE " + table_ + "(";
    for (size_t i = 0; i < names.size(); ++i) {
      sql += i == 0 ? "\n" : i % 4 != 0 ? ", " : ",\n ";
      sql += Quoted(names[i]) + " TEXT";
    }
    sql += ")\n";
    if (client_.Run(sql.c_str()) == SQLITE_OK) return true;
    return Fail(fmt::format("{} failed:\n{}\n", sql, sqlite3_errmsg(client_.db())));
  }

  static std::string Lower(std::string text) {
    for (char& c : text) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    }
    return text;
  }

  // "a" in the third column becomes "a_3"; "a_03" where some "a_3" is there already.
  void Rename(std::vector<std::string>* names) {
    std::map<std::string, int> counts;
    for (const std::string& name : *names) ++counts[Lower(name)];
    if (counts.size() == names->size()) return;
    const auto renamed = [&](size_t i, size_t digits) {
      return fmt::format("{}_{:0{}}", (*names)[i], i + 1, digits);
    };
    const auto is_double = [&](size_t i) {
      const auto at = counts.find(Lower((*names)[i]));
      return at != counts.end() && at->second > 1;
    };
    size_t digits = 1;
    for (bool is_unique = false; !is_unique && digits < 20; digits += is_unique ? 0 : 1) {
      is_unique = true;
      for (size_t i = 0; is_unique && i < names->size(); ++i) {
        if (!client_.payer().Tick(100)) return;
        is_unique = !is_double(i) || !counts.contains(Lower(renamed(i, digits)));
      }
    }
    std::string told;
    for (size_t i = 0; i < names->size(); ++i) {
      if (!is_double(i)) continue;
      if (!told.empty()) told += ",\n";
      told += fmt::format("\"{}\" to \"{}\"", (*names)[i], renamed(i, digits));
    }
    for (size_t i = 0; i < names->size(); ++i) {
      if (is_double(i)) (*names)[i] = renamed(i, digits);
    }
    client_.Err(fmt::format("Columns renamed during .import {} due to duplicates:\n{}\n",
                            options_.file, told));
  }

  bool Begin() {
    client_.dot_failed = false;
    if (!client_.NeedDatabase()) return Fail("");
    for (int64_t i = 0; i < options_.skip && at_ < text_.size(); ++i) {
      while (ReadField() && separator_ == column_end()) {
      }
      if (client_.is_over()) return false;
    }
    sqlite3_stmt* statement = nullptr;
    const std::string select = "SELECT * FROM " + table_;
    int code = sqlite3_prepare_v2(client_.db(), select.c_str(), -1, &statement, nullptr);
    if (code != SQLITE_OK &&
        std::string_view(sqlite3_errmsg(client_.db())).starts_with("no such table: ")) {
      if (!MakeTable()) return false;
      code = sqlite3_prepare_v2(client_.db(), select.c_str(), -1, &statement, nullptr);
    }
    if (code != SQLITE_OK) return FailAsSqlite();
    columns_ = sqlite3_column_count(statement);
    sqlite3_finalize(statement);
    std::string insert = "INSERT INTO " + table_ + " VALUES(";
    for (int i = 0; i < columns_; ++i) insert += i == 0 ? "?" : ",?";
    insert += ")";
    if (sqlite3_prepare_v2(client_.db(), insert.c_str(), -1, &insert_, nullptr) != SQLITE_OK)
      return FailAsSqlite();
    commits_ = sqlite3_get_autocommit(client_.db()) != 0;
    if (commits_) client_.Run("BEGIN");
    return true;
  }

  void ImportRow() {
    const int64_t first_line = line_;
    int column = 0;
    for (; column < columns_; ++column) {
      const bool is_there = ReadField();
      if (client_.is_over()) return;
      if (!is_there && column == 0) break;
      if (options_.is_ascii && column == 0 && field_.empty()) break;
      const std::string& text = field_.text();
      if (is_there)
        sqlite3_bind_text(insert_, column + 1, text.c_str(), -1, SQLITE_TRANSIENT);
      else
        sqlite3_bind_null(insert_, column + 1);
      if (column < columns_ - 1 && separator_ != column_end()) {
        client_.Err(
            fmt::format("{}:{}: expected {} columns but found {} - filling the rest with NULL\n",
                        options_.file, first_line, columns_, column + 1));
        for (column += 2; column <= columns_; ++column) sqlite3_bind_null(insert_, column);
      }
    }
    if (separator_ == column_end()) {
      do {
        ReadField();
        ++column;
      } while (separator_ == column_end() && !client_.is_over());
      client_.Err(fmt::format("{}:{}: expected {} columns but found {} - extras ignored\n",
                              options_.file, first_line, columns_, column));
    }
    if (column < columns_) return;
    sqlite3_step(insert_);
    if (sqlite3_reset(insert_) == SQLITE_OK) {
      ++rows_;
    } else if (!client_.is_over()) {
      ++errors_;
      client_.Err(fmt::format("{}:{}: INSERT failed: {}\n", options_.file, first_line,
                              sqlite3_errmsg(client_.db())));
    }
  }

  Went End() {
    sqlite3_finalize(std::exchange(insert_, nullptr));
    if (client_.is_over()) return Went::kEnded;
    if (commits_) client_.Run("COMMIT");
    if (options_.verbose) {
      client_.Out(fmt::format("Added {} rows with {} errors using {} lines of input\n", rows_,
                              errors_, line_ - 1));
    }
    return Went::kEnded;
  }

  Client& client_;
  PaidText text_;
  const ImportOptions options_;
  std::string table_;
  PaidText field_;
  size_t at_ = 0;
  int64_t line_ = 1, rows_ = 0, errors_ = 0;
  int separator_ = 0, columns_ = 0;
  bool began_ = false, commits_ = false;
  sqlite3_stmt* insert_ = nullptr;
};

// The separators of the mode that is set; false: they cannot be used, which is said.
bool TakeSeparators(Client& client, ImportOptions* options) {
  Settings& settings = client.settings;
  // (Which stays so, for what is written, too.)
  if (settings.mode == Mode::kCsv && settings.row_separator == "\r\n")
    settings.row_separator = "\n";
  const std::string& row = settings.row_separator;
  for (const auto& [text, name] : {std::pair(settings.column_separator, "column"), {row, "row"}}) {
    if (text.empty()) {
      client.Err(fmt::format("Error: non-null {} separator required for import\n", name));
      return false;
    }
    if (text.size() > 1) {
      client.Err(
          fmt::format("Error: multi-character {} separators not allowed for import\n", name));
      return false;
    }
  }
  options->column_separator = settings.column_separator[0];
  options->row_separator = row[0];
  options->is_ascii = settings.mode == Mode::kAscii;
  return true;
}

}  // namespace

Dot DotImport(Client& client, const Words& words) {
  ImportOptions options;
  std::optional<std::string> file, table;
  bool by_mode = true;
  const auto misuse = [&](std::string_view text) {
    client.Out(fmt::format("ERROR: {}.  Usage:\n", text));
    ShowHelp(client, "import");
    return Dot::kFailed;
  };
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool has_more = i + 1 < words.size();
    if (!word.starts_with('-')) {
      if (!file) {
        file = word;
      } else if (!table) {
        table = word;
      } else {
        return misuse(fmt::format("extra argument: \"{}\"", word));
      }
    } else if (word == "-v" || word == "--v") {
      options.verbose = true;
    } else if (IsOption(word, "schema") && has_more) {
      options.schema = words[++i];
    } else if (IsOption(word, "skip") && has_more) {
      options.skip = NumberOf(words[++i]);
    } else if (IsOption(word, "ascii")) {
      options.column_separator = '\x1F';
      options.row_separator = '\x1E';
      options.is_ascii = true;
      by_mode = false;
    } else if (IsOption(word, "csv")) {
      options.column_separator = ',';
      options.row_separator = '\n';
      by_mode = false;
    } else {
      return misuse(fmt::format("unknown option: \"{}\"",
                                std::string_view(word).substr(word.starts_with("--") ? 1 : 0)));
    }
  }
  if (!table) {
    client.Out(fmt::format("ERROR: missing {} argument. Usage:\n", file ? "TABLE" : "FILE"));
    ShowHelp(client, "import");
    return Dot::kFailed;
  }
  if (by_mode && !TakeSeparators(client, &options)) return Dot::kFailed;
  if (file->starts_with('|'))
    return client.Fail("Error: pipes are not supported in this sandbox\n");
  int error = 0;
  std::optional<PaidText> text = ReadWhole(client, *file, &error);
  if (!text) return client.Fail(fmt::format("Error: cannot open \"{}\"\n", *file));
  options.file = *file;
  options.table = *table;
  if (options.verbose && by_mode) {
    client.Out("Column separator ");
    PaidText shown(client.payer());
    AppendCString(shown, {&options.column_separator, 1});
    shown.Append(", row separator ");
    AppendCString(shown, {&options.row_separator, 1});
    shown.Append("\n");
    client.Out(shown.text());
  }
  client.Push(MakeImportJob(client, *std::move(text), options));
  return Dot::kPushed;
}

std::unique_ptr<Job> MakeImportJob(Client& client, PaidText text, const ImportOptions& options) {
  return std::make_unique<ImportJob>(client, std::move(text), options);
}

}  // namespace pysub::shell::sqlite
