#include "vm/objects/templates.h"

#include "vm/native.h"
#include "vm/objects/arguments.h"
#include "vm/objects/str.h"
#include "vm/vm.h"

// Template and Interpolation. CPython 3.14 library, "string.templatelib".
namespace pysub {

namespace {

Status RefuseToSet(Vm& vm, Value, Value) {
  return vm.Raise(TypeId::kAttributeError, "readonly attribute");
}

Value GetValues(Vm& vm, Value self) {
  const Tuple* fields = self.As<Template>()->interpolations.As<Tuple>();
  if (!vm.Tick(fields->size())) return Failure{};
  Tuple* values = TRY(vm.NewTuple(fields->size()));
  for (uint32_t i = 0; i < fields->size(); ++i) {
    values->items()[i] = fields->items()[i].As<Interpolation>()->value;
  }
  return Value::Of(values);
}

Value MakeTemplate(Vm& vm, const Args& a) {
  if (!a.keywords.IsUndefined() && a.keywords.As<Dict>()->live != 0) {
    return vm.TypeError("Template.__new__ only accepts *args arguments");
  }
  if (!vm.Tick(a.rest_count)) return Failure{};
  uint32_t fields = 0;
  for (uint32_t i = 0; i < a.rest_count; ++i) {
    if (IsObjectOf(a.rest[i], TypeId::kInterpolation)) {
      ++fields;
    } else if (!vm.IsStr(a.rest[i])) {
      return vm.TypeError(
          "Template.__new__ *args need to be of type 'str' or 'Interpolation', got ",
          vm.TypeName(a.rest[i]));
    }
  }
  Tuple* strings = TRY(vm.NewTuple(fields + 1));
  Tuple* interpolations = TRY(vm.NewTuple(fields));
  const Value empty = TRY(vm.NewAsciiStr({}));
  for (uint32_t i = 0; i <= fields; ++i) strings->items()[i] = empty;
  uint32_t at = 0;
  for (uint32_t i = 0; i < a.rest_count; ++i) {
    if (vm.IsStr(a.rest[i])) {
      Value& string = strings->items()[at];
      string = TRY(ConcatStrInPlace(vm, string.As<Str>(), a.rest[i].As<Str>()));
    } else {
      interpolations->items()[at++] = a.rest[i];
    }
  }
  return vm.NewTemplate(Value::Of(strings), Value::Of(interpolations));
}

Value MakeInterpolation(Vm& vm, const Args& a) {
  Value expression = a[2], conversion = a[3], spec = a[4];
  const Value empty = TRY(vm.NewAsciiStr({}));
  if (expression.IsUndefined()) expression = empty;
  if (spec.IsUndefined()) spec = empty;
  if (conversion.IsUndefined()) conversion = Value::None();
  if (!vm.IsStr(expression)) {
    return BadArgument(vm, "Interpolation", "argument 'expression'", "str", expression);
  }
  if (!conversion.IsNone()) {
    if (!vm.IsStr(conversion)) {
      return BadArgument(vm, "Interpolation", "argument 'conversion'", "str", conversion);
    }
    const std::string_view letter = Vm::View(conversion);
    if (letter != "s" && letter != "r" && letter != "a") {
      return vm.ValueError("Interpolation() argument 'conversion' must be one of 's', 'a' or 'r'");
    }
  }
  if (!vm.IsStr(spec)) {
    return BadArgument(vm, "Interpolation", "argument 'format_spec'", "str", spec);
  }
  return NewInterpolation(vm, a[1], expression, conversion, spec);
}

constexpr NativeInfo kTemplateConstructor = {"@hidden Template(*args, **kwargs)", MakeTemplate,
                                             "Template object"};
constexpr NativeInfo kInterpolationConstructor = {
    "@hidden Interpolation(value, expression='', conversion=None, format_spec='')",
    MakeInterpolation, "Interpolation object"};

constexpr AttributeInfo kTemplateAttributes[] = {
    {"strings", [](Vm&, Value self) { return self.As<Template>()->strings; }, RefuseToSet,
     AttributeKind::kMember},
    {"interpolations", [](Vm&, Value self) { return self.As<Template>()->interpolations; },
     RefuseToSet, AttributeKind::kMember},
    {"values", GetValues},
};

constexpr AttributeInfo kInterpolationAttributes[] = {
    {"value", [](Vm&, Value self) { return self.As<Interpolation>()->value; }, RefuseToSet,
     AttributeKind::kMember},
    {"expression", [](Vm&, Value self) { return self.As<Interpolation>()->expression; },
     RefuseToSet, AttributeKind::kMember},
    {"conversion", [](Vm&, Value self) { return self.As<Interpolation>()->conversion; },
     RefuseToSet, AttributeKind::kMember},
    {"format_spec", [](Vm&, Value self) { return self.As<Interpolation>()->format_spec; },
     RefuseToSet, AttributeKind::kMember},
};

PYSUB_MEMBERS(Template, kNoMethods, kTemplateAttributes);
PYSUB_MEMBERS(Interpolation, kNoMethods, kInterpolationAttributes);

Value IterSelf(Vm&, Value self) { return self; }

}  // namespace

extern constexpr TypeInfo kTemplateType = {
    .id = TypeId::kTemplate,
    .constructor = &kTemplateConstructor,
    .doc = "Template object",
    .attributes = kTemplateAttributes,
    .members = kTemplateMembers,
    .operators = OperatorSet("add"),
    .repr = TemplateRepr,
    .iter = TemplateIter,
    .binary = TemplateBinary,
};

extern constexpr TypeInfo kTemplateIteratorType = {
    .id = TypeId::kTemplateIterator,
    .iter = IterSelf,
    .next = TemplateIteratorNext,
};

extern constexpr TypeInfo kInterpolationType = {
    .id = TypeId::kInterpolation,
    .constructor = &kInterpolationConstructor,
    .doc = "Interpolation object",
    .attributes = kInterpolationAttributes,
    .members = kInterpolationMembers,
    .repr = InterpolationRepr,
};

}  // namespace pysub
