#ifndef PYSUB_SHELL_RUN_VARIABLE_ACCESS_H_
#define PYSUB_SHELL_RUN_VARIABLE_ACCESS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shell/run/process.h"

// Variables as scripts read and write them. Names may be namerefs; RANDOM, LINENO and their kin are
// made when they are asked for; attributes change values on their way; a subscript may be an
// expression. Where something fails, its message is printed here.
namespace pysub::shell {

// ---- reading
// The value of a scalar or of element 0; null when unset. Valid until variables change.
const std::string* ValueOf(Process& process, Symbol symbol);
const std::string* ValueOf(Process& process, std::string_view variable);
// As AssignTarget() takes it.
const std::string* ValueOfTarget(Process& process, std::string_view target);
std::string_view ValueOr(Process& process, std::string_view variable, std::string_view otherwise);
std::string Ifs(Process& process);
std::string_view JointOfIfs(Process& process);  // its first character
// RANDOM, LINENO and their kin: makes the value that they have now.
const std::string* MakeDynamic(Process& process, Symbol symbol);

// ---- writing. False: the message was printed, or a limit was reached.
bool AssignVariable(Process& process, Symbol symbol, std::string_view value, bool append = false);
inline bool AssignVariable(Process& process, std::string_view variable, std::string_view value) {
  return AssignVariable(process, process.symbols().Intern(variable), value);
}
bool AssignElement(Process& process, Symbol symbol, std::string_view subscript,
                   std::string_view value, bool append = false);
// `held`: what they were charged with so far.
bool AssignArray(Process& process, Symbol symbol, std::vector<std::string> values,
                 MemoryCharge held = MemoryCharge());
// Makes or converts; null (with a message) when it cannot become one.
Variable* MutableArray(Process& process, Symbol symbol, bool associative);
bool CheckWritable(Process& process, Symbol symbol);
bool UnsetVariable(Process& process, Symbol symbol);
bool UnsetElement(Process& process, Symbol symbol, std::string_view subscript);
// A local of the running function; the outer one comes back when it returns.
Variable* MakeLocal(Process& process, Symbol symbol, bool inherit = false);

// ---- name[subscript], as unset, read, printf -v and others take it
// Whether `target` is one; `subscript` as it is written there.
bool SplitTarget(Process& process, std::string_view target, std::string_view* variable,
                 std::string_view* subscript);
// What such a subscript means: it is expanded once more (unless assoc_expand_once is set), and a
// key must not be empty.
bool TargetSubscript(Process& process, std::string_view variable, std::string_view written,
                     std::string* subscript);
// `target` is name or name[subscript].
bool AssignTarget(Process& process, std::string_view target, std::string_view value);
// The value of an expression, counted from the end of `variable` where it is negative.
bool ArrayIndex(Process& process, const Variable* variable, std::string_view subscript,
                int64_t* index);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_VARIABLE_ACCESS_H_
