#include <string>
#include <string_view>

#include "shell/builtins/builtins.h"
#include "shell/expand/text.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/variable_access.h"
#include "shell/syntax/word_state.h"

namespace pysub::shell {
namespace {

struct UnsetOptions {
  bool functions = false, variables = false, nameref = false;
};

// *ok: it was none, or it has gone. False: there is no such function.
bool UnsetFunction(Process& process, const std::string& name, bool* ok) {
  auto found = process.functions->find(name);
  if (found == process.functions->end()) return false;
  if (found->second->readonly) {
    process.BuiltinError(name, ": cannot unset: readonly function");
    *ok = false;
    return true;
  }
  process.functions.Mutable().erase(name);
  process.functions.HoldMore(&process.budget(), -Function::kBytes);
  return true;
}

// unset 'a[@]': all elements go, an array stays.
bool EmptyArray(Process& process, Symbol symbol) {
  const Variable* variable = process.variables.Find(symbol);
  if (variable == nullptr || !variable->indexed) return UnsetVariable(process, symbol);
  if (variable->Has(kReadonly)) return UnsetVariable(process, symbol);
  Variable* array = process.variables.Mutable(symbol);
  array->Charge(128 - array->charged);
  array->indexed->Clear();
  return true;
}

bool UnsetElementOf(Process& process, Symbol symbol, const std::string& subscript) {
  const Variable* variable = process.variables.FindResolved(symbol);
  const bool whole =
      (subscript == "@" || subscript == "*") && variable != nullptr && !variable->associative;
  return whole ? EmptyArray(process, process.variables.Resolve(symbol, nullptr))
               : UnsetElement(process, symbol, subscript);
}

// One operand. False: the status is 1.
bool UnsetOne(Process& process, const std::string& arg, const UnsetOptions& options) {
  bool ok = true;
  if (options.functions) {
    UnsetFunction(process, arg, &ok);
    return ok;
  }
  std::string name = arg;
  std::string subscript;
  std::string_view variable_name, written;
  if (SplitTarget(process, arg, &variable_name, &written)) {
    name = variable_name;
    if (!TargetSubscript(process, name, written, &subscript)) return false;
  }
  if (!IsName(name)) {
    if (options.variables) {
      process.BuiltinError("`", arg, "': not a valid identifier");
      return false;
    }
    UnsetFunction(process, name, &ok);
    return ok;
  }
  Symbol symbol = process.symbols().Intern(name);
  if (!subscript.empty()) return UnsetElementOf(process, symbol, subscript);
  if (!options.nameref) {
    std::string element;
    symbol = process.variables.Resolve(symbol, &element);
    if (!element.empty()) return UnsetElement(process, symbol, element);
  }
  if (process.variables.Find(symbol) != nullptr || symbol <= kLastDynamic || options.variables)
    return UnsetVariable(process, symbol);
  UnsetFunction(process, name, &ok);
  return ok;
}

}  // namespace

BuiltinResult BuiltinUnset(Process& process, const std::vector<std::string>& args) {
  OptionReader reader(process, args, "fvn");
  UnsetOptions options;
  while (char option = reader.Next()) {
    if (option == '?') return 2;
    options.functions = options.functions || option == 'f';
    options.variables = options.variables || option == 'v';
    options.nameref = options.nameref || option == 'n';
  }
  if (options.functions && options.variables) {
    process.BuiltinError("cannot simultaneously unset a function and a variable");
    return 1;
  }
  int status = 0;
  for (size_t at = reader.index(); at < args.size(); ++at) {
    // (Unset() looks through the locals.)
    if (!process.budget().Tick(4 + process.variables.bindings().size() / 16 + args[at].size() / 16))
      return 1;
    if (!UnsetOne(process, args[at], options)) status = 1;
  }
  return status;
}

}  // namespace pysub::shell
