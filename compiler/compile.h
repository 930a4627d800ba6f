#ifndef PYSUB_COMPILER_COMPILE_H_
#define PYSUB_COMPILER_COMPILE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/code.h"
#include "parser/parser.h"
#include "parser/syntax_errors.h"

namespace pysub {

// The bytes of memory that compiling `source` takes at most: 270 a byte (`def f(a:b):0` comes near
// it), or 720 where it may have type parameters, each of which becomes functions (`type
// a[b:b=b,c:b=b]=0`). Ordinary programs take a tenth. Whoever has a memory limit asks for that much
// room before. `marks_lines`: as in CompileOptions.
uint64_t CompileMemory(std::string_view source, bool marks_lines = false);
// The same for the sources of the library, which are known.
inline constexpr uint64_t kLibraryCompileBytesPerByte = 130;

// What changes the code that is made from the same text. What of it a snapshot needs to compile the
// text again is kept as the unit's recipe (CompileRecipe).
struct CompileOptions {
  ParseMode mode = ParseMode::kExec;
  // exec() and eval(): names are looked up in dicts when the code runs (CompiledUnit::dynamic).
  bool dynamic = false;
  // The top level returns the value of its last statement if that is an expression (else None).
  // In kEval mode the value of the expression is always returned.
  bool return_last_expression = false;
  // ECHO for every top-level expression statement (a prompt; ParseMode::kSingle); together with
  // return_last_expression only for that one.
  bool echo_expressions = false;
  // Top-level await, async for and async with make the top level a coroutine.
  bool top_level_await = true;
  // As if the source began with `from __future__ import ...`: kFutureFlags.
  uint32_t future_flags = 0;
  // 1: no assert statements, and __debug__ is False. 2: no docstrings either.
  uint8_t optimize = 0;
  // A session: the unit's globals start with these slots in this order; new names follow.
  std::span<const std::string> existing_globals = {};
  ParseLimits parse_limits = {};
  // Lines that CPython has instructions for and we have none (`pass`, `try:`, `break`, constants
  // that are part of an instruction) get one that does nothing: --coverage tells by their spans
  // which lines were executed.
  bool marks_lines = false;
};

// Either a unit or errors; warnings with both.
struct CompileResult {
  std::shared_ptr<CompiledUnit> unit;   // null when there is an error
  std::vector<SyntaxErrorInfo> errors;  // the first is what CPython would report
  std::vector<SyntaxWarningInfo> warnings;
};

// Compiles `source` (UTF-8). Errors of the grammar come from Parse(); those of the symbol
// table and of code generation are raised here with CPython 3.14's words and positions.
// Never throws, never recurses deeper than the parser's nesting limit, takes time linear in
// the source. When parse_limits.stop says so it is given up: there is then neither a unit
// nor need there be an error.
CompileResult Compile(std::string_view source, std::string_view filename,
                      const CompileOptions& options = {});

// `--dump=code`: every instruction with its operands by meaning. `--dump=scopes`: the symbol
// tables.
std::string Disassemble(const CompiledUnit& unit);
std::string DumpScopes(std::string_view source, std::string_view filename,
                       const CompileOptions& options = {});

// Checks a unit that did not come from Compile() in this process: operands in range, jumps to
// instruction starts, registers within bounds and written before they are read, windows inside the
// frame, tables consistent. Returns what is wrong, or nothing. Linear in the code, times the few
// rounds until the kinds of registers settle.
std::optional<std::string> Verify(const CompiledUnit& unit);

// What a register holds, as far as the code tells. Kinds from kValue on are known more exactly
// because an instruction relies on them without looking: LIST_APPEND, RERAISE, BUILD_STRING ...
enum class RegisterKind : uint8_t {
  kUnset,  // never written, or different things
  kMaybe,  // a value or Undefined
  kUndefined,
  kCell,
  kLoop,  // the first of the three registers of a loop's state
  kLoopRest,
  kValue,  // and more exactly:
  kList,
  kTuple,
  kSet,
  kDict,
  kStr,
  kFunction,
  kException,
};

// The kinds of the first kTracked registers before each instruction; those above hold values or
// Undefined.
class RegisterKinds {
 public:
  static constexpr uint32_t kTracked = 256;

  // Null: no instruction starts at `pc`, or nothing leads there.
  const RegisterKind* Before(uint32_t pc) const;

 private:
  friend class CodeVerifier;
  std::vector<uint32_t> slot_of_;  // word -> index into kinds_ + 1
  std::vector<std::array<RegisterKind, kTracked>> kinds_;
};

// nullopt: the code does not pass Verify().
std::optional<RegisterKinds> KindsOfRegisters(const CompiledUnit& unit, const Code& code);

}  // namespace pysub

#endif  // PYSUB_COMPILER_COMPILE_H_
