#ifndef PYSUB_SHELL_COMMANDS_FILES_FILE_TEXT_H_
#define PYSUB_SHELL_COMMANDS_FILES_FILE_TEXT_H_

#include <optional>
#include <string>
#include <string_view>

#include "shell/syntax/arena.h"

namespace pysub::shell {

// How a text is written, as file(1) tells it.
struct TextForm {
  std::string_view encoding;  // "ASCII"
  std::string_view charset;   // "us-ascii"
  std::string ends;           // ", with CRLF line terminators", and what is odd in it
  bool plain = true;          // a byte of ASCII is a byte of the text
};

// Nothing: it is no text.
std::optional<TextForm> FormOfText(std::string_view bytes, bool is_whole, ParseAccount& account);

// An object or an array; several, one on a line, are kLines.
enum class JsonKind : uint8_t { kNone, kOne, kLines };
JsonKind KindOfJson(std::string_view bytes, ParseAccount& account);

// Lines with equally many commas.
bool IsCsv(std::string_view bytes, ParseAccount& account);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_FILES_FILE_TEXT_H_
