#include <algorithm>

#include "osbridge/files/state.h"

// Reading and writing, by path and through open files.
namespace pysub::files {
namespace {

constexpr uint32_t kNeedsWriting = kOpenWrite | kOpenTruncate;

uint64_t CopyTicks(uint64_t bytes) { return bytes / 64 + 1; }

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

DeviceKind DeviceOf(const State& state, const Place& place) {
  return place.where == Place::Where::kDescriptor ? DeviceKind::kDescriptor : state.At(place.node).device;
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

Result<std::string> ReadPlace(State& state, const Place& place, uint64_t offset, uint64_t size) {
  if (place.directory()) return Status(EISDIR);
  if (place.kind == FileKind::kDevice) {
    if (Status status = state.Spend(CopyTicks(std::min(size, kDeviceReadBytes))); !status.ok()) return status;
    return ReadDevice(state, DeviceOf(state, place), size);
  }
  if (place.kind != FileKind::kFile) return Status(ENXIO);
  const Content& content = state.At(place.node).content();
  size = std::min(size, content.size() - std::min(offset, content.size()));
  if (Status status = state.Spend(CopyTicks(size)); !status.ok()) return status;
  std::string bytes;
  content.AppendTo(bytes, offset, size);
  return bytes;
}

Status WritePlace(State& state, const Place& place, uint64_t offset, std::string_view bytes) {
  if (place.kind == FileKind::kDevice) return WriteDevice(DeviceOf(state, place), bytes.size());
  if (place.kind != FileKind::kFile) return place.directory() ? EISDIR : ENXIO;
  if (bytes.empty()) return 0;
  if (bytes.size() > state.limits.max_file_bytes || offset > state.limits.max_file_bytes - bytes.size()) return EFBIG;
  if (Status status = state.Spend(CopyTicks(bytes.size())); !status.ok()) return status;
  const int64_t growth = state.At(place.node).content().ChargeForWrite(offset, bytes.size());
  if (Status status = state.Charge(growth); !status.ok()) return status;
  Node& node = state.Change(place.node);
  node.content().Write(offset, bytes);
  node.mtime_ns = node.ctime_ns = state.Now();
  return 0;
}

Status TruncatePlace(State& state, const Place& place, uint64_t size) {
  if (place.directory()) return EISDIR;
  if (place.kind != FileKind::kFile) return EINVAL;
  if (size > state.limits.max_file_bytes) return EFBIG;
  const Content& content = state.At(place.node).content();
  const uint64_t chunks = std::max(size, content.size()) / Content::kChunkBytes;
  if (Status status = state.Spend(chunks); !status.ok()) return status;
  if (Status status = state.Charge(content.ChargeForTruncate(size)); !status.ok()) return status;
  Node& node = state.Change(place.node);
  node.content().Truncate(size);
  node.mtime_ns = node.ctime_ns = state.Now();
  return 0;
}

// What open(2) does before there is a descriptor.
Result<Place> OpenPlace(State& state, const Caller& caller, Walker& walker, std::string_view path, uint32_t flags,
                        uint32_t mode) {
  const bool follow = (flags & kOpenNoFollow) == 0 && (flags & (kOpenCreate | kOpenExclusive)) !=
                                                          (kOpenCreate | kOpenExclusive);
  Walker::Until until = follow ? Walker::Until::kTarget : Walker::Until::kEntry;
  if ((flags & kOpenCreate) != 0) until = follow ? Walker::Until::kCreate : Walker::Until::kCreateEntry;
  const Status walked = walker.Walk(path, until);
  const Walked& found = walker.found();
  if (walked.error() == ENOENT && (flags & kOpenCreate) != 0 && found.parent.exists()) {
    if (Status status = state.MayAdd(caller, found.parent); !status.ok()) return status;
    if (Status status = state.Charge(kNodeCharge + kEntryCharge + static_cast<int64_t>(found.name.size()), 1);
        !status.ok()) {
      return status;
    }
    const NodeId id = state.NewNode(FileKind::kFile, mode & 07777 & ~caller.umask, caller);
    state.AddName(found.parent.node, found.name, id);
    return state.PlaceOf(id);
  }
  if (!walked.ok()) return walked;
  const Place place = found.place;
  if ((flags & kOpenCreate) != 0) {
    if ((flags & kOpenExclusive) != 0) return Status(EEXIST);
    if (place.directory()) return Status(EISDIR);
  }
  if ((flags & kOpenDirectory) != 0 && !place.directory()) return Status(ENOTDIR);
  if (place.kind == FileKind::kSymlink) return Status(ELOOP);
  if (place.directory() && (flags & kNeedsWriting) != 0) return Status(EISDIR);
  uint32_t wanted = (flags & kOpenRead) != 0 ? uint32_t{kMayRead} : 0;
  if ((flags & kNeedsWriting) != 0) wanted |= kMayWrite;
  if (Status status = state.Permission(caller, place, wanted); !status.ok()) return status;
  if ((flags & kOpenTruncate) != 0 && place.kind == FileKind::kFile) {
    if (Status status = TruncatePlace(state, place, 0); !status.ok()) return status;
  }
  return place;
}

}  // namespace

Result<std::string> FileSystem::ReadFile(const Caller& caller, std::string_view path, uint64_t offset,
                                         uint64_t size) const {
  Walker walker(*state_, caller);
  if (Status status = walker.Walk(path, Walker::Until::kTarget); !status.ok()) return status;
  const Place& place = walker.found().place;
  if (Status status = state_->Permission(caller, place, kMayRead); !status.ok()) return status;
  return ReadPlace(*state_, place, offset, size);
}

Result<uint64_t> FileSystem::WriteFile(const Caller& caller, std::string_view path, std::string_view bytes,
                                       const WriteOptions& options) {
  uint32_t flags = kOpenWrite;
  if (options.create) flags |= kOpenCreate;
  if (options.exclusive) flags |= kOpenExclusive;
  Walker walker(*state_, caller);
  Result<Place> place = OpenPlace(*state_, caller, walker, path, flags, options.mode);
  if (!place.ok()) return place.status();
  uint64_t offset = options.how == WriteOptions::kAt ? options.offset : 0;
  if (place->kind == FileKind::kFile) {
    const uint64_t size = state_->At(place->node).content().size();
    if (options.how == WriteOptions::kAppend) offset = size;
    if (options.how == WriteOptions::kReplace && size > 0) {
      if (Status status = TruncatePlace(*state_, *place, 0); !status.ok()) return status;
    }
  }
  if (Status status = WritePlace(*state_, *place, offset, bytes); !status.ok()) return status;
  return offset + bytes.size();
}

Result<Stat> FileSystem::CheckOpen(const Caller& caller, std::string_view path, uint32_t flags, uint32_t mode) {
  Walker walker(*state_, caller);
  Result<Place> place = OpenPlace(*state_, caller, walker, path, flags, mode);
  if (!place.ok()) return place.status();
  return state_->StatOf(*place);
}

Status FileSystem::Truncate(const Caller& caller, std::string_view path, uint64_t size) {
  Walker walker(*state_, caller);
  if (Status status = walker.Walk(path, Walker::Until::kTarget); !status.ok()) return status;
  const Place& place = walker.found().place;
  if (place.directory()) return EISDIR;
  if (place.kind != FileKind::kFile) return EINVAL;
  if (Status status = state_->Permission(caller, place, kMayWrite); !status.ok()) return status;
  return TruncatePlace(*state_, place, size);
}

// ---- open files

Result<OpenFile> FileSystem::Open(const Caller& caller, std::string_view path, uint32_t flags, uint32_t mode) {
  std::vector<OpenRecord>& records = state_->open_files;
  size_t slot = 0;
  while (slot < records.size() && records[slot].users > 0) ++slot;
  if (slot >= state_->limits.max_open_files) return Status(ENFILE);
  Walker walker(*state_, caller);
  walker.TrackPath();
  Result<Place> place = OpenPlace(*state_, caller, walker, path, flags, mode);
  if (!place.ok()) return place.status();
  if (slot == records.size()) records.emplace_back();
  constexpr uint32_t kKept = kOpenRead | kOpenWrite | kOpenAppend;
  records[slot] = {.users = 1, .flags = flags & kKept, .offset = 0, .place = *place, .path = walker.FullPath()};
  return OpenFile{static_cast<uint32_t>(slot + 1)};
}

void FileSystem::Retain(OpenFile file) {
  if (OpenRecord* record = state_->Find(file)) ++record->users;
}

void FileSystem::Release(OpenFile file) {
  OpenRecord* record = state_->Find(file);
  if (record == nullptr || --record->users > 0) return;
  const Place place = record->place;
  *record = OpenRecord();
  if (place.where != Place::Where::kNode) return;
  if (state_->At(place.node).links == 0 && !state_->IsOpen(place.node)) state_->FreeNode(place.node);
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
  return ReadPlace(*state_, record->place, offset, size);
}

Status FileSystem::Write(OpenFile file, std::string_view bytes) {
  OpenRecord* record = state_->Find(file);
  if (record == nullptr || (record->flags & kOpenWrite) == 0) return EBADF;
  uint64_t offset = record->offset;
  if ((record->flags & kOpenAppend) != 0 && record->place.kind == FileKind::kFile) {
    offset = state_->StatOf(record->place).size;
  }
  if (Status status = WritePlace(*state_, record->place, offset, bytes); !status.ok()) return status;
  if (!bytes.empty()) record->offset = offset + bytes.size();
  return 0;
}

Status FileSystem::WriteAt(OpenFile file, uint64_t offset, std::string_view bytes) {
  const OpenRecord* record = state_->Find(file);
  if (record == nullptr || (record->flags & kOpenWrite) == 0) return EBADF;
  return WritePlace(*state_, record->place, offset, bytes);
}

Result<uint64_t> FileSystem::Seek(OpenFile file, int64_t offset, Whence whence) {
  OpenRecord* record = state_->Find(file);
  if (record == nullptr) return Status(EBADF);
  if (record->place.kind == FileKind::kFifo) return Status(ESPIPE);
  if (record->place.kind == FileKind::kDevice) {
    if (!ReadDevice(*state_, DeviceOf(*state_, record->place), 0).ok()) return Status(ESPIPE);
    return uint64_t{0};
  }
  int64_t base = 0;
  if (whence == Whence::kCurrent) base = static_cast<int64_t>(record->offset);
  if (whence == Whence::kEnd) base = static_cast<int64_t>(state_->StatOf(record->place).size);
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
  return TruncatePlace(*state_, record->place, size);
}

Result<Stat> FileSystem::FStat(OpenFile file) const {
  const OpenRecord* record = state_->Find(file);
  if (record == nullptr) return Status(EBADF);
  return state_->StatOf(record->place);
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
