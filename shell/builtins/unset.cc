#include <string>
#include <string_view>

#include "shell/builtins/builtins.h"
#include "shell/expand/text.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
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
  if (variable == nullptr || !variable->indexed) return process.Unset(symbol);
  if (variable->Has(kReadonly)) return process.Unset(symbol);
  Variable* array = process.variables.Mutable(symbol);
  array->Charge(128 - array->charged);
  array->indexed->Clear();
  return true;
}

bool UnsetElementOf(Process& process, Symbol symbol, const std::string& subscript) {
  const Variable* variable = process.FindVariable(symbol);
  const bool whole =
      (subscript == "@" || subscript == "*") && variable != nullptr && !variable->associative;
  return whole ? EmptyArray(process, process.Resolve(symbol, nullptr))
               : process.UnsetElement(symbol, subscript);
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
  if (process.SplitTarget(arg, &variable_name, &written)) {
    name = variable_name;
    if (!process.TargetSubscript(name, written, &subscript)) return false;
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
    symbol = process.Resolve(symbol, &element);
    if (!element.empty()) return process.UnsetElement(symbol, element);
  }
  if (process.variables.Find(symbol) != nullptr || symbol <= kLastDynamic || options.variables)
    return process.Unset(symbol);
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
    if (!process.budget().Tick(4 + process.bindings.size() / 16 + args[at].size() / 16)) return 1;
    if (!UnsetOne(process, args[at], options)) status = 1;
  }
  return status;
}

}  // namespace pysub::shell
