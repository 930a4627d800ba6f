#include <utility>

#include "shell/expand/value.h"
#include "shell/run/children.h"
#include "shell/run/kernel.h"
#include "shell/run/process.h"
#include "shell/run/redirect.h"
#include "shell/run/steps.h"

// Command and process substitution: a child runs, the expansion waits.

namespace pysub::shell {

namespace {

// Errexit is not looked at in what a word runs where nobody looks at the status of its command. Of
// compound commands but [[, and of redirections, the words do not know that.
bool IgnoresErrexit(const Process& process) {
  if (process.frames.empty()) return process.ignores_errexit;
  const Frame& frame = process.top();
  return frame.tested && (frame.IsNode(NodeKind::kCond) || ExpandsWords(frame));
}

}  // namespace

// Runs op's commands, or `script`, in a child whose output is caught.
bool Expander::StartSubstitution(Process& process, const WordOp& op, std::string_view script) {
  Process* child = Fork(process);
  if (child == nullptr) return false;
  auto capture = MakeRef<Description>(Description::Kind::kCapture);
  capture->budget = &process.budget();
  child->fds.Set(1, capture);
  child->trace_level = process.trace_level + 1;
  if (!process.options.Has(Shopt::kInheritErrexit) && !process.options.Has(SetOption::kPosix))
    child->options.Set(SetOption::kErrExit, false);
  child->ignores_errexit = IgnoresErrexit(process);
  LeaveRunningTraps(process, child);
  if (op.kind == WordOpKind::kCommand) {
    child->PushNode(op.node, false);
    child->top().unit = brace_unit_ ? brace_unit_ : process.frames.CurrentUnit();
  } else {
    child->PushScript(script, ScriptState::Kind::kBackquote, process.line);
  }
  process.capture = std::move(capture);
  substituting_ = true;
  child_ = child->pid;
  return true;
}

// False: it still runs.
bool Expander::TakeSubstitution(Process& process, Ref<Description>* capture) {
  Child* child = process.jobs.FindChild(child_);
  bool ended = child == nullptr || child->done;
  // Jobs of the child may go on writing.
  if (!ended || !process.capture.unique()) {
    process.waiting.ForChild(Waiting::Kind::kCapture, child_);
    return false;
  }
  substituting_ = false;
  process.command.substitution_status = process.status = child == nullptr ? 0 : child->status;
  process.jobs.ForgetChild(child_);
  *capture = std::move(process.capture);
  return true;
}

Expanded Expander::Substitute(Process& process, const WordOp& op) {
  // Nothing but blanks between backquotes is not run, and has no status.
  if (op.kind == WordOpKind::kBackquote &&
      op.text.find_first_not_of(" \t\n") == std::string_view::npos)
    return Expanded::kDone;
  if (!substituting_) {
    if (op.line != 0 && op.kind == WordOpKind::kCommand) process.line = op.line;
    if (!StartSubstitution(process, op, op.text)) return Expanded::kFailed;
  }
  Ref<Description> capture;
  if (!TakeSubstitution(process, &capture)) return Expanded::kBlocked;
  std::string& text = capture->text;
  if (text.find('\0') != std::string::npos) {
    process.Error("warning: command substitution: ignored null byte in input");
    std::erase(text, '\0');
  }
  while (!text.empty() && text.back() == '\n') text.pop_back();
  Emit(process, text, op.quoted, !op.quoted);
  return Expanded::kDone;
}

bool Expander::ReadFile(Process& process, const WordOp& op) {
  std::string path = PopBuffer();
  int error = 0;
  Ref<Description> file = OpenPath(process, path, files::kOpenRead, &error);
  std::string text;
  MemoryCharge text_held;
  if (file && file->kind == Description::Kind::kFile) {
    std::string chunk;
    IoStatus status;
    while ((status = ReadFrom(file.get(), 65536, &chunk, &error)) == IoStatus::kDone) {
      if (!process.budget().Tick(chunk.size() / 16) || !Charge(process, chunk.size()) ||
          !text_held.MakeRoom(&process.budget(), &text, chunk.size()))
        return false;
      text += chunk;
    }
    process.command.substitution_status = process.status = status == IoStatus::kError ? 1 : 0;
  } else {
    if (file) error = 6;
    process.Error(path, ": ", ErrnoText(error));
    process.command.substitution_status = process.status = 1;
  }
  std::erase(text, '\0');
  while (!text.empty() && text.back() == '\n') text.pop_back();
  Emit(process, text, op.quoted, !op.quoted);
  return true;
}

bool Expander::ProcessSubstitution(Process& process, const WordOp& op) {
  Process* child = Fork(process);
  if (child == nullptr) return false;
  auto pipe = MakeRef<Pipe>();
  bool reads = op.letter == '<';
  child->fds.Set(reads ? 1 : 0, MakePipeEnd(pipe, reads ? Description::Kind::kPipeWrite
                                                        : Description::Kind::kPipeRead));
  child->ignores_errexit = IgnoresErrexit(process);
  LeaveRunningTraps(process, child);
  child->PushNode(op.node, false);
  child->top().unit = brace_unit_ ? brace_unit_ : process.frames.CurrentUnit();
  int fd = 63;
  while (process.fds.Get(fd)) --fd;
  Ref<Description> end =
      MakePipeEnd(pipe, reads ? Description::Kind::kPipeRead : Description::Kind::kPipeWrite);
  process.fds.Redirect(&process.budget(), fd, end, false);  // open as long as the command runs
  process.last_background = child->pid;
  process.jobs.HideLastChild();
  Emit(process, "/dev/fd/" + std::to_string(fd), true, false);
  return true;
}

}  // namespace pysub::shell
