#ifndef PYSUB_STDLIB_MODULES_OS_PATHS_H_
#define PYSUB_STDLIB_MODULES_OS_PATHS_H_

#include <string_view>

#include "vm/vm.h"

// Paths as programs give them to functions that look at files.
namespace pysub {

// os.fspath() without its error: a str or bytes; Undefined: `v` is no path.
Value FileSystemPath(Vm& vm, Value v);

struct PathArgument {
  Value path;   // str: absolute, as hosts get it
  Value shown;  // what the program gave: OSError.filename
  bool is_bytes = false;
};

// The path argument `name` of `function`: a str, bytes (UTF-8) or os.PathLike. TypeError,
// ValueError (a NUL, in the words of `function`; empty: open's), UnicodeEncodeError.
Status GetPath(Vm& vm, Value v, std::string_view function, std::string_view name,
               PathArgument* out);

// A text of the host as the kind of text that the program used.
Value TextLike(Vm& vm, bool is_bytes, Value str);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_OS_PATHS_H_
