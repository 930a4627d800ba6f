#include <strings.h>

#include "pysub/shell/command.h"
#include "shell/commands/files/color_database.h"
#include "shell/commands/files/name_pattern.h"
#include "shell/commands/simple.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

enum Long { kPrintColors = kFirstLongOption };
constexpr CommandOption kOptions[] = {{'b', "sh"},
                                      LongRow('b', "bourne-shell"),
                                      {'c', "csh"},
                                      LongRow('c', "c-shell"),
                                      {'p', "print-database"},
                                      LongRow(kPrintColors, "print-ls-colors")};

// Keywords of a database that stand for kinds of files, and what ls calls these.
struct Keyword {
  std::string_view word;
  std::string_view code;
};
constexpr Keyword kKeywords[] = {
    {"NORMAL", "no"},       {"NORM", "no"},       {"FILE", "fi"},
    {"RESET", "rs"},        {"DIR", "di"},        {"LNK", "ln"},
    {"LINK", "ln"},         {"SYMLINK", "ln"},    {"ORPHAN", "or"},
    {"MISSING", "mi"},      {"FIFO", "pi"},       {"PIPE", "pi"},
    {"SOCK", "so"},         {"BLK", "bd"},        {"BLOCK", "bd"},
    {"CHR", "cd"},          {"CHAR", "cd"},       {"DOOR", "do"},
    {"EXEC", "ex"},         {"LEFT", "lc"},       {"LEFTCODE", "lc"},
    {"RIGHT", "rc"},        {"RIGHTCODE", "rc"},  {"END", "ec"},
    {"ENDCODE", "ec"},      {"SUID", "su"},       {"SETUID", "su"},
    {"SGID", "sg"},         {"SETGID", "sg"},     {"STICKY", "st"},
    {"OWR", "ow"},          {"OWT", "tw"},        {"OTHER_WRITABLE", "ow"},
    {"CLRTOEOL", "cl"},     {"CAPABILITY", "ca"}, {"STICKY_OTHER_WRITABLE", "tw"},
    {"MULTIHARDLINK", "mh"}};
constexpr std::string_view kIgnored[] = {"OPTIONS", "COLOR", "EIGHTBIT"};

bool IsWord(std::string_view word, std::string_view keyword) {
  return word.size() == keyword.size() &&
         strncasecmp(word.data(), keyword.data(), word.size()) == 0;
}

constexpr std::string_view kSpaces = " \t\n\v\f\r";

std::string_view WithoutSpaces(std::string_view text) {
  const size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) + 1 - begin);
}

// "KEYWORD VALUE # comment"
struct DatabaseLine {
  explicit DatabaseLine(std::string_view line) {
    line = WithoutSpaces(line.substr(0, line.find('\0')));
    if (line.starts_with('#')) return;
    keyword = line.substr(0, line.find_first_of(kSpaces));
    value = WithoutSpaces(line.substr(keyword.size()));
    value = WithoutSpaces(value.substr(0, value.find('#')));
  }
  std::string_view keyword, value;
};

// dircolors [OPTION]... [FILE]: LS_COLORS of a database. It is kept until the end, for a database
// with a mistake in it gives none.
class Dircolors : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, colors_, place_, line_number_, failed_);
    archive.Charged(charged_);
    if (place_ > Place::kForUs) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    while (options.Next()) {
      switch (options.id()) {
        case 'p': prints_database_ = true; break;
        case kPrintColors: prints_colors_ = true; break;
        default: shell_ = options.id(); break;
      }
    }
    if (options.status()) return options.status();
    if (std::optional<int> status = CheckWords(io, &options)) return status;
    if (prints_database_) {
      io.Out(kColorDatabase);
      return 0;
    }
    if (!prints_colors_ && !FindShell(io)) return 1;
    has_file_ = !options.operands().empty();
    if (has_file_) inputs_.Start(options.operands());
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    if (!has_file_ && !TakeOwnDatabase(io)) return Progress::Done(2);
    while (has_file_) {
      Line line;
      Got got = inputs_.NextLine(io, '\n', &line);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kEnd) break;
      if (!TakeLine(io, line.text)) return Progress::Done(2);
      if (io.Tick(line.text.size())) return Progress::Yield();
    }
    if (failed_ || inputs_.failed()) return Progress::Done(1);
    if (!prints_colors_) io.Out(shell_ == 'b' ? "LS_COLORS='" : "setenv LS_COLORS '");
    io.Out(colors_);
    if (!prints_colors_) io.Out(shell_ == 'b' ? "';\nexport LS_COLORS\n" : "'\n");
    return Progress::Done(0);
  }
  void Suspend() override { inputs_.Suspend(); }

 private:
  // Where a line stands: before all TERM lines, among some of which one or none fits, or behind
  // such a one.
  enum class Place : uint8_t { kStart, kNotForUs, kFitting, kForUs };

  std::optional<int> CheckWords(CommandIo& io, Options* options) const {
    if ((prints_database_ || prints_colors_) && shell_ != 0) {
      return options->Misuse(
          "the options to output non shell syntax,\nand to select a shell syntax are mutually "
          "exclusive");
    }
    if (prints_database_ && prints_colors_) {
      return options->Misuse(
          "options --print-database and --print-ls-colors are mutually exclusive");
    }
    const size_t most = prints_database_ ? 0 : 1;
    if (options->operands().size() <= most) return std::nullopt;
    io.Error("extra operand " + QuoteWord(options->operands()[most]));
    if (prints_database_)
      io.Write(2, "file operands cannot be combined with --print-database (-p)\n");
    return options->TryHelp();
  }

  bool FindShell(CommandIo& io) {
    if (shell_ != 0) return true;
    const std::string_view shell = io.Env("SHELL").value_or("");
    const std::string_view name = LastName(shell);
    shell_ = name == "csh" || name == "tcsh" ? 'c' : 'b';
    if (!shell.empty()) return true;
    io.Error("no SHELL environment variable, and no shell type option given");
    return false;
  }

  bool TakeOwnDatabase(CommandIo& io) {
    std::string_view rest = kColorDatabase;
    while (!rest.empty()) {
      const size_t size = rest.find('\n');
      if (!TakeLine(io, rest.substr(0, size))) return false;
      rest.remove_prefix(size + 1);
    }
    io.Tick(kColorDatabase.size());
    return true;
  }

  // False: no memory is left.
  bool TakeLine(CommandIo& io, std::string_view text) {
    ++line_number_;
    const DatabaseLine line(text);
    if (line.keyword.empty()) return true;
    if (line.value.empty()) {
      Complain(io, "invalid line;  missing second token");
      return true;
    }
    if (IsWord(line.keyword, "TERM") || IsWord(line.keyword, "COLORTERM")) {
      return LookAtTerminal(io, line);
    }
    if (place_ == Place::kFitting) place_ = Place::kForUs;
    if (place_ == Place::kNotForUs) return true;
    return AddColor(io, line);
  }

  // One that fits is enough among lines that follow each other. False: a limit.
  bool LookAtTerminal(CommandIo& io, const DatabaseLine& line) {
    if (place_ == Place::kFitting) return true;
    const bool is_term = IsWord(line.keyword, "TERM");
    std::string_view terminal = io.Env(is_term ? "TERM" : "COLORTERM").value_or("");
    if (is_term && terminal.empty()) terminal = "none";
    // (A pattern may be tried at each place.)
    if (!io.account().Tick(line.value.size() * (terminal.size() + 1))) return false;
    place_ = MatchName(line.value, terminal) ? Place::kFitting : Place::kNotForUs;
    return true;
  }

  bool AddColor(CommandIo& io, const DatabaseLine& line) {
    if (line.keyword[0] == '.' || line.keyword[0] == '*')
      return Add(io, line.keyword[0] == '.' ? "*" : "", line.keyword, line.value);
    for (const Keyword& keyword : kKeywords) {
      if (IsWord(line.keyword, keyword.word)) return Add(io, "", keyword.code, line.value);
    }
    for (std::string_view ignored : kIgnored) {
      if (IsWord(line.keyword, ignored)) return true;
    }
    if (place_ == Place::kForUs) Complain(io, "unrecognized keyword " + std::string(line.keyword));
    return true;
  }

  bool Add(CommandIo& io, std::string_view star, std::string_view what, std::string_view color) {
    constexpr size_t kLongestCharacter = 4;  // '\''
    const size_t most = kLongestCharacter * what.size() + 2 * kLongestCharacter * color.size() + 32;
    if (!MakeRoom(io, &colors_, most, &charged_)) return false;
    if (prints_colors_) {
      colors_.append("\033[").append(color).append("m").append(star).append(what);
      colors_.append("\t").append(color).append("\033[0m\n");
      return true;
    }
    colors_ += star;
    AddQuoted(what);
    colors_ += '=';
    AddQuoted(color);
    colors_ += ':';
    return true;
  }

  // For LS_COLORS, where : and = part the entries, between quotes of a shell.
  void AddQuoted(std::string_view text) {
    bool is_escaped = false;
    for (char c : text) {
      if (c == '\'') colors_ += "'\\'";
      if ((c == ':' || c == '=') && !is_escaped) colors_ += '\\';
      is_escaped = (c == '\\' || c == '^') && !is_escaped;
      colors_ += c;
    }
  }

  void Complain(CommandIo& io, const std::string& text) {
    const std::string name = has_file_ ? QuoteFileIfNeeded(inputs_.name()) : "<internal>";
    io.Error(name + ":" + std::to_string(line_number_) + ": " + text);
    failed_ = true;
  }

  // of the arguments
  int shell_ = 0;  // 'b' Bourne's, 'c' csh, 0 not said
  bool prints_database_ = false, prints_colors_ = false, has_file_ = false;

  Inputs inputs_;
  std::string colors_;
  uint64_t charged_ = 0;
  Place place_ = Place::kStart;
  uint64_t line_number_ = 0;
  bool failed_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeDircolors() { return Make<Dircolors>(); }

}  // namespace pysub::shell
