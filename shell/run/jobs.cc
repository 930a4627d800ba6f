#include "shell/run/jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shell/run/signals.h"
#include "shell/snapshot/serialiser.h"
#include "shell/text_search.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

constexpr int64_t kPastBytes = 64;  // a status that is remembered

}  // namespace

std::string Job::State(bool posix) const {
  if (!done) return "Running";
  if (status == 0) return "Done";
  if (status == 128 + kSigTerm) return "Terminated";
  if (status == 128 + kSigKill) return "Killed";
  const std::string code = std::to_string(status);
  return posix ? "Done(" + code + ")" : "Exit " + code;
}

const Child* Jobs::FindChild(int pid) const {
  auto found = std::lower_bound(children_.begin(), children_.end(), pid,
                                [](const Child& child, int wanted) { return child.pid < wanted; });
  return found != children_.end() && found->pid == pid ? &*found : nullptr;
}

void Jobs::ForgetChild(int pid) {
  if (Child* child = FindChild(pid))
    children_.erase(children_.begin() + (child - children_.data()));
}

void Jobs::ChildEnded(int pid, int status, int signal) {
  Child* child = FindChild(pid);
  if (child == nullptr) return;
  child->done = true;
  child->status = status;
  child->signal = signal;
  if (Job* job = child->job == 0 ? nullptr : FindJob(child->job)) {
    job->done = true;
    job->status = status;
  }
}

bool Jobs::HasEnded(int pid) {
  const Child* child = FindChild(pid);
  return child == nullptr || child->done;
}

bool Jobs::HasNews() const {
  for (const Child& child : children_) {
    if (child.done && !child.reported) return true;
  }
  return false;
}

void Jobs::Add(Budget* budget, int pid, std::string text, std::string_view coprocess) {
  Job job;
  job.number = jobs_.empty() ? 1 : jobs_.back().number + 1;
  job.pids = {pid};
  job.coprocess = coprocess;
  job.held.Add(budget, static_cast<int64_t>(text.size()) + 512);
  job.text = std::move(text);
  children_.back().job = job.number;
  jobs_.push_back(std::move(job));
  budget->Tick(jobs_.size() / 16);
  ChooseCurrent();
}

std::string Jobs::Line(const Job& job, bool posix, bool with_pid) const {
  const char mark = job.number == current_ ? '+' : job.number == previous_ ? '-' : ' ';
  return fmt::format("[{}]{} {} {:<24}{}{}\n", job.number, mark,
                     with_pid ? fmt::format("{:5}", job.pids.back()) : "", job.State(posix),
                     job.text, job.done ? "" : " &");
}

void Jobs::ChooseCurrent() {
  const auto runs = [](const Job& job) { return !job.done; };
  const auto last = std::find_if(jobs_.rbegin(), jobs_.rend(), runs);
  current_ = last == jobs_.rend() ? 0 : last->number;
  const auto before = last == jobs_.rend() ? last : std::find_if(last + 1, jobs_.rend(), runs);
  previous_ = before == jobs_.rend() ? current_ : before->number;
}

const Job* Jobs::FindJob(int number) const {
  auto found = std::lower_bound(jobs_.begin(), jobs_.end(), number,
                                [](const Job& job, int wanted) { return job.number < wanted; });
  return found != jobs_.end() && found->number == number ? &*found : nullptr;
}

const Job* Jobs::Find(std::string_view spec) const {
  if (spec.starts_with('%')) spec.remove_prefix(1);
  if (spec.empty() || spec == "+" || spec == "%") return FindJob(current_);
  if (spec == "-") return FindJob(previous_);
  int64_t number = 0;
  bool digits = ReadWhole(spec, &number);
  // (One pass over the texts, which were counted.)
  const auto has = [](std::string_view text, std::string_view part) {
    return FindText(text, part, 0, [](uint64_t) { return true; }) != std::string_view::npos;
  };
  for (const Job& job : jobs_) {
    if (digits                  ? job.number == number
        : spec.starts_with('?') ? has(job.text, spec.substr(1))
                                : job.text.starts_with(spec)) {
      return &job;
    }
  }
  return nullptr;
}

const Job* Jobs::FindByPid(int64_t pid) const {
  const Job* found = nullptr;
  for (const Job& job : jobs_) {
    if (job.pids.back() == pid) found = &job;
  }
  return found;
}

const Job* Jobs::NextDeath(Budget* budget, int* signal) {
  if (!budget->Tick(jobs_.size() / 8)) return nullptr;
  for (Job& job : jobs_) {
    if (!job.done || job.told) continue;
    job.told = true;
    const Child* child = FindChild(job.pids.back());
    if (child == nullptr || child->signal == 0) continue;
    *signal = child->signal;
    return &job;
  }
  return nullptr;
}

const std::string* Jobs::LastCoprocess(int* pid) const {
  for (size_t i = jobs_.size(); i-- > 0;) {
    if (jobs_[i].coprocess.empty()) continue;
    if (jobs_[i].done) return nullptr;
    if (pid != nullptr) *pid = jobs_[i].pids.back();
    return &jobs_[i].coprocess;
  }
  return nullptr;
}

void Jobs::Remove(int number) {
  std::erase_if(jobs_, [&](const Job& one) { return one.number == number; });
  KeepCurrent();
}

// (Bash remembers 0 of one that runs.)
void Jobs::Disown(Budget* budget, int number) {
  const Job* job = FindJob(number);
  if (job == nullptr || !budget->Tick((jobs_.size() + children_.size()) / 16 + 1)) return;
  Remember(budget, job->pids.back(), job->status);
  ForgetChild(job->pids.back());
  Remove(number);
}

void Jobs::TellEnded(std::span<const int> numbers) {
  std::erase_if(jobs_, [&](const Job& job) {
    if (!std::binary_search(numbers.begin(), numbers.end(), job.number)) return false;
    if (Child* child = FindChild(job.pids.back())) child->reported = true;
    return true;
  });
  KeepCurrent();
}

std::string Jobs::Forget(Budget* budget, int pid) {
  ForgetChild(pid);
  budget->Tick(jobs_.size() / 8);
  for (size_t i = 0; i < jobs_.size(); ++i) {
    if (jobs_[i].pids.empty() || jobs_[i].pids.back() != pid) continue;
    std::string coprocess = std::move(jobs_[i].coprocess);
    jobs_.erase(jobs_.begin() + static_cast<std::ptrdiff_t>(i));
    KeepCurrent();
    return coprocess;
  }
  return std::string();
}

std::vector<Job> Jobs::ForgetAll() {
  children_.clear();
  past_statuses_.clear();
  past_held_.Release();
  current_ = previous_ = 0;
  return std::exchange(jobs_, {});
}

void Jobs::ForgetForeground() {
  std::erase_if(children_, [](const Child& child) { return child.job == 0; });
}

void Jobs::BringToForeground(Budget* budget, int number) {
  budget->Tick((children_.size() + jobs_.size()) / 8);
  for (Child& child : children_) {
    if (child.job == number) child.job = 0;
  }
  Remove(number);
}

// As many as POSIX wants at least (CHILD_MAX) and some more. Pids grow: the first is the oldest.
void Jobs::Remember(Budget* budget, int pid, int status) {
  constexpr size_t kMostPast = 1024;
  if (past_statuses_.contains(pid)) return;
  if (past_statuses_.size() >= kMostPast) {
    past_statuses_.erase(past_statuses_.begin());
  } else if (!past_held_.Add(budget, kPastBytes)) {
    return;
  }
  past_statuses_[pid] = status;
}

std::optional<int> Jobs::PastStatus(int pid) const {
  auto found = past_statuses_.find(pid);
  return found == past_statuses_.end() ? std::nullopt : std::optional<int>(found->second);
}

// ---- snapshots

void Child::Fields(Serialiser& serialiser) { serialiser(pid, job, done, status, reported, signal); }

void Job::Fields(Serialiser& serialiser) {
  serialiser(number, pids, text, done, status, told, coprocess, held);
  serialiser.Check(!pids.empty(), "a job");
}

void Jobs::Fields(Serialiser& serialiser) {
  serialiser(children_, jobs_, past_statuses_, current_, previous_);
  if (serialiser.loading()) past_held_.Load(serialiser, kPastBytes * past_statuses_.size());
  int last = 0;
  for (const Job& job : jobs_) {
    serialiser.Check(job.number > last && job.number < 1 << 30, "a job");
    last = job.number;
  }
  last = 0;
  for (const Child& child : children_) {
    serialiser.Check(child.pid > last, "a child");
    last = child.pid;
  }
}

}  // namespace pysub::shell
