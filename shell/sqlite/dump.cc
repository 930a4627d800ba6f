// .dump: a database as the SQL that makes it again.

#include <fmt/format.h>

#include "shell/sqlite/rows.h"

namespace pysub::shell::sqlite {
namespace {

// First all tables with their rows, then what stands on them.
class DumpJob : public Job {
 public:
  DumpJob(Client& client, DumpOptions options)
      : options_(std::move(options)), names_(client.payer()), ends_(client.payer()) {}
  ~DumpJob() override {
    sqlite3_finalize(rows_statement_);
    sqlite3_finalize(others_);
  }

  Went Step(Client& client) override {
    if (client.is_over()) return Went::kEnded;
    switch (phase_) {
      case Phase::kBegin: Begin(client); return Went::kOn;
      case Phase::kTables:
        if (rows_statement_ != nullptr) return StepRow(client);
        if (next_ < ends_.size()) {
          Table(client);
        } else {
          BeginOthers(client);
        }
        return Went::kOn;
      case Phase::kOthers: return StepOther(client);
    }
    return Went::kEnded;
  }

 private:
  enum class Phase : uint8_t { kBegin, kTables, kOthers };

  // Name, kind and SQL of each table lie one behind the other.
  void Begin(Client& client) {
    if (!options_.only_data) client.Out("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n");
    client.Run("SAVEPOINT dump");
    sqlite3_stmt* statement = nullptr;
    const std::string sql = fmt::format(
        "SELECT name, type, sql FROM sqlite_schema AS o WHERE ({}) AND type=='table' AND sql NOT "
        "NULL ORDER BY tbl_name='sqlite_sequence', rowid",
        options_.condition);
    int code = sqlite3_prepare_v2(client.db(), sql.c_str(), -1, &statement, nullptr);
    if (code == SQLITE_OK) {
      while (sqlite3_step(statement) == SQLITE_ROW) {
        for (int column : {0, 2}) {
          names_.Append(TextOf(statement, column).value_or(""));
          if (!ends_.Add(names_.size())) break;
        }
        if (client.is_over()) break;
      }
      code = sqlite3_finalize(statement);
    }
    if (code == SQLITE_CORRUPT) client.Out("/****** CORRUPTION ERROR *******/\n");
    failed_ = code != SQLITE_OK;
    phase_ = Phase::kTables;
  }

  void Failed(Client& client) {
    failed_ = true;
    client.Out(fmt::format("/**** ERROR: ({}) {} *****/\n", sqlite3_errcode(client.db()),
                           sqlite3_errmsg(client.db())));
  }

  std::string_view TakeText() {
    const size_t begin = next_ == 0 ? 0 : ends_[next_ - 1], end = ends_[next_];
    ++next_;
    return std::string_view(names_.text()).substr(begin, end - begin);
  }

  void Table(Client& client) {
    const std::string name(TakeText());
    const std::string_view sql = TakeText();
    if (name == "sqlite_sequence") {
      if (options_.no_system) return;
      if (!options_.only_data) client.Out("DELETE FROM sqlite_sequence;\n");
    } else if (name.starts_with("sqlite_stat") && name.size() == 12) {
      if (options_.no_system) return;
      if (!options_.only_data) client.Out("ANALYZE sqlite_schema;\n");
    } else if (name.starts_with("sqlite_")) {
      return;
    } else if (options_.only_data) {
      // only its rows
    } else if (sql.starts_with("CREATE VIRTUAL TABLE")) {
      Virtual(client, name, sql);
      return;
    } else {
      client.Out(SchemaLine(sql, ";\n"));
    }
    BeginRows(client, name);
  }

  // Its rows are those of the tables below it, which follow.
  void Virtual(Client& client, std::string_view name, std::string_view sql) {
    if (!writes_schema_) client.Out("PRAGMA writable_schema=ON;\n");
    writes_schema_ = true;
    PaidText line(client.payer());
    const auto literal = [&](std::string_view text) { AppendQuoted(line, text); };
    line.Append("INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table',");
    literal(name);
    line.Append(",");
    literal(name);
    line.Append(",0,");
    literal(sql);
    line.Append(");\n");
    client.Out(line.text());
  }

  // The columns that can be written; the name of the row's number before them if it is kept.
  std::vector<std::string> ColumnsOf(Client& client, const std::string& table,
                                     std::string* row_id) {
    std::vector<std::string> columns;  // (at most 32,767, of which SQLite keeps the names, too)
    sqlite3_stmt* statement = nullptr;
    bool has_integer_key = false;
    int keys = 0;
    char* sql = sqlite3_mprintf("PRAGMA table_info=%Q", table.c_str());
    if (sql != nullptr &&
        sqlite3_prepare_v2(client.db(), sql, -1, &statement, nullptr) == SQLITE_OK) {
      while (sqlite3_step(statement) == SQLITE_ROW) {
        columns.push_back(std::string(TextOf(statement, 1).value_or("")));
        if (sqlite3_column_int(statement, 5) == 0) continue;
        ++keys;
        const std::string_view type = TextOf(statement, 2).value_or("");
        has_integer_key = keys == 1 && sqlite3_stricmp(std::string(type).c_str(), "INTEGER") == 0;
      }
    }
    sqlite3_free(sql);
    sqlite3_finalize(statement);
    if (!options_.keeps_rowids || columns.empty()) return columns;
    // A key that is the row's number is a column already.
    if (has_integer_key && keys == 1 &&
        !client.Ask("SELECT 1 FROM pragma_index_list(?1) WHERE origin='pk'", {table}))
      return columns;
    for (const char* name : {"rowid", "_rowid_", "oid"}) {
      bool is_taken = false;
      for (const std::string& column : columns)
        is_taken |= sqlite3_stricmp(column.c_str(), name) == 0;
      if (is_taken) continue;
      if (sqlite3_table_column_metadata(client.db(), nullptr, table.c_str(), name, nullptr, nullptr,
                                        nullptr, nullptr, nullptr) == SQLITE_OK)
        *row_id = name;
      break;
    }
    return columns;
  }

  void BeginRows(Client& client, const std::string& table) {
    std::string row_id;
    const std::vector<std::string> columns = ColumnsOf(client, table, &row_id);
    if (columns.empty()) {
      failed_ = true;
      return;
    }
    std::string shown = QuotedName(table), list = row_id;
    for (const std::string& column : columns) {
      if (!client.payer().Tick(column.size())) return;
      if (!list.empty()) list += ',';
      list += QuotedName(column);
    }
    if (!row_id.empty()) shown += "(" + list + ")";
    const std::string sql = "SELECT " + list + " FROM " + QuotedName(table);
    const int code = sqlite3_prepare_v2(client.db(), sql.c_str(), -1, &rows_statement_, nullptr);
    if (code != SQLITE_OK) {
      sqlite3_finalize(std::exchange(rows_statement_, nullptr));
      return Failed(client);
    }
    table_ = shown;
    rows_ = MakeRows(client, Mode::kInsert, rows_statement_);
  }

  // Rows go out one by one: a dump is often larger than the memory of a shell.
  Went StepRow(Client& client) {
    const int code = sqlite3_step(rows_statement_);
    if (code == SQLITE_ROW) {
      // The settings are those of the dump for this row only.
      Settings& settings = client.settings;
      const std::string table = std::exchange(settings.insert_table, table_);
      const bool headers = std::exchange(settings.headers, false);
      const bool newlines = std::exchange(settings.keeps_newlines, options_.keeps_newlines);
      const bool went = rows_->Show(rows_statement_);
      settings.insert_table = table;
      settings.headers = headers;
      settings.keeps_newlines = newlines;
      return went ? Went::kOn : Went::kEnded;
    }
    sqlite3_finalize(std::exchange(rows_statement_, nullptr));
    rows_.reset();
    if (client.is_over()) return Went::kEnded;
    if ((code & 0xFF) == SQLITE_CORRUPT) {
      failed_ = true;
      client.Out("/****** CORRUPTION ERROR *******/\n");
    } else if (code != SQLITE_DONE) {
      Failed(client);
    }
    return Went::kOn;
  }

  void BeginOthers(Client& client) {
    phase_ = Phase::kOthers;
    if (options_.only_data) return;
    const std::string sql = fmt::format(
        "SELECT sql FROM sqlite_schema AS o WHERE ({}) AND sql NOT NULL AND type IN "
        "('index','trigger','view')",
        options_.condition);
    if (sqlite3_prepare_v2(client.db(), sql.c_str(), -1, &others_, nullptr) != SQLITE_OK)
      Failed(client);
  }

  Went StepOther(Client& client) {
    if (others_ != nullptr && sqlite3_step(others_) == SQLITE_ROW) {
      client.Out(SchemaLine(TextOf(others_, 0).value_or(""), ";\n"));
      return Went::kOn;
    }
    if (sqlite3_finalize(std::exchange(others_, nullptr)) != SQLITE_OK) Failed(client);
    if (client.is_over()) return Went::kEnded;
    if (writes_schema_) client.Out("PRAGMA writable_schema=OFF;\n");
    client.Run("RELEASE dump");
    if (!options_.only_data) client.Out(failed_ ? "ROLLBACK; -- due to errors\n" : "COMMIT;\n");
    client.dot_failed = false;  // what went wrong stands in the dump
    return Went::kEnded;
  }

  const DumpOptions options_;
  Phase phase_ = Phase::kBegin;
  PaidText names_;
  PaidList<size_t> ends_;
  size_t next_ = 0;
  sqlite3_stmt *rows_statement_ = nullptr, *others_ = nullptr;
  std::unique_ptr<Rows> rows_;
  std::string table_;
  bool writes_schema_ = false, failed_ = false;
};

}  // namespace

std::unique_ptr<Job> MakeDumpJob(Client& client, const DumpOptions& options) {
  return std::make_unique<DumpJob>(client, options);
}

}  // namespace pysub::shell::sqlite
