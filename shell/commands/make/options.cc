// The command line, and MAKEFLAGS, which carries it to makes below.

#include "shell/commands/options.h"

#include <algorithm>
#include <charconv>

#include "shell/commands/make/maker.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::maker {
namespace {

// Letters are GNU make's; what has no letter has an id here. -b, -m, -l, -L and -O are taken and
// change nothing.
enum LongOptions {
  kNoPrintDirectory = kFirstLongOption,
  kWarnUndefined,
  kTrace,
  kEval,
  kDebug,
  kHelp,
  kJobserver,
  kNoSilent,
};
constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr OptionArgument kOptional = OptionArgument::kOptional;
constexpr CommandOption kOptions[] = {
    {'b', ""},
    {'m', ""},
    {'B', "always-make"},
    {'C', "directory", kRequired},
    {'d', ""},
    {'e', "environment-overrides"},
    {'E', "eval", kRequired},
    {'f', "file", kRequired},
    LongRow('f', "makefile", kRequired),
    {'h', ""},
    {'i', "ignore-errors"},
    {'I', "include-dir", kRequired},
    {'j', "jobs", kOptional},
    {'k', "keep-going"},
    {'l', "load-average", kOptional},
    LongRow('l', "max-load", kOptional),
    {'L', "check-symlink-times"},
    {'n', "just-print"},
    LongRow('n', "dry-run"),
    LongRow('n', "recon"),
    {'o', "old-file", kRequired},
    LongRow('o', "assume-old", kRequired),
    {'O', "output-sync", kOptional},
    {'p', "print-data-base"},
    {'q', "question"},
    {'r', "no-builtin-rules"},
    {'R', "no-builtin-variables"},
    {'s', "silent"},
    LongRow('s', "quiet"),
    LongRow(kNoSilent, "no-silent"),
    {'S', "no-keep-going"},
    LongRow('S', "stop"),
    {'t', "touch"},
    {'v', "version"},
    {'w', "print-directory"},
    {'W', "what-if", kRequired},
    LongRow('W', "new-file", kRequired),
    LongRow('W', "assume-new", kRequired),
    LongRow(kNoPrintDirectory, "no-print-directory"),
    LongRow(kWarnUndefined, "warn-undefined-variables"),
    LongRow(kTrace, "trace"),
    LongRow(kDebug, "debug", kOptional),
    LongRow(kJobserver, "jobserver-auth", kRequired),
};

// Whether a word is what -j (or -l) takes from behind it.
bool IsNumberOf(int option, std::string_view word) {
  constexpr std::string_view kDigits = "0123456789";
  if (option == 'j')
    return !word.empty() && word.find_first_not_of(kDigits) == std::string_view::npos;
  return option == 'l' && (word.starts_with('.') || word.find_first_of(kDigits) == 0);
}

// NAME=..., NAME:=... of a command line: one name, perhaps with blanks around it.
bool IsDefinition(std::string_view word) {
  constexpr std::string_view kBlanks = " \t";
  const size_t equals = word.find('=');
  if (equals == std::string_view::npos) return false;
  std::string_view name = word.substr(0, equals);
  name = name.substr(0, name.find_last_not_of(":?+!") + 1);
  name = name.substr(0, name.find_last_not_of(kBlanks) + 1);
  name.remove_prefix(std::min(name.find_first_not_of(kBlanks), name.size()));
  return !name.empty() && name.find_first_of(" \t:") == std::string_view::npos;
}

// "-aq1" without the letters that are none; a letter with a value ends the group.
std::string KnownLetters(std::string_view word) {
  std::string known = "-";
  for (size_t i = 1; i < word.size(); ++i) {
    const auto row = std::find_if(std::begin(kOptions), std::end(kOptions),
                                  [&](const CommandOption& each) { return each.id == word[i]; });
    if (row == std::end(kOptions)) continue;
    if (row->argument != OptionArgument::kNone) return known + std::string(word.substr(i));
    known += word[i];
  }
  return known;
}

bool IsKnownName(std::string_view word) {
  const std::string_view name = word.substr(0, word.find('='));
  return std::any_of(std::begin(kOptions), std::end(kOptions), [&](const CommandOption& each) {
    return !name.empty() && each.name.starts_with(name);
  });
}

}  // namespace

// The command line, or `of_environment` the words of MAKEFLAGS: there, what says where to begin
// (-C, -f) and goals are not taken. False: all is over, perhaps with status 0 (-v).
bool Maker::TakeWords(std::span<const std::string> words, bool of_environment) {
  // (an option of the environment that makes no sense is not complained about)
  Options options(*io_, words, kOptions, Options::kInOrder, 2);
  Settings& s = settings_;
  std::vector<std::string> operands;
  int waiting = 0;  // -j or -l stood there without a number, which may be the next word
  while (options.Next()) {
    std::string value(options.value());
    int id = options.id();
    if (id == Options::kOperand && !IsNumberOf(waiting, value)) {
      if (!Charge(value.size() + 64)) return false;
      operands.push_back(std::move(value));
      waiting = 0;
      continue;
    }
    if (id == Options::kOperand) id = waiting;
    waiting = (id == 'j' || id == 'l') && !options.has_value() ? id : 0;
    switch (id) {
      case 'B': s.always = true; break;
      case 'C':
        if (!of_environment) s.directories.push_back(value);
        break;
      case 'e': s.environment_overrides = true; break;
      case 'E': s.evals.push_back(value); break;
      case 'f':
        if (!of_environment) s.makefiles.push_back(value);
        break;
      case 'i': s.ignore = true; break;
      case 'I': s.includes.push_back(value); break;
      case 'j':
        if (options.has_value()) {
          // The number is checked, though commands run one at a time: a wrong one is an error
          // everywhere.
          uint32_t jobs = 0;
          const auto end = std::from_chars(value.data(), value.data() + value.size(), jobs);
          if (end.ec != std::errc() || end.ptr != value.data() + value.size() || jobs == 0) {
            Complain("the '-j' option requires a positive integer argument");
            return End(2), false;
          }
        }
        s.jobs = {value};
        break;
      case 'k': s.keep_going = true; break;
      case 'S': s.keep_going = false; break;
      case 'L': s.check_symlink = true; break;
      case 'n': s.just_print = true; break;
      case 'o': s.old_files.push_back(value); break;
      case 'q': s.question = true; break;
      case 'r': s.no_rules = true; break;
      case 'R': s.no_rules = s.no_variables = true; break;
      case 's': s.silent = true; break;
      case kNoSilent: s.silent = false; break;
      case 't': s.touch = true; break;
      case 'w': s.print_directory = true; break;
      case 'W': s.new_files.push_back(value); break;
      case kNoPrintDirectory: s.no_print_directory = true; break;
      case kWarnUndefined: s.warn_undefined = true; break;
      case kTrace: s.trace = true; break;
      case 'v':
        // (Scripts look for GNU's name in the first line.)
        io_->Out("GNU Make 4.3\nThis is pysub's make, which does what GNU Make 4.3 does.\n");
        return End(0), false;
      case 'h':
        for (const CommandInfo& info : StandardCommands()) {
          if (info.name == "make") io_->Out(info.usage);
        }
        return End(0), false;
      case 'd':
      case kDebug:
      case 'p':
        Complain(std::string("*** -") + (options.id() == 'p' ? "p" : "d") +
                 " is not supported in this sandbox.  Stop.");
        return End(2), false;
      default: break;
    }
    if (!Charge(value.size() + 64)) return false;
  }
  if (options.status()) {
    if (of_environment) return true;
    return End(*options.status()), false;
  }
  operands.insert(operands.end(), options.operands().begin(), options.operands().end());
  for (const std::string& word : operands) {
    if (!Charge(word.size() + 64)) return false;
    if (IsDefinition(word)) {
      TakeDefinition(word);
    } else if (word.empty() && !of_environment) {
      Complain("*** empty string invalid as file name.  Stop.");
      return End(2), false;
    } else if (word != "-" && !of_environment) {
      s.goals.push_back(word);
    }
  }
  return true;
}

// A definition takes the place of one that there was of the same variable: `make A=1` below a
// `make A=1` has it once.
void Maker::TakeDefinition(const std::string& word) {
  const auto name = [](std::string_view text) {
    text = text.substr(0, text.find('='));
    while (!text.empty() && (text.back() == ':' || text.back() == '?')) text.remove_suffix(1);
    return text;
  };
  for (std::string& known : settings_.variables) {
    if (!Look(known.size() / 8 + 8)) return;
    // (What is appended needs what it is appended to.)
    if (name(known) != name(word) || name(word).ends_with('+')) continue;
    known = word;
    return;
  }
  settings_.variables.push_back(word);
}

// A text of options as MAKEFLAGS has it: letters in the first word, backslashes before blanks.
void Maker::TakeFlags(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool any = false;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || IsSpace(text[i])) {
      if (any) words.push_back(word);
      word.clear();
      any = false;
      continue;
    }
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    word += text[i];
    any = true;
    if ((i & 1023) == 0 && !Look(1024)) return;
  }
  if (words.empty()) return;
  // "ks -j4" is what a make above writes: letters without a dash. A makefile may write "-k" or
  // "A=b".
  if (!words[0].starts_with('-') && !IsDefinition(words[0])) words[0].insert(0, 1, '-');
  // Unknown ones are passed over, and nothing is said.
  for (std::string& each : words) {
    if (!Look(each.size() + 8)) return;
    if (each == "--") break;
    if (each.starts_with("--")) {
      if (!IsKnownName(std::string_view(each).substr(2))) each.clear();
    } else if (each.starts_with('-')) {
      each = KnownLetters(each);
    }
  }
  std::erase_if(words, [](const std::string& each) { return each.empty() || each == "-"; });
  (void)TakeWords(words, true);
}

// MAKEFLAGS and what belongs to it.
//
//   MAKEFLAGS      ks -j4 --trace -- $(MAKEOVERRIDES)     exported: what a make below reads
//   MFLAGS         -ks -j4 --trace                        the old form, for `$(MAKE) $(MFLAGS)`
//   MAKEOVERRIDES  A=1 B=two\ words                       the definitions of the command line
//
// While makefiles are remade -n, -q and -t do not hold, so what runs then is not told of them
// either.
void Maker::DefineFlags() {
  const Settings& s = settings_;
  std::string letters, more;
  const std::pair<bool, char> kLetters[] = {{s.always, 'B'},
                                            {s.environment_overrides, 'e'},
                                            {s.ignore, 'i'},
                                            {s.keep_going, 'k'},
                                            {s.check_symlink, 'L'},
                                            {s.just_print && !remaking_, 'n'},
                                            {s.question && !remaking_, 'q'},
                                            {s.no_rules, 'r'},
                                            {s.no_variables, 'R'},
                                            {s.silent, 's'},
                                            {s.touch && !remaking_, 't'},
                                            {s.print_directory, 'w'}};
  for (const auto& [set, letter] : kLetters) {
    if (set) letters += letter;
  }
  for (const std::string& folder : s.includes) more += " -I" + folder;
  for (const std::string& jobs : s.jobs) more += " -j" + jobs;
  if (s.no_print_directory) more += " --no-print-directory";
  if (s.trace) more += " --trace";
  if (s.warn_undefined) more += " --warn-undefined-variables";
  // Blanks get a backslash; a dollar is written so often that it is one for the make below.
  const auto quote = [](std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (IsSpace(c) || c == '\\') out += '\\';
      out.append(c == '$' ? 4 : 1, c);
    }
    return out;
  };
  std::string overrides;
  for (size_t i = s.variables.size(); i-- > 0;)
    overrides += (overrides.empty() ? "" : " ") + quote(s.variables[i]);
  std::string plain = letters.empty() ? more.substr(more.empty() ? 0 : 1) : "-" + letters + more;
  for (const std::string& text : s.evals) more += " --eval=" + quote(text);
  std::string flags = letters + more;
  (void)Define("MFLAGS", plain, Origin::kFile, true, 0, {});
  if (!overrides.empty()) {
    // (GNU's name, which commands see in the environment.)
    constexpr std::string_view kCommandVariables = "-*-command-variables-*-";
    (void)Define(kCommandVariables, overrides, Origin::kAutomatic, true, 0, {});
    (void)Define("MAKEOVERRIDES", "${" + std::string(kCommandVariables) + "}", Origin::kEnvironment,
                 true, 0, {});
    flags += " -- $(MAKEOVERRIDES)";
  }
  if (over()) return;
  Variable* v = Define("MAKEFLAGS", flags, Origin::kFile, true, 0, {});
  if (v != nullptr) v->exported = Export::kYes;
}

}  // namespace pysub::shell::maker
