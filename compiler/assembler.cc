#include "compiler/assembler.h"

#include <cassert>

namespace pysub {

// A new row of spans only where the span changes: neighbouring instructions of one expression share
// one.
void Assembler::Begin() {
  if (spans_.empty() || spans_.back().span != span_) {
    spans_.push_back({here(), span_});
  }
}

// A jump to the next instruction is taken back, unless somebody remembers a place behind it.
void Assembler::DropJumpTo(Label label) {
  if (fixups_.empty() || pinned_ == here()) return;
  const Fixup& last = fixups_.back();
  if (last.op != Op::kJUMP || last.label.id != label.id || last.base != here()) return;
  fixups_.pop_back();
  words_.pop_back();
  if (spans_.back().start == here()) spans_.pop_back();
}

void Assembler::Bind(Label label, bool was_reachable) {
  LabelState& state = labels_[label.id];
  assert(state.position < 0);
  DropJumpTo(label);
  state.position = Mark();
  reachable_ = reachable_ || state.used || was_reachable;
}

void Assembler::Jump(Label label) {
  if (!reachable_) return;
  Begin();
  fixups_.push_back({here(), here() + 1, label, Op::kJUMP});
  labels_[label.id].used = true;
  words_.push_back(EncodeJ24(Op::kJUMP, 0));
  reachable_ = false;
}

void Assembler::EmitJump(Op op, uint32_t a, uint32_t b, uint32_t c, Label label) {
  if (!reachable_) return;
  Emit(op, a, b, c, {0});
  fixups_.push_back({here() - 1, here(), label, op});
  labels_[label.id].used = true;
}

void Assembler::EmitJump(Op op, uint32_t a, uint32_t b, uint32_t c, uint32_t number, Label label) {
  if (!reachable_) return;
  Emit(op, a, b, c, {number, 0});
  fixups_.push_back({here() - 1, here(), label, op});
  labels_[label.id].used = true;
}

// Rows are added when a block ends, so inner ones come before outer ones, which the search at run
// time relies on.
void Assembler::AddHandler(uint32_t start, uint32_t end, Label handler, uint32_t exception,
                           uint32_t handled) {
  if (start == end) return;
  code_.handlers.push_back(
      {start, end, 0, static_cast<uint16_t>(exception), static_cast<uint16_t>(handled)});
  handler_labels_.push_back(handler);
  labels_[handler.id].used = true;
}

// Where the jump ends when only JUMPs stand at its target. Loop instructions keep their target,
// which must stay behind them.
int64_t Assembler::Thread(const Fixup& fixup) const {
  int64_t target = labels_[fixup.label.id].position;
  if (fixup.op != Op::kJUMP && KindOf(fixup.op) != OpKind::kBranch) return target;
  for (int hops = 0; hops < 4 && target < here(); ++hops) {
    const uint32_t word = words_[static_cast<size_t>(target)];
    if (OpOf(word) != Op::kJUMP || (has_marks_ && Jump24Of(word) == 0)) break;
    target += 1 + Jump24Of(word);
  }
  return target;
}

bool Assembler::Patch(const Fixup& fixup, int64_t target) {
  const int64_t jump = target - int64_t{fixup.base};
  uint32_t& word = words_[fixup.word];
  if (fixup.op != Op::kJUMP) {
    word = static_cast<uint32_t>(static_cast<int32_t>(jump));
    return true;
  }
  if (jump < -(1 << 23) || jump >= 1 << 23) return false;
  word = EncodeJ24(Op::kJUMP, static_cast<int32_t>(jump));
  return true;
}

// Twice over all jumps: threading reads the jumps that it leads through, so these must be right
// first.
bool Assembler::Finish() {
  if (!fits_) return false;
  for (const Fixup& fixup : fixups_) {
    assert(labels_[fixup.label.id].position >= 0);
    if (!Patch(fixup, labels_[fixup.label.id].position)) return false;
  }
  for (const Fixup& fixup : fixups_) Patch(fixup, Thread(fixup));
  for (size_t i = 0; i < handler_labels_.size(); ++i) {
    code_.handlers[i].target = static_cast<uint32_t>(labels_[handler_labels_[i].id].position);
  }
  code_.words.assign(words_.begin(), words_.end());
  code_.spans.assign(spans_.begin(), spans_.end());
  return true;
}

}  // namespace pysub
