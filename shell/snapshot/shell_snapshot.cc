#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shell/shell_impl.h"
#include "shell/snapshot/image.h"
#include "shell/snapshot/seal.h"
#include "shell/snapshot/times.h"

// Saving, restoring and forking a shell. The bytes: a header, the clock, the files, then all the rest as one Image.

namespace pysub {

using shell::Image;
using shell::Machine;

void Shell::Impl::Fields(Image& image) {
  image(running, spent_ns);
  if (image.loading()) spent_ns = std::clamp(spent_ns, int64_t{0}, shell::kFarNs);
  machine.Fields(image);
}

absl::StatusOr<std::string> Shell::Snapshot() {
  Machine& machine = impl_->machine;
  Image image(&machine, nullptr);
  int64_t now_ns = machine.budget.clock().monotonic_ns();
  std::string files = machine.files->Snapshot();
  std::string_view files_view = files;
  image(now_ns);
  image.archive().Block(files_view);
  impl_->Fields(image);
  if (image.ok()) return shell::AddHeader(image.archive().TakeBytes());
  return absl::FailedPreconditionError(image.problem());
}

absl::Status Shell::Impl::Restore(std::string_view bytes, const files::Limits& file_limits,
                                  const std::function<absl::Status(files::FileSystem&)>& attach) {
  std::string_view content;
  std::string problem;
  if (!shell::TakeHeader(bytes, &content, &problem)) return absl::DataLossError(problem);
  // Containers are counted twice, since they grow by doubling; what stays is charged by itself.
  uint64_t room = std::min(limits.memory_bytes, UINT64_MAX / 2) * 2;
  Image image(&machine, nullptr, content, room);
  int64_t now_ns = 0;
  std::string_view files_view;
  image(now_ns);
  image.archive().Block(files_view);
  machine.budget.ShiftClock(now_ns);
  machine.budget.BeginLoading(limits, &cancelled);
  auto files = files::FileSystem::Restore(files_view, file_limits, &machine.budget);
  if (!image.ok() || !files.ok()) {
    return absl::DataLossError("the snapshot is damaged: files: " + std::string(files.status().message()));
  }
  machine.files = *std::move(files);
  if (absl::Status attached = attach(*machine.files); !attached.ok()) return attached;
  Fields(image);
  image.Check(image.archive().AtEnd(), "its end");
  if (image.ok() && !machine.budget.stopped()) return absl::OkStatus();
  return absl::DataLossError("the snapshot cannot be used: " + (image.ok() ? machine.budget.Message() : image.problem()));
}

absl::StatusOr<Shell> Shell::Fork() {
  shell::SharedTexts texts;
  Machine& machine = impl_->machine;
  Image out(&machine, &texts);
  impl_->Fields(out);
  std::string bytes = out.archive().TakeBytes();
  if (!out.ok()) return absl::FailedPreconditionError(out.problem());
  auto impl = std::make_unique<Impl>(machine.budget.clock(), machine.files->limits());
  impl->kept = impl_->kept;
  impl->limits = impl_->limits;
  impl->environment = impl_->environment;
  impl->cwd = impl_->cwd;
  impl->Connect({});
  Machine& copy = impl->machine;
  copy.commands = machine.commands;
  copy.before_command = machine.before_command;
  copy.after_command = machine.after_command;
  copy.budget.BeginLoading(impl_->running ? machine.budget.limits() : impl->limits, &impl->cancelled);
  auto files = machine.files->Fork(&copy.budget);
  if (!files.ok()) return files.status();
  copy.files = *std::move(files);
  Image in(&copy, &texts, bytes, UINT64_MAX);
  impl->Fields(in);
  if (!in.ok()) return absl::FailedPreconditionError(in.problem());
  return Shell(std::move(impl));
}

}  // namespace pysub
