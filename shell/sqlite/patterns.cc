// LIKE, GLOB, and functions that look for one text in another: SQLite's own take as long as the
// product of both lengths, and ask nobody meanwhile.

#include <cstring>
#include <string_view>

#include "shell/sqlite/connection.h"
#include "shell/text_search.h"

namespace pysub::shell::sqlite {
namespace {

constexpr int kPure = SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
constexpr size_t kLongestPattern = 50'000;

void NoMemory(sqlite3_context* context) { sqlite3_result_error_nomem(context); }

// A text up to its first NUL, as SQLite sees it.
std::string_view TextOf(sqlite3_value* value) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return text == nullptr ? std::string_view() : std::string_view(text);
}

std::string_view BytesOf(sqlite3_value* value, bool is_blob) {
  const void* bytes = is_blob ? sqlite3_value_blob(value) : sqlite3_value_text(value);
  const auto size = static_cast<size_t>(sqlite3_value_bytes(value));
  return bytes == nullptr ? std::string_view()
                          : std::string_view(static_cast<const char*>(bytes), size);
}

bool IsBehindFirst(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// The next character, and what SQLite takes a broken one for; 0 at the end.
uint32_t Next(std::string_view text, size_t* at) {
  if (*at >= text.size()) return 0;
  uint32_t c = static_cast<unsigned char>(text[(*at)++]);
  if (c < 0xC0) return c;
  c &= c < 0xE0 ? 0x1F : c < 0xF0 ? 0x0F : c < 0xF8 ? 0x07 : c < 0xFC ? 0x03 : 0x01;
  while (*at < text.size() && IsBehindFirst(text[*at]))
    c = (c << 6) + (static_cast<unsigned char>(text[(*at)++]) & 0x3F);
  const bool is_broken = c < 0x80 || (c & 0xFFFFF800) == 0xD800 || (c & 0xFFFFFFFE) == 0xFFFE;
  return is_broken ? 0xFFFD : c;
}

uint32_t Lower(uint32_t c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

struct Style {
  uint32_t many = '%', one = '_', set = 0, escape = 0;
  bool folds = true;
};

// "[a-z^]" behind its "[". 1: c is in it; 0: it is not; -1: the set has no end.
int InSet(std::string_view pattern, size_t* at, uint32_t c) {
  bool seen = false, inverts = false;
  uint32_t before = 0, next = Next(pattern, at);
  if (next == '^') {
    inverts = true;
    next = Next(pattern, at);
  }
  if (next == ']') {
    seen = c == ']';
    next = Next(pattern, at);
  }
  while (next != 0 && next != ']') {
    if (next == '-' && *at < pattern.size() && pattern[*at] != ']' && before > 0) {
      next = Next(pattern, at);
      seen |= c >= before && c <= next;
      before = 0;
    } else {
      seen |= c == next;
      before = next;
    }
    next = Next(pattern, at);
  }
  return next == 0 ? -1 : seen != inverts ? 1 : 0;
}

// One step of both: whether what stands at *p, which is not Style::many, takes what stands at *t.
bool Takes(const Style& style, std::string_view pattern, size_t* p, std::string_view text,
           size_t* t) {
  if (*t >= text.size()) return false;
  uint32_t wanted = Next(pattern, p);
  const uint32_t c = Next(text, t);
  if (style.set != 0 && wanted == style.set) return InSet(pattern, p, c) == 1;
  if (style.escape != 0 && wanted == style.escape) {
    wanted = Next(pattern, p);
    if (wanted == 0) return false;
  } else if (wanted == style.one) {
    return true;
  }
  return wanted == c || (style.folds && Lower(wanted) == Lower(c) && wanted < 0x80 && c < 0x80);
}

// Of all places where something may stand for any text only the last one is ever gone back to:
// what an earlier one could take, the last one can take as well. False in *answered: the script
// ends.
bool Matches(Payer& payer, const Style& style, std::string_view pattern, std::string_view text,
             bool* answered) {
  size_t p = 0, t = 0;
  size_t back_p = std::string_view::npos, back_t = 0;
  uint64_t work = 0;
  while (true) {
    if ((++work & 0xFFF) == 0 && !payer.Tick(4 * 0x1000)) {
      *answered = false;
      return false;
    }
    if (p < pattern.size()) {
      size_t next = p;
      const uint32_t c = Next(pattern, &next);
      if (c == style.many && c != style.escape) {
        back_p = p = next;
        back_t = t;
        if (p == pattern.size()) return true;
        continue;
      }
      size_t after_p = p, after_t = t;
      if (Takes(style, pattern, &after_p, text, &after_t)) {
        p = after_p, t = after_t;
        continue;
      }
    } else if (t == text.size()) {
      return true;
    }
    if (back_p == std::string_view::npos || back_t >= text.size()) return false;
    Next(text, &back_t);
    p = back_p, t = back_t;
  }
}

void Match(sqlite3_context* context, int count, sqlite3_value** values, Style style) {
  Connection& connection = ConnectionOf(context);
  // (Debian's library is built so.)
  if (sqlite3_value_type(values[0]) == SQLITE_BLOB || sqlite3_value_type(values[1]) == SQLITE_BLOB)
    return sqlite3_result_int(context, 0);
  if (static_cast<size_t>(sqlite3_value_bytes(values[0])) > kLongestPattern)
    return sqlite3_result_error(context, "LIKE or GLOB pattern too complex", -1);
  if (count == 3) {
    if (sqlite3_value_type(values[2]) == SQLITE_NULL) return;
    const std::string_view escape = TextOf(values[2]);
    size_t at = 0;
    style.escape = Next(escape, &at);
    if (escape.empty() || at != escape.size())
      return sqlite3_result_error(context, "ESCAPE expression must be a single character", -1);
  }
  if (sqlite3_value_type(values[0]) == SQLITE_NULL || sqlite3_value_type(values[1]) == SQLITE_NULL)
    return;
  bool answered = true;
  const bool matches =
      Matches(connection.payer(), style, TextOf(values[0]), TextOf(values[1]), &answered);
  if (!answered) return NoMemory(context);
  sqlite3_result_int(context, matches ? 1 : 0);
}

void Like(sqlite3_context* context, int count, sqlite3_value** values) {
  Match(context, count, values, {.folds = !ConnectionOf(context).like_is_exact()});
}

void Glob(sqlite3_context* context, int count, sqlite3_value** values) {
  Match(context, count, values, {.many = '*', .one = '?', .set = '[', .folds = false});
}

// The first place of `wanted` from `from` on. False: the time is up.
bool Find(Payer& payer, std::string_view text, std::string_view wanted, size_t from, size_t* at) {
  bool is_time_left = true;
  *at = FindText(text, wanted, from,
                 [&](uint64_t work) { return is_time_left = payer.Tick(work), is_time_left; });
  return is_time_left;
}

void Instr(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  Payer& payer = ConnectionOf(context).payer();
  if (sqlite3_value_type(values[0]) == SQLITE_NULL || sqlite3_value_type(values[1]) == SQLITE_NULL)
    return;
  const bool is_blob =
      sqlite3_value_type(values[0]) == SQLITE_BLOB && sqlite3_value_type(values[1]) == SQLITE_BLOB;
  const std::string_view text = BytesOf(values[0], is_blob), wanted = BytesOf(values[1], is_blob);
  if (wanted.empty()) return sqlite3_result_int(context, 1);
  if (!payer.Tick(text.size() / 4 + 1)) return NoMemory(context);  // whose characters are counted
  size_t at = 0;
  if (!Find(payer, text, wanted, 0, &at)) return NoMemory(context);
  // In texts only characters are looked at, not what lies within them.
  while (at != std::string_view::npos && !is_blob && at > 0 && IsBehindFirst(text[at])) {
    if (!Find(payer, text, wanted, at + 1, &at)) return NoMemory(context);
  }
  if (at == std::string_view::npos) return sqlite3_result_int(context, 0);
  int64_t position = 1;
  for (size_t i = 0; i < at; ++i) position += is_blob || i + 1 == at || !IsBehindFirst(text[i + 1]);
  sqlite3_result_int64(context, position);
}

void Replace(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  Payer& payer = ConnectionOf(context).payer();
  for (int i = 0; i < 3; ++i) {
    if (sqlite3_value_type(values[i]) == SQLITE_NULL) return;
  }
  const std::string_view text = BytesOf(values[0], false), wanted = BytesOf(values[1], false),
                         by = BytesOf(values[2], false);
  if (wanted.empty() || wanted[0] == '\0') return sqlite3_result_value(context, values[0]);
  sqlite3* db = sqlite3_context_db_handle(context);
  const auto limit = static_cast<size_t>(sqlite3_limit(db, SQLITE_LIMIT_LENGTH, -1));
  PaidText made(payer);
  size_t from = 0;
  while (from < text.size()) {
    size_t at = 0;
    if (!Find(payer, text, wanted, from, &at)) return NoMemory(context);
    const bool found = at != std::string_view::npos;
    if (!payer.Tick(32 + (found ? by.size() / 16 : 0))) return NoMemory(context);
    if (!made.Append(text.substr(from, (found ? at : text.size()) - from)) ||
        (found && !made.Append(by)))
      return NoMemory(context);
    if (made.size() > limit) return sqlite3_result_error_toobig(context);
    from = found ? at + wanted.size() : text.size();
  }
  sqlite3_result_text64(context, made.text().data(), made.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

bool HasCharacter(std::string_view set, std::string_view character) {
  for (size_t at = 0, next = 0; at < set.size(); at = next) {
    next = at + 1;
    while (next < set.size() && IsBehindFirst(set[next])) ++next;
    if (set.substr(at, next - at) == character) return true;
  }
  return false;
}

// Of which sides characters of the second text are taken: 1 left, 2 right.
template <int kSides>
void Trim(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  Payer& payer = ConnectionOf(context).payer();
  if (sqlite3_value_type(values[0]) == SQLITE_NULL || sqlite3_value_type(values[1]) == SQLITE_NULL)
    return;
  std::string_view text = BytesOf(values[0], false);
  const std::string_view set = BytesOf(values[1], false);
  while ((kSides & 1) != 0 && !text.empty()) {
    size_t end = 1;
    while (end < text.size() && IsBehindFirst(text[end])) ++end;
    if (!payer.Tick(16 + set.size())) return NoMemory(context);
    if (!HasCharacter(set, text.substr(0, end))) break;
    text.remove_prefix(end);
  }
  while ((kSides & 2) != 0 && !text.empty()) {
    size_t begin = text.size() - 1;
    while (begin > 0 && IsBehindFirst(text[begin])) --begin;
    if (!payer.Tick(16 + set.size())) return NoMemory(context);
    if (!HasCharacter(set, text.substr(begin))) break;
    text.remove_suffix(text.size() - begin);
  }
  sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

}  // namespace

int AddPatterns(Connection& connection) {
  struct Row {
    const char* name;
    int arguments;
    SqlFunction function;
  };
  for (const Row& row : {Row{"like", 2, Like},
                         {"like", 3, Like},
                         {"glob", 2, Glob},
                         {"instr", 2, Instr},
                         {"replace", 3, Replace},
                         {"trim", 2, Trim<3>},
                         {"ltrim", 2, Trim<1>},
                         {"rtrim", 2, Trim<2>}}) {
    const int code = AddFunction(connection, row.name, row.arguments, kPure, row.function);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}

}  // namespace pysub::shell::sqlite
