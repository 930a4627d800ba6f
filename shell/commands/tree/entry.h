#ifndef PYSUB_SHELL_COMMANDS_TREE_ENTRY_H_
#define PYSUB_SHELL_COMMANDS_TREE_ENTRY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "pysub/files/file_types.h"
#include "pysub/shell/archive.h"

namespace pysub::shell::tree {

// Why a directory has nothing below it although it is one.
enum class Trouble : uint8_t { kNone, kCannotOpen, kTooMany, kRecursive };

// A file in the list of its directory, with what lines may say of it.
struct TreeEntry {
  std::string name;
  std::string target;  // of a link, as it is written
  bool is_link = false;
  bool is_orphan = false;     // a link that leads nowhere
  bool is_directory = false;  // also a link that leads to one
  uint32_t mode = 0;          // as st_mode; target_mode: of what a link leads to
  uint32_t target_mode = 0;
  uint32_t owner = 0, group = 0;
  uint32_t device = 0, target_device = 0;  // (target: the file itself when it is no link)
  uint64_t inode = 0, target_inode = 0;
  uint64_t size = 0;                  // --du: with all that is below it
  int64_t modified = 0, changed = 0;  // seconds
  Trouble trouble = Trouble::kNone;
  uint64_t too_many = 0;  // kTooMany: how many
  uint32_t list = 0;      // of what is below it: its number among Tree's lists, from 1 on

  void Take(const files::Stat& stat);
  std::string TroubleText() const;
  void Fields(Archive& archive) {
    archive(name, target, is_link, is_orphan, is_directory, mode, target_mode, owner, group, device,
            target_device, inode, target_inode, size, modified, changed, trouble, too_many, list);
    if (trouble > Trouble::kRecursive) archive.Fail();
  }
};

// What is in a directory.
struct TreeList {
  std::vector<TreeEntry> entries;
  uint64_t room = 0;  // what is charged for `entries`, and for its texts
  int64_t texts = 0;
  void Fields(Archive& archive) {
    archive(entries);
    archive.Charged(room);
    archive.Charged(texts);
  }
};

}  // namespace pysub::shell::tree

#endif  // PYSUB_SHELL_COMMANDS_TREE_ENTRY_H_
