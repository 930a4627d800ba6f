#include "shell/run/shebang.h"

#include <errno.h>

#include <algorithm>
#include <utility>

#include "shell/run/kernel.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kBlanks = " \t";

}  // namespace

Shebang ReadShebang(std::string_view head) {
  Shebang line;
  if (!head.starts_with("#!")) return line;
  std::string_view rest = head.substr(2, std::min(head.find('\n'), head.size()) - 2);
  rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
  rest = rest.substr(0, rest.find_last_not_of(kBlanks) + 1);
  const size_t end = std::min(rest.find_first_of(kBlanks), rest.size());
  line.program = rest.substr(0, end);
  rest.remove_prefix(end);
  rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
  line.argument = rest;
  return line;
}

FoundCommand FindInterpreter(Process& process, Shebang* line) {
  Kernel& kernel = *process.kernel;
  if (line->program.empty()) {
    line->program = "bash";
    return kernel.FindCommand(process, line->program, Kernel::Seeker::kStandard);
  }
  const bool is_name = !line->argument.empty() && line->argument[0] != '-' &&
                       line->argument.find_first_of(" \t=") == std::string::npos;
  if (is_name && line->program.ends_with("/env")) {
    FoundCommand named = kernel.FindCommand(process, line->argument, Kernel::Seeker::kExec);
    if (named.kind != FoundCommand::Kind::kNothing) {
      line->program = std::exchange(line->argument, std::string());
      return named;
    }
  }
  const bool is_path = line->program.find('/') != std::string::npos;
  return kernel.FindCommand(process, is_path ? line->program : "./" + line->program,
                            Kernel::Seeker::kExec);
}

int ReportRefused(Process& process, std::string_view shown, const std::string& path, int error) {
  const std::string_view text = ErrnoText(error);
  if (error == ENOENT || error == ENOTDIR) {
    process.Error(shown, ": cannot execute: required file not found");
    return 127;
  }
  const auto head = process.files().ReadFile(process.caller(), path, 0, kShebangBytes);
  const std::string program = head.ok() ? ReadShebang(*head).program : std::string();
  program.empty() || error == E2BIG
      ? process.Error(shown, ": ", text)
      : process.ErrorOfNoLine(shown, ": ", program, ": bad interpreter: ", text);
  return 126;
}

}  // namespace pysub::shell
