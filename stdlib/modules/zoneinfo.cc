// zoneinfo.ZoneInfo: offsets from UTC out of the tables of a TZif file. Files are found and read in
// Python (stdlib/python/zoneinfo.py), looking up is native, since datetime's comparisons and texts
// cannot run Python. CPython 3.14 library, "zoneinfo".

#include "stdlib/modules/zoneinfo.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "stdlib/modules/datetime/datetime.h"
#include "stdlib/modules/library_class.h"
#include "stdlib/modules/zone_rules.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/scratch_charge.h"
#include "vm/snapshot/schema.h"

namespace pysub::datetime {
namespace {

// One kind of time, in seconds.
struct Kind {
  int32_t offset, summer;
};
// What does not grow with the file.
struct Facts {
  ZoneRule rule;    // after the last change
  uint32_t before;  // the kind before the first change
  bool fixed;       // there is only one kind, ever
};

// Invariants (CheckZoneInfo): every index in `indices` is below the number of kinds; the two last
// kinds are those of the rule; names has one str a kind.
struct ZoneInfoObject : ZoneObject {
  Value key;      // str or None
  Value source;   // str: what repr says for zones without a key
  Value changes;  // bytes: int64_t for each change, in UTC
  Value indices;  // bytes: for each change which kind begins
  Value kinds;    // bytes: Kind
  Value names;    // tuple
  Value facts;    // bytes: Facts
};

ZoneInfoObject* AsZoneInfo(Value v) { return v.As<ZoneInfoObject>(); }

// A look at a zone: moments at which it changes its offset, sorted, and for each the kind that
// holds from then on. Searching is binary. Behind the last change a rule from the file (a TZ string
// of POSIX) says how it goes on.
class Zone {
 public:
  explicit Zone(Value v) : object_(AsZoneInfo(v)) {
    std::memcpy(&facts_, object_->facts.As<Bytes>()->view().data(), sizeof(Facts));
    count_ = object_->indices.As<Bytes>()->count;
    kinds_ = object_->kinds.As<Bytes>()->count / sizeof(Kind);
  }

  const Facts& facts() const { return facts_; }
  uint64_t count() const { return count_; }
  uint32_t standard() const { return static_cast<uint32_t>(kinds_) - 2; }
  uint32_t summer() const { return static_cast<uint32_t>(kinds_) - 1; }

  Kind kind(uint32_t i) const {
    Kind kind;
    std::memcpy(&kind, object_->kinds.As<Bytes>()->view().data() + i * sizeof(Kind), sizeof(Kind));
    return kind;
  }
  Value name(uint32_t i) const { return object_->names.As<Tuple>()->items()[i]; }
  uint32_t index(uint64_t i) const {
    return static_cast<uint8_t>(object_->indices.As<Bytes>()->view()[i]);
  }
  int64_t utc(uint64_t i) const {
    int64_t seconds;
    std::memcpy(&seconds, object_->changes.As<Bytes>()->view().data() + i * 8, 8);
    return seconds;
  }
  // The same in the local time that a moment with this fold counts by.
  int64_t local(uint64_t i, int64_t fold) const {
    const int32_t one = kind(i == 0 ? 0 : index(i - 1)).offset, other = kind(index(i)).offset;
    return utc(i) + (fold != 0 ? std::min(one, other) : std::max(one, other));
  }

  // How many changes are not after `at`, of which time(i) tells the time.
  template <typename F>
  uint64_t CountUntil(int64_t at, F time) const {
    uint64_t low = 0, high = count_;
    while (low < high) {
      const uint64_t middle = (low + high) / 2;
      if (at < time(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  // The kind of a local time.
  uint32_t KindAt(int64_t at, int64_t fold, int64_t year) const {
    const auto time = [&](uint64_t i) { return local(i, fold); };
    if (count_ > 0 && at < time(0)) return facts_.before;
    if (count_ == 0 || at > time(count_ - 1)) {
      return facts_.rule.has_summer && facts_.rule.IsSummer(at, fold, year) ? summer() : standard();
    }
    return index(CountUntil(at, time) - 1);
  }

  // The kind of a moment in UTC, and whether its local time is the second of that name.
  uint32_t KindAtUtc(int64_t at, int64_t year, int64_t* fold) const {
    *fold = 0;
    if (count_ > 0 && at < utc(0)) return facts_.before;
    if (count_ == 0 || at > utc(count_ - 1)) {
      const bool is_summer = facts_.rule.has_summer && facts_.rule.IsSummerUtc(at, year, fold);
      const uint32_t now = is_summer ? summer() : standard();
      if (count_ > 0) {
        // Just after the last change what was before it counts, not the rule.
        const uint32_t old = count_ == 1 ? facts_.before : index(count_ - 2);
        const int64_t back = int64_t{kind(old).offset} - kind(now).offset;
        if (back > 0 && at < utc(count_ - 1) + back) *fold = 1;
      }
      return now;
    }
    const uint64_t next = CountUntil(at, [&](uint64_t i) { return utc(i); });
    const uint32_t old = next >= 2 ? index(next - 2) : facts_.before;
    const uint32_t now = index(next - 1);
    if (int64_t{kind(old).offset} - kind(now).offset > at - utc(next - 1)) *fold = 1;
    return now;
  }

 private:
  ZoneInfoObject* object_;
  Facts facts_;
  uint64_t count_, kinds_;
};

int64_t SecondsOf(const Moment& moment) {
  return LocalMicros(moment) / kMicrosPerSecond - kEpochOrdinal * 86400;
}

}  // namespace

Value ZoneKey(Value zone) { return AsZoneInfo(zone)->key; }

ZoneTime ZoneTimeOf(Value v, const Moment& moment) {
  const Zone zone(v);
  if (moment.dateless && !zone.facts().fixed) return {};
  const uint32_t i = moment.dateless
                         ? zone.standard()
                         : zone.KindAt(SecondsOf(moment), moment.time.fold, moment.date.year);
  return {true, zone.kind(i).offset * kMicrosPerSecond, zone.kind(i).summer * kMicrosPerSecond,
          zone.name(i)};
}

int64_t ZoneOffsetOfUtc(Value v, const Moment& utc, int64_t* fold) {
  const Zone zone(v);
  return zone.kind(zone.KindAtUtc(SecondsOf(utc), utc.date.year, fold)).offset * kMicrosPerSecond;
}

namespace {

// ---- making one out of what a TZif file says

// The ints of a tuple, each within its range.
Status ReadInts(Vm& vm, Value v, int64_t least, int64_t most, std::vector<int64_t>* out) {
  if (!IsObjectOf(v, TypeId::kTuple)) return vm.TypeError("a tuple of ints is required");
  const Tuple* tuple = v.As<Tuple>();
  if (!vm.Tick(tuple->size())) return Failure{};
  out->reserve(tuple->size());
  for (uint32_t i = 0; i < tuple->size(); ++i) {
    const int64_t number = TRY(vm.ToIndex(tuple->items()[i]));
    if (number < least || number > most) return vm.ValueError("number out of range in TZif data");
    out->push_back(number);
  }
  return Done{};
}

// What a TZif file (RFC 8536) has, before it becomes the bytes of a zone.
struct Tables {
  std::vector<int64_t> indices, changes, offsets, is_summer;
  std::vector<int64_t> summer;  // how much of each offset is summer time
};

// TZif says only that it is summer time: how much is told by the winter next to it.
void GuessSummerOffsets(Vm& vm, Tables* t) {
  const size_t kinds = t->offsets.size(), changes = t->indices.size();
  vm.Spend(changes + kinds);
  t->summer.assign(kinds, 0);
  const auto wanted = static_cast<size_t>(std::count(t->is_summer.begin(), t->is_summer.end(), 1));
  size_t found = 0;
  for (size_t i = 1; i < changes && found < wanted; ++i) {
    const auto kind = static_cast<size_t>(t->indices[i]),
               last = static_cast<size_t>(t->indices[i - 1]);
    if (t->is_summer[kind] == 0 || t->summer[kind] != 0) continue;
    int64_t summer = t->is_summer[last] == 0 ? t->offsets[kind] - t->offsets[last] : 0;
    if (summer == 0 && kind + 1 < kinds && i + 1 < changes) {
      const auto next = static_cast<size_t>(t->indices[i + 1]);
      if (t->is_summer[next] != 0) continue;  // perhaps another change tells
      summer = t->offsets[kind] - t->offsets[next];
    }
    if (summer == 0) continue;
    ++found;
    t->summer[kind] = summer;
  }
  for (size_t i = 0; i < kinds && found < wanted; ++i) {
    if (t->is_summer[i] != 0 && t->summer[i] == 0) t->summer[i] = 3600;
  }
}

template <typename T>
Value Packed(Vm& vm, const T* data, size_t count) {
  return vm.NewBytes({reinterpret_cast<const char*>(data), count * sizeof(T)});
}

// The rule after the last change: the footer's, or the last kind for ever. Appends its two kinds
// and names.
Status AddRule(Vm& vm, Value footer, const Tables& t, Facts* facts, std::vector<Kind>* kinds,
               std::vector<Value>* names) {
  if (!IsObjectOf(footer, TypeId::kBytes)) return vm.TypeError("the TZ string has to be bytes");
  const std::string_view text = footer.As<Bytes>()->view();
  if (!vm.Tick(text.size() / 16)) return Failure{};
  if (text.empty()) {
    const size_t last =
        t.indices.empty() ? kinds->size() - 1 : static_cast<size_t>(t.indices.back());
    const Kind kind = (*kinds)[last];
    const Value name = (*names)[last];
    facts->rule.standard_offset = facts->rule.summer_offset = kind.offset;
    kinds->insert(kinds->end(), {kind, kind});
    names->insert(names->end(), {name, name});
    return Done{};
  }
  ParsedRule parsed;
  const std::string_view wrong = ParseZoneRule(text, &parsed);
  if (!wrong.empty()) {
    const Value shown = vm.ReprValue(footer);
    if (shown.IsFailed()) return Failure{};
    return vm.ValueError(wrong, shown);
  }
  facts->rule = parsed.rule;
  if (!parsed.rule.has_summer) facts->rule.summer_offset = parsed.rule.standard_offset;
  kinds->push_back({parsed.rule.standard_offset, 0});
  kinds->push_back({facts->rule.summer_offset, static_cast<int32_t>(facts->rule.difference())});
  for (std::string_view name : {parsed.standard_name, parsed.summer_name}) {
    const Value str = vm.NewStr(name);
    if (str.IsFailed()) return Failure{};
    names->push_back(str);
  }
  return Done{};
}

// Whether utcoffset() and its like depend on no date.
Result<bool> IsFixed(Vm& vm, const Facts& facts, const std::vector<Kind>& kinds,
                     const std::vector<Value>& names) {
  const size_t standard = kinds.size() - 2;
  if (facts.rule.has_summer) return false;
  for (size_t i = 0; i < standard; ++i) {
    const bool same =
        kinds[i].offset == kinds[standard].offset && kinds[i].summer == kinds[standard].summer;
    if (!same || !TRY(vm.Equal(names[i], names[standard]))) return false;
  }
  return true;
}

// _make(key, source, indices, changes, offsets, is_summer, names, footer)
Value Make(Vm& vm, const Args& a) {
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max() / 4;
  if (!(Vm::IsStr(a[0]) || a[0].IsNone()) || !Vm::IsStr(a[1]) ||
      !IsObjectOf(a[6], TypeId::kTuple)) {
    return vm.TypeError("_make() takes a key, a str and tuples");
  }
  ScratchCharge room(vm);
  for (uint32_t i = 2; i < 6; ++i) {
    const uint64_t bytes =
        IsObjectOf(a[i], TypeId::kTuple) ? a[i].As<Tuple>()->size() * uint64_t{32} : 0;
    TRY(room.Add(bytes));
  }
  Tables t;
  TRY(ReadInts(vm, a[2], 0, 255, &t.indices));
  TRY(ReadInts(vm, a[3], std::numeric_limits<int64_t>::min() / 2,
               std::numeric_limits<int64_t>::max() / 2, &t.changes));
  TRY(ReadInts(vm, a[4], -kMost, kMost, &t.offsets));
  TRY(ReadInts(vm, a[5], -128, 127, &t.is_summer));
  const Tuple* given = a[6].As<Tuple>();
  const size_t count = t.offsets.size();
  vm.Spend(count + t.indices.size());
  if (t.changes.size() != t.indices.size() || t.is_summer.size() != count ||
      given->size() != count) {
    return vm.ValueError("TZif data whose parts do not fit together");
  }
  for (int64_t& is_summer : t.is_summer) is_summer = is_summer != 0;
  for (size_t i = 0; i < t.indices.size(); ++i) {
    if (t.indices[i] >= static_cast<int64_t>(count)) {
      return vm.ValueError("Invalid transition index found while reading TZif: ", t.indices[i]);
    }
  }
  if (count == 0) return vm.ValueError("No time zone information found.");
  GuessSummerOffsets(vm, &t);
  std::vector<Kind> kinds;
  std::vector<Value> names(given->items(), given->items() + count);
  for (size_t i = 0; i < count; ++i) {
    if (!Vm::IsStr(names[i])) return vm.TypeError("names of a zone have to be str");
    kinds.push_back({static_cast<int32_t>(t.offsets[i]), static_cast<int32_t>(t.summer[i])});
  }
  Facts facts;
  std::memset(static_cast<void*>(&facts), 0, sizeof(facts));  // equal states give equal bytes
  facts.rule.begin = facts.rule.end = YearlyChange();
  const auto first_standard = std::find(t.is_summer.begin(), t.is_summer.end(), 0);
  facts.before = first_standard == t.is_summer.end()
                     ? 0
                     : static_cast<uint32_t>(first_standard - t.is_summer.begin());
  TRY(AddRule(vm, a[7], t, &facts, &kinds, &names));
  facts.fixed = TRY(IsFixed(vm, facts, kinds, names));
  std::vector<uint8_t> indices(t.indices.begin(), t.indices.end());

  const Value packed_changes = TRY(Packed(vm, t.changes.data(), t.changes.size()));
  const Value packed_indices = TRY(Packed(vm, indices.data(), indices.size()));
  const Value packed_kinds = TRY(Packed(vm, kinds.data(), kinds.size()));
  const Value all_names = TRY(vm.NewTuple(std::span<const Value>(names)));
  const Value packed_facts = TRY(Packed(vm, &facts, 1));
  ZoneInfoObject* zone = TRY(vm.New<ZoneInfoObject>(TypeId::kZoneInfo));
  zone->offset = zone->name = Value::None();
  zone->key = a[0];
  zone->source = a[1];
  zone->changes = packed_changes;
  zone->indices = packed_indices;
  zone->kinds = packed_kinds;
  zone->names = all_names;
  zone->facts = packed_facts;
  return Value::Of(zone);
}

// A zone is raw bytes on the heap, which a snapshot may have forged. These checks make every index
// that Zone computes one that exists.
bool CheckZoneInfo(Vm& vm, Object* object) {
  const auto* zone = static_cast<ZoneInfoObject*>(object);
  const std::string_view indices = zone->indices.As<Bytes>()->view();
  const uint64_t kinds = zone->kinds.As<Bytes>()->count / sizeof(Kind);
  if (zone->kinds.As<Bytes>()->count % sizeof(Kind) != 0 || kinds < 3 || kinds > 4096) return false;
  if (zone->names.As<Tuple>()->size() != kinds || zone->facts.As<Bytes>()->count != sizeof(Facts))
    return false;
  if (zone->changes.As<Bytes>()->count != indices.size() * uint64_t{8}) return false;
  if (!vm.Tick(indices.size() / 8 + kinds)) return false;
  if (!AllItems(vm, zone->names, [](Value v) { return Vm::IsStr(v); })) return false;
  for (char index : indices) {
    if (static_cast<uint8_t>(index) >= kinds) return false;
  }
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max() / 2;
  for (uint64_t i = 0; i < indices.size(); ++i) {
    int64_t seconds;
    std::memcpy(&seconds, zone->changes.As<Bytes>()->view().data() + i * 8, 8);
    if (seconds > kMost || seconds < -kMost) return false;
  }
  // A bool or an enumeration may have any byte.
  unsigned char bytes[sizeof(Facts)];
  std::memcpy(bytes, zone->facts.As<Bytes>()->view().data(), sizeof(Facts));
  const auto byte = [&](size_t at) { return bytes[at]; };
  constexpr size_t kBegin =
      offsetof(Facts, rule) + offsetof(ZoneRule, begin) + offsetof(YearlyChange, kind);
  constexpr size_t kEnd =
      offsetof(Facts, rule) + offsetof(ZoneRule, end) + offsetof(YearlyChange, kind);
  if (byte(offsetof(Facts, fixed)) > 1 ||
      byte(offsetof(Facts, rule) + offsetof(ZoneRule, has_summer)) > 1 ||
      byte(kBegin) > YearlyChange::kDayOfYear || byte(kEnd) > YearlyChange::kDayOfYear) {
    return false;
  }
  Facts facts;
  std::memcpy(static_cast<void*>(&facts), bytes, sizeof(Facts));
  return facts.before < kinds && facts.rule.begin.IsValid() && facts.rule.end.IsValid();
}

// ---- the type

Status Repr(Vm& vm, Value self, TextBuilder& out) {
  if (AsZoneInfo(self)->key.IsNone()) {
    out.Append("zoneinfo.ZoneInfo.from_file(");
    TRY(vm.ToStr(AsZoneInfo(self)->source, out));
  } else {
    out.Append("zoneinfo.ZoneInfo(key=");
    TRY(vm.Repr(AsZoneInfo(self)->key, out));
  }
  out.Append(')');
  return out.status();
}
Status ToText(Vm& vm, Value self, TextBuilder& out) {
  return AsZoneInfo(self)->key.IsNone() ? Repr(vm, self, out)
                                        : vm.ToStr(AsZoneInfo(self)->key, out);
}

// utcoffset(), dst(), tzname(): of a datetime or None.
Status MomentArgument(Vm& vm, const Args& a, Moment* moment) {
  moment->zone = a[0];
  moment->dateless = a[1].IsNone();
  if (a[1].IsNone()) return Done{};
  if (!IsDateTime(a[1])) {
    static_cast<void>(vm.RaiseAttributeError(a[1], IsDate(a[1]) ? "hour" : "toordinal"));
    return Failure{};
  }
  *moment = MomentOf(a[1]);
  moment->zone = a[0];
  return Done{};
}
enum class Ask { kOffset, kSummer, kName };
template <Ask kAsk>
Value Answer(Vm& vm, const Args& a) {
  Moment moment;
  TRY(MomentArgument(vm, a, &moment));
  const ZoneTime time = ZoneTimeOf(a[0], moment);
  if (!time.known) return Value::None();
  return kAsk == Ask::kName ? time.name
                            : NewDelta(vm, kAsk == Ask::kOffset ? time.offset : time.summer);
}

Value FromUtc(Vm& vm, const Args& a) {
  if (!IsDateTime(a[1])) return vm.TypeError("fromutc: argument must be a datetime");
  Moment moment = MomentOf(a[1]);
  if (moment.zone != a[0]) return vm.ValueError("fromutc: dt.tzinfo is not self");
  int64_t fold;
  const int64_t offset = ZoneOffsetOfUtc(a[0], moment, &fold);
  TRY(SetLocalMicros(vm, Wide{LocalMicros(moment)} + offset, &moment));
  moment.time.fold = fold;
  return NewDateTime(vm, moment);
}

Value GetAttribute(Vm& vm, Value, Name name) {
  return LibraryGetTypeAttribute(vm, TypeId::kZoneInfo, name);
}

constexpr NativeInfo kConstructor{"@raw ZoneInfo(key)", LibraryClassNew,
                                  "Create a new ZoneInfo instance."};
constexpr NativeInfo kMethods[] = {
    {"dst(dt, /)", Answer<Ask::kSummer>,
     "Retrieve a timedelta representing the amount of DST applied in a zone at the given "
     "datetime."},
    {"fromutc(object, /)", FromUtc,
     "Given a datetime with local time in UTC, retrieve an adjusted datetime in local time."},
    {"tzname(dt, /)", Answer<Ask::kName>,
     "Retrieve a string containing the abbreviation for the time zone that applies in a zone at a "
     "given datetime."},
    {"utcoffset(dt, /)", Answer<Ask::kOffset>,
     "Retrieve a timedelta representing the UTC offset in a zone at the given datetime."},
};
constexpr AttributeInfo kAttributes[] = {{"key",
                                          [](Vm&, Value self) { return AsZoneInfo(self)->key; },
                                          nullptr, AttributeKind::kMember}};
PYSUB_MEMBERS(ZoneInfo, kMethods, kAttributes);

constexpr NativeInfo kFunctions[] = {
    kClassMethodRow,
    kDefineRow,
    {"_make(key, source, indices, changes, offsets, is_summer, names, footer, /)", Make, ""},
};

Status Init(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "ZoneInfo", Value::Type(TypeId::kZoneInfo)));
  TRY(DictSetStr(vm, names, "InvalidTZPathWarning", Value::Type(TypeId::kInvalidTZPathWarning)));
  return DictSetStr(vm, names, "ZoneInfoNotFoundError",
                    Value::Type(TypeId::kZoneInfoNotFoundError));
}
constexpr Schema kZoneInfoSchema{"<TimeDelta>~ s~ s~ s <Bytes> <Bytes> <Bytes> t <Bytes>",
                                 CheckZoneInfo};

}  // namespace
}  // namespace pysub::datetime

namespace pysub {

extern constexpr TypeInfo kZoneInfoType{.id = TypeId::kZoneInfo,
                                        .schema = &datetime::kZoneInfoSchema,
                                        .constructor = &datetime::kConstructor,
                                        .doc = "Create a new ZoneInfo instance.",
                                        .methods = datetime::kMethods,
                                        .attributes = datetime::kAttributes,
                                        .members = datetime::kZoneInfoMembers,
                                        .repr = datetime::Repr,
                                        .str = datetime::ToText,
                                        .get_attribute = datetime::GetAttribute,
                                        .get_type_attribute = LibraryGetTypeAttribute,
                                        .list_names = LibraryNames};
extern constexpr ModuleInfo kZoneinfoModule{
    .name = "zoneinfo", .functions = datetime::kFunctions, .init = datetime::Init, .source =
#include "stdlib/python/zoneinfo.inc"
};

}  // namespace pysub
