// The embedding API as a host uses it.

#include "pysub/sandbox.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "lexer/base/byte_stream.h"
#include "osbridge/snapshot_seal.h"
#include "pysub/replay.h"
#include "pysub/version.h"

namespace pysub {
namespace {

SandboxOptions With(std::initializer_list<std::string> functions) {
  SandboxOptions options;
  for (const std::string& name : functions) {
    options.inputs.emplace_back(name, HostValue::HostFunction(name));
  }
  return options;
}

Sandbox Make(std::string_view source, const SandboxOptions& options = {},
             ResultOf result = ResultOf::kLastExpression) {
  ProgramOptions program;
  program.result = result;
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile(source, program), options);
  EXPECT_TRUE(sandbox.ok()) << sandbox.status();
  return *std::move(sandbox);
}

template <typename T>
T Expect(Stop stop) {
  EXPECT_TRUE(std::holds_alternative<T>(stop)) << "stop " << stop.index();
  if (auto* raised = std::get_if<Raised>(&stop); raised != nullptr && !std::is_same_v<T, Raised>) {
    ADD_FAILURE() << raised->traceback;
  }
  T* wanted = std::get_if<T>(&stop);
  return wanted != nullptr ? *std::move(wanted) : T{};
}

HostValue Value(Stop stop) { return Expect<Finished>(std::move(stop)).value; }
std::string Text(Stop stop) { return Value(std::move(stop)).Repr(); }

// The Python part of a module is compiled once in a process; what a program is charged must
// not tell who was first.
TEST(Imports, CostTheSameForTheFirstAndTheNext) {
  const Program program = Program::Compile("import calendar, pathlib, random, os");
  Usage first;
  for (int i = 0; i < 3; ++i) {
    absl::StatusOr<Sandbox> sandbox = Sandbox::Create(program);
    ASSERT_TRUE(sandbox.ok());
    sandbox->Run();
    const Usage usage = sandbox->usage();
    if (i == 0) first = usage;
    EXPECT_EQ(usage.steps, first.steps);
    EXPECT_EQ(usage.allocations, first.allocations);
  }
}

TEST(VersionTest, TheLibraryAndItsHeadersHaveTheSame) {
  EXPECT_STREQ(LibraryVersion(), PYSUB_VERSION_STRING);
  static_assert(PYSUB_VERSION_OF(0, 9, 1) > PYSUB_VERSION_OF(0, 9, 0) &&
                PYSUB_VERSION_OF(0, 10, 0) > PYSUB_VERSION_OF(0, 9, 999));
  static_assert(PYSUB_VERSION >= PYSUB_VERSION_OF(0, 9, 0));
}

TEST(SandboxTest, RunsAProgramToTheValueOfItsLastExpression) {
  EXPECT_EQ(Value(Make("1 + 1").Run()), HostValue(2));
  EXPECT_EQ(Text(Make("x = 5").Run()), "None");
  Sandbox sandbox = Make("print('hello')\n[1, 2]");
  EXPECT_EQ(Text(sandbox.Run()), "[1, 2]");
  EXPECT_EQ(Text(sandbox.Run()), "[1, 2]");  // after the end: the same again
  EXPECT_EQ(sandbox.TakeOutput(), "hello\n");
  EXPECT_EQ(sandbox.TakeOutput(), "");
}

TEST(SandboxTest, TheResultCanBeTheNameAssignedLast) {
  EXPECT_EQ(Text(Make("x = 5", {}, ResultOf::kLastName).Run()), "5");
  EXPECT_EQ(Text(Make("x = 5\nx += 2", {}, ResultOf::kLastName).Run()), "7");
  EXPECT_EQ(Text(Make("x: int = 5", {}, ResultOf::kLastName).Run()), "5");
  EXPECT_EQ(Text(Make("x = 5\nx * 2", {}, ResultOf::kLastName).Run()), "10");
  EXPECT_EQ(Text(Make("x, y = 5, 6", {}, ResultOf::kLastName).Run()), "None");
  EXPECT_EQ(Text(Make("1 + 1", {}, ResultOf::kNothing).Run()), "None");
}

TEST(SandboxTest, InputsAreGlobals) {
  SandboxOptions options;
  options.inputs = {{"n", 20}, {"words", HostValue::List({"a", "b"})}, {"unused", nullptr}};
  EXPECT_EQ(Text(Make("(n * 2, words + ['c'], 'unused' in globals())", options).Run()),
            "(40, ['a', 'b', 'c'], True)");
}

// Two runs of one program share nothing.
TEST(SandboxTest, APrebuiltProgramRunsOften) {
  const Program program = Program::Compile("items.append(1)\nlen(items)");
  ASSERT_TRUE(program.ok());
  for (int i = 0; i < 3; ++i) {
    SandboxOptions options;
    options.inputs = {{"items", HostValue::List({})}};
    absl::StatusOr<Sandbox> sandbox = Sandbox::Create(program, options);
    ASSERT_TRUE(sandbox.ok());
    EXPECT_EQ(Value(sandbox->Run()), HostValue(1));
  }
}

// From the second one on they begin as copies of what the program has loaded: nobody can tell.
TEST(SandboxTest, AllSandboxesOfAProgramAreAlike) {
  constexpr char kSource[] =
      "'doc'\nimport math\ndef f(x, y={'a': 1}): return x + len(y)\n"
      "list(map(f, range(10))), sorted(globals()), math.pi, __doc__";
  const Program program = Program::Compile(kSource);
  for (const uint64_t seed : {uint64_t{0}, uint64_t{12345}, uint64_t{0}, uint64_t{12345}}) {
    SandboxOptions options;
    options.entropy_seed = seed;
    Sandbox fresh = Make(kSource, options);
    absl::StatusOr<Sandbox> sandbox = Sandbox::Create(program, options);
    ASSERT_TRUE(sandbox.ok());
    EXPECT_TRUE(std::holds_alternative<OutOfFuel>(sandbox->RunFor(7)));
    fresh.RunFor(7);
    EXPECT_EQ(Value(sandbox->Run()), Value(fresh.Run()));
    EXPECT_EQ(sandbox->usage().steps, fresh.usage().steps);
    EXPECT_EQ(sandbox->usage().allocations, fresh.usage().allocations);
  }
  // Sets among the constants are ordered by hashes, which follow from the seed.
  const Program sets =
      Program::Compile("[x for x in {'a', 'b', 'c', 'd'}] if 'b' in {'a', 'b'} else 0");
  for (const uint64_t seed : {uint64_t{0}, uint64_t{7}, uint64_t{7}}) {
    SandboxOptions options;
    options.entropy_seed = seed;
    absl::StatusOr<Sandbox> sandbox = Sandbox::Create(sets, options);
    ASSERT_TRUE(sandbox.ok());
    EXPECT_EQ(Value(sandbox->Run()).size(), 4u);
  }
}

TEST(SandboxTest, SyntaxErrorsAreRaisedInCPythonsWords) {
  const Program program = Program::Compile("x = (1,\ny = 2");
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.errors()[0].type, "SyntaxError");
  EXPECT_EQ(program.errors()[0].message, "'(' was never closed");
  EXPECT_EQ(program.errors()[0].line, 1u);
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(program);
  ASSERT_TRUE(sandbox.ok());
  const Raised raised = Expect<Raised>(sandbox->Run());
  EXPECT_EQ(raised.exception.name(), "SyntaxError");
  EXPECT_EQ(raised.traceback, program.errors()[0].text);
  // The session goes on.
  ASSERT_TRUE(sandbox->Feed("6 * 7").ok());
  EXPECT_EQ(Value(sandbox->Run()), HostValue(42));
}

TEST(SandboxTest, AnUncaughtExceptionHasItsFrames) {
  Sandbox sandbox = Make("def f(x):\n    return 1 / x\n\nprint('before')\nf(0)");
  const Raised raised = Expect<Raised>(sandbox.Run());
  EXPECT_EQ(raised.exception.kind(), HostValue::Kind::kException);
  EXPECT_EQ(raised.exception.name(), "ZeroDivisionError");
  EXPECT_EQ(raised.message, "division by zero");
  ASSERT_EQ(raised.frames.size(), 2u);
  EXPECT_EQ(raised.frames[0].function, "<module>");
  EXPECT_EQ(raised.frames[0].line, 5u);
  EXPECT_EQ(raised.frames[1].function, "f");
  EXPECT_EQ(raised.frames[1].source_line, "    return 1 / x");
  EXPECT_EQ(raised.frames[1].column, 12u);
  EXPECT_EQ(raised.frames[1].end_column, 17u);
  EXPECT_NE(raised.traceback.find("ZeroDivisionError: division by zero\n"), std::string::npos);
  EXPECT_EQ(raised.exit_status, std::nullopt);
  EXPECT_EQ(sandbox.TakeOutput(), "before\n");
  EXPECT_EQ(Expect<Raised>(Make("import sys\nsys.exit(3)").Run()).exit_status, 3);
}

// ---- calls of the host

TEST(SandboxTest, AFunctionOfTheHostStopsTheProgram) {
  Sandbox sandbox = Make("fetch('a', 2, key=[3]) + 1", With({"fetch"}));
  FunctionCall call = Expect<FunctionCall>(sandbox.Run());
  EXPECT_EQ(call.name, "fetch");
  EXPECT_EQ(call.id.sequence, 1u);
  EXPECT_EQ(call.args, (std::vector<HostValue>{"a", 2}));
  ASSERT_EQ(call.kwargs.size(), 1u);
  EXPECT_EQ(call.kwargs[0].first, "key");
  EXPECT_EQ(call.kwargs[0].second, HostValue::List({3}));
  // Nobody has answered: it stands where it was.
  EXPECT_EQ(Expect<FunctionCall>(sandbox.Run()).id, call.id);
  EXPECT_TRUE(absl::IsNotFound(sandbox.Answer({0, 7}, 1)));
  EXPECT_TRUE(absl::IsNotFound(sandbox.Answer({9, 1}, 1)));
  ASSERT_TRUE(sandbox.Answer(call.id, 41).ok());
  EXPECT_TRUE(absl::IsNotFound(sandbox.Answer(call.id, 41)));
  EXPECT_EQ(Value(sandbox.Run()), HostValue(42));
}

TEST(SandboxTest, AnAnswerCanBeAnException) {
  Sandbox sandbox = Make(
      "def f():\n  try:\n    fetch()\n  except OSError as e:\n    return type(e).__name__, "
      "e.errno, str(e)\n"
      "(f(), fetch())",
      With({"fetch"}));
  FunctionCall call = Expect<FunctionCall>(sandbox.Run());
  ASSERT_TRUE(sandbox.Answer(call.id, HostException("OSError", {2, "No such file", "a.txt"})).ok());
  call = Expect<FunctionCall>(sandbox.Run());
  EXPECT_TRUE(
      absl::IsInvalidArgument(sandbox.Answer(call.id, HostException("int", "no exception"))));
  EXPECT_TRUE(absl::IsInvalidArgument(sandbox.Answer(call.id, HostException("Nobody", "unknown"))));
  ASSERT_TRUE(sandbox.Answer(call.id, HostException("ValueError", "no")).ok());
  Raised raised = Expect<Raised>(sandbox.Run());
  EXPECT_EQ(raised.message, "no");
  EXPECT_EQ(raised.frames.size(), 1u);
  sandbox =
      Make("try:\n  fetch()\nexcept OSError as e:\n  r = type(e).__name__, e.errno, str(e)\nr",
           With({"fetch"}));
  call = Expect<FunctionCall>(sandbox.Run());
  ASSERT_TRUE(sandbox.Answer(call.id, HostException("OSError", {2, "No such file", "a.txt"})).ok());
  EXPECT_EQ(Text(sandbox.Run()), "('FileNotFoundError', 2, \"[Errno 2] No such file: 'a.txt'\")");
}

TEST(SandboxTest, NoSuchFunctionIsANameError) {
  Sandbox sandbox = Make("fetch()", With({"fetch"}));
  FunctionCall call = Expect<FunctionCall>(sandbox.Run());
  ASSERT_TRUE(sandbox.Answer(call.id, NoSuchName{}).ok());
  EXPECT_EQ(Expect<Raised>(sandbox.Run()).message, "name 'fetch' is not defined");
}

TEST(SandboxTest, NamesAreLookedUpLazily) {
  SandboxOptions options;
  options.resolve_names = true;
  Sandbox sandbox = Make("x = limit + limit\nx + double(1)", options);
  NameLookup lookup = Expect<NameLookup>(sandbox.Run());
  EXPECT_EQ(lookup.name, "limit");
  ASSERT_TRUE(sandbox.Answer(lookup.id, 10).ok());
  lookup = Expect<NameLookup>(sandbox.Run());
  EXPECT_EQ(lookup.name, "double");
  ASSERT_TRUE(sandbox.Answer(lookup.id, HostValue::HostFunction("double")).ok());
  FunctionCall call = Expect<FunctionCall>(sandbox.Run());
  ASSERT_TRUE(sandbox.Answer(call.id, 2).ok());
  EXPECT_EQ(Value(sandbox.Run()), HostValue(22));
  sandbox = Make("nobody", options);
  lookup = Expect<NameLookup>(sandbox.Run());
  ASSERT_TRUE(sandbox.Answer(lookup.id, NoSuchName{}).ok());
  EXPECT_EQ(Expect<Raised>(sandbox.Run()).exception.name(), "NameError");
  EXPECT_EQ(Expect<Raised>(Make("nobody").Run()).exception.name(), "NameError");
}

TEST(SandboxTest, TheHostCallsFunctionsOfTheProgram) {
  Sandbox sandbox =
      Make("def f(x, *, y=0):\n  return x * 10 + y\napply(f, 4) + 1", With({"apply"}));
  FunctionCall call = Expect<FunctionCall>(sandbox.Run());
  ASSERT_EQ(call.Arg(0).kind(), HostValue::Kind::kFunction);
  EXPECT_EQ(call.Arg(0).name(), "f");
  std::vector<HostValue> args = {call.Arg(1)};
  std::vector<std::pair<std::string, HostValue>> kwargs = {{"y", 2}};
  ASSERT_TRUE(sandbox.Call(call.Arg(0), args, kwargs).ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(sandbox.Call(call.Arg(0), args)));
  HostValue result = Value(sandbox.Run());
  EXPECT_EQ(result, HostValue(42));
  EXPECT_EQ(Expect<FunctionCall>(sandbox.Run()).id, call.id);
  ASSERT_TRUE(sandbox.Answer(call.id, result).ok());
  EXPECT_EQ(Value(sandbox.Run()), HostValue(43));
  // After the end as well, and it may fail without harm.
  ASSERT_TRUE(sandbox.Call(call.Arg(0), std::vector<HostValue>{}).ok());
  EXPECT_EQ(Expect<Raised>(sandbox.Run()).message,
            "f() missing 1 required positional argument: 'x'");
  EXPECT_EQ(Value(sandbox.Run()), HostValue(43));
  // Types and builtins can be called, too; handles of others cannot.
  absl::StatusOr<HostValue> function = sandbox.Get("f");
  ASSERT_TRUE(function.ok());
  ASSERT_TRUE(sandbox.Call(HostValue::Type("int"), std::vector<HostValue>{"12"}).ok());
  EXPECT_EQ(Value(sandbox.Run()), HostValue(12));
  SandboxOptions other;
  other.session_id = 5;
  Sandbox stranger = Make("1", other);
  Value(stranger.Run());
  EXPECT_TRUE(absl::IsInvalidArgument(stranger.Call(*function)));
  sandbox.ReleaseHandles();
  EXPECT_TRUE(absl::IsInvalidArgument(sandbox.Call(*function)));
  ASSERT_TRUE(sandbox.Get("f").ok());
  EXPECT_TRUE(absl::IsInvalidArgument(sandbox.Call(*function)));
}

// Two that are alike in all give out the same numbers: whose a handle is does not depend on
// options.
TEST(SandboxTest, AHandleOfAnotherSandboxIsRefused) {
  const std::string_view program = "def f(): return 'one'\ndef g(): return 'two'\n";
  Sandbox one = Make(program), two = Make(program);
  Value(one.Run());
  Value(two.Run());
  const absl::StatusOr<HostValue> ours = one.Get("f"), theirs = two.Get("g");
  ASSERT_TRUE(ours.ok() && theirs.ok());
  EXPECT_EQ(ours->handle(), theirs->handle());
  EXPECT_NE(ours->handle_owner(), 0u);
  EXPECT_TRUE(absl::IsInvalidArgument(two.Call(*ours)));
  EXPECT_TRUE(absl::IsInvalidArgument(two.Set("x", *ours)));
  EXPECT_TRUE(absl::IsInvalidArgument(one.Call(*theirs)));
  const auto call = [](Sandbox& sandbox, const HostValue& function) {
    EXPECT_TRUE(sandbox.Call(function).ok());
    return Value(sandbox.Run());
  };
  EXPECT_EQ(call(one, *ours), HostValue("one"));

  // Copies know what was given out before; what they give out is their own.
  absl::StatusOr<Sandbox> fork = one.Fork();
  const absl::StatusOr<std::string> bytes = one.Snapshot();
  ASSERT_TRUE(fork.ok() && bytes.ok());
  absl::StatusOr<Sandbox> first = Sandbox::Restore(*bytes, {}),
                          second = Sandbox::Restore(*bytes, {});
  ASSERT_TRUE(first.ok() && second.ok());
  std::vector<Sandbox*> copies = {&one, &*fork, &*first, &*second};
  std::vector<HostValue> later;
  for (Sandbox* copy : copies) {
    EXPECT_EQ(call(*copy, *ours), HostValue("one"));
    absl::StatusOr<HostValue> function = copy->Get("g");
    ASSERT_TRUE(function.ok());
    later.push_back(*function);
  }
  for (size_t i = 0; i < copies.size(); ++i) {
    for (size_t j = 0; j < later.size(); ++j) {
      if (i == j)
        EXPECT_EQ(call(*copies[i], later[j]), HostValue("two"));
      else
        EXPECT_TRUE(absl::IsInvalidArgument(copies[i]->Call(later[j]))) << i << ' ' << j;
    }
  }
}

// A recording has the handles in it, also such that were given out after it began.
TEST(SandboxTest, ARecordingKnowsItsHandles) {
  Sandbox sandbox = Make("def f(): return 1\n");
  ASSERT_TRUE(sandbox.StartRecording().ok());
  Value(sandbox.Run());
  absl::StatusOr<HostValue> function = sandbox.Get("f");
  ASSERT_TRUE(function.ok() && sandbox.Call(*function).ok());
  Value(sandbox.Run());
  sandbox.ReleaseHandles();
  function = sandbox.Get("f");
  ASSERT_TRUE(function.ok() && sandbox.Call(*function).ok());
  EXPECT_EQ(Value(sandbox.Run()), HostValue(1));
  const absl::StatusOr<std::string> recording = sandbox.TakeRecording();
  ASSERT_TRUE(recording.ok());
  absl::StatusOr<Replay> replay = Replay::Open(*recording);
  ASSERT_TRUE(replay.ok());
  while (replay->position() < replay->size()) ASSERT_TRUE(replay->Step().ok());
}

TEST(SandboxTest, GlobalsCanBeReadAndSet) {
  Sandbox sandbox = Make("x = 1\ng()\ny = x + 1", With({"g"}));
  FunctionCall call = Expect<FunctionCall>(sandbox.Run());
  EXPECT_EQ(*sandbox.Get("x"), HostValue(1));
  EXPECT_TRUE(absl::IsNotFound(sandbox.Get("y").status()));
  ASSERT_TRUE(sandbox.Set("x", 10).ok());
  ASSERT_TRUE(sandbox.Answer(call.id, nullptr).ok());
  Value(sandbox.Run());
  EXPECT_EQ(*sandbox.Get("y"), HostValue(11));
}

// ---- the outside

TEST(SandboxTest, OsCallsFollowTheirPermission) {
  EXPECT_EQ(Expect<Raised>(Make("input()").Run()).exception.name(), "EOFError");
  SandboxOptions options;
  options.permissions.standard_input = Permission::kDenied;
  EXPECT_EQ(Expect<Raised>(Make("input()", options).Run()).exception.name(), "PermissionError");
  options.permissions.standard_input = Permission::kHost;
  Sandbox sandbox = Make("input('? ') + input()", options);
  OsRequest request = Expect<OsRequest>(sandbox.Run());
  EXPECT_EQ(sandbox.TakeOutput(), "? ");
  ASSERT_TRUE(std::holds_alternative<os::ReadLine>(request.call));
  EXPECT_TRUE(absl::IsInvalidArgument(sandbox.Answer(request.id, 5)));
  EXPECT_TRUE(absl::IsInvalidArgument(sandbox.Answer(request.id, "two\nlines\n")));
  EXPECT_TRUE(absl::IsInvalidArgument(sandbox.Answer(request.id, NoSuchName{})));
  EXPECT_TRUE(absl::IsFailedPrecondition(sandbox.Answer(request.id, Later{})));
  ASSERT_TRUE(sandbox.Answer(request.id, os::ReadLine::ToValue("a\n")).ok());
  request = Expect<OsRequest>(sandbox.Run());
  ASSERT_TRUE(sandbox.Answer(request.id, "b").ok());
  EXPECT_EQ(Text(sandbox.Run()), "'ab'");
  options.standard_input = "one\ntwo";
  EXPECT_EQ(Text(Make("import sys\n[input(), sys.stdin.read(), sys.stdin.read()]", options).Run()),
            "['one', 'two', '']");
}

TEST(SandboxTest, OutputGoesToTheSinkInOrder) {
  SandboxOptions options;
  std::string seen;
  options.on_output = [&](OutputStream stream, std::string_view text) {
    seen += stream == OutputStream::kError ? "E:" : "O:";
    seen += text;
  };
  Value(Make("import sys\nprint(1)\nprint(2, file=sys.stderr)\nprint(3)", options).Run());
  EXPECT_EQ(seen, "O:1\nE:2\nO:3\n");
}

// ---- sessions

TEST(SandboxTest, ASessionKeepsItsGlobals) {
  Sandbox sandbox = Make("x = 20\ndef f(): return x", With({"ask"}));
  EXPECT_TRUE(absl::IsFailedPrecondition(sandbox.Feed("1")));
  Value(sandbox.Run());
  ASSERT_TRUE(sandbox.Feed("y = f() + 1\ny").ok());
  EXPECT_EQ(Value(sandbox.Run()), HostValue(21));
  ASSERT_TRUE(sandbox.Feed("z = 1\n1/0\nz = 2").ok());
  EXPECT_EQ(Expect<Raised>(sandbox.Run()).exception.name(), "ZeroDivisionError");
  ASSERT_TRUE(sandbox.Feed("x = 100\n(z, f(), ask(y))").ok());
  FunctionCall call = Expect<FunctionCall>(sandbox.Run());
  EXPECT_TRUE(absl::IsFailedPrecondition(sandbox.Feed("1")));
  EXPECT_EQ(call.Arg(0), HostValue(21));
  ASSERT_TRUE(sandbox.Answer(call.id, "ok").ok());
  EXPECT_EQ(Text(sandbox.Run()), "(1, 100, 'ok')");
  ASSERT_TRUE(sandbox.Feed("this is no Python").ok());
  EXPECT_EQ(Expect<Raised>(sandbox.Run()).exception.name(), "SyntaxError");
  ASSERT_TRUE(sandbox.Feed("import asyncio\nawait asyncio.sleep(0, x)").ok());
  EXPECT_EQ(Value(sandbox.Run()), HostValue(100));
}

// One byte of a program that waits for its host's answer is another, and the checksum is right
// again: it is refused, or what it does with the answer stays within its limits. (A frame that
// stood behind its call took the answer for another's.)
TEST(SandboxTest, ASnapshotThatWaitsForAnAnswerMayLie) {
  constexpr size_t kHeader = 41, kLength = 29, kChecksum = 33;
  constexpr const char* kProgram =
      "f = lambda i: ask(i)\ndef g(a):\n  for i in (1, 2): a = f(i)\n  return a\nx = [g(1), 2]";
  Sandbox first = Make(kProgram, With({"ask"}));
  Expect<FunctionCall>(first.Run());
  const std::string bytes = *first.Snapshot();
  SandboxOptions options = With({"ask"});
  options.limits.steps = 5000;
  int refused = 0, played = 0;
  for (size_t at = bytes.size() > 500 ? bytes.size() - 500 : kHeader; at < bytes.size(); ++at) {
    for (const int change : {1, 2, 3, 4, -1, -2}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] + change);
      const auto size = static_cast<uint32_t>(changed.size() - kHeader);
      const uint64_t checksum = SnapshotChecksum(std::string_view(changed).substr(kHeader));
      std::memcpy(&changed[kLength], &size, sizeof(size));
      std::memcpy(&changed[kChecksum], &checksum, sizeof(checksum));
      absl::StatusOr<Sandbox> again = Sandbox::Restore(changed, options);
      if (!again.ok()) {
        ++refused;
        continue;
      }
      ++played;
      for (int i = 0; i < 8; ++i) {
        Stop stop = again->Run();
        FunctionCall* call = std::get_if<FunctionCall>(&stop);
        if (call == nullptr || !again->Answer(call->id, HostValue(1)).ok()) break;
      }
    }
  }
  EXPECT_GT(refused, 500);
  EXPECT_GT(played, 100);
}

// Keys of globals() that no name in a program can be have slots all the same.
TEST(SandboxTest, ASessionMayHaveAnyKeysInItsGlobals) {
  for (const char* key : {"5", "None", "2.5", "(1,)", "10**30", "frozenset()", "'a' + str(1)",
                          "'\\x011'", "'x', del"}) {
    const bool deletes = std::string_view(key).ends_with("del");
    Sandbox sandbox =
        Make(deletes ? "y = 2\nglobals()['x'] = 7\ndel globals()['y'], globals()['x']"
                     : "globals()[" + std::string(key) + "] = 7\nx = 1\ndef f(): return x");
    Value(sandbox.Run());
    ASSERT_TRUE(
        sandbox.Feed("z = x = 3\ny = 4\n" + std::string(deletes ? "a1 = 0" : "a1 = f()")).ok())
        << key;
    Value(sandbox.Run());
    ASSERT_TRUE(sandbox.Feed("(z, x, y, a1, 7 in globals().values())").ok()) << key;
    EXPECT_EQ(Text(sandbox.Run()), deletes                                   ? "(3, 3, 4, 0, False)"
                                   : std::string_view(key).starts_with("'a") ? "(3, 3, 4, 3, False)"
                                                                             : "(3, 3, 4, 3, True)")
        << key;
  }
}

// ---- snapshots and forks

TEST(SandboxTest, ASnapshotGoesOnElsewhere) {
  SandboxOptions options = With({"ask"});
  options.session_id = 77;
  Sandbox sandbox = Make(
      "def f(x): return ask(x) + 1\nprint('before')\nr = [f(n) for n in range(3)]\nr", options);
  FunctionCall call = Expect<FunctionCall>(sandbox.Run());
  ASSERT_TRUE(sandbox.Answer(call.id, 10).ok());
  call = Expect<FunctionCall>(sandbox.Run());
  absl::StatusOr<std::string> bytes = sandbox.Snapshot();
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  EXPECT_EQ(*sandbox.Snapshot(), *bytes);
  for (int round = 0; round < 2; ++round) {  // as often as one likes
    absl::StatusOr<Sandbox> again = Sandbox::Restore(*bytes);
    ASSERT_TRUE(again.ok()) << again.status();
    FunctionCall same = Expect<FunctionCall>(again->Run());
    EXPECT_EQ(same.id, call.id);
    EXPECT_EQ(same.args, call.args);
    ASSERT_TRUE(again->Answer(same.id, 20).ok());
    same = Expect<FunctionCall>(again->Run());
    ASSERT_TRUE(again->Answer(same.id, 30).ok());
    EXPECT_EQ(Text(again->Run()), "[11, 21, 31]");
    ASSERT_TRUE(again->Feed("sum(r)").ok());
    EXPECT_EQ(Value(again->Run()), HostValue(63));
  }
  // An answer that was given and not yet run is in the bytes, too; be it an exception.
  ASSERT_TRUE(sandbox.Answer(call.id, HostException("KeyError", "k")).ok());
  absl::StatusOr<Sandbox> again = Sandbox::Restore(*sandbox.Snapshot());
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(Expect<Raised>(again->Run()).traceback, Expect<Raised>(sandbox.Run()).traceback);
}

// A host that keeps its key to itself takes no snapshot but its own.
TEST(SandboxTest, ASealTellsWhoMadeASnapshot) {
  Sandbox sandbox = Make("ask(1)", With({"ask"}));
  Expect<FunctionCall>(sandbox.Run());
  const std::string key = "sixteen bytes or more";
  const std::string plain = *sandbox.Snapshot();
  const std::string sealed = *sandbox.Snapshot({.key = key});
  EXPECT_EQ(sealed, *sandbox.Snapshot({.key = key}));
  EXPECT_TRUE(absl::IsInvalidArgument(sandbox.Snapshot({.key = "too short"}).status()));
  SandboxOptions mine;
  mine.snapshot_key = key;
  absl::StatusOr<Sandbox> again = Sandbox::Restore(sealed, mine);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(*again->Snapshot(), plain);
  SandboxOptions other;
  other.snapshot_key = "sixteen bytes or mOre";
  EXPECT_TRUE(absl::IsPermissionDenied(Sandbox::Restore(sealed, other).status()));
  EXPECT_TRUE(absl::IsPermissionDenied(Sandbox::Restore(sealed).status()));
  EXPECT_TRUE(absl::IsPermissionDenied(Sandbox::Restore(plain, mine).status()));
  for (size_t size = 0; size < sealed.size(); size += size < 64 ? 1 : 17) {
    EXPECT_TRUE(absl::IsPermissionDenied(Sandbox::Restore(sealed.substr(0, size), mine).status()));
  }
  for (size_t at = 0; at < sealed.size(); at += at < 64 ? 1 : 17) {
    std::string changed = sealed;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    EXPECT_TRUE(absl::IsPermissionDenied(Sandbox::Restore(changed, mine).status()));
  }
}

// The seal is HMAC-SHA-256 as others compute it: Python's hmac module made the expectation.
TEST(SandboxTest, TheSealIsWhatItIsSaidToBe) {
  const std::string sealed = SealSnapshot("a snapshot", "sixteen bytes or more");
  std::string hex;
  for (unsigned char c : sealed.substr(5, 32)) {
    for (int digit : {c >> 4, c & 15}) hex += "0123456789abcdef"[digit];
  }
  EXPECT_EQ(hex, "06cc1608e28eae69ba8ef34e4ef88d06f351e1addc84f43d4b87420c2d825d3b");
  EXPECT_EQ(sealed.substr(0, 5) + sealed.substr(37),
            "PYSS\x01"
            "a snapshot");
}

TEST(SandboxTest, BytesOfAnythingElseAreRefused) {
  Sandbox sandbox = Make("ask([1, 2, 3])", With({"ask"}));
  Expect<FunctionCall>(sandbox.Run());
  const std::string bytes = *sandbox.Snapshot();
  EXPECT_TRUE(absl::IsDataLoss(Sandbox::Restore("").status()));
  EXPECT_TRUE(absl::IsDataLoss(Sandbox::Restore("PYSN and so on").status()));
  EXPECT_TRUE(absl::IsDataLoss(Sandbox::Restore(bytes.substr(0, bytes.size() / 2)).status()));
  SandboxOptions small;
  small.limits.memory_bytes = 1000;
  EXPECT_FALSE(Sandbox::Restore(bytes, small).ok());
  // Without its text the code comes from the host.
  const Program program = Program::Compile("ask([1, 2, 3])");
  const std::string bare = *sandbox.Snapshot({.with_source = false});
  EXPECT_LT(bare.size(), bytes.size());
  EXPECT_FALSE(Sandbox::Restore(bare).ok());
  EXPECT_TRUE(Sandbox::Restore(bare, {}, {&program, 1}).ok());
}

TEST(SandboxTest, AForkGoesItsOwnWay) {
  Sandbox sandbox = Make("x = [1]\nx.append(ask())\nx.append(ask())\nx", With({"ask"}));
  FunctionCall call = Expect<FunctionCall>(sandbox.Run());
  absl::StatusOr<Sandbox> fork = sandbox.Fork();
  ASSERT_TRUE(fork.ok()) << fork.status();
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(sandbox.Answer(call.id, "left").ok());
    ASSERT_TRUE(fork->Answer(call.id, "right").ok());
    Stop left = sandbox.Run(), right = fork->Run();
    if (i == 1) {
      EXPECT_EQ(Text(left), "[1, 'left', 'left']");
      EXPECT_EQ(Text(right), "[1, 'right', 'right']");
      break;
    }
    call = Expect<FunctionCall>(left);
    EXPECT_EQ(Expect<FunctionCall>(right).id, call.id);
  }
}

TEST(SandboxTest, MistakesOfTheEmbedderAreStatuses) {
  SandboxOptions options;
  options.limits.memory_bytes = 0;
  EXPECT_TRUE(absl::IsInvalidArgument(Sandbox::Create(Program::Compile("1"), options).status()));
  options.limits.memory_bytes = std::nullopt;
  options.inputs = {{"x", HostValue("\xff")}};
  EXPECT_TRUE(absl::IsInvalidArgument(Sandbox::Create(Program::Compile("1"), options).status()));
  options.inputs = {{"x", HostValue::Set({HostValue::List({})})}};
  EXPECT_TRUE(absl::IsInvalidArgument(Sandbox::Create(Program::Compile("1"), options).status()));
  options.inputs = {{"x", std::string(1 << 20, 'x')}};
  options.limits.memory_bytes = 1 << 18;
  EXPECT_TRUE(absl::IsResourceExhausted(Sandbox::Create(Program::Compile("1"), options).status()));
}

// One line for a log, whatever the program wrote.
TEST(SandboxTest, StopsHaveNamesForLogs) {
  const auto first_stop = [](std::string_view source) {
    SandboxOptions options;
    options.inputs = {{"search", HostValue::HostFunction("search(query, /, limit=10)")}};
    options.resolve_names = true;
    options.permissions.clock = Permission::kHost;
    options.limits.steps = 100'000;
    absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile(source), options);
    return sandbox->Run();
  };
  EXPECT_EQ(Describe(first_stop("[1, 'a']")), "Finished: [1, 'a']");
  EXPECT_EQ(Describe(first_stop("search('x')")), "FunctionCall 1: search('x', 10)");
  EXPECT_EQ(Describe(first_stop("raise ValueError('a\\nINFO forged \\x1b[0m')")),
            "Raised: ValueError: a\\x0aINFO forged \\x1b[0m");
  EXPECT_EQ(Describe(first_stop("nothing")), "NameLookup 1: nothing");
  EXPECT_EQ(Describe(first_stop("import time; time.time()")), "OsRequest 1: Now");
  EXPECT_EQ(Describe(first_stop("while True: pass")).find("LimitReached: "), 0u);
  EXPECT_LT(Describe(first_stop("raise ValueError('x' * 100000)")).size(), 400u);
  EXPECT_EQ(LimitName(LimitKind::kDuration), "duration");
}

}  // namespace
}  // namespace pysub
