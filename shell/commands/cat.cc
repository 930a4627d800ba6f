#include "shell/commands/commands.h"

namespace pysub::shell {
namespace {

// cat [FILE ...]
class Cat : public Command {
 public:
  Progress Step(CommandIo& io) override {
    auto args = io.args();
    while (true) {
      if (fd_ < 0) {
        if (next_ >= args.size() && (next_ > 0 || !args.empty())) return Progress::Done(status_);
        if (args.empty() && next_ > 0) return Progress::Done(status_);
        std::string_view path = args.empty() ? "-" : std::string_view(args[next_]);
        ++next_;
        fd_ = path == "-" ? 0 : io.Open(path, OpenMode::kRead);
        if (fd_ < 0) {
          io.Error(path, io.error());
          status_ = 1;
          continue;
        }
      }
      std::string_view bytes;
      switch (io.ReadSome(fd_, &bytes)) {
        case ReadStatus::kWait:
          return Progress::Wait();
        case ReadStatus::kError:
          io.Error(args.empty() ? "-" : std::string_view(args[next_ - 1]), io.error());
          status_ = 1;
          [[fallthrough]];
        case ReadStatus::kEnd:
          if (fd_ > 0) io.Close(fd_);
          fd_ = -1;
          continue;
        case ReadStatus::kData:
          break;
      }
      io.Out(bytes);
      if (io.Tick(bytes.size())) return Progress::Yield();
    }
  }
  void Fields(Archive& archive) override { archive(fd_, next_, status_); }

 private:
  int fd_ = -1;
  uint64_t next_ = 0;
  int status_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeCat() { return Make<Cat>(); }

}  // namespace pysub::shell
