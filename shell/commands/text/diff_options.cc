#include "shell/commands/text/diff_options.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "shell/commands/quoting.h"
#include "shell/commands/refused_option.h"
#include "shell/commands/simple.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr CommandOption kOptions[] = {
    VersionRow('v'),
    {'u', ""},
    {'U', "", kRequired},
    LongRow('U', "unified", OptionArgument::kOptional),
    {'c', ""},
    {'C', "", kRequired},
    LongRow('C', "context", OptionArgument::kOptional),
    {'e', "ed"},
    {'n', "rcs"},
    {'y', "side-by-side"},
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
    {'p', "show-c-function"},
    {'F', "show-function-line", kRequired},
    {'E', "ignore-tab-expansion"},
    {'t', "expand-tabs"},
    {'T', "initial-tab"},
    LongRow(kDiffTabSize, "tabsize", kRequired),
    LongRow(kDiffSuppressBlankEmpty, "suppress-blank-empty"),
    {'W', "width", kRequired},
    LongRow(kDiffSuppressCommon, "suppress-common-lines"),
    LongRow(kDiffLeftColumn, "left-column"),
    {'I', "ignore-matching-lines", kRequired},
    {'x', "exclude", kRequired},
    {'X', "exclude-from", kRequired},
    {'S', "starting-file", kRequired},
    {'D', "ifdef", kRequired},
    LongRow(kDiffOldGroup, "old-group-format", kRequired),
    LongRow(kDiffNewGroup, "new-group-format", kRequired),
    LongRow(kDiffUnchangedGroup, "unchanged-group-format", kRequired),
    LongRow(kDiffChangedGroup, "changed-group-format", kRequired),
    LongRow(kDiffOldLine, "old-line-format", kRequired),
    LongRow(kDiffNewLine, "new-line-format", kRequired),
    LongRow(kDiffUnchangedLine, "unchanged-line-format", kRequired),
    LongRow(kDiffLineFormat, "line-format", kRequired),
    {'Z', "ignore-trailing-space"},
    {'H', "speed-large-files"},
    {'P', "unidirectional-new-file"},
    RefusedRow('l', "paginate"),
    RefusedName("ignore-file-name-case"),
    LongRow(kDiffNoMeaning, "no-ignore-file-name-case"),
    RefusedName("palette", kRequired),
    LongRow(kDiffNoDereference, "no-dereference"),
    RefusedName("from-file", kRequired),
    RefusedName("to-file", kRequired),
    LongRow(kDiffHorizon, "horizon-lines", kRequired),
    {'q', "brief"},
    {'s', "report-identical-files"},
    {'i', "ignore-case"},
    {'b', "ignore-space-change"},
    {'w', "ignore-all-space"},
    {'B', "ignore-blank-lines"},
    {'r', "recursive"},
    {'N', "new-file"},
    {'a', "text"},
    {'d', "minimal"},
    LongRow(kDiffLabel, "label", kRequired),
    {'L', "", kRequired},
    LongRow(kDiffStripCr, "strip-trailing-cr"),
    LongRow(kDiffColor, "color", OptionArgument::kOptional),
    LongRow(kDiffNormal, "normal"),
};

}  // namespace

std::span<const CommandOption> DiffOptions() { return kOptions; }

bool DiffStyleReader::Take(CommandIo& io, Options& options, std::optional<int>* status) {
  const auto pattern = [&](std::string_view text) {
    if (!TakeLinePattern(io, text, &style_.functions)) *status = 2;
  };
  switch (options.id()) {
    case 'u':
    case 'c':
      AddForm(options.id() == 'u' ? Form::kUnified : Form::kContext);
      style_.context = std::max<uint64_t>(style_.context, 3);
      return true;
    case 'U':
    case 'C': *status = TakeContext(options); return true;
    case 'e': AddForm(Form::kEd); return true;
    case 'n': AddForm(Form::kRcs); return true;
    case 'y': AddForm(Form::kSideBySide); return true;
    case kDiffNormal: AddForm(Form::kNormal); return true;
    case 'd': style_.minimal = true; return true;
    case kDiffHorizon:
      if (const std::optional<uint64_t> lines = ParseCount(options.value()))
        style_.horizon = std::min(*lines, kMostContext);
      else
        *status = options.Misuse("invalid horizon length '" + std::string(options.value()) + "'");
      return true;
    case 'W': *status = TakeSize(options, "width", 1 << 20, &style_.width); return true;
    case kDiffTabSize:
      *status = TakeSize(options, "tabsize", 1 << 12, &style_.tab_size);
      return true;
    case kDiffSuppressCommon: style_.suppress_common = true; return true;
    case kDiffLeftColumn: style_.left_column = true; return true;
    case 'p':
      // What begins a function of C: a line that begins with a letter, $ or _.
      pattern("^[[:alpha:]$_]");
      show_functions_ = true;
      return true;
    case 'F': pattern(options.value()); return true;
    case 'D': *status = TakeIfdef(options); return true;
    case kDiffColor: *status = TakeColor(io, options); return true;
    case 't': style_.expand_tabs = true; return true;
    case 'T': style_.initial_tab = true; return true;
    case kDiffSuppressBlankEmpty: style_.suppress_blank = true; return true;
    default: break;
  }
  if (options.id() >= kDiffOldGroup && options.id() <= kDiffLineFormat) {
    *status = TakeFormatOption(options);
    return true;
  }
  if (options.id() < '0' || options.id() > '9') return false;
  digits_ += static_cast<char>(options.id());
  return true;
}

// One format; to say another one is a conflict.
std::optional<int> DiffStyleReader::TakeFormat(Options& options, std::string_view name,
                                               size_t which, std::string_view format,
                                               bool is_group) {
  AddForm(Form::kGroups);
  std::string& place = is_group ? style_.groups[which] : style_.lines[which];
  bool& given = is_group ? style_.group_given[which] : style_.line_given[which];
  if (given && place != format) {
    return options.Misuse("conflicting " + std::string(name) + " option value '" +
                          std::string(format) + "'");
  }
  place = format;
  given = true;
  return std::nullopt;
}

std::optional<int> DiffStyleReader::TakeFormatOption(Options& options) {
  constexpr std::string_view kNames[] = {"--old-group-format",       "--new-group-format",
                                         "--unchanged-group-format", "--changed-group-format",
                                         "--old-line-format",        "--new-line-format",
                                         "--unchanged-line-format"};
  const std::string_view value = options.value();
  if (options.id() == kDiffLineFormat) {
    for (size_t i = 0; i < 3; ++i) {
      if (auto status = TakeFormat(options, "--line-format", i, value, false)) return status;
    }
    return std::nullopt;
  }
  const auto which = static_cast<size_t>(options.id() - kDiffOldGroup);
  const bool is_group = which < 4;
  return TakeFormat(options, kNames[which], is_group ? which : which - 4, value, is_group);
}

// -D NAME: one file that the preprocessor makes into either.
std::optional<int> DiffStyleReader::TakeIfdef(Options& options) {
  const std::string name(options.value());
  const std::string formats[] = {
      "#ifndef " + name + "\n%<#endif /* ! " + name + " */\n",
      "#ifdef " + name + "\n%>#endif /* " + name + " */\n",
      "%=", "#ifndef " + name + "\n%<#else /* " + name + " */\n%>#endif /* " + name + " */\n"};
  for (size_t i = 0; i < 4; ++i) {
    if (auto status = TakeFormat(options, "-D", i, formats[i], true)) return status;
  }
  return std::nullopt;
}

std::optional<int> DiffStyleReader::TakeColor(CommandIo& io, Options& options) {
  const std::string_view when = options.has_value() ? options.value() : "auto";
  if (when != "auto" && when != "always" && when != "never")
    return options.Misuse("invalid color '" + std::string(when) + "'");
  const bool shows_colors = io.IsTerminal(1) && io.Env("TERM").value_or("") != "dumb";
  style_.color = when == "always" || (when == "auto" && shows_colors);
  return std::nullopt;
}

std::optional<int> DiffStyleReader::TakeContext(Options& options) {
  const std::optional<uint64_t> context = options.has_value() ? ParseCount(options.value()) : 3;
  if (!context)
    return options.Misuse("invalid context length '" + std::string(options.value()) + "'");
  AddForm(options.id() == 'U' ? Form::kUnified : Form::kContext);
  style_.context = std::max(style_.context, std::min<uint64_t>(*context, kMostContext));
  explicit_context_ = options.has_value();
  return std::nullopt;
}

std::optional<int> DiffStyleReader::TakeSize(Options& options, std::string_view name, uint64_t most,
                                             uint64_t* size) {
  const std::optional<uint64_t> given = ParseCount(options.value());
  if (!given || *given == 0)
    return options.Misuse("invalid " + std::string(name) + " '" + std::string(options.value()) +
                          "'");
  *size = std::min(*given, most);
  return std::nullopt;
}

std::optional<int> DiffStyleReader::Finish(Options& options) {
  if (std::popcount(forms_) > 1) return options.Misuse("conflicting output style options");
  if (forms_ == 0 && show_functions_) {
    AddForm(Form::kContext);
    style_.context = std::max<uint64_t>(style_.context, 3);
  }
  if ((forms_ >> static_cast<uint32_t>(Form::kGroups) & 1) != 0) style_.FinishGroups();
  if (forms_ != 0) style_.form = static_cast<Form>(std::countr_zero(forms_));
  if (!digits_.empty()) {
    const uint64_t given =
        std::min<uint64_t>(ParseCount(digits_).value_or(kMostContext), kMostContext);
    // -U2 -u4: the larger one; -u4 alone says 4, and not the 3 of -u.
    style_.context = explicit_context_ ? std::max(style_.context, given) : given;
  }
  return std::nullopt;
}

std::string DiffOptionWords(CommandIo& io, std::span<const std::string> names) {
  static constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:@%+";
  std::string words = ProgramName(io);
  std::vector<std::string> left(names.begin(), names.end());
  for (const std::string& word : io.args()) {
    const auto operand = std::find(left.begin(), left.end(), word);
    if (operand != left.end() && (word == "-" || !word.starts_with('-'))) {
      left.erase(operand);
      continue;
    }
    const bool is_plain = word.find_first_not_of(kPlain) == std::string::npos && !word.empty();
    words += " " + (is_plain ? word : QuoteFile(word));
  }
  return words;
}

bool IsOneFile(CommandIo& io, std::string_view a, std::string_view b) {
  const files::Result<files::Stat> left = io.files().StatPath(CallerOf(io), a);
  const files::Result<files::Stat> right = io.files().StatPath(CallerOf(io), b);
  return left.ok() && right.ok() && left->ino == right->ino && left->dev == right->dev;
}

}  // namespace pysub::shell
