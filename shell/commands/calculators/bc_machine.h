#ifndef PYSUB_SHELL_COMMANDS_CALCULATORS_BC_MACHINE_H_
#define PYSUB_SHELL_COMMANDS_CALCULATORS_BC_MACHINE_H_

#include <map>
#include <string>
#include <vector>

#include "shell/commands/calculators/bc_program.h"
#include "shell/commands/calculators/line_writer.h"
#include "shell/commands/calculators/number.h"

namespace pysub::shell::calc {

// Runs the instructions of a line. Its state was perhaps loaded, and made by somebody else: each
// instruction looks at what it finds, and what does not fit is a "Stack error", as in GNU's bc.
class BcMachine {
 public:
  enum class Outcome : uint8_t {
    kDone,
    kYield,
    kHalt,
    kStopped,  // a limit
    kRead,     // it waits for a number: Answer()
  };

  BcMachine(Account& account, Program& program) : account_(account), program_(program) {}
  void set_line_length(uint64_t length) { out_.set_length(length); }
  void set_posix(bool posix) { posix_ = posix; }
  void SetScale(uint32_t scale) { scale_ = scale; }

  // The line from its beginning.
  void Start();
  Outcome Run(CommandIo& io);
  // What read() gets, as text: digits with perhaps a sign.
  void Answer(CommandIo& io, std::string_view digits);
  void Fields(Archive& archive);

 private:
  struct Frame {
    uint32_t function = 0, next = 0;
    uint32_t base = 10;  // in which constants are read
    uint32_t depth = 0;  // of the values: those below belong to callers
    void Fields(Archive& archive) { archive(function, next, base, depth); }
  };
  struct Array {
    std::map<uint32_t, Number> elements;
  };
  // An array of a name: its own, or that of a caller.
  struct ArrayHandle {
    uint32_t array = 0;
    bool owned = false;
    void Fields(Archive& archive) { archive(array, owned); }
  };

  void Step(CommandIo& io, const Instruction& in);
  void Compute(const Instruction& in);
  void ComputeTwo(CommandIo& io, Op op);
  void ComputeWith(CommandIo& io, Op op, const Number& a, const Number& b);
  void Root();
  void Again();
  void Power(CommandIo& io, const Number& a, const Number& b);
  bool Need(CommandIo& io, size_t count);
  void Error(CommandIo& io, std::string_view text) {
    Report(io, "error", text);
    failed_ = true;
  }
  void Warn(CommandIo& io, std::string_view text) { Report(io, "warning", text); }
  void Report(CommandIo& io, std::string_view kind, std::string_view text);
  void Abandon();

  void PushValue(Number value);
  Number Pop();
  Number& Top() { return values_.back(); }
  bool Truth(bool value);

  // ---- variables
  Number LoadVariable(uint32_t variable);
  void StoreVariable(CommandIo& io, uint32_t variable, const Number& value);
  uint32_t BaseFrom(CommandIo& io, const Number& value, bool input);
  void StoreScale(CommandIo& io, const Number& value);
  void StepVariable(CommandIo& io, uint32_t variable, bool up);
  std::vector<Number>* VariableAt(uint32_t variable);
  // The element that the value on top of the stack (or below `above` others) says; null: an error.
  std::optional<uint32_t> Subscript(CommandIo& io, uint32_t array, size_t above);
  std::vector<ArrayHandle>* HandlesOf(uint32_t array);
  Array* ArrayOf(uint32_t array);
  uint32_t NewArray();
  Number LoadElement(uint32_t array, uint32_t index);
  void StoreElement(uint32_t array, uint32_t index, Number value);
  void Element(CommandIo& io, const Instruction& in);

  // ---- calls
  void Call(CommandIo& io, const Instruction& in);
  bool TakeArguments(CommandIo& io, const Function& function, std::string_view types);
  bool TakeArgument(CommandIo& io, const Parameter& parameter);
  void PushVariable(const Parameter& one, Number value);
  void PushArray(uint32_t name, ArrayHandle handle);
  void CopyArray(uint32_t from, uint32_t to);
  void PopVariables(const std::vector<Parameter>& list);
  void Return(CommandIo& io);
  void Jump(uint32_t label);
  void PrintEscaped(CommandIo& io, std::string_view text);

  void SaveVariables(Archive& archive);
  void SaveArrays(Archive& archive);

  Account& account_;
  Program& program_;
  LineWriter out_;
  bool posix_ = false;  // not saved: of the options

  uint32_t ibase_ = 10, obase_ = 10, scale_ = 0;
  int64_t history_ = -1;
  Number last_;
  std::vector<Number> values_;
  std::vector<Frame> frames_;                   // [0] is the line
  std::vector<std::vector<Number>> variables_;  // by their numbers; the last is what it has now
  std::vector<std::vector<ArrayHandle>> names_of_arrays_;
  std::vector<Array> arrays_;
  std::vector<uint32_t> free_arrays_;
  bool running_ = false;
  bool failed_ = false;
  bool halted_ = false;
  bool reads_ = false;
  bool yields_ = false;   // of the instruction that runs
  uint32_t address_ = 0;  // for messages: of the instruction that runs
};

}  // namespace pysub::shell::calc

#endif  // PYSUB_SHELL_COMMANDS_CALCULATORS_BC_MACHINE_H_
