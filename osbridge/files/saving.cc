#include <absl/status/status.h>

#include <algorithm>
#include <utility>

#include "lexer/base/byte_stream.h"
#include "osbridge/files/pseudo_files.h"
#include "osbridge/files/state.h"

// What a FileSystem becomes that goes on elsewhere: a fork, or bytes. (In a file of its own:
// `pysub` does neither, and so links nothing of Abseil's Status.)
//
// The bytes: after magic, version, checksum: the random state, mounts (the first may be the tree
// that shows pseudo files), nodes in the order of their numbers, open files. Numbers are varints,
// see byte_stream.h.
//
// What can be told from the rest is not saved: link counts, parents, what is charged. Loading
// checks everything else, so that bytes of whatever origin are refused or give a tree: each
// directory in one place, no circles, each name with a node, all within the limits.
namespace pysub::files {
namespace {

constexpr std::string_view kMagic = "PYFS";
constexpr uint8_t kVersion = 3;

enum NodeFlags : uint8_t {
  kHasOrigin = 1 << 0,
  kDescriptors = 1 << 1,
  kNotPulled = 1 << 2,
  kUntouched = 1 << 3,
  kAllNodeFlags = (1 << 4) - 1,
};

void WriteMount(ByteWriter& out, const MountRecord& mount) {
  out.Text(mount.path);
  out.Byte(static_cast<uint8_t>(mount.options.mode));
  out.Byte(static_cast<uint8_t>(mount.options.new_links));
  out.Varint(mount.options.write_bytes_limit);
  out.Varint(mount.options.uid);
  out.Varint(mount.options.gid);
  out.Varint(mount.written);
  out.Varint(mount.made);
  out.Varint(mount.point);
  out.Varint(mount.outer);
  out.Text(mount.outer_path);
  out.Varint(mount.root);
}

void WriteBody(ByteWriter& out, const Node& node) {
  if (node.kind == FileKind::kFile) {
    out.Varint(node.content().size());
    for (uint64_t i = 0; i < node.content().chunk_count(); ++i)
      out.Text(node.content().ChunkBytes(i));
  } else if (node.kind == FileKind::kDirectory) {
    out.Varint(node.directory().entries());
    node.directory().ForEach("", [&](const Directory::Entry& entry) {
      out.Text(entry.name);
      out.Varint(entry.node);
      return true;
    });
  } else if (node.kind == FileKind::kSymlink) {
    out.Text(node.target());
  }
}

void WriteNode(ByteWriter& out, const Node& node) {
  out.Byte(static_cast<uint8_t>(node.kind));
  out.Byte(static_cast<uint8_t>(node.device));
  out.Byte(static_cast<uint8_t>(
      (node.origin != nullptr ? kHasOrigin : 0) | (node.descriptors ? kDescriptors : 0) |
      (node.pulled ? 0 : kNotPulled) | (node.untouched ? kUntouched : 0)));
  out.Varint(node.mode);
  out.Varint(node.uid);
  out.Varint(node.gid);
  out.Varint(node.in_mount);
  out.Varint(node.covered_by);
  for (int64_t time : {node.atime_ns, node.mtime_ns, node.ctime_ns}) out.Varint(Zigzag(time));
  if (node.origin != nullptr) {
    out.Text(node.origin->path);
    out.Varint(node.origin->ino);
  }
  WriteBody(out, node);
}

void WriteOpenFile(ByteWriter& out, const OpenRecord& record) {
  out.Varint(record.users);
  if (record.users == 0) return;
  out.Varint(record.flags);
  out.Varint(record.offset);
  out.Text(record.path);
  out.Byte(static_cast<uint8_t>(record.location.where));
  switch (record.location.where) {
    case NodeLocation::Where::kNowhere: break;
    case NodeLocation::Where::kNode: out.Varint(record.location.node); break;
    case NodeLocation::Where::kDescriptor:
      out.Varint(record.location.node);
      out.Varint(record.location.number);
      break;
    case NodeLocation::Where::kHost:
      out.Byte(record.location.directory());
      out.Varint(record.location.host->mount);
      out.Text(record.location.host->path);
      break;
  }
}

// A name as it may stand in a directory.
bool IsName(std::string_view name) {
  return !name.empty() && name.size() <= kMaxNameBytes && name != "." && name != ".." &&
         name.find('/') == std::string_view::npos && name.find('\0') == std::string_view::npos;
}

// A path beneath a mount's directory; "" is the directory itself.
bool IsHostPath(std::string_view path) {
  if (path.empty()) return true;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    if (!IsName(path.substr(begin, end - begin))) return false;
    begin = end + 1;
  }
  return true;
}

class Loader {
 public:
  Loader(std::string_view bytes, State& state) : in_(bytes), state_(state) {}

  // Null: all is well. What is wrong otherwise.
  const char* Load() {
    state_.random = in_.Fixed64();
    if (!ReadMounts()) return problem_;
    if (!ReadNodes()) return problem_;
    if (!ReadOpenFiles()) return problem_;
    if (!in_.ok() || in_.left() != 0) return "the bytes end too early or too late";
    if (!CheckMounts() || !LinkAll() || !CheckReached()) return problem_;
    return nullptr;
  }

 private:
  bool Wrong(const char* problem) {
    problem_ = problem;
    return false;
  }
  uint32_t Number() { return static_cast<uint32_t>(in_.Below(uint64_t{1} << 32)); }

  bool ReadMounts();
  bool ReadNodes();
  bool ReadNode(NodeId id, Node& node);
  bool ReadBody(Node& node, int64_t* bytes);
  bool ReadContent(Node& node);
  bool ReadDirectory(Node& node, int64_t* bytes);
  bool IsPossibleRoot(const Node& node) const;
  bool ReadOpenFiles();
  bool ReadOpenLocation(NodeLocation& location);
  bool CheckMounts();
  bool LinkAll();
  bool LinkEntries(NodeId directory, std::vector<NodeId>* pending);
  bool CheckReached();
  bool IsRoot(NodeId id) const {
    return id == kRoot || std::any_of(state_.mounts.begin(), state_.mounts.end(),
                                      [&](const MountRecord& mount) { return mount.root == id; });
  }

  ByteReader in_;
  State& state_;
  const char* problem_ = "the bytes end too early";
  std::vector<bool> reached_;    // directories, by number
  std::vector<uint32_t> depth_;  // of directories
};

bool Loader::ReadMounts() {
  const bool shows_pseudo_files = in_.Below(2) != 0;
  const uint64_t count = in_.Varint();
  if (count > in_.left()) return Wrong("more mounts than bytes");
  for (uint64_t i = 0; i < count; ++i) {
    MountRecord mount;
    mount.pseudo = i == 0 && shows_pseudo_files;
    mount.path = in_.Text();
    mount.options.mode = static_cast<MountMode>(in_.Below(3));
    mount.options.new_links = static_cast<NewLinks>(in_.Below(2));
    mount.options.write_bytes_limit = in_.Varint();
    mount.options.uid = Number();
    mount.options.gid = Number();
    mount.written = in_.Varint();
    mount.made = in_.Varint();
    mount.point = Number();
    mount.outer = Number();
    mount.outer_path = in_.Text();
    mount.root = Number();
    if (!in_.ok()) return Wrong("a mount is damaged");
    state_.mounts.push_back(std::move(mount));
  }
  return true;
}

bool Loader::ReadContent(Node& node) {
  const uint64_t size = in_.Varint();
  if (size > state_.limits.max_file_bytes) return Wrong("a file exceeds max_file_bytes");
  const uint64_t chunks = (size + Content::kChunkBytes - 1) / Content::kChunkBytes;
  if (chunks > in_.left()) return Wrong("a file has more chunks than there are bytes");
  Content& content = node.content();
  if (Status status = state_.Charge(content.ChargeForTruncate(size)); !status.ok()) {
    return Wrong("the files exceed max_bytes");
  }
  content.Truncate(size);
  for (uint64_t i = 0; i < chunks; ++i) {
    const std::string_view bytes = in_.Text();
    const uint64_t at = i * Content::kChunkBytes;
    if (bytes.size() > std::min(size - at, Content::kChunkBytes))
      return Wrong("a chunk is too long");
    if (Status status = state_.Charge(content.ChargeForWrite(at, bytes.size())); !status.ok()) {
      return Wrong("the files exceed max_bytes");
    }
    content.Write(at, bytes);
  }
  return true;
}

bool Loader::ReadDirectory(Node& node, int64_t* bytes) {
  const uint64_t count = in_.Varint();
  if (count > in_.left()) return Wrong("a directory has more names than there are bytes");
  std::string_view last;
  for (uint64_t i = 0; i < count; ++i) {
    const std::string_view name = in_.Text();
    const NodeId entry = Number();
    if (!in_.ok() || !IsName(name)) return Wrong("a directory has an impossible name");
    if (i > 0 && name <= last) return Wrong("a directory is not in order");
    if (entry == kNoNode && node.origin == nullptr) return Wrong("a name hides nothing");
    node.directory().Set(name, entry);
    *bytes += EntryCharge(name);
    last = name;
  }
  return !node.descriptors || count == 0 || Wrong("a directory of descriptors has names");
}

bool Loader::ReadBody(Node& node, int64_t* bytes) {
  switch (node.kind) {
    case FileKind::kFile: node.body.emplace<Content>(); return ReadContent(node);
    case FileKind::kDirectory: node.body.emplace<Directory>(); return ReadDirectory(node, bytes);
    case FileKind::kSymlink: {
      const std::string_view target = in_.Text();
      const bool possible = !target.empty() && target.size() <= kMaxPathBytes &&
                            target.find('\0') == std::string_view::npos;
      if (!possible) return Wrong("a link has an impossible target");
      node.body.emplace<std::string>(target);
      *bytes += static_cast<int64_t>(target.size());
      return true;
    }
    case FileKind::kDevice:
      return node.origin != nullptr ||
             (node.device != DeviceKind::kNone && node.device != DeviceKind::kDescriptor) ||
             Wrong("a device is of no kind");
    case FileKind::kFifo: return true;
    case FileKind::kOther: return node.origin != nullptr || Wrong("a node is of no kind");
  }
  return Wrong("a node is of no kind");
}

// The root of a tree that shows pseudo files is that of an overlay, too.
bool Loader::IsPossibleRoot(const Node& node) const {
  const bool shows = node.origin != nullptr && node.in_mount == 1 && node.origin->path.empty();
  const bool alone = node.origin == nullptr && node.in_mount == 0;
  return node.kind == FileKind::kDirectory && (state_.ShowsPseudoFiles() ? shows : alone);
}

bool Loader::ReadNode(NodeId id, Node& node) {
  node.kind = static_cast<FileKind>(in_.Below(static_cast<uint64_t>(FileKind::kOther) + 1));
  node.device =
      static_cast<DeviceKind>(in_.Below(static_cast<uint64_t>(DeviceKind::kDescriptor) + 1));
  const auto flags = static_cast<uint8_t>(in_.Below(kAllNodeFlags + 1));
  node.descriptors = (flags & kDescriptors) != 0;
  node.pulled = (flags & kNotPulled) == 0;
  node.untouched = (flags & kUntouched) != 0;
  node.mode = static_cast<uint16_t>(in_.Below(010000));
  node.uid = Number();
  node.gid = Number();
  node.in_mount = Number();
  node.covered_by = Number();
  for (int64_t* time : {&node.atime_ns, &node.mtime_ns, &node.ctime_ns})
    *time = Unzigzag(in_.Varint());
  const bool in_overlay = node.in_mount != 0 && node.in_mount <= state_.mounts.size() &&
                          state_.mounts[node.in_mount - 1].overlay();
  if (node.in_mount != 0 && !in_overlay) return Wrong("a node is in no overlay");
  if ((flags & kHasOrigin) != 0) {
    const std::string_view path = in_.Text();
    const uint64_t ino = in_.Varint();
    if (!in_overlay || !IsHostPath(path)) return Wrong("a node has an impossible origin");
    node.origin = std::make_unique<Origin>(Origin{node.in_mount - 1, std::string(path), ino});
  }
  const bool directory = node.kind == FileKind::kDirectory;
  const bool file = node.kind == FileKind::kFile;
  if (!in_.ok()) return Wrong("a node is damaged");
  if (!directory && (node.covered_by != 0 || node.descriptors))
    return Wrong("only directories can be that");
  if (node.descriptors && node.origin != nullptr)
    return Wrong("a directory of descriptors is in the host's");
  if (node.device != DeviceKind::kNone && node.kind != FileKind::kDevice)
    return Wrong("only devices can be that");
  if ((!node.pulled || node.untouched) && (!file || node.origin == nullptr))
    return Wrong("only files can be that");
  if (node.untouched && (node.pulled || node.origin->path.empty()))
    return Wrong("a file is touched and untouched");
  int64_t bytes = kNodeCharge;
  if (!ReadBody(node, &bytes)) return false;
  if (file && !node.pulled && node.content().size() != 0) return Wrong("a file has two contents");
  if (id == kRoot && !IsPossibleRoot(node)) return Wrong("the root is no directory");
  return state_.Charge(bytes, 1).ok() || Wrong("the files exceed max_bytes or max_files");
}

bool Loader::ReadNodes() {
  const uint64_t count = in_.Varint();
  if (count > in_.left() || count == 0) return Wrong("an impossible number of nodes");
  NodeId id = kNoNode;
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t step = in_.Varint();
    // New nodes get the lowest free number, so none is above the most that there may be.
    if (step == 0 || step > state_.limits.max_files || id + step > state_.limits.max_files) {
      return Wrong("the nodes exceed max_files");
    }
    id += static_cast<NodeId>(step);
    auto node = std::make_unique<Node>();
    if (!ReadNode(id, *node)) return false;
    state_.nodes.AddAt(id, std::move(node));
  }
  reached_.resize(id + size_t{1});
  depth_.resize(id + size_t{1});
  return state_.nodes.Has(kRoot) || Wrong("there is no root");
}

bool Loader::ReadOpenLocation(NodeLocation& location) {
  location.where = static_cast<NodeLocation::Where>(
      in_.Below(static_cast<uint64_t>(NodeLocation::Where::kDescriptor) + 1));
  if (location.on_host()) {
    location.kind = in_.Below(2) != 0 ? FileKind::kDirectory : FileKind::kFile;
    const uint64_t mount = in_.Varint();
    const std::string_view path = in_.Text();
    if (!in_.ok() || mount >= state_.mounts.size() || !IsHostPath(path) ||
        (state_.mounts[mount].overlay() && !state_.mounts[mount].pseudo)) {
      return Wrong("an open file is nowhere");
    }
    HostLocation host{.mount = static_cast<uint32_t>(mount), .path = std::string(path)};
    host.stat.kind = location.kind;
    location.host = std::make_shared<const HostLocation>(std::move(host));
    return true;
  }
  location.node = Number();
  if (!location.exists() || !in_.ok() || !state_.nodes.Has(location.node))
    return Wrong("an open file is nowhere");
  location.kind = state_.At(location.node).kind;
  if (location.where == NodeLocation::Where::kNode)
    return location.kind != FileKind::kSymlink || Wrong("a link is open");
  location.number = static_cast<uint32_t>(in_.Below(10'000'000));
  location.kind = FileKind::kDevice;
  return state_.At(location.node).descriptors || Wrong("an open descriptor is nowhere");
}

bool Loader::ReadOpenFiles() {
  const uint64_t count = in_.Varint();
  if (count > in_.left() || count > state_.limits.max_open_files)
    return Wrong("too many open files");
  for (uint64_t i = 0; i < count; ++i) {
    OpenRecord record;
    record.users = Number();
    if (record.users != 0) {
      record.flags = static_cast<uint32_t>(in_.Below(kOpenAppend * 2));
      record.offset = in_.Below(uint64_t{1} << 63);
      record.path = in_.Text();
      if (!ReadOpenLocation(record.location)) return false;
      if (Status status = state_.Charge(OpenCharge(record.path)); !status.ok()) {
        return Wrong("the open files exceed max_bytes");
      }
    }
    state_.open_files.push_back(std::move(record));
  }
  return in_.ok() || Wrong("an open file is damaged");
}

// Each mount is in the tree or in an earlier mount, and nowhere twice.
bool Loader::CheckMounts() {
  for (uint32_t i = 0; i < state_.mounts.size(); ++i) {
    const MountRecord& mount = state_.mounts[i];
    if (mount.pseudo) {
      const bool possible = mount.overlay() && mount.path.empty() && mount.point == kNoNode &&
                            mount.outer == 0 && mount.outer_path.empty() && mount.root == kRoot &&
                            mount.written == 0 && mount.made == 0;
      if (!possible) return Wrong("the tree is an impossible mount");
      continue;
    }
    if (mount.path.empty() || mount.path[0] != '/') return Wrong("a mount has an impossible path");
    if ((mount.point == kNoNode) == (mount.outer == 0))
      return Wrong("a mount is in two places or none");
    if (mount.outer != 0) {
      const bool possible = mount.outer <= i && !state_.mounts[mount.outer - 1].overlay() &&
                            !mount.outer_path.empty() && IsHostPath(mount.outer_path);
      if (!possible) return Wrong("a mount is in a place that is none");
    } else {
      if (!state_.nodes.Has(mount.point)) return Wrong("a mount is in a place that is none");
      const Node& point = state_.At(mount.point);
      if (point.covered_by != i + 1 || point.in_mount > i)
        return Wrong("a mount is in a place that is none");
    }
    if (mount.overlay() != (mount.root != kNoNode)) return Wrong("a mount has an impossible root");
    if (!mount.overlay()) continue;
    if (!state_.nodes.Has(mount.root) || mount.root == kRoot)
      return Wrong("an overlay has no root");
    const Node& root = state_.At(mount.root);
    const bool possible = root.kind == FileKind::kDirectory && root.in_mount == i + 1 &&
                          root.covered_by == 0 && root.origin != nullptr &&
                          root.origin->path.empty();
    if (!possible) return Wrong("an overlay has no root");
  }
  return true;
}

bool Loader::LinkEntries(NodeId directory, std::vector<NodeId>* pending) {
  const Node& node = state_.At(directory);
  bool good = true;
  node.directory().ForEach("", [&](const Directory::Entry& entry) {
    if (entry.node == kNoNode) return true;
    if (!state_.nodes.Has(entry.node)) return good = Wrong("a name has no node");
    Node& child = state_.Change(entry.node);
    if (child.in_mount != node.in_mount) return good = Wrong("a node is in two mounts");
    if (child.kind != FileKind::kDirectory) {
      ++child.links;
      child.parent = child.untouched ? directory : kNoNode;
      const bool fits = !child.untouched || (child.links == 1 && state_.IsOpen(entry.node) &&
                                             LastName(child.origin->path) == entry.name);
      return good = fits || Wrong("an untouched file is out of its place");
    }
    if (reached_[entry.node] || IsRoot(entry.node))
      return good = Wrong("a directory is in two places");
    reached_[entry.node] = true;
    depth_[entry.node] = depth_[directory] + 1;
    if (depth_[entry.node] > state_.limits.max_depth)
      return good = Wrong("the directories exceed max_depth");
    child.parent = directory;
    pending->push_back(entry.node);
    return true;
  });
  return good;
}

// Link counts and parents, from the roots downwards.
bool Loader::LinkAll() {
  std::vector<NodeId> pending = {kRoot};
  reached_[kRoot] = true;
  state_.Change(kRoot).parent = kRoot;
  for (const MountRecord& mount : state_.mounts) {
    if (mount.root == kNoNode || mount.pseudo) continue;
    if (reached_[mount.root]) return Wrong("two overlays have one root");
    reached_[mount.root] = true;
    pending.push_back(mount.root);
  }
  while (!pending.empty()) {
    const NodeId directory = pending.back();
    pending.pop_back();
    const size_t before = pending.size();
    if (!LinkEntries(directory, &pending)) return false;
    Node& node = state_.Change(directory);
    node.links = node.origin != nullptr ? 1 : 2 + static_cast<uint32_t>(pending.size() - before);
  }
  return true;
}

// What no name leads to must be open, and removed properly.
bool Loader::CheckReached() {
  for (NodeId id = state_.nodes.Next(kNoNode); id != kNoNode; id = state_.nodes.Next(id)) {
    const Node& node = state_.At(id);
    if (node.covered_by != 0 && (node.covered_by > state_.mounts.size() ||
                                 state_.mounts[node.covered_by - 1].point != id)) {
      return Wrong("a directory is covered by nothing");
    }
    if (node.kind == FileKind::kDirectory ? reached_[id] : node.links > 0) continue;
    if (!state_.IsOpen(id)) return Wrong("a node is in no directory");
    if (node.untouched || node.covered_by != 0) return Wrong("a removed file is in use");
    if (node.kind == FileKind::kDirectory && node.directory().live() > 0)
      return Wrong("a removed directory has names");
  }
  return true;
}

}  // namespace

std::string FileSystem::Snapshot() const {
  std::string body;
  {
    ByteWriter out(body);
    out.Fixed64(state_->random);
    out.Byte(state_->ShowsPseudoFiles());
    out.Varint(state_->mounts.size());
    for (const MountRecord& mount : state_->mounts) WriteMount(out, mount);
    out.Varint(state_->files_used);
    NodeId last = kNoNode;
    for (NodeId id = state_->nodes.Next(kNoNode); id != kNoNode; id = state_->nodes.Next(id)) {
      out.Varint(id - last);
      WriteNode(out, state_->At(id));
      last = id;
    }
    size_t open = state_->open_files.size();
    while (open > 0 && state_->open_files[open - 1].users == 0) --open;
    out.Varint(open);
    for (size_t i = 0; i < open; ++i) WriteOpenFile(out, state_->open_files[i]);
  }
  std::string bytes;
  ByteWriter out(bytes);
  out.Raw(kMagic);
  out.Byte(kVersion);
  out.Fixed64(SnapshotChecksum(body));
  out.Raw(body);
  out.Flush();
  return bytes;
}

absl::StatusOr<std::unique_ptr<FileSystem>> FileSystem::Restore(std::string_view bytes,
                                                                const Limits& limits,
                                                                Owner* owner) {
  ByteReader in(bytes);
  const bool ours = in.Raw(kMagic.size()) == kMagic;
  const uint8_t version = in.Byte();
  const uint64_t checksum = in.Fixed64();
  const std::string_view body = in.Raw(in.left());
  const char* problem = nullptr;
  auto state = std::make_unique<State>();
  state->limits = Bounded(limits);
  state->owner = owner;
  if (!ours) {
    problem = "these are not the bytes of a filesystem";
  } else if (version != kVersion) {
    problem = "the bytes have another version";
  } else if (SnapshotChecksum(body) != checksum) {
    problem = "the bytes are damaged";
  } else {
    problem = Loader(body, *state).Load();
  }
  // Whatever was charged until a mistake was found is given back with the state.
  std::unique_ptr<FileSystem> files(new FileSystem(std::move(state)));
  if (problem != nullptr) return absl::DataLossError(problem);
  return files;
}

absl::StatusOr<std::unique_ptr<FileSystem>> FileSystem::Fork(Owner* owner) const {
  if (owner != nullptr && !owner->Charge(static_cast<int64_t>(state_->bytes_used))) {
    return absl::ResourceExhaustedError("the files do not fit into the limit of memory");
  }
  auto copy = std::make_unique<State>(*state_);
  copy->owner = owner;
  if (copy->ShowsPseudoFiles() && copy->mounts[0].directory != nullptr)
    copy->mounts[0].directory =
        std::static_pointer_cast<PseudoFiles>(copy->mounts[0].directory)->OfFork();
  return std::unique_ptr<FileSystem>(new FileSystem(std::move(copy)));
}

}  // namespace pysub::files
