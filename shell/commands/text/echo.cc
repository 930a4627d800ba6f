#include "pysub/shell/command.h"
#include "shell/syntax/escapes.h"

namespace pysub::shell {
namespace {

// The program, as xargs and find -exec start it; scripts meet the shell's builtin.
class Echo : public Command {
 public:
  Progress Step(CommandIo& io) override {
    auto args = io.args();
    size_t at = 0;
    bool newline = true, escapes = false;
    for (; at < args.size(); ++at) {
      const std::string& word = args[at];
      if (word.size() < 2 || word[0] != '-' ||
          word.find_first_not_of("neE", 1) != std::string::npos)
        break;
      for (char letter : word.substr(1)) {
        if (letter == 'n')
          newline = false;
        else
          escapes = letter == 'e';
      }
    }
    std::string out;
    for (size_t i = at; i < args.size(); ++i) {
      if (i > at) out += ' ';
      bool stopped = false;
      if (escapes) {
        out += DecodeEscapes(args[i], EscapeStyle::kProgramEcho, &stopped);
      } else {
        out += args[i];
      }
      io.Tick(args[i].size());
      if (stopped) {
        io.Out(out);
        return Progress::Done(0);
      }
    }
    if (newline) out += '\n';
    io.Out(out);
    return Progress::Done(0);
  }
  void Fields(Archive&) override {}
};

}  // namespace

std::unique_ptr<Command> MakeEcho() { return Make<Echo>(); }

}  // namespace pysub::shell
