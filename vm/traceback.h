#ifndef PYSUB_VM_TRACEBACK_H_
#define PYSUB_VM_TRACEBACK_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "vm/vm.h"

namespace pysub {

// Appends what CPython 3.14 prints on standard error for an uncaught `exception` (traceback, chain,
// groups, notes, suggestions), with a newline at the end. Charged and counted like all text.
// Of each traceback the first `limit` lines, or the last -limit ones.
Status FormatException(Vm& vm, Value exception, TextBuilder& out, bool chain = true,
                       int64_t limit = INT64_MAX);

// The lines `  File "...", line N, in f` with source and carets of a Traceback chain.
Status FormatTraceback(Vm& vm, Value traceback, TextBuilder& out, int64_t limit = INT64_MAX);

// A list with a tuple (file, line, name, source line, end line, column, end column, source with
// carets) for each line of a Traceback chain; None: for each frame that runs now, without columns.
Value TracebackEntries(Vm& vm, Value traceback);

// What the end of a run says on standard error, a traceback or the text of sys.exit(), as far as
// the output limit has room for it, but kLeastReport bytes in any case: of a longer one the
// beginning and the end.
inline constexpr uint64_t kLeastReport = 16384;
std::string FittingReport(Vm& vm, std::string_view text);

// The last part: "TypeError: message" with notes; for SyntaxErrors also where.
Status FormatExceptionOnly(Vm& vm, Value exception, TextBuilder& out);

// Of a Vm that stands still: the frames as they are.
Status FormatFrames(Vm& vm, TextBuilder& out);

// Where a run was that a limit has ended, of its code alone (vm/limit_report.h). Of very many
// frames those in the middle are only counted.
Status FormatLimit(Vm& vm, TextBuilder& out);

}  // namespace pysub

#endif  // PYSUB_VM_TRACEBACK_H_
