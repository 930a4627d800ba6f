#include <algorithm>
#include <functional>
#include <utility>

#include "shell/expand/arithmetic.h"
#include "shell/expand/text.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/process.h"
#include "shell/syntax/word_state.h"

namespace pysub::shell {
namespace {

constexpr int kMaxNamerefs = 8;

// Splits name[subscript]; false when it is not one.
bool SplitElement(std::string_view target, std::string_view* name, std::string_view* subscript) {
  size_t open = target.find('[');
  if (open == std::string_view::npos || !target.ends_with(']')) return false;
  *name = target.substr(0, open);
  *subscript = target.substr(open + 1, target.size() - open - 2);
  return IsName(*name) && !subscript->empty();
}

}  // namespace

Symbol Process::Resolve(Symbol symbol, std::string* element) const {
  for (int i = 0; i < kMaxNamerefs; ++i) {
    const Variable* variable = variables.Find(symbol);
    if (variable == nullptr || !variable->Has(kNameref) || variable->value.empty()) break;
    std::string_view name, subscript;
    if (SplitElement(variable->value, &name, &subscript)) {
      if (element != nullptr) *element = subscript;
      return kernel->symbols.Intern(name);
    }
    symbol = kernel->symbols.Intern(variable->value);
  }
  return symbol;
}

const Variable* Process::FindVariable(Symbol symbol) const {
  const Variable* variable = variables.Find(symbol);
  if (variable == nullptr || !variable->Has(kNameref)) return variable;
  return variables.Find(Resolve(symbol, nullptr));
}

const std::string* Process::Get(Symbol symbol) {
  const Variable* variable = variables.Find(symbol);
  if (symbol <= kLastDynamic && (variable == nullptr || variable->Has(kDynamic)))
    return Dynamic(symbol);
  if (variable == nullptr) return nullptr;
  if (variable->Has(kNameref) && !variable->value.empty()) {
    std::string element;
    Symbol target = Resolve(symbol, &element);
    variable = variables.Find(target);
    if (variable == nullptr || target == symbol)
      return target == symbol                                ? nullptr
             : variable == nullptr && target <= kLastDynamic ? Dynamic(target)
                                                             : nullptr;
    if (!element.empty()) {
      if (variable->associative) return variable->associative->Get(element);
      int64_t index = 0;
      if (!ArrayIndex(variable, element, &index)) return nullptr;
      if (variable->indexed) return variable->indexed->Get(index);
      return index == 0 ? variable->Scalar() : nullptr;
    }
  }
  return variable->Scalar();
}

const std::string* Process::Get(std::string_view variable) {
  return Get(symbols().Intern(variable));
}

bool Process::SplitTarget(std::string_view target, std::string_view* variable,
                          std::string_view* subscript) {
  if (!SplitElement(target, variable, subscript)) return false;
  const Variable* found = FindVariable(symbols().Intern(*variable));
  if (Has(Shopt::kAssocExpandOnce) && found != nullptr && found->associative) return true;
  return budget().Tick(target.size() / 8) &&
         FindSubscriptEnd(target, variable->size(), /*newlines=*/true) == target.size() - 1;
}

bool Process::TargetSubscript(std::string_view variable, std::string_view written,
                              std::string* subscript) {
  const Variable* found = FindVariable(symbols().Intern(variable));
  const bool is_key = found != nullptr && found->associative;
  if (is_key && Has(Shopt::kAssocExpandOnce)) {
    *subscript = written;
    return true;
  }
  if (!Expander::ExpandSubscript(*this, written, is_key, subscript)) return false;
  if (!is_key || !subscript->empty()) return true;
  ReportError(variable, "[", written, "]: bad array subscript");
  return false;
}

const std::string* Process::GetTarget(std::string_view target) {
  std::string_view variable, written;
  std::string subscript;
  if (!SplitTarget(target, &variable, &written)) return Get(target);
  if (!TargetSubscript(variable, written, &subscript)) return nullptr;
  const Variable* found = FindVariable(symbols().Intern(variable));
  if (found == nullptr) return nullptr;
  if (found->associative) return found->associative->Get(subscript);
  int64_t index = 0;
  if (!ArrayIndex(found, subscript, &index) ||
      (found = FindVariable(symbols().Intern(variable))) == nullptr)
    return nullptr;
  return found->indexed ? found->indexed->Get(index) : index == 0 ? found->Scalar() : nullptr;
}

std::string_view Process::GetOr(std::string_view variable, std::string_view otherwise) {
  const std::string* value = Get(variable);
  return value == nullptr ? otherwise : std::string_view(*value);
}

std::string Process::Ifs() {
  const std::string* value = Get(kSymIfs);
  return value == nullptr ? " \t\n" : *value;
}

uint32_t Process::Random15() {
  // The generator of bash 5.1 and later: Park and Miller's, with both halves folded.
  auto seed = static_cast<uint32_t>(random_state);
  if (seed == 0) seed = 123459876;
  auto high = static_cast<int32_t>(seed / 127773);
  auto low = static_cast<int32_t>(seed % 127773);
  int32_t next = 16807 * low - 2836 * high;
  if (next < 0) next += 0x7fffffff;
  random_state = static_cast<uint32_t>(next);
  auto bits = static_cast<uint32_t>(next);
  return ((bits >> 16) ^ (bits & 65535)) & 32767;
}

// Puts the value of a variable that is made on demand where Get() can point to it.
const std::string* Process::Dynamic(Symbol symbol) {
  auto give = [&](std::string value) -> const std::string* {
    Variable* variable = variables.Mutable(symbol);
    variable->attributes |= kDynamic;
    variable->is_set = true;
    auto grows = static_cast<int64_t>(value.size()) - static_cast<int64_t>(variable->value.size());
    if (variable->Charge(grows)) variable->value = std::move(value);
    return &variable->value;
  };
  const Variable* there = variables.Find(symbol);
  // Once it was unset it is a variable like others.
  if (there != nullptr && !there->Has(kDynamic)) return there->Scalar();
  const Clock& clock = budget().clock();
  switch (symbol) {
    case kSymRandom: return give(std::to_string(Random15()));
    case kSymSrandom: return give(std::to_string(kernel->Random() & 0xffffffffu));
    case kSymSeconds:
      return give(std::to_string((clock.monotonic_ns() - seconds_base_ns) / 1'000'000'000));
    case kSymLineno: return give(std::to_string(line));
    case kSymEpochSeconds: return give(std::to_string(clock.real_ns() / 1'000'000'000));
    case kSymEpochRealtime: {
      int64_t us = clock.real_ns() / 1000;
      std::string fraction = std::to_string(us % 1'000'000);
      return give(std::to_string(us / 1'000'000) + "." + std::string(6 - fraction.size(), '0') +
                  fraction);
    }
    case kSymBashPid: return give(std::to_string(pid));
    case kSymBashCommand: return give(RunningCommand());
    case kSymBashSubshell: return give(std::to_string(subshell));
    case kSymUnderscore: return give(last_argument);
    case kSymBashArgv0: return give(name);
    case kSymShellOpts: {
      std::string text;
      for (size_t i = 0; i < std::size(kSetOptions); ++i) {
        if (Has(static_cast<SetOption>(i)))
          text += (text.empty() ? "" : ":") + std::string(kSetOptions[i].name);
      }
      return give(text);
    }
    case kSymBashOpts: {
      std::string text;
      for (size_t i = 0; i < std::size(kShopts); ++i) {
        if (Has(static_cast<Shopt>(i)))
          text += (text.empty() ? "" : ":") + std::string(kShopts[i].name);
      }
      return give(text);
    }
    case kSymBashAliases: {
      Variable* variable = variables.Mutable(symbol);
      variable->attributes |= kDynamic | kAssociative;
      variable->is_set = true;
      variable->associative = std::make_unique<AssociativeArray>();
      for (const auto& [alias, text] : *aliases) {
        if (!budget().Tick(16)) break;
        variable->associative->Set(alias, text);
      }
      return nullptr;
    }
    case kSymPipeStatus:
    case kSymFuncname:
    case kSymBashSource:
    case kSymBashLineno:
    case kSymDirStack: {
      std::vector<std::string> values;
      if (symbol == kSymPipeStatus) {
        for (int one : pipe_status) values.push_back(std::to_string(one));
      } else if (symbol == kSymDirStack) {
        values.push_back(cwd);
        values.insert(values.end(), directories->begin(), directories->end());
      } else {
        uint32_t at = line;
        for (const CallRecord* record = call.get(); record != nullptr; record = record->up.get()) {
          if (!budget().Tick(16)) break;
          if (!record->up && record->source.empty()) break;
          if (symbol == kSymFuncname && InFunction()) values.push_back(record->function);
          if (symbol == kSymBashSource) values.push_back(record->source);
          if (symbol == kSymBashLineno) values.push_back(std::to_string(record->call_line));
          at = record->call_line;
        }
        (void)at;
        if (values.empty()) {
          if (there != nullptr)
            variables.Mutable(symbol)->indexed = std::make_unique<IndexedArray>();
          return nullptr;
        }
      }
      Variable* variable = variables.Mutable(symbol);
      variable->attributes |= kDynamic | kIndexed;
      variable->is_set = true;
      variable->indexed = std::make_unique<IndexedArray>();
      for (size_t i = 0; i < values.size(); ++i)
        variable->indexed->Set(static_cast<int64_t>(i), values[i]);
      return variable->indexed->Get(0);
    }
    default: return there == nullptr ? nullptr : there->Scalar();
  }
}

bool Process::SetAlias(const std::string& alias, std::string text) {
  auto& table = aliases.Mutable();
  auto found = table.find(alias);
  int64_t bytes = static_cast<int64_t>(text.size());
  bytes += found == table.end() ? static_cast<int64_t>(alias.size()) + 128
                                : -static_cast<int64_t>(found->second.size());
  if (!aliases.HoldMore(&budget(), bytes)) return false;
  table[alias] = std::move(text);
  return true;
}

void Process::UnsetAlias(const std::string& alias) {
  auto found = aliases->find(alias);
  if (found == aliases->end()) return;
  auto bytes = static_cast<int64_t>(alias.size() + found->second.size()) + 128;
  aliases.Mutable().erase(alias);
  aliases.HoldMore(&budget(), -bytes);
}

bool Process::CheckWritable(Symbol symbol) {
  const Variable* variable = variables.Find(symbol);
  if (variable == nullptr || !variable->Has(kReadonly)) return true;
  ReportError(symbols().Name(symbol), ": readonly variable");
  return false;
}

std::string Process::Converted(const Variable& variable, std::string_view value) {
  const ScopedMemoryCharge copies(&budget(), 3 * value.size());
  if (!budget().Tick(value.size() / 8) || !copies.ok()) return std::string();
  if (variable.Has(kLower)) return ChangeCase(value, 'L');
  if (variable.Has(kUpper)) return ChangeCase(value, 'U');
  if (variable.Has(kCapital)) return ChangeCase(ChangeCase(value, 'L'), '^');
  return std::string(value);
}

bool Process::Assign(Symbol symbol, std::string_view value, bool append) {
  std::string element;
  Symbol written = symbol;
  symbol = Resolve(symbol, &element);
  if (const Variable* reference = variables.Find(symbol);
      reference != nullptr && reference->Has(kNameref)) {
    return AssignReference(written, symbol, value, append);
  }
  if (!element.empty()) {
    std::string subscript = element;
    return AssignElement(symbol, subscript, value, append);
  }
  const Variable* old = variables.Find(symbol);
  if (old != nullptr && old->Has(kReadonly) && !CheckWritable(symbol)) return false;
  if (old != nullptr && old->IsArray()) return AssignElement(symbol, "0", value, append);
  if (symbol <= kLastDynamic && (old == nullptr || old->Has(kDynamic))) {
    // Some of these take an assignment, the others ignore it.
    switch (symbol) {
      case kSymRandom: {
        int64_t seed = 0;
        if (EvaluateArithmetic(*this, value, "", &seed)) random_state = static_cast<uint32_t>(seed);
        return true;
      }
      case kSymSeconds: {
        int64_t seconds = 0;
        if (!EvaluateArithmetic(*this, value, "", &seconds)) return true;
        seconds_base_ns =
            static_cast<int64_t>(static_cast<uint64_t>(budget().clock().monotonic_ns()) -
                                 static_cast<uint64_t>(seconds) * 1'000'000'000);
        return true;
      }
      case kSymBashArgv0: name = value; return true;
      case kSymUnderscore: last_argument = value; return true;
      case kSymLineno: return true;
      default: return true;
    }
  }
  std::string text;
  if (old != nullptr && old->Has(kInteger)) {
    std::string copy(value);
    int64_t number = 0;
    int64_t base = 0;
    std::string before = append && old->is_set ? old->value : std::string();
    std::string what = error_prefix.empty() ? std::string() : error_prefix + ": ";
    if (!EvaluateArithmetic(*this, copy, what, &number) ||
        !EvaluateArithmetic(*this, before, what, &base)) {
      DiscardAll();
      return false;
    }
    old = variables.Find(symbol);
    text = std::to_string(
        static_cast<int64_t>(static_cast<uint64_t>(number) + static_cast<uint64_t>(base)));
    append = false;
  }
  bool converts = old != nullptr && old->Has(kLower | kUpper | kCapital);
  if (text.empty() && converts) text = Converted(*old, value);
  std::string_view added = text.empty() ? value : std::string_view(text);
  Variable* variable = variables.Mutable(symbol);
  std::string& there = variable->value;
  if (std::greater_equal<>()(added.data(), there.data()) &&
      std::less_equal<>()(added.data(), there.data() + there.size())) {
    text = std::string(added);  // a view of the variable itself
    added = text;
  }
  // A text that moves to grow is there twice meanwhile.
  const size_t wanted = there.size() + added.size();
  ScopedMemoryCharge moving(&budget());
  if (append && wanted > there.capacity()) {
    const size_t room = wanted + wanted / (wanted > kLargeText ? 4 : 1);
    if (!moving.Add(static_cast<int64_t>(room))) return false;
    std::string larger;  // (a string that is asked for more room takes twice what it has)
    larger.reserve(room);
    larger = there;
    there.swap(larger);
  }
  auto delta =
      static_cast<int64_t>(added.size()) - (append ? 0 : static_cast<int64_t>(there.size()));
  if (!variable->Charge(delta)) return false;
  // What is replaced goes first: both need not fit.
  if (!append && there.capacity() > 64) LetGo(&there);
  append ? there.append(added) : there.assign(added);
  if (append && converts) there = Converted(*variable, there);
  variable->is_set = true;
  if (Has(SetOption::kAllExport)) variable->attributes |= kExported;
  if (symbol == kSymOptind) getopts_at = 0;
  return true;
}

const Variable* Process::GlobalVariable(Symbol symbol) const {
  for (const Binding& binding : bindings) {
    if (binding.symbol == symbol)
      return binding.outer && !binding.outer->Has(kNameref) ? binding.outer.get() : nullptr;
  }
  return nullptr;
}

// To a nameref that refers to nothing yet (`symbol`), or in a circle.
bool Process::AssignReference(Symbol written, Symbol symbol, std::string_view value, bool append) {
  if (!variables.Find(symbol)->value.empty()) {
    Error("warning: ", symbols().Name(written), ": circular name reference");
    for (Binding& binding : bindings) {
      if (binding.symbol != symbol || (binding.outer && binding.outer->Has(kNameref))) continue;
      // A local nameref of its target's name: the variable behind the locals is meant.
      Ref<Variable> hidden = variables.Get(symbol);
      variables.Replace(symbol, binding.outer);
      bool ok = Assign(symbol, value, append);
      binding.outer = variables.Get(symbol);
      variables.Replace(symbol, hidden);
      return ok;
    }
    Discard(1);
    return false;
  }
  std::string_view name = value.substr(0, value.find('['));
  if (!IsName(name)) {
    BuiltinError("`", value, "': not a valid identifier");
    Discard(1);
    return false;
  }
  Variable* reference = variables.Mutable(symbol);
  if (!reference->Charge(static_cast<int64_t>(value.size()))) return false;
  reference->value = value;
  reference->is_set = true;
  return true;
}

bool Process::ArrayIndex(const Variable* variable, std::string_view subscript, int64_t* index) {
  std::string copy(subscript);
  if (!EvaluateArithmetic(*this, copy, "", index)) {
    DiscardAll();
    return false;
  }
  if (*index >= 0) return true;
  int64_t size = variable != nullptr && variable->indexed ? variable->indexed->EndIndex()
                 : variable != nullptr && variable->Scalar() != nullptr ? 1
                                                                        : 0;
  *index = Wrapping(*index, size);
  return true;
}

Variable* Process::MutableArray(Symbol symbol, bool associative) {
  const Variable* old = variables.Find(symbol);
  if (old != nullptr && old->Has(kReadonly) && !CheckWritable(symbol)) return nullptr;
  Variable* variable = variables.Mutable(symbol);
  if (associative) {
    if (variable->indexed) {
      Error(symbols().Name(symbol), ": cannot convert indexed to associative array");
      return nullptr;
    }
    if (!variable->associative) {
      if (!variable->Charge(24576)) return nullptr;
      variable->associative = std::make_unique<AssociativeArray>();
      variable->attributes |= kAssociative;
      if (variable->is_set) variable->associative->Set("0", std::move(variable->value));
    }
  } else if (!variable->indexed && !variable->associative) {
    variable->indexed = std::make_unique<IndexedArray>();
    variable->attributes |= kIndexed;
    if (variable->is_set) variable->indexed->Set(0, std::move(variable->value));
  }
  variable->attributes &= static_cast<uint16_t>(~kDynamic);
  variable->value.clear();
  return variable;
}

bool Process::AssignElement(Symbol symbol, std::string_view subscript, std::string_view value,
                            bool append) {
  symbol = Resolve(symbol, nullptr);
  if (symbol == kSymDirStack) {
    int64_t at = 0;
    if (!ArrayIndex(nullptr, subscript, &at)) return false;
    auto size = static_cast<int64_t>(directories->size());
    if (at >= 1 && at <= size) directories.Mutable()[static_cast<size_t>(at - 1)] = value;
    return true;
  }
  if (symbol == kSymBashAliases) {
    return SetAlias(std::string(subscript), std::string(value));
  }
  const Variable* old = variables.Find(symbol);
  if (old != nullptr && old->Has(kReadonly) && !CheckWritable(symbol)) return false;
  bool associative = old != nullptr && old->associative;
  int64_t index = 0;
  std::string key(subscript);
  if (!associative) {
    if (!ArrayIndex(old, key, &index)) return false;
    if (index < 0) {
      ReportError(symbols().Name(symbol), "[", key, "]: bad array subscript");
      return false;
    }
  }
  std::string text;
  ScopedMemoryCharge making(&budget());
  old = variables.Find(symbol);  // the subscript may have assigned
  if (associative && !budget().Tick(old->associative->Collisions(key))) return false;
  const std::string* previous = old == nullptr ? nullptr
                                : associative  ? old->associative->Get(key)
                                : old->indexed ? old->indexed->Get(index)
                                : index == 0   ? old->Scalar()
                                               : nullptr;
  const uint64_t size = value.size() + (append && previous != nullptr ? previous->size() : 0);
  if (size > 4096 && !budget().Tick(size / 8)) return false;
  if (!making.Add(static_cast<int64_t>(size))) return false;
  if (old != nullptr && old->Has(kInteger)) {
    int64_t number = 0, base = 0;
    std::string before = previous == nullptr ? "" : *previous;
    if (!EvaluateArithmetic(*this, std::string(value), "", &number) ||
        (append && !EvaluateArithmetic(*this, before, "", &base))) {
      DiscardAll();
      return false;
    }
    text = std::to_string(
        static_cast<int64_t>(static_cast<uint64_t>(number) + static_cast<uint64_t>(base)));
  } else {
    if (append && previous != nullptr) {
      text.reserve(size);
      text = *previous;
    }
    text.reserve(size);
    text += value;
    if (old != nullptr && old->Has(kLower | kUpper | kCapital)) text = Converted(*old, text);
  }
  old = variables.Find(symbol);
  previous = old == nullptr ? nullptr
             : associative  ? old->associative->Get(key)
             : old->indexed ? old->indexed->Get(index)
                            : nullptr;
  auto delta = static_cast<int64_t>(text.size());
  if (previous != nullptr) {
    delta -= static_cast<int64_t>(previous->size());
  } else {
    delta += associative ? static_cast<int64_t>(key.size()) + AssociativeArray::kEntryBytes
                         : IndexedArray::kElementBytes;
  }
  Variable* variable = MutableArray(symbol, associative);
  making.Release();  // the text becomes the variable's
  if (variable == nullptr || !variable->Charge(delta)) return false;
  if (associative) {
    variable->associative->Set(key, std::move(text));
  } else {
    variable->indexed->Set(index, std::move(text));
  }
  variable->is_set = true;
  if (Has(SetOption::kAllExport)) variable->attributes |= kExported;
  return true;
}

bool Process::AssignTarget(std::string_view target, std::string_view value) {
  if (IsName(target)) return Assign(symbols().Intern(target), value);
  std::string_view variable, written;
  std::string subscript;
  if (SplitTarget(target, &variable, &written)) {
    return TargetSubscript(variable, written, &subscript) &&
           AssignElement(symbols().Intern(variable), subscript, value);
  }
  BuiltinError("`", target, "': not a valid identifier");
  return false;
}

bool Process::AssignArray(Symbol symbol, std::vector<std::string> values, MemoryCharge held) {
  symbol = Resolve(symbol, nullptr);
  if (!CheckWritable(symbol)) return false;
  int64_t bytes = 0;
  for (const std::string& value : values)
    bytes += static_cast<int64_t>(value.size()) + IndexedArray::kElementBytes;
  Variable* variable = variables.Mutable(symbol);
  held.Release();  // they are the array's now
  if (!variable->Charge(bytes - (variable->charged - 128))) return false;
  variable->associative.reset();
  variable->value.clear();
  variable->attributes =
      static_cast<uint16_t>((variable->attributes & ~(kAssociative | kDynamic)) | kIndexed);
  variable->indexed = std::make_unique<IndexedArray>();
  for (size_t i = 0; i < values.size() && budget().Tick(1); ++i)
    variable->indexed->Set(static_cast<int64_t>(i), std::move(values[i]));
  variable->is_set = true;
  return true;
}

bool Process::Unset(Symbol symbol) {
  if (symbol <= kLastDynamic) Dynamic(symbol);
  const Variable* variable = variables.Find(symbol);
  if (variable == nullptr && symbol > kLastDynamic) return true;
  if (variable != nullptr && variable->Has(kReadonly)) {
    BuiltinError(symbols().Name(symbol), ": cannot unset: readonly variable");
    return false;
  }
  // A local stays local: what it hides comes back only when the function returns, unless an outer
  // function made it.
  size_t mark = 0;
  for (size_t i = frames.size(); i-- > 0;) {
    if (frames[i].kind == FrameKind::kCall) {
      mark = frames[i].binding_mark;
      break;
    }
  }
  for (size_t i = bindings.size(); i-- > 0;) {
    if (bindings[i].symbol != symbol) continue;
    if (i >= mark || Has(Shopt::kLocalvarUnset)) {
      auto fresh = MakeRef<Variable>(&budget());
      fresh->attributes = kLocal;
      variables.Replace(symbol, fresh);
    } else {
      variables.Replace(symbol, bindings[i].outer);
      bindings.erase(bindings.begin() + static_cast<std::ptrdiff_t>(i));
      for (Frame& frame : frames) {
        if (frame.binding_mark > i) --frame.binding_mark;
      }
    }
    return true;
  }
  Ref<Variable> left;
  // it is not made on demand any longer
  if (symbol <= kLastDynamic) left = MakeRef<Variable>(&budget());
  variables.Replace(symbol, left);
  return true;
}

bool Process::UnsetElement(Symbol symbol, std::string_view subscript) {
  symbol = Resolve(symbol, nullptr);
  if (symbol == kSymBashAliases) {
    UnsetAlias(std::string(subscript));
    return true;
  }
  const Variable* variable = variables.Find(symbol);
  if (variable == nullptr) return true;
  if (variable->Has(kReadonly)) {
    BuiltinError(symbols().Name(symbol), ": cannot unset: readonly variable");
    return false;
  }
  std::string key(subscript);
  if (variable->associative) {
    budget().Tick(variable->associative->Collisions(key));
    variables.Mutable(symbol)->associative->Unset(key);
    return true;
  }
  int64_t index = 0;
  if (!ArrayIndex(variable, key, &index)) return false;
  variable = variables.Find(symbol);
  if (index < 0) {
    BuiltinError("[", key, "]: bad array subscript");
    return false;
  }
  if (variable->indexed) {
    budget().Tick(variable->indexed->size() / 8);
    variables.Mutable(symbol)->indexed->Unset(index);
  } else if (index == 0) {
    return Unset(symbol);
  } else {
    BuiltinError(symbols().Name(symbol), ": not an array variable");
    return false;
  }
  return true;
}

void Process::Export(Symbol symbol, bool on) {
  Variable* variable = variables.Mutable(Resolve(symbol, nullptr));
  variable->attributes = static_cast<uint16_t>(on ? variable->attributes | kExported
                                                  : variable->attributes & ~kExported);
}

void Process::PushBinding(Symbol symbol) { bindings.push_back({symbol, variables.Get(symbol)}); }

void Process::PopBindings(size_t mark) {
  while (bindings.size() > mark) {
    variables.Replace(bindings.back().symbol, std::move(bindings.back().outer));
    bindings.pop_back();
  }
}

Variable* Process::MakeLocal(Symbol symbol, bool inherit) {
  size_t frame = frames.size();
  while (frame > 0 && frames[frame - 1].kind != FrameKind::kCall) --frame;
  size_t mark = frame == 0 ? 0 : frames[frame - 1].binding_mark;
  // Bindings of the commands above the function's frame (x=1 local y) go away before it.
  size_t end = frame < frames.size() ? frames[frame].binding_mark : bindings.size();
  for (size_t i = mark; i < end; ++i) {
    if (bindings[i].symbol == symbol) {
      Variable* variable = variables.Mutable(symbol);
      variable->attributes |= kLocal;
      return variable;
    }
  }
  Ref<Variable> outer = variables.Get(symbol);
  bindings.insert(bindings.begin() + static_cast<std::ptrdiff_t>(end), {symbol, outer});
  for (size_t i = frame; i < frames.size(); ++i) ++frames[i].binding_mark;
  Ref<Variable> fresh = inherit && outer ? MakeRef<Variable>(*outer) : MakeRef<Variable>(&budget());
  fresh->attributes |= kLocal;
  if (!inherit && outer && outer->Has(kExported)) fresh->attributes |= kExported;
  variables.Replace(symbol, fresh);
  return variables.Mutable(symbol);
}

std::vector<std::string> Process::Environment() {
  std::vector<std::string> environment;
  for (Symbol symbol = 0; symbol < variables.size(); ++symbol) {
    const Variable* variable = variables.Find(symbol);
    if (variable == nullptr || !variable->Has(kExported) || variable->IsArray() ||
        !variable->is_set)
      continue;
    environment.push_back(symbols().Name(symbol) + "=" + variable->value);
  }
  return environment;
}

}  // namespace pysub::shell
