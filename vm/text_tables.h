#ifndef PYSUB_VM_TEXT_TABLES_H_
#define PYSUB_VM_TEXT_TABLES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "compiler/code.h"
#include "vm/inline_arena.h"
#include "vm/object.h"
#include "vm/result.h"
#include "vm/value.h"

namespace pysub {

class Heap;
class Vm;

// What a Vm remembers of texts: the strings of which there is one only, and what is found again by
// an address until the next collection. No part of a snapshot: who restores one makes it again.
class TextTables {
 public:
  // `seed` keys the table of interned strings: no program knows it.
  explicit TextTables(uint64_t seed) : interned_{.seed = seed} {}
  TextTables(const TextTables&) = delete;
  TextTables& operator=(const TextTables&) = delete;

  // ---- The one str object with this text (attribute names, constants). Kept as long as the Vm.
  Value Intern(Vm& vm, std::string_view text);
  // The same if there is one already, else Undefined.
  Value FindInterned(std::string_view text) const {
    return interned_.capacity == 0 ? Value::Undefined() : *InternSlot(text);
  }
  // A restored snapshot has one with this text: false if another is there already.
  bool Adopt(Vm& vm, Str* str);

  // ---- The strings of one ASCII character, and "" behind them: each is made when it is first
  // needed.
  static constexpr size_t kChars = 129;
  static constexpr size_t kEmpty = 128;
  // By character; null: none was needed yet.
  Value* chars() const { return chars_; }
  // Where one of them is kept; null: failed.
  Value* CharSlot(Vm& vm, size_t index) {
    return chars_ != nullptr || ReserveChars(vm) ? &chars_[index] : nullptr;
  }

  // ---- Byte offset of code point `index` of a str that is not ASCII: about constant time while
  // few of them are indexed.
  size_t OffsetOf(Vm& vm, const Str* str, uint32_t index);

  // ---- Name and qualified name of the functions with this code; null: failed.
  struct FunctionNames {
    const Code* code = nullptr;
    Value name, qualified_name;
  };
  const FunctionNames* NamesOf(Vm& vm, const Code* code);

  // ---- Collecting
  template <typename F>
  void VisitTexts(F visit) {
    visit(interned_.all());
    if (chars_ != nullptr) visit(std::span(chars_, kChars));
  }
  // At each collection: addresses mean other objects afterwards.
  void ForgetUnmoved(Heap& heap);
  // Gives back all memory. After a limit, with what was charged for it, and nothing is found any
  // more.
  void GiveBack(InlineArena& arena) {
    arena.GiveBack(interned_.slots);
    arena.GiveBack(chars_);
  }
  void Close(Heap& heap, InlineArena& arena);

  // ---- Copies. The values still refer to the objects of the other Vm.
  static constexpr uint32_t kFirstInterned = 32;
  size_t interned_bytes() const { return interned_.all().size_bytes(); }
  size_t chars_bytes() const { return chars_ == nullptr ? 0 : kChars * sizeof(Value); }
  bool IsIn(const InlineArena& arena) const {
    return arena.Holds(interned_.slots) && (chars_ == nullptr || arena.Holds(chars_));
  }
  // False: no memory.
  bool CopyFrom(Vm& vm, const TextTables& other);
  // The memory of `other` was copied as it is, `offset` bytes further on.
  void MoveFrom(const TextTables& other, uint64_t offset);

 private:
  // An open-addressing table of Str, by a keyed hash of the text.
  struct InternTable {
    Value* slots = nullptr;
    uint32_t capacity = 0;  // a power of two, or 0
    uint32_t size = 0;
    uint64_t seed = 0;
    std::span<Value> all() const { return {slots, capacity}; }
  };
  // Where the code points of a long str start, one entry for 64 of them, so that indexing in a loop
  // is linear (T-021).
  struct TextOffsets {
    const Str* str = nullptr;
    uint32_t last_index = 0, last_offset = 0;  // the last answer
    std::vector<uint32_t> table;
  };

  Value* InternSlot(std::string_view text) const;
  Status GrowInterned(Vm& vm);
  bool ReserveChars(Vm& vm);

  Value* chars_ = nullptr;
  InternTable interned_;
  // The names that were asked for last: a generator expression asks each time.
  FunctionNames function_names_[8];
  TextOffsets text_offsets_[4];
  uint32_t next_text_offsets_ = 0;  // the entry to be replaced next
};

}  // namespace pysub

#endif  // PYSUB_VM_TEXT_TABLES_H_
