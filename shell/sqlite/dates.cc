// date(), strftime() and their kin. SQLite asks the C library for "localtime" and "utc", which
// would be the time of the host; here it is what TZ of the script says, as for `date`. All else is
// left to SQLite's own functions.

#include <fmt/format.h>
#include <strings.h>

#include <string>
#include <vector>

#include "shell/sqlite/connection.h"
#include "shell/time_zone.h"

namespace pysub::shell::sqlite {
namespace {

constexpr const char* kNames[] = {"date", "time", "datetime", "julianday", "unixepoch", "strftime"};

// A function of SQL is told its connection, but not its name.
template <int kName>
constexpr bool kHasFormat = std::string_view(kNames[kName]) == "strftime";

bool IsWord(sqlite3_value* value, const char* word) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return text != nullptr && strcasecmp(text, word) == 0;
}

// "date(?1,?2)"
std::string CallOf(const char* name, size_t arguments) {
  std::string call = std::string(name) + "(";
  for (size_t i = 1; i <= arguments; ++i) call += fmt::format("{}?{}", i > 1 ? "," : "", i);
  return call + ")";
}

using Values = std::vector<sqlite3_value*>;

// Ends with sqlite3_reset() of what it answers; null: there is no memory.
sqlite3_stmt* Call(Connection& connection, const std::string& call, const Values& values,
                   size_t from) {
  sqlite3_stmt* statement = connection.Original(call);
  if (statement == nullptr) return nullptr;
  for (size_t i = from; i < values.size(); ++i)
    sqlite3_bind_value(statement, static_cast<int>(i - from + 1), values[i]);
  return sqlite3_step(statement) == SQLITE_ROW ? statement : nullptr;
}

// Seconds since 1970 of what these say; false: it is no time.
bool Seconds(Connection& connection, const Values& values, size_t from, int64_t* seconds) {
  sqlite3_stmt* statement =
      Call(connection, CallOf("unixepoch", values.size() - from), values, from);
  const bool is_time = statement != nullptr && sqlite3_column_type(statement, 0) != SQLITE_NULL;
  if (is_time) *seconds = sqlite3_column_int64(statement, 0);
  if (statement != nullptr) sqlite3_reset(statement);
  return is_time;
}

// SQLite's modifiers work from left to right, so what stands before a "localtime" is a time in UTC,
// and the offset that the zone has then is a modifier like any other.
// Puts "+3600 seconds" for "localtime"; false: what stands before it is no time.
bool ReplaceZones(Connection& connection, Values* values, size_t from) {
  CommandIo* io = connection.payer().io();
  for (size_t i = from + 1; i < values->size(); ++i) {
    const bool to_local = IsWord((*values)[i], "localtime");
    if (!to_local && !IsWord((*values)[i], "utc")) continue;
    const TimeZone zone(io != nullptr ? io->Env("TZ").value_or("") : std::string_view());
    int64_t seconds = 0;
    const Values before(values->begin(), values->begin() + static_cast<ptrdiff_t>(i));
    if (!Seconds(connection, before, from, &seconds)) return false;
    const int64_t more = to_local ? zone.At(seconds).east_seconds : zone.ToUtc(seconds) - seconds;
    // (A value of our own comes from a statement that answers it.)
    sqlite3_stmt* statement = connection.Original(fmt::format("?1,{}", i));
    if (statement == nullptr) return false;
    sqlite3_reset(statement);
    const std::string text = fmt::format("{:+d} seconds", more);
    sqlite3_bind_text(statement, 1, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
    if (sqlite3_step(statement) != SQLITE_ROW) return false;
    (*values)[i] = sqlite3_column_value(statement, 0);  // good until the next such call
  }
  return true;
}

template <int kName>
void Date(sqlite3_context* context, int count, sqlite3_value** arguments) {
  Connection& connection = ConnectionOf(context);
  const size_t from = kHasFormat<kName> ? 1 : 0;
  // SQLite writes what the format says in one go.
  constexpr int kLongestFormat = 128 << 10;
  const int format = count > 0 && from == 1 ? sqlite3_value_bytes(arguments[0]) : 0;
  if (format > kLongestFormat) return sqlite3_result_error_toobig(context);
  if (!connection.payer().Tick(500 + 64 * static_cast<uint64_t>(format)))
    return sqlite3_result_error_nomem(context);
  Values values(arguments, arguments + count);
  if (count > 0 && !ReplaceZones(connection, &values, from)) return;
  sqlite3_stmt* statement = Call(connection, CallOf(kNames[kName], values.size()), values, 0);
  if (statement == nullptr) return sqlite3_result_error_nomem(context);
  sqlite3_result_value(context, sqlite3_column_value(statement, 0));
  sqlite3_reset(statement);
}

}  // namespace

int AddDates(Connection& connection) {
  constexpr SqlFunction kFunctions[] = {Date<0>, Date<1>, Date<2>, Date<3>, Date<4>, Date<5>};
  for (size_t i = 0; i < std::size(kFunctions); ++i) {
    const int code = AddFunction(connection, kNames[i], -1, SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                 kFunctions[i]);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}

}  // namespace pysub::shell::sqlite
