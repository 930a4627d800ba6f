// Values of the standard library between a program and its host: HostValue::Kind::kTyped.

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <string>

#include "osbridge/host_value_bytes.h"
#include "pysub/host_value.h"
#include "pysub/host_value_json.h"
#include "pysub/sandbox.h"

namespace pysub {
namespace {

using Kind = HostValue::Kind;

constexpr std::string_view kImports = R"(
import array, collections, datetime, decimal, fractions, io, pathlib, struct, types, uuid, zoneinfo
from datetime import date, time, timedelta, timezone
from decimal import Decimal
berlin = zoneinfo.ZoneInfo.from_file(io.BytesIO(
    b'TZif' + bytes(16) + struct.pack('>6l', 0, 0, 0, 0, 1, 5) + struct.pack('>lBB', 7200, 1, 0) + b'CEST\0'), key='Europe/Berlin')
)";

// The program asks its host once, and is told `answer`.
HostValue Eval(const std::string& source, const HostValue& answer = HostValue()) {
  SandboxOptions options;
  options.inputs = {{"ask", HostValue::HostFunction("ask()")}};
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile(source), options);
  if (!sandbox.ok()) {
    ADD_FAILURE() << sandbox.status();
    return HostValue();
  }
  Stop stop = sandbox->Run();
  if (auto* call = std::get_if<FunctionCall>(&stop)) {
    const absl::Status status = sandbox->Answer(call->id, answer);
    if (!status.ok()) return HostValue(std::string(status.message()));
    stop = sandbox->Run();
  }
  if (auto* raised = std::get_if<Raised>(&stop))
    ADD_FAILURE() << source << "\n" << raised->traceback;
  auto* finished = std::get_if<Finished>(&stop);
  return finished != nullptr ? finished->value : HostValue("no value");
}
HostValue EvalWithImports(const std::string& source, const HostValue& answer = HostValue()) {
  return Eval(std::string(kImports) + source, answer);
}

std::string BytesOf(const HostValue& value) {
  std::string bytes;
  ByteWriter to(bytes);
  WriteHostValue(value, to);
  to.Flush();
  return bytes;
}

// What Python says of each, the host says too.
TEST(TypedValuesTest, TextAndReprArePythons) {
  const char* rows[] = {
      "date(2026, 11, 23)",
      "date(1, 1, 1)",
      "date(9999, 12, 31)",
      "time(12, 30)",
      "time(12, 30, 5)",
      "time(0, 0, 0, 7)",
      "time(1, 2, 3, 4, tzinfo=timezone.utc, fold=1)",
      "datetime.datetime(2026, 11, 23, 9, 30)",
      "datetime.datetime(2026, 11, 23, 9, 30, 15, 250000)",
      "datetime.datetime(2026, 11, 23, 9, 30, tzinfo=timezone.utc)",
      "datetime.datetime(2026, 11, 23, 9, fold=1)",
      "datetime.datetime(2026, 11, 23, 9, 30, tzinfo=timezone(timedelta(hours=-3, minutes=-30), "
      "'here'))",
      "datetime.datetime(2026, 11, 23, 9, 30, tzinfo=timezone(timedelta(seconds=1, "
      "microseconds=5)))",
      "datetime.datetime(2026, 7, 23, 9, 30, tzinfo=berlin)",
      "timedelta(0)",
      "timedelta(days=1)",
      "timedelta(days=-1, seconds=5)",
      "timedelta(days=400, hours=25, microseconds=3)",
      "timezone.utc",
      "timezone(timedelta(hours=5, minutes=30))",
      "timezone(timedelta(0), 'zero')",
      "berlin",
      "Decimal('19.99')",
      "Decimal('-0')",
      "Decimal('0.000001')",
      "Decimal('0.0000001')",
      "Decimal('1E+5')",
      "Decimal('123E-2')",
      "Decimal('-1.5E-30')",
      "Decimal(10) ** 40",
      "Decimal('Infinity')",
      "Decimal('-Infinity')",
      "Decimal('NaN')",
      "Decimal('sNaN123')",
      "Decimal('0E+7')",
      "Decimal('0E-9')",
      "fractions.Fraction(1, 3)",
      "fractions.Fraction(-10**30, 7)",
      "fractions.Fraction(4)",
      "pathlib.Path('a/../b')",
      "pathlib.PurePosixPath('/x')",
      "pathlib.PureWindowsPath('c:/x')",
      "uuid.UUID('12345678-1234-5678-1234-567812345678')",
  };
  for (const char* row : rows) {
    SCOPED_TRACE(row);
    const HostValue all =
        EvalWithImports(std::string("v = ") + row +
                        "\n(v, repr(v), v.isoformat() if hasattr(v, 'isoformat') else str(v))");
    ASSERT_EQ(all.items().size(), 3u);
    const HostValue& value = all.items()[0];
    EXPECT_EQ(value.kind(), Kind::kTyped);
    EXPECT_EQ(value.text(), all.items()[2].text());
    EXPECT_EQ(value.Repr(), all.items()[1].text());
  }
  EXPECT_EQ(EvalWithImports("array.array('i', [1, -2])").Repr(), "array('i', [1, -2])");
  EXPECT_EQ(EvalWithImports("array.array('d')").Repr(), "array('d')");
  EXPECT_EQ(EvalWithImports("array.array('w', 'aé')").Repr(), "array('w', ['a', 'é'])");
  EXPECT_EQ(EvalWithImports("array.array('Q', [2**64-1])").items()[1].ToHex(),
            "0xffffffffffffffff");
  EXPECT_EQ(EvalWithImports("types.SimpleNamespace(a=1, b=[date(2026, 1, 2)])").Repr(),
            "namespace(a=1, b=[datetime.date(2026, 1, 2)])");
  EXPECT_EQ(EvalWithImports("memoryview(b'abc')[1:]").Repr(), "memoryview(b'bc')");
  EXPECT_EQ(EvalWithImports("{'a': 1, 'b': 2}.keys()").Repr(), "dict_keys(['a', 'b'])");
  EXPECT_EQ(EvalWithImports("{'a': 1, 'b': 2}.values()").Repr(), "dict_values([1, 2])");
  EXPECT_EQ(EvalWithImports("{'a': 1, 'b': 2}.items()").Repr(), "dict_items([('a', 1), ('b', 2)])");
  EXPECT_EQ(EvalWithImports("{}.items()").Repr(), "dict_items([])");
}

// The same value after a trip as JSON, as the bytes of recordings, and back into a program.
TEST(TypedValuesTest, TheyComeBackAsTheyWere) {
  const char* rows[] = {
      "date(2026, 2, 28)",
      "time(1, 2, 3, 4, tzinfo=timezone(timedelta(hours=1), 'x'), fold=1)",
      "datetime.datetime(2026, 11, 23, 9, 30, 1, 2, fold=1)",
      "datetime.datetime(2026, 11, 23, 9, 30, tzinfo=timezone.utc)",
      "timedelta(days=-3, microseconds=1)",
      "timezone.utc",
      "timezone(timedelta(hours=-2))",
      "Decimal('-1.50')",
      "Decimal('sNaN12')",
      "Decimal('-Infinity')",
      "Decimal(3) ** 200",
      "fractions.Fraction(10**40, 3)",
      "pathlib.Path('a b')",
      "pathlib.PurePosixPath('x')",
      "pathlib.PureWindowsPath('c:/x')",
      "array.array('h', [1, 2, -3])",
      "array.array('w', 'xy')",
      "array.array('f', [1.5])",
      "array.array('b')",
      "types.SimpleNamespace(a=1, **{'$b c': None})",
      "types.SimpleNamespace()",
      "memoryview(b'xyz')",
      "[types.SimpleNamespace(when=date(2026, 1, 1), prices=[Decimal('1.10')] * 3)]",
  };
  for (const char* row : rows) {
    SCOPED_TRACE(row);
    const HostValue value = EvalWithImports(row);
    const absl::StatusOr<HostValue> read = HostValueFromJson(value.ToExactJson());
    ASSERT_TRUE(read.ok()) << read.status() << value.ToExactJson();
    EXPECT_EQ(*read, value) << value.ToExactJson();
    const std::string bytes = BytesOf(value);
    ByteReader from(bytes);
    EXPECT_EQ(ReadHostValue(from), value);
    EXPECT_TRUE(from.ok());
    EXPECT_EQ(EvalWithImports(std::string("told, made = ask(), ") + row +
                                  "\n(type(told) is type(made), repr(told) == repr(made) or "
                                  "type(told) is memoryview, told)",
                              value),
              HostValue::Tuple({true, true, value}));
  }
  // What a plain text keeps.
  for (const char* json :
       {R"({"$datetime.date": "2026-11-23"})",
        R"({"$datetime.datetime": "2026-11-23T09:30:00.250000+05:30"})",
        R"({"$datetime.time": "23:59:59"})", R"({"$decimal.Decimal": "-1.50E+9"})",
        R"({"$fractions.Fraction": "-1/3"})", R"({"$pathlib.PosixPath": "a/b"})",
        R"({"$uuid.UUID": "12345678-1234-5678-1234-567812345678"})"}) {
    const absl::StatusOr<HostValue> read = HostValueFromJson(json);
    ASSERT_TRUE(read.ok()) << json;
    EXPECT_EQ(read->ToJson(), json);
  }
  EXPECT_EQ(EvalWithImports("types.SimpleNamespace(a=1, b='x')").ToJson(), R"({"a": 1, "b": "x"})");
}

TEST(TypedValuesTest, ClocksOfTheHost) {
  using std::chrono::microseconds;
  const std::chrono::sys_time<microseconds> moment{microseconds(1'795'426'200'250'000)};
  const HostValue value = HostValue::DateTime(moment);
  EXPECT_EQ(value.text(), "2026-11-23T09:30:00.250000+00:00");
  EXPECT_EQ(value.as_time(), moment);
  EXPECT_EQ(HostValue::ParseTyped("datetime.datetime", "2026-11-23T10:30:00.25+01:00").as_time(),
            moment);
  EXPECT_EQ(HostValue::ParseTyped("datetime.datetime", "2026-11-23 09:30:00.25").as_time(), moment);
  EXPECT_EQ(Eval("ask().timestamp()", value), HostValue(1'795'426'200.25));
  EXPECT_EQ(HostValue::TimeDelta(microseconds(-1)).text(), "-1 day, 23:59:59.999999");
  EXPECT_EQ(HostValue::TimeDelta(microseconds(-1)).as_duration(), microseconds(-1));
  EXPECT_EQ(Eval("ask().total_seconds()", HostValue::TimeDelta(std::chrono::minutes(90))),
            HostValue(5400.0));
  EXPECT_TRUE(HostValue::DateTime(std::chrono::sys_time<microseconds>::max()).is_none());
  EXPECT_TRUE(HostValue::DateTime(std::chrono::sys_time<microseconds>::min()).is_none());
  // 65,536 years later is no year of Python's.
  EXPECT_TRUE(HostValue::DateTime(moment + std::chrono::days(23'936'532)).is_none());
  EXPECT_EQ(HostValue::DateTime(std::chrono::sys_days(std::chrono::year(1) / 1 / 1)).text(),
            "0001-01-01T00:00:00+00:00");
  EXPECT_EQ(HostValue::DateTime(std::chrono::sys_days(std::chrono::year(9999) / 12 / 31) +
                                microseconds(86'399'999'999))
                .text(),
            "9999-12-31T23:59:59.999999+00:00");
  EXPECT_TRUE(
      HostValue::DateTime(std::chrono::sys_days(std::chrono::year(10000) / 1 / 1)).is_none());
  for (const microseconds end : {microseconds::min(), microseconds::max()})
    EXPECT_EQ(HostValue::TimeDelta(end).as_duration(), end);
  EXPECT_FALSE(EvalWithImports("timedelta.max").as_duration());
  EXPECT_FALSE(HostValue(5).as_time() || HostValue("x").as_duration());
  EXPECT_EQ(EvalWithImports("datetime.datetime(2026, 7, 23, 11, 30, tzinfo=berlin)").as_time(),
            HostValue::ParseTyped("datetime.datetime", "2026-07-23T09:30:00Z").as_time());
}

// Types whose module is partly written in Python come in once the program has imported it.
TEST(TypedValuesTest, WhatCannotBeGivenIsRefusedByName) {
  EXPECT_EQ(Eval("ask()", HostValue::Decimal("1.5")).text(),
            "a decimal.Decimal can be given only to a program that has imported decimal");
  EXPECT_EQ(Eval("import decimal\nask() * 2", HostValue::Decimal("1.5")).text(), "3.0");
  EXPECT_EQ(Eval("ask()", HostValue::ParseTyped("pathlib.PosixPath", "x")).text(),
            "a pathlib.PosixPath can be given only to a program that has imported pathlib");
  EXPECT_EQ(
      Eval("import pathlib\n(ask() / 'y').name", HostValue::ParseTyped("pathlib.PosixPath", "x"))
          .text(),
      "y");
  for (const char* source : {"uuid.UUID(int=5)", "{}.keys()", "[{}.items()]", "berlin"}) {
    EXPECT_NE(EvalWithImports("ask()", EvalWithImports(source))
                  .text()
                  .find("cannot be given to a program: give"),
              std::string_view::npos)
        << source;
  }
  EXPECT_EQ(EvalWithImports("ask()", HostValue::Typed("array.array", {"b", 1000})).text(),
            "the sandbox refuses this value");
  EXPECT_EQ(EvalWithImports("ask()", HostValue::Typed("array.array", {"d", "x"})).text(),
            "the sandbox refuses this value");
}

TEST(TypedValuesTest, WhatIsNoValueIsNone) {
  EXPECT_TRUE(HostValue::Typed("datetime.date", {2026, 2, 29}).is_none());
  EXPECT_TRUE(HostValue::Typed("datetime.date", {2026, 2}).is_none());
  EXPECT_TRUE(HostValue::Typed("datetime.date", {2026, 2, "1"}).is_none());
  EXPECT_TRUE(HostValue::Typed("datetime.timedelta", {0, -1, 0}).is_none());
  EXPECT_TRUE(
      HostValue::Typed("datetime.timezone", {HostValue::TimeDelta(std::chrono::hours(24)), nullptr})
          .is_none());
  EXPECT_TRUE(HostValue::Typed("fractions.Fraction", {1, 0}).is_none());
  EXPECT_TRUE(HostValue::Typed("decimal.Decimal", {true, -1, 0}).is_none());
  EXPECT_TRUE(HostValue::Typed("decimal.Decimal", {true, 1, std::numeric_limits<int64_t>::max()})
                  .is_none());
  EXPECT_TRUE(HostValue::Typed("array.array", {"x", 1}).is_none());
  EXPECT_TRUE(HostValue::Typed("array.array", {}).is_none());
  EXPECT_TRUE(HostValue::Typed("types.SimpleNamespace", {1}, {}).is_none());
  EXPECT_TRUE(HostValue::Typed("no.such", {}).is_none());
  const char* texts[][2] = {{"datetime.date", "2026-13-01"},
                            {"datetime.date", "2026-1-1"},
                            {"datetime.date", "2026-01-01x"},
                            {"datetime.time", "25:00"},
                            {"datetime.time", "12:00+25:00"},
                            {"datetime.time", "12:00:00.1234567"},
                            {"datetime.datetime", "2026-01-01"},
                            {"decimal.Decimal", ""},
                            {"decimal.Decimal", "1.2.3"},
                            {"decimal.Decimal", "1e"},
                            {"decimal.Decimal", "1e99999999999999999999"},
                            {"decimal.Decimal", "--1"},
                            {"decimal.Decimal", "1e+-1"},
                            {"fractions.Fraction", "1/0"},
                            {"fractions.Fraction", "1/2/3"},
                            {"fractions.Fraction", "1/-2"},
                            {"uuid.UUID", "12345678"},
                            {"array.array", "b"},
                            {"no.such", "x"}};
  for (const auto& [type, text] : texts)
    EXPECT_TRUE(HostValue::ParseTyped(type, text).is_none()) << type << " " << text;
  for (const char* json :
       {R"({"$datetime.date": [2026, 2, 30]})", R"({"$datetime.date": "x"})",
        R"({"$types.SimpleNamespace": [["a"], []]})", R"({"$datetime.time": [1, 2, 3, 4, 5, 0]})",
        R"({"$array.array": []})", R"({"$uuid.UUID": [5]})"}) {
    EXPECT_FALSE(HostValueFromJson(json).ok()) << json;
  }
}

// Bytes of strangers: whatever is changed in them, what is read has the items that its type
// promises.
TEST(TypedValuesTest, HostileBytesAreRefusedOrSound) {
  const HostValue value = EvalWithImports(
      "[date(2026, 1, 2), time(1, tzinfo=timezone.utc), timedelta(1), Decimal('1.5'), "
      "fractions.Fraction(1, 3), array.array('i', [1]),"
      " types.SimpleNamespace(a=1), memoryview(b'x'), pathlib.Path('x'), {1: 2}.items()]");
  const std::string good = BytesOf(value);
  for (size_t i = 0; i < good.size(); ++i) {
    for (int change = 1; change < 256; change += 5) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] + change);
      ByteReader from(bad);
      const HostValue read = ReadHostValue(from);
      static_cast<void>(read.Repr());
      static_cast<void>(read.ToJson());
      for (const HostValue& item : read.items())
        static_cast<void>(item.as_time() || item.as_duration());
    }
  }
}

TEST(TypedValuesTest, TheyCountAgainstTheLimits) {
  SandboxOptions options;
  options.conversion.max_values = 1000;
  absl::StatusOr<Sandbox> sandbox =
      Sandbox::Create(Program::Compile("import array\narray.array('b', bytes(2000))"), options);
  Stop stop = sandbox->Run();
  ASSERT_TRUE(std::holds_alternative<Finished>(stop));
  EXPECT_EQ(std::get<Finished>(stop).value.kind(), Kind::kObject);
  EXPECT_NE(std::get<Finished>(stop).error, "");
  options.conversion = {};
  options.conversion.max_bytes = 100'000;
  sandbox = Sandbox::Create(
      Program::Compile(
          "from fractions import Fraction\n[Fraction(10 ** 3000 + i, 7) for i in range(100)]"),
      options);
  stop = sandbox->Run();
  ASSERT_TRUE(std::holds_alternative<Finished>(stop));
  EXPECT_EQ(std::get<Finished>(stop).value.kind(), Kind::kObject);
}

}  // namespace
}  // namespace pysub
