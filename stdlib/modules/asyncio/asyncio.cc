// The module asyncio: its table. What sockets, processes, threads and policies need is not there.

#include "stdlib/modules/asyncio/asyncio.h"

#include "vm/objects/dict.h"

namespace pysub {
namespace asyncio {
namespace {

constexpr NativeInfo kFunctions[] = {
    {"@python run(main, *, debug=None, loop_factory=None)", Surely<Run>,
     "Execute the coroutine and return the result."},
    {"@python sleep(delay, result=None)", Surely<Sleep>,
     "Coroutine that completes after a given time (in seconds)."},
    {"@python gather(*coros_or_futures, return_exceptions=False)", Surely<Gather>,
     "Return a future aggregating results from the given coroutines/futures."},
    {"@python create_task(coro, **kwargs)", Surely<CreateTask>,
     "Schedule the execution of a coroutine object in a spawn task."},
    {"@python wait_for(fut, timeout)", Surely<WaitFor>,
     "Wait for the single Future or coroutine to complete, with timeout."},
    {"@python wait(fs, *, timeout=None, return_when='ALL_COMPLETED')", SurelyForEach<Wait>,
     "Wait for the Futures or Tasks given by fs to complete.", 1},
    {"@python as_completed(fs, *, timeout=None)", SurelyForEach<AsCompleted>,
     "Create an iterator of awaitables or their results in completion order.", 1},
    {"@python shield(arg)", Surely<Shield>, "Wait for a future, shielding it from cancellation."},
    {"@python timeout(delay: float | None)", Surely<TimeoutFunction>,
     "Timeout async context manager."},
    {"@python timeout_at(when: float | None)", Surely<TimeoutAt>,
     "Schedule the timeout at absolute time."},
    {"current_task(loop=None)", CurrentTask, "Return a currently executed task."},
    {"all_tasks(loop=None)", AllTasks, "Return a set of all tasks for the loop."},
    {"@python ensure_future(coro_or_future, *, loop=None)", Surely<EnsureFutureFunction>,
     "Wrap a coroutine or an awaitable in a future."},
    {"@python to_thread(func, /, *args, **kwargs)", ToThread,
     "Runs the function when the loop comes to it: there are no threads."},
    {"get_running_loop()", GetRunningLoop,
     "Return the running event loop.  Raise a RuntimeError if there is none."},
    {"_get_running_loop()", GetRunningLoopOrNone, "Return the running event loop or None."},
    {"get_event_loop()", Surely<GetEventLoop>, "Return an asyncio event loop."},
    {"@python new_event_loop()", Surely<NewEventLoop>, "A new event loop."},
    {"@python set_event_loop(loop)", Surely<SetEventLoop>,
     "What get_event_loop() answers outside of a running loop."},
    {"@python iscoroutine(obj)", IsCoroutineFunction, "Return True if obj is a coroutine object."},
    {"@python iscoroutinefunction(func)", IsCoroutineFunction_,
     "Return True if func makes coroutines."},
    {"@python isfuture(obj)", IsFutureFunction, "Check for a Future."},
};

Status Init(Vm& vm, Dict* names) {
  static constexpr TypeId kTypes[] = {
      TypeId::kAsyncFuture,
      TypeId::kAsyncTask,
      TypeId::kAsyncLock,
      TypeId::kAsyncEvent,
      TypeId::kAsyncCondition,
      TypeId::kAsyncSemaphore,
      TypeId::kAsyncBoundedSemaphore,
      TypeId::kAsyncBarrier,
      TypeId::kAsyncQueue,
      TypeId::kAsyncPriorityQueue,
      TypeId::kAsyncLifoQueue,
      TypeId::kAsyncTaskGroup,
      TypeId::kAsyncTimeout,
      TypeId::kAsyncRunner,
      TypeId::kAsyncHandle,
      TypeId::kAsyncTimerHandle,
      TypeId::kCancelledError,
      TypeId::kInvalidStateError,
      TypeId::kBrokenBarrierError,
      TypeId::kQueueEmpty,
      TypeId::kQueueFull,
      TypeId::kQueueShutDown,
      TypeId::kTimeoutError,
  };
  for (TypeId type : kTypes) TRY(DictSetStr(vm, names, Vm::NameOf(type), Value::Type(type)));
  for (std::string_view name : {"FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"}) {
    Value text = vm.Intern(name);
    if (text.IsFailed()) return Failure{};
    TRY(DictSetStr(vm, names, name, text));
  }
  return Done{};
}

}  // namespace
}  // namespace asyncio

extern constexpr ModuleInfo kAsyncioModule{.name = "asyncio",
                                           .doc = "The asyncio package, tracking PEP 3156.",
                                           .functions = asyncio::kFunctions,
                                           .init = asyncio::Init};

}  // namespace pysub
