#include "shell/builtins/builtins.h"
#include "shell/run/growing_text.h"
#include "shell/run/posix.h"
#include "shell/syntax/escapes.h"

namespace pysub::shell {

BuiltinResult BuiltinEcho(Process& process, const std::vector<std::string>& args) {
  bool newline = true;
  bool escapes = process.options.Has(Shopt::kXpgEcho);
  size_t at = 1;
  const bool has_options = !escapes || !InPosixMode(process);
  for (; has_options && at < args.size(); ++at) {
    const std::string& arg = args[at];
    if (arg.size() < 2 || arg[0] != '-' || arg.find_first_not_of("neE", 1) != std::string::npos)
      break;
    for (char c : arg.substr(1)) {
      if (c == 'n') newline = false;
      if (c == 'e') escapes = true;
      if (c == 'E') escapes = false;
    }
  }
  GrowingText out(&process.budget());
  bool stopped = false;
  for (size_t i = at; i < args.size() && !stopped; ++i) {
    if (i > at) out.Append(' ');
    if (!escapes) {
      out.Append(args[i]);
    } else if (const ScopedMemoryCharge decoded(&process.budget(), 2 * args[i].size());
               decoded.ok()) {
      out.Append(DecodeEscapes(args[i], EscapeStyle::kEcho, &stopped));
    }
    if (out.full() || process.budget().stopped()) return 1;
  }
  if (newline && !stopped) out.Append('\n');
  process.Write(1, out.text());
  return 0;
}

}  // namespace pysub::shell
