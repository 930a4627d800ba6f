#include "shell/run/system_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "shell/machine.h"
#include "shell/run/external_io.h"
#include "shell/run/growing_text.h"
#include "shell/run/kernel.h"
#include "shell/run/process_files.h"

namespace pysub::shell {
namespace {

using files::FileKind;

constexpr std::string_view kStubBegin = "#!/usr/lib/sandbox/command ";
constexpr int64_t kMadeNs = int64_t{1'672'531'200} * 1'000'000'000;  // 2023-01-01: any time will do
constexpr uint32_t kUser = 1000;

constexpr std::string_view kPasswd =
    "root:x:0:0:root:/root:/bin/bash\n"
    "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n"
    "user:x:1000:1000:user:/home/user:/bin/bash\n";
constexpr std::string_view kGroup = "root:x:0:\nnogroup:x:65534:\nuser:x:1000:\n";
constexpr std::string_view kOsRelease =
    "PRETTY_NAME=\"pysub shell\"\nNAME=\"pysub shell\"\nID=pysub\n";
constexpr std::string_view kShells =
    "# /etc/shells: valid login shells\n/bin/sh\n/usr/bin/sh\n/bin/bash\n/usr/bin/bash\n";

void HostName(Kernel&, GrowingText* out) {
  out->Append(kHostName);
  out->Append('\n');
}

void Hosts(Kernel&, GrowingText* out) {
  out->Append(fmt::format("127.0.0.1\tlocalhost\n127.0.1.1\t{}\n", kHostName));
}

void CpuInfo(Kernel&, GrowingText* out) {
  out->Append(
      "processor\t: 0\nvendor_id\t: sandbox\ncpu family\t: 6\nmodel\t\t: 1\n"
      "model name\t: virtual CPU of a sandbox\nstepping\t: 1\ncpu MHz\t\t: 1000.000\n"
      "cache size\t: 1024 KB\nphysical id\t: 0\nsiblings\t: 1\ncore id\t\t: 0\n"
      "cpu cores\t: 1\nfpu\t\t: yes\nflags\t\t: fpu\nbogomips\t: 2000.00\n\n");
}

// The limit of memory, and what is left of it.
void MemInfo(Kernel& kernel, GrowingText* out) {
  const uint64_t total = std::min(kernel.budget.limits().memory_bytes, uint64_t{1} << 40);
  const uint64_t used = std::min(total, static_cast<uint64_t>(kernel.budget.memory()));
  auto line = [&](std::string_view name, uint64_t bytes) {
    out->Append(fmt::format("{:<16}{:>8} kB\n", fmt::format("{}:", name), bytes / 1024));
  };
  line("MemTotal", total);
  line("MemFree", total - used);
  line("MemAvailable", total - used);
  for (std::string_view name : {"Buffers", "Cached", "SwapCached"}) line(name, 0);
  line("Active", used);
  for (std::string_view name : {"Inactive", "SwapTotal", "SwapFree", "Shmem", "Slab"})
    line(name, 0);
}

void Version(Kernel&, GrowingText* out) {
  out->Append(fmt::format("{} version {} ({}) {}\n", kSystemName, kSystemRelease, kHostName,
                          kSystemVersion));
}

// Since the shell began.
void Uptime(Kernel& kernel, GrowingText* out) {
  const int64_t ns = UptimeNs(kernel);
  out->Append(fmt::format("{}.{:02} 0.00\n", ns / 1'000'000'000, ns / 10'000'000 % 100));
}

void LoadAverage(Kernel& kernel, GrowingText* out) {
  out->Append(fmt::format("0.00 0.00 0.00 1/{} {}\n", kernel.process_count(),
                          kernel.processes().back()->pid));
}

void CpuTimes(Kernel& kernel, GrowingText* out) {
  const int64_t began = kernel.budget.clock().real_ns() - UptimeNs(kernel);
  out->Append(
      fmt::format("cpu  0 0 0 0 0 0 0 0 0 0\ncpu0 0 0 0 0 0 0 0 0 0 0\nintr 0\nctxt 0\n"
                  "btime {}\nprocesses {}\nprocs_running 1\nprocs_blocked 0\n",
                  began / 1'000'000'000, kernel.process_count()));
}

void MountTable(Kernel& kernel, GrowingText* out) {
  out->Append("sandbox / sandbox rw 0 0\n");
  for (const files::MountInfo& mount : kernel.files->Mounts()) {
    const bool changes = mount.mode != files::MountMode::kReadOnly;
    out->Append(fmt::format("host {} host {} 0 0\n", mount.path, changes ? "rw" : "ro"));
  }
}

void HostNameOfKernel(Kernel& kernel, GrowingText* out) { HostName(kernel, out); }
void OsRelease(Kernel&, GrowingText* out) { out->Append(fmt::format("{}\n", kSystemRelease)); }
void OsType(Kernel&, GrowingText* out) { out->Append(fmt::format("{}\n", kSystemName)); }
void OsVersion(Kernel&, GrowingText* out) { out->Append(fmt::format("{}\n", kSystemVersion)); }

// Another one each time.
void Uuid(Kernel& kernel, GrowingText* out) {
  const uint64_t a = kernel.Random(), b = kernel.Random();
  out->Append(fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}\n", a >> 32, a >> 16 & 0xffff,
                          a & 0xfff, 0x8000 | (b >> 48 & 0x3fff), b & 0xffffffffffff));
}

struct Row {
  std::string_view path;
  FileKind kind;
  uint32_t mode;
  std::string_view text;                          // of a file, or a link's target
  void (*make)(Kernel&, GrowingText*) = nullptr;  // a text that is not always the same
};

constexpr Row Directory(std::string_view path) { return {path, FileKind::kDirectory, 0755, ""}; }
constexpr Row ProcDirectory(std::string_view path) {
  return {path, FileKind::kDirectory, 0555, ""};
}
constexpr Row Link(std::string_view path, std::string_view target) {
  return {path, FileKind::kSymlink, 0777, target};
}
constexpr Row File(std::string_view path, std::string_view text) {
  return {path, FileKind::kFile, 0644, text};
}
constexpr Row Made(std::string_view path, void (*make)(Kernel&, GrowingText*),
                   uint32_t mode = 0444) {
  return {path, FileKind::kFile, mode, "", make};
}

// Sorted by path. The commands and the processes come to usr/bin and proc.
constexpr Row kRows[] = {
    Link("bin", "usr/bin"),
    Directory("etc"),
    File("etc/group", kGroup),
    Made("etc/hostname", HostName, 0644),
    Made("etc/hosts", Hosts, 0644),
    Link("etc/os-release", "../usr/lib/os-release"),
    File("etc/passwd", kPasswd),
    File("etc/shells", kShells),
    ProcDirectory("proc"),
    Made("proc/cpuinfo", CpuInfo),
    Made("proc/loadavg", LoadAverage),
    Made("proc/meminfo", MemInfo),
    Made("proc/mounts", MountTable),
    ProcDirectory("proc/self"),
    Made("proc/stat", CpuTimes),
    ProcDirectory("proc/sys"),
    ProcDirectory("proc/sys/kernel"),
    Made("proc/sys/kernel/hostname", HostNameOfKernel),
    Made("proc/sys/kernel/osrelease", OsRelease),
    Made("proc/sys/kernel/ostype", OsType),
    File("proc/sys/kernel/pid_max", "1073741824\n"),
    ProcDirectory("proc/sys/kernel/random"),
    Made("proc/sys/kernel/random/uuid", Uuid),
    Made("proc/sys/kernel/version", OsVersion),
    Made("proc/uptime", Uptime),
    Made("proc/version", Version),
    Link("sbin", "usr/bin"),
    Directory("usr"),
    Directory("usr/bin"),
    Directory("usr/lib"),
    File("usr/lib/os-release", kOsRelease),
    Directory("usr/local"),
    Directory("usr/local/bin"),
    Link("usr/sbin", "bin"),
    Directory("usr/share"),
};

constexpr bool AreSorted() {
  for (size_t i = 1; i < std::size(kRows); ++i) {
    if (kRows[i].path <= kRows[i - 1].path) return false;
  }
  return true;
}
static_assert(AreSorted());

const Row* FindRow(std::string_view path) {
  const Row* found =
      std::lower_bound(std::begin(kRows), std::end(kRows), path,
                       [](const Row& row, std::string_view wanted) { return row.path < wanted; });
  return found != std::end(kRows) && found->path == path ? found : nullptr;
}

// The name below `directory`, or empty: `path` is not directly in it.
std::string_view NameIn(std::string_view directory, std::string_view path) {
  if (!directory.empty()) {
    if (!path.starts_with(directory) || path.size() <= directory.size() ||
        path[directory.size()] != '/')
      return "";
    path.remove_prefix(directory.size() + 1);
  }
  return path.find('/') == std::string_view::npos ? path : "";
}

// FNV-1a: a number for each path, the same in every shell.
constexpr uint64_t InodeOf(std::string_view path) {
  uint32_t hash = 2166136261;
  for (char c : path) hash = (hash ^ static_cast<uint8_t>(c)) * 16777619;
  return files::PseudoFiles::kFirstInode + hash;
}

constexpr std::string_view kCommandDirectory = "usr/bin";

uint64_t InodeOfCommand(std::string_view name) {
  return InodeOf(std::string(kCommandDirectory) + "/" + std::string(name));
}

// Programs that are no rows of the table of commands.
constexpr std::string_view kPrograms[] = {"[",      "bash", "echo", "false", "kill",
                                          "printf", "pwd",  "sh",   "test",  "true"};

}  // namespace

struct SystemFiles::Found {
  FileKind kind = FileKind::kDirectory;
  uint32_t mode = 0555;
  std::string_view command;           // the text is StubOf() it
  const Row* row = nullptr;           // or this one's
  const ProcessFile* file = nullptr;  // or this one's of
  Process* process = nullptr;         // this process; alone: its directory
  ProcessPath path;
};

std::string SystemFiles::StubOf(std::string_view command) {
  return std::string(kStubBegin) + std::string(command) + "\n";
}

std::string_view SystemFiles::ReadStub(std::string_view head) {
  const size_t end = head.find('\n');
  if (!head.starts_with(kStubBegin) || end == std::string_view::npos) return "";
  return head.substr(kStubBegin.size(), end - kStubBegin.size());
}

bool SystemFiles::IsStub(const files::Stat& stat, std::string_view name) {
  return stat.dev == 0 && stat.ino >= kFirstInode && stat.mtime_ns == kMadeNs &&
         stat.size == kStubBegin.size() + name.size() + 1 && stat.ino == InodeOfCommand(name);
}

bool SystemFiles::AreShown(const files::FileSystem& files) {
  constexpr uint64_t kInode = InodeOf(kCommandDirectory);
  auto stat = files.StatPath({.uid = 0}, "/usr/bin");
  return stat.ok() && stat->dev == 0 && stat->ino == kInode;
}

bool SystemFiles::HasProcesses() const { return kernel_ != nullptr && kernel_->main() != nullptr; }

bool SystemFiles::IsCommand(std::string_view name) const {
  if (std::binary_search(std::begin(kPrograms), std::end(kPrograms), name)) return true;
  if (kernel_ != nullptr) return kernel_->commands.contains(name);
  const auto commands = StandardCommands();
  return std::any_of(commands.begin(), commands.end(),
                     [&](const CommandInfo& info) { return info.name == name; });
}

std::vector<std::string> SystemFiles::CommandNames() const {
  std::vector<std::string> names(std::begin(kPrograms), std::end(kPrograms));
  if (kernel_ != nullptr) {
    for (const auto& [name, info] : kernel_->commands) names.push_back(name);
  } else {
    for (const CommandInfo& info : StandardCommands()) names.emplace_back(info.name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

// proc/1000/status, proc/self
bool SystemFiles::FindOfProcess(std::string_view path, Found* found) const {
  if (kernel_ == nullptr || !ParseProcessPath(path, *kernel_, &found->path)) return false;
  found->process = found->path.process;
  if (found->path.leaf.empty()) return true;
  if (found->path.descriptor >= 0) {
    found->kind = FileKind::kSymlink;
    found->mode = 0777;
    return true;
  }
  found->file = FindProcessFile(found->path.leaf);
  if (found->file == nullptr) return false;
  found->kind = found->file->kind;
  found->mode = found->file->mode;
  return true;
}

bool SystemFiles::Find(std::string_view path, Found* found) const {
  const std::string_view command = NameIn(kCommandDirectory, path);
  if (!command.empty()) {
    found->command = command;
    found->kind = FileKind::kFile;
    found->mode = 0755;
    return IsCommand(command);
  }
  found->row = FindRow(path);
  if (found->row == nullptr) return FindOfProcess(path, found);
  found->kind = found->row->kind;
  found->mode = found->row->mode;
  return found->row->make == nullptr || HasProcesses();
}

files::Status SystemFiles::Text(const Found& found, std::string* text) const {
  if (!found.command.empty()) {
    *text = StubOf(found.command);
    return 0;
  }
  GrowingText out(kernel_ == nullptr ? nullptr : &kernel_->budget);
  if (found.row != nullptr) {
    if (found.row->make == nullptr) out.Append(found.row->text);
    if (found.row->make != nullptr) found.row->make(*kernel_, &out);
  } else if (found.process != nullptr) {
    TextOfProcess(*kernel_, found.path, found.file, &out);
  }
  if (out.full()) return ENOMEM;
  *text = out.Take();
  return 0;
}

files::Status SystemFiles::Lstat(const std::string& path, files::Stat* stat) const {
  Found found;
  if (!Find(path, &found)) return ENOENT;
  *stat = files::Stat();
  stat->kind = found.kind;
  stat->mode = found.mode;
  stat->links = 1;
  stat->ino = InodeOf(path);
  const bool of_proc = path.starts_with("proc");
  // The user makes what he likes in /etc and /usr, as everywhere in the tree.
  const bool of_user = found.process != nullptr || (found.kind == FileKind::kDirectory && !of_proc);
  stat->uid = stat->gid = of_user ? kUser : 0;
  const int64_t time = of_proc && kernel_ != nullptr ? kernel_->budget.NowNs() : kMadeNs;
  stat->atime_ns = stat->mtime_ns = stat->ctime_ns = time;
  if (found.kind == FileKind::kDirectory) {
    stat->size = 4096;
    return 0;
  }
  if (!found.command.empty()) {
    stat->size = kStubBegin.size() + found.command.size() + 1;
    return 0;
  }
  std::string text;
  files::Status status = Text(found, &text);
  stat->size = text.size();
  return status;
}

files::Status SystemFiles::Exists(const std::string& path) const {
  Found found;
  return Find(path, &found) ? 0 : ENOENT;
}

files::Status SystemFiles::List(const std::string& path,
                                std::vector<files::DirectoryEntry>* entries) const {
  auto add = [&](std::string_view name, FileKind kind) {
    const std::string whole = path.empty() ? std::string(name) : path + "/" + std::string(name);
    entries->push_back({std::string(name), kind, InodeOf(whole)});
  };
  Found found;
  if (FindOfProcess(path, &found)) {
    ListProcessFiles(found.path, add);
    return 0;
  }
  if (!path.empty() && !Find(path, &found)) return ENOENT;
  for (const Row& row : kRows) {
    const std::string_view name = NameIn(path, row.path);
    if (!name.empty() && (row.make == nullptr || HasProcesses())) add(name, row.kind);
  }
  if (path == kCommandDirectory) {
    for (const std::string& name : CommandNames()) add(name, FileKind::kFile);
  }
  if (path == "proc" && kernel_ != nullptr) {
    for (const auto& process : kernel_->processes())
      add(std::to_string(process->pid), FileKind::kDirectory);
  }
  return 0;
}

files::Status SystemFiles::Readlink(const std::string& path, std::string* target) const {
  Found found;
  if (!Find(path, &found)) return ENOENT;
  return found.kind == FileKind::kSymlink ? Text(found, target) : EINVAL;
}

// (A stream of the host's stays the device as which it is known.)
files::Status SystemFiles::Descriptor(uint32_t number, files::Stat* stat,
                                      std::string* target) const {
  if (!HasProcesses()) return ENOTSUP;
  const Ref<Description> description = kernel_->running()->fds.Get(static_cast<int>(number));
  if (!description) return ENOENT;
  GrowingText out(&kernel_->budget);
  DescribeTarget(*description, &out);
  if (out.full()) return ENOMEM;
  *target = out.Take();
  if (description->kind == Description::Kind::kFile) {
    auto found = description->files->FStat(description->file);
    if (!found.ok()) return found.status();
    *stat = *found;
  } else if (description->kind != Description::Kind::kHostInput &&
             description->kind != Description::Kind::kHostOutput) {
    stat->kind = FileKind::kFifo;
    stat->device = files::DeviceKind::kNone;
    stat->mode = 0600;
    stat->uid = stat->gid = kUser;
  }
  return 0;
}

void SystemFiles::ListDescriptors(std::vector<files::DirectoryEntry>* entries) const {
  if (!HasProcesses()) return;
  for (const DescriptorTable::Row& row : kernel_->running()->fds.rows()) {
    const std::string name = std::to_string(row.fd);
    entries->push_back({name, FileKind::kSymlink, InodeOf("proc/self/fd/" + name)});
  }
}

files::Status SystemFiles::Read(const std::string& path, uint64_t offset, uint64_t size,
                                std::string* bytes) const {
  Found found;
  if (!Find(path, &found)) return ENOENT;
  if (found.kind != FileKind::kFile) return EISDIR;
  std::string text;
  if (files::Status status = Text(found, &text); !status.ok()) return status;
  if (offset < text.size()) bytes->append(text, offset, size);
  return 0;
}

}  // namespace pysub::shell
