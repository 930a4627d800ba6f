#include "shell/run/variables.h"

#include <utility>

#include "shell/run/known_symbols.h"
#include "shell/snapshot/serialiser.h"
#include "shell/snapshot/times.h"
#include "shell/syntax/word_state.h"

namespace pysub::shell {
namespace {

constexpr int kMaxNamerefs = 8;

}  // namespace

bool SplitElement(std::string_view target, std::string_view* name, std::string_view* subscript) {
  size_t open = target.find('[');
  if (open == std::string_view::npos || !target.ends_with(']')) return false;
  *name = target.substr(0, open);
  *subscript = target.substr(open + 1, target.size() - open - 2);
  return IsName(*name) && !subscript->empty();
}

Symbol Variables::Resolve(Symbol symbol, std::string* element) const {
  for (int i = 0; i < kMaxNamerefs; ++i) {
    const Variable* variable = table_.Find(symbol);
    if (variable == nullptr || !variable->Has(kNameref) || variable->value.empty()) break;
    std::string_view name, subscript;
    if (SplitElement(variable->value, &name, &subscript)) {
      if (element != nullptr) *element = subscript;
      return symbols_->Intern(name);
    }
    symbol = symbols_->Intern(variable->value);
  }
  return symbol;
}

const Variable* Variables::FindResolved(Symbol symbol) const {
  const Variable* variable = table_.Find(symbol);
  if (variable == nullptr || !variable->Has(kNameref)) return variable;
  return table_.Find(Resolve(symbol, nullptr));
}

void Variables::PopTo(size_t mark) {
  while (bindings_.size() > mark) {
    table_.Replace(bindings_.back().symbol, std::move(bindings_.back().outer));
    bindings_.pop_back();
  }
}

void Variables::Swap(Binding* binding) {
  Ref<Variable> current = table_.Get(binding->symbol);
  table_.Replace(binding->symbol, std::exchange(binding->outer, std::move(current)));
}

void Variables::Hide(size_t mark) {
  for (size_t i = bindings_.size(); i-- > mark;) Swap(&bindings_[i]);
}

void Variables::Show(size_t mark) {
  for (size_t i = mark; i < bindings_.size(); ++i) Swap(&bindings_[i]);
}

const Variable* Variables::Global(Symbol symbol) const {
  for (const Binding& binding : bindings_) {
    if (binding.symbol == symbol)
      return binding.outer && !binding.outer->Has(kNameref) ? binding.outer.get() : nullptr;
  }
  return nullptr;
}

std::optional<size_t> Variables::Outermost(Symbol symbol, bool skips_namerefs) const {
  for (size_t i = 0; i < bindings_.size(); ++i) {
    const Binding& binding = bindings_[i];
    if (binding.symbol != symbol) continue;
    if (!skips_namerefs || !binding.outer || !binding.outer->Has(kNameref)) return i;
  }
  return std::nullopt;
}

OuterInPlace::OuterInPlace(Variables* variables, std::optional<size_t> binding)
    : variables_(variables), binding_(binding) {
  if (!binding_) return;
  const Binding& outer = variables_->bindings_[*binding_];
  hidden_ = variables_->Get(outer.symbol);
  variables_->Replace(outer.symbol, outer.outer);
}

OuterInPlace::~OuterInPlace() {
  if (!binding_) return;
  Binding& outer = variables_->bindings_[*binding_];
  outer.outer = variables_->Get(outer.symbol);
  variables_->Replace(outer.symbol, hidden_);
}

bool Variables::MakeLocal(Symbol symbol, bool inherit, size_t mark, size_t end) {
  for (size_t i = mark; i < end; ++i) {
    if (bindings_[i].symbol != symbol) continue;
    table_.Mutable(symbol)->attributes |= kLocal;
    return false;
  }
  Ref<Variable> outer = table_.Get(symbol);
  bindings_.insert(bindings_.begin() + static_cast<std::ptrdiff_t>(end), {symbol, outer});
  Ref<Variable> fresh = inherit && outer ? MakeRef<Variable>(*outer) : MakeRef<Variable>(budget());
  fresh->attributes |= kLocal;
  if (!inherit && outer && outer->Has(kExported)) fresh->attributes |= kExported;
  table_.Replace(symbol, fresh);
  return true;
}

std::optional<size_t> Variables::Unset(Symbol symbol, size_t mark, bool keeps) {
  for (size_t i = bindings_.size(); i-- > 0;) {
    if (bindings_[i].symbol != symbol) continue;
    if (i >= mark || keeps) {
      auto fresh = MakeRef<Variable>(budget());
      fresh->attributes = kLocal;
      table_.Replace(symbol, fresh);
      return std::nullopt;
    }
    table_.Replace(symbol, bindings_[i].outer);
    bindings_.erase(bindings_.begin() + static_cast<std::ptrdiff_t>(i));
    return i;
  }
  Ref<Variable> left;
  // it is not made on demand any longer
  if (symbol <= kLastDynamic) left = MakeRef<Variable>(budget());
  table_.Replace(symbol, left);
  return std::nullopt;
}

void Variables::Export(Symbol symbol, bool on) {
  Variable* variable = table_.Mutable(Resolve(symbol, nullptr));
  variable->attributes = static_cast<uint16_t>(on ? variable->attributes | kExported
                                                  : variable->attributes & ~kExported);
}

std::vector<std::string> Variables::Environment() const {
  std::vector<std::string> environment;
  for (Symbol symbol = 0; symbol < table_.size(); ++symbol) {
    const Variable* variable = table_.Find(symbol);
    if (variable == nullptr || !variable->Has(kExported) || variable->IsArray() ||
        !variable->is_set)
      continue;
    environment.push_back(symbols_->Name(symbol) + "=" + variable->value);
  }
  return environment;
}

uint32_t Variables::NextRandom() {
  // The generator of bash 5.1 and later: Park and Miller's, with both halves folded.
  auto seed = static_cast<uint32_t>(random_state_);
  if (seed == 0) seed = 123459876;
  auto high = static_cast<int32_t>(seed / 127773);
  auto low = static_cast<int32_t>(seed % 127773);
  int32_t next = 16807 * low - 2836 * high;
  if (next < 0) next += 0x7fffffff;
  random_state_ = static_cast<uint32_t>(next);
  auto bits = static_cast<uint32_t>(next);
  return ((bits >> 16) ^ (bits & 65535)) & 32767;
}

// ---- snapshots

void Binding::Fields(Serialiser& serialiser) { serialiser(symbol, outer); }

void Variables::Fields(Serialiser& serialiser) {
  serialiser(table_, bindings_, random_state_);
  TimeField(serialiser, &seconds_base_ns_);
  for (const Binding& binding : bindings_)
    serialiser.Check(binding.symbol < symbols_->size(), "a local variable");
}

}  // namespace pysub::shell
