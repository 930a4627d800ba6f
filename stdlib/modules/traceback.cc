// traceback: written in Python, over what the VM tells of exceptions and frames.

#include "vm/traceback.h"

#include "stdlib/modules/library_class.h"
#include "vm/objects/dict.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

// How many lines of a traceback: an int, None for all.
Result<int64_t> Limit(Vm& vm, Value v) {
  if (v.IsUndefined() || v.IsNone()) return INT64_MAX;
  const int64_t limit = TRY(vm.ToIndexClamped(v));
  return limit < -INT64_MAX ? -INT64_MAX : limit;
}

Value Format(Vm& vm, const Args& a) {
  if (!IsException(a[0])) return vm.TypeError("an exception is required");
  const bool chain = !a.has(1) || TRY(vm.Truth(a[1]));
  const int64_t limit = TRY(Limit(vm, a[2]));
  TextBuilder out(vm);
  TRY(FormatException(vm, a[0], out, chain, limit));
  return out.Finish();
}
Value FormatOnly(Vm& vm, const Args& a) {
  if (!IsException(a[0])) return vm.TypeError("an exception is required");
  TextBuilder out(vm);
  TRY(FormatExceptionOnly(vm, a[0], out));
  return out.Finish();
}
Value Entries(Vm& vm, const Args& a) {
  if (!a[0].IsNone() && !IsObjectOf(a[0], TypeId::kTraceback)) {
    return vm.RaiseAttributeError(a[0], "tb_frame");
  }
  return TracebackEntries(vm, a[0]);
}

// The entries of a summary, which a program may have replaced by anything.
Value Items(Vm& vm, Value self) { return LibraryAttribute(vm, self, "_items"); }
Result<int64_t> SummaryLength(Vm& vm, Value self) {
  const Value items = Items(vm, self);
  if (items.IsFailed()) return Failure{};
  return IsObjectOf(items, TypeId::kList) ? static_cast<int64_t>(items.As<List>()->size) : 0;
}
Status SummaryRepr(Vm& vm, Value self, TextBuilder& out) {
  const Value items = Items(vm, self);
  if (items.IsFailed()) return Failure{};
  return IsObjectOf(items, TypeId::kList) ? vm.Repr(items, out) : vm.ReprOfIdentity(self, out);
}

// As a list of the same frames. The items of both are lists; what is no list equals nothing.
Value ItemsOf(Vm& vm, Value v) { return IsObjectOf(v, TypeId::kStackSummary) ? Items(vm, v) : v; }
Value SummaryCompare(Vm& vm, CompareOp op, Value left, Value right) {
  const Value a = TRY(ItemsOf(vm, left)), b = TRY(ItemsOf(vm, right));
  if (!IsObjectOf(a, TypeId::kList) || !IsObjectOf(b, TypeId::kList))
    return Value::NotImplemented();
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep(" in comparison");
  return vm.Compare(op, a, b);
}

constexpr TypeInfo Unhashed(TypeInfo info) {
  info.hash = nullptr;
  info.may_be_hashed = false;
  return info;
}

constexpr NativeInfo kFunctions[] = {
    kClassMethodRow,
    kDefineRow,
    {"_entries(tb, /)", Entries, ""},
    {"_format(exc, chain, limit, /)", Format, ""},
    {"_format_only(exc, /)", FormatOnly, ""},
};

constexpr NativeInfo kNewFrame{
    "@raw FrameSummary(filename, lineno, name, *, lookup_line=True, locals=None, line=None, "
    "end_lineno=None, "
    "colno=None, end_colno=None, **kwargs)",
    LibraryClassNew, "Information about a single frame from a traceback."};
constexpr NativeInfo kNewStack{"@raw StackSummary(iterable=(), /)", LibraryClassNew,
                               "A list of FrameSummary objects, representing a stack of frames."};
constexpr NativeInfo kNewException{
    "@raw TracebackException(exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True, "
    "capture_locals=False, compact=False, max_group_width=15, max_group_depth=10, "
    "save_exc_type=True, _seen=None)",
    LibraryClassNew, "An exception ready for rendering."};

// As another one, or as a tuple of what it is iterated as.
Value FrameCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (!IsObjectOf(left, TypeId::kFrameSummary)) std::swap(left, right);
  if (IsObjectOf(right, TypeId::kFrameSummary)) return LibraryCompare(vm, op, left, right);
  if (!vm.IsInstance(right, TypeId::kTuple)) return Value::NotImplemented();
  Value own[4];
  constexpr std::string_view kNames[] = {"filename", "lineno", "name", "line"};
  for (int i = 0; i < 4; ++i) {
    own[i] = TRY(LibraryAttribute(vm, left, kNames[i]));
    if (own[i].IsUndefined()) return Value::NotImplemented();
  }
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep(" in comparison");
  Value row = TRY(vm.NewTuple({own[0], own[1], own[2], own[3]}));
  return Value::Bool(TRY(vm.Equal(row, right)) == (op == CompareOp::kEq));
}

constexpr TypeInfo FrameType() {
  TypeInfo info = LibraryIterableClass(TypeId::kFrameSummary, kNewFrame);
  info.compare = FrameCompare;
  info.hash = nullptr;
  info.may_be_hashed = false;
  info.get_item = LibraryGetItem;
  info.length = [](Vm&, Value) -> Result<int64_t> { return 4; };
  return info;
}
constexpr TypeInfo StackType() {
  TypeInfo info = LibraryIterableClass(TypeId::kStackSummary, kNewStack);
  info.get_item = LibraryGetItem;
  info.set_item = LibrarySetItem;
  info.contains = LibraryContains;
  info.binary = LibraryBinary;
  info.length = SummaryLength;
  info.repr = SummaryRepr;
  info.str = nullptr;
  info.compare = SummaryCompare;
  return Unhashed(info);
}

Status Init(Vm& vm, Dict* names) {
  for (TypeId type : {TypeId::kFrameSummary, TypeId::kStackSummary, TypeId::kTracebackException}) {
    TRY(DictSetStr(vm, names, Vm::NameOf(type), Value::Type(type)));
  }
  return Done{};
}

}  // namespace

extern constexpr TypeInfo kFrameSummaryType = FrameType();
extern constexpr TypeInfo kStackSummaryType = StackType();
extern constexpr TypeInfo kTracebackExceptionType =
    Unhashed(LibraryClass(TypeId::kTracebackException, kNewException));
extern constexpr ModuleInfo kTracebackModule{
    .name = "traceback",
    .doc = "Extract, format and print information about Python stack traces.",
    .functions = kFunctions,
    .init = Init,
    .source =
#include "stdlib/python/traceback.inc"
};

}  // namespace pysub
