# Every public name of calendar that CPython has and docs/modules.md does not list as missing.
names = 'APRIL AUGUST Calendar DECEMBER EPOCH FEBRUARY FRIDAY HTMLCalendar IllegalMonthError IllegalWeekdayError JANUARY JULY JUNE LocaleHTMLCalendar LocaleTextCalendar MARCH MAY MONDAY NOVEMBER OCTOBER SATURDAY SEPTEMBER SUNDAY THURSDAY TUESDAY TextCalendar WEDNESDAY c calendar day_abbr day_name error firstweekday format formatstring isleap leapdays mdays month month_abbr month_name monthcalendar monthrange prcal prmonth prweek setfirstweekday timegm week weekday weekheader'
import calendar as m
print('calendar', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
