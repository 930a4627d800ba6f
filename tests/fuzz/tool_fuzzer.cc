// Any bytes as a request to the tool: the answer is one line of JSON with a text that begins as
// documented, and whatever program a request holds runs within tight limits.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "pysub/files/file_system.h"
#include "pysub/host_value_json.h"
#include "pysub/python/run_python.h"

namespace {

void Require(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

pysub::RunPython& Tool() {
  static pysub::files::FileSystem* const files = [] {
    auto* made = new pysub::files::FileSystem();
    const pysub::files::Caller root;
    static_cast<void>(made->Mkdir(root, "/base"));
    static_cast<void>(made->Mkdir(root, "/base/sub"));
    static_cast<void>(made->WriteFile(root, "/base/main.py", "print(1)\n"));
    static_cast<void>(made->WriteFile(root, "/base/sub/deep.py", "import sys; sys.exit(3)\n"));
    static_cast<void>(made->WriteFile(root, "/base/text.txt", "no program\n"));
    static_cast<void>(made->WriteFile(root, "/secret.py", "print('seen')\n"));
    return made;
  }();
  static pysub::RunPython* const tool = [] {
    pysub::RunPython::Options options;
    options.host.isolation = pysub::Isolation::kInProcess;
    options.host.warm_workers = 0;
    options.limits.memory_bytes = 16 << 20;
    options.limits.steps = 50'000;
    options.limits.output_bytes = 1 << 16;
    options.limits.duration = std::chrono::seconds(5);
    auto made = pysub::RunPython::ForFiles(*files, "/base", options);
    Require(made.ok(), made.status().ToString());
    return new pysub::RunPython(*std::move(made));
  }();
  return *tool;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string answer = Tool().CallJson({reinterpret_cast<const char*>(data), size});
  Require(answer.ends_with('\n') && answer.find('\n') == answer.size() - 1, "one line");
  const absl::StatusOr<pysub::HostValue> value =
      pysub::HostValueFromJson(std::string_view(answer).substr(0, answer.size() - 1), {});
  Require(value.ok(), "an answer is JSON");
  Require(
      answer.starts_with("{\"text\": \"Stdout:\\n") || answer.starts_with("{\"text\": \"Error: "),
      "a text that begins as documented");
  return 0;
}
