#ifndef PYSUB_SHELL_PRINTF_DIRECTIVE_H_
#define PYSUB_SHELL_PRINTF_DIRECTIVE_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace pysub::shell {

// One directive of printf, for the shell's builtin and the program (which differ in what they
// read and complain about).
struct PrintfDirective {
  std::string flags;  // of "-+ #0'I"
  int64_t width = -1;
  int64_t precision = -1;
  char letter = 0;

  // One field is no longer than this. What asks for more is refused: it would be made in one piece.
  static constexpr int64_t kMostSize = 1 << 24;
  bool TooLarge() const;

  bool Has(char flag) const { return flags.find(flag) != std::string::npos; }
  // What comes out is no longer than this, beside the text itself.
  uint64_t most_bytes() const;

  // d i o u x X
  std::string Integer(uint64_t value) const;
  // e f g a and capitals
  std::string Floating(long double value) const;
  // Blanks as far as the width asks for them; the precision is for the caller.
  std::string Padded(std::string_view text) const;

 private:
  template <typename T>
  std::string Print(std::string_view length, T value) const;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_PRINTF_DIRECTIVE_H_
