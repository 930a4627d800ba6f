#include <cstring>
#include <optional>
#include <span>

#include "lexer/unicode/text_kernels.h"
#include "stdlib/types/str_methods.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bulk.h"
#include "vm/objects/list.h"
#include "vm/objects/str.h"
#include "vm/snapshot/schema.h"

// str: join, replace, padding, expandtabs.
namespace pysub {

using namespace strings;  // NOLINT: all of this file is about them

namespace {

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
  Pace pace(vm);
  for (size_t i = 0; i < count; ++i) {
    if (!pace.IsTimeLeft()) [[unlikely]]
      return Failure{};
    if (!vm.IsStr(items[i])) [[unlikely]] {
      return vm.TypeError("sequence item ", static_cast<uint64_t>(i), ": expected str instance, ",
                          vm.TypeName(items[i]), " found");
    }
    bytes += items[i].As<Str>()->count;
    length += items[i].As<Str>()->length;
  }
  if (count == 1) return items[0];
  const std::string_view separator = Vm::View(self);
  // Counts and sizes are below 2^32, so nothing wraps (T-013).
  bytes += uint64_t{count - 1} * separator.size();
  length += uint64_t{count - 1} * self.As<Str>()->length;
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

}  // namespace

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
    return vm.PushNativeFrame(ResumeId::kStrJoin, {a[0], iterator, items});
  }
  return Join(vm, a[0], source);
}

namespace {

// How many places of a str are remembered while they are looked for.
constexpr size_t kMaxPlaces = 64;

// replace() where the places are known, of which there are few.
Value ReplaceAt(Vm& vm, const Args& a, std::span<const uint32_t> places) {
  const Str* str = Self(a);
  const std::string_view text = str->view(), from = Vm::View(a[1]), to = Vm::View(a[2]);
  const uint64_t bytes =
      text.size() + uint64_t{places.size()} * to.size() - places.size() * from.size();
  const uint64_t length = str->length + uint64_t{places.size()} * a[2].As<Str>()->length -
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

}  // namespace

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
    for (; at != kNotFound && found < kMaxPlaces;
         at = FindBytes(text, from, at + from.size(), &stop)) {
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
  const uint64_t length = str->length + uint64_t{count} * a[2].As<Str>()->length -
                          uint64_t{count} * a[1].As<Str>()->length;
  Str* result = TRY(vm.NewStrUninitialized(*bytes, static_cast<uint32_t>(length)));
  MemorySink sink(vm, TextOf(result));
  if (!ReplaceInto(vm, text, from, to, count, TextKind::kStr, sink)) return Failure{};
  return Value::Of(result);
}

namespace {

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

}  // namespace

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
  if (!TickForBytes(vm, text.size() * uint64_t{8})) return Failure{};
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

// slots: the separator, the iterator, its items.
Value StrJoinResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      if (vm.IteratesNatively(frame.slots[1])) {
        PYSUB_SUSPEND_POINT(2, vm.Materialise(frame.slots[1]));
        return Join(vm, frame.slots[0], in);
      }
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(frame.slots[1]));
        if (in.IsExhausted()) return Join(vm, frame.slots[0], frame.slots[2]);
        TRY(ListAppend(vm, frame.slots[2].As<List>(), in));
      }
  }
  return Value::None();
}

bool StrJoinFastConsume(Vm&, NativeFrame& frame, Value iterator, Value item) {
  return frame.state == 1 && frame.slots[1] == iterator &&
         ListAppendInline(frame.slots[2].As<List>(), item);
}

}  // namespace pysub
