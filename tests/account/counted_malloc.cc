#include "tests/account/counted_malloc.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

extern "C" {
void* __libc_malloc(size_t bytes);
void __libc_free(void* memory);
void* __libc_realloc(void* memory, size_t bytes);
void* __libc_memalign(size_t alignment, size_t bytes);
}

namespace pysub::account {
namespace {

constexpr int kMaxAccounts = 4096;
constexpr int kMaxFrames = 64;

struct Account {
  const void* what;
  Charged charged;
};

struct State {
  Account accounts[kMaxAccounts];
  int count;
  int outside;  // how many of Outside
  int closing;
  int64_t live;         // allocated since the first account was opened, and not freed
  uint32_t generation;  // what was allocated for accounts that are closed is nobody's
  bool failed;
  int64_t worst, worst_live, worst_charged;  // where the distance was largest
};
thread_local State state __attribute__((tls_model("initial-exec")));
std::atomic<uint32_t> generations{0};

struct Settings {
  int64_t slack = 1 << 20;
  int64_t share = 10;
  bool report = false;
};
Settings settings;

int64_t Number(const char* name, int64_t otherwise) {
  const char* text = getenv(name);
  return text == nullptr ? otherwise : atoll(text);
}

[[gnu::constructor]] void ReadSettings() {
  settings.slack = Number("PYSUB_ACCOUNT_SLACK", settings.slack);
  settings.share = Number("PYSUB_ACCOUNT_SHARE", settings.share);
  settings.report = Number("PYSUB_ACCOUNT_REPORT", 0) != 0;
  void* frames[4];
  backtrace(frames, 4);  // what it loads when it is first called is allocated now
}

// With names, which addr2line finds in programs without debug information, too.
void PrintStack() {
  void* frames[kMaxFrames];
  const int count = backtrace(frames, kMaxFrames);
  static char offsets[kMaxFrames][24];
  static char program[4096];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);
  const char* arguments[kMaxFrames + 4] = {"addr2line", "-Cfpe", program};
  int used = 3;
  Dl_info own;
  if (dladdr(reinterpret_cast<void*>(&ReadSettings), &own) == 0) return;
  for (int i = 0; i < count && length > 0; ++i) {
    Dl_info info;
    if (dladdr(frames[i], &info) == 0 || info.dli_fbase != own.dli_fbase) continue;
    const auto offset =
        static_cast<const char*>(frames[i]) - static_cast<const char*>(info.dli_fbase) - 1;
    snprintf(offsets[i], sizeof(offsets[i]), "0x%lx", static_cast<unsigned long>(offset));
    arguments[used++] = offsets[i];
  }
  const pid_t child = fork();
  if (child == 0) {
    dup2(2, 1);
    execvp(arguments[0], const_cast<char* const*>(arguments));
    backtrace_symbols_fd(frames, count, 2);
    _exit(127);
  }
  int status;
  waitpid(child, &status, 0);
}

[[noreturn]] void Fail(int64_t bytes, int64_t charged) {
  state.failed = true;
  dprintf(2,
          "\naccount: %lld bytes are in use with the last %lld, %lld are charged; allocated by\n",
          static_cast<long long>(state.live), static_cast<long long>(bytes),
          static_cast<long long>(charged));
  PrintStack();
  _exit(kExit);
}

bool IsOpen() {
  return state.count > 0 && state.outside == 0 && state.closing == 0 && !state.failed;
}

void Grow(int64_t bytes) {
  state.live += bytes;
  int64_t charged = 0;
  for (int i = 0; i < state.count; ++i)
    charged += state.accounts[i].charged(state.accounts[i].what);
  const int64_t distance = state.live - charged - charged / 100 * settings.share;
  if (distance > state.worst) {
    state.worst = distance;
    state.worst_live = state.live;
    state.worst_charged = charged;
  }
  if (distance > settings.slack) Fail(bytes, charged);
}

// In front of each block.
struct Header {
  uint64_t bytes;       // that were asked for
  uint32_t generation;  // of the accounts that it was allocated for; 0: none
  uint16_t offset;      // of the block from what malloc gave, in units of 16
  uint16_t magic;
};
static_assert(sizeof(Header) == 16);
constexpr uint16_t kMagic = 0xACC7;

Header* HeaderOf(void* block) { return static_cast<Header*>(block) - 1; }
char* MemoryOf(void* block) {
  return static_cast<char*>(block) - size_t{HeaderOf(block)->offset} * 16;
}
int64_t BytesOf(const Header& header) {
  return static_cast<int64_t>(header.bytes + sizeof(Header));
}

// Makes a block of what malloc gave.
void* Enter(void* memory, size_t offset, size_t bytes) {
  if (memory == nullptr) return nullptr;
  char* block = static_cast<char*>(memory) + offset;
  Header* header = HeaderOf(block);
  const bool counts = IsOpen();
  *header = {bytes, counts ? state.generation : 0, static_cast<uint16_t>(offset / 16), kMagic};
  if (counts) Grow(BytesOf(*header));
  return block;
}

void Leave(const Header& header) {
  if (header.generation != 0 && header.generation == state.generation)
    state.live -= BytesOf(header);
}

void* Allocate(size_t bytes) {
  if (bytes > SIZE_MAX / 2) return errno = ENOMEM, nullptr;
  return Enter(__libc_malloc(bytes + sizeof(Header)), sizeof(Header), bytes);
}

void* AllocateAligned(size_t alignment, size_t bytes) {
  alignment = std::max(alignment, sizeof(Header));
  if (bytes > SIZE_MAX / 2 || alignment > (size_t{1} << 19)) return errno = ENOMEM, nullptr;
  return Enter(__libc_memalign(alignment, bytes + alignment), alignment, bytes);
}

void* Reallocate(void* block, size_t bytes) {
  Header* header = HeaderOf(block);
  if (bytes > SIZE_MAX / 2) return errno = ENOMEM, nullptr;
  if (header->magic != kMagic || header->offset != 1) abort();
  const Header old = *header;
  void* memory = __libc_realloc(MemoryOf(block), bytes + sizeof(Header));
  if (memory == nullptr) return nullptr;
  Leave(old);
  return Enter(memory, sizeof(Header), bytes);
}

}  // namespace

void Open(const void* what, Charged charged) {
  if (state.count == kMaxAccounts) abort();
  if (state.count == 0) {
    state.generation = ++generations;
    state.live = 0;
    state.worst = INT64_MIN;
  }
  state.accounts[state.count++] = {what, charged};
}

bool AnyOpen() { return state.count > 0; }

void BeginClosing(const void*) { ++state.closing; }

void EndClosing(const void* what) {
  --state.closing;
  Account* end = state.accounts + state.count;
  Account* found =
      std::find_if(state.accounts, end, [=](const Account& one) { return one.what == what; });
  if (found == end) return;
  *found = *(end - 1);
  if (--state.count > 0) return;
  if (settings.report) {
    dprintf(2, "account: at most %lld ahead: %lld in use, %lld charged\n",
            static_cast<long long>(state.worst), static_cast<long long>(state.worst_live),
            static_cast<long long>(state.worst_charged));
  }
  state.generation = 0;
}

Outside::Outside() { ++state.outside; }
Outside::~Outside() { --state.outside; }

}  // namespace pysub::account

using namespace pysub::account;

extern "C" {

void* malloc(size_t bytes) { return Allocate(bytes); }

void free(void* block) {
  if (block == nullptr) return;
  Header* header = HeaderOf(block);
  if (header->magic != kMagic) abort();
  Leave(*header);
  header->magic = 0;
  __libc_free(MemoryOf(block));
}

void* calloc(size_t count, size_t bytes) {
  size_t all;
  if (__builtin_mul_overflow(count, bytes, &all)) return errno = ENOMEM, nullptr;
  void* block = Allocate(all);
  if (block != nullptr) memset(block, 0, all);
  return block;
}

void* realloc(void* block, size_t bytes) {
  return block == nullptr ? Allocate(bytes) : Reallocate(block, bytes);
}

void* memalign(size_t alignment, size_t bytes) { return AllocateAligned(alignment, bytes); }
void* aligned_alloc(size_t alignment, size_t bytes) { return AllocateAligned(alignment, bytes); }
int posix_memalign(void** block, size_t alignment, size_t bytes) {
  *block = AllocateAligned(alignment, bytes);
  return *block == nullptr ? ENOMEM : 0;
}
size_t malloc_usable_size(void* block) { return block == nullptr ? 0 : HeaderOf(block)->bytes; }

// What is mapped is looked at with the next allocation: much is given back before it is touched.
void* mmap(void* at, size_t bytes, int protection, int flags, int file, off_t offset) noexcept {
  const long result = syscall(SYS_mmap, at, bytes, protection, flags, file, offset);
  if (result != -1 && (flags & MAP_ANONYMOUS) != 0 && IsOpen())
    state.live += static_cast<int64_t>(bytes);
  return reinterpret_cast<void*>(result);
}

int munmap(void* memory, size_t bytes) noexcept {
  const int result = static_cast<int>(syscall(SYS_munmap, memory, bytes));
  if (result == 0 && state.generation != 0) state.live -= static_cast<int64_t>(bytes);
  return result;
}

}  // extern "C"
