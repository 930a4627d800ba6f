#include "shell/commands/jq/heap.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "shell/syntax/arena.h"

namespace pysub::shell::jq {
namespace {

// From so many entries on an object has an index.
constexpr uint32_t kIndexFrom = 9;

size_t BytesOf(const Box& box) {
  switch (box.kind) {
    case Kind::kArray: return sizeof(Box) + box.room * sizeof(Value);
    case Kind::kObject: return sizeof(Box) + sizeof(ObjectIndex) + box.room * sizeof(Entry);
    default: return sizeof(Box) + box.room;
  }
}

uint32_t Mix(uint64_t bits) {
  bits *= 0x9E3779B97F4A7C15u;
  bits ^= bits >> 29;
  bits *= 0xBF58476D1CE4E5B9u;
  return static_cast<uint32_t>(bits >> 32) | 1;
}

}  // namespace

uint32_t HashOf(const Value& key) {
  if (key.kind() == Kind::kShort) return Mix(key.without_birth() ^ Mix(key.last_word()));
  Box* box = key.box();
  if (box->extra != 0) return box->extra;
  const std::string_view text = key.text();
  uint64_t hash = text.size();
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    uint64_t word;
    std::memcpy(&word, text.data() + at, 8);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  }
  for (; at < text.size(); ++at) hash = (hash ^ static_cast<uint8_t>(text[at])) * 0x100000001B3u;
  box->extra = Mix(hash);
  return box->extra;
}

void Value::Release(Box* box) { box->heap->Dead(box); }

const Value* Value::Find(const Value& key) const {
  if (words_[1] == 0) return nullptr;
  Box* const mine = box();
  Entry* const all = entries();
  const ObjectIndex& index = *IndexOf(mine);
  if (index.size == 0) {
    for (uint32_t i = 0; i < mine->size; ++i) {
      if (all[i].key.is_none()) continue;
      if (SameText(all[i].key, key)) return &all[i].value;
    }
    return nullptr;
  }
  const uint32_t mask = index.size - 1;
  for (uint32_t at = HashOf(key) & mask; index.slots[at] != 0; at = (at + 1) & mask) {
    const Entry& entry = all[index.slots[at] - 1];
    if (!entry.key.is_none() && SameText(entry.key, key)) return &entry.value;
  }
  return nullptr;
}

Heap::~Heap() {
  io_ = nullptr;
  while (dead_ != nullptr) Drain(1 << 20);
}

bool Heap::Look() {
  if (io_ == nullptr || stopped_) return !stopped_;
  if (!io_->account().Tick(TakeWork())) stopped_ = true;
  return !stopped_;
}

bool Heap::Move(std::string* text, size_t room) {
  if (!MoveText(io_ == nullptr ? nullptr : &io_->account(), text, room)) stopped_ = true;
  return !stopped_;
}

bool Heap::Reserve(int64_t bytes) {
  if (io_ == nullptr) return true;  // what is loaded is paid for by the first step
  if (dead_ != nullptr) Drain(1 << 16);
  if (used_ <= reserved_) return true;
  const int64_t more = used_ - reserved_ + std::max<int64_t>(kPiece, bytes / 8);
  if (!io_->Reserve(more)) {
    stopped_ = true;
    return false;
  }
  reserved_ += more;
  return true;
}

Box* Heap::New(Kind kind, uint64_t bytes, size_t size, size_t room) {
  if (room > UINT32_MAX / 2 || (!Charge(static_cast<int64_t>(bytes)) && bytes > kPiece)) {
    used_ -= room > UINT32_MAX / 2 ? 0 : static_cast<int64_t>(bytes);
    stopped_ = true;
    return nullptr;
  }
  Box* box = static_cast<Box*>(std::malloc(static_cast<size_t>(bytes)));
  if (box == nullptr) std::abort();
  box->heap = this;
  box->refs = 1;
  box->size = static_cast<uint32_t>(size);
  box->room = static_cast<uint32_t>(room);
  box->extra = 0;
  box->kind = kind;
  box->mark = 0;
  return box;
}

// The parts of a dead one become dead in turn; they wait in the list.
void Heap::Free(Box* box) {
  if (box->kind == Kind::kArray) {
    Value* items = reinterpret_cast<Value*>(box + 1);
    for (uint32_t i = 0; i < box->size; ++i) items[i].~Value();
  } else if (box->kind == Kind::kObject) {
    ObjectIndex& index = *IndexOf(box);
    Entry* entries = reinterpret_cast<Entry*>(&index + 1);
    for (uint32_t i = 0; i < box->size; ++i) entries[i].~Entry();
    if (index.size != 0) {
      used_ -= 4 * static_cast<int64_t>(index.size);
      std::free(index.slots);
    }
  }
  used_ -= static_cast<int64_t>(BytesOf(*box));
  std::free(box);
}

void Heap::Drain(int most) {
  if (draining_) return;
  draining_ = true;
  while (dead_ != nullptr && most-- > 0) {
    Box* box = dead_;
    dead_ = reinterpret_cast<Box*>(box->heap);
    most -=
        static_cast<int>(std::min<uint32_t>(box->kind >= Kind::kArray ? box->size : 0, 1 << 16));
    Free(box);
  }
  draining_ = false;
  // What was paid for and is not needed goes back in large pieces.
  const int64_t left = reserved_ - used_;
  if (io_ != nullptr && left > std::max<int64_t>(used_, 1 << 20)) {
    const int64_t back = left - static_cast<int64_t>(kPiece);
    if (io_->Reserve(-back)) reserved_ -= back;
  }
}

// ---- strings
char* Heap::NewString(size_t size, Value* value) {
  Box* box = New(Kind::kString, sizeof(Box) + uint64_t{size}, size, size);
  if (box == nullptr) return nullptr;
  work_ += size / 16;
  *value = Value::OfBox(Kind::kString, box);
  return reinterpret_cast<char*>(box + 1);
}

Value Heap::String(std::string_view text) {
  if (text.size() <= Value::kMaxShort) return Value::Short(text);
  Value value;
  char* bytes = NewString(text.size(), &value);
  if (bytes == nullptr) return Value::Short("");
  std::memcpy(bytes, text.data(), text.size());
  return value;
}

void Heap::Append(Value* text, std::string_view more) {
  const size_t old = text->text().size();
  const size_t size = old + more.size();
  if (size <= Value::kMaxShort && text->kind() == Kind::kShort) {
    char bytes[Value::kMaxShort];
    std::memcpy(bytes, text->text().data(), old);
    std::memcpy(bytes + old, more.data(), more.size());
    *text = Value::Short({bytes, size});
    return;
  }
  work_ += more.size() / 16;
  if (text->kind() == Kind::kString && !text->is_shared() && size <= text->box()->room) {
    char* bytes = reinterpret_cast<char*>(text->box() + 1);
    std::memcpy(bytes + old, more.data(), more.size());
    text->box()->size = static_cast<uint32_t>(size);
    text->box()->extra = 0;
    return;
  }
  const size_t room = size + size / 2 + 16;
  Box* box = New(Kind::kString, sizeof(Box) + uint64_t{room}, size, room);
  if (box == nullptr) return;
  work_ += old / 16;
  char* bytes = reinterpret_cast<char*>(box + 1);
  std::memcpy(bytes, text->text().data(), old);
  std::memcpy(bytes + old, more.data(), more.size());
  *text = Value::OfBox(Kind::kString, box);
}

Value Heap::Literal(double number, std::string_view text) {
  Box* box = New(Kind::kLiteral, sizeof(Box) + 8 + text.size(), 8 + text.size(), 8 + text.size());
  if (box == nullptr) return Value::Number(number);
  std::memcpy(box + 1, &number, 8);
  std::memcpy(reinterpret_cast<char*>(box + 1) + 8, text.data(), text.size());
  return Value::OfBox(Kind::kLiteral, box);
}

// ---- arrays
Value Heap::Array(size_t room) {
  if (room == 0) return Value::EmptyArray();
  Box* box = New(Kind::kArray, sizeof(Box) + uint64_t{room} * sizeof(Value), 0, room);
  return box == nullptr ? Value::EmptyArray() : Value::OfBox(Kind::kArray, box);
}

bool Heap::Own(Value* array, size_t size) {
  const size_t old = array->size();
  const bool shared = array->has_box() && array->is_shared();
  if (!array->has_box() || shared || size > array->box()->room) {
    const size_t want = std::max(size, old);
    if (want == 0) return true;
    const size_t room = want > old ? want + want / 2 + 2 : want;
    Value larger = Array(room);
    if (!larger.has_box()) return false;
    Value* items = larger.items();
    for (size_t i = 0; i < old; ++i) {
      if (shared) {
        new (items + i) Value(array->items()[i]);
      } else {
        new (items + i) Value(std::move(array->items()[i]));
      }
    }
    work_ += old / 4;
    larger.box()->size = static_cast<uint32_t>(old);
    array->Swap(larger);
  }
  Value* items = array->items();
  for (size_t i = old; i < size; ++i) new (items + i) Value(Value::Null());
  if (size > old) {
    work_ += (size - old) / 4;
    array->box()->size = static_cast<uint32_t>(size);
  }
  return true;
}

void Heap::Push(Value* array, Value item) {
  const size_t size = array->size();
  if (array->has_box() && !array->is_shared() && size < array->box()->room) {
    new (array->items() + size) Value(std::move(item));
    array->box()->size = static_cast<uint32_t>(size + 1);
    return;
  }
  if (Own(array, size + 1)) array->items()[size] = std::move(item);
}

void Heap::Truncate(Value* array, size_t size) {
  if (size >= array->size() || !Own(array, 0)) return;
  Value* items = array->items();
  for (size_t i = size; i < array->size(); ++i) items[i].~Value();
  array->box()->size = static_cast<uint32_t>(size);
}

Value Heap::Slice(const Value& array, size_t from, size_t to) {
  if (from == 0 && to == array.size()) return array;
  Value slice = Array(to - from);
  if (!slice.has_box()) return slice;
  work_ += (to - from) / 4;
  for (size_t i = from; i < to; ++i) new (slice.items() + (i - from)) Value(array.at(i));
  slice.box()->size = static_cast<uint32_t>(to - from);
  return slice;
}

// ---- objects
Value Heap::Object(size_t room) {
  if (room == 0) return Value::EmptyObject();
  Box* box = New(Kind::kObject, sizeof(Box) + sizeof(ObjectIndex) + uint64_t{room} * sizeof(Entry),
                 0, room);
  if (box == nullptr) return Value::EmptyObject();
  *IndexOf(box) = {nullptr, 0, 0};
  return Value::OfBox(Kind::kObject, box);
}

bool Heap::AddToIndex(Box* box, uint32_t entry) {
  ObjectIndex& index = *IndexOf(box);
  const uint32_t mask = index.size - 1;
  uint32_t at = HashOf(reinterpret_cast<Entry*>(&index + 1)[entry].key) & mask;
  uint32_t steps = 1;
  for (; index.slots[at] != 0; at = (at + 1) & mask) ++steps;
  index.slots[at] = entry + 1;
  work_ += steps / 4;
  return work_ < kLookEvery || Look();
}

void Heap::BuildIndex(Box* box) {
  ObjectIndex& index = *IndexOf(box);
  uint32_t size = 16;
  while (size < 2 * box->room) size *= 2;
  if (!Charge(4 * static_cast<int64_t>(size)) && size > kPiece) {
    used_ -= 4 * static_cast<int64_t>(size);
    return;
  }
  index.slots = static_cast<uint32_t*>(std::calloc(size, 4));
  index.size = size;
  Entry* entries = reinterpret_cast<Entry*>(&index + 1);
  for (uint32_t i = 0; i < box->size; ++i) {
    if (!entries[i].key.is_none() && !AddToIndex(box, i)) break;
  }
}

// Makes it the caller's own, with room for `room` entries; what was removed is left out of a copy.
bool Heap::OwnObject(Value* object, size_t room) {
  const bool shared = object->has_box() && object->is_shared();
  if (object->has_box() && !shared && room <= object->box()->room) return true;
  const size_t count = object->count();
  const size_t want = std::max(room, count);
  Value larger = Object(want > count ? want + want / 2 + 3 : want);
  if (!larger.has_box()) return want == 0;
  Box* box = larger.box();
  Entry* to = larger.entries();
  for (size_t i = 0; i < object->slots(); ++i) {
    Entry& from = object->entries()[i];
    if (from.key.is_none()) continue;
    if (shared) {
      new (to + box->size) Entry{from.key, from.value};
    } else {
      new (to + box->size) Entry{std::move(from.key), std::move(from.value)};
    }
    ++box->size;
  }
  box->extra = box->size;
  work_ += box->size / 2;
  if (box->size >= kIndexFrom) BuildIndex(box);
  object->Swap(larger);
  return true;
}

Value* Heap::Slot(Value* object, Value key) {
  if (const Value* found = object->Find(key)) {
    if (!object->is_shared()) return const_cast<Value*>(found);
    if (!OwnObject(object, 0)) return nullptr;
    return const_cast<Value*>(object->Find(key));
  }
  const size_t slots = object->slots();
  // (What was removed takes room until it grows.)
  const bool full = !object->has_box() || slots == object->box()->room;
  if (!OwnObject(object, full ? object->count() + 1 : 0)) return nullptr;
  if (!object->has_box() || object->box()->size == object->box()->room) {
    if (!OwnObject(object, object->box()->room + 1)) return nullptr;
  }
  Box* box = object->box();
  const uint32_t at = box->size++;
  ++box->extra;
  Entry* entry = new (object->entries() + at) Entry{std::move(key), Value::Null()};
  if (IndexOf(box)->size != 0) {
    AddToIndex(box, at);
  } else if (box->size >= kIndexFrom) {
    BuildIndex(box);
  }
  return &entry->value;
}

void Heap::Set(Value* object, Value key, Value value) {
  if (Value* slot = Slot(object, std::move(key))) *slot = std::move(value);
}

void Heap::Remove(Value* object, const Value& key) {
  if (object->Find(key) == nullptr || !OwnObject(object, 0)) return;
  const Value* found = object->Find(key);
  if (found == nullptr) return;
  const size_t at =
      static_cast<size_t>(reinterpret_cast<const Entry*>(found - 1) - object->entries());
  Entry& entry = object->entries()[at];
  entry.key = Value();
  entry.value = Value();
  --object->box()->extra;
}

}  // namespace pysub::shell::jq
