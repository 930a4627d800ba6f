# What is None is called so by C's own checks of arguments: CPython 3.14.
import datetime, heapq, sys, urllib.parse, uuid
def attempt(call, *args):
    try: print(call(*args))
    except Exception as error: print(type(error).__name__, error)
day, moment = datetime.date(2031, 4, 5), datetime.datetime(2031, 4, 5, 6)
attempt(datetime.timezone, None); attempt(datetime.timezone, datetime.timedelta(hours=1), None)
attempt(datetime.datetime.combine, None, None); attempt(datetime.datetime.combine, day, None)
attempt(datetime.datetime.strptime, None, '%Y'); attempt(datetime.datetime.strptime, '2031', None)
attempt(moment.isoformat, 'T', None); attempt(moment.time().isoformat, None); attempt(moment.time().strftime, None); attempt(moment.time().__format__, None)
attempt(heapq.heappop, None); attempt(heapq.heappush, None, 1); attempt(heapq.heapify, None)
attempt(sys.intern, None); attempt(compile, '1', 'made.py', None)

# --- ports that are bytes, fields of eight bits
import urllib.parse, uuid
for address in (b'http://there:door', 'http://there:door', b'http://there:70000'):
    try: urllib.parse.urlsplit(address).port
    except ValueError as error: print(error)
for place in range(6):
    fields = [0] * 6
    fields[place] = -1
    try: uuid.UUID(fields=fields)
    except ValueError as error: print(error)
