#include "osbridge/typed_values.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "lexer/base/civil_date.h"
#include "vm/objects/array.h"

namespace pysub::internal {
namespace {

using Kind = HostValue::Kind;
using Items = std::span<const HostValue>;

constexpr int64_t kDayMicros = 86'400'000'000;

absl::string_view View(std::string_view text) { return {text.data(), text.size()}; }

bool IsBetween(const HostValue& v, int64_t least, int64_t most) {
  return v.kind() == Kind::kInt && *v.as_int() >= least && *v.as_int() <= most;
}
bool IsAnyInt(const HostValue& v) { return v.kind() == Kind::kInt || v.kind() == Kind::kBigInt; }
bool IsNegative(const HostValue& v) {
  return v.kind() == Kind::kBigInt ? v.text().starts_with('-') : *v.as_int() < 0;
}
bool IsTyped(const HostValue& v, std::string_view name) {
  return v.kind() == Kind::kTyped && v.name() == name;
}

int64_t Number(Items items, size_t at) { return *items[at].as_int(); }

// ---- dates and times

bool IsDate(Items v) {
  return IsBetween(v[0], 1, 9999) && IsBetween(v[1], 1, 12) &&
         IsBetween(v[2], 1, DaysInMonth(Number(v, 0), static_cast<int>(Number(v, 1))));
}
bool IsZone(const HostValue& v) {
  return v.is_none() || IsTyped(v, "datetime.timezone") || IsTyped(v, "zoneinfo.ZoneInfo");
}
bool IsClock(Items v) {
  return IsBetween(v[0], 0, 23) && IsBetween(v[1], 0, 59) && IsBetween(v[2], 0, 59) &&
         IsBetween(v[3], 0, 999'999) && IsZone(v[4]) && IsBetween(v[5], 0, 1);
}
bool IsDelta(Items v) {
  return IsBetween(v[0], -999'999'999, 999'999'999) && IsBetween(v[1], 0, 86'399) &&
         IsBetween(v[2], 0, 999'999);
}
// Of a delta below a day, as offsets are.
int64_t MicrosOf(const HostValue& delta) {
  const Items v = delta.items();
  return Number(v, 0) * kDayMicros + Number(v, 1) * 1'000'000 + Number(v, 2);
}
bool IsOffset(const HostValue& v) {
  return IsTyped(v, "datetime.timedelta") && Number(v.items(), 0) >= -1 &&
         Number(v.items(), 0) <= 0 && MicrosOf(v) != -kDayMicros;
}

// Digits with zeros in front. (StrFormat(), used here alone, would bring 30 kB along.)
absl::Dec Two(int64_t number) { return absl::Dec(number, absl::kZeroPad2); }
absl::Dec Six(int64_t number) { return absl::Dec(number, absl::kZeroPad6); }

std::string DateText(Items v) {
  const absl::Dec year(Number(v, 0), absl::kZeroPad4);
  return absl::StrCat(year, "-", Two(Number(v, 1)), "-", Two(Number(v, 2)));
}

// "+01:00", with seconds where there are any.
std::string OffsetText(const HostValue& delta) {
  const int64_t micros = MicrosOf(delta);
  const int64_t magnitude = std::abs(micros), seconds = magnitude / 1'000'000;
  std::string text =
      absl::StrCat(micros < 0 ? "-" : "+", Two(seconds / 3600), ":", Two(seconds / 60 % 60));
  if (magnitude % 60'000'000 != 0) absl::StrAppend(&text, ":", Two(seconds % 60));
  if (magnitude % 1'000'000 != 0) absl::StrAppend(&text, ".", Six(magnitude % 1'000'000));
  return text;
}

// isoformat() of hour, minute, second, microsecond, zone, fold. The offset of a
// ZoneInfo is its second item.
std::string ClockText(Items v) {
  std::string text =
      absl::StrCat(Two(Number(v, 0)), ":", Two(Number(v, 1)), ":", Two(Number(v, 2)));
  if (Number(v, 3) != 0) absl::StrAppend(&text, ".", Six(Number(v, 3)));
  if (v[4].is_none()) return text;
  const HostValue& offset = v[4].items()[v[4].name() == "datetime.timezone" ? 0 : 1];
  return offset.is_none() ? text : text + OffsetText(offset);
}
std::string DateTimeText(Items v) { return DateText(v) + "T" + ClockText(v.subspan(3)); }

std::string DeltaText(Items v) {
  std::string text;
  if (const int64_t days = Number(v, 0); days != 0)
    text = absl::StrCat(days, std::abs(days) == 1 ? " day, " : " days, ");
  const int64_t seconds = Number(v, 1);
  absl::StrAppend(&text, seconds / 3600, ":", Two(seconds / 60 % 60), ":", Two(seconds % 60));
  if (Number(v, 2) != 0) absl::StrAppend(&text, ".", Six(Number(v, 2)));
  return text;
}
std::string ZoneText(Items v) {
  if (!v[1].is_none()) return std::string(v[1].text());
  return MicrosOf(v[0]) == 0 ? "UTC" : "UTC" + OffsetText(v[0]);
}

std::string Repr(const HostValue& v) { return v.Repr({.max_bytes = 4096, .max_depth = 8}); }

std::string DateRepr(Items v) {
  return absl::StrCat("datetime.date(", Number(v, 0), ", ", Number(v, 1), ", ", Number(v, 2), ")");
}
void AppendClockRepr(Items v, std::string* text) {
  absl::StrAppend(text, Number(v, 0), ", ", Number(v, 1));
  if (Number(v, 2) != 0 || Number(v, 3) != 0) absl::StrAppend(text, ", ", Number(v, 2));
  if (Number(v, 3) != 0) absl::StrAppend(text, ", ", Number(v, 3));
  if (!v[4].is_none()) absl::StrAppend(text, ", tzinfo=", Repr(v[4]));
  absl::StrAppend(text, Number(v, 5) != 0 ? ", fold=1)" : ")");
}
std::string TimeRepr(Items v) {
  std::string text = "datetime.time(";
  AppendClockRepr(v, &text);
  return text;
}
std::string DateTimeRepr(Items v) {
  std::string text = absl::StrCat("datetime.datetime(", Number(v, 0), ", ", Number(v, 1), ", ",
                                  Number(v, 2), ", ");
  AppendClockRepr(v.subspan(3), &text);
  return text;
}
std::string DeltaRepr(Items v) {
  static constexpr const char* kNames[] = {"days=", "seconds=", "microseconds="};
  std::string text;
  for (size_t i = 0; i < 3; ++i) {
    if (Number(v, i) != 0)
      absl::StrAppend(&text, text.empty() ? "" : ", ", kNames[i], Number(v, i));
  }
  return absl::StrCat("datetime.timedelta(", text.empty() ? "0" : text, ")");
}
std::string ZoneRepr(Items v) {
  if (MicrosOf(v[0]) == 0 && v[1].is_none()) return "datetime.timezone.utc";
  return absl::StrCat("datetime.timezone(", Repr(v[0]), v[1].is_none() ? "" : ", ",
                      v[1].is_none() ? "" : Repr(v[1]), ")");
}

// ---- numbers

// Below decimal.MAX_EMAX, so that digits can be added to it.
constexpr int64_t kMostExponent = 900'000'000'000'000'000;

// Items: whether it is negative, its digits as an int, its exponent; or "inf", "nan", "snan" for
// that.
bool IsDecimal(Items v) {
  if (v[0].kind() != Kind::kBool || !IsAnyInt(v[1]) || IsNegative(v[1])) return false;
  if (v[2].kind() != Kind::kStr) return IsBetween(v[2], -kMostExponent, kMostExponent);
  return v[2].text() == "inf" || v[2].text() == "nan" || v[2].text() == "snan";
}

std::string DigitsOf(const HostValue& v) {
  return v.kind() == Kind::kBigInt ? DecimalDigits(v.text()) : std::to_string(*v.as_int());
}

// to-scientific-string of the General Decimal Arithmetic Specification 1.70.
std::string DecimalText(Items v) {
  std::string digits = DigitsOf(v[1]);
  if (digits.empty()) return "";
  std::string text = *v[0].as_bool() ? "-" : "";
  if (v[2].kind() == Kind::kStr) {
    text += v[2].text() == "inf" ? "Infinity" : v[2].text() == "nan" ? "NaN" : "sNaN";
    return v[2].text() == "inf" || digits == "0" ? text : text + digits;
  }
  const int64_t exponent = *v[2].as_int(), size = static_cast<int64_t>(digits.size()),
                left = exponent + size;
  const int64_t point = exponent <= 0 && left > -6 ? left : 1;
  if (point <= 0) {
    text.append("0.").append(static_cast<size_t>(-point), '0').append(digits);
  } else if (point >= size) {
    text += digits;
  } else {
    text.append(digits, 0, static_cast<size_t>(point))
        .append(".")
        .append(digits, static_cast<size_t>(point));
  }
  if (left != point) absl::StrAppend(&text, left > point ? "E+" : "E", left - point);
  return text;
}

bool IsFraction(Items v) {
  return IsAnyInt(v[0]) && IsAnyInt(v[1]) && !IsNegative(v[1]) && v[1] != HostValue(0);
}
std::string FractionText(Items v) {
  const std::string numerator = DigitsOf(v[0]), denominator = DigitsOf(v[1]);
  if (numerator.empty() || denominator.empty()) return "";
  return denominator == "1" ? numerator : absl::StrCat(numerator, "/", denominator);
}
std::string FractionRepr(Items v) {
  return absl::StrCat("Fraction(", Repr(v[0]), ", ", Repr(v[1]), ")");
}

// ---- the table

bool IsHexDigit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

bool IsUuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !IsHexDigit(text[i])) return false;
  }
  return true;
}

bool IsStr(Items v) { return v[0].kind() == Kind::kStr; }
std::string StrText(Items v) { return std::string(v[0].text()); }

// With slashes, which mean the same and need no escape.
std::string WindowsRepr(Items v) {
  std::string text = StrText(v);
  std::replace(text.begin(), text.end(), '\\', '/');
  return absl::StrCat("PureWindowsPath(", Repr(HostValue(text)), ")");
}

// Below: reading texts.
HostValue ParseDate(std::string_view name, std::string_view text);
HostValue ParseTime(std::string_view name, std::string_view text);
HostValue ParseDateTime(std::string_view name, std::string_view text);
HostValue ParseDecimal(std::string_view name, std::string_view text);
HostValue ParseFraction(std::string_view name, std::string_view text);
HostValue ParseStr(std::string_view name, std::string_view text) {
  return MakeTyped(name, {HostValue(text)});
}

struct Row {
  std::string_view name;
  int items;  // how many; -1: any number
  bool (*is_sound)(Items v);
  std::string (*text)(Items v);
  std::string (*repr)(
      Items v);  // null: with parts that may be nested, or the last part of the name with the text
  HostValue (*parse)(std::string_view name,
                     std::string_view text) = nullptr;  // null: `text` does not say all
};

constexpr Row kRows[] = {
    {"datetime.date", 3, IsDate, DateText, DateRepr, ParseDate},
    {"datetime.time", 6, IsClock, ClockText, TimeRepr, ParseTime},
    {"datetime.datetime", 9, [](Items v) { return IsDate(v) && IsClock(v.subspan(3)); },
     DateTimeText, DateTimeRepr, ParseDateTime},
    {"datetime.timedelta", 3, IsDelta, DeltaText, DeltaRepr},
    {"datetime.timezone", 2,
     [](Items v) { return IsOffset(v[0]) && (v[1].is_none() || v[1].kind() == Kind::kStr); },
     ZoneText, ZoneRepr},
    {"zoneinfo.ZoneInfo", 2,
     [](Items v) { return (v[0].is_none() || IsStr(v)) && (v[1].is_none() || IsOffset(v[1])); },
     [](Items v) { return std::string(v[0].text()); },
     [](Items v) { return absl::StrCat("zoneinfo.ZoneInfo(key=", Repr(v[0]), ")"); }},
    {"decimal.Decimal", 3, IsDecimal, DecimalText,
     [](Items v) { return absl::StrCat("Decimal('", DecimalText(v), "')"); }, ParseDecimal},
    {"fractions.Fraction", 2, IsFraction, FractionText, FractionRepr, ParseFraction},
    {"pathlib.PosixPath", 1, IsStr, StrText, nullptr, ParseStr},
    {"pathlib.PurePosixPath", 1, IsStr, StrText, nullptr, ParseStr},
    {"pathlib.PureWindowsPath", 1, IsStr, StrText, WindowsRepr, ParseStr},
    {"uuid.UUID", 1, [](Items v) { return IsStr(v) && IsUuid(v[0].text()); }, StrText, nullptr,
     ParseStr},
    {"array.array", -1,
     [](Items v) {
       return !v.empty() && IsStr(v) && v[0].size() == 1 && ArrayItemSize(v[0].text()[0]) != 0;
     },
     nullptr, nullptr},
    {"types.SimpleNamespace", -1, nullptr, nullptr, nullptr},
    {"memoryview", 1, [](Items v) { return v[0].kind() == Kind::kBytes; }, nullptr, nullptr},
    {"dict_keys", -1, nullptr, nullptr, nullptr},
    {"dict_values", -1, nullptr, nullptr, nullptr},
    {"dict_items", -1, [](Items v) { return v.size() % 2 == 0; }, nullptr, nullptr},
};

const Row* RowOf(std::string_view name) {
  for (const Row& row : kRows) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

// ---- reading texts

class TextReader {
 public:
  explicit TextReader(std::string_view text) : text_(text) {}

  bool done() const { return text_.empty(); }
  bool Take(char c) {
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  // Exactly `digits` digits.
  bool Number(size_t digits, int64_t* number) {
    if (text_.size() < digits) return false;
    const std::string_view part = text_.substr(0, digits);
    if (part.find_first_not_of("0123456789") != std::string_view::npos) return false;
    text_.remove_prefix(digits);
    return std::from_chars(part.data(), part.data() + part.size(), *number).ec == std::errc();
  }
  // ".123": in microseconds.
  bool Fraction(int64_t* micros) {
    *micros = 0;
    if (!Take('.')) return true;
    const size_t digits = std::min(text_.find_first_not_of("0123456789"), text_.size());
    if (digits == 0 || digits > 6 || !Number(digits, micros)) return false;
    for (size_t i = digits; i < 6; ++i) *micros *= 10;
    return true;
  }

  bool Date(std::vector<HostValue>* items) {
    int64_t year = 0, month = 0, day = 0;
    if (!Number(4, &year) || !Take('-') || !Number(2, &month) || !Take('-') || !Number(2, &day))
      return false;
    items->insert(items->end(), {HostValue(year), HostValue(month), HostValue(day)});
    return true;
  }
  bool Clock(std::vector<HostValue>* items) {
    int64_t hour = 0, minute = 0, second = 0, micros = 0;
    if (!Number(2, &hour) || !Take(':') || !Number(2, &minute)) return false;
    if (Take(':') && (!Number(2, &second) || !Fraction(&micros))) return false;
    HostValue zone;
    if (Take('Z')) {
      zone = MakeZone(0);
    } else if (!done() && !Offset(&zone)) {
      return false;
    }
    items->insert(items->end(), {HostValue(hour), HostValue(minute), HostValue(second),
                                 HostValue(micros), zone, HostValue(0)});
    return true;
  }

 private:
  static HostValue MakeZone(int64_t micros) {
    int64_t days = 0;
    if (micros < 0) days = -1, micros += kDayMicros;
    HostValue delta =
        MakeTyped("datetime.timedelta",
                  {HostValue(days), HostValue(micros / 1'000'000), HostValue(micros % 1'000'000)});
    return MakeTyped("datetime.timezone", {std::move(delta), HostValue()});
  }
  bool Offset(HostValue* zone) {
    const bool negative = Take('-');
    int64_t hours = 0, minutes = 0, seconds = 0, micros = 0;
    if ((!negative && !Take('+')) || !Number(2, &hours) || !Take(':') || !Number(2, &minutes))
      return false;
    if (Take(':') && (!Number(2, &seconds) || !Fraction(&micros))) return false;
    if (hours > 23 || minutes > 59 || seconds > 59) return false;
    micros += ((hours * 60 + minutes) * 60 + seconds) * 1'000'000;
    *zone = MakeZone(negative ? -micros : micros);
    return true;
  }

  std::string_view text_;
};

HostValue ParseDate(std::string_view name, std::string_view text) {
  TextReader reader(text);
  std::vector<HostValue> items;
  return reader.Date(&items) && reader.done() ? MakeTyped(name, std::move(items)) : HostValue();
}
HostValue ParseTime(std::string_view name, std::string_view text) {
  TextReader reader(text);
  std::vector<HostValue> items;
  return reader.Clock(&items) && reader.done() ? MakeTyped(name, std::move(items)) : HostValue();
}
HostValue ParseDateTime(std::string_view name, std::string_view text) {
  TextReader reader(text);
  std::vector<HostValue> items;
  const bool read = reader.Date(&items) && (reader.Take('T') || reader.Take(' ')) &&
                    reader.Clock(&items) && reader.done();
  return read ? MakeTyped(name, std::move(items)) : HostValue();
}

bool IsDigits(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

HostValue ParseDecimal(std::string_view name, std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  const auto special = [&](std::string_view kind, std::string_view payload) {
    if (!IsDigits(payload) || payload.size() > kMostDigits) return HostValue();
    return MakeTyped(name, {HostValue(negative), HostValue::BigInt(payload.empty() ? "0" : payload),
                            HostValue(kind)});
  };
  if (lower == "inf" || lower == "infinity") return special("inf", "");
  if (lower.starts_with("nan")) return special("nan", std::string_view(lower).substr(3));
  if (lower.starts_with("snan")) return special("snan", std::string_view(lower).substr(4));
  std::string_view rest = lower;
  int64_t exponent = 0;
  if (const size_t e = rest.find('e'); e != std::string_view::npos) {
    std::string_view power = rest.substr(e + 1);
    if (power.starts_with('+') && !power.starts_with("+-")) power.remove_prefix(1);
    const auto [end, error] = std::from_chars(power.data(), power.data() + power.size(), exponent);
    if (error != std::errc() || end != power.data() + power.size() ||
        std::abs(exponent) > kMostExponent)
      return HostValue();
    rest = rest.substr(0, e);
  }
  const size_t point = std::min(rest.find('.'), rest.size());
  std::string digits(rest.substr(0, point));
  if (point < rest.size()) {
    digits += rest.substr(point + 1);
    exponent -= static_cast<int64_t>(rest.size() - point - 1);
  }
  if (digits.empty() || !IsDigits(digits) || digits.size() > kMostDigits) return HostValue();
  return MakeTyped(name, {HostValue(negative), HostValue::BigInt(digits), HostValue(exponent)});
}

HostValue ParseFraction(std::string_view name, std::string_view text) {
  const size_t slash = text.find('/');
  const std::string_view over = text.substr(0, slash),
                         under = slash == std::string_view::npos ? "1" : text.substr(slash + 1);
  if (over.size() > kMostDigits || under.size() > kMostDigits) return HostValue();
  return MakeTyped(name, {HostValue::BigInt(over), HostValue::BigInt(under)});
}

}  // namespace

bool IsTypedName(std::string_view name) { return RowOf(name) != nullptr; }

bool IsSoundTyped(const HostNode& node) {
  const Row* row = RowOf(node.name);
  if (row == nullptr || (row->items >= 0 && node.items.size() != static_cast<size_t>(row->items)))
    return false;
  if (node.fields.size() != (node.name == "types.SimpleNamespace" ? node.items.size() : 0))
    return false;
  return row->is_sound == nullptr || row->is_sound(node.items);
}

std::string TypedText(const HostNode& node) {
  const Row* row = RowOf(node.name);
  return row == nullptr || row->text == nullptr ? "" : row->text(node.items);
}

std::string TypedRepr(const HostValue& value) {
  const Row* row = RowOf(value.name());
  if (row == nullptr || row->text == nullptr || value.text().empty()) return "";
  if (row->repr != nullptr) return row->repr(value.items());
  return absl::StrCat(View(value.name().substr(value.name().rfind('.') + 1)), "(",
                      HostValue(value.text()).Repr(), ")");
}

HostValue MakeTyped(std::string_view name, std::vector<HostValue> items,
                    std::vector<std::string> fields) {
  auto* node = new HostNode;
  HostValue value = HostValueAccess::Make(Kind::kTyped, node);
  node->name = name;
  node->items = std::move(items);
  node->fields = std::move(fields);
  if (!IsSoundTyped(*node)) return HostValue();
  node->text = TypedText(*node);
  return value;
}

bool SaysItsText(const HostValue& value) {
  const Row* row = RowOf(value.name());
  return row != nullptr && row->parse != nullptr && !value.text().empty();
}

HostValue ParseTyped(std::string_view name, std::string_view text) {
  const Row* row = RowOf(name);
  return row == nullptr || row->parse == nullptr ? HostValue() : row->parse(name, text);
}

std::string DecimalDigits(std::string_view hex) {
  const bool negative = hex.starts_with('-');
  hex.remove_prefix(negative ? 3 : 2);
  if (hex.size() > kMostDigits * 5 / 6) return "";
  std::vector<uint32_t> parts;  // of 9 digits, least significant first
  for (char c : hex) {
    uint64_t carry = static_cast<uint64_t>(c <= '9' ? c - '0' : c - 'a' + 10);
    for (uint32_t& part : parts) {
      carry += uint64_t{part} * 16;
      part = static_cast<uint32_t>(carry % 1000000000);
      carry /= 1000000000;
    }
    if (carry != 0) parts.push_back(static_cast<uint32_t>(carry));
  }
  std::string text = negative ? "-" : "";
  for (size_t i = parts.size(); i-- > 0;) {
    std::string digits = std::to_string(parts[i]);
    if (i + 1 < parts.size()) text.append(9 - digits.size(), '0');
    text += digits;
  }
  return text.size() <= kMostDigits + negative ? text : "";
}

}  // namespace pysub::internal
