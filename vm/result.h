#ifndef PYSUB_VM_RESULT_H_
#define PYSUB_VM_RESULT_H_

#include <cassert>
#include <cstdint>
#include <type_traits>

#include "vm/value.h"

// How errors travel inside the VM. A function that can fail returns one of
//   Value      IsFailed() when it failed (or IsCallPending(), see value.h)
//   T*         null when it failed
//   Result<T>  ok() is false when it failed
// and the exception waits in the Vm. Failure is made only by the Raise... members of Vm, so nobody
// fails without an exception. TRY(e) is the value of e, or leaves the function with the failure.
//
// What may have to run Python first answers an Eventual: CallPending, or a value at once. TRY of
// one leaves only functions that answer a value themselves; in others it does not compile, because
// the frame that was pushed would be taken for a failure.
namespace pysub {

// The answer of what may have to run Python first. Its type is all that tells it from a Value: so
// the compiler asks each caller what it does with CallPending.
class Eventual : public Value {
 public:
  constexpr Eventual(Value value) : Value(value) {}
  // For who knows that nothing has to run.
  Value AtOnce() const {
    assert(!IsCallPending());
    return *this;
  }
};
static_assert(sizeof(Eventual) == sizeof(Value) && std::is_trivially_copyable_v<Eventual>);

// Converts to a failed Value, a null pointer or a failed Result.
struct [[nodiscard]] Failure {
  template <typename T>
  operator T*() const {
    return nullptr;
  }
  operator Value() const { return Value::Failed(); }
  operator Eventual() const { return Value::Failed(); }
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(value), ok_(true) {
    if constexpr (std::is_same_v<T, Value>) assert(!value.IsControl() && !value.IsExhausted());
  }
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

// What TRY returns: a control Value stays what it is. A Value that is CallPending,
// which nothing but its type would have told, is no failure: builds with assertions
// stop where it would become one.
struct ControlFlow {
  Value value;
  operator Value() const { return value; }
  operator Eventual() const { return value; }
  operator Failure() const {
    assert(value.IsFailed());
    return {};
  }
  template <typename T>
  operator T*() const {
    assert(value.IsFailed());
    return nullptr;
  }
  template <typename T>
  operator Result<T>() const {
    assert(value.IsFailed());
    return Failure{};
  }
};
struct EventualFlow {
  Value value;
  operator Value() const { return value; }
  operator Eventual() const { return value; }
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
inline EventualFlow StopOf(Eventual v) { return {v}; }
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

// The value of `expression`, or leaves the function with its failure. It is a statement expression
// of GNU C++.
#define TRY(expression)                                           \
  ({                                                              \
    auto pysub_try = (expression);                                \
    if (__builtin_expect(::pysub::internal::Stops(pysub_try), 0)) \
      return ::pysub::internal::StopOf(pysub_try);                \
    ::pysub::internal::Unwrap(pysub_try);                         \
  })

}  // namespace pysub

#endif  // PYSUB_VM_RESULT_H_
