#ifndef PYSUB_OSBRIDGE_BINDINGS_PYTHON_EXTENSION_H_
#define PYSUB_OSBRIDGE_BINDINGS_PYTHON_EXTENSION_H_

// pysub._pysub, over pysub.h and CPython's stable ABI: one file for CPython 3.11 and all that
// follow.
//
// A function that gives a PyObject*, a pointer or a false `bool` has set a Python exception when it
// gives null or false. Whoever calls it holds the GIL; only Unlocked and OutputHere are used
// without.

#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub.h"

namespace pysub_python {

// A reference that is ours.
class Ref {
 public:
  Ref() = default;
  explicit Ref(PyObject* object) : object_(object) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() { Py_XDECREF(object_); }

  static Ref Borrowed(PyObject* object) {
    Py_XINCREF(object);
    return Ref(object);
  }

  PyObject* get() const { return object_; }
  PyObject* release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  PyObject* object_ = nullptr;
};

// Lets go of what was there when the new reference stands there already: its end may run any code.
inline void Replace(PyObject*& place, PyObject* with) {
  PyObject* before = std::exchange(place, with);
  Py_XDECREF(before);
}

template <auto Free>
struct Freed {
  template <typename T>
  void operator()(T* handle) const {
    Free(handle);
  }
};
using ValueHandle = std::unique_ptr<pysub_value, Freed<pysub_value_free>>;
using BufferHandle = std::unique_ptr<pysub_buffer, Freed<pysub_buffer_free>>;
using ProgramHandle = std::unique_ptr<pysub_program, Freed<pysub_program_free>>;

// What a function of pysub.h says of its failure.
class Failure {
 public:
  Failure() = default;
  Failure(const Failure&) = delete;
  ~Failure() { pysub_error_free(error_); }

  operator pysub_error**() { return &error_; }
  pysub_status status() const { return pysub_error_status(error_); }
  std::string_view message() const {
    size_t size = 0;
    const char* text = pysub_error_message(error_, &size);
    return {text, size};
  }

  // As a Python exception; null, for returning. `invalid`: what PYSUB_INVALID_ARGUMENT is.
  // `path`: which file (may be null).
  PyObject* Raise(PyObject* invalid = nullptr, PyObject* path = nullptr) const;

 private:
  pysub_error* error_ = nullptr;
};

// The exception that is set, with its traceback; it is no longer set. Null: none could be made.
Ref TakeRaised();

// The GIL is given away while it lives.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  Unlocked(const Unlocked&) = delete;
  ~Unlocked() { PyEval_RestoreThread(state_); }

 private:
  PyThreadState* state_;
};

// Python's own code of this package, which the extension calls: pysub._types and pysub._values.
// Looked up once.
enum class Name {
  // pysub._types
  kError,
  kStateError,
  kLimitError,
  kSnapshotError,
  kReplayError,
  kRaisedError,   // raised(type, message, traceback, frames, exit status, exit message, value)
  kLimitReached,  // limit_reached(limit, message, traceback, goes_on): a LimitError
  kFinishedStop,
  kRaisedStop,
  kFunctionCallStop,
  kNameLookupStop,
  kOsCallStop,
  kWaitingStop,
  kOutOfFuelStop,
  kLimitStop,
  kWriteOutput,  // write_output(stream, text): to sys.stdout and sys.stderr
  kShellResult,
  // pysub._values
  kIncoming,
  kOutgoing,
  kExceptionOut,
  // pysub._run
  kAnswerOs,
  kAwaitInLoop,  // await_in_loop(awaitable): what it gives; NotImplemented: there is no loop
  kCount
};
// Borrowed; null where it cannot be imported.
PyObject* Our(Name name);

inline std::string_view View(const char* text, size_t size) { return {text, size}; }

// Of a PyMethodDef: a function that takes keywords, and its flags.
#define WITH_KEYWORDS(function) \
  reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(function)), METH_VARARGS | METH_KEYWORDS

// A str of UTF-8 in which surrogates may stand; of what is no UTF-8, with escapes.
PyObject* Text(std::string_view utf8);
inline PyObject* Text(const pysub_text& text) { return Text(View(text.data, text.size)); }
inline PyObject* Bytes(std::string_view bytes) {
  return PyBytes_FromStringAndSize(bytes.data(), static_cast<Py_ssize_t>(bytes.size()));
}
PyObject* Bytes(const pysub_buffer* buffer);

// The text of a str (lone surrogates as three bytes) or the contents of bytes, kept alive by it.
class TextOf {
 public:
  // `what` names the argument in the TypeError.
  bool Set(PyObject* object, const char* what, bool bytes_too = false);
  // The same of bytes only.
  bool SetBytes(PyObject* object, const char* what);
  const char* data() const { return data_; }
  size_t size() const { return size_; }
  operator pysub_text() const { return {data_, size_}; }

 private:
  Ref owner_;
  const char* data_ = "";
  size_t size_ = 0;
};

// Of a str, bytes or os.PathLike.
bool PathOf(PyObject* object, TextOf* result);

bool Unsigned(PyObject* object, const char* what, uint64_t* result);
// The TypeError or ValueError that is set, of the value of an input, says which input it is.
void SayWhichInput(PyObject* name);
// Seconds, as an int or float, in nanoseconds.
bool Nanoseconds(PyObject* object, const char* what, uint64_t* result);

// ---- values.cc

// A value for a sandbox; TypeError: there is none of this type; ValueError: it contains itself, or
// is too deep.
ValueHandle ToSandbox(PyObject* object);
// A value for Python.
PyObject* FromSandbox(const pysub_value* value);
// Whether it is of a type whose objects are never awaitable.
bool IsPlain(PyObject* object);
// An exception as a value; its __class__ has the name that a sandbox knows it by.
ValueHandle ExceptionToSandbox(PyObject* exception);
// The type of values that Python has no type for.
PyObject* MakeOpaqueType();
// The value in one, else null and TypeError.
const pysub_value* ValueOfOpaque(PyObject* object);

// ---- output.cc

// What a program writes, in the order in which it comes.
class Output {
 public:
  void Append(pysub_stream stream, std::string_view text);
  bool empty() const { return pieces_.empty(); }
  void Clear() { pieces_.clear(); }
  // Gives all to `sink(stream, text)`. None: to sys.stdout and sys.stderr; false: nowhere.
  // A part of a character at an end waits for its rest, but at the very end.
  bool Deliver(PyObject* sink, bool at_end, bool as_bytes = false);

 private:
  struct Piece {
    pysub_stream stream;
    std::string text;
  };
  std::vector<Piece> pieces_;
};

// Where output goes that this thread's run makes. A fork has the callbacks and the context of its
// origin, so a context cannot say whose it is; the thread that runs can.
class OutputHere {
 public:
  explicit OutputHere(Output* output);
  OutputHere(const OutputHere&) = delete;
  ~OutputHere();
  // For pysub_sandbox_options.on_output and pysub_exec_options.on_output.
  static void Write(void* context, pysub_stream stream, const char* text, size_t size);

 private:
  Output* before_;
};

// ---- options.cc

// Keyword arguments of run(), Sandbox() and their like.
class Options {
 public:
  // What keeps what `options` points to alive lies here, so it does not move.
  Options() = default;
  Options(const Options&) = delete;

  // A snapshot has inputs, a program and all that belongs to it already.
  enum class Of { kNew, kSnapshot };
  bool Parse(PyObject* keywords, Of what = Of::kNew);
  const pysub_sandbox_options* get() const { return &options_; }

  // What the package does itself. References of a Runner.
  Ref functions;  // dict of name to callable or None, or null
  Ref names;      // callable, or null
  Ref os;         // callable, or null
  Ref output;     // callable, None, False
  Ref files;      // Files, or null
  bool real_sleep = false;
  // How long it may run, all in all and for each feed; PYSUB_UNLIMITED: as long as it likes.
  uint64_t duration_ns() const;
  uint64_t feed_duration_ns() const;

 private:
  friend class Keywords;
  bool ParseLimits(PyObject* dict);
  bool ParseFeedLimits(PyObject* dict);
  bool ParseConversion(PyObject* dict);
  bool ParsePermissions(PyObject* dict);
  bool AddInputs(PyObject* dict);
  bool AddFunctions(PyObject* functions);
  bool AddInput(PyObject* name, ValueHandle value);
  bool AddText(PyObject* object, const char* what, pysub_text* result, bool bytes_too = false);
  bool AddTexts(PyObject* list, const char* what, std::vector<pysub_text>* result);

  pysub_sandbox_options options_ = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_limits limits_ = PYSUB_LIMITS_INIT;
  pysub_feed_limits feed_limits_ = PYSUB_FEED_LIMITS_INIT;
  pysub_conversion_limits conversion_ = PYSUB_CONVERSION_LIMITS_INIT;
  pysub_permissions permissions_ = PYSUB_PERMISSIONS_INIT;
  std::vector<std::unique_ptr<TextOf>> texts_;
  std::vector<ValueHandle> values_;
  std::vector<pysub_input> inputs_;
  std::vector<pysub_text> module_path_;
  std::vector<pysub_text> arguments_;
  std::vector<pysub_variable> environment_;
};

bool ParseLimitsInto(PyObject* dict, pysub_limits* limits);
// What `limits` mean, with the library's default in place of 0.
uint64_t DurationOf(const pysub_limits& limits);
// file_name, result, echo, from_file.
class CompileOptions {
 public:
  bool Set(const char* name, PyObject* value, bool* known);
  const pysub_program_options* get() const { return &options_; }

 private:
  pysub_program_options options_ = PYSUB_PROGRAM_OPTIONS_INIT;
  TextOf file_name_;
};
// Whether a keyword's name is this one.
bool Is(PyObject* name, const char* text);
// The TypeError of a name that is none of these.
bool Unknown(std::string_view of, PyObject* name, std::span<const char* const> names);
// A limit by its name: a number, or seconds.
struct Field {
  const char* name;
  uint64_t* number;
  uint64_t* nanoseconds = nullptr;
};
// Sets the one of `fields` that has this name. `of` names all of them in errors.
bool SetField(std::string_view of, PyObject* name, PyObject* value, std::span<const Field> fields,
              bool zero_too = false);
// A dict of str to str or bytes.
bool ParseEnvironment(PyObject* dict, std::vector<std::unique_ptr<TextOf>>* texts,
                      std::vector<pysub_variable>* result);

// ---- program.cc, sandbox.cc, files.cc, shell.cc, replay.cc: the types. Null: an exception is set.
PyObject* MakeProgramType();
PyObject* MakeSandboxType();
PyObject* MakeFilesType();
PyObject* MakeShellType();
PyObject* MakeReplayType();
pysub_files* FilesOf(PyObject* object);  // null with TypeError
// They are in use when the shell is: `busy`.
PyObject* FilesOfShell(pysub_files* files, PyObject* shell, bool* busy);
bool ShellIsOpen(PyObject* shell);
// What says that a Files is in use; null of null.
bool* BusyOfFiles(PyObject* files);
// A sandbox that somebody else owns, for looking at.
PyObject* SandboxOfReplay(pysub_sandbox* sandbox, PyObject* replay);
// __reduce_ex__ of what no pickle can hold; of what has dump(), which is named then.
PyObject* RefusePickle(PyObject* self, PyObject* protocol);
PyObject* RefusePickleButDump(PyObject* self, PyObject* protocol);
PyObject* RefusePickleOfSandbox(PyObject* self, PyObject* protocol);
// Keyword arguments without those that say how a text is compiled.
bool TakeCompileOptions(PyObject* keywords, CompileOptions* options, Ref* rest);
ProgramHandle Compile(PyObject* source, const CompileOptions& options);
const pysub_program* ProgramOf(PyObject* object);  // null: it is no Program
// Makes a type, and keeps it for isinstance checks.
PyObject* MakeType(PyType_Spec* spec, PyObject** kept);

// A handle's owner is in use by one call at a time.
class Use {
 public:
  // `what` names it: "the sandbox".
  bool Take(bool* busy, bool open, const char* what);
  ~Use() {
    if (busy_ != nullptr) *busy_ = false;
  }

 private:
  bool* busy_ = nullptr;
};

}  // namespace pysub_python

#endif  // PYSUB_OSBRIDGE_BINDINGS_PYTHON_EXTENSION_H_
