#ifndef PYSUB_VM_SNAPSHOT_SCHEMA_H_
#define PYSUB_VM_SNAPSHOT_SCHEMA_H_

#include <array>
#include <cstdint>
#include <string_view>

#include "vm/object.h"
#include "vm/result.h"
#include "vm/value.h"

// What the objects of a type consist of. (This is no hidden class of a Python object: it describes
// a C++ type, once.) A snapshot may come from anybody, so each word of each object in it is checked
// by the schema of its type before anything follows a reference.
//
// A schema is written as text, which the compiler reads. A letter is a field, in the order of
// the struct's members:
//
//   constexpr Schema kRangeIteratorSchema{"k k #", CheckRangeIterator};
//
// says: two inline ints, then a raw number; CheckRangeIterator knows what else must hold.
//
//   v value or Undefined      V value              # raw number         k inline int
//   i int of any size         f float              b bool               s str
//   l list    t tuple    d dict    S set or frozenset    F function    C cell    X exception
//   A Array   D DictTable   T SetTable   B Buffer   G generator or coroutine   R traceback
//   M module  n native function or function   o type
//   <Id> an object of type TypeId::kId
// Marks behind a field:
//   ?  it may also be Undefined
//   ~  it may also be None
//   !  nothing else refers to the object: it is storage of this one (always so for A D T B)
//   *  this field stands for all the words that follow, too
// An object of a type derived from the named one is accepted, but not with '!'. Blanks
// between fields mean nothing.
//
// A list or dict that the program can reach, too, may have other contents as soon as the program
// runs. So nobody may rely on what was in it when the snapshot was checked: either it is marked
// with '!' and `check` looks at its contents, or C++ looks at each use and answers BadState.
namespace pysub {

class Vm;

enum class FieldKind : uint8_t {
  kAny,
  kValue,
  kRaw,
  kSmallInt,
  kInt,
  kFloat,
  kBool,
  kObjectOf,
  kSet,
  kGenerator,
  kException,
  kCallable,
  kType,
};

// What one word may be.
struct Field {
  FieldKind kind = FieldKind::kAny;
  bool or_undefined = false;
  bool or_none = false;
  TypeId type = TypeId::kObject;  // kObjectOf
  bool alone = false;             // '!'

  bool Accepts(Value v) const;
};

// The schema of one type. It is made while pysub is compiled, from text that stands beside the
// struct, and costs a table in read-only data. Owned by the TypeInfo of its type, or by the row of
// a resume function.
struct Schema {
  static constexpr uint32_t kMaxFields = 28;

  Layout layout = Layout::kValues;
  uint8_t field_count = 0;
  bool repeats = false;  // the last field stands for any number of words, none included
  std::array<Field, kMaxFields> fields{};
  // What must hold beside the kinds of the fields: called when these were checked and all objects
  // are there. It must bear anything that the fields allow. Null: nothing more.
  bool (*check)(Vm& vm, Object* object) = nullptr;

  consteval Schema(std::string_view text, bool (*further)(Vm&, Object*) = nullptr);
  constexpr Schema(Layout raw_layout, bool (*further)(Vm&, Object*))
      : layout(raw_layout), check(further) {}

  // Whether an object of so many words can be of this schema.
  constexpr bool AllowsCount(uint32_t count) const {
    return repeats ? count + 1 >= field_count : count == field_count;
  }
  const Field& FieldAt(uint32_t i) const { return fields[i < field_count ? i : field_count - 1u]; }
};

namespace internal {

// Not constexpr: reaching it while compiling is the error.
void BadSchema(const char* why);

// For schemas, which name types in text. The names are checked when this is compiled.
struct TypeIdName {
  std::string_view id;
  TypeId type;
};
inline constexpr TypeIdName kTypeIdNames[] = {
#define PYSUB_TYPE(id, name, module, base) {#id, TypeId::k##id},
#include "vm/types.def"
#undef PYSUB_TYPE
};

consteval TypeId TypeIdOf(std::string_view id) {
  for (const TypeIdName& row : kTypeIdNames) {
    if (row.id == id) return row.type;
  }
  BadSchema("no such type");
  return TypeId::kObject;
}

// The letters of a schema. A table of them stands above.
consteval Field FieldOf(char letter) {
  switch (letter) {
    case 'v': return {FieldKind::kAny};
    case 'V': return {FieldKind::kValue};
    case '#': return {FieldKind::kRaw};
    case 'k': return {FieldKind::kSmallInt};
    case 'i': return {FieldKind::kInt};
    case 'f': return {FieldKind::kFloat};
    case 'b': return {FieldKind::kBool};
    case 'S': return {FieldKind::kSet};
    case 'G': return {FieldKind::kGenerator};
    case 'X': return {FieldKind::kException};
    case 'n': return {FieldKind::kCallable};
    case 'o': return {FieldKind::kType};
    case 's': return {FieldKind::kObjectOf, false, false, TypeId::kStr};
    case 'l': return {FieldKind::kObjectOf, false, false, TypeId::kList};
    case 't': return {FieldKind::kObjectOf, false, false, TypeId::kTuple};
    case 'd': return {FieldKind::kObjectOf, false, false, TypeId::kDict};
    case 'F': return {FieldKind::kObjectOf, false, false, TypeId::kFunction};
    case 'C': return {FieldKind::kObjectOf, false, false, TypeId::kCell};
    case 'R': return {FieldKind::kObjectOf, false, false, TypeId::kTraceback};
    case 'M': return {FieldKind::kObjectOf, false, false, TypeId::kModule};
    case 'A': return {FieldKind::kObjectOf, false, false, TypeId::kArray, true};
    case 'D': return {FieldKind::kObjectOf, false, false, TypeId::kDictTable, true};
    case 'T': return {FieldKind::kObjectOf, false, false, TypeId::kSetTable, true};
    case 'B': return {FieldKind::kObjectOf, false, false, TypeId::kBuffer, true};
    default: BadSchema("unknown letter"); return {};
  }
}

}  // namespace internal

namespace internal {

// Reads the field at `*at`, which moves behind it and its marks.
consteval Field ReadField(std::string_view text, size_t* at, bool* repeats) {
  Field field;
  size_t i = *at;
  if (text[i] == '<') {
    size_t end = text.find('>', i);
    field = {FieldKind::kObjectOf, false, false, TypeIdOf(text.substr(i + 1, end - i - 1))};
    i = end + 1;
  } else {
    field = FieldOf(text[i++]);
  }
  for (; i < text.size() && std::string_view("?~!*").find(text[i]) != text.npos; ++i) {
    if (text[i] == '?') field.or_undefined = true;
    if (text[i] == '~') field.or_none = true;
    if (text[i] == '!') field.alone = true;
    if (text[i] == '*') *repeats = true;
  }
  *at = i;
  return field;
}

}  // namespace internal

consteval Schema::Schema(std::string_view text, bool (*further)(Vm&, Object*)) : check(further) {
  for (size_t i = 0; i < text.size();) {
    if (text[i] == ' ') {
      ++i;
      continue;
    }
    if (repeats) internal::BadSchema("a field after the one that repeats");
    fields[field_count++] = internal::ReadField(text, &i, &repeats);
  }
}

// What slots of a native frame are beyond their schema while it is in some of its states:
// "1,2:9<Match>; 3:2X" says that slot 9 is a Match while suspension point 1 or 2 is under way or to
// be repeated, and slot 2 an exception in state 3.
struct StateRules {
  static constexpr uint32_t kMost = 4;
  // What a slot holds in some of the states.
  struct Rule {
    uint32_t states = 0;  // bit n: state n
    uint32_t slot = 0;
    Field field;
  };

  uint8_t count = 0;
  std::array<Rule, kMost> rules{};

  consteval StateRules(std::string_view text) {
    const auto number = [&](size_t* at) {
      uint32_t n = 0;
      for (; *at < text.size() && text[*at] >= '0' && text[*at] <= '9'; ++*at)
        n = n * 10 + static_cast<uint32_t>(text[*at] - '0');
      return n;
    };
    for (size_t i = 0; i < text.size();) {
      if (text[i] == ' ' || text[i] == ';') {
        ++i;
        continue;
      }
      Rule rule;
      do {
        if (text[i] == ',') ++i;
        const uint32_t state = number(&i);
        if (state > 31) internal::BadSchema("a state above 31");
        rule.states |= uint32_t{1} << state;
      } while (text[i] == ',');
      if (text[i++] != ':') internal::BadSchema("a rule is STATES:SLOT FIELD");
      rule.slot = number(&i);
      bool repeats = false;
      rule.field = internal::ReadField(text, &i, &repeats);
      rules[count++] = rule;
    }
  }

  bool Accept(uint64_t state, const Value* slots, uint32_t slot_count) const;
};

// Storage that only its owner may refer to: no program value.
inline bool IsStorage(Value v) {
  if (!v.IsObject()) return false;
  const TypeId type = v.AsObject()->type;
  return type == TypeId::kArray || type == TypeId::kDictTable || type == TypeId::kSetTable ||
         type == TypeId::kBuffer;
}

// While a snapshot is restored, two bits in the header of an object count the references to it:
// none, one, more. For '!'. References to a str are not counted.
inline constexpr uint8_t kReferredOnce = 1 << 2;
inline constexpr uint8_t kReferredAgain = 1 << 3;
inline bool IsReferredOnce(Value v) {
  return v.IsObject() && (v.AsObject()->flags & (kReferredOnce | kReferredAgain)) == kReferredOnce;
}

// Raises for a native frame or object in a state that no program can bring about: it comes
// from a forged snapshot.
Failure BadState(Vm& vm);

// Whether `native` may be called with `self` as its first argument (Undefined: without). Natives
// rely on that and do not look again. A forged bound method of list.append and an int would else
// write through a number.
bool IsSelfOf(const Vm& vm, Value self, Value native);

// Whether `v` is a tuple of `count` items.
inline bool IsTupleOf(Value v, uint32_t count) {
  return IsObjectOf(v, TypeId::kTuple) && v.AsObject()->count == count;
}
// Whether a slot of `frame` that counts from 0 up to `count` can be at this place. It is `count`
// itself only between two suspension points, in state 0.
inline bool IsPlaceIn(const NativeFrame& frame, Value place, uint64_t count) {
  const uint64_t at = static_cast<uint64_t>(place.AsSmallInt());
  return at < count || (at == count && frame.state == 0);
}

// For `check`: whether all that is in a list (or tuple) is of a kind. Many objects may refer to one
// list.
template <typename V, typename F>
bool AllItems(V& vm, Value list, F is_good) {
  bool is_list = IsObjectOf(list, TypeId::kList);
  uint64_t count = is_list ? list.As<List>()->size : list.AsObject()->count;
  if (!vm.Tick(count)) return false;
  const Value* items = !is_list    ? list.AsObject()->words()
                       : count > 0 ? list.As<List>()->items()
                                   : nullptr;
  for (uint64_t i = 0; i < count; ++i) {
    if (!is_good(items[i])) return false;
  }
  return true;
}

struct Runtime;
// The schema of a type; null: none is known.
const Schema* SchemaOf(const Runtime& runtime, TypeId type);
// The schema of the slots of a native frame; null: there is no such step.
const Schema* SlotsOf(uint64_t resume_id);
// What some of its states say beyond that.
const StateRules& RulesOf(uint64_t resume_id);

}  // namespace pysub

#endif  // PYSUB_VM_SNAPSHOT_SCHEMA_H_
