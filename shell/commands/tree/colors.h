#ifndef PYSUB_SHELL_COMMANDS_TREE_COLORS_H_
#define PYSUB_SHELL_COMMANDS_TREE_COLORS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/shell/command.h"

namespace pysub::shell::tree {

// The colors of names, from TREE_COLORS or LS_COLORS: "di=01;34:*.gz=31".
class TreeColors {
 public:
  // `force`: -C, `never`: -n. False: no memory.
  bool Read(CommandIo& io, bool force, bool never);
  bool on() const { return on_; }
  // Names of links have the color of what they lead to ("ln=target").
  bool links_as_targets() const { return links_as_targets_; }

  // `name` in the color of a file of this mode (0: unknown); `shown` is what is printed for it.
  // `orphan`: a link that leads nowhere; `is_target`: it is that nowhere.
  std::string Paint(uint32_t mode, std::string_view name, std::string shown, bool orphan,
                    bool is_target) const;
  uint64_t rules() const { return endings_.size(); }
  void Fields(Archive& archive);

 private:
  enum Code : uint8_t {
    kReset,
    kNormal,
    kFile,
    kDirectory,
    kLink,
    kFifo,
    kDoor,
    kBlock,
    kCharacter,
    kOrphan,
    kSocket,
    kSetUid,
    kSetGid,
    kStickyOtherWritable,
    kOtherWritable,
    kSticky,
    kExecutable,
    kMissing,
    kLeft,
    kRight,
    kEnd,
    kCodes
  };
  void Take(std::string_view key, std::string_view value);
  std::string_view OfMode(uint32_t mode, std::string_view name) const;
  // The first of these that has a color.
  std::string_view FirstOf(std::initializer_list<Code> codes) const;

  bool on_ = false;
  bool links_as_targets_ = false;
  std::vector<std::string> codes_;                            // empty: not set
  std::vector<std::pair<std::string, std::string>> endings_;  // the last one that fits counts
  int64_t charged_ = 0;
};

}  // namespace pysub::shell::tree

#endif  // PYSUB_SHELL_COMMANDS_TREE_COLORS_H_
