// Opens an account for every shell; see counted_malloc.h.

#include "shell/run/kernel.h"
#include "tests/account/counted_malloc.h"

namespace pysub::account {
namespace {

int64_t OfBudget(const void* budget) { return static_cast<const shell::Budget*>(budget)->memory(); }

}  // namespace
}  // namespace pysub::account

using namespace pysub;

extern "C" {

void __real__ZN5pysub5shell6BudgetC1ENS0_5ClockE(shell::Budget* budget, shell::Clock* clock);
void __wrap__ZN5pysub5shell6BudgetC1ENS0_5ClockE(shell::Budget* budget, shell::Clock* clock);
// (An argument of a class is passed as its address.)
void __wrap__ZN5pysub5shell6BudgetC1ENS0_5ClockE(shell::Budget* budget, shell::Clock* clock) {
  __real__ZN5pysub5shell6BudgetC1ENS0_5ClockE(budget, clock);
  account::Open(budget, account::OfBudget);
}

void __real__ZN5pysub5shell6KernelD1Ev(shell::Kernel* kernel);
void __wrap__ZN5pysub5shell6KernelD1Ev(shell::Kernel* kernel);
void __wrap__ZN5pysub5shell6KernelD1Ev(shell::Kernel* kernel) {
  const shell::Budget* budget = &kernel->budget;
  account::BeginClosing(budget);
  __real__ZN5pysub5shell6KernelD1Ev(kernel);
  account::EndClosing(budget);
}
}
