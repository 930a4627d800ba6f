#ifndef PYSUB_OSBRIDGE_SESSIONS_POSTGRES_DATABASE_H_
#define PYSUB_OSBRIDGE_SESSIONS_POSTGRES_DATABASE_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <libpq-fe.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "osbridge/sessions/postgres_store.h"
#include "osbridge/sessions/store_rules.h"

namespace pysub::sessions {

// What is bound. Texts of sessions are bytea in all tables, compared byte by byte: a program may
// print or ask for what is no UTF-8, or has a NUL, which PostgreSQL's text refuses.
struct TextParameter {  // of PostgreSQL's own functions
  std::string_view text;
};
struct ListParameter {  // bytea[]
  const std::vector<std::string>* items;
};

// Why a transaction ended, for whoever decides whether to try it again.
enum class PostgresEnd : uint8_t {
  kGood,
  kRefused,  // an error, or what the body said: it would be the same again
  kClash,    // with another transaction: the same again may do
  kLost,     // the connection is gone, and nothing of it was stored
  kUnclear,  // the connection went while it was committed: PostgresDatabase::HasMark()
};

// For deadlines.
int64_t MonotonicMs();

// A connection, the statements that were prepared on it, and what was sent and not yet answered.
// Statements are sent in a pipeline: many of them, one wait.
class PostgresDatabase {
 public:
  // kInvalidArgument: libpq cannot read the url.
  static absl::StatusOr<std::unique_ptr<PostgresDatabase>> Open(std::string_view url,
                                                                PostgresOptions options);
  ~PostgresDatabase() { Close(); }
  PostgresDatabase(const PostgresDatabase&) = delete;
  PostgresDatabase& operator=(const PostgresDatabase&) = delete;

  // Connects where it is not; one attempt.
  absl::Status Connect();
  void Close();
  bool is_open() const { return connection_ != nullptr; }
  const PostgresOptions& options() const { return options_; }
  // "pysub", with quotes: the name of the schema in SQL.
  std::string QuotedSchema() const;
  // Whether a transaction whose answer was lost was stored, see PostgresWork::Mark(). Nothing: it
  // cannot be known now.
  std::optional<bool> HasMark(const std::string& session, int64_t mark);
  // SessionStore::AwaitHint().
  bool AwaitHint(int64_t ms);
  // SessionStore::GiveUp().
  void GiveUp() { gave_up_ = true; }
  bool gave_up() const { return gave_up_; }
  // While it is there, the server may be silent for so long.
  class Patience {
   public:
    Patience(PostgresDatabase& database, int64_t ms)
        : database_(database), before_(std::exchange(database.silence_ms_, ms)) {}
    ~Patience() { database_.silence_ms_ = before_; }
    Patience(const Patience&) = delete;
    Patience& operator=(const Patience&) = delete;

   private:
    PostgresDatabase& database_;
    const int64_t before_;
  };

 private:
  friend class PostgresWork;
  struct Bound {  // values of one statement, as libpq takes them
    std::vector<Oid> types;
    std::deque<std::string> owned;  // (its strings stay where they are)
    std::vector<const char*> values;
    std::vector<int> sizes;
    absl::Status status;
  };
  struct Closer {
    void operator()(PGresult* result) const { PQclear(result); }
  };
  using Result = std::unique_ptr<PGresult, Closer>;
  struct Sent {
    const char* prepares;  // the statement that this answer says is prepared; null: an execution
  };

  PostgresDatabase(std::vector<std::pair<std::string, std::string>> settings,
                   PostgresOptions options)
      : settings_(std::move(settings)),
        options_(std::move(options)),
        silence_ms_(options_.silence_ms) {}

  // Sends; `once` is not prepared. False: the connection is gone.
  bool Send(const char* sql, bool once, const Bound& bound);
  // Waits for all that was sent; executions' results go behind *results. A status: the first error.
  absl::Status Collect(std::vector<Result>* results, PostgresEnd* end);
  bool WaitForAnswer(int64_t deadline_ms);
  Result NextResult();
  absl::Status Lost(PostgresEnd* end);
  absl::Status SetUp();

  std::vector<std::pair<std::string, std::string>> settings_;  // of libpq
  PostgresOptions options_;
  PGconn* connection_ = nullptr;
  std::map<const char*, std::string> prepared_;  // the server's names of literals
  std::vector<Sent> sent_;
  bool listens_ = false;
  int64_t silence_ms_;       // after which the connection counts as lost
  bool was_silent_ = false;  // the connection is lost because nothing came
  std::atomic<bool> gave_up_ = false;
};

// Rows of an answer: while (rows.Next()) ...
class PostgresRows {
 public:
  explicit PostgresRows(const PGresult* result) : result_(result) {}
  bool Next() { return result_ != nullptr && ++row_ < PQntuples(result_); }
  int64_t Int(int column) const;
  std::string Text(int column) const;

 private:
  const PGresult* result_;
  int row_ = -1;
};

// A transaction, as SqliteWork: it is undone unless Commit() succeeds, and after a failure nothing
// more is done. What is queued goes out when an answer is asked for, all of it at once.
class PostgresWork {
 public:
  enum class Kind : uint8_t {
    kRead,   // one statement, or some that need not see the same
    kWrite,  // a transaction
  };
  PostgresWork(PostgresDatabase& database, Kind kind);
  ~PostgresWork();
  PostgresWork(const PostgresWork&) = delete;
  PostgresWork& operator=(const PostgresWork&) = delete;

  // The number of its answer. `sql` is a literal.
  template <typename... Values>
  size_t Queue(const char* sql, const Values&... values) {
    PostgresDatabase::Bound bound;
    (Bind(&bound, values), ...);
    return QueueBound(sql, false, bound);
  }
  // Of what is done rarely: tables.
  size_t QueueOnce(const char* sql) { return QueueBound(sql, true, {}); }
  PostgresRows Rows(size_t answer);
  // How many rows it changed.
  int64_t Changed(size_t answer);
  template <typename... Values>
  PostgresRows Select(const char* sql, const Values&... values) {
    return Rows(Queue(sql, values...));
  }
  template <typename... Values>
  std::optional<int64_t> SelectInt(const char* sql, const Values&... values) {
    PostgresRows rows = Select(sql, values...);
    if (!rows.Next()) return std::nullopt;
    return rows.Int(0);
  }
  // By the database's clock, behind what was queued until it is asked for first; the same in all of
  // the transaction.
  int64_t now();
  // The clock that tests set, or NULL: for statements that look at the time themselves.
  TimeOrNull ClockOfTest() const;
  void Fail(absl::Status status);
  // Somebody else did the same at the same time: begin anew.
  absl::Status Again();
  // Others are told, behind the commit, that there may be something to do.
  void Hint() { hints_ = true; }
  bool ok() const { return status_.ok(); }
  const absl::Status& status() const { return status_; }
  absl::Status Commit();
  PostgresEnd end() const { return end_; }

  // What tells later whether this transaction was stored, where the answer of its commit gets lost:
  // a number that no other one has, in a line of the log of a session whose row it has locked. The
  // lock is what a connection that asks waits for, while the old one may still commit. (The
  // server's own number of the transaction would not do: a crash gives it away again.)
  void Locked(std::string_view session) {
    if (!is_marked_) locked_ = session;
  }
  int64_t Mark(std::string_view session) {
    is_marked_ = is_marked_ || session == locked_;
    return mark_;
  }
  bool is_marked() const { return is_marked_; }
  int64_t mark() const { return mark_; }
  const std::string& locked() const { return locked_; }

 private:
  void Bind(PostgresDatabase::Bound* bound, int64_t value);
  void Bind(PostgresDatabase::Bound* bound, bool value) {
    Bind(bound, static_cast<int64_t>(value ? 1 : 0));
  }
  void Bind(PostgresDatabase::Bound* bound, std::string_view bytes);
  void Bind(PostgresDatabase::Bound* bound, const std::string& bytes) {
    Bind(bound, std::string_view(bytes));
  }
  void Bind(PostgresDatabase::Bound* bound, const char* bytes) {
    Bind(bound, std::string_view(bytes));
  }
  void Bind(PostgresDatabase::Bound* bound, TextParameter text);
  void Bind(PostgresDatabase::Bound* bound, TimeOrNull time);
  void Bind(PostgresDatabase::Bound* bound, ListParameter list);
  size_t QueueBound(const char* sql, bool once, const PostgresDatabase::Bound& bound);
  bool Flush();
  const PGresult* Answer(size_t answer);

  PostgresDatabase& database_;
  const Kind kind_;
  absl::Status status_;
  PostgresEnd end_ = PostgresEnd::kGood;
  std::vector<PostgresDatabase::Result> answers_;
  size_t queued_ = 0;
  std::optional<size_t> clock_;  // its answer
  int64_t now_ = 0;
  int64_t mark_ = 0;
  std::string locked_;
  bool is_marked_ = false;
  bool open_ = false;
  bool hints_ = false;
};

}  // namespace pysub::sessions

#endif  // PYSUB_OSBRIDGE_SESSIONS_POSTGRES_DATABASE_H_
