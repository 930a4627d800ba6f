// tput and stty: what a terminal can do, and how it is set. There is no other than that of the
// host, whose settings are its own.

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
    {"clear", "\033[H\033[2J\033[3J"},
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

class Terminal {
 public:
  // False: nobody knows such a terminal.
  bool Choose(std::string_view name) {
    is_dumb_ = name == "dumb";
    colors_ = name.ends_with("256color") ? 256 : is_dumb_ ? -1 : 8;
    return is_dumb_ || name.starts_with("xterm") || name.starts_with("screen") ||
           name.starts_with("tmux") || name == "linux" || name == "ansi" || name == "vt100";
  }

  // The words are a capability and its parameters. A status; *out is what it sends.
  int Send(std::span<const std::string> words, std::string* out) const {
    const std::string& name = words[0];
    if (std::optional<int> number = Number(name)) {
      *out += std::to_string(*number) + "\n";
      return 0;
    }
    if (name == "am" || name == "xenl" || name == "bw" || name == "km")
      return is_dumb_ && name != "am" ? 1 : 0;
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
