#include <algorithm>
#include <span>
#include <vector>

#include "shell/commands/system/civil_time.h"

// What date -d reads. The text becomes tokens; items (a date, a time, a shift ...) stand in any
// order.
namespace pysub::shell {
namespace {

constexpr int64_t kFarAway = int64_t{1} << 40;  // larger numbers are refused

// A piece of the text. `glued` tells the dashes of a date (2024-01-31) from a sign (2024 -1).
struct Token {
  enum class Kind : uint8_t { kNumber, kWord, kSign } kind = Kind::kSign;
  std::string word;  // lower case; of a sign: the character
  int64_t number = 0;
  size_t digits = 0;
  char sign = 0;             // '+' or '-' in front of the number
  int64_t fraction_ns = -1;  // behind it
  bool glued = false;        // no space before it
};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }
bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// False: a number above `most`, which is too large for any date.
bool Tokenize(std::string_view text, int64_t most, std::vector<Token>* tokens) {
  for (size_t at = 0; at < text.size();) {
    if (IsSpace(text[at])) {
      ++at;
      continue;
    }
    Token token;
    token.glued = at > 0 && !IsSpace(text[at - 1]);
    size_t digit = at;
    if (text[at] == '+' || text[at] == '-') {
      for (++digit; digit < text.size() && IsSpace(text[digit]);) ++digit;
      if (digit == text.size() || !IsDigit(text[digit])) {
        ++at;  // a sign without a number means nothing
        continue;
      }
      token.sign = text[at];
    }
    if (IsDigit(text[digit])) {
      token.kind = Token::Kind::kNumber;
      for (at = digit; at < text.size() && IsDigit(text[at]); ++at, ++token.digits) {
        if (__builtin_mul_overflow(token.number, 10, &token.number) ||
            __builtin_add_overflow(token.number, text[at] - '0', &token.number) ||
            token.number > most) {
          return false;
        }
      }
      if (at + 1 < text.size() && (text[at] == '.' || text[at] == ',') && IsDigit(text[at + 1])) {
        token.fraction_ns = 0;
        int64_t scale = kNsPerSecond / 10;
        for (++at; at < text.size() && IsDigit(text[at]); ++at, scale /= 10) {
          token.fraction_ns += scale * (text[at] - '0');
        }
      }
      if (token.sign == '-') token.number = -token.number;
    } else if (IsLetter(text[at])) {
      token.kind = Token::Kind::kWord;
      for (; at < text.size() && (IsLetter(text[at]) || text[at] == '.'); ++at) {
        if (text[at] != '.') token.word.push_back(static_cast<char>(text[at] | 32));
      }
    } else {
      token.word = text[at++];
    }
    tokens->push_back(std::move(token));
  }
  return true;
}

int IndexOf(std::string_view word, std::span<const std::string_view> names) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (word == names[i] || word == names[i].substr(0, 3)) return static_cast<int>(i);
  }
  return -1;
}

int MonthOf(std::string_view word) {
  constexpr std::string_view kNames[] = {"january",   "february", "march",    "april",
                                         "may",       "june",     "july",     "august",
                                         "september", "october",  "november", "december"};
  return word == "sept" ? 9 : IndexOf(word, kNames) + 1;
}

int WeekdayOf(std::string_view word) {
  constexpr std::string_view kNames[] = {"sunday",   "monday", "tuesday", "wednesday",
                                         "thursday", "friday", "saturday"};
  if (word == "tues") return 2;
  if (word == "wednes") return 3;
  if (word == "thur" || word == "thurs") return 4;
  return IndexOf(word, kNames);
}

// "next", "third" ...; false: none.
bool OrdinalOf(std::string_view word, int64_t* value) {
  constexpr std::string_view kNames[] = {"last",   "this",   "first", "",  // second is a unit
                                         "third",  "fourth", "fifth", "sixth",    "seventh",
                                         "eighth", "ninth",  "tenth", "eleventh", "twelfth"};
  if (word == "next") {
    *value = 1;
    return true;
  }
  for (size_t i = 0; i < std::size(kNames); ++i) {
    if (word == kNames[i] && !word.empty()) {
      *value = static_cast<int64_t>(i) - 1;
      return true;
    }
  }
  return false;
}

bool ZoneOf(std::string_view word, int64_t* minutes) {
  struct Zone {
    std::string_view name;
    int minutes;
  };
  constexpr Zone kZones[] = {
      {"gmt", 0},    {"ut", 0},     {"utc", 0},    {"z", 0},       {"wet", 0},
      {"west", 60},  {"bst", 60},   {"cet", 60},   {"cest", 120},  {"eet", 120},
      {"eest", 180}, {"msk", 180},  {"ist", 330},  {"sgt", 480},   {"jst", 540},
      {"est", -300}, {"edt", -240}, {"cst", -360}, {"cdt", -300},  {"mst", -420},
      {"mdt", -360}, {"pst", -480}, {"pdt", -420}, {"akst", -540}, {"hst", -600}};
  for (const Zone& zone : kZones) {
    if (zone.name == word) {
      *minutes = zone.minutes;
      return true;
    }
  }
  if (word.size() != 1 || word == "j" || word == "t") return false;
  // Letters of the military: a ... i, k ... m are east, n ... y west.
  int letter = word[0] - 'a';
  *minutes = 60 * (letter < 9 ? letter + 1 : letter < 13 ? letter : 12 - letter);
  return true;
}

// The language of GNU's parse_datetime(), "Date input formats" in the coreutils manual. Items stand
// in any order and are collected; Total() puts them together at the end. At most one date, time,
// zone and day of the week are allowed. Shifts add up.
class DateParser {
 public:
  DateParser(std::vector<Token> tokens, int64_t now_ns, const TimeZone& zone)
      : tokens_(std::move(tokens)), zone_(zone) {
    now_seconds_ = FloorSeconds(now_ns, &ns_);
    now_ = ToCivil(now_seconds_ + zone.At(now_seconds_).east_seconds);
    year_ = now_.year;
    month_ = now_.month;
    day_ = now_.day;
    hour_ = now_.hour;
    minute_ = now_.minute;
    second_ = now_.second;
  }

  std::optional<Instant> Run() {
    while (at_ < tokens_.size()) {
      if (!Item()) return std::nullopt;
    }
    if (times_ > 1 || dates_ > 1 || days_ > 1 || zones_ > 1) return std::nullopt;
    return Total();
  }

 private:
  const Token* Look(size_t offset = 0) const {
    return at_ + offset < tokens_.size() ? &tokens_[at_ + offset] : nullptr;
  }
  bool IsNumber(size_t offset, bool with_sign) const {
    const Token* token = Look(offset);
    return token != nullptr && token->kind == Token::Kind::kNumber &&
           (with_sign || token->sign == 0);
  }
  bool IsSign(size_t offset, char sign) const {
    const Token* token = Look(offset);
    return token != nullptr && token->kind == Token::Kind::kSign && token->word[0] == sign;
  }
  const std::string* Word(size_t offset) const {
    const Token* token = Look(offset);
    return token != nullptr && token->kind == Token::Kind::kWord ? &token->word : nullptr;
  }

  bool Item() {
    if (Word(0) != nullptr) return WordItem(*Word(0));
    if (IsSign(0, ',')) {
      ++at_;
      return true;
    }
    if (!IsNumber(0, true)) return false;
    return NumberItem();
  }

  bool WordItem(const std::string& word) {
    if (word == "t" && IsNumber(1, false)) {  // between a date and a time
      ++at_;
      return true;
    }
    if (word == "now" || word == "today" || word == "yesterday" || word == "tomorrow") {
      relative_days_ += word == "yesterday" ? -1 : word == "tomorrow" ? 1 : 0;
      relatives_ = true;
      ++at_;
      return true;
    }
    if (int month = MonthOf(word); month > 0) return MonthFirst(month);
    if (int weekday = WeekdayOf(word); weekday >= 0) {
      ++at_;
      if (IsSign(0, ',')) ++at_;
      return SetWeekday(weekday, 0);
    }
    int64_t ordinal;
    if (OrdinalOf(word, &ordinal) && Word(1) != nullptr) {
      if (int weekday = WeekdayOf(*Word(1)); weekday >= 0) {
        at_ += 2;
        return SetWeekday(weekday, ordinal);
      }
      ++at_;
      return Shift(ordinal);
    }
    if (IsUnit(word)) return Shift(1);
    int64_t zone;
    if (ZoneOf(word, &zone)) {
      ++at_;
      // "UTC+2".
      if (IsNumber(0, true) && Look()->sign != 0 && !(Word(1) != nullptr && IsUnit(*Word(1)))) {
        int64_t more;
        if (!ZoneNumber(&more)) return false;
        zone += more;
      }
      zone_minutes_ = zone;
      ++zones_;
      return true;
    }
    return false;
  }

  bool SetWeekday(int weekday, int64_t ordinal) {
    weekday_ = weekday;
    weekday_ordinal_ = ordinal;
    ++days_;
    return true;
  }

  // "Jan 31", "Jan 31, 2024", "Jan-31-2024", "Jan 2024" is not one.
  bool MonthFirst(int month) {
    if (!IsNumber(1, true)) return false;
    month_ = month;
    day_ = std::abs(tokens_[at_ + 1].number);
    at_ += 2;
    if (IsSign(0, ',') && IsNumber(1, false)) {
      if (!SetYear(tokens_[at_ + 1])) return false;
      at_ += 2;
    } else if (IsNumber(0, true) && Look()->sign == '-' && Look()->glued) {
      if (!SetYear(tokens_[at_])) return false;
      ++at_;
    } else if (IsNumber(0, false) && !IsSign(1, ':') && Look()->digits == 4 && !HasUnit(1)) {
      if (!SetYear(tokens_[at_])) return false;
      ++at_;
    }
    ++dates_;
    return true;
  }

  bool SetYear(const Token& token) {
    year_ = std::abs(token.number);
    if (token.digits == 2) year_ += year_ < 69 ? 2000 : 1900;
    return true;
  }

  bool HasUnit(size_t offset) const { return Word(offset) != nullptr && IsUnit(*Word(offset)); }

  // What a number is follows from what stands behind it: a colon makes a time, a slash or a dash a
  // date, a unit a shift. A number alone is a date (6 or 8 digits), a time (4) or an hour, and
  // behind date and time a year.
  bool NumberItem() {
    const Token& first = tokens_[at_];
    if (first.sign != 0 || first.fraction_ns >= 0) {
      ++at_;
      return ShiftBy(first);
    }
    if (IsSign(1, ':')) return TimeItem();
    if (IsSign(1, '/')) return SlashDate();
    // 2024-01-31
    if (IsNumber(1, true) && Look(1)->sign == '-' && Look(1)->glued && IsNumber(2, true) &&
        Look(2)->sign == '-' && Look(2)->glued) {
      if (!SetYear(first)) return false;
      month_ = -Look(1)->number;
      day_ = -Look(2)->number;
      at_ += 3;
      ++dates_;
      return true;
    }
    if (const std::string* word = Word(1)) {
      if (int month = MonthOf(*word); month > 0) return DayFirst(first, month);
      if (*word == "am" || *word == "pm") {
        at_ += 2;
        return SetTime(first.number, 0, 0, *word == "pm" ? 2 : 1);
      }
      int weekday = WeekdayOf(*word);
      if (weekday >= 0) {
        at_ += 2;
        return SetWeekday(weekday, first.number);
      }
      if (IsUnit(*word)) {
        ++at_;
        return ShiftBy(first);
      }
    }
    return BareNumber(first);
  }

  // 31 Jan 2024, 31-Jan-2024, 31 Jan
  bool DayFirst(const Token& first, int month) {
    day_ = first.number;
    month_ = month;
    at_ += 2;
    if (IsNumber(0, true) && Look()->sign == '-' && Look()->glued) {
      if (!SetYear(tokens_[at_++])) return false;
    } else if (IsNumber(0, false) && !IsSign(1, ':') && !HasUnit(1)) {
      if (!SetYear(tokens_[at_++])) return false;
    }
    ++dates_;
    return true;
  }

  // MM/DD, MM/DD/YY, YYYY/MM/DD
  bool SlashDate() {
    if (!IsNumber(2, false)) return false;
    const Token& a = tokens_[at_];
    const Token& b = tokens_[at_ + 2];
    bool three = IsSign(3, '/') && IsNumber(4, false);
    if (three && a.digits >= 4) {
      year_ = a.number;
      month_ = b.number;
      day_ = tokens_[at_ + 4].number;
    } else {
      month_ = a.number;
      day_ = b.number;
      if (three && !SetYear(tokens_[at_ + 4])) return false;
    }
    at_ += three ? 5 : 3;
    ++dates_;
    return true;
  }

  bool TimeItem() {
    int64_t hour = tokens_[at_].number;
    if (!IsNumber(2, false)) return false;
    int64_t minute = tokens_[at_ + 2].number;
    int64_t second = 0;
    int64_t fraction = 0;
    at_ += 3;
    if (IsSign(0, ':') && IsNumber(1, false)) {
      second = tokens_[at_ + 1].number;
      fraction = std::max<int64_t>(tokens_[at_ + 1].fraction_ns, 0);
      at_ += 2;
    }
    int half = 0;
    if (const std::string* word = Word(0); word != nullptr && (*word == "am" || *word == "pm")) {
      half = *word == "pm" ? 2 : 1;
      ++at_;
    }
    // A signed number right behind a time is its zone, even in "10:00 +1 day", but with a point.
    if (half == 0 && IsNumber(0, true) && Look()->sign != 0 && Look()->fraction_ns < 0) {
      if (!ZoneNumber(&zone_minutes_)) return false;
      ++zones_;
    }
    ns_ = fraction;
    return SetTime(hour, minute, second, half);
  }

  bool SetTime(int64_t hour, int64_t minute, int64_t second, int half) {
    if (half != 0) {
      if (hour < 1 || hour > 12) return false;
      hour = hour % 12 + (half == 2 ? 12 : 0);
    }
    if (minute > 59 || second > 59 || hour > 23) return false;
    if (half != 0 && minute == 0 && second == 0) ns_ = 0;
    hour_ = hour;
    minute_ = minute;
    second_ = second;
    ++times_;
    return true;
  }

  bool ZoneNumber(int64_t* minutes) {
    const Token& token = tokens_[at_++];
    int64_t value = std::abs(token.number);
    if (IsSign(0, ':') && IsNumber(1, false)) {
      value = value * 60 + tokens_[at_ + 1].number;
      at_ += 2;
    } else {
      value = token.digits <= 2 ? value * 60 : value / 100 * 60 + value % 100;
    }
    *minutes = token.sign == '-' ? -value : value;
    return value <= 24 * 60;
  }

  bool BareNumber(const Token& token) {
    ++at_;
    if (dates_ > 0 && year_ == now_.year && times_ > 0 && token.digits <= 4) return SetYear(token);
    if (token.digits > 4) {
      ++dates_;
      day_ = token.number % 100;
      month_ = token.number / 100 % 100;
      year_ = token.number / 10000;
      if (token.digits == 6) year_ += year_ < 69 ? 2000 : 1900;
      return true;
    }
    ns_ = 0;
    if (token.digits <= 2) return SetTime(token.number, 0, 0, 0);
    return SetTime(token.number / 100, token.number % 100, 0, 0);
  }

  static std::string_view Singular(std::string_view word) {
    if (word.size() > 3 && word.ends_with('s')) word.remove_suffix(1);
    return word;
  }
  static bool IsUnit(std::string_view word) {
    constexpr std::string_view kUnits[] = {"year", "month",  "fortnight", "week",   "day",
                                           "hour", "minute", "min",       "second", "sec"};
    return std::find(std::begin(kUnits), std::end(kUnits), Singular(word)) != std::end(kUnits);
  }

  bool ShiftBy(const Token& number) {
    if (number.fraction_ns < 0) return Shift(number.number);
    return Shift(number.number, number.sign == '-' ? -number.fraction_ns : number.fraction_ns);
  }

  // The current token is the unit. `fraction_ns`: of a number with a point; only seconds have one.
  bool Shift(int64_t count, std::optional<int64_t> fraction_ns = std::nullopt) {
    if (!HasUnit(0)) return false;
    std::string_view unit = Singular(*Word(0));
    if (fraction_ns && !unit.starts_with("sec")) return false;
    ++at_;
    if (Word(0) != nullptr && *Word(0) == "ago") {
      ++at_;
      count = -count;
      if (fraction_ns) fraction_ns = -*fraction_ns;
    }
    relatives_ = true;
    if (unit == "year")
      relative_years_ += count;
    else if (unit == "month")
      relative_months_ += count;
    else if (unit == "fortnight")
      relative_days_ += 14 * count;
    else if (unit == "week")
      relative_days_ += 7 * count;
    else if (unit == "day")
      relative_days_ += count;
    else if (unit == "hour")
      relative_seconds_ += 3600 * count;
    else if (unit.starts_with("min"))
      relative_seconds_ += 60 * count;
    else {
      relative_seconds_ += count;
      relative_ns_ += fraction_ns.value_or(0);
    }
    return true;
  }

  // The order of GNU date: the date with its month shifts first, then days, then the zone, then
  // hours and smaller units.
  std::optional<Instant> Total() {
    if (times_ == 0 && !(relatives_ && dates_ == 0 && days_ == 0)) {
      hour_ = minute_ = second_ = 0;
      ns_ = 0;
    }
    if (dates_ > 0 && !IsDate()) return std::nullopt;
    int64_t day = day_ + relative_days_;
    if (days_ > 0 && dates_ == 0) {
      int64_t here = now_.weekday;
      day += (weekday_ - here + 7) % 7 +
             7 * (weekday_ordinal_ - (weekday_ordinal_ > 0 && here != weekday_ ? 1 : 0));
    }
    int64_t months = (year_ + relative_years_) * 12 + month_ - 1 + relative_months_;
    int64_t year = months / 12 - (months % 12 < 0 ? 1 : 0);
    constexpr int64_t kMostYears = int64_t{1} << 32;  // what follows cannot overflow
    if (std::abs(year) > kMostYears || std::abs(day) > 366 * kMostYears ||
        std::abs(relative_seconds_) > kMostYears * 366 * 86400) {
      return std::nullopt;
    }
    int64_t days = DaysFromCivil(year, months - year * 12 + 1, 1) + day - 1;
    const int64_t local = days * 86400 + hour_ * 3600 + minute_ * 60 + second_;
    bool gap = false;
    const int64_t utc = zones_ > 0 ? local - zone_minutes_ * 60 : zone_.ToUtc(local, &gap);
    if (gap && times_ > 0) return std::nullopt;  // clocks never show it
    const int64_t seconds = utc + relative_seconds_;
    if (!IsInCalendar(local) || !IsInCalendar(seconds)) return std::nullopt;
    Instant result;
    result.seconds = seconds + FloorSeconds(ns_ + relative_ns_, &result.ns);
    return result;
  }

  bool IsDate() const {
    return month_ >= 1 && month_ <= 12 && day_ >= 1 &&
           day_ <= DaysInMonth(year_, static_cast<int>(month_));
  }

  std::vector<Token> tokens_;
  const TimeZone& zone_;
  size_t at_ = 0;
  int64_t now_seconds_ = 0;
  CivilTime now_;
  int64_t year_, month_, day_, hour_, minute_, second_;
  int64_t ns_ = 0;
  int64_t zone_minutes_ = 0;
  int64_t weekday_ = 0;
  int64_t weekday_ordinal_ = 0;
  int64_t relative_years_ = 0, relative_months_ = 0, relative_days_ = 0, relative_seconds_ = 0;
  int64_t relative_ns_ = 0;
  bool relatives_ = false;
  int times_ = 0, dates_ = 0, days_ = 0, zones_ = 0;
};

// TZ="NAME" in front; nothing: there is none, or it has no end.
std::optional<TimeZone> TakeZone(std::string_view* text) {
  constexpr std::string_view kBegin = "TZ=\"";
  std::string name;
  for (size_t at = kBegin.size(); at < text->size(); ++at) {
    char c = (*text)[at];
    if (c == '"') {
      text->remove_prefix(at + 1);
      while (!text->empty() && IsSpace(text->front())) text->remove_prefix(1);
      return TimeZone(name);
    }
    if (c == '\\' && ++at < text->size()) c = (*text)[at];
    name += c;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Instant> ParseDate(std::string_view text, int64_t now_ns, const TimeZone& zone) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  if (text.size() > 4096) return std::nullopt;
  if (text.starts_with("TZ=\"")) {
    const std::optional<TimeZone> other = TakeZone(&text);
    // (Once: a second one is no date.)
    if (!other || text.starts_with("TZ=\"")) return std::nullopt;
    return ParseDate(text, now_ns, *other);
  }
  std::vector<Token> tokens;
  bool stamp = text.starts_with('@');
  if (!Tokenize(stamp ? text.substr(1) : text, stamp ? INT64_MAX : kFarAway, &tokens))
    return std::nullopt;
  if (!stamp) return DateParser(std::move(tokens), now_ns, zone).Run();
  if (tokens.size() != 1 || tokens[0].kind != Token::Kind::kNumber) return std::nullopt;
  const int64_t fraction = std::max<int64_t>(tokens[0].fraction_ns, 0);
  if (tokens[0].sign != '-' || fraction == 0) return Instant{tokens[0].number, fraction};
  return Instant{tokens[0].number - 1, kNsPerSecond - fraction};
}

std::optional<Instant> ParseTouchStamp(std::string_view text, int64_t now_ns,
                                       const TimeZone& zone) {
  int64_t second = 0;
  size_t dot = text.find('.');
  auto digits = [](std::string_view part) {
    return std::all_of(part.begin(), part.end(), IsDigit);
  };
  auto pair = [&](std::string_view part, size_t at) {
    return (part[at] - '0') * 10 + (part[at + 1] - '0');
  };
  if (dot != std::string_view::npos) {
    std::string_view part = text.substr(dot + 1);
    if (part.size() != 2 || !digits(part)) return std::nullopt;
    second = pair(part, 0);
    text = text.substr(0, dot);
  }
  if ((text.size() != 8 && text.size() != 10 && text.size() != 12) || !digits(text))
    return std::nullopt;
  const int64_t now = FloorSeconds(now_ns);
  int64_t year = ToCivil(now + zone.At(now).east_seconds).year;
  if (text.size() == 12) year = pair(text, 0) * 100 + pair(text, 2);
  if (text.size() == 10) year = pair(text, 0) + (pair(text, 0) < 69 ? 2000 : 1900);
  text.remove_prefix(text.size() - 8);
  int64_t month = pair(text, 0), day = pair(text, 2), hour = pair(text, 4), minute = pair(text, 6);
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 60)
    return std::nullopt;
  int64_t days = DaysFromCivil(year, month, day);
  if (ToCivil(days * 86400).month != month) return std::nullopt;
  bool gap = false;
  const int64_t utc = zone.ToUtc(days * 86400 + hour * 3600 + minute * 60 + second, &gap);
  return gap ? std::nullopt : std::optional<Instant>({utc, 0});
}

}  // namespace pysub::shell
