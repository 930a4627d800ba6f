#include <algorithm>

#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/snapshot/serialiser.h"
#include "shell/snapshot/times.h"

// Snapshots: what all processes share.

namespace pysub::shell {
namespace {

// Names are numbers in all that follows, so they come first and must get the same numbers again.
// The fixed names of the shell stand at the begin, in the order of this build.
void SymbolFields(Serialiser& serialiser, SymbolTable* symbols) {
  uint64_t count = symbols->size();
  serialiser(count);
  for (uint64_t i = 0; i < count && serialiser.ok(); ++i) {
    std::string name = serialiser.loading() ? "" : symbols->Name(static_cast<Symbol>(i));
    serialiser(name);
    if (serialiser.loading())
      serialiser.Check(serialiser.archive().Take(128) && symbols->Intern(name) == i, "a name");
  }
  serialiser.Check(count >= kSymCount, "names");
}

// Each limit is the lower one of both.
void LimitFields(Serialiser& serialiser, ShellLimits* limits) {
  ShellLimits saved = *limits;
  int64_t wall_ns = saved.wall_time.count();
  serialiser(saved.commands, saved.loop_iterations, saved.function_depth, saved.substitution_depth,
             saved.processes, saved.input_bytes, saved.output_bytes, saved.memory_bytes,
             saved.steps, wall_ns);
  auto lower = [](auto* limit, auto other) { *limit = std::min(*limit, other); };
  lower(&limits->commands, saved.commands);
  lower(&limits->loop_iterations, saved.loop_iterations);
  lower(&limits->function_depth, saved.function_depth);
  lower(&limits->substitution_depth, saved.substitution_depth);
  lower(&limits->processes, saved.processes);
  lower(&limits->input_bytes, saved.input_bytes);
  lower(&limits->output_bytes, saved.output_bytes);
  lower(&limits->memory_bytes, saved.memory_bytes);
  lower(&limits->steps, saved.steps);
  lower(&limits->wall_time, std::chrono::nanoseconds(wall_ns));
}

}  // namespace

void Budget::ShiftClock(int64_t now_ns) {
  int64_t shift = std::clamp(now_ns, int64_t{0}, kFarNs) - clock_.monotonic_ns();
  clock_.monotonic_ns = [host = std::move(clock_.monotonic_ns), shift] { return host() + shift; };
}

// What a shell has used stays used: a script cannot get a new allowance by being saved and loaded.
// Times are stored as what is left, since the clock of another host says nothing here.
void Budget::Fields(Serialiser& serialiser) {
  LimitFields(serialiser, &limits_);
  uint64_t used = steps_ - first_step_;
  serialiser(used, commands_, iterations_, output_, left_ns_);
  if (!serialiser.loading()) return;
  steps_ = std::min(used, uint64_t{1} << 62);
  first_step_ = 0;
  next_look_ = steps_;
  memory_limit_ = static_cast<int64_t>(std::min<uint64_t>(limits_.memory_bytes, INT64_MAX));
  left_ns_ = std::max<int64_t>(std::min<int64_t>(left_ns_, limits_.wall_time.count()), 0);
}

void Kernel::Round::Fields(Serialiser& serialiser) {
  serialiser(at, steps, progress, alive);
  TimeField(serialiser, &wake_ns);
}

// Symbols come first, because all names that follow are numbers of them. Of the input only what
// nobody has read is stored.
void Kernel::Fields(Serialiser& serialiser) {
  SymbolFields(serialiser, &symbols);
  std::string_view unread = std::string_view(input.bytes).substr(input.taken);
  serialiser.archive().Block(unread);
  if (serialiser.loading()) {
    if (!serialiser.HasRoom(unread.size())) return;
    input.bytes = unread;
    input.taken = 0;
  }
  serialiser(input.is_all, at_prompt, random_state, program_name, main_error_name, line_prefix,
             next_pid_, round_);
  uint64_t count = processes_.size();
  serialiser(count);
  serialiser.Check(next_pid_ <= 1 << 30, "the number of a process");
  serialiser.Check(count >= 1 && count <= budget.limits().processes, "the number of processes");
  for (uint64_t i = 0; i < count && serialiser.ok(); ++i) {
    int pid = serialiser.loading() ? 0 : processes_[i]->pid;
    serialiser(pid);
    if (serialiser.loading()) {
      serialiser.Check(pid > 0 && pid < next_pid_ && Find(pid) == nullptr,
                       "the number of a process");
      if (!serialiser.ok() || (i > 0 && !serialiser.Charge(4096))) return;
      processes_.push_back(std::make_unique<Process>(this, pid, ShellState(&budget, &symbols)));
    }
    processes_[i]->Fields(serialiser);
  }
  if (serialiser.ok()) serialiser.CheckReachableFiles();
  FifoFields(serialiser);
  serialiser.Check(round_.at <= processes_.size() && round_.steps <= kSlice, "the scheduler");
  budget.Fields(serialiser);
}

void Kernel::FifoFields(Serialiser& serialiser) {
  uint64_t count = fifos_.size();
  serialiser(count);
  if (!serialiser.loading()) {
    for (auto& [node, pipe] : fifos_) {
      std::pair<uint32_t, uint64_t> number = node;
      serialiser(number);
      serialiser.Needed(pipe);
    }
    return;
  }
  for (uint64_t i = 0; i < count && serialiser.ok(); ++i) {
    std::pair<uint32_t, uint64_t> number;
    Ref<Pipe> pipe;
    serialiser(number);
    serialiser.Needed(pipe);
    if (serialiser.ok()) fifos_[number] = std::move(pipe);
  }
}

}  // namespace pysub::shell
