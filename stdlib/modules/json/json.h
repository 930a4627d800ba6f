#ifndef PYSUB_STDLIB_MODULES_JSON_JSON_H_
#define PYSUB_STDLIB_MODULES_JSON_JSON_H_

#include <cstdint>
#include <string_view>

#include "vm/object.h"
#include "vm/vm.h"

// json: CPython 3.14 library, "json". The pieces that its source files share.
namespace pysub::json {

// ---- Decoding

struct DecoderObject : Object {
  Value object_hook, object_pairs_hook;          // callables or None
  Value parse_float, parse_int, parse_constant;  // callables; None: the plain ones
  Value strict;                                  // bool
};

// What a parser has to ask Python for, and what it may not accept.
struct Hooks {
  Value object_hook, object_pairs_hook, parse_float, parse_int, parse_constant;  // Undefined: none
  bool strict = true;

  static Hooks None() { return {}; }
  static Hooks Of(const DecoderObject* decoder);
  bool any() const {
    return !object_hook.IsUndefined() || !object_pairs_hook.IsUndefined() ||
           !parse_float.IsUndefined() || !parse_int.IsUndefined() || !parse_constant.IsUndefined();
  }
};

// JSONDecodeError about `position`, a byte offset in `document`.
Failure RaiseDecodeError(Vm& vm, std::string_view message, Value document, size_t position);

// Parses one value. All state between two hooks lies in `position` and the list `stack`, so that a
// native frame can keep it. No recursion: containers that are open are a part of the stack, each
// with a marker that says where it begins.
//
//    text    {"a": [1, 2,            stack   | marker of { | "a" | marker of [ | 1 | 2 |
//                        ^ position                                ^ base_            ^ top_
//
// Keys are looked up in a small table of those seen lately: documents repeat them, and the same key
// is then one str.
class Parser {
 public:
  Parser(Vm& vm, const Hooks& hooks, Value document, List* stack, size_t position);

  // The value parsed; Failed; or CallPending, which here means: call `hook` with `argument`, tell
  // the Answer() and run again.
  Value Run();
  void Answer(Value value);
  // Whether a saved state makes sense: it may have come with a snapshot from anywhere.
  static bool IsSound(Value document, List* stack, int64_t position);
  // Puts the state where the next Parser finds it (with position()), also after a
  // failure for want of memory.
  void Save();

  size_t position() const { return static_cast<size_t>(at_ - begin_); }
  Value hook, argument;

  static bool IsSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

 private:
  enum class Phase : uint8_t { kWantValue, kHaveValue, kAfterValue, kWantKey, kClose };

  void Enter(Phase phase) {
    phase_ = phase;
    mark_ = at_;
  }
  Value Loop();
  void Leave();
  Value Fail(std::string_view message, const char* where);
  Value NoValue(const char* where) { return Fail("Expecting value", where); }
  void SkipSpace() {
    const char* begin = at_;
    while (at_ < end_ && IsSpace(*at_)) {
      if (++at_ - begin == kSpaceAtOnce) return SkipMoreSpace();
    }
  }
  // For endless white space. It stops in the middle when the time is over; Fail()
  // answers for that then.
  static constexpr ptrdiff_t kSpaceAtOnce = 4096;
  void SkipMoreSpace();
  Value Ask(Value callee, Value with) {
    hook = callee;
    argument = with;
    return Value::CallPending();
  }
  bool Push(Value value) {
    if (top_ == capacity_ && !GrowStack()) return false;
    items_[top_++] = value;
    return true;
  }
  bool GrowStack();
  bool Open(bool object);
  Value Scalar();
  Value Literal(std::string_view word, Value value);
  Value Constant(std::string_view word, double value);
  Value Number();
  Value IntegerOf(std::string_view digits);
  Value FloatOf(std::string_view text);
  Value String(bool key);
  Value EscapedString(const char* opening);
  bool Escape(const char* opening, TextBuilder& out);
  bool HexDigits(const char* from, uint32_t* code);
  Value Key(std::string_view text, bool ascii);
  Value CloseArray();
  Value CloseObject();
  Value NewPairs(const Value* flat, uint32_t count);
  Value NewObject(const Value* flat, uint32_t count);

  static constexpr uint32_t kKeySlots = 128;

  Vm& vm_;
  const Hooks& hooks_;
  Value document_;
  const char* begin_;
  const char* at_;
  const char* end_;
  List* stack_;
  Value* items_ = nullptr;
  uint64_t top_ = 0, capacity_ = 0;
  Phase phase_ = Phase::kWantValue;
  const char* look_at_;  // where the clock is looked at next
  const char* mark_;     // where the phase began
  Value value_;          // kHaveValue
  uint64_t base_ = 0;    // where the innermost open container's marker lies
  uint32_t depth_ = 0;
  Value keys_[kKeySlots];            // keys seen lately
  const DictEntry* last_ = nullptr;  // entries of the object made last
  uint32_t last_count_ = 0;
};

// Parses what `document` (a str) holds, the native frame pushed if there are hooks. `raw`: from
// `start` on, answers (value, end).
Value Decode(Vm& vm, const Hooks& hooks, Value decoder, Value document, bool raw, size_t start);

// ---- Encoding

struct EncoderObject : Object {
  Value skipkeys, ensure_ascii, check_circular, allow_nan, sort_keys, indent;
  // default_function: Undefined if none was given
  Value item_separator, key_separator, default_function;
};

// An encoder's options, ready to use; the views lie in its strings, so it lives no longer than the
// native that made it.
struct Options {
  bool skipkeys = false, ensure_ascii = true, check_circular = true, allow_nan = true,
       sort_keys = false;
  bool indented = false;
  std::string_view indent;     // when it is a str
  uint64_t indent_spaces = 0;  // when it is an int
  std::string_view item_separator = ", ", key_separator = ": ";
  Value default_function;

  void AppendNewline(TextBuilder& out, uint64_t level) const;
};
Result<Options> OptionsOf(Vm& vm, EncoderObject* encoder);

// "text" as a JSON string.
void AppendString(std::string_view text, bool ensure_ascii, TextBuilder& out);
// A float, or ValueError when it is not finite and must be.
Status AppendFloat(Vm& vm, double value, bool allow_nan, TextBuilder& out);
// The text of a dict key; false: it is to be left out. TypeError for other types.
Result<bool> AppendKey(Vm& vm, const Options& options, Value key, TextBuilder& out);
// A value that holds no others; false: it is something else.
Result<bool> AppendScalar(Vm& vm, const Options& options, Value value, TextBuilder& out);

// encode(value); `encoder` may be Undefined (no options) and is made when a native frame needs it.
Value Encode(Vm& vm, const Options& options, Value encoder, Value value);
// The iterator of iterencode().
Value NewChunks(Vm& vm, Value encoder, Value value);
Value NewEncoder(Vm& vm, const Args& a, uint32_t first);
// type(v).__name__: "deque" for a collections.deque.
inline std::string_view ShortTypeName(const Vm& vm, Value v) {
  const std::string_view name = vm.TypeName(v);
  return name.substr(name.rfind('.') + 1);
}
// Adds a note to the pending exception, unless it is none that a program may see.
Status AddPendingNote(Vm& vm, std::string_view note);
Status NoteItem(Vm& vm, Value container, uint64_t index);
Status NoteKey(Vm& vm, Value container, Value key);
Status NoteObject(Vm& vm, Value object);
// The items of a dict as a flat list of keys and values, sorted if wanted.
List* DictItems(Vm& vm, Dict* dict, bool sorted);

}  // namespace pysub::json

#endif  // PYSUB_STDLIB_MODULES_JSON_JSON_H_
