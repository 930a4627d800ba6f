#ifndef PYSUB_SHELL_RUN_PROCESS_FILES_H_
#define PYSUB_SHELL_RUN_PROCESS_FILES_H_

#include <cstdint>
#include <functional>
#include <string_view>

#include "pysub/files/file_types.h"
#include "shell/run/growing_text.h"

// What /proc/PID and /proc/self say of a process of the shell.
namespace pysub::shell {

class Kernel;
struct Description;
struct Process;

// proc/PID/LEAF, or proc/PID/fd/DESCRIPTOR.
struct ProcessPath {
  Process* process = nullptr;
  bool self = false;      // it says self
  std::string_view leaf;  // empty: the directory itself
  int descriptor = -1;
};

// A file of each process.
struct ProcessFile {
  std::string_view name;
  files::FileKind kind;
  uint32_t mode;
  void (*make)(Kernel&, const ProcessPath&, GrowingText*);  // null: a directory
};

// False: there is no such process, or the path is none of a process.
bool ParseProcessPath(std::string_view path, Kernel& kernel, ProcessPath* parsed);
const ProcessFile* FindProcessFile(std::string_view name);  // null: there is none
// Of a link: where it leads.
void TextOfProcess(Kernel& kernel, const ProcessPath& path, const ProcessFile* file,
                   GrowingText* out);
// Where /proc/PID/fd/N leads.
void DescribeTarget(const Description& description, GrowingText* out);
// What is in the directory.
void ListProcessFiles(const ProcessPath& path,
                      const std::function<void(std::string_view, files::FileKind)>& add);
// Its command and arguments, until `use` says no.
void ForEachArgument(const Process& process, bool self,
                     const std::function<bool(std::string_view)>& use);
// How long there is this shell.
int64_t UptimeNs(Kernel& kernel);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_PROCESS_FILES_H_
