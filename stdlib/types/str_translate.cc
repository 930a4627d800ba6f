#include <cstring>
#include <optional>

#include "lexer/unicode/utf8.h"
#include "stdlib/types/str_methods.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/objects/formatting.h"
#include "vm/objects/indexing.h"
#include "vm/objects/list.h"
#include "vm/objects/str.h"

// str.translate() and str.maketrans().
namespace pysub {

using namespace strings;  // NOLINT: all of this file is about them

namespace {

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
        is_plain_dict_(IsObjectOf(table, TypeId::kDict) && table.As<Dict>()->extra.IsUndefined()),
        out_(vm) {
    std::memset(bytes_, kUnknown, sizeof(bytes_));
  }

  // CallPending: see ItemLookups.
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
        case Translation::Kind::kCodePoint: out_.Append(translation.code_point); break;
        case Translation::Kind::kText:
          out_.Append(std::string_view(translation.text, translation.text_size));
          break;
        case Translation::Kind::kDeleted: break;
        default: out_.Append(text.substr(at, static_cast<size_t>(next.size))); break;
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
      case Translation::Kind::kUnchanged: byte = static_cast<uint8_t>(c); break;
      case Translation::Kind::kDeleted: byte = kNothing; break;
      case Translation::Kind::kCodePoint:
        if (translation.code_point < 0x80) byte = static_cast<uint8_t>(translation.code_point);
        break;
      case Translation::Kind::kText: break;
    }
  }

  // None: *translation is set.
  Value Look(char32_t c, Translation* translation) {
    const Value key = Value::SmallInt(c);
    *translation = {Translation::Kind::kUnchanged, c, nullptr, 0};
    Value item;
    if (is_plain_dict_) {
      item = TRY(DictGet(vm_, table_.As<Dict>(), key));
      if (item.IsUndefined()) return Value::None();
    } else {
      item = lookups_.Get(table_, key);
      if (item.IsCallPending()) return item;
      if (item.IsFailed()) {
        if (!vm_.PendingIs(TypeId::kLookupError)) return item;
        static_cast<void>(vm_.TakeException());
        return Value::None();
      }
      if (item == Value::NotImplemented()) return Value::None();  // see StrTranslateResume
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
  // What an ASCII character becomes: one, or nothing, or it is in others_, or it was not looked up
  // yet.
  static constexpr uint8_t kNothing = 0x80, kOther = 0x81, kUnknown = 0x82;
  uint8_t bytes_[128];
  Translation others_[128];
  TextBuilder out_;
};

}  // namespace

Value StrTranslateMethod(Vm& vm, const Args& a) {
  if (Self(a)->count == 0) return a[0];
  ItemLookups lookups(vm);
  Translator translator(vm, a[1], lookups);
  const Value result = translator.Run(Self(a));
  if (!lookups.needs_native_frame()) return result;
  const Value answers = Value::Of(TRY(vm.NewList()));
  return vm.PushNativeFrame(ResumeId::kStrTranslate, {a[0], a[1], answers}, kFrameCatches);
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
      TRY(DictSet(vm, table, key, entry.value));
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
    TRY(DictSet(vm, table, Value::SmallInt(key.code_point), Value::SmallInt(value.code_point)));
    i += static_cast<size_t>(key.size);
    j += static_cast<size_t>(value.size);
  }
  if (a.has(2)) {
    const std::string_view deleted = Vm::View(a[2]);
    for (char32_t c : CodePoints(deleted)) {
      if (!vm.Tick(1)) return Failure{};
      TRY(DictSet(vm, table, Value::SmallInt(c), Value::None()));
    }
  }
  return Value::Of(table);
}

// slots: the str, the table, the answers so far. A key that the table does not have is answered by
// NotImplemented, which no table can hold as a mapping.
Value StrTranslateResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  List* answers = slots[2].As<List>();
  // 1: an answer comes in. 2: it was taken, a repetition must not take one again.
  if (frame.state == 1) {
    if (in.IsFailed()) {
      if (!vm.PendingIs(TypeId::kLookupError)) return in;
      static_cast<void>(vm.TakeException());
      in = Value::NotImplemented();
    }
    TRY(ListAppend(vm, answers, in));
  }
  frame.state = 2;
  ItemLookups lookups(vm, answers);
  Translator translator(vm, slots[1], lookups);
  const Value result = translator.Run(slots[0].As<Str>());
  if (result.IsCallPending()) frame.state = 1;
  return result;
}

}  // namespace pysub
