#include "osbridge/sessions/python_machine.h"

#include <fmt/format.h>
#include <sodium.h>

#include "osbridge/sessions/packing.h"
#include "osbridge/sessions/python_session.h"
#include "pysub/sandbox.h"
#include "pysub/version.h"

namespace pysub::sessions {
namespace {

// Magic, format, version, flags, fingerprint of all tables: vm/snapshot/format.h.
constexpr size_t kHeadBytes = 4 + 1 + 3 + 1 + 4;
constexpr size_t kMostCodeBytes = 4 << 20;

}  // namespace

std::string SnapshotFormat() {
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile(""));
  std::string text = PYSUB_VERSION_STRING;
  if (!sandbox.ok()) return text;
  const absl::StatusOr<std::string> bytes = sandbox->Snapshot();
  if (!bytes.ok() || bytes->size() < kHeadBytes) return text;
  text += '-';
  for (const char byte : bytes->substr(4, kHeadBytes - 4))
    text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

PythonMachine::PythonMachine() : format_(SnapshotFormat()) {}

absl::StatusOr<std::string> PythonMachine::Begin(std::string_view code) const {
  if (code.size() > kMostCodeBytes)
    return absl::InvalidArgumentError(
        fmt::format("the program has more than {} bytes", kMostCodeBytes));
  return PythonState{.standing = PythonState::Standing::kBegin, .rest = std::string(code)}.Pack();
}

absl::StatusOr<Transition> PythonMachine::Run(const Claim& claim, std::string_view state,
                                              const std::function<Pulse()>& pulse) const {
  absl::StatusOr<SessionSpec> spec = SessionSpec::Parse(claim.session.spec);
  if (!spec.ok()) return absl::DataLossError(std::string(spec.status().message()));
  absl::StatusOr<PythonState> old = PythonState::Unpack(state);
  if (!old.ok()) return old.status();
  PythonSession session(claim, *std::move(spec), *std::move(old), pulse);
  absl::StatusOr<Transition> transition = session.Run();
  if (transition.ok()) transition->format = format_;
  return transition;
}

}  // namespace pysub::sessions
