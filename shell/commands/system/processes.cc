#include "shell/commands/system/processes.h"

#include <algorithm>

#include "pysub/files/file_system.h"
#include "shell/commands/simple.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

constexpr uint64_t kMostText = 131072;  // of a command line

std::string ReadProc(CommandIo& io, const std::string& path) {
  files::Result<std::string> text = io.files().ReadFile(CallerOf(io), path, 0, kMostText);
  return text.ok() ? *std::move(text) : std::string();
}

// "1001 (sleep) S 1000 1000 ...": names may have spaces and brackets in them.
bool ReadNumbers(std::string_view text, ProcessInfo* info) {
  const size_t open = text.find('('), close = text.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return false;
  if (!ReadWhole(text.substr(0, text.find(' ')), &info->pid)) return false;
  info->name = text.substr(open + 1, close - open - 1);
  text.remove_prefix(std::min(close + 2, text.size()));
  constexpr int kParent = 4, kGroup = 5, kSession = 6, kMemory = 23;
  for (int field = 3; !text.empty() && field <= kMemory; ++field) {
    const size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (field == 3 && !word.empty()) info->state = word[0];
    if (field == kParent) (void)ReadWhole(word, &info->parent);
    if (field == kGroup) (void)ReadWhole(word, &info->group);
    if (field == kSession) (void)ReadWhole(word, &info->session);
    if (field == kMemory) (void)ReadWhole(word, &info->memory_bytes);
  }
  return true;
}

}  // namespace

std::string ProcessInfo::CommandLine() const {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    line += word;
  }
  return line;
}

std::vector<int> ListProcesses(CommandIo& io) {
  std::vector<int> pids;
  files::Result<std::vector<files::DirectoryEntry>> entries =
      io.files().List(CallerOf(io), "/proc");
  if (!entries.ok()) return pids;
  for (const files::DirectoryEntry& entry : *entries) {
    int pid = 0;
    (void)io.Tick(16);
    if (ReadWhole(entry.name, &pid) && pid > 0) pids.push_back(pid);
  }
  std::sort(pids.begin(), pids.end());
  return pids;
}

std::optional<ProcessInfo> LookAtProcess(CommandIo& io, int pid) {
  const std::string directory = "/proc/" + std::to_string(pid);
  ProcessInfo info;
  if (!ReadNumbers(ReadProc(io, directory + "/stat"), &info)) return std::nullopt;
  const std::string line = ReadProc(io, directory + "/cmdline");
  for (std::string_view rest = line; !rest.empty();) {
    const size_t end = std::min(rest.find('\0'), rest.size());
    info.words.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  (void)io.Tick(1024 + line.size());
  return info;
}

int OwnProcess(CommandIo& io) {
  ProcessInfo info;
  return ReadNumbers(ReadProc(io, "/proc/self/stat"), &info) ? info.pid : 0;
}

std::string ShownCommand(std::string_view text) {
  std::string shown(text);
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < ' ' || c == 127) c = '?';
  }
  return shown;
}

}  // namespace pysub::shell
