#include "vm/objects/text_codecs.h"

#include <algorithm>
#include <optional>
#include <string>

#include "lexer/unicode/codecs.h"
#include "lexer/unicode/utf8.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bulk.h"
#include "vm/text_builder.h"

namespace pysub {

namespace {

constexpr size_t kPiece = 1 << 14;

// An empty name is no codec and no handler; in arguments it stands for one that was not given.
constexpr std::string_view kEmptyName("\0", 1);

// Whether everything can be encoded with this handler.
bool NeverFails(ErrorHandler handler) {
  return handler == ErrorHandler::kIgnore || handler == ErrorHandler::kReplace ||
         handler == ErrorHandler::kBackslashReplace ||
         handler == ErrorHandler::kXmlCharRefReplace || handler == ErrorHandler::kNameReplace;
}

// Codecs of CPython that make no text of bytes; only codecs.encode() takes them.
bool IsTransform(std::string_view name) {
  static constexpr std::string_view kNames[] = {"base64",
                                                "base_64",
                                                "base64_codec",
                                                "bz2",
                                                "bz2_codec",
                                                "hex",
                                                "hex_codec",
                                                "quopri",
                                                "quopri_codec",
                                                "quoted_printable",
                                                "quotedprintable",
                                                "rot13",
                                                "rot_13",
                                                "uu",
                                                "uu_codec",
                                                "zip",
                                                "zlib",
                                                "zlib_codec"};
  char lower[20];
  if (name.size() > sizeof(lower)) return false;
  for (size_t i = 0; i < name.size(); ++i) {
    lower[i] = name[i] == '-' || name[i] == ' ' ? '_' : AsciiLower(name[i]);
  }
  for (std::string_view known : kNames) {
    if (known == std::string_view(lower, name.size())) return true;
  }
  return false;
}

// The names under which CPython finds its own codecs without asking the registry, which leaves a
// note on what a codec raises.
bool IsBuiltIn(std::string_view name) {
  static constexpr std::string_view kNames[] = {"utf8",   "utf_8",   "utf16",      "utf_16",
                                                "utf32",  "utf_32",  "ascii",      "us_ascii",
                                                "latin1", "latin_1", "iso_8859_1", "iso8859_1"};
  char lower[12];
  size_t size = 0;
  bool gap = false;
  for (const char given : name) {
    const char c = AsciiLower(given);
    const bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.';
    if (kept && gap && size > 0) lower[size++] = '_';
    if (kept) lower[size++] = c;
    gap = !kept;
    if (size > 10) return false;
  }
  const std::string_view normalized(lower, size);
  return name.empty() || std::ranges::find(kNames, normalized) != std::end(kNames);
}

enum class Direction : uint8_t { kEncode, kDecode };

Result<Codec> CodecOf(Vm& vm, std::string_view name, Direction direction) {
  if (name.empty()) return Codec::kUtf8;
  if (const std::optional<Codec> codec = FindCodec(name)) return *codec;
  if (IsTransform(name)) {
    return vm.Raise(TypeId::kLookupError, "'", name, "' is not a text encoding; use codecs.",
                    direction == Direction::kEncode ? "encode" : "decode",
                    "() to handle arbitrary codecs");
  }
  return vm.Raise(TypeId::kLookupError, "unknown encoding: ", name);
}

Value RaiseCodecError(Vm& vm, const CodecError& error, Value object, Direction direction,
                      bool known_handler, std::string_view handler) {
  if (!known_handler) {
    if (handler == kEmptyName) handler = {};
    return vm.Raise(TypeId::kLookupError, "unknown error handler name '", handler, "'");
  }
  if (error.kind == CodecError::Kind::kHandlerCannotDecode) {
    return vm.TypeError("don't know how to handle UnicodeDecodeError in error callback");
  }
  const TypeId type =
      direction == Direction::kEncode ? TypeId::kUnicodeEncodeError : TypeId::kUnicodeDecodeError;
  const Value encoding = TRY(vm.NewStr(error.encoding));
  const Value reason = TRY(vm.NewStr(error.reason));
  const Value exception =
      TRY(vm.Call(Value::Type(type), {encoding, object, Value::KnownSmallInt(error.start),
                                      Value::KnownSmallInt(error.end), reason}));
  return vm.RaiseException(exception);
}

void NoteFailure(Vm& vm, Direction direction, std::string_view encoding) {
  if (IsBuiltIn(encoding)) return;
  const std::string_view what = direction == Direction::kEncode ? "encoding" : "decoding";
  vm.NotePending(std::string(what) + " with '" + std::string(encoding) + "' codec failed");
}

}  // namespace

Result<std::string_view> CodecNameArgument(Vm& vm, std::string_view function,
                                           std::string_view parameter, Value v) {
  if (v.IsUndefined()) return std::string_view();
  if (!vm.IsStr(v)) {
    TextBuilder what(vm);
    what.Append("argument '");
    what.Append(parameter);
    what.Append('\'');
    return BadArgument(vm, function, what.view(), "str", v);
  }
  const std::string_view name = Vm::View(v);
  if (FindByte(name, '\0') != kNotFound) return vm.ValueError("embedded null character");
  return name.empty() ? kEmptyName : name;
}

Value EncodeText(Vm& vm, Value str, std::string_view encoding, std::string_view errors) {
  const Str* text = str.As<Str>();
  if (encoding == kEmptyName) {
    return vm.Raise(TypeId::kLookupError, "unknown encoding: ");
  }
  const Codec codec = TRY(CodecOf(vm, encoding, Direction::kEncode));
  const bool ascii_compatible =
      codec == Codec::kUtf8 || codec == Codec::kAscii || codec == Codec::kLatin1;
  if (text->ascii() && ascii_compatible) return vm.NewBytes(text->view());
  if (!vm.Tick(text->count / 16)) return Failure{};
  const std::optional<ErrorHandler> handler =
      errors.empty() ? ErrorHandler::kStrict : FindErrorHandler(errors);
  TextBuilder out(vm);
  // What is written for a character that has no code may be long: in pieces, with a
  // look at the clock for each.
  std::string_view rest = text->view();
  const bool in_pieces = (ascii_compatible || codec >= Codec::kFirstSingleByte) &&
                         handler.has_value() && NeverFails(*handler);
  while (in_pieces && rest.size() > kPiece) {
    size_t size = kPiece;
    while ((static_cast<uint8_t>(rest[size]) & 0xC0) == 0x80) --size;
    Encode(codec, rest.substr(0, size), *handler, out);
    if (!out.ok() || !vm.Tick(size)) return Value::Failed();
    rest.remove_prefix(size);
  }
  const std::optional<CodecError> error =
      Encode(codec, rest, handler.value_or(ErrorHandler::kStrict), out);
  if (!out.ok()) return Value::Failed();
  if (error.has_value()) {
    static_cast<void>(
        RaiseCodecError(vm, *error, str, Direction::kEncode, handler.has_value(), errors));
    NoteFailure(vm, Direction::kEncode, encoding);
    return Value::Failed();
  }
  return out.FinishBytes();
}

Value DecodeText(Vm& vm, std::string_view bytes, Value object, std::string_view encoding,
                 std::string_view errors) {
  if (encoding == kEmptyName) {
    return vm.Raise(TypeId::kLookupError, "unknown encoding: ");
  }
  const Codec codec = TRY(CodecOf(vm, encoding, Direction::kDecode));
  if (!vm.Tick(bytes.size() / 16)) return Failure{};
  if (codec == Codec::kUtf8) {
    StopCheck stop = TimeCheck(vm);
    const bool valid = IsValidUtf8(bytes, Surrogates::kRefuse, &stop);
    if (stop.stopped()) return Failure{};
    if (valid) return vm.NewStr(bytes);
  }
  if (codec == Codec::kAscii && IsAscii(bytes)) return vm.NewAsciiStr(bytes);
  const std::optional<ErrorHandler> handler =
      errors.empty() ? ErrorHandler::kStrict : FindErrorHandler(errors);
  TextBuilder out(vm);
  const std::optional<CodecError> error =
      Decode(codec, bytes, handler.value_or(ErrorHandler::kStrict), out);
  if (!out.ok()) return Value::Failed();
  if (error.has_value()) {
    // "utf-8-sig" takes the signature off first: the exception does not have it.
    if (object.IsUndefined() || error->object_offset > 0) {
      object = TRY(vm.NewBytes(bytes.substr(error->object_offset)));
    }
    static_cast<void>(
        RaiseCodecError(vm, *error, object, Direction::kDecode, handler.has_value(), errors));
    NoteFailure(vm, Direction::kDecode, encoding);
    return Value::Failed();
  }
  return out.Finish();
}

}  // namespace pysub
