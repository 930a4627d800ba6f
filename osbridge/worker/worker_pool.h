#ifndef PYSUB_OSBRIDGE_WORKER_WORKER_POOL_H_
#define PYSUB_OSBRIDGE_WORKER_WORKER_POOL_H_

#include <absl/status/statusor.h>
#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

// Worker processes. Not installed.
namespace pysub {

class WorkerPool;

// One process and the socket to it. It serves one run of one tenant; what is left of it then is
// killed. To use it again would be faster, but a program that has taken over its interpreter would
// meet the next tenant.
// In a process that was forked from the one that started it, it is somebody else's: it has no
// socket there, and is let go without a word.
class WorkerProcess {
 public:
  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&& other) noexcept;
  // Kills it; somebody else waits for its end.
  ~WorkerProcess();

  int socket() const;
  pid_t pid() const { return pid_; }
  // Kills it and says how it had ended, if it had: a status as of waitpid(). Nothing: nobody knows.
  std::optional<int> KillAndWait();

 private:
  friend class WorkerPool;
  WorkerProcess(std::shared_ptr<WorkerPool> pool, pid_t pid, int socket);

  std::shared_ptr<WorkerPool> pool_;
  pid_t owner_ = -1;
  pid_t pid_ = -1;
  int socket_ = -1;
};

// Starts workers, some of them before they are wanted, and waits for those that were killed. All
// this happens on a thread of its own: the kernel kills a worker when the thread that started it
// ends, and a caller's may. Thread-safe. In a forked process, which has neither the thread nor the
// workers, it begins anew.
class WorkerPool : public std::enable_shared_from_this<WorkerPool> {
 public:
  // `warm`: how many stand ready. Each gets `arguments`.
  static std::shared_ptr<WorkerPool> Start(std::string path, int warm,
                                           std::vector<std::string> arguments = {});
  ~WorkerPool();

  // A worker that has served nobody. kUnavailable: it could not be started.
  absl::StatusOr<WorkerProcess> Take();
  // How many stand ready now.
  int warm() const;

 private:
  // A worker that was started in advance and waits for a request.
  struct Ready {
    pid_t pid;
    int socket;
  };
  struct Shared;     // of one process: callers and the pool's thread both see it
  struct Processes;  // those of this process and of those that it was forked from
  friend class WorkerProcess;

  WorkerPool() = default;
  static void Serve(std::shared_ptr<Shared> shared);
  void Begin(std::string path, std::vector<std::string> arguments, size_t warm);
  // What this process has.
  Shared& Ours();
  void Reap(pid_t pid);

  std::shared_ptr<Processes> processes_;
};

// Not where pysub is WebAssembly (no_workers.cc).
#if defined(__wasm__)
inline constexpr bool kHasProcesses = false;
#else
inline constexpr bool kHasProcesses = true;
#endif

// Where the worker is: PYSUB_WORKER, beside this program, on PATH. "": nowhere.
std::string FindWorker();

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_WORKER_WORKER_POOL_H_
