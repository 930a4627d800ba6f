// Program and Sandbox: running, stops, answers.

#include <algorithm>

#include "extension.h"

namespace pysub_python {
namespace {

// How long a run keeps the GIL and signals waiting: some 50 ms of work.
constexpr uint64_t kSlice = 10'000'000;

// ---- ids: one int, the session in its upper half

PyObject* IdToPython(pysub_call_id id) {
  if (id.session == 0) return PyLong_FromUnsignedLongLong(id.sequence);
  Ref session(PyLong_FromUnsignedLongLong(id.session));
  Ref by(PyLong_FromLong(64));
  Ref shifted(session && by ? PyNumber_Lshift(session.get(), by.get()) : nullptr);
  Ref sequence(PyLong_FromUnsignedLongLong(id.sequence));
  return shifted && sequence ? PyNumber_Or(shifted.get(), sequence.get()) : nullptr;
}

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

// ---- stops as objects

using TextGetter = const char* (*)(const pysub_stop*, size_t*);
PyObject* TextOfStop(TextGetter get, const pysub_stop* stop) {
  size_t size = 0;
  const char* text = get(stop, &size);
  return Text(View(text, size));
}

PyObject* Str(const pysub_text& text) { return Text(View(text.data, text.size)); }

// A tuple of (file, function, line, column, end line, end column, source line), outermost first.
PyObject* FramesOf(const pysub_stop* stop) {
  const size_t count = pysub_stop_frame_count(stop);
  Ref frames(PyTuple_New(static_cast<Py_ssize_t>(count)));
  for (size_t i = 0; frames && i < count; ++i) {
    pysub_frame frame = PYSUB_FRAME_INIT;
    Failure failure;
    if (pysub_stop_frame(stop, i, &frame, failure) != PYSUB_OK) return failure.Raise();
    PyObject* made =
        Py_BuildValue("(NNIIIIN)", Str(frame.file_name), Str(frame.function), frame.line,
                      frame.column, frame.end_line, frame.end_column, Str(frame.source_line));
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

PyObject* OfLimit(PyObject* make, const pysub_stop* stop) {
  Ref message(TextOfStop(pysub_stop_message, stop));
  Ref traceback(TextOfStop(pysub_stop_traceback, stop));
  if (make == nullptr || !message || !traceback) return nullptr;
  return PyObject_CallFunction(make, "sOOi", LimitName(pysub_stop_limit(stop)), message.get(),
                               traceback.get(), pysub_stop_session_goes_on(stop));
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

// ---- a sandbox with what answers it

struct Runner {
  pysub_sandbox* handle = nullptr;
  PyObject* functions = nullptr;  // dict of name to callable or None
  PyObject* names = nullptr;
  PyObject* os = nullptr;
  PyObject* output = nullptr;
  PyObject* files = nullptr;
  PyObject* last_error = nullptr;  // the last exception of a host function
  Output* written = nullptr;
  bool real_sleep = false;
  bool busy = false;
  bool ended = false;  // the last stop was an end

  void TakeFrom(Options* options) {
    functions = options->functions.release();
    names = options->names.release();
    os = options->os.release();
    output = options->output.release();
    files = options->files.release();
    real_sleep = options->real_sleep;
  }
  void Clear() {
    Py_CLEAR(functions);
    Py_CLEAR(names);
    Py_CLEAR(os);
    Py_CLEAR(output);
    Py_CLEAR(files);
    Py_CLEAR(last_error);
  }
  int Visit(visitproc visit, void* arg) const {
    Py_VISIT(functions);
    Py_VISIT(names);
    Py_VISIT(os);
    Py_VISIT(output);
    Py_VISIT(files);
    Py_VISIT(last_error);
    return 0;
  }

  bool Answer(pysub_call_id id, PyObject* object);
  bool RaiseInto(pysub_call_id id);
  enum class Called { kAnswered, kStop, kFailed };
  Called Call(const pysub_stop* stop, bool asynchronous, PyObject** result);
  Called AskOs(const pysub_stop* stop);
  Called AskName(const pysub_stop* stop);
  PyObject* Settle(const pysub_stop* stop, pysub_stop_kind kind);
  PyObject* AsError(const pysub_stop* stop);
};

// What a run does with stops.
enum class Drive {
  kStep,   // gives them all, but for functions that are there
  kSync,   // to the end: gives the value, or raises
  kAsync,  // as kStep; what is to be awaited is a FunctionCall with it
  kAside   // in another thread: calls nobody and gives nothing but whether it goes on
};

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
  PyObject *type = nullptr, *object = nullptr, *traceback = nullptr;
  PyErr_Fetch(&type, &object, &traceback);
  PyErr_NormalizeException(&type, &object, &traceback);
  if (traceback != nullptr && object != nullptr) PyException_SetTraceback(object, traceback);
  Py_XDECREF(type);
  Py_XDECREF(traceback);
  Ref error(object);
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
  Ref kept = Ref::Borrowed(function);
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
    PyErr_Format(PyExc_TypeError, "%U() is asynchronous: run it with run_async()", name.get());
    return Called::kFailed;
  }
  if (answer && Answer(id, answer.get())) return Called::kAnswered;
  return RaiseInto(id) ? Called::kAnswered : Called::kFailed;
}

Runner::Called Runner::AskOs(const pysub_stop* stop) {
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

// Waits as long as the program's next timer says, and lets signals through.
bool SleepOf(const pysub_stop* stop) {
  int64_t nanoseconds = 0;
  if (pysub_stop_sleep(stop, &nanoseconds) == 0 || nanoseconds <= 0) return true;
  Ref time(PyImport_ImportModule("time"));
  Ref done(
      time ? PyObject_CallMethod(time.get(), "sleep", "d", static_cast<double>(nanoseconds) / 1e9)
           : nullptr);
  return static_cast<bool>(done);
}

uint64_t StepsOf(pysub_sandbox* sandbox) {
  pysub_usage usage = PYSUB_USAGE_INIT;
  return pysub_sandbox_usage(sandbox, &usage, nullptr) == PYSUB_OK ? usage.steps : 0;
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
          RaiseObject(Ref(OfLimit(Our(Name::kLimitReached), stop)));
          return nullptr;
        }
        break;
      case PYSUB_FUNCTION_CALL:
        called = runner.Call(stop, drive == Drive::kAsync, &result);
        if (called == Runner::Called::kStop && (drive == Drive::kSync)) {
          Py_CLEAR(result);
          Failure unknown;
          if (pysub_sandbox_answer_unknown(runner.handle, pysub_stop_id(stop), unknown) !=
              PYSUB_OK) {
            return unknown.Raise();
          }
          called = Runner::Called::kAnswered;
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
        if (runner.real_sleep && !SleepOf(stop)) return nullptr;
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

// ---- Program

struct Program {
  PyObject_HEAD pysub_program* handle;
};
PyObject* program_type = nullptr;

// Keyword arguments without those that say how a text is compiled.
bool TakeCompileOptions(PyObject* keywords, CompileOptions* options, Ref* rest) {
  if (keywords == nullptr) return true;
  *rest = Ref(PyDict_New());
  PyObject *name = nullptr, *value = nullptr;
  Py_ssize_t at = 0;
  while (*rest && PyDict_Next(keywords, &at, &name, &value)) {
    TextOf text;
    bool known = false;
    if (!text.Set(name, "a name") || !options->Set(text.data(), value, &known)) return false;
    if (!known && PyDict_SetItem(rest->get(), name, value) != 0) return false;
  }
  return static_cast<bool>(*rest);
}

ProgramHandle Compile(PyObject* source, const CompileOptions& options) {
  TextOf text;
  if (!text.Set(source, "the code", true)) return nullptr;
  pysub_program* handle = nullptr;
  Failure failure;
  if (pysub_program_compile(text.data(), text.size(), options.get(), &handle, failure) !=
      PYSUB_OK) {
    failure.Raise();
  }
  return ProgramHandle(handle);
}

PyObject* NewProgram(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  PyObject* source = nullptr;
  CompileOptions options;
  Ref rest;
  if (!PyArg_ParseTuple(args, "O:Program", &source) ||
      !TakeCompileOptions(keywords, &options, &rest)) {
    return nullptr;
  }
  if (rest && PyDict_Size(rest.get()) != 0) {
    PyErr_Format(PyExc_TypeError, "Program() got unexpected keyword arguments: %R", rest.get());
    return nullptr;
  }
  ProgramHandle handle = Compile(source, options);
  if (handle == nullptr) return nullptr;
  PyObject* self = PyType_GenericAlloc(type, 0);
  if (self != nullptr) reinterpret_cast<Program*>(self)->handle = handle.release();
  return self;
}

void FreeProgram(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  pysub_program_free(reinterpret_cast<Program*>(self)->handle);
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(reinterpret_cast<PyObject*>(type));
}

// run(inputs=None, **options): the value.
PyObject* RunProgram(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject* inputs = Py_None;
  if (!PyArg_ParseTuple(args, "|O:run", &inputs)) return nullptr;
  Options options;
  if (inputs != Py_None || keywords != nullptr) {
    Ref all(keywords != nullptr ? PyDict_Copy(keywords) : PyDict_New());
    if (!all) return nullptr;
    if (inputs != Py_None && PyDict_SetItemString(all.get(), "inputs", inputs) != 0) return nullptr;
    if (!options.Parse(all.get())) return nullptr;
  } else if (!options.Parse(nullptr)) {
    return nullptr;
  }
  Failure failure;
  Runner runner;
  if (pysub_sandbox_create(reinterpret_cast<Program*>(self)->handle, options.get(), &runner.handle,
                           failure) != PYSUB_OK) {
    return failure.Raise(options.get()->input_count != 0 ? PyExc_TypeError : nullptr);
  }
  runner.TakeFrom(&options);
  PyObject* result = RunOn(runner, PYSUB_UNLIMITED, Drive::kSync);
  pysub_sandbox_free(runner.handle);
  runner.Clear();
  return result;
}

PyObject* MistakesOf(PyObject* self, void*) {
  const pysub_program* program = reinterpret_cast<Program*>(self)->handle;
  const size_t count = pysub_program_mistake_count(program);
  Ref mistakes(PyTuple_New(static_cast<Py_ssize_t>(count)));
  for (size_t i = 0; mistakes && i < count; ++i) {
    pysub_mistake mistake = PYSUB_MISTAKE_INIT;
    Failure failure;
    if (pysub_program_mistake(program, i, &mistake, failure) != PYSUB_OK) return failure.Raise();
    PyObject* made = Py_BuildValue("{sNsNsNsIsisIsi}", "type", Str(mistake.type), "message",
                                   Str(mistake.message), "text", Str(mistake.text), "line",
                                   mistake.line, "column", mistake.column, "end_line",
                                   mistake.end_line, "end_column", mistake.end_column);
    if (made == nullptr || PyTuple_SetItem(mistakes.get(), static_cast<Py_ssize_t>(i), made) != 0) {
      return nullptr;
    }
  }
  return mistakes.release();
}

PyObject* RefusePickle(PyObject* self, PyObject*) {
  PyErr_Format(PyExc_TypeError, "cannot pickle %R: what a sandbox is can be saved by dump()",
               reinterpret_cast<PyObject*>(Py_TYPE(self)));
  return nullptr;
}

PyMethodDef program_methods[] = {
    {"run", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(RunProgram)),
     METH_VARARGS | METH_KEYWORDS,
     "run(inputs=None, **options): runs it in a new sandbox and gives its value."},
    {"__reduce_ex__", RefusePickle, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef program_attributes[] = {
    {"mistakes", MistakesOf, nullptr, "What is no Python in it: a tuple of dicts.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
PyType_Slot program_slots[] = {
    {Py_tp_doc,
     const_cast<char*>("Program(code, *, file_name=\"<string>\", result=\"last_expression\", "
                       "echo=False, from_file=False)\n\nCode, compiled: for any number of runs.")},
    {Py_tp_new, reinterpret_cast<void*>(NewProgram)},
    {Py_tp_dealloc, reinterpret_cast<void*>(FreeProgram)},
    {Py_tp_methods, program_methods},
    {Py_tp_getset, program_attributes},
    {0, nullptr},
};
PyType_Spec program_spec = {"pysub._pysub.Program", sizeof(Program), 0,
                            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, program_slots};

// ---- Sandbox

struct Sandbox {
  PyObject_HEAD Runner runner;
  Output output;
  PyObject* origin;  // whose handle it is: a replay, or null
};
PyObject* sandbox_type = nullptr;

Sandbox* Of(PyObject* self) { return reinterpret_cast<Sandbox*>(self); }

Sandbox* Allocate(PyTypeObject* type) {
  PyObject* self = PyType_GenericAlloc(type, 0);
  if (self == nullptr) return nullptr;
  Sandbox* sandbox = Of(self);
  new (&sandbox->runner) Runner();
  new (&sandbox->output) Output();
  sandbox->runner.written = &sandbox->output;
  return sandbox;
}

bool TakeSandbox(PyObject* self, Use* use) {
  return use->Take(&Of(self)->runner.busy, Of(self)->runner.handle != nullptr, "the sandbox");
}

// Sandbox(code or Program, *, ...)
PyObject* NewSandbox(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  PyObject* code = nullptr;
  if (!PyArg_ParseTuple(args, "O:Sandbox", &code)) return nullptr;
  const pysub_program* program = nullptr;
  ProgramHandle compiled;
  CompileOptions compile;
  Ref rest;
  if (!TakeCompileOptions(keywords, &compile, &rest)) return nullptr;
  if (PyType_IsSubtype(Py_TYPE(code), reinterpret_cast<PyTypeObject*>(program_type))) {
    program = reinterpret_cast<Program*>(code)->handle;
  } else {
    compiled = Compile(code, compile);
    if (compiled == nullptr) return nullptr;
    program = compiled.get();
  }
  Options options;
  if (!options.Parse(rest.get())) return nullptr;
  Ref self(reinterpret_cast<PyObject*>(Allocate(type)));
  if (!self) return nullptr;
  Sandbox* sandbox = Of(self.get());
  Failure failure;
  if (pysub_sandbox_create(program, options.get(), &sandbox->runner.handle, failure) != PYSUB_OK) {
    return failure.Raise(options.get()->input_count != 0 ? PyExc_TypeError : nullptr);
  }
  sandbox->runner.TakeFrom(&options);
  return self.release();
}

// load(bytes, *, programs=(), ...)
PyObject* LoadSandbox(PyObject* type, PyObject* args, PyObject* keywords) {
  PyObject* object = nullptr;
  if (!PyArg_ParseTuple(args, "O:load", &object)) return nullptr;
  TextOf bytes;
  if (PyUnicode_Check(object)) {
    PyErr_SetString(PyExc_TypeError, "a snapshot has to be bytes, not str");
    return nullptr;
  }
  if (!bytes.Set(object, "a snapshot", true)) return nullptr;
  Ref rest(keywords != nullptr ? PyDict_Copy(keywords) : PyDict_New());
  if (!rest) return nullptr;
  std::vector<const pysub_program*> programs;
  Ref given = Ref::Borrowed(PyDict_GetItemString(rest.get(), "programs"));
  Ref list;
  if (given) {
    if (PyDict_DelItemString(rest.get(), "programs") != 0) return nullptr;
    list = Ref(PySequence_List(given.get()));
    if (!list) return nullptr;
    for (Py_ssize_t i = 0; i < PyList_Size(list.get()); ++i) {
      PyObject* program = PyList_GetItem(list.get(), i);
      if (!PyType_IsSubtype(Py_TYPE(program), reinterpret_cast<PyTypeObject*>(program_type))) {
        PyErr_Format(PyExc_TypeError, "programs has to be a list of Program, not %R", program);
        return nullptr;
      }
      programs.push_back(reinterpret_cast<Program*>(program)->handle);
    }
  }
  Options options;
  if (!options.Parse(rest.get())) return nullptr;
  Ref self(reinterpret_cast<PyObject*>(Allocate(reinterpret_cast<PyTypeObject*>(type))));
  if (!self) return nullptr;
  Sandbox* sandbox = Of(self.get());
  Failure failure;
  pysub_sandbox_options with = *options.get();
  // Functions that the snapshot has are there already; what is given here answers them.
  with.inputs = nullptr;
  with.input_count = 0;
  if (pysub_sandbox_restore(bytes.data(), bytes.size(), &with, programs.data(), programs.size(),
                            &sandbox->runner.handle, failure) != PYSUB_OK) {
    return failure.Raise();
  }
  sandbox->runner.TakeFrom(&options);
  return self.release();
}

void ReleaseHandle(Sandbox* sandbox) {
  pysub_sandbox* handle = std::exchange(sandbox->runner.handle, nullptr);
  if (sandbox->origin == nullptr) pysub_sandbox_free(handle);
}

int ClearSandbox(PyObject* self) {
  Of(self)->runner.Clear();
  Py_CLEAR(Of(self)->origin);
  return 0;
}

int TraverseSandbox(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(reinterpret_cast<PyObject*>(Py_TYPE(self)));
  Py_VISIT(Of(self)->origin);
  return Of(self)->runner.Visit(visit, arg);
}

void FreeSandbox(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  ReleaseHandle(Of(self));
  ClearSandbox(self);
  Of(self)->output.~Output();
  Of(self)->runner.~Runner();
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(reinterpret_cast<PyObject*>(type));
}

PyObject* CloseSandbox(PyObject* self, PyObject*) {
  if (Of(self)->runner.handle == nullptr) Py_RETURN_NONE;
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  ReleaseHandle(Of(self));
  // References to other objects are let go with this one, whose `busy` is still set.
  Py_RETURN_NONE;
}

bool FuelOf(PyObject* object, uint64_t* fuel) {
  *fuel = PYSUB_UNLIMITED;
  if (object == Py_None) return true;
  if (!Unsigned(object, "fuel", fuel)) return false;
  if (*fuel == 0) PyErr_SetString(PyExc_ValueError, "fuel has to be above 0");
  return *fuel != 0;
}

// _run(mode, fuel=None): mode 0 steps, 1 goes to the end, 2 is for asyncio, 3 runs aside.
PyObject* RunSandbox(PyObject* self, PyObject* args) {
  int mode = 0;
  PyObject* object = Py_None;
  uint64_t fuel = 0;
  if (!PyArg_ParseTuple(args, "i|O:_run", &mode, &object) || !FuelOf(object, &fuel)) return nullptr;
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  return RunOn(Of(self)->runner, fuel, static_cast<Drive>(mode));
}

PyObject* StepSandbox(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject* object = Py_None;
  uint64_t fuel = 0;
  static const char* names[] = {"fuel", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "|O:run", const_cast<char**>(names), &object) ||
      !FuelOf(object, &fuel)) {
    return nullptr;
  }
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  return RunOn(Of(self)->runner, fuel, Drive::kStep);
}

PyObject* AnswerSandbox(PyObject* self, PyObject* args) {
  PyObject *call = nullptr, *object = Py_None;
  pysub_call_id id;
  if (!PyArg_ParseTuple(args, "O|O:answer", &call, &object) || !IdOf(call, &id)) return nullptr;
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  if (!Of(self)->runner.Answer(id, object)) return nullptr;
  Py_RETURN_NONE;
}

// _bind_function(call, signature, doc): a function of the host, whose calls are stops.
PyObject* BindFunction(PyObject* self, PyObject* args) {
  PyObject *call = nullptr, *signature = nullptr, *doc = nullptr;
  pysub_call_id id;
  TextOf text, said;
  if (!PyArg_ParseTuple(args, "OOO", &call, &signature, &doc) || !IdOf(call, &id) ||
      !text.Set(signature, "a signature") || (doc != Py_None && !said.Set(doc, "a docstring"))) {
    return nullptr;
  }
  ValueHandle value(pysub_value_host_function(text.data(), text.size(), said.data(), said.size()));
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  Failure failure;
  if (pysub_sandbox_answer(Of(self)->runner.handle, id, value.get(), failure) != PYSUB_OK) {
    return failure.Raise(PyExc_TypeError);
  }
  Py_RETURN_NONE;
}

// raise_(call, exception): an instance, a type, or a name with a message.
PyObject* RaiseSandbox(PyObject* self, PyObject* args) {
  PyObject *call = nullptr, *error = nullptr, *message = nullptr;
  pysub_call_id id;
  if (!PyArg_ParseTuple(args, "OO|O:raise_", &call, &error, &message) || !IdOf(call, &id)) {
    return nullptr;
  }
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  Failure failure;
  pysub_status status;
  if (PyUnicode_Check(error)) {
    TextOf type, text;
    if (!type.Set(error, "the exception") ||
        (message != nullptr && !text.Set(message, "the message"))) {
      return nullptr;
    }
    status = pysub_sandbox_raise(Of(self)->runner.handle, id, type.data(), type.size(), text.data(),
                                 text.size(), failure);
  } else {
    Ref instance;
    if (PyType_Check(error) && PyObject_IsSubclass(error, PyExc_BaseException) == 1) {
      instance = Ref(PyObject_CallFunctionObjArgs(error, message, nullptr));
    } else if (PyObject_IsInstance(error, PyExc_BaseException) == 1) {
      instance = Ref::Borrowed(error);
    } else if (!PyErr_Occurred()) {
      PyErr_Format(PyExc_TypeError, "an exception or the name of one is wanted, not %R",
                   reinterpret_cast<PyObject*>(Py_TYPE(error)));
    }
    if (!instance) return nullptr;
    ValueHandle value = ExceptionToSandbox(instance.get());
    if (value == nullptr) return nullptr;
    status = pysub_sandbox_raise_value(Of(self)->runner.handle, id, value.get(), failure);
    if (status == PYSUB_OK) Replace(Of(self)->runner.last_error, instance.release());
  }
  if (status != PYSUB_OK) return failure.Raise();
  Py_RETURN_NONE;
}

using AnswerById = pysub_status (*)(pysub_sandbox*, pysub_call_id, pysub_error**);
PyObject* AnswerWith(PyObject* self, PyObject* call, AnswerById answer) {
  pysub_call_id id;
  if (!IdOf(call, &id)) return nullptr;
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  Failure failure;
  if (answer(Of(self)->runner.handle, id, failure) != PYSUB_OK) return failure.Raise();
  Py_RETURN_NONE;
}
PyObject* LaterSandbox(PyObject* self, PyObject* call) {
  return AnswerWith(self, call, pysub_sandbox_answer_later);
}
PyObject* UnknownSandbox(PyObject* self, PyObject* call) {
  return AnswerWith(self, call, pysub_sandbox_answer_unknown);
}

// Of any thread, also while it runs: it is not closed before it has ended.
PyObject* CancelWith(PyObject* self, pysub_status (*cancel)(pysub_sandbox*)) {
  if (Of(self)->runner.handle == nullptr) {
    if (PyObject* type = Our(Name::kStateError)) PyErr_SetString(type, "the sandbox is closed");
    return nullptr;
  }
  cancel(Of(self)->runner.handle);
  Py_RETURN_NONE;
}
PyObject* CancelSandbox(PyObject* self, PyObject*) {
  return CancelWith(self, pysub_sandbox_cancel);
}
PyObject* InterruptSandbox(PyObject* self, PyObject*) {
  return CancelWith(self, pysub_sandbox_interrupt);
}

PyObject* FeedSandbox(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject* source = nullptr;
  CompileOptions options;
  Ref rest;
  TextOf text;
  if (!PyArg_ParseTuple(args, "O:feed", &source) ||
      !TakeCompileOptions(keywords, &options, &rest) || !text.Set(source, "the code", true)) {
    return nullptr;
  }
  if (rest && PyDict_Size(rest.get()) != 0) {
    PyErr_Format(PyExc_TypeError, "feed() got unexpected keyword arguments: %R", rest.get());
    return nullptr;
  }
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  Failure failure;
  if (pysub_sandbox_feed(Of(self)->runner.handle, text.data(), text.size(), options.get(),
                         failure) != PYSUB_OK) {
    return failure.Raise();
  }
  Py_RETURN_NONE;
}

// call(function, *args, **keywords): the next run runs it.
PyObject* CallSandbox(PyObject* self, PyObject* args, PyObject* keywords) {
  const Py_ssize_t count = PyTuple_Size(args);
  if (count < 1) {
    PyErr_SetString(PyExc_TypeError, "call() wants a function");
    return nullptr;
  }
  // Of a value that is no Opaque: a type, say.
  ValueHandle function = ToSandbox(PyTuple_GetItem(args, 0));
  if (function == nullptr) return nullptr;
  std::vector<ValueHandle> owned;
  std::vector<const pysub_value*> items;
  for (Py_ssize_t i = 1; i < count; ++i) {
    owned.push_back(ToSandbox(PyTuple_GetItem(args, i)));
    if (owned.back() == nullptr) return nullptr;
    items.push_back(owned.back().get());
  }
  std::vector<std::unique_ptr<TextOf>> texts;
  std::vector<pysub_input> named;
  PyObject *name = nullptr, *value = nullptr;
  Py_ssize_t at = 0;
  while (keywords != nullptr && PyDict_Next(keywords, &at, &name, &value)) {
    texts.push_back(std::make_unique<TextOf>());
    owned.push_back(ToSandbox(value));
    if (owned.back() == nullptr || !texts.back()->Set(name, "a name")) return nullptr;
    named.push_back({*texts.back(), owned.back().get()});
  }
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  Failure failure;
  if (pysub_sandbox_call(Of(self)->runner.handle, function.get(), items.data(), items.size(),
                         named.data(), named.size(), failure) != PYSUB_OK) {
    return failure.Raise(PyExc_TypeError);
  }
  Py_RETURN_NONE;
}

PyObject* GetSandbox(PyObject* self, PyObject* name) {
  TextOf text;
  if (!text.Set(name, "a name")) return nullptr;
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  Failure failure;
  pysub_value* value = nullptr;
  if (pysub_sandbox_get(Of(self)->runner.handle, text.data(), text.size(), &value, failure) !=
      PYSUB_OK) {
    if (failure.status() == PYSUB_NOT_FOUND) {
      PyErr_SetObject(PyExc_KeyError, name);
      return nullptr;
    }
    return failure.Raise(PyExc_TypeError);
  }
  ValueHandle owned(value);
  return FromSandbox(value);
}

PyObject* SetSandbox(PyObject* self, PyObject* args) {
  PyObject *name = nullptr, *object = nullptr;
  TextOf text;
  if (!PyArg_ParseTuple(args, "OO:set", &name, &object) || !text.Set(name, "a name"))
    return nullptr;
  ValueHandle value = ToSandbox(object);
  if (value == nullptr) return nullptr;
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  Failure failure;
  if (pysub_sandbox_set(Of(self)->runner.handle, text.data(), text.size(), value.get(), failure) !=
      PYSUB_OK) {
    return failure.Raise(PyExc_TypeError);
  }
  Py_RETURN_NONE;
}

// _add_functions(functions): more of them, as globals of the program.
PyObject* AddFunctionsSandbox(PyObject* self, PyObject* functions) {
  Options options;
  Ref keywords(Py_BuildValue("{sO}", "functions", functions));
  if (!keywords || !options.Parse(keywords.get())) return nullptr;
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  Runner& runner = Of(self)->runner;
  for (size_t i = 0; i < options.get()->input_count; ++i) {
    const pysub_input& input = options.get()->inputs[i];
    Failure failure;
    if (pysub_sandbox_set(runner.handle, input.name.data, input.name.size, input.value, failure) !=
        PYSUB_OK) {
      return failure.Raise(PyExc_TypeError);
    }
  }
  if (runner.functions == nullptr) {
    runner.functions = options.functions.release();
  } else if (options.functions) {
    // A fork may have the same dict.
    Ref both(PyDict_Copy(runner.functions));
    if (!both || PyDict_Update(both.get(), options.functions.get()) != 0) return nullptr;
    Replace(runner.functions, both.release());
  }
  Py_RETURN_NONE;
}

PyObject* RenewSandbox(PyObject* self, PyObject* args) {
  PyObject* object = Py_None;
  pysub_limits limits = PYSUB_LIMITS_INIT;
  if (!PyArg_ParseTuple(args, "|O:renew", &object) || !ParseLimitsInto(object, &limits)) {
    return nullptr;
  }
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  Failure failure;
  if (pysub_sandbox_renew(Of(self)->runner.handle, &limits, failure) != PYSUB_OK) {
    return failure.Raise();
  }
  Py_RETURN_NONE;
}

PyObject* UsageSandbox(PyObject* self, PyObject*) {
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  pysub_usage usage = PYSUB_USAGE_INIT;
  Failure failure;
  if (pysub_sandbox_usage(Of(self)->runner.handle, &usage, failure) != PYSUB_OK) {
    return failure.Raise();
  }
  return Py_BuildValue("{sKsKsKsKsKsd}", "memory_bytes", usage.memory_bytes, "peak_memory_bytes",
                       usage.peak_memory_bytes, "allocations", usage.allocations, "steps",
                       usage.steps, "output_bytes", usage.output_bytes, "seconds",
                       static_cast<double>(usage.running_ns) / 1e9);
}

PyObject* DumpSandbox(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject* key = Py_None;
  int without_source = 0;
  static const char* names[] = {"key", "without_source", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "|$Op:dump", const_cast<char**>(names), &key,
                                   &without_source)) {
    return nullptr;
  }
  pysub_snapshot_options options = PYSUB_SNAPSHOT_OPTIONS_INIT;
  options.without_source = without_source;
  TextOf text;
  if (key != Py_None) {
    if (!text.Set(key, "key", true)) return nullptr;
    options.key = text;
  }
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  Failure failure;
  pysub_buffer* buffer = nullptr;
  if (pysub_sandbox_snapshot(Of(self)->runner.handle, &options, &buffer, failure) != PYSUB_OK) {
    return failure.Raise();
  }
  BufferHandle owned(buffer);
  return Bytes(buffer);
}

PyObject* ForkSandbox(PyObject* self, PyObject*) {
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  Ref other(reinterpret_cast<PyObject*>(Allocate(Py_TYPE(self))));
  if (!other) return nullptr;
  Runner& to = Of(other.get())->runner;
  const Runner& from = Of(self)->runner;
  Failure failure;
  if (pysub_sandbox_fork(from.handle, &to.handle, failure) != PYSUB_OK) return failure.Raise();
  to.functions = Py_XNewRef(from.functions);
  to.names = Py_XNewRef(from.names);
  to.os = Py_XNewRef(from.os);
  to.output = Py_XNewRef(from.output);
  to.real_sleep = from.real_sleep;
  to.files = Py_XNewRef(from.files);
  return other.release();
}

PyObject* ReleaseHandlesSandbox(PyObject* self, PyObject*) {
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  Failure failure;
  if (pysub_sandbox_release_handles(Of(self)->runner.handle, failure) != PYSUB_OK) {
    return failure.Raise();
  }
  Py_RETURN_NONE;
}

PyObject* RecordSandbox(PyObject* self, PyObject* args) {
  PyObject* most = Py_None;
  uint64_t max_bytes = 0;
  if (!PyArg_ParseTuple(args, "|O:start_recording", &most) ||
      !Unsigned(most, "max_bytes", &max_bytes)) {
    return nullptr;
  }
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  Failure failure;
  if (pysub_sandbox_start_recording(Of(self)->runner.handle, max_bytes, failure) != PYSUB_OK) {
    return failure.Raise();
  }
  Py_RETURN_NONE;
}

PyObject* TakeRecordingSandbox(PyObject* self, PyObject*) {
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  Failure failure;
  pysub_buffer* buffer = nullptr;
  if (pysub_sandbox_take_recording(Of(self)->runner.handle, &buffer, failure) != PYSUB_OK) {
    return failure.Raise();
  }
  BufferHandle owned(buffer);
  return Bytes(buffer);
}

PyObject* ClosedSandbox(PyObject* self, void*) {
  return PyBool_FromLong(Of(self)->runner.handle == nullptr);
}
PyObject* EndedSandbox(PyObject* self, void*) { return PyBool_FromLong(Of(self)->runner.ended); }
PyObject* RealSleepSandbox(PyObject* self, void*) {
  return PyBool_FromLong(Of(self)->runner.real_sleep);
}
PyObject* OutputOfSandbox(PyObject* self, void*) {
  PyObject* output = Of(self)->runner.output;
  return Py_NewRef(output == nullptr ? Py_None : output);
}
int SetOutputOfSandbox(PyObject* self, PyObject* value, void*) {
  if (value == nullptr || (value != Py_None && value != Py_False && !PyCallable_Check(value))) {
    PyErr_SetString(PyExc_TypeError, "output has to be callable, None or False");
    return -1;
  }
  Replace(Of(self)->runner.output, Py_NewRef(value));
  return 0;
}

#define WITH_KEYWORDS(function) \
  reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(function)), METH_VARARGS | METH_KEYWORDS

PyMethodDef sandbox_methods[] = {
    {"run", WITH_KEYWORDS(StepSandbox), "run(fuel=None): goes on until the next stop."},
    {"_run", RunSandbox, METH_VARARGS, nullptr},
    {"answer", AnswerSandbox, METH_VARARGS, "answer(call, value): the answer of a call."},
    {"raise_", RaiseSandbox, METH_VARARGS,
     "raise_(call, exception): a call ends with an exception, or raise_(call, name, message)."},
    {"answer_later", LaterSandbox, METH_O,
     "answer_later(call): its answer comes later; a task of the program waits for it."},
    {"answer_unknown", UnknownSandbox, METH_O, "answer_unknown(call): there is no such name."},
    {"cancel", CancelSandbox, METH_NOARGS, "Ends the run, from any thread."},
    {"interrupt", InterruptSandbox, METH_NOARGS,
     "Raises KeyboardInterrupt in the program, from any thread."},
    {"feed", WITH_KEYWORDS(FeedSandbox), "feed(code): more code, which the next run runs."},
    {"call", WITH_KEYWORDS(CallSandbox),
     "call(function, *args, **keywords): calls a function that came out; the next run runs it."},
    {"get", GetSandbox, METH_O, "get(name): a global of the program; KeyError: it is not bound."},
    {"set", SetSandbox, METH_VARARGS, "set(name, value): binds a global of the program."},
    {"_bind_function", BindFunction, METH_VARARGS, nullptr},
    {"_add_functions", AddFunctionsSandbox, METH_O, nullptr},
    {"renew", RenewSandbox, METH_VARARGS, "renew(limits=None): counts these limits from now on."},
    {"usage", UsageSandbox, METH_NOARGS, "What it has used so far, as a dict."},
    {"dump", WITH_KEYWORDS(DumpSandbox),
     "dump(*, key=None, without_source=False): all of it as bytes, at any stop."},
    {"load", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(LoadSandbox)),
     METH_VARARGS | METH_KEYWORDS | METH_CLASS,
     "load(bytes, *, programs=(), **options): goes on where dump() was, in any process."},
    {"fork", ForkSandbox, METH_NOARGS, "A second sandbox in the same state."},
    {"release_handles", ReleaseHandlesSandbox, METH_NOARGS,
     "Lets go of all functions and objects that came out."},
    {"start_recording", RecordSandbox, METH_VARARGS,
     "start_recording(max_bytes=None): writes down what is done to it."},
    {"take_recording", TakeRecordingSandbox, METH_NOARGS, "The recording, for Replay."},
    {"close", CloseSandbox, METH_NOARGS, "Ends it. Twice is no mistake."},
    {"__reduce_ex__", RefusePickle, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef sandbox_attributes[] = {
    {"closed", ClosedSandbox, nullptr, "Whether it was closed.", nullptr},
    {"_ended", EndedSandbox, nullptr, nullptr, nullptr},
    {"_real_sleep", RealSleepSandbox, nullptr, nullptr, nullptr},
    {"output", OutputOfSandbox, SetOutputOfSandbox, "Where its output goes.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
PyType_Slot sandbox_slots[] = {
    {Py_tp_doc, const_cast<char*>("Sandbox(code, **options): one program and all it can reach.")},
    {Py_tp_new, reinterpret_cast<void*>(NewSandbox)},
    {Py_tp_dealloc, reinterpret_cast<void*>(FreeSandbox)},
    {Py_tp_traverse, reinterpret_cast<void*>(TraverseSandbox)},
    {Py_tp_clear, reinterpret_cast<void*>(ClearSandbox)},
    {Py_tp_methods, sandbox_methods},
    {Py_tp_getset, sandbox_attributes},
    {0, nullptr},
};
PyType_Spec sandbox_spec = {"pysub._pysub.Sandbox", sizeof(Sandbox), 0,
                            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
                            sandbox_slots};

}  // namespace

PyObject* MakeProgramType() { return MakeType(&program_spec, &program_type); }
PyObject* MakeSandboxType() { return MakeType(&sandbox_spec, &sandbox_type); }

PyObject* SandboxOfReplay(pysub_sandbox* handle, PyObject* replay) {
  Sandbox* sandbox = Allocate(reinterpret_cast<PyTypeObject*>(sandbox_type));
  if (sandbox == nullptr) return nullptr;
  sandbox->runner.handle = handle;
  sandbox->origin = Py_NewRef(replay);
  return reinterpret_cast<PyObject*>(sandbox);
}

}  // namespace pysub_python
