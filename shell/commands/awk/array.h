#ifndef PYSUB_SHELL_COMMANDS_AWK_ARRAY_H_
#define PYSUB_SHELL_COMMANDS_AWK_ARRAY_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "shell/commands/awk/value.h"

namespace pysub::shell::awk {

// A subscript: a whole number, or a text that is not written as one. It borrows its text.
struct Key {
  bool is_integer = false;
  int64_t integer = 0;
  std::string_view text;
  Str* str = nullptr;  // of the text, when it is one already

  // Numbers of more than 15 digits are texts.
  static constexpr int64_t kFirstTooLong = 1'000'000'000'000'000;

  // "12" is 12; "012", "+1", "-0" are texts.
  static Key OfText(std::string_view text, Str* str = nullptr);
  static Key OfInteger(int64_t integer) { return {.is_integer = true, .integer = integer}; }
};

// An array of awk. Its elements are in gawk's order when they are listed: texts in the order of a
// hash table like gawk's, whole numbers below 1, then those from 1 on.
// The order is seen by programs (for (k in a)), so the hash, the sizes of the table and the moment
// when it grows are gawk's own.
class Array {
 public:
  struct Element {
    Element* next;
    union {
      int64_t integer;
      Str* text;
    } key;
    uint32_t hash;
    Value value;
  };

  // Null: there is no memory.
  static Array* New(Heap* heap);
  void Retain() { ++refs_; }
  void Drop() {
    if (--refs_ == 0) Destroy();
  }

  size_t size() const { return integers_.size + texts_.size; }
  Value* Find(const Key& key);
  // Makes it. Null: there is no memory.
  Value* Get(const Key& key);
  void Remove(const Key& key);
  void Clear();
  // All subscripts in order. A whole number is a number here. False: there is no memory.
  bool List(std::vector<Value>* keys, size_t* charged);
  template <typename Visit>
  void ForEach(Visit visit) {
    for (Table* table : {&integers_, &texts_}) {
      for (uint32_t i = 0; i < table->room; ++i) {
        for (Element* at = table->buckets[i]; at != nullptr; at = at->next)
          visit(table == &integers_, *at);
      }
    }
  }

  // Saves or loads the elements, so that their order stays; `visit` does so with a value.
  // The order within a bucket is that in which elements came, so they are saved from the first to
  // the last and are put in front again at a load. A load checks that each key is in its bucket,
  // and only once.
  template <typename Visit>
  void Elements(Archive& archive, Visit visit) {
    archive(integers_.room, integers_.size, texts_.room, texts_.size);
    if (archive.loading()) {
      // (Both: a table that was not made has no room.)
      const bool integers = MakeTable(archive, &integers_), texts = MakeTable(archive, &texts_);
      if (!integers || !texts) return;
    }
    for (Table* table : {&integers_, &texts_}) {
      uint32_t left = table->size;
      if (archive.loading()) table->size = 0;
      for (uint32_t i = 0; i < table->room; ++i) Chain(archive, table, i, &left, visit);
      if (left != 0) archive.Fail();
    }
  }

  bool untyped = false;    // Kind::kUntyped: nobody has used it as an array
  uint32_t number = 0;     // while it is saved or loaded
  bool contained = false;  // while it is loaded: an element has it

 private:
  struct Table {
    Element** buckets = nullptr;
    uint32_t room = 0;
    uint32_t size = 0;
  };
  static constexpr size_t kElementBytes = sizeof(Element) + 16;

  explicit Array(Heap* heap) : heap_(heap) {}
  ~Array() = default;
  bool MakeTable(Archive& archive, Table* table);
  Element* NewElement(const Key& key, Table* table, uint32_t hash);
  // One bucket: the element that was put in first comes first.
  template <typename Visit>
  void Chain(Archive& archive, Table* table, uint32_t bucket, uint32_t* left, Visit visit) {
    std::vector<Element*> chain;
    for (Element* at = table->buckets[bucket]; at != nullptr && !archive.loading(); at = at->next)
      chain.push_back(at);
    uint32_t size = static_cast<uint32_t>(chain.size());
    archive(size);
    for (uint32_t i = 0; i < size && archive.ok(); ++i) {
      if (!archive.loading()) {
        Element* element = chain[size - 1 - i];
        SaveKey(archive, table, element);
        visit(element->value);
        --*left;
        continue;
      }
      Element* element = *left == 0 ? nullptr : LoadKey(archive, table, bucket);
      if (element == nullptr) return archive.Fail();
      visit(element->value);
      --*left;
    }
  }
  void SaveKey(Archive& archive, const Table* table, Element* element);
  Element* LoadKey(Archive& archive, Table* table, uint32_t bucket);
  void Destroy();
  Element** Slot(const Key& key, uint32_t hash);
  bool Grow(Table* table);
  void FreeElement(Element* element, bool integer, std::vector<Array*>* rest);
  void Empty(std::vector<Array*>* rest);

  Heap* heap_;
  uint32_t refs_ = 1;
  Table integers_, texts_;
};

// Somebody who shares it may have made an array of what was nothing.
inline void Settle(Value* value) {
  if (value->kind() == Kind::kUntyped && !value->array()->untyped) value->set_kind(Kind::kArray);
}

// The subscripts that a for goes over.
// The list is made before the loop begins: what the loop adds or deletes does not change it.
class Iterator {
 public:
  explicit Iterator(Heap* heap) : heap_(heap) {}
  void Retain() { ++refs_; }
  void Drop() {
    if (--refs_ > 0) return;
    heap_->Release(charged);
    delete this;
  }
  std::vector<Value> keys;
  size_t charged = 0;
  uint64_t next = 0;

 private:
  ~Iterator() = default;
  Heap* heap_;
  uint32_t refs_ = 1;
};

}  // namespace pysub::shell::awk

#endif  // PYSUB_SHELL_COMMANDS_AWK_ARRAY_H_
