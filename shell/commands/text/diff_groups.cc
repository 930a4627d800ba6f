// diff -D and --...-format: groups of lines, equal ones too, each written by a format.
//
//   %<  %>  %=       the group's lines of the first text, of the second, those in common
//   %dF  %5xL ...    a number, as printf writes it, of a letter: F first line, L last one, N how
//   many,
//                    E F-1, M L+1; of the first text as small letters
//   %(A=B?T:E)       T where A equals B, numbers or letters, else E
//   %l  %L  %dn      in formats of lines: the line without and with its newline, its number
//   %%  %c'C'  %c'\101'

#include <algorithm>
#include <charconv>

#include "shell/commands/text/diff_forms.h"
#include "shell/commands/text_command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

constexpr size_t kWidest = 1 << 12;

bool GoesOn(CommandIo& io) { return io.account().Tick(16); }

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// The number of a letter.
std::optional<uint64_t> NumberOf(char letter, const DiffHunk& group) {
  const bool second = letter >= 'A' && letter <= 'Z';
  const uint64_t begin = second ? group.b_begin : group.a_begin;
  const uint64_t end = second ? group.b_end : group.a_end;
  switch (letter | 32) {
    case 'e': return begin;
    case 'f': return begin + 1;
    case 'l': return end;
    case 'm': return end + 1;
    case 'n': return end - begin;
    default: return std::nullopt;
  }
}

// "%c'x'" or "%c'\101'" behind its "%c"; how long it is, 0: it is none.
size_t TakeCharacter(std::string_view text, char* c) {
  if (text.size() < 3 || text[0] != '\'') return 0;
  if (text[1] != '\\') {
    *c = text[1];
    return text[1] != '\'' && text[2] == '\'' ? 3 : 0;
  }
  size_t at = 2;
  int value = 0;
  while (at < text.size() && at < 5 && text[at] >= '0' && text[at] <= '7') {
    value = value * 8 + (text[at++] - '0');
  }
  *c = static_cast<char>(value);
  return at > 2 && at < text.size() && text[at] == '\'' ? at + 1 : 0;
}

// "[-'0]*WIDTH.PREC" and one of "doxX"; the letter behind it is left. 0: it is none.
struct NumberFormat {
  bool left = false, zeros = false;
  size_t width = 0;
  std::optional<size_t> digits;
  char base = 'd';

  size_t Take(std::string_view text) {
    size_t at = 0;
    const auto number = [&] {
      size_t value = 0;
      for (; at < text.size() && IsDigit(text[at]); ++at) {
        value = std::min<size_t>(value * 10 + static_cast<size_t>(text[at] - '0'), kWidest);
      }
      return value;
    };
    for (; at < text.size() && std::string_view("-'0").find(text[at]) != std::string_view::npos;
         ++at) {
      left |= text[at] == '-';
      zeros |= text[at] == '0';
    }
    width = number();
    if (at < text.size() && text[at] == '.') {
      ++at;
      digits = number();
    }
    if (at == text.size() || std::string_view("doxX").find(text[at]) == std::string_view::npos) {
      return 0;
    }
    base = text[at];
    return at + 1;
  }

  std::string Write(uint64_t value) const {
    char buffer[32];
    const int radix = base == 'd' ? 10 : base == 'o' ? 8 : 16;
    const auto end = std::to_chars(buffer, buffer + sizeof(buffer), value, radix);
    std::string text(buffer, end.ptr);
    for (char& c : text) {
      if (base == 'X' && c >= 'a') c = static_cast<char>(c - 32);
    }
    if (digits == 0 && value == 0) text.clear();
    const size_t least = digits.value_or(zeros && !left ? width : 0);
    if (text.size() < least) text.insert(0, least - text.size(), '0');
    if (text.size() < width) text.insert(left ? text.size() : 0, width - text.size(), ' ');
    return text;
  }
};

}  // namespace

void DiffForms::GroupLines(CommandIo& io, int side, uint64_t begin, uint64_t end,
                           const std::string& format) const {
  for (uint64_t line = begin; line < end && GoesOn(io); ++line) {
    std::string out;
    const std::string_view text = sides_[side].lines[line];
    for (size_t at = 0; at < format.size(); ++at) {
      if (!PutOutIfLong(io, 1, &out)) return;
      if (format[at] != '%') {
        out += format[at];
        continue;
      }
      if (!GoesOn(io)) return;
      const std::string_view rest = std::string_view(format).substr(at + 1);
      NumberFormat number;
      char c = 0;
      const size_t size = number.Take(rest);
      if (rest.starts_with('l') || rest.starts_with('L')) {
        io.Out(out);
        out.clear();
        if (style_.expand_tabs) {
          OutExpanded(io, text);
          if (rest[0] == 'L' && IsEnded(side, line)) out += '\n';
        } else {
          io.Out(rest[0] == 'l' ? text : sides_[side].WholeLine(line));
        }
        at += 1;
      } else if (size > 0 && size < rest.size() && rest[size] == 'n') {
        out += number.Write(line + 1);
        at += size + 1;
      } else if (rest.starts_with('c') && TakeCharacter(rest.substr(1), &c) > 0) {
        out += c;
        at += 1 + TakeCharacter(rest.substr(1), &c);
      } else {
        out += '%';
        at += rest.starts_with('%') ? 1 : 0;
      }
    }
    io.Out(out);
  }
}

// A group's format, from its begin on. Conditions may be nested as deep as the text is long, so
// what is open of them stands on a stack.
void DiffForms::Group(CommandIo& io, GroupKind kind, const DiffHunk& group) const {
  const std::string& format = style_.groups[static_cast<size_t>(kind)];
  const auto lines = [&](LineKind which) -> const std::string& {
    return style_.lines[static_cast<size_t>(which)];
  };
  struct Condition {
    bool outer, holds, in_else;
  };
  std::vector<Condition> conditions;
  bool shown = true;
  // A number or a letter of a condition.
  const auto operand = [&](std::string_view* rest) -> std::optional<uint64_t> {
    uint64_t value = 0;
    const auto [end, mistake] = std::from_chars(rest->data(), rest->data() + rest->size(), value);
    if (mistake == std::errc()) {
      rest->remove_prefix(static_cast<size_t>(end - rest->data()));
      return value;
    }
    if (rest->empty()) return std::nullopt;
    const std::optional<uint64_t> number = NumberOf((*rest)[0], group);
    rest->remove_prefix(1);
    return number;
  };
  const auto condition = [&](std::string_view rest) -> size_t {
    const size_t size = rest.size();
    const std::optional<uint64_t> left = operand(&rest);
    if (!left || !rest.starts_with('=')) return 0;
    rest.remove_prefix(1);
    const std::optional<uint64_t> right = operand(&rest);
    if (!right || !rest.starts_with('?')) return 0;
    conditions.push_back({shown, *left == *right, false});
    shown = shown && *left == *right;
    return size - rest.size() + 1;
  };
  for (size_t at = 0; at < format.size() && GoesOn(io); ++at) {
    const char c = format[at];
    if (!conditions.empty() && c == (conditions.back().in_else ? ')' : ':')) {
      Condition& top = conditions.back();
      shown = top.outer && (top.in_else || !top.holds);
      if (top.in_else)
        conditions.pop_back();
      else
        top.in_else = true;
      continue;
    }
    std::string out(1, c);
    if (c == '%') {
      const std::string_view rest = std::string_view(format).substr(at + 1);
      const char next = rest.empty() ? '\0' : rest[0];
      NumberFormat number;
      char character = 0;
      const size_t size = number.Take(rest);
      size_t taken = 0;
      if (next == '<' || next == '>' || next == '=') {
        at += 1;
        if (!shown) continue;
        const LineKind which = next == '='   ? LineKind::kUnchanged
                               : next == '<' ? LineKind::kOld
                                             : LineKind::kNew;
        if (next == '>')
          GroupLines(io, 1, group.b_begin, group.b_end, lines(which));
        else
          GroupLines(io, 0, group.a_begin, group.a_end, lines(which));
        continue;
      }
      if (next == '(' && (taken = condition(rest.substr(1))) > 0) {
        at += 1 + taken;
        continue;
      }
      if (size > 0 && size < rest.size() && NumberOf(rest[size], group)) {
        out = number.Write(*NumberOf(rest[size], group));
        at += size + 1;
      } else if (next == 'c' && (taken = TakeCharacter(rest.substr(1), &character)) > 0) {
        out = character;
        at += 1 + taken;
      } else if (next == '%') {
        at += 1;
      }
    }
    if (shown) io.Out(out);
  }
}

// A hunk, and the equal lines before it; behind the last one those to the end.
void DiffForms::Groups(CommandIo& io, size_t which) const {
  const ShownHunk& hunk = hunks_[which];
  if (!hunk.ignored) {
    const DiffHunk equal = Between(which, hunk.a_begin, hunk.b_begin);
    if (equal.a_begin < equal.a_end || equal.b_begin < equal.b_end) {
      Group(io, GroupKind::kUnchanged, equal);
    }
    Group(io,
          hunk.a_begin == hunk.a_end   ? GroupKind::kNew
          : hunk.b_begin == hunk.b_end ? GroupKind::kOld
                                       : GroupKind::kChanged,
          hunk);
  }
  if (which + 1 == hunks_.size()) EqualEnd(io, which + 1);
}

// The equal lines at the end, or all of them.
void DiffForms::EqualEnd(CommandIo& io, size_t which) const {
  const DiffHunk equal = Between(which, sides_[0].lines.size(), sides_[1].lines.size());
  if (equal.a_begin < equal.a_end) Group(io, GroupKind::kUnchanged, equal);
}

// What was not said follows from what was.
void DiffStyle::FinishGroups() {
  constexpr std::string_view kWhole[] = {"%<", "%>", "%=", ""};
  for (size_t i = 0; i < 3; ++i) {
    if (!line_given[i]) lines[i] = "%l\n";
  }
  const auto at = [](GroupKind kind) { return static_cast<size_t>(kind); };
  for (size_t i : {at(GroupKind::kOld), at(GroupKind::kNew), at(GroupKind::kUnchanged)}) {
    if (group_given[i]) continue;
    const bool as_changed = i != at(GroupKind::kUnchanged) && group_given[at(GroupKind::kChanged)];
    groups[i] = as_changed ? groups[at(GroupKind::kChanged)] : std::string(kWhole[i]);
  }
  if (!group_given[at(GroupKind::kChanged)]) {
    groups[at(GroupKind::kChanged)] = groups[at(GroupKind::kOld)] + groups[at(GroupKind::kNew)];
  }
}

}  // namespace pysub::shell
