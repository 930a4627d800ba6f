"""Values both ways: what goes in comes out; what cannot is refused."""

import array
import collections
import dataclasses
import datetime
import decimal
import importlib.util
import enum
import fractions
import pathlib
import subprocess
import sys
import time
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

    def test_keys_of_one_hash_are_refused(self):
        # CPython's hash of numbers is no secret: a host's dict of such keys takes quadratic time.
        flood = "i*(2**61-1)"
        for made in (f"{{{flood}: 1 for i in range(12000)}}", f"{{{flood} for i in range(3500)}}", f"[1, {{2: frozenset({flood} for i in range(3500))}}]",
                     f"{{({flood},): 1 for i in range(12000)}}", f"[{{i*j*(2**61-1): 1 for i in range(2000)}} for j in range(1, 20)]",
                     f"import collections\ncollections.Counter({flood} for i in range(12000))"):
            start = time.process_time()
            with self.assertRaisesRegex(ValueError, "too many keys of a dict or set have the same hash"):
                pysub.run(made)
            self.assertLess(time.process_time() - start, 5, made)
        with self.assertRaisesRegex(pysub.ProgramError, "the same hash"):
            pysub.run(f"f({{{flood}: 1 for i in range(12000)}})", functions={"f": len})
        for made in ("{1 << i: i for i in range(5000)}", "{i * (2**61 - 1): i for i in range(2000)}", "{float(i): i for i in range(300000)}",
                     "[{i: i for i in range(1000)} for _ in range(300)]", "{str(i) for i in range(300000)}", "{(i, -i) for i in range(50000)}"):
            self.assertEqual(pysub.run(made), eval(made))

    def test_numbers_of_many_digits(self):
        # (The sandbox pays for what it computes; what the host does with it must not take longer by far.)
        limit = sys.get_int_max_str_digits()
        start = time.process_time()
        value = pysub.run("import decimal\ndecimal.getcontext().prec = 200_000\n[decimal.Decimal(1) / 7, -decimal.Decimal(2) / 3]")
        self.assertEqual(len(value[0].as_tuple().digits), 200_000)
        self.assertEqual(str(value[0])[:20], "0.142857142857142857")
        self.assertTrue(str(value[1]).startswith("-0.6666") and str(value[1]).endswith("667"))
        session = pysub.Session()
        session.feed("import decimal")
        self.assertEqual(self.there_and_back(value, session), value)
        number = pysub.run("import fractions\nfractions.Fraction(3**400000, 2**600000)")
        self.assertEqual((number.numerator, number.denominator), (3**400000, 2**600000))
        self.assertEqual(pysub.run("import fractions\nfractions.Fraction(6, 4)"), fractions.Fraction(3, 2))
        self.assertLess(time.process_time() - start, 20)
        for text in ("NaN", "-NaN" + "7" * 5000, "sNaN12", "-Infinity", "0E+5", "-0", "1E-99999", "-" + "9" * 5000 + "E+7"):
            self.assertEqual(str(self.there_and_back(decimal.Decimal(text), session)), str(decimal.Decimal(text)))
        self.assertEqual(sys.get_int_max_str_digits(), limit)

    def test_many_kinds_of_namedtuples(self):
        kinds = "from collections import namedtuple\n[namedtuple('a', ['x%d' % i])(1) for i in range({})]"
        with self.assertRaisesRegex(ValueError, "more than 256 kinds of namedtuples"):
            pysub.run(kinds.format(40000))
        for _ in range(6):  # more than are kept
            self.assertEqual([value[0] for value in pysub.run(kinds.format(256))], [1] * 256)
        self.assertIs(*(type(value) for value in pysub.run("from collections import namedtuple\nP = namedtuple('P', 'x')\n[P(1), P(2)]")))

    def test_exceptions_that_a_program_has_made_odd(self):
        odd = pysub.run('e=UnicodeDecodeError("a",b"x",1,2,"r")\ne.args=("a",b"x",1<<100,2,"r")\ne')
        self.assertIsInstance(odd, pysub.ForeignException)
        with self.assertRaises(pysub.ProgramError) as caught:
            pysub.run('e=ExceptionGroup("a",[ValueError(1)])\ne.args=("a",[1])\nraise e')
        self.assertIsInstance(caught.exception.exception(), (pysub.ForeignException, ExceptionGroup))

    @unittest.skipUnless(importlib.util.find_spec("_xxsubinterpreters"), "this Python has no subinterpreters to try")
    def test_a_second_interpreter_is_refused(self):
        script = """if True:
            import pysub, _xxsubinterpreters as interpreters
            other = interpreters.create()
            try:
                interpreters.run_string(other, "import pysub")
            except interpreters.RunFailedError as error:
                print("another interpreter of this process has it" in str(error))
            interpreters.destroy(other)
            print(pysub.run("1 + 1"))
            try:
                pysub.run("1/0")
            except pysub.ProgramError as error:
                print(type(error.exception()).__name__)
        """
        ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
        self.assertEqual(ran.stdout.split(), ["True", "2", "ZeroDivisionError"], ran.stderr)

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
