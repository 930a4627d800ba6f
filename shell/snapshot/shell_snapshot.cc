#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shell/shell_impl.h"
#include "shell/snapshot/seal.h"
#include "shell/snapshot/serialiser.h"
#include "shell/snapshot/times.h"

// Saving, restoring and forking a shell. The bytes: a header, the clock, the files, then all the
// rest as one Serialiser.

namespace pysub {

using shell::Kernel;
using shell::Serialiser;

void Shell::Impl::Fields(Serialiser& serialiser) {
  serialiser(running, spent_ns);
  if (serialiser.loading()) spent_ns = std::clamp(spent_ns, int64_t{0}, shell::kFarNs);
  kernel.Fields(serialiser);
}

// The time goes in front. Moments in the state are those of the old clock; loading moves the new
// clock so that they fit.
absl::StatusOr<std::string> Shell::Snapshot() {
  Kernel& kernel = impl_->kernel;
  Serialiser serialiser(&kernel, nullptr);
  int64_t now_ns = kernel.budget.clock().monotonic_ns();
  std::string files = kernel.files->Snapshot();
  std::string_view files_view = files;
  serialiser(now_ns);
  serialiser.archive().Block(files_view);
  impl_->Fields(serialiser);
  if (serialiser.ok()) return shell::AddHeader(serialiser.archive().TakeBytes());
  return absl::FailedPreconditionError(serialiser.problem());
}

// The order guards against hostile bytes: the header, then the limits, then the files, then the
// state that refers to them. Loading itself is under a limit of memory. Otherwise a few bytes that
// claim a million elements would take the host's memory before the first check.
absl::Status Shell::Impl::Restore(std::string_view bytes, const files::Limits& file_limits,
                                  const std::function<absl::Status(files::FileSystem&)>& attach) {
  std::string_view content;
  std::string problem;
  if (!shell::TakeHeader(bytes, &content, &problem)) return absl::DataLossError(problem);
  // Containers are counted twice, since they grow by doubling; what stays is charged by itself.
  uint64_t room = std::min(limits.memory_bytes, UINT64_MAX / 2) * 2;
  Serialiser serialiser(&kernel, nullptr, content, room);
  int64_t now_ns = 0;
  std::string_view files_view;
  serialiser(now_ns);
  serialiser.archive().Block(files_view);
  kernel.budget.ShiftClock(now_ns);
  kernel.budget.BeginLoading(limits, &cancelled);
  auto files = files::FileSystem::Restore(files_view, file_limits, &kernel.budget);
  if (!serialiser.ok() || !files.ok()) {
    return absl::DataLossError("the snapshot is damaged: files: " +
                               std::string(files.status().message()));
  }
  kernel.TakeFiles(*std::move(files));
  if (absl::Status attached = attach(*kernel.files); !attached.ok()) return attached;
  Fields(serialiser);
  serialiser.Check(serialiser.archive().AtEnd(), "its end");
  if (serialiser.ok() && !kernel.budget.stopped()) return absl::OkStatus();
  return absl::DataLossError("the snapshot cannot be used: " +
                             (serialiser.ok() ? kernel.budget.Message() : serialiser.problem()));
}

// A fork is a snapshot that stays in memory. One way to copy a shell is enough, and this one is
// tested against forgotten members already. Texts of scripts and files do not go through the bytes.
absl::StatusOr<Shell> Shell::Fork() {
  shell::SharedTexts texts;
  Kernel& kernel = impl_->kernel;
  Serialiser out(&kernel, &texts);
  impl_->Fields(out);
  std::string bytes = out.archive().TakeBytes();
  if (!out.ok()) return absl::FailedPreconditionError(out.problem());
  auto impl = std::make_unique<Impl>(kernel.budget.clock(), kernel.files->limits());
  impl->kept = impl_->kept;
  impl->limits = impl_->limits;
  impl->environment = impl_->environment;
  impl->cwd = impl_->cwd;
  impl->Connect({});
  Kernel& copy = impl->kernel;
  copy.commands = kernel.commands;
  copy.before_command = kernel.before_command;
  copy.after_command = kernel.after_command;
  copy.budget.BeginLoading(impl_->running ? kernel.budget.limits() : impl->limits,
                           &impl->cancelled);
  auto files = kernel.files->Fork(&copy.budget);
  if (!files.ok()) return files.status();
  copy.TakeFiles(*std::move(files));
  Serialiser in(&copy, &texts, bytes, UINT64_MAX);
  impl->Fields(in);
  if (!in.ok()) return absl::FailedPreconditionError(in.problem());
  return Shell(std::move(impl));
}

}  // namespace pysub
