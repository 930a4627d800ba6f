#include <algorithm>

#include "osbridge/files/path_resolver.h"
#include "osbridge/files/state.h"

// Reading and writing, by path and through open files.
namespace pysub::files {
namespace {

constexpr uint32_t kNeedsWriting = kOpenWrite | kOpenTruncate;

uint64_t CopyTicks(uint64_t bytes) { return bytes / 64 + 1; }

// A read of a file of the host looks for it anew, some 40 us.
constexpr uint64_t kHostReadTicks = 1000;

std::string RandomBytes(State& state, uint64_t count) {
  std::string bytes;
  bytes.reserve(count + 8);
  while (bytes.size() < count) {
    // SplitMix64: good enough for programs, no secret.
    uint64_t mixed = state.random += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    mixed ^= mixed >> 31;
    for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<char>(mixed >> 8 * i));
  }
  bytes.resize(count);
  return bytes;
}

DeviceKind DeviceOf(const State& state, const NodeLocation& location) {
  return location.where == NodeLocation::Where::kDescriptor ? DeviceKind::kDescriptor
                                                            : state.At(location.node).device;
}

Result<std::string> ReadDevice(State& state, DeviceKind device, uint64_t size) {
  size = std::min(size, kDeviceReadBytes);
  switch (device) {
    case DeviceKind::kNull: return std::string();
    case DeviceKind::kZero:
    case DeviceKind::kFull: return std::string(size, '\0');
    case DeviceKind::kUrandom: return RandomBytes(state, size);
    default: return Status(ENXIO);
  }
}

Status WriteDevice(DeviceKind device, uint64_t size) {
  switch (device) {
    case DeviceKind::kNull:
    case DeviceKind::kZero:
    case DeviceKind::kUrandom: return 0;
    case DeviceKind::kFull: return size > 0 ? ENOSPC : 0;
    default: return ENXIO;
  }
}

// `is_open`: somebody was allowed to read it.
Result<std::string> ReadLocation(State& state, const NodeLocation& location, uint64_t offset,
                                 uint64_t size, bool is_open) {
  if (location.directory()) return Status(EISDIR);
  if (location.kind == FileKind::kDevice && !state.IsHosts(location)) {
    if (Status status = state.Spend(CopyTicks(std::min(size, kDeviceReadBytes))); !status.ok())
      return status;
    return ReadDevice(state, DeviceOf(state, location), size);
  }
  if (location.kind != FileKind::kFile) return Status(state.IsHosts(location) ? EACCES : ENXIO);
  // What has a node in an overlay may still be the host's file; what was one when the node was made
  // may be a device now.
  const Origin* origin = nullptr;
  const MountedDirectory* directory = nullptr;
  Stat stat;
  if (!location.on_host() && !state.At(location.node).pulled) {
    origin = state.At(location.node).origin.get();
    if (Status status = state.Host(origin->mount, &directory); !status.ok()) return status;
    if (Status status = directory->Lstat(origin->path, &stat); !status.ok()) return status;
    if (!stat.IsFile()) return Status(EACCES);
  } else {
    stat = state.StatOf(location);
  }
  const uint64_t file_size = stat.size;
  size = std::min(size, file_size - std::min(offset, file_size));
  if (size > state.limits.max_file_bytes) return Status(EFBIG);  // a file of the host
  if (Status status = state.Spend(CopyTicks(size)); !status.ok()) return status;
  std::string bytes;
  if (!location.on_host() && state.At(location.node).pulled) {
    state.At(location.node).content().AppendTo(bytes, offset, size);
    return bytes;
  }
  if (size == 0 && offset > 0 && is_open) return bytes;
  if (Status status = state.Spend(state.IsPseudo(location) ? 1 : kHostReadTicks); !status.ok())
    return status;
  if (origin == nullptr) {
    if (Status status = state.Host(location.host->mount, &directory); !status.ok()) return status;
  }
  const Status status =
      directory->Read(origin == nullptr ? location.host->path : origin->path, offset, size, &bytes);
  if (!status.ok()) return status;
  return bytes;
}

Status TruncateNode(State& state, NodeId id, uint64_t size) {
  if (Status status = state.Pull(id, size); !status.ok()) return status;
  const Content& content = state.At(id).content();
  if (Status status = state.Spend(std::max(size, content.size()) / Content::kChunkBytes);
      !status.ok())
    return status;
  if (Status status = state.Charge(content.ChargeForTruncate(size)); !status.ok()) return status;
  Node& node = state.Change(id);
  node.content().Truncate(size);
  node.mtime_ns = node.ctime_ns = state.Now();
  node.untouched = false;
  return 0;
}

Status TruncateLocation(State& state, const NodeLocation& location, uint64_t size) {
  if (location.directory()) return EISDIR;
  if (location.kind != FileKind::kFile) return EINVAL;
  if (size > state.limits.max_file_bytes) return EFBIG;
  if (location.on_host() && !state.InOverlay(location)) {
    if (state.IsReadOnly(location)) return EROFS;
    MountedDirectory* directory;
    if (Status status = state.HostToChange(location.host->mount, &directory); !status.ok())
      return status;
    return directory->Truncate(location.host->path, size);
  }
  Result<NodeId> id = state.Materialise(location);
  return id.ok() ? TruncateNode(state, *id, size) : id.status();
}

Result<uint64_t> WriteNode(State& state, NodeId id, WriteOptions::How how, uint64_t offset,
                           std::string_view bytes) {
  if (how == WriteOptions::kReplace) {
    const Node& node = state.At(id);
    if (!node.pulled || node.content().size() > 0) {
      if (Status status = TruncateNode(state, id, 0); !status.ok()) return status;
    }
    offset = 0;
  }
  if (bytes.empty())
    return how == WriteOptions::kAppend ? state.StatOf(state.LocationOf(id)).size : offset;
  if (Status status = state.Pull(id, kToTheEnd); !status.ok()) return status;
  if (how == WriteOptions::kAppend) offset = state.At(id).content().size();
  const uint64_t limit = state.limits.max_file_bytes;
  if (bytes.size() > limit || offset > limit - bytes.size()) return Status(EFBIG);
  if (Status status = state.Charge(state.At(id).content().ChargeForWrite(offset, bytes.size()));
      !status.ok()) {
    return status;
  }
  Node& node = state.Change(id);
  node.content().Write(offset, bytes);
  node.mtime_ns = node.ctime_ns = state.Now();
  return offset + bytes.size();
}

Result<uint64_t> WriteOnHost(State& state, const HostLocation& host, WriteOptions::How how,
                             uint64_t offset, std::string_view bytes) {
  MountedDirectory* directory;
  if (Status status = state.HostToChange(host.mount, &directory); !status.ok()) return status;
  uint64_t end = 0;
  const Status status =
      directory->Write(host.path, how, offset, bytes, state.limits.max_file_bytes, &end);
  if (!status.ok()) return status;
  return end;
}

// All of `bytes`; the offset behind them.
Result<uint64_t> WriteLocation(State& state, const NodeLocation& location, WriteOptions::How how,
                               uint64_t offset, std::string_view bytes) {
  if (location.kind == FileKind::kDevice && !state.IsHosts(location)) {
    const Status status = WriteDevice(DeviceOf(state, location), bytes.size());
    return status.ok() ? Result<uint64_t>(offset + bytes.size()) : status;
  }
  if (location.directory()) return Status(EISDIR);
  if (location.kind != FileKind::kFile) return Status(state.IsHosts(location) ? EACCES : ENXIO);
  if (state.IsReadOnly(location)) return Status(EROFS);
  if (Status status = state.Spend(CopyTicks(bytes.size())); !status.ok()) return status;
  const bool on_host = location.on_host() && !state.InOverlay(location);
  Result<NodeId> id = on_host ? Result<NodeId>(kNoNode) : state.Materialise(location);
  if (!id.ok()) return id.status();
  const uint32_t mount_number = state.MountNumber(location);
  if (Status status = state.CountWritten(mount_number, bytes.size()); !status.ok()) return status;
  Result<uint64_t> end = on_host ? WriteOnHost(state, *location.host, how, offset, bytes)
                                 : WriteNode(state, *id, how, offset, bytes);
  if (!end.ok()) state.UncountWritten(mount_number, bytes.size());
  return end;
}

// The file that open(O_CREAT) makes. On the host it gets its bytes with that: its mode may allow
// nobody to write later.
struct NewFile {
  uint32_t mode;
  uint64_t offset = 0;
  std::string_view bytes;
  bool created = false;
};

Result<NodeLocation> CreateOnHost(State& state, const ResolvedPath& found, const NewFile& file,
                                  uint32_t mode) {
  const HostLocation& parent = *found.parent.host;
  const uint64_t limit = state.limits.max_file_bytes;
  MountedDirectory* directory;
  if (Status status = state.HostToChange(parent.mount, &directory); !status.ok()) return status;
  if (file.bytes.size() > limit || file.offset > limit - file.bytes.size()) return Status(EFBIG);
  if (Status status = state.Spend(CopyTicks(file.bytes.size())); !status.ok()) return status;
  if (Status status = state.CountMade(parent, false); !status.ok()) return status;
  if (Status status = state.CountWritten(parent.mount + 1, file.bytes.size()); !status.ok()) {
    state.UncountMade(parent);
    return status;
  }
  if (Status status = directory->Create(HostPath(found), mode & 01777, file.offset, file.bytes);
      !status.ok()) {
    state.UncountWritten(parent.mount + 1, file.bytes.size());
    state.UncountMade(parent);
    return status;
  }
  NodeLocation location;
  if (Status status = state.LookupHost(parent.mount, HostPath(found), kNoNode, 0, &location);
      !status.ok())
    return status;
  return location.exists() ? Result<NodeLocation>(location) : Status(ENOENT);
}

Result<NodeLocation> CreateFile(State& state, const Caller& caller, const PathResolver& resolver,
                                const NewFile& file) {
  ResolvedPath found = resolver.found();
  if (state.IsReadOnly(found.parent)) return Status(EROFS);
  if (Status status = state.MayAdd(caller, found.parent); !status.ok()) return status;
  if (Status status = state.MakeChangeable(&found.parent); !status.ok()) return status;
  const uint32_t mode = file.mode & 07777 & ~caller.umask;
  if (found.parent.on_host()) return CreateOnHost(state, found, file, mode);
  if (Status status = state.Charge(kNodeCharge + EntryCharge(found.name), 1); !status.ok())
    return status;
  const NodeId id = state.NewNode(FileKind::kFile, mode, caller, found.parent.node);
  state.AddName(found.parent.node, found.name, id);
  return state.LocationOf(id);
}

// May a file that was found be opened like that?
Status CheckOpenOnHost(const State& state, const NodeLocation& location, uint32_t wanted) {
  if (location.kind != FileKind::kFile && !location.directory()) return EACCES;
  if ((wanted & kMayWrite) != 0 && state.IsReadOnly(location)) return EROFS;
  const MountedDirectory* directory;
  if (Status status = state.Host(location.host->mount, &directory); !status.ok()) return status;
  return directory->Access(location.host->path, wanted);
}

// What open(2) does before there is a descriptor.
Result<NodeLocation> OpenLocation(State& state, const Caller& caller, PathResolver& resolver,
                                  std::string_view path, uint32_t flags, NewFile* file) {
  const bool follow = (flags & kOpenNoFollow) == 0 &&
                      (flags & (kOpenCreate | kOpenExclusive)) != (kOpenCreate | kOpenExclusive);
  PathResolver::Until until = follow ? PathResolver::Until::kTarget : PathResolver::Until::kEntry;
  if ((flags & kOpenCreate) != 0)
    until = follow ? PathResolver::Until::kCreate : PathResolver::Until::kCreateEntry;
  const Status walked = resolver.Resolve(path, until);
  const ResolvedPath& found = resolver.found();
  if (walked.error() == ENOENT && (flags & kOpenCreate) != 0 && found.parent.exists()) {
    file->created = true;
    return CreateFile(state, caller, resolver, *file);
  }
  if (!walked.ok()) return walked;
  NodeLocation location = found.location;
  if ((flags & kOpenCreate) != 0) {
    if ((flags & kOpenExclusive) != 0) return Status(EEXIST);
    if (location.directory()) return Status(EISDIR);
  }
  if ((flags & kOpenDirectory) != 0 && !location.directory()) return Status(ENOTDIR);
  if (location.kind == FileKind::kSymlink) return Status(ELOOP);
  if (location.directory() && (flags & kNeedsWriting) != 0) return Status(EISDIR);
  uint32_t wanted = (flags & kOpenRead) != 0 ? uint32_t{kMayRead} : 0;
  if ((flags & kNeedsWriting) != 0) wanted |= kMayWrite;
  if (Status status = state.Permission(caller, location, wanted); !status.ok()) return status;
  if (location.kind != FileKind::kFile && !location.directory() && state.IsHosts(location))
    return Status(EACCES);
  if (location.on_host()) {
    if (Status status = CheckOpenOnHost(state, location, wanted); !status.ok()) return status;
  }
  if ((flags & kOpenTruncate) != 0 && location.kind == FileKind::kFile) {
    if (state.InOverlay(location)) {
      Result<NodeId> id = state.Materialise(location);
      if (!id.ok()) return id.status();
      location = state.LocationOf(*id);
    }
    if (Status status = TruncateLocation(state, location, 0); !status.ok()) return status;
  }
  return location;
}

}  // namespace

Result<std::string> FileSystem::ReadFile(const Caller& caller, std::string_view path,
                                         uint64_t offset, uint64_t size) const {
  PathResolver resolver(*state_, caller);
  if (Status status = resolver.Resolve(path, PathResolver::Until::kTarget); !status.ok())
    return status;
  const NodeLocation& location = resolver.found().location;
  if (Status status = state_->Permission(caller, location, kMayRead); !status.ok()) return status;
  // opening one may be refused before reading it is
  if (location.on_host() && location.directory()) {
    if (Status status = CheckOpenOnHost(*state_, location, kMayRead); !status.ok()) return status;
  }
  return ReadLocation(*state_, location, offset, size, false);
}

Result<uint64_t> FileSystem::WriteFile(const Caller& caller, std::string_view path,
                                       std::string_view bytes, const WriteOptions& options) {
  uint32_t flags = kOpenWrite;
  if (options.create) flags |= kOpenCreate;
  if (options.exclusive) flags |= kOpenExclusive;
  PathResolver resolver(*state_, caller);
  const uint64_t offset = options.how == WriteOptions::kAt ? options.offset : 0;
  NewFile file{.mode = options.mode, .offset = offset, .bytes = bytes};
  Result<NodeLocation> location = OpenLocation(*state_, caller, resolver, path, flags, &file);
  if (!location.ok()) return location.status();
  if (file.created && location->on_host()) return offset + bytes.size();
  return WriteLocation(*state_, *location, file.created ? WriteOptions::kAt : options.how, offset,
                       bytes);
}

Result<Stat> FileSystem::CheckOpen(const Caller& caller, std::string_view path, uint32_t flags,
                                   uint32_t mode) {
  PathResolver resolver(*state_, caller);
  NewFile file{.mode = mode};
  Result<NodeLocation> location = OpenLocation(*state_, caller, resolver, path, flags, &file);
  if (!location.ok()) return location.status();
  if (location->on_host() && (flags & kOpenTruncate) != 0) return state_->Refreshed(*location);
  return state_->StatOf(*location);
}

Status FileSystem::Truncate(const Caller& caller, std::string_view path, uint64_t size) {
  PathResolver resolver(*state_, caller);
  if (Status status = resolver.Resolve(path, PathResolver::Until::kTarget); !status.ok())
    return status;
  const NodeLocation& location = resolver.found().location;
  if (location.directory()) return EISDIR;
  if (location.kind != FileKind::kFile) return EINVAL;
  if (Status status = state_->Permission(caller, location, kMayWrite); !status.ok()) return status;
  return TruncateLocation(*state_, location, size);
}

// ---- open files

Result<OpenFile> FileSystem::Open(const Caller& caller, std::string_view path, uint32_t flags,
                                  uint32_t mode) {
  std::vector<OpenRecord>& records = state_->open_files;
  size_t slot = 0;
  while (slot < records.size() && records[slot].users > 0) ++slot;
  if (slot >= state_->limits.max_open_files) return Status(ENFILE);
  PathResolver resolver(*state_, caller);
  resolver.TrackPath();
  NewFile file{.mode = mode};
  Result<NodeLocation> location = OpenLocation(*state_, caller, resolver, path, flags, &file);
  if (!location.ok()) return location.status();
  std::string full_path = resolver.FullPath();
  if (Status status = state_->Charge(OpenCharge(full_path)); !status.ok()) return Status(ENOMEM);
  // (What a pseudo file says is its own affair: reading one leaves no node behind.)
  const bool only_looks = state_->IsPseudo(*location) && (flags & kOpenWrite) == 0;
  if (location->on_host() && state_->InOverlay(*location) && !only_looks) {
    // Who writes the file while it is open here writes the same node.
    Result<NodeId> id = state_->Materialise(*location);
    if (!id.ok()) {
      (void)state_->Charge(-OpenCharge(full_path));
      return id.status();
    }
    if (location->kind == FileKind::kFile) state_->Change(*id).untouched = true;
    *location = state_->LocationOf(*id);
  }
  if (slot == records.size()) records.emplace_back();
  constexpr uint32_t kKept = kOpenRead | kOpenWrite | kOpenAppend;
  records[slot] = {.users = 1,
                   .flags = flags & kKept,
                   .offset = 0,
                   .location = *location,
                   .path = std::move(full_path)};
  return OpenFile{static_cast<uint32_t>(slot + 1)};
}

void FileSystem::Retain(OpenFile file) {
  if (OpenRecord* record = state_->Find(file)) ++record->users;
}

void FileSystem::Release(OpenFile file) {
  OpenRecord* record = state_->Find(file);
  if (record == nullptr || --record->users > 0) return;
  const NodeLocation location = record->location;
  (void)state_->Charge(-OpenCharge(record->path));
  *record = OpenRecord();
  if (location.where != NodeLocation::Where::kNode) return;
  if (state_->IsOpen(location.node)) return;
  const Node& node = state_->At(location.node);
  if (node.links == 0) {
    state_->FreeNode(location.node);
  } else if (node.untouched) {
    const std::string name(LastName(node.origin->path));
    state_->Change(node.parent).directory().Erase(name);
    (void)state_->Charge(-EntryCharge(name));
    state_->FreeNode(location.node);
  }
}

Result<std::string> FileSystem::Read(OpenFile file, uint64_t size) {
  OpenRecord* record = state_->Find(file);
  if (record == nullptr) return Status(EBADF);
  Result<std::string> bytes = ReadAt(file, record->offset, size);
  record->offset += bytes->size();
  return bytes;
}

Result<std::string> FileSystem::ReadAt(OpenFile file, uint64_t offset, uint64_t size) const {
  const OpenRecord* record = state_->Find(file);
  if (record == nullptr || (record->flags & kOpenRead) == 0) return Status(EBADF);
  if (!record->location.on_host())
    return ReadLocation(*state_, record->location, offset, size, true);
  Result<NodeLocation> location = state_->LookAgain(record->location);
  return location.ok() ? ReadLocation(*state_, *location, offset, size, true) : location.status();
}

Status FileSystem::Write(OpenFile file, std::string_view bytes) {
  OpenRecord* record = state_->Find(file);
  if (record == nullptr || (record->flags & kOpenWrite) == 0) return EBADF;
  const bool append = (record->flags & kOpenAppend) != 0;
  Result<uint64_t> end =
      WriteLocation(*state_, record->location, append ? WriteOptions::kAppend : WriteOptions::kAt,
                    record->offset, bytes);
  if (end.ok() && !bytes.empty()) record->offset = *end;
  return end.status();
}

Status FileSystem::WriteAt(OpenFile file, uint64_t offset, std::string_view bytes) {
  const OpenRecord* record = state_->Find(file);
  if (record == nullptr || (record->flags & kOpenWrite) == 0) return EBADF;
  return WriteLocation(*state_, record->location, WriteOptions::kAt, offset, bytes).status();
}

Result<uint64_t> FileSystem::Seek(OpenFile file, int64_t offset, Whence whence) {
  OpenRecord* record = state_->Find(file);
  if (record == nullptr) return Status(EBADF);
  if (record->location.kind == FileKind::kFifo) return Status(ESPIPE);
  if (record->location.kind == FileKind::kDevice) {
    if (!ReadDevice(*state_, DeviceOf(*state_, record->location), 0).ok())
      return Status(ESPIPE);  // the shell's
    return uint64_t{0};
  }
  int64_t base = 0;
  if (whence == Whence::kCurrent) base = static_cast<int64_t>(record->offset);
  if (whence == Whence::kEnd) {
    Result<Stat> stat = FStat(file);
    if (!stat.ok()) return stat.status();
    base = static_cast<int64_t>(stat->size);
  }
  int64_t target;
  if (__builtin_add_overflow(base, offset, &target)) return Status(EOVERFLOW);
  if (target < 0) return Status(EINVAL);
  record->offset = static_cast<uint64_t>(target);
  return record->offset;
}

Status FileSystem::TruncateOpen(OpenFile file, uint64_t size) {
  const OpenRecord* record = state_->Find(file);
  if (record == nullptr) return EBADF;
  if ((record->flags & kOpenWrite) == 0) return EINVAL;
  return TruncateLocation(*state_, record->location, size);
}

Result<Stat> FileSystem::FStat(OpenFile file) const {
  const OpenRecord* record = state_->Find(file);
  if (record == nullptr) return Status(EBADF);
  return state_->Refreshed(record->location);
}

Status FileSystem::Reaches(OpenFile file) const {
  const OpenRecord* record = state_->Find(file);
  if (record == nullptr) return EBADF;
  if (!state_->IsPseudo(record->location)) return FStat(file).status();
  const HostLocation& host = *record->location.host;
  const MountedDirectory* directory;
  if (Status status = state_->Host(host.mount, &directory); !status.ok()) return status;
  return directory->Exists(host.path);
}

uint32_t FileSystem::FlagsOf(OpenFile file) const {
  const OpenRecord* record = state_->Find(file);
  return record == nullptr ? 0 : record->flags;
}

void FileSystem::SetAppend(OpenFile file, bool append) {
  OpenRecord* record = state_->Find(file);
  if (record == nullptr) return;
  record->flags = append ? record->flags | kOpenAppend : record->flags & ~uint32_t{kOpenAppend};
}

std::string FileSystem::PathOf(OpenFile file) const {
  const OpenRecord* record = state_->Find(file);
  return record == nullptr ? std::string() : record->path;
}

size_t FileSystem::OpenFileCount() const {
  size_t count = 0;
  for (const OpenRecord& record : state_->open_files) count += record.users > 0;
  return count;
}

}  // namespace pysub::files
