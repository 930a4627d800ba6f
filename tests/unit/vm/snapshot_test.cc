// Snapshots: what comes back is what was saved. Bytes that lie: tests/snapshots/.

#include "vm/snapshot/snapshot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "compiler/opcodes.h"
#include "stdlib/install.h"
#include "vm/native_frame.h"
#include "vm/objects/dict.h"
#include "vm/snapshot/schema.h"
#include "vm/vm.h"

namespace pysub {
namespace {

// Programs that are in the middle of something of every kind when they are stopped.
constexpr std::string_view kPrograms[] = {
    R"(
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print([fib(i) for i in range(9)])
)",
    R"(
d = {}
for i in range(12):
    d[i] = [i, str(i), (i, i * 1.5, 10 ** (i * 3)), {i, 'x'}, d]
del d[3]; d['k'] = frozenset([1, (2, frozenset([3]))])
print(sorted((str(k) for k in d), key=lambda s: s[::-1]), d[5][3] == {5, 'x'}, len(d))
for k, v in d.items(): print(k, type(v).__name__)
)",
    R"(
def gen(n):
    try:
        for i in range(n): yield i
    finally: print('closed')
def outer(): r = yield from gen(4); yield r
print(list(outer()), sum(x for x in gen(3)), max(gen(4), key=lambda n: -n), dict(zip('ab', gen(2))))
print(list(map(lambda a, b: a + b, gen(3), gen(2))), [*filter(None, gen(3))], any(x > 2 for x in gen(5)))
)",
    R"(
import asyncio
async def worker(q, out):
    while (item := await q.get()) is not None:
        await asyncio.sleep(0.01 * item); out.append(item)
async def main():
    q, out = asyncio.Queue(2), []
    async with asyncio.TaskGroup() as group:
        group.create_task(worker(q, out))
        for i in range(4): await q.put(i)
        await q.put(None)
    print(out, await asyncio.gather(*[asyncio.sleep(0, i) for i in range(3)]))
    try: await asyncio.wait_for(asyncio.sleep(9), 0.1)
    except TimeoutError as e: print(repr(e))
asyncio.run(main())
)",
    R"(
def f(x, *a, k=[1], **kw):
    cell = 0
    def inner():
        nonlocal cell
        cell += x
        return cell
    return inner
fs = [f(i, 1, 2, z=3) for i in range(3)]
try:
    try: 1 / 0
    except ZeroDivisionError as e:
        e.add_note('n'); raise ValueError('x') from e
except ValueError as e:
    err = e
    print([g() for g in fs], repr(e.__cause__), e.__traceback__.tb_lineno)
try: raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
except* ValueError as g: print(g.exceptions)
except* TypeError as g: print(g)
b = bytearray(b'hello'); m = memoryview(b)[1:4]; m[0] = 65
print(b, bytes(m), f'{err!r:>20}', t'{b!r}'.strings, 2 ** 200, 1j * 2, range(3), slice(1, 2))
x = {n: n * n for n in range(6)}
for i, (a, c) in enumerate(x.items()): x[a] = i
s = ''
for i in range(40): s += str(i)
print(s, exec('y = [i for i in range(3)]') or y, list(reversed([1, 2])), 'abc'.upper)
)",
    // Operators and formats that run Python.
    R"(
from statistics import NormalDist
from collections import defaultdict
n = NormalDist(1, 2)
print(+n, -n, n + 1, '{a}{b}'.format_map(defaultdict(lambda: [x for x in 'ab'])))
)",
};

int Append(void* context, int, std::string_view bytes) {
  static_cast<std::string*>(context)->append(bytes);
  return 0;
}

HostHooks HooksTo(std::string* output) {
  HostHooks hooks;
  hooks.context = output;
  hooks.write = Append;
  return hooks;
}

Limits Tight() {
  Limits limits;
  limits.memory_bytes = 16 << 20;
  limits.steps = 200000;
  limits.output_bytes = 1 << 20;
  limits.recursion_depth = 200;
  return limits;
}

std::unique_ptr<Vm> Start(std::string_view source, const HostHooks& hooks) {
  auto vm = std::make_unique<Vm>(StandardRuntime(), Tight(), hooks);
  CompileResult compiled = Compile(source, "t.py");
  EXPECT_NE(compiled.unit, nullptr);
  EXPECT_TRUE(vm->Load(std::move(compiled.unit)).ok());
  return vm;
}

// The snapshots of a program after each slice of `slice` units, and what it prints.
std::vector<std::string> SnapshotsOf(std::string_view source, uint64_t slice, std::string* output) {
  std::vector<std::string> snapshots;
  HostHooks hooks = HooksTo(output);
  std::unique_ptr<Vm> vm = Start(source, hooks);
  while (vm->Run(slice).kind == StopKind::kOutOfFuel) {
    std::string bytes, error;
    EXPECT_TRUE(SaveSnapshot(*vm, {}, &bytes, &error)) << error;
    snapshots.push_back(std::move(bytes));
  }
  vm->host.FlushOutput();
  return snapshots;
}

std::unique_ptr<Vm> Restore(const std::string& bytes, std::string* output, std::string* error,
                            std::vector<std::shared_ptr<const CompiledUnit>> units = {}) {
  RestoreOptions options;
  options.ceilings = Tight();
  options.units = std::move(units);
  return RestoreSnapshot(StandardRuntime(), HooksTo(output), bytes, options, error);
}

TEST(SnapshotTest, GoesOnAfterEverySlice) {
  for (std::string_view program : kPrograms) {
    std::string straight;
    SnapshotsOf(program, 1000000, &straight);
    for (uint64_t slice : {1, 7}) {
      std::string output;
      auto vm = Start(program, HooksTo(&output));
      while (true) {
        VmStop stop = vm->Run(slice);
        if (stop.kind != StopKind::kOutOfFuel) {
          EXPECT_EQ(stop.kind, StopKind::kFinished);
          break;
        }
        std::string bytes, error;
        ASSERT_TRUE(SaveSnapshot(*vm, {}, &bytes, &error)) << error;
        vm = Restore(bytes, &output, &error);
        ASSERT_NE(vm, nullptr) << error;
      }
      vm->host.FlushOutput();
      EXPECT_EQ(output, straight);
    }
  }
}

TEST(SnapshotTest, EqualStatesGiveEqualBytes) {
  for (std::string_view program : kPrograms) {
    std::string output;
    for (const std::string& bytes : SnapshotsOf(program, 40, &output)) {
      std::string error, ignored, again;
      auto vm = Restore(bytes, &ignored, &error);
      ASSERT_NE(vm, nullptr) << error;
      ASSERT_TRUE(SaveSnapshot(*vm, {}, &again, &error)) << error;
      EXPECT_EQ(bytes, again);
    }
  }
}

// What a collection would take away is not saved: objects, ids of objects, code.
TEST(SnapshotTest, GarbageIsNoPartOfIt) {
  constexpr std::string_view kProgram = R"(
kept = {}
for i in range(30):
    names = {}
    exec(f'def f{i}(): return "constant {i}", [id([]) for n in range(2)]', names)
    if i % 7 == 0: kept[i] = names[f'f{i}']
    kept[i % 3, id(kept[i // 7 * 7])] = [object() for n in range(3)], eval(f'[{i}, "x"]')
)";
  std::string ignored, error;
  auto vm = Start(kProgram, HooksTo(&ignored));
  while (vm->Run(11).kind == StopKind::kOutOfFuel) {
    std::string before, after;
    ASSERT_TRUE(SaveSnapshot(*vm, {}, &before, &error)) << error;
    vm->CollectForHost();
    ASSERT_TRUE(SaveSnapshot(*vm, {}, &after, &error)) << error;
    EXPECT_EQ(before, after);
  }
}

// Blocks of ints of each width, of floats, runs of new objects and of nothing, and what lies at
// their edges.
TEST(SnapshotTest, ItemsOfEveryKindComeBack) {
  constexpr std::string_view kProgram = R"(
edges = [sign * 2 ** bits + d for bits in range(50) for sign in (1, -1) for d in (-1, 0, 1)]
ints = [[e] * count + [0] for e in edges for count in (1, 15, 16, 17, 64, 65)]
floats = [[f] * count + [0.0, -0.0, 5e-324] for f in (1.5, float('inf'), float('nan')) for count in (2, 3, 64, 65)]
texts = ['%0*d' % (n, n) for n in range(200)] + ['é' * n for n in range(70)] + ['a' * 63 + 'é', 'x' * 5000] + ['é\U0001F600'] * 3
mixed = tuple(x for n in range(40) for x in (n, str(n), [], None, 2.5, ''))
empty = [tuple([]) for n in range(20)] + [b''] * 3 + [[None] * n for n in range(20)]
for i in range(3000): pass
print(ints == [[e] * count + [0] for e in edges for count in (1, 15, 16, 17, 64, 65)], floats)
print(texts, mixed, empty, [len(t) for t in texts])
)";
  std::string straight, ignored;
  SnapshotsOf(kProgram, 1000000, &straight);
  const std::vector<std::string> snapshots = SnapshotsOf(kProgram, 900, &ignored);
  ASSERT_GE(snapshots.size(), 6u);
  bool whole = false;
  // the last ones may have printed already
  for (const std::string& bytes : std::span(snapshots).last(6)) {
    std::string restored, error;
    auto vm = Restore(bytes, &restored, &error);
    ASSERT_NE(vm, nullptr) << error;
    EXPECT_EQ(vm->Run().kind, StopKind::kFinished);
    vm->host.FlushOutput();
    EXPECT_TRUE(straight.ends_with(restored));
    whole = whole || restored == straight;
  }
  EXPECT_TRUE(whole);
  EXPECT_TRUE(straight.starts_with("True"));
}

// A snapshot with objects of a type that has no schema is refused: so all
// that a program can bring into the heap must have one.
TEST(SnapshotTest, EveryTypeHasAShape) {
  // Their values are immediate, or there are none: a type that is only a name for isinstance().
  constexpr TypeId kNeverInTheHeap[] = {
      TypeId::kType,
      TypeId::kNoneType,
      TypeId::kEllipsis,
      TypeId::kNotImplemented,
      TypeId::kBool,
      TypeId::kFloat,
      TypeId::kMethodDescriptor,
      TypeId::kWrapperDescriptor,
      TypeId::kClassMethodDescriptor,
      TypeId::kGetSetDescriptor,
      TypeId::kMemberDescriptor,
  };
  const Runtime& runtime = StandardRuntime();
  for (int id = 0; id < static_cast<int>(TypeId::kCount); ++id) {
    TypeId type = static_cast<TypeId>(id);
    if (runtime.types[id] == nullptr || std::ranges::count(kNeverInTheHeap, type) > 0) continue;
    EXPECT_NE(SchemaOf(runtime, type), nullptr) << Vm::NameOf(type);
  }
}

// A stranger's snapshot may say of a native frame that it is anywhere, and that what it has
// fetched is not there.
TEST(SnapshotTest, ANativeFrameInAStateThatIsNotItsOwnDoesNoHarm) {
  constexpr std::string_view kNativeFramePrograms[] = {R"(
from itertools import *
def g(n):
    for i in range(n): yield i
def f(*a): yield a
def pick(x, y=0): return (lambda: x)()
print(list(map(pick, g(2))), list(map(pick, g(2), g(2), strict=True)), [*zip(g(2), g(2), strict=True)])
print([*filter(pick, g(2))], [*filterfalse(pick, g(2))], [*takewhile(pick, g(2))], [*dropwhile(pick, g(2))])
print([*enumerate(g(2))], [*starmap(pick, zip(g(2)))], [*accumulate(g(2), pick)], [*batched(g(3), 2)])
print([*compress(g(2), g(2))], [*islice(g(4), 1, 3)], [*pairwise(g(3))], [*zip_longest(g(1), g(2))])
print([(k, [*v]) for k, v in groupby(g(2), pick)], sum(map(pick, g(2))), max(g(2), key=pick), [*cycle(g(0))], [*chain(g(1))])
)",
                                                       R"(
import re, operator, bisect, functools, collections, heapq, json, textwrap, difflib, graphlib, contextlib, itertools
def g(n):
    for i in range(n): yield i
def same(x, *y): return (lambda: x)()
d = collections.defaultdict(lambda: sum(g(2)))
print(re.sub('a', lambda m: same('b'), 'aa'), {1: 2}.keys() & g(2), {1: 2}.keys() - g(2), {1: 2}.keys().isdisjoint(g(2)))
print(operator.itemgetter(1, 2)(d), [*itertools.product(g(2), g(2))], bisect.bisect([1, 2], 1, key=same), ' '.join(map(str, g(2))))
print({1, 2} & {1}, {1, 2}.intersection(g(2), g(3)), {1}.union(g(2), g(1)), collections.ChainMap({}, d)['x'], set(g(2)) <= {0, 1})
print(heapq.nsmallest(1, g(3), key=same), [*heapq.merge(g(2), g(2), key=same)], functools.reduce(lambda a, b: same(a), g(3)))
print(sorted(g(3), key=same), json.dumps({1}, default=lambda o: same('x')), json.loads('[{}]', object_hook=same))
print(textwrap.indent('a\nb\n', '-', same), difflib.SequenceMatcher(lambda c: same(c == 'a'), 'ab', 'ba').ratio())
print([*graphlib.TopologicalSorter({1: g(1)}).static_order()], dict([(1, 2)], a=1), collections.deque(g(2)), collections.Counter(g(2)))
x = {}; x.update(((i, i) for i in g(2)), a=1); x.update(map(list, [(1, 2)])); x[5], *x[6] = g(3); [1][:] = g(2); '%(q)s' % d
@contextlib.contextmanager
def c(): yield 1
@c()
def decorated(): return same(1)
print(decorated(), dict.fromkeys(g(2)), tuple(g(2)), 1 in g(2), any(g(1)), '{q}'.format_map(d))
)"};
  for (std::string_view program : kNativeFramePrograms) {
    std::string straight;
    size_t played = 0;
    for (const std::string& snapshot : SnapshotsOf(program, 5, &straight)) {
      std::string output, error;
      std::unique_ptr<Vm> vm = Restore(snapshot, &output, &error);
      ASSERT_NE(vm, nullptr) << error;
      const auto units = UnitsOf(*vm);
      const auto tasks_of = [](Vm& vm) {
        std::vector<NativeFrame*> tasks;
        vm.heap.ForEachObject([&](Object* object) {
          if (object->type == TypeId::kNativeFrame)
            tasks.push_back(static_cast<NativeFrame*>(object));
        });
        return tasks;
      };
      if (tasks_of(*vm).empty()) continue;
      const auto spoil = [&](auto change) {
        vm = Restore(snapshot, &output, &error, units);
        const std::vector<NativeFrame*> tasks = tasks_of(*vm);
        change(tasks[played % tasks.size()]);
        std::string bytes;
        ASSERT_TRUE(SaveSnapshot(*vm, {}, &bytes, &error)) << error;
        vm = Restore(bytes, &output, &error, units);
        if (vm == nullptr) return;
        vm->Run(200);
        ++played;
      };
      for (uint64_t state = 0; state < 7; ++state) {
        for (uint64_t at : {state, state + kRepeatPoint}) {
          spoil([&](NativeFrame* frame) { frame->state = at; });
          spoil([&](NativeFrame* frame) {
            frame->state = at;
            for (uint32_t i = 0; i < frame->count - NativeFrame::kFixedWords; ++i) {
              if (SlotsOf(frame->resume_id)->FieldAt(i).Accepts(Value::Undefined()))
                frame->slots[i] = Value::Undefined();
            }
          });
          for (int64_t number :
               {int64_t{1000}, int64_t{-3}, (int64_t{1} << 47) - 1, -(int64_t{1} << 47)}) {
            spoil([&](NativeFrame* frame) {
              frame->state = at;
              for (uint32_t i = 0; i < frame->count - NativeFrame::kFixedWords; ++i) {
                if (frame->slots[i].IsSmallInt()) frame->slots[i] = Value::KnownSmallInt(number);
              }
            });
          }
        }
      }
    }
    EXPECT_GT(played, 500u);
  }
}

TEST(SnapshotTest, AZipOverNativesHasAllOfThem) {
  std::string output, error, bytes;
  std::unique_ptr<Vm> vm = Start(
      "z = zip([1, 2], [3, 4])\nnext(z)\nfor i in range(100): pass\nprint(*z)", HooksTo(&output));
  ASSERT_EQ(vm->Run(20).kind, StopKind::kOutOfFuel);
  vm->heap.ForEachObject([](Object* object) {
    if (object->type == TypeId::kZip)
      object->words()[0].As<Tuple>()->items()[1] = Value::Undefined();
  });
  ASSERT_TRUE(SaveSnapshot(*vm, {}, &bytes, &error)) << error;
  EXPECT_EQ(Restore(bytes, &output, &error), nullptr);
}

// The list that was materialised would be stored behind the native frame.
TEST(SnapshotTest, ANativeWaitsForNoArgumentBehindItsLast) {
  std::string straight;
  size_t played = 0;
  constexpr std::string_view kProgram =
      "def g():\n  yield b'a'\n  yield b'b'\nprint(b'-'.join(g()))";
  for (const std::string& snapshot : SnapshotsOf(kProgram, 1, &straight)) {
    std::string output, error, bytes;
    std::unique_ptr<Vm> vm = Restore(snapshot, &output, &error);
    ASSERT_NE(vm, nullptr) << error;
    NativeFrame* waits = nullptr;
    vm->heap.ForEachObject([&](Object* object) {
      NativeFrame* frame = static_cast<NativeFrame*>(object);
      if (object->type == TypeId::kNativeFrame &&
          frame->resume_id == static_cast<RawWord>(ResumeId::kMaterialiseThenCall))
        waits = frame;
    });
    if (waits == nullptr || waits->state != 1) continue;
    const int64_t parameters = waits->slots[3].AsSmallInt() - waits->slots[1].AsSmallInt();
    waits->slots[4] = Value::KnownSmallInt(parameters);
    ASSERT_TRUE(SaveSnapshot(*vm, {}, &bytes, &error)) << error;
    vm = Restore(bytes, &output, &error);
    ASSERT_NE(vm, nullptr) << error;
    const VmStop stop = vm->Run();
    ASSERT_EQ(stop.kind, StopKind::kRaised);
    EXPECT_EQ(stop.value.AsObject()->type, TypeId::kSystemError);
    bool sound = true;
    vm->heap.ForEachObject([&](Object* object) {
      sound &= object->layout < Layout::kForwarded && object->type < TypeId::kCount;
    });
    EXPECT_TRUE(sound);
    ++played;
  }
  EXPECT_GT(played, 0u);
}

// A frame that waits for its host stands at the call: behind it, the answer would be
// another instruction's.
TEST(SnapshotTest, AnAnswerIsTakenWhereItWasAskedFor) {
  std::string output, error, bytes;
  std::unique_ptr<Vm> vm = Start("def f(x):\n  x = ask(x)\n  return x\nf(1)", HooksTo(&output));
  HostFunction* function = vm->New<HostFunction>(TypeId::kHostFunction);
  function->name = vm->NewStr("ask");
  function->doc = Value::None();
  ASSERT_TRUE(DictSetStr(*vm, vm->main_globals().As<Dict>(), "ask", Value::Of(function)).ok());
  ASSERT_EQ(vm->Run().kind, StopKind::kHost);
  ASSERT_TRUE(SaveSnapshot(*vm, {}, &bytes, &error)) << error;
  EXPECT_NE(Restore(bytes, &output, &error), nullptr) << error;
  Frame& top = const_cast<Frame&>(vm->frames().back());
  top.pc += InstructionLength(OpOf(*top.pc));
  ASSERT_EQ(OpOf(*top.pc), Op::kRETURN);
  bytes.clear();
  ASSERT_TRUE(SaveSnapshot(*vm, {}, &bytes, &error)) << error;
  EXPECT_EQ(Restore(bytes, &output, &error), nullptr);
  EXPECT_NE(error.find("frame"), std::string::npos) << error;
}

TEST(SnapshotTest, AForkLeavesTheFirstAlone) {
  std::string first, second, error;
  auto vm = Start(kPrograms[1], HooksTo(&first));
  ASSERT_EQ(vm->Run(30).kind, StopKind::kOutOfFuel);
  auto fork = ForkSandbox(*vm, HooksTo(&second), &error);
  ASSERT_NE(fork, nullptr) << error;
  EXPECT_EQ(fork->Run().kind, StopKind::kFinished);
  EXPECT_EQ(vm->Run().kind, StopKind::kFinished);
  vm->host.FlushOutput();
  fork->host.FlushOutput();
  EXPECT_EQ(first, second);
}

// What forking copies and what a snapshot saves are the same.
TEST(SnapshotTest, AForkGivesTheBytesOfTheFirst) {
  for (std::string_view program : kPrograms) {
    std::string output, error;
    auto vm = Start(program, HooksTo(&output));
    while (vm->Run(40).kind == StopKind::kOutOfFuel) {
      auto fork = ForkSandbox(*vm, HooksTo(&output), &error);
      ASSERT_NE(fork, nullptr) << error;
      std::string bytes, copied;
      ASSERT_TRUE(SaveSnapshot(*vm, {}, &bytes, &error));
      ASSERT_TRUE(SaveSnapshot(*fork, {}, &copied, &error));
      EXPECT_EQ(bytes, copied);
      EXPECT_EQ(vm->budget().steps_used(), fork->budget().steps_used());
    }
  }
}

TEST(SnapshotTest, AForkThatDoesNotFitIsRefused) {
  std::string output;
  auto vm = Start("x = 'a' * 1000000\nwhile True: pass", HooksTo(&output));
  vm->Run(1000);
  EXPECT_EQ(CopyVm(*vm, {.memory_bytes = 500000}, {}), nullptr);
  EXPECT_NE(CopyVm(*vm, {.memory_bytes = 4000000}, {}), nullptr);
}

TEST(SnapshotTest, LimitsAreKeptAndOnlyEverLowered) {
  std::string output, error, bytes;
  auto vm = Start("x = 0\nwhile True: x += 1\n", HooksTo(&output));
  ASSERT_EQ(vm->Run(1000).kind, StopKind::kOutOfFuel);
  uint64_t used = vm->budget().steps_used();
  ASSERT_TRUE(SaveSnapshot(*vm, {}, &bytes, &error));
  RestoreOptions options;  // no ceilings: the limits of the snapshot hold
  auto restored = RestoreSnapshot(StandardRuntime(), HooksTo(&output), bytes, options, &error);
  ASSERT_NE(restored, nullptr) << error;
  EXPECT_EQ(restored->budget().steps_used(), used);
  EXPECT_EQ(restored->Run().kind, StopKind::kLimit);
  EXPECT_EQ(restored->budget().limit_hit(), LimitHit::kSteps);
  options.ceilings.memory_bytes = 1000;
  EXPECT_EQ(RestoreSnapshot(StandardRuntime(), HooksTo(&output), bytes, options, &error), nullptr);
}

TEST(SnapshotTest, WithoutSourcesTheHostBringsTheCode) {
  std::string output, error, bytes;
  auto vm = Start(kPrograms[0], HooksTo(&output));
  ASSERT_EQ(vm->Run(20).kind, StopKind::kOutOfFuel);
  ASSERT_TRUE(SaveSnapshot(*vm, {.with_sources = false}, &bytes, &error));
  RestoreOptions options;
  EXPECT_EQ(RestoreSnapshot(StandardRuntime(), HooksTo(&output), bytes, options, &error), nullptr);
  EXPECT_EQ(error, "not a snapshot that can be restored: the host does not have the code t.py");
  std::vector<std::shared_ptr<const CompiledUnit>> units = UnitsOf(*vm);
  options.units = units;
  EXPECT_NE(RestoreSnapshot(StandardRuntime(), HooksTo(&output), bytes, options, &error), nullptr);
}

}  // namespace
}  // namespace pysub
