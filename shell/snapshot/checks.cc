#include "shell/snapshot/checks.h"

namespace pysub::shell {
namespace {

bool HasLoopState(NodeKind kind) {
  return kind == NodeKind::kFor || kind == NodeKind::kSelect || kind == NodeKind::kCond;
}

bool PipelineIsValid(const Frame& frame, const PipelineNode& node) {
  if (frame.state == PipelineState::kBegin) return true;
  if (frame.pipeline == nullptr) return false;
  if (frame.state == PipelineState::kWaits) return frame.index <= frame.pipeline->pids.size();
  if (frame.state == PipelineState::kStarts) return frame.index < node.stages.size();
  return true;
}

// The state of a compound command's frame goes with its node.
bool NodeIsValid(const Frame& frame) {
  if (frame.node == nullptr) return false;
  const Node& node = *frame.node;
  if (HasLoopState(node.kind)) return frame.state == 0 || frame.loop != nullptr;
  switch (node.kind) {
    case NodeKind::kIf:
      return frame.state != 1 || frame.index < static_cast<const IfNode&>(node).clauses.size();
    case NodeKind::kArithFor: return frame.index < 3;
    case NodeKind::kCase:
      return frame.state == 0 ||
             (frame.loop != nullptr && !frame.loop->words.empty() &&
              (frame.state != 2 ||
               frame.index < static_cast<const CaseNode&>(node).clauses.size()));
    case NodeKind::kPipeline: return PipelineIsValid(frame, static_cast<const PipelineNode&>(node));
    default: return true;
  }
}

// A frame points into the tree of its script by kind and index. A forged one could name a branch
// that is not there, or have no loop where its node is a loop.
bool FrameIsValid(const Frame& frame) {
  switch (frame.kind) {
    case FrameKind::kScript: return frame.script != nullptr && frame.script->parser != nullptr;
    case FrameKind::kCall:
      // What the function runs is kept by this frame.
      return frame.call != nullptr && frame.call->function &&
             frame.call->function->unit == frame.unit;
    case FrameKind::kNode: return NodeIsValid(frame);
    case FrameKind::kExternal: return true;
  }
  return false;
}

// Each frame that ends takes a caller from the chain, and the outermost one stays.
size_t CallersNeeded(const Process& process) {
  size_t count = 1;
  for (const Frame& frame : process.frames) {
    count += frame.kind == FrameKind::kCall ||
             (frame.kind == FrameKind::kScript && frame.script->pops_call);
  }
  return count;
}

bool HasCallers(const Process& process, size_t count) {
  const CallRecord* record = process.call.get();
  for (; record != nullptr && count > 0; record = record->up.get()) --count;
  return count == 0;
}

}  // namespace

// Fields() have checked each number by itself. Here are the rules that hold between them. Running
// relies on these without looking, for speed, so what breaks them must not get in.
void CheckProcess(Serialiser& serialiser, const Process& process) {
  uint32_t bindings = 0;
  uint32_t calls = 0;
  for (const Frame& frame : process.frames) {
    if (!FrameIsValid(frame)) return serialiser.Refuse("damaged: a frame");
    // Marks only grow from frame to frame.
    serialiser.Check(frame.binding_mark >= bindings, "a frame");
    bindings = frame.binding_mark;
    calls += frame.kind == FrameKind::kCall;
  }
  serialiser.Check(
      bindings <= process.variables.bindings().size() && calls <= process.function_depth, "frames");
  serialiser.Check(HasCallers(process, CallersNeeded(process)), "callers");
  serialiser.Check(process.waiting.kind != Waiting::Kind::kCapture || process.capture,
                   "what a process waits for");
}

}  // namespace pysub::shell
