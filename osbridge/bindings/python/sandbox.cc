// Sandbox: one program, step by step, with what is done to it between two runs.

#include <cmath>

#include "runner.h"

namespace pysub_python {
namespace {

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
  const pysub_program* program = ProgramOf(code);
  ProgramHandle compiled;
  CompileOptions compile;
  Ref rest;
  if (!TakeCompileOptions(keywords, &compile, &rest)) return nullptr;
  if (program == nullptr) {
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
  if (!bytes.SetBytes(object, "a snapshot")) return nullptr;
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
      PyObject* item = PyList_GetItem(list.get(), i);
      const pysub_program* program = ProgramOf(item);
      if (program == nullptr) {
        PyErr_Format(PyExc_TypeError, "programs has to be a list of Program, not %R", item);
        return nullptr;
      }
      programs.push_back(program);
    }
  }
  Options options;
  if (!options.Parse(rest.get(), Options::Of::kSnapshot)) return nullptr;
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
  // A replay's handle ends with the replay; the collector may clear this while somebody has it.
  if (Of(self)->origin != nullptr) Of(self)->runner.handle = nullptr;
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

PyObject* AnswerSandbox(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject *call = nullptr, *object = Py_None;
  pysub_call_id id;
  static const char* names[] = {"call", "value", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|O:answer", const_cast<char**>(names), &call,
                                   &object) ||
      !IdOf(call, &id)) {
    return nullptr;
  }
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
PyObject* RaiseSandbox(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject *call = nullptr, *error = nullptr, *message = nullptr;
  pysub_call_id id;
  static const char* names[] = {"call", "exception", "message", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|O:raise_", const_cast<char**>(names), &call,
                                   &error, &message) ||
      !IdOf(call, &id)) {
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
  Of(self)->runner.woken = true;
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
  Of(self)->runner.BeginFeed();
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
  if (Of(self)->runner.ended) Of(self)->runner.BeginFeed();
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

PyObject* SetSandbox(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject *name = nullptr, *object = nullptr;
  TextOf text;
  static const char* names[] = {"name", "value", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO:set", const_cast<char**>(names), &name,
                                   &object) ||
      !text.Set(name, "a name")) {
    return nullptr;
  }
  ValueHandle value = ToSandbox(object);
  if (value == nullptr) return SayWhichInput(name), nullptr;
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

PyObject* RenewSandbox(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject* object = Py_None;
  pysub_limits limits = PYSUB_LIMITS_INIT;
  static const char* names[] = {"limits", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "|O:renew", const_cast<char**>(names),
                                   &object) ||
      !ParseLimitsInto(object, &limits)) {
    return nullptr;
  }
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  Failure failure;
  if (pysub_sandbox_renew(Of(self)->runner.handle, &limits, failure) != PYSUB_OK) {
    return failure.Raise();
  }
  Of(self)->runner.Renew(DurationOf(limits));
  Py_RETURN_NONE;
}

// _sleep_left(): seconds that a sleep may take; _slept(seconds, wants_more): counts one.
PyObject* SleepLeft(PyObject* self, PyObject*) {
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  const uint64_t left = Of(self)->runner.SleepLeft();
  return PyFloat_FromDouble(left == PYSUB_UNLIMITED ? HUGE_VAL : static_cast<double>(left) / 1e9);
}
PyObject* Slept(PyObject* self, PyObject* args) {
  double seconds = 0;
  int wants_more = 0;
  if (!PyArg_ParseTuple(args, "dp:_slept", &seconds, &wants_more)) return nullptr;
  Use use;
  if (!TakeSandbox(self, &use)) return nullptr;
  Of(self)->runner.Slept(static_cast<uint64_t>(seconds * 1e9), wants_more != 0);
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
  to.whole = from.whole;
  to.feed = from.feed;
  to.feed_limit_ns = from.feed_limit_ns;
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

PyObject* RecordSandbox(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject* most = Py_None;
  uint64_t max_bytes = 0;
  static const char* names[] = {"max_bytes", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "|O:start_recording", const_cast<char**>(names),
                                   &most) ||
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
PyObject* WokenSandbox(PyObject* self, void*) { return PyBool_FromLong(Of(self)->runner.woken); }
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

PyMethodDef sandbox_methods[] = {
    {"run", WITH_KEYWORDS(StepSandbox), "run(fuel=None): goes on until the next stop."},
    {"_run", RunSandbox, METH_VARARGS, nullptr},
    {"answer", WITH_KEYWORDS(AnswerSandbox), "answer(call, value): the answer of a call."},
    {"raise_", WITH_KEYWORDS(RaiseSandbox),
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
    {"set", WITH_KEYWORDS(SetSandbox), "set(name, value): binds a global of the program."},
    {"_bind_function", BindFunction, METH_VARARGS, nullptr},
    {"_add_functions", AddFunctionsSandbox, METH_O, nullptr},
    {"_sleep_left", SleepLeft, METH_NOARGS, nullptr},
    {"_slept", Slept, METH_VARARGS, nullptr},
    {"renew", WITH_KEYWORDS(RenewSandbox), "renew(limits=None): counts these limits from now on."},
    {"usage", UsageSandbox, METH_NOARGS, "What it has used so far, as a dict."},
    {"dump", WITH_KEYWORDS(DumpSandbox),
     "dump(*, key=None, without_source=False): all of it as bytes, at any stop."},
    {"load", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(LoadSandbox)),
     METH_VARARGS | METH_KEYWORDS | METH_CLASS,
     "load(bytes, *, programs=(), **options): goes on where dump() was, in any process."},
    {"fork", ForkSandbox, METH_NOARGS, "A second sandbox in the same state."},
    {"release_handles", ReleaseHandlesSandbox, METH_NOARGS,
     "Lets go of all functions and objects that came out."},
    {"start_recording", WITH_KEYWORDS(RecordSandbox),
     "start_recording(max_bytes=None): writes down what is done to it."},
    {"take_recording", TakeRecordingSandbox, METH_NOARGS, "The recording, for Replay."},
    {"close", CloseSandbox, METH_NOARGS, "Ends it. Twice is no mistake."},
    {"__reduce_ex__", RefusePickleOfSandbox, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef sandbox_attributes[] = {
    {"closed", ClosedSandbox, nullptr, "Whether it was closed.", nullptr},
    {"_ended", EndedSandbox, nullptr, nullptr, nullptr},
    {"_woken", WokenSandbox, nullptr, nullptr, nullptr},
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

PyObject* MakeSandboxType() { return MakeType(&sandbox_spec, &sandbox_type); }

PyObject* SandboxOfReplay(pysub_sandbox* handle, PyObject* replay) {
  Sandbox* sandbox = Allocate(reinterpret_cast<PyTypeObject*>(sandbox_type));
  if (sandbox == nullptr) return nullptr;
  sandbox->runner.handle = handle;
  sandbox->origin = Py_NewRef(replay);
  return reinterpret_cast<PyObject*>(sandbox);
}

}  // namespace pysub_python
