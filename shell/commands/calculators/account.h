#ifndef PYSUB_SHELL_COMMANDS_CALCULATORS_ACCOUNT_H_
#define PYSUB_SHELL_COMMANDS_CALCULATORS_ACCOUNT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pysub/shell/archive.h"
#include "pysub/shell/command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::calc {

// Memory and work of one bc or dc. What grows is charged here before it does, in pieces of 64 KiB
// to the command's account. Once something was refused, stopped() is true and the command ends at
// its next look; numbers that are made then are zero.
class Account {
 public:
  Account() = default;
  Account(const Account&) = delete;
  Account& operator=(const Account&) = delete;

  // The step's; null between steps.
  void set_io(CommandIo* io) { io_ = io; }
  bool stopped() const { return stopped_; }
  void Stop() { stopped_ = true; }

  // Work that cannot yield where it stands, about a nanosecond each. False: give up.
  bool Spend(uint64_t work) {
    work_ += work;
    return work_ < kLookEvery ? !stopped_ : Look();
  }
  // Around an operation on large numbers, which leaves its operands where they are. When it takes
  // long and other processes have something to do, it is given up as if a limit was reached, and
  // EndOperation() is true: the step yields, and the next one does it again, with four times as
  // much patience. What is lost is at most 4/3 of what it costs.
  void BeginOperation() {
    in_operation_ = true;
    operation_work_ = 0;
    next_question_ = patience_;
  }
  bool EndOperation() {
    in_operation_ = false;
    patience_ = gave_up_ ? 4 * patience_ : kPatience;
    if (!std::exchange(gave_up_, false)) return false;
    stopped_ = false;
    return true;
  }

  // For the step's own count.
  uint64_t TakeWork() { return std::exchange(work_, 0); }

  // Before something grows. False: there is no more.
  bool Charge(uint64_t bytes) {
    used_ += static_cast<int64_t>(bytes);
    return used_ <= reserved_ || Reserve();
  }
  void Release(uint64_t bytes) { used_ -= static_cast<int64_t>(bytes); }

  // Makes room for `more` items; what the list has room for is charged.
  template <typename List>
  bool MakeRoom(List* list, size_t more) {
    constexpr size_t kUnit = sizeof(typename List::value_type);
    const size_t need = list->size() + more;
    if (need <= list->capacity()) return !stopped_;
    // (from a megabyte on by a quarter)
    const size_t room = need + need / (need * kUnit > (1 << 20) ? 4 : 2);
    if (!Charge(room * kUnit)) {
      Release(room * kUnit);
      return false;
    }
    const size_t old = list->capacity();
    if (!MoveList(list, room, [this] { return io_ == nullptr || io_->account().Look(); })) {
      Release(room * kUnit);
      stopped_ = true;
      return false;
    }
    Release(old * kUnit);
    return true;
  }
  // Before a list dies.
  template <typename List>
  void ReleaseRoom(const List& list) {
    Release(list.capacity() * sizeof(typename List::value_type));
  }

  // What was loaded is charged anew while it is made, and paid for by the first step.
  void Fields(Archive& archive) {
    archive.Charged(reserved_);
    // Who saves and loads often gets through the next operation all the same.
    if (archive.loading()) patience_ = UINT64_MAX;
  }

 private:
  static constexpr uint64_t kLookEvery = 1 << 13;
  static constexpr int64_t kPiece = 64 << 10;
  static constexpr uint64_t kPatience = 1 << 23;  // some milliseconds

  bool Look() {
    if (io_ == nullptr || stopped_) return !stopped_;
    operation_work_ += work_;
    if (!io_->account().Tick(TakeWork())) {
      stopped_ = true;
    } else if (in_operation_ && operation_work_ >= next_question_) {
      next_question_ = operation_work_ + kPatience;
      stopped_ = gave_up_ = io_->OthersCanRun();
    }
    return !stopped_;
  }
  bool Reserve() {
    if (io_ == nullptr) return true;
    const int64_t more = used_ - reserved_ + kPiece;
    if (stopped_ || !io_->Reserve(more)) {
      stopped_ = true;
      return false;
    }
    reserved_ += more;
    return true;
  }

  CommandIo* io_ = nullptr;
  bool stopped_ = false;
  uint64_t work_ = 0;
  bool in_operation_ = false, gave_up_ = false;
  uint64_t patience_ = kPatience, operation_work_ = 0, next_question_ = 0;
  int64_t used_ = 0;
  int64_t reserved_ = 0;
};

}  // namespace pysub::shell::calc

#endif  // PYSUB_SHELL_COMMANDS_CALCULATORS_ACCOUNT_H_
