#ifndef PYSUB_PARSER_ARENA_H_
#define PYSUB_PARSER_ARENA_H_

#include <algorithm>
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

// Bump allocation for one parse: everything is freed together and no destructor runs. Small
// programs fit into the arena itself.
//
// A limit is not enforced by failing an allocation (each caller would have to look): the arena
// grows past it by one block at most and says so in exhausted(), which the parser asks often. That
// malloc fails ends the process: a host that bounds it has charged CompileMemory() before.
//
// Blocks double up to 256 KiB, so a source of any size takes few calls of malloc.
class Arena {
 public:
  explicit Arena(size_t max_bytes = SIZE_MAX) : max_bytes_(max_bytes) {}
  ~Arena() { Free(); }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // All alignments are 8. The usual case is an addition and a comparison.
  void* Allocate(size_t bytes) {
    bytes = (bytes + 7) & ~size_t{7};
    if (bytes > static_cast<size_t>(end_ - next_)) [[unlikely]]
      Grow(bytes);
    char* result = next_;
    next_ += bytes;
    return result;
  }

  // Makes room for so many bytes in one piece, or for as many as a block may have: when it is
  // known what will be needed.
  void Reserve(size_t bytes) {
    bytes = std::min(bytes, kLargestBlock - sizeof(Block));
    if (bytes > static_cast<size_t>(end_ - next_)) Grow(bytes);
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
  struct alignas(8) Block {  // what is allocated follows it
    Block* previous;
  };
  static constexpr size_t kFirstBlock = 4096;
  static constexpr size_t kLargestBlock = 256 * 1024;

  // A new block takes over; what is left of the old one is lost. Blocks double, so that is half of
  // the memory at most.
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

// An array that grows: in an Arena while it is small, which takes no time, and on the heap when it
// is large, so that what it grew out of is given back.
template <typename T>
class ArenaVector {
 public:
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 8);

  explicit ArenaVector(Arena& arena) : arena_(arena) {}
  ~ArenaVector() {
    if (is_large()) std::free(data_);
  }
  ArenaVector(const ArenaVector&) = delete;
  ArenaVector& operator=(const ArenaVector&) = delete;

  void push_back(const T& item) { *Extend(1) = item; }
  void pop_back() { --size_; }
  // Room for `count` more at the end, which the caller fills.
  T* Extend(size_t count) {
    if (count > capacity_ - size_) [[unlikely]]
      Grow(count);
    T* const end = data_ + size_;
    size_ += static_cast<uint32_t>(count);
    return end;
  }
  // Drops all behind the first `size`.
  void Truncate(size_t size) { size_ = static_cast<uint32_t>(size); }

  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  uint32_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }
  const T& back() const { return data_[size_ - 1]; }
  // What it holds, which stays when the vector is gone.
  ArenaList<T> Finish() {
    if (is_large()) return arena_.Copy(data_, size_);
    return {data_, size_};
  }

 private:
  static constexpr size_t kFirstSize = 8;
  static constexpr size_t kMostInArena = 2048;

  bool is_large() const { return capacity_ * sizeof(T) > kMostInArena; }

  [[gnu::noinline]] void Grow(size_t count) {
    const bool was_large = is_large();
    const size_t capacity = std::max<size_t>({capacity_ * size_t{2}, size_ + count, kFirstSize});
    const size_t bytes = capacity * sizeof(T);
    T* const old = data_;
    if (bytes <= kMostInArena) {
      data_ = static_cast<T*>(arena_.Allocate(bytes));
    } else {
      data_ = static_cast<T*>(std::realloc(was_large ? old : nullptr, bytes));
      if (data_ == nullptr) std::abort();
    }
    if (!was_large && size_ > 0) std::memcpy(static_cast<void*>(data_), old, size_ * sizeof(T));
    capacity_ = static_cast<uint32_t>(capacity);
  }

  Arena& arena_;
  T* data_ = nullptr;
  uint32_t size_ = 0;
  uint32_t capacity_ = 0;
};

}  // namespace pysub

#endif  // PYSUB_PARSER_ARENA_H_
