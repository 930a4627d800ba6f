#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/files/file_mode.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"

namespace pysub::shell {
namespace {

// mkdir [-pv] [-m MODE] DIRECTORY...
class Mkdir : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (!started_) {
      if (std::optional<Progress> end = Start(io)) return *end;
    }
    while (next_ < operands_.size()) {
      const std::string& path = operands_[next_++];
      if (parents_ ? !MakeAll(io, path) : !MakeOne(io, path)) status_ = 1;
      if (io.Tick(path.size() + 64)) return Progress::Yield();
    }
    return Progress::Done(status_);
  }
  void Fields(Archive& archive) override {
    archive(started_, parents_, verbose_, mode_, operands_, next_, status_);
  }

 private:
  std::optional<Progress> Start(CommandIo& io) {
    started_ = true;
    constexpr CommandOption kOptions[] = {
        LongRow('Z', "context", OptionArgument::kOptional),
        {'m', "mode", OptionArgument::kRequired},
        {'p', "parents"},
        {'v', "verbose"},
        {'Z', ""},
    };
    Options options(io, kOptions);
    std::string mode_text;
    bool has_mode = false;
    while (options.Next()) {
      switch (options.id()) {
        case 'p': parents_ = true; break;
        case 'v': verbose_ = true; break;
        case 'Z': break;
        case 'm':
          mode_text = options.value();
          has_mode = true;
          break;
      }
    }
    if (options.status()) return Progress::Done(*options.status());
    operands_ = options.operands();
    if (operands_.empty()) return MissingOperand(io);
    if (has_mode) {
      std::optional<ModeChange> change = ModeChange::Parse(mode_text);
      if (!change) {
        io.Error("invalid mode " + QuoteWord(mode_text));
        return Progress::Done(1);
      }
      mode_ = change->Apply(0777 & ~io.umask(), true, io.umask());
    }
    return std::nullopt;
  }

  bool Report(CommandIo& io, std::string_view path, int error) {
    io.Error("cannot create directory " + QuoteWord(path), error);
    return false;
  }
  bool MakeOne(CommandIo& io, const std::string& path) {
    files::Status made = io.files().Mkdir(CallerOf(io), path, mode_.value_or(0777));
    if (!made.ok()) return Report(io, path, made.error());
    if (verbose_) io.Out("mkdir: created directory " + QuoteFile(path) + "\n");
    if (mode_) (void)io.files().Chmod(CallerOf(io), path, *mode_);
    return true;
  }
  // Each directory on the way; the ones above get what lets their owner go on.
  bool MakeAll(CommandIo& io, const std::string& path) {
    size_t end = 0;
    while (end < path.size()) {
      while (end < path.size() && path[end] == '/') ++end;
      while (end < path.size() && path[end] != '/') ++end;
      size_t behind = end;
      while (behind < path.size() && path[behind] == '/') ++behind;
      bool last = behind == path.size();
      std::string_view part = std::string_view(path).substr(0, last ? path.size() : end);
      files::Status made = io.files().Mkdir(CallerOf(io), part, last ? mode_.value_or(0777) : 0777);
      if (made.ok()) {
        if (verbose_) io.Out("mkdir: created directory " + QuoteFile(part) + "\n");
        if (last && mode_) (void)io.files().Chmod(CallerOf(io), part, *mode_);
        if (!last && (io.umask() & 0300) != 0)
          (void)io.files().Chmod(CallerOf(io), part, (0777 & ~io.umask()) | 0300);
        io.Tick(part.size() + 64);
        continue;
      }
      files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), part);
      if (stat.ok() && stat->IsDirectory()) continue;
      if (stat.ok()) return Report(io, part, last ? EEXIST : ENOTDIR);
      return Report(io, part, made.error());
    }
    return path.empty() ? Report(io, path, ENOENT) : true;
  }

  bool started_ = false;
  bool parents_ = false;
  bool verbose_ = false;
  std::optional<uint32_t> mode_;
  std::vector<std::string> operands_;
  uint64_t next_ = 0;
  int status_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeMkdir() { return Make<Mkdir>(); }

}  // namespace pysub::shell
