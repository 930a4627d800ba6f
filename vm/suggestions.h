#ifndef PYSUB_VM_SUGGESTIONS_H_
#define PYSUB_VM_SUGGESTIONS_H_

#include <span>
#include <string_view>

namespace pysub {

// What CPython's "Did you mean" answers: the candidate nearest to `wrong` by its edit distance
// (Lib/traceback.py, _compute_suggestion_error), or empty if none is near enough.
std::string_view ClosestName(std::string_view wrong, std::span<const std::string_view> candidates);

// Whether `import name` is possible in CPython 3.14.
bool IsModuleOfCPython(std::string_view name);

}  // namespace pysub

#endif  // PYSUB_VM_SUGGESTIONS_H_
