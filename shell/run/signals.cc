#include "shell/run/signals.h"

#include "shell/expand/text.h"
#include "shell/whole_number.h"

namespace pysub::shell {

int SignalNumber(std::string_view text) {
  int number = 0;
  if (ReadWhole(text, &number)) return number >= 0 && number <= 64 ? number : -1;
  if (text.size() > kLongestSignalName) return -1;
  std::string name = ChangeCase(text, 'U');
  if (name.starts_with("SIG")) name = name.substr(3);
  for (int i = 0; i < 32; ++i) {
    if (kSignalNames[i] == name) return i;
  }
  return -1;
}

}  // namespace pysub::shell
