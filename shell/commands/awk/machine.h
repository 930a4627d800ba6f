#ifndef PYSUB_SHELL_COMMANDS_AWK_MACHINE_H_
#define PYSUB_SHELL_COMMANDS_AWK_MACHINE_H_

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/awk/array.h"
#include "shell/commands/awk/fields.h"
#include "shell/commands/awk/format.h"
#include "shell/commands/awk/lexer.h"
#include "shell/commands/awk/program.h"
#include "shell/commands/awk/random.h"
#include "shell/commands/awk/regex.h"
#include "shell/commands/awk/streams.h"

namespace pysub::shell::awk {

class Characters;

// How awk was called.
struct Settings {
  std::vector<std::string> operands;     // ARGV[1] ...
  std::vector<std::string> assignments;  // -v
  std::string field_separator;
  bool has_field_separator = false;
  bool csv = false;
  bool in_place = false;
  bool sandbox = false;  // -S: nothing but what the operands name
};

// Runs a program. Between two steps all its state is in members, and an instruction that waits is
// begun anew.
//
//   stack_   [ locals of f ][ values ][ locals of g ][ values ]
//                                     ^ base_                 ^ sp_
//   frames_  where f was called, where g was
//
// So calls of awk are no calls here, and a function may call itself a million times. Above sp_ the
// stack holds nothing (Kind::kNothing), which is why locals need no clearing at a call.
//
// "An instruction that waits is begun anew": it takes nothing off the stack before it is sure that
// it has its input, its child or its memory.
class Machine {
 public:
  explicit Machine(Heap* heap);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void SetProgram(const Program* program, const Settings* settings) {
    program_ = program;
    settings_ = settings;
  }
  // Before the first step.
  void Prepare(CommandIo& io);
  bool failed() const { return fatal_; }
  int exit_status() const { return exit_status_; }
  // After a load, when the program is known: false when the state does not fit it.
  bool Resume(CommandIo& io);
  Progress Run(CommandIo& io);
  void Fields(Archive& archive);

 private:
  // How an instruction went.
  // kJumped: pc_ stands where it goes on; kStop: the program is over, or a limit was reached;
  // kReturned: the function that compares has its result.
  enum class Flow : uint8_t { kNext, kJumped, kWait, kYield, kStop, kReturned };

  struct Frame {
    int32_t return_to = 0;
    uint32_t base = 0;      // of its locals
    int32_t function = -1;  // -1: a part for files
    void Fields(Archive& archive) { archive(return_to, base, function); }
  };

  // ---- the stack
  Value& Top(size_t below = 0) { return stack_[sp_ - 1 - below]; }
  bool Push(Value value);
  bool GrowStack();
  void PopTo(size_t size);
  Value Pop() { return std::move(stack_[--sp_]); }
  void Drop(size_t count);

  // ---- messages
  Flow Fatal(std::string_view text);
  void Warn(std::string_view text);
  void Say(std::string_view text);
  void WarnOfEscapes(const std::string& unknown);
  Flow BadPattern(std::string_view source, const std::string& error);
  std::string Where() const;
  std::string NotHere(std::string_view what) const;
  std::string NameOf(Place place, int32_t a) const;
  Flow NotAnArray(Place place, int32_t a, bool parameter);

  // ---- instructions: machine.cc
  Flow Execute(CommandIo& io);
  Flow ExecuteRare(CommandIo& io, const Instruction& in);
  bool Look(CommandIo& io);
  Flow Arithmetic(Op op);
  bool Compute(Op op, double a, double b, double* result, bool assigns = false);
  bool Compare(const Value& a, const Value& b, Comparison comparison, bool* holds);
  int CompareText(const Value& a, const Value& b);
  Flow Concat(int32_t count);
  Flow Subscript(int32_t count);
  Flow Append(const Instruction& in);
  Flow CallFunction(CommandIo& io, int32_t function, uint16_t count);
  Flow CallNamed(CommandIo& io, const Instruction& in);
  Flow CallNamedBuiltin(CommandIo& io, const std::string& name, NamedBuiltin named, uint16_t count);
  Flow WrongCount(const std::string& name, NamedBuiltin named, uint16_t count);
  Flow Return(const Instruction& in);
  Flow ForIn();
  Flow ForNext(const Instruction& in);
  Flow Switch(const Instruction& in);
  Flow Exit(const Instruction& in);
  void Unwind();
  Flow End(CommandIo& io);

  // ---- places: places.cc
  Flow Load(const Instruction& in);
  Flow LoadArgument(const Instruction& in);
  Flow LoadArray(const Instruction& in, bool inner);
  Flow Assign(const Instruction& in);
  Flow Step(const Instruction& in);
  // Of what lies below `keys` values of the stack; see PlaceDepth().
  bool Read(Place place, int32_t a, size_t key, Value* value);
  Flow UsedAsScalar(Place place, int32_t a, const Array* array);
  bool UseAsScalar(const Value& reference, Place place, int32_t a, Value* value);
  bool Write(Place place, int32_t a, size_t key, Value value);
  // What naming a place as a target does, though nothing is written then.
  bool Touch(Place place, int32_t a, size_t key);
  Value* Variable(Place place, int32_t a);
  Value* Local(int32_t slot) { return &stack_[base_ + static_cast<uint32_t>(slot)]; }
  // Null: it is a scalar; a message was written.
  Array* ArrayAt(Place place, int32_t a, size_t key);
  Array* ArrayOf(Value* value, Place place, int32_t a);
  Value* Resolve(const Value& reference);
  Value* Element(Place place, int32_t a, size_t key, bool make);
  Key KeyOf(const Value& value, NumberBuffer* buffer);
  Flow In(const Instruction& in);
  Flow Delete(const Instruction& in);
  Flow DeleteAll(const Instruction& in);
  // How many values of a place lie on the stack.
  static size_t KeysOf(Place place);

  // ---- special variables and fields: specials.cc
  Value ReadSpecial(Special special);
  bool WriteSpecial(Special special, Value value);
  bool FieldNumber(const Value& value, size_t* number);
  Value ReadField(size_t number);
  bool WriteField(size_t number, const Value& value);
  std::string_view RecordText() { return record_.Whole(ofs_); }
  void SetRecord(std::string_view text);
  bool UpdateSplitter();
  void UpdateRecordEnd();
  Splitter SplitterFor(std::string_view separator, std::unique_ptr<Pattern>* owner, bool* ok);
  bool ParseWidths(std::string_view text);
  std::string_view TextOf(const Value& value, NumberBuffer* buffer) {
    return ViewOf(value, &globals_[static_cast<size_t>(Special::kConvfmt)], buffer);
  }
  Value& Global(Special special) { return globals_[static_cast<size_t>(special)]; }
  Value TextValue(std::string_view text) { return MakeText(heap_, text); }
  Value InputValue(std::string_view text) { return MakeText(heap_, text, Kind::kInput); }
  void PrepareArrays(CommandIo& io);
  void AssignOperand(std::string_view operand, size_t equals);

  // ---- patterns
  const Pattern* PatternAt(int32_t index);
  // Of a value that is used as one. Null: a message was written.
  const Pattern* PatternOf(const Value& value);
  Flow Match(const Instruction& in);
  Flow MatchPattern(const Instruction& in);
  Flow MatchRecord(const Instruction& in);

  // ---- input: input.cc
  Flow NextRecord(CommandIo& io);
  Flow NextFile(CommandIo& io);
  // kData: a record is there; kYield: a part of the program for files goes first.
  Got MainRecord(CommandIo& io, std::string_view* text);
  Got OpenNext(CommandIo& io);
  Got CloseCurrent(CommandIo& io);
  bool OpenOperand(CommandIo& io, const std::string& name);
  bool NextOperand(std::string* name);
  // -i inplace: inplace.cc
  void BeginEditing();
  void EndEditing(CommandIo& io);
  std::string BackupName(const std::string& name);
  bool Replace(CommandIo& io, const std::string& name);
  Flow BeginPart(CommandIo& io, Part part);
  Got RunFilePart(int32_t entry);
  Flow Getline(CommandIo& io, const Instruction& in);
  Got GetlineFrom(CommandIo& io, Source source, const std::string& name, std::string_view* text);
  Stream* OpenInput(CommandIo& io, Source source, const std::string& name, Got* got);
  void SetErrno(int error);
  void SetRecordEnd(std::string_view end);

  // ---- output: output.cc
  Flow Print(CommandIo& io, const Instruction& in);
  Flow PutScratch(CommandIo& io, Redirection to);
  Flow PrintRecord(CommandIo& io, const Instruction& in);
  Flow Put(CommandIo& io, std::string_view text);
  Flow PutTo(CommandIo& io, Redirection to, const std::string& name, std::string_view text);
  Stream* FindStream(std::string_view name, bool output);
  Stream* OpenOutput(CommandIo& io, Redirection to, const std::string& name, Flow* flow);
  int Spawn(CommandIo& io, std::string command, ChildOptions options);
  bool StartChild(CommandIo& io, Stream* stream, bool reads, bool writes);
  void FlushStdout(CommandIo& io, bool all);
  void FlushStream(CommandIo& io, Stream* stream, bool all);
  void FlushAll(CommandIo& io);
  bool HasChildren() const;
  // kWait: a child has not ended yet.
  Got CloseStream(CommandIo& io, size_t index, int* status);
  Flow CloseCall(CommandIo& io, uint16_t count);
  Flow FlushCall(CommandIo& io, uint16_t count);
  Flow SystemCall(CommandIo& io);
  Flow NoRedirections() { return Fatal("redirection not allowed in sandbox mode"); }
  void EndStep(CommandIo& io);

  // ---- functions: builtins*.cc
  Flow CallBuiltin(CommandIo& io, const Instruction& in);
  Flow CallTextBuiltin(Builtin builtin, uint16_t count);
  Flow CallNumberBuiltin(Builtin builtin, uint16_t count);
  Flow Give(uint16_t count, Value value);
  // Characters are asked for of bytes that are none: said once.
  void LookAtCharacters(const Characters& characters, std::string_view text);
  Flow Length(uint16_t count);
  Flow Substr(uint16_t count);
  Value Lowered(std::string_view text);
  Flow IndexOf();
  Flow Case(bool upper);
  Flow MatchCall(uint16_t count);
  Flow Split(uint16_t count, bool fields);
  Flow Sprintf(uint16_t count);
  Flow Substitute(const Instruction& in);
  Flow Gensub(uint16_t count);
  bool ReplaceAll(const Pattern& pattern, std::string_view text, std::string_view replacement,
                  bool groups, int64_t which, Text* out, int64_t* count);
  Flow Bits(Builtin builtin, uint16_t count);
  Flow Strtonum();
  Flow TypeOf();
  Flow Srand(CommandIo& io, uint16_t count);
  Flow Strftime(CommandIo& io, uint16_t count);
  Flow Mktime(CommandIo& io, uint16_t count);
  // ---- sorting: sort.cc
  Flow Sort(uint16_t count, bool indices);
  bool SortKeys(std::string_view how, Array* array, std::vector<Value>* keys);
  bool SortedIn(std::string* how);
  int32_t FunctionNamed(std::string_view name) const;
  // A function of the program that compares: it runs to its end within this step.
  bool CallCompare(int32_t function, std::array<Value, 4> arguments, double* result);

  // ---- saving: snapshot.cc
  struct Sharing;
  // What is loaded has been chosen by a stranger: kinds, indices and the depth of the stack are
  // checked against the program before an instruction runs (Fits), arrays must be a forest, and
  // whatever cannot be checked so is checked where it is used ("internal error").
  bool Fits() const;
  int32_t FunctionAt(int32_t pc) const;
  void SaveValue(Archive& archive, Value& value, Sharing* sharing);
  void LoadValue(Archive& archive, Value* value, Sharing* sharing);
  void VisitValue(Archive& archive, Value& value, Sharing* sharing) {
    archive.loading() ? LoadValue(archive, &value, sharing) : SaveValue(archive, value, sharing);
  }
  void VisitText(Archive& archive, Value* value, Kind kind, Sharing* sharing);
  void VisitIterator(Archive& archive, Value* value, Sharing* sharing);
  void VisitList(Archive& archive, std::vector<Value>* values, Sharing* sharing);
  void VisitStack(Archive& archive, Sharing* sharing);
  static bool IsForest(const std::vector<Array*>& arrays);
  void CollectArrays(std::vector<Array*>* arrays);
  void SimpleFields(Archive& archive);

  const Program* program_ = nullptr;
  const Settings* settings_ = nullptr;
  Heap* heap_;
  PatternCache cache_;

  std::vector<Value> stack_;
  size_t sp_ = 0;
  size_t stack_charged_ = 0;
  uint32_t base_ = 0;
  std::vector<Frame> frames_;
  size_t frames_charged_ = 0;
  int32_t pc_ = 0;
  int32_t came_from_ = 0;  // where the next record was asked for, for messages
  Part part_ = Part::kBegin;
  std::vector<Value> globals_;
  std::vector<uint8_t> in_range_;

  // ---- what special variables are right now
  double nr_ = 0, fnr_ = 0;
  std::string ofs_ = " ", ors_ = "\n", subsep_ = "\034";
  bool ignore_case_ = false, fpat_ignores_case_ = false;
  enum class SplitBy : uint8_t { kFs, kFpat, kWidths, kCsv };
  SplitBy split_by_ = SplitBy::kFs;
  std::unique_ptr<Pattern> separator_, record_end_pattern_;
  std::vector<std::pair<uint32_t, uint32_t>> widths_;
  RecordEnd record_end_;

  // ---- input
  Record record_;
  Reader main_;
  bool main_open_ = false;
  bool used_operand_ = false;  // a file was named
  bool input_ended_ = false;
  bool file_part_done_ = false;  // the part of the program for this file has run
  bool skip_file_ = false;
  bool ending_file_ = false;  // its ENDFILE has run
  double argument_ = 1;       // of ARGV, the next
  int open_error_ = 0;
  std::string open_failed_;  // of a file that BEGINFILE may skip

  // ---- output
  Text out_;
  std::vector<std::unique_ptr<Stream>> streams_;
  int system_child_ = -1;
  bool editing_ = false;  // what is printed takes the place of the file
  std::string edited_;    // its name
  Text in_place_;
  int exit_status_ = 0;
  bool fatal_ = false;
  bool warned_of_bytes_ = false;
  bool used_stdout_ = false, used_stderr_ = false;  // as "/dev/stdout" and "/dev/stderr"
  std::string warned_, warned_patterns_;            // escapes that were complained of
  // While functions that compare run: how many are in each other, and their frames begin here.
  int comparing_ = 0;
  size_t compare_floor_ = 0;

  Random random_;
  double seed_ = 1;
  Text scratch_;
  CommandIo* io_ = nullptr;  // during a step
};

}  // namespace pysub::shell::awk

#endif  // PYSUB_SHELL_COMMANDS_AWK_MACHINE_H_
