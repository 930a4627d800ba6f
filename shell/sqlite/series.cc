// generate_series(START, STOP, STEP), a table of numbers.

#include <algorithm>
#include <new>

#include "shell/sqlite/connection.h"

namespace pysub::shell::sqlite {
namespace {

enum Column : int { kValue, kStart, kStop, kStep };

// Bits of the plan: which parameters were given, in this order, and how it is sorted.
enum Plan : int { kHasStart = 1, kHasStop = 2, kHasStep = 4, kDescending = 8, kAscending = 16 };

struct Cursor {
  sqlite3_vtab_cursor base;
  int64_t start, stop, step;  // as they are shown
  int64_t value, last, by;    // what is left
  int64_t row;
  bool is_done;
};

Cursor& CursorOf(sqlite3_vtab_cursor* cursor) { return *reinterpret_cast<Cursor*>(cursor); }

int Connect(sqlite3* db, void* /*unused*/, int /*count*/, const char* const* /*arguments*/,
            sqlite3_vtab** table, char** /*error*/) {
  const int code =
      sqlite3_declare_vtab(db, "CREATE TABLE x(value,start hidden,stop hidden,step hidden)");
  if (code != SQLITE_OK) return code;
  *table = static_cast<sqlite3_vtab*>(sqlite3_malloc(sizeof(sqlite3_vtab)));
  if (*table == nullptr) return SQLITE_NOMEM;
  **table = {};
  sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
  return SQLITE_OK;
}

int Disconnect(sqlite3_vtab* table) {
  sqlite3_free(table);
  return SQLITE_OK;
}

int Open(sqlite3_vtab* /*table*/, sqlite3_vtab_cursor** cursor) {
  void* place = sqlite3_malloc(sizeof(Cursor));
  if (place == nullptr) return SQLITE_NOMEM;
  *cursor = &(new (place) Cursor())->base;
  return SQLITE_OK;
}

int Close(sqlite3_vtab_cursor* cursor) {
  sqlite3_free(cursor);
  return SQLITE_OK;
}

int Filter(sqlite3_vtab_cursor* place, int plan, const char* /*name*/, int count,
           sqlite3_value** values) {
  Cursor& cursor = CursorOf(place);
  int at = 0;
  bool has_null = false;
  const auto take = [&](int bit, int64_t otherwise) {
    if ((plan & bit) == 0) return otherwise;
    return static_cast<int64_t>(sqlite3_value_int64(values[at++]));
  };
  for (int i = 0; i < count; ++i) has_null |= sqlite3_value_type(values[i]) == SQLITE_NULL;
  cursor.start = take(kHasStart, 0);
  cursor.stop = take(kHasStop, 0xffffffff);
  cursor.step = take(kHasStep, 1);
  bool descends = (plan & kDescending) != 0;
  if (cursor.step == 0) cursor.step = 1;
  if (cursor.step < 0) {
    cursor.step = static_cast<int64_t>(uint64_t{0} - static_cast<uint64_t>(cursor.step));
    descends |= (plan & kAscending) == 0;
  }
  cursor.row = 1;
  cursor.is_done = has_null || cursor.start > cursor.stop;
  if (cursor.is_done) return SQLITE_OK;
  // The last that there is, by numbers that do not overflow. (The step may be -2^63, made
  // positive.)
  const auto by = static_cast<uint64_t>(cursor.step);
  const uint64_t distance =
      static_cast<uint64_t>(cursor.stop) - static_cast<uint64_t>(cursor.start);
  cursor.value = cursor.start;
  cursor.last = static_cast<int64_t>(static_cast<uint64_t>(cursor.start) + distance / by * by);
  cursor.by = cursor.step;
  if (descends) {
    std::swap(cursor.value, cursor.last);
    cursor.by = static_cast<int64_t>(uint64_t{0} - by);
  }
  return SQLITE_OK;
}

int NextRow(sqlite3_vtab_cursor* place) {
  Cursor& cursor = CursorOf(place);
  if (cursor.value == cursor.last) {
    cursor.is_done = true;
  } else {
    cursor.value = static_cast<int64_t>(static_cast<uint64_t>(cursor.value) +
                                        static_cast<uint64_t>(cursor.by));
    ++cursor.row;
  }
  return SQLITE_OK;
}

int IsAtEnd(sqlite3_vtab_cursor* cursor) { return CursorOf(cursor).is_done ? 1 : 0; }

int ColumnOf(sqlite3_vtab_cursor* place, sqlite3_context* context, int column) {
  const Cursor& cursor = CursorOf(place);
  switch (column) {
    case kStart: sqlite3_result_int64(context, cursor.start); break;
    case kStop: sqlite3_result_int64(context, cursor.stop); break;
    case kStep: sqlite3_result_int64(context, cursor.step); break;
    default: sqlite3_result_int64(context, cursor.value);
  }
  return SQLITE_OK;
}

int RowId(sqlite3_vtab_cursor* cursor, sqlite3_int64* row) {
  *row = CursorOf(cursor).row;
  return SQLITE_OK;
}

int BestIndex(sqlite3_vtab* table, sqlite3_index_info* info) {
  int place[3] = {-1, -1, -1}, plan = 0, unusable = 0;
  bool start_seen = false;
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& constraint = info->aConstraint[i];
    if (constraint.iColumn < kStart) continue;
    const int bit = constraint.iColumn - kStart;
    start_seen |= bit == 0;
    if (constraint.usable == 0) {
      unusable |= 1 << bit;
    } else if (constraint.op == SQLITE_INDEX_CONSTRAINT_EQ) {
      plan |= 1 << bit;
      place[bit] = i;
    }
  }
  int arguments = 0;
  for (int i : place) {
    if (i < 0) continue;
    info->aConstraintUsage[i].argvIndex = ++arguments;
    info->aConstraintUsage[i].omit = 1;
  }
  if (!start_seen) {
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = sqlite3_mprintf("first argument to \"generate_series()\" missing or unusable");
    return SQLITE_ERROR;
  }
  if ((unusable & ~plan) != 0) return SQLITE_CONSTRAINT;
  if ((plan & (kHasStart | kHasStop)) == (kHasStart | kHasStop)) {
    info->estimatedCost = (plan & kHasStep) != 0 ? 1 : 2;
    info->estimatedRows = 1000;
    if (info->nOrderBy >= 1 && info->aOrderBy[0].iColumn == kValue) {
      plan |= info->aOrderBy[0].desc != 0 ? kDescending : kAscending;
      info->orderByConsumed = 1;
    }
  } else {
    info->estimatedRows = 2'147'483'647;
  }
  info->idxNum = plan;
  return SQLITE_OK;
}

constexpr sqlite3_module kSeries = {
    .iVersion = 0,
    .xCreate = nullptr,
    .xConnect = Connect,
    .xBestIndex = BestIndex,
    .xDisconnect = Disconnect,
    .xDestroy = nullptr,
    .xOpen = Open,
    .xClose = Close,
    .xFilter = Filter,
    .xNext = NextRow,
    .xEof = IsAtEnd,
    .xColumn = ColumnOf,
    .xRowid = RowId,
    .xUpdate = nullptr,
    .xBegin = nullptr,
    .xSync = nullptr,
    .xCommit = nullptr,
    .xRollback = nullptr,
    .xFindFunction = nullptr,
    .xRename = nullptr,
    .xSavepoint = nullptr,
    .xRelease = nullptr,
    .xRollbackTo = nullptr,
    .xShadowName = nullptr,
};

}  // namespace

int AddSeries(Connection& connection) {
  return sqlite3_create_module(connection.db(), "generate_series", &kSeries, nullptr);
}

}  // namespace pysub::shell::sqlite
