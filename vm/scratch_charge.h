#ifndef PYSUB_VM_SCRATCH_CHARGE_H_
#define PYSUB_VM_SCRATCH_CHARGE_H_

#include <cstdint>

#include "vm/vm.h"

namespace pysub {

// Memory of the sandbox that C++ code uses outside of the heap until it returns: charged before it
// is taken, and given back with this object. To ask Heap::HasRoomFor() is no substitute: what
// nobody was charged for is taken twice.
class ScratchCharge {
 public:
  explicit ScratchCharge(Vm& vm) : vm_(vm) {}
  ScratchCharge(Vm& vm, uint64_t bytes) : vm_(vm), ok_(Add(bytes).ok()) {}
  ~ScratchCharge() {
    if (bytes_ > 0) vm_.heap.Release(bytes_);
  }
  ScratchCharge(const ScratchCharge&) = delete;
  ScratchCharge& operator=(const ScratchCharge&) = delete;
  bool ok() const { return ok_; }
  Status Add(uint64_t bytes) {
    if (!vm_.heap.Charge(bytes)) return vm_.NoMemory(bytes);
    bytes_ += bytes;
    return Done{};
  }

 private:
  Vm& vm_;
  uint64_t bytes_ = 0;
  bool ok_ = true;
};

}  // namespace pysub

#endif  // PYSUB_VM_SCRATCH_CHARGE_H_
