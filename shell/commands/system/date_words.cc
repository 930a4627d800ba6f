#include "shell/commands/system/date_words.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "shell/commands/system/civil_time.h"

namespace pysub::shell {
namespace {

using Kind = DateToken::Kind;

constexpr int64_t kFarAway = int64_t{1} << 40;  // larger numbers are refused

struct Name {
  std::string_view text;
  Kind kind;
  int value;
};

constexpr Name kMeridians[] = {{"am", Kind::kMeridian, 0},
                               {"a.m.", Kind::kMeridian, 0},
                               {"pm", Kind::kMeridian, 12},
                               {"p.m.", Kind::kMeridian, 12}};

constexpr Name kCalendar[] = {{"january", Kind::kMonth, 1},   {"february", Kind::kMonth, 2},
                              {"march", Kind::kMonth, 3},     {"april", Kind::kMonth, 4},
                              {"may", Kind::kMonth, 5},       {"june", Kind::kMonth, 6},
                              {"july", Kind::kMonth, 7},      {"august", Kind::kMonth, 8},
                              {"september", Kind::kMonth, 9}, {"sept", Kind::kMonth, 9},
                              {"october", Kind::kMonth, 10},  {"november", Kind::kMonth, 11},
                              {"december", Kind::kMonth, 12}, {"sunday", Kind::kWeekday, 0},
                              {"monday", Kind::kWeekday, 1},  {"tuesday", Kind::kWeekday, 2},
                              {"tues", Kind::kWeekday, 2},    {"wednesday", Kind::kWeekday, 3},
                              {"wednes", Kind::kWeekday, 3},  {"thursday", Kind::kWeekday, 4},
                              {"thur", Kind::kWeekday, 4},    {"thurs", Kind::kWeekday, 4},
                              {"friday", Kind::kWeekday, 5},  {"saturday", Kind::kWeekday, 6}};

constexpr Name kUniversalZones[] = {
    {"gmt", Kind::kZone, 0}, {"ut", Kind::kZone, 0}, {"utc", Kind::kZone, 0}};

// (minutes east)
constexpr Name kZones[] = {{"wet", Kind::kZone, 0},
                           {"west", Kind::kDaylightZone, 60},
                           {"bst", Kind::kDaylightZone, 60},
                           {"art", Kind::kZone, -180},
                           {"brt", Kind::kZone, -180},
                           {"brst", Kind::kDaylightZone, -120},
                           {"nst", Kind::kZone, -210},
                           {"ndt", Kind::kDaylightZone, -150},
                           {"ast", Kind::kZone, -240},
                           {"adt", Kind::kDaylightZone, -180},
                           {"clt", Kind::kZone, -240},
                           {"clst", Kind::kDaylightZone, -180},
                           {"est", Kind::kZone, -300},
                           {"edt", Kind::kDaylightZone, -240},
                           {"cst", Kind::kZone, -360},
                           {"cdt", Kind::kDaylightZone, -300},
                           {"mst", Kind::kZone, -420},
                           {"mdt", Kind::kDaylightZone, -360},
                           {"pst", Kind::kZone, -480},
                           {"pdt", Kind::kDaylightZone, -420},
                           {"akst", Kind::kZone, -540},
                           {"akdt", Kind::kDaylightZone, -480},
                           {"hst", Kind::kZone, -600},
                           {"hast", Kind::kZone, -600},
                           {"hadt", Kind::kDaylightZone, -540},
                           {"sst", Kind::kZone, -720},
                           {"wat", Kind::kZone, 60},
                           {"cet", Kind::kZone, 60},
                           {"cest", Kind::kDaylightZone, 120},
                           {"met", Kind::kZone, 60},
                           {"mez", Kind::kZone, 60},
                           {"mest", Kind::kDaylightZone, 120},
                           {"mesz", Kind::kDaylightZone, 120},
                           {"eet", Kind::kZone, 120},
                           {"eest", Kind::kDaylightZone, 180},
                           {"cat", Kind::kZone, 120},
                           {"sast", Kind::kZone, 120},
                           {"eat", Kind::kZone, 180},
                           {"msk", Kind::kZone, 180},
                           {"msd", Kind::kDaylightZone, 240},
                           {"ist", Kind::kZone, 330},
                           {"sgt", Kind::kZone, 480},
                           {"kst", Kind::kZone, 540},
                           {"jst", Kind::kZone, 540},
                           {"gst", Kind::kZone, 600},
                           {"nzst", Kind::kZone, 720},
                           {"nzdt", Kind::kDaylightZone, 780}};

constexpr Name kUnits[] = {{"year", Kind::kYears, 1},      {"month", Kind::kMonths, 1},
                           {"fortnight", Kind::kDays, 14}, {"week", Kind::kDays, 7},
                           {"day", Kind::kDays, 1},        {"hour", Kind::kHours, 1},
                           {"minute", Kind::kMinutes, 1},  {"min", Kind::kMinutes, 1},
                           {"second", Kind::kSeconds, 1},  {"sec", Kind::kSeconds, 1}};

// ("second" is a unit)
constexpr Name kRelatives[] = {{"tomorrow", Kind::kDayShift, 1}, {"yesterday", Kind::kDayShift, -1},
                               {"today", Kind::kDayShift, 0},    {"now", Kind::kDayShift, 0},
                               {"last", Kind::kOrdinal, -1},     {"this", Kind::kOrdinal, 0},
                               {"next", Kind::kOrdinal, 1},      {"first", Kind::kOrdinal, 1},
                               {"third", Kind::kOrdinal, 3},     {"fourth", Kind::kOrdinal, 4},
                               {"fifth", Kind::kOrdinal, 5},     {"sixth", Kind::kOrdinal, 6},
                               {"seventh", Kind::kOrdinal, 7},   {"eighth", Kind::kOrdinal, 8},
                               {"ninth", Kind::kOrdinal, 9},     {"tenth", Kind::kOrdinal, 10},
                               {"eleventh", Kind::kOrdinal, 11}, {"twelfth", Kind::kOrdinal, 12},
                               {"ago", Kind::kAgo, -1},          {"hence", Kind::kAgo, 1}};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }
bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::optional<DateToken> Find(std::string_view word, std::span<const Name> names) {
  for (const Name& name : names) {
    if (name.text == word) return DateToken{.kind = name.kind, .value = name.value};
  }
  return std::nullopt;
}

// "Jan" and "jan." are abbreviations, "janu" is none.
std::optional<DateToken> FindInCalendar(std::string_view word) {
  if (word.size() != 3 && !(word.size() == 4 && word[3] == '.')) return Find(word, kCalendar);
  for (const Name& name : kCalendar) {
    if (name.text.substr(0, 3) == word.substr(0, 3)) {
      return DateToken{.kind = name.kind, .value = name.value};
    }
  }
  return std::nullopt;
}

// Letters of the military: a ... i, k ... m are east, n ... y west; j is none.
std::optional<DateToken> FindLetter(char c) {
  if (c == 'j') return std::nullopt;
  const int letter = c - 'a';
  const int hours = c == 'z' ? 0 : letter < 9 ? letter + 1 : letter < 13 ? letter : 12 - letter;
  return DateToken{.kind = c == 't' ? Kind::kT : Kind::kZone, .value = hours * 3600};
}

class TokenReader {
 public:
  TokenReader(std::string_view text, int64_t now, const TimeZone& zone)
      : text_(text), now_(now), zone_(zone) {}

  bool Run(std::vector<DateToken>* tokens) {
    do {
      std::optional<DateToken> token = Next();
      if (!token) return false;
      if (tokens->empty() && token->IsSign('@')) most_ = INT64_MAX;
      tokens->push_back(*token);
    } while (tokens->back().kind != Kind::kEnd);
    return true;
  }

 private:
  char Peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void SkipSpaces() {
    while (IsSpace(Peek())) ++at_;
  }

  std::optional<DateToken> Next() {
    for (;;) {
      SkipSpaces();
      const char c = Peek();
      if (at_ == text_.size()) return DateToken();
      if (IsDigit(c)) return Number(Kind::kUnsigned, 0);
      if (IsLetter(c)) return Word();
      if (c == '(') {
        SkipComment();
        continue;
      }
      ++at_;
      if (c != '+' && c != '-') return DateToken{.kind = Kind::kSign, .value = c};
      SkipSpaces();
      if (IsDigit(Peek())) return Number(Kind::kSigned, c);
      // A sign without a number means nothing.
    }
  }

  // Comments stand in each other; one without an end takes the rest.
  void SkipComment() {
    int depth = 0;
    do {
      depth += Peek() == '(' ? 1 : Peek() == ')' ? -1 : 0;
      ++at_;
    } while (depth > 0 && at_ < text_.size());
  }

  std::optional<DateToken> Number(Kind kind, char sign) {
    DateToken token{.kind = kind, .sign = sign};
    for (; IsDigit(Peek()); ++at_, ++token.digits) {
      if (__builtin_mul_overflow(token.value, 10, &token.value) ||
          __builtin_add_overflow(token.value, Peek() - '0', &token.value) || token.value > most_) {
        return std::nullopt;
      }
    }
    if ((Peek() == '.' || Peek() == ',') && IsDigit(Peek(1))) {
      token.kind = Kind::kDecimal;
      int64_t scale = kNsPerSecond / 10;
      for (++at_; IsDigit(Peek()); ++at_, scale /= 10) token.fraction_ns += scale * (Peek() - '0');
    }
    if (sign == '-') {
      token.value = -token.value;
      token.fraction_ns = -token.fraction_ns;
    }
    return token;
  }

  std::optional<DateToken> Word() {
    std::string word;
    for (; IsLetter(Peek()) || Peek() == '.'; ++at_) {
      word += Peek() == '.' ? '.' : static_cast<char>(Peek() | 32);
    }
    return Meaning(word);
  }

  std::optional<DateToken> Meaning(std::string word) const {
    std::optional<DateToken> token = Find(word, kMeridians);
    if (!token) token = FindInCalendar(word);
    if (!token) token = Zone(word);
    if (!token && word == "dst") token = DateToken{.kind = Kind::kDst};
    if (!token) token = Find(word, kUnits);
    if (!token && word.ends_with('s')) {
      token = Find(std::string_view(word).substr(0, word.size() - 1), kUnits);
    }
    if (!token) token = Find(word, kRelatives);
    if (!token && word.size() == 1) token = FindLetter(word[0]);
    if (!token && std::erase(word, '.') > 0) token = Zone(word);
    return token;
  }

  std::optional<DateToken> Zone(std::string_view word) const {
    if (std::optional<DateToken> zone = Find(word, kUniversalZones)) return zone;
    if (std::optional<DateToken> zone = LocalZone(word)) return zone;
    std::optional<DateToken> zone = Find(word, kZones);
    if (zone) zone->value *= 60;
    return zone;
  }

  // The names that clocks here have within two years.
  std::optional<DateToken> LocalZone(std::string_view word) const {
    constexpr int64_t kQuarter = 90 * 86400;
    for (int quarter = 0; quarter < 8; ++quarter) {
      const TimeZone::Local local = zone_.At(now_ + quarter * kQuarter);
      const bool is_it = std::equal(word.begin(), word.end(), local.name.begin(), local.name.end(),
                                    [](char a, char b) { return a == (b | 32) && IsLetter(b); });
      if (is_it) {
        return DateToken{
            .kind = Kind::kLocalZone, .is_summer = local.is_summer, .value = local.east_seconds};
      }
    }
    return std::nullopt;
  }

  std::string_view text_;
  size_t at_ = 0;
  int64_t most_ = kFarAway;
  int64_t now_;
  const TimeZone& zone_;
};

}  // namespace

bool ReadDateTokens(std::string_view text, int64_t now, const TimeZone& zone,
                    std::vector<DateToken>* tokens) {
  return TokenReader(text, now, zone).Run(tokens);
}

}  // namespace pysub::shell
