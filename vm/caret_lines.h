#ifndef PYSUB_VM_CARET_LINES_H_
#define PYSUB_VM_CARET_LINES_H_

#include <string>
#include <string_view>

#include "compiler/code.h"

namespace pysub {

// The source lines of an instruction with `^^^` and `~~~^~~` below, indented as in a
// traceback, the way CPython 3.14 prints them (Lib/traceback.py,
// StackSummary.format_frame_summary). Empty: no source.
std::string CaretLines(const CompiledUnit& unit, SourceSpan span);

}  // namespace pysub

#endif  // PYSUB_VM_CARET_LINES_H_
