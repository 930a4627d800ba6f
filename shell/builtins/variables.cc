#include <algorithm>
#include <utility>

#include "shell/builtins/builtins.h"
#include "shell/builtins/declarations.h"
#include "shell/expand/text.h"
#include "shell/run/known_symbols.h"
#include "shell/run/machine.h"
#include "shell/syntax/print.h"

// declare, local, export, readonly, unset.

namespace pysub::shell {
namespace {

std::string ArrayText(const Variable& variable) {
  std::string text = "(";
  auto add = [&](const std::string& key, const std::string& value, bool last_space) {
    if (!last_space && text.size() > 1) text += ' ';
    text += "[" + key + "]=" + QuoteDouble(value);
    if (last_space) text += ' ';
  };
  if (variable.indexed) {
    for (int64_t key : variable.indexed->Keys()) add(std::to_string(key), *variable.indexed->Get(key), false);
  } else {
    for (const std::string& key : variable.associative->Keys()) {
      bool plain = QuoteIfNeeded(key) == key && !key.empty();
      add(plain ? key : QuoteDouble(key), *variable.associative->Get(key), true);
    }
  }
  return text + ")";
}

std::string Letters(const Variable& variable) {
  std::string letters;
  if (variable.Has(kIndexed)) letters += 'a';
  if (variable.Has(kAssociative)) letters += 'A';
  if (variable.Has(kInteger)) letters += 'i';
  if (variable.Has(kNameref)) letters += 'n';
  if (variable.Has(kReadonly)) letters += 'r';
  if (variable.Has(kTraced)) letters += 't';
  if (variable.Has(kExported)) letters += 'x';
  if (variable.Has(kCapital)) letters += 'c';
  if (variable.Has(kLower)) letters += 'l';
  if (variable.Has(kUpper)) letters += 'u';
  return letters.empty() ? "-" : letters;
}

std::vector<Symbol> SortedSymbols(Process& process) {
  std::vector<Symbol> symbols;
  for (Symbol symbol = 0; symbol < process.variables.size(); ++symbol) {
    const Variable* variable = process.variables.Find(symbol);
    if (variable == nullptr) continue;
    if (symbol == kSymLineno || symbol == kSymRandom) process.Dynamic(symbol);
    symbols.push_back(symbol);
  }
  std::sort(symbols.begin(), symbols.end(), [&](Symbol a, Symbol b) { return process.symbols().Name(a) < process.symbols().Name(b); });
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
  bool silent = false;  // export and readonly do not name themselves
};

std::string FunctionLetters(const Function& function) {
  return std::string("f") + (function.readonly ? "r" : "") + (function.traced ? "t" : "") + (function.exported ? "x" : "");
}

bool HasLetters(std::string_view letters, uint16_t wanted) {
  return (!(wanted & kReadonly) || letters.find('r') != std::string_view::npos) &&
         (!(wanted & kTraced) || letters.find('t') != std::string_view::npos) &&
         (!(wanted & kExported) || letters.find('x') != std::string_view::npos);
}

int PrintFunctions(Process& process, const std::vector<std::string>& args, size_t at, const Declaration& what) {
  bool names_only = what.names_only;
  uint16_t wanted = what.set;
  int status = 0;
  if (at >= args.size()) {
    for (const auto& [name, function] : *process.functions) {
      if (!process.budget().Tick(16)) break;
      std::string letters = FunctionLetters(*function);
      if (!HasLetters(letters, wanted)) continue;
      if (!names_only) process.Write(1, PrintFunction(function->node));
      if (names_only || letters.size() > 1) process.Write(1, "declare -" + letters + " " + name + "\n");
    }
    return 0;
  }
  for (; at < args.size(); ++at) {
    if (!process.budget().Tick(16)) return 1;
    auto found = process.functions->find(args[at]);
    if (found == process.functions->end()) {
      status = 1;
    } else {
      if (!names_only) process.Write(1, PrintFunction(found->second->node));
      std::string letters = FunctionLetters(*found->second);
      if (what.prints && (names_only || letters.size() > 1)) {
        process.Write(1, "declare -" + letters + " " + args[at] + "\n");
      } else if (names_only) {
        process.Write(1, args[at] + "\n");
      }
    }
  }
  return status;
}

// One operand: name, name=value, name+=value, name[subscript]=value, or name= with elements in arg_arrays.
bool DeclareOne(Process& process, const std::string& arg, size_t position, const Declaration& what) {
  size_t end = 0;
  while (end < arg.size() && IsNameChar(arg[end])) ++end;
  std::string name = arg.substr(0, end);
  std::string subscript;
  size_t equals = end;
  if (end < arg.size() && arg[end] == '[') {
    size_t close = arg.find(']', end);
    if (close != std::string::npos) {
      subscript = arg.substr(end + 1, close - end - 1);
      equals = close + 1;
    }
  }
  bool append = equals + 1 < arg.size() && arg[equals] == '+' && arg[equals + 1] == '=';
  bool has_value = append || (equals < arg.size() && arg[equals] == '=');
  if (!IsName(name) || (!has_value && equals != arg.size())) {
    process.BuiltinError("`" + arg + "': not a valid identifier");
    return false;
  }
  HeldMemory held;
  if (!held.Add(&process.budget(), static_cast<int64_t>(arg.size()))) return false;
  std::string value = has_value ? arg.substr(equals + (append ? 2 : 1)) : std::string();
  const std::vector<ArrayItem>* elements = nullptr;
  for (const auto& [at, items] : process.arg_arrays) {
    if (at == position) elements = &items;
  }
  Symbol symbol = process.symbols().Intern(name);
  bool nameref = (what.set & kNameref) != 0;
  if (symbol <= kLastDynamic && !what.local) process.Dynamic(symbol);
  if (what.local && !what.global) {
    const Variable* old = process.variables.Find(symbol);
    if (old != nullptr && old->Has(kReadonly) && !old->Has(kLocal)) {
      process.BuiltinError(name + ": readonly variable");
      return false;
    }
    process.MakeLocal(symbol, what.inherit || process.Has(Shopt::kLocalvarInherit));
  } else if (!nameref && !(what.clear & kNameref)) {
    symbol = process.Resolve(symbol, nullptr);
  }
  // declare -g: the variable behind all locals.
  Ref<Variable> hidden;
  Binding* outermost = nullptr;
  if (what.global) {
    for (Binding& binding : process.bindings) {
      if (binding.symbol == symbol) {
        outermost = &binding;
        break;
      }
    }
    if (outermost != nullptr) {
      hidden = process.variables.Get(symbol);
      process.variables.Replace(symbol, outermost->outer);
    }
  }
  bool ok = true;
  const Variable* old = process.variables.Find(symbol);
  if (old != nullptr && old->Has(kReadonly) && (has_value || (what.clear & kReadonly))) {
    what.silent ? process.Error(name + ": readonly variable") : process.BuiltinError(name + ": readonly variable");
    ok = false;
  }
  uint16_t arrays = what.clear & (kIndexed | kAssociative);
  if (ok && old != nullptr && arrays != 0 && old->Has(arrays)) {
    process.BuiltinError(name + ": cannot destroy array variables in this way");
    ok = false;
  }
  if (ok && (what.set & kAssociative)) ok = process.MutableArray(symbol, true) != nullptr;
  if (ok && (what.set & kIndexed)) {
    if (old != nullptr && old->associative) {
      process.BuiltinError(name + ": cannot convert associative to indexed array");
      ok = false;
    } else {
      ok = process.MutableArray(symbol, false) != nullptr;
    }
  }
  if (ok) {
    Variable* variable = process.variables.Mutable(symbol);
    uint16_t set = what.set & static_cast<uint16_t>(~(kReadonly | kIndexed | kAssociative));
    if (set & (kLower | kUpper | kCapital)) variable->attributes &= static_cast<uint16_t>(~(kLower | kUpper | kCapital));
    variable->attributes = static_cast<uint16_t>((variable->attributes | set) & ~(what.clear & ~(kReadonly | kIndexed | kAssociative)));
    if (nameref && has_value) {
      if (value == name && !what.local) {
        process.BuiltinError(name + ": nameref variable self references not allowed");
        ok = false;
      } else if (!IsName(value.substr(0, value.find('['))) && !value.empty()) {
        process.BuiltinError("`" + value + "': invalid variable name for name reference");
        variable->attributes &= static_cast<uint16_t>(~kNameref);
        ok = false;
      } else {
        if (value == name) process.BuiltinError("warning: " + name + ": circular name reference");
        variable->value = value;
        variable->is_set = true;
      }
    } else if (elements != nullptr) {
      ok = process.ApplyArray(symbol, *elements, append);
    } else if (has_value) {
      bool array_text = value.starts_with('(') && value.ends_with(')') && variable->IsArray() && subscript.empty();
      if (array_text) {
        // declare -a "x=(1 2)": the text is an array's.
        process.frames.reserve(process.frames.size() + 1);
        std::vector<ArrayItem> items;
        Parser parser(std::make_shared<const std::string>("x=" + value), process.symbols(), process.line, process.parse_options());
        std::shared_ptr<Unit> unit = parser.Next();
        if (unit != nullptr && unit->root->kind == NodeKind::kSimple) {
          const Word* word = static_cast<const SimpleNode*>(unit->root)->assignments[0];
          for (const Word* element : word->assignment->elements) {
            Expander own;
            if (!Expander::IsSimple(element)) continue;
            ArrayItem item;
            uint32_t first_op = 0;
            if (element->assignment != nullptr && element->assignment->subscript != nullptr) {
              item.has_key = true;
              own.Begin(element->assignment->subscript, WordMode::kString);
              if (own.Run(process) != Expanded::kDone) continue;
              item.key = own.text();
              first_op = element->assignment->first_op;
            }
            own.Begin(element, WordMode::kString, first_op);
            if (own.Run(process) != Expanded::kDone) continue;
            item.value = own.text();
            items.push_back(std::move(item));
          }
        }
        ok = process.ApplyArray(symbol, std::move(items), append);
      } else if (!subscript.empty()) {
        ok = process.AssignElement(symbol, subscript, value, append);
      } else {
        if (what.silent && process.Has(Option::kXTrace)) process.Trace(name + (append ? "+=" : "=") + QuoteForTrace(value));
        ok = process.Assign(symbol, value, append);
      }
    }
    if (what.set & kReadonly) process.variables.Mutable(symbol)->attributes |= kReadonly;
  }
  if (outermost != nullptr) {
    outermost->outer = process.variables.Get(symbol);
    process.variables.Replace(symbol, hidden);
  }
  return ok;
}

// -p NAME...
int PrintNamed(Process& process, const std::vector<std::string>& args, size_t at) {
  int status = 0;
  for (; at < args.size(); ++at) {
    if (!process.budget().Tick(16)) return 1;
    Symbol symbol = process.symbols().Intern(args[at]);
    if (symbol <= kLastDynamic) process.Dynamic(symbol);
    const Variable* variable = process.variables.Find(symbol);
    if (variable != nullptr && symbol <= kLastDynamic && !variable->Has(kDynamic) && !variable->is_set) variable = nullptr;
    if (variable == nullptr) {
      auto function = process.functions->find(args[at]);
      if (function != process.functions->end()) {
        process.Write(1, PrintFunction(function->second->node));
        continue;
      }
      process.BuiltinError(args[at] + ": not found");
      status = 1;
      continue;
    }
    process.Write(1, DeclareText(args[at], *variable) + "\n");
  }
  return status;
}

void PrintAll(Process& process, uint16_t wanted) {
  for (Symbol symbol : SortedSymbols(process)) {
    const Variable* variable = process.variables.Find(symbol);
    if ((variable->attributes & wanted) != wanted) continue;
    process.Write(1, DeclareText(process.symbols().Name(symbol), *variable) + "\n");
    if (!process.budget().Tick(16)) return;
  }
}

BuiltinResult DeclareWith(Process& process, const std::vector<std::string>& args, Declaration what, std::string_view letters) {
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
    if (at < args.size() && (what.set & (kExported | kReadonly | kTraced))) {
      int status = 0;
      for (; at < args.size(); ++at) {
        auto found = process.functions->find(args[at]);
        if (found == process.functions->end()) {
          status = 1;
          continue;
        }
        if (what.set & kExported) found->second->exported = true;
        if (what.set & kReadonly) found->second->readonly = true;
        if (what.set & kTraced) found->second->traced = true;
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
  int status = 0;
  for (; at < args.size(); ++at) {
    if (!process.budget().Tick(4)) return 1;
    if (!DeclareOne(process, args[at], at, what)) status = 1;
  }
  return status;
}

}  // namespace

std::string DeclareText(const std::string& name, const Variable& variable) {
  std::string text = "declare -" + Letters(variable) + " " + name;
  if (variable.IsArray()) {
    if (variable.is_set) text += "=" + ArrayText(variable);
  } else if (variable.is_set) {
    text += "=" + QuoteDouble(variable.value);
  }
  return text;
}

void ListVariables(Process& process) {
  for (Symbol symbol : SortedSymbols(process)) {
    const Variable* variable = process.variables.Find(symbol);
    if (!variable->is_set) continue;
    std::string value = variable->IsArray() ? ArrayText(*variable) : QuoteIfNeeded(variable->value);
    process.Write(1, process.symbols().Name(symbol) + "=" + value + "\n");
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
  if (args.size() == 2 && args[1] == "-") {
    for (size_t i = process.frames.size(); i-- > 0;) {
      if (process.frames[i].kind == FrameKind::kCall) {
        process.frames[i].call->options = {process.options, process.shopts};
        break;
      }
    }
    return 0;
  }
  if (args.size() == 1 || (args.size() == 2 && args[1] == "-p")) {
    size_t mark = 0;
    for (size_t i = process.frames.size(); i-- > 0;) {
      if (process.frames[i].kind == FrameKind::kCall) {
        mark = process.frames[i].binding_mark;
        break;
      }
    }
    std::vector<std::string> lines;
    for (size_t i = mark; i < process.bindings.size(); ++i) {
      const Variable* variable = process.variables.Find(process.bindings[i].symbol);
      if (variable == nullptr) continue;
      std::string name = process.symbols().Name(process.bindings[i].symbol);
      lines.push_back(DeclareText(name, *variable) + "\n");
    }
    std::sort(lines.begin(), lines.end());
    for (const std::string& line : lines) process.Write(1, line);
    return 0;
  }
  return DeclareWith(process, args, {.local = true}, "aAilucnrtxpgI");
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
    PrintAll(process, kExported);
    return 0;
  }
  int status = 0;
  for (size_t at = options.index(); at < args.size(); ++at) {
    if (functions) {
      auto found = process.functions->find(args[at]);
      if (found == process.functions->end()) {
        process.BuiltinError(args[at] + ": not a function");
        status = 1;
      } else {
        found->second->exported = !removes;
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
    PrintAll(process, what.set);
    return 0;
  }
  int status = 0;
  for (size_t at = options.index(); at < args.size(); ++at) {
    if (what.functions) {
      auto found = process.functions->find(args[at]);
      if (found == process.functions->end()) {
        process.BuiltinError(args[at] + ": not a function");
        status = 1;
      } else {
        found->second->readonly = true;
      }
    } else if (!DeclareOne(process, args[at], at, what)) {
      status = 1;
    }
  }
  return status;
}

BuiltinResult BuiltinUnset(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "fvn");
  bool functions = false, variables = false, nameref = false;
  while (char option = options.Next()) {
    if (option == '?') return 2;
    functions = functions || option == 'f';
    variables = variables || option == 'v';
    nameref = nameref || option == 'n';
  }
  if (functions && variables) {
    process.BuiltinError("cannot simultaneously unset a function and a variable");
    return 1;
  }
  int status = 0;
  for (size_t at = options.index(); at < args.size(); ++at) {
    if (!process.budget().Tick(4)) return 1;
    std::string name = args[at];
    auto unset_function = [&] {
      auto found = process.functions->find(name);
      if (found == process.functions->end()) return false;
      if (found->second->readonly) {
        process.BuiltinError(name + ": cannot unset: readonly function");
        status = 1;
        return true;
      }
      std::string key = name;
      process.functions.Mutable().erase(key);
      return true;
    };
    if (functions) {
      unset_function();
      continue;
    }
    std::string subscript;
    size_t open = name.find('[');
    if (open != std::string::npos && name.ends_with(']')) {
      subscript = name.substr(open + 1, name.size() - open - 2);
      name.resize(open);
    }
    if (!IsName(name)) {
      if (!variables && unset_function()) continue;
      continue;
    }
    Symbol symbol = process.symbols().Intern(name);
    if (!subscript.empty()) {
      const Variable* variable = process.FindVariable(symbol);
      bool whole = (subscript == "@" || subscript == "*") && variable != nullptr && !variable->associative;
      if (!(whole ? process.Unset(process.Resolve(symbol, nullptr)) : process.UnsetElement(symbol, subscript))) status = 1;
      continue;
    }
    if (!nameref) {
      std::string element;
      Symbol target = process.Resolve(symbol, &element);
      if (!element.empty()) {
        if (!process.UnsetElement(target, element)) status = 1;
        continue;
      }
      symbol = target;
    }
    if (process.variables.Find(symbol) == nullptr && symbol > kLastDynamic && !variables) {
      unset_function();
    } else if (!process.Unset(symbol)) {
      status = 1;
    }
  }
  return status;
}

}  // namespace pysub::shell
