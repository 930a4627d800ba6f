#include "shell/expand/locale.h"

#include <string>

#include "shell/expand/text.h"
#include "shell/run/process.h"
#include "shell/run/variable_access.h"

namespace pysub::shell {

bool CountsBytes(Process& process) {
  for (std::string_view name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string* locale = ValueOf(process, name);
    if (locale != nullptr && !locale->empty()) return *locale == "C" || *locale == "POSIX";
  }
  return false;
}

size_t LengthOf(Process& process, std::string_view text) {
  const size_t characters = CountCharacters(text);
  return characters != text.size() && CountsBytes(process) ? text.size() : characters;
}

}  // namespace pysub::shell
