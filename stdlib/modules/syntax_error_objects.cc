#include "stdlib/modules/syntax_error_objects.h"

namespace pysub {
namespace {

TypeId TypeOfKind(SyntaxErrorKind kind) {
  switch (kind) {
    case SyntaxErrorKind::kSyntaxError:
      return TypeId::kSyntaxError;
    case SyntaxErrorKind::kIndentationError:
      return TypeId::kIndentationError;
    case SyntaxErrorKind::kTabError:
      return TypeId::kTabError;
    case SyntaxErrorKind::kMemoryError:
      return TypeId::kMemoryError;
    case SyntaxErrorKind::kRecursionError:
      return TypeId::kRecursionError;
  }
  return TypeId::kSyntaxError;
}

}  // namespace

Failure RaiseSyntaxError(Vm& vm, const SyntaxErrorInfo& error, std::string_view filename) {
  TypeId type = TypeOfKind(error.kind);
  if (!Vm::IsSubtype(type, TypeId::kSyntaxError)) return vm.Raise(type, error.message);
  auto text_or_none = [&](std::string_view text) {
    return text.empty() ? Value::None() : vm.NewStr(text);
  };
  Value details[6] = {
      vm.NewStr(filename),
      error.line == 0 ? Value::None() : Value::SmallInt(error.line),
      error.line == 0 ? Value::None() : Value::SmallInt(error.offset),
      text_or_none(error.text),
      error.line == 0 ? Value::None() : Value::SmallInt(error.end_line),
      error.line == 0 ? Value::None() : Value::SmallInt(error.end_offset),
  };
  Value message = TRY(vm.NewStr(error.message));
  for (Value v : details) TRY(v);
  Value where = TRY(vm.NewTuple(std::span<const Value>(details)));
  Value args = TRY(vm.NewTuple({message, where}));
  Value exception = TRY(vm.NewException(type, args));
  Exception* object = exception.As<Exception>();
  object->fields[0] = message;
  for (int i = 0; i < 6; ++i) object->fields[i + 1] = details[i];
  return vm.RaiseException(exception);
}

Status WriteSyntaxWarnings(Vm& vm, const std::vector<SyntaxWarningInfo>& warnings,
                           std::string_view filename, std::string_view source) {
  for (const SyntaxWarningInfo& warning : warnings) {
    if (!vm.Tick(source.size() / 64 + 16)) return Failure{};  // its line is looked for
    TRY(vm.Write(2, FormatSyntaxWarning(warning, filename, source)));
  }
  return Done{};
}

}  // namespace pysub
