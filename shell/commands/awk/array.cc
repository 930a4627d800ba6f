#include "shell/commands/awk/array.h"

#include <algorithm>
#include <new>

namespace pysub::shell::awk {
namespace {

// How many buckets a table has, one after the other. Those of texts decide about the order of
// loops: they are gawk's, which grows when there are three elements for each bucket.
constexpr uint32_t kRooms[] = {13,        127,       1021,     8191,     131071,
                               1048573,   8388593,   16777213, 33554393, 67108859,
                               134217689, 268435399, 536870909};
constexpr uint32_t kMostChain = 3;

uint32_t NextRoom(uint32_t room) {
  for (uint32_t larger : kRooms) {
    if (larger > room) return larger;
  }
  return 0;
}

// gawk's, on which the order of its loops depends: h = c + 65599 h, with signed characters.
uint32_t HashOf(std::string_view text) {
  uint32_t hash = 0;
  for (char c : text)
    hash = static_cast<uint32_t>(static_cast<int32_t>(c)) + (hash << 6) + (hash << 16) - hash;
  return hash;
}

uint32_t HashOf(int64_t number) {
  const auto bits = static_cast<uint64_t>(number);
  return static_cast<uint32_t>(bits ^ bits >> 32);
}

}  // namespace

Key Key::OfText(std::string_view text, Str* str) {
  Key key{.text = text, .str = str};
  const bool negative = !text.empty() && text[0] == '-';
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (digits.empty() || digits.size() > 15 || (digits[0] == '0' && text.size() > 1)) return key;
  int64_t number = 0;
  for (char c : digits) {
    if (c < '0' || c > '9') return key;
    number = number * 10 + (c - '0');
  }
  key.is_integer = true;
  key.integer = negative ? -number : number;
  return key;
}

Array* Array::New(Heap* heap) {
  if (!heap->Charge(sizeof(Array) + 16)) return nullptr;
  return new Array(heap);
}

Array::Element** Array::Slot(const Key& key, uint32_t hash) {
  Table& table = key.is_integer ? integers_ : texts_;
  if (table.room == 0) return nullptr;
  Element** at = &table.buckets[hash % table.room];
  uint64_t passed = 0;
  for (; *at != nullptr; at = &(*at)->next, ++passed) {
    if ((*at)->hash != hash) continue;
    if (key.is_integer ? (*at)->key.integer == key.integer : (*at)->key.text->view() == key.text)
      break;
  }
  // Whoever knows the hash, which is gawk's, can have all keys in one bucket. The time that takes
  // is his: a refusal ends the program where it looks next.
  if (passed > 4 * kMostChain) static_cast<void>(heap_->Work(passed));
  return at;
}

Value* Array::Find(const Key& key) {
  Element** slot = Slot(key, key.is_integer ? HashOf(key.integer) : HashOf(key.text));
  return slot == nullptr || *slot == nullptr ? nullptr : &(*slot)->value;
}

Value* Array::Get(const Key& key) {
  const uint32_t hash = key.is_integer ? HashOf(key.integer) : HashOf(key.text);
  Element** slot = Slot(key, hash);
  if (slot != nullptr && *slot != nullptr) return &(*slot)->value;
  Table& table = key.is_integer ? integers_ : texts_;
  if (table.size + 1 >= kMostChain * table.room && !Grow(&table)) return nullptr;
  Element* element = NewElement(key, &table, hash);
  return element == nullptr ? nullptr : &element->value;
}

// The key is not there, the table has room.
Array::Element* Array::NewElement(const Key& key, Table* table, uint32_t hash) {
  Str* text = nullptr;
  if (!key.is_integer && key.str != nullptr) {
    text = key.str;
    ++text->refs;
  } else if (!key.is_integer) {
    text = NewStr(heap_, key.text.size());
    if (text == nullptr) return nullptr;
    std::memcpy(text->bytes, key.text.data(), key.text.size());
  }
  if (!heap_->Charge(kElementBytes)) {
    if (text != nullptr) static_cast<void>(Value(Kind::kText, text));
    return nullptr;
  }
  Element*& bucket = table->buckets[hash % table->room];
  auto* element = new Element{.next = bucket, .key = {}, .hash = hash, .value = {}};
  if (key.is_integer) {
    element->key.integer = key.integer;
  } else {
    element->key.text = text;
  }
  bucket = element;
  ++table->size;
  return element;
}

// ---- saving and loading
bool Array::MakeTable(Archive& archive, Table* table) {
  const uint32_t room = std::exchange(table->room, 0);
  const bool good = room == 0 ? table->size == 0 : NextRoom(room - 1) == room;
  if (!good || !archive.Take(room * sizeof(Element*) + table->size * kElementBytes)) {
    table->size = 0;
    archive.Fail();
    return false;
  }
  if (room == 0) return true;
  static_cast<void>(heap_->Charge(room * sizeof(Element*)));
  table->buckets = new Element*[room]();
  table->room = room;
  return true;
}

void Array::SaveKey(Archive& archive, const Table* table, Element* element) {
  if (table == &integers_) {
    archive(element->key.integer);
  } else {
    std::string_view text = element->key.text->view();
    archive.Block(text);
  }
}

// Null: it belongs elsewhere, or is there already.
// A text that is written as a number must be in the other table, or it would be there twice.
Array::Element* Array::LoadKey(Archive& archive, Table* table, uint32_t bucket) {
  Key key;
  if (table == &integers_) {
    archive(key.integer);
    if (key.integer <= -Key::kFirstTooLong || key.integer >= Key::kFirstTooLong) return nullptr;
    key.is_integer = true;
  } else {
    archive.Block(key.text);
    if (Key::OfText(key.text).is_integer) return nullptr;
  }
  const uint32_t hash = key.is_integer ? HashOf(key.integer) : HashOf(key.text);
  if (!archive.ok() || (hash % table->room) != bucket) return nullptr;
  Element** slot = Slot(key, hash);
  if (slot == nullptr || *slot != nullptr || !archive.Take(key.text.size() + 48)) return nullptr;
  return NewElement(key, table, hash);
}

bool Array::Grow(Table* table) {
  const uint32_t room = NextRoom(table->room);
  if (room == 0) return true;  // chains become longer
  if (!heap_->Charge(room * sizeof(Element*))) return false;
  if (!heap_->Work(table->size)) return false;
  auto** buckets = new Element*[room]();
  for (uint32_t i = 0; i < table->room; ++i) {
    for (Element *at = table->buckets[i], *next; at != nullptr; at = next) {
      next = at->next;
      Element*& bucket = buckets[at->hash % room];
      at->next = bucket;
      bucket = at;
    }
  }
  delete[] table->buckets;
  heap_->Release(table->room * sizeof(Element*));
  table->buckets = buckets;
  table->room = room;
  return true;
}

void Array::FreeElement(Element* element, bool integer, std::vector<Array*>* rest) {
  if (!integer) static_cast<void>(Value(Kind::kText, element->key.text));  // drops it
  // An array inside is freed by the loop of Destroy(), however deep they are.
  if (element->value.HasArray()) {
    element->value.array()->Retain();
    rest->push_back(element->value.array());
  }
  delete element;
  heap_->Release(kElementBytes);
}

void Array::Empty(std::vector<Array*>* rest) {
  for (Table* table : {&integers_, &texts_}) {
    for (uint32_t i = 0; i < table->room; ++i) {
      for (Element *at = table->buckets[i], *next; at != nullptr; at = next) {
        next = at->next;
        FreeElement(at, table == &integers_, rest);
      }
    }
    static_cast<void>(heap_->Work(table->size + table->room / 4));
    delete[] table->buckets;
    heap_->Release(table->room * sizeof(Element*));
    *table = {};
  }
}

// Arrays of arrays may be nested as deep as memory allows: a list, and no recursion.
void Array::Clear() {
  std::vector<Array*> rest;
  Empty(&rest);
  while (!rest.empty()) {
    Array* inner = rest.back();
    rest.pop_back();
    if (inner->refs_ == 1) inner->Empty(&rest);
    inner->Drop();
  }
}

void Array::Destroy() {
  Clear();
  heap_->Release(sizeof(Array) + 16);
  delete this;
}

void Array::Remove(const Key& key) {
  Element** slot = Slot(key, key.is_integer ? HashOf(key.integer) : HashOf(key.text));
  if (slot == nullptr || *slot == nullptr) return;
  Element* element = *slot;
  *slot = element->next;
  Table& table = key.is_integer ? integers_ : texts_;
  std::vector<Array*> rest;
  FreeElement(element, key.is_integer, &rest);
  for (Array* inner : rest) inner->Drop();
  if (--table.size == 0) {
    delete[] table.buckets;
    heap_->Release(table.room * sizeof(Element*));
    table = {};
  }
}

bool Array::List(std::vector<Value>* keys, size_t* charged) {
  const size_t bytes = size() * (sizeof(Value) + sizeof(int64_t));
  if (!heap_->Charge(bytes) || !heap_->Work(8 * size())) return false;
  *charged += bytes;
  keys->reserve(keys->size() + size());
  std::vector<int64_t> integers;
  integers.reserve(integers_.size);
  ForEach([&](bool integer, Element& element) {
    if (integer) {
      integers.push_back(element.key.integer);
    } else {
      ++element.key.text->refs;
      keys->emplace_back(Kind::kText, element.key.text);
    }
  });
  std::sort(integers.begin(), integers.end());
  for (int64_t integer : integers) keys->emplace_back(static_cast<double>(integer));
  return true;
}

}  // namespace pysub::shell::awk
