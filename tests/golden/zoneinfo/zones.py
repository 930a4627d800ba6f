# zoneinfo.ZoneInfo: offsets, names, folds and gaps. CPython 3.14 library, "zoneinfo". The data are those of tzdata 2025.
from datetime import datetime, timedelta, timezone, time, date
from zoneinfo import ZoneInfo
import base64, io, zlib
def zone(name, key=True):
    return ZoneInfo.from_file(io.BytesIO(zlib.decompress(base64.b64decode(DATA[name]))), key=name if key else None)
DATA = {
    'Europe/Berlin':
        'eNrl1H9M1HUcx/E7fqQwcm81OBMQ6iLETjh+JgaZncAMTlMuI5WQQNAijNMYlIY/mHON2bvGcA7JHzFmza7+QFtDbfZrtJBEu+ws15Yr'
        'sppzM6fVWH2e31G69Vf/9E/f4/t53A/+Ydzr6Vu+ti7L9o8ravzmemn8+ZTN5uiOcazqDp67vCcU0J7ew/rqu6p723fpYFSTDo2WysnX'
        'HTp8wCOfvZIjp7amyIg/TkaOdNlOVxzffHr/YjlTE6+flzo1mD+SHKwf1eDB9bYv0vrlrGu6fBnVJaGwExq62CJTvQvktuzfNNb5k8ZN'
        '/Vod4SfVceW4Trvwlt5+Zp9O/+BljT96TBIOBSRxz16Z0aGStHGLJDf45Y6VNXJnmU+cBUVylytPUhJS5e6YaZIa6dHUqzk687sUTQvG'
        '6ayPJug9/dfV1XtRZ3ee0/T2TzVjw1F1176pmZUhyfL3S3bhgOQs7ZLcxB7Jy2qRvLE2mRPfqXPOV0v+780695hH7vuqQgv6qrRwYK7e'
        'v32+zutO0AfqnDq/PV8eLI5UT228LEgZ1SLPmBRHfqIlzm+k5NL3sjD8hCwcHpSHLrwmpYE3pGzoPfXu7JBFh/br4sZGebhjmy559EVd'
        '2rBay+9tUF9ZiT7iWKTLXGm67JpbK2KLpeLsFH3s6kxZfuQXXRGMlpX7Jktl/8/yeNsVqeocllVVQane9KM+Me8dqakc0tqk3bK6MKB1'
        'Ew9rfaJq/Q+7dM2YX9cOtuqT53361MEV2vBxkzy9o1Ab+8pl3ZokfWZ7rjQtKRB/nUPWZ86QDUW/yrOTbdKcEavNl7+VlknXtOXUh9J6'
        'KaTPvd0nzw8P6Mbd7+umQI++0NqrbTvbNMweFh7x9yPSznmLdUZMmPjfP2y2mB18txOS7RE22yThC37z81lu+61/nTfeL/P6bJ6icg5u'
        '88pcdrv5sY9vxW73/YtB/WGudQeqryPDsjTjQgaGjAwZGjI2ZHDI6JDhIeNDBoiMEBmipRkjMkhLM0pkmMg4kYFampFamqEiY0UGi4wW'
        'Ga6lGS9/JANGRowMGRkzMmhLM2pk2Mi4kYEjI7f+U2boyNiRwSOjR4aPjB8JABIBJARIDJAgIFGwNGFA4oAEAokEEgokFkgwkGgg4UDi'
        'gQQEiQgSEiQmSFCQqFiasCBxsTSBQSKDhAaJDRIcJDpIeJD4IAFCIoSECIkREiQkSkiYkDhZmkAhkbI0oUJihQQLiRYSLiReSMCQiCEh'
        'Q2KGBA2JGhI2JG6WJnBI5CxN6JDYIcFDooeED4kfEkAkgkgIkRgiQUSiiIQRiSMSSCSSliaUSCyRYCLRRMKJxBMJKBJRJKRITJGgIlFF'
        'worEFQksEllLE1oktpYmuEh0kfAi8UUCjEQYCTH+r2IcbT6bnclvubzZ6bnpbpc3040Z2dF/Ap6ocUQ=',
    'America/New_York':
        'eNrt1n90zXUcx/E7ZhhrpImwRDXDNj9afq1aoTXc5scWluajNjtD7R01U5oKac6p1eFMxZnIjxHm12TU/GwcnX4wRD/mQyzJ+LBCVvf2'
        'eX6qv/rLn53Tved+HzubP93X852cmjW+h+dfr6C/P7zO//3zLS/bR9GKcFm87Wf1/mseWfLe52ppxin5YOZPetmEdbI8dqVaMeKAWRmW'
        'r4p7rjHFvuV6dYs3zeqqOfrDWjFryrP02srhZl3RYF2y6R6zPi9Kb1g0TDZmDlKbpveUzQldVemYMNkScZP6qN9V2RpkVFmb41JWfUht'
        'D/zVbK/YrD4+/bX5pOQrXb63zOwo2Kh3LltodmXP17tnvWT2JOXoveljzacxo3SFd7rsC+2r90elyf5rI9WBkHg5cKyP+ux1I4c6/iKH'
        'VJ2ufP60ORz/vT6SUmGOtt+hv44tNsc8S/TxsLnmuJ6pv/GtlG93ZujvqvLl+1WvqqryiXIiP13pIq+czHpYncqLkR8SO6nTac3lzMho'
        'XZ0QZX7s1UyfjQg1P7W8rM8FXTLnrhzWP1dXmvNHt+iailJzYUelulhySMziUnWpYLNcnrFA1WYXyi9jp6lfk3LlygOPq6sxqXKt01T9'
        'W2icXG80Wl+/NsrUne2nfz/W1/yxv532bW1r/Cv92rPAZwLmnNT1pmpTX3wqUP0hDYZqFRR/Qhp2260avtFaGjdbphqvnW+CzWuqiZ4t'
        'TY8v1SE7M+Wmslk6dNVM0+zd8bp5foa5edojukVWgrlldGcdlhhpWvZpqm+NbGJadYhUrRvVmNvqNVG3XQ6WNidrVNuD56Xdri9V+IYv'
        '5PYlG1T7HI+545V5qkPKKdNxQom+M3avuWvQ2/rusBUmovMUHeHbI5HBKTqyarl0PtdLdymfI10rk1VUUZZEb7pXxeQNlm7zWqnumZmm'
        'x+TrqmdCorln+HcqNqKLubdHuerVMMT0bvON7l190fSp+1j3rTho+n1bpONKLsh921/W9xd8JQ8sfFLHZ2+UB2fNUA8lzZf+6ePUgJgc'
        'GTigvxpYW2wSosbqhMq5JjHkQZ24aZIZVNNRD16UL0OOxivv9Iny6JYOKmmMV4YWBqphcTEy/PlqNaJtc0lO2a+S62rlsdjV6rEzoWZU'
        'eIUetfeSGe0r1qnLKs3jVXP1mFml5onySTotfYEZW/SoVt7NMm7ORPVkVKE8lelV6SG5kpEQozJqUiUzornK/DxOsoJqVdbacJlQfURN'
        'LOxrJn15ST+d09Y8U1Kps1N8RgpK9bOx2kzOXqCnhO02zyVN08/5TkhO70KVU7VLclvlqtzyD2TatVT1QtFsefFYnJqelykvbQ1XeWmJ'
        'MuMdj6ofUO/G3oEN6gX8R99+/7Yij8fv37czINDvL1vvafTP0/6mqXs2G+JN9gwcYD8j7Gek/QxNZt8C7Ns9k29gC/32lVbfvIVsIrKL'
        'yDYi+4hsJLKTyFYie4lsJrKbyHY67X4iG+q0O4psKbKnyKYiu4psK7KvyMYiO4tsLbK3yOYiu4tsL7K/yAY77Q4jW+y0e4xsMrLLyDYj'
        '+4xsNLLTyFYje41sNrLbyHYj+41suNPuOLLlTrvnyKYju+60247sO7LxyM4jW4/sPbL5yO477fYj+480AOkA0gKkB0gTkC4gbUD6gDQC'
        '6QTSCqQXSDOQbiDtQPrhtA1BOoK0BOkJ0hSkK0hbkL4gjUE6g7QG6Q3SHKQ7SHuQ/iANctoOIS1CeoQ0CV2X3H9k2yZetk/uC2YbhXQK'
        'aRXSK6RZ7otmu4W0y2n7hTTMaTuGtAzpGdI0pGtI25C+IY1DOoe0Dukd0jyke0j7kP4hDUQ6iLTQaXuINBHpItJGpI9II5FOIq1Eeok0'
        'E+km0k6kn0hDnbajSEudtqdIU5GuIm1F+oo0Fuks0lqkt0hzke4i7UX6izQY6TDSYqftMdJkpMtIm5E+I41GOo20Guk10myk20i7kX4j'
        'DXfajiMtd9qeI0132q4jbUf6jjQe6TzSeqT3SPOR7iPtR/qP3ABOewcgt4DT3gPITeC0dwFyGyD3AXIjIHcCcisg9wJyMyB3A3I7IPcD'
        'ckMgdwRySzjtPYHcFE57VyC3hdPeF8iNgdwZyK2B3BvIzYHcHcjtgdwfyA2C3CHILeL0/fV95SZx2rsEuU2c9j5BbhTkTkFuFeReQW4W'
        '5G7B/2+XG79dgu0fYu0/6OrtGd0jultXb/fu0d2juwX/Cbwzw7M=',
}
berlin, york = zone('Europe/Berlin'), zone('America/New_York')
print(berlin, repr(berlin), berlin.key, zone('Europe/Berlin', False).key, repr(zone('Europe/Berlin', False))[:40])
for year in 1800, 1893, 1916, 1945, 1947, 1979, 1980, 1996, 2024, 2037, 2038, 2500, 9999:
    for month in 1, 7:
        for z in berlin, york:
            t = datetime(year, month, 1, 12, tzinfo=z)
            print(t, t.tzname(), t.dst(), t.timestamp() if year > 1900 else '', t.astimezone(timezone.utc))
print('gap')
for minute in 0, 30:
    for hour in 1, 2, 3:
        for fold in 0, 1:
            t = datetime(2024, 3, 31, hour, minute, fold=fold, tzinfo=berlin)
            print(t, t.fold, t.dst(), t.astimezone(timezone.utc), t.astimezone(timezone.utc).astimezone(berlin))
print('fold')
for minute in 0, 30:
    for hour in 1, 2, 3:
        for fold in 0, 1:
            t = datetime(2050, 10, 30, hour, minute, fold=fold, tzinfo=berlin)
            print(t, t.fold, t.dst(), t.astimezone(timezone.utc), t.astimezone(timezone.utc).astimezone(berlin) == t)
t = datetime(2024, 10, 27, tzinfo=timezone.utc)
for i in range(5):
    u = (t + timedelta(minutes=30 * i)).astimezone(berlin)
    print(repr(u), u.strftime('%H:%M %Z %z'))
print(york.fromutc(datetime(2024, 11, 3, 6, 30, tzinfo=york)), datetime.fromtimestamp(1730615400, york).fold)

# --- arithmetic, comparison, hashing
from datetime import datetime, timedelta, timezone, time, date
from zoneinfo import ZoneInfo
import base64, io, zlib
def zone(name, key=True):
    return ZoneInfo.from_file(io.BytesIO(zlib.decompress(base64.b64decode(DATA[name]))), key=name if key else None)
DATA = {
    'Europe/Berlin':
        'eNrl1H9M1HUcx/E7fqQwcm81OBMQ6iLETjh+JgaZncAMTlMuI5WQQNAijNMYlIY/mHON2bvGcA7JHzFmza7+QFtDbfZrtJBEu+ws15Yr'
        'sppzM6fVWH2e31G69Vf/9E/f4/t53A/+Ydzr6Vu+ti7L9o8ravzmemn8+ZTN5uiOcazqDp67vCcU0J7ew/rqu6p723fpYFSTDo2WysnX'
        'HTp8wCOfvZIjp7amyIg/TkaOdNlOVxzffHr/YjlTE6+flzo1mD+SHKwf1eDB9bYv0vrlrGu6fBnVJaGwExq62CJTvQvktuzfNNb5k8ZN'
        '/Vod4SfVceW4Trvwlt5+Zp9O/+BljT96TBIOBSRxz16Z0aGStHGLJDf45Y6VNXJnmU+cBUVylytPUhJS5e6YaZIa6dHUqzk687sUTQvG'
        '6ayPJug9/dfV1XtRZ3ee0/T2TzVjw1F1176pmZUhyfL3S3bhgOQs7ZLcxB7Jy2qRvLE2mRPfqXPOV0v+780695hH7vuqQgv6qrRwYK7e'
        'v32+zutO0AfqnDq/PV8eLI5UT228LEgZ1SLPmBRHfqIlzm+k5NL3sjD8hCwcHpSHLrwmpYE3pGzoPfXu7JBFh/br4sZGebhjmy559EVd'
        '2rBay+9tUF9ZiT7iWKTLXGm67JpbK2KLpeLsFH3s6kxZfuQXXRGMlpX7Jktl/8/yeNsVqeocllVVQane9KM+Me8dqakc0tqk3bK6MKB1'
        'Ew9rfaJq/Q+7dM2YX9cOtuqT53361MEV2vBxkzy9o1Ab+8pl3ZokfWZ7rjQtKRB/nUPWZ86QDUW/yrOTbdKcEavNl7+VlknXtOXUh9J6'
        'KaTPvd0nzw8P6Mbd7+umQI++0NqrbTvbNMweFh7x9yPSznmLdUZMmPjfP2y2mB18txOS7RE22yThC37z81lu+61/nTfeL/P6bJ6icg5u'
        '88pcdrv5sY9vxW73/YtB/WGudQeqryPDsjTjQgaGjAwZGjI2ZHDI6JDhIeNDBoiMEBmipRkjMkhLM0pkmMg4kYFampFamqEiY0UGi4wW'
        'Ga6lGS9/JANGRowMGRkzMmhLM2pk2Mi4kYEjI7f+U2boyNiRwSOjR4aPjB8JABIBJARIDJAgIFGwNGFA4oAEAokEEgokFkgwkGgg4UDi'
        'gQQEiQgSEiQmSFCQqFiasCBxsTSBQSKDhAaJDRIcJDpIeJD4IAFCIoSECIkREiQkSkiYkDhZmkAhkbI0oUJihQQLiRYSLiReSMCQiCEh'
        'Q2KGBA2JGhI2JG6WJnBI5CxN6JDYIcFDooeED4kfEkAkgkgIkRgiQUSiiIQRiSMSSCSSliaUSCyRYCLRRMKJxBMJKBJRJKRITJGgIlFF'
        'worEFQksEllLE1oktpYmuEh0kfAi8UUCjEQYCTH+r2IcbT6bnclvubzZ6bnpbpc3040Z2dF/Ap6ocUQ=',
    'America/New_York':
        'eNrt1n90zXUcx/E7ZhhrpImwRDXDNj9afq1aoTXc5scWluajNjtD7R01U5oKac6p1eFMxZnIjxHm12TU/GwcnX4wRD/mQyzJ+LBCVvf2'
        'eX6qv/rLn53Tved+HzubP93X852cmjW+h+dfr6C/P7zO//3zLS/bR9GKcFm87Wf1/mseWfLe52ppxin5YOZPetmEdbI8dqVaMeKAWRmW'
        'r4p7rjHFvuV6dYs3zeqqOfrDWjFryrP02srhZl3RYF2y6R6zPi9Kb1g0TDZmDlKbpveUzQldVemYMNkScZP6qN9V2RpkVFmb41JWfUht'
        'D/zVbK/YrD4+/bX5pOQrXb63zOwo2Kh3LltodmXP17tnvWT2JOXoveljzacxo3SFd7rsC+2r90elyf5rI9WBkHg5cKyP+ux1I4c6/iKH'
        'VJ2ufP60ORz/vT6SUmGOtt+hv44tNsc8S/TxsLnmuJ6pv/GtlG93ZujvqvLl+1WvqqryiXIiP13pIq+czHpYncqLkR8SO6nTac3lzMho'
        'XZ0QZX7s1UyfjQg1P7W8rM8FXTLnrhzWP1dXmvNHt+iailJzYUelulhySMziUnWpYLNcnrFA1WYXyi9jp6lfk3LlygOPq6sxqXKt01T9'
        'W2icXG80Wl+/NsrUne2nfz/W1/yxv532bW1r/Cv92rPAZwLmnNT1pmpTX3wqUP0hDYZqFRR/Qhp2260avtFaGjdbphqvnW+CzWuqiZ4t'
        'TY8v1SE7M+Wmslk6dNVM0+zd8bp5foa5edojukVWgrlldGcdlhhpWvZpqm+NbGJadYhUrRvVmNvqNVG3XQ6WNidrVNuD56Xdri9V+IYv'
        '5PYlG1T7HI+545V5qkPKKdNxQom+M3avuWvQ2/rusBUmovMUHeHbI5HBKTqyarl0PtdLdymfI10rk1VUUZZEb7pXxeQNlm7zWqnumZmm'
        'x+TrqmdCorln+HcqNqKLubdHuerVMMT0bvON7l190fSp+1j3rTho+n1bpONKLsh921/W9xd8JQ8sfFLHZ2+UB2fNUA8lzZf+6ePUgJgc'
        'GTigvxpYW2wSosbqhMq5JjHkQZ24aZIZVNNRD16UL0OOxivv9Iny6JYOKmmMV4YWBqphcTEy/PlqNaJtc0lO2a+S62rlsdjV6rEzoWZU'
        'eIUetfeSGe0r1qnLKs3jVXP1mFml5onySTotfYEZW/SoVt7NMm7ORPVkVKE8lelV6SG5kpEQozJqUiUzornK/DxOsoJqVdbacJlQfURN'
        'LOxrJn15ST+d09Y8U1Kps1N8RgpK9bOx2kzOXqCnhO02zyVN08/5TkhO70KVU7VLclvlqtzyD2TatVT1QtFsefFYnJqelykvbQ1XeWmJ'
        'MuMdj6ofUO/G3oEN6gX8R99+/7Yij8fv37czINDvL1vvafTP0/6mqXs2G+JN9gwcYD8j7Gek/QxNZt8C7Ns9k29gC/32lVbfvIVsIrKL'
        'yDYi+4hsJLKTyFYie4lsJrKbyHY67X4iG+q0O4psKbKnyKYiu4psK7KvyMYiO4tsLbK3yOYiu4tsL7K/yAY77Q4jW+y0e4xsMrLLyDYj'
        '+4xsNLLTyFYje41sNrLbyHYj+41suNPuOLLlTrvnyKYju+60247sO7LxyM4jW4/sPbL5yO477fYj+480AOkA0gKkB0gTkC4gbUD6gDQC'
        '6QTSCqQXSDOQbiDtQPrhtA1BOoK0BOkJ0hSkK0hbkL4gjUE6g7QG6Q3SHKQ7SHuQ/iANctoOIS1CeoQ0CV2X3H9k2yZetk/uC2YbhXQK'
        'aRXSK6RZ7otmu4W0y2n7hTTMaTuGtAzpGdI0pGtI25C+IY1DOoe0Dukd0jyke0j7kP4hDUQ6iLTQaXuINBHpItJGpI9II5FOIq1Eeok0'
        'E+km0k6kn0hDnbajSEudtqdIU5GuIm1F+oo0Fuks0lqkt0hzke4i7UX6izQY6TDSYqftMdJkpMtIm5E+I41GOo20Guk10myk20i7kX4j'
        'DXfajiMtd9qeI0132q4jbUf6jjQe6TzSeqT3SPOR7iPtR/qP3ABOewcgt4DT3gPITeC0dwFyGyD3AXIjIHcCcisg9wJyMyB3A3I7IPcD'
        'ckMgdwRySzjtPYHcFE57VyC3hdPeF8iNgdwZyK2B3BvIzYHcHcjtgdwfyA2C3CHILeL0/fV95SZx2rsEuU2c9j5BbhTkTkFuFeReQW4W'
        '5G7B/2+XG79dgu0fYu0/6OrtGd0jultXb/fu0d2juwX/Cbwzw7M=',
}
berlin, york = zone('Europe/Berlin'), zone('America/New_York')
a = datetime(2024, 3, 30, 12, tzinfo=berlin)
print(a + timedelta(days=1), (a + timedelta(days=1)) - a, a + timedelta(hours=24) == a.astimezone(york) + timedelta(hours=24))
b = datetime(2024, 3, 30, 12, tzinfo=york)
print(b - a, a < b, a == b, a == a.astimezone(york), hash(a) == hash(a.astimezone(york)), hash(a) == hash(a.astimezone(timezone.utc)))
x = datetime(2024, 10, 27, 2, 30, tzinfo=berlin)
y = x.replace(fold=1)
print(x == y, hash(x) == hash(y), x == x.astimezone(timezone.utc), y == y.astimezone(timezone.utc), y.timestamp() - x.timestamp())
print(x.astimezone(timezone.utc) < y.astimezone(timezone.utc), x - y, x.utctimetuple()[:6], y.timetuple().tm_isdst)
g = datetime(2024, 3, 31, 2, 30, tzinfo=berlin)
print(g == g.astimezone(timezone.utc), g != g.astimezone(timezone.utc), g <= g.astimezone(timezone.utc))
t = time(12, tzinfo=berlin)
print(repr(t)[:60], t.utcoffset(), t.tzname(), t.dst(), t.isoformat(), t == time(12), t.strftime('%H %Z%z'))
print(datetime.combine(date(2024, 7, 1), t), datetime.now(berlin).tzinfo is berlin, datetime.fromisoformat('2024-07-01T00:00:00+02:00') == datetime(2024, 7, 1, tzinfo=berlin))
print(berlin == zone('Europe/Berlin'), berlin == berlin, len({berlin, berlin, york}))
print(isinstance(berlin, __import__('datetime').tzinfo), ZoneInfo, type(berlin).__name__)
print(f'{a:%Y-%m-%d %H:%M %Z}', a.isoformat(), str(a), a.ctime())
print(a.replace(tzinfo=york), a.replace(tzinfo=None), a.date(), a.timetz().tzinfo is berlin)

# --- half hours, negative summer time, lost days, fixed zones
from datetime import datetime, timedelta, timezone, time
from zoneinfo import ZoneInfo
import base64, io, zlib
def zone(name, key=True):
    return ZoneInfo.from_file(io.BytesIO(zlib.decompress(base64.b64decode(DATA[name]))), key=name if key else None)
DATA = {
    'Europe/Dublin':
        'eNrt1llQ1WUYx/FjiAJur+aWqLxGLhjiAZeUJHMlFEn0pKQZWoqaZEjGiGbkVJaO4zw2lJmar0tKirjhiuYa6mQuKS6Y+wbua6KI9n7/'
        'Ot101dRFF50z53z+M3jnnN/38fQZmhDm+svL98mH19knz1U/tl/TG6yYMv1gucoz9rjNzHlbzXczZppZU2sZ89k6PTvlgZkzaIaeO2aH'
        'mRezxnzftljPr99fL2iYqzMaB+uMS0VmoWu/WZhXTS8qvK4ztyfqxTt/1VkLYvQSk2qWfu7Wy77ca5YnRZsVyctNdvcQszKqj17lVmZ1'
        'WIpZU+mmWVslzqy9dsCsK3TpnMM39PqjvfWGNfv1j8semo3frNSbpvvrzaOm6i2jS/TWuFS9LXae+alVX50bvllvjztotuf7mgNRJ3Ve'
        '3XrmYEymPhTcSB8OmawP3/tK51dM0vmXLuuj52qY337erY9tu2eOZ180J7Kq65Ppu8yp5FfM6WEj9Zkejc1Zj5hzYeXN+YjF+oJ/kC6o'
        '6jEFxeV0YckIfTH/ir50rKe+vG6PvrLivrn67TJ9bdxgc33WWH1jQJS5mRavb3VJ0Lfj2+k79SqY39sG6ruua6YowFsXndxn7j28oO9v'
        'WmGKC7zMgzGLTMn2nCSvpFxdOihOe3fP0GV8w3VZ90RdtrC29lWJ2nfHQ+13PUaXW17LlN/r1hWmPDAVl1bRlUYcN2paiKkcu8lUSVXm'
        '6dA5pmrcTVMt8JJUb5UrNbx+kZo1M6TmmSXyTNFEqbV1ivifWqBqZ2apOpsnqLqTRAXMHqZ0YrKqN66bejbaowIHNFXPBbdU9bt0lQbl'
        'a6qGjZtIwzvNJcivkgTlVZfGhTfk+ewiCd65X5qk50vIDyul6cj14p4wVUL7HVFhydmqWUSOat7ja9WizkzVMmyUalmSplr5p0urYwNU'
        '6+IUCd/QQb14NE7azI+XiJxweWl8O2k7vba8nBAo7T5trdp39pYOA/1Vx/oXpFOHEtXZe6dEBp5QkVfPqyivzSpq9w7V5cxc1TVroYre'
        'tVG6TZ6kYjJny6vDh6vukz6R2N4TpUfiIOn5QqJ4oiPltRox0is4SHrddUtctc4q7lAVef1OI9Vn1W3pm+en3jCVVb/sy+rNtFsqPn23'
        '6h+fpwaMvShvtV2t3u63SwYGTFODIrIkwWelDK4jMrhgqgwpSZahO1LlnWMeGZbRVxJzR6h3v4iQ4fN7qveGBEjS+BZqRGwblZxQQ70f'
        'WleN7HRPfVDZpVKaVpOU66fVqIp3ZdTebSr16hEZvXS+GrM7Rz6ctkXGZs2Uj1LnSdrkNCn1VGmvP9/e//bbp0zZ/8D70aP7lVwu57u0'
        'y+UTUMrH5aqoSpV3lkk5zz48lnKeXT6Pv6O7eVwd7Seqp8fV3n4i7bP9N87ryarZB8/f2L5H9tV7n98NZAMd7Q4iW4jsIbKJyC4i24js'
        'I7KRyE4iW4nsJbKZyG4i2+lo9xPZUEe7o8iWInuKbCqyq8i2IvuKbCyys8jWInuLbC6yu8j2IvuLbLCj3WFki5E9RjYZ2WVkm5F9RjYa'
        '2Wlkq5G9RjYb2W1ku5H9drQbjuw4suXIniObjuy6o912ZN8d7cYjO49sPbL3yOYju49sP7L/SAOQDiAtQHqANAHpAtIGR9sHpBFIJ5BW'
        'IL1AmoF0A2kH0g+kIUhHkJYgPUGagnQFaQvSF0fbGKQzSGuQ3iDNQbrDj4D2IP1BGoR0CGmRo+2R8wOyTXK0XULahPQJaRTSKaRVSK+c'
        'n7VtFtItpF1Iv5CGIR1DWob0DGmao+0a0jakb0jjkM4hrUN6hzQP6R7SPqR/SAORDiItRHqINNHRdhFpo6PtI9JIpJNIK5FeIs1Euom0'
        'E+kn0lCko0hLkZ4iTXW0XUXa6mj7ijQW6SzSWqS3SHOR7iLtRfqLNBjpMNJipMdIk5EuI212tH1GGu1oO420Guk10myk20i7kX4jDUc6'
        'jrQc6TnSdKTrSNsdbd+RxjvaziOtR3qPNB/pPtJ+pP/IDYDcAcgtgNwDyE2A3AXIbYDcB8iN4Fjw+P+VWwG5F5CbAbkbkNsBuR+QGwK5'
        'I5BbArknkJsCuSuQ2wK5L5Abw9HeGcit4WjvDeTmQO4O5PZA7g/kBkHuEPz/Fvnnt4if/XOTUPs3d3C3UHdIixBrM2ga6vcHsU7tUg==',
    'Australia/Lord_Howe':
        'eNrV1F9IlXccx/Hn9OdCL8qixHRm9gdn2el5ssWx1KxmZak5PSutrDZNz6m0X1r57d+Souwf2ygs6aJ/EMZgbGvR3Gi1GENGRExi0YqW'
        'dRHSRb8i6BdEp9/7wevBboI8nOf1eHng+/6El0Xrpjr/+bfJfgfb76hW+xjxpu5BYqjAJD4+GElKr5ak7vWR5MAsSe4sjaT0pssHbW4k'
        '9dpAGb31S5V2/Bszpkqp9NZuGTvnsB4XfWTGj23UE4r+MBOe3tUZmZ0m4+avOjPugMn87pSe2LfOTOq4rLJ69stkOamCF9bKlMpW5R4p'
        'Fq+6WE1tCkp2XlBNK0+Qj1IT1HTvuUx//VyFUoaY0L1bKqfzocy4fEnN/KfH5J7r0Xm/XDT5ey/qWSeOmYI1x/TsPT/KnELRc2va5eNg'
        'uyqc2yLzBufq+eOqZP7Lo3rB40Om6PZmvbC7wSz6aaku7lxsSo7n6NI2zyxuSdFlqlQ+WR1S5WWuVBQkq7A7XD5Ne62WDH0hS2L31dKn'
        'f0vlv7+pqptdsuzqWbW865ZZcf6Kru64ZFbuP61XSYdZHdmtP6vcZj5fUKtrQitM7Yfz9JqkfFM3rEbVB5ZL/bNCFenNk+hfGWrttTRZ'
        '90OcWn8mIA1fP1GNrY9kg7qhVDRmNlb16aaiXtOcc11vyvzdbB71rd4Sd85sefWVbulrM3Jno976Z9Rs+7lCb7+wT3acVWrnkYh8sbtc'
        '7WpaKLtisVhg4ID+z6B39RnkOO3jOarDpx37fqYrEOc4R887Qx3nxPeBkcUlYWd2YUXYmeR52a59uv7Tc8L/40ztL4s1J7bcc/rPFTlZ'
        'X3u2yOn62vNFTtjXnjFyysg5IyeNnDVy2sh5IyeOnDly6si5Iyfva88eOX1fe/5IAr42AyQFJAckCSQLJA0kDyQRJBMkFSQXJBkkGyQd'
        'X5sPkpCvzQhJCckJSQrJCkkLyQtJDMkMSQ3JDUkOyQ5JD8kPSdDXZoikiOSIJIlkiaSJ5IkkimSKpIrkiiSLZIuki+SLJOxrM0ZSRnJG'
        'kkayRtJG8kYSRzJHUkdyR5JHskfSR/JHJgCZAWQKfO0cIJOAzAIyDcg8IBOBzAQyFchcIJOBzAYyHch8+PHYCUFmBJkSXzsnyKQgs4JM'
        'CzIvyMQgM4NMDTI3yOT4vl+zE5/rv+dP9twZ2a79x7OvXlaJ5wa9oJtVMg3i3wJwR/bT',
    'Pacific/Apia':
        'eNq90LEvQ1EUgPFTfa2kwWAwMNhINE08NRgQk5C0VTxF0d5IVC06kJiEhUgMQiRGBoNNY7BKRCS2zhYnBqO/ANf9ukokFu/lnN8b3nDv'
        'F+TXSn3y69PhptFN+65bx5EPeV72BlLn3dX0WVwz268m83l4MbHVrNnSl06aHjM1qjo90mSCrnud6Xw3ueil5mzNzL7t69zLjZl/LGv+'
        '7tQsXO+ZxauqLh2tmsLBiRYr48aUN3XHWhtq8MJeOBr5+UZEqu4k1haFXRgTz9oNE4pZu5KVFpHbmrSKPGioLZUOJOH7yV63GV/iftJN'
        'vwR/uLY7jV0fehLk+kgCfiIDkgLJUdclQbIgaZA8SCIkE5IKyYUkq+uyIemQfEhCJCOSEsmJJEWyImmRvPgPiWOD7ms44Sdj32YLpaM=',
    'Asia/Kolkata':
        'eNoLicpMM2LAC9iAmAWIhRqARPvcPbtO3e7ROMNaKHFmqtGKSyVCMxiZmIGQgSHoBki5txtItW8EAwcDQ3QGI4+PbwiDLxB7BocwaBuY'
        'GRswhBC2kx2IWYFY7D8QqO2S0ADRzs9fG4BokBtANMgdIBrkFjANdA+IhrqJBQhhjgq6AHIU0GkcYKfxgJ0mAHKaB4bzuIBMXVMrYwMu'
        'AHbaSos=',
    'UTC':
        'eNoLicpMM2IgCBiBmAXCDA1xZgghSxcXkDDgAgBn0wZx',
    'Africa/Casablanca':
        'eNq9lX1M1HUcxw8FR4J6NSJHq74ZpEkOcT5EJeRgpQYI3oEHIhozHuIY5+WADMddKjJBkjkk5UbfRGKAAjOSpxIfeDRD5caARMdMo62o'
        'g+nQYaPv+/NZ/1Qr/6n77fa69+ev9+1eb9DHpiQu0/zja6t6u6i3+5HIB7bOaQ9Ll+GkqWtozNL32TLH9RUnNNd/WeiY8jG/MXXhV5Nr'
        '6l6La2eaw+1Hd437O2855vQEWeYWTpjm2SMt2oXlJq/GzzXPzk93rF3zg2Vt6wLT+he8NOsP9pveHj5nCd1yxxRW0mQJX17g2GCTMsK1'
        'VUb4HxMRSZUyMvsjGTn4jdzoUiY3Gt+XulW7pK72eakbflPoQ6Nk1FNxMip7RETVOMvol1fJ6MlAuUm3X26ynhSGJ/XCMCBkjLgrYww6'
        'GXNvpYhtnCFjJ21is885ubl/vojrDZZxD5NFfGm9jLfPk9vMBrFNZsuEoA6RkOkttnsa5faQIvHumIdIfPoVmdRiFUnjIyKlaJFMaQsT'
        'qUlXRWrxXZm2YrVIM9pEutttmf7qY8I0FCl3aOulue6BMN98Ru7MlXJnQ4fI0M+RGflGmbX4S5FlGJIf3F8gdvlZxYe9PTJ71iK5u2KH'
        '2G0vljnmmyKnerWY4fSnZ+ZfLn/zzHR+xGd6+v5t/NZztU7O9KO74rOGPju5hobpNb5L/dV7qUb/78J0/CHMtHpBGhDigJCHqAQCIREI'
        'kYhKJhBCEZVUVEiJRVRygRAML0gGQjT6Bko2EMKBkA6EeHhBPhACEpWEIEQkKhlBCAlCShBigpAThKAgJCUqUYlKVhDCEpW0IMQlKnlB'
        'CExUEhOVyCBkBiE0UUlNVGKDkJuoBAchOVGJDkJ2ohIehPREJT5RyQ9iAEQ1AhBDIKoxgBgEUY0CxDCIahwgBkJUIwExFKIaC4jBENVo'
        'QAwHxHhADIg4zt8PQyKqMYEYFLGY+2NYRCP3xcCIamQghgZibCAGR1SjAzE8YgP3xACJ+dwTQySqMYIYJIhRghgmiHGCGChRjRTEUInV'
        '3NO6bh/drZnVlPeIJcxw7rl3jH3Z5809c9vX0D13IpFyXlEt5bwe7nkgOZruBz7lngWBv9G9II17Frq/R7kwmHt+/P0TdD/0+ErKRc3N'
        'zFHueXj/i5QPn+WexVt66V6cP0G5xPc1yiUJ3POo0y26Hw3gnscGD9C9dBb3tFVMUrbd4J5l2ex7WfVFylLHfksr9zwuvqB83MA9yydj'
        '6X7CJ4dyRXsX5YqH3LOyNJ3ulX3cs8rsSfcqyT1rgvZQrsngnqc8fel+KmQD5dqf+4h1XtyzviWIcv049zx9aJTup9vcKDfE844airnn'
        'meVTdD9j5J5NbuV0bwrgns1DWsotWu7ZWtdI99Ybw5S/zt3KbOCebbrLlNvyuef5xfx34bzhE8oXJkcoX/Tjnu29eXTvcOGenRV+dO+0'
        'c89us41ydxX3vLQuhO6XMpMpX37uJ2Y49/x2zEC515t7XmnX0P3KhDfla0VplK91c097sgfd7UcCKPcHfsU0cs8B95coDwRzz8FbV+k+'
        'pL1H+bvmLOYo9xzOvUN5+GzIf/3P7f95Hv1f6OzX1afAJf6zfwfffWU8',
}
for name in DATA:
    z = zone(name)
    print(name, z.utcoffset(None), z.dst(None), z.tzname(None), time(1, tzinfo=z))
    last = None
    t = datetime(2011, 1, 1, tzinfo=timezone.utc)
    while t.year < 2013:
        u = t.astimezone(z)
        state = u.utcoffset(), u.dst(), u.tzname()
        if state != last:
            print('   ', u, *state)
        last = state
        t += timedelta(hours=26)
    print('   ', [(datetime(y, m, 5, tzinfo=z).utcoffset(), datetime(y, m, 5, tzinfo=z).dst()) for y in (1880, 1950, 2060) for m in (1, 7)])
