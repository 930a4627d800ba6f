#include "shell/time_zone.h"

#include <algorithm>
#include <limits>

namespace pysub::shell {
namespace {

struct NamedRule {
  std::string_view rule;
  std::string_view names;  // each between blanks
};

constexpr NamedRule kNamedRules[] = {
#include "shell/zone_names.inc"
};

// What the C library takes for a second name without dates.
constexpr std::string_view kUsualDates = ",M3.2.0,M11.1.0";

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// A TZ string, as tzset(3) reads it: what is wrong ends it, and what was read before holds.
class RuleReader {
 public:
  explicit RuleReader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  bool Take(char c) {
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // Three letters or more, or anything of letters, digits and signs in <>.
  bool Name(std::string* name) {
    size_t size = 0;
    while (size < rest_.size() && IsLetter(rest_[size])) ++size;
    if (size >= 3) {
      *name = rest_.substr(0, size);
      rest_.remove_prefix(size);
      return true;
    }
    if (!rest_.starts_with('<')) return false;
    for (size = 1; size < rest_.size() && (IsLetter(rest_[size]) || IsDigit(rest_[size]) ||
                                           rest_[size] == '+' || rest_[size] == '-');)
      ++size;
    if (size < 4 || size == rest_.size() || rest_[size] != '>') return false;
    *name = rest_.substr(1, size - 1);
    rest_.remove_prefix(size + 1);
    return true;
  }

  bool Number(int32_t* number) {
    if (rest_.empty() || !IsDigit(rest_[0])) return false;
    for (*number = 0; !rest_.empty() && IsDigit(rest_[0]); rest_.remove_prefix(1))
      *number = std::min(*number * 10 + (rest_[0] - '0'), 99'999);
    return true;
  }

  // [+-]hh[:mm[:ss]]
  bool Clock(int32_t most_hours, int32_t* seconds) {
    const bool negative = rest_.starts_with('-');
    if (negative || rest_.starts_with('+')) rest_.remove_prefix(1);
    int32_t parts[3] = {0, 0, 0};
    if (!Number(&parts[0])) return false;
    for (int i = 1; i < 3 && Take(':'); ++i) {
      if (!Number(&parts[i])) break;
    }
    *seconds = std::min(parts[0], most_hours) * 3600 + std::min(parts[1], 59) * 60 +
               std::min(parts[2], 59);
    if (negative) *seconds = -*seconds;
    return true;
  }

  // ,M3.5.0/2 or ,J60 or ,59
  bool Change(YearlyChange* change) {
    int32_t a, b, c;
    if (!Take(',')) return false;
    if (Take('M')) {
      if (!Number(&a) || !Take('.') || !Number(&b) || !Take('.') || !Number(&c)) return false;
      if (a < 1 || a > 12 || b < 1 || b > 5 || c > 6) return false;
      change->kind = YearlyChange::kWeekday;
      change->month = static_cast<uint8_t>(a);
      change->week = static_cast<uint8_t>(b);
      change->weekday = static_cast<uint8_t>(c);
    } else {
      const bool julian = Take('J');
      if (!Number(&a) || a > 365 || (julian && a == 0)) return false;
      change->kind = julian ? YearlyChange::kPosixJulian : YearlyChange::kDayOfYear;
      change->day = static_cast<uint16_t>(julian ? a : a + 1);
    }
    return !Take('/') || Clock(167, &change->seconds);
  }

 private:
  std::string_view rest_;
};

}  // namespace

std::string_view TimeZone::RuleOf(std::string_view name) {
  if (name.empty() || name.find(' ') != std::string_view::npos) return "";
  const std::string wanted = " " + std::string(name) + " ";
  for (const NamedRule& row : kNamedRules) {
    if (row.names.find(wanted) != std::string_view::npos) return row.rule;
  }
  return "";
}

TimeZone::TimeZone(std::string_view tz) {
  constexpr size_t kMostBytes = 256;  // of any zone that there is
  if (tz.starts_with(':')) tz.remove_prefix(1);
  if (tz.empty() || tz.size() > kMostBytes) return;
  const std::string_view rule = RuleOf(tz);
  ReadRule(rule.empty() ? tz : rule);
}

void TimeZone::ReadRule(std::string_view text) {
  standard_name_.clear();
  RuleReader reader(text);
  int32_t west = 0;
  if (!reader.Name(&standard_name_) || !reader.Clock(24, &west)) return;
  rule_.standard_offset = -west;
  if (reader.at_end() || !reader.Name(&summer_name_)) return;
  rule_.summer_offset = rule_.standard_offset + 3600;
  if (reader.Clock(24, &west)) rule_.summer_offset = -west;
  RuleReader dates(reader.at_end() || reader.rest() == "," ? kUsualDates : reader.rest());
  rule_.has_summer = dates.Change(&rule_.begin) && dates.Change(&rule_.end);
}

TimeZone::Local TimeZone::At(int64_t utc) const {
  if (rule_.has_summer) {
    const int64_t local = utc + rule_.standard_offset;
    const int64_t days = local / 86400 - (local % 86400 < 0 ? 1 : 0);
    int64_t fold;
    if (rule_.IsSummerUtc(utc, DateFromDays(days).year, &fold))
      return {rule_.summer_offset, summer_name_, true};
  }
  return {rule_.standard_offset, standard_name_, false};
}

int64_t TimeZone::ToUtc(int64_t local, bool* gap) const {
  if (gap != nullptr) *gap = false;
  const bool first = At(local).is_summer;
  for (bool is_summer : {first, !first}) {
    const int64_t utc = local - (is_summer ? rule_.summer_offset : rule_.standard_offset);
    if (At(utc).is_summer == is_summer) return utc;
  }
  if (gap != nullptr) *gap = true;
  return local - rule_.standard_offset;
}

}  // namespace pysub::shell
