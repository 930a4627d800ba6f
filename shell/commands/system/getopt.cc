// getopt: puts the options of a script in order, as getopt_long(3) finds them.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/commands/simple.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr CommandOption kOptions[] = {
    {'a', "alternative"},
    {'l', "longoptions", kRequired},
    {'n', "name", kRequired},
    {'o', "options", kRequired},
    {'q', "quiet"},
    {'Q', "quiet-output"},
    {'s', "shell", kRequired},
    {'T', "test"},
    {'u', "unquoted"},
    {'h', ""},
    {'V', ""},
};

// What is looked for, and how it is written.
struct Rules {
  struct Long {
    std::string name;
    OptionArgument argument;
  };
  std::string letters;  // with colons
  std::vector<Long> longs;
  Options::Order order = Options::kPermute;
  std::string name = "getopt";  // in messages
  bool single_dash = false, quiet = false, quotes = true, for_csh = false;
};

std::string Quoted(const Rules& rules, std::string_view text) {
  if (!rules.quotes) return std::string(text);
  std::string out = "'";
  for (char c : text) {
    const bool blank = c == ' ' || (c >= '\t' && c <= '\r');
    if (c == '\'')
      out += "'\\''";
    else if (rules.for_csh && c == '\\')
      out += "\\\\";
    else if (rules.for_csh && c == '\n')
      out += "\\n";
    else if (rules.for_csh && (c == '!' || blank))
      out += std::string("'\\") + c + "'";
    else
      out += c;
  }
  return out + "'";
}

// The words of the script.
class Scan {
 public:
  Scan(CommandIo& io, const Rules& rules, std::vector<std::string> words, bool silent)
      : io_(io), rules_(rules), words_(std::move(words)), silent_(silent) {}

  // Prints what getopt prints. failed(): something was wrong, which has been said.
  void Run() {
    std::vector<std::string> operands;
    for (; at_ < words_.size(); ++at_) {
      const std::string& word = words_[at_];
      if (!io_.account().Tick(1 + word.size() / 16 + rules_.longs.size())) return;
      if (word == "--") {
        ++at_;
        break;
      }
      if (word.size() > 1 && word[0] == '-') {
        TakeOptions(word);
      } else if (rules_.order == Options::kStopAtOperand) {
        break;
      } else if (rules_.order == Options::kInOrder) {
        Put(" " + Quoted(rules_, word));
      } else {
        operands.push_back(word);
      }
    }
    for (; at_ < words_.size(); ++at_) operands.push_back(words_[at_]);
    Put(" --");
    for (const std::string& operand : operands) Put(" " + Quoted(rules_, operand));
    if (!silent_) io_.Out(out_ + "\n");
  }
  bool failed() const { return failed_; }

 private:
  // (A short word may stand for a long name.)
  void Put(std::string_view text) {
    if (!silent_) (void)AddOutput(io_, 1, &out_, text);
  }
  void Fail(const std::string& text) {
    failed_ = true;
    if (!rules_.quiet) io_.Write(2, rules_.name + ": " + text + "\n");
  }
  void FailLetter(std::string_view what, char letter) {
    // (An option string that begins with a colon asks for silence, but for nothing else here.)
    failed_ = true;
    if (!rules_.letters.starts_with(':')) Fail(std::string(what) + " -- '" + letter + "'");
  }

  void TakeOptions(const std::string& word) {
    if (word[1] == '-') return TakeLong(word, 2);
    const bool is_letter = FindLetter(word[1]) != std::string::npos;
    if (rules_.single_dash && (word.size() > 2 || !is_letter) &&
        (!is_letter || MatchesLong(word.substr(1, word.find('=') - 1))))
      return TakeLong(word, 1);
    TakeLetters(word);
  }
  bool MatchesLong(std::string_view name) const {
    for (const Rules::Long& option : rules_.longs) {
      if (option.name.starts_with(name)) return true;
    }
    return false;
  }
  size_t FindLetter(char letter) const {
    return letter == ':' || letter == ';' ? std::string::npos : rules_.letters.find(letter);
  }

  void TakeLetters(const std::string& word) {
    for (size_t i = 1; i < word.size(); ++i) {
      const size_t row = FindLetter(word[i]);
      if (row == std::string::npos) {
        FailLetter("invalid option", word[i]);
        continue;
      }
      const std::string_view behind = std::string_view(rules_.letters).substr(row + 1);
      const std::string shown = std::string(" -") + word[i];
      if (!behind.starts_with(':')) {
        Put(shown);
        continue;
      }
      if (i + 1 < word.size() || behind.starts_with("::")) {
        Put(shown + " " + Quoted(rules_, std::string_view(word).substr(i + 1)));
      } else if (at_ + 1 < words_.size()) {
        Put(shown + " " + Quoted(rules_, words_[++at_]));
      } else {
        FailLetter("option requires an argument", word[i]);
      }
      return;
    }
  }

  // The option whose name `name` is, or begins. Null: it was refused.
  const Rules::Long* FindLong(const std::string& word, size_t dashes, std::string_view name) {
    const Rules::Long* found = nullptr;
    std::string possible;
    size_t matches = 0;
    for (const Rules::Long& option : rules_.longs) {
      if (option.name == name) return &option;
      if (!option.name.starts_with(name)) continue;
      found = &option;
      ++matches;
      possible += " '" + word.substr(0, dashes) + option.name + "'";
    }
    if (matches == 1) return found;
    if (matches > 1)
      Fail("option '" + word + "' is ambiguous; possibilities:" + possible);
    else
      Fail("unrecognized option '" + word + "'");
    return nullptr;
  }

  void TakeLong(const std::string& word, size_t dashes) {
    const size_t equals = word.find('=');
    const std::string_view name =
        std::string_view(word).substr(dashes, std::min(equals, word.size()) - dashes);
    const Rules::Long* option = FindLong(word, dashes, name);
    if (option == nullptr) return;
    const std::string shown = word.substr(0, dashes) + option->name;
    std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (option->argument == OptionArgument::kNone && equals != std::string::npos)
      return Fail("option '" + shown + "' doesn't allow an argument");
    if (option->argument == kRequired && equals == std::string::npos) {
      if (at_ + 1 >= words_.size()) return Fail("option '" + shown + "' requires an argument");
      value = words_[++at_];
    }
    Put(" --" + option->name);
    if (option->argument != OptionArgument::kNone) Put(" " + Quoted(rules_, value));
  }

  CommandIo& io_;
  const Rules& rules_;
  const std::vector<std::string> words_;
  const bool silent_;
  size_t at_ = 0;
  std::string out_;
  bool failed_ = false;
};

// "foo,bar:,baz::". False: a name is empty.
bool AddLongs(std::string_view text, Rules* rules) {
  while (true) {
    const size_t begin = text.find_first_not_of(", \t\n");
    if (begin == std::string_view::npos) return true;
    text.remove_prefix(begin);
    std::string_view name = text.substr(0, text.find_first_of(", \t\n"));
    text.remove_prefix(name.size());
    OptionArgument argument = OptionArgument::kNone;
    if (name.ends_with("::")) {
      argument = OptionArgument::kOptional;
      name.remove_suffix(2);
    } else if (name.ends_with(':')) {
      argument = kRequired;
      name.remove_suffix(1);
    }
    if (name.empty()) return false;
    rules->longs.push_back({std::string(name), argument});
  }
}

void SetLetters(std::string_view text, bool compatible, Rules* rules) {
  while (text.starts_with('-') || text.starts_with('+')) {
    if (!compatible) rules->order = text[0] == '-' ? Options::kInOrder : Options::kStopAtOperand;
    text.remove_prefix(1);
    if (!compatible) break;
  }
  rules->letters = text;
}

Progress Print(CommandIo& io, const Rules& rules, std::vector<std::string> words, bool silent) {
  Scan scan(io, rules, std::move(words), silent);
  scan.Run();
  return Progress::Done(scan.failed() ? 1 : 0);
}

// getopt LETTERS WORD...: as it was before there were long options.
Progress RunCompatible(CommandIo& io) {
  const std::span<const std::string> args = io.args();
  Rules rules;
  rules.quotes = false;
  SetLetters(args[0], true, &rules);
  return Print(io, rules, {args.begin() + 1, args.end()}, false);
}

struct Settings {
  Rules rules;
  std::optional<std::string> letters;
  bool silent = false;
};

// A status: getopt is over.
std::optional<int> TakeOption(CommandIo& io, Options& options, Settings* to) {
  const std::string value(options.value());
  switch (options.id()) {
    case 'a': to->rules.single_dash = true; break;
    case 'l':
      if (!AddLongs(value, &to->rules))
        return options.Misuse("empty long option after -l or --long argument"), 2;
      break;
    case 'n': to->rules.name = value; break;
    case 'o': to->letters = value; break;
    case 'q': to->rules.quiet = true; break;
    case 'Q': to->silent = true; break;
    case 's':
      to->rules.for_csh = value == "csh" || value == "tcsh";
      if (!to->rules.for_csh && value != "sh" && value != "bash")
        return options.Misuse("unknown shell after -s or --shell argument"), 2;
      break;
    case 'T': return 4;
    case 'u': to->rules.quotes = false; break;
    case 'V': io.Out("getopt from util-linux 2.38.1\n"); return 0;
    default: return options.TryHelp(), 2;
  }
  return std::nullopt;
}

}  // namespace

Progress RunGetopt(CommandIo& io) {
  const std::span<const std::string> args = io.args();
  if (args.empty()) {
    io.Error("missing optstring argument");
    return TryHelp(io, 2);
  }
  if (!args[0].starts_with('-') || io.Env("GETOPT_COMPATIBLE")) return RunCompatible(io);
  Options options(io, kOptions, Options::kStopAtOperand, 2);
  Settings settings;
  while (options.Next()) {
    if (std::optional<int> status = TakeOption(io, options, &settings))
      return Progress::Done(*status);
  }
  if (options.status()) return Progress::Done(*options.status());
  std::vector<std::string> words = options.operands();
  if (!settings.letters) {
    if (words.empty()) {
      io.Error("missing optstring argument");
      return TryHelp(io, 2);
    }
    settings.letters = words[0];
    words.erase(words.begin());
  }
  if (io.Env("POSIXLY_CORRECT")) settings.rules.order = Options::kStopAtOperand;
  SetLetters(*settings.letters, false, &settings.rules);
  return Print(io, settings.rules, std::move(words), settings.silent);
}

}  // namespace pysub::shell
