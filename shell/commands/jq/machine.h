#ifndef PYSUB_SHELL_COMMANDS_JQ_MACHINE_H_
#define PYSUB_SHELL_COMMANDS_JQ_MACHINE_H_

#include <string>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/commands/jq/heap.h"
#include "shell/commands/jq/program.h"

namespace pysub::shell::jq {

class Surroundings;
class ValueArchive;

// Runs a program on an input. It stops at each output, and where it needs another input; between
// two instructions it can be saved.
//
// A fork is a place to come back to for the next output. What lay on the stacks when it was made is
// kept as it is: a stack is a list whose items know what lies below them, and an item that a fork
// may need is not freed but left behind.
class Machine {
 public:
  enum class Outcome : uint8_t {
    kOutput,  // output() has it
    kDone,    // there are no more outputs
    kError,   // error() has it
    kInput,   // wants Resume()
    kYield,
    kHalt,     // status(); output() has what is to be said, or nothing
    kStopped,  // a limit was reached
    kBroken,   // its state was made by somebody else
  };

  Machine(Heap& heap, const Program& program, Surroundings& place)
      : heap_(heap), program_(program), place_(place) {}

  void Start(Value input);
  Outcome Run(CommandIo& io);
  // The next input; None: there is none, `error` says what that is.
  void Resume(Value input, Value error);
  Value TakeOutput() { return std::move(output_); }
  const Value& error() const { return error_; }
  int status() const { return status_; }
  void Save(ValueArchive& archive);
  // Of what was loaded, once the program is there.
  bool IsSound() const;

 private:
  struct Slot {
    Value value;
    int32_t below = -1;
  };
  struct Closure {
    uint32_t function = 0;
    uint32_t frame = 0;
  };
  struct Frame {
    uint32_t function = 0;
    uint32_t back = 0;    // instruction to go on with
    uint32_t caller = 0;  // frame
    uint32_t outer = 0;   // frame of the function in which this one stands
    uint32_t locals = 0;
    uint32_t closures = 0;
  };
  enum class ForkKind : uint8_t { kPlain, kEach, kRange, kTry, kTryEnd, kAlternative, kLabel };
  struct Fork {
    ForkKind kind = ForkKind::kPlain;
    uint32_t pc = 0;
    int32_t top = -1;
    uint32_t data = 0, frames = 0, locals = 0, closures = 0;
    uint32_t frame = 0;
    uint32_t nest = 0;
    Value path, at_path;
    Value value;       // kEach: what is iterated
    double index = 0;  // kEach, kRange: the next; kLabel: its number
    double end = 0;
  };
  // How an instruction ended.
  enum class Flow : uint8_t { kNext, kError, kBacktrack, kBreak, kOutput, kInput, kHalt, kBroken };

  // ---- the stack
  bool Protected(int32_t at) const { return at < static_cast<int32_t>(kept_data_); }
  Value Pop();
  void Push(Value value);
  Value* Top();  // of which there is no other owner below a fork
  const Value& Peek() const { return data_[static_cast<size_t>(top_)].value; }
  bool Has(int count) const;

  // ---- frames
  uint32_t FrameAt(uint32_t level) const;
  Value* Local(const Instruction& in);
  Flow Call(const Instruction& in, bool tail);
  Flow CallParameter(const Instruction& in, bool tail);
  void Enter(uint32_t function, uint32_t outer, uint32_t back, uint32_t caller);
  void Leave();
  void DropFrame(uint32_t frame);

  // ---- forks
  Fork& AddFork(ForkKind kind, uint32_t pc);
  void Restore(const Fork& fork);
  void PopFork();
  void Kept();
  bool Backtrack();
  bool NextEach();
  bool Unwind();
  bool DropTo(double label);
  Flow BreakTo(double label);

  // ---- paths
  bool tracking() const { return nest_ == 0 && path_.is_array(); }
  void AppendPath(Value key, const Value& value);

  // ---- instructions
  Flow Step(CommandIo& io, const Instruction& in);
  Flow StepCold(CommandIo& io, const Instruction& in);
  Flow Fail(std::string message);
  Flow IndexBy(const Value& key, uint8_t flags);
  Flow Slice(uint8_t flags);
  Flow Each(uint8_t flags);
  Flow Insert(uint8_t flags);
  Flow Concat(uint32_t count);
  Flow Native(CommandIo& io, const Instruction& in);
  Flow Range();
  Flow PathBegin();
  Flow PathEnd();
  Flow GetPath();
  Flow Cut(const Instruction& in);
  Flow Debug(CommandIo& io, bool raw);
  Flow Halt(const Instruction& in);

  bool SoundFrames() const;
  bool SoundForks() const;
  void SaveForks(ValueArchive& archive);
  void SaveStacks(ValueArchive& archive);

  Heap& heap_;
  const Program& program_;
  Surroundings& place_;
  uint32_t pc_ = 0;
  std::vector<Slot> data_;
  int32_t top_ = -1;
  std::vector<Fork> forks_;
  Fork unpaid_;  // what there was no room for
  std::vector<Frame> frames_;
  std::vector<Value> locals_;
  std::vector<Closure> closures_;
  std::vector<Closure> passed_;  // to the function that is being called; not saved
  uint32_t frame_ = 0;
  uint32_t kept_data_ = 0, kept_frames_ = 0;  // of the last fork
  uint32_t nest_ = 0;
  Value path_, at_path_;
  double labels_ = 0;
  Value output_, error_;
  int status_ = 0;
  bool running_ = false;
  bool backtrack_ = false;  // before the next instruction
  bool waits_ = false;      // for Resume()
};

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_MACHINE_H_
