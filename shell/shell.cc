#include "pysub/shell/shell.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shell/run/analyze.h"
#include "shell/run/initial_state.h"
#include "shell/run/interactive.h"
#include "shell/run/steps.h"
#include "shell/run/variable_access.h"
#include "shell/shell_impl.h"

namespace pysub {

using shell::Description;
using shell::Kernel;
using shell::Process;

std::string_view ShellLimitName(ShellLimit limit) {
  switch (limit) {
    case ShellLimit::kNone: return "";
    case ShellLimit::kCommands: return "commands";
    case ShellLimit::kLoopIterations: return "loop_iterations";
    case ShellLimit::kFunctionDepth: return "function_depth";
    case ShellLimit::kSubstitutionDepth: return "substitution_depth";
    case ShellLimit::kProcesses: return "processes";
    case ShellLimit::kInput: return "input";
    case ShellLimit::kOutput: return "output";
    case ShellLimit::kMemory: return "memory";
    case ShellLimit::kSteps: return "steps";
    case ShellLimit::kTime: return "duration";
    case ShellLimit::kCancelled: return "cancelled";
    case ShellLimit::kDeadlock: return "deadlock";
    case ShellLimit::kPatternDepth: return "pattern_depth";
  }
  return "";
}

// The process that stays: a script is a frame on it, and the next script finds its variables,
// functions and directory as a user finds them at a prompt.
void Shell::Impl::StartMain() {
  Process* process = kernel.NewProcess(shell::ShellState(&kernel.budget, &kernel.symbols));
  process->cwd = cwd;
  shell::InitialState(*process, environment, "bash");
}

Shell::Shell(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Shell::Shell(Shell&&) noexcept = default;
Shell& Shell::operator=(Shell&&) noexcept = default;
Shell::~Shell() = default;

// Where bytes come from and go to. A restored shell is connected anew: functions of the host are in
// no snapshot.
void Shell::Impl::Connect(const ExecOptions& options) {
  kernel.input.more = kernel.input.is_all ? nullptr : options.more_input;
  kernel.input.wait = options.wait_for_input;
  kernel.out = options.on_stdout ? shell::OutputSink(options.on_stdout)
                                 : [this](std::string_view bytes) { out += bytes; };
  kernel.err = options.on_stderr ? shell::OutputSink(options.on_stderr)
                                 : [this](std::string_view bytes) { err += bytes; };
}

ExecResult Shell::Exec(std::string_view script, const ExecOptions& options) {
  Start(script, options);
  return Run();
}

// Nothing of the script runs here. What the script before left over, its background processes among
// it, is ended if it was stopped in its middle; what belongs to one script and not to the shell
// ($0, $1 ..., line numbers, streams) is set; then the script lies on the stack of frames. The
// clock of the budget stands until RunFor().
void Shell::Start(std::string_view script, const ExecOptions& options) {
  Kernel& kernel = impl_->kernel;
  Process* process = impl_->main();
  if (impl_->running) {
    kernel.at_prompt ? kernel.KillForeground(process) : kernel.KillAll(process);
    process->traps.End();
  }
  if (!options.at_prompt && kernel.process_count() > 1) kernel.KillAll(process);
  kernel.at_prompt = options.at_prompt;
  ShellLimits limits = impl_->limits;
  if (options.timeout.count() > 0) limits.wall_time = options.timeout;
  impl_->cancelled = false;
  kernel.budget.Begin(limits, &impl_->cancelled);
  impl_->running = true;
  impl_->spent_ns = 0;

  kernel.input.bytes = options.input;
  kernel.input.taken = 0;
  kernel.input.is_all = options.script_is_input && !options.more_input;
  impl_->Connect(options);
  auto stream = [&](Description::Kind kind, const shell::OutputSink* sink) {
    auto description = shell::MakeRef<Description>(kind);
    description->input = &kernel.input;
    description->sink = sink;
    description->budget = &kernel.budget;
    return description;
  };
  process->fds.Set(0, stream(Description::Kind::kHostInput, nullptr));
  process->fds.Set(1, stream(Description::Kind::kHostOutput, &kernel.out));
  process->fds.Set(2, stream(Description::Kind::kHostOutput, &kernel.err));
  if (!options.cwd.empty()) {
    auto real = kernel.files->Realpath(process->caller(), options.cwd);
    if (real.ok()) {
      process->cwd = *real;
      AssignVariable(*process, "PWD", *real);
    }
  }
  for (const auto& [name, value] : options.env) {
    AssignVariable(*process, name, value);
    process->variables.Export(kernel.symbols.Intern(name), true);
  }
  if (!options.args.empty()) {
    process->arguments = {};
    process->arguments.Mutable() = options.args;
  }
  process->name = options.name;
  process->call->source = options.script_is_file ? options.name : "";
  process->reads_input = false;
  process->line = 1;
  process->interactive = false;
  process->life.ended = process->life.exiting = process->life.leaving = false;
  process->life.killed_by = 0;
  process->ignores_errexit = false;
  process->function_depth = process->loop_depth = 0;

  if (options.script_is_input) {
    PushScriptFromInput(*process);
  } else {
    process->PushScript(script, shell::ScriptState::Kind::kMain, 1);
  }
  if (options.interactive) {
    shell::BecomeInteractive(*process, options.script_is_input);
    if (!process->frames.empty()) shell::PushStartFile(*process, "");
  }
  kernel.budget.Pause();
}

// The time between two calls is the host's and is not counted: the budget pauses.
std::optional<ExecResult> Shell::RunFor(uint64_t fuel) {
  return impl_->RunPiece(&fuel, 0, nullptr);
}

std::optional<ExecResult> Shell::RunReady(uint64_t* fuel, std::chrono::nanoseconds waited,
                                          std::chrono::nanoseconds* idle) {
  int64_t idle_ns = 0;
  auto result =
      impl_->RunPiece(fuel, std::clamp(waited.count(), int64_t{0}, INT64_MAX / 2), &idle_ns);
  *idle = std::chrono::nanoseconds(idle_ns);
  return result;
}

std::optional<ExecResult> Shell::Impl::RunPiece(uint64_t* fuel, int64_t waited_ns,
                                                int64_t* idle_ns) {
  if (!running) return ExecResult();
  const int64_t start = kernel.budget.clock().monotonic_ns();
  kernel.budget.GoOn(waited_ns);
  if (cancelled || waited_ns > 0) kernel.budget.Look();
  const bool ended = kernel.RunFor(main(), fuel, idle_ns);
  kernel.budget.Pause();
  spent_ns += kernel.budget.clock().monotonic_ns() - start;
  if (waited_ns > 0) spent_ns += std::min(waited_ns, INT64_MAX - spent_ns);
  if (!ended || TrapsInterrupt()) return std::nullopt;
  return Finish();
}

ExecResult Shell::Run() {
  while (true) {
    if (std::optional<ExecResult> result = RunFor(UINT64_MAX)) return *std::move(result);
  }
}

// Ctrl-C at a prompt, and a trap waits for it: what ran is given up, and the trap runs under limits
// of its own. One that is interrupted itself does not run again.
bool Shell::Impl::TrapsInterrupt() {
  Process* process = main();
  const std::string* trap = process->traps.Find("INT");
  if (!kernel.at_prompt || kernel.budget.reached() != ShellLimit::kCancelled || trap == nullptr ||
      trap->empty() || !process->traps.running().empty()) {
    return false;
  }
  GiveUp();
  BeginAnew();
  process->PushTrap("INT", false);
  return true;
}

void Shell::Impl::BeginAnew() {
  cancelled = false;
  kernel.budget.Begin(kernel.budget.limits(), &cancelled);
  kernel.budget.Pause();
}

// A limit or Cancel() has ended the script.
void Shell::Impl::GiveUp() {
  Process* process = main();
  const int status = kernel.budget.Status();
  if (kernel.at_prompt && kernel.budget.reached() != ShellLimit::kCancelled)
    kernel.EndAll(process, status);
  kernel.at_prompt ? kernel.KillForeground(process) : kernel.KillAll(process);
  process->function_depth = process->loop_depth = 0;
  process->traps.End();
  process->status = status;
}

// Nothing of the script runs any more: says which limit ended it, if one did, and what came of it.
ExecResult Shell::Impl::Finish() {
  Process* process = main();
  ExecResult result;
  result.limit = kernel.budget.reached();
  result.exited = std::exchange(process->life.leaving, false);
  if (kernel.budget.stopped()) {
    kernel.err(fmt::format("{}: {}{}: {}\n", kernel.program_name, kernel.line_prefix, process->line,
                           kernel.budget.Message()));
    GiveUp();
    if (kernel.at_prompt) BeginAnew();  // jobs go on
  }
  running = false;
  result.exit_code = process->status;
  result.stdout_text = std::exchange(out, {});
  result.stderr_text = std::exchange(err, {});
  result.duration = std::chrono::nanoseconds(spent_ns);
  return result;
}

bool Shell::Running() const { return impl_->running; }
std::string Shell::TakeStdout() { return std::exchange(impl_->out, {}); }
std::string Shell::TakeStderr() { return std::exchange(impl_->err, {}); }

void Shell::Connect(const ExecOptions& options) { impl_->Connect(options); }

void Shell::Cancel() { impl_->cancelled = true; }

void Shell::Reset() {
  Kernel& kernel = impl_->kernel;
  kernel.KillAll(impl_->main());
  kernel.RemoveAll();
  impl_->running = false;
  impl_->StartMain();
}

std::vector<ShellJob> Shell::Jobs() {
  shell::Jobs& jobs = impl_->main()->jobs;
  std::vector<ShellJob> list;
  std::vector<int> ended;
  for (const shell::Job& job : jobs.list()) {
    list.push_back(
        {job.number, job.pids.back(), job.text, job.State(false), !job.done, job.status});
    // (`wait PID` may still ask; but a shell that lives on keeps no child for ever.)
    if (job.done) jobs.Remember(&impl_->kernel.budget, job.pids.back(), job.status);
    if (job.done) jobs.ForgetChild(job.pids.back());
    if (job.done) ended.push_back(job.number);
  }
  jobs.TellEnded(ended);
  return list;
}

std::chrono::nanoseconds Shell::RunJobsFor(uint64_t fuel) {
  Kernel& kernel = impl_->kernel;
  if (impl_->running || kernel.process_count() < 2) return std::chrono::nanoseconds::max();
  kernel.budget.GoOn();
  const int64_t idle_ns = kernel.RunJobsFor(impl_->main(), fuel);
  kernel.budget.Pause();
  if (kernel.budget.stopped()) {
    kernel.err(fmt::format("{}: {}\n", kernel.program_name, kernel.budget.Message()));
    kernel.EndAll(impl_->main(), kernel.budget.Status());
    impl_->BeginAnew();
  }
  return std::chrono::nanoseconds(idle_ns);
}

size_t Shell::UnreadInput() const {
  return impl_->kernel.input.bytes.size() - impl_->kernel.input.taken;
}

bool Shell::ReadCommand(std::string* text,
                        const std::function<bool(std::string* line)>& more) const {
  return shell::ReadWholeCommand(text, more);
}

ScriptAnalysis Shell::Analyze(std::string_view script) const {
  return shell::AnalyzeScript(script);
}

files::FileSystem& Shell::files() { return *impl_->kernel.files; }
const std::string& Shell::cwd() const { return impl_->kernel.main()->cwd; }

std::optional<std::string> Shell::GetVariable(std::string_view name) {
  const std::string* value = ValueOf(*impl_->main(), name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(*value);
}

void Shell::SetLimits(const ShellLimits& limits) { impl_->limits = limits; }

}  // namespace pysub
