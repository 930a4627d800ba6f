#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/utf8.h"
#include "stdlib/types/str_methods.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bulk.h"
#include "vm/objects/indexing.h"
#include "vm/objects/str.h"

// str: find, count, startswith and their kin.
namespace pysub {

using namespace strings;  // NOLINT: all of this file is about them

namespace {

// str[start:end] of a search. `valid` is false when start lies behind end or the text, where
// not even "" is found.
struct Window {
  std::string_view text;
  size_t offset = 0;  // of the window in the str
  int64_t start = 0;  // the same in code points
  bool valid = true;
};

Result<Window> WindowOf(Vm& vm, const Str* str, Value start, Value end) {
  Window window;
  window.text = str->view();
  if (start.IsUndefined()) [[likely]]
    return window;
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

}  // namespace

Value StrFindMethod(Vm& vm, const Args& a) {
  return Value::KnownSmallInt(TRY(FindIn(vm, a, "find", Direction::kForwards)));
}
Value StrRFindMethod(Vm& vm, const Args& a) {
  return Value::KnownSmallInt(TRY(FindIn(vm, a, "rfind", Direction::kBackwards)));
}

namespace {

Value IndexOrRaise(Vm& vm, int64_t index) {
  if (index < 0) return vm.ValueError("substring not found");
  return Value::KnownSmallInt(index);
}

}  // namespace

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

namespace {

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
    return vm.TypeError(name, " first arg must be str or a tuple of str, not ", vm.TypeName(affix));
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

}  // namespace

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

}  // namespace pysub
