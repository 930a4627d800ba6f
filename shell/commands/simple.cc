#include "shell/commands/simple.h"

#include "shell/commands/quoting.h"

namespace pysub::shell {

Progress MissingOperand(CommandIo& io, int status) {
  io.Error("missing operand");
  return OptionParser::Usage(io, status);
}

Progress ExtraOperand(CommandIo& io, std::string_view operand, int status) {
  io.Error("extra operand " + QuoteWord(operand));
  return OptionParser::Usage(io, status);
}

}  // namespace pysub::shell
