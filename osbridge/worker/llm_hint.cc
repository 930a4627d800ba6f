#include "pysub/python/llm_hint.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>

#include <algorithm>

#include "osbridge/worker/limit_text.h"

namespace pysub {

std::string CountText(uint64_t count) {
  constexpr size_t kGroup = 3;
  std::string text = std::to_string(count);
  for (size_t end = text.size(); end > kGroup;) text.insert(end -= kGroup, ",");
  return text;
}

std::string BytesText(uint64_t bytes) {
  constexpr uint64_t kKilo = 1 << 10, kMega = 1 << 20;
  if (bytes != 0 && bytes % kMega == 0) return CountText(bytes / kMega) + " MB";
  if (bytes != 0 && bytes % kKilo == 0) return CountText(bytes / kKilo) + " KB";
  return CountText(bytes) + " bytes";
}

std::string DurationText(std::chrono::nanoseconds duration) {
  constexpr int64_t kMs = 1'000'000, kSecond = 1'000 * kMs;
  const int64_t count = std::max<int64_t>(duration.count(), 0);
  if (count % kSecond == 0) return CountText(static_cast<uint64_t>(count / kSecond)) + " s";
  if (count % kMs == 0) return CountText(static_cast<uint64_t>(count / kMs)) + " ms";
  return absl::StrCat(static_cast<double>(count) / static_cast<double>(kSecond), " s");
}

// tests/unit/osbridge/run_python_test.cc shows each of these sentences to be true.
std::string PythonLlmHint(const SandboxLimits& limits) {
  std::vector<std::string> told;
  if (limits.duration) told.push_back(DurationText(*limits.duration));
  if (limits.memory_bytes) told.push_back(BytesText(*limits.memory_bytes));
  if (limits.allocations) told.push_back(CountText(*limits.allocations) + " allocations");
  if (limits.steps) told.push_back(CountText(*limits.steps) + " steps");
  told.push_back(CountText(limits.recursion_depth) + " nested calls");
  if (limits.output_bytes) told.push_back(BytesText(*limits.output_bytes) + " of output");
  return absl::StrCat(
      "python3 is a sandboxed Python 3.14 subset: no class statements, no match statements; "
      "functions, generators, async, "
      "comprehensions, decorators, exceptions, f-strings and type hints work as usual.\n"
      "Use dict, collections.namedtuple or types.SimpleNamespace instead of classes.\n"
      "Only standard library modules without network or processes: no pip packages, no "
      "subprocess, no socket, no os.system.\n"
      "Files (open, pathlib, os.path) are those of the sandbox; nothing else of the machine can "
      "be seen.\n"
      "Limits: ",
      absl::StrJoin(told, ", "), ".\n");
}

std::string_view PythonLlmHint() {
  static const std::string text = PythonLlmHint(SandboxLimits());
  return text;
}

void LlmHints::Add(std::string_view hint) {
  while (!hint.empty()) {
    const size_t newline = hint.find('\n');
    const std::string_view line = hint.substr(0, newline);
    hint = newline == std::string_view::npos ? "" : hint.substr(newline + 1);
    if (line.empty() || std::find(lines_.begin(), lines_.end(), line) != lines_.end()) continue;
    lines_.emplace_back(line);
  }
}

std::string LlmHints::Text() const {
  std::string text;
  for (const std::string& line : lines_) text += line + "\n";
  return text;
}

}  // namespace pysub
