#ifndef PYSUB_SHELL_RUN_HISTORY_H_
#define PYSUB_SHELL_RUN_HISTORY_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "shell/run/budget.h"
#include "shell/run/cow.h"

namespace pysub::shell {

class LineScanner;
struct Process;

// A command as it was read: a line, or several that were joined.
struct HistoryEntry {
  std::string line;
  int64_t time = 0;  // seconds since 1970
};

struct HistoryList {
  std::deque<HistoryEntry> entries;  // what is too old goes at the front, one for each that comes
  static constexpr int64_t kEntryBytes = 96;
  void Fields(Serialiser& serialiser);
};

// What `set -o history` keeps. A fork has its parent's list until one of them adds to it.
class History {
 public:
  size_t size() const { return list_->entries.size(); }
  const HistoryEntry& operator[](size_t i) const { return list_->entries[i]; }
  int64_t base() const { return base_; }  // the number of the first entry
  int64_t NextNumber() const { return base_ + static_cast<int64_t>(size()); }

  // ---- changing it. False: a limit was reached.
  bool Add(Budget* budget, std::string_view line, int64_t time);
  // `joint` and `line` behind the last entry, of which `drop` bytes go.
  bool AppendToLast(Budget* budget, size_t drop, std::string_view joint, std::string_view line);
  bool SetLastTime(Budget* budget, int64_t time);
  bool Remove(Budget* budget, size_t first, size_t count);
  bool RemoveEqual(Budget* budget, std::string_view line);
  void Clear();
  // No more than so many entries; nothing: any number.
  bool Limit(Budget* budget, std::optional<uint64_t> most);
  void Fields(Serialiser& serialiser);

  // ---- what commands, builtins and prompts have to know of the last line
  struct Reading {
    uint32_t lines = 0;             // of the command that is being read, or runs
    bool first_line_saved = false;  // its first line is in the list
    int64_t comment_line = -2;      // which of them was a comment
    bool last_added = false;        // the last line is an entry of its own
    bool last_pushed = false;       // `history -s` has made the last entry
    void Fields(auto& archive) {
      archive(lines, first_line_saved, comment_line, last_added, last_pushed);
    }
  } reading;
  int64_t lines_this_session = 0;  // that no file has yet
  int64_t lines_in_file = 0;
  int64_t commands = 1;         // \# of a prompt: the number of the next command
  bool expands_prompt = false;  // now (not between two steps, and not saved): HISTCMD

  // ---- what !?? and :& repeat
  struct Memory {
    std::string search, match, left, right;
    bool has_left = false;
    MemoryCharge held;
    void Fields(auto& archive) { archive(search, match, left, right, has_left, held); }
  } memory;

 private:
  bool Own(Budget* budget);  // before it changes

  Cow<HistoryList> list_;
  int64_t base_ = 1;
  std::optional<uint64_t> most_;
};

// A line of the script was read: it becomes an entry, or a part of the last one (cmdhist), as
// HISTCONTROL and HISTIGNORE say. `scanner` has seen all lines in front of it.
bool RememberLine(Process& process, std::string_view line, LineScanner* scanner);
// `history -s`, `fc -s`. False: the variables say no, or a limit was reached.
bool RememberEntry(Process& process, std::string_view line);
// The entry of the command that runs goes, as with `history -s`. False: there is none.
bool ForgetLastEntry(Process& process);
// HISTSIZE has another value.
void FollowHistorySize(Process& process);
// \! of PS1: what the next entry would be called; 1 where none is kept.
int64_t HistoryNumber(const Process& process);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_HISTORY_H_
