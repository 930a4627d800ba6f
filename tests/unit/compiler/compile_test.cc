#include "compiler/compile.h"

#include <gtest/gtest.h>

#include <string>

#include "compiler/opcodes.h"

namespace pysub {
namespace {

std::string Repeated(std::string_view text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

// Compiles and verifies; "" if all is well.
std::string Problem(const std::string& source, const CompileOptions& options = {}) {
  const CompileResult result = Compile(source, "t.py", options);
  if (result.unit == nullptr) return result.errors[0].message;
  return Verify(*result.unit).value_or("");
}

int CountOps(const CompiledUnit& unit, Op op) {
  int count = 0;
  for (const auto& code : unit.codes) {
    for (uint32_t pc = 0; pc < code->words.size();) {
      count += OpOf(code->words[pc]) == op;
      pc += 1 + static_cast<uint32_t>(InfoOf(OpOf(code->words[pc])).extension_count());
    }
  }
  return count;
}

// The walkers loop along what may be deep (parser/ast.h).
TEST(CompileTest, DeepTreesNeedNoDeepStack) {
  EXPECT_EQ(Problem("x = a" + Repeated(" + a", 15000)), "");
  EXPECT_EQ(Problem("x = a" + Repeated(".a", 15000)), "");
  EXPECT_EQ(Problem("x = a" + Repeated("(1)", 15000)), "");
  EXPECT_EQ(Problem("x = a" + Repeated(".b(1)[0]", 5000)), "");
  EXPECT_EQ(Problem("x = 1" + Repeated(" + 1", 15000)), "");
  EXPECT_EQ(Problem("x: a" + Repeated(" | a", 15000)), "");
  EXPECT_EQ(Problem("from __future__ import annotations\nx: a" + Repeated(" | a", 15000)), "");
  EXPECT_EQ(Problem("if a:\n  b\n" + Repeated("elif a:\n  b\n", 2000)), "");
  EXPECT_EQ(Problem("x = " + Repeated("not ", 150) + "a"), "");
  EXPECT_EQ(Problem("x = a" + Repeated(" and a", 20000)), "");
  EXPECT_EQ(Problem("x = a" + Repeated(" < a", 20000)), "");
}

// Beyond what operands can express there is another way, or an error; never wrong code.
TEST(CompileTest, NothingIsTooLong) {
  EXPECT_EQ(Problem("x = [" + Repeated("a, ", 70000) + "]"), "");
  EXPECT_EQ(Problem("x = {" + Repeated("a, ", 1000) + "}"), "");
  EXPECT_EQ(Problem("x = {" + Repeated("a: b, ", 1000) + "}"), "");
  EXPECT_EQ(Problem("f(" + Repeated("a, ", 1000) + ")"), "");
  EXPECT_EQ(Problem("x = f'" + Repeated("{a()} ", 1000) + "'"), "");
  EXPECT_EQ(Problem(Repeated("f(", 150) + Repeated(")", 150)), "");
  EXPECT_EQ(Problem(Repeated("[", 150) + Repeated("]", 150)), "");
  std::string many_locals = "def f():\n";
  std::string many_parameters = "def f(";
  std::string many_constants;
  for (int i = 0; i < 70000; ++i) many_constants += "x = '" + std::to_string(i) + "'\n";
  for (int i = 0; i < 1000; ++i) {
    const std::string name = "v" + std::to_string(i);
    many_locals += "  " + name + " = " + name + "\n";
    many_parameters += name + ", ";
  }
  EXPECT_EQ(Problem(many_locals), "");
  EXPECT_EQ(Problem(many_parameters + "): return lambda: v999 + v200 + v255"), "");
  EXPECT_EQ(Problem(many_constants), "");
  std::string many_globals;
  for (int i = 0; i < 70000; ++i) many_globals += "g" + std::to_string(i) + " = 1\n";
  EXPECT_EQ(Problem(many_globals), "too many global names in one program");
}

// Bodies of `finally` are copied for each way out, those in them as well: a small source must not
// become a large program.
TEST(CompileTest, CopiesOfFinallyBodiesAreBounded) {
  for (const char* leaves : {"pass", "return 1", "break", "continue"}) {
    std::string nested = "def f():\n while x:\n";
    for (int depth = 2; depth < 20; ++depth) {
      const std::string indent(depth, ' ');
      nested += indent + "try: " + leaves + "\n" + indent + "finally:\n";
    }
    nested += std::string(20, ' ') + "g()\n";
    const CompileResult result = Compile(nested, "t.py");
    ASSERT_EQ(result.errors.size(), 1u) << leaves;
    EXPECT_EQ(result.errors[0].message, "program too large to compile") << leaves;
  }
  std::string many = "def f():\n try:\n";
  for (int i = 0; i < 3000; ++i) many += "  if a: return 1\n";
  many += " finally:\n";
  for (int i = 0; i < 300; ++i) many += "  a(b, c, d)\n";
  EXPECT_EQ(Compile(many, "t.py").errors.size(), 1u);
  // What people write has its place.
  std::string usual = "def f():\n try:\n";
  for (int i = 0; i < 100; ++i) usual += "  if a: return 1\n";
  usual += " finally:\n";
  for (int i = 0; i < 20; ++i) usual += "  a(b, c, d)\n";
  EXPECT_TRUE(Compile(usual, "t.py").errors.empty());
  EXPECT_TRUE(
      Compile("try:\n try:\n  try: a()\n  finally: b()\n finally: c()\nfinally: d()", "t.py")
          .errors.empty());
}

TEST(CompileTest, ExistingGlobalsKeepTheirSlots) {
  const std::string names[] = {"b", "a"};
  CompileOptions options;
  options.existing_globals = names;
  const CompileResult result = Compile("a = c", "t.py", options);
  ASSERT_NE(result.unit, nullptr);
  ASSERT_EQ(result.unit->globals.size(), 3u);
  EXPECT_EQ(result.unit->names[result.unit->globals[0]], "b");
  EXPECT_EQ(result.unit->names[result.unit->globals[1]], "a");
  EXPECT_EQ(result.unit->names[result.unit->globals[2]], "c");
}

TEST(CompileTest, DynamicUnitsHaveNoSlots) {
  CompileOptions options;
  options.dynamic = true;
  const std::string source =
      "x = len(y)\nfor i in range(3): pass\ndef f(): return g(x)\ndel x\n[a for a in b]\n";
  const CompileResult result = Compile(source, "t.py", options);
  ASSERT_NE(result.unit, nullptr);
  EXPECT_TRUE(result.unit->globals.empty());
  EXPECT_EQ(Verify(*result.unit), std::nullopt);
  EXPECT_EQ(CountOps(*result.unit, Op::kLEN), 0);
  EXPECT_EQ(CountOps(*result.unit, Op::kFOR_RANGE), 0);
  EXPECT_EQ(CountOps(*result.unit, Op::kLOAD_GNAME), 2);
}

TEST(CompileTest, TheLastExpressionCanBeTheResult) {
  CompileOptions options;
  options.return_last_expression = true;
  const CompileResult result = Compile("x = 1\nx", "t.py", options);
  ASSERT_NE(result.unit, nullptr);
  EXPECT_NE(result.unit->codes[0]->flags & kCodeEcho, 0);
  EXPECT_EQ(CountOps(*result.unit, Op::kRETURN), 1);
  options = {};
  options.echo_expressions = true;
  EXPECT_EQ(CountOps(*Compile("x\nif x: x", "t.py", options).unit, Op::kECHO), 2);
}

// What is bound on every path needs no check.
TEST(CompileTest, LocalsAreCheckedOnlyWhereTheyMayBeUnbound) {
  auto checks = [](const std::string& body) {
    const CompileResult result = Compile("def f(p):\n" + body, "t.py");
    return result.unit == nullptr ? -1 : CountOps(*result.unit, Op::kCHECK_LOCAL);
  };
  EXPECT_EQ(checks("  x = 1\n  return x + p\n"), 0);
  EXPECT_EQ(checks("  if p: x = 1\n  else: x = 2\n  return x\n"), 0);
  EXPECT_EQ(checks("  if p: x = 1\n  return x\n"), 1);
  EXPECT_EQ(checks("  if p: x = 1\n  else: raise p\n  return x\n"), 0);
  EXPECT_EQ(checks("  for x in p: x\n  return x\n"), 1);
  EXPECT_EQ(checks("  while True:\n    x = 1\n    if p: break\n  return x\n"), 0);
  EXPECT_EQ(checks("  while (x := p): x\n"), 0);
  EXPECT_EQ(checks("  try: x = 1\n  except E: return\n  return x\n"), 0);
  EXPECT_EQ(checks("  try: x = 1\n  except E: pass\n  return x\n"), 1);
  EXPECT_EQ(checks("  try: x = 1\n  finally: x\n  return x\n"), 1);
  EXPECT_EQ(checks("  x = 1\n  del x\n  return x\n"), 1);
  EXPECT_EQ(checks("  x = 1\n  with p: y = 1\n  return x + y\n"), 1);
}

TEST(CompileTest, ConditionsAreFoldedAway) {
  const CompileResult result = Compile("if 0: f()\nwhile 1: g()\nif not (): h()\n", "t.py");
  ASSERT_NE(result.unit, nullptr);
  EXPECT_EQ(CountOps(*result.unit, Op::kJTRUE) + CountOps(*result.unit, Op::kJFALSE), 0);
}

TEST(CompileTest, SpansPointIntoTheSource) {
  const CompileResult result = Compile("x = (a\n     .b(1)\n     .c)\n", "t.py");
  ASSERT_NE(result.unit, nullptr);
  const Code& code = *result.unit->codes[0];
  for (uint32_t pc = 0; pc < code.words.size();) {
    const Op op = OpOf(code.words[pc]);
    if (op == Op::kCALL_METHOD) {
      EXPECT_EQ(code.SpanAt(pc), (SourceSpan{2, 6, 2, 10}));
    }
    if (op == Op::kGETATTR) {
      EXPECT_EQ(code.SpanAt(pc), (SourceSpan{3, 6, 3, 7}));
    }
    pc += 1 + static_cast<uint32_t>(InfoOf(op).extension_count());
  }
  EXPECT_EQ(result.unit->SourceLine(2), "     .b(1)");
  EXPECT_EQ(result.unit->SourceLine(9), "");
}

// Given up after any number of questions, in any phase: no unit, nothing reached that is not there.
TEST(CompileTest, IsGivenUpWhenAsked) {
  std::string source = "def f(";
  for (int i = 0; i < 2000; ++i) source += "p" + std::to_string(i) + ", ";
  source += "): pass\ntype X[";
  for (int i = 0; i < 2000; ++i) source += "T" + std::to_string(i) + ", ";
  source += "] = int\nx = 1";
  for (int i = 0; i < 3000; ++i) source += " + f(x) < 1 and (yes if x else no)";
  source += "\n";
  for (const char* end : {"", "x = = 1\n"}) {
    int given_up = 0;
    for (int questions = 0;; questions += 1 + questions / 8) {
      int left = questions;
      StopCheck stop([](void* count) { return --*static_cast<int*>(count) < 0; }, &left);
      CompileOptions options;
      options.parse_limits.stop = &stop;
      const CompileResult result = Compile(source + end, "t.py", options);
      if (!stop.stopped()) break;
      ++given_up;
      EXPECT_EQ(result.unit, nullptr);
    }
    EXPECT_GT(given_up, 15);
  }
}

// tests/limits measures that it is enough.
TEST(CompileMemoryTest, TypeParametersTakeMore) {
  for (const char* plain :
       {"x[0] = 1", "def f(a: list[int]): pass", "type(x)[0]", "type a = b", ""}) {
    const std::string source = plain;
    EXPECT_EQ(CompileMemory(source), source.size() * 270) << source;
  }
  for (const char* generic :
       {"type a[b] = c", "type\ta [b] = c", "def f[T](): pass", "def \\\n f \\\n[T](): pass",
        "x = type; async def \xC3\xA9[T](): pass", "typetype def f[T]"}) {
    const std::string source = generic;
    EXPECT_EQ(CompileMemory(source), source.size() * 720) << source;
  }
}

}  // namespace
}  // namespace pysub
