// Coroutines whose bodies are C++ functions, and what drives them.

#include "stdlib/modules/asyncio/asyncio.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace asyncio {
namespace {

constexpr Body kBodies[] = {
#define PYSUB_ASYNCIO_BODY(name) name##Body,
#include "stdlib/modules/asyncio/bodies.def"
#undef PYSUB_ASYNCIO_BODY
};

void Close(Coroutine* co) {
  co->state = static_cast<RawWord>(GeneratorState::kClosed);
  co->awaiting = Value::Undefined();
  co->handled = Value::Undefined();
}

}  // namespace

Value NewCoroutine(Vm& vm, BodyId body, std::string_view name, std::initializer_list<Value> slots) {
  constexpr uint32_t kSlots = 6;
  Value text = TRY(vm.Intern(name));
  size_t dot = name.rfind('.');
  Value short_name = dot == name.npos ? text : TRY(vm.Intern(name.substr(dot + 1)));
  Object* object = vm.heap.NewValues(TypeId::kNativeCoroutine, Generator::kFixedWords + kSlots);
  if (object == nullptr) return vm.NoMemory(8 * (Generator::kFixedWords + kSlots));
  Coroutine* co = static_cast<Coroutine*>(object);
  co->state = static_cast<RawWord>(GeneratorState::kCreated);
  co->pc = 0;
  co->function = Value::SmallInt(static_cast<int>(body));
  co->name = short_name;
  co->qualified_name = text;
  uint32_t i = 0;
  for (Value slot : slots) co->registers[i++] = slot;
  return Value::Of(co);
}

Value AwaitableIterator(Vm& vm, Value value) {
  TypeId type = vm.TypeOf(value);
  if (type == TypeId::kCoroutine || type == TypeId::kNativeCoroutine) {
    if (value.As<Generator>()->get_state() == GeneratorState::kSuspended) {
      return vm.Raise(TypeId::kRuntimeError, "coroutine is being awaited already");
    }
    return value;
  }
  const TypeInfo& info = vm.InfoOf(type);
  if (info.await != nullptr) return info.await(vm, value);
  return vm.TypeError("'", vm.TypeName(value), "' object can't be awaited");
}

Value Await(Vm& vm, Coroutine* co, uint32_t place, Value awaitable) {
  co->awaiting = TRY(AwaitableIterator(vm, awaitable));
  co->pc = place;
  return Value::Undefined();
}

Value Yield(Coroutine* co, uint32_t place) {
  co->pc = place;
  return Value::Exhausted();
}

Value ResumeCoroutine(Vm& vm, Value self, Value value, Value exception) {
  Coroutine* co = self.As<Coroutine>();
  switch (co->get_state()) {
    case GeneratorState::kRunning: return vm.ValueError("coroutine already executing");
    case GeneratorState::kClosed:
      return vm.Raise(TypeId::kRuntimeError, "cannot reuse already awaited coroutine");
    case GeneratorState::kCreated:
      if (!exception.IsUndefined()) {
        Close(co);
        return vm.RaiseException(exception);
      }
      if (!value.IsNone()) {
        return vm.TypeError("can't send non-None value to a just-started coroutine");
      }
      break;
    case GeneratorState::kSuspended: break;
  }
  Value pushed =
      vm.PushNativeFrame(ResumeId::kNativeCoroutine, {self, value, exception}, kFrameCatches);
  if (pushed.IsCallPending()) co->state = static_cast<RawWord>(GeneratorState::kRunning);
  return pushed;
}

}  // namespace asyncio

// slots: the coroutine, what is sent, what is thrown. States: 0 to be resumed, 1 what it awaits has
// answered, 2 the body goes on, 3 what the body called has answered.
Value NativeCoroutineResume(Vm& vm, NativeFrame& frame, Value in) {
  using namespace asyncio;
  enum { kResume, kAnswered, kBody, kCalled };
  Coroutine* co = frame.slots[0].As<Coroutine>();
  while (true) {
    switch (frame.state) {
      case kResume:
        if (co->awaiting.IsUndefined()) {
          co->handled = frame.slots[2];
          co->origin = frame.slots[1];
          frame.state = kBody;
          continue;
        }
        in = vm.Resume(co->awaiting, frame.slots[1], frame.slots[2]);
        if (in.IsFailed() && !vm.FailureIsCatchable()) return in;
        frame.state = kAnswered;
        if (in.IsCallPending()) return in;
        if (vm.NativeFrameShouldYield(in)) return vm.YieldNativeFrame();
        continue;
      case kAnswered:
      case kCalled:
        if (in.IsFailed()) {
          co->handled = vm.TakeException();
          if (co->handled.IsUndefined()) return in;
        } else if (in.IsExhausted()) {
          co->origin = vm.stop_value;
        } else if (frame.state == kAnswered) {
          co->state = static_cast<RawWord>(GeneratorState::kSuspended);
          return in;
        } else {
          co->origin = in;
        }
        co->awaiting = Value::Undefined();
        frame.state = kBody;
        continue;
      case kBody: {
        Value input = co->handled.IsUndefined() ? co->origin : Value::Failed();
        MemoryReservation sure(vm, kBytesOfAnOperation);
        if (!sure.ok()) return Value::Failed();
        Value answer = kBodies[co->function.AsSmallInt()](vm, co, input);
        if (answer.IsFailed() && !vm.FailureIsCatchable()) return answer;
        co->handled = Value::Undefined();
        if (answer.IsUndefined()) {
          // Only in a snapshot from anybody does a body hand on that nothing came in.
          if (co->awaiting.IsUndefined()) return BadState(vm);
          frame.slots[1] = Value::None();
          frame.slots[2] = Value::Undefined();
          frame.state = kResume;
          continue;
        }
        if (answer.IsCallPending()) {
          frame.state = kCalled;
          return answer;
        }
        if (answer.IsExhausted()) {
          co->state = static_cast<RawWord>(GeneratorState::kSuspended);
          return Value::None();
        }
        Close(co);
        if (answer.IsFailed()) return answer;
        vm.stop_value = answer;
        return Value::Exhausted();
      }
      default: return BadState(vm);
    }
  }
}

namespace asyncio {

bool CloseUnstarted(Coroutine* co) {
  if (co->get_state() != GeneratorState::kCreated) return false;
  Close(co);
  return true;
}

namespace {

Value AwaitMethod(Vm& vm, const Args& a) {
  CoroutineWrapper* wrapper = TRY(vm.New<CoroutineWrapper>(TypeId::kCoroutineWrapper));
  wrapper->coroutine = a[0];
  return Value::Of(wrapper);
}
Value CloseMethod(Vm& vm, const Args& a) {
  Coroutine* co = a[0].As<Coroutine>();
  if (co->get_state() == GeneratorState::kClosed) return Value::None();
  if (CloseUnstarted(co)) return Value::None();
  return awaitable::Close(vm, a);
}
constexpr NativeInfo kMethods[] = {
    {"__await__()", AwaitMethod, "Return an iterator to be used in await expression."},
    {"send(value, /)", awaitable::Send, "send(arg) -> send 'arg' into coroutine."},
    {"throw(value, val=None, tb=None, /)", awaitable::Throw, "Raise exception in coroutine."},
    {"close()", CloseMethod, "close() -> raise GeneratorExit inside coroutine."},
};
PYSUB_MEMBERS(NativeCoroutine, kMethods, kNoAttributes);

Status Repr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("<coroutine object ");
  out.Append(Vm::View(self.As<Coroutine>()->qualified_name));
  out.Append(" at 0x");
  TRY(vm.AppendIdentity(self, out));
  out.Append('>');
  return out.status();
}

}  // namespace
}  // namespace asyncio

namespace asyncio {
namespace {

// What the first slot of a body must be; kObject: anything. Bodies look at their other slots
// themselves.
constexpr TypeId FirstSlotOf(BodyId body) {
  switch (body) {
    case BodyId::kLockAcquire: return TypeId::kAsyncLock;
    case BodyId::kEventWait: return TypeId::kAsyncEvent;
    case BodyId::kConditionWait:
    case BodyId::kConditionWaitFor: return TypeId::kAsyncCondition;
    case BodyId::kSemaphoreAcquire: return TypeId::kAsyncSemaphore;
    case BodyId::kBarrierWait:
    case BodyId::kBarrierChange: return TypeId::kAsyncBarrier;
    case BodyId::kQueueGet:
    case BodyId::kQueuePut:
    case BodyId::kQueueJoin: return TypeId::kAsyncQueue;
    case BodyId::kTaskGroupEnter:
    case BodyId::kTaskGroupExit: return TypeId::kAsyncTaskGroup;
    case BodyId::kTimeoutEnter:
    case BodyId::kTimeoutExit: return TypeId::kAsyncTimeout;
    case BodyId::kCloseGenerators: return TypeId::kAsyncEventLoop;
    case BodyId::kContextEnter: return TypeId::kAsyncGeneratorContext;
    case BodyId::kStackEnter:
    case BodyId::kStackUnwind: return TypeId::kAsyncExitStack;
    default: return TypeId::kObject;
  }
}

bool CheckCoroutine(Vm& vm, Object* object) {
  Coroutine* co = static_cast<Coroutine*>(object);
  if (co->state > static_cast<RawWord>(GeneratorState::kClosed)) return false;
  if (static_cast<uint64_t>(co->function.AsSmallInt()) >= static_cast<uint64_t>(BodyId::kCount))
    return false;
  BodyId body = static_cast<BodyId>(co->function.AsSmallInt());
  Value first = co->registers[0];
  if (body == BodyId::kAsCompletedOne)
    return first.IsNone() || IsObjectOf(first, TypeId::kAsyncAsCompleted);
  return FirstSlotOf(body) == TypeId::kObject || vm.IsInstance(first, FirstSlotOf(body));
}

}  // namespace
}  // namespace asyncio

constexpr Schema kNativeCoroutineSchema{"# # k X? v s s v v v v v v v", asyncio::CheckCoroutine};
extern constexpr TypeInfo kNativeCoroutineType{.id = TypeId::kNativeCoroutine,
                                               .schema = &kNativeCoroutineSchema,
                                               .methods = asyncio::kMethods,
                                               .members = asyncio::kNativeCoroutineMembers,
                                               .copying = Copying::kRefused,
                                               .repr = asyncio::Repr,
                                               .await = awaitable::AwaitSlot,
                                               .resume = asyncio::ResumeCoroutine};

}  // namespace pysub
