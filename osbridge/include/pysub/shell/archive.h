#ifndef PYSUB_PYSUB_SHELL_ARCHIVE_H_
#define PYSUB_PYSUB_SHELL_ARCHIVE_H_

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "pysub/export.h"

namespace pysub PYSUB_API {
namespace shell {

// One visitor that saves and loads: a class lists its members once,
//
//   void Fields(Archive& archive) { archive(count_, lines_, mode_); }
//
// and the same function writes them to bytes or reads them back. The bytes may come from strangers:
// after loading ask ok(); a load that failed leaves values that are valid but mean
// nothing. What the members mean together (an index below a size) is checked by the
// class itself, which calls Fail().
class Archive {
 public:
  // Saves.
  Archive() = default;
  // Loads from `bytes`, which must outlive the archive; what is loaded takes about
  // `room` bytes at most.
  explicit Archive(std::string_view bytes, uint64_t room = UINT64_MAX)
      : loading_(true), input_(bytes), room_(room) {}

  // Whether it loads.
  bool loading() const { return loading_; }
  // Whether all went well so far.
  bool ok() const { return ok_; }
  // What was loaded is wrong.
  void Fail() { ok_ = false; }
  bool full() const { return full_; }  // Take() had no room
  // All input was used; a load that leaves something was not made from these fields.
  bool AtEnd() const { return input_.empty(); }
  // What was saved.
  std::string TakeBytes() { return std::move(output_); }
  // Before `bytes` of memory are filled from the input. False, and Fail(): there is no room for
  // them.
  bool Take(uint64_t bytes) {
    if (bytes > room_) ok_ = false, full_ = true;
    room_ -= ok_ ? bytes : 0;
    return ok_;
  }
  // A text that need not be copied: a loaded one is a view of the input.
  void Block(std::string_view& text) {
    size_t size = Count(text.size());
    if (!loading_) {
      output_.append(text);
      return;
    }
    text = input_.substr(0, size);
    input_.remove_prefix(size);
  }

  // Saves or loads members: numbers, enums, texts, vectors, pairs, optionals, maps, and
  // classes with Fields().
  template <typename... Members>
  void operator()(Members&... members) {
    (Visit(members), ...);
  }

  // A member that says how much memory its class was charged for. All of them together may not
  // exceed what the account of their owner has: whoever loads compares charged() with it, so that a
  // forged number is not credit.
  template <typename T>
  void Charged(T& bytes) {
    Visit(bytes);
    if constexpr (std::is_signed_v<T>) {
      if (bytes < 0) ok_ = false;
    }
    if (!ok_) bytes = 0;
    if (__builtin_add_overflow(charged_, static_cast<uint64_t>(bytes), &charged_)) ok_ = false;
  }
  // The sum of what Charged() members say.
  uint64_t charged() const { return charged_; }

 private:
  void Raw(void* data, size_t size) {
    if (!loading_) {
      output_.append(static_cast<const char*>(data), size);
    } else if (!ok_ || input_.size() < size) {
      ok_ = false;
      std::memset(data, 0, size);
    } else {
      std::memcpy(data, input_.data(), size);
      input_.remove_prefix(size);
    }
  }

  // Seven bits a byte, the last one below 128.
  void Number(uint64_t& value) {
    if (!loading_) {
      uint64_t left = value;
      for (; left >= 128; left >>= 7) output_ += static_cast<char>(left | 128);
      output_ += static_cast<char>(left);
      return;
    }
    value = 0;
    for (int shift = 0; shift < 64 && !input_.empty() && ok_; shift += 7) {
      const auto byte = static_cast<uint8_t>(input_.front());
      input_.remove_prefix(1);
      value |= uint64_t{byte & 127u} << shift;
      if (byte < 128) return;
    }
    ok_ = false;
    value = 0;
  }
  // Small ones of either sign are short.
  template <typename T>
  void Integer(T& value) {
    const auto wide = static_cast<int64_t>(value);
    uint64_t number = std::is_signed_v<T>
                          ? static_cast<uint64_t>(wide) << 1 ^ static_cast<uint64_t>(wide >> 63)
                          : static_cast<uint64_t>(value);
    Number(number);
    if (!loading_) return;
    const uint64_t plain = std::is_signed_v<T> ? number >> 1 ^ (~(number & 1) + 1) : number;
    value = static_cast<T>(plain);
    if (static_cast<uint64_t>(value) != plain) ok_ = false;
    if (!ok_) value = 0;
  }

  // The number of elements of a container. Each takes a byte at least, so a forged count cannot
  // make a load allocate more than the input is long.
  size_t Count(size_t size) {
    uint64_t count = size;
    Number(count);
    if (loading_ && count > input_.size()) ok_ = false;
    return ok_ ? static_cast<size_t>(count) : 0;
  }

  template <typename T>
  void Visit(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      uint8_t byte = value ? 1 : 0;
      Raw(&byte, 1);
      if (byte > 1) ok_ = false;
      value = byte == 1;
    } else if constexpr (std::is_integral_v<T> && sizeof(T) > 1) {
      Integer(value);
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      Raw(&value, sizeof(value));
    } else {
      value.Fields(*this);
    }
  }
  void Visit(std::string& text) {
    size_t size = Count(text.size());
    if (loading_ && !Take(size)) size = 0;
    if (loading_) text.assign(size, '\0');
    Raw(text.data(), size);
  }
  template <typename T>
  void Visit(std::vector<T>& items) {
    size_t size = Count(items.size());
    if (loading_) {
      items.clear();
      for (size_t i = 0; i < size && Take(2 * sizeof(T)); ++i) Visit(items.emplace_back());
    } else {
      for (T& item : items) Visit(item);
    }
  }
  void Visit(std::vector<bool>& items) {
    size_t size = Count(items.size());
    if (loading_) items.assign(size, false);
    for (size_t i = 0; i < size && ok_; ++i) {
      bool bit = items[i];
      Visit(bit);
      items[i] = bit;
    }
  }
  template <typename A, typename B>
  void Visit(std::pair<A, B>& pair) {
    Visit(pair.first);
    Visit(pair.second);
  }
  template <typename T>
  void Visit(std::optional<T>& value) {
    bool present = value.has_value();
    Visit(present);
    if (loading_) value = present ? std::optional<T>(T()) : std::nullopt;
    if (present) Visit(*value);
  }
  template <typename K, typename V, typename Compare>
  void Visit(std::map<K, V, Compare>& table) {
    size_t size = Count(table.size());
    if (!loading_) {
      for (auto& [key, value] : table) {
        K copy = key;
        Visit(copy);
        Visit(value);
      }
      return;
    }
    table.clear();
    for (size_t i = 0; i < size && Take(sizeof(K) + sizeof(V) + 64); ++i) {
      K key{};
      Visit(key);
      Visit(table[std::move(key)]);
    }
  }

  bool loading_ = false;
  bool ok_ = true;
  uint64_t charged_ = 0;
  std::string_view input_;
  uint64_t room_ = UINT64_MAX;
  bool full_ = false;
  std::string output_;
};

}  // namespace shell
}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_SHELL_ARCHIVE_H_
