#include "shell/commands/git/apply_hunks.h"

#include <algorithm>

namespace pysub::shell::git {
namespace {

// A line of the patch as the file will have it.
std::string_view Whole(const HunkLine& line) {
  return {line.text.data(), line.text.size() + (line.has_newline ? 1 : 0)};
}

// Equal but for how much white space there is where both have some.
bool Alike(Git& git, std::string_view a, std::string_view b) {
  while (!a.empty() && (a.back() == '\n' || a.back() == '\r')) a.remove_suffix(1);
  while (!b.empty() && (b.back() == '\n' || b.back() == '\r')) b.remove_suffix(1);
  if (!git.Tick((a.size() + b.size()) / 8 + 1)) return false;
  while (!a.empty() && !b.empty()) {
    if (IsSpace(a[0]) != IsSpace(b[0]) || (!IsSpace(a[0]) && a[0] != b[0])) return false;
    if (!IsSpace(a[0])) {
      a.remove_prefix(1);
      b.remove_prefix(1);
      continue;
    }
    while (!a.empty() && IsSpace(a[0])) a.remove_prefix(1);
    while (!b.empty() && IsSpace(b[0])) b.remove_prefix(1);
  }
  return a.empty() && b.empty();
}

// What a hunk is looked for by, of which context may be left out at both ends.
struct Sought {
  std::vector<std::string_view> lines;
  bool at_begin = false, at_end = false;
};

bool Matches(Git& git, const PlaceOptions& o, const Sought& wanted, int64_t at,
             const Image& image) {
  const size_t count = wanted.lines.size();
  if (at < 0 || static_cast<uint64_t>(at) + count > image.size()) return false;
  if (wanted.at_begin && at != 0) return false;
  if (wanted.at_end && static_cast<uint64_t>(at) + count != image.size()) return false;
  for (size_t i = 0; i < count; ++i) {
    const ImageLine& line = image[static_cast<size_t>(at) + i];
    if (!git.Tick(4 + wanted.lines[i].size() / 16)) return false;
    if (line.is_patched && !o.overlap) return false;
    if (line.text != wanted.lines[i] && !(o.blanks && Alike(git, line.text, wanted.lines[i])))
      return false;
  }
  return true;
}

// From the place that the hunk names outwards: below, above, further below ...
int64_t Find(Git& git, const PlaceOptions& o, const Sought& wanted, int64_t place,
             const Image& image) {
  const auto size = static_cast<int64_t>(image.size());
  int64_t line = wanted.at_begin ? 0
                 : wanted.at_end ? size - static_cast<int64_t>(wanted.lines.size())
                                 : place;
  if (line < 0 || line > size) line = size;
  for (int64_t distance = 0; distance <= size; ++distance) {
    if (!git.Tick(4)) return -1;
    if (line + distance <= size && Matches(git, o, wanted, line + distance, image))
      return line + distance;
    if (distance > 0 && Matches(git, o, wanted, line - distance, image)) return line - distance;
  }
  return -1;
}

// The first of the new empty lines that would be the end of the file; null: there are none.
const HunkLine* BlankEnd(const Hunk& hunk, size_t end) {
  const auto blank = [&](size_t at) { return Trimmed(hunk.lines[at].text).empty(); };
  size_t first = end;
  while (first > 0 && hunk.lines[first - 1].mark == '+' && blank(first - 1)) --first;
  if (first == end || (first > 0 && hunk.lines[first - 1].mark == ' ' && blank(first - 1)))
    return nullptr;
  return &hunk.lines[first];
}

}  // namespace

bool PutHunk(Git& git, const PlaceOptions& o, const Hunk& hunk, const uint64_t (&first)[2],
             int number, Image* image, const HunkLine** blank) {
  Sought wanted;
  if (!git.Charge(hunk.lines.size() * (2 * sizeof(std::string_view) + sizeof(ImageLine))))
    return false;
  for (const HunkLine& line : hunk.lines)
    if (line.mark != '+') wanted.lines.push_back(Whole(line));
  uint64_t leading = hunk.Prefix(), trailing = hunk.Suffix();
  const uint64_t whole[2] = {leading, trailing};
  size_t begin = 0, end = hunk.lines.size();  // what is left of the hunk
  wanted.at_begin = first[0] == 0 || (first[0] == 1 && !o.zero);
  wanted.at_end = !o.zero && trailing == 0;
  auto place = static_cast<int64_t>(first[1] == 0 ? 0 : first[1] - 1);
  const uint64_t least = o.context < 0 ? UINT64_MAX : static_cast<uint64_t>(o.context);
  int64_t found = -1;
  while ((found = Find(git, o, wanted, place, *image)) < 0) {
    if (git.over()) return false;
    if (leading <= least && trailing <= least) break;
    if (wanted.at_begin || wanted.at_end) {
      wanted.at_begin = wanted.at_end = false;
      continue;
    }
    if (leading >= trailing) {
      wanted.lines.erase(wanted.lines.begin());
      ++begin;
      --leading;
      --place;
    }
    if (trailing > leading) {
      wanted.lines.pop_back();
      --end;
      --trailing;
    }
  }
  if (found < 0) {
    if (!o.verbose) return false;
    std::string text;
    for (std::string_view line : wanted.lines) text += line;
    git.Err("error: while searching for:\n" + text + "\n");
    return false;
  }
  if (leading != whole[0] || trailing != whole[1])
    git.Err("Context reduced to (" + std::to_string(leading) + "/" + std::to_string(trailing) +
            ") to apply fragment at " + std::to_string(found + 1) + "\n");
  if (o.verbose && found != place) {
    const int64_t offset = found - place;
    git.Err("Hunk #" + std::to_string(number) + " succeeded at " + std::to_string(found + 1) +
            " (offset " + std::to_string(offset) + (offset == 1 ? " line" : " lines") + ").\n");
  }
  Image fresh;
  auto old = static_cast<size_t>(found);
  for (size_t i = begin; i < end; ++i) {
    const HunkLine& line = hunk.lines[i];
    if (line.mark == '+') {
      fresh.push_back({Whole(line), true});
      continue;
    }
    // (Context stays as the file has it.)
    if (line.mark == ' ') fresh.push_back({(*image)[old].text, true});
    ++old;
  }
  if (old == image->size()) *blank = BlankEnd(hunk, end);
  if (!git.Tick(image->size() / 16 + fresh.size()) ||
      !git.Charge(fresh.size() * 2 * sizeof(ImageLine)))
    return false;
  const auto from = image->begin() + found;
  const auto kept =
      static_cast<ptrdiff_t>(std::min(fresh.size(), old - static_cast<size_t>(found)));
  std::copy(fresh.begin(), fresh.begin() + kept, from);
  if (static_cast<size_t>(kept) < fresh.size())
    image->insert(from + kept, fresh.begin() + kept, fresh.end());
  else
    image->erase(from + kept, image->begin() + static_cast<ptrdiff_t>(old));
  return true;
}

}  // namespace pysub::shell::git
