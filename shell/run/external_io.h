#ifndef PYSUB_SHELL_RUN_EXTERNAL_IO_H_
#define PYSUB_SHELL_RUN_EXTERNAL_IO_H_

#include <map>
#include <string>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/run/exported_functions.h"
#include "shell/run/process.h"

namespace pysub::shell {

// What a Command sees of its process.
class ExternalIo final : public CommandIo {
 public:
  ExternalIo(Process* process, std::vector<std::string> argv);
  ~ExternalIo() override;

  std::string_view name() const override { return argv_[0]; }
  std::span<const std::string> args() const override { return std::span(argv_).subspan(1); }
  std::optional<std::string_view> Env(std::string_view variable) const override;
  std::vector<std::string> Environment() const override { return EnvironmentOf(*process_); }
  const std::string& cwd() const override { return process_->cwd; }
  uint32_t umask() const override { return process_->umask; }
  ReadStatus ReadSome(int fd, std::string_view* bytes, size_t limit) override;
  ReadStatus ReadLine(int fd, char delimiter, Line* line) override;
  ReadStatus Peek(int fd) override;
  void GiveBack(int fd) override;
  void Write(int fd, std::string_view bytes) override;
  bool write_failed() const override;
  void Error(std::string_view text) override;
  void Error(std::string_view what, int error_number) override;
  int error() const override { return error_; }
  int Open(std::string_view path, OpenMode mode) override;
  void Close(int fd) override;
  bool IsOpen(int fd) const override { return static_cast<bool>(process_->fds.Get(fd)); }
  bool IsTerminal(int) const override { return false; }
  std::optional<uint64_t> FileSize(int fd) const override;
  void Pipe(int* read_end, int* write_end) override;
  size_t staged() const override;
  bool Lock(int fd, LockKind kind) override;
  bool HasStreamsOfShell() const override;
  files::FileSystem& files() override { return process_->files(); }
  std::string Absolute(std::string_view path) const override;
  int64_t RealTimeNs() const override;
  int64_t MonotonicNs() const override;
  void WakeAt(int64_t monotonic_ns) override;
  uint64_t Random() override;
  void StopTime(bool stop) override {
    stop ? process_->budget().Pause() : process_->budget().GoOn();
  }
  bool Tick(uint64_t work) override;
  ParseAccount& account() override;
  bool Reserve(int64_t bytes) override;
  int Spawn(std::span<const std::string> argv, const ChildOptions& options) override;
  std::optional<int> WaitChild(int child) override;
  void KillChild(int child, int signal) override;
  bool OthersCanRun() override;
  bool IsOver() override { return !process_->budget().Look(); }

  void Fields(Serialiser& serialiser);
  uint64_t reserved() const { return static_cast<uint64_t>(reserved_); }

  // pysub/shell/child_signal.h
  int child_signal() const { return child_signal_; }
  // pysub/shell/host_call.h
  uint64_t HostCall();
  void WaitForHost();

  // One step of the command.
  Run Step(Command* command, int* status);

 private:
  // What was read from a descriptor and not given out yet.
  struct Buffer {
    std::string bytes;
    size_t taken = 0;
    bool ended = false;
    bool measured = false;
    uint64_t left = 0;  // when measured: of a file, to where it ended at the first read; else 0
    MemoryCharge held;  // of a long line
  };
  // More bytes into the buffer of fd; kData: there are some.
  // At most `limit` bytes are taken from what the descriptor reads: head -c and dd leave the rest
  // of a pipe to who reads behind them.
  ReadStatus Fill(int fd, Buffer* buffer, size_t limit);
  ReadStatus ReadMore(int fd, Buffer* buffer, std::string* bytes, size_t limit);
  uint64_t BytesToEnd(const Description& from, int fd) const;
  bool Writes(int fd) const;
  static constexpr size_t kReadBytes = 65536;
  static constexpr int kFirstFd = 1000;
  static constexpr size_t kMostOpened = 1021;  // `ulimit -n` without the three that are there
  static constexpr uint64_t kStepWork = 1 << 17;

  Process* process_;
  std::vector<std::string> argv_;
  mutable std::string made_;  // the value that Env() has made last
  std::map<int, Buffer> buffers_;
  std::vector<int> opened_;
  int64_t reserved_ = 0;
  uint64_t work_ = 0;
  uint64_t host_call_ = 0;  // 0: it has asked nothing yet
  int error_ = 0;
  int child_signal_ = 0;  // of the child that was waited for last
};

// Builtins that exist as programs, too (echo, printf, test ...).
bool FindExternalBuiltin(std::string_view name);
void StartBuiltin(Process& process, std::span<const std::string> argv);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_EXTERNAL_IO_H_
