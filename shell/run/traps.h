#ifndef PYSUB_SHELL_RUN_TRAPS_H_
#define PYSUB_SHELL_RUN_TRAPS_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "shell/run/cow.h"
#include "shell/run/options.h"

namespace pysub::shell {

// The traps of a process: the commands that `trap` has set, by the name of a signal or EXIT, DEBUG,
// RETURN, ERR; which of them runs, and signals that are still to be trapped. (An empty command
// ignores the signal.)
class Traps {
 public:
  using Table = std::map<std::string, std::string, std::less<>>;

  Traps() = default;
  // A fork has its parent's, of which Inherit() leaves those that a subshell has. None of them
  // runs, and none is covered: what a fork has in hand ends with it.
  Traps(const Traps& parent)
      : table_(parent.table_), shown_(parent.shown_), fixed_(parent.fixed_) {}
  Traps& operator=(const Traps&) = delete;

  // No command needs to be looked at for a trap; one that is covered may come back behind it.
  bool empty() const { return table_->empty() && covered_.empty(); }
  bool Has(std::string_view name) const { return table_->contains(name); }
  const std::string* Find(std::string_view name) const;  // null: it is not set
  // False: there is no room for the text.
  bool Set(Budget* budget, const std::string& name, const std::string& text);
  void Remove(Budget* budget, std::string_view name);
  // What exec leaves: signals that are ignored stay so.
  void KeepIgnored(Budget* budget);
  // A new shell cannot trap those, nor have them do anything again.
  void FixIgnored(Budget* budget);
  // The process ends: its EXIT trap runs once.
  void RemoveExit() { table_.Mutable().erase("EXIT"); }
  // What a subshell has: those that ignore a signal stay, the others are the parent's.
  void Inherit(Budget* budget, const ShellOptions& options);

  // A function or a sourced file that does not inherit a trap has it covered: while the frame of
  // that number runs it has no effect and is not listed. Then it is back, unless another one was
  // set meanwhile.
  void Cover(Budget* budget, const std::string& name, uint32_t frame);
  void Uncover(Budget* budget, size_t frame) {
    while (!covered_.empty() && covered_.back().frame == frame) UncoverLast(budget);
  }

  // What `trap` lists: a subshell's are those of its parent until it sets one of its own.
  const Table& shown() const { return shown_->empty() ? *table_ : *shown_; }
  void ForgetShown() { shown_ = {}; }

  // The one that runs, or nothing.
  const std::string& running() const { return running_; }
  void Begin(const std::string& name) { running_ = name; }
  void End() { running_.clear(); }

  // Signals whose traps have not run yet.
  bool HasPending() const { return !pending_.empty(); }
  int first_pending() const { return pending_.front(); }
  void Post(int signal) { pending_.push_back(signal); }
  int TakePending();

  void Fields(Serialiser& serialiser);

 private:
  struct Covered {
    uint32_t frame = 0;
    std::string name;
    std::string text;
    void Fields(Serialiser& serialiser);
  };

  bool IsFixed(std::string_view name) const;
  void UncoverLast(Budget* budget);

  Cow<Table> table_;
  Cow<Table> shown_;
  uint32_t fixed_ = 0;  // signals, by the bits of their numbers
  std::string running_;
  std::vector<int> pending_;
  std::vector<Covered> covered_;  // those of inner frames are behind those of outer ones
  MemoryCharge covered_held_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_TRAPS_H_
