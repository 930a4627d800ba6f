// pprint. CPython 3.14 library, "pprint": printers and functions. The text is made as a whole and
// written at once.

#include <algorithm>

#include "stdlib/modules/library_function.h"
#include "stdlib/modules/pprint_layout.h"
#include "vm/imports.h"
#include "vm/objects/dict.h"
#include "vm/objects/numbers.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

PrettyPrinter* AsPrettyPrinter(Value v) { return v.As<PrettyPrinter>(); }

struct Options {
  Value indent, width, depth, stream, compact, sort_dicts, underscores;
};

Value StandardOutput(Vm& vm) {
  Value sys = TRY(ImportModule(vm, "sys"));
  Value stream = TRY(DictGetStr(vm, sys.As<Module>()->dict.As<Dict>(), "stdout"));
  return stream.IsUndefined() ? Value::None() : stream;
}

Result<bool> Flag(Vm& vm, Value v, bool otherwise) {
  return v.IsUndefined() ? Result<bool>(otherwise) : vm.Truth(v);
}

// int(value).
Result<int64_t> ToInt(Vm& vm, Value value, int64_t otherwise) {
  if (value.IsUndefined()) return otherwise;
  if (IsIntLike(value)) return vm.ToIndexClamped(value);
  const Value number = vm.Call(Value::Type(TypeId::kInt), {value});
  if (number.IsFailed()) return Failure{};
  if (!number.IsCallPending()) return vm.ToIndexClamped(number);
  // An __int__ in Python, such as an IP address has: nobody waits for it here.
  return vm.TypeError("'", vm.TypeName(value), "' object cannot be interpreted as an integer");
}

Value NewPrinter(Vm& vm, const Options& o) {
  int64_t indent = TRY(ToInt(vm, o.indent, 1));
  int64_t width = TRY(ToInt(vm, o.width, 80));
  int64_t depth = INT64_MAX;
  if (indent < 0) return vm.ValueError("indent must be >= 0");
  if (!o.depth.IsUndefined() && !o.depth.IsNone()) {
    depth = TRY(vm.ToIndexClamped(o.depth));
    if (depth <= 0) return vm.ValueError("depth must be > 0");
  }
  if (width == 0) return vm.ValueError("width must be != 0");
  bool compact = TRY(Flag(vm, o.compact, false));
  bool sort = TRY(Flag(vm, o.sort_dicts, true));
  bool underscores = TRY(Flag(vm, o.underscores, false));
  Value stream = o.stream.IsUndefined() || o.stream.IsNone() ? TRY(StandardOutput(vm)) : o.stream;
  PrettyPrinter* printer = TRY(vm.New<PrettyPrinter>(TypeId::kPrettyPrinter));
  constexpr int64_t kMost = int64_t{1} << 40;
  printer->stream = stream;
  printer->indent = static_cast<RawWord>(std::min(indent, kMost));
  printer->width = static_cast<RawWord>(std::clamp<int64_t>(width, 0, kMost));
  printer->depth = static_cast<RawWord>(std::min<int64_t>(depth, PrettyPrinter::kNoDepth));
  printer->compact = compact;
  printer->sort_dicts = sort;
  printer->underscores = underscores;
  return Value::Of(printer);
}

Value FormatWith(Vm& vm, Value printer, Value object) {
  TextBuilder out(vm);
  TRY(AppendPretty(vm, *AsPrettyPrinter(printer), object, out));
  return out.Finish();
}
Value PrintWith(Vm& vm, Value printer, Value object) {
  if (AsPrettyPrinter(printer)->stream.IsNone()) return Value::None();
  TextBuilder out(vm);
  TRY(AppendPretty(vm, *AsPrettyPrinter(printer), object, out));
  out.Append('\n');
  Value text = TRY(out.Finish());
  return vm.PushNativeFrame(ResumeId::kPrettyPrint, {AsPrettyPrinter(printer)->stream, text});
}

// PrettyPrinter(indent=1, width=80, depth=None, stream=None, *, compact, sort_dicts,
// underscore_numbers)
Value PrinterNew(Vm& vm, const Args& a) {
  return NewPrinter(vm, {a[1], a[2], a[3], a[4], a[5], a[6], a[7]});
}
Value PrinterPrint(Vm& vm, const Args& a) { return PrintWith(vm, a[0], a[1]); }
Value PrinterFormat(Vm& vm, const Args& a) { return FormatWith(vm, a[0], a[1]); }

// pprint(object, stream=None, indent=1, width=80, depth=None, *, compact, sort_dicts,
// underscore_numbers)
Value PrintFunction(Vm& vm, const Args& a) {
  Value object = a[0];
  Value printer = TRY(NewPrinter(vm, {a[2], a[3], a[4], a[1], a[5], a[6], a[7]}));
  return PrintWith(vm, printer, object);
}
// pp: sort_dicts=False
Value PpFunction(Vm& vm, const Args& a) {
  Value object = a[0];
  Value printer =
      TRY(NewPrinter(vm, {a[2], a[3], a[4], a[1], a[5], a.has(6) ? a[6] : Value::False(), a[7]}));
  return PrintWith(vm, printer, object);
}
// pformat(object, indent=1, width=80, depth=None, *, compact, sort_dicts, underscore_numbers)
Value FormatFunction(Vm& vm, const Args& a) {
  Value object = a[0];
  Value printer = TRY(NewPrinter(vm, {a[1], a[2], a[3], Value::Undefined(), a[4], a[5], a[6]}));
  return FormatWith(vm, printer, object);
}

enum class Question : uint8_t { kRepr, kReadable, kRecursive };
Value Ask(Vm& vm, Value printer, Value object, Question question) {
  TextBuilder out(vm);
  const SafeReprFacts facts = TRY(AppendSafeRepr(vm, *AsPrettyPrinter(printer), object, 0, out));
  if (question == Question::kRepr) return out.Finish();
  return Value::Bool(question == Question::kRecursive ? facts.recursive
                                                      : facts.readable && !facts.recursive);
}
template <Question kQuestion>
Value AskFunction(Vm& vm, const Args& a) {
  Value object = a[0];
  return Ask(vm, TRY(NewPrinter(vm, {})), object, kQuestion);
}
template <Question kQuestion>
Value AskMethod(Vm& vm, const Args& a) {
  return Ask(vm, a[0], a[1], kQuestion);
}

// format(object, context, maxlevels, level): what pprint asks for each object that fits into a
// line.
Value PrinterFormatObject(Vm& vm, const Args& a) {
  PrettyPrinter options = *AsPrettyPrinter(a[0]);
  if (!IsObjectOf(a[2], TypeId::kDict))
    return vm.TypeError("argument of type '", vm.TypeName(a[2]),
                        "' is not a container or iterable");
  const int64_t depth = TRY(vm.ToIndexClamped(a[3]));
  const int64_t level = TRY(vm.ToIndexClamped(a[4]));
  options.depth = depth <= 0
                      ? PrettyPrinter::kNoDepth
                      : static_cast<RawWord>(std::min<int64_t>(depth, PrettyPrinter::kNoDepth));
  TextBuilder out(vm);
  const SafeReprFacts facts =
      TRY(AppendSafeRepr(vm, options, a[1], std::max<int64_t>(level, 0), out));
  return vm.NewTuple(
      {TRY(out.Finish()), Value::Bool(facts.readable), Value::Bool(facts.recursive)});
}

constexpr NativeInfo kConstructor{
    "@python PrettyPrinter(indent=1, width=80, depth=None, stream=None, *, compact=False, "
    "sort_dicts=True, underscore_numbers=False)",
    PrinterNew,
    "Handle pretty printing operations onto a stream using a set of configured parameters."};
constexpr NativeInfo kMethods[] = {
    kInitAnewRow,
    {"@python pprint(object)", PrinterPrint, ""},
    {"@python pformat(object)", PrinterFormat, ""},
    {"@python format(object, context, maxlevels, level)", PrinterFormatObject,
     "Format object for a specific context."},
    {"@python isreadable(object)", AskMethod<Question::kReadable>, ""},
    {"@python isrecursive(object)", AskMethod<Question::kRecursive>, ""},
};
PYSUB_MEMBERS(PrettyPrinter, kMethods, kNoAttributes);

constexpr NativeInfo kFunctions[] = {
    {"@python isreadable(object)", AskFunction<Question::kReadable>,
     "Determine if saferepr(object) is readable by eval()."},
    {"@python isrecursive(object)", AskFunction<Question::kRecursive>,
     "Determine if object requires a recursive representation."},
    {"@python pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, "
     "underscore_numbers=False)",
     FormatFunction, "Format a Python object into a pretty-printed representation."},
    {"@python pp(object, stream=None, indent=1, width=80, depth=None, *, compact=False, "
     "sort_dicts=False, underscore_numbers=False)",
     PpFunction, "Pretty-print a Python object"},
    {"@python pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, "
     "sort_dicts=True, underscore_numbers=False)",
     PrintFunction, "Pretty-print a Python object to a stream [default is sys.stdout]."},
    {"@python saferepr(object)", AskFunction<Question::kRepr>,
     "Version of repr() which can handle recursive data structures."},
};

Status Init(Vm& vm, Dict* names) {
  return DictSetStr(vm, names, "PrettyPrinter", Value::Type(TypeId::kPrettyPrinter));
}

}  // namespace

// Slots: the stream, the text.
Value PrettyPrintResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0: PYSUB_SUSPEND_POINT(1, CallMethod(vm, frame.slots[0], "write", {frame.slots[1]}));
  }
  return Value::None();
}

constexpr Schema kPrettyPrinterSchema{"V # # # # # #"};
extern constexpr TypeInfo kPrettyPrinterType{.id = TypeId::kPrettyPrinter,
                                             .schema = &kPrettyPrinterSchema,
                                             .constructor = &kConstructor,
                                             .methods = kMethods,
                                             .members = kPrettyPrinterMembers};
extern constexpr ModuleInfo kPprintModule{
    .name = "pprint",
    .doc = "Support to pretty-print lists, tuples, & dictionaries recursively.",
    .functions = kFunctions,
    .init = Init};

}  // namespace pysub
