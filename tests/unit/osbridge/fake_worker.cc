// A worker that does not keep to the protocol. Its name says how: fake-exits, fake-silent,
// fake-no-hello, fake-old, fake-open (without walls); any other says hello, and sends what stands
// in Init's code. "# exit" at the end of that: and ends; "# again": and again, for ever; "#
// slowly": a byte each 20 ms.

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>

#include "osbridge/worker/frames.h"
#include "osbridge/worker/lockdown.h"

namespace {

void Send(const std::string& bytes) {
  size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t size =
        send(pysub::kProtocolDescriptor, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (size <= 0) _exit(3);
    sent += static_cast<size_t>(size);
  }
}

}  // namespace

int main() {
  char path[4096] = {};
  if (readlink("/proc/self/exe", path, sizeof(path) - 1) < 0) return 4;
  const std::string name = strrchr(path, '/') + 1;
  if (name == "fake-exits") return 5;
  if (name == "fake-silent") {
    while (true) pause();
  }
  if (name == "fake-old") Send(*pysub::frames::Encode(pysub::frames::Hello{0, {}}));
  if (name == "fake-open") Send(*pysub::frames::Encode(pysub::frames::Hello{}));
  if (name == "fake-worker") {
    pysub::frames::Hello hello;
    for (const pysub::Protection& protection : pysub::kProtections) {
      if (protection.required) hello.protections.emplace_back(protection.name);
    }
    Send(*pysub::frames::Encode(hello));
  }
  pysub::frames::LineReader lines;
  while (true) {
    absl::StatusOr<std::optional<std::string_view>> line = lines.Next();
    if (line.ok() && *line) {
      absl::StatusOr<pysub::frames::ToWorker> frame = pysub::frames::DecodeToWorker(**line);
      auto* init = frame.ok() ? std::get_if<pysub::frames::Init>(&*frame) : nullptr;
      if (init != nullptr && init->code.ends_with("# slowly")) {
        for (char c : init->code) {
          Send(std::string(1, c));
          usleep(20'000);
        }
      }
      if (init != nullptr && init->code.ends_with("# again")) {
        const std::string frame = init->code.substr(0, init->code.rfind('#'));
        while (true) Send(frame);
      }
      if (init != nullptr) Send(init->code);
      if (init != nullptr && init->code.ends_with("\n# exit")) return 9;
    }
    char buffer[4096];
    const ssize_t size = recv(pysub::kProtocolDescriptor, buffer, sizeof(buffer), 0);
    if (size <= 0) return 0;
    lines.Append({buffer, static_cast<size_t>(size)});
  }
}
