#include "shell/agent/told_limits.h"

#include <fmt/format.h>

#include "osbridge/worker/limit_text.h"
#include "pysub/python/llm_hint.h"

namespace pysub::agent {

std::string HintOfPython(const Config& config) { return PythonLlmHint(config.python_limits()); }

std::string HintOfScripts(const Config& config) {
  const ShellLimits limits = config.shell_limits();
  return fmt::format("Limits of a script: {}, {} with its files, {} of output.\n",
                     DurationText(limits.wall_time), BytesText(limits.memory_bytes),
                     BytesText(limits.output_bytes));
}

std::string HintOfDurable(const Config& config) {
  const SandboxLimits python = config.python_limits();
  return fmt::format(
      "Limits of a program, and of each feed: {} of running (waiting costs nothing), {} of output; "
      "of Python {} and {} steps, of a shell {} with its files.\n",
      DurationText(*python.duration), BytesText(*python.output_bytes),
      BytesText(*python.memory_bytes), CountText(*python.steps),
      BytesText(config.shell_limits().memory_bytes));
}

}  // namespace pysub::agent
