#include <algorithm>

#include "shell/run/known_symbols.h"
#include "shell/run/machine.h"
#include "shell/snapshot/image.h"
#include "shell/snapshot/times.h"

// Snapshots: what all processes share.

namespace pysub::shell {
namespace {

void SymbolFields(Image& image, SymbolTable* symbols) {
  uint64_t count = symbols->size();
  image(count);
  for (uint64_t i = 0; i < count && image.ok(); ++i) {
    std::string name = image.loading() ? "" : symbols->Name(static_cast<Symbol>(i));
    image(name);
    if (image.loading()) image.Check(image.archive().Take(128) && symbols->Intern(name) == i, "a name");
  }
  image.Check(count >= kSymCount, "names");
}

// Each limit is the lower one of both.
void LimitFields(Image& image, ShellLimits* limits) {
  ShellLimits saved = *limits;
  int64_t wall_ns = saved.wall_time.count();
  image(saved.commands, saved.loop_iterations, saved.function_depth, saved.substitution_depth, saved.processes,
        saved.input_bytes, saved.output_bytes, saved.memory_bytes, saved.steps, wall_ns);
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

void Budget::Fields(Image& image) {
  LimitFields(image, &limits_);
  uint64_t used = steps_ - first_step_;
  image(used, commands_, iterations_, output_, left_ns_);
  if (!image.loading()) return;
  steps_ = std::min(used, uint64_t{1} << 62);
  first_step_ = 0;
  next_look_ = steps_;
  memory_limit_ = static_cast<int64_t>(std::min<uint64_t>(limits_.memory_bytes, INT64_MAX));
  left_ns_ = std::max<int64_t>(std::min<int64_t>(left_ns_, limits_.wall_time.count()), 0);
}

void Machine::Round::Fields(Image& image) {
  image(at, steps, progress, alive);
  TimeField(image, &wake_ns);
}

void Machine::Fields(Image& image) {
  SymbolFields(image, &symbols);
  std::string_view unread = std::string_view(input.bytes).substr(input.taken);
  image.archive().Block(unread);
  if (image.loading()) {
    if (!image.HasRoom(unread.size())) return;
    input.bytes = unread;
    input.taken = 0;
  }
  image(input.is_all, random_state, program_name, main_error_name, line_prefix, next_pid_, round_);
  uint64_t count = processes_.size();
  image(count);
  image.Check(next_pid_ <= 1 << 30, "the number of a process");
  image.Check(count >= 1 && count <= budget.limits().processes, "the number of processes");
  for (uint64_t i = 0; i < count && image.ok(); ++i) {
    int pid = image.loading() ? 0 : processes_[i]->pid;
    image(pid);
    if (image.loading()) {
      image.Check(pid > 0 && pid < next_pid_ && Find(pid) == nullptr, "the number of a process");
      if (!image.ok() || (i > 0 && !image.Charge(4096))) return;
      processes_.push_back(std::make_unique<Process>(this, pid, ShellState(&budget)));
    }
    processes_[i]->Fields(image);
  }
  FifoFields(image);
  image.Check(round_.at <= processes_.size() && round_.steps <= kSlice, "the scheduler");
  budget.Fields(image);
}

void Machine::FifoFields(Image& image) {
  uint64_t count = fifos_.size();
  image(count);
  if (!image.loading()) {
    for (auto& [node, pipe] : fifos_) {
      std::pair<uint32_t, uint64_t> number = node;
      image(number);
      image.Needed(pipe);
    }
    return;
  }
  for (uint64_t i = 0; i < count && image.ok(); ++i) {
    std::pair<uint32_t, uint64_t> number;
    Ref<Pipe> pipe;
    image(number);
    image.Needed(pipe);
    if (image.ok()) fifos_[number] = std::move(pipe);
  }
}

}  // namespace pysub::shell
