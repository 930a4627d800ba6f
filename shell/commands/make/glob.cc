// Names of files that a pattern matches.

#include <algorithm>

#include "pysub/files/file_system.h"
#include "shell/commands/files/name_pattern.h"
#include "shell/commands/make/maker.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::maker {
namespace {
constexpr std::string_view kMagic = "*?[";
// No more names than this, however much memory there is.
constexpr size_t kMostNames = 1 << 20;
}  // namespace

// Only one's own home: other users have none here.
std::string Maker::ExpandTilde(std::string_view name) const {
  if (!name.starts_with('~') || (name.size() > 1 && name[1] != '/')) return std::string(name);
  const std::optional<std::string_view> home = io_->Env("HOME");
  return home ? std::string(*home) + std::string(name.substr(1)) : std::string(name);
}

// Appends the names that are there, sorted. One part of the pattern after the other: `found` has
// the paths that its first parts gave.
bool Maker::Glob(std::string_view pattern, std::vector<std::string>* names) {
  std::vector<std::string> found = {""};
  std::string_view rest = pattern;
  //   src/*/x.c    {""} -> {"src"} -> {"src/a", "src/b"} -> {"src/a/x.c", "src/b/x.c"}
  //
  // A part without a magic letter is not looked up until it is the last one: at the end only what
  // exists counts.
  while (!rest.empty()) {
    size_t end = rest.find_first_not_of('/');
    if (end == std::string_view::npos) end = rest.size();
    const std::string slashes(rest.substr(0, end));
    rest.remove_prefix(end);
    const std::string_view part = rest.substr(0, rest.find('/'));
    rest.remove_prefix(part.size());
    std::vector<std::string> next;
    for (std::string& path : found) {
      path += slashes;
      if (!Look(64)) return false;
      if (part.find_first_of(kMagic) == std::string_view::npos) {
        path += part;
        if (rest.empty() ? Exists(path) : true) next.push_back(std::move(path));
        continue;
      }
      const std::string directory = path.empty()            ? directory_
                                    : path.starts_with('/') ? path
                                                            : directory_ + "/" + path;
      files::Result<std::vector<files::DirectoryEntry>> entries =
          io_->files().List(CallerOf(*io_), directory);
      if (!entries.ok()) continue;
      for (const files::DirectoryEntry& entry : *entries) {
        if (!Look(entry.name.size() + part.size())) return false;
        // As in a shell, a leading period is matched by a period only.
        if (!MatchName(part, entry.name, kPeriodIsSpecial)) continue;
        const uint64_t size = path.size() + entry.name.size() + 64;
        if (!Hold(size) || next.size() >= kMostNames) {
          no_memory_ = ended_ = true;
          return false;
        }
        next.push_back(path + entry.name);
      }
    }
    found = std::move(next);
  }
  for (std::string& path : found) {
    if (!Exists(path)) continue;
    if (!Hold(3 * sizeof(std::string))) return false;
    names->push_back(std::move(path));
  }
  return true;
}

// The words of a list of files: backslashes before blanks, a "./" in front that says nothing,
// patterns.
// What a pattern does not match stays in the list as it is written: it may be a target that no file
// stands for yet.
bool Maker::FileNames(std::string_view text, bool globs, std::vector<std::string>* names) {
  while (!over()) {
    text = StripFront(text);
    if (text.empty()) break;
    std::string word;
    size_t at = 0;
    for (; at < text.size() && !IsSpace(text[at]); ++at) {
      if (text[at] == '\\' && at + 1 < text.size() &&
          (IsSpace(text[at + 1]) || text[at + 1] == ':'))
        ++at;
      word += text[at];
    }
    text.remove_prefix(at);
    if (!Look(word.size() + 16)) return false;
    std::string_view name = word;
    while (name.size() > 2 && name.starts_with("./")) {
      name.remove_prefix(2);
      while (name.starts_with('/')) name.remove_prefix(1);
      if (name.empty()) break;
    }
    if (name.empty()) name = "./";
    std::string plain = ExpandTilde(name);
    const size_t before = names->size();
    if (globs && plain.find_first_of(kMagic) != std::string::npos && !Glob(plain, names))
      return false;
    if (names->size() > before) continue;
    // (a list that grows has its old place beside one of twice the size)
    if (!Hold(3 * sizeof(std::string) +
              (plain.size() < sizeof(std::string) / 2 ? 0 : plain.size() + 16)))
      return false;
    names->push_back(std::move(plain));
  }
  return !over();
}

}  // namespace pysub::shell::maker
