#ifndef PYSUB_SHELL_RUN_FRAME_H_
#define PYSUB_SHELL_RUN_FRAME_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "shell/run/arguments.h"
#include "shell/run/cow.h"
#include "shell/run/descriptor.h"
#include "shell/run/line_state.h"
#include "shell/run/options.h"
#include "shell/syntax/ast.h"
#include "shell/syntax/parser.h"

// The stack of frames of a process: where its work stands. process.h has the picture.
namespace pysub::shell {

// A function of the script. The table, and calls that run, share it.
struct Function : RefCounted {
  std::string name;
  std::string source;                // the file it comes from
  std::shared_ptr<const Unit> unit;  // in which `node` lies
  const FunctionNode* node = nullptr;
  bool exported = false;  // children that are shells have it, too
  bool traced = false;    // the DEBUG and RETURN traps stay on in it
  bool readonly = false;
  static constexpr int64_t kBytes = 256;  // what one takes in the table
  void Fields(Serialiser& serialiser);
};

// Who called whom: FUNCNAME, BASH_LINENO, BASH_SOURCE. Shared by forks.
struct CallRecord : RefCounted {
  ~CallRecord();
  Ref<CallRecord> up;
  std::string function;  // "main", "source"
  std::string source;
  uint32_t call_line = 0;  // where the caller stood
  bool is_function = false;
  uint32_t depth = 0;
};

// A text being run: the script, eval, source, a trap. Its commands are parsed one at a time,
// because aliases and options that one of them sets change how the next line is read.
struct ScriptState {
  std::unique_ptr<Parser> parser;
  enum class Kind : uint8_t { kMain, kEval, kSource, kTrap, kBackquote } kind = Kind::kMain;
  std::string error_name;  // "bash: -c: ", "bash: eval: "
  MemoryCharge held;
  // The text is what standard input gives (script_stream.cc): the parser has the lines that are
  // looked at.
  bool from_input = false;
  std::string begun;  // lines that were taken, the beginning of a command that is not whole
  MemoryCharge begun_held;
  uint64_t unread = 0;               // so much of the parser's text, its end, is still to be taken
  std::unique_ptr<LineState> lines;  // null: it is not read line by line (line_reader.cc)
  std::string last_argument;         // kEval, kSource: $_ behind it
  // kSource with arguments, kTrap: what is put back.
  bool restores_arguments = false;
  Cow<Arguments> arguments;
  bool keeps_status = false;  // kTrap
  int saved_status = 0;
  std::vector<int> saved_pipe_status;
  uint32_t saved_line = 0;
  bool pops_call = false;
  bool shows_words = false;  // kSource: in BASH_ARGV
  bool exits = false;        // the process ends behind it, with saved_status
  std::string trap_name;     // kTrap
  void Fields(Serialiser& serialiser);
};

// A call of a function: what is put back when it returns.
struct CallState {
  CallState() = default;
  explicit CallState(const Cow<Arguments>& outer) : arguments(outer), given(outer) {}

  Ref<Function> function;
  Cow<Arguments> arguments;
  Cow<Arguments> given;  // as it was called: $_ behind the call
  uint32_t loop_depth = 0;
  bool restores_options = false;  // `local -`
  bool shows_words = false;       // in BASH_ARGV
  ShellOptions options;
  uint32_t getopts_at = 0;
  MemoryCharge held;  // of all this
  void Fields(Serialiser& serialiser);
};

// for and select: the words, which were expanded before the first round.
struct LoopState {
  std::vector<std::string> words;
  size_t next = 0;
  MemoryCharge held;
  void Fields(Serialiser& serialiser);
};

struct PipelineState {
  // Where it stands: Frame::state.
  enum Step : uint8_t {
    kBegin,
    kWaits,     // for its stages in turn; index: the next one
    kOnlyOne,   // its one stage runs above
    kLastHere,  // lastpipe: the last stage runs above
    kTrapped,   // the ERR trap of its last stage has run
    kStarts,    // its stages; index: the next one, flag: the DEBUG trap has run for it
  };
  std::vector<int> pids;   // of the stages that were started
  Ref<Description> input;  // of the next stage, while they are started
  int64_t start_ns = 0;    // for `time`
  int last_status = -1;    // of a last stage that ran in this process (lastpipe)
  void Fields(Serialiser& serialiser);
};

enum class FrameKind : uint8_t {
  kScript,    // reads commands and pushes them
  kNode,      // runs a command of the tree
  kCall,      // a function runs above it
  kExternal,  // a command runs in place of a shell: exec, children of commands
};

// What break and continue count.
inline bool IsLoop(const Node& node) {
  return node.kind == NodeKind::kWhile || node.kind == NodeKind::kFor ||
         node.kind == NodeKind::kArithFor || node.kind == NodeKind::kSelect;
}

// Where the work on one command, text or call stands. What `state`, `flag` and `index` mean is the
// business of the function that steps such a frame, and said there.
struct Frame {
  FrameKind kind = FrameKind::kNode;
  uint8_t state = 0;
  bool tested = false;  // errexit and the ERR trap do not look at its status
  bool flag = false;
  uint32_t index = 0;
  uint32_t undo_mark = 0;     // redirections to undo when it ends: Descriptors
  uint32_t binding_mark = 0;  // variables to put back: Variables
  const Node* node = nullptr;
  std::shared_ptr<const Unit> unit;  // keeps `node` alive where nothing below does
  std::unique_ptr<ScriptState> script;
  std::unique_ptr<CallState> call;
  std::unique_ptr<LoopState> loop;
  std::unique_ptr<PipelineState> pipeline;
  bool IsNode(NodeKind what) const { return kind == FrameKind::kNode && node->kind == what; }
  // `unit`: that of the frames below, and then of this one.
  void Fields(Serialiser& serialiser, const Unit** unit_below);
};

// The last frame is on top; none: the process has nothing more to do.
class FrameStack {
 public:
  bool empty() const { return frames_.empty(); }
  size_t size() const { return frames_.size(); }
  Frame& back() { return frames_.back(); }
  const Frame& back() const { return frames_.back(); }
  Frame& operator[](size_t i) { return frames_[i]; }
  const Frame& operator[](size_t i) const { return frames_[i]; }
  auto begin() const { return frames_.begin(); }
  auto end() const { return frames_.end(); }
  void Push(Frame frame) { frames_.push_back(std::move(frame)); }
  Frame Pop();
  void clear() { frames_.clear(); }

  // The unit of the innermost frame that has one: what runs lies in it.
  std::shared_ptr<const Unit> CurrentUnit() const;
  // The call of the function that runs; null: none does.
  Frame* InnermostCall();
  // ---- as bindings come and go below the top
  // Where the bindings of the function that runs begin, and where they end: those of the commands
  // above its frame (x=1 local y) go away before it.
  size_t CallMark() const;
  size_t CallEnd(size_t bindings) const;
  void AddedBindingOfCall();
  void RemovedBinding(size_t binding);

  void Fields(Serialiser& serialiser);

 private:
  size_t AboveCall() const;  // the frame above the innermost call; 0: there is none

  std::vector<Frame> frames_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_FRAME_H_
