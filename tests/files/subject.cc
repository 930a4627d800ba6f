#include "tests/files/subject.h"

#include <algorithm>
#include <cstdio>

namespace pysub::files {
namespace {

const char* const kKindNames[] = {"mkdir",    "rmdir",     "unlink",    "rename",       "link",
                                  "symlink",  "readlink",  "stat",      "lstat",        "list",
                                  "chmod",    "truncate",  "read",      "write",        "access",
                                  "realpath", "settimes",  "checkopen", "open",         "close",
                                  "readopen", "writeopen", "seek",      "truncateopen", "statopen"};

uint64_t Below(std::mt19937_64& random, uint64_t bound) { return random() % bound; }

std::string RandomPath(std::mt19937_64& random, const Taste& taste) {
  static const char* const kNames[] = {"a", "b", "c", "d"};
  if (Below(random, 300) == 0) return "";
  std::string path;
  if (Below(random, 3) != 0) path = Below(random, 20) == 0 ? "//" : "/";
  const uint64_t names =
      Below(random, 40) == 0 ? 0 : 1 + Below(random, 2) + (Below(random, 4) == 0);
  for (uint64_t i = 0; i < names; ++i) {
    if (i > 0) path += Below(random, 30) == 0 ? "//" : "/";
    switch (Below(random, 40)) {
      case 0: path += "."; break;
      case 1: path += taste.dot_dot ? ".." : "."; break;
      case 2: path += Below(random, 4) == 0 ? std::string(255 + Below(random, 2), 'x') : "a"; break;
      default: path += kNames[Below(random, 4)];
    }
  }
  if (Below(random, 12) == 0) path += Below(random, 5) == 0 ? "//" : "/";
  return path;
}

std::string RandomTarget(std::mt19937_64& random, const Taste& taste) {
  Taste inside = taste;
  inside.dot_dot &= taste.upward_links;
  std::string target = RandomPath(random, inside);
  if (taste.absolute_links && Below(random, 2) == 0) return target;
  const size_t begin = std::min(target.find_first_not_of('/'), target.size());
  target.erase(0, begin);
  if (taste.upward_links && Below(random, 4) == 0) target = "../" + target;
  return target;
}

uint32_t RandomMode(std::mt19937_64& random, const Taste& taste, bool directory) {
  static const uint32_t kModes[] = {0777, 0755, 0700, 0644, 0666, 0600, 0711, 01777};
  static const uint32_t kStrict[] = {0, 0400, 0500, 0200, 0300, 0100, 0444, 0555};
  if (taste.permissions && Below(random, directory ? 12 : 4) == 0) return kStrict[Below(random, 8)];
  return directory ? 0777 : kModes[Below(random, 8)];
}

uint32_t RandomFlags(std::mt19937_64& random) {
  static const uint32_t kAccess[] = {kOpenRead, kOpenWrite, kOpenRead | kOpenWrite};
  uint32_t flags = kAccess[Below(random, 3)];
  if (Below(random, 2) == 0) flags |= kOpenCreate;
  if (Below(random, 8) == 0) flags |= kOpenExclusive;
  if (Below(random, 6) == 0) flags |= kOpenTruncate;
  if (Below(random, 4) == 0) flags |= kOpenAppend;
  if (Below(random, 10) == 0) flags |= kOpenNoFollow;
  if (Below(random, 10) == 0) flags |= kOpenDirectory;
  // Without kOpenCreate, O_EXCL has no meaning; with it, O_DIRECTORY is EINVAL in new kernels only.
  if ((flags & kOpenCreate) == 0) flags &= ~uint32_t{kOpenExclusive};
  if ((flags & kOpenCreate) != 0) flags &= ~uint32_t{kOpenDirectory};
  return flags;
}

std::string RandomBytes(std::mt19937_64& random) {
  uint64_t size = Below(random, 20);
  if (Below(random, 50) == 0) size = Below(random, 200'000);
  return std::string(size, static_cast<char>('A' + Below(random, 26)));
}

uint64_t RandomOffset(std::mt19937_64& random) {
  return Below(random, 40) == 0 ? Below(random, 300'000) : Below(random, 30);
}

char KindLetter(FileKind kind) { return "fdlpco"[static_cast<int>(kind)]; }

}  // namespace

std::string Operation::Text() const {
  char text[256];
  std::snprintf(text, sizeof(text), " mode=%o flags=%x how=%d offset=%llu size=%llu slot=%u", mode,
                flags, how, static_cast<unsigned long long>(offset),
                static_cast<unsigned long long>(size), slot);
  return std::string(kKindNames[kind]) + " '" + path.substr(0, 300) + "' '" + other.substr(0, 60) +
         "'(" + std::to_string(other.size()) + ")" + text;
}

Operation RandomOperation(std::mt19937_64& random, const Taste& taste) {
  // How often each kind comes.
  static const uint8_t kWeights[Operation::kCount] = {14, 6, 8, 14, 6, 7, 3, 4, 4, 3, 5, 3, 6,
                                                      14, 2, 3, 2,  3, 5, 4, 4, 4, 2, 2, 2};
  uint64_t total = 0;
  for (uint8_t weight : kWeights) total += weight;
  uint64_t choice = Below(random, total);
  Operation operation;
  int kind = 0;
  while (choice >= kWeights[kind]) choice -= kWeights[kind++];
  if (!taste.open_files && kind >= Operation::kOpen) kind = Operation::kWrite;
  const bool unknown =
      kind == Operation::kAccess || kind == Operation::kSetTimes || kind == Operation::kCheckOpen;
  if (taste.only_names && unknown) kind = Operation::kRename;
  operation.kind = static_cast<Operation::Kind>(kind);
  operation.path = RandomPath(random, taste);
  operation.slot = static_cast<uint32_t>(Below(random, kOpenSlots));
  operation.offset = RandomOffset(random);
  operation.size = RandomOffset(random);
  operation.flags = RandomFlags(random);
  operation.mode = RandomMode(random, taste, kind == Operation::kMkdir || Below(random, 2) == 0);
  switch (kind) {
    case Operation::kRename: operation.mode = Below(random, 8) == 0; [[fallthrough]];
    case Operation::kLink: operation.other = RandomPath(random, taste); break;
    case Operation::kSymlink: operation.other = RandomTarget(random, taste); break;
    case Operation::kWrite:
    case Operation::kWriteOpen:
      operation.other = RandomBytes(random);
      operation.how = static_cast<WriteOptions::How>(Below(random, 3));
      operation.flags &= kOpenCreate | kOpenExclusive;
      break;
    case Operation::kChmod:  // a root without permissions ends all
      if (operation.path.find_first_not_of("./") == std::string::npos) operation.mode |= 0700;
      break;
    case Operation::kAccess: operation.mode = static_cast<uint32_t>(Below(random, 8)); break;
    case Operation::kSeek: operation.mode = static_cast<uint32_t>(Below(random, 3)); break;
    default: break;
  }
  return operation;
}

std::string Answer(int error) { return "error " + std::to_string(error); }

std::string Answer(const Stat& stat, const Taste& taste) {
  const bool directory = stat.IsDirectory();
  char text[128];
  std::snprintf(text, sizeof(text), "%c %o links=%u size=%llu", KindLetter(stat.kind),
                stat.IsSymlink() ? 0 : stat.mode,
                directory && !taste.directory_links ? 0 : stat.links,
                directory ? 0 : static_cast<unsigned long long>(stat.size));
  return text;
}

std::string Answer(std::vector<DirectoryEntry> entries) {
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  std::string text = "list";
  for (const DirectoryEntry& entry : entries)
    text += '/' + entry.name + ':' + KindLetter(entry.kind);
  return text;
}

std::string VirtualSubject::DoOpen(const Operation& op) {
  OpenFile& file = open_[op.slot];
  switch (op.kind) {
    case Operation::kOpen: {
      Result<OpenFile> opened = files_->Open(caller_, op.path, op.flags, op.mode);
      if (!opened.ok()) return Answer(opened.error());
      if (file) files_->Release(file);
      file = *opened;
      return "open";
    }
    case Operation::kClose:
      if (file) files_->Release(file);
      file = {};
      return "closed";
    case Operation::kReadOpen: {
      if (!file) return "none";
      Result<std::string> bytes = files_->Read(file, op.size);
      return bytes.ok() ? *bytes : Answer(bytes.error());
    }
    case Operation::kWriteOpen:
      return file ? Answer(files_->Write(file, op.other).error()) : "none";
    case Operation::kSeek: {
      if (!file || files_->FStat(file)->IsDirectory()) return "none";
      const int64_t offset = static_cast<int64_t>(op.offset) - 10;
      Result<uint64_t> at = files_->Seek(file, offset, static_cast<Whence>(op.mode));
      return at.ok() ? "at " + std::to_string(*at) : Answer(at.error());
    }
    case Operation::kTruncateOpen:
      return file ? Answer(files_->TruncateOpen(file, op.size).error()) : "none";
    default: {
      if (!file) return "none";
      Result<Stat> stat = files_->FStat(file);
      return stat.ok() ? Answer(*stat, taste_) : Answer(stat.error());
    }
  }
}

std::string VirtualSubject::Do(const Operation& op) {
  const Caller& caller = caller_;
  switch (op.kind) {
    case Operation::kMkdir: return Answer(files_->Mkdir(caller, op.path, op.mode).error());
    case Operation::kRmdir: return Answer(files_->Rmdir(caller, op.path).error());
    case Operation::kUnlink: return Answer(files_->Unlink(caller, op.path).error());
    case Operation::kRename:
      return Answer(
          files_->Rename(caller, op.path, op.other, static_cast<RenameMode>(op.mode)).error());
    case Operation::kLink: return Answer(files_->Link(caller, op.path, op.other).error());
    case Operation::kSymlink: return Answer(files_->Symlink(caller, op.other, op.path).error());
    case Operation::kReadlink: {
      Result<std::string> target = files_->Readlink(caller, op.path);
      return target.ok() ? "-> " + *target : Answer(target.error());
    }
    case Operation::kStat:
    case Operation::kLstat: {
      Result<Stat> stat = files_->StatPath(
          caller, op.path, op.kind == Operation::kStat ? Follow::kYes : Follow::kNo);
      return stat.ok() ? Answer(*stat, taste_) : Answer(stat.error());
    }
    case Operation::kList: {
      Result<std::vector<DirectoryEntry>> entries = files_->List(caller, op.path);
      return entries.ok() ? Answer(*entries) : Answer(entries.error());
    }
    case Operation::kChmod: return Answer(files_->Chmod(caller, op.path, op.mode).error());
    case Operation::kTruncate: return Answer(files_->Truncate(caller, op.path, op.size).error());
    case Operation::kRead: {
      Result<std::string> bytes = files_->ReadFile(caller, op.path, op.offset, op.size);
      return bytes.ok() ? "bytes " + *bytes : Answer(bytes.error());
    }
    case Operation::kWrite: {
      Result<uint64_t> end = files_->WriteFile(caller, op.path, op.other,
                                               {.how = op.how,
                                                .create = (op.flags & kOpenCreate) != 0,
                                                .exclusive = (op.flags & kOpenExclusive) != 0,
                                                .offset = op.offset,
                                                .mode = op.mode});
      return end.ok() ? "end " + std::to_string(*end) : Answer(end.error());
    }
    case Operation::kAccess: return Answer(files_->Access(caller, op.path, op.mode).error());
    case Operation::kRealpath: {
      Result<std::string> path = files_->Realpath(caller, op.path);
      return path.ok() ? "path " + *path : Answer(path.error());
    }
    case Operation::kSetTimes: {
      Status status = files_->SetTimes(caller, op.path,
                                       static_cast<int64_t>(op.offset) * 1'000'000'007, kTimeKeep);
      if (!status.ok()) return Answer(status.error());
      return "atime " + std::to_string(files_->StatPath(caller, op.path)->atime_ns);
    }
    case Operation::kCheckOpen: {
      Result<Stat> stat = files_->CheckOpen(caller, op.path, op.flags, op.mode);
      return stat.ok() ? Answer(*stat, taste_) : Answer(stat.error());
    }
    default: return DoOpen(op);
  }
}

std::string DescribeTree(Subject& subject) {
  std::string text;
  std::vector<std::string> pending = {"/"};
  while (!pending.empty()) {
    const std::string path = std::move(pending.back());
    pending.pop_back();
    const std::string stat = subject.Do({.kind = Operation::kLstat, .path = path});
    text += path + ' ' + stat;
    if (stat[0] == 'l') text += ' ' + subject.Do({.kind = Operation::kReadlink, .path = path});
    if (stat[0] == 'f')
      text += ' ' + subject.Do({.kind = Operation::kRead, .path = path, .size = kToTheEnd});
    if (stat[0] == 'd') {
      const std::string list = subject.Do({.kind = Operation::kList, .path = path});
      text += ' ' + list;
      for (size_t at = list.find('/'); list[0] == 'l' && at != std::string::npos;
           at = list.find('/', at + 1)) {
        const size_t end = std::min(list.find('/', at + 1), list.size());
        pending.push_back((path == "/" ? path : path + '/') + list.substr(at + 1, end - at - 3));
      }
    }
    text += '\n';
  }
  return text;
}

}  // namespace pysub::files
