#ifndef PYSUB_SHELL_COMMANDS_JQ_JQ_H_
#define PYSUB_SHELL_COMMANDS_JQ_JQ_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/commands/jq/compiler.h"
#include "shell/commands/jq/heap.h"
#include "shell/commands/jq/json_reader.h"
#include "shell/commands/jq/json_writer.h"
#include "shell/commands/jq/machine.h"
#include "shell/commands/jq/modules.h"
#include "shell/commands/jq/natives.h"
#include "shell/commands/jq/options.h"
#include "shell/commands/jq/value_archive.h"
#include "shell/commands/text_command.h"

namespace pysub::shell::jq {

// What is written at a time.
constexpr size_t kOutPiece = 16 << 10;

// jq, and what yq makes of it: where the texts come from and how values are written are its own.
class Jq : public TextCommand, public Surroundings {
 public:
  Jq() : reader_(heap_), writer_(heap_), modules_(heap_), machine_(heap_, program_, *this) {}

  // (Its last step's io is gone when it ends.)
  ~Jq() override { heap_.set_io(nullptr); }

  void Fields(Archive& archive) override;
  Value FileName() override;
  uint64_t Line() override;
  Value SearchList() override;
  Value ProgramOrigin() override { return heap_.String(modules_.origin()); }
  Value ModuleMetadata(std::string_view name, std::string* error) override {
    return modules_.MetadataOf(name, error);
  }

 protected:
  enum class Phase : uint8_t { kTexts, kInput, kRun, kWrite, kEnd };
  enum class Read : uint8_t { kValue, kEnd, kWait, kYield, kMistake, kStopped, kFailed };

  // ---- what yq does in another way
  virtual std::optional<int> ReadOptions(CommandIo& io) { return options_.Read(io, io.args()); }
  // More of the input's JSON. kFailed: a mistake that ends the command was told.
  virtual Read Bytes(CommandIo& io, std::string_view* bytes);
  virtual void StartOutput(CommandIo& io, Value value);
  virtual std::optional<Progress> WriteOutput(CommandIo& io);
  // Whether a value is being written.
  virtual bool Writes() const { return writer_.active(); }
  // All was done, with this exit status.
  virtual Progress Finish(CommandIo& /*io*/, int status) { return Progress::Done(status); }

  // The same filter once more, with other input.
  void Restart();
  // Input comes from this file, for messages.
  void NoteInput(std::string_view name) {
    has_read_ = true;
    file_name_ = name;
  }

  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override {
    reader_.Suspend();
    lines_.Suspend();
    heap_.set_io(nullptr);
  }

  Heap heap_;  // outlives all values
  JqOptions options_;
  Phase phase_ = Phase::kTexts;
  int last_output_ = -1;  // 0: false or null, 1: anything else

 private:
  std::optional<Progress> ReadTexts(CommandIo& io);
  Got ReadText(CommandIo& io, const std::string& file, std::string* text);
  int CannotRead(CommandIo& io, const NamedArgument* named, const std::string& file,
                 std::string_view reason);
  std::optional<Progress> Prepare(CommandIo& io);
  std::optional<Progress> DefineArguments(CommandIo& io, Compiler* compiler);
  bool IsSound() const;

  // What follows an input: jq goes on until a file could not be read.
  void EndInput() { phase_ = input_failed_ ? Phase::kEnd : Phase::kInput; }
  bool OpenNext(CommandIo& io);
  void Began(std::string_view name);
  void CannotReadOn(CommandIo& io);
  void CloseInput(CommandIo& io);
  uint64_t AllLines() { return options_.raw_input ? raw_lines_ : reader_.LinesRead(); }
  Read NextRaw(CommandIo& io, Value* value);
  Read NextSlurpedRaw(CommandIo& io, Value* value);
  Read NextJson(CommandIo& io, Value* value, std::string* mistake);
  Read NextValue(CommandIo& io, Value* value, std::string* mistake);
  Read NextSlurped(CommandIo& io, Value* value, std::string* mistake);

  std::optional<Progress> TakeInput(CommandIo& io);
  std::optional<Progress> RunMachine(CommandIo& io);
  std::optional<Progress> AnswerInput(CommandIo& io);
  void TellError(CommandIo& io, const Value& error);
  int FinalStatus() const;
  Progress Halt(CommandIo& io);
  std::optional<Progress> EndOf(Read read);
  std::string Place();

  Program program_;
  bool ready_ = false;
  bool warned_ = false;  // of JQ_COLORS
  JsonReader reader_;
  Value held_;  // read, and given out when the line that it stands in is there, as jq reads lines
  JsonWriter writer_;
  FileModules modules_;
  Machine machine_;

  std::vector<std::string> texts_;  // of files that the command line names: the program first
  std::string text_;                // of the one that is being read
  int text_fd_ = -1;
  uint64_t next_file_ = 0;
  int fd_ = -1;
  bool has_read_ = false, ended_ = false;
  std::string file_name_;
  LineReader lines_;
  uint64_t raw_lines_ = 0;
  uint64_t lines_before_ = 0;  // of the files before this one
  Value slurped_;              // also, of -R, a line that its file does not end
  bool started_ = false;       // -n, -s: the one input was given
  bool awaits_ = false;        // the machine asked for an input
  int result_ = 0;             // of the last input: 0, or 5 for an error
  bool input_failed_ = false;
  bool mistaken_ = false;  // --stream-errors: one was told, and nothing follows it
};

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_JQ_H_
