#ifndef PYSUB_COMPILER_OPCODES_H_
#define PYSUB_COMPILER_OPCODES_H_

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>

// Instructions as data; opcodes.def is the table and says what each does.
namespace pysub {

enum class Op : uint8_t {
#define PYSUB_OP(name, ...) k##name,
#include "compiler/opcodes.def"
#undef PYSUB_OP
};

// What a handler may do, each including those before it.
enum class Effect : uint8_t { kPure, kAllocates, kRaises, kRunsPython };

enum class OperandKind : uint8_t {
  kNone,         // __
  kWrite,        // W
  kRead,         // R
  kReadWrite,    // X
  kWindow,       // V
  kConstant8,    // K
  kImmediate8,   // I
  kNumber8,      // U
  kConstant16,   // K16, in B and C
  kNumber16,     // U16
  kImmediate16,  // I16
  kGlobal16,     // G16
  kName16,       // N16
  kJump24,       // J24, in A, B and C
};

// The sorts of instructions: opcodes.def says what each means.
enum class OpKind : uint8_t {
  kPlain,
  kCall,
  kTruth,
  kUntruth,
  kBranch,
  kFor,
  kForN,
  kUnpack,
  kUnpackEx,
  kSend,
  kRaise,
  kLeave,
};

enum class ExtensionKind : uint8_t { kNone, kJump, kName, kConstant, kNumber, kGlobal };

// A row of the table in opcodes.def: what the disassembler, the verifier and the VM need to know
// about an instruction. There is one table, so they cannot disagree.
struct OpInfo {
  std::string_view name;
  OperandKind a, b, c;
  ExtensionKind extensions[2];
  Effect effect;
  std::string_view meaning;

  constexpr int extension_count() const {
    return (extensions[0] != ExtensionKind::kNone) + (extensions[1] != ExtensionKind::kNone);
  }
};

// Words of an instruction that the table says has the extensions `letters`: "NONE" or one letter
// for each.
constexpr uint8_t LengthWith(std::string_view letters) {
  return static_cast<uint8_t>(letters == "NONE" ? 1 : 1 + letters.size());
}

// Indexed by Op.
extern const OpInfo kOpInfo[];
inline constexpr uint8_t kOpLengths[] = {
#define PYSUB_OP(name, a, b, c, extensions, ...) LengthWith(#extensions),
#include "compiler/opcodes.def"
#undef PYSUB_OP
};
inline constexpr int kOpCount = sizeof kOpLengths;

namespace internal {
consteval OpKind OpKindNamed(std::string_view name) {
  constexpr std::string_view kNames[] = {"PLAIN",     "CALL", "TRUTH", "UNTRUTH",
                                         "BRANCH",    "FOR",  "FOR_N", "UNPACK",
                                         "UNPACK_EX", "SEND", "RAISE", "LEAVE"};
  int kind = 0;
  while (kNames[kind] != name) ++kind;  // a name that is not there does not compile
  return static_cast<OpKind>(kind);
}
}  // namespace internal
inline constexpr OpKind kOpKinds[] = {
#define PYSUB_OP(name, a, b, c, extensions, effect, kind, meaning) internal::OpKindNamed(#kind),
#include "compiler/opcodes.def"
#undef PYSUB_OP
};
constexpr OpKind KindOf(Op op) { return kOpKinds[static_cast<int>(op)]; }
// Whether the instruction behind is never the next one: only a jump leads there.
constexpr bool NeverContinues(Op op) {
  return KindOf(op) == OpKind::kLeave || KindOf(op) == OpKind::kRaise;
}

// The first and the last CALL. What stands between them never waits for a result, so among the
// instructions that do, one comparison finds the calls.
inline constexpr Op kFirstCall =
    static_cast<Op>(std::ranges::find(kOpKinds, OpKind::kCall) - std::begin(kOpKinds));
inline constexpr Op kLastCall =
    static_cast<Op>(std::size(kOpKinds) - 1 -
                    static_cast<size_t>(std::ranges::find(std::rbegin(kOpKinds),
                                                          std::rend(kOpKinds), OpKind::kCall) -
                                        std::rbegin(kOpKinds)));

inline const OpInfo& InfoOf(Op op) { return kOpInfo[static_cast<int>(op)]; }
constexpr int InstructionLength(Op op) { return kOpLengths[static_cast<int>(op)]; }

// One instruction word: op | A<<8 | B<<16 | C<<24.
constexpr uint32_t EncodeABC(Op op, uint32_t a, uint32_t b, uint32_t c) {
  return static_cast<uint32_t>(op) | a << 8 | b << 16 | c << 24;
}
constexpr uint32_t EncodeAB16(Op op, uint32_t a, uint32_t bc) {
  return static_cast<uint32_t>(op) | a << 8 | (bc & 0xFFFF) << 16;
}
constexpr uint32_t EncodeJ24(Op op, int32_t jump) {
  return static_cast<uint32_t>(op) | static_cast<uint32_t>(jump) << 8;
}
constexpr Op OpOf(uint32_t word) { return static_cast<Op>(word & 0xFF); }
constexpr uint32_t AOf(uint32_t word) { return word >> 8 & 0xFF; }
constexpr uint32_t BOf(uint32_t word) { return word >> 16 & 0xFF; }
constexpr uint32_t COf(uint32_t word) { return word >> 24; }
constexpr uint32_t BCOf(uint32_t word) { return word >> 16; }
constexpr int32_t SignedCOf(uint32_t word) { return static_cast<int8_t>(word >> 24); }
constexpr int32_t SignedBCOf(uint32_t word) { return static_cast<int16_t>(word >> 16); }
constexpr int32_t Jump24Of(uint32_t word) { return static_cast<int32_t>(word) >> 8; }

// The first register that a call gives to the frames above it, and has lost when they are gone,
// also by an exception; `otherwise` for instructions that are no calls.
constexpr uint32_t FirstLentRegister(uint32_t word, uint32_t otherwise) {
  if (KindOf(OpOf(word)) == OpKind::kCall) return BOf(word);
  return OpOf(word) == Op::kLEN ? COf(word) : otherwise;
}

}  // namespace pysub

#endif  // PYSUB_COMPILER_OPCODES_H_
