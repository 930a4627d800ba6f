#include "shell/cli/interrupt.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <atomic>

namespace pysub {
namespace {

std::atomic<Vm*> interruptible_vm = nullptr;

void OnInterrupt(int) {
  if (Vm* vm = interruptible_vm.load()) vm->budget().Interrupt();
}

}  // namespace

Interrupt::Interrupt(Vm& vm) {
  interruptible_vm = &vm;
  struct sigaction action = {};
  action.sa_handler = OnInterrupt;
  // Reset by the first signal: whoever presses it twice means it.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, &before_);
  sigset_t interrupts;
  sigemptyset(&interrupts);
  sigaddset(&interrupts, SIGINT);
  sigprocmask(SIG_UNBLOCK, &interrupts, &mask_before_);
}

Interrupt::~Interrupt() {
  sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
  sigaction(SIGINT, &before_, nullptr);
  interruptible_vm = nullptr;
}

bool Interrupt::happened() const {
  struct sigaction action = {};
  sigaction(SIGINT, nullptr, &action);
  return action.sa_handler == SIG_DFL;
}

void Interrupt::EndProcess() {
  signal(SIGINT, SIG_DFL);
  raise(SIGINT);
  _exit(130);
}

}  // namespace pysub
