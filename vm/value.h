#ifndef PYSUB_VM_VALUE_H_
#define PYSUB_VM_VALUE_H_

#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace pysub {

struct Object;
enum class TypeId : uint16_t;
namespace internal {

template <typename T>
concept Whole = std::integral<T> || std::is_enum_v<T>;

}  // namespace internal

#ifndef NDEBUG
template <typename T>
struct ClassOf;  // vm/object.h
[[noreturn]] void WrongClass();
#endif

// Any Python value in 8 bytes: a NaN box with raw doubles.
//
// A double with an exponent of all ones and a fraction that is not 0 is a NaN, whatever the other
// bits are. One NaN is enough for Python; all those with a sign and a large fraction are free to
// mean something else. So a double stands here as it is:
//
//    63            48 47                                   0
//   +----------------+--------------------------------------+
//   | sign, exponent |              fraction                |  0x0000... to 0xFFF8...: a double
//   +----------------+--------------------------------------+
//   |     0xFFFA     |        address of an Object          |  a heap object
//   |     0xFFFB     |           a small number             |  None, False, True, ... and the
//   |                |                                      |  control values below
//   |     0xFFFC     |        kind, two indices             |  a static thing: a type, a native
//   |                |                                      |  function, a type's attribute
//   |     0xFFFF     |     48 bits, two's complement        |  an int in [-2^47, 2^47)
//   +----------------+--------------------------------------+
//
// - A NaN that comes from outside could look like any of these. ForeignFloat() makes it the one
//   NaN that is used here. Without that, struct.unpack of chosen bytes would forge a pointer.
// - Addresses have 48 bits on the machines that we run on, or 32 (wasm32). An address comes first
//   in memory, so that a fork moves it as a number of its own size (snapshot/fork.cc).
// - The tag of ints is all ones, so that one AND and one compare tell that two values are ints.
// - Ints outside of the 48 bits are heap objects (BigInt).
// - Static things are in read-only data of the program: they need no heap and are the
//   same in every sandbox. A snapshot can name them by number.
// - Two equal ints have equal bits, two equal floats need not (0.0 and -0.0, NaN). So operator== is
//   Python's `is`, and a fast path for Python's == may use it for ints alone.
class Value {
 public:
  // Undefined: an unbound variable, an argument that was not given, a deleted dict entry.
  constexpr Value() : bits_(kSpecial) {}

  static constexpr Value FromBits(uint64_t bits) { return Value(bits); }
  static constexpr Value Undefined() { return Value(kSpecial); }
  static constexpr Value None() { return Value(kSpecial | 1); }
  static constexpr Value False() { return Value(kSpecial | 2); }
  static constexpr Value True() { return Value(kSpecial | 3); }
  static constexpr Value Bool(bool b) { return Value(kSpecial | 2 | static_cast<uint64_t>(b)); }
  static constexpr Value Ellipsis() { return Value(kSpecial | 4); }
  static constexpr Value NotImplemented() { return Value(kSpecial | 5); }

  // Control values are answers of C++ functions. They are never stored in a program's data.
  // The end of an iteration; Vm::stop_value has a generator's return value.
  static constexpr Value Exhausted() { return Value(kSpecial | 8); }
  // An exception is pending in the Vm (or a limit, or a collection is wanted).
  static constexpr Value Failed() { return Value(kSpecial | 16); }
  // A frame was pushed; the result will be written back when it is done.
  static constexpr Value CallPending() { return Value(kSpecial | 17); }

  // An int is made in one of three ways, so that none is cut to 48 bits unseen:
  //   Value::SmallInt(i)       of a type of at most 32 bits (an enum, too): always fits. A wider
  //                            one does not compile.
  //   vm.NewInt(i)             any int64_t: an object where it does not fit. For all that a
  //                            program can choose.
  //   Value::KnownSmallInt(i)  of 64 bits (or a size_t, which may have 32), where the code around
  //                            it has shown that it fits: a place in something that lies in
  //                            memory, what was a small int and got no larger, what was clamped.
  //                            Builds with assertions (fast, dev, fuzz) stop when it does not.
  template <internal::Whole Integer>
  requires(sizeof(Integer) <= 4) static constexpr Value SmallInt(Integer i) {
    return Tagged(static_cast<int64_t>(i));
  }
  template <internal::Whole Integer>
  requires(sizeof(Integer) == 8 || std::same_as<Integer, size_t>) static constexpr Value
      KnownSmallInt(Integer i) {
    assert(FitsSmallInt(i));
    return Tagged(static_cast<int64_t>(i));
  }
  template <internal::Whole Integer>
  static constexpr bool FitsSmallInt(Integer i) {
    const auto narrow = static_cast<int64_t>(i);
    if constexpr (std::is_unsigned_v<Integer> && sizeof(Integer) == 8) {
      if (narrow < 0) return false;
    }
    return narrow << 16 >> 16 == narrow;
  }
  static constexpr Value Float(double d) { return Value(std::bit_cast<uint64_t>(d)); }
  // For doubles whose NaN payload came from outside (struct, snapshots).
  static constexpr Value ForeignFloat(double d) { return d == d ? Float(d) : Value(kNan); }
  static Value Of(const Object* object) {
    return Value(kPointerTag | reinterpret_cast<uintptr_t>(object));
  }
  static constexpr Value Type(TypeId id) { return Value(kStatic | static_cast<uint64_t>(id)); }
  // Data attribute number `index` of a type, as the type itself shows it: int.real.
  static constexpr Value Attribute(TypeId owner, uint16_t index) {
    return Value(kStatic | uint64_t{2} << 40 | static_cast<uint64_t>(owner) << 16 | index);
  }
  // Row `row` of native table `table` of the runtime.
  static constexpr Value Native(uint16_t table, uint16_t row) {
    return Value(kStatic | uint64_t{1} << 40 | uint64_t{table} << 16 | row);
  }

  constexpr uint64_t bits() const { return bits_; }
  constexpr bool operator==(const Value& other) const = default;  // identity, not Python's ==

  constexpr bool IsUndefined() const { return bits_ == kSpecial; }
  constexpr bool IsNone() const { return bits_ == (kSpecial | 1); }
  constexpr bool IsBool() const { return (bits_ | 1) == (kSpecial | 3); }
  constexpr bool IsTrue() const { return bits_ == (kSpecial | 3); }
  constexpr bool IsFalse() const { return bits_ == (kSpecial | 2); }
  constexpr bool IsSmallInt() const { return bits_ >= kIntTag; }
  constexpr bool IsFloat() const { return bits_ < kDoubleEnd; }
  constexpr bool IsObject() const { return bits_ >> 48 == kPointerTag >> 48; }
  constexpr bool IsType() const { return bits_ >> 40 == kStatic >> 40; }
  constexpr bool IsNative() const { return bits_ >> 40 == (kStatic >> 40 | 1); }
  constexpr bool IsAttribute() const { return bits_ >> 40 == (kStatic >> 40 | 2); }
  constexpr bool IsExhausted() const { return bits_ == (kSpecial | 8); }
  constexpr bool IsFailed() const { return bits_ == (kSpecial | 16); }
  constexpr bool IsCallPending() const { return bits_ == (kSpecial | 17); }
  // Failed, CallPending
  constexpr bool IsControl() const { return bits_ >> 4 == (kSpecial >> 4 | 1); }

  static constexpr bool BothSmallInts(Value a, Value b) { return (a.bits_ & b.bits_) >= kIntTag; }
  static constexpr bool BothFloats(Value a, Value b) { return a.IsFloat() && b.IsFloat(); }

  constexpr int64_t AsSmallInt() const { return static_cast<int64_t>(bits_ << 16) >> 16; }
  // The int shifted left by 16. A sum of two of these overflows 64 bits exactly when the sum of the
  // ints overflows 48 bits, which the processor tells for free.
  constexpr int64_t AsShiftedInt() const { return static_cast<int64_t>(bits_ << 16); }
  static constexpr Value FromShiftedInt(int64_t shifted) {
    return Value(kIntTag | static_cast<uint64_t>(shifted) >> 16);
  }
  // a + b cut to 48 bits. For the number behind the last one of a range, which nobody reads.
  static constexpr Value WrappedSum(Value a, Value b) {
    return Tagged(a.AsSmallInt() + b.AsSmallInt());
  }
  // One more than a count in the slot of a native frame. No run counts to 2^47; what a forged
  // snapshot holds there wraps to a place that is nowhere.
  constexpr Value CountedUp() const { return Tagged(AsSmallInt() + 1); }
  constexpr double AsFloat() const { return std::bit_cast<double>(bits_); }
  constexpr bool AsBool() const { return bits_ & 1; }
  Object* AsObject() const {
    return reinterpret_cast<Object*>(static_cast<uintptr_t>(bits_ & kPayload));
  }
  // The object as a T. Builds with assertions stop when it is of another class.
  template <typename T>
  T* As() const {
#ifndef NDEBUG
    if (!IsObject() || !ClassOf<T>::Holds(AsObject())) WrongClass();
#endif
    return static_cast<T*>(AsObject());
  }
  constexpr TypeId AsType() const { return static_cast<TypeId>(bits_ & 0xFFFF); }
  constexpr uint16_t NativeTable() const { return static_cast<uint16_t>(bits_ >> 16); }
  constexpr uint16_t NativeRow() const { return static_cast<uint16_t>(bits_); }
  constexpr TypeId AttributeOwner() const { return static_cast<TypeId>(bits_ >> 16 & 0xFFFF); }
  constexpr uint16_t AttributeIndex() const { return static_cast<uint16_t>(bits_); }

 private:
  explicit constexpr Value(uint64_t bits) : bits_(bits) {}
  static constexpr Value Tagged(int64_t i) {
    return Value(kIntTag | (static_cast<uint64_t>(i) & kPayload));
  }

  static constexpr uint64_t kPayload = 0x0000'FFFF'FFFF'FFFF;
  static constexpr uint64_t kDoubleEnd = 0xFFF9'0000'0000'0000;
  static constexpr uint64_t kPointerTag = 0xFFFA'0000'0000'0000;
  static constexpr uint64_t kSpecial = 0xFFFB'0000'0000'0000;
  static constexpr uint64_t kStatic = 0xFFFC'0000'0000'0000;
  static constexpr uint64_t kIntTag = 0xFFFF'0000'0000'0000;
  static constexpr uint64_t kNan = 0x7FF8'0000'0000'0000;

  uint64_t bits_;
};

static_assert(sizeof(Value) == 8);

}  // namespace pysub

#endif  // PYSUB_VM_VALUE_H_
