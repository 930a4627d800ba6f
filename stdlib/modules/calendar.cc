// calendar: written in Python.

#include <algorithm>
#include <cmath>

#include "stdlib/modules/library_class.h"
#include "vm/objects/dict.h"
#include "vm/objects/numbers.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

// ---- Day and Month: ints with names. The module's source makes each once; it is found as
// its type's attribute.

constexpr std::string_view kDays[] = {"MONDAY", "TUESDAY",  "WEDNESDAY", "THURSDAY",
                                      "FRIDAY", "SATURDAY", "SUNDAY"};
constexpr std::string_view kMonths[] = {"JANUARY",   "FEBRUARY", "MARCH",    "APRIL",
                                        "MAY",       "JUNE",     "JULY",     "AUGUST",
                                        "SEPTEMBER", "OCTOBER",  "NOVEMBER", "DECEMBER"};

// Empty: there is no such member.
std::string_view NameOfMember(TypeId type, int64_t value) {
  const bool day = type == TypeId::kCalendarDay;
  const int64_t at = day ? value : value - 1;
  if (at < 0 || at >= static_cast<int64_t>(day ? std::size(kDays) : std::size(kMonths))) return {};
  return day ? kDays[at] : kMonths[at];
}
std::string_view NameOfMember(Value self) {
  return NameOfMember(self.AsObject()->type, self.As<BigInt>()->small());
}

Value MakeMember(Vm& vm, const Args& a) {
  if (!a[0].IsType() ||
      (a[0].AsType() != TypeId::kCalendarDay && a[0].AsType() != TypeId::kCalendarMonth)) {
    return vm.TypeError("_member() takes Day or Month");
  }
  const int64_t value = TRY(vm.ToIndex(a[1]));
  if (NameOfMember(a[0].AsType(), value).empty()) return vm.ValueError("there is no such member");
  return NewNamedInt(vm, a[0].AsType(), value);
}

// Day(number): several values are one that no member has.
Value FindMember(Vm& vm, const Args& a) {
  const TypeId type = a[0].AsType();
  if (!a.has(1))
    return vm.TypeError("EnumType.__call__() missing 1 required positional argument: 'value'");
  if (a.rest_count > 0) {
    Tuple* values = TRY(vm.NewTuple(a.rest_count + 1));
    values->items()[0] = a[1];
    std::copy_n(a.rest, a.rest_count, values->items() + 1);
    const Value shown = TRY(vm.ReprValue(Value::Of(values)));
    return vm.ValueError(Vm::View(shown), " is not a valid ", Vm::NameOf(type));
  }
  const Value wanted = PlainInt(a[1]);
  double number = wanted.IsFloat() ? wanted.AsFloat() : NAN;
  if (wanted.IsSmallInt()) number = static_cast<double>(wanted.AsSmallInt());
  if (number >= 0 && number <= 12 && number == std::floor(number)) {
    const std::string_view name = NameOfMember(type, static_cast<int64_t>(number));
    const Value member = name.empty() ? Value::Undefined() : TRY(LibraryMember(vm, type, name));
    if (!member.IsUndefined()) return member;
  }
  TextBuilder shown(vm);
  TRY(vm.Repr(a[1], shown));
  const Value text = TRY(shown.Finish());
  return vm.ValueError(Vm::View(text), " is not a valid ", Vm::NameOf(type));
}

Status MemberRepr(Vm&, Value self, TextBuilder& out) {
  out.Append("calendar.");
  out.Append(NameOfMember(self));
  return out.status();
}
Status MemberStr(Vm& vm, Value self, TextBuilder& out) { return IntRepr(vm, PlainInt(self), out); }
Result<bool> MemberTruth(Vm&, Value self) { return self.As<BigInt>()->small() != 0; }
Value MemberValue(Vm&, Value self) { return PlainInt(self); }
Value MemberName(Vm& vm, Value self) { return vm.NewAsciiStr(NameOfMember(self)); }

Value MembersOfType(Vm& vm, TypeId type) {
  const bool day = type == TypeId::kCalendarDay;
  const std::span<const std::string_view> names =
      day ? std::span<const std::string_view>(kDays) : std::span<const std::string_view>(kMonths);
  const Value tuple = Value::Of(TRY(vm.NewTuple(names.size())));
  vm.Spend(names.size());
  for (size_t i = 0; i < names.size(); ++i) {
    const Value member = TRY(LibraryMember(vm, type, names[i]));
    if (member.IsUndefined()) return vm.Raise(TypeId::kAttributeError, names[i]);
    tuple.As<Tuple>()->items()[i] = member;
  }
  return tuple;
}

constexpr NativeInfo kDayConstructor{"@hidden Day(value=<unrepresentable>, *values)", FindMember,
                                     ""};
constexpr NativeInfo kMonthConstructor{"@hidden Month(value=<unrepresentable>, *values)",
                                       FindMember, ""};
constexpr AttributeInfo kMemberAttributes[] = {
    {"name", MemberName}, {"value", MemberValue}, {"_name_", MemberName}, {"_value_", MemberValue}};
PYSUB_MEMBERS(NamedInt, kNoMethods, kMemberAttributes);

constexpr TypeInfo NamedInt(TypeId id, const NativeInfo& constructor) {
  TypeInfo info{};
  info.id = id;
  info.constructor = &constructor;
  info.attributes = kMemberAttributes;
  info.members = kNamedIntMembers;
  info.get_type_attribute = LibraryGetTypeAttribute;
  info.type_members = MembersOfType;
  info.list_names = LibraryNames;
  info.repr = MemberRepr;
  info.str = MemberStr;
  info.compare = NumberCompare;
  info.truth = MemberTruth;
  info.binary = NumberBinary;
  info.unary = NumberUnary;
  return info;
}

constexpr NativeInfo kFunctions[] = {
    kDefineRow, kNewExceptionRow, {"_member(cls, value, /)", MakeMember, "A day or a month."}};

Status Init(Vm& vm, Dict* names) {
  for (TypeId type :
       {TypeId::kCalendar, TypeId::kTextCalendar, TypeId::kHtmlCalendar,
        TypeId::kLocaleTextCalendar, TypeId::kLocaleHtmlCalendar, TypeId::kIllegalMonthError,
        TypeId::kIllegalWeekdayError, TypeId::kCalendarDay, TypeId::kCalendarMonth}) {
    TRY(DictSetStr(vm, names, Vm::NameOf(type), Value::Type(type)));
  }
  return Done{};
}

}  // namespace

extern constexpr TypeInfo kCalendarDayType = NamedInt(TypeId::kCalendarDay, kDayConstructor);
extern constexpr TypeInfo kCalendarMonthType = NamedInt(TypeId::kCalendarMonth, kMonthConstructor);
PYSUB_LIBRARY_CLASS(Calendar, "Calendar(firstweekday=0)",
                    "Base calendar class. This class doesn't do any formatting. It "
                    "simply\nprovides data to subclasses.");
PYSUB_LIBRARY_CLASS(TextCalendar, "TextCalendar(firstweekday=0)",
                    "Subclass of Calendar that outputs a calendar as a simple plain text\nsimilar "
                    "to the UNIX program cal.");
PYSUB_LIBRARY_CLASS(HtmlCalendar, "HTMLCalendar(firstweekday=0)",
                    "This calendar returns complete HTML pages.");
PYSUB_LIBRARY_CLASS(LocaleTextCalendar, "LocaleTextCalendar(firstweekday=0, locale=None)",
                    "This class can be passed a locale name in the constructor and will "
                    "return\nmonth and weekday names in "
                    "the specified locale.");
PYSUB_LIBRARY_CLASS(LocaleHtmlCalendar, "LocaleHTMLCalendar(firstweekday=0, locale=None)",
                    "This class can be passed a locale name in the constructor and will "
                    "return\nmonth and weekday names in "
                    "the specified locale.");
extern constexpr ModuleInfo kCalendarModule{
    .name = "calendar",
    .doc =
        "Calendar printing functions\n\nNote when comparing these calendars to the ones printed by "
        "cal(1): By\ndefault, "
        "these calendars have Monday as the first day of the week, and\nSunday as the last (the "
        "European convention).",
    .functions = kFunctions,
    .init = Init,
    .source =
#include "stdlib/python/calendar.inc"
};

}  // namespace pysub
