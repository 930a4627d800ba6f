# time.strptime() with zones.
# CPython: keeps the name and the offset that were read; here only localtime() and gmtime() know theirs
import time
for text, form in [('2020 UTC', '%Y %Z'), ('2020 +0130', '%Y %z')]:
    t = time.strptime(text, form)
    print(t.tm_zone, t.tm_gmtoff, t.tm_isdst)
