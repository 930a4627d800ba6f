#ifndef PYSUB_VM_SNAPSHOT_READER_H_
#define PYSUB_VM_SNAPSHOT_READER_H_

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "vm/snapshot/format.h"
#include "vm/snapshot/schema.h"
#include "vm/snapshot/snapshot.h"

// A sandbox from bytes that may come from anybody. Nothing follows a reference before all
// references and fields of all objects were checked; what can be computed (indices of dicts,
// hashes, code) is not read but made again. Only snapshot/reader.cc, which reads, and
// snapshot/checks.cc include this.
namespace pysub {

// The order of the steps in Read() is what makes it safe. Each relies on what those before it have
// shown:
//
//   ReadHeader ... ReadIdentities   numbers within their bounds, references to objects that
//                                   exist; nothing is followed
//   CheckFields                     each word of each object is of the kind its schema says
//   CheckObjects                    what C++ takes for granted beyond kinds; numbers and memory
//                                   before what looks into them
//   CheckTracebacks                 no circles where C++ walks without a budget
//   RebuildContainers               hashes of keys, so keys must be whole by now
//   CheckGenerators, CheckFrames    registers, by what the verifier knows of the code
//
// A Vm that is refused half-way is thrown away. No program has run in it.
class SnapshotReader {
 public:
  SnapshotReader(const Runtime& runtime, const HostHooks& hooks, std::string_view bytes,
                 const RestoreOptions& options, std::string* error)
      : runtime_(runtime),
        hooks_(hooks),
        options_(options),
        bytes_(bytes),
        from_(bytes),
        error_(error) {}

  std::unique_ptr<Vm> Read() {
    if (!ReadHeader() || !ReadLimits() || !ReadUnits() || !ReadObjects() || !ReadState() ||
        !ReadIdentities()) {
      return nullptr;
    }
    if (from_.left() != 0) return Refuse("bytes follow its end"), nullptr;
    // What objects share is looked at again for each that refers to it: not more often than this.
    vm_->budget_.set_step_limit(kMostWork + 64 * bytes_.size());
    if (!CheckFields() || !CheckObjects(Turn::kNumbersAndMemory) || !CheckObjects(Turn::kOthers) ||
        !CheckTracebacks() || !RebuildContainers() || !CheckGenerators() || !CheckRoots() ||
        !CheckFrames()) {
      return nullptr;
    }
    Finish();
    return std::move(vm_);
  }

 private:
  // Steps that the checks may take beside what the length of the bytes explains. A snapshot in
  // which a thousand objects share a list of a million ints is refused by it, instead of keeping
  // the host busy.
  static constexpr uint64_t kMostWork = uint64_t{1} << 27;

  bool Refuse(std::string_view why) {
    if (vm_ != nullptr && vm_->budget_.limit_hit() != LimitHit::kNone)
      why = "it takes too much work or memory";
    if (error_->empty()) error_->append("not a snapshot that can be restored: ").append(why);
    return false;
  }
  bool RefuseMemory() { return Refuse("it needs more memory than its limit"); }

  // The sections of the bytes, in their order. Each answers false when it has refused.
  bool ReadHeader();
  bool ReadLimits();
  bool ReadUnits();
  bool ReadCode();
  bool ReadObjects();
  bool ReadDirectory(size_t contents_bytes);
  bool NewObjects(Object header, uint32_t count);
  bool ReadContents();
  bool ReadTexts(std::span<Object* const> strs);
  void CopyText(std::string_view text, char* to) const;
  bool ReadItems(Object* object);
  bool ReadNewItems(Value* to, uint64_t count);
  bool ReadBlock(WordCode code, Value* to, const Value* end, uint8_t* count);
  bool ReadFunction(Function* function);
  bool ReadWords(Object* object);
  bool ReadState();
  bool ReadFrame(uint32_t number);
  bool ReadIdentities();
  Value Word();
  static Value Referred(Object* object);
  Value OtherWord(uint64_t code);
  Value KnownText(uint64_t number);

  bool CheckFields();
  bool CheckFieldsOf(Object* object, const Schema& schema);
  bool CheckList(const List* list);
  bool CheckNativeFrame(NativeFrame* frame);
  bool RebuildContainers();
  // What others look into is checked before them, and all before keys are hashed.
  enum class Turn : uint8_t { kNumbersAndMemory, kOthers };
  bool CheckObjects(Turn turn);
  bool CheckGenerators();
  bool CheckTracebacks();
  bool CheckGenerator(Generator* generator);
  bool CheckRoots();
  bool CheckCodeObjects();
  bool CheckRequest(Vm& vm);
  bool CheckFrames();
  bool CheckFrame(uint32_t number);
  const RegisterKinds* KindsOf(const CompiledUnit& unit, const Code& code);
  bool MayWaitAt(const CompiledUnit& unit, const Code& code, uint32_t pc);
  bool CheckRegisters(const CompiledUnit& unit, const Code& code, uint32_t pc,
                      const Value* registers, uint32_t count, uint32_t except = UINT32_MAX);
  void Finish();

  LinkedUnit* UnitAt(uint64_t number) {
    return number < vm_->units_.size() ? vm_->units_[number].get() : nullptr;
  }
  // Neighbours of one type in the directory: what is to be done for a type is looked up once for
  // all of them. Most snapshots have few rows and many objects.
  struct Neighbours {
    const Schema* schema;
    TypeId type;
    Layout layout;
    uint8_t flags;
    uint32_t begin, end;  // numbers
  };
  std::span<Object* const> ObjectsOf(const Neighbours& row) const {
    return {objects_.data() + row.begin, objects_.data() + row.end};
  }

  // A limit as it was saved, but never above what the host allows now: a forged snapshot cannot
  // give itself more.
  uint64_t Limit(uint64_t ceiling) {
    const uint64_t read = from_.Varint();
    return options_.replaces_limits ? ceiling
                                    : std::min(read == 0 ? kUnlimited : read - 1, ceiling);
  }

  const Runtime& runtime_;
  const HostHooks& hooks_;
  const RestoreOptions& options_;
  std::string_view bytes_;
  ByteReader from_;
  std::string* error_;
  std::unique_ptr<Vm> vm_;
  // What the sections before have told, for the sections after them.
  bool has_sources_ = false;
  bool started_ = false;
  uint64_t used_allocations_ = 0;
  uint64_t used_steps_ = 0;
  uint64_t steps_limit_ = 0;
  std::vector<std::shared_ptr<const CompiledUnit>> codes_;
  // By number. The directory makes all objects before any word is read, so a reference may point
  // forward.
  std::vector<Object*> objects_;
  std::vector<Neighbours> rows_;  // all objects
  // The number of the first object that no word has referred to yet.
  uint64_t next_ = 0;
  // Words of a kUndefinedRun that are still to be handed out by Word(). It must be 0 at the end of
  // each object: a run never reaches over two.
  uint64_t undefined_left_ = 0;
  // How much of the stack the snapshot says is in use. Frames must lie below it.
  uint32_t stack_words_ = 0;
  // What the verifier found for a code, computed for the first frame or generator in it. Nothing:
  // it knows none, and then no frame of that code is accepted.
  std::map<const Code*, std::optional<RegisterKinds>> kinds_;
};

}  // namespace pysub

#endif  // PYSUB_VM_SNAPSHOT_READER_H_
