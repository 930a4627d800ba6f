#include "vm/objects/templates.h"

#include <algorithm>

#include "vm/objects/str.h"
#include "vm/slow_paths.h"

namespace pysub {

namespace {

Value Concat(Vm& vm, const Template* left, const Template* right) {
  const Tuple* left_strings = left->strings.As<Tuple>();
  const Tuple* right_strings = right->strings.As<Tuple>();
  const Tuple* left_fields = left->interpolations.As<Tuple>();
  const Tuple* right_fields = right->interpolations.As<Tuple>();
  if (!vm.Tick(left_strings->size() + right_strings->size())) return Failure{};
  Tuple* strings = TRY(vm.NewTuple(left_strings->size() + right_strings->size() - 1));
  Tuple* fields = TRY(vm.NewTuple(left_fields->size() + right_fields->size()));
  const uint32_t seam = left_strings->size() - 1;
  const Value middle = TRY(
      ConcatStr(vm, left_strings->items()[seam].As<Str>(), right_strings->items()[0].As<Str>()));
  std::copy_n(left_strings->items(), seam, strings->items());
  strings->items()[seam] = middle;
  std::copy_n(right_strings->items() + 1, right_strings->size() - 1, strings->items() + seam + 1);
  std::copy_n(left_fields->items(), left_fields->size(), fields->items());
  std::copy_n(right_fields->items(), right_fields->size(), fields->items() + left_fields->size());
  return vm.NewTemplate(Value::Of(strings), Value::Of(fields));
}

}  // namespace

Value Vm::NewTemplate(Value strings, Value interpolations) {
  auto* result = TRY(New<Template>(TypeId::kTemplate));
  result->strings = strings;
  result->interpolations = interpolations;
  return Value::Of(result);
}

Value NewInterpolation(Vm& vm, Value value, Value expression, Value conversion, Value spec) {
  auto* result = TRY(vm.New<Interpolation>(TypeId::kInterpolation));
  result->value = value;
  result->expression = expression;
  result->conversion = conversion;
  result->format_spec = spec;
  return Value::Of(result);
}

namespace slow {

Value Interpolation(Vm& vm, Value value, Value expression, uint32_t conversion, Value spec) {
  Value letter = Value::None();
  if (conversion != 0)
    letter = TRY(vm.CharStr(conversion == 1 ? 's' : conversion == 2 ? 'r' : 'a'));
  if (spec.IsUndefined()) spec = TRY(vm.NewAsciiStr({}));
  return NewInterpolation(vm, value, expression, letter, spec);
}

}  // namespace slow

Status TemplateRepr(Vm& vm, Value self, TextBuilder& out) {
  const auto* source = self.As<Template>();
  out.Append("Template(strings=");
  TRY(vm.Repr(source->strings, out));
  out.Append(", interpolations=");
  TRY(vm.Repr(source->interpolations, out));
  out.Append(')');
  return out.status();
}

Status InterpolationRepr(Vm& vm, Value self, TextBuilder& out) {
  const auto* source = self.As<Interpolation>();
  out.Append("Interpolation(");
  TRY(vm.Repr(source->value, out));
  for (Value field : {source->expression, source->conversion, source->format_spec}) {
    out.Append(", ");
    TRY(vm.Repr(field, out));
  }
  out.Append(')');
  return out.status();
}

Value TemplateBinary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  if (op != BinaryOp::kAdd || !IsObjectOf(left, TypeId::kTemplate)) {
    return Value::NotImplemented();
  }
  if (!IsObjectOf(right, TypeId::kTemplate)) {
    const std::string_view name = vm.TypeName(right);
    return vm.TypeError("can only concatenate string.templatelib.Template (not \"", name,
                        "\") to string.templatelib.Template");
  }
  return Concat(vm, left.As<Template>(), right.As<Template>());
}

Value TemplateIter(Vm& vm, Value self) {
  auto* iterator = TRY(vm.New<TemplateIterator>(TypeId::kTemplateIterator));
  iterator->source = self;
  iterator->index = 0;
  return Value::Of(iterator);
}

Value TemplateIteratorNext(Vm&, Value self) {
  auto* iterator = self.As<TemplateIterator>();
  if (iterator->source.IsNone()) return Value::Exhausted();
  const auto* source = iterator->source.As<Template>();
  const Tuple* strings = source->strings.As<Tuple>();
  while (iterator->index < uint64_t{strings->size()} * 2 - 1) {
    const uint64_t index = iterator->index++;
    if (index % 2 == 1) return source->interpolations.As<Tuple>()->items()[index / 2];
    const Value text = strings->items()[index / 2];
    if (text.As<Str>()->count != 0) return text;
  }
  iterator->source = Value::None();
  return Value::Exhausted();
}

}  // namespace pysub
