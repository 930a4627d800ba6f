#include "pysub/shell/command.h"
#include "shell/commands/options.h"
#include "shell/commands/text/printf_format.h"

namespace pysub::shell {
namespace {

// The program, as xargs and find -exec start it; scripts meet the shell's builtin.
class Printf : public Command {
 public:
  Progress Step(CommandIo& io) override {
    auto args = io.args();
    if (!args.empty() && args[0] == "--") args = args.subspan(1);
    if (args.empty()) {
      io.Error("missing operand");
      io.Write(2, "Try '" + std::string(io.name()) + " --help' for more information.\n");
      return Progress::Done(1);
    }
    return Progress::Done(PrintfFormatter(io, args[0], args.subspan(1)).Run());
  }
  void Fields(Archive&) override {}
};

}  // namespace

std::unique_ptr<Command> MakePrintf() { return Make<Printf>(); }

}  // namespace pysub::shell
