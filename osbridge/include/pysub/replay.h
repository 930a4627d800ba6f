#ifndef PYSUB_PYSUB_REPLAY_H_
#define PYSUB_PYSUB_REPLAY_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "pysub/export.h"
#include "pysub/sandbox.h"

namespace pysub PYSUB_API {

// Does again what a host did to a sandbox, from what Sandbox::StartRecording() wrote down: in
// another process, as often as wanted, without the host's functions. A program is deterministic, so
// it must do the same again.
//
//   absl::StatusOr<Replay> replay = Replay::Open(bytes);
//   while (replay->position() < replay->size()) {
//     puts(replay->Describe(replay->position()).c_str());
//     if (absl::Status step = replay->Step(); !step.ok()) return puts(step.message().data());
//     ... replay->sandbox().Get("x") ...
//   }
//
// Used by one thread at a time. Looking at sandbox() between steps is no harm; running it
// ends the replay's sense.
class Replay {
 public:
  // The bytes may come from anybody, as for Sandbox::Restore. Of `options` the limits (memory and
  // time replace the recorded ones, which depend on the machine; the others are ceilings) and
  // on_output count. kDataLoss: the bytes are damaged or made by another build.
  static absl::StatusOr<Replay> Open(std::string_view bytes, const SandboxOptions& options = {});
  Replay(Replay&&) noexcept;
  Replay& operator=(Replay&&) noexcept;
  ~Replay();

  // How many things the host did.
  size_t size() const;
  // How many of them have been done again.
  size_t position() const;
  // "answer 3: 41", "run: FunctionCall 3 fetch('a')": what was recorded as number
  // `event`, below size().
  std::string Describe(size_t event) const;

  // Does the next one. What the machine ended (time, memory, Cancel()) ends here after as many
  // steps. Of a run in pieces those that only ran out of fuel are done together with the last one.
  // kAborted: the sandbox did something else than it did then; the message says which event, what
  // was recorded and what happened now. kOutOfRange: there is none.
  absl::Status Step();
  // All that are left.
  absl::Status RunToEnd();

  // As the last Step() left it.
  Sandbox& sandbox();

 private:
  struct Impl;
  explicit Replay(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_REPLAY_H_
