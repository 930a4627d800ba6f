#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

// It never ends by itself: the reader that goes away ends it, or a limit.
class Yes : public TextCommand {
 public:
  void Fields(Archive&) override {}

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, {}, Options::kStopAtOperand);
    while (options.Next()) {
    }
    if (options.status()) return options.status();
    std::string line;
    for (const std::string& word : options.operands()) line += (line.empty() ? "" : " ") + word;
    if (options.operands().empty()) line = "y";
    line += '\n';
    while (block_.size() < 4096) block_ += line;
    return std::nullopt;
  }
  Progress Run(CommandIo& io) override {
    do {
      io.Out(block_);
    } while (!io.Tick(block_.size()));
    return Progress::Yield();
  }

 private:
  std::string block_;
};

}  // namespace

std::unique_ptr<Command> MakeYes() { return Make<Yes>(); }

}  // namespace pysub::shell
