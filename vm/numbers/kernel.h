#ifndef PYSUB_VM_NUMBERS_KERNEL_H_
#define PYSUB_VM_NUMBERS_KERNEL_H_

// What all number kernels share: how a caller stops them, and how they say what went wrong.
//
// Kernels never allocate. They read spans, write to spans, and take scratch limbs from a span; a
// companion function tells beforehand how long each span has to be, so that the VM can charge the
// memory (or refuse the operation) before anything happens. An output or scratch span may be longer
// than asked for and may not overlap an input unless the function says so.

#include <cstdint>

namespace pysub {

// Asked by every kernel that may run for long; the caller's clock, cancellation and step limit
// stand behind it. One unit of `work` is about 10 ns, so that a tick is comparable to one
// instruction. A kernel calls it at least about every millisecond, and first before it has done
// anything long.
struct Ticker {
  bool (*tick)(void* state, uint64_t work) = nullptr;  // false: stop now
  void* state = nullptr;

  [[nodiscard]] bool operator()(uint64_t work) const {
    return tick == nullptr || tick(state, work);
  }
};

enum class NumberErrorKind : uint8_t {
  kNone,
  kStopped,     // the ticker said stop; outputs hold nothing of meaning
  kDigitLimit,  // ValueError; DigitLimitText() in limbs.h makes the wording
  kValueError,
  kZeroDivisionError,
  kOverflowError,
};

// The outcome of a kernel that can fail. `text` is CPython 3.14's wording and lives forever.
struct [[nodiscard]] NumberError {
  NumberErrorKind kind = NumberErrorKind::kNone;
  const char* text = "";

  constexpr bool ok() const { return kind == NumberErrorKind::kNone; }
  constexpr bool stopped() const { return kind == NumberErrorKind::kStopped; }

  static constexpr NumberError Ok() { return {}; }
  static constexpr NumberError Stopped() { return {NumberErrorKind::kStopped, ""}; }
  static constexpr NumberError Value(const char* text) {
    return {NumberErrorKind::kValueError, text};
  }
  static constexpr NumberError ZeroDivision(const char* text) {
    return {NumberErrorKind::kZeroDivisionError, text};
  }
  static constexpr NumberError Overflow(const char* text) {
    return {NumberErrorKind::kOverflowError, text};
  }
};

}  // namespace pysub

#endif  // PYSUB_VM_NUMBERS_KERNEL_H_
