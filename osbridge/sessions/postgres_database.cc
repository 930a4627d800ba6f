#include "osbridge/sessions/postgres_database.h"

#include <endian.h>
#include <errno.h>
#include <fmt/format.h>
#include <poll.h>
#include <sodium.h>
#include <string.h>

#include <algorithm>
#include <chrono>
#include <climits>

namespace pysub::sessions {
namespace {

constexpr int64_t kPieceMs = 100;       // of waiting, between two looks at GiveUp()
constexpr int kOldestServer = 130'000;  // the oldest that is tested by anybody any more
constexpr std::string_view kConnectSeconds = "5";
// Types of PostgreSQL (pg_type.dat): bytea, int8, text, bytea[].
constexpr Oid kBytes = 17, kInt = 20, kText = 25, kBytesList = 1001;
constexpr int kBinary = 1;
constexpr size_t kMostBytes = 1'000'000'000;  // of a value: PostgreSQL has 1 GB

std::string BigEndian(int64_t value) {
  const uint64_t bytes = htobe64(static_cast<uint64_t>(value));
  return std::string(reinterpret_cast<const char*>(&bytes), sizeof(bytes));
}

std::string BigEndian32(size_t value) {
  const uint32_t bytes = htobe32(static_cast<uint32_t>(value));
  return std::string(reinterpret_cast<const char*>(&bytes), sizeof(bytes));
}

// What an SQLSTATE means: https://www.postgresql.org/docs/15/errcodes-appendix.html
struct Meaning {
  std::string_view begin;  // of the SQLSTATE; the first that fits
  absl::StatusCode code;
  PostgresEnd end;
};
constexpr Meaning kMeanings[] = {
    {"08", absl::StatusCode::kUnavailable, PostgresEnd::kLost},        // connections
    {"57P", absl::StatusCode::kUnavailable, PostgresEnd::kLost},       // it shuts down, or begins
    {"25P03", absl::StatusCode::kUnavailable, PostgresEnd::kLost},     // we were idle too long
    {"25006", absl::StatusCode::kUnavailable, PostgresEnd::kLost},     // a standby: others write
    {"57014", absl::StatusCode::kUnavailable, PostgresEnd::kRefused},  // took too long
    {"55P03", absl::StatusCode::kUnavailable, PostgresEnd::kClash},    // a lock took too long
    {"53300", absl::StatusCode::kUnavailable, PostgresEnd::kLost},     // too many connections
    {"53", absl::StatusCode::kResourceExhausted, PostgresEnd::kRefused},  // no room
    {"54", absl::StatusCode::kResourceExhausted, PostgresEnd::kRefused},  // too large
    {"58", absl::StatusCode::kUnavailable, PostgresEnd::kRefused},        // errors of the disk
    {"40", absl::StatusCode::kUnavailable, PostgresEnd::kClash},          // deadlocks and the like
    {"XX001", absl::StatusCode::kDataLoss, PostgresEnd::kRefused},
    {"XX002", absl::StatusCode::kDataLoss, PostgresEnd::kRefused},
    {"42501", absl::StatusCode::kPermissionDenied, PostgresEnd::kRefused},
    {"", absl::StatusCode::kInternal, PostgresEnd::kRefused}};

// The message alone: details may have what programs know.
absl::Status FailureOf(const PGresult* result, PostgresEnd* end) {
  const char* const state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char* const message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  const std::string_view code = state == nullptr ? "" : state;
  for (const Meaning& meaning : kMeanings) {
    if (!code.starts_with(meaning.begin)) continue;
    *end = meaning.end;
    return absl::Status(meaning.code,
                        fmt::format("the store: {}", message == nullptr ? "an error" : message));
  }
  return absl::InternalError("the store: an error");
}

// What libpq says, without the newline at its end. It names hosts, users and databases, and no
// password.
std::string MessageOf(const PGconn* connection) {
  std::string text = connection == nullptr ? "" : PQerrorMessage(connection);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text.empty() ? "the connection is lost" : text;
}

}  // namespace

int64_t MonotonicMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// ---- the connection

absl::StatusOr<std::unique_ptr<PostgresDatabase>> PostgresDatabase::Open(std::string_view url,
                                                                         PostgresOptions options) {
  // libpq's own message would show the url, in which may be a password.
  const absl::Status unreadable = absl::InvalidArgumentError(
      "this is no URL of PostgreSQL: postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full");
  if (url.find('\0') != std::string_view::npos) return unreadable;
  char* message = nullptr;
  PQconninfoOption* const read = PQconninfoParse(std::string(url).c_str(), &message);
  PQfreemem(message);
  if (read == nullptr) return unreadable;
  std::vector<std::pair<std::string, std::string>> settings;
  for (const PQconninfoOption* option = read; option->keyword != nullptr; ++option)
    if (option->val != nullptr) settings.emplace_back(option->keyword, option->val);
  PQconninfoFree(read);
  const auto otherwise = [&settings](std::string_view name, std::string_view value) {
    const bool is_set = std::any_of(settings.begin(), settings.end(),
                                    [name](const auto& setting) { return setting.first == name; });
    if (!is_set) settings.emplace_back(name, value);
  };
  otherwise("connect_timeout", kConnectSeconds);
  otherwise("fallback_application_name", "pysub");
  otherwise("tcp_user_timeout", "20000");
  return std::unique_ptr<PostgresDatabase>(
      new PostgresDatabase(std::move(settings), std::move(options)));
}

void PostgresDatabase::Close() {
  if (connection_ != nullptr) PQfinish(connection_);
  connection_ = nullptr;
  prepared_.clear();
  sent_.clear();
  listens_ = was_silent_ = false;
}

std::string PostgresDatabase::QuotedSchema() const {
  std::string quoted = "\"";
  for (const char c : options_.schema) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

absl::Status PostgresDatabase::Connect() {
  if (gave_up_) return absl::UnavailableError("the store: given up");
  if (is_open()) return absl::OkStatus();
  std::vector<const char*> names, values;
  for (const auto& [name, value] : settings_) {
    names.push_back(name.c_str());
    values.push_back(value.c_str());
  }
  names.push_back(nullptr);
  values.push_back(nullptr);
  connection_ = PQconnectdbParams(names.data(), values.data(), 0);
  absl::Status status;
  if (PQstatus(connection_) != CONNECTION_OK) {
    status = absl::UnavailableError(fmt::format("the store: {}", MessageOf(connection_)));
  } else if (PQserverVersion(connection_) < kOldestServer) {
    status = absl::FailedPreconditionError("the store: PostgreSQL is older than 13");
  } else if (PQsetnonblocking(connection_, 1) != 0 || PQenterPipelineMode(connection_) != 1) {
    status = absl::UnavailableError("the store: the connection is lost");
  } else {
    // What a server wants to be told (a trigger's RAISE NOTICE) is not for standard error.
    PQsetNoticeReceiver(
        connection_, [](void*, const PGresult*) {}, nullptr);
    status = SetUp();
  }
  if (!status.ok()) Close();
  return status;
}

// What was said in the URL (options=-c...), of the role or of the database stays. Without timeouts
// a worker that hangs in the middle of a transaction would keep a session from all others.
absl::Status PostgresDatabase::SetUp() {
  PostgresWork work(*this, PostgresWork::Kind::kRead);
  work.Queue("SELECT set_config('search_path', $1, false)", TextParameter{QuotedSchema()});
  work.Queue(
      "SELECT set_config(name, value, false) FROM (VALUES ('statement_timeout', '15s'), "
      "('lock_timeout', '10s'), ('idle_in_transaction_session_timeout', '10s')) AS wanted(name, "
      "value) WHERE current_setting(name) = '0'");
  // Transactions that were answered are on the disk.
  work.Queue(
      "SELECT set_config('synchronous_commit', 'on', false) "
      "WHERE current_setting('synchronous_commit') = 'off'");
  // The tables are queues: their statistics are of another time, and each statement has its index,
  // which is in the order that it wants. (A bitmap would collect and sort all that is due, and not
  // take the first.)
  work.Queue(
      "SELECT set_config('enable_seqscan', 'off', false), set_config('enable_bitmapscan', 'off', "
      "false), set_config('jit', 'off', false)");
  return work.Commit();
}

bool PostgresDatabase::Send(const char* sql, bool once, const Bound& bound) {
  const auto count = static_cast<int>(bound.values.size());
  const std::vector<int> formats(bound.values.size(), kBinary);
  if (once) {
    if (PQsendQueryParams(connection_, sql, count, bound.types.data(), bound.values.data(),
                          bound.sizes.data(), formats.data(), kBinary) != 1)
      return false;
    sent_.push_back({nullptr});
    return true;
  }
  std::string& name = prepared_[sql];
  if (name.empty()) {
    name = fmt::format("p{}", prepared_.size());
    if (PQsendPrepare(connection_, name.c_str(), sql, count, bound.types.data()) != 1) return false;
    sent_.push_back({sql});
  }
  if (PQsendQueryPrepared(connection_, name.c_str(), count, bound.values.data(), bound.sizes.data(),
                          formats.data(), kBinary) != 1)
    return false;
  sent_.push_back({nullptr});
  return true;
}

// Reads and writes until there is something that PQgetResult() need not wait for.
bool PostgresDatabase::WaitForAnswer(int64_t deadline_ms) {
  while (true) {
    const int unsent = PQflush(connection_);
    if (unsent < 0) return false;
    if (PQisBusy(connection_) == 0 && unsent == 0) return true;
    const int64_t left = deadline_ms - MonotonicMs();
    was_silent_ = left <= 0;
    if (was_silent_ || gave_up_) return false;
    pollfd wanted = {PQsocket(connection_), POLLIN, 0};
    if (unsent == 1) wanted.events |= POLLOUT;
    const int ready = poll(&wanted, 1, static_cast<int>(std::min(left, kPieceMs)));
    if (ready < 0 && errno != EINTR) return false;
    if (ready > 0 && (wanted.revents & ~POLLOUT) != 0 && PQconsumeInput(connection_) == 0)
      return false;
  }
}

PostgresDatabase::Result PostgresDatabase::NextResult() {
  if (!WaitForAnswer(MonotonicMs() + silence_ms_)) return nullptr;
  return Result(PQgetResult(connection_));
}

absl::Status PostgresDatabase::Lost(PostgresEnd* end) {
  absl::Status status = absl::UnavailableError(
      was_silent_ ? fmt::format("the store: no answer for {} s", silence_ms_ / 1'000)
                  : fmt::format("the store: {}", MessageOf(connection_)));
  *end = PostgresEnd::kLost;
  Close();
  return status;
}

// Each thing that was sent has an answer, then null; the sync at the end has one without. Behind an
// error all others say that they were not done.
absl::Status PostgresDatabase::Collect(std::vector<Result>* results, PostgresEnd* end) {
  absl::Status status;
  if (PQpipelineSync(connection_) != 1) return Lost(end);
  for (const Sent& sent : std::exchange(sent_, {})) {
    Result result = NextResult();
    if (result == nullptr) return Lost(end);
    const ExecStatusType what = PQresultStatus(result.get());
    const bool is_good = what == PGRES_COMMAND_OK || what == PGRES_TUPLES_OK;
    if (!is_good && sent.prepares != nullptr) prepared_.erase(sent.prepares);
    if (!is_good && what != PGRES_PIPELINE_ABORTED && status.ok())
      status = FailureOf(result.get(), end);
    if (sent.prepares == nullptr) results->push_back(std::move(result));
    // (The server closes behind some errors: then there is no null, and this one is what it said.)
    if (*end == PostgresEnd::kLost) {
      Close();
      return status;
    }
    if (!WaitForAnswer(MonotonicMs() + silence_ms_)) return Lost(end);
    if (Result(PQgetResult(connection_)) != nullptr) return Lost(end);
  }
  const Result sync = NextResult();
  if (sync == nullptr || PQresultStatus(sync.get()) != PGRES_PIPELINE_SYNC) return Lost(end);
  if (!status.ok() && *end == PostgresEnd::kGood) *end = PostgresEnd::kRefused;
  return status;
}

std::optional<bool> PostgresDatabase::HasMark(const std::string& session, int64_t mark) {
  PostgresWork work(*this, PostgresWork::Kind::kWrite);
  const size_t lock = work.Queue("SELECT 1 FROM session WHERE id = $1 FOR UPDATE", session);
  const size_t line =
      work.Queue("SELECT 1 FROM log WHERE session = $1 AND mark = $2", session, mark);
  if (!work.Rows(lock).Next()) return std::nullopt;  // (It was removed meanwhile.)
  return work.Rows(line).Next();
}

bool PostgresDatabase::AwaitHint(int64_t ms) {
  const int64_t deadline = MonotonicMs() + ms;
  if (is_open() && !listens_) {
    const std::string listen = "LISTEN " + QuotedSchema();
    PostgresWork work(*this, PostgresWork::Kind::kRead);
    work.Rows(work.QueueOnce(listen.c_str()));
    listens_ = work.ok();
  }
  while (true) {
    const int64_t left = deadline - MonotonicMs();
    if (listens_ && PQconsumeInput(connection_) == 0) Close();
    bool hinted = false;
    while (PGnotify* const notice = listens_ ? PQnotifies(connection_) : nullptr) {
      hinted = true;
      PQfreemem(notice);
    }
    if (hinted || left <= 0) return hinted;
    pollfd wanted = {listens_ ? PQsocket(connection_) : -1, POLLIN, 0};
    poll(&wanted, 1, static_cast<int>(std::min<int64_t>(left, INT_MAX)));
  }
}

// ---- rows

int64_t PostgresRows::Int(int column) const {
  if (PQgetisnull(result_, row_, column) != 0) return 0;
  const char* const bytes = PQgetvalue(result_, row_, column);
  const int size = PQgetlength(result_, row_, column);
  if (size == sizeof(uint64_t)) {
    uint64_t value = 0;
    memcpy(&value, bytes, sizeof(value));
    return static_cast<int64_t>(be64toh(value));
  }
  uint32_t value = 0;  // int4
  if (size == sizeof(value)) memcpy(&value, bytes, sizeof(value));
  return static_cast<int32_t>(be32toh(value));
}

std::string PostgresRows::Text(int column) const {
  return std::string(PQgetvalue(result_, row_, column),
                     static_cast<size_t>(PQgetlength(result_, row_, column)));
}

// ---- transactions

PostgresWork::PostgresWork(PostgresDatabase& database, Kind kind)
    : database_(database), kind_(kind) {
  if (!database.is_open()) {
    end_ = PostgresEnd::kLost;
    status_ = absl::UnavailableError("the store: the connection is lost");
    return;
  }
  open_ = kind == Kind::kWrite;
  randombytes_buf(&mark_, sizeof(mark_));
  if (open_) Queue("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE");
}

PostgresWork::~PostgresWork() {
  if (!database_.is_open()) return;
  PostgresEnd end = PostgresEnd::kGood;
  std::vector<PostgresDatabase::Result> results;
  if (open_) {
    database_.Send("ROLLBACK", true, {});
  } else if (database_.sent_.empty()) {
    return;
  }
  database_.Collect(&results, &end).IgnoreError();
  // Whatever state it is in, the next one begins with a connection of its own.
  if (open_ && end != PostgresEnd::kGood) database_.Close();
}

void PostgresWork::Fail(absl::Status status) {
  if (!status_.ok()) return;
  status_ = std::move(status);
  if (end_ == PostgresEnd::kGood) end_ = PostgresEnd::kRefused;
}

absl::Status PostgresWork::Again() {
  Fail(absl::UnavailableError("the store: others do the same all the time"));
  end_ = PostgresEnd::kClash;
  return status_;
}

size_t PostgresWork::QueueBound(const char* sql, bool once, const PostgresDatabase::Bound& bound) {
  const size_t answer = queued_++;
  if (!bound.status.ok()) Fail(bound.status);
  if (status_.ok() && !database_.Send(sql, once, bound)) status_ = database_.Lost(&end_);
  return answer;
}

bool PostgresWork::Flush() {
  if (!status_.ok()) return false;
  if (kind_ == Kind::kWrite && !clock_) {
    clock_ =
        Queue("SELECT coalesce($1, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)",
              ClockOfTest());
  }
  if (status_.ok()) status_ = database_.Collect(&answers_, &end_);
  if (!database_.is_open()) open_ = false;
  if (!status_.ok()) return false;
  if (clock_ && now_ == 0) {
    PostgresRows rows(answers_[*clock_].get());
    if (rows.Next()) now_ = rows.Int(0);
  }
  return true;
}

const PGresult* PostgresWork::Answer(size_t answer) {
  if (answer >= answers_.size() && !Flush()) return nullptr;
  return status_.ok() && answer < answers_.size() ? answers_[answer].get() : nullptr;
}

PostgresRows PostgresWork::Rows(size_t answer) { return PostgresRows(Answer(answer)); }

int64_t PostgresWork::Changed(size_t answer) {
  const PGresult* const result = Answer(answer);
  if (result == nullptr) return 0;
  return atoll(PQcmdTuples(const_cast<PGresult*>(result)));  // libpq asks for it, and reads
}

int64_t PostgresWork::now() {
  if (now_ == 0) Flush();
  return now_;
}

TimeOrNull PostgresWork::ClockOfTest() const {
  const std::function<int64_t()>& clock = database_.options().now;
  return {clock ? clock() : 0};
}

absl::Status PostgresWork::Commit() {
  if (kind_ == Kind::kRead) {
    if (answers_.size() < queued_) Flush();
    return status_;
  }
  if (!status_.ok()) return status_;
  const size_t commit = Queue("COMMIT");
  if (hints_) Queue("SELECT pg_notify(current_schema()::text, '')");
  Flush();
  // What was answered counts, whatever came behind it.
  const PGresult* const answer = commit < answers_.size() ? answers_[commit].get() : nullptr;
  if (answer != nullptr && PQresultStatus(answer) == PGRES_COMMAND_OK) {
    open_ = false;
    if (std::string_view(PQcmdStatus(answers_[commit].get())) == "COMMIT") {
      status_ = absl::OkStatus();
      end_ = PostgresEnd::kGood;
      return status_;
    }
    Fail(absl::InternalError("the store: the transaction was undone"));
    return status_;
  }
  // (Who leaves no mark does the same when it is done again.)
  if (end_ == PostgresEnd::kLost && is_marked_) end_ = PostgresEnd::kUnclear;
  return status_;
}

void PostgresWork::Bind(PostgresDatabase::Bound* bound, int64_t value) {
  Bind(bound, TextParameter{bound->owned.emplace_back(BigEndian(value))});
  bound->types.back() = kInt;
}

void PostgresWork::Bind(PostgresDatabase::Bound* bound, std::string_view bytes) {
  Bind(bound, TextParameter{bytes});
  bound->types.back() = kBytes;
}

void PostgresWork::Bind(PostgresDatabase::Bound* bound, TextParameter text) {
  if (text.text.size() > kMostBytes)
    bound->status = absl::ResourceExhaustedError("the store: this is too large for it");
  bound->types.push_back(kText);
  bound->values.push_back(text.text.data() == nullptr ? "" : text.text.data());
  bound->sizes.push_back(static_cast<int>(std::min(text.text.size(), kMostBytes)));
}

void PostgresWork::Bind(PostgresDatabase::Bound* bound, TimeOrNull time) {
  Bind(bound, time.ms);
  if (time.ms == 0) bound->values.back() = nullptr;
}

// One dimension, no NULL, its type; its length, the number of its first item; the items.
void PostgresWork::Bind(PostgresDatabase::Bound* bound, ListParameter list) {
  std::string bytes = BigEndian32(1) + BigEndian32(0) + BigEndian32(kBytes) +
                      BigEndian32(list.items->size()) + BigEndian32(1);
  for (const std::string& item : *list.items) bytes += BigEndian32(item.size()) + item;
  Bind(bound, TextParameter{bound->owned.emplace_back(std::move(bytes))});
  bound->types.back() = kBytesList;
}

}  // namespace pysub::sessions
