// less and more. There is no screen to page on: both copy their files, as the real ones do into a
// pipe, and what their options say of the screen changes nothing.

#include <algorithm>

#include "pysub/files/file_system.h"
#include "shell/commands/refused_option.h"
#include "shell/commands/simple.h"
#include "shell/commands/text_command.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

class Pager : public TextCommand {
 public:
  void Fields(Archive& archive) override { archive(next_, fd_); }

 protected:
  // Opens names_[at] as fd_, or says why not.
  virtual void Begin(CommandIo& io, size_t at) = 0;

  Progress Run(CommandIo& io) override {
    while (true) {
      if (fd_ < 0) {
        if (next_ >= names_.size()) return Progress::Done(0);
        Begin(io, next_++);
      } else if (std::optional<Progress> stop = Copy(io)) {
        return *stop;
      }
      if (io.Tick(64)) return Progress::Yield();
    }
  }
  void Close(CommandIo& io) {
    if (fd_ > 0) io.Close(fd_);
    fd_ = -1;
  }

  std::vector<std::string> names_;
  int fd_ = -1;

 private:
  std::optional<Progress> Copy(CommandIo& io) {
    std::string_view bytes;
    const Got got = GotOf(io.ReadSome(fd_, &bytes));
    if (std::optional<Progress> end = StepEnd(got)) return end;
    io.Out(got == Got::kError ? "read error\n" : bytes);
    (void)io.Tick(bytes.size());
    if (got != Got::kData) Close(io);
    return std::nullopt;
  }

  uint64_t next_ = 0;
};

// ---- less

constexpr auto kValue = OptionArgument::kRequired;
constexpr auto kMaybe = OptionArgument::kOptional;
enum LessOptions {
  kFileSize = kFirstLongOption,
  kFollowName,
  kIncsearch,
  kLineNumWidth,
  kMouse,
  kNoKeypad,
  kNoHistdups,
  kRscroll,
  kSaveMarks,
  kStatusColWidth,
  kUseBackslash,
  kUseColor,
  kWheelLines,
};
constexpr CommandOption kLessOptions[] = {
    HelpRow('?'),
    VersionRow('V'),
    {'a', "search-skip-screen"},
    {'A', "SEARCH-SKIP-SCREEN"},
    {'b', "buffers", kValue},
    {'B', "auto-buffers"},
    {'c', "clear-screen"},
    {'C', "CLEAR-SCREEN"},
    {'d', "dumb"},
    {'D', "color", kValue},
    {'e', "quit-at-eof"},
    {'E', "QUIT-AT-EOF"},
    {'f', "force"},
    {'F', "quit-if-one-screen"},
    {'g', "hilite-search"},
    {'G', "HILITE-SEARCH"},
    {'h', "max-back-scroll", kValue},
    {'i', "ignore-case"},
    {'I', "IGNORE-CASE"},
    {'j', "jump-target", kValue},
    {'J', "status-column"},
    RefusedRow('k', "lesskey-file", kValue),
    {'K', "quit-on-intr"},
    {'L', "no-lessopen"},
    {'m', "long-prompt"},
    {'M', "LONG-PROMPT"},
    {'n', "line-numbers"},
    {'N', "LINE-NUMBERS"},
    {'o', "log-file", kValue},
    {'O', "LOG-FILE", kValue},
    {'p', "pattern", kValue},
    {'P', "prompt", kValue},
    {'q', "quiet"},
    LongRow('q', "silent"),
    {'Q', "QUIET"},
    LongRow('Q', "SILENT"),
    {'r', "raw-control-chars"},
    {'R', "RAW-CONTROL-CHARS"},
    {'s', "squeeze-blank-lines"},
    {'S', "chop-long-lines"},
    RefusedRow('t', "tag", kValue),
    {'T', "tag-file", kValue},
    {'u', "underline-special"},
    {'U', "UNDERLINE-SPECIAL"},
    {'w', "hilite-unread"},
    {'W', "HILITE-UNREAD"},
    {'x', "tabs", kValue},
    {'X', "no-init"},
    {'y', "max-forw-scroll", kValue},
    {'z', "window", kValue},
    {'"', "quotes", kValue},
    {'~', "tilde"},
    {'#', "shift", kValue},
    // -+S takes an option back, -20 is -z 20.
    {'+', "", kMaybe},
    {'1', "", kMaybe},
    {'2', "", kMaybe},
    {'3', "", kMaybe},
    {'4', "", kMaybe},
    {'5', "", kMaybe},
    {'6', "", kMaybe},
    {'7', "", kMaybe},
    {'8', "", kMaybe},
    {'9', "", kMaybe},
    LongRow(kFileSize, "file-size"),
    LongRow(kFollowName, "follow-name"),
    LongRow(kIncsearch, "incsearch"),
    LongRow(kLineNumWidth, "line-num-width", kValue),
    LongRow(kMouse, "mouse"),
    LongRow(kNoKeypad, "no-keypad"),
    LongRow(kNoHistdups, "no-histdups"),
    LongRow(kRscroll, "rscroll", kValue),
    LongRow(kSaveMarks, "save-marks"),
    LongRow(kStatusColWidth, "status-col-width", kValue),
    LongRow(kUseBackslash, "use-backslash"),
    LongRow(kUseColor, "use-color"),
    LongRow(kWheelLines, "wheel-lines", kValue),
};

class Less : public Pager {
 protected:
  // Between the options stand words that are typed for the user at the terminal (+G).
  std::optional<int> Start(CommandIo& io) override {
    for (std::span<const std::string> words = io.args();;) {
      Options options(io, words, kLessOptions, Options::kStopAtOperand);
      while (options.Next()) force_ |= options.id() == 'f';
      if (options.status()) return options.status();
      names_ = options.operands();
      if (names_.empty() || !names_[0].starts_with('+')) break;
      words = words.subspan(options.position() + 1);
    }
    if (!names_.empty()) return std::nullopt;
    names_.push_back("-");
    if (!io.IsTerminal(0)) return std::nullopt;
    io.Write(2, "Missing filename (\"less --help\" for help)\n");
    return 0;
  }

  // What is wrong with a file stands in its place, and is no failure.
  void Begin(CommandIo& io, size_t at) override {
    const std::string& name = names_[at];
    fd_ = name == "-" ? 0 : io.Open(name, OpenMode::kRead);
    if (fd_ == 0) return;
    if (fd_ < 0) return io.Out(name + ": " + std::string(ErrnoText(io.error())) + "\n");
    const files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), name);
    if (!stat.ok() || stat->IsFile() || force_) return;
    io.Out(name + (stat->IsDirectory() ? " is a directory\n"
                                       : " is not a regular file (use -f to see it)\n"));
    Close(io);
  }

 private:
  bool force_ = false;
};

// ---- more

constexpr CommandOption kMoreOptions[] = {
    HelpRow('h'),      VersionRow('V'),     {'d', "silent"},        {'f', "logical"},
    {'l', "no-pause"}, {'c', "print-over"}, {'p', "clean-print"},   {'e', "exit-on-eof"},
    {'s', "squeeze"},  {'u', "plain"},      {'n', "lines", kValue},
};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Where to begin, and how many lines a screen has: +20, +/TEXT, -20.
bool IsOfScreen(std::string_view word) {
  if (word.size() < 2) return false;
  if (word[0] == '+') return IsDigit(word[1]) || word[1] == '/';
  return word[0] == '-' && std::all_of(word.begin() + 1, word.end(), IsDigit);
}

class More : public Pager {
 protected:
  std::optional<int> Start(CommandIo& io) override {
    std::vector<std::string> words(io.args().begin(), io.args().end());
    std::erase_if(words, IsOfScreen);
    Options options(io, words, kMoreOptions);
    while (options.Next()) {
      uint64_t lines = 0;
      if (options.id() != 'n' || ReadWhole(options.value(), &lines)) continue;
      io.Error("argument error: '" + std::string(options.value()) + "'");
      return 1;
    }
    if (options.status()) return options.status();
    names_ = options.operands();
    has_input_ = !io.IsTerminal(0);
    if (names_.empty() && !has_input_) return options.Misuse("bad usage");
    if (has_input_) names_.insert(names_.begin(), "");
    return std::nullopt;
  }

  // What is piped into it comes before its files.
  void Begin(CommandIo& io, size_t at) override {
    if (has_input_ && at == 0) {
      fd_ = 0;
      return;
    }
    const std::string& name = names_[at];
    fd_ = io.Open(name, OpenMode::kRead);
    if (fd_ < 0) return io.Error("cannot open " + name, io.error());
    const files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), name);
    if (stat.ok() && stat->IsDirectory()) {
      io.Out("\n*** " + name + ": directory ***\n\n");
      Close(io);
    } else if (stat.ok() && stat->IsFile() && IsProgram(io, name)) {
      io.Out("\n******** " + name + ": Not a text file ********\n\n");
      Close(io);
    } else if (names_.size() > 1) {
      io.Out("::::::::::::::\n" + name + "\n::::::::::::::\n");
    }
  }

 private:
  // By how it begins: ELF, or one of the old formats a.out.
  static bool IsProgram(CommandIo& io, const std::string& name) {
    const files::Result<std::string> head = io.files().ReadFile(CallerOf(io), name, 0, 2);
    if (!head.ok()) return false;
    constexpr std::string_view kMagics[] = {
        "\x7f"
        "E",
        "\x07\x01",
        "\x08\x01",
        "\x0b\x01",
        "\x05\x01",
        "\x09\x01",
        "\x65\xff"};
    return std::find(std::begin(kMagics), std::end(kMagics), *head) != std::end(kMagics);
  }

  bool has_input_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeLess() { return Make<Less>(); }
std::unique_ptr<Command> MakeMore() { return Make<More>(); }

}  // namespace pysub::shell
