#ifndef PYSUB_SHELL_COMMANDS_GIT_FILE_PAIR_H_
#define PYSUB_SHELL_COMMANDS_GIT_FILE_PAIR_H_

#include <cstdint>
#include <string>

#include "shell/commands/git/object_id.h"

namespace pysub::shell::git {

// A file before and after a change.
// Both sides are in every pair of status M, T, R and C; an A has no mode before, a D none after.
struct FilePair {
  // One of the two. A mode of 0: it is not there.
  struct Side {
    // Renames make the two paths differ.
    std::string path;
    uint32_t mode = 0;
    ObjectId id;           // null: not known, the bytes are in the work tree
    bool in_tree = false;  // the bytes are those of the work tree
    void Fields(Archive& archive) { archive(path, mode, id, in_tree); }
  };
  Side before, after;
  char status = 'M';         // A D M T R C U
  uint32_t score = 0;        // of R and C, in percent
  bool only_listed = false;  // of a conflict, whose patch another pair shows

  // By which it is sorted and named.
  const std::string& Name() const { return after.path.empty() ? before.path : after.path; }
  void Fields(Archive& archive) { archive(before, after, status, score, only_listed); }
};

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_FILE_PAIR_H_
