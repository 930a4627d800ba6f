#include "osbridge/files/state.h"

namespace pysub::files {
namespace {

uint32_t KindBits(FileKind kind) {
  switch (kind) {
    case FileKind::kFile: return 0100000;
    case FileKind::kDirectory: return 0040000;
    case FileKind::kSymlink: return 0120000;
    case FileKind::kFifo: return 0010000;
    case FileKind::kDevice: return 0020000;
    case FileKind::kOther: return 0140000;
  }
  return 0;
}

// What the bits of `stat` allow the caller.
bool Allows(const Stat& stat, const Caller& caller, uint32_t wanted) {
  if (caller.uid == 0) {
    return (wanted & kMayExecute) == 0 || stat.IsDirectory() || (stat.mode & 0111) != 0;
  }
  const int shift = caller.uid == stat.uid ? 6 : caller.gid == stat.gid ? 3 : 0;
  return (stat.mode >> shift & wanted) == wanted;
}

}  // namespace

uint32_t Stat::StMode() const { return KindBits(kind) | mode; }

Status State::Charge(int64_t bytes, int64_t files) {
  if (files > 0 && (limits.max_files < files_used ||
                    limits.max_files - files_used < static_cast<uint64_t>(files))) {
    return ENOSPC;
  }
  if (bytes > 0 && (limits.max_bytes < bytes_used ||
                    limits.max_bytes - bytes_used < static_cast<uint64_t>(bytes))) {
    return ENOSPC;
  }
  if (bytes != 0 && owner != nullptr && !owner->Charge(bytes) && bytes > 0) return ENOSPC;
  bytes_used += static_cast<uint64_t>(bytes);
  files_used += static_cast<uint64_t>(files);
  return 0;
}

NodeLocation State::LocationOf(NodeId id) const {
  return {.where = NodeLocation::Where::kNode, .kind = At(id).kind, .node = id};
}

Stat State::StatOf(const NodeLocation& location) const {
  if (location.on_host()) return location.host->stat;
  const Node& node = At(location.node);
  Stat stat{.kind = node.kind,
            .device = node.device,
            .mode = node.mode,
            .links = node.links,
            .ino = location.node,
            .uid = node.uid,
            .gid = node.gid,
            .atime_ns = node.atime_ns,
            .mtime_ns = node.mtime_ns,
            .ctime_ns = node.ctime_ns};
  if (location.where == NodeLocation::Where::kDescriptor) {
    stat.kind = FileKind::kDevice;
    stat.device = DeviceKind::kDescriptor;
    stat.device_number = location.number;
    stat.mode = 0666;
    stat.links = 1;
    stat.ino = (uint64_t{1} << 32) + location.number;
    return stat;
  }
  if (node.origin != nullptr) {
    stat.dev = DeviceOf(node.origin->mount);
    stat.ino = node.origin->ino;
  }
  switch (node.kind) {
    case FileKind::kFile:
      if (!node.pulled) {
        Stat on_host;
        if (LookAt(node.origin->mount, node.origin->path, &on_host).ok()) {
          stat.size = on_host.size;
          stat.blocks = on_host.blocks;
        }
        break;
      }
      stat.size = node.content().size();
      stat.blocks = node.content().bytes_in_pages() / 512;
      break;
    case FileKind::kDirectory:
      stat.size = 4096;
      stat.blocks = 8;
      break;
    case FileKind::kSymlink: stat.size = node.target().size(); break;
    default: break;
  }
  return stat;
}

Status State::Permission(const Caller& caller, const NodeLocation& location, uint32_t mode) const {
  if (location.on_host() && !InOverlay(location)) return 0;  // the kernel is asked when it is done
  if (location.where == NodeLocation::Where::kDescriptor) return 0;  // the shell knows whose it is
  if (location.where == NodeLocation::Where::kNode) {
    // The fast way for what every name of every path asks.
    const Node& node = At(location.node);
    if (node.uid == caller.uid) {
      if ((node.mode >> 6 & mode) == mode) return 0;
    }
  }
  return Allows(StatOf(location), caller, mode) ? 0 : EACCES;
}

Status State::MayAdd(const Caller& caller, const NodeLocation& directory) const {
  if (!directory.on_host() && At(directory.node).descriptors) return EACCES;
  return Permission(caller, directory, kMayWrite | kMayExecute);
}

Status State::MayRemove(const Caller& caller, const NodeLocation& directory,
                        const NodeLocation& victim) const {
  if (Status status = MayAdd(caller, directory); !status.ok()) return status;
  const Stat parent = StatOf(directory);
  if ((parent.mode & 01000) != 0 && caller.uid != 0 && caller.uid != parent.uid &&
      caller.uid != StatOf(victim).uid) {
    return EPERM;
  }
  return 0;
}

bool State::IsOpen(NodeId id) const {
  for (const OpenRecord& record : open_files) {
    if (record.users > 0 && record.location.where == NodeLocation::Where::kNode &&
        record.location.node == id)
      return true;
  }
  return false;
}

NodeId State::NewNode(FileKind kind, uint32_t mode, const Caller& caller, NodeId directory) {
  auto node = std::make_unique<Node>();
  node->kind = kind;
  node->mode = static_cast<uint16_t>(mode);
  node->uid = caller.uid;
  node->gid = caller.gid;
  if (directory != kNoNode) node->in_mount = At(directory).in_mount;
  node->atime_ns = node->mtime_ns = node->ctime_ns = Now();
  if (kind == FileKind::kFile) node->body.emplace<Content>();
  if (kind == FileKind::kDirectory) {
    node->body.emplace<Directory>();
    node->links = 2;
  }
  if (kind == FileKind::kSymlink) node->body.emplace<std::string>();
  return nodes.Add(std::move(node));
}

void State::FreeNode(NodeId id) {
  const Node& node = At(id);
  int64_t bytes = kNodeCharge;
  if (node.kind == FileKind::kFile) bytes += static_cast<int64_t>(node.content().bytes_held());
  if (node.kind == FileKind::kSymlink) bytes += static_cast<int64_t>(node.target().size());
  if (node.kind == FileKind::kDirectory) {  // empty but for the marks of what was removed
    node.directory().ForEach("", [&](const Directory::Entry& entry) {
      bytes += EntryCharge(entry.name);
      return true;
    });
  }
  nodes.Remove(id);
  (void)Charge(-bytes, -1);
}

void State::DropLink(NodeId id) {
  Node& node = Change(id);
  node.links = node.kind == FileKind::kDirectory ? 0 : node.links - 1;
  node.untouched = false;
  node.ctime_ns = Now();
  if (node.links == 0 && !IsOpen(id)) FreeNode(id);
}

void State::AddName(NodeId directory, std::string_view name, NodeId node) {
  Node& parent = Change(directory);
  if (parent.directory().Find(name) != nullptr) (void)Charge(-EntryCharge(name));
  parent.directory().Set(name, node);
  parent.mtime_ns = parent.ctime_ns = Now();
  Node& child = Change(node);
  if (child.kind == FileKind::kDirectory) {
    child.parent = directory;
    if (parent.origin == nullptr) ++parent.links;
  } else {
    ++child.links;
  }
}

void State::ForgetChild(NodeId directory, NodeId child) {
  if (At(child).kind == FileKind::kDirectory && At(directory).origin == nullptr)
    --Change(directory).links;
  DropLink(child);
}

Status State::RemoveName(NodeId directory, std::string_view name) {
  const Node& before = At(directory);
  const Directory::Entry* entry = before.directory().Find(name);
  bool shines_through = false;
  if (before.origin != nullptr) {
    NodeLocation below;
    const std::string& path = before.origin->path;
    Status status = LookupHost(before.origin->mount,
                               path.empty() ? std::string(name) : path + '/' + std::string(name),
                               directory, 0, &below);
    if (!status.ok()) return status;
    shines_through = below.exists();
  }
  if (shines_through && entry == nullptr) {
    if (Status status = Charge(EntryCharge(name)); !status.ok()) return status;
  }
  const bool is_directory =
      entry != nullptr && entry->node != kNoNode && At(entry->node).kind == FileKind::kDirectory;
  Node& parent = Change(directory);
  if (is_directory && parent.origin == nullptr) --parent.links;
  parent.mtime_ns = parent.ctime_ns = Now();
  if (shines_through) {
    parent.directory().Set(name, kNoNode);
  } else {
    parent.directory().Erase(name);
    (void)Charge(-EntryCharge(name));
  }
  return 0;
}

}  // namespace pysub::files
