// The module itself, and what all its parts use.

#include "extension.h"

#include <cmath>
#include <cstring>

namespace pysub_python {
namespace {

struct Place {
  const char* module;
  const char* name;
};
constexpr Place kPlaces[] = {
    {"pysub._types", "Error"},          {"pysub._types", "StateError"},
    {"pysub._types", "LimitError"},     {"pysub._types", "SnapshotError"},
    {"pysub._types", "ReplayError"},    {"pysub._types", "_raised"},
    {"pysub._types", "_limit_reached"}, {"pysub._types", "Finished"},
    {"pysub._types", "Raised"},         {"pysub._types", "FunctionCall"},
    {"pysub._types", "NameLookup"},     {"pysub._types", "OsCall"},
    {"pysub._types", "Waiting"},        {"pysub._types", "OutOfFuel"},
    {"pysub._types", "LimitReached"},   {"pysub._types", "_write_output"},
    {"pysub._types", "ShellResult"},    {"pysub._values", "incoming"},
    {"pysub._values", "outgoing"},      {"pysub._values", "exception_out"},
    {"pysub._run", "answer_os"},        {"pysub._run", "await_in_loop"},
};
static_assert(sizeof(kPlaces) / sizeof(kPlaces[0]) == static_cast<size_t>(Name::kCount));

PyObject* our[static_cast<size_t>(Name::kCount)];

PyObject* Version(PyObject*, PyObject*) { return PyUnicode_FromString(pysub_version()); }

PyObject* SelfTest(PyObject*, PyObject*) {
  Failure failure;
  pysub_status status;
  {
    Unlocked unlocked;
    status = pysub_self_test(failure);
  }
  if (status != PYSUB_OK) return failure.Raise();
  Py_RETURN_NONE;
}

// to_json(value, exact=False), from_json(text): the text forms of pysub.h.
PyObject* ToJson(PyObject*, PyObject* args, PyObject* keywords) {
  PyObject* object = nullptr;
  int exact = 0;
  static const char* names[] = {"value", "exact", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|p:to_json", const_cast<char**>(names),
                                   &object, &exact)) {
    return nullptr;
  }
  ValueHandle value = ToSandbox(object);
  if (value == nullptr) return nullptr;
  BufferHandle text(
      pysub_value_to_json(value.get(), exact ? PYSUB_JSON_EXACT : PYSUB_JSON_PLAIN, SIZE_MAX / 4));
  size_t size = 0;
  const char* data = pysub_buffer_data(text.get(), &size);
  return Text(View(data, size));
}

PyObject* FromJson(PyObject*, PyObject* object) {
  TextOf text;
  if (!text.Set(object, "the text", true)) return nullptr;
  Failure failure;
  pysub_value* value = nullptr;
  if (pysub_value_from_json(text.data(), text.size(), &value, failure) != PYSUB_OK) {
    return failure.Raise();
  }
  ValueHandle owned(value);
  return FromSandbox(value);
}

PyMethodDef functions[] = {
    {"version", Version, METH_NOARGS, "The release of the library."},
    {"self_test", SelfTest, METH_NOARGS, "Runs a hostile program against each kind of limit."},
    {"to_json", WITH_KEYWORDS(ToJson), "to_json(value, exact=False): a JSON text of any value."},
    {"from_json", FromJson, METH_O, "The value of a JSON text."},
    {nullptr, nullptr, 0, nullptr},
};

// What Our() keeps belongs to one interpreter: another one of the process (a subinterpreter) cannot
// use it.
bool IsOnlyInterpreter() {
  static const int64_t first = PyInterpreterState_GetID(PyInterpreterState_Get());
  return PyInterpreterState_GetID(PyInterpreterState_Get()) == first;
}

// In each interpreter that imports the module, each time.
int Execute(PyObject* made) {
  if (pysub_abi_version() != PYSUB_ABI_VERSION) {
    PyErr_SetString(PyExc_ImportError, "pysub: libpysub has another binary interface");
    return -1;
  }
  if (!IsOnlyInterpreter()) {
    PyErr_SetString(PyExc_ImportError, "pysub: another interpreter of this process has it");
    return -1;
  }
  struct Type {
    const char* name;
    PyObject* (*make)();
    PyObject* type;  // when the module was made before
  };
  static Type types[] = {
      {"Program", MakeProgramType, nullptr}, {"Sandbox", MakeSandboxType, nullptr},
      {"Files", MakeFilesType, nullptr},     {"Shell", MakeShellType, nullptr},
      {"Replay", MakeReplayType, nullptr},   {"Opaque", MakeOpaqueType, nullptr}};
  for (Type& type : types) {
    if (type.type == nullptr) type.type = type.make();
    if (type.type == nullptr || PyModule_AddObjectRef(made, type.name, type.type) != 0) return -1;
  }
  return 0;
}

PyModuleDef_Slot slots[] = {{Py_mod_exec, reinterpret_cast<void*>(Execute)}, {0, nullptr}};

PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    "pysub._pysub",
    "The C API of pysub; use the package pysub instead.",
    0,
    functions,
    slots,
    nullptr,
    nullptr,
    nullptr,
};

}  // namespace

PyObject* Our(Name name) {
  PyObject*& place = our[static_cast<size_t>(name)];
  if (place != nullptr) return place;
  const Place& where = kPlaces[static_cast<size_t>(name)];
  Ref from(PyImport_ImportModule(where.module));
  if (!from) return nullptr;
  PyObject* found = PyObject_GetAttrString(from.get(), where.name);
  if (place == nullptr) place = found;
  return found;
}

PyObject* Failure::Raise(PyObject* invalid, PyObject* path) const {
  const std::string text(message());
  switch (status()) {
    case PYSUB_FILE_ERROR: {
      const int number = pysub_error_number(error_);
      Ref error(
          path == nullptr
              ? PyObject_CallFunction(PyExc_OSError, "is", number, std::strerror(number))
              : PyObject_CallFunction(PyExc_OSError, "isO", number, std::strerror(number), path));
      if (error) PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.get())), error.get());
      return nullptr;
    }
    case PYSUB_INVALID_ARGUMENT:
      PyErr_SetString(invalid != nullptr ? invalid : PyExc_ValueError, text.c_str());
      return nullptr;
    case PYSUB_RESOURCE_EXHAUSTED: {
      PyObject* make = Our(Name::kLimitReached);
      if (make == nullptr) return nullptr;
      Ref error(PyObject_CallFunction(make, "sssi", "memory", text.c_str(), "", 1));
      if (error) PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.get())), error.get());
      return nullptr;
    }
    case PYSUB_OUT_OF_RANGE: PyErr_SetString(PyExc_IndexError, text.c_str()); return nullptr;
    case PYSUB_UNIMPLEMENTED:
      PyErr_SetString(PyExc_NotImplementedError, text.c_str());
      return nullptr;
    default: break;
  }
  Name name = Name::kError;
  switch (status()) {
    case PYSUB_FAILED_PRECONDITION:
    case PYSUB_IN_USE:
    case PYSUB_NOT_FOUND:
    case PYSUB_ALREADY_EXISTS: name = Name::kStateError; break;
    case PYSUB_DATA_LOSS:
    case PYSUB_PERMISSION_DENIED: name = Name::kSnapshotError; break;
    case PYSUB_ABORTED: name = Name::kReplayError; break;
    default: break;
  }
  if (PyObject* type = Our(name)) PyErr_SetString(type, text.c_str());
  return nullptr;
}

PyObject* Text(std::string_view utf8) {
  const auto size = static_cast<Py_ssize_t>(utf8.size());
  PyObject* text = PyUnicode_DecodeUTF8(utf8.data(), size, "surrogatepass");
  if (text != nullptr || !PyErr_ExceptionMatches(PyExc_UnicodeDecodeError)) return text;
  PyErr_Clear();
  return PyUnicode_DecodeUTF8(utf8.data(), size, "backslashreplace");
}

PyObject* Bytes(const pysub_buffer* buffer) {
  size_t size = 0;
  const char* data = pysub_buffer_data(buffer, &size);
  return Bytes(View(data, size));
}

bool TextOf::Set(PyObject* object, const char* what, bool bytes_too) {
  if (PyUnicode_Check(object)) {
    Py_ssize_t size = 0;
    if (const char* data = PyUnicode_AsUTF8AndSize(object, &size)) {
      owner_ = Ref::Borrowed(object);
      data_ = data;
      size_ = static_cast<size_t>(size);
      return true;
    }
    if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) return false;
    PyErr_Clear();
    owner_ = Ref(PyUnicode_AsEncodedString(object, "utf-8", "surrogatepass"));
  } else if (bytes_too && PyBytes_Check(object)) {
    owner_ = Ref::Borrowed(object);
  } else if (bytes_too && (PyByteArray_Check(object) || PyMemoryView_Check(object))) {
    owner_ = Ref(PyBytes_FromObject(object));
  } else {
    PyErr_Format(PyExc_TypeError, "%s has to be %s, not %R", what,
                 bytes_too ? "str or bytes" : "str", reinterpret_cast<PyObject*>(Py_TYPE(object)));
    return false;
  }
  if (!owner_) return false;
  char* data = nullptr;
  Py_ssize_t size = 0;
  if (PyBytes_AsStringAndSize(owner_.get(), &data, &size) != 0) return false;
  data_ = data;
  size_ = static_cast<size_t>(size);
  return true;
}

bool TextOf::SetBytes(PyObject* object, const char* what) {
  if (PyBytes_Check(object) || PyByteArray_Check(object) || PyMemoryView_Check(object)) {
    return Set(object, what, /*bytes_too=*/true);
  }
  PyErr_Format(PyExc_TypeError, "%s has to be bytes, not %R", what,
               reinterpret_cast<PyObject*>(Py_TYPE(object)));
  return false;
}

bool PathOf(PyObject* object, TextOf* result) {
  Ref path(PyOS_FSPath(object));
  if (!path) return false;
  if (PyUnicode_Check(path.get())) {
    path = Ref(PyUnicode_EncodeFSDefault(path.get()));
    if (!path) return false;
  }
  return result->Set(path.get(), "a path", true);
}

bool Unsigned(PyObject* object, const char* what, uint64_t* result) {
  if (object == Py_None) return *result = 0, true;
  if (!PyLong_Check(object) || PyBool_Check(object)) {
    PyErr_Format(PyExc_TypeError, "%s has to be an int, not %R", what,
                 reinterpret_cast<PyObject*>(Py_TYPE(object)));
    return false;
  }
  *result = PyLong_AsUnsignedLongLong(object);
  if (*result == static_cast<uint64_t>(-1) && PyErr_Occurred()) {
    PyErr_Clear();
    PyErr_Format(PyExc_ValueError, "%s has to be from 0 to 2**64 - 1", what);
    return false;
  }
  return true;
}

bool Nanoseconds(PyObject* object, const char* what, uint64_t* result) {
  if (object == Py_None) return *result = 0, true;
  const double seconds = PyFloat_AsDouble(object);
  if (seconds == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "%s has to be a number of seconds, not %R", what,
                 reinterpret_cast<PyObject*>(Py_TYPE(object)));
    return false;
  }
  if (std::isinf(seconds) && seconds > 0) return *result = PYSUB_UNLIMITED, true;
  if (!(seconds > 0) || seconds > 1e10) {
    PyErr_Format(PyExc_ValueError,
                 seconds > 0 ? "%s has to be at most 1e10, or math.inf" : "%s has to be above 0",
                 what);
    return false;
  }
  *result = static_cast<uint64_t>(seconds * 1e9);
  if (*result == 0) *result = 1;
  return true;
}

void SayWhichInput(PyObject* name) {
  Ref error = TakeRaised();
  if (!error) return;
  PyObject* type = reinterpret_cast<PyObject*>(Py_TYPE(error.get()));
  const bool ours = type == PyExc_TypeError || type == PyExc_ValueError;
  Ref text(ours ? PyObject_Str(error.get()) : nullptr);
  if (text) {
    PyErr_Format(type, "input %R: %U", name, text.get());
  } else if (!ours) {
    PyErr_SetObject(type, error.get());
  }
}

PyObject* MakeType(PyType_Spec* spec, PyObject** kept) {
  *kept = PyType_FromSpec(spec);
  return *kept;
}

Ref TakeRaised() {
  PyObject *type = nullptr, *object = nullptr, *traceback = nullptr;
  PyErr_Fetch(&type, &object, &traceback);
  PyErr_NormalizeException(&type, &object, &traceback);
  if (traceback != nullptr && object != nullptr) PyException_SetTraceback(object, traceback);
  Py_XDECREF(type);
  Py_XDECREF(traceback);
  return Ref(object);
}

PyObject* RefusePickle(PyObject* self, PyObject*) {
  PyErr_Format(PyExc_TypeError, "cannot pickle %R", reinterpret_cast<PyObject*>(Py_TYPE(self)));
  return nullptr;
}
PyObject* RefusePickleButDump(PyObject* self, PyObject*) {
  PyErr_Format(PyExc_TypeError, "cannot pickle %R: what is in it can be saved by dump()",
               reinterpret_cast<PyObject*>(Py_TYPE(self)));
  return nullptr;
}

bool Unknown(std::string_view of, PyObject* name, std::span<const char* const> names) {
  std::string known;
  for (const char* each : names) {
    known += known.empty() ? "" : ", ";
    known += each;
  }
  const std::string what(of);
  PyErr_Format(PyExc_TypeError, "%s has no %R: it has %s", what.c_str(), name, known.c_str());
  return false;
}

bool SetField(std::string_view of, PyObject* name, PyObject* value, std::span<const Field> fields,
              bool zero_too) {
  std::vector<const char*> names;
  for (const Field& field : fields) {
    if (Is(name, field.name)) {
      if (field.nanoseconds != nullptr) return Nanoseconds(value, field.name, field.nanoseconds);
      if (!Unsigned(value, "a limit", field.number)) return false;
      // 0 would be the default, which nobody means who writes 0.
      if (*field.number != 0 || zero_too) return true;
      const std::string what(of);
      PyErr_Format(PyExc_ValueError, "%s: %U has to be above 0", what.c_str(), name);
      return false;
    }
    names.push_back(field.name);
  }
  return Unknown(of, name, names);
}

bool Use::Take(bool* busy, bool open, const char* what) {
  const char* reason = !open ? "closed" : *busy ? "in use by another call" : nullptr;
  if (reason != nullptr) {
    if (PyObject* type = Our(Name::kStateError)) PyErr_Format(type, "%s is %s", what, reason);
    return false;
  }
  *busy = true;
  busy_ = busy;
  return true;
}

}  // namespace pysub_python

PyMODINIT_FUNC PyInit__pysub(void);
PyMODINIT_FUNC PyInit__pysub(void) { return PyModuleDef_Init(&pysub_python::module); }
