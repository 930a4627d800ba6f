#ifndef PYSUB_SHELL_SHELL_IMPL_H_
#define PYSUB_SHELL_SHELL_IMPL_H_

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pysub/shell/shell.h"
#include "shell/run/kernel.h"

namespace pysub {

// What a host has asked for, until Build() makes a shell of it.
struct Shell::Builder::Settings {
  ShellLimits limits;
  files::Limits file_limits;
  std::vector<std::string> environment;
  std::string cwd = "/home/user";
  struct InitialFile {
    std::string path, content;
    uint32_t mode;
  };
  std::vector<InitialFile> files;
  struct InitialMount {
    std::string path, directory;
    files::MountOptions options;
  };
  std::vector<InitialMount> mounts;
  std::vector<const shell::CommandInfo*> commands;
  std::vector<std::shared_ptr<const void>> kept;
  absl::Status refusal;
  shell::BeforeCommand before;
  shell::AfterCommand after;
  shell::Clock clock;
  std::optional<uint64_t> seed;
};

// The shell behind the public class. It owns the kernel with all processes, and remembers between
// two Exec() what stays: variables, functions, the directory.
struct Shell::Impl {
  Impl(shell::Clock clock, const files::Limits& file_limits)
      : kernel(std::move(clock), file_limits) {}

  shell::Process* main() { return kernel.main(); }
  // The first process of a shell, as fresh as a new bash.
  void StartMain();
  // Where input comes from and output goes to.
  void Connect(const ExecOptions& options);
  // RunFor(), and with `idle_ns` RunReady().
  std::optional<ExecResult> RunPiece(uint64_t* fuel, int64_t waited_ns, int64_t* idle_ns);
  ExecResult Finish();
  bool TrapsInterrupt();  // a trap of INT runs now, and the script is not over
  void GiveUp();          // ends what a limit has stopped
  void BeginAnew();       // behind a limit: with a full account

  // What a snapshot holds beside the files (snapshot/shell_snapshot.cc).
  void Fields(shell::Serialiser& serialiser);
  // `attach` gives mounts their directories. After an error this may only be destroyed.
  absl::Status Restore(std::string_view bytes, const files::Limits& file_limits,
                       const std::function<absl::Status(files::FileSystem&)>& attach);

  shell::Kernel kernel;
  ShellLimits limits;
  std::vector<std::string> environment;
  std::string cwd;
  std::vector<std::shared_ptr<const void>> kept;
  std::atomic<bool> cancelled{false};
  std::string out;
  std::string err;
  bool running = false;  // a script stands half-way
  int64_t spent_ns = 0;  // by it
};

}  // namespace pysub

#endif  // PYSUB_SHELL_SHELL_IMPL_H_
