// contextlib. CPython 3.14 library, "contextlib". Left out: chdir (there is no working
// directory to change).

#include "stdlib/modules/contextlib.h"

#include "stdlib/modules/abstract_types.h"
#include "stdlib/modules/library_class.h"
#include "stdlib/types/exception_groups.h"
#include "vm/imports.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/slot_methods.h"
#include "vm/slow_paths.h"

namespace pysub {
namespace contextlib {

Failure RaiseFromNone(Vm& vm, TypeId type, std::string_view text) {
  static_cast<void>(vm.Raise(type, text));
  if (vm.has_exception() && vm.FailureIsCatchable()) {
    vm.pending_exception().As<Exception>()->cause = Value::None();
    vm.pending_exception().As<Exception>()->suppress_context = 1;
  }
  return Failure{};
}

Status CheckEnteredOnce(Vm& vm, Value self) {
  if (Context(self)->function.IsUndefined()) return vm.RaiseAttributeError(self, "args");
  return Done{};
}

// What the generator of a context manager did with the exception that was thrown in: raised it
// again (so it goes on), raised another one, or swallowed it. StopIteration needs care, because
// generators turn it into RuntimeError.
ThrowOutcome OutcomeOfThrow(Vm& vm, Value thrown, Value traceback, bool is_async) {
  Value raised = vm.pending_exception();
  bool wrapped = vm.PendingIs(TypeId::kRuntimeError) && raised.As<Exception>()->cause == thrown &&
                 (vm.IsInstance(thrown, TypeId::kStopIteration) ||
                  (is_async && vm.IsInstance(thrown, TypeId::kStopAsyncIteration)));
  if (raised == thrown || wrapped) {
    // The program may have called __exit__ with anything.
    if (traceback.IsNone() || IsObjectOf(traceback, TypeId::kTraceback)) {
      thrown.As<Exception>()->traceback = traceback;
    }
    return ThrowOutcome::kSame;
  }
  if (vm.PendingIs(is_async ? TypeId::kStopAsyncIteration : TypeId::kStopIteration)) {
    return ThrowOutcome::kSuppressed;
  }
  return ThrowOutcome::kOther;
}

Value PopCallback(ExitStack* stack) {
  List* list = stack->callbacks.As<List>();
  if (list->size == 0) return Value::Undefined();
  return list->items()[--list->size];
}

Value RunCallback(Vm& vm, Value callback, Value exception) {
  if (!IsCallback(callback)) return BadState(vm);
  const Value* parts = callback.As<Tuple>()->items();
  if (!parts[ExitStack::kArguments].IsNone()) {
    Value keywords = parts[ExitStack::kKeywords];
    return vm.CallSpread(vm.StackTop(), parts[ExitStack::kCallee], parts[ExitStack::kArguments],
                         keywords.IsNone() ? Value::Undefined() : keywords);
  }
  if (exception.IsNone())
    return vm.Call(parts[ExitStack::kCallee], {exception, exception, exception});
  Value traceback = exception.As<Exception>()->traceback;
  if (traceback.IsUndefined()) traceback = Value::None();
  return vm.Call(parts[ExitStack::kCallee],
                 {Value::Type(vm.TypeOf(exception)), exception, traceback});
}

// Callbacks of an ExitStack run one after the other, but their exceptions should look as if blocks
// were nested. So contexts are put together afterwards. The chain may be a circle; hence the bound.
void FixExceptionContext(Value raised, Value before, Value outer) {
  Value at = raised;
  for (uint32_t steps = 0; steps < 100000; ++steps) {
    Value context = at.As<Exception>()->context;
    if (!context.IsObject()) {
      // Here nothing is handled while a native calls back, so the chain just ends.
      if (before.IsObject() && before != raised) at.As<Exception>()->context = before;
      return;
    }
    if (context == before) return;
    if (context == outer) {
      at.As<Exception>()->context = before;
      return;
    }
    at = context;
  }
}

Value ExitException(Vm& vm, Value type, Value value) {
  if (type.IsNone()) return Value::None();
  if (value.IsNone()) {
    value =
        type.IsType() && IsExceptionType(type.AsType()) ? TRY(ExceptionAtOnce(vm, type, {})) : type;
  }
  if (IsExceptionType(vm.TypeOf(value))) return value;
  return vm.TypeError("exceptions must be classes or instances deriving from BaseException, not ",
                      vm.TypeName(value));
}

namespace {

// ---- contextmanager

Value ContextManagerFunction(Vm& vm, const Args& a) {
  Value helper = TRY(NewLibraryFunction(vm, ClosureId::kContextManager, "contextlib",
                                        "contextmanager.<locals>.helper", a[0]));
  return CopyFunctionAttributes(vm, helper, a[0]);
}
Value AsyncContextManagerFunction(Vm& vm, const Args& a) {
  Value helper = TRY(NewLibraryFunction(vm, ClosureId::kAsyncContextManager, "contextlib",
                                        "asynccontextmanager.<locals>.helper", a[0]));
  return CopyFunctionAttributes(vm, helper, a[0]);
}

// A manager for what function(*arguments, **keywords) returns: pushed.
Value StartContext(Vm& vm, TypeId type, Value function, Value arguments, Value keywords) {
  static constexpr Name kDoc{"__doc__", MemberHash("__doc__")};
  GeneratorContext* context = TRY(vm.New<GeneratorContext>(type));
  context->function = function;
  context->arguments = arguments;
  context->keywords = keywords;
  context->doc = TRY(vm.FindAttribute(function, kDoc));
  return vm.PushNativeFrame(ResumeId::kContextStart, {Value::Of(context)});
}

Value ContextDoc(Vm&, Value self) { return Context(self)->doc; }
Value ContextGenerator(Vm&, Value self) { return Context(self)->generator; }
template <Value GeneratorContext::*kField>
Value ContextField(Vm& vm, Value self) {
  if (!Context(self)->function.IsUndefined()) return Context(self)->*kField;
  return vm.RaiseAttributeError(self, kField == &GeneratorContext::function    ? "func"
                                      : kField == &GeneratorContext::arguments ? "args"
                                                                               : "kwds");
}

Value ContextEnter(Vm& vm, const Args& a) {
  TRY(CheckEnteredOnce(vm, a[0]));
  return vm.PushNativeFrame(ResumeId::kContextEnter, {a[0]});
}

Value ContextExit(Vm& vm, const Args& a) {
  Value self = a[0], traceback = a[3];
  Value exception = TRY(ExitException(vm, a[1], a[2]));
  return vm.PushNativeFrame(ResumeId::kContextExit,
                            {Context(self)->generator, exception, traceback, Value::Undefined()},
                            kFrameCatches);
}

// ---- managers as decorators

Value Decorate(Vm& vm, Value manager, const Args& a, ClosureId closure, std::string_view name) {
  if (a.rest_count != 1 || !a.keywords.IsUndefined()) {
    return vm.TypeError("__call__() takes exactly one argument");
  }
  Value inner = TRY(NewLibraryFunction(vm, closure, "contextlib", name, a.rest[0], manager));
  return CopyFunctionAttributes(vm, inner, a.rest[0]);
}
Value DecorateCall(Vm& vm, Value self, const Args& a) {
  return Decorate(vm, self, a, ClosureId::kContextDecorated,
                  "ContextDecorator.__call__.<locals>.inner");
}
Value AsyncDecorateCall(Vm& vm, Value self, const Args& a) {
  return Decorate(vm, self, a, ClosureId::kAsyncContextDecorated,
                  "AsyncContextDecorator.__call__.<locals>.inner");
}

Value ContextDecoratorNew(Vm& vm, const Args& a) {
  Record* object = static_cast<Record*>(vm.heap.NewValues(a[0].AsType(), 1));
  if (object == nullptr) return vm.NoMemory(16);
  return Value::Of(object);
}
constexpr NativeInfo kContextDecoratorConstructor{
    "@python ContextDecorator()", ContextDecoratorNew,
    "A base class or mixin that enables context managers to work as decorators."};
constexpr NativeInfo kAsyncContextDecoratorConstructor{
    "@python AsyncContextDecorator()", ContextDecoratorNew,
    "A base class or mixin that enables async context managers to work as decorators."};

constexpr NativeInfo kContextMethods[] = {
    {"@python __enter__()", ContextEnter, "Enter the context."},
    {"@python __exit__(typ, value, traceback)", ContextExit, "Leave the context."},
};
constexpr NativeInfo kAsyncContextMethods[] = {
    {"@python __aenter__()", AsyncGeneratorEnter, "Enter the context."},
    {"@python __aexit__(typ, value, traceback)", AsyncGeneratorExit, "Leave the context."},
};
constexpr AttributeInfo kContextAttributes[] = {
    {"gen", ContextGenerator},
    {"func", ContextField<&GeneratorContext::function>},
    {"args", ContextField<&GeneratorContext::arguments>},
    {"kwds", ContextField<&GeneratorContext::keywords>},
    {"__doc__", ContextDoc},
};
PYSUB_MEMBERS(GeneratorContext, kContextMethods, kContextAttributes);
PYSUB_MEMBERS(AsyncGeneratorContext, kAsyncContextMethods, kContextAttributes);

// ---- closing, nullcontext, suppress, redirections

SimpleContext* Simple(Value v) { return v.As<SimpleContext>(); }

Value SimpleNew(Vm& vm, const Args& a) {
  SimpleContext* context = TRY(vm.New<SimpleContext>(a[0].AsType()));
  context->value = a.has(1) ? a[1] : Value::None();
  return Value::Of(context);
}
Value SimpleEnter(Vm&, const Args& a) { return Simple(a[0])->value; }
Value NothingExit(Vm&, const Args&) { return Value::None(); }
Value ClosingExit(Vm& vm, const Args& a) {
  return vm.PushNativeFrame(ResumeId::kClosingExit, {Simple(a[0])->value});
}
Value SimpleValue(Vm&, Value self) { return Simple(self)->value; }

Value SuppressNew(Vm& vm, const Args& a) {
  Value types = TRY(RestTuple(vm, a));
  SimpleContext* context = TRY(vm.New<SimpleContext>(TypeId::kSuppress));
  context->value = types;
  return Value::Of(context);
}
Value SuppressEnter(Vm&, const Args&) { return Value::None(); }

Result<bool> SuppressMatches(Vm& vm, TypeId type, Value types) {
  Tuple* tuple = types.As<Tuple>();
  for (uint32_t i = 0; i < tuple->count; ++i) {
    Value item = tuple->items()[i];
    if (!item.IsType()) {
      return vm.TypeError("issubclass() arg 2 must be a class, a tuple of classes, or a union");
    }
    if (Vm::IsSubtype(type, item.AsType())) return true;
  }
  return false;
}

Value SuppressExit(Vm& vm, const Args& a) {
  if (a[1].IsNone()) return Value::None();
  Value types = Simple(a[0])->value;
  if (!a[1].IsType()) return vm.TypeError("issubclass() arg 1 must be a class");
  if (TRY(SuppressMatches(vm, a[1].AsType(), types))) return Value::True();
  if (!Vm::IsSubtype(a[1].AsType(), TypeId::kBaseExceptionGroup)) return Value::False();
  GroupParts parts;
  TRY(SplitByTypes(vm, a[2], types, &parts));
  if (parts.rest.IsNone()) return Value::True();
  return vm.RaiseException(parts.rest);
}

Redirect* AsRedirect(Value v) { return v.As<Redirect>(); }

// sys.stdout or sys.stderr, by the type of the manager.
std::string_view StreamOf(Value self) {
  return IsObjectOf(self, TypeId::kRedirectStdout) ? "stdout" : "stderr";
}
Value SysNames(Vm& vm) {
  Value sys = TRY(ImportModule(vm, "sys"));
  return sys.As<Module>()->dict;
}
Value RedirectNew(Vm& vm, const Args& a) {
  Redirect* redirect = TRY(vm.New<Redirect>(a[0].AsType()));
  redirect->target = a[1];
  List* list = TRY(vm.NewList());
  redirect->old_targets = Value::Of(list);
  return Value::Of(redirect);
}
Value RedirectEnter(Vm& vm, const Args& a) {
  Dict* sys = TRY(SysNames(vm)).As<Dict>();
  List* old = AsRedirect(a[0])->old_targets.As<List>();
  TRY(ListReserve(vm, old, old->size + 1));
  Value current = TRY(DictGetStr(vm, sys, StreamOf(a[0])));
  TRY(DictSetStr(vm, sys, StreamOf(a[0]), AsRedirect(a[0])->target));
  TRY(ListAppend(vm, old, current.IsUndefined() ? Value::None() : current));
  return AsRedirect(a[0])->target;
}
Value RedirectExit(Vm& vm, const Args& a) {
  Dict* sys = TRY(SysNames(vm)).As<Dict>();
  List* old = AsRedirect(a[0])->old_targets.As<List>();
  if (old->size == 0) return vm.IndexError("pop from empty list");
  TRY(DictSetStr(vm, sys, StreamOf(a[0]), old->items()[old->size - 1]));
  --old->size;
  return Value::None();
}

constexpr NativeInfo kClosingConstructor{
    "@python closing(thing)", SimpleNew,
    "Context to automatically close something at the end of a block."};
constexpr NativeInfo kAsyncClosingConstructor{
    "@python aclosing(thing)", SimpleNew,
    "Async context manager for safely finalizing an asynchronously cleaned-up resource."};
constexpr NativeInfo kNullContextConstructor{"@python nullcontext(enter_result=None)", SimpleNew,
                                             "Context manager that does no additional processing."};
constexpr NativeInfo kSuppressConstructor{"@python suppress(*exceptions)", SuppressNew,
                                          "Context manager to suppress specified exceptions"};
constexpr NativeInfo kRedirectStdoutConstructor{
    "@python redirect_stdout(new_target)", RedirectNew,
    "Context manager for temporarily redirecting stdout to another file."};
constexpr NativeInfo kRedirectStderrConstructor{
    "@python redirect_stderr(new_target)", RedirectNew,
    "Context manager for temporarily redirecting stderr to another file."};

constexpr NativeInfo kClosingMethods[] = {
    kInitAnewRow,
    {"@python __enter__()", SimpleEnter, "Return the thing."},
    {"@python __exit__(*exc_info)", ClosingExit, "Close the thing."},
};
constexpr NativeInfo kAsyncClosingMethods[] = {
    kInitAnewRow,
    {"@python __aenter__()", AsyncClosingEnter, "Return the thing."},
    {"@python __aexit__(*exc_info)", AsyncClosingExit, "Close the thing."},
};
constexpr AttributeInfo kClosingAttributes[] = {{"thing", SimpleValue}};
constexpr NativeInfo kNullContextMethods[] = {
    kInitAnewRow,
    {"@python __enter__()", SimpleEnter, "Return enter_result."},
    {"@python __exit__(*excinfo)", NothingExit, "Do nothing."},
    {"@python __aenter__()", AsyncNullEnter, "Return enter_result."},
    {"@python __aexit__(*excinfo)", AsyncNullExit, "Do nothing."},
};
constexpr AttributeInfo kNullContextAttributes[] = {{"enter_result", SimpleValue}};
constexpr NativeInfo kSuppressMethods[] = {
    kInitAnewRow,
    {"@python __enter__()", SuppressEnter, "Do nothing."},
    {"@python __exit__(exctype, excinst, exctb)", SuppressExit,
     "Whether the exception is suppressed."},
};
constexpr NativeInfo kRedirectMethods[] = {
    kInitAnewRow,
    {"@python __enter__()", RedirectEnter, "Redirect the stream."},
    {"@python __exit__(exctype, excinst, exctb)", RedirectExit, "Put the stream back."},
};
PYSUB_MEMBERS(Closing, kClosingMethods, kClosingAttributes);
PYSUB_MEMBERS(AsyncClosing, kAsyncClosingMethods, kClosingAttributes);
PYSUB_MEMBERS(NullContext, kNullContextMethods, kNullContextAttributes);
PYSUB_MEMBERS(Suppress, kSuppressMethods, kNoAttributes);
PYSUB_MEMBERS(Redirect, kRedirectMethods, kNoAttributes);

// ---- ExitStack

ExitStack* Stack(Value v) { return v.As<ExitStack>(); }

Value NewStack(Vm& vm, TypeId type) {
  List* list = TRY(vm.NewList());
  ExitStack* stack = TRY(vm.New<ExitStack>(type));
  stack->callbacks = Value::Of(list);
  return Value::Of(stack);
}
Value StackNew(Vm& vm, const Args& a) { return NewStack(vm, a[0].AsType()); }

Status PushCallback(Vm& vm, Value self, bool is_sync, Value callee, Value arguments = Value::None(),
                    Value keywords = Value::None()) {
  Value entry = vm.NewTuple({Value::Bool(is_sync), callee, arguments, keywords});
  if (entry.IsFailed()) return Failure{};
  return ListAppend(vm, Stack(self)->callbacks.As<List>(), entry);
}

// push() and push_async_exit(): the manager's exit method, or the callback itself.
Value PushExit(Vm& vm, const Args& a, std::string_view method, bool is_sync) {
  Value exit = TRY(vm.FindAttribute(a[1], {method, MemberHash(method)}));
  TRY(PushCallback(vm, a[0], is_sync, exit.IsUndefined() ? a[1] : exit));
  return a[1];
}
Value StackPush(Vm& vm, const Args& a) { return PushExit(vm, a, "__exit__", true); }
Value StackPushAsyncExit(Vm& vm, const Args& a) { return PushExit(vm, a, "__aexit__", false); }

Value AddCallback(Vm& vm, const Args& a, bool is_sync) {
  Value arguments = TRY(RestTuple(vm, a));
  TRY(PushCallback(vm, a[0], is_sync, a[1], arguments,
                   a.keywords.IsUndefined() ? Value::None() : a.keywords));
  return a[1];
}
Value StackCallback(Vm& vm, const Args& a) { return AddCallback(vm, a, true); }
Value StackPushAsyncCallback(Vm& vm, const Args& a) { return AddCallback(vm, a, false); }

Value StackPopAll(Vm& vm, const Args& a) {
  Value stack = TRY(NewStack(vm, vm.TypeOf(a[0])));
  std::swap(Stack(stack)->callbacks, Stack(a[0])->callbacks);
  return stack;
}

Value StackEnterContext(Vm& vm, const Args& a) {
  static constexpr Name kEnter{"__enter__", MemberHash("__enter__")};
  static constexpr Name kExit{"__exit__", MemberHash("__exit__")};
  Value self = a[0], manager = a[1];
  Value enter = TRY(vm.FindAttribute(manager, kEnter));
  Value exit = TRY(vm.FindAttribute(manager, kExit));
  if (enter.IsUndefined() || exit.IsUndefined()) {
    return RaiseFromNone(vm, TypeId::kTypeError,
                         "'" + std::string(Vm::ModuleOf(vm.TypeOf(manager))) + "." +
                             std::string(vm.TypeName(manager)) +
                             "' object does not support the context manager protocol");
  }
  return vm.PushNativeFrame(ResumeId::kEnterContext, {self, enter, exit, Value::Undefined()});
}

enum StackExitSlot {
  kStack,
  kException,
  kSuppressed,
  kPendingRaise,
  kReceived,
  kOuter,
  kCallback,
  kIsClose
};

Value UnwindStack(Vm& vm, Value stack, Value exception, bool is_close) {
  return vm.PushNativeFrame(
      ResumeId::kExitStackExit,
      {stack, exception, Value::False(), Value::False(), Value::Bool(!exception.IsNone()),
       vm.HandledException(), Value::Undefined(), Value::Bool(is_close)},
      kFrameCatches);
}
Value StackEnter(Vm&, const Args& a) { return a[0]; }
Value StackExit(Vm& vm, const Args& a) {
  if (a.rest_count < 2) return vm.IndexError("tuple index out of range");
  if (!a.rest[1].IsNone() && !IsException(a.rest[1])) {
    if (Stack(a[0])->callbacks.As<List>()->size == 0) return Value::False();
    return vm.RaiseAttributeError(a.rest[1], "__traceback__");
  }
  return UnwindStack(vm, a[0], a.rest[1], false);
}
Value StackClose(Vm& vm, const Args& a) { return UnwindStack(vm, a[0], Value::None(), true); }

constexpr NativeInfo kExitStackConstructor{
    "@python ExitStack()", StackNew,
    "Context manager for dynamic management of a stack of exit callbacks."};
constexpr NativeInfo kAsyncExitStackConstructor{
    "@python AsyncExitStack()", StackNew,
    "Async context manager for dynamic management of a stack of exit callbacks."};

#define PYSUB_STACK_METHODS                                                                       \
  {"@python pop_all()", StackPopAll,                                                              \
   "Preserve the context stack by transferring it to a new instance."},                           \
      {"@python push(exit)", StackPush,                                                           \
       "Registers a callback with the standard __exit__ method signature."},                      \
      {"@python enter_context(cm)", StackEnterContext, "Enters the supplied context manager."}, { \
    "@python callback(callback, /, *args, **kwds)", StackCallback,                                \
        "Registers an arbitrary callback and arguments."                                          \
  }

constexpr NativeInfo kExitStackMethods[] = {
    kInitAnewRow,
    PYSUB_STACK_METHODS,
    {"@python close()", StackClose, "Immediately unwind the context stack."},
    {"@python __enter__()", StackEnter, "Return the stack."},
    {"@python __exit__(*exc_details)", StackExit, "Unwind the stack."},
};
constexpr NativeInfo kAsyncExitStackMethods[] = {
    kInitAnewRow,
    PYSUB_STACK_METHODS,
    {"@python enter_async_context(cm)", EnterAsyncContext,
     "Enters the supplied async context manager."},
    {"@python push_async_exit(exit)", StackPushAsyncExit,
     "Registers a coroutine function with the standard __aexit__ method signature."},
    {"@python push_async_callback(callback, /, *args, **kwds)", StackPushAsyncCallback,
     "Registers an arbitrary coroutine function and arguments."},
    {"@python aclose()", AsyncStackClose, "Immediately unwind the context stack."},
    {"@python __aenter__()", AsyncStackEnter, "Return the stack."},
    {"@python __aexit__(*exc_details)", AsyncStackExit, "Unwind the stack."},
};
PYSUB_MEMBERS(ExitStack, kExitStackMethods, kNoAttributes);
PYSUB_MEMBERS(AsyncExitStack, kAsyncExitStackMethods, kNoAttributes);

constexpr NativeInfo kFunctions[] = {
    kDefineRow,
    {"@python contextmanager(func)", ContextManagerFunction, "@contextmanager decorator."},
    {"@python asynccontextmanager(func)", AsyncContextManagerFunction,
     "@asynccontextmanager decorator."},
};

Status Init(Vm& vm, Dict* names) {
  static constexpr TypeId kTypes[] = {
      TypeId::kContextDecorator, TypeId::kAsyncContextDecorator,
      TypeId::kClosing,          TypeId::kAsyncClosing,
      TypeId::kSuppress,         TypeId::kNullContext,
      TypeId::kRedirectStdout,   TypeId::kRedirectStderr,
      TypeId::kExitStack,        TypeId::kAsyncExitStack,
      TypeId::kContextlibChdir,
  };
  for (TypeId type : kTypes) TRY(DictSetStr(vm, names, Vm::NameOf(type), Value::Type(type)));
  return AddAbstractTypes(vm, names, "contextlib");
}

}  // namespace
}  // namespace contextlib

using namespace contextlib;  // NOLINT: the resume functions are members of pysub

Value ContextManagerClosure(Vm& vm, LibraryFunction* self, const Args& a) {
  Value function = self->a, keywords = a.keywords;
  Value arguments = TRY(RestTuple(vm, a));
  return StartContext(vm, TypeId::kGeneratorContext, function, arguments, keywords);
}
Value AsyncContextManagerClosure(Vm& vm, LibraryFunction* self, const Args& a) {
  Value function = self->a, keywords = a.keywords;
  Value arguments = TRY(RestTuple(vm, a));
  return StartContext(vm, TypeId::kAsyncGeneratorContext, function, arguments, keywords);
}

// Slots: the manager.
Value ContextStartResume(Vm& vm, NativeFrame& frame, Value in) {
  if (!IsObjectOf(frame.slots[0], TypeId::kGeneratorContext) &&
      !IsObjectOf(frame.slots[0], TypeId::kAsyncGeneratorContext)) {
    return BadState(vm);
  }
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(
          1, vm.CallSpread(vm.StackTop(), Context(frame.slots[0])->function,
                           Context(frame.slots[0])->arguments, Context(frame.slots[0])->keywords));
      Context(frame.slots[0])->generator = in;
  }
  return frame.slots[0];
}

// Slots: the manager.
Value ContextEnterResume(Vm& vm, NativeFrame& frame, Value in) {
  GeneratorContext* context = Context(frame.slots[0]);
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.Next(context->generator));
      context->function = context->arguments = context->keywords = Value::Undefined();
      if (in.IsExhausted()) {
        return RaiseFromNone(vm, TypeId::kRuntimeError, "generator didn't yield");
      }
  }
  return in;
}

namespace {

Value ThrowInto(Vm& vm, Value generator, Value exception) {
  if (IsObjectOf(generator, TypeId::kGenerator)) {
    return vm.ResumeGenerator(generator.As<Generator>(), Value::None(), exception);
  }
  return CallMethod(vm, generator, "throw", {exception});
}

}  // namespace

// Slots: the generator, the exception or None, its traceback, what is to be raised after closing.
Value ContextExitResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  switch (frame.state) {
    case 0:
      if (slots[1].IsNone()) {
        PYSUB_SUSPEND_POINT(1, vm.Next(slots[0]));
        if (in.IsFailed()) return in;
        if (in.IsExhausted()) return Value::False();
      } else {
        PYSUB_SUSPEND_POINT(2, ThrowInto(vm, slots[0], slots[1]));
        if (in.IsExhausted()) return Value::True();
        if (in.IsFailed()) {
          ThrowOutcome outcome = OutcomeOfThrow(vm, slots[1], slots[2], false);
          if (outcome == ThrowOutcome::kOther) return in;
          static_cast<void>(vm.TakeException());
          return Value::Bool(outcome == ThrowOutcome::kSuppressed);
        }
      }
      PYSUB_SUSPEND_POINT(3, CallMethod(vm, slots[0], "close", {}));
      if (in.IsFailed()) return in;
  }
  return vm.Raise(TypeId::kRuntimeError, slots[1].IsNone() ? "generator didn't stop"
                                                           : "generator didn't stop after throw()");
}

// ---- decorated functions

Value ContextDecoratedClosure(Vm& vm, LibraryFunction* self, const Args& a) {
  Value function = self->a, manager = self->b, keywords = a.keywords;
  Value arguments = TRY(RestTuple(vm, a));
  return vm.PushNativeFrame(ResumeId::kContextDecorated,
                            {manager, function, arguments, keywords, Value::Undefined()},
                            kFrameCatches);
}

// Slots: the manager, the function, its arguments, its keywords, its result or exception.
Value ContextDecoratedResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  switch (frame.state) {
    case 0:
      if (IsObjectOf(slots[0], TypeId::kGeneratorContext)) {
        PYSUB_SUSPEND_POINT(
            1, (CheckEnteredOnce(vm, slots[0]).ok()
                    ? StartContext(vm, TypeId::kGeneratorContext, Context(slots[0])->function,
                                   Context(slots[0])->arguments, Context(slots[0])->keywords)
                    : Value::Failed()));
        if (in.IsFailed()) return in;
        slots[0] = in;
      }
      PYSUB_SUSPEND_POINT(2, CallMethod(vm, slots[0], "__enter__", {}));
      if (in.IsFailed()) return in;
      PYSUB_SUSPEND_POINT(3, vm.CallSpread(vm.StackTop(), slots[1], slots[2], slots[3]));
      if (in.IsFailed()) {
        slots[4] = vm.TakeException();
        frame.state = 6;  // a repetition goes on here
        [[fallthrough]];
        case 6:
          if (!IsException(slots[4])) return BadState(vm);
          PYSUB_SUSPEND_POINT(4, CallMethod(vm, slots[0], "__exit__",
                                            {Value::Type(vm.TypeOf(slots[4])), slots[4],
                                             slots[4].As<Exception>()->traceback}));
          if (in.IsFailed()) return in;
          if (TRY(vm.Truth(in))) return Value::None();
          return vm.Propagate(slots[4]);
      }
      slots[4] = in;
      PYSUB_SUSPEND_POINT(
          5, CallMethod(vm, slots[0], "__exit__", {Value::None(), Value::None(), Value::None()}));
      if (in.IsFailed()) return in;
  }
  return slots[4];
}

// Slots: the thing.
Value ClosingExitResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0: PYSUB_SUSPEND_POINT(1, CallMethod(vm, frame.slots[0], "close", {}));
  }
  return Value::None();
}

// ---- ExitStack

// Slots: the stack, __enter__, __exit__, the result.
Value EnterContextResume(Vm& vm, NativeFrame& frame, Value in) {
  if (!IsObjectOf(frame.slots[0], TypeId::kExitStack) &&
      !IsObjectOf(frame.slots[0], TypeId::kAsyncExitStack)) {
    return BadState(vm);
  }
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.Call(frame.slots[1], {}));
      TRY(PushCallback(vm, frame.slots[0], true, frame.slots[2]));
  }
  return in;
}

// Callbacks in reverse order. Each may suspend, raise, or swallow the exception; what is pending
// stands in the frame's slots. A callback is taken off before it is called, so it cannot run twice.
Value ExitStackExitResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  switch (frame.state) {
    case 0:
      while (true) {
        if (slots[kCallback].IsUndefined()) slots[kCallback] = PopCallback(Stack(slots[kStack]));
        if (slots[kCallback].IsUndefined()) break;
        PYSUB_SUSPEND_POINT(1, RunCallback(vm, slots[kCallback], slots[kException]));
        if (in.IsFailed()) {
          Value raised = vm.TakeException();
          FixExceptionContext(raised, slots[kException], slots[kOuter]);
          slots[kPendingRaise] = Value::True();
          slots[kException] = raised;
        } else if (!IsCallback(slots[kCallback])) {
          return BadState(vm);
        } else if (slots[kCallback].As<Tuple>()->items()[ExitStack::kArguments].IsNone() &&
                   TRY(vm.Truth(in))) {
          slots[kSuppressed] = Value::True();
          slots[kPendingRaise] = Value::False();
          slots[kException] = Value::None();
        }
        slots[kCallback] = Value::Undefined();
        frame.state = 0;  // a repetition goes on with the next callback
      }
  }
  if (slots[kPendingRaise].IsTrue()) return vm.Propagate(slots[kException]);
  if (slots[kIsClose].IsTrue()) return Value::None();
  return Value::Bool(slots[kReceived].IsTrue() && slots[kSuppressed].IsTrue());
}

constexpr Schema kDecoratorSchema{"v"};
constexpr Schema kGeneratorContextSchema{"v v t? d? v"};
constexpr Schema kSimpleContextSchema{"V"};
constexpr Schema kSuppressSchema{"t"};
constexpr Schema kRedirectSchema{"V l"};
constexpr Schema kExitStackSchema{"l"};

extern constexpr TypeInfo kContextDecoratorType{
    .id = TypeId::kContextDecorator,
    .schema = &kDecoratorSchema,
    .constructor = &kContextDecoratorConstructor,
    .doc = "A base class or mixin that enables context managers to work as decorators.",
    .call = DecorateCall};
extern constexpr TypeInfo kAsyncContextDecoratorType{
    .id = TypeId::kAsyncContextDecorator,
    .schema = &kDecoratorSchema,
    .constructor = &kAsyncContextDecoratorConstructor,
    .doc = "A base class or mixin that enables async context managers to work as decorators.",
    .call = AsyncDecorateCall};
extern constexpr TypeInfo kGeneratorContextType{.id = TypeId::kGeneratorContext,
                                                .schema = &kGeneratorContextSchema,
                                                .doc = "Helper for @contextmanager decorator.",
                                                .methods = kContextMethods,
                                                .attributes = kContextAttributes,
                                                .members = kGeneratorContextMembers,
                                                .call = DecorateCall};
extern constexpr TypeInfo kAsyncGeneratorContextType{
    .id = TypeId::kAsyncGeneratorContext,
    .schema = &kGeneratorContextSchema,
    .doc = "Helper for @asynccontextmanager decorator.",
    .methods = kAsyncContextMethods,
    .attributes = kContextAttributes,
    .members = kAsyncGeneratorContextMembers,
    .call = AsyncDecorateCall};
extern constexpr TypeInfo kClosingType{.id = TypeId::kClosing,
                                       .schema = &kSimpleContextSchema,
                                       .constructor = &kClosingConstructor,
                                       .methods = kClosingMethods,
                                       .attributes = kClosingAttributes,
                                       .members = kClosingMembers};
extern constexpr TypeInfo kAsyncClosingType{.id = TypeId::kAsyncClosing,
                                            .schema = &kSimpleContextSchema,
                                            .constructor = &kAsyncClosingConstructor,
                                            .methods = kAsyncClosingMethods,
                                            .attributes = kClosingAttributes,
                                            .members = kAsyncClosingMembers};
extern constexpr TypeInfo kNullContextType{.id = TypeId::kNullContext,
                                           .schema = &kSimpleContextSchema,
                                           .constructor = &kNullContextConstructor,
                                           .methods = kNullContextMethods,
                                           .attributes = kNullContextAttributes,
                                           .members = kNullContextMembers};
extern constexpr TypeInfo kSuppressType{.id = TypeId::kSuppress,
                                        .schema = &kSuppressSchema,
                                        .constructor = &kSuppressConstructor,
                                        .methods = kSuppressMethods,
                                        .members = kSuppressMembers};
extern constexpr TypeInfo kRedirectStdoutType{.id = TypeId::kRedirectStdout,
                                              .schema = &kRedirectSchema,
                                              .constructor = &kRedirectStdoutConstructor,
                                              .methods = kRedirectMethods,
                                              .members = kRedirectMembers};
extern constexpr TypeInfo kRedirectStderrType{.id = TypeId::kRedirectStderr,
                                              .schema = &kRedirectSchema,
                                              .constructor = &kRedirectStderrConstructor,
                                              .methods = kRedirectMethods,
                                              .members = kRedirectMembers};
extern constexpr TypeInfo kExitStackType{.id = TypeId::kExitStack,
                                         .schema = &kExitStackSchema,
                                         .constructor = &kExitStackConstructor,
                                         .methods = kExitStackMethods,
                                         .members = kExitStackMembers};
extern constexpr TypeInfo kAsyncExitStackType{.id = TypeId::kAsyncExitStack,
                                              .schema = &kExitStackSchema,
                                              .constructor = &kAsyncExitStackConstructor,
                                              .methods = kAsyncExitStackMethods,
                                              .members = kAsyncExitStackMembers};
PYSUB_LIBRARY_CLASS(ContextlibChdir, "chdir(path)",
                    "Non thread-safe context manager to change the current working directory.");
extern constexpr ModuleInfo kContextlibModule{
    .name = "contextlib",
    .doc = "Utilities for with-statement contexts.  See PEP 343.",
    .functions = kFunctions,
    .init = Init,
    .source =
#include "stdlib/python/contextlib.inc"
};

}  // namespace pysub
