#include "shell/run/frame.h"

#include <utility>

#include "shell/run/kernel.h"
#include "shell/snapshot/serialiser.h"
#include "shell/snapshot/times.h"

namespace pysub::shell {

CallRecord::~CallRecord() {
  // A long chain is freed link by link, not by recursion.
  Ref<CallRecord> next = std::move(up);
  while (next && next.unique()) {
    Ref<CallRecord> rest = std::move(next->up);
    next = std::move(rest);
  }
}

Frame FrameStack::Pop() {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  return frame;
}

std::shared_ptr<const Unit> FrameStack::CurrentUnit() const {
  for (size_t i = frames_.size(); i-- > 0;) {
    if (frames_[i].unit) return frames_[i].unit;
  }
  return nullptr;
}

size_t FrameStack::AboveCall() const {
  size_t at = frames_.size();
  while (at > 0 && frames_[at - 1].kind != FrameKind::kCall) --at;
  return at;
}

Frame* FrameStack::InnermostCall() {
  const size_t at = AboveCall();
  return at == 0 ? nullptr : &frames_[at - 1];
}

size_t FrameStack::CallMark() const {
  const size_t at = AboveCall();
  return at == 0 ? 0 : frames_[at - 1].binding_mark;
}

size_t FrameStack::CallEnd(size_t bindings) const {
  const size_t at = AboveCall();
  return at < frames_.size() ? frames_[at].binding_mark : bindings;
}

void FrameStack::AddedBindingOfCall() {
  for (size_t i = AboveCall(); i < frames_.size(); ++i) ++frames_[i].binding_mark;
}

void FrameStack::RemovedBinding(size_t binding) {
  for (Frame& frame : frames_) {
    if (frame.binding_mark > binding) --frame.binding_mark;
  }
}

// ---- snapshots

void Function::Fields(Serialiser& serialiser) {
  serialiser(name, source, exported, traced, readonly);
  serialiser.UnitRef(unit);
  const Node* at = node;
  serialiser.NodeRef(unit.get(), at);
  if (!serialiser.loading()) return;
  serialiser.Check(at != nullptr && at->kind == NodeKind::kFunction, "a function");
  if (serialiser.ok()) node = static_cast<const FunctionNode*>(at);
  serialiser.Charge(256);
}

void ScriptState::Fields(Serialiser& serialiser) {
  serialiser.Enum(kind, Kind::kBackquote);
  serialiser(from_input, begun, begun_held, unread, error_name, held, last_argument,
             restores_arguments, arguments, keeps_status, saved_status, saved_pipe_status,
             saved_line, pops_call, exits, trap_name, lines, shows_words);
  // Between two commands all that a parser is, is where it stands.
  Parser::Position position;
  if (!serialiser.loading()) position = parser->position();
  serialiser.Text(position.source);
  serialiser(position.at, position.line, position.active_aliases);
  if (!serialiser.loading()) return;
  serialiser.Check(position.at <= position.source->size() && unread <= position.source->size() &&
                       position.active_aliases.size() <= Parser::kMaxDepth,
                   "a script");
  if (!serialiser.ok() || !serialiser.HasRoom(position.source->size())) return;
  parser = std::make_unique<Parser>(position.source, serialiser.kernel().symbols, position.line,
                                    ParseOptions());
  parser->Restart(std::move(position));
}

void CallState::Fields(Serialiser& serialiser) {
  serialiser.Needed(function);
  serialiser(arguments, given, loop_depth, restores_options, options, getopts_at, held,
             shows_words);
}

void LoopState::Fields(Serialiser& serialiser) { serialiser(words, next, held); }

void PipelineState::Fields(Serialiser& serialiser) {
  serialiser(pids, input, last_status);
  TimeField(serialiser, &start_ns);
}

void Frame::Fields(Serialiser& serialiser, const Unit** unit_below) {
  serialiser.Enum(kind, FrameKind::kExternal);
  serialiser(state, tested, flag, index, undo_mark, binding_mark);
  serialiser.UnitRef(unit);
  if (unit != nullptr) *unit_below = unit.get();
  serialiser.NodeRef(*unit_below, node);
  serialiser(script, call, loop, pipeline);
}

void FrameStack::Fields(Serialiser& serialiser) {
  uint64_t count = frames_.size();
  serialiser(count);
  if (serialiser.loading()) frames_.clear();
  const Unit* unit = nullptr;
  for (uint64_t i = 0; i < count && serialiser.ok(); ++i) {
    if (serialiser.loading()) {
      if (!serialiser.archive().Take(2 * sizeof(Frame))) return;
      frames_.emplace_back();
    }
    frames_[i].Fields(serialiser, &unit);
  }
}

}  // namespace pysub::shell
