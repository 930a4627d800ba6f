// pysub-shell: the sandbox shell on the command line.
//
//   pysub-shell [OPTIONS] -c SCRIPT [NAME [ARG...]] | FILE [ARG...] | < SCRIPT
//   pysub-shell [OPTIONS] --resume FILE
//
// Nothing of the host is visible but what --mount shows. Without a script on a terminal it is a prompt.

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/version.h"
#include "shell/python/python_options.h"
#include "shell/shell.h"

namespace {

constexpr char kUsage[] =
    "usage: pysub-shell [options] [-c script [name [arg ...]] | file [arg ...]]\n"
    "  --mount HOST:VIRTUAL[:ro|rw|overlay]  show a directory of the host (overlay: changes stay in memory)\n"
    "  --env NAME=VALUE                      an environment variable of the shell\n"
    "  --cwd DIR                             where the shell starts (default: /home/user)\n"
    "  --no-python                           python3 and python are not found\n"
    "  --isolation auto|subprocess|in-process  where python runs (default: in-process)\n"
    "  --timeout SECONDS                     end the script after that time\n"
    "  --snapshot-at WORK OUT                after so much work (about a byte looked at) the shell is saved to OUT and ends\n"
    "  --resume FILE                         go on with what was saved; mounts and python are given again\n"
    "  --json                                print {exit_code, stdout, stderr, duration_ms, limit} at the end\n"
    "  --version                             print the version and end\n";

struct CommandLine {
  bool json = false;
  bool python = true;
  pysub::PythonOptions python_options;
  bool has_script = false;
  std::string script;
  pysub::ExecOptions exec;
  pysub::ShellLimits limits;
  uint64_t snapshot_at = UINT64_MAX;
  std::string snapshot_to;
  std::string resume;
};

int Fail(const std::string& text) {
  fmt::print(stderr, "pysub-shell: {}\n", text);
  return 2;
}

bool ReadAll(FILE* file, std::string* text) {
  char buffer[65536];
  size_t size;
  while ((size = fread(buffer, 1, sizeof(buffer), file)) > 0) text->append(buffer, size);
  return ferror(file) == 0;
}

bool ReadFile(const std::string& path, std::string* bytes) {
  FILE* file = fopen(path.c_str(), "rb");
  bool ok = file != nullptr && ReadAll(file, bytes);
  if (file != nullptr) fclose(file);
  return ok;
}

bool ParseMount(std::string_view text, pysub::Shell::Builder* builder) {
  size_t first = text.find(':');
  if (first == std::string_view::npos) return false;
  std::string_view rest = text.substr(first + 1);
  size_t second = rest.find(':');
  std::string_view mode = second == std::string_view::npos ? "overlay" : rest.substr(second + 1);
  pysub::files::MountOptions options;
  if (mode == "ro") {
    options.mode = pysub::files::MountMode::kReadOnly;
  } else if (mode == "rw") {
    options.mode = pysub::files::MountMode::kReadWrite;
  } else if (mode != "overlay") {
    return false;
  }
  builder->Mount(std::string(rest.substr(0, second)), std::string(text.substr(0, first)), options);
  return true;
}

bool ParseIsolation(std::string_view text, pysub::Isolation* isolation) {
  constexpr std::pair<std::string_view, pysub::Isolation> kModes[] = {
      {"auto", pysub::Isolation::kAuto},
      {"subprocess", pysub::Isolation::kSubprocess},
      {"in-process", pysub::Isolation::kInProcess}};
  for (const auto& [name, mode] : kModes) {
    if (text != name) continue;
    *isolation = mode;
    return true;
  }
  return false;
}

constexpr double kMostSeconds = 1e9;

// All of the text.
template <typename Number>
bool ParseNumber(std::string_view text, Number* number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return error == std::errc() && end == text.data() + text.size();
}

std::string JsonString(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 32) {
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

// 0: go on; otherwise the exit status.
int ParseArguments(int argc, char** argv, pysub::Shell::Builder* builder, CommandLine* line, bool* stop) {
  int at = 1;
  auto value = [&](std::string_view name, std::string* text) {
    std::string_view arg = argv[at];
    if (arg.size() > name.size() && arg.starts_with(name) && arg[name.size()] == '=') {
      *text = arg.substr(name.size() + 1);
      return true;
    }
    if (arg != name || at + 1 >= argc) return false;
    *text = argv[++at];
    return true;
  };
  *stop = true;
  for (; at < argc && argv[at][0] == '-' && argv[at][1] != '\0'; ++at) {
    std::string_view arg = argv[at];
    std::string text;
    if (arg == "--help" || arg == "-h") {
      fputs(kUsage, stdout);
      return 0;
    }
    if (arg == "--version") {
      fputs("pysub-shell " PYSUB_VERSION_STRING "\n", stdout);
      return 0;
    }
    if (arg == "--json") {
      line->json = true;
    } else if (arg == "--no-python") {
      line->python = false;
    } else if (value("--isolation", &text)) {
      if (!ParseIsolation(text, &line->python_options.host.isolation)) {
        return Fail("--isolation wants auto, subprocess or in-process");
      }
    } else if (arg == "-c") {
      if (at + 1 >= argc) return Fail("-c: option requires an argument");
      line->has_script = true;
      line->script = argv[++at];
      ++at;
      if (at < argc) line->exec.name = argv[at++];
      break;
    } else if (value("--mount", &text)) {
      if (!ParseMount(text, builder)) return Fail("--mount wants HOST:VIRTUAL[:ro|rw|overlay]");
    } else if (value("--env", &text)) {
      size_t equals = text.find('=');
      if (equals == std::string::npos) return Fail("--env wants NAME=VALUE");
      builder->Env(text.substr(0, equals), text.substr(equals + 1));
    } else if (value("--cwd", &text)) {
      builder->Cwd(text);
    } else if (value("--timeout", &text)) {
      double seconds = 0;
      if (!ParseNumber(text, &seconds) || !(seconds > 0) || seconds > kMostSeconds) {
        return Fail("--timeout wants a number of seconds");
      }
      line->limits.wall_time = std::chrono::nanoseconds(static_cast<int64_t>(std::ceil(seconds * 1e9)));
    } else if (value("--resume", &text)) {
      line->resume = text;
    } else if (value("--snapshot-at", &text)) {
      if (at + 1 >= argc || !ParseNumber(text, &line->snapshot_at) || line->snapshot_at == 0) {
        return Fail("--snapshot-at wants an amount of work and a file");
      }
      line->snapshot_to = argv[++at];
    } else {
      fputs(kUsage, stderr);
      return Fail(fmt::format("unknown option {}", arg));
    }
  }
  if (!line->has_script && line->resume.empty() && at < argc) {
    if (!ReadFile(argv[at], &line->script)) {
      Fail(fmt::format("{}: {}", argv[at], strerror(errno)));
      return 127;
    }
    line->has_script = true;
    line->exec.name = argv[at++];
    line->exec.script_is_file = true;
  }
  for (; at < argc; ++at) line->exec.args.push_back(argv[at]);
  *stop = false;
  return 0;
}

bool WriteFile(const std::string& path, std::string_view bytes) {
  FILE* file = fopen(path.c_str(), "wb");
  bool ok = file != nullptr && fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  return (file == nullptr || fclose(file) == 0) && ok;
}

void PrintTo(FILE* file, std::string_view bytes) {
  fwrite(bytes.data(), 1, bytes.size(), file);
  fflush(file);
}

// Lines are run as they come; a command that is not complete waits for more.
int RunPrompt(pysub::Shell* shell, const pysub::ExecOptions& options) {
  std::string pending;
  int status = 0;
  while (true) {
    fmt::print(stderr, "{}", pending.empty() ? shell->cwd() + "$ " : "> ");
    char buffer[4096];
    if (fgets(buffer, sizeof(buffer), stdin) == nullptr) break;
    pending += buffer;
    auto analysis = shell->Analyze(pending);
    bool incomplete = !analysis.valid && !analysis.errors.empty() &&
                      (analysis.errors.back().find("unexpected end of file") != std::string::npos ||
                       analysis.errors.back().find("unexpected EOF") != std::string::npos);
    if (incomplete) continue;
    status = shell->Exec(pending, options).exit_code;
    pending.clear();
  }
  fputs("\n", stderr);
  return status;
}

bool ReadInput(std::string* bytes) {
  char buffer[65536];
  ssize_t size = read(0, buffer, sizeof(buffer));
  if (size <= 0) return false;
  bytes->assign(buffer, static_cast<size_t>(size));
  return true;
}

int PrintResult(const CommandLine& line, const pysub::ExecResult& result) {
  if (line.json) {
    fmt::print("{{\"exit_code\": {}, \"stdout\": {}, \"stderr\": {}, \"duration_ms\": {:.3f}, \"limit\": {}}}\n",
               result.exit_code, JsonString(result.stdout_text), JsonString(result.stderr_text),
               static_cast<double>(result.duration.count()) / 1e6, static_cast<int>(result.limit));
  }
  return result.exit_code;
}

// The C library keeps pages that are free behind others that are not, and nobody is charged for them any more. Each time when this
// process has grown, it is asked to give them back: a script that fills its memory again and again, with blocks of another size each
// time, would hold some of each.
class FreePages {
 public:
  FreePages() : fd_(open("/proc/self/statm", O_RDONLY | O_CLOEXEC)) {}
  FreePages(const FreePages&) = delete;
  FreePages& operator=(const FreePages&) = delete;
  ~FreePages() {
    if (fd_ >= 0) close(fd_);
  }
  void GiveBack() {
    constexpr uint64_t kStep = 16 << 20;
    if (Resident() < kept_ + kStep) return;
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    kept_ = Resident();
  }

 private:
  uint64_t Resident() const {
    char text[128] = {};
    if (fd_ < 0 || pread(fd_, text, sizeof(text) - 1, 0) <= 0) return 0;
    const char* resident = strchr(text, ' ');  // the second number, in pages
    return resident == nullptr ? 0 : strtoull(resident, nullptr, 10) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  }

  int fd_;
  uint64_t kept_ = 0;
};

pysub::ExecResult RunToEnd(pysub::Shell* shell) {
  constexpr uint64_t kSlice = 1 << 20;  // about a millisecond
  FreePages pages;
  while (true) {
    if (std::optional<pysub::ExecResult> result = shell->RunFor(kSlice)) return *std::move(result);
    pages.GiveBack();
  }
}

// What was begun or restored; 0, too, when it was saved half-way.
int RunScript(pysub::Shell* shell, const CommandLine& line) {
  if (line.snapshot_at == UINT64_MAX) return PrintResult(line, RunToEnd(shell));
  if (std::optional<pysub::ExecResult> result = shell->RunFor(line.snapshot_at)) return PrintResult(line, *result);
  std::string error;
  std::optional<std::string> bytes = shell->Snapshot(&error);
  if (!bytes) return Fail(error);
  if (!WriteFile(line.snapshot_to, *bytes)) return Fail(fmt::format("{}: {}", line.snapshot_to, strerror(errno)));
  pysub::ExecResult so_far;
  so_far.stdout_text = shell->TakeStdout();
  so_far.stderr_text = shell->TakeStderr();
  return PrintResult(line, so_far);
}

std::unique_ptr<pysub::Shell> Resume(const CommandLine& line, pysub::Shell::Builder* builder, std::string* error) {
  std::string bytes;
  if (!ReadFile(line.resume, &bytes)) {
    *error = line.resume + ": " + strerror(errno);
    return nullptr;
  }
  std::unique_ptr<pysub::Shell> shell = builder->Restore(bytes, error);
  if (shell == nullptr) *error = line.resume + ": " + *error;
  if (shell != nullptr) shell->Connect(line.exec);
  return shell;
}

}  // namespace

int main(int argc, char** argv) {
  pysub::Shell::Builder builder;
  CommandLine line;
  bool stop = false;
  int status = ParseArguments(argc, argv, &builder, &line, &stop);
  if (stop) return status;
  builder.Limits(line.limits);
  if (line.python) builder.Python(line.python_options);
  if (!line.json) {
    line.exec.on_stdout = [](std::string_view bytes) { PrintTo(stdout, bytes); };
    line.exec.on_stderr = [](std::string_view bytes) { PrintTo(stderr, bytes); };
  }
  bool resumes = !line.resume.empty();
  if (line.has_script || resumes) line.exec.more_input = ReadInput;
  std::string error;
  std::unique_ptr<pysub::Shell> shell = resumes ? Resume(line, &builder, &error) : builder.Build(&error);
  if (shell == nullptr) return Fail(error);
  if (!line.has_script && !resumes) {
    if (isatty(0)) return RunPrompt(shell.get(), line.exec);
    if (!ReadAll(stdin, &line.script)) return Fail("cannot read standard input");
  }
  if (!resumes) shell->Start(line.script, line.exec);
  status = RunScript(shell.get(), line);
  // The system takes the memory back at once; to free a million variables one by one takes a third of a second.
  fflush(nullptr);
  _exit(status);
}
