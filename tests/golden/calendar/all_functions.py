# calendar: CPython 3.14 library.
import calendar
print(calendar.isleap(2000), calendar.isleap(1900), calendar.leapdays(1900, 2001), calendar.weekday(2024, 2, 29), calendar.weekday(0, 1, 1), calendar.weekday(12345, 6, 7), list(map(int, calendar.monthrange(2024, 2))))
print(calendar.monthcalendar(2024, 2), list(calendar.day_name), list(calendar.day_abbr), list(calendar.month_name), list(calendar.month_abbr), calendar.day_name[0], calendar.month_name[1:3], calendar.mdays)
print(calendar.calendar(2024))
print(calendar.calendar(2023, w=3, l=2, c=4, m=4))
print(calendar.month(2024, 2), calendar.month(1999, 12, w=10, l=2))
calendar.prmonth(2024, 3)
calendar.prcal(2022)
calendar.prweek([(1, 0), (2, 1)], 3)
print()
print(calendar.week([(1, 0), (2, 1)], 4), calendar.weekheader(3), calendar.weekheader(12), calendar.timegm((2000, 1, 1, 0, 0, 0)), calendar.firstweekday())
calendar.format(['a', 'b'], 5, 2)
print(calendar.formatstring(['a', 'b'], 7, 3), int(calendar.MONDAY), int(calendar.DECEMBER), calendar.EPOCH)

# --- other first weekdays
import calendar
calendar.setfirstweekday(calendar.SUNDAY)
print(calendar.month(2024, 2), calendar.firstweekday(), calendar.monthcalendar(2024, 2)[0])
for first in (0, 3, 6, 9):
    c = calendar.Calendar(first)
    print(c.getfirstweekday(), list(c.iterweekdays()), list(c.itermonthdays(2024, 2)), list(c.itermonthdays2(2023, 1))[:9], c.firstweekday)
    print(list(c.itermonthdates(2024, 2))[:3], list(c.itermonthdays3(2023, 12))[-3:], list(c.itermonthdays4(2023, 1))[:3])
    print(c.monthdatescalendar(2024, 2)[0], c.monthdays2calendar(2024, 2)[-1], c.monthdayscalendar(2024, 2))
    print(len(c.yeardatescalendar(2024)), len(c.yeardays2calendar(2024, 5)), c.yeardayscalendar(2024)[0][0][0])
c.setfirstweekday(2)
print(c.firstweekday, list(c.iterweekdays()))

# --- HTML
import calendar
h = calendar.HTMLCalendar(6)
print(h.formatmonth(2024, 2), h.formatmonth(2024, 2, withyear=False))
print(h.formatyear(2024, 5)[:700])
print(h.formatyearpage(2024)[:900])
print(h.formatyearpage(2024, css=None, encoding='ascii')[:300])
print(h.formatday(0, 1), h.formatday(5, 1), h.formatweekday(2), h.cssclasses, calendar.HTMLCalendar.cssclass_month)
h.cssclasses = ['x'] * 7
print(h.formatday(3, 3))

# --- errors
import calendar
for text in '''
calendar.monthrange(2020, 13)
calendar.monthrange(2020, 0)
calendar.setfirstweekday(7)
calendar.setfirstweekday(-1)
calendar.month(2020, 13)
calendar.weekday(2020, 1, 32)
calendar.timegm((2000,))
calendar.Calendar(1, 2)
calendar.isleap('a')
list(calendar.Calendar().itermonthdates(1, 1))[:2]
issubclass(calendar.IllegalMonthError, ValueError), issubclass(calendar.IllegalMonthError, IndexError), issubclass(calendar.IllegalWeekdayError, ValueError)
isinstance(calendar.TextCalendar(), calendar.Calendar), calendar.error
calendar.LocaleTextCalendar().formatmonth(2024, 1) == calendar.TextCalendar().formatmonth(2024, 1)
'''.strip().splitlines():
    try:
        print(text, '->', eval(text))
    except Exception as error:
        print(text, '->', type(error).__name__, error)
