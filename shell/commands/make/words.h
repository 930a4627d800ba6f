#ifndef PYSUB_SHELL_COMMANDS_MAKE_WORDS_H_
#define PYSUB_SHELL_COMMANDS_MAKE_WORDS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pysub::shell::maker {

// Texts of makefiles: blanks, words, patterns with '%', quoting by backslashes.
//
// Quoting follows GNU make: a backslash counts only before a character that would be special there,
// and before backslashes that stand before one. So "a\b" stays as it is, and "a\%" is a percent
// sign.

inline bool IsBlank(char c) { return c == ' ' || c == '\t'; }
inline bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string_view Strip(std::string_view text);
std::string_view StripFront(std::string_view text);

// The next word of *rest, which moves behind it. Empty: there is none.
std::string_view NextWord(std::string_view* rest);

// Where the first of `chars` stands that no backslash quotes; backslashes in front of one are
// halved. npos: nowhere.
// The text changes, because whoever asks cuts it at the place next and wants what is left as it is
// meant.
size_t FindUnquoted(std::string* text, std::string_view chars, size_t from = 0);

// A pattern cut at its first '%' that is not quoted.
// A '%' that a backslash quotes is an ordinary one.
struct Pattern {
  std::string before, after;
  bool has_percent = false;
};
Pattern CutPattern(std::string_view text);

// What '%' stands for when `word` matches.
// "src/%.c" and "src/a.c": "a". Without a '%' the two have to be the same, and the stem is empty.
std::optional<std::string_view> StemOf(const Pattern& pattern, std::string_view word);

// The directory with its slash, or "./"; what is behind the last slash; suffix and the rest.
std::string_view DirectoryPart(std::string_view word);
std::string_view NamePart(std::string_view word);
std::string_view SuffixPart(std::string_view word);

// Where the parenthesis stands that closes what began before `at`; npos: it is missing.
// Other kinds of brackets are not counted: "$(a})" is fine.
size_t FindClose(std::string_view text, size_t at, char open, char close);

// Backslash, newline and the blanks around become one blank.
std::string JoinLines(std::string_view text);
// Without what stands behind a '#' that is not quoted.
void RemoveComment(std::string* text);

}  // namespace pysub::shell::maker

#endif  // PYSUB_SHELL_COMMANDS_MAKE_WORDS_H_
