#ifndef PYSUB_SHELL_COMMANDS_TEXT_TAB_STOPS_H_
#define PYSUB_SHELL_COMMANDS_TEXT_TAB_STOPS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "pysub/shell/command.h"

namespace pysub::shell {

// Where tabs lead to: -t of expand and unexpand.
class TabStops {
 public:
  // "4", "2,8", "2,+4", "2,/8". False: refused with a message.
  bool Parse(CommandIo& io, std::string_view text);
  void Add(uint64_t column);
  // After the last of them.
  bool Finish(CommandIo& io);

  // The first stop behind `column`. *index belongs to the line: 0 at its start. *last:
  // there are none any more.
  uint64_t Next(uint64_t column, uint64_t* index, bool* last) const;
  // Blanks between two stops, at most.
  uint64_t widest() const { return widest_; }

 private:
  std::vector<uint64_t> columns_;
  uint64_t every_ = 0;      // one size for all
  uint64_t extend_ = 0;     // "/N": multiples of N behind the last
  uint64_t increment_ = 0;  // "+N": each N from the last
  uint64_t widest_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_TAB_STOPS_H_
