#ifndef PYSUB_STDLIB_MODULES_ZONE_RULES_H_
#define PYSUB_STDLIB_MODULES_ZONE_RULES_H_

#include <string_view>

#include "lexer/base/zone_rules.h"

// What a zone does after its last recorded change: the TZ string of POSIX at the end of a TZif
// file.
namespace pysub::datetime {

struct ParsedRule {
  ZoneRule rule;
  std::string_view standard_name, summer_name;
};
// Reads "CET-1CEST,M3.5.0,M10.5.0/3". Empty, or what is wrong with it, to be followed by the text.
std::string_view ParseZoneRule(std::string_view text, ParsedRule* out);

}  // namespace pysub::datetime

#endif  // PYSUB_STDLIB_MODULES_ZONE_RULES_H_
