#ifndef PYSUB_SHELL_RUN_COW_H_
#define PYSUB_SHELL_RUN_COW_H_

#include <cstdint>

#include "shell/run/budget.h"
#include "shell/run/ref.h"

namespace pysub::shell {

// What a Cow points to.
template <typename T>
struct Shared : RefCounted {
  T value;
  MemoryCharge held;
};

// Copy on write: processes made by fork() share tables until one changes its own.
template <typename T>
class Cow {
 public:
  Cow() : shared_(MakeRef<Shared<T>>()) {}
  const T& operator*() const { return shared_->value; }
  const T* operator->() const { return &shared_->value; }
  Ref<Shared<T>>& shared() { return shared_; }
  // For changing; what others see stays. References from operator* of before may be of the old one.
  T& Mutable() {
    if (!shared_.unique()) shared_ = MakeRef<Shared<T>>(*shared_);
    return shared_->value;
  }
  // Behind Mutable(): what it takes now.
  bool Hold(Budget* budget, int64_t bytes) { return shared_->held.Set(budget, bytes); }
  bool HoldMore(Budget* budget, int64_t bytes) { return shared_->held.Add(budget, bytes); }

 private:
  Ref<Shared<T>> shared_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_COW_H_
