#include "shell/run/variable_access.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "shell/expand/arithmetic.h"
#include "shell/expand/locale.h"
#include "shell/expand/text.h"
#include "shell/run/history_file.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/posix.h"
#include "shell/run/tracing.h"
#include "shell/syntax/word_state.h"

namespace pysub::shell {
namespace {

constexpr uint16_t kCases = kLower | kUpper | kCapital;

constexpr std::string_view kGroupId = "1000";  // the one group of the one user, as `id` has it

// Assignments to GROUPS count for nothing, until it was unset.
bool IsDynamicGroups(Symbol symbol, const Variable* variable) {
  return symbol == kSymGroups && (variable == nullptr || variable->Has(kDynamic));
}

bool IsPosixVariable(const Process& process, Symbol symbol) {
  return symbol >= kSymCount && process.symbols().Name(symbol) == kPosixVariable;
}

template <typename Option, typename Rows>
std::string NamesOf(const ShellOptions& options, const Rows& rows) {
  std::string text;
  for (size_t i = 0; i < std::size(rows); ++i) {
    if (options.Has(static_cast<Option>(i)))
      text += (text.empty() ? "" : ":") + std::string(rows[i].name);
  }
  return text;
}

// EPOCHREALTIME
std::string MicrosecondsText(int64_t us) {
  std::string fraction = std::to_string(us % 1'000'000);
  return std::to_string(us / 1'000'000) + "." + std::string(6 - fraction.size(), '0') + fraction;
}

// A scalar that is made on demand; nothing: `symbol` is none.
std::optional<std::string> DynamicText(Process& process, Symbol symbol) {
  const Clock& clock = process.budget().clock();
  switch (symbol) {
    case kSymRandom: return std::to_string(process.variables.NextRandom());
    case kSymSrandom: return std::to_string(process.kernel->Random() & 0xffffffffu);
    case kSymSeconds:
      return std::to_string((clock.monotonic_ns() - process.variables.seconds_base_ns()) /
                            1'000'000'000);
    case kSymLineno: return std::to_string(process.line);
    case kSymEpochSeconds: return std::to_string(clock.real_ns() / 1'000'000'000);
    case kSymEpochRealtime: return MicrosecondsText(clock.real_ns() / 1000);
    case kSymBashPid: return std::to_string(process.pid);
    case kSymBashCommand: return RunningCommand(process);
    case kSymBashSubshell: return std::to_string(process.subshell);
    case kSymUnderscore: return process.last_argument;
    case kSymBashArgv0: return process.name;
    case kSymHistCmd:
      return std::to_string(HistoryNumber(process) - (process.history.expands_prompt ? 0 : 1));
    case kSymShellOpts: return NamesOf<SetOption>(process.options, kSetOptions);
    case kSymBashOpts: return NamesOf<Shopt>(process.options, kShopts);
    default: return std::nullopt;
  }
}

// FUNCNAME, BASH_SOURCE, BASH_LINENO.
std::vector<std::string> CallersOf(Process& process, Symbol symbol) {
  std::vector<std::string> values;
  for (const CallRecord* record = process.call.get(); record != nullptr;
       record = record->up.get()) {
    if (!process.budget().Tick(16)) break;
    if (!record->up && record->source.empty()) break;
    if (symbol == kSymFuncname && process.InFunction()) values.push_back(record->function);
    if (symbol == kSymBashSource) values.push_back(record->source);
    if (symbol == kSymBashLineno) values.push_back(std::to_string(record->call_line));
  }
  return values;
}

// BASH_ARGC, BASH_ARGV: without extdebug what the shell had when somebody first asked, which must
// be outside of functions.
std::vector<std::string> CallWords(Process& process, Symbol symbol) {
  if (process.call_counts.empty() && !process.InFunction())
    process.PushCallWords(*process.arguments);
  std::vector<std::string> values;
  if (!process.budget().Tick(process.call_words->size() + process.call_counts.size()))
    return values;
  if (symbol == kSymBashArgv) {
    values.assign(process.call_words->rbegin(), process.call_words->rend());
  } else {
    for (size_t i = process.call_counts.size(); i-- > 0;)
      values.push_back(std::to_string(process.call_counts[i]));
  }
  return values;
}

// The elements of an indexed array that is made on demand; nothing: `symbol` is none.
std::optional<std::vector<std::string>> DynamicList(Process& process, Symbol symbol) {
  std::vector<std::string> values;
  switch (symbol) {
    case kSymPipeStatus:
      for (int one : process.pipe_status) values.push_back(std::to_string(one));
      return values;
    case kSymDirStack:
      values.push_back(process.cwd);
      values.insert(values.end(), process.directories->begin(), process.directories->end());
      return values;
    case kSymGroups: return std::vector<std::string>{std::string(kGroupId)};
    case kSymBashArgc:
    case kSymBashArgv: return CallWords(process, symbol);
    case kSymFuncname:
    case kSymBashSource:
    case kSymBashLineno: return CallersOf(process, symbol);
    default: return std::nullopt;
  }
}

Variable* MutableDynamic(Process& process, Symbol symbol, uint16_t attributes) {
  Variable* variable = process.variables.Mutable(symbol);
  variable->attributes |= kDynamic | attributes;
  variable->is_set = true;
  return variable;
}

// BASH_ALIASES
void MakeAliasArray(Process& process) {
  Variable* variable = MutableDynamic(process, kSymBashAliases, kAssociative);
  variable->associative = std::make_unique<AssociativeArray>();
  for (const auto& [alias, text] : process.aliases.table()) {
    if (!process.budget().Tick(16)) break;
    variable->associative->Set(alias, text);
  }
}

// BASH_CMDS
void MakeCommandArray(Process& process) {
  Variable* variable = MutableDynamic(process, kSymBashCmds, kAssociative);
  variable->associative = std::make_unique<AssociativeArray>();
  const CommandHash& hashed = Kernel::HashOf(process);
  for (std::string_view name : hashed.Names()) {
    if (!process.budget().Tick(16)) break;
    variable->associative->Set(name, hashed.Find(name)->path);
  }
}

// Element 0, or null: there is none.
const std::string* MakeList(Process& process, Symbol symbol, const std::vector<std::string>& values,
                            bool callers) {
  if (callers && values.empty()) {
    if (process.variables.Find(symbol) != nullptr)
      process.variables.Mutable(symbol)->indexed = std::make_unique<IndexedArray>();
    return nullptr;
  }
  Variable* variable = MutableDynamic(process, symbol, kIndexed);
  variable->indexed = std::make_unique<IndexedArray>();
  for (size_t i = 0; i < values.size(); ++i)
    variable->indexed->Set(static_cast<int64_t>(i), values[i]);
  return variable->indexed->Get(0);
}

std::string Converted(Process& process, const Variable& variable, std::string_view value) {
  const ScopedMemoryCharge copies(&process.budget(), 3 * value.size());
  if (!process.budget().Tick(value.size() / 8) || !copies.ok()) return std::string();
  if (variable.Has(kLower)) return ChangeCase(value, 'L');
  if (variable.Has(kUpper)) return ChangeCase(value, 'U');
  if (variable.Has(kCapital)) return ChangeCase(ChangeCase(value, 'L'), '^');
  return std::string(value);
}

// RANDOM, SECONDS and some others take an assignment, the rest ignores it.
bool AssignDynamic(Process& process, Symbol symbol, std::string_view value) {
  int64_t number = 0;
  switch (symbol) {
    case kSymRandom:
      if (EvaluateArithmetic(process, value, "", &number))
        process.variables.SeedRandom(static_cast<uint32_t>(number));
      return true;
    case kSymSeconds:
      if (!EvaluateArithmetic(process, value, "", &number)) return true;
      process.variables.SetSecondsBase(
          static_cast<int64_t>(static_cast<uint64_t>(process.budget().clock().monotonic_ns()) -
                               static_cast<uint64_t>(number) * 1'000'000'000));
      return true;
    case kSymBashArgv0: process.name = value; return true;
    case kSymUnderscore: process.last_argument = value; return true;
    default: return true;
  }
}

// Replaces the value of a scalar, or adds to it. `added` may be a view of it.
bool StoreText(Process& process, Symbol symbol, std::string_view added, bool append) {
  Variable* variable = process.variables.Mutable(symbol);
  std::string& there = variable->value;
  std::string copy;
  if (std::greater_equal<>()(added.data(), there.data()) &&
      std::less_equal<>()(added.data(), there.data() + there.size())) {
    copy = std::string(added);
    added = copy;
  }
  // A text that moves to grow is there twice meanwhile.
  const size_t wanted = there.size() + added.size();
  ScopedMemoryCharge moving(&process.budget());
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
  if (append && variable->Has(kCases)) there = Converted(process, *variable, there);
  variable->is_set = true;
  if (process.options.Has(SetOption::kAllExport)) variable->attributes |= kExported;
  return true;
}

// To a nameref that refers to nothing yet (`symbol`), or in a circle.
bool AssignReference(Process& process, Symbol written, Symbol symbol, std::string_view value,
                     bool append) {
  if (!process.variables.Find(symbol)->value.empty()) {
    process.Error("warning: ", process.symbols().Name(written), ": circular name reference");
    if (auto binding = process.variables.Outermost(symbol, /*skips_namerefs=*/true)) {
      // A local nameref of its target's name: the variable behind the locals is meant.
      const OuterInPlace outer(&process.variables, binding);
      return AssignVariable(process, symbol, value, append);
    }
    process.Discard(1);
    return false;
  }
  std::string_view name = value.substr(0, value.find('['));
  if (!IsName(name)) {
    process.BuiltinError("`", value, "': not a valid identifier");
    process.Discard(1);
    return false;
  }
  Variable* reference = process.variables.Mutable(symbol);
  if (!reference->Charge(static_cast<int64_t>(value.size()))) return false;
  reference->value = value;
  reference->is_set = true;
  return true;
}

}  // namespace

// ---- reading

const std::string* MakeDynamic(Process& process, Symbol symbol) {
  const Variable* there = process.variables.Find(symbol);
  // Once it was unset it is a variable like others.
  if (there != nullptr && !there->Has(kDynamic)) return there->Scalar();
  if (symbol == kSymBashAliases) {
    MakeAliasArray(process);
    return nullptr;
  }
  if (symbol == kSymBashCmds) {
    MakeCommandArray(process);
    return nullptr;
  }
  if (auto values = DynamicList(process, symbol))
    return MakeList(process, symbol, *values,
                    symbol != kSymPipeStatus && symbol != kSymDirStack && symbol != kSymGroups);
  std::optional<std::string> value = DynamicText(process, symbol);
  if (!value) return there == nullptr ? nullptr : there->Scalar();
  Variable* variable = MutableDynamic(process, symbol, 0);
  auto grows = static_cast<int64_t>(value->size()) - static_cast<int64_t>(variable->value.size());
  if (variable->Charge(grows)) variable->value = *std::move(value);
  return &variable->value;
}

const std::string* ValueOf(Process& process, Symbol symbol) {
  const Variable* variable = process.variables.Find(symbol);
  if (symbol <= kLastDynamic && (variable == nullptr || variable->Has(kDynamic)))
    return MakeDynamic(process, symbol);
  if (variable == nullptr) return nullptr;
  if (variable->Has(kNameref) && !variable->value.empty()) {
    std::string element;
    Symbol target = process.variables.Resolve(symbol, &element);
    variable = process.variables.Find(target);
    if (variable == nullptr || target == symbol)
      return target == symbol                                ? nullptr
             : variable == nullptr && target <= kLastDynamic ? MakeDynamic(process, target)
                                                             : nullptr;
    if (!element.empty()) {
      if (variable->associative) return variable->associative->Get(element);
      int64_t index = 0;
      if (!ArrayIndex(process, variable, element, &index)) return nullptr;
      if (variable->indexed) return variable->indexed->Get(index);
      return index == 0 ? variable->Scalar() : nullptr;
    }
  }
  return variable->Scalar();
}

const std::string* ValueOf(Process& process, std::string_view variable) {
  return ValueOf(process, process.symbols().Intern(variable));
}

bool SplitTarget(Process& process, std::string_view target, std::string_view* variable,
                 std::string_view* subscript) {
  if (!SplitElement(target, variable, subscript)) return false;
  const Variable* found = process.variables.FindResolved(process.symbols().Intern(*variable));
  if (process.options.Has(Shopt::kAssocExpandOnce) && found != nullptr && found->associative)
    return true;
  return process.budget().Tick(target.size() / 8) &&
         FindSubscriptEnd(target, variable->size(), /*newlines=*/true) == target.size() - 1;
}

bool TargetSubscript(Process& process, std::string_view variable, std::string_view written,
                     std::string* subscript) {
  const Variable* found = process.variables.FindResolved(process.symbols().Intern(variable));
  const bool is_key = found != nullptr && found->associative;
  if (is_key && process.options.Has(Shopt::kAssocExpandOnce)) {
    *subscript = written;
    return true;
  }
  if (!Expander::ExpandSubscript(process, written, is_key, subscript)) return false;
  if (!is_key || !subscript->empty()) return true;
  process.ReportError(variable, "[", written, "]: bad array subscript");
  return false;
}

const std::string* ValueOfTarget(Process& process, std::string_view target) {
  std::string_view variable, written;
  std::string subscript;
  if (!SplitTarget(process, target, &variable, &written)) return ValueOf(process, target);
  if (!TargetSubscript(process, variable, written, &subscript)) return nullptr;
  const Variable* found = process.variables.FindResolved(process.symbols().Intern(variable));
  if (found == nullptr) return nullptr;
  if (found->associative) return found->associative->Get(subscript);
  int64_t index = 0;
  if (!ArrayIndex(process, found, subscript, &index) ||
      (found = process.variables.FindResolved(process.symbols().Intern(variable))) == nullptr)
    return nullptr;
  return found->indexed ? found->indexed->Get(index) : index == 0 ? found->Scalar() : nullptr;
}

std::string_view ValueOr(Process& process, std::string_view variable, std::string_view otherwise) {
  const std::string* value = ValueOf(process, variable);
  return value == nullptr ? otherwise : std::string_view(*value);
}

std::string Ifs(Process& process) {
  const std::string* value = ValueOf(process, kSymIfs);
  return value == nullptr ? " \t\n" : *value;
}

std::string_view JointOfIfs(Process& process) {
  const std::string* value = ValueOf(process, kSymIfs);
  if (value == nullptr) return " ";
  if (value->empty()) return "";
  return std::string_view(*value).substr(0, CountsBytes(process) ? 1 : CharacterAt(*value, 0));
}

// ---- writing

bool AssignVariable(Process& process, Symbol symbol, std::string_view value, bool append) {
  std::string element;
  Symbol written = symbol;
  symbol = process.variables.Resolve(symbol, &element);
  if (const Variable* reference = process.variables.Find(symbol);
      reference != nullptr && reference->Has(kNameref)) {
    return AssignReference(process, written, symbol, value, append);
  }
  if (!element.empty()) {
    std::string subscript = element;
    return AssignElement(process, symbol, subscript, value, append);
  }
  const Variable* old = process.variables.Find(symbol);
  if (old != nullptr && old->Has(kReadonly) && !CheckWritable(process, symbol)) return false;
  if (IsDynamicGroups(symbol, old)) return true;
  if (old != nullptr && old->IsArray()) return AssignElement(process, symbol, "0", value, append);
  if (symbol <= kLastDynamic && (old == nullptr || old->Has(kDynamic))) {
    return AssignDynamic(process, symbol, value);
  }
  std::string text;
  if (old != nullptr && old->Has(kInteger)) {
    const ScopedMemoryCharge copies(&process.budget(), value.size() + old->value.size());
    if (!copies.ok()) return false;
    std::string copy(value);
    int64_t number = 0;
    int64_t base = 0;
    std::string before = append && old->is_set ? old->value : std::string();
    std::string what = process.error_prefix.empty() ? std::string() : process.error_prefix + ": ";
    if (!EvaluateArithmetic(process, copy, what, &number) ||
        !EvaluateArithmetic(process, before, what, &base)) {
      process.DiscardAll();
      return false;
    }
    old = process.variables.Find(symbol);
    text = std::to_string(
        static_cast<int64_t>(static_cast<uint64_t>(number) + static_cast<uint64_t>(base)));
    append = false;
  }
  if (text.empty() && old != nullptr && old->Has(kCases)) text = Converted(process, *old, value);
  if (!StoreText(process, symbol, text.empty() ? value : std::string_view(text), append))
    return false;
  if (symbol == kSymOptind) process.getopts_at = 0;
  if (symbol == kSymHistSize) FollowHistorySize(process);
  if (symbol == kSymHistFileSize) FollowHistoryFileSize(process);
  if (IsPosixVariable(process, symbol)) SetPosixMode(process, true);
  return true;
}

bool CheckWritable(Process& process, Symbol symbol) {
  const Variable* variable = process.variables.Find(symbol);
  if (variable == nullptr || !variable->Has(kReadonly)) return true;
  process.ReportError(process.symbols().Name(symbol), ": readonly variable");
  return false;
}

bool ArrayIndex(Process& process, const Variable* variable, std::string_view subscript,
                int64_t* index) {
  // (Evaluating it may change the variable in which it stands.)
  MemoryCharge held;
  if (!held.Add(&process.budget(), static_cast<int64_t>(subscript.size()))) return false;
  std::string copy(subscript);
  if (!EvaluateArithmetic(process, copy, "", index)) {
    process.DiscardAll();
    return false;
  }
  if (*index >= 0) return true;
  int64_t size = variable != nullptr && variable->indexed ? variable->indexed->EndIndex()
                 : variable != nullptr && variable->Scalar() != nullptr ? 1
                                                                        : 0;
  *index = Wrapping(*index, size);
  return true;
}

Variable* MutableArray(Process& process, Symbol symbol, bool associative) {
  const Variable* old = process.variables.Find(symbol);
  if (old != nullptr && old->Has(kReadonly) && !CheckWritable(process, symbol)) return nullptr;
  Variable* variable = process.variables.Mutable(symbol);
  if (associative) {
    if (variable->indexed) {
      process.BuiltinError(process.symbols().Name(symbol),
                           ": cannot convert indexed to associative array");
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

bool AssignElement(Process& process, Symbol symbol, std::string_view subscript,
                   std::string_view value, bool append) {
  symbol = process.variables.Resolve(symbol, nullptr);
  if (IsDynamicGroups(symbol, process.variables.Find(symbol))) return true;
  if (symbol == kSymDirStack) {
    int64_t at = 0;
    if (!ArrayIndex(process, nullptr, subscript, &at)) return false;
    auto size = static_cast<int64_t>(process.directories->size());
    if (at >= 1 && at <= size) process.directories.Mutable()[static_cast<size_t>(at - 1)] = value;
    return true;
  }
  if (symbol == kSymBashAliases) {
    return process.aliases.Set(&process.budget(), std::string(subscript), std::string(value));
  }
  if (symbol == kSymBashCmds)
    return Kernel::HashOf(process).Set(&process.budget(), subscript, value, 0);
  const Variable* old = process.variables.Find(symbol);
  if (old != nullptr && old->Has(kReadonly) && !CheckWritable(process, symbol)) return false;
  bool associative = old != nullptr && old->associative;
  int64_t index = 0;
  ScopedMemoryCharge making(&process.budget(), subscript.size());
  if (!making.ok()) return false;
  std::string key(subscript);
  if (!associative) {
    if (!ArrayIndex(process, old, key, &index)) return false;
    if (index < 0) {
      process.ReportError(process.symbols().Name(symbol), "[", key, "]: bad array subscript");
      return false;
    }
  }
  std::string text;
  old = process.variables.Find(symbol);  // the subscript may have assigned
  if (associative && !process.budget().Tick(old->associative->Collisions(key))) return false;
  const std::string* previous = old == nullptr ? nullptr
                                : associative  ? old->associative->Get(key)
                                : old->indexed ? old->indexed->Get(index)
                                : index == 0   ? old->Scalar()
                                               : nullptr;
  const uint64_t size = value.size() + (append && previous != nullptr ? previous->size() : 0);
  if (size > 4096 && !process.budget().Tick(size / 8)) return false;
  if (!making.Add(static_cast<int64_t>(size))) return false;
  if (old != nullptr && old->Has(kInteger)) {
    int64_t number = 0, base = 0;
    if (!making.Add(static_cast<int64_t>(previous == nullptr ? 0 : previous->size()))) return false;
    std::string before = previous == nullptr ? "" : *previous;
    if (!EvaluateArithmetic(process, std::string(value), "", &number) ||
        (append && !EvaluateArithmetic(process, before, "", &base))) {
      process.DiscardAll();
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
    if (old != nullptr && old->Has(kCases)) text = Converted(process, *old, text);
  }
  old = process.variables.Find(symbol);
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
  Variable* variable = MutableArray(process, symbol, associative);
  making.Release();  // the text becomes the variable's
  if (variable == nullptr || !variable->Charge(delta)) return false;
  if (associative) {
    variable->associative->Set(key, std::move(text));
  } else {
    variable->indexed->Set(index, std::move(text));
  }
  variable->is_set = true;
  if (process.options.Has(SetOption::kAllExport)) variable->attributes |= kExported;
  return true;
}

bool AssignTarget(Process& process, std::string_view target, std::string_view value) {
  if (IsName(target)) return AssignVariable(process, process.symbols().Intern(target), value);
  std::string_view variable, written;
  std::string subscript;
  if (SplitTarget(process, target, &variable, &written)) {
    return TargetSubscript(process, variable, written, &subscript) &&
           AssignElement(process, process.symbols().Intern(variable), subscript, value);
  }
  process.BuiltinError("`", target, "': not a valid identifier");
  return false;
}

bool AssignArray(Process& process, Symbol symbol, std::vector<std::string> values,
                 MemoryCharge held) {
  symbol = process.variables.Resolve(symbol, nullptr);
  if (!CheckWritable(process, symbol)) return false;
  int64_t bytes = 0;
  for (const std::string& value : values)
    bytes += static_cast<int64_t>(value.size()) + IndexedArray::kElementBytes;
  Variable* variable = process.variables.Mutable(symbol);
  held.Release();  // they are the array's now
  if (!variable->Charge(bytes - (variable->charged - 128))) return false;
  variable->associative.reset();
  variable->value.clear();
  variable->attributes =
      static_cast<uint16_t>((variable->attributes & ~(kAssociative | kDynamic)) | kIndexed);
  variable->indexed = std::make_unique<IndexedArray>(std::move(values));
  variable->is_set = true;
  return true;
}

bool UnsetElement(Process& process, Symbol symbol, std::string_view subscript) {
  symbol = process.variables.Resolve(symbol, nullptr);
  if (symbol == kSymBashAliases) {
    process.aliases.Remove(&process.budget(), std::string(subscript));
    return true;
  }
  if (symbol == kSymBashCmds) return true;  // as in bash, which makes the element anew
  const Variable* variable = process.variables.Find(symbol);
  if (variable == nullptr) return true;
  if (variable->Has(kReadonly)) {
    process.BuiltinError(process.symbols().Name(symbol), ": cannot unset: readonly variable");
    return false;
  }
  MemoryCharge held;
  if (!held.Add(&process.budget(), static_cast<int64_t>(subscript.size()))) return false;
  std::string key(subscript);
  if (variable->associative) {
    process.budget().Tick(variable->associative->Collisions(key));
    process.variables.Mutable(symbol)->associative->Unset(key);
    return true;
  }
  int64_t index = 0;
  if (!ArrayIndex(process, variable, key, &index)) return false;
  variable = process.variables.Find(symbol);
  if (index < 0) {
    process.BuiltinError("[", key, "]: bad array subscript");
    return false;
  }
  if (variable->indexed) {
    process.budget().Tick(variable->indexed->MovedByUnset(index) / 8 + 1);
    process.variables.Mutable(symbol)->indexed->Unset(index);
  } else if (index == 0) {
    return UnsetVariable(process, symbol);
  } else {
    process.BuiltinError(process.symbols().Name(symbol), ": not an array variable");
    return false;
  }
  return true;
}

bool UnsetVariable(Process& process, Symbol symbol) {
  if (symbol <= kLastDynamic) MakeDynamic(process, symbol);
  const Variable* variable = process.variables.Find(symbol);
  if (variable == nullptr && symbol > kLastDynamic) return true;
  if (variable != nullptr && variable->Has(kReadonly)) {
    process.BuiltinError(process.symbols().Name(symbol), ": cannot unset: readonly variable");
    return false;
  }
  const std::optional<size_t> gone = process.variables.Unset(
      symbol, process.frames.CallMark(), process.options.Has(Shopt::kLocalvarUnset));
  if (gone) process.frames.RemovedBinding(*gone);
  if (symbol == kSymHistSize) FollowHistorySize(process);
  if (IsPosixVariable(process, symbol)) SetPosixMode(process, false);
  return true;
}

Variable* MakeLocal(Process& process, Symbol symbol, bool inherit) {
  const size_t mark = process.frames.CallMark();
  const size_t end = process.frames.CallEnd(process.variables.bindings().size());
  if (process.variables.MakeLocal(symbol, inherit, mark, end)) process.frames.AddedBindingOfCall();
  return process.variables.Mutable(symbol);
}

}  // namespace pysub::shell
