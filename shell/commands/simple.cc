#include "shell/commands/simple.h"

#include "shell/commands/quoting.h"

namespace pysub::shell {

Progress MissingOperand(CommandIo& io, int status) {
  io.Error("missing operand");
  return TryHelp(io, status);
}

Progress ExtraOperand(CommandIo& io, std::string_view operand, int status) {
  io.Error("extra operand " + QuoteWord(operand));
  return TryHelp(io, status);
}

std::string InvalidArgument(std::string_view value, std::string_view option,
                            std::initializer_list<std::string_view> valid) {
  std::string text = "invalid argument " + QuoteWord(value) + " for " + QuoteWord(option) +
                     "\nValid arguments are:";
  for (std::string_view line : valid) text.append("\n  - ").append(line);
  return text;
}

}  // namespace pysub::shell
