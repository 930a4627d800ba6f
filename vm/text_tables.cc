#include "vm/text_tables.h"

#include <algorithm>
#include <iterator>
#include <memory>

#include "lexer/base/text_hash.h"
#include "lexer/unicode/utf8.h"
#include "vm/objects/str.h"
#include "vm/vm.h"

namespace pysub {
namespace {

// One table entry for so many code points.
constexpr uint32_t kOffsetStride = 64;
// Shorter texts are scanned.
constexpr uint32_t kMinIndexedBytes = 256;

// Memory that is charged; null: refused.
Value* NewSlots(Vm& vm, InlineArena& arena, size_t count, size_t freed_bytes) {
  const size_t bytes = count * sizeof(Value);
  if (!vm.heap.Charge(bytes - freed_bytes)) return vm.NoMemory(bytes);
  Value* slots = static_cast<Value*>(arena.Take(bytes));
  if (slots == nullptr) {
    vm.heap.Release(bytes - freed_bytes);
    return vm.NoMemory(bytes);
  }
  std::uninitialized_fill_n(slots, count, Value::Undefined());
  return slots;
}

// Gives back what was charged for a table, once: assigning {} would keep the vector's memory.
template <typename Offsets>
void Forget(Heap& heap, Offsets& offsets) {
  heap.Release(offsets.table.capacity() * sizeof(uint32_t));
  decltype(offsets.table)().swap(offsets.table);
  offsets.str = nullptr;
}

}  // namespace

Value TextTables::Intern(Vm& vm, std::string_view text) {
  if (interned_.size * 2 >= interned_.capacity) TRY(GrowInterned(vm));
  // (Making the string collects nothing and interns nothing, so the slot stays.)
  Value& slot = *InternSlot(text);
  if (!slot.IsUndefined()) return slot;
  const Value str = TRY(vm.NewStr(text));
  str.AsObject()->set_flag(kFlagInterned, true);
  slot = str;
  ++interned_.size;
  return str;
}

// A table of strings that exist once: names of attributes and variables. Comparing two of them is
// then comparing pointers.
Status TextTables::GrowInterned(Vm& vm) {
  const std::span<Value> old = interned_.all();
  const uint32_t capacity = old.empty() ? kFirstInterned : interned_.capacity * 2;
  const size_t freed = vm.arena().Holds(old.data()) ? 0 : old.size_bytes();
  interned_.slots = TRY(NewSlots(vm, vm.arena(), capacity, freed));
  interned_.capacity = capacity;
  for (Value str : old) {
    if (!str.IsUndefined()) *InternSlot(Vm::View(str)) = str;
  }
  vm.arena().GiveBack(old.data());
  return Done{};
}

// Where `text` is, or would be, in a table that has room.
Value* TextTables::InternSlot(std::string_view text) const {
  const size_t mask = interned_.capacity - 1;
  size_t at = SeededTextHash(text, interned_.seed) & mask;
  while (!interned_.slots[at].IsUndefined() && Vm::View(interned_.slots[at]) != text)
    at = (at + 1) & mask;
  return &interned_.slots[at];
}

// There is one object for each interned text, and names are compared as addresses. So the text must
// not be there already, and the object of the snapshot becomes the one.
bool TextTables::Adopt(Vm& vm, Str* str) {
  const uint32_t before = interned_.size;
  const Value made = Intern(vm, str->view());
  if (made.IsFailed() || interned_.size == before) return false;
  *InternSlot(str->view()) = Value::Of(str);
  return true;
}

// A program that needs none pays for none.
bool TextTables::ReserveChars(Vm& vm) {
  chars_ = NewSlots(vm, vm.arena(), kChars, 0);
  return chars_ != nullptr;
}

// s[i] in text beyond ASCII: the byte of a code point has to be counted out. For a few strings that
// were indexed last a table of places is kept, so that a loop over all indexes does not take
// quadratic time.
size_t TextTables::OffsetOf(Vm& vm, const Str* str, uint32_t index) {
  const std::string_view text = str->view();
  if (index >= str->length) return text.size();
  if (str->count < kMinIndexedBytes) return OffsetOfCodePoint(text, index);
  TextOffsets* found = nullptr;
  for (TextOffsets& offsets : text_offsets_) {
    if (offsets.str == str) found = &offsets;
  }
  if (found == nullptr) {
    found = &text_offsets_[next_text_offsets_];
    next_text_offsets_ = (next_text_offsets_ + 1) % std::size(text_offsets_);
    Forget(vm.heap, *found);
    const uint32_t entries = str->length / kOffsetStride + 1;
    // The table is only there to be fast: without memory, scan.
    if (!vm.heap.Charge(entries * sizeof(uint32_t))) return OffsetOfCodePoint(text, index);
    found->table.reserve(entries);
    static_cast<void>(vm.Tick(str->count / 64));  // a limit is noticed by the next call that looks
    size_t offset = 0;
    for (uint32_t i = 0; i < entries; ++i) {
      found->table.push_back(static_cast<uint32_t>(offset));
      offset += OffsetOfCodePoint(text.substr(offset), kOffsetStride);
    }
    found->str = str;
    found->last_index = found->last_offset = 0;
  }
  if (index == found->last_index + 1) {
    found->last_offset += static_cast<uint32_t>(Utf8SizeFromLead(text[found->last_offset]));
  } else {
    size_t offset = found->table[index / kOffsetStride];
    for (uint32_t i = index % kOffsetStride; i > 0; --i) offset += Utf8SizeFromLead(text[offset]);
    found->last_offset = static_cast<uint32_t>(offset);
  }
  found->last_index = index;
  return found->last_offset;
}

const TextTables::FunctionNames* TextTables::NamesOf(Vm& vm, const Code* code) {
  FunctionNames& known = function_names_[reinterpret_cast<uintptr_t>(code) / sizeof(Code) %
                                         std::size(function_names_)];
  if (known.code != code) {
    const Value name = TRY(Intern(vm, code->name));
    const Value qualified_name =
        code->qualified_name == code->name ? name : TRY(Intern(vm, code->qualified_name));
    known = {code, name, qualified_name};
  }
  return &known;
}

void TextTables::ForgetUnmoved(Heap& heap) {
  for (FunctionNames& names : function_names_) names = {};
  for (TextOffsets& offsets : text_offsets_) Forget(heap, offsets);
}

void TextTables::Close(Heap& heap, InlineArena& arena) {
  for (const std::span<Value> texts : {interned_.all(), std::span(chars_, kChars)}) {
    if (texts.data() == nullptr || arena.Holds(texts.data())) continue;
    arena.GiveBack(texts.data());
    heap.Release(texts.size_bytes());
  }
  interned_ = {.seed = interned_.seed};
  chars_ = nullptr;
}

bool TextTables::CopyFrom(Vm& vm, const TextTables& other) {
  const std::span<Value> slots = other.interned_.all();
  if (!slots.empty()) {
    if (!vm.heap.Charge(slots.size_bytes())) return false;
    interned_ = {.seed = other.interned_.seed};
    Value* copy = static_cast<Value*>(vm.arena().Take(slots.size_bytes()));
    if (copy == nullptr) return false;
    std::uninitialized_copy(slots.begin(), slots.end(), copy);
    interned_ = other.interned_;
    interned_.slots = copy;
  }
  if (other.chars_ == nullptr) return true;
  if (CharSlot(vm, 0) == nullptr) return false;
  std::copy(other.chars_, other.chars_ + kChars, chars_);
  return true;
}

void TextTables::MoveFrom(const TextTables& other, uint64_t offset) {
  const auto moved = [offset](Value* slots) {
    return slots == nullptr ? nullptr
                            : reinterpret_cast<Value*>(reinterpret_cast<uintptr_t>(slots) + offset);
  };
  interned_ = other.interned_;
  interned_.slots = moved(interned_.slots);
  chars_ = moved(other.chars_);
}

}  // namespace pysub
