#include <algorithm>
#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/files/prompt_answer.h"
#include "shell/commands/files/stat_fields.h"
#include "shell/commands/files/tree_walk.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

// rm [-dfiIrRv] FILE...
class Rm : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (!started_) {
      if (std::optional<Progress> end = Start(io)) return *end;
    }
    if (once_) {
      std::string count =
          std::to_string(operands_.size()) + (operands_.size() == 1 ? " argument" : " arguments");
      std::optional<bool> answer =
          prompt_.Ask(io, "rm: remove " + count + (recursive_ ? " recursively? " : "? "));
      if (!answer) return Progress::Wait();
      if (!*answer) return Progress::Done(0);
      once_ = false;
    }
    while (true) {
      if (!visiting_) {
        // What has been kept is not asked about again.
        if (!NextVisit(io)) {
          if (next_ >= operands_.size()) return Progress::Done(status_);
          Operand(io, operands_[next_++]);
          if (io.Tick(64)) return Progress::Yield();
          continue;
        }
      }
      if (!Visit(io)) return Progress::Wait();
      visiting_ = false;
      if (io.Tick(visit_.path.size() + 64)) return Progress::Yield();
    }
  }
  void Fields(Archive& archive) override {
    archive(started_, force_, interactive_, once_, recursive_, directories_, verbose_,
            preserve_root_, operands_, next_, walk_, kept_depths_, kept_, cannot_read_, visiting_,
            visit_, prompt_, status_);
  }

 private:
  std::optional<Progress> Start(CommandIo& io) {
    started_ = true;
    enum { kInteractive = 256, kOneFileSystem, kNoPreserve, kPreserve };
    constexpr CommandOption kOptions[] = {
        {'d', "dir"},
        {'f', "force"},
        LongRow(kInteractive, "interactive", OptionArgument::kOptional),
        LongRow(kNoPreserve, "no-preserve-root"),
        LongRow(kOneFileSystem, "one-file-system"),
        LongRow(kPreserve, "preserve-root", OptionArgument::kOptional),
        {'r', "recursive"},
        {'v', "verbose"},
        {'i', ""},
        {'I', ""},
        {'R', ""},
    };
    Options options(io, kOptions);
    const std::string hint = HintOfHyphen(io);
    options.set_usage_line(hint);
    while (options.Next()) {
      switch (options.id()) {
        case 'd': directories_ = true; break;
        case 'f':
          force_ = true;
          interactive_ = once_ = false;
          break;
        case 'i':
          force_ = once_ = false;
          interactive_ = true;
          break;
        case 'I':
          force_ = interactive_ = false;
          once_ = true;
          break;
        case kInteractive: {
          std::string_view when = options.value();
          if (when.empty() || when == "always" || when == "yes")
            interactive_ = true, once_ = false;
          else if (when == "once")
            once_ = true, interactive_ = false;
          else if (when == "never" || when == "no" || when == "none")
            once_ = interactive_ = false;
          else {
            io.Error(InvalidArgument(when, "--interactive",
                                     {"‘never’, ‘no’, ‘none’", "‘once’", "‘always’, ‘yes’"}));
            return TryHelp(io);
          }
          break;
        }
        case 'r':
        case 'R': recursive_ = true; break;
        case 'v': verbose_ = true; break;
        case kNoPreserve: preserve_root_ = false; break;
        case kPreserve:
          if (options.has_value() && options.value() != "all") {
            io.Error("unrecognized --preserve-root argument: " + QuoteFile(options.value()));
            return Progress::Done(1);
          }
          break;
        case kOneFileSystem: break;
      }
    }
    if (options.status()) return Progress::Done(*options.status());
    operands_ = options.operands();
    if (operands_.empty() && force_) return Progress::Done(0);
    if (operands_.empty()) return MissingOperand(io);
    if (once_ && !recursive_ && operands_.size() <= 3) once_ = false;
    return std::nullopt;
  }

  // For what was meant as a name; empty: none is.
  static std::string HintOfHyphen(CommandIo& io) {
    for (const std::string& word : io.args()) {
      if (word.size() < 2 || word[0] != '-' || !io.account().Tick(64)) continue;
      if (io.files().Lstat(CallerOf(io), word).ok())
        return "Try '" + ProgramName(io) + " ./" + word + "' to remove the file " +
               QuoteFile(word) + ".";
    }
    return "";
  }

  bool NextVisit(CommandIo& io) {
    std::optional<TreeWalk::Visit> visit = walk_.Next(io);
    if (!visit) return false;
    visit_ = std::move(*visit);
    visiting_ = true;
    return true;
  }

  void Fail(CommandIo& io, const std::string& path, int error) {
    io.Error("cannot remove " + QuoteFile(path), error);
    status_ = 1;
    kept_depths_ = std::max<uint64_t>(kept_depths_, visit_.depth);
  }

  // What POSIX forbids (. and ..) and what --preserve-root guards is refused before the walk
  // begins.
  void Operand(CommandIo& io, const std::string& path) {
    kept_depths_ = 0;
    std::string_view last = LastName(path);
    if (recursive_ && (last == "." || last == "..") && path != "/") {
      io.Error("refusing to remove '.' or '..' directory: skipping " + QuoteFile(path));
      status_ = 1;
      return;
    }
    if (recursive_ && preserve_root_) {
      files::Result<files::Stat> stat = io.files().Lstat(CallerOf(io), path);
      files::Result<files::Stat> root = io.files().Lstat(CallerOf(io), "/");
      if (stat.ok() && root.ok() && stat->ino == root->ino && stat->dev == root->dev) {
        io.Error(path == "/" ? "it is dangerous to operate recursively on '/'"
                             : "it is dangerous to operate recursively on " + QuoteFile(path) +
                                   " (same as '/')");
        io.Error("use --no-preserve-root to override this failsafe");
        status_ = 1;
        return;
      }
    }
    walk_.Start({path}, recursive_ ? 0 : static_cast<uint32_t>(TreeWalk::kFlat));
  }

  bool WriteProtected(CommandIo& io, const TreeWalk::Visit& visit) {
    return !force_ && io.IsTerminal(0) && !visit.stat.IsSymlink() &&
           !io.files().Access(CallerOf(io), visit.path, files::kMayWrite).ok();
  }

  // False: the answer to a question is missing.
  bool Visit(CommandIo& io) {
    using Kind = TreeWalk::Visit::Kind;
    bool directory = visit_.stat.IsDirectory();
    switch (visit_.kind) {
      case Kind::kCannotStat:
        if (!(force_ && (visit_.error == ENOENT || visit_.error == ENOTDIR)))
          Fail(io, visit_.path, visit_.error);
        return true;
      case Kind::kCannotRead: cannot_read_ = visit_.error; return true;
      case Kind::kLoop: return true;
      case Kind::kEnter:
        if (interactive_ || WriteProtected(io, visit_)) {
          files::Result<std::vector<files::DirectoryEntry>> some =
              io.files().ListSome(CallerOf(io), visit_.path, "", 1);
          if (some.ok() && some->empty()) return true;  // one question, when it is left
          std::optional<bool> answer = prompt_.Ask(
              io, "rm: descend into " +
                      std::string(WriteProtected(io, visit_) ? "write-protected " : "") +
                      "directory " + QuoteFile(visit_.path) + "? ");
          if (!answer) return false;
          if (!*answer) {
            walk_.Prune();
            Keep(io);
          }
        }
        return true;
      case Kind::kLeave: return RemoveDirectory(io);
      case Kind::kOther: break;
    }
    if (directory && !recursive_) {
      if (!directories_) {
        Fail(io, visit_.path, EISDIR);
        return true;
      }
      return RemoveDirectory(io);
    }
    if (interactive_ || WriteProtected(io, visit_)) {
      std::string what =
          std::string(WriteProtected(io, visit_) ? "write-protected " : "") +
          (visit_.stat.IsFile()      ? visit_.stat.size == 0 ? "regular empty file" : "regular file"
           : visit_.stat.IsSymlink() ? "symbolic link"
           : visit_.stat.kind == files::FileKind::kFifo ? "fifo"
                                                        : "character special file");
      std::optional<bool> answer =
          prompt_.Ask(io, "rm: remove " + what + " " + QuoteFile(visit_.path) + "? ");
      if (!answer) return false;
      if (!*answer) {
        Keep(io);
        return true;
      }
    }
    files::Status removed = io.files().Unlink(CallerOf(io), visit_.path);
    if (!removed.ok()) {
      if (!(force_ && removed.error() == ENOENT)) Fail(io, visit_.path, removed.error());
    } else if (verbose_) {
      io.Out("removed " + QuoteFile(visit_.path) + "\n");
    }
    return true;
  }

  // Without memory the script ends before this is asked for.
  void Keep(CommandIo& io) {
    if (io.Reserve(static_cast<int64_t>(sizeof(std::string) + visit_.path.size())))
      kept_.push_back(visit_.path);
  }

  bool KeptBelow(CommandIo& io) const {
    for (const std::string& kept : kept_) {
      std::string_view rest = kept;
      if (!io.account().Tick(1 + rest.size() / 16)) return true;
      if (rest.starts_with(visit_.path) &&
          (rest.size() == visit_.path.size() || rest[visit_.path.size()] == '/'))
        return true;
    }
    return false;
  }

  // On the way back up, when it should be empty. If something below it was kept, it stays without a
  // complaint.
  bool RemoveDirectory(CommandIo& io) {
    if (KeptBelow(io)) return true;
    if (interactive_ || WriteProtected(io, visit_)) {
      std::optional<bool> answer = prompt_.Ask(
          io, "rm: remove " + std::string(WriteProtected(io, visit_) ? "write-protected " : "") +
                  "directory " + QuoteFile(visit_.path) + "? ");
      if (!answer) return false;
      if (!*answer) {
        Keep(io);
        return true;
      }
    }
    files::Status removed = io.files().Rmdir(CallerOf(io), visit_.path);
    int error = removed.error();
    if (error == ENOTEMPTY && cannot_read_ != 0) error = cannot_read_;
    cannot_read_ = 0;
    if (removed.ok()) {
      if (verbose_) io.Out("removed directory " + QuoteFile(visit_.path) + "\n");
    } else if (!(error == ENOTEMPTY && kept_depths_ > visit_.depth)) {
      // What could not be removed in it was said already.
      Fail(io, visit_.path, error);
    } else {
      kept_depths_ = visit_.depth;
    }
    return true;
  }

  bool started_ = false;
  bool force_ = false;
  bool interactive_ = false;
  bool once_ = false;
  bool recursive_ = false;
  bool directories_ = false;
  bool verbose_ = false;
  bool preserve_root_ = true;
  std::vector<std::string> operands_;
  uint64_t next_ = 0;
  TreeWalk walk_;
  uint64_t kept_depths_ = 0;
  std::vector<std::string> kept_;
  int cannot_read_ = 0;
  bool visiting_ = false;
  TreeWalk::Visit visit_;
  Prompt prompt_;
  int status_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeRm() { return Make<Rm>(); }

}  // namespace pysub::shell
