#ifndef PYSUB_TESTS_ACCOUNT_COUNTED_MALLOC_H_
#define PYSUB_TESTS_ACCOUNT_COUNTED_MALLOC_H_

#include <cstdint>

// The account against the allocator: a program that is linked with counted_malloc.cc counts what it
// allocates, and compares that with what the accounts that are open say is in use. An allocation
// with which the one passes the other by more than a slack ends the program with status kExit, and
// prints who asked for it.
//
// malloc and its family, which `new` calls, and mmap are replaced. Accounts are opened and closed
// by the linker's --wrap of the functions that make and end heaps and budgets (counted_heap.cc,
// counted_shell.cc): nothing of this is in the libraries. One thread's accounts are compared with
// what that thread allocates.
//
// The environment may say
//   PYSUB_ACCOUNT_SLACK=BYTES    how far the allocator may be ahead of the accounts, and
//   PYSUB_ACCOUNT_SHARE=PERCENT  by so much of what they say beside that
//   PYSUB_ACCOUNT_REPORT=1       the largest distance there was is printed at the end
namespace pysub::account {

inline constexpr int kExit = 86;

// How many bytes `what` has charged.
using Charged = int64_t (*)(const void* what);

void Open(const void* what, Charged charged);
// What is freed between the two was the account's.
bool AnyOpen();  // of this thread
void BeginClosing(const void* what);
void EndClosing(const void* what);

// While one lives, what is allocated is the host's.
class Outside {
 public:
  Outside();
  ~Outside();
  Outside(const Outside&) = delete;
  Outside& operator=(const Outside&) = delete;
};

}  // namespace pysub::account

#endif  // PYSUB_TESTS_ACCOUNT_COUNTED_MALLOC_H_
