#ifndef PYSUB_VM_OBJECT_H_
#define PYSUB_VM_OBJECT_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "vm/value.h"

// Heap objects. Each begins with a header of 8 bytes. What follows is laid out in one of two ways,
// so that collecting, snapshotting and forking are one loop each and no kind of object can be
// forgotten:
//
//     0        1       2       4         8            16           24
//   +--------+-------+-------+---------+------------+------------+- - -+--------------+
//   | layout | flags | type  |  count  |   word 0   |   word 1   |     | word count-1 |  values
//   +--------+-------+-------+---------+------------+------------+- - -+--------------+
//   | layout | flags | type  |  count  |  count bytes without any Value, up to a word  |  raw
//   +--------+-------+-------+---------+- - - - - - - - - - - - - - - - - - - - - - - -+
//
// - A word may also be a raw number below 2^48 (RawWord): a count, a state, a place. It needs no
//   mark of its own: the bits of such a number read as a tiny double, and nobody follows doubles.
// - Str and Function are laid out in their own ways; Layout tells them from all others.
// - `type` says what the object is for the program, `layout` what the collector has to do with
//   it. The structs below give the words of each type names; types of the library do the same
//   for their own (Record).
// - Objects move when the collector runs, and it runs only between two instructions or two
//   resumptions of a native frame. So C++ code may hold plain pointers to objects until it
//   returns, and never longer.
// - `count` has 32 bits, so no object has more than 4 GiB. Whoever makes one checks that first.
//
// The header has two other lives. Both end before anybody reads the object again:
//
//     0                 1                                 8
//   +-----------------+---------------------------------+
//   | kForwarded      |   the new address, 7 bytes      |  the old place, while collecting
//   +-----------------+---------------------------------+
//   | kForwarded      |   the number in the snapshot    |  while a snapshot is written; the
//   +-----------------+---------------------------------+  writer keeps the true header aside
namespace pysub {

struct Code;        // compiler/code.h
struct LinkedUnit;  // vm/linked_unit.h

// Every type that a program can meet, and those of objects that it never sees: tables, storage. The
// numbers stand in snapshots. A build with other tables has another fingerprint and refuses them.
enum class TypeId : uint16_t {
#define PYSUB_TYPE(id, name, module, base) k##id,
#include "vm/types.def"
#undef PYSUB_TYPE
#define PYSUB_EXCEPTION(id, name, module, base) k##id,
#include "vm/exceptions.def"
#undef PYSUB_EXCEPTION
  kCount,
};

// They come last.
constexpr bool IsExceptionType(TypeId type) { return type >= TypeId::kBaseException; }

// How the bytes behind the header are to be read, for who does not know the type: the collector,
// the writer of snapshots, a fork. Each of these is one switch over this enum.
enum class Layout : uint8_t {
  kValues,     // count words
  kRaw,        // count bytes
  kStr,        // count bytes of text after 8 more bytes of header
  kStrShared,  // 8 more bytes of header, then one Value: the Buffer that holds the text
  kFunction,   // values, of which the first two words are a Code* and a LinkedUnit*
  kForwarded,  // while collecting: the other 7 bytes of the header are the new address
};

// Comparing texts is free of charge up to so many bytes.
inline constexpr uint32_t kComparedAtOnce = 1024;

// The two lowest bits are the collector's. The two after them count references while a snapshot is
// restored (kReferredOnce in vm/snapshot/schema.h). The rest is the type's own.
enum ObjectFlags : uint8_t {
  kFlagLarge = 1 << 0,   // lives apart and is never copied
  kFlagMarked = 1 << 1,  // collector: a large object that was reached
  kFlagA = 1 << 4,       // meaning belongs to the type
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
// Builds with assertions check each Value::As<T>(): Holds() says whether the object is a T. A class
// without a row below is not checked, since the type alone does not tell what it is.
template <typename T>
struct ClassOf {
  static bool Holds(const Object*) { return true; }
};
bool IsOfType(const Object* object, TypeId base);
#define PYSUB_CLASS(Class, condition)                    \
  struct Class;                                          \
  template <>                                            \
  struct ClassOf<Class> {                                \
    static bool Holds(const Object* object) {            \
      [[maybe_unused]] const TypeId type = object->type; \
      return condition;                                  \
    }                                                    \
  }
PYSUB_CLASS(Str, type == TypeId::kStr);
PYSUB_CLASS(Buffer, type == TypeId::kBuffer);
PYSUB_CLASS(Bytes, type == TypeId::kBytes);
PYSUB_CLASS(ByteArray, type == TypeId::kByteArray || type == TypeId::kArrayArray);
PYSUB_CLASS(BigInt, type == TypeId::kInt || type == TypeId::kRegexFlag ||
                        type == TypeId::kCalendarDay || type == TypeId::kCalendarMonth);
PYSUB_CLASS(ComplexObject, type == TypeId::kComplex);
PYSUB_CLASS(Tuple, IsOfType(object, TypeId::kTuple));
PYSUB_CLASS(List, type == TypeId::kList);
PYSUB_CLASS(Range, type == TypeId::kRange);
PYSUB_CLASS(Slice, type == TypeId::kSlice);
PYSUB_CLASS(Dict, IsOfType(object, TypeId::kDict));
PYSUB_CLASS(Set, type == TypeId::kSet || type == TypeId::kFrozenSet);
PYSUB_CLASS(Function, type == TypeId::kFunction);
PYSUB_CLASS(Cell, type == TypeId::kCell);
PYSUB_CLASS(Generator, type == TypeId::kGenerator || type == TypeId::kCoroutine ||
                           type == TypeId::kAsyncGenerator || type == TypeId::kNativeCoroutine);
PYSUB_CLASS(Traceback, type == TypeId::kTraceback);
PYSUB_CLASS(Exception, IsExceptionType(type));
PYSUB_CLASS(Module, type == TypeId::kModule);
PYSUB_CLASS(NativeFrame, type == TypeId::kNativeFrame);
#undef PYSUB_CLASS
#endif

// A number below 2^48 that stands as a word in a values object (see above).
using RawWord = uint64_t;

// ---- Text and bytes

// Text as UTF-8; a lone surrogate has three bytes (WTF-8). Immutable. `count` is in bytes, so a
// text is ASCII if length == count.
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

// A Str whose text is the first `count` bytes of a Buffer with room behind them. It makes a loop of
// `s += t` linear: the sum is written behind s, and both share the buffer.
//
//              8 bytes    "spam"          " and eggs"      room
//   buffer  -> | used |  s  p  a  m  |  _  a  n  d  ...  |         |
//                        '---- s ----'                   ^
//                        '---------- s + t ------------' used
//
// Only the longest of the texts that share a buffer may grow in place: the one that ends at `used`.
struct SharedStr : Str {
  Value buffer;

  static constexpr size_t kHeaderBytes = 8;
};

inline std::string_view Str::view() const {
  if (layout == Layout::kStr) [[likely]]
    return {reinterpret_cast<const char*>(this + 1), count};
  const Buffer* buffer = static_cast<const SharedStr*>(this)->buffer.As<Buffer>();
  return {buffer->bytes() + SharedStr::kHeaderBytes, count};
}

struct Bytes : Object {  // kRaw, immutable
  std::string_view view() const { return {bytes(), count}; }
};

// bytearray; an array.array begins likewise. Views die unnoticed, so `exports` may be too high. A
// collection counts anew and sets kFlagA: then the number is exact, until the next view is made.
struct ByteArray : Object {
  Value buffer;     // Buffer, or Undefined while empty
  RawWord size;     // bytes in use
  RawWord exports;  // memoryviews on it: resizing is refused while not 0

  std::string_view view() const {
    return size == 0 ? std::string_view() : std::string_view(buffer.As<Buffer>()->bytes(), size);
  }
};
// Whether objects of the type begin as a ByteArray: memory that memoryviews look at,
// and that can be resized.
constexpr bool IsResizableMemory(TypeId type) {
  return type == TypeId::kByteArray || type == TypeId::kArrayArray;
}

// ---- Numbers

// An int outside of the inline range: its magnitude in limbs of 64 bits, the least significant
// first, the last one not 0. kFlagA: negative.
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
// Types of named ints (CPython: subclasses of enum.IntEnum and IntFlag). A member is laid out as a
// BigInt of one limb, whose value fits an inline int.
constexpr bool IsNamedInt(TypeId type) {
  return type == TypeId::kRegexFlag || type == TypeId::kCalendarDay ||
         type == TypeId::kCalendarMonth;
}
// An int outside of the inline range, or a named one: a BigInt.
inline bool IsIntObject(Value v) {
  return v.IsObject() && (v.AsObject()->type == TypeId::kInt || IsNamedInt(v.AsObject()->type));
}

// complex. (Complex without more is the pair of doubles that vm/numbers computes with.)
struct ComplexObject : Object {
  Value real, imaginary;  // both floats
};

// ---- Sequences

struct Tuple : Object {  // kValues; a NamedTuple has its DynamicType as one more word at the end
  uint32_t size() const { return type == TypeId::kNamedTuple ? count - 1 : count; }
  Value* items() { return words(); }
  const Value* items() const { return reinterpret_cast<const Value*>(this + 1); }
};

// Storage that one object owns and no program sees: the words of lists and deques (kArray), dicts
// (kDictTable) and sets (kSetTable). Growing means a larger Array.
struct Array : Object {  // kValues
  Value* items() { return words(); }
};

// The items of an Array, or a pointer that nobody may follow when `array` is Undefined.
template <typename T = Value>
T* ArrayItems(Value array) {
  return reinterpret_cast<T*>(reinterpret_cast<uintptr_t>(array.AsObject()) + sizeof(Object));
}

struct List : Object {
  Value array;  // Array with room for at least `size` items (the rest Undefined), or Undefined
  RawWord size;

  Value* items() { return ArrayItems(array); }
  uint32_t capacity() const { return array.IsUndefined() ? 0 : array.AsObject()->count; }
};

// Ends may be beyond 64 bits, as in CPython. Loops over small ranges work on numbers and never look
// here.
struct Range : Object {
  Value start, stop, step, length;  // ints of any size
};

struct Slice : Object {
  Value start, stop, step;
};

// ---- Hash tables

// A dict keeps its entries in insertion order, and beside them an index from hashes to places in
// that order (CPython has done so since 3.6):
//
//   index    | 0 | 3 | 0 | 1 | 2 | 0 | 0 | 0 |   found by the hash: 0 is a free place, n
//                                              stands for the n-th entry
//   entries  | "a", 1, hash | "b", 2, hash | "c", 3, hash | room ... |
//              the first      the second     the third    ^ used
//
// - A deleted entry has Undefined as its key and value.
// - Up to kSmallDict entries have no index; they are scanned.
// - A namespace (kFlagA: the globals of a module) keeps its entries forever, since slots of code
//   point at them. There an unbound name is a key with an Undefined value.
struct DictEntry {
  Value key, value;
  RawWord hash;  // 32 bits; see Vm::KeyHash
};
struct Dict : Object {
  Value entries;  // Array of 3 words an entry, or Undefined
  Value index;    // Buffer of uint8/16/32 entry numbers, a power of two of them; or Undefined
  RawWord used;   // entries in use, deleted ones included
  RawWord live;   // len()
  Value extra;    // defaultdict: the factory; otherwise Undefined

  DictEntry* table() { return ArrayItems<DictEntry>(entries); }
  uint32_t capacity() const { return entries.IsUndefined() ? 0 : entries.AsObject()->count / 3; }
  bool is_namespace() const { return flag(kFlagA); }
};
inline constexpr uint32_t kSmallDict = 8;

// A set is a table of (key, hash) pairs, a power of two of them, that is probed in the same order
// as CPython's, so that sets of ints iterate in CPython's order. `type` is kSet or kFrozenSet.
struct SetEntry {
  Value key;  // Undefined: free; Exhausted-free marker: see objects/set.cc
  RawWord hash;
};
struct Set : Object {
  Value table;   // Array of 2 words a slot, or Undefined while empty
  RawWord fill;  // slots that are in use, or were until their item was removed
  RawWord live;  // len()
  Value hash;    // frozenset: cached hash() as an int, or Undefined
};

// ---- Functions

// What `def` and `lambda` make. The code and the unit are no Values, hence the layout of its own.
// `code` and `unit` are addresses outside of the heap. They stay valid because a unit lives as long
// as one of its functions is reachable: the collector marks the unit of each function it meets.
struct Function : Object {      // Layout::kFunction
  alignas(8) const Code* code;  // a word each, also where addresses have 32 bits
  alignas(8) LinkedUnit* unit;
  Value name, qualified_name;  // str
  Value module;                // __module__
  Value doc;
  Value defaults;          // tuple or Undefined
  Value keyword_defaults;  // dict or Undefined
  Value annotate;          // function that computes the annotations, Undefined, or ...
  Value annotations;       // ... the dict it computed, once asked for
  Value type_params;       // tuple or Undefined
  Value attributes;        // __dict__, or Undefined while empty
  Value globals;           // Dict
  Value cells[1];          // captured cells: count says how many

  static constexpr uint32_t kFixedWords = 13;
  uint32_t cell_count() const { return count - kFixedWords; }
};
static_assert(sizeof(Function) == 8 + 8 * (Function::kFixedWords + 1));

// A variable that an inner function shares with the function around it: both refer to the cell.
struct Cell : Object {
  Value value;  // Undefined: not bound
};

// obj.method taken as a value: a native or a Function bound to `self`.
struct BoundMethod : Object {
  Value self, function;
};

enum class GeneratorState : uint8_t { kCreated, kSuspended, kRunning, kClosed };

// A generator, coroutine or async generator. While it waits, this object has all that its frame
// had. When it runs, its registers are copied to the stack, and the frame's `owner` is this object.
struct Generator : Object {
  RawWord state;   // GeneratorState
  RawWord pc;      // word index in the code
  Value function;  // what it is made of; stands below its registers on the stack, at R[-1]
  Value handled;   // the exception being handled in the suspended frame
  Value awaiting;  // the object that it delegates to (yield from, await), or Undefined
  Value name, qualified_name;
  Value origin;  // async generators: hooks; coroutines: Undefined
  Value registers[1];

  static constexpr uint32_t kFixedWords = 8;
  GeneratorState get_state() const { return static_cast<GeneratorState>(state); }
};
static_assert(sizeof(Generator) == 8 + 8 * (Generator::kFixedWords + 1));

// ---- Exceptions

// One entry of a traceback: the frame of `function` was at word `pc` of its code. The line is
// found when somebody looks.
struct Traceback : Object {
  Value next;  // the frame that this one called, or None
  Value function;
  RawWord pc;
};

struct Exception : Object {  // type is the exception's
  Value args;                // tuple
  Value cause;               // exception or None; Undefined: never set
  Value context;             // exception or None
  Value traceback;           // Traceback or None
  Value attributes;          // __dict__ incl. __notes__, or Undefined
  RawWord suppress_context;
  // What the type has beside: StopIteration.value, SystemExit.code, KeyError none, OSError errno,
  // strerror, filename, filename2; ImportError msg, name, path, name_from; NameError name;
  // AttributeError name, obj; SyntaxError msg, filename, lineno, offset, text, end_lineno,
  // end_offset, print_file_and_line; UnicodeError encoding, object, start, end, reason;
  // groups: message, exceptions tuple. Undefined where not set.
  Value fields[8];
};

// ---- Modules and the rest

// Attributes of a module are the items of its dict.
struct Module : Object {
  Value name;
  Value dict;  // the namespace
};

// An object of the library: iterators, views, native types. It is `count` words; each such type
// gives them names by a struct of Value and RawWord members that derives from Record or Object.
struct Record : Object {};

// An iterator that counts through something that has items by number: most do.
struct SequenceIterator : Object {
  Value source;  // None when exhausted
  RawWord index;
};

// A native operation that has called Python and waits for the answer: see vm/native_frame.h.
struct NativeFrame : Object {
  RawWord resume_id;  // index in the runtime's table of resume functions
  RawWord state;
  RawWord options;  // NativeFrameOptions
  // as many as the resume function has: its row in resume_functions.def says what is in them
  Value slots[1];

  static constexpr uint32_t kFixedWords = 3;
};

}  // namespace pysub

#endif  // PYSUB_VM_OBJECT_H_
