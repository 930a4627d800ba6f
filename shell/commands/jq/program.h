#ifndef PYSUB_SHELL_COMMANDS_JQ_PROGRAM_H_
#define PYSUB_SHELL_COMMANDS_JQ_PROGRAM_H_

#include <cstdint>
#include <string>
#include <vector>

#include "shell/commands/jq/heap.h"

namespace pysub::shell::jq {

// What a filter is compiled to. There is a stack of values; an instruction takes its input from
// the top and leaves its output there. A place to come back to ("fork") remembers the stack as it
// was.
enum class Op : uint8_t {
  kConst,     // a: constant, instead of the top
  kDup,       // the top once more
  kPop,       //
  kSubBegin,  // the top once more; what follows is no path
  kSubEnd,    // what it gave goes below what was on top before it
  kSwap,      // the two on top
  // Variables: a: level of frames upwards, b: number in the frame.
  kLoad,        // the variable instead of the top
  kTake,        // the same; the variable has null then
  kStore,       // takes the top
  kAppend,      // takes the top and appends it to the array in the variable
  kIndex,       // below the top: a key; flags: 1: an error is no output
  kIndexConst,  // a: constant; the same
  kSlice,       // below the top: end, below it: begin; the same
  kEach,        // flags the same
  kInsert,     // below the top: value, key, object; flags: 1: there is no value, it is the key's in
               // the top
  kFork,       // a: where to go when there is no more
  kTryBegin,   // a: where to go with an error
  kTryEnd,     // errors behind it are not caught by it
  kJump,       // a
  kJumpFalse,  // below the top: what decides; a: where to go with false or null
  kBacktrack,  //
  kRange,      // below the top: end, below it: begin
  kNative,     // a: which; the input is on top, its arguments below it
  kCall,       // a: function, b: level; followed by `count` kClosure...
  kTailCall,   //
  kCallParameter,     // a: level, b: number of the parameter
  kTailParameter,     //
  kClosure,           // a: function, b: level
  kClosureParameter,  // a: level, b: number
  kReturn,            //
  kPathBegin,         // the top once more; what follows is a path
  kPathEnd,           // the path instead of the top
  kGetPath,           // below the top: a path
  kLabel,             // a, b: the variable that gets a fresh number
  kBreak,             // a, b: its variable: back to what stands before the label
  kCut,               // a, b: its variable: forgets the label and what is to come back to behind it
  kConcat,            // count: strings below the input, the first on top
  kAlternative,       // a: where to go with an error, which is forgotten
  kError,             // the top as an error
  kInput,             // the next input instead of the top
  kDebug,             // writes the top to standard error; a: how
  kHalt,              // a: 0: halt, 1: halt_error, its status is below the top
  kEnd,               // an output of the program
};

struct Instruction {
  Op op = Op::kBacktrack;
  uint8_t flags = 0;
  uint16_t count = 0;
  uint32_t a = 0;
  uint32_t b = 0;
};

struct Function {
  std::string name;
  uint32_t begin = 0, end = 0;  // of its instructions
  uint32_t parent = 0;          // function in which it stands; of the first: itself
  uint32_t depth = 0;
  uint32_t parameters = 0;
  uint32_t variables = 0;
};

struct Program {
  std::vector<Instruction> code;
  std::vector<Function> functions;  // the first is the program
  std::vector<Value> constants;
  bool uses_input = false;
};

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_PROGRAM_H_
