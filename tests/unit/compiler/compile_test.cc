#include "compiler/compile.h"

#include <gtest/gtest.h>
#include <malloc.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <string>
#include <string_view>

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

// Shapes of wide programs: `before`, `item` N times (each %d its number), `after`.
struct Wide {
  const char* name;
  const char* before;
  const char* item;
  const char* after;
};

constexpr Wide kWide[] = {
    {"statements", "", "x = 1\n", ""},
    {"one line", "", "x = 1; ", "\n"},
    {"blank lines", "", "\n", ""},
    {"comments", "", "# comment\n", ""},
    {"names", "", "v% = 1\n", ""},
    {"global", "def f():\n global v", ", v%", "\n"},
    {"nonlocal", "def g():\n v = 1\n def f():\n  nonlocal v", ", v", "\n"},
    {"imports", "import m", ", m%", "\n"},
    {"from imports", "from m import m", ", m%", "\n"},
    {"dotted import", "import m", ".m%", "\n"},
    {"parameters", "def f(", "p%, ", "): pass\n"},
    {"keyword only", "def f(*, ", "p%=1, ", "): pass\n"},
    {"lambda", "lambda ", "p%, ", ": 0\n"},
    {"annotations", "def f(", "p%: int, ", "): pass\n"},
    {"decorators", "", "@d\n", "def f(): pass\n"},
    {"functions", "", "def f%(): pass\n", ""},
    {"classes", "", "class C%: pass\n", ""},
    {"bases", "class C(", "b%, ", "): pass\n"},
    {"type parameters", "type X[", "T%, ", "] = int\n"},
    {"type aliases", "", "type X% = int\n", ""},
    {"arguments", "f(", "a%, ", ")\n"},
    {"keywords", "f(", "a%=1, ", ")\n"},
    {"spread", "f(", "*a, ", ")\n"},
    {"list", "[", "1, ", "]\n"},
    {"list of names", "[", "a%, ", "]\n"},
    {"set", "{", "%, ", "}\n"},
    {"dict", "{", "%: 1, ", "}\n"},
    {"constants", "x = (", "%.5, ", ")\n"},
    {"strings", "x = (", "'s' ", ")\n"},
    {"long string", "x = '", "abc ", "'\n"},
    {"escapes", "x = '", "\\x41", "'\n"},
    {"f-string", "f'", "{a%}", "'\n"},
    {"f-strings", "(", "f'{a}' ", ")\n"},
    {"format spec", "f'{a:", "{b%}", "}'\n"},
    {"sum", "x = a", " + b%", "\n"},
    {"constant sum", "x = 1", " + %", "\n"},
    {"comparison", "x = a", " < b%", "\n"},
    {"and", "x = a", " and b%", "\n"},
    {"if and", "if a", " and b%", ": pass\n"},
    {"attributes", "x = a", ".b%", "\n"},
    {"subscripts", "x = a", "[b%]", "\n"},
    {"calls", "x = a", "()", "\n"},
    {"slices", "x = a[", "b:c, ", "]\n"},
    {"targets", "", "a% = ", "1\n"},
    {"unpack", "", "a%, ", "= x\n"},
    {"starred", "*z, ", "a%, ", "= x\n"},
    {"del", "del a", ", a%", "\n"},
    {"augmented", "", "a% += 1\n", ""},
    {"elif", "if a: pass\n", "elif b%: pass\n", ""},
    {"if", "", "if a%: pass\n", ""},
    {"loops", "", "for a% in b: pass\n", ""},
    {"while", "", "while a%: break\n", ""},
    {"try", "", "try: pass\nexcept: pass\n", ""},
    {"handlers", "try: pass\n", "except E%: pass\n", ""},
    {"finally", "", "try: pass\nfinally: pass\n", ""},
    {"with", "with a", ", b% as c%", ": pass\n"},
    {"with statements", "", "with a: pass\n", ""},
    {"match", "match a:\n", " case %: pass\n", ""},
    {"or pattern", "match a:\n case 0", " | %", ": pass\n"},
    {"sequence pattern", "match a:\n case [", "a%, ", "]: pass\n"},
    {"mapping pattern", "match a:\n case {", "%: a%, ", "}: pass\n"},
    {"class pattern", "match a:\n case C(", "k%=a%, ", "): pass\n"},
    {"comprehension", "[a ", "for a% in b ", "]\n"},
    {"comprehension ifs", "[a for a in b ", "if c% ", "]\n"},
    {"comprehensions", "", "[a for a% in b]\n", ""},
    {"lambdas", "", "lambda: a%\n", ""},
    {"locals", "def f():\n", " a% = 1\n", ""},
    {"captured", "def f():\n", " a% = 1; lambda: a%\n", ""},
    {"locals read", "def f():\n", " a% = 1\n a%\n", ""},
    {"walrus", "(", "(a% := 1), ", ")\n"},
    {"return", "def f():\n", " return a%\n", ""},
    {"assert", "", "assert a%\n", ""},
    {"raise", "", "raise a%\n", ""},
    {"yield", "def f():\n", " yield a%\n", ""},
    {"await", "async def f():\n", " await a%\n", ""},
    {"annotated names", "", "a%: int\n", ""},
    {"docstring", "'''", "line\n", "'''\n"},
    {"continued", "x = 1", " \\\n + a%", "\n"},
    {"joined lines", "x = (", "\n", "1)\n"},
    {"warnings", "", "1 is 1\n", ""},
    {"unclosed", "x = ", "(1,\n", ""},
    {"error at the end", "", "a%; ", "= =\n"},
    {"wrong characters", "", "$", "\n"},
    {"semicolons", "", ";", "\n"},
    {"open string", "x = '''", "a\n", ""},
    {"dedents", "", "if a:\n  if b:\n    c\n", ""},
};

std::string SourceOf(const Wide& wide, int count) {
  std::string source = wide.before;
  for (int i = 0; i < count; ++i) {
    for (const char c : std::string_view(wide.item)) {
      c == '%' ? source += std::to_string(i) : source += c;
    }
  }
  return source + wide.after;
}

double CpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Answers "over" from the given question on, and measures what lies between two questions.
struct Watch {
  int left;
  double last = CpuSeconds();
  double longest = 0;  // between two questions, or before the first or behind the last
  int questions = 0;

  static bool IsOver(void* context) {
    Watch& watch = *static_cast<Watch*>(context);
    watch.Look();
    ++watch.questions;
    return --watch.left < 0;
  }
  void Look() {
    const double now = CpuSeconds();
    longest = std::max(longest, now - last);
    last = now;
  }
};

struct Watched {
  double seconds;
  double longest;
  double behind;  // the last question
  int questions;
};

Watched CompileWatched(const std::string& source, int questions) {
  Watch watch{questions};
  StopCheck stop(Watch::IsOver, &watch);
  CompileOptions options;
  options.parse_limits.stop = &stop;
  const double start = watch.last;
  { const CompileResult result = Compile(source, "t.py", options); }
  const double last = watch.last;
  watch.Look();
  return {watch.last - start, watch.longest, watch.last - last, watch.questions};
}

// The one of some runs in which least lies behind the last question or between two: what else the
// machine does meanwhile lengthens some of them, not each.
Watched BestOf(const std::string& source, int questions, double Watched::*measured, double bound) {
  Watched best = CompileWatched(source, questions);
  for (int i = 1; i < 12 && best.*measured > bound; ++i) {
    usleep(10'000 * i);
    const Watched again = CompileWatched(source, questions);
    if (again.*measured < best.*measured) best = again;
  }
  return best;
}

// However wide a program is: no phase takes long without a question, no loop goes on behind the
// answer. What is longest is the growth of a table, a part of what was done before it.
TEST(CompileTest, NothingTakesLongWithoutAQuestion) {
  constexpr double kBound = 5e-3;
  for (const Wide& wide : kWide) {
    SCOPED_TRACE(wide.name);
    malloc_trim(0);  // or this one pays for putting together what the one before has freed
    const std::string source = SourceOf(wide, 50'000);
    const double alone = CompileWatched(source, INT_MAX).seconds;
    const Watched whole = BestOf(source, INT_MAX, &Watched::longest, kBound + alone / 2);
    EXPECT_LE(whole.longest, kBound + alone / 2) << "of " << whole.seconds << " s";
    for (int eighth = 1; eighth < 8; ++eighth) {
      const double bound = kBound + whole.seconds / 8;
      const int questions = whole.questions * eighth / 8;
      const Watched part = BestOf(source, questions, &Watched::behind, bound);
      EXPECT_LE(part.behind, bound)
          << "of " << whole.seconds << " s, given up after " << eighth << " eighths";
    }
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
