// PatternError. CPython 3.14 library, "re".

#include <algorithm>

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/re/syntax.h"
#include "vm/objects/bytes.h"
#include "vm/vm.h"

namespace pysub {
namespace {

enum Field { kMsg, kPattern, kPos, kLineno, kColno };

// Fills pos, lineno, colno and the text for position `pos` of `pattern`, a str or bytes.
Status AddPlace(Vm& vm, Exception* error, Value pattern, int64_t pos, TextBuilder& text) {
  const bool is_str = Vm::IsStr(pattern);
  std::string_view source = is_str ? Vm::View(pattern) : BytesView(pattern);
  int64_t length = is_str ? pattern.As<Str>()->length : static_cast<int64_t>(source.size());
  int64_t inside = std::clamp<int64_t>(pos, 0, length);
  size_t offset = is_str ? vm.TextOffset(pattern.As<Str>(), static_cast<uint32_t>(inside))
                         : static_cast<size_t>(inside);
  std::string_view before = source.substr(0, offset);
  size_t newline = before.rfind('\n');
  std::string_view line = newline == std::string_view::npos ? before : before.substr(newline + 1);
  int64_t lineno = static_cast<int64_t>(CountByte(before, '\n')) + 1;
  int64_t colno = static_cast<int64_t>(is_str ? CountCodePoints(line) : line.size()) + 1;
  error->fields[kLineno] = Value::KnownSmallInt(lineno);
  error->fields[kColno] = Value::KnownSmallInt(colno);
  text.Append(" at position ");
  text.AppendInt(pos);
  if (FindByte(source, '\n') != kNotFound) {
    text.Append(" (line ");
    text.AppendInt(lineno);
    text.Append(", column ");
    text.AppendInt(colno);
    text.Append(')');
  }
  return text.status();
}

Value Construct(Vm& vm, const Args& a) {
  Exception* error = TRY(vm.New<Exception>(TypeId::kPatternError));
  error->suppress_context = 0;
  Value pattern = a.has(2) ? a[2] : Value::None();
  Value pos = a.has(3) ? a[3] : Value::None();
  error->fields[kMsg] = a[1];
  error->fields[kPattern] = pattern;
  error->fields[kPos] = pos;
  error->fields[kLineno] = error->fields[kColno] = Value::None();
  Value message = a[1];
  if (!pattern.IsNone() && !pos.IsNone()) {
    if (!Vm::IsStr(pattern) && !IsBytesOrByteArray(pattern)) {
      return vm.RaiseAttributeError(pattern, "count");
    }
    TextBuilder text(vm);
    TRY(vm.ToStr(a[1], text));
    TRY(AddPlace(vm, error, pattern, TRY(vm.ToIndex(pos)), text));
    message = TRY(text.Finish());
  }
  error->args = TRY(vm.NewTuple({message}));
  return Value::Of(error);
}

}  // namespace

Failure re::RaisePatternError(Vm& vm, std::string_view message, Value pattern, int64_t pos) {
  Value text = TRY(vm.NewStr(message));
  Value values[] = {Value::Type(TypeId::kPatternError), text, pattern,
                    pos < 0 ? Value::None() : Value::KnownSmallInt(pos)};
  return vm.RaiseException(TRY(Construct(vm, ArgsOf(values))));
}

extern constexpr NativeInfo kPatternErrorConstructor{
    "@python PatternError(msg, pattern=None, pos=None)", Construct,
    "Exception raised for invalid regular expressions.\n\nAttributes:\n\n    msg: The unformatted "
    "error "
    "message\n    pattern: The regular expression pattern\n    pos: The index in the pattern where "
    "compilation failed (may be None)\n    lineno: The line corresponding to pos (may be None)\n   "
    " colno: "
    "The column corresponding to pos (may be None)"};

}  // namespace pysub
