#include "shell/cli/terminal_output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace pysub {

std::string ControlEscaper::Escape(std::string_view bytes) {
  std::string text;
  for (char c : bytes) {
    uint8_t byte = static_cast<uint8_t>(c);
    const bool control = after_c2_ && byte >= 0x80 && byte < 0xA0;
    // (A C2 of the piece before is on the terminal already: with what follows here it is no
    // character.)
    if (control && !text.empty()) text.pop_back();
    after_c2_ = byte == 0xC2;
    if (!control && ((byte >= 0x20 && byte != 0x7F) || c == '\n' || c == '\t' || c == '\r')) {
      text.push_back(c);
    } else {
      text += "\\x";
      text += "0123456789abcdef"[byte >> 4];
      text += "0123456789abcdef"[byte & 15];
    }
  }
  return text;
}

std::string EscapeControls(std::string_view text) { return ControlEscaper().Escape(text); }

int WriteAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return 0;
}

}  // namespace pysub
