// calendar: written in Python.

#include "stdlib/modules/library_class.h"
#include "vm/shape.h"

namespace pysub {
namespace {

constexpr NativeInfo kFunctions[] = {kDefineRow};

Status Init(Vm& vm, Dict* names) {
  for (TypeId type : {TypeId::kCalendar, TypeId::kTextCalendar, TypeId::kHtmlCalendar, TypeId::kLocaleTextCalendar,
                      TypeId::kLocaleHtmlCalendar, TypeId::kIllegalMonthError, TypeId::kIllegalWeekdayError}) {
    TRY(vm.DictSetStr(names, Vm::NameOf(type), Value::Type(type)));
  }
  return Done{};
}

}  // namespace

PYSUB_LIBRARY_CLASS(Calendar, "Calendar(firstweekday=0)",
                    "Base calendar class. This class doesn't do any formatting. It simply\nprovides data to subclasses.");
PYSUB_LIBRARY_CLASS(TextCalendar, "TextCalendar(firstweekday=0)",
                    "Subclass of Calendar that outputs a calendar as a simple plain text\nsimilar to the UNIX program cal.");
PYSUB_LIBRARY_CLASS(HtmlCalendar, "HTMLCalendar(firstweekday=0)", "This calendar returns complete HTML pages.");
PYSUB_LIBRARY_CLASS(LocaleTextCalendar, "LocaleTextCalendar(firstweekday=0, locale=None)",
                    "This class can be passed a locale name in the constructor and will return\nmonth and weekday names in "
                    "the specified locale.");
PYSUB_LIBRARY_CLASS(LocaleHtmlCalendar, "LocaleHTMLCalendar(firstweekday=0, locale=None)",
                    "This class can be passed a locale name in the constructor and will return\nmonth and weekday names in "
                    "the specified locale.");
extern constexpr ModuleInfo kCalendarModule{
    .name = "calendar",
    .doc = "Calendar printing functions\n\nNote when comparing these calendars to the ones printed by cal(1): By\ndefault, "
           "these calendars have Monday as the first day of the week, and\nSunday as the last (the European convention).",
    .functions = kFunctions,
    .init = Init,
    .source =
#include "stdlib/python/calendar.inc"
};

}  // namespace pysub
