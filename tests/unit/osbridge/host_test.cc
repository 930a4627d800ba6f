// pysub::Host: signatures, typed callables, later answers.
#include "pysub/host.h"

#include <gtest/gtest.h>

#include <thread>

namespace pysub {
namespace {

// How a program ends with these functions: the repr of its result, or the last line of its
// traceback.
std::string Ending(const Host& host, Sandbox& sandbox) {
  const Stop stop = host.Run(sandbox);
  if (const auto* finished = std::get_if<Finished>(&stop)) return finished->value.Repr();
  if (const auto* raised = std::get_if<Raised>(&stop))
    return std::string(raised->exception.name()) + ": " + raised->message;
  if (const auto* limit = std::get_if<LimitReached>(&stop)) return limit->message;
  return "stop " + std::to_string(stop.index());
}

absl::StatusOr<Sandbox> Made(const Host& host, std::string_view source) {
  SandboxOptions options;
  if (absl::Status status = host.AddTo(&options); !status.ok()) return status;
  return Sandbox::Create(Program::Compile(source), options);
}

std::string Told(const Host& host, std::string_view source) {
  absl::StatusOr<Sandbox> sandbox = Made(host, source);
  if (!sandbox.ok()) return sandbox.status().ToString();
  return Ending(host, *sandbox);
}

Host Offers(std::string_view signature) {
  Host host;
  host.Function(signature, "What it does.", [](const FunctionCall& call) -> Reply {
    std::vector<std::pair<HostValue, HostValue>> named;
    for (const auto& [name, value] : call.kwargs) named.emplace_back(name, value);
    return HostValue::List({HostValue::List(call.args), HostValue::Dict(named)});
  });
  return host;
}

TEST(HostTest, CallsAreBoundAsThoseOfADef) {
  struct Case {
    std::string_view signature, parameters;
  };
  // Each call is made of a def with the same parameters, too: both say the same of it.
  constexpr Case kCases[] = {
      {"f(a, /, limit=10)", "a, /, limit=10"},
      {"f()", ""},
      {"f(a, b, c=None, *, strict=False, name)", "a, b, c=None, *, strict=False, name"},
      {"f(a='x', *rest, key=1.5, **others)", "a='x', *rest, key=1.5, **others"},
      {"f(*, one, two)", "*, one, two"},
  };
  constexpr std::string_view kCalls[] = {"",
                                         "1",
                                         "1, 2",
                                         "1, 2, 3",
                                         "1, 2, 3, 4",
                                         "a=1",
                                         "1, a=2",
                                         "1, limit=3",
                                         "1, wrong=3",
                                         "limit=1",
                                         "1, 2, name=3",
                                         "1, 2, name=3, strict=True",
                                         "name=1",
                                         "1, 2, one=3",
                                         "one=1, two=2",
                                         "one=1",
                                         "*range(5)",
                                         "**{'key': 1, 'z': 2}",
                                         "1, 2, key=3, strict=4",
                                         "b=1, a=2, name=3"};
  for (const Case& c : kCases) {
    const Host host = Offers(c.signature);
    for (std::string_view call : kCalls) {
      const std::string text(call);
      const std::string program = "def g(" + std::string(c.parameters) +
                                  "): pass\n"
                                  "g.__qualname__ = 'f'\n"
                                  "def told(h):\n"
                                  "    try:\n        h(" +
                                  text +
                                  ")\n        return 'fits'\n"
                                  "    except TypeError as e: return str(e)\n"
                                  "told(f) == told(g) or (told(f), told(g))";
      EXPECT_EQ(Told(host, program), "True") << c.signature << " called with " << call;
    }
  }
}

TEST(HostTest, AllParametersAreThereInTheirOrder) {
  EXPECT_EQ(Told(Offers("f(query, /, limit=10)"), "f('x')"), "[['x', 10], {}]");
  EXPECT_EQ(Told(Offers("f(query, /, limit=10)"), "f('x', limit=None)"), "[['x', None], {}]");
  EXPECT_EQ(Told(Offers("f(a, b=-1.5, *rest, c='it\\'s', d=(), **more)"), "f(b=1, a=2, z=3)"),
            "[[2, 1], {'c': \"it's\", 'd': (), 'z': 3}]");
  EXPECT_EQ(Told(Offers("f(a, b=-1.5, *rest, c=[], d={}, **more)"), "f(1, 2, 3, 4, d=5)"),
            "[[1, 2, 3, 4], {'c': [], 'd': 5}]");
  EXPECT_EQ(Told(Offers("f(a)"), "[f.__text_signature__, f.__name__, f.__doc__]"),
            "['(a)', 'f', 'What it does.']");
  absl::StatusOr<Sandbox> sandbox = Made(Offers("f(a, *, b=2)"), "f(1)");
  ASSERT_TRUE(sandbox.ok());
  const Stop stop = sandbox->Run();
  const FunctionCall& call = std::get<FunctionCall>(stop);
  EXPECT_EQ(call.Arg("a").as_int(), 1);
  EXPECT_EQ(call.Arg("b").as_int(), 2);
  EXPECT_TRUE(call.Arg("c").is_none());
}

TEST(HostTest, WhatIsNoSignatureIsRefusedByName) {
  for (std::string_view wrong : {"",
                                 "f",
                                 "f(",
                                 "f)",
                                 "(a)",
                                 "1f(a)",
                                 "f(a",
                                 "f(a))",
                                 "f(a=1, b)",
                                 "f(a, a)",
                                 "f(*)",
                                 "f(*, **k)",
                                 "f(/)",
                                 "f(a, /, b, /)",
                                 "f(**k, a)",
                                 "f(*a, *b)",
                                 "f(a: int)",
                                 "f(a = 1)",
                                 "f(a=)",
                                 "f(a=g())",
                                 "f(a=1+1)",
                                 "f(a=[1])",
                                 "f(a='x)",
                                 "f(a=nan)",
                                 "f(class)",
                                 "f(a-b)",
                                 "f(a=99999999999999999999)",
                                 "f(\xff)",
                                 "f(a.b)"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(Made(Offers(wrong), "1").status())) << wrong;
    if (wrong.find('(') == std::string_view::npos) continue;
    SandboxOptions options;
    options.inputs = {{"f", HostValue::HostFunction(wrong)}};
    EXPECT_TRUE(absl::IsInvalidArgument(Sandbox::Create(Program::Compile("1"), options).status()))
        << wrong;
  }
  std::string many = "f(";
  for (int i = 0; i < 65; ++i) many += (i > 0 ? ", a" : "a") + std::to_string(i);
  EXPECT_TRUE(absl::IsInvalidArgument(Made(Offers(many + ")"), "1").status()));
  EXPECT_TRUE(
      absl::IsInvalidArgument(Made(Offers("f(a='" + std::string(9000, 'x') + "')"), "1").status()));
  Host twice = Offers("f(a)");
  twice.Function("f(b)", "", [](int64_t b) { return b; });
  EXPECT_TRUE(absl::IsInvalidArgument(Made(twice, "1").status()));
  Host other;
  other.Function("f(a, b)", "", [](int64_t a) { return a; });
  EXPECT_TRUE(absl::IsInvalidArgument(Made(other, "1").status()));
}

int64_t Twice(int64_t n) { return 2 * n; }

Host Typed() {
  Host host;
  host.Function("add(a, b=2)", "", [](int64_t a, int64_t b) { return a + b; })
      .Function("twice(n)", "", &Twice)
      .Function("small(n)", "", [](uint8_t n) { return int{n}; })
      .Function("join(parts, sep=', ')", "",
                [](const std::vector<std::string>& parts, std::string_view sep) {
                  std::string all;
                  for (const std::string& part : parts)
                    all += (all.empty() ? "" : std::string(sep)) + part;
                  return all;
                })
      .Function("maybe(x=None)", "", [](std::optional<double> x) { return x.value_or(-1); })
      .Function("flag(on)", "", [](bool on) { return !on; })
      .Function("any(x)", "", [](HostValue x) { return x; })
      .Function("nothing()", "", [] {})
      .Function("fails(how)", "",
                [](std::string how) -> absl::StatusOr<int64_t> {
                  if (how == "missing") return absl::NotFoundError("no such thing");
                  if (how == "denied") return absl::PermissionDeniedError("not you");
                  return absl::InternalError("broken");
                })
      .Function("raises(name)", "",
                [](std::string name) -> Reply { return HostException(name, "from the host"); })
      .Function("words()", "", [] {
        return std::vector<std::string>{"a", "b"};
      });
  return host;
}

TEST(HostTest, ParametersHaveTypes) {
  const Host host = Typed();
  EXPECT_EQ(Told(host,
                 "add(1), add(1, b=5), twice(n=4), small(255), maybe(), maybe(2), flag(False), "
                 "nothing(), words()"),
            "(3, 6, 8, 255, -1.0, 2.0, True, None, ['a', 'b'])");
  EXPECT_EQ(Told(host, "join(['x', 'y']), join(('x', 'y'), sep='-'), any({1: [2]})"),
            "('x, y', 'x-y', {1: [2]})");
  EXPECT_EQ(Told(host, "add('1')"), "TypeError: add() argument 'a' must be int, not str");
  EXPECT_EQ(Told(host, "add(1, None)"), "TypeError: add() argument 'b' must be int, not NoneType");
  EXPECT_EQ(Told(host, "add(1 << 80)"), "OverflowError: add() argument 'a' is out of range");
  EXPECT_EQ(Told(host, "small(256)"), "OverflowError: small() argument 'n' is out of range");
  EXPECT_EQ(Told(host, "join([1])"), "TypeError: join() argument 'parts' must be str, not list");
  EXPECT_EQ(Told(host, "flag(1)"), "TypeError: flag() argument 'on' must be bool, not int");
  EXPECT_EQ(Told(host, "add()"), "TypeError: add() missing 1 required positional argument: 'a'");
}

TEST(HostTest, ErrorsOfTheHostAreExceptions) {
  const Host host = Typed();
  EXPECT_EQ(Told(host, "fails('missing')"), "LookupError: no such thing");
  EXPECT_EQ(Told(host, "fails('denied')"), "PermissionError: not you");
  EXPECT_EQ(Told(host, "fails('')"), "RuntimeError: broken");
  EXPECT_EQ(Told(host, "raises('ValueError')"), "ValueError: from the host");
  // Nothing waits for ever because of an answer that nobody can take.
  EXPECT_EQ(Told(host, "raises('NoSuchError')"),
            "RuntimeError: the host's answer cannot cross: there is no exception 'NoSuchError'");
}

TEST(HostTest, OthersFunctionsComeBackToTheCaller) {
  SandboxOptions options;
  options.inputs = {{"mine", HostValue::HostFunction("mine")}};
  ASSERT_TRUE(Typed().AddTo(&options).ok());
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile("mine() + add(1)"), options);
  ASSERT_TRUE(sandbox.ok());
  const Host host = Typed();
  const Stop stop = host.Run(*sandbox);
  ASSERT_TRUE(std::holds_alternative<FunctionCall>(stop));
  EXPECT_TRUE(std::holds_alternative<NoSuchName>(host.Call(std::get<FunctionCall>(stop))));
  ASSERT_TRUE(sandbox->Answer(std::get<FunctionCall>(stop).id, 39).ok());
  EXPECT_EQ(Ending(host, *sandbox), "42");
}

// Answers each call from a thread of its own, after `delay` milliseconds.
struct Pool {
  std::vector<std::thread> threads;
  ~Pool() {
    for (std::thread& thread : threads) thread.join();
  }
  Host Offer() {
    Host host;
    host.AsyncFunction("fetch(url, delay=1)", "",
                       [this](const FunctionCall& call, Host::Answer answer) {
                         const std::string url(call.Arg("url").text());
                         const int64_t delay = call.Arg("delay").as_int().value_or(0);
                         threads.emplace_back([url, delay, answer] {
                           std::this_thread::sleep_for(std::chrono::milliseconds(delay));
                           answer(url + "!");
                           answer("the second answer counts for nothing");
                         });
                       });
    host.AsyncFunction("forget()", "", [](const FunctionCall&, Host::Answer) {});
    host.AsyncFunction(
        "hang()", "", [this](const FunctionCall&, Host::Answer answer) { kept.push_back(answer); });
    return host;
  }
  std::vector<Host::Answer> kept;
};

TEST(HostTest, AnswersComeLater) {
  Pool pool;
  const Host host = pool.Offer();
  EXPECT_EQ(Told(host,
                 "import asyncio\nasync def main():\n    return await "
                 "asyncio.gather(*(fetch(f'p{i}', delay=20 - i) for i in range(20)))\n"
                 "asyncio.run(main())"),
            "['p0!', 'p1!', 'p2!', 'p3!', 'p4!', 'p5!', 'p6!', 'p7!', 'p8!', 'p9!', 'p10!', "
            "'p11!', 'p12!', 'p13!', 'p14!', 'p15!', "
            "'p16!', 'p17!', 'p18!', 'p19!']");
  // Outside of asyncio the program waits as a whole.
  EXPECT_EQ(Told(host, "fetch('a') + fetch(url='b')"), "'a!b!'");
  EXPECT_EQ(Told(host, "forget()"), "RuntimeError: the host's function ended without an answer");
  EXPECT_EQ(Told(host, "import asyncio\nasync def main(): await forget()\nasyncio.run(main())"),
            "RuntimeError: the host's function ended without an answer");
  // A timer of the program goes off while an answer is awaited.
  EXPECT_EQ(Told(host,
                 "import asyncio\nasync def main():\n    try:\n        return await "
                 "asyncio.wait_for(hang(), 0.01)\n"
                 "    except TimeoutError: return 'late'\nasyncio.run(main())"),
            "'late'");
}

TEST(HostTest, AnswersAreKeptBetweenSlicesOfFuel) {
  Pool pool;
  const Host host = pool.Offer();
  absl::StatusOr<Sandbox> sandbox = Made(
      host,
      "import asyncio\nasync def main():\n    async def busy():\n        n = 0\n        while n < "
      "30000:\n"
      "            n += 1\n            if n % 100 == 0: await asyncio.sleep(0)\n        return n\n"
      "    return await asyncio.gather(fetch('x'), busy())\nasyncio.run(main())");
  ASSERT_TRUE(sandbox.ok());
  int slices = 0;
  Stop stop = host.RunFor(*sandbox, 1000);
  for (; std::holds_alternative<OutOfFuel>(stop); stop = host.RunFor(*sandbox, 1000)) ++slices;
  ASSERT_TRUE(std::holds_alternative<Finished>(stop));
  EXPECT_EQ(std::get<Finished>(stop).value.Repr(), "['x!', 30000]");
  EXPECT_GT(slices, 5);
}

TEST(HostTest, CancelEndsAWait) {
  Pool pool;
  const Host host = pool.Offer();
  for (std::string_view source :
       {"import asyncio\nasync def main(): await hang()\nasyncio.run(main())", "hang()"}) {
    absl::StatusOr<Sandbox> sandbox = Made(host, source);
    ASSERT_TRUE(sandbox.ok());
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      sandbox->Cancel();
    });
    EXPECT_EQ(Ending(host, *sandbox), "KeyboardInterrupt: cancelled") << source;
    other.join();
  }
}

TEST(HostTest, InterruptEndsAWait) {
  Pool pool;
  const Host host = pool.Offer();
  for (std::string_view source :
       {"import asyncio\nasync def main(): await hang()\nasyncio.run(main())", "hang()",
        "import asyncio\nasync def main():\n    try: await hang()\n    finally: "
        "print('bye')\nasyncio.run(main())"}) {
    absl::StatusOr<Sandbox> sandbox = Made(host, source);
    ASSERT_TRUE(sandbox.ok());
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      sandbox->Interrupt();
    });
    EXPECT_EQ(Ending(host, *sandbox), "KeyboardInterrupt: ") << source;
    other.join();
    pool.kept.back()("too late");
  }
  absl::StatusOr<Sandbox> sandbox =
      Made(host, "try: hang()\nexcept KeyboardInterrupt: r = fetch('x')\nr");
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    sandbox->Interrupt();
  });
  EXPECT_EQ(Ending(host, *sandbox), "'x!'");
  other.join();
}

// A host that breaks its promise is told so, and nothing else breaks.
TEST(HostTest, ACallableMayNotRunItsSandbox) {
  std::optional<Sandbox> sandbox;
  std::vector<size_t> stops;
  Host host;
  host.Function("again()", "", [&](const FunctionCall&) -> Reply {
    stops.push_back(host.Run(*sandbox).index());
    return 1;
  });
  host.AsyncFunction("later()", "", [&](const FunctionCall&, const Host::Answer& answer) {
    stops.push_back(host.Run(*sandbox).index());
    answer(2);
  });
  host.Function("replace()", "", [&](const FunctionCall&) -> Reply {
    sandbox = *Made(host, "3");
    return 4;
  });
  sandbox = *Made(host,
                  "import asyncio\nasync def main(): return await later()\n(again(), later(), "
                  "asyncio.run(main()))");
  EXPECT_EQ(Ending(host, *sandbox), "(1, 2, 2)");
  EXPECT_EQ(stops, std::vector<size_t>(3, Stop(OutOfFuel{}).index()));
  sandbox = *Made(host, "replace()");
  EXPECT_EQ(Ending(host, *sandbox), "stop " + std::to_string(Stop(OutOfFuel{}).index()));
  EXPECT_EQ(Ending(host, *sandbox), "3");
}

TEST(HostTest, ExceptionsHaveTheNamesThatProgramsUse) {
  Host host;
  host.Function("fail(name)", "", [](const FunctionCall& call) -> Reply {
    std::vector<HostValue> args = {"why"};
    if (call.Arg(0).text() == "json.JSONDecodeError") args = {"why", "text", 2};
    return HostException(std::string(call.Arg(0).text()), args);
  });
  const std::string program =
      "import asyncio, json\ntry: fail(NAME)\nexcept BaseException as e: r = type(e).__name__, "
      "str(e)\nr";
  const auto told = [&](const std::string& name) {
    std::string source = program;
    return Told(host, source.replace(source.find("NAME"), 4, "'" + name + "'"));
  };
  EXPECT_EQ(told("json.JSONDecodeError"), "('JSONDecodeError', 'why: line 1 column 3 (char 2)')");
  EXPECT_EQ(told("asyncio.CancelledError"), "('CancelledError', 'why')");
  EXPECT_EQ(told("asyncio.TimeoutError"), "('TimeoutError', 'why')");
  EXPECT_EQ(told("no.such.Error").substr(0, 15), "('RuntimeError'");
}

TEST(HostTest, AWaitThatNobodyHereOwesComesBack) {
  Pool pool;
  const Host host = pool.Offer();
  absl::StatusOr<Sandbox> sandbox =
      Made(host, "import asyncio\nasync def main(): return await hang()\nasyncio.run(main())");
  ASSERT_TRUE(sandbox.ok());
  Stop stop = sandbox->Run();
  const CallId id = std::get<FunctionCall>(stop).id;
  ASSERT_TRUE(sandbox->Answer(id, Later{}).ok());
  const absl::StatusOr<std::string> bytes = sandbox->Snapshot();
  ASSERT_TRUE(bytes.ok());
  absl::StatusOr<Sandbox> again = Sandbox::Restore(*bytes);
  ASSERT_TRUE(again.ok());
  ASSERT_TRUE(std::holds_alternative<Waiting>(host.Run(*again)));
  ASSERT_TRUE(again->Answer(id, 7).ok());
  EXPECT_EQ(Ending(host, *again), "7");
}

TEST(HostTest, SignaturesTravel) {
  const Host host = Typed();
  absl::StatusOr<Sandbox> sandbox = Made(host, "add(1) * 10 + len(str(add)) * 0 + add(b=1, a=1)");
  ASSERT_TRUE(sandbox.ok());
  const Stop stop = sandbox->Run();
  const absl::StatusOr<std::string> bytes = sandbox->Snapshot();
  ASSERT_TRUE(bytes.ok());
  absl::StatusOr<Sandbox> again = Sandbox::Restore(*bytes);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(Ending(host, *again), "32");
  const HostValue function = HostValue::HostFunction("add(a, b=2)", "doc");
  EXPECT_EQ(function.name(), "add");
  EXPECT_EQ(function.signature(), "add(a, b=2)");
  EXPECT_EQ(HostValue::HostFunction("add").signature(), "");
  EXPECT_EQ(function.ToExactJson(), "{\"$host_function\": [\"add(a, b=2)\", \"doc\"]}");
}

}  // namespace
}  // namespace pysub
