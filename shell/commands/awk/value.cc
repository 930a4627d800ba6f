#include "shell/commands/awk/value.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>

#include "lexer/base/read_double.h"
#include "shell/commands/awk/array.h"
#include "shell/commands/awk/characters.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::awk {

// ---- Heap
Heap::Heap() = default;
Heap::~Heap() = default;

void Heap::Attach(CommandIo* io) {
  io_ = io;
  // A state that somebody has changed may have less than it needs.
  if (used_ > charged_) static_cast<void>(More(0));
}

void Heap::Detach() {
  if (charged_ > 2 * used_ + 8 * kPiece && io_->Reserve(-static_cast<int64_t>(charged_ - used_)))
    charged_ = used_;
  io_ = nullptr;
}

ParseAccount* Heap::account() const { return io_ == nullptr ? nullptr : &io_->account(); }

bool Heap::More(size_t bytes) {
  if (io_ == nullptr) return true;  // being loaded: the archive counts
  const uint64_t lacking = used_ - charged_;
  for (const uint64_t more : {lacking + kPiece, lacking}) {
    if (!ok_) break;
    if (!io_->Reserve(static_cast<int64_t>(more))) continue;
    charged_ += more;
    return true;
  }
  used_ -= bytes;
  ok_ = false;
  return false;
}

bool Heap::AskWork() {
  if (io_ != nullptr && !io_->account().Tick(std::exchange(work_, 0))) ok_ = false;
  return ok_;
}

namespace {

// Of one index, with its place in the map.
constexpr size_t kIndexBytes = 160 + sizeof(CharacterIndex);

}  // namespace

const CharacterIndex* Heap::IndexOf(Str* str) {
  auto found = indices_.find(str);
  if (found == indices_.end()) {
    if (!Charge(kIndexBytes)) return nullptr;
    found = indices_.emplace(str, std::make_unique<CharacterIndex>(this)).first;
    str->characters = Str::Characters::kIndexed;
  }
  if (found->second->Extend(str->view())) return found->second.get();
  ForgetIndex(str);
  return nullptr;
}

void Heap::ForgetIndex(Str* str) {
  str->characters = Str::Characters::kUnknown;
  if (indices_.erase(str) > 0) Release(kIndexBytes);
}

// ---- Text
bool Text::Grow(size_t more) {
  const size_t need = bytes_.size() + more;
  const size_t room = need + need / (need > (1 << 20) ? 4 : 1) + 64;
  if (!heap_->Charge(room)) return false;
  if (!MoveText(heap_->account(), &bytes_, room)) {
    heap_->Fail();
    return false;
  }
  heap_->Release(std::exchange(charged_, room));
  return true;
}

bool Text::Fill(size_t count, char c) {
  if (count > bytes_.capacity() - bytes_.size() && !Grow(count)) return false;
  bytes_.append(count, c);
  return true;
}

void Text::Reset() {
  bytes_.clear();
  if (bytes_.capacity() < 65536) return;
  std::string().swap(bytes_);
  heap_->Release(std::exchange(charged_, 0));
}

void Text::Fields(Archive& archive) {
  archive(bytes_);
  if (!archive.loading()) return;
  charged_ = bytes_.capacity();
  static_cast<void>(heap_->Charge(charged_));
}

// ---- texts
Str* NewStr(Heap* heap, size_t size, size_t room) {
  room = std::max(room, size);
  if (room > Str::kMostSize) {
    heap->FailTooLong();
    return nullptr;
  }
  const size_t bytes = Str::BytesFor(room);
  if (!heap->Charge(bytes + 16) || !heap->Work(size / 32)) return nullptr;
  Str* str = static_cast<Str*>(::operator new(bytes));
  str->heap = heap;
  str->number = 0;
  str->refs = 1;
  str->size = static_cast<uint32_t>(size);
  str->room = static_cast<uint32_t>(room);
  str->looks = Str::Looks::kUnknown;
  str->characters = Str::Characters::kUnknown;
  return str;
}

void FreeStr(Str* str) {
  if (str->characters == Str::Characters::kIndexed) str->heap->ForgetIndex(str);
  str->heap->Release(Str::BytesFor(str->room) + 16);
  ::operator delete(str);
}

Value MakeText(Heap* heap, std::string_view text, Kind kind) {
  Str* str = NewStr(heap, text.size());
  if (str == nullptr) return {};
  std::memcpy(str->bytes, text.data(), text.size());
  return {kind, str};
}

// ---- values
Value Value::OfArray(Array* array) {
  Value value;
  value.kind_ = Kind::kArray;
  value.data_.array = array;
  return value;
}

Value Value::OfIterator(Iterator* iterator) {
  Value value;
  value.kind_ = Kind::kIterator;
  value.data_.iterator = iterator;
  return value;
}

void Value::RetainOther() {
  if (HasArray()) data_.array->Retain();
  if (kind_ == Kind::kIterator) data_.iterator->Retain();
}

void Value::DropOther() {
  if (HasArray()) data_.array->Drop();
  if (kind_ == Kind::kIterator) data_.iterator->Drop();
}

// ---- numbers
namespace {

bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// "+inf", "-nan": only with a sign, and nothing behind it.
bool SpecialNumber(std::string_view text, double* value) {
  if (text.size() != 4 || (text[0] != '+' && text[0] != '-')) return false;
  std::string name;
  for (char c : text.substr(1)) name += static_cast<char>(c | 0x20);
  if (name != "inf" && name != "nan") return false;
  *value = name == "inf" ? std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  *value = std::copysign(*value, text[0] == '-' ? -1.0 : 1.0);
  return true;
}

// How long a decimal number begins here, without sign. 0: none.
size_t NumberLength(std::string_view text) {
  size_t at = 0, digits = 0;
  while (at < text.size() && IsDigit(text[at])) ++at, ++digits;
  if (at < text.size() && text[at] == '.') {
    ++at;
    while (at < text.size() && IsDigit(text[at])) ++at, ++digits;
  }
  if (digits == 0) return 0;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    size_t end = at + 1;
    if (end < text.size() && (text[end] == '+' || text[end] == '-')) ++end;
    if (end < text.size() && IsDigit(text[end])) {
      while (end < text.size() && IsDigit(text[end])) ++end;
      at = end;
    }
  }
  return at;
}

double Decimal(std::string_view digits) {
  double value = 0;
  const auto result = DoubleFromChars(digits.data(), digits.data() + digits.size(), value);
  if (result.ec == std::errc()) return value;
  return std::strtod(std::string(digits).c_str(), nullptr);  // too large or too small
}

// A number of base 16 or 8 that begins here, as programs have it; *length 0: none does.
double NonDecimal(std::string_view text, size_t* length) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const auto digit = [hex](char c) {
    if (IsDigit(c)) return hex || c < '8' ? c - '0' : -1;
    return hex && (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10 : -1;
  };
  const size_t begin = hex ? 2 : 1;
  size_t at = begin;
  double value = 0;
  for (; at < text.size() && digit(text[at]) >= 0; ++at)
    value = value * (hex ? 16 : 8) + digit(text[at]);
  const bool decimal = !hex && at < text.size() &&
                       std::string_view("89.eE").find(text[at]) != std::string_view::npos;
  *length = text.empty() || text[0] != '0' || at == begin || decimal ? 0 : at;
  return value;
}

}  // namespace

double ReadNumber(std::string_view text, bool* whole, bool non_decimal) {
  *whole = false;
  size_t at = 0, end = text.size();
  while (at < end && IsBlank(text[at])) ++at;
  while (end > at && IsBlank(text[end - 1])) --end;
  text = text.substr(at, end - at);
  if (text.empty()) return 0;
  const bool negative = text[0] == '-';
  std::string_view rest = text.substr(negative || text[0] == '+' ? 1 : 0);
  if (non_decimal) {
    size_t length = 0;
    const double value = NonDecimal(rest, &length);
    *whole = length == rest.size();
    if (length > 0) return negative ? -value : value;
  }
  // Most are short and whole.
  size_t digits = 0;
  uint64_t small = 0;
  while (digits < rest.size() && digits < 16 && IsDigit(rest[digits]))
    small = small * 10 + static_cast<uint64_t>(rest[digits++] - '0');
  if (digits == rest.size() && digits > 0 && digits < 16) {
    *whole = true;
    const auto value = static_cast<double>(small);
    return negative ? -value : value;
  }
  const size_t length = NumberLength(rest);
  double value = 0;
  if (length == 0) {
    *whole = SpecialNumber(text, &value);
    return value;
  }
  *whole = length == rest.size();
  value = Decimal(rest.substr(0, length));
  return negative ? -value : value;
}

size_t WriteInteger(int64_t value, char* out) {
  return static_cast<size_t>(std::to_chars(out, out + 24, value).ptr - out);
}

}  // namespace pysub::shell::awk
