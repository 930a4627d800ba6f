// What the digests of CPython's answers (digest_test.cc) do not reach.
#include "lexer/unicode/codecs.h"

#include <gtest/gtest.h>

#include <string>

namespace pysub {
namespace {

TEST(CodecsTest, UnknownNamesAreRefused) {
  EXPECT_EQ(FindCodec(""), std::nullopt);
  EXPECT_EQ(FindCodec("---"), std::nullopt);
  EXPECT_EQ(FindCodec("../../etc/passwd"), std::nullopt);
  EXPECT_EQ(FindCodec(std::string(100000, 'a')), std::nullopt);
  EXPECT_EQ(FindCodec("u8 utf"), std::nullopt);
  EXPECT_EQ(FindCodec("hex"), std::nullopt);
  EXPECT_EQ(FindErrorHandler("Strict"), std::nullopt);
}

TEST(CodecsTest, EveryCodecIsFoundByItsName) {
  const int count = static_cast<int>(Codec::kFirstSingleByte) + kSingleByteCodecCount;
  for (int i = 0; i < count; ++i) {
    const auto codec = static_cast<Codec>(i);
    EXPECT_EQ(FindCodec(CodecName(codec)), codec) << CodecName(codec);
  }
}

TEST(CodecsTest, ASignatureIsNoPartOfTheObjectOfAnError) {
  std::string text;
  StringSink sink(text);
  const auto error = Decode(Codec::kUtf8Sig, "\xEF\xBB\xBFok\xFF", ErrorHandler::kStrict, sink);
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->object_offset, 3u);
  EXPECT_EQ(error->start, 2u);
  EXPECT_EQ(error->encoding, "utf-8");
}

TEST(CodecsTest, LongInputIsConvertedWhole) {
  std::string text, bytes, back;
  for (int i = 0; i < 3000; ++i) text += i % 5 == 0 ? "\xC3\xA9" : "abc";
  for (const Codec codec : {Codec::kUtf8, Codec::kUtf16, Codec::kUtf32Be, Codec::kLatin1,
                            Codec::kUnicodeEscape, *FindCodec("cp1252"), *FindCodec("cp037")}) {
    bytes.clear();
    back.clear();
    StringSink bytes_sink(bytes), back_sink(back);
    EXPECT_FALSE(Encode(codec, text, ErrorHandler::kStrict, bytes_sink));
    EXPECT_FALSE(Decode(codec, bytes, ErrorHandler::kStrict, back_sink));
    EXPECT_EQ(back, text) << CodecName(codec);
  }
}

}  // namespace
}  // namespace pysub
