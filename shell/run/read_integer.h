#ifndef PYSUB_SHELL_RUN_READ_INTEGER_H_
#define PYSUB_SHELL_RUN_READ_INTEGER_H_

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "shell/whole_number.h"

namespace pysub::shell {

// A number as the builtins of bash read one (strtoimax): any white space before it, blanks behind
// it, a sign. False: it is none; *value stays.
[[nodiscard]] inline bool ReadInteger(std::string_view text, int64_t* value) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\n\v\f\r"), text.size()));
  text = text.substr(0, text.find_last_not_of(" \t") + 1);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return false;
  }
  return ReadWhole(text, value);
}

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_READ_INTEGER_H_
