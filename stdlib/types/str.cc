#include "vm/objects/str.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <span>

#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/utf8.h"
#include "stdlib/types/str_format.h"
#include "vm/native.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bulk.h"
#include "vm/objects/bytes.h"
#include "vm/objects/formatting.h"
#include "vm/objects/indexing.h"
#include "vm/objects/list.h"
#include "vm/objects/text_codecs.h"
#include "vm/snapshot/shape.h"
#include "vm/vm.h"

// The methods of str. CPython 3.14 library, "String Methods".
namespace pysub {

namespace {

Str* Self(const Args& a) { return a[0].As<Str>(); }
char* TextOf(Str* str) { return reinterpret_cast<char*>(str + 1); }

// A part of `whole`.
Value PieceOf(Vm& vm, const Str* whole, std::string_view piece) {
  if (whole->ascii()) return vm.NewStr(piece, static_cast<uint32_t>(piece.size()));
  return vm.NewStr(piece);
}
Value PieceOrSelf(Vm& vm, Value whole, std::string_view piece) {
  if (piece.size() == whole.As<Str>()->count) return whole;
  return PieceOf(vm, whole.As<Str>(), piece);
}

// ---- Case

// Maps text[begin:end) to out[begin:end).
using AsciiMap = void (*)(std::string_view text, size_t begin, size_t end, char* out);
using UnicodeMap = void (*)(std::string_view text, SinkRef sink);

template <AsciiMap kAscii, UnicodeMap kUnicode>
Value MapCase(Vm& vm, const Args& a) {
  const Str* str = Self(a);
  if (!TickForBytes(vm, size_t{str->count} * 8)) return Failure{};
  if (str->ascii()) {
    if (str->count <= 1) {
      if (str->count == 0) return a[0];
      char c;
      kAscii(str->view(), 0, 1, &c);
      return vm.CharStr(static_cast<uint8_t>(c));
    }
    Str* result = TRY(vm.NewStrUninitialized(str->count, str->length));
    const bool in_time = InTime(vm, str->count, [&](size_t begin, size_t end) {
      kAscii(str->view(), begin, end, TextOf(result));
    });
    if (!in_time) return Failure{};
    return Value::Of(result);
  }
  TextBuilder out(vm);
  kUnicode(str->view(), out);
  return out.Finish();
}

void ToLower(std::string_view text, size_t begin, size_t end, char* out) {
  AsciiLower(text.substr(begin, end - begin), out + begin);
}
void ToUpper(std::string_view text, size_t begin, size_t end, char* out) {
  AsciiUpper(text.substr(begin, end - begin), out + begin);
}
void ToSwapped(std::string_view text, size_t begin, size_t end, char* out) {
  BytesSwapCase(text.substr(begin, end - begin), out + begin);
}
void ToTitle(std::string_view text, size_t begin, size_t end, char* out) {
  BytesTitle(text.substr(begin, end - begin), out + begin, begin > 0 && BytesIsAlpha(text.substr(begin - 1, 1)));
}
void ToCapitalized(std::string_view text, size_t begin, size_t end, char* out) {
  ToLower(text, begin, end, out);
  if (begin == 0 && end > 0) out[0] = AsciiUpper(text[0]);
}

// ---- Predicates

// Of what holds for a text when it holds for its pieces.
template <bool (*kPredicate)(std::string_view)>
Value TestAll(Vm& vm, const Args& a) {
  const std::string_view text = Vm::View(a[0]);
  if (!TickForBytes(vm, text.size() * 8)) return Failure{};
  if (text.size() <= kLookBytes) [[likely]] return Value::Bool(kPredicate(text));
  bool holds = true;
  const bool in_time = InTime(vm, text.size(), [&](size_t begin, size_t end) {
    while (begin < end && IsContinuationByte(text[begin])) ++begin;  // the piece before has it
    while (end < text.size() && IsContinuationByte(text[end])) ++end;
    holds = holds && (begin == end || kPredicate(text.substr(begin, end - begin)));
  });
  if (!in_time) return Failure{};
  return Value::Bool(holds);
}

template <bool (*kPredicate)(std::string_view, StopCheck*)>
Value Test(Vm& vm, const Args& a) {
  const std::string_view text = Vm::View(a[0]);
  if (!TickForBytes(vm, text.size() * 8)) return Failure{};
  if (text.size() <= kLookBytes) [[likely]] return Value::Bool(kPredicate(text, nullptr));
  StopCheck stop = TimeCheck(vm);
  const bool holds = kPredicate(text, &stop);
  if (stop.stopped()) return Failure{};
  return Value::Bool(holds);
}

Value StrIsAsciiMethod(Vm&, const Args& a) { return Value::Bool(Self(a)->ascii()); }

// ---- Searching

// str[start:end] of a search. `valid` is false when start lies behind end or the text, where not even
// "" is found.
struct Window {
  std::string_view text;
  size_t offset = 0;  // of the window in the str
  int64_t start = 0;  // the same in code points
  bool valid = true;
};

Result<Window> WindowOf(Vm& vm, const Str* str, Value start, Value end) {
  Window window;
  window.text = str->view();
  if (start.IsUndefined()) [[likely]] return window;
  const Range64 range = TRY(ResolveRange(vm, start, end, str->length));
  window.start = range.start;
  if (range.start > range.end || range.start > int64_t{str->length}) {
    window.valid = false;
    window.text = {};
    return window;
  }
  window.offset = vm.TextOffset(str, static_cast<uint32_t>(range.start));
  const size_t stop = vm.TextOffset(str, static_cast<uint32_t>(range.end));
  window.text = window.text.substr(window.offset, stop - window.offset);
  return window;
}

enum class Direction : uint8_t { kForwards, kBackwards };

// The code point where sub is found, or -1.
Result<int64_t> FindIn(Vm& vm, const Args& a, std::string_view name, Direction direction) {
  if (!vm.IsStr(a[1])) return BadArgument(vm, name, "argument 1", "str", a[1]);
  const Str* str = Self(a);
  const Window window = TRY(WindowOf(vm, str, a[2], a[3]));
  if (!window.valid) return int64_t{-1};
  const std::string_view sub = Vm::View(a[1]);
  if (!TickForBytes(vm, window.text.size())) return Failure{};
  const size_t at = TRY(direction == Direction::kForwards ? FindInTime(vm, window.text, sub)
                                                          : FindLastInTime(vm, window.text, sub));
  if (at == kNotFound) return int64_t{-1};
  if (str->ascii()) return static_cast<int64_t>(window.offset + at);
  return window.start + static_cast<int64_t>(CountCodePoints(window.text.substr(0, at)));
}

Value StrFindMethod(Vm& vm, const Args& a) {
  return Value::KnownSmallInt(TRY(FindIn(vm, a, "find", Direction::kForwards)));
}
Value StrRFindMethod(Vm& vm, const Args& a) {
  return Value::KnownSmallInt(TRY(FindIn(vm, a, "rfind", Direction::kBackwards)));
}
Value IndexOrRaise(Vm& vm, int64_t index) {
  if (index < 0) return vm.ValueError("substring not found");
  return Value::KnownSmallInt(index);
}
Value StrIndexMethod(Vm& vm, const Args& a) {
  return IndexOrRaise(vm, TRY(FindIn(vm, a, "index", Direction::kForwards)));
}
Value StrRIndexMethod(Vm& vm, const Args& a) {
  return IndexOrRaise(vm, TRY(FindIn(vm, a, "rindex", Direction::kBackwards)));
}

Value StrCountMethod(Vm& vm, const Args& a) {
  if (!vm.IsStr(a[1])) return BadArgument(vm, "count", "argument 1", "str", a[1]);
  const Window window = TRY(WindowOf(vm, Self(a), a[2], a[3]));
  if (!window.valid) return Value::SmallInt(0);
  if (!TickForBytes(vm, window.text.size())) return Failure{};
  StopCheck stop = TimeCheck(vm);
  const size_t count = CountSubstring(window.text, Vm::View(a[1]), TextKind::kStr, &stop);
  if (stop.stopped()) return Failure{};
  return Value::KnownSmallInt(count);
}

template <bool (*kMatches)(std::string_view, std::string_view)>
Value MatchesEnd(Vm& vm, const Args& a, std::string_view name) {
  const Value affix = a[1];
  if (vm.IsStr(affix) && !a.has(2)) [[likely]] {
    if (!TickForBytes(vm, Vm::View(affix).size())) return Failure{};
    return Value::Bool(kMatches(Vm::View(a[0]), Vm::View(affix)));
  }
  const Window window = TRY(WindowOf(vm, Self(a), a[2], a[3]));
  if (vm.IsStr(affix)) {
    if (!TickForBytes(vm, Vm::View(affix).size())) return Failure{};
    return Value::Bool(window.valid && kMatches(window.text, Vm::View(affix)));
  }
  if (!Vm::IsSubtype(vm.TypeOf(affix), TypeId::kTuple)) {
    return vm.TypeError(name, " first arg must be str or a tuple of str, not ",
                        vm.TypeName(affix));
  }
  const Tuple* affixes = affix.As<Tuple>();
  if (!vm.Tick(affixes->size())) return Failure{};
  for (uint32_t i = 0; i < affixes->size(); ++i) {
    const Value item = affixes->items()[i];
    if (!vm.IsStr(item)) {
      return vm.TypeError("tuple for ", name, " must only contain str, not ", vm.TypeName(item));
    }
    if (!TickForBytes(vm, Vm::View(item).size())) return Failure{};
    if (window.valid && kMatches(window.text, Vm::View(item))) return Value::True();
  }
  return Value::False();
}

bool HasPrefix(std::string_view text, std::string_view prefix) { return text.starts_with(prefix); }
bool HasSuffix(std::string_view text, std::string_view suffix) { return text.ends_with(suffix); }

Value StrStartsWithMethod(Vm& vm, const Args& a) {
  return MatchesEnd<HasPrefix>(vm, a, "startswith");
}
Value StrEndsWithMethod(Vm& vm, const Args& a) { return MatchesEnd<HasSuffix>(vm, a, "endswith"); }

Value StrRemovePrefixMethod(Vm& vm, const Args& a) {
  if (!vm.IsStr(a[1])) return BadArgument(vm, "removeprefix", "argument", "str", a[1]);
  const std::string_view text = Vm::View(a[0]), prefix = Vm::View(a[1]);
  if (!TickForBytes(vm, prefix.size())) return Failure{};
  if (prefix.empty() || !text.starts_with(prefix)) return a[0];
  return PieceOf(vm, Self(a), text.substr(prefix.size()));
}
Value StrRemoveSuffixMethod(Vm& vm, const Args& a) {
  if (!vm.IsStr(a[1])) return BadArgument(vm, "removesuffix", "argument", "str", a[1]);
  const std::string_view text = Vm::View(a[0]), suffix = Vm::View(a[1]);
  if (!TickForBytes(vm, suffix.size())) return Failure{};
  if (suffix.empty() || !text.ends_with(suffix)) return a[0];
  return PieceOf(vm, Self(a), text.substr(0, text.size() - suffix.size()));
}

// ---- Stripping

// The end of what strips(c) holds for, from `start`. Mostly a few characters, if any; many of them are mostly the same, and
// go by words then.
template <typename Strips>
size_t SkipForwards(std::string_view text, StopCheck* stop, Strips strips) {
  size_t at = 0;
  for (; at < 8; ++at) {
    if (at == text.size() || !strips(text[at])) return at;
  }
  Pieces piece(at, text.size(), stop);
  do {
    while (at < piece.end()) {
      if (!strips(text[at])) return at;
      at += text.size() - at >= 8 && IsRunOf8(text.data() + at) ? 8 : 1;
    }
  } while (piece.Next(at));
  return at;
}
template <typename Strips>
size_t SkipBackwards(std::string_view text, StopCheck* stop, Strips strips) {
  size_t skipped = 0;
  for (; skipped < 8; ++skipped) {
    if (skipped == text.size() || !strips(text.end()[-1 - static_cast<ptrdiff_t>(skipped)])) return text.size() - skipped;
  }
  Pieces piece(skipped, text.size(), stop);
  do {
    while (skipped < piece.end()) {
      const char* const end = text.data() + text.size() - skipped;
      if (!strips(end[-1])) return text.size() - skipped;
      skipped += text.size() - skipped >= 8 && IsRunOf8(end - 8) ? 8 : 1;
    }
  } while (piece.Next(skipped));
  return text.size() - skipped;
}

template <typename Strips>
std::string_view StripBytes(std::string_view text, Side side, StopCheck* stop, Strips strips) {
  if (side != Side::kRight) text.remove_prefix(SkipForwards(text, stop, strips));
  if (side != Side::kLeft) text = text.substr(0, SkipBackwards(text, stop, strips));
  return text;
}

std::string_view StripAsciiSpace(std::string_view text, Side side, StopCheck* stop) {
  return StripBytes(text, side, stop, IsStrAsciiSpace);
}

Value Strip(Vm& vm, const Args& a, Side side, std::string_view name) {
  const Str* str = Self(a);
  std::string_view text = str->view();
  StopCheck stop = TimeCheck(vm);
  if (!a.has(1) || a[1].IsNone()) {
    const std::string_view left = str->ascii() ? StripAsciiSpace(text, side, &stop)
                                               : StripWhitespace(text, side, TextKind::kStr, &stop);
    if (stop.stopped() || !TickForBytes(vm, text.size() - left.size())) return Failure{};
    return PieceOrSelf(vm, a[0], left);
  }
  if (!vm.IsStr(a[1])) return vm.TypeError(name, " arg must be None or str");
  const std::string_view chars = Vm::View(a[1]);
  if (!TickForBytes(vm, text.size() + chars.size() * 16)) return Failure{};
  constexpr size_t kFewChars = 32;
  if (chars.size() <= kFewChars && IsAscii(chars)) {
    // Two looks into few bytes, mostly: less than it takes to make a set of them.
    const auto strips = [chars](char c) { return FindByte(chars, c) != kNotFound; };
    const std::string_view left = StripBytes(text, side, &stop, strips);
    if (stop.stopped()) return Failure{};
    return PieceOrSelf(vm, a[0], left);
  }
  const size_t scratch = CharSet::ScratchSize(chars, TextKind::kStr);
  if (scratch == 0) {
    const CharSet set(chars, TextKind::kStr, {}, &stop);
    text = StripChars(text, set, side, &stop);
    if (stop.stopped()) return Failure{};
    return PieceOrSelf(vm, a[0], text);
  }
  Buffer* table = TRY(vm.NewBuffer(scratch * sizeof(char32_t)));
  const CharSet set(chars, TextKind::kStr,
                    {reinterpret_cast<char32_t*>(table->bytes()), scratch}, &stop);
  text = StripChars(text, set, side, &stop);
  if (stop.stopped()) return Failure{};
  return PieceOrSelf(vm, a[0], text);
}

Value StrStripMethod(Vm& vm, const Args& a) { return Strip(vm, a, Side::kBoth, "strip"); }
Value StrLStripMethod(Vm& vm, const Args& a) { return Strip(vm, a, Side::kLeft, "lstrip"); }
Value StrRStripMethod(Vm& vm, const Args& a) { return Strip(vm, a, Side::kRight, "rstrip"); }

// ---- Splitting

// The pieces of `whole`, in a list. `stop` is the splitter's.
template <typename Splitter>
Value SplitWith(Vm& vm, const Str* whole, Splitter splitter, const StopCheck& stop, Direction direction) {
  List* list = TRY(vm.NewList());
  std::string_view piece;
  size_t between = whole->count;
  while (splitter.Next(&piece)) {
    between -= piece.size();
    if (!vm.Tick(1 + piece.size() / 64)) return Failure{};
    const Value item = TRY(PieceOf(vm, whole, piece));
    if (!ListAppendInline(list, item)) TRY(vm.ListAppend(list, item));
  }
  if (stop.stopped() || !TickForBytes(vm, between)) return Failure{};
  if (direction == Direction::kBackwards && list->size > 1) {
    std::reverse(list->items(), list->items() + list->size);
  }
  return Value::Of(list);
}

// Where the next ASCII whitespace is, or the end. By words: nearly all that is not above the space is whitespace.
size_t FindAsciiSpace(std::string_view text, size_t at, StopCheck* stop) {
  constexpr uint64_t kOnes = 0x0101010101010101u;
  Pieces piece(at, text.size(), stop);
  do {
    while (at < piece.end() && text.size() - at >= 8) {
      uint64_t word;
      std::memcpy(&word, text.data() + at, 8);
      if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
      const uint64_t low = (word - kOnes * (' ' + 1)) & ~word & kOnes * 0x80;
      if (low == 0) {
        at += 8;
        continue;
      }
      at += static_cast<size_t>(std::countr_zero(low)) / 8;
      if (IsStrAsciiSpace(text[at])) return at;
      ++at;
    }
    while (at < piece.end() && !IsStrAsciiSpace(text[at])) ++at;
    if (at < piece.end()) break;
  } while (piece.Next(at));
  return at;
}

size_t SkipAsciiSpace(std::string_view text, size_t at, StopCheck* stop) {
  Pieces piece(at, text.size(), stop);
  do {
    while (at < piece.end() && IsStrAsciiSpace(text[at])) ++at;
    if (at < piece.end()) break;
  } while (piece.Next(at));
  return at;
}

// split() of ASCII text: the most frequent split of all.
Value SplitAsciiWhitespace(Vm& vm, std::string_view text) {
  List* list = TRY(vm.NewList());
  StopCheck stop = TimeCheck(vm);
  size_t at = 0;
  while (true) {
    const size_t before = at;
    at = SkipAsciiSpace(text, at, &stop);
    if (stop.stopped()) return Failure{};
    if (at == text.size()) return vm.Tick((at - before) / 64) ? Value::Of(list) : Value::Failed();
    const size_t start = at;
    at = FindAsciiSpace(text, at, &stop);
    if (!vm.Tick(1 + (at - before) / 64)) return Failure{};
    const Value piece =
        TRY(vm.NewStr(text.substr(start, at - start), static_cast<uint32_t>(at - start)));
    if (!ListAppendInline(list, piece)) TRY(vm.ListAppend(list, piece));
  }
}

// split(separator of one byte) without a limit: the number of pieces is known beforehand.
Value SplitAtByte(Vm& vm, const Str* whole, char separator) {
  const std::string_view text = whole->view();
  if (!TickForBytes(vm, text.size())) return Failure{};
  size_t pieces = 1;
  const bool in_time = InTime(vm, text.size(), [&](size_t begin, size_t end) {
    pieces += CountByte(text.substr(begin, end - begin), separator);
  });
  if (!in_time) return Failure{};
  List* list = TRY(vm.NewList(pieces));
  Value* items = list->items();
  size_t start = 0;
  for (size_t i = 0; i < pieces; ++i) {
    const size_t end = i + 1 == pieces ? text.size() : FindByte(text, separator, start);
    if (!vm.Tick(1 + (end - start) / 64)) return Failure{};
    items[i] = TRY(PieceOf(vm, whole, text.substr(start, end - start)));
    start = end + 1;
  }
  list->size = pieces;
  return Value::Of(list);
}

Value Split(Vm& vm, const Args& a, Direction direction) {
  const Str* str = Self(a);
  const std::string_view text = str->view();
  const int64_t limit = TRY(SizeArgument(vm, a[2], -1));
  if (!a.has(1) || a[1].IsNone()) {
    if (direction == Direction::kForwards && limit < 0 && str->ascii()) return SplitAsciiWhitespace(vm, text);
    StopCheck stop = TimeCheck(vm);
    if (direction == Direction::kForwards) {
      return SplitWith(vm, str, WhitespaceSplitter(text, limit, TextKind::kStr, &stop), stop, direction);
    }
    return SplitWith(vm, str, WhitespaceSplitterFromRight(text, limit, TextKind::kStr, &stop), stop, direction);
  }
  if (!vm.IsStr(a[1])) return vm.TypeError("must be str or None, not ", vm.TypeName(a[1]));
  const std::string_view separator = Vm::View(a[1]);
  if (separator.empty()) return vm.ValueError("empty separator");
  if (limit < 0 && separator.size() == 1) return SplitAtByte(vm, str, separator[0]);
  StopCheck stop = TimeCheck(vm);
  if (direction == Direction::kForwards) {
    return SplitWith(vm, str, SeparatorSplitter(text, separator, limit, &stop), stop, direction);
  }
  return SplitWith(vm, str, SeparatorSplitterFromRight(text, separator, limit, &stop), stop, direction);
}

Value StrSplitMethod(Vm& vm, const Args& a) { return Split(vm, a, Direction::kForwards); }
Value StrRSplitMethod(Vm& vm, const Args& a) { return Split(vm, a, Direction::kBackwards); }

Value StrSplitLinesMethod(Vm& vm, const Args& a) {
  const bool keep = a.has(1) && TRY(vm.Truth(a[1]));
  StopCheck stop = TimeCheck(vm);
  return SplitWith(
      vm, Self(a),
      LineSplitter(Vm::View(a[0]), keep ? LineEnds::kKeep : LineEnds::kDrop, TextKind::kStr, &stop),
      stop, Direction::kForwards);
}

Value PartitionAt(Vm& vm, const Args& a, Direction direction) {
  if (!vm.IsStr(a[1])) return vm.TypeError("must be str, not ", vm.TypeName(a[1]));
  const std::string_view separator = Vm::View(a[1]);
  if (separator.empty()) return vm.ValueError("empty separator");
  const Str* str = Self(a);
  if (!TickForBytes(vm, str->count)) return Failure{};
  const bool forwards = direction == Direction::kForwards;
  const size_t hit = TRY(forwards ? FindInTime(vm, str->view(), separator) : FindLastInTime(vm, str->view(), separator));
  const Partition parts = PartitionedAt(hit, str->view(), separator);
  if (!parts.found) {
    const Value empty = TRY(vm.NewAsciiStr({}));
    if (forwards) return vm.NewTuple({a[0], empty, empty});
    return vm.NewTuple({empty, empty, a[0]});
  }
  const Value before = TRY(PieceOf(vm, str, parts.before));
  const Value after = TRY(PieceOf(vm, str, parts.after));
  return vm.NewTuple({before, a[1], after});
}

Value StrPartitionMethod(Vm& vm, const Args& a) { return PartitionAt(vm, a, Direction::kForwards); }
Value StrRPartitionMethod(Vm& vm, const Args& a) {
  return PartitionAt(vm, a, Direction::kBackwards);
}

// ---- Building

// Of a list or tuple.
Value Join(Vm& vm, Value self, Value source) {
  const Value* items = nullptr;
  size_t count;
  if (IsObjectOf(source, TypeId::kList)) {
    count = source.As<List>()->size;
    if (count > 0) items = source.As<List>()->items();
  } else if (IsObjectOf(source, TypeId::kTuple)) {
    count = source.As<Tuple>()->size();
    items = source.As<Tuple>()->items();
  } else {
    return BadState(vm);
  }
  if (count == 0) return vm.NewAsciiStr({});
  if (!vm.Tick(count)) return Failure{};
  uint64_t bytes = 0, length = 0;
  for (size_t i = 0; i < count; ++i) {
    if (!Paced(vm, i)) [[unlikely]] return Failure{};
    if (!vm.IsStr(items[i])) [[unlikely]] {
      return vm.TypeError("sequence item ", static_cast<uint64_t>(i),
                          ": expected str instance, ", vm.TypeName(items[i]), " found");
    }
    bytes += items[i].As<Str>()->count;
    length += items[i].As<Str>()->length;
  }
  if (count == 1) return items[0];
  const std::string_view separator = Vm::View(self);
  // Counts and sizes are below 2^32, so nothing wraps (T-013).
  bytes += (count - 1) * separator.size();
  length += (count - 1) * self.As<Str>()->length;
  if (bytes > UINT32_MAX) return vm.NoMemory(bytes);
  if (bytes == 0) return vm.NewAsciiStr({});
  if (!TickForBytes(vm, bytes)) return Failure{};
  Str* result = TRY(vm.NewStrUninitialized(bytes, static_cast<uint32_t>(length)));
  char* at = TextOf(result);
  size_t until_look = kLookBytes;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) {
      if (separator.size() == 1) {
        *at++ = separator[0];
      } else {
        std::memcpy(at, separator.data(), separator.size());
        at += separator.size();
      }
    }
    const std::string_view item = Vm::View(items[i]);
    // (An item counts a byte more, for those that are empty.)
    const size_t work = item.size() + separator.size() + 1;
    if (work > until_look) [[unlikely]] {
      if (!CopyBytes(vm, at, item) || !vm.TimeIsLeft()) return Failure{};
      until_look = kLookBytes;
    } else {
      std::memcpy(at, item.data(), item.size());
      until_look -= work;
    }
    at += item.size();
  }
  return Value::Of(result);
}

Value StrJoinMethod(Vm& vm, const Args& a) {
  const Value source = a[1];
  if (!IsObjectOf(source, TypeId::kList) && !IsObjectOf(source, TypeId::kTuple)) {
    const TypeInfo& info = vm.InfoOf(source);
    if (source.IsType() || (info.iter == nullptr && info.next == nullptr)) {
      return vm.TypeError("can only join an iterable");
    }
    const Value iterator = TRY(vm.GetIter(source));
    constexpr uint32_t kRoom = 8;
    const Value items = Value::Of(TRY(vm.NewList(kRoom)));
    return vm.PushTask(StepId::kStrJoin, {a[0], iterator, items});
  }
  return Join(vm, a[0], source);
}

// How many places of a str are remembered while they are looked for.
constexpr size_t kMaxPlaces = 64;

// replace() where the places are known, of which there are few.
Value ReplaceAt(Vm& vm, const Args& a, std::span<const uint32_t> places) {
  const Str* str = Self(a);
  const std::string_view text = str->view(), from = Vm::View(a[1]), to = Vm::View(a[2]);
  const uint64_t bytes = text.size() + places.size() * to.size() - places.size() * from.size();
  const uint64_t length = str->length + places.size() * a[2].As<Str>()->length -
                          places.size() * a[1].As<Str>()->length;
  if (bytes == 0) return vm.NewAsciiStr({});
  if (!TickForBytes(vm, bytes)) return Failure{};
  Str* result = TRY(vm.NewStrUninitialized(bytes, static_cast<uint32_t>(length)));
  MemorySink sink(vm, TextOf(result));
  size_t start = 0;
  for (uint32_t place : places) {
    sink.Append(text.substr(start, place - start));
    sink.Append(to);
    start = place + from.size();
  }
  if (!sink.Append(text.substr(start))) return Failure{};
  return Value::Of(result);
}

Value StrReplaceMethod(Vm& vm, const Args& a) {
  if (!vm.IsStr(a[1])) return BadArgument(vm, "replace", "argument 1", "str", a[1]);
  if (!vm.IsStr(a[2])) return BadArgument(vm, "replace", "argument 2", "str", a[2]);
  const int64_t limit = TRY(SizeArgument(vm, a[3], -1));
  const Str* str = Self(a);
  const std::string_view text = str->view(), from = Vm::View(a[1]), to = Vm::View(a[2]);
  if (from == to || limit == 0) return a[0];
  if (!TickForBytes(vm, text.size())) return Failure{};
  if (from.size() == 1 && to.size() == 1 && limit < 0) {
    const size_t first = TRY(FindInTime(vm, text, from));
    if (first == kNotFound) return a[0];
    Str* result = TRY(vm.NewStrUninitialized(text.size(), str->length));
    char* out = TextOf(result);
    if (!CopyBytes(vm, out, text.substr(0, first))) return Failure{};
    const char *in = text.data() + first, wanted = from[0], other = to[0];
    out += first;
    const bool in_time = InTime(vm, text.size() - first, [&](size_t i, size_t end) {
      for (; i < end; ++i) out[i] = in[i] == wanted ? other : in[i];
    });
    if (!in_time) return Failure{};
    return Value::Of(result);
  }
  StopCheck stop = TimeCheck(vm);
  if (!from.empty() && limit < 0) {
    // Found once, when there are not too many.
    uint32_t places[kMaxPlaces];
    size_t found = 0;
    size_t at = FindBytes(text, from, 0, &stop);
    for (; at != kNotFound && found < kMaxPlaces; at = FindBytes(text, from, at + from.size(), &stop)) {
      places[found++] = static_cast<uint32_t>(at);
    }
    if (stop.stopped()) return Failure{};
    if (found == 0) return a[0];
    if (at == kNotFound) return ReplaceAt(vm, a, {places, found});
  }
  const size_t count = CountReplacements(text, from, limit, TextKind::kStr, &stop);
  if (stop.stopped()) return Failure{};
  if (count == 0) return a[0];
  const std::optional<size_t> bytes = ReplacedSize(text, from, to, count);
  if (!bytes.has_value() || *bytes > UINT32_MAX) return vm.NoMemory(SIZE_MAX);
  if (*bytes == 0) return vm.NewAsciiStr({});
  if (!vm.Tick(*bytes / 64 + count)) return Failure{};
  const uint64_t length =
      str->length + count * a[2].As<Str>()->length - count * a[1].As<Str>()->length;
  Str* result = TRY(vm.NewStrUninitialized(*bytes, static_cast<uint32_t>(length)));
  MemorySink sink(vm, TextOf(result));
  if (!ReplaceInto(vm, text, from, to, count, TextKind::kStr, sink)) return Failure{};
  return Value::Of(result);
}

Value Pad(Vm& vm, const Args& a, Padding (*padding_of)(size_t, int64_t)) {
  const int64_t width = TRY(SizeArgument(vm, a[1]));
  std::string_view fill = " ";
  if (a.has(2)) {
    if (!vm.IsStr(a[2])) {
      return vm.TypeError("The fill character must be a unicode character, not ",
                          vm.TypeName(a[2]));
    }
    if (a[2].As<Str>()->length != 1) {
      return vm.TypeError("The fill character must be exactly one character long");
    }
    fill = Vm::View(a[2]);
  }
  const Str* str = Self(a);
  const Padding padding = padding_of(str->length, width);
  if (padding.left + padding.right == 0) return a[0];
  const std::optional<size_t> bytes = PaddedSize(str->count, padding, fill.size());
  if (!bytes.has_value() || *bytes > UINT32_MAX) return vm.NoMemory(SIZE_MAX);
  if (!TickForBytes(vm, *bytes)) return Failure{};
  Str* result = TRY(vm.NewStrUninitialized(*bytes, static_cast<uint32_t>(width)));
  char* at = TextOf(result);
  if (!FillRepeated(vm, at, padding.left * fill.size(), fill)) return Failure{};
  at += padding.left * fill.size();
  if (!CopyBytes(vm, at, str->view())) return Failure{};
  at += str->count;
  if (!FillRepeated(vm, at, padding.right * fill.size(), fill)) return Failure{};
  return Value::Of(result);
}

Value StrLJustMethod(Vm& vm, const Args& a) { return Pad(vm, a, LeftJustify); }
Value StrRJustMethod(Vm& vm, const Args& a) { return Pad(vm, a, RightJustify); }
Value StrCenterMethod(Vm& vm, const Args& a) { return Pad(vm, a, Center); }

Value StrZFillMethod(Vm& vm, const Args& a) {
  const int64_t width = TRY(SizeArgument(vm, a[1]));
  const Str* str = Self(a);
  const size_t zeros = RightJustify(str->length, width).left;
  if (zeros == 0) return a[0];
  if (zeros > UINT32_MAX - str->count) return vm.NoMemory(SIZE_MAX);
  const size_t bytes = str->count + zeros;
  if (!TickForBytes(vm, bytes)) return Failure{};
  Str* result = TRY(vm.NewStrUninitialized(bytes, static_cast<uint32_t>(width)));
  MemorySink sink(vm, TextOf(result));
  AppendZeroFilled(str->view(), zeros, sink);
  if (!sink.in_time()) return Failure{};
  return Value::Of(result);
}

Value StrExpandTabsMethod(Vm& vm, const Args& a) {
  int64_t tab_size = 8;
  if (a.has(1)) tab_size = TRY(CIntArgument(vm, a[1]));
  const std::string_view text = Vm::View(a[0]);
  if (!TickForBytes(vm, text.size() * 8)) return Failure{};
  if (TRY(FindInTime(vm, text, "\t")) == kNotFound) return a[0];
  StopCheck stop = TimeCheck(vm);
  const std::optional<size_t> bytes = ExpandedTabsSize(text, tab_size, TextKind::kStr, &stop);
  if (stop.stopped()) return Failure{};
  if (!bytes.has_value() || *bytes > UINT32_MAX) return vm.NoMemory(SIZE_MAX);
  TextBuilder out(vm);
  if (!out.Reserve(*bytes)) return Failure{};
  AppendExpandedTabs(text, tab_size, TextKind::kStr, out);
  return out.Finish();
}

Value StrEncodeMethod(Vm& vm, const Args& a) {
  const std::string_view encoding = TRY(CodecNameArgument(vm, "encode", "encoding", a[1]));
  const std::string_view errors = TRY(CodecNameArgument(vm, "encode", "errors", a[2]));
  return EncodeText(vm, a[0], encoding, errors);
}

// ---- translate()

// What a table says of one code point.
struct Translation {
  enum class Kind : uint8_t { kUnchanged, kDeleted, kCodePoint, kText } kind;
  char32_t code_point;
  const char* text;
  size_t text_size;
};

class Translator {
 public:
  Translator(Vm& vm, Value table, ItemLookups& lookups)
      : vm_(vm),
        table_(table),
        lookups_(lookups),
        is_plain_dict_(IsObjectOf(table, TypeId::kDict) &&
                       table.As<Dict>()->extra.IsUndefined()),
        out_(vm) {
    std::memset(bytes_, kUnknown, sizeof(bytes_));
  }

  // Pushed: see ItemLookups.
  Value Run(const Str* str) {
    if (!vm_.Tick(str->count / 8)) return Failure{};
    const std::string_view text = str->view();
    if (!out_.Reserve(text.size())) return Failure{};
    for (size_t at = 0; at < text.size();) {
      const size_t known = TranslateKnown(text.substr(at, kLookBytes));
      at += known;
      if (at == text.size() || !out_.ok()) break;
      if (known == kLookBytes) {
        if (!vm_.TimeIsLeft()) return Failure{};
        continue;
      }
      const DecodedCodePoint next = DecodeUtf8(text, at);
      Translation translation;
      if (next.code_point < 128) {
        if (bytes_[next.code_point] == kUnknown) {
          TRY(Look(next.code_point, &translation));
          Know(next.code_point, translation);
        } else {
          translation = others_[next.code_point];
        }
      } else {
        if (!vm_.Tick(1)) return Failure{};
        TRY(Look(next.code_point, &translation));
      }
      switch (translation.kind) {
        case Translation::Kind::kCodePoint:
          out_.Append(translation.code_point);
          break;
        case Translation::Kind::kText:
          out_.Append(std::string_view(translation.text, translation.text_size));
          break;
        case Translation::Kind::kDeleted:
          break;
        default:
          out_.Append(text.substr(at, static_cast<size_t>(next.size)));
          break;
      }
      if (!out_.ok()) return Failure{};
      at += static_cast<size_t>(next.size);
    }
    return out_.Finish();
  }

 private:
  // Translates what of the beginning of `text` is in bytes_; how much that was.
  size_t TranslateKnown(std::string_view text) {
    char* const begin = out_.Extend(text.size());
    if (begin == nullptr) return 0;
    char* to = begin;
    size_t i = 0;
    for (; i < text.size(); ++i) {
      const auto byte = static_cast<uint8_t>(text[i]);
      if (byte >= 0x80 || bytes_[byte] > kNothing) break;
      *to = static_cast<char>(bytes_[byte]);
      to += bytes_[byte] != kNothing;
    }
    out_.Truncate(out_.size() - text.size() + static_cast<size_t>(to - begin));
    return i;
  }

  void Know(char32_t c, const Translation& translation) {
    uint8_t& byte = bytes_[c];
    byte = kOther;
    others_[c] = translation;
    switch (translation.kind) {
      case Translation::Kind::kUnchanged:
        byte = static_cast<uint8_t>(c);
        break;
      case Translation::Kind::kDeleted:
        byte = kNothing;
        break;
      case Translation::Kind::kCodePoint:
        if (translation.code_point < 0x80) byte = static_cast<uint8_t>(translation.code_point);
        break;
      case Translation::Kind::kText:
        break;
    }
  }

  // None: *translation is set.
  Value Look(char32_t c, Translation* translation) {
    const Value key = Value::SmallInt(c);
    *translation = {Translation::Kind::kUnchanged, c, nullptr, 0};
    Value item;
    if (is_plain_dict_) {
      item = TRY(vm_.DictGet(table_.As<Dict>(), key));
      if (item.IsUndefined()) return Value::None();
    } else {
      item = lookups_.Get(table_, key);
      if (item.IsPushed()) return item;
      if (item.IsFailed()) {
        if (!vm_.PendingIs(TypeId::kLookupError)) return item;
        static_cast<void>(vm_.TakeException());
        return Value::None();
      }
      if (item == Value::NotImplemented()) return Value::None();  // see StrTranslateStep
    }
    if (item.IsNone()) {
      translation->kind = Translation::Kind::kDeleted;
    } else if (vm_.IsStr(item)) {
      translation->kind = Translation::Kind::kText;
      translation->text = Vm::View(item).data();
      translation->text_size = Vm::View(item).size();
    } else if (IsIndex(vm_, item)) {
      const std::optional<int64_t> number = ToInt64(IntArgument(item).view());
      if (!number.has_value() || *number < 0 || *number > int64_t{kMaxCodePoint}) {
        return vm_.ValueError("character mapping must be in range(0x110000)");
      }
      translation->kind = Translation::Kind::kCodePoint;
      translation->code_point = static_cast<char32_t>(*number);
    } else {
      return vm_.TypeError("character mapping must return integer, None or str");
    }
    return Value::None();
  }

  Vm& vm_;
  Value table_;
  ItemLookups& lookups_;
  bool is_plain_dict_;
  // What an ASCII character becomes: one, or nothing, or it is in others_, or it was not looked up yet.
  static constexpr uint8_t kNothing = 0x80, kOther = 0x81, kUnknown = 0x82;
  uint8_t bytes_[128];
  Translation others_[128];
  TextBuilder out_;
};

Value StrTranslateMethod(Vm& vm, const Args& a) {
  if (Self(a)->count == 0) return a[0];
  ItemLookups lookups(vm);
  Translator translator(vm, a[1], lookups);
  const Value result = translator.Run(Self(a));
  if (!lookups.needs_task()) return result;
  const Value answers = Value::Of(TRY(vm.NewList()));
  return vm.PushTask(StepId::kStrTranslate, {a[0], a[1], answers}, kTaskCatches);
}

Value StrMakeTransMethod(Vm& vm, const Args& a) {
  Dict* table = TRY(vm.NewDict());
  if (!a.has(1)) {
    if (!IsObjectOf(a[0], TypeId::kDict)) {
      return vm.TypeError("if you give only one argument to maketrans it must be a dict");
    }
    Dict* source = a[0].As<Dict>();
    for (uint64_t i = 0; i < source->used; ++i) {
      if (!vm.Tick(1)) return Failure{};
      const DictEntry entry = source->table()[i];
      if (entry.value.IsUndefined()) continue;
      Value key = entry.key;
      if (vm.IsStr(key)) {
        if (key.As<Str>()->length != 1) {
          return vm.ValueError("string keys in translate table must be of length 1");
        }
        key = Value::SmallInt(DecodeUtf8(Vm::View(key)).code_point);
      } else if (!IsIndex(vm, key)) {
        return vm.TypeError("keys in translate table must be strings or integers");
      }
      TRY(vm.DictSet(table, key, entry.value));
    }
    return Value::Of(table);
  }
  if (!vm.IsStr(a[1])) return BadArgument(vm, "maketrans", "argument 2", "str", a[1]);
  if (a.has(2) && !vm.IsStr(a[2])) {
    return BadArgument(vm, "maketrans", "argument 3", "str", a[2]);
  }
  if (!vm.IsStr(a[0])) {
    return vm.TypeError("first maketrans argument must be a string if there is a second argument");
  }
  if (a[0].As<Str>()->length != a[1].As<Str>()->length) {
    return vm.ValueError("the first two maketrans arguments must have equal length");
  }
  const std::string_view from = Vm::View(a[0]), to = Vm::View(a[1]);
  for (size_t i = 0, j = 0; i < from.size();) {
    if (!vm.Tick(1)) return Failure{};
    const DecodedCodePoint key = DecodeUtf8(from, i), value = DecodeUtf8(to, j);
    TRY(vm.DictSet(table, Value::SmallInt(key.code_point),
                   Value::SmallInt(value.code_point)));
    i += static_cast<size_t>(key.size);
    j += static_cast<size_t>(value.size);
  }
  if (a.has(2)) {
    const std::string_view deleted = Vm::View(a[2]);
    for (char32_t c : CodePoints(deleted)) {
      if (!vm.Tick(1)) return Failure{};
      TRY(vm.DictSet(table, Value::SmallInt(c), Value::None()));
    }
  }
  return Value::Of(table);
}

// ---- str()

Value StrConstructor(Vm& vm, const Args& a) {
  // str() has no clinic, so it says NoneType where others say None.
  for (uint32_t i : {2u, 3u}) {
    if (a.has(i) && !vm.IsStr(a[i])) {
      return vm.TypeError("str() argument '", i == 2 ? "encoding" : "errors",
                          "' must be str, not ", vm.TypeName(a[i]));
    }
  }
  if (!a.has(1)) return vm.NewAsciiStr({});
  if (!a.has(2) && !a.has(3)) return vm.StrValue(a[1]);
  if (vm.IsStr(a[1])) return vm.TypeError("decoding str is not supported");
  if (!IsBytesLike(vm, a[1])) {
    return vm.TypeError("decoding to str: need a bytes-like object, ", vm.TypeName(a[1]),
                        " found");
  }
  const std::string_view encoding = TRY(CodecNameArgument(vm, "str", "encoding", a[2]));
  const std::string_view errors = TRY(CodecNameArgument(vm, "str", "errors", a[3]));
  BytesArgument bytes(vm);
  TRY(bytes.Get(a[1]));
  if (bytes.view().empty()) return vm.NewAsciiStr({});  // nothing to decode: no codec is looked for
  return DecodeText(vm, bytes.view(),
                    IsObjectOf(a[1], TypeId::kBytes) ? a[1] : Value::Undefined(), encoding, errors);
}

// clang-format off
constexpr NativeInfo kStrConstructor = {"@hidden str(object='', encoding='utf-8', errors='strict')", StrConstructor, "str(object='') -> str"};

constexpr NativeInfo kStrMethods[] = {
    {"__getnewargs__()", [](Vm& vm, const Args& a) { return vm.NewTuple({a[0]}); }, ""},
    {"capitalize()", MapCase<ToCapitalized, AppendStrCapitalize>, "Return a capitalized version of the string."},
    {"casefold()", MapCase<ToLower, AppendStrCaseFold>, "Return a version of the string suitable for caseless comparisons."},
    {"center(width, fillchar=' ', /)", StrCenterMethod, "Return a centered string of length width."},
    {"@hidden count(sub, start=None, end=None, /)", StrCountMethod, "Return the number of non-overlapping occurrences of substring sub in string S[start:end]."},
    {"encode(encoding='utf-8', errors='strict')", StrEncodeMethod, "Encode the string using the codec registered for encoding."},
    {"@hidden endswith(suffix, start=None, end=None, /)", StrEndsWithMethod, "Return True if the string ends with the specified suffix, False otherwise."},
    {"expandtabs(tabsize=8)", StrExpandTabsMethod, "Return a copy where all tab characters are expanded using spaces."},
    {"@hidden find(sub, start=None, end=None, /)", StrFindMethod, "Return the lowest index in S where substring sub is found, such that sub is contained within S[start:end]."},
    {"format(*args, **kwargs)", StrFormatMethod, "Return a formatted version of the string, using substitutions from args and kwargs."},
    {"format_map(mapping, /)", StrFormatMapMethod, "Return a formatted version of the string, using substitutions from mapping."},
    {"@hidden index(sub, start=None, end=None, /)", StrIndexMethod, "Return the lowest index in S where substring sub is found, such that sub is contained within S[start:end]."},
    {"isalnum()", TestAll<StrIsAlnum>, "Return True if the string is an alpha-numeric string, False otherwise."},
    {"isalpha()", TestAll<StrIsAlpha>, "Return True if the string is an alphabetic string, False otherwise."},
    {"isascii()", StrIsAsciiMethod, "Return True if all characters in the string are ASCII, False otherwise."},
    {"isdecimal()", TestAll<StrIsDecimal>, "Return True if the string is a decimal string, False otherwise."},
    {"isdigit()", TestAll<StrIsDigit>, "Return True if the string is a digit string, False otherwise."},
    {"isidentifier()", Test<StrIsIdentifier>, "Return True if the string is a valid Python identifier, False otherwise."},
    {"islower()", Test<StrIsLower>, "Return True if the string is a lowercase string, False otherwise."},
    {"isnumeric()", TestAll<StrIsNumeric>, "Return True if the string is a numeric string, False otherwise."},
    {"isprintable()", TestAll<StrIsPrintable>, "Return True if all characters in the string are printable, False otherwise."},
    {"isspace()", TestAll<StrIsSpace>, "Return True if the string is a whitespace string, False otherwise."},
    {"istitle()", Test<StrIsTitle>, "Return True if the string is a title-cased string, False otherwise."},
    {"isupper()", Test<StrIsUpper>, "Return True if the string is an uppercase string, False otherwise."},
    {"join(iterable, /)", StrJoinMethod, "Concatenate any number of strings."},
    {"ljust(width, fillchar=' ', /)", StrLJustMethod, "Return a left-justified string of length width."},
    {"lower()", MapCase<ToLower, AppendStrLower>, "Return a copy of the string converted to lowercase."},
    {"lstrip(chars=None, /)", StrLStripMethod, "Return a copy of the string with leading whitespace removed."},
    {"@staticmethod maketrans(x, y=<unrepresentable>, z=<unrepresentable>, /)", StrMakeTransMethod, "Return a translation table usable for str.translate()."},
    {"partition(sep, /)", StrPartitionMethod, "Partition the string into three parts using the given separator."},
    {"removeprefix(prefix, /)", StrRemovePrefixMethod, "Return a str with the given prefix string removed if present."},
    {"removesuffix(suffix, /)", StrRemoveSuffixMethod, "Return a str with the given suffix string removed if present."},
    {"replace(old, new, /, count=-1)", StrReplaceMethod, "Return a copy with all occurrences of substring old replaced by new."},
    {"@hidden rfind(sub, start=None, end=None, /)", StrRFindMethod, "Return the highest index in S where substring sub is found, such that sub is contained within S[start:end]."},
    {"@hidden rindex(sub, start=None, end=None, /)", StrRIndexMethod, "Return the highest index in S where substring sub is found, such that sub is contained within S[start:end]."},
    {"rjust(width, fillchar=' ', /)", StrRJustMethod, "Return a right-justified string of length width."},
    {"rpartition(sep, /)", StrRPartitionMethod, "Partition the string into three parts using the given separator."},
    {"rsplit(sep=None, maxsplit=-1)", StrRSplitMethod, "Return a list of the substrings in the string, using sep as the separator string."},
    {"rstrip(chars=None, /)", StrRStripMethod, "Return a copy of the string with trailing whitespace removed."},
    {"split(sep=None, maxsplit=-1)", StrSplitMethod, "Return a list of the substrings in the string, using sep as the separator string."},
    {"splitlines(keepends=False)", StrSplitLinesMethod, "Return a list of the lines in the string, breaking at line boundaries."},
    {"@hidden startswith(prefix, start=None, end=None, /)", StrStartsWithMethod, "Return True if the string starts with the specified prefix, False otherwise."},
    {"strip(chars=None, /)", StrStripMethod, "Return a copy of the string with leading and trailing whitespace removed."},
    {"swapcase()", MapCase<ToSwapped, AppendStrSwapCase>, "Convert uppercase characters to lowercase and lowercase characters to uppercase."},
    {"title()", MapCase<ToTitle, AppendStrTitle>, "Return a version of the string where each word is titlecased."},
    {"translate(table, /)", StrTranslateMethod, "Replace each character in the string using the given translation table."},
    {"upper()", MapCase<ToUpper, AppendStrUpper>, "Return a copy of the string converted to uppercase."},
    {"zfill(width, /)", StrZFillMethod, "Pad a numeric string with zeros on the left, to fill a field of the given width."},
};
// clang-format on

PYSUB_MEMBERS(Str, kStrMethods, kNoAttributes);

Value IterSelf(Vm&, Value self) { return self; }

Value IteratorLengthHint(Vm& vm, const Args& a) {
  const auto* iterator = a[0].As<SequenceIterator>();
  if (iterator->source.IsNone()) return Value::SmallInt(0);
  const std::string_view rest = Vm::View(iterator->source).substr(iterator->index);
  if (!TickForBytes(vm, rest.size())) return Failure{};
  return Value::KnownSmallInt(CountCodePoints(rest));
}

constexpr NativeInfo kIteratorMethods[] = {
    {"__length_hint__()", IteratorLengthHint,
     "Private method returning an estimate of len(list(it))."},
};

PYSUB_MEMBERS(StrIterator, kIteratorMethods, kNoAttributes);

}  // namespace

// slots: the separator, the iterator, its items.
Value StrJoinStep(Vm& vm, Task& task, Value in) {
  switch (task.state) {
    case 0:
      if (vm.IteratesNatively(task.slots[1])) {
        PYSUB_AWAIT(2, vm.Drain(task.slots[1]));
        return Join(vm, task.slots[0], in);
      }
      while (true) {
        PYSUB_AWAIT(1, vm.Next(task.slots[1]));
        if (in.IsExhausted()) return Join(vm, task.slots[0], task.slots[2]);
        TRY(vm.ListAppend(task.slots[2].As<List>(), in));
      }
  }
  return Value::None();
}

bool StrJoinTakes(Vm&, Task& task, Value iterator, Value item) {
  return task.state == 1 && task.slots[1] == iterator && ListAppendInline(task.slots[2].As<List>(), item);
}

// slots: the str, the table, the answers so far. A key that the table does not have is answered by
// NotImplemented, which no table can hold as a mapping.
Value StrTranslateStep(Vm& vm, Task& task, Value in) {
  Value* slots = task.slots;
  List* answers = slots[2].As<List>();
  // 1: an answer comes in. 2: it was taken, a repetition must not take one again.
  if (task.state == 1) {
    if (in.IsFailed()) {
      if (!vm.PendingIs(TypeId::kLookupError)) return in;
      static_cast<void>(vm.TakeException());
      in = Value::NotImplemented();
    }
    TRY(vm.ListAppend(answers, in));
  }
  task.state = 2;
  ItemLookups lookups(vm, answers);
  Translator translator(vm, slots[1], lookups);
  const Value result = translator.Run(slots[0].As<Str>());
  if (result.IsPushed()) task.state = 1;
  return result;
}

extern constexpr TypeInfo kStrType = {
    .id = TypeId::kStr,
    .constructor = &kStrConstructor,
    .doc = "str(object='') -> str",
    .methods = kStrMethods,
    .members = kStrMembers,
    .iteration = Iteration::kContainer,
    .operators = OperatorSet("add mul rmul mod rmod"),
    .repr = StrRepr,
    .str = StrToStr,
    .compare = StrCompare,
    .truth = StrTruth,
    .length = StrLength,
    .get_item = StrGetItem,
    .contains = StrContains,
    .iter = StrIter,
    .binary = StrBinary,
};

extern constexpr TypeInfo kStrIteratorType = {
    .id = TypeId::kStrIterator,
    .methods = kIteratorMethods,
    .members = kStrIteratorMembers,
    .iteration = Iteration::kNative,
    .copying = Copying::kWords,
    .iter = IterSelf,
    .next = StrIteratorNext,
};

extern constexpr TypeInfo kStrAsciiIteratorType = {
    .id = TypeId::kStrAsciiIterator,
    .methods = kIteratorMethods,
    .members = kStrIteratorMembers,
    .iteration = Iteration::kNative,
    .copying = Copying::kWords,
    .iter = IterSelf,
    .next = StrAsciiIteratorNext,
};

}  // namespace pysub
