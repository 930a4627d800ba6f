#include <algorithm>

#include "osbridge/files/path_resolver.h"
#include "osbridge/files/state.h"

// Operations on names: making, removing, moving. The checks come in the order in which Linux makes
// them.
namespace pysub::files {
namespace {

// Where a new name is to be: its directory, in a form that can be changed. EEXIST when the name
// exists; `is_directory` allows slashes behind it.
Status FindNewName(State& state, const Caller& caller, std::string_view path, bool is_directory,
                   PathResolver& resolver, ResolvedPath* found) {
  if (Status status = resolver.Resolve(path, PathResolver::Until::kParent); !status.ok())
    return status;
  *found = resolver.found();
  if (found->last != ResolvedPath::Last::kName) return EEXIST;
  if (Status status = resolver.Lookup(found->parent, found->name, &found->location); !status.ok())
    return status;
  if (found->location.exists()) return EEXIST;
  if (found->slash && !is_directory) return ENOENT;
  if (state.IsReadOnly(found->parent)) return EROFS;
  if (Status status = state.MayAdd(caller, found->parent); !status.ok()) return status;
  return state.MakeChangeable(&found->parent);
}

// Are at most `allowed` directories inside each other below this one, itself included?
Status CheckHeight(const State& state, NodeId directory, uint32_t allowed) {
  if (state.files_used <= allowed) return 0;
  uint32_t height = 0;
  std::vector<NodeId> level = {directory};
  while (!level.empty()) {
    if (++height > allowed) return ENAMETOOLONG;
    std::vector<NodeId> next;
    for (NodeId id : level) {
      if (state.At(id).links == 2) continue;  // no directory in it
      const Directory& names = state.At(id).directory();
      if (Status status = state.Spend(names.entries()); !status.ok()) return status;
      names.ForEach("", [&](const Directory::Entry& entry) {
        const bool has_node = entry.node != kNoNode;
        if (has_node && state.At(entry.node).kind == FileKind::kDirectory)
          next.push_back(entry.node);
        return true;
      });
    }
    level = std::move(next);
  }
  return 0;
}

bool IsInside(const State& state, NodeId directory, NodeId ancestor) {
  for (; directory != kRoot && directory != kNoNode; directory = state.At(directory).parent) {
    if (directory == ancestor) return true;
  }
  return ancestor == directory;
}

// The node of a new name; charged, but with nothing in it yet.
Result<NodeId> MakeNode(State& state, const Caller& caller, const ResolvedPath& found,
                        FileKind kind, uint32_t mode, int64_t more_bytes = 0) {
  if (kind == FileKind::kDirectory && state.DepthOf(found.parent) + 1 > state.limits.max_depth) {
    return Status(ENAMETOOLONG);
  }
  if (Status status = state.Charge(kNodeCharge + EntryCharge(found.name) + more_bytes, 1);
      !status.ok())
    return status;
  const NodeId id = state.NewNode(kind, mode & ~caller.umask, caller, found.parent.node);
  state.AddName(found.parent.node, found.name, id);
  return id;
}

// A node that only the memory tree can have.
Result<NodeId> MakeSpecial(State& state, const Caller& caller, std::string_view path, FileKind kind,
                           uint32_t mode) {
  PathResolver resolver(state, caller);
  ResolvedPath found;
  const bool is_directory = kind == FileKind::kDirectory;
  if (Status status = FindNewName(state, caller, path, is_directory, resolver, &found);
      !status.ok())
    return status;
  if (found.parent.on_host()) return Status(EPERM);
  return MakeNode(state, caller, found, kind, mode & (is_directory ? 01777 : 07777));
}

// Can a link with this target only lead further down, wherever it is moved?
bool LeadsDown(std::string_view target) {
  if (target.starts_with('/')) return false;
  for (size_t begin = 0; begin < target.size();) {
    const size_t end = std::min(target.find('/', begin), target.size());
    if (target.substr(begin, end - begin) == "..") return false;
    begin = end + 1;
  }
  return true;
}

}  // namespace

std::string HostPath(const ResolvedPath& found) {
  const std::string& directory = found.parent.host->path;
  return directory.empty() ? std::string(found.name) : directory + '/' + std::string(found.name);
}

namespace {

// Whether a link in a directory so many levels below the root of its mount leads out, by its text.
bool LeadsOut(std::string_view target, int64_t depth) {
  if (target.starts_with('/')) return true;
  while (!target.empty() && depth >= 0) {
    const size_t slash = std::min(target.find('/'), target.size());
    const std::string_view part = target.substr(0, slash);
    if (part == "..")
      --depth;
    else if (!part.empty() && part != ".")
      ++depth;
    target.remove_prefix(std::min(slash + 1, target.size()));
  }
  return depth < 0;
}

// A link that the host made may lead out, or do so nearer to the root of the mount. Under another
// name it would lead programs of the host out that expect a file there.
Status MayMoveLink(const State& state, const NodeLocation& link, const NodeLocation& parent) {
  const uint32_t mount = parent.host->mount;
  if (state.mounts[mount].options.new_links != NewLinks::kDownwardOnly || !link.on_host() ||
      !state.StatOf(link).IsSymlink())
    return 0;
  const std::string& path = parent.host->path;
  const auto depth = std::count(path.begin(), path.end(), '/') + (path.empty() ? 0 : 1);
  const bool rises = depth < std::count(link.host->path.begin(), link.host->path.end(), '/');
  const MountedDirectory* directory;
  if (Status status = state.Host(mount, &directory); !status.ok()) return status;
  std::string target;
  if (Status status = directory->Readlink(link.host->path, &target); !status.ok()) return status;
  // (Where directories on its way are links themselves, its text does not tell where it leads: with
  // `..` it does not rise.)
  return LeadsOut(target, depth) || (rises && !LeadsDown(target)) ? EPERM : 0;
}

}  // namespace

Status State::MakeChangeable(NodeLocation* directory) {
  if (!directory->on_host() || !InOverlay(*directory)) return 0;
  Result<NodeId> id = Materialise(*directory);
  if (id.ok()) *directory = LocationOf(*id);
  return id.status();
}

Status FileSystem::Mkdir(const Caller& caller, std::string_view path, uint32_t mode) {
  PathResolver resolver(*state_, caller);
  ResolvedPath found;
  if (Status status = FindNewName(*state_, caller, path, true, resolver, &found); !status.ok())
    return status;
  if (!found.parent.on_host()) {
    return MakeNode(*state_, caller, found, FileKind::kDirectory, mode & 01777).status();
  }
  MountedDirectory* directory;
  if (Status status = state_->HostToChange(found.parent.host->mount, &directory); !status.ok())
    return status;
  if (Status status = state_->CountMade(*found.parent.host, true); !status.ok()) return status;
  const Status made = directory->Mkdir(HostPath(found), mode & 01777 & ~caller.umask);
  if (!made.ok()) state_->UncountMade(*found.parent.host);
  return made;
}

Status FileSystem::Symlink(const Caller& caller, std::string_view target, std::string_view path) {
  if (target.empty()) return ENOENT;
  if (target.size() > kMaxPathBytes) return ENAMETOOLONG;
  if (target.find('\0') != std::string_view::npos) return EINVAL;
  PathResolver resolver(*state_, caller);
  ResolvedPath found;
  if (Status status = FindNewName(*state_, caller, path, false, resolver, &found); !status.ok())
    return status;
  if (!found.parent.on_host()) {
    const Caller open{.umask = 0, .uid = caller.uid, .gid = caller.gid};
    Result<NodeId> id = MakeNode(*state_, open, found, FileKind::kSymlink, 0777,
                                 static_cast<int64_t>(target.size()));
    if (id.ok()) *std::get_if<std::string>(&state_->Change(*id).body) = target;
    return id.status();
  }
  const uint32_t mount = found.parent.host->mount;
  if (state_->mounts[mount].options.new_links == NewLinks::kDownwardOnly && !LeadsDown(target))
    return EPERM;
  MountedDirectory* directory;
  if (Status status = state_->HostToChange(mount, &directory); !status.ok()) return status;
  if (Status status = state_->CountMade(*found.parent.host, false); !status.ok()) return status;
  const Status made = directory->Symlink(std::string(target), HostPath(found));
  if (!made.ok()) state_->UncountMade(*found.parent.host);
  return made;
}

Status FileSystem::MakeFifo(const Caller& caller, std::string_view path, uint32_t mode) {
  return MakeSpecial(*state_, caller, path, FileKind::kFifo, mode).status();
}

Status FileSystem::MakeDevice(const Caller& caller, std::string_view path, DeviceKind kind,
                              uint32_t mode) {
  if (kind == DeviceKind::kNone || kind == DeviceKind::kDescriptor) return EINVAL;
  Result<NodeId> id = MakeSpecial(*state_, caller, path, FileKind::kDevice, mode);
  if (id.ok()) state_->Change(*id).device = kind;
  return id.status();
}

Status FileSystem::MakeDescriptorDirectory(const Caller& caller, std::string_view path,
                                           uint32_t mode) {
  Result<NodeId> id = MakeSpecial(*state_, caller, path, FileKind::kDirectory, mode);
  if (id.ok()) state_->Change(*id).descriptors = true;
  return id.status();
}

Status FileSystem::Link(const Caller& caller, std::string_view from, std::string_view to,
                        Follow follow) {
  PathResolver old_resolver(*state_, caller);
  const PathResolver::Until until =
      follow == Follow::kYes ? PathResolver::Until::kTarget : PathResolver::Until::kEntry;
  if (Status status = old_resolver.Resolve(from, until); !status.ok()) return status;
  const NodeLocation old = old_resolver.found().location;
  PathResolver resolver(*state_, caller);
  ResolvedPath found;
  if (Status status = FindNewName(*state_, caller, to, false, resolver, &found); !status.ok())
    return status;
  if (old.where == NodeLocation::Where::kDescriptor ||
      state_->MountNumber(old) != state_->MountNumber(found.parent)) {
    return EXDEV;
  }
  if (old.directory() && !found.parent.on_host()) return EPERM;
  if (found.parent.on_host()) {
    MountedDirectory* directory;
    if (Status status = state_->HostToChange(old.host->mount, &directory); !status.ok())
      return status;
    if (old.directory()) {
      const Status status = directory->Access(found.parent.host->path, kMayWrite | kMayExecute);
      return status.ok() ? EPERM : status;
    }
    if (Status status = MayMoveLink(*state_, old, found.parent); !status.ok()) return status;
    if (Status status = state_->CountMade(*found.parent.host, false); !status.ok()) return status;
    const Status made = directory->Link(old.host->path, HostPath(found));
    if (!made.ok()) state_->UncountMade(*found.parent.host);
    return made;
  }
  Result<NodeId> node = state_->Materialise(old);
  if (!node.ok()) return node.status();
  if (Status status = state_->Charge(EntryCharge(found.name)); !status.ok()) return status;
  state_->AddName(found.parent.node, found.name, *node);
  Node& linked = state_->Change(*node);
  linked.ctime_ns = state_->Now();
  linked.untouched = false;
  return 0;
}

Status FileSystem::Unlink(const Caller& caller, std::string_view path) {
  PathResolver resolver(*state_, caller);
  if (Status status = resolver.Resolve(path, PathResolver::Until::kParent); !status.ok())
    return status;
  ResolvedPath found = resolver.found();
  if (found.last != ResolvedPath::Last::kName) return EISDIR;
  if (state_->IsReadOnly(found.parent)) return EROFS;
  if (Status status = resolver.Lookup(found.parent, found.name, &found.location); !status.ok())
    return status;
  if (!found.location.exists()) return ENOENT;
  if (found.slash) return found.location.directory() ? EISDIR : ENOTDIR;
  if (found.location.mount_root) return EISDIR;
  if (found.parent.on_host() && !state_->InOverlay(found.parent)) {
    MountedDirectory* directory;
    if (Status status = state_->HostToChange(found.parent.host->mount, &directory); !status.ok())
      return status;
    return directory->Unlink(HostPath(found));
  }
  if (Status status = state_->MayRemove(caller, found.parent, found.location); !status.ok())
    return status;
  if (found.location.directory()) return EISDIR;
  if (Status status = state_->MakeChangeable(&found.parent); !status.ok()) return status;
  if (Status status = state_->RemoveName(found.parent.node, found.name); !status.ok())
    return status;
  if (!found.location.on_host()) state_->DropLink(found.location.node);
  return 0;
}

Status FileSystem::Rmdir(const Caller& caller, std::string_view path) {
  PathResolver resolver(*state_, caller);
  if (Status status = resolver.Resolve(path, PathResolver::Until::kParent); !status.ok())
    return status;
  ResolvedPath found = resolver.found();
  switch (found.last) {
    case ResolvedPath::Last::kRoot: return EBUSY;
    case ResolvedPath::Last::kDot: return EINVAL;
    case ResolvedPath::Last::kDotDot: return ENOTEMPTY;
    case ResolvedPath::Last::kName: break;
  }
  if (state_->IsReadOnly(found.parent)) return EROFS;
  if (Status status = resolver.Lookup(found.parent, found.name, &found.location); !status.ok())
    return status;
  if (!found.location.exists()) return ENOENT;
  if (found.location.mount_root) return EBUSY;
  if (found.parent.on_host() && !state_->InOverlay(found.parent)) {
    if (found.location.on_host() && state_->HasMountWithin(*found.location.host)) return EBUSY;
    MountedDirectory* directory;
    if (Status status = state_->HostToChange(found.parent.host->mount, &directory); !status.ok())
      return status;
    return directory->Rmdir(HostPath(found));
  }
  if (Status status = state_->MayRemove(caller, found.parent, found.location); !status.ok())
    return status;
  if (!found.location.directory()) return ENOTDIR;
  if (Status status = state_->IsEmpty(found.location); !status.ok()) return status;
  if (Status status = state_->MakeChangeable(&found.parent); !status.ok()) return status;
  if (Status status = state_->RemoveName(found.parent.node, found.name); !status.ok())
    return status;
  if (!found.location.on_host()) state_->DropLink(found.location.node);
  return 0;
}

namespace {

// Both names of a rename, and where their files are.
struct Renaming {
  PathResolver from_resolver;
  PathResolver to_resolver;
  ResolvedPath from;
  ResolvedPath to;

  Renaming(const State& state, const Caller& caller)
      : from_resolver(state, caller), to_resolver(state, caller) {}

  Status Find(const State& state, std::string_view from_path, std::string_view to_path,
              RenameMode mode) {
    if (Status status = from_resolver.Resolve(from_path, PathResolver::Until::kParent);
        !status.ok())
      return status;
    if (Status status = to_resolver.Resolve(to_path, PathResolver::Until::kParent); !status.ok())
      return status;
    from = from_resolver.found();
    to = to_resolver.found();
    const bool named =
        from.last == ResolvedPath::Last::kName && to.last == ResolvedPath::Last::kName;
    // The root is in no directory.
    if (named && state.MountNumber(from.parent) != state.MountNumber(to.parent)) return EXDEV;
    if (from.last != ResolvedPath::Last::kName) return EBUSY;
    if (to.last != ResolvedPath::Last::kName)
      return mode == RenameMode::kNoReplace ? EEXIST : EBUSY;
    if (state.IsReadOnly(from.parent)) return EROFS;
    return Look(mode);
  }

  Status Look(RenameMode mode) {
    if (Status status = from_resolver.Lookup(from.parent, from.name, &from.location); !status.ok())
      return status;
    if (!from.location.exists()) return ENOENT;
    if (Status status = to_resolver.Lookup(to.parent, to.name, &to.location); !status.ok())
      return status;
    if (mode == RenameMode::kNoReplace && to.location.exists()) return EEXIST;
    return !from.location.directory() && (from.slash || to.slash) ? ENOTDIR : 0;
  }

  bool SameFile() const {
    if (!from.location.on_host())
      return to.location.exists() && !to.location.on_host() &&
             to.location.node == from.location.node;
    return to.location.on_host() && to.location.host->path == from.location.host->path;
  }
};

// All that can be wrong with a rename in the memory tree.
Status CheckRename(const State& state, const Caller& caller, const Renaming& names) {
  const ResolvedPath& from = names.from;
  const ResolvedPath& to = names.to;
  const bool has_node = !from.location.on_host();
  if (has_node && from.location.directory() && IsInside(state, to.parent.node, from.location.node))
    return EINVAL;
  if (to.location.directory() && !to.location.on_host() &&
      IsInside(state, from.parent.node, to.location.node)) {
    return ENOTEMPTY;
  }
  if (names.SameFile()) return 0;
  if (Status status = state.MayRemove(caller, from.parent, from.location); !status.ok())
    return status;
  if (to.location.exists()) {
    if (Status status = state.MayRemove(caller, to.parent, to.location); !status.ok())
      return status;
    if (from.location.directory() && !to.location.directory()) return ENOTDIR;
    if (!from.location.directory() && to.location.directory()) return EISDIR;
  } else if (Status status = state.MayAdd(caller, to.parent); !status.ok()) {
    return status;
  }
  if (from.location.directory() && from.parent.node != to.parent.node) {
    if (Status status = state.Permission(caller, from.location, kMayWrite); !status.ok())
      return status;
    const uint32_t depth = state.DepthOf(to.parent);
    const uint32_t allowed = state.limits.max_depth > depth ? state.limits.max_depth - depth : 0;
    if (depth > state.DepthOf(from.parent) && has_node) {
      if (Status status = CheckHeight(state, from.location.node, allowed); !status.ok())
        return status;
    }
  }
  if (from.location.mount_root || to.location.mount_root) return EBUSY;
  if (from.location.where == NodeLocation::Where::kDescriptor ||
      to.location.where == NodeLocation::Where::kDescriptor)
    return EPERM;
  return to.location.directory() ? state.IsEmpty(to.location) : 0;
}

Status RenameOnHost(const State& state, const Renaming& names, RenameMode mode) {
  if (names.from.location.mount_root || names.to.location.mount_root) return EBUSY;
  for (const NodeLocation* location : {&names.from.location, &names.to.location}) {
    if (location->on_host() && location->directory() && state.HasMountWithin(*location->host))
      return EBUSY;
  }
  MountedDirectory* directory;
  if (Status status = state.HostToChange(names.from.parent.host->mount, &directory); !status.ok())
    return status;
  if (Status status = MayMoveLink(state, names.from.location, names.to.parent); !status.ok())
    return status;
  return directory->Rename(HostPath(names.from), HostPath(names.to), mode);
}

}  // namespace

Status FileSystem::Rename(const Caller& caller, std::string_view from, std::string_view to,
                          RenameMode mode) {
  Renaming names(*state_, caller);
  if (Status status = names.Find(*state_, from, to, mode); !status.ok()) return status;
  if (names.from.parent.on_host() && !state_->InOverlay(names.from.parent)) {
    return RenameOnHost(*state_, names, mode);
  }
  if (names.from.parent.on_host() || names.to.parent.on_host()) {
    if (Status status = state_->MakeChangeable(&names.from.parent); !status.ok()) return status;
    if (Status status = state_->MakeChangeable(&names.to.parent); !status.ok()) return status;
    // What was found may have got a node by that.
    if (Status status = names.Look(mode); !status.ok()) return status;
  }
  if (Status status = CheckRename(*state_, caller, names); !status.ok()) return status;
  if (names.SameFile()) return 0;
  Result<NodeId> node = state_->Materialise(names.from.location);
  if (!node.ok()) return node.status();
  const NodeId directory = names.to.parent.node;
  if (Status status = state_->Charge(EntryCharge(names.to.name)); !status.ok()) return status;
  if (Status status = state_->RemoveName(names.from.parent.node, names.from.name); !status.ok()) {
    (void)state_->Charge(-EntryCharge(names.to.name));
    return status;
  }
  if (names.to.location.exists() && !names.to.location.on_host())
    state_->ForgetChild(directory, names.to.location.node);
  Node& moved = state_->Change(*node);
  if (moved.kind != FileKind::kDirectory) --moved.links;
  moved.ctime_ns = state_->Now();
  moved.untouched = false;
  state_->AddName(directory, names.to.name, *node);
  return 0;
}

}  // namespace pysub::files
