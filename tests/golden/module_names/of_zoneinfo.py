# Every public name of zoneinfo that CPython has and docs/modules.md does not list as missing.
names = 'InvalidTZPathWarning TZPATH ZoneInfo ZoneInfoNotFoundError available_timezones reset_tzpath'
import zoneinfo as m
print('zoneinfo', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
