#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "compiler/check/facts.h"
#include "compiler/check/value_types.h"
#include "compiler/literal_type.h"

// What is certainly wrong with the facts.
namespace pysub {

using namespace ast;  // NOLINT: this file is about nothing else

namespace {

// What every module has without binding it.
bool IsOfEveryModule(std::string_view name) {
  static constexpr std::string_view kNames[] = {"__annotate__",
                                                "__annotations__",
                                                "__builtins__",
                                                "__cached__",
                                                "__conditional_annotations__",
                                                "__debug__",
                                                "__dict__",
                                                "__doc__",
                                                "__file__",
                                                "__loader__",
                                                "__name__",
                                                "__package__",
                                                "__path__",
                                                "__spec__"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

class Reporter {
 public:
  Reporter(const ProgramFacts& facts, const CheckOptions& options, Declarations* declared,
           std::vector<Finding>* findings)
      : facts_(facts),
        options_(options),
        stop_(options.parse_limits.stop),
        declared_(declared),
        findings_(findings) {}

  void ReportNames() const;
  void ReportCalls() const;
  void ReportModules() const;
  void ReportValues() const;

 private:
  bool MayBeUnbound(const Use& use, const Variable& variable) const;
  bool IsPlainBuiltin(std::string_view name) const {
    return !declared_->Has(name) && options_.is_builtin(name);
  }
  const Arguments* Called(const CallSite& site, std::string_view id, bool is_attribute) const;
  const Variable* FixedVariable(const Expr& expr) const;
  const Answer* AnswerOf(const Expr& call) const;
  std::string_view TypeOf(const Expr& expr) const;
  int64_t LengthOf(const Expr& expr) const;
  int64_t LengthOfItems(const Expr& iterable) const;
  std::string WrongUse(const ValueUse& use) const;

  const ProgramFacts& facts_;
  const CheckOptions& options_;
  StopCheck* const stop_;
  Declarations* const declared_;
  std::vector<Finding>* const findings_;
};

bool Reporter::MayBeUnbound(const Use& use, const Variable& variable) const {
  if (variable.first_bound == kNever) return true;
  if (!use.is_at_once || variable.first_bound < use.at) return false;
  return use.loop == 0 || variable.first_bound > facts_.loop_ends[use.loop - 1];
}

void Reporter::ReportNames() const {
  for (const Use& use : facts_.uses) {
    const std::string_view id = use.name->id;
    const bool is_global = use.variable == id.data();
    const auto found = facts_.variables.find(use.variable);
    const Variable variable = found == facts_.variables.end() ? Variable() : found->second;
    if (!MayBeUnbound(use, variable)) continue;
    if (use.in_function && facts_.caught_anywhere.names) continue;
    if (is_global && (facts_.binds_dynamically || IsOfEveryModule(id) || declared_->Has(id) ||
                      options_.is_builtin(id)))
      continue;
    findings_->push_back({FindingKind::kUnboundName, use.name->span,
                          variable.first_bound == kNever
                              ? "name " + InQuotes(id) + " is not bound anywhere"
                              : "name " + InQuotes(id) + " is used before it is bound"});
  }
}

// Null: nobody knows.
const Arguments* Reporter::Called(const CallSite& site, std::string_view id,
                                  bool is_attribute) const {
  const auto found = facts_.variables.find(site.variable);
  if (found == facts_.variables.end() || found->second.bindings == 0) {
    return !is_attribute && site.variable == id.data() ? declared_->Find(id) : nullptr;
  }
  const Variable& variable = found->second;
  if (variable.bindings > 1 || variable.is_changed) return nullptr;
  // math.sqrt(), or sqrt() that was imported from there.
  const bool is_member = !variable.module.empty() && variable.member.empty() == is_attribute;
  if (is_member && !facts_.looks_elsewhere &&
      !(options_.may_be_file && options_.may_be_file(variable.module))) {
    return declared_->FindMember(variable.module, is_attribute ? id : variable.member);
  }
  return is_attribute ? nullptr : variable.function;
}

void Reporter::ReportCalls() const {
  if (facts_.binds_dynamically) return;
  std::map<const Arguments*, Signature> signatures;
  for (const CallSite& site : facts_.calls) {
    if (IsOver(stop_)) return;
    if (site.in_function && facts_.caught_anywhere.calls) continue;
    const Attribute* attribute = site.call->func->TryAs<Attribute>();
    const std::string_view id =
        attribute != nullptr ? attribute->attr : site.call->func->As<Name>().id;
    const Arguments* function = Called(site, id, attribute != nullptr);
    if (function == nullptr) continue;
    Signature& signature = signatures.try_emplace(function, *function).first->second;
    if (std::string wrong = signature.Check(id, *site.call); !wrong.empty()) {
      findings_->push_back({FindingKind::kWrongCall, site.call->span, std::move(wrong)});
    }
  }
}

void Reporter::ReportModules() const {
  if (!options_.module_members || facts_.binds_dynamically || facts_.looks_elsewhere) return;
  const auto meant = [&](std::string_view wrong, std::span<const std::string_view> names) {
    const std::string_view closest =
        options_.closest_name != nullptr ? options_.closest_name(wrong, names) : "";
    return closest.empty() ? "" : "; did you mean " + InQuotes(closest) + "?";
  };
  const auto is_own = [&](std::string_view module) {
    return options_.may_be_file && options_.may_be_file(module);
  };
  // Says so when the module has no such name and nothing below it is called so.
  const auto look = [&](std::string_view module, std::string_view member, SourceSpan span) {
    const MemberNames* names = is_own(module) ? nullptr : options_.module_members(module);
    if (names == nullptr || member.starts_with("__") || names->contains(member)) return;
    if (options_.module_members(std::string(module) + "." + std::string(member)) != nullptr) return;
    const std::vector<std::string_view> known(names->begin(), names->end());
    findings_->push_back(
        {FindingKind::kUnknownMember, span,
         "module " + InQuotes(module) + " has no " + InQuotes(member) + meant(member, known)});
  };
  for (const ImportSite& site : facts_.imports) {
    if (site.name == "__main__" || (site.in_function && facts_.caught_anywhere.members) ||
        IsOver(stop_))
      continue;
    if (is_own(site.name)) continue;
    if (options_.module_members(site.name) == nullptr) {
      std::string wrong = options_.wrong_module ? options_.wrong_module(site.name) : "";
      if (!wrong.empty())
        findings_->push_back({FindingKind::kUnknownModule, site.span, std::move(wrong)});
    } else if (!site.member.empty()) {
      look(site.name, site.member, site.span);
    }
  }
  if (facts_.asks_for_attributes) return;
  for (const MemberUse& use : facts_.members) {
    if ((use.in_function && facts_.caught_anywhere.members) || IsOver(stop_)) continue;
    const auto found = facts_.variables.find(use.variable);
    if (found == facts_.variables.end() || found->second.bindings != 1 ||
        found->second.is_changed || found->second.module.empty())
      continue;
    if (!found->second.member.empty()) continue;
    std::string module(found->second.module);
    if (use.middle != nullptr) module += "." + std::string(use.middle->attr);
    look(module, use.attribute->attr, use.attribute->span);
  }
}

// A variable that is bound once, and that nobody reaches by other means.
const Variable* Reporter::FixedVariable(const Expr& expr) const {
  const Name* name = expr.TryAs<Name>();
  if (name == nullptr || name->symbol == nullptr) return nullptr;
  const auto found = facts_.variables.find(facts_.VariableOf(*name->symbol));
  return found != facts_.variables.end() && found->second.bindings == 1 && !found->second.is_changed
             ? &found->second
             : nullptr;
}

// Of a call of a function of the program; null: it is none.
const Answer* Reporter::AnswerOf(const Expr& expr) const {
  const Call* call = expr.TryAs<Call>();
  const Variable* variable = call != nullptr ? FixedVariable(*call->func) : nullptr;
  const auto found =
      variable != nullptr ? facts_.answers.find(variable->function) : facts_.answers.end();
  return found != facts_.answers.end() ? &found->second : nullptr;
}

std::string_view Reporter::TypeOf(const Expr& expr) const {
  const Expr* value = &expr;
  if (const Variable* variable = FixedVariable(expr)) {
    if (variable->is_tested || variable->value == nullptr) return "";
    value = variable->value;
    if (value->kind == ExprKind::kName) return "";
  }
  const bool is_direct = value == &expr;
  std::string_view type = TypeOfLiteral(*value);
  if (const Call* call = type.empty() ? value->TryAs<Call>() : nullptr) {
    const Name* function = call->func->TryAs<Name>();
    if (const Answer* answer = AnswerOf(*call)) {
      if (answer->is_async) return answer->is_generator || !is_direct ? "" : "coroutine";
      type = answer->is_generator ? "generator" : answer->is_nothing ? "NoneType" : "";
    } else if (function != nullptr && function->symbol != nullptr &&
               facts_.VariableOf(*function->symbol) == function->id.data()) {
      const auto found = facts_.variables.find(function->id.data());
      const bool is_bound = found != facts_.variables.end() && found->second.bindings > 0;
      if (!is_bound && IsPlainBuiltin(function->id)) type = TypeOfAnswer(function->id);
    }
  }
  // `x = None` is there to be asked about.
  return type == "NoneType" && !is_direct ? "" : type;
}

// Of a tuple or list that stands there, or that a function returns; -1: nobody knows.
int64_t Reporter::LengthOf(const Expr& expr) const {
  if (expr.kind == ExprKind::kTuple || expr.kind == ExprKind::kList) return LengthOfDisplay(expr);
  const Answer* answer = AnswerOf(expr);
  return answer == nullptr || answer->is_async || answer->is_generator ? -1 : answer->length;
}

// Of what comes out of enumerate(x), zip(a, b), {}.items(); -1: nobody knows.
int64_t Reporter::LengthOfItems(const Expr& iterable) const {
  const Call* call = iterable.TryAs<Call>();
  if (call == nullptr) return -1;
  if (const Attribute* attribute = call->func->TryAs<Attribute>())
    return attribute->attr == "items" && TypeOf(*attribute->value) == "dict" ? 2 : -1;
  const Name* name = call->func->TryAs<Name>();
  const bool is_enumerate = name != nullptr && name->id == "enumerate";
  if (name == nullptr || name->symbol == nullptr || (!is_enumerate && name->id != "zip")) return -1;
  const auto found = facts_.variables.find(facts_.VariableOf(*name->symbol));
  if ((found != facts_.variables.end() && found->second.bindings > 0) || !IsPlainBuiltin(name->id))
    return -1;
  for (const Expr* argument : call->args) {
    if (argument->kind == ExprKind::kStarred) return -1;
  }
  return is_enumerate ? 2 : call->args.size() > 0 ? call->args.size() : -1;
}

// What is wrong, or "".
std::string Reporter::WrongUse(const ValueUse& use) const {
  using Kind = ValueUse::Kind;
  const auto type_of = [this](const Expr& expr) { return TypeOf(expr); };
  const auto object = [](std::string_view type) { return InQuotes(type) + " object "; };
  switch (use.kind) {
    case Kind::kSubscript:
    case Kind::kChange: {
      const std::string_view type = TypeOf(*use.expr);
      if (use.kind == Kind::kSubscript)
        return CannotBeSubscripted(type) ? object(type) + "is not subscriptable" : "";
      return CannotBeChanged(type) ? object(type) + "does not support item assignment" : "";
    }
    case Kind::kIterate: {
      const std::string_view type = TypeOf(*use.expr);
      if (CannotBeIterated(type)) return object(type) + "is not iterable";
      const int64_t wanted = LengthOf(*use.other), given = LengthOfItems(*use.expr);
      if (wanted < 0 || given < 0 || wanted == given) return "";
      return "items of " + std::to_string(given) + " values are unpacked into " +
             std::to_string(wanted);
    }
    case Kind::kCall: {
      const std::string_view type = TypeOf(*use.expr);
      return CannotBeCalled(type) ? object(type) + "is not callable" : "";
    }
    case Kind::kCombine: {
      const BinOp& binary = use.expr->As<BinOp>();
      const std::string_view left = TypeOf(*binary.left), right = TypeOf(*binary.right);
      if (!CannotBeCombined(binary.op, left, right)) return "";
      return "unsupported operand types for " + std::string(Spelling(binary.op)) + ": " +
             InQuotes(left) + " and " + InQuotes(right);
    }
    case Kind::kOrder: {
      const Compare& compare = use.expr->As<Compare>();
      if (compare.ops[0] < CompareOperator::kLt || compare.ops[0] > CompareOperator::kGtE)
        return "";
      const std::string_view left = TypeOf(*compare.left), right = TypeOf(*compare.comparators[0]);
      return CannotBeOrdered(left, right)
                 ? InQuotes(left) + " and " + InQuotes(right) + " have no order"
                 : "";
    }
    case Kind::kUnpack: {
      const int64_t wanted = LengthOf(*use.other), given = LengthOf(*use.expr);
      if (wanted < 0 || given < 0 || wanted == given) return "";
      return std::to_string(given) + (given == 1 ? " value is" : " values are") +
             " unpacked into " + std::to_string(wanted);
    }
    case Kind::kPercent: {
      const BinOp& binary = use.expr->As<BinOp>();
      return WrongPercent(binary.left->As<Constant>().text, *binary.right, type_of);
    }
    case Kind::kFormat: {
      const Call& call = use.expr->As<Call>();
      return WrongFormat(call.func->As<Attribute>().value->As<Constant>().text, call);
    }
    case Kind::kFormatCode: return WrongFormatCode(use.expr->As<FormattedValue>(), type_of);
    case Kind::kDrop: {
      if (const Call* call = use.expr->TryAs<Call>()) {
        const Answer* answer = AnswerOf(*call);
        const bool is_coroutine = answer != nullptr && answer->is_async && !answer->is_generator;
        return is_coroutine ? "the coroutine is never awaited" : "";
      }
      const Variable* variable = FixedVariable(*use.expr);
      return variable != nullptr && facts_.answers.contains(variable->function)
                 ? "this does nothing: the function is not called"
                 : "";
    }
    case Kind::kAttribute: break;
  }
  return "";
}

void Reporter::ReportValues() const {
  using Kind = ValueUse::Kind;
  if (facts_.binds_dynamically) return;
  for (const ValueUse& use : facts_.values) {
    if (IsOver(stop_)) return;
    const bool is_attribute = use.kind == Kind::kAttribute;
    const bool is_value = use.kind >= Kind::kUnpack && use.kind <= Kind::kFormatCode;
    if (use.in_function && facts_.caught_anywhere.names) continue;
    if (use.in_function && (is_attribute ? facts_.caught_anywhere.members
                            : is_value   ? facts_.caught_anywhere.values
                                         : facts_.caught_anywhere.calls))
      continue;
    if (!is_attribute) {
      std::string wrong = WrongUse(use);
      const FindingKind kind = use.kind == Kind::kDrop ? FindingKind::kNoEffect
                               : is_value              ? FindingKind::kWrongValue
                                                       : FindingKind::kWrongType;
      if (!wrong.empty()) findings_->push_back({kind, use.span, std::move(wrong)});
      continue;
    }
    const Attribute& attribute = use.expr->As<Attribute>();
    const std::string_view type =
        facts_.asks_for_attributes ? std::string_view() : TypeOf(*attribute.value);
    const MemberNames* names =
        type.empty() || !options_.type_members ? nullptr : options_.type_members(type);
    if (names == nullptr || attribute.attr.starts_with("__") || names->contains(attribute.attr))
      continue;
    const std::vector<std::string_view> known(names->begin(), names->end());
    const std::string_view closest =
        options_.closest_name != nullptr ? options_.closest_name(attribute.attr, known) : "";
    findings_->push_back(
        {FindingKind::kUnknownMember, use.span,
         InQuotes(type) + " object has no attribute " + InQuotes(attribute.attr) +
             (closest.empty() ? "" : "; did you mean " + InQuotes(closest) + "?")});
  }
}

}  // namespace

int64_t LengthOfDisplay(const Expr& expr) {
  const Tuple* tuple = expr.TryAs<Tuple>();
  for (const Expr* item : tuple != nullptr ? tuple->elts : expr.As<ListExpr>().elts) {
    if (item->kind == ExprKind::kStarred) return -1;
  }
  return tuple != nullptr ? tuple->elts.size() : expr.As<ListExpr>().elts.size();
}

void ReportFacts(const ProgramFacts& facts, const CheckOptions& options, Declarations* declared,
                 std::vector<Finding>* findings) {
  const Reporter reporter(facts, options, declared, findings);
  reporter.ReportNames();
  reporter.ReportCalls();
  reporter.ReportModules();
  reporter.ReportValues();
  for (const SourceSpan& span : facts.unreachable)
    findings->push_back({FindingKind::kUnreachable, span, "this is never reached"});
}

}  // namespace pysub
