#ifndef PYSUB_VM_SLOW_PATHS_H_
#define PYSUB_VM_SLOW_PATHS_H_

#include <cstdint>

#include "vm/vm.h"

// What instructions do when their fast path does not apply, and all of what the rarer ones do. Each
// returns a result, Failed or CallPending like a native; `pc` is the instruction, R its registers.
// None may change anything lasting before the last thing that can fail, since the instruction is
// repeated after a collection. Not to be inlined are those that the linker's optimiser takes into
// the loop, where registers are short.
namespace pysub::slow {

[[gnu::noinline]] Value Add(Vm& vm, Value left, Value right, bool in_place);
Value LoadGlobal(Vm& vm, uint32_t slot);
// `globals`: where a name that the host resolves becomes bound.
Value LookUpBuiltin(Vm& vm, Value name, Value globals);
Failure UndefinedName(Vm& vm, Value name);
Status DescribeCallee(Vm& vm, Value callee, TextBuilder& out);
Status CheckKeyword(Vm& vm, Dict* collected, Value key, Value callee);
Value DeleteGlobal(Vm& vm, uint32_t slot);
Value LoadName(Vm& vm, uint32_t name);
Value StoreName(Vm& vm, uint32_t name, Value value);  // Undefined: delete
Value LoadGlobalName(Vm& vm, uint32_t name);
[[gnu::noinline]] Value StoreGlobalName(Vm& vm, uint32_t name, Value value);  // Undefined: delete
// The prompt's way to show a value: its repr on standard output, nothing for None.
Value Echo(Vm& vm, Value value);
Failure UnboundLocal(Vm& vm, uint32_t name);
Failure UnboundFree(Vm& vm, const Function* function, uint32_t index);
Value MakeFunction(Vm& vm, Value* R, uint32_t word, uint32_t code_index);
Value BuildSet(Vm& vm, const Value* items, uint32_t count);
[[gnu::noinline]] Value BuildMap(Vm& vm, const Value* items, uint32_t pairs);
// `callee`: of f(*iterable), or Undefined.
Value ListExtend(Vm& vm, Value list, Value iterable, Value callee);
Value MapUpdate(Vm& vm, Value map, Value other, Value callee);
// The *x and **x of a call, to be put into `to`, for what is not just taken. `has_keywords`: they
// are in to[1], and may be somebody's dict, who changes it while x is read.
Value StarArguments(Vm& vm, Value* to, Value iterable, bool has_keywords);
Value StarKeywords(Vm& vm, Value* to, Value mapping, Value callee);
Value ListToTuple(Vm& vm, Value list);
// Unpacks `value` into R[a..]; CallPending: an Array of the items will be written back.
Value Unpack(Vm& vm, Value* R, uint32_t a, Value value, uint32_t before, bool star, uint32_t after);
Status SpreadUnpacked(Vm& vm, Value* to, Array* items, uint32_t before, bool star, uint32_t after);
Value CallEx(Vm& vm, uint32_t window);
Value ForPrep(Vm& vm, Value* state, Value iterable);
// One item of the loop state, which is no fast case: item, Exhausted, Failed or CallPending.
Value ForNext(Vm& vm, Value* state);
Value GetAwaitable(Vm& vm, Value value, uint32_t context);
Value GetAiter(Vm& vm, Value value);
Value GetAnext(Vm& vm, Value value);
Value YieldFromIterator(Vm& vm, Value value);
Value Send(Vm& vm, Value receiver, Value value);
Result<bool> ExceptionMatches(Vm& vm, Value exception, Value types);
// Failed, or CallPending: what is raised is made by Python code.
[[gnu::noinline]] Value RaiseValue(Vm& vm, Value exception, Value cause);
Failure RaiseAgain(Vm& vm);
Status WithCheck(Vm& vm, Value manager, bool is_async);
Value FormatConverted(Vm& vm, Value value, uint32_t conversion, Value spec);
Value BuildString(Vm& vm, const Value* parts, uint32_t count);
Value FString(Vm& vm, const Value* values, uint32_t template_index);
Value Interpolation(Vm& vm, Value value, Value expression, uint32_t conversion, Value spec);
Value Import(Vm& vm, uint32_t name, int32_t level, Value from_list);
Value ImportAs(Vm& vm, uint32_t name);
Value ImportFrom(Vm& vm, Value module, uint32_t name);
Value ImportStar(Vm& vm, Value module);
Value SetAnnotate(Vm& vm, Value function);

}  // namespace pysub::slow

#endif  // PYSUB_VM_SLOW_PATHS_H_
