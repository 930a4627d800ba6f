#include "pysub/shell/command.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

// dirname [-z] NAME...
Progress RunDirname(CommandIo& io) {
  constexpr CommandOption kOptions[] = {{'z', "zero"}};
  Options options(io, kOptions, Options::kStopAtOperand);
  char end = '\n';
  while (options.Next()) end = '\0';
  if (options.status()) return Progress::Done(*options.status());
  std::vector<std::string> names = options.operands();
  if (names.empty()) return MissingOperand(io);
  for (const std::string& name : names) {
    io.Out(DirectoryOf(name));
    io.Out({&end, 1});
  }
  return Progress::Done(0);
}

}  // namespace pysub::shell
