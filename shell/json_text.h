#ifndef PYSUB_SHELL_JSON_TEXT_H_
#define PYSUB_SHELL_JSON_TEXT_H_

#include <cstdio>
#include <string>
#include <string_view>

namespace pysub {

// UTF-8 as a string of JSON: names and messages come from programs, so what could end it or reach a terminal is escaped.
inline std::string JsonText(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
      out += escape;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace pysub

#endif  // PYSUB_SHELL_JSON_TEXT_H_
