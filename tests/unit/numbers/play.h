#ifndef PYSUB_TESTS_UNIT_NUMBERS_PLAY_H_
#define PYSUB_TESTS_UNIT_NUMBERS_PLAY_H_

// Number kernels driven by lines of text, so that CPython can write what is expected
// (differential.py). A line is an operation, its arguments and the expected result, separated by
// tabs. Integers are hexadecimal (-0x1f), floats as repr() gives them, an error is `!` and its
// text.

#include <string>
#include <vector>

namespace pysub {

// Splits a line at its tabs.
std::vector<std::string> SplitLine(const std::string& line);

// Carries out an operation; all buffers are exactly as long as the size functions say and lie on
// the heap, so that a sanitizer sees every step beyond them. "?" for an operation that is not
// known.
std::string Play(const std::vector<std::string>& fields);

// Whether two results are the same: as text, or as floats of equal bits (all NaNs are one).
bool SameResult(const std::string& expected, const std::string& actual);

}  // namespace pysub

#endif  // PYSUB_TESTS_UNIT_NUMBERS_PLAY_H_
