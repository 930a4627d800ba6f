#include "pysub/shell/command.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

// printenv [-0] [NAME...]
Progress RunPrintenv(CommandIo& io) {
  constexpr LongOption kLong[] = {{"null", OptionArgument::kNone, '0'}};
  OptionParser options(io, "+0", kLong);
  char end = '\n';
  for (int option; (option = options.Next()) != OptionParser::kEnd;) {
    if (option != '0') return options.Refuse(2);
    end = '\0';
  }
  std::vector<std::string> names = options.Operands();
  int status = 0;
  if (names.empty()) {
    for (const std::string& entry : io.Environment()) {
      io.Out(entry);
      io.Out({&end, 1});
    }
  }
  for (const std::string& name : names) {
    std::optional<std::string_view> value = io.Env(name);
    if (!value) {
      status = 1;
      continue;
    }
    io.Out(*value);
    io.Out({&end, 1});
  }
  return Progress::Done(status);
}

}  // namespace pysub::shell
