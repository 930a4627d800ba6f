#ifndef PYSUB_SHELL_EXPAND_TEXT_H_
#define PYSUB_SHELL_EXPAND_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pysub::shell {

class GrowingText;

// Strings are bytes; where bash counts characters they are UTF-8, and a byte that is not part of a
// well-formed sequence is a character of its own.

size_t CharacterAtSlowly(std::string_view text, size_t at);
// The length in bytes of the character at text[at].
inline size_t CharacterAt(std::string_view text, size_t at) {
  return static_cast<unsigned char>(text[at]) < 0xC2 ? 1 : CharacterAtSlowly(text, at);
}
uint32_t DecodeCharacter(std::string_view text, size_t at, size_t* size);
size_t CountCharacters(std::string_view text);
// Where the character begins that ends before text[at]; at > 0.
size_t CharacterBefore(std::string_view text, size_t at);

// Characters of one byte, those of IFS for instance: to be asked for each byte of a text. A table
// of 256, made once.
class ByteSet {
 public:
  constexpr explicit ByteSet(std::string_view bytes) {
    for (char c : bytes) Add(c);
  }
  constexpr void Add(char c) { has_[static_cast<unsigned char>(c)] = true; }
  constexpr bool Has(char c) const { return has_[static_cast<unsigned char>(c)]; }
  // Is there any? (find_first_of() searches its list anew for each byte: 15 ns instead of one.)
  bool IsIn(std::string_view text) const {
    for (char c : text) {
      if (Has(c)) return true;
    }
    return false;
  }

 private:
  bool has_[256] = {};
};

// 'U' all upper, 'L' all lower, '^' first upper, ',' first lower.
std::string ChangeCase(std::string_view text, char how);
void ChangeCase(std::string_view text, char how, GrowingText* out);
std::string ChangeCharacter(std::string_view character, char how);  // 'U' or 'L'

// Quoted so that a shell reads it back: 'a b', $'a\nb' (printf %q and ${x@Q} differ in plain
// texts).
void QuoteSingle(std::string_view text, GrowingText* out);  // always '...', also of what is plain
void QuoteAlways(std::string_view text, GrowingText* out);  // ${x@Q}, declare -p in single quotes
void QuoteBackslash(std::string_view text, GrowingText* out);  // printf %q
void QuoteDouble(std::string_view text, GrowingText* out);     // declare -p: "..." or $'...'
void QuoteIfNeeded(std::string_view text, GrowingText* out);   // set, trap
void QuoteForTrace(std::string_view text, GrowingText* out);   // xtrace
void QuoteControls(std::string_view text,
                   GrowingText* out);  // in messages: $'...' where a terminal would obey it
void QuoteKey(std::string_view key,
              GrowingText* out);  // of an associative array, in declare -p and ${x[@]@A}
// Of texts that are short, or were paid for.
std::string QuoteAlways(std::string_view text);
std::string QuoteControls(std::string_view text);
std::string QuoteDouble(std::string_view text);
std::string QuoteIfNeeded(std::string_view text);
std::string QuoteForTrace(std::string_view text);

// Appends with backslashes before the characters that mean something in a pattern (regex):
// at most twice the text.
void EscapePattern(std::string_view text, std::string* out);
void EscapeRegex(std::string_view text, std::string* out);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_EXPAND_TEXT_H_
