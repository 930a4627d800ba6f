#include "shell/cli/shell_streams.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <string>

namespace pysub {
namespace {

// A terminal says "the end" once; the next command may read from it again.
bool Read(std::string* bytes) {
  char buffer[65536];
  const ssize_t size = read(STDIN_FILENO, buffer, sizeof(buffer));
  if (size <= 0) return false;
  bytes->assign(buffer, static_cast<size_t>(size));
  return true;
}

// A signal ends it early: Ctrl-C has cancelled the script then. What cannot be waited for is
// read, and says why not.
bool Wait(std::chrono::nanoseconds longest) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(longest);
  const timespec time = {static_cast<time_t>(seconds.count()),
                         static_cast<long>((longest - seconds).count())};
  pollfd input = {STDIN_FILENO, POLLIN, 0};
  return ppoll(&input, 1, &time, nullptr) > 0;
}

}  // namespace

ShellStreams::ShellStreams()
    : escape_{false, isatty(STDOUT_FILENO) != 0, isatty(STDERR_FILENO) != 0} {}

void ShellStreams::LeaveControls() { escape_[1] = escape_[2] = false; }

void ShellStreams::Write(int stream, std::string_view bytes) {
  const int error =
      escape_[stream] ? WriteAll(stream, escaper_.Escape(bytes)) : WriteAll(stream, bytes);
  if (stream == STDOUT_FILENO && error_ == 0) error_ = error;
}

void ShellStreams::Connect(ExecOptions* options) {
  options->on_stdout = [this](std::string_view bytes) { Write(STDOUT_FILENO, bytes); };
  options->on_stderr = [this](std::string_view bytes) { Write(STDERR_FILENO, bytes); };
}

int ShellStreams::Finish(int status) {
  if (error_ == 0 || error_ == EPIPE) return status;
  Write(STDERR_FILENO, std::string("pysub-shell: write error: ") + strerror(error_) + "\n");
  return status == 0 ? 1 : status;
}

void KeepClosedStreams() {
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // the lowest that is free: this one
    if (fcntl(stream, F_GETFD) < 0) static_cast<void>(open("/", O_PATH | O_CLOEXEC));
  }
}

void ReadStandardInput(ExecOptions* options) {
  options->more_input = Read;
  options->wait_for_input = Wait;
}

}  // namespace pysub
