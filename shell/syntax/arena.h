#ifndef PYSUB_SHELL_SYNTAX_ARENA_H_
#define PYSUB_SHELL_SYNTAX_ARENA_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace pysub::shell {

// Who pays for parsing: the shell whose script it is.
class ParseAccount {
 public:
  virtual bool Tick(uint64_t work) = 0;             // false: give up
  virtual bool Look() { return Tick(0); }           // the same, also when it is no time yet to look at the clock
  virtual bool ChargeMemory(int64_t bytes) = 0;     // before it grows, or after it shrank; false: it must not

 protected:
  ~ParseAccount() = default;
};

// Memory of one unit of a script: everything in it is freed at once, nothing is destroyed.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() {
    if (account_ != nullptr) account_->ChargeMemory(-static_cast<int64_t>(charged_));
  }
  // Must outlive the arena. A block it refuses is made all the same, uncharged: the parser gives up with its next token.
  void set_account(ParseAccount* account) { account_ = account; }

  template <typename T, typename... Args>
  T* New(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (Allocate(sizeof(T), alignof(T))) T(std::forward<Args>(args)...);
  }
  template <typename T>
  std::span<T> Copy(const std::vector<T>& items) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (items.empty()) return {};
    T* data = static_cast<T*>(Allocate(sizeof(T) * items.size(), alignof(T)));
    for (size_t i = 0; i < items.size(); ++i) new (data + i) T(items[i]);
    return {data, items.size()};
  }
  std::string_view Copy(std::string_view text) {
    if (text.empty()) return {};
    char* data = static_cast<char*>(Allocate(text.size(), 1));
    std::memcpy(data, text.data(), text.size());
    return {data, text.size()};
  }
  size_t bytes() const { return total_; }
  // Texts that live as long as the arena, which is what pays for them.
  bool Hold(size_t bytes) {
    if (account_ == nullptr) return true;
    if (!account_->ChargeMemory(static_cast<int64_t>(bytes))) return false;
    charged_ += bytes;
    return true;
  }

 private:
  void* Allocate(size_t size, size_t alignment) {
    size_t at = (used_ + alignment - 1) & ~(alignment - 1);
    if (blocks_.empty() || at + size > capacity_) {
      capacity_ = size > kBlock ? size : (blocks_.empty() ? kFirstBlock : kBlock);
      if (capacity_ < size) capacity_ = size;
      if (account_ != nullptr && account_->ChargeMemory(static_cast<int64_t>(capacity_))) charged_ += capacity_;
      blocks_.push_back(std::make_unique<std::byte[]>(capacity_));
      total_ += capacity_;
      at = 0;
    }
    used_ = at + size;
    return blocks_.back().get() + at;
  }

  static constexpr size_t kFirstBlock = 1024;
  static constexpr size_t kBlock = 16384;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  size_t used_ = 0;
  size_t capacity_ = 0;
  size_t total_ = 0;
  size_t charged_ = 0;
  ParseAccount* account_ = nullptr;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_SYNTAX_ARENA_H_
