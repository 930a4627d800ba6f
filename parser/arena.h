#ifndef PYSUB_PARSER_ARENA_H_
#define PYSUB_PARSER_ARENA_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

namespace pysub {

// An immutable array inside an Arena. Copying it copies the view, not the elements.
template <typename T>
class ArenaList {
 public:
  constexpr ArenaList() = default;
  constexpr ArenaList(const T* data, uint32_t size) : data_(data), size_(size) {}

  constexpr const T* begin() const { return data_; }
  constexpr const T* end() const { return data_ + size_; }
  constexpr uint32_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T& operator[](uint32_t i) const { return data_[i]; }
  constexpr const T& front() const { return data_[0]; }
  constexpr const T& back() const { return data_[size_ - 1]; }

 private:
  const T* data_ = nullptr;
  uint32_t size_ = 0;
};

// Bump allocation for one parse: everything is freed together and no destructor runs. Small programs fit into the arena
// itself.
//
// A limit is not enforced by failing an allocation (each caller would have to look): the arena
// grows past it by one block at most and says so in exhausted(), which the parser asks often.
class Arena {
 public:
  explicit Arena(size_t max_bytes = SIZE_MAX) : max_bytes_(max_bytes) {}
  ~Arena() { Free(); }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  void* Allocate(size_t bytes) {
    bytes = (bytes + 7) & ~size_t{7};
    if (bytes > static_cast<size_t>(end_ - next_)) [[unlikely]]
      Grow(bytes);
    char* result = next_;
    next_ += bytes;
    return result;
  }

  template <typename T, typename... Args>
  T* New(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= 8);
    return new (Allocate(sizeof(T))) T{std::forward<Args>(args)...};
  }

  template <typename T>
  ArenaList<T> Copy(const T* data, size_t size) {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 8);
    if (size == 0) return {};
    T* copy = static_cast<T*>(Allocate(size * sizeof(T)));
    std::memcpy(static_cast<void*>(copy), data, size * sizeof(T));
    return {copy, static_cast<uint32_t>(size)};
  }

  std::string_view Copy(std::string_view text) {
    if (text.empty()) return "";
    char* copy = static_cast<char*>(Allocate(text.size()));
    std::memcpy(copy, text.data(), text.size());
    return {copy, text.size()};
  }

  // Gives everything back: whatever was allocated here is gone.
  void Clear() {
    Free();
    next_ = first_;
    end_ = first_ + kFirstBlock;
    bytes_ = kFirstBlock;
  }

  // Bytes taken so far, its own included: what a session's memory account is charged.
  size_t bytes() const { return bytes_; }
  bool exhausted() const { return bytes_ > max_bytes_; }

 private:
  struct Block {
    Block* previous;
  };
  static constexpr size_t kFirstBlock = 4096;
  static constexpr size_t kLargestBlock = 256 * 1024;

  void Grow(size_t bytes) {
    size_t size = bytes_ > kLargestBlock ? kLargestBlock : bytes_;
    if (size < bytes + sizeof(Block)) size = bytes + sizeof(Block);
    auto* block = static_cast<Block*>(std::malloc(size));
    if (block == nullptr) std::abort();
    block->previous = blocks_;
    blocks_ = block;
    next_ = reinterpret_cast<char*>(block + 1);
    end_ = reinterpret_cast<char*>(block) + size;
    bytes_ += size;
  }

  void Free() {
    while (blocks_ != nullptr) {
      Block* previous = blocks_->previous;
      std::free(blocks_);
      blocks_ = previous;
    }
  }

  char* next_ = first_;
  char* end_ = first_ + kFirstBlock;
  Block* blocks_ = nullptr;
  size_t bytes_ = kFirstBlock;
  size_t max_bytes_;
  alignas(8) char first_[kFirstBlock];
};

}  // namespace pysub

#endif  // PYSUB_PARSER_ARENA_H_
