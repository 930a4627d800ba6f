#include "shell/commands/text/diff_forms.h"

#include <algorithm>

#include "shell/commands/text_command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {

namespace {

// False when the script has ended at a limit: nobody sees the rest.
bool GoesOn(CommandIo& io) { return io.account().Tick(16); }

// Lines count from 1, and a range of none is the line before it: [3,3) is "3", [2,3) is "3" too,
// [2,5) is "3,5". The letter (a, c, d) says which is meant.
std::string Range(uint64_t begin, uint64_t end) {
  if (end <= begin + 1) return std::to_string(end);
  return std::to_string(begin + 1) + "," + std::to_string(end);
}

// A count instead of the last line, which is left out when it is 1.
std::string UnifiedRange(uint64_t begin, uint64_t end) {
  if (end == begin) return std::to_string(begin) + ",0";
  if (end == begin + 1) return std::to_string(end);
  return std::to_string(begin + 1) + "," + std::to_string(end - begin);
}

std::string ContextRange(uint64_t begin, uint64_t end) {
  return end <= begin + 1 ? std::to_string(end)
                          : std::to_string(begin + 1) + "," + std::to_string(end);
}

// From *column to the column `to` with as few bytes as can be, as GNU's diff does.
void Advance(uint64_t* column, uint64_t to, std::string* out) {
  while (*column / 8 * 8 + 8 <= to && *column < to) {
    *out += '\t';
    *column = *column / 8 * 8 + 8;
  }
  for (; *column < to; ++*column) *out += ' ';
}

// The mark of equal lines in a unified diff, the only ones that have no color.
constexpr std::string_view kUnifiedEqual = " ";

}  // namespace

LineDiff::Region Differing(const DiffSide (&sides)[2], bool newline_counts, uint64_t kept,
                           uint64_t* work) {
  const uint64_t a = sides[0].lines.size(), b = sides[1].lines.size(), both = std::min(a, b);
  const auto is_same = [&](uint64_t i, uint64_t j) {
    const std::string_view line = sides[0].LineToCompare(i, newline_counts);
    *work += 16 + line.size() / 8;
    return line == sides[1].LineToCompare(j, newline_counts);
  };
  uint64_t begin = 0, end = 0;
  while (begin < both && is_same(begin, begin)) ++begin;
  begin -= std::min(begin, kept);
  const bool may_end = sides[0].complete == sides[1].complete || !newline_counts;
  while (may_end && begin + end < both && is_same(a - end - 1, b - end - 1)) ++end;
  end -= std::min(end, kept);
  return {begin, a - end, b - end};
}

// The syntax is that of grep, with its alternatives.
bool TakeLinePattern(CommandIo& io, std::string_view pattern, LinePatterns* patterns) {
  std::string error;
  patterns->push_back(
      Regex::Compile(pattern, {.syntax = RegexSyntax::kGrep}, &io.account(), &error));
  if (patterns->back() == nullptr) io.Error(std::string(pattern) + ": " + error);
  return patterns->back() != nullptr;
}
bool MatchesAny(CommandIo& io, const LinePatterns& patterns, std::string_view line) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::unique_ptr<Regex>& regex) {
    return regex->Search(RegexSubject(line), 0, nullptr, 0, RegexAnchor::kNone, &io.account()) ==
           RegexOutcome::kMatch;
  });
}

// The next hunk, or all whose contexts touch.
void DiffForms::ShowNext(CommandIo& io, uint64_t* next) {
  const size_t first = (*next)++;
  if (style_.form == Form::kUnified || style_.form == Form::kContext) {
    bool shown = !hunks_[first].ignored;
    for (; *next < hunks_.size() && Touch(hunks_[*next - 1], hunks_[*next]); ++*next)
      shown |= !hunks_[*next].ignored;
    if (!shown) return;
    if (style_.form == Form::kUnified)
      Unified(io, first, *next - 1);
    else
      Context(io, first, *next - 1);
    return;
  }
  if (style_.form == Form::kSideBySide) return SideBySide(io, first);
  if (style_.form == Form::kGroups) return Groups(io, first);
  // An ed script goes from the last hunk to the first: what it changes does not move lines that it
  // still has to change.
  const ShownHunk& hunk = hunks_[style_.form == Form::kEd ? hunks_.size() - 1 - first : first];
  if (hunk.ignored) return;
  if (style_.form == Form::kEd)
    Ed(io, hunk);
  else if (style_.form == Form::kRcs)
    Rcs(io, hunk);
  else
    Normal(io, hunk);
}

// (GNU's diff: one that is ignored belongs to the one before it only when it is in its context.)
bool DiffForms::Touch(const ShownHunk& hunk, const ShownHunk& next) const {
  const uint64_t between = next.a_begin - hunk.a_end;
  return next.ignored ? between < style_.context : between <= 2 * style_.context;
}

// Of -p and -F: " " and the beginning of the last such line above `line`.
// The search goes on where it ended last: hunks come in order, so each line is looked at once.
std::string DiffForms::FunctionAbove(CommandIo& io, uint64_t line) {
  for (; function_seen_ < line && !style_.functions.empty() && GoesOn(io); ++function_seen_) {
    if (MatchesAny(io, style_.functions, sides_[0].lines[function_seen_]))
      function_ = function_seen_;
  }
  if (!function_) return "";
  constexpr std::string_view kBlanks = " \t\v\f\r";
  std::string_view text = sides_[0].lines[*function_];
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  text = text.substr(0, 40);
  return " " + std::string(text.substr(0, text.find_last_not_of(kBlanks) + 1));
}

void DiffForms::Lines(CommandIo& io, int side, uint64_t begin, uint64_t end,
                      std::string_view mark) {
  const bool is_painted = style_.color && mark != kUnifiedEqual;
  for (uint64_t i = begin; i < end && i < sides_[side].lines.size() && GoesOn(io); ++i) {
    if (is_painted) io.Out(side == 0 ? kOldColor : kNewColor);
    Mark(io, mark, sides_[side].lines[i].empty());
    if (style_.expand_tabs)
      OutExpanded(io, sides_[side].lines[i]);
    else
      io.Out(sides_[side].lines[i]);
    if (is_painted) io.Out(kNoColor);
    io.Out("\n");
    if (i + 1 == sides_[side].lines.size() && !sides_[side].complete)
      io.Out("\\ No newline at end of file\n");
  }
}

// `mark`: one character, and a blank where there is one before the text.
void DiffForms::Mark(CommandIo& io, std::string_view mark, bool before_nothing) const {
  if (style_.suppress_blank && before_nothing) {
    const size_t end = mark.find_last_not_of(' ');
    return io.Out(mark.substr(0, end + 1));
  }
  if (!style_.initial_tab) return io.Out(mark);
  if (mark != " ") io.Out(mark.substr(0, 1));
  io.Out("\t");
}

void DiffForms::OutExpanded(CommandIo& io, std::string_view line) const {
  for (uint64_t column = 0; !line.empty() && GoesOn(io);) {
    const std::string_view text = line.substr(0, line.find('\t'));
    io.Out(text);
    column += text.size();
    if (text.size() == line.size()) break;
    const uint64_t blanks = style_.tab_size - column % style_.tab_size;
    io.Out(std::string(blanks, ' '));
    column += blanks;
    line.remove_prefix(text.size() + 1);
  }
}

void DiffForms::Normal(CommandIo& io, const DiffHunk& hunk) {
  bool gone = hunk.a_end > hunk.a_begin, come = hunk.b_end > hunk.b_begin;
  const char* letter = gone && come ? "c" : gone ? "d" : "a";
  io.Out(style_.Painted(kPlaceColor, Range(hunk.a_begin, hunk.a_end) + letter +
                                         Range(hunk.b_begin, hunk.b_end)) +
         "\n");
  Lines(io, 0, hunk.a_begin, hunk.a_end, "< ");
  if (gone && come) io.Out("---\n");
  Lines(io, 1, hunk.b_begin, hunk.b_end, "> ");
}

void DiffForms::Unified(CommandIo& io, size_t first, size_t last) {
  const ShownHunk& front = hunks_[first];
  const ShownHunk& back = hunks_[last];
  // The same number of lines before in both: they are equal. `a` walks through the first text, from
  // which all equal lines are taken.
  uint64_t before = std::min<uint64_t>({style_.context, front.a_begin, front.b_begin});
  uint64_t after = std::min<uint64_t>(
      {style_.context, sides_[0].lines.size() - back.a_end, sides_[1].lines.size() - back.b_end});
  uint64_t a = front.a_begin - before;
  const std::string place = "@@ -" + UnifiedRange(a, back.a_end + after) + " +" +
                            UnifiedRange(front.b_begin - before, back.b_end + after) + " @@";
  io.Out(style_.Painted(kPlaceColor, place) + FunctionAbove(io, a) + "\n");
  for (size_t i = first; i <= last; ++i) {
    Lines(io, 0, a, hunks_[i].a_begin, kUnifiedEqual);
    Lines(io, 0, hunks_[i].a_begin, hunks_[i].a_end, "-");
    Lines(io, 1, hunks_[i].b_begin, hunks_[i].b_end, "+");
    a = hunks_[i].a_end;
  }
  Lines(io, 0, a, back.a_end + after, kUnifiedEqual);
}

void DiffForms::Context(CommandIo& io, size_t first, size_t last) {
  const ShownHunk& front = hunks_[first];
  const ShownHunk& back = hunks_[last];
  const uint64_t before = std::min<uint64_t>({style_.context, front.a_begin, front.b_begin});
  const uint64_t after = std::min<uint64_t>(
      {style_.context, sides_[0].lines.size() - back.a_end, sides_[1].lines.size() - back.b_end});
  bool gone = false, come = false;
  for (size_t i = first; i <= last; ++i) {
    gone = gone || hunks_[i].a_end > hunks_[i].a_begin;
    come = come || hunks_[i].b_end > hunks_[i].b_begin;
  }
  // A side that nothing happened on shows its header only.
  const std::string old_place = ContextRange(front.a_begin - before, back.a_end + after);
  const std::string new_place = ContextRange(front.b_begin - before, back.b_end + after);
  io.Out("***************" + FunctionAbove(io, front.a_begin - before) + "\n");
  io.Out(style_.Painted(kPlaceColor, "*** " + old_place + " ****") + "\n");
  if (gone) ContextLines(io, 0, first, last, before, after);
  io.Out(style_.Painted(kPlaceColor, "--- " + new_place + " ----") + "\n");
  if (come) ContextLines(io, 1, first, last, before, after);
}

// "!" where lines of both sides differ, "-" and "+" where only one has some.
void DiffForms::ContextLines(CommandIo& io, int side, size_t first, size_t last, uint64_t before,
                             uint64_t after) {
  auto begin = [&](size_t i) { return side == 0 ? hunks_[i].a_begin : hunks_[i].b_begin; };
  auto end = [&](size_t i) { return side == 0 ? hunks_[i].a_end : hunks_[i].b_end; };
  uint64_t at = begin(first) - before;
  for (size_t i = first; i <= last; ++i) {
    const bool changes = hunks_[i].a_end > hunks_[i].a_begin && hunks_[i].b_end > hunks_[i].b_begin;
    Lines(io, side, at, begin(i), "  ");
    Lines(io, side, begin(i), end(i), changes ? "! " : side == 0 ? "- " : "+ ");
    at = end(i);
  }
  Lines(io, side, at, end(last) + after, "  ");
}

// ---- ed, rcs
void DiffForms::Ed(CommandIo& io, const DiffHunk& hunk) {
  const bool gone = hunk.a_end > hunk.a_begin, come = hunk.b_end > hunk.b_begin;
  io.Out(Range(hunk.a_begin, hunk.a_end) + (gone && come ? "c" : gone ? "d" : "a") + "\n");
  if (!come) return;
  // `inserting`: ed takes text now, until a lone dot. A line that is one is written as two, of
  // which the first goes again, and then text begins anew.
  bool inserting = true;
  for (uint64_t i = hunk.b_begin; i < hunk.b_end && GoesOn(io); ++i) {
    if (!inserting) io.Out("a\n");
    inserting = sides_[1].lines[i] != ".";
    // (A lone dot would end the text.)
    if (inserting)
      OutLine(io, sides_[1].lines[i]);
    else
      io.Out("..\n.\ns/.//\n");
  }
  if (inserting) io.Out(".\n");
}

// Numbers are those of the first text all the way: RCS applies all of it at once.
void DiffForms::Rcs(CommandIo& io, const DiffHunk& hunk) {
  const uint64_t gone = hunk.a_end - hunk.a_begin, come = hunk.b_end - hunk.b_begin;
  if (gone > 0) io.Out("d" + std::to_string(hunk.a_begin + 1) + " " + std::to_string(gone) + "\n");
  if (come == 0) return;
  io.Out("a" + std::to_string(hunk.a_end) + " " + std::to_string(come) + "\n");
  for (uint64_t i = hunk.b_begin; i < hunk.b_end && GoesOn(io); ++i) io.Out(sides_[1].WholeLine(i));
}

// ---- side by side
// Where the columns are, as GNU's diff divides a width.
//
//   |<-- HalfWidth -->| mark |<-- HalfWidth -->|
//                            RightColumn, a multiple of 8 (so tabs need no expansion)
uint64_t DiffForms::RightColumn() const {
  const uint64_t offset = (style_.width + 8 + 3) / 16 * 8;
  return HalfWidth() == 0 ? style_.width : offset;
}

uint64_t DiffForms::HalfWidth() const {
  const auto width = static_cast<int64_t>(style_.width);
  const int64_t offset = (width + 8 + 3) / 16 * 8;
  return static_cast<uint64_t>(std::max<int64_t>(0, std::min(offset - 3, width - offset)));
}

// At most half a width of a line.
void DiffForms::Half(std::string_view line, uint64_t indent, uint64_t* column,
                     std::string* out) const {
  // A tab counts to its next stop, and is left out where that is beyond the half.
  uint64_t at = 0, shown = 0;
  for (char c : line) {
    if (at >= HalfWidth()) break;
    const uint64_t next = c == '\t' ? at / 8 * 8 + 8 : at + 1;
    if (c != '\t' || next < HalfWidth()) {
      *out += c;
      shown = next;
    }
    at = next;
  }
  *column = indent + shown;
}

void DiffForms::SideLine(CommandIo& io, std::optional<uint64_t> left, char mark,
                         std::optional<uint64_t> right) const {
  std::string out;
  uint64_t column = 0;
  const bool left_ends = left && IsEnded(0, *left), right_ends = right && IsEnded(1, *right);
  // One side's last line has no newline: the mark leans to it.
  if (mark == '|' && left_ends != right_ends) mark = left_ends ? '/' : '\\';
  if (left) Half(sides_[0].lines[*left], 0, &column, &out);
  if (mark != ' ') {
    Advance(&column, (HalfWidth() + RightColumn() - 1) / 2, &out);
    out += mark;
    ++column;
  }
  if (right && !sides_[1].lines[*right].empty()) {
    Advance(&column, RightColumn(), &out);
    Half(sides_[1].lines[*right], RightColumn(), &column, &out);
  }
  if (left_ends || right_ends) out += '\n';
  // (The color goes on to behind the newline, as it does in GNU's diff.)
  io.Out(mark == '<' || mark == '>' ? style_.Painted(mark == '<' ? kOldColor : kNewColor, out)
                                    : out);
}

bool DiffForms::IsEnded(int side, uint64_t line) const {
  return sides_[side].complete || line + 1 < sides_[side].lines.size();
}

// Lines that count as equal; there may be more on one side, which are ignored.
void DiffForms::SideLines(CommandIo& io, const DiffHunk& equal) const {
  uint64_t a = equal.a_begin, b = equal.b_begin;
  if (style_.suppress_common) return;
  if (!style_.left_column) {
    for (; a < equal.a_end && b < equal.b_end && GoesOn(io); ++a, ++b) SideLine(io, a, ' ', b);
    for (; b < equal.b_end && GoesOn(io); ++b) SideLine(io, std::nullopt, ')', b);
  }
  for (; a < equal.a_end && GoesOn(io); ++a) SideLine(io, a, '(', std::nullopt);
}

// A hunk, and the equal lines before it; behind the last one those to the end.
void DiffForms::SideBySide(CommandIo& io, size_t which) {
  const ShownHunk& hunk = hunks_[which];
  if (!hunk.ignored) {
    SideLines(io, Between(which, hunk.a_begin, hunk.b_begin));
    uint64_t a = hunk.a_begin, b = hunk.b_begin;
    for (; a < hunk.a_end && b < hunk.b_end && GoesOn(io); ++a, ++b) SideLine(io, a, '|', b);
    for (; a < hunk.a_end && GoesOn(io); ++a) SideLine(io, a, '<', std::nullopt);
    for (; b < hunk.b_end && GoesOn(io); ++b) SideLine(io, std::nullopt, '>', b);
  }
  if (which + 1 == hunks_.size())
    SideLines(io, Between(which + 1, sides_[0].lines.size(), sides_[1].lines.size()));
}

// From the end of the last hunk before `which` that was shown.
DiffHunk DiffForms::Between(size_t which, uint64_t a_end, uint64_t b_end) const {
  while (which > 0 && hunks_[which - 1].ignored) --which;
  if (which == 0) return {0, a_end, 0, b_end};
  return {hunks_[which - 1].a_end, a_end, hunks_[which - 1].b_end, b_end};
}

}  // namespace pysub::shell
