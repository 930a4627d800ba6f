#include <algorithm>
#include <bit>
#include <cstring>

#include "lexer/unicode/text_kernels.h"
#include "stdlib/types/str_methods.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bulk.h"
#include "vm/objects/list.h"
#include "vm/objects/str.h"

// str: strip, split, splitlines, partition.
namespace pysub {

using namespace strings;  // NOLINT: all of this file is about them

namespace {

// ---- Stripping

// The end of what strips(c) holds for, from `start`. Mostly a few characters, if any; many of them
// are mostly the same, and go by words then.
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
    if (skipped == text.size() || !strips(text.end()[-1 - static_cast<ptrdiff_t>(skipped)]))
      return text.size() - skipped;
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
  if (!TickForBytes(vm, text.size() + chars.size() * uint64_t{16})) return Failure{};
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
  Buffer* table = TRY(vm.NewBuffer(uint64_t{scratch} * sizeof(char32_t)));
  const CharSet set(chars, TextKind::kStr, {reinterpret_cast<char32_t*>(table->bytes()), scratch},
                    &stop);
  text = StripChars(text, set, side, &stop);
  if (stop.stopped()) return Failure{};
  return PieceOrSelf(vm, a[0], text);
}

}  // namespace

Value StrStripMethod(Vm& vm, const Args& a) { return Strip(vm, a, Side::kBoth, "strip"); }
Value StrLStripMethod(Vm& vm, const Args& a) { return Strip(vm, a, Side::kLeft, "lstrip"); }
Value StrRStripMethod(Vm& vm, const Args& a) { return Strip(vm, a, Side::kRight, "rstrip"); }

namespace {

// ---- Splitting

// The pieces of `whole`, in a list. `stop` is the splitter's.
template <typename Splitter>
Value SplitWith(Vm& vm, const Str* whole, Splitter splitter, const StopCheck& stop,
                Direction direction) {
  List* list = TRY(vm.NewList());
  std::string_view piece;
  size_t between = whole->count;
  while (splitter.Next(&piece)) {
    between -= piece.size();
    if (!vm.Tick(1 + piece.size() / 64)) return Failure{};
    const Value item = TRY(PieceOf(vm, whole, piece));
    if (!ListAppendInline(list, item)) TRY(ListAppend(vm, list, item));
  }
  if (stop.stopped() || !TickForBytes(vm, between)) return Failure{};
  if (direction == Direction::kBackwards && list->size > 1) {
    std::reverse(list->items(), list->items() + list->size);
  }
  return Value::Of(list);
}

// Where the next ASCII whitespace is, or the end. By words: nearly all that is not above
// the space is whitespace.
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
    if (!ListAppendInline(list, piece)) TRY(ListAppend(vm, list, piece));
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
    if (direction == Direction::kForwards && limit < 0 && str->ascii())
      return SplitAsciiWhitespace(vm, text);
    StopCheck stop = TimeCheck(vm);
    if (direction == Direction::kForwards) {
      return SplitWith(vm, str, WhitespaceSplitter(text, limit, TextKind::kStr, &stop), stop,
                       direction);
    }
    return SplitWith(vm, str, WhitespaceSplitterFromRight(text, limit, TextKind::kStr, &stop), stop,
                     direction);
  }
  if (!vm.IsStr(a[1])) return vm.TypeError("must be str or None, not ", vm.TypeName(a[1]));
  const std::string_view separator = Vm::View(a[1]);
  if (separator.empty()) return vm.ValueError("empty separator");
  if (limit < 0 && separator.size() == 1) return SplitAtByte(vm, str, separator[0]);
  StopCheck stop = TimeCheck(vm);
  if (direction == Direction::kForwards) {
    return SplitWith(vm, str, SeparatorSplitter(text, separator, limit, &stop), stop, direction);
  }
  return SplitWith(vm, str, SeparatorSplitterFromRight(text, separator, limit, &stop), stop,
                   direction);
}

}  // namespace

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

namespace {

Value PartitionAt(Vm& vm, const Args& a, Direction direction) {
  if (!vm.IsStr(a[1])) return vm.TypeError("must be str, not ", vm.TypeName(a[1]));
  const std::string_view separator = Vm::View(a[1]);
  if (separator.empty()) return vm.ValueError("empty separator");
  const Str* str = Self(a);
  if (!TickForBytes(vm, str->count)) return Failure{};
  const bool forwards = direction == Direction::kForwards;
  const size_t hit = TRY(forwards ? FindInTime(vm, str->view(), separator)
                                  : FindLastInTime(vm, str->view(), separator));
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

}  // namespace

Value StrPartitionMethod(Vm& vm, const Args& a) { return PartitionAt(vm, a, Direction::kForwards); }
Value StrRPartitionMethod(Vm& vm, const Args& a) {
  return PartitionAt(vm, a, Direction::kBackwards);
}

}  // namespace pysub
