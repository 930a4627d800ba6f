// Requests to the host as the Vm has them: what stops, and what an answer does.

#include <gtest/gtest.h>

#include <string>

#include "compiler/compile.h"
#include "stdlib/install.h"
#include "vm/objects/dict.h"
#include "vm/vm.h"

namespace pysub {
namespace {

class HostCallsTest : public testing::Test {
 protected:
  void Load(const std::string& source) {
    CompileOptions options;
    options.return_last_expression = true;
    const std::vector<std::string> names = vm.GlobalNames();
    options.existing_globals = names;
    CompileResult compiled = Compile(source, "t.py", options);
    ASSERT_NE(compiled.unit, nullptr);
    ASSERT_TRUE(vm.Load(std::move(compiled.unit)).ok());
    HostFunction* function = vm.New<HostFunction>(TypeId::kHostFunction);
    function->name = vm.NewStr("ask");
    function->doc = Value::None();
    ASSERT_TRUE(DictSetStr(vm, globals(), "ask", Value::Of(function)).ok());
  }
  Dict* globals() {
    Value main = DictGetStr(vm, vm.modules().As<Dict>(), "__main__");
    return main.As<Module>()->dict.As<Dict>();
  }
  std::string Repr(Value v) { return std::string(Vm::View(vm.ReprValue(v))); }
  std::string Error(VmStop stop) {
    EXPECT_EQ(stop.kind, StopKind::kRaised);
    return std::string(Vm::NameOf(vm.TypeOf(stop.value))) + ": " +
           std::string(Vm::View(vm.StrValue(stop.value)));
  }

  Vm vm{StandardRuntime(), Limits{}, HostHooks{}};
};

TEST_F(HostCallsTest, ACallStopsWithItsArgumentsAndGoesOnWithTheAnswer) {
  Load("ask(1, 'two', key=3) + ask()");
  ASSERT_EQ(vm.Run().kind, StopKind::kHost);
  EXPECT_EQ(vm.host.request().kind, HostRequestKind::kFunction);
  EXPECT_EQ(vm.host.request().sequence, 1u);
  EXPECT_EQ(Repr(vm.host.request().arguments), "(1, 'two')");
  EXPECT_EQ(Repr(vm.host.request().keywords), "{'key': 3}");
  // Without an answer it stays where it is.
  EXPECT_EQ(vm.Run().kind, StopKind::kHost);
  ASSERT_TRUE(vm.host.Answer(Value::SmallInt(40)).ok());
  ASSERT_EQ(vm.Run().kind, StopKind::kHost);
  EXPECT_EQ(vm.host.request().sequence, 2u);
  EXPECT_TRUE(vm.host.request().keywords.IsUndefined());
  ASSERT_TRUE(vm.host.Answer(Value::SmallInt(2)).ok());
  VmStop stop = vm.Run();
  ASSERT_EQ(stop.kind, StopKind::kFinished);
  EXPECT_EQ(stop.value, Value::SmallInt(42));
}

TEST_F(HostCallsTest, AnExceptionIsRaisedAtTheCall) {
  Load("try:\n  ask()\nexcept ValueError as e:\n  r = repr(e)\nr");
  ASSERT_EQ(vm.Run().kind, StopKind::kHost);
  Value args = vm.NewTuple({vm.NewStr("no")});
  vm.host.AnswerException(vm.NewException(TypeId::kValueError, args));
  VmStop stop = vm.Run();
  ASSERT_EQ(stop.kind, StopKind::kFinished);
  EXPECT_EQ(Repr(stop.value), "\"ValueError('no')\"");
}

// A name is asked for once, wherever it stands; what the host says becomes the global.
TEST_F(HostCallsTest, NamesAreResolvedWhereTheyAreUsed) {
  Load(
      "a = missing + 1\nb = missing(5) if callable(missing) else missing\n(a, b, exec('c = "
      "other'), eval('other'))");
  vm.host.resolves_names = true;
  ASSERT_EQ(vm.Run().kind, StopKind::kHost);
  EXPECT_EQ(vm.host.request().kind, HostRequestKind::kName);
  EXPECT_EQ(Repr(vm.host.request().target), "'missing'");
  ASSERT_TRUE(vm.host.Answer(Value::SmallInt(7)).ok());
  ASSERT_EQ(vm.Run().kind, StopKind::kHost);
  EXPECT_EQ(Repr(vm.host.request().target), "'other'");
  ASSERT_TRUE(vm.host.Answer(Value::SmallInt(1)).ok());
  VmStop stop = vm.Run();
  ASSERT_EQ(stop.kind, StopKind::kFinished);
  EXPECT_EQ(Repr(stop.value), "(8, 7, None, 1)");
}

TEST_F(HostCallsTest, ACalledNameIsResolvedBeforeTheCall) {
  Load("upper('a')");
  vm.host.resolves_names = true;
  ASSERT_EQ(vm.Run().kind, StopKind::kHost);
  ASSERT_EQ(vm.host.request().kind, HostRequestKind::kName);
  ASSERT_TRUE(vm.host.Answer(DictGetStr(vm, globals(), "ask")).ok());
  ASSERT_EQ(vm.Run().kind, StopKind::kHost);
  EXPECT_EQ(vm.host.request().kind, HostRequestKind::kFunction);
  ASSERT_TRUE(vm.host.Answer(vm.NewStr("A")).ok());
  EXPECT_EQ(Repr(vm.Run().value), "'A'");
}

TEST_F(HostCallsTest, NoSuchNameIsANameError) {
  for (const char* source : {"nobody", "nobody()", "print(nobody)"}) {
    Load(source);
    vm.host.resolves_names = true;
    ASSERT_EQ(vm.Run().kind, StopKind::kHost);
    ASSERT_TRUE(vm.host.AnswerNoSuchName().ok());
    EXPECT_EQ(Error(vm.Run()), "NameError: name 'nobody' is not defined");
  }
  Load("nobody");
  vm.host.resolves_names = false;
  EXPECT_EQ(Error(vm.Run()), "NameError: name 'nobody' is not defined");
}

TEST_F(HostCallsTest, EachPolicyAnswersInItsOwnWay) {
  Load("input('? ')");
  EXPECT_EQ(Error(vm.Run()), "EOFError: EOF when reading a line");
  Load("input('? ')");
  vm.host.SetOsPolicy(OsCallId::kReadLine, OsPolicy::kDenied);
  EXPECT_EQ(Error(vm.Run()), "PermissionError: reading standard input is not permitted here");
  Load("import sys\n(input(), sys.stdin.read(3), sys.stdin.readline(), list(sys.stdin))");
  vm.host.SetOsPolicy(OsCallId::kReadLine, OsPolicy::kHost);
  for (const char* line : {"one\n", "two and a half\n", "three\n", "four", ""}) {
    ASSERT_EQ(vm.Run().kind, StopKind::kHost) << line;
    EXPECT_EQ(vm.host.request().kind, HostRequestKind::kOs);
    EXPECT_EQ(vm.host.request().os_call, OsCallId::kReadLine);
    ASSERT_TRUE(vm.host.Answer(vm.NewStr(line)).ok());
  }
  EXPECT_EQ(Repr(vm.Run().value), "('one', 'two', ' and a half\\n', ['three\\n', 'four'])");
}

// The host may call a function of the program while the program waits for it, and those may ask in
// turn.
TEST_F(HostCallsTest, TheHostCallsBackWhileItIsAsked) {
  Load("def f(x):\n  return ask(x) * 2\nask(f) + 1");
  ASSERT_EQ(vm.Run().kind, StopKind::kHost);
  Value function = vm.host.request().arguments.As<Tuple>()->items()[0];
  ASSERT_TRUE(
      vm.host.CallForHost(function, vm.NewTuple({Value::SmallInt(10)}), Value::Undefined()).ok());
  ASSERT_EQ(vm.Run().kind, StopKind::kHost);  // the ask() in f
  EXPECT_EQ(Repr(vm.host.request().arguments), "(10,)");
  EXPECT_EQ(vm.host.request().sequence, 2u);
  ASSERT_TRUE(vm.host.Answer(Value::SmallInt(11)).ok());
  VmStop stop = vm.Run();
  ASSERT_EQ(stop.kind, StopKind::kCallbackFinished);
  EXPECT_EQ(stop.value, Value::SmallInt(22));
  EXPECT_EQ(vm.host.request().sequence, 1u);  // the first stop stands again
  ASSERT_TRUE(vm.host.Answer(Value::SmallInt(5)).ok());
  EXPECT_EQ(vm.Run().value, Value::SmallInt(6));
}

TEST_F(HostCallsTest, AFailingCallbackDoesNotTouchTheProgram) {
  Load("def f():\n  1/0\nask(f)");
  ASSERT_EQ(vm.Run().kind, StopKind::kHost);
  Value function = vm.host.request().arguments.As<Tuple>()->items()[0];
  ASSERT_TRUE(
      vm.host.CallForHost(function, vm.NewTuple(std::span<const Value>()), Value::Undefined())
          .ok());
  VmStop stop = vm.Run();
  ASSERT_EQ(stop.kind, StopKind::kCallbackRaised);
  EXPECT_EQ(vm.TypeOf(stop.value), TypeId::kZeroDivisionError);
  ASSERT_TRUE(vm.host.Answer(Value::SmallInt(5)).ok());
  EXPECT_EQ(vm.Run().value, Value::SmallInt(5));
  // After the end, too.
  function = DictGetStr(vm, globals(), "f");
  ASSERT_TRUE(
      vm.host.CallForHost(function, vm.NewTuple(std::span<const Value>()), Value::Undefined())
          .ok());
  EXPECT_EQ(vm.Run().kind, StopKind::kCallbackRaised);
}

}  // namespace
}  // namespace pysub
