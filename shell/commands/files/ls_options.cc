#include <charconv>

#include "shell/commands/files/ls_command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/system/civil_time.h"

namespace pysub::shell {
namespace {

using Layout = LsStyle::Layout;
using Sort = LsStyle::Sort;

struct Choice {
  std::string_view word;
  int value;
};

// The value of a word that may be abbreviated; refused with the list of what is valid.
std::optional<int> Choose(CommandIo& io, std::string_view option, std::string_view word, std::span<const Choice> choices) {
  const Choice* found = nullptr;
  bool ambiguous = false;
  for (const Choice& choice : choices) {
    if (choice.word == word) return choice.value;
    if (!choice.word.starts_with(word)) continue;
    ambiguous |= found != nullptr && found->value != choice.value;
    found = &choice;
  }
  if (found != nullptr && !ambiguous) return found->value;
  io.Error((ambiguous ? "ambiguous argument " : "invalid argument ") + QuoteWord(word) + " for " + QuoteWord(option));
  std::string text = "Valid arguments are:";
  for (size_t i = 0; i < choices.size(); ++i) {
    bool same = i > 0 && choices[i].value == choices[i - 1].value;
    text += (same ? ", " : "\n  - ") + QuoteWord(choices[i].word);
  }
  io.Write(2, text + "\n");
  return std::nullopt;
}

constexpr Choice kSorts[] = {{"none", static_cast<int>(Sort::kNone)},           {"time", static_cast<int>(Sort::kTime)},
                             {"size", static_cast<int>(Sort::kSize)},           {"extension", static_cast<int>(Sort::kExtension)},
                             {"version", static_cast<int>(Sort::kVersion)},     {"width", static_cast<int>(Sort::kWidth)}};
constexpr Choice kTimes[] = {{"atime", 1}, {"access", 1}, {"use", 1},          {"ctime", 2},
                             {"status", 2}, {"birth", 0}, {"creation", 0}};
constexpr Choice kFormats[] = {{"verbose", static_cast<int>(Layout::kLong)},        {"long", static_cast<int>(Layout::kLong)},
                               {"commas", static_cast<int>(Layout::kCommas)},       {"horizontal", static_cast<int>(Layout::kAcross)},
                               {"across", static_cast<int>(Layout::kAcross)},       {"vertical", static_cast<int>(Layout::kColumns)},
                               {"single-column", static_cast<int>(Layout::kOnePerLine)}};
constexpr Choice kIndicators[] = {{"none", 0}, {"slash", 1}, {"file-type", 2}, {"classify", 3}};
constexpr Choice kQuotings[] = {{"literal", 0}, {"shell", 7}, {"shell-always", 8}, {"shell-escape", 4},
                                {"shell-escape-always", 5}, {"c", 3}, {"c-maybe", 9}, {"escape", 2}, {"locale", 6}, {"clocale", 10}};
constexpr Choice kWhens[] = {{"always", 2}, {"yes", 2}, {"force", 2}, {"never", 0}, {"no", 0},
                             {"none", 0},   {"auto", 1}, {"tty", 1},  {"if-tty", 1}};

enum Long {
  kAuthor = 256, kBlockSize, kColor, kDereferenceDir, kFileType, kFormat, kFullTime, kGroupDirectories, kHide,
  kIndicatorStyle, kQuotingStyle, kShowControl, kSi, kSort, kTime, kTimeStyle, kZero, kHyperlink
};
constexpr LongOption kLong[] = {
    {"all", OptionArgument::kNone, 'a'},
    {"almost-all", OptionArgument::kNone, 'A'},
    {"author", OptionArgument::kNone, kAuthor},
    {"block-size", OptionArgument::kRequired, kBlockSize},
    {"classify", OptionArgument::kOptional, 'F'},
    {"color", OptionArgument::kOptional, kColor},
    {"context", OptionArgument::kNone, 'Z'},
    {"dereference", OptionArgument::kNone, 'L'},
    {"dereference-command-line", OptionArgument::kNone, 'H'},
    {"dereference-command-line-symlink-to-dir", OptionArgument::kNone, kDereferenceDir},
    {"directory", OptionArgument::kNone, 'd'},
    {"escape", OptionArgument::kNone, 'b'},
    {"file-type", OptionArgument::kNone, kFileType},
    {"format", OptionArgument::kRequired, kFormat},
    {"full-time", OptionArgument::kNone, kFullTime},
    {"group-directories-first", OptionArgument::kNone, kGroupDirectories},
    {"hide", OptionArgument::kRequired, kHide},
    {"hide-control-chars", OptionArgument::kNone, 'q'},
    {"human-readable", OptionArgument::kNone, 'h'},
    {"hyperlink", OptionArgument::kOptional, kHyperlink},
    {"ignore", OptionArgument::kRequired, 'I'},
    {"ignore-backups", OptionArgument::kNone, 'B'},
    {"indicator-style", OptionArgument::kRequired, kIndicatorStyle},
    {"inode", OptionArgument::kNone, 'i'},
    {"kibibytes", OptionArgument::kNone, 'k'},
    {"literal", OptionArgument::kNone, 'N'},
    {"no-group", OptionArgument::kNone, 'G'},
    {"numeric-uid-gid", OptionArgument::kNone, 'n'},
    {"quote-name", OptionArgument::kNone, 'Q'},
    {"quoting-style", OptionArgument::kRequired, kQuotingStyle},
    {"recursive", OptionArgument::kNone, 'R'},
    {"reverse", OptionArgument::kNone, 'r'},
    {"show-control-chars", OptionArgument::kNone, kShowControl},
    {"si", OptionArgument::kNone, kSi},
    {"size", OptionArgument::kNone, 's'},
    {"sort", OptionArgument::kRequired, kSort},
    {"tabsize", OptionArgument::kRequired, 'T'},
    {"time", OptionArgument::kRequired, kTime},
    {"time-style", OptionArgument::kRequired, kTimeStyle},
    {"width", OptionArgument::kRequired, 'w'},
    {"zero", OptionArgument::kNone, kZero},
};

std::optional<uint64_t> ParseCount(std::string_view text) {
  uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional<uint64_t>(value) : std::nullopt;
}

}  // namespace

bool Ls::SetTimeStyle(CommandIo& io, std::string_view text) {
  std::string_view style = text;
  if (style.starts_with("posix-")) style.remove_prefix(6);
  style_.own_time_format = style != "locale";
  if (style.starts_with('+')) {
    size_t line = style.find('\n');
    style_.time_format = style.substr(1, line == std::string_view::npos ? line : line - 1);
    // The first line is for old files.
    if (line != std::string_view::npos) {
      style_.old_time_format = style_.time_format;
      style_.time_format = style.substr(line + 1);
    }
    for (const std::string& format : {style_.time_format, style_.old_time_format}) {
      bool too_wide = false;
      (void)FormatTime(format, 0, 0, &too_wide);
      if (!too_wide) continue;
      io.Error("time style format " + QuoteWord(format) + " is too wide");
      return false;
    }
    return true;
  }
  style_.old_time_format.clear();
  if (style == "full-iso") {
    style_.time_format = "%Y-%m-%d %H:%M:%S.%N %z";
  } else if (style == "long-iso") {
    style_.time_format = "%Y-%m-%d %H:%M";
  } else if (style == "iso") {
    style_.time_format = "%m-%d %H:%M";
    style_.old_time_format = "%Y-%m-%d ";
  } else if (style == "locale") {
    style_.time_format.clear();
  } else {
    io.Error("invalid argument " + QuoteWord(text) + " for " + QuoteWord("time style"));
    io.Write(2,
             "Valid arguments are:\n  - [posix-]full-iso\n  - [posix-]long-iso\n  - [posix-]iso\n"
             "  - [posix-]locale\n  - +FORMAT (e.g., +%H:%M) for a 'date'-style format\n");
    return false;
  }
  return true;
}

std::optional<Progress> Ls::Start(CommandIo& io) {
  bool terminal = io.IsTerminal(1);
  std::optional<Layout> layout;
  bool sort_given = false, human = false, kibibytes = false, quote_given = false;
  std::optional<std::string> time_style;
  OptionParser options(io, "abcdfghiklmnopqrstuvw:xABCDFGHI:LNQRST:UXZ1", kLong);
  for (int option; (option = options.Next()) != OptionParser::kEnd;) {
    std::string_view value = options.value();
    std::optional<int> choice;
    switch (option) {
      case 'a': shows_ = Shows::kAll; break;
      case 'A': shows_ = Shows::kAlmostAll; break;
      case 'b': style_.quoting = LsStyle::Quoting::kEscape, quote_given = true; break;
      case 'c': style_.time = LsStyle::Time::kChange; break;
      case 'd': directories_as_files_ = true; break;
      case 'f':
        shows_ = Shows::kAll;
        style_.sort = Sort::kNone;
        sort_given = true;
        if (layout == Layout::kLong) layout.reset();
        break;
      case 'g': layout = Layout::kLong, style_.owner = false; break;
      case 'h': style_.size_style = style_.block_style = {.human_base = 1024}, human = true; break;
      case kSi: style_.size_style = style_.block_style = {.human_base = 1000}, human = true; break;
      case 'i': style_.inode = true; break;
      case 'k': kibibytes = true; break;
      case 'l': layout = Layout::kLong; break;
      case 'm': layout = Layout::kCommas; break;
      case 'n': layout = Layout::kLong, style_.numeric = true; break;
      case 'o': layout = Layout::kLong, style_.group = false; break;
      case 'p': style_.indicators = LsStyle::Indicators::kSlash; break;
      case 'q': style_.quoting = LsStyle::Quoting::kQuestionMarks, quote_given = true; break;
      case 'r': style_.reverse = true; break;
      case 's': style_.blocks = true; break;
      case 't': style_.sort = Sort::kTime, sort_given = true; break;
      case 'u': style_.time = LsStyle::Time::kAccess; break;
      case 'v': style_.sort = Sort::kVersion, sort_given = true; break;
      case 'w':
      case 'T': {
        std::optional<uint64_t> count = ParseCount(value);
        if (!count) {
          io.Error((option == 'w' ? "invalid line width: " : "invalid tab size: ") + QuoteWord(value));
          return Progress::Done(2);
        }
        (option == 'w' ? style_.width : style_.tab) = *count;
        width_given_ |= option == 'w';
        break;
      }
      case 'x': layout = Layout::kAcross; break;
      case 'B': ignore_.insert(ignore_.end(), {"*~", ".*~"}); break;
      case 'C': layout = Layout::kColumns; break;
      case 'D':
      case 'Z':
      case kShowControl:
      case kHyperlink: break;
      case 'F':
        choice = value.empty() ? 2 : Choose(io, "--classify", value, kWhens);
        if (!choice) return options.Refuse(1);
        if (*choice == 2 || (*choice == 1 && terminal)) style_.indicators = LsStyle::Indicators::kClassify;
        break;
      case 'G': style_.group = false; break;
      case 'H': links_ = Links::kOperands; break;
      case 'I': ignore_.emplace_back(value); break;
      case 'L': links_ = Links::kAll; break;
      case 'N': style_.quoting = LsStyle::Quoting::kLiteral, quote_given = true; break;
      case 'Q': style_.quoting = LsStyle::Quoting::kC, quote_given = true; break;
      case 'R': recursive_ = true; break;
      case 'S': style_.sort = Sort::kSize, sort_given = true; break;
      case 'U': style_.sort = Sort::kNone, sort_given = true; break;
      case 'X': style_.sort = Sort::kExtension, sort_given = true; break;
      case '1':
        if (layout != Layout::kLong) layout = Layout::kOnePerLine;
        break;
      case kAuthor: style_.author = true; break;
      case kBlockSize: {
        std::optional<SizeStyle> size = SizeStyle::Parse(value);
        if (!size) {
          io.Error("invalid --block-size argument '" + std::string(value) + "'");
          return Progress::Done(2);
        }
        style_.size_style = style_.block_style = *size;
        human = true;
        break;
      }
      case kColor:
        if (!value.empty() && !Choose(io, "--color", value, kWhens)) return options.Refuse(1);
        break;
      case kDereferenceDir: links_ = Links::kOperandDirectories; break;
      case kFileType: style_.indicators = LsStyle::Indicators::kFileType; break;
      case kFormat:
        if (!(choice = Choose(io, "--format", value, kFormats))) return options.Refuse(1);
        layout = static_cast<Layout>(*choice);
        break;
      case kFullTime: layout = Layout::kLong, time_style = "full-iso"; break;
      case kGroupDirectories: style_.directories_first = true; break;
      case kHide: hide_.emplace_back(value); break;
      case kIndicatorStyle:
        if (!(choice = Choose(io, "--indicator-style", value, kIndicators))) return options.Refuse(1);
        style_.indicators = static_cast<LsStyle::Indicators>(*choice);
        break;
      case kQuotingStyle:
        if (!(choice = Choose(io, "--quoting-style", value, kQuotings))) return options.Refuse(1);
        if (*choice > 8) choice = *choice == 9 ? 3 : 6;  // of their own in the list only
        style_.quoting = static_cast<LsStyle::Quoting>(*choice);
        quote_given = true;
        break;
      case kSort:
        if (!(choice = Choose(io, "--sort", value, kSorts))) return options.Refuse(1);
        style_.sort = static_cast<Sort>(*choice);
        sort_given = true;
        break;
      case kTime:
        if (!(choice = Choose(io, "--time", value, kTimes))) return options.Refuse(1);
        style_.time = static_cast<LsStyle::Time>(*choice);
        break;
      case kTimeStyle: time_style = value; break;
      case kZero:
        style_.end = '\0';
        style_.quoting = LsStyle::Quoting::kLiteral;
        quote_given = true;
        if (layout != Layout::kLong) layout = Layout::kOnePerLine;
        break;
      default: return options.Refuse(2);
    }
  }
  if (style_.width == 0) style_.tab = 0;
  style_.layout = layout.value_or(terminal ? Layout::kColumns : Layout::kOnePerLine);
  if (terminal && !quote_given) {
    style_.quoting = LsStyle::Quoting::kShell;
    style_.aligns_quotes = style_.layout != Layout::kCommas;
  }
  if (!width_given_) {
    if (std::optional<std::string_view> columns = io.Env("COLUMNS")) {
      std::optional<uint64_t> count = ParseCount(*columns);
      if (count && *count > 0) style_.width = *count;
    }
  }
  if (!time_style && style_.layout == Layout::kLong) {
    if (std::optional<std::string_view> wanted = io.Env("TIME_STYLE")) time_style = *wanted;
  }
  if (time_style && style_.layout == Layout::kLong && !SetTimeStyle(io, *time_style)) return OptionParser::Usage(io, 2);
  if (kibibytes && !human) style_.block_style = {.unit = 1024};
  // -u and -c without -l sort by that time; with -l only -t does.
  if (!sort_given && style_.time != LsStyle::Time::kModify && style_.layout != Layout::kLong) style_.sort = Sort::kTime;
  if (links_ == Links::kDefault) {
    bool itself = directories_as_files_ || style_.indicators == LsStyle::Indicators::kClassify ||
                  style_.layout == Layout::kLong;
    links_ = itself ? Links::kNever : Links::kOperandDirectories;
  }
  if (directories_as_files_) recursive_ = false;
  operands_ = options.Operands();
  many_operands_ = operands_.size() > 1;
  if (operands_.empty()) operands_.push_back(".");
  return std::nullopt;
}

}  // namespace pysub::shell
