#include "shell/commands/awk/characters.h"

#include <algorithm>
#include <utility>

#include "shell/commands/awk/fields.h"
#include "shell/regex/syntax_tree.h"

namespace pysub::shell::awk {
namespace {

// Of shorter texts nothing is kept: counting is as fast as looking it up.
constexpr size_t kLeastKept = 256;

}  // namespace

bool CharacterIndex::Extend(std::string_view text) {
  if (known_ == text.size()) return true;
  // What a stride takes is no more than this, whatever its characters are.
  const size_t room = count_ / kStride + (text.size() - known_) / kStride + 2;
  if (room > offsets_.capacity()) {
    const size_t bytes = (room + offsets_.size() / 2) * sizeof(offsets_[0]);
    if (!heap_->Charge(bytes)) return false;
    offsets_.reserve(bytes / sizeof(offsets_[0]));
    heap_->Release(std::exchange(charged_, bytes));
  }
  if (!heap_->Work((text.size() - known_) / 4)) return false;
  for (; known_ < text.size(); ++count_) {
    if (count_ % kStride == 0) offsets_.push_back(static_cast<uint32_t>(known_));
    uint32_t c = 0;
    if (static_cast<unsigned char>(text[known_]) < 0x80) {
      ++known_;
    } else {
      known_ += DecodeCharacter(text, known_, &c);
      has_invalid_ |= c >= kInvalidByte;
    }
  }
  return true;
}

size_t CharacterIndex::OffsetOf(std::string_view text, size_t character) const {
  if (character >= count_) return text.size();
  const size_t at = offsets_[character / kStride];
  return at + CharacterBytes(text, at, character % kStride);
}

size_t CharacterIndex::CountBefore(std::string_view text, size_t offset) const {
  if (offset >= known_) return count_;
  // (offsets_ begins with 0.)
  const auto stride = std::upper_bound(offsets_.begin(), offsets_.end(), offset) - 1;
  return static_cast<size_t>(stride - offsets_.begin()) * kStride +
         CountCharacters(text.substr(*stride, offset - *stride));
}

Characters::Characters(const Value& value, std::string_view text, Heap* heap) : text_(text) {
  if (heap->settings().bytes) {
    is_ascii_ = true;
    return;
  }
  Str* str = value.IsText() && text.size() >= kLeastKept ? value.str() : nullptr;
  if (str != nullptr && str->characters == Str::Characters::kIndexed) {
    index_ = heap->IndexOf(str);
    return;
  }
  if (str == nullptr || str->characters == Str::Characters::kUnknown) {
    static_cast<void>(heap->Work(text.size() / 16));
    is_ascii_ = IsAscii(text);
    if (str == nullptr) return;
    if (!is_ascii_) index_ = heap->IndexOf(str);
    if (is_ascii_) str->characters = Str::Characters::kAscii;
    return;
  }
  is_ascii_ = true;
}

size_t Characters::Count() const {
  if (is_ascii_) return text_.size();
  return index_ != nullptr ? index_->count() : CountCharacters(text_);
}

size_t Characters::OffsetOf(size_t character) const {
  if (is_ascii_) return std::min(character, text_.size());
  return index_ != nullptr ? index_->OffsetOf(text_, character)
                           : CharacterBytes(text_, 0, character);
}

size_t Characters::OffsetBehind(size_t offset, size_t character, size_t more) const {
  if (index_ != nullptr && more > kLeastKept) return index_->OffsetOf(text_, character + more);
  if (is_ascii_) return offset + std::min(more, text_.size() - offset);
  return offset + CharacterBytes(text_, offset, more);
}

size_t Characters::CountBefore(size_t offset) const {
  if (is_ascii_) return offset;
  return index_ != nullptr ? index_->CountBefore(text_, offset)
                           : CountCharacters(text_.substr(0, offset));
}

void BeforeAppend(Str* str, std::string_view more) {
  if (more.empty()) return;
  switch (str->characters) {
    case Str::Characters::kUnknown: return;
    case Str::Characters::kAscii:
      if (!IsAscii(more)) str->characters = Str::Characters::kUnknown;
      return;
    case Str::Characters::kIndexed: {
      // The end of a character may make one of what counted as bytes that are none.
      const bool continues = (static_cast<unsigned char>(more[0]) & 0xC0) == 0x80;
      if (continues) str->heap->ForgetIndex(str);
      return;
    }
  }
}

}  // namespace pysub::shell::awk
