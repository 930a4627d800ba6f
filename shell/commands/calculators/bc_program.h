#ifndef PYSUB_SHELL_COMMANDS_CALCULATORS_BC_PROGRAM_H_
#define PYSUB_SHELL_COMMANDS_CALCULATORS_BC_PROGRAM_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/archive.h"
#include "shell/commands/calculators/account.h"

namespace pysub::shell::calc {

// What a bc program becomes: each function, and each line outside of one, is a list of instructions
// for a machine with a stack.

// Variables that bc itself knows, by their numbers.
enum SpecialVariable : uint32_t { kIbase, kObase, kScale, kHistory, kLast, kFirstVariable };

enum class Op : uint8_t {
  kZero,      // 0
  kOne,       // 1
  kConstant,  // digits: `operand` is where they stand in the texts, `extra` how many there are
  kLoad,      // variable `operand`
  kStore,     // the top of the stack, which stays
  kIncrement,
  kDecrement,     // of the variable
  kLoadElement,   // array `operand`; its subscript is taken from the stack
  kStoreElement,  // the subscript below the value goes
  kIncrementElement,
  kDecrementElement,  // the subscript goes
  kDuplicate,
  kExchange,  // the two on top
  kPop,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kModulo,
  kPower,
  kNegate,
  kNot,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kJump,  // to label `operand`
  kJumpIfZero,
  kJumpIfNotZero,
  kArgument,  // the number of array `operand`
  kCall,      // function `operand`; `extra` is where the kinds of its arguments stand
  kReturn,
  kLength,
  kSquareRoot,
  kScaleOf,
  kRead,
  kRandom,
  kPrintLine,    // the number, and a newline
  kPrintNumber,  // the number alone (print)
  kPrintText,    // `operand`, `extra`: as kConstant
  kPrintEscaped,
  kHalt,
  kLastOp = kHalt,
};

struct Instruction {
  Op op = Op::kHalt;
  uint32_t operand = 0, extra = 0;
  // Where GNU's bc would be behind it: its messages say so ("adr=3").
  uint32_t address = 0;
  void Fields(Archive& archive) { archive(op, operand, extra, address); }
};

struct Parameter {
  enum class Kind : uint8_t { kNumber, kArray, kReference };
  Kind kind = Kind::kNumber;
  uint32_t variable = 0;
  void Fields(Archive& archive) { archive(kind, variable); }
};

struct Function {
  bool defined = false, is_void = false;
  bool is_decimal = false;  // its constants are, whatever ibase says: those of the library
  std::vector<Parameter> parameters, locals;
  std::vector<Instruction> code;
  std::vector<uint32_t> labels;  // instructions, by the label's number
  std::string texts;
  uint32_t address = 0;  // of what is emitted next

  void Clear() {
    defined = is_void = is_decimal = false;
    parameters.clear();
    locals.clear();
    code.clear();
    labels.clear();
    texts.clear();
    address = 0;
  }
  std::string_view Text(uint32_t at, uint32_t size) const {
    return at > texts.size() ? std::string_view() : std::string_view(texts).substr(at, size);
  }
  void Fields(Archive& archive) {
    archive(defined, is_void, is_decimal, parameters, locals, code, labels, texts, address);
  }
};

// Names of one kind, numbered as they come.
class Names {
 public:
  explicit Names(uint32_t first) : next_(first) {}
  // 0 when there is no memory: the account has stopped.
  uint32_t Find(Account& account, const std::string& name) {
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    if (!account.Charge(2 * name.size() + 256)) return 0;
    numbers_[name] = next_;
    names_.push_back(name);
    return next_++;
  }
  std::string NameOf(uint32_t number) const {
    const size_t at = number - (next_ - names_.size());
    return at < names_.size() ? names_[at] : std::string();
  }
  uint32_t count() const { return next_; }
  void Fields(Archive& archive) {
    archive(names_);
    if (!archive.loading()) return;
    for (const std::string& name : names_) numbers_[name] = next_++;
  }

 private:
  uint32_t next_;
  std::vector<std::string> names_;
  std::map<std::string, uint32_t> numbers_;
};

struct Program {
  Names variables{kFirstVariable}, arrays{1}, functions{1};
  std::vector<Function> code;  // [0] is the line that is read or runs

  Function& main() {
    if (code.empty()) code.emplace_back();
    return code[0];
  }
  void Fields(Archive& archive) { archive(variables, arrays, functions, code); }
};

}  // namespace pysub::shell::calc

#endif  // PYSUB_SHELL_COMMANDS_CALCULATORS_BC_PROGRAM_H_
