// Generators and coroutines. CPython 3.14 language reference 6.2.9.1, "Generator-iterator methods".

#include <string>

#include "stdlib/modules/library_class.h"
#include "stdlib/types/awaitables.h"
#include "vm/generators.h"
#include "vm/warn.h"

namespace pysub {

namespace {

// The exception of throw(), in its old form with three arguments as well.
Value ThrownOf(Vm& vm, Value exception, Value value, Value traceback) {
  if (!traceback.IsNone() && !IsObjectOf(traceback, TypeId::kTraceback)) {
    return vm.TypeError("throw() third argument must be a traceback object");
  }
  if (exception.IsType() && IsExceptionType(exception.AsType())) {
    if (vm.IsInstance(value, exception.AsType())) {
      exception = value;
    } else if (value.IsNone()) {
      exception = TRY(ExceptionAtOnce(vm, exception, {}));
    } else if (IsObjectOf(value, TypeId::kTuple)) {
      exception = TRY(ExceptionAtOnce(
          vm, exception,
          std::span<const Value>(value.As<Tuple>()->items(), value.As<Tuple>()->size())));
    } else {
      exception = TRY(ExceptionAtOnce(vm, exception, std::span<const Value>(&value, 1)));
    }
  } else if (IsExceptionType(vm.TypeOf(exception))) {
    if (!value.IsNone()) return vm.TypeError("instance exception may not have a separate value");
  } else {
    return vm.TypeError("exceptions must be classes or instances deriving from BaseException, not ",
                        vm.TypeName(exception));
  }
  if (!traceback.IsNone()) exception.As<Exception>()->traceback = traceback;
  return exception;
}

}  // namespace

// throw(value) or the old throw(type, value, traceback).
Value ThrownException(Vm& vm, const Args& a, std::string_view method) {
  // A call uses the space of the arguments.
  Value exception = a[1], value = a.has(2) ? a[2] : Value::None(),
        traceback = a.has(3) ? a[3] : Value::None();
  if (!a.has(2) && !a.has(3)) return ThrownOf(vm, exception, value, traceback);
  MemoryReservation warned(vm, 4096);  // which is not done again
  if (!warned.ok()) return Value::Failed();
  TRY(Warn(vm, TypeId::kDeprecationWarning,
           "the (type, exc, tb) signature of " + std::string(method) +
               "() is deprecated, use the single-arg signature instead."));
  return ThrownOf(vm, exception, value, traceback);
}

namespace {

Generator* AsGenerator(Value v) { return v.As<Generator>(); }

Value NextSlot(Vm& vm, Value self) { return vm.ResumeGenerator(AsGenerator(self), Value::None()); }
Value Next(Vm& vm, const Args& a) { return StopIterationAtEnd(vm, NextSlot(vm, a[0])); }
Value Self(Vm&, const Args& a) { return a[0]; }
Value Send(Vm& vm, const Args& a) {
  return StopIterationAtEnd(vm, vm.ResumeGenerator(AsGenerator(a[0]), a[1]));
}

Value Throw(Vm& vm, const Args& a) {
  Generator* generator = AsGenerator(a[0]);
  Value exception = TRY(ThrownException(vm, a));
  return vm.ResumeGenerator(generator, Value::None(), exception);
}

Value Close(Vm& vm, const Args& a) {
  Generator* generator = AsGenerator(a[0]);
  switch (generator->get_state()) {
    case GeneratorState::kClosed: return Value::None();
    case GeneratorState::kCreated: CloseGenerator(generator); return Value::None();
    case GeneratorState::kRunning:
      return vm.ValueError(GeneratorNoun(generator), " already executing");
    case GeneratorState::kSuspended: break;
  }
  return vm.PushNativeFrame(ResumeId::kGeneratorClose, {a[0]}, kFrameCatches);
}

Value Await(Vm& vm, const Args& a) {
  CoroutineWrapper* wrapper = TRY(vm.New<CoroutineWrapper>(TypeId::kCoroutineWrapper));
  wrapper->coroutine = a[0];
  return Value::Of(wrapper);
}

constexpr NativeInfo kGeneratorMethods[] = {
    {"@wrapper __iter__()", Self, "Implement iter(self)."},
    {"@wrapper __next__()", Next, "Implement next(self)."},
    {"close()", Close, "close() -> raise GeneratorExit inside generator."},
    {"send(object, /)", Send,
     "send(value) -> send 'value' into generator,\nreturn next yielded value or raise "
     "StopIteration."},
    {"@hidden throw(value, val=None, tb=None, /)", Throw,
     "Raise exception in generator, return next yielded value or raise\nStopIteration."},
};
constexpr NativeInfo kCoroutineMethods[] = {
    {"@wrapper __await__()", Await, "Return an iterator to be used in await expression."},
    {"close()", Close, "close() -> raise GeneratorExit inside coroutine."},
    {"send(object, /)", Send,
     "send(arg) -> send 'arg' into coroutine,\nreturn next iterated value or raise StopIteration."},
    {"@hidden throw(value, val=None, tb=None, /)", Throw,
     "Raise exception in coroutine, return next iterated value or raise\nStopIteration."},
};

Value GetName(Vm&, Value self) { return AsGenerator(self)->name; }
Value GetQualifiedName(Vm&, Value self) { return AsGenerator(self)->qualified_name; }
template <Value Generator::*kField>
Status SetText(Vm& vm, Value self, Value value) {
  if (!Vm::IsStr(value)) {
    return vm.TypeError(kField == &Generator::name ? "__name__" : "__qualname__",
                        " must be set to a string object");
  }
  AsGenerator(self)->*kField = value;
  return Done{};
}
Value GetRunning(Vm&, Value self) {
  return Value::Bool(AsGenerator(self)->get_state() == GeneratorState::kRunning);
}
Value GetSuspended(Vm&, Value self) {
  return Value::Bool(AsGenerator(self)->get_state() == GeneratorState::kSuspended);
}
Value GetAwaiting(Vm&, Value self) {
  Value value = AsGenerator(self)->awaiting;
  return value.IsUndefined() ? Value::None() : value;
}

constexpr AttributeInfo kGeneratorAttributes[] = {
    {"__name__", GetName, SetText<&Generator::name>},
    {"__qualname__", GetQualifiedName, SetText<&Generator::qualified_name>},
    {"gi_running", GetRunning},
    {"gi_suspended", GetSuspended},
    {"gi_yieldfrom", GetAwaiting},
};
constexpr AttributeInfo kCoroutineAttributes[] = {
    {"__name__", GetName, SetText<&Generator::name>},
    {"__qualname__", GetQualifiedName, SetText<&Generator::qualified_name>},
    {"cr_running", GetRunning},
    {"cr_suspended", GetSuspended},
    {"cr_await", GetAwaiting},
    {"cr_origin", [](Vm&, Value) { return Value::None(); }, nullptr, AttributeKind::kMember},
};

// "<generator object f at 0x...>".
Status Repr(Vm& vm, Value self, TextBuilder& out) {
  out.Append('<');
  out.Append(Vm::NameOf(AsGenerator(self)->type));
  out.Append(" object ");
  out.Append(Vm::View(AsGenerator(self)->qualified_name));
  out.Append(" at 0x");
  TRY(vm.AppendIdentity(self, out));
  out.Append('>');
  return out.status();
}

Value ThrowExit(Vm& vm, Generator* generator) {
  Value args = TRY(vm.NewTuple(std::span<const Value>()));
  Value exit = TRY(vm.NewException(TypeId::kGeneratorExit, args));
  exit.As<Exception>()->context = vm.HandledException();
  return vm.ResumeGenerator(generator, Value::None(), exit);
}

PYSUB_MEMBERS(Generator, kGeneratorMethods, kGeneratorAttributes);
PYSUB_MEMBERS(Coroutine, kCoroutineMethods, kCoroutineAttributes);

}  // namespace

Value GeneratorCloseResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, ThrowExit(vm, frame.slots[0].As<Generator>()));
      if (in.IsFailed()) {
        if (vm.PendingIs(TypeId::kGeneratorExit) || vm.PendingIs(TypeId::kStopIteration)) {
          static_cast<void>(vm.TakeException());
          return Value::None();
        }
        return in;
      }
      if (in.IsExhausted()) return vm.stop_value;
      return vm.Raise(TypeId::kRuntimeError, GeneratorNoun(frame.slots[0].As<Generator>()),
                      " ignored GeneratorExit");
  }
  return Value::None();
}

extern constexpr TypeInfo kGeneratorType{.id = TypeId::kGenerator,
                                         .methods = kGeneratorMethods,
                                         .attributes = kGeneratorAttributes,
                                         .members = kGeneratorMembers,
                                         .copying = Copying::kRefused,
                                         .repr = Repr,
                                         .next = NextSlot};
extern constexpr TypeInfo kCoroutineType{.id = TypeId::kCoroutine,
                                         .methods = kCoroutineMethods,
                                         .attributes = kCoroutineAttributes,
                                         .members = kCoroutineMembers,
                                         .copying = Copying::kRefused,
                                         .repr = Repr};

}  // namespace pysub
