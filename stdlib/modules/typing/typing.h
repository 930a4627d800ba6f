#ifndef PYSUB_STDLIB_MODULES_TYPING_TYPING_H_
#define PYSUB_STDLIB_MODULES_TYPING_TYPING_H_

#include <span>
#include <string_view>
#include <vector>

#include "vm/vm.h"

// The objects of typing. Everything is inert: it prints as CPython's, compares, combines with `|`,
// takes subscripts, and checks nothing.
namespace pysub {

// list[int] (types.GenericAlias) and List[int] (typing's own, by origin a SpecialFormObject). An
// alias of Annotated has the annotated type first among its args; one of Callable has its
// parameters and result in one row, as CPython.
struct AliasObject : Object {
  Value origin;
  Value args;  // tuple
};
struct UnionObject : Object {
  Value args;  // tuple, flat, each once
};
// A name of typing that is neither class nor function: List, Optional, Any ...
struct SpecialFormObject : Object {
  RawWord row;  // in the table of typing/forms.cc
};
struct ForwardRefObject : Object {
  Value text;
  Value module, owner;  // None: not given
  Value is_class;       // bool: ClassVar and Final may stand in it
};

bool IsAlias(const Vm& vm, Value v);        // of either kind
bool IsTypingAlias(const Vm& vm, Value v);  // only typing's own
bool IsTypeVariable(Value v);               // TypeVar, ParamSpec, TypeVarTuple

// typing.cc
// How a type is written inside another: int, typing.Any, collections.abc.Sized.
Status WriteType(Vm& vm, Value v, TextBuilder& out);
Status WriteTypes(Vm& vm, std::span<const Value> items, TextBuilder& out);
Value NewForwardRef(Vm& vm, Value text, bool is_class = false);
// What stands for `v` among the arguments of typing's names: NoneType for None, ForwardRef for
// text. TypeError: a name that means nothing there: ClassVar and Final, where they are not allowed;
// Optional and the like without a subscript.
enum class SpecialForms : uint8_t { kRefused, kClassVarAndFinal, kUnchecked };
// And tuples, in the words of `message`.
inline constexpr std::string_view kParametersMustBeTypes =
    "Parameters to generic types must be types.";
Value TypeArgument(Vm& vm, Value v, SpecialForms special = SpecialForms::kRefused,
                   std::string_view message = kParametersMustBeTypes);
// TypeError when a form or an alias of typing cannot be the argument of another.
Status CheckTypeArgument(Vm& vm, Value v, SpecialForms special);
// Union[items]: flat, each once; the type itself when there is only one.
Value UnionOf(Vm& vm, std::span<const Value> items);
// The type variables among the items of the tuple `args`, each once.
Value ParametersOf(Vm& vm, Value args);
// `v` with every `from[i]` (a type variable, or an equal ForwardRef) replaced by `to[i]`.
Value Substitute(Vm& vm, Value v, std::span<const Value> from, std::span<const Value> to);
// alias[key] for an alias with type variables.
Value SubscriptAlias(Vm& vm, Value alias, Value key);

// typing/forms.cc
Status AddForms(Vm& vm, Dict* names);
// What get_origin() answers for a form or for an alias of typing.
Value OriginOfForm(Vm& vm, Value form);
Value OriginOfAlias(Vm& vm, Value alias);
Value ArgsOfAlias(Vm& vm, Value alias);  // get_args()
// Without Annotated, Required, NotRequired and ReadOnly, at any depth.
Value WithoutExtras(Vm& vm, Value v);
std::string_view FormName(Value form);
bool IsClassForm(Value v);  // of a class of typing: Generic, SupportsInt, IO ...

// type_variables.cc
Value NewAnyStr(Vm& vm);  // TypeVar('AnyStr', bytes, str)

// collections.abc.Callable[[int], str]: the parameters and the result are one row of arguments.
Value SubscriptAbstractCallable(Vm& vm, Value origin, Value key);
// [int], str; or ..., str
Status WriteCallable(Vm& vm, std::span<const Value> args, TextBuilder& out);

// typing/hints.cc
Value GetTypeHints(Vm& vm, const Args& a);

// typing/names.cc
Status WriteTypedDictName(Vm& vm, Value v, TextBuilder& out);  // __main__.Movie
Value NoDefault(Vm& vm);

// Raises what is said of a forward reference that cannot be compiled.
Failure RaiseNoExpression(Vm& vm, Value text);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_TYPING_TYPING_H_
