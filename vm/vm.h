#ifndef PYSUB_VM_VM_H_
#define PYSUB_VM_VM_H_

#include <algorithm>
#include <array>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/code.h"
#include "vm/budget.h"
#include "vm/frame.h"
#include "vm/heap/heap.h"
#include "vm/host/link.h"
#include "vm/host/request.h"
#include "vm/identity_table.h"
#include "vm/inline_arena.h"
#include "vm/library_cache.h"
#include "vm/limit_report.h"
#include "vm/limits.h"
#include "vm/linked_unit.h"
#include "vm/native.h"
#include "vm/native_frame.h"
#include "vm/object.h"
#include "vm/result.h"
#include "vm/roots.h"
#include "vm/runtime.h"
#include "vm/slot_methods.h"
#include "vm/text_builder.h"
#include "vm/text_tables.h"
#include "vm/value.h"

namespace pysub {

// Why Run() came back. After each of them but kLimit the Vm is whole: it can be saved, copied, and
// where it says so run on.
enum class StopKind : uint8_t {
  kFinished,   // value: what the outermost code returned
  kRaised,     // value: the exception
  kOutOfFuel,  // Run() may be called again
  kLimit,      // vm.EndAtLimit() says what and where; nothing else is left
  kHost,       // vm.host.request() says what the host is asked; Run() after the answer goes on
  kCallbackFinished,  // of HostLink::CallForHost, value: the result; what stood still before does
                      // so again
  kCallbackRaised,    // value: the exception
};

struct VmStop {
  StopKind kind;
  Value value;
};

// One sandbox: stack, frames, modules, and the parts that have a job of their own: heap, host,
// budget(), texts(), arena(). Not thread-safe; different Vms share only the Runtime and compiled
// units, which never change.
//
// What native functions use comes first: making objects, raising, asking values, calling. What
// needs nothing of the inside is elsewhere: vm/objects/, vm/imports.h, vm/generators.h.
//
// How a program runs:
//
//    Run -> RunFrames -+-> Interpreter: the frame on top is Python's   (vm/instructions.inc)
//              ^       +-> ResumeNativeFrame: it is a native frame     (vm/native_frame.h)
//              |                |
//              |                v   a native function, a slot of a type, a resume function
//              |           a Value: done, the frame goes on with it
//              |           CallPending: a frame was pushed; it runs first, and its result
//              +---------- comes to the waiting instruction by WriteBack
//                          Failed: HandleFailure repeats the instruction, or unwinds
//
// So there is one loop, and it is never entered again from inside: C++ does not call Python. All
// that can stop a run (fuel, a limit, a question to the host) comes back to this loop, where
// everything a program is lies in the stack, the frames and the heap.
//
// Three rules for who writes C++ that gets a Vm&:
//
//  1. A pointer to an object is good until you return. Nothing is collected while C++ runs, so
//     handles and scopes are not needed; but after CallPending, and from one resumption of a native
//     frame to the next, every object may be elsewhere.
//  2. What returns Eventual may have pushed a frame. Hand CallPending on to your caller at once
//     (TRY does), or be a native frame that waits for the answer.
//  3. Memory can be refused at each allocation. Then the instruction is done again from its start,
//     after a collection. So change what outlives you last, when nothing can fail any more.
class Vm : public PersistentValues, public TransientValues {
 public:
  Vm(const Runtime& runtime, const Limits& limits, const HostHooks& hooks);
  ~Vm();
  // With memory behind it, its inline arena, in which its first stack, frames, names, code and
  // objects lie: what most programs need is taken and given back as one piece (docs/decisions/018).
  static std::unique_ptr<Vm> New(const Runtime& runtime, const Limits& limits,
                                 const HostHooks& hooks);
  static void operator delete(void* vm) { ::operator delete(vm); }
  Vm(const Vm&) = delete;
  Vm& operator=(const Vm&) = delete;

  Heap heap;
  HostLink host;

  // ---- Making objects. Null or Failed: no memory (pending, just return). The object is the
  // caller's to fill, and nobody else knows it yet: it lives as long as a root, a register or
  // another object leads to it by the time that C++ returns.
  Value NewInt(int64_t value) {
    return Value::FitsSmallInt(value) ? Value::KnownSmallInt(value) : NewBigInt(value);
  }
  Value NewIntUnsigned(uint64_t value);
  // From decimal digits, or "0x" and hexadecimal ones, with an optional '-'.
  Value NewIntFromText(std::string_view digits);
  // From sign and limbs, normalising to an inline int.
  Value NewIntFromLimbs(bool negative, std::span<const uint64_t> limbs);
  // `text` must be UTF-8 or WTF-8. One-character ASCII strings and "" are shared.
  Value NewStr(std::string_view text);
  Value NewAsciiStr(std::string_view text);
  // When the number of code points is known.
  Value NewStr(std::string_view text, uint32_t length);
  // A str of known length whose bytes the caller writes at once (`count` bytes).
  Str* NewStrUninitialized(uint64_t bytes, uint32_t length);
  Value CharStr(char32_t code_point);
  // The one str object with this text in this sandbox (attribute names, constants).
  Value Intern(std::string_view text) { return texts_.Intern(*this, text); }
  TextTables& texts() { return texts_; }
  Value NewBytes(std::string_view bytes);
  // A count of 64 bits that no object holds fails as memory does that cannot be had:
  // nobody has to cut it.
  template <std::integral Count>
  requires(sizeof(Count) == 8) Tuple* NewTuple(Count size) {
    return IsCount(size) ? NewTuple(static_cast<uint32_t>(size)) : nullptr;
  }
  template <std::integral Count>
  requires(sizeof(Count) == 8) List* NewList(Count capacity) {
    return IsCount(capacity) ? NewList(static_cast<uint32_t>(capacity)) : nullptr;
  }
  template <std::integral Count>
  requires(sizeof(Count) == 8) Dict* NewDict(Count capacity) {
    return IsCount(capacity) ? NewDict(static_cast<uint32_t>(capacity)) : nullptr;
  }
  template <std::integral Count>
  requires(sizeof(Count) == 8) Array* NewArray(Count count, TypeId type = TypeId::kArray) {
    return IsCount(count) ? NewArray(static_cast<uint32_t>(count), type) : nullptr;
  }
  Tuple* NewTuple(uint32_t size);
  Value NewTuple(std::span<const Value> items);
  Value NewTuple(std::initializer_list<Value> items) {
    return NewTuple(std::span<const Value>(items.begin(), items.size()));
  }
  // An empty list with room for `capacity` items.
  List* NewList(uint32_t capacity = 0);
  Value NewList(std::span<const Value> items);
  Dict* NewDict(uint32_t capacity = 0);
  Set* NewSet(TypeId type = TypeId::kSet);
  Value NewSlice(Value start, Value stop, Value step);
  Value NewComplex(double real, double imaginary);
  Value NewBoundMethod(Value self, Value function);
  Value NewTemplate(Value strings, Value interpolations);
  // A Record overlay with all words Undefined.
  template <typename T>
  T* New(TypeId type) {
    T* object = heap.New<T>(type);
    if (object == nullptr) [[unlikely]]
      static_cast<void>(NoMemory(sizeof(T)));
    return object;
  }
  Array* NewArray(uint32_t count, TypeId type = TypeId::kArray);
  Buffer* NewBuffer(uint64_t bytes);

  // ---- Failing. `return vm.ValueError("...")`: the exception object is made, kept as the pending
  // one (error_), and the answer, a Failure, turns into whatever the function returns. Who calls
  // and cannot handle it returns it on. So there is at most one pending exception, and a failure
  // without one is a fault of ours (HandleFailure asserts it), but for two: memory that was refused
  // and a question to the host, which repeat the instruction (Repeat).
  //
  // Parts of the message: text, int64_t, or str Values (not reprs).
  struct Part {
    Part(std::string_view t) : text(t) {}
    Part(const char* t) : text(t) {}
    Part(const std::string& t) : text(t) {}
    template <std::integral Number>
    Part(Number number) : number(static_cast<int64_t>(number)), is_number(true) {}
    Part(Value str);  // must be a str
    std::string_view text;
    int64_t number = 0;
    bool is_number = false;
  };
  Failure RaiseParts(TypeId type, std::span<const Part> parts);
  template <typename... Parts>
  Failure Raise(TypeId type, const Parts&... parts) {
    const std::array<Part, sizeof...(Parts)> list = {Part(parts)...};
    return RaiseParts(type, list);
  }
  template <typename... Parts>
  Failure TypeError(const Parts&... parts) {
    return Raise(TypeId::kTypeError, parts...);
  }
  template <typename... Parts>
  Failure ValueError(const Parts&... parts) {
    return Raise(TypeId::kValueError, parts...);
  }
  template <typename... Parts>
  Failure IndexError(const Parts&... parts) {
    return Raise(TypeId::kIndexError, parts...);
  }
  template <typename... Parts>
  Failure OverflowError(const Parts&... parts) {
    return Raise(TypeId::kOverflowError, parts...);
  }
  Failure RaiseKeyError(Value key);
  Failure RaiseStopIteration(Value value = Value::Undefined());
  // `name` missing on `object`: also fills AttributeError.name and .obj for suggestions.
  Failure RaiseAttributeError(Value object, std::string_view name);
  // The same of a module, which may not have run to its end: only the words.
  Failure RaiseNoSuchName(Value module, std::string_view name);
  // An exception object (sets its __context__ to the handled exception, as raise does).
  Failure RaiseException(Value exception);
  // Continues with an exception as it is (no context is set).
  Failure Reraise(Value exception);
  // Goes on with an exception that C++ code had taken: no context is set, and the next Python frame
  // adds its line to the traceback.
  Failure Propagate(Value exception);
  // The heap refused: the interpreter collects and repeats the instruction, or ends the run.
  Failure NoMemory(uint64_t bytes);
  Failure HitLimit(LimitHit limit);
  // RecursionError for walkers that count their depth.
  Failure TooDeep(std::string_view where);
  Failure RaiseAssertion(Value message);  // Undefined: none
  // The running function's line, as if it had raised `raised`.
  void AddTraceback(Value raised);
  Status AddNote(Value exception, Value note);  // a str, to __notes__
  // The exception that was just raised gets a note.
  void NotePending(std::string_view note);

  // An exception object of `type` with args; for types with fields use the constructor call.
  Value NewException(TypeId type, Value args_tuple);
  bool has_exception() const { return !error_.IsUndefined(); }
  Value pending_exception() const { return error_; }
  // For code that catches: the pending exception, which is no longer pending. Undefined when what
  // is pending must not be caught (a limit, a wanted collection): then return Failed at once.
  Value TakeException();
  // Whether the pending exception is of `type` (or derived).
  bool PendingIs(TypeId type) const;

  // ---- Limits. Every native loop over program-sized data calls Tick with the work it is about to
  // do (about one unit a 64 bytes copied, or an item looked at). Failed: a limit, return at once.
  bool Tick(uint64_t work) { return budget_.Spend(work) || TickSlow(); }
  // The same for what cannot stop or has been done: limits are looked at in the next call or loop.
  void Spend(uint64_t work) { budget_.Spend(work); }
  Budget& budget() { return budget_; }
  const Budget& budget() const { return budget_; }
  // Looks at the clock, interruption, cancellation and the steps at once, as after waiting for the
  // host. False: the run ends, or a KeyboardInterrupt is pending.
  bool CheckLimits();
  // The clock and cancellation only. False: the run ends.
  bool TimeIsLeft();
  // Depth of C++ recursion over nested data; use through DepthGuard.
  uint32_t native_depth = 0;
  static constexpr uint32_t kMaxNativeDepth = 1200;

  // ---- Looking at values. A value is an object in the heap or an immediate (small int, float,
  // None, a native ...): vm/value.h. Both have a TypeId, and with it a row of slots.
  TypeId TypeOf(Value v) const {
    if (v.IsObject()) return v.AsObject()->type;
    return TypeOfImmediate(v);
  }
  TypeId TypeOfImmediate(Value v) const;
  // The row of the type, or of its nearest base that has one.
  const TypeInfo& InfoOf(TypeId type) const {
    const TypeInfo* info = runtime_.types[static_cast<int>(type)];
    return info != nullptr ? *info : InfoOfBase(type);
  }
  const TypeInfo& InfoOf(Value v) const { return InfoOf(TypeOf(v)); }
  static TypeId BaseOf(TypeId type);
  static std::string_view NameOf(TypeId type);    // "dict_keys"
  static std::string_view ModuleOf(TypeId type);  // "builtins"
  // What error texts call the type of `v`: also right for types made at run time.
  std::string_view TypeName(Value v) const;
  static bool IsSubtype(TypeId type, TypeId base);
  bool IsInstance(Value v, TypeId type) const { return IsSubtype(TypeOf(v), type); }
  static bool IsStr(Value v) { return IsObjectOf(v, TypeId::kStr); }
  static bool IsInt(Value v) {  // not bool
    return v.IsSmallInt() || IsIntObject(v);
  }
  static std::string_view View(Value str) {
    assert(IsStr(str));
    return str.As<Str>()->view();
  }
  const NativeInfo& NativeOf(Value native) const {
    assert(native.IsNative());
    uint16_t table = native.NativeTable();
    if (table >= kModuleTableBase) {
      return runtime_.modules[table - kModuleTableBase]->functions[native.NativeRow()];
    }
    if (native.NativeRow() == kConstructorRow) return *runtime_.types[table]->constructor;
    if (native.NativeRow() >= kSlotMethodRow)
      return SlotMethod(native.NativeRow() - kSlotMethodRow);
    return runtime_.types[table]->methods[native.NativeRow()];
  }
  static bool IsModuleFunction(Value native) { return native.NativeTable() >= kModuleTableBase; }
  // The type whose method it is; not for functions of modules.
  static TypeId NativeOwner(Value native) { return static_cast<TypeId>(native.NativeTable()); }
  const AttributeInfo& AttributeOf(Value attribute) const {
    return runtime_.types[static_cast<int>(attribute.AttributeOwner())]
        ->attributes[attribute.AttributeIndex()];
  }
  // A function or method bound to its first argument, whatever type() calls it.
  static bool IsBoundMethod(Value v) {
    return v.IsObject() && (v.AsObject()->type == TypeId::kBoundMethod ||
                            v.AsObject()->type == TypeId::kBuiltinFunction ||
                            v.AsObject()->type == TypeId::kMethodWrapper);
  }
  bool IsCallable(Value v) const;
  // What `name` is in the type `type` and its bases, not bound to anything; Undefined: nothing.
  Value FindInType(TypeId type, Name name) const;
  // The same as an attribute of the type: class methods are bound.
  Value FindTypeAttribute(Value type, Name name);

  // ---- Protocols: these never run Python
  Result<bool> Truth(Value v);
  // repr(), str(), format(v, spec) into `out`; they count depth and charge.
  Status Repr(Value v, TextBuilder& out);
  Status ReprOfIdentity(Value v, TextBuilder& out);  // <object object at 0x...>
  Status ToStr(Value v, TextBuilder& out);
  Value ReprValue(Value v);
  Value StrValue(Value v);  // str(v): a str is itself
  Value Format(Value v, std::string_view spec);
  Result<int64_t> Hash(Value v);                     // hash(v)
  Status AppendIdentity(Value v, TextBuilder& out);  // IdOf(v) as 12 hexadecimal digits
  Result<uint32_t> KeyHash(
      Value v);  // the keyed hash inside dict; TypeError "unhashable type: 'list'"
  Result<bool> Equal(Value a, Value b);  // ==, also for containers; identity first
  Result<int64_t> Length(Value v);
  // An int from __index__: int or bool. `what`: "'str' object cannot be interpreted as an integer".
  Result<int64_t> ToIndex(Value v);         // OverflowError if it does not fit
  Result<int64_t> ToIndexClamped(Value v);  // clamps to the range of int64_t, for slices
  Result<double> ToDouble(Value v);         // "must be real number, not str"
  Value GetIter(Value iterable);            // TypeError "'int' object is not iterable"
  // dir(v) without sorting: names of the type's members and of the object's own attributes.
  std::vector<std::string> AttributeNames(Value v);
  // Attribute lookup without calling anything; Undefined: there is none.
  Value FindAttribute(Value object, Name name);

  // ---- Protocols that may run Python: the answer may be CallPending, then a frame is on top whose
  // result is written back to the calling instruction or resume function. Eventual (vm/result.h)
  // says which functions these are.
  Eventual Next(Value iterator);  // item or Exhausted
  Eventual NextOrPair(Value iterator,
                      Value* out);  // or the two items of a pair into out[0], out[1]: Undefined
  Eventual Call(Value callee, std::span<const Value> args) {
    return CallsPlainly(callee, args) ? Value::CallPending() : CallAnything(callee, args);
  }
  Eventual Call(Value callee, std::initializer_list<Value> args) {
    return Call(callee, std::span<const Value>(args.begin(), args.size()));
  }
  Eventual CallWithKeywords(Value callee, std::span<const Value> args, Value keywords_dict);
  // callee(*arguments, **keywords): a tuple or list, and a dict or Undefined. `window` is
  // StackTop().
  Eventual CallSpread(uint32_t window, Value callee, Value arguments, Value keywords);
  Eventual GetItem(Value object, Value key);
  Eventual SetItem(Value object, Value key, Value value);  // value Undefined: del
  Eventual GetSlice(Value object, Value start, Value stop);
  // Two items of a loop state (FOR_PREP's) at once into out[0], out[1]: Undefined; or the item,
  // Exhausted, Failed, CallPending. Never for lists.
  Eventual NextPair(Value* state, Value* out);
  Eventual GetAttribute(Value object, Name name);
  Eventual SetAttribute(Value object, Name name, Value value);
  Eventual Contains(Value container, Value item);
  Eventual Binary(BinaryOp op, Value left, Value right, bool in_place = false);
  Eventual Unary(UnaryOp op, Value operand);
  Eventual Compare(CompareOp op, Value left, Value right);  // any value, usually a bool
  // The items of any iterable in a new list, or the list or tuple itself if it is one already.
  Eventual Materialise(Value iterable);
  // Resumes a generator-like object: sends `value`, or raises `exception` inside if it is not
  // Undefined.
  // Writes back the yielded value, or Exhausted with stop_value set.
  Eventual ResumeGenerator(Generator* generator, Value value, Value exception = Value::Undefined());

  // The same for anything that can be awaited or delegated to.
  Eventual Resume(Value awaitable, Value value, Value exception = Value::Undefined());

  // A new native frame on top of the frames; returns CallPending (or Failed: RecursionError,
  // memory). The slots are in the native frame's slots; options: NativeFrameOptions.
  Eventual PushNativeFrame(ResumeId resume_id, std::span<const Value> slots, uint8_t options = 0);
  // For a FastApplyFunction of the native frame on top: `function`, a plain one, has been called
  // with `item`, and its answer is awaited in `state`. False: nothing has changed.
  bool TryPushCall(NativeFrame& frame, Value function, Value item, uint16_t state);
  Eventual GoOnInNativeFrame(ResumeId resume_id, std::initializer_list<Value> slots);
  // Whether what failed is to be repeated.
  bool WantsRepetition() const { return repeat_ != Repeat::kNo; }
  Eventual PushNativeFrame(ResumeId resume_id, std::initializer_list<Value> slots,
                           uint8_t options = 0) {
    return PushNativeFrame(resume_id, std::span<const Value>(slots.begin(), slots.size()), options);
  }
  bool IsEnumeration(Value v) const {
    return v.IsType() && InfoOf(v.AsType()).type_members != nullptr;
  }
  // Takes back what a comparison has just pushed, which is made again later.
  void DropPushedNativeFrame() { PopNativeFrame(); }
  // Whether stepping this iterator never runs Python.
  bool IteratesNatively(Value iterator) const {
    if (!iterator.IsObject()) return false;
    switch (InfoOf(iterator.AsObject()->type).iteration) {
      case Iteration::kNative: return true;
      case Iteration::kNativeIfMarked:
        return iterator.AsObject()->flag(kFlagA) || iterator.AsObject()->flag(kFlagB);
      default: return false;
    }
  }
  // For PYSUB_SUSPEND_POINT (native_frame.h).
  bool FailureIsCatchable() const {
    return repeat_ == Repeat::kNo && budget_.limit_hit() == LimitHit::kNone;
  }
  bool NativeFrameShouldYield(Value input) {
    SetResumeInput(input);
    return !budget_.Count() || heap.wants_collection();
  }
  Value YieldNativeFrame();

  // ---- Texts
  // Byte offset of code point `index` (at most the length) of a str: constant time for ASCII, and
  // about constant for others while few of them are indexed.
  size_t TextOffset(const Str* str, uint32_t index) {
    return str->ascii() ? index : texts_.OffsetOf(*this, str, index);
  }

  // Where objects/dict.cc found a key last: who asks for one often sets it next.
  struct LastFound {
    Value key, entries, entry_key;
    DictEntry* entry = nullptr;
  };
  LastFound last_found;

  // ---- The running program: vm/frame.h has a picture of frames and stack.
  // The innermost Python frame below any native frames; null outside of Run().
  Frame* CurrentPythonFrame();
  // Outermost first.
  std::span<const Frame> frames() const { return {frames_ + 1, frame_ + 1}; }
  Value* Registers(const Frame& frame) { return stack_ + frame.base; }
  Value HandledException() const;  // None if there is none
  // For instructions that look at their own call window or the space above it.
  Value* StackAt(uint32_t index) { return stack_ + index; }
  uint32_t StackTop() const;  // index of the first word above the top frame's registers
  Value main_globals() const { return main_globals_; }  // Undefined before Load()
  Value modules() const { return modules_; }            // sys.modules, a Dict
  // After the entries of a namespace dict moved.
  void ReloadGlobals();
  const Runtime& runtime() const { return runtime_; }
  // Memory outside of the heap, which who takes it charges to the heap.
  InlineArena& arena() { return arena_; }
  uint64_t hash_key(int half) const { return hash_key_[half]; }
  // Keys the hashes inside dicts and sets. Before anything is loaded.
  void SeedHashes(uint64_t seed) {
    hash_key_[0] = seed * 0x9E3779B97F4A7C15u;
    hash_key_[1] = (seed ^ seed >> 31) * 0xBF58476D1CE4E5B9u;
  }
  int64_t NextId();  // for id(): a sequence number
  // id(v), and the hash of what is compared by identity: a number that stays with the object.
  Result<int64_t> IdOf(Value v);
  // How many Python functions are running: what the recursion limit counts.
  uint32_t call_depth() const { return static_cast<uint32_t>(frame_ - frames_) - native_frames_; }
  void set_recursion_limit(uint32_t limit);
  std::unique_ptr<LibraryCache>& library_cache(LibraryCacheId id) {
    return library_caches_[static_cast<size_t>(id)];
  }
  // sys.argv, set by the host before the program starts. Empty: [""].
  std::vector<std::string> arguments;
  // sys.get_int_max_str_digits().
  int64_t max_str_digits = 4300;
  // kFutureFlags of what was loaded so far: more code in the same session begins with them
  // (CompileOptions::future_flags).
  uint32_t future_flags = 0;
  // A function without name and defaults; NameFunction gives it those that its code has.
  Function* NewFunction(LinkedUnit* unit, const Code* code);
  Status NameFunction(Function* function);
  // A module object over `names` with the attributes that all modules have.
  Value MakeModule(std::string_view name, Dict* names);
  // The program changed the builtins module: names are looked up there from now on.
  void BuiltinsChanged();
  bool builtins_changed() const { return builtins_changed_; }
  static bool IsBuiltinName(TypeId type);

  // ---- For the host
  // Makes the code of `unit` the program to run; its globals are the dict of module __main__, or
  // `globals` (and `locals` for dynamic units). Nothing runs yet.
  Status Load(std::shared_ptr<const CompiledUnit> unit, Value globals = Value::Undefined());
  // The names of the global slots of __main__ so far: CompileOptions::existing_globals for more
  // code in the same session.
  std::vector<std::string> GlobalNames();
  // The same for any namespace.
  static std::vector<std::string> NamesOf(Dict* names);
  // Whether a slot of that name may be an entry with this key. (A key that is no str has a name
  // that no program has.)
  static bool IsSlotOf(Value key, std::string_view name) {
    return IsStr(key) ? View(key) == name : name.starts_with('\x01');
  }
  // Entries 0.. of the namespace `names` become the global slots of `unit`.
  Status ReserveSlots(Dict* names, const CompiledUnit& unit);
  std::span<const std::unique_ptr<LinkedUnit>> units() const { return units_; }
  // Pushes a frame for the unit's top-level code from inside a run (exec, eval):
  // CallPending or Failed.
  Eventual PushUnit(std::shared_ptr<const CompiledUnit> unit, Value globals, Value locals);
  // The top-level function of a unit without globals: what a code object holds.
  Value NewUnitFunction(std::shared_ptr<const CompiledUnit> unit);
  // Runs for about `fuel` units: until the program ends, raises, reaches a limit or the fuel is
  // used. After a limit there are no objects any more: a limit of time may have come when a
  // collection had moved half of them.
  VmStop Run(uint64_t fuel = kUnlimited);
  // Collects now: only while nothing runs. For values that the host makes.
  void CollectForHost();
  // Forgets a failure of what the host did itself (no memory, an exception that it does not look
  // at).
  void DropFailure() {
    repeat_ = Repeat::kNo;
    error_ = Value::Undefined();
  }
  // Ends a Vm that has reached a limit, if Run() has not done so: frees the heap and forgets all
  // values. Everything that asks for one afterwards fails.
  LimitReport EndAtLimit();
  // Other limits of time, steps, allocations and output, between runs. What was used of them counts
  // on.
  void SetWorkLimits(const Limits& limits);
  // Not less than what is charged.
  void SetMemoryLimit(uint64_t bytes);
  // Counts on from what `other` has used, which may have reached a limit, and numbers requests
  // behind its.
  void ContinueCountsOf(const Vm& other);
  // Whether what runs next ends as by Budget::Cancel(): it was called, or the host's hook says so.
  bool IsCancelled() const {
    return budget_.is_cancelled() || (host.hooks().is_cancelled != nullptr &&
                                      host.hooks().is_cancelled(host.hooks().context));
  }
  // Tests: collect at every allocation; start with a tiny stack, which in builds with assertions
  // moves whenever it could grow.
  void SetStress(bool collect_always, uint32_t initial_stack);
  // --trace: one line an instruction to standard error.
  bool trace = false;
  // --coverage; before SetStress(), as `trace`. It outlives the runs.
  InstructionObserver* observer = nullptr;
  // What a unit and its instance take outside of the heap: whoever keeps a unit alive charges that.
  static uint64_t MemoryOf(const CompiledUnit& unit);

 private:
  friend class Generators;
  friend class Interpreter;
  friend class SnapshotWriter;
  friend class SnapshotReader;
  friend class VmFork;
  friend class HostLink;
  // Why the instruction or the step that has failed is to be done again, where nothing was raised.
  enum class Repeat : uint8_t {
    kNo,               // it is not: error_ is raised, or a limit was hit
    kAfterCollection,  // wanted_bytes_ were refused
    kAfterYield,       // of steps: an await had its answer at once, and the fuel is used up or a
                       // collection due
    kAfterAnswer,      // request_ was made: the run stops, and what is done again finds the host's
                       // answer
  };
  // What follows a CallPending.
  enum class AfterPush : uint8_t {
    kGoOn,              // with the top frame
    kRaise,             // error_ is raised where the top frame goes on
    kStop,              // request_ was made: the top frame waits for its answer
    kCallbackFinished,  // the native frame below CallForHost has its result
    kCallbackRaised,
  };
  // Free stack words above every frame: the arguments of natives. So binding a usual call needs no
  // look at the end of the stack.
  static constexpr uint32_t kStackSlack = 64;
  // Most words above a frame's registers that binding a native's parameters in place can take.
  static constexpr uint32_t kBoundInPlace = 32;
  uint32_t CallWindowIndex() {
    frame_->generator_above = false;
    uint32_t top = StackTop() + (frame_->code != nullptr ? kBoundInPlace : 0);
    return top > native_top_ ? top : native_top_;
  }
  void FreeRetiredStacks();

  // Of which `block` bytes are for the heap's first block.
  static std::unique_ptr<Vm> NewWithArena(const Runtime& runtime, const Limits& limits,
                                          const HostHooks& hooks, size_t bytes, size_t block);

  Value NewBigInt(int64_t value);
  bool IsCount(uint64_t items) {
    if (items <= UINT32_MAX) [[likely]]
      return true;
    static_cast<void>(NoMemory(items));
    return false;
  }
  const TypeInfo& InfoOfBase(TypeId type) const;
  bool TickSlow();
  Value NextAnswer(Value item, ptrdiff_t depth);
  Value ContainsSlowly(Value container, Value item);

  // vm.cc: code comes in. A CompiledUnit becomes a LinkedUnit, its constants values, its top level
  // a function.
  std::unique_ptr<LinkedUnit> NewLinkedUnit(std::shared_ptr<const CompiledUnit> unit);
  LinkedUnit* NewUnit(std::shared_ptr<const CompiledUnit> unit, Value globals, Value locals);
  Status MakeConstants(LinkedUnit* instance);
  Value MakeConstant(const CodeConstant& constant, std::span<const Value> earlier);
  Value FindBuiltin(std::string_view name);
  Function* NewModuleFunction(LinkedUnit* unit);
  Status Start();
  Status MakeMainModule(const CompiledUnit& unit);
  void BreakContextCycle(Value handled, Value exception);
  void UpdateFramesLimit();
  void PopFailedNativeFrame();
  void PopNativeFrame() {
    --frame_;
    --native_frames_;
    if (uint64_t{budget_.recursion_limit()} + native_frames_ + 1 < frame_capacity_)
      UpdateFramesLimit();
  }
  Status GrowStack(uint64_t needed);
  // Where the stack has to grow, and in tests of who keeps addresses in it, where it could.
  bool IsStackFull(uint64_t needed) const {
#ifndef NDEBUG
    constexpr uint32_t kMostMoved = 512;
    constexpr size_t kMostRetired = 64;  // they are kept for a while
    if (moves_stack_ && stack_capacity_ <= kMostMoved && retired_stacks_.size() < kMostRetired)
      return true;
#endif
    return needed > stack_capacity_;
  }
  // All values that a program between two instructions leads to its objects by: those on
  // the stack, of the frames, and what the members hold. In the order of snapshots. `visit`
  // takes a span of values.
  template <typename F>
  void PersistentRoots(F visit) {
    if (frames_ != nullptr) {
      visit(std::span(stack_, std::min(StackTop(), stack_capacity_)));
      for (Frame& frame : std::span(frames_ + 1, frame_ + 1)) {
        visit(std::span(&frame.handled, 1));
        visit(std::span(&frame.owner, 1));
      }
    }
    VisitPersistent(visit);
  }
  // Those that an instruction or step needs in its middle, where it may be collected
  // and a limit may end it.
  template <typename F>
  void TransientRoots(F visit) {
    VisitTransient(visit);
  }
  // Texts that are kept as long as the Vm. Who restores a snapshot makes them again.
  template <typename F>
  void TextRoots(F visit) {
    texts_.VisitTexts(visit);
  }
  // What was only remembered and no collection moves.
  void ForgetUnmoved();
  static void VisitRoots(void* vm, Heap::Visitor& visitor);
  // May find that the time is over: then limit_hit() is set, and values are of no use.
  void CollectGarbage(bool everything = false);
  void Collect(Heap::IsOverFunction is_over, bool everything);
  VmStop RunUntilStop(uint64_t fuel);

  // iteration.cc
  Value NextOfAny(Value iterator);
  Value NextForNativeFrame(Generator* generator);

  // calls.cc, binder.cc. All calls come down to one of two: PushCall for a function of the program,
  // which becomes a frame, and CallNative for a row, which runs here and now. The rest finds out
  // what is called: a type, a bound method, an object with __call__. A `window` is where callee and
  // arguments stand on the stack (vm/frame.h).
  Value PushNativeFrameSlowly(ResumeId resume_id, std::span<const Value> slots, uint8_t options);
  bool CallsPlainly(Value callee, std::span<const Value> args);
  // What is called now is no iterator's next: for a native frame that asks, its StopIteration is an
  // exception like others.
  void AwaitNoNext() {
    if (frame_->code == nullptr && frame_ != frames_)
      frame_->owner.As<NativeFrame>()->options &= ~RawWord{kFrameAwaitsNext};
  }
  Value CallAnything(Value callee, std::span<const Value> args);
  // Pushes a Python frame whose window (callee, arguments) starts at stack index `window`.
  Value PushCall(Function* function, uint32_t window, uint32_t argument_count,
                 const Tuple* keyword_names);
  // `named_by`: the type that errors name as the method's; kCount: the one it is a method of.
  Value CallNative(const NativeInfo& info, Value self, Value* args, uint32_t count,
                   const Tuple* keyword_names, TypeId named_by = TypeId::kCount);
  Value CallWindow(uint32_t window, uint32_t argument_count, const Tuple* keyword_names);
  Value CallUnbound(uint32_t window, uint32_t argument_count, const Tuple* keyword_names);
  Status BindFunction(Function* function, Value* args, uint32_t count, const Tuple* keyword_names);
  // A method call: window[0] is self. `name` is an index into the names of `unit`.
  Value CallMethodWindow(uint32_t window, uint32_t argument_count, const Tuple* keyword_names,
                         uint32_t name, LinkedUnit* unit);
  void FailAtLastWord(Frame* frame, const uint32_t* pc);
  Value CheckMethod(Value self, uint32_t name, LinkedUnit* unit);
  Value CallUnboundMethod(const NativeInfo& info, TypeId owner, Value* args, uint32_t count,
                          const Tuple* keyword_names);
  Value CallType(Value type, Value* args, uint32_t count, const Tuple* keyword_names);
  // Reads the arguments that the row wants materialised; None when nothing had to run, else
  // CallPending: the native is called when they are lists.
  Value MaterialiseArguments(const NativeInfo& info, const Args& args, bool has_self);
  Status GrowFrames();
  Status ReserveFrames(uint32_t capacity);  // more than there are
  Value BinaryError(BinaryOp op, Value left, Value right, bool in_place);
  Value ReadOnlyAttribute(Value object, Name name, Value found, TypeId owner);
  void NoteHidden(Value object, Name name);
  Value BindFound(Value object, TypeId type, Value found);

  // unwind.cc: an exception goes down the frames. Python frames are asked for a handler around
  // their pc (Code::handlers), native frames whether they catch (kFrameCatches). A Python frame
  // that has none leaves its line in the traceback; whoever does not catch is gone. Finds who
  // handles the pending exception; false: nobody, the run ends.
  bool Unwind();
  void AddTraceback(const Frame& frame, Exception* exception);
  void LeaveGenerator(Generator* generator);
  static Value StopIterationValue(Value exception);

  // run.cc
  // Hands `result` to the top frame, a Python frame whose current instruction waits for it.
  // Failed, CallPending, or anything else: the frame goes on at its pc.
  Value WriteBack(Value result);
  Value RetryWriteBack(Value result);
  Value WriteBackOnce(Value result);
  Value UnpackWrittenBack(Value* R, uint32_t word, Value item);
  VmStop RunFrames();
  VmStop StopAfterPush(Value result);
  bool GoesOnSoon(const VmStop& stop) const;
  VmStop Finish(Value result);
  void PushCloseFiles(Value result);
  Value RunProgramCoroutine(Value coroutine);
  Value ResumeNativeFrame(Value in);
  bool InterruptsResume();
  Value StoppedResume();
  Value GoOnAfterFailure();
  Value FailedResume();
  bool ConsumedBelow(Value item);
  // Of what a resume function leaves behind: RunFrames has to look at it.
  bool MustLeaveLoop() const {
    return stop_in_native_frame_ || after_push_ != AfterPush::kGoOn ||
           budget_.limit_hit() != LimitHit::kNone;
  }
  Value RepeatResume();
  bool CollectToRepeat(bool again);
  void SetResumeInput(Value input) {
    resume_input_ = input;
    if (input.IsControl() || input.IsExhausted()) [[unlikely]]
      KeepResumeInput();
  }
  void KeepResumeInput();
  void TraceInstruction();
  std::string TraceCallee();
  // Called when the fuel is used up: collects, checks limits. False: the run stops (limit or fuel).
  bool Safepoint();
  // What to do about error_ or repeat_: true: go on with the top frame.
  bool HandleFailure();
  // A frame for `code` at stack index `base`, its registers not set; null: RecursionError or no
  // memory is pending.
  Frame* PushFrame(const Code* code, LinkedUnit* unit, uint32_t base, uint32_t registers);
  void UseGlobals(LinkedUnit* unit) {
    if (!unit->globals.IsUndefined() && !unit->globals.As<Dict>()->entries.IsUndefined()) {
      globals_ = unit->globals.As<Dict>()->table();
    }
  }
  void BeforeInstruction();  // --trace, the observer and stress

  // What runs. These come first: the interpreter reads them all the time.
  const Runtime& runtime_;  // tables of types, modules, resume functions: the same for all
  Value* stack_ = nullptr;
  uint32_t stack_capacity_ = 0;
  // Stacks that were outgrown while a native may still read its arguments in them.
  std::vector<Value*> retired_stacks_;
  // Above the bound arguments of the running native, which a nested call must not overwrite.
  uint32_t native_top_ = 0;
  static constexpr uint32_t kFirstStack = 96;
  uint32_t initial_stack_ = kFirstStack;
  Frame* frames_ = nullptr;  // [0] is a sentinel without code
  Frame* frame_ = nullptr;   // the top
  Frame* frames_limit_ =
      nullptr;  // one past the last that may be used: capacity or recursion limit
  uint32_t frame_capacity_ = 0;
  uint32_t native_frames_ = 0;    // frames of native frames: not counted by the recursion limit
  uint32_t last_frames_ = 0;      // after EndAtLimit(): how many frames there were
  DictEntry* globals_ = nullptr;  // table of the top Python frame's namespace
  Budget budget_;
  bool skip_traceback_ = false;  // the pending exception continues: this frame is in its traceback
  const uint32_t* retry_pc_ = nullptr;  // where a collection for lack of memory was made, and
  uint64_t retry_edges_ = 0;            // how many back edges and calls had been run by then
  // What failed without an exception; set and cleared where error_ is.
  Repeat repeat_ = Repeat::kNo;
  size_t wanted_bytes_ = 0;  // see Repeat::kAfterCollection
  // a result on its way to its receiver, inside the instruction loop; never over a collection
  Value control_;
  bool stop_in_native_frame_ = false;
  bool awaits_at_top_ = false;  // the program's own code is a coroutine
  // Some object was given an attribute of the name of a method of its type, so methods are looked
  // for in objects first.
  bool hides_methods_ = false;
  AfterPush after_push_ = AfterPush::kGoOn;
  bool stress_ = false;
  bool moves_stack_ = false;
  bool hooked_ = false;  // BeforeInstruction is wanted
  bool builtins_changed_ = false;
  std::unique_ptr<LibraryCache> library_caches_[static_cast<size_t>(LibraryCacheId::kCount)];
  TextTables texts_;
  std::vector<std::unique_ptr<LinkedUnit>> units_;
  uint64_t hash_key_[2] = {0, 0};
  int64_t next_id_ = 0;
  IdentityTable identities_{heap};
  InlineArena arena_;
};

// For what changes several things and makes objects in between, so that it can neither ask for all
// its memory first nor be repeated: begins when `bytes` are there (else !ok(): return Failed,
// nothing has happened), and then nothing is refused any more. `bytes` should be about what it
// needs; a little more may go over the limit of the heap.
class MemoryReservation {
 public:
  MemoryReservation(Vm& vm, uint64_t bytes) {
    if (vm.heap.Charge(bytes)) {
      vm.heap.Release(bytes);
      scope_.emplace(vm.heap);
    } else {
      static_cast<void>(vm.NoMemory(bytes));
    }
  }
  bool ok() const { return scope_.has_value(); }

 private:
  std::optional<Heap::AlwaysAllocateScope> scope_;
};

// Counts C++ recursion over program data: `DepthGuard guard(vm); if (!guard.ok())
// return vm.TooDeep(...)`. Each level is charged: what is shared (t = ChainMap(t, t), again and
// again) has few levels and endless paths through them.
class DepthGuard {
 public:
  explicit DepthGuard(Vm& vm)
      : vm_(vm), ok_(++vm_.native_depth <= Vm::kMaxNativeDepth && vm.Tick(1)) {}
  ~DepthGuard() { --vm_.native_depth; }
  bool ok() const { return ok_; }

 private:
  Vm& vm_;
  bool ok_;
};

}  // namespace pysub

#endif  // PYSUB_VM_VM_H_
