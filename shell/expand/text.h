#ifndef PYSUB_SHELL_EXPAND_TEXT_H_
#define PYSUB_SHELL_EXPAND_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pysub::shell {

// Strings are bytes; where bash counts characters they are UTF-8, and a byte that is not part of a
// well-formed sequence is a character of its own.

// The length in bytes of the character at text[at].
size_t CharacterAt(std::string_view text, size_t at);
uint32_t DecodeCharacter(std::string_view text, size_t at, size_t* size);
size_t CountCharacters(std::string_view text);

// 'U' all upper, 'L' all lower, '^' first upper, ',' first lower.
std::string ChangeCase(std::string_view text, char how);
std::string ChangeCharacter(std::string_view character, char how);  // 'U' or 'L'

// Quoted so that a shell reads it back: 'a b', $'a\nb' (printf %q and ${x@Q} differ in plain texts).
std::string QuoteAlways(std::string_view text);    // ${x@Q}, declare -p in single quotes
std::string QuoteBackslash(std::string_view text);  // printf %q
std::string QuoteDouble(std::string_view text);     // declare -p: "..." or $'...'
std::string QuoteIfNeeded(std::string_view text);   // set, trap
std::string QuoteForTrace(std::string_view text);   // xtrace

// Backslashes before the characters that mean something in a pattern (regex).
std::string EscapePattern(std::string_view text);
std::string EscapeRegex(std::string_view text);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_EXPAND_TEXT_H_
