#include "shell/cli/python_prompt.h"

#include "shell/cli/prompt.h"

namespace pysub {

int RunPythonPrompt(const PythonPrompt& prompt, bool raw) {
  // It has no program: what the host has beside one is never looked at.
  CommandLine command;
  command.arguments = prompt.arguments;
  command.environment = prompt.environment;
  command.working_directory = prompt.working_directory;
  command.safe_path = prompt.safe_path;
  command.ignores_environment = prompt.ignores_environment;
  command.raw = raw;
  const SandboxLimits& limits = prompt.limits;
  command.limits.memory_bytes = limits.memory_bytes.value_or(kUnlimited);
  if (limits.duration) command.limits.duration_ns = static_cast<uint64_t>(limits.duration->count());
  command.limits.allocations = limits.allocations.value_or(kUnlimited);
  command.limits.steps = limits.steps.value_or(kUnlimited);
  command.limits.output_bytes = limits.output_bytes.value_or(kUnlimited);
  command.limits.recursion_depth = limits.recursion_depth;
  const PromptInShell shell = {prompt.files, prompt.is_over, prompt.waits, prompt.file_name,
                               prompt.source};
  return RunPrompt(command, &shell);
}

}  // namespace pysub
