#ifndef PYSUB_SHELL_CLI_INTERRUPT_H_
#define PYSUB_SHELL_CLI_INTERRUPT_H_

#include <signal.h>

#include "vm/vm.h"

namespace pysub {

// While one exists, Ctrl-C raises KeyboardInterrupt in what `vm` runs. One at a time in a process:
// a signal handler can reach nothing but a variable of the whole program.
class Interrupt {
 public:
  explicit Interrupt(Vm& vm);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // Whether it was pressed since this object was made.
  bool happened() const;
  // Ends this process as Ctrl-C does: whoever waits for it sees the signal.
  [[noreturn]] static void EndProcess();

 private:
  sigset_t mask_before_;
  struct sigaction before_;
};

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_INTERRUPT_H_
