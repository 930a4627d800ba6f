#ifndef PYSUB_SHELL_SYNTAX_ARENA_H_
#define PYSUB_SHELL_SYNTAX_ARENA_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace pysub::shell {

// Who pays for parsing: the shell whose script it is. Once it has refused memory, Tick() says
// false. So nothing in the parser looks at each allocation: what is refused is left out, and the
// next token ends it.
class ParseAccount {
 public:
  virtual bool Tick(uint64_t work) = 0;  // false: give up
  // The same, also when it is no time yet to look at the clock.
  virtual bool Look() { return Tick(0); }
  // Before it grows, or after it shrank. False: it must not.
  virtual bool ChargeMemory(int64_t bytes) = 0;
  virtual int64_t Left() const { return INT64_MAX; }  // of memory

 protected:
  ~ParseAccount() = default;
};

// Moves `text` to a place of `room` bytes, which is paid for. False: a limit was reached meanwhile,
// and it stays where it is. Without an account it just moves.
inline bool MoveText(ParseAccount* account, std::string* text, size_t room) {
  constexpr size_t kPiece = 1 << 20;  // where memory is fresh the system takes milliseconds for it
  std::string larger;  // (a string that is asked for more room takes twice what it has)
  larger.reserve(room);
  for (size_t at = 0; at < text->size(); at += kPiece) {
    if (at > 0 && account != nullptr && !account->Look()) return false;
    larger.append(*text, at, kPiece);
  }
  text->swap(larger);
  return true;
}

// What an account was charged for something that is being read, until it is done with. Moves with
// what it pays for, and gives back on every way out.
class ParseCharge {
 public:
  ParseCharge() = default;
  explicit ParseCharge(ParseAccount* account) : account_(account) {}
  ParseCharge(ParseCharge&& other) noexcept
      : account_(other.account_), charged_(std::exchange(other.charged_, 0)) {}
  ParseCharge& operator=(ParseCharge&& other) noexcept {
    std::swap(account_, other.account_);
    std::swap(charged_, other.charged_);
    return *this;
  }
  ~ParseCharge() { Release(); }
  bool Charge(size_t bytes) {
    if (account_ == nullptr) return true;
    if (!account_->ChargeMemory(static_cast<int64_t>(bytes))) return false;
    charged_ += static_cast<int64_t>(bytes);
    return true;
  }
  void Release() {
    if (charged_ > 0) account_->ChargeMemory(-std::exchange(charged_, 0));
  }

 private:
  ParseAccount* account_ = nullptr;
  int64_t charged_ = 0;
};

// A list or a text that grows while something is parsed: beyond a few elements its place is paid
// for before it grows, while it moves both places. What there is no room for is left out; the
// parser gives up with its next token.
template <typename Items>
class ParsedItems {
 public:
  using T = typename Items::value_type;

  ParsedItems() = default;
  explicit ParsedItems(ParseAccount* account) : account_(account), charge_(account) {}

  bool push_back(const T& item) {
    if (items_.size() == items_.capacity() && !MakeRoom(1)) return false;
    items_.push_back(item);
    return true;
  }
  bool Append(std::string_view more) {
    if (more.size() > items_.capacity() - items_.size() && !MakeRoom(more.size())) return false;
    items_ += more;
    return true;
  }
  // The items; whoever keeps them pays from here on.
  Items Take() {
    charge_.Release();
    return std::exchange(items_, Items());
  }
  void resize(size_t size) { items_.resize(std::min(size, items_.size())); }
  void clear() { items_.clear(); }
  size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  // (One that was left out is the last that there is.)
  T& operator[](size_t at) { return items_[std::min(at, items_.size() - 1)]; }
  const T& operator[](size_t at) const { return items_[std::min(at, items_.size() - 1)]; }
  T& back() { return items_.back(); }
  const T& back() const { return items_.back(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  const Items& items() const { return items_; }

 private:
  static constexpr size_t kFree = 4096 / sizeof(T) + 1;

  bool MakeRoom(size_t more) {
    const size_t need = items_.size() + more;
    const size_t room =
        need <= kFree ? std::max(need, std::min(kFree, 2 * items_.size())) : need + need / 4;
    if (room <= kFree || account_ == nullptr) {
      items_.reserve(room);
      return true;
    }
    ParseCharge larger(account_);
    if (!larger.Charge(room * sizeof(T))) return false;
    Items moved;
    moved.reserve(room);
    moved.insert(moved.end(), items_.begin(), items_.end());
    items_.swap(moved);
    Items().swap(moved);
    charge_ = std::move(larger);
    return true;
  }

  ParseAccount* account_ = nullptr;
  ParseCharge charge_;
  Items items_;
};

template <typename T>
using ParsedList = ParsedItems<std::vector<T>>;
using ParsedText = ParsedItems<std::string>;

// A text that is parsed, paid for as long as somebody looks at it. What there is no room for is
// empty.
std::shared_ptr<const std::string> MakeSource(std::string_view text, ParseAccount* account);
std::shared_ptr<const std::string> MakeSource(std::string&& text, ParseAccount* account);

// Memory of one unit of a script: everything in it is freed at once, nothing is destroyed. A unit
// is kept as long as a function, a trap or a frame refers to a node in it, all of it: a script of
// many functions holds them one by one, since each is a unit of its own.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() {
    if (account_ != nullptr) account_->ChargeMemory(-static_cast<int64_t>(charged_));
  }
  // Must outlive the arena. A small block that it refuses is made all the same, uncharged, and a
  // copy is empty: the parser gives up with its next token.
  void set_account(ParseAccount* account) { account_ = account; }

  template <typename T, typename... Args>
  T* New(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (Allocate(sizeof(T), alignof(T))) T(std::forward<Args>(args)...);
  }
  template <typename T>
  std::span<T> Copy(const std::vector<T>& items) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (items.empty() || !HasRoom(sizeof(T) * items.size())) return {};
    T* data = static_cast<T*>(Allocate(sizeof(T) * items.size(), alignof(T)));
    for (size_t i = 0; i < items.size(); ++i) new (data + i) T(items[i]);
    return {data, items.size()};
  }
  template <typename T>
  std::span<T> Copy(const ParsedList<T>& items) {
    return Copy(items.items());
  }
  std::string_view Copy(std::string_view text) {
    if (text.empty() || !HasRoom(text.size())) return {};
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
  // For a block of its own: whether the account has as much. (A small one lies in a block
  // that others are in, too.)
  bool HasRoom(size_t size) {
    if (size <= kBlock || account_ == nullptr) return true;
    if (!account_->ChargeMemory(static_cast<int64_t>(size))) return false;
    account_->ChargeMemory(-static_cast<int64_t>(size));
    return true;
  }
  void* Allocate(size_t size, size_t alignment) {
    size_t at = (used_ + alignment - 1) & ~(alignment - 1);
    if (blocks_.empty() || at + size > capacity_) {
      capacity_ = size > kBlock ? size : (blocks_.empty() ? kFirstBlock : kBlock);
      if (capacity_ < size) capacity_ = size;
      if (account_ != nullptr && account_->ChargeMemory(static_cast<int64_t>(capacity_)))
        charged_ += capacity_;
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
