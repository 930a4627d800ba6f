#ifndef PYSUB_SHELL_COMMANDS_FILES_TREE_WALK_H_
#define PYSUB_SHELL_COMMANDS_FILES_TREE_WALK_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pysub/shell/archive.h"
#include "shell/commands/files/stat_fields.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

// Goes through trees of files, directories first (and once more behind what is in them), each in
// order of bytes; with a stack of its own and a page of names at a time, so that it can be saved
// anywhere. chmod -R, rm -r, du, find ...
class TreeWalk {
 public:
  enum Flags : uint32_t {
    kOperandLinks = 1,  // links among the operands are followed (-H)
    kAllLinks = 2,      // all links are (-L); a link that leads nowhere is visited as itself
    kFlat = 4,          // the operands only
    kOneDevice = 8,     // other mounts are visited, but not entered
  };

  // Something that the walk has come to. A directory comes twice, before and behind what is in it.
  struct Visit {
    enum class Kind : uint8_t {
      kEnter,       // a directory, before what is in it
      kLeave,       // a directory, behind what is in it
      kOther,       // anything else
      kCannotStat,  // `error`; an operand, or an entry that vanished
      kCannotRead,  // the directory that was entered: `error`; it is left next
      kLoop,        // with kAllLinks: a directory inside itself; not entered
    };
    Kind kind = Kind::kOther;
    std::string path;
    files::Stat stat;
    uint32_t depth = 0;  // operands have 0
    int error = 0;
    std::string loop_path;  // kLoop: the directory that it is
    void Fields(Archive& archive) {
      archive(kind, path, depth, error, loop_path);
      StatFields(archive, stat);
      if (kind > Kind::kLoop) archive.Fail();
    }
    // The last part of the path as it stands there; an operand: all of it.
    std::string_view name() const {
      return depth == 0 ? std::string_view(path)
                        : std::string_view(path).substr(path.rfind('/') + 1);
    }
  };

  void Start(std::vector<std::string> operands, uint32_t flags, uint32_t max_depth = UINT32_MAX);
  // Nothing: the end.
  std::optional<Visit> Next(CommandIo& io);
  // The directory that Next() entered last is not gone through; it is still left.
  void Prune();
  // The rest of the operands is not visited.
  void Stop();

  void Fields(Archive& archive);

 private:
  // A directory that is open in the walk. Its names are read a page at a time, each page behind the
  // last name of the one before and not at a position: the tree may change between two steps.
  struct Level {
    uint64_t path_size = 0;  // of path_ at this directory
    std::string last;        // the name visited last
    std::vector<std::string> page;
    uint64_t page_at = 0;
    bool all_read = false;
    uint32_t dev = 0;
    uint64_t ino = 0;
    void Fields(Archive& archive) { archive(path_size, last, page, page_at, all_read, dev, ino); }
  };

  Visit Look(CommandIo& io, uint32_t depth);
  std::optional<Visit> Leave(CommandIo& io);

  std::vector<std::string> operands_;
  uint64_t next_operand_ = 0;
  uint32_t flags_ = 0;
  uint32_t max_depth_ = UINT32_MAX;
  std::string path_;
  std::vector<Level> levels_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_FILES_TREE_WALK_H_
