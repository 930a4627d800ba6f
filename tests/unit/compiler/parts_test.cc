#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "compiler/bound_set.h"
#include "compiler/docstring.h"
#include "compiler/unit_builder.h"
#include "compiler/unparse.h"
#include "parser/parser.h"

namespace pysub {
namespace {

// Equal type and value, not Python's ==.
TEST(UnitBuilderTest, ConstantsThatCompareEqualButDifferAreKeptApart) {
  CompiledUnit unit;
  UnitBuilder builder(unit);
  const uint32_t one = builder.Constant(ConstantValue::Int(1));
  EXPECT_EQ(builder.Constant(ConstantValue::Int(1)), one);
  EXPECT_NE(builder.Constant(ConstantValue::Bool(true)), one);
  EXPECT_NE(builder.Constant(ConstantValue::Float(1.0)), one);
  const uint32_t zero = builder.Constant(ConstantValue::Float(0.0));
  EXPECT_NE(builder.Constant(ConstantValue::Float(-0.0)), zero);
  EXPECT_EQ(builder.Constant(ConstantValue::Float(0.0)), zero);
  const uint32_t nan = builder.Constant(ConstantValue::Float(std::nan("")));
  EXPECT_EQ(builder.Constant(ConstantValue::Float(std::nan(""))), nan);
  ConstantValue bytes = ConstantValue::String("a");
  bytes.tag = ConstantTag::kBytes;
  EXPECT_NE(builder.Constant(bytes), builder.Constant(ConstantValue::String("a")));
}

TEST(UnitBuilderTest, FindsEachOfManyNamesAgain) {
  CompiledUnit unit;
  UnitBuilder builder(unit);
  std::vector<std::string> names;
  for (uint32_t i = 0; i < 5000; ++i) names.push_back("name" + std::to_string(i));
  for (uint32_t i = 0; i < 5000; ++i) ASSERT_EQ(builder.Name(names[i]), i);
  for (uint32_t i = 0; i < 5000; ++i) ASSERT_EQ(builder.Name(names[i]), i);
  const std::string again = names[17];
  EXPECT_EQ(builder.Name(again), 17);
  EXPECT_EQ(builder.Global("name7"), 0u);
  EXPECT_EQ(builder.Global("name3"), 1u);
  EXPECT_EQ(builder.Global("name7"), 0u);
}

TEST(BoundSetTest, IntersectionKnowsTheUnreachable) {
  BoundSet a;
  a.Add(3);
  a.Add(200);
  BoundSet b = BoundSet::Everything();
  b.Intersect(a);
  EXPECT_TRUE(b.Has(3));
  EXPECT_TRUE(b.Has(200));
  EXPECT_FALSE(b.Has(4));
  BoundSet c;
  c.Add(200);
  b.Intersect(c);
  EXPECT_FALSE(b.Has(3));
  EXPECT_TRUE(b.Has(200));
  b.Intersect(BoundSet());
  EXPECT_FALSE(b.Has(200));
}

// Asked of CPython 3.14 (function.__doc__).
TEST(DocstringTest, LosesTheCommonIndentation) {
  EXPECT_EQ(CleanDocstring(""), "");
  EXPECT_EQ(CleanDocstring("  one"), "one");
  EXPECT_EQ(CleanDocstring("a\n     b\n       c\n    "), "a\nb\n  c\n");
  EXPECT_EQ(CleanDocstring("a\n\n\tb\n\t  c"), "a\n\nb\n  c");
}

std::string Rewritten(std::string_view text) {
  Arena arena;
  const ParseResult parsed = Parse(text, "t.py", ParseMode::kEval, arena);
  return parsed.module == nullptr ? "error" : Unparse(*parsed.module->expression);
}

// Asked of CPython 3.14 (`from __future__ import annotations`).
TEST(UnparseTest, WritesExpressionsAsCPythonDoes) {
  EXPECT_EQ(Rewritten("list [ int ]"), "list[int]");
  EXPECT_EQ(Rewritten("dict[str,int]|None"), "dict[str, int] | None");
  EXPECT_EQ(Rewritten("tuple[()]"), "tuple[()]");
  EXPECT_EQ(Rewritten("(a+b)*c"), "(a + b) * c");
  EXPECT_EQ(Rewritten("a-(b-c)"), "a - (b - c)");
  EXPECT_EQ(Rewritten("-(2**3)"), "-2 ** 3");
  EXPECT_EQ(Rewritten("(-2)**3"), "(-2) ** 3");
  EXPECT_EQ(Rewritten("lambda x,*,y=1:x"), "lambda x, *, y=1: x");
  EXPECT_EQ(Rewritten("'it''s'"), "'its'");
  EXPECT_EQ(Rewritten("\"it's\""), "\"it's\"");
  EXPECT_EQ(Rewritten("1.5e300"), "1.5e+300");
  EXPECT_EQ(Rewritten("1e16"), "1e+16");
  EXPECT_EQ(Rewritten("100000.0"), "100000.0");
  EXPECT_EQ(Rewritten("x if a else(y)"), "x if a else y");
  EXPECT_EQ(Rewritten("[x for x in y if z]"), "[x for x in y if z]");
  EXPECT_EQ(Rewritten("a[1:2,::3]"), "a[1:2, ::3]");
  EXPECT_EQ(Rewritten("not(a and b)"), "not (a and b)");
  EXPECT_EQ(Rewritten("{**a,'b':1}"), "{**a, 'b': 1}");
  EXPECT_EQ(Rewritten("f(*a,b=1,**c)"), "f(*a, b=1, **c)");
  EXPECT_EQ(Rewritten("f'{x!r:>{w}}'"), "f'{x!r:>{w}}'");
}

}  // namespace
}  // namespace pysub
