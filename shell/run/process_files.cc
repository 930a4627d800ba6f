#include "shell/run/process_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "shell/run/exported_functions.h"
#include "shell/run/external_io.h"
#include "shell/run/kernel.h"

namespace pysub::shell {
namespace {

using files::FileKind;

constexpr std::string_view kFd = "fd";
constexpr size_t kCommBytes = 15;  // of a name, as in Linux

bool ParseSmall(std::string_view text, int* number) {
  if (text.empty() || (text[0] == '0' && text.size() > 1)) return false;
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, *number);
  return parsed.ec == std::errc() && parsed.ptr == end && *number >= 0;
}

std::string CommOf(const ProcessPath& path) {
  std::string name;
  ForEachArgument(*path.process, path.self, [&](std::string_view first) {
    name = first.substr(first.rfind('/') + 1).substr(0, kCommBytes);
    return false;
  });
  return name;
}

int ParentOf(const Process& process) { return process.parent == 0 ? 1 : process.parent; }

bool Runs(Kernel& kernel, const Process& process) { return kernel.running() == &process; }

void CommandLine(Kernel& kernel, const ProcessPath& path, GrowingText* out) {
  ForEachArgument(*path.process, path.self, [&](std::string_view word) {
    return out->Append(word) && out->Append('\0') && kernel.budget.Tick(1);
  });
}

void CommandName(Kernel&, const ProcessPath& path, GrowingText* out) {
  out->Append(CommOf(path));
  out->Append('\n');
}

// What it exports now.
void Environment(Kernel& kernel, const ProcessPath& path, GrowingText* out) {
  const Process& process = *path.process;
  for (Symbol symbol = 0; symbol < process.variables.size(); ++symbol) {
    if (!kernel.budget.Tick(1)) return;
    const Variable* variable = process.variables.Find(symbol);
    if (variable == nullptr || !variable->Has(kExported) || !variable->is_set ||
        variable->IsArray())
      continue;
    for (std::string_view part : {std::string_view(kernel.symbols.Name(symbol)),
                                  std::string_view("="), std::string_view(variable->value)})
      out->Append(part);
    if (!out->Append('\0')) return;
  }
  EachExportedFunction(process, [&](std::string&& entry) {
    out->Append(entry);
    return out->Append('\0');
  });
}

void ProcessState(Kernel& kernel, const ProcessPath& path, GrowingText* out) {
  const Process& process = *path.process;
  const int64_t used = kernel.budget.memory() / 1024;
  out->Append(fmt::format(
      "Name:\t{}\nUmask:\t{:04o}\nState:\t{}\nTgid:\t{}\nNgid:\t0\nPid:\t{}\nPPid:\t{}\n"
      "TracerPid:\t0\nUid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\t1000\t1000\n"
      "FDSize:\t64\nGroups:\t1000 \nVmPeak:\t{:>8} kB\nVmSize:\t{:>8} kB\nVmHWM:\t{:>8} kB\n"
      "VmRSS:\t{:>8} kB\nVmSwap:\t       0 kB\nThreads:\t1\n",
      CommOf(path), process.umask, Runs(kernel, process) ? "R (running)" : "S (sleeping)",
      process.pid, process.pid, ParentOf(process), used, used, used, used));
}

// proc(5): 52 numbers.
void ProcessNumbers(Kernel& kernel, const ProcessPath& path, GrowingText* out) {
  const Process& process = *path.process;
  out->Append(fmt::format("{} ({}) {} {} {} {} 0 -1 0", process.pid, CommOf(path),
                          Runs(kernel, process) ? 'R' : 'S', ParentOf(process), process.shell_pid,
                          process.shell_pid));
  // Of 10 to 52 there are the number of threads, and memory in bytes and pages.
  for (int i = 10; i <= 52; ++i) {
    const int64_t used = kernel.budget.memory();
    const int64_t number = i == 20 ? 1 : i == 18 ? 20 : i == 23 ? used : i == 24 ? used / 4096 : 0;
    out->Append(fmt::format(" {}", number));
  }
  out->Append('\n');
}

void Directory(Kernel&, const ProcessPath& path, GrowingText* out) {
  out->Append(path.process->cwd);
}

void Program(Kernel&, const ProcessPath& path, GrowingText* out) {
  out->Append("/usr/bin/" + CommOf(path));
}

void Root(Kernel&, const ProcessPath&, GrowingText* out) { out->Append('/'); }

void ControlGroup(Kernel&, const ProcessPath&, GrowingText* out) { out->Append("0::/\n"); }

constexpr ProcessFile kFiles[] = {
    {"cgroup", FileKind::kFile, 0444, ControlGroup},
    {"cmdline", FileKind::kFile, 0444, CommandLine},
    {"comm", FileKind::kFile, 0444, CommandName},
    {"cwd", FileKind::kSymlink, 0777, Directory},
    {"environ", FileKind::kFile, 0400, Environment},
    {"exe", FileKind::kSymlink, 0777, Program},
    {kFd, FileKind::kDirectory, 0500, nullptr},
    {"root", FileKind::kSymlink, 0777, Root},
    {"stat", FileKind::kFile, 0444, ProcessNumbers},
    {"status", FileKind::kFile, 0444, ProcessState},
};

}  // namespace

// In the words of Linux where it has no name.
void DescribeTarget(const Description& description, GrowingText* out) {
  switch (description.kind) {
    case Description::Kind::kFile: out->Append(description.files->PathOf(description.file)); return;
    case Description::Kind::kHostInput:
    case Description::Kind::kHostOutput: out->Append("host:[1]"); return;
    default: out->Append("pipe:[1]"); return;
  }
}

void ForEachArgument(const Process& process, bool self,
                     const std::function<bool(std::string_view)>& use) {
  // (A process that ends behind its command is that command, as if it had become it.)
  const bool alone = process.frames.size() == 1 && process.pid != process.shell_pid;
  const bool is_command = process.external.info != nullptr && (self || alone);
  std::span<const std::string> words = process.arguments->view();
  if (is_command && !process.command.args.empty()) {
    words = process.command.args;
  } else if (!use("bash") || process.name == "bash" || !use(process.name)) {
    return;
  }
  for (const std::string& word : words) {
    if (!use(word)) return;
  }
}

int64_t UptimeNs(Kernel& kernel) {
  const int64_t base = kernel.main()->variables.seconds_base_ns();
  return std::max<int64_t>(kernel.budget.clock().monotonic_ns() - base, 0);
}

bool ParseProcessPath(std::string_view path, Kernel& kernel, ProcessPath* parsed) {
  constexpr std::string_view kProc = "proc/";
  if (!path.starts_with(kProc)) return false;
  path.remove_prefix(kProc.size());
  const size_t slash = std::min(path.find('/'), path.size());
  const std::string_view number = path.substr(0, slash);
  int pid = 0;
  parsed->self = number == "self";
  parsed->process = parsed->self               ? kernel.running()
                    : ParseSmall(number, &pid) ? kernel.Find(pid)
                                               : nullptr;
  if (parsed->process == nullptr) return false;
  path.remove_prefix(std::min(slash + 1, path.size()));
  parsed->leaf = path;
  const size_t inner = path.find('/');
  if (inner == std::string_view::npos) return true;
  parsed->leaf = path.substr(0, inner);
  return parsed->leaf == kFd && ParseSmall(path.substr(inner + 1), &parsed->descriptor) &&
         static_cast<bool>(parsed->process->fds.Get(parsed->descriptor));
}

const ProcessFile* FindProcessFile(std::string_view name) {
  for (const ProcessFile& file : kFiles) {
    if (file.name == name) return &file;
  }
  return nullptr;
}

void TextOfProcess(Kernel& kernel, const ProcessPath& path, const ProcessFile* file,
                   GrowingText* out) {
  if (path.descriptor >= 0) {
    if (const auto description = path.process->fds.Get(path.descriptor))
      DescribeTarget(*description, out);
    return;
  }
  if (file != nullptr && file->make != nullptr) file->make(kernel, path, out);
}

void ListProcessFiles(const ProcessPath& path,
                      const std::function<void(std::string_view, FileKind)>& add) {
  if (path.leaf.empty()) {
    for (const ProcessFile& file : kFiles) add(file.name, file.kind);
  } else if (path.leaf == kFd) {
    for (const DescriptorTable::Row& row : path.process->fds.rows())
      add(std::to_string(row.fd), FileKind::kSymlink);
  }
}

}  // namespace pysub::shell
