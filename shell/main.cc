// The pysub command: what to run, and from where.

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "shell/command_line.h"
#include "shell/run_program.h"

namespace pysub {
namespace {

void Print(int descriptor, const std::string& text) {
  ssize_t ignored = write(descriptor, text.data(), text.size());
  static_cast<void>(ignored);
}

// Everything that can be read from `descriptor`; false: an error.
bool ReadAll(int descriptor, std::string* text) {
  char buffer[65536];
  ssize_t size;
  while ((size = read(descriptor, buffer, sizeof(buffer))) > 0) {
    text->append(buffer, static_cast<size_t>(size));
  }
  return size == 0;
}

bool ReadFile(const std::string& path, std::string* text) {
  FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return false;
  bool ok = ReadAll(fileno(file), text);
  int error = errno;
  std::fclose(file);
  errno = error;
  return ok;
}

int Main(int argc, char** argv) {
  CommandLine command = ParseCommandLine(argc, argv);
  if (!command.error.empty()) {
    Print(2, "pysub: " + command.error + "\n" + kUsage + "Try 'pysub -h' for more information.\n");
    return 2;
  }
  if (command.show_version || command.show_help) {
    Print(1, command.show_version ? kVersion : kHelp);
    return 0;
  }
  std::string source;
  std::string name = "<string>";
  if (command.source == ProgramSource::kCode) {
    source = command.text;
  } else if (command.source == ProgramSource::kFile) {
    name = command.text;
    if (!ReadFile(name, &source)) {
      Print(2, "pysub: can't open file '" + name + "': [Errno " + std::to_string(errno) + "] " +
                   std::strerror(errno) + "\n");
      return 2;
    }
  } else {
    name = "<stdin>";
    ReadAll(STDIN_FILENO, &source);
  }
  // A `#!` line is a comment to the lexer already.
  return command.dump == DumpKind::kNone ? RunProgram(command, source, name)
                                         : DumpProgram(command, source, name);
}

}  // namespace
}  // namespace pysub

int main(int argc, char** argv) { return pysub::Main(argc, argv); }
