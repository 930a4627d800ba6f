// dc: commands from the strings of -e, the files of -f and those of the command line, or standard
// input.

#include <optional>

#include "pysub/shell/command.h"
#include "shell/commands/calculators/dc_machine.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace calc {
namespace {

constexpr CommandOption kOptions[] = {
    {'e', "expression", OptionArgument::kRequired},
    {'f', "file", OptionArgument::kRequired},
    {'h', "help"},
    {'V', "version"},
};
constexpr std::string_view kUsage =
    "Usage: dc [OPTION] [file ...]\n"
    "  -e, --expression=EXPR    evaluate expression\n"
    "  -f, --file=FILE          evaluate contents of file\n"
    "  -h, --help               display this help and exit\n"
    "  -V, --version            output version information and exit\n";
constexpr std::string_view kVersion = "dc, the commands of GNU dc 1.4\n";

class Dc : public TextCommand {
 public:
  ~Dc() override { account_.set_io(nullptr); }

  void Fields(Archive& archive) override {
    account_.Fields(archive);
    archive(next_source_, is_open_, fd_, asks_, file_, input_, machine_);
    if (archive.loading()) account_.Charge(file_.text.capacity() + input_.text.capacity());
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override { account_.set_io(nullptr); }

 private:
  // Where commands come from, one after the other.
  struct Source {
    bool is_string = false;
    std::string text;  // or the file's name, "-" being standard input
  };

  bool NextSource(CommandIo& io);
  std::optional<Progress> Read(CommandIo& io, int fd, DcText* text);
  std::optional<Progress> Ask(CommandIo& io);
  std::optional<Progress> Go(CommandIo& io);
  bool in_file() const {
    return next_source_ > 0 && next_source_ <= sources_.size() &&
           !sources_[next_source_ - 1].is_string;
  }
  DcText* text() { return fd_ == 0 ? &input_ : &file_; }

  std::vector<Source> sources_;  // of the words; not saved

  Account account_;
  DcMachine machine_{account_};
  uint64_t next_source_ = 0;
  bool is_open_ = false;
  int fd_ = -1;
  bool asks_ = false;  // for a line of standard input
  DcText file_, input_;
};

std::optional<int> Dc::Start(CommandIo& io) {
  Options options(io, kOptions, Options::kPermute, 1);
  options.set_usage_only(kUsage.substr(0, kUsage.size() - 1));
  while (options.Next()) {
    switch (options.id()) {
      case 'e':
      case 'f': sources_.push_back({options.id() == 'e', std::string(options.value())}); break;
      case 'h': io.Out(kUsage); return 0;
      default: io.Out(kVersion); return 0;
    }
  }
  if (options.status()) return options.status();
  for (const std::string& name : options.operands()) sources_.push_back({false, name});
  if (sources_.empty()) sources_.push_back({false, "-"});
  const std::string length(io.Env("DC_LINE_LENGTH").value_or(""));
  const uint64_t columns = ParseCount(length).value_or(70);
  machine_.set_line_length(columns < 2 ? 0 : columns + 1);
  return std::nullopt;
}

// False: there is none.
bool Dc::NextSource(CommandIo& io) {
  if (fd_ > 0) io.Close(fd_);
  fd_ = -1;
  is_open_ = false;
  file_ = DcText{.is_complete = true};
  if (next_source_ >= sources_.size()) return false;
  const Source& source = sources_[next_source_++];
  is_open_ = true;
  if (source.is_string) {
    machine_.Execute(source.text);
  } else if (source.text == "-") {
    fd_ = 0;
  } else {
    fd_ = io.Open(source.text, OpenMode::kRead);
    file_.is_complete = fd_ < 0;
    if (fd_ < 0) io.Error("Could not open file " + source.text);
  }
  return true;
}

std::optional<Progress> Dc::Read(CommandIo& io, int fd, DcText* text) {
  std::string_view bytes;
  switch (io.ReadSome(fd, &bytes)) {
    case ReadStatus::kWait: return Progress::Wait();
    case ReadStatus::kData:
      if (!text->Feed(account_, bytes)) return Progress::Done(2);
      if (io.Tick(bytes.size())) return Progress::Yield();
      return std::nullopt;
    case ReadStatus::kError: io.Error("error reading input"); [[fallthrough]];
    case ReadStatus::kEnd: text->is_complete = true;
  }
  return std::nullopt;
}

// ? executes a line.
std::optional<Progress> Dc::Ask(CommandIo& io) {
  while (true) {
    const size_t end = input_.text.find('\n', input_.at + input_.scanned);
    if (end == std::string::npos && !input_.is_complete) {
      input_.scanned = input_.text.size() - input_.at;
      if (std::optional<Progress> wait = Read(io, 0, &input_)) return wait;
      continue;
    }
    const size_t stop = std::min(end, input_.text.size());
    machine_.Execute(std::string_view(input_.text).substr(input_.at, stop - input_.at));
    input_.at = std::min(stop + 1, input_.text.size());
    input_.scanned = 0;
    asks_ = false;
    return std::nullopt;
  }
}

std::optional<Progress> Dc::Go(CommandIo& io) {
  if (asks_) return Ask(io);
  if (!is_open_) {
    return NextSource(io) ? std::nullopt : std::optional(Progress::Done(0));
  }
  switch (machine_.Run(io, text(), in_file())) {
    case DcMachine::Outcome::kMore: return Read(io, fd_, text());
    case DcMachine::Outcome::kDone: is_open_ = false; break;
    case DcMachine::Outcome::kYield: return Progress::Yield();
    case DcMachine::Outcome::kAsk: asks_ = true; break;
    case DcMachine::Outcome::kQuit: return Progress::Done(in_file() ? 1 : 0);
    case DcMachine::Outcome::kStopped: return Progress::Done(2);
  }
  return std::nullopt;
}

Progress Dc::Run(CommandIo& io) {
  account_.set_io(&io);
  while (true) {
    if (std::optional<Progress> end = Go(io)) return *end;
    if (account_.stopped()) return Progress::Done(2);
    if (io.Tick(16 + account_.TakeWork())) return Progress::Yield();
  }
}

}  // namespace
}  // namespace calc

std::unique_ptr<Command> MakeDc() { return Make<calc::Dc>(); }

}  // namespace pysub::shell
