#ifndef PYSUB_SHELL_COMMANDS_AWK_VALUE_H_
#define PYSUB_SHELL_COMMANDS_AWK_VALUE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pysub/shell/archive.h"
#include "pysub/shell/command.h"

namespace pysub::shell::awk {

class Array;
class CharacterIndex;
class Heap;
class Iterator;
struct Str;

// What texts are: -b and -n.
struct TextSettings {
  bool bytes = false;        // characters are bytes
  bool non_decimal = false;  // 0x11 and 011 are numbers, wherever they come from
};

// Memory and work of one awk. What values take is charged here before it is taken, in pieces of
// 64 KiB to the command's account. Once something was refused nothing grows any more: makers give
// empty texts, and the machine ends at its next look at ok().
class Heap {
 public:
  Heap();
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // Before anything is made.
  void set_settings(const TextSettings& settings) { settings_ = settings; }
  const TextSettings& settings() const { return settings_; }
  // For the time of a step.
  void Attach(CommandIo* io);
  // A step ends: what is free is given back.
  void Detach();

  bool Charge(size_t bytes) {
    used_ += bytes;
    return used_ <= charged_ || More(bytes);
  }
  void Release(size_t bytes) { used_ -= bytes; }
  // Work that cannot yield where it stands.
  bool Work(uint64_t amount) {
    work_ += amount;
    return work_ < kAskEvery || AskWork();
  }
  // What was counted by Work() and not told yet.
  uint64_t TakeWork() { return std::exchange(work_, 0); }
  // False: a limit was reached, the command ends.
  bool ok() const { return ok_; }
  // The account has refused something.
  void Fail() { ok_ = false; }
  // A text is longer than one may be.
  void FailTooLong() { ok_ = false, too_long_ = true; }
  bool too_long() const { return too_long_; }
  ParseAccount* account() const;

  // Where the characters of a text begin; it is made, or brought up to date. Null: a limit was
  // reached. It goes with the text, or with ForgetIndex().
  const CharacterIndex* IndexOf(Str* str);
  void ForgetIndex(Str* str);

  void Fields(Archive& archive) { archive.Charged(charged_); }

 private:
  static constexpr uint64_t kAskEvery = 4096;
  static constexpr uint64_t kPiece = 65536;
  bool More(size_t bytes);
  bool AskWork();

  TextSettings settings_;
  CommandIo* io_ = nullptr;
  uint64_t used_ = 0;
  uint64_t charged_ = 0;
  uint64_t work_ = 0;
  bool ok_ = true;
  bool too_long_ = false;
  // Those whose Str::characters is kIndexed.
  std::unordered_map<const Str*, std::unique_ptr<CharacterIndex>> indices_;
};

// A text that grows, charged.
class Text {
 public:
  explicit Text(Heap* heap) : heap_(heap) {}
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;
  ~Text() { heap_->Release(charged_); }
  bool Append(std::string_view more) {
    if (more.size() > bytes_.capacity() - bytes_.size() && !Grow(more.size())) return false;
    bytes_.append(more);
    return true;
  }
  bool Append(char c) { return Append(std::string_view(&c, 1)); }
  bool Fill(size_t count, char c);
  void Clear() { bytes_.clear(); }
  // Also gives its room back when it is large.
  void Reset();
  void Erase(size_t from) { bytes_.erase(from); }
  void EraseFront(size_t count) { bytes_.erase(0, count); }
  size_t size() const { return bytes_.size(); }
  bool empty() const { return bytes_.empty(); }
  std::string_view view() const { return bytes_; }
  char* data() { return bytes_.data(); }
  void Fields(Archive& archive);

 private:
  bool Grow(size_t more);
  Heap* heap_;
  std::string bytes_;
  size_t charged_ = 0;
};

// A text of a value. What it looks like as a number is found out once.
// Shared by all values that have it, and never changed while more than one does. `room` may be more
// than `size`, so that appending in a loop is not quadratic. `looks`: kUnknown until somebody asks.
// `characters`: the same of long texts (kIndexed: Heap::IndexOf() has more).
struct Str {
  enum class Looks : uint8_t { kUnknown, kText, kNumber };
  enum class Characters : uint8_t { kUnknown, kAscii, kIndexed };
  Heap* heap;
  double number;
  uint32_t refs;
  uint32_t size;
  uint32_t room;
  Looks looks;
  Characters characters;
  char bytes[1];

  std::string_view view() const { return {bytes, size}; }
  static constexpr size_t BytesFor(size_t size) {
    return std::max(sizeof(Str), offsetof(Str, bytes) + size + 1);
  }
  static constexpr size_t kMostSize = 0x7FFFFFFF;
};

// Null: there is no memory.
Str* NewStr(Heap* heap, size_t size, size_t room = 0);
void FreeStr(Str* str);

// What awk calls strnum is kInput: fields, input of getline, elements of ARGV and the like. They
// compare as numbers where they look like numbers; a text of the program never does.
//
// From kText on a value holds a reference; the order of the kinds is used in IsText() and others.
enum class Kind : uint8_t {
  kNothing,     // never assigned, nor used: it may become an array
  kUnassigned,  // used as a scalar, but without a value
  kMissing,     // a field that is not there: an empty text in comparisons, as with gawk
  kNumber,
  kBool,  // of mkbool(): a number but for typeof()
  kText,
  kInput,  // text from outside: a number where it looks like one
  kRegex,  // @/.../
  kArray,
  // only on the stack
  kPattern,    // a regular expression of the program: its index
  kReference,  // a parameter whose variable is not known to be a scalar or an array yet: its slot
  kIterator,
  // an element that is nothing yet and was given to a function, and the function's parameter: the
  // array that either may become, which both have then
  kUntyped,
};

// 16 bytes; copies share.
// `global_` belongs to kReference alone and stands in what would be padding.
class Value {
 public:
  Value() = default;
  Value(double number) : kind_(Kind::kNumber) { data_.number = number; }  // NOLINT: a number is one
  Value(Kind kind, Str* str) : kind_(kind) { data_.str = str; }           // takes the reference
  Value(const Value& other) : kind_(other.kind_), global_(other.global_), data_(other.data_) {
    if (kind_ >= Kind::kText) Retain();
  }
  Value(Value&& other) noexcept
      : kind_(std::exchange(other.kind_, Kind::kNothing)),
        global_(other.global_),
        data_(other.data_) {}
  Value& operator=(const Value& other) {
    if (this != &other) *this = Value(other);
    return *this;
  }
  Value& operator=(Value&& other) noexcept {
    if (this == &other) return *this;
    if (kind_ >= Kind::kText) Drop();
    kind_ = std::exchange(other.kind_, Kind::kNothing);
    global_ = other.global_;
    data_ = other.data_;
    return *this;
  }
  ~Value() {
    if (kind_ >= Kind::kText) Drop();
  }

  static Value OfUntyped(Array* array) {
    Value value = OfArray(array);
    value.kind_ = Kind::kUntyped;
    return value;
  }
  static Value OfArray(Array* array);  // takes the reference
  static Value OfIterator(Iterator* iterator);
  static Value Missing() { return Empty(Kind::kMissing); }
  static Value Unassigned() { return Empty(Kind::kUnassigned); }
  static Value Bool(bool truth) {
    Value value(truth ? 1.0 : 0.0);
    value.kind_ = Kind::kBool;
    return value;
  }
  static Value Pattern(uint32_t index) { return Index(Kind::kPattern, index, false); }
  // To the variable of a slot: of the stack, or a global one.
  static Value Reference(uint32_t slot, bool global) {
    return Index(Kind::kReference, slot, global);
  }

  Kind kind() const { return kind_; }
  bool IsText() const { return kind_ >= Kind::kText && kind_ <= Kind::kRegex; }
  bool IsScalar() const { return kind_ <= Kind::kRegex; }
  double number() const { return data_.number; }
  void set_number(double number) {
    if (kind_ >= Kind::kText) Drop();
    kind_ = Kind::kNumber;
    data_.number = number;
  }
  Str* str() const { return data_.str; }
  Array* array() const { return data_.array; }
  Iterator* iterator() const { return data_.iterator; }
  uint32_t index() const { return data_.index; }
  bool is_global() const { return global_; }
  void Clear() {
    if (kind_ >= Kind::kText) Drop();
    kind_ = Kind::kNothing;
  }
  // Between kinds of texts, or those of arrays.
  void set_kind(Kind kind) { kind_ = kind; }
  // An array, or what may become one.
  bool HasArray() const { return kind_ == Kind::kArray || kind_ == Kind::kUntyped; }

 private:
  static Value Empty(Kind kind) {
    Value value;
    value.kind_ = kind;
    return value;
  }
  static Value Index(Kind kind, uint32_t index, bool global) {
    Value value;
    value.kind_ = kind;
    value.global_ = global;
    value.data_.index = index;
    return value;
  }
  void Retain() {
    if (kind_ <= Kind::kRegex) {
      ++data_.str->refs;
    } else {
      RetainOther();
    }
  }
  void Drop() {
    if (kind_ <= Kind::kRegex) {
      if (--data_.str->refs == 0) FreeStr(data_.str);
    } else {
      DropOther();
    }
  }
  void RetainOther();
  void DropOther();

  Kind kind_ = Kind::kNothing;
  bool global_ = false;
  union {
    double number;
    Str* str;
    Array* array;
    Iterator* iterator;
    uint32_t index;
  } data_ = {.number = 0};
};

Value MakeText(Heap* heap, std::string_view text, Kind kind = Kind::kText);

// ---- numbers
// The number at the beginning of a text (0: none). *whole: the text is nothing else, but blanks.
// `non_decimal`: those of base 16 and 8 are some, too.
double ReadNumber(std::string_view text, bool* whole, bool non_decimal = false);
inline double NumberOf(Str* str) {
  if (str->looks == Str::Looks::kUnknown) {
    bool whole = false;
    str->number = ReadNumber(str->view(), &whole, str->heap->settings().non_decimal);
    str->looks = whole ? Str::Looks::kNumber : Str::Looks::kText;
  }
  return str->number;
}
inline bool LooksNumeric(Str* str) {
  static_cast<void>(NumberOf(str));
  return str->looks == Str::Looks::kNumber;
}
// Neither number nor text, and both in comparisons.
inline bool IsUnset(const Value& value) { return value.kind() <= Kind::kUnassigned; }
inline double ToNumber(const Value& value) {
  if (value.kind() == Kind::kNumber) return value.number();
  if (value.IsText()) return NumberOf(value.str());
  return value.kind() == Kind::kBool ? value.number() : 0;
}
// Has a numeric value in comparisons. (One that is nothing has both.)
inline bool IsNumeric(const Value& value) {
  return value.kind() == Kind::kNumber || value.kind() == Kind::kBool ||
         (value.kind() == Kind::kInput && LooksNumeric(value.str()));
}
inline bool IsTrue(const Value& value) {
  switch (value.kind()) {
    case Kind::kNumber:
    case Kind::kBool: return value.number() != 0;
    case Kind::kText:
    case Kind::kRegex: return value.str()->size > 0;
    case Kind::kInput:
      return LooksNumeric(value.str()) ? value.str()->number != 0 : value.str()->size > 0;
    default: return false;
  }
}

// Text of a whole number, as integers are printed; `out` has room for 24.
size_t WriteInteger(int64_t value, char* out);
// Whether it is one that fits.
inline bool IsInteger(double number, int64_t* value) {
  if (!(number >= -9007199254740992.0 && number <= 9007199254740992.0)) return false;
  *value = static_cast<int64_t>(number);
  return static_cast<double>(*value) == number;
}

}  // namespace pysub::shell::awk

#endif  // PYSUB_SHELL_COMMANDS_AWK_VALUE_H_
