#ifndef PYSUB_OSBRIDGE_FILES_REF_H_
#define PYSUB_OSBRIDGE_FILES_REF_H_

#include <atomic>
#include <cstdint>
#include <utility>

namespace pysub::files {

// Counts its users in T::refs, which begins at 1; T::Destroy(T*) frees it. Forks in different
// threads may share a T: whoever finds itself alone() may change it, everybody else makes a copy
// first. That is safe without a lock: a count of 1 is the caller's own, and nobody else has a
// reference that could be copied meanwhile.
template <typename T>
class Ref {
 public:
  Ref() = default;
  explicit Ref(T* taken) : target_(taken) {}  // takes over one count
  Ref(const Ref& other) : target_(other.target_) {
    if (target_ != nullptr) target_->refs.fetch_add(1, std::memory_order_relaxed);
  }
  Ref(Ref&& other) noexcept : target_(std::exchange(other.target_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(target_, other.target_);
    return *this;
  }
  ~Ref() {
    if (target_ != nullptr && target_->refs.fetch_sub(1, std::memory_order_acq_rel) == 1)
      T::Destroy(target_);
  }

  T* get() const { return target_; }
  T* operator->() const { return target_; }
  T& operator*() const { return *target_; }
  explicit operator bool() const { return target_ != nullptr; }
  bool alone() const { return target_->refs.load(std::memory_order_acquire) == 1; }

 private:
  T* target_ = nullptr;
};

}  // namespace pysub::files

#endif  // PYSUB_OSBRIDGE_FILES_REF_H_
