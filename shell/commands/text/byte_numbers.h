#ifndef PYSUB_SHELL_COMMANDS_TEXT_BYTE_NUMBERS_H_
#define PYSUB_SHELL_COMMANDS_TEXT_BYTE_NUMBERS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "pysub/shell/command.h"

namespace pysub::shell {

// What the commands that show bytes (od, hexdump, xxd, split) have in common.

// A number of bytes as xstrtoumax reads it: decimal, 0x or 0 before it, a suffix behind it (b, K,
// kB, MiB ...). False: refused in the words "invalid -j argument 'x'", where `option` is "-j".
bool TakeByteNumber(CommandIo& io, std::string_view text, std::string_view option, uint64_t* value);

// Up to 8 bytes, little endian unless `big_endian`.
uint64_t WholeNumber(std::string_view bytes, bool big_endian);
int64_t SignExtended(uint64_t value, uint64_t size);
// 4, 8 or 16 bytes: the shortest decimal number that reads back the same.
std::string ShortestFloat(std::string_view bytes, bool big_endian);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_BYTE_NUMBERS_H_
