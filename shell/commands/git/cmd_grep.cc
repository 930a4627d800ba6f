// grep.
//
// A unit of grep is a file. The first one makes the list:
//
//   names   "src/a.c", or "HEAD:src/a.c" of a tree
//   ids     the blob; null: the bytes of the work tree
//   at      the next one     count   how many had a match

#include <algorithm>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/line_hunks.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"
#include "shell/commands/simple.h"
#include "shell/regex/regex.h"

namespace pysub::shell::git {
namespace {

constexpr Takes kValue = Takes::kValue;
enum GrepWord {
  kPattern = 1,
  kIgnoreCase,
  kWord,
  kInvert,
  kNumber,
  kNoNumber,
  kFiles,
  kFilesWithout,
  kCount,
  kOnly,
  kNoNames,
  kNames,
  kQuiet,
  kExtended,
  kBasic,
  kFixed,
  kPerl,
  kCachedOnes,
  kUntracked,
  kNoIndex,
  kBefore,
  kAfter,
  kContext,
  kText,
  kSkipBinary,
  kAnd,
  kHeading,
  kBreak,
  kColumn,
  kFull,
  kNul,
  kMaxCount,
  kColour,
  kRefused,
  kNothing,
  kShowFunction,
  kStandard
};
constexpr WordRow kGrepWords[] = {
    {kPattern, 'e', "", kValue},
    {kIgnoreCase, 'i', "ignore-case"},
    {kWord, 'w', "word-regexp"},
    {kInvert, 'v', "invert-match"},
    {kNumber, 'n', "line-number"},
    {kFiles, 'l', "files-with-matches"},
    {kFiles, 0, "name-only"},
    {kFilesWithout, 'L', "files-without-match"},
    {kCount, 'c', "count"},
    {kOnly, 'o', "only-matching"},
    {kNoNames, 'h', ""},
    {kNames, 'H', ""},
    {kQuiet, 'q', "quiet"},
    {kExtended, 'E', "extended-regexp"},
    {kBasic, 'G', "basic-regexp"},
    {kFixed, 'F', "fixed-strings"},
    {kPerl, 'P', "perl-regexp"},
    {kCachedOnes, 0, "cached"},
    {kUntracked, 0, "untracked"},
    {kNoIndex, 0, "index"},
    {kBefore, 'B', "before-context", kValue},
    {kAfter, 'A', "after-context", kValue},
    {kContext, 'C', "context", kValue},
    {kContext, '#', ""},
    {kText, 'a', "text"},
    {kSkipBinary, 'I', ""},
    {kAnd, 0, "and"},
    {kAnd, 0, "or"},
    {kAnd, 0, "not"},
    {kAnd, 0, "all-match"},
    {kHeading, 0, "heading"},
    {kBreak, 0, "break"},
    {kColumn, 0, "column"},
    {kFull, 0, "full-name"},
    {kNul, 'z', "null"},
    {kMaxCount, 'm', "max-count", kValue},
    {kColour, 0, "color", Takes::kOptional},
    {kRefused, 'f', "", kValue},
    {kRefused, 'W', "function-context"},
    {kShowFunction, 'p', "show-function"},
    {kNothing, 'r', "recursive"},
    {kNothing, 0, "threads", kValue},
    {kNothing, 0, "recurse-submodules"},
    {kRefused, 0, "max-depth", kValue},
    {kStandard, 0, "exclude-standard"},
    {kNothing, 0, "textconv"},
};

struct GrepOptions {
  std::vector<std::string> patterns;
  bool ignore_case = false, word = false, invert = false, numbers = false, files = false,
       without = false, count = false, only = false, no_names = false, quiet = false,
       extended = false, fixed = false, perl = false, cached = false, untracked = false,
       text = false, skip_binary = false, heading = false, breaks = false, column = false,
       full = false, nul = false;
  int64_t before = 0, after = 0, most = -1;
};

class Searcher {
 public:
  Searcher(Git& git, const GrepOptions& options) : git_(git), o_(options) {}

  bool Compile() {
    for (const std::string& pattern : o_.patterns) {
      if (!git_.Charge(2 * pattern.size() + 64)) return false;
      std::string text = pattern, error;
      if (o_.fixed) {
        text.clear();
        for (char c : pattern)
          text += (std::string_view("\\.[]*^$").find(c) != std::string_view::npos ? "\\" : "") +
                  std::string(1, c);
      }
      const RegexSyntax syntax = o_.perl && !o_.fixed       ? RegexSyntax::kPerl
                                 : o_.extended && !o_.fixed ? RegexSyntax::kEgrep
                                                            : RegexSyntax::kGrep;
      auto regex = Regex::Compile(text, {.syntax = syntax, .ignore_case = o_.ignore_case},
                                  &git_.io().account(), &error);
      if (!regex) return git_.Fatal("command line, '" + pattern + "': " + error);
      regexes_.push_back(std::move(regex));
    }
    return true;
  }

  // *hit: the file has a line that was looked for.
  bool File(const std::string& shown, std::string_view text, bool first, bool* hit) {
    *hit = false;
    const bool binary = !o_.text && IsBinary(text);
    if (binary && o_.skip_binary) return true;
    Lines lines;
    if (!lines.Split(git_, text)) return false;
    uint64_t count = 0, printed = 0;
    bool said = false;
    for (size_t i = 0; i < lines.size(); ++i) {
      std::string_view line = lines[i];
      if (line.ends_with('\n')) line.remove_suffix(1);
      if (!git_.Tick(32 + line.size() / 4)) return false;
      std::pair<size_t, size_t> place;
      if (Matches(line, 0, &place) == o_.invert) continue;
      ++count;
      *hit = true;
      if (o_.quiet) return true;
      if (o_.files || o_.without) break;
      if (o_.count) {
        if (o_.most >= 0 && count >= static_cast<uint64_t>(o_.most)) break;
        continue;
      }
      if (binary) {
        git_.Out("Binary file " + shown + " matches\n");
        return true;
      }
      if (!said && !first && (o_.breaks))
        git_.Out("\n");
      else if (!said && !first && (o_.before > 0 || o_.after > 0))
        git_.Out("--\n");
      if (!said && o_.heading && !o_.no_names) git_.Out(shown + "\n");
      if (!Say(shown, lines, i, place, said ? &printed : nullptr, &printed)) return false;
      said = true;
      if (o_.most >= 0 && count >= static_cast<uint64_t>(o_.most)) break;
    }
    if (said && o_.after > 0) Behind(shown, lines, &printed);
    const std::string end = o_.nul ? std::string(1, '\0') : "\n";
    if (o_.count && count > 0)
      git_.Out((o_.no_names ? "" : shown + (o_.nul ? std::string(1, '\0') : ":")) +
               std::to_string(count) + "\n");
    if ((o_.files && *hit) || (o_.without && !*hit)) git_.Out(shown + end);
    if (o_.without) *hit = !*hit;
    return !git_.over();
  }

 private:
  static bool IsWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  bool Matches(std::string_view line, size_t from, std::pair<size_t, size_t>* place) {
    bool found = false;
    for (const auto& regex : regexes_) {
      size_t at = from;
      while (at <= line.size()) {
        RegexSpan span;
        if (regex->Search(RegexSubject(line), at, &span, 1, RegexAnchor::kNone,
                          &git_.io().account()) != RegexOutcome::kMatch)
          break;
        const auto begin = static_cast<size_t>(span.begin), end = static_cast<size_t>(span.end);
        const bool fits = !o_.word || (end > begin && (begin == 0 || !IsWord(line[begin - 1])) &&
                                       (end == line.size() || !IsWord(line[end])));
        if (fits) {
          if (!found || begin < place->first || (begin == place->first && end > place->second))
            *place = {begin, end};
          found = true;
          break;
        }
        at = begin + 1;
      }
    }
    return found;
  }

  std::string Prefix(const std::string& shown, size_t number, char mark,
                     std::optional<size_t> column) {
    std::string text;
    if (!o_.no_names && !o_.heading)
      text += shown + (o_.nul ? std::string(1, '\0') : std::string(1, mark));
    if (o_.numbers) text += std::to_string(number + 1) + mark;
    if (o_.column && column) text += std::to_string(*column + 1) + mark;
    return text;
  }

  // (piece by piece: a line may be long)
  void Put(std::string_view prefix, std::string_view line) {
    git_.Out(prefix);
    git_.Out(line);
    git_.Out("\n");
  }

  bool Say(const std::string& shown, const Lines& lines, size_t at,
           const std::pair<size_t, size_t>& place, const uint64_t* before, uint64_t* printed) {
    const auto text_of = [&](size_t i) {
      std::string_view line = lines[i];
      if (line.ends_with('\n')) line.remove_suffix(1);
      return line;
    };
    if (before != nullptr && o_.after > 0) {
      const uint64_t until = std::min<uint64_t>(at, *before + static_cast<uint64_t>(o_.after));
      for (uint64_t i = *before; i < until; ++i)
        Put(Prefix(shown, i, '-', std::nullopt), text_of(i));
      *printed = until;
    }
    const uint64_t first = at - std::min<uint64_t>(at, static_cast<uint64_t>(o_.before));
    const uint64_t from = before != nullptr ? std::max(*printed, first) : first;
    if (before != nullptr && from > *printed && (o_.before > 0 || o_.after > 0)) git_.Out("--\n");
    for (uint64_t i = from; i < at; ++i) Put(Prefix(shown, i, '-', std::nullopt), text_of(i));
    const std::string_view line = text_of(at);
    if (o_.only && !o_.invert) {
      std::pair<size_t, size_t> next = place;
      do {
        if (!git_.Tick(64)) return false;
        if (next.second > next.first)
          Put(Prefix(shown, at, ':', next.first),
              line.substr(next.first, next.second - next.first));
      } while (Matches(line, std::max(next.second, next.first + 1), &next));
    } else {
      Put(Prefix(shown, at, ':', o_.invert ? 0 : place.first), line);
    }
    *printed = at + 1;
    return !git_.over();
  }

  void Behind(const std::string& shown, const Lines& lines, uint64_t* printed) {
    const uint64_t until =
        std::min<uint64_t>(lines.size(), *printed + static_cast<uint64_t>(o_.after));
    for (uint64_t i = *printed; i < until; ++i) {
      std::string_view line = lines[i];
      if (line.ends_with('\n')) line.remove_suffix(1);
      git_.Out(Prefix(shown, i, '-', std::nullopt) + std::string(line) + "\n");
    }
  }

  Git& git_;
  const GrepOptions& o_;
  std::vector<std::unique_ptr<Regex>> regexes_;
};

// The words before the patterns and files. False: one was refused.
bool ReadGrepWords(Git& git, WordReader& reader, GrepOptions* o) {
  while (reader.Next()) {
    const bool on = !reader.negated();
    switch (reader.id()) {
      case kPattern: o->patterns.push_back(reader.value()); break;
      case kIgnoreCase: o->ignore_case = on; break;
      case kWord: o->word = on; break;
      case kInvert: o->invert = on; break;
      case kNumber: o->numbers = on; break;
      case kFiles: o->files = on; break;
      case kFilesWithout: o->without = on; break;
      case kCount: o->count = on; break;
      case kOnly: o->only = on; break;
      case kNoNames: o->no_names = true; break;
      case kNames: o->no_names = false; break;
      case kQuiet: o->quiet = on; break;
      case kExtended: o->extended = true; break;
      case kBasic: o->extended = o->fixed = o->perl = false; break;
      case kFixed: o->fixed = true; break;
      case kPerl: o->perl = true; break;
      case kCachedOnes: o->cached = on; break;
      case kUntracked: o->untracked = on; break;
      case kStandard: break;
      case kNoIndex: return git.Fatal("'grep --no-index' is not supported");
      case kBefore:
      case kAfter:
      case kContext: {
        int64_t lines = 0;
        if (!TakeNumber(git, "context", reader.value(), &lines)) return false;
        lines = std::clamp<int64_t>(lines, 0, INT32_MAX);
        if (reader.id() != kAfter) o->before = lines;
        if (reader.id() != kBefore) o->after = lines;
        break;
      }
      case kText: o->text = on; break;
      case kSkipBinary: o->skip_binary = true; break;
      case kHeading: o->heading = on; break;
      case kBreak: o->breaks = on; break;
      case kColumn: o->column = on; break;
      case kFull: o->full = on; break;
      case kNul: o->nul = on; break;
      case kMaxCount:
        if (!TakeNumber(git, "max-count", reader.value(), &o->most)) return false;
        break;
      case kColour:
      case kNothing: break;
      default: return RefuseOption(git, reader);
    }
  }
  return reader.ok();
}

// The list of files: of trees "TREE:PATH" and the blob, else paths of the work tree or index.
// They are kept in State, and the search goes along them from unit to unit.
bool ListGrepFiles(Git& git, const GrepOptions& o, const RevisionWords& found,
                   const Pathspec& paths) {
  State& state = git.state();
  const auto keep = [&](std::string name, const ObjectId& id) {
    if (!git.Keep(name.size() + 160)) return false;
    state.names.push_back(std::move(name));
    state.ids.push_back(id);
    return true;
  };
  for (const WalkTip& tip : found.tips) {
    ObjectId tree;
    std::vector<TreeEntry> files;
    if (!Peel(git, tip.id, ObjectType::kTree, &tree))
      return git.Fatal("unable to grep from object of type " +
                       std::string(TypeName(git.objects().TypeOf(tip.id))));
    if (!FlattenTree(git, tree, &files, paths.empty() ? nullptr : &paths)) return false;
    for (const TreeEntry& file : files) {
      if ((file.mode & kModeKind) == kModeSubmodule) continue;
      const std::string shown = o.full ? file.name : RelativePath(file.name, git.prefix);
      if (!keep(tip.name + ":" + shown, file.id)) return false;
    }
  }
  if (found.tips.empty()) {
    if (!o.cached && !git.NeedWorkTree()) return false;
    if (!git.index().Load(git)) return false;
    for (const IndexEntry& entry : git.index().entries) {
      if (!git.Tick(16)) return false;
      if (!paths.Matches(git, entry.path) || (entry.mode & kModeKind) == kModeSubmodule) continue;
      if (!state.names.empty() && state.names.back() == entry.path) continue;
      if (!keep(entry.path, o.cached ? entry.id : ObjectId())) return false;
    }
    if (o.untracked) {
      std::vector<std::string> more;
      UntrackedOptions options;
      options.directories = false;
      options.paths = paths.empty() ? nullptr : &paths;
      if (!ListUntracked(git, options, &more)) return false;
      for (const std::string& path : more)
        if (!keep(path, ObjectId())) return false;
      std::sort(state.names.begin(), state.names.end());
    }
  }
  return true;
}

}  // namespace

Outcome RunGrep(Git& git) {
  GrepOptions o;
  o.numbers = git.config().GetBool("grep.linenumber", false);
  WordReader reader(git, {kGrepWords});
  if (!ReadGrepWords(git, reader, &o)) return git.over() ? 2 : git.status();
  std::vector<std::string> words = reader.operands();
  size_t dashes = reader.dashes();
  if (o.patterns.empty()) {
    if (words.empty()) return git.Fatal("no pattern given") ? 0 : 128;
    o.patterns.push_back(words[0]);
    words.erase(words.begin());
    if (dashes > 0) --dashes;
  }
  State& state = git.state();
  RevisionWords found;
  if (!SortWords(git, words, reader.has_dashes(), dashes, &found, true)) return StatusOf(git);
  Pathspec paths;
  if (!paths.Parse(git, found.paths)) return git.status();
  if (found.paths.empty() && !git.prefix.empty())
    paths.AddLiteral(git.prefix.substr(0, git.prefix.size() - 1));
  if (state.phase == 0) {
    if (!ListGrepFiles(git, o, found, paths)) return StatusOf(git);
    state.phase = 1;
  }
  Searcher searcher(git, o);
  if (!searcher.Compile()) return StatusOf(git);
  const size_t total = std::min(state.names.size(), state.ids.size());
  bool worked = false;  // each unit gets something done
  for (; state.at < total; ++state.at) {
    if (std::exchange(worked, true) && git.io().Tick(64)) return std::nullopt;
    Git::Scratch scratch(git);
    const std::string& name = state.names[state.at];
    std::string text;
    bool hit = false;
    if (!state.ids[state.at].IsNull()) {
      if (!git.objects().ReadTyped(state.ids[state.at], ObjectType::kBlob, &text))
        return StatusOf(git);
    } else {
      const WorkFile file = LookAt(git, name);
      if (file.mode == 0 || file.mode == kModeLink) continue;
      if (!ReadWorkFile(git, name, file, &text)) return StatusOf(git);
    }
    const std::string shown = !found.tips.empty() || o.full ? name : RelativePath(name, git.prefix);
    if (!searcher.File(o.nul ? shown : QuotedPath(git, shown), text, state.count == 0, &hit))
      return StatusOf(git);
    if (!hit) continue;
    ++state.count;
    if (o.quiet) return 0;
  }
  return state.count > 0 ? 0 : 1;
}

}  // namespace pysub::shell::git
