#ifndef PYSUB_OSBRIDGE_FILES_STATE_H_
#define PYSUB_OSBRIDGE_FILES_STATE_H_

#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lexer/base/most_memory.h"
#include "osbridge/files/mounted_directory.h"
#include "osbridge/files/nodes.h"
#include "pysub/files/file_system.h"

namespace pysub::files {

// What things are charged besides their contents, rounded up to what an allocator takes.
inline constexpr int64_t kNodeCharge = 256;
inline constexpr int64_t kEntryCharge = 64;  // and the bytes of its name

inline constexpr int64_t kOpenCharge = 160;  // and the bytes of its path

inline int64_t EntryCharge(std::string_view name) {
  return kEntryCharge + static_cast<int64_t>(name.size());
}

inline int64_t OpenCharge(std::string_view path) {
  return kOpenCharge + static_cast<int64_t>(path.size());
}
inline std::string_view LastName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

inline constexpr NodeId kRoot = 1;
inline constexpr uint64_t kDeviceReadBytes = 64 << 10;

// Something in a host's directory.
struct HostLocation {
  uint32_t mount;    // index in State::mounts
  std::string path;  // under the mount's directory
  Stat stat;         // when it was looked up; uid, gid and dev as the program sees them
  // In an overlay: the directory nearest above that has a node, and where in `path` the names below
  // it begin.
  NodeId anchor = kNoNode;
  size_t tail = 0;
};

// Where something of the namespace is.
struct NodeLocation {
  enum class Where : uint8_t {
    kNowhere,     // no such name
    kNode,        // `node`
    kHost,        // `host`; in an overlay: it has no node yet
    kDescriptor,  // entry `number` of the directory `node` of descriptors
  };
  Where where = Where::kNowhere;
  FileKind kind = FileKind::kFile;  // of what is there
  bool mount_root = false;          // a mount's topmost directory
  NodeId node = kNoNode;
  uint32_t number = 0;
  std::shared_ptr<const HostLocation> host;

  bool exists() const { return where != Where::kNowhere; }
  bool directory() const { return kind == FileKind::kDirectory; }
  bool on_host() const { return where == Where::kHost; }
};

// A directory of the host that was put into the tree.
struct MountRecord {
  std::string path;  // virtual, as it was given
  MountOptions options;
  std::shared_ptr<MountedDirectory> directory;  // null: not attached
  NodeId point = kNoNode;  // the directory that it hides; kNoNode: it is in another mount
  uint32_t outer = 0;      // then: that mount's index plus 1, and where in it
  std::string outer_path;
  NodeId root = kNoNode;  // of overlays
  uint64_t written = 0;
  uint64_t made = 0;    // names made in the host's directory
  bool pseudo = false;  // no mount: the tree itself, whose root shows PseudoFiles

  bool overlay() const { return options.mode == MountMode::kOverlayMemory; }
};

// What a page of a directory of the host left, for the next one: all of it read for each page would
// take the square of its size. Who goes through a directory so sees it as it was when he began, as
// with readdir(3).
struct LastListing {
  static constexpr size_t kMost = 16384;
  NodeId node = kNoNode;  // of an overlay's directory
  uint32_t mount = 0;
  std::string path;
  std::string after;                                           // the last name of the page
  std::shared_ptr<const std::vector<DirectoryEntry>> entries;  // behind it; null: nobody reads
  size_t at = 0;
  bool ends = false;  // all that there is behind it
};

// An open file description.
struct OpenRecord {
  uint32_t users = 0;  // 0: a free slot
  uint32_t flags = 0;
  uint64_t offset = 0;
  NodeLocation location;
  std::string path;
};

// What can be where addresses have 32 bits (lexer/base/most_memory.h).
inline Limits Bounded(Limits limits) {
  limits.max_bytes = BoundedMemory(limits.max_bytes);
  limits.max_file_bytes = BoundedMemory(limits.max_file_bytes);
  return limits;
}

// See State::RememberSearchable().
struct SearchableDirectory {
  int64_t until_ns = 0;  // of the machine's monotonic clock
  uint32_t mount = 0;
  NodeId anchor = kNoNode;
  uint32_t uid = 0, gid = 0;
  std::string path;
};

// See State::LookAt().
struct LastLook {
  bool kept = false;     // somebody has a SameLook
  int64_t until_ns = 0;  // of the machine's monotonic clock
  uint32_t mount = 0;
  std::string path;
  Status status = 0;
  Stat stat;
};

// All that a FileSystem is; copying it makes a fork.
struct State {
  Limits limits;
  Owner* owner = nullptr;
  uint64_t bytes_used = 0;
  uint64_t files_used = 0;
  uint64_t random = 0;
  NodeTable nodes;
  std::vector<OpenRecord> open_files;  // OpenFile::id - 1 is the index
  std::vector<MountRecord> mounts;
  mutable SearchableDirectory searchable;  // not saved
  mutable LastLook last_look;              // not saved
  mutable LastListing last_listing;        // not saved

  int64_t Now() const { return owner == nullptr ? 0 : owner->NowNs(); }
  // The first of `mounts` is not one then: all nodes are in it, as if it was an overlay.
  bool ShowsPseudoFiles() const { return !mounts.empty() && mounts[0].pseudo; }
  // Stat::dev of what is in a mount.
  uint32_t DeviceOf(uint32_t mount) const { return mount + (ShowsPseudoFiles() ? 0 : 1); }
  // A pseudo file that has no node.
  bool IsPseudo(const NodeLocation& location) const {
    return location.on_host() && mounts[location.host->mount].pseudo;
  }
  Status Spend(uint64_t ticks) const {
    return owner == nullptr || owner->Spend(ticks) ? 0 : ECANCELED;
  }
  // Before something grows by `bytes` and `files`; negative: after it has shrunk.
  Status Charge(int64_t bytes, int64_t files = 0);

  const Node& At(NodeId id) const { return nodes.Get(id); }
  Node& Change(NodeId id) { return nodes.Change(id); }
  NodeLocation LocationOf(NodeId id) const;

  // 0 or EACCES: may the caller read, write, execute (AccessMode) what is there?
  Status Permission(const Caller& caller, const NodeLocation& location, uint32_t mode) const;
  // 0, EACCES or EPERM: may the caller add names to the directory / take `victim` out of it?
  Status MayAdd(const Caller& caller, const NodeLocation& directory) const;
  Status MayRemove(const Caller& caller, const NodeLocation& directory,
                   const NodeLocation& victim) const;

  Stat StatOf(
      // of a location on the host: what it was when it was looked up
      const NodeLocation& location) const;
  // As it is now, on the host too. ENOENT: it is gone.
  Result<Stat> Refreshed(const NodeLocation& location) const;
  Result<NodeLocation> LookAgain(const NodeLocation& location) const;
  bool IsOpen(NodeId id) const;
  // Null: not an open file.
  OpenRecord* Find(OpenFile file) {
    const size_t index = size_t{file.id} - 1;
    return index < open_files.size() && open_files[index].users > 0 ? &open_files[index] : nullptr;
  }

  // A node that is in no directory yet; its charge was made. `directory` is where it is going to
  // be.
  NodeId NewNode(FileKind kind, uint32_t mode, const Caller& caller, NodeId directory);
  // One name less leads to it; frees it when it was the last one and nobody has it open.
  void DropLink(NodeId id);
  void FreeNode(NodeId id);
  // Times and link counts follow. The name was charged before; that is given back when the
  // directory had an entry for it.
  void AddName(NodeId directory, std::string_view name, NodeId node);
  // ENOSPC: the mark that hides a name of the host's directory finds no room.
  Status RemoveName(NodeId directory, std::string_view name);
  // The child's name in `directory` is about to get another node.
  void ForgetChild(NodeId directory, NodeId child);

  // ---- mounts (mounts.cc)
  // What is at `path` of a mount's directory; kNowhere: nothing.
  Status LookupHost(uint32_t mount, std::string path, NodeId anchor, size_t tail,
                    NodeLocation* location) const;
  // The same without the work being counted.
  Status FindHost(uint32_t mount, std::string path, NodeId anchor, size_t tail,
                  NodeLocation* location) const;
  // That the caller may search this directory of an overlay, which has no node, and those on the
  // way to it. It is known for a millisecond, if somebody's script runs: many names of one
  // directory come one after the other, and the host would be asked for each part of each path.
  void RememberSearchable(const HostLocation& directory, const Caller& caller) const;
  bool IsSearchable(uint32_t mount, NodeId anchor, std::string_view path,
                    const Caller& caller) const;
  Status MountRoot(uint32_t mount, NodeLocation* location) const;
  // The directory in which the mount is.
  Status AboveMount(uint32_t mount, NodeLocation* location) const;
  // A mount hides the directory on which it is mounted.
  Status Uncover(NodeLocation* location) const;
  // EIO: it is not attached. (Pseudo files that nobody shows are none.)
  Status Host(uint32_t mount, const MountedDirectory** directory) const;
  // The same, to change something in it: what was seen before is forgotten.
  Status HostToChange(uint32_t mount, MountedDirectory** directory) const;
  // Lstat() in a mount. A command looks at one file again and again (Is it there? Of what kind? May
  // I? Open it; how large is it?): within a SameLook, for a millisecond, it sees what it saw.
  Status LookAt(uint32_t mount, const std::string& path, Stat* stat) const;
  // Index plus 1 of the mount that a location is in; 0: none.
  uint32_t MountNumber(const NodeLocation& location) const;
  // Does a file of the host stand behind it, with a node (in an overlay) or without?
  bool IsHosts(const NodeLocation& location) const {
    return location.on_host() ||
           (location.where == NodeLocation::Where::kNode && At(location.node).origin != nullptr);
  }
  bool IsReadOnly(const NodeLocation& location) const;
  bool InOverlay(const NodeLocation& location) const;
  // Gives what an overlay shows of the host a node, and all directories above it; a node's own
  // location: that node.
  Result<NodeId> Materialise(const NodeLocation& location);
  // A directory of an overlay becomes its node; others stay what they are.
  Status MakeChangeable(NodeLocation* directory);
  // Brings the first `keep` bytes of the origin's content into the node, which has its own from now
  // on.
  Status Pull(NodeId id, uint64_t keep);
  // EDQUOT: the mount's limit of written bytes.
  Status CountWritten(uint32_t mount_number, uint64_t bytes);
  void UncountWritten(uint32_t mount_number, uint64_t bytes);
  // Before a name is made in the host's directory: it counts among the mount's names, and for so
  // many written bytes, since an empty file takes an inode of the host, too. ENOSPC, ENAMETOOLONG,
  // EDQUOT.
  static constexpr uint64_t kNameBytes = 256;
  Status CountMade(const HostLocation& directory, bool is_directory);
  void UncountMade(const HostLocation& directory);
  // Is something mounted on the host's directory or below it?
  bool HasMountWithin(const HostLocation& location) const;
  // Adds the next page of what was listed last. False: it was another listing, or is not long
  // enough.
  bool ContinueListing(const NodeLocation& location, uint32_t mount, std::string_view path,
                       std::string_view after, size_t count,
                       std::vector<DirectoryEntry>* page) const;
  Result<std::vector<DirectoryEntry>> Entries(const NodeLocation& directory, std::string_view after,
                                              size_t count) const;
  Status IsEmpty(const NodeLocation& directory) const;  // ENOTEMPTY
  // What the program sees of a link's text. EACCES: it stands in a mount and leads out.
  Result<std::string> VisibleTarget(const NodeLocation& link) const;
  // How many directories are above the one at this location.
  uint32_t DepthOf(const NodeLocation& directory) const;
  std::string VirtualPath(NodeId directory) const;
  std::string VirtualPathOfMount(uint32_t mount) const;
};

}  // namespace pysub::files

#endif  // PYSUB_OSBRIDGE_FILES_STATE_H_
