#ifndef PYSUB_SHELL_COMMANDS_AWK_PROGRAM_H_
#define PYSUB_SHELL_COMMANDS_AWK_PROGRAM_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/awk/regex.h"
#include "shell/commands/awk/value.h"
#include "shell/syntax/arena.h"

// A program becomes a list of instructions for a machine with a stack:
//
//   $1 > 5 { s += $2 }            kLoad        kFieldAt 1          n
//                                 kConst       5                   n 5
//                                 kJumpCompare kGreater, +3        (when it does not hold)
//                                 kLoad        kFieldAt 2          m
//                                 kAssign      s, kAdd | kDiscard  (nothing is left)
//
// `depths` knows how many values lie on the stack before each instruction. So the stack is made
// large enough once for a whole function, and a state that was saved can be checked against the
// program.
namespace pysub::shell::awk {

// Where a value lies that is read or written.
// A subscript lies above the array that it is of; what is written lies below both.
enum class Place : uint8_t {
  kGlobal,   // a: slot
  kLocal,    // a: slot of the frame
  kSpecial,  // a: Special
  kFieldAt,  // a: number
  kField,    // the number is on the stack
  kElement,  // of a global array, a: slot; the subscript is on the stack
  kLocalElement,
  kInner,  // of the array on the stack, below the subscript
};

// Variables that awk itself looks at. Their slots are the first ones.
// Their values live elsewhere in the machine (NF in the record, NR as a number), and are brought
// together when they are read or written.
enum class Special : uint8_t {
  kNf,
  kNr,
  kFnr,
  kFs,
  kOfs,
  kOrs,
  kRs,
  kRt,
  kSubsep,
  kConvfmt,
  kOfmt,
  kIgnoreCase,
  kFieldWidths,
  kFpat,
  kRstart,
  kRlength,
  kFilename,
  kErrno,
  kArgc,
  kBinmode,
  kLint,
  kTextDomain,
  kArgind,
  kCount,
};
// Arrays with slots of their own, behind the Specials.
constexpr int kEnviron = static_cast<int>(Special::kCount);
constexpr int kProcinfo = kEnviron + 1;
constexpr int kArgv = kEnviron + 2;
constexpr int kSymtab = kEnviron + 3;
constexpr int kFunctab = kEnviron + 4;
constexpr int kFirstGlobal = kEnviron + 5;

// The order of the arithmetic is used by the parser: kNegate to kPower change no variable.
enum class Op : uint8_t {
  kConst,         // a: constant
  kPattern,       // a: pattern; pushes it
  kLoad,          // place, a
  kLoadArgument,  // place, a: arrays and what is not known yet, too
  kLoadArray,     // place, a: the array, made when there is none
  kLoadInner,     // place, a: the array that an element is, made when there is none
  kAssign,        // place, a; sub: operator, kDiscard
  kStep,          // ++ and --: place, a; sub: kDown, kPostfix, kDiscard
  kAppend,        // place, a: x = x y
  kNegate,
  kPlus,
  kNot,
  kBool,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kModulo,
  kPower,
  kConcat,        // a: how many
  kSubscript,     // a: how many become one
  kCompare,       // sub: Comparison
  kMatch,         // sub: 1 for !~
  kMatchPattern,  // a: pattern; sub as above
  kMatchRecord,   // a: pattern; sub as above
  kIn,            // place of the array (kGlobal, kLocal, kInner: on the stack below), a
  kDelete,        // the same
  kDeleteAll,
  kJump,  // a: from here
  kJumpFalse,
  kJumpTrue,
  kJumpCompare,  // sub: Comparison; when it does not hold
  kAnd,          // false: leaves 0 and jumps
  kOr,
  kPop,
  kGetline,  // sub: Source; place, a: where to, when `mode` says so; see Machine::Getline
  kPrint,    // a: how many values; sub: Redirection
  kPrintf,
  kPrintRecord,  // sub: Redirection
  kPutConst,     // a: constant, to standard output
  kPutField,     // a
  kPutVar,       // a: slot of a global variable
  kPutOfs,
  kPutOrs,
  kCall,       // a: function; sub: how many arguments
  kCallNamed,  // @f(): the name lies below the arguments
  kReturn,
  kBuiltin,     // a: Builtin; sub: how many arguments
  kSubstitute,  // sub: 1 for gsub; place, a
  kForIn,       // the array on the stack becomes an iterator
  kForNext,  // place, a: the variable; the next instruction jumps back, it is left out at the end
  kRange,    // a: which; sub: 0 begin (jumps over with the next instruction), 1 end
  kNextRecord,
  kNext,
  kNextFile,
  kExit,       // sub: 1: with a status
  kBeginPart,  // a: Part
  kEnd,
  kSwitch,  // a: constant; sub: 1: pattern. The value below is it: leaves the next instruction out
};

enum : uint16_t { kDiscard = 0x100, kJumpWhenTrue = 0x10, kTarget = 0x10, kDown = 1, kPostfix = 2 };
enum class Comparison : uint8_t { kLess, kLessEqual, kEqual, kNotEqual, kGreater, kGreaterEqual };
enum class Source : uint8_t { kMain, kFile, kCommand, kCoprocess };
enum class Redirection : uint8_t { kNone, kFile, kAppend, kPipe, kCoprocess };
enum class Part : uint8_t { kBegin, kMain, kEnd, kFile };

struct Instruction {
  Op op;
  Place place = Place::kGlobal;
  uint16_t sub = 0;
  int32_t a = 0;
};

enum class Builtin : uint8_t {
  kLength,
  kSubstr,
  kIndex,
  kSplit,
  kPatsplit,
  kMatch,
  kGensub,
  kSprintf,
  kTolower,
  kToupper,
  kSin,
  kCos,
  kAtan2,
  kExp,
  kLog,
  kSqrt,
  kInt,
  kRand,
  kSrand,
  kAnd,
  kOr,
  kXor,
  kCompl,
  kLshift,
  kRshift,
  kStrtonum,
  kSystime,
  kStrftime,
  kMktime,
  kAsort,
  kAsorti,
  kIsarray,
  kTypeof,
  kMkbool,
  kClose,
  kFflush,
  kSystem,
  kDcgettext,
  kDcngettext,
  kBindtextdomain,
};

// The library of gawk that edits files; its rules are part of the machine here.
inline bool IsInPlaceLibrary(std::string_view name) {
  return name == "inplace" || name == "inplace.awk";
}

// Its variables.
constexpr std::string_view kInPlaceEnable = "inplace::enable";
constexpr std::string_view kInPlaceSuffix = "inplace::suffix";
constexpr std::string_view kInPlaceOldSuffix = "INPLACE_SUFFIX";

struct Function {
  std::string name;
  int parameters = 0;
  std::vector<std::string> names;  // of the parameters
  int32_t entry = -1;              // -1: not there
};

// What a place in the code came from.
struct SourcePlace {
  uint32_t file;  // index of sources; 0: the command line
  uint32_t line;
};

struct Program {
  explicit Program(ParseAccount* account)
      : code(account), depths(account), places(account), constants(account), room(account) {}

  ParsedList<Instruction> code;
  ParsedList<uint32_t> depths;  // of the stack before each instruction, above the frame
  ParsedList<SourcePlace> places;
  ParsedList<Value> constants;
  std::vector<std::unique_ptr<Pattern>> patterns;
  std::vector<Function> functions;
  std::map<std::string, int, std::less<>> globals;  // name -> slot
  std::vector<std::string> global_names;
  std::vector<std::string> sources;  // names of files
  int ranges = 0;
  uint32_t max_depth = 0;  // of one frame, locals not counted
  int32_t begin = 0, main = -1, end = -1, begin_file = -1, end_file = -1;
  // Escapes that were complained of, in texts and in patterns: each is once.
  std::string warned, warned_patterns;
  bool reads_input = false;  // there are rules, or END
  bool in_place = false;     // it includes "inplace"
  ParseCharge room;          // of the lists that do not count themselves
};

}  // namespace pysub::shell::awk

#endif  // PYSUB_SHELL_COMMANDS_AWK_PROGRAM_H_
