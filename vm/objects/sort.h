#ifndef PYSUB_VM_OBJECTS_SORT_H_
#define PYSUB_VM_OBJECTS_SORT_H_

#include "vm/object.h"
#include "vm/result.h"
#include "vm/vm.h"

namespace pysub {

// list.sort() and sorted(): stable, in place, answers `result` (CallPending when Python has to
// run).
// `key` None: the items are their own keys. While Python runs the list is empty, and if it was
// changed then, its items are put back nevertheless and ValueError is raised (T-001). An
// inconsistent order gives some permutation (T-002).
Value SortValues(Vm& vm, List* list, Value key, bool reverse, Value result = Value::None());

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_SORT_H_
