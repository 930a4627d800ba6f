#ifndef PYSUB_LEXER_BASE_STACK_LEFT_H_
#define PYSUB_LEXER_BASE_STACK_LEFT_H_

#include <cstddef>

namespace pysub {

// Bytes of this thread's stack below the caller. Whoever recurses over what a program has written
// asks it first how deep it may: threads of hosts have 8 MB, or 256 KB. On a stack that is not the
// thread's own (a fiber of the host) 256 KB are assumed. The first call of a thread asks the
// system, all others are a subtraction.
size_t StackLeft();

// How often `bytes` fit into `room`, which builds with sanitizers fill three times as fast.
size_t LevelsIn(size_t room, size_t bytes);

}  // namespace pysub

#endif  // PYSUB_LEXER_BASE_STACK_LEFT_H_
