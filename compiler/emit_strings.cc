#include <algorithm>

#include "compiler/emitter.h"

// f-strings and t-strings.
namespace pysub {

using namespace ast;  // NOLINT: this file is about nothing else

namespace {

uint8_t ConversionCode(char conversion) {
  switch (conversion) {
    case 's': return 1;
    case 'r': return 2;
    case 'a': return 3;
    default: return 0;
  }
}

// A format spec without replacement fields.
bool ConstantSpec(const Expr* spec, std::string* text) {
  if (spec == nullptr) return true;
  for (const Expr* part : spec->As<JoinedStr>().values) {
    const ast::Constant* constant = part->TryAs<ast::Constant>();
    if (constant == nullptr) return false;
    text->append(constant->text);
  }
  return true;
}

}  // namespace

void Emitter::JoinedInto(const JoinedStr& joined, Reg target) {
  if (joined.values.empty()) return LoadConstant(ConstantValue::String(""), joined.span, target);
  if (joined.values.size() == 1) return Into(*joined.values[0], target);
  if (TemplateFormInto(joined, target)) return;
  // More parts than a window takes are joined piecewise; R[window] holds what is there so far.
  const uint32_t size = std::min(joined.values.size(), kMaxWindow);
  const Reg window = WindowAt(target, size);
  uint32_t filled = 0;
  for (const Expr* part : joined.values) {
    if (filled == size) {
      At(joined.span).Emit(Op::kBUILD_STRING, window, window, filled);
      filled = 1;
    }
    Into(*part, window + filled++);
  }
  At(joined.span).Emit(Op::kBUILD_STRING, target, window, filled);
}

// One instruction for the whole string, when it cannot be seen that all values are evaluated before
// the first is formatted.
bool Emitter::TemplateFormInto(const JoinedStr& joined, Reg target) {
  std::vector<TemplatePart> parts;
  ArenaVector<const FormattedValue*> values(context_.arena);
  SourceSpan span = joined.span;
  for (const Expr* part : joined.values) {
    TemplatePart& added = parts.emplace_back();
    if (const ast::Constant* constant = part->TryAs<ast::Constant>()) {
      added.text = constant->text;
      continue;
    }
    const FormattedValue& value = part->As<FormattedValue>();
    if (!ConstantSpec(value.format_spec, &added.text)) return false;
    if (!values.empty() && MayHaveEffects(*value.value)) return false;
    added.is_value = true;
    added.conversion = ConversionCode(value.conversion);
    values.push_back(&value);
    if (!added.text.empty()) span = value.span;
  }
  if (values.size() > kMaxWindow) return false;
  std::vector<std::vector<TemplatePart>>& templates = context_.builder.unit().templates;
  const Reg window = WindowAt(target, static_cast<uint32_t>(values.size()));
  const uint32_t count = static_cast<uint32_t>(values.size());
  const bool any_spec = std::any_of(values.begin(), values.end(), [](const FormattedValue* value) {
    return value->format_spec != nullptr;
  });
  const Reg scratch = any_spec ? NewTemps(3) : 0;
  uint32_t specs = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t start = assembler_.Mark();
    const size_t inner = late_checks_.size();
    Into(*values[i]->value, window + i);
    if (specs > 0 && MayFail(*values[i]->value)) {
      // CPython has formatted the values before it by now.
      CheckLate(start, inner,
                {.window = window,
                 .exception = window + i,
                 .joined = &joined,
                 .count = i,
                 .scratch = scratch});
    }
    if (values[i]->format_spec != nullptr) ++specs;
    MarkLine(values[i]->span);
  }
  const uint32_t start = assembler_.Mark();
  At(span).Emit(Op::kFSTRING, target, window, count, {static_cast<uint32_t>(templates.size())});
  if (specs > 1) {
    // Which of them failed has to be found out for the traceback.
    CheckLate(start, late_checks_.size(),
              {.window = window,
               .exception = scratch + 2,
               .joined = &joined,
               .count = count,
               .scratch = scratch});
  }
  templates.push_back(std::move(parts));
  return true;
}

// Formats values one by one, for the sake of what fails and of its place.
void Emitter::FormatAgain(const LateCheck& check) {
  uint32_t number = 0;
  for (const Expr* part : check.joined->values) {
    const FormattedValue* value = part->TryAs<FormattedValue>();
    if (value == nullptr) continue;
    if (number == check.count) return;
    const Reg reg = check.window + number++;
    std::string spec;
    if (value->format_spec == nullptr || !ConstantSpec(value->format_spec, &spec)) continue;
    LoadConstant(ConstantValue::String(spec), value->span, check.scratch + 1);
    Move(check.scratch, reg);
    At(value->span)
        .Emit(Op::kFORMAT_SPEC, check.scratch, check.scratch, ConversionCode(value->conversion));
  }
}

void Emitter::FormattedInto(const FormattedValue& value, Reg target) {
  const uint8_t conversion = ConversionCode(value.conversion);
  const JoinedStr* spec =
      value.format_spec == nullptr ? nullptr : &value.format_spec->As<JoinedStr>();
  if (spec == nullptr || spec->values.empty()) {
    const Reg reg = Operand(*value.value, CanScratch(target) ? target : kNoReg);
    return At(value.span).Emit(Op::kFORMAT, target, reg, conversion);
  }
  const Reg window = WindowAt(target, 2);
  Into(*value.value, window);
  Into(*spec, window + 1);
  At(value.span).Emit(Op::kFORMAT_SPEC, target, window, conversion);
}

// A Template is made of the strings around the interpolations (one more than there are of those)
// and of the interpolations.
void Emitter::TemplateInto(const TemplateStr& text, Reg target) {
  const Reg window = WindowAt(target, 2);
  std::vector<uint32_t> strings;
  std::string pending;
  for (const Expr* part : text.values) {
    if (const ast::Constant* constant = part->TryAs<ast::Constant>()) {
      pending += constant->text;
      continue;
    }
    strings.push_back(context_.builder.Constant(ConstantValue::String(pending)));
    pending.clear();
  }
  strings.push_back(context_.builder.Constant(ConstantValue::String(pending)));
  ConstantValue tuple;
  tuple.tag = ConstantTag::kTuple;
  tuple.items = strings.data();
  tuple.item_count = static_cast<uint32_t>(strings.size());
  LoadConstantIndex(context_.builder.Constant(tuple), text.span, window);

  std::vector<const Expr*> values;
  for (const Expr* part : text.values) {
    if (part->kind == ExprKind::kInterpolation) values.push_back(part);
  }
  const List<const Expr*> list = context_.arena.Copy(values.data(), values.size());
  SequenceInto(list, Op::kBUILD_TUPLE, text.span, window + 1);
  At(text.span).Emit(Op::kBUILD_TEMPLATE, target, window);
}

void Emitter::InterpolationInto(const Interpolation& value, Reg target) {
  const Reg window = WindowAt(target, 2);
  Into(*value.value, window);
  if (value.format_spec != nullptr) {
    Into(*value.format_spec, window + 1);
  } else {
    LoadConstant(ConstantValue::String(""), value.span, window + 1);
  }
  At(value.span)
      .Emit(Op::kBUILD_INTERP, target, window, ConversionCode(value.conversion),
            {context_.builder.Constant(ConstantValue::String(value.str))});
}

}  // namespace pysub
