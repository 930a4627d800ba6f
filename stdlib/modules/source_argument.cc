#include "stdlib/modules/source_argument.h"

#include <string>

#include "lexer/lexer.h"
#include "lexer/unicode/utf8.h"
#include "vm/objects/bulk.h"
#include "vm/objects/bytes.h"
#include "vm/objects/text_codecs.h"

namespace pysub {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";

// The first byte at which `text` stops to be UTF-8, or its size.
size_t FirstBadByte(std::string_view text) {
  size_t low = 0, high = text.size();
  // Valid up to `low`; the prefix up to `high` is not.
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    // Not in the middle of a character.
    while (middle > low && (static_cast<uint8_t>(text[middle]) & 0xC0) == 0x80) --middle;
    if (middle == low) break;
    if (IsValidUtf8(text.substr(low, middle - low), Surrogates::kRefuse)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

Failure RaiseNotUtf8(Vm& vm, std::string_view text, std::string_view filename) {
  size_t bad = FirstBadByte(text);
  size_t start = text.rfind('\n', bad);
  start = start == std::string_view::npos || bad == 0 ? 0 : start + 1;
  int64_t line = 1;
  for (char c : text.substr(0, start)) line += c == '\n';
  std::string_view source_line = text.substr(start, text.find('\n', start) - start);
  Value shown = TRY(DecodeText(vm, source_line, Value::Undefined(), "utf-8", "replace"));
  auto offset = static_cast<int64_t>(CountCharacters(text.substr(start, bad - start))) + 1;
  std::string message = "Non-UTF-8 code starting with '\\x";
  constexpr char kHex[] = "0123456789abcdef";
  message += kHex[static_cast<uint8_t>(text[bad]) >> 4];
  message += kHex[static_cast<uint8_t>(text[bad]) & 15];
  message += "' on line " + std::to_string(line) +
             ", but no encoding declared; see https://peps.python.org/pep-0263/ for details";
  return RaiseSyntaxErrorAt(vm, message, filename, line, offset, Vm::View(shown), offset, false);
}

// Source in an encoding other than UTF-8.
Value Decoded(Vm& vm, std::string_view text, std::string_view encoding, std::string_view filename) {
  Value decoded = DecodeText(vm, text, Value::Undefined(), encoding, {});
  if (!decoded.IsFailed()) return decoded;
  if (!vm.PendingIs(TypeId::kLookupError) && !vm.PendingIs(TypeId::kUnicodeDecodeError))
    return decoded;
  Value message = TRY(vm.StrValue(vm.TakeException()));
  return RaiseSyntaxErrorAt(vm, Vm::View(message), filename, 0, -1, {}, 0);
}

}  // namespace

Failure RaiseSyntaxErrorAt(Vm& vm, std::string_view message, std::string_view filename,
                           int64_t line, int64_t offset, std::string_view text, int64_t end_offset,
                           bool filename_in_args) {
  Value message_value = TRY(vm.NewStr(message));
  Value file = TRY(vm.NewStr(filename));
  Value shown = text.data() == nullptr ? Value::None() : TRY(vm.NewStr(text));
  Value details[6] = {filename_in_args ? file : Value::None(),
                      Value::KnownSmallInt(line),
                      Value::KnownSmallInt(offset),
                      shown,
                      Value::KnownSmallInt(line),
                      Value::KnownSmallInt(end_offset)};
  size_t known = shown.IsNone() ? 4 : 6;
  Value where = TRY(vm.NewTuple(std::span<const Value>(details, known)));
  Value args = TRY(vm.NewTuple({message_value, where}));
  Value exception = TRY(vm.NewException(TypeId::kSyntaxError, args));
  Exception* object = exception.As<Exception>();
  object->fields[0] = message_value;
  for (size_t i = 0; i < 6; ++i) object->fields[i + 1] = i < known ? details[i] : Value::None();
  object->fields[1] = file;
  return vm.RaiseException(exception);
}

Failure RaisePlainSyntaxError(Vm& vm, std::string_view message) {
  Value text = TRY(vm.NewStr(message));
  Value args = TRY(vm.NewTuple({text}));
  Value exception = TRY(vm.NewException(TypeId::kSyntaxError, args));
  exception.As<Exception>()->fields[0] = text;
  return vm.RaiseException(exception);
}

Value SourceArgument(Vm& vm, Value source, std::string_view filename) {
  if (Vm::IsStr(source)) {
    const Str* text = source.As<Str>();
    if (text->ascii()) return source;
    StopCheck stop = TimeCheck(vm);
    const bool valid = IsValidUtf8(text->view(), Surrogates::kRefuse, &stop);
    if (stop.stopped()) return Value::Failed();
    if (valid) return source;
    return EncodeText(vm, source, {}, {});  // raises UnicodeEncodeError
  }
  if (!IsBytesLike(vm, source)) return Value::Undefined();
  BytesArgument bytes(vm);
  TRY(bytes.Get(source));
  std::string_view text = bytes.view();
  if (!vm.Tick(text.size() / 16 + 1)) return Value::Failed();
  if (text.find('\0') != std::string_view::npos) {
    return RaisePlainSyntaxError(vm, "source code string cannot contain null bytes");
  }
  std::string_view cookie;
  SourceEncoding encoding = DetectEncoding(text, &cookie);
  bool ascii = cookie == "ascii" || cookie == "us-ascii";
  bool marked = text.starts_with(kBom);
  if (marked) text.remove_prefix(kBom.size());
  if (encoding == SourceEncoding::kUtf8 && !ascii) {
    if (!IsValidUtf8(text, Surrogates::kRefuse)) return RaiseNotUtf8(vm, text, filename);
    return vm.NewStr(text);
  }
  if (marked) {
    int64_t line = 1;
    for (const char* at = text.data(); at < cookie.data(); ++at) line += *at == '\n';
    size_t start = text.rfind('\n', static_cast<size_t>(cookie.data() - text.data())) + 1;
    std::string_view source_line = text.substr(start, text.find('\n', start) - start);
    std::string name(encoding == SourceEncoding::kLatin1 ? "iso-8859-1" : cookie);
    return RaiseSyntaxErrorAt(vm, "encoding problem: " + name + " with BOM", filename, line, 0,
                              source_line, static_cast<int64_t>(source_line.size()), false);
  }
  return Decoded(vm, text, cookie, filename);
}

}  // namespace pysub
