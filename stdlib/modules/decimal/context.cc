// decimal.Context, its flags and traps, the context that counts.

#include <algorithm>
#include <string>

#include "stdlib/modules/context_variable.h"
#include "stdlib/modules/decimal/decimal.h"
#include "stdlib/modules/library_class.h"
#include "stdlib/modules/parsed_arguments.h"
#include "vm/objects/arguments.h"
#include "vm/objects/dict.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"

namespace pysub::decimal {
namespace {

ContextObject* AsContext(Value v) { return v.As<ContextObject>(); }

constexpr TypeId kSignalTypes[] = {TypeId::kDecimalInvalidOperation,
                                   TypeId::kDecimalFloatOperation,
                                   TypeId::kDecimalDivisionByZero,
                                   TypeId::kDecimalOverflow,
                                   TypeId::kDecimalUnderflow,
                                   TypeId::kDecimalSubnormal,
                                   TypeId::kDecimalInexact,
                                   TypeId::kDecimalRounded,
                                   TypeId::kDecimalClamped,
                                   TypeId::kDecimalConversionSyntax,
                                   TypeId::kDecimalDivisionImpossible,
                                   TypeId::kDecimalDivisionUndefined,
                                   TypeId::kDecimalInvalidContext};

// The bit of a signal's type; 0: it is none.
uint32_t BitOf(Value type) {
  for (int i = 0; i < kSignals; ++i) {
    if (type == Value::Type(kSignalTypes[i])) return 1u << i;
  }
  return 0;
}

Failure UnknownSignal(Vm& vm) {
  return vm.Raise(TypeId::kKeyError,
                  "valid values for signals are:\n  [InvalidOperation, FloatOperation, "
                  "DivisionByZero,\n   Overflow, "
                  "Underflow, Subnormal, Inexact, Rounded,\n   Clamped]");
}

// A dict of all signals, or where a context is made also a list of some, as bits.
Result<uint32_t> BitsOf(Vm& vm, Value v, bool list_too) {
  uint32_t bits = 0;
  if (IsObjectOf(v, TypeId::kDecimalSignalDict)) {
    ContextObject* owner = AsContext(v.AsObject()->words()[0]);
    return static_cast<uint32_t>(v.AsObject()->words()[1].IsTrue() ? owner->traps : owner->flags);
  }
  if (vm.IsInstance(v, TypeId::kDict)) {
    if (DictLength(v.As<Dict>()) != kSignals)
      return vm.Raise(TypeId::kKeyError, "invalid signal dict");
    for (uint32_t at = 0; DictEntry* entry = DictNext(v.As<Dict>(), &at);) {
      vm.Spend(1);
      uint32_t bit = BitOf(entry->key);
      if (bit == 0) return vm.Raise(TypeId::kKeyError, "invalid signal dict");
      if (TRY(vm.Truth(entry->value))) bits |= bit;
    }
    return bits;
  }
  if (!list_too || !IsObjectOf(v, TypeId::kList))
    return vm.TypeError("argument must be a signal dict");
  for (Value item : ListItems(v.As<List>())) {
    if (!vm.Tick(1)) return Failure{};
    uint32_t bit = BitOf(item);
    if (bit == 0) return UnknownSignal(vm);
    bits |= bit;
  }
  return bits;
}

// ---- settings

Status SetLimit(Vm& vm, Value* field, Value v, int64_t least, int64_t most, std::string_view name) {
  if (v.IsUndefined())
    return vm.Raise(TypeId::kAttributeError, "context attributes cannot be deleted");
  if (!IsIntLike(v)) return vm.TypeError("an integer is required");
  TRY(vm.ToIndex(v));
  Value low = vm.NewInt(least), high = vm.NewInt(most);
  if (low.IsFailed() || high.IsFailed()) return Failure{};
  if (CompareInts(v, low) < 0 || CompareInts(v, high) > 0) {
    bool below_zero = most <= 0;
    std::string range = least == 1   ? "[1, MAX_PREC]"
                        : below_zero ? "[MIN_EMIN, 0]"
                                     : "[0, MAX_EMAX]";
    return vm.ValueError("valid range for ", name, " is ", range);
  }
  *field = ints::Plain(v);
  return Done{};
}
Status SetPrecision(Vm& vm, Value self, Value v) {
  return SetLimit(vm, &AsContext(self)->precision, v, 1, kMaxPrecision, "prec");
}
Status SetLeast(Vm& vm, Value self, Value v) {
  return SetLimit(vm, &AsContext(self)->least, v, -kMaxExponent, 0, "Emin");
}
Status SetMost(Vm& vm, Value self, Value v) {
  return SetLimit(vm, &AsContext(self)->most, v, 0, kMaxExponent, "Emax");
}
Status SetRounding(Vm& vm, Value self, Value v) {
  for (int i = 0; i < kRoundings; ++i) {
    if (Vm::IsStr(v) && Vm::View(v) == kRoundingNames[i]) {
      AsContext(self)->rounding = static_cast<RawWord>(i);
      return Done{};
    }
  }
  return vm.TypeError(
      "valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   "
      "ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]");
}
Status SetBit(Vm& vm, RawWord* field, Value v, std::string_view name) {
  if (!IsIntLike(v)) return vm.TypeError("an integer is required");
  if (ints::Plain(v) != ints::Small(0) && ints::Plain(v) != ints::Small(1)) {
    return vm.ValueError("valid values for ", name, " are 0 or 1");
  }
  *field = static_cast<RawWord>(ints::Plain(v).AsSmallInt());
  return Done{};
}
Status SetCapitals(Vm& vm, Value self, Value v) {
  return SetBit(vm, &AsContext(self)->capitals, v, "capitals");
}
Status SetClamp(Vm& vm, Value self, Value v) {
  return SetBit(vm, &AsContext(self)->clamp, v, "clamp");
}
Status SetSignals(Vm& vm, RawWord* field, Value v, bool list_too) {
  if (v.IsUndefined())
    return vm.Raise(TypeId::kAttributeError, "context attributes cannot be deleted");
  *field = TRY(BitsOf(vm, v, list_too));
  return Done{};
}
Status SetFlags(Vm& vm, Value self, Value v) {
  return SetSignals(vm, &AsContext(self)->flags, v, false);
}
Status SetTraps(Vm& vm, Value self, Value v) {
  return SetSignals(vm, &AsContext(self)->traps, v, false);
}
Status TakeFlags(Vm& vm, Value self, Value v) {
  return SetSignals(vm, &AsContext(self)->flags, v, true);
}
Status TakeTraps(Vm& vm, Value self, Value v) {
  return SetSignals(vm, &AsContext(self)->traps, v, true);
}

Value GetPrecision(Vm&, Value self) { return AsContext(self)->precision; }
Value GetLeast(Vm&, Value self) { return AsContext(self)->least; }
Value GetMost(Vm&, Value self) { return AsContext(self)->most; }
Value GetRounding(Vm& vm, Value self) {
  return vm.Intern(kRoundingNames[AsContext(self)->rounding]);
}
Value GetCapitals(Vm& vm, Value self) {
  return vm.NewInt(static_cast<int64_t>(AsContext(self)->capitals));
}
Value GetClamp(Vm& vm, Value self) {
  return vm.NewInt(static_cast<int64_t>(AsContext(self)->clamp));
}

Value NewSignalDict(Vm& vm, Value context, bool traps) {
  Record* record = static_cast<Record*>(vm.heap.NewUninitialized(
      TypeId::kDecimalSignalDict, Layout::kValues, 2, sizeof(Object) + 16));
  if (record == nullptr) return vm.NoMemory(24);
  record->words()[0] = context;
  record->words()[1] = Value::Bool(traps);
  return Value::Of(record);
}
Value GetFlags(Vm& vm, Value self) { return NewSignalDict(vm, self, false); }
Value GetTraps(Vm& vm, Value self) { return NewSignalDict(vm, self, true); }

// ---- flags, traps: like a dict from signals to bools

RawWord* Bits(Value v) {
  ContextObject* owner = AsContext(v.AsObject()->words()[0]);
  return v.AsObject()->words()[1].IsTrue() ? &owner->traps : &owner->flags;
}
Value SignalGet(Vm& vm, Value self, Value key) {
  uint32_t bit = BitOf(key);
  if (bit == 0) return UnknownSignal(vm);
  return Value::Bool((*Bits(self) & bit) != 0);
}
Value SignalSet(Vm& vm, Value self, Value key, Value value) {
  if (value.IsUndefined()) return vm.ValueError("signal keys cannot be deleted");
  uint32_t bit = BitOf(key);
  if (bit == 0) return UnknownSignal(vm);
  bool on = TRY(vm.Truth(value));
  *Bits(self) = on ? *Bits(self) | bit : *Bits(self) & ~RawWord{bit};
  return Value::None();
}
Result<int64_t> SignalLength(Vm&, Value) { return kSignals; }
Value SignalDictOf(Vm& vm, Value self) {
  Dict* dict = TRY(vm.NewDict());
  for (int i = 0; i < kSignals; ++i) {
    TRY(DictSet(vm, dict, Value::Type(kSignalTypes[i]), Value::Bool((*Bits(self) >> i & 1) != 0)));
  }
  return Value::Of(dict);
}
Value SignalIter(Vm& vm, Value self) {
  Value dict = TRY(SignalDictOf(vm, self));
  return vm.GetIter(dict);
}
Value SignalContains(Vm&, Value, Value item) { return Value::Bool(BitOf(item) != 0); }
Status SignalRepr(Vm& vm, Value self, TextBuilder& out) {
  Value dict = SignalDictOf(vm, self);
  if (dict.IsFailed()) return Failure{};
  out.Append('{');
  for (int i = 0; i < kSignals; ++i) {
    if (i > 0) out.Append(", ");
    TRY(vm.Repr(Value::Type(kSignalTypes[i]), out));
    out.Append((*Bits(self) >> i & 1) != 0 ? ":True" : ":False");
  }
  out.Append('}');
  return out.status();
}
Value SignalCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (!IsObjectOf(left, TypeId::kDecimalSignalDict)) std::swap(left, right);
  bool equal;
  if (IsObjectOf(right, TypeId::kDecimalSignalDict)) {
    equal = *Bits(left) == *Bits(right);
  } else if (vm.IsInstance(right, TypeId::kDict)) {
    Value dict = TRY(SignalDictOf(vm, left));
    equal = TRY(vm.Equal(dict, right));
  } else {
    return Value::NotImplemented();
  }
  return Value::Bool(equal == (op == CompareOp::kEq));
}
Value SignalCopy(Vm& vm, const Args& a) { return SignalDictOf(vm, a[0]); }
Value SignalGetOr(Vm& vm, const Args& a) {
  if (BitOf(a[1]) == 0) return a.has(2) ? a[2] : Value::None();
  return SignalGet(vm, a[0], a[1]);
}
Value SignalKeys(Vm& vm, const Args& a) {
  static constexpr Name kKeys{"keys", MemberHash("keys")};
  Value dict = TRY(SignalDictOf(vm, a[0]));
  return vm.Call(TRY(vm.GetAttribute(dict, kKeys)), {});
}
Value SignalItems(Vm& vm, const Args& a) {
  static constexpr Name kItems{"items", MemberHash("items")};
  Value dict = TRY(SignalDictOf(vm, a[0]));
  return vm.Call(TRY(vm.GetAttribute(dict, kItems)), {});
}
Value SignalValues(Vm& vm, const Args& a) {
  static constexpr Name kValues{"values", MemberHash("values")};
  Value dict = TRY(SignalDictOf(vm, a[0]));
  return vm.Call(TRY(vm.GetAttribute(dict, kValues)), {});
}

// ---- Context(...)

constexpr std::string_view kNames[] = {"prec",     "rounding", "Emin",  "Emax",
                                       "capitals", "clamp",    "flags", "traps"};

Status TakeSettings(Vm& vm, Value context, const Value* v) {
  constexpr Status (*kSetters[])(Vm&, Value, Value) = {
      SetPrecision, SetRounding, SetLeast, SetMost, SetCapitals, SetClamp, TakeFlags, TakeTraps};
  for (int i = 0; i < 8; ++i) {
    if (!v[i].IsUndefined() && !v[i].IsNone()) TRY(kSetters[i](vm, context, v[i]));
  }
  return Done{};
}

Value New(Vm& vm, const Args& a) {
  Value v[8];
  TRY(ParseArguments(vm, a, {"", kNames}, v));
  Value context = TRY(NewContext(vm));
  TRY(TakeSettings(vm, context, v));
  return context;
}

// What is not given stays as it is.
Value Init(Vm& vm, const Args& a) {
  Value v[8];
  TRY(ParseArguments(vm, a, {"", kNames}, v));
  TRY(TakeSettings(vm, a[0], v));
  return Value::None();
}

Value CopyOf(Vm& vm, Value context) {
  Value copy = TRY(NewContext(vm));
  ContextObject *from = AsContext(context), *to = AsContext(copy);
  to->precision = from->precision;
  to->least = from->least;
  to->most = from->most;
  to->rounding = from->rounding;
  to->capitals = from->capitals;
  to->clamp = from->clamp;
  to->flags = from->flags;
  to->traps = from->traps;
  return copy;
}
Value Copy(Vm& vm, const Args& a) { return CopyOf(vm, a[0]); }
Value ClearFlags(Vm&, const Args& a) {
  AsContext(a[0])->flags = 0;
  return Value::None();
}
Value ClearTraps(Vm&, const Args& a) {
  AsContext(a[0])->traps = 0;
  return Value::None();
}
Value Etiny(Vm& vm, const Args& a) { return vm.NewInt(Operation(vm, a[0]).Tiny()); }
Value Etop(Vm& vm, const Args& a) { return vm.NewInt(Operation(vm, a[0]).Top()); }
Value Radix(Vm& vm, const Args&) {
  return NewDecimal(vm, {false, kFinite, Value::SmallInt(10), 0});
}

void AppendSignals(TextBuilder& out, RawWord bits) {
  // CPython's order here, another than that of the dicts.
  constexpr int kOrder[] = {8, 0, 2, 6, 1, 3, 7, 5, 4};
  out.Append('[');
  bool any = false;
  for (int i : kOrder) {
    if ((bits >> i & 1) == 0) continue;
    if (any) out.Append(", ");
    any = true;
    out.Append(Vm::NameOf(kSignalTypes[i]));
  }
  out.Append(']');
}
Status Repr(Vm& vm, Value self, TextBuilder& out) {
  ContextObject* c = AsContext(self);
  out.Append("Context(prec=");
  TRY(vm.Repr(c->precision, out));
  out.Append(", rounding=");
  out.Append(kRoundingNames[c->rounding]);
  out.Append(", Emin=");
  TRY(vm.Repr(c->least, out));
  out.Append(", Emax=");
  TRY(vm.Repr(c->most, out));
  out.Append(c->capitals ? ", capitals=1" : ", capitals=0");
  out.Append(c->clamp ? ", clamp=1, flags=" : ", clamp=0, flags=");
  AppendSignals(out, c->flags);
  out.Append(", traps=");
  AppendSignals(out, c->traps);
  out.Append(')');
  return out.status();
}

Value GetAttribute(Vm& vm, Value self, Name name) {
  Value member = TRY(LibraryMember(vm, TypeId::kDecimalContext, name.text));
  return member.IsUndefined() ? member : vm.NewBoundMethod(self, member);
}

constexpr AttributeInfo kAttributes[] = {{"Emax", GetMost, SetMost},
                                         {"Emin", GetLeast, SetLeast},
                                         {"capitals", GetCapitals, SetCapitals},
                                         {"clamp", GetClamp, SetClamp},
                                         {"flags", GetFlags, SetFlags},
                                         {"prec", GetPrecision, SetPrecision},
                                         {"rounding", GetRounding, SetRounding},
                                         {"traps", GetTraps, SetTraps}};
constexpr NativeInfo kMethods[] = {
    {"@wrapper __init__(*args, **kwargs)", Init,
     "Initialize self.  See help(type(self)) for accurate signature."},
    {"Etiny()", Etiny, "Return a value equal to Emin - prec + 1."},
    {"Etop()", Etop, "Return a value equal to Emax - prec + 1."},
    {"__copy__()", Copy, ""},
    {"clear_flags()", ClearFlags, "Reset all flags to False."},
    {"clear_traps()", ClearTraps, "Set all traps to False."},
    {"copy()", Copy, "Return a duplicate of the context with all flags cleared."},
    {"radix()", Radix, "Return 10."},
};
constexpr NativeInfo kSignalMethods[] = {
    {"copy()", SignalCopy, ""},
    {"get(key, default=None)", SignalGetOr,
     "D.get(k[,d]) -> D[k] if k in D, else d.  d defaults to None."},
    {"items()", SignalItems, ""},
    {"keys()", SignalKeys, ""},
    {"values()", SignalValues, ""},
};
constexpr NativeInfo kConstructor{
    "@raw Context(prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, "
    "flags=None, traps=None)",
    New,
    "The context affects almost all operations and controls rounding,\nOver/Underflow, raising of "
    "exceptions and much "
    "more."};
PYSUB_MEMBERS(DecimalContext, kMethods, kAttributes);
PYSUB_MEMBERS(DecimalSignalDict, kSignalMethods, kNoAttributes);

bool Check(Vm&, Object* object) {
  ContextObject* c = static_cast<ContextObject*>(object);
  auto fits = [](Value v) { return v.IsSmallInt() || v.As<BigInt>()->limb_count() == 1; };
  return fits(c->precision) && fits(c->least) && fits(c->most) && ints::Sign(c->precision) > 0 &&
         ints::Sign(c->least) <= 0 && ints::Sign(c->most) >= 0 && c->rounding < kRoundings &&
         c->capitals < 2 && c->clamp < 2 && c->flags <= kAllSignals && c->traps <= kAllSignals &&
         c->is_template < 2;
}
constexpr Schema kSchema{"i i i # # # # # #", Check};
constexpr Schema kSignalSchema{"<DecimalContext> b"};

}  // namespace

Value NewContext(Vm& vm) {
  ContextObject* context = TRY(vm.New<ContextObject>(TypeId::kDecimalContext));
  context->precision = Value::SmallInt(28);
  context->least = Value::SmallInt(-999999);
  context->most = Value::SmallInt(999999);
  context->rounding = kHalfEven;
  context->capitals = 1;
  context->clamp = 0;
  context->flags = 0;
  context->traps = kInvalidOperation | kDivisionByZero | kOverflow;
  context->is_template = 0;
  return Value::Of(context);
}

static Value Variable(Vm& vm) {
  Value& state = vm.library_state(LibraryState::kDecimalContext);
  if (!IsObjectOf(state, TypeId::kContextVar))
    state = TRY(NewContextVariable(vm, "decimal_context"));
  return state;
}

Value CurrentContext(Vm& vm) {
  const Value current = TRY(GetContextVariable(vm, TRY(Variable(vm))));
  if (IsContext(current)) return current;
  const Value made = TRY(NewContext(vm));
  TRY(SetContextVariable(vm, TRY(Variable(vm)), made));
  return made;
}

// Several signals of one operation make one exception: its type is the first of kSignalTypes, and
// all of them are in its argument, as in CPython.
Failure RaiseSignals(Vm& vm, uint32_t signals) {
  if (signals & kInvalidKinds) signals = (signals & ~kInvalidOperation) | kInvalidOperation;
  int first = 0;
  while ((signals >> first & 1) == 0) ++first;
  List* list = TRY(vm.NewList());
  for (int i = kSignals; i < static_cast<int>(std::size(kSignalTypes)); ++i) {
    if (signals >> i & 1) TRY(ListAppend(vm, list, Value::Type(kSignalTypes[i])));
  }
  bool conditions = list->size > 0;
  for (int i = 0; i < kSignals; ++i) {
    if ((signals >> i & 1) == 0 || (i == 0 && conditions)) continue;
    TRY(ListAppend(vm, list, Value::Type(kSignalTypes[i])));
  }
  Value args = vm.NewTuple({Value::Of(list)});
  if (args.IsFailed()) return Failure{};
  Value exception = vm.NewException(kSignalTypes[first], args);
  if (exception.IsFailed()) return Failure{};
  return vm.RaiseException(exception);
}

Value Operation::Report(Value result) {
  if (status == 0) return result;
  uint32_t signals = status & kAllSignals;
  if (status & kInvalidKinds) signals |= kInvalidOperation;
  // An exception first: what is to be repeated has changed nothing.
  uint32_t trapped = signals & static_cast<uint32_t>(context_->traps);
  if (trapped != 0) {
    uint32_t shown = trapped | ((trapped & kInvalidOperation) != 0 ? status & kInvalidKinds : 0);
    Failure failure = RaiseSignals(vm_, shown);
    if (vm_.FailureIsCatchable()) context_->flags |= signals;
    return failure;
  }
  context_->flags |= signals;
  return result;
}

Value Operation::Finish(const Number& result) {
  Value made = TRY(NewDecimal(vm_, result));
  return Report(made);
}

// getcontext(), setcontext(ctx), _update(context, keywords): rows of the module.
Value GetContextFunction(Vm& vm, const Args&) { return CurrentContext(vm); }
Value SetContextFunction(Vm& vm, const Args& a) {
  if (!IsContext(a[0])) return vm.TypeError("argument must be a context");
  Value context = a[0];
  if (AsContext(context)->is_template != 0) {
    context = TRY(CopyOf(vm, context));
    AsContext(context)->flags = 0;
  }
  TRY(SetContextVariable(vm, TRY(Variable(vm)), context));
  return Value::None();
}
// _as_template(context): what DefaultContext, BasicContext and ExtendedContext are.
Value AsTemplateFunction(Vm& vm, const Args& a) {
  if (!IsContext(a[0])) return vm.TypeError("argument must be a context");
  AsContext(a[0])->is_template = 1;
  return Value::None();
}

}  // namespace pysub::decimal

namespace pysub {

using namespace decimal;  // NOLINT: the tables below

extern constexpr TypeInfo kDecimalContextType{.id = TypeId::kDecimalContext,
                                              .schema = &kSchema,
                                              .constructor = &kConstructor,
                                              .doc = kConstructor.doc,
                                              .methods = kMethods,
                                              .attributes = kAttributes,
                                              .members = kDecimalContextMembers,
                                              .repr = Repr,
                                              .get_attribute = GetAttribute,
                                              .list_names = LibraryNames};
extern constexpr TypeInfo kDecimalSignalDictType{.id = TypeId::kDecimalSignalDict,
                                                 .schema = &kSignalSchema,
                                                 .methods = kSignalMethods,
                                                 .members = kDecimalSignalDictMembers,
                                                 .may_be_hashed = false,
                                                 .repr = SignalRepr,
                                                 .compare = SignalCompare,
                                                 .length = SignalLength,
                                                 .get_item = SignalGet,
                                                 .set_item = SignalSet,
                                                 .contains = SignalContains,
                                                 .iter = SignalIter};

}  // namespace pysub
