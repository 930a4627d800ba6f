#include <algorithm>
#include <csignal>

#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/children.h"
#include "shell/commands/system/duration.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

struct Signal {
  std::string_view name;
  int number;
};
constexpr Signal kSignals[] = {
    {"HUP", SIGHUP},   {"INT", SIGINT},   {"QUIT", SIGQUIT}, {"ILL", SIGILL},
    {"TRAP", SIGTRAP}, {"ABRT", SIGABRT}, {"BUS", SIGBUS},   {"FPE", SIGFPE},
    {"KILL", SIGKILL}, {"USR1", SIGUSR1}, {"SEGV", SIGSEGV}, {"USR2", SIGUSR2},
    {"PIPE", SIGPIPE}, {"ALRM", SIGALRM}, {"TERM", SIGTERM}, {"CHLD", SIGCHLD},
    {"CONT", SIGCONT}, {"STOP", SIGSTOP}, {"TSTP", SIGTSTP}, {"WINCH", SIGWINCH}};

std::string SignalName(int number) {
  for (const Signal& signal : kSignals) {
    if (signal.number == number) return std::string(signal.name);
  }
  return std::to_string(number);
}

std::optional<int> ParseSignal(std::string_view text) {
  int number = 0;
  if (ReadWhole(text, &number))
    return number >= 0 && number <= 64 ? std::optional<int>(number) : std::nullopt;
  std::string upper(text);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; });
  std::string_view name = upper;
  if (name.starts_with("SIG")) name.remove_prefix(3);
  for (const Signal& signal : kSignals) {
    if (signal.name == name) return signal.number;
  }
  return std::nullopt;
}

// timeout [-k DURATION] [-s SIGNAL] [--preserve-status] [-v] DURATION COMMAND [ARG]...
class Timeout : public Command {
 public:
  // It waits for the child or the time, whichever is first. A signal is sent once; with -k a second
  // one, SIGKILL, may follow.
  Progress Step(CommandIo& io) override {
    if (child_ < 0) {
      if (std::optional<Progress> end = Start(io)) return *end;
    }
    if (std::optional<int> status = io.WaitChild(child_)) {
      if (!timed_out_) return Progress::Done(*status);
      if (*status == 128 + SIGKILL) return Progress::Done(*status);
      return Progress::Done(preserve_ ? *status : 124);
    }
    if (io.MonotonicNs() >= deadline_ns_) {
      if (verbose_) {
        io.Error("sending signal " + SignalName(signal_) + " to command " + QuoteWord(command_));
      }
      timed_out_ = true;
      io.KillChild(child_, signal_);
      deadline_ns_ = INT64_MAX;
      if (kill_after_ns_ > 0) {
        if (__builtin_add_overflow(io.MonotonicNs(), kill_after_ns_, &deadline_ns_))
          deadline_ns_ = INT64_MAX;
        kill_after_ns_ = 0;
        signal_ = SIGKILL;
      }
      return Progress::Yield();
    }
    if (deadline_ns_ != INT64_MAX) io.WakeAt(deadline_ns_);
    return Progress::Wait();
  }
  void Fields(Archive& archive) override {
    archive(child_, signal_, preserve_, verbose_, timed_out_, deadline_ns_, kill_after_ns_,
            command_);
    if (signal_ < 0 || signal_ > 64) archive.Fail();
  }

 private:
  std::optional<Progress> Start(CommandIo& io) {
    constexpr CommandOption kOptions[] = {
        {'k', "kill-after", OptionArgument::kRequired},
        {'s', "signal", OptionArgument::kRequired},
        {'v', "verbose"},
        LongRow('f', "foreground"),
        LongRow('p', "preserve-status"),
    };
    Options options(io, kOptions, Options::kStopAtOperand, 125);
    while (options.Next()) {
      std::string value(options.value());
      switch (options.id()) {
        case 'f': break;
        case 'p': preserve_ = true; break;
        case 'v': verbose_ = true; break;
        case 'k': {
          std::optional<int64_t> duration = ParseDuration(value);
          if (!duration) return BadInterval(io, value);
          kill_after_ns_ = *duration;
          break;
        }
        case 's': {
          std::optional<int> signal = ParseSignal(value);
          if (!signal) {
            io.Error(QuoteWord(value) + ": invalid signal");
            return TryHelp(io, 125);
          }
          signal_ = *signal;
          break;
        }
      }
    }
    if (options.status()) return Progress::Done(*options.status());
    std::vector<std::string> words = options.operands();
    if (words.size() < 2) return TryHelp(io, 125);
    std::optional<int64_t> duration = ParseDuration(words[0]);
    if (!duration) return BadInterval(io, words[0]);
    if (*duration > 0 && __builtin_add_overflow(io.MonotonicNs(), *duration, &deadline_ns_))
      deadline_ns_ = INT64_MAX;
    if (*duration == 0) deadline_ns_ = INT64_MAX;
    command_ = words[1];
    int status = 0;
    child_ = StartChild(io, std::span(words).subspan(1), {}, &status);
    if (child_ >= 0) return std::nullopt;
    io.Error("failed to run command " + QuoteWord(words[1]), io.error());
    return Progress::Done(status);
  }
  Progress BadInterval(CommandIo& io, std::string_view text) {
    io.Error("invalid time interval " + QuoteWord(text));
    return TryHelp(io, 125);
  }

  int child_ = -1;
  int signal_ = SIGTERM;
  bool preserve_ = false;
  bool verbose_ = false;
  bool timed_out_ = false;
  int64_t deadline_ns_ = INT64_MAX;
  int64_t kill_after_ns_ = 0;
  std::string command_;
};

// nice [-n N] COMMAND..., nohup COMMAND..., stdbuf -oL COMMAND...: there are no priorities, nobody
// hangs up and no output waits for more; the command runs.
class RunAsIs : public Command {
 public:
  enum class As : uint8_t { kNice, kNohup, kStdbuf };
  explicit RunAsIs(As as) : as_(as) {}
  Progress Step(CommandIo& io) override {
    if (child_ < 0) {
      if (std::optional<Progress> end = Start(io)) return *end;
    }
    std::optional<int> status = io.WaitChild(child_);
    return status ? Progress::Done(*status) : Progress::Wait();
  }
  void Fields(Archive& archive) override {
    archive(as_, child_);
    if (as_ > As::kStdbuf) archive.Fail();
  }

 private:
  std::optional<Progress> Start(CommandIo& io) {
    constexpr CommandOption kNice[] = {{'n', "adjustment", OptionArgument::kRequired}};
    constexpr CommandOption kStdbuf[] = {{'i', "input", OptionArgument::kRequired},
                                         {'o', "output", OptionArgument::kRequired},
                                         {'e', "error", OptionArgument::kRequired}};
    std::span<const CommandOption> rows;
    if (as_ == As::kNice) rows = kNice;
    if (as_ == As::kStdbuf) rows = kStdbuf;
    Options options(io, rows, Options::kStopAtOperand, 125);
    bool any = false;
    while (options.Next()) {
      any = true;
      if (as_ == As::kStdbuf && !IsMode(io, options)) return Progress::Done(125);
      if (as_ == As::kNice && !IsNumber(options.value())) {
        io.Error("invalid adjustment " + QuoteWord(options.value()));
        return Progress::Done(125);
      }
    }
    if (options.status()) return Progress::Done(*options.status());
    const std::vector<std::string> words = options.operands();
    if (words.empty() && as_ == As::kNice) {
      io.Out("0\n");
      return Progress::Done(0);
    }
    if (words.empty()) return MissingOperand(io, 125);
    if (as_ == As::kStdbuf && !any)
      return Progress::Done(options.Misuse("you must specify a buffering mode option"));
    int status = 0;
    child_ = StartChild(io, words, {}, &status);
    if (child_ >= 0) return std::nullopt;
    const std::string name = as_ == As::kNohup ? QuoteFile(words[0]) : QuoteWord(words[0]);
    io.Error((as_ == As::kNice ? "" : "failed to run command ") + name, io.error());
    return Progress::Done(status);
  }
  static bool IsNumber(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\n"), text.size()));
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  }
  // L, 0, or a size.
  static bool IsMode(CommandIo& io, Options& options) {
    if (options.value() == "L") {
      if (options.id() != 'i') return true;
      options.Misuse("line buffering stdin is meaningless");
      return false;
    }
    if (ParseCount(options.value(), "kKMGTPEZY")) return true;
    io.Error("invalid mode " + QuoteWord(options.value()));
    return false;
  }

  As as_;
  int child_ = -1;
};

}  // namespace

std::unique_ptr<Command> MakeTimeout() { return Make<Timeout>(); }
std::unique_ptr<Command> MakeNice() { return std::make_unique<RunAsIs>(RunAsIs::As::kNice); }
std::unique_ptr<Command> MakeNohup() { return std::make_unique<RunAsIs>(RunAsIs::As::kNohup); }
std::unique_ptr<Command> MakeStdbuf() { return std::make_unique<RunAsIs>(RunAsIs::As::kStdbuf); }

}  // namespace pysub::shell
