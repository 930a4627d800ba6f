#include "pysub/shell/command.h"
#include "shell/commands/choice.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {{'a', "append"},
                                      {'i', "ignore-interrupts"},
                                      {'p', ""},
                                      LongRow(256, "output-error", OptionArgument::kOptional)};

constexpr Choice<int> kOutputErrors[] = {
    {"warn", 0}, {"warn-nopipe", 1}, {"exit", 2}, {"exit-nopipe", 3}};

// Copies to all files and goes on if one of them fails.
class Tee : public TextCommand {
 public:
  void Fields(Archive& archive) override { archive(opened_, fds_, failed_); }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    while (options.Next()) {
      append_ |= options.id() == 'a';
      // (What fails is said, and the rest goes on, in all four.)
      int mode = 0;
      if (options.has_value() &&
          !Choose(io, "--output-error", options.value(), kOutputErrors, &mode))
        return options.TryHelp();
    }
    names_ = options.operands();
    return options.status();
  }

  Progress Run(CommandIo& io) override {
    if (!opened_) Open(io);
    while (true) {
      std::string_view bytes;
      switch (io.ReadSome(0, &bytes)) {
        case ReadStatus::kWait: return Progress::Wait();
        case ReadStatus::kEnd: return Progress::Done(failed_ ? 1 : 0);
        case ReadStatus::kError: io.Error("read error", io.error()); return Progress::Done(1);
        case ReadStatus::kData: break;
      }
      io.Out(bytes);
      for (int fd : fds_) io.Write(fd, bytes);
      if (io.Tick(bytes.size() * (1 + fds_.size()))) return Progress::Yield();
    }
  }

 private:
  void Open(CommandIo& io) {
    opened_ = true;
    for (const std::string& name : names_) {
      int fd = name == "-" ? io.Open("./-", append_ ? OpenMode::kAppend : OpenMode::kWrite)
                           : io.Open(name, append_ ? OpenMode::kAppend : OpenMode::kWrite);
      if (fd >= 0) {
        fds_.push_back(fd);
      } else {
        io.Error(QuoteFileIfNeeded(name), io.error());
        failed_ = true;
      }
    }
  }

  bool append_ = false;
  std::vector<std::string> names_;

  bool opened_ = false;
  std::vector<int> fds_;
  bool failed_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeTee() { return Make<Tee>(); }

}  // namespace pysub::shell
