#ifndef PYSUB_LEXER_UNICODE_NAMES_H_
#define PYSUB_LEXER_UNICODE_NAMES_H_

#include <string>
#include <string_view>

namespace pysub {

// Finds the code points that `\N{name}` stands for: one, or several for a named sequence (which
// a string literal refuses). Returns false for an unknown name.
using UnicodeNameLookup = bool (*)(std::string_view name, std::u32string* code_points);

// Such a function, with the names of Unicode 16.0.
bool FindUnicodeName(std::string_view name, std::u32string* code_points);

}  // namespace pysub

#endif  // PYSUB_LEXER_UNICODE_NAMES_H_
