#include "shell/commands/choice.h"
#include "shell/commands/files/ls_command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/refused_option.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

using Layout = LsStyle::Layout;
using Sort = LsStyle::Sort;
using Time = LsStyle::Time;
using Quoting = LsStyle::Quoting;
using Indicators = LsStyle::Indicators;

constexpr Choice<Sort> kSorts[] = {{"none", Sort::kNone},       {"time", Sort::kTime},
                                   {"size", Sort::kSize},       {"extension", Sort::kExtension},
                                   {"version", Sort::kVersion}, {"width", Sort::kWidth}};
constexpr Choice<Time> kTimes[] = {{"atime", Time::kAccess},   {"access", Time::kAccess},
                                   {"use", Time::kAccess},     {"ctime", Time::kChange},
                                   {"status", Time::kChange},  {"birth", Time::kModify},
                                   {"creation", Time::kModify}};
constexpr Choice<Layout> kFormats[] = {{"verbose", Layout::kLong},
                                       {"long", Layout::kLong},
                                       {"commas", Layout::kCommas},
                                       {"horizontal", Layout::kAcross},
                                       {"across", Layout::kAcross},
                                       {"vertical", Layout::kColumns},
                                       {"single-column", Layout::kOnePerLine}};
constexpr Choice<Indicators> kIndicators[] = {{"none", Indicators::kNone},
                                              {"slash", Indicators::kSlash},
                                              {"file-type", Indicators::kFileType},
                                              {"classify", Indicators::kClassify}};
// These two mean kC and kLocale, but have lines of their own in the list of what is valid.
constexpr auto kCMaybe = static_cast<Quoting>(100), kCLocale = static_cast<Quoting>(101);
constexpr Choice<Quoting> kQuotings[] = {{"literal", Quoting::kLiteral},
                                         {"shell", Quoting::kRawShell},
                                         {"shell-always", Quoting::kRawShellAlways},
                                         {"shell-escape", Quoting::kShell},
                                         {"shell-escape-always", Quoting::kShellAlways},
                                         {"c", Quoting::kC},
                                         {"c-maybe", kCMaybe},
                                         {"escape", Quoting::kEscape},
                                         {"locale", Quoting::kLocale},
                                         {"clocale", kCLocale}};
enum class When : uint8_t { kAlways, kNever, kTerminal };
constexpr Choice<When> kWhens[] = {
    {"always", When::kAlways}, {"yes", When::kAlways},   {"force", When::kAlways},
    {"never", When::kNever},   {"no", When::kNever},     {"none", When::kNever},
    {"auto", When::kTerminal}, {"tty", When::kTerminal}, {"if-tty", When::kTerminal}};

enum Long {
  kAuthor = 256,
  kBlockSize,
  kColor,
  kDereferenceDir,
  kFileType,
  kFormat,
  kFullTime,
  kGroupDirectories,
  kHide,
  kIndicatorStyle,
  kQuotingStyle,
  kShowControl,
  kSi,
  kSort,
  kTime,
  kTimeStyle,
  kZero,
  kHyperlink
};
constexpr CommandOption kOptions[] = {
    {'a', "all"},
    {'A', "almost-all"},
    LongRow(kAuthor, "author"),
    LongRow(kBlockSize, "block-size", OptionArgument::kRequired),
    LongRow('F', "classify", OptionArgument::kOptional),
    LongRow(kColor, "color", OptionArgument::kOptional),
    {'Z', "context"},
    {'L', "dereference"},
    {'H', "dereference-command-line"},
    LongRow(kDereferenceDir, "dereference-command-line-symlink-to-dir"),
    {'d', "directory"},
    {'b', "escape"},
    LongRow(kFileType, "file-type"),
    LongRow(kFormat, "format", OptionArgument::kRequired),
    LongRow(kFullTime, "full-time"),
    LongRow(kGroupDirectories, "group-directories-first"),
    LongRow(kHide, "hide", OptionArgument::kRequired),
    {'q', "hide-control-chars"},
    {'h', "human-readable"},
    LongRow(kHyperlink, "hyperlink", OptionArgument::kOptional),
    {'I', "ignore", OptionArgument::kRequired},
    {'B', "ignore-backups"},
    LongRow(kIndicatorStyle, "indicator-style", OptionArgument::kRequired),
    {'i', "inode"},
    {'k', "kibibytes"},
    {'N', "literal"},
    {'G', "no-group"},
    {'n', "numeric-uid-gid"},
    {'Q', "quote-name"},
    LongRow(kQuotingStyle, "quoting-style", OptionArgument::kRequired),
    {'R', "recursive"},
    {'r', "reverse"},
    LongRow(kShowControl, "show-control-chars"),
    LongRow(kSi, "si"),
    {'s', "size"},
    LongRow(kSort, "sort", OptionArgument::kRequired),
    {'T', "tabsize", OptionArgument::kRequired},
    LongRow(kTime, "time", OptionArgument::kRequired),
    LongRow(kTimeStyle, "time-style", OptionArgument::kRequired),
    {'w', "width", OptionArgument::kRequired},
    LongRow(kZero, "zero"),
    RefusedRow('D', "dired"),
    {'c', ""},
    {'f', ""},
    {'g', ""},
    {'l', ""},
    {'m', ""},
    {'o', ""},
    {'p', ""},
    {'t', ""},
    {'u', ""},
    {'v', ""},
    {'x', ""},
    {'C', ""},
    {'D', ""},
    {'F', ""},
    {'S', ""},
    {'U', ""},
    {'X', ""},
    {'1', ""},
};

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
      (void)FormatTime(format, 0, 0, TimeZone(), &too_wide);
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
    io.Error(
        InvalidArgument(text, "time style",
                        {"[posix-]full-iso", "[posix-]long-iso", "[posix-]iso", "[posix-]locale",
                         "+FORMAT (e.g., +%H:%M) for a 'date'-style format"}));
    return false;
  }
  return true;
}

// What was asked for, as far as the last option does not simply win.
struct Ls::Given {
  bool terminal;
  std::optional<Layout> layout;
  bool sort = false, quoting = false, width = false;
  bool human = false, kibibytes = false;
  std::optional<std::string> time_style;

  void SetSort(LsStyle* style, Sort wanted) {
    style->sort = wanted;
    sort = true;
  }
  void SetQuoting(LsStyle* style, Quoting wanted) {
    style->quoting = wanted;
    quoting = true;
  }
  void SetSizes(LsStyle* style, const SizeStyle& wanted) {
    style->size_style = style->block_style = wanted;
    human = true;
  }
  void UnlessLong(std::optional<Layout> wanted) {
    if (layout != Layout::kLong) layout = wanted;
  }
};

// Options that say which files are listed. False: it is another.
bool Ls::TakeSelection(int id, std::string_view value) {
  switch (id) {
    case 'a': shows_ = Shows::kAll; break;
    case 'A': shows_ = Shows::kAlmostAll; break;
    case 'B': ignore_.insert(ignore_.end(), {"*~", ".*~"}); break;
    case 'd': directories_as_files_ = true; break;
    case 'H': links_ = Links::kOperands; break;
    case 'I': ignore_.emplace_back(value); break;
    case 'L': links_ = Links::kAll; break;
    case 'R': recursive_ = true; break;
    case kDereferenceDir: links_ = Links::kOperandDirectories; break;
    case kHide: hide_.emplace_back(value); break;
    default: return false;
  }
  return true;
}

// Options without a value that say how they are listed. False: it is another.
bool Ls::TakeStyle(int id, Given* given) {
  switch (id) {
    case 'b': given->SetQuoting(&style_, Quoting::kEscape); break;
    case 'c': style_.time = Time::kChange; break;
    case 'f':
      shows_ = Shows::kAll;
      given->SetSort(&style_, Sort::kNone);
      if (given->layout == Layout::kLong) given->layout.reset();
      break;
    case 'g': given->layout = Layout::kLong, style_.owner = false; break;
    case 'h': given->SetSizes(&style_, {.human_base = 1024}); break;
    case 'i': style_.inode = true; break;
    case 'k': given->kibibytes = true; break;
    case 'l': given->layout = Layout::kLong; break;
    case 'm': given->layout = Layout::kCommas; break;
    case 'n': given->layout = Layout::kLong, style_.numeric = true; break;
    case 'o': given->layout = Layout::kLong, style_.group = false; break;
    case 'p': style_.indicators = Indicators::kSlash; break;
    case 'q': given->SetQuoting(&style_, Quoting::kQuestionMarks); break;
    case 'r': style_.reverse = true; break;
    case 's': style_.blocks = true; break;
    case 't': given->SetSort(&style_, Sort::kTime); break;
    case 'u': style_.time = Time::kAccess; break;
    case 'v': given->SetSort(&style_, Sort::kVersion); break;
    case 'x': given->layout = Layout::kAcross; break;
    case 'C': given->layout = Layout::kColumns; break;
    case 'G': style_.group = false; break;
    case 'N': given->SetQuoting(&style_, Quoting::kLiteral); break;
    case 'Q': given->SetQuoting(&style_, Quoting::kC); break;
    case 'S': given->SetSort(&style_, Sort::kSize); break;
    case 'U': given->SetSort(&style_, Sort::kNone); break;
    case 'X': given->SetSort(&style_, Sort::kExtension); break;
    case '1': given->UnlessLong(Layout::kOnePerLine); break;
    case kAuthor: style_.author = true; break;
    case kFileType: style_.indicators = Indicators::kFileType; break;
    case kFullTime: given->layout = Layout::kLong, given->time_style = "full-iso"; break;
    case kGroupDirectories: style_.directories_first = true; break;
    case kSi: given->SetSizes(&style_, {.human_base = 1000}); break;
    case kZero:
      style_.end = '\0';
      given->SetQuoting(&style_, Quoting::kLiteral);
      given->UnlessLong(Layout::kOnePerLine);
      break;
    default: return false;
  }
  return true;
}

// Options whose value is a number: a wrong one ends ls without a hint.
std::optional<Progress> Ls::TakeNumber(CommandIo& io, int id, std::string_view value,
                                       Given* given) {
  auto refuse = [&](const std::string& text) {
    io.Error(text);
    return Progress::Done(2);
  };
  if (id == 'w') {
    if (!ReadWhole(value, &style_.width)) return refuse("invalid line width: " + QuoteWord(value));
    given->width = true;
  } else if (id == 'T') {
    if (!ReadWhole(value, &style_.tab)) return refuse("invalid tab size: " + QuoteWord(value));
  } else {
    std::optional<SizeStyle> size = SizeStyle::Parse(value);
    if (!size) return refuse("invalid --block-size argument '" + std::string(value) + "'");
    given->SetSizes(&style_, *size);
  }
  return std::nullopt;
}

// Options whose value is a word of a list. False: a wrong one, which has been said.
bool Ls::TakeWord(CommandIo& io, int id, std::string_view value, Given* given) {
  When when = When::kAlways;
  switch (id) {
    case 'F':
      if (!value.empty() && !Choose(io, "--classify", value, kWhens, &when)) return false;
      if (when == When::kAlways || (when == When::kTerminal && given->terminal))
        style_.indicators = Indicators::kClassify;
      return true;
    case kColor: return value.empty() || Choose(io, "--color", value, kWhens, &when);
    case kFormat: {
      Layout layout{};
      if (!Choose(io, "--format", value, kFormats, &layout)) return false;
      given->layout = layout;
      return true;
    }
    case kIndicatorStyle:
      return Choose(io, "--indicator-style", value, kIndicators, &style_.indicators);
    case kQuotingStyle: {
      Quoting quoting{};
      if (!Choose(io, "--quoting-style", value, kQuotings, &quoting)) return false;
      given->SetQuoting(&style_, quoting == kCMaybe    ? Quoting::kC
                                 : quoting == kCLocale ? Quoting::kLocale
                                                       : quoting);
      return true;
    }
    case kSort: given->sort = Choose(io, "--sort", value, kSorts, &style_.sort); return given->sort;
    case kTime: return Choose(io, "--time", value, kTimes, &style_.time);
    case kTimeStyle: given->time_style = value; return true;
    default: return true;  // -D, -Z, --show-control-chars, --hyperlink change nothing here
  }
}

std::optional<Progress> Ls::Start(CommandIo& io) {
  Given given{.terminal = io.IsTerminal(1)};
  Options options(io, kOptions, Options::kPermute, 2);
  while (options.Next()) {
    const int id = options.id();
    if (TakeSelection(id, options.value()) || TakeStyle(id, &given)) continue;
    if (id == 'w' || id == 'T' || id == kBlockSize) {
      if (std::optional<Progress> end = TakeNumber(io, id, options.value(), &given)) return end;
    } else if (!TakeWord(io, id, options.value(), &given)) {
      return TryHelp(io);
    }
  }
  if (options.status()) return Progress::Done(*options.status());
  if (!Settle(io, &given)) return TryHelp(io, 2);
  operands_ = options.operands();
  many_operands_ = operands_.size() > 1;
  if (operands_.empty()) operands_.push_back(".");
  return std::nullopt;
}

// What follows from all options together, the terminal and the environment. False: TIME_STYLE or
// --time-style is wrong.
bool Ls::Settle(CommandIo& io, Given* given) {
  if (style_.width == 0) style_.tab = 0;
  const std::string name = ProgramName(io);
  const bool is_dir = name == "dir", is_vdir = name == "vdir";
  const Layout usual = is_vdir                     ? Layout::kLong
                       : is_dir || given->terminal ? Layout::kColumns
                                                   : Layout::kOnePerLine;
  style_.layout = given->layout.value_or(usual);
  if (!given->quoting && (is_dir || is_vdir)) {
    style_.quoting = Quoting::kEscape;
  } else if (!given->quoting && given->terminal) {
    style_.quoting = Quoting::kShell;
    style_.aligns_quotes = style_.layout != Layout::kCommas;
  }
  width_given_ = given->width;
  if (!given->width) {
    uint64_t columns = 0;
    if (ReadWhole(io.Env("COLUMNS").value_or(""), &columns) && columns > 0) style_.width = columns;
  }
  if (style_.layout == Layout::kLong) {
    if (!given->time_style) {
      if (std::optional<std::string_view> wanted = io.Env("TIME_STYLE"))
        given->time_style = *wanted;
    }
    if (given->time_style && !SetTimeStyle(io, *given->time_style)) return false;
  }
  if (given->kibibytes && !given->human) style_.block_style = {.unit = 1024};
  // -u and -c without -l sort by that time; with -l only -t does.
  if (!given->sort && style_.time != Time::kModify && style_.layout != Layout::kLong)
    style_.sort = Sort::kTime;
  if (links_ == Links::kDefault) {
    bool itself = directories_as_files_ || style_.indicators == Indicators::kClassify ||
                  style_.layout == Layout::kLong;
    links_ = itself ? Links::kNever : Links::kOperandDirectories;
  }
  if (directories_as_files_) recursive_ = false;
  return true;
}

}  // namespace pysub::shell
