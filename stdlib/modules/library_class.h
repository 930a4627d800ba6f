#ifndef PYSUB_STDLIB_MODULES_LIBRARY_CLASS_H_
#define PYSUB_STDLIB_MODULES_LIBRARY_CLASS_H_

#include <string_view>

#include "vm/vm.h"

// Classes of library modules whose methods are written in Python (stdlib/python/). A class is an
// ordinary row of vm/types.def; its objects are attributes in a dict. The module's source gives it
// its methods:
//
//   def _calendar():
//       def __init__(self, firstweekday=0): ...
//       return locals()
//   _define(Calendar, _calendar())
//
// Natives never run Python where the VM does not expect it (repr, hash, ==, <). So those answer
// from attributes:
//   _repr, _str  what repr() and str() say; without them the usual <module.Name object at 0x...>
//   _key         what ==, hash() and, if the class has _ordered, < compare between objects of
//                one class
// Everything else (operators, subscripts, calls, iteration, `with`) are methods with Python's
// names. What __add__ answers is the operator's answer; where it can be NotImplemented, _add and
// _iadd are what the operators call. A property of a class is computed each time; what is assigned
// to its name hides it.
//
//   _define(class, members, base, own)   wrong calls of methods speak of `base`, except for
//                                        those named in `own`
//   _static(f), _classmethod(f), _new(class, attributes)   also for module sources
namespace pysub {

struct LibraryObject : Object {
  Value attributes;  // Dict
};

Value LibraryClassNew(Vm& vm, const Args& a);
Value LibraryDefine(Vm& vm, const Args& a);
Value LibraryStatic(Vm& vm, const Args& a);
Value LibraryClassMethod(Vm& vm, const Args& a);
Value LibraryNew(Vm& vm, const Args& a);
// Exceptions of such modules: __make__(cls, ...) makes them, with _new_exception(cls, args,
// attributes).
Value LibraryExceptionNew(Vm& vm, const Args& a);
Value LibraryMakeException(Vm& vm, const Args& a);
// An exception of class `type`, for natives that are given a class where an exception may stand and
// cannot wait for it. TypeError: its __make__() is Python code.
Value ExceptionAtOnce(Vm& vm, Value type, std::span<const Value> args);
Value LibraryExceptionAttribute(Vm& vm, Value self, Name name);
// The dict of the attributes of a LibraryObject, which what a snapshot holds may lack.
Value LibraryAttribute(Vm& vm, Value self, std::string_view name);
// An object that no constructor filled, which `_new` of a module gives whoever asks: it has no
// attribute `name`, or no such one.
Failure NotFilled(Vm& vm, Value self, std::string_view name);
// What the class or its bases define; Undefined: nothing.
Value LibraryMember(Vm& vm, TypeId type, std::string_view name);

// Slots of TypeInfo.
Status LibraryRepr(Vm& vm, Value self, TextBuilder& out);
Status LibraryStr(Vm& vm, Value self, TextBuilder& out);
Result<int64_t> LibraryHash(Vm& vm, Value self);
Value LibraryCompare(Vm& vm, CompareOp op, Value left, Value right);
Value LibraryBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place);
Value LibraryUnary(Vm& vm, UnaryOp op, Value self);
Value LibraryGetItem(Vm& vm, Value self, Value key);
Value LibrarySetItem(Vm& vm, Value self, Value key, Value value);
Value LibraryContains(Vm& vm, Value self, Value item);
Value LibraryIter(Vm& vm, Value self);
Value LibraryNext(Vm& vm, Value self);
Value LibraryCall(Vm& vm, Value self, const Args& a);
Value LibraryGetAttribute(Vm& vm, Value self, Name name);
Value LibraryGetTypeAttribute(Vm& vm, TypeId type, Name name);
void LibraryNames(Vm& vm, TypeId owner, Value v, std::vector<std::string>* names);
Result<bool> LibrarySetAttribute(Vm& vm, Value self, Name name, Value value);

extern const Schema kLibraryObjectSchema;

// Rows for the functions of a module that defines classes.
inline constexpr NativeInfo kDefineRow{"_define(cls, members, base=None, own=None, /)",
                                       LibraryDefine, "The members of a class."};
inline constexpr NativeInfo kStaticRow{"_static(function, /)", LibraryStatic,
                                       "A member that binds nothing."};
inline constexpr NativeInfo kClassMethodRow{"_classmethod(function, /)", LibraryClassMethod,
                                            "A member that binds the class."};
inline constexpr NativeInfo kNewRow{"_new(cls, attributes, /)", LibraryNew,
                                    "An object without calling __init__."};

inline constexpr NativeInfo kNewExceptionRow{"_new_exception(cls, args, attributes, /)",
                                             LibraryMakeException,
                                             "An exception without calling __make__."};

constexpr TypeInfo LibraryClass(TypeId id, const NativeInfo& constructor) {
  TypeInfo info{};
  info.id = id;
  info.schema = &kLibraryObjectSchema;
  info.constructor = &constructor;
  info.doc = constructor.doc;
  info.has_dict = true;
  info.repr = LibraryRepr;
  info.str = LibraryStr;
  info.hash = LibraryHash;
  info.compare = LibraryCompare;
  info.get_attribute = LibraryGetAttribute;
  info.get_type_attribute = LibraryGetTypeAttribute;
  info.list_names = LibraryNames;
  info.set_attribute = LibrarySetAttribute;
  return info;
}
constexpr TypeInfo LibraryIterableClass(TypeId id, const NativeInfo& constructor) {
  TypeInfo info = LibraryClass(id, constructor);
  info.iter = LibraryIter;
  return info;
}
// A class whose objects are subscripted, changed and asked what they contain; `length` is native.
constexpr TypeInfo LibraryMappingClass(TypeId id, const NativeInfo& constructor,
                                       Result<int64_t> (*length)(Vm& vm, Value self)) {
  TypeInfo info = LibraryIterableClass(id, constructor);
  info.get_item = LibraryGetItem;
  info.set_item = LibrarySetItem;
  info.contains = LibraryContains;
  info.length = length;
  return info;
}
constexpr TypeInfo LibraryCallableClass(TypeId id, const NativeInfo& constructor) {
  TypeInfo info = LibraryClass(id, constructor);
  info.call = LibraryCall;
  return info;
}
constexpr TypeInfo LibraryIteratorClass(TypeId id, const NativeInfo& constructor) {
  TypeInfo info = LibraryClass(id, constructor);
  info.iter = LibraryIter;
  info.next = LibraryNext;
  return info;
}

// Defines k<Id>Type: a class of objects without operators.
#define PYSUB_LIBRARY_CLASS(id, signature, doc)                                     \
  constexpr NativeInfo k##id##Constructor{"@raw " signature, LibraryClassNew, doc}; \
  extern constexpr TypeInfo k##id##Type = LibraryClass(TypeId::k##id, k##id##Constructor)

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_LIBRARY_CLASS_H_
