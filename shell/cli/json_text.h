#ifndef PYSUB_SHELL_CLI_JSON_TEXT_H_
#define PYSUB_SHELL_CLI_JSON_TEXT_H_

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace pysub {

// UTF-8 as a string of JSON: names, messages and output come from programs, so what could end it or
// reach a terminal is escaped, U+0080 to U+009F, too, which are controls.
inline std::string JsonText(std::string_view text) {
  std::string out = "\"";
  const auto escape = [&out](uint8_t code) {
    char digits[8];
    std::snprintf(digits, sizeof(digits), "\\u%04x", static_cast<unsigned>(code));
    out += digits;
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const uint8_t byte = static_cast<uint8_t>(text[i]);
    const uint8_t next = i + 1 < text.size() ? static_cast<uint8_t>(text[i + 1]) : 0;
    if (byte == '"' || byte == '\\') {
      out += {'\\', text[i]};
    } else if (byte == '\n') {
      out += "\\n";
    } else if (byte < 0x20 || byte == 0x7F) {
      escape(byte);
    } else if (byte == 0xC2 && next >= 0x80 && next < 0xA0) {
      escape(next);
      ++i;
    } else {
      out += text[i];
    }
  }
  return out + "\"";
}

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_JSON_TEXT_H_
