#ifndef PYSUB_OSBRIDGE_FILES_STATE_H_
#define PYSUB_OSBRIDGE_FILES_STATE_H_

#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "osbridge/files/file_system.h"
#include "osbridge/files/nodes.h"

namespace pysub::files {

// What things are charged besides their contents, rounded up to what an allocator takes.
inline constexpr int64_t kNodeCharge = 256;
inline constexpr int64_t kEntryCharge = 64;  // and the bytes of its name

inline constexpr NodeId kRoot = 1;
inline constexpr uint64_t kDeviceReadBytes = 64 << 10;

// A place in the namespace.
struct Place {
  enum class Where : uint8_t {
    kNowhere,     // no such name
    kNode,        // `node`
    kDescriptor,  // entry `number` of the directory `node` of descriptors
  };
  Where where = Where::kNowhere;
  FileKind kind = FileKind::kFile;  // of what is there
  NodeId node = kNoNode;
  uint32_t number = 0;

  bool exists() const { return where != Where::kNowhere; }
  bool directory() const { return kind == FileKind::kDirectory; }
};

// An open file description.
struct OpenRecord {
  uint32_t users = 0;  // 0: a free slot
  uint32_t flags = 0;
  uint64_t offset = 0;
  Place place;
  std::string path;
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

  int64_t Now() const { return owner == nullptr ? 0 : owner->NowNs(); }
  Status Spend(uint64_t ticks) const { return owner == nullptr || owner->Spend(ticks) ? 0 : ECANCELED; }
  // Before something grows by `bytes` and `files`; negative: after it has shrunk.
  Status Charge(int64_t bytes, int64_t files = 0);

  const Node& At(NodeId id) const { return nodes.Get(id); }
  Node& Change(NodeId id) { return nodes.Change(id); }
  Place PlaceOf(NodeId id) const;

  // 0 or EACCES: may the caller read, write, execute (AccessMode) what is there?
  Status Permission(const Caller& caller, const Place& place, uint32_t mode) const;
  // 0, EACCES or EPERM: may the caller add names to the directory / take `victim` out of it?
  Status MayAdd(const Caller& caller, const Place& directory) const;
  Status MayRemove(const Caller& caller, const Place& directory, const Place& victim) const;

  Stat StatOf(const Place& place) const;
  bool IsOpen(NodeId id) const;
  // Null: not an open file.
  OpenRecord* Find(OpenFile file) {
    const size_t index = size_t{file.id} - 1;
    return index < open_files.size() && open_files[index].users > 0 ? &open_files[index] : nullptr;
  }

  // A node that is in no directory yet; its charge was made.
  NodeId NewNode(FileKind kind, uint32_t mode, const Caller& caller);
  // One name less leads to it; frees it when it was the last one and nobody has it open.
  void DropLink(NodeId id);
  void FreeNode(NodeId id);
  // Times and link counts follow. A new name was charged before; one that has a node gets the new one.
  void AddName(NodeId directory, std::string_view name, NodeId node);
  void RemoveName(NodeId directory, std::string_view name);
  // The child's name in `directory` is about to get another node.
  void ForgetChild(NodeId directory, NodeId child);
};

// What the walk along a path found.
struct Walked {
  enum class Last : uint8_t { kName, kDot, kDotDot, kRoot };
  Place parent;           // the directory of the last name
  std::string_view name;  // lives as long as the path and the walker
  Last last = Last::kRoot;
  bool slash = false;  // slashes come after it
  Place place;         // what it names
};

// Goes along a path the way Linux does: asks each directory for search permission, follows links (40 at most).
class Walker {
 public:
  Walker(const State& state, const Caller& caller) : state_(state), caller_(caller) {}

  enum class Until : uint8_t {
    kParent,      // the directory of the last name; the name is not looked at
    kEntry,       // the last name; a link there is followed only when slashes come after it
    kTarget,      // what the last name leads to
    kCreate,      // as kTarget for open(O_CREAT): slashes after the last name are EISDIR
    kCreateEntry  // as kCreate, but a link in the last place is not followed
  };
  // ENOENT with found().parent.exists(): only the last name is missing.
  Status Walk(std::string_view path, Until until);
  const Walked& found() const { return found_; }
  // What `name` is in the directory `directory`; kNowhere: no such name.
  Status Lookup(const Place& directory, std::string_view name, Place* place) const;
  // The virtual path of what was found, or of the last name when only that is missing; to be asked for before Walk().
  void TrackPath() { tracks_ = true; }
  std::string FullPath() const;

 private:
  struct Frame {
    std::string_view rest;
    bool trusted;  // the directories of the current one are not asked for permission
  };

  Status Begin(std::string_view path);
  Status Enter(std::string_view name, bool is_last, Until until);
  Status FollowLink(const Place& link, bool is_last);
  void GoUp();
  void GoToRoot();

  const State& state_;
  const Caller& caller_;
  Place at_;
  Walked found_;
  bool must_be_directory_ = false;
  bool tracks_ = false;
  int links_ = 0;
  size_t depth_ = 0;
  Frame frames_[kMaxLinksFollowed + 2];
  std::string path_;
  std::string own_name_;  // found_.name when it stood in a link
};

}  // namespace pysub::files

#endif  // PYSUB_OSBRIDGE_FILES_STATE_H_
