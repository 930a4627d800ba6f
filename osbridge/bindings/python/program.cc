// Program: code that is compiled once.

#include "runner.h"

namespace pysub_python {
namespace {

struct Program {
  PyObject_HEAD pysub_program* handle;
};
PyObject* program_type = nullptr;

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
    PyObject* made = Py_BuildValue("{sNsNsNsIsisIsi}", "type", Text(mistake.type), "message",
                                   Text(mistake.message), "text", Text(mistake.text), "line",
                                   mistake.line, "column", mistake.column, "end_line",
                                   mistake.end_line, "end_column", mistake.end_column);
    if (made == nullptr || PyTuple_SetItem(mistakes.get(), static_cast<Py_ssize_t>(i), made) != 0) {
      return nullptr;
    }
  }
  return mistakes.release();
}

PyMethodDef program_methods[] = {
    {"run", WITH_KEYWORDS(RunProgram),
     "run(inputs=None, **options): runs it in a new sandbox and gives its value."},
    {"__reduce_ex__", RefusePickleOfSandbox, METH_O, nullptr},
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

}  // namespace

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

const pysub_program* ProgramOf(PyObject* object) {
  return PyType_IsSubtype(Py_TYPE(object), reinterpret_cast<PyTypeObject*>(program_type))
             ? reinterpret_cast<Program*>(object)->handle
             : nullptr;
}

PyObject* RefusePickleOfSandbox(PyObject* self, PyObject*) {
  PyErr_Format(PyExc_TypeError, "cannot pickle %R: what a sandbox is can be saved by dump()",
               reinterpret_cast<PyObject*>(Py_TYPE(self)));
  return nullptr;
}

PyObject* MakeProgramType() { return MakeType(&program_spec, &program_type); }

}  // namespace pysub_python
