// Saving a machine, and looking at what was loaded: an instruction believes that its frames and
// variables are there.

#include "shell/commands/jq/machine.h"
#include "shell/commands/jq/value_archive.h"

namespace pysub::shell::jq {
namespace {

bool IsCode(const Program& program, const Function& function, uint32_t pc) {
  return pc >= function.begin && pc < function.end && pc < program.code.size();
}

}  // namespace

void Machine::SaveForks(ValueArchive& archive) {
  Archive& plain = archive.plain();
  uint64_t count = forks_.size();
  plain(count);
  if (plain.loading()) forks_.clear();
  for (uint64_t i = 0; i < count && plain.ok(); ++i) {
    if (plain.loading()) {
      if (!plain.Take(2 * sizeof(Fork))) return;
      forks_.emplace_back();
    }
    Fork& fork = forks_[i];
    plain(fork.kind, fork.pc, fork.top, fork.data, fork.frames, fork.locals, fork.closures,
          fork.frame, fork.nest, fork.index, fork.end);
    archive.One(&fork.path);
    archive.One(&fork.at_path);
    archive.One(&fork.value);
  }
}

void Machine::SaveStacks(ValueArchive& archive) {
  Archive& plain = archive.plain();
  uint64_t data = data_.size(), frames = frames_.size(), closures = closures_.size();
  plain(data, frames, closures);
  if (plain.loading()) {
    data_.clear();
    frames_.clear();
    closures_.clear();
  }
  for (uint64_t i = 0; i < data && plain.ok(); ++i) {
    if (plain.loading()) {
      if (!plain.Take(2 * sizeof(Slot))) return;
      data_.emplace_back();
    }
    plain(data_[i].below);
    archive.One(&data_[i].value);
  }
  for (uint64_t i = 0; i < frames && plain.ok(); ++i) {
    if (plain.loading()) {
      if (!plain.Take(2 * sizeof(Frame))) return;
      frames_.emplace_back();
    }
    Frame& frame = frames_[i];
    plain(frame.function, frame.back, frame.caller, frame.outer, frame.locals, frame.closures);
  }
  for (uint64_t i = 0; i < closures && plain.ok(); ++i) {
    if (plain.loading()) {
      if (!plain.Take(2 * sizeof(Closure))) return;
      closures_.emplace_back();
    }
    plain(closures_[i].function, closures_[i].frame);
  }
  archive.List(&locals_);
}

void Machine::Save(ValueArchive& archive) {
  Archive& plain = archive.plain();
  plain(pc_, top_, frame_, nest_, labels_, status_, running_, backtrack_, waits_);
  SaveStacks(archive);
  SaveForks(archive);
  archive.One(&path_);
  archive.One(&at_path_);
  archive.One(&output_);
  archive.One(&error_);
  if (!plain.loading()) return;
  Kept();
}

// Every frame stands where its function says, in a frame of the function around it.
bool Machine::SoundFrames() const {
  const std::vector<Function>& functions = program_.functions;
  for (size_t i = 0; i < frames_.size(); ++i) {
    const Frame& frame = frames_[i];
    if (frame.function >= functions.size()) return false;
    const Function& function = functions[frame.function];
    if ((i == 0) != (frame.function == 0)) return false;
    const size_t locals_end = i + 1 < frames_.size() ? frames_[i + 1].locals : locals_.size();
    const size_t closures_end = i + 1 < frames_.size() ? frames_[i + 1].closures : closures_.size();
    if (locals_end > locals_.size() || closures_end > closures_.size()) return false;
    if (frame.locals > locals_end || locals_end - frame.locals < function.variables) return false;
    if (frame.closures > closures_end || closures_end - frame.closures < function.parameters) {
      return false;
    }
    if (i == 0) continue;
    if (frame.caller >= i || frame.outer >= i) return false;
    if (frames_[frame.outer].function != function.parent) return false;
    if (!IsCode(program_, functions[frames_[frame.caller].function], frame.back)) return false;
  }
  for (size_t i = 0; i < frames_.size(); ++i) {
    const size_t end = i + 1 < frames_.size() ? frames_[i + 1].closures : closures_.size();
    for (size_t at = frames_[i].closures; at < end; ++at) {
      const Closure& closure = closures_[at];
      if (closure.function >= functions.size() || closure.function == 0) return false;
      // (A frame that is passed on is older than the one that has it.)
      if (closure.frame >= i || functions[closure.function].parameters != 0) return false;
      if (frames_[closure.frame].function != functions[closure.function].parent) return false;
    }
  }
  return true;
}

bool Machine::SoundForks() const {
  uint32_t data = 0, frames = 1, locals = 0, closures = 0;
  for (const Fork& fork : forks_) {
    if (fork.kind > ForkKind::kLabel || fork.top >= static_cast<int64_t>(fork.data)) return false;
    if (fork.top < -1 || fork.data > data_.size() || fork.frames > frames_.size() ||
        fork.locals > locals_.size() || fork.closures > closures_.size()) {
      return false;
    }
    if (fork.data < data || fork.frames < frames || fork.locals < locals ||
        fork.closures < closures) {
      return false;
    }
    data = fork.data;
    frames = fork.frames;
    locals = fork.locals;
    closures = fork.closures;
    if (fork.frame >= fork.frames) return false;
    const Frame& last = frames_[fork.frames - 1];
    const Function& function = program_.functions[last.function];
    if (last.locals + function.variables > fork.locals) return false;
    if (last.closures + function.parameters > fork.closures) return false;
    if (fork.kind == ForkKind::kTry && fork.top < 0) return false;
    const bool resumes = fork.kind != ForkKind::kTryEnd && fork.kind != ForkKind::kLabel;
    const Function& code = program_.functions[frames_[fork.frame].function];
    if (resumes && !IsCode(program_, code, fork.pc)) return false;
    if (fork.kind == ForkKind::kEach && !fork.value.is_array() && !fork.value.is_object()) {
      return false;
    }
    if (!(fork.index >= -9e15 && fork.index <= 9e15) && fork.kind != ForkKind::kRange) return false;
    if (fork.kind == ForkKind::kEach && fork.index < 0) return false;
  }
  return true;
}

bool Machine::IsSound() const {
  if (frames_.empty()) return !running_ && forks_.empty() && data_.empty() && top_ == -1;
  if (top_ < -1 || top_ >= static_cast<int64_t>(data_.size()) || frame_ >= frames_.size()) {
    return false;
  }
  for (size_t i = 0; i < data_.size(); ++i) {
    if (data_[i].below < -1 || data_[i].below >= static_cast<int64_t>(i)) return false;
  }
  if (!SoundFrames() || !SoundForks()) return false;
  // (Where it goes back first, or has ended, it does not go on from here.)
  return backtrack_ || !running_ ||
         IsCode(program_, program_.functions[frames_[frame_].function], pc_);
}

}  // namespace pysub::shell::jq
