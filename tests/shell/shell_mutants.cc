#include "tests/shell/shell_mutants.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "pysub/shell/shell.h"
#include "shell/snapshot/seal.h"

namespace pysub {
namespace {

// Limits that hostile bytes cannot wait out; time passes only while a script sleeps.
Shell::Builder Settings() {
  Shell::Builder builder;
  ShellLimits limits;
  limits.memory_bytes = 16 << 20;
  limits.steps = 1'000'000;
  limits.output_bytes = 1 << 20;
  limits.processes = 64;
  limits.wall_time = std::chrono::seconds(20);
  auto now = std::make_shared<int64_t>(1'700'000'000'000'000'000);
  builder.Limits(limits).Seed(1).Clock([now] { return *now; }, [now] { return *now; },
                                       [now](int64_t ns) { *now += ns; });
  return builder;
}

std::string_view ContentOf(std::string_view bytes) {
  std::string_view content;
  std::string error;
  return shell::TakeHeader(bytes, &content, &error) ? content : bytes;
}

// Where the files end, which have a checksum of their own and are refused when they are changed.
size_t EndOfFiles(std::string_view content) {
  shell::Archive archive(content);
  int64_t now = 0;
  std::string_view files;
  archive(now);
  archive.Block(files);
  return archive.ok() && !files.empty()
             ? static_cast<size_t>(files.data() + files.size() - content.data())
             : 0;
}

void MutateOnce(std::string& bytes, std::string_view other, std::mt19937_64& random) {
  constexpr uint8_t kSpecial[] = {0, 1, 2, 3, 0x7F, 0x80, 0xFE, 0xFF};
  size_t begin = random() % 32 == 0 ? 0 : EndOfFiles(bytes);
  if (begin >= bytes.size()) begin = 0;
  size_t at = begin + random() % (bytes.size() - begin);
  size_t size = std::min<size_t>(random() % 12 + 1, bytes.size() - at);
  // Mostly in its place: what is behind stays what it was.
  switch (random() % 16) {
    case 0: bytes[at] = static_cast<char>(bytes[at] ^ 1 << random() % 8); return;
    case 1: bytes[at] = static_cast<char>(kSpecial[random() % 8]); return;
    case 2: bytes[at] = static_cast<char>(bytes[at] + (random() % 2 == 0 ? 1 : -1)); return;
    case 3: bytes.erase(at, size); return;
    case 4: bytes.insert(at, bytes.substr(random() % bytes.size(), size)); return;
    case 5: bytes.insert(at, 9, '\xFF'); return;  // a large number
    case 6: bytes[at] = static_cast<char>(random()); return;
    case 7:
      if (other.size() > size)
        bytes.replace(at, size, other.substr(random() % (other.size() - size), size));
      return;
    case 8:
    case 9:
    case 10: bytes[at] = static_cast<char>(random() % 12); return;
    case 11:
    case 12: bytes[at] = static_cast<char>(bytes[at] + 2 * (random() % 2 == 0 ? 1 : -1)); return;
    default: bytes[at] = static_cast<char>(bytes[at] ^ 1 << random() % 7); return;
  }
}

[[noreturn]] void Broken(const char* promise) {
  std::fprintf(stderr, "a damaged snapshot of a shell: %s\n", promise);
  std::abort();
}

}  // namespace

std::vector<std::string> ShellSnapshotsOf(std::string_view script, int count,
                                          std::mt19937_64& random) {
  std::vector<std::string> snapshots;
  auto shell = Settings().Build();
  shell->Start(script);
  while (static_cast<int>(snapshots.size()) < count && !shell->RunFor(random() % 120 + 1)) {
    if (random() % 3 != 0) continue;
    if (absl::StatusOr<std::string> bytes = shell->Snapshot(); bytes.ok())
      snapshots.push_back(*std::move(bytes));
  }
  if (snapshots.empty()) snapshots.push_back(*shell->Snapshot());
  return snapshots;
}

void MutateShell(std::string& bytes, std::string_view other, std::mt19937_64& random) {
  std::string content(ContentOf(bytes));
  if (content.empty()) return;
  for (uint64_t i = random() % 3 + 1; i > 0 && !content.empty(); --i)
    MutateOnce(content, ContentOf(other), random);
  bytes = shell::AddHeader(content);
}

bool PlayShellSnapshot(std::string_view bytes) {
  Shell::Builder builder = Settings();
  absl::StatusOr<Shell> shell = builder.Restore(bytes);
  if (!shell.ok()) {
    if (shell.status().message().empty()) Broken("refused without a message");
    return false;
  }
  std::optional<ExecResult> result;
  for (int i = 0; i < 50 && !result; ++i) result = shell->RunFor(4000);
  if (!result) {
    const absl::StatusOr<Shell> fork = shell->Fork();
    const absl::StatusOr<std::string> again = shell->Snapshot();
    if (again.ok()) static_cast<void>(builder.Restore(*again));
    shell->Cancel();
    result = shell->Run();
    if (result->limit == ShellLimit::kNone && result->stdout_text.size() > 2 << 20)
      Broken("more output than its limit");
  }
  (void)shell->Exec("echo \"$x\"; f; declare -p; jobs; cd /");
  return true;
}

}  // namespace pysub
