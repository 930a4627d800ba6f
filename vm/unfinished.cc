// Placeholders so that the rest can be linked and tried while their owners write the real ones.
#include "stdlib/modules/builtins.h"
#include "vm/slow_paths.h"
#include "parser/syntax_errors.h"
namespace pysub {
__attribute__((weak)) SyntaxErrorInfo MakeSyntaxError(std::string_view, SourceSpan span, std::string message) { SyntaxErrorInfo i; i.message = message; i.line = span.line; return i; }
#define STUB(name) vm.Raise(TypeId::kNotImplementedError, name)
namespace slow {
__attribute__((weak)) Value Interpolation(Vm& vm, Value, Value, uint32_t, Value) { return STUB("t-string"); }
__attribute__((weak)) Value SetAnnotate(Vm&, Value) { return Value::None(); }
}
__attribute__((weak)) Value Vm::NewTemplate(Value, Value) { Vm& vm = *this; return STUB("t-string"); }
__attribute__((weak)) void Vm::BuiltinsChanged() { builtins_changed_ = true; }
namespace builtins {
#define B(name) __attribute__((weak)) Value name(Vm& vm, const Args&) { return STUB(#name); }
B(All) B(Any) B(Sum) B(Min) B(Max) B(Next) B(Iter) B(Sorted) B(Aiter) B(Anext) B(Eval) B(Exec) B(Compile)
B(Globals) B(Locals) B(Vars) B(Dir) B(Import) B(Abs) B(Divmod) B(Pow) B(Round) B(Bin) B(Hex) B(Oct)
}
}
