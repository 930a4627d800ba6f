// Functions that the command line of SQLite has beside those of the library, and those that stand
// before the library's own: chance follows the seed of the shell, and nothing runs for long
// unasked.

#include <fmt/format.h>
#include <nettle/sha3.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "lexer/base/stack_left.h"
#include "shell/regex/regex.h"
#include "shell/regex/rust_syntax.h"
#include "shell/sqlite/connection.h"

namespace pysub::shell::sqlite {
namespace {

std::string_view BytesOf(sqlite3_value* value) {
  const bool is_blob = sqlite3_value_type(value) == SQLITE_BLOB;
  const void* bytes = is_blob ? sqlite3_value_blob(value) : sqlite3_value_text(value);
  const auto size = static_cast<size_t>(sqlite3_value_bytes(value));
  return bytes == nullptr ? std::string_view()
                          : std::string_view(static_cast<const char*>(bytes), size);
}

// Chance comes from the shell, whose host may have given it a seed: then a script does the same
// each time. SQLite's own generator is one for the process.
void Random(sqlite3_context* context, int /*count*/, sqlite3_value** /*values*/) {
  CommandIo* io = ConnectionOf(context).payer().io();
  const auto number = static_cast<int64_t>(io != nullptr ? io->Random() : 0);
  // (A number whose abs() is one, too.)
  sqlite3_result_int64(context, number < 0 ? -(number & INT64_MAX) : number);
}

void RandomBlob(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  Payer& payer = ConnectionOf(context).payer();
  const int64_t size = std::max<int64_t>(sqlite3_value_int64(values[0]), 1);
  if (size > sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1))
    return sqlite3_result_error_toobig(context);
  auto* blob = static_cast<char*>(sqlite3_malloc64(static_cast<uint64_t>(size)));
  if (blob == nullptr) return sqlite3_result_error_nomem(context);
  for (int64_t i = 0; i < size; i += 8) {
    if ((i & 0xFFF) == 0 && !payer.Tick(0x1000)) {
      sqlite3_free(blob);
      return sqlite3_result_error_nomem(context);
    }
    const uint64_t number = payer.io() != nullptr ? payer.io()->Random() : 0;
    std::memcpy(blob + i, &number, static_cast<size_t>(std::min(size - i, int64_t{8})));
  }
  sqlite3_result_blob64(context, blob, static_cast<uint64_t>(size), sqlite3_free);
}

constexpr unsigned int kJson = 'J';  // the subtype of values that are JSON

// The result of the library's own function; false: it is an error.
bool CallOriginal(sqlite3_context* context, const std::string& call, int count,
                  sqlite3_value** values) {
  sqlite3_stmt* statement = ConnectionOf(context).Original(call);
  if (statement == nullptr) return sqlite3_result_error_nomem(context), false;
  for (int i = 0; i < count; ++i) sqlite3_bind_value(statement, i + 1, values[i]);
  const bool went = sqlite3_step(statement) == SQLITE_ROW;
  if (went)
    sqlite3_result_value(context, sqlite3_column_value(statement, 0));
  else
    sqlite3_result_error(context, sqlite3_errmsg(sqlite3_db_handle(statement)), -1);
  sqlite3_reset(statement);
  return went;
}

// SQLite's own looks for each name of the one text among all names of the other.
void JsonPatch(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  constexpr uint64_t kMost = 1 << 28;
  Connection& connection = ConnectionOf(context);
  const uint64_t sizes = static_cast<uint64_t>(sqlite3_value_bytes(values[0])) *
                         static_cast<uint64_t>(sqlite3_value_bytes(values[1]));
  if (sizes > kMost)
    return sqlite3_result_error(context, "json_patch() of texts that large is not supported here",
                                -1);
  if (!connection.payer().Tick(sizes / 64)) return sqlite3_result_error_nomem(context);
  if (CallOriginal(context, "json_patch(?1,?2)", 2, values)) sqlite3_result_subtype(context, kJson);
}

// json_set() and json_insert() of SQLite make what a path names and is not there, each step of the
// path in a C frame within the one before.
template <bool kSets>
void JsonChange(sqlite3_context* context, int count, sqlite3_value** values) {
  constexpr size_t kMostSteps = 1000, kBytesPerStep = 512;
  const size_t most = std::min(LevelsIn(StackLeft() / 2, kBytesPerStep), kMostSteps);
  std::string call = kSets ? "json_set(" : "json_insert(";
  for (int i = 0; i < count; ++i) {
    if (i % 2 == 1) {
      const std::string_view path = BytesOf(values[i]);
      const auto begins_step = [](char c) { return c == '.' || c == '['; };
      if (static_cast<size_t>(std::count_if(path.begin(), path.end(), begins_step)) > most)
        return sqlite3_result_error(context, "JSON path with too many steps", -1);
    }
    const bool is_json = sqlite3_value_subtype(values[i]) == kJson;
    call += fmt::format(fmt::runtime(is_json ? "{}json(?{})" : "{}?{}"), i == 0 ? "" : ",", i + 1);
  }
  if (CallOriginal(context, call + ")", count, values)) sqlite3_result_subtype(context, kJson);
}

// How many characters the "%.1000c" of a format repeat, of which SQLite appends one at a time, also
// when there is no room left.
int64_t Repeated(std::string_view format, int count, sqlite3_value** values) {
  int64_t repeated = 0;
  int next = 1;  // argument
  for (size_t at = format.find('%'); at != std::string_view::npos; at = format.find('%', at)) {
    int64_t precision = 0;
    bool is_precision = false;
    for (++at; at < format.size(); ++at) {
      const char c = format[at];
      if (c == '.') {
        is_precision = true;
        precision = 0;
      } else if (c == '*') {
        const int64_t number = next < count ? sqlite3_value_int64(values[next]) : 0;
        ++next;
        if (is_precision) precision = number;
      } else if (c >= '0' && c <= '9') {
        if (is_precision) precision = std::min<int64_t>(precision * 10 + (c - '0'), INT32_MAX);
      } else if (std::string_view("-+ #!,l").find(c) == std::string_view::npos) {
        break;
      }
    }
    if (at >= format.size()) break;
    if (format[at] != '%') ++next;
    // (A negative one is taken for a positive one.)
    if (format[at] == 'c' && is_precision)
      repeated += std::min<int64_t>(
          precision < 0 ? -std::max<int64_t>(precision, -INT32_MAX) : precision, INT32_MAX);
    ++at;
  }
  return repeated;
}

void Printf(sqlite3_context* context, int count, sqlite3_value** values) {
  constexpr int64_t kMost = 4 << 20;
  Connection& connection = ConnectionOf(context);
  if (count == 0) return;
  const auto* format = reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
  if (format == nullptr) return;
  const std::string_view text = format;
  if (!connection.payer().Tick(200 + text.size())) return sqlite3_result_error_nomem(context);
  const int64_t repeated = Repeated(text, count, values);
  if (repeated > kMost) return sqlite3_result_error_toobig(context);
  if (!connection.payer().Tick(static_cast<uint64_t>(repeated) * 16))
    return sqlite3_result_error_nomem(context);
  std::string call = "printf(?1";
  for (int i = 2; i <= count; ++i) call += fmt::format(",?{}", i);
  CallOriginal(context, call + ")", count, values);
}

// Null where there is no such file.
void ReadFile(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  Connection& connection = ConnectionOf(context);
  const auto* path = reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
  if (path == nullptr || connection.vfs().IsDead()) return;
  files::FileSystem& files = connection.vfs().files();
  const files::Caller caller = connection.vfs().caller();
  const auto stat = files.StatPath(caller, path);
  if (!stat.ok() || !files.Access(caller, path, files::kMayRead).ok() || stat->IsDirectory())
    return;
  const auto limit = static_cast<uint64_t>(
      sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1));
  if (stat->size > limit) return sqlite3_result_error_toobig(context);
  const uint64_t room = stat->IsFile() ? stat->size : 65536;
  Payer& payer = connection.payer();
  if (!payer.Tick(room / 8) || !payer.Charge(static_cast<int64_t>(room)))
    return sqlite3_result_error_nomem(context);
  const auto bytes = files.ReadFile(caller, path, 0, room);
  if (bytes.ok()) {
    // (A file of the shell is at most as large as said, so it has an int's size.)
    sqlite3_result_blob64(context, bytes->data(), bytes->size(), SQLITE_TRANSIENT);
  }
  payer.Charge(-static_cast<int64_t>(room));
}

// Of a path "a/b/c" makes "a" and "a/b".
void MakeDirectories(Vfs& vfs, std::string_view path) {
  for (size_t at = path.find('/', 1); at != std::string_view::npos; at = path.find('/', at + 1))
    static_cast<void>(vfs.files().Mkdir(vfs.caller(), path.substr(0, at)));
}

// writefile(FILE, DATA [, MODE [, MTIME]])
void WriteFile(sqlite3_context* context, int count, sqlite3_value** values) {
  if (count < 2 || count > 4) {
    return sqlite3_result_error(context, "wrong number of arguments to function writefile()", -1);
  }
  Vfs& vfs = ConnectionOf(context).vfs();
  const auto* path = reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
  if (path == nullptr || vfs.IsDead()) return;
  const auto mode = count > 2 ? static_cast<uint32_t>(sqlite3_value_int(values[2])) : 0;
  if ((mode & S_IFMT) != 0 && (mode & S_IFMT) != S_IFREG && (mode & S_IFMT) != S_IFDIR) {
    return sqlite3_result_error(
        context, "writefile() makes plain files and directories only in this sandbox", -1);
  }
  const bool is_directory = (mode & S_IFMT) == S_IFDIR;
  const std::string_view bytes = BytesOf(values[1]);
  const auto write = [&]() -> files::Status {
    if (is_directory) {
      const files::Status made = vfs.files().Mkdir(vfs.caller(), path);
      return made.error() == EEXIST ? files::Status() : made;
    }
    return vfs.files().WriteFile(vfs.caller(), path, bytes).status();
  };
  files::Status written = write();
  if (written.error() == ENOENT && count > 2) {
    MakeDirectories(vfs, path);
    written = write();
  }
  if (written.ok() && count > 2) written = vfs.files().Chmod(vfs.caller(), path, mode & 0777);
  if (written.ok() && count > 3) {
    const int64_t time = sqlite3_value_int64(values[3]);
    if (time < -(int64_t{1} << 33) || time > (int64_t{1} << 33))
      return sqlite3_result_error(context, "writefile(): time out of range", -1);
    written = vfs.files().SetTimes(vfs.caller(), path, time * 1'000'000'000, time * 1'000'000'000);
  }
  if (!written.ok()) {
    if (count == 2) return;  // NULL
    const std::string text =
        fmt::format("failed to {}: {}", is_directory ? "create directory" : "write file", path);
    return sqlite3_result_error(context, text.c_str(), -1);
  }
  if (!is_directory) sqlite3_result_int64(context, static_cast<int64_t>(bytes.size()));
}

void NotHere(sqlite3_context* context, int /*count*/, sqlite3_value** /*values*/) {
  sqlite3_result_error(context, "edit() is no part of this sandbox", -1);
}

// sha3(DATA [, BITS])
void Sha3(sqlite3_context* context, int count, sqlite3_value** values) {
  const int bits = count > 1 ? sqlite3_value_int(values[1]) : 256;
  if (bits != 224 && bits != 256 && bits != 384 && bits != 512) {
    return sqlite3_result_error(context, "SHA3 size should be one of: 224 256 384 512", -1);
  }
  if (sqlite3_value_type(values[0]) == SQLITE_NULL) return;
  const std::string_view bytes = BytesOf(values[0]);
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  Payer& payer = ConnectionOf(context).payer();
  uint8_t digest[64];
  const auto run = [&](auto* state, auto init, auto update, auto take) {
    init(state);
    constexpr size_t kPiece = 64 << 10;
    for (size_t at = 0; at < bytes.size(); at += kPiece) {
      const size_t size = std::min(kPiece, bytes.size() - at);
      if (!payer.Tick(4 * size)) return false;
      update(state, size, data + at);
    }
    take(state, static_cast<size_t>(bits) / 8, digest);
    return true;
  };
  bool went = false;
  if (bits == 224) {
    sha3_224_ctx state;
    went = run(&state, sha3_224_init, sha3_224_update, sha3_224_digest);
  } else if (bits == 256) {
    sha3_256_ctx state;
    went = run(&state, sha3_256_init, sha3_256_update, sha3_256_digest);
  } else if (bits == 384) {
    sha3_384_ctx state;
    went = run(&state, sha3_384_init, sha3_384_update, sha3_384_digest);
  } else {
    sha3_512_ctx state;
    went = run(&state, sha3_512_init, sha3_512_update, sha3_512_digest);
  }
  if (!went) return sqlite3_result_error_nomem(context);
  sqlite3_result_blob(context, digest, bits / 8, SQLITE_TRANSIENT);
}

// regexp(PATTERN, TEXT): "TEXT REGEXP PATTERN". A pattern is compiled once for a statement.
template <bool kIgnoresCase>
void Matches(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  CommandIo* io = ConnectionOf(context).payer().io();
  if (io == nullptr || sqlite3_value_type(values[0]) == SQLITE_NULL ||
      sqlite3_value_type(values[1]) == SQLITE_NULL)
    return;
  auto* regex = static_cast<Regex*>(sqlite3_get_auxdata(context, 0));
  std::unique_ptr<Regex> made;
  if (regex == nullptr) {
    RustSyntaxOptions options;
    options.ignore_case = kIgnoresCase;
    RustPattern info;
    std::string error;
    made = Regex::CompileRust(BytesOf(values[0]), options, &info, &io->account(), &error);
    if (made == nullptr) return sqlite3_result_error(context, error.c_str(), -1);
    regex = made.get();
  }
  const RegexSubject subject(BytesOf(values[1]));
  const RegexOutcome outcome =
      regex->Search(subject, 0, nullptr, 0, RegexAnchor::kNone, &io->account());
  if (outcome == RegexOutcome::kStopped) {
    sqlite3_result_error_nomem(context);
  } else {
    sqlite3_result_int(context, outcome == RegexOutcome::kMatch ? 1 : 0);
  }
  if (made != nullptr) {
    sqlite3_set_auxdata(context, 0, made.release(),
                        [](void* place) { delete static_cast<Regex*>(place); });
  }
}

// The collation "uint": runs of digits are compared as numbers, however long they are.
int CompareUnsigned(void* /*unused*/, int left_size, const void* left_data, int right_size,
                    const void* right_data) {
  const std::string_view left(static_cast<const char*>(left_data), static_cast<size_t>(left_size));
  const std::string_view right(static_cast<const char*>(right_data),
                               static_cast<size_t>(right_size));
  const auto is_digit = [](std::string_view text, size_t at) {
    return at < text.size() && text[at] >= '0' && text[at] <= '9';
  };
  size_t i = 0, j = 0;
  while (i < left.size() && j < right.size()) {
    if (is_digit(left, i) && is_digit(right, j)) {
      while (i < left.size() && left[i] == '0') ++i;
      while (j < right.size() && right[j] == '0') ++j;
      size_t digits = 0;
      while (is_digit(left, i + digits) && is_digit(right, j + digits)) ++digits;
      if (is_digit(left, i + digits)) return 1;
      if (is_digit(right, j + digits)) return -1;
      if (const int order = left.substr(i, digits).compare(right.substr(j, digits)); order != 0)
        return order;
      i += digits, j += digits;
    } else if (left[i] != right[j]) {
      return static_cast<unsigned char>(left[i]) - static_cast<unsigned char>(right[j]);
    } else {
      ++i, ++j;
    }
  }
  return static_cast<int>(left.size() - i) - static_cast<int>(right.size() - j);
}

}  // namespace

int AddFunctions(Connection& connection) {
  struct Row {
    const char* name;
    int arguments, flags;
    SqlFunction function;
  };
  constexpr int kPure = SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  for (const Row& row : {Row{"random", 0, SQLITE_INNOCUOUS, Random},
                         {"randomblob", 1, SQLITE_INNOCUOUS, RandomBlob},
                         {"json_patch", 2, kPure, JsonPatch},
                         {"json_set", -1, kPure, JsonChange<true>},
                         {"json_insert", -1, kPure, JsonChange<false>},
                         {"printf", -1, kPure, Printf},
                         {"format", -1, kPure, Printf},
                         {"readfile", 1, SQLITE_DIRECTONLY, ReadFile},
                         {"writefile", -1, SQLITE_DIRECTONLY, WriteFile},
                         {"edit", -1, SQLITE_DIRECTONLY, NotHere},
                         {"sha3", 1, kPure, Sha3},
                         {"sha3", 2, kPure, Sha3},
                         {"regexp", 2, kPure, Matches<false>},
                         {"regexpi", 2, kPure, Matches<true>}}) {
    const int code = AddFunction(connection, row.name, row.arguments, row.flags, row.function);
    if (code != SQLITE_OK) return code;
  }
  return sqlite3_create_collation(connection.db(), "uint", SQLITE_UTF8, nullptr, CompareUnsigned);
}

}  // namespace pysub::shell::sqlite
