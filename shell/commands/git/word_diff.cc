#include "shell/commands/git/word_diff.h"

#include <string>
#include <string_view>

#include "shell/commands/git/diff_show.h"

namespace pysub::shell::git {
namespace {

// The words of a text, each as a line of its own, and where they stand.
struct Words {
  std::string text;
  std::vector<std::pair<size_t, size_t>> places;
  Lines lines;

  bool Split(Git& git, std::string_view source) {
    if (!git.Charge(source.size() * 18 + 64)) return false;
    for (size_t i = 0; i < source.size();) {
      if (!git.Tick(4)) return false;
      while (i < source.size() && IsSpace(source[i])) ++i;
      const size_t begin = i;
      while (i < source.size() && !IsSpace(source[i])) ++i;
      if (i == begin) break;
      text.append(source.substr(begin, i - begin)).append("\n");
      places.push_back({begin, i});
    }
    return lines.Split(git, text);
  }
};

// Where the words [begin, end) stand; of none: behind the one before.
std::pair<size_t, size_t> PlaceOf(const Words& words, uint64_t begin, uint64_t end) {
  if (begin == end) {
    const size_t at = begin == 0 ? 0 : words.places[begin - 1].second;
    return {at, at};
  }
  return {words.places[begin].first, words.places[end - 1].second};
}

// How pieces are shown. --word-diff=porcelain has each on a line of its own, and "~" for the end of
// a line of the text.
struct Style {
  std::string_view come[2], gone[2], same[2], newline;
};
constexpr Style kPlain = {{"{+", "+}"}, {"[-", "-]"}, {"", ""}, "\n"};
constexpr Style kPorcelain = {{"+", "\n"}, {"-", "\n"}, {" ", "\n"}, "~\n"};

// Each line of a text in its brackets.
void Marked(Git& git, std::string_view text, const std::string_view (&marks)[2],
            std::string_view newline, std::string_view colour) {
  const std::string open(marks[0]), close(marks[1]);
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (!git.Tick(16 + line.size() / 8)) return;
    if (!line.empty()) git.Out(Coloured(git, colour, open + std::string(line) + close));
    if (end == std::string_view::npos) return;
    git.Out(newline);
    text.remove_prefix(end + 1);
  }
}

bool Change(Git& git, const Style& style, std::string_view before, std::string_view after) {
  const bool porcelain = &style == &kPorcelain;
  const auto same = [&](std::string_view text) {
    if (porcelain)
      Marked(git, text, style.same, style.newline, "");
    else
      git.Out(text);
  };
  if (porcelain && after.empty()) {
    Marked(git, before, style.gone, style.newline, kRed);
    return !git.over();
  }
  Git::Scratch scratch(git);
  Words a, b;
  std::vector<DiffHunk> hunks;
  if (!a.Split(git, before) || !b.Split(git, after) ||
      !DiffLines(git, a.lines, b.lines, {}, &hunks))
    return false;
  size_t at = 0;
  for (const DiffHunk& hunk : hunks) {
    const auto [a_begin, a_end] = PlaceOf(a, hunk.a_begin, hunk.a_end);
    const auto [b_begin, b_end] = PlaceOf(b, hunk.b_begin, hunk.b_end);
    if (b_begin > at) same(after.substr(at, b_begin - at));
    Marked(git, before.substr(a_begin, a_end - a_begin), style.gone, style.newline, kRed);
    Marked(git, after.substr(b_begin, b_end - b_begin), style.come, style.newline, kGreen);
    at = std::max(at, b_end);
  }
  same(after.substr(at));
  if (porcelain) return !git.over();
  if (after.empty())
    git.Out("\n");
  else if (!after.ends_with('\n'))
    git.Out("\n");
  return !git.over();
}

std::string_view Between(const Lines& lines, uint64_t begin, uint64_t end) {
  if (begin >= end) return {};
  const char* first = lines[begin].data();
  return {first, static_cast<size_t>(lines[end - 1].data() + lines[end - 1].size() - first)};
}

}  // namespace

bool ShowWords(Git& git, const DiffOptions& options, const Lines& a, const Lines& b,
               const std::vector<DiffHunk>& hunks, size_t first, size_t last,
               const DiffHunk& span) {
  const bool porcelain = options.words == WordDiff::kPorcelain;
  const Style& style = porcelain ? kPorcelain : kPlain;
  // Whole lines that are the same in both.
  const auto context = [&](uint64_t begin, uint64_t end) {
    if (!porcelain) return git.Out(Between(b, begin, end));
    for (uint64_t i = begin; i < end && git.Tick(16); ++i) {
      const bool ends = b[i].ends_with('\n');
      git.Out(" ");
      git.Out(b[i]);
      git.Out(ends ? "~\n" : "\n~\n");
    }
  };
  uint64_t at = span.b_begin;
  for (size_t i = first; i <= last; ++i) {
    const DiffHunk& hunk = hunks[i];
    context(at, hunk.b_begin);
    if (!Change(git, style, Between(a, hunk.a_begin, hunk.a_end),
                Between(b, hunk.b_begin, hunk.b_end)))
      return false;
    at = hunk.b_end;
  }
  context(at, span.b_end);
  const std::string_view rest = Between(b, at, span.b_end);
  if (!porcelain && !rest.empty() && !rest.ends_with('\n')) git.Out("\n");
  return !git.over();
}

}  // namespace pysub::shell::git
