// What Debian's run-time library of the compiler for wasm32 (arithmetic of 128 bits) was compiled
// to want: it looks after its stack.

#include <stdint.h>

extern "C" uintptr_t __stack_chk_guard = 0x595e9fbd;
extern "C" [[noreturn]] void __stack_chk_fail() { __builtin_trap(); }
