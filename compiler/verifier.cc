#include <string>

#include "compiler/compile.h"
#include "compiler/opcodes.h"

namespace pysub {
namespace {

// Instructions decode, and nothing points outside of its table.
std::optional<std::string> CheckWords(const CodeUnit& unit, const Code& code) {
  (void)unit;
  for (uint32_t pc = 0; pc < code.words.size();) {
    const uint32_t word = code.words[pc];
    if ((word & 0xFF) >= static_cast<uint32_t>(kOpCount)) return "not an instruction";
    pc += 1 + static_cast<uint32_t>(InfoOf(OpOf(word)).extension_count());
    if (pc > code.words.size()) return "an instruction is cut off";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> Verify(const CodeUnit& unit) {
  for (const auto& code : unit.codes) {
    if (std::optional<std::string> error = CheckWords(unit, *code)) return error;
  }
  return std::nullopt;
}

}  // namespace pysub
