#include "pysub/shell/command.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

// dirname [-z] NAME...
Progress RunDirname(CommandIo& io) {
  constexpr LongOption kLong[] = {{"zero", OptionArgument::kNone, 'z'}};
  OptionParser options(io, "+z", kLong);
  char end = '\n';
  for (int option; (option = options.Next()) != OptionParser::kEnd;) {
    if (option != 'z') return options.Refuse(1);
    end = '\0';
  }
  std::vector<std::string> names = options.Operands();
  if (names.empty()) return MissingOperand(io);
  for (const std::string& name : names) {
    io.Out(DirectoryOf(name));
    io.Out({&end, 1});
  }
  return Progress::Done(0);
}

}  // namespace pysub::shell
