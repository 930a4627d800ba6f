#ifndef PYSUB_STDLIB_TYPES_DICT_SUBCLASSES_H_
#define PYSUB_STDLIB_TYPES_DICT_SUBCLASSES_H_

#include "vm/objects/dict.h"
#include "vm/vm.h"

// defaultdict, Counter, OrderedDict: Dict objects of their own TypeIds, so that whatever reads
// or writes a dict works on them too. A defaultdict has its factory in Dict::extra, the others
// what was set on them.
namespace pysub {

inline bool IsPlainDict(Value v) { return IsObjectOf(v, TypeId::kDict); }

// stdlib/modules/collections.cc: a dict itself, what a mapping proxy is of, a new dict with what a
// ChainMap shows; null: v is none of them.
Result<Dict*> AsDictIfMapping(Vm& vm, Value v);

// dict.update(other, **keywords) where both are optional; answers `result`; may push
// (stdlib/types/dict.cc).
Value DictUpdateBoth(Vm& vm, Dict* dict, Value other, Value keywords, Value result);
// What a program has set on a Counter or an OrderedDict is a dict in Dict::extra.
Value DictOwnAttributes(Vm& vm, Value self);
Value DictGetOwn(Vm& vm, Value self, Name name);
Result<bool> DictSetOwn(Vm& vm, Value self, Name name, Value value);
Status DictSetOwnAttributes(Vm& vm, Value self, Value value);
void DictOwnNames(Vm& vm, TypeId owner, Value v, std::vector<std::string>* names);
inline constexpr AttributeInfo kDictOwnAttributes[] = {
    {"__dict__", DictOwnAttributes, DictSetOwnAttributes}};

// A copy of the same type, with the factory of a defaultdict.
Dict* DictCopySame(Vm& vm, Dict* dict);
// d | other and other | d of subclasses; NotImplemented.
Value DictSubclassBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place);

}  // namespace pysub

#endif  // PYSUB_STDLIB_TYPES_DICT_SUBCLASSES_H_
