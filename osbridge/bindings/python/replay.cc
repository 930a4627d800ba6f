// Replay: what a recording has, done again.

#include "extension.h"

namespace pysub_python {
namespace {

struct Replay {
  PyObject_HEAD pysub_replay* handle;
  bool busy;
};
PyObject* replay_type = nullptr;

Replay* Of(PyObject* self) { return reinterpret_cast<Replay*>(self); }
bool TakeReplay(PyObject* self, Use* use) { return use->Take(&Of(self)->busy, true, "the replay"); }

PyObject* NewReplay(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  PyObject *object = nullptr, *limits = Py_None;
  static const char* names[] = {"recording", "limits", nullptr};
  pysub_limits allowed = PYSUB_LIMITS_INIT;
  TextOf bytes;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|$O:Replay", const_cast<char**>(names),
                                   &object, &limits) ||
      !bytes.Set(object, "a recording", true) || !ParseLimitsInto(limits, &allowed)) {
    return nullptr;
  }
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  if (limits != Py_None) options.limits = &allowed;
  options.on_output = OutputHere::Write;
  Ref self(PyType_GenericAlloc(type, 0));
  if (!self) return nullptr;
  Failure failure;
  if (pysub_replay_open(bytes.data(), bytes.size(), &options, &Of(self.get())->handle, failure) !=
      PYSUB_OK) {
    return failure.Raise();
  }
  return self.release();
}

void FreeReplay(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  pysub_replay_free(Of(self)->handle);
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(reinterpret_cast<PyObject*>(type));
}

PyObject* Do(PyObject* self, pysub_status (*act)(pysub_replay*, pysub_error**)) {
  Use use;
  if (!TakeReplay(self, &use)) return nullptr;
  Failure failure;
  Output output;
  pysub_status status;
  {
    Unlocked unlocked;
    OutputHere here(&output);
    status = act(Of(self)->handle, failure);
  }
  if (status != PYSUB_OK) return failure.Raise();
  Py_RETURN_NONE;
}
PyObject* Step(PyObject* self, PyObject*) { return Do(self, pysub_replay_step); }
PyObject* RunToEnd(PyObject* self, PyObject*) { return Do(self, pysub_replay_run_to_end); }

PyObject* Describe(PyObject* self, PyObject* object) {
  uint64_t event = 0;
  Use use;
  if (!Unsigned(object, "the event", &event) || !TakeReplay(self, &use)) return nullptr;
  pysub_buffer* buffer = nullptr;
  Failure failure;
  if (pysub_replay_describe(Of(self)->handle, event, &buffer, failure) != PYSUB_OK) {
    return failure.Raise();
  }
  BufferHandle owned(buffer);
  size_t size = 0;
  const char* text = pysub_buffer_data(buffer, &size);
  return Text(View(text, size));
}

PyObject* GetSandbox(PyObject* self, void*) {
  return SandboxOfReplay(pysub_replay_sandbox(Of(self)->handle), self);
}
PyObject* GetPosition(PyObject* self, void*) {
  return PyLong_FromSize_t(pysub_replay_position(Of(self)->handle));
}
Py_ssize_t Size(PyObject* self) {
  return static_cast<Py_ssize_t>(pysub_replay_size(Of(self)->handle));
}
PyMethodDef replay_methods[] = {
    {"step", Step, METH_NOARGS, "Does the next thing again; IndexError: there is no more."},
    {"run_to_end", RunToEnd, METH_NOARGS, "Does all that is left."},
    {"describe", Describe, METH_O, "describe(event): what was done, in one line."},
    {"__reduce_ex__", RefusePickle, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef replay_attributes[] = {
    {"position", GetPosition, nullptr, "How many things have been done again.", nullptr},
    {"sandbox", GetSandbox, nullptr, "The sandbox as the last step left it, to look at.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
PyType_Slot replay_slots[] = {
    {Py_tp_doc, const_cast<char*>("Replay(recording, *, limits=None): a recording, done again.")},
    {Py_tp_new, reinterpret_cast<void*>(NewReplay)},
    {Py_tp_dealloc, reinterpret_cast<void*>(FreeReplay)},
    {Py_sq_length, reinterpret_cast<void*>(Size)},
    {Py_tp_methods, replay_methods},
    {Py_tp_getset, replay_attributes},
    {0, nullptr},
};
PyType_Spec replay_spec = {"pysub.Replay", sizeof(Replay), 0, Py_TPFLAGS_DEFAULT, replay_slots};

}  // namespace

PyObject* MakeReplayType() { return MakeType(&replay_spec, &replay_type); }

}  // namespace pysub_python
