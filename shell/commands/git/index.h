#ifndef PYSUB_SHELL_COMMANDS_GIT_INDEX_H_
#define PYSUB_SHELL_COMMANDS_GIT_INDEX_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/git.h"
#include "shell/commands/git/object_id.h"

namespace pysub::shell::git {

// What the index knows of a file of the work tree, so that it need not be read again.
// Numbers are cut to 32 bits, as the file has them: they are only ever compared for being equal.
struct StatData {
  uint32_t ctime_s = 0, ctime_ns = 0, mtime_s = 0, mtime_ns = 0;
  uint32_t dev = 0, ino = 0, uid = 0, gid = 0, size = 0;
};
StatData StatDataOf(const files::Stat& stat);

// A file that the next commit will have. A path in conflict has up to three entries and none of
// stage 0; which of the three are there says what happened:
//
//   stages   1 2 3   both changed it            1 2     they removed it
//              2 3   both added it              1   3   we removed it
struct IndexEntry {
  std::string path;
  ObjectId id;
  uint32_t mode = kModeFile;
  uint8_t stage = 0;  // 1: the common one, 2: ours, 3: theirs
  bool assume_valid = false, skip_worktree = false, intent_to_add = false;
  StatData stat;
};

// The list of what the next commit holds, sorted by path and stage. Read: versions 2, 3 and 4;
// written: 2, or 3 where an entry needs it. Extensions that only save time are left out.
// Invariant: entries are in strict order of (path, stage), the paths compared as bytes. Parse()
// refuses a file that has them otherwise, since every search here halves the list.
class Index {
 public:
  // From the file, once. What is wrong is said.
  bool Load(Git& git);
  // Bytes of State have no sum at the end: they never were a file.
  bool Parse(Git& git, std::string_view bytes, bool check_sum);
  bool Write(Git& git);
  // Another file than its own, which hooks see.
  bool ReadFrom(Git& git, const std::string& path);
  bool WriteTo(Git& git, const std::string& path);
  // Without the sum at the end.
  std::string Bytes() const;

  // The position of a path and stage, or where it would be.
  size_t LowerBound(std::string_view path, uint8_t stage = 0) const;
  IndexEntry* Find(std::string_view path, uint8_t stage = 0);
  // The first entry of the path in any stage.
  IndexEntry* FindAny(std::string_view path);
  // Puts it in the place of all that has its path, is a directory of it or lies below it.
  // So a conflict of the path is resolved, too, and never is a name both a file and a directory.
  bool Add(Git& git, IndexEntry entry);
  // Puts it there beside the other stages.
  bool AddStage(Git& git, IndexEntry entry);
  // All stages of a path; false: there was none.
  bool Remove(std::string_view path);
  // The same for many, which are sorted, in one go.
  void RemoveAll(const std::vector<std::string>& paths);
  bool HasUnmerged() const;
  // Something lies below the directory.
  bool HasBelow(std::string_view directory) const;
  // False: the file was changed so late that its times say nothing.
  bool SaysUnchanged(const IndexEntry& entry, const files::Stat& stat) const;

  std::vector<IndexEntry> entries;
  // An index that is loaded is a cache of the file. After a restore it is read again, unless it was
  // unsaved: then its bytes were kept in State::index.
  bool loaded = false;
  bool unsaved = false;  // changed, and not written yet

 private:
  bool ReadEntries(Git& git, std::string_view bytes, uint32_t version, uint32_t count);
  std::string PathOf(Git& git) const;

  // A file that was changed in the same moment or later may have changed once more without its
  // times showing it ("racily clean"), so SaysUnchanged() does not trust those.
  int64_t written_ns_ = 0;  // when the file was
};

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_INDEX_H_
