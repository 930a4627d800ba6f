#include "shell/agent/call_queue.h"

#include <poll.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace pysub::agent {
namespace {

constexpr size_t kMostWaitingBytes = size_t{16} << 20;

bool IsReadable(int descriptor) {
  pollfd polled = {descriptor, POLLIN, 0};
  return poll(&polled, 1, 0) > 0;
}

}  // namespace

uint64_t CallQueue::NewOwner() {
  static std::atomic<uint64_t> newest = 0;
  return ++newest;
}

bool CallQueue::Add(CallJob job) {
  const std::lock_guard lock(mutex_);
  if (entries_.size() >= limits_.calls + limits_.waiting_calls || bytes_ >= kMostWaitingBytes)
    return false;
  bytes_ += job.bytes;
  entries_.emplace_back().job = std::move(job);
  Wake();
  return true;
}

bool CallQueue::HasRoom() const {
  const std::lock_guard lock(mutex_);
  return entries_.size() < limits_.calls + limits_.waiting_calls && bytes_ < kMostWaitingBytes;
}

CallQueue::Load CallQueue::load() const {
  const std::lock_guard lock(mutex_);
  return {running_, entries_.size() - running_};
}

bool CallQueue::HasCalls(uint64_t owner) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(entries_.begin(), entries_.end(),
                     [owner](const Entry& entry) { return entry.job.owner == owner; });
}

CallQueue::Entry* CallQueue::Find(uint64_t owner, const Json& id) {
  for (Entry& entry : entries_) {
    if (entry.job.owner == owner && !entry.is_cancelled && entry.job.id == id) return &entry;
  }
  return nullptr;
}

bool CallQueue::Has(uint64_t owner, const Json& id) const {
  const std::lock_guard lock(mutex_);
  return const_cast<CallQueue*>(this)->Find(owner, id) != nullptr;
}

void CallQueue::CancelEntry(Entry& entry) {
  entry.is_cancelled = true;
  // A piece that takes long (a statement of sqlite3 runs to its end in one) hears it at once.
  if (entry.is_on_thread && entry.call != nullptr) entry.call->Interrupt();
  entry.ready_at = {};
  Wake();
}

void CallQueue::Cancel(uint64_t owner, const Json& id) {
  const std::lock_guard lock(mutex_);
  if (Entry* entry = Find(owner, id)) CancelEntry(*entry);
}

void CallQueue::CancelAll(uint64_t owner) {
  const std::lock_guard lock(mutex_);
  for (Entry& entry : entries_) {
    if (entry.job.owner == owner) CancelEntry(entry);
  }
}

// `earlier`: the sessions of calls that came before it and have not begun.
bool CallQueue::MayBegin(const Entry& entry, std::set<std::string_view>* earlier) const {
  if (entry.is_cancelled) return true;  // to be dropped
  if (!entry.job.session.empty()) {
    const bool is_first = earlier->insert(entry.job.session).second;
    if (!is_first || busy_.contains(entry.job.session)) return false;
  }
  return running_ < limits_.calls;
}

bool CallQueue::IsReady(const Entry& entry, SteadyTime now) const {
  if (entry.is_cancelled && !entry.knows_it) return true;
  return entry.ready_at <= now || (entry.descriptor >= 0 && IsReadable(entry.descriptor));
}

CallQueue::Entry* CallQueue::Choose() {
  const SteadyTime now = std::chrono::steady_clock::now();
  std::set<std::string_view> earlier;
  Entry* chosen = nullptr;
  for (Entry& entry : entries_) {
    if (entry.is_on_thread) continue;
    if (entry.call == nullptr ? !MayBegin(entry, &earlier) : !IsReady(entry, now)) continue;
    if (chosen == nullptr || entry.turn < chosen->turn) chosen = &entry;
  }
  return chosen;
}

bool CallQueue::StepOne() {
  Entry* entry = nullptr;
  bool cancels = false;
  {
    const std::lock_guard lock(mutex_);
    entry = Choose();
    if (entry == nullptr) return false;
    entry->is_on_thread = true;
    entry->turn = ++turns_;
    cancels = entry->is_cancelled && !std::exchange(entry->knows_it, entry->is_cancelled);
    if (entry->call == nullptr && !cancels) {
      ++running_;
      if (!entry->job.session.empty()) busy_.insert(entry->job.session);
    }
  }
  // The list does not move it, and nobody else touches what this thread has.
  if (entry->call == nullptr) {
    if (cancels) return Finish(*entry), true;
    std::unique_ptr<Call> call = entry->job.start();
    const std::lock_guard lock(mutex_);
    entry->call = std::move(call);
  }
  if (cancels) entry->call->Cancel();
  if (entry->call->Step()) return Finish(*entry), true;
  if (entry->job.tell && !entry->knows_it) entry->job.tell(entry->call->progress());
  const CallWait wait = entry->call->wait();
  const std::lock_guard lock(mutex_);
  entry->ready_at =
      wait.time.count() > 0 ? std::chrono::steady_clock::now() + wait.time : SteadyTime();
  entry->descriptor = wait.descriptor;
  entry->is_on_thread = false;
  return true;
}

void CallQueue::Finish(Entry& entry) {
  bool is_cancelled = false;
  {
    const std::lock_guard lock(mutex_);
    is_cancelled = entry.is_cancelled;
  }
  if (!is_cancelled) {
    entry.job.finish(entry.call->result());
  } else if (entry.job.drop) {
    entry.job.drop();
  }
  std::list<Entry> ended;  // is freed without the lock
  const std::lock_guard lock(mutex_);
  bytes_ -= entry.job.bytes;
  if (entry.call != nullptr) {
    --running_;
    if (!entry.job.session.empty()) busy_.erase(entry.job.session);
  }
  for (auto it = entries_.begin(); it != entries_.end(); ++it) {
    if (&*it != &entry) continue;
    ended.splice(ended.begin(), entries_, it);
    break;
  }
}

std::chrono::nanoseconds CallQueue::WaitFor(std::vector<int>* descriptors) const {
  std::chrono::nanoseconds least = std::chrono::hours(1);
  const SteadyTime now = std::chrono::steady_clock::now();
  const std::lock_guard lock(mutex_);
  std::set<std::string_view> earlier;
  for (const Entry& entry : entries_) {
    if (entry.is_on_thread) continue;
    if (entry.call == nullptr) {
      if (MayBegin(entry, &earlier)) return std::chrono::nanoseconds(0);
      continue;
    }
    if (entry.is_cancelled && !entry.knows_it) return std::chrono::nanoseconds(0);
    if (entry.descriptor >= 0) descriptors->push_back(entry.descriptor);
    least = std::min<std::chrono::nanoseconds>(least, entry.ready_at - now);
  }
  return std::max(least, std::chrono::nanoseconds(0));
}

bool CallQueue::TryTake(std::string_view session) {
  const std::lock_guard lock(mutex_);
  return busy_.emplace(session).second;
}

void CallQueue::Release(std::string_view session) {
  const std::lock_guard lock(mutex_);
  if (const auto at = busy_.find(session); at != busy_.end()) busy_.erase(at);
}

}  // namespace pysub::agent
