#include "pysub/shell/command.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

// printenv [-0] [NAME...]
Progress RunPrintenv(CommandIo& io) {
  constexpr CommandOption kOptions[] = {{'0', "null"}};
  Options options(io, kOptions, Options::kStopAtOperand, 2);
  char end = '\n';
  while (options.Next()) end = '\0';
  if (options.status()) return Progress::Done(*options.status());
  std::vector<std::string> names = options.operands();
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
