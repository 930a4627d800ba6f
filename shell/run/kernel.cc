#include "shell/run/kernel.h"

#include <errno.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "lexer/base/stack_left.h"
#include "shell/run/exported_functions.h"
#include "shell/run/external_io.h"
#include "shell/run/initial_state.h"
#include "shell/run/interactive.h"
#include "shell/run/known_symbols.h"
#include "shell/run/posix.h"
#include "shell/run/redirect.h"
#include "shell/run/script_stream.h"
#include "shell/run/shebang.h"
#include "shell/run/signals.h"
#include "shell/run/steps.h"
#include "shell/run/variable_access.h"

namespace pysub::shell {
Kernel::Kernel(Clock clock, const files::Limits& file_limits) : budget(std::move(clock)) {
  AddKnownSymbols(&symbols);
  symbols.set_account(&budget);
  system_files_ = std::make_shared<SystemFiles>(this);
  TakeFiles(std::make_unique<files::FileSystem>(file_limits, &budget));
  for (const CommandInfo& info : StandardCommands()) commands[std::string(info.name)] = &info;
}

Kernel::~Kernel() {
  // Descriptions release their files while the file system is there.
  processes_.clear();
  system_files_->Detach();
}

void Kernel::TakeFiles(std::unique_ptr<files::FileSystem> other) {
  files = std::move(other);
  (void)files::Show(*files, system_files_);  // (those of a stranger may not have room for them)
}

Process* Kernel::NewProcess(const ShellState& state) {
  processes_.push_back(std::make_unique<Process>(this, next_pid_++, state));
  return processes_.back().get();
}

Process* Kernel::Find(int pid) {
  for (const auto& process : processes_) {
    if (process->pid == pid) return process.get();
  }
  return nullptr;
}

uint64_t Kernel::Random() {
  // splitmix64
  uint64_t z = random_state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

Ref<Pipe> Kernel::FindFifo(uint32_t device, uint64_t inode) {
  Ref<Pipe>& pipe = fifos_[{device, inode}];
  if (!pipe) pipe = MakeRef<Pipe>();
  return pipe;
}

namespace {

std::optional<FileLock::File> FileOf(const Description& description) {
  if (description.kind != Description::Kind::kFile) return std::nullopt;
  const files::Result<files::Stat> stat = description.files->FStat(description.file);
  if (!stat.ok()) return std::nullopt;
  return FileLock::File(stat->dev, stat->ino);
}

}  // namespace

int Lock(Kernel& kernel, Description& description, LockKind kind) {
  const std::optional<FileLock::File> file = FileOf(description);
  if (!file) return ENOLCK;
  if (description.lock != nullptr && description.lock->kind() == kind) return 0;
  description.lock.reset();
  if (kind == LockKind::kUnlock) return 0;
  description.lock = kernel.file_locks.Take(*file, kind);
  return description.lock != nullptr ? 0 : EAGAIN;
}

bool CanLock(const Kernel& kernel, const Description& description, LockKind kind) {
  const std::optional<FileLock::File> file = FileOf(description);
  return !file || kernel.file_locks.IsFree(*file, kind);
}

void Kernel::Kill(Process* process, int status) {
  process->status = status;
  process->frames.clear();
  process->fds.KeepRedirections();
  process->variables.ForgetBindings();
  process->fds.DropStaged();
  process->external.Clear();
  process->unwind = Unwind::kNone;
  process->life.exiting = true;  // no EXIT trap
  process->waiting = Waiting();
  process->life.ended = true;
}

// Tells the parent and frees the process.
void Kernel::Reap(Process* process) {
  if (Process* parent = Find(process->parent)) {
    parent->jobs.ChildEnded(process->pid, process->status, process->life.killed_by);
    if (parent->traps.Has("CHLD") && !parent->frames.empty()) parent->traps.Post(kSigChild);
  }
  budget.ChargeMemory(-4096);
  std::erase_if(processes_,
                [&](const std::unique_ptr<Process>& one) { return one.get() == process; });
}

bool Kernel::HasEnded(const Process& foreground) const {
  return foreground.frames.empty() && foreground.unwind == Unwind::kNone &&
         !foreground.fds.HasStaged() &&
         (foreground.life.exiting || !foreground.traps.Has("EXIT") || StaysAtPrompt(foreground));
}

// False: the process has nothing to do in this round.
bool Kernel::BeginTurn(Process* process, Process* foreground) {
  if (process == foreground && HasEnded(*process)) {
    process->life.ended = false;
    return false;
  }
  round_.alive = true;
  if (!process->Ready()) {
    round_.wake_ns = std::min(round_.wake_ns, process->waiting.wake_ns);
    return false;
  }
  process->waiting = Waiting();
  round_.progress = true;
  return true;
}

bool Kernel::RunTurn(Process* process, Process* foreground, uint64_t* fuel) {
  while (round_.steps < kSlice && !budget.stopped()) {
    uint64_t before = budget.steps();
    Run run = process->Step();
    uint64_t work = budget.steps() - before + 1;
    round_.steps =
        static_cast<uint32_t>(std::min<uint64_t>(round_.steps + 1 + work / kWorkOfStep, kSlice));
    *fuel -= std::min(*fuel, work);
    if (run == Run::kGoOn) {
      if (MayPause(*fuel)) return false;
      continue;
    }
    round_.steps = kSlice;
    if (run == Run::kDone && process != foreground) {
      Reap(process);
      --round_.at;
    }
  }
  ++round_.at;
  round_.steps = 0;
  return true;
}

static bool HasJustBegun(const Process& process) {
  return process.external.command != nullptr && process.external.command->JustBegun();
}

// Never behind a limit: what ended there would go on from a snapshot, which knows of none.
bool Kernel::MayPause(uint64_t fuel) const {
  return fuel == 0 && !budget.stopped() &&
         std::none_of(
             processes_.begin(), processes_.end(),
             [](const std::unique_ptr<Process>& process) { return HasJustBegun(*process); });
}

// Somebody waits for what only the host can give.
bool Kernel::AwaitsInput() const {
  return std::any_of(processes_.begin(), processes_.end(),
                     [](const std::unique_ptr<Process>& process) {
                       const Waiting& waiting = process->waiting;
                       return waiting.kind == Waiting::Kind::kRead &&
                              waiting.description->kind == Description::Kind::kHostInput;
                     });
}

bool Kernel::AwaitsHost() const {
  return std::any_of(processes_.begin(), processes_.end(),
                     [](const std::unique_ptr<Process>& process) {
                       return process->waiting.kind == Waiting::Kind::kHost;
                     });
}

// Everybody waits for somebody else: true.
bool Kernel::NobodyCanGoOn(Process* foreground, int64_t wake_ns) {
  if (wake_ns != INT64_MAX || AwaitsInput() || AwaitsHost()) return false;
  // What is left behind a script (a coprocess that waits for input) would wait forever.
  bool script_ended = foreground->frames.empty() && !foreground->fds.HasStaged();
  if (script_ended) {
    at_prompt ? KillForeground(foreground) : KillAll(foreground);
  } else {
    budget.Reach(ShellLimit::kDeadlock);
  }
  return true;
}

// Everybody sleeps: so does the host, in pieces, so that it can be cancelled.
int64_t Kernel::Sleep(int64_t wake_ns) {
  int64_t now = budget.clock().monotonic_ns();
  int64_t until = std::min({wake_ns, budget.deadline_ns(), now + 20'000'000});
  if (until > now && input.wait && AwaitsInput()) {
    input.wait(std::chrono::nanoseconds(until - now));
    until = std::min(until, budget.clock().monotonic_ns());
  } else if (until > now) {
    budget.clock().sleep_ns(until - now);
  }
  ++host_looks_;
  budget.Look();
  return std::max(until - now, int64_t{0});
}

// False: out of fuel, and the next call goes on within the round.
bool Kernel::RunRound(Process* foreground, uint64_t* fuel) {
  foreground_ = foreground;
  while (round_.at < processes_.size() && !budget.stopped()) {
    Process* process = processes_[round_.at].get();
    if (round_.steps == 0 && !BeginTurn(process, foreground)) {
      ++round_.at;
      continue;
    }
    running_ = process;
    const bool ended = RunTurn(process, foreground, fuel);
    running_ = nullptr;
    if (!ended) return false;
    if (!budget.Tick(4)) break;
    if (MayPause(*fuel)) return false;
  }
  return true;
}

// A round within a round. Between two steps a process has nothing on the native stack, so others
// can be stepped on top of the one that computes: they may end, and begin new ones, but it is
// itself only told to end (Life::stepping). Of two that compute at once the one that came later has
// to come to an end before the other goes on. Deep inside nobody is let in who would compute, too,
// so that there is a round for whoever is innermost, and with it his `timeout`.
void Kernel::RunOthers(Process* process) {
  constexpr size_t kLeastStack = 96 << 10, kMuchStack = 192 << 10;
  constexpr int kMostRounds = 8;
  if (running_ != process || StackLeft() < kLeastStack) return;
  const bool is_deep = ++rounds_ >= kMostRounds || StackLeft() < kMuchStack;
  const Round outer = std::exchange(round_, Round());
  while (round_.at < processes_.size() && !budget.stopped()) {
    Process* other = processes_[round_.at].get();
    const bool may_run = !other->life.stepping && !(is_deep && HasJustBegun(*other));
    if (!may_run || !BeginTurn(other, foreground_)) {
      ++round_.at;
      continue;
    }
    running_ = other;
    uint64_t fuel = UINT64_MAX;  // (nothing pauses here)
    RunTurn(other, foreground_, &fuel);
    if (!budget.Tick(4)) break;
  }
  --rounds_;
  running_ = process;
  round_ = outer;
  // Those in front of it may have gone.
  for (round_.at = 0; processes_[round_.at].get() != process;) ++round_.at;
}

bool Kernel::RunFor(Process* foreground, uint64_t* fuel, int64_t* idle_ns) {
  ++host_looks_;
  // (Who stands in front of the one where the last call paused has not looked yet.)
  bool all_looked = round_.at == 0 && round_.steps == 0;
  while (!budget.stopped()) {
    if (!RunRound(foreground, fuel)) return false;
    Round round = std::exchange(round_, Round());
    if (!round.alive || (at_prompt && HasEnded(*foreground) && OnlyJobsAreLeft(*foreground)))
      return true;
    const bool looked = std::exchange(all_looked, true) || !AwaitsHost();
    if (round.progress || !looked) continue;
    if (NobodyCanGoOn(foreground, round.wake_ns)) return true;
    if (idle_ns != nullptr && MayPause(0)) {
      if (!budget.Look()) continue;
      *idle_ns = std::min(round.wake_ns, budget.deadline_ns()) - budget.clock().monotonic_ns();
      if (*idle_ns > 0) return false;
      *idle_ns = 0;
    }
    *fuel -= std::min(*fuel, static_cast<uint64_t>(Sleep(round.wake_ns)) / 1000 + 1);
    if (MayPause(*fuel)) return false;
  }
  round_ = Round();
  return true;
}

int64_t Kernel::RunJobsFor(Process* shell, uint64_t fuel) {
  ++host_looks_;
  while (processes_.size() > 1 && !budget.stopped()) {
    if (!RunRound(shell, &fuel)) return 0;
    const Round round = std::exchange(round_, Round());
    if (round.progress) continue;
    if (round.wake_ns == INT64_MAX) return INT64_MAX;
    return std::max(round.wake_ns - budget.clock().monotonic_ns(), int64_t{0});
  }
  round_ = Round();
  return INT64_MAX;
}

// Parents are in front of their children, in the list as by their numbers. What has no parent any
// more was left by somebody.
std::vector<bool> Kernel::JobsOf(Process& shell) {
  std::vector<bool> of_job(processes_.size(), true);
  for (size_t i = 0; i < processes_.size(); ++i) {
    const Process& process = *processes_[i];
    if (process.parent == shell.pid) {
      const Child* child = shell.jobs.FindChild(process.pid);
      of_job[i] = child == nullptr || child->job != 0;
      continue;
    }
    const auto parent = std::lower_bound(
        processes_.begin(), processes_.begin() + static_cast<std::ptrdiff_t>(i), process.parent,
        [](const std::unique_ptr<Process>& one, int pid) { return one->pid < pid; });
    if (process.parent == (*parent)->pid)
      of_job[i] = of_job[static_cast<size_t>(parent - processes_.begin())];
  }
  return of_job;
}

bool Kernel::OnlyJobsAreLeft(Process& shell) {
  const std::vector<bool> of_job = JobsOf(shell);
  for (size_t i = 0; i < processes_.size(); ++i) {
    if (!of_job[i] && processes_[i].get() != &shell) return false;
  }
  return true;
}

// `stays`: by their place in the list.
void Kernel::KillOthers(const std::vector<bool>& stays) {
  round_ = Round();
  size_t kept = 0;
  for (size_t i = 0; i < processes_.size(); ++i) {
    if (!stays[i]) {
      Kill(processes_[i].get(), 137);
      budget.ChargeMemory(-4096);
    }
  }
  for (size_t i = 0; i < processes_.size(); ++i) {
    if (stays[i]) std::swap(processes_[kept++], processes_[i]);
  }
  processes_.resize(kept);
}

namespace {

// The shell itself, whose script is given up.
void Settle(Kernel* kernel, Process* shell) {
  const int status = shell->status;
  kernel->Kill(shell, status);
  shell->life.ended = false;
  shell->expander = Expander();
}

}  // namespace

void Kernel::KillAll(Process* keep) {
  std::vector<bool> stays(processes_.size());
  for (size_t i = 0; i < stays.size(); ++i) stays[i] = processes_[i].get() == keep;
  KillOthers(stays);
  Settle(this, keep);
  keep->jobs.ForgetAll();
  fifos_.clear();
}

void Kernel::EndAll(Process* shell, int status) {
  round_ = Round();
  for (size_t i = processes_.size(); i-- > 0;) {
    if (processes_[i].get() == shell) continue;
    Kill(processes_[i].get(), status);
    Reap(processes_[i].get());
  }
}

void Kernel::KillForeground(Process* shell) {
  std::vector<bool> stays = JobsOf(*shell);
  for (size_t i = 0; i < stays.size(); ++i) {
    if (processes_[i].get() == shell) stays[i] = true;
  }
  KillOthers(stays);
  Settle(this, shell);
  shell->jobs.ForgetForeground();
}

namespace {

// What `bash` is started with, in front of its script.
struct Invocation {
  bool command = false;      // -c
  bool standard = false;     // -s
  bool interactive = false;  // -i
  bool start_file = true;    // no --norc
  std::string start_path;    // --rcfile
  ShellOptions on, off;      // what is turned on, and off behind that
  size_t rest = 1;           // the argument behind all these
  std::string error;
};

// -o NAME, -O NAME
void NamedOption(char letter, bool on, const std::string& name, Invocation* to) {
  const bool shopt = letter == 'O';
  const size_t count = shopt ? std::size(kShopts) : std::size(kSetOptions);
  for (size_t i = 0; i < count; ++i) {
    if ((shopt ? kShopts[i].name : kSetOptions[i].name) != name) continue;
    ShellOptions& list = on ? to->on : to->off;
    shopt ? list.Set(static_cast<Shopt>(i), true) : list.Set(static_cast<SetOption>(i), true);
    return;
  }
  to->error = (shopt ? "line 0: " : "line 0: bash: ") + name +
              (shopt ? ": invalid shell option name" : ": invalid option name");
}

Invocation ReadInvocation(std::span<const std::string> argv) {
  static constexpr std::string_view kLong[] = {"--login", "--noediting", "--noprofile",
                                               "--norc",  "--posix",     "--verbose"};
  Invocation read;
  size_t& at = read.rest;
  for (; at < argv.size() && argv[at].size() > 1 && read.error.empty(); ++at) {
    const std::string& arg = argv[at];
    if (arg[0] != '-' && arg[0] != '+') return read;
    if (arg == "--") {
      ++at;
      return read;
    }
    if (arg == "--rcfile" || arg == "--init-file") {
      if (at + 1 >= argv.size())
        read.error = arg + ": option requires an argument";
      else
        read.start_path = argv[++at];
      continue;
    }
    if (arg.starts_with("--")) {
      if (std::find(std::begin(kLong), std::end(kLong), arg) == std::end(kLong))
        read.error = arg + ": invalid option";
      if (arg == "--norc") read.start_file = false;
      if (arg == "--posix") NamedOption('o', true, "posix", &read);
      if (arg == "--verbose") NamedOption('o', true, "verbose", &read);
      continue;
    }
    const bool on = arg[0] == '-';
    for (char c : std::string_view(arg).substr(1)) {
      if (c == 'c') {
        read.command = true;
      } else if (c == 's') {
        read.standard = true;
      } else if (c == 'o' || c == 'O') {
        if (at + 1 >= argv.size())
          read.error = arg + ": option requires an argument";
        else
          NamedOption(c, on, argv[++at], &read);
      } else if (c == 'i') {
        read.interactive = true;
      } else if (c != 'l') {
        bool known = false;
        for (size_t i = 0; i < std::size(kSetOptions); ++i) {
          if (kSetOptions[i].letter != c) continue;
          (on ? read.on : read.off).Set(static_cast<SetOption>(i), true);
          known = true;
        }
        if (!known) read.error = arg + ": invalid option";
      }
    }
  }
  if (at < argv.size() && argv[at] == "-") ++at;
  return read;
}

// What a script is read from that is no plain file (a FIFO, <( ... )) may still be written: it is
// read a command at a time.
void OpenScript(Process& process, const std::string& shell, const std::string& path) {
  int error = 0;
  Ref<Description> from = OpenPath(process, path, files::kOpenRead, &error);
  if (!from) {
    process.WriteError(shell + ": " + path + ": " + std::string(ErrnoText(error)) + "\n");
    process.status = error == ENOENT ? 127 : 126;
    return;
  }
  process.call->source = path;
  PushScriptFrom(process, std::move(from));
}

bool IsPlainFile(Process& process, const std::string& path) {
  const auto stat = process.files().StatPath(process.caller(), path);
  return !stat.ok() || stat->IsFile() || stat->IsDirectory();
}

// The shell that has just been started is interactive, where -i says so.
void Interact(Process& process, const Invocation& read, bool reads_lines) {
  if (!read.interactive) return;
  BecomeInteractive(process, reads_lines);
  // (What a command line says counts.)
  process.options.TurnOn(read.on);
  process.options.TurnOff(read.off);
  if (!read.start_file || process.frames.empty()) return;
  PushStartFile(process, read.start_path);
}

// bash [OPTION...] [-c TEXT [NAME ARG...]] [FILE ARG...]
void StartShell(Kernel* kernel, Process& process, std::span<const std::string> argv) {
  if (argv.size() == 2 && argv[1] == "--version") {
    ResetShell(process, argv[0]);
    process.Write(1, "GNU bash, version " + std::string(ValueOr(process, "BASH_VERSION", "")) +
                         " (x86_64-pc-linux-gnu)\n");
    process.status = 0;
    return;
  }
  Invocation read = ReadInvocation(argv);
  size_t at = std::min(read.rest, argv.size());
  const bool command = read.command;
  ResetShell(process, argv[0]);
  // As sh it is in posix mode, as with --posix.
  const bool posix = read.on.Has(SetOption::kPosix) ||
                     std::string_view(argv[0]).substr(argv[0].rfind('/') + 1) == "sh";
  for (ShellOptions* given : {&read.on, &read.off}) given->Set(SetOption::kPosix, false);
  if (posix) TurnPosixMode(process, true);
  process.options.TurnOn(read.on);
  process.options.TurnOff(read.off);
  if (!read.error.empty()) {
    process.WriteError(argv[0] + ": " + read.error + "\n");
    process.status = 2;
    return;
  }
  std::string text;
  MemoryCharge text_held;
  if (command) {
    if (at >= argv.size()) {
      process.WriteError(argv[0] + ": -c: option requires an argument\n");
      process.status = 2;
      return;
    }
    text = argv[at++];
    if (!AssignVariable(process, process.symbols().Intern("BASH_EXECUTION_STRING"), text)) return;
    if (at < argv.size()) process.name = argv[at++];
  } else if (at < argv.size() && !read.standard && argv[at] != "/dev/stdin") {
    process.name = argv[at];
    if (!IsPlainFile(process, process.name)) {
      process.arguments.Mutable() =
          std::vector<std::string>(argv.begin() + static_cast<std::ptrdiff_t>(at + 1), argv.end());
      OpenScript(process, argv[0], process.name);
      return;
    }
    const auto stat = kernel->files->StatPath(process.caller(), argv[at]);
    if (stat.ok() && !text_held.Add(&process.budget(), static_cast<int64_t>(stat->size))) return;
    auto read = kernel->files->ReadFile(process.caller(), argv[at]);
    if (!read.ok()) {
      process.WriteError(argv[0] + ": " + argv[at] + ": " + std::string(ErrnoText(read.error())) +
                         "\n");
      process.status = read.error() == ENOENT ? 127 : 126;
      return;
    }
    text = std::move(read).value();
    constexpr size_t kSample = 80;  // bash looks at so much
    if (LooksBinary(std::string_view(text).substr(0, kSample))) {
      process.WriteError(argv[at] + ": " + argv[at] + ": cannot execute binary file\n");
      process.status = 126;
      return;
    }
    if (text.find('\0') != std::string::npos) {
      process.budget().Tick(text.size() / 16);
      std::erase(text, '\0');
    }
    ++at;
  } else {
    if (!read.standard && at < argv.size()) process.name = argv[at++];
    process.arguments.Mutable() =
        std::vector<std::string>(argv.begin() + static_cast<std::ptrdiff_t>(at), argv.end());
    PushScriptFromInput(process);
    Interact(process, read, true);
    return;
  }
  process.arguments.Mutable() = std::vector<std::string>(
      argv.begin() + static_cast<std::ptrdiff_t>(std::min(at, argv.size())), argv.end());
  process.call->source = command ? "" : process.name;
  process.PushScript(text, ScriptState::Kind::kMain, 1);
  Interact(process, read, false);
}

}  // namespace

bool Kernel::HasTooMany(const Process& process, std::span<const std::string> argv, bool exports) {
  constexpr size_t kMostOfOne = 128 << 10;
  constexpr size_t kMostOfAll = 2 << 20;
  size_t all = 0;
  auto fits = [&](size_t size) {
    all += size + 1 + sizeof(char*);
    return size < kMostOfOne && all <= kMostOfAll;
  };
  for (const std::string& arg : argv) {
    if (!fits(arg.size())) return true;
  }
  // Variables are looked at only where what is charged leaves room for so much in them.
  if (!exports || budget.memory() < static_cast<int64_t>(kMostOfOne)) return false;
  budget.Tick(process.variables.size() / 8);
  for (Symbol symbol = 0; symbol < process.variables.size(); ++symbol) {
    const Variable* variable = process.variables.Find(symbol);
    if (variable == nullptr || !variable->Has(kExported) || variable->IsArray() ||
        !variable->is_set)
      continue;
    if (!fits(symbols.Name(symbol).size() + 1 + variable->value.size())) return true;
  }
  return !EachExportedFunction(process, [&](std::string&& entry) { return fits(entry.size()); }) &&
         !budget.stopped();
}

std::optional<ExecPlan> Kernel::PlanArgv(Process& process, std::span<const std::string> argv,
                                         int* error, const FoundCommand* known) {
  constexpr int kMostInterpreters = 5;  // as in Linux; two that name each other would never end
  ExecPlan plan{known != nullptr ? *known : FindCommand(process, argv[0], Seeker::kExec),
                std::vector<std::string>(argv.begin(), argv.end())};
  for (int interpreters = 0; plan.found.kind == FoundCommand::Kind::kFile; ++interpreters) {
    const std::string script = plan.found.path;
    const auto head = files->ReadFile(process.caller(), script, 0, kShebangBytes);
    *error = !head.ok() ? head.error() : interpreters == kMostInterpreters ? ELOOP : 0;
    if (*error != 0) return std::nullopt;
    Shebang line = ReadShebang(*head);
    plan.found = FindInterpreter(process, &line);
    if (plan.found.error == EISDIR) plan.found.error = EACCES;
    std::vector<std::string> run{line.program};
    if (!line.argument.empty()) run.push_back(line.argument);
    run.push_back(script);
    run.insert(run.end(), std::make_move_iterator(plan.argv.begin() + 1),
               std::make_move_iterator(plan.argv.end()));
    plan.argv = std::move(run);
  }
  if (plan.found.kind != FoundCommand::Kind::kNothing) return plan;
  *error = plan.found.error;
  return std::nullopt;
}

void Kernel::Start(Process& process, ExecPlan&& plan) {
  process.frames.clear();
  process.fds.KeepRedirections();
  process.variables.ForgetBindings();
  process.traps.KeepIgnored(&process.budget());
  process.loop_depth = process.function_depth = 0;
  process.ignores_errexit = false;
  if (plan.found.kind == FoundCommand::Kind::kShell) return StartShell(this, process, plan.argv);
  if (plan.found.kind == FoundCommand::Kind::kBuiltin) {
    plan.argv[0] = plan.found.name;
    return StartBuiltin(process, plan.argv);
  }
  process.command.args = std::move(plan.argv);
  StartExternal(process, plan.found.info);
  Frame frame;
  frame.kind = FrameKind::kExternal;
  process.frames.Push(std::move(frame));
}

bool Kernel::StartArgv(Process& process, std::span<const std::string> argv, int* error,
                       const FoundCommand* known) {
  if (HasTooMany(process, argv)) {
    *error = E2BIG;
    return false;
  }
  std::optional<ExecPlan> plan = PlanArgv(process, argv, error, known);
  if (plan) Start(process, std::move(*plan));
  return plan.has_value();
}

}  // namespace pysub::shell
