#include <fmt/format.h>

#include <algorithm>

#include "pysub/shell/command.h"
#include "shell/commands/system/children.h"
#include "shell/commands/system/civil_time.h"
#include "shell/commands/system/duration.h"
#include "shell/commands/text_command.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {
    HelpRow('h'),
    VersionRow('v'),
    {'b', "beep"},
    {'c', "color"},
    {'C', "no-color"},
    {'d', "differences", OptionArgument::kOptional},
    {'e', "errexit"},
    {'g', "chgexit"},
    {'q', "equexit", OptionArgument::kRequired},
    {'n', "interval", OptionArgument::kRequired},
    {'p', "precise"},
    {'r', "no-rerun"},
    {'t', "no-title"},
    {'w', "no-wrap"},
    {'x', "exec"},
};
constexpr int kErrorExit = 8;

// watch: runs a command again and again. There is no screen that could be painted, so each round is
// written behind the one before, with its heading. Nobody presses a key: it ends by -g, -q or -e,
// or with the script's time.
class Watch : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(child_, read_end_, output_, last_, rounds_, same_, next_ns_, flushed_, phase_,
            child_status_);
    archive.Charged(charged_);
    archive.Charged(last_charged_);
    if (phase_ > Phase::kSleeping || flushed_ > output_.size()) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;

 private:
  enum class Phase : uint8_t { kStarting, kReading, kEnding, kPrinting, kSleeping };

  std::optional<Progress> Begin(CommandIo& io);
  std::optional<Progress> ReadOutput(CommandIo& io);
  std::optional<Progress> Judge(CommandIo& io);
  void Heading(CommandIo& io);

  std::vector<std::string> words_;
  bool exec_ = false, title_ = true, ends_by_change_ = false, ends_by_error_ = false;
  uint64_t most_same_ = 0;  // -q; 0: it does not end by that
  int64_t interval_ns_ = 2 * kNsPerSecond;

  Phase phase_ = Phase::kStarting;
  int child_ = -1, read_end_ = -1, child_status_ = 0;
  std::string output_, last_;  // of this round, and of the one before
  uint64_t charged_ = 0, last_charged_ = 0;
  uint64_t rounds_ = 0, same_ = 0;
  int64_t next_ns_ = 0;
  uint64_t flushed_ = 0;
};

std::optional<int> Watch::Start(CommandIo& io) {
  Options options(io, kOptions, Options::kStopAtOperand);
  while (options.Next()) {
    switch (options.id()) {
      case 'e': ends_by_error_ = true; break;
      case 'g': ends_by_change_ = true; break;
      case 'q':
        if (!ReadWhole(options.value(), &most_same_) || most_same_ == 0) {
          io.Error("failed to parse argument: '" + std::string(options.value()) + "'");
          return 1;
        }
        break;
      case 'n': {
        std::string text(options.value());
        std::replace(text.begin(), text.end(), ',', '.');
        const std::optional<int64_t> interval = ParseDuration(text);
        if (!interval) {
          io.Error("failed to parse argument: '" + std::string(options.value()) + "'");
          return 1;
        }
        // (The real one knows no shorter one either, and none above 31 days.)
        interval_ns_ = std::clamp<int64_t>(*interval, kNsPerSecond / 10, 2678400 * kNsPerSecond);
        break;
      }
      case 't': title_ = false; break;
      case 'x': exec_ = true; break;
      default: break;  // what a screen would show, and -p: a round begins on time anyway
    }
  }
  if (options.status()) return options.status();
  words_ = options.operands();
  if (!words_.empty()) return std::nullopt;
  return options.Misuse("no command is given");
}

// Both of its outputs are shown.
std::optional<Progress> Watch::Begin(CommandIo& io) {
  int write_end = -1;
  io.Pipe(&read_end_, &write_end);
  ChildOptions child;
  child.in = ChildOptions::kNull;
  child.out = child.err = write_end;
  std::vector<std::string> argv = words_;
  if (!exec_) {
    std::string line;
    for (const std::string& word : words_) line += (line.empty() ? "" : " ") + word;
    argv = {"sh", "-c", line};
  }
  int status = 0;
  next_ns_ = io.MonotonicNs() + interval_ns_;
  child_ = StartChild(io, argv, child, &status);
  io.Close(write_end);
  if (child_ < 0) {
    io.Error("unable to execute '" + argv[0] + "'", io.error());
    return Progress::Done(kErrorExit / 2);
  }
  phase_ = Phase::kReading;
  return std::nullopt;
}

std::optional<Progress> Watch::ReadOutput(CommandIo& io) {
  while (true) {
    std::string_view bytes;
    const Got got = GotOf(io.ReadSome(read_end_, &bytes));
    if (std::optional<Progress> end = StepEnd(got)) return end;
    if (got != Got::kData) break;
    if (!MakeRoom(io, &output_, bytes.size(), &charged_)) return Progress::Done(2);
    output_ += bytes;
    if (io.Tick(bytes.size())) return Progress::Yield();
  }
  io.Close(read_end_);
  read_end_ = -1;
  phase_ = Phase::kEnding;
  return std::nullopt;
}

// "Every 2.0s: date                            host: Fri Jan 31 12:00:00 2025", and a line without
// anything.
void Watch::Heading(CommandIo& io) {
  if (!title_) return;
  uint64_t width = 80;
  if (const std::optional<std::string_view> columns = io.Env("COLUMNS")) {
    uint64_t given = 0;
    if (ReadWhole(*columns, &given)) width = std::clamp<uint64_t>(given, 20, 1000);
  }
  std::string left = fmt::format("Every {:.1f}s:", static_cast<double>(interval_ns_) / 1e9);
  for (const std::string& word : words_) left += " " + word.substr(0, width);
  const int64_t seconds = FloorSeconds(io.RealTimeNs());
  const std::string right =
      "sandbox: " + FormatTime("%a %b %e %H:%M:%S %Y", seconds, 0, ZoneOf(io));
  const size_t room = width - std::min<size_t>(width, right.size() + 1);
  if (left.size() > room) left = left.substr(0, room - std::min<size_t>(room, 3)) + "...";
  io.Out(left + std::string(width - std::min<size_t>(width, left.size() + right.size()), ' ') +
         right + "\n\n");
}

// Behind a round.
std::optional<Progress> Watch::Judge(CommandIo& io) {
  const bool is_same = rounds_ > 0 && output_ == last_;
  (void)io.Tick(output_.size() / 8);
  same_ = is_same ? same_ + 1 : 0;
  if (ends_by_error_ && child_status_ != 0) {
    io.Write(2, "command exit with a non-zero status, press a key to exit\n");
    return Progress::Done(kErrorExit);
  }
  if (ends_by_change_ && rounds_ > 0 && !is_same) return Progress::Done(0);
  if (most_same_ > 0 && same_ >= most_same_) return Progress::Done(0);
  ++rounds_;
  last_.swap(output_);
  std::swap(charged_, last_charged_);
  output_.clear();
  flushed_ = 0;
  phase_ = Phase::kSleeping;
  return std::nullopt;
}

Progress Watch::Run(CommandIo& io) {
  while (true) {
    std::optional<Progress> end;
    switch (phase_) {
      case Phase::kStarting: end = Begin(io); break;
      case Phase::kReading: end = ReadOutput(io); break;
      case Phase::kEnding: {
        const std::optional<int> status = io.WaitChild(child_);
        if (!status) return Progress::Wait();
        child_status_ = *status;
        Heading(io);
        phase_ = Phase::kPrinting;
        break;
      }
      case Phase::kPrinting:
        while (flushed_ < output_.size()) {
          const std::string_view piece = std::string_view(output_).substr(flushed_, 16 << 10);
          io.Out(piece);
          flushed_ += piece.size();
          if (io.Tick(piece.size() / 4)) return Progress::Yield();
        }
        end = Judge(io);
        break;
      case Phase::kSleeping:
        if (io.MonotonicNs() < next_ns_) {
          io.WakeAt(next_ns_);
          return Progress::Wait();
        }
        phase_ = Phase::kStarting;
        break;
    }
    if (end) return *end;
    if (io.Tick(256)) return Progress::Yield();
  }
}

}  // namespace

std::unique_ptr<Command> MakeWatch() { return Make<Watch>(); }

}  // namespace pysub::shell
