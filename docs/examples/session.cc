// A notebook: code is fed again and again into the same globals, a cell that runs for ever ends
// alone, and functions come out as values.

#include <pysub/sandbox.h>

#include <cstdio>
#include <vector>

int main() {
  pysub::SandboxOptions options;
  options.limits.duration = std::nullopt;  // it may live for weeks
  options.limits.allocations = std::nullopt;
  options.feed_limits.steps = 1'000'000;
  options.after_limit = pysub::AfterLimit::kBeforeFeed;
  absl::StatusOr<pysub::Sandbox> session =
      pysub::Sandbox::Create(pysub::Program::Compile(""), options);
  if (!session.ok()) return 1;
  session->Run();
  for (const char* cell : {"def area(w, h=1): return w * h", "x = area(3, 4)", "x + undefined",
                           "x = 0\nwhile True: pass", "x * 10"}) {
    if (!session->Feed(cell).ok()) return 1;
    const pysub::Stop stop = session->Run();
    if (const auto* raised = std::get_if<pysub::Raised>(&stop)) {
      std::printf("%s", raised->traceback.c_str());
    } else if (const auto* limit = std::get_if<pysub::LimitReached>(&stop)) {
      std::printf("%s\n", limit->message.c_str());
    } else if (const auto* finished = std::get_if<pysub::Finished>(&stop)) {
      std::printf("%s\n", finished->value.Repr().c_str());
    }
  }
  const absl::StatusOr<pysub::HostValue> area = session->Get("area");
  const std::vector<pysub::HostValue> args = {6};
  if (!area.ok() ||
      !session->Call(*area, args, std::vector<std::pair<std::string, pysub::HostValue>>{{"h", 7}})
           .ok()) {
    return 1;
  }
  const pysub::Stop stop = session->Run();
  std::printf("%s\n", std::get<pysub::Finished>(stop).value.Repr().c_str());
}
