#ifndef PYSUB_SHELL_COMMANDS_FILES_LS_COMMAND_H_
#define PYSUB_SHELL_COMMANDS_FILES_LS_COMMAND_H_

#include <optional>
#include <string>
#include <vector>

#include "shell/commands/files/ls.h"

namespace pysub::shell {

// ls [OPTION]... [FILE]...
class Ls : public Command {
 public:
  Progress Step(CommandIo& io) override;
  void Fields(Archive& archive) override;

 private:
  enum class Stage : uint8_t { kStart, kOperands, kPrintOperands, kNextDirectory, kRead, kPrint };
  enum class Shows : uint8_t { kVisible, kAlmostAll, kAll };
  enum class Links : uint8_t { kDefault, kNever, kOperandDirectories, kOperands, kAll };

  // A directory that will be listed. `operand`: the user named it, so trouble with it weighs more.
  struct Waiting {
    std::string path;
    bool operand = false;
    void Fields(Archive& archive) { archive(path, operand); }
  };

  // ---- options (ls_options.cc)
  struct Given;
  std::optional<Progress> Start(CommandIo& io);
  bool TakeSelection(int id, std::string_view value);
  bool TakeStyle(int id, Given* given);
  std::optional<Progress> TakeNumber(CommandIo& io, int id, std::string_view value, Given* given);
  bool TakeWord(CommandIo& io, int id, std::string_view value, Given* given);
  bool Settle(CommandIo& io, Given* given);
  bool SetTimeStyle(CommandIo& io, std::string_view text);

  void LookAtOperand(CommandIo& io, const std::string& path);
  bool Look(CommandIo& io, const std::string& path, bool follow, LsEntry* entry);
  void AddTarget(CommandIo& io, const std::string& path, LsEntry* entry);
  bool Shown(std::string_view name) const;
  bool OpenNext(CommandIo& io);
  // False: out of memory.
  bool ReadPage(CommandIo& io);
  void AddEntry(CommandIo& io, const files::DirectoryEntry& found);
  bool NeedsStat() const;
  void PrintHead(CommandIo& io);
  void PushSubdirectories();
  void Release(CommandIo& io);

  Stage stage_ = Stage::kStart;
  LsStyle style_;
  Shows shows_ = Shows::kVisible;
  Links links_ = Links::kDefault;
  bool directories_as_files_ = false;
  bool recursive_ = false;
  bool width_given_ = false;
  bool many_operands_ = false;
  bool printed_ = false;  // something: a blank line parts what follows
  bool all_read_ = false;
  std::vector<std::string> ignore_;
  std::vector<std::string> hide_;
  std::vector<std::string> operands_;
  uint64_t next_operand_ = 0;
  std::vector<LsEntry> entries_;
  std::vector<LsEntry> directories_;  // operands
  std::vector<Waiting> waiting_;      // the next one last
  std::string path_;                  // the directory that is being listed
  bool path_is_operand_ = false;
  std::string last_name_;
  int64_t reserved_ = 0;
  LsPrinter printer_;
  int status_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_FILES_LS_COMMAND_H_
