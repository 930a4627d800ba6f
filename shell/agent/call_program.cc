#include "shell/agent/call_program.h"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "osbridge/sessions/machine.h"
#include "pysub/host_value_json.h"
#include "shell/agent/json.h"

namespace pysub::agent {
namespace {

using sessions::CallReply;
using sessions::CallRow;
using sessions::ErrorJson;
using Clock = std::chrono::steady_clock;

constexpr size_t kMostOutputBytes = 1 << 20;
constexpr size_t kMostErrorBytes = 8 << 10;

// One end of a pipe that is ours, and what goes through it.
struct Stream {
  int fd = -1;
  bool writes = false;
  std::string text;  // what was read, or is still to be written
  size_t most = 0;
};

struct Pipes {
  std::array<int, 2> in = {-1, -1}, out = {-1, -1}, error = {-1, -1};
  bool Open() {
    return pipe2(in.data(), O_CLOEXEC) == 0 && pipe2(out.data(), O_CLOEXEC) == 0 &&
           pipe2(error.data(), O_CLOEXEC) == 0;
  }
  // The child's ends are closed here; ours belong to others now.
  void GiveAway() {
    for (const int fd : {in[0], out[1], error[1]}) close(fd);
    in = out = error = {-1, -1};
  }
  ~Pipes() {
    for (const int fd : {in[0], in[1], out[0], out[1], error[0], error[1]}) {
      if (fd >= 0) close(fd);
    }
  }
};

std::vector<std::string> EnvironmentOf(const CallRow& call) {
  std::vector<std::string> all;
  for (char** variable = environ; *variable != nullptr; ++variable) all.emplace_back(*variable);
  all.push_back("PYSUB_TENANT=" + call.tenant);
  all.push_back("PYSUB_SESSION=" + call.session);
  all.push_back(fmt::format("PYSUB_CALL={}", call.call_id));
  all.push_back("PYSUB_NAME=" + call.name);
  all.push_back("PYSUB_KEY=" + call.idem_key);
  return all;
}

// Its id, in a group of its own; 0: errno says why.
pid_t Start(const std::string& program, const CallRow& call, Pipes& pipes) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, pipes.in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipes.out[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipes.error[1], STDERR_FILENO);
  // So that what it has started is killed with it, and a SIGTERM for the worker is not for it.
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  sigset_t ignored_here;
  sigemptyset(&ignored_here);
  sigaddset(&ignored_here, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &ignored_here);
  std::vector<std::string> environment = EnvironmentOf(call);
  std::vector<char*> pointers;
  for (std::string& variable : environment) pointers.push_back(variable.data());
  pointers.push_back(nullptr);
  std::string name = program;
  char* const arguments[] = {name.data(), nullptr};
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, program.c_str(), &actions, &attributes, arguments, pointers.data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  errno = error;
  return error == 0 ? child : 0;
}

void CloseStream(Stream& stream) {
  close(stream.fd);
  stream.fd = -1;
}

void Move(Stream& stream) {
  char bytes[16 << 10];
  const ssize_t moved = stream.writes ? write(stream.fd, stream.text.data(), stream.text.size())
                                      : read(stream.fd, bytes, sizeof(bytes));
  if (moved < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (moved <= 0) return CloseStream(stream);
  const auto size = static_cast<size_t>(moved);
  if (stream.writes) {
    stream.text.erase(0, size);
    if (stream.text.empty()) CloseStream(stream);
  } else {
    stream.text.append(bytes,
                       std::min(size, stream.most - std::min(stream.most, stream.text.size())));
  }
}

// Until all are closed. False: the time is over.
bool MoveAll(std::array<Stream, 3>& streams, Clock::time_point end) {
  while (true) {
    std::vector<pollfd> open;
    for (const Stream& stream : streams) {
      if (stream.fd >= 0)
        open.push_back({stream.fd, static_cast<short>(stream.writes ? POLLOUT : POLLIN), 0});
    }
    if (open.empty()) return true;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    if (left.count() <= 0) return false;
    poll(open.data(), open.size(), static_cast<int>(std::min<int64_t>(left.count(), 1'000)));
    for (const pollfd& ready : open) {
      if (ready.revents == 0) continue;
      for (Stream& stream : streams) {
        if (stream.fd == ready.fd) Move(stream);
      }
    }
  }
}

// Its status, or nothing when it is not over at `end`; then it is killed.
std::optional<int> WaitFor(pid_t child, bool in_time, Clock::time_point end) {
  constexpr std::chrono::milliseconds kLook(5);
  int status = 0;
  while (in_time && waitpid(child, &status, WNOHANG) == 0) {
    in_time = Clock::now() < end;
    std::this_thread::sleep_for(kLook);
  }
  if (in_time) return status;
  kill(-child, SIGKILL);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return std::nullopt;
}

CallReply ReplyOf(std::string output) {
  if (output.size() >= kMostOutputBytes)
    return {.error = ErrorJson("RuntimeError", "the answer is larger than a megabyte")};
  while (!output.empty() && (output.back() == '\n' || output.back() == ' ')) output.pop_back();
  if (output.empty()) return {.value = "null"};
  const absl::StatusOr<HostValue> value = HostValueFromJson(output);
  if (value.ok()) return {.value = std::move(output)};
  return {.error = ErrorJson("RuntimeError", fmt::format("the answer is no JSON: {}",
                                                         std::string(value.status().message())))};
}

int WhyNotStarted(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0 || access(path.c_str(), X_OK) != 0) return errno;
  return S_ISREG(status.st_mode) ? 0 : EACCES;
}

}  // namespace

int WhyNoCallProgram(const std::string& program) {
  if (program.find('/') != std::string::npos) return WhyNotStarted(program);
  // As posix_spawnp() looks for it.
  const char* const given = getenv("PATH");
  std::string_view rest = given != nullptr ? given : "/bin:/usr/bin";
  int error = ENOENT;
  while (!program.empty()) {
    const size_t end = rest.find(':');
    const std::string_view folder = rest.substr(0, end);
    const int why = WhyNotStarted(fmt::format("{}/{}", folder.empty() ? "." : folder, program));
    if (why == 0) return 0;
    if (why == EACCES) error = EACCES;
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return error;
}

std::optional<CallReply> RunCallProgram(const std::string& program, const CallRow& call,
                                        int64_t timeout_ms, std::string* error) {
  Pipes pipes;
  const pid_t child = pipes.Open() ? Start(program, call, pipes) : 0;
  if (child == 0) {
    // No answer of the call: it is for whoever runs this worker, and may be mended until the call's
    // lease ends.
    *error = fmt::format("{}: {}", program, strerror(errno));
    return std::nullopt;
  }
  std::array<Stream, 3> streams = {{{pipes.in[1], true, call.args, 0},
                                    {pipes.out[0], false, "", kMostOutputBytes},
                                    {pipes.error[0], false, "", kMostErrorBytes}}};
  pipes.GiveAway();
  for (const Stream& stream : streams) fcntl(stream.fd, F_SETFL, O_NONBLOCK);
  const Clock::time_point end = Clock::now() + std::chrono::milliseconds(timeout_ms);
  const bool in_time = MoveAll(streams, end);
  for (Stream& stream : streams) {
    if (stream.fd >= 0) CloseStream(stream);
  }
  const std::optional<int> status = WaitFor(child, in_time, end);
  if (!status || !WIFEXITED(*status)) return std::nullopt;
  if (WEXITSTATUS(*status) == 0) return ReplyOf(std::move(streams[1].text));
  const std::string said = CleanText(streams[2].text);
  return CallReply{.error = ErrorJson(
                       "RuntimeError",
                       said.empty() ? fmt::format("exit status {}", WEXITSTATUS(*status)) : said)};
}

}  // namespace pysub::agent
