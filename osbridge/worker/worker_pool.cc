#include "osbridge/worker/worker_pool.h"

#include <absl/strings/str_cat.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "lexer/base/sanitizers.h"
#include "osbridge/worker/lockdown.h"

namespace pysub {
namespace {

bool IsProgram(const std::string& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

// What posix_spawn() is told.
class SpawnPlan {
 public:
  explicit SpawnPlan(int socket) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    // The protocol on its own descriptor; what is written to standard output and error by mistake
    // is gone.
    posix_spawn_file_actions_adddup2(&actions_, socket, kProtocolDescriptor);
    posix_spawn_file_actions_addclosefrom_np(&actions_, kProtocolDescriptor + 1);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&actions_, STDIN_FILENO, STDOUT_FILENO);
#if !PYSUB_ASAN  // whose reports somebody has to see
    posix_spawn_file_actions_adddup2(&actions_, STDIN_FILENO, STDERR_FILENO);
#endif
    posix_spawn_file_actions_addchdir_np(&actions_, "/");
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    // A session of its own: a terminal's signals are for the host.
    posix_spawnattr_setflags(&attributes_,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  int Spawn(const std::string& path, const std::vector<std::string>& arguments, pid_t* pid) {
    char name[] = "pysub-worker";
    std::vector<char*> words = {name};
    for (const std::string& argument : arguments)
      words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    char* environment[] = {nullptr};
    return posix_spawn(pid, path.c_str(), &actions_, &attributes_, words.data(), environment);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

// 0 or an errno.
int SpawnWorker(const std::string& path, const std::vector<std::string>& arguments, pid_t* pid,
                int* socket) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
  // The child's end must not be what it is moved to: a descriptor moved onto itself would close in
  // exec.
  int theirs = ends[1];
  if (theirs <= kProtocolDescriptor) {
    theirs = fcntl(ends[1], F_DUPFD_CLOEXEC, kProtocolDescriptor + 1);
    close(ends[1]);
    if (theirs < 0) {
      const int error = errno;
      close(ends[0]);
      return error;
    }
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  const int error = SpawnPlan(theirs).Spawn(path, arguments, pid);
  close(theirs);
  if (error != 0) {
    close(ends[0]);
    return error;
  }
  *socket = ends[0];
  return 0;
}

bool IsAlive(int socket) {
  pollfd descriptor = {socket, POLLRDHUP, 0};  // (what it said before it died can still be read)
  return poll(&descriptor, 1, 0) == 0;
}

}  // namespace

// What callers and the pool's thread both see.
struct WorkerPool::Shared {
  const pid_t owner = getpid();
  std::string path;
  std::vector<std::string> arguments;
  size_t wanted_warm = 0;
  std::thread thread;  // which serves this
  std::mutex mutex;
  std::condition_variable to_thread;  // something is to be done
  std::condition_variable to_takers;  // a worker was started, or could not be
  std::deque<Ready> ready;
  std::vector<pid_t> to_reap;
  size_t takers = 0;      // wait for a worker
  uint64_t failures = 0;  // starts that failed
  int last_error = 0;
  bool ends = false;
};

struct WorkerPool::Processes {
  std::atomic<Shared*> ours = nullptr;
  std::mutex beginning;  // of a forked process alone
  std::vector<std::shared_ptr<Shared>> kept;
};

std::shared_ptr<WorkerPool> WorkerPool::Start(std::string path, int warm,
                                              std::vector<std::string> arguments) {
  std::shared_ptr<WorkerPool> pool(new WorkerPool);
  pool->processes_ = std::make_shared<Processes>();
  pool->Begin(std::move(path), std::move(arguments), static_cast<size_t>(std::max(warm, 0)));
  return pool;
}

void WorkerPool::Begin(std::string path, std::vector<std::string> arguments, size_t warm) {
  auto shared = std::make_shared<Shared>();
  shared->path = std::move(path);
  shared->arguments = std::move(arguments);
  shared->wanted_warm = warm;
  shared->thread = std::thread(Serve, shared);
  processes_->kept.push_back(shared);
  processes_->ours = shared.get();
}

// A forked process has a copy of what its parent had, but not its thread: nobody would start a
// worker, and those that wait would hear two processes. Path and arguments never change, so they
// can be read; the lock may be held for ever.
WorkerPool::Shared& WorkerPool::Ours() {
  if (processes_->ours.load()->owner == getpid()) return *processes_->ours;
  std::lock_guard lock(processes_->beginning);
  Shared& old = *processes_->ours;
  if (old.owner == getpid()) return old;  // another thread was faster
  if (old.mutex.try_lock()) {
    for (const Ready& worker : old.ready) close(worker.socket);
    old.ready.clear();
    old.mutex.unlock();
  }
  Begin(old.path, old.arguments, old.wanted_warm);
  return *processes_->ours;
}

WorkerPool::~WorkerPool() {
  Shared& shared = *processes_->ours;
  // (The dead thread of a parent still counts as an owner of what it served, so that is never
  // freed: its lock and conditions could not be.)
  if (shared.owner != getpid()) return;
  {
    std::lock_guard lock(shared.mutex);
    shared.ends = true;
  }
  shared.to_thread.notify_one();
  shared.thread.join();
}

// The thread: starts workers while some are missing, waits for the ends of those that were killed.
void WorkerPool::Serve(std::shared_ptr<Shared> shared) {
  std::unique_lock lock(shared->mutex);
  bool may_warm = true;  // after a failure only those that somebody waits for are tried
  while (!shared->ends) {
    const bool for_taker = shared->ready.size() < shared->takers;
    if (for_taker || (may_warm && shared->ready.size() < shared->wanted_warm + shared->takers)) {
      lock.unlock();
      Ready worker = {};
      const int error = SpawnWorker(shared->path, shared->arguments, &worker.pid, &worker.socket);
      lock.lock();
      may_warm = error == 0;
      if (error == 0) {
        shared->ready.push_back(worker);
      } else {
        ++shared->failures;
        shared->last_error = error;
      }
      shared->to_takers.notify_all();
      if (error != 0)
        shared->to_thread.wait_for(lock, std::chrono::milliseconds(5));  // they hear of it first
    } else if (!shared->to_reap.empty()) {
      std::vector<pid_t> dead = std::exchange(shared->to_reap, {});
      lock.unlock();
      for (pid_t pid : dead) waitpid(pid, nullptr, 0);
      lock.lock();
    } else {
      shared->to_thread.wait(lock);
    }
  }
  std::vector<pid_t> dead = std::exchange(shared->to_reap, {});
  for (const Ready& worker : shared->ready) {
    kill(worker.pid, SIGKILL);
    close(worker.socket);
    dead.push_back(worker.pid);
  }
  shared->ready.clear();
  lock.unlock();
  for (pid_t pid : dead) waitpid(pid, nullptr, 0);
}

absl::StatusOr<WorkerProcess> WorkerPool::Take() {
  Shared& shared = Ours();
  std::unique_lock lock(shared.mutex);
  // A worker that died while it waited is replaced; a path at which everything dies is not tried
  // for ever.
  for (int started = 0; started < 3 || !shared.ready.empty();) {
    if (shared.ready.empty()) {
      ++started;
      const uint64_t failures = shared.failures;
      ++shared.takers;
      shared.to_thread.notify_one();
      shared.to_takers.wait(lock,
                            [&] { return !shared.ready.empty() || shared.failures != failures; });
      --shared.takers;
      if (shared.ready.empty()) {
        return absl::UnavailableError(
            absl::StrCat("the Python worker ", shared.path,
                         " cannot be started: ", strerror(shared.last_error)));
      }
    }
    const Ready worker = shared.ready.front();
    shared.ready.pop_front();
    shared.to_thread.notify_one();
    if (IsAlive(worker.socket)) return WorkerProcess(shared_from_this(), worker.pid, worker.socket);
    close(worker.socket);
    kill(worker.pid, SIGKILL);
    shared.to_reap.push_back(worker.pid);
  }
  return absl::UnavailableError(absl::StrCat("the Python worker ", shared.path, " ends at once"));
}

int WorkerPool::warm() const {
  Shared& shared = *processes_->ours;
  if (shared.owner != getpid()) return 0;
  std::lock_guard lock(shared.mutex);
  return static_cast<int>(shared.ready.size());
}

void WorkerPool::Reap(pid_t pid) {
  Shared& shared = Ours();
  {
    std::lock_guard lock(shared.mutex);
    shared.to_reap.push_back(pid);
  }
  shared.to_thread.notify_one();
}

// ---- WorkerProcess

WorkerProcess::WorkerProcess(std::shared_ptr<WorkerPool> pool, pid_t pid, int socket)
    : pool_(std::move(pool)), owner_(getpid()), pid_(pid), socket_(socket) {}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : pool_(std::move(other.pool_)),
      owner_(other.owner_),
      pid_(std::exchange(other.pid_, -1)),
      socket_(std::exchange(other.socket_, -1)) {}

WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept {
  std::swap(pool_, other.pool_);
  std::swap(owner_, other.owner_);
  std::swap(pid_, other.pid_);
  std::swap(socket_, other.socket_);
  return *this;
}

WorkerProcess::~WorkerProcess() {
  if (socket_ >= 0) close(socket_);
  if (pid_ < 0 || owner_ != getpid()) return;
  kill(pid_, SIGKILL);
  pool_->Reap(pid_);
}

int WorkerProcess::socket() const { return owner_ == getpid() ? socket_ : -1; }

std::optional<int> WorkerProcess::KillAndWait() {
  if (pid_ < 0 || owner_ != getpid()) return std::nullopt;
  // One that has ended, or is ending, keeps the status that it has.
  kill(pid_, SIGKILL);
  const pid_t pid = std::exchange(pid_, -1);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return std::nullopt;  // the host's own SIGCHLD handler was faster
  }
  return status;
}

std::string FindWorker() {
  if (const char* named = getenv("PYSUB_WORKER"); named != nullptr && *named != '\0') {
    return IsProgram(named) ? named : "";
  }
  constexpr char kName[] = "pysub-worker";
  char self[4096];
  if (const ssize_t size = readlink("/proc/self/exe", self, sizeof(self)); size > 0) {
    std::string path(self, static_cast<size_t>(size));
    path = path.substr(0, path.rfind('/') + 1) + kName;
    if (IsProgram(path)) return path;
  }
  const char* all = getenv("PATH");
  for (std::string_view rest = all != nullptr ? all : ""; !rest.empty();) {
    const size_t colon = rest.find(':');
    const std::string directory(rest.substr(0, colon));
    rest = colon == std::string_view::npos ? "" : rest.substr(colon + 1);
    // (An empty or relative entry would find whatever lies in the directory where the host happens
    // to be.)
    if (directory.starts_with('/') && IsProgram(directory + "/" + kName))
      return directory + "/" + kName;
  }
  return "";
}

}  // namespace pysub
