// Programs that would recurse in C++, on threads with little stack: what is too deep is an
// exception, and nothing ends the host. (`ctest -R small_stack` plays the golden programs with 256
// KB, too.)

#include <gtest/gtest.h>
#include <pthread.h>

#include <string>
#include <string_view>

#include "lexer/base/sanitizers.h"
#include "lexer/base/stack_left.h"
#include "pysub/sandbox.h"

namespace pysub {
namespace {

constexpr size_t kKiB = 1024;
#if PYSUB_ASAN
// its frames are ten times as large: what is walked is looked at, not how much fits
constexpr size_t kStacks[] = {32 * 1024 * kKiB};
#else
constexpr size_t kStacks[] = {256 * kKiB, 512 * kKiB, 1024 * kKiB, 8192 * kKiB};
#endif

template <typename Function>
void OnStackOf(size_t bytes, Function function) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, bytes), 0);
  pthread_t thread;
  const auto start = [](void* argument) -> void* {
    (*static_cast<Function*>(argument))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, start, &function), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

std::string Times(std::string_view text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

// Ends, whatever with.
void Play(const std::string& source, std::string_view text = "") {
  SandboxOptions options;
  options.inputs = {{"text", HostValue(text)}};
  options.limits.memory_bytes = uint64_t{512} << 20;
  options.limits.allocations = std::nullopt;
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile(source), options);
  ASSERT_TRUE(sandbox.ok()) << sandbox.status();
  const Stop stop = sandbox->Run();
  EXPECT_TRUE(std::holds_alternative<Finished>(stop) || std::holds_alternative<Raised>(stop) ||
              std::holds_alternative<LimitReached>(stop));
}

TEST(SmallStackTest, IsMeasured) {
  for (size_t bytes : kStacks) {
    OnStackOf(bytes, [bytes] {
      EXPECT_LE(StackLeft(), bytes);
      EXPECT_GE(StackLeft(), bytes / 2);
    });
  }
  EXPECT_GE(StackLeft(), 100 * kKiB);
}

TEST(SmallStackTest, SourcesOfAnyDepthAreCompiledOrRefused) {
  struct Row {
    const char* before;
    const char* middle;
    const char* after;
    const char* head;
  };
  const Row rows[] = {
      {"(", "1", ")", "x = "},
      {"[", "1", "]", "x = "},
      {"{1: ", "1", "}", "x = "},
      {"{", "1", "}", "x = "},
      {"f(", "1", ")", "def g(): "},
      {"f(a=", "1", ")", "def g(): "},
      {"f(**", "a", ")", "def g(): "},
      {"a[", "1", "]", "def g(): "},
      {"a[b:", "1", "]", "def g(): "},
      {"(lambda: ", "1", ")", "x = "},
      {"(lambda a=", "1", ": a)", "x = "},
      {"lambda: ", "1", "", "x = "},
      {"[i for i in ", "[1]", "]", "x = "},
      {"[a for i in [1] if ", "1", "]", "x = "},
      {"[0 ", "", "]", "x = "},
      {"not ", "1", "", "x = "},
      {"-", "1", "", "x = "},
      {"- ", "a", "", "def g(): "},
      {"1 if 1 else ", "1", "", "x = "},
      {"a if b else ", "c", "", "def g(): return "},
      {"a if b else ", "c", "", "from __future__ import annotations\nx: "},
      {"1 if ", "1", " else 1", "x = "},
      {"a ** ", "a", "", "def g(): "},
      {"a and not ", "a", "", "def g(): "},
      {"(a := ", "1", ")", "x = "},
      {"(yield ", "1", ")", "def g(): "},
      {"f'{", "1", "}'", "x = "},
      {"f'{a:{", "1", "}}'", "def g(): "},
      {"(", "a", ",)", "def g(): "},
      {"(", "a", ",) = 1", "def g(): "},
      {"a = ", "1", "", "def g(): "},
      {"for a in b: ", "pass", "", ""},
      {"@a\n", "def f(): pass", "", ""},
      {"a b ", "c", "", ""},
      {"a ", "b", "", "print "},
      {"a, ", "a", ": pass", "with "},
      {"1 + ", "1", "", "x = "},
      {"(1 + ", "1", ")", "x = "},
      {"a < ", "a", "", "def g(): "},
      {"a.b", "", "", "def g(): a"},
      {"(1)", "", "", "def g(): a"},
      {"[1]", "", "", "def g(): a"},
      {"if a: pass\nel", "if a: pass", "", "a = 1\n"},
      {"a for a in b if c ", "", "", "x = [a for a in b "},
      {" for a in b", "", "]", "x = [a"},
  };
  for (size_t bytes : kStacks) {
    OnStackOf(bytes, [&] {
      for (const Row& row : rows) {
        for (int depth : {40, 90, 99, 150, 199, 300, 390, 1'000, 5'900, 7'000, 19'500}) {
          const std::string source =
              row.head + Times(row.before, depth) + row.middle + Times(row.after, depth);
          SCOPED_TRACE(source.substr(0, 60));
          Play(source);
          Play("try: compile(text, 'x', 'exec')\nexcept Exception as e: e = str(e)", source);
        }
      }
    });
  }
}

TEST(SmallStackTest, DataOfAnyDepthIsWalkedOrRefused) {
  constexpr std::string_view kWalks[] = {
      "repr(x)",
      "str(y)",
      "x == [x]",
      "y < (y,)",
      "hash(y)",
      "z == {1: z}",
      "repr(z)",
      "f'{x}'",
      "import copy; copy.deepcopy(x)",
      "import json; json.dumps(x)",
      "import json; json.dumps(z, indent=1)",
      "import json; json.loads('[' * 100000)",
      "isinstance(1, y)",
      "import pprint; pprint.pformat(x)",
      "x in [x, [x]]",
      "__import__('a.' * 100000)",
      "import types\nfor i in range(300000): g = types.MethodType(g, 1)\ng(**1)",
      "for i in range(300000): g = staticmethod(g)\ng(1)",
      "for i in range(300000): g = staticmethod(g)\nrepr(g), str(g), g.__name__, g.__doc__, g == "
      "g, hash(g)",
      "for i in range(300000): g = classmethod(g)\nrepr(g), g.__name__, g.__get__(1)()",
      "for i in range(300000): g = property(g)\nrepr(g), g.__get__(1)",
      "sorted([x, [x]])",
      "max(x, [x])",
      "sum([x], [])",
      "list(map(repr, [x]))",
      "print(x)",
      "import re; re.compile('(' * 5000 + ')' * 5000)",
      "import re; re.compile('(?:a|' * 5000 + ')' * 5000)",
      "import ast; ast.literal_eval('[' * 300 + ']' * 300)",
      "import functools as f\nfor i in range(5000): g = f.partial(g)\ng()",
      "from collections import ChainMap\nc = {}\nfor i in range(5000): c = ChainMap(c)\n1 in c, "
      "len(c), repr(c)",
      "import operator as o\nfor i in range(5000): g = o.methodcaller('x', g)\nrepr(g)",
      "from typing import Optional, List\nt = int\nfor i in range(5000): t = List[t]\nrepr(t), "
      "hash(t), t == List[t]",
      "t = int\nfor i in range(5000): t = list[t] | None\nrepr(t), hash(t)",
      "import itertools\nc = iter([1])\nfor i in range(50000): c = itertools.chain(c)\nlist(c)",
      "c = iter([1])\nfor i in range(50000): c = map(abs, c)\nlist(c)",
      "c = iter([1])\nfor i in range(50000): c = zip(c)\nnext(c)",
      "c = iter([1])\nfor i in range(50000): c = enumerate(c)\nnext(c)",
      "def d(c): yield from c\nc = iter([1])\nfor i in range(50000): c = d(c)\nlist(c)",
      "e = ValueError()\nfor i in range(50000):\n  n = ValueError(e); n.__cause__ = e; e = "
      "n\nraise e",
      "e = ExceptionGroup('a', [ValueError()])\nfor i in range(5000): e = ExceptionGroup('a', "
      "[e])\nraise e",
      "e = ExceptionGroup('a', [ValueError()])\nfor i in range(5000): e = ExceptionGroup('a', "
      "[e])\nrepr(e), e.split(ValueError)",
      "def r(): return r()\nr()",
      "def r(): return [*map(lambda i: r(), [1])]\nr()",
      "def r(*a): return sorted([1, 2], key=r)\nr()",
      "m = b'x'\nfor i in range(50000): m = memoryview(m)\nbytes(m), hash(m), m == m",
      "from string.templatelib import Template\nt = t'{1}'\nfor i in range(5000): t = "
      "t'{t}'\nrepr(t)",
  };
  for (size_t bytes : kStacks) {
    OnStackOf(bytes, [&] {
      for (std::string_view walk : kWalks) {
        for (int depth : {90, 1'000, 100'000}) {
          SCOPED_TRACE(walk);
          Play("x, y, z, g = [], (), {}, len\nfor i in range(" + std::to_string(depth) +
               "): x, y, z = [x], (y,), {1: z}\n" + std::string(walk));
        }
      }
    });
  }
}

}  // namespace
}  // namespace pysub
