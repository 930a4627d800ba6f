#include <cstring>

#include "pysub/shell/command.h"

namespace pysub::shell {

std::string_view ErrnoText(int error_number) {
  // glibc's table in the C locale; unlike strerror() it keeps no buffer and asks no locale.
  const char* text = strerrordesc_np(error_number);
  return text == nullptr ? "Unknown error" : text;
}

}  // namespace pysub::shell
