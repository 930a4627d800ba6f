#include <algorithm>
#include <chrono>
#include <utility>

#include "osbridge/files/host_directory.h"
#include "osbridge/files/path_resolver.h"
#include "osbridge/files/pseudo_files.h"
#include "osbridge/files/same_look.h"
#include "osbridge/files/state.h"

// Directories of the host in the namespace.
//
// In a kReadOnly or kReadWrite mount every location is a path beneath the host's directory. An
// overlay is a part of the memory tree whose directories have an origin: names that such a
// directory has no entry for are looked up in the host's one. They get a node (Materialise) only
// when something is to be changed, and a file its own content (Pull) only when it is written; a
// name that was removed leaves an entry without a node.
namespace pysub::files {
namespace {

constexpr uint64_t kPullBytes = 1 << 20;

// Of a tree that was restored, until it is shown some.
class NoPseudoFiles final : public PseudoFiles {
 public:
  std::shared_ptr<PseudoFiles> OfFork() const override { return nullptr; }
  Status Lstat(const std::string&, Stat*) const override { return ENOENT; }
  Status List(const std::string&, std::vector<DirectoryEntry>*) const override { return 0; }
  Status Readlink(const std::string&, std::string*) const override { return ENOENT; }
  Status Read(const std::string&, uint64_t, uint64_t, std::string*) const override {
    return ENOENT;
  }
};

std::string Join(const std::string& directory, std::string_view name) {
  return directory.empty() ? std::string(name) : directory + '/' + std::string(name);
}

}  // namespace

Status State::Host(uint32_t mount, const MountedDirectory** directory) const {
  static const NoPseudoFiles none;
  *directory = mounts[mount].directory.get();
  if (*directory == nullptr && mounts[mount].pseudo) *directory = &none;
  return *directory == nullptr ? EIO : 0;
}

Status State::HostToChange(uint32_t mount, MountedDirectory** directory) const {
  last_look.until_ns = 0;
  *directory = mounts[mount].directory.get();
  return *directory == nullptr ? EIO : 0;
}

uint32_t State::MountNumber(const NodeLocation& location) const {
  return location.on_host() ? location.host->mount + 1 : At(location.node).in_mount;
}

bool State::IsReadOnly(const NodeLocation& location) const {
  return location.on_host() && mounts[location.host->mount].options.mode == MountMode::kReadOnly;
}

bool State::InOverlay(const NodeLocation& location) const {
  const uint32_t number = MountNumber(location);
  return number != 0 && mounts[number - 1].overlay();
}

Status State::LookupHost(uint32_t mount, std::string path, NodeId anchor, size_t tail,
                         NodeLocation* location) const {
  *location = NodeLocation();
  if (Status status = Spend(16); !status.ok()) return status;
  return FindHost(mount, std::move(path), anchor, tail, location);
}

Status State::FindHost(uint32_t mount, std::string path, NodeId anchor, size_t tail,
                       NodeLocation* location) const {
  *location = NodeLocation();
  auto host = std::make_shared<HostLocation>();
  const Status status = LookAt(mount, path, &host->stat);
  if (status.error() == ENOENT || status.error() == ENOTDIR) return 0;
  if (!status.ok()) return status;
  const MountOptions& options = mounts[mount].options;
  if (!mounts[mount].pseudo) {
    host->stat.uid = options.uid;
    host->stat.gid = options.gid;
  }
  host->stat.dev = DeviceOf(mount);
  if (anchor != kNoNode) host->stat.links = 1;
  host->mount = mount;
  host->path = std::move(path);
  host->anchor = anchor;
  host->tail = tail;
  const FileKind kind = host->stat.kind;
  *location = {.where = NodeLocation::Where::kHost, .kind = kind, .host = std::move(host)};
  return 0;
}

namespace {
int64_t MonotonicNs() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}
}  // namespace

Status State::LookAt(uint32_t mount, const std::string& path, Stat* stat) const {
  LastLook& last = last_look;
  const int64_t now = last.kept ? MonotonicNs() : 0;
  if (now < last.until_ns && last.mount == mount && last.path == path) {
    *stat = last.stat;
    return last.status;
  }
  const MountedDirectory* directory;
  if (Status status = Host(mount, &directory); !status.ok()) return status;
  const Status status = directory->Lstat(path, stat);
  if (last.kept && !mounts[mount].pseudo) {
    last.until_ns = now + 1'000'000;
    last.mount = mount;
    last.path = path;
    last.status = status;
    last.stat = *stat;
  }
  return status;
}

SameLook::SameLook(const FileSystem& files)
    : files_(files), outer_(std::exchange(files.state_->last_look.kept, true)) {
  files.state_->last_look.until_ns = 0;
}

SameLook::~SameLook() {
  files_.state_->last_look.kept = outer_;
  files_.state_->last_look.until_ns = 0;
}

void State::RememberSearchable(const HostLocation& directory, const Caller& caller) const {
  if (owner == nullptr) return;
  searchable.until_ns = MonotonicNs() + 1'000'000;
  searchable.mount = directory.mount;
  searchable.anchor = directory.anchor;
  searchable.uid = caller.uid;
  searchable.gid = caller.gid;
  searchable.path = directory.path;
}

bool State::IsSearchable(uint32_t mount, NodeId anchor, std::string_view path,
                         const Caller& caller) const {
  return searchable.path == path && searchable.mount == mount && searchable.anchor == anchor &&
         searchable.uid == caller.uid && searchable.gid == caller.gid && owner != nullptr &&
         MonotonicNs() < searchable.until_ns;
}

Result<NodeLocation> State::LookAgain(const NodeLocation& location) const {
  if (!location.on_host()) return location;
  NodeLocation now;
  const HostLocation& host = *location.host;
  if (Status status = LookupHost(host.mount, host.path, host.anchor, host.tail, &now); !status.ok())
    return status;
  return now.exists() ? Result<NodeLocation>(now) : Status(ENOENT);
}

Result<Stat> State::Refreshed(const NodeLocation& location) const {
  Result<NodeLocation> now = LookAgain(location);
  return now.ok() ? Result<Stat>(StatOf(*now)) : now.status();
}

Status State::MountRoot(uint32_t mount, NodeLocation* location) const {
  if (mounts[mount].overlay()) {
    *location = LocationOf(mounts[mount].root);
  } else {
    if (Status status = LookupHost(mount, "", kNoNode, 0, location); !status.ok()) return status;
    if (!location->exists()) return ENOENT;
  }
  location->mount_root = true;
  return 0;
}

Status State::AboveMount(uint32_t mount, NodeLocation* location) const {
  const MountRecord& record = mounts[mount];
  if (record.point == kRoot) return MountRoot(mount, location);
  if (record.point != kNoNode) {
    *location = LocationOf(At(record.point).parent);
    return 0;
  }
  const size_t slash = record.outer_path.rfind('/');
  const std::string above = slash == std::string::npos ? "" : record.outer_path.substr(0, slash);
  if (Status status = LookupHost(record.outer - 1, above, kNoNode, 0, location); !status.ok())
    return status;
  return location->exists() ? 0 : ENOENT;
}

Status State::Uncover(NodeLocation* location) const {
  const uint32_t covered_by = At(location->node).covered_by;
  return covered_by == 0 ? 0 : MountRoot(covered_by - 1, location);
}

Result<NodeId> State::Materialise(const NodeLocation& location) {
  if (!location.on_host()) return location.node;
  const HostLocation& host = *location.host;
  const MountedDirectory* directory;
  if (Status status = Host(host.mount, &directory); !status.ok()) return status;
  NodeId above = host.anchor;
  for (size_t begin = host.tail; begin < host.path.size();) {
    const size_t end = std::min(host.path.find('/', begin), host.path.size());
    const std::string name = host.path.substr(begin, end - begin);
    const std::string path = host.path.substr(0, end);
    const FileKind expected = end < host.path.size() ? FileKind::kDirectory : location.kind;
    begin = end + 1;
    // The location may be older than a node that it has got since.
    if (const Directory::Entry* entry = At(above).directory().Find(name)) {
      if (entry->node == kNoNode) return Status(ENOENT);
      above = entry->node;
      if (At(above).kind != expected) return Status(ENOENT);
      continue;
    }
    NodeLocation step;
    if (Status status = LookupHost(host.mount, path, above, path.size() - name.size(), &step);
        !status.ok()) {
      return status;
    }
    // Nor is it sure that the host still has there what was found.
    if (!step.exists() || step.kind != expected) return Status(ENOENT);
    std::string target;
    if (step.kind == FileKind::kSymlink) {
      if (Status status = directory->Readlink(path, &target); !status.ok()) return status;
    }
    const int64_t bytes = kNodeCharge + EntryCharge(name) + static_cast<int64_t>(target.size());
    if (Status status = Charge(bytes, 1); !status.ok()) return status;
    const Stat& stat = step.host->stat;
    const NodeId id = NewNode(step.kind, stat.mode, {.uid = stat.uid, .gid = stat.gid}, above);
    Node& node = Change(id);
    node.atime_ns = stat.atime_ns;
    node.mtime_ns = stat.mtime_ns;
    node.ctime_ns = stat.ctime_ns;
    node.links = 1;
    node.parent = above;
    node.pulled = node.kind != FileKind::kFile;
    node.origin = std::make_unique<Origin>(Origin{host.mount, path, stat.ino});
    if (node.kind == FileKind::kSymlink) *std::get_if<std::string>(&node.body) = std::move(target);
    Change(above).directory().Set(name, id);
    above = id;
  }
  return above;
}

Status State::Pull(NodeId id, uint64_t keep) {
  const Node& node = At(id);
  if (node.pulled) return 0;
  const MountedDirectory* directory;
  if (Status status = Host(node.origin->mount, &directory); !status.ok()) return status;
  Stat stat;
  if (keep > 0) {
    if (Status status = directory->Lstat(node.origin->path, &stat); !status.ok()) return status;
    if (!stat.IsFile()) return EACCES;  // it was one when the node was made
  }
  const uint64_t size = std::min(keep, stat.size);
  if (size > limits.max_file_bytes) return EFBIG;
  if (Status status = Spend(size / 64); !status.ok()) return status;
  const uint32_t mount_number = node.origin->mount + 1;
  if (Status status = CountWritten(mount_number, size); !status.ok()) return status;
  Content content;
  Status status;
  for (uint64_t at = 0; at < size && status.ok();) {
    std::string bytes;
    status = directory->Read(node.origin->path, at, std::min(size - at, kPullBytes), &bytes);
    if (!status.ok() || bytes.empty()) break;
    status = Charge(content.ChargeForWrite(at, bytes.size()));
    if (status.ok()) content.Write(at, bytes);
    at += bytes.size();
  }
  if (!status.ok()) {
    (void)Charge(-static_cast<int64_t>(content.bytes_held()));
    UncountWritten(mount_number, size);
    return status;
  }
  Node& changed = Change(id);
  changed.content() = std::move(content);
  changed.pulled = true;
  changed.untouched = false;
  return 0;
}

Status State::CountWritten(uint32_t mount_number, uint64_t bytes) {
  if (mount_number == 0 || mounts[mount_number - 1].pseudo) return 0;
  MountRecord& mount = mounts[mount_number - 1];
  const uint64_t limit = mount.options.write_bytes_limit;
  if (limit < mount.written || limit - mount.written < bytes) return EDQUOT;
  mount.written += bytes;
  return 0;
}

void State::UncountWritten(uint32_t mount_number, uint64_t bytes) {
  if (mount_number != 0 && !mounts[mount_number - 1].pseudo)
    mounts[mount_number - 1].written -= bytes;
}

Status State::CountMade(const HostLocation& directory, bool is_directory) {
  const auto depth =
      static_cast<uint64_t>(std::count(directory.path.begin(), directory.path.end(), '/'));
  if (is_directory && depth + 2 > limits.max_depth) return ENAMETOOLONG;
  uint64_t& made = mounts[directory.mount].made;
  if (made >= limits.max_files) return ENOSPC;
  if (Status status = CountWritten(directory.mount + 1, kNameBytes); !status.ok()) return status;
  ++made;
  return 0;
}

void State::UncountMade(const HostLocation& directory) {
  UncountWritten(directory.mount + 1, kNameBytes);
  --mounts[directory.mount].made;
}

bool State::HasMountWithin(const HostLocation& location) const {
  return std::any_of(mounts.begin(), mounts.end(), [&](const MountRecord& mount) {
    return mount.outer == location.mount + 1 && mount.outer_path.starts_with(location.path) &&
           (mount.outer_path.size() == location.path.size() ||
            mount.outer_path[location.path.size()] == '/');
  });
}

bool State::ContinueListing(const NodeLocation& location, uint32_t mount, std::string_view path,
                            std::string_view after, size_t count,
                            std::vector<DirectoryEntry>* page) const {
  LastListing& last = last_listing;
  if (last.entries == nullptr || after.empty() || last.after != after || last.mount != mount ||
      last.node != location.node || last.path != path)
    return false;
  const size_t left = last.entries->size() - last.at;
  if (left < count && !last.ends) return false;
  const auto from = last.entries->begin() + static_cast<ptrdiff_t>(last.at);
  page->assign(from, from + static_cast<ptrdiff_t>(std::min(left, count)));
  last.at += page->size();
  if (last.at == last.entries->size()) {
    last = {};
  } else {
    last.after = page->back().name;
  }
  return true;
}

Result<std::vector<DirectoryEntry>> State::Entries(const NodeLocation& location,
                                                   std::string_view after, size_t count) const {
  std::vector<DirectoryEntry> entries;
  const Origin* origin = location.on_host() ? nullptr : At(location.node).origin.get();
  if (!location.on_host() && origin == nullptr) {
    const Directory& directory = At(location.node).directory();
    const uint64_t expected = std::min<uint64_t>(count, directory.live());
    if (Status status = Spend(expected); !status.ok()) return status;
    entries.reserve(expected);
    directory.ForEach(after, [&](const Directory::Entry& entry) {
      if (entries.size() == count) return false;
      entries.push_back({entry.name, At(entry.node).kind, entry.node});
      return true;
    });
    return entries;
  }
  const uint32_t mount = location.on_host() ? location.host->mount : origin->mount;
  const std::string& path = location.on_host() ? location.host->path : origin->path;
  const MountedDirectory* directory;
  if (Status status = Host(mount, &directory); !status.ok()) return status;
  if (ContinueListing(location, mount, path, after, count, &entries)) {
    if (Status status = Spend(entries.size()); !status.ok()) return status;
    return entries;
  }
  if (Status status = directory->List(path, &entries); !status.ok()) return status;
  if (Status status = Spend(entries.size()); !status.ok()) return status;
  if (origin != nullptr) {
    const Directory& own = At(location.node).directory();
    std::erase_if(entries,
                  [&](const DirectoryEntry& entry) { return own.Find(entry.name) != nullptr; });
    own.ForEach("", [&](const Directory::Entry& entry) {
      if (entry.node != kNoNode)
        entries.push_back({entry.name, At(entry.node).kind, StatOf(LocationOf(entry.node)).ino});
      return true;
    });
  }
  for (const MountRecord& inner : mounts) {
    if (!location.on_host() || inner.outer != mount + 1) continue;
    const size_t slash = inner.outer_path.rfind('/');
    if ((slash == std::string::npos ? "" : inner.outer_path.substr(0, slash)) != path) continue;
    const std::string name = inner.outer_path.substr(slash + 1);
    std::erase_if(entries, [&](const DirectoryEntry& entry) { return entry.name == name; });
    entries.push_back({name, FileKind::kDirectory, 0});
  }
  std::erase_if(entries,
                [&](const DirectoryEntry& entry) { return !after.empty() && entry.name <= after; });
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  if (count <= 1) {  // (a question, not a page)
    if (entries.size() > count) entries.resize(count);
    return entries;
  }
  last_listing = {};
  if (entries.size() <= count) return entries;
  const auto behind = entries.begin() + static_cast<ptrdiff_t>(count);
  const size_t kept = std::min(entries.size() - count, LastListing::kMost);
  last_listing = {.node = location.node,
                  .mount = mount,
                  .path = path,
                  .after = entries[count - 1].name,
                  .entries = std::make_shared<const std::vector<DirectoryEntry>>(
                      std::make_move_iterator(behind),
                      std::make_move_iterator(behind + static_cast<ptrdiff_t>(kept))),
                  .ends = kept == entries.size() - count};
  entries.resize(count);
  return entries;
}

Status State::IsEmpty(const NodeLocation& directory) const {
  if (!directory.on_host() && At(directory.node).directory().live() > 0) return ENOTEMPTY;
  if (!directory.on_host() && At(directory.node).origin != nullptr) {
    // (a listing of it would be made again for each file that a script removes from it)
    const Origin& origin = *At(directory.node).origin;
    const Directory& own = At(directory.node).directory();
    const MountedDirectory* host;
    if (Status status = Host(origin.mount, &host); !status.ok()) return status;
    bool has = false;
    uint64_t looked = 0;
    const Status status = host->HasName(
        origin.path, [&](std::string_view name) { return ++looked, own.Find(name) == nullptr; },
        &has);
    if (!status.ok()) return status;
    if (Status spent = Spend(looked); !spent.ok()) return spent;
    return has ? ENOTEMPTY : 0;
  }
  Result<std::vector<DirectoryEntry>> entries = Entries(directory, "", 1);
  if (!entries.ok()) return entries.status();
  return entries->empty() ? 0 : ENOTEMPTY;
}

Result<std::string> State::VisibleTarget(const NodeLocation& link) const {
  std::string text;
  uint32_t mount;
  std::string path;
  const MountedDirectory* directory;
  if (link.on_host()) {
    mount = link.host->mount;
    path = link.host->path;
    if (Status status = Host(mount, &directory); !status.ok()) return status;
    if (Status status = directory->Readlink(path, &text); !status.ok()) return status;
  } else {
    const Node& node = At(link.node);
    if (node.origin == nullptr) return node.target();
    mount = node.origin->mount;
    path = node.origin->path;
    text = node.target();
    if (Status status = Host(mount, &directory); !status.ok()) return status;
  }
  if (text.starts_with('/')) {
    std::string_view beneath;
    if (!directory->MapAbsolute(text, &beneath)) return Status(EACCES);
    const std::string root = VirtualPathOfMount(mount);
    return (root == "/" && !beneath.empty() ? "" : root) + std::string(beneath);
  }
  // A relative text may name the host's directories above the mount.
  auto depth = std::count(path.begin(), path.end(), '/');
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('/', begin), text.size());
    const std::string_view name = std::string_view(text).substr(begin, end - begin);
    if (name == "..") --depth;
    if (!name.empty() && name != "." && name != "..") ++depth;
    if (depth < 0) return Status(EACCES);
    begin = end + 1;
  }
  return text;
}

uint32_t State::DepthOf(const NodeLocation& location) const {
  NodeId id = location.node;
  uint32_t depth = 0;
  if (location.on_host()) {
    const auto begin = location.host->path.begin() + static_cast<ptrdiff_t>(location.host->tail);
    depth = 1 + static_cast<uint32_t>(std::count(begin, location.host->path.end(), '/'));
    id = location.host->anchor;
  }
  for (; id != kRoot && id != kNoNode; id = At(id).parent) ++depth;
  return depth;
}

std::string State::VirtualPath(NodeId id) const {
  std::string path;
  while (id != kRoot) {
    const Node& node = At(id);
    if (node.parent == kNoNode) {
      const std::string root = VirtualPathOfMount(node.origin->mount);
      return root == "/" && !path.empty() ? path : root + path;
    }
    // The answer is a text and no status: whoever is out of ticks learns it from the next call.
    (void)Spend(At(node.parent).directory().entries());
    At(node.parent).directory().ForEach("", [&](const Directory::Entry& entry) {
      if (entry.node == id) path.insert(0, '/' + entry.name);
      return entry.node != id;
    });
    id = node.parent;
  }
  return path.empty() ? "/" : path;
}

std::string State::VirtualPathOfMount(uint32_t mount) const {
  const MountRecord& record = mounts[mount];
  if (record.pseudo) return "/";
  if (record.point != kNoNode) return VirtualPath(record.point);
  const std::string outer = VirtualPathOfMount(record.outer - 1);
  return (outer == "/" ? outer : outer + '/') + record.outer_path;
}

namespace {

// The directory at the last name of `path` in `*at`, made when it is missing and can be made.
Status StepIntoPoint(State& state, const Caller& owner, std::string_view path, bool is_last,
                     NodeLocation* at, MountRecord* record) {
  const std::string_view name = LastName(path);
  const Caller root{.uid = 0};
  PathResolver resolver(state, root);
  NodeLocation next;
  if (Status status = resolver.Lookup(*at, name, &next); !status.ok()) return status;
  if (next.kind == FileKind::kSymlink && state.IsPseudo(next)) {  // /bin, which is usr/bin
    if (Status status = resolver.Resolve(path, PathResolver::Until::kTarget); !status.ok())
      return status;
    next = resolver.found().location;
  }
  const bool real = at->on_host() && !state.InOverlay(*at);
  if (next.exists() && !next.directory()) return ENOTDIR;
  if (real && is_last && !next.mount_root) {
    record->outer = at->host->mount + 1;
    record->outer_path = Join(at->host->path, name);
  }
  if (next.exists()) {
    *at = std::move(next);
    return 0;
  }
  if (real) return is_last ? 0 : ENOENT;
  Result<NodeId> above = state.Materialise(*at);
  if (!above.ok()) return above.status();
  if (Status status = state.Charge(kNodeCharge + EntryCharge(name), 1); !status.ok()) return status;
  const NodeId id = state.NewNode(FileKind::kDirectory, 0755, owner, *above);
  state.AddName(*above, name, id);
  *at = state.LocationOf(id);
  return 0;
}

}  // namespace

Status FileSystem::Mount(std::string_view virtual_path, const std::string& host_directory,
                         const MountOptions& options) {
  if (!virtual_path.starts_with('/') || virtual_path.size() > kMaxPathBytes ||
      virtual_path.find('\0') != std::string_view::npos) {
    return EINVAL;
  }
  MountRecord record{.path = std::string(virtual_path), .options = options};
  const HostDirectory::Way way =
      options.without_openat2 ? HostDirectory::Way::kStepByStep : HostDirectory::Way::kBest;
  std::shared_ptr<HostDirectory> directory;
  if (Status status = HostDirectory::Open(host_directory, way, &directory); !status.ok())
    return status;
  record.directory = std::move(directory);
  const Caller owner{.uid = options.uid, .gid = options.gid};
  NodeLocation at = state_->LocationOf(kRoot);
  if (Status status = state_->Uncover(&at); !status.ok()) return status;
  for (size_t begin = 1; begin < virtual_path.size();) {
    const size_t end = std::min(virtual_path.find('/', begin), virtual_path.size());
    const std::string_view name = virtual_path.substr(begin, end - begin);
    begin = end + 1;
    if (name.empty()) continue;
    if (name == "." || name == ".." || name.size() > kMaxNameBytes) return EINVAL;
    const bool is_last = virtual_path.find_first_not_of('/', end) == std::string_view::npos;
    if (Status status =
            StepIntoPoint(*state_, owner, virtual_path.substr(0, end), is_last, &at, &record);
        !status.ok()) {
      return status;
    }
  }
  if (at.mount_root && record.outer == 0) return EEXIST;
  if (record.overlay()) {
    if (Status status = state_->Charge(kNodeCharge, 1); !status.ok()) return status;
  }
  const uint32_t number = static_cast<uint32_t>(state_->mounts.size()) + 1;
  if (record.outer == 0) {
    Result<NodeId> point = state_->Materialise(at);
    if (!point.ok()) return point.status();
    record.point = *point;
    state_->Change(record.point).covered_by = number;
  }
  if (record.overlay()) {
    record.root = state_->NewNode(FileKind::kDirectory, 0755, owner, kNoNode);
    Node& root = state_->Change(record.root);
    Stat stat;
    if (record.directory->Lstat("", &stat).ok()) root.mode = static_cast<uint16_t>(stat.mode);
    root.links = 1;
    root.in_mount = number;
    root.atime_ns = stat.atime_ns;
    root.mtime_ns = stat.mtime_ns;
    root.ctime_ns = stat.ctime_ns;
    root.origin = std::make_unique<Origin>(Origin{number - 1, "", stat.ino});
  }
  state_->mounts.push_back(std::move(record));
  return 0;
}

Status FileSystem::Attach(std::string_view virtual_path, const std::string& host_directory,
                          const MountOptions& options) {
  for (MountRecord& mount : state_->mounts) {
    if (mount.pseudo || mount.path != virtual_path) continue;
    if (mount.options.mode != options.mode) return EINVAL;
    const HostDirectory::Way way =
        options.without_openat2 ? HostDirectory::Way::kStepByStep : HostDirectory::Way::kBest;
    std::shared_ptr<HostDirectory> directory;
    if (Status status = HostDirectory::Open(host_directory, way, &directory); !status.ok())
      return status;
    mount.directory = std::move(directory);
    mount.options = options;
    state_->last_listing = {};
    return 0;
  }
  return ENOENT;
}

Status Show(FileSystem& files, std::shared_ptr<PseudoFiles> pseudo_files) {
  State& state = *files.state_;
  if (!state.ShowsPseudoFiles()) {
    // Every node says what it is in.
    if (!state.mounts.empty() || state.files_used > 1) return EBUSY;
    MountRecord record{.options = {.mode = MountMode::kOverlayMemory}, .root = kRoot};
    record.pseudo = true;
    state.mounts.push_back(std::move(record));
    Node& root = state.Change(kRoot);
    root.in_mount = 1;
    root.links = 1;
    root.origin = std::make_unique<Origin>(Origin{0, "", kRoot});
  }
  state.mounts[0].directory = std::move(pseudo_files);
  state.last_listing = {};
  return 0;
}

std::vector<MountInfo> FileSystem::Mounts() const {
  std::vector<MountInfo> infos;
  for (const MountRecord& mount : state_->mounts) {
    if (mount.pseudo) continue;
    infos.push_back({mount.path, mount.options.mode, mount.directory != nullptr, mount.written,
                     mount.options.write_bytes_limit});
  }
  return infos;
}

}  // namespace pysub::files
