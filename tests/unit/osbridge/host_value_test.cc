// Values that cross: every kind both ways, hostile ones included.

#include "pysub/host_value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "pysub/sandbox.h"

namespace pysub {
namespace {

// What the program makes of `value`, called x there.
Stop RunWith(std::string_view source, HostValue value, ConversionLimits conversion = {}) {
  SandboxOptions options;
  options.inputs = {{"x", std::move(value)}, {"ask", HostValue::HostFunction("ask", "Asks.")}};
  options.conversion = conversion;
  options.limits.allocations = std::nullopt;
  options.limits.memory_bytes = uint64_t{1} << 30;
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile(source), options);
  if (!sandbox.ok()) {
    ADD_FAILURE() << sandbox.status();
    return OutOfFuel{};
  }
  return sandbox->Run();
}

HostValue Result(Stop stop) {
  if (auto* raised = std::get_if<Raised>(&stop)) ADD_FAILURE() << raised->traceback;
  auto* finished = std::get_if<Finished>(&stop);
  return finished != nullptr ? finished->value : HostValue("no value");
}

HostValue Eval(std::string_view source, ConversionLimits conversion = {}) {
  return Result(RunWith(source, nullptr, conversion));
}

// In Python's words, and the same value again after a trip through a sandbox.
TEST(HostValueTest, EveryKindCrossesBothWays) {
  struct Row {
    const char* source;
    const char* repr;
    const char* json;
  };
  const Row rows[] = {
      {"None", "None", "null"},
      {"True", "True", "true"},
      {"0", "0", "0"},
      {"-2**63", "-9223372036854775808", "-9223372036854775808"},
      {"2**63", "9223372036854775808", "9223372036854775808"},
      {"-10**30", "-1000000000000000000000000000000", "-1000000000000000000000000000000"},
      {"1.5", "1.5", "1.5"},
      {"1e100", "1e+100", "1e+100"},
      {"float('-inf')", "-inf", R"-({"$float": "-inf"})-"},
      {"float('nan')", "nan", R"-({"$float": "nan"})-"},
      {"1+2j", "(1+2j)", R"-({"$complex": "(1+2j)"})-"},
      {"'a\\n\"\\u20ac'", "'a\\n\"€'", R"-("a\n\"€")-"},
      {"'\\ud800'", "'\xED\xA0\x80'", R"-("\ud800")-"},
      {"b'\\x00ab'", "b'\\x00ab'", R"-({"$bytes": "AGFi"})-"},
      {"bytearray(b'ab')", "bytearray(b'ab')", R"-({"$bytearray": "YWI="})-"},
      {"[]", "[]", "[]"},
      {"[1, [2, []]]", "[1, [2, []]]", "[1, [2, []]]"},
      {"(1,)", "(1,)", "[1]"},
      {"()", "()", "[]"},
      {"{'b': 1, 'a': {}}", "{'b': 1, 'a': {}}", R"-({"b": 1, "a": {}})-"},
      {"{1: 2, (3, 4): None}", "{1: 2, (3, 4): None}", R"-({"$dict": [[1, 2], [[3, 4], null]]})-"},
      {"{'$a': 1}", "{'$a': 1}", R"-({"$dict": [["$a", 1]]})-"},
      {"{5}", "{5}", R"-({"$set": [5]})-"},
      {"set()", "set()", R"-({"$set": []})-"},
      {"frozenset({7})", "frozenset({7})", R"-({"$frozenset": [7]})-"},
      {"range(1, 10, 2)", "range(1, 10, 2)", R"-({"$range": [1, 10, 2]})-"},
      {"slice(1, None)", "slice(1, None, None)", R"-({"$slice": [1, null, null]})-"},
      {"...", "Ellipsis", R"-({"$ellipsis": true})-"},
      {"NotImplemented", "NotImplemented", R"-({"$notimplemented": true})-"},
      {"int", "<class 'int'>", R"-({"$type": "int"})-"},
      {"ValueError", "<class 'ValueError'>", R"-({"$type": "ValueError"})-"},
      {"ValueError('a', 1)", "ValueError('a', 1)", R"-({"$exception": ["ValueError", "a", 1]})-"},
      {"ask", "<built-in function ask>", R"-({"$function": "ask"})-"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.source);
    const HostValue value = Eval(row.source);
    EXPECT_EQ(value.Repr(), row.repr);
    EXPECT_EQ(value.ToJson(), row.json);
    const HostValue again = Result(RunWith("x", value));
    EXPECT_EQ(again, value) << again.Repr();
  }
}

// The types of collections stay what they are.
TEST(HostValueTest, CollectionsKeepTheirTypes) {
  const char* rows[] = {
      "deque([1, 2], 3)", "deque([])",     "Counter('aab')",
      "OrderedDict(a=1)", "Point(1, [2])", "[Point(1, 2), deque([deque([1])])]",
  };
  const std::string imports = "from collections import *\nPoint = namedtuple('Point', 'x y')\n";
  for (const char* row : rows) {
    SCOPED_TRACE(row);
    const HostValue value = Eval(imports + row);
    EXPECT_EQ(Result(RunWith("x", value)), value) << value.Repr();
    EXPECT_EQ(Result(RunWith("repr(x)", value)), Eval(imports + "repr(" + row + ")"));
  }
  const HostValue point = Eval(imports + "Point(1, [2])");
  EXPECT_EQ(point.kind(), HostValue::Kind::kNamedTuple);
  EXPECT_EQ(point.ToJson(), R"-({"x": 1, "y": [2]})-");
  EXPECT_EQ(point.Repr(), "Point(x=1, y=[2])");
  EXPECT_EQ(Result(RunWith("x.y[0] + x.x", point)), HostValue(3));
  EXPECT_EQ(Eval("import sys\nsys.version_info").fields()[0], "major");
  const HostValue counts = Eval(imports + "d = defaultdict(list)\nd['a'].append(1)\nd");
  EXPECT_EQ(counts.name(), "defaultdict");
  EXPECT_EQ(counts.ToJson(), R"-({"a": [1]})-");
}

TEST(HostValueTest, FunctionsAndOtherObjectsAreHandles) {
  HostValue function = Eval("def f(): pass\nf");
  EXPECT_EQ(function.kind(), HostValue::Kind::kFunction);
  EXPECT_EQ(function.name(), "f");
  EXPECT_NE(function.handle(), 0u);
  EXPECT_EQ(Eval("[].append").kind(), HostValue::Kind::kFunction);
  EXPECT_EQ(Eval("len").name(), "len");
  HostValue generator = Eval("(x for x in [])");
  EXPECT_EQ(generator.kind(), HostValue::Kind::kObject);
  EXPECT_EQ(generator.name(), "generator");
  EXPECT_EQ(generator.ToJson(), R"-({"$object": "<generator object>"})-");
}

TEST(HostValueTest, NumbersAreMadeFromDigits) {
  EXPECT_EQ(HostValue::BigInt("12"), HostValue(12));
  EXPECT_EQ(HostValue::BigInt("-0x8000000000000000"),
            HostValue(std::numeric_limits<int64_t>::min()));
  EXPECT_EQ(HostValue::BigInt("340282366920938463463374607431768211456").ToHex(),
            "0x100000000000000000000000000000000");
  EXPECT_EQ(HostValue(uint64_t{1} << 63).ToHex(), "0x8000000000000000");
  EXPECT_EQ(HostValue(-255).ToHex(), "-0xff");
  EXPECT_TRUE(HostValue::BigInt("12a").is_none());
  EXPECT_TRUE(HostValue::BigInt("").is_none());
  EXPECT_EQ(Eval("1 << 100000").ToJson().substr(0, 20), R"-({"$int": "0x10000000)-");
}

TEST(HostValueTest, SharedPartsStayShared) {
  const HostValue value = Eval("a = [1]\n[a, a, (a,)]");
  EXPECT_EQ(value.Repr(), "[[1], [1], ([1],)]");
  EXPECT_EQ(Result(RunWith("x[0].append(2)\n(x[0] is x[1], x)", value)).Repr(),
            "(True, [[1, 2], [1, 2], ([1, 2],)])");
  // 2**60 leaves: the text is cut, the comparison and the trip back are not even slow.
  const char* doubling = "a = []\nfor _ in range(60): a = [a, a]\na";
  const HostValue large = Eval(doubling);
  EXPECT_EQ(large, Eval(doubling));
  TextLimits limits;
  limits.max_bytes = 1000;
  EXPECT_LT(large.ToJson(limits).size(), 10000u);
  EXPECT_EQ(Result(RunWith("x[0][0] is x[1][1]", large)), HostValue(true));
}

TEST(HostValueTest, CyclesEndInAMark) {
  const HostValue value = Eval("a = [1]\na.append(a)\nd = {'a': a}\nd['d'] = d\nd");
  EXPECT_EQ(value.Repr(), "{'a': [1, ...], 'd': ...}");
  EXPECT_EQ(value.ToJson(), R"-({"a": [1, {"$cycle": true}], "d": {"$cycle": true}})-");
  SandboxOptions options;
  options.inputs = {{"x", value}};
  EXPECT_TRUE(absl::IsInvalidArgument(Sandbox::Create(Program::Compile("1"), options).status()));
}

// No function may recurse over a value: these would overflow the stack.
TEST(HostValueTest, DepthDoesNotMatter) {
  HostValue deep = HostValue::List({});
  for (int i = 0; i < 1'000'000; ++i) deep = HostValue::List({std::move(deep)});
  HostValue other = HostValue::List({});
  for (int i = 0; i < 1'000'000; ++i) other = HostValue::Tuple({std::move(other)});
  EXPECT_FALSE(deep == other);
  TextLimits limits;
  limits.max_depth = 100;
  EXPECT_EQ(deep.Repr(limits), std::string(100, '[') + "..." + std::string(100, ']'));
  EXPECT_LT(deep.ToJson().size(), 10000u);
  SandboxOptions options;
  options.inputs = {{"x", deep}};
  EXPECT_TRUE(absl::IsResourceExhausted(Sandbox::Create(Program::Compile("1"), options).status()));
  ConversionLimits conversion;
  conversion.max_depth = conversion.max_values = 2'000'000;
  EXPECT_EQ(Result(RunWith("n = 0\nwhile x:\n  x = x[0]\n  n += 1\nn", deep, conversion)),
            HostValue(1'000'000));
}

// What is too large for the limits does not cross in pieces.
TEST(HostValueTest, LimitsOfSize) {
  ConversionLimits few;
  few.max_values = 100;
  few.max_bytes = 1000;
  few.max_depth = 10;
  for (const char* source : {"list(range(200))", "'x' * 2000", "10 ** 10000",
                             "a = []\nfor _ in range(20): a = [a]\na"}) {
    SCOPED_TRACE(source);
    Stop stop = RunWith(source, nullptr, few);
    auto* finished = std::get_if<Finished>(&stop);
    ASSERT_NE(finished, nullptr);
    EXPECT_EQ(finished->value.kind(), HostValue::Kind::kObject);
    EXPECT_NE(finished->value.handle(), 0u);
    EXPECT_NE(finished->error, "");
  }
  // A program that passes too much to its host hears of it.
  EXPECT_EQ(Eval("try:\n  ask('x' * 2000)\nexcept ValueError as e:\n  r = str(e)\nr", few)
                .text()
                .substr(0, 19),
            "arguments of ask():");
}

TEST(HostValueTest, JsonIsAlwaysJson) {
  TextLimits limits;
  const HostValue value = Eval(
      "{'a': [1, 2, {'b': 'text' * 5, 'c': (1, 2)}], 'd': {1: [2, 3], 4: 5}, 'e': b'bytes', 'f': "
      "{1, 2},"
      " 'g': ValueError('x', [1]), 'h': 2**200, 'i': float('inf')}");
  for (size_t bytes = 0; bytes < 400; ++bytes) {
    limits.max_bytes = bytes;
    const std::string json = value.ToJson(limits);
    EXPECT_LT(json.size(), bytes + 400);
    // The sandbox has no json module to ask, but its own syntax is close enough.
    const std::string check = "null = None\ntrue = True\n" + json;
    EXPECT_TRUE(Program::Compile(check).ok()) << json;
    EXPECT_EQ(Eval(check).kind(), HostValue::Kind::kDict) << json;
  }
}

}  // namespace
}  // namespace pysub
