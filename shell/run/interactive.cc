#include "shell/run/interactive.h"

#include <utility>
#include <vector>

#include "shell/expand/prompt.h"
#include "shell/run/children.h"
#include "shell/run/growing_text.h"
#include "shell/run/history.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/line_state.h"
#include "shell/run/posix.h"
#include "shell/run/redirect.h"
#include "shell/run/variable_access.h"

namespace pysub::shell {

bool HasPrompts(const Process& process) {
  return process.interactive && process.pid == process.shell_pid;
}

void BecomeInteractive(Process& process, bool reads_lines) {
  process.interactive = true;
  if (reads_lines) {
    process.Error("cannot set terminal process group (-1): Inappropriate ioctl for device");
    process.Error("no job control in this shell");
  }
  process.options.Set(Shopt::kExpandAliases, true);
  if (ValueOf(process, "PS1") == nullptr) AssignVariable(process, "PS1", "\\s-\\v\\$ ");
  if (ValueOf(process, "PS2") == nullptr) AssignVariable(process, "PS2", "> ");
  if (ValueOf(process, "HISTFILE") == nullptr) {
    const std::string* home = ValueOf(process, kSymHome);
    AssignVariable(process, "HISTFILE", (home == nullptr ? "" : *home) + "/.bash_history");
  }
  process.options.Set(SetOption::kHistExpand, true);
  if (!reads_lines || process.frames.empty()) return;
  process.options.Set(SetOption::kHistory, true);
  ScriptState& script = *process.top().script;
  script.lines = std::make_unique<LineState>();
  script.lines->prompts = true;
}

void PushStartFile(Process& process, const std::string& given) {
  const std::string* home = given.empty() ? ValueOf(process, kSymHome) : nullptr;
  const std::string path = given.empty() ? (home == nullptr ? "" : *home) + "/.bashrc" : given;
  const auto stat = process.files().StatPath(process.caller(), path);
  MemoryCharge held;
  if (!stat.ok() || !stat->IsFile() ||
      !held.Add(&process.budget(), static_cast<int64_t>(stat->size)))
    return;
  auto read = process.files().ReadFile(process.caller(), path);
  if (!read.ok()) return;
  const size_t before = process.frames.size();
  process.PushScript(*read, ScriptState::Kind::kSource, 1);
  if (process.frames.size() == before) return;
  ScriptState& script = *process.top().script;
  script.error_name = path + ": ";
  auto record = MakeRef<CallRecord>();
  record->up = process.call;
  record->function = "source";
  record->source = path;
  process.call = record;
  script.pops_call = true;
  ++process.trace_level;  // (EndScript() takes one off.)
}

namespace {

std::string_view NameOf(Prompt which) {
  switch (which) {
    case Prompt::kPs0: return "PS0";
    case Prompt::kPs1: return "PS1";
    default: return "PS2";
  }
}

// A prompt with commands in it is the here-document of a process that writes it.
int StartPrompt(Process& process, const std::string& text) {
  Process* child = Fork(process);
  if (child == nullptr) return 0;
  const int pid = child->pid;
  child->options.Set(SetOption::kXTrace, false);
  child->options.Set(SetOption::kVerbose, false);
  child->options.Set(SetOption::kErrExit, false);
  process.jobs.HideLastChild();
  const ScopedMemoryCharge making(&process.budget(), 2 * text.size());
  if (!making.ok()) return 0;
  child->PushScript(
      "IFS= read -rd '' REPLY <<__prompt__\n" + text + "\n__prompt__\nprintf %s \"${REPLY%?}\" >&2",
      ScriptState::Kind::kEval, process.line);
  return pid;
}

}  // namespace

bool WritePrompt(Process& process, Prompt which, int* child) {
  const std::string* value = ValueOf(process, NameOf(which));
  if (value == nullptr || value->empty()) return true;
  Budget* budget = &process.budget();
  const ScopedMemoryCharge copies(budget, 2 * value->size());
  if (!copies.ok()) return true;
  const std::string raw = *value;
  GrowingText decoded(budget);
  DecodePrompt(process, raw, &decoded,
               which == Prompt::kPs1   ? PromptKind::kFirst
               : which == Prompt::kPs2 ? PromptKind::kNext
                                       : PromptKind::kOther);
  if (decoded.full()) return true;
  if (process.options.Has(Shopt::kPromptvars) &&
      decoded.text().find_first_of("$`\\") != std::string::npos) {
    Parser parser(MakeSource(std::string_view(decoded.text()), budget), process.symbols(),
                  process.line, {.account = budget});
    const Word* word = nullptr;
    const std::shared_ptr<Unit> unit = parser.ParseQuoted(&word);
    if (unit != nullptr && !Expander::IsSimple(word)) {
      if (child == nullptr) return false;
      *child = StartPrompt(process, decoded.text());
      return false;
    }
    if (unit != nullptr) {
      Expander own;
      const ShellOptions kept = process.options;
      process.options.Set(SetOption::kXTrace, false);
      process.history.expands_prompt = true;
      own.Begin(word, WordMode::kString);
      const Expanded expanded = own.Run(process);
      process.history.expands_prompt = false;
      process.options = kept;
      process.unwind = Unwind::kNone;  // (What fails in a prompt fails nothing else.)
      if (expanded == Expanded::kDone) process.WriteError(own.text());
      return true;
    }
  }
  process.WriteError(decoded.text());
  return true;
}

bool PromptIsWritten(Process& process, int child) {
  const Child* writer = process.jobs.FindChild(child);
  if (writer != nullptr && !writer->done) {
    process.waiting.ForChild(Waiting::Kind::kChild, child);
    return false;
  }
  process.jobs.ForgetChild(child);
  return true;
}

// The value, or each element of an array.
bool PushPromptCommand(Process& process, uint32_t index) {
  const Variable* variable =
      process.variables.FindResolved(process.symbols().Intern("PROMPT_COMMAND"));
  if (variable == nullptr) return false;
  const std::string* text = nullptr;
  std::vector<std::string> values;
  if (variable->indexed) {
    values = variable->indexed->Values();
    if (index < values.size()) text = &values[index];
  } else if (index == 0) {
    text = variable->Scalar();
  }
  if (text == nullptr) return false;
  const ScopedMemoryCharge copy(&process.budget(), 2 * text->size());
  if (!copy.ok()) return false;
  const std::string script = *text;
  const size_t before = process.frames.size();
  process.command.args.clear();
  process.PushScript(script, ScriptState::Kind::kEval, process.line);
  if (process.frames.size() == before) return false;
  ++process.trace_level;  // (EndScript() takes one off.)
  process.top().script->error_name = process.name + ": PROMPT_COMMAND: ";
  process.top().script->last_argument = process.last_argument;
  return true;
}

void TellOfEndedJobs(Process& process) {
  std::vector<std::pair<int, int>> ended;
  std::vector<int> numbers;
  for (const Job& job : process.jobs.list()) {
    if (!process.budget().Tick(4)) return;
    if (!job.done) continue;
    if (process.options.Has(SetOption::kMonitor))
      process.WriteError(process.jobs.Line(job, InPosixMode(process)));
    ended.emplace_back(job.pids.back(), job.status);
    numbers.push_back(job.number);
  }
  if (ended.empty()) return;
  // (`wait PID` may still ask.)
  process.jobs.TellEnded(numbers);
  for (const auto& [pid, status] : ended) {
    process.jobs.Remember(&process.budget(), pid, status);
    process.jobs.ForgetChild(pid);
  }
}

}  // namespace pysub::shell
