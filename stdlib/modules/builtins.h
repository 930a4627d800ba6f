#ifndef PYSUB_STDLIB_MODULES_BUILTINS_H_
#define PYSUB_STDLIB_MODULES_BUILTINS_H_

#include <memory>
#include <string_view>
#include <vector>

#include "compiler/compile.h"
#include "vm/vm.h"

// The functions of the builtins module that do not stand beside their table in builtins.cc.
namespace pysub::builtins {

// builtins.cc. Text to a standard stream: UnicodeEncodeError for lone surrogates on standard
// output, escapes for them on standard error.
Status WriteText(Vm& vm, int stream, std::string_view text);

// builtins_iteration.cc
Value All(Vm& vm, const Args& a);
Value Any(Vm& vm, const Args& a);
Value Sum(Vm& vm, const Args& a);
Value Min(Vm& vm, const Args& a);
Value Max(Vm& vm, const Args& a);
Value Next(Vm& vm, const Args& a);
Value Iter(Vm& vm, const Args& a);
Value Sorted(Vm& vm, const Args& a);
Value Aiter(Vm& vm, const Args& a);
Value Anext(Vm& vm, const Args& a);

// builtins_code.cc
Value Eval(Vm& vm, const Args& a);
Value Exec(Vm& vm, const Args& a);
Value Compile(Vm& vm, const Args& a);
Value Globals(Vm& vm, const Args& a);
Value Locals(Vm& vm, const Args& a);
Value Vars(Vm& vm, const Args& a);
Value Dir(Vm& vm, const Args& a);
Value Import(Vm& vm, const Args& a);
// Under the program's limits. Null: a SyntaxError (or limit) is pending. The warnings are
// written when nothing can be refused any more, since the call would be repeated: here, or by
// the caller (`warnings`).
std::shared_ptr<const CompiledUnit> CompileText(Vm& vm, std::string_view source,
                                                std::string_view filename, CompileOptions options,
                                                std::vector<SyntaxWarningInfo>* warnings);

// site.cc: exit and quit.
Status AddSiteNames(Vm& vm, Dict* names);

// builtins_numbers.cc
Value Abs(Vm& vm, const Args& a);
Value Divmod(Vm& vm, const Args& a);
Value Pow(Vm& vm, const Args& a);
Value Round(Vm& vm, const Args& a);
Value Bin(Vm& vm, const Args& a);
Value Hex(Vm& vm, const Args& a);
Value Oct(Vm& vm, const Args& a);

}  // namespace pysub::builtins

#endif  // PYSUB_STDLIB_MODULES_BUILTINS_H_
