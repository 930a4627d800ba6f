// The pysub command: what to run, and from where.

#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <string>

#include "parser/source_encoding.h"
#include "shell/cli/check_command.h"
#include "shell/cli/command_line.h"
#include "shell/cli/prompt.h"
#include "shell/cli/run_program.h"
#include "shell/cli/run_tool.h"
#include "shell/cli/snapshot_commands.h"
#include "shell/cli/source_file.h"
#include "shell/cli/streams.h"
#include "shell/python/module_program.h"
#include "vm/ending.h"

namespace pysub {
namespace {

// What somebody may have meant who named a file that does not exist; "": nothing that is known.
std::string Hint(const std::string& name) {
  const std::string command(usage::LikelyCommand(usage::kPysub, name));
  if (command.empty()) return "";
  return command == name
             ? "The command comes first, then its options: pysub " + command + " [option] ...\n"
             : "Did you mean the command `pysub " + command + "'?\n";
}

// A process that runs one program keeps what is freed: malloc would give it back in steps of
// 128 KiB, 60 ms for the 200 MB of a run that its time limit has ended, and ask for it again.
void KeepFreedMemory() {
#ifdef __GLIBC__
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

// The program of a directory is its __main__.py, and sys.path begins with the directory.
void TakeMainOfDirectory(CommandLine* command) {
  if (command->source != ProgramSource::kFile) return;
  struct stat status = {};
  if (stat(command->text.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return;
  const std::string program =
      command->text + (command->text.ends_with('/') ? "" : "/") + "__main__.py";
  if (stat(program.c_str(), &status) == 0 && S_ISREG(status.st_mode)) command->text = program;
}

// Fills *source and *name; not 0: the exit status, and what was wrong has been printed.
int ReadProgram(const CommandLine& command, std::string* source, std::string* name) {
  if (command.source == ProgramSource::kCode || command.source == ProgramSource::kModule) {
    *name = command.source == ProgramSource::kModule ? kModuleProgramName : "<string>";
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
    const bool is_absent = errno == ENOENT;
    WriteAll(2, "pysub: can't open file '" + *name + "': [Errno " + std::to_string(errno) + "] " +
                    std::strerror(errno) + "\n");
    if (is_absent) WriteAll(2, Hint(*name));
    return usage::kUsageError;
  }
  if (is_file) close(file);
  if (result == ReadResult::kTooLarge) {
    WriteAll(2, most < kMaxSourceBytes ? LimitMessage(LimitHit::kMemory, command.limits) + "\n"
                                       : "MemoryError: the program text is larger than 1 GB\n");
    return 1;
  }
  std::string error;
  if (DecodeSource(*name, source, &error)) return 0;
  WriteAll(2, error);
  return 1;
}

int WrongCommandLine(const usage::Given& given, const std::string& error) {
  WriteAll(2, usage::WrongUsage(usage::kPysub, given.command, error));
  return usage::kUsageError;
}

int Main(int argc, char** argv) {
  signal(SIGPIPE, SIG_IGN);  // the program gets a BrokenPipeError
  if (argc > 1 && std::string_view(argv[1]) == "tool") return RunTool(argv + 1);
  const usage::Given given = usage::ParseArguments(usage::kPysub, argc, argv);
  if (!given.error.empty()) return WrongCommandLine(given, given.error);
  if (!given.text.empty()) {
    WriteAll(1, given.text);
    return 0;
  }
  const std::string_view name = given.command->name;
  if (name.starts_with("snapshot ")) return SnapshotCommand(given);
  if (name == "check") return CheckCommand(given);
  if (name == "doctor") return RunDoctor();
  CommandLine command = SettingsOf(given);
  if (!command.error.empty()) return WrongCommandLine(given, command.error);
  if (command.show_version) {
    WriteAll(1, kVersion);
    return 0;
  }
  if (name == "resume") return ResumeSnapshot(command);
  if (command.source == ProgramSource::kStandardInput && command.dump == DumpKind::kNone &&
      isatty(STDIN_FILENO)) {
    if (command.profile != ProfileForm::kNone)
      return WrongCommandLine(given, "--profile wants a program");
    if (command.coverage != CoverageForm::kNone)
      return WrongCommandLine(given, "--coverage wants a program");
    return RunPrompt(command);
  }
  KeepFreedMemory();
  TakeMainOfDirectory(&command);
  std::string source, program;
  if (int status = ReadProgram(command, &source, &program)) return status;
  // A `#!` line is a comment to the lexer already.
  return command.dump == DumpKind::kNone ? RunProgram(command, source, program)
                                         : DumpProgram(command, source, program);
}

}  // namespace
}  // namespace pysub

int main(int argc, char** argv) { return pysub::Main(argc, argv); }
