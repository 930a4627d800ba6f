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

}  // namespace pysub::shell
