// A text of SQL: statement by statement, row by row.

#include <algorithm>

#include "shell/sqlite/rows.h"

namespace pysub::shell::sqlite {
namespace {

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The text is kept until its last statement has ended, because a statement is prepared only when
// those before it have run: they may make the tables that it names.
class SqlJob : public Job {
 public:
  SqlJob(Client& client, std::string_view sql) : payer_(client.payer()), sql_(client.payer()) {
    failed_ = !sql_.Append(sql);
  }
  ~SqlJob() override { sqlite3_finalize(statement_); }

  Went Step(Client& client) override {
    client.result = SqlResult();
    if (failed_ || payer_.over()) return Went::kEnded;
    return statement_ == nullptr ? Prepare(client) : StepRow(client);
  }

 private:
  Went End(Client& client, int code, const char* what) {
    client.result.code = code;
    if (code != SQLITE_OK)
      client.result.message =
          client.FailureOf(what, code, std::string_view(what) == "stepping" ? nullptr : text());
    return Went::kEnded;
  }

  const char* text() const { return sql_.text().c_str() + at_; }

  Went Prepare(Client& client) {
    if (*text() == '\0') return Went::kEnded;
    const char* rest = nullptr;
    const int code = sqlite3_prepare_v2(client.db(), text(), -1, &statement_, &rest);
    if (code != SQLITE_OK) return End(client, code, "in prepare");
    rest_ = static_cast<size_t>(rest - sql_.text().c_str());
    if (statement_ == nullptr) {  // a comment
      GoOn();
      return Went::kOn;
    }
    const Settings& settings = client.settings;
    const int is_explain = sqlite3_stmt_isexplain(statement_);
    if (settings.query_plan != Settings::kNoPlan && is_explain == 0) ShowPlan(client, statement_);
    Mode mode = settings.mode;
    if (settings.explain == Settings::kAuto && is_explain != 0)
      mode = is_explain == 1 ? Mode::kExplain : Mode::kQueryPlan;
    client.BindParameters(statement_);
    rows_ = MakeRows(client, mode, statement_);
    began_ns_ = client.io().MonotonicNs();
    return payer_.over() ? Went::kEnded : Went::kOn;
  }

  Went StepRow(Client& client) {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) {
      has_rows_ = true;
      return rows_->Show(statement_) ? Went::kOn : Went::kEnded;
    }
    if (payer_.over()) return Went::kEnded;
    if (code == SQLITE_BUSY && !has_rows_ && WaitsForLock(client)) return Went::kWait;
    rows_->End();
    rows_.reset();
    const int failure = sqlite3_finalize(std::exchange(statement_, nullptr));
    if (failure != SQLITE_OK) return End(client, failure, "stepping");
    GoOn();
    return Went::kOn;
  }

  // Who has the lock goes on meanwhile, as a process of this shell. A transaction that is open
  // stays as it is, and the statement begins anew.
  bool WaitsForLock(Client& client) {
    constexpr int64_t kLookNs = 5'000'000;
    const int64_t now = client.io().MonotonicNs();
    const int64_t end = began_ns_ + client.settings.timeout_ms * 1'000'000;
    if (now >= end) return false;
    sqlite3_reset(statement_);
    client.WaitUntil(std::min(now + kLookNs, end));
    return true;
  }

  void GoOn() {
    at_ = rest_;
    while (IsSpace(*text())) ++at_;
    has_rows_ = false;
  }

  Payer& payer_;
  PaidText sql_;
  bool failed_ = false, has_rows_ = false;
  size_t at_ = 0, rest_ = 0;
  sqlite3_stmt* statement_ = nullptr;
  std::unique_ptr<Rows> rows_;
  int64_t began_ns_ = 0;
};

}  // namespace

std::unique_ptr<Job> MakeSqlJob(Client& client, std::string_view sql) {
  return std::make_unique<SqlJob>(client, sql);
}

void Client::BindParameters(sqlite3_stmt* statement) {
  const int count = sqlite3_bind_parameter_count(statement);
  if (count == 0) return;
  sqlite3_stmt* value = nullptr;
  if (sqlite3_table_column_metadata(db(), "TEMP", "sqlite_parameters", "key", nullptr, nullptr,
                                    nullptr, nullptr, nullptr) == SQLITE_OK) {
    sqlite3_prepare_v2(db(), "SELECT value FROM temp.sqlite_parameters WHERE key=?1", -1, &value,
                       nullptr);
  }
  for (int i = 1; i <= count && !payer_.over(); ++i) {
    char number[30];
    const char* name = sqlite3_bind_parameter_name(statement, i);
    if (name == nullptr) {
      sqlite3_snprintf(sizeof(number), number, "?%d", i);
      name = number;
    }
    sqlite3_bind_text(value, 1, name, -1, SQLITE_TRANSIENT);
    if (value != nullptr && sqlite3_step(value) == SQLITE_ROW)
      sqlite3_bind_value(statement, i, sqlite3_column_value(value, 0));
    else
      sqlite3_bind_null(statement, i);
    if (value != nullptr) sqlite3_reset(value);
  }
  sqlite3_finalize(value);
}

std::optional<std::string> Client::Ask(const char* sql,
                                       std::initializer_list<std::string_view> values) {
  sqlite3_stmt* statement = nullptr;
  std::optional<std::string> answer;
  if (sqlite3_prepare_v2(db(), sql, -1, &statement, nullptr) == SQLITE_OK) {
    int at = 0;
    for (std::string_view value : values) {
      sqlite3_bind_text(statement, ++at, value.data(), static_cast<int>(value.size()),
                        SQLITE_TRANSIENT);
    }
    if (sqlite3_step(statement) == SQLITE_ROW) {
      if (const auto text = TextOf(statement, 0)) answer = std::string(*text);
    }
  }
  sqlite3_finalize(statement);
  return answer;
}

std::string Client::FailureOf(const char* what, int code, const char* sql) {
  std::string text = std::string(what) + ", " + sqlite3_errmsg(db());
  if (const std::string note = connection_.TakeNote(); !note.empty()) text += ": " + note;
  if (code > 1) text += " (" + std::to_string(code) + ")";
  int offset = sql != nullptr ? sqlite3_error_offset(db()) : -1;
  if (offset < 0) return text;
  // A window of the text in which the place lies.
  const auto is_behind_first = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
  };
  std::string_view all = sql;
  while (offset > 50 && !all.empty()) {
    --offset;
    all.remove_prefix(1);
    while (!all.empty() && is_behind_first(all[0])) {
      all.remove_prefix(1);
      --offset;
    }
  }
  size_t size = all.size();
  if (size > 78) {
    size = 78;
    while (size > 0 && is_behind_first(all[size])) --size;
  }
  std::string window(all.substr(0, size));
  std::replace_if(window.begin(), window.end(), IsSpace, ' ');
  const auto column = static_cast<size_t>(std::max(offset, 0));
  text += "\n  " + window + "\n  ";
  return column < 25 ? text + std::string(column, ' ') + "^--- error here"
                     : text + std::string(column - 14, ' ') + "error here ---^";
}

}  // namespace pysub::shell::sqlite
