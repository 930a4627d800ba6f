#include "shell/commands/jq/value_archive.h"

#include <string>
#include <string_view>

#include "lexer/unicode/utf8.h"

namespace pysub::shell::jq {
namespace {

// What stands in front of a value.
enum class Record : uint8_t { kValue, kBox };

// The n-th value in a box of an array or an object.
size_t PartsOf(const Box& box) {
  if (box.kind == Kind::kArray) return box.size;
  return box.kind == Kind::kObject ? 2 * static_cast<size_t>(box.size) : 0;
}

// All that strings are looked at with relies on it.
bool IsText(std::string_view bytes) { return IsValidUtf8(bytes, Surrogates::kRefuse); }

const Value& PartOf(Box* box, size_t index) {
  if (box->kind == Kind::kArray) return reinterpret_cast<Value*>(box + 1)[index];
  const Entry& entry = reinterpret_cast<Entry*>(IndexOf(box) + 1)[index / 2];
  return index % 2 == 0 ? entry.key : entry.value;
}

}  // namespace

ValueArchive::~ValueArchive() {
  for (Box* box : saved_) box->mark = 0;
}

void ValueArchive::SaveFlat(const Value& value) {
  const Kind kind = value.kind();
  auto head = static_cast<uint8_t>(kind);
  if (value.has_birth()) head |= static_cast<uint8_t>(value.birth() << 4);
  archive_(head);
  if (kind == Kind::kNumber) {
    double number = value.number();
    archive_(number);
  } else if (kind == Kind::kShort) {
    std::string text(value.text());
    archive_(text);
  } else if (kind >= Kind::kLiteral) {
    uint64_t mark = value.has_box() ? value.box()->mark : 0;
    archive_(mark);
  }
}

void ValueArchive::SaveBox(Box* box) {
  saved_.push_back(box);
  box->mark = static_cast<uint32_t>(saved_.size());
  Record record = Record::kBox;
  archive_(record, box->kind);
  if (box->kind == Kind::kArray || box->kind == Kind::kObject) {
    // Entries that were removed are left out.
    uint64_t count = box->kind == Kind::kArray ? box->size : box->extra;
    archive_(count);
    for (size_t i = 0; i < PartsOf(*box); ++i) {
      if (box->kind == Kind::kObject && PartOf(box, i & ~size_t{1}).is_none()) continue;
      SaveFlat(PartOf(box, i));
    }
    return;
  }
  const char* bytes = reinterpret_cast<const char*>(box + 1);
  std::string text(bytes, box->size);
  archive_(text);
}

// What is in a box comes before it.
void ValueArchive::SaveBoxes(const Value& value) {
  struct Open {
    Box* box;
    size_t next;
  };
  if (!value.has_box() || value.box()->mark != 0) return;
  std::vector<Open> stack{{value.box(), 0}};
  while (!stack.empty()) {
    Open& top = stack.back();
    if (top.next == PartsOf(*top.box)) {
      SaveBox(top.box);
      stack.pop_back();
      continue;
    }
    const Value& part = PartOf(top.box, top.next++);
    if (part.has_box() && part.box()->mark == 0) stack.push_back({part.box(), 0});
  }
}

Value ValueArchive::LoadFlat() {
  uint8_t head = 0;
  archive_(head);
  Value value = LoadKind(static_cast<Kind>(head & 15));
  const uint8_t birth = head >> 4;
  if (birth == Value::kComputed) return value;
  if (value.has_birth()) {
    value.set_birth(birth);
  } else {
    archive_.Fail();
  }
  return value;
}

Value ValueArchive::LoadKind(Kind kind) {
  if (!archive_.ok() || kind > Kind::kObject) {
    archive_.Fail();
    return Value();
  }
  if (kind == Kind::kNumber) {
    double number = 0;
    archive_(number);
    return Value::Number(number);
  }
  if (kind == Kind::kShort) {
    std::string text;
    archive_(text);
    if (text.size() > Value::kMaxShort || !IsText(text)) archive_.Fail();
    return archive_.ok() ? Value::Short(text) : Value();
  }
  if (kind < Kind::kLiteral) return Value::Of(kind);
  uint64_t mark = 0;
  archive_(mark);
  if (mark == 0 && kind >= Kind::kArray) return Value::Of(kind);
  if (mark == 0 || mark > loaded_.size() || loaded_[mark - 1].kind() != kind) {
    archive_.Fail();
    return Value();
  }
  return loaded_[mark - 1];
}

Value ValueArchive::LoadContainer(Kind kind) {
  uint64_t count = 0;
  archive_(count);
  Value value = Value::Of(kind);
  for (uint64_t i = 0; i < count && archive_.Take(2 * sizeof(Entry)); ++i) {
    Value first = LoadFlat();
    if (kind == Kind::kArray) {
      heap_.Push(&value, std::move(first));
      continue;
    }
    Value second = LoadFlat();
    if (!first.is_string()) archive_.Fail();
    if (!archive_.ok()) break;
    heap_.Set(&value, std::move(first), std::move(second));
  }
  return value;
}

bool ValueArchive::LoadBox() {
  Kind kind = Kind::kNone;
  archive_(kind);
  if (!archive_.ok() || kind < Kind::kLiteral || kind > Kind::kObject) return false;
  if (!archive_.Take(sizeof(Value) + sizeof(Box))) return false;
  if (kind == Kind::kArray || kind == Kind::kObject) {
    loaded_.push_back(LoadContainer(kind));
    return archive_.ok();
  }
  std::string text;
  archive_(text);
  if (!archive_.ok() || !archive_.Take(text.size())) return false;
  if (kind == Kind::kString) {
    // (Its size tells strings apart: a short one has no box.)
    if (text.size() <= Value::kMaxShort || !IsText(text)) return false;
    loaded_.push_back(heap_.String(text));
    return true;
  }
  if (text.size() < 9) return false;
  double number = 0;
  std::memcpy(&number, text.data(), 8);
  loaded_.push_back(heap_.Literal(number, std::string_view(text).substr(8)));
  return loaded_.back().kind() == Kind::kLiteral;
}

void ValueArchive::One(Value* value) {
  Record record = Record::kValue;
  if (!archive_.loading()) {
    SaveBoxes(*value);
    archive_(record);
    SaveFlat(*value);
    return;
  }
  *value = Value();
  while (true) {
    archive_(record);
    if (!archive_.ok()) return;
    if (record == Record::kValue) break;
    if (record != Record::kBox || !LoadBox()) {
      archive_.Fail();
      return;
    }
  }
  *value = LoadFlat();
}

void ValueArchive::List(std::vector<Value>* values) {
  uint64_t count = values->size();
  archive_(count);
  if (archive_.loading()) values->clear();
  for (uint64_t i = 0; i < count && archive_.ok(); ++i) {
    if (archive_.loading()) {
      if (!archive_.Take(2 * sizeof(Value))) return;
      values->emplace_back();
    }
    One(&(*values)[i]);
  }
}

}  // namespace pysub::shell::jq
