#ifndef PYSUB_SHELL_COMMANDS_GIT_TREE_H_
#define PYSUB_SHELL_COMMANDS_GIT_TREE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/git.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/object_id.h"
#include "shell/commands/git/pathspec.h"

namespace pysub::shell::git {

// In a tree object an entry is "MODE NAME\0" and the 20 bytes of its name. Entries are sorted as if
// directories ended with a slash: "a.c" before "a" when that is a tree, as "a.c" < "a/".
struct TreeEntry {
  uint32_t mode = 0;
  std::string name;  // or the whole path
  ObjectId id;
  bool IsTree() const { return (mode & kModeKind) == kModeTree; }
};

// The entries of a tree object, paid for. What is wrong is said.
bool ReadTree(Git& git, const ObjectId& id, std::vector<TreeEntry>* entries);
// Of one that was read already.
bool ParseTree(Git& git, const ObjectId& id, std::string_view bytes,
               std::vector<TreeEntry>* entries);
// All files below a tree by their paths, sorted as the index is; trees themselves are left out,
// unless `with_trees`. Without recursion; paths have an end.
// A few hostile trees that name each other many times stand for very many paths, and in a pack one
// may even contain itself: each path is paid for, and depth has an end.
bool FlattenTree(Git& git, const ObjectId& id, std::vector<TreeEntry>* entries,
                 const Pathspec* paths = nullptr, bool with_trees = false);
// What lies at "a/b" below a tree. False and *found: there is none, or what is wrong was said.
bool FindInTree(Git& git, const ObjectId& tree, std::string_view path, TreeEntry* entry,
                bool* found);
// Writes the trees of an index. False: it has conflicts, or what is wrong was said.
bool WriteTrees(Git& git, const std::vector<IndexEntry>& entries, ObjectId* id,
                bool missing_ok = false);
// Writes the trees of files that are sorted by path.
bool WriteTreesOf(Git& git, const std::vector<TreeEntry>& files, ObjectId* id);

// A path that two trees have differently; an empty mode: it is not there.
struct TreeChange {
  std::string path;
  uint32_t old_mode = 0, new_mode = 0;
  ObjectId old_id, new_id;
};
// What differs below two trees (a null name: the empty one). Equal trees are not looked into.
// `recursive`: into trees; `show_trees`: and the trees themselves.
// That makes the cost of a log follow what changed instead of how many files there are.
bool DiffTrees(Git& git, const ObjectId& a, const ObjectId& b, const Pathspec* paths,
               bool recursive, bool show_trees, std::vector<TreeChange>* changes);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_TREE_H_
