#include "shell/commands/rg/options.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "shell/commands/rg/option_values.h"

namespace pysub::shell::rg {
namespace {

enum class Id : uint8_t {
  kNothing,  // accepted, of no effect here
  kSwitch,   // sets a member
  kAfter,
  kBefore,
  kContext,
  kPassthru,
  kCase,  // by the letter
  kColor,
  kColors,
  kColumn,
  kNoColumn,
  kContextSeparator,
  kNoContextSeparator,
  kCount,
  kCountMatches,
  kFilesWith,
  kFilesWithout,
  kQuiet,
  kJson,
  kNoJson,
  kCrlf,
  kNullData,
  kEncoding,
  kNoEncoding,
  kEngine,
  kPcre2,
  kNoPcre2,
  kAuto,
  kNoAuto,
  kContextMark,
  kMatchMark,
  kPatternFile,
  kGlob,
  kSmallGlob,
  kHelp,
  kIgnoreFile,
  kIgnore,
  kNoIgnore,
  kLineNumber,
  kNoLineNumber,
  kWords,
  kWholeLines,
  kMaxColumns,
  kMaxCount,
  kMaxDepth,
  kMaxFilesize,
  kMmap,
  kNoMmap,
  kWithName,
  kNoName,
  kPathSeparator,
  kPre,
  kNoPre,
  kRegexp,
  kReplace,
  kSort,
  kSortReversed,
  kSortFiles,
  kNoSortFiles,
  kText,
  kNoText,
  kBinary,
  kNoBinary,
  kSizeLimit,
  kThreads,
  kType,
  kTypeAdd,
  kTypeClear,
  kTypeNot,
  kUnrestricted,
  kVersion,
};

struct Flag {
  char letter;  // 0: none
  std::string_view name;
  Id id = Id::kNothing;
  std::string_view value = {};  // its name, where it takes one
  bool Options::*member = nullptr;
  bool set = true;
  bool many = false;  // takes one each time it is given
};

constexpr Flag Switch(char letter, std::string_view name, bool Options::*member, bool set = true) {
  return {letter, name, Id::kSwitch, {}, member, set};
}

constexpr Flag kFlags[] = {
    {'A', "after-context", Id::kAfter, "NUM"},
    {0, "auto-hybrid-regex", Id::kAuto},
    {0, "no-auto-hybrid-regex", Id::kNoAuto},
    {'B', "before-context", Id::kBefore, "NUM"},
    {0, "binary", Id::kBinary},
    {0, "no-binary", Id::kNoBinary},
    {0, "block-buffered"},
    {0, "no-block-buffered"},
    Switch('b', "byte-offset", &Options::byte_offset),
    {'s', "case-sensitive", Id::kCase},
    {0, "color", Id::kColor, "WHEN"},
    {0, "colors", Id::kColors, "COLOR_SPEC", nullptr, true, true},
    {0, "column", Id::kColumn},
    {0, "no-column", Id::kNoColumn},
    {'C', "context", Id::kContext, "NUM"},
    {0, "context-separator", Id::kContextSeparator, "SEPARATOR"},
    {0, "no-context-separator", Id::kNoContextSeparator},
    {'c', "count", Id::kCount},
    {0, "count-matches", Id::kCountMatches},
    {0, "crlf", Id::kCrlf},
    Switch(0, "no-crlf", &Options::crlf, false),
    {0, "debug"},
    {0, "dfa-size-limit", Id::kSizeLimit, "NUM+SUFFIX?"},
    {'E', "encoding", Id::kEncoding, "ENCODING"},
    {0, "no-encoding", Id::kNoEncoding},
    {0, "engine", Id::kEngine, "ENGINE"},
    {0, "field-context-separator", Id::kContextMark, "SEPARATOR"},
    {0, "field-match-separator", Id::kMatchMark, "SEPARATOR"},
    {'f', "file", Id::kPatternFile, "PATTERNFILE", nullptr, true, true},
    Switch(0, "files", &Options::files),
    {'l', "files-with-matches", Id::kFilesWith},
    {0, "files-without-match", Id::kFilesWithout},
    Switch('F', "fixed-strings", &Options::fixed),
    Switch(0, "no-fixed-strings", &Options::fixed, false),
    Switch('L', "follow", &Options::follow),
    Switch(0, "no-follow", &Options::follow, false),
    {'g', "glob", Id::kGlob, "GLOB", nullptr, true, true},
    {0, "glob-case-insensitive", Id::kSwitch},
    {0, "no-glob-case-insensitive", Id::kSwitch},
    {'h', "help", Id::kHelp},
    Switch(0, "heading", &Options::heading),
    Switch(0, "no-heading", &Options::heading, false),
    Switch('.', "hidden", &Options::hidden),
    Switch(0, "no-hidden", &Options::hidden, false),
    {0, "iglob", Id::kSmallGlob, "GLOB", nullptr, true, true},
    {'i', "ignore-case", Id::kCase},
    {0, "ignore-file", Id::kIgnoreFile, "PATH", nullptr, true, true},
    Switch(0, "ignore-file-case-insensitive", &Options::ignore_file_case),
    Switch(0, "no-ignore-file-case-insensitive", &Options::ignore_file_case, false),
    Switch(0, "include-zero", &Options::include_zero),
    Switch('v', "invert-match", &Options::invert),
    {0, "json", Id::kJson},
    {0, "no-json", Id::kNoJson},
    {0, "line-buffered"},
    {0, "no-line-buffered"},
    {'n', "line-number", Id::kLineNumber},
    {'N', "no-line-number", Id::kNoLineNumber},
    {'x', "line-regexp", Id::kWholeLines},
    {'M', "max-columns", Id::kMaxColumns, "NUM"},
    Switch(0, "max-columns-preview", &Options::preview),
    Switch(0, "no-max-columns-preview", &Options::preview, false),
    {'m', "max-count", Id::kMaxCount, "NUM"},
    {0, "max-depth", Id::kMaxDepth, "NUM"},
    {0, "maxdepth", Id::kMaxDepth, "NUM"},
    {0, "max-filesize", Id::kMaxFilesize, "NUM+SUFFIX?"},
    {0, "mmap", Id::kMmap},
    {0, "no-mmap", Id::kNoMmap},
    Switch('U', "multiline", &Options::multiline),
    Switch(0, "no-multiline", &Options::multiline, false),
    Switch(0, "multiline-dotall", &Options::dot_all),
    Switch(0, "no-multiline-dotall", &Options::dot_all, false),
    {0, "no-config"},
    {0, "no-ignore", Id::kNoIgnore},
    {0, "ignore", Id::kIgnore},
    Switch(0, "no-ignore-dot", &Options::no_dot),
    Switch(0, "ignore-dot", &Options::no_dot, false),
    Switch(0, "no-ignore-exclude", &Options::no_exclude),
    Switch(0, "ignore-exclude", &Options::no_exclude, false),
    Switch(0, "no-ignore-files", &Options::no_files),
    Switch(0, "ignore-files", &Options::no_files, false),
    Switch(0, "no-ignore-global", &Options::no_global),
    Switch(0, "ignore-global", &Options::no_global, false),
    Switch(0, "no-ignore-messages", &Options::ignore_messages, false),
    Switch(0, "ignore-messages", &Options::ignore_messages),
    Switch(0, "no-ignore-parent", &Options::no_parent),
    Switch(0, "ignore-parent", &Options::no_parent, false),
    Switch(0, "no-ignore-vcs", &Options::no_vcs),
    Switch(0, "ignore-vcs", &Options::no_vcs, false),
    Switch(0, "no-messages", &Options::messages, false),
    Switch(0, "messages", &Options::messages),
    Switch(0, "no-pcre2-unicode", &Options::unicode, false),
    Switch(0, "pcre2-unicode", &Options::unicode),
    Switch(0, "no-require-git", &Options::require_git, false),
    Switch(0, "require-git", &Options::require_git),
    Switch(0, "no-unicode", &Options::unicode, false),
    Switch(0, "unicode", &Options::unicode),
    Switch('0', "null", &Options::null_names),
    {0, "null-data", Id::kNullData},
    Switch(0, "one-file-system", &Options::one_device),
    Switch(0, "no-one-file-system", &Options::one_device, false),
    Switch('o', "only-matching", &Options::only_matching),
    {0, "path-separator", Id::kPathSeparator, "SEPARATOR"},
    {0, "passthru", Id::kPassthru},
    {0, "passthrough", Id::kPassthru},
    {'P', "pcre2", Id::kPcre2},
    {0, "no-pcre2", Id::kNoPcre2},
    Switch(0, "pcre2-version", &Options::pcre2_version),
    {0, "pre", Id::kPre, "COMMAND"},
    {0, "no-pre", Id::kNoPre},
    {0, "pre-glob", Id::kNothing, "GLOB", nullptr, true, true},
    Switch('p', "pretty", &Options::pretty),
    {'q', "quiet", Id::kQuiet},
    {0, "regex-size-limit", Id::kSizeLimit, "NUM+SUFFIX?"},
    {'e', "regexp", Id::kRegexp, "PATTERN", nullptr, true, true},
    {'r', "replace", Id::kReplace, "REPLACEMENT_TEXT"},
    Switch('z', "search-zip", &Options::search_zip),
    Switch(0, "no-search-zip", &Options::search_zip, false),
    {'S', "smart-case", Id::kCase},
    {0, "sort", Id::kSort, "SORTBY"},
    {0, "sort-files", Id::kSortFiles},
    {0, "no-sort-files", Id::kNoSortFiles},
    {0, "sortr", Id::kSortReversed, "SORTBY"},
    Switch(0, "stats", &Options::stats),
    Switch(0, "no-stats", &Options::stats, false),
    {'a', "text", Id::kText},
    {0, "no-text", Id::kNoText},
    {'j', "threads", Id::kThreads, "NUM"},
    {0, "trace"},
    Switch(0, "trim", &Options::trim),
    Switch(0, "no-trim", &Options::trim, false),
    {'t', "type", Id::kType, "TYPE", nullptr, true, true},
    {0, "type-add", Id::kTypeAdd, "TYPE_SPEC", nullptr, true, true},
    {0, "type-clear", Id::kTypeClear, "TYPE", nullptr, true, true},
    Switch(0, "type-list", &Options::type_list),
    {'T', "type-not", Id::kTypeNot, "TYPE", nullptr, true, true},
    {'u', "unrestricted", Id::kUnrestricted},
    {'V', "version", Id::kVersion},
    Switch(0, "vimgrep", &Options::vimgrep),
    {'H', "with-filename", Id::kWithName},
    {'I', "no-filename", Id::kNoName},
    {'w', "word-regexp", Id::kWords},
};

constexpr std::string_view kUsage =
    "\n\nUSAGE:\n    \n"
    "    rg [OPTIONS] PATTERN [PATH ...]\n"
    "    rg [OPTIONS] -e PATTERN ... [PATH ...]\n"
    "    rg [OPTIONS] -f PATTERNFILE ... [PATH ...]\n"
    "    rg [OPTIONS] --files [PATH ...]\n"
    "    rg [OPTIONS] --type-list\n"
    "    command | rg [OPTIONS] PATTERN\n"
    "    rg [OPTIONS] --help\n"
    "    rg [OPTIONS] --version\n\n"
    "For more information try --help\n";

int Misuse(CommandIo& io, std::string_view what, bool usage = true) {
  io.Write(2, "error: " + std::string(what) + (usage ? std::string() : "\n\n"));
  if (usage) io.Write(2, std::string(kUsage) + "\n");
  return 2;
}
// How alike two words are, 0 to 1 (Winkler, "String Comparator Metrics", 1990).
double Likeness(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a == b ? 1 : 0;
  if (a == b) return 1;
  const size_t longest = std::max(a.size(), b.size());
  const size_t range = longest / 2 > 0 ? longest / 2 - 1 : 0;
  std::vector<bool> taken(b.size());
  std::string left, right;
  for (size_t i = 0; i < a.size(); ++i) {
    const size_t low = i > range ? i - range : 0, high = std::min(b.size(), i + range + 1);
    for (size_t j = low; j < high; ++j) {
      if (taken[j] || a[i] != b[j]) continue;
      taken[j] = true;
      left += a[i];
      break;
    }
  }
  for (size_t j = 0; j < b.size(); ++j) {
    if (taken[j]) right += b[j];
  }
  if (left.empty()) return 0;
  double swapped = 0;
  for (size_t i = 0; i < left.size(); ++i) swapped += left[i] != right[i] ? 0.5 : 0;
  const double same = static_cast<double>(left.size());
  const double jaro = (same / static_cast<double>(a.size()) + same / static_cast<double>(b.size()) +
                       (same - swapped) / same) /
                      3;
  size_t prefix = 0;
  while (prefix < std::min(a.size(), b.size()) && a[prefix] == b[prefix]) ++prefix;
  return std::min(1.0, jaro + 0.1 * static_cast<double>(prefix) * (1 - jaro));
}

class Reader {
 public:
  Reader(CommandIo& io, std::span<const std::string> words, Options* options)
      : io_(io), words_(words), o_(*options) {}

  std::optional<int> Run() {
    std::vector<std::string> operands;
    bool only_operands = false;
    while (next_ < words_.size()) {
      const std::string& word = words_[next_++];
      if (only_operands || word.size() < 2 || word[0] != '-') {
        operands.push_back(word);
      } else if (word == "--") {
        only_operands = true;
      } else if (std::optional<int> status = word[1] == '-' ? Long(word) : Letters(word)) {
        return status;
      }
    }
    return Finish(std::move(operands));
  }

 private:
  std::optional<int> Unknown(std::string_view word, bool is_long) {
    std::string text = "Found argument '" + std::string(word) +
                       "' which wasn't expected, or isn't valid in this context";
    if (is_long) {
      double best = 0.8;
      std::string_view like;
      for (const Flag& flag : kFlags) {
        const double now = Likeness(word.substr(2), flag.name);
        if (now > best) {
          best = now;
          like = flag.name;
        }
      }
      if (!like.empty()) text += "\n\tDid you mean --" + std::string(like) + "?";
    }
    return Misuse(io_, text);
  }
  std::optional<int> Missing(const Flag& flag) {
    missing_ = &flag;
    has_source_ |= flag.id == Id::kRegexp || flag.id == Id::kPatternFile;
    return std::nullopt;
  }
  std::optional<int> Long(const std::string& word) {
    const size_t equals = word.find('=');
    const std::string_view name =
        std::string_view(word).substr(2, equals == std::string::npos ? equals : equals - 2);
    for (const Flag& flag : kFlags) {
      if (flag.name != name) continue;
      if (flag.value.empty()) return Take(flag, "");
      if (equals != std::string::npos) return Take(flag, word.substr(equals + 1));
      if (next_ >= words_.size()) return Missing(flag);
      return Take(flag, words_[next_++]);
    }
    return Unknown("--" + std::string(name), true);
  }
  std::optional<int> Letters(const std::string& word) {
    for (size_t i = 1; i < word.size(); ++i) {
      const Flag* found = std::find_if(std::begin(kFlags), std::end(kFlags), [&](const Flag& flag) {
        return flag.letter != 0 && flag.letter == word[i];
      });
      if (found == std::end(kFlags)) {
        size_t size = 1;
        while (i + size < word.size() && (word[i + size] & 0xC0) == 0x80) ++size;
        return Unknown("-" + word.substr(i, size), false);
      }
      if (found->value.empty()) {
        const bool is_short = found->id == Id::kVersion;
        if (std::optional<int> status = Take(*found, is_short ? "short" : "")) return status;
        continue;
      }
      std::string value = word.substr(i + 1);
      if (value.starts_with('=')) value.erase(0, 1);
      if (i + 1 < word.size()) return Take(*found, value);
      if (next_ >= words_.size()) return Missing(*found);
      return Take(*found, words_[next_++]);
    }
    return std::nullopt;
  }
  bool Number(const Flag& flag, const std::string& value, uint64_t* number) {
    std::string_view error;
    std::optional<uint64_t> read = WholeNumber(value, &error);
    if (!read) {
      Misuse(io_,
             "Invalid value for '--" + std::string(flag.name) + " <" + std::string(flag.value) +
                 ">': " + std::string(error),
             false);
      return false;
    }
    *number = *read;
    return true;
  }
  bool OneOf(const Flag& flag, std::string_view value,
             std::initializer_list<std::string_view> known) {
    std::string list;
    for (std::string_view one : known) {
      if (one == value) return true;
      list.append(list.empty() ? "" : ", ").append(one);
    }
    Misuse(io_, "'" + std::string(value) + "' isn't a valid value for '--" +
                    std::string(flag.name) + " <" + std::string(flag.value) +
                    ">'\n\t[possible values: " + list + "]\n");
    return false;
  }
  bool Sorting(const Flag& flag, const std::string& value, bool reversed) {
    if (!OneOf(flag, value, {"accessed", "created", "modified", "none", "path"})) return false;
    o_.reversed = reversed && value != "none";
    o_.one_thread = value != "none";
    o_.order = value == "modified"   ? Order::kModified
               : value == "accessed" ? Order::kAccessed
               : value == "created"  ? Order::kCreated
                                     : Order::kPath;
    return true;
  }
  void SetShow(Show show) {
    // -q wins over the rest, and a count over lists of files.
    (show == Show::kQuiet     ? quiet_
     : show == Show::kJson    ? json_
     : show == Show::kCount   ? count_
     : show == Show::kMatches ? matches_
     : show == Show::kWith    ? with_
                              : without_) = true;
    if (show == Show::kCount) matches_ = false;
    if (show == Show::kMatches) count_ = false;
    if (show == Show::kWith) without_ = false;
    if (show == Show::kWithout) with_ = false;
  }

  std::optional<int> Take(const Flag& flag, const std::string& value);
  std::optional<int> TakeMore(const Flag& flag, const std::string& value);
  std::optional<int> Finish(std::vector<std::string> operands);
  void FinishShow();

  CommandIo& io_;
  std::span<const std::string> words_;
  Options& o_;
  size_t next_ = 0;
  const Flag* missing_ = nullptr;
  std::optional<uint64_t> before_, after_, both_;
  bool quiet_ = false, json_ = false, count_ = false, matches_ = false, with_ = false,
       without_ = false;
  uint64_t unrestricted_ = 0;
  bool has_pre_ = false;
  bool has_source_ = false;  // -e or -f stands there, without its value
};

std::optional<int> Reader::Take(const Flag& flag, const std::string& value) {
  uint64_t number = 0;
  switch (flag.id) {
    case Id::kNothing: break;
    case Id::kSwitch:
      if (flag.member == nullptr) {
        o_.late.all_globs_small = flag.name[0] == 'g';
      } else {
        o_.*flag.member = flag.set;
      }
      break;
    case Id::kAfter:
    case Id::kBefore:
    case Id::kContext:
      if (!Number(flag, value, &number)) return 2;
      o_.passthru = false;
      if (flag.id == Id::kContext) {
        before_.reset();
        after_.reset();
        both_ = number;
      } else {
        both_.reset();
        (flag.id == Id::kAfter ? after_ : before_) = number;
      }
      break;
    case Id::kPassthru:
      before_.reset();
      after_.reset();
      both_.reset();
      o_.passthru = true;
      break;
    case Id::kCase:
      o_.letters = flag.letter == 'i'   ? Case::kIgnore
                   : flag.letter == 'S' ? Case::kSmart
                                        : Case::kSensitive;
      break;
    case Id::kColor:
      if (!OneOf(flag, value, {"always", "ansi", "auto", "never"})) return 2;
      o_.late.color = value;
      break;
    case Id::kColors: o_.late.colors.push_back(value); break;
    case Id::kColumn:
    case Id::kNoColumn:
      o_.column = flag.id == Id::kColumn;
      o_.no_column = !o_.column;
      break;
    case Id::kContextSeparator: o_.context_separator = Unescape(value); break;
    case Id::kNoContextSeparator: o_.context_separator.reset(); break;
    case Id::kCount: SetShow(Show::kCount); break;
    case Id::kCountMatches: SetShow(Show::kMatches); break;
    case Id::kFilesWith: SetShow(Show::kWith); break;
    case Id::kFilesWithout: SetShow(Show::kWithout); break;
    case Id::kQuiet: SetShow(Show::kQuiet); break;
    case Id::kJson: SetShow(Show::kJson); break;
    case Id::kNoJson: json_ = false; break;
    case Id::kCrlf:
      o_.crlf = true;
      o_.null_data = false;
      break;
    case Id::kNullData:
      o_.null_data = true;
      o_.crlf = false;
      break;
    case Id::kEncoding: o_.late.encoding = value; break;
    case Id::kNoEncoding: o_.late.encoding.reset(); break;
    case Id::kEngine:
      if (!OneOf(flag, value, {"auto", "default", "pcre2"})) return 2;
      o_.engine = value == "auto"    ? Engine::kAuto
                  : value == "pcre2" ? Engine::kPcre2
                                     : Engine::kDefault;
      break;
    case Id::kPcre2: o_.engine = Engine::kPcre2; break;
    case Id::kAuto: o_.engine = Engine::kAuto; break;
    case Id::kNoPcre2:
    case Id::kNoAuto: o_.engine = Engine::kDefault; break;
    case Id::kContextMark: o_.context_mark = Unescape(value); break;
    case Id::kMatchMark: o_.match_mark = Unescape(value); break;
    case Id::kPatternFile: o_.pattern_files.push_back(value); break;
    case Id::kGlob: o_.late.globs.push_back(value); break;
    case Id::kSmallGlob: o_.late.small_globs.push_back(value); break;
    case Id::kHelp:
      for (const CommandInfo& info : StandardCommands()) {
        if (info.name == "rg") io_.Out(info.usage);
      }
      return 0;
    case Id::kIgnoreFile: o_.ignore_files.push_back(value); break;
    case Id::kIgnore: o_.no_ignore = false; break;
    case Id::kNoIgnore: o_.no_ignore = true; break;
    default: return TakeMore(flag, value);
  }
  return std::nullopt;
}

// The second half of them.
std::optional<int> Reader::TakeMore(const Flag& flag, const std::string& value) {
  uint64_t number = 0;
  switch (flag.id) {
    case Id::kLineNumber: o_.numbers = true; break;
    case Id::kNoLineNumber: o_.numbers = false; break;
    case Id::kWords:
      o_.words = true;
      o_.whole_lines = false;
      break;
    case Id::kWholeLines:
      o_.whole_lines = true;
      o_.words = false;
      break;
    case Id::kMaxColumns:
      if (!Number(flag, value, &o_.max_columns)) return 2;
      break;
    case Id::kMaxCount:
      if (!Number(flag, value, &number)) return 2;
      o_.max_count = number;
      break;
    case Id::kMaxDepth:
      if (!Number(flag, value, &o_.max_depth)) return 2;
      break;
    case Id::kMaxFilesize: o_.late.max_filesize = value; break;
    case Id::kMmap: o_.mmap = true; break;
    case Id::kNoMmap: o_.mmap = false; break;
    case Id::kWithName: o_.with_name = true; break;
    case Id::kNoName: o_.with_name = false; break;
    case Id::kPathSeparator: o_.late.path_separator = value; break;
    case Id::kPre: has_pre_ = !value.empty(); break;
    case Id::kNoPre: has_pre_ = false; break;
    case Id::kRegexp:
      o_.has_regexp = true;
      o_.patterns.push_back(value);
      break;
    case Id::kReplace: o_.replacement = Lossy(value); break;
    case Id::kSort:
      if (!Sorting(flag, value, false)) return 2;
      break;
    case Id::kSortReversed:
      if (!Sorting(flag, value, true)) return 2;
      break;
    case Id::kSortFiles:
      o_.order = Order::kPath;
      o_.reversed = false;
      o_.one_thread = true;
      break;
    case Id::kNoSortFiles: break;
    case Id::kText: o_.binary = Binary::kText; break;
    case Id::kNoText:
    case Id::kNoBinary: o_.binary = Binary::kDefault; break;
    case Id::kBinary: o_.binary = Binary::kSearch; break;
    case Id::kSizeLimit: o_.late.size_limits.push_back(value); break;
    case Id::kThreads: o_.late.threads = value; break;
    case Id::kType: o_.late.types_on.push_back(value); break;
    case Id::kTypeAdd: o_.late.types_added.push_back(value); break;
    case Id::kTypeClear: o_.late.types_cleared.push_back(value); break;
    case Id::kTypeNot: o_.late.types_off.push_back(value); break;
    case Id::kUnrestricted: ++unrestricted_; break;
    case Id::kVersion:
      io_.Out(value.empty() ? "ripgrep 13.0.0\n-SIMD -AVX (compiled)\n+SIMD +AVX (runtime)\n"
                            : "ripgrep 13.0.0\n");
      return 0;
    default: break;
  }
  return std::nullopt;
}

void Reader::FinishShow() {
  if (matches_ && o_.invert) {
    matches_ = false;
    count_ = true;
  } else if (count_ && o_.only_matching) {
    count_ = false;
    matches_ = true;
  }
  o_.show = quiet_     ? Show::kQuiet
            : json_    ? Show::kJson
            : matches_ ? Show::kMatches
            : count_   ? Show::kCount
            : with_    ? Show::kWith
            : without_ ? Show::kWithout
                       : Show::kLines;
  if (o_.show == Show::kJson) o_.stats = true;
}

std::optional<int> Reader::Finish(std::vector<std::string> operands) {
  const bool needs_pattern = !has_source_ && !o_.has_regexp && o_.pattern_files.empty() &&
                             !o_.files && !o_.type_list && !o_.pcre2_version;
  if (json_) {
    for (auto [given, name] : {std::pair<bool, std::string_view>{count_, "count"},
                               {matches_, "count-matches"},
                               {o_.files, "files"},
                               {with_, "files-with-matches"},
                               {without_, "files-without-match"}}) {
      if (given)
        return Misuse(io_,
                      "The argument '--" + std::string(name) + "' cannot be used with '--json'");
    }
  }
  if (needs_pattern && operands.empty())
    return Misuse(io_, "The following required arguments were not provided:\n    <PATTERN>");
  if (missing_ != nullptr) {
    return Misuse(io_, "The argument '--" + std::string(missing_->name) + " <" +
                           std::string(missing_->value) + ">" + (missing_->many ? "..." : "") +
                           "' requires a value but none was supplied");
  }
  if (needs_pattern) {
    o_.patterns.push_back(operands[0]);
    operands.erase(operands.begin());
  }
  o_.paths = std::move(operands);
  if (both_.value_or(0) > 0) {
    o_.before = o_.after = *both_;
  } else {
    o_.before = before_.value_or(0);
    o_.after = after_.value_or(0);
  }
  if (unrestricted_ >= 1) o_.no_ignore = true;
  if (unrestricted_ >= 2) o_.hidden = true;
  if (unrestricted_ >= 3) o_.binary_for_found = true;
  if (o_.binary == Binary::kSearch) o_.binary_for_found = true;
  if (has_pre_)
    return Fail(io_, "--pre is not supported by this rg: it runs no other program for each file");
  FinishShow();
  return std::nullopt;
}

}  // namespace

std::optional<int> ReadOptions(CommandIo& io, std::span<const std::string> words,
                               Options* options) {
  return Reader(io, words, options).Run();
}

}  // namespace pysub::shell::rg
