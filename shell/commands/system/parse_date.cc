#include <algorithm>
#include <vector>

#include "shell/commands/system/civil_time.h"
#include "shell/commands/system/date_words.h"

// What date -d reads: "Date input formats" in the manual of coreutils. The text becomes tokens
// (date_words.h); items (a date, a time, a shift ...) stand in any order.
namespace pysub::shell {
namespace {

constexpr int64_t kMostYears = int64_t{1} << 32;  // sums of seconds cannot overflow

using Token = DateToken;
using Kind = DateToken::Kind;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Items are collected; Total() puts them together at the end. At most one date, time, zone and day
// of the week are allowed. Shifts add up. The token behind says what an item is, and an item takes
// all it can: "10:00 +1 day" is a time with a zone, and a day more.
class DateParser {
 public:
  DateParser(std::vector<Token> tokens, int64_t now_ns, const TimeZone& zone)
      : tokens_(std::move(tokens)), zone_(zone) {
    const int64_t now = FloorSeconds(now_ns, &ns_);
    now_ = ToCivil(now + zone.At(now).east_seconds);
    year_ = now_.year;
    month_ = now_.month;
    day_ = now_.day;
    hour_ = now_.hour;
    minute_ = now_.minute;
    second_ = now_.second;
  }

  std::optional<Instant> Run() {
    while (!Is(Kind::kEnd)) {
      if (!Item()) return std::nullopt;
    }
    if (times_ > 1 || dates_ > 1 || days_ > 1 || zones_ > 1) return std::nullopt;
    return Total();
  }

 private:
  // (Behind the last token, kEnd, nobody looks.)
  const Token& Look() const { return tokens_[at_]; }
  bool Is(Kind kind) const { return Look().kind == kind; }
  bool IsSign(char sign) const { return Look().IsSign(sign); }
  const Token& Take() { return tokens_[at_++]; }
  const Token* TakeIf(Kind kind) { return Is(kind) ? &Take() : nullptr; }
  bool TakeSign(char sign) { return IsSign(sign) && ++at_ > 0; }

  bool Item() {
    switch (Look().kind) {
      case Kind::kUnsigned: return NumberItem(Take());
      case Kind::kMonth: return MonthFirst(Take());
      case Kind::kWeekday: {
        SetWeekday(Take(), 0);
        TakeSign(',');
        return true;
      }
      case Kind::kOrdinal: {
        const int64_t count = Take().value;
        if (!Is(Kind::kWeekday)) return Shift(count);
        SetWeekday(Take(), count);
        return true;
      }
      case Kind::kDayShift:
        relative_days_ += Take().value;
        relatives_ = true;
        return true;
      case Kind::kDecimal: return ShiftSeconds(Take());
      case Kind::kSigned: return Shift(Take().value);
      case Kind::kLocalZone: return LocalZone(Take());
      case Kind::kZone:
      case Kind::kT: return Zone(Take());
      case Kind::kDaylightZone: return SetZone(Take().value);
      default: return Look().IsUnit() && Shift(1);
    }
  }

  void SetWeekday(const Token& day, int64_t ordinal) {
    weekday_ = day.value;
    weekday_ordinal_ = ordinal;
    ++days_;
  }

  bool SetZone(int64_t east_seconds) {
    zone_seconds_ = east_seconds;
    ++zones_;
    return true;
  }

  bool LocalZone(const Token& zone) {
    const bool is_dst = TakeIf(Kind::kDst) != nullptr;
    local_summer_ = zone.is_summer || is_dst;
    return SetZone(zone.value + (is_dst && !zone.is_summer ? 3600 : 0));
  }

  // "UTC+2", "EST DST", "UTC +2 days".
  bool Zone(const Token& zone) {
    if (zone.kind == Kind::kZone && TakeIf(Kind::kDst)) return SetZone(zone.value + 3600);
    const Token* number = TakeIf(Kind::kSigned);
    if (number == nullptr) return SetZone(zone.value);
    if (Look().IsUnit()) return SetZone(zone.value) && Shift(number->value, false);
    return zone.kind == Kind::kZone && ZoneNumber(*number, zone.value);
  }

  // +2, +02:30, +0230; `base`: what it is added to.
  bool ZoneNumber(const Token& number, int64_t base) {
    int64_t minutes = number.value;
    if (TakeSign(':')) {
      const Token* more = TakeIf(Kind::kUnsigned);
      if (more == nullptr) return false;
      minutes = minutes * 60 + (number.sign == '-' ? -more->value : more->value);
    } else {
      minutes = number.digits <= 2 ? minutes * 60 : minutes / 100 * 60 + minutes % 100;
    }
    return SetZone(base + minutes * 60) && std::abs(minutes) <= 24 * 60;
  }

  bool SetDate(int64_t year, size_t year_digits, int64_t month, int64_t day) {
    year_ = std::abs(year);
    if (year >= 0 && year_digits == 2) year_ += year_ < 69 ? 2000 : 1900;
    year_digits_ = year_digits;
    return SetDate(month, day);
  }
  bool SetDate(int64_t month, int64_t day) {
    month_ = month;
    day_ = day;
    ++dates_;
    return true;
  }

  // "Jan 31", "Jan 31, 2024", "Jan-31-2024"; a year without a comma is an item of its own.
  bool MonthFirst(const Token& month) {
    if (const Token* day = TakeIf(Kind::kSigned)) {
      const Token* year = TakeIf(Kind::kSigned);
      return year != nullptr && SetDate(-year->value, year->digits, month.value, -day->value);
    }
    const Token* day = TakeIf(Kind::kUnsigned);
    if (day == nullptr) return false;
    if (!TakeSign(',')) return SetDate(month.value, day->value);
    const Token* year = TakeIf(Kind::kUnsigned);
    return year != nullptr && SetDate(year->value, year->digits, month.value, day->value);
  }

  // 31 Jan 2024, 31-Jan-2024, 31 Jan
  bool DayFirst(const Token& day, const Token& month) {
    if (Is(Kind::kSigned)) {
      const Token& year = Take();
      return SetDate(-year.value, year.digits, month.value, day.value);
    }
    const Token* year = TakeIf(Kind::kUnsigned);
    return year == nullptr ? SetDate(month.value, day.value)
                           : SetDate(year->value, year->digits, month.value, day.value);
  }

  // What a number is follows from what stands behind it: a colon makes a time, a slash or a dash a
  // date, a unit a shift.
  bool NumberItem(const Token& first) {
    if (Look().IsUnit()) return Shift(first.value);
    if (IsSign('/')) return SlashDate(first);
    if (IsSign(':') || Is(Kind::kMeridian)) return Time(first);
    if (Is(Kind::kMonth)) return DayFirst(first, Take());
    if (Is(Kind::kWeekday)) {
      SetWeekday(Take(), first.value);
      return true;
    }
    if (const Token* second = TakeIf(Kind::kSigned)) return TwoNumbers(first, *second);
    return BareNumber(first);
  }

  // 2024-01-31, 20240131 +1 day, 10+02:00
  bool TwoNumbers(const Token& first, const Token& second) {
    if (const Token* third = TakeIf(Kind::kSigned)) {
      return SetDate(first.value, first.digits, -second.value, -third->value) &&
             (!TakeIf(Kind::kT) || IsoTime());
    }
    if (Look().IsUnit()) return BareNumber(first) && Shift(second.value, false);
    return ZoneNumber(second, 0) && SetTime(first.value, 0, 0, nullptr);
  }

  // What stands behind 2024-01-31T.
  bool IsoTime() {
    const Token* hour = TakeIf(Kind::kUnsigned);
    if (hour == nullptr) return false;
    if (IsSign(':')) return Time(*hour, false);
    const Token* zone = TakeIf(Kind::kSigned);
    return zone != nullptr && ZoneNumber(*zone, 0) && SetTime(hour->value, 0, 0, nullptr);
  }

  // MM/DD, MM/DD/YY, YYYY/MM/DD
  bool SlashDate(const Token& a) {
    ++at_;
    const Token* b = TakeIf(Kind::kUnsigned);
    if (b == nullptr) return false;
    if (!TakeSign('/')) return SetDate(a.value, b->value);
    const Token* c = TakeIf(Kind::kUnsigned);
    if (c == nullptr) return false;
    return a.digits >= 4 ? SetDate(a.value, a.digits, b->value, c->value)
                         : SetDate(c->value, c->digits, a.value, b->value);
  }

  // 3pm, 12:00, 12:00:01.5 pm, 12:00+2
  bool Time(const Token& hour, bool may_have_half = true) {
    int64_t minute = 0, second = 0, fraction = 0;
    if (TakeSign(':')) {
      const Token* minutes = TakeIf(Kind::kUnsigned);
      if (minutes == nullptr) return false;
      minute = minutes->value;
      if (TakeSign(':')) {
        if (!Look().IsNumber() || Look().sign != 0) return false;
        second = Look().value;
        fraction = Take().fraction_ns;
      }
    }
    const Token* half = may_have_half ? TakeIf(Kind::kMeridian) : nullptr;
    const Token* zone = half == nullptr ? TakeIf(Kind::kSigned) : nullptr;
    if (zone != nullptr && !ZoneNumber(*zone, 0)) return false;
    return SetTime(hour.value, minute, second, half, fraction);
  }

  bool SetTime(int64_t hour, int64_t minute, int64_t second, const Token* half,
               int64_t fraction = 0) {
    if (half != nullptr) {
      if (hour < 1 || hour > 12) return false;
      hour = hour % 12 + half->value;
    }
    if (minute > 59 || second > 59 || hour > 23) return false;
    hour_ = hour;
    minute_ = minute;
    second_ = second;
    ns_ = fraction;
    ++times_;
    return true;
  }

  // A date (6 or 8 digits), a time (4) or an hour, and behind date and time a year.
  bool BareNumber(const Token& token) {
    const int64_t value = token.value;
    if (dates_ > 0 && year_digits_ == 0 && !relatives_ && (times_ > 0 || token.digits > 2)) {
      --dates_;
      return SetDate(value, token.digits, month_, day_);
    }
    if (token.digits > 4) {
      return SetDate(value / 10000, token.digits - 4, value / 100 % 100, value % 100);
    }
    if (token.digits <= 2) return SetTime(value, 0, 0, nullptr);
    return SetTime(value / 100, value % 100, 0, nullptr);
  }

  int64_t Direction() {
    const Token* ago = TakeIf(Kind::kAgo);
    return ago == nullptr ? 1 : ago->value;
  }

  bool ShiftSeconds(const Token& number) {
    if (!TakeIf(Kind::kSeconds)) return false;
    const int64_t direction = Direction();
    relatives_ = true;
    relative_seconds_ += direction * number.value;
    relative_ns_ += direction * number.fraction_ns;
    return true;
  }

  bool Shift(int64_t count, bool may_be_ago = true) {
    if (!Look().IsUnit()) return false;
    const Token& unit = Take();
    count *= unit.value * (may_be_ago ? Direction() : 1);
    relatives_ = true;
    switch (unit.kind) {
      case Kind::kYears: relative_years_ += count; break;
      case Kind::kMonths: relative_months_ += count; break;
      case Kind::kDays: relative_days_ += count; break;
      case Kind::kHours: relative_seconds_ += 3600 * count; break;
      case Kind::kMinutes: relative_seconds_ += 60 * count; break;
      default: relative_seconds_ += count; break;
    }
    return true;
  }

  // The day of the week becomes a date, from which months count.
  void MoveToWeekday() {
    const int64_t here = now_.weekday;
    const int64_t days =
        (weekday_ - here + 7) % 7 +
        7 * (weekday_ordinal_ - (weekday_ordinal_ > 0 && here != weekday_ ? 1 : 0));
    const CivilTime date = ToCivil((DaysFromCivil(year_, month_, day_) + days) * 86400);
    year_ = date.year;
    month_ = date.month;
    day_ = date.day;
  }

  // Seconds of the local time; nothing: too far away.
  std::optional<int64_t> LocalSeconds() const {
    const int64_t day = day_ + relative_days_;
    const int64_t months = (year_ + relative_years_) * 12 + month_ - 1 + relative_months_;
    const int64_t year = months / 12 - (months % 12 < 0 ? 1 : 0);
    if (std::abs(year) > kMostYears || std::abs(day) > 366 * kMostYears ||
        std::abs(relative_seconds_) > kMostYears * 366 * 86400) {
      return std::nullopt;
    }
    const int64_t days = DaysFromCivil(year, months - year * 12 + 1, 1) + day - 1;
    return days * 86400 + hour_ * 3600 + minute_ * 60 + second_;
  }

  // The order of GNU date: the date with its month shifts first, then days, then the zone, then
  // hours and smaller units.
  std::optional<Instant> Total() {
    if (times_ == 0 && !(relatives_ && dates_ == 0 && days_ == 0)) {
      hour_ = minute_ = second_ = 0;
      ns_ = 0;
    }
    if (dates_ > 0 && !IsDate()) return std::nullopt;
    if (local_summer_ && !IsLocal(*local_summer_)) return std::nullopt;
    if (days_ > 0 && dates_ == 0) {
      MoveToWeekday();
    }
    const std::optional<int64_t> local = LocalSeconds();
    if (!local) return std::nullopt;
    bool gap = false;
    const int64_t utc = zones_ > 0 ? *local - zone_seconds_ : zone_.ToUtc(*local, &gap);
    if (gap && times_ > 0) return std::nullopt;  // clocks never show it
    const int64_t seconds = utc + relative_seconds_;
    if (!IsInCalendar(*local) || !IsInCalendar(seconds)) return std::nullopt;
    Instant result;
    result.seconds = seconds + FloorSeconds(ns_ + relative_ns_, &result.ns);
    return result;
  }

  bool IsDate() const {
    return year_ <= kMostYears && month_ >= 1 && month_ <= 12 && day_ >= 1 &&
           day_ <= DaysInMonth(year_, static_cast<int>(month_));
  }

  // Whether clocks showed summer time (winter time) then.
  bool IsLocal(bool summer) const {
    const int64_t local = DaysFromCivil(year_, month_, day_) * 86400 + hour_ * 3600 + minute_ * 60;
    return zone_.At(local + second_ - zone_seconds_).is_summer == summer;
  }

  std::vector<Token> tokens_;
  const TimeZone& zone_;
  size_t at_ = 0;
  CivilTime now_;
  int64_t year_, month_, day_, hour_, minute_, second_;
  size_t year_digits_ = 0;  // 0: no year was said
  int64_t ns_ = 0;
  int64_t zone_seconds_ = 0;
  std::optional<bool> local_summer_;  // of a zone that TZ names
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

// @0, @-1.5
std::optional<Instant> Stamp(const std::vector<Token>& tokens) {
  if (tokens.size() != 3 || !tokens[1].IsNumber()) return std::nullopt;
  Instant result;
  result.seconds = tokens[1].value + FloorSeconds(tokens[1].fraction_ns, &result.ns);
  return result;
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
  if (!ReadDateTokens(text, FloorSeconds(now_ns), zone, &tokens)) return std::nullopt;
  return tokens[0].IsSign('@') ? Stamp(tokens) : DateParser(std::move(tokens), now_ns, zone).Run();
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
