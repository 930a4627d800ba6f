#ifndef PYSUB_SHELL_AGENT_SHELL_MACHINE_H_
#define PYSUB_SHELL_AGENT_SHELL_MACHINE_H_

#include <absl/status/statusor.h>

#include <functional>
#include <string>
#include <string_view>

#include "osbridge/sessions/machine.h"

namespace pysub::agent {

// Durable sessions of kind "shell": a whole shell with its files, processes and pipes; python3 is a
// command of it. `call NAME [ARGUMENT] ...` calls a function of the session's settings, with texts,
// and prints the answer: a text as it is, anything else as JSON; status 1 and a message for an
// error. While all of it waits or sleeps no process is held; what sleeps long wakes up to a tenth
// of that time later, at most a minute.
class ShellMachine final : public sessions::Machine {
 public:
  ShellMachine();
  std::string_view kind() const override { return "shell"; }
  std::string_view format() const override { return format_; }
  absl::StatusOr<std::string> Begin(std::string_view code) const override;
  absl::StatusOr<sessions::Transition> Run(
      const sessions::Claim& claim, std::string_view state,
      const std::function<sessions::Pulse()>& pulse) const override;

 private:
  std::string format_;
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_SHELL_MACHINE_H_
