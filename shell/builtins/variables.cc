#include <algorithm>
#include <optional>
#include <utility>

#include "shell/builtins/builtins.h"
#include "shell/builtins/declarations.h"
#include "shell/expand/text.h"
#include "shell/run/growing_text.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/posix.h"
#include "shell/run/steps.h"
#include "shell/run/tracing.h"
#include "shell/run/variable_access.h"
#include "shell/syntax/print.h"
#include "shell/syntax/word_state.h"

// declare, local, export, readonly.

namespace pysub::shell {
namespace {

void ArrayText(const Variable& variable, GrowingText* text) {
  text->Append('(');
  bool first = true;
  if (variable.indexed) {
    for (int64_t key : variable.indexed->Keys()) {
      if (!variable.budget->Tick(1)) return;
      text->Append(std::exchange(first, false) ? "[" : " [");
      text->Append(std::to_string(key));
      text->Append("]=");
      QuoteDouble(*variable.indexed->Get(key), text);
      if (text->full()) return;
    }
  } else if (const ScopedMemoryCharge keys(variable.budget,
                                           static_cast<uint64_t>(variable.charged));
             keys.ok()) {
    for (const std::string& key : variable.associative->Keys()) {
      text->Append('[');
      QuoteKey(key, text);
      text->Append("]=");
      QuoteDouble(*variable.associative->Get(key), text);
      text->Append(' ');
      if (text->full()) return;
    }
  }
  text->Append(')');
}

// =value, where there is one.
void ValueText(const Variable& variable, GrowingText* text) {
  if (!variable.is_set) return;
  text->Append('=');
  variable.IsArray() ? ArrayText(variable, text) : QuoteDouble(variable.value, text);
}

std::vector<Symbol> SortedSymbols(Process& process) {
  std::vector<Symbol> symbols;
  for (Symbol symbol = 0; symbol < process.variables.size(); ++symbol) {
    const Variable* variable = process.variables.Find(symbol);
    if (variable == nullptr) continue;
    if (symbol == kSymLineno || symbol == kSymRandom) MakeDynamic(process, symbol);
    symbols.push_back(symbol);
  }
  std::sort(symbols.begin(), symbols.end(), [&](Symbol a, Symbol b) {
    return process.symbols().Name(a) < process.symbols().Name(b);
  });
  return symbols;
}

struct Declaration {
  uint16_t set = 0;
  uint16_t clear = 0;
  bool functions = false;
  bool names_only = false;
  bool prints = false;
  bool global = false;
  bool local = false;
  bool inherit = false;
  bool silent = false;   // export and readonly do not name themselves
  bool options = false;  // `-` is the options of set: local
};

std::string FunctionLetters(const Function& function) {
  return std::string("f") + (function.readonly ? "r" : "") + (function.traced ? "t" : "") +
         (function.exported ? "x" : "");
}

bool HasLetters(std::string_view letters, uint16_t wanted) {
  return (!(wanted & kReadonly) || letters.find('r') != std::string_view::npos) &&
         (!(wanted & kTraced) || letters.find('t') != std::string_view::npos) &&
         (!(wanted & kExported) || letters.find('x') != std::string_view::npos);
}

// The function for changing its attributes: forks share what they were born with. Null: there is
// none.
Function* MutableFunction(Process& process, std::string_view name) {
  if (process.functions->find(name) == process.functions->end()) return nullptr;
  Ref<Function>& function = process.functions.Mutable().find(name)->second;
  if (!function.unique()) function = MakeRef<Function>(*function);
  return function.get();
}

int PrintFunctions(Process& process, const std::vector<std::string>& args, size_t at,
                   const Declaration& what) {
  bool names_only = what.names_only;
  uint16_t wanted = what.set;
  int status = 0;
  if (at >= args.size()) {
    for (const auto& [name, function] : *process.functions) {
      if (!process.budget().Tick(16)) break;
      std::string letters = FunctionLetters(*function);
      if (!HasLetters(letters, wanted)) continue;
      if (!names_only) process.Write(1, PrintFunction(function->node, &process.budget()).items());
      if (names_only || letters.size() > 1)
        process.Write(1, "declare -" + letters + " " + name + "\n");
    }
    return 0;
  }
  for (; at < args.size(); ++at) {
    if (!process.budget().Tick(16)) return 1;
    auto found = process.functions->find(args[at]);
    if (found == process.functions->end()) {
      status = 1;
    } else {
      if (!names_only)
        process.Write(1, PrintFunction(found->second->node, &process.budget()).items());
      std::string letters = FunctionLetters(*found->second);
      if (what.prints && (names_only || letters.size() > 1)) {
        process.Write(1, "declare -" + letters + " " + args[at] + "\n");
      } else if (names_only && process.options.Has(Shopt::kExtdebug)) {
        const Function& function = *found->second;
        process.Write(
            1, args[at] + " " + std::to_string(function.node->line) + " " + function.source + "\n");
      } else if (names_only) {
        process.Write(1, args[at] + "\n");
      }
    }
  }
  return status;
}

bool IsArrayText(std::string_view value) { return value.starts_with('(') && value.ends_with(')'); }

// The elements of a text as in declare -a "x=(1 2)"; null: it is not the text of an array alone.
std::shared_ptr<Unit> ParseArrayText(Process& process, std::string_view value,
                                     std::span<const Word* const>* elements) {
  const ScopedMemoryCharge copies(&process.budget(), 2 * value.size());
  if (!copies.ok()) return nullptr;
  Parser parser(MakeSource("x=" + std::string(value), &process.budget()), process.symbols(),
                process.line, process.parse_options());
  std::shared_ptr<Unit> unit = parser.Next();
  if (unit == nullptr || unit->root->kind != NodeKind::kSimple || parser.left() > 0) return nullptr;
  const auto& node = static_cast<const SimpleNode&>(*unit->root);
  if (node.assignments.size() != 1 || !node.words.empty() || !node.redirects.empty())
    return nullptr;
  const WordAssignment* assignment = node.assignments[0]->assignment;
  if (!assignment->is_array) return nullptr;
  *elements = assignment->elements;
  return unit;
}

const Word* SubscriptOf(const Word* element) {
  return element->assignment != nullptr && element->assignment->name.empty()
             ? element->assignment->subscript
             : nullptr;
}

bool IsSimpleElement(const Word* element) {
  const Word* subscript = SubscriptOf(element);
  return Expander::IsSimple(element) && (subscript == nullptr || Expander::IsSimple(subscript));
}

// As name=(...) does it. Without command substitutions: see NeedsShell().
bool AssignArrayText(Process& process, Symbol symbol, std::string_view value, bool append) {
  std::span<const Word* const> elements;
  std::shared_ptr<Unit> unit = ParseArrayText(process, value, &elements);
  if (unit == nullptr || !std::all_of(elements.begin(), elements.end(), IsSimpleElement))
    return false;
  process.command.array = ArrayBuild();
  const Run built =
      BuildArray(process, elements, process.variables.Find(symbol)->associative != nullptr);
  ArrayBuild array = std::exchange(process.command.array, ArrayBuild());
  if (built != Run::kDone) {
    process.expander = Expander();  // it stands in words that end here
    return false;
  }
  return ApplyArray(process, symbol, std::move(array.items), append, std::move(array.held));
}

// name=(...) or name+=(...) as the one word of an operand: where the value begins, or npos.
size_t ArrayTextAt(Process& process, const std::string& arg, const Declaration& what) {
  size_t equals = arg.find('=');
  if (equals == std::string::npos || !IsArrayText(std::string_view(arg).substr(equals + 1)))
    return std::string::npos;
  std::string_view name = std::string_view(arg).substr(0, equals);
  if (name.ends_with('+')) name.remove_suffix(1);
  if (!IsName(name)) return std::string::npos;
  const Variable* variable = what.local && !what.global
                                 ? nullptr
                                 : process.variables.FindResolved(process.symbols().Intern(name));
  bool is_array =
      (what.set & (kIndexed | kAssociative)) != 0 || (variable != nullptr && variable->IsArray());
  return is_array ? equals + 1 : std::string::npos;
}

// declare -a 'x=($(command))': what waits for a command cannot be expanded within a builtin.
bool NeedsShell(Process& process, const std::vector<std::string>& args, size_t at,
                const Declaration& what) {
  for (; at < args.size(); ++at) {
    size_t begins = ArrayTextAt(process, args[at], what);
    if (begins == std::string::npos || args[at].find_first_of("$`<>", begins) == std::string::npos)
      continue;
    std::span<const Word* const> elements;
    std::shared_ptr<Unit> unit =
        ParseArrayText(process, std::string_view(args[at]).substr(begins), &elements);
    if (unit != nullptr && !std::all_of(elements.begin(), elements.end(), IsSimpleElement))
      return true;
  }
  return false;
}

// The same declaration once more, as a command whose arrays are written as arrays.
BuiltinResult DeclareByShell(Process& process, const std::vector<std::string>& args, size_t first,
                             const Declaration& what) {
  std::string_view name = args[0];
  for (std::string_view other : {"declare", "typeset"}) {
    if (process.functions->find(name) != process.functions->end()) name = other;
  }
  GrowingText text(&process.budget());
  text.Append(name);
  for (size_t i = 1; i < args.size() && !text.full(); ++i) {
    text.Append(' ');
    const std::vector<ArrayItem>* elements = nullptr;
    for (const auto& [at, items] : process.command.arg_arrays) {
      if (at == i) elements = &items;
    }
    if (elements != nullptr) {
      text.Append(args[i]);
      text.Append('(');
      for (const ArrayItem& item : *elements) {
        text.Append(' ');
        if (item.has_key) {
          text.Append('[');
          QuoteAlways(item.key, &text);
          text.Append(item.append ? "]+=" : "]=");
        }
        QuoteAlways(item.value, &text);
        if (text.full()) return 1;
      }
      text.Append(')');
    } else if (i >= first && ArrayTextAt(process, args[i], what) != std::string::npos) {
      text.Append(args[i]);
    } else {
      QuoteAlways(args[i], &text);
    }
  }
  if (text.full() || process.functions->find(name) != process.functions->end()) return 1;
  process.status = 0;
  ++process.trace_level;
  process.PushScript(text.text(), ScriptState::Kind::kEval, process.line);
  return BuiltinResult::Kind::kPushed;
}

// One operand: name, name=value, name+=value, name[subscript]=value, or name= with
// elements in arg_arrays.
struct Operand {
  std::string name;
  std::string subscript;
  bool has_subscript = false;
  bool append = false;
  bool has_value = false;
  std::string value;
  const std::vector<ArrayItem>* elements = nullptr;
};

// False, with a message: it is none.
bool ParseOperand(Process& process, const std::string& arg, size_t position,
                  const Declaration& what, Operand* operand) {
  size_t equals = 0;
  while (equals < arg.size() && IsNameChar(arg[equals])) ++equals;
  operand->name = arg.substr(0, equals);
  if (equals < arg.size() && arg[equals] == '[') {
    const size_t close = FindSubscriptEnd(arg, equals, /*newlines=*/true);
    if (close != std::string::npos) {
      operand->has_subscript = true;
      operand->subscript = arg.substr(equals + 1, close - equals - 1);
      equals = close + 1;
    }
  }
  const std::string_view rest = std::string_view(arg).substr(equals);
  operand->append = rest.starts_with("+=");
  operand->has_value = operand->append || rest.starts_with('=');
  if (what.silent && operand->has_subscript) {
    process.BuiltinError("`", std::string_view(arg).substr(0, equals), "': not a valid identifier");
    return false;
  }
  if (!IsName(operand->name) || (!operand->has_value && !rest.empty())) {
    process.BuiltinError("`", arg, "': not a valid identifier");
    return false;
  }
  if (operand->has_value) operand->value = rest.substr(operand->append ? 2 : 1);
  for (const auto& [at, items] : process.command.arg_arrays) {
    if (at == position) operand->elements = &items;
  }
  return true;
}

// The variable may be declared so, and is an array now if it is to be one. False: the message was
// printed.
bool BecomesDeclared(Process& process, Symbol symbol, const Operand& operand,
                     const Declaration& what) {
  const Variable* old = process.variables.Find(symbol);
  if (old != nullptr && old->Has(kReadonly) && (operand.has_value || (what.clear & kReadonly))) {
    what.silent ? process.Error(operand.name, ": readonly variable")
                : process.BuiltinError(operand.name, ": readonly variable");
    return false;
  }
  const uint16_t arrays = what.clear & (kIndexed | kAssociative);
  if (old != nullptr && arrays != 0 && old->Has(arrays)) {
    process.BuiltinError(operand.name, ": cannot destroy array variables in this way");
    return false;
  }
  if ((what.set & kAssociative) && MutableArray(process, symbol, true) == nullptr) return false;
  if (!(what.set & kIndexed)) return true;
  old = process.variables.Find(symbol);
  if (old != nullptr && old->associative) {
    process.BuiltinError(operand.name, ": cannot convert associative to indexed array");
    return false;
  }
  return MutableArray(process, symbol, false) != nullptr;
}

// What declare -n makes it refer to.
bool AssignNameref(Process& process, Variable* variable, const Operand& operand,
                   const Declaration& what) {
  const std::string& name = operand.name;
  const std::string& value = operand.value;
  if (value == name && !what.local) {
    process.BuiltinError(name, ": nameref variable self references not allowed");
    if (!variable->is_set) variable->attributes &= static_cast<uint16_t>(~kNameref);
    return false;
  }
  if (!IsName(value.substr(0, value.find('['))) && !value.empty()) {
    process.BuiltinError("`", value, "': invalid variable name for name reference");
    variable->attributes &= static_cast<uint16_t>(~kNameref);
    return false;
  }
  if (value == name) {
    process.BuiltinError("warning: ", name, ": circular name reference");
    // (what it refers to is looked up)
    process.Error("warning: ", name, ": circular name reference");
  }
  variable->value = value;
  variable->is_set = true;
  return true;
}

bool AssignOperand(Process& process, Symbol symbol, const Operand& operand,
                   const Declaration& what) {
  if (operand.elements != nullptr)
    return ApplyArray(process, symbol, *operand.elements, operand.append);
  if (!operand.has_value) return true;
  if (!operand.subscript.empty()) {
    std::string key;
    return TargetSubscript(process, operand.name, operand.subscript, &key) &&
           AssignElement(process, symbol, key, operand.value, operand.append);
  }
  if (process.variables.Find(symbol)->IsArray() && IsArrayText(operand.value)) {
    return AssignArrayText(process, symbol, operand.value, operand.append);
  }
  if (what.silent && process.options.Has(SetOption::kXTrace)) {
    Trace(process, operand.name + (operand.append ? "+=" : "=") + QuoteForTrace(operand.value));
  }
  return AssignVariable(process, symbol, operand.value, operand.append);
}

// `local -`: when the function returns, the options of `set` are as they are now.
void KeepOptions(Process& process) {
  Frame* frame = process.frames.InnermostCall();
  if (frame == nullptr || std::exchange(frame->call->restores_options, true)) return;
  frame->call->options = process.options;
}

bool DeclareOne(Process& process, const std::string& arg, size_t position,
                const Declaration& what) {
  MemoryCharge held;
  if (!held.Add(&process.budget(), static_cast<int64_t>(arg.size())) ||
      !process.budget().Tick((arg.size() + process.variables.bindings().size()) / 16 +
                             process.command.arg_arrays.size() / 8)) {
    return false;
  }
  Operand operand;
  if (!ParseOperand(process, arg, position, what, &operand)) return false;
  Symbol symbol = process.symbols().Intern(operand.name);
  const bool nameref = (what.set & kNameref) != 0;
  if (symbol <= kLastDynamic && !what.local) MakeDynamic(process, symbol);
  if (what.local && !what.global) {
    const Variable* old = process.variables.Find(symbol);
    if (old != nullptr && old->Has(kReadonly) && !old->Has(kLocal)) {
      process.BuiltinError(operand.name, ": readonly variable");
      return false;
    }
    MakeLocal(process, symbol, what.inherit || process.options.Has(Shopt::kLocalvarInherit));
  } else if (!nameref && !(what.clear & kNameref)) {
    symbol = process.variables.Resolve(symbol, nullptr);
  }
  // declare -g: the variable behind all locals of the name stands in their place.
  const OuterInPlace global(
      &process.variables, what.global ? process.variables.Outermost(symbol, false) : std::nullopt);
  if (!BecomesDeclared(process, symbol, operand, what)) return false;
  // Being an array is settled, and it is read-only once it has its value.
  constexpr uint16_t kOthers = static_cast<uint16_t>(~(kReadonly | kIndexed | kAssociative));
  constexpr uint16_t kCases = kLower | kUpper | kCapital;
  Variable* variable = process.variables.Mutable(symbol);
  if (what.set & kCases) variable->attributes &= static_cast<uint16_t>(~kCases);
  variable->attributes = static_cast<uint16_t>((variable->attributes | (what.set & kOthers)) &
                                               ~(what.clear & kOthers));
  const bool ok = nameref && operand.has_value ? AssignNameref(process, variable, operand, what)
                                               : AssignOperand(process, symbol, operand, what);
  if (what.set & kReadonly) process.variables.Mutable(symbol)->attributes |= kReadonly;
  return ok;
}

// `command`: export or readonly, which posix mode shows in place of declare; empty: declare.
void WriteDeclaration(Process& process, const std::string& name, const Variable& variable,
                      std::string_view command = {}) {
  GrowingText text(&process.budget());
  if (command.empty()) {
    DeclareText(name, variable, &text);
  } else {
    text.Append(command);
    text.Append(variable.indexed ? " -a " : variable.associative ? " -A " : " ");
    text.Append(name);
    ValueText(variable, &text);
  }
  if (text.Append('\n')) process.Write(1, text.text());
}

// -p NAME...
int PrintNamed(Process& process, const std::vector<std::string>& args, size_t at) {
  int status = 0;
  for (; at < args.size(); ++at) {
    if (!process.budget().Tick(16)) return 1;
    Symbol symbol = process.symbols().Intern(args[at]);
    if (symbol <= kLastDynamic) MakeDynamic(process, symbol);
    const Variable* variable = process.variables.Find(symbol);
    if (variable != nullptr && symbol <= kLastDynamic && !variable->Has(kDynamic) &&
        !variable->is_set)
      variable = nullptr;
    if (variable == nullptr) {
      auto function = process.functions->find(args[at]);
      if (function != process.functions->end()) {
        process.Write(1, PrintFunction(function->second->node, &process.budget()).items());
        continue;
      }
      process.BuiltinError(args[at], ": not found");
      status = 1;
      continue;
    }
    WriteDeclaration(process, args[at], *variable);
  }
  return status;
}

void PrintAll(Process& process, uint16_t wanted, std::string_view command = {}) {
  if (!InPosixMode(process)) command = {};
  for (Symbol symbol : SortedSymbols(process)) {
    const Variable* variable = process.variables.Find(symbol);
    if ((variable->attributes & wanted) != wanted) continue;
    WriteDeclaration(process, process.symbols().Name(symbol), *variable, command);
    if (!process.budget().Tick(16)) return;
  }
}

BuiltinResult DeclareWith(Process& process, const std::vector<std::string>& args, Declaration what,
                          std::string_view letters) {
  OptionReader options(process, args, letters, true);
  while (char option = options.Next()) {
    uint16_t bit = 0;
    switch (option) {
      case '?': return 2;
      case 'a': bit = kIndexed; break;
      case 'A': bit = kAssociative; break;
      case 'i': bit = kInteger; break;
      case 'l': bit = kLower; break;
      case 'u': bit = kUpper; break;
      case 'c': bit = kCapital; break;
      case 'n': bit = kNameref; break;
      case 'r': bit = kReadonly; break;
      case 't': bit = kTraced; break;
      case 'x': bit = kExported; break;
      case 'f': what.functions = true; break;
      case 'F': what.functions = what.names_only = true; break;
      case 'p': what.prints = true; break;
      case 'g': what.global = true; break;
      case 'I': what.inherit = true; break;
      default: break;
    }
    if (options.plus()) {
      what.clear |= bit;
    } else {
      what.set |= bit;
    }
  }
  size_t at = options.index();
  if (what.functions) {
    if (at < args.size() && ((what.set | what.clear) & (kExported | kReadonly | kTraced))) {
      int status = 0;
      for (; at < args.size(); ++at) {
        Function* function = MutableFunction(process, args[at]);
        if (function == nullptr) {
          status = 1;
          continue;
        }
        const uint16_t changed = what.set | what.clear;
        if (changed & kExported) function->exported = (what.set & kExported) != 0;
        if (what.set & kReadonly) function->readonly = true;
        if (changed & kTraced) function->traced = (what.set & kTraced) != 0;
      }
      return status;
    }
    return PrintFunctions(process, args, at, what);
  }
  if (what.prints && at < args.size()) return PrintNamed(process, args, at);
  if (at >= args.size()) {
    if (what.local) return 0;
    if (!what.prints && what.set == 0) {
      ListVariables(process);
      return 0;
    }
    PrintAll(process, what.set);
    return 0;
  }
  if (NeedsShell(process, args, at, what)) return DeclareByShell(process, args, at, what);
  int status = 0;
  for (; at < args.size(); ++at) {
    if (!process.budget().Tick(4)) return 1;
    if (what.options && args[at] == "-")
      KeepOptions(process);
    else if (!DeclareOne(process, args[at], at, what))
      status = 1;
  }
  return status;
}

}  // namespace

void DeclareText(const std::string& name, const Variable& variable, GrowingText* text) {
  const std::string letters = variable.AttributeLetters();
  text->Append("declare -" + (letters.empty() ? "-" : letters) + " ");
  text->Append(name);
  ValueText(variable, text);
}

void ListVariables(Process& process) {
  for (Symbol symbol : SortedSymbols(process)) {
    const Variable* variable = process.variables.Find(symbol);
    if (!variable->is_set) continue;
    GrowingText text(&process.budget());
    text.Append(process.symbols().Name(symbol));
    text.Append('=');
    if (variable->IsArray())
      ArrayText(*variable, &text);
    else if (InPosixMode(process))
      QuoteForTrace(variable->value, &text);  // (never as $'...' where blanks are in it)
    else
      QuoteIfNeeded(variable->value, &text);
    if (text.Append('\n')) process.Write(1, text.text());
    if (!process.budget().Tick(16)) return;
  }
}

BuiltinResult BuiltinDeclare(Process& process, const std::vector<std::string>& args) {
  return DeclareWith(process, args, {.local = process.InFunction()}, "aAilucnrtxfFpgI");
}

BuiltinResult BuiltinLocal(Process& process, const std::vector<std::string>& args) {
  if (!process.InFunction()) {
    process.BuiltinError("can only be used in a function");
    return 1;
  }
  if (args.size() == 1 || (args.size() == 2 && args[1] == "-p")) {
    std::vector<std::string> lines;
    MemoryCharge held;
    const std::vector<Binding>& bindings = process.variables.bindings();
    for (size_t i = process.frames.CallMark(); i < bindings.size(); ++i) {
      const Variable* variable = process.variables.Find(bindings[i].symbol);
      if (variable == nullptr) continue;
      GrowingText line(&process.budget());
      DeclareText(process.symbols().Name(bindings[i].symbol), *variable, &line);
      line.Append('\n');
      lines.push_back(line.Take(&held));
      if (process.budget().stopped()) return 1;
    }
    std::sort(lines.begin(), lines.end());
    const Frame* frame = process.frames.InnermostCall();
    if (frame != nullptr && frame->call->restores_options) process.Write(1, "local -\n");
    for (const std::string& line : lines) process.Write(1, line);
    return 0;
  }
  return DeclareWith(process, args, {.local = true, .options = true}, "aAilucnrtxpgI");
}

BuiltinResult BuiltinExport(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "fnp");
  bool functions = false, removes = false;
  while (char option = options.Next()) {
    if (option == '?') return 2;
    functions = functions || option == 'f';
    removes = removes || option == 'n';
  }
  if (options.index() >= args.size()) {
    if (functions)
      return PrintFunctions(process, args, args.size(),
                            {.set = kExported, .functions = true, .prints = true});
    PrintAll(process, kExported, "export");
    return 0;
  }
  int status = 0;
  for (size_t at = options.index(); at < args.size(); ++at) {
    if (functions) {
      if (Function* function = MutableFunction(process, args[at])) {
        function->exported = !removes;
      } else {
        process.BuiltinError(args[at], ": not a function");
        status = 1;
      }
      continue;
    }
    Declaration what{.silent = true};
    (removes ? what.clear : what.set) = kExported;
    if (!DeclareOne(process, args[at], at, what)) status = 1;
  }
  return status;
}

BuiltinResult BuiltinReadonly(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "aAfp");
  Declaration what{.set = kReadonly, .silent = true};
  while (char option = options.Next()) {
    if (option == '?') return 2;
    if (option == 'a') what.set |= kIndexed;
    if (option == 'A') what.set |= kAssociative;
    if (option == 'f') what.functions = true;
  }
  if (options.index() >= args.size()) {
    if (what.functions) return PrintFunctions(process, args, args.size(), what);
    PrintAll(process, what.set, "readonly");
    return 0;
  }
  int status = 0;
  for (size_t at = options.index(); at < args.size(); ++at) {
    if (what.functions) {
      if (Function* function = MutableFunction(process, args[at])) {
        function->readonly = true;
      } else {
        process.BuiltinError(args[at], ": not a function");
        status = 1;
      }
    } else if (!DeclareOne(process, args[at], at, what)) {
      status = 1;
    }
  }
  return status;
}

}  // namespace pysub::shell
