#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/files/copy_tree.h"
#include "shell/commands/files/destination.h"
#include "shell/commands/quoting.h"

namespace pysub::shell {
namespace {

// mv [-finuvT] [-t DIRECTORY] SOURCE... DESTINATION
class Mv : public Command {
 public:
  // Mostly a rename. Where that cannot be (another mount), it is a copy and then a removal. The
  // original goes only after the whole copy has succeeded.
  Progress Step(CommandIo& io) override {
    if (stage_ == Stage::kStart) {
      if (std::optional<Progress> end = Start(io)) return *end;
      stage_ = Stage::kNext;
    }
    while (true) {
      switch (stage_) {
        case Stage::kStart:
        case Stage::kNext:
          if (next_ >= sources_.size()) return Progress::Done(status_);
          source_ = sources_[next_++];
          if (strip_slashes_) source_ = WithoutSlashes(source_);
          target_ = destination_.For(source_);
          stage_ = Stage::kMove;
          break;
        case Stage::kMove:
          if (!Move(io)) return Progress::Wait();
          break;
        case Stage::kCopy:
          switch (copy_.Step(io)) {
            case CopyTree::Result::kWait: return Progress::Wait();
            case CopyTree::Result::kYield: return Progress::Yield();
            case CopyTree::Result::kDone: break;
          }
          stage_ = Stage::kNext;
          if (copy_.last_failed()) {
            status_ = 1;
          } else {
            walk_.Start({source_}, 0);
            stage_ = Stage::kRemove;
          }
          break;
        case Stage::kRemove: RemoveSome(io); break;
      }
      if (io.Tick(target_.size() + 64)) return Progress::Yield();
    }
  }
  void Fields(Archive& archive) override {
    archive(stage_, overwrite_, update_, verbose_, strip_slashes_, no_directory_, sources_,
            destination_, next_, source_, target_, copy_, walk_, made_, prompt_, status_, backup_,
            backup_name_);
    if (stage_ > Stage::kRemove || overwrite_ > CopyOptions::Overwrite::kNever) archive.Fail();
  }

 private:
  enum class Stage : uint8_t { kStart, kNext, kMove, kCopy, kRemove };

  std::optional<Progress> Start(CommandIo& io) {
    constexpr CommandOption kOptions[] = {
        Backup::kShort,
        Backup::kLong,
        Backup::kSuffix,
        {'f', "force"},
        {'i', "interactive"},
        {'n', "no-clobber"},
        {'T', "no-target-directory"},
        LongRow(256, "strip-trailing-slashes"),
        {'t', "target-directory", OptionArgument::kRequired},
        {'u', "update"},
        {'v', "verbose"},
        {'Z', "context"},  // (of SELinux, which is not here: so GNU's mv does it, too)
    };
    Options options(io, kOptions);
    std::optional<std::string> directory;
    while (options.Next()) {
      if (backup_.Take(options)) continue;
      switch (options.id()) {
        case 'f': overwrite_ = CopyOptions::Overwrite::kYes; break;
        case 'i': overwrite_ = CopyOptions::Overwrite::kAsk; break;
        case 'n': overwrite_ = CopyOptions::Overwrite::kNever; break;
        case 'u': update_ = true; break;
        case 'v': verbose_ = true; break;
        case 't': directory = options.value(); break;
        case 'T': no_directory_ = true; break;
        case 256: strip_slashes_ = true; break;
      }
    }
    if (options.status()) return Progress::Done(*options.status());
    if (!backup_.Finish(io)) return TryHelp(io);
    if (backup_.wanted() && overwrite_ == CopyOptions::Overwrite::kNever) {
      return Progress::Done(
          options.Misuse("options --backup and --no-clobber are mutually exclusive"));
    }
    sources_ = options.operands();
    CopyOptions copy;
    copy.recursive = copy.preserve_mode = copy.preserve_times = copy.preserve_links = copy.force =
        true;
    copy.follow = CopyOptions::Links::kNever;
    copy_.SetOptions(copy);
    return destination_.Take(io, &sources_, directory, no_directory_);
  }

  bool Fail(CommandIo& io, const std::string& text, int error = 0) {
    if (error != 0)
      io.Error(text, error);
    else
      io.Error(text);
    status_ = 1;
    stage_ = Stage::kNext;
    return true;
  }

  // False: the answer to a question is missing.
  bool Move(CommandIo& io) {
    files::Caller caller = CallerOf(io);
    files::Result<files::Stat> source = io.files().Lstat(caller, source_);
    if (!source.ok()) return Fail(io, "cannot stat " + QuoteFile(source_), source.error());
    backup_name_.clear();
    files::Result<files::Stat> target = io.files().Lstat(caller, target_);
    if (target.ok()) {
      bool same = source->dev == target->dev && source->ino == target->ino;
      if (same) {
        if (source->IsDirectory() && target_.size() > source_.size() && destination_.into &&
            SameName(io) && WithoutSlashes(destination_.path) == WithoutSlashes(source_)) {
          return Fail(io, "cannot move " + QuoteFile(source_) + " to a subdirectory of itself, " +
                              QuoteFile(target_));
        }
        return Fail(io, QuoteFile(source_) + " and " + QuoteFile(target_) + " are the same file");
      }
      if (update_ && !source->IsDirectory() && target->mtime_ns >= source->mtime_ns) return Skip();
      if (overwrite_ == CopyOptions::Overwrite::kNever) return Skip();
      if (source->IsDirectory() && !target->IsDirectory() && !backup_.wanted()) {
        return Fail(io, "cannot overwrite non-directory " + QuoteFile(target_) +
                            " with directory " + QuoteFile(source_));
      }
      if (!source->IsDirectory() && target->IsDirectory()) {
        return Fail(io, "cannot overwrite directory " + QuoteFile(target_) + " with non-directory");
      }
      bool protected_target = io.IsTerminal(0) && overwrite_ != CopyOptions::Overwrite::kYes &&
                              !target->IsSymlink() &&
                              !io.files().Access(caller, target_, files::kMayWrite).ok();
      if (overwrite_ == CopyOptions::Overwrite::kAsk || protected_target) {
        std::optional<bool> answer = prompt_.Ask(io, "mv: overwrite " + QuoteFile(target_) + "? ");
        if (!answer) return false;
        if (!*answer) return Skip();
      }
      if (made_.contains({target->dev, target->ino}) && !target->IsDirectory()) {
        return Fail(io, "will not overwrite just-created " + QuoteFile(target_) + " with " +
                            QuoteFile(source_));
      }
      if (backup_.wanted()) {
        if (!MakeBackup(io)) return true;
        target = files::Result<files::Stat>(files::Status(ENOENT));
      }
    }
    files::Status renamed = io.files().Rename(caller, source_, target_);
    if (renamed.ok()) {
      files::Result<files::Stat> moved = io.files().Lstat(caller, target_);
      if (moved.ok() && sources_.size() > 1 && io.Reserve(128))
        made_[{moved->dev, moved->ino}] = true;
      return Moved(io);
    }
    if (renamed.error() == EINVAL && source->IsDirectory()) {
      return Fail(io, "cannot move " + QuoteFile(source_) + " to a subdirectory of itself, " +
                          QuoteFile(target_));
    }
    if (renamed.error() != EXDEV) {
      return Fail(io, "cannot move " + QuoteFile(source_) + " to " + QuoteFile(target_),
                  renamed.error());
    }
    // Another mount: a copy, then the original goes. An empty directory in its place goes
    // first, as rename does it.
    if (target.ok()) {
      files::Status removed = target->IsDirectory() ? io.files().Rmdir(caller, target_)
                                                    : io.files().Unlink(caller, target_);
      if (!removed.ok()) {
        return Fail(io,
                    "inter-device move failed: " + QuoteFile(source_) + " to " +
                        QuoteFile(target_) + "; unable to remove target",
                    removed.error());
      }
    }
    copy_.Start(io, source_, target_);
    stage_ = Stage::kCopy;
    return true;
  }

  // False: it could not be made, which has been said.
  bool MakeBackup(CommandIo& io) {
    if (backup_.WouldDestroy(io, source_, target_)) {
      Fail(io, "backing up " + QuoteFile(target_) + " might destroy source;  " +
                   QuoteFile(source_) + " not moved");
      return false;
    }
    std::optional<std::string> name = backup_.Rename(io, target_);
    if (!name) {
      status_ = 1;
      stage_ = Stage::kNext;
      return false;
    }
    backup_name_ = std::move(*name);
    return true;
  }

  bool SameName(CommandIo& io) {
    if (LastName(source_) != LastName(target_) && LastName(source_) != ".") return false;
    files::Result<std::string> a = io.files().Realpath(CallerOf(io), DirectoryOf(source_));
    files::Result<std::string> b = io.files().Realpath(CallerOf(io), DirectoryOf(target_));
    return a.ok() && b.ok() && *a == *b;
  }
  bool Skip() {
    stage_ = Stage::kNext;
    return true;
  }
  bool Moved(CommandIo& io) {
    if (verbose_)
      io.Out("renamed " + QuoteFile(source_) + " -> " + QuoteFile(target_) +
             Backup::Shown(backup_name_) + "\n");
    return Skip();
  }

  // What was copied goes, from the leaves up.
  void RemoveSome(CommandIo& io) {
    std::optional<TreeWalk::Visit> visit = walk_.Next(io);
    if (!visit) {
      if (verbose_) io.Out("copied " + QuoteFile(source_) + " -> " + QuoteFile(target_) + "\n");
      stage_ = Stage::kNext;
      return;
    }
    files::Status removed = 0;
    if (visit->kind == TreeWalk::Visit::Kind::kLeave)
      removed = io.files().Rmdir(CallerOf(io), visit->path);
    if (visit->kind == TreeWalk::Visit::Kind::kOther)
      removed = io.files().Unlink(CallerOf(io), visit->path);
    if (visit->error != 0) removed = visit->error;
    if (removed.ok()) return;
    io.Error("cannot remove " + QuoteFile(visit->path), removed.error());
    status_ = 1;
  }

  Stage stage_ = Stage::kStart;
  CopyOptions::Overwrite overwrite_ = CopyOptions::Overwrite::kYes;
  bool update_ = false;
  bool verbose_ = false;
  bool strip_slashes_ = false;
  bool no_directory_ = false;
  std::vector<std::string> sources_;
  Destination destination_;
  uint64_t next_ = 0;
  std::string source_;
  std::string target_;
  CopyTree copy_;
  TreeWalk walk_;
  std::map<std::pair<uint32_t, uint64_t>, bool> made_;
  Prompt prompt_;
  Backup backup_;
  std::string backup_name_;  // of what stood in the place of the target
  int status_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeMv() { return Make<Mv>(); }

}  // namespace pysub::shell
