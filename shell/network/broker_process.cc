// The host's side of pysub-broker: a broker that is a process of its own, started at the first
// request. TLS and HTTP of strangers are read over there, behind walls of its own, with a libcurl
// that this process never loads.

#include <absl/status/status.h>
#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <utility>

#include "lexer/base/sanitizers.h"
#include "pysub/shell/network.h"
#include "shell/network/wire.h"

namespace pysub::shell {
namespace {

constexpr size_t kPiece = 64 << 10;
// What may wait of one exchange: its window, and heads and notes beside it.
constexpr size_t kMostWaiting = kWindow + (2 << 20);
constexpr size_t kMostEvents = 16384;
// A broker has a piece from libcurl when it finds that its credit is used up.
constexpr uint64_t kMostOfPiece = 128 << 10;
constexpr size_t kCreditStep = 64 << 10;

bool IsProgram(const std::string& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

// As pysub-worker is found: by a variable, beside this program, on PATH (not in a relative entry,
// which would find whatever lies where the host happens to be).
std::string FindBroker() {
  constexpr char kName[] = "pysub-broker";
  if (const char* named = getenv("PYSUB_BROKER"); named != nullptr && *named != '\0') return named;
  char self[4096];
  if (const ssize_t size = readlink("/proc/self/exe", self, sizeof(self)); size > 0) {
    std::string path(self, static_cast<size_t>(size));
    path = path.substr(0, path.rfind('/') + 1) + kName;
    if (IsProgram(path)) return path;
  }
  const char* all = getenv("PATH");
  for (std::string_view rest = all != nullptr ? all : ""; !rest.empty();) {
    const size_t colon = rest.find(':');
    const std::string path = fmt::format("{}/{}", rest.substr(0, colon), kName);
    rest = colon == std::string_view::npos ? "" : rest.substr(colon + 1);
    if (path.starts_with('/') && IsProgram(path)) return path;
  }
  return "";
}

// 0 or an errno. The child has this one descriptor, no variable and no directory of ours.
int Spawn(const BrokerProcess& options, pid_t* pid, int* socket) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
  // (Moved onto itself, a descriptor would close in exec.)
  const int theirs = fcntl(ends[1], F_DUPFD_CLOEXEC, kBrokerDescriptor + 1);
  close(ends[1]);
  if (theirs < 0) {
    const int error = errno;
    close(ends[0]);
    return error;
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, theirs, kBrokerDescriptor);
  posix_spawn_file_actions_addclosefrom_np(&actions, kBrokerDescriptor + 1);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO);
#if !PYSUB_ASAN  // whose reports somebody has to see
  posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO);
#endif
  posix_spawn_file_actions_addchdir_np(&actions, "/");
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  std::string name = "pysub-broker", ca_file = "--ca-file=" + options.ca_file;
  char* words[] = {name.data(), options.ca_file.empty() ? nullptr : ca_file.data(), nullptr};
  char* environment[] = {nullptr};
  const int error =
      posix_spawn(pid, options.program.c_str(), &actions, &attributes, words, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(theirs);
  if (error != 0) {
    close(ends[0]);
    return error;
  }
  *socket = ends[0];
  return 0;
}

// One process and what is under way with it.
class Link {
 public:
  Link(pid_t pid, int socket) : pid_(pid), socket_(socket), reader_(kMostOfFrame) {}
  ~Link() {
    close(socket_);
    kill(pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  void Kill() {
    std::lock_guard lock(mutex_);
    Break();
  }
  bool broken() {
    std::lock_guard lock(mutex_);
    Pump();
    return broken_;
  }

  uint32_t Begin(CheckedRequest request) {
    std::lock_guard lock(mutex_);
    const uint32_t id = ++last_;
    queues_[id];
    AddFrame(&out_, BrokerFrameKind::kBegin, id, Payload(request));
    Pump();
    return id;
  }

  void End(uint32_t id) {
    std::lock_guard lock(mutex_);
    const auto found = queues_.find(id);
    if (found == queues_.end()) return;
    if (!found->second.ended) AddFrame(&out_, BrokerFrameKind::kCancel, id, "");
    queues_.erase(found);
    Pump();
  }

  NetworkEvent Next(uint32_t id) {
    std::lock_guard lock(mutex_);
    Pump();
    Queue& queue = queues_[id];
    if (queue.events.empty()) {
      NetworkEvent event;
      if (broken_) {
        event.kind = NetworkEvent::Kind::kError;
        event.error = {NetworkErrorKind::kBroker, "the broker of this sandbox's network has ended"};
      }
      return event;
    }
    NetworkEvent event = std::move(queue.events.front());
    queue.events.pop_front();
    queue.waiting -= event.bytes.size();
    if (event.kind == NetworkEvent::Kind::kBody) queue.taken += event.bytes.size();
    if (queue.taken >= kCreditStep && !queue.ended) {
      uint64_t credit = std::exchange(queue.taken, 0);
      queue.allowed += credit;
      AddFrame(&out_, BrokerFrameKind::kCredit, id, Payload(credit));
      Pump();
    }
    return event;
  }

 private:
  struct Queue {
    std::deque<NetworkEvent> events;
    size_t waiting = 0;
    uint64_t taken = 0;     // and not yet given as credit
    uint64_t received = 0;  // of the body
    uint64_t allowed = kWindow + kMostOfPiece;
    bool ended = false;
  };

  // Writes and reads what goes without waiting.
  void Pump() {
    while (!broken_ && sent_ < out_.size()) {
      const ssize_t wrote = send(socket_, out_.data() + sent_, out_.size() - sent_, MSG_NOSIGNAL);
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote < 0 && errno != EAGAIN) Break();
      if (wrote < 0) break;
      sent_ += static_cast<size_t>(wrote);
    }
    if (sent_ == out_.size()) {
      std::string().swap(out_);
      sent_ = 0;
    }
    char buffer[kPiece];
    for (int i = 0; i < 16 && !broken_; ++i) {
      const ssize_t got = recv(socket_, buffer, sizeof(buffer), 0);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) break;
      if (got <= 0) Break();
      if (got <= 0) break;
      reader_.Add({buffer, static_cast<size_t>(got)});
      while (std::optional<BrokerFrame> frame = reader_.Next()) {
        if (!Take(*frame)) Break();
      }
      if (reader_.is_wrong()) Break();
    }
  }

  // Who breaks a rule, or has gone, is not listened to any more, and does nothing more.
  void Break() {
    if (!std::exchange(broken_, true)) kill(pid_, SIGKILL);
  }

  // False: the broker breaks a rule.
  bool Take(const BrokerFrame& frame) {
    NetworkEvent event;
    switch (frame.kind) {
      case BrokerFrameKind::kNote: event.kind = NetworkEvent::Kind::kNote; break;
      case BrokerFrameKind::kHead:
        event.kind = NetworkEvent::Kind::kHead;
        if (!ReadPayload(frame.payload, event.times, event.bytes)) return false;
        break;
      case BrokerFrameKind::kBody: event.kind = NetworkEvent::Kind::kBody; break;
      case BrokerFrameKind::kEnd:
        event.kind = NetworkEvent::Kind::kEnd;
        if (!ReadPayload(frame.payload, event.times)) return false;
        break;
      case BrokerFrameKind::kError:
        event.kind = NetworkEvent::Kind::kError;
        if (!ReadPayload(frame.payload, event.error, event.times)) return false;
        break;
      default: return false;
    }
    const auto found = queues_.find(frame.exchange);
    // (Of one that was given up meanwhile. An id that never was is a lie.)
    if (found == queues_.end()) return frame.exchange <= last_;
    Queue& queue = found->second;
    if (queue.ended) return false;
    const bool is_last =
        event.kind == NetworkEvent::Kind::kEnd || event.kind == NetworkEvent::Kind::kError;
    queue.ended = is_last;
    if (!is_last && event.kind != NetworkEvent::Kind::kHead) event.bytes = frame.payload;
    queue.waiting += event.bytes.size();
    if (event.kind == NetworkEvent::Kind::kBody) queue.received += event.bytes.size();
    if (queue.received > queue.allowed) return false;
    // A body in pieces of a byte is put together: each event takes room of its own.
    if (event.kind == NetworkEvent::Kind::kBody && !queue.events.empty() &&
        queue.events.back().kind == NetworkEvent::Kind::kBody &&
        queue.events.back().bytes.size() < kPiece) {
      queue.events.back().bytes += event.bytes;
    } else {
      queue.events.push_back(std::move(event));
    }
    return queue.waiting <= kMostWaiting && queue.events.size() <= kMostEvents;
  }

  const pid_t pid_;
  const int socket_;
  std::mutex mutex_;  // of all below
  std::string out_;
  size_t sent_ = 0;
  BrokerFrameReader reader_;
  std::map<uint32_t, Queue> queues_;
  uint32_t last_ = 0;
  bool broken_ = false;
};

class LinkedExchange : public NetworkExchange {
 public:
  LinkedExchange(std::shared_ptr<Link> link, uint32_t id) : link_(std::move(link)), id_(id) {}
  ~LinkedExchange() override { link_->End(id_); }
  NetworkEvent Next() override { return link_->Next(id_); }

 private:
  const std::shared_ptr<Link> link_;
  const uint32_t id_;
};

// What could not begin.
class FailedExchange : public NetworkExchange {
 public:
  explicit FailedExchange(std::string why) : why_(std::move(why)) {}
  NetworkEvent Next() override {
    NetworkEvent event;
    event.kind = NetworkEvent::Kind::kError;
    event.error = {NetworkErrorKind::kBroker, why_};
    return event;
  }

 private:
  const std::string why_;
};

class ProcessBroker : public NetworkBroker {
 public:
  explicit ProcessBroker(BrokerProcess options) : options_(std::move(options)) {}

  // One that has ended is replaced by the next request; those that were under way have failed, and
  // nothing sends them again.
  std::unique_ptr<NetworkExchange> Begin(const CheckedRequest& request) override {
    std::lock_guard lock(mutex_);
    if (link_ == nullptr || link_->broken()) {
      link_.reset();
      pid_t pid = -1;
      int socket = -1;
      if (const int error = Spawn(options_, &pid, &socket); error != 0)
        return std::make_unique<FailedExchange>(fmt::format(
            "the broker of this sandbox's network cannot be started: {}", strerror(error)));
      link_ = std::make_shared<Link>(pid, socket);
    }
    const uint32_t id = link_->Begin(request);
    return std::make_unique<LinkedExchange>(link_, id);
  }

  void Close() override {
    std::lock_guard lock(mutex_);
    if (link_ != nullptr) link_->Kill();
    link_.reset();
  }

 private:
  const BrokerProcess options_;
  std::mutex mutex_;
  std::shared_ptr<Link> link_;
};

}  // namespace

absl::StatusOr<std::shared_ptr<NetworkBroker>> MakeBrokerProcess(BrokerProcess options) {
  if (options.program.empty()) options.program = FindBroker();
  if (options.program.empty())
    return absl::NotFoundError(
        "pysub-broker was not found: PYSUB_BROKER does not name it, and it is neither beside this "
        "program nor on PATH");
  if (!IsProgram(options.program))
    return absl::NotFoundError(fmt::format("no program: {}", options.program));
  return std::make_shared<ProcessBroker>(std::move(options));
}

}  // namespace pysub::shell
