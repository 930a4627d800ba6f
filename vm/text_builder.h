#ifndef PYSUB_VM_TEXT_BUILDER_H_
#define PYSUB_VM_TEXT_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "vm/result.h"
#include "vm/value.h"

namespace pysub {

class Vm;

// Builds text (or bytes) of any size: charges its growth to the sandbox before it grows, and fuel
// by the byte. The first failure sticks: later appends do nothing, and Finish() reports it, so
// callers may append without looking, but loops over program-sized data should ask ok().
//
// Every text that a program can make long is made here: repr, join, format, json.dumps. In other
// interpreters these were where a few characters of a program made gigabytes. Lives on the C++
// stack, so never across a suspension point; short texts need no memory of their own.
class TextBuilder {
 public:
  explicit TextBuilder(Vm& vm) : vm_(vm), data_(inline_), until_look_(sizeof(inline_)) {}
  ~TextBuilder();
  TextBuilder(const TextBuilder&) = delete;
  TextBuilder& operator=(const TextBuilder&) = delete;

  bool ok() const { return !failed_; }
  size_t size() const { return size_; }
  std::string_view view() const { return {data_, size_}; }
  Vm& vm() { return vm_; }

  // Sizes that are asked for have 64 bits, so that a sum of lengths cannot wrap on its way here
  // where size_t has 32 (T-013).

  // Makes room for `bytes` more, so that a known size is refused at once.
  bool Reserve(uint64_t bytes) { return bytes <= capacity_ - size_ ? !failed_ : Grow(bytes); }
  bool Append(std::string_view text) {
    // What comes in such pieces may come for long: the clock is looked at now and then.
    if (text.size() >= kPacedBytes) return AppendPaced(text);
    if (!Room(text.size())) return false;
    std::memcpy(data_ + size_, text.data(), text.size());
    size_ += text.size();
    return true;
  }
  bool Append(const char* text) { return Append(std::string_view(text)); }
  bool Append(char c) {
    if (!Room(1)) return false;
    data_[size_++] = c;
    return true;
  }
  // As UTF-8; surrogates as WTF-8.
  bool Append(char32_t code_point);
  bool AppendInt(int64_t number);
  bool AppendRepeated(char32_t fill, uint64_t times);
  // Direct writing: Extend gives `bytes` more bytes to fill (null when refused).
  char* Extend(uint64_t bytes) {
    if (!Room(bytes)) return nullptr;
    char* at = data_ + size_;
    size_ += static_cast<size_t>(bytes);
    return at;
  }
  void Truncate(size_t size) { size_ = size; }

  // The text as a str; as bytes. Failed if anything failed. The builder is empty afterwards.
  Value Finish();
  Value FinishBytes();
  Status status() const;

 private:
  static constexpr size_t kPacedBytes = 256;

  // For `bytes` that are written now. Those who write byte by byte look at the clock here too.
  bool Room(uint64_t bytes) {
    if (bytes <= until_look_ - size_) [[likely]]
      return true;
    return Look(bytes);
  }
  bool Look(uint64_t bytes);
  bool Grow(uint64_t bytes);
  bool AppendPaced(std::string_view text);

  Vm& vm_;
  char* data_;
  size_t size_ = 0;
  // size_ <= until_look_ <= capacity_: what may be filled without a look at the clock
  size_t until_look_;
  size_t capacity_ = sizeof(inline_);
  uint64_t charged_ = 0;
  bool failed_ = false;
  char inline_[232];
};

}  // namespace pysub

#endif  // PYSUB_VM_TEXT_BUILDER_H_
