#include "shell/sqlite/connection.h"

#include <fmt/format.h>
#include <strings.h>

#include <algorithm>
#include <cstdlib>

#include "lexer/base/stack_left.h"

namespace pysub::shell::sqlite {
namespace {

// Functions of SQLite that make one value in one go, and ask nobody meanwhile, are as long as the
// longest value.
constexpr int kLongestValue = 32 << 20;
constexpr int kLongestSql = 16 << 20;
// Sorting works on pieces of the size of the cache, each in one go.
constexpr int64_t kLargestCacheKb = 16 << 10;
constexpr int64_t kLargestCachePages = 16 << 10;
// SQLite compares each aggregate of a statement with all before it, and asks nobody meanwhile. It
// refuses more than 2000 by itself, but afterwards.
constexpr int kMostAggregates = 4000;
// Full-text indexes: a query multiplies what it asks for with what a document has (a phrase of
// thousands of words, in one that has each of them a million times; snippet() does so with the
// matches alone), for minutes, without an instruction or an allocation in between. None of these
// numbers can be seen from outside.
constexpr const char* kUnboundedModules[] = {"fts3",    "fts4", "fts3tokenize",
                                             "fts4aux", "fts5", "fts5vocab"};
// Instructions of SQLite between two looks, and what they count for.
constexpr int kInstructions = 200;
constexpr uint64_t kWorkOfInstructions = 6000;

int OnProgress(void* connection) {
  Payer& payer = static_cast<Connection*>(connection)->payer();
  return payer.Tick(kWorkOfInstructions) && payer.Share() ? 0 : 1;
}

bool Is(std::string_view name, std::string_view other) {
  return name.size() == other.size() && strncasecmp(name.data(), other.data(), name.size()) == 0;
}

bool IsAggregate(std::string_view name) {
  constexpr std::string_view kNames[] = {"sum",
                                         "total",
                                         "avg",
                                         "count",
                                         "min",
                                         "max",
                                         "group_concat",
                                         "json_group_array",
                                         "json_group_object",
                                         "row_number",
                                         "rank",
                                         "dense_rank",
                                         "percent_rank",
                                         "cume_dist",
                                         "ntile",
                                         "lag",
                                         "lead",
                                         "first_value",
                                         "last_value",
                                         "nth_value"};
  return std::any_of(std::begin(kNames), std::end(kNames),
                     [name](std::string_view one) { return Is(name, one); });
}

std::string Unescaped(std::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && isxdigit(text[i + 1]) && isxdigit(text[i + 2])) {
      decoded += static_cast<char>(strtol(std::string(text.substr(i + 1, 2)).c_str(), nullptr, 16));
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

}  // namespace

// SQLite takes "file:NAME?vfs=unix" wherever it takes a name, and would open that file of the
// host. A shared cache would be one for all shells of the process. What is asked for is decoded as
// SQLite does; all that might be one of both is refused.
bool Connection::IsAllowedName(std::string_view name, std::string* note) {
  if (!name.starts_with("file:")) return true;
  const size_t query = name.find('?');
  if (query == std::string_view::npos) return true;
  const std::string decoded = Unescaped(name.substr(query));
  for (const char* word : {"vfs", "cache"}) {
    if (decoded.find(word) == std::string::npos) continue;
    *note = fmt::format("\"{}\" in a URI is no part of this sandbox", word);
    return false;
  }
  return true;
}

int Connection::AllowPragma(std::string_view name, const char* value) {
  // Settings of the whole process, or names of its directories.
  for (std::string_view refused :
       {"temp_store_directory", "data_store_directory", "soft_heap_limit", "hard_heap_limit",
        "threads", "lock_proxy_file", "mmap_size"}) {
    if (!Is(name, refused)) continue;
    if (value == nullptr && (Is(name, "threads") || Is(name, "mmap_size"))) return SQLITE_OK;
    if (Is(name, "threads") || Is(name, "mmap_size")) return SQLITE_IGNORE;
    note_ = fmt::format("PRAGMA {} is no part of this sandbox", name);
    return SQLITE_DENY;
  }
  if (value == nullptr) return SQLITE_OK;
  // Temporary files lie in memory anyway, and are sorted piece by piece.
  if (Is(name, "temp_store")) return SQLITE_IGNORE;
  if (Is(name, "cache_size") || Is(name, "default_cache_size")) {
    const int64_t size = strtoll(value, nullptr, 0);
    return size > kLargestCachePages || size < -kLargestCacheKb ? SQLITE_IGNORE : SQLITE_OK;
  }
  if (Is(name, "case_sensitive_like")) {
    // It would put SQLite's own functions back.
    like_is_exact_ = Is(value, "on") || Is(value, "yes") || Is(value, "true") || atoi(value) != 0;
    return SQLITE_IGNORE;
  }
  return SQLITE_OK;
}

int Authorize(void* place, int action, const char* first, const char* second, const char* /*third*/,
              const char* /*fourth*/) {
  Connection& connection = *static_cast<Connection*>(place);
  switch (action) {
    case SQLITE_SELECT:
      // As the allocator does: it may stand in many others.
      return StackLeft() < Payer::kLeastStack ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_ATTACH:
      // What only running tells might be anything.
      if (first == nullptr) {
        connection.note_ = "the file of ATTACH has to be a plain text here";
        return SQLITE_DENY;
      }
      return Connection::IsAllowedName(first, &connection.note_) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_FUNCTION:
      if (second == nullptr) return SQLITE_OK;
      for (const char* refused : {"load_extension", "fts3_tokenizer", "fts5", "sqlite_log"}) {
        if (!Is(second, refused)) continue;
        connection.note_ = fmt::format("{}() is no part of this sandbox", refused);
        return SQLITE_DENY;
      }
      if (!connection.payer_.Tick(16)) return SQLITE_DENY;
      if (IsAggregate(second) && ++connection.aggregates_ > kMostAggregates) {
        connection.note_ = fmt::format("a statement has at most {} aggregates", kMostAggregates);
        return SQLITE_DENY;
      }
      return SQLITE_OK;
    case SQLITE_CREATE_VTABLE:
      for (const char* refused : kUnboundedModules) {
        if (second == nullptr || !Is(second, refused)) continue;
        connection.note_ =
            fmt::format("{} is no part of this sandbox: nothing bounds its time", refused);
        return SQLITE_DENY;
      }
      return SQLITE_OK;
    case SQLITE_PRAGMA: return connection.AllowPragma(first != nullptr ? first : "", second);
    default: return SQLITE_OK;
  }
}

int Connection::Set() {
  sqlite3_extended_result_codes(db_, 0);
  for (const auto& [what, is_on] : {std::pair(SQLITE_DBCONFIG_DEFENSIVE, 1),
                                    {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                    {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
                                    {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0}}) {
    static_cast<void>(sqlite3_db_config(db_, what, is_on, nullptr));
  }
  // (Without a module by this name: tables that a database has of it cannot be read.)
  for (const char* module : kUnboundedModules) {
    const int code = sqlite3_create_module_v2(db_, module, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) return code;
  }
  sqlite3_limit(db_, SQLITE_LIMIT_LENGTH, kLongestValue);
  sqlite3_limit(db_, SQLITE_LIMIT_SQL_LENGTH, kLongestSql);
  sqlite3_limit(db_, SQLITE_LIMIT_WORKER_THREADS, 0);
  // Of the stack an expression takes some 1.5 KB for each level, a part of a UNION some 0.5.
  const auto levels = [](size_t bytes, size_t most) {
    return static_cast<int>(std::clamp(LevelsIn(StackLeft() / 2, bytes), size_t{20}, most));
  };
  sqlite3_limit(db_, SQLITE_LIMIT_EXPR_DEPTH, levels(1536, 1000));
  sqlite3_limit(db_, SQLITE_LIMIT_COMPOUND_SELECT, levels(1024, 500));
  sqlite3_progress_handler(db_, kInstructions, OnProgress, this);
  if (const int code = sqlite3_set_authorizer(db_, Authorize, this); code != SQLITE_OK) return code;
  for (auto* add : {AddFunctions, AddPatterns, AddDates, AddSeries}) {
    if (const int code = add(*this); code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}

int Connection::Open(const std::string& name, int flags) {
  Close();
  if (std::string note; !IsAllowedName(name, &note)) {
    message_ = note;
    return SQLITE_CANTOPEN;
  }
  int code = sqlite3_open_v2(name.c_str(), &db_, flags, vfs_.name());
  if (code == SQLITE_OK) code = Set();
  if (code != SQLITE_OK) message_ = db_ != nullptr ? sqlite3_errmsg(db_) : sqlite3_errstr(code);
  return code;
}

void Connection::Close() {
  for (const auto& [call, statement] : statements_) sqlite3_finalize(statement);
  statements_.clear();
  for (sqlite3** one : {&originals_, &db_}) {
    if (*one == nullptr) continue;
    sqlite3_close_v2(std::exchange(*one, nullptr));
  }
  like_is_exact_ = false;
}

sqlite3_stmt* Connection::Original(const std::string& call) {
  if (const auto at = statements_.find(call); at != statements_.end()) return at->second;
  if (originals_ == nullptr) {
    if (sqlite3_open_v2(":memory:", &originals_,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY,
                        vfs_.name()) != SQLITE_OK)
      return nullptr;
    sqlite3_limit(originals_, SQLITE_LIMIT_LENGTH, kLongestValue);
  }
  sqlite3_stmt* statement = nullptr;
  const std::string sql = "SELECT " + call;
  // (A handful of functions, each with a few numbers of arguments.)
  if (!payer_.Charge(static_cast<int64_t>(256 + sql.size())) ||
      sqlite3_prepare_v2(originals_, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
    return nullptr;
  statements_.emplace(call, statement);
  return statement;
}

int AddFunction(Connection& connection, const char* name, int arguments, int flags,
                SqlFunction function) {
  return sqlite3_create_function_v2(connection.db(), name, arguments, SQLITE_UTF8 | flags,
                                    &connection, function, nullptr, nullptr, nullptr);
}

}  // namespace pysub::shell::sqlite
