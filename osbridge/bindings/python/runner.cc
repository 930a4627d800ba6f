// Stops as objects of Python, and the loop that answers them.

#include "runner.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

namespace pysub_python {
namespace {

// How long a run keeps the GIL and signals waiting: some 50 ms of work.
constexpr uint64_t kSlice = 10'000'000;

// Of a run to the end, whose host gave a function by its name only. (_run.py says the same.)
constexpr const char kNobodyCalls[] =
    "the program calls %U(), for which there is no callable: run() of a Sandbox gives such a call "
    "as a stop";

// ---- ids: one int, the session in its upper half

PyObject* IdToPython(pysub_call_id id) {
  if (id.session == 0) return PyLong_FromUnsignedLongLong(id.sequence);
  Ref session(PyLong_FromUnsignedLongLong(id.session));
  Ref by(PyLong_FromLong(64));
  Ref shifted(session && by ? PyNumber_Lshift(session.get(), by.get()) : nullptr);
  Ref sequence(PyLong_FromUnsignedLongLong(id.sequence));
  return shifted && sequence ? PyNumber_Or(shifted.get(), sequence.get()) : nullptr;
}

// ---- stops as objects

using TextGetter = const char* (*)(const pysub_stop*, size_t*);
PyObject* TextOfStop(TextGetter get, const pysub_stop* stop) {
  size_t size = 0;
  const char* text = get(stop, &size);
  return Text(View(text, size));
}

// A tuple of (file, function, line, column, end line, end column, source line), outermost first.
PyObject* FramesOf(const pysub_stop* stop) {
  const size_t count = pysub_stop_frame_count(stop);
  Ref frames(PyTuple_New(static_cast<Py_ssize_t>(count)));
  for (size_t i = 0; frames && i < count; ++i) {
    pysub_frame frame = PYSUB_FRAME_INIT;
    Failure failure;
    if (pysub_stop_frame(stop, i, &frame, failure) != PYSUB_OK) return failure.Raise();
    PyObject* made =
        Py_BuildValue("(NNIIIIN)", Text(frame.file_name), Text(frame.function), frame.line,
                      frame.column, frame.end_line, frame.end_column, Text(frame.source_line));
    if (made == nullptr || PyTuple_SetItem(frames.get(), static_cast<Py_ssize_t>(i), made) != 0) {
      return nullptr;
    }
  }
  return frames.release();
}

// The Error that PYSUB_RAISED is for Python.
PyObject* ErrorOfRaised(const pysub_stop* stop) {
  PyObject* make = Our(Name::kRaisedError);
  if (make == nullptr) return nullptr;
  const pysub_value* value = pysub_stop_value(stop);
  size_t size = 0;
  const char* name = pysub_value_name(value, &size);
  int status = 0;
  const bool exits = pysub_stop_exit_status(stop, &status) != 0;
  Ref type(Text(View(name, size)));
  Ref message(TextOfStop(pysub_stop_message, stop));
  Ref traceback(TextOfStop(pysub_stop_traceback, stop));
  Ref frames(FramesOf(stop));
  Ref exit_status(exits ? PyLong_FromLong(status) : Py_NewRef(Py_None));
  Ref exit_message(TextOfStop(pysub_stop_exit_message, stop));
  // args that cannot cross are no reason to say nothing of the exception
  Ref args(PyTuple_New(static_cast<Py_ssize_t>(pysub_value_count(value))));
  for (size_t i = 0; args && i < pysub_value_count(value); ++i) {
    PyObject* arg = FromSandbox(pysub_value_item(value, i));
    if (arg == nullptr) {
      PyErr_Clear();
      arg = Py_NewRef(Py_None);
    }
    PyTuple_SetItem(args.get(), static_cast<Py_ssize_t>(i), arg);
  }
  if (!type || !message || !traceback || !frames || !exit_status || !exit_message || !args) {
    return nullptr;
  }
  return PyObject_CallFunctionObjArgs(make, type.get(), message.get(), traceback.get(),
                                      frames.get(), exit_status.get(), exit_message.get(),
                                      args.get(), nullptr);
}

const char* LimitName(pysub_limit limit) {
  switch (limit) {
    case PYSUB_LIMIT_MEMORY: return "memory";
    case PYSUB_LIMIT_DURATION: return "duration";
    case PYSUB_LIMIT_ALLOCATIONS: return "allocations";
    case PYSUB_LIMIT_STEPS: return "steps";
    case PYSUB_LIMIT_OUTPUT: return "output";
    case PYSUB_LIMIT_CANCELLED: return "cancelled";
    default: return "";
  }
}

void RaiseObject(const Ref& error) {
  if (error) PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.get())), error.get());
}

bool ArgsOf(const pysub_call* call, Ref* args, Ref* keywords) {
  const size_t count = pysub_call_count(call);
  *args = Ref(PyTuple_New(static_cast<Py_ssize_t>(count)));
  for (size_t i = 0; *args && i < count; ++i) {
    PyObject* arg = FromSandbox(pysub_call_arg(call, i));
    if (arg == nullptr) return false;
    PyTuple_SetItem(args->get(), static_cast<Py_ssize_t>(i), arg);
  }
  const size_t named = pysub_call_keyword_count(call);
  *keywords = Ref(PyDict_New());
  for (size_t i = 0; *keywords && i < named; ++i) {
    const char* name = nullptr;
    size_t size = 0;
    Ref value(FromSandbox(pysub_call_keyword(call, i, &name, &size)));
    Ref key(Text(View(name, size)));
    if (!value || !key || PyDict_SetItem(keywords->get(), key.get(), value.get()) != 0)
      return false;
  }
  return *args && *keywords;
}

PyObject* FunctionCallOf(const pysub_stop* stop, PyObject* args, PyObject* keywords) {
  PyObject* make = Our(Name::kFunctionCallStop);
  Ref id(IdToPython(pysub_stop_id(stop)));
  Ref name(TextOfStop(pysub_stop_name, stop));
  if (make == nullptr || !id || !name) return nullptr;
  return PyObject_CallFunctionObjArgs(make, id.get(), name.get(), args, keywords, nullptr);
}

PyObject* OsCallOf(const pysub_stop* stop) {
  PyObject* make = Our(Name::kOsCallStop);
  Ref id(IdToPython(pysub_stop_id(stop)));
  Ref name(TextOfStop(pysub_stop_name, stop));
  Ref fields(PyDict_New());
  if (make == nullptr || !id || !name || !fields) return nullptr;
  for (size_t i = 0; i < pysub_stop_field_count(stop); ++i) {
    const char* field = nullptr;
    size_t size = 0;
    Ref value(FromSandbox(pysub_stop_field(stop, i, &field, &size)));
    Ref key(Text(View(field, size)));
    if (!value || !key || PyDict_SetItem(fields.get(), key.get(), value.get()) != 0) return nullptr;
  }
  return PyObject_CallFunctionObjArgs(make, id.get(), name.get(), fields.get(), nullptr);
}

PyObject* WaitingOf(const pysub_stop* stop) {
  PyObject* make = Our(Name::kWaitingStop);
  const size_t count = pysub_stop_pending_count(stop);
  Ref pending(PyTuple_New(static_cast<Py_ssize_t>(count)));
  for (size_t i = 0; pending && i < count; ++i) {
    PyObject* id = IdToPython(pysub_stop_pending(stop, i));
    if (id == nullptr) return nullptr;
    PyTuple_SetItem(pending.get(), static_cast<Py_ssize_t>(i), id);
  }
  int64_t sleep = 0;
  Ref seconds(pysub_stop_sleep(stop, &sleep) != 0
                  ? PyFloat_FromDouble(static_cast<double>(sleep) / 1e9)
                  : Py_NewRef(Py_None));
  if (make == nullptr || !pending || !seconds) return nullptr;
  return PyObject_CallFunctionObjArgs(make, pending.get(), seconds.get(), nullptr);
}

// How long the program's next timer takes.
uint64_t TimerOf(const pysub_stop* stop) {
  int64_t nanoseconds = 0;
  if (pysub_stop_sleep(stop, &nanoseconds) == 0 || nanoseconds <= 0) return 0;
  return static_cast<uint64_t>(nanoseconds);
}

// Of an OsCall "Sleep".
uint64_t SleepOf(const pysub_stop* stop) {
  const char* name = nullptr;
  size_t size = 0;
  int64_t nanoseconds = 0;
  if (pysub_value_as_int(pysub_stop_field(stop, 0, &name, &size), &nanoseconds) == 0) return 0;
  return nanoseconds > 0 ? static_cast<uint64_t>(nanoseconds) : 0;
}

pysub_usage UsageOf(pysub_sandbox* sandbox) {
  pysub_usage usage = PYSUB_USAGE_INIT;
  static_cast<void>(pysub_sandbox_usage(sandbox, &usage, nullptr));
  return usage;
}
uint64_t StepsOf(pysub_sandbox* sandbox) { return UsageOf(sandbox).steps; }

}  // namespace

// Of an int, or of a stop that has an `id`.
bool IdOf(PyObject* object, pysub_call_id* result) {
  Ref id;
  if (PyLong_Check(object)) {
    id = Ref::Borrowed(object);
  } else {
    id = Ref(PyObject_GetAttrString(object, "id"));
    if (!id || !PyLong_Check(id.get())) {
      PyErr_Clear();
      PyErr_Format(PyExc_TypeError,
                   "a call, a name lookup, an OsCall or the id of one is wanted, not %R", object);
      return false;
    }
  }
  Ref by(PyLong_FromLong(64));
  Ref upper(by ? PyNumber_Rshift(id.get(), by.get()) : nullptr);
  if (!upper) return false;
  result->session = PyLong_AsUnsignedLongLong(upper.get());
  if (PyErr_Occurred()) {
    PyErr_Clear();
    PyErr_SetString(PyExc_ValueError, "this is no id of a call");
    return false;
  }
  result->sequence = PyLong_AsUnsignedLongLongMask(id.get());
  return true;
}

void Runner::BeginFeed() {
  feed = {feed_limit_ns, UsageOf(handle).running_ns, 0};
  overslept_ns = 0;
}
void Runner::Renew(uint64_t limit_ns) { whole = {limit_ns, UsageOf(handle).running_ns, 0}; }

uint64_t Runner::SleepLeft() const {
  const uint64_t running_ns = UsageOf(handle).running_ns;
  return std::min(whole.Left(running_ns), feed.Left(running_ns));
}

void Runner::Slept(uint64_t nanoseconds, bool wants_more) {
  whole.slept_ns += nanoseconds;
  feed.slept_ns += nanoseconds;
  if (!wants_more) return;
  overslept_ns = std::min(whole.limit_ns, feed.limit_ns);
  pysub_sandbox_cancel(handle);
}

bool Runner::Sleep(uint64_t nanoseconds) {
  using std::chrono::steady_clock;
  constexpr std::chrono::nanoseconds kPiece = std::chrono::milliseconds(20);
  // Nobody lives longer, and the clock can count so far.
  constexpr uint64_t kMost = uint64_t{100} * 365 * 24 * 3600 * 1'000'000'000;
  const uint64_t left = SleepLeft();
  const auto begun = steady_clock::now();
  const auto until = begun + std::chrono::nanoseconds(std::min({nanoseconds, left, kMost}));
  bool raised = false;
  while (!woken && !raised && steady_clock::now() < until) {
    {
      Unlocked unlocked;
      std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(
          kPiece, std::max<std::chrono::nanoseconds>(until - steady_clock::now(), {})));
    }
    raised = PyErr_CheckSignals() != 0;
  }
  const std::chrono::nanoseconds took = steady_clock::now() - begun;
  Slept(static_cast<uint64_t>(took.count()), !woken && !raised && nanoseconds > left);
  return !raised;
}

PyObject* Runner::OfLimit(PyObject* make, const pysub_stop* stop) const {
  const pysub_limit limit = pysub_stop_limit(stop);
  size_t size = 0;
  const char* text = pysub_stop_message(stop, &size);
  std::string message(View(text, size));
  text = pysub_stop_traceback(stop, &size);
  std::string traceback(View(text, size));
  const bool overslept = limit == PYSUB_LIMIT_CANCELLED && overslept_ns != 0;
  if (overslept) {  // as the library says it of a program that computes
    char said[64];
    std::snprintf(said, sizeof(said), "TimeoutError: time limit of %g s exceeded",
                  static_cast<double>(overslept_ns) / 1e9);
    if (traceback.ends_with(message + "\n")) {
      traceback.replace(traceback.size() - message.size() - 1, message.size(), said);
    }
    message = said;
  }
  Ref first(Text(message));
  Ref second(Text(traceback));
  if (make == nullptr || !first || !second) return nullptr;
  return PyObject_CallFunction(make, "sOOi", overslept ? "duration" : LimitName(limit), first.get(),
                               second.get(), pysub_stop_session_goes_on(stop));
}

bool Runner::Answer(pysub_call_id id, PyObject* object) {
  ValueHandle value = ToSandbox(object);
  if (value == nullptr) return false;
  Failure failure;
  if (pysub_sandbox_answer(handle, id, value.get(), failure) == PYSUB_OK) return true;
  failure.Raise(PyExc_TypeError);
  return false;
}

// The Python exception that is set, as one of the program. What ends a host (KeyboardInterrupt,
// SystemExit, CancelledError) is none of the program's.
bool Runner::RaiseInto(pysub_call_id id) {
  if (!PyErr_ExceptionMatches(PyExc_Exception)) return false;
  Ref error = TakeRaised();
  if (!error) return false;
  ValueHandle value = ExceptionToSandbox(error.get());
  if (value == nullptr) return false;
  Failure failure;
  if (pysub_sandbox_raise_value(handle, id, value.get(), failure) != PYSUB_OK) {
    // args that no such exception can have: its text, then
    Ref text(PyObject_Str(error.get()));
    TextOf message;
    if (!text) PyErr_Clear();
    if (text && !message.Set(text.get(), "a message")) return false;
    Failure again;
    if (pysub_sandbox_raise(handle, id, "RuntimeError", PYSUB_TERMINATED, message.data(),
                            message.size(), again) != PYSUB_OK) {
      again.Raise();
      return false;
    }
  }
  Replace(last_error, error.release());
  return true;
}

Runner::Called Runner::Call(const pysub_stop* stop, bool asynchronous, PyObject** result) {
  Ref name(TextOfStop(pysub_stop_name, stop));
  if (!name) return Called::kFailed;
  PyObject* function =
      functions == nullptr ? nullptr : PyDict_GetItemWithError(functions, name.get());
  if (function == nullptr && PyErr_Occurred()) return Called::kFailed;
  const Ref kept = Ref::Borrowed(function);  // before anything of Python runs
  const pysub_call_id id = pysub_stop_id(stop);
  Ref args, keywords;
  // A stop lives until the sandbox runs again, which it cannot while this is `busy`.
  if (!ArgsOf(pysub_stop_call(stop), &args, &keywords)) {
    // What contains itself cannot be given to the host, which is the program's mistake.
    return RaiseInto(id) ? Called::kAnswered : Called::kFailed;
  }
  if (function == nullptr || function == Py_None) {
    *result = FunctionCallOf(stop, args.get(), keywords.get());
    return *result != nullptr ? Called::kStop : Called::kFailed;
  }
  Ref answer(PyObject_Call(function, args.get(),
                           PyDict_Size(keywords.get()) == 0 ? nullptr : keywords.get()));
  if (answer && !IsPlain(answer.get()) &&
      PyObject_HasAttrString(reinterpret_cast<PyObject*>(Py_TYPE(answer.get())), "__await__")) {
    if (asynchronous) {
      Ref call(FunctionCallOf(stop, args.get(), keywords.get()));
      if (!call || PyObject_SetAttrString(call.get(), "awaitable", answer.get()) != 0) {
        return Called::kFailed;
      }
      *result = call.release();
      return Called::kStop;
    }
    if (PyObject_HasAttrString(answer.get(), "close")) {
      Ref closed(PyObject_CallMethod(answer.get(), "close", nullptr));
      if (!closed) PyErr_Clear();
    }
    PyErr_Format(PyExc_TypeError,
                 "%U() is asynchronous: it wants run_async(), run_to_end_async() of a Sandbox or "
                 "feed_async() of a Session",
                 name.get());
    return Called::kFailed;
  }
  if (answer && Answer(id, answer.get())) return Called::kAnswered;
  return RaiseInto(id) ? Called::kAnswered : Called::kFailed;
}

Runner::Called Runner::AskOs(const pysub_stop* stop) {
  size_t size = 0;
  const char* name = pysub_stop_name(stop, &size);
  if (os == nullptr && View(name, size) == "Sleep") {
    const pysub_call_id id = pysub_stop_id(stop);
    return Sleep(SleepOf(stop)) && Answer(id, Py_None) ? Called::kAnswered : Called::kFailed;
  }
  Ref call(OsCallOf(stop));
  if (!call) return Called::kFailed;
  Ref kept = Ref::Borrowed(os != nullptr ? os : Our(Name::kAnswerOs));
  Ref answer(kept ? PyObject_CallFunctionObjArgs(kept.get(), call.get(), nullptr) : nullptr);
  const pysub_call_id id = pysub_stop_id(stop);
  if (answer && Answer(id, answer.get())) return Called::kAnswered;
  return RaiseInto(id) ? Called::kAnswered : Called::kFailed;
}

Runner::Called Runner::AskName(const pysub_stop* stop) {
  const pysub_call_id id = pysub_stop_id(stop);
  if (names != nullptr) {
    Ref name(TextOfStop(pysub_stop_name, stop));
    if (!name) return Called::kFailed;
    Ref kept = Ref::Borrowed(names);
    Ref value(PyObject_CallFunctionObjArgs(kept.get(), name.get(), nullptr));
    if (value) {
      if (Answer(id, value.get())) return Called::kAnswered;
      return RaiseInto(id) ? Called::kAnswered : Called::kFailed;
    }
    if (!PyErr_ExceptionMatches(PyExc_LookupError) && !PyErr_ExceptionMatches(PyExc_NameError)) {
      return RaiseInto(id) ? Called::kAnswered : Called::kFailed;
    }
    PyErr_Clear();
  }
  Failure failure;
  if (pysub_sandbox_answer_unknown(handle, id, failure) == PYSUB_OK) return Called::kAnswered;
  failure.Raise();
  return Called::kFailed;
}

// The Error for what a program raised; the host's exception that it did not catch is its cause.
PyObject* Runner::AsError(const pysub_stop* stop) {
  PyObject* error = ErrorOfRaised(stop);
  if (error == nullptr || last_error == nullptr) return error;
  Ref same(PyObject_CallMethod(error, "_is_from", "O", last_error));
  if (!same) {
    PyErr_Clear();
  } else if (same.get() == Py_True) {
    PyException_SetCause(error, Py_NewRef(last_error));
  }
  Py_CLEAR(last_error);
  return error;
}

// A stop as an object.
PyObject* Runner::Settle(const pysub_stop* stop, pysub_stop_kind kind) {
  switch (kind) {
    case PYSUB_FINISHED: {
      PyObject* make = Our(Name::kFinishedStop);
      Ref value(FromSandbox(pysub_stop_value(stop)));
      return make == nullptr || !value ? nullptr
                                       : PyObject_CallFunctionObjArgs(make, value.get(), nullptr);
    }
    case PYSUB_RAISED: {
      PyObject* make = Our(Name::kRaisedStop);
      Ref error(AsError(stop));
      return make == nullptr || !error ? nullptr
                                       : PyObject_CallFunctionObjArgs(make, error.get(), nullptr);
    }
    case PYSUB_NAME_LOOKUP: {
      PyObject* make = Our(Name::kNameLookupStop);
      Ref id(IdToPython(pysub_stop_id(stop)));
      Ref name(TextOfStop(pysub_stop_name, stop));
      return make == nullptr || !id || !name
                 ? nullptr
                 : PyObject_CallFunctionObjArgs(make, id.get(), name.get(), nullptr);
    }
    case PYSUB_OS_CALL: return OsCallOf(stop);
    case PYSUB_WAITING: return WaitingOf(stop);
    case PYSUB_OUT_OF_FUEL: {
      PyObject* make = Our(Name::kOutOfFuelStop);
      return make == nullptr ? nullptr : PyObject_CallFunctionObjArgs(make, nullptr);
    }
    case PYSUB_LIMIT_REACHED: return OfLimit(Our(Name::kLimitStop), stop);
    default: PyErr_SetString(PyExc_SystemError, "pysub: a stop of another kind"); return nullptr;
  }
}

PyObject* RunOn(Runner& runner, uint64_t fuel, Drive drive) {
  const bool counted = fuel != PYSUB_UNLIMITED;
  uint64_t begin = counted ? StepsOf(runner.handle) : 0;
  Output written;
  // What a run in another thread wrote waits for one here.
  Output& output = runner.written != nullptr ? *runner.written : written;
  while (true) {
    Failure failure;
    const pysub_stop* stop = nullptr;
    pysub_stop_kind kind;
    const uint64_t slice = std::min(fuel, kSlice);
    {
      // Files belong to one run at a time; while a function of the host is called they are its.
      Use files;
      if (runner.files != nullptr &&
          !files.Take(BusyOfFiles(runner.files), true, "the file system")) {
        return nullptr;
      }
      runner.woken = false;
      Unlocked unlocked;
      OutputHere here(&output);
      kind = pysub_sandbox_run(runner.handle, slice, &stop, failure);
    }
    if (kind == PYSUB_ERROR) return failure.Raise();
    runner.ended = kind == PYSUB_FINISHED || kind == PYSUB_RAISED || kind == PYSUB_LIMIT_REACHED;
    if (drive == Drive::kAside) return PyBool_FromLong(kind == PYSUB_OUT_OF_FUEL);
    if (!output.empty() && !output.Deliver(runner.output, runner.ended)) return nullptr;
    if (counted) {
      const uint64_t now = StepsOf(runner.handle);
      fuel -= std::min(fuel, std::max<uint64_t>(now - begin, kind == PYSUB_OUT_OF_FUEL ? 1 : 0));
      begin = now;
    }
    Runner::Called called = Runner::Called::kStop;
    PyObject* result = nullptr;
    switch (kind) {
      case PYSUB_FINISHED:
        Py_CLEAR(runner.last_error);
        if (drive == Drive::kSync) {
          size_t size = 0;
          const char* why = pysub_stop_message(stop, &size);
          if (size == 0) return FromSandbox(pysub_stop_value(stop));
          PyErr_SetString(PyExc_ValueError, why);  // it did not cross
          return nullptr;
        }
        break;
      case PYSUB_RAISED:
        if (drive == Drive::kSync) {
          RaiseObject(Ref(runner.AsError(stop)));
          return nullptr;
        }
        break;
      case PYSUB_LIMIT_REACHED:
        if (drive == Drive::kSync) {
          RaiseObject(Ref(runner.OfLimit(Our(Name::kLimitReached), stop)));
          return nullptr;
        }
        break;
      case PYSUB_FUNCTION_CALL:
        called = runner.Call(stop, drive == Drive::kAsync, &result);
        // The stop stays: Sandbox.run() gives it.
        if (called == Runner::Called::kStop && drive == Drive::kSync) {
          PyObject* type = Our(Name::kStateError);
          Ref name(PyObject_GetAttrString(result, "name"));
          Py_CLEAR(result);
          if (type != nullptr && name) PyErr_Format(type, kNobodyCalls, name.get());
          return nullptr;
        }
        break;
      case PYSUB_NAME_LOOKUP:
        if (drive == Drive::kSync || runner.names != nullptr) called = runner.AskName(stop);
        break;
      case PYSUB_OS_CALL:
        if (drive == Drive::kSync || runner.os != nullptr) called = runner.AskOs(stop);
        break;
      case PYSUB_WAITING:
        if (drive != Drive::kSync) break;
        if (pysub_stop_pending_count(stop) != 0) {
          if (PyObject* type = Our(Name::kStateError)) {
            PyErr_SetString(type, "the program waits for a call that was answered later");
          }
          return nullptr;
        }
        if (runner.real_sleep && !runner.Sleep(TimerOf(stop))) return nullptr;
        called = Runner::Called::kAnswered;
        break;
      case PYSUB_OUT_OF_FUEL:
        if (PyErr_CheckSignals() != 0) return nullptr;
        if (fuel != 0) called = Runner::Called::kAnswered;
        break;
      default: break;
    }
    if (called == Runner::Called::kFailed) return nullptr;
    if (called == Runner::Called::kStop) {
      return result != nullptr ? result : runner.Settle(stop, kind);
    }
  }
}

}  // namespace pysub_python
