# calendar. CPython 3.14 library, "calendar". Day and Month are ints with names, without what enumerations have besides.
import datetime as _datetime
from itertools import repeat as _repeat, zip_longest as _zip_longest

__all__ = ["IllegalMonthError", "IllegalWeekdayError", "setfirstweekday", "firstweekday", "isleap", "leapdays", "weekday",
           "monthrange", "monthcalendar", "prmonth", "month", "prcal", "calendar", "timegm", "month_name", "month_abbr",
           "day_name", "day_abbr", "Calendar", "TextCalendar", "HTMLCalendar", "LocaleTextCalendar", "LocaleHTMLCalendar",
           "weekheader", "Day", "Month", "JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY", "AUGUST", "SEPTEMBER", "OCTOBER",
           "NOVEMBER", "DECEMBER", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"]

error = ValueError
_days = [_member(Day, number) for number in range(7)]
_months = [_member(Month, number) for number in range(1, 13)]
for _type, _members in (Day, _days), (Month, _months):
    _members = {member.name: member for member in _members}
    _define(_type, _members | {'__members__': _members})
MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = _days
(JANUARY, FEBRUARY, MARCH, APRIL, MAY, JUNE, JULY, AUGUST, SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER) = _months
mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
day_name = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
day_abbr = [name[:3] for name in day_name]
month_name = ['', 'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October',
              'November', 'December']
month_abbr = [name[:3] for name in month_name]


def isleap(year):
    """Return True for leap years, False for non-leap years."""
    return year % 400 == 0 or year % 100 != 0 and year % 4 == 0


def leapdays(y1, y2):
    """Return number of leap years in range [y1, y2).
    Assume y1 <= y2."""
    skipped = _leap_years_before(y1)
    return _leap_years_before(y2) - skipped


def _leap_years_before(year):
    year -= 1
    return year // 4 - year // 100 + year // 400


def weekday(year, month, day):
    """Return weekday (0-6 ~ Mon-Sun) for year, month (1-12), day (1-31)."""
    if not _datetime.MINYEAR <= year <= _datetime.MAXYEAR:
        year = 2000 + year % 400
    return _days[_datetime.date(year, month, day).weekday()]


def _validate_month(month):
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)


def _check_weekday(weekday):
    if not MONDAY <= weekday <= SUNDAY:
        raise IllegalWeekdayError(weekday)


def monthrange(year, month):
    """Return weekday of first day of month (0-6 ~ Mon-Sun)
    and number of days (28-31) for year, month."""
    _validate_month(month)
    return weekday(year, month, 1), mdays[month] + (month == FEBRUARY and isleap(year))


def _monthlen(year, month):
    return mdays[month] + (month == FEBRUARY and isleap(year))


def _prevmonth(year, month):
    return (year - 1, 12) if month == 1 else (year, month - 1)


def _nextmonth(year, month):
    return (year + 1, 1) if month == 12 else (year, month + 1)


def _weeks(days):
    return [days[i:i + 7] for i in range(0, len(days), 7)]


def _quarters(month_of, year, width):
    months = [month_of(year, number) for number in range(1, 13)]
    return [months[first:first + width] for first in range(0, 12, width)]


def _first_day(weekday):
    # What is no number is complained of when the calendar is used.
    try:
        return weekday % 7
    except TypeError:
        return weekday


def _illegal_month():
    def __make__(cls, month):
        return _new_exception(cls, (month,), {'month': month})

    return locals()


def _illegal_weekday():
    def __make__(cls, weekday):
        return _new_exception(cls, (weekday,), {'weekday': weekday})

    return locals()


def _calendar():
    def __init__(self, firstweekday=0):
        self.firstweekday = _first_day(firstweekday)

    def getfirstweekday(self):
        return self.firstweekday % 7

    def setfirstweekday(self, firstweekday):
        self.firstweekday = _first_day(firstweekday)

    def iterweekdays(self):
        """Return an iterator for one week of weekday numbers starting with the
        configured first one."""
        for i in range(self.firstweekday, self.firstweekday + 7):
            yield i % 7

    def itermonthdates(self, year, month):
        """Return an iterator for one month."""
        for y, m, d in self.itermonthdays3(year, month):
            yield _datetime.date(y, m, d)

    def itermonthdays(self, year, month):
        """Like itermonthdates(), but will yield day numbers. For days outside
        the specified month the day number is 0."""
        first, length = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        yield from _repeat(0, before)
        yield from range(1, length + 1)
        yield from _repeat(0, -(before + length) % 7)

    def itermonthdays2(self, year, month):
        """Like itermonthdates(), but will yield (day number, weekday number)
        tuples. For days outside the specified month the day number is 0."""
        for i, d in enumerate(self.itermonthdays(year, month), self.firstweekday):
            yield d, i % 7

    def itermonthdays3(self, year, month):
        """Like itermonthdates(), but will yield (year, month, day) tuples.  Can be
        used for dates outside of datetime.date range."""
        first, length = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        previous = _prevmonth(year, month)
        end = _monthlen(*previous) + 1
        for (y, m), days in ((previous, range(end - before, end)), ((year, month), range(1, length + 1)),
                             (_nextmonth(year, month), range(1, -(before + length) % 7 + 1))):
            for day in days:
                yield y, m, day

    def itermonthdays4(self, year, month):
        """Like itermonthdates(), but will yield (year, month, day, day_of_week) tuples.
        Can be used for dates outside of datetime.date range."""
        for i, (y, m, d) in enumerate(self.itermonthdays3(year, month)):
            yield y, m, d, (self.firstweekday + i) % 7

    def monthdatescalendar(self, year, month):
        """Return a matrix (list of lists) representing a month's calendar.
        Each row represents a week; week entries are datetime.date values."""
        return _weeks(list(self.itermonthdates(year, month)))

    def monthdays2calendar(self, year, month):
        """Return a matrix representing a month's calendar.
        Each row represents a week; week entries are
        (day number, weekday number) tuples. Day numbers outside this month
        are zero."""
        return _weeks(list(self.itermonthdays2(year, month)))

    def monthdayscalendar(self, year, month):
        """Return a matrix representing a month's calendar.
        Each row represents a week; days outside this month are zero."""
        return _weeks(list(self.itermonthdays(year, month)))

    def yeardatescalendar(self, year, width=3):
        """Return the data for the specified year ready for formatting."""
        return _quarters(self.monthdatescalendar, year, width)

    def yeardays2calendar(self, year, width=3):
        """Return the data for the specified year ready for formatting (similar to
        yeardatescalendar())."""
        return _quarters(self.monthdays2calendar, year, width)

    def yeardayscalendar(self, year, width=3):
        """Return the data for the specified year ready for formatting (similar to
        yeardatescalendar())."""
        return _quarters(self.monthdayscalendar, year, width)

    return locals()


def formatstring(cols, colwidth=20, spacing=6):
    """Returns a string formatted from n strings, centered within n columns."""
    spacing *= ' '
    return spacing.join(c.center(colwidth) for c in cols)


def format(cols, colwidth=20, spacing=6):
    """Prints multi-column formatting for year calendars"""
    print(formatstring(cols, colwidth, spacing))


def _text():
    def prweek(self, theweek, width):
        """Print a single week (no newline)."""
        print(self.formatweek(theweek, width), end='')

    def formatday(self, day, weekday, width):
        """Returns a formatted day."""
        return ('' if day == 0 else '%2i' % day).center(width)

    def formatweek(self, theweek, width):
        """Returns a single week in a string (no newline)."""
        return ' '.join(self.formatday(d, wd, width) for d, wd in theweek)

    def formatweekday(self, day, width):
        """Returns a formatted week day name."""
        names = day_name if width >= 9 else day_abbr
        return names[day][:width].center(width)

    def formatweekheader(self, width):
        """Return a header for a week."""
        return ' '.join(self.formatweekday(i, width) for i in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        """Return a formatted month name."""
        _validate_month(themonth)
        name = month_name[themonth]
        return (f'{name} {theyear!r}' if withyear else name).center(width)

    def prmonth(self, theyear, themonth, w=0, l=0):
        """Print a month's calendar."""
        print(self.formatmonth(theyear, themonth, w, l), end='')

    def formatmonth(self, theyear, themonth, w=0, l=0):
        """Return a month's calendar string (multi-line)."""
        w, l = max(2, w), max(1, l)
        lines = [self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1), self.formatweekheader(w)]
        lines += [self.formatweek(week, w) for week in self.monthdays2calendar(theyear, themonth)]
        end = '\n' * l
        return ''.join(line.rstrip() + end for line in lines)

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        """Returns a year's calendar as a multi-line string."""
        w, end, c = max(2, w), '\n' * max(1, l), max(2, c)
        colwidth = (w + 1) * 7 - 1

        def line(columns):
            return formatstring(columns, colwidth, c).rstrip() + end

        lines = [repr(theyear).center(colwidth * m + c * (m - 1)).rstrip(), end]
        header = self.formatweekheader(w)
        number = 0
        for row in self.yeardays2calendar(theyear, m):
            names = []
            for number in range(number + 1, number + len(row) + 1):
                names.append(self.formatmonthname(theyear, number, colwidth, False))
            lines += end, line(names), line([header] * len(row))
            for weeks in _zip_longest(*row):
                lines.append(line('' if week is None else self.formatweek(week, w) for week in weeks))
        return ''.join(lines)

    def pryear(self, theyear, w=0, l=0, c=6, m=3):
        """Print a year's calendar."""
        print(self.formatyear(theyear, w, l, c, m), end='')

    return locals()


_TABLE = '<table border="0" cellpadding="0" cellspacing="0" class="%s">'
_PAGE_BEGINS = """<?xml version="1.0" encoding="%s"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=%s" />
%s<title>Calendar for %d</title>
</head>
<body>
"""
_PAGE_ENDS = """</body>
</html>
"""


def _html():
    cssclasses = cssclasses_weekday_head = [name.lower() for name in day_abbr]
    cssclass_month = cssclass_month_head = 'month'
    cssclass_year = cssclass_year_head = 'year'
    cssclass_noday = 'noday'

    def formatday(self, day, weekday):
        """Return a day as a table cell."""
        if day == 0:
            return '<td class="%s">&nbsp;</td>' % self.cssclass_noday
        return '<td class="%s">%d</td>' % (self.cssclasses[weekday], day)

    def formatweek(self, theweek):
        """Return a complete week as a table row."""
        return '<tr>%s</tr>' % ''.join(self.formatday(d, wd) for (d, wd) in theweek)

    def formatweekday(self, day):
        """Return a weekday name as a table header."""
        return '<th class="%s">%s</th>' % (self.cssclasses_weekday_head[day], day_abbr[day])

    def formatweekheader(self):
        """Return a header for a week as a table row."""
        return '<tr>%s</tr>' % ''.join(self.formatweekday(i) for i in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, withyear=True):
        """Return a month name as a table row."""
        _validate_month(themonth)
        s = '%s %s' % (month_name[themonth], theyear) if withyear else '%s' % month_name[themonth]
        return '<tr><th colspan="7" class="%s">%s</th></tr>' % (self.cssclass_month_head, s)

    def formatmonth(self, theyear, themonth, withyear=True):
        """Return a formatted month as a table."""
        lines = [_TABLE % self.cssclass_month, self.formatmonthname(theyear, themonth, withyear=withyear), self.formatweekheader()]
        lines += [self.formatweek(week) for week in self.monthdays2calendar(theyear, themonth)]
        lines.append('</table>')
        return '\n'.join(lines) + '\n'

    def formatyear(self, theyear, width=3):
        """Return a formatted year as a table of tables."""
        width = max(width, 1)
        rows = []
        for first in range(1, 13, width):
            months = [self.formatmonth(theyear, number, withyear=False) for number in range(first, min(first + width, 13))]
            rows.append('<tr>%s</tr>' % ''.join(['<td>%s</td>' % month for month in months]))
        return (_TABLE % self.cssclass_year
                + '\n<tr><th colspan="%d" class="%s">%s</th></tr>' % (width, self.cssclass_year_head, theyear)
                + ''.join(rows) + '</table>')

    def formatyearpage(self, theyear, width=3, css='calendar.css', encoding=None):
        """Return a formatted year as a complete HTML page."""
        encoding = 'utf-8' if encoding is None else encoding
        style = '' if css is None else '<link rel="stylesheet" type="text/css" href="%s" />\n' % css
        page = _PAGE_BEGINS % (encoding, encoding, style, theyear) + self.formatyear(theyear, width) + _PAGE_ENDS
        return page.encode(encoding, 'xmlcharrefreplace')

    return locals()


def _locale_calendar():
    def __init__(self, firstweekday=0, locale=None):
        self.firstweekday = _first_day(firstweekday)
        self.locale = 'C' if locale is None else locale

    return locals()


_define(IllegalMonthError, _illegal_month())
_define(IllegalWeekdayError, _illegal_weekday())
_define(Calendar, _calendar())
_define(TextCalendar, _text())
_define(HTMLCalendar, _html())
_define(LocaleTextCalendar, _locale_calendar())
_define(LocaleHTMLCalendar, _locale_calendar())

c = TextCalendar()
firstweekday, monthcalendar = c.getfirstweekday, c.monthdayscalendar
week, weekheader, month, calendar = c.formatweek, c.formatweekheader, c.formatmonth, c.formatyear
prweek, prmonth, prcal = c.prweek, c.prmonth, c.pryear


def setfirstweekday(firstweekday):
    _check_weekday(firstweekday)
    c.firstweekday = firstweekday


EPOCH = 1970
_EPOCH_ORD = _datetime.date(EPOCH, 1, 1).toordinal()


def timegm(tuple):
    """Unrelated but handy function to calculate Unix timestamp from GMT."""
    year, month, day, hour, minute, second = tuple[:6]
    days = _datetime.date(year, month, 1).toordinal() - _EPOCH_ORD + day - 1
    hours = days * 24 + hour
    minutes = hours * 60 + minute
    return minutes * 60 + second
