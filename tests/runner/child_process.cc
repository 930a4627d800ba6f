#include "tests/runner/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

extern char** environ;

namespace pysub {
namespace {

constexpr size_t kMaxOutputBytes = 16 << 20;

void Require(bool good, const char* what) {
  if (good) return;
  std::perror(what);
  std::exit(3);
}

size_t Utf8Length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const unsigned char second = byte(1);
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) {
    return 0;
  }
  return length;
}

std::string ShowInvalidUtf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    if (length == 0) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned char>(text[0]));
      out += escaped;
      text.remove_prefix(1);
    } else {
      out += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return out;
}

struct Pipe {
  int read_end, write_end;
  Pipe() {
    int ends[2];
    // Close-on-exec: a child started meanwhile by the other thread must not keep our pipe open.
    Require(pipe2(ends, O_CLOEXEC) == 0, "pipe2");
    read_end = ends[0], write_end = ends[1];
  }
};

// A file in memory: unlike a pipe it cannot fill up while nobody reads.
int StdinFile(std::string_view text) {
  const int file = memfd_create("stdin", MFD_CLOEXEC);
  Require(file >= 0, "memfd_create");
  Require(write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()), "write");
  Require(lseek(file, 0, SEEK_SET) == 0, "lseek");
  return file;
}

// False at the end of the stream.
bool Drain(int file, std::string* out) {
  char buffer[65536];
  const ssize_t count = read(file, buffer, sizeof buffer);
  if (count <= 0) return false;
  if (out->size() < kMaxOutputBytes) out->append(buffer, static_cast<size_t>(count));
  return true;
}

}  // namespace

ChildResult RunChild(const std::vector<std::string>& command, const std::string& folder,
                     std::string_view stdin_text, int timeout_ms) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point deadline = Clock::now() + std::chrono::milliseconds(timeout_ms);
  Pipe out, err;
  const int in = StdinFile(stdin_text);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_adddup2(&actions, in, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write_end, 1);
  posix_spawn_file_actions_adddup2(&actions, err.write_end, 2);
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_t child = -1;
  const int error = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(in), close(out.write_end), close(err.write_end);
  ChildResult result;
  if (error != 0) {
    result.stderr_text = "cannot start " + command[0] + "\n";
    result.exit_code = 127;
    close(out.read_end), close(err.read_end);
    return result;
  }
  std::string stdout_bytes, stderr_bytes;
  bool out_open = true, err_open = true;
  while (out_open || err_open) {
    pollfd files[2] = {{out_open ? out.read_end : -1, POLLIN, 0},
                       {err_open ? err.read_end : -1, POLLIN, 0}};
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0 || poll(files, 2, static_cast<int>(left)) == 0) {
      result.timed_out = true;
      kill(child, SIGKILL);
      break;
    }
    if (files[0].revents != 0) out_open = Drain(out.read_end, &stdout_bytes);
    if (files[1].revents != 0) err_open = Drain(err.read_end, &stderr_bytes);
  }
  close(out.read_end), close(err.read_end);
  int status = 0;
  Require(waitpid(child, &status, 0) == child, "waitpid");
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.stdout_text = ShowInvalidUtf8(stdout_bytes);
  result.stderr_text = ShowInvalidUtf8(stderr_bytes);
  return result;
}

}  // namespace pysub
