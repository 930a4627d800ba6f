// A filesystem as simple as can be: a map from paths to numbers of files, and a map from those to
// what they are. Nothing is fast and nothing is shared. Knows no permissions (its user is root), no
// open files, no limits.
#include <cerrno>
#include <deque>
#include <map>

#include "tests/files/subject.h"

namespace pysub::files {
namespace {

struct ModelFile {
  FileKind kind = FileKind::kFile;
  uint32_t mode = 0;
  std::string text;  // content or target
  int64_t atime_ns = 0;
};

class ModelSubject : public Subject {
 public:
  explicit ModelSubject(const std::string* cwd) : cwd_(cwd) {
    files_[1] = {.kind = FileKind::kDirectory, .mode = 0755};
    paths_[""] = 1;
  }
  std::string Do(const Operation& op) override;

 private:
  struct Found {
    int error = 0;       // of everything before the last name
    std::string parent;  // path of its directory
    std::string name;    // "": the path is the root; "." and ".." as they are
    bool slash = false;
    std::string Path() const { return parent + "/" + name; }
    bool named() const { return !name.empty() && name != "." && name != ".."; }
  };

  ModelFile* At(const std::string& path) {
    auto found = paths_.find(path);
    return found == paths_.end() ? nullptr : &files_[found->second];
  }
  bool IsDirectory(const std::string& path) {
    const ModelFile* file = At(path);
    return file != nullptr && file->kind == FileKind::kDirectory;
  }
  static std::string Above(const std::string& path) {
    return path.empty() ? "" : path.substr(0, path.rfind('/'));
  }

  // Names of `path`, and "/" behind them when it ends with one.
  static std::deque<std::string> Split(const std::string& path) {
    std::deque<std::string> names;
    for (size_t begin = 0; begin < path.size();) {
      const size_t end = std::min(path.find('/', begin), path.size());
      if (end > begin) names.push_back(path.substr(begin, end - begin));
      begin = end + 1;
    }
    if (!names.empty() && path.back() == '/') names.push_back("/");
    return names;
  }

  // Follows all links on the way; of the last name only when `follow` says so or slashes come after
  // it.
  Found Resolve(const std::string& path, bool follow, bool create) {
    if (path.empty()) return {.error = ENOENT};
    std::deque<std::string> ahead = Split(path[0] == '/' ? path : *cwd_ + '/' + path);
    Found found;
    std::string at;
    int links = 0;
    bool must = false;
    while (!ahead.empty()) {
      const std::string name = ahead.front();
      ahead.pop_front();
      if (name == "/") break;
      if (!IsDirectory(at)) return {.error = ENOTDIR};
      const bool slash = ahead.size() == 1 && ahead[0] == "/";
      const bool last = ahead.empty() || slash;
      if (last) {
        found = {.parent = at, .name = name, .slash = slash};
        must |= slash;
        if (names_only_) return found;
        if (create && slash && found.named()) return {.error = EISDIR};
      }
      if (name == ".") continue;
      if (name == "..") {
        at = Above(at);
        continue;
      }
      if (name.size() > 255) return {.error = ENAMETOOLONG};
      const std::string next = at + '/' + name;
      const ModelFile* file = At(next);
      if (file == nullptr) return last ? found : Found{.error = ENOENT};
      if (file->kind == FileKind::kSymlink && (!last || follow || must)) {
        if (++links > 40) return {.error = ELOOP};
        if (slash) ahead.clear();
        std::deque<std::string> target = Split(file->text);
        if (!target.empty() && target.back() == "/" && !ahead.empty()) target.pop_back();
        if (file->text[0] == '/') {
          at = "";
          if (target.empty()) found = {};
        }
        ahead.insert(ahead.begin(), target.begin(), target.end());
        continue;
      }
      at = next;
    }
    found.slash |= must;
    if (must && !names_only_ && !IsDirectory(at)) return {.error = ENOTDIR};
    resolved_ = at;
    return found;
  }

  // The file that a path names, or the errno.
  ModelFile* File(const std::string& path, bool follow, int* error) {
    names_only_ = false;
    const Found found = Resolve(path, follow, false);
    *error = found.error;
    if (found.error != 0) return nullptr;
    const std::string full = found.named() ? found.Path() : resolved_;
    ModelFile* file = At(full);
    if (file == nullptr) *error = ENOENT;
    resolved_ = full;
    return file;
  }
  // The last name of a path, whatever it is.
  Found Name(const std::string& path) {
    names_only_ = true;
    return Resolve(path, false, false);
  }
  int FindNew(const std::string& path, bool directory, std::string* full) {
    const Found found = Name(path);
    if (found.error != 0) return found.error;
    if (!found.named()) return EEXIST;
    if (found.name.size() > 255) return ENAMETOOLONG;
    if (At(found.Path()) != nullptr) return EEXIST;
    if (found.slash && !directory) return ENOENT;
    *full = found.Path();
    return 0;
  }
  void Add(const std::string& path, ModelFile file) {
    files_[++last_] = std::move(file);
    paths_[path] = last_;
  }
  void Drop(const std::string& path) {
    const int number = paths_[path];
    paths_.erase(path);
    if (Links(number) == 0) files_.erase(number);
  }
  uint32_t Links(int number) {
    uint32_t links = 0;
    for (const auto& [path, file] : paths_) links += file == number;
    return links;
  }
  std::vector<DirectoryEntry> Children(const std::string& path) {
    std::vector<DirectoryEntry> entries;
    for (auto it = paths_.upper_bound(path + '/');
         it != paths_.end() && it->first.starts_with(path + '/'); ++it) {
      const std::string name = it->first.substr(path.size() + 1);
      if (name.find('/') == std::string::npos)
        entries.push_back({name, files_[it->second].kind, 0});
    }
    return entries;
  }
  Stat StatOf(const std::string& path) {
    const ModelFile& file = *At(path);
    Stat stat{.kind = file.kind, .mode = file.mode, .size = file.text.size()};
    stat.links = Links(paths_[path]);
    if (file.kind == FileKind::kDirectory) {
      stat.links = 2;
      for (const DirectoryEntry& entry : Children(path))
        stat.links += entry.kind == FileKind::kDirectory;
    }
    return stat;
  }
  int Rename(const Operation& op);
  std::string Write(const Operation& op);

  const std::string* cwd_;
  std::map<std::string, int> paths_;
  std::map<int, ModelFile> files_;
  int last_ = 1;
  std::string resolved_;
  bool names_only_ = false;
};

int ModelSubject::Rename(const Operation& op) {
  const Found from = Name(op.path);
  if (from.error != 0) return from.error;
  const Found to = Name(op.other);
  if (to.error != 0) return to.error;
  if (!from.named()) return EBUSY;
  if (!to.named()) return op.mode != 0 ? EEXIST : EBUSY;
  const std::string old_path = from.Path(), new_path = to.Path();
  const ModelFile* file = At(old_path);
  if (file == nullptr) return from.name.size() > 255 ? ENAMETOOLONG : ENOENT;
  if (to.name.size() > 255) return ENAMETOOLONG;
  const ModelFile* victim = At(new_path);
  if (victim != nullptr && op.mode != 0) return EEXIST;
  const bool directory = file->kind == FileKind::kDirectory;
  if (!directory && (from.slash || to.slash)) return ENOTDIR;
  if (directory && (to.parent + '/').starts_with(old_path + '/')) return EINVAL;
  if (victim != nullptr && (from.parent + '/').starts_with(new_path + '/')) return ENOTEMPTY;
  if (victim == file) return 0;
  if (victim != nullptr) {
    if (directory && victim->kind != FileKind::kDirectory) return ENOTDIR;
    if (!directory && victim->kind == FileKind::kDirectory) return EISDIR;
    if (directory && !Children(new_path).empty()) return ENOTEMPTY;
    Drop(new_path);
  }
  std::map<std::string, int> moved;
  for (const auto& [path, number] : paths_) {
    const bool below = path == old_path || path.starts_with(old_path + '/');
    moved[below ? new_path + path.substr(old_path.size()) : path] = number;
  }
  paths_ = std::move(moved);
  return 0;
}

std::string ModelSubject::Write(const Operation& op) {
  const bool exclusive = (op.flags & kOpenExclusive) != 0 && (op.flags & kOpenCreate) != 0;
  const bool create = (op.flags & kOpenCreate) != 0;
  names_only_ = false;
  const Found found = Resolve(op.path, !exclusive, create);
  if (found.error != 0) return Answer(found.error);
  const std::string path = found.named() ? found.Path() : resolved_;
  if (At(path) == nullptr) {
    if (!create) return Answer(ENOENT);
    Add(path, {.kind = FileKind::kFile, .mode = op.mode & ~022u & 07777});
  } else if (exclusive) {
    return Answer(EEXIST);
  }
  ModelFile& file = *At(path);
  if (file.kind == FileKind::kDirectory) return Answer(EISDIR);
  size_t offset = op.how == WriteOptions::kAppend ? file.text.size()
                  : op.how == WriteOptions::kAt   ? op.offset
                                                  : 0;
  if (op.how == WriteOptions::kReplace) file.text.clear();
  if (!op.other.empty()) {
    file.text.resize(std::max(file.text.size(), offset + op.other.size()), '\0');
    file.text.replace(offset, op.other.size(), op.other);
  }
  return "end " + std::to_string(offset + op.other.size());
}

std::string ModelSubject::Do(const Operation& op) {
  int error = 0;
  std::string path;
  switch (op.kind) {
    case Operation::kMkdir:
      if ((error = FindNew(op.path, true, &path)) != 0) return Answer(error);
      Add(path, {.kind = FileKind::kDirectory, .mode = op.mode & 01777 & ~022u});
      return Answer(0);
    case Operation::kSymlink:
      if (op.other.empty()) return Answer(ENOENT);
      if ((error = FindNew(op.path, false, &path)) != 0) return Answer(error);
      Add(path, {.kind = FileKind::kSymlink, .mode = 0777, .text = op.other});
      return Answer(0);
    case Operation::kLink: {
      ModelFile* old = File(op.path, false, &error);
      if (old == nullptr) return Answer(error);
      const std::string old_path = resolved_;
      if ((error = FindNew(op.other, false, &path)) != 0) return Answer(error);
      if (old->kind == FileKind::kDirectory) return Answer(EPERM);
      paths_[path] = paths_[old_path];
      return Answer(0);
    }
    case Operation::kUnlink:
    case Operation::kRmdir: {
      const bool rmdir = op.kind == Operation::kRmdir;
      const Found found = Name(op.path);
      if (found.error != 0) return Answer(found.error);
      if (!found.named()) {
        return Answer(!rmdir               ? EISDIR
                      : found.name.empty() ? EBUSY
                      : found.name == "."  ? EINVAL
                                           : ENOTEMPTY);
      }
      ModelFile* file = At(found.Path());
      if (file == nullptr) return Answer(found.name.size() > 255 ? ENAMETOOLONG : ENOENT);
      const bool directory = file->kind == FileKind::kDirectory;
      if (rmdir && !directory) return Answer(ENOTDIR);
      if (!rmdir && directory) return Answer(EISDIR);
      if (!rmdir && found.slash) return Answer(ENOTDIR);
      if (rmdir && !Children(found.Path()).empty()) return Answer(ENOTEMPTY);
      Drop(found.Path());
      return Answer(0);
    }
    case Operation::kRename: return Answer(Rename(op));
    case Operation::kWrite: return Write(op);
    default: break;
  }
  const bool follow = op.kind != Operation::kLstat && op.kind != Operation::kReadlink;
  ModelFile* file = File(op.path, follow, &error);
  if (file == nullptr) return Answer(error);
  const bool directory = file->kind == FileKind::kDirectory;
  switch (op.kind) {
    case Operation::kReadlink:
      return file->kind == FileKind::kSymlink ? "-> " + file->text : Answer(EINVAL);
    case Operation::kStat:
    case Operation::kLstat: return Answer(StatOf(resolved_), Taste());
    case Operation::kList: return directory ? Answer(Children(resolved_)) : Answer(ENOTDIR);
    case Operation::kChmod: file->mode = op.mode; return Answer(0);
    case Operation::kTruncate:
      if (directory) return Answer(EISDIR);
      file->text.resize(op.size, '\0');
      return Answer(0);
    case Operation::kRead:
      if (directory) return Answer(EISDIR);
      return "bytes " +
             (op.offset < file->text.size() ? file->text.substr(op.offset, op.size) : "");
    case Operation::kRealpath: return "path " + (resolved_.empty() ? "/" : resolved_);
    default: return "?";
  }
}

}  // namespace

std::unique_ptr<Subject> MakeModelSubject(const std::string* cwd) {
  return std::make_unique<ModelSubject>(cwd);
}

}  // namespace pysub::files
