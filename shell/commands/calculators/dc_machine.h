#ifndef PYSUB_SHELL_COMMANDS_CALCULATORS_DC_MACHINE_H_
#define PYSUB_SHELL_COMMANDS_CALCULATORS_DC_MACHINE_H_

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/calculators/line_writer.h"
#include "shell/commands/calculators/number.h"

namespace pysub::shell::calc {

// A number, or a string that its account has paid for.
class DcValue {
 public:
  DcValue() = default;
  explicit DcValue(Number number) : number_(std::move(number)) {}
  // Empty when the account refuses.
  DcValue(Account& account, std::string_view text);
  DcValue(DcValue&& other) noexcept { Swap(other); }
  DcValue& operator=(DcValue&& other) noexcept {
    Swap(other);
    return *this;
  }
  ~DcValue();

  bool is_text() const { return is_text_; }
  const Number& number() const { return number_; }
  std::string_view text() const { return text_; }
  DcValue Copy(Account& account) const;
  void Save(Account& account, Archive& archive);

 private:
  void Swap(DcValue& other) {
    std::swap(number_, other.number_);
    std::swap(text_, other.text_);
    std::swap(account_, other.account_);
    std::swap(is_text_, other.is_text_);
  }

  Number number_;
  std::string text_;
  Account* account_ = nullptr;  // of the text
  bool is_text_ = false;
};

// What a file gives: commands are cut out of it as they come, and what may go on waits.
struct DcText {
  std::string text;
  uint64_t at = 0;
  uint64_t scanned = 0;  // of the string or number that is not complete
  uint64_t nesting = 0;  // of brackets in there
  bool is_complete = false;

  bool Feed(Account& account, std::string_view more);
  void Fields(Archive& archive);
};

// The machine of dc: a stack, registers that are stacks themselves, and the strings that it is
// executing. Command by command, from the innermost string or else from a file.
class DcMachine {
 public:
  enum class Outcome : uint8_t {
    kMore,  // it needs more of the file's text
    kDone,  // and there is none
    kYield,
    kAsk,  // `?`: Execute() gets a line of standard input
    kQuit,
    kStopped,
  };

  explicit DcMachine(Account& account) : account_(account) {}
  void set_line_length(uint64_t length) { out_.set_length(length); }

  // The next commands: those of a string, or of `file` when no string is left. The outermost string
  // is that of an -e, or else was found in a file.
  Outcome Run(CommandIo& io, DcText* file, bool in_file);
  // A string that is executed before anything else.
  void Execute(std::string_view text) { Enter(DcValue(account_, text)); }
  void Fields(Archive& archive);

 private:
  struct Frame {
    DcValue text;
    uint64_t at = 0;
    uint64_t levels = 1;  // how many strings that have nothing left to do it stands for, too
  };
  struct Level {
    DcValue value;
    bool is_set = false;
    std::map<uint32_t, DcValue> elements;
  };
  // How a command was cut out of the text.
  enum class Cut : uint8_t { kCommand, kMore, kEnd };
  struct Source {
    std::string_view text;
    bool is_complete = true;
    bool is_file = false;
    uint64_t at = 0, scanned = 0, nesting = 0;
  };

  // ---- commands
  Cut Next(CommandIo& io, Source* source);
  void Advance(Source* source, uint64_t at);
  Cut NextString(Source* source);
  Cut NextNumber(Source* source);
  Cut NextComment(Source* source);
  Cut NextTest(CommandIo& io, Source* source, bool negated);
  bool TakeRegister(CommandIo& io, Source* source, uint8_t* name);
  void Command(CommandIo& io, char c);
  void Unknown(CommandIo& io, char c);
  void WithRegister(CommandIo& io, char c, uint8_t name);
  void Test(CommandIo& io, char c, bool negated, uint8_t name);
  void Error(CommandIo& io, std::string_view text) {
    io.Write(2, "dc: " + std::string(text) + "\n");
  }

  // ---- the stack
  void Push(DcValue value);
  void PushNumber(int64_t value) { Push(DcValue(Number::Of(account_, value))); }
  bool Need(CommandIo& io, size_t count);
  bool NeedNumbers(CommandIo& io, size_t count);
  DcValue Pop();
  const Number& Below(size_t depth) const { return stack_[stack_.size() - 1 - depth].number(); }
  int64_t PopInteger(CommandIo& io);
  void Binary(CommandIo& io, char c);
  bool Compute(CommandIo& io, char c, DcValue* first, DcValue* second);
  bool IsGivenUp();
  void Power(CommandIo& io, DcValue* result);
  void PowerModulo(CommandIo& io);
  void Root(CommandIo& io);
  void Rotate(CommandIo& io);
  void ToCharacter(CommandIo& io);
  void Measure(CommandIo& io, char c);
  void SetParameter(CommandIo& io, char c);
  void Print(const DcValue& value);
  void PrintRaw(CommandIo& io);
  void PrintAll();

  // ---- strings that are executed
  void Enter(DcValue text);
  void ExecuteTop(CommandIo& io);
  void Leave(uint64_t levels);
  void Quit();
  void QuitLevels(CommandIo& io);

  // ---- registers
  void Element(CommandIo& io, char c, uint8_t name);
  Level* LevelOf(uint8_t name);
  bool LoadRegister(uint8_t name, DcValue* value);

  void SaveList(Archive& archive, std::vector<DcValue>* list);
  void SaveRegisters(Archive& archive);

  Account& account_;
  LineWriter out_;
  uint32_t ibase_ = 10, obase_ = 10, scale_ = 0;
  std::vector<DcValue> stack_;
  std::array<std::vector<Level>, 256> registers_;
  std::vector<Frame> frames_;
  bool asks_ = false, quits_ = false;
  bool repeats_ = false;  // of the command that runs
  bool in_file_ = false;  // and not in the string of an -e; said by Run()
};

}  // namespace pysub::shell::calc

#endif  // PYSUB_SHELL_COMMANDS_CALCULATORS_DC_MACHINE_H_
