#ifndef PYSUB_OSBRIDGE_FILES_DIRECTORY_H_
#define PYSUB_OSBRIDGE_FILES_DIRECTORY_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "osbridge/files/ref.h"

namespace pysub::files {

// The number of a node in its NodeTable.
using NodeId = uint32_t;
inline constexpr NodeId kNoNode = 0;

// The names in a directory, in order of bytes, in leaves of up to 64: finding is two binary
// searches, and a fork that adds a name to a directory of 10,000 copies one leaf and the pointers
// to the others. (A tree of more levels would pay from some hundred thousand names on, which limits
// of files do not reach.)
class Directory {
 public:
  // A name in a directory and what it leads to.
  struct Entry {
    std::string name;
    NodeId node;  // kNoNode: the host's directory below this one has the name and it was removed (a
                  // whiteout)
  };

  // Null: no entry.
  const Entry* Find(std::string_view name) const;
  // Adds an entry, or gives the one that is there another node.
  void Set(std::string_view name, NodeId node);
  void Erase(std::string_view name);

  uint32_t live() const { return live_; }        // entries that are no whiteouts
  uint32_t entries() const { return entries_; }  // all

  // Calls visit(entry) for the entries behind `after`, in order, as long as it answers true.
  template <typename Visit>
  void ForEach(std::string_view after, Visit visit) const {
    for (Position at = After(after); at.leaf < leaves_.size(); ++at.leaf, at.index = 0) {
      const std::vector<Entry>& entries = leaves_[at.leaf]->entries;
      for (; at.index < entries.size(); ++at.index) {
        if (!visit(entries[at.index])) return;
      }
    }
  }

 private:
  // Some neighbouring names. Leaves are shared by snapshots of the file system and copied when one
  // of them changes.
  struct Leaf {
    std::atomic<uint32_t> refs{1};
    std::vector<Entry> entries;  // at least one
    static void Destroy(Leaf* leaf) { delete leaf; }
  };
  // Of a name, or of the place where it would be put.
  struct Position {
    size_t leaf;
    size_t index;
  };

  size_t LeafFor(std::string_view name) const;
  Position After(std::string_view name) const;
  std::vector<Entry>& Writable(size_t leaf);
  void SplitLeaf(size_t leaf, size_t at);

  std::vector<Ref<Leaf>> leaves_;
  uint32_t live_ = 0;
  uint32_t entries_ = 0;
};

}  // namespace pysub::files

#endif  // PYSUB_OSBRIDGE_FILES_DIRECTORY_H_
