#include "stdlib/modules/struct_time.h"

#include <climits>

#include "stdlib/modules/parsed_arguments.h"
#include "stdlib/types/struct_sequence.h"
#include "vm/objects/list.h"

namespace pysub {

CivilTime CivilFromDays(int64_t days) {
  const CivilDate date = DateFromDays(days);
  CivilTime time;
  time.year = date.year;
  time.month = date.month;
  time.day = date.day;
  time.weekday = static_cast<int>(((days + 3) % 7 + 7) % 7);
  time.year_day = static_cast<int>(days - DaysFromCivil(date.year, 1, 1) + 1);
  return time;
}

Value NewStructTime(Vm& vm, const CivilTime& t, KnownZone zone) {
  Tuple* tuple = TRY(vm.NewTuple(9));
  Value year = TRY(vm.NewInt(t.year));
  const int rest[] = {t.month, t.day, t.hour, t.minute, t.second, t.weekday, t.year_day, t.is_dst};
  tuple->items()[0] = year;
  for (int i = 0; i < 8; ++i) tuple->items()[i + 1] = Value::SmallInt(rest[i]);
  tuple->type = TypeId::kStructTime;
  tuple->set_flag(kFlagB, zone != KnownZone::kNone);
  tuple->set_flag(kFlagC, zone == KnownZone::kLocal);
  return Value::Of(tuple);
}

Result<bool> GetCivilTime(Vm& vm, Value v, std::string_view function, CivilTime* time) {
  if (!IsTuple(vm, v)) return vm.TypeError("Tuple or struct_time argument required");
  if (v.As<Tuple>()->size() != 9) return vm.TypeError(function, "(): illegal time tuple argument");
  int* fields[] = {&time->month,  &time->day,     &time->hour,     &time->minute,
                   &time->second, &time->weekday, &time->year_day, &time->is_dst};
  time->year = TRY(ParsedCInt(vm, v.As<Tuple>()->items()[0], 0));
  for (int i = 0; i < 8; ++i) {
    *fields[i] = static_cast<int>(TRY(ParsedCInt(vm, v.As<Tuple>()->items()[i + 1], 0)));
  }
  // Years are counted from 1900 there.
  if (time->year < INT_MIN + int64_t{1900}) return vm.OverflowError("year out of range");
  return true;
}

namespace {

Value ZoneName(Vm& vm, Value self) {
  if (!self.AsObject()->flag(kFlagB)) return Value::None();
  return vm.Intern(self.AsObject()->flag(kFlagC) ? "UTC" : "GMT");
}
Value ZoneOffset(Vm&, Value self) {
  return self.AsObject()->flag(kFlagB) ? Value::SmallInt(0) : Value::None();
}
constexpr AttributeInfo kAttributes[] = {
    {"tm_year", SequenceItem<0>},
    {"tm_mon", SequenceItem<1>},
    {"tm_mday", SequenceItem<2>},
    {"tm_hour", SequenceItem<3>},
    {"tm_min", SequenceItem<4>},
    {"tm_sec", SequenceItem<5>},
    {"tm_wday", SequenceItem<6>},
    {"tm_yday", SequenceItem<7>},
    {"tm_isdst", SequenceItem<8>},
    {"tm_zone", ZoneName},
    {"tm_gmtoff", ZoneOffset},
    {"n_fields", FieldCount<11>},
    {"n_sequence_fields", FieldCount<9>},
    {"n_unnamed_fields", FieldCount<0>},
};
PYSUB_MEMBERS(StructTime, kNoMethods, kAttributes);

Status Repr(Vm& vm, Value self, TextBuilder& out) {
  return FieldsRepr(vm, self, kAttributes, 9, out);
}

// The sequence comes materialised.
Value New(Vm& vm, const Args& a) {
  const TypeInfo& info = vm.InfoOf(a[1]);
  if (info.iter == nullptr && info.next == nullptr)
    return vm.TypeError("constructor requires a sequence");
  Value items = TRY(NewListFrom(vm, a[1]));
  uint64_t size = items.As<List>()->size;
  if (size < 9) {
    return vm.TypeError("time.struct_time() takes an at least 9-sequence (",
                        static_cast<int64_t>(size), "-sequence given)");
  }
  if (size > 11) {
    return vm.TypeError("time.struct_time() takes an at most 11-sequence (",
                        static_cast<int64_t>(size), "-sequence given)");
  }
  Value tuple = TRY(vm.NewTuple(std::span<const Value>(items.As<List>()->items(), 9)));
  tuple.AsObject()->type = TypeId::kStructTime;
  return tuple;
}
constexpr NativeInfo kConstructor{
    "structseq(sequence, dict=<unrepresentable>)", New,
    "The time value as returned by gmtime(), localtime(), and strptime().", 1};

}  // namespace

extern constexpr TypeInfo kStructTimeType =
    TupleLike({.id = TypeId::kStructTime,
               .constructor = &kConstructor,
               .doc = "The time value as returned by gmtime(), localtime(), and "
                      "strptime(), and accepted by asctime(), mktime() and strftime().",
               .attributes = kAttributes,
               .members = kStructTimeMembers,
               .repr = Repr});

}  // namespace pysub
