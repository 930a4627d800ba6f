#ifndef PYSUB_SHELL_COMMANDS_JQ_VALUE_H_
#define PYSUB_SHELL_COMMANDS_JQ_VALUE_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace pysub::shell::jq {

class Heap;

// The order is that of jq's own order of values where that tells kinds apart, and kinds from
// kLiteral on have a box.
enum class Kind : uint8_t {
  kNone,  // no value: what was not found, or an error that the heap knows
  kNull,
  kFalse,
  kTrue,
  kNumber,
  kShort,    // a string of at most 14 bytes, in the value itself
  kLiteral,  // a number that was written in another way than its double is printed
  kString,
  kArray,   // without a box: empty
  kObject,  // without a box: empty
};

// What values of some size share; counted, changed in place when nobody shares it.
struct alignas(8) Box {  // values follow it
  alignas(8) Heap* heap;
  uint32_t refs;
  uint32_t size;   // bytes of a string, elements, entries with those that were removed
  uint32_t room;   // for as many
  uint32_t extra;  // string: its hash, 0: not known; object: entries that are there
  Kind kind;
  uint32_t mark;  // while a heap is saved: its number
};
struct Entry;

// A JSON value. Copies are cheap. What may grow is changed through the heap (heap.h).
//
// A path expression must give the very value that its path leads to, not one that looks the same
// (`.a | floor` is no path). What has a box is told apart by that; other numbers, strings and empty
// containers carry a few bits of where they come from, their birth, as jq's have an address:
// kComputed, 1 to kReads for what was read, more for what the program spells out.
class Value {
 public:
  static constexpr size_t kMaxShort = 14;
  static constexpr uint8_t kComputed = 0, kReads = 7, kBirths = 15;

  Value() : words_{0, 0} {}
  Value(const Value& other) : words_{other.words_[0], other.words_[1]} {
    if (has_box()) ++box()->refs;
  }
  Value(Value&& other) noexcept : words_{other.words_[0], other.words_[1]} {
    other.words_[0] = other.words_[1] = 0;
  }
  Value& operator=(const Value& other) {
    Value copy(other);
    Swap(copy);
    return *this;
  }
  Value& operator=(Value&& other) noexcept {
    Swap(other);
    return *this;
  }
  ~Value() {
    if (has_box() && --box()->refs == 0) Release(box());
  }

  static Value Of(Kind kind) {
    Value value;
    value.words_[0] = static_cast<uint64_t>(kind);
    return value;
  }
  static Value Null() { return Of(Kind::kNull); }
  static Value Bool(bool is) { return Of(is ? Kind::kTrue : Kind::kFalse); }
  static Value Number(double number) {
    Value value = Of(Kind::kNumber);
    std::memcpy(&value.words_[1], &number, 8);
    return value;
  }
  static Value EmptyArray() { return Of(Kind::kArray); }
  static Value EmptyObject() { return Of(Kind::kObject); }
  // Of at most kMaxShort bytes.
  static Value Short(std::string_view text) {
    Value value;
    char* bytes = reinterpret_cast<char*>(value.words_);
    bytes[0] = static_cast<char>(Kind::kShort);
    bytes[1] = static_cast<char>(text.size());
    std::memcpy(bytes + 2, text.data(), text.size());
    return value;
  }
  // Takes over one reference.
  static Value OfBox(Kind kind, Box* box) {
    Value value = Of(kind);
    value.words_[1] = reinterpret_cast<uint64_t>(box);
    return value;
  }

  Kind kind() const { return static_cast<Kind>(words_[0] & 255); }
  bool is_none() const { return kind() == Kind::kNone; }
  bool is_null() const { return kind() == Kind::kNull; }
  bool is_true() const { return kind() != Kind::kNull && kind() != Kind::kFalse; }
  bool is_bool() const { return kind() == Kind::kTrue || kind() == Kind::kFalse; }
  bool is_number() const { return kind() == Kind::kNumber || kind() == Kind::kLiteral; }
  bool is_string() const { return kind() == Kind::kShort || kind() == Kind::kString; }
  bool is_array() const { return kind() == Kind::kArray; }
  bool is_object() const { return kind() == Kind::kObject; }
  bool has_box() const { return kind() >= Kind::kLiteral && words_[1] != 0; }
  bool has_birth() const {
    return kind() == Kind::kNumber || kind() == Kind::kShort ||
           (kind() >= Kind::kArray && words_[1] == 0);
  }
  uint8_t birth() const { return static_cast<uint8_t>((words_[0] & kBirthBits) >> kBirthShift); }
  // Of what has one.
  void set_birth(uint8_t birth) {
    words_[0] = without_birth() | (uint64_t{birth} << kBirthShift & kBirthBits);
  }
  Box* box() const { return reinterpret_cast<Box*>(words_[1]); }
  bool is_shared() const { return box()->refs > 1; }

  double number() const {
    double number;
    if (kind() == Kind::kLiteral) {
      std::memcpy(&number, box() + 1, 8);
    } else {
      std::memcpy(&number, &words_[1], 8);
    }
    return number;
  }
  // Of a string: valid as long as this value stays where it is.
  std::string_view text() const {
    if (kind() == Kind::kShort) {
      const char* bytes = reinterpret_cast<const char*>(words_);
      return {bytes + 2, static_cast<size_t>(bytes[1] & 15)};
    }
    return {reinterpret_cast<const char*>(box() + 1), box()->size};
  }
  // Of a literal: how it is printed.
  std::string_view literal() const {
    return {reinterpret_cast<const char*>(box() + 1) + 8, box()->size - 8};
  }

  // Of an array.
  size_t size() const { return words_[1] == 0 ? 0 : box()->size; }
  Value* items() const { return reinterpret_cast<Value*>(box() + 1); }
  const Value& at(size_t index) const { return items()[index]; }
  // Of an object: its entries in the order in which they came. Those without a key were removed.
  size_t slots() const { return words_[1] == 0 ? 0 : box()->size; }
  size_t count() const { return words_[1] == 0 ? 0 : box()->extra; }
  inline Entry* entries() const;
  const Value* Find(const Value& key) const;

  // Whether it is the same one: what paths ask.
  bool IsSame(const Value& other) const {
    return words_[0] == other.words_[0] && words_[1] == other.words_[1];
  }
  bool LooksSame(const Value& other) const {
    return without_birth() == other.without_birth() && words_[1] == other.words_[1];
  }
  void Swap(Value& other) noexcept {
    std::swap(words_[0], other.words_[0]);
    std::swap(words_[1], other.words_[1]);
  }
  // For a hash.
  uint64_t without_birth() const { return words_[0] & ~kBirthBits; }
  uint64_t last_word() const { return words_[1]; }

 private:
  // Beside the size of a short string, which needs half a byte.
  static constexpr int kBirthShift = 12;
  static constexpr uint64_t kBirthBits = uint64_t{15} << kBirthShift;

  static void Release(Box* box);

  uint64_t words_[2];
};
static_assert(sizeof(Value) == 16 && sizeof(Box) == 32);

struct Entry {
  Value key;
  Value value;
};
// In front of the entries of an object: where each key is, once there are many.
struct alignas(8) ObjectIndex {
  uint32_t* slots;  // 0: free, else the number of an entry + 1
  uint32_t size;    // a power of two, 0: there is none
  uint32_t padding;
};
inline ObjectIndex* IndexOf(Box* box) { return reinterpret_cast<ObjectIndex*>(box + 1); }
inline Entry* Value::entries() const { return reinterpret_cast<Entry*>(IndexOf(box()) + 1); }

uint32_t HashOf(const Value& key);
// Of strings.
inline bool SameText(const Value& a, const Value& b) {
  if (a.kind() == Kind::kShort || b.kind() == Kind::kShort) return a.LooksSame(b);
  return a.box() == b.box() || a.text() == b.text();
}

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_VALUE_H_
