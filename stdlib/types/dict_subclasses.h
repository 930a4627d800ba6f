#ifndef PYSUB_STDLIB_TYPES_DICT_SUBCLASSES_H_
#define PYSUB_STDLIB_TYPES_DICT_SUBCLASSES_H_

#include "vm/objects/dict.h"
#include "vm/vm.h"

// defaultdict, Counter, OrderedDict: Dict objects of their own TypeIds, so that whatever reads or writes a dict
// works on them too. A defaultdict has its factory in Dict::extra.
namespace pysub {

inline bool IsPlainDict(Value v) { return IsObjectOf(v, TypeId::kDict); }

// stdlib/modules/collections.cc: a dict itself, what a mapping proxy is of, a new dict with what a ChainMap shows; null: v is none of them.
Result<Dict*> AsDictIfMapping(Vm& vm, Value v);

// dict.update(other, **keywords) where both are optional; answers `result`; may push (stdlib/types/dict.cc).
Value DictUpdateBoth(Vm& vm, Dict* dict, Value other, Value keywords, Value result);
// A copy of the same type, with the factory of a defaultdict.
Dict* DictCopySame(Vm& vm, Dict* dict);
// d | other and other | d of subclasses; NotImplemented.
Value DictSubclassBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place);

}  // namespace pysub

#endif  // PYSUB_STDLIB_TYPES_DICT_SUBCLASSES_H_
