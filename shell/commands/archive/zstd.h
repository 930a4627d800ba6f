#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_ZSTD_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_ZSTD_H_

#include <optional>
#include <string>
#include <vector>

#include "pysub/files/file_system.h"
#include "shell/commands/archive/replaced_file.h"
#include "shell/commands/archive/zstd_list.h"
#include "shell/commands/archive/zstd_stream.h"
#include "shell/commands/files/prompt_answer.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {

// What the command line says. zstd reads its words in a way of its own, so no table of options
// tells it (zstd_options.cc).
struct ZstdOptions {
  bool uncompress = false, test = false, list = false, to_stdout = false, force = false;
  bool remove = false, checks = true;
  std::optional<bool> pass_through;
  int level = 2;  // of what is said: 0 nothing, 1 errors, 2 results, 3 more
  uint64_t most_window = kZstdMostWindow;
  std::string output;  // -o; empty: there is none
  std::vector<std::string> names;

  // A status: the command is over.
  std::optional<int> Read(CommandIo& io);
  bool Says(int at_least) const { return level >= at_least; }

 private:
  std::optional<int> TakeWord(CommandIo& io, std::span<const std::string> words, size_t* at);
  std::optional<int> TakeLong(CommandIo& io, std::string_view word);
  std::optional<int> TakeLetters(CommandIo& io, std::span<const std::string> words, size_t* at);
};

// zstd, unzstd, zstdcat, zstdmt: reads files of Zstandard; told apart by the name it is called by.
//
// A step moves one piece of input to the output. Of the file at hand everything is saved; options
// are read from the arguments again after a load.
class Zstd : public TextCommand {
 public:
  void Fields(Archive& archive) override;

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override { input_.Suspend(); }
  void WriteFailed(CommandIo& io) override { Finish(io, false); }

 private:
  enum class Asking : uint8_t { kNothing, kOverwrite };

  bool NamesTarget() const { return !options_.output.empty() && !options_.to_stdout; }
  std::optional<Progress> OpenNext(CommandIo& io);
  std::optional<Progress> Ask(CommandIo& io);
  void FindTarget(CommandIo& io);
  void Open(CommandIo& io);
  std::optional<Progress> Read(CommandIo& io);
  std::optional<Progress> CopyPlain(CommandIo& io);
  void Ended(CommandIo& io, ZstdReader::Outcome outcome);
  void TellWindow(CommandIo& io);
  void Finish(CommandIo& io, bool fine);
  Progress Finished(CommandIo& io);
  std::optional<Progress> List(CommandIo& io);
  void ListNext(CommandIo& io);
  void EndListed(CommandIo& io);
  std::string Shown() const { return file_.name.empty() ? "/*stdin*\\" : file_.name; }
  // A line on standard error, which zstd ends with a blank; "zstd: " before it, or nothing.
  void Say(CommandIo& io, int level, const std::string& text, bool named = true) const;
  void Fail(CommandIo& io, const std::string& text, bool named = true);

  ZstdOptions options_;
  Prompt prompt_;
  uint64_t next_ = 0;  // of the names
  ReplacedFile file_;
  Asking asking_ = Asking::kNothing;
  LineReader input_;
  bool hungry_ = true, ended_ = false, plain_ = false;
  ZstdReader reader_;
  uint64_t made_ = 0, fine_ = 0, total_ = 0;  // bytes of this file; files, and their bytes
  ZstdListing listing_, sum_;
  uint64_t listed_ = 0;
  int status_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_ZSTD_H_
