// Frames between host and worker: any line is a frame or an error; a frame is written as it was
// read.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "osbridge/worker/frames.h"
#include "osbridge/worker/os_call_wire.h"
#include "pysub/host_value_json.h"

namespace {

// What was read can be written, and reading that gives the same text again.
template <typename Decode, typename Frame>
void WriteAgain(const Frame& frame, Decode decode) {
  absl::StatusOr<std::string> line = pysub::frames::Encode(frame);
  if (!line.ok()) return;  // larger or deeper than a frame may be
  line->pop_back();
  auto again = decode(*line);
  if (!again.ok()) abort();
  absl::StatusOr<std::string> second = pysub::frames::Encode(std::get<Frame>(*again));
  if (!second.ok() || *second != *line + "\n") abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  pysub::frames::LineReader lines;
  lines.Append(text.substr(0, size / 2));
  static_cast<void>(lines.Next());
  lines.Append(text.substr(size / 2));
  while (true) {
    absl::StatusOr<std::optional<std::string_view>> line = lines.Next();
    if (!line.ok() || !*line) break;
    absl::StatusOr<pysub::frames::FromWorker> from = pysub::frames::DecodeFromWorker(**line);
    if (from.ok()) {
      std::visit([](const auto& frame) { WriteAgain(frame, pysub::frames::DecodeFromWorker); },
                 *from);
      if (const auto* call = std::get_if<pysub::frames::OsCall>(&*from)) {
        absl::StatusOr<pysub::OsCall> os_call = pysub::FromWire(call->function, call->args);
        if (os_call.ok() && pysub::ToWire(*os_call).function != call->function) abort();
      }
    }
    absl::StatusOr<pysub::frames::ToWorker> to = pysub::frames::DecodeToWorker(**line);
    if (to.ok())
      std::visit([](const auto& frame) { WriteAgain(frame, pysub::frames::DecodeToWorker); }, *to);
  }
  absl::StatusOr<pysub::HostValue> value =
      pysub::HostValueFromJson(text, {.max_resident_bytes = 1 << 22});
  if (value.ok()) {
    const std::string json = value->ToExactJson({.max_bytes = 1 << 24, .max_depth = 2000});
    if (json.find("$truncated") == std::string::npos) {
      absl::StatusOr<pysub::HostValue> again =
          pysub::HostValueFromJson(json, {.max_depth = 10'000});
      if (!again.ok() || again->ToExactJson({.max_bytes = 1 << 24, .max_depth = 2000}) != json)
        abort();
    }
  }
  return 0;
}
