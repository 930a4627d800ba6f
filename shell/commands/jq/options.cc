#include "shell/commands/jq/options.h"

#include <algorithm>
#include <string_view>

namespace pysub::shell::jq {
namespace {

constexpr std::string_view kHint =
    "Use jq --help for help with command-line options,\n"
    "or see the jq manpage, or online docs at https://jqlang.org\n";

constexpr std::string_view kUsage =
    "Usage:\tjq [options] <jq filter> [file...]\n"
    "\tjq [options] --args <jq filter> [strings...]\n"
    "\tjq [options] --jsonargs <jq filter> [JSON_TEXTS...]\n";

struct LongName {
  std::string_view name;
  char letter;
};
// Options that take nothing; those without a letter of jq's have one of ours.
constexpr LongName kNames[] = {{"null-input", 'n'},
                               {"raw-input", 'R'},
                               {"slurp", 's'},
                               {"compact-output", 'c'},
                               {"raw-output", 'r'},
                               {"raw-output0", '0'},
                               {"join-output", 'j'},
                               {"ascii-output", 'a'},
                               {"sort-keys", 'S'},
                               {"color-output", 'C'},
                               {"monochrome-output", 'M'},
                               {"tab", 't'},
                               {"unbuffered", 'u'},
                               {"stream", '1'},
                               {"stream-errors", '2'},
                               {"seq", 'q'},
                               {"from-file", 'f'},
                               {"exit-status", 'e'},
                               {"args", '3'},
                               {"jsonargs", '4'},
                               {"help", 'h'},
                               {"version", 'V'},
                               {"build-configuration", 'b'}};
constexpr std::string_view kLetters = "nRscrjaSCMfehV";

// Reads words; what is wrong ends with status 2.
class Reader {
 public:
  Reader(CommandIo& io, std::span<const std::string> words, JqOptions* options)
      : io_(io), options_(*options), words_(words) {}

  std::optional<int> Run() {
    for (at_ = 0; at_ < words_.size(); ++at_) {
      const std::string& word = words_[at_];
      if (only_operands_ || !IsOption(word)) {
        Operand(word);
      } else if (word == "--") {
        only_operands_ = true;
      } else if (std::optional<int> status =
                     word[1] == '-' ? Long(word.substr(2)) : Letters(word)) {
        return status;
      }
    }
    if (options_.from_file && !options_.program) {
      io_.Write(2, "jq - commandline JSON processor [version 1.8.2]\n\n" + std::string(kUsage) +
                       "\njq is a tool for processing JSON inputs, applying a filter to them.\n"
                       "For listing the command options, use jq --help.\n");
      return 2;
    }
    if (!options_.program) options_.program = ".";
    return std::nullopt;
  }

 private:
  // (A filter may begin with a sign.)
  static bool IsOption(const std::string& word) {
    return word.size() > 1 && word[0] == '-' &&
           (word[1] == '-' || ((word[1] | 32) >= 'a' && (word[1] | 32) <= 'z'));
  }
  enum class Rest : uint8_t { kFiles, kText, kJson };

  void Operand(const std::string& word) {
    if (!options_.program) {
      options_.program = word;
    } else if (rest_ == Rest::kFiles) {
      options_.files.push_back(word);
    } else {
      options_.positional.push_back({word, rest_ == Rest::kJson});
    }
  }

  int Misuse(std::string_view text) { return JqOptions::Misuse(io_, text); }

  std::optional<int> Letters(const std::string& word) {
    if (word[1] == 'L') {
      if (word.size() > 2) {
        options_.library.push_back(word.substr(2));
      } else if (++at_ < words_.size()) {
        options_.library.push_back(words_[at_]);
      } else {
        return Misuse("-L takes a parameter: (e.g. -L /search/path or -L/search/path)");
      }
      return std::nullopt;
    }
    for (char letter : word.substr(1)) {
      if (kLetters.find(letter) == std::string_view::npos) {
        return Misuse(std::string("jq: Unknown option -") + letter);
      }
    }
    for (char letter : word.substr(1)) {
      if (std::optional<int> status = Flag(letter)) return status;
    }
    return std::nullopt;
  }

  std::optional<int> Long(const std::string& name) {
    if (name == "indent") return Indent();
    if (name == "library-path") {
      if (++at_ >= words_.size()) {
        return Misuse("-L takes a parameter: (e.g. -L /search/path or -L/search/path)");
      }
      options_.library.push_back(words_[at_]);
      return std::nullopt;
    }
    using Kind = NamedArgument::Kind;
    constexpr std::pair<std::string_view, Kind> kNamed[] = {{"arg", Kind::kText},
                                                            {"argjson", Kind::kJson},
                                                            {"slurpfile", Kind::kSlurp},
                                                            {"rawfile", Kind::kRaw}};
    for (const auto& [known, kind] : kNamed) {
      if (name != known) continue;
      if (at_ + 2 >= words_.size()) {
        const std::string last = kind == Kind::kText   ? "value"
                                 : kind == Kind::kJson ? "text"
                                                       : "filename";
        return Misuse("jq: --" + name + " takes two parameters (e.g. --" + name + " varname " +
                      last + ")");
      }
      options_.named.push_back({kind, words_[at_ + 1], words_[at_ + 2]});
      at_ += 2;
      return std::nullopt;
    }
    for (const LongName& known : kNames) {
      if (known.name == name) return Flag(known.letter);
    }
    return Misuse("jq: Unknown option --" + name);
  }

  std::optional<int> Indent() {
    if (++at_ >= words_.size()) return Misuse("jq: --indent takes one parameter");
    const std::string& word = words_[at_];
    const bool right = word == "-1" || (word.size() == 1 && word[0] >= '0' && word[0] <= '7');
    if (!right) return Misuse("jq: --indent takes a number between -1 and 7");
    options_.style.pretty = true;
    options_.style.tabs = word == "-1";
    options_.style.indent = word == "-1" ? 0 : word[0] - '0';
    return std::nullopt;
  }

  std::optional<int> Flag(char letter) {
    JqOptions& o = options_;
    switch (letter) {
      case 'n': o.null_input = true; break;
      case 'R': o.raw_input = true; break;
      case 's': o.slurp = true; break;
      case 'c': o.style.pretty = false; break;
      case 'r': o.raw_output = true; break;
      case 'j': o.raw_output = o.join_output = true; break;
      case '0': o.raw_output = o.nul_output = true; break;
      case 'a': o.style.ascii = true; break;
      case 'S': o.style.sorted = true; break;
      case 'C': o.style.colored = true; break;
      case 'M': o.style.colored = false; break;
      case 't': o.style.pretty = o.style.tabs = true; break;
      case 'u': break;
      case '1': o.stream = true; break;
      case '2': o.stream = o.stream_errors = true; break;
      case 'q': o.sequence = true; break;
      case 'f': o.from_file = true; break;
      case 'e': o.exit_status = true; break;
      case '3': rest_ = Rest::kText; break;
      case '4': rest_ = Rest::kJson; break;
      case 'h': return Help();
      case 'V': io_.Out("jq-1.8.2\n"); return 0;
      case 'b': io_.Out("pysub\n"); return 0;
      default: break;
    }
    return std::nullopt;
  }

  int Help() {
    for (const CommandInfo& info : StandardCommands()) {
      if (info.name == "jq") io_.Out(info.usage);
    }
    return 0;
  }

  CommandIo& io_;
  JqOptions& options_;
  std::span<const std::string> words_;
  size_t at_ = 0;
  bool only_operands_ = false;
  Rest rest_ = Rest::kFiles;
};

// JQ_COLORS: "0;90:0;39:...", as many as there are. False: one of them is wrong.
bool ReadColors(std::string_view text, JsonStyle* style) {
  std::string colors[8];
  size_t count = 0;
  while (count < 8 && !text.empty()) {
    const size_t colon = std::min(text.find(':'), text.size());
    const std::string_view one = text.substr(0, colon);
    if (one.find_first_not_of("0123456789;") != std::string_view::npos) return false;
    colors[count++] = "\x1b[" + std::string(one) + "m";
    text.remove_prefix(std::min(colon + 1, text.size()));
  }
  std::copy(colors, colors + count, style->colors);
  return true;
}

}  // namespace

int JqOptions::Misuse(CommandIo& io, std::string_view text) {
  io.Write(2, std::string(text) + "\n" + std::string(kHint));
  return 2;
}

std::optional<int> JqOptions::Read(CommandIo& io, std::span<const std::string> words) {
  style.pretty = true;
  constexpr std::string_view kColors[] = {"0;90", "0;39", "0;39", "0;39",
                                          "0;32", "1;39", "1;39", "1;34"};
  for (int i = 0; i < 8; ++i) style.colors[i] = "\x1b[" + std::string(kColors[i]) + "m";
  const std::optional<int> status = Reader(io, words, this).Run();
  const std::optional<std::string_view> colors = io.Env("JQ_COLORS");
  mistaken_colors = !status && colors && !ReadColors(*colors, &style);
  return status;
}

}  // namespace pysub::shell::jq
