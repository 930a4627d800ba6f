// install: copies files, each with a mode, and makes directories.

#include <cerrno>
#include <utility>

#include "pysub/shell/command.h"
#include "shell/commands/files/copy_tree.h"
#include "shell/commands/files/destination.h"
#include "shell/commands/files/file_mode.h"
#include "shell/commands/quoting.h"
#include "shell/commands/refused_option.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

constexpr OptionArgument kRequired = OptionArgument::kRequired;
enum LongOptions { kStripProgram = kFirstLongOption, kPreserveContext, kContext };
constexpr CommandOption kOptions[] = {
    Backup::kShort,
    Backup::kLong,
    Backup::kSuffix,
    {'c', ""},
    {'C', "compare"},
    {'d', "directory"},
    {'D', ""},
    {'g', "group", kRequired},
    {'m', "mode", kRequired},
    {'o', "owner", kRequired},
    {'p', "preserve-timestamps"},
    RefusedRow('s', "strip"),
    LongRow(kStripProgram, "strip-program", kRequired),
    LongRow(kPreserveContext, "preserve-context"),
    {'Z', ""},
    LongRow(kContext, "context", OptionArgument::kOptional),
    {'t', "target-directory", kRequired},
    {'T', "no-target-directory"},
    {'v', "verbose"},
};

class Install : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (stage_ == Stage::kStart) {
      if (std::optional<Progress> end = Start(io)) return *end;
      stage_ = Stage::kNext;
    }
    while (true) {
      switch (stage_) {
        case Stage::kStart:
        case Stage::kNext:
          if (next_ >= sources_.size()) return Progress::Done(failed_ || copy_.failed() ? 1 : 0);
          Begin(io);
          break;
        case Stage::kCompare: Compare(io); break;
        case Stage::kCopy:
          switch (copy_.Step(io)) {
            case CopyTree::Result::kWait: return Progress::Wait();
            case CopyTree::Result::kYield: return Progress::Yield();
            case CopyTree::Result::kDone: break;
          }
          stage_ = Stage::kNext;
          if (!copy_.last_failed()) Adorn(io, target_);
          break;
      }
      if (io.Tick(target_.size() + 64)) return Progress::Yield();
    }
  }
  void Fields(Archive& archive) override {
    archive(stage_, makes_directories_, makes_parents_, compares_, verbose_, is_foreign_, mode_,
            sources_, destination_, next_, source_, target_, offset_, copy_, failed_);
    if (stage_ > Stage::kCopy) archive.Fail();
  }

 private:
  enum class Stage : uint8_t { kStart, kNext, kCompare, kCopy };

  struct Wishes {
    CopyOptions copy;
    std::optional<std::string> directory;
    std::string mode = "0755";
    bool no_directory = false;
    bool names_strip = false;
  };

  std::optional<Progress> TakeOptions(CommandIo& io, Options* options, Wishes* to) {
    while (options->Next()) {
      if (to->copy.backup.Take(*options)) continue;
      const std::string value(options->value());
      switch (options->id()) {
        case 'C': compares_ = true; break;
        case 'd': makes_directories_ = true; break;
        case 'D': makes_parents_ = true; break;
        case 'm': to->mode = value; break;
        case 'g':
        case 'o':
          if (!TakeOwner(io, options->id() == 'o' ? "user" : "group", value))
            return Progress::Done(1);
          break;
        case 'p': to->copy.preserve_times = true; break;
        case 't': to->directory = value; break;
        case 'T': to->no_directory = true; break;
        case 'v': verbose_ = to->copy.verbose = true; break;
        // Nothing is stripped, and contexts are of SELinux, which is not here.
        case kStripProgram: to->names_strip = true; break;
        case kPreserveContext:
          io.Error("WARNING: ignoring --preserve-context; this kernel is not SELinux-enabled");
          break;
        case kContext:
          if (!options->has_value()) break;
          io.Error("warning: ignoring --context; it requires an SELinux-enabled kernel");
          break;
        default: break;
      }
    }
    if (options->status()) return Progress::Done(*options->status());
    return std::nullopt;
  }
  // There is one user; who else is meant gets nothing in the end.
  bool TakeOwner(CommandIo& io, const std::string& what, const std::string& name) {
    uint32_t number = 0;
    const std::optional<uint32_t> known = FindUser(name);
    if (!known && !ReadWhole(name, &number)) {
      io.Error("invalid " + what + " " + QuoteWord(name));
      return false;
    }
    is_foreign_ = is_foreign_ || known.value_or(number) != CallerOf(io).uid;
    return true;
  }

  std::optional<Progress> Start(CommandIo& io) {
    Options options(io, kOptions);
    Wishes wishes;
    if (std::optional<Progress> end = TakeOptions(io, &options, &wishes)) return end;
    if (!wishes.copy.backup.Finish(io)) return TryHelp(io);
    if (wishes.names_strip)
      io.Error("WARNING: ignoring --strip-program option as -s option was not specified");
    const std::optional<ModeChange> mode = ModeChange::Parse(wishes.mode);
    if (!mode) {
      io.Error("invalid mode " + QuoteWord(wishes.mode));
      return Progress::Done(1);
    }
    mode_ = mode->Apply(0, makes_directories_, 0);
    sources_ = options.operands();
    wishes.copy.no_preserve_mode = true;
    wishes.copy.remove_destination = !wishes.copy.backup.wanted();
    copy_.SetOptions(wishes.copy);
    if (makes_directories_) {
      if (!sources_.empty()) return std::nullopt;
      io.Error("missing file operand");
      return TryHelp(io);
    }
    return FindDestination(io, wishes);
  }

  std::optional<Progress> FindDestination(CommandIo& io, const Wishes& wishes) {
    if (wishes.directory && !sources_.empty()) {
      const std::string& path = *wishes.directory;
      if (makes_parents_ && !MakeDirectories(io, path)) return Progress::Done(1);
      const files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), path);
      if (!stat.ok() || !stat->IsDirectory()) {
        io.Error("failed to access " + QuoteFile(path), stat.ok() ? ENOTDIR : stat.error());
        return Progress::Done(1);
      }
    }
    return destination_.Take(io, &sources_, wishes.directory, wishes.no_directory);
  }

  // ---- directories
  bool MakeOne(CommandIo& io, std::string_view path, bool is_last) {
    const files::Status made = io.files().Mkdir(CallerOf(io), path, 0755);
    if (made.ok()) {
      if (verbose_) io.Out("install: creating directory " + QuoteFile(path) + "\n");
      (void)io.files().Chmod(CallerOf(io), path, 0755);
      return true;
    }
    const files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), path);
    if (stat.ok() && stat->IsDirectory()) return true;
    const bool blocks = stat.ok() && !is_last;
    io.Error("cannot create directory " + QuoteWord(path), blocks ? ENOTDIR : made.error());
    return false;
  }
  bool MakeDirectories(CommandIo& io, std::string_view whole) {
    const std::string_view path = WithoutSlashes(whole);
    for (size_t slash = path.find('/', 1); slash != std::string_view::npos;
         slash = path.find('/', slash + 1)) {
      io.Tick(path.size() + 64);
      if (path[slash - 1] != '/' && !MakeOne(io, path.substr(0, slash), false)) return false;
    }
    return MakeOne(io, whole, true);
  }

  // ---- files
  void Begin(CommandIo& io) {
    source_ = sources_[next_++];
    if (makes_directories_) {
      if (!MakeDirectories(io, source_))
        failed_ = true;
      else
        Adorn(io, source_);
      return;
    }
    target_ = destination_.For(source_);
    const files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), source_);
    if (stat.ok() && stat->IsDirectory()) {
      io.Error("omitting directory " + QuoteFile(source_));
      failed_ = true;
      return;
    }
    const std::string above(DirectoryOf(target_));
    if (makes_parents_ && above != "." && !MakeDirectories(io, above)) {
      failed_ = true;
      return;
    }
    offset_ = 0;
    stage_ = compares_ && stat.ok() && MayBeSame(io, *stat) ? Stage::kCompare : Stage::kCopy;
    if (stage_ == Stage::kCopy) copy_.Start(io, source_, target_);
  }
  bool MayBeSame(CommandIo& io, const files::Stat& source) const {
    const files::Result<files::Stat> target = io.files().Lstat(CallerOf(io), target_);
    return target.ok() && source.IsFile() && target->IsFile() && source.size == target->size &&
           (target->mode & 07777) == mode_;
  }
  // -C: what is the same already stays.
  void Compare(CommandIo& io) {
    constexpr uint64_t kPiece = 64 << 10;
    const auto ours = io.files().ReadFile(CallerOf(io), source_, offset_, kPiece);
    const auto theirs = io.files().ReadFile(CallerOf(io), target_, offset_, kPiece);
    if (!ours.ok() || !theirs.ok() || *ours != *theirs) {
      copy_.Start(io, source_, target_);
      stage_ = Stage::kCopy;
      return;
    }
    io.Tick(ours->size());
    offset_ += ours->size();
    if (ours->empty()) stage_ = Stage::kNext;
  }

  // The mode, whatever the umask is.
  void Adorn(CommandIo& io, const std::string& path) {
    const files::Status set = io.files().Chmod(CallerOf(io), path, mode_);
    if (!set.ok()) {
      io.Error("cannot change permissions of " + QuoteFile(path), set.error());
      failed_ = true;
    }
    if (!is_foreign_) return;
    io.Error(makes_directories_ ? "cannot change owner and permissions of " + QuoteWord(path)
                                : "cannot change ownership of " + QuoteFile(path),
             EPERM);
    failed_ = true;
  }

  Stage stage_ = Stage::kStart;
  bool makes_directories_ = false, makes_parents_ = false, compares_ = false, verbose_ = false,
       is_foreign_ = false;
  uint32_t mode_ = 0755;
  std::vector<std::string> sources_;
  Destination destination_;
  uint64_t next_ = 0;
  std::string source_, target_;
  uint64_t offset_ = 0;
  CopyTree copy_;
  bool failed_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeInstall() { return Make<Install>(); }

}  // namespace pysub::shell
