// argparse, timeit, and what stands for json.tool and py_compile: written in Python.

#include <span>
#include <string>

#include "lexer/unicode/text_kernels.h"
#include "stdlib/modules/library_class.h"
#include "stdlib/modules/types_of_module.h"
#include "vm/objects/dict.h"

namespace pysub {
namespace {

Dict* AttributesOf(Value self) {
  const Value attributes = self.As<LibraryObject>()->attributes;
  return IsObjectOf(attributes, TypeId::kDict) ? attributes.As<Dict>() : nullptr;
}

constexpr std::string_view kOfActions[] = {"option_strings", "dest",    "nargs",     "const",
                                           "default",        "type",    "choices",   "required",
                                           "help",           "metavar", "deprecated"};
constexpr std::string_view kOfParsers[] = {
    "prog", "usage", "description", "formatter_class", "conflict_handler", "add_help"};

// Name(attribute=value, ...) of the attributes that are listed.
Status ReprOf(Vm& vm, Value self, TextBuilder& out, std::span<const std::string_view> names) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep(" while getting the repr of an object");
  out.Append(vm.TypeName(self));
  out.Append('(');
  for (const std::string_view& name : names) {
    const Value value = LibraryAttribute(vm, self, name);
    if (value.IsFailed()) return Failure{};
    if (value.IsUndefined()) return vm.RaiseAttributeError(self, name);
    if (&name != names.data()) out.Append(", ");
    out.Append(name);
    out.Append('=');
    TRY(vm.Repr(value, out));
  }
  out.Append(')');
  return out.status();
}
Status ActionRepr(Vm& vm, Value self, TextBuilder& out) {
  return ReprOf(vm, self, out, kOfActions);
}
Status ParserRepr(Vm& vm, Value self, TextBuilder& out) {
  return ReprOf(vm, self, out, kOfParsers);
}

// Namespace(a=1, **{'b-c': 2})
Status NamespaceRepr(Vm& vm, Value self, TextBuilder& out) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep(" while getting the repr of an object");
  out.Append("Namespace(");
  Dict* others = nullptr;
  Dict* names = AttributesOf(self);
  bool first = true;
  for (uint32_t i = 0; names != nullptr && i < names->used; ++i) {
    if (!vm.Tick(1)) return Failure{};
    const DictEntry entry = names->table()[i];
    if (entry.value.IsUndefined() || !Vm::IsStr(entry.key)) continue;
    if (!StrIsIdentifier(Vm::View(entry.key))) {
      if (others == nullptr) others = TRY(vm.NewDict());
      TRY(DictSet(vm, others, entry.key, entry.value));
      continue;
    }
    if (!first) out.Append(", ");
    first = false;
    out.Append(Vm::View(entry.key));
    out.Append('=');
    TRY(vm.Repr(entry.value, out));
  }
  if (others != nullptr) {
    out.Append(first ? "**" : ", **");
    TRY(vm.Repr(Value::Of(others), out));
  }
  out.Append(')');
  return out.status();
}

Value NamespaceCompare(Vm& vm, CompareOp op, Value left, Value right) {
  const bool equality = op == CompareOp::kEq || op == CompareOp::kNe;
  if (!equality || vm.TypeOf(left) != vm.TypeOf(right)) return Value::NotImplemented();
  return vm.Compare(op, left.As<LibraryObject>()->attributes,
                    right.As<LibraryObject>()->attributes);
}

constexpr NativeInfo kNamespaceNew{"@raw Namespace(**kwargs)", LibraryClassNew,
                                   "Simple object for storing attributes."};
constexpr NativeInfo kParserNew{
    "@raw ArgumentParser(prog=None, usage=None, description=None, epilog=None, parents=[], "
    "formatter_class=<class 'argparse.HelpFormatter'>, prefix_chars='-', "
    "fromfile_prefix_chars=None, "
    "argument_default=None, conflict_handler='error', add_help=True, allow_abbrev=True, "
    "exit_on_error=True, *, "
    "suggest_on_error=False, color=True)",
    LibraryClassNew, "Object for parsing command line strings into Python objects."};
constexpr NativeInfo kFileTypeNew{"@raw FileType(mode='r', bufsize=-1, encoding=None, errors=None)",
                                  LibraryClassNew,
                                  "Deprecated factory for creating file object types"};
#define PYSUB_ACTION_OF(id, signature, doc)                                         \
  constexpr NativeInfo k##id##Constructor{"@raw " signature, LibraryClassNew, doc}; \
  extern constexpr TypeInfo k##id##Type = ActionClass(TypeId::k##id, k##id##Constructor)

constexpr TypeInfo ActionClass(TypeId id, const NativeInfo& constructor) {
  TypeInfo info = LibraryCallableClass(id, constructor);
  info.repr = ActionRepr;
  info.str = nullptr;
  return info;
}
constexpr TypeInfo NamespaceClass() {
  TypeInfo info = LibraryClass(TypeId::kArgNamespace, kNamespaceNew);
  info.may_be_hashed = false;
  info.hash = nullptr;
  info.repr = NamespaceRepr;
  info.str = nullptr;
  info.compare = NamespaceCompare;
  info.contains = LibraryContains;
  return info;
}
constexpr TypeInfo ParserClass() {
  TypeInfo info = LibraryClass(TypeId::kArgParser, kParserNew);
  info.repr = ParserRepr;
  info.str = nullptr;
  return info;
}

constexpr NativeInfo kArgparseFunctions[] = {kDefineRow, kNewExceptionRow};
Status ArgparseInit(Vm& vm, Dict* names) { return AddTypesOf(vm, "argparse", names); }

// The globals of the program, which statements that are timed see.
Value ProgramGlobals(Vm& vm, const Args&) { return vm.main_globals(); }
constexpr NativeInfo kTimeitFunctions[] = {kDefineRow, {"_program_globals()", ProgramGlobals, ""}};
Status TimeitInit(Vm& vm, Dict* names) {
  return DictSetStr(vm, names, "Timer", Value::Type(TypeId::kTimer));
}

}  // namespace

#define PYSUB_ACTION_PARAMETERS                                                            \
  "(option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, " \
  "required=False, help=None, "                                                            \
  "metavar=None, deprecated=False)"
#define PYSUB_CONST_PARAMETERS                                                                 \
  "(option_strings, dest, const=None, default=None, required=False, help=None, metavar=None, " \
  "deprecated=False)"
extern constexpr TypeInfo kArgNamespaceType = NamespaceClass();
PYSUB_ACTION_OF(ArgAction, "Action" PYSUB_ACTION_PARAMETERS,
                "Information about how to convert command line strings to Python objects.");
PYSUB_ACTION_OF(ArgStore, "_StoreAction" PYSUB_ACTION_PARAMETERS, "");
PYSUB_ACTION_OF(ArgStoreConst, "_StoreConstAction" PYSUB_CONST_PARAMETERS, "");
PYSUB_ACTION_OF(ArgStoreTrue,
                "_StoreTrueAction(option_strings, dest, default=False, required=False, help=None, "
                "deprecated=False)",
                "");
PYSUB_ACTION_OF(ArgStoreFalse,
                "_StoreFalseAction(option_strings, dest, default=True, required=False, help=None, "
                "deprecated=False)",
                "");
PYSUB_ACTION_OF(ArgAppend, "_AppendAction" PYSUB_ACTION_PARAMETERS, "");
PYSUB_ACTION_OF(ArgAppendConst, "_AppendConstAction" PYSUB_CONST_PARAMETERS, "");
PYSUB_ACTION_OF(ArgExtend, "_ExtendAction" PYSUB_ACTION_PARAMETERS, "");
PYSUB_ACTION_OF(
    ArgCount,
    "_CountAction(option_strings, dest, default=None, required=False, help=None, deprecated=False)",
    "");
PYSUB_ACTION_OF(ArgHelp,
                "_HelpAction(option_strings, dest='==SUPPRESS==', default='==SUPPRESS==', "
                "help=None, deprecated=False)",
                "");
PYSUB_ACTION_OF(ArgVersion,
                "_VersionAction(option_strings, version=None, dest='==SUPPRESS==', "
                "default='==SUPPRESS==', help=None, "
                "deprecated=False)",
                "");
PYSUB_ACTION_OF(ArgBoolean,
                "BooleanOptionalAction(option_strings, dest, default=None, required=False, "
                "help=None, deprecated=False)",
                "");
PYSUB_ACTION_OF(ArgSubparsers,
                "_SubParsersAction(option_strings, prog, parser_class, dest='==SUPPRESS==', "
                "required=False, help=None, "
                "metavar=None)",
                "");
extern constexpr TypeInfo kArgFileTypeType =
    LibraryCallableClass(TypeId::kArgFileType, kFileTypeNew);
#define PYSUB_FORMATTER(id, name, doc) \
  PYSUB_LIBRARY_CLASS(                 \
      id, name "(prog, indent_increment=2, max_help_position=24, width=None, color=True)", doc)
PYSUB_FORMATTER(ArgFormatter, "HelpFormatter",
                "Formatter for generating usage messages and argument help strings.");
PYSUB_FORMATTER(ArgRawDescription, "RawDescriptionHelpFormatter",
                "Help message formatter which retains any formatting in descriptions.");
PYSUB_FORMATTER(ArgRawText, "RawTextHelpFormatter",
                "Help message formatter which retains formatting of all help text.");
PYSUB_FORMATTER(ArgDefaults, "ArgumentDefaultsHelpFormatter",
                "Help message formatter which adds default values to argument help.");
PYSUB_FORMATTER(
    ArgMetavarType, "MetavarTypeHelpFormatter",
    "Help message formatter which uses the argument 'type' as the default\nmetavar value.");
PYSUB_LIBRARY_CLASS(
    ArgContainer,
    "_ActionsContainer(description, prefix_chars, argument_default, conflict_handler)", "");
PYSUB_LIBRARY_CLASS(ArgGroup, "_ArgumentGroup(container, title=None, description=None, **kwargs)",
                    "");
PYSUB_LIBRARY_CLASS(ArgExclusiveGroup, "_MutuallyExclusiveGroup(container, required=False)", "");
extern constexpr TypeInfo kArgParserType = ParserClass();
PYSUB_LIBRARY_CLASS(
    Timer, "Timer(stmt='pass', setup='pass', timer=<built-in function perf_counter>, globals=None)",
    "Class for timing execution speed of small code snippets.");
#undef PYSUB_ACTION_PARAMETERS
#undef PYSUB_CONST_PARAMETERS
#undef PYSUB_ACTION_OF
#undef PYSUB_FORMATTER

extern constexpr ModuleInfo kArgparseModule{.name = "argparse",
                                            .doc = "Command-line parsing library",
                                            .functions = kArgparseFunctions,
                                            .init = ArgparseInit,
                                            .source =
#include "stdlib/python/argparse.inc"
};
extern constexpr ModuleInfo kTimeitModule{
    .name = "timeit",
    .doc = "Tool for measuring execution time of small code snippets.",
    .functions = kTimeitFunctions,
    .init = TimeitInit,
    .source =
#include "stdlib/python/timeit.inc"
};
extern constexpr ModuleInfo kJsonToolModule{
    .name = "json.tool", .doc = "Command-line tool to validate and pretty-print JSON", .source =
#include "stdlib/python/json_tool.inc"
};
extern constexpr ModuleInfo kPyCompileModule{
    .name = "py_compile", .doc = "Routine to \"compile\" a .py file to a .pyc file.", .source =
#include "stdlib/python/py_compile.inc"
};

}  // namespace pysub
