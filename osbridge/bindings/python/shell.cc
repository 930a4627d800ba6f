// Shell: a sandboxed shell, its scripts, and commands that are Python functions.

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "extension.h"

namespace pysub_python {
namespace {

constexpr uint64_t kSlice = 10'000'000;

// Names of commands, which are the contexts of their callbacks: shells that were forked share them.
using Names = std::vector<std::unique_ptr<std::string>>;

struct Shell {
  PyObject_HEAD pysub_shell* handle;
  PyObject* hooks;   // dict: name of a command to callable; None to (before, after)
  PyObject* output;  // of the script that runs: callable or null
  std::shared_ptr<Names> names;
  Output written;
  bool busy;
};
PyObject* shell_type = nullptr;

Shell* Of(PyObject* self) { return reinterpret_cast<Shell*>(self); }
bool TakeShell(PyObject* self, Use* use) {
  return use->Take(&Of(self)->busy, Of(self)->handle != nullptr, "the shell");
}

// The shell that this thread runs: callbacks have the context of the shell it was forked from.
thread_local Shell* shell_here = nullptr;
// What a callback raised that is not the script's matter, until the run comes back.
thread_local PyObject* raised_here = nullptr;

class Here {
 public:
  explicit Here(Shell* shell)
      : before_(std::exchange(shell_here, shell)), raised_(std::exchange(raised_here, nullptr)) {}
  Here(const Here&) = delete;
  // Whether nothing was raised; else it is raised.
  bool Leave() {
    PyObject* raised = std::exchange(raised_here, raised_);
    shell_here = before_;
    if (raised == nullptr) return true;
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(raised)), raised);
    Py_DECREF(raised);
    return false;
  }

 private:
  Shell* before_;
  PyObject* raised_;
};

// A script's arguments and the like: bytes, as str.
PyObject* Escaped(std::string_view bytes) {
  return PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()),
                              "surrogateescape");
}

// The exception that is set: its text, or "" and it waits for the end of the run.
std::string TakeError() {
  PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  if (value != nullptr && traceback != nullptr) PyException_SetTraceback(value, traceback);
  Ref kept_type(type), kept_value(value), kept_traceback(traceback);
  if (value == nullptr) return "an error";
  if (PyObject_IsInstance(value, PyExc_Exception) == 1) {
    Ref text(PyObject_Str(value));
    Ref name(PyObject_GetAttrString(type, "__name__"));
    Ref both(text && name ? PyUnicode_FromFormat("%U: %U", name.get(), text.get()) : nullptr);
    TextOf message;
    if (both && message.Set(both.get(), "a message")) return {message.data(), message.size()};
    PyErr_Clear();
    return "an error";
  }
  Replace(raised_here, Py_NewRef(value));
  pysub_shell_cancel(shell_here->handle);
  return "";
}

bool WriteTo(pysub_command* command, pysub_stream stream, PyObject* object) {
  if (object == Py_None) return true;
  TextOf text;
  if (!text.Set(object, "what a command prints", true)) return false;
  pysub_command_write(command, stream, text.data(), text.size());
  return true;
}

// What a command's function gave: None, its exit status, what it prints, or (status, stdout,
// stderr).
bool Finish(pysub_command* command, PyObject* answer, int* status) {
  *status = 0;
  if (answer == Py_None) return true;
  if (PyLong_Check(answer)) {
    *status = static_cast<int>(PyLong_AsLong(answer));
    return !PyErr_Occurred();
  }
  if (!PyTuple_Check(answer)) return WriteTo(command, PYSUB_STDOUT, answer);
  PyObject *out = Py_None, *error = Py_None;
  return PyArg_ParseTuple(answer, "i|OO", status, &out, &error) &&
         WriteTo(command, PYSUB_STDOUT, out) && WriteTo(command, PYSUB_STDERR, error);
}

// The exception that is set is not the script's matter: it ends it, and comes out of the run.
void EndByError() {
  Replace(raised_here, TakeRaised().release());
  pysub_shell_cancel(shell_here->handle);
}

// What a command or hook gave, where that is to be awaited: by the loop of run_async().
bool Await(const char* name, Ref* answer) {
  if (IsPlain(answer->get()) ||
      PyObject_HasAttrString(reinterpret_cast<PyObject*>(Py_TYPE(answer->get())), "__await__") ==
          0) {
    return true;
  }
  PyObject* wait = Our(Name::kAwaitInLoop);
  if (wait == nullptr) return false;
  *answer = Ref(PyObject_CallFunctionObjArgs(wait, answer->get(), nullptr));
  if (answer->get() != Py_NotImplemented) return static_cast<bool>(*answer);
  *answer = Ref();
  PyErr_Format(PyExc_TypeError, "%s() is asynchronous: it wants run_async() of a Shell", name);
  EndByError();
  return false;
}

int RunCommand(void* context, pysub_command* command) {
  const PyGILState_STATE state = PyGILState_Ensure();
  const std::string& name = *static_cast<std::string*>(context);
  int status = 1;
  bool good = false;
  {
    PyObject* function = PyDict_GetItemString(shell_here->hooks, name.c_str());
    Ref kept = Ref::Borrowed(function);
    const size_t count = pysub_command_count(command);
    Ref args(PyList_New(0));
    for (size_t i = 1; args && i < count; ++i) {
      size_t size = 0;
      const char* arg = pysub_command_arg(command, i, &size);
      Ref text(Escaped(View(arg, size)));
      if (!text || PyList_Append(args.get(), text.get()) != 0) args = Ref();
    }
    size_t size = 0;
    const char* input = pysub_command_input(command, &size);
    Ref bytes(Bytes(View(input == nullptr ? "" : input, size)));
    Ref answer(kept && args && bytes
                   ? PyObject_CallFunctionObjArgs(kept.get(), args.get(), bytes.get(), nullptr)
                   : nullptr);
    good = answer && Await(name.c_str(), &answer) && Finish(command, answer.get(), &status);
  }
  if (!good) {
    status = 1;
    // (Where Await() ended the script nothing is set.)
    const bool is_told = raised_here != nullptr && PyErr_Occurred() == nullptr;
    const std::string message = is_told ? "" : TakeError();
    if (!message.empty()) {
      const std::string line = name + ": " + message + "\n";
      pysub_command_write(command, PYSUB_STDERR, line.data(), line.size());
    }
  }
  PyGILState_Release(state);
  return status;
}

PyObject* ListOf(const pysub_text* argv, size_t count) {
  Ref list(PyList_New(0));
  for (size_t i = 0; list && i < count; ++i) {
    Ref text(Escaped(View(argv[i].data, argv[i].size)));
    if (!text || PyList_Append(list.get(), text.get()) != 0) return nullptr;
  }
  return list.release();
}

// A command that cannot be asked about is refused.
int BeforeCommand(void*, const pysub_text* argv, size_t count) {
  const PyGILState_STATE state = PyGILState_Ensure();
  int allowed = 0;
  {
    PyObject* hooks = PyDict_GetItem(shell_here->hooks, Py_None);
    Ref function = Ref::Borrowed(hooks == nullptr ? nullptr : PyTuple_GetItem(hooks, 0));
    Ref list(ListOf(argv, count));
    Ref answer(function && list ? PyObject_CallFunctionObjArgs(function.get(), list.get(), nullptr)
                                : nullptr);
    const bool said = answer && Await("before_command", &answer);
    allowed = said ? PyObject_IsTrue(answer.get()) : -1;
  }
  if (PyErr_Occurred()) EndByError();  // a check that does not work
  allowed = allowed > 0 ? 1 : 0;
  PyGILState_Release(state);
  return allowed;
}

void AfterCommand(void*, const pysub_text* argv, size_t count, int status) {
  const PyGILState_STATE state = PyGILState_Ensure();
  {
    PyObject* hooks = PyDict_GetItem(shell_here->hooks, Py_None);
    Ref function = Ref::Borrowed(hooks == nullptr ? nullptr : PyTuple_GetItem(hooks, 1));
    Ref list(ListOf(argv, count));
    Ref number(PyLong_FromLong(status));
    Ref answer(function && list && number
                   ? PyObject_CallFunctionObjArgs(function.get(), list.get(), number.get(), nullptr)
                   : nullptr);
    static_cast<void>(answer && Await("after_command", &answer));
  }
  if (PyErr_Occurred()) EndByError();
  PyGILState_Release(state);
}

// ---- the clock

// The machine's. That it is given at all is for SleepHere(): a script that sleeps, or waits for a
// worker, comes to no end of a slice at which RunScript() could look at signals.
template <typename Clock>
int64_t NowOf(void*) {
  const auto since = Clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

// Some 20 ms at most, as the shell asks for no more at a time. Where a worker is polled the waits
// are much shorter, and not each of them is worth the GIL.
void SleepHere(void*, int64_t nanoseconds) {
  using std::chrono::steady_clock;
  constexpr auto kOften = std::chrono::milliseconds(15);
  thread_local steady_clock::time_point looked;
  std::this_thread::sleep_for(std::chrono::nanoseconds(nanoseconds));
  const auto now = steady_clock::now();
  if (shell_here == nullptr || now - looked < kOften) return;
  looked = now;
  const PyGILState_STATE state = PyGILState_Ensure();
  // (Handlers of signals run in the main thread; in another one this does nothing.)
  if (PyErr_CheckSignals() != 0) EndByError();
  PyGILState_Release(state);
}

// ---- options

bool ParseShellLimits(PyObject* dict, pysub_shell_limits* limits) {
  if (dict == Py_None) return true;
  if (!PyDict_Check(dict)) {
    PyErr_SetString(PyExc_TypeError, "limits has to be a dict");
    return false;
  }
  const Ref copy(PyDict_Copy(dict));
  if (!copy) return false;
  const Field fields[] = {{"seconds", nullptr, &limits->wall_time_ns},
                          {"commands", &limits->commands},
                          {"loop_iterations", &limits->loop_iterations},
                          {"function_depth", &limits->function_depth},
                          {"substitution_depth", &limits->substitution_depth},
                          {"processes", &limits->processes},
                          {"input_bytes", &limits->input_bytes},
                          {"output_bytes", &limits->output_bytes},
                          {"memory_bytes", &limits->memory_bytes},
                          {"steps", &limits->steps}};
  PyObject *name = nullptr, *value = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(copy.get(), &at, &name, &value)) {
    if (value != Py_None && !SetField("limits", name, value, fields)) return false;
  }
  return true;
}

// What a shell is made with, and what one that is loaded takes: what is in its bytes, it does not.
constexpr const char* kOptions[] = {
    "limits",   "python_limits", "environment", "directory", "files",          "mounts",
    "commands", "python",        "worker_path", "seed",      "before_command", "after_command"};
constexpr const char* kSnapshotOptions[] = {"limits",         "python_limits", "mounts",
                                            "commands",       "python",        "worker_path",
                                            "before_command", "after_command"};
constexpr const char* kScriptOptions[] = {"stdin", "args",    "environment", "directory",
                                          "name",  "timeout", "output"};

class ShellOptions {
 public:
  enum class Of { kNew, kSnapshot };
  bool Parse(PyObject* keywords, Of what);
  const pysub_shell_options* get() const { return &options_; }
  Ref hooks;
  std::shared_ptr<Names> names = std::make_shared<Names>();

 private:
  TextOf* NewText() {
    texts_.push_back(std::make_unique<TextOf>());
    return texts_.back().get();
  }
  bool One(PyObject* name, PyObject* value);
  bool AddFiles(PyObject* dict);
  bool AddMounts(PyObject* dict);
  bool AddCommands(PyObject* dict);

  pysub_shell_options options_ = PYSUB_SHELL_OPTIONS_INIT;
  pysub_shell_limits limits_ = PYSUB_SHELL_LIMITS_INIT;
  pysub_limits python_limits_ = PYSUB_LIMITS_INIT;
  Ref before_, after_;
  std::vector<std::unique_ptr<TextOf>> texts_;
  std::vector<pysub_variable> environment_;
  std::vector<pysub_shell_file> files_;
  std::vector<std::unique_ptr<pysub_mount_options>> mount_options_;
  std::vector<pysub_shell_mount> mounts_;
  std::vector<pysub_shell_command> commands_;
};

bool WantDict(PyObject* object, const char* what) {
  if (PyDict_Check(object)) return true;
  PyErr_Format(PyExc_TypeError, "%s has to be a dict, not %R", what,
               reinterpret_cast<PyObject*>(Py_TYPE(object)));
  return false;
}

// {path: contents} or {path: (contents, permissions)}
bool ShellOptions::AddFiles(PyObject* dict) {
  if (!WantDict(dict, "files")) return false;
  const Ref copy(PyDict_Copy(dict));  // a path may run code that changes it
  if (!copy) return false;
  PyObject *path = nullptr, *contents = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(copy.get(), &at, &path, &contents)) {
    pysub_shell_file file = {};
    unsigned int permissions = 0;
    if (PyTuple_Check(contents) && !PyArg_ParseTuple(contents, "OI", &contents, &permissions)) {
      return false;
    }
    TextOf* text = NewText();
    if (!PathOf(path, text)) return false;
    file.path = *text;
    text = NewText();
    if (!text->Set(contents, "the contents of a file", true)) return false;
    file.contents = *text;
    file.permissions = permissions;
    files_.push_back(file);
  }
  options_.files = files_.data();
  options_.file_count = files_.size();
  return true;
}

// {path: host directory} or {path: (host directory, mode)}
bool ShellOptions::AddMounts(PyObject* dict) {
  if (!WantDict(dict, "mounts")) return false;
  const Ref copy(PyDict_Copy(dict));  // a path may run code that changes it
  if (!copy) return false;
  PyObject *path = nullptr, *directory = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(copy.get(), &at, &path, &directory)) {
    const char* mode = "overlay";
    PyObject* most = Py_None;
    if (PyTuple_Check(directory) &&
        !PyArg_ParseTuple(directory, "Os|O", &directory, &mode, &most)) {
      return false;
    }
    auto how = std::make_unique<pysub_mount_options>();
    *how = PYSUB_MOUNT_OPTIONS_INIT;
    const std::string_view is = mode;
    how->mode = is == "read_only"    ? PYSUB_MOUNT_READ_ONLY
                : is == "read_write" ? PYSUB_MOUNT_READ_WRITE
                                     : PYSUB_MOUNT_OVERLAY;
    if (how->mode == PYSUB_MOUNT_OVERLAY && is != "overlay") {
      PyErr_Format(PyExc_ValueError, "mode is one of overlay, read_only, read_write, not '%s'",
                   mode);
      return false;
    }
    if (!Unsigned(most, "write_bytes_limit", &how->write_bytes_limit)) return false;
    pysub_shell_mount mount = {};
    TextOf* text = NewText();
    if (!PathOf(path, text)) return false;
    mount.path = *text;
    text = NewText();
    if (!PathOf(directory, text)) return false;
    mount.host_directory = *text;
    mount.options = how.get();
    mount_options_.push_back(std::move(how));
    mounts_.push_back(mount);
  }
  options_.mounts = mounts_.data();
  options_.mount_count = mounts_.size();
  return true;
}

bool ShellOptions::AddCommands(PyObject* dict) {
  if (!WantDict(dict, "commands")) return false;
  const Ref copy(PyDict_Copy(dict));  // a path may run code that changes it
  if (!copy) return false;
  PyObject *name = nullptr, *function = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(copy.get(), &at, &name, &function)) {
    TextOf* text = NewText();
    if (!text->Set(name, "the name of a command")) return false;
    if (!PyCallable_Check(function)) {
      PyErr_Format(PyExc_TypeError, "the command %R has to be callable", name);
      return false;
    }
    names->push_back(std::make_unique<std::string>(text->data(), text->size()));
    pysub_shell_command command = {};
    command.name = *text;
    Ref doc(PyObject_GetAttrString(function, "__doc__"));
    if (!doc) PyErr_Clear();
    if (doc && PyUnicode_Check(doc.get())) {
      text = NewText();
      if (!text->Set(doc.get(), "a docstring")) return false;
      command.usage = *text;
    }
    command.function = RunCommand;
    command.context = names->back().get();
    command.wants_input = 1;
    commands_.push_back(command);
    if (PyDict_SetItem(hooks.get(), name, function) != 0) return false;
  }
  options_.commands = commands_.data();
  options_.command_count = commands_.size();
  return true;
}

bool ShellOptions::One(PyObject* name, PyObject* value) {
  if (Is(name, "limits")) return ParseShellLimits(value, &limits_);
  if (Is(name, "python_limits")) {
    options_.python_limits = &python_limits_;
    return ParseLimitsInto(value, &python_limits_);
  }
  if (Is(name, "environment")) {
    if (!ParseEnvironment(value, &texts_, &environment_)) return false;
    options_.environment = environment_.data();
    options_.environment_count = environment_.size();
    return true;
  }
  if (Is(name, "files")) return AddFiles(value);
  if (Is(name, "mounts")) return AddMounts(value);
  if (Is(name, "commands")) return AddCommands(value);
  if (Is(name, "directory") || Is(name, "worker_path")) {
    TextOf* text = NewText();
    if (!PathOf(value, text)) return false;
    (Is(name, "directory") ? options_.directory : options_.worker_path) = *text;
    return true;
  }
  if (Is(name, "python")) {
    const struct {
      const char* name;
      pysub_shell_python value;
    } ways[] = {{"in_process", PYSUB_SHELL_PYTHON_IN_PROCESS},
                {"worker", PYSUB_SHELL_PYTHON_WORKER},
                {"auto", PYSUB_SHELL_PYTHON_AUTO}};
    if (PyBool_Check(value)) {
      options_.python = value == Py_True ? PYSUB_SHELL_PYTHON_IN_PROCESS : PYSUB_SHELL_PYTHON_NONE;
      return true;
    }
    for (const auto& way : ways) {
      if (Is(value, way.name)) return options_.python = way.value, true;
    }
    PyErr_Format(PyExc_ValueError, "python is False, True, in_process, worker or auto, not %R",
                 value);
    return false;
  }
  if (Is(name, "seed")) {
    options_.has_seed = 1;
    return Unsigned(value, "seed", &options_.seed);
  }
  if (Is(name, "before_command") || Is(name, "after_command")) {
    if (!PyCallable_Check(value)) {
      PyErr_Format(PyExc_TypeError, "%U has to be callable", name);
      return false;
    }
    const bool before = Is(name, "before_command");
    (before ? before_ : after_) = Ref::Borrowed(value);
    if (before) {
      options_.before_command = BeforeCommand;
    } else {
      options_.after_command = AfterCommand;
    }
    return true;
  }
  return Unknown("a shell", name, kOptions);
}

bool ShellOptions::Parse(PyObject* keywords, Of what) {
  hooks = Ref(PyDict_New());
  options_.limits = &limits_;
  options_.real_ns = NowOf<std::chrono::system_clock>;
  options_.monotonic_ns = NowOf<std::chrono::steady_clock>;
  options_.sleep_ns = SleepHere;
  if (!hooks) return false;
  PyObject *name = nullptr, *value = nullptr;
  Py_ssize_t at = 0;
  while (keywords != nullptr && PyDict_Next(keywords, &at, &name, &value)) {
    if (value == Py_None) continue;
    if (what == Of::kSnapshot &&
        std::ranges::none_of(kSnapshotOptions, [&](const char* each) { return Is(name, each); })) {
      return Unknown("loading a shell", name, kSnapshotOptions);
    }
    if (!One(name, value)) return false;
  }
  Ref both(PyTuple_Pack(2, before_ ? before_.get() : Py_None, after_ ? after_.get() : Py_None));
  return both && PyDict_SetItem(hooks.get(), Py_None, both.get()) == 0;
}

// ---- scripts

// Keyword arguments of run() and start().
class ExecOptions {
 public:
  bool Parse(PyObject* keywords);
  const pysub_exec_options* get() const { return &options_; }
  PyObject* output = nullptr;  // borrowed

 private:
  pysub_exec_options options_ = PYSUB_EXEC_OPTIONS_INIT;
  std::vector<std::unique_ptr<TextOf>> texts_;
  std::vector<pysub_text> args_;
  std::vector<pysub_variable> environment_;
  TextOf input_, directory_, name_;
};

bool ExecOptions::Parse(PyObject* keywords) {
  PyObject *name = nullptr, *value = nullptr;
  Py_ssize_t at = 0;
  while (keywords != nullptr && PyDict_Next(keywords, &at, &name, &value)) {
    if (value == Py_None) continue;
    if (Is(name, "stdin")) {
      if (!input_.Set(value, "stdin", true)) return false;
      options_.input = input_;
    } else if (Is(name, "args")) {
      if (PyUnicode_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "args has to be a list of str");
        return false;
      }
      Ref iterator(PyObject_GetIter(value));
      if (!iterator) return false;
      while (Ref item{PyIter_Next(iterator.get())}) {
        texts_.push_back(std::make_unique<TextOf>());
        if (!texts_.back()->Set(item.get(), "an argument", true)) return false;
        args_.push_back(*texts_.back());
      }
      if (PyErr_Occurred()) return false;
      options_.args = args_.data();
      options_.arg_count = args_.size();
    } else if (Is(name, "environment")) {
      if (!ParseEnvironment(value, &texts_, &environment_)) return false;
      options_.environment = environment_.data();
      options_.environment_count = environment_.size();
    } else if (Is(name, "directory")) {
      if (!PathOf(value, &directory_)) return false;
      options_.directory = directory_;
    } else if (Is(name, "name")) {
      if (!name_.Set(value, "name")) return false;
      options_.name = name_;
    } else if (Is(name, "timeout")) {
      if (!Nanoseconds(value, "timeout", &options_.timeout_ns)) return false;
    } else if (Is(name, "output")) {
      if (!PyCallable_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "output has to be callable");
        return false;
      }
      output = value;
      options_.on_output = OutputHere::Write;
    } else {
      return Unknown("a script", name, kScriptOptions);
    }
  }
  return true;
}

const char* LimitName(pysub_shell_limit limit) {
  static const char* names[] = {
      "",          "commands",  "loop_iterations", "function_depth", "substitution_depth",
      "processes", "input",     "output",          "memory",         "steps",
      "duration",  "cancelled", "deadlock",        "pattern_depth"};
  return limit >= 0 && limit <= PYSUB_SHELL_LIMIT_PATTERN_DEPTH ? names[limit] : "";
}

// A ShellResult, or None while the script stands half-way.
PyObject* RunScript(PyObject* self, uint64_t fuel) {
  Shell* shell = Of(self);
  const bool counted = fuel != PYSUB_UNLIMITED;
  while (true) {
    pysub_exec_result result = PYSUB_EXEC_RESULT_INIT;
    Failure failure;
    pysub_status status;
    int ended = 0;
    const uint64_t slice = std::min(fuel, kSlice);
    Here here(shell);
    {
      Unlocked unlocked;
      OutputHere output(&shell->written);
      status = pysub_shell_run(shell->handle, slice, &ended, &result, failure);
    }
    if (!here.Leave()) return nullptr;
    if (status != PYSUB_OK) return failure.Raise();
    if (shell->output != nullptr &&
        !shell->written.Deliver(shell->output, ended != 0, /*as_bytes=*/true)) {
      return nullptr;
    }
    if (ended != 0) {
      PyObject* make = Our(Name::kShellResult);
      Ref out(Bytes(View(result.output.data, result.output.size)));
      Ref error(Bytes(View(result.error_output.data, result.error_output.size)));
      if (make == nullptr || !out || !error) return nullptr;
      return PyObject_CallFunction(make, "iOOsd", result.exit_code, out.get(), error.get(),
                                   LimitName(result.limit),
                                   static_cast<double>(result.duration_ns) / 1e9);
    }
    if (PyErr_CheckSignals() != 0) return nullptr;
    if (counted) fuel -= slice;
    if (fuel == 0) Py_RETURN_NONE;
  }
}

bool Start(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject* script = nullptr;
  TextOf text;
  ExecOptions options;
  if (!PyArg_ParseTuple(args, "O:run", &script) || !text.Set(script, "a script", true) ||
      !options.Parse(keywords)) {
    return false;
  }
  Shell* shell = Of(self);
  Failure failure;
  if (pysub_shell_start(shell->handle, text.data(), text.size(), options.get(), failure) !=
      PYSUB_OK) {
    failure.Raise();
    return false;
  }
  shell->written.Clear();
  Replace(shell->output, Py_XNewRef(options.output));
  return true;
}

PyObject* RunShell(PyObject* self, PyObject* args, PyObject* keywords) {
  Use use;
  if (!TakeShell(self, &use) || !Start(self, args, keywords)) return nullptr;
  return RunScript(self, PYSUB_UNLIMITED);
}

PyObject* StartShell(PyObject* self, PyObject* args, PyObject* keywords) {
  Use use;
  if (!TakeShell(self, &use) || !Start(self, args, keywords)) return nullptr;
  Py_RETURN_NONE;
}

PyObject* StepShell(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject* object = Py_None;
  uint64_t fuel = PYSUB_UNLIMITED;
  static const char* names[] = {"fuel", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "|O:step", const_cast<char**>(names), &object) ||
      (object != Py_None && !Unsigned(object, "fuel", &fuel))) {
    return nullptr;
  }
  if (fuel == 0) {
    PyErr_SetString(PyExc_ValueError, "fuel has to be above 0");
    return nullptr;
  }
  Use use;
  if (!TakeShell(self, &use)) return nullptr;
  if (pysub_shell_running(Of(self)->handle) == 0) {
    if (PyObject* type = Our(Name::kStateError)) PyErr_SetString(type, "no script has begun");
    return nullptr;
  }
  return RunScript(self, fuel);
}

// ---- the object

Shell* Allocate(PyTypeObject* type) {
  PyObject* self = PyType_GenericAlloc(type, 0);
  if (self == nullptr) return nullptr;
  new (&Of(self)->names) std::shared_ptr<Names>();
  new (&Of(self)->written) Output();
  return Of(self);
}

PyObject* NewShell(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  ShellOptions options;
  if (!PyArg_ParseTuple(args, ":Shell") || !options.Parse(keywords, ShellOptions::Of::kNew)) {
    return nullptr;
  }
  Ref self(reinterpret_cast<PyObject*>(Allocate(type)));
  if (!self) return nullptr;
  Shell* shell = Of(self.get());
  shell->hooks = options.hooks.release();
  shell->names = options.names;
  Failure failure;
  if (pysub_shell_create(options.get(), &shell->handle, failure) != PYSUB_OK) {
    return failure.Raise();
  }
  return self.release();
}

PyObject* LoadShell(PyObject* type, PyObject* args, PyObject* keywords) {
  PyObject* object = nullptr;
  TextOf bytes;
  ShellOptions options;
  if (!PyArg_ParseTuple(args, "O:load", &object)) return nullptr;
  if (!bytes.SetBytes(object, "a snapshot") ||
      !options.Parse(keywords, ShellOptions::Of::kSnapshot)) {
    return nullptr;
  }
  Ref self(reinterpret_cast<PyObject*>(Allocate(reinterpret_cast<PyTypeObject*>(type))));
  if (!self) return nullptr;
  Shell* shell = Of(self.get());
  shell->hooks = options.hooks.release();
  shell->names = options.names;
  Failure failure;
  if (pysub_shell_restore(bytes.data(), bytes.size(), options.get(), &shell->handle, failure) !=
      PYSUB_OK) {
    return failure.Raise();
  }
  return self.release();
}

int ClearShell(PyObject* self) {
  // A shell that is asked after this has no commands; but nobody can ask it.
  Py_CLEAR(Of(self)->hooks);
  Py_CLEAR(Of(self)->output);
  return 0;
}
int TraverseShell(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(reinterpret_cast<PyObject*>(Py_TYPE(self)));
  Py_VISIT(Of(self)->hooks);
  Py_VISIT(Of(self)->output);
  return 0;
}
void FreeShell(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  pysub_shell_free(Of(self)->handle);
  ClearShell(self);
  Of(self)->names.~shared_ptr();
  Of(self)->written.~Output();
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(reinterpret_cast<PyObject*>(type));
}

PyObject* CloseShell(PyObject* self, PyObject*) {
  if (Of(self)->handle == nullptr) Py_RETURN_NONE;
  Use use;
  if (!TakeShell(self, &use)) return nullptr;
  pysub_shell_free(std::exchange(Of(self)->handle, nullptr));
  Py_RETURN_NONE;
}

PyObject* CancelShell(PyObject* self, PyObject*) {
  if (Of(self)->handle == nullptr) {
    if (PyObject* type = Our(Name::kStateError)) PyErr_SetString(type, "the shell is closed");
    return nullptr;
  }
  pysub_shell_cancel(Of(self)->handle);
  Py_RETURN_NONE;
}

PyObject* DumpShell(PyObject* self, PyObject*) {
  Use use;
  if (!TakeShell(self, &use)) return nullptr;
  pysub_buffer* buffer = nullptr;
  Failure failure;
  if (pysub_shell_snapshot(Of(self)->handle, &buffer, failure) != PYSUB_OK) return failure.Raise();
  BufferHandle owned(buffer);
  return Bytes(buffer);
}

PyObject* ForkShell(PyObject* self, PyObject*) {
  Use use;
  if (!TakeShell(self, &use)) return nullptr;
  Ref other(reinterpret_cast<PyObject*>(Allocate(Py_TYPE(self))));
  if (!other) return nullptr;
  Failure failure;
  if (pysub_shell_fork(Of(self)->handle, &Of(other.get())->handle, failure) != PYSUB_OK) {
    return failure.Raise();
  }
  Of(other.get())->hooks = Py_XNewRef(Of(self)->hooks);
  Of(other.get())->names = Of(self)->names;
  return other.release();
}

PyObject* ResetShell(PyObject* self, PyObject*) {
  Use use;
  if (!TakeShell(self, &use)) return nullptr;
  Failure failure;
  if (pysub_shell_reset(Of(self)->handle, failure) != PYSUB_OK) return failure.Raise();
  Py_RETURN_NONE;
}

PyObject* SetLimits(PyObject* self, PyObject* dict) {
  pysub_shell_limits limits = PYSUB_SHELL_LIMITS_INIT;
  Use use;
  if (!ParseShellLimits(dict, &limits) || !TakeShell(self, &use)) return nullptr;
  Failure failure;
  if (pysub_shell_set_limits(Of(self)->handle, &limits, failure) != PYSUB_OK) {
    return failure.Raise();
  }
  Py_RETURN_NONE;
}

PyObject* GetVariable(PyObject* self, PyObject* name) {
  TextOf text;
  Use use;
  if (!text.Set(name, "the name of a variable", true) || !TakeShell(self, &use)) return nullptr;
  pysub_buffer* buffer = nullptr;
  Failure failure;
  if (pysub_shell_variable(Of(self)->handle, text.data(), text.size(), &buffer, failure) !=
      PYSUB_OK) {
    if (failure.status() == PYSUB_NOT_FOUND) Py_RETURN_NONE;
    return failure.Raise();
  }
  BufferHandle owned(buffer);
  size_t size = 0;
  const char* data = pysub_buffer_data(buffer, &size);
  return Escaped(View(data, size));
}

PyObject* TakeOutput(PyObject* self, PyObject* args, PyObject* keywords) {
  const char* stream = "stdout";
  static const char* names[] = {"stream", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "|s:take_output", const_cast<char**>(names),
                                   &stream)) {
    return nullptr;
  }
  const std::string_view is = stream;
  if (is != "stdout" && is != "stderr") {
    PyErr_SetString(PyExc_ValueError, "a stream is stdout or stderr");
    return nullptr;
  }
  Use use;
  if (!TakeShell(self, &use)) return nullptr;
  pysub_buffer* buffer = nullptr;
  Failure failure;
  if (pysub_shell_take_output(Of(self)->handle, is == "stdout" ? PYSUB_STDOUT : PYSUB_STDERR,
                              &buffer, failure) != PYSUB_OK) {
    return failure.Raise();
  }
  BufferHandle owned(buffer);
  return Bytes(buffer);
}

PyObject* Analyze(PyObject* self, PyObject* script) {
  TextOf text;
  Use use;
  if (!text.Set(script, "a script", true) || !TakeShell(self, &use)) return nullptr;
  pysub_value* value = nullptr;
  Failure failure;
  if (pysub_shell_analyze(Of(self)->handle, text.data(), text.size(), &value, failure) !=
      PYSUB_OK) {
    return failure.Raise();
  }
  ValueHandle owned(value);
  return FromSandbox(value);
}

PyObject* GetDirectory(PyObject* self, void*) {
  Use use;
  if (!TakeShell(self, &use)) return nullptr;
  pysub_buffer* buffer = nullptr;
  Failure failure;
  if (pysub_shell_directory(Of(self)->handle, &buffer, failure) != PYSUB_OK) return failure.Raise();
  BufferHandle owned(buffer);
  size_t size = 0;
  const char* data = pysub_buffer_data(buffer, &size);
  return Escaped(View(data, size));
}

PyObject* GetFiles(PyObject* self, void*) {
  if (Of(self)->handle == nullptr) {
    if (PyObject* type = Our(Name::kStateError)) PyErr_SetString(type, "the shell is closed");
    return nullptr;
  }
  return FilesOfShell(pysub_shell_files(Of(self)->handle), self, &Of(self)->busy);
}
PyObject* GetRunning(PyObject* self, void*) {
  return PyBool_FromLong(Of(self)->handle != nullptr && !Of(self)->busy &&
                         pysub_shell_running(Of(self)->handle) != 0);
}
PyObject* GetClosed(PyObject* self, void*) { return PyBool_FromLong(Of(self)->handle == nullptr); }
PyObject* Enter(PyObject* self, PyObject*) { return Py_NewRef(self); }
PyObject* Leave(PyObject* self, PyObject*) { return CloseShell(self, nullptr); }
PyMethodDef shell_methods[] = {
    {"run", WITH_KEYWORDS(RunShell),
     "run(script, *, stdin=None, args=None, environment=None, directory=None, name=None, "
     "timeout=None, output=None): a ShellResult."},
    {"start", WITH_KEYWORDS(StartShell), "start(script, ...): begins it; step() runs it."},
    {"step", WITH_KEYWORDS(StepShell),
     "step(fuel=None): a ShellResult, or None while the script stands half-way."},
    {"take_output", WITH_KEYWORDS(TakeOutput),
     "take_output(stream=\"stdout\"): what a script that stands half-way has printed."},
    {"cancel", CancelShell, METH_NOARGS, "Ends the script, from any thread."},
    {"dump", DumpShell, METH_NOARGS, "The shell as bytes, also in the middle of a script."},
    {"load", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(LoadShell)),
     METH_VARARGS | METH_KEYWORDS | METH_CLASS, "load(bytes, **options): what dump() gave."},
    {"fork", ForkShell, METH_NOARGS, "A second shell in the same state."},
    {"reset", ResetShell, METH_NOARGS, "Forgets all but the files."},
    {"set_limits", SetLimits, METH_O, "set_limits(limits): of scripts that begin from now on."},
    {"variable", GetVariable, METH_O, "variable(name): its value, or None."},
    {"analyze", Analyze, METH_O, "analyze(script): what it would do, as a dict."},
    {"close", CloseShell, METH_NOARGS, "Ends it. Twice is no mistake."},
    {"__enter__", Enter, METH_NOARGS, nullptr},
    {"__exit__", Leave, METH_VARARGS, nullptr},
    {"__reduce_ex__", RefusePickleButDump, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef shell_attributes[] = {
    {"directory", GetDirectory, nullptr, "Where it stands.", nullptr},
    {"files", GetFiles, nullptr, "Its files.", nullptr},
    {"running", GetRunning, nullptr, "Whether a script stands half-way.", nullptr},
    {"closed", GetClosed, nullptr, "Whether it was closed.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
PyType_Slot shell_slots[] = {
    {Py_tp_doc, const_cast<char*>("Shell(**options): bash's language over a virtual file system.")},
    {Py_tp_new, reinterpret_cast<void*>(NewShell)},
    {Py_tp_dealloc, reinterpret_cast<void*>(FreeShell)},
    {Py_tp_traverse, reinterpret_cast<void*>(TraverseShell)},
    {Py_tp_clear, reinterpret_cast<void*>(ClearShell)},
    {Py_tp_methods, shell_methods},
    {Py_tp_getset, shell_attributes},
    {0, nullptr},
};
PyType_Spec shell_spec = {"pysub._pysub.Shell", sizeof(Shell), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
                          shell_slots};

}  // namespace

PyObject* MakeShellType() { return MakeType(&shell_spec, &shell_type); }

bool ShellIsOpen(PyObject* shell) { return Of(shell)->handle != nullptr; }

}  // namespace pysub_python
