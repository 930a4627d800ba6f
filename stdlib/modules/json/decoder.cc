// JSONDecoder, JSONDecodeError, json.loads and json.load. CPython 3.14 library, "json".

#include <cmath>

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/json/json.h"
#include "vm/objects/bulk.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/objects/numbers.h"
#include "vm/objects/text_codecs.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace json {

Value CallMethod(Vm& vm, Value object, std::string_view name, std::initializer_list<Value> args);

namespace {

Value OrUndefined(Value v) { return v.IsNone() ? Value::Undefined() : v; }
Value OrNone(Value v) { return v.IsUndefined() ? Value::None() : v; }

// A hook that does what is done without it.
Value UnlessType(Value hook, TypeId plain) {
  return hook == Value::Type(plain) ? Value::Undefined() : OrUndefined(hook);
}

}  // namespace

Hooks Hooks::Of(const DecoderObject* decoder) {
  Hooks hooks;
  hooks.object_hook = OrUndefined(decoder->object_hook);
  hooks.object_pairs_hook = OrUndefined(decoder->object_pairs_hook);
  hooks.parse_float = UnlessType(decoder->parse_float, TypeId::kFloat);
  hooks.parse_int = UnlessType(decoder->parse_int, TypeId::kInt);
  hooks.parse_constant = OrUndefined(decoder->parse_constant);
  hooks.strict = decoder->strict.IsTrue();
  return hooks;
}

// ---- JSONDecodeError

namespace {

enum Field { kMsg, kDoc, kPos, kLineno, kColno };

// Line and column of code point `pos` (in `text` at byte `offset`). Fails when the time is over.
Status FillPlace(Vm& vm, Exception* error, std::string_view text, size_t offset, int64_t pos) {
  constexpr size_t kPiece = 1 << 18;
  const std::string_view before = text.substr(0, offset);
  size_t newlines = 0, line_start = 0;
  for (size_t at = 0; at < before.size(); at += kPiece) {
    if (at > 0 && !vm.TimeIsLeft()) return Failure{};
    const std::string_view piece = before.substr(at, kPiece);
    const size_t found = CountByte(piece, '\n');
    newlines += found;
    if (found > 0) line_start = at + piece.rfind('\n') + 1;
  }
  error->fields[kPos] = TRY(vm.NewInt(pos));  // (whatever a program gave)
  error->fields[kLineno] = Value::KnownSmallInt(static_cast<int64_t>(newlines) + 1);
  // CPython counts from the newline to `pos`, which may lie behind the end.
  const size_t behind_newline = CountCodePoints(before.substr(0, line_start));
  const Value first = TRY(vm.NewInt(1 - static_cast<int64_t>(behind_newline)));
  error->fields[kColno] = TRY(IntBinary(vm, BinaryOp::kAdd, error->fields[kPos], first));
  return Done{};
}

Value NewDecodeError(Vm& vm, Value message, Value document, size_t offset, int64_t pos) {
  Exception* error = TRY(vm.New<Exception>(TypeId::kJSONDecodeError));
  error->suppress_context = 0;
  if (!vm.Tick(offset / 32)) return Value::Failed();
  TRY(FillPlace(vm, error, Vm::View(document), offset, pos));
  error->fields[kMsg] = message;
  error->fields[kDoc] = document;
  TextBuilder text(vm);
  text.Append(Vm::View(message));
  text.Append(": line ");
  text.AppendInt(error->fields[kLineno].AsSmallInt());
  text.Append(" column ");
  TRY(vm.Repr(error->fields[kColno], text));
  text.Append(" (char ");
  text.AppendInt(pos);
  text.Append(')');
  error->args = TRY(vm.NewTuple({TRY(text.Finish())}));
  return Value::Of(error);
}

Value ConstructDecodeError(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[2])) return vm.RaiseAttributeError(a[2], "count");
  Value message = Vm::IsStr(a[1]) ? a[1] : TRY(vm.StrValue(a[1]));
  int64_t pos = TRY(vm.ToIndex(a[3]));
  Str* document = a[2].As<Str>();
  // As a slice counts: what is negative, from the end.
  const int64_t from_begin =
      pos < 0 ? std::max<int64_t>(pos, -int64_t{document->length}) + document->length : pos;
  const int64_t inside = std::min<int64_t>(from_begin, document->length);
  size_t offset = vm.TextOffset(document, static_cast<uint32_t>(inside));
  Value error = TRY(NewDecodeError(vm, message, a[2], offset, pos));
  error.As<Exception>()->fields[kMsg] = a[1];
  return error;
}

}  // namespace

Failure RaiseDecodeError(Vm& vm, std::string_view message, Value document, size_t position) {
  Value text = TRY(vm.NewStr(message));
  std::string_view before = Vm::View(document).substr(0, position);
  int64_t pos =
      static_cast<int64_t>(document.As<Str>()->ascii() ? position : CountCodePoints(before));
  return vm.RaiseException(TRY(NewDecodeError(vm, text, document, position, pos)));
}

// ---- Decoding

namespace {

// Behind the white space at `at`. Endless white space: where the time was over.
size_t SkipSpace(Vm& vm, std::string_view text, size_t at) {
  Pace pace(vm);
  while (at < text.size() && Parser::IsSpace(text[at]) && pace.IsTimeLeft()) ++at;
  return at;
}

// What decode() or raw_decode() answer when `value` ended at byte `end`.
Value FinishDecoding(Vm& vm, Value document, Value value, size_t end, bool raw) {
  std::string_view text = Vm::View(document);
  if (raw) {
    size_t index = document.As<Str>()->ascii() ? end : CountCodePoints(text.substr(0, end));
    return vm.NewTuple({value, Value::KnownSmallInt(index)});
  }
  end = SkipSpace(vm, text, end);
  if (end == text.size()) return value;
  if (!vm.TimeIsLeft()) return Value::Failed();
  return RaiseDecodeError(vm, "Extra data", document, end);
}

enum DecodeSlot { kDecoder, kDocument, kStack, kPosition, kRaw, kHook, kArgument };

}  // namespace

Value Decode(Vm& vm, const Hooks& hooks, Value decoder, Value document, bool raw, size_t start) {
  std::string_view text = Vm::View(document);
  if (!vm.Tick(text.size() / 16)) return Value::Failed();
  if (!raw) start = SkipSpace(vm, text, 0);
  List* stack = TRY(vm.NewList());
  if (hooks.any()) {
    return vm.PushNativeFrame(ResumeId::kJsonDecode,
                              {decoder, document, Value::Of(stack), Value::KnownSmallInt(start),
                               Value::Bool(raw), Value::Undefined(), Value::Undefined()});
  }
  Parser parser(vm, hooks, document, stack, start);
  Value value = TRY(parser.Run());
  return FinishDecoding(vm, document, value, parser.position(), raw);
}

namespace {

// Parses up to the next hook, or to the end.
Value DecodeOn(Vm& vm, NativeFrame& frame, Value* answer) {
  Value* slots = frame.slots;
  Hooks hooks = Hooks::Of(slots[kDecoder].As<DecoderObject>());
  if (!Parser::IsSound(slots[kDocument], slots[kStack].As<List>(), slots[kPosition].AsSmallInt())) {
    return vm.Raise(TypeId::kSystemError, "bad JSON parser state");
  }
  Parser parser(vm, hooks, slots[kDocument], slots[kStack].As<List>(),
                static_cast<size_t>(slots[kPosition].AsSmallInt()));
  if (answer != nullptr) parser.Answer(*answer);
  Value value = parser.Run();
  parser.Save();
  slots[kPosition] = Value::KnownSmallInt(parser.position());
  slots[kHook] = parser.hook;
  slots[kArgument] = parser.argument;
  return value;
}

}  // namespace
}  // namespace json

// States: 0 parsing, 1 calling a hook, 2 its answer is in hand, 3 finishing. What the parser did is
// saved, so each state can be repeated.
Value JsonDecodeResume(Vm& vm, NativeFrame& frame, Value in) {
  using namespace json;
  while (true) {
    if (frame.state == 1) {
      in = vm.Call(frame.slots[kHook], {frame.slots[kArgument]});
      if (in.IsFailed()) return in;
      frame.state = 2;
      if (in.IsCallPending()) return in;
      if (vm.NativeFrameShouldYield(in)) return vm.YieldNativeFrame();
    }
    Value value = DecodeOn(vm, frame, frame.state == 2 ? &in : nullptr);
    // The answer is part of what was saved.
    frame.state = 0;
    if (value.IsFailed()) return value;
    if (!value.IsCallPending()) {
      return FinishDecoding(vm, frame.slots[kDocument], value,
                            static_cast<size_t>(frame.slots[kPosition].AsSmallInt()),
                            frame.slots[kRaw].IsTrue());
    }
    frame.state = 1;
  }
}

namespace json {

// ---- loads, load

namespace {

std::string_view DetectEncoding(std::string_view b) {
  auto zero = [b](size_t i) { return b[i] == 0; };
  if (b.starts_with(std::string_view("\0\0\xFE\xFF", 4)) ||
      b.starts_with(std::string_view("\xFF\xFE\0\0", 4))) {
    return "utf-32";
  }
  if (b.starts_with("\xFE\xFF") || b.starts_with("\xFF\xFE")) return "utf-16";
  if (b.starts_with("\xEF\xBB\xBF")) return "utf-8-sig";
  if (b.size() >= 4) {
    if (zero(0)) return zero(1) ? "utf-32-be" : "utf-16-be";
    if (zero(1)) return zero(2) && zero(3) ? "utf-32-le" : "utf-16-le";
  } else if (b.size() == 2) {
    if (zero(0)) return "utf-16-be";
    if (zero(1)) return "utf-16-le";
  }
  return "utf-8";
}

// The document as a str.
Value DocumentOf(Vm& vm, Value source) {
  if (Vm::IsStr(source)) {
    if (Vm::View(source).starts_with("\xEF\xBB\xBF")) {
      return RaiseDecodeError(vm, "Unexpected UTF-8 BOM (decode using utf-8-sig)", source, 0);
    }
    return source;
  }
  if (!IsBytesOrByteArray(source)) {
    return vm.TypeError("the JSON object must be str, bytes or bytearray, not ",
                        vm.TypeName(source));
  }
  std::string_view bytes = BytesView(source);
  Value object = IsObjectOf(source, TypeId::kBytes) ? source : Value::Undefined();
  return DecodeText(vm, bytes, object, DetectEncoding(bytes), "surrogatepass");
}

// Takes keyword-only options beyond those that the signature names.
Failure UnexpectedOption(Vm& vm, std::string_view what, Value keywords) {
  Dict* dict = keywords.As<Dict>();
  for (uint32_t i = 0; i < dict->used; ++i) {
    if (dict->table()[i].value.IsUndefined()) continue;
    return vm.TypeError(what, ".__init__() got an unexpected keyword argument '",
                        dict->table()[i].key, "'");
  }
  return vm.TypeError(what, ".__init__() got an unexpected keyword argument");
}

// The positions of options in the signatures of loads and load.
enum LoadSlot { kSource, kCls, kObjectHook, kParseFloat, kParseInt, kParseConstant, kPairsHook };

DecoderObject* NewDecoder(Vm& vm) {
  DecoderObject* decoder = TRY(vm.New<DecoderObject>(TypeId::kJsonDecoder));
  decoder->object_hook = decoder->object_pairs_hook = Value::None();
  decoder->parse_float = decoder->parse_int = decoder->parse_constant = Value::None();
  decoder->strict = Value::True();
  return decoder;
}

// A decoder with the options of loads(); keywords may hold `strict`.
DecoderObject* DecoderFor(Vm& vm, const Args& a) {
  if (a.has(kCls) && !a[kCls].IsNone() && a[kCls] != Value::Type(TypeId::kJsonDecoder)) {
    if (!vm.IsCallable(a[kCls]))
      return vm.TypeError("'", vm.TypeName(a[kCls]), "' object is not callable");
    return vm.TypeError("cls must be JSONDecoder");
  }
  DecoderObject* decoder = TRY(NewDecoder(vm));
  decoder->object_hook = OrNone(a[kObjectHook]);
  decoder->object_pairs_hook = OrNone(a[kPairsHook]);
  decoder->parse_float = OrNone(a[kParseFloat]);
  decoder->parse_int = OrNone(a[kParseInt]);
  decoder->parse_constant = OrNone(a[kParseConstant]);
  if (!a.keywords.IsUndefined() && a.keywords.As<Dict>()->live > 0) {
    Value strict = DictGetStr(vm, a.keywords.As<Dict>(), "strict");
    if (strict.IsFailed()) return nullptr;
    if (strict.IsUndefined() || a.keywords.As<Dict>()->live > 1) {
      return UnexpectedOption(vm, "JSONDecoder", a.keywords);
    }
    decoder->strict = Value::Bool(TRY(vm.Truth(strict)));
  }
  return decoder;
}

bool HasOptions(const Args& a) {
  for (uint32_t i = kCls; i <= kPairsHook; ++i) {
    if (a.has(i) && !a[i].IsNone()) return true;
  }
  return !a.keywords.IsUndefined() && a.keywords.As<Dict>()->live > 0;
}

}  // namespace

Value Loads(Vm& vm, const Args& a) {
  Value document = TRY(DocumentOf(vm, a[kSource]));
  if (!HasOptions(a)) return Decode(vm, Hooks::None(), Value::Undefined(), document, false, 0);
  DecoderObject* decoder = TRY(DecoderFor(vm, a));
  return Decode(vm, Hooks::Of(decoder), Value::Of(decoder), document, false, 0);
}

Value Load(Vm& vm, const Args& a) {
  Value decoder = Value::Undefined();
  if (HasOptions(a)) decoder = Value::Of(TRY(DecoderFor(vm, a)));
  return vm.PushNativeFrame(ResumeId::kJsonLoad, {a[kSource], decoder});
}

}  // namespace json

Value JsonLoadResume(Vm& vm, NativeFrame& frame, Value in) {
  using namespace json;
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, CallMethod(vm, frame.slots[0], "read", {}));
      frame.slots[0] = in;
      PYSUB_SUSPEND_POINT(2, [&]() -> Value {
        Value document = TRY(DocumentOf(vm, frame.slots[0]));
        Value decoder = frame.slots[1];
        Hooks hooks =
            decoder.IsUndefined() ? Hooks::None() : Hooks::Of(decoder.As<DecoderObject>());
        return Decode(vm, hooks, decoder, document, false, 0);
      }());
  }
  return in;
}

namespace json {

// ---- JSONDecoder

namespace {

Value DecoderConstruct(Vm& vm, const Args& a) {
  DecoderObject* decoder = TRY(NewDecoder(vm));
  decoder->object_hook = OrNone(a[1]);
  decoder->parse_float = OrNone(a[2]);
  decoder->parse_int = OrNone(a[3]);
  decoder->parse_constant = OrNone(a[4]);
  decoder->strict = Value::Bool(!a.has(5) || TRY(vm.Truth(a[5])));
  decoder->object_pairs_hook = OrNone(a[6]);
  return Value::Of(decoder);
}

Value DecoderDecode(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) {
    return vm.TypeError("expected string or bytes-like object, got '", vm.TypeName(a[1]), "'");
  }
  return Decode(vm, Hooks::Of(a[0].As<DecoderObject>()), a[0], a[1], false, 0);
}

Value DecoderRawDecode(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) {
    return vm.TypeError("first argument must be a string, not ", vm.TypeName(a[1]));
  }
  int64_t index = a.has(2) ? TRY(vm.ToIndex(a[2])) : 0;
  if (index < 0) return vm.ValueError("idx cannot be negative");
  Str* document = a[1].As<Str>();
  if (index >= document->length) {
    Value text = TRY(vm.NewStr("Expecting value"));
    return vm.RaiseException(TRY(NewDecodeError(vm, text, a[1], document->count, index)));
  }
  size_t offset = vm.TextOffset(document, static_cast<uint32_t>(index));
  return Decode(vm, Hooks::Of(a[0].As<DecoderObject>()), a[0], a[1], true, offset);
}

template <Value DecoderObject::*kField>
Value Get(Vm&, Value self) {
  return self.As<DecoderObject>()->*kField;
}
// Without one, the constants themselves: {...}.__getitem__.
Value GetParseConstant(Vm& vm, Value self) {
  const Value given = self.As<DecoderObject>()->parse_constant;
  if (!given.IsNone()) return given;
  Dict* constants = TRY(vm.NewDict());
  TRY(DictSetStr(vm, constants, "-Infinity", Value::Float(-HUGE_VAL)));
  TRY(DictSetStr(vm, constants, "Infinity", Value::Float(HUGE_VAL)));
  TRY(DictSetStr(vm, constants, "NaN", Value::Float(NAN)));
  constexpr std::string_view kGetItem = "__getitem__";
  return vm.GetAttribute(Value::Of(constants), {kGetItem, MemberHash(kGetItem)});
}

template <Value DecoderObject::*kField>
Status Set(Vm& vm, Value self, Value value) {
  if (value.IsUndefined()) return vm.TypeError("cannot delete attributes of JSONDecoder");
  self.As<DecoderObject>()->*kField = value;
  return Done{};
}
template <Value DecoderObject::*kField, TypeId kPlain>
Value GetParser(Vm&, Value self) {
  Value parser = self.As<DecoderObject>()->*kField;
  return parser.IsNone() ? Value::Type(kPlain) : parser;
}

constexpr NativeInfo kDecoderConstructor{
    "@python JSONDecoder(*, object_hook=None, parse_float=None, parse_int=None, "
    "parse_constant=None, "
    "strict=True, object_pairs_hook=None)",
    DecoderConstruct, "Simple JSON <https://json.org> decoder"};
constexpr NativeInfo kDecoderMethods[] = {
    kInitAnewRow,
    {"@python decode(s)", DecoderDecode,
     "Return the Python representation of ``s`` (a ``str`` instance\ncontaining a JSON document)."},
    {"@python raw_decode(s, idx=0)", DecoderRawDecode,
     "Decode a JSON document from ``s`` (a ``str`` beginning with\na JSON document) and return a "
     "2-tuple of the Python\nrepresentation and the index in ``s`` where the document ended."},
};
constexpr AttributeInfo kDecoderAttributes[] = {
    {"object_hook", Get<&DecoderObject::object_hook>, Set<&DecoderObject::object_hook>},
    {"object_pairs_hook", Get<&DecoderObject::object_pairs_hook>,
     Set<&DecoderObject::object_pairs_hook>},
    {"parse_float", GetParser<&DecoderObject::parse_float, TypeId::kFloat>,
     Set<&DecoderObject::parse_float>},
    {"parse_int", GetParser<&DecoderObject::parse_int, TypeId::kInt>,
     Set<&DecoderObject::parse_int>},
    {"parse_constant", GetParseConstant, Set<&DecoderObject::parse_constant>},
    {"strict", Get<&DecoderObject::strict>, Set<&DecoderObject::strict>},
};
PYSUB_MEMBERS(JsonDecoder, kDecoderMethods, kDecoderAttributes);

}  // namespace
}  // namespace json

extern constexpr NativeInfo kJSONDecodeErrorConstructor{
    "@python JSONDecodeError(msg, doc, pos)", json::ConstructDecodeError,
    "Subclass of ValueError with the following additional properties:\n\nmsg: The unformatted "
    "error "
    "message\ndoc: The JSON document being parsed\npos: The start index of doc where parsing "
    "failed\nlineno: The line corresponding to pos\ncolno: The column corresponding to pos"};

constexpr Schema kJsonDecoderSchema{"v v v v v b"};
extern constexpr TypeInfo kJsonDecoderType{.id = TypeId::kJsonDecoder,
                                           .schema = &kJsonDecoderSchema,
                                           .constructor = &json::kDecoderConstructor,
                                           .doc = "Simple JSON <https://json.org> decoder",
                                           .methods = json::kDecoderMethods,
                                           .attributes = json::kDecoderAttributes,
                                           .members = json::kJsonDecoderMembers};

}  // namespace pysub
