#ifndef PYSUB_OSBRIDGE_SESSIONS_SQLITE_DATABASE_H_
#define PYSUB_OSBRIDGE_SESSIONS_SQLITE_DATABASE_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "osbridge/sessions/store_rules.h"

namespace pysub::sessions {

// A blob to bind; a text is a string_view.
struct BlobView {
  std::string_view bytes;
};

// An open database file, and the statements that were prepared for it.
class SqliteDatabase {
 public:
  // `vfs`: the name of one that is registered, for tests; "" the default.
  static absl::StatusOr<std::unique_ptr<SqliteDatabase>> Open(const std::string& path,
                                                              const std::string& vfs);
  ~SqliteDatabase();
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;

  // Statements without rows, one after the other.
  absl::Status Execute(const char* statements);
  // Prepared once; `sql` is a literal. Null: *status says why.
  sqlite3_stmt* Prepared(const char* sql, absl::Status* status);
  // Of what the last call said.
  absl::Status Failure() const;
  // The clock of the file system that the database lies in.
  int64_t NowMs() const;
  int64_t changes() const { return sqlite3_changes64(handle_); }
  int64_t last_rowid() const { return sqlite3_last_insert_rowid(handle_); }

 private:
  explicit SqliteDatabase(sqlite3* handle) : handle_(handle) {}

  sqlite3* handle_;
  std::map<const char*, sqlite3_stmt*> prepared_;
};

// Rows of a SELECT: while (rows.Next()) ... A failure ends them, and stays with the SqliteWork.
class SqliteRows {
 public:
  SqliteRows(const SqliteRows&) = delete;
  SqliteRows& operator=(const SqliteRows&) = delete;
  ~SqliteRows();
  bool Next();
  int64_t Int(int column) const { return sqlite3_column_int64(statement_, column); }
  std::string Text(int column) const;  // also of a blob

 private:
  friend class SqliteWork;
  SqliteRows(SqliteDatabase& database, sqlite3_stmt* statement, absl::Status* status)
      : database_(database), statement_(statement), status_(status) {}

  SqliteDatabase& database_;
  sqlite3_stmt* statement_;  // null: it could not be prepared
  absl::Status* status_;
};

// A transaction: it begins here, and is undone unless Commit() succeeds. After a failure nothing
// more is done, so that a body looks only at the end.
class SqliteWork {
 public:
  enum class Kind : uint8_t { kRead, kWrite };
  SqliteWork(SqliteDatabase& database, Kind kind);
  ~SqliteWork();
  SqliteWork(const SqliteWork&) = delete;
  SqliteWork& operator=(const SqliteWork&) = delete;

  // How many rows it changed; 0 after a failure.
  template <typename... Values>
  int64_t Run(const char* sql, const Values&... values) {
    SqliteRows rows = Select(sql, values...);
    rows.Next();
    return status_.ok() ? database_.changes() : 0;
  }
  template <typename... Values>
  SqliteRows Select(const char* sql, const Values&... values) {
    sqlite3_stmt* const statement = status_.ok() ? database_.Prepared(sql, &status_) : nullptr;
    if (statement != nullptr) {
      int index = 0;
      (Bind(statement, ++index, values), ...);
    }
    return SqliteRows(database_, statement, &status_);
  }
  // The first column of the first row.
  template <typename... Values>
  std::optional<int64_t> SelectInt(const char* sql, const Values&... values) {
    SqliteRows rows = Select(sql, values...);
    if (!rows.Next()) return std::nullopt;
    return rows.Int(0);
  }
  // The body found that it must not be: the first such status stays.
  void Fail(absl::Status status);
  bool ok() const { return status_.ok(); }
  const absl::Status& status() const { return status_; }
  // By the clock, the same in all of the transaction.
  int64_t now() const { return now_; }
  absl::Status Commit();

 private:
  void Bind(sqlite3_stmt* statement, int index, int64_t value);
  void Bind(sqlite3_stmt* statement, int index, std::string_view text);
  void Bind(sqlite3_stmt* statement, int index, BlobView blob);
  void Bind(sqlite3_stmt* statement, int index, TimeOrNull time);
  void Check(int result);

  SqliteDatabase& database_;
  absl::Status status_;
  int64_t now_ = 0;
  bool open_ = false;
};

}  // namespace pysub::sessions

#endif  // PYSUB_OSBRIDGE_SESSIONS_SQLITE_DATABASE_H_
