#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/options.h"
#include "shell/commands/system/children.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {
    HelpRow('h'), VersionRow('V'), {'c', "ctty"}, {'f', "fork"}, {'w', "wait"},
};

// setsid [-c] [-f] [-w] COMMAND [ARG]...: here nothing ends with a session, so a new one changes
// only who is waited for. -f alone leaves the command to itself.
class Setsid : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (child_ < 0) {
      if (std::optional<int> end = Start(io)) return Progress::Done(*end);
    }
    std::optional<int> status = io.WaitChild(child_);
    return status ? Progress::Done(*status) : Progress::Wait();
  }
  void Fields(Archive& archive) override { archive(child_); }

 private:
  // Nothing: a child is waited for.
  std::optional<int> Start(CommandIo& io) {
    Options options(io, kOptions, Options::kStopAtOperand);
    bool forks = false, waits = false, takes_terminal = false;
    while (options.Next()) {
      forks |= options.id() == 'f';
      waits |= options.id() == 'w';
      takes_terminal |= options.id() == 'c';
    }
    if (options.status()) return options.status();
    const std::vector<std::string> words = options.operands();
    if (words.empty()) return options.Misuse("no command specified");
    const bool leaves = forks && !waits;
    if (takes_terminal && !io.IsTerminal(0)) {
      io.Error("failed to set the controlling terminal", ENOTTY);
      return leaves ? 0 : 1;
    }
    int status = 0;
    child_ = StartChild(io, words, {}, &status);
    if (child_ < 0) io.Error("failed to execute " + words[0], io.error());
    if (leaves) return 0;
    return child_ < 0 ? std::optional<int>(status) : std::nullopt;
  }

  int child_ = -1;
};

}  // namespace

std::unique_ptr<Command> MakeSetsid() { return Make<Setsid>(); }

}  // namespace pysub::shell
