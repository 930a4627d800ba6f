#include "shell/expand/glob.h"

#include <algorithm>
#include <utility>

#include "shell/run/growing_text.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/process.h"
#include "shell/run/variable_access.h"

namespace pysub::shell {
namespace {

// Pathname expansion, a segment of the path at a time. found has the paths that match so far; each
// becomes those that match one segment more.
//
//   pattern   src/*/[ab]*.c
//   found     ""  ->  src/  ->  src/x/ src/y/  ->  src/x/a.c src/y/b1.c
//
// A segment without pattern characters is only looked up, so directories that cannot be listed may
// still stand in the middle of a path. The result is sorted by bytes at the end. File names are
// counted by the account as they are found: a script can make many.
class Glob {
 public:
  Glob(Process& process, const PatternOptions& options)
      : process_(process), options_(options), cwd_(process.cwd), caller_(process.caller()) {
    const std::string* ignore = ValueOf(process, kSymGlobignore);
    ignores_ = ignore != nullptr && !ignore->empty();
    dotglob_ = process.options.Has(Shopt::kDotglob) || ignores_;
    globstar_ = process.options.Has(Shopt::kGlobstar);
  }

  void Run(std::string_view pattern, std::vector<std::string>* names, MemoryCharge* held) {
    // of its segments, and of a path as it is made
    const ScopedMemoryCharge copies(&process_.budget(), 4 * pattern.size());
    if (!copies.ok()) return;
    std::vector<std::string> found;
    size_t start = 0;
    while (start < pattern.size() && pattern[start] == '/') ++start;
    found.emplace_back(pattern.substr(0, start));
    pattern.remove_prefix(start);
    while (!pattern.empty() && !found.empty()) {
      size_t end = SegmentEnd(pattern);
      std::string_view segment = pattern.substr(0, end);
      size_t slashes = end;
      while (slashes < pattern.size() && pattern[slashes] == '/') ++slashes;
      std::string_view separator = pattern.substr(end, slashes - end);
      pattern.remove_prefix(slashes);
      MemoryCharge before = std::exchange(held_, MemoryCharge());
      // Of **/** each directory is visited once.
      while (globstar_ && segment == "**" && (pattern == "**" || pattern.starts_with("**/"))) {
        size_t next = 2;
        while (next < pattern.size() && pattern[next] == '/') ++next;
        separator = pattern.substr(2, next - 2);
        below_pattern_ = true;
        pattern.remove_prefix(next);
      }
      found = Segment(found, segment, separator, pattern.empty());
      if (process_.budget().stopped()) return;
      below_pattern_ = below_pattern_ || HasPatternCharacters(segment, options_.extglob);
    }
    std::sort(found.begin(), found.end());
    *names = std::move(found);
    *held = std::move(held_);
  }

 private:
  // Slashes in extended patterns and brackets do not end a segment only when quoted; bash
  // splits at all others.
  static size_t SegmentEnd(std::string_view pattern) {
    for (size_t i = 0; i < pattern.size(); ++i) {
      if (pattern[i] == '\\') {
        ++i;
      } else if (pattern[i] == '/') {
        return i;
      }
    }
    return pattern.size();
  }

  std::vector<std::string> Segment(const std::vector<std::string>& bases, std::string_view segment,
                                   std::string_view separator, bool last) {
    std::vector<std::string> found;
    bool star = globstar_ && segment == "**";
    bool pattern = HasPatternCharacters(segment, options_.extglob);
    std::string literal = pattern ? std::string() : UnescapePattern(segment);
    for (const std::string& base : bases) {
      if (!process_.budget().Tick(16 + (base.size() + segment.size()) / 16)) return {};
      if (!pattern) {
        std::string path = base + literal + std::string(separator);
        if (Exists(path)) Add(std::move(path), &found);
      } else if (star) {
        StarStar(base, separator, last, &found);
      } else {
        List(base, segment, separator, &found);
      }
      if (process_.budget().stopped()) return {};
    }
    return found;
  }

  bool Add(std::string path, std::vector<std::string>* found) {
    if (!held_.Add(&process_.budget(), static_cast<int64_t>(path.size() + 64)) ||
        !MakeRoom(&process_.budget(), found))
      return false;
    found->push_back(std::move(path));
    return true;
  }

  bool Exists(const std::string& path) {
    return process_.files()
        .StatPath(caller_, path, path.ends_with('/') ? files::Follow::kYes : files::Follow::kNo)
        .ok();
  }

  bool IsDirectory(const std::string& path) {
    auto stat = process_.files().StatPath(caller_, path);
    return stat.ok() && stat->IsDirectory();
  }

  std::vector<files::DirectoryEntry> Entries(const std::string& base) {
    auto list = process_.files().List(
        caller_, base.empty() ? std::string_view(".") : std::string_view(base));
    if (!list.ok()) return {};
    process_.budget().Tick(list->size() * 8);
    return std::move(list).value();
  }

  // A name that begins with a dot must be asked for by a dot, or by dotglob. With more segments to
  // come only directories count. That is looked up behind the match, as the dearer test.
  void List(const std::string& base, std::string_view segment, std::string_view separator,
            std::vector<std::string>* found) {
    bool dots = dotglob_ || segment.starts_with('.') || segment.starts_with("\\.");
    PatternMatcher matcher(segment, options_, &process_.budget());
    if (!ignores_ && !process_.options.Has(Shopt::kGlobskipdots) &&
        (segment.starts_with('.') || segment.starts_with("\\."))) {
      for (std::string_view name : {".", ".."}) {
        if (matcher.Matches(name)) Add(base + std::string(name) + std::string(separator), found);
      }
    }
    for (const files::DirectoryEntry& entry : Entries(base)) {
      if (entry.name.starts_with('.') && !dots) continue;
      if (!matcher.Matches(entry.name)) continue;
      if (!separator.empty() && !IsDirectory(base + entry.name)) continue;
      if (!Add(base + entry.name + std::string(separator), found)) return;
    }
  }

  // ** is every directory below, itself included, and as the last segment all files, too.
  // Links are not followed.
  void StarStar(const std::string& base, std::string_view separator, bool last,
                std::vector<std::string>* found) {
    std::vector<std::string> pending{base};
    bool directories_only = !last || !separator.empty();
    if (!last) {
      Add(base, found);
    } else if (!base.empty() && IsDirectory(base)) {
      // (Bash shows the directory that ** begins in with a slash only where no pattern found it.)
      const bool bare = below_pattern_ && separator.empty();
      Add(bare ? base.substr(0, base.size() - 1) : base, found);
    }
    while (!pending.empty()) {
      std::string directory = std::move(pending.back());
      pending.pop_back();
      for (const files::DirectoryEntry& entry : Entries(directory)) {
        if (!process_.budget().Tick(8)) return;
        if (entry.name.starts_with('.') && !dotglob_) continue;
        std::string path = directory + entry.name;
        bool is_directory = entry.kind == files::FileKind::kDirectory;
        if (is_directory) pending.push_back(path + "/");
        if (directories_only) {
          if (is_directory) Add(path + "/", found);
        } else {
          Add(std::move(path), found);
        }
      }
    }
  }

  Process& process_;
  PatternOptions options_;
  std::string cwd_;
  files::Caller caller_;
  bool dotglob_ = false;
  bool ignores_ = false;  // GLOBIGNORE is set: . and .. never match
  bool globstar_ = false;
  bool below_pattern_ = false;  // a segment before this one is a pattern
  MemoryCharge held_;           // of what the last segment has found
};

}  // namespace

void GlobPathnames(Process& process, std::string_view pattern, const PatternOptions& options,
                   std::vector<std::string>* names, MemoryCharge* held) {
  const std::string* ignore = ValueOf(process, kSymGlobignore);
  Glob(process, options).Run(pattern, names, held);
  if (ignore == nullptr || ignore->empty()) return;
  std::string_view patterns = *ignore;
  std::erase_if(*names, [&](const std::string& name) {
    std::string_view rest = patterns;
    while (!rest.empty() && process.budget().Tick(1)) {
      size_t end = std::min(rest.find(':'), rest.size());
      if (MatchPattern(rest.substr(0, end), name, options, &process.budget())) return true;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
  });
}

}  // namespace pysub::shell
