#include <errno.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "shell/builtins/builtins.h"
#include "shell/builtins/conditions.h"
#include "shell/expand/arithmetic.h"
#include "shell/expand/text.h"
#include "shell/run/growing_text.h"
#include "shell/run/history_file.h"
#include "shell/run/interactive.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/posix.h"
#include "shell/run/read_integer.h"
#include "shell/run/redirect.h"
#include "shell/run/shebang.h"
#include "shell/run/signals.h"
#include "shell/run/steps.h"
#include "shell/run/tracing.h"
#include "shell/run/variable_access.h"

// Builtins that steer the shell.

namespace pysub::shell {
namespace {

// What `exit` and `return` without a number give in a trap.
int StatusBeforeTrap(const Process& process) {
  for (size_t i = process.frames.size(); i-- > 0;) {
    const Frame& frame = process.frames[i];
    if (frame.kind == FrameKind::kScript && frame.script->kind == ScriptState::Kind::kTrap)
      return frame.script->saved_status;
  }
  return process.status;  // a subshell of the trap
}

size_t SkipDashes(const std::vector<std::string>& args) {
  return args.size() > 1 && args[1] == "--" ? 2 : 1;
}

BuiltinResult LeaveLoop(Process& process, const std::vector<std::string>& args, Unwind how) {
  if (process.loop_depth == 0) {
    if (!InPosixMode(process))
      process.BuiltinError("only meaningful in a `for', `while', or `until' loop");
    return 0;
  }
  const size_t at = SkipDashes(args);
  int64_t count = 1;
  if (at < args.size() && !ReadInteger(args[at], &count)) {
    process.BuiltinError(args[at], ": numeric argument required");
    process.Exit(128);
    return 128;
  }
  if (at + 1 < args.size()) return TooManyArguments(process);
  if (count <= 0) {
    process.BuiltinError(args[at], ": loop count out of range");
    process.unwind = Unwind::kBreak;
    process.unwind_count = process.loop_depth;
    process.status = 1;
    return 1;
  }
  process.unwind = how;
  process.unwind_count = static_cast<uint32_t>(std::min<int64_t>(count, process.loop_depth));
  return 0;
}

// A sourced file may hold NULs, which count for nothing; one with more than a few is no script.
// (Bash takes each second one of several in a row for the end of the text.)
bool DropZeros(Process& process, std::string* text) {
  constexpr size_t kMostZeros = 256;
  if (text->find('\0') == std::string::npos) return true;
  size_t dropped = 0, kept = 0, end = std::string::npos;
  for (size_t i = 0; i < text->size(); ++i) {
    if (i % 4096 == 0 && !process.budget().Tick(64)) return true;
    if ((*text)[i] == '\0') {
      if (++dropped > kMostZeros) return false;
      if (++i == text->size()) break;
      if ((*text)[i] == '\0' && end == std::string::npos) end = kept;
    }
    (*text)[kept++] = (*text)[i];
  }
  text->resize(std::min(kept, end));
  return true;
}

}  // namespace

BuiltinResult BuiltinColon(Process&, const std::vector<std::string>&) { return 0; }
BuiltinResult BuiltinFalse(Process&, const std::vector<std::string>&) { return 1; }

BuiltinResult BuiltinBreak(Process& process, const std::vector<std::string>& args) {
  return LeaveLoop(process, args, Unwind::kBreak);
}

BuiltinResult BuiltinContinue(Process& process, const std::vector<std::string>& args) {
  return LeaveLoop(process, args, Unwind::kContinue);
}

BuiltinResult BuiltinReturn(Process& process, const std::vector<std::string>& args) {
  size_t at = SkipDashes(args);
  int64_t code = process.traps.running().empty() || process.traps.running() == "DEBUG"
                     ? process.status
                     : StatusBeforeTrap(process);
  if (at < args.size() && !ReadInteger(args[at], &code)) {
    process.BuiltinError(args[at], ": numeric argument required");
    code = 2;
  } else if (at + 1 < args.size()) {
    return TooManyArguments(process);
  }
  bool possible = process.function_depth > 0;
  for (const Frame& frame : process.frames) {
    possible = possible || (frame.kind == FrameKind::kScript &&
                            frame.script->kind == ScriptState::Kind::kSource);
  }
  if (!possible) {
    process.BuiltinError("can only `return' from a function or sourced script");
    process.builtin.misused = true;
    return 2;
  }
  process.unwind = Unwind::kReturn;
  // What RETURN traps have for $?: the status before.
  process.unwind_count = static_cast<uint32_t>(process.status & 255);
  return static_cast<int>(code & 255);
}

BuiltinResult BuiltinExit(Process& process, const std::vector<std::string>& args) {
  size_t at = SkipDashes(args);
  int64_t code = process.traps.running() == "EXIT" ? StatusBeforeTrap(process) : process.status;
  if (at < args.size() && !ReadInteger(args[at], &code)) {
    process.BuiltinError(args[at], ": numeric argument required");
    code = 2;
  } else if (at + 1 < args.size()) {
    return TooManyArguments(process);
  }
  if (HasPrompts(process)) process.WriteError("exit\n");
  process.life.leaving = true;
  process.Exit(static_cast<int>(code & 255));
  return static_cast<int>(code & 255);
}

BuiltinResult BuiltinEval(Process& process, const std::vector<std::string>& args) {
  const size_t at = SkipNoOptions(process, args);
  if (at == 0) return 2;
  size_t size = 0;
  for (size_t i = at; i < args.size(); ++i) size += args[i].size() + 1;
  if (!process.budget().Tick(size / 16 + 1)) return 1;
  std::string text;
  text.reserve(size);
  for (size_t i = at; i < args.size(); ++i) {
    if (!text.empty()) text += ' ';
    text += args[i];
  }
  if (text.empty()) return 0;
  process.status = 0;
  ++process.trace_level;
  process.PushScript(text, ScriptState::Kind::kEval, process.line);
  return BuiltinResult::Kind::kPushed;
}

BuiltinResult BuiltinSource(Process& process, const std::vector<std::string>& args) {
  const size_t at = SkipNoOptions(process, args);
  if (at == 0) return 2;
  if (at >= args.size()) {
    process.BuiltinError("filename argument required");
    return UsageError(process, args[0]);
  }
  const std::string& file = args[at];
  std::string path = file;
  // In posix mode a file that is not there ends the script.
  const auto missing = [&](std::string_view text) {
    const bool by_path = path.empty();
    by_path ? process.BuiltinError(file, ": file not found") : process.Error(file, ": ", text);
    if (PosixErrorEnds(process) && !IsByCommand(process.top())) process.Exit(1);
    return 1;
  };
  if (file.find('/') == std::string::npos && process.options.Has(Shopt::kSourcepath)) {
    if (InPosixMode(process)) path.clear();  // (The current directory is not looked at.)
    std::string directories(ValueOr(process, "PATH", ""));
    for (size_t start = 0; start <= directories.size() && !directories.empty();) {
      size_t end = std::min(directories.find(':', start), directories.size());
      std::string candidate = directories.substr(start, end - start) + "/" + file;
      auto stat = process.files().StatPath(process.caller(), candidate);
      if (stat.ok() && stat->IsFile()) {
        path = candidate;
        break;
      }
      start = end + 1;
    }
  }
  if (path.empty()) return missing("");
  int error = 0;
  Ref<Description> opened = OpenPath(process, path, files::kOpenRead, &error);
  BuiltinState& state = process.builtin;
  if (opened) {
    std::string chunk;
    IoStatus status;
    while ((status = ReadFrom(opened.get(), 65536, &chunk, &error)) == IoStatus::kDone) {
      if (!state.text_held.MakeRoom(&process.budget(), &state.text, chunk.size())) return 1;
      state.text += chunk;
      if (state.text.size() > process.budget().limits().input_bytes) break;
    }
    // A pipe that has nothing yet, as in `. <(command)`.
    if (status == IoStatus::kWait) {
      process.waiting.For(Waiting::Kind::kRead, opened);
      return BuiltinResult::Kind::kBlocked;
    }
    if (status == IoStatus::kError) {
      process.Error((error == EISDIR ? args[0] + ": " : ""), file, ": ",
                    (error == EISDIR ? "is a directory" : std::string(ErrnoText(error))));
      return 1;
    }
  } else {
    return missing(ErrnoText(error));
  }
  if (!DropZeros(process, &state.text)) {
    process.BuiltinError(file, ": cannot execute binary file");
    return 126;
  }
  process.status = 0;
  ++process.trace_level;
  uint32_t call_line = process.line;
  process.PushScript(std::exchange(state.text, std::string()), ScriptState::Kind::kSource, 1);
  if (process.top().kind != FrameKind::kScript) return 1;
  ScriptState& script = *process.top().script;
  script.error_name = file + ": ";
  if (at + 1 < args.size()) {
    script.restores_arguments = true;
    script.arguments = process.arguments;
    process.SetArguments(
        std::vector<std::string>(args.begin() + static_cast<std::ptrdiff_t>(at) + 1, args.end()));
  }
  if (process.options.Has(Shopt::kExtdebug)) {
    // Without arguments it is the name of the file.
    const size_t first = at + 1 < args.size() ? at + 1 : at;
    if (!process.PushCallWords(std::span(args).subspan(first))) return 1;
    script.shows_words = true;
  }
  auto record = MakeRef<CallRecord>();
  record->up = process.call;
  record->function = "source";
  record->source = file;
  record->call_line = call_line;
  process.call = record;
  script.pops_call = true;
  CoverTraps(process, nullptr, process.frames.size() - 1);
  return BuiltinResult::Kind::kPushed;
}

// exec -c: what is exported is no more there.
static void LeaveEnvironment(Process& process) {
  for (Symbol symbol = 0; symbol < process.variables.size() && process.budget().Tick(1); ++symbol) {
    const Variable* variable = process.variables.Find(symbol);
    if (variable != nullptr && variable->Has(kExported)) process.variables.Replace(symbol, nullptr);
  }
  process.functions = {};
}

// What exec says and where the shell goes when nothing can be run: it ends, but for execfail and
// prompts.
static int RefuseExec(Process& process, int status) {
  if (!process.options.Has(Shopt::kExecfail) && !HasPrompts(process)) {
    process.life.leaving = true;
    process.Exit(status);
  }
  return status;
}

// The path as exec shows it: a whole one.
static std::string ShownPath(const Process& process, const std::string& path) {
  const std::string cwd = process.cwd == "/" ? "" : process.cwd;
  if (path.starts_with('/')) return path;
  return path.starts_with("./") ? cwd + path.substr(1) : cwd + "/" + path;
}

// Says why there is nothing that could be run, and gives the status.
static int ReportNothing(Process& process, const std::string& name, const FoundCommand& command) {
  const bool has_slash = name.find('/') != std::string::npos;
  if (!has_slash && command.path.empty()) {
    const auto stat = process.files().StatPath(process.caller(), name);
    const bool is_directory = stat.ok() && stat->kind == files::FileKind::kDirectory;
    process.BuiltinError(name, is_directory ? ": cannot execute: Is a directory" : ": not found");
    return is_directory ? 126 : 127;
  }
  const std::string shown = ShownPath(process, has_slash ? name : command.path);
  process.Error(shown, ": ", ErrnoText(command.error));
  if (command.error == ENOENT) return 127;
  process.BuiltinError(shown, ": cannot execute: ", ErrnoText(command.error));
  return 126;
}

BuiltinResult BuiltinExec(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "cla:");
  std::optional<std::string> name;
  bool login = false, empties = false;
  while (char option = options.Next()) {
    if (option == '?') return 2;
    if (option == 'a') name = options.value();
    login = login || option == 'l';
    empties = empties || option == 'c';
  }
  size_t at = options.index();
  if (at >= args.size()) return 0;
  if (!process.budget().Tick(args.size())) return 1;
  std::vector<std::string> argv(args.begin() + static_cast<std::ptrdiff_t>(at), args.end());
  const FoundCommand command = process.kernel->FindCommand(process, argv[0]);
  if (command.kind == FoundCommand::Kind::kNothing) {
    return RefuseExec(process, ReportNothing(process, argv[0], command));
  }
  const std::string shown = ShownPath(process, command.path);
  if (IsBinary(process, command)) {
    process.Error(shown, ": cannot execute binary file: ", ErrnoText(ENOEXEC));
    process.Error(shown, ": ", ErrnoText(0));  // (as bash does, which asks for the error too late)
    return RefuseExec(process, 126);
  }
  if (name) argv[0] = *name;
  if (login) argv[0].insert(0, 1, '-');
  std::optional<ExecPlan> plan;
  int error = 0;
  if (process.kernel->HasTooMany(process, argv, !empties)) {
    error = E2BIG;
  } else {
    plan = process.kernel->PlanArgv(process, argv, &error, &command);
  }
  if (!plan) return RefuseExec(process, ReportRefused(process, shown, command.path, error));
  // Redirections stay, the frames go: what was there is not come back to. The shell's own
  // EXIT trap is not run.
  if (HasPrompts(process)) SaveHistory(process);
  process.life.leaving = true;
  if (empties) LeaveEnvironment(process);
  process.kernel->Start(process, std::move(*plan));
  return BuiltinResult::Kind::kPushed;
}

BuiltinResult BuiltinShift(Process& process, const std::vector<std::string>& args) {
  size_t at = SkipDashes(args);
  int64_t count = 1;
  if (at < args.size() && !ReadInteger(args[at], &count)) {
    process.BuiltinError(args[at], ": numeric argument required");
    return 1;
  }
  if (at + 1 < args.size()) return TooManyArguments(process);
  if (count < 0) {
    process.BuiltinError(args[at], ": shift count out of range");
    return 1;
  }
  if (static_cast<uint64_t>(count) > process.arguments->size()) {
    if (process.options.Has(Shopt::kShiftVerbose))
      process.BuiltinError(std::to_string(count), ": shift count out of range");
    return 1;
  }
  if (count > 0) {
    if (!process.arguments.shared().unique() &&
        !process.budget().Tick(process.arguments->size() / 8))
      return 1;
    const size_t touched = process.arguments.Mutable().Shift(static_cast<size_t>(count));
    if (!process.budget().Tick(touched / 8)) return 1;
  }
  return 0;
}

namespace {

// EXIT, a signal without SIG, DEBUG, ERR or RETURN; nothing: it is none of them.
std::string TrapName(const std::string& text) {
  if (text.size() <= kLongestSignalName) {
    std::string upper = ChangeCase(text, 'U');
    if (upper == "DEBUG" || upper == "ERR" || upper == "RETURN") return upper;
  }
  int number = SignalNumber(text);
  return number < 0 ? "" : std::string(SignalName(number));
}

void ListSignals(Process& process) {
  std::string out;
  for (int i = 1; i < 32; ++i) {
    out += fmt::format("{:2}) SIG{}{}", i, SignalName(i), i % 5 == 0 || i == 31 ? "\n" : "\t");
  }
  process.Write(1, out);
}

// As a command that sets it.
// `named`: it was asked for, and in posix mode what is not set shows, too.
void PrintTrap(Process& process, std::string_view trap, bool named = false) {
  if (process.ignores_interrupts && trap == "INT" && !process.traps.Has(trap)) {
    process.Write(1, InPosixMode(process) ? "trap -- '' INT\n" : "trap -- '' SIGINT\n");
    return;
  }
  auto found = process.traps.shown().find(trap);
  if (found == process.traps.shown().end()) {
    if (named && InPosixMode(process)) process.Write(1, "trap -- - " + std::string(trap) + "\n");
    return;
  }
  const bool plain = InPosixMode(process) || trap == "EXIT" || trap == "DEBUG" || trap == "ERR" ||
                     trap == "RETURN";
  GrowingText out(&process.budget());
  out.Append("trap -- ");
  QuoteAlways(found->second, &out);
  for (std::string_view part :
       {std::string_view(plain ? " " : " SIG"), trap, std::string_view("\n")})
    out.Append(part);
  if (!out.full()) process.Write(1, out.text());
}

// In the order of their numbers, EXIT first, DEBUG ERR RETURN last.
void PrintTraps(Process& process) {
  for (int i = 0; i < 32; ++i) PrintTrap(process, SignalName(i));
  for (std::string_view trap : {"DEBUG", "ERR", "RETURN"}) PrintTrap(process, trap);
}

// Calls `use` with the name of each trap in args[first] and behind it. False: it ends there.
int ForEachTrap(Process& process, const std::vector<std::string>& args, size_t first,
                const std::function<bool(const std::string& trap)>& use) {
  int status = 0;
  for (size_t i = first; i < args.size(); ++i) {
    const std::string trap = TrapName(args[i]);
    if (trap.empty()) {
      process.BuiltinError(args[i], ": invalid signal specification");
      status = 1;
    } else if (!use(trap)) {
      return 1;
    }
  }
  return status;
}

}  // namespace

BuiltinResult BuiltinTrap(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "lp");
  bool lists = false, prints = false;
  while (char option = options.Next()) {
    if (option == '?') return 2;
    lists = lists || option == 'l';
    prints = prints || option == 'p';
  }
  size_t at = options.index();
  if (lists) {
    ListSignals(process);
    return 0;
  }
  if (at >= args.size()) {
    PrintTraps(process);
    return 0;
  }
  if (prints) {
    return ForEachTrap(process, args, at, [&](const std::string& trap) {
      PrintTrap(process, trap, true);
      return true;
    });
  }
  // trap SIGNAL alone, and trap N..., reset.
  const bool resets = args[at] == "-" || (args.size() == at + 1 && !InPosixMode(process)) ||
                      (SignalNumber(args[at]) >= 0 &&
                       args[at].find_first_not_of("0123456789") == std::string::npos);
  process.traps.ForgetShown();
  const size_t first = resets && args[at] != "-" ? at : at + 1;
  if (args.size() == at + 1 && (TrapName(args[at]).empty() || !resets))
    return UsageError(process, "trap");
  return ForEachTrap(process, args, first, [&](const std::string& trap) {
    if (!resets) return process.traps.Set(&process.budget(), trap, args[at]);
    process.traps.Remove(&process.budget(), trap);
    return true;
  });
}

BuiltinResult BuiltinCaller(Process& process, const std::vector<std::string>& args) {
  const CallRecord* record = process.call.get();
  if (record == nullptr || !record->up) return 1;
  const size_t at = SkipNoOptions(process, args);
  if (at == 0) return 2;
  const bool counts = at < args.size();
  int64_t level = 0;
  if (counts && !ReadInteger(args[at], &level)) {
    process.BuiltinError(args[at], ": invalid number");
    return UsageError(process, "caller");
  }
  for (int64_t i = 0; i < level && record != nullptr; ++i) {
    if (!process.budget().Tick(1)) return 1;
    record = record->up.get();
  }
  if (record == nullptr || !record->up) return 1;
  const CallRecord* caller = record->up.get();
  bool nameless = !caller->up && caller->source.empty();
  if (counts) {
    if (nameless) return 1;
    process.Write(1,
                  fmt::format("{} {} {}\n", record->call_line, caller->function, caller->source));
  } else {
    process.Write(1, fmt::format("{} {}\n", record->call_line, nameless ? "NULL" : caller->source));
  }
  return 0;
}

BuiltinResult BuiltinTest(Process& process, const std::vector<std::string>& args) {
  std::span<const std::string> words(args);
  words = words.subspan(1);
  if (args[0] == "[") {
    if (words.empty() || words.back() != "]") {
      process.BuiltinError("missing `]'");
      return 2;
    }
    words = words.first(words.size() - 1);
  }
  return TestExpression(process, words);
}

BuiltinResult BuiltinLet(Process& process, const std::vector<std::string>& args) {
  size_t at = SkipDashes(args);
  if (at >= args.size()) {
    process.BuiltinError("expression expected");
    return 1;
  }
  int64_t value = 0;
  for (; at < args.size(); ++at) {
    if (!EvaluateArithmetic(process, args[at], "let: ", &value)) return 1;
  }
  return value == 0 ? 1 : 0;
}

}  // namespace pysub::shell
