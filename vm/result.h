#ifndef PYSUB_VM_RESULT_H_
#define PYSUB_VM_RESULT_H_

#include <cstdint>

#include "vm/value.h"

// How errors travel inside the VM. A function that can fail returns one of
//   Value      IsFailed() when it failed (or IsPushed(), see value.h)
//   T*         null when it failed
//   Result<T>  ok() is false when it failed
// and the exception waits in the Vm. Failure is made only by the Raise... members of Vm, so nobody
// fails without an exception. TRY(e) is the value of e, or leaves the function with the failure.
namespace pysub {

// Converts to a failed Value, a null pointer or a failed Result.
struct [[nodiscard]] Failure {
  template <typename T>
  operator T*() const {
    return nullptr;
  }
  operator Value() const { return Value::Failed(); }
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(value), ok_(true) {}
  Result(Failure) : value_(), ok_(false) {}
  bool ok() const { return ok_; }
  T operator*() const { return value_; }

 private:
  T value_;
  bool ok_;
};

// Nothing to return but success: return Done{}; or a Failure.
struct Done {};
using Status = Result<Done>;

namespace internal {

// What TRY returns: a control Value stays what it is (it may be Pushed).
struct ControlFlow {
  Value value;
  operator Value() const { return value; }
  operator Failure() const { return {}; }
  template <typename T>
  operator T*() const {
    return nullptr;
  }
  template <typename T>
  operator Result<T>() const {
    return Failure{};
  }
};

inline bool Stops(Value v) { return v.IsControl(); }
template <typename T>
bool Stops(T* p) {
  return p == nullptr;
}
template <typename T>
bool Stops(const Result<T>& r) {
  return !r.ok();
}
inline ControlFlow StopOf(Value v) { return {v}; }
template <typename T>
ControlFlow StopOf(const T&) {
  return {Value::Failed()};
}
inline Value Unwrap(Value v) { return v; }
template <typename T>
T* Unwrap(T* p) {
  return p;
}
template <typename T>
T Unwrap(const Result<T>& r) {
  return *r;
}

}  // namespace internal

#define TRY(expression)                                                                      \
  ({                                                                                         \
    auto pysub_try = (expression);                                                           \
    if (__builtin_expect(::pysub::internal::Stops(pysub_try), 0))                            \
      return ::pysub::internal::StopOf(pysub_try);                                           \
    ::pysub::internal::Unwrap(pysub_try);                                                    \
  })

}  // namespace pysub

#endif  // PYSUB_VM_RESULT_H_
