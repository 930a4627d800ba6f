#ifndef PYSUB_STDLIB_MODULES_SOURCE_ARGUMENT_H_
#define PYSUB_STDLIB_MODULES_SOURCE_ARGUMENT_H_

#include <string_view>

#include "vm/vm.h"

namespace pysub {

// The program text that eval(), exec() and compile() are given: a str, or bytes in the encoding
// that they declare (PEP 263). Undefined: `source` is neither; Failed: a SyntaxError is
// pending. The answer is a str.
Value SourceArgument(Vm& vm, Value source, std::string_view filename);

// SyntaxError(message, (filename, line, offset, text, end_line, end_offset)); a text without data
// is None. CPython sometimes knows the filename only after it made the args.
Failure RaiseSyntaxErrorAt(Vm& vm, std::string_view message, std::string_view filename,
                           int64_t line, int64_t offset, std::string_view text, int64_t end_offset,
                           bool filename_in_args = true);
// SyntaxError(message).
Failure RaisePlainSyntaxError(Vm& vm, std::string_view message);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_SOURCE_ARGUMENT_H_
