#ifndef PYSUB_VM_SNAPSHOT_SNAPSHOT_H_
#define PYSUB_VM_SNAPSHOT_SNAPSHOT_H_

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vm/vm.h"

// A whole sandbox as bytes. Between two calls of Vm::Run all that a program is lies in its heap,
// its stack and its frames; a snapshot is that, with the limits and what was used of them. The
// host's hooks are no part of it, nor are its policies: what a sandbox may ask is the host's to say
// again. The format: vm/snapshot/format.h.
namespace pysub {

// What to put into a snapshot.
struct SaveOptions {
  // Without sources the host brings the same compiled units again when it restores.
  bool with_sources = true;
};

// Appends the snapshot to *out. False: it cannot be saved, since a limit was hit; *out is as it
// was. Garbage is no part of it: of two sandboxes in the same state the bytes are the same. Output
// that waits is flushed to the host. Linear in what is alive (and in what is not, when code was
// dropped that is still in memory: that is collected first).
bool SaveSnapshot(Vm& vm, const SaveOptions& options, std::string* out, std::string* error);

// How many objects of a type there are, and their bytes.
struct TypeCensus {
  uint64_t objects = 0;
  uint64_t bytes = 0;
};

// The host that loads decides about limits: a snapshot is a file, and whoever wrote it may have set
// them as he liked.
struct RestoreOptions {
  // What the sandbox may have at most, whatever the snapshot says.
  Limits ceilings;
  // `ceilings` are its limits, also where the snapshot says less. What was used of them stays used.
  bool replaces_limits = false;
  // Units that the host has; used instead of compiling the text in the snapshot again.
  std::span<const std::shared_ptr<const CompiledUnit>> units = {};
  // What depends on the machine begins anew: memory and time are as in `ceilings`, and
  // no time has been spent.
  bool replay = false;
  // Not null: receives the census of the objects, by name of type.
  std::map<std::string, TypeCensus>* census = nullptr;
};

// A Vm that goes on where the saved one was; null, and *error says which part of the bytes is
// wrong.
// The bytes may come from anybody: whatever they are, the answer is an error or a sandbox that
// keeps its limits. Linear in the size of the bytes and of what they describe, which is charged to
// the memory limit before it is made.
std::unique_ptr<Vm> RestoreSnapshot(const Runtime& runtime, const HostHooks& hooks,
                                    std::string_view bytes, const RestoreOptions& options,
                                    std::string* error);

// The compiled units that a sandbox uses: what RestoreOptions::units wants.
std::vector<std::shared_ptr<const CompiledUnit>> UnitsOf(const Vm& vm);

// A copy of `vm`, which stands still and stays as it is: any number of threads may copy
// it at once. Null: it does not fit into limits.memory_bytes. Linear in what it has in
// memory, garbage included.
std::unique_ptr<Vm> CopyVm(const Vm& vm, const Limits& limits, const HostHooks& hooks);

// For many copies of one Vm: may be copied by any number of threads at once. It is made once, of a
// Vm that stands still, and pays for itself from the second copy on: where all lies in one piece, a
// copy is a memcpy and an addition for each pointer (docs/decisions/018).
class VmImage {
 public:
  // Null: no memory.
  static std::unique_ptr<const VmImage> Of(const Vm& vm);
  // Like CopyVm.
  std::unique_ptr<Vm> Copy(const Limits& limits, const HostHooks& hooks) const;

 private:
  VmImage(std::unique_ptr<const Vm> vm, bool in_one_piece, std::vector<uint32_t> pointers)
      : vm_(std::move(vm)), in_one_piece_(in_one_piece), pointers_(std::move(pointers)) {}

  std::unique_ptr<const Vm> vm_;
  bool in_one_piece_;               // all it has lies in its inline arena,
  std::vector<uint32_t> pointers_;  // where at these places are words that point into it
};

// Keys the hashes of such a copy anew. Only before it has run, while all its sets are empty. False:
// no memory. Without it all copies of a program would share a key, and what one of them learnt of
// collisions would work in the others.
bool Rekey(Vm& vm, uint64_t seed);

// A second sandbox in the same state, which shares compiled code with the first and nothing else.
// Collects garbage in the first. Null: a limit was hit, or is by the copy.
std::unique_ptr<Vm> ForkSandbox(Vm& vm, const HostHooks& hooks, std::string* error);

}  // namespace pysub

#endif  // PYSUB_VM_SNAPSHOT_SNAPSHOT_H_
