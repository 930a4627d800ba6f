#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "pysub/shell/command.h"
#include "shell/commands/options.h"
#include "shell/whole_number.h"

// flock: a command that runs while a file is locked, or the lock of an open descriptor. What is
// locked, and for whom: shell/run/file_locks.h.

namespace pysub::shell {
namespace {

// sysexits.h, as util-linux ends with them.
constexpr int kUsage = 64, kDataError = 65, kNoInput = 66, kUnavailable = 69, kSystemError = 71,
              kCannotCreate = 73;

enum LongOptions { kVerbose = kFirstLongOption };
constexpr CommandOption kOptions[] = {
    HelpRow('h'),
    VersionRow('V'),
    {'s', "shared"},
    {'x', "exclusive"},
    {'e', ""},
    {'n', "nonblock"},
    LongRow('n', "nb"),
    LongRow('n', "nonblocking"),
    {'w', "timeout", OptionArgument::kRequired},
    LongRow('w', "wait", OptionArgument::kRequired),
    {'o', "close"},
    {'F', "no-fork"},
    {'u', "unlock"},
    {'E', "conflict-exit-code", OptionArgument::kRequired},
    LongRow(kVerbose, "verbose"),
};

class Flock : public Command {
 public:
  // The words are read again in each step until the lock is there: nothing of them changes.
  Progress Step(CommandIo& io) override {
    if (child_ < 0) {
      if (std::optional<Progress> wait = Begin(io)) return *wait;
    }
    std::optional<int> status = io.WaitChild(child_);
    return status ? Progress::Done(*status) : Progress::Wait();
  }
  void Fields(Archive& archive) override { archive(child_, fd_, begun_ns_, deadline_ns_); }

 private:
  // Nothing: a child runs.
  std::optional<Progress> Begin(CommandIo& io) {
    Options options(io, kOptions, Options::kStopAtOperand, kUsage);
    if (std::optional<int> end = Take(io, options)) return Progress::Done(*end);
    const std::vector<std::string>& words = options.operands();
    if (words.empty()) return Progress::Done(options.Misuse("not enough arguments"));
    std::vector<std::string> argv(words.begin() + 1, words.end());
    if (!argv.empty() && (argv[0] == "-c" || argv[0] == "--command")) {
      if (argv.size() != 2) return Fail(io, "-c requires exactly one command argument", kUsage);
      argv = {std::string(io.Env("SHELL").value_or("/bin/sh")), "-c", argv[1]};
    }
    if (begun_ns_ < 0) {
      if (std::optional<Progress> end = Open(io, words[0], argv.empty())) return end;
      begun_ns_ = io.MonotonicNs();
      if (__builtin_add_overflow(begun_ns_, timeout_ns_, &deadline_ns_)) deadline_ns_ = INT64_MAX;
    }
    if (std::optional<Progress> end = Lock(io, words[0])) return end;
    if (argv.empty()) return Progress::Done(0);
    if (verbose_) io.Error("executing " + argv[0]);
    child_ = io.Spawn(argv, {});
    if (child_ >= 0) return std::nullopt;
    io.Error("failed to execute " + argv[0], io.error());
    return Progress::Done(kUnavailable);
  }

  std::optional<int> Take(CommandIo& io, Options& options) {
    bool no_fork = false, close = false;
    while (options.Next()) {
      switch (options.id()) {
        case 's': kind_ = LockKind::kShared; break;
        case 'x':
        case 'e': kind_ = LockKind::kExclusive; break;
        case 'u': kind_ = LockKind::kUnlock; break;
        case 'n': timeout_ns_ = 0; break;
        case 'F': no_fork = true; break;
        case 'o': close = true; break;  // (a child never has what a command opened)
        case kVerbose: verbose_ = true; break;
        case 'w':
          if (std::optional<int> end = TakeTimeout(io, options.value())) return end;
          break;
        case 'E': {
          int64_t code = 0;
          if (!ReadWhole(options.value(), &code))
            return Say(io, "invalid exit code: '" + std::string(options.value()) + "'");
          if (code < 0 || code > 255) return Say(io, "exit code out of range (expected 0 to 255)");
          conflict_ = static_cast<int>(code);
          break;
        }
        default: break;
      }
    }
    if (options.status()) return options.status();
    if (no_fork && close) return Say(io, "the --no-fork and --close options are incompatible");
    return std::nullopt;
  }
  std::optional<int> TakeTimeout(CommandIo& io, std::string_view value) {
    const std::string text(value);
    char* end = nullptr;
    const double seconds = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || std::isnan(seconds))
      return Say(io, "invalid timeout value: '" + text + "'");
    if (seconds < 0 || std::isinf(seconds)) {
      io.Error("cannot set up timer", EINVAL);
      return kSystemError;
    }
    timeout_ns_ = seconds < 9e9 ? static_cast<int64_t>(seconds * 1e9) : INT64_MAX;
    return std::nullopt;
  }

  std::optional<Progress> Open(CommandIo& io, const std::string& word, bool is_descriptor) {
    if (is_descriptor) {
      if (!ReadWhole(word.starts_with('+') ? word.substr(1) : word, &fd_))
        return Fail(io, "bad file descriptor: '" + word + "'", kUsage);
      return std::nullopt;
    }
    fd_ = io.Open(word, OpenMode::kRead);
    if (fd_ < 0 && io.error() == ENOENT) fd_ = io.Open(word, OpenMode::kAppend);
    if (fd_ >= 0) return std::nullopt;
    const int error = io.error();
    io.Error("cannot open lock file " + word, error);
    if (error == EMFILE || error == ENFILE) return Progress::Done(kSystemError);
    return Progress::Done(error == EROFS || error == ENOSPC ? kCannotCreate : kNoInput);
  }

  std::optional<Progress> Lock(CommandIo& io, const std::string& word) {
    if (io.Lock(fd_, kind_)) {
      if (verbose_) {
        char text[64];
        std::snprintf(text, sizeof(text), "getting lock took %.6f seconds",
                      static_cast<double>(io.MonotonicNs() - begun_ns_) / 1e9);
        io.Error(text);
      }
      return std::nullopt;
    }
    if (io.error() != EAGAIN) {
      io.Error(word, io.error());
      return Progress::Done(io.error() == EBADF ? kDataError : kSystemError);
    }
    if (io.MonotonicNs() < deadline_ns_) {
      if (deadline_ns_ != INT64_MAX) io.WakeAt(deadline_ns_);
      return Progress::Wait();
    }
    if (verbose_)
      io.Error(timeout_ns_ == 0 ? "failed to get lock" : "timeout while waiting to get lock");
    return Progress::Done(conflict_);
  }

  static int Say(CommandIo& io, std::string_view text) {
    io.Error(text);
    return kUsage;
  }
  static Progress Fail(CommandIo& io, std::string_view text, int status) {
    io.Error(text);
    return Progress::Done(status);
  }

  LockKind kind_ = LockKind::kExclusive;
  int conflict_ = 1;
  bool verbose_ = false;
  int64_t timeout_ns_ = INT64_MAX;

  int child_ = -1;
  int fd_ = -1;
  int64_t begun_ns_ = -1;  // -1: nothing is open yet
  int64_t deadline_ns_ = INT64_MAX;
};

}  // namespace

std::unique_ptr<Command> MakeFlock() { return Make<Flock>(); }

}  // namespace pysub::shell
