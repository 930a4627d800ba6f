#include "osbridge/convert_typed.h"

#include <absl/strings/str_cat.h>

#include <cstring>
#include <string_view>
#include <utility>

#include "lexer/unicode/utf8.h"
#include "osbridge/convert.h"
#include "stdlib/modules/datetime/datetime.h"
#include "stdlib/modules/decimal/decimal.h"
#include "stdlib/modules/fractions.h"
#include "stdlib/modules/library_class.h"
#include "stdlib/modules/zoneinfo.h"
#include "stdlib/types/array.h"
#include "stdlib/types/simple_namespace.h"
#include "vm/objects/dict.h"
#include "vm/objects/dict_views.h"
#include "vm/objects/memoryview.h"

namespace pysub::internal {
namespace {

using Kind = HostValue::Kind;

HostValue IntOf(Value v) {
  return v.IsSmallInt() ? HostValue(v.AsSmallInt()) : HostValue::BigInt(HexText(v.As<BigInt>()));
}

// ---- from the Vm

HostValue DeltaOf(datetime::Wide micros) {
  datetime::Wide days = micros / datetime::kMicrosPerDay;
  auto rest = static_cast<int64_t>(micros % datetime::kMicrosPerDay);
  if (rest < 0) --days, rest += datetime::kMicrosPerDay;
  return MakeTyped("datetime.timedelta", {HostValue(static_cast<int64_t>(days)),
                                          HostValue(rest / datetime::kMicrosPerSecond),
                                          HostValue(rest % datetime::kMicrosPerSecond)});
}

HostValue TextOrNone(Value v) { return Vm::IsStr(v) ? HostValue(Vm::View(v)) : HostValue(); }

// The zone of a moment, or by itself. None: there is none, or of another kind.
HostValue ZoneOf(Vm& vm, Value zone, const datetime::Moment& moment) {
  if (IsObjectOf(zone, TypeId::kTimeZone)) {
    auto* object = zone.As<datetime::ZoneObject>();
    return MakeTyped("datetime.timezone",
                     {DeltaOf(datetime::MicrosOf(object->offset)), TextOrNone(object->name)});
  }
  if (!IsObjectOf(zone, TypeId::kZoneInfo)) return HostValue();
  bool known = false;
  const Result<int64_t> offset = datetime::OffsetOf(vm, moment, &known);
  if (!offset.ok()) vm.DropFailure();
  const Value key = datetime::ZoneKey(zone);
  return MakeTyped("zoneinfo.ZoneInfo",
                   {TextOrNone(key), offset.ok() && known ? DeltaOf(*offset) : HostValue()});
}

void AppendDate(const datetime::Date& date, std::vector<HostValue>* items) {
  items->insert(items->end(), {HostValue(date.year), HostValue(date.month), HostValue(date.day)});
}
void AppendClock(Vm& vm, const datetime::Moment& moment, std::vector<HostValue>* items) {
  const datetime::Time& time = moment.time;
  items->insert(items->end(), {HostValue(time.hour), HostValue(time.minute), HostValue(time.second),
                               HostValue(time.microsecond), ZoneOf(vm, moment.zone, moment),
                               HostValue(time.fold)});
}

HostValue DecimalOf(Value v) {
  const decimal::Number number = decimal::NumberOf(v);
  static constexpr const char* kSpecials[] = {"", "inf", "nan", "snan"};
  const HostValue exponent = number.kind == decimal::kFinite ? HostValue(number.exponent)
                                                             : HostValue(kSpecials[number.kind]);
  return MakeTyped("decimal.Decimal",
                   {HostValue(number.negative), IntOf(number.coefficient), exponent});
}

template <typename T>
T Read(const char* at) {
  T number;
  std::memcpy(&number, at, sizeof(number));
  return number;
}

HostValue ArrayItemOf(char code, const char* at) {
  switch (code) {
    case 'b': return HostValue(Read<int8_t>(at));
    case 'B': return HostValue(Read<uint8_t>(at));
    case 'h': return HostValue(Read<int16_t>(at));
    case 'H': return HostValue(Read<uint16_t>(at));
    case 'i': return HostValue(Read<int32_t>(at));
    case 'I': return HostValue(Read<uint32_t>(at));
    case 'l':
    case 'q': return HostValue(Read<int64_t>(at));
    case 'L':
    case 'Q': return HostValue(Read<uint64_t>(at));
    case 'f': return HostValue(static_cast<double>(Read<float>(at)));
    case 'd': return HostValue(Read<double>(at));
    default: break;
  }
  char text[4];
  const auto character = Read<uint32_t>(at);
  if (character > 0x10FFFF) return HostValue();
  return HostValue(std::string_view(text, static_cast<size_t>(EncodeUtf8(character, text))));
}

HostValue ArrayOf(ArrayArray* array) {
  const uint64_t count = ItemCount(array);
  std::vector<HostValue> items;
  items.reserve(count + 1);
  const char code = array->code();
  items.emplace_back(std::string_view(&code, 1));
  for (uint64_t i = 0; i < count; ++i) {
    items.push_back(ArrayItemOf(code, ArrayBytes(array) + i * ItemSizeOf(array)));
    if (items.back().is_none()) return HostValue();
  }
  return MakeTyped("array.array", std::move(items));
}

HostValue LibraryTextOf(Vm& vm, Value v) {
  const Value text = LibraryAttribute(vm, v, "_str");
  if (text.IsFailed()) vm.DropFailure();
  if (!Vm::IsStr(text)) return HostValue();
  return MakeTyped(QualifiedTypeName(vm, Value::Type(v.AsObject()->type)),
                   {HostValue(Vm::View(text))});
}

}  // namespace

std::string HexText(const BigInt* number) {
  std::string text = number->negative() ? "-0x" : "0x";
  bool leading = true;
  for (uint32_t i = number->limb_count(); i-- > 0;) {
    for (int shift = 60; shift >= 0; shift -= 4) {
      unsigned digit = number->limbs()[i] >> shift & 15;
      if (leading && digit == 0) continue;
      leading = false;
      text += "0123456789abcdef"[digit];
    }
  }
  return text;
}

uint64_t TypedSize(Value v) {
  if (IsObjectOf(v, TypeId::kArrayArray)) return ItemCount(v.As<ArrayArray>());
  return 0;
}

HostValue TypedToHost(Vm& vm, Value v) {
  std::vector<HostValue> items;
  switch (v.AsObject()->type) {
    case TypeId::kDate:
      AppendDate(datetime::DateOf(v), &items);
      return MakeTyped("datetime.date", std::move(items));
    case TypeId::kDateTime: {
      const datetime::Moment moment = datetime::MomentOf(v);
      AppendDate(moment.date, &items);
      AppendClock(vm, moment, &items);
      return MakeTyped("datetime.datetime", std::move(items));
    }
    case TypeId::kTimeOfDay: {
      datetime::Moment moment;
      moment.time = datetime::TimeOf(v);
      moment.zone = v.As<datetime::TimeObject>()->zone;
      moment.dateless = true;
      AppendClock(vm, moment, &items);
      return MakeTyped("datetime.time", std::move(items));
    }
    case TypeId::kTimeDelta: return DeltaOf(datetime::MicrosOf(v));
    case TypeId::kTimeZone:
    case TypeId::kZoneInfo: {
      datetime::Moment nowhere;
      nowhere.zone = v;
      nowhere.dateless = true;
      return ZoneOf(vm, v, nowhere);
    }
    case TypeId::kDecimal: return DecimalOf(v);
    case TypeId::kFraction:
      return MakeTyped("fractions.Fraction", {IntOf(v.As<FractionObject>()->numerator),
                                              IntOf(v.As<FractionObject>()->denominator)});
    case TypeId::kArrayArray: return ArrayOf(v.As<ArrayArray>());
    case TypeId::kMemoryView: {
      const MemoryView* view = v.As<MemoryView>();
      if (IsReleased(v) || !IsContiguous(view)) return HostValue();
      return MakeTyped("memoryview", {HostValue::Bytes(ContiguousBytes(view))});
    }
    case TypeId::kPosixPath:
    case TypeId::kPurePosixPath:
    case TypeId::kPureWindowsPath:
    case TypeId::kUuid: return LibraryTextOf(vm, v);
    default: return HostValue();
  }
}

uint64_t TypedCost(const HostValue& value) {
  uint64_t cost = value.text().size() + value.name().size();
  for (const HostValue& item : value.items()) {
    cost += item.size();
    if (item.kind() == Kind::kBigInt) {
      const uint64_t digits = std::min(item.text().size(), kMostDigits);
      cost += item.text().size() + digits * digits / 16;
    }
  }
  return cost;
}

bool TypedParts(Object* object, std::vector<Value>* parts, HostNode* node) {
  const TypeId type = object->type;
  if (type == TypeId::kSimpleNamespace) {
    node->name = "types.SimpleNamespace";
    const Value dict = static_cast<NamespaceObject*>(object)->dict;
    uint32_t at = 0;
    while (DictEntry* entry = DictNext(dict.As<Dict>(), &at)) {
      if (!Vm::IsStr(entry->key)) return false;
      node->fields.emplace_back(Vm::View(entry->key));
      parts->push_back(entry->value);
    }
    return true;
  }
  const Value dict = static_cast<DictView*>(object)->dict;
  node->name = Vm::NameOf(type);
  uint32_t at = 0;
  while (DictEntry* entry = DictNext(dict.As<Dict>(), &at)) {
    if (type != TypeId::kDictValues) parts->push_back(entry->key);
    if (type != TypeId::kDictKeys) parts->push_back(entry->value);
  }
  return true;
}

// ---- into the Vm

namespace {

// Of modules that are partly written in Python: what they make is whole once that part has run
// (kFlagA: it has not).
bool HasImported(Vm& vm, std::string_view name) {
  const Value module = DictGetStr(vm, vm.modules().As<Dict>(), name);
  if (module.IsFailed()) vm.DropFailure();
  return IsObjectOf(module, TypeId::kModule) && !module.AsObject()->flag(kFlagA);
}

int64_t Number(const HostValue& v, size_t at) { return *v.items()[at].as_int(); }

datetime::Date DateFrom(const HostValue& v) { return {Number(v, 0), Number(v, 1), Number(v, 2)}; }
datetime::Time TimeFrom(const HostValue& v, size_t at) {
  return {Number(v, at), Number(v, at + 1), Number(v, at + 2), Number(v, at + 3),
          Number(v, at + 5)};
}

Value ArrayFrom(Vm& vm, const HostValue& v, std::span<const Value> parts) {
  const char code = v.items()[0].text()[0];
  const uint64_t size = ArrayItemSize(code);
  ArrayArray* array = TRY(NewArrayArray(vm, code, size * (parts.size() - 1)));
  if (parts.size() > 1) std::memset(ArrayBytes(array), 0, size * (parts.size() - 1));
  for (size_t i = 1; i < parts.size(); ++i)
    TRY(PackArrayItem(vm, array, parts[i], ArrayBytes(array) + (i - 1) * size));
  return Value::Of(array);
}

Value NamespaceFrom(Vm& vm, const HostValue& v, std::span<const Value> parts) {
  Dict* dict = TRY(vm.NewDict(parts.size()));
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!IsValidUtf8(v.fields()[i], Surrogates::kAllow))
      return vm.ValueError("the name of an attribute is not valid UTF-8");
    TRY(DictSet(vm, dict, TRY(vm.Intern(v.fields()[i])), parts[i]));
  }
  return NewSimpleNamespace(vm, dict);
}

}  // namespace

// Some typed values go out to the host and may not come back, because what they stand for is not in
// their parts. The message says what to give instead.
absl::Status CanEnter(Vm& vm, const HostValue& value) {
  const std::string_view name = value.name();
  const absl::string_view shown(name.data(), name.size());
  if (name.starts_with("dict_"))
    return absl::InvalidArgumentError(
        absl::StrCat("a ", shown, " cannot be given to a program: give a list"));
  if (name == "uuid.UUID")
    return absl::InvalidArgumentError("a uuid.UUID cannot be given to a program: give its text");
  if (name == "zoneinfo.ZoneInfo") {
    return absl::InvalidArgumentError(
        "a zoneinfo.ZoneInfo cannot be given to a program: give a datetime.timezone");
  }
  const std::string_view module = name.substr(0, name.find('.'));
  if ((module == "decimal" || module == "pathlib") && !HasImported(vm, module)) {
    return absl::InvalidArgumentError(
        absl::StrCat("a ", shown, " can be given only to a program that has imported ",
                     absl::string_view(module.data(), module.size())));
  }
  return absl::OkStatus();
}

Value TypedFromHost(Vm& vm, const HostValue& v, std::span<const Value> parts) {
  const std::string_view name = v.name();
  if (name == "datetime.date") return datetime::NewDate(vm, DateFrom(v));
  if (name == "datetime.time") return datetime::NewTime(vm, TimeFrom(v, 0), parts[4]);
  if (name == "datetime.datetime")
    return datetime::NewDateTime(vm, {DateFrom(v), TimeFrom(v, 3), parts[7]});
  if (name == "datetime.timedelta") {
    return datetime::NewDelta(vm, datetime::Wide{Number(v, 0)} * datetime::kMicrosPerDay +
                                      Number(v, 1) * datetime::kMicrosPerSecond + Number(v, 2));
  }
  if (name == "datetime.timezone") {
    const auto offset = static_cast<int64_t>(datetime::MicrosOf(parts[0]));
    return offset == 0 && parts[1].IsNone() ? datetime::Utc(vm)
                                            : datetime::NewTimeZone(vm, offset, parts[1]);
  }
  if (name == "decimal.Decimal") {
    const HostValue& exponent = v.items()[2];
    decimal::Number number{.negative = *v.items()[0].as_bool(), .coefficient = parts[1]};
    if (exponent.as_int()) {
      number.exponent = *exponent.as_int();
    } else {
      number.kind = exponent.text() == "inf"   ? decimal::kInfinite
                    : exponent.text() == "nan" ? decimal::kQuietNan
                                               : decimal::kSignalingNan;
    }
    return decimal::NewDecimal(vm, number);
  }
  if (name == "fractions.Fraction") return NewFraction(vm, parts[0], parts[1]);
  if (name == "array.array") return ArrayFrom(vm, v, parts);
  if (name == "types.SimpleNamespace") return NamespaceFrom(vm, v, parts);
  if (name == "memoryview") return NewMemoryView(vm, parts[0]);
  return vm.Call(Value::Type(TypeOfName(name)), parts);  // a path, which is made without Python
}

}  // namespace pysub::internal
