// The lines by which two texts differ, for people.
#ifndef PYSUB_TESTS_RUNNER_UNIFIED_DIFF_H_
#define PYSUB_TESTS_RUNNER_UNIFIED_DIFF_H_

#include <string>
#include <string_view>

namespace pysub {

// Removed lines with "-", added ones with "+", three equal lines around each change; at most
// `max_lines`. Quadratic: texts of more than 2000 lines are compared only up to there.
std::string UnifiedDiff(std::string_view old_text, std::string_view new_text, int max_lines);

}  // namespace pysub

#endif  // PYSUB_TESTS_RUNNER_UNIFIED_DIFF_H_
