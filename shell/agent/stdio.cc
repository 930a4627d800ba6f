#include "shell/agent/stdio.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "shell/agent/line_splitter.h"
#include "shell/agent/server.h"

namespace pysub::agent {
namespace {

using std::chrono::steady_clock;

constexpr size_t kPiece = 1 << 16;
constexpr std::chrono::seconds kAfterEnd(2);
constexpr int kClientIsGone = 1;

bool WriteWhole(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      // A client may have made its end one that does not block.
      pollfd room = {descriptor, POLLOUT, 0};
      poll(&room, 1, -1);
      continue;
    }
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// One client, from its first byte to its last.
class Connection {
 public:
  Connection(Service& service, int input, int output)
      : input_(input),
        output_(output),
        lines_(service.config.limits.request_bytes),
        server_(service, [this](std::string_view line) {
          is_broken_ = is_broken_ || !WriteWhole(output_, line);
        }) {}

  int Serve() {
    while (true) {
      TakeLines();
      if (server_.has_calls()) server_.Work();
      if (is_broken_) break;
      if (has_ended_ && IsOver()) return 0;
      Wait();
    }
    return kClientIsGone;
  }

 private:
  void TakeLines() {
    std::string_view line;
    while (server_.WantsInput()) {
      switch (lines_.Take(&line)) {
        case LineSplitter::Next::kLine: server_.TakeLine(line); break;
        case LineSplitter::Next::kTooLong: server_.RefuseLongLine(); break;
        case LineSplitter::Next::kNothing: has_lines_ = false; return;
      }
    }
    has_lines_ = true;
  }

  // Behind the end of the input: whether there is nothing more to do.
  bool IsOver() {
    if (!server_.has_calls() && !has_lines_) return true;
    if (steady_clock::now() < give_up_at_) return false;
    if (is_giving_up_) return !server_.has_calls();
    is_giving_up_ = true;
    server_.CancelAll();
    return false;
  }

  void Wait() {
    std::vector<int> descriptors;
    std::chrono::nanoseconds time = server_.WaitFor(&descriptors);
    if (has_ended_) time = std::min<std::chrono::nanoseconds>(time, std::chrono::milliseconds(50));
    const bool reads = !has_ended_ && server_.WantsInput() && !has_lines_;
    std::vector<pollfd> polled;
    if (reads) polled.push_back({input_, POLLIN, 0});
    for (int descriptor : descriptors) polled.push_back({descriptor, POLLIN, 0});
    const timespec timeout = {static_cast<time_t>(time.count() / 1'000'000'000),
                              static_cast<long>(time.count() % 1'000'000'000)};
    const int ready = ppoll(polled.data(), polled.size(), &timeout, nullptr);
    if (ready > 0 && reads && polled[0].revents != 0) Read();
  }

  void Read() {
    char bytes[kPiece];
    const ssize_t size = read(input_, bytes, sizeof(bytes));
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (size > 0) return lines_.Add({bytes, static_cast<size_t>(size)});
    has_ended_ = true;
    lines_.End();
    give_up_at_ = steady_clock::now() + kAfterEnd;
  }

  const int input_, output_;
  bool is_broken_ = false;  // nobody reads what we write
  bool has_ended_ = false;
  bool has_lines_ = false;  // that the server did not want yet
  bool is_giving_up_ = false;
  SteadyTime give_up_at_;
  LineSplitter lines_;
  Server server_;
};

}  // namespace

int ServeStdio(Service& service, int input, int output) {
  return Connection(service, input, output).Serve();
}

}  // namespace pysub::agent
