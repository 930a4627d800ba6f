#include <algorithm>

#include "pysub/shell/command.h"
#include "shell/commands/files/name_pattern.h"
#include "shell/commands/files/tree_walk.h"
#include "shell/commands/quoting.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

// tree [-adfi] [-L DEPTH] [-I PATTERN] [-P PATTERN] [-F] [--noreport] [DIRECTORY...]
class Tree : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (!started_) {
      if (std::optional<Progress> end = Start(io)) return *end;
    }
    while (true) {
      if (levels_.empty()) {
        if (next_ >= operands_.size()) break;
        Open(io, operands_[next_++]);
      } else {
        Next(io);
      }
      if (io.Tick(64)) return Progress::Yield();
    }
    if (report_) {
      io.Out("\n" + std::to_string(directories_) +
             (directories_ == 1 ? " directory" : " directories"));
      if (!only_directories_)
        io.Out(", " + std::to_string(files_) + (files_ == 1 ? " file" : " files"));
      io.Out("\n");
    }
    return Progress::Done(status_);
  }
  void Fields(Archive& archive) override {
    archive(started_, all_, only_directories_, full_paths_, indents_, classify_, report_,
            directories_first_, max_depth_, ignore_, wanted_, operands_, next_, levels_,
            directories_, files_, status_);
  }

 private:
  struct Name {
    std::string text;
    files::FileKind kind = files::FileKind::kFile;
    void Fields(Archive& archive) {
      archive(text, kind);
      if (kind > files::FileKind::kOther) archive.Fail();
    }
  };
  struct Level {
    std::string path;
    std::vector<Name> names;
    uint64_t next = 0;
    int64_t reserved = 0;
    void Fields(Archive& archive) {
      archive(path, names, next);
      archive.Charged(reserved);
    }
  };

  std::optional<Progress> Start(CommandIo& io) {
    started_ = true;
    constexpr CommandOption kOptions[] = {
        LongRow(256, "noreport"),
        LongRow(257, "dirsfirst"),
        {'a', ""},
        {'d', ""},
        {'f', ""},
        {'i', ""},
        {'F', ""},
        {'L', "", OptionArgument::kRequired},
        {'I', "", OptionArgument::kRequired},
        {'P', "", OptionArgument::kRequired},
        {'n', ""},
        {'N', ""},
    };
    Options options(io, kOptions);
    while (options.Next()) {
      std::string_view value = options.value();
      switch (options.id()) {
        case 'a': all_ = true; break;
        case 'd': only_directories_ = true; break;
        case 'f': full_paths_ = true; break;
        case 'i': indents_ = false; break;
        case 'F': classify_ = true; break;
        case 'L':
          if (!ReadWhole(value, &max_depth_) || max_depth_ == 0) {
            io.Write(2, "tree: Invalid level, must be greater than 0.\n");
            return Progress::Done(1);
          }
          break;
        case 'I': ignore_ = value; break;
        case 'P': wanted_ = value; break;
        case 256: report_ = false; break;
        case 257: directories_first_ = true; break;
        case 'n':
        case 'N': break;
      }
    }
    if (options.status()) return Progress::Done(*options.status());
    operands_ = options.operands();
    if (operands_.empty()) operands_.push_back(".");
    return std::nullopt;
  }

  static bool MatchesAny(std::string_view patterns, std::string_view name) {
    while (true) {
      size_t bar = patterns.find('|');
      if (MatchName(patterns.substr(0, bar), name)) return true;
      if (bar == std::string_view::npos) return false;
      patterns.remove_prefix(bar + 1);
    }
  }

  bool Shown(const files::DirectoryEntry& entry) const {
    bool directory = entry.kind == files::FileKind::kDirectory;
    if (!all_ && entry.name.starts_with('.')) return false;
    if (only_directories_ && !directory) return false;
    if (!ignore_.empty() && MatchesAny(ignore_, entry.name)) return false;
    return wanted_.empty() || directory || MatchesAny(wanted_, entry.name);
  }

  // False: the directory cannot be read.
  bool Enter(CommandIo& io, const std::string& path) {
    files::Result<std::vector<files::DirectoryEntry>> entries = io.files().List(CallerOf(io), path);
    if (!entries.ok()) return false;
    Level level{.path = path};
    for (files::DirectoryEntry& entry : *entries) {
      if (Shown(entry)) level.names.push_back({std::move(entry.name), entry.kind});
    }
    if (directories_first_) {
      std::stable_partition(level.names.begin(), level.names.end(), [](const Name& name) {
        return name.kind == files::FileKind::kDirectory;
      });
    }
    io.Tick(entries->size() * 16);
    level.reserved = static_cast<int64_t>(level.names.size() * (sizeof(Name) + 16));
    if (!io.Reserve(level.reserved)) return false;
    levels_.push_back(std::move(level));
    return true;
  }

  void Open(CommandIo& io, const std::string& path) {
    files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), path);
    if (!stat.ok() || !stat->IsDirectory() || !Enter(io, path)) {
      io.Out(path + "  [error opening dir]\n");
      status_ = 2;
      return;
    }
    io.Out(path + "\n");
  }

  void Next(CommandIo& io) {
    Level& level = levels_.back();
    if (level.next >= level.names.size()) {
      (void)io.Reserve(-level.reserved);
      levels_.pop_back();
      return;
    }
    const Name name = level.names[level.next++];
    std::string path = JoinPath(level.path, name.text);
    std::string line;
    if (indents_) {
      for (size_t i = 0; i < levels_.size(); ++i) {
        bool last = levels_[i].next >= levels_[i].names.size();
        if (i + 1 < levels_.size())
          line += last ? "    " : "│\u00a0\u00a0 ";
        else
          line += last ? "└── " : "├── ";
      }
    }
    io.Tick(levels_.size() * 4);
    line += full_paths_ ? path : name.text;
    bool directory = name.kind == files::FileKind::kDirectory;
    if (name.kind == files::FileKind::kSymlink) {
      files::Result<std::string> target = io.files().Readlink(CallerOf(io), path);
      if (target.ok()) line += " -> " + *target;
      files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), path);
      directory = stat.ok() && stat->IsDirectory();
    } else if (classify_) {
      files::Result<files::Stat> stat = io.files().Lstat(CallerOf(io), path);
      if (directory)
        line += "/";
      else if (stat.ok() && stat->IsFile() && (stat->mode & 0111) != 0)
        line += "*";
    }
    ++(directory ? directories_ : files_);
    if (name.kind == files::FileKind::kDirectory && levels_.size() < max_depth_ &&
        !Enter(io, path)) {
      line += "  [error opening dir]";
    }
    io.Out(line + "\n");
  }

  bool started_ = false;
  bool all_ = false;
  bool only_directories_ = false;
  bool full_paths_ = false;
  bool indents_ = true;
  bool classify_ = false;
  bool report_ = true;
  bool directories_first_ = false;
  uint64_t max_depth_ = UINT64_MAX;
  std::string ignore_;
  std::string wanted_;
  std::vector<std::string> operands_;
  uint64_t next_ = 0;
  std::vector<Level> levels_;
  uint64_t directories_ = 0;
  uint64_t files_ = 0;
  int status_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeTree() { return Make<Tree>(); }

}  // namespace pysub::shell
