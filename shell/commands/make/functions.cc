// The functions of makefiles that need nothing but their arguments.

#include "shell/commands/make/functions.h"

#include <algorithm>
#include <cerrno>
#include <charconv>

#include "pysub/files/file_system.h"
#include "shell/commands/make/maker.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::maker {
namespace {

// A decimal number with blanks around it; nullopt: it is none.
std::optional<uint64_t> Number(std::string_view text) {
  text = Strip(text);
  if (text.empty()) return std::nullopt;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
  }
  uint64_t value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc())
    return UINT64_MAX;
  return value;
}

std::string NormalPath(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    const size_t slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      out.resize(out.rfind('/') == std::string::npos ? 0 : out.rfind('/'));
      continue;
    }
    out.append("/").append(part);
  }
  return out.empty() ? "/" : out;
}

std::string_view OriginText(Origin origin) {
  switch (origin) {
    case Origin::kDefault: return "default";
    case Origin::kEnvironment: return "environment";
    case Origin::kFile: return "file";
    case Origin::kEnvironmentOverride: return "environment override";
    case Origin::kCommandLine: return "command line";
    case Origin::kOverride: return "override";
    case Origin::kAutomatic: return "automatic";
  }
  return "";
}

}  // namespace

// Part of a result. False: there is no room, or the script ends.
bool Maker::AddPiece(std::string* out, std::string_view piece) {
  if (!MakeRoom(*io_, out, piece.size(), &scratch_)) {
    no_memory_ = ended_ = true;
    return false;
  }
  *out += piece;
  return Look(piece.size() + 8);
}

// A word of a result, with a blank before it.
bool Maker::AddWord(std::string* out, std::string_view word, bool* first) {
  return (std::exchange(*first, false) || AddPiece(out, " ")) && AddPiece(out, word);
}

// The result is charged by who keeps it now.
void Maker::DropScratch() { (void)io_->Reserve(-static_cast<int64_t>(std::exchange(scratch_, 0))); }

void Maker::Substitute(std::string_view value, const std::string& from, const std::string& to,
                       std::string* out) {
  const Pattern pattern = CutPattern(from), target = CutPattern(to);
  bool first = true;
  if (!pattern.has_percent) {
    // Whole words, and the blanks stay. An empty one stands behind blanks at the end.
    do {
      size_t begin = 0;
      while (begin < value.size() && IsSpace(value[begin])) ++begin;
      size_t end = begin;
      while (end < value.size() && !IsSpace(value[end])) ++end;
      const std::string_view word = value.substr(begin, end - begin);
      const bool replaced = word == pattern.before;
      if (!AddPiece(out, value.substr(0, replaced ? begin : end))) return;
      if (replaced && !AddPiece(out, to)) return;
      value.remove_prefix(end);
    } while (!value.empty());
    return;
  }
  while (true) {
    const std::string_view word = NextWord(&value);
    if (word.empty()) return;
    const std::optional<std::string_view> stem = StemOf(pattern, word);
    if (!stem) {
      if (!AddWord(out, word, &first)) return;
      continue;
    }
    if (!AddWord(out, target.before, &first)) return;
    if (target.has_percent && !AddPiece(out, pattern.has_percent ? *stem : "%")) return;
    if (!AddPiece(out, target.after)) return;
  }
}

void Maker::SortWords(std::string_view text, std::string* out) {
  std::vector<std::string_view> words;
  uint64_t charged = 0;
  while (true) {
    const std::string_view word = NextWord(&text);
    if (word.empty()) break;
    if (!MakeRoom(*io_, &words, 1, &charged)) {
      no_memory_ = ended_ = true;
      return;
    }
    words.push_back(word);
    if (!Look(word.size() + 16)) return;
  }
  uint64_t compared = 0;
  std::sort(words.begin(), words.end(), [&](std::string_view a, std::string_view b) {
    if ((++compared & 1023) == 0) (void)Look(1024 * 16);
    return a < b;
  });
  bool first = true;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && words[i] == words[i - 1]) continue;
    if (!AddWord(out, words[i], &first)) break;
  }
  (void)io_->Reserve(-static_cast<int64_t>(charged));
}

void Maker::Wildcard(std::string_view text, std::string* out) {
  bool first = true;
  while (true) {
    std::string_view word = NextWord(&text);
    if (word.empty()) return;
    std::vector<std::string> names;
    const std::string pattern = ExpandTilde(word);
    if (pattern.find_first_of("*?[") == std::string::npos) {
      if (Exists(pattern)) names.push_back(pattern);
    } else if (!Glob(pattern, &names)) {
      return;
    }
    for (const std::string& name : names) {
      if (!AddWord(out, name, &first)) return;
    }
  }
}

void Maker::RealPaths(std::string_view text, bool must_exist, std::string* out) {
  bool first = true;
  while (true) {
    const std::string_view word = NextWord(&text);
    if (word.empty()) return;
    std::string path =
        word.starts_with('/') ? std::string(word) : directory_ + "/" + std::string(word);
    if (must_exist) {
      files::Result<std::string> real = io_->files().Realpath(CallerOf(*io_), path);
      if (!real.ok()) continue;
      path = *real;
    } else {
      path = NormalPath(path);
    }
    if (!AddWord(out, path, &first)) return;
  }
}

// $(file >NAME,TEXT), $(file >>NAME,TEXT), $(file <NAME)
void Maker::FileFunction(const std::vector<std::string>& args, std::string* out) {
  std::string_view name = Strip(args[0]);
  const bool writes = name.starts_with('>'), appends = name.starts_with(">>");
  const bool reads = name.starts_with('<');
  if (!writes && !reads)
    return FatalAt(CurrentPlace(), "file: invalid file operation: " + std::string(name));
  name.remove_prefix(appends ? 2 : 1);
  name = Strip(name);
  if (name.empty()) return FatalAt(CurrentPlace(), "file: missing filename");
  std::string path =
      name.starts_with('/') ? std::string(name) : directory_ + "/" + std::string(name);
  if (reads) {
    if (args.size() > 1) return FatalAt(CurrentPlace(), "file: too many arguments");
    while (true) {
      files::Result<std::string> piece =
          io_->files().ReadFile(CallerOf(*io_), path, out->size(), 65536);
      if (!piece.ok()) {
        if (out->empty() && piece.error() == ENOENT) return;
        return FatalAt(CurrentPlace(),
                       "open: " + std::string(name) + ": " + std::string(ErrnoText(piece.error())));
      }
      if (piece->empty()) break;
      if (!AddPiece(out, *piece)) return;
    }
    if (out->ends_with('\n')) out->pop_back();
    return;
  }
  const int fd = io_->Open(path, appends ? OpenMode::kAppend : OpenMode::kWrite);
  if (fd < 0) {
    return FatalAt(CurrentPlace(),
                   "open: " + std::string(name) + ": " + std::string(ErrnoText(io_->error())));
  }
  if (args.size() > 1) {
    io_->Write(fd, args[1]);
    if (!args[1].ends_with('\n')) io_->Write(fd, "\n");
  }
  io_->Close(fd);
  Work(1000);
}

void Maker::CallFunction(int function, std::vector<std::string>& args, std::string* out) {
  const std::string& a = args[0];
  const std::string none;
  const std::string& b = args.size() > 1 ? args[1] : none;
  const std::string& c = args.size() > 2 ? args[2] : none;
  std::string_view rest = a;
  bool first = true;
  Work(a.size() / 8 + 8);
  const auto each = [&](std::string_view text, auto&& make) {
    while (!over()) {
      const std::string_view word = NextWord(&text);
      if (word.empty() || !make(word)) return;
    }
  };
  switch (Function{static_cast<uint8_t>(function)}) {
    case Function::kAbspath: return RealPaths(a, false, out);
    case Function::kRealpath: return RealPaths(a, true, out);
    case Function::kWildcard: return Wildcard(a, out);
    case Function::kSort: return SortWords(a, out);
    case Function::kFile: return FileFunction(args, out);
    case Function::kPatsubst:
      return Substitute(c, std::string(Strip(a)), std::string(Strip(b)), out);
    case Function::kAddprefix:
    case Function::kAddsuffix: {
      const bool before = Function{static_cast<uint8_t>(function)} == Function::kAddprefix;
      return each(b, [&](std::string_view word) {
        return AddWord(out, before ? std::string_view(a) : word, &first) &&
               AddPiece(out, before ? word : std::string_view(a));
      });
    }
    case Function::kBasename:
      return each(a, [&](std::string_view word) {
        return AddWord(out, word.substr(0, word.size() - SuffixPart(word).size()), &first);
      });
    case Function::kDir:
      return each(a,
                  [&](std::string_view word) { return AddWord(out, DirectoryPart(word), &first); });
    case Function::kNotdir:
      return each(a, [&](std::string_view word) { return AddWord(out, NamePart(word), &first); });
    case Function::kSuffix:
      return each(a, [&](std::string_view word) {
        return SuffixPart(word).empty() || AddWord(out, SuffixPart(word), &first);
      });
    case Function::kStrip:
      return each(a, [&](std::string_view word) { return AddWord(out, word, &first); });
    case Function::kError:
    case Function::kWarning:
    case Function::kInfo: {
      const Function kind{static_cast<uint8_t>(function)};
      if (kind == Function::kError) return FatalAt(CurrentPlace(), a);
      if (kind == Function::kWarning) return ComplainAt(CurrentPlace(), a);
      return Print(a);
    }
    case Function::kFilter:
    case Function::kFilterOut: {
      std::vector<Pattern> patterns;
      uint64_t charged = 0;
      each(a, [&](std::string_view word) {
        if (!MakeRoom(*io_, &patterns, 1, &charged)) {
          no_memory_ = ended_ = true;
          return false;
        }
        patterns.push_back(CutPattern(word));
        return Look(word.size() + 16);
      });
      const bool wanted = Function{static_cast<uint8_t>(function)} == Function::kFilter;
      each(b, [&](std::string_view word) {
        bool found = false;
        for (const Pattern& p : patterns) {
          if (!Look(8)) return false;
          if (StemOf(p, word)) {
            found = true;
            break;
          }
        }
        return found != wanted || AddWord(out, word, &first);
      });
      (void)io_->Reserve(-static_cast<int64_t>(charged));
      return;
    }
    case Function::kFindstring:
      if (!Look(b.size())) return;
      if (b.find(a) != std::string::npos) *out = a;
      return;
    case Function::kFirstword: *out = std::string(NextWord(&rest)); return;
    case Function::kLastword: {
      rest = Strip(rest);
      size_t at = rest.size();
      while (at > 0 && !IsSpace(rest[at - 1])) --at;
      *out = std::string(rest.substr(at));
      return;
    }
    case Function::kFlavor: {
      const Variable* v = Find(a);
      *out = v == nullptr ? "undefined" : v->recursive ? "recursive" : "simple";
      return;
    }
    case Function::kOrigin: {
      const Variable* v = Find(a);
      *out = v == nullptr ? "undefined" : OriginText(v->origin);
      return;
    }
    case Function::kValue: {
      const Variable* v = Find(a);
      if (v != nullptr) *out = v->value;
      return;
    }
    case Function::kJoin: {
      std::string_view other = b;
      while (!over()) {
        const std::string_view x = NextWord(&rest), y = NextWord(&other);
        if (x.empty() && y.empty()) return;
        if (!AddWord(out, x, &first) || !AddPiece(out, y)) return;
      }
      return;
    }
    case Function::kSubst: {
      if (a.empty()) {
        *out = c + b;
        return;
      }
      size_t from = 0;
      while (!over()) {
        const size_t at = c.find(a, from);
        if (at == std::string::npos) break;
        if (!AddPiece(out, std::string_view(c).substr(from, at - from)) || !AddPiece(out, b))
          return;
        from = at + a.size();
      }
      (void)AddPiece(out, std::string_view(c).substr(from));
      return;
    }
    case Function::kWord: {
      const std::optional<uint64_t> n = Number(a);
      if (!n)
        return FatalAt(CurrentPlace(),
                       "non-numeric first argument to 'word' function: '" + a + "'");
      if (*n == 0)
        return FatalAt(CurrentPlace(), "first argument to 'word' function must be greater than 0");
      uint64_t i = 0;
      return each(b, [&](std::string_view word) {
        if (++i != *n) return Look(word.size() + 1);
        *out = std::string(word);
        return false;
      });
    }
    case Function::kWordlist: {
      const std::optional<uint64_t> n = Number(a), m = Number(b);
      if (!n) {
        return FatalAt(CurrentPlace(),
                       "non-numeric first argument to 'wordlist' function: '" + a + "'");
      }
      if (!m) {
        return FatalAt(CurrentPlace(),
                       "non-numeric second argument to 'wordlist' function: '" + b + "'");
      }
      if (*n == 0) {
        return FatalAt(CurrentPlace(),
                       "invalid first argument to 'wordlist' function: '" + a + "'");
      }
      uint64_t i = 0;
      return each(c, [&](std::string_view word) {
        if (++i > *m) return false;
        return i < *n ? Look(word.size() + 1) : AddWord(out, word, &first);
      });
    }
    case Function::kWords: {
      uint64_t i = 0;
      each(a, [&](std::string_view word) {
        ++i;
        return Look(word.size() + 1);
      });
      *out = std::to_string(i);
      return;
    }
    // (those that are more than a call are begun elsewhere)
    case Function::kAnd:
    case Function::kCall:
    case Function::kEval:
    case Function::kForeach:
    case Function::kIf:
    case Function::kOr:
    case Function::kShell: return;
  }
}

}  // namespace pysub::shell::maker
