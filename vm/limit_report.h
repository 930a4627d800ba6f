#ifndef PYSUB_VM_LIMIT_REPORT_H_
#define PYSUB_VM_LIMIT_REPORT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "compiler/code.h"
#include "vm/limits.h"

namespace pysub {

struct Frame;

// A place in a program. It is code, which never changes, and no object of a heap: whatever has
// become of that, this can be read.
struct CodeLine {
  const CompiledUnit* unit;
  const Code* code;
  uint32_t pc;

  SourceSpan Span() const {
    SourceSpan span = code->SpanAt(pc);
    if (span.line == 0) span.line = span.end_line = code->first_line;
    return span;
  }
  uint32_t line() const { return Span().line; }
};

// All that is left of a run which a limit has ended (Vm::EndAtLimit), as long as its Vm exists:
// which limit, and where the program was. There is no way from here to a value.
class LimitReport {
 public:
  LimitHit hit() const { return hit_; }
  // Outermost first.
  size_t size() const { return frames_.size(); }
  // False: the frame is of no Python code.
  bool LineAt(size_t i, CodeLine* line) const;

 private:
  friend class Vm;
  LimitReport(LimitHit hit, std::span<const Frame> frames) : hit_(hit), frames_(frames) {}

  LimitHit hit_;
  std::span<const Frame> frames_;
};

}  // namespace pysub

#endif  // PYSUB_VM_LIMIT_REPORT_H_
