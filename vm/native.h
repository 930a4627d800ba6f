#ifndef PYSUB_VM_NATIVE_H_
#define PYSUB_VM_NATIVE_H_

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vm/object.h"
#include "vm/result.h"
#include "vm/value.h"

// How C++ offers functions, methods, attributes and types to programs: tables of rows in
// read-only data, put together by constant expressions. A row's first field is the signature as
// CPython 3.14's inspect.signature prints it; from it come argument binding, the wording of
// errors, __text_signature__.
//
//    constexpr NativeInfo kListMethods[] = {
//        {"insert(index, object, /)", ListInsertMethod, "Insert object before index."},
//         '------- signature -------'  '-- function --'
//
// A call goes through the row. The binder (vm/native_binder.cc) sorts the arguments into slots, one
// for each parameter, and the function reads them by number:
//
//    items.insert(0, x)                    a[0]    a[1]   a[2]
//                                         +-------+------+-----+
//                                         | items |  0   |  x  |     missing ones: Undefined
//                                         +-------+------+-----+
//
//    print("a", "b", end="")               a[0]    a[1]   a[2]   a[3]     a.rest
//    "print(*args, sep=' ', end=...,      +-------+------+------+-------+ +-----+-----+
//     file=None, flush=False)"            | sep   | end  | file | flush | | "a" | "b" |
//                                         +-------+------+------+-------+ +-----+-----+
//
// Nothing is converted on the way: a[1] is whatever the caller gave. The function asks for what it
// wants (vm.ToIndex(a[1])), and where that fails returns the failure (TRY). Defaults are no values
// either: the text of a default is for help(), and a[i] that was not given is Undefined.
//
// A native and a type are values themselves, but no objects: a Value says "row 3 of table 17"
// (Value::Native), so builtins take no memory, are the same in each sandbox, and a snapshot stores
// two numbers. That is why the order of rows is a part of snapshots.
namespace pysub {

class Vm;
class TextBuilder;

// The bound arguments of a native call. `v` has one slot for each parameter of the signature, in
// its order (for methods v[0] is self), Undefined where the caller gave nothing; *args are in
// `rest`, **kwargs in `keywords` (a Dict or Undefined). Valid until the native returns.
struct Args {
  Value* v;
  Value* rest = nullptr;
  uint32_t rest_count = 0;
  Value keywords = Value::Undefined();
#ifndef NDEBUG
  uint32_t slots = UINT32_MAX;
#endif

  // How many slots `v` has: builds with assertions see where a native reads behind them.
  Args& WithSlots([[maybe_unused]] uint32_t count) {
#ifndef NDEBUG
    slots = count;
#endif
    return *this;
  }
  Value operator[](uint32_t i) const {
    assert(i < slots);
    return v[i];
  }
  bool has(uint32_t i) const { return !(*this)[i].IsUndefined(); }
};

// For C++ that calls a native itself: it must bring a slot for each parameter, those that nobody
// gives (Undefined) too.
template <size_t N>
Args ArgsOf(Value (&values)[N]) {
  return Args{values}.WithSlots(N);
}

// Returns the result; Failed after a Raise...; CallPending after pushing a native frame or call
// whose result is to be the result of this call. A native that fails with "collect and repeat"
// (allocation returned null) must not yet have changed anything that outlives it.
using NativeFunction = Value (*)(Vm& vm, const Args& args);

// What a row is beside its name and parameters; written as a prefix of the signature.
// Two more prefixes can stand before it:
//   "@hidden"  CPython knows no signature of it, so __text_signature__ is None;
//   "@raw"     the native looks at its arguments itself: all are in rest and keywords.
enum class NativeKind : uint8_t {
  kPlain,    // a function, or a method: v[0] is self
  kWrapper,  // "@wrapper __int__()": CPython makes it from a slot of the type, and words errors so
  kClassMethod,  // "@classmethod fromkeys(...)": v[0] is the type
  kStatic,       // "@staticmethod maketrans(...)": no self
  kPython,       // "@python reduce(...)": CPython has it in Python, so errors are worded as a def's
};

// A row: a function or method as programs see it. Everything but the first four members follows
// from the text of the signature, while pysub is compiled. Lives in read-only data for ever.
struct NativeInfo {
  std::string_view signature;  // "insert(index, object, /)"
  NativeFunction function = nullptr;
  std::string_view doc;
  // Parameters (bit i: parameter i without self) which are iterables that the native reads as a
  // whole: one that may run Python (a generator, map ...) is materialised into a list first, so the
  // native sees only lists, tuples and other natively iterable objects. See Vm::Materialise.
  uint8_t materialise = 0;

  // Derived from the signature by the constructor.
  std::string_view name;
  uint8_t positional_only = 0;
  uint8_t positional = 0;  // includes the positional-only ones; self not counted
  uint8_t keyword_only = 0;
  uint8_t required = 0;       // positional parameters without default
  bool has_rest = false;      // *args
  bool has_keywords = false;  // **kwargs
  NativeKind kind = NativeKind::kPlain;
  bool hidden = false;
  bool raw = false;
  // Positional arguments need no more than their count checked before the call.
  bool plain_function = true;

  constexpr NativeInfo() = default;
  constexpr NativeInfo(std::string_view text, NativeFunction f, std::string_view documentation,
                       uint8_t materialised = 0);

  // Slots of Args::v, self not counted.
  constexpr uint32_t slot_count() const { return positional + keyword_only; }
  // The name of parameter i (self not counted): for keyword arguments and error texts.
  constexpr std::string_view Parameter(uint32_t i) const;
  // The text of its default ("None", "-1"), empty if there is none.
  constexpr std::string_view Default(uint32_t i) const;
};

namespace internal {

// Walks the parameters of "name(a, b=(1, 2), /, *, c=None)".
struct SignatureReader {
  std::string_view text;
  size_t at;

  constexpr explicit SignatureReader(std::string_view signature)
      : text(signature), at(signature.find('(') + 1) {}

  // The next parameter, "*", "/" or "*args" with its default; empty at the end.
  constexpr std::string_view Next() {
    while (at < text.size() && (text[at] == ' ' || text[at] == ',')) ++at;
    size_t start = at;
    int depth = 0;
    char quote = 0;
    for (; at < text.size(); ++at) {
      char c = text[at];
      if (quote != 0) {
        if (c == '\\')
          ++at;
        else if (c == quote)
          quote = 0;
        continue;
      }
      if (c == '\'' || c == '"')
        quote = c;
      else if (c == '(' || c == '[' || c == '{')
        ++depth;
      else if (c == ',' && depth == 0)
        break;
      else if (c == ')' || c == ']' || c == '}') {
        if (depth == 0) break;
        --depth;
      }
    }
    return text.substr(start, at - start);
  }
};

}  // namespace internal

constexpr NativeInfo::NativeInfo(std::string_view text, NativeFunction f,
                                 std::string_view documentation, uint8_t materialised)
    : signature(text), function(f), doc(documentation), materialise(materialised) {
  while (signature.starts_with('@')) {
    std::string_view prefix = signature.substr(0, signature.find(' '));
    if (prefix == "@classmethod") kind = NativeKind::kClassMethod;
    if (prefix == "@staticmethod") kind = NativeKind::kStatic;
    if (prefix == "@python") kind = NativeKind::kPython;
    if (prefix == "@wrapper") kind = NativeKind::kWrapper;
    if (prefix == "@hidden") hidden = true;
    if (prefix == "@raw") raw = true;
    signature.remove_prefix(prefix.size() + 1);
  }
  name = signature.substr(0, signature.find('('));
  if (raw) {
    has_rest = has_keywords = true;
    plain_function = false;
    return;
  }
  internal::SignatureReader reader(signature);
  bool keyword_only_part = false;
  for (std::string_view p = reader.Next(); !p.empty(); p = reader.Next()) {
    if (p == "/") {
      positional_only = positional;
    } else if (p == "*") {
      keyword_only_part = true;
    } else if (p.starts_with("**")) {
      has_keywords = true;
    } else if (p.starts_with("*")) {
      has_rest = true;
      keyword_only_part = true;
    } else if (keyword_only_part) {
      ++keyword_only;
    } else {
      if (p.find('=') == std::string_view::npos) ++required;
      ++positional;
    }
  }
  plain_function = !has_rest && !has_keywords && materialise == 0 &&
                   kind != NativeKind::kClassMethod && kind != NativeKind::kStatic;
}

constexpr std::string_view NativeInfo::Parameter(uint32_t i) const {
  internal::SignatureReader reader(signature);
  for (std::string_view p = reader.Next(); !p.empty(); p = reader.Next()) {
    if (p == "/" || p.starts_with("*")) continue;
    if (i-- == 0) return p.substr(0, p.find('='));
  }
  return {};
}

constexpr std::string_view NativeInfo::Default(uint32_t i) const {
  internal::SignatureReader reader(signature);
  for (std::string_view p = reader.Next(); !p.empty(); p = reader.Next()) {
    if (p == "/" || p.starts_with("*")) continue;
    if (i-- == 0) {
      size_t equals = p.find('=');
      return equals == std::string_view::npos ? std::string_view() : p.substr(equals + 1);
    }
  }
  return {};
}

// How CPython stores a data attribute: a function of the type, or a field of its C structure. It
// shows in the repr of `int.real` and in errors.
enum class AttributeKind : uint8_t { kGetSet, kMember };

// A data attribute (`x.real`, `e.args`, `f.__name__`).
struct AttributeInfo {
  std::string_view name;
  Value (*get)(Vm& vm, Value self);
  // Null: read-only. `value` Undefined: delete.
  Status (*set)(Vm& vm, Value self, Value value) = nullptr;
  AttributeKind kind = AttributeKind::kGetSet;
};

enum class BinaryOp : uint8_t {
  kAdd,
  kSub,
  kMul,
  kMatMul,
  kTrueDiv,
  kFloorDiv,
  kMod,
  kPow,
  kLShift,
  kRShift,
  kAnd,
  kXor,
  kOr,
};
enum class UnaryOp : uint8_t { kNeg, kPos, kInvert };
enum class CompareOp : uint8_t { kEq, kNe, kLt, kLe, kGt, kGe };

// The name that a lookup is for. `hash` is MemberHash(text).
struct Name {
  std::string_view text;
  uint32_t hash;
};

// FNV-1a: only has to be cheap and constexpr; names are a program's own text, and a lookup compares
// the text too.
constexpr uint32_t MemberHash(std::string_view text) {
  uint32_t hash = 2166136261u;
  // (No name in a table is longer than that; getattr() may be asked for one of megabytes.)
  for (char c : text.substr(0, 256)) hash = (hash ^ static_cast<uint8_t>(c)) * 16777619u;
  return hash;
}

// A compile-time hash table from names to rows: methods first, attributes after them. The VM has no
// table of names that a program could change, so a lookup is two loads and a compare of text.
struct MemberIndex {
  const uint16_t* slots = nullptr;  // row + 1, 0: free
  uint32_t mask = 0;
};

struct Schema;  // vm/snapshot/schema.h

// What walking its objects may do.
enum class Iteration : uint8_t {
  kMayRunPython,    // also: there is nothing to walk
  kNative,          // an iterator whose next() never runs Python
  kNativeIfMarked,  // one over others: never where it was marked, because theirs does not
                    // (itertools::MarkNative)
  kContainer,  // of the core: iter() makes a native iterator of what the container holds itself
};

// What copy.copy() makes of its objects.
enum class Copying : uint8_t {
  kItself,   // they do not change, or CPython says so
  kWords,    // another object with the same words
  kRefused,  // TypeError "cannot pickle ..."
};

// A type as the VM knows it: what its objects consist of, what can be called on them, and a slot
// for each operation of the language. One for each row of vm/types.def, in read-only data. A native
// type is made by filling in the slots that it has.
//
// What a slot may do follows from its return type: one that returns Value may answer CallPending
// unless it is said otherwise. Then Python runs, and after it any container may have changed.
struct TypeInfo {
  TypeId id;
  // What its objects consist of; a type without one has no objects that a snapshot could hold.
  const Schema* schema = nullptr;
  // `inspect.signature`-like text of the constructor is the row's signature; null: calling the type
  // raises "cannot create 'X' instances". v[0] is the type that was called.
  const NativeInfo* constructor = nullptr;
  std::string_view doc = {};
  std::span<const NativeInfo> methods = {};
  std::span<const AttributeInfo> attributes = {};
  MemberIndex members = {};
  bool may_be_hashed = true;
  bool has_dict = false;  // instances take new attributes (set_attribute)
  Iteration iteration = Iteration::kMayRunPython;
  Copying copying = Copying::kItself;
  // The operators that are methods of the type, OperatorSet("add radd neg") of slot_methods.h.
  // Methods for the other slots (__len__, __eq__ ...) follow from the slots.
  uint64_t operators = 0;

  // A slot left out is an operation that is not supported; the TypeError and its wording follow.
  // Those that return Value may push frames unless it is said otherwise.
  Status (*repr)(Vm& vm, Value self, TextBuilder& out) = nullptr;
  Status (*str)(Vm& vm, Value self, TextBuilder& out) = nullptr;  // default: repr
  Value (*format)(Vm& vm, Value self, std::string_view spec) = nullptr;
  Result<int64_t> (*hash)(Vm& vm, Value self) = nullptr;  // what hash() answers; default: identity
  // NotImplemented if it does not know; default: identity for == and !=.
  Value (*compare)(Vm& vm, CompareOp op, Value left, Value right) = nullptr;
  Result<bool> (*truth)(Vm& vm, Value self) = nullptr;  // default: len() != 0, else true
  Result<int64_t> (*length)(Vm& vm, Value self) = nullptr;
  Value (*get_item)(Vm& vm, Value self, Value key) = nullptr;
  Value (*set_item)(Vm& vm, Value self, Value key, Value value) = nullptr;  // value Undefined: del
  Value (*contains)(Vm& vm, Value self, Value item) = nullptr;
  Value (*iter)(Vm& vm, Value self) = nullptr;  // never pushes
  Value (*next)(Vm& vm, Value self) = nullptr;  // item or Exhausted; may push
  // For `for a, b in ...`: both items into out[0], out[1] and Undefined, no tuple; or as next.
  Value (*next_pair)(Vm& vm, Value self, Value* out) = nullptr;
  Value (*await)(Vm& vm, Value self) = nullptr;  // the iterator of __await__; never pushes
  // For what can be awaited: sends `value`, or raises `exception` inside if it is not Undefined.
  // What is yielded, or Exhausted with Vm::stop_value; may push.
  Value (*resume)(Vm& vm, Value self, Value value, Value exception) = nullptr;
  // NotImplemented if it does not know the operands. `in_place`: for `+=` and friends; may
  // change and return `left`.
  Value (*binary)(Vm& vm, BinaryOp op, Value left, Value right, bool in_place) = nullptr;
  Value (*unary)(Vm& vm, UnaryOp op, Value self) = nullptr;
  Value (*call)(Vm& vm, Value self, const Args& args) = nullptr;  // rest, keywords only
  // isinstance() and issubclass() with `self` as second argument (unions, abstract types).
  Result<bool> (*instance_check)(Vm& vm, Value self, Value object, TypeId type,
                                 bool subclass) = nullptr;
  // Attributes beyond the table; Undefined: there is none.
  Value (*get_attribute)(Vm& vm, Value self, Name name) = nullptr;
  // The same for attributes of the type itself.
  Value (*get_type_attribute)(Vm& vm, TypeId type, Name name) = nullptr;
  // For types that are enumerations: a tuple of the members, which iter(), len(), `in` and
  // [name] of the type look at.
  Value (*type_members)(Vm& vm, TypeId type) = nullptr;
  // dir(): what get_type_attribute knows, as "min max".
  std::string_view type_names = {};
  // dir(): adds what `owner`, the type of `v` or `v` itself or a base of it, has beside its tables.
  void (*list_names)(Vm& vm, TypeId owner, Value v, std::vector<std::string>* names) = nullptr;
  // For numbers of the library: the int or float that `self` equals, so that dicts find
  // both; Undefined: none.
  Value (*equal_number)(Vm& vm, Value self) = nullptr;
  // False: there is no such attribute. `value` Undefined: delete.
  Result<bool> (*set_attribute)(Vm& vm, Value self, Name name, Value value) = nullptr;
};

// The index over a type's rows: constexpr auto kIndex = MakeMemberIndex<kMethods, kAttributes>();
template <size_t kSlots>
struct MemberSlots {
  std::array<uint16_t, kSlots> slots{};
  constexpr MemberIndex index() const { return {slots.data(), kSlots - 1}; }
};

consteval size_t MemberSlotCount(size_t members) {
  size_t slots = 4;
  while (slots < members * 2) slots *= 2;
  return slots;
}

template <size_t kSlots, typename Methods, typename Attributes>
consteval MemberSlots<kSlots> MakeMemberSlots(const Methods& methods,
                                              const Attributes& attributes) {
  MemberSlots<kSlots> result;
  uint16_t row = 0;
  auto insert = [&](std::string_view name) {
    uint32_t at = MemberHash(name) & (kSlots - 1);
    while (result.slots[at] != 0) at = (at + 1) & (kSlots - 1);
    result.slots[at] = ++row;
  };
  for (const NativeInfo& method : methods) insert(method.name);
  for (const AttributeInfo& attribute : attributes) insert(attribute.name);
  return result;
}

// Row number of `name`, or -1: below methods.size() a method, else an attribute.
inline int FindMember(const TypeInfo& type, Name name) {
  if (type.members.slots == nullptr) return -1;
  for (uint32_t at = name.hash & type.members.mask;; at = (at + 1) & type.members.mask) {
    uint16_t slot = type.members.slots[at];
    if (slot == 0) return -1;
    uint32_t row = slot - 1u;
    std::string_view text = row < type.methods.size()
                                ? type.methods[row].name
                                : type.attributes[row - type.methods.size()].name;
    if (text == name.text) return static_cast<int>(row);
  }
}

// Defines k<Id>Members, the index for the tables `methods` and `attributes` (arrays; use
// kNoMethods or kNoAttributes for none).
#define PYSUB_MEMBERS(id, method_table, attribute_table)                                     \
  constexpr auto k##id##MemberSlots = ::pysub::MakeMemberSlots<::pysub::MemberSlotCount(     \
      std::size(method_table) + std::size(attribute_table))>(method_table, attribute_table); \
  constexpr ::pysub::MemberIndex k##id##Members = k##id##MemberSlots.index()

inline constexpr std::array<NativeInfo, 0> kNoMethods{};
inline constexpr std::array<AttributeInfo, 0> kNoAttributes{};

// A module of the standard library.
struct ModuleInfo {
  std::string_view name;  // "collections.abc"
  std::string_view doc;
  std::span<const NativeInfo> functions = {};
  // Adds constants, types and whatever else is not a function (may be null). Runs on first import.
  Status (*init)(Vm& vm, Dict* names) = nullptr;
  // What of the module is written in Python: runs in its namespace when a program imports it first,
  // and leaves no lines in tracebacks. docs/decisions/ says what is written so.
  std::string_view source = {};
};

// File names of such code begin so.
inline constexpr std::string_view kLibrarySource = "<library ";

}  // namespace pysub

#endif  // PYSUB_VM_NATIVE_H_
