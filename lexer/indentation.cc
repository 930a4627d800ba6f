#include "lexer/characters.h"
#include "lexer/lexer_state.h"

namespace pysub {
namespace {

// What a tab counts in the first of the two counts: language reference, "Indentation".
constexpr uint32_t kTabSize = 8;

}  // namespace

// Reads the white space that begins a line, passes over blank lines and comments, and turns a
// change of the column into kIndent and kDedent.
//
// Tabs are checked as CPython does it: the column is counted twice, with tabs up to the next
// multiple of eight and with tabs one wide, and both counts must agree about what is deeper.
bool Lexer::NextLine() {
  for (;;) {
    uint32_t column = 0;
    uint32_t alternative = 0;
    // A backslash after white space: the first one decides the column of what comes next.
    uint32_t continued_column = 0;
    if (cur_ != begin_ && cur_[-1] == '\n') EnterLine();
    joined_start_ = line_start_;
    const char* const start = cur_;
    while (*cur_ == ' ') ++cur_;
    column = alternative = static_cast<uint32_t>(cur_ - start);
    for (;; ++cur_) {
      if (*cur_ == ' ') {
        ++column;
        ++alternative;
      } else if (*cur_ == '\t') {
        column = (column / kTabSize + 1) * kTabSize;
        ++alternative;
      } else if (*cur_ == '\f') {
        column = alternative = 0;
      } else if (*cur_ == '\\') {
        if (continued_column == 0) continued_column = column;
        ++cur_;
        if (!ReadContinuationLine()) return false;
        --cur_;
      } else {
        break;
      }
    }
    if (*cur_ == '#') {
      while (*cur_ != '\n' && !AtEnd()) ++cur_;
    }
    if (*cur_ == '\n') {
      ++cur_;
      if (AtEnd()) break;
      continue;
    }
    if (AtEnd() && cur_ == start) break;
    at_line_start_ = false;
    if (continued_column != 0) column = alternative = continued_column;
    return SetIndentation(column, alternative);
  }
  at_line_start_ = false;
  return true;
}

// Compares with the stack of open blocks: deeper opens one, shallower closes until it fits. A
// column is counted twice, with tabs of 8 and of 1. If the two disagree about deeper or shallower,
// the meaning would depend on the reader's tab size, and that is a TabError.
bool Lexer::SetIndentation(uint32_t column, uint32_t alternative) {
  constexpr const char* kTabs = "inconsistent use of tabs and spaces in indentation";
  const bool same_alternative = alternative == alternative_indents_[indent_];
  if (column == indents_[indent_]) {
    return same_alternative || FailLater(LexErrorKind::kTabError, kTabs, 1, 0);
  }
  StartToken();
  if (column > indents_[indent_]) {
    if (indent_ + 1 >= kMaxIndents) {
      return FailLater(LexErrorKind::kIndentationError, "too many levels of indentation", 1, 0);
    }
    if (alternative <= alternative_indents_[indent_]) {
      return FailLater(LexErrorKind::kTabError, kTabs, 1, 0);
    }
    ++indent_;
    indents_[indent_] = column;
    alternative_indents_[indent_] = alternative;
    Emit(TokenKind::kIndent);
    return true;
  }
  const uint32_t before = indent_;
  while (indent_ > 0 && column < indents_[indent_]) --indent_;
  if (column != indents_[indent_]) {
    while (*cur_ != '\n' && !AtEnd()) ++cur_;
    if (!AtEnd()) ++cur_;
    const auto offset = static_cast<int32_t>(
        CountCharacters({line_start_, static_cast<size_t>(cur_ - line_start_)}));
    return FailLater(LexErrorKind::kIndentationError,
                     "unindent does not match any outer indentation level", offset, -1);
  }
  if (alternative != alternative_indents_[indent_]) {
    return FailLater(LexErrorKind::kTabError, kTabs, 1, 0);
  }
  for (uint32_t i = indent_; i < before; ++i) Emit(TokenKind::kDedent);
  return true;
}

}  // namespace pysub
