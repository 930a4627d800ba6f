// JSON to values: the inverse of ToExactJson(), and texts of people who mean no good.

#include "pysub/host_value_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "pysub/sandbox.h"

namespace pysub {
namespace {

HostValue Eval(std::string_view source) {
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile(source));
  const Stop stop = sandbox->Run();
  const Finished* finished = std::get_if<Finished>(&stop);
  EXPECT_NE(finished, nullptr) << source;
  return finished != nullptr ? finished->value : HostValue("no value");
}

HostValue Parse(std::string_view text) {
  absl::StatusOr<HostValue> value = HostValueFromJson(text);
  EXPECT_TRUE(value.ok()) << text << ": " << value.status();
  return value.ok() ? *value : HostValue("no value");
}

std::string Refusal(std::string_view text, const JsonLimits& limits = {}) {
  absl::StatusOr<HostValue> value = HostValueFromJson(text, limits);
  EXPECT_FALSE(value.ok()) << text;
  return value.ok() ? "" : std::string(value.status().message());
}

TEST(HostValueJsonTest, EveryValueComesBackAsItWas) {
  for (const char* source : {
           "None",
           "True",
           "0",
           "-2**63",
           "2**63",
           "-10**30",
           "1 << 100000",
           "1.5",
           "-0.0",
           "1e100",
           "5e-324",
           "float('inf')",
           "float('-inf')",
           "float('nan')",
           "1+2j",
           "complex(-0.0, -2)",
           "complex(1e-7, float('inf'))",
           "2j",
           "complex('nan')",
           "...",
           "NotImplemented",
           "'a\\n\"\\u20ac\\\\\\x00\\x7f'",
           "'\\U0001f600 \\ud83d\\ude00 \\udc80'",
           "b''",
           "b'\\x00\\xff a'",
           "b'12'",
           "bytearray(b'1')",
           "[]",
           "[1, [2, [3]], {}]",
           "()",
           "(1, (2,), [3])",
           "{}",
           "{'a': (1,), 'b': {'c': 2}}",
           "{'$a': 1}",
           "{1: 2, (3, 4): 5}",
           "{'\\ud83d\\ude00': 1}",
           "{1, 2}",
           "set()",
           "frozenset({3})",
           "range(1, 10, 2)",
           "slice(1, None)",
           "int",
           "ValueError('x', 3)",
           "KeyError(1)",
           "import collections\ncollections.Counter('aab')",
           "import collections\ncollections.OrderedDict(a=1)",
           "import collections\ncollections.deque([1, 2], 3)",
           "import collections\ncollections.deque([1, 2])",
           "import collections\ncollections.namedtuple('P', 'x y')(1, (2,))",
       }) {
    const HostValue value = Eval(source);
    const std::string json = value.ToExactJson();
    EXPECT_EQ(Parse(json), value) << source << " as " << json;
    EXPECT_EQ(Parse(json).ToExactJson(), json) << source;
  }
  const HostValue function = HostValue::HostFunction("ask", "Asks.");
  EXPECT_EQ(Parse(function.ToExactJson()), function);
}

// The zero's sign and NaN do not take part in ==.
TEST(HostValueJsonTest, FloatsKeepTheirBits) {
  EXPECT_TRUE(std::signbit(*Parse("-0.0").as_double()));
  EXPECT_TRUE(std::isnan(*Parse(R"({"$float": "nan"})").as_double()));
  EXPECT_EQ(*Parse("1e400").as_double(), std::numeric_limits<double>::infinity());
  EXPECT_EQ(*Parse("-1e-400").as_double(), 0.0);
  EXPECT_EQ(Parse("-0").as_int(), 0);
  EXPECT_EQ(Parse("0.1").as_double(), 0.1);
}

TEST(HostValueJsonTest, PlainJsonIsPlainValues) {
  EXPECT_EQ(Parse(" \t\r\n[1 , \"\\u00e9\\ud83d\\ude00\\/\" , null,true , false]\n ").Repr(),
            "[1, 'é😀/', None, True, False]");
  EXPECT_EQ(Parse("{ \"a\" : { } , \"b\" : [ ] }").Repr(), "{'a': {}, 'b': []}");
  EXPECT_EQ(Parse("123456789012345678901234567890").Repr(), "123456789012345678901234567890");
  EXPECT_EQ(Parse("\"\\ud83d\"").Repr(), "'\xED\xA0\xBD'");
  EXPECT_EQ(Parse("\"\\ud83d\\u0041\"").Repr(),
            "'\xED\xA0\xBD"
            "A'");
}

TEST(HostValueJsonTest, WhatIsNoJsonIsRefusedWithItsPlace) {
  const std::pair<const char*, const char*> rows[] = {
      {"", "JSON, byte 0: the text ends too early"},
      {" ", "JSON, byte 1: the text ends too early"},
      {"[", "JSON, byte 1: the text ends too early"},
      {"[1", "JSON, byte 2: ',' or ']' is missing"},
      {"[1,]", "JSON, byte 3: a value is missing after the comma"},
      {"[,1]", "JSON, byte 1: no value begins like this"},
      {"[1 2]", "JSON, byte 3: ',' or ']' is missing"},
      {"[1}", "JSON, byte 2: ',' or ']' is missing"},
      {"]", "JSON, byte 0: no value begins like this"},
      {"{1: 2}", "JSON, byte 1: a key is missing"},
      {"{\"a\" 1}", "JSON, byte 5: ':' is missing"},
      {"{\"a\": 1,}", "JSON, byte 8: a value is missing after the comma"},
      {"{\"a\": }", "JSON, byte 6: no value begins like this"},
      {"{\"a\"", "JSON, byte 4: ':' is missing"},
      {"{\"a\": 1, \"a\": 2}", "JSON, byte 16: the object has a key twice"},
      {"1 2", "JSON, byte 2: something follows the value"},
      {"01", "JSON, byte 2: this is no number"},
      {"-", "JSON, byte 1: this is no number"},
      {"1.", "JSON, byte 2: digits are missing"},
      {"1e", "JSON, byte 2: digits are missing"},
      {".5", "JSON, byte 0: no value begins like this"},
      {"+1", "JSON, byte 0: no value begins like this"},
      {"NaN", "JSON, byte 0: no value begins like this"},
      {"nul", "JSON, byte 0: no value begins like this"},
      {"'a'", "JSON, byte 0: no value begins like this"},
      {"\"a", "JSON, byte 2: the text ends in a string"},
      {"\"\n\"", "JSON, byte 1: a control character in a string"},
      {"\"\\x\"", "JSON, byte 2: an unknown escape"},
      {"\"\\u12\"", "JSON, byte 3: four hexadecimal digits are missing"},
      {"\"\\u12", "JSON, byte 3: four hexadecimal digits are missing"},
      {"\"\\ud800\\u\"", "JSON, byte 9: four hexadecimal digits are missing"},
      {"\"a\xFF\"", "JSON, byte 2: this is not UTF-8"},
      {"\"\xED\xA0\x80\"", "JSON, byte 1: this is not UTF-8"},
      {"\"\xC0\x80\"", "JSON, byte 1: this is not UTF-8"},
      {"\xEF\xBB\xBF"
       "1",
       "JSON, byte 0: no value begins like this"},
  };
  for (const auto& [text, message] : rows) EXPECT_EQ(Refusal(text), message) << text;
  std::string many = "{\"0\": 0";
  for (int i = 1; i < 100; ++i) many += ", \"" + std::to_string(i) + "\": 0";
  EXPECT_EQ(Parse(many + "}").size(), 100u);
  EXPECT_TRUE(Refusal(many + ", \"57\": 1}").ends_with("the object has a key twice"));
  EXPECT_TRUE(Refusal(std::string("1\0", 2)).ends_with("something follows the value"));
}

TEST(HostValueJsonTest, TagsAreTakenOnlyAsTheyAreWritten) {
  for (const char* text : {
           R"({"$unknown": 1})",
           R"({"$bytes": 1})",
           R"({"$bytes": "A"})",
           R"({"$bytes": "A==="})",
           R"({"$bytes": "AB=C"})",
           R"({"$bytes": "AB=="})",
           R"({"$bytes": "AA==", "a": 1})",
           R"({"a": 1, "$bytes": "AA=="})",
           R"({"$bytes": "AA==", "$truncated": true})",
           R"({"$truncated": true})",
           R"({"$str": "/w=="})",
           R"({"$set": 1})",
           R"({"$dict": [1]})",
           R"({"$dict": [[1]]})",
           R"({"$dict": [[1, 2, 3]]})",
           R"({"$float": "1"})",
           R"({"$int": "12"})",
           R"({"$int": "0x"})",
           R"({"$int": "0xg"})",
           R"({"$complex": "1"})",
           R"-({"$complex": "(1j)"})-",
           R"({"$complex": "j"})",
           R"-({"$complex": "()"})-",
           R"({"$cycle": false})",
           R"({"$range": [1, 2]})",
           R"({"$exception": []})",
           R"({"$exception": [1]})",
           R"({"$namedtuple": ["P", ["x"]]})",
           R"({"$namedtuple": ["P", [1], []]})",
           R"({"$host_function": ["f"]})",
           R"({"$maxlen": "1", "$deque": []})",
           R"({"$name": "Counter", "$set": []})",
       }) {
    EXPECT_NE(Refusal(text).find("a '$' key"), std::string::npos) << text;
  }
}

// T-030: a cheap text may not become a dear value.
TEST(HostValueJsonTest, WithoutTagsKeysWithADollarAreKeys) {
  JsonLimits limits;
  limits.tags = false;
  for (const char* text :
       {R"({"$bytes": 3})", R"({"$schema": "x", "a": {"$ref": "#"}})", R"({"$unknown": []})"}) {
    absl::StatusOr<HostValue> value = HostValueFromJson(text, limits);
    ASSERT_TRUE(value.ok()) << text << ": " << value.status();
    EXPECT_EQ(value->kind(), HostValue::Kind::kDict);
  }
  EXPECT_NE(Refusal(R"({"$a": 1, "$a": 2})", limits).find("a key twice"), std::string::npos);
}

TEST(HostValueJsonTest, MemoryAndDepthAreCountedBeforeTheyAreUsed) {
  JsonLimits limits{.max_text_bytes = 1 << 20, .max_resident_bytes = 1 << 16, .max_depth = 50};
  std::string lists = "[";
  for (int i = 0; i < 10'000; ++i) lists += "[],";
  EXPECT_NE(Refusal(lists + "1]", limits).find("takes more than 65536 bytes of memory"),
            std::string::npos);
  EXPECT_NE(Refusal("\"" + std::string(100'000, 'x') + "\"", limits).find("takes more than"),
            std::string::npos);
  EXPECT_NE(Refusal("\"" + std::string(100'000, 'x'), limits).find("takes more than"),
            std::string::npos);
  EXPECT_NE(Refusal(std::string(4000, '9'), limits).find("takes more than"), std::string::npos);
  EXPECT_NE(Refusal(std::string(51, '['), limits).find("nested more than 50 deep"),
            std::string::npos);
  EXPECT_NE(Refusal(std::string(5000, '9')).find("more than 4300 digits"), std::string::npos);
  EXPECT_NE(Refusal(std::string(1 << 21, ' '), limits).find("JSON of 2097152 bytes"),
            std::string::npos);
  limits.max_depth = 100'000;
  limits.max_resident_bytes = 1 << 28;
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_TRUE(HostValueFromJson(deep, limits).ok());
  EXPECT_FALSE(HostValueFromJson(deep).ok());
}

}  // namespace
}  // namespace pysub
