#include <algorithm>
#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/refused_option.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/children.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {

int StartChild(CommandIo& io, std::span<const std::string> argv, const ChildOptions& options,
               int* status) {
  int child = io.Spawn(argv, options);
  if (child >= 0) return child;
  *status = io.error() == ENOENT ? 127 : 126;
  return -1;
}

namespace {

// What no command could be given; a few bytes of -S may stand for a long variable.
constexpr size_t kMostWords = 2 << 20;

// Splits the value of -S: quotes, backslashes, ${NAME}. False: *error says why not.
bool SplitString(CommandIo& io, std::string_view text, std::vector<std::string>* words,
                 std::string* error) {
  std::string word;
  bool in_word = false;
  char quote = 0;
  size_t values = 0;  // bytes of them
  for (size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (quote == 0 && (c == ' ' || (c >= '\t' && c <= '\r'))) {
      if (in_word) words->push_back(std::move(word));
      word.clear();
      in_word = false;
      continue;
    }
    if (quote == 0 && c == '#' && !in_word) break;
    const bool was_in_word = std::exchange(in_word, true);
    if ((c == '\'' || c == '"') && (quote == 0 || quote == c)) {
      quote = quote == 0 ? c : 0;
    } else if (c == '\\') {
      if (++at == text.size()) {
        *error = "invalid backslash at end of string in -S";
        return false;
      }
      char e = text[at];
      constexpr std::string_view kLetters = "ftnrv";
      if (quote == '\'') {
        if (e != '\'' && e != '\\') word += '\\';
        word += e;
      } else if (e == 'c') {
        if (quote == '"') {
          *error = "'\\c' must not appear in double-quoted -S string";
          return false;
        }
        break;
      } else if (e == '_') {
        if (quote == '"') {
          word += ' ';
        } else {
          words->push_back(std::move(word));
          word.clear();
          in_word = false;
        }
      } else if (size_t letter = kLetters.find(e); letter != std::string_view::npos) {
        word += "\f\t\n\r\v"[letter];
      } else if (std::string_view("\"#$'\\").find(e) != std::string_view::npos) {
        word += e;
      } else {
        *error = std::string("invalid sequence '\\") + e + "' in -S";
        return false;
      }
    } else if (c == '$' && quote != '\'') {
      size_t close = text.find('}', at);
      if (text.substr(at, 2) != "${" || close == std::string_view::npos || close == at + 2) {
        *error =
            "only ${VARNAME} expansion is supported, error at: " + std::string(text.substr(at));
        return false;
      }
      const std::optional<std::string_view> found = io.Env(text.substr(at + 2, close - at - 2));
      const std::string_view value = found.value_or("");
      if (!found) in_word = was_in_word;
      values += value.size();
      if (values > kMostWords || !io.account().Tick(value.size() + 64)) {
        *error = "argument list too long in -S";
        return false;
      }
      word += value;
      at = close;
    } else {
      word += c;
    }
  }
  if (quote != 0) {
    *error = "no terminating quote in -S string";
    return false;
  }
  if (in_word) words->push_back(std::move(word));
  return true;
}

// env [-i] [-0] [-u NAME] [-C DIR] [-S TEXT] [-v] [NAME=VALUE]... [COMMAND [ARG]...]
class Env : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (child_ < 0) {
      if (std::optional<Progress> end = Start(io)) return *end;
    }
    std::optional<int> status = io.WaitChild(child_);
    return status ? Progress::Done(*status) : Progress::Wait();
  }
  void Fields(Archive& archive) override { archive(child_); }

 private:
  // With the words of -S where it stands, options included. None: they are wrong, which has been
  // said.
  std::optional<std::vector<std::string>> SplitWords(CommandIo& io,
                                                     std::vector<std::string> words) {
    for (size_t i = 0; i < words.size() && words[i].starts_with('-') && words[i] != "--"; ++i) {
      std::string text;
      size_t used = 1;
      size_t letters = words[i].find_first_not_of("i0v", 1);
      if (words[i].starts_with("--split-string=")) {
        text = words[i].substr(15);
      } else if (!words[i].starts_with("--") && letters != std::string::npos &&
                 words[i][letters] == 'S') {
        text = words[i].substr(letters + 1);
        if (text.empty() && i + 1 == words.size()) break;  // said below
        if (text.empty()) {
          text = words[i + 1];
          used = 2;
        }
        std::string before = words[i].substr(0, letters);
        verbose_ = verbose_ || before.find('v') != std::string::npos;
        if (before.size() > 1) words.insert(words.begin() + i++, before);
      } else {
        verbose_ = verbose_ || words[i] == "-v" || words[i] == "-iv" || words[i] == "--debug";
        if (words[i] == "-u" || words[i] == "-C" || words[i] == "--unset" || words[i] == "--chdir")
          ++i;
        continue;
      }
      std::vector<std::string> split;
      std::string error;
      if (!SplitString(io, text, &split, &error)) {
        io.Error(error);
        return std::nullopt;
      }
      Tell(io, "split -S:  " + QuoteWord(text));
      for (size_t k = 0; k < split.size(); ++k)
        Tell(io, (k == 0 ? " into:    " : "     &    ") + QuoteWord(split[k]));
      words.erase(words.begin() + i, words.begin() + i + used);
      words.insert(words.begin() + i, split.begin(), split.end());
      break;
    }
    return words;
  }

  // Environment entries "NAME=VALUE".
  static auto HasName(std::string_view name) {
    return [name](const std::string& entry) {
      return entry.size() > name.size() && entry[name.size()] == '=' && entry.starts_with(name);
    };
  }

  // What -v tells.
  void Tell(CommandIo& io, std::string_view text) const {
    if (!verbose_) return;
    io.Write(2, text);
    io.Write(2, "\n");
  }
  void TellCommand(CommandIo& io, std::span<const std::string> command) const {
    Tell(io, "executing: " + command[0]);
    for (size_t i = 0; i < command.size() && io.account().Tick(command[i].size() + 64); ++i)
      Tell(io, "   arg[" + std::to_string(i) + "]= " + QuoteWord(command[i]));
  }

  bool Unset(CommandIo& io, const std::vector<std::string>& names,
             std::vector<std::string>* environment) const {
    for (const std::string& name : names) {
      Tell(io, "unset:    " + name);
      if (name.empty() || name.find('=') != std::string::npos) {
        io.Error("cannot unset " + QuoteWord(name) + ": Invalid argument");
        return false;
      }
      if (!io.account().Tick(environment->size() + 1)) return false;
      std::erase_if(*environment, HasName(name));
    }
    return true;
  }

  static void Set(const std::string& word, std::vector<std::string>* environment) {
    auto there = std::find_if(environment->begin(), environment->end(),
                              HasName(std::string_view(word).substr(0, word.find('='))));
    if (there != environment->end()) {
      *there = word;
    } else {
      environment->push_back(word);
    }
  }

  std::optional<Progress> Start(CommandIo& io) {
    constexpr CommandOption kOptions[] = {
        {'i', "ignore-environment"},
        {'0', "null"},
        {'u', "unset", OptionArgument::kRequired},
        {'C', "chdir", OptionArgument::kRequired},
        {'v', "debug"},
        {'S', "split-string", OptionArgument::kRequired},
        RefusedName("block-signal", OptionArgument::kOptional),
        RefusedName("default-signal", OptionArgument::kOptional),
        RefusedName("ignore-signal", OptionArgument::kOptional),
        RefusedName("list-signal-handling"),
    };
    std::optional<std::vector<std::string>> split =
        SplitWords(io, {io.args().begin(), io.args().end()});
    if (!split) return Progress::Done(125);
    const std::vector<std::string>& words = *split;
    Options options(io, words, kOptions, Options::kStopAtOperand, 125);
    bool empty = false;
    char end = '\n';
    std::vector<std::string> unset;
    ChildOptions child;
    while (options.Next()) {
      switch (options.id()) {
        case 'i': empty = true; break;
        case '0': end = '\0'; break;
        case 'u': unset.emplace_back(options.value()); break;
        case 'C': child.cwd = options.value(); break;
        case 'v': verbose_ = true; break;
        case 'S': break;
      }
    }
    if (options.status()) return Progress::Done(*options.status());
    size_t at = options.position();
    if (at < words.size() && words[at] == "-") {
      empty = true;
      ++at;
    }
    std::vector<std::string>& environment = child.environment.emplace();
    if (!empty) environment = io.Environment();
    if (empty) Tell(io, "cleaning environ");
    if (!Unset(io, unset, &environment)) return Progress::Done(125);
    for (; at < words.size() && words[at].find('=') != std::string::npos; ++at) {
      Tell(io, "setenv:   " + words[at]);
      Set(words[at], &environment);
      if (!io.account().Tick(environment.size() + 1)) return Progress::Done(125);
    }
    std::span<const std::string> command = std::span(words).subspan(at);
    if (command.empty()) return Print(io, child, end);
    if (end == '\0') {
      io.Error("cannot specify --null (-0) with command");
      return TryHelp(io, 125);
    }
    return Launch(io, command, child);
  }

  static Progress Print(CommandIo& io, const ChildOptions& child, char end) {
    if (!child.cwd.empty()) {
      io.Error("must specify command with --chdir (-C)");
      return TryHelp(io, 125);
    }
    for (const std::string& entry : *child.environment) {
      io.Out(entry);
      io.Out({&end, 1});
    }
    return Progress::Done(0);
  }

  std::optional<Progress> Launch(CommandIo& io, std::span<const std::string> command,
                                 const ChildOptions& child) {
    if (!child.cwd.empty()) {
      files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), child.cwd);
      if (!stat.ok() || !stat->IsDirectory()) {
        io.Error("cannot change directory to " + QuoteFile(child.cwd),
                 stat.ok() ? ENOTDIR : stat.error());
        return Progress::Done(125);
      }
    }
    if (!child.cwd.empty()) Tell(io, "chdir:    " + QuoteFile(child.cwd));
    TellCommand(io, command);
    int status = 0;
    child_ = StartChild(io, command, child, &status);
    if (child_ >= 0) return std::nullopt;
    io.Error(QuoteWord(command[0]), io.error());
    if (status == 127 && command[0].find_first_of(" \t\n\v\f\r") != std::string::npos &&
        !io.args().empty() && io.args()[0] == command[0]) {
      io.Error("use -[v]S to pass options in shebang lines");
    }
    return Progress::Done(status);
  }

  int child_ = -1;
  bool verbose_ = false;  // not saved: all is told before the child starts
};

}  // namespace

std::unique_ptr<Command> MakeEnv() { return Make<Env>(); }

}  // namespace pysub::shell
