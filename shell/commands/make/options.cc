// The command line, and MAKEFLAGS, which carries it to makes below.

#include "shell/commands/options.h"

#include <charconv>

#include "shell/commands/make/maker.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::maker {
namespace {

enum LongOptions {
  kNoPrintDirectory = kFirstLongOption,
  kWarnUndefined,
  kTrace,
  kEval,
  kDebug,
  kHelp,
  kJobserver,
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
    {'S', "no-keep-going"},
    LongRow('S', "stop"),
    {'t', "touch"},
    {'v', ""},
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

// NAME=..., NAME:=... of a command line.
bool IsDefinition(std::string_view word) {
  const size_t equals = word.find('=');
  return equals != std::string_view::npos && equals > 0;
}

}  // namespace

// Options, definitions and goals. False: the command is over.
bool Maker::TakeWords(std::span<const std::string> words, bool of_environment) {
  // (an option of the environment that makes no sense is not complained about)
  Options options(*io_, words, kOptions, Options::kPermute, 2);
  Settings& s = settings_;
  while (options.Next()) {
    const std::string value(options.value());
    switch (options.id()) {
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
      case 't': s.touch = true; break;
      case 'w': s.print_directory = true; break;
      case 'W': s.new_files.push_back(value); break;
      case kNoPrintDirectory: s.no_print_directory = true; break;
      case kWarnUndefined: s.warn_undefined = true; break;
      case kTrace: s.trace = true; break;
      case 'v': io_->Out("make (pysub), as GNU Make 4.3\n"); return End(0), false;
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
  for (const std::string& word : options.operands()) {
    if (!Charge(word.size() + 64)) return false;
    if (IsDefinition(word)) {
      s.variables.push_back(word);
    } else if (!word.empty() && !of_environment) {
      s.goals.push_back(word);
    }
  }
  return true;
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
  if (!words[0].starts_with('-') && !IsDefinition(words[0])) words[0].insert(0, 1, '-');
  // Unknown ones are not said.
  (void)TakeWords(words, true);
}

// MAKEFLAGS and what belongs to it.
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
  (void)Define("MAKEOVERRIDES", overrides, Origin::kEnvironment, true, 0, {});
  if (over()) return;
  if (!overrides.empty()) flags += " -- $(MAKEOVERRIDES)";
  Variable* v = Define("MAKEFLAGS", flags, Origin::kFile, true, 0, {});
  if (v != nullptr) v->exported = Export::kYes;
}

}  // namespace pysub::shell::maker
