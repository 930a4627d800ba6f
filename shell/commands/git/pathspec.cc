// Globs and pathspecs.
//
// A glob is split into parts, and a set of places goes over the text: all i such that the parts
// before i match what was read. Each byte of the text moves every place at once, so nothing is
// tried twice:
//
//   "*a*b" on "xaab":   read    places (parts before it are matched)
//                       ""      0 1
//                       x       0 1
//                       xa      0 1 2 3
//                       ...     4 in the end: it matches
//
// Globs come from users and from .gitignore files of hostile repositories: this keeps a bad one
// cheap.

#include "shell/commands/git/pathspec.h"

#include <algorithm>

namespace pysub::shell::git {
namespace {

constexpr size_t kMostGlob = 4096;

char Folded(char c, bool fold) {
  return fold && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool InClass(std::string_view name, char c) {
  const bool lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z',
             digit = c >= '0' && c <= '9';
  if (name == "alpha") return lower || upper;
  if (name == "digit") return digit;
  if (name == "alnum") return lower || upper || digit;
  if (name == "lower") return lower;
  if (name == "upper") return upper;
  if (name == "space") return IsSpace(c);
  if (name == "blank") return c == ' ' || c == '\t';
  if (name == "punct") return c > 32 && c < 127 && !lower && !upper && !digit;
  if (name == "xdigit") return HexDigit(c) >= 0;
  if (name == "print") return c >= 32 && c < 127;
  if (name == "graph") return c > 32 && c < 127;
  if (name == "cntrl") return (c >= 0 && c < 32) || c == 127;
  return false;
}

// A part of a glob.
struct Part {
  enum Kind : uint8_t { kByte, kAny, kStar, kStarStar, kDirectories, kSet } kind = kByte;
  char byte = 0;
  size_t begin = 0, end = 0;  // of a set: between its brackets
};

// Where the set that begins at `at` (behind the bracket) ends; npos: it does not.
size_t SetEnd(std::string_view glob, size_t at) {
  if (at < glob.size() && (glob[at] == '!' || glob[at] == '^')) ++at;
  if (at < glob.size() && glob[at] == ']') ++at;
  for (; at < glob.size(); ++at) {
    if (glob[at] == ']') return at;
    if (glob[at] == '\\') ++at;
    if (glob.substr(at, 2) == "[:") {
      const size_t close = glob.find(":]", at + 2);
      if (close != std::string_view::npos) at = close + 1;
    }
  }
  return std::string_view::npos;
}

bool SetHas(std::string_view set, char c, bool fold) {
  bool negated = false, found = false;
  if (!set.empty() && (set[0] == '!' || set[0] == '^')) {
    negated = true;
    set.remove_prefix(1);
  }
  const auto byte = [&](size_t at) { return static_cast<uint8_t>(Folded(set[at], fold)); };
  const auto wanted = static_cast<uint8_t>(Folded(c, fold));
  for (size_t at = 0; at < set.size(); ++at) {
    if (set.substr(at, 2) == "[:") {
      const size_t close = set.find(":]", at + 2);
      if (close != std::string_view::npos) {
        found = found || InClass(set.substr(at + 2, close - at - 2), c);
        at = close + 1;
        continue;
      }
    }
    if (set[at] == '\\' && at + 1 < set.size()) ++at;
    const uint8_t low = byte(at);
    if (at + 2 < set.size() && set[at + 1] == '-') {
      at += 2;
      if (set[at] == '\\' && at + 1 < set.size()) ++at;
      found = found || (low <= wanted && wanted <= byte(at));
    } else {
      found = found || low == wanted;
    }
  }
  return found != negated;
}

bool SplitGlob(std::string_view glob, bool slashes, std::vector<Part>* parts) {
  for (size_t at = 0; at < glob.size(); ++at) {
    Part part;
    const char c = glob[at];
    if (c == '*') {
      size_t end = at;
      while (end < glob.size() && glob[end] == '*') ++end;
      const bool begins = at == 0 || glob[at - 1] == '/';
      part.kind = slashes ? Part::kStar : Part::kStarStar;
      if (slashes && end - at == 2 && begins && (end == glob.size() || glob[end] == '/')) {
        part.kind = end == glob.size() ? Part::kStarStar : Part::kDirectories;
        if (end < glob.size()) ++end;
      }
      at = end - 1;
    } else if (c == '?') {
      part.kind = Part::kAny;
    } else if (c == '[') {
      const size_t end = SetEnd(glob, at + 1);
      if (end == std::string_view::npos) return false;
      part = {Part::kSet, 0, at + 1, end};
      at = end;
    } else {
      if (c == '\\' && ++at >= glob.size()) return false;
      part.byte = glob[at];
    }
    parts->push_back(part);
  }
  return true;
}

}  // namespace

bool WildMatch(Git& git, std::string_view glob, std::string_view text, bool slashes,
               bool ignore_case) {
  if (glob.size() > kMostGlob) return false;
  std::vector<Part> parts;
  if (!SplitGlob(glob, slashes, &parts)) return false;
  // at[i]: the parts before i match the text so far.
  std::vector<uint8_t> at(parts.size() + 1), next(parts.size() + 1);
  // 2: in the middle of a directory's name that "**/" takes.
  const auto close = [&] {
    for (size_t i = 0; i < parts.size(); ++i) {
      const Part::Kind kind = parts[i].kind;
      if (kind == Part::kDirectories
              ? at[i] == 1
              : at[i] != 0 && (kind == Part::kStar || kind == Part::kStarStar))
        at[i + 1] = 1;
    }
  };
  at[0] = 1;
  close();
  for (size_t t = 0; t < text.size(); ++t) {
    const char c = text[t];
    if (!git.Tick(parts.size() / 4 + 1)) return false;
    std::fill(next.begin(), next.end(), 0);
    bool any = false;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (at[i] == 0) continue;
      const Part& part = parts[i];
      bool step = false, stay = false;
      switch (part.kind) {
        case Part::kByte: step = Folded(part.byte, ignore_case) == Folded(c, ignore_case); break;
        case Part::kAny: step = !slashes || c != '/'; break;
        case Part::kSet:
          step = (!slashes || c != '/') &&
                 SetHas(glob.substr(part.begin, part.end - part.begin), c, ignore_case);
          break;
        case Part::kStar: stay = c != '/'; break;
        case Part::kStarStar: stay = true; break;
        case Part::kDirectories: break;
      }
      if (step) next[i + 1] = 1;
      if (stay) next[i] = 1;
      any = any || step || stay;
      if (part.kind == Part::kDirectories) {
        any = true;
        if (next[i] == 0) next[i] = 2;
        if (c == '/') next[i + 1] = 1;
      }
    }
    if (!any) return false;
    at.swap(next);
    close();
  }
  return at[parts.size()] != 0;
}

bool HasWildcards(std::string_view text) {
  return text.find_first_of("*?[\\") != std::string_view::npos;
}

bool Pathspec::Parse(Git& git, std::span<const std::string> words) {
  bool only_exclude = !words.empty();
  for (const std::string& word : words) {
    if (word.empty())
      return git.Fatal(
          "empty string is not a valid pathspec. please use . instead if you meant to match all "
          "paths");
    Item item{.text = word, .path = {}};
    std::string_view rest = word;
    bool top = false, literal = false;
    if (rest.starts_with(":(")) {
      const size_t end = rest.find(')');
      if (end == std::string_view::npos)
        return git.Fatal("Missing ')' at the end of pathspec magic in '" + word + "'");
      std::string_view magic = rest.substr(2, end - 2);
      rest.remove_prefix(end + 1);
      while (!magic.empty()) {
        const size_t comma = std::min(magic.find(','), magic.size());
        const std::string_view name = magic.substr(0, comma);
        magic.remove_prefix(std::min(comma + 1, magic.size()));
        if (name == "top")
          top = true;
        else if (name == "exclude")
          item.exclude = true;
        else if (name == "glob")
          item.slashes = true;
        else if (name == "icase")
          item.ignore_case = true;
        else if (name == "literal")
          literal = true;
        else
          return git.Fatal("Invalid pathspec magic '" + std::string(name) + "' in '" + word + "'");
      }
    } else if (rest.starts_with(':') && rest.size() > 1) {
      rest.remove_prefix(1);
      while (!rest.empty() && (rest[0] == '/' || rest[0] == '!' || rest[0] == '^')) {
        if (rest[0] == '/')
          top = true;
        else
          item.exclude = true;
        rest.remove_prefix(1);
      }
      if (rest.starts_with(':')) rest.remove_prefix(1);
    }
    std::optional<std::string> path =
        top ? std::optional<std::string>(rest) : PathInTree(git, rest);
    if (!path) {
      return git.Fatal(word + ": '" + word + "' is outside repository at '" + git.work_tree + "'");
    }
    item.directory = path->ends_with('/');
    while (path->ends_with('/')) path->pop_back();
    item.path = *path;
    item.glob = !literal && HasWildcards(rest);
    if (!item.exclude) only_exclude = false;
    items_.push_back(std::move(item));
  }
  // Only what is left out was said, so all else is meant, from where git works on.
  if (only_exclude) {
    std::string here = git.prefix;
    if (!here.empty()) here.pop_back();
    items_.insert(items_.begin(), Item{.text = ".", .path = here});
  }
  return true;
}

bool Pathspec::ItemMatches(Git& git, const Item& item, std::string_view path) const {
  if (item.path.empty()) return true;
  if (item.ignore_case && !item.glob) {
    const std::string low = Lower(path), wanted = Lower(item.path);
    return low == wanted || low.starts_with(wanted + "/");
  }
  if (path.starts_with(item.path) &&
      (path.size() == item.path.size() || path[item.path.size()] == '/'))
    return path.size() > item.path.size() || !item.directory;
  return item.glob && WildMatch(git, item.path, path, item.slashes, item.ignore_case);
}

int Pathspec::MatchOf(Git& git, std::string_view path) const {
  int found = -1;
  for (size_t i = 0; i < items_.size(); ++i) {
    if (items_[i].exclude || found >= 0) continue;
    if (ItemMatches(git, items_[i], path)) found = static_cast<int>(i);
  }
  if (found < 0) return -1;
  for (const Item& item : items_)
    if (item.exclude && ItemMatches(git, item, path)) return -1;
  return found;
}

bool Pathspec::Matches(Git& git, std::string_view path) const {
  return items_.empty() || MatchOf(git, path) >= 0;
}

void Pathspec::Mark(Git& git, std::string_view path, std::vector<uint8_t>* seen) const {
  seen->resize(items_.size());
  for (size_t i = 0; i < items_.size(); ++i)
    if ((*seen)[i] == 0 && ItemMatches(git, items_[i], path)) (*seen)[i] = 1;
}

bool Pathspec::MayMatchBelow(Git& git, std::string_view directory) const {
  if (items_.empty()) return true;
  const std::string below = std::string(directory) + "/";
  for (const Item& item : items_) {
    if (item.exclude) continue;
    // The item names a place below, or the directory lies below the item.
    const size_t wild = item.glob ? item.path.find_first_of("*?[\\") : std::string::npos;
    const std::string_view fixed = std::string_view(item.path).substr(0, wild);
    if (fixed.starts_with(below) || below.starts_with(fixed) || item.ignore_case) {
      if (wild != std::string::npos || item.ignore_case || fixed.starts_with(below) ||
          ItemMatches(git, item, directory) || below == std::string(fixed) + "/")
        return true;
    }
  }
  return false;
}

}  // namespace pysub::shell::git
