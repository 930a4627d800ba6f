# json.dumps: CPython 3.14 library, "json".
import json
print(json.dumps({"a": [1, 2.5, None, True, False, "x\n\té\U0001f600\x7f\x00\"\\"], "b": {}, "c": []}))
print(json.dumps({1: 2, None: 3, True: 4, 1.5: 5, "s": 6}))
print(json.dumps("\ud800 \udc00 \ud83d\ude00"), ascii(json.dumps("\ud800é\u2028", ensure_ascii=False)))
print(json.dumps([1e16, 1e22, 1.5e-7, -0.0, 0.1, 1e100, 123456789.125, 2**70, -2**63]))
print(json.dumps((1, (2, ()), [])), json.dumps("a" * 70 + "\n" + "b" * 20 + "é"))
print(json.dumps(None), json.dumps(1), json.dumps("x"), json.dumps(1.0), json.dumps(True))

# --- indent and separators
import json
doc = {"a": [1, [2, {"x": 3}], []], "b": {}, "c": {"d": {"e": "f"}}}
for indent in (None, 0, 1, 4, -1, True, "\t", "--", ""):
    print(repr(indent), json.dumps(doc, indent=indent))
print(json.dumps(doc, separators=(",", ":")), json.dumps(doc, separators=("; ", " = "), indent=1))
print(json.dumps(doc, separators=["A", "B"]))

# --- sorted keys and skipped keys
import json
print(json.dumps({"b": 1, "a": {"z": 1, "y": [{"é": 1, "d": 2}]}, "": 0}, sort_keys=True))
print(json.dumps({2: 1, 1.5: 2, 10: 3}, sort_keys=True))
print(json.dumps({(1, 2): 3, "a": 1, b"x": 2}, skipkeys=True), json.dumps({(1, 2): 3}, skipkeys=True, indent=2))

# --- not finite
import json
print(json.dumps([float("nan"), float("inf"), -float("inf"), {float("nan"): 1}]))
for value in (float("nan"), [float("inf")], {"a": -float("inf")}, {float("inf"): 1}):
    try:
        json.dumps(value, allow_nan=False)
    except ValueError as e:
        print(e, getattr(e, "__notes__", None))

# --- default
import json
print(json.dumps([{1}, {"k": {2}}], default=list))
print(json.dumps({"x": 1 + 2j, "y": [range(3)]}, default=str))
print(json.dumps([1 + 2j], default=lambda c: {"re": c.real, "im": c.imag}, indent=1))
calls = []
def note(o):
    calls.append(repr(o))
    return len(calls)
print(json.dumps({"a": b"1", "b": [b"2", {"c": b"3"}], "d": b"4"}, default=note), calls)
print(json.dumps(b"top", default=lambda o: o.decode()))

# --- errors and their notes
import json
def show(value, **options):
    try:
        print(json.dumps(value, **options))
    except Exception as e:
        print(type(e).__name__, e, getattr(e, "__notes__", None))
loop = []
loop.append({"x": loop})
show({"a": [1, {"b": {1}}]})
show({"a": [1, {"b": {1}}]}, default=lambda o: 1 / 0)
show({"a": [1, {"b": {1}}]}, default=lambda o: [1, o])
show(loop)
show(loop, indent=1)
show(loop, default=list)
show([{(1, 2): 3}])
show([{1: 3, "a": 2}], sort_keys=True)
show(({"k": ({1},)},))
show(print)
show([1], separators=(1, 2))
show([1], separators="x")
show([1], separators="xyz")
show([1], indent=1.5)

# --- uncaught, with notes
# CPython: the json module is written in Python there, and its own lines are shown
import json
json.dumps({"a": [1, {"b": {1}}]})

# --- unknown options
import json
for call in (lambda: json.dumps(1, nonsense=2), lambda: json.dumps(1, 2), lambda: json.dumps(), lambda: json.loads("1", nonsense=2),
             lambda: json.loads(), lambda: json.loads("1", None), lambda: json.loads(1), lambda: json.loads(None),
             lambda: json.JSONEncoder(1), lambda: json.JSONEncoder(x=1), lambda: json.JSONDecoder(x=1)):
    try:
        call()
    except TypeError as e:
        print(e)

# --- the encoder object
import json
e = json.JSONEncoder(indent=1, sort_keys=True)
print(e.encode({"b": 1, "a": [True]}), e.indent, e.sort_keys, e.skipkeys, e.ensure_ascii, e.item_separator, e.key_separator)
for options in ({}, {"indent": 1}, {"ensure_ascii": False}):
    e = json.JSONEncoder(**options)
    print(list(e.iterencode({"a": [1, [], {"x": 2, "y": "é"}], "b": "c", "d": {}, "e": [[1.5]]})))
print(list(json.JSONEncoder(default=list).iterencode([1, {2}, {3: {4}}])), list(json.JSONEncoder().iterencode("é")))
it = json.JSONEncoder().iterencode([1, {2}])
print(next(it), next(it), sep="|")
try:
    next(it)
except TypeError as e:
    print(e, e.__notes__)
print(next(it, "end"), type(it).__name__)
try:
    json.JSONEncoder().default({1})
except TypeError as e:
    print(e)
print(json.JSONEncoder(default=lambda o: 7).default({1}))

# --- dump
import json, sys
print(json.dump([1, {"a": None, "b": [1.5, "é"]}], sys.stdout, indent=1))
print(json.dump({"a": {1}}, sys.stdout, default=sorted))
try:
    json.dump({"a": [1, {1}]}, sys.stdout)
except TypeError as e:
    print("|", e, e.__notes__)
try:
    json.dump(1, None)
except AttributeError as e:
    print(e)
