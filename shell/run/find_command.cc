#include <errno.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "shell/run/external_io.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/posix.h"
#include "shell/run/system_files.h"
#include "shell/run/variable_access.h"

// What a command's name stands for. PATH is searched for files, as bash does it: the commands of
// the shell are files there, too (system_files.h), and what a file says decides what it is,
// wherever it lies and whatever it is called.

namespace pysub::shell {
namespace {

constexpr std::string_view kUsualPath = "/bin:/usr/bin";
constexpr uint64_t kHeadBytes = 128;
constexpr std::string_view kElf =
    "\x7f"
    "ELF";

using Kind = FoundCommand::Kind;

bool IsCommandDirectory(std::string_view directory) {
  for (std::string_view known : {"/bin", "/usr/bin", "/sbin", "/usr/sbin"}) {
    if (directory == known) return true;
  }
  return false;
}

std::string_view BaseOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Looks for one name.
class Finder {
 public:
  Finder(Kernel* kernel, Process& process) : kernel_(kernel), process_(process) {}

  // What has this name, wherever its file is.
  bool ByName(std::string_view name) {
    if (auto found = kernel_->commands.find(name); found != kernel_->commands.end()) {
      found_.kind = Kind::kCommand;
      found_.info = found->second;
    } else if (name == "bash" || name == "sh") {
      found_.kind = Kind::kShell;
    } else if (FindExternalBuiltin(name)) {
      found_.kind = Kind::kBuiltin;
    } else {
      return false;
    }
    found_.name = name;
    return true;
  }

  // A file that can be run. False: found().error says why not.
  bool IsFile(std::string path) {
    const auto stat = kernel_->files->StatPath(process_.caller(), path);
    found_.error = !stat.ok() ? stat.error() : stat->IsDirectory() ? EISDIR : 0;
    if (found_.error == 0 &&
        !kernel_->files->Access(process_.caller(), path, files::kMayExecute).ok())
      found_.error = EACCES;
    if (found_.error != 0) return false;
    const std::string_view base = BaseOf(path);
    if (!SystemFiles::IsStub(*stat, base) || !ByName(base)) Look(path, base);
    found_.path = std::move(path);
    return true;
  }

  // The path of a command of the shell where something of the host's lies above the directory of
  // commands: it is there nevertheless.
  bool IsCovered(std::string_view directory, std::string_view base, std::string path) {
    if (!IsCommandDirectory(directory) || SystemFiles::AreShown(*kernel_->files) || !ByName(base))
      return false;
    found_.error = 0;
    found_.path = std::move(path);
    return true;
  }

  FoundCommand& found() { return found_; }

 private:
  // The file says what it is. (A program of the host cannot be run: the shell's own of that name
  // takes its place.)
  void Look(const std::string& path, std::string_view base) {
    found_.kind = Kind::kFile;
    const auto head = kernel_->files->ReadFile(process_.caller(), path, 0, kHeadBytes);
    if (!head.ok()) return;
    const std::string_view command = SystemFiles::ReadStub(*head);
    if (!command.empty()) {
      ByName(command);
    } else if (head->starts_with(kElf)) {
      ByName(base);
    }
  }

  Kernel* kernel_;
  Process& process_;
  FoundCommand found_;
};

// The files that PATH may have for a name, one by one.
class Candidates {
 public:
  Candidates(std::string_view path, std::string_view name) : rest_(path), name_(name) {}
  bool Next() {
    if (ended_) return false;
    const size_t colon = std::min(rest_.find(':'), rest_.size());
    directory_ = rest_.substr(0, colon);
    if (directory_.empty()) directory_ = ".";
    ended_ = colon == rest_.size();
    rest_.remove_prefix(std::min(colon + 1, rest_.size()));
    return true;
  }
  std::string_view directory() const { return directory_; }
  std::string file() const {
    std::string file(directory_);
    if (!file.ends_with('/')) file += '/';
    return file += name_;
  }

 private:
  std::string_view rest_;
  std::string_view name_;
  std::string_view directory_;
  bool ended_ = false;
};

// Whether PATH stands before the command that runs: what is hashed says nothing then.
bool IsPathBound(const Process& process) {
  if (process.frames.empty()) return false;
  const auto& bindings = process.variables.bindings();
  for (size_t i = process.top().binding_mark; i < bindings.size(); ++i) {
    if (bindings[i].symbol == kSymPath) return true;
  }
  return false;
}

bool Hashes(const Process& process) {
  return process.options.Has(SetOption::kHashAll) && !IsPathBound(process);
}

}  // namespace

bool LooksBinary(std::string_view head) {
  if (head.starts_with(kElf)) return true;
  size_t line = 0;
  if (head.starts_with("#!")) line = std::min(head.find('\n'), head.size() - 1) + 1;
  const size_t zero = std::min(head.find('\0'), head.size());
  return zero < head.size() && (zero < line || zero < head.find('\n', line));
}

bool IsBinary(Process& process, const FoundCommand& found) {
  if (found.kind != Kind::kFile) return false;
  const auto head = process.files().ReadFile(process.caller(), found.path, 0, kHeadBytes);
  return head.ok() && !head->starts_with("#!") && LooksBinary(*head);
}

FoundCommand Kernel::FindCommand(Process& process, std::string_view name, Seeker seeker) {
  Finder finder(this, process);
  FoundCommand& found = finder.found();
  found.error = ENOENT;
  if (name.empty()) return found;
  const std::string* path_value = ValueOf(process, kSymPath);
  const ScopedMemoryCharge copies(
      &budget, 3 * (name.size() + (path_value == nullptr ? 0 : path_value->size())));
  if (!copies.ok()) return found;
  if (const size_t slash = name.rfind('/'); slash != std::string_view::npos) {
    if (finder.IsFile(std::string(name)) || found.error != ENOENT) return found;
    finder.IsCovered(name.substr(0, slash), name.substr(slash + 1), std::string(name));
    return found;
  }
  if (seeker == Seeker::kStandard) path_value = nullptr;
  if (path_value == nullptr && seeker == Seeker::kShell) return found;
  // A PATH without anything in it is the current directory, and the file has no directory then.
  if (path_value != nullptr && path_value->empty()) {
    finder.IsFile(std::string(name));
    return found;
  }
  const std::string path = path_value == nullptr ? std::string(kUsualPath) : *path_value;
  if (seeker == Seeker::kShell && IsPathBound(process)) process.hashed.RemoveAll();
  if (seeker == Seeker::kShell && Hashes(process)) {
    if (const CommandHash::Entry* entry = HashOf(process).Use(name)) {
      const ScopedMemoryCharge more(&budget, 2 * entry->path.size());
      if (!more.ok()) return found;
      const bool checks = process.options.Has(Shopt::kCheckhash) || InPosixMode(process);
      found.hashed = finder.IsFile(entry->path) || !checks;
      if (found.hashed) found.path = entry->path;
      if (found.hashed) return found;
    }
  }
  std::string refused;  // the first file that cannot be run
  for (Candidates candidates(path, name); candidates.Next();) {
    if (!budget.Tick(16 + name.size() / 16)) return found;
    if (finder.IsFile(candidates.file())) return found;
    if (found.error == EACCES && refused.empty()) refused = candidates.file();
    if (finder.IsCovered(candidates.directory(), name, candidates.file())) return found;
  }
  found.error = refused.empty() ? ENOENT : EACCES;
  found.path = std::move(refused);
  return found;
}

CommandHash& Kernel::HashOf(Process& process) {
  const std::string* path = ValueOf(process, kSymPath);
  if (path != nullptr) static_cast<void>(process.budget().Tick(path->size() / 8));
  if (!IsPathBound(process)) process.hashed.ForPath(path == nullptr ? "" : *path);
  return process.hashed;
}

void Kernel::FindAllOnPath(Process& process, std::string_view name,
                           const std::function<void(const std::string& path)>& use) {
  const std::string* path = ValueOf(process, kSymPath);
  if (name.empty() || path == nullptr || path->empty()) return;
  const ScopedMemoryCharge copies(&budget, 3 * (path->size() + name.size()));
  if (!copies.ok()) return;
  const std::string kept = *path;
  for (Candidates candidates(kept, name); candidates.Next();) {
    if (!budget.Tick(16 + name.size() / 16)) return;
    Finder finder(this, process);
    if (finder.IsFile(candidates.file()) ||
        finder.IsCovered(candidates.directory(), name, candidates.file()))
      use(candidates.file());
  }
}

bool Kernel::Hash(Process& process, std::string_view name, const FoundCommand& found) {
  // (Of an empty PATH there is nothing to remember.)
  if (found.hashed || name.find('/') != std::string_view::npos ||
      found.path.find('/') == std::string::npos || !Hashes(process))
    return true;
  return process.hashed.Set(&budget, name, found.path, 1);
}

}  // namespace pysub::shell
