#ifndef PYSUB_SHELL_COMMANDS_TREE_TREE_H_
#define PYSUB_SHELL_COMMANDS_TREE_TREE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/tree/colors.h"
#include "shell/commands/tree/entry.h"
#include "shell/commands/tree/ignore.h"
#include "shell/commands/tree/options.h"
#include "shell/commands/tree/printer.h"

namespace pysub::shell::tree {

// tree [OPTION]... [DIRECTORY]...: tree 2.1.0.
//
// A directory is read, put in order and printed file by file, and what is below a directory is read
// when its turn comes: of the tree only the directories above are held. With --prune, --du and
// --matchdirs all of an operand is read first; then the same walk goes over the lists.
class Tree : public Command {
 public:
  Progress Step(CommandIo& io) override;
  void Fields(Archive& archive) override;

 private:
  enum class Stage : uint8_t {
    kStart,
    kOperand,  // the next one
    kRead,     // read_path_, to the last of the lists
    kBuild,    // the lists of all directories
    kShow,
  };
  // A directory that the walk is in. Its current file is at `next`.
  struct Level {
    std::string path;
    uint32_t list = 0;  // among lists_
    uint64_t next = 0;
    uint64_t kept = 0;  // of those before `next`, which --prune may thin out
    bool has_ignore_file = false;
    void Fields(Archive& archive) { archive(path, list, next, kept, has_ignore_file); }
  };

  std::optional<Progress> Start(CommandIo& io);
  Progress Finish(CommandIo& io);
  void OpenOperand(CommandIo& io);
  void CheckLists(Archive& archive) const;

  // ---- reading (reading.cc)
  // Begins to read a directory; ReadDone() goes on when it is read.
  void Enter(CommandIo& io, std::string path);
  void ReadPage(CommandIo& io);
  void ReadDone(CommandIo& io, bool failed);
  void AddEntry(CommandIo& io, const std::string& name);
  bool IsShown(CommandIo& io, const TreeEntry& entry, const std::string& path);
  bool AnyFits(CommandIo& io, const std::vector<std::string>& patterns, std::string_view text,
               bool is_directory) const;
  void DropLists(CommandIo& io, size_t from);
  bool PushLevel(CommandIo& io, std::string path, uint32_t list, bool has_ignore_file);
  void PopLevel(CommandIo& io);
  // Whether a directory was met before; it is, from now on.
  bool WasSeen(CommandIo& io, const TreeEntry& entry);

  // ---- the whole tree (building.cc)
  bool MatchesFromOperand(CommandIo& io, std::string_view path);
  void Built(CommandIo& io, bool failed);
  void BuildStep(CommandIo& io);
  void EntryBuilt(CommandIo& io, bool may_prune);
  TreeEntry& Owner(size_t level);  // whose list the level goes over

  // ---- printing (showing.cc)
  void ShowOperand(CommandIo& io, bool failed);
  void EndOperand(CommandIo& io);
  void ShowStep(CommandIo& io);
  void ShowEntry(CommandIo& io);
  void Listed(CommandIo& io, bool failed);
  void Show(CommandIo& io, const std::string& trouble, uint32_t list);
  void EndEntry(CommandIo& io, bool opened, bool closes);
  void EndLevel(CommandIo& io);
  void Print(CommandIo& io, const std::function<void(TreePrinter&)>& call);

  TreeEntry& Current() {
    return lists_[levels_.back().list].entries[static_cast<size_t>(levels_.back().next)];
  }
  bool IsLast(const Level& level) const {
    return level.next + 1 >= lists_[level.list].entries.size();
  }
  bool HasMoreOperands() const { return next_operand_ < options_.operands.size(); }
  bool IsTooMany(uint64_t count) const {
    return options_.file_limit > 0 && count > static_cast<uint64_t>(options_.file_limit);
  }

  Stage stage_ = Stage::kStart;
  TreeOptions options_;
  TreeColors colors_;
  int out_ = 1;
  int64_t now_ = 0;      // seconds
  bool failed_ = false;  // out of memory
  uint64_t next_operand_ = 0;
  uint64_t errors_ = 0;
  TreeTotals totals_, operand_totals_;

  TreeEntry root_;  // the operand
  bool root_known_ = false;
  uint32_t device_ = 0;  // its own, for -x
  std::vector<TreeList> lists_;
  uint64_t lists_room_ = 0;
  std::vector<Level> levels_;
  uint64_t levels_room_ = 0;
  int64_t paths_ = 0;                                   // charged for those of levels_
  std::map<std::pair<uint32_t, uint64_t>, bool> seen_;  // directories, for -l
  int64_t seen_room_ = 0;

  std::string read_path_;
  std::string read_last_;  // the last name that was read
  bool read_ignore_file_ = false;
  bool read_unfiltered_ = false;  // --matchdirs: the directory fits, so what is in it does
  std::string shown_name_;        // of the entry whose directory is being read
  IgnoreStack ignores_;
  std::optional<TimeZone> zone_;  // made again when it was loaded
};

// Puts a list in the order that the options want; it was read in the order of names. False: no
// memory.
bool SortEntries(CommandIo& io, const TreeOptions& options, std::vector<TreeEntry>* entries);

}  // namespace pysub::shell::tree

#endif  // PYSUB_SHELL_COMMANDS_TREE_TREE_H_
