// Text objects and the builder: limits, room behind strings, offsets of code points.
#include <gtest/gtest.h>

#include <string>

#include "stdlib/install.h"
#include "vm/objects/bytearray.h"
#include "vm/objects/bytes.h"
#include "vm/objects/formatting.h"
#include "vm/objects/memoryview.h"
#include "vm/objects/str.h"
#include "vm/text_builder.h"
#include "vm/vm.h"

namespace pysub {
namespace {

class TextTest : public testing::Test {
 protected:
  static Limits LimitsOf(uint64_t memory_bytes) {
    Limits limits;
    limits.memory_bytes = memory_bytes;
    return limits;
  }

  Vm vm_{StandardRuntime(), LimitsOf(1 << 20), HostHooks{}};

  Str* NewText(std::string_view text) { return vm_.NewStr(text).As<Str>(); }
};

TEST_F(TextTest, ABuilderRefusesMoreThanTheLimitBeforeItTakesAnyMemory) {
  TextBuilder out(vm_);
  const uint64_t before = vm_.heap.charged();
  EXPECT_FALSE(out.AppendRepeated(U'x', 1 << 21));
  EXPECT_FALSE(out.ok());
  EXPECT_EQ(vm_.heap.charged(), before);
  EXPECT_TRUE(out.Finish().IsFailed());
}

TEST_F(TextTest, SizesThatWrapAreRefused) {
  TextBuilder out(vm_);
  EXPECT_FALSE(out.AppendRepeated(U'\u20ac', SIZE_MAX / 2));
  TextBuilder other(vm_);
  other.Append("abc");
  EXPECT_EQ(other.Extend(SIZE_MAX - 1), nullptr);
}

TEST_F(TextTest, TheFirstFailureOfABuilderSticks) {
  TextBuilder out(vm_);
  out.Append("abc");
  EXPECT_FALSE(out.Reserve(1 << 22));
  EXPECT_FALSE(out.Reserve(1 << 22));
  EXPECT_FALSE(out.status().ok());
}

TEST_F(TextTest, ABuilderGivesBackWhatItWasCharged) {
  const uint64_t before = vm_.heap.charged();
  {
    TextBuilder out(vm_);
    EXPECT_TRUE(out.AppendRepeated(U'x', 100000));
    EXPECT_GE(vm_.heap.charged(), before + 100000);
  }
  EXPECT_EQ(vm_.heap.charged(), before);
}

TEST_F(TextTest, OneCharacterStringsAreShared) {
  EXPECT_EQ(vm_.NewStr("a"), vm_.CharStr(U'a'));
  EXPECT_EQ(vm_.NewStr(""), vm_.NewAsciiStr(""));
  EXPECT_EQ(vm_.Intern("name"), vm_.Intern(std::string("na") + "me"));
}

// A loop of `s += t` copies each byte a constant number of times: most of the results share one
// buffer.
TEST_F(TextTest, RepeatedConcatenationFillsTheRoomBehindTheString) {
  Value text = vm_.NewStr(std::string(300, 'x'));
  Str* piece = NewText("12345678");
  int buffers = 0;
  Value last_buffer;
  for (int i = 0; i < 1000; ++i) {
    text = ConcatStrInPlace(vm_, text.As<Str>(), piece);
    ASSERT_FALSE(text.IsFailed());
    if (text.As<Str>()->layout != Layout::kStrShared) continue;
    const Value buffer = text.As<SharedStr>()->buffer;
    buffers += buffer != last_buffer;
    last_buffer = buffer;
  }
  EXPECT_EQ(text.As<Str>()->length, 300u + 8000u);
  EXPECT_LE(buffers, 6);
}

TEST_F(TextTest, AStringThatIsNotTheLastOfItsBufferIsCopiedAndNothingElseChanges) {
  Str* piece = NewText("abcdefgh");
  Value text = vm_.NewStr(std::string(300, 'x'));
  for (int i = 0; i < 3; ++i) text = ConcatStrInPlace(vm_, text.As<Str>(), piece);
  ASSERT_EQ(text.As<Str>()->layout, Layout::kStrShared);
  const std::string before(Vm::View(text));
  const Value one = ConcatStrInPlace(vm_, text.As<Str>(), NewText("ONE!"));
  const Value two = ConcatStrInPlace(vm_, text.As<Str>(), NewText("TWO!"));
  EXPECT_EQ(Vm::View(text), before);
  EXPECT_EQ(Vm::View(one), before + "ONE!");
  EXPECT_EQ(Vm::View(two), before + "TWO!");
}

TEST_F(TextTest, ALongConcatenationIsRefusedBeforeItIsMade) {
  const Value text = vm_.NewStr(std::string(300000, 'x'));
  ASSERT_FALSE(text.IsFailed());
  const Value twice = ConcatStr(vm_, text.As<Str>(), text.As<Str>());
  ASSERT_FALSE(twice.IsFailed());
  EXPECT_TRUE(ConcatStr(vm_, twice.As<Str>(), twice.As<Str>()).IsFailed());
}

TEST_F(TextTest, OffsetsOfCodePointsAgreeWithCounting) {
  std::string bytes;
  std::vector<size_t> starts;
  static constexpr std::string_view kPieces[] = {"a", "\xC3\xA9", "\xE2\x82\xAC",
                                                 "\xF0\x9F\x98\x80"};
  for (uint32_t i = 0; i < 2000; ++i) {
    starts.push_back(bytes.size());
    bytes += kPieces[(i * 7 + i / 5) % 4];
  }
  Str* text = NewText(bytes);
  ASSERT_EQ(text->length, 2000u);
  for (uint32_t step : {1u, 7u, 63u, 64u, 65u, 500u, 1999u}) {
    for (uint32_t i = 0; i < 2000; i += step) ASSERT_EQ(vm_.TextOffset(text, i), starts[i]) << i;
    for (uint32_t i = 2000; i-- > 0;) {
      if (i % step == 0) {
        ASSERT_EQ(vm_.TextOffset(text, i), starts[i]) << i;
      }
    }
  }
  EXPECT_EQ(vm_.TextOffset(text, 2000), bytes.size());
  const uint64_t before = vm_.heap.charged();
  vm_.texts().ForgetUnmoved(vm_.heap);
  EXPECT_LT(vm_.heap.charged(), before);
  EXPECT_EQ(vm_.TextOffset(text, 1234), starts[1234]);
}

TEST_F(TextTest, RepeatingIsRefusedBeforeItIsMade) {
  EXPECT_TRUE(RepeatStr(vm_, NewText("abc"), INT64_MAX / 2).IsFailed());
  EXPECT_TRUE(RepeatStr(vm_, NewText("abc"), 1 << 20).IsFailed());
  EXPECT_EQ(Vm::View(RepeatStr(vm_, NewText("abc"), 3)), "abcabcabc");
  EXPECT_EQ(Vm::View(RepeatStr(vm_, NewText("abc"), -3)), "");
}

TEST_F(TextTest, AHugeWidthIsRefusedBeforeItIsMade) {
  EXPECT_TRUE(vm_.Format(Value::SmallInt(1), "1000000000").IsFailed());
  EXPECT_TRUE(vm_.Format(vm_.NewStr("ab"), "9223372036854775807").IsFailed());
  EXPECT_TRUE(vm_.Format(Value::Float(1.5), ".2000000f").IsFailed());
  EXPECT_EQ(Vm::View(vm_.Format(Value::SmallInt(5), ">3")), "  5");
}

TEST_F(TextTest, AByteArrayReplacesPartsOfItselfByItself) {
  ByteArray* array = NewBytesOf(vm_, TypeId::kByteArray, "abcdef").As<ByteArray>();
  ASSERT_TRUE(ByteArrayReplace(vm_, array, 1, 2, array->view()).ok());
  EXPECT_EQ(array->view(), "aabcdefcdef");
  ASSERT_TRUE(ByteArrayReplace(vm_, array, 0, 5, {}).ok());
  EXPECT_EQ(array->view(), "efcdef");
}

TEST_F(TextTest, AViewKeepsAByteArrayFromBeingResized) {
  const Value array = NewBytesOf(vm_, TypeId::kByteArray, "abc");
  const Value view = NewMemoryView(vm_, array);
  EXPECT_FALSE(CheckResizable(vm_, array.As<ByteArray>()).ok());
  ReleaseView(view.As<MemoryView>());
  EXPECT_TRUE(CheckResizable(vm_, array.As<ByteArray>()).ok());
}

}  // namespace
}  // namespace pysub
