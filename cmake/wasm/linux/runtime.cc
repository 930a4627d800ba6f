// What Debian's run-time library of the compiler for wasm32 (arithmetic of 128 bits) was compiled
// to want: it looks after its stack.

#include <stdint.h>

extern "C" uintptr_t __stack_chk_guard = 0x595e9fbd;
extern "C" [[noreturn]] void __stack_chk_fail() { __builtin_trap(); }

// What a product of 128 bits is compiled to. The library's own is compiled for size, with a look at
// the stack.
extern "C" unsigned __int128 __multi3(unsigned __int128 a, unsigned __int128 b) {
  const uint64_t a_low = static_cast<uint64_t>(a);
  const uint64_t b_low = static_cast<uint64_t>(b);
  const uint64_t a_high = static_cast<uint64_t>(a >> 64);
  const uint64_t b_high = static_cast<uint64_t>(b >> 64);
  constexpr uint64_t kHalf = 0xFFFFFFFF;
  const uint64_t low = (a_low & kHalf) * (b_low & kHalf);
  const uint64_t one = (a_low >> 32) * (b_low & kHalf) + (low >> 32);
  const uint64_t other = (a_low & kHalf) * (b_low >> 32) + (one & kHalf);
  const uint64_t high =
      (a_low >> 32) * (b_low >> 32) + (one >> 32) + (other >> 32) + a_low * b_high + a_high * b_low;
  return static_cast<unsigned __int128>(high) << 64 | (other << 32 | (low & kHalf));
}
