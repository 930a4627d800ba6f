#include "stdlib/modules/zone_rules.h"

namespace pysub::datetime {
namespace {

// The TZ string of POSIX, in the form that zoneinfo of CPython accepts: CET-1CEST,M3.5.0,M10.5.0/3.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  bool at(char c) const { return !rest_.empty() && rest_[0] == c; }
  bool Take(char c) {
    if (!at(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // "CET", "<+03>"
  bool Name(std::string_view* out) {
    const bool quoted = Take('<');
    size_t size = 0;
    while (size < rest_.size() && (IsLetter(rest_[size]) || (quoted && IsSignOrDigit(rest_[size]))))
      ++size;
    *out = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return quoted ? Take('>') : size > 0;
  }

  bool Number(int least_digits, int most_digits, int32_t* out) {
    int32_t number = 0;
    int digits = 0;
    while (digits < most_digits && !rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9') {
      number = number * 10 + (rest_[0] - '0');
      rest_.remove_prefix(1);
      ++digits;
    }
    *out = number;
    return digits >= least_digits;
  }

  // "[+-]hh[:mm[:ss]]" in seconds.
  bool Clock(int32_t most_hours, int32_t* out) {
    const bool negative = at('-');
    if (at('-') || at('+')) rest_.remove_prefix(1);
    int32_t hours, minutes = 0, seconds = 0;
    if (!Number(1, 3, &hours) || hours > most_hours) return false;
    if (Take(':')) {
      if (!Number(2, 2, &minutes)) return false;
      if (Take(':') && !Number(2, 2, &seconds)) return false;
    }
    const int32_t total = hours * 3600 + minutes * 60 + seconds;
    *out = negative ? -total : total;
    return true;
  }

  // West of UTC is positive in these texts.
  bool Offset(int32_t* out) {
    if (!Clock(24, out)) return false;
    *out = -*out;
    return true;
  }

  bool Change(YearlyChange* out) {
    int32_t a, b, c;
    if (Take('M')) {
      if (!Number(1, 2, &a) || !Take('.') || !Number(1, 1, &b) || !Take('.') || !Number(1, 1, &c))
        return false;
      out->kind = YearlyChange::kWeekday;
      out->month = static_cast<uint8_t>(a);
      out->week = static_cast<uint8_t>(b);
      out->weekday = static_cast<uint8_t>(c);
    } else {
      out->kind = Take('J') ? YearlyChange::kJulian : YearlyChange::kDayOfYear;
      if (!Number(1, 3, &a)) return false;
      out->day = static_cast<uint16_t>(a);
    }
    if (Take('/') && !Clock(167, &out->seconds)) return false;
    return out->IsValid();
  }

 private:
  static bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  static bool IsSignOrDigit(char c) { return (c >= '0' && c <= '9') || c == '+' || c == '-'; }

  std::string_view rest_;
};

}  // namespace

std::string_view ParseZoneRule(std::string_view text, ParsedRule* out) {
  Reader reader(text);
  ZoneRule& rule = out->rule;
  if (!reader.Name(&out->standard_name)) return "Invalid STD format in ";
  if (!reader.Offset(&rule.standard_offset)) return "Invalid STD offset in ";
  if (reader.at_end()) return {};
  rule.has_summer = true;
  if (!reader.Name(&out->summer_name)) return "Invalid DST format in ";
  rule.summer_offset = rule.standard_offset + 3600;
  if (!reader.at(',') && !reader.Offset(&rule.summer_offset)) return "Invalid DST offset in ";
  for (YearlyChange* change : {&rule.begin, &rule.end}) {
    if (!reader.Take(',')) return "Missing transition rules in TZ string: ";
    if (!reader.Change(change)) return "Malformed transition rule in TZ string: ";
  }
  return reader.at_end() ? std::string_view() : "Extraneous characters at end of TZ string: ";
}

}  // namespace pysub::datetime
