#ifndef PYSUB_VM_OBJECT_H_
#define PYSUB_VM_OBJECT_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "vm/value.h"

// Heap objects. There are only two ways to be laid out, so that collecting, snapshotting and forking
// are one loop and no object kind can be forgotten:
//
//   values  header, then `count` words, each a Value or a raw number below 2^48. (A raw number that
//           small reads as a double, and nobody follows doubles.)
//   raw     header, then `count` bytes that contain no Value.
//
// Str and Function are the two exceptions, marked by their Layout.
//
// Objects move when the collector runs, and it runs only between two instructions or two steps of a
// native task: C++ code may hold plain pointers until it returns, and must not hold them longer.
namespace pysub {

struct Code;          // compiler/code.h
struct UnitInstance;  // vm/unit.h

enum class TypeId : uint16_t {
#define PYSUB_TYPE(id, name, module, base) k##id,
#include "vm/types.def"
#undef PYSUB_TYPE
#define PYSUB_EXCEPTION(id, name, module, base) k##id,
#include "vm/exceptions.def"
#undef PYSUB_EXCEPTION
  kCount,
};

constexpr bool IsExceptionType(TypeId type) { return type >= TypeId::kBaseException; }

enum class Layout : uint8_t {
  kValues,    // count words
  kRaw,       // count bytes
  kStr,       // count bytes of text after 8 more bytes of header
  kStrShared, // 8 more bytes of header, then one Value: the Buffer that holds the text
  kFunction,  // values, of which the first two words are a Code* and a UnitInstance*
  kForwarded, // while collecting: the other 7 bytes of the header are the new address
};

// Comparing more bytes of text than this is charged for.
inline constexpr uint32_t kComparedAtOnce = 1024;

enum ObjectFlags : uint8_t {
  kFlagLarge = 1 << 0,     // lives apart and is never copied
  kFlagMarked = 1 << 1,    // collector: a large object that was reached
  kFlagA = 1 << 4,         // meaning belongs to the type
  kFlagB = 1 << 5,
  kFlagC = 1 << 6,
};

struct Object {
  Layout layout;
  uint8_t flags;
  TypeId type;
  uint32_t count;

  // Words after the header, for the values layout.
  Value* words() { return reinterpret_cast<Value*>(this + 1); }
  char* bytes() { return reinterpret_cast<char*>(this + 1); }
  const char* bytes() const { return reinterpret_cast<const char*>(this + 1); }
  bool flag(ObjectFlags f) const { return flags & f; }
  void set_flag(ObjectFlags f, bool on) { flags = on ? flags | f : flags & ~f; }
};
static_assert(sizeof(Object) == 8);

inline bool IsException(Value v) { return v.IsObject() && IsExceptionType(v.AsObject()->type); }
inline bool IsObjectOf(Value v, TypeId type) { return v.IsObject() && v.AsObject()->type == type; }

#ifndef NDEBUG
// Which objects Value::As<T>() may take for a T: those of a class that is not named here any.
template <typename T>
struct ClassOf {
  static bool Holds(const Object*) { return true; }
};
bool IsOfType(const Object* object, TypeId base);
#define PYSUB_CLASS(Class, condition)             \
  struct Class;                                   \
  template <>                                     \
  struct ClassOf<Class> {                         \
    static bool Holds(const Object* object) {     \
      [[maybe_unused]] const TypeId type = object->type; \
      return condition;                           \
    }                                             \
  }
PYSUB_CLASS(Str, type == TypeId::kStr);
PYSUB_CLASS(Buffer, type == TypeId::kBuffer);
PYSUB_CLASS(Bytes, type == TypeId::kBytes);
PYSUB_CLASS(ByteArray, type == TypeId::kByteArray || type == TypeId::kArrayArray);
PYSUB_CLASS(BigInt, type == TypeId::kInt || type == TypeId::kRegexFlag || type == TypeId::kCalendarDay ||
                        type == TypeId::kCalendarMonth);
PYSUB_CLASS(ComplexObject, type == TypeId::kComplex);
PYSUB_CLASS(Tuple, IsOfType(object, TypeId::kTuple));
PYSUB_CLASS(List, type == TypeId::kList);
PYSUB_CLASS(Range, type == TypeId::kRange);
PYSUB_CLASS(Slice, type == TypeId::kSlice);
PYSUB_CLASS(Dict, IsOfType(object, TypeId::kDict));
PYSUB_CLASS(Set, type == TypeId::kSet || type == TypeId::kFrozenSet);
PYSUB_CLASS(Function, type == TypeId::kFunction);
PYSUB_CLASS(Cell, type == TypeId::kCell);
PYSUB_CLASS(Generator, type == TypeId::kGenerator || type == TypeId::kCoroutine || type == TypeId::kAsyncGenerator ||
                           type == TypeId::kNativeCoroutine);
PYSUB_CLASS(Traceback, type == TypeId::kTraceback);
PYSUB_CLASS(Exception, IsExceptionType(type));
PYSUB_CLASS(Module, type == TypeId::kModule);
PYSUB_CLASS(Task, type == TypeId::kTask);
#undef PYSUB_CLASS
#endif

// A number that may stand as a raw word in a values object (see above).
using RawWord = uint64_t;

// ---- Text and bytes

// UTF-8 (lone surrogates as three bytes, WTF-8). Immutable. ASCII if length == count.
struct Str : Object {
  uint32_t length;  // code points
  uint32_t hash;    // keyed, for dict and set; 0: not computed yet

  bool ascii() const { return length == count; }
  std::string_view view() const;
};

// Raw bytes: the growable storage of bytearrays, shared text, tables.
struct Buffer : Object {  // kRaw
  std::string_view view() const { return {bytes(), count}; }
};

// A Str whose text is the first `count` bytes of a Buffer that has room behind it: makes a loop of
// `s += t` linear. The buffer's first 8 bytes say how many of its bytes are used by the longest of
// the strings that share it; only that one may grow in place.
struct SharedStr : Str {
  Value buffer;

  static constexpr size_t kHeaderBytes = 8;
};

inline std::string_view Str::view() const {
  if (layout == Layout::kStr) [[likely]] return {reinterpret_cast<const char*>(this + 1), count};
  const Buffer* buffer = static_cast<const SharedStr*>(this)->buffer.As<Buffer>();
  return {buffer->bytes() + SharedStr::kHeaderBytes, count};
}

struct Bytes : Object {  // kRaw, immutable
  std::string_view view() const { return {bytes(), count}; }
};

// kFlagA: `exports` is exact. Views die unnoticed, so it is only an upper bound between a collection,
// which counts anew, and the next view's making.
// Also how an array.array begins.
struct ByteArray : Object {
  Value buffer;    // Buffer, or Undefined while empty
  RawWord size;    // bytes in use
  RawWord exports; // memoryviews on it: resizing is refused while not 0

  std::string_view view() const {
    return size == 0 ? std::string_view() : std::string_view(buffer.As<Buffer>()->bytes(), size);
  }
};
// Whether objects of the type begin as a ByteArray: memory that memoryviews look at, and that can be resized.
constexpr bool IsResizableMemory(TypeId type) {
  return type == TypeId::kByteArray || type == TypeId::kArrayArray;
}

// ---- Numbers

// Ints outside the inline range. kFlagA: negative. Limbs least significant first, the last not 0.
struct BigInt : Object {  // kRaw
  bool negative() const { return flag(kFlagA); }
  uint32_t limb_count() const { return count / 8; }
  uint64_t* limbs() { return reinterpret_cast<uint64_t*>(this + 1); }
  const uint64_t* limbs() const { return reinterpret_cast<const uint64_t*>(this + 1); }
  // The value of a named int.
  int64_t small() const {
    const int64_t magnitude = static_cast<int64_t>(limbs()[0]);
    return negative() ? -magnitude : magnitude;
  }
};
// Types of named ints (CPython: subclasses of enum.IntEnum and IntFlag). A member is laid out as a BigInt of one limb,
// whose value fits an inline int.
constexpr bool IsNamedInt(TypeId type) {
  return type == TypeId::kRegexFlag || type == TypeId::kCalendarDay || type == TypeId::kCalendarMonth;
}
// An int outside of the inline range, or a named one: a BigInt.
inline bool IsIntObject(Value v) {
  return v.IsObject() && (v.AsObject()->type == TypeId::kInt || IsNamedInt(v.AsObject()->type));
}

// (Complex is the number kernels' pair of doubles.)
struct ComplexObject : Object {
  Value real, imaginary;  // both floats
};

// ---- Sequences

struct Tuple : Object {  // kValues; a NamedTuple has its DynamicType as one more word at the end
  uint32_t size() const { return type == TypeId::kNamedTuple ? count - 1 : count; }
  Value* items() { return words(); }
  const Value* items() const { return reinterpret_cast<const Value*>(this + 1); }
};

// Storage of lists, deques (kArray), dicts (kDictTable) and sets (kSetTable).
struct Array : Object {  // kValues
  Value* items() { return words(); }
};

// The items of an Array, or a pointer that nobody may follow when `array` is Undefined.
template <typename T = Value>
T* ArrayItems(Value array) {
  return reinterpret_cast<T*>(reinterpret_cast<uintptr_t>(array.AsObject()) + sizeof(Object));
}

struct List : Object {
  Value array;    // Array with room for at least `size` items (the rest Undefined), or Undefined
  RawWord size;

  Value* items() { return ArrayItems(array); }
  uint32_t capacity() const { return array.IsUndefined() ? 0 : array.AsObject()->count; }
};

struct Range : Object {
  Value start, stop, step, length;  // ints of any size
};

struct Slice : Object {
  Value start, stop, step;
};

// ---- Hash tables

// Entries in insertion order: (key, value, hash) three words each; a deleted entry has Undefined as its
// key and value. A namespace (kFlagA) keeps its entries forever, since slots point at them: there an
// unbound name is a key with an Undefined value.
// Up to kSmallDict entries have no index and are scanned.
struct DictEntry {
  Value key, value;
  RawWord hash;  // 32 bits; see Vm::KeyHash
};
struct Dict : Object {
  Value entries;    // Array of 3 words an entry, or Undefined
  Value index;      // Buffer of uint8/16/32 entry numbers, a power of two of them; or Undefined
  RawWord used;     // entries in use, deleted ones included
  RawWord live;     // len()
  Value extra;      // defaultdict: the factory; otherwise Undefined

  DictEntry* table() { return ArrayItems<DictEntry>(entries); }
  uint32_t capacity() const { return entries.IsUndefined() ? 0 : entries.AsObject()->count / 3; }
  bool is_namespace() const { return flag(kFlagA); }
};
inline constexpr uint32_t kSmallDict = 8;

// CPython's own open addressing, so that sets of ints iterate in CPython's order: (key, hash) pairs,
// a power of two of them. type kSet or kFrozenSet.
struct SetEntry {
  Value key;      // Undefined: free; Exhausted-free marker: see objects/set.cc
  RawWord hash;
};
struct Set : Object {
  Value table;    // Array of 2 words a slot, or Undefined while empty
  RawWord fill;   // used and dummy slots
  RawWord live;   // len()
  Value hash;     // frozenset: cached hash() as an int, or Undefined
};

// ---- Functions

struct Function : Object {  // Layout::kFunction
  const Code* code;
  UnitInstance* unit;
  Value name, qualified_name;  // str
  Value module;                // __module__
  Value doc;
  Value defaults;              // tuple or Undefined
  Value keyword_defaults;      // dict or Undefined
  Value annotate;              // function that computes the annotations, Undefined, or ...
  Value annotations;           // ... the dict it computed, once asked for
  Value type_params;           // tuple or Undefined
  Value attributes;            // __dict__, or Undefined while empty
  Value globals;               // Dict
  Value cells[1];              // captured cells: count says how many

  static constexpr uint32_t kFixedWords = 13;
  uint32_t cell_count() const { return count - kFixedWords; }
};
static_assert(sizeof(Function) == 8 + 8 * (Function::kFixedWords + 1));

struct Cell : Object {
  Value value;
};

// obj.method taken as a value: a native or a Function bound to `self`.
struct BoundMethod : Object {
  Value self, function;
};

enum class GeneratorState : uint8_t { kCreated, kSuspended, kRunning, kClosed };

// A generator, coroutine or async generator: the frame while it does not run. When it runs, its
// registers are on the stack and the frame's `owner` is this object.
struct Generator : Object {
  RawWord state;       // GeneratorState
  RawWord pc;          // word index in the code
  Value function;      // R[-1]
  Value handled;       // the exception being handled in the suspended frame
  Value awaiting;      // the object that it delegates to (yield from, await), or Undefined
  Value name, qualified_name;
  Value origin;        // async generators: hooks; coroutines: Undefined
  Value registers[1];

  static constexpr uint32_t kFixedWords = 8;
  GeneratorState get_state() const { return static_cast<GeneratorState>(state); }
};
static_assert(sizeof(Generator) == 8 + 8 * (Generator::kFixedWords + 1));

// ---- Exceptions

// One line of a traceback: the frame of `function` was at word `pc` of its code.
struct Traceback : Object {
  Value next;      // the frame that this one called, or None
  Value function;
  RawWord pc;
};

struct Exception : Object {  // type is the exception's
  Value args;         // tuple
  Value cause;        // exception or None; Undefined: never set
  Value context;      // exception or None
  Value traceback;    // Traceback or None
  Value attributes;   // __dict__ incl. __notes__, or Undefined
  RawWord suppress_context;
  // What the type has beside: StopIteration.value, SystemExit.code, KeyError none, OSError errno,
  // strerror, filename, filename2; ImportError msg, name, path, name_from; NameError name;
  // AttributeError name, obj; SyntaxError msg, filename, lineno, offset, text, end_lineno,
  // end_offset, print_file_and_line; UnicodeError encoding, object, start, end, reason;
  // groups: message, exceptions tuple. Undefined where not set.
  Value fields[8];
};

// ---- Modules and the rest

struct Module : Object {
  Value name;
  Value dict;   // the namespace
};

// Iterators, views, native types of the standard library: a Record is an object with `count` Values.
// Types overlay it with a struct of named Value and RawWord fields.
struct Record : Object {};

// Most iterators.
struct SequenceIterator : Object {
  Value source;    // None when exhausted
  RawWord index;
};

// A native operation in progress: see vm/task.h.
struct Task : Object {
  RawWord step;     // index in the runtime's table of step functions
  RawWord state;
  RawWord options;  // TaskOptions
  Value slots[1];   // as many as the step function asked for

  static constexpr uint32_t kFixedWords = 3;
};

}  // namespace pysub

#endif  // PYSUB_VM_OBJECT_H_
