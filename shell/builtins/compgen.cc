#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "shell/builtins/completion.h"
#include "shell/expand/pattern.h"
#include "shell/expand/separators.h"
#include "shell/expand/text.h"
#include "shell/run/growing_text.h"
#include "shell/run/kernel.h"
#include "shell/run/signals.h"
#include "shell/run/variable_access.h"

// compgen: what could complete a word. Scripts ask it for names: `compgen -A function`,
// `compgen -c`, `compgen -W`.
// -F and -C call something of the script's, and a builtin cannot wait for it. So it pushes a small
// script, which calls it and then this builtin once more, with a mark instead of the function's
// name:
//
//   compgen -F f -W "a b" -- x   ->   f compgen x ''
//                                     builtin compgen -F $'\1' -F f -W "a b" -- x
//
// The second call sees the mark, takes COMPREPLY, and does all the rest. Commands in -W are run in
// the same way, by a call that has what they print as operands behind the word:
//
//   compgen -W 'a $(f) b' -- x   ->   builtin compgen -F $'\3' -W 'a $(f) b' -- x "$(f)"

namespace pysub::shell {
namespace {

using Action = CompletionSpec::Action;

constexpr std::string_view kKeywords[] = {
    "if", "then", "else", "elif",     "fi",   "case", "esac", "for", "select", "while", "until",
    "do", "done", "in",   "function", "time", "{",    "}",    "!",   "[[",     "]]",    "coproc"};

// Collects candidates in the order in which bash has them. Each is paid for (held_); when there is
// no more room or time, adding stops, and the end of the script shows why.
// The words of -W as they stand there: `visit` is called for each.
template <typename Visit>
void EachPiece(Process& process, std::string_view list, const Visit& visit) {
  const Separators ifs(process);
  size_t at = 0;
  while (at < list.size()) {
    for (size_t size; at < list.size() && (size = ifs.At(list, at)) != 0;) at += size;
    const size_t start = at;
    char quote = 0;
    int depth = 0;
    // Brackets and quotes hold a piece together: $(a b) is one.
    for (; at < list.size() && (quote != 0 || depth > 0 || ifs.At(list, at) == 0); ++at) {
      const char c = list[at];
      if (c == '\\' && quote != '\'' && at + 1 < list.size()) {
        ++at;
      } else if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '\'' || c == '"' || c == '`') {
        quote = c;
      } else if (c == '(' || c == ')') {
        depth += c == '(' ? 1 : -1;
      }
      if (!process.budget().Tick(1)) return;
    }
    at = std::min(at, list.size());
    if (at > start) visit(list.substr(start, at - start));
  }
}

bool RunsCommands(Process& process, std::string_view piece) {
  if (piece.find("$(") == std::string_view::npos && piece.find('`') == std::string_view::npos)
    return false;
  Parser parser(MakeSource(piece, &process.budget()), process.symbols(), process.line,
                process.parse_options());
  const Word* word = nullptr;
  std::shared_ptr<Unit> unit = parser.ParseWord(&word);
  return unit != nullptr && !Expander::IsSimple(word);
}

class Generator {
 public:
  Generator(Process& process, std::string_view word) : process_(process), word_(word) {}

  void Add(std::string_view candidate) {
    if (!process_.budget().Tick(1 + candidate.size() / 16)) return;
    if (!candidate.starts_with(word_) ||
        !held_.Add(&process_.budget(), static_cast<int64_t>(candidate.size() + 40)))
      return;
    if (MakeRoom(&process_.budget(), &words_)) words_.emplace_back(candidate);
  }

  // Whether or not it begins with the word.
  void AddAnyway(std::string_view candidate) {
    if (!process_.budget().Tick(1 + candidate.size() / 16)) return;
    if (!held_.Add(&process_.budget(), static_cast<int64_t>(candidate.size() + 40))) return;
    if (MakeRoom(&process_.budget(), &words_)) words_.emplace_back(candidate);
  }

  void Run(Action action) {
    switch (action) {
      case Action::kAlias:
        for (const auto& [name, text] : process_.aliases.table()) Add(name);
        return;
      case Action::kArrayVar:
        return Variables([](const Variable& variable) { return variable.IsArray(); });
      case Action::kExport:
        return Variables([](const Variable& variable) { return variable.Has(kExported); });
      case Action::kVariable: return Variables([](const Variable&) { return true; });
      case Action::kBuiltin:
        for (const BuiltinInfo& info : Builtins()) Add(info.name);
        return;
      case Action::kCommand: return Commands();
      case Action::kDirectory: return Files(true);
      case Action::kFile: return Files(false);
      case Action::kFunction:
        for (const auto& [name, function] : *process_.functions) Add(name);
        return;
      case Action::kJob:
        for (const Job& job : process_.jobs.list())
          Add(std::string_view(job.text).substr(0, job.text.find(' ')));
        return;
      case Action::kKeyword:
        for (std::string_view keyword : kKeywords) Add(keyword);
        return;
      case Action::kSetopt:
        for (const SetOptionRow& row : kSetOptions) Add(row.name);
        return;
      case Action::kShopt:
        for (const ShoptRow& row : kShopts) Add(row.name);
        return;
      case Action::kSignal: Signals(); return;
      case Action::kUser:
        for (std::string_view user : {"root", "user"}) Add(user);
        return;
      case Action::kNothing: return;
    }
  }

  // -W: split at the characters of IFS that are not quoted, then expanded, but for patterns.
  // `printed`: of the pieces that run commands, in their order.
  void WordList(std::string_view list, std::span<const std::string> printed) {
    EachPiece(process_, list, [&](std::string_view piece) {
      if (!RunsCommands(process_, piece)) {
        Expanded(piece);
      } else if (printed.empty()) {
        Add(piece);  // (quoted in a way that is not worth the trouble: as it is written)
      } else {
        EachField(printed[0]);
        printed = printed.subspan(1);
      }
    });
  }

  // The words of what commands printed. Their quotes mean nothing.
  void EachField(std::string_view text) {
    const Separators ifs(process_);
    for (size_t at = 0; at < text.size() && process_.budget().Tick(1);) {
      const size_t start = at;
      size_t size = 1;
      while (at < text.size() && (size = ifs.At(text, at)) == 0) ++at;
      if (at > start) Add(text.substr(start, at - start));
      at += size;
    }
  }

  // -G: a pattern of files, whatever the word is. Commands in it are not run.
  void Pattern(const std::string& pattern) {
    Parser parser(MakeSource(std::string_view(pattern), &process_.budget()), process_.symbols(),
                  process_.line, process_.parse_options());
    const Word* word = nullptr;
    std::shared_ptr<Unit> unit = parser.ParseWord(&word);
    if (unit == nullptr || !Expander::IsSimple(word)) return;
    Expander own;
    own.BeginWords({&word, 1});
    if (own.RunWords(process_) != Expanded::kDone) return;
    for (const std::string& name : own.fields()) {
      if (process_.files().StatPath(process_.caller(), name, files::Follow::kNo).ok())
        words_.push_back(name);
    }
  }

  // -X: takes away what matches; with ! what does not.
  void Filter(std::string_view pattern) {
    bool keeps = pattern.starts_with('!');
    if (keeps) pattern.remove_prefix(1);
    // An & stands for the word.
    GrowingText text(&process_.budget());
    for (char c : pattern) {
      if (!(c == '&' ? text.Append(word_) : text.Append(c))) return;
    }
    const std::string& whole = text.text();
    PatternOptions options{.extglob = process_.options.Has(Shopt::kExtglob)};
    std::erase_if(words_, [&](const std::string& word) {
      return MatchPattern(whole, word, options, &process_.budget()) != keeps;
    });
  }

  const std::vector<std::string>& words() const { return words_; }

 private:
  // In bash's order: with the two that the C library keeps to itself, and what only traps know.
  void Signals() {
    Add("EXIT");
    for (int i = 1; i < 32; ++i) Add("SIG" + std::string(SignalName(i)));
    Add("SIGJUNK(32)");
    Add("SIGJUNK(33)");
    Add("SIGRTMIN");
    for (int i = 1; i <= 15; ++i) Add("SIGRTMIN+" + std::to_string(i));
    for (int i = 14; i >= 1; --i) Add("SIGRTMAX-" + std::to_string(i));
    for (std::string_view name : {"SIGRTMAX", "DEBUG", "ERR", "RETURN"}) Add(name);
  }

  template <typename Wanted>
  // The table of variables is sorted by when a name came up, and bash's list by name.
  void Variables(const Wanted& wanted) {
    std::vector<std::string> names;
    for (Symbol symbol = 0; symbol < process_.variables.size(); ++symbol) {
      if (!process_.budget().Tick(1)) return;
      const Variable* variable = process_.variables.Find(symbol);
      if (variable != nullptr && variable->is_set && wanted(*variable))
        names.push_back(process_.symbols().Name(symbol));
    }
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) Add(name);
  }

  // As a shell finds them: what comes first hides what comes later, but here all are listed, also
  // twice.
  void Commands() {
    for (Action action : {Action::kAlias, Action::kKeyword, Action::kFunction, Action::kBuiltin})
      Run(action);
    for (const auto& [name, info] : process_.kernel->commands) Add(name);
  }

  // Names in the directory that the word names; "a/b" gives "a/bc" and not "bc".
  void Files(bool directories_only) {
    size_t slash = word_.rfind('/');
    std::string base(slash == std::string_view::npos ? "" : word_.substr(0, slash + 1));
    auto list = process_.files().List(process_.caller(), base.empty() ? "." : base);
    if (!list.ok()) return;
    for (const files::DirectoryEntry& entry : *list) {
      if (!directories_only || entry.kind == files::FileKind::kDirectory) Add(base + entry.name);
    }
  }

  void Expanded(std::string_view text) {
    Parser parser(MakeSource(text, &process_.budget()), process_.symbols(), process_.line,
                  process_.parse_options());
    const Word* word = nullptr;
    std::shared_ptr<Unit> unit = parser.ParseWord(&word);
    if (unit == nullptr) return Add(text);
    // (noglob, while it is expanded: words of -W are no patterns)
    const ShellOptions kept = process_.options;
    process_.options.Set(SetOption::kNoGlob, true);
    Expander own;
    own.BeginWords({&word, 1});
    bool ok = own.RunWords(process_) == pysub::shell::Expanded::kDone;
    process_.options = kept;
    if (!ok) return;
    for (const std::string& field : own.fields()) Add(field);
  }

  Process& process_;
  std::string_view word_;
  std::vector<std::string> words_;
  MemoryCharge held_;
};

// What COMPREPLY of a function, or of the lines of a command, comes to: behind its call, which
// ends with this builtin once more.
// No function has such a name by chance; a script that passes one gets the rest of the work without
// the call.
constexpr std::string_view kReply = "\1", kReplyOfCommand = "\2", kPrinted = "\3";

// What a function sees when it is called outside of a prompt.
struct CompletionVariable {
  std::string_view name, value;
};
constexpr CompletionVariable kVariables[] = {{"COMP_LINE", ""},
                                             {"COMP_POINT", "0"},
                                             {"COMP_TYPE", "0"},
                                             {"COMP_KEY", "0"},
                                             {"COMP_CWORD", "-1"}};

void ForgetVariables(Process& process) {
  for (const CompletionVariable& variable : kVariables)
    UnsetVariable(process, process.symbols().Intern(variable.name));
  UnsetVariable(process, process.symbols().Intern("COMPREPLY"));
}

// The call of -F or -C, and this builtin behind it with the same words.
BuiltinResult CallForReply(Process& process, const std::vector<std::string>& args, char option,
                           const std::string& what, const std::string& word) {
  process.BuiltinError("warning: -", option, " option may not work as you expect");
  if (option == 'F' && process.functions->find(what) == process.functions->end()) {
    process.Error("completion: function `", what, "' not found");
    return 1;
  }
  for (const CompletionVariable& variable : kVariables)
    AssignVariable(process, process.symbols().Intern(variable.name), std::string(variable.value));
  GrowingText text(&process.budget());
  text.Append(option == 'C' ? "mapfile -t COMPREPLY < <(" : "");
  text.Append(what);
  text.Append(" compgen ");
  QuoteAlways(word, &text);
  text.Append(" ''");
  text.Append(option == 'C' ? ")\nbuiltin" : "\nbuiltin");
  for (size_t i = 0; i < args.size(); ++i) {
    text.Append(' ');
    QuoteAlways(args[i], &text);
    // (The first word is the builtin's name.)
    if (i > 0) continue;
    text.Append(" -F ");
    text.Append(option == 'C' ? kReplyOfCommand : kReply);
  }
  if (text.full()) return 1;
  // One level more of `+` for set -x, as for eval.
  ++process.trace_level;
  process.PushScript(text.text(), ScriptState::Kind::kEval, process.line);
  return BuiltinResult::Kind::kPushed;
}

// What stands between the quotes of a text may be put between double quotes: it has none of its own
// outside of its commands.
bool IsPlainBesideCommands(Process& process, std::string_view piece) {
  int depth = 0;
  bool back = false;
  for (size_t i = 0; i < piece.size() && process.budget().Tick(1); ++i) {
    const char c = piece[i];
    if (c == '`') back = !back;
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (depth == 0 && !back && (c == '"' || c == '\'' || c == '\\')) return false;
  }
  return true;
}

// This builtin once more, with what the commands in its list of words print behind its word. False:
// none of them can be run so.
bool CallWithPrinted(Process& process, const std::vector<std::string>& args, size_t word_at,
                     std::string_view list) {
  GrowingText texts(&process.budget());
  bool plain = true;
  EachPiece(process, list, [&](std::string_view piece) {
    if (!RunsCommands(process, piece)) return;
    plain = plain && IsPlainBesideCommands(process, piece);
    texts.Append(" \"");
    texts.Append(piece);
    texts.Append('"');
  });
  if (texts.text().empty() || !plain || texts.full()) return false;
  GrowingText text(&process.budget());
  text.Append("builtin compgen -F ");
  text.Append(kPrinted);
  for (size_t i = 1; i < std::min(args.size(), word_at + 1); ++i) {
    text.Append(' ');
    QuoteAlways(args[i], &text);
  }
  if (word_at >= args.size()) text.Append(args.back() == "--" ? " ''" : " -- ''");
  text.Append(texts.text());
  if (text.full()) return false;
  ++process.trace_level;
  process.PushScript(text.text(), ScriptState::Kind::kEval, process.line);
  return true;
}

// All of it: whether it begins with the word is the function's affair.
void AddReply(Process& process, bool of_command, Generator* generator) {
  const Variable* reply = process.variables.FindResolved(process.symbols().Intern("COMPREPLY"));
  if (reply != nullptr && reply->is_set) {
    if (reply->indexed != nullptr) {
      for (int64_t key : reply->indexed->Keys()) {
        if (!process.budget().Tick(1)) break;
        const std::string& value = *reply->indexed->Get(key);
        if (!of_command || !value.empty()) generator->AddAnyway(value);
      }
    } else {
      generator->AddAnyway(reply->value);
    }
  }
  ForgetVariables(process);
}

}  // namespace

BuiltinResult BuiltinCompgen(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, CompletionSpec::kLetters);
  CompletionSpec spec;
  bool has_reply = false, of_command = false, has_printed = false;
  while (char option = options.Next()) {
    if (option == '?') return 2;
    if (option == 'F' && options.value() == kPrinted) {
      has_printed = true;
    } else if (option == 'F' && (options.value() == kReply || options.value() == kReplyOfCommand)) {
      has_reply = true;
      of_command = options.value() == kReplyOfCommand;
    } else if (!spec.Take(process, option, options.value())) {
      return 2;
    }
  }
  if (args.size() == 1) return 0;
  const std::string wanted = options.index() < args.size() ? args[options.index()] : "";
  for (char option : {'F', 'C'}) {
    if (!has_reply && spec.values.contains(option))
      return CallForReply(process, args, option, spec.values[option], wanted);
  }
  if (!has_printed && spec.values.contains('W') &&
      CallWithPrinted(process, args, options.index(), spec.values['W']))
    return BuiltinResult::Kind::kPushed;
  std::span<const std::string> printed(args);
  printed = printed.subspan(has_printed ? std::min(options.index() + 1, args.size()) : args.size());
  Generator generator(process, wanted);
  std::vector<Action> actions;
  for (size_t i = 0; i < CompletionSpec::Actions().size(); ++i) {
    if ((spec.actions >> i & 1) != 0) actions.push_back(CompletionSpec::Actions()[i].action);
  }
  // In the order of the actions, and not of the options.
  std::sort(actions.begin(), actions.end());
  for (Action action : actions) generator.Run(action);
  if (spec.values.contains('G')) generator.Pattern(spec.values['G']);
  if (spec.values.contains('W')) generator.WordList(spec.values['W'], printed);
  if (has_reply) AddReply(process, of_command, &generator);
  if (spec.values.contains('X')) generator.Filter(spec.values['X']);
  if (spec.Has("plusdirs") || (spec.Has("dirnames") && generator.words().empty()))
    generator.Run(Action::kDirectory);
  if (spec.Has("default") && generator.words().empty()) generator.Run(Action::kFile);
  GrowingText out(&process.budget());
  for (const std::string& word : generator.words()) {
    for (std::string_view part : {std::string_view(spec.values['P']), std::string_view(word),
                                  std::string_view(spec.values['S'])})
      out.Append(part);
    if (!out.Append('\n')) return 1;
  }
  process.Write(1, out.text());
  // No candidate is a failure, as in bash.
  return out.text().empty() ? 1 : 0;
}

}  // namespace pysub::shell
