# json.loads: CPython 3.14 library, "json".
import json
print(json.loads('{"a": [1, 2, 3.5e3, -0.0, 1E5, 1e-3, 12345678901234567890123], "b": {"c": null, "d": true, "a": false}, "a": 7}'))
print(json.loads(' \t\r\n[ ] '), json.loads('{ }'), json.loads('[[],{}]'), json.loads('"x"'), json.loads('-12'), json.loads('0'))
print(json.loads(r'"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"'), ascii(json.loads(r'"\ud83d \ude00 \ud83dx \ud83d\u0041 \uDBFF\uDFFF"')))
print(json.loads('[NaN, Infinity, -Infinity, 1e400, -1e400, 1e-400]'))
print(json.loads('[0.1, 0.2, 0.30000000000000004, 123456789012345678, 1.7976931348623157e308, 5e-324, 9007199254740993.0]'))
print(json.loads('{"é": "ü", "": 1, "a b": {"a b": 1}}'), json.loads('["' + "x" * 100 + 'é"]'))
print(json.loads('{"k1":1,"k2":2,"k3":3,"k4":4,"k5":5,"k6":6,"k7":7,"k8":8,"k9":9,"k1":10}'))
print(json.loads('[{"a":1,"b":2},{"a":3,"b":4},{"b":5,"a":6},{"a":7,"a":8},{"a":9,"b":1,"c":2}]'))

# --- bytes
import json
text = '{"é": [1, "\U0001f600"]}'
for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"):
    print(encoding, json.loads(text.encode(encoding)), json.loads(bytearray(text.encode(encoding))))
print(json.loads(b'1'), json.loads(b'12'), json.loads("1".encode("utf-16-le")))
for bad in ("\ufeff1", b"\xff", b"\xff\xfe\x00", b"", memoryview(b"1")):
    try:
        print(json.loads(bad))
    except Exception as e:
        print(type(e).__name__, e)

# --- malformed
import json
for bad in ['', ' ', '[', '[1', '[1,', '[1,]', '[ , ]', '{', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{"a":1 ,  }', '"abc', '"\\x"',
            '"\\u12"', '"\\u123', '"\\u1234', '"\\u123g"', '"\\ud800\\u12g4"', '"\\ud800\\u123', '"\\ud800\\', 'nul', 'tru', 'falsy', '-', '--1', '01', '1.', '.5', '1.e5',
            '1e', '1e+', '1 2', '[1 2]', '\n\n  [1,\n x]', '"a\nb"', '"a\x00b"', '{1:2}', '"\\', 'é[', '["é", x]', '["é\n",\n"ü" x]', 'Inf', 'Na', '-Inf',
            '{"a" 1}', '{,}', '}', ']', '[}', '{]', '{"a":]', '[1}', "{'a':1}", '"\t"', '\x0b1', '+1', 'True', '[1, 2', '{"a": 1, "b"', '[' * 20, '"é' * 3]:
    try:
        print(repr(bad), json.loads(bad))
    except json.JSONDecodeError as e:
        print(repr(bad), "->", e, "|", e.msg, e.pos, e.lineno, e.colno, e.doc == bad, e.args)

# --- not strict
import json
print(json.loads('"a\nb\tc\x00"', strict=False), json.JSONDecoder(strict=False).decode('["\x01é\\n"]'))

# --- hooks
import json
print(json.loads('[1.5, 2, NaN, -Infinity, 1e3]', parse_float=lambda s: "F" + s, parse_int=lambda s: "I" + s, parse_constant=lambda s: "C" + s))
print(json.loads('{"a":{"b":1},"c":[{"d":2},{}]}', object_hook=lambda d: sorted(d.items())))
print(json.loads('{"a":{"b":1},"c":[{"d":2},{}],"a":3}', object_pairs_hook=lambda d: d))
print(json.loads('{"a":1}', object_hook=lambda d: 1, object_pairs_hook=lambda d: 2))
print(json.loads('7', parse_int=float), json.loads('7.5', parse_float=str), json.loads('{"a":[1]}', object_pairs_hook=dict))
seen = []
def hook(d):
    seen.append(list(d))
    return len(seen)
print(json.loads('[{"x":{"y":{"z":{}}}},{"w":[{"v":0}]}]', object_hook=hook), seen)
try:
    json.loads('[1, {"a": 2}, 3]', object_hook=lambda d: d["missing"])
except KeyError as e:
    print(repr(e))
try:
    json.loads('[1, {"a": 2}, 3', object_hook=lambda d: d)
except ValueError as e:
    print(e)

# --- the decoder object
import json
d = json.JSONDecoder()
print(d.raw_decode('[1] x'), d.raw_decode(' [1] x', 1), d.raw_decode('é "ü" x', 2), d.decode(' [1] '))
print(d.strict, d.object_hook, d.object_pairs_hook, d.parse_float, d.parse_int)
for call in (lambda: d.raw_decode(' [1]'), lambda: d.raw_decode('1', 5), lambda: d.raw_decode('1', -1), lambda: d.decode('1 2')):
    try:
        print(call())
    except ValueError as e:
        print(type(e).__name__, e)
print(json.JSONDecoder(object_hook=len).raw_decode('{"a":{}}'))

# --- the exception
import json
e = json.JSONDecodeError("Message", "line one\nline two", 12)
print(e, repr(e), e.msg, e.doc, e.pos, e.lineno, e.colno, isinstance(e, ValueError), json.JSONDecodeError.__mro__[1] if hasattr(json.JSONDecodeError, "__mro__") else ValueError)
print(json.decoder.JSONDecodeError is json.JSONDecodeError, json.encoder.JSONEncoder is json.JSONEncoder)
from json.decoder import JSONDecodeError
from json import *
try:
    loads("{")
except JSONDecodeError as e:
    print(e)
print(json.JSONEncoder, json.JSONDecoder, json.JSONDecodeError, json.__all__)

# --- uncaught
# CPython: the json module is written in Python there, and its own lines are shown
import json
def read(text):
    return json.loads(text)
read('{"a": }')

# --- nesting
# oracle: native
import json
def deep(n, text):
    try:
        json.loads(text)
        return "fine"
    except RecursionError:
        return "too deep"
print(deep(0, "[" * 500 + "]" * 500), deep(0, '{"a":' * 300 + "1" + "}" * 300))
x = []
for i in range(100000):
    x = [x]
try:
    json.dumps(x)
except RecursionError as e:
    print("RecursionError")
for text in ("[" * 200000, '{"a":' * 200000, "[" * 200000 + "]" * 200000):
    print(deep(0, text))

# --- load
import json
def reader(text):
    def source(): pass
    source.read = lambda: text
    return source
print(json.load(reader('{"a": [1, 2]}')), json.load(reader(b'[1.5]'), parse_float=str), json.load(reader("{}"), object_hook=len))
for source in (reader("{"), None, reader(5)):
    try:
        json.load(source)
    except Exception as e:
        print(type(e).__name__, e)
