// Names of characters, of Unicode 16.0: `\N{...}`, unicodedata.name() and unicodedata.lookup().
//
// A library of its own (unicode_names): its tables are read only when a name is asked for. Pure,
// thread-safe, no allocation.
#ifndef PYSUB_LEXER_UNICODE_UNICODE_NAMES_H_
#define PYSUB_LEXER_UNICODE_UNICODE_NAMES_H_

#include <cstddef>
#include <string_view>

namespace pysub {

// Longer than every name; a longer argument is never a name.
inline constexpr size_t kMaxNameSize = 128;

// The name of `c` (at most kMaxCodePoint), in `buffer`; empty if it has none (controls, surrogates,
// private use, unassigned).
std::string_view NameOf(char32_t c, char (&buffer)[kMaxNameSize]);

inline constexpr int kMaxNamedSequence = 4;

struct NamedCharacters {
  int size = 0;  // 0: no such name; 1: a character, by name or alias; more: a named sequence
  char32_t code_points[kMaxNamedSequence];
};

// What `name` names. ASCII letters match in any case, except in names of Hangul syllables and
// unified ideographs, as in CPython; nothing else is folded. unicodedata.lookup() takes any answer;
// a string literal's \N{...} takes only those of size 1.
NamedCharacters LookupName(std::string_view name);

}  // namespace pysub

#endif  // PYSUB_LEXER_UNICODE_UNICODE_NAMES_H_
