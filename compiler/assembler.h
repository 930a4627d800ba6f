#ifndef PYSUB_COMPILER_ASSEMBLER_H_
#define PYSUB_COMPILER_ASSEMBLER_H_

#include <algorithm>
#include <cstdint>
#include <initializer_list>

#include "compiler/code.h"
#include "compiler/opcodes.h"
#include "parser/arena.h"

namespace pysub {

// A place in the code of one Assembler, perhaps not known yet.
struct Label {
  uint32_t id = 0xFFFFFFFF;
};

// Writes the words of one Code: jumps, source spans, exception ranges.
//
// After an instruction that never continues (JUMP, RETURN, RAISE ...) what follows is dropped until
// a label is bound to which somebody jumps: so the emitter walks dead code for its errors only.
class Assembler {
 public:
  Assembler(Code& code, Arena& arena)
      : code_(code),
        words_(arena),
        spans_(arena),
        labels_(arena),
        fixups_(arena),
        handler_labels_(arena) {}
  Assembler(const Assembler&) = delete;
  Assembler& operator=(const Assembler&) = delete;

  // The source range of the instructions that follow.
  Assembler& At(SourceSpan span) {
    span_ = span;
    return *this;
  }
  bool reachable() const { return reachable_; }
  void SetUnreachable() { reachable_ = false; }
  uint32_t here() const { return words_.size(); }
  // The same for a place that somebody remembers: no word before it will be taken back.
  uint32_t Mark() { return pinned_ = here(); }
  // The last word of an instruction has a span of its own: for the second of two things it does.
  void SpanOfLastWord(SourceSpan span) {
    if (reachable_) spans_.push_back({here() - 1, span});
  }

  // Nothing is emitted where nothing can come: behind return and raise, until a label is bound that
  // somebody jumps to. Dead code needs no pass that removes it.
  void Emit(Op op, uint32_t a = 0, uint32_t b = 0, uint32_t c = 0,
            std::initializer_list<uint32_t> extensions = {}) {
    if (!reachable_) return;
    // (Registers run out in what nests too deep. Whoever emits has noticed, or Finish() tells.)
    if ((a | b | c) > 255) fits_ = false, a &= 255, b &= 255, c &= 255;
    Begin();
    uint32_t* const words = words_.Extend(1 + extensions.size());
    words[0] = EncodeABC(op, a, b, c);
    std::copy(extensions.begin(), extensions.end(), words + 1);
    if (NeverContinues(op)) reachable_ = false;
  }
  // B and C hold one 16-bit operand.
  void EmitWide(Op op, uint32_t a, uint32_t bc) {
    if (!reachable_) return;
    if (a > 255) fits_ = false, a &= 255;
    Begin();
    words_.push_back(EncodeAB16(op, a, bc));
  }

  Label NewLabel() {
    labels_.push_back({});
    return {labels_.size() - 1};
  }
  // The next instruction is the label's. It is reachable if what stands before is, if somebody
  // jumps here already, or if `was_reachable` says that somebody will.
  void Bind(Label label, bool was_reachable = false);
  bool HasJumps(Label label) const { return labels_[label.id].used; }

  void Jump(Label label);
  // An instruction that does nothing, with the span of At(): a jump to the next one, which no jump
  // that leads to it leaves out.
  void EmitMark() {
    // One that stands in its line already has none.
    if (!reachable_ ||
        (!spans_.empty() && spans_.back().span.line == span_.line && pinned_ != here()))
      return;
    Begin();
    words_.push_back(EncodeJ24(Op::kJUMP, 0));
    has_marks_ = true;
  }
  // An instruction whose last extension word is a jump, after `number` if there are two.
  void EmitJump(Op op, uint32_t a, uint32_t b, uint32_t c, Label label);
  void EmitJump(Op op, uint32_t a, uint32_t b, uint32_t c, uint32_t number, Label label);

  // Exceptions in [start, end) go to `handler`, which is thereby reachable.
  void AddHandler(uint32_t start, uint32_t end, Label handler, uint32_t exception,
                  uint32_t handled);

  // Patches all jumps and gives the words and spans to the Code. Returns false if a jump is too
  // long for its instruction.
  bool Finish();

 private:
  // Where a label is, once it is bound, and whether somebody jumps to it.
  struct LabelState {
    int64_t position = -1;
    bool used = false;
  };
  // A jump whose distance is not known yet. Patched in Finish(), first to the label itself and
  // then, where only JUMPs stand there, to where these lead.
  struct Fixup {
    uint32_t word;  // the word that holds the jump
    uint32_t base;  // the word it counts from
    Label label;
    Op op;
  };

  void DropJumpTo(Label label);
  void Begin();
  bool Patch(const Fixup& fixup, int64_t target);
  int64_t Thread(const Fixup& fixup) const;

  Code& code_;
  ArenaVector<uint32_t> words_;
  ArenaVector<SpanRow> spans_;
  SourceSpan span_;
  bool reachable_ = true;
  bool fits_ = true;  // all operands
  bool has_marks_ = false;
  uint32_t pinned_ = 0;
  ArenaVector<LabelState> labels_;
  ArenaVector<Fixup> fixups_;
  ArenaVector<Label> handler_labels_;  // of code_.handlers, until Finish()
};

}  // namespace pysub

#endif  // PYSUB_COMPILER_ASSEMBLER_H_
