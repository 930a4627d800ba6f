#ifndef PYSUB_VM_OBJECTS_DICT_VIEWS_H_
#define PYSUB_VM_OBJECTS_DICT_VIEWS_H_

#include "vm/native.h"
#include "vm/object.h"
#include "vm/result.h"
#include "vm/vm.h"

// dict.keys(), values(), items(): CPython 3.14 library, "Dictionary view objects"; and
// mappingproxy.
namespace pysub {

struct DictView : Object {  // kDictKeys, kDictValues, kDictItems
  Value dict;
};

// A read-only view of a mapping.
struct MappingProxy : Object {
  Value mapping;
};

Value NewDictView(Vm& vm, TypeId type, Value dict);
Value NewMappingProxy(Vm& vm, Value mapping);

// view.isdisjoint(iterable); may push a native frame.
Value ViewIsDisjoint(Vm& vm, Value view, Value other);

Status ViewRepr(Vm& vm, Value self, TextBuilder& out);
Value ViewCompare(Vm& vm, CompareOp op, Value left, Value right);
Result<int64_t> ViewLength(Vm& vm, Value self);
Value ViewContains(Vm& vm, Value self, Value item);  // keys and items
Value ViewIter(Vm& vm, Value self);
Value ViewBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place);

Status ProxyRepr(Vm& vm, Value self, TextBuilder& out);
Status ProxyStr(Vm& vm, Value self, TextBuilder& out);
Result<int64_t> ProxyHash(Vm& vm, Value self);
Value ProxyCompare(Vm& vm, CompareOp op, Value left, Value right);
Result<int64_t> ProxyLength(Vm& vm, Value self);
Value ProxyGetItem(Vm& vm, Value self, Value key);
Value ProxyContains(Vm& vm, Value self, Value key);
Value ProxyIter(Vm& vm, Value self);
Value ProxyBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place);

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_DICT_VIEWS_H_
