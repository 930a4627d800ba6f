#include <utility>

#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"
#include "shell/regex/syntax_tree.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {{'0', "zero"}, HelpRow('h'), VersionRow('V')};

// Each line backwards, by characters.
class Rev : public TextCommand {
 public:
  void Fields(Archive& archive) override { archive(inputs_); }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    while (options.Next()) delimiter_ = '\0';
    if (options.status()) return options.status();
    inputs_.Start(options.operands());
    inputs_.set_open_error("cannot open ");
    return std::nullopt;
  }
  Progress Run(CommandIo& io) override {
    while (true) {
      Line line;
      Got got = inputs_.NextLine(io, delimiter_, &line);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kEnd) return Progress::Done(inputs_.failed() ? 1 : 0);
      std::string out(line.text.size(), '\0');
      size_t end = out.size(), counted = 0;
      for (size_t at = 0; at < line.text.size();) {
        uint32_t c = 0;
        size_t size = DecodeCharacter(line.text, at, &c);
        end -= size;
        line.text.copy(out.data() + end, size, at);
        at += size;
        if (at - counted >= 4096 && !io.account().Tick(at - std::exchange(counted, at)))
          return Progress::Yield();
      }
      if (line.terminated) out += delimiter_;
      io.Out(out);
      if (io.Tick(out.size())) return Progress::Yield();
    }
  }
  void Suspend() override { inputs_.Suspend(); }

 private:
  char delimiter_ = '\n';
  Inputs inputs_;
};

}  // namespace

std::unique_ptr<Command> MakeRev() { return Make<Rev>(); }

}  // namespace pysub::shell
