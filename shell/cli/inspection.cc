#include "shell/cli/inspection.h"

#include <algorithm>
#include <string_view>

#include "vm/text_builder.h"

namespace pysub {
namespace {

constexpr size_t kMostBytes = 200;  // of a text
constexpr uint32_t kMostItems = 5;  // of a container
constexpr uint32_t kMostDepth = 2;
constexpr uint32_t kMostLimbs = 16;  // of a number: 300 digits

std::string Cut(std::string_view text) {
  if (text.size() <= kMostBytes) return std::string(text);
  size_t end = kMostBytes;
  while (end > 0 && (static_cast<uint8_t>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

std::string ReprOf(Vm& vm, Value value) {
  TextBuilder text(vm);
  if (vm.Repr(value, text).ok()) return Cut(text.view());
  vm.DropFailure();
  return "...";
}

std::string Glimpse(Vm& vm, Value value, uint32_t depth);

// `get(i)` is the text of an item.
template <typename Get>
std::string Items(std::string_view open, std::string_view close, uint32_t count, uint32_t depth,
                  Get get) {
  std::string text(open);
  const uint32_t shown = depth >= kMostDepth ? 0 : std::min(count, kMostItems);
  for (uint32_t i = 0; i < shown; ++i) text += (i == 0 ? "" : ", ") + get(i);
  if (shown < count) text += shown == 0 ? "..." : ", ...";
  return text + std::string(close);
}

std::string OfDict(Vm& vm, Dict* dict, uint32_t depth) {
  uint32_t at = 0;
  return Items("{", "}", static_cast<uint32_t>(dict->live), depth, [&](uint32_t) {
    // (A program that removes what it put in leaves a gap as long as the table: it is walked once.)
    while (at < dict->used && dict->table()[at].value.IsUndefined()) ++at;
    if (at >= dict->used) return std::string("...");
    const DictEntry entry = dict->table()[at++];
    std::string key = Glimpse(vm, entry.key, depth + 1);
    return key + ": " + Glimpse(vm, entry.value, depth + 1);
  });
}

std::string Glimpse(Vm& vm, Value value, uint32_t depth) {
  if (value.IsUndefined()) return "(unbound)";
  if (!value.IsObject()) return ReprOf(vm, value);
  Object* const object = value.AsObject();
  switch (object->type) {
    case TypeId::kStr: {
      const std::string_view view = Vm::View(value);
      if (view.size() <= kMostBytes) return ReprOf(vm, value);
      std::string cut = Cut(view);
      cut.resize(cut.size() - 3);
      const Value start = vm.NewStr(cut);
      return IsObjectOf(start, TypeId::kStr) ? ReprOf(vm, start) + "..." : "...";
    }
    case TypeId::kBytes: {
      const std::string_view view = value.As<Bytes>()->view();
      if (view.size() <= kMostBytes) return ReprOf(vm, value);
      const Value start = vm.NewBytes(view.substr(0, kMostBytes / 4));
      return IsObjectOf(start, TypeId::kBytes) ? ReprOf(vm, start) + "..." : "...";
    }
    case TypeId::kInt:
      if (value.As<BigInt>()->limb_count() <= kMostLimbs) return ReprOf(vm, value);
      return "<int of about " + std::to_string(uint64_t{value.As<BigInt>()->limb_count()} * 64) +
             " bits>";
    case TypeId::kList: {
      List* const list = value.As<List>();
      return Items("[", "]", static_cast<uint32_t>(list->size), depth,
                   [&](uint32_t i) { return Glimpse(vm, list->items()[i], depth + 1); });
    }
    case TypeId::kTuple: {
      Tuple* const tuple = value.As<Tuple>();
      return Items("(", tuple->size() == 1 ? ",)" : ")", tuple->size(), depth,
                   [&](uint32_t i) { return Glimpse(vm, tuple->items()[i], depth + 1); });
    }
    case TypeId::kDict: return OfDict(vm, value.As<Dict>(), depth);
    case TypeId::kComplex:
    case TypeId::kFunction:
    case TypeId::kModule:
    case TypeId::kBuiltinFunction: return ReprOf(vm, value);
    default:
      // Others may hold anything, also what is as large as everything when it is written out.
      return "<" + Cut(vm.TypeName(value)) + " object>";
  }
}

bool IsOfEveryModule(std::string_view name) {
  return name.size() > 4 && name.starts_with("__") && name.ends_with("__");
}

ShownVariable Shown(Vm& vm, std::string_view name, Value value) {
  std::string repr = Glance(vm, value);
  return {Cut(name), value.IsUndefined() ? "" : Cut(vm.TypeName(value)), std::move(repr)};
}

}  // namespace

std::string Glance(Vm& vm, Value value) { return Cut(Glimpse(vm, value, 0)); }

std::vector<ShownVariable> GlobalsOf(Vm& vm, size_t most, size_t* left_out) {
  std::vector<ShownVariable> shown;
  *left_out = 0;
  if (!IsObjectOf(vm.main_globals(), TypeId::kDict)) return shown;
  Dict* const globals = vm.main_globals().As<Dict>();
  for (uint32_t i = 0; i < globals->used; ++i) {
    const DictEntry entry = globals->table()[i];
    if (entry.value.IsUndefined() || !Vm::IsStr(entry.key) || IsOfEveryModule(Vm::View(entry.key)))
      continue;
    if (shown.size() == most) {
      ++*left_out;
    } else {
      shown.push_back(Shown(vm, Vm::View(entry.key), entry.value));
    }
  }
  return shown;
}

std::vector<ShownVariable> LocalsOf(Vm& vm, const Frame& frame) {
  std::vector<ShownVariable> shown;
  const Value* registers = vm.Registers(frame);
  for (size_t i = 0; i < frame.code->local_names.size(); ++i) {
    if (frame.code->local_names[i] == kNoName) continue;
    Value value = registers[i];
    if (IsObjectOf(value, TypeId::kCell)) value = value.As<Cell>()->value;
    shown.push_back(Shown(vm, frame.unit->unit->names[frame.code->local_names[i]], value));
  }
  return shown;
}

}  // namespace pysub
