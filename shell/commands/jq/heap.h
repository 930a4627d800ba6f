#ifndef PYSUB_SHELL_COMMANDS_JQ_HEAP_H_
#define PYSUB_SHELL_COMMANDS_JQ_HEAP_H_

#include <string>
#include <string_view>
#include <utility>

#include "pysub/shell/command.h"
#include "shell/commands/jq/value.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::jq {

// Makes and changes values, and pays for them: memory in pieces through CommandIo::Reserve(), work
// through its account. Once there is no more of either, stopped() is true and the command ends;
// what is made then is small or empty.
class Heap {
 public:
  Heap() = default;
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;
  ~Heap();

  // The step's; null between steps.
  void set_io(CommandIo* io) { io_ = io; }
  bool stopped() const { return stopped_; }
  void Stop() { stopped_ = true; }

  // Work that cannot be interrupted where it stands. False: stop, and give up.
  bool Spend(uint64_t work) {
    work_ += work;
    return work_ < kLookEvery ? !stopped_ : Look();
  }
  // For the step's own count.
  uint64_t TakeWork() { return std::exchange(work_, 0); }
  // Memory beside values: before it grows, or after it shrank. False: there is no more.
  bool Charge(int64_t bytes) {
    used_ += bytes;
    return used_ <= reserved_ || Reserve(bytes);
  }
  // `text`, to a place of `room` bytes, which is charged. False: stop, and give up.
  bool Move(std::string* text, size_t room);
  template <typename List>
  bool MoveItems(List* list, size_t room) {
    if (!Spend(list->size() * sizeof(typename List::value_type) / 16) ||
        !MoveList(list, room, [this] { return io_ == nullptr || io_->account().Look(); })) {
      stopped_ = true;
    }
    return !stopped_;
  }
  int64_t used() const { return used_; }
  // What is paid for; also what a loaded heap believes to have paid for.
  int64_t& reserved() { return reserved_; }

  Value String(std::string_view text);
  // A string of `size` bytes to be filled in; null: no room.
  char* NewString(size_t size, Value* value);
  // `text` grows by `more`.
  void Append(Value* text, std::string_view more);
  Value Literal(double number, std::string_view text);
  // It was read: another than what was read before.
  void MarkRead(Value* value) {
    if (!value->has_birth()) return;
    reads_ = reads_ < Value::kReads ? reads_ + 1 : 1;
    value->set_birth(reads_);
  }
  // The birth of the last; saved.
  uint8_t& reads() { return reads_; }

  // An array with room for so many.
  Value Array(size_t room);
  void Push(Value* array, Value item);
  // Makes the array the caller's own, of `size` elements at least (null ones are added). False: no
  // room.
  bool Own(Value* array, size_t size);
  void Truncate(Value* array, size_t size);
  Value Slice(const Value& array, size_t from, size_t to);

  Value Object(size_t room);
  void Set(Value* object, Value key, Value value);
  // Where the value of `key` is, in an object that becomes the caller's own; a fresh key has null.
  // Null: no room.
  Value* Slot(Value* object, Value key);
  void Remove(Value* object, const Value& key);

  // Frees some of what nobody has any more.
  void Drain(int most);
  void Dead(Box* box) {
    box->heap = reinterpret_cast<Heap*>(dead_);
    dead_ = box;
    if (!draining_) Drain(256);
  }

 private:
  static constexpr uint64_t kLookEvery = 1 << 13;
  static constexpr size_t kPiece = 64 << 10;

  bool Look();
  bool Reserve(int64_t bytes);
  // (Of `bytes` in 64 bits: where size_t has 32, room for many would wrap.)
  Box* New(Kind kind, uint64_t bytes, size_t size, size_t room);
  void Free(Box* box);
  bool OwnObject(Value* object, size_t room);
  void BuildIndex(Box* box);
  bool AddToIndex(Box* box, uint32_t entry);

  CommandIo* io_ = nullptr;
  bool stopped_ = false;
  bool draining_ = false;
  uint8_t reads_ = 0;
  uint64_t work_ = 0;
  int64_t used_ = 0;
  int64_t reserved_ = 0;
  Box* dead_ = nullptr;
};

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_HEAP_H_
