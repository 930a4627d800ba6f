#include "pysub/files/file_system.h"

#include <algorithm>
#include <utility>

#include "osbridge/files/path_resolver.h"
#include "osbridge/files/state.h"

// A FileSystem as a whole; looking at what is in it; attributes.
namespace pysub::files {

FileSystem::FileSystem(const Limits& limits, Owner* owner, const Caller& root)
    : state_(std::make_unique<State>()) {
  set_limits(limits);
  state_->owner = owner;
  const NodeId id = state_->NewNode(FileKind::kDirectory, 0755, root, kNoNode);
  state_->Change(id).parent = id;
  // Whatever the owner says: there is always a root.
  (void)state_->Charge(kNodeCharge, 1);
}

FileSystem::FileSystem(std::unique_ptr<State> state) : state_(std::move(state)) {}

FileSystem::~FileSystem() {
  if (state_->owner != nullptr)
    (void)state_->owner->Charge(-static_cast<int64_t>(state_->bytes_used));
}

uint64_t FileSystem::BytesUsed() const { return state_->bytes_used; }
uint64_t FileSystem::FilesUsed() const { return state_->files_used; }
const Limits& FileSystem::limits() const { return state_->limits; }
void FileSystem::set_limits(const Limits& limits) { state_->limits = Bounded(limits); }
void FileSystem::SeedRandom(uint64_t seed) { state_->random = seed; }

Status FileSystem::SetOwner(Owner* owner) {
  const int64_t bytes = static_cast<int64_t>(state_->bytes_used);
  if (owner != nullptr && !owner->Charge(bytes)) return ENOSPC;
  if (state_->owner != nullptr) (void)state_->owner->Charge(-bytes);
  state_->owner = owner;
  return 0;
}

Result<Stat> FileSystem::StatPath(const Caller& caller, std::string_view path,
                                  Follow follow) const {
  PathResolver resolver(*state_, caller);
  const PathResolver::Until until =
      follow == Follow::kYes ? PathResolver::Until::kTarget : PathResolver::Until::kEntry;
  if (Status status = resolver.Resolve(path, until); !status.ok()) return status;
  const NodeLocation& location = resolver.found().location;
  Stat stat = state_->StatOf(location);
  if (stat.IsSymlink() && state_->IsHosts(location)) {  // as long as what Readlink() shows
    Result<std::string> target = state_->VisibleTarget(location);
    stat.size = target.ok() ? target->size() : 0;
  }
  return stat;
}

Status FileSystem::Access(const Caller& caller, std::string_view path, uint32_t mode) const {
  PathResolver resolver(*state_, caller);
  if (Status status = resolver.Resolve(path, PathResolver::Until::kTarget); !status.ok())
    return status;
  const NodeLocation& location = resolver.found().location;
  if ((mode & kMayWrite) != 0 && state_->IsReadOnly(location) && location.kind != FileKind::kDevice)
    return EROFS;
  if (!location.on_host() || state_->InOverlay(location))
    return state_->Permission(caller, location, mode);
  const MountedDirectory* directory;
  if (Status status = state_->Host(location.host->mount, &directory); !status.ok()) return status;
  return directory->Access(location.host->path, mode);
}

Result<std::vector<DirectoryEntry>> FileSystem::List(const Caller& caller,
                                                     std::string_view path) const {
  return ListSome(caller, path, "", SIZE_MAX);
}

Result<std::vector<DirectoryEntry>> FileSystem::ListSome(const Caller& caller,
                                                         std::string_view path,
                                                         std::string_view after,
                                                         size_t count) const {
  PathResolver resolver(*state_, caller);
  if (Status status = resolver.Resolve(path, PathResolver::Until::kTarget); !status.ok())
    return status;
  const NodeLocation location = resolver.found().location;
  if (!location.directory()) return Status(ENOTDIR);
  if (Status status = state_->Permission(caller, location, kMayRead); !status.ok()) return status;
  return state_->Entries(location, after, count);
}

Result<std::string> FileSystem::Readlink(const Caller& caller, std::string_view path) const {
  PathResolver resolver(*state_, caller);
  if (Status status = resolver.Resolve(path, PathResolver::Until::kEntry); !status.ok())
    return status;
  const NodeLocation location = resolver.found().location;
  if (location.kind != FileKind::kSymlink) return Status(EINVAL);
  return state_->VisibleTarget(location);
}

Status FileSystem::Chmod(const Caller& caller, std::string_view path, uint32_t mode,
                         Follow follow) {
  PathResolver resolver(*state_, caller);
  const PathResolver::Until until =
      follow == Follow::kYes ? PathResolver::Until::kTarget : PathResolver::Until::kEntry;
  if (Status status = resolver.Resolve(path, until); !status.ok()) return status;
  const NodeLocation location = resolver.found().location;
  if (state_->IsReadOnly(location)) return EROFS;
  if (location.kind == FileKind::kSymlink) return EOPNOTSUPP;
  if (location.where == NodeLocation::Where::kDescriptor) return EPERM;
  if (location.on_host() && !state_->InOverlay(location)) {
    // Bits that would give a program of the host another user's rights.
    if ((mode & 06000) != 0) return EPERM;
    MountedDirectory* directory;
    if (Status status = state_->HostToChange(location.host->mount, &directory); !status.ok())
      return status;
    return directory->Chmod(location.host->path, mode & 01777);
  }
  if (caller.uid != 0 && caller.uid != state_->StatOf(location).uid) return EPERM;
  Result<NodeId> id = state_->Materialise(location);
  if (!id.ok()) return id.status();
  Node& node = state_->Change(*id);
  node.mode = static_cast<uint16_t>(mode & 07777);
  node.ctime_ns = state_->Now();
  node.untouched = false;
  return 0;
}

Status FileSystem::SetTimes(const Caller& caller, std::string_view path, int64_t atime_ns,
                            int64_t mtime_ns, Follow follow) {
  PathResolver resolver(*state_, caller);
  const PathResolver::Until until =
      follow == Follow::kYes ? PathResolver::Until::kTarget : PathResolver::Until::kEntry;
  if (Status status = resolver.Resolve(path, until); !status.ok()) return status;
  const NodeLocation location = resolver.found().location;
  if (atime_ns == kTimeKeep && mtime_ns == kTimeKeep) return 0;
  if (location.where == NodeLocation::Where::kDescriptor) return EPERM;
  if (state_->IsReadOnly(location)) return EROFS;
  if (location.on_host() && !state_->InOverlay(location)) {
    MountedDirectory* directory;
    if (Status status = state_->HostToChange(location.host->mount, &directory); !status.ok())
      return status;
    return directory->SetTimes(location.host->path, atime_ns, mtime_ns);
  }
  if (caller.uid != 0 && caller.uid != state_->StatOf(location).uid) {
    if (atime_ns != kTimeNow || mtime_ns != kTimeNow) return EPERM;
    if (Status status = state_->Permission(caller, location, kMayWrite); !status.ok())
      return status;
  }
  Result<NodeId> id = state_->Materialise(location);
  if (!id.ok()) return id.status();
  Node& node = state_->Change(*id);
  const int64_t now = state_->Now();
  if (atime_ns != kTimeKeep) node.atime_ns = atime_ns == kTimeNow ? now : atime_ns;
  if (mtime_ns != kTimeKeep) node.mtime_ns = mtime_ns == kTimeNow ? now : mtime_ns;
  node.ctime_ns = now;
  node.untouched = false;
  return 0;
}

namespace {

// realpath -m: what is there is resolved as always; what is not is taken as it is written.
Result<std::string> LexicalRealpath(const FileSystem& files, const State& state,
                                    const Caller& caller, std::string_view path) {
  int links = 0;  // that lead to what is not there
  std::string result = "/";
  std::string ahead(
      path.empty() || path[0] != '/' ? std::string(caller.cwd) + "/" + std::string(path) : path);
  for (size_t begin = 0; begin < ahead.size();) {
    const size_t end = std::min(ahead.find('/', begin), ahead.size());
    const std::string name = ahead.substr(begin, end - begin);
    begin = end + 1;
    if (name.empty() || name == ".") continue;
    if (name == "..") {
      result.resize(std::max<size_t>(result.rfind('/'), 1));
      continue;
    }
    std::string next = result;
    if (next.size() > 1) next += '/';
    next += name;
    if (next.size() > kMaxPathBytes) return Status(ENAMETOOLONG);
    PathResolver resolver(state, caller);
    resolver.TrackPath();
    const Status status = resolver.Resolve(next, PathResolver::Until::kTarget);
    if (status.error() == EINVAL || status.error() == ECANCELED) return status;
    if (status.error() == ENOENT && links < kMaxLinksFollowed) {
      Result<std::string> target = files.Readlink(caller, next);
      if (target.ok()) {
        ++links;
        if (target->starts_with('/')) result = "/";
        ahead = *target + "/" + (begin < ahead.size() ? ahead.substr(begin) : "");
        begin = 0;
        continue;
      }
    }
    result = status.ok() ? resolver.FullPath() : next;
  }
  return result;
}

}  // namespace

Result<std::string> FileSystem::Realpath(const Caller& caller, std::string_view path,
                                         RealpathMode mode) const {
  if (mode == RealpathMode::kNothingNeedsExist)
    return LexicalRealpath(*this, *state_, caller, path);
  PathResolver resolver(*state_, caller);
  resolver.TrackPath();
  const Status status = resolver.Resolve(path, PathResolver::Until::kTarget);
  if (status.ok()) return resolver.FullPath();
  if (mode == RealpathMode::kAllMustExist || status.error() != ENOENT ||
      !resolver.found().parent.exists()) {
    return status;
  }
  return resolver.FullPath();
}

}  // namespace pysub::files
