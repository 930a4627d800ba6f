#include "stdlib/modules/syntax_error_objects.h"

#include "vm/objects/dict.h"

namespace pysub {
namespace {

TypeId TypeOfKind(SyntaxErrorKind kind) {
  switch (kind) {
    case SyntaxErrorKind::kSyntaxError: return TypeId::kSyntaxError;
    case SyntaxErrorKind::kIndentationError: return TypeId::kIndentationError;
    case SyntaxErrorKind::kTabError: return TypeId::kTabError;
    case SyntaxErrorKind::kMemoryError: return TypeId::kMemoryError;
    case SyntaxErrorKind::kRecursionError: return TypeId::kRecursionError;
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
  Value args = error.args_have_place ? vm.NewTuple({message, where}) : vm.NewTuple({message});
  if (args.IsFailed()) return Failure{};
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
    TRY(vm.host.Write(2, FormatSyntaxWarning(warning, filename, source)));
  }
  return Done{};
}

uint64_t CostOfSyntaxWarnings(const std::vector<SyntaxWarningInfo>& warnings) {
  return warnings.empty() ? 0 : 8192 + 4096 * warnings.size();
}

namespace {

// What the module says: True when it has dealt with the warning, False when it is to be written,
// Undefined when the program has not imported it.
Value AskWarnings(Vm& vm, const SyntaxWarningInfo& warning, std::string_view filename) {
  Value module = TRY(DictGetStr(vm, vm.modules().As<Dict>(), "warnings"));
  if (!IsObjectOf(module, TypeId::kModule) ||
      !IsObjectOf(module.As<Module>()->dict, TypeId::kDict)) {
    return Value::Undefined();
  }
  Value judge = TRY(DictGetStr(vm, module.As<Module>()->dict.As<Dict>(), "_syntax_warning"));
  if (!judge.IsNative() || vm.NativeOf(judge).name != "_syntax_warning") return Value::Undefined();
  Value message = TRY(vm.NewStr(warning.message));
  Value file = TRY(vm.NewStr(filename));
  return vm.Call(judge, {message, file, Value::SmallInt(warning.line)});
}

Failure RaiseAsError(Vm& vm, const SyntaxWarningInfo& warning, std::string_view filename,
                     std::string_view text) {
  constexpr std::string_view kOnlyWarned = " Such sequences will not work in the future.";
  SyntaxErrorInfo error = MakeSyntaxError(text, warning.span, warning.message);
  const size_t at = error.message.find(kOnlyWarned);
  if (at != std::string::npos) error.message.erase(at, kOnlyWarned.size());
  if (!warning.parsed) error.text.clear();
  // The lexer says so in the middle of the line.
  if (warning.span.col == warning.span.end_col && error.text.ends_with('\n')) error.text.pop_back();
  return RaiseSyntaxError(vm, error, filename);
}

}  // namespace

Status TellSyntaxWarnings(Vm& vm, const std::vector<SyntaxWarningInfo>& warnings,
                          std::string_view filename, std::string_view text) {
  for (const SyntaxWarningInfo& warning : warnings) {
    if (!vm.Tick(16)) return Failure{};
    Value answer = AskWarnings(vm, warning, filename);
    if (answer.IsFailed()) {
      if (!vm.FailureIsCatchable() || !vm.PendingIs(TypeId::kSyntaxWarning)) return Failure{};
      static_cast<void>(vm.TakeException());
      return RaiseAsError(vm, warning, filename, text);
    }
    // Without their lines, which CPython looks for in a file of that name.
    if (answer != Value::True()) TRY(vm.host.Write(2, FormatSyntaxWarning(warning, filename, {})));
  }
  return Done{};
}

}  // namespace pysub
