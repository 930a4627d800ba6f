#ifndef PYSUB_OSBRIDGE_BINDINGS_NODE_WIRE_H_
#define PYSUB_OSBRIDGE_BINDINGS_NODE_WIRE_H_

// What crosses between JavaScript and pysub.h: bytes. JavaScript writes a request, gets a reply,
// and never holds a pointer, so the same messages serve wherever memory is not shared.
//
// Numbers are little-endian. A text is its size in 32 bits and its bytes. A value is the number of
// its pysub_kind and what package/wire.js says beside Write(): its parts follow it. Values that are
// shared stay shared: each one with parts has a number, counted from 0 in the order in which they
// end, and kAgain with that number stands for it.

#include <pysub.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "../key_collisions.h"

namespace pysub_node {

inline constexpr uint8_t kAgain = 200;
inline constexpr int kMostDepth = 1000;

struct FreeValue {
  void operator()(pysub_value* value) const { pysub_value_free(value); }
};
using ValueHandle = std::unique_ptr<pysub_value, FreeValue>;

inline std::string_view View(const char* data, size_t size) { return {data, size}; }
inline pysub_text TextOf(std::string_view text) { return {text.data(), text.size()}; }

// The values that JavaScript holds by a number: functions and objects of programs.
class Keeper {
 public:
  virtual ~Keeper() = default;
  virtual uint32_t Keep(const pysub_value* value) = 0;
  // Null: there is none.
  virtual const pysub_value* Kept(uint32_t number) = 0;
};

// Reads a request. What is not there reads as 0 and "", and ok() says so.
class Reader {
 public:
  Reader(std::string_view bytes, Keeper* keeper) : rest_(bytes), keeper_(keeper) {}

  bool ok() const { return ok_; }
  // What is wrong with a value; "": nothing.
  const std::string& mistake() const { return mistake_; }

  uint8_t U8() { return Fixed<uint8_t>(); }
  uint32_t U32() { return Fixed<uint32_t>(); }
  uint64_t U64() { return Fixed<uint64_t>(); }
  int64_t I64() { return Fixed<int64_t>(); }
  double F64() { return Fixed<double>(); }
  std::string_view Text() {
    const uint32_t size = U32();
    if (size > rest_.size()) return ok_ = false, std::string_view();
    const std::string_view text = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return text;
  }
  pysub_text TextArgument() { return TextOf(Text()); }
  // Null: mistake().
  ValueHandle Value();

 private:
  template <typename T>
  T Fixed() {
    T value{};
    if (rest_.size() < sizeof(T)) return ok_ = false, value;
    std::memcpy(&value, rest_.data(), sizeof(T));
    rest_.remove_prefix(sizeof(T));
    return value;
  }
  ValueHandle Made();
  ValueHandle Parts(uint8_t kind);
  ValueHandle Wrong(std::string_view why);

  std::string_view rest_;
  Keeper* keeper_;
  bool ok_ = true;
  int depth_ = 0;
  std::string mistake_;
  std::vector<ValueHandle> ended_;  // of the value that is read, those with parts
};

// Writes a reply.
class Writer {
 public:
  explicit Writer(Keeper* keeper) : keeper_(keeper) {}

  void U8(uint8_t value) { bytes_ += static_cast<char>(value); }
  void U32(uint32_t value) { Fixed(value); }
  void U64(uint64_t value) { Fixed(value); }
  void I64(int64_t value) { Fixed(value); }
  void F64(double value) { Fixed(value); }
  void Text(std::string_view text) {
    U32(static_cast<uint32_t>(text.size()));
    bytes_ += text;
  }
  void Text(pysub_text text) { Text(View(text.data, text.size)); }
  // False: why() says what cannot cross; what was written of it is gone.
  bool Value(const pysub_value* value);
  const char* why() const { return why_; }

  size_t size() const { return bytes_.size(); }
  void Resize(size_t size) { bytes_.resize(size); }
  std::string Take() { return std::move(bytes_); }

 private:
  template <typename T>
  void Fixed(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  bool Write(const pysub_value* value);
  bool WriteParts(const pysub_value* value, pysub_kind kind);
  bool Spread(const pysub_value* key, pysub::KeyCollisions* numbers, pysub::KeyCollisions* big);

  std::string bytes_;
  Keeper* keeper_;
  int depth_ = 0;
  uint64_t collisions_ = 0;
  const char* why_ = "";
  // By the place of their first items, which values that share their parts have in common.
  std::unordered_map<const void*, uint32_t> ended_;
  uint32_t ended_count_ = 0;
};

}  // namespace pysub_node

#endif  // PYSUB_OSBRIDGE_BINDINGS_NODE_WIRE_H_
