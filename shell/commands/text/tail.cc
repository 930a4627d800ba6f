#include <algorithm>

#include "pysub/shell/command.h"
#include "shell/commands/choice.h"
#include "shell/commands/system/duration.h"
#include "shell/commands/text/ends_of_files.h"
#include "shell/commands/text/tail_follow.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

constexpr int kRetry = 256, kPid = 257, kMaxUnchanged = 258;
constexpr CommandOption kOptions[] = {
    {'c', "bytes", OptionArgument::kRequired},
    {'n', "lines", OptionArgument::kRequired},
    {'q', "quiet"},
    {'q', "silent", OptionArgument::kNone, false},
    {'v', "verbose"},
    {'z', "zero-terminated"},
    {'f', ""},
    {'f', "follow", OptionArgument::kOptional, false},
    {'F', ""},
    {'s', "sleep-interval", OptionArgument::kRequired},
    LongRow(kRetry, "retry"),
    LongRow(kPid, "pid", OptionArgument::kRequired),
    LongRow(kMaxUnchanged, "max-unchanged-stats", OptionArgument::kRequired),
    {'0', ""},
    {'1', ""},
    {'2', ""},
    {'3', ""},
    {'4', ""},
    {'5', ""},
    {'6', ""},
    {'7', ""},
    {'8', ""},
    {'9', ""},
};
// The last lines or bytes, or (with "+") all from one on.
class Tail : public EndsOfFiles {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, left_, begun_, headers_.printed, failed_, kept_, kept_start_, kept_lines_,
            following_, only_streams_, kept_fd_, name_, follower_);
    archive.Charged(charged_);
    if (kept_start_ > kept_.size()) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    // "tail -5 FILE" and "tail +5 FILE" are older than options: one such word, and one file at
    // most.
    auto args = io.args();
    std::string_view old =
        args.empty() || args.size() > 2 ? std::string_view() : std::string_view(args[0]);
    bool old_style = IsOldStyle(old);
    if (old_style) {
      if (old.ends_with('f')) {
        follow_ = true;
        old.remove_suffix(1);
      }
      bytes_ = old.ends_with('c');
      if (old.ends_with('c') || old.ends_with('l')) old.remove_suffix(1);
      if (!TakeCount(io, old)) return 1;
      TakeNames({args.begin() + 1, args.end()});
      return std::nullopt;
    }
    Options options(io, kOptions);
    while (options.Next()) {
      switch (options.id()) {
        case 'c':
        case 'n':
        case 'q':
        case 'v':
        case 'z':
          if (!TakeShared(io, options.id(), options.value())) return 1;
          break;
        case 'f':
        case 'F':
          follow_ = true;
          if (options.id() == 'F') follower_.by_name = follower_.retries = true;
          if (!TakeFollow(io, options)) return 1;
          break;
        case kMaxUnchanged:  // (files are looked at anew each time, which is more often)
          if (!pysub::shell::TakeCount(
                  io, "invalid maximum number of unchanged stats between opens", options.value()))
            return 1;
          break;
        case 's':
          if (!ParseDuration(options.value())) {
            io.Error("invalid number of seconds: " + QuoteWord(options.value()));
            return 1;
          }
          break;
        case kRetry: follower_.retries = true; break;
        case kPid: {
          int pid = 0;
          if (!ReadWhole(options.value(), &pid)) {
            io.Error("invalid PID: " + QuoteWord(options.value()));
            return 1;
          }
          follower_.pid = pid;
          break;
        }
        default:
          io.Error(std::string("option used in invalid context -- ") +
                   static_cast<char>(options.id()));
          return 1;
      }
    }
    if (options.status()) return options.status();
    WarnOfIgnored(io);
    TakeNames(options.operands());
    if (follow_ && follower_.by_name &&
        std::find(names_.begin(), names_.end(), "-") != names_.end()) {
      io.Error("cannot follow " + QuoteFile("-") + " by name");
      return 1;
    }
    follower_.headers = headers_.when == FileHeaders::When::kAlways ||
                        (headers_.when == FileHeaders::When::kSeveral && inputs_.count() > 1);
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    while (!following_) {
      Got got = inputs_.Open(io);
      if (got == Got::kEnd) {
        following_ = follow_ && !(follower_.empty() && only_streams_);
        if (!following_) return Progress::Done(inputs_.failed() || failed_ ? 1 : 0);
        break;
      }
      if (got == Got::kError) {
        only_streams_ = false;
        if (follow_ && follower_.by_name && follower_.retries) follower_.AddMissing(name_);
        ++name_;
        continue;
      }
      if (!begun_) {
        // What is followed stays open, behind the inputs.
        if (follow_ && inputs_.fd() > 0 && io.FileSize(inputs_.fd()))
          kept_fd_ = io.Open(inputs_.name(), OpenMode::kRead);
        BeginInput(io, from_start_ && count_ > 0 ? count_ - 1 : 0);
      }
      got = from_start_ ? CopyRest(io) : KeepLast(io);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kError) ReportReadError(io);
      // (A pipe has ended when it has.)
      const bool goes_on = got != Got::kError && io.FileSize(fd()).has_value();
      only_streams_ = only_streams_ && got != Got::kError;
      if (follow_ && goes_on) follower_.Add(io, inputs_.name(), name_, fd());
      inputs_.Close(io);
      kept_fd_ = -1;
      ++name_;
      begun_ = false;
    }
    return follower_.Step(io, names_);
  }

  bool TakeCount(CommandIo& io, std::string_view text) override {
    std::string_view digits = text;
    from_start_ = digits.starts_with('+');
    if (from_start_ || digits.starts_with('-')) digits.remove_prefix(1);
    return digits.starts_with('+') ? RefuseCount(io, text) : ReadCount(io, text, digits);
  }

 private:
  void TakeNames(std::vector<std::string> names) {
    names_ = std::move(names);
    if (names_.empty()) names_.emplace_back("-");
    StartInputs(names_);
  }
  int fd() const { return kept_fd_ >= 0 ? kept_fd_ : inputs_.fd(); }

  // --follow=HOW; false: there is no such way, which was said.
  bool TakeFollow(CommandIo& io, const Options& options) {
    if (!options.has_value()) return true;
    constexpr Choice<bool> kHow[] = {{"descriptor", false}, {"name", true}};
    if (Choose(io, "--follow", options.value(), kHow, &follower_.by_name)) return true;
    io.Write(2, "Try 'tail --help' for more information.\n");
    return false;
  }

  void WarnOfIgnored(CommandIo& io) {
    if (follower_.retries && !follow_)
      io.Error("warning: --retry ignored; --retry is useful only when following");
    if (follower_.retries && follow_ && !follower_.by_name)
      io.Error("warning: --retry only effective for the initial open");
    if (follower_.pid && !follow_)
      io.Error("warning: PID ignored; --pid=PID is useful only when following");
  }

  static bool IsOldStyle(std::string_view word) {
    if (word.size() < 2 || (word[0] != '-' && word[0] != '+')) return false;
    size_t digits = word.find_first_not_of("0123456789", 1);
    std::string_view rest = digits == std::string_view::npos ? "" : word.substr(digits);
    if (digits == 1) return false;
    return rest.empty() || rest == "f" || rest == "c" || rest == "l" || rest == "cf" ||
           rest == "lf";
  }

  // Leaves out left_ lines or bytes, then copies.
  Got CopyRest(CommandIo& io) {
    while (true) {
      std::string_view bytes;
      Got got = GotOf(io.ReadSome(fd(), &bytes));
      if (got != Got::kData) return got;
      uint64_t work = bytes.size();
      while (left_ > 0 && !bytes.empty()) {
        if (bytes_) {
          size_t skipped = std::min<uint64_t>(left_, bytes.size());
          bytes.remove_prefix(skipped);
          left_ -= skipped;
        } else {
          size_t found = bytes.find(delimiter_);
          bytes.remove_prefix(found == std::string_view::npos ? bytes.size() : found + 1);
          if (found != std::string_view::npos) --left_;
        }
      }
      io.Out(bytes);
      if (io.Tick(work)) return Got::kYield;
    }
  }

  // The last lines of a stream: all bytes that might still be among them are kept, and what is too
  // old is dropped now and then. A pipe cannot be read backwards.
  Got KeepLast(CommandIo& io) {
    while (true) {
      std::string_view bytes;
      Got got = GotOf(io.ReadSome(fd(), &bytes));
      if (got == Got::kEnd) {
        Drop(true);
        io.Out(std::string_view(kept_).substr(kept_start_));
        (void)io.Reserve(-static_cast<int64_t>(charged_));
        kept_ = std::string();
        charged_ = 0;
        kept_start_ = 0;
      }
      if (got != Got::kData) return got;
      if (!Keep(io, bytes)) return Got::kNoMemory;
      Drop(false);
      if (io.Tick(bytes.size())) return Got::kYield;
    }
  }
  // Forgets the front that cannot be among the last any more.
  void Drop(bool at_end) {
    if (bytes_) {
      if (kept_.size() > count_)
        kept_start_ = std::max<uint64_t>(kept_start_, kept_.size() - count_);
    } else {
      // An unfinished last line is one at the end; before, it may still turn out to be empty.
      bool unfinished = at_end && kept_.size() > kept_start_ && kept_.back() != delimiter_;
      uint64_t lines = kept_lines_ + (unfinished ? 1 : 0);
      for (; lines > count_; --lines) {
        size_t found = kept_.find(delimiter_, kept_start_);
        if (found == std::string::npos) {
          kept_start_ = kept_.size();
          break;
        }
        kept_start_ = found + 1;
        --kept_lines_;
      }
    }
    ForgetFront(65536);
  }

  bool from_start_ = false;
  bool follow_ = false;
  bool following_ = false;    // all files were shown once
  bool only_streams_ = true;  // so far: nothing that could be followed
  TailFollower follower_;
  std::vector<std::string> names_;
  uint64_t name_ = 0;  // of names_: the one that is open, or the next
  int kept_fd_ = -1;   // the file that is read and will be followed
};

}  // namespace

std::unique_ptr<Command> MakeTail() { return Make<Tail>(); }

}  // namespace pysub::shell
