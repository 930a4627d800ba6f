#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/files/backup.h"
#include "shell/commands/files/realpath.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"

namespace pysub::shell {
namespace {

// ln [-sfnrTvLP] [-t DIRECTORY] TARGET... [LINK_NAME | DIRECTORY]
class Ln : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (!started_) {
      if (std::optional<Progress> end = Start(io)) return *end;
    }
    while (next_ < targets_.size()) {
      const std::string& target = targets_[next_++];
      std::string name = into_directory_ ? JoinPath(destination_, LastName(target)) : destination_;
      if (!LinkOne(io, target, name)) status_ = 1;
      if (io.Tick(target.size() + 128)) return Progress::Yield();
    }
    return Progress::Done(status_);
  }
  void Fields(Archive& archive) override {
    archive(started_, symbolic_, force_, no_dereference_, relative_, verbose_, follow_,
            into_directory_, targets_, destination_, next_, status_, backup_, tries_directories_);
  }

 private:
  std::optional<Progress> Start(CommandIo& io) {
    started_ = true;
    constexpr CommandOption kOptions[] = {
        {'s', "symbolic"},
        Backup::kShort,
        Backup::kLong,
        Backup::kSuffix,
        {'f', "force"},
        {'n', "no-dereference"},
        {'r', "relative"},
        {'T', "no-target-directory"},
        {'t', "target-directory", OptionArgument::kRequired},
        {'v', "verbose"},
        {'i', "interactive"},
        {'L', "logical"},
        {'P', "physical"},
        {'d', "directory"},
        {'F', ""},
    };
    Options options(io, kOptions);
    bool no_directory = false;
    std::optional<std::string> directory;
    while (options.Next()) {
      if (backup_.Take(options)) continue;
      switch (options.id()) {
        case 's': symbolic_ = true; break;
        case 'f': force_ = true; break;
        case 'i': force_ = false; break;
        case 'n': no_dereference_ = true; break;
        case 'r': relative_ = true; break;
        case 'T': no_directory = true; break;
        case 't': directory = options.value(); break;
        case 'v': verbose_ = true; break;
        case 'L': follow_ = true; break;
        case 'P': follow_ = false; break;
        case 'd':
        case 'F': tries_directories_ = true; break;
      }
    }
    if (options.status()) return Progress::Done(*options.status());
    if (!backup_.Finish(io)) return TryHelp(io);
    targets_ = options.operands();
    if (targets_.empty()) {
      io.Error("missing file operand");
      return TryHelp(io);
    }
    if (relative_ && !symbolic_) {
      io.Error("cannot do --relative without --symbolic");
      return Progress::Done(1);
    }
    if (directory) {
      if (!IsDirectory(io, *directory)) return NotADirectory(io, *directory, true);
      destination_ = *directory;
      into_directory_ = true;
      return std::nullopt;
    }
    if (no_directory && targets_.size() != 2) {
      if (targets_.size() > 2) {
        io.Error("extra operand " + QuoteFile(targets_[2]));
        return TryHelp(io);
      }
      io.Error("missing destination file operand after " + QuoteFile(targets_[0]));
      return TryHelp(io);
    }
    if (targets_.size() == 1) {
      destination_ = ".";
      into_directory_ = true;
      return std::nullopt;
    }
    destination_ = targets_.back();
    targets_.pop_back();
    into_directory_ = !no_directory && IsDirectory(io, destination_);
    if (targets_.size() > 1 && !into_directory_) return NotADirectory(io, destination_, false);
    return std::nullopt;
  }

  bool IsDirectory(CommandIo& io, const std::string& path) {
    files::Follow follow = no_dereference_ ? files::Follow::kNo : files::Follow::kYes;
    files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), path, follow);
    return stat.ok() && stat->IsDirectory();
  }
  Progress NotADirectory(CommandIo& io, const std::string& path, bool by_option) {
    files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), path);
    if (by_option && stat.ok()) {
      io.Error("target " + QuoteFile(path) + " is not a directory");
    } else {
      io.Error((by_option ? "failed to access " : "target ") + QuoteFile(path),
               stat.ok() ? ENOTDIR : stat.error());
    }
    return Progress::Done(1);
  }

  // What has the name already goes, or gets another one. False: it stays, which has been said.
  bool MakeWay(CommandIo& io, const std::string& target, const std::string& name,
               std::string* backup_name) {
    const files::Caller caller = CallerOf(io);
    files::Result<files::Stat> there = io.files().Lstat(caller, name);
    if (there.ok() && there->IsDirectory()) {
      io.Error(QuoteFileIfNeeded(name) + ": cannot overwrite directory");
      return false;
    }
    files::Result<files::Stat> source = io.files().Lstat(caller, target);
    if (source.ok() && there.ok() && source->ino == there->ino && source->dev == there->dev &&
        LastName(target) == LastName(name) &&
        io.files().Realpath(caller, DirectoryOf(target)).value() ==
            io.files().Realpath(caller, DirectoryOf(name)).value()) {
      io.Error(QuoteFile(target) + " and " + QuoteFile(name) + " are the same file");
      return false;
    }
    if (backup_.wanted()) {
      std::optional<std::string> renamed = backup_.Rename(io, name);
      if (renamed) *backup_name = std::move(*renamed);
      return renamed.has_value();
    }
    const files::Status removed = io.files().Unlink(caller, name);
    if (!removed.ok()) io.Error("cannot remove " + QuoteFile(name), removed.error());
    return removed.ok();
  }

  bool LinkOne(CommandIo& io, const std::string& target, const std::string& name) {
    files::Caller caller = CallerOf(io);
    std::string text = target;
    if (!symbolic_) {
      files::Result<files::Stat> source =
          io.files().StatPath(caller, target, follow_ ? files::Follow::kYes : files::Follow::kNo);
      if (!source.ok()) {
        io.Error("failed to access " + QuoteFile(target), source.error());
        return false;
      }
      if (source->IsDirectory() && !tries_directories_) {
        io.Error(QuoteFileIfNeeded(target) + ": hard link not allowed for directory");
        return false;
      }
    } else if (relative_) {
      files::Result<std::string> from =
          io.files().Realpath(caller, DirectoryOf(name), files::RealpathMode::kNothingNeedsExist);
      files::Result<std::string> to =
          io.files().Realpath(caller, target, files::RealpathMode::kNothingNeedsExist);
      if (from.ok() && to.ok()) text = RelativeTo(*to, *from);
    }
    auto make = [&] {
      return symbolic_ ? io.files().Symlink(caller, text, name)
                       : io.files().Link(caller, target, name,
                                         follow_ ? files::Follow::kYes : files::Follow::kNo);
    };
    files::Status made = make();
    std::string backup_name;
    if (made.error() == EEXIST && (force_ || backup_.wanted())) {
      if (!MakeWay(io, target, name, &backup_name)) return false;
      made = make();
    }
    if (!made.ok()) {
      std::string what =
          symbolic_ ? "failed to create symbolic link " : "failed to create hard link ";
      what += QuoteFile(name);
      if (!(symbolic_ || made.error() == EEXIST))
        what += " => " + QuoteFile(target);
      else if (symbolic_ && made.error() != EEXIST && made.error() != ENOENT && text.empty())
        what += " -> " + QuoteFile(target);
      io.Error(what, made.error());
      return false;
    }
    if (verbose_ && !backup_name.empty()) io.Out(QuoteFile(backup_name) + " ~ ");
    if (verbose_) io.Out(QuoteFile(name) + (symbolic_ ? " -> " : " => ") + QuoteFile(text) + "\n");
    return true;
  }

  bool started_ = false;
  bool tries_directories_ = false;  // -d, which no file system here allows
  bool symbolic_ = false;
  bool force_ = false;
  bool no_dereference_ = false;
  bool relative_ = false;
  bool verbose_ = false;
  bool follow_ = false;
  bool into_directory_ = false;
  std::vector<std::string> targets_;
  std::string destination_;
  uint64_t next_ = 0;
  int status_ = 0;
  Backup backup_;
};

}  // namespace

std::unique_ptr<Command> MakeLn() { return Make<Ln>(); }

}  // namespace pysub::shell
