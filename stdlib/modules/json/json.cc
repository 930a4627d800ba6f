// The module json, and json.decoder and json.encoder. CPython 3.14 library, "json". Left
// out: subclassing of encoder and decoder (`cls` takes only JSONEncoder and JSONDecoder),
// json.tool, json.scanner.

#include "stdlib/modules/json/json.h"

#include <algorithm>

#include "vm/objects/dict.h"
#include "vm/objects/list.h"

namespace pysub {
namespace json {

Value Loads(Vm& vm, const Args& a);
Value Load(Vm& vm, const Args& a);

namespace {

// Options of dumps() and dump() behind the first ones, in the order of their signature.
enum DumpOption {
  kSkipkeys,
  kEnsureAscii,
  kCheckCircular,
  kAllowNan,
  kCls,
  kIndent,
  kSeparators,
  kDefault,
  kSortKeys
};

// The encoder for these options; Undefined: none was given.
Value EncoderFor(Vm& vm, const Args& a, uint32_t first) {
  bool plain = true;
  for (uint32_t i = kSkipkeys; i <= kSortKeys; ++i) plain = plain && !a.has(first + i);
  if (!a.keywords.IsUndefined() && a.keywords.As<Dict>()->live > 0) {
    uint32_t at = 0;
    DictEntry* entry = DictNext(a.keywords.As<Dict>(), &at);
    return vm.TypeError("JSONEncoder.__init__() got an unexpected keyword argument '", entry->key,
                        "'");
  }
  if (plain) return Value::Undefined();
  Value cls = a[first + kCls];
  if (!cls.IsUndefined() && !cls.IsNone() && cls != Value::Type(TypeId::kJsonEncoder)) {
    if (!vm.IsCallable(cls)) return vm.TypeError("'", vm.TypeName(cls), "' object is not callable");
    return vm.TypeError("cls must be JSONEncoder");
  }
  const Value in_order[] = {a[first + kSkipkeys],      a[first + kEnsureAscii],
                            a[first + kCheckCircular], a[first + kAllowNan],
                            a[first + kSortKeys],      a[first + kIndent],
                            a[first + kSeparators],    a[first + kDefault]};
  Value values[std::size(in_order)];
  std::copy(std::begin(in_order), std::end(in_order), values);
  return NewEncoder(vm, ArgsOf(values), 0);
}

Value Dumps(Vm& vm, const Args& a) {
  Value encoder = TRY(EncoderFor(vm, a, 1));
  if (encoder.IsUndefined()) return Encode(vm, Options(), encoder, a[0]);
  Options options = TRY(OptionsOf(vm, encoder.As<EncoderObject>()));
  return Encode(vm, options, encoder, a[0]);
}

Value Dump(Vm& vm, const Args& a) {
  Value encoder = TRY(EncoderFor(vm, a, 2));
  if (encoder.IsUndefined()) {
    Value none[8];
    encoder = TRY(NewEncoder(vm, ArgsOf(none), 0));
  }
  Value chunks = TRY(NewChunks(vm, encoder, a[0]));
  return vm.PushNativeFrame(ResumeId::kJsonDump, {chunks, a[1], Value::Undefined()}, kFrameCatches);
}

#define PYSUB_DUMP_OPTIONS                                                                \
  "*, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, " \
  "indent=None, separators=None, default=None, sort_keys=False, **kw)"
#define PYSUB_LOAD_OPTIONS                                                                 \
  "*, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, " \
  "object_pairs_hook=None, **kw)"

constexpr NativeInfo kJsonFunctions[] = {
    {"@python dump(obj, fp, " PYSUB_DUMP_OPTIONS, Dump,
     "Serialize ``obj`` as a JSON formatted stream to ``fp`` (a\n``.write()``-supporting file-like "
     "object)."},
    {"@python dumps(obj, " PYSUB_DUMP_OPTIONS, Dumps,
     "Serialize ``obj`` to a JSON formatted ``str``."},
    {"@python load(fp, " PYSUB_LOAD_OPTIONS, Load,
     "Deserialize ``fp`` (a ``.read()``-supporting file-like object containing\na JSON document) "
     "to a "
     "Python object."},
    {"@python loads(s, " PYSUB_LOAD_OPTIONS, Loads,
     "Deserialize ``s`` (a ``str``, ``bytes`` or ``bytearray`` instance\ncontaining a JSON "
     "document) to "
     "a Python object."},
};

Value NewNames(Vm& vm, std::span<const std::string_view> names) {
  List* list = TRY(vm.NewList());
  for (std::string_view name : names) {
    Value text = TRY(vm.Intern(name));
    TRY(ListAppend(vm, list, text));
  }
  return Value::Of(list);
}

Status AddDecoder(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "JSONDecoder", Value::Type(TypeId::kJsonDecoder)));
  return DictSetStr(vm, names, "JSONDecodeError", Value::Type(TypeId::kJSONDecodeError));
}

Status AddEncoder(Vm& vm, Dict* names) {
  return DictSetStr(vm, names, "JSONEncoder", Value::Type(TypeId::kJsonEncoder));
}

Status AddSubmodule(Vm& vm, Dict* names, std::string_view name, Status (*fill)(Vm&, Dict*)) {
  Dict* inner = TRY(vm.NewDict());
  Value module = vm.MakeModule(name, inner);
  if (module.IsFailed()) return Failure{};
  TRY(fill(vm, inner));
  TRY(DictSetStr(vm, vm.modules().As<Dict>(), name, module));
  return DictSetStr(vm, names, name.substr(name.find('.') + 1), module);
}

Status AddJson(Vm& vm, Dict* names) {
  static constexpr std::string_view kAll[] = {
      "dump", "dumps", "load", "loads", "JSONDecoder", "JSONDecodeError", "JSONEncoder"};
  Value all = NewNames(vm, kAll);
  if (all.IsFailed()) return Failure{};
  TRY(DictSetStr(vm, names, "__all__", all));
  TRY(AddDecoder(vm, names));
  TRY(AddEncoder(vm, names));
  // The submodules come along: `except json.decoder.JSONDecodeError`.
  TRY(AddSubmodule(vm, names, "json.decoder", AddDecoder));
  TRY(AddSubmodule(vm, names, "json.encoder", AddEncoder));
  return Done{};
}

}  // namespace
}  // namespace json

extern constexpr ModuleInfo kJsonModule{
    .name = "json",
    .doc =
        "JSON (JavaScript Object Notation) <https://json.org> is a subset of\nJavaScript syntax "
        "(ECMA-262 "
        "3rd edition) used as a lightweight data\ninterchange format.",
    .functions = json::kJsonFunctions,
    .init = json::AddJson};

extern constexpr ModuleInfo kJsonDecoderModule{
    .name = "json.decoder", .doc = "Implementation of JSONDecoder", .init = json::AddDecoder};
extern constexpr ModuleInfo kJsonEncoderModule{
    .name = "json.encoder", .doc = "Implementation of JSONEncoder", .init = json::AddEncoder};

}  // namespace pysub
