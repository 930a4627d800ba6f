#ifndef PYSUB_SHELL_RUN_REF_H_
#define PYSUB_SHELL_RUN_REF_H_

#include <cstdint>
#include <utility>

namespace pysub::shell {

// Counted references without atomics: a shell belongs to one thread at a time.
template <typename T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  explicit Ref(T* object) : object_(object) {
    if (object_ != nullptr) ++object_->ref_count;
  }
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr && --object_->ref_count == 0) delete object_;
  }

  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  bool unique() const { return object_->ref_count == 1; }
  friend bool operator==(const Ref& a, const Ref& b) { return a.object_ == b.object_; }

 private:
  T* object_ = nullptr;
};

template <typename T, typename... Args>
Ref<T> MakeRef(Args&&... args) {
  return Ref<T>(new T(std::forward<Args>(args)...));
}

// Counts without atomic operations: a shell is used by one thread at a time.
struct RefCounted {
  RefCounted() = default;
  RefCounted(const RefCounted&) {}  // a copy has no users yet
  RefCounted& operator=(const RefCounted&) { return *this; }
  uint32_t ref_count = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_REF_H_
