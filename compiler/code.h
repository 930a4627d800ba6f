#ifndef PYSUB_COMPILER_CODE_H_
#define PYSUB_COMPILER_CODE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lexer/source_text.h"

// The bytecode format. All of it is plain data that never changes once Compile() has returned. It
// holds nothing of any heap, so threads and sandboxes may share it.
//
//   CompiledUnit                       one source text
//     names, constants, globals    tables that all its code refers to by number
//     codes[0]                     the top level
//     codes[1] ...                 a Code for each function body: words, and tables from words
//                                  to handlers and source lines
//
// Bytecode is never read from outside. A snapshot has the text and the fingerprint of what it
// compiled to, and compiles again. So the loop need not look again at what the compiler made. The
// verifier (compiler/verifier.cc) shows in tests that all code is sound, and tells what registers
// must hold when a snapshot is restored.
namespace pysub {

enum class ConstantTag : uint8_t {
  kNone,
  kFalse,
  kTrue,
  kEllipsis,
  kInt,        // `integer`
  kBigInt,     // `text`: decimal digits or "0x..." hexadecimal digits, maybe with a leading '-'
  kFloat,      // `real`
  kComplex,    // `real`, `imaginary`
  kString,     // `text`: UTF-8 (WTF-8 for lone surrogates)
  kBytes,      // `text`: raw
  kTuple,      // `items`: constant indices, each smaller than this constant's own
  kFrozenSet,  // `items`
};

// A constant as the compiler knows it; a sandbox makes a Value of it (LinkedUnit). `tag` tells
// which of the members count.
struct CodeConstant {
  ConstantTag tag = ConstantTag::kNone;
  int64_t integer = 0;
  double real = 0;
  double imaginary = 0;
  std::string text;
  std::vector<uint32_t> items;
};

// Where MAKE_FUNCTION finds a cell of the new function. A Code has one for each captured variable,
// in their order. Cells travel through each function in between: so a variable of an outer function
// is at most one step away, and nobody follows a chain of frames at run time.
struct Capture {
  // true: register `index` of the creating frame; false: its captured cell `index`
  bool from_register;
  uint16_t index;
  uint32_t name;  // index into CompiledUnit::names
};

// Exceptions raised at a word in [start, end) continue at `target` with R[exception] = the
// exception. The first matching row wins: inner ranges stand before outer ones. A `try` costs
// nothing while nothing is raised: no instruction enters or leaves it.
struct ExceptionRange {
  uint32_t start;
  uint32_t end;
  uint32_t target;
  uint16_t exception;
  // The exception that is being handled again at `target`: a register, or kNoRegister for none.
  uint16_t handled;
};
inline constexpr uint16_t kNoRegister = 0xFFFF;
inline constexpr uint32_t kNoName = 0xFFFFFFFF;

// All words from `start` up to the next row's start come from `span`. A span of line 0 belongs to
// no source text (such words raise nothing). Rows are sorted, so a traceback finds its line by
// halving.
struct SpanRow {
  uint32_t start;
  SourceSpan span;
};

enum CodeFlags : uint16_t {
  kCodeVarArgs = 1 << 0,      // *args: the register after the keyword-only parameters
  kCodeVarKeywords = 1 << 1,  // **kwargs: the register after that
  kCodeGenerator = 1 << 2,
  kCodeCoroutine = 1 << 3,  // with kCodeGenerator: an async generator
  kCodeModule = 1 << 4,     // the outermost code of a unit
  kCodeLambda = 1 << 5,     // lambda, comprehension or annotation: no docstring
  kCodeNested = 1 << 6,     // defined inside another function
  kCodeEcho = 1 << 7,       // returns or shows the value of its last expression statement
};

// One function body, or the top level of a unit. A frame that runs it has a window of the stack for
// its registers:
//
//      R[-1]    R[0] ...     parameter_count()   local_count        register_count
//   +----------+------------+-------------------+------------------+
//   | function | parameters | other named locals|    temporaries   |
//   +----------+------------+-------------------+------------------+
//                                           a call's window among them:
//                                               +----------+--------+--------- - -
//                                               |  callee  | args ..|
//                                               +----------+--------+--------- - -
//                                           and the callee's own frame, in the same place:
//                                               +----------+------------+----- - -
//                                               | function | parameters | locals
//                                               +----------+------------+----- - -
//                                                  R[-1]    R[0] ...
//
// - The arguments of a call are put where the parameters of the callee will be, so a
//   call copies nothing. Lua does the same.
// - Everything above the callee's window is the callee's while it runs. The caller has nothing
//   alive there, so the two may overlap.
// - The parameters stand in this order: positional-only, positional or keyword,
//   keyword-only, *args, **kwargs.
// - A local that an inner function captures has its cell in its register, once MAKE_CELL at the
//   beginning has made it.
// - On entry the other named locals are Undefined. Temporaries are not set.
// - An instruction has 8 bits for a register. In a function with very many locals some lie above
//   register 255, and FAR_GET and FAR_SET move values to and from these.
struct Code {
  std::string name;
  std::string qualified_name;
  uint32_t first_line = 0;
  uint16_t flags = 0;
  uint16_t positional_only_count = 0;
  uint16_t positional_count = 0;  // includes the positional-only ones
  uint16_t keyword_only_count = 0;
  uint16_t local_count = 0;
  uint16_t register_count = 0;  // highest register used + 1; call windows included
  int32_t doc = -1;             // constant index of the docstring
  std::vector<uint32_t> words;
  std::vector<ExceptionRange> handlers;
  std::vector<SpanRow> spans;
  std::vector<Capture> captures;
  // For each named local the index of its name, parameters first. kNoName stands where
  // the variables of comprehensions begin, and for the temporaries that lie among the
  // locals in a function with very many of these. Where a name stands twice, the later
  // register is the variable.
  std::vector<uint32_t> local_names;
  std::vector<uint16_t> cell_registers;  // locals that hold cells (for locals())

  uint32_t parameter_count() const {
    return positional_count + keyword_only_count + ((flags & kCodeVarArgs) != 0) +
           ((flags & kCodeVarKeywords) != 0);
  }
  // Whether a call with exactly positional_count arguments can begin at once: there are no other
  // parameters, so that nobody has to sort the arguments.
  bool is_simple() const {
    return keyword_only_count == 0 && (flags & (kCodeVarArgs | kCodeVarKeywords)) == 0;
  }
  // The source range of the instruction that contains word `pc`.
  SourceSpan SpanAt(uint32_t pc) const;
};

// A part of an f-string: text, or a value with its conversion and constant format spec. FSTRING
// names a list of these, and appends them all to one text: no str is made for a part.
struct TemplatePart {
  bool is_value = false;
  uint8_t conversion = 0;  // 0 none, 1 !s, 2 !r, 3 !a
  std::string text;        // the literal text, or the format spec of a value
};

// What `from __future__ import ...` asks for, with the bits that CPython's co_flags has. Only
// barry_as_FLUFL and annotations change anything.
inline constexpr uint32_t kFutureBarry = 0x400000;
inline constexpr uint32_t kFutureAnnotations = 0x1000000;
inline constexpr uint32_t kFutureFlags = 0x1FE0000;
inline constexpr uint32_t kLowestFutureFlag = 0x20000;

// CompileOptions as plain data, for snapshots. The globals that there were before are the first
// `existing_globals` of CompiledUnit::globals.
struct CompileRecipe {
  uint8_t mode = 0;  // ParseMode
  bool return_last_expression = false;
  bool echo_expressions = false;
  bool top_level_await = true;
  uint8_t optimize = 0;
  uint32_t future_flags = 0;
  uint32_t existing_globals = 0;
};

// Everything that one source text compiles to.
struct CompiledUnit {
  std::string filename;               // as tracebacks show it
  std::string source;                 // as given; tracebacks quote its lines
  std::vector<uint32_t> line_starts;  // byte offset of each line of `source`; [0] is line 1

  // Variable, attribute, keyword and module names; each once.
  std::vector<std::string> names;
  // Constants, each once (equal type and value). A string constant with the text of a name exists
  // for every name that is needed as a value (keyword tuples); the VM interns the rest itself.
  std::vector<CodeConstant> constants;
  std::vector<std::vector<TemplatePart>> templates;  // FSTRING
  // Global slot i is the variable names[globals[i]]. In a dynamic unit there are none: its code
  // reaches globals by LOAD_NAME and LOAD_GNAME.
  std::vector<uint32_t> globals;
  bool dynamic = false;
  // What its text imports from __future__, or was compiled with. They also hold for code that it
  // compiles itself, by exec().
  uint32_t future_flags = 0;
  // How it was compiled, so that a snapshot can name the text and compile it again.
  CompileRecipe recipe;
  // A hash over how it was compiled, its names, constants and instructions: equal for equal results
  // of compiling. By it a snapshot knows the code that it was made with.
  uint64_t fingerprint = 0;
  std::vector<std::unique_ptr<Code>> codes;  // [0] is the top level; MAKE_FUNCTION names the others

  // The text of source line `line` (from 1) without its line end; empty if there is none.
  std::string_view SourceLine(uint32_t line) const;
};

}  // namespace pysub

#endif  // PYSUB_COMPILER_CODE_H_
