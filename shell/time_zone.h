#ifndef PYSUB_SHELL_TIME_ZONE_H_
#define PYSUB_SHELL_TIME_ZONE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "lexer/base/zone_rules.h"

namespace pysub::shell {

// The zone that a TZ names, as the C library takes it: nothing is UTC, "CET-1CEST,M3.5.0,M10.5.0/3"
// is a rule, "Europe/Berlin" stands for one (zone_names.inc), and what is neither is UTC under the
// letters at its beginning. A name's rule is the one of today, for the past, too.
class TimeZone {
 public:
  TimeZone() = default;  // UTC
  explicit TimeZone(std::string_view tz);

  // The local time at a moment.
  struct Local {
    int64_t east_seconds = 0;  // of UTC
    std::string_view name;     // "CET"
    bool is_summer = false;
  };
  Local At(int64_t utc) const;
  // Local seconds to UTC. Of those that there are twice it is the one which has the offset that
  // holds at the same hour of UTC: that is where mktime(3) begins to look. Those that clocks leap
  // over (*gap) go on from before.
  int64_t ToUtc(int64_t local, bool* gap = nullptr) const;

  // The rule of a zone's name; empty: it is unknown.
  static std::string_view RuleOf(std::string_view name);

 private:
  void ReadRule(std::string_view text);

  ZoneRule rule_;
  std::string standard_name_ = "UTC";
  std::string summer_name_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_TIME_ZONE_H_
