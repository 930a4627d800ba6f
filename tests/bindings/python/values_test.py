"""Values both ways: what goes in comes out; what cannot is refused."""

import array
import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import pathlib
import types
import typing
import unittest
import uuid
import zoneinfo

import pysub

Point = collections.namedtuple("Point", "x y")


class ValuesTest(unittest.TestCase):
    def there_and_back(self, value, session=None):
        session = session or pysub.Session()
        session["x"] = value
        return session["x"]

    def same(self, value, session=None):
        result = self.there_and_back(value, session)
        self.assertEqual((type(result), repr(result)), (type(value), repr(value)))

    def test_builtin_types(self):
        for value in (None, True, False, 0, 1, -1, 2**63 - 1, -2**63, 2**63, 2**64, -2**64, 10**5000, -10**5000, 0.0, -0.0, 1.5,
                      float("inf"), float("-inf"), float("nan"), 1e308, 2j, complex(-0.0, 1), "", "a", "é", "😀", "a\0b", "\ud800x\udfff",
                      b"", b"a\0\xff", bytearray(b"x"), [], [1, [2, [3]]], (), (1,), {}, {"a": 1, 2: "b", None: {}}, {(1, 2): [3]},
                      set(), {1}, frozenset(), frozenset({(1,)}), range(1, 9, 2), slice(1, None, -1), ..., NotImplemented):
            with self.subTest(type(value)):
                result = self.there_and_back(value)
                self.assertIs(type(result), type(value))
                if isinstance(value, int) and not isinstance(value, bool):
                    self.assertEqual(result, value)  # repr() of large ones is refused
                else:
                    self.assertEqual(repr(result), repr(value))
        self.assertEqual(self.there_and_back(set(range(100))), set(range(100)))

    def test_collections(self):
        for value in (collections.deque([1, 2], 3), collections.deque(), collections.Counter("abca"),
                      collections.OrderedDict(b=1, a=2), collections.defaultdict(None, {"a": 1})):
            self.same(value)
        point = self.there_and_back(Point(1, [2]))
        self.assertEqual((point, point.x, point._fields, repr(point)), (Point(1, [2]), 1, ("x", "y"), "Point(x=1, y=[2])"))
        self.assertIs(type(self.there_and_back(Point(1, 2))), type(self.there_and_back(Point(3, 4))))

    def test_dates_and_times(self):
        zone = datetime.timezone(datetime.timedelta(hours=-3, minutes=-30), "X")
        for value in (datetime.date(1, 1, 1), datetime.date(9999, 12, 31), datetime.time(1, 2, 3, 4, fold=1), datetime.time(tzinfo=zone),
                      datetime.datetime(2026, 1, 2, 3, 4, 5, 6), datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone.utc),
                      datetime.datetime(2026, 1, 2, tzinfo=zone, fold=1), datetime.timedelta(-1, 2, 3), datetime.timezone.utc, zone,
                      datetime.timezone(datetime.timedelta(hours=1))):
            self.same(value)
        paris = datetime.datetime(2026, 7, 1, tzinfo=zoneinfo.ZoneInfo("Europe/Paris"))
        result = self.there_and_back(paris)
        self.assertEqual((result, result.utcoffset(), result.tzname()), (paris, datetime.timedelta(hours=2), "CEST"))

    def test_numbers_paths_and_the_like(self):
        session = pysub.Session()
        session.feed("import decimal, fractions, pathlib, array, types, uuid")
        for value in (decimal.Decimal("1.50"), decimal.Decimal("-0"), decimal.Decimal("1E+99"), decimal.Decimal("Infinity"),
                      decimal.Decimal("-NaN12"), decimal.Decimal("sNaN"), fractions.Fraction(-1, 3), pathlib.PurePosixPath("/a/b"),
                      pathlib.PureWindowsPath("c:/x"), array.array("d", [1.5]), array.array("i"), types.SimpleNamespace(a=1, b=[2])):
            with self.subTest(value):
                self.same(value, session)
        self.assertEqual(self.there_and_back(pathlib.Path("/a"), session), pathlib.PurePosixPath("/a"))
        self.assertEqual(session.feed("uuid.UUID(int=5)"), uuid.UUID(int=5))
        self.assertEqual(bytes(self.there_and_back(memoryview(b"abc"))), b"abc")
        with self.assertRaisesRegex(TypeError, "imported decimal"):
            pysub.run("x", {"x": decimal.Decimal(1)})
        with self.assertRaisesRegex(TypeError, "give its text"):
            session["x"] = uuid.UUID(int=5)

    def test_exceptions_and_types(self):
        for value in (ValueError("a", 1), KeyError(), OSError(2, "x"), UnicodeDecodeError("utf-8", b"a", 0, 1, "r")):
            self.assertEqual(repr(self.there_and_back(value)), repr(value))
        for value in (int, str, dict, ValueError, collections.Counter):
            result = self.there_and_back(value)
            self.assertEqual(result, value) if value.__module__ == "builtins" else self.assertEqual(result.kind, "type")
        self.assertEqual(pysub.run("t(5)", {"t": str}), "5")

    def test_subclasses_are_what_they_are_made_of(self):
        class Color(enum.IntEnum):
            RED = 5

        class Text(str):
            pass

        class Things(list):
            pass

        class Named(dict):
            pass

        class Row(typing.NamedTuple):
            a: int

        self.assertEqual(pysub.run("[c, type(c) is int]", {"c": Color.RED}), [5, True])
        self.assertEqual(pysub.run("[c, type(c) is str]", {"c": Text("x")}), ["x", True])
        self.assertEqual(pysub.run("[c, type(c) is list]", {"c": Things([1])}), [[1], True])
        self.assertEqual(pysub.run("[c, type(c) is dict]", {"c": Named(a=1)}), [{"a": 1}, True])
        self.assertEqual(pysub.run("r.a", {"r": Row(4)}), 4)
        self.assertEqual(pysub.run("k", {"k": {"a": 1}.keys()}), ["a"])

    def test_dataclasses_go_in_as_named_tuples(self):
        @dataclasses.dataclass
        class Item:
            name: str
            parts: list

        self.assertEqual(pysub.run("[i.name, i.parts, repr(i)]", {"i": Item("a", [1])}), ["a", [1], "Item(name='a', parts=[1])"])

    def test_what_is_no_value(self):
        class Own:
            pass

        for value in (object(), Own(), Own, open, lambda: 1, (i for i in ()), self, unittest, print):
            with self.subTest(value), self.assertRaises(TypeError):
                pysub.run("x", {"x": value})
            with self.assertRaises(TypeError):
                pysub.run("x", {"x": [{"a": value}]})

    def test_what_contains_itself(self):
        a = []
        a.append(a)
        b = {}
        b["b"] = (b,)
        for value in (a, b, [a]):
            with self.assertRaisesRegex(ValueError, "contains itself"):
                pysub.run("x", {"x": value})
        with self.assertRaisesRegex(ValueError, "contains itself"):
            pysub.run("x = []\nx.append(x)\nx")

    def test_depth(self):
        value = []
        for _ in range(900):
            value = [value]
        self.assertEqual(self.there_and_back(value), value)
        for _ in range(100_000):
            value = [value]
        with self.assertRaisesRegex(ValueError, "1000 deep"):
            pysub.run("x", {"x": value})
        while value:  # CPython ends deep values by itself, but slowly with asserts
            value = value.pop()
        with self.assertRaises(ValueError):
            pysub.run("x = []\nfor _ in range(5000): x = [x]\nx")
        with self.assertRaises(ValueError):
            pysub.run("x = []\nfor _ in range(50000): x = [x]\nx")

    def test_what_is_shared_stays_shared(self):
        inner = [1]
        result = self.there_and_back([inner, inner, {"a": inner}])
        self.assertIs(result[0], result[1])
        self.assertIs(result[0], result[2]["a"])
        self.assertTrue(pysub.run("x[0] is x[1]", {"x": [inner, inner]}))
        value = 0
        for _ in range(200):  # 2**200 if each were a copy
            value = [value, value]
        result = self.there_and_back(value)
        for _ in range(200):
            self.assertIs(result[0], result[1])
            result = result[0]

    def test_values_that_change_while_they_are_converted(self):
        victim = [None, None, None]

        class Evil(Exception):
            @property
            def args(self):
                victim.clear()
                return ()

        victim[1] = Evil()
        self.assertEqual(len(pysub.run("x", {"x": victim})), 2)

    def test_json(self):
        value = {"a": [1, 2.5, None, "é", (1,)], "b": {1}}
        self.assertEqual(pysub.from_json(pysub.to_json(value, True)), value)
        self.assertEqual(pysub.to_json([1, "a"]), '[1, "a"]')
        with self.assertRaises(ValueError):
            pysub.from_json("{")

    def test_functions_of_a_program(self):
        sandbox = pysub.Sandbox("def f(a, *, b=2): return [a, b]\nf")
        function = sandbox.run().value
        self.assertIn("function", repr(function))
        sandbox.call(function, 1, b=3)
        self.assertEqual(sandbox.run().value, [1, 3])
        other = pysub.Sandbox("1")
        other.run()
        with self.assertRaises(TypeError):
            other.call(function, 1)
        sandbox.release_handles()
        with self.assertRaises((TypeError, pysub.StateError)):
            sandbox.call(function, 1)
        with self.assertRaises(TypeError):
            type(function)()


if __name__ == "__main__":
    unittest.main()
