#ifndef PYSUB_VM_ROOTS_H_
#define PYSUB_VM_ROOTS_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "vm/host/request.h"
#include "vm/value.h"

// The values that a Vm holds in members of its own, in two groups with a list each. Collecting,
// saving, restoring, copying and the end at a limit all go through these lists
// (Vm::PersistentRoots, Vm::TransientRoots), so none can forget a value that another knows. A
// member that is missing in the list of its group does not compile; a Value outside of them
// fails tests/lint/vm_tables.py.
namespace pysub {

enum class LibraryState : uint8_t {
#define PYSUB_LIBRARY_STATE(name, field) k##name,
#include "vm/library_state.def"
  kCount,
};

// What a program consists of between two instructions, beside its stack and its frames. A snapshot
// has these, in this order.
class PersistentValues {
 public:
  // What a finished generator returned, beside Exhausted.
  Value stop_value;
  // Futures of calls that the host answers later: a Dict from sequence to future, or Undefined.
  Value host_futures;
  // Values that the host holds on to, by number: a List, or Undefined.
  Value host_handles;
  // What modules of the library keep: see vm/library_state.def.
  Value& library_state(LibraryState state) { return library_state_[static_cast<size_t>(state)]; }
  const Value& library_state(LibraryState state) const {
    return library_state_[static_cast<size_t>(state)];
  }

  // In the order of snapshots. `visit` takes a span of values.
  template <typename F>
  constexpr void VisitPersistent(F visit) {
    for (Value* value :
         {&resume_error_, &stop_value, &modules_, &main_globals_, &resume_value_, &request_.target,
          &request_.arguments, &request_.keywords, &host_futures, &host_handles, &os_answers_}) {
      visit(std::span<Value>(value, 1));
    }
    visit(std::span<Value>(library_state_));
  }

 protected:
  // what else is in it
  static constexpr size_t kNoValues = sizeof(HostRequest) - 3 * sizeof(Value);

  Value resume_value_;  // what the top frame waits for when Run() goes on
  // The exception, where that is Failed: error_ is free for what the host does.
  Value resume_error_;
  Value modules_;  // sys.modules
  Value main_globals_;
  HostRequest request_;
  // a List of what AskOs() has been answered in the running native, or Undefined
  Value os_answers_;

 private:
  Value library_state_[static_cast<size_t>(LibraryState::kCount)];
};

// What only the instruction or step under way needs. When the Vm stands still nobody reads them any
// more.
class TransientValues {
 public:
  template <typename F>
  constexpr void VisitTransient(F visit) {
    for (Value* value : {&error_, &unwound_value_, &resume_input_, &resume_input_error_,
                         &resume_input_stop_value_, &pinned_, &callback_resumes_}) {
      visit(std::span<Value>(value, 1));
    }
  }

 protected:
  static constexpr size_t kNoValues = 0;

  Value error_;          // pending exception; Undefined: none
  Value unwound_value_;  // see Vm::HandleFailure
  Value resume_input_;   // of the running resume function, or of its last suspension point that was
                         // answered at once
  Value resume_input_error_;       // error_ and ...
  Value resume_input_stop_value_;  // ... stop_value as they came with it
  Value pinned_;                   // kept while collecting
  Value callback_resumes_;  // resume_value_ of what stands still, when the callback has ended
};

namespace internal {

// Whether the list of a group has as many values as there are in it.
template <typename Values>
struct ListOf : Values {
  static consteval bool IsComplete() {
    ListOf values;
    size_t listed = 0;
    const auto count = [&](std::span<Value> some) { listed += some.size_bytes(); };
    if constexpr (requires { values.VisitPersistent(count); }) {
      values.VisitPersistent(count);
    } else {
      values.VisitTransient(count);
    }
    return listed + Values::kNoValues == sizeof(Values);
  }
};
static_assert(ListOf<PersistentValues>::IsComplete(),
              "a Value of PersistentValues is not in VisitPersistent()");
static_assert(ListOf<TransientValues>::IsComplete(),
              "a Value of TransientValues is not in VisitTransient()");

}  // namespace internal
}  // namespace pysub

#endif  // PYSUB_VM_ROOTS_H_
