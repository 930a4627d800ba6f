// The functions on memory that everything calls, in place of the C library's. Engines leave their
// machine code for memory.copy and memory.fill, which costs more than what most calls move, and the
// library's own go byte by byte. Up to 64 bytes are moved here, all of them loaded before the first
// is stored: so memcpy() may be memmove().

#include <stddef.h>
#include <stdint.h>
#include <wasm_simd128.h>

namespace {

constexpr size_t kMostHere = 64;

template <typename T>
T Load(const void* at) {
  T value;
  __builtin_memcpy(&value, at, sizeof value);
  return value;
}
template <typename T>
void Store(void* at, T value) {
  __builtin_memcpy(at, &value, sizeof value);
}

// sizeof(T) to twice as many bytes: the first and the last ones, which may overlap.
template <typename T>
void MoveTwo(char* to, const char* from, size_t size) {
  const T first = Load<T>(from);
  const T last = Load<T>(from + size - sizeof(T));
  Store(to, first);
  Store(to + size - sizeof(T), last);
}
template <typename T>
void FillTwo(char* to, T value, size_t size) {
  Store(to, value);
  Store(to + size - sizeof(T), value);
}

inline void* Move(void* target, const void* source, size_t size) {
  char* to = static_cast<char*>(target);
  const char* from = static_cast<const char*>(source);
  if (size > kMostHere) return __builtin_memmove(target, source, size);  // memory.copy
  if (size >= 32) {
    const v128_t a = wasm_v128_load(from);
    const v128_t b = wasm_v128_load(from + 16);
    const v128_t c = wasm_v128_load(from + size - 32);
    const v128_t d = wasm_v128_load(from + size - 16);
    wasm_v128_store(to, a);
    wasm_v128_store(to + 16, b);
    wasm_v128_store(to + size - 32, c);
    wasm_v128_store(to + size - 16, d);
  } else if (size >= 16) {
    MoveTwo<v128_t>(to, from, size);
  } else if (size >= 8) {
    MoveTwo<uint64_t>(to, from, size);
  } else if (size >= 4) {
    MoveTwo<uint32_t>(to, from, size);
  } else if (size >= 2) {
    MoveTwo<uint16_t>(to, from, size);
  } else if (size == 1) {
    *to = *from;
  }
  return target;
}

// What the byte at `at`, which differs, says of the two.
inline int Order(const unsigned char* a, const unsigned char* b, size_t at) {
  return int{a[at]} - int{b[at]};
}

}  // namespace

extern "C" {

void* memcpy(void* to, const void* from, size_t size) { return Move(to, from, size); }
void* memmove(void* to, const void* from, size_t size) { return Move(to, from, size); }

void* memset(void* target, int byte, size_t size) {
  char* to = static_cast<char*>(target);
  if (size > kMostHere) return __builtin_memset(target, byte, size);  // memory.fill
  const v128_t all = wasm_i8x16_splat(static_cast<int8_t>(byte));
  const uint64_t eight = static_cast<uint64_t>(wasm_i64x2_extract_lane(all, 0));
  if (size >= 32) {
    FillTwo(to, all, size);
    FillTwo(to + 16, all, size - 32);
  } else if (size >= 16) {
    FillTwo(to, all, size);
  } else if (size >= 8) {
    FillTwo(to, eight, size);
  } else if (size >= 4) {
    FillTwo(to, static_cast<uint32_t>(eight), size);
  } else if (size >= 2) {
    FillTwo(to, static_cast<uint16_t>(eight), size);
  } else if (size == 1) {
    *to = static_cast<char>(byte);
  }
  return target;
}

int memcmp(const void* one, const void* other, size_t size) {
  const auto* a = static_cast<const unsigned char*>(one);
  const auto* b = static_cast<const unsigned char*>(other);
  size_t at = 0;
  for (; at + 16 <= size; at += 16) {
    const v128_t same = wasm_i8x16_eq(wasm_v128_load(a + at), wasm_v128_load(b + at));
    if (!wasm_i8x16_all_true(same)) {
      return Order(a, b, at + static_cast<size_t>(__builtin_ctz(~wasm_i8x16_bitmask(same))));
    }
  }
  if (at + 8 <= size) {
    const uint64_t differing = Load<uint64_t>(a + at) ^ Load<uint64_t>(b + at);
    if (differing != 0)
      return Order(a, b, at + static_cast<size_t>(__builtin_ctzll(differing)) / 8);
    at += 8;
  }
  for (; at < size; ++at) {
    if (a[at] != b[at]) return Order(a, b, at);
  }
  return 0;
}

void* memchr(const void* text, int byte, size_t size) {
  const auto* at = static_cast<const unsigned char*>(text);
  const unsigned char* const end = at + size;
  const v128_t wanted = wasm_i8x16_splat(static_cast<int8_t>(byte));
  for (; static_cast<size_t>(end - at) >= 16; at += 16) {
    const v128_t hits = wasm_i8x16_eq(wasm_v128_load(at), wanted);
    if (wasm_v128_any_true(hits)) {
      return const_cast<unsigned char*>(at) + __builtin_ctz(wasm_i8x16_bitmask(hits));
    }
  }
  for (; at != end; ++at) {
    if (*at == static_cast<unsigned char>(byte)) return const_cast<unsigned char*>(at);
  }
  return nullptr;
}

}  // extern "C"
