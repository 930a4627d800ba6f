// The functions of makefiles that need nothing but their arguments.

#include "shell/commands/make/functions.h"

#include <algorithm>
#include <cerrno>
#include <charconv>

#include "pysub/files/file_system.h"
#include "shell/commands/make/maker.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"
#include "shell/text_search.h"

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

// Without ".", ".." and double slashes, by the text alone: links are not looked at, and what is not
// there has a path, too. The path is absolute.
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

// What $(origin) says.
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

// The pattern has its '%' almost always: NamedReference() adds one. Then the words come out with
// one blank between them; only $(patsubst a,b,text) keeps the blanks.
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

// Duplicates go: GNU make's sort does both. The order is that of bytes.
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
  // Cannot be stopped in the middle, so work is counted every 1024 comparisons; the limit is
  // noticed behind it.
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

// Names of a pattern come out sorted, patterns in their order; what matches nothing gives nothing.
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

// $(realpath) follows links, and what is not there is left out; $(abspath) only tidies the text.
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
    return FatalAt(ExpandingPlace(), "file: invalid file operation: " + std::string(name));
  name.remove_prefix(appends ? 2 : 1);
  name = Strip(name);
  if (name.empty()) return FatalAt(ExpandingPlace(), "file: missing filename");
  std::string path =
      name.starts_with('/') ? std::string(name) : directory_ + "/" + std::string(name);
  if (reads) {
    if (args.size() > 1) return FatalAt(ExpandingPlace(), "file: too many arguments");
    while (true) {
      files::Result<std::string> piece =
          // A piece at a time, so that memory is charged before a large file is in it.
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

// $(filter A,B), $(filter-out A,B)
void Maker::FilterWords(const std::string& a, const std::string& b, bool wanted, std::string* out) {
  std::vector<Pattern> patterns;
  uint64_t charged = 0;
  std::string_view rest = a;
  for (std::string_view word = NextWord(&rest); !word.empty(); word = NextWord(&rest)) {
    if (!MakeRoom(*io_, &patterns, 1, &charged)) {
      no_memory_ = ended_ = true;
      return;
    }
    patterns.push_back(CutPattern(word));
    if (!Look(word.size() + 16)) return;
  }
  bool first = true;
  rest = b;
  for (std::string_view word = NextWord(&rest); !word.empty(); word = NextWord(&rest)) {
    bool found = false;
    for (size_t i = 0; i < patterns.size() && !found; ++i) {
      if (!Look(8)) return;
      found = StemOf(patterns[i], word).has_value();
    }
    if (found == wanted && !AddWord(out, word, &first)) return;
  }
  (void)io_->Reserve(-static_cast<int64_t>(charged));
}

// $(subst A,B,C). An empty A is found once, at the end.
void Maker::ReplaceText(const std::string& a, const std::string& b, const std::string& c,
                        std::string* out) {
  size_t from = 0;
  while (!a.empty()) {
    const size_t at = FindText(c, a, from, [this](uint64_t work) { return Look(work); });
    if (at == std::string::npos) break;
    if (!AddPiece(out, std::string_view(c).substr(from, at - from)) || !AddPiece(out, b)) return;
    from = at + a.size();
  }
  if (AddPiece(out, std::string_view(c).substr(from)) && a.empty()) (void)AddPiece(out, b);
}

// $(word A,B) and $(wordlist A,B,C): words from the first to the last number, which counts from 1.
void Maker::PickWords(Function function, const std::vector<std::string>& args, std::string* out) {
  const bool is_list = function == Function::kWordlist;
  const std::string name = is_list ? "'wordlist' function" : "'word' function";
  std::vector<uint64_t> numbers;
  for (size_t i = 0; i + 1 < args.size() && i < 2; ++i) {
    const std::optional<uint64_t> number = Number(args[i]);
    if (!number) {
      return FatalAt(ExpandingPlace(), std::string("non-numeric ") + (i == 0 ? "first" : "second") +
                                           " argument to " + name + ": '" + args[i] + "'");
    }
    numbers.push_back(*number);
  }
  if (numbers.empty()) return;
  if (numbers[0] == 0) {
    return FatalAt(ExpandingPlace(),
                   is_list ? "invalid first argument to " + name + ": '" + args[0] + "'"
                           : "first argument to " + name + " must be greater than 0");
  }
  uint64_t at = 0;
  bool first = true;
  std::string_view rest = args.back();
  for (std::string_view word = NextWord(&rest); !word.empty(); word = NextWord(&rest)) {
    if (++at > numbers.back()) return;
    if (at >= numbers[0] ? !AddWord(out, word, &first) : !Look(word.size() + 1)) return;
  }
}

// The functions that make something of each word of the last argument.
void Maker::ChangeWords(Function function, const std::vector<std::string>& args, std::string* out) {
  const std::string& more = args[0];
  std::string_view rest = args.back();
  bool first = true;
  uint64_t count = 0;
  std::string_view last;
  for (std::string_view word = NextWord(&rest); !word.empty(); word = NextWord(&rest)) {
    bool goes_on = true;
    ++count;
    last = word;
    switch (function) {
      case Function::kAddprefix: goes_on = AddWord(out, more, &first) && AddPiece(out, word); break;
      case Function::kAddsuffix: goes_on = AddWord(out, word, &first) && AddPiece(out, more); break;
      case Function::kBasename:
        word.remove_suffix(SuffixPart(word).size());
        goes_on = AddWord(out, word, &first);
        break;
      case Function::kDir: goes_on = AddWord(out, DirectoryPart(word), &first); break;
      case Function::kNotdir: goes_on = AddWord(out, NamePart(word), &first); break;
      case Function::kSuffix:
        goes_on = SuffixPart(word).empty() || AddWord(out, SuffixPart(word), &first);
        break;
      case Function::kStrip: goes_on = AddWord(out, word, &first); break;
      case Function::kFirstword: (void)AddWord(out, word, &first); return;
      default: goes_on = Look(word.size() + 1); break;  // those that look at all words
    }
    if (!goes_on) return;
  }
  if (function == Function::kWords) *out = std::to_string(count);
  if (function == Function::kLastword) (void)AddWord(out, last, &first);
}

// What is known about a variable.
void Maker::AskVariable(Function function, const std::string& name, std::string* out) const {
  const Variable* v = Find(name);
  if (function == Function::kValue) {
    if (v != nullptr) *out = v->value;
  } else if (v == nullptr) {
    *out = "undefined";
  } else if (function == Function::kFlavor) {
    *out = v->recursive ? "recursive" : "simple";
  } else {
    *out = OriginText(v->origin);
  }
}

// $(join a b,.c .o): "a.c b.o"; what one list has more stays alone.
void Maker::JoinWords(std::string_view a, std::string_view b, std::string* out) {
  bool first = true;
  while (!over()) {
    const std::string_view x = NextWord(&a), y = NextWord(&b);
    if (x.empty() && y.empty()) return;
    if (!AddWord(out, x, &first) || !AddPiece(out, y)) return;
  }
}

void Maker::CallFunction(int function, std::vector<std::string>& args, std::string* out) {
  const Function kind{static_cast<uint8_t>(function)};
  const std::string none;
  const std::string& a = args[0];
  const std::string& b = args.size() > 1 ? args[1] : none;
  const std::string& c = args.size() > 2 ? args[2] : none;
  Work(a.size() / 8 + 8);
  switch (kind) {
    case Function::kAbspath: return RealPaths(a, false, out);
    case Function::kRealpath: return RealPaths(a, true, out);
    case Function::kWildcard: return Wildcard(a, out);
    case Function::kSort: return SortWords(a, out);
    case Function::kFile: return FileFunction(args, out);
    case Function::kPatsubst:
      return Substitute(c, std::string(Strip(a)), std::string(Strip(b)), out);
    case Function::kSubst: return ReplaceText(a, b, c, out);
    case Function::kFilter:
    case Function::kFilterOut: return FilterWords(a, b, kind == Function::kFilter, out);
    case Function::kJoin: return JoinWords(a, b, out);
    case Function::kWord:
    case Function::kWordlist: return PickWords(kind, args, out);
    case Function::kFlavor:
    case Function::kOrigin:
    case Function::kValue: return AskVariable(kind, a, out);
    case Function::kFindstring:
      if (FindText(b, a, 0, [this](uint64_t work) { return Look(work); }) != std::string::npos)
        *out = a;
      return;
    case Function::kError: return FatalAt(CurrentPlace(), a);
    case Function::kWarning: return ComplainAt(CurrentPlace(), a);
    case Function::kInfo: return Print(a);
    // (those that are more than a call are begun elsewhere)
    case Function::kAnd:
    case Function::kCall:
    case Function::kEval:
    case Function::kForeach:
    case Function::kIf:
    case Function::kOr:
    case Function::kShell: return;
    default: return ChangeWords(kind, args, out);
  }
}

}  // namespace pysub::shell::maker
