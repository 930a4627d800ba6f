#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "compiler/compile.h"
#include "compiler/opcodes.h"

namespace pysub {
namespace {

constexpr std::string_view kProgram = R"(
import a.b as c
def f(x, *y, z=1, **k):
    n = 0
    def inner():
        nonlocal n
        n += x
        return [n, *y, {**k}, f"{n!r:>{z}} {x}"]
    for i, j in enumerate(inner()):
        try:
            with c as d:
                if i < 3 and j is not None or d in y:
                    yield i, j
        except (ValueError, KeyError) as e:
            print(e, sep='')
        finally:
            del i
    for i in range(10):
        n = i * 2.5 - len(y)
    return {a: b for a, b in k.items() if (m := a)}
async def g(x):
    async for y in x:
        await y
    async with x as z, f(1)[0:2]:
        x[0] += 1
    a, *b = x
    try: pass
    except* E as e: x.y = e
def h[T: int = str](x: T) -> T: pass
type A[*Ts] = (yield_ := 1) if 0 else Ts
)";

std::shared_ptr<CompiledUnit> Compiled() {
  const std::string source(kProgram.substr(0, kProgram.find("type A")));
  return Compile(source, "t.py").unit;
}

TEST(VerifierTest, AcceptsWhatTheCompilerMakes) {
  const std::shared_ptr<CompiledUnit> unit = Compiled();
  ASSERT_NE(unit, nullptr);
  EXPECT_EQ(Verify(*unit), std::nullopt);
}

// All that the golden files compile to passes: the kinds of registers that snapshots rely on are
// right.
TEST(VerifierTest, AcceptsAllGoldenPrograms) {
  int compiled = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(PYSUB_GOLDEN_DIR)) {
    if (entry.path().extension() != ".py") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), {});
    for (size_t at = 0; at < text.size();) {
      size_t end = text.find("\n# ---", at);
      if (end == std::string::npos) end = text.size();
      const auto unit = Compile(text.substr(at, end - at), "t.py").unit;
      if (unit != nullptr) {
        ++compiled;
        EXPECT_EQ(Verify(*unit), std::nullopt) << entry.path() << " at byte " << at;
      }
      at = end + 1;
    }
  }
  EXPECT_GT(compiled, 1000);
}

// T-029 (docs/security.md): hostile bytecode. Damaged code is refused or harmless;
// looking at it is safe.
TEST(VerifierTest, SurvivesDamagedWords) {
  std::mt19937 random(1);
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    std::shared_ptr<CompiledUnit> unit = Compiled();
    Code& code = *unit->codes[random() % unit->codes.size()];
    for (uint32_t i = 0; i < 1 + random() % 3; ++i) {
      code.words[random() % code.words.size()] ^= 1u << random() % 32;
    }
    refused += Verify(*unit).has_value();
    Disassemble(*unit);
  }
  EXPECT_GT(refused, 1000);
}

TEST(VerifierTest, RefusesDamagedTables) {
  auto damaged = [](auto damage) {
    std::shared_ptr<CompiledUnit> unit = Compiled();
    damage(*unit);
    return Verify(*unit).has_value();
  };
  EXPECT_TRUE(damaged([](CompiledUnit& unit) { unit.codes[1]->register_count = 3; }));
  EXPECT_TRUE(damaged([](CompiledUnit& unit) { unit.codes[1]->positional_count = 60000; }));
  EXPECT_TRUE(damaged([](CompiledUnit& unit) { unit.names.clear(); }));
  EXPECT_TRUE(damaged([](CompiledUnit& unit) { unit.constants.clear(); }));
  EXPECT_TRUE(damaged([](CompiledUnit& unit) { unit.globals.clear(); }));
  EXPECT_TRUE(damaged([](CompiledUnit& unit) { unit.templates.clear(); }));
  EXPECT_TRUE(damaged([](CompiledUnit& unit) { unit.codes[0] = nullptr; }));
  EXPECT_TRUE(damaged([](CompiledUnit& unit) { unit.codes.clear(); }));
  EXPECT_TRUE(damaged([](CompiledUnit& unit) { unit.codes[1]->words.pop_back(); }));
  EXPECT_TRUE(damaged([](CompiledUnit& unit) { unit.codes[1]->local_names.pop_back(); }));
}

std::string Refusal(std::vector<uint32_t> words) {
  CompiledUnit unit;
  unit.names = {"x"};
  unit.constants.resize(1);
  unit.codes.push_back(std::make_unique<Code>());
  Code& code = *unit.codes[0];
  code.flags = kCodeModule;
  code.qualified_name = "t";
  code.local_count = 1;
  code.register_count = 8;
  code.local_names = {0};
  code.words = std::move(words);
  return Verify(unit).value_or("");
}

TEST(VerifierTest, KnowsWhatRegistersHold) {
  const uint32_t none = EncodeABC(Op::kRETURN_NONE, 0, 0, 0);
  EXPECT_EQ(Refusal({none}), "");
  EXPECT_EQ(Refusal({EncodeABC(Op::kRETURN, 2, 0, 0)}), "t, word 0: r2 is not a value");
  EXPECT_EQ(Refusal({EncodeABC(Op::kRETURN, 0, 0, 0)}), "t, word 0: r0 is not a value");
  EXPECT_EQ(Refusal({EncodeABC(Op::kLOAD_CELL, 1, 0, 0), 0, none}), "t, word 0: r0 is not a cell");
  EXPECT_EQ(Refusal({EncodeABC(Op::kMAKE_CELL, 0, 0, 0), EncodeABC(Op::kLOAD_CELL, 1, 0, 0), 0,
                     EncodeABC(Op::kRETURN, 1, 0, 0)}),
            "");
  EXPECT_EQ(Refusal({EncodeABC(Op::kMAKE_CELL, 0, 0, 0), EncodeABC(Op::kRETURN, 0, 0, 0)}),
            "t, word 1: r0 is not a value");
  EXPECT_EQ(Refusal({EncodeABC(Op::kLOADP, 1, 0, 0), EncodeABC(Op::kFOR_ITER, 1, 2, 0), 0, none}),
            "t, word 1: r1 is not a loop");
  EXPECT_EQ(Refusal({EncodeABC(Op::kLOADP, 7, 0, 0), EncodeABC(Op::kFOR_PREP, 7, 7, 0), none}),
            "t, word 1: register out of range");
  EXPECT_EQ(Refusal({EncodeJ24(Op::kJUMP, 5)}), "t, word 0: jump to no instruction");
  EXPECT_EQ(Refusal({EncodeABC(Op::kLOADP, 1, 0, 0)}), "t, word 0: runs past the end");
}

}  // namespace
}  // namespace pysub
