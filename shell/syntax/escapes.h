#ifndef PYSUB_SHELL_SYNTAX_ESCAPES_H_
#define PYSUB_SHELL_SYNTAX_ESCAPES_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace pysub::shell {

// The backslash escapes of $'..', echo -e, printf's format and printf %b, as the builtins and as
// the programs of coreutils have them: the same letters, small differences.
enum class EscapeStyle : uint8_t {
  kAnsiC,
  kEcho,
  kPrintfFormat,
  kPrintfB,
  kProgramEcho,
  kProgramFormat,
  kProgramB
};

// *stopped: \c was met (echo, %b): nothing after it is printed.
std::string DecodeEscapes(std::string_view text, EscapeStyle style, bool* stopped);

// One escape at text[*at], which is the character behind the backslash; moves *at behind it.
void DecodeEscape(std::string_view text, size_t* at, EscapeStyle style, std::string* out,
                  bool* stopped);

void AppendUtf8(std::string* out, uint32_t code_point);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_SYNTAX_ESCAPES_H_
