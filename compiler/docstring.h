#ifndef PYSUB_COMPILER_DOCSTRING_H_
#define PYSUB_COMPILER_DOCSTRING_H_

#include <string>
#include <string_view>

namespace pysub {

// A docstring as CPython 3.13 and later store it: tabs expanded, the indentation that all lines but
// the first have in common removed, and all of the first line's.
std::string CleanDocstring(std::string_view text);

}  // namespace pysub

#endif  // PYSUB_COMPILER_DOCSTRING_H_
