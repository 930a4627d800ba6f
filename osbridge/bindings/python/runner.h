#ifndef PYSUB_OSBRIDGE_BINDINGS_PYTHON_RUNNER_H_
#define PYSUB_OSBRIDGE_BINDINGS_PYTHON_RUNNER_H_

// How a sandbox runs from Python: from stop to stop, with what answers these.

#include "extension.h"

namespace pysub_python {

// What is left of a limit of time to a program that sleeps by the machine's clock. The library
// counts no time that its host takes; but who sleeps in this package's own answer is the program.
struct SleepTime {
  uint64_t limit_ns = PYSUB_UNLIMITED;
  uint64_t ran_ns = 0;    // what had been used when counting began
  uint64_t slept_ns = 0;  // since then
  uint64_t Left(uint64_t running_ns) const {
    if (limit_ns == PYSUB_UNLIMITED) return PYSUB_UNLIMITED;
    const uint64_t used = running_ns - ran_ns + slept_ns;
    return used < limit_ns ? limit_ns - used : 0;
  }
};

// The id of a call: of an int, or of a stop that has an `id`.
bool IdOf(PyObject* object, pysub_call_id* result);

// A sandbox with what answers it.
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
  // Sleeping: what is left of the limits of all and of the feed, whether cancel() or interrupt()
  // came since the run began, and the limit that the sleep came to, whose end is a cancellation to
  // the library (0: none).
  SleepTime whole, feed;
  uint64_t feed_limit_ns = PYSUB_UNLIMITED;
  bool woken = false;
  uint64_t overslept_ns = 0;

  void TakeFrom(Options* options) {
    whole.limit_ns = options->duration_ns();
    feed_limit_ns = options->feed_duration_ns();
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

  void BeginFeed();
  void Renew(uint64_t limit_ns);
  // How long a sleep may take. Slept() counts one, and cancels the program that wants more.
  uint64_t SleepLeft() const;
  void Slept(uint64_t nanoseconds, bool wants_more);
  // Sleeps here. False: a signal's handler raised.
  bool Sleep(uint64_t nanoseconds);

  bool Answer(pysub_call_id id, PyObject* object);
  bool RaiseInto(pysub_call_id id);
  enum class Called { kAnswered, kStop, kFailed };
  Called Call(const pysub_stop* stop, bool asynchronous, PyObject** result);
  Called AskOs(const pysub_stop* stop);
  Called AskName(const pysub_stop* stop);
  PyObject* Settle(const pysub_stop* stop, pysub_stop_kind kind);
  PyObject* AsError(const pysub_stop* stop);
  PyObject* OfLimit(PyObject* make, const pysub_stop* stop) const;
};

// What a run does with stops.
enum class Drive {
  kStep,   // gives them all, but for functions that are there
  kSync,   // to the end: gives the value, or raises
  kAsync,  // as kStep; what is to be awaited is a FunctionCall with it
  kAside   // in another thread: calls nobody and gives nothing but whether it goes on
};

// Runs until there is a stop for the caller, at most `fuel` steps: gives that, or what `drive`
// says.
PyObject* RunOn(Runner& runner, uint64_t fuel, Drive drive);

}  // namespace pysub_python

#endif  // PYSUB_OSBRIDGE_BINDINGS_PYTHON_RUNNER_H_
