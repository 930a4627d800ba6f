#ifndef PYSUB_SHELL_RUN_JOBS_H_
#define PYSUB_SHELL_RUN_JOBS_H_

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/run/budget.h"

namespace pysub::shell {

// A process that this one has forked, until its end has been told.
struct Child {
  int pid = 0;
  int job = 0;  // 0: not a job
  bool done = false;
  int status = 0;
  bool reported = false;
  int signal = 0;  // that killed it; 0: it ended by itself
  void Fields(Serialiser& serialiser);
};

// A pipeline in the background: %1.
struct Job {
  int number = 0;
  std::vector<int> pids;
  std::string text;  // as `jobs` shows it
  bool done = false;
  int status = 0;
  bool told = false;      // that a signal ended it
  std::string coprocess;  // NAME, which is unset when `wait` has told its end
  MemoryCharge held;
  std::string State(bool posix) const;  // as `jobs` says it
  void Fields(Serialiser& serialiser);
};

// The children of a process and its jobs: who they are and how they ended. Forking and waiting are
// in children.h.
class Jobs {
 public:
  // ---- children, in the order of their pids
  void AddChild(int pid) { children_.push_back({.pid = pid}); }
  const std::vector<Child>& children() const { return children_; }
  const Child* FindChild(int pid) const;
  Child* FindChild(int pid) { return const_cast<Child*>(std::as_const(*this).FindChild(pid)); }
  void ForgetChild(int pid);
  // What was forked last is no job: nobody is told of its end.
  void HideLastChild() { children_.back().reported = true; }
  void ChildEnded(int pid, int status, int signal);
  bool HasEnded(int pid);  // or it is not known
  bool HasNews() const;    // one has ended, and that was not told

  // ---- jobs, in the order of their numbers
  const std::vector<Job>& list() const { return jobs_; }
  // Of the child that was forked last.
  void Add(Budget* budget, int pid, std::string text, std::string_view coprocess = {});
  // %1 %+ %- %% %text %?text; null: there is none.
  const Job* Find(std::string_view spec) const;
  const Job* FindByPid(int64_t pid) const;
  // The first job that a signal ended, which nobody was told of: now somebody is.
  const Job* NextDeath(Budget* budget, int* signal);
  // The name of the coprocess that was begun last, if it is not known to have ended.
  const std::string* LastCoprocess(int* pid = nullptr) const;
  // "[1]+  Done                    true\n", as `jobs` shows it.
  std::string Line(const Job& job, bool posix, bool with_pid = false) const;
  void Remove(int number);
  // It is no job any more, and its process no child that `wait` waits for.
  void Disown(Budget* budget, int number);
  // `jobs` has shown these, which have ended, in the order of their numbers: no jobs any more.
  void TellEnded(std::span<const int> numbers);
  // The job whose last process is `pid`, when `wait` has told its end, and that child. What is
  // answered is the coprocess that is gone, or nothing.
  std::string Forget(Budget* budget, int pid);
  // What is no job was ended: nobody asks for it any more.
  void ForgetForeground();
  // It is waited for as a command is, and no job any more.
  void BringToForeground(Budget* budget, int number);
  // `wait` has told the end of all: these were the jobs.
  std::vector<Job> ForgetAll();  // also what is remembered

  // ---- what `wait` has told already, of the last ones
  void Remember(Budget* budget, int pid, int status);
  std::optional<int> PastStatus(int pid) const;

  void Fields(Serialiser& serialiser);

 private:
  const Job* FindJob(int number) const;
  Job* FindJob(int number) { return const_cast<Job*>(std::as_const(*this).FindJob(number)); }
  // %+ is the last job that runs, and %- the last one before it (or the same, where it is alone):
  // it is chosen when a job begins and when one of the two has gone, and not when one ends.
  void ChooseCurrent();
  void KeepCurrent() {
    if (FindJob(current_) == nullptr || FindJob(previous_) == nullptr) ChooseCurrent();
  }

  std::vector<Child> children_;
  std::vector<Job> jobs_;
  int current_ = 0, previous_ = 0;  // their numbers; 0: there is none
  std::map<int, int> past_statuses_;
  MemoryCharge past_held_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_JOBS_H_
