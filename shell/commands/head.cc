#include <charconv>

#include "shell/commands/commands.h"

namespace pysub::shell {
namespace {

// head [-n LINES] [FILE]
class Head : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (!started_) {
      if (!Start(io)) return Progress::Done(1);
    }
    while (left_ > 0) {
      Line line;
      switch (io.ReadLine(fd_, '\n', &line)) {
        case ReadStatus::kWait:
          return Progress::Wait();
        case ReadStatus::kEnd:
          return Progress::Done(0);
        case ReadStatus::kError:
          io.Error("error reading 'standard input'", io.error());
          return Progress::Done(1);
        case ReadStatus::kData:
          break;
      }
      --left_;
      io.Out(line.text);
      size_t size = line.text.size() + 1;
      if (line.terminated) io.Out("\n");
      if (io.Tick(size)) return Progress::Yield();
    }
    io.GiveBack(fd_);
    return Progress::Done(0);
  }
  void Fields(Archive& archive) override { archive(started_, fd_, left_); }

 private:
  bool Start(CommandIo& io) {
    started_ = true;
    auto args = io.args();
    size_t at = 0;
    if (at < args.size() && args[at].size() > 1 && args[at][0] == '-') {
      std::string_view count = std::string_view(args[at++]).substr(1);
      if (count.starts_with("n")) count.remove_prefix(1);
      if (count.empty() && at < args.size()) count = args[at++];
      if (std::from_chars(count.data(), count.data() + count.size(), left_).ptr !=
          count.data() + count.size()) {
        io.Error("invalid number of lines: '" + std::string(count) + "'");
        return false;
      }
    }
    if (at < args.size()) {
      fd_ = io.Open(args[at], OpenMode::kRead);
      if (fd_ < 0) {
        io.Error("cannot open '" + args[at] + "' for reading", io.error());
        return false;
      }
    }
    return true;
  }

  bool started_ = false;
  int fd_ = 0;
  uint64_t left_ = 10;
};

}  // namespace

std::unique_ptr<Command> MakeHead() { return Make<Head>(); }

}  // namespace pysub::shell
