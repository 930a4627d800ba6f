// The parser of json.loads: one loop over the text with a stack of values, no recursion. An
// open container is a marker on the stack, its items lie above it. CPython 3.14 library,
// "json"; errors as its scanner's.

#include <cstring>

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/json/json.h"
#include "vm/numbers/float_text.h"
#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"

namespace pysub::json {
namespace {

// A marker: where the marker of the container around it lies, and whether this one is an object.
Value MarkerOf(uint64_t outer_base, bool object) {
  return Value::KnownSmallInt(outer_base << 1 | (object ? 1 : 0));
}
bool IsObjectMarker(Value marker) { return marker.AsSmallInt() & 1; }
uint64_t OuterBase(Value marker) { return static_cast<uint64_t>(marker.AsSmallInt()) >> 1; }

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

constexpr uint64_t kOnes = 0x0101010101010101, kHighs = 0x8080808080808080;
// Has a byte `c`, or one below 0x20? (High bits of `word` are looked at elsewhere.)
constexpr uint64_t HasByte(uint64_t word, char c) {
  uint64_t x = word ^ (kOnes * static_cast<uint8_t>(c));
  return (x - kOnes) & ~x & kHighs;
}
constexpr uint64_t HasControl(uint64_t word) { return (word - kOnes * 0x20) & ~word & kHighs; }

// Powers of ten that a double holds exactly.
constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// "-12.5" without exponent and with at most 15 digits: correctly rounded by one
// division. False: too long.
bool ParseShortFloat(std::string_view text, double* out) {
  if (text.size() > 17) return false;
  bool negative = text[0] == '-';
  uint64_t digits = 0;
  int count = 0, places = 0;
  bool point = false;
  for (size_t i = negative ? 1 : 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '.') {
      point = true;
      continue;
    }
    if (!IsDigit(c)) return false;
    digits = digits * 10 + static_cast<uint64_t>(c - '0');
    ++count;
    if (point) ++places;
  }
  if (count > 15) return false;
  double value = static_cast<double>(digits) / kPowersOfTen[places];
  *out = negative ? -value : value;
  return true;
}

}  // namespace

// Bytes between two looks at the clock.
constexpr ptrdiff_t kParsedAtOnce = 16384;

// The words on top of a saved stack: phase, value in hand, innermost marker, depth.
constexpr uint64_t kSavedWords = 4;

// Takes up the state where an earlier parser has left it: the last words of the stack are its
// registers. So parsing can stop for a hook that is Python code, or at the end of a time slice, and
// be saved.
Parser::Parser(Vm& vm, const Hooks& hooks, Value document, List* stack, size_t position)
    : vm_(vm), hooks_(hooks), document_(document), stack_(stack) {
  std::string_view text = Vm::View(document);
  begin_ = text.data();
  at_ = mark_ = begin_ + position;
  end_ = begin_ + text.size();
  look_at_ = at_ + std::min<ptrdiff_t>(kParsedAtOnce, end_ - at_);
  if (stack->size == 0) return;
  items_ = stack->items();
  capacity_ = stack->capacity() - kSavedWords;
  top_ = stack->size - kSavedWords;
  phase_ = static_cast<Phase>(items_[top_].AsSmallInt());
  value_ = items_[top_ + 1];
  base_ = static_cast<uint64_t>(items_[top_ + 2].AsSmallInt());
  depth_ = static_cast<uint32_t>(items_[top_ + 3].AsSmallInt());
}

// The stack is an ordinary list inside the heap, and a forged snapshot may hold anything in it.
// Loop() uses its words as indexes without a look, so the chain of containers is walked once here.
bool Parser::IsSound(Value document, List* stack, int64_t position) {
  if (!Vm::IsStr(document) || position < 0 || position > document.As<Str>()->count) return false;
  if (stack->size == 0) return true;
  if (stack->size < kSavedWords) return false;
  const uint64_t top = stack->size - kSavedWords;
  const Value* words = stack->items();
  for (uint64_t i : {top, top + 2, top + 3}) {
    if (!words[i].IsSmallInt() || words[i].AsSmallInt() < 0) return false;
  }
  if (words[top].AsSmallInt() > static_cast<int64_t>(Phase::kClose)) return false;
  // The chain of markers, from the innermost outwards.
  uint64_t base = static_cast<uint64_t>(words[top + 2].AsSmallInt()), end = top;
  for (int64_t depth = words[top + 3].AsSmallInt(); depth > 0; --depth) {
    if (base >= end || !words[base].IsSmallInt() || words[base].AsSmallInt() < 0) return false;
    end = base;
    base = OuterBase(words[base]);
  }
  return true;
}

void Parser::Save() {
  if (capacity_ == 0) return;
  items_[top_] = Value::SmallInt(static_cast<int>(phase_));
  items_[top_ + 1] = value_;
  items_[top_ + 2] = Value::KnownSmallInt(base_);
  items_[top_ + 3] = Value::SmallInt(depth_);
  stack_->size = top_ + kSavedWords;
}

// Leaves room for what Save() writes.
bool Parser::GrowStack() {
  const uint64_t size = stack_->size;
  stack_->size = top_;
  bool grown = ListReserve(vm_, stack_, (capacity_ == 0 ? 64 : capacity_ * 2) + kSavedWords).ok();
  stack_->size = size;
  if (!grown) return false;
  items_ = stack_->items();
  capacity_ = stack_->capacity() - kSavedWords;
  return true;
}

void Parser::SkipMoreSpace() {
  Pace pace(vm_);
  while (at_ < end_ && IsSpace(*at_) && pace.IsTimeLeft()) ++at_;
}

Value Parser::Fail(std::string_view message, const char* where) {
  if (!vm_.TimeIsLeft()) return Value::Failed();
  return RaiseDecodeError(vm_, message, document_, static_cast<size_t>(where - begin_));
}

Value Parser::Run() {
  if (capacity_ == 0 && !GrowStack()) return Value::Failed();
  Value result = Loop();
  // A step that could not get memory is done again from where it began.
  if (result.IsFailed()) at_ = mark_;
  return result;
}

void Parser::Answer(Value value) {
  phase_ = Phase::kHaveValue;
  value_ = value;
}

// A state machine with labels instead of recursive functions: the depth of a document is its
// author's to choose, and a recursion could not be left and entered again. Enter() is where it may
// stop.
Value Parser::Loop() {
  Value value = value_;
  switch (phase_) {
    case Phase::kWantValue: goto want_value;
    case Phase::kHaveValue: goto have_value;
    case Phase::kAfterValue: goto after_value;
    case Phase::kWantKey: goto want_key;
    case Phase::kClose: goto close;
  }

want_value:
  Enter(Phase::kWantValue);
  if (at_ == end_) return NoValue(at_);
  switch (*at_) {
    case '"':
      ++at_;
      value = String(false);
      break;
    case '{':
      if (!Open(true)) return Value::Failed();
      SkipSpace();
      if (at_ < end_ && *at_ == '}') goto close;
      goto want_key;
    case '[':
      if (!Open(false)) return Value::Failed();
      SkipSpace();
      if (at_ < end_ && *at_ == ']') goto close;
      goto want_value;
    default: value = Scalar(); break;
  }
  if (value.IsControl()) return value;

have_value:
  if (depth_ == 0) return value;
  if (!Push(value)) {
    Answer(value);
    mark_ = at_;
    return Value::Failed();
  }

after_value:
  Enter(Phase::kAfterValue);
  if (at_ >= look_at_) [[unlikely]] {
    if (!vm_.TimeIsLeft()) return Value::Failed();
    look_at_ = at_ + std::min<ptrdiff_t>(kParsedAtOnce, end_ - at_);
  }
  SkipSpace();
  {
    const bool object = IsObjectMarker(items_[base_]);
    if (at_ < end_ && *at_ == (object ? '}' : ']')) goto close;
    if (at_ == end_ || *at_ != ',') return Fail("Expecting ',' delimiter", at_);
    const char* comma = at_++;
    SkipSpace();
    if (at_ < end_ && *at_ == (object ? '}' : ']')) {
      return Fail(object ? "Illegal trailing comma before end of object"
                         : "Illegal trailing comma before end of array",
                  comma);
    }
    if (!object) goto want_value;
  }

want_key:
  Enter(Phase::kWantKey);
  if (at_ == end_ || *at_ != '"') {
    return Fail("Expecting property name enclosed in double quotes", at_);
  }
  ++at_;
  value = String(true);
  if (value.IsFailed()) return value;
  SkipSpace();
  if (at_ == end_ || *at_ != ':') return Fail("Expecting ':' delimiter", at_);
  ++at_;
  SkipSpace();
  if (!Push(value)) return Value::Failed();
  goto want_value;

close:
  Enter(Phase::kClose);
  value = IsObjectMarker(items_[base_]) ? CloseObject() : CloseArray();
  if (value.IsControl()) return value;
  goto have_value;
}

// at_ is at the bracket.
bool Parser::Open(bool object) {
  if (depth_ >= Vm::kMaxNativeDepth) {
    static_cast<void>(vm_.TooDeep(object ? " while decoding a JSON object from a unicode string"
                                         : " while decoding a JSON array from a unicode string"));
    return false;
  }
  if (!Push(MarkerOf(base_, object))) return false;
  base_ = top_ - 1;
  ++depth_;
  ++at_;
  return true;
}

// at_ is at the closing bracket.
void Parser::Leave() {
  top_ = base_;
  base_ = OuterBase(items_[top_]);
  --depth_;
  ++at_;
}

Value Parser::CloseArray() {
  uint64_t count = top_ - base_ - 1;
  Value list = TRY(vm_.NewList(std::span<const Value>(items_ + base_ + 1, count)));
  Leave();
  return list;
}

Value Parser::CloseObject() {
  uint32_t count = static_cast<uint32_t>((top_ - base_ - 1) / 2);
  const Value* flat = items_ + base_ + 1;
  bool pairs = !hooks_.object_pairs_hook.IsUndefined();
  Value object = TRY(pairs ? NewPairs(flat, count) : NewObject(flat, count));
  Leave();
  if (pairs) return Ask(hooks_.object_pairs_hook, object);
  if (!hooks_.object_hook.IsUndefined()) return Ask(hooks_.object_hook, object);
  return object;
}

Value Parser::NewPairs(const Value* flat, uint32_t count) {
  List* list = TRY(vm_.NewList(count));
  for (uint32_t i = 0; i < count; ++i) {
    list->items()[i] = TRY(vm_.NewTuple({flat[2 * i], flat[2 * i + 1]}));
    list->size = i + 1;
  }
  return Value::Of(list);
}

// Keys and values stand in turn on the stack. When the closing brace comes the size is known, so
// the dict is made in the right size at once. A key that comes twice has its last value, as in
// CPython.
Value Parser::NewObject(const Value* flat, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    // Only what came with a forged snapshot can be anything else.
    if (!Vm::IsStr(flat[2 * i])) return vm_.Raise(TypeId::kSystemError, "bad JSON parser state");
  }
  Dict* dict = TRY(vm_.NewDict(count));
  if (count == 0 || count > kSmallDict) {
    for (uint32_t i = 0; i < count; ++i) {
      uint32_t hash = StrKeyHash(vm_, flat[2 * i].As<Str>());
      TRY(DictSetHashed(vm_, dict, flat[2 * i], hash, flat[2 * i + 1]));
    }
    return Value::Of(dict);
  }
  // A small dict has no index: the entries are written as they are when no key comes twice. Records
  // often have the keys of the record before.
  DictEntry* entries = dict->table();
  bool same = last_count_ == count;
  for (uint32_t i = 0; i < count; ++i) {
    Value key = flat[2 * i];
    uint32_t hash = StrKeyHash(vm_, key.As<Str>());
    same = same && last_[i].key == key;
    if (!same) {
      for (uint32_t k = 0; k < i; ++k) {
        if (entries[k].hash != hash) continue;
        dict->used = dict->live = i;
        for (; i < count; ++i) {
          hash = StrKeyHash(vm_, flat[2 * i].As<Str>());
          TRY(DictSetHashed(vm_, dict, flat[2 * i], hash, flat[2 * i + 1]));
        }
        return Value::Of(dict);
      }
    }
    entries[i] = {key, flat[2 * i + 1], hash};
  }
  dict->used = dict->live = count;
  last_ = entries;
  last_count_ = count;
  return Value::Of(dict);
}

// ---- Scalars

Value Parser::Scalar() {
  switch (*at_) {
    case 'n': return Literal("null", Value::None());
    case 't': return Literal("true", Value::True());
    case 'f': return Literal("false", Value::False());
    case 'N': return Constant("NaN", __builtin_nan(""));
    case 'I': return Constant("Infinity", __builtin_inf());
    case '-':
      if (end_ - at_ > 1 && at_[1] == 'I') return Constant("-Infinity", -__builtin_inf());
      return Number();
    default: return Number();
  }
}

Value Parser::Literal(std::string_view word, Value value) {
  if (!std::string_view(at_, static_cast<size_t>(end_ - at_)).starts_with(word))
    return NoValue(at_);
  at_ += word.size();
  return value;
}

Value Parser::Constant(std::string_view word, double value) {
  if (!std::string_view(at_, static_cast<size_t>(end_ - at_)).starts_with(word))
    return NoValue(at_);
  at_ += word.size();
  if (hooks_.parse_constant.IsUndefined()) return Value::ForeignFloat(value);
  return Ask(hooks_.parse_constant, TRY(vm_.NewAsciiStr(word)));
}

// The grammar of RFC 8259 and no more: no plus sign, no leading zeros, a digit behind the point.
// What comes behind is left to the caller, which refuses it.
Value Parser::Number() {
  const char* start = at_;
  const char* p = at_;
  if (*p == '-') ++p;
  if (p == end_ || !IsDigit(*p)) return NoValue(start);
  if (*p++ != '0') {
    while (p < end_ && IsDigit(*p)) ++p;
  }
  bool is_float = false;
  if (end_ - p > 1 && *p == '.' && IsDigit(p[1])) {
    is_float = true;
    p += 2;
    while (p < end_ && IsDigit(*p)) ++p;
  }
  if (end_ - p > 1 && (*p == 'e' || *p == 'E')) {
    const char* exponent = p + 1;
    if (*exponent == '+' || *exponent == '-') ++exponent;
    if (exponent < end_ && IsDigit(*exponent)) {
      is_float = true;
      p = exponent;
      while (p < end_ && IsDigit(*p)) ++p;
    }
  }
  at_ = p;
  std::string_view text(start, static_cast<size_t>(p - start));
  return is_float ? FloatOf(text) : IntegerOf(text);
}

Value Parser::IntegerOf(std::string_view digits) {
  if (!hooks_.parse_int.IsUndefined()) return Ask(hooks_.parse_int, TRY(vm_.NewAsciiStr(digits)));
  if (digits.size() <= 18) {
    bool negative = digits[0] == '-';
    int64_t value = 0;
    for (size_t i = negative ? 1 : 0; i < digits.size(); ++i)
      value = value * 10 + (digits[i] - '0');
    return vm_.NewInt(negative ? -value : value);
  }
  return ParseIntText(vm_, Value::None(), digits, 10);
}

Value Parser::FloatOf(std::string_view text) {
  if (!hooks_.parse_float.IsUndefined()) return Ask(hooks_.parse_float, TRY(vm_.NewAsciiStr(text)));
  double value;
  if (ParseShortFloat(text, &value)) return Value::Float(value);
  if (!vm_.Tick(text.size() / 16)) return Value::Failed();
  StopCheck stop = TimeCheck(vm_);
  const double read = ParseFloat(text, &stop).value_or(0);
  if (stop.stopped()) return Value::Failed();
  return Value::ForeignFloat(read);
}

// ---- Strings

// at_ is behind the opening quote.
Value Parser::String(bool key) {
  const char* start = at_;
  const char* p = at_;
  uint64_t high = 0;
  while (end_ - p >= 8) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    uint64_t stop = HasByte(word, '"') | HasByte(word, '\\') | HasControl(word);
    if (stop != 0) {
      // A borrow can mark bytes above the first marked one wrongly, never below: the first is
      // right.
      unsigned offset = static_cast<unsigned>(__builtin_ctzll(stop)) / 8;
      if (offset != 0) high |= word << (64 - 8 * offset);
      p += offset;
      break;
    }
    high |= word;
    p += 8;
  }
  for (; p < end_; ++p) {
    uint8_t c = static_cast<uint8_t>(*p);
    if (c == '"') {
      at_ = p + 1;
      std::string_view text(start, static_cast<size_t>(p - start));
      bool ascii = (high & kHighs) == 0;
      if (key) return Key(text, ascii);
      return ascii ? vm_.NewStr(text, static_cast<uint32_t>(text.size())) : vm_.NewStr(text);
    }
    if (c == '\\' || (c < 0x20 && hooks_.strict)) break;
    high |= c;
  }
  return EscapedString(start - 1);
}

// The same for a string with escapes, or an error in it. `opening` is the opening quote.
Value Parser::EscapedString(const char* opening) {
  TextBuilder out(vm_);
  at_ = opening + 1;
  while (true) {
    const char* run = at_;
    while (at_ < end_ && *at_ != '"' && *at_ != '\\' &&
           (static_cast<uint8_t>(*at_) >= 0x20 || !hooks_.strict)) {
      ++at_;
    }
    if (!out.Append(std::string_view(run, static_cast<size_t>(at_ - run)))) return Value::Failed();
    if (at_ == end_) return Fail("Unterminated string starting at", opening);
    if (*at_ == '"') {
      ++at_;
      return out.Finish();
    }
    if (*at_ != '\\') return Fail("Invalid control character at", at_);
    if (!Escape(opening, out)) return Value::Failed();
  }
}

bool Parser::HexDigits(const char* from, uint32_t* code) {
  *code = 0;
  for (int i = 0; i < 4; ++i) {
    char c = from[i];
    uint32_t digit;
    if (IsDigit(c)) {
      digit = static_cast<uint32_t>(c - '0');
    } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
      digit = static_cast<uint32_t>((c | 0x20) - 'a' + 10);
    } else {
      return false;
    }
    *code = *code << 4 | digit;
  }
  return true;
}

// at_ is at a backslash.
bool Parser::Escape(const char* opening, TextBuilder& out) {
  const char* backslash = at_++;
  if (at_ == end_) {
    static_cast<void>(Fail("Unterminated string starting at", opening));
    return false;
  }
  char c = *at_++;
  switch (c) {
    case '"':
    case '\\':
    case '/': return out.Append(c);
    case 'b': return out.Append('\b');
    case 'f': return out.Append('\f');
    case 'n': return out.Append('\n');
    case 'r': return out.Append('\r');
    case 't': return out.Append('\t');
    case 'u': break;
    default: static_cast<void>(Fail("Invalid \\escape", backslash)); return false;
  }
  uint32_t code;
  // CPython wants one character behind the digits before it looks at them.
  if (end_ - at_ < 5 || !HexDigits(at_, &code)) {
    static_cast<void>(Fail("Invalid \\uXXXX escape", at_ - 1));
    return false;
  }
  at_ += 4;
  if ((code & 0xFC00) == 0xD800 && end_ - at_ > 6 && at_[0] == '\\' && at_[1] == 'u') {
    uint32_t low;
    if (!HexDigits(at_ + 2, &low)) {
      static_cast<void>(Fail("Invalid \\uXXXX escape", at_ + 1));
      return false;
    }
    if ((low & 0xFC00) == 0xDC00) {
      code = 0x10000 + ((code & 0x3FF) << 10 | (low & 0x3FF));
      at_ += 6;
    }
  }
  return out.Append(static_cast<char32_t>(code));
}

// Keys come again and again: one object for each, the program's own constant if it has one, so that
// its lookups compare addresses.
Value Parser::Key(std::string_view text, bool ascii) {
  if (!ascii || text.empty() || text.size() > 40) return vm_.NewStr(text);
  uint32_t first = static_cast<uint8_t>(text[0]);
  uint32_t middle = static_cast<uint8_t>(text[text.size() / 2]);
  uint32_t last = static_cast<uint8_t>(text[text.size() - 1]);
  uint32_t hash = first * 31 + middle * 7 + last * 3 + static_cast<uint32_t>(text.size()) * 17;
  Value& slot = keys_[(hash ^ hash >> 5) % kKeySlots];
  if (!slot.IsUndefined() && Vm::View(slot) == text) return slot;
  Value key = vm_.texts().FindInterned(text);
  if (key.IsUndefined()) key = TRY(vm_.NewStr(text, static_cast<uint32_t>(text.size())));
  slot = key;
  return key;
}

}  // namespace pysub::json
