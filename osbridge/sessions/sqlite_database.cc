#include "osbridge/sessions/sqlite_database.h"

#include <fmt/format.h>

#include <utility>

namespace pysub::sessions {
namespace {

// A writer waits so long for another one before it says kUnavailable. Transactions take
// milliseconds, so who waits longer is behind one that hangs.
constexpr int kBusyMs = 10'000;
// What SQLite counts from: noon of 24 November 4714 BC.
constexpr int64_t kJulian1970Ms = 210'866'760'000'000;
constexpr double kMsInDay = 86'400'000.0;

absl::StatusCode CodeOf(int result) {
  switch (result & 0xff) {
    case SQLITE_FULL:
    case SQLITE_NOMEM:
    case SQLITE_TOOBIG: return absl::StatusCode::kResourceExhausted;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return absl::StatusCode::kDataLoss;
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH: return absl::StatusCode::kPermissionDenied;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_IOERR: return absl::StatusCode::kUnavailable;
    default: return absl::StatusCode::kInternal;
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<SqliteDatabase>> SqliteDatabase::Open(const std::string& path,
                                                                     const std::string& vfs) {
  sqlite3* handle = nullptr;
  const int result = sqlite3_open_v2(
      path.c_str(), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
      vfs.empty() ? nullptr : vfs.c_str());
  std::unique_ptr<SqliteDatabase> database(new SqliteDatabase(handle));
  if (result != SQLITE_OK) {
    return absl::Status(CodeOf(result), fmt::format("{}: {}", path, sqlite3_errstr(result)));
  }
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, kBusyMs);
  return database;
}

SqliteDatabase::~SqliteDatabase() {
  for (const auto& [sql, statement] : prepared_) sqlite3_finalize(statement);
  sqlite3_close(handle_);
}

absl::Status SqliteDatabase::Execute(const char* statements) {
  if (sqlite3_exec(handle_, statements, nullptr, nullptr, nullptr) == SQLITE_OK)
    return absl::OkStatus();
  return Failure();
}

sqlite3_stmt* SqliteDatabase::Prepared(const char* sql, absl::Status* status) {
  sqlite3_stmt*& statement = prepared_[sql];
  if (statement == nullptr && sqlite3_prepare_v3(handle_, sql, -1, SQLITE_PREPARE_PERSISTENT,
                                                 &statement, nullptr) != SQLITE_OK) {
    *status = Failure();
  }
  return statement;
}

absl::Status SqliteDatabase::Failure() const {
  const int result = sqlite3_extended_errcode(handle_);
  return absl::Status(CodeOf(result), fmt::format("the store: {}", sqlite3_errmsg(handle_)));
}

int64_t SqliteDatabase::NowMs() const {
  sqlite3_vfs* vfs = nullptr;
  sqlite3_file_control(handle_, "main", SQLITE_FCNTL_VFS_POINTER, &vfs);
  if (vfs == nullptr) vfs = sqlite3_vfs_find(nullptr);
  sqlite3_int64 julian_ms = 0;
  if (vfs->iVersion >= 2 && vfs->xCurrentTimeInt64 != nullptr) {
    vfs->xCurrentTimeInt64(vfs, &julian_ms);
  } else {
    double days = 0;
    vfs->xCurrentTime(vfs, &days);
    julian_ms = static_cast<int64_t>(days * kMsInDay);
  }
  return julian_ms - kJulian1970Ms;
}

SqliteRows::~SqliteRows() {
  if (statement_ == nullptr) return;
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

bool SqliteRows::Next() {
  if (statement_ == nullptr || !status_->ok()) return false;
  const int result = sqlite3_step(statement_);
  if (result == SQLITE_ROW) return true;
  if (result != SQLITE_DONE) *status_ = database_.Failure();
  return false;
}

std::string SqliteRows::Text(int column) const {
  const void* const bytes = sqlite3_column_blob(statement_, column);
  const auto size = static_cast<size_t>(sqlite3_column_bytes(statement_, column));
  return bytes == nullptr ? std::string() : std::string(static_cast<const char*>(bytes), size);
}

SqliteWork::SqliteWork(SqliteDatabase& database, Kind kind) : database_(database) {
  // A reader that would become a writer could find that others wrote meanwhile: writers say so at
  // once.
  Run(kind == Kind::kWrite ? "BEGIN IMMEDIATE" : "BEGIN");
  open_ = status_.ok();
  now_ = database_.NowMs();  // behind the wait for the lock
}

SqliteWork::~SqliteWork() {
  if (open_) database_.Execute("ROLLBACK").IgnoreError();
}

void SqliteWork::Fail(absl::Status status) {
  if (status_.ok()) status_ = std::move(status);
}

absl::Status SqliteWork::Commit() {
  Run("COMMIT");
  if (status_.ok()) open_ = false;
  return status_;
}

void SqliteWork::Check(int result) {
  if (result != SQLITE_OK) Fail(database_.Failure());
}

void SqliteWork::Bind(sqlite3_stmt* statement, int index, int64_t value) {
  Check(sqlite3_bind_int64(statement, index, value));
}

void SqliteWork::Bind(sqlite3_stmt* statement, int index, std::string_view text) {
  const char* const bytes = text.data() == nullptr ? "" : text.data();
  Check(sqlite3_bind_text64(statement, index, bytes, text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

// A blob is large, and Run() has reset its statement before the caller's bytes can go.
void SqliteWork::Bind(sqlite3_stmt* statement, int index, BlobView blob) {
  const char* const bytes = blob.bytes.data() == nullptr ? "" : blob.bytes.data();
  Check(sqlite3_bind_blob64(statement, index, bytes, blob.bytes.size(), SQLITE_STATIC));
}

void SqliteWork::Bind(sqlite3_stmt* statement, int index, TimeOrNull time) {
  Check(time.ms == 0 ? sqlite3_bind_null(statement, index)
                     : sqlite3_bind_int64(statement, index, time.ms));
}

}  // namespace pysub::sessions
