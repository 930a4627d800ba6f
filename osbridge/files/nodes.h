#ifndef PYSUB_OSBRIDGE_FILES_NODES_H_
#define PYSUB_OSBRIDGE_FILES_NODES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "osbridge/files/content.h"
#include "osbridge/files/directory.h"
#include "osbridge/files/ref.h"
#include "pysub/files/file_types.h"

namespace pysub::files {

// What of the host's directory a node of an overlay stands for.
struct Origin {
  uint32_t mount;    // index in State::mounts
  std::string path;  // under the mount's directory
  uint64_t ino;
};

// A file of the memory tree.
struct Node {
  std::atomic<uint32_t> refs{1};
  FileKind kind = FileKind::kFile;
  DeviceKind device = DeviceKind::kNone;
  bool descriptors = false;  // a directory whose entries are the shell's descriptors
  bool pulled = true;        // false: a file whose content is still that of its origin
  // Made only because a file of an overlay was opened: may go when it is closed.
  bool untouched = false;
  uint16_t mode = 0;
  uint32_t links = 0;
  uint32_t uid = 0;
  uint32_t gid = 0;
  NodeId parent = kNoNode;  // of directories and untouched files; the root's is itself, that of an
                            // overlay's root none
  uint32_t in_mount = 0;    // index of the overlay it is in, plus 1
  uint32_t covered_by = 0;  // of directories: index of the mount that hides it, plus 1
  int64_t atime_ns = 0;
  int64_t mtime_ns = 0;
  int64_t ctime_ns = 0;
  // By kind; the string is a link's target.
  std::variant<std::monostate, Content, Directory, std::string> body;
  // In overlays: a directory shows the host's names too; a file's number.
  std::unique_ptr<Origin> origin;

  Node() = default;
  Node(const Node& other);
  Node& operator=(const Node&) = delete;

  Content& content() { return *std::get_if<Content>(&body); }
  const Content& content() const { return *std::get_if<Content>(&body); }
  Directory& directory() { return *std::get_if<Directory>(&body); }
  const Directory& directory() const { return *std::get_if<Directory>(&body); }
  const std::string& target() const { return *std::get_if<std::string>(&body); }

  static void Destroy(Node* node) { delete node; }
};

// Nodes by number, in pages that forks share until they change them. A new node gets the lowest
// free number, so numbers follow from what there is and not from how it came about: equal trees are
// saved as equal bytes, and `ls -i` says the same after a restore.
class NodeTable {
 public:
  const Node& Get(NodeId id) const { return *pages_[id / kPageNodes]->nodes[id % kPageNodes]; }
  // To be changed: a copy when a fork has it too.
  Node& Change(NodeId id);
  NodeId Add(std::unique_ptr<Node> node);
  // At a number of one's choice that is free: for loading.
  void AddAt(NodeId id, std::unique_ptr<Node> node);
  void Remove(NodeId id);
  bool Has(NodeId id) const;
  // The lowest number in use above `id`; kNoNode: none.
  NodeId Next(NodeId id) const;

 private:
  static constexpr uint32_t kPageNodes = 64;
  // Nodes by number, some at a time. A copy of a file system shares pages until one of both changes
  // something in them.
  struct Page {
    std::atomic<uint32_t> refs{1};
    Ref<Node> nodes[kPageNodes];
    static void Destroy(Page* page) { delete page; }
  };

  Ref<Node>& Slot(NodeId id);

  std::vector<Ref<Page>> pages_;
  std::vector<uint64_t> free_;  // a bit for each free number of a page
  size_t lowest_ = 0;           // pages before this one are full
};

}  // namespace pysub::files

#endif  // PYSUB_OSBRIDGE_FILES_NODES_H_
