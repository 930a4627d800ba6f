#ifndef PYSUB_LEXER_UNICODE_SINGLE_BYTE_CODECS_H_
#define PYSUB_LEXER_UNICODE_SINGLE_BYTE_CODECS_H_

#include <cstddef>
#include <cstdint>

#include "lexer/unicode/codecs.h"
#include "lexer/unicode/utf8.h"

// The codecs of single_byte_codecs.def.
namespace pysub {

struct SingleByteTable {
  const uint16_t* characters;
  size_t first;      // the byte of characters[0]; below it, a byte means its own number
  bool plain_ascii;  // ASCII means ASCII, both ways

  size_t size() const { return 256 - first; }

  // The character of `byte`; kReplacementCharacter: none.
  char32_t Decode(uint8_t byte) const { return byte < first ? byte : characters[byte - first]; }

  // The byte of `c`, or -1.
  int Encode(char32_t c) const {
    if (c == kReplacementCharacter) return -1;
    for (size_t i = size(); i > 0; --i) {
      if (characters[i - 1] == c) return static_cast<int>(first + i - 1);
    }
    return c < first ? static_cast<int>(c) : -1;
  }
};

// `codec`: Codec::kFirstSingleByte or one behind it.
SingleByteTable TableOf(Codec codec);

}  // namespace pysub

#endif  // PYSUB_LEXER_UNICODE_SINGLE_BYTE_CODECS_H_
