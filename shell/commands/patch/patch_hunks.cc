// Hunks of a patch: where their old lines stand in the file, what comes instead, and those that fit
// nowhere, which are rejects.

#include <algorithm>

#include "shell/commands/patch/patch.h"

namespace pysub::shell {

// ---- lines of the input
bool Patch::BuildLines(CommandIo& io) {
  const std::string_view text = input_.bytes;
  if (!lines_.empty() || text.empty()) return true;
  const auto count = static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  if (!io.account().Tick(text.size() / 8) || !MakeRoom(io, &lines_, count, &lines_charged_))
    return false;
  for (size_t at = 0; at < text.size();) {
    lines_.push_back(at);
    const size_t end = text.find('\n', at);
    at = end == std::string_view::npos ? text.size() : end + 1;
    if (lines_.size() % 1024 == 0 && !io.account().Tick(8192)) return false;
  }
  return true;
}

std::string_view Patch::LineAt(uint64_t number, bool* has_newline) const {
  const uint64_t begin = lines_[number - 1];
  const uint64_t end = number < lines_.size() ? lines_[number] : input_.bytes.size();
  std::string_view line = std::string_view(input_.bytes).substr(begin, end - begin);
  *has_newline = line.ends_with('\n');
  if (*has_newline) line.remove_suffix(1);
  return line;
}

namespace {

// Runs of blanks count as one, and those at the end not at all.
bool SameButBlanks(std::string_view a, std::string_view b) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  size_t i = 0, j = 0;
  while (true) {
    size_t i_blanks = i, j_blanks = j;
    while (i_blanks < a.size() && is_blank(a[i_blanks])) ++i_blanks;
    while (j_blanks < b.size() && is_blank(b[j_blanks])) ++j_blanks;
    if (i_blanks == a.size() || j_blanks == b.size())
      return i_blanks == a.size() && j_blanks == b.size();
    if ((i_blanks > i) != (j_blanks > j)) return false;
    i = i_blanks;
    j = j_blanks;
    if (a[i] != b[j]) return false;
    ++i;
    ++j;
  }
}

}  // namespace

bool Patch::SameLine(const HunkLine& line, uint64_t number) const {
  bool has_newline = true;
  const std::string_view mine = LineAt(number, &has_newline);
  if (ignores_blanks_) return SameButBlanks(line.text, mine);
  return line.has_newline == has_newline && line.text == mine;
}

// ---- hunks
// Whether the hunk's old lines stand at `at`, but for some of its first and last ones.
bool Patch::Matches(CommandIo& io, const Hunk& hunk, int64_t at, int64_t prefix,
                    int64_t suffix) const {
  const int64_t last = hunk.old_lines - suffix;
  int64_t index = 0;
  for (const HunkLine& line : hunk.lines) {
    if (line.mark == '+') continue;
    const int64_t number = at + index++;
    if (index <= prefix) continue;
    if (index > last) break;
    if (number < 1 || static_cast<uint64_t>(number) > LineCount()) return false;
    if (SameLine(line, static_cast<uint64_t>(number))) continue;
    (void)io.account().Tick(static_cast<uint64_t>(index) * 8);
    return false;
  }
  return io.account().Tick(hunk.lines.size() * 8);
}

// The nearest place to `guess`, first behind it and then before; 0: none.
int64_t Patch::SearchAround(CommandIo& io, const Hunk& hunk, int64_t guess, int64_t prefix,
                            int64_t suffix) {
  const int64_t count = hunk.old_lines;
  const int64_t most = static_cast<int64_t>(LineCount()) - (count - suffix) + 1;
  const int64_t behind = most - guess;
  int64_t before = guess - (static_cast<int64_t>(frozen_) + 1);
  if (guess <= before) before = guess - 1;
  for (int64_t offset = 0; offset <= std::max(behind, before); ++offset) {
    if (offset <= behind && Matches(io, hunk, guess + offset, prefix, suffix)) {
      in_offset_ += offset;
      return guess + offset;
    }
    if (offset > 0 && offset <= before && Matches(io, hunk, guess - offset, prefix, suffix)) {
      in_offset_ -= offset;
      return guess - offset;
    }
    if (!io.account().Tick(8)) return 0;
  }
  return 0;
}

// The line where the hunk's old lines stand when `fuzz` lines of context may differ; 0: nowhere.
// With less context before than behind it is one of the begin of the file, and the other way round.
int64_t Patch::Locate(CommandIo& io, const Hunk& hunk, int64_t fuzz) {
  const auto first = static_cast<int64_t>(hunk.first[0]);
  const int64_t guess = first + in_offset_;
  const int64_t count = hunk.old_lines, lines = static_cast<int64_t>(LineCount());
  const auto before = static_cast<int64_t>(hunk.Prefix()),
             after = static_cast<int64_t>(hunk.Suffix());
  if (count == 0) return std::max<int64_t>(guess, 1);
  int64_t prefix = fuzz + before - std::max(before, after);
  const int64_t suffix = fuzz + after - std::max(before, after);
  const auto frozen = static_cast<int64_t>(frozen_);
  if (prefix < 0 && first <= 1) {
    if (suffix < 0 && (count != lines || before < frozen)) return 0;
    const int64_t offset = 1 - guess, most = lines - (count - suffix) + 1 - guess;
    if (frozen > before || offset > most || !Matches(io, hunk, 1, 0, std::max<int64_t>(suffix, 0)))
      return 0;
    in_offset_ += offset;
    return 1;
  }
  prefix = std::max<int64_t>(prefix, 0);
  if (suffix < 0) {
    const int64_t offset = guess - (lines - count + 1);
    if (offset > guess - (frozen + 1) || !Matches(io, hunk, guess - offset, prefix, 0)) return 0;
    in_offset_ -= offset;
    return guess - offset;
  }
  return SearchAround(io, hunk, guess, prefix, suffix);
}

// A first hunk that fits nowhere may be there already.
int64_t Patch::LocateReversed(CommandIo& io, Hunk* hunk, int64_t* fuzz) {
  const int64_t offset = in_offset_;
  hunk->Swap();
  hunk->old_lines = static_cast<int64_t>(hunk->Count('+'));
  const int64_t where = Locate(io, *hunk, *fuzz);
  if (where != 0 && AgreesToReverse(io, std::string(reverse_ ? "Unreversed"
                                                             : "Reversed (or previously applied)") +
                                            " patch detected!")) {
    reverse_ = !reverse_;
    return where;
  }
  hunk->Swap();
  hunk->old_lines = static_cast<int64_t>(hunk->Count('+'));
  in_offset_ = offset;
  if (where != 0) {
    applies_anyway_ = true;
    --*fuzz;  // once more, without asking
  }
  return 0;
}

bool Patch::CopyTill(CommandIo& io, uint64_t line) {
  if (frozen_ >= line) return true;
  const uint64_t last = std::min<uint64_t>(line, LineCount());
  if (last <= frozen_) return true;
  const uint64_t begin = lines_[frozen_];
  const uint64_t end = last < LineCount() ? lines_[last] : input_.bytes.size();
  frozen_ = last;
  return Append(io, &output_, std::string_view(input_.bytes).substr(begin, end - begin));
}

// False: it would change what is done already (nothing is changed then), or a limit was reached.
bool Patch::Apply(CommandIo& io, const Hunk& hunk, int64_t where) {
  auto line = static_cast<uint64_t>(where);
  bool is_first = true;
  for (const HunkLine& one : hunk.lines) {
    if (one.mark == ' ') {
      ++line;
      continue;
    }
    if (is_first && frozen_ > line - 1) {
      Say(io, "misordered hunks! output would be garbled\n");
      return false;
    }
    is_first = false;
    if (!CopyTill(io, line - 1)) return false;
    if (one.mark == '-') {
      frozen_ = std::max(frozen_, std::min<uint64_t>(line, LineCount()));
      ++line;
      continue;
    }
    // (A line that comes behind one without an end.)
    const bool open = !output_.bytes.empty() && output_.bytes.back() != '\n';
    if ((open && !Append(io, &output_, "\n")) || !Append(io, &output_, one.text) ||
        (one.has_newline && !Append(io, &output_, "\n")))
      return false;
  }
  return true;
}

// Whether only one of the file and the patch ends its lines as DOS does: a hint why a hunk fails.
bool Patch::EndsDiffer(const Hunk& hunk, int64_t line) const {
  if (LineCount() == 0 || hunk.lines.empty()) return false;
  bool has_newline = true;
  const auto number = static_cast<uint64_t>(std::max<int64_t>(line, 1));
  const std::string_view mine = LineAt(std::min<uint64_t>(number, LineCount()), &has_newline);
  const auto old = std::find_if(hunk.lines.begin(), hunk.lines.end(),
                                [](const HunkLine& one) { return one.mark != '+'; });
  const HunkLine& first = old == hunk.lines.end() ? hunk.lines[0] : *old;
  return (has_newline && mine.ends_with('\r')) != (first.has_newline && first.text.ends_with('\r'));
}

void Patch::TellHunk(CommandIo& io, const Hunk& hunk, int64_t where, int64_t fuzz,
                     bool failed) const {
  const int64_t line = (where != 0 ? where : static_cast<int64_t>(hunk.first[0])) + out_offset_;
  std::string text = "Hunk #" + std::to_string(hunks_) + " ";
  if (failed) {
    if (!verbose_ && (skips_ || silent_)) return;
    const bool ends_differ = !skips_ && EndsDiffer(hunk, line);
    Say(io, text + (skips_ ? "ignored" : "FAILED") + " at " + std::to_string(line) +
                (ends_differ ? " (different line endings).\n" : ".\n"));
    return;
  }
  if (!verbose_ && (silent_ || (fuzz == 0 && in_offset_ == 0))) return;
  text += "succeeded at " + std::to_string(line);
  if (fuzz != 0) text += " with fuzz " + std::to_string(fuzz);
  if (in_offset_ != 0) {
    text += " (offset " + std::to_string(in_offset_) + " line" + (in_offset_ == 1 ? "" : "s") + ")";
  }
  Say(io, text + ".\n");
}

std::optional<Progress> Patch::DoHunk(CommandIo& io) {
  PatchReader reader(io, patch_.bytes);
  Hunk hunk;
  if (!BuildLines(io)) return NoMemory();
  const bool found = reader.NextHunk(head_, &at_, &hunk);
  if (reader.ends_in_line()) Say(io, kEndsInLine);
  if (!found) {
    if (!reader.error().empty()) return Fatal(io, reader.error());
    phase_ = Phase::kWrite;
    return std::nullopt;
  }
  if (reverse_) hunk.Swap();
  hunk.old_lines = static_cast<int64_t>(hunk.Count('+'));
  ++hunks_;
  int64_t where = 0, fuzz = 0;
  const auto context = static_cast<int64_t>(std::max(hunk.Prefix(), hunk.Suffix()));
  const int64_t most = std::min(max_fuzz_, context);
  while (!skips_) {
    where = Locate(io, hunk, fuzz);
    if (where == 0 || fuzz != 0 || in_offset_ != 0) mismatch_ = true;
    if (hunks_ == 1 && where == 0 && !force_ && !applies_anyway_ && reverse_ == reverses_)
      where = LocateReversed(io, &hunk, &fuzz);
    if (where != 0 || ++fuzz > most || !io.account().Tick(16)) break;
  }
  if (skips_ && hunks_ == 1) mismatch_ = false;
  const bool failed = skips_ || where == 0 || !Apply(io, hunk, where);
  if (failed) {
    ++failed_;
    TellHunk(io, hunk, where, fuzz, true);
    if (!Reject(io, hunk)) return NoMemory();
  } else {
    TellHunk(io, hunk, where, fuzz, false);
    out_offset_ += static_cast<int64_t>(hunk.Count('-')) - static_cast<int64_t>(hunk.Count('+'));
  }
  hunk.lines = {};
  if (!io.Reserve(-static_cast<int64_t>(hunk.charged)) || io.Tick(64)) return Progress::Yield();
  return std::nullopt;
}

// ---- rejects
std::string Patch::RejectHead(bool unified) const {
  std::string text;
  if (!head_.index.empty()) text += "Index: " + StripName(head_.index, strip_) + "\n";
  if (head_.is_git && !head_.git_names[0].empty() && !head_.renames && !head_.copies)
    text += "diff --git " + head_.git_names[0] + " " + head_.git_names[1] + "\n";
  const size_t sides[2] = {reverse_ ? size_t{1} : 0, reverse_ ? size_t{0} : 1};
  for (int i = 0; i < 2; ++i) {
    const size_t side = sides[i];
    std::string name = head_.names[side];
    if (!name.empty()) name = StripName(name, strip_);
    if (name.empty()) name = "/dev/null";
    text += unified ? (i == 0 ? "--- " : "+++ ") : (i == 0 ? "*** " : "--- ");
    text += name + (name == "/dev/null" ? "" : head_.times[side]) + "\n";
  }
  return text;
}

std::string Patch::UnifiedReject(const Hunk& hunk) const {
  const auto range = [&](uint64_t first, uint64_t count) {
    const int64_t at = static_cast<int64_t>(first) + out_offset_ - (count == 0 ? 1 : 0);
    return std::to_string(at) + (count == 1 ? "" : "," + std::to_string(count));
  };
  std::string text = "@@ -" + range(hunk.first[0], hunk.Count('+')) + " +" +
                     range(hunk.first[1], hunk.Count('-')) + " @@" + std::string(hunk.function) +
                     "\n";
  for (const HunkLine& line : hunk.lines) {
    text += line.mark;
    text += line.text;
    text += line.has_newline ? "\n" : "\n\\ No newline at end of file\n";
  }
  return text;
}

std::string Patch::ContextReject(const Hunk& hunk) const {
  const bool is_normal = head_.kind == DiffKind::kNormal;
  const auto range = [&](uint64_t first, uint64_t count) {
    const int64_t at = static_cast<int64_t>(first) + out_offset_;
    if (count == 0) return std::string("0");
    if (count == 1) return std::to_string(at);
    return std::to_string(at) + "," + std::to_string(at + static_cast<int64_t>(count) - 1);
  };
  std::string text = "***************" + std::string(hunk.function) + "\n";
  for (int side = 0; side < 2; ++side) {
    const char mine = side == 0 ? '-' : '+', other = side == 0 ? '+' : '-';
    text += side == 0 ? "*** " : "--- ";
    text += range(hunk.first[side], hunk.Count(other));
    text += side == 0 ? (is_normal ? "" : " ****") : (is_normal ? " -----" : " ----");
    text += '\n';
    if (hunk.Count(' ') != 0 && !is_normal &&
        std::none_of(hunk.lines.begin(), hunk.lines.end(),
                     [&](const HunkLine& line) { return line.mark == mine; }))
      continue;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      const HunkLine& line = hunk.lines[i];
      if (line.mark == other) continue;
      // In a unified diff what goes and comes at one place has changed.
      size_t begin = i, end = i;
      while (line.mark != ' ' && begin > 0 && hunk.lines[begin - 1].mark == mine) --begin;
      while (line.mark != ' ' && end < hunk.lines.size() && hunk.lines[end].mark == mine) ++end;
      const bool near = (end < hunk.lines.size() && hunk.lines[end].mark == other) ||
                        (begin > 0 && hunk.lines[begin - 1].mark == other);
      const bool changed = head_.kind == DiffKind::kUnified ? near : line.is_changed;
      text += line.mark == ' ' ? ' ' : changed ? '!' : line.mark;
      text += ' ';
      text += line.text;
      text += line.has_newline ? "\n" : "\n\\ No newline at end of file\n";
    }
  }
  return text;
}

bool Patch::Reject(CommandIo& io, const Hunk& hunk) {
  const bool unified =
      reject_format_ != 0 ? reject_format_ == 'u' : head_.kind == DiffKind::kUnified;
  uint64_t bytes = 256;
  for (const HunkLine& line : hunk.lines) bytes += 2 * (line.text.size() + 32);
  if (!io.Reserve(static_cast<int64_t>(bytes)) || !io.account().Tick(bytes / 8)) return false;
  if (rejects_.bytes.empty() && !Append(io, &rejects_, RejectHead(unified))) return false;
  const bool done = Append(io, &rejects_, unified ? UnifiedReject(hunk) : ContextReject(hunk));
  return io.Reserve(-static_cast<int64_t>(bytes)) && done;
}

}  // namespace pysub::shell
