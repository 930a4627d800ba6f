// What the detector of counted_malloc.h sees: faults that are put in here.

#include "tests/account/counted_malloc.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "pysub/files/file_system.h"
#include "shell/expand/text.h"
#include "shell/regex/regex.h"
#include "shell/run/kernel.h"
#include "shell/syntax/parser.h"
#include "vm/heap/heap.h"

namespace pysub {
namespace {

constexpr size_t kMuch = 8 << 20;

void Keep(void* memory) { __asm__ volatile("" : : "r"(memory) : "memory"); }

shell::Clock TestClock() {
  return {.real_ns = [] { return int64_t{0}; },
          .monotonic_ns = [] { return int64_t{0}; },
          .sleep_ns = [](int64_t) {}};
}

#define EXPECT_FOUND(statement) \
  EXPECT_EXIT(statement, testing::ExitedWithCode(account::kExit), "account: ")

TEST(CountedMalloc, FindsWhatAHeapWasNotCharged) {
  EXPECT_FOUND({
    Heap heap(64 << 20);
    Keep(std::malloc(kMuch));
  });
  EXPECT_FOUND({
    Heap heap(64 << 20);
    Keep(new char[kMuch]);
  });
  EXPECT_FOUND({
    Heap heap(64 << 20);
    Keep(std::realloc(std::malloc(10), kMuch));
  });
  EXPECT_FOUND({
    Heap heap(64 << 20);
    Keep(std::aligned_alloc(4096, kMuch));
  });
  EXPECT_FOUND({
    Heap heap(64 << 20);
    Keep(mmap(nullptr, kMuch, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    Keep(std::malloc(1));
  });
}

TEST(CountedMalloc, FindsWhatIsChargedTooLate) {
  EXPECT_FOUND({
    Heap heap(64 << 20);
    void* memory = std::malloc(kMuch);
    if (!heap.Charge(kMuch)) std::abort();
    Keep(memory);
  });
}

TEST(CountedMalloc, FindsACopyThatLivesForAMoment) {
  EXPECT_FOUND({
    Heap heap(64 << 20);
    if (!heap.Charge(kMuch)) std::abort();
    std::string text(kMuch, 'a');
    std::string copy = text;
    Keep(copy.data());
    Keep(text.data());
  });
}

TEST(CountedMalloc, FindsWhatAListThatGrowsTakesWhileItMoves) {
  EXPECT_FOUND({
    Heap heap(256 << 20);
    std::vector<uint64_t> list;
    for (uint64_t i = 0; i < (1 << 22); ++i) {
      if (!heap.Charge(sizeof(i))) std::abort();
      list.push_back(i);
    }
  });
}

TEST(CountedMalloc, FindsWhatAShellWasNotCharged) {
  EXPECT_FOUND({
    shell::Kernel kernel(TestClock(), {});
    Keep(new char[kMuch]);
  });
  EXPECT_FOUND({
    shell::Kernel kernel(TestClock(), {});
    std::string text;
    shell::MemoryCharge held;
    while (text.size() < (64 << 20)) {
      if (!held.Add(&kernel.budget, 100)) std::abort();
      text.append(100, 'a');
    }
  });
}

TEST(CountedMalloc, FindsACompilationThatNobodyCharged) {
  std::string source;
  for (int i = 0; i < 20000; ++i) source += "x = [a, b, c]\n";
  EXPECT_FOUND({
    Heap heap(64 << 20);
    Compile(source, "name", {});
  });
}

// What each part of the library takes when it is told that nobody pays is found where that part
// took it.
#define EXPECT_FOUND_IN(where, statement) \
  EXPECT_EXIT(statement, testing::ExitedWithCode(account::kExit), "account: (.|\n)*" where)

TEST(CountedMalloc, FindsWhereFilesGrow) {
  const std::string text(kMuch, 'a');
  EXPECT_FOUND_IN("files::Content", {
    Heap heap(64 << 20);
    files::FileSystem tree;  // without an owner
    static_cast<void>(tree.WriteFile({.uid = 0, .gid = 0}, "/f", text));
  });
}

TEST(CountedMalloc, FindsWhereAScriptIsParsed) {
  std::string source;
  for (int i = 0; i < 100000; ++i) source += "echo $a \"b c\" > d; ";
  const auto shared = std::make_shared<const std::string>(source);
  EXPECT_FOUND_IN("shell::Parser", {
    shell::Kernel kernel(TestClock(), {});
    shell::SymbolTable symbols;
    shell::Parser parser(shared, symbols, 1, {});  // without an account
    parser.Next();
  });
}

TEST(CountedMalloc, FindsWhereAWordIsExpanded) {
  const std::string text(kMuch, 'a');
  EXPECT_FOUND_IN("shell::ChangeCase", {
    shell::Kernel kernel(TestClock(), {});
    shell::ChangeCase(text, 'U');
  });
}

TEST(CountedMalloc, FindsWhereAPatternIsCompiled) {
  std::string pattern;
  for (int i = 0; i < 5000; ++i) pattern += "(ab" + std::to_string(i) + "|[[:alpha:]])";
  EXPECT_FOUND_IN("shell::Regex::Compile", {
    shell::Kernel kernel(TestClock(), {});
    std::string error;
    shell::Regex::Compile(pattern, {}, nullptr, &error);
  });
}

TEST(CountedMalloc, IsContentWithWhatIsCharged) {
  Heap heap(256 << 20);
  ASSERT_TRUE(heap.Charge(kMuch));
  for (int i = 0; i < 100; ++i) {
    std::string text(kMuch, 'a');  // what is freed is given back
    Keep(text.data());
  }
  void* mapping = mmap(nullptr, kMuch, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(mapping, kMuch);
  Keep(std::malloc(1));
  {
    account::Outside host;
    Keep(new char[kMuch]);
  }
  ASSERT_TRUE(heap.Charge(kMuch));
  shell::Kernel kernel(TestClock(), {});
  shell::MemoryCharge held;
  std::string text;
  while (text.size() < (64 << 20)) {
    ASSERT_TRUE(held.MakeRoom(&kernel.budget, &text, 100));
    text.append(100, 'a');
  }
}

TEST(CountedMalloc, ForgetsWhatAnEarlierAccountLeft) {
  std::string left;
  {
    Heap heap(64 << 20);
    ASSERT_TRUE(heap.Charge(2 * kMuch));
    left.assign(kMuch, 'a');
  }
  Heap heap(64 << 20);
  left = std::string();
  EXPECT_FOUND(Keep(new char[kMuch]));
}

}  // namespace
}  // namespace pysub
