#include "compiler/opcodes.h"

namespace pysub {
namespace {

// The short spellings of the table.
constexpr OperandKind __ = OperandKind::kNone;
constexpr OperandKind W = OperandKind::kWrite;
constexpr OperandKind R = OperandKind::kRead;
constexpr OperandKind X = OperandKind::kReadWrite;
constexpr OperandKind V = OperandKind::kWindow;
constexpr OperandKind K = OperandKind::kConstant8;
constexpr OperandKind I = OperandKind::kImmediate8;
constexpr OperandKind U = OperandKind::kNumber8;
constexpr OperandKind K16 = OperandKind::kConstant16;
constexpr OperandKind U16 = OperandKind::kNumber16;
constexpr OperandKind I16 = OperandKind::kImmediate16;
constexpr OperandKind G16 = OperandKind::kGlobal16;
constexpr OperandKind N16 = OperandKind::kName16;
constexpr OperandKind J24 = OperandKind::kJump24;

using enum Effect;

constexpr ExtensionKind ExtensionOf(char letter) {
  switch (letter) {
    case 'J': return ExtensionKind::kJump;
    case 'N': return ExtensionKind::kName;
    case 'K': return ExtensionKind::kConstant;
    case 'U': return ExtensionKind::kNumber;
    case 'G': return ExtensionKind::kGlobal;
    default: return ExtensionKind::kNone;
  }
}

constexpr OpInfo Row(std::string_view name, OperandKind a, OperandKind b, OperandKind c,
                     std::string_view letters, Effect effect, std::string_view meaning) {
  if (letters == "NONE") letters = "";
  return {name,
          a,
          b,
          c,
          {ExtensionOf(letters.size() > 0 ? letters[0] : ' '),
           ExtensionOf(letters.size() > 1 ? letters[1] : ' ')},
          effect,
          meaning};
}

}  // namespace

constexpr OpInfo kOpInfo[] = {
#define PYSUB_OP(name, a, b, c, extensions, effect, kind, meaning) \
  Row(#name, a, b, c, #extensions, effect, meaning),
#include "compiler/opcodes.def"
#undef PYSUB_OP
};

static_assert(kOpCount <= 256);
static_assert(
    [] {
      for (int op = static_cast<int>(kFirstCall); op <= static_cast<int>(kLastCall); ++op) {
        if (kOpKinds[op] != OpKind::kCall && kOpInfo[op].effect == Effect::kRunsPython)
          return false;
      }
      return true;
    }(),
    "an instruction that waits stands among the calls");
static_assert([] {
  for (int op = 0; op < kOpCount; ++op) {
    if (kOpLengths[op] != 1 + kOpInfo[op].extension_count()) return false;
  }
  return true;
}());

}  // namespace pysub
