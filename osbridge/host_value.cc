#include "pysub/host_value.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <cstring>

#include "osbridge/host_node.h"
#include "osbridge/typed_values.h"

namespace pysub {
namespace {

using internal::HostNode;
using Kind = HostValue::Kind;

HostValue Make(Kind kind, HostNode* node) { return HostValueAccess::Make(kind, node); }

HostNode* WithText(std::string_view text) {
  HostNode* node = new HostNode;
  node->text = text;
  return node;
}

HostNode* WithItems(std::vector<HostValue> items) {
  HostNode* node = new HostNode;
  node->items = std::move(items);
  return node;
}

HostNode* WithName(std::string_view name, std::vector<HostValue> items) {
  HostNode* node = WithItems(std::move(items));
  node->name = name;
  return node;
}

// Hexadecimal digits of decimal ones: 9 decimal digits at a time into 32-bit limbs.
std::string HexOfDecimal(std::string_view digits) {
  std::vector<uint32_t> limbs;
  for (size_t at = 0; at < digits.size();) {
    size_t count = std::min<size_t>(9, digits.size() - at);
    uint64_t carry = 0;
    uint32_t scale = 1;
    for (size_t i = 0; i < count; ++i) {
      carry = carry * 10 + static_cast<uint64_t>(digits[at + i] - '0');
      scale *= 10;
    }
    for (uint32_t& limb : limbs) {
      uint64_t product = uint64_t{limb} * scale + carry;
      limb = static_cast<uint32_t>(product);
      carry = product >> 32;
    }
    if (carry != 0) limbs.push_back(static_cast<uint32_t>(carry));
    at += count;
  }
  std::string hex;
  for (size_t i = limbs.size(); i-- > 0;) {
    for (int shift = 28; shift >= 0; shift -= 4) hex += "0123456789abcdef"[limbs[i] >> shift & 15];
  }
  return hex;
}

}  // namespace

HostValue::HostValue(unsigned long long value) : kind_(Kind::kInt) {
  if (value <= INT64_MAX) {
    bits_.integer = static_cast<int64_t>(value);
    return;
  }
  HostNode* node = new HostNode;
  node->text = "0x";
  for (int shift = 60; shift >= 0; shift -= 4)
    node->text += "0123456789abcdef"[value >> shift & 15];
  kind_ = Kind::kBigInt;
  bits_.node = node;
}

HostValue::HostValue(std::string_view text) : kind_(Kind::kStr) { bits_.node = WithText(text); }

void HostValue::Retain() const {
  if (has_node()) bits_.node->references.fetch_add(1, std::memory_order_relaxed);
}

// Without recursion: a value may be a million lists deep.
void HostValue::Release() {
  std::vector<HostValue> pending;
  HostNode* node = bits_.node;
  kind_ = Kind::kNone;
  while (true) {
    if (node->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      for (HostValue& item : node->items) {
        if (item.has_node()) pending.push_back(std::move(item));
      }
      delete node;
    }
    if (pending.empty()) return;
    node = pending.back().bits_.node;
    pending.back().kind_ = Kind::kNone;
    pending.pop_back();
  }
}

HostValue HostValue::BigInt(std::string_view digits) {
  bool negative = digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  std::string hex;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    digits.remove_prefix(2);
    for (char c : digits) {
      if (c >= 'A' && c <= 'F') c += 'a' - 'A';
      if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) return HostValue();
      hex += c;
    }
    if (hex.empty()) return HostValue();
  } else {
    if (digits.empty()) return HostValue();
    for (char c : digits) {
      if (c < '0' || c > '9') return HostValue();
    }
    hex = HexOfDecimal(digits);
  }
  hex.erase(0, std::min(hex.find_first_not_of('0'), hex.size()));
  if (hex.size() <= 16) {
    uint64_t magnitude = 0;
    for (char c : hex)
      magnitude = magnitude << 4 | static_cast<uint64_t>(c <= '9' ? c - '0' : c - 'a' + 10);
    if (negative && magnitude <= uint64_t{1} << 63) return static_cast<int64_t>(0 - magnitude);
    if (!negative) return HostValue(magnitude);
  }
  return Make(Kind::kBigInt, WithText((negative ? "-0x" : "0x") + hex));
}

HostValue HostValue::Complex(double real, double imaginary) {
  HostNode* node = new HostNode;
  node->real = real;
  node->imaginary = imaginary;
  return Make(Kind::kComplex, node);
}
HostValue HostValue::Bytes(std::string_view bytes) { return Make(Kind::kBytes, WithText(bytes)); }
HostValue HostValue::ByteArray(std::string_view bytes) {
  return Make(Kind::kByteArray, WithText(bytes));
}
HostValue HostValue::List(std::vector<HostValue> items) {
  return Make(Kind::kList, WithItems(std::move(items)));
}
HostValue HostValue::Tuple(std::vector<HostValue> items) {
  return Make(Kind::kTuple, WithItems(std::move(items)));
}
HostValue HostValue::NamedTuple(std::string_view name, std::vector<std::string> fields,
                                std::vector<HostValue> items) {
  HostNode* node = WithName(name, std::move(items));
  node->fields = std::move(fields);
  return Make(Kind::kNamedTuple, node);
}
HostValue HostValue::Dict(std::vector<std::pair<HostValue, HostValue>> items,
                          std::string_view type) {
  std::vector<HostValue> flat;
  flat.reserve(items.size() * 2);
  for (auto& [key, value] : items) {
    flat.push_back(std::move(key));
    flat.push_back(std::move(value));
  }
  return Make(Kind::kDict, WithName(type, std::move(flat)));
}
HostValue HostValue::Set(std::vector<HostValue> items) {
  return Make(Kind::kSet, WithItems(std::move(items)));
}
HostValue HostValue::FrozenSet(std::vector<HostValue> items) {
  return Make(Kind::kFrozenSet, WithItems(std::move(items)));
}
HostValue HostValue::Range(HostValue start, HostValue stop, HostValue step) {
  return Make(Kind::kRange, WithItems({std::move(start), std::move(stop), std::move(step)}));
}
HostValue HostValue::Slice(HostValue start, HostValue stop, HostValue step) {
  return Make(Kind::kSlice, WithItems({std::move(start), std::move(stop), std::move(step)}));
}
HostValue HostValue::Type(std::string_view name) { return Make(Kind::kType, WithName(name, {})); }
HostValue HostValue::Exception(std::string_view type, std::vector<HostValue> args) {
  return Make(Kind::kException, WithName(type, std::move(args)));
}
HostValue HostValue::Typed(std::string_view type, std::vector<HostValue> items,
                           std::vector<std::string> fields) {
  return internal::MakeTyped(type, std::move(items), std::move(fields));
}
HostValue HostValue::ParseTyped(std::string_view type, std::string_view text) {
  return internal::ParseTyped(type, text);
}
namespace {

// Whole days, and what is over. (std::chrono::floor() multiplies back, which overflows at the ends
// of what microseconds can say.)
std::pair<int64_t, std::chrono::microseconds> Days(std::chrono::microseconds time) {
  constexpr int64_t kDay = 86'400'000'000;
  const int64_t over = (time.count() % kDay + kDay) % kDay;
  return {time.count() / kDay - (time.count() % kDay < 0 ? 1 : 0), std::chrono::microseconds(over)};
}

}  // namespace

HostValue HostValue::DateTime(std::chrono::sys_time<std::chrono::microseconds> time) {
  const auto [days, over] = Days(time.time_since_epoch());
  // Years have 16 bits in <chrono>; another year than Python's 1 to 9999 may not come out as one of
  // these.
  if (days < -719'162 || days > 2'932'896) return HostValue();
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(days))};
  const std::chrono::hh_mm_ss clock(over);
  HostValue utc =
      Typed("datetime.timezone", {TimeDelta(std::chrono::microseconds(0)), HostValue()});
  return Typed("datetime.datetime",
               {static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), clock.hours().count(), clock.minutes().count(),
                clock.seconds().count(), clock.subseconds().count(), std::move(utc), 0});
}
HostValue HostValue::TimeDelta(std::chrono::microseconds duration) {
  const auto [days, over] = Days(duration);
  return Typed("datetime.timedelta",
               {days, int64_t{over.count() / 1'000'000}, int64_t{over.count() % 1'000'000}});
}
HostValue HostValue::HostFunction(std::string_view name_or_signature, std::string_view doc) {
  HostNode* node = WithName(name_or_signature.substr(0, name_or_signature.find('(')), {});
  if (node->name.size() < name_or_signature.size()) node->fields.emplace_back(name_or_signature);
  node->text = doc;
  return Make(Kind::kHostFunction, node);
}

std::optional<double> HostValue::as_double() const {
  if (kind_ == Kind::kFloat) return bits_.real;
  if (kind_ == Kind::kInt || kind_ == Kind::kBool) return static_cast<double>(bits_.integer);
  return std::nullopt;
}
std::optional<std::string_view> HostValue::as_str() const {
  if (kind_ != Kind::kStr) return std::nullopt;
  return bits_.node->text;
}
std::optional<std::chrono::microseconds> HostValue::as_duration() const {
  if (kind_ != Kind::kTyped || name() != "datetime.timedelta") return std::nullopt;
  // At most a thousand million days.
  const __int128 micros = static_cast<__int128>(*items()[0].as_int()) * 86'400'000'000 +
                          *items()[1].as_int() * 1'000'000 + *items()[2].as_int();
  if (micros < INT64_MIN || micros > INT64_MAX) return std::nullopt;
  return std::chrono::microseconds(static_cast<int64_t>(micros));
}
std::optional<std::chrono::sys_time<std::chrono::microseconds>> HostValue::as_time() const {
  if (kind_ != Kind::kTyped || name() != "datetime.datetime") return std::nullopt;
  const auto number = [&](size_t i) { return *items()[i].as_int(); };
  const std::chrono::sys_days day = std::chrono::year(static_cast<int>(number(0))) /
                                    static_cast<int>(number(1)) / static_cast<int>(number(2));
  const std::chrono::sys_time<std::chrono::microseconds> time =
      day + std::chrono::hours(number(3)) + std::chrono::minutes(number(4)) +
      std::chrono::seconds(number(5)) + std::chrono::microseconds(number(6));
  const HostValue& zone = items()[7];
  if (zone.is_none()) return time;
  const std::optional<std::chrono::microseconds> offset =
      zone.items()[zone.name() == "datetime.timezone" ? 0 : 1].as_duration();
  return offset ? time - *offset : time;
}
std::string HostValue::ToHex() const {
  if (kind_ == Kind::kBigInt) return bits_.node->text;
  if (!as_int()) return "";
  bool negative = bits_.integer < 0;
  uint64_t magnitude = negative ? 0 - static_cast<uint64_t>(bits_.integer) : bits_.integer;
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[magnitude & 15]);
    magnitude >>= 4;
  } while (magnitude != 0);
  return (negative ? "-0x" : "0x") + digits;
}
double HostValue::real() const { return kind_ == Kind::kComplex ? bits_.node->real : 0; }
double HostValue::imaginary() const { return kind_ == Kind::kComplex ? bits_.node->imaginary : 0; }
std::string_view HostValue::text() const {
  return has_node() ? std::string_view(bits_.node->text) : std::string_view();
}
std::string_view HostValue::name() const {
  return has_node() ? std::string_view(bits_.node->name) : std::string_view();
}
std::string_view HostValue::signature() const {
  return kind_ == Kind::kHostFunction && !bits_.node->fields.empty()
             ? std::string_view(bits_.node->fields[0])
             : std::string_view();
}
std::span<const HostValue> HostValue::items() const {
  return has_node() ? std::span<const HostValue>(bits_.node->items) : std::span<const HostValue>();
}
std::span<const std::string> HostValue::fields() const {
  return has_node() ? std::span<const std::string>(bits_.node->fields)
                    : std::span<const std::string>();
}
size_t HostValue::size() const {
  if (!has_node()) return 0;
  if (kind_ == Kind::kDict) return bits_.node->items.size() / 2;
  if (kind_ == Kind::kStr || kind_ == Kind::kBytes || kind_ == Kind::kByteArray) {
    return bits_.node->text.size();
  }
  return bits_.node->items.size();
}
uint64_t HostValue::handle() const { return has_node() ? bits_.node->handle : 0; }
uint64_t HostValue::handle_owner() const { return has_node() ? bits_.node->handle_owner : 0; }

const HostValue* HostValue::Find(std::string_view key) const {
  if (kind_ != Kind::kDict) return nullptr;
  const std::vector<HostValue>& flat = bits_.node->items;
  for (size_t i = 0; i + 1 < flat.size(); i += 2) {
    if (flat[i].as_str() == key) return &flat[i + 1];
  }
  return nullptr;
}

// Without recursion, since values from a program may be nested as deep as it likes.
bool operator==(const HostValue& a, const HostValue& b) {
  std::vector<std::pair<const HostValue*, const HostValue*>> pending = {{&a, &b}};
  // What is shared in both is compared once: written out it may be exponentially large.
  absl::flat_hash_set<std::pair<const HostNode*, const HostNode*>> seen;
  while (!pending.empty()) {
    auto [x, y] = pending.back();
    pending.pop_back();
    if (x->kind_ != y->kind_) return false;
    if (!x->has_node()) {
      if (x->kind_ == Kind::kFloat && x->bits_.real != x->bits_.real) {
        if (y->bits_.real == y->bits_.real) return false;
      } else if (x->kind_ == Kind::kFloat ? x->bits_.real != y->bits_.real
                                          : x->bits_.integer != y->bits_.integer) {
        return false;
      }
      continue;
    }
    const HostNode *p = x->bits_.node, *q = y->bits_.node;
    if (p == q) continue;
    if (p->handle != q->handle || p->handle_owner != q->handle_owner || p->text != q->text ||
        p->name != q->name || p->fields != q->fields || p->items.size() != q->items.size() ||
        std::memcmp(&p->real, &q->real, sizeof(double)) != 0 ||
        std::memcmp(&p->imaginary, &q->imaginary, sizeof(double)) != 0) {
      return false;
    }
    if (!p->items.empty() && !seen.emplace(p, q).second) continue;
    for (size_t i = 0; i < p->items.size(); ++i) pending.emplace_back(&p->items[i], &q->items[i]);
  }
  return true;
}

}  // namespace pysub
