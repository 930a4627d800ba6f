#include "shell/run/history_words.h"

#include "shell/run/budget.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kDelimiters = " \t\n;&()|<>";
constexpr std::string_view kQuotes = "\"'`";

bool Is(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// A word that has begun: up to a delimiter that nothing quotes. `parens`: within so many of <( ).
size_t EndOfText(std::string_view line, size_t at, size_t parens) {
  char quote = '\0';
  auto next = [&] { return at + 1 < line.size() ? line[at + 1] : '\0'; };
  if (parens == 0 && at < line.size() && Is(line[at], kQuotes)) quote = line[at++];
  for (; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '\\' && (next() == '\n' || quote != '\'')) {
      ++at;
    } else if (parens > 0) {
      if (c == '(') ++parens;
      if (c == ')') --parens;
    } else if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (Is(c, "<>$!@?+*") && next() == '(') {
      // (What stands right behind the parenthesis is passed over, too.)
      at += 2;
      parens = 1;
    } else if (Is(c, kDelimiters)) {
      break;
    } else if (Is(c, kQuotes)) {
      quote = c;
    }
  }
  return at < line.size() ? at : line.size();
}

// An operator at `at`, or where a text goes on behind <( (with *parens).
size_t EndOfOperator(std::string_view line, size_t at, size_t* parens) {
  auto there = [line](size_t i) { return i < line.size() ? line[i] : '\0'; };
  const char c = line[at], next = there(at + 1);
  if (next == c) {
    const bool longer = c == '<' && (there(at + 2) == '-' || there(at + 2) == '<');
    return at + (longer ? 3 : 2);
  }
  if (next == '&' && (c == '>' || c == '<')) {
    size_t end = at + 2;
    while (IsDigit(there(end))) ++end;
    return there(end) == '-' ? end + 1 : end;
  }
  if ((next == '>' && c == '&') || (next == '|' && c == '>')) return at + 2;
  if (next == '(' && (c == '>' || c == '<')) {
    *parens = 1;
    return at + 2;
  }
  return at + 1;
}

}  // namespace

size_t EndOfHistoryWord(std::string_view line, size_t at) {
  if (at >= line.size()) return at;
  if (Is(line[at], "()\n")) return at + 1;
  size_t digits = at;
  while (digits < line.size() && IsDigit(line[digits])) ++digits;
  if (digits > at) {
    if (digits == line.size()) return digits;
    // A number in front of < or > is a descriptor.
    if (line[digits] != '<' && line[digits] != '>') return EndOfText(line, digits, 0);
    at = digits;
  }
  if (!Is(line[at], "<>;&|")) return EndOfText(line, at, 0);
  size_t parens = 0;
  const size_t end = EndOfOperator(line, at, &parens);
  return parens == 0 ? end : EndOfText(line, end, parens);
}

bool HistoryWords::Next(Budget* budget) {
  begin_ = end_;
  while (begin_ < line_.size() && Is(line_[begin_], " \t\n")) ++begin_;
  if (begin_ >= line_.size() || (comment_ != '\0' && line_[begin_] == comment_)) return false;
  end_ = EndOfHistoryWord(line_, begin_);
  if (end_ == begin_) {
    do {
      ++end_;
    } while (end_ < line_.size() && Is(line_[end_], kDelimiters));
  }
  return budget->Tick(4 + (end_ - begin_) / 8);
}

}  // namespace pysub::shell
