#ifndef PYSUB_STDLIB_MODULES_CONTEXTVARS_H_
#define PYSUB_STDLIB_MODULES_CONTEXTVARS_H_

#include "vm/vm.h"

// Contexts: what context variables are set to. There is a current one from the first time that
// somebody sets a variable or asks; before, vm.library_state(LibraryState::kContext) is Undefined,
// and so is the context of what runs later (a task, a handle): it gets one of its own as soon as it
// needs it. A copy shares its dict until either changes.
namespace pysub {

// What copy_context() answers; Undefined while there is nothing to copy.
Value ContextForLater(Vm& vm);
// The same, but always a Context.
Value CopyContext(Vm& vm);
Value NewContext(Vm& vm);
// The current context, which is made if there is none.
Value CurrentContext(Vm& vm);
// A Context, or None for the one that ContextForLater gives; Failed: TypeError.
Value ContextArgument(Vm& vm, Value given);
// Makes `context` the current one, or one that is still to come if it is Undefined;
// what was current before.
Value EnterContext(Vm& vm, Value context);
// Goes back to `before`; what was current until now.
Value LeaveContext(Vm& vm, Value before);
// context.run, bound.
Value ContextRunMethod(Vm& vm, Value context);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_CONTEXTVARS_H_
