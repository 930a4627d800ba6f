// The pysub command: what to run, and from where.

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "parser/source_encoding.h"
#include "shell/command_line.h"
#include "shell/outcome.h"
#include "shell/prompt.h"
#include "shell/run_program.h"
#include "shell/run_tool.h"
#include "shell/snapshot_commands.h"
#include "shell/source_file.h"
#include "shell/streams.h"

namespace pysub {
namespace {

constexpr int kUsageError = 2;

// Fills *source and *name; not 0: the exit status, and what was wrong has been printed.
int ReadProgram(const CommandLine& command, std::string* source, std::string* name) {
  if (command.source == ProgramSource::kCode || command.source == ProgramSource::kModule) {
    *name = "<string>";
    *source = command.text;
    return 0;
  }
  const bool is_file = command.source == ProgramSource::kFile;
  *name = is_file ? command.text : "<stdin>";
  const int file = is_file ? open(name->c_str(), O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
  struct stat status = {};
  if (file >= 0 && is_file && fstat(file, &status) == 0 && S_ISDIR(status.st_mode)) {
    WriteAll(2, "pysub: can't find '__main__' module in '" + *name + "'\n");
    return 1;
  }
  const size_t most = std::min<uint64_t>(kMaxSourceBytes, command.limits.memory_bytes);
  const ReadResult result = file < 0 ? ReadResult::kError : ReadAll(file, most, source);
  // A program may come in on a standard input that is closed: it is empty then.
  if (result == ReadResult::kError && is_file) {
    WriteAll(2, "pysub: can't open file '" + *name + "': [Errno " + std::to_string(errno) + "] " +
                    std::strerror(errno) + "\n");
    return kUsageError;
  }
  if (is_file) close(file);
  if (result == ReadResult::kTooLarge) {
    WriteAll(2, most < kMaxSourceBytes ? LimitText(LimitHit::kMemory, command.limits)
                                       : "MemoryError: the program text is larger than 1 GB\n");
    return 1;
  }
  std::string error;
  if (DecodeSource(*name, source, &error)) return 0;
  WriteAll(2, error);
  return 1;
}

int Main(int argc, char** argv) {
  signal(SIGPIPE, SIG_IGN);  // the program gets a BrokenPipeError
  // Subcommands need something after them, so a file called "run" still runs by itself.
  const std::string_view first = argc > 2 ? argv[1] : "";
  if (first == "snapshot") return SnapshotCommand(argc - 1, argv + 1);
  if (first == "tool") return RunTool(argv + 1);
  const bool subcommand = first == "run" || first == "resume";
  CommandLine command = subcommand ? ParseCommandLine(argc - 1, argv + 1) : ParseCommandLine(argc, argv);
  if (!command.error.empty()) {
    WriteAll(2, command.error + "\n" + kUsage + kTryHelp);
    return kUsageError;
  }
  if (command.show_version || command.show_help) {
    WriteAll(1, command.show_version ? kVersion : kHelp);
    return 0;
  }
  if (first == "resume") return ResumeSnapshot(command);
  if (command.source == ProgramSource::kStandardInput && command.dump == DumpKind::kNone &&
      isatty(STDIN_FILENO)) {
    return RunPrompt(command);
  }
  std::string source, name;
  if (int status = ReadProgram(command, &source, &name)) return status;
  // A `#!` line is a comment to the lexer already.
  return command.dump == DumpKind::kNone ? RunProgram(command, source, name)
                                         : DumpProgram(command, source, name);
}

}  // namespace
}  // namespace pysub

int main(int argc, char** argv) { return pysub::Main(argc, argv); }
