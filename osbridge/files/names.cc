#include <algorithm>

#include "osbridge/files/state.h"

// Operations on names: making, removing, moving. The checks come in the order in which Linux makes them.
namespace pysub::files {
namespace {

int64_t EntryCharge(std::string_view name) { return kEntryCharge + static_cast<int64_t>(name.size()); }

// Where a new name is to be: walks to its directory. EEXIST when the name exists; `is_directory` allows slashes behind it.
Status FindNewName(const State& state, const Caller& caller, std::string_view path, bool is_directory, Walker& walker,
                   Walked* found) {
  if (Status status = walker.Walk(path, Walker::Until::kParent); !status.ok()) return status;
  *found = walker.found();
  if (found->last != Walked::Last::kName) return EEXIST;
  if (Status status = walker.Lookup(found->parent, found->name, &found->place); !status.ok()) return status;
  if (found->place.exists()) return EEXIST;
  if (found->slash && !is_directory) return ENOENT;
  return state.MayAdd(caller, found->parent);
}

// The name that is to be removed or moved: its directory, and what it is.
Status FindOldName(Walker& walker, std::string_view path, Walked* found) {
  if (Status status = walker.Walk(path, Walker::Until::kParent); !status.ok()) return status;
  *found = walker.found();
  return 0;
}

// How many directories are above this one.
uint32_t DepthOf(const State& state, NodeId directory) {
  uint32_t depth = 0;
  for (; directory != kRoot; directory = state.At(directory).parent) ++depth;
  return depth;
}

// How many directories are inside each other below this one, itself included; it stops counting above `enough`.
uint32_t HeightOf(const State& state, NodeId directory, uint32_t enough) {
  uint32_t height = 0;
  std::vector<NodeId> level = {directory};
  while (!level.empty() && height <= enough) {
    ++height;
    std::vector<NodeId> next;
    for (NodeId id : level) {
      if (state.At(id).links == 2) continue;
      state.At(id).directory().ForEach("", [&](const Directory::Entry& entry) {
        if (entry.node != kNoNode && state.At(entry.node).kind == FileKind::kDirectory) next.push_back(entry.node);
        return true;
      });
    }
    level = std::move(next);
  }
  return height;
}

bool IsInside(const State& state, NodeId directory, NodeId ancestor) {
  for (; directory != kRoot; directory = state.At(directory).parent) {
    if (directory == ancestor) return true;
  }
  return ancestor == kRoot;
}

// The node of a new name; charged, but with nothing in it yet.
Result<NodeId> MakeNode(State& state, const Caller& caller, const Walked& found, FileKind kind, uint32_t mode,
                        int64_t more_bytes = 0) {
  if (kind == FileKind::kDirectory && DepthOf(state, found.parent.node) + 1 > state.limits.max_depth) {
    return Status(ENAMETOOLONG);
  }
  if (Status status = state.Charge(kNodeCharge + EntryCharge(found.name) + more_bytes, 1); !status.ok()) return status;
  const NodeId id = state.NewNode(kind, mode, caller);
  state.AddName(found.parent.node, found.name, id);
  return id;
}

}  // namespace

Status FileSystem::Mkdir(const Caller& caller, std::string_view path, uint32_t mode) {
  Walker walker(*state_, caller);
  Walked found;
  if (Status status = FindNewName(*state_, caller, path, true, walker, &found); !status.ok()) return status;
  return MakeNode(*state_, caller, found, FileKind::kDirectory, mode & 01777 & ~caller.umask).status();
}

Status FileSystem::Symlink(const Caller& caller, std::string_view target, std::string_view path) {
  if (target.empty()) return ENOENT;
  if (target.size() > kMaxPathBytes) return ENAMETOOLONG;
  if (target.find('\0') != std::string_view::npos) return EINVAL;
  Walker walker(*state_, caller);
  Walked found;
  if (Status status = FindNewName(*state_, caller, path, false, walker, &found); !status.ok()) return status;
  Result<NodeId> id =
      MakeNode(*state_, caller, found, FileKind::kSymlink, 0777, static_cast<int64_t>(target.size()));
  if (id.ok()) *std::get_if<std::string>(&state_->Change(*id).body) = target;
  return id.status();
}

Status FileSystem::MakeFifo(const Caller& caller, std::string_view path, uint32_t mode) {
  Walker walker(*state_, caller);
  Walked found;
  if (Status status = FindNewName(*state_, caller, path, false, walker, &found); !status.ok()) return status;
  return MakeNode(*state_, caller, found, FileKind::kFifo, mode & 07777 & ~caller.umask).status();
}

Status FileSystem::MakeDevice(const Caller& caller, std::string_view path, DeviceKind kind, uint32_t mode) {
  if (kind == DeviceKind::kNone || kind == DeviceKind::kDescriptor) return EINVAL;
  Walker walker(*state_, caller);
  Walked found;
  if (Status status = FindNewName(*state_, caller, path, false, walker, &found); !status.ok()) return status;
  Result<NodeId> id = MakeNode(*state_, caller, found, FileKind::kDevice, mode & 07777 & ~caller.umask);
  if (id.ok()) state_->Change(*id).device = kind;
  return id.status();
}

Status FileSystem::MakeDescriptorDirectory(const Caller& caller, std::string_view path, uint32_t mode) {
  Walker walker(*state_, caller);
  Walked found;
  if (Status status = FindNewName(*state_, caller, path, true, walker, &found); !status.ok()) return status;
  Result<NodeId> id = MakeNode(*state_, caller, found, FileKind::kDirectory, mode & 01777 & ~caller.umask);
  if (id.ok()) state_->Change(*id).descriptors = true;
  return id.status();
}

Status FileSystem::Link(const Caller& caller, std::string_view from, std::string_view to, Follow follow) {
  Walker old_walker(*state_, caller);
  const Walker::Until until = follow == Follow::kYes ? Walker::Until::kTarget : Walker::Until::kEntry;
  if (Status status = old_walker.Walk(from, until); !status.ok()) return status;
  const Place old = old_walker.found().place;
  Walker walker(*state_, caller);
  Walked found;
  if (Status status = FindNewName(*state_, caller, to, false, walker, &found); !status.ok()) return status;
  if (old.directory()) return EPERM;
  if (old.where == Place::Where::kDescriptor) return EXDEV;
  if (Status status = state_->Charge(EntryCharge(found.name)); !status.ok()) return status;
  state_->AddName(found.parent.node, found.name, old.node);
  state_->Change(old.node).ctime_ns = state_->Now();
  return 0;
}

Status FileSystem::Unlink(const Caller& caller, std::string_view path) {
  Walker walker(*state_, caller);
  Walked found;
  if (Status status = FindOldName(walker, path, &found); !status.ok()) return status;
  if (found.last != Walked::Last::kName) return EISDIR;
  if (Status status = walker.Lookup(found.parent, found.name, &found.place); !status.ok()) return status;
  if (!found.place.exists()) return ENOENT;
  if (found.slash) return found.place.directory() ? EISDIR : ENOTDIR;
  if (Status status = state_->MayRemove(caller, found.parent, found.place); !status.ok()) return status;
  if (found.place.directory()) return EISDIR;
  state_->RemoveName(found.parent.node, found.name);
  state_->DropLink(found.place.node);
  return 0;
}

Status FileSystem::Rmdir(const Caller& caller, std::string_view path) {
  Walker walker(*state_, caller);
  Walked found;
  if (Status status = FindOldName(walker, path, &found); !status.ok()) return status;
  switch (found.last) {
    case Walked::Last::kRoot: return EBUSY;
    case Walked::Last::kDot: return EINVAL;
    case Walked::Last::kDotDot: return ENOTEMPTY;
    case Walked::Last::kName: break;
  }
  if (Status status = walker.Lookup(found.parent, found.name, &found.place); !status.ok()) return status;
  if (!found.place.exists()) return ENOENT;
  if (Status status = state_->MayRemove(caller, found.parent, found.place); !status.ok()) return status;
  if (!found.place.directory()) return ENOTDIR;
  if (state_->At(found.place.node).directory().live() > 0) return ENOTEMPTY;
  state_->RemoveName(found.parent.node, found.name);
  state_->DropLink(found.place.node);
  return 0;
}

namespace {

struct Renaming {
  Walked from;
  Walked to;
};

// All that can be wrong with a rename that does not depend on where the files are kept.
Status CheckRename(const State& state, const Caller& caller, const Renaming& names, RenameMode mode) {
  const Walked& from = names.from;
  const Walked& to = names.to;
  if (mode == RenameMode::kNoReplace && to.place.exists()) return EEXIST;
  if (!from.place.directory() && (from.slash || to.slash)) return ENOTDIR;
  if (from.place.directory() && IsInside(state, to.parent.node, from.place.node)) return EINVAL;
  if (to.place.directory() && IsInside(state, from.parent.node, to.place.node)) return ENOTEMPTY;
  if (to.place.exists() && to.place.node == from.place.node) return 0;
  if (Status status = state.MayRemove(caller, from.parent, from.place); !status.ok()) return status;
  if (to.place.exists()) {
    if (Status status = state.MayRemove(caller, to.parent, to.place); !status.ok()) return status;
    if (from.place.directory() && !to.place.directory()) return ENOTDIR;
    if (!from.place.directory() && to.place.directory()) return EISDIR;
  } else if (Status status = state.MayAdd(caller, to.parent); !status.ok()) {
    return status;
  }
  if (from.place.directory() && from.parent.node != to.parent.node) {
    if (Status status = state.Permission(caller, from.place, kMayWrite); !status.ok()) return status;
    const uint32_t depth = DepthOf(state, to.parent.node);
    const uint32_t allowed = state.limits.max_depth > depth ? state.limits.max_depth - depth : 0;
    if (depth > DepthOf(state, from.parent.node) && HeightOf(state, from.place.node, allowed) > allowed) {
      return ENAMETOOLONG;
    }
  }
  if (to.place.directory() && state.At(to.place.node).directory().live() > 0) return ENOTEMPTY;
  return 0;
}

}  // namespace

Status FileSystem::Rename(const Caller& caller, std::string_view from, std::string_view to, RenameMode mode) {
  Walker from_walker(*state_, caller);
  Walker to_walker(*state_, caller);
  Renaming names;
  if (Status status = FindOldName(from_walker, from, &names.from); !status.ok()) return status;
  if (Status status = FindOldName(to_walker, to, &names.to); !status.ok()) return status;
  if (names.from.last != Walked::Last::kName) return EBUSY;
  if (names.to.last != Walked::Last::kName) return mode == RenameMode::kNoReplace ? EEXIST : EBUSY;
  if (Status status = from_walker.Lookup(names.from.parent, names.from.name, &names.from.place); !status.ok()) {
    return status;
  }
  if (!names.from.place.exists()) return ENOENT;
  if (Status status = to_walker.Lookup(names.to.parent, names.to.name, &names.to.place); !status.ok()) return status;
  if (Status status = CheckRename(*state_, caller, names, mode); !status.ok()) return status;
  const NodeId node = names.from.place.node;
  if (names.to.place.exists() && names.to.place.node == node) return 0;
  if (names.from.place.where == Place::Where::kDescriptor || names.to.place.where == Place::Where::kDescriptor) {
    return EPERM;
  }
  if (names.to.place.exists()) {
    state_->ForgetChild(names.to.parent.node, names.to.place.node);
  } else if (Status status = state_->Charge(EntryCharge(names.to.name)); !status.ok()) {
    return status;
  }
  state_->RemoveName(names.from.parent.node, names.from.name);
  Node& moved = state_->Change(node);
  if (moved.kind != FileKind::kDirectory) --moved.links;
  moved.ctime_ns = state_->Now();
  state_->AddName(names.to.parent.node, names.to.name, node);
  return 0;
}

}  // namespace pysub::files
