#ifndef PYSUB_SHELL_COMMANDS_TEXT_BASE_ENCODING_H_
#define PYSUB_SHELL_COMMANDS_TEXT_BASE_ENCODING_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace pysub::shell {

// Bytes as digits of base 64, 32, 16, 2 (RFC 4648) or 85 (ZeroMQ's): so many bytes are so many
// digits.
struct BaseEncoding {
  std::string_view option;  // of basenc
  std::string_view digits;
  uint8_t bytes, letters;  // of a whole group
  bool is_reversed;        // the lowest bit of a byte comes first
};

// By the name of basenc's option; null: there is none.
const BaseEncoding* FindBaseEncoding(std::string_view option);

// The digits of whole groups, and of the last bytes, filled up with "=". (Base 85 has whole groups
// alone.)
void EncodeBase(const BaseEncoding& encoding, std::string_view bytes, std::string* out);

// The bytes of one group, which may be shorter at the end of a text. False: it is not well formed;
// bytes before that are in *out.
bool DecodeBaseGroup(const BaseEncoding& encoding, std::string_view letters, std::string* out);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_BASE_ENCODING_H_
