#include "pysub/shell/command.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

// pwd [-L|-P]: the program; it looks at links unless -L is given and PWD is right.
Progress RunPwd(CommandIo& io) {
  constexpr CommandOption kOptions[] = {{'L', "logical"}, {'P', "physical"}};
  Options options(io, kOptions);
  bool logical = false;
  while (options.Next()) logical = options.id() == 'L';
  if (options.status()) return Progress::Done(*options.status());
  if (!options.operands().empty()) io.Error("ignoring non-option arguments");
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
