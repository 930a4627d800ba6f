#include "shell/agent/store_calls.h"

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace pysub::agent {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// So long the end of a server waits for work that is being done, before it is told to give up.
constexpr milliseconds kGrace(2'000);
// Where no descriptor can be had, a call looks so often whether its work is done.
constexpr milliseconds kLook(20);

}  // namespace

// What a call and the thread share; whoever of the two is last frees it.
struct StoreCalls::Job {
  enum class Stage : uint8_t { kWaits, kRuns, kDone, kGivenUp };

  explicit Job(std::function<CallResult()> what)
      : work(std::move(what)), wake(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}
  ~Job() {
    if (wake >= 0) close(wake);
  }

  // False: nobody wants it any more.
  bool Begin() {
    const std::lock_guard lock(mutex);
    if (stage != Stage::kWaits) return false;
    stage = Stage::kRuns;
    return true;
  }
  bool IsGivenUp() {
    const std::lock_guard lock(mutex);
    return stage == Stage::kGivenUp;
  }
  void Finish(CallResult done) {
    const std::lock_guard lock(mutex);
    if (stage != Stage::kRuns) return;  // (its call has gone, with whoever asked)
    result = std::move(done);
    stage = Stage::kDone;
    const uint64_t one = 1;
    static_cast<void>(!write(wake, &one, sizeof(one)));
  }

  const std::function<CallResult()> work;
  const int wake;  // can be read when it is done
  std::mutex mutex;
  Stage stage = Stage::kWaits;  // guarded by mutex
  CallResult result;            // guarded by mutex
};

// The call, which does nothing but look whether its work is done.
class StoreCalls::Waiting : public Call {
 public:
  Waiting(std::shared_ptr<Job> job, milliseconds time)
      : job_(std::move(job)), time_(time), deadline_(steady_clock::now() + time) {}
  ~Waiting() override {
    const std::lock_guard lock(job_->mutex);
    job_->stage = Job::Stage::kGivenUp;
  }

  bool Step() override {
    const std::lock_guard lock(job_->mutex);
    if (job_->stage == Job::Stage::kDone) {
      result_ = std::move(job_->result);
      return true;
    }
    if (steady_clock::now() < deadline_) return false;
    const bool has_begun = job_->stage == Job::Stage::kRuns;
    job_->stage = Job::Stage::kGivenUp;
    result_ = FailedCall(fmt::format(
        "the store has not answered in {} ms: {}", time_.count(),
        has_begun ? "nobody knows whether this was done" : "others came first, nothing was done"));
    return true;
  }
  void Cancel() override { deadline_ = {}; }
  CallWait wait() const override {
    const auto left = std::max<steady_clock::duration>(deadline_ - steady_clock::now(),
                                                       std::chrono::nanoseconds(1));
    if (job_->wake >= 0) return {left, job_->wake};
    return {std::min<std::chrono::nanoseconds>(left, kLook), -1};
  }

 private:
  const std::shared_ptr<Job> job_;
  const milliseconds time_;
  SteadyTime deadline_;
};

StoreCalls::StoreCalls(milliseconds time, std::function<void()> give_up)
    : time_(time), give_up_(std::move(give_up)), thread_([this] { Run(); }) {}

StoreCalls::~StoreCalls() {
  {
    std::unique_lock lock(mutex_);
    is_over_ = true;
    jobs_.clear();
    changed_.notify_all();
    if (!changed_.wait_for(lock, kGrace, [this] { return has_ended_; })) give_up_();
  }
  thread_.join();
}

std::unique_ptr<Call> StoreCalls::Start(std::function<CallResult()> work) {
  auto job = std::make_shared<Job>(std::move(work));
  {
    const std::lock_guard lock(mutex_);
    // Those that nobody waits for go: while a store hangs a client may ask and cancel for ever.
    std::erase_if(jobs_, [](const std::shared_ptr<Job>& one) { return one->IsGivenUp(); });
    jobs_.push_back(job);
  }
  changed_.notify_all();
  return std::make_unique<Waiting>(std::move(job), time_);
}

void StoreCalls::Run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return is_over_ || !jobs_.empty(); });
    if (is_over_) break;
    std::shared_ptr<Job> job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    if (job->Begin()) job->Finish(job->work());
    job.reset();
    lock.lock();
  }
  has_ended_ = true;
  changed_.notify_all();
}

}  // namespace pysub::agent
