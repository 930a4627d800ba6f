#include <algorithm>
#include <cerrno>
#include <cstring>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/choice.h"
#include "shell/commands/exclude_file.h"
#include "shell/commands/text/file_glob.h"
#include "shell/commands/text/grep_colors.h"
#include "shell/commands/text/grep_matcher.h"
#include "shell/commands/text_command.h"
#include "shell/regex/syntax_tree.h"
#include "shell/run/one_file.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

enum LongOptions {
  kColor = kFirstLongOption,
  kInclude,
  kExclude,
  kExcludeDir,
  kExcludeFrom,
  kLabel,
  kBinaryFiles,
  kGroupSeparator,
  kNoGroupSeparator,
  kLineBuffered,
  kNoIgnoreCase,
};
constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr OptionArgument kNone = OptionArgument::kNone;
constexpr CommandOption kOptions[] = {
    LongRow(kInclude, "include", OptionArgument::kRequired),
    {'T', "initial-tab"},
    VersionRow('V'),
    {'E', "extended-regexp"},
    {'F', "fixed-regexp"},
    LongRow('F', "fixed-strings"),
    {'G', "basic-regexp"},
    {'P', "perl-regexp"},
    {'e', "regexp", kRequired},
    {'f', "file", kRequired},
    {'i', "ignore-case"},
    {'y', ""},
    LongRow(kNoIgnoreCase, "no-ignore-case"),
    {'v', "invert-match"},
    {'w', "word-regexp"},
    {'x', "line-regexp"},
    {'c', "count"},
    {'L', "files-without-match"},
    {'l', "files-with-matches"},
    {'m', "max-count", kRequired},
    {'o', "only-matching"},
    {'q', "quiet"},
    LongRow('q', "silent"),
    {'s', "no-messages"},
    {'b', "byte-offset"},
    {'H', "with-filename"},
    {'h', "no-filename"},
    {'n', "line-number"},
    {'Z', "null"},
    {'A', "after-context", kRequired},
    {'B', "before-context", kRequired},
    {'C', "context", kRequired},
    {'a', "text"},
    {'I', ""},
    {'r', "recursive"},
    {'R', "dereference-recursive"},
    {'z', "null-data"},
    {'U', "binary"},
    {'u', ""},
    {'d', "directories", kRequired},
    {'D', "devices", kRequired},
    LongRow(kColor, "color", OptionArgument::kOptional),
    LongRow(kColor, "colour", OptionArgument::kOptional),
    LongRow(kExclude, "exclude", kRequired),
    LongRow(kExcludeDir, "exclude-dir", kRequired),
    LongRow(kExcludeFrom, "exclude-from", kRequired),
    LongRow(kLabel, "label", kRequired),
    LongRow(kBinaryFiles, "binary-files", kRequired),
    LongRow(kGroupSeparator, "group-separator", kRequired),
    LongRow(kNoGroupSeparator, "no-group-separator", kNone),
    LongRow(kLineBuffered, "line-buffered", kNone),
    {'0', ""},
    {'1', ""},
    {'2', ""},
    {'3', ""},
    {'4', ""},
    {'5', ""},
    {'6', ""},
    {'7', ""},
    {'8', ""},
    {'9', ""},
};

struct KeptLine {
  std::string text;
  uint64_t number = 0, offset = 0;
  void Fields(Archive& archive) { archive(text, number, offset); }
};

constexpr Choice<int> kDirectories[] = {{"read", 0}, {"recurse", 1}, {"skip", 2}};

// A path to search; directories are taken apart when their turn comes.
struct Target {
  std::string path;
  bool from_user = false;
  void Fields(Archive& archive) { archive(path, from_user); }
};

// The members that Fields() lists are where it stands; all others are options and caches, which are
// made again. Files are searched line by line, but see Look() for how most lines are passed over.
class Grep : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive.Charged(pattern_text_charged_);
    archive(pattern_text_, pattern_file_, reading_fd_, reader_, targets_, expanded_, name_, fd_,
            number_, offset_, selected_, after_left_, last_printed_, before_lines_, binary_,
            hidden_, number_width_, matched_, failed_, printed_any_, warned_, stopped_,
            exclude_files_);
    if (number_width_ > kWidestNumber) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override {
    clear_until_ = nullptr;
    chunk_ = 0;
    if (!pattern_text_) pattern_text_ = given_;
    if (auto stop = ReadPatternFiles(io)) return *stop;
    const Got excludes = exclude_files_.Read(io);
    if (auto stop = StepEnd(excludes)) return *stop;
    if (excludes == Got::kError) {
      io.Error(exclude_files_.file(), io.error());
      return Progress::Done(2);
    }
    if (!ready_) {
      if (auto stop = BuildMatcher(io)) return *stop;
    }
    if (!expanded_) {
      for (size_t i = operands_.size(); i-- > 0;) targets_.push_back({operands_[i], true});
      expanded_ = true;
    }
    while (true) {
      if (fd_ < 0 && !NextFile(io)) break;
      Got got = SearchFile(io);
      if (auto end = StepEnd(got)) return *end;
      if (quiet_ && matched_) return Progress::Done(0);
    }
    return Progress::Done(failed_ ? 2 : matched_ ? 0 : 1);
  }
  void Suspend() override {
    reader_.Suspend();
    exclude_files_.Suspend();
  }

 private:
  enum class List : uint8_t { kNo, kMatching, kOthers };
  enum class Binary : uint8_t { kBinary, kText, kWithoutMatch };
  static constexpr uint64_t kNoLimit = UINT64_MAX;

  std::optional<int> TakeOption(CommandIo& io, Options& options, std::string* digits);
  bool TakeContext(CommandIo& io, std::string_view text, uint64_t* count) {
    std::optional<uint64_t> number = ParseCount(text);
    if (!number) {
      io.Error(std::string(text) + ": invalid context length argument");
      return false;
    }
    *count = *number;
    has_context_ = true;
    return true;
  }
  bool TakeMaxCount(CommandIo& io, const std::string& text) {
    bool negative = text.starts_with('-');
    std::optional<uint64_t> count = ParseCount(negative ? text.substr(1) : text, "bkKmMGT");
    if (!count) {
      io.Error("invalid max count");
      return false;
    }
    max_count_ = negative ? kNoLimit : *count;
    return true;
  }
  bool TakeSyntax(CommandIo& io, char letter) {
    if (syntax_letter_ != '\0' && syntax_letter_ != letter) {
      io.Error("conflicting matchers specified");
      return false;
    }
    syntax_letter_ = letter;
    matching_.syntax = letter == 'E'   ? GrepSyntax::kExtended
                       : letter == 'F' ? GrepSyntax::kFixed
                       : letter == 'G' ? GrepSyntax::kBasic
                                       : GrepSyntax::kPerl;
    return true;
  }
  bool TakeBinaryFiles(CommandIo& io, Options& options) {
    std::string_view value = options.value();
    if (value != "binary" && value != "text" && value != "without-match") {
      options.set_usage_line("");
      io.Error("unknown binary-files type");
      return false;
    }
    binary_files_ = value == "text"     ? Binary::kText
                    : value == "binary" ? Binary::kBinary
                                        : Binary::kWithoutMatch;
    return true;
  }
  std::optional<Progress> ReadPatternFiles(CommandIo& io);
  std::optional<Progress> BuildMatcher(CommandIo& io);
  bool NextFile(CommandIo& io);
  bool OpenTarget(CommandIo& io, const Target& target);
  bool IsExcluded(std::string_view path, bool directory, bool from_user) const;
  void Complain(CommandIo& io, std::string_view path, int error) {
    if (!silent_) io.Error(path == "-" ? "(standard input)" : path, error);
    failed_ = true;
  }
  Got SearchFile(CommandIo& io);
  void NoteChunk(const Line& line);
  RegexOutcome Look(CommandIo& io, const Line& line, RegexSpan* match);
  bool Selected(CommandIo& io, const Line& line, const RegexSubject& subject, RegexSpan match);
  void EndFile(CommandIo& io);
  bool IsBinaryLine(std::string_view text) const;
  void Prefix(CommandIo& io, std::string_view text, char separator, uint64_t number,
              uint64_t offset);
  bool GaveUp(CommandIo& io, RegexOutcome outcome);
  void PrintLine(CommandIo& io, std::string_view text, char separator, uint64_t number,
                 uint64_t offset);
  void PrintMatches(CommandIo& io, const RegexSubject& subject, RegexSpan match, char separator,
                    uint64_t number, uint64_t offset);
  void PrintContext(CommandIo& io, std::string_view text, uint64_t number, uint64_t offset);
  void PrintContextBefore(CommandIo& io);
  void Colored(std::string* out, std::string_view color, std::string_view text) const {
    if (color_)
      colors_.Paint(out, color, text);
    else
      *out += text;
  }
  void ReadColors(CommandIo& io);
  std::string Shown() const { return name_ == "-" ? label_ : name_; }

  GrepMatching matching_;
  bool invert_ = false, count_ = false, only_matching_ = false, quiet_ = false, silent_ = false,
       byte_offset_ = false;
  bool line_number_ = false, initial_tab_ = false, null_after_name_ = false, color_ = false;
  GrepColors colors_;
  bool obsolete_ = false, has_context_ = false;
  bool recursive_ = false, follow_links_ = false, skip_directories_ = false;
  List list_ = List::kNo;
  Binary binary_files_ = Binary::kBinary;
  std::optional<bool> with_name_;
  bool with_filename_ = false;
  uint64_t max_count_ = kNoLimit, before_ = 0, after_ = 0;
  std::string separator_ = "--";
  bool has_separator_ = true;
  std::string label_ = "(standard input)";
  char delimiter_ = '\n';
  std::vector<std::string> includes_, excludes_, excluded_directories_;
  ExcludeFiles exclude_files_;
  std::vector<std::string> pattern_files_, operands_;
  std::optional<std::string> given_;  // patterns of -e and of the first operand

  char syntax_letter_ = '\0';  // that was given

  bool ready_ = false;  // the matcher is built; not saved
  GrepMatcher matcher_;
  const char* clear_until_ = nullptr;  // in this step's input: no line before it matches
  std::optional<bool>
      chunk_ascii_;     // of the bytes that were read last, from the first line that was looked at
  uint64_t chunk_ = 0;  // the reader's generation that was looked at

  std::optional<std::string> pattern_text_;
  uint64_t pattern_text_charged_ = 0;
  uint64_t pattern_file_ = 0;
  int reading_fd_ = -1;
  LineReader reader_;
  std::vector<Target> targets_;  // the next one is at the end
  bool expanded_ = false;
  std::string name_;
  int fd_ = -1;
  uint64_t number_ = 0, offset_ = 0, selected_ = 0, after_left_ = 0;
  uint64_t last_printed_ = 0;  // where the line after the one printed last begins
  static constexpr uint64_t kWidestNumber = 19;
  uint64_t number_width_ = 0;  // with -T
  std::vector<KeptLine> before_lines_;
  // With its place in the list, which takes three times as much while the list grows.
  static int64_t ChargeOf(std::string_view kept) {
    return static_cast<int64_t>(kept.size() + 3 * sizeof(KeptLine));
  }
  bool binary_ = false;
  bool hidden_ = false;  // a selected line was not printed
  bool matched_ = false, failed_ = false, printed_any_ = false, warned_ = false, stopped_ = false;
};

std::optional<int> Grep::Start(CommandIo& io) {
  Options options(io, kOptions, Options::kPermute, 2);
  options.set_usage_line("Usage: grep [OPTION]... PATTERNS [FILE]...");
  std::string name = ProgramName(io);
  if (name == "egrep") TakeSyntax(io, 'E');
  if (name == "fgrep") TakeSyntax(io, 'F');
  std::string digits;
  while (options.Next()) {
    if (std::optional<int> status = TakeOption(io, options, &digits)) return status;
  }
  if (options.status()) return options.status();
  if (color_) ReadColors(io);
  operands_ = options.operands();
  if (!given_ && pattern_files_.empty()) {
    if (operands_.empty()) return options.TryHelp();
    given_ = operands_[0];
    operands_.erase(operands_.begin());
  }
  with_filename_ = with_name_.value_or(operands_.size() > 1 || recursive_);
  if (recursive_ && operands_.empty()) operands_.push_back("");
  if (operands_.empty()) operands_.push_back("-");
  if (recursive_ && !with_name_ && operands_.size() == 1 && !operands_[0].empty()) {
    files::Result<files::Stat> stat = io.files().StatPath({.cwd = io.cwd()}, operands_[0]);
    with_filename_ = stat.ok() && stat->IsDirectory();
  }
  if (list_ != List::kNo || quiet_) before_ = after_ = 0;
  if (count_) before_ = after_ = 0;
  return std::nullopt;
}

std::optional<int> Grep::TakeOption(CommandIo& io, Options& options, std::string* digits) {
  std::string value(options.value());
  switch (options.id()) {
    case 'E':
    case 'F':
    case 'G':
    case 'P':
      if (!TakeSyntax(io, static_cast<char>(options.id()))) return 2;
      break;
    case 'e': given_ = given_ ? *given_ + "\n" + value : value; break;
    case 'f': pattern_files_.push_back(value); break;
    case 'i':
    case 'y': matching_.ignore_case = true; break;
    case kNoIgnoreCase: matching_.ignore_case = false; break;
    case 'v': invert_ = true; break;
    case 'w': matching_.whole_words = true; break;
    case 'x': matching_.whole_lines = true; break;
    case 'c': count_ = true; break;
    case 'L': list_ = List::kOthers; break;
    case 'l': list_ = List::kMatching; break;
    case 'm':
      if (!TakeMaxCount(io, value)) return 2;
      break;
    case 'o': only_matching_ = true; break;
    case 'q': quiet_ = true; break;
    case 's': silent_ = true; break;
    case 'b': byte_offset_ = true; break;
    case 'H': with_name_ = true; break;
    case 'h': with_name_ = false; break;
    case 'n': line_number_ = true; break;
    case 'T': initial_tab_ = true; break;
    case 'Z': null_after_name_ = true; break;
    case 'A':
      if (!TakeContext(io, value, &after_)) return 2;
      break;
    case 'B':
      if (!TakeContext(io, value, &before_)) return 2;
      break;
    case 'C':
      if (!TakeContext(io, value, &after_)) return 2;
      before_ = after_;
      break;
    case 'a': binary_files_ = Binary::kText; break;
    case 'I': binary_files_ = Binary::kWithoutMatch; break;
    case kBinaryFiles:
      if (!TakeBinaryFiles(io, options)) return 2;
      break;
    case 'r':
    case 'R':
      recursive_ = true;
      follow_links_ = options.id() == 'R';
      break;
    case 'd':
      if (int way = 0; !Choose(io, "--directories", value, kDirectories, &way)) {
        options.set_usage_line("Usage: grep [OPTION]... PATTERNS [FILE]...");
        return options.TryHelp();
      }
      recursive_ = value == "recurse";
      skip_directories_ = value == "skip";
      break;
    case 'u': obsolete_ = true; break;
    case 'z': delimiter_ = '\0'; break;
    case kColor: color_ = value == "always" || value == "yes" || value == "force"; break;
    case kInclude: includes_.push_back(value); break;
    case kExclude: excludes_.push_back(value); break;
    case kExcludeFrom: exclude_files_.Add(value); break;
    case kExcludeDir:
      while (value.size() > 1 && value.ends_with('/')) value.pop_back();
      excluded_directories_.push_back(value);
      break;
    case kLabel: label_ = value; break;
    case kGroupSeparator: separator_ = value; break;
    case kNoGroupSeparator: has_separator_ = false; break;
    default:
      if (options.id() < '0' || options.id() > '9') break;  // ignored ones
      *digits += static_cast<char>(options.id());
      if (!TakeContext(io, *digits, &after_)) return 2;
      before_ = after_;
      break;
  }
  return std::nullopt;
}

void Grep::ReadColors(CommandIo& io) {
  constexpr std::string_view kOld = "GREP_COLOR=", kNew = "GREP_COLORS=";
  std::string given;
  for (const std::string& variable : io.Environment()) {
    if (variable.starts_with(kNew)) given = variable.substr(kNew.size());
    if (!variable.starts_with(kOld) || variable.size() == kOld.size()) continue;
    const std::string one = variable.substr(kOld.size());
    if (!IsColour(one)) continue;
    if (!expanded_)
      io.Error("warning: GREP_COLOR='" + one + "' is deprecated; use GREP_COLORS='mt=" + one + "'");
    colors_.selected_match = colors_.context_match = one;
  }
  colors_.Read(given);
}

std::optional<Progress> Grep::ReadPatternFiles(CommandIo& io) {
  while (pattern_file_ < pattern_files_.size()) {
    const std::string& path = pattern_files_[pattern_file_];
    if (reading_fd_ < 0) {
      reading_fd_ = path == "-" ? 0 : io.Open(path, OpenMode::kRead);
      if (reading_fd_ < 0) {
        io.Error(path, io.error());
        return Progress::Done(2);
      }
    }
    Line line;
    Got got = reader_.Next(io, reading_fd_, '\n', &line);
    if (auto end = StepEnd(got)) return end;
    if (got == Got::kData) {
      const bool first = !pattern_text_;
      if (first) pattern_text_.emplace();
      if (!MakeRoom(io, &*pattern_text_, line.text.size() + 1, &pattern_text_charged_))
        return Progress::Done(2);
      if (!first) *pattern_text_ += '\n';
      *pattern_text_ += line.text;
      if (io.Tick(line.text.size() + 1)) return Progress::Yield();
      continue;
    }
    if (got == Got::kError) {
      io.Error(path, io.error());
      return Progress::Done(2);
    }
    if (reading_fd_ > 0) io.Close(reading_fd_);
    reading_fd_ = -1;
    reader_.Clear();
    ++pattern_file_;
  }
  return std::nullopt;
}

std::optional<Progress> Grep::BuildMatcher(CommandIo& io) {
  ready_ = true;
  if (!pattern_text_) {
    // No pattern at all (-f of an empty file): nothing matches.
    matching_ = {.syntax = GrepSyntax::kExtended};
    pattern_text_ = "a^";
  }
  std::string error;
  bool fine = matcher_.Build(*pattern_text_, matching_, &io.account(), &error);
  if (!warned_) {
    if (obsolete_) io.Error("warning: --unix-byte-offsets (-u) is obsolete");
    if (fine)
      for (const std::string& warning : matcher_.warnings()) io.Error("warning: " + warning);
  }
  warned_ = true;
  if (!fine) {
    io.Error(error);
    return Progress::Done(2);
  }
  return std::nullopt;
}

// ---- files
// --include and --exclude look at files, --exclude-dir at directories. A directory that was named
// on the command line as a path is searched in any case, as in GNU grep.
bool Grep::IsExcluded(std::string_view path, bool directory, bool from_user) const {
  std::string_view name = path.substr(path.rfind('/') + 1);
  auto matches = [&](const std::vector<std::string>& globs) {
    return std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
      return FileGlobMatches(glob, name) || FileGlobMatches(glob, path);
    });
  };
  if (directory)
    return (!from_user || path.find('/') == std::string_view::npos) &&
           matches(excluded_directories_);
  // What stands last decides in grep; people give one kind.
  return matches(excludes_) || matches(exclude_files_.patterns()) ||
         (!includes_.empty() && !matches(includes_));
}

// targets_ is a stack: a directory's entries go on top, in reverse, so the next file is the first
// entry. That is the order of a recursive walk without recursion. A deep tree costs a longer
// vector, not the host's stack, and the walk can be saved.
bool Grep::NextFile(CommandIo& io) {
  while (!targets_.empty()) {
    Target target = std::move(targets_.back());
    targets_.pop_back();
    if (OpenTarget(io, target)) return true;
  }
  return false;
}

// False: there is nothing to search in here, and NextFile() takes the next one. Links are followed
// only where the user named them (or with -R). Thus a link to its own directory does not lead the
// walk in a circle. Devices and pipes that the walk meets are left out, because reading them might
// wait for ever.
bool Grep::OpenTarget(CommandIo& io, const Target& target) {
  const std::string& path = target.path;
  // (as wide as the number of a line can become; of what is no file nothing is known)
  number_width_ = initial_tab_ ? kWidestNumber : 0;
  if (path != "-") {
    std::string_view place = path.empty() ? std::string_view(".") : std::string_view(path);
    bool follow = target.from_user || follow_links_;
    files::Caller caller{.cwd = io.cwd()};
    files::Result<files::Stat> stat =
        io.files().StatPath(caller, place, follow ? files::Follow::kYes : files::Follow::kNo);
    bool directory = stat.ok() && stat->IsDirectory();
    if (!path.empty() && IsExcluded(path, directory, target.from_user)) return false;
    if (directory && skip_directories_) return false;
    if (directory && recursive_) {
      files::Result<std::vector<files::DirectoryEntry>> entries = io.files().List(caller, place);
      if (!entries.ok()) {
        Complain(io, path, entries.error());
        return false;
      }
      std::string prefix = path.empty() || path.ends_with('/') ? path : path + "/";
      (void)io.Tick(64 * entries->size());
      int64_t bytes = 0;
      for (const files::DirectoryEntry& entry : *entries) {
        bytes += static_cast<int64_t>(prefix.size() + entry.name.size() + sizeof(Target));
      }
      if (!io.Reserve(bytes)) return false;  // the account ends the script
      for (size_t i = entries->size(); i-- > 0;)
        targets_.push_back({prefix + (*entries)[i].name, false});
      return false;
    }
    if (stat.ok() && !target.from_user && !stat->IsFile()) return false;
    if (initial_tab_ && stat.ok() && stat->IsFile())
      number_width_ = std::to_string(stat->size + (line_number_ ? 1 : 0)).size();
  }
  name_ = path;
  fd_ = path == "-" ? 0 : io.Open(path, OpenMode::kRead);
  if (fd_ < 0) {
    Complain(io, path, io.error());
    return false;
  }
  const bool prints_lines = !count_ && !quiet_ && list_ == List::kNo && max_count_ > 1;
  if (prints_lines && AreOneFile(io, fd_, 1)) {
    io.Error(Shown() + ": input file is also the output");
    failed_ = true;
    if (fd_ > 0) io.Close(fd_);
    fd_ = -1;
    return false;
  }
  number_ = offset_ = selected_ = after_left_ = last_printed_ = 0;
  before_lines_.clear();
  binary_ = stopped_ = false;
  reader_.Clear();
  clear_until_ = nullptr;
  chunk_ = 0;
  if (max_count_ == 0) EndFile(io);
  return fd_ >= 0;
}

void Grep::EndFile(CommandIo& io) {
  bool listed = list_ == List::kMatching ? selected_ > 0 : list_ == List::kOthers && selected_ == 0;
  if (count_ && list_ == List::kNo && !quiet_) {
    std::string out;
    if (with_filename_) {
      Colored(&out, colors_.file, Shown());
      if (null_after_name_) {
        out += '\0';
      } else {
        Colored(&out, colors_.separator, ":");
      }
    }
    OutLine(io, out + std::to_string(selected_));
  }
  if (listed && !quiet_) {
    std::string out;
    Colored(&out, colors_.file, Shown());
    OutLine(io, out, null_after_name_ ? '\0' : '\n');
  }
  if (selected_ > 0) matched_ = true;
  if (hidden_) io.Error(Shown() + ": binary file matches");
  hidden_ = false;
  if (fd_ == 0 && stopped_) io.GiveBack(0);
  if (fd_ > 0) io.Close(fd_);
  fd_ = -1;
  reader_.Clear();
}

// ---- lines

// Called at each line, but of interest only when a new chunk was read: pointers into the old chunk
// are void then. A zero byte makes the file binary as soon as it is read.
void Grep::NoteChunk(const Line& line) {
  if (reader_.generation() == chunk_) return;
  chunk_ = reader_.generation();
  clear_until_ = nullptr;
  chunk_ascii_.reset();
  std::string_view rest = reader_.rest();
  if (delimiter_ == '\n' && !binary_) {
    binary_ = std::memchr(line.text.data(), '\0', line.text.size()) != nullptr ||
              (!rest.empty() && std::memchr(rest.data(), '\0', rest.size()) != nullptr);
  }
}

// Does the line match? The fast way asks the pattern about all lines of the chunk at once, since
// most lines of most files do not match. FindLine() answers with the line that has the first match.
// All before it are clear, and clear_until_ remembers this. Only the line that it names is looked
// at by itself, to get the exact place of the match.
//
// The line must be part of the chunk for this: a line that spans two chunks was copied and has
// other addresses.
RegexOutcome Grep::Look(CommandIo& io, const Line& line, RegexSpan* match) {
  const char* end = line.text.data() + line.text.size();
  std::string_view rest = reader_.rest();
  bool in_chunk = delimiter_ == '\n' && line.terminated && rest.data() == end + 1;
  if (in_chunk) {
    if (clear_until_ == nullptr || line.text.data() >= clear_until_) {
      size_t last = rest.rfind('\n');
      size_t size = line.text.size() + 1 + (last == std::string_view::npos ? 0 : last + 1);
      std::string_view region(line.text.data(), size - 1);
      size_t begin = 0;
      if (!chunk_ascii_) chunk_ascii_ = RegexSubject(region).ascii;
      if (matcher_.FindLine(RegexSubject(region, *chunk_ascii_), &io.account(), &begin)) {
        clear_until_ = line.text.data() + (begin == std::string_view::npos ? size : begin);
      }
    }
    if (clear_until_ != nullptr && end < clear_until_) return RegexOutcome::kNone;
  }
  return matcher_.Find(RegexSubject(line.text), 0, match, &io.account());
}

// Lines of one file, until it ends, a result stops it, or the step's time is over. The order of a
// line's steps matters. The line is counted first, then looked at, then printed, then its bytes are
// added to offset_. A yield comes only behind all of them, so no line is seen twice.
Got Grep::SearchFile(CommandIo& io) {
  while (true) {
    // Lines that were seen to have no match are left out at once.
    std::string_view rest = reader_.rest();
    bool skip = !invert_ && before_ == 0 && after_left_ == 0 && clear_until_ != nullptr &&
                !rest.empty() && clear_until_ > rest.data() &&
                clear_until_ <= rest.data() + rest.size();
    if (skip) {
      size_t size = static_cast<size_t>(clear_until_ - rest.data());
      if (line_number_)
        number_ += static_cast<uint64_t>(std::count(rest.data(), rest.data() + size, '\n'));
      offset_ += size;
      reader_.Skip(size);
      if (io.Tick(size)) return Got::kYield;
    }
    Line line;
    Got got = reader_.Next(io, fd_, delimiter_, &line);
    if (got == Got::kError) {
      Complain(io, name_, io.error());
      EndFile(io);
      return Got::kData;
    }
    if (got == Got::kEnd) {
      EndFile(io);
      return Got::kData;
    }
    if (got != Got::kData) return got;
    ++number_;
    NoteChunk(line);
    if (binary_ && binary_files_ == Binary::kWithoutMatch) {
      EndFile(io);
      return Got::kData;
    }
    uint64_t work = line.text.size() + 1;
    RegexSpan match;
    RegexOutcome outcome = Look(io, line, &match);
    if (outcome == RegexOutcome::kStopped) return Got::kYield;  // for the last time
    if (GaveUp(io, outcome)) {
      EndFile(io);
      return Got::kData;
    }
    // (Behind the last of -m what is selected is context like any other.)
    const bool selected = !stopped_ && (outcome == RegexOutcome::kMatch) != invert_;
    bool more = true;
    if (selected) {
      more = Selected(io, line, RegexSubject(line.text), match);
    } else if (after_left_ > 0) {
      --after_left_;
      PrintContext(io, line.text, number_, offset_);
      last_printed_ = offset_ + line.text.size() + 1;
    } else if (before_ > 0 && !stopped_) {
      if (!io.Reserve(ChargeOf(line.text))) return Got::kNoMemory;
      before_lines_.push_back({std::string(line.text), number_, offset_});
      if (before_lines_.size() > 2 * before_ || before_lines_.size() > 4096 + before_) {
        int64_t freed = 0;
        for (size_t i = 0; i + before_ < before_lines_.size(); ++i)
          freed += ChargeOf(before_lines_[i].text);
        before_lines_.erase(before_lines_.begin(),
                            before_lines_.end() - static_cast<ptrdiff_t>(before_));
        (void)io.Reserve(-freed);
      }
    }
    offset_ += line.text.size() + 1;
    if (!more || (stopped_ && after_left_ == 0)) {
      EndFile(io);
      return Got::kData;
    }
    if (io.Tick(work)) return Got::kYield;
  }
}

// Bytes that are no UTF-8 make a line binary, as in GNU grep in a UTF-8 locale. Most lines are
// ASCII and are told apart by one fast test.
bool Grep::IsBinaryLine(std::string_view text) const {
  if (binary_files_ == Binary::kText || delimiter_ != '\n') return false;
  if (binary_) return true;
  if (RegexSubject(text).ascii) return false;
  for (size_t at = 0; at < text.size();) {
    uint32_t c = 0;
    at += DecodeCharacter(text, at, &c);
    if (c >= kInvalidByte) return true;
  }
  return false;
}

// False: nothing more of this file is of interest.
bool Grep::Selected(CommandIo& io, const Line& line, const RegexSubject& subject, RegexSpan match) {
  ++selected_;
  matched_ = true;
  if (quiet_ || list_ != List::kNo) {
    stopped_ = true;
    return false;
  }
  if (selected_ >= max_count_) stopped_ = true;
  if (count_) return !stopped_;
  if (IsBinaryLine(line.text)) {
    // A file with zero bytes ends here; a line that is no text is left out.
    hidden_ = binary_files_ == Binary::kBinary;
    return !binary_ && !stopped_;
  }
  PrintContextBefore(io);
  if (!only_matching_) {
    PrintLine(io, line.text, ':', number_, offset_);
  } else if (!invert_) {
    PrintMatches(io, subject, match, ':', number_, offset_);
  }
  printed_any_ = true;
  last_printed_ = offset_ + line.text.size() + 1;
  after_left_ = after_;
  return !stopped_ || after_left_ > 0;
}

void Grep::PrintContextBefore(CommandIo& io) {
  size_t count = std::min<uint64_t>(before_, before_lines_.size());
  size_t first = before_lines_.size() - count;
  uint64_t begin = count > 0 ? before_lines_[first].offset : offset_;
  bool gap = printed_any_ && has_context_ && (begin != last_printed_ || last_printed_ == 0);
  if (gap && has_separator_) {
    std::string out;
    Colored(&out, colors_.separator, separator_);
    OutLine(io, out);
  }
  for (size_t i = first; i < before_lines_.size(); ++i) {
    const KeptLine& kept = before_lines_[i];
    PrintContext(io, kept.text, kept.number, kept.offset);
  }
  int64_t freed = 0;
  for (const KeptLine& kept : before_lines_) freed += ChargeOf(kept.text);
  (void)io.Reserve(-freed);
  before_lines_.clear();
}

// `text`: of the line, or what is shown of it.
// A line that was not selected. -o shows nothing of it, but with -v the matches that it has.
void Grep::PrintContext(CommandIo& io, std::string_view text, uint64_t number, uint64_t offset) {
  if (!only_matching_) return PrintLine(io, text, '-', number, offset);
  if (!invert_) return;
  const RegexSubject subject(text);
  RegexSpan match;
  const RegexOutcome outcome = matcher_.Find(subject, 0, &match, &io.account());
  if (!GaveUp(io, outcome) && outcome == RegexOutcome::kMatch)
    PrintMatches(io, subject, match, '-', number, offset);
}

void Grep::Prefix(CommandIo& io, std::string_view text, char separator, uint64_t number,
                  uint64_t offset) {
  std::string out;
  std::string_view mark(&separator, 1);
  if (with_filename_) {
    Colored(&out, colors_.file, Shown());
    if (null_after_name_) {
      out += '\0';
    } else {
      Colored(&out, colors_.separator, mark);
    }
  }
  auto field = [&](uint64_t value, std::string_view color) {
    std::string digits = std::to_string(value);
    if (digits.size() < number_width_) digits.insert(0, number_width_ - digits.size(), ' ');
    Colored(&out, color, digits);
    Colored(&out, colors_.separator, mark);
  };
  if (line_number_) field(number, colors_.line);
  if (byte_offset_) field(offset, colors_.byte);
  if (initial_tab_ && !text.empty() && (with_filename_ || line_number_ || byte_offset_))
    out += '\t';
  io.Out(out);
}

// True, with a message: whether there is another match is not known. With -P nothing else is
// searched, as in GNU grep.
bool Grep::GaveUp(CommandIo& io, RegexOutcome outcome) {
  if (outcome != RegexOutcome::kGaveUp) return false;
  failed_ = true;
  if (matching_.syntax != GrepSyntax::kPerl) {
    io.Error("exceeded the step limit for back-references");
    return true;
  }
  io.Error(Shown() + ": exceeded PCRE's backtracking limit");
  targets_.clear();
  count_ = false;
  list_ = List::kNo;
  return true;
}

// A selected line, or one of the context (with '-'). With -v it is those of the context that match.
//
//   beginning COLOUR match COLOUR, each in the colour of the line, then the rest of the line
void Grep::PrintLine(CommandIo& io, std::string_view text, char separator, uint64_t number,
                     uint64_t offset) {
  if (with_filename_ || line_number_ || byte_offset_) Prefix(io, text, separator, number, offset);
  if (!color_) return OutLine(io, text, delimiter_);
  const bool is_selected = separator == ':';
  const std::string_view line_color = is_selected != (invert_ && colors_.reverses)
                                          ? std::string_view(colors_.selected_line)
                                          : std::string_view(colors_.context_line);
  const std::string_view match_color = is_selected ? colors_.selected_match : colors_.context_match;
  if (line_color.empty() && (match_color.empty() || is_selected == invert_))
    return OutLine(io, text, delimiter_);
  RegexSubject subject(text);
  std::string out;
  size_t at = 0;
  RegexSpan match;
  for (size_t from = 0; is_selected != invert_ && !match_color.empty() && from <= text.size();) {
    const RegexOutcome outcome = matcher_.Find(subject, from, &match, &io.account());
    if (GaveUp(io, outcome) || outcome != RegexOutcome::kMatch) break;
    size_t begin = static_cast<size_t>(match.begin), end = static_cast<size_t>(match.end);
    if (end == begin) {
      from = begin + 1;
      continue;
    }
    colors_.Start(&out, line_color);
    out += text.substr(at, begin - at);
    colors_.Paint(&out, match_color, text.substr(begin, end - begin));
    at = from = end;
  }
  // (a carriage return at the end would take what is painted away)
  const size_t end = std::max(at, text.size() - (text.ends_with('\r') ? 1 : 0));
  if (end > at) colors_.Paint(&out, line_color, text.substr(at, end - at));
  out += text.substr(end);
  OutLine(io, out, delimiter_);
}

void Grep::PrintMatches(CommandIo& io, const RegexSubject& subject, RegexSpan match, char separator,
                        uint64_t number, uint64_t offset) {
  while (true) {
    size_t begin = static_cast<size_t>(match.begin), end = static_cast<size_t>(match.end);
    if (end > begin) {
      if (with_filename_ || line_number_ || byte_offset_)
        Prefix(io, subject.text.substr(begin, end - begin), separator, number, offset + begin);
      std::string out;
      Colored(&out, colors_.selected_match, subject.text.substr(begin, end - begin));
      OutLine(io, out, delimiter_);
    }
    size_t from = end > begin ? end : end + 1;
    if (from > subject.text.size()) break;
    const RegexOutcome outcome = matcher_.Find(subject, from, &match, &io.account());
    if (GaveUp(io, outcome) || outcome != RegexOutcome::kMatch) break;
  }
}

}  // namespace

std::unique_ptr<Command> MakeGrep() { return Make<Grep>(); }

}  // namespace pysub::shell
