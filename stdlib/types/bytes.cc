#include "vm/objects/bytes.h"

#include <algorithm>
#include <bitset>
#include <cstring>
#include <optional>

#include "lexer/base/clipped_size.h"
#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/utf8.h"
#include "stdlib/types/bytes_methods.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bulk.h"
#include "vm/objects/formatting.h"
#include "vm/objects/indexing.h"
#include "vm/objects/list.h"
#include "vm/objects/memoryview.h"
#include "vm/objects/str.h"
#include "vm/objects/text_codecs.h"
#include "vm/vm.h"

namespace pysub {

namespace {

std::string_view Self(const Args& a) { return BytesView(a[0]); }
TypeId TypeOfSelf(const Args& a) { return a[0].AsObject()->type; }

// A part of the receiver: the receiver itself when it is all of a bytes.
Value PieceOf(Vm& vm, const Args& a, std::string_view piece) {
  if (TypeOfSelf(a) == TypeId::kBytes && piece.size() == Self(a).size()) return a[0];
  return NewBytesOf(vm, TypeOfSelf(a), piece);
}

// A new object of the receiver's type and size that map(bytes, begin, end, out) fills piece by
// piece.
template <typename Map>
Value MapBytes(Vm& vm, const Args& a, Map map) {
  const std::string_view bytes = Self(a);
  if (!TickForBytes(vm, bytes.size() * uint64_t{4})) return Failure{};
  char* out;
  const Value result = TRY(NewBytesUninitialized(vm, TypeOfSelf(a), bytes.size(), &out));
  const bool in_time = InTime(
      vm, bytes.size(), [&](size_t begin, size_t end) { map(BytesView(a[0]), begin, end, out); });
  if (!in_time) return Failure{};
  return result;
}

// Of what holds for bytes when it holds for their pieces.
template <typename Predicate>
Value TestAllBytes(Vm& vm, const Args& a, Predicate predicate) {
  const std::string_view bytes = Self(a);
  if (!TickForBytes(vm, bytes.size() * uint64_t{4})) return Failure{};
  if (bytes.empty()) return Value::Bool(predicate(bytes));
  bool holds = true;
  const bool in_time = InTime(vm, bytes.size(), [&](size_t begin, size_t end) {
    holds = holds && predicate(bytes.substr(begin, end - begin));
  });
  if (!in_time) return Failure{};
  return Value::Bool(holds);
}

template <typename Predicate>
Value TestBytes(Vm& vm, const Args& a, Predicate predicate) {
  if (!TickForBytes(vm, Self(a).size() * uint64_t{4})) return Failure{};
  StopCheck stop = TimeCheck(vm);
  const bool holds = predicate(Self(a), &stop);
  if (stop.stopped()) return Failure{};
  return Value::Bool(holds);
}

// What is searched for: a bytes-like object or a byte.
class Needle {
 public:
  explicit Needle(Vm& vm) : vm_(vm), bytes_(vm) {}

  Status Get(Value v) {
    if (IsIndex(vm_, v)) {
      byte_ = static_cast<char>(TRY(ToByte(vm_, v)));
      view_ = {&byte_, 1};
      return Done{};
    }
    if (!IsBytesLike(vm_, v)) {
      return vm_.TypeError("argument should be integer or bytes-like object, not '",
                           vm_.TypeName(v), "'");
    }
    TRY(bytes_.Get(v));
    view_ = bytes_.view();
    return Done{};
  }
  std::string_view view() const { return view_; }

 private:
  Vm& vm_;
  BytesArgument bytes_;
  char byte_ = 0;
  std::string_view view_;
};

// The receiver's part [start:end]; nullopt when start lies behind end or the bytes, where
// not even b'' is found.
struct Window {
  std::string_view bytes;
  int64_t start = 0;
  bool valid = true;
};
Result<Window> WindowOf(Vm& vm, const Args& a) {
  Window window;
  window.bytes = Self(a);
  const auto size = static_cast<int64_t>(window.bytes.size());
  const Range64 range = TRY(ResolveRange(vm, a[2], a[3], size));
  window.start = range.start;
  if (range.start > range.end || range.start > size) {
    window.valid = false;
    window.bytes = {};
  } else {
    window.bytes = window.bytes.substr(static_cast<size_t>(range.start),
                                       static_cast<size_t>(range.end - range.start));
  }
  return window;
}

enum class Direction : uint8_t { kForwards, kBackwards };

Result<int64_t> FindIn(Vm& vm, const Args& a, Direction direction) {
  const Window window = TRY(WindowOf(vm, a));
  Needle needle(vm);
  TRY(needle.Get(a[1]));
  if (!window.valid) return int64_t{-1};
  if (!TickForBytes(vm, window.bytes.size())) return Failure{};
  const size_t at =
      TRY(direction == Direction::kForwards ? FindInTime(vm, window.bytes, needle.view())
                                            : FindLastInTime(vm, window.bytes, needle.view()));
  return at == kNotFound ? int64_t{-1} : window.start + static_cast<int64_t>(at);
}

Value IndexIn(Vm& vm, const Args& a, Direction direction) {
  const int64_t index = TRY(FindIn(vm, a, direction));
  if (index < 0) return vm.ValueError("subsection not found");
  return Value::KnownSmallInt(index);
}

template <typename Matches>
Value MatchesEnd(Vm& vm, const Args& a, std::string_view name, Matches matches) {
  const Window window = TRY(WindowOf(vm, a));
  BytesArgument affix(vm);
  if (IsBytesLike(vm, a[1])) {
    TRY(affix.Get(a[1]));
    if (!TickForBytes(vm, affix.view().size())) return Failure{};
    return Value::Bool(window.valid && matches(window.bytes, affix.view()));
  }
  if (!Vm::IsSubtype(vm.TypeOf(a[1]), TypeId::kTuple)) {
    return vm.TypeError(name, " first arg must be bytes or a tuple of bytes, not ",
                        vm.TypeName(a[1]));
  }
  const Tuple* affixes = a[1].As<Tuple>();
  if (!vm.Tick(affixes->size())) return Failure{};
  for (uint32_t i = 0; i < affixes->size(); ++i) {
    TRY(affix.Get(affixes->items()[i]));
    if (!TickForBytes(vm, affix.view().size())) return Failure{};
    if (window.valid && matches(window.bytes, affix.view())) return Value::True();
  }
  return Value::False();
}

Value Strip(Vm& vm, const Args& a, Side side) {
  const std::string_view bytes = Self(a);
  StopCheck stop = TimeCheck(vm);
  if (!a.has(1) || a[1].IsNone()) {
    const std::string_view left = StripWhitespace(bytes, side, TextKind::kBytes, &stop);
    if (stop.stopped() || !TickForBytes(vm, bytes.size() - left.size())) return Failure{};
    return PieceOf(vm, a, left);
  }
  BytesArgument chars(vm);
  TRY(chars.Get(a[1]));
  if (!TickForBytes(vm, bytes.size() + chars.view().size())) return Failure{};
  const std::string_view left =
      StripChars(bytes, CharSet(chars.view(), TextKind::kBytes, {}), side, &stop);
  if (stop.stopped()) return Failure{};
  return PieceOf(vm, a, left);
}

// The pieces in a list. `stop` is the splitter's.
template <typename Splitter>
Value SplitWith(Vm& vm, const Args& a, Splitter splitter, const StopCheck& stop,
                Direction direction) {
  List* list = TRY(vm.NewList());
  const TypeId type = TypeOfSelf(a);
  std::string_view piece;
  size_t between = Self(a).size();
  while (splitter.Next(&piece)) {
    between -= piece.size();
    if (!vm.Tick(1 + piece.size() / 64)) return Failure{};
    // The only piece is the receiver itself, as in CPython.
    TRY(ListAppend(vm, list,
                   TRY(type == TypeId::kBytes && piece.size() == Self(a).size()
                           ? a[0]
                           : NewBytesOf(vm, type, piece))));
  }
  if (stop.stopped() || !TickForBytes(vm, between)) return Failure{};
  if (direction == Direction::kBackwards && list->size > 1) {
    std::reverse(list->items(), list->items() + list->size);
  }
  return Value::Of(list);
}

// Without a separator runs of white space part the pieces and none is empty; with one each
// occurrence does.
Value Split(Vm& vm, const Args& a, Direction direction) {
  const std::string_view bytes = Self(a);
  const int64_t limit = TRY(SizeArgument(vm, a[2], -1));
  StopCheck stop = TimeCheck(vm);
  if (!a.has(1) || a[1].IsNone()) {
    if (direction == Direction::kForwards) {
      return SplitWith(vm, a, WhitespaceSplitter(bytes, limit, TextKind::kBytes, &stop), stop,
                       direction);
    }
    return SplitWith(vm, a, WhitespaceSplitterFromRight(bytes, limit, TextKind::kBytes, &stop),
                     stop, direction);
  }
  BytesArgument separator(vm);
  TRY(separator.Get(a[1]));
  if (separator.view().empty()) return vm.ValueError("empty separator");
  if (direction == Direction::kForwards) {
    return SplitWith(vm, a, SeparatorSplitter(bytes, separator.view(), limit, &stop), stop,
                     direction);
  }
  return SplitWith(vm, a, SeparatorSplitterFromRight(bytes, separator.view(), limit, &stop), stop,
                   direction);
}

Value PartitionAt(Vm& vm, const Args& a, Direction direction) {
  BytesArgument separator(vm);
  TRY(separator.Get(a[1]));
  if (separator.view().empty()) return vm.ValueError("empty separator");
  const std::string_view bytes = Self(a);
  if (!TickForBytes(vm, bytes.size())) return Failure{};
  const size_t hit =
      TRY(direction == Direction::kForwards ? FindInTime(vm, bytes, separator.view())
                                            : FindLastInTime(vm, bytes, separator.view()));
  const Partition parts = PartitionedAt(hit, bytes, separator.view());
  const TypeId type = TypeOfSelf(a);
  const bool is_bytes = type == TypeId::kBytes;
  Value before, middle, after;
  if (parts.found) {
    before = TRY(NewBytesOf(vm, type, parts.before));
    // bytes hand back the separator itself, whatever it is.
    middle = TRY(is_bytes ? a[1] : NewBytesOf(vm, type, parts.separator));
    after = TRY(NewBytesOf(vm, type, parts.after));
  } else {
    const Value whole = TRY(is_bytes ? a[0] : NewBytesOf(vm, type, bytes));
    const bool forwards = direction == Direction::kForwards;
    before = forwards ? whole : TRY(NewBytesOf(vm, type, {}));
    middle = TRY(NewBytesOf(vm, type, {}));
    after = forwards ? TRY(NewBytesOf(vm, type, {})) : whole;
  }
  return vm.NewTuple({before, middle, after});
}

Value Pad(Vm& vm, const Args& a, std::string_view name, Padding (*padding_of)(size_t, int64_t)) {
  const int64_t width = TRY(SizeArgument(vm, a[1]));
  char fill = ' ';
  if (a.has(2)) {
    if (!IsBytesOrByteArray(a[2])) {
      return BadArgument(vm, name, "argument 2", "a byte string of length 1", a[2]);
    }
    const std::string_view given = BytesView(a[2]);
    if (given.size() != 1) {
      return vm.TypeError(name, "(): argument 2 must be a byte string of length 1, not a ",
                          vm.TypeName(a[2]), " object of length ",
                          static_cast<uint64_t>(given.size()));
    }
    fill = given[0];
  }
  const std::string_view bytes = Self(a);
  const Padding padding = padding_of(bytes.size(), width);
  if (padding.left + padding.right == 0) return PieceOf(vm, a, bytes);
  const std::optional<size_t> size = PaddedSize(bytes.size(), padding, 1);
  if (!size.has_value()) return vm.NoMemory(SIZE_MAX);
  if (!TickForBytes(vm, *size)) return Failure{};
  char* out;
  const Value result = TRY(NewBytesUninitialized(vm, TypeOfSelf(a), *size, &out));
  const std::string_view unit(&fill, 1);
  if (!FillRepeated(vm, out, padding.left, unit) || !CopyBytes(vm, out + padding.left, bytes))
    return Failure{};
  if (!FillRepeated(vm, out + padding.left + bytes.size(), padding.right, unit)) return Failure{};
  return result;
}

void BytesTitlePiece(std::string_view in, size_t begin, size_t end, char* out) {
  BytesTitle(in.substr(begin, end - begin), out + begin,
             begin > 0 && BytesIsAlpha(in.substr(begin - 1, 1)));
}
void BytesCapitalizePiece(std::string_view in, size_t begin, size_t end, char* out) {
  AsciiLower(in.substr(begin, end - begin), out + begin);
  if (begin == 0 && end > 0) out[0] = AsciiUpper(in[0]);
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = AsciiLower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

// ---- Case and predicates

Value BytesLowerMethod(Vm& vm, const Args& a) {
  return MapBytes(vm, a, [](std::string_view in, size_t begin, size_t end, char* out) {
    AsciiLower(in.substr(begin, end - begin), out + begin);
  });
}
Value BytesUpperMethod(Vm& vm, const Args& a) {
  return MapBytes(vm, a, [](std::string_view in, size_t begin, size_t end, char* out) {
    AsciiUpper(in.substr(begin, end - begin), out + begin);
  });
}
Value BytesTitleMethod(Vm& vm, const Args& a) { return MapBytes(vm, a, BytesTitlePiece); }
Value BytesCapitalizeMethod(Vm& vm, const Args& a) { return MapBytes(vm, a, BytesCapitalizePiece); }
Value BytesSwapCaseMethod(Vm& vm, const Args& a) {
  return MapBytes(vm, a, [](std::string_view in, size_t begin, size_t end, char* out) {
    BytesSwapCase(in.substr(begin, end - begin), out + begin);
  });
}

Value BytesIsAlnumMethod(Vm& vm, const Args& a) { return TestAllBytes(vm, a, BytesIsAlnum); }
Value BytesIsAlphaMethod(Vm& vm, const Args& a) { return TestAllBytes(vm, a, BytesIsAlpha); }
Value BytesIsAsciiMethod(Vm& vm, const Args& a) { return TestAllBytes(vm, a, IsAscii); }
Value BytesIsDigitMethod(Vm& vm, const Args& a) { return TestAllBytes(vm, a, BytesIsDigit); }
Value BytesIsLowerMethod(Vm& vm, const Args& a) { return TestBytes(vm, a, BytesIsLower); }
Value BytesIsSpaceMethod(Vm& vm, const Args& a) { return TestAllBytes(vm, a, BytesIsSpace); }
Value BytesIsTitleMethod(Vm& vm, const Args& a) { return TestBytes(vm, a, BytesIsTitle); }
Value BytesIsUpperMethod(Vm& vm, const Args& a) { return TestBytes(vm, a, BytesIsUpper); }

// ---- Searching

Value BytesFindMethod(Vm& vm, const Args& a) {
  return Value::KnownSmallInt(TRY(FindIn(vm, a, Direction::kForwards)));
}
Value BytesRFindMethod(Vm& vm, const Args& a) {
  return Value::KnownSmallInt(TRY(FindIn(vm, a, Direction::kBackwards)));
}
Value BytesIndexMethod(Vm& vm, const Args& a) { return IndexIn(vm, a, Direction::kForwards); }
Value BytesRIndexMethod(Vm& vm, const Args& a) { return IndexIn(vm, a, Direction::kBackwards); }

Value BytesCountMethod(Vm& vm, const Args& a) {
  const Window window = TRY(WindowOf(vm, a));
  Needle needle(vm);
  TRY(needle.Get(a[1]));
  if (!window.valid) return Value::SmallInt(0);
  if (!TickForBytes(vm, window.bytes.size())) return Failure{};
  StopCheck stop = TimeCheck(vm);
  const size_t count = CountSubstring(window.bytes, needle.view(), TextKind::kBytes, &stop);
  if (stop.stopped()) return Failure{};
  return Value::KnownSmallInt(count);
}

Value BytesStartsWithMethod(Vm& vm, const Args& a) {
  return MatchesEnd(vm, a, "startswith", [](std::string_view bytes, std::string_view prefix) {
    return bytes.starts_with(prefix);
  });
}
Value BytesEndsWithMethod(Vm& vm, const Args& a) {
  return MatchesEnd(vm, a, "endswith", [](std::string_view bytes, std::string_view suffix) {
    return bytes.ends_with(suffix);
  });
}

// ---- Cutting

Value BytesRemovePrefixMethod(Vm& vm, const Args& a) {
  BytesArgument prefix(vm);
  TRY(prefix.Get(a[1]));
  std::string_view bytes = Self(a);
  if (!TickForBytes(vm, prefix.view().size())) return Failure{};
  if (bytes.starts_with(prefix.view())) bytes.remove_prefix(prefix.view().size());
  return PieceOf(vm, a, bytes);
}
Value BytesRemoveSuffixMethod(Vm& vm, const Args& a) {
  BytesArgument suffix(vm);
  TRY(suffix.Get(a[1]));
  std::string_view bytes = Self(a);
  if (!TickForBytes(vm, suffix.view().size())) return Failure{};
  if (bytes.ends_with(suffix.view())) bytes.remove_suffix(suffix.view().size());
  return PieceOf(vm, a, bytes);
}
Value BytesStripMethod(Vm& vm, const Args& a) { return Strip(vm, a, Side::kBoth); }
Value BytesLStripMethod(Vm& vm, const Args& a) { return Strip(vm, a, Side::kLeft); }
Value BytesRStripMethod(Vm& vm, const Args& a) { return Strip(vm, a, Side::kRight); }
Value BytesSplitMethod(Vm& vm, const Args& a) { return Split(vm, a, Direction::kForwards); }
Value BytesRSplitMethod(Vm& vm, const Args& a) { return Split(vm, a, Direction::kBackwards); }
Value BytesSplitLinesMethod(Vm& vm, const Args& a) {
  const bool keep = a.has(1) && TRY(vm.Truth(a[1]));
  StopCheck stop = TimeCheck(vm);
  return SplitWith(
      vm, a,
      LineSplitter(Self(a), keep ? LineEnds::kKeep : LineEnds::kDrop, TextKind::kBytes, &stop),
      stop, Direction::kForwards);
}
Value BytesPartitionMethod(Vm& vm, const Args& a) {
  return PartitionAt(vm, a, Direction::kForwards);
}
Value BytesRPartitionMethod(Vm& vm, const Args& a) {
  return PartitionAt(vm, a, Direction::kBackwards);
}

// ---- Building

// Any other iterable is made into a list first: its iterator may run Python code, which must not
// come between two copies.
Value BytesJoinMethod(Vm& vm, const Args& a) {
  Value source = a[1];
  if (!IsObjectOf(source, TypeId::kList) && !IsObjectOf(source, TypeId::kTuple)) {
    const TypeInfo& info = vm.InfoOf(source);
    if (source.IsType() || (info.iter == nullptr && info.next == nullptr)) {
      return vm.TypeError("can only join an iterable");
    }
    source = TRY(vm.Materialise(source));
  }
  const Value* items = nullptr;
  size_t count;
  if (IsObjectOf(source, TypeId::kList)) {
    count = source.As<List>()->size;
    if (count > 0) items = source.As<List>()->items();
  } else {
    count = source.As<Tuple>()->size();
    items = source.As<Tuple>()->items();
  }
  if (!vm.Tick(count)) return Failure{};
  const TypeId type = TypeOfSelf(a);
  const std::string_view separator = Self(a);
  if (count == 1 && type == TypeId::kBytes && IsObjectOf(items[0], TypeId::kBytes)) {
    return items[0];
  }
  TextBuilder out(vm);
  for (size_t i = 0; i < count; ++i) {
    if (!IsBytesLike(vm, items[i]) || IsReleased(items[i])) {
      return vm.TypeError("sequence item ", static_cast<uint64_t>(i),
                          ": expected a bytes-like object, ", vm.TypeName(items[i]), " found");
    }
    BytesArgument item(vm);
    TRY(item.Get(items[i]));
    if (i > 0) out.Append(separator);
    if (!out.Append(item.view())) return Failure{};
  }
  if (!out.ok()) return Failure{};
  return NewBytesOf(vm, type, out.view());
}

// The number of occurrences is counted first, which gives the size of the result.
Value BytesReplaceMethod(Vm& vm, const Args& a) {
  BytesArgument from(vm), to(vm);
  TRY(from.Get(a[1]));
  TRY(to.Get(a[2]));
  const int64_t limit = TRY(SizeArgument(vm, a[3], -1));
  const std::string_view bytes = Self(a);
  if (!TickForBytes(vm, bytes.size())) return Failure{};
  StopCheck stop = TimeCheck(vm);
  const size_t count =
      limit == 0 ? 0 : CountReplacements(bytes, from.view(), limit, TextKind::kBytes, &stop);
  if (stop.stopped()) return Failure{};
  if (count == 0) return PieceOf(vm, a, bytes);
  const std::optional<size_t> size = ReplacedSize(bytes, from.view(), to.view(), count);
  if (!size.has_value()) return vm.NoMemory(SIZE_MAX);
  if (!vm.Tick(*size / 64 + count)) return Failure{};
  char* out;
  const Value result = TRY(NewBytesUninitialized(vm, TypeOfSelf(a), *size, &out));
  MemorySink sink(vm, out);
  if (!ReplaceInto(vm, bytes, from.view(), to.view(), count, TextKind::kBytes, sink))
    return Failure{};
  return result;
}

Value BytesLJustMethod(Vm& vm, const Args& a) { return Pad(vm, a, "ljust", LeftJustify); }
Value BytesRJustMethod(Vm& vm, const Args& a) { return Pad(vm, a, "rjust", RightJustify); }
Value BytesCenterMethod(Vm& vm, const Args& a) { return Pad(vm, a, "center", Center); }

Value BytesZFillMethod(Vm& vm, const Args& a) {
  const int64_t width = TRY(SizeArgument(vm, a[1]));
  const std::string_view bytes = Self(a);
  const Padding padding = RightJustify(bytes.size(), width);
  if (padding.left == 0) return PieceOf(vm, a, bytes);
  const std::optional<size_t> size = PaddedSize(bytes.size(), padding, 1);
  if (!size.has_value()) return vm.NoMemory(SIZE_MAX);
  if (!TickForBytes(vm, *size)) return Failure{};
  char* out;
  const Value result = TRY(NewBytesUninitialized(vm, TypeOfSelf(a), *size, &out));
  MemorySink sink(vm, out);
  AppendZeroFilled(bytes, padding.left, sink);
  if (!sink.in_time()) return Failure{};
  return result;
}

Value BytesExpandTabsMethod(Vm& vm, const Args& a) {
  int64_t tab_size = 8;
  if (a.has(1)) tab_size = TRY(CIntArgument(vm, a[1]));
  const std::string_view bytes = Self(a);
  if (!TickForBytes(vm, bytes.size() * uint64_t{8})) return Failure{};
  StopCheck stop = TimeCheck(vm);
  const std::optional<size_t> size = ExpandedTabsSize(bytes, tab_size, TextKind::kBytes, &stop);
  if (stop.stopped()) return Failure{};
  if (!size.has_value()) return vm.NoMemory(SIZE_MAX);
  if (!TickForBytes(vm, *size)) return Failure{};
  char* out;
  const Value result = TRY(NewBytesUninitialized(vm, TypeOfSelf(a), *size, &out));
  MemorySink sink(vm, out);
  AppendExpandedTabs(bytes, tab_size, TextKind::kBytes, sink);
  if (!sink.in_time()) return Failure{};
  return result;
}

// A table of 256 bytes and a set of bytes that go.
Value BytesTranslateMethod(Vm& vm, const Args& a) {
  BytesArgument table(vm), deleted(vm);
  const bool has_table = !a[1].IsNone();
  if (has_table) {
    TRY(table.Get(a[1]));
    if (table.view().size() != 256) {
      return vm.ValueError("translation table must be 256 characters long");
    }
  }
  std::bitset<256> drop;
  if (a.has(2)) {
    TRY(deleted.Get(a[2]));
    for (char c : deleted.view()) drop.set(static_cast<uint8_t>(c));
  }
  const std::string_view bytes = Self(a);
  if (!TickForBytes(vm, bytes.size() * uint64_t{8} + deleted.view().size())) return Failure{};
  size_t size = bytes.size();
  if (drop.any()) {
    const bool in_time = InTime(vm, bytes.size(), [&](size_t i, size_t end) {
      for (; i < end; ++i) size -= drop.test(static_cast<uint8_t>(bytes[i]));
    });
    if (!in_time) return Failure{};
  }
  if (!has_table && size == bytes.size()) return PieceOf(vm, a, bytes);
  char* out;
  const Value result = TRY(NewBytesUninitialized(vm, TypeOfSelf(a), size, &out));
  const bool in_time = InTime(vm, bytes.size(), [&](size_t i, size_t end) {
    char* to = out;
    for (; i < end; ++i) {
      const auto byte = static_cast<uint8_t>(bytes[i]);
      if (!drop.test(byte)) *to++ = has_table ? table.view()[byte] : bytes[i];
    }
    out = to;
  });
  if (!in_time) return Failure{};
  return result;
}

Value BytesMakeTransMethod(Vm& vm, const Args& a) {
  BytesArgument from(vm), to(vm);
  TRY(from.Get(a[0]));
  TRY(to.Get(a[1]));
  if (from.view().size() != to.view().size()) {
    return vm.ValueError("maketrans arguments must have same length");
  }
  if (!TickForBytes(vm, from.view().size())) return Failure{};
  char table[256];
  for (int i = 0; i < 256; ++i) table[i] = static_cast<char>(i);
  for (size_t i = 0; i < from.view().size(); ++i) {
    table[static_cast<uint8_t>(from.view()[i])] = to.view()[i];
  }
  return vm.NewBytes({table, sizeof(table)});
}

// ---- Text

Value BytesDecodeMethod(Vm& vm, const Args& a) {
  const std::string_view encoding = TRY(CodecNameArgument(vm, "decode", "encoding", a[1]));
  const std::string_view errors = TRY(CodecNameArgument(vm, "decode", "errors", a[2]));
  if (Self(a).empty()) return vm.NewAsciiStr({});  // nothing to decode: no codec is looked for
  return DecodeText(vm, Self(a), TypeOfSelf(a) == TypeId::kBytes ? a[0] : Value::Undefined(),
                    encoding, errors);
}

// White space may stand between bytes, not within one. The error names the place.
Value BytesFromHexMethod(Vm& vm, const Args& a) {
  const TypeId type = a[0].AsType();
  std::string_view text;
  BytesArgument bytes(vm);
  if (vm.IsStr(a[1])) {
    text = Vm::View(a[1]);
  } else if (IsBytesLike(vm, a[1])) {
    TRY(bytes.Get(a[1]));
    text = bytes.view();
  } else {
    return vm.TypeError("fromhex() argument must be str or bytes-like, not ", vm.TypeName(a[1]));
  }
  if (!TickForBytes(vm, text.size() * uint64_t{4})) return Failure{};
  TextBuilder out(vm);
  const auto bad = [&](size_t at) {
    return vm.ValueError("non-hexadecimal number found in fromhex() arg at position ",
                         static_cast<uint64_t>(at));
  };
  // A str that is not ASCII is refused for that before anything else.
  const size_t ascii = AsciiPrefix(text);
  if (ascii < text.size() && vm.IsStr(a[1])) return bad(ascii);
  StopCheck stop = TimeCheck(vm);
  for (size_t at = 0; at < text.size();) {
    if (stop.Over()) return Value::Failed();
    if (IsBytesSpace(text[at])) {
      ++at;
      continue;
    }
    const int high = HexDigit(text[at]);
    if (high < 0) return bad(at);
    if (at + 1 == text.size()) {
      return vm.ValueError("fromhex() arg must contain an even number of hexadecimal digits");
    }
    const int low = HexDigit(text[at + 1]);
    if (low < 0) return bad(at + 1);
    out.Append(static_cast<char>(high << 4 | low));
    at += 2;
  }
  if (!out.ok()) return Failure{};
  return NewBytesOf(vm, type, out.view());
}

Value HexOf(Vm& vm, std::string_view bytes, Value separator, Value group) {
  static constexpr char kHex[] = "0123456789abcdef";
  int64_t every = 1;
  if (!group.IsUndefined()) every = TRY(CIntArgument(vm, group));
  char between = 0;
  if (!separator.IsUndefined()) {
    const int64_t length = TRY(vm.Length(separator));
    if (length != 1) return vm.ValueError("sep must be length 1.");
    if (!vm.IsStr(separator) && !IsObjectOf(separator, TypeId::kBytes)) {
      return vm.TypeError("sep must be str or bytes.");
    }
    between = vm.IsStr(separator) ? Vm::View(separator)[0] : BytesView(separator)[0];
    if (static_cast<uint8_t>(between) >= 0x80) return vm.ValueError("sep must be ASCII.");
  } else {
    every = 0;
  }
  const size_t count = bytes.size();
  if (!TickForBytes(vm, count * uint64_t{4})) return Failure{};
  const size_t step = static_cast<size_t>(every < 0 ? -every : every);
  const size_t separators = step == 0 || count == 0 ? 0 : (count - 1) / step;
  const uint64_t size = count * uint64_t{2} + separators;
  if (size > UINT32_MAX) return vm.NoMemory(size);
  if (size == 0) return vm.NewAsciiStr({});
  Str* result = TRY(vm.NewStrUninitialized(size, static_cast<uint32_t>(size)));
  char* out = reinterpret_cast<char*>(result + 1);
  // Groups are counted from the right, or from the left when bytes_per_sep is negative.
  size_t until = step == 0 ? count : every > 0 ? count - separators * step : step;
  const bool in_time = InTime(vm, count, [&](size_t i, size_t end) {
    char* to = out;
    for (; i < end; ++i) {
      if (i == until) {
        *to++ = between;
        until += step;
      }
      const auto byte = static_cast<uint8_t>(bytes[i]);
      *to++ = kHex[byte >> 4];
      *to++ = kHex[byte & 15];
    }
    out = to;
  });
  if (!in_time) return Failure{};
  return Value::Of(result);
}

Value BytesHexMethod(Vm& vm, const Args& a) { return HexOf(vm, Self(a), a[1], a[2]); }

Value BytesIteratorLengthHint(Vm&, const Args& a) {
  const auto* iterator = a[0].As<SequenceIterator>();
  if (iterator->source.IsNone()) return Value::SmallInt(0);
  const size_t size = BytesView(iterator->source).size();
  return Value::KnownSmallInt(
      size < iterator->index ? 0 : static_cast<int64_t>(size - iterator->index));
}

// ---- bytes() and bytearray()

// bytes(5), bytes("x", "utf-8"), bytes([1, 2]), bytes(b"x"): what the argument is decides, in the
// order of CPython, since an object may be several of these.
Value BytesConstructor(Vm& vm, const Args& a) {
  const TypeId type = a[0].AsType();
  const std::string_view name = Vm::NameOf(type);
  const std::string_view encoding = TRY(CodecNameArgument(vm, name, "encoding", a[2]));
  const std::string_view errors = TRY(CodecNameArgument(vm, name, "errors", a[3]));
  const Value source = a[1];
  if (source.IsUndefined()) {
    if (a.has(2)) return vm.TypeError("encoding without a string argument");
    if (a.has(3)) return vm.TypeError("errors without a string argument");
    return NewBytesOf(vm, type, {});
  }
  if (a.has(2)) {
    if (!vm.IsStr(source)) return vm.TypeError("encoding without a string argument");
    const Value bytes = TRY(EncodeText(vm, source, encoding, errors));
    return type == TypeId::kBytes ? bytes : NewBytesOf(vm, type, BytesView(bytes));
  }
  if (vm.IsStr(source)) return vm.TypeError("string argument without an encoding");
  if (a.has(3)) return vm.TypeError("errors without a string argument");
  if (IsIndex(vm, source)) {
    const std::optional<int64_t> count = ToInt64(IntArgument(source).view());
    if (!count.has_value()) {
      return vm.OverflowError("cannot fit 'int' into an index-sized integer");
    }
    if (*count < 0) return vm.ValueError("negative count");
    const auto size = static_cast<uint64_t>(*count);
    if (!TickForBytes(vm, ClippedSize(*count))) return Failure{};
    char* out;
    const Value result = TRY(NewBytesUninitialized(vm, type, size, &out));
    if (size > 0) std::memset(out, 0, static_cast<size_t>(size));
    return result;
  }
  if (IsObjectOf(source, TypeId::kBytes)) {
    return type == TypeId::kBytes ? source : NewBytesOf(vm, type, BytesView(source));
  }
  TextBuilder out(vm);
  TRY(AppendBytesOf(vm, type, source, out));
  return NewBytesOf(vm, type, out.view());
}

namespace {

constexpr NativeInfo kBytesConstructor = {
    "@hidden bytes(source=b'', encoding='utf-8', errors='strict')", BytesConstructor,
    "bytes(iterable_of_ints) -> bytes", 1};

constexpr NativeInfo kOnlyBytesMethods[] = {
    {"__bytes__()", [](Vm&, const Args& a) { return a[0]; },
     "Convert this value to exact type bytes."},
    {"__getnewargs__()", [](Vm& vm, const Args& a) { return vm.NewTuple({a[0]}); }, ""},
};
constexpr auto kBytesMethods = [] {
  std::array<NativeInfo, std::size(kCommonBytesMethods) + std::size(kOnlyBytesMethods)> rows;
  std::copy(std::begin(kCommonBytesMethods), std::end(kCommonBytesMethods), rows.begin());
  std::copy(std::begin(kOnlyBytesMethods), std::end(kOnlyBytesMethods),
            rows.begin() + std::size(kCommonBytesMethods));
  return rows;
}();
PYSUB_MEMBERS(Bytes, kBytesMethods, kNoAttributes);

Value IterSelf(Vm&, Value self) { return self; }

PYSUB_MEMBERS(BytesIterator, kBytesIteratorMethods, kNoAttributes);

}  // namespace

extern constexpr TypeInfo kBytesType = {
    .id = TypeId::kBytes,
    .constructor = &kBytesConstructor,
    .doc = "bytes(iterable_of_ints) -> bytes",
    .methods = kBytesMethods,
    .members = kBytesMembers,
    .iteration = Iteration::kContainer,
    .operators = OperatorSet("add mul rmul mod rmod"),
    .repr = BytesRepr,
    .compare = BytesCompare,
    .truth = BytesTruth,
    .length = BytesLength,
    .get_item = BytesGetItem,
    .contains = BytesContains,
    .iter = BytesIter,
    .binary = BytesBinary,
};

extern constexpr TypeInfo kBytesIteratorType = {
    .id = TypeId::kBytesIterator,
    .methods = kBytesIteratorMethods,
    .members = kBytesIteratorMembers,
    .iteration = Iteration::kNative,
    .copying = Copying::kWords,
    .iter = IterSelf,
    .next = BytesIteratorNext,
};

}  // namespace pysub
