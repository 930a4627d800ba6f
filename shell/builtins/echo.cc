#include "shell/builtins/builtins.h"
#include "shell/syntax/escapes.h"

namespace pysub::shell {

BuiltinResult BuiltinEcho(Process& process, const std::vector<std::string>& args) {
  bool newline = true;
  bool escapes = process.Has(Shopt::kXpgEcho);
  size_t at = 1;
  for (; at < args.size(); ++at) {
    const std::string& arg = args[at];
    if (arg.size() < 2 || arg[0] != '-' || arg.find_first_not_of("neE", 1) != std::string::npos) break;
    for (char c : arg.substr(1)) {
      if (c == 'n') newline = false;
      if (c == 'e') escapes = true;
      if (c == 'E') escapes = false;
    }
  }
  std::string out;
  bool stopped = false;
  for (size_t i = at; i < args.size() && !stopped; ++i) {
    if (i > at) out += ' ';
    if (escapes) {
      out += DecodeEscapes(args[i], EscapeStyle::kEcho, &stopped);
    } else {
      out += args[i];
    }
    if (!process.budget().HasRoom(out.size())) return 1;
  }
  if (newline && !stopped) out += '\n';
  process.Write(1, out);
  return 0;
}

}  // namespace pysub::shell
