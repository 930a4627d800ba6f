#ifndef PYSUB_LEXER_BASE_SANITIZERS_H_
#define PYSUB_LEXER_BASE_SANITIZERS_H_

// Whether this is a build with AddressSanitizer or ThreadSanitizer: 1 or 0. g++ and clang say it in
// ways of their own, and what asks only one of them does the wrong thing in builds of the other.
#if defined(__SANITIZE_ADDRESS__)
#define PYSUB_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define PYSUB_TSAN 1
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PYSUB_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define PYSUB_TSAN 1
#endif
#endif
#ifndef PYSUB_ASAN
#define PYSUB_ASAN 0
#endif
#ifndef PYSUB_TSAN
#define PYSUB_TSAN 0
#endif

#endif  // PYSUB_LEXER_BASE_SANITIZERS_H_
