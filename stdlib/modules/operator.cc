// operator. CPython 3.14 library, "operator".

#include <string>

#include "stdlib/modules/functools.h"
#include "stdlib/modules/library_function.h"
#include "vm/imports.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

// ---- functions

template <CompareOp kOp>
Value Compare(Vm& vm, const Args& a) {
  return vm.Compare(kOp, a[0], a[1]);
}
template <BinaryOp kOp>
Value Binary(Vm& vm, const Args& a) {
  return vm.Binary(kOp, a[0], a[1]);
}
template <BinaryOp kOp>
Value InPlace(Vm& vm, const Args& a) {
  return vm.Binary(kOp, a[0], a[1], true);
}
template <UnaryOp kOp>
Value Unary(Vm& vm, const Args& a) {
  return vm.Unary(kOp, a[0]);
}

Value Abs(Vm& vm, const Args& a) {
  Value value = a[0];
  Value builtins = TRY(ImportModule(vm, "builtins"));
  return CallMethod(vm, builtins, "abs", {value});
}
Value Not(Vm& vm, const Args& a) { return Value::Bool(!TRY(vm.Truth(a[0]))); }
Value Truth(Vm& vm, const Args& a) { return Value::Bool(TRY(vm.Truth(a[0]))); }
Value Is(Vm&, const Args& a) { return Value::Bool(a[0] == a[1]); }
Value IsNot(Vm&, const Args& a) { return Value::Bool(!(a[0] == a[1])); }
Value IsNone(Vm&, const Args& a) { return Value::Bool(a[0].IsNone()); }
Value IsNotNone(Vm&, const Args& a) { return Value::Bool(!a[0].IsNone()); }
Value Index(Vm& vm, const Args& a) {
  if (a[0].IsBool()) return Value::SmallInt(a[0].AsBool());
  if (IsIntLike(a[0])) return a[0];
  return vm.TypeError("'", vm.TypeName(a[0]), "' object cannot be interpreted as an integer");
}
Value Contains(Vm& vm, const Args& a) { return vm.Contains(a[0], a[1]); }
Value GetItem(Vm& vm, const Args& a) { return vm.GetItem(a[0], a[1]); }
Value SetItem(Vm& vm, const Args& a) { return vm.SetItem(a[0], a[1], a[2]); }
Value DelItem(Vm& vm, const Args& a) { return vm.SetItem(a[0], a[1], Value::Undefined()); }
Value CallFunction(Vm& vm, const Args& a) {
  DepthGuard guard(vm);  // natives that call natives nest in C++
  if (!guard.ok()) return vm.TooDeep("");
  if (a.rest_count == 0) return vm.TypeError("call expected at least 1 argument, got 0");
  return vm.CallWithKeywords(a.rest[0], std::span<const Value>(a.rest + 1, a.rest_count - 1),
                             a.keywords);
}

bool IsSequence(const Vm& vm, Value v) {
  const TypeInfo& info = vm.InfoOf(v);
  return info.get_item != nullptr && info.length != nullptr && !vm.IsInstance(v, TypeId::kDict);
}
template <bool kInPlace>
Value Concat(Vm& vm, const Args& a) {
  if (!IsSequence(vm, a[0]) || IsObjectOf(a[0], TypeId::kRange) ||
      IsObjectOf(a[0], TypeId::kMemoryView)) {
    return vm.TypeError("'", vm.TypeName(a[0]), "' object can't be concatenated");
  }
  return vm.Binary(BinaryOp::kAdd, a[0], a[1], kInPlace);
}

Value LengthHint(Vm& vm, const Args& a) {
  static constexpr Name kHint{"__length_hint__", MemberHash("__length_hint__")};
  Value otherwise = a.has(1) ? a[1] : Value::SmallInt(0);
  if (!IsIntLike(otherwise)) {
    return vm.TypeError("'", vm.TypeName(otherwise),
                        "' object cannot be interpreted as an integer");
  }
  if (vm.InfoOf(a[0]).length != nullptr) return vm.NewInt(TRY(vm.Length(a[0])));
  Value method = TRY(vm.FindAttribute(a[0], kHint));
  if (method.IsUndefined()) return otherwise;
  Value hint = vm.Call(method, {});
  if (hint.IsFailed() && vm.PendingIs(TypeId::kTypeError)) {
    static_cast<void>(vm.TakeException());
    return otherwise;
  }
  return hint;
}

Value OverIterator(Vm& vm, const Args& a, ResumeId resume_id) {
  const TypeInfo& info = vm.InfoOf(a[0]);
  if (info.iter == nullptr && info.next == nullptr) {
    return vm.TypeError("argument of type '", vm.TypeName(a[0]), "' is not iterable");
  }
  Value item = a[1];
  Value iterator = TRY(vm.GetIter(a[0]));
  return vm.PushNativeFrame(resume_id, {iterator, item, Value::SmallInt(0)});
}
Value CountOf(Vm& vm, const Args& a) { return OverIterator(vm, a, ResumeId::kCountOf); }
Value IndexOf(Vm& vm, const Args& a) { return OverIterator(vm, a, ResumeId::kIndexOf); }

// ---- itemgetter, attrgetter, methodcaller

struct Getter : Object {  // itemgetter, attrgetter
  Value keys;             // tuple: subscripts; dotted names
};
// methodcaller(): the method is looked up at each call, on that call's object.
struct MethodCaller : Object {
  Value name;
  Value arguments;  // tuple
  Value keywords;   // Dict or Undefined
};
Tuple* Keys(Value v) { return v.As<Getter>()->keys.As<Tuple>(); }

Failure WrongCount(Vm& vm, std::string_view name, uint32_t given) {
  return vm.TypeError(name, " expected 1 argument, got ", given);
}

Value NewGetter(Vm& vm, TypeId type, Value keys) {
  Getter* getter = TRY(vm.New<Getter>(type));
  getter->keys = keys;
  return Value::Of(getter);
}
Value ItemGetterNew(Vm& vm, const Args& a) {
  if (!a.keywords.IsUndefined()) return vm.TypeError("itemgetter() takes no keyword arguments");
  if (a.rest_count == 0) return WrongCount(vm, "itemgetter", 0);
  return NewGetter(vm, TypeId::kItemGetter, TRY(RestTuple(vm, a)));
}
Value AttributeGetterNew(Vm& vm, const Args& a) {
  if (!a.keywords.IsUndefined()) return vm.TypeError("attrgetter() takes no keyword arguments");
  if (a.rest_count == 0) return WrongCount(vm, "attrgetter", 0);
  for (uint32_t i = 0; i < a.rest_count; ++i) {
    if (!Vm::IsStr(a.rest[i])) return vm.TypeError("attribute name must be a string");
  }
  return NewGetter(vm, TypeId::kAttributeGetter, TRY(RestTuple(vm, a)));
}

// The only argument of a getter's call, or Undefined after raising.
Value Operand(Vm& vm, std::string_view name, const Args& a) {
  if (!a.keywords.IsUndefined()) return vm.TypeError(name, "() takes no keyword arguments");
  if (a.rest_count != 1) return WrongCount(vm, name, a.rest_count);
  return a.rest[0];
}

Value ItemGetterCall(Vm& vm, Value self, const Args& a) {
  DepthGuard guard(vm);  // natives that call natives nest in C++
  if (!guard.ok()) return vm.TooDeep("");
  Value object = TRY(Operand(vm, "itemgetter", a));
  Tuple* keys = Keys(self);
  if (keys->count == 1) return vm.GetItem(object, keys->items()[0]);
  Tuple* result = TRY(vm.NewTuple(keys->count));
  return vm.PushNativeFrame(ResumeId::kGetItems,
                            {self, object, Value::Of(result), Value::SmallInt(0)});
}

// object.a.b for "a.b": attributes never run Python but for annotations, which may only stand last.
Value GetDotted(Vm& vm, Value object, std::string_view path) {
  while (true) {
    size_t dot = path.find('.');
    std::string_view part = path.substr(0, dot);
    object = vm.GetAttribute(object, {part, MemberHash(part)});
    if (dot == std::string_view::npos || object.IsFailed()) return object;
    if (object.IsCallPending()) return AnnotationsNotComputed(vm);
    if (!vm.Tick(1)) return Value::Failed();
    path = path.substr(dot + 1);
  }
}
Value AttributeGetterCall(Vm& vm, Value self, const Args& a) {
  Value object = TRY(Operand(vm, "attrgetter", a));
  Tuple* names = Keys(self);
  if (names->count == 1) return GetDotted(vm, object, Vm::View(names->items()[0]));
  Tuple* result = TRY(vm.NewTuple(names->count));
  return vm.PushNativeFrame(ResumeId::kGetAttributes,
                            {self, object, Value::Of(result), Value::SmallInt(0)});
}

Value MethodCallerNew(Vm& vm, const Args& a) {
  if (a.rest_count == 0) {
    return vm.TypeError("methodcaller needs at least one argument, the method name");
  }
  if (!Vm::IsStr(a.rest[0])) return vm.TypeError("method name must be a string");
  Value name = TRY(vm.Intern(Vm::View(a.rest[0])));
  Value arguments = TRY(vm.NewTuple(std::span<const Value>(a.rest + 1, a.rest_count - 1)));
  MethodCaller* caller = TRY(vm.New<MethodCaller>(TypeId::kMethodCaller));
  caller->name = name;
  caller->arguments = arguments;
  caller->keywords = a.keywords;
  return Value::Of(caller);
}
Value MethodCallerCall(Vm& vm, Value self, const Args& a) {
  DepthGuard guard(vm);  // natives that call natives nest in C++
  if (!guard.ok()) return vm.TooDeep("");
  Value object = TRY(Operand(vm, "methodcaller", a));
  MethodCaller* caller = self.As<MethodCaller>();
  std::string_view name = Vm::View(caller->name);
  Value method = TRY(vm.GetAttribute(object, {name, MemberHash(name)}));
  Tuple* arguments = caller->arguments.As<Tuple>();
  if (!vm.Tick(arguments->count)) return Value::Failed();
  return vm.CallWithKeywords(method, std::span<const Value>(arguments->items(), arguments->count),
                             caller->keywords);
}

Status GetterRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append(Vm::NameOf(self.AsObject()->type));
  out.Append('(');
  Tuple* keys = Keys(self);
  TRY(ReprArguments(vm, std::span<const Value>(keys->items(), keys->count), Value::Undefined(),
                    false, out));
  out.Append(')');
  return out.status();
}
Status MethodCallerRepr(Vm& vm, Value self, TextBuilder& out) {
  MethodCaller* caller = self.As<MethodCaller>();
  out.Append("operator.methodcaller(");
  TRY(vm.Repr(caller->name, out));
  Tuple* arguments = caller->arguments.As<Tuple>();
  TRY(ReprArguments(vm, std::span<const Value>(arguments->items(), arguments->count),
                    caller->keywords, true, out));
  out.Append(')');
  return out.status();
}

constexpr NativeInfo kItemGetterConstructor{
    "itemgetter(*items, **kwargs)", ItemGetterNew,
    "Return a callable object that fetches the given item(s) from its operand."};
constexpr NativeInfo kAttributeGetterConstructor{
    "attrgetter(*attrs, **kwargs)", AttributeGetterNew,
    "Return a callable object that fetches the given attribute(s) from its operand."};
constexpr NativeInfo kMethodCallerConstructor{
    "methodcaller(*args, **kwargs)", MethodCallerNew,
    "Return a callable object that calls the given method on its operand."};

// clang-format off
constexpr NativeInfo kFunctions[] = {
    {"abs(a, /)", Abs, "Same as abs(a)."},
    {"add(a, b, /)", Binary<BinaryOp::kAdd>, "Same as a + b."},
    {"and_(a, b, /)", Binary<BinaryOp::kAnd>, "Same as a & b."},
    {"call(*args, **kwargs)", CallFunction, "Same as obj(*args, **kwargs)."},
    {"concat(a, b, /)", Concat<false>, "Same as a + b, for a and b sequences."},
    {"contains(a, b, /)", Contains, "Same as b in a (note reversed operands)."},
    {"countOf(a, b, /)", CountOf, "Return the number of items in a which are, or which equal, b."},
    {"delitem(a, b, /)", DelItem, "Same as del a[b]."},
    {"eq(a, b, /)", Compare<CompareOp::kEq>, "Same as a == b."},
    {"floordiv(a, b, /)", Binary<BinaryOp::kFloorDiv>, "Same as a // b."},
    {"ge(a, b, /)", Compare<CompareOp::kGe>, "Same as a >= b."},
    {"getitem(a, b, /)", GetItem, "Same as a[b]."},
    {"gt(a, b, /)", Compare<CompareOp::kGt>, "Same as a > b."},
    {"iadd(a, b, /)", InPlace<BinaryOp::kAdd>, "Same as a += b."},
    {"iand(a, b, /)", InPlace<BinaryOp::kAnd>, "Same as a &= b."},
    {"iconcat(a, b, /)", Concat<true>, "Same as a += b, for a and b sequences."},
    {"ifloordiv(a, b, /)", InPlace<BinaryOp::kFloorDiv>, "Same as a //= b."},
    {"ilshift(a, b, /)", InPlace<BinaryOp::kLShift>, "Same as a <<= b."},
    {"imatmul(a, b, /)", InPlace<BinaryOp::kMatMul>, "Same as a @= b."},
    {"imod(a, b, /)", InPlace<BinaryOp::kMod>, "Same as a %= b."},
    {"imul(a, b, /)", InPlace<BinaryOp::kMul>, "Same as a *= b."},
    {"index(a, /)", Index, "Same as a.__index__()"},
    {"indexOf(a, b, /)", IndexOf, "Return the first index of b in a."},
    {"inv(a, /)", Unary<UnaryOp::kInvert>, "Same as ~a."},
    {"invert(a, /)", Unary<UnaryOp::kInvert>, "Same as ~a."},
    {"ior(a, b, /)", InPlace<BinaryOp::kOr>, "Same as a |= b."},
    {"ipow(a, b, /)", InPlace<BinaryOp::kPow>, "Same as a **= b."},
    {"irshift(a, b, /)", InPlace<BinaryOp::kRShift>, "Same as a >>= b."},
    {"is_(a, b, /)", Is, "Same as a is b."},
    {"is_none(a, /)", IsNone, "Same as a is None."},
    {"is_not(a, b, /)", IsNot, "Same as a is not b."},
    {"is_not_none(a, /)", IsNotNone, "Same as a is not None."},
    {"isub(a, b, /)", InPlace<BinaryOp::kSub>, "Same as a -= b."},
    {"itruediv(a, b, /)", InPlace<BinaryOp::kTrueDiv>, "Same as a /= b."},
    {"ixor(a, b, /)", InPlace<BinaryOp::kXor>, "Same as a ^= b."},
    {"le(a, b, /)", Compare<CompareOp::kLe>, "Same as a <= b."},
    {"length_hint(obj, default=0, /)", LengthHint, "Return an estimate of the number of items in obj."},
    {"lshift(a, b, /)", Binary<BinaryOp::kLShift>, "Same as a << b."},
    {"lt(a, b, /)", Compare<CompareOp::kLt>, "Same as a < b."},
    {"matmul(a, b, /)", Binary<BinaryOp::kMatMul>, "Same as a @ b."},
    {"mod(a, b, /)", Binary<BinaryOp::kMod>, "Same as a % b."},
    {"mul(a, b, /)", Binary<BinaryOp::kMul>, "Same as a * b."},
    {"ne(a, b, /)", Compare<CompareOp::kNe>, "Same as a != b."},
    {"neg(a, /)", Unary<UnaryOp::kNeg>, "Same as -a."},
    {"not_(a, /)", Not, "Same as not a."},
    {"or_(a, b, /)", Binary<BinaryOp::kOr>, "Same as a | b."},
    {"pos(a, /)", Unary<UnaryOp::kPos>, "Same as +a."},
    {"pow(a, b, /)", Binary<BinaryOp::kPow>, "Same as a ** b."},
    {"rshift(a, b, /)", Binary<BinaryOp::kRShift>, "Same as a >> b."},
    {"setitem(a, b, c, /)", SetItem, "Same as a[b] = c."},
    {"sub(a, b, /)", Binary<BinaryOp::kSub>, "Same as a - b."},
    {"truediv(a, b, /)", Binary<BinaryOp::kTrueDiv>, "Same as a / b."},
    {"truth(a, /)", Truth, "Return True if a is true, False otherwise."},
    {"xor(a, b, /)", Binary<BinaryOp::kXor>, "Same as a ^ b."},
};
// clang-format on

// Functions that also have the name of the special method.
constexpr std::string_view kWithoutDunder[] = {"countOf", "indexOf",     "is_",         "is_not",
                                               "is_none", "is_not_none", "length_hint", "truth"};

Status Init(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "itemgetter", Value::Type(TypeId::kItemGetter)));
  TRY(DictSetStr(vm, names, "attrgetter", Value::Type(TypeId::kAttributeGetter)));
  TRY(DictSetStr(vm, names, "methodcaller", Value::Type(TypeId::kMethodCaller)));
  List* all = TRY(vm.NewList(64));
  for (const NativeInfo& row : kFunctions) {
    Value name = vm.Intern(row.name);
    if (name.IsFailed()) return Failure{};
    TRY(ListAppend(vm, all, name));
    bool plain = false;
    for (std::string_view without : kWithoutDunder) plain |= row.name == without;
    if (plain) continue;
    std::string_view stem =
        row.name.ends_with('_') ? row.name.substr(0, row.name.size() - 1) : row.name;
    Value function = DictGet(vm, names, name);
    if (function.IsFailed()) return Failure{};
    TRY(DictSetStr(vm, names, "__" + std::string(stem) + "__", function));
  }
  for (std::string_view extra : {"attrgetter", "itemgetter", "methodcaller"}) {
    Value name = vm.Intern(extra);
    if (name.IsFailed()) return Failure{};
    TRY(ListAppend(vm, all, name));
  }
  return DictSetStr(vm, names, "__all__", Value::Of(all));
}

}  // namespace

namespace {

bool IsGetting(const NativeFrame& frame) {
  const uint32_t count = Keys(frame.slots[0])->count;
  return frame.slots[2].As<Tuple>()->count == count && IsPlaceIn(frame, frame.slots[3], count);
}

}  // namespace

// Slots of the next two: the getter, the object, the result, the number of the next key.
Value GetItemsResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  if (!IsGetting(frame)) return BadState(vm);
  switch (frame.state) {
    case 0:
      while (slots[3].AsSmallInt() < Keys(slots[0])->count) {
        PYSUB_SUSPEND_POINT(1,
                            vm.GetItem(slots[1], Keys(slots[0])->items()[slots[3].AsSmallInt()]));
        slots[2].As<Tuple>()->items()[slots[3].AsSmallInt()] = in;
        slots[3] = slots[3].CountedUp();
        frame.state = 0;
      }
  }
  return slots[2];
}
Value GetAttributesResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  if (!IsGetting(frame)) return BadState(vm);
  switch (frame.state) {
    case 0:
      while (slots[3].AsSmallInt() < Keys(slots[0])->count) {
        PYSUB_SUSPEND_POINT(
            1, GetDotted(vm, slots[1], Vm::View(Keys(slots[0])->items()[slots[3].AsSmallInt()])));
        slots[2].As<Tuple>()->items()[slots[3].AsSmallInt()] = in;
        slots[3] = slots[3].CountedUp();
        frame.state = 0;
      }
  }
  return slots[2];
}

// Slots of the next two: the iterator, the item, the count.
Value CountOfResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  switch (frame.state) {
    case 0:
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(slots[0]));
        if (in.IsExhausted()) return slots[2];
        if (TRY(vm.Equal(in, slots[1]))) slots[2] = slots[2].CountedUp();
        frame.state = 0;
      }
  }
  return slots[2];
}
Value IndexOfResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  switch (frame.state) {
    case 0:
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(slots[0]));
        if (in.IsExhausted()) return vm.ValueError("sequence.index(x): x not in sequence");
        if (TRY(vm.Equal(in, slots[1]))) return slots[2];
        slots[2] = slots[2].CountedUp();
        frame.state = 0;
      }
  }
  return slots[2];
}

static bool CheckItemGetter(Vm&, Object* object) { return Keys(Value::Of(object))->count > 0; }
static bool CheckAttributeGetter(Vm& vm, Object* object) {
  return CheckItemGetter(vm, object) && AllItems(vm, static_cast<Getter*>(object)->keys, Vm::IsStr);
}
constexpr Schema kItemGetterSchema{"t", CheckItemGetter};
constexpr Schema kAttributeGetterSchema{"t", CheckAttributeGetter};
constexpr Schema kMethodCallerSchema{"s t d?"};

extern constexpr TypeInfo kItemGetterType{.id = TypeId::kItemGetter,
                                          .schema = &kItemGetterSchema,
                                          .constructor = &kItemGetterConstructor,
                                          .repr = GetterRepr,
                                          .call = ItemGetterCall};
extern constexpr TypeInfo kAttributeGetterType{.id = TypeId::kAttributeGetter,
                                               .schema = &kAttributeGetterSchema,
                                               .constructor = &kAttributeGetterConstructor,
                                               .repr = GetterRepr,
                                               .call = AttributeGetterCall};
extern constexpr TypeInfo kMethodCallerType{.id = TypeId::kMethodCaller,
                                            .schema = &kMethodCallerSchema,
                                            .constructor = &kMethodCallerConstructor,
                                            .repr = MethodCallerRepr,
                                            .call = MethodCallerCall};
extern constexpr ModuleInfo kOperatorModule{
    .name = "operator", .doc = "Operator interface.", .functions = kFunctions, .init = Init};

}  // namespace pysub
