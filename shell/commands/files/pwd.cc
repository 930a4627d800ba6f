#include "pysub/shell/command.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

// pwd [-L|-P]: the program; it looks at links unless -L is given and PWD is right.
Progress RunPwd(CommandIo& io) {
  constexpr LongOption kLong[] = {{"logical", OptionArgument::kNone, 'L'},
                                  {"physical", OptionArgument::kNone, 'P'}};
  OptionParser options(io, "LP", kLong);
  bool logical = false;
  for (int option; (option = options.Next()) != OptionParser::kEnd;) {
    if (option == OptionParser::kBad) return options.Refuse(1);
    logical = option == 'L';
  }
  if (!options.Operands().empty()) io.Error("ignoring non-option arguments");
  std::string path = io.cwd();
  if (!logical) {
    files::Result<std::string> real = io.files().Realpath(CallerOf(io), io.cwd());
    if (!real.ok()) {
      io.Error("couldn't find directory entry in '..' with matching i-node");
      return Progress::Done(1);
    }
    path = *real;
  }
  io.Out(path + "\n");
  return Progress::Done(0);
}

}  // namespace pysub::shell
