#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/files/file_mode.h"
#include "shell/commands/files/tree_walk.h"
#include "shell/commands/quoting.h"

namespace pysub::shell {
namespace {

// chmod [-Rcfv] [--reference=FILE] MODE FILE...
class Chmod : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (!started_) {
      if (std::optional<Progress> end = Start(io)) return *end;
    }
    while (true) {
      std::optional<TreeWalk::Visit> visit = walk_.Next(io);
      if (!visit) return Progress::Done(status_);
      One(io, *visit);
      if (io.Tick(visit->path.size() + 64)) return Progress::Yield();
    }
  }
  void Fields(Archive& archive) override {
    archive(started_, recursive_, changes_, verbose_, quiet_, change_, walk_, status_);
  }

 private:
  std::optional<Progress> Start(CommandIo& io) {
    started_ = true;
    enum { kReference = 256, kPreserve, kNoPreserve };
    constexpr CommandOption kOptions[] = {
        {'c', "changes"},
        {'R', "recursive"},
        LongRow(kNoPreserve, "no-preserve-root"),
        LongRow(kPreserve, "preserve-root"),
        {'f', "quiet"},
        LongRow(kReference, "reference", OptionArgument::kRequired),
        LongRow('f', "silent"),
        {'v', "verbose"},
    };
    // "-x" and "-w,+r" are modes, not options.
    std::vector<std::string> words(io.args().begin(), io.args().end());
    std::string minus_mode;
    for (size_t i = 0; i < words.size() && words[i] != "--";) {
      bool is_mode =
          words[i].size() > 1 && words[i][0] == '-' &&
          std::string_view("rwxXstugoa0123456789,+=").find(words[i][1]) != std::string_view::npos;
      if (!is_mode) {
        ++i;
        continue;
      }
      minus_mode += (minus_mode.empty() ? "" : ",") + words[i];
      words.erase(words.begin() + i);
    }
    Options options(io, words, kOptions);
    std::optional<std::string> reference;
    while (options.Next()) {
      switch (options.id()) {
        case 'R': recursive_ = true; break;
        case 'c': changes_ = true; break;
        case 'f': quiet_ = true; break;
        case 'v': verbose_ = true; break;
        case kReference: reference = options.value(); break;
        case kPreserve:
        case kNoPreserve: break;
      }
    }
    if (options.status()) return Progress::Done(*options.status());
    std::vector<std::string> operands = options.operands();
    std::string mode = minus_mode;
    if (mode.empty() && !reference && !operands.empty()) {
      mode = operands[0];
      operands.erase(operands.begin());
    }
    if (operands.empty()) {
      if (mode.empty() && !reference) return MissingOperand(io);
      if (mode.empty()) return MissingOperand(io);
      io.Error("missing operand after " + QuoteWord(mode));
      return TryHelp(io);
    }
    if (reference) {
      files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), *reference);
      if (!stat.ok()) {
        io.Error("failed to get attributes of " + QuoteFile(*reference), stat.error());
        return Progress::Done(1);
      }
      mode = "0000" + std::to_string(stat->mode >> 9) + std::to_string(stat->mode >> 6 & 7) +
             std::to_string(stat->mode >> 3 & 7) + std::to_string(stat->mode & 7);
    }
    std::optional<ModeChange> change = ModeChange::Parse(mode);
    if (!change) {
      io.Error("invalid mode: " + QuoteWord(mode));
      return TryHelp(io);
    }
    change_ = *change;
    walk_.Start(std::move(operands),
                recursive_ ? TreeWalk::kOperandLinks : TreeWalk::kOperandLinks | TreeWalk::kFlat);
    return std::nullopt;
  }

  void Fail(CommandIo& io, const std::string& text, int error) {
    if (!quiet_) io.Error(text, error);
    status_ = 1;
  }

  void One(CommandIo& io, const TreeWalk::Visit& visit) {
    if (visit.kind == TreeWalk::Visit::Kind::kLeave) return;
    if (visit.kind == TreeWalk::Visit::Kind::kCannotRead) {
      return Fail(io, "cannot read directory " + QuoteFile(visit.path), visit.error);
    }
    if (visit.kind == TreeWalk::Visit::Kind::kCannotStat) {
      files::Result<files::Stat> link = io.files().Lstat(CallerOf(io), visit.path);
      if (link.ok() && link->IsSymlink()) {
        if (!quiet_) io.Error("cannot operate on dangling symlink " + QuoteFile(visit.path));
        status_ = 1;
      } else {
        Fail(io, "cannot access " + QuoteFile(visit.path), visit.error);
      }
      if (verbose_) io.Out(QuoteFile(visit.path) + " could not be accessed\n");
      return;
    }
    if (visit.stat.IsSymlink()) {
      if (verbose_)
        io.Out("neither symbolic link " + QuoteFile(visit.path) +
               " nor referent has been changed\n");
      return;
    }
    uint32_t old_mode = visit.stat.mode;
    uint32_t mode = change_.Apply(old_mode, visit.stat.IsDirectory(), io.umask());
    files::Status done = io.files().Chmod(CallerOf(io), visit.path, mode);
    if (!done.ok()) {
      Fail(io, "changing permissions of " + QuoteFile(visit.path), done.error());
      if (verbose_) {
        io.Out("failed to change mode of " + QuoteFile(visit.path) + " from " + Text(old_mode) +
               " to " + Text(mode) + "\n");
      }
      return;
    }
    if (mode != old_mode && (verbose_ || changes_)) {
      io.Out("mode of " + QuoteFile(visit.path) + " changed from " + Text(old_mode) + " to " +
             Text(mode) + "\n");
    } else if (verbose_) {
      io.Out("mode of " + QuoteFile(visit.path) + " retained as " + Text(mode) + "\n");
    }
  }
  static std::string Text(uint32_t mode) {
    std::string digits;
    for (int shift = 9; shift >= 0; shift -= 3)
      digits += static_cast<char>('0' + (mode >> shift & 7));
    return digits + " (" + ModeText(mode).substr(1) + ")";
  }

  bool started_ = false;
  bool recursive_ = false;
  bool changes_ = false;
  bool verbose_ = false;
  bool quiet_ = false;
  ModeChange change_;
  TreeWalk walk_;
  int status_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeChmod() { return Make<Chmod>(); }

}  // namespace pysub::shell
