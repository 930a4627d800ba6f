// tput, clear, reset and stty: what a terminal can do, and how it is set. There is no other than
// that of the host, whose settings are its own.

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/commands/refused_option.h"
#include "shell/commands/simple.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

// ---- tput

// A capability of xterm. In its text "%1" and "%2" are its parameters, "%a" and "%b" these
// and one more (terminals count from one).
struct Capability {
  std::string_view name, text;
};
constexpr Capability kCapabilities[] = {
    {"bel", "\a"},
    {"blink", "\033[5m"},
    {"bold", "\033[1m"},
    {"civis", "\033[?25l"},
    {"cnorm", "\033[?12l\033[?25h"},
    {"cr", "\r"},
    {"csr", "\033[%a;%br"},
    {"cub", "\033[%1D"},
    {"cub1", "\b"},
    {"cud", "\033[%1B"},
    {"cud1", "\n"},
    {"cuf", "\033[%1C"},
    {"cuf1", "\033[C"},
    {"cup", "\033[%a;%bH"},
    {"cuu", "\033[%1A"},
    {"cuu1", "\033[A"},
    {"dim", "\033[2m"},
    {"ech", "\033[%1X"},
    {"ed", "\033[J"},
    {"el", "\033[K"},
    {"el1", "\033[1K"},
    {"home", "\033[H"},
    {"hpa", "\033[%aG"},
    {"ht", "\t"},
    {"invis", "\033[8m"},
    {"op", "\033[39;49m"},
    {"rc", "\0338"},
    {"rev", "\033[7m"},
    {"ritm", "\033[23m"},
    {"rmcup", "\033[?1049l\033[23;0;0t"},
    {"rmso", "\033[27m"},
    {"rmul", "\033[24m"},
    {"sc", "\0337"},
    {"setab", ""},
    {"setaf", ""},
    {"sgr0", "\033(B\033[m"},
    {"sitm", "\033[3m"},
    {"smcup", "\033[?1049h\033[22;0;0t"},
    {"smso", "\033[7m"},
    {"smul", "\033[4m"},
    {"vpa", "\033[%ad"},
};

// In what terminals differ: how they are cleared, what is above the screen, too, and how they begin
// anew.
struct Model {
  std::string_view name, clear, clear_above, reset;
};
constexpr std::string_view kClearAbove = "\033[3J";
constexpr Model kModels[] = {
    {"ansi", "\033[H\033[J", "", ""},
    {"dumb", "", "", ""},
    {"linux", "\033[H\033[J", kClearAbove, "\033c\033]R"},
    {"screen", "\033[H\033[J", "", "\033c\033[?1000l\033[?25h"},
    {"tmux", "\033[H\033[J", kClearAbove, "\033c\033[?1000l\033[?25h"},
    {"vt100", "\033[H\033[J", "", "\033<\033>\033[?3;4;5l\033[?7;8h\033[r"},
    {"xterm", "\033[H\033[2J", kClearAbove, "\033c\033[!p\033[?3;4l\033[4l\033>\033[?69l"},
};

class Terminal {
 public:
  // False: nobody knows such a terminal. ("xterm-256color" is an xterm.)
  bool Choose(std::string_view name) {
    model_ = std::find_if(std::begin(kModels), std::end(kModels), [&](const Model& model) {
      return name.substr(0, name.find_first_of("-.")) == model.name;
    });
    if (model_ == std::end(kModels)) return false;
    is_dumb_ = model_->name == "dumb";
    colors_ = name.ends_with("256color") ? 256 : is_dumb_ ? -1 : 8;
    return true;
  }
  const Model& model() const { return *model_; }

  // The words are a capability and its parameters. A status; *out is what it sends.
  int Send(std::span<const std::string> words, std::string* out) const {
    const std::string& name = words[0];
    if (std::optional<int> number = Number(name)) {
      *out += std::to_string(*number) + "\n";
      return 0;
    }
    if (name == "am" || name == "xenl" || name == "bw" || name == "km")
      return is_dumb_ && name != "am" ? 1 : 0;
    if (name == "clear") {
      *out += std::string(model_->clear) + std::string(model_->clear_above);
      return is_dumb_ ? 2 : 0;
    }
    for (const Capability& capability : kCapabilities) {
      if (capability.name != name) continue;
      if (is_dumb_ && name != "bel" && name != "cr" && name != "cud1") return 1;
      *out += capability.text.empty() ? Color(words) : Filled(capability.text, words);
      return 0;
    }
    return kUnknown;
  }
  static constexpr int kUnknown = 4;

 private:
  std::optional<int> Number(std::string_view name) const {
    if (name == "cols") return 80;
    if (name == "lines") return 24;
    if (name == "colors") return colors_;
    if (name == "it") return is_dumb_ ? -1 : 8;
    return std::nullopt;
  }
  static int Parameter(std::span<const std::string> words, size_t at) {
    int number = 0;
    return at < words.size() && ReadWhole(words[at], &number) && number < INT32_MAX ? number : 0;
  }
  static std::string Filled(std::string_view text, std::span<const std::string> words) {
    std::string out;
    for (size_t at = 0; at < text.size(); ++at) {
      if (text[at] != '%') {
        out += text[at];
        continue;
      }
      const char which = text[++at];
      const bool counts_from_one = which == 'a' || which == 'b';
      out += std::to_string(Parameter(words, which == '1' || which == 'a' ? 1 : 2) +
                            (counts_from_one ? 1 : 0));
    }
    return out;
  }
  // setaf N, setab N
  std::string Color(std::span<const std::string> words) const {
    const int color = Parameter(words, 1);
    const bool is_back = words[0] == "setab";
    if (colors_ == 8 || color < 8)
      return "\033[" + std::string(is_back ? "4" : "3") + std::to_string(color) + "m";
    if (color < 16)
      return "\033[" + std::string(is_back ? "10" : "9") + std::to_string(color - 8) + "m";
    return "\033[" + std::string(is_back ? "48" : "38") + ";5;" + std::to_string(color) + "m";
  }

  const Model* model_ = nullptr;
  bool is_dumb_ = false;
  int colors_ = 8;
};

}  // namespace

// tput [-T TERMINAL] CAPABILITY [NUMBER]...
Progress RunTput(CommandIo& io) {
  constexpr CommandOption kOptions[] = {
      {'T', "", OptionArgument::kRequired}, {'V', ""}, {'x', ""}, RefusedRow('S', "")};
  Options options(io, kOptions, Options::kStopAtOperand, 2);
  std::string name(io.Env("TERM").value_or(""));
  while (options.Next()) {
    if (options.id() == 'T') name = options.value();
  }
  if (options.status()) return Progress::Done(*options.status());
  if (name.empty()) {
    io.Error("No value for $TERM and no -T specified");
    return Progress::Done(2);
  }
  Terminal terminal;
  if (!terminal.Choose(name)) {
    io.Error("unknown terminal \"" + name + "\"");
    return Progress::Done(3);
  }
  const std::vector<std::string> words = options.operands();
  if (words.empty()) return TryHelp(io, 2);
  std::string out;
  const int status = terminal.Send(words, &out);
  io.Out(out);
  if (status == Terminal::kUnknown) io.Error("unknown terminfo capability '" + words[0] + "'");
  return Progress::Done(status);
}

// clear [-T TERMINAL] [-x]
Progress RunClear(CommandIo& io) {
  constexpr CommandOption kOptions[] = {
      {'T', "", OptionArgument::kRequired}, VersionRow('V'), {'x', ""}};
  Options options(io, kOptions);
  std::optional<std::string> name;
  if (std::optional<std::string_view> own = io.Env("TERM")) name = *own;
  bool keeps_above = false;
  while (options.Next()) {
    if (options.id() == 'T') name = options.value();
    keeps_above |= options.id() == 'x';
  }
  if (options.status()) return Progress::Done(*options.status());
  if (!options.operands().empty()) return TryHelp(io);
  Terminal terminal;
  if (!name) {
    io.Write(2, "TERM environment variable not set.\n");
  } else if (!terminal.Choose(*name)) {
    io.Write(2, "'" + *name + "': unknown terminal type.\n");
  } else {
    const Model& model = terminal.model();
    io.Out(model.clear);
    if (!keeps_above) io.Out(model.clear_above);
    return Progress::Done(model.clear.empty() ? 1 : 0);
  }
  return Progress::Done(1);
}

// reset [-qrsI] [TERMINAL]: only a terminal can begin anew.
Progress RunReset(CommandIo& io) {
  constexpr int kNoTerminal = 10;
  constexpr auto kValue = OptionArgument::kRequired;
  constexpr CommandOption kOptions[] = {VersionRow('V'),
                                        {'c', ""},
                                        {'e', "", kValue},
                                        {'I', ""},
                                        {'i', "", kValue},
                                        {'k', "", kValue},
                                        RefusedRow('m', "", kValue),
                                        {'Q', ""},
                                        {'q', ""},
                                        {'r', ""},
                                        {'s', ""},
                                        {'w', ""}};
  Options options(io, kOptions);
  std::string chosen;
  while (options.Next()) chosen += static_cast<char>(options.id());
  if (options.status()) return Progress::Done(*options.status());
  const auto has = [&](char letter) { return chosen.find(letter) != std::string::npos; };
  if (!io.IsTerminal(0) && !io.IsTerminal(1) && !io.IsTerminal(2)) {
    io.Write(2, "reset: terminal attributes: " + std::string(ErrnoText(ENXIO)) + "\n\n");
    return Progress::Done(kNoTerminal);
  }
  std::string name(io.Env("TERM").value_or("unknown"));
  if (!options.operands().empty()) name = options.operands()[0];
  Terminal terminal;
  if (!terminal.Choose(name)) {
    io.Error("unknown terminal type " + name);
    return Progress::Done(1);
  }
  if (has('q')) {
    io.Out(name + "\n");
    return Progress::Done(0);
  }
  if (!has('I')) io.Write(2, terminal.model().reset);
  if (has('r')) io.Write(2, "Terminal type is " + name + ".\n");
  if (has('s')) io.Out("TERM=" + name + ";\n");
  return Progress::Done(0);
}

// stty [SETTING]...
Progress RunStty(CommandIo& io) {
  const std::span<const std::string> args = io.args();
  if (!io.IsTerminal(0)) {
    io.Error("'standard input'", ENOTTY);
    return Progress::Done(1);
  }
  if (args.size() == 1 && args[0] == "size") {
    io.Out("24 80\n");
  } else if (args.empty() || args[0] == "-a") {
    io.Out("speed 38400 baud; rows 24; columns 80;\n");
  } else if (args[0] == "-g") {
    io.Out(
        "500:5:bf:8a3b:3:1c:7f:15:4:0:1:0:11:13:1a:0:12:f:17:16:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0\n");
  }
  return Progress::Done(0);
}

}  // namespace pysub::shell
