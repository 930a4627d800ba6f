#ifndef PYSUB_OSBRIDGE_SESSIONS_PYTHON_MACHINE_H_
#define PYSUB_OSBRIDGE_SESSIONS_PYTHON_MACHINE_H_

#include <absl/status/statusor.h>

#include <functional>
#include <string>
#include <string_view>

#include "osbridge/sessions/machine.h"

namespace pysub::sessions {

// Sessions of kind "python": a program, its files, and what is fed to it later. Beside the
// functions of its SessionSpec it has emit(topic, body), which goes to the outbox with the
// transition, and wait_signal(name, timeout=None). Sleeping, of whatever length, holds no process.
class PythonMachine final : public Machine {
 public:
  PythonMachine();
  std::string_view kind() const override { return "python"; }
  std::string_view format() const override { return format_; }
  absl::StatusOr<std::string> Begin(std::string_view code) const override;
  absl::StatusOr<Transition> Run(const Claim& claim, std::string_view state,
                                 const std::function<Pulse()>& pulse) const override;

 private:
  std::string format_;
};

// What tells snapshots of builds apart that cannot read each other's.
std::string SnapshotFormat();

}  // namespace pysub::sessions

#endif  // PYSUB_OSBRIDGE_SESSIONS_PYTHON_MACHINE_H_
