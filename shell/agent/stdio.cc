#include "shell/agent/stdio.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
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

// Reads on while the thread that serves is in a long piece of a call, for one purpose: to hear that
// the call is cancelled. What came is taken by that thread afterwards, in its order.
class Listener {
 public:
  Listener(int input, Server& server)
      : input_(input), server_(server), thread_([this] { Run(); }) {}
  ~Listener() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  void PieceBegins() {
    const std::lock_guard lock(mutex_);
    began_ = steady_clock::now();
    is_working_ = true;
    // (Between pieces that follow each other it wakes by itself.)
    if (is_asleep_) changed_.notify_one();
  }
  // What came meanwhile, often nothing.
  std::string PieceEnds() {
    const std::lock_guard lock(mutex_);
    is_working_ = false;
    return std::exchange(ahead_, {});
  }

 private:
  static constexpr std::chrono::milliseconds kLong{20};
  static constexpr size_t kMostAhead = 1 << 20;

  void Run() {
    std::unique_lock lock(mutex_);
    while (!is_over_) {
      if (!is_working_ && steady_clock::now() - began_ >= kLong) {
        is_asleep_ = true;
        changed_.wait(lock, [this] { return is_over_ || is_working_; });
        is_asleep_ = false;
      }
      if (!is_over_) changed_.wait_for(lock, kLong);
      if (!is_over_ && is_working_ && steady_clock::now() - began_ >= kLong) Listen();
    }
  }
  // Under the lock, so nothing is taken behind the end of the piece; it never waits.
  void Listen() {
    pollfd readable = {input_, POLLIN, 0};
    char bytes[kPiece];
    while (ahead_.size() < kMostAhead && poll(&readable, 1, 0) == 1) {
      const ssize_t size = read(input_, bytes, sizeof(bytes));
      if (size <= 0) return;  // (who serves meets the end again)
      const size_t from = ahead_.size();
      ahead_.append(bytes, static_cast<size_t>(size));
      LookAt(from);
    }
  }
  // Lines that have become complete by what lies behind `from`.
  void LookAt(size_t from) {
    size_t begin = from == 0 ? 0 : ahead_.rfind('\n', from - 1) + 1;
    for (size_t end = ahead_.find('\n', from); end != std::string::npos;
         end = ahead_.find('\n', begin)) {
      server_.LookAhead(std::string_view(ahead_).substr(begin, end - begin));
      begin = end + 1;
    }
  }

  const int input_;
  Server& server_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::string ahead_;
  SteadyTime began_;
  bool is_working_ = false, is_asleep_ = false, is_over_ = false;
  std::thread thread_;  // last: it uses all of these
};

// One client, from its first byte to its last.
class Connection {
 public:
  Connection(Service& service, int input, int output)
      : input_(input),
        output_(output),
        lines_(service.config.limits.request_bytes),
        server_(service,
                [this](std::string_view line) {
                  is_broken_ = is_broken_ || !WriteWhole(output_, line);
                }),
        listener_(input, server_) {}

  int Serve() {
    while (true) {
      TakeLines();
      if (server_.has_calls() && Work()) continue;
      if (is_broken_) break;
      if (has_ended_ && IsOver()) return 0;
      Wait();
    }
    return kClientIsGone;
  }

 private:
  // True: lines came meanwhile, which poll() knows nothing of any more.
  bool Work() {
    listener_.PieceBegins();
    server_.Work();
    const std::string ahead = listener_.PieceEnds();
    lines_.Add(ahead);
    return !ahead.empty() && !is_broken_;
  }
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
  Listener listener_;
};

}  // namespace

int ServeStdio(Service& service, int input, int output) {
  return Connection(service, input, output).Serve();
}

}  // namespace pysub::agent
