// Files of the work tree, beside what the index says of them.
//
// The work tree belongs to whoever writes scripts, and commits to whoever wrote them: between the
// two this file keeps paths inside. A path that is read must have no link among its directories
// (LeavesTree); one that is written must be safe by its name (IsSafePath), and a link that stands
// where a directory has to be is removed, not followed (MakePlace).

#include "shell/commands/git/work_tree.h"

#include <algorithm>
#include <cerrno>

#include "shell/commands/git/config.h"
#include "shell/commands/git/inner_repository.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

// A directory of the path is a symbolic link, or no directory.
bool LeavesTree(Git& git, std::string_view path) {
  for (size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/', slash + 1)) {
    const auto stat = git.fs().Lstat(git.caller(), git.WorkPath(path.substr(0, slash)));
    if (!stat.ok() || !stat->IsDirectory()) return true;
  }
  return false;
}

}  // namespace

// Only the owner's bit says whether a file is a program: all that git keeps of its mode.
WorkFile LookAt(Git& git, std::string_view path) {
  WorkFile file;
  if (!git.Tick(32) || LeavesTree(git, path)) return file;
  const auto stat = git.fs().Lstat(git.caller(), git.WorkPath(path));
  if (!stat.ok()) return file;
  file.exists = true;
  file.stat = *stat;
  file.is_directory = stat->IsDirectory();
  if (stat->IsSymlink()) file.mode = kModeLink;
  if (stat->IsFile()) file.mode = (stat->mode & 0100) != 0 ? kModeProgram : kModeFile;
  return file;
}

bool ReadWorkFile(Git& git, std::string_view path, const WorkFile& file, std::string* bytes) {
  const std::string full = git.WorkPath(path);
  if (file.mode == kModeLink) {
    const auto target = git.fs().Readlink(git.caller(), full);
    if (!target.ok()) {
      return git.Error(
          "readlink(\"" + std::string(path) + "\"): " + std::string(ErrnoText(target.error())),
          128);
    }
    *bytes = *target;
    return true;
  }
  int error = 0;
  if (git.ReadWhole(full, bytes, &error)) return true;
  if (git.over()) return false;
  return git.Error("open(\"" + std::string(path) + "\"): " + std::string(ErrnoText(error)), 128);
}

bool HashWorkFile(Git& git, std::string_view path, const WorkFile& file, bool write, ObjectId* id) {
  Git::Scratch scratch(git);
  std::string bytes;
  if (!ReadWorkFile(git, path, file, &bytes)) return false;
  if (write) return git.objects().Write(ObjectType::kBlob, bytes, id);
  *id = HashObject(git, ObjectType::kBlob, bytes);
  return !git.over();
}

bool CompareWithWork(Git& git, IndexEntry* entry, WorkChange* change, WorkFile* file,
                     bool* refreshed) {
  *change = WorkChange::kNone;
  *file = WorkFile();
  if (entry->assume_valid || entry->skip_worktree) {
    file->mode = entry->mode;
    return true;
  }
  *file = LookAt(git, entry->path);
  if (git.over()) return false;
  if ((entry->mode & kModeKind) == kModeSubmodule) {
    if (!file->exists)
      *change = WorkChange::kDeleted;
    else if (!file->is_directory)
      *change = WorkChange::kType;
    else if (const auto head = HeadInside(git, entry->path); head && *head != entry->id)
      *change = WorkChange::kModified;
    return !git.over();
  }
  if (!file->exists || file->is_directory || file->mode == 0) {
    *change = WorkChange::kDeleted;
    return true;
  }
  const bool is_link = entry->mode == kModeLink;
  if (is_link != (file->mode == kModeLink)) {
    *change = WorkChange::kType;
    return true;
  }
  if (!git.config().GetBool("core.filemode", true) && !is_link) file->mode = entry->mode;
  if (file->mode != entry->mode) {
    *change = WorkChange::kModified;
    return true;
  }
  if (entry->intent_to_add) {
    *change = WorkChange::kModified;
    return true;
  }
  // From the cheapest question to the dearest: times, then size, then the bytes themselves.
  if (git.index().SaysUnchanged(*entry, file->stat)) return true;
  // (What was never looked at has no size there.)
  if (entry->stat.size != 0 && entry->stat.size != static_cast<uint32_t>(file->stat.size)) {
    *change = WorkChange::kModified;
    return true;
  }
  ObjectId id;
  if (!HashWorkFile(git, entry->path, *file, false, &id)) return false;
  if (id != entry->id) {
    *change = WorkChange::kModified;
    return true;
  }
  const StatData now = StatDataOf(file->stat);
  if (refreshed != nullptr &&
      (now.mtime_s != entry->stat.mtime_s || now.mtime_ns != entry->stat.mtime_ns ||
       now.size != entry->stat.size || now.ino != entry->stat.ino ||
       now.ctime_s != entry->stat.ctime_s || now.ctime_ns != entry->stat.ctime_ns))
    *refreshed = true;
  entry->stat = now;
  return true;
}

bool RefreshIndex(Git& git, bool* changed) {
  if (!git.index().Load(git)) return false;
  bool refreshed = false, any = false;
  for (IndexEntry& entry : git.index().entries) {
    if (entry.stage != 0) {
      any = true;
      continue;
    }
    WorkChange change = WorkChange::kNone;
    WorkFile file;
    if (!CompareWithWork(git, &entry, &change, &file, &refreshed)) return false;
    if (change != WorkChange::kNone) any = true;
  }
  if (changed != nullptr) *changed = any;
  // (Where the repository may only be read, it is not remembered.)
  if (!refreshed || git.index().unsaved) return true;
  if (!git.fs().Access(git.caller(), git.git_dir, files::kMayWrite).ok()) return true;
  return git.index().Write(git);
}

IndexEntry EntryOf(Git& git, const std::string& path, uint32_t mode, const ObjectId& id) {
  IndexEntry entry;
  entry.path = path;
  entry.mode = mode;
  entry.id = id;
  const auto stat = git.fs().Lstat(git.caller(), git.WorkPath(path));
  if (stat.ok()) entry.stat = StatDataOf(*stat);
  return entry;
}

// ---- writing

namespace {

// Makes the directories of a path; a file or link that stands in the way goes.
bool MakePlace(Git& git, const std::string& path) {
  for (size_t slash = path.find('/'); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    const std::string full = git.WorkPath(path.substr(0, slash));
    if (!git.Tick(32)) return false;
    const auto stat = git.fs().Lstat(git.caller(), full);
    if (stat.ok() && stat->IsDirectory()) continue;
    if (stat.ok() && !git.fs().Unlink(git.caller(), full).ok())
      return git.Error("unable to unlink '" + path.substr(0, slash) + "'", 128);
    const auto made = git.fs().Mkdir(git.caller(), full);
    if (!made.ok()) {
      return git.Fatal("cannot create directory at '" + path.substr(0, slash) +
                       "': " + std::string(ErrnoText(made.error())));
    }
  }
  return true;
}

}  // namespace

bool WriteWorkBytes(Git& git, const std::string& path, uint32_t mode, std::string_view bytes) {
  if (!IsSafePath(path)) return git.Error("invalid path '" + path + "'", 128);
  if (!git.Tick(bytes.size() / 4 + 64) || !MakePlace(git, path)) return false;
  const std::string full = git.WorkPath(path);
  const auto stat = git.fs().Lstat(git.caller(), full);
  if (stat.ok()) {
    // A directory goes when nothing of it is left.
    if (stat->IsDirectory() ? !git.fs().Rmdir(git.caller(), full).ok() && !git.RemoveTree(full)
                            : !git.fs().Unlink(git.caller(), full).ok())
      return git.Error("unable to unlink old '" + path + "'", 128);
  }
  files::Status status;
  if (mode == kModeLink) {
    status = git.fs().Symlink(git.caller(), bytes, full);
  } else {
    const auto written =
        git.fs().WriteFile(git.caller(), full, bytes,
                           {.exclusive = true, .mode = mode == kModeProgram ? 0777u : 0666u});
    if (!written.ok()) status = written.status();
  }
  if (status.ok()) return true;
  return git.Error("unable to create file " + path + ": " + std::string(ErrnoText(status.error())),
                   128);
}

bool WriteWorkFile(Git& git, const std::string& path, uint32_t mode, const ObjectId& id) {
  if ((mode & kModeKind) == kModeSubmodule) {
    if (!IsSafePath(path)) return git.Error("invalid path '" + path + "'", 128);
    if (!MakePlace(git, path)) return false;
    (void)git.fs().Mkdir(git.caller(), git.WorkPath(path));
    return true;
  }
  Git::Scratch scratch(git);
  std::string bytes;
  if (!git.objects().ReadTyped(id, ObjectType::kBlob, &bytes)) return false;
  return WriteWorkBytes(git, path, mode, bytes);
}

bool RemoveWorkFile(Git& git, const std::string& path) {
  if (!IsSafePath(path)) return git.Error("invalid path '" + path + "'", 128);
  if (!git.Tick(64)) return false;
  if (LeavesTree(git, path)) return true;
  const auto status = git.fs().Unlink(git.caller(), git.WorkPath(path));
  if (!status.ok() && status.error() == EISDIR)
    (void)git.fs().Rmdir(git.caller(), git.WorkPath(path));
  std::string folder = path;
  for (size_t slash = folder.rfind('/'); slash != std::string::npos; slash = folder.rfind('/')) {
    folder.resize(slash);
    // The directory where the user is stays.
    if (git.WorkPath(folder) == git.cwd || !git.fs().Rmdir(git.caller(), git.WorkPath(folder)).ok())
      break;
  }
  return true;
}

// ---- what is ignored

bool IgnoreRules::ReadRules(const std::string& path, std::string shown, File* file) {
  constexpr uint64_t kMost = 4 << 20;
  Git::Scratch scratch(git_);
  const auto stat = git_.fs().Lstat(git_.caller(), path);
  if (!stat.ok() || !stat->IsFile() || stat->size > kMost) return false;
  if (!git_.ReadWhole(path, &file->text)) return false;
  file->name = std::move(shown);
  std::string_view rest = file->text;
  if (rest.starts_with("\xef\xbb\xbf")) rest.remove_prefix(3);
  constexpr uint64_t kPiece = 65536;
  uint64_t paid = 0;
  while (!rest.empty()) {
    if (const uint64_t held = file->rules.Held() + kPiece; held > paid) {
      if (!git_.ChargeCache(static_cast<int64_t>(held + kPiece - paid))) return false;
      paid = held + kPiece;
    }
    std::string line, error;
    for (char c : TakeLine(&rest)) {
      // Here braces and commas mean themselves.
      if (c == '{' || c == '}') line += '\\';
      line += c;
    }
    if (line.ends_with('\r')) line.pop_back();
    if (!git_.Tick(64 + line.size() * 4)) return false;
    const bool fine =
        file->rules.AddLine(line, git_.config().GetBool("core.ignorecase", false), &error);
    static_cast<void>(fine);  // what is no glob matches nothing
  }
  return git_.ChargeCache(static_cast<int64_t>(file->rules.Held() + file->text.size()) -
                          static_cast<int64_t>(paid));
}

const IgnoreRules::File* IgnoreRules::Load(const std::string& directory) {
  const auto known = files_.find(directory);
  if (known != files_.end()) return &known->second;
  const std::string name = directory.empty() ? ".gitignore" : directory + "/.gitignore";
  if (!git_.ChargeCache(256 + static_cast<int64_t>(directory.size()))) return nullptr;
  File file;
  ReadRules(git_.WorkPath(name), name, &file);
  return &(files_[directory] = std::move(file));
}

bool IgnoreRules::LoadGlobal() {
  if (global_loaded_) return true;
  global_loaded_ = true;
  std::string excludes = git_.config().Get("core.excludesfile").value_or("");
  if (excludes.starts_with("~/")) excludes = git_.Env("HOME").value_or("") + excludes.substr(1);
  if (excludes.empty()) {
    const std::string xdg = git_.Env("XDG_CONFIG_HOME").value_or("");
    excludes = (xdg.empty() ? git_.Env("HOME").value_or("") + "/.config" : xdg) + "/git/ignore";
  }
  File file;
  if (ReadRules(git_.GitPath("info/exclude"), git_.git_dir_shown + "/info/exclude", &file))
    global_.push_back(std::move(file));
  File more;
  if (ReadRules(excludes, excludes, &more)) global_.push_back(std::move(more));
  return !git_.over();
}

// Of all files the one nearest to the path decides; in it the last line that matches.
const IgnoreRules::File* IgnoreRules::Deciding(std::string_view path, bool is_directory,
                                               rg::Verdict* verdict, std::string_view* inside) {
  *inside = path;
  *verdict = own_.empty() ? rg::Verdict::kNone : own_.Match(git_.io(), path, is_directory);
  if (*verdict != rg::Verdict::kNone || passes_over_files_ || !LoadGlobal()) return nullptr;
  size_t slash = path.rfind('/');
  while (true) {
    const std::string directory(slash == std::string_view::npos ? "" : path.substr(0, slash));
    const File* file = Load(directory);
    if (file == nullptr) return nullptr;
    *inside = slash == std::string_view::npos ? path : path.substr(slash + 1);
    *verdict = file->rules.Match(git_.io(), *inside, is_directory);
    if (*verdict != rg::Verdict::kNone) return file;
    if (slash == std::string_view::npos) break;
    slash = slash == 0 ? std::string_view::npos : path.rfind('/', slash - 1);
  }
  *inside = path;
  for (const File& file : global_) {
    *verdict = file.rules.Match(git_.io(), path, is_directory);
    if (*verdict != rg::Verdict::kNone) return &file;
  }
  return nullptr;
}

bool IgnoreRules::AddLine(std::string_view line) {
  std::string error;
  if (!git_.Tick(64 + line.size() * 4)) return false;
  const uint64_t held = own_.Held();
  static_cast<void>(own_.AddLine(line, git_.config().GetBool("core.ignorecase", false), &error));
  return git_.ChargeCache(static_cast<int64_t>(own_.Held() - held));
}

bool IgnoreRules::MatchesItself(std::string_view path, bool is_directory) {
  rg::Verdict verdict = rg::Verdict::kNone;
  std::string_view inside;
  Deciding(path, is_directory, &verdict, &inside);
  return verdict == rg::Verdict::kIgnore;
}

std::string IgnoreRules::IgnoredPart(const std::string& path) {
  for (size_t slash = path.find('/'); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    const std::string directory = path.substr(0, slash);
    if (git_.over() || MatchesItself(directory, true)) return directory;
  }
  return path;
}

bool IgnoreRules::IsIgnored(std::string_view path, bool is_directory) {
  for (size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/', slash + 1)) {
    if (!git_.Tick(32)) return false;
    if (MatchesItself(path.substr(0, slash), true)) return true;
  }
  return MatchesItself(path, is_directory);
}

bool IgnoreRules::Explain(std::string_view path, bool is_directory, Source* source) {
  rg::Verdict verdict = rg::Verdict::kNone;
  std::string_view inside;
  const File* file = nullptr;
  for (size_t slash = path.find('/'); slash != std::string_view::npos && file == nullptr;
       slash = path.find('/', slash + 1)) {
    file = Deciding(path.substr(0, slash), true, &verdict, &inside);
    if (verdict != rg::Verdict::kIgnore) file = nullptr;
  }
  if (file == nullptr)
    file = Deciding(path, is_directory, &verdict, &inside);
  else
    is_directory = true;
  if (file == nullptr) return false;
  // The last line that matches by itself.
  std::string_view rest = file->text;
  for (size_t number = 1; !rest.empty(); ++number) {
    const std::string_view line = TakeLine(&rest);
    if (!git_.Tick(64)) return false;
    rg::RuleList one("");
    std::string error;
    if (!one.AddLine(line, false, &error)) continue;
    if (one.Match(git_.io(), inside, is_directory) == rg::Verdict::kNone) continue;
    *source = {file->name, std::string(line), number, line.starts_with('!')};
  }
  return true;
}

// ---- what the index does not have

namespace {

// Walks directories with a list of those that are open.
class UntrackedWalk {
 public:
  UntrackedWalk(Git& git, const UntrackedOptions& options, std::vector<std::string>* paths)
      : git_(git), options_(options), paths_(*paths), rules_(git) {}

  bool Run() {
    if (options_.no_rules) rules_.PassOverFiles();
    if (options_.except != nullptr) {
      for (const std::string& line : *options_.except)
        if (!rules_.AddLine(line)) return false;
    }
    if (!Open("")) return false;
    while (!open_.empty()) {
      if (!git_.Tick(32)) return false;
      Level& top = open_.back();
      if (top.next >= top.names.size()) {
        Close();
        continue;
      }
      const auto [name, is_directory] = top.names[top.next++];
      const std::string path = top.path.empty() ? name : top.path + "/" + name;
      if (!One(path, is_directory)) return false;
    }
    std::sort(paths_.begin(), paths_.end());
    return true;
  }

 private:
  struct Level {
    std::string path;
    std::vector<std::pair<std::string, bool>> names;
    size_t next = 0;
    bool whole = false;        // no file below is in the index, so the directory stands for all
    bool all_ignored = false;  // it is itself
    size_t first = 0;          // of paths_, when it was opened
    bool mixed = false;        // something below does not belong to the list
  };

  bool Open(const std::string& path) {
    const auto list = git_.fs().List(git_.caller(), git_.WorkPath(path));
    Level level{.path = path, .names = {}};
    level.first = paths_.size();
    if (list.ok()) {
      if (!git_.Charge(list->size() * 96)) return false;
      for (const files::DirectoryEntry& entry : *list) {
        if (!git_.Tick(16)) return false;
        if (Lower(entry.name) == ".git") continue;
        level.names.push_back({entry.name, entry.kind == files::FileKind::kDirectory});
      }
    }
    open_.push_back(std::move(level));
    return true;
  }

  void Close() {
    Level level = std::move(open_.back());
    open_.pop_back();
    if (open_.empty()) return;
    const bool found = paths_.size() > level.first;
    if (level.whole && options_.directories) {
      // Where all below belongs to the list, the directory says it.
      if (!level.mixed && (found || (options_.empty_directories &&
                                     (level.names.empty() || options_.spares_ignored)))) {
        paths_.resize(level.first);
        Add(level.path + "/");
      }
    }
    if (level.mixed) open_.back().mixed = true;
  }

  void Add(std::string path) {
    if (!git_.Charge(2 * path.size() + 64)) return;
    paths_.push_back(std::move(path));
  }

  bool One(const std::string& path, bool is_directory) {
    Level& top = open_.back();
    const bool below_ignored = top.all_ignored;
    if (!is_directory) {
      if (git_.index().FindAny(path) != nullptr) {
        top.mixed = true;
        return true;
      }
      const bool matches = options_.paths == nullptr || options_.paths->Matches(git_, path);
      const bool ignored = below_ignored || rules_.MatchesItself(path, false);
      if (git_.over()) return false;
      // What is ignored does not count for the directory, unless it is what is looked for or is
      // spared.
      if (ignored != options_.ignored) {
        if (options_.ignored || options_.spares_ignored) top.mixed = true;
        return true;
      }
      if (!matches) {
        top.mixed = true;
        return true;
      }
      const WorkFile file = LookAt(git_, path);
      if (file.mode != 0) Add(path);
      return true;
    }
    if (options_.paths != nullptr && !options_.paths->MayMatchBelow(git_, path)) {
      top.mixed = true;
      return true;
    }
    // A repository of its own, or a submodule.
    if (const IndexEntry* entry = git_.index().FindAny(path);
        entry != nullptr && (entry->mode & kModeKind) == kModeSubmodule)
      return true;
    const bool ignored = below_ignored || rules_.MatchesItself(path, true);
    const bool tracked = git_.index().HasBelow(path);
    if (git_.over()) return false;
    const bool repository = !tracked && git_.Exists(git_.WorkPath(path) + "/.git");
    if (repository && options_.skips_repositories) return true;
    if (ignored && !options_.ignored && !tracked) {
      if (options_.spares_ignored) top.mixed = true;
      return true;
    }
    if (repository) {
      if (ignored == options_.ignored) Add(path + "/");
      return true;
    }
    if (path.size() > files::kMaxPathBytes - 300) return true;
    if (!Open(path)) return false;
    open_.back().whole = !tracked;
    open_.back().all_ignored = ignored;
    return true;
  }

  Git& git_;
  const UntrackedOptions& options_;
  std::vector<std::string>& paths_;
  IgnoreRules rules_;
  std::vector<Level> open_;
};

}  // namespace

bool ListUntracked(Git& git, const UntrackedOptions& options, std::vector<std::string>* paths) {
  if (!git.index().Load(git)) return false;
  return UntrackedWalk(git, options, paths).Run() && !git.over();
}

bool HasUntrackedBelow(Git& git, const std::string& directory, bool* has) {
  Pathspec below;
  below.AddLiteral(directory);
  UntrackedOptions options;
  options.directories = false;
  options.paths = &below;
  std::vector<std::string> found;
  if (!ListUntracked(git, options, &found)) return false;
  *has = !found.empty();
  return true;
}

}  // namespace pysub::shell::git
