#include "vm/text_builder.h"

#if !defined(__wasm__)
#include <sys/mman.h>
#endif

#include <algorithm>
#include <cstdlib>

#include "lexer/unicode/utf8.h"
#include "vm/numbers/limbs.h"
#include "vm/objects/bulk.h"
#include "vm/vm.h"

namespace pysub {

namespace {

// What is charged as work: one unit for 64 bytes.
constexpr size_t kBytesPerTick = 64;

#if defined(__wasm__)

void GiveBack(char* data, size_t) { std::free(data); }

char* Grown(char* data, size_t, size_t, size_t capacity) {
  return static_cast<char*>(std::realloc(data, capacity));
}

#else

// Blocks from this size on have pages of their own, which grow without being copied.
// malloc's do so only at first.
constexpr size_t kPagesFrom = size_t{4} << 20;

void GiveBack(char* data, size_t capacity) {
  if (capacity >= kPagesFrom) {
    munmap(data, capacity);
  } else {
    std::free(data);
  }
}

// The `size` bytes at `data` (null: none) in a block that is larger. Null: there is no memory.
char* Grown(char* data, size_t size, size_t old_capacity, size_t capacity) {
  if (capacity < kPagesFrom) return static_cast<char*>(std::realloc(data, capacity));
  void* pages = old_capacity >= kPagesFrom ? mremap(data, old_capacity, capacity, MREMAP_MAYMOVE)
                                           : mmap(nullptr, capacity, PROT_READ | PROT_WRITE,
                                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return nullptr;
  if (old_capacity < kPagesFrom && data != nullptr) {
    std::memcpy(pages, data, size);
    std::free(data);
  }
  return static_cast<char*>(pages);
}

#endif  // __wasm__

}  // namespace

TextBuilder::~TextBuilder() {
  if (data_ != inline_) {
    GiveBack(data_, capacity_);
    vm_.heap.Release(charged_);
  }
}

bool TextBuilder::AppendPaced(std::string_view text) {
  // How a run ended is told after a limit too.
  const bool is_over = vm_.budget().limit_hit() != LimitHit::kNone;
  if (!is_over && !vm_.Tick(text.size() / kBytesPerTick)) failed_ = true;
  if (failed_ || !Room(text.size())) return false;
  if (is_over) {
    std::memcpy(data_ + size_, text.data(), text.size());
  } else {
    failed_ = !CopyBytes(vm_, data_ + size_, text);
  }
  size_ += text.size();
  return !failed_;
}

bool TextBuilder::Look(uint64_t bytes) {
  if (bytes > capacity_ - size_) {
    if (!Grow(bytes)) return false;
  } else if (failed_ || (vm_.budget().limit_hit() == LimitHit::kNone && !vm_.TimeIsLeft())) {
    failed_ = true;
    return false;
  }
  until_look_ = static_cast<size_t>(
      std::min<uint64_t>(capacity_, size_ + std::max<uint64_t>(bytes, kLookBytes)));
  return true;
}

bool TextBuilder::Grow(uint64_t bytes) {
  if (failed_) return false;
  uint64_t needed;
  // T-013: no size arithmetic wraps.
  if (__builtin_add_overflow(uint64_t{size_}, bytes, &needed) || needed > UINT32_MAX) {
    failed_ = true;
    static_cast<void>(vm_.NoMemory(needed < bytes ? SIZE_MAX : needed));
    return false;
  }
  uint64_t capacity = uint64_t{capacity_} * 2;
  if (capacity < needed) capacity = needed;
  if (!vm_.Tick(size_ / kBytesPerTick)) {
    failed_ = true;
    return false;
  }
  bool charged = vm_.heap.Charge(capacity);
  // Doubling was too much. Half as much more each time, as long as it does not fit: so at
  // least half of the room that is left is taken at once, and pieces that come up to the
  // limit do not each move all.
  for (uint64_t more = needed / 2; !charged; more /= 2) {
    capacity = std::min<uint64_t>(needed + more, UINT32_MAX);
    charged = vm_.heap.Charge(capacity);
    if (more == 0) break;
  }
  if (!charged) {
    failed_ = true;
    static_cast<void>(vm_.NoMemory(capacity));
    return false;
  }
  const bool was_inline = data_ == inline_;
  const auto bytes_now = static_cast<size_t>(capacity);  // it was charged
  char* data = Grown(was_inline ? nullptr : data_, size_, capacity_, bytes_now);
  if (data == nullptr) {
    vm_.heap.Release(capacity);
    failed_ = true;
    static_cast<void>(vm_.NoMemory(capacity));
    return false;
  }
  if (was_inline) std::memcpy(data, inline_, size_);
  vm_.heap.Release(charged_);
  data_ = data;
  capacity_ = bytes_now;
  charged_ = capacity;
  failed_ = !vm_.heap.Touch(data + size_, bytes_now - size_, true);
  return !failed_;
}

bool TextBuilder::Append(char32_t code_point) {
  if (!Room(4)) return false;
  size_ += static_cast<size_t>(EncodeUtf8(code_point, data_ + size_));
  return true;
}

bool TextBuilder::AppendInt(int64_t number) {
  if (!Room(20)) return false;
  size_ += Int64ToDecimal(number, data_ + size_);
  return true;
}

bool TextBuilder::AppendRepeated(char32_t fill, uint64_t times) {
  if (times == 0) return !failed_;
  char encoded[4];
  const size_t unit = static_cast<size_t>(EncodeUtf8(fill, encoded));
  uint64_t wanted;
  if (__builtin_mul_overflow(uint64_t{unit}, times, &wanted)) wanted = UINT64_MAX;  // Grow refuses
  if (!Room(wanted)) return false;
  const auto bytes = static_cast<size_t>(wanted);
  char* const at = data_ + size_;
  if (vm_.budget().limit_hit() == LimitHit::kNone) {
    failed_ = !FillRepeated(vm_, at, bytes, {encoded, unit});
  } else {
    for (size_t i = 0; i < bytes; i += unit) std::memcpy(at + i, encoded, unit);
  }
  size_ += bytes;
  return !failed_;
}

Value TextBuilder::Finish() {
  if (failed_) return Value::Failed();
  const Value text = vm_.NewStr(view());
  size_ = 0;
  return text;
}

Value TextBuilder::FinishBytes() {
  if (failed_) return Value::Failed();
  const Value bytes = vm_.NewBytes(view());
  size_ = 0;
  return bytes;
}

Status TextBuilder::status() const {
  if (failed_) return Failure{};
  return Done{};
}

}  // namespace pysub
