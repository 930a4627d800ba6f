#include "shell/run/process.h"

#include <errno.h>

#include <algorithm>
#include <utility>

#include "shell/run/external_io.h"
#include "shell/run/growing_text.h"
#include "shell/run/history_file.h"
#include "shell/run/interactive.h"
#include "shell/run/kernel.h"
#include "shell/run/signals.h"
#include "shell/run/steps.h"
#include "shell/run/tracing.h"
#include "shell/snapshot/checks.h"
#include "shell/snapshot/serialiser.h"
#include "shell/snapshot/times.h"

// A process: what it says, how frames are pushed and popped, what it waits for, how it ends.

namespace pysub::shell {

Process::Process(Kernel* owner, int number, const ShellState& state)
    : ShellState(state), kernel(owner), pid(number) {}

Process::~Process() = default;

SymbolTable& Process::symbols() const { return kernel->symbols; }

files::FileSystem& Process::files() const { return *kernel->files; }

files::Caller Process::caller() const { return {.cwd = cwd, .umask = umask}; }

ParseOptions Process::parse_options() const {
  return {.extglob = options.Has(Shopt::kExtglob),
          .keyword = options.Has(SetOption::kKeyword),
          .aliases = options.Has(Shopt::kExpandAliases) && !aliases.table().empty()
                         ? &aliases.table()
                         : nullptr,
          .account = &budget()};
}

int64_t BytesOf(std::span<const std::string> list) {
  int64_t bytes = 0;
  for (const std::string& item : list) bytes += static_cast<int64_t>(item.size()) + 40;
  return bytes;
}

void Process::SetArguments(std::vector<std::string> list) {
  budget().Tick(list.size() / 16);
  arguments = {};
  arguments.Mutable() = std::move(list);
  arguments.Hold(&budget(), BytesOf(arguments->view()));
}

bool Process::PushCallWords(std::span<const std::string> words) {
  int64_t bytes = sizeof(call_counts[0]);
  for (const std::string& word : words) bytes += static_cast<int64_t>(word.size()) + 40;
  if (!budget().Tick(words.size() / 4 + 1)) return false;
  auto& list = call_words.Mutable();
  if (!call_words.HoldMore(&budget(), bytes)) return false;
  list.insert(list.end(), words.begin(), words.end());
  call_counts.push_back(static_cast<uint32_t>(words.size()));
  return true;
}

void Process::PopCallWords() {
  if (call_counts.empty()) return;
  auto& list = call_words.Mutable();
  list.resize(list.size() - std::min<size_t>(call_counts.back(), list.size()));
  call_counts.pop_back();
  call_words.Hold(&budget(), BytesOf(list) + static_cast<int64_t>(call_counts.size() * 4));
}

void Process::WriteError(std::string_view text) { Write(2, text); }

const std::string& Process::SourceShown() const {
  return call && !call->source.empty() ? call->source : name;
}

void Process::WriteMessage(Message message, std::initializer_list<std::string_view> parts) {
  if (budget().stopped()) return;  // what fails now fails because of the limit
  GrowingText text(&budget());
  if (interactive) {
    text.Append(std::string_view(name).substr(name.rfind('/') + 1));
  } else {
    const bool gnu =
        options.Has(Shopt::kGnuErrfmt) && (message != Message::kOfBuiltin || error_prefix.empty());
    text.Append(SourceShown());
    if (message != Message::kOfSystem) {
      text.Append(gnu ? ":" : ": ");
      if (!gnu) text.Append(kernel->line_prefix);
      text.Append(std::to_string(line));
    }
  }
  text.Append(": ");
  if (message == Message::kOfBuiltin && !error_prefix.empty()) {
    text.Append(error_prefix);
    text.Append(": ");
  }
  for (std::string_view part : parts) text.Append(part);
  text.Append('\n');
  if (!text.full()) WriteError(text.text());
}

void Process::Write(int fd, std::string_view bytes) {
  if (bytes.empty() || life.dying != 0) return;
  if (fds.Write(&budget(), fd, bytes) != IoStatus::kBrokenPipe) return;
  if (traps.Has("PIPE")) return fds.FailWrite(EPIPE);
  fds.DropStaged();
  Signal(kSigPipe);
}

// ---- frames

Frame Process::NewFrame(FrameKind kind) const {
  Frame frame;
  frame.kind = kind;
  frame.tested = frames.empty() ? ignores_errexit : top().tested;
  frame.undo_mark = static_cast<uint32_t>(fds.undo().size());
  frame.binding_mark = static_cast<uint32_t>(variables.bindings().size());
  return frame;
}

void Process::PushNode(const Node* node, bool tested) {
  Frame frame = NewFrame(FrameKind::kNode);
  frame.node = node;
  frame.tested = tested || frame.tested;
  frames.Push(std::move(frame));
}

void Process::PushScript(std::string_view text, ScriptState::Kind kind, uint32_t first_line) {
  Frame frame = NewFrame(FrameKind::kScript);
  frame.script = std::make_unique<ScriptState>();
  frame.script->kind = kind;
  frame.script->saved_line = line;
  if (text.size() > budget().limits().input_bytes) {
    budget().Reach(ShellLimit::kInput);
    return;
  }
  if (frames.size() > size_t{8} * budget().limits().function_depth) {
    budget().Reach(ShellLimit::kFunctionDepth);
    return;
  }
  bool sets_last = !command.args.empty() &&
                   (kind == ScriptState::Kind::kEval || kind == ScriptState::Kind::kSource);
  constexpr size_t kScriptBytes = 2048;  // its state, its parser, its place in the stack of frames
  if (!frame.script->held.Add(
          &budget(),
          static_cast<int64_t>(kScriptBytes + (sets_last ? command.args.back().size() : 0)))) {
    return;
  }
  if (sets_last) frame.script->last_argument = command.args.back();
  frame.script->parser =
      std::make_unique<Parser>(MakeSource(text, &budget()), symbols(), first_line, parse_options());
  if (budget().stopped()) return;
  const std::string& program = SourceShown();
  const bool is_file = call && !call->source.empty();
  switch (kind) {
    case ScriptState::Kind::kMain:
      frame.script->error_name = program + ": " + (is_file ? "" : kernel->main_error_name);
      break;
    case ScriptState::Kind::kEval: frame.script->error_name = program + ": eval: "; break;
    case ScriptState::Kind::kBackquote:
      frame.script->error_name = program + ": command substitution: ";
      break;
    default: frame.script->error_name = program + ": "; break;
  }
  frames.Push(std::move(frame));
}

void Process::PushTrap(const std::string& trap, bool exits) {
  const std::string* set = traps.Find(trap);
  if (set == nullptr) return;
  const std::string text = *set;
  size_t before = frames.size();
  PushScript(text, ScriptState::Kind::kTrap, trap == "EXIT" ? 1 : line);
  if (frames.size() == before) return;
  ScriptState& script = *top().script;
  script.keeps_status = true;
  script.saved_status = status;
  script.saved_pipe_status = pipe_status;
  script.exits = exits;
  script.trap_name = trap;
  script.error_name = SourceShown() + (trap == "EXIT"     ? ": exit trap: "
                                       : trap == "DEBUG"  ? ": debug trap: "
                                       : trap == "ERR"    ? ": error trap: "
                                       : trap == "RETURN" ? ": return trap: "
                                                          : ": trap: ");
  if (trap != "EXIT") ++trace_level;
  traps.Begin(trap);
}

void Process::EndCall(const CallState& ended) {
  arguments = ended.arguments;
  const std::string& last = ended.given->empty() ? ended.function->name : ended.given->back();
  {
    const ScopedMemoryCharge copy(&budget(), last.size());
    if (copy.ok()) SetLastArgument(*this, std::string(last));
  }
  if (ended.shows_words) PopCallWords();
  loop_depth = ended.loop_depth;
  getopts_at = ended.getopts_at;
  --function_depth;
  traps.Uncover(&budget(), frames.size());
  if (call) {
    line = call->call_line;
    call = Ref<CallRecord>(call->up);
  }
  if (ended.restores_options) options.SetAsIn(ended.options);
}

void Process::EndScript(ScriptState* script) {
  if (script->restores_arguments) arguments = script->arguments;
  if (script->shows_words) PopCallWords();
  if (script->pops_call && call) call = Ref<CallRecord>(call->up);
  if (script->kind == ScriptState::Kind::kEval || script->kind == ScriptState::Kind::kSource) {
    --trace_level;
    SetLastArgument(*this, std::move(script->last_argument));
    // BASH_COMMAND is eval or source itself again.
    if (!frames.empty() && top().IsNode(NodeKind::kSimple)) NoteCommand(*this, top().node);
  }
  if (script->kind == ScriptState::Kind::kSource) traps.Uncover(&budget(), frames.size());
  if (script->kind != ScriptState::Kind::kMain) line = script->saved_line;
  if (script->kind == ScriptState::Kind::kMain && pid == shell_pid) SaveHistory(*this);
  if (script->kind != ScriptState::Kind::kTrap) return;
  traps.End();
  if (script->trap_name != "EXIT") --trace_level;
  if (script->trap_name == "DEBUG") debug_status = options.Has(Shopt::kExtdebug) ? status : 0;
  if (!budget().Tick(frames.size() / 16)) return;
  for (size_t i = frames.size(); i-- > 0;) {
    // A trap within another one: that goes on.
    if (frames[i].script == nullptr || frames[i].script->kind != ScriptState::Kind::kTrap) continue;
    traps.Begin(frames[i].script->trap_name);
    break;
  }
  if (unwind == Unwind::kNone || unwind == Unwind::kDiscard) {
    status = script->saved_status;
    pipe_status = script->saved_pipe_status;
  }
  if (!script->exits || unwind == Unwind::kExit) return;
  Exit(script->saved_status);
  if (script->trap_name == "ERR" && pid == shell_pid) unwind_count = kLeavesFirst;
}

void Process::Pop() {
  Frame frame = frames.Pop();
  fds.UndoTo(&budget(), frame.undo_mark);
  if (frame.flag && frame.IsNode(NodeKind::kSimple)) ShowBindings(*this, &frame);
  variables.PopTo(frame.binding_mark);
  switch (frame.kind) {
    case FrameKind::kNode:
      if (IsLoop(*frame.node) && frame.state > 0 && loop_depth > 0) --loop_depth;
      return;
    case FrameKind::kCall: return EndCall(*frame.call);
    case FrameKind::kScript: return EndScript(frame.script.get());
    case FrameKind::kExternal: return;
  }
}

// ---- how control leaves them

void Process::Exit(int code) {
  status = code;
  unwind = Unwind::kExit;
  unwind_count = 0;
}

void Process::Discard(int code) {
  if (unwind == Unwind::kExit) return;
  status = code;
  unwind = Unwind::kDiscard;
}

bool Process::RunsText() const {
  if (reads_input) return false;
  const CallRecord* record = call.get();
  while (record != nullptr && record->up && budget().Tick(1)) record = record->up.get();
  return record == nullptr || record->source.empty();
}

int Process::FatalStatus() const {
  return pid == shell_pid && !options.Has(SetOption::kErrExit) && RunsText() ? 127 : 1;
}

// Bash leaves everything that it is in: the whole text of -c, too.
void Process::DiscardAll() {
  if (unwind == Unwind::kExit) return;
  if (RunsText()) return Exit(1);
  status = 1;
  unwind = Unwind::kDiscardAll;
}

void Process::Signal(int number) {
  const std::string* trap = number == kSigKill ? nullptr : traps.Find(SignalName(number));
  if (trap != nullptr) {
    if (trap->empty()) return;
    traps.Post(number);
    // A wait is interrupted by a signal that is trapped.
    if (waiting.interruptible) waiting = Waiting();
    return;
  }
  if (!IsDeadly(number)) return;
  if (ignores_interrupts && (number == kSigInt || number == kSigQuit)) return;
  if (HasPrompts(*this) && (number == kSigTerm || number == kSigQuit || number == kSigInt)) {
    if (number != kSigInt) return;
    // Back to the prompt.
    WriteError("\n");
    status = 128 + number;
    unwind = Unwind::kDiscardAll;
    return;
  }
  if (number == kSigPipe && (external.stepping || external.command != nullptr)) {
    external.signal = number;
    return;
  }
  life.killed_by = number;
  // The step that runs still uses what the process is made of: it dies behind it.
  if (life.stepping) {
    life.dying = number;
    return;
  }
  Die(number);
}

// (Nothing runs behind a broken pipe.)
void Process::Die(int number) {
  if (number == kSigKill || number == kSigPipe || !traps.Has("EXIT") || life.exiting) {
    kernel->Kill(this, 128 + number);
    return;
  }
  // Its EXIT trap runs before it ends; $? is still that of the command before.
  external.Clear();
  waiting = Waiting();
  Exit(status);
}

bool Process::Ready() {
  switch (waiting.kind) {
    case Waiting::Kind::kNothing: return true;
    case Waiting::Kind::kRead:
      if (CanRead(*waiting.description)) return true;
      break;
    case Waiting::Kind::kWrite:
      if (CanWrite(*waiting.description)) return true;
      break;
    case Waiting::Kind::kChild:
      if (jobs.HasEnded(waiting.pid)) return true;
      break;
    case Waiting::Kind::kCapture:
      if (jobs.HasEnded(waiting.pid) && capture.unique()) return true;
      break;
    case Waiting::Kind::kAnyChild:
      if (jobs.HasNews()) return true;
      break;
    case Waiting::Kind::kSharedLock:
      if (CanLock(*kernel, *waiting.description, LockKind::kShared)) return true;
      break;
    case Waiting::Kind::kExclusiveLock:
      if (CanLock(*kernel, *waiting.description, LockKind::kExclusive)) return true;
      break;
    case Waiting::Kind::kHost:
      if (waiting.host_look != kernel->host_looks()) return true;
      break;
    case Waiting::Kind::kTime: break;
  }
  return waiting.wake_ns != INT64_MAX && kernel->budget.clock().monotonic_ns() >= waiting.wake_ns;
}

// ---- snapshots

void Waiting::Fields(Serialiser& serialiser) {
  serialiser.Enum(kind, Kind::kHost);
  serialiser(description, pid, interruptible);
  TimeField(serialiser, &wake_ns);
  const bool needs = kind == Kind::kRead || kind == Kind::kWrite || kind == Kind::kSharedLock ||
                     kind == Kind::kExclusiveLock;
  serialiser.Check(!needs || description, "what a process waits for");
}

// (Between two steps none runs.)
void Life::Fields(Serialiser& serialiser) { serialiser(exiting, leaving, ended, killed_by); }

void ShellState::Fields(Serialiser& serialiser) {
  serialiser(variables, functions, aliases, traps, options, fds, arguments, directories, hashed,
             disabled, completions, call, name, cwd, umask, status, shell_pid, interactive,
             ignores_interrupts, reads_input, last_background, subshell, line, loop_depth,
             function_depth, getopts_at, last_argument, pipe_status, running_command, texts_held,
             history, call_words, call_counts);
  umask &= 0777;
  serialiser.Check(cwd.starts_with('/') && call, "a process");
}

// The frames come before the expander, whose words lie in their units.
void Process::Fields(Serialiser& serialiser) {
  ShellState::Fields(serialiser);
  serialiser.Enum(unwind, Unwind::kDiscardAll);
  serialiser(parent, frames, unwind_count, life, waiting, command, builtin, error_prefix, jobs,
             capture, input_given, is_one_command, ignores_errexit, trace_level, debug_status);
  expander.Fields(serialiser, *this);
  external.Fields(serialiser, this);
  if (serialiser.loading() && serialiser.ok()) CheckProcess(serialiser, *this);
}

}  // namespace pysub::shell
