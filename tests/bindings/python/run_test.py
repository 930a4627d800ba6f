"""run() and Program: values, output, limits, functions, errors."""

import asyncio
import contextlib
import enum
import io
import math
import signal
import sys
import threading
import time
import unittest

import pysub


class RunTest(unittest.TestCase):
    def test_a_line_gives_its_value(self):
        self.assertEqual(pysub.run("1 + 1"), 2)
        self.assertIsNone(pysub.run("x = 1"))
        self.assertEqual(pysub.run("x = 1", result="last_name"), 1)

    def test_inputs_are_globals(self):
        self.assertEqual(pysub.run("x * y", {"x": 6, "y": 7}), 42)
        self.assertEqual(pysub.run("x", inputs={"x": [1, {"a": None}]}), [1, {"a": None}])

    def test_a_program_runs_many_times_from_nothing(self):
        program = pysub.Program("x.append(1)\nlen(x)")
        self.assertEqual([program.run({"x": []}) for _ in range(3)], [1, 1, 1])
        self.assertEqual(pysub.run(program, {"x": [1, 2]}), 3)

    def test_output_goes_to_sys_stdout(self):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            pysub.run("import sys\nprint('a')\nprint('b', file=sys.stderr)")
        self.assertEqual((out.getvalue(), err.getvalue()), ("a\n", "b\n"))

    def test_output_is_captured_in_its_order(self):
        output = pysub.Output()
        pysub.run("import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('é')", output=output)
        self.assertEqual(output.pieces, [("stdout", "a\n"), ("stderr", "b\n"), ("stdout", "é\n")])
        self.assertEqual((output.stdout, output.stderr, output.text), ("a\né\n", "b\n", "a\nb\né\n"))

    def test_output_can_go_nowhere(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            pysub.run("print('a')", output=False)
        self.assertEqual(out.getvalue(), "")

    def test_output_comes_before_the_function_that_is_called_after_it(self):
        seen = []
        pysub.run("print(1)\nf()\nprint(2)", functions={"f": lambda: seen.append("f")},
                  output=lambda stream, text: seen.append(text))
        self.assertEqual(seen, ["1\n", "f", "2\n"])

    def test_an_exception_of_the_output_leaves_run(self):
        def refuse(stream, text):
            raise KeyError(text)

        with self.assertRaises(KeyError):
            pysub.run("print(1)", output=refuse)

    def test_standard_input_arguments_and_environment(self):
        self.assertEqual(pysub.run("input() + input()", stdin="a\nb\n"), "ab")
        self.assertEqual(pysub.run("import sys\nsys.argv", arguments=["x", "-v"]), ["x", "-v"])
        self.assertEqual(pysub.run("import os\nos.environ['A']", environment={"A": "b"}), "b")

    def test_limits(self):
        for limits, name, code in (({"seconds": 0.05}, "duration", "while True: pass"),
                                   ({"memory_bytes": 1 << 20}, "memory", "x = 'a' * (1 << 21)"),
                                   ({"allocations": 1000}, "allocations", "[[] for _ in range(2000)]"),
                                   ({"steps": 1000}, "steps", "for _ in range(10**6): pass"),
                                   ({"output_bytes": 10}, "output", "print('a' * 100)")):
            with self.subTest(name), self.assertRaises(pysub.LimitError) as caught:
                pysub.run(code, limits=limits, output=False)
            self.assertEqual(caught.exception.limit, name)
        with self.assertRaises(pysub.ProgramError) as caught:
            pysub.run("def f(): f()\nf()", limits={"recursion_depth": 50})
        self.assertEqual(caught.exception.type_name, "RecursionError")

    def test_a_limit_that_nobody_knows_is_a_mistake(self):
        with self.assertRaisesRegex(TypeError, "limits has no 'second'"):
            pysub.run("1", limits={"second": 1})
        for limits in ({"seconds": 0}, {"seconds": -1}, {"steps": 0}, {"steps": -1}, {"memory_bytes": 1 << 64}):
            with self.subTest(limits), self.assertRaises(ValueError):
                pysub.run("1", limits=limits)
        for limits in ({"steps": 1.5}, {"seconds": "1"}, {"steps": True}, 5):
            with self.subTest(limits), self.assertRaises(TypeError):
                pysub.run("1", limits=limits)

    def test_an_option_that_nobody_knows_is_a_mistake(self):
        with self.assertRaisesRegex(TypeError, "a sandbox has no 'limit'"):
            pysub.run("1", limit=5)
        with self.assertRaises(TypeError):
            pysub.Program("1", limits={})

    def test_a_mistake_in_a_name_lists_the_names_that_there_are(self):
        snapshot = pysub.Sandbox("1").dump()
        shell = pysub.Shell()
        cases = [
            (lambda: pysub.run("1", limts={}), "^a sandbox has no 'limts': it has inputs, functions, limits, feed_limits, "),
            (lambda: pysub.Session(limts={}), "^a sandbox has no 'limts': it has "),
            (lambda: pysub.run("1", limits={"time": 1}), "^limits has no 'time': it has seconds, memory_bytes, allocations, steps, output_bytes, recursion_depth$"),
            (lambda: pysub.Session(feed_limits={"time": 1}), "^feed_limits has no 'time': it has seconds, allocations, steps, output_bytes, interrupt_after$"),
            (lambda: pysub.run("1", conversion={"time": 1}), "^conversion has no 'time': it has max_values, max_bytes, max_depth, max_handles$"),
            (lambda: pysub.run("1", permissions={"time": "host"}), "^permissions has no 'time': it has standard_input, clock, sleep, entropy, environment, files_read, files_write, run_command$"),
            (lambda: pysub.Sandbox.load(snapshot, key="x"), "^loading a sandbox has no 'key': it has functions, [a-z_, ]*, snapshot_key, programs$"),
            (lambda: pysub.Sandbox.load(snapshot, inputs={"x": 1}), "^loading a sandbox has no 'inputs': it has "),
            (lambda: pysub.Session.load(snapshot, environment={"x": "1"}), "^loading a sandbox has no 'environment': it has "),
            (lambda: pysub.run("1", snapshot_key="x"), "^a sandbox has no 'snapshot_key': it has "),
            (lambda: pysub.Shell(limit={}), "^a shell has no 'limit': it has limits, python_limits, environment, "),
            (lambda: pysub.Shell(limits={"time": 1}), "^limits has no 'time': it has seconds, commands, "),
            (lambda: shell.run(":", time=1), "^a script has no 'time': it has stdin, args, environment, directory, name, timeout, output$"),
        ]
        for call, message in cases:
            with self.subTest(message), self.assertRaisesRegex(TypeError, message):
                call()

    def test_an_input_that_cannot_cross_is_named(self):
        class Colour(enum.Enum):
            RED = 1

        unknown = r"^input 'x': an object of the type {} cannot be given to a sandbox: give {}"
        session = pysub.Session()
        for value, error, message in (
            (object(), TypeError, unknown.format("object", "a dict, a list, a text or numbers")),
            ([{"a": object()}], TypeError, unknown.format("object", "a dict, a list")),
            (Colour.RED, TypeError, unknown.format(r"\S*Colour", "its value$")),
            (int.from_bytes, TypeError, "^input 'x': "),
        ):
            for call in (lambda: pysub.run("x", {"x": value}), lambda: pysub.Program("x").run({"x": value}), lambda: pysub.Sandbox("x", inputs={"x": value}),
                         lambda: session.feed("x", {"x": value}), lambda: session.sandbox.set("x", value)):
                with self.subTest(value), self.assertRaisesRegex(error, message):
                    call()
        loop = []
        loop.append(loop)
        with self.assertRaisesRegex(ValueError, "^input 'x': "):
            pysub.run("x", {"x": loop})

    def test_permissions(self):
        self.assertEqual(pysub.run("import time\ntime.time()", permissions={"clock": "host"},
                                   os=lambda call: 5_000_000_000), 5.0)
        import time
        self.assertAlmostEqual(pysub.run("import time\ntime.time()", permissions={"clock": "host"}), time.time(), delta=60)
        with self.assertRaises(pysub.ProgramError) as caught:
            pysub.run("import time\ntime.time()", permissions={"clock": "nobody"})
        self.assertEqual(caught.exception.type_name, "PermissionError")
        with self.assertRaisesRegex(ValueError, "sandbox, nobody, host"):
            pysub.run("1", permissions={"clock": "everybody"})
        with self.assertRaisesRegex(TypeError, "permissions has no 'clocks'"):
            pysub.run("1", permissions={"clocks": "host"})

    def test_a_sleep_by_the_machines_clock_counts_as_running(self):
        code = "import time\ntime.sleep(4)"
        with_tasks = "import asyncio\nawait asyncio.sleep(4)"
        ways = {
            "run": lambda **o: pysub.run(code, **o),
            "tasks": lambda **o: pysub.run(with_tasks, **o),
            "run_async": lambda **o: asyncio.run(pysub.run_async(code, **o)),
            "tasks, run_async": lambda **o: asyncio.run(pysub.run_async(with_tasks, **o)),
            "pieces": lambda **o: pysub.run("import time\nwhile True: time.sleep(0.05)", **o),
            "run_to_end": lambda **o: pysub.Sandbox(code, **o).run_to_end(),
            "feed": lambda **o: pysub.Session(**o).feed(code),
        }
        for name, way in ways.items():
            with self.subTest(name):
                begun = time.monotonic()
                with self.assertRaises(pysub.LimitError) as caught:
                    way(permissions={"sleep": "host"}, limits={"seconds": 0.3})
                self.assertTrue(0.25 < time.monotonic() - begun < 2, time.monotonic() - begun)
                self.assertEqual((caught.exception.limit, caught.exception.message), ("duration", "TimeoutError: time limit of 0.3 s exceeded"))
                self.assertTrue(caught.exception.traceback.endswith("TimeoutError: time limit of 0.3 s exceeded\n"))
        self.assertIsNone(pysub.run("import time\ntime.sleep(0.3)", permissions={"sleep": "host"}, limits={"seconds": math.inf}))
        # os is the host's own, and so is its time
        self.assertIsNone(pysub.run(code, permissions={"sleep": "host"}, limits={"seconds": 0.1}, os=lambda call: time.sleep(0.2)))

    def test_a_sleep_in_a_session(self):
        session = pysub.Session(permissions={"sleep": "host"}, limits={"seconds": 0.3}, feed_limits={"seconds": 0.2})
        session.feed("import time\nx = 1")
        for _ in range(3):  # each feed has its time anew
            session.feed("time.sleep(0.15)")
        begun = time.monotonic()
        with self.assertRaises(pysub.LimitError) as caught:
            session.feed("x = 2\ntime.sleep(4)")
        self.assertEqual((caught.exception.limit, caught.exception.session_goes_on), ("duration", True))
        self.assertIn("limit of 0.2 s", caught.exception.message)
        self.assertEqual(session["x"], 1)
        fork = session.fork()
        with self.assertRaises(pysub.LimitError):
            fork.feed("time.sleep(4)")
        self.assertLess(time.monotonic() - begun, 2)
        slow = pysub.Session(permissions={"sleep": "host"})
        threading.Timer(0.2, slow.cancel).start()
        with self.assertRaises(pysub.LimitError) as caught:
            slow.feed("import time\ntime.sleep(4)")
        self.assertEqual(caught.exception.limit, "cancelled")
        threading.Timer(0.2, slow.interrupt).start()
        with self.assertRaises(pysub.ProgramError) as caught:
            slow.feed("import time\ntime.sleep(4)")
        self.assertEqual(caught.exception.type_name, "KeyboardInterrupt")
        old = signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with self.assertRaises(KeyboardInterrupt):
                slow.feed("import time\ntime.sleep(4)")
        finally:
            signal.signal(signal.SIGALRM, old)
        self.assertLess(time.monotonic() - begun, 4)

    def test_what_is_asked_of_the_host_and_not_answered_is_refused(self):
        with self.assertRaises(pysub.ProgramError) as caught:
            pysub.run("open('/x')", permissions={"files_read": "host", "files_write": "host"})
        self.assertEqual(caught.exception.type_name, "PermissionError")

    def test_names_are_found_by_a_function(self):
        self.assertEqual(pysub.run("a + b", names={"a": 1, "b": 2}.__getitem__), 3)
        with self.assertRaises(pysub.ProgramError) as caught:
            pysub.run("a + c", names={"a": 1, "b": 2}.__getitem__)
        self.assertEqual(str(caught.exception), "NameError: name 'c' is not defined")

    def test_result_that_is_no_value_of_pythons(self):
        function = pysub.run("def f(): pass\nf")
        self.assertIsInstance(function, pysub.Opaque)
        self.assertEqual((function.kind, function.name), ("function", "f"))
        self.assertEqual(pysub.run("(i for i in [])").name, "generator")


class FunctionTest(unittest.TestCase):
    def test_a_function_is_called_with_what_the_program_gives(self):
        def f(*args, **kwargs):
            return [args, kwargs]

        self.assertEqual(pysub.run("f(1, 'a', k=[None])", functions={"f": f}), [(1, "a"), {"k": [None]}])

    def test_a_signature_is_checked_by_the_program(self):
        functions = {"search(query, /, limit=10)": lambda query, limit: (query, limit)}
        self.assertEqual(pysub.run("search('x')", functions=functions), ("x", 10))
        with self.assertRaises(pysub.ProgramError) as caught:
            pysub.run("search()", functions=functions)
        self.assertEqual(str(caught.exception), "TypeError: search() missing 1 required positional argument: 'query'")
        with self.assertRaises((ValueError, TypeError)):
            pysub.run("1", functions={"f(": print})

    def test_a_host_s_exception_is_the_program_s_by_its_name(self):
        def fail():
            raise FileNotFoundError(2, "No such file or directory", "/x")

        self.assertEqual(pysub.run("try:\n  f()\nexcept OSError as e:\n  r = repr(e), e.errno, e.filename\nr",
                                   functions={"f": fail}),
                         ("FileNotFoundError(2, 'No such file or directory')", 2, "/x"))

        class Own(ValueError):
            pass

        def own():
            raise Own("no")

        self.assertEqual(pysub.run("try:\n  f()\nexcept ValueError as e:\n  r = e.args\nr", functions={"f": own}), ("no",))

    def test_what_the_program_does_not_catch_has_its_cause(self):
        def fail():
            raise KeyError("x")

        with self.assertRaises(pysub.ProgramError) as caught:
            pysub.run("f()", functions={"f": fail})
        error = caught.exception
        self.assertEqual((error.type_name, error.message), ("KeyError", "'x'"))
        self.assertIsInstance(error.__cause__, KeyError)
        self.assertIsInstance(error.exception(), KeyError)

    def test_what_ends_a_host_does_not_enter_the_program(self):
        for kind in (KeyboardInterrupt, SystemExit, GeneratorExit):
            def fail(kind=kind):
                raise kind("now")

            with self.subTest(kind), self.assertRaises(kind):
                pysub.run("try:\n  f()\nexcept BaseException:\n  pass", functions={"f": fail})

    def test_an_answer_that_cannot_cross_is_a_type_error_of_the_program(self):
        with self.assertRaises(pysub.ProgramError) as caught:
            pysub.run("f()", functions={"f": object})
        self.assertEqual(str(caught.exception), "TypeError: an object of the type object cannot be given to a sandbox: "
                         "give a dict, a list, a text or numbers that say what is in it")

    def test_an_argument_that_cannot_cross_is_an_error_of_the_program(self):
        with self.assertRaises(pysub.ProgramError) as caught:
            pysub.run("a = []\na.append(a)\nf(a)", functions={"f": print})
        self.assertEqual(str(caught.exception), "ValueError: the value contains itself")

    def test_a_function_may_run_other_sandboxes(self):
        output = pysub.Output()
        self.assertEqual(pysub.run("print(1)\nx = f()\nprint(3)\nx", output=output,
                                   functions={"f": lambda: pysub.run("print(2)\n5", output=output)}), 5)
        self.assertEqual(output.text, "1\n2\n3\n")

    def test_docstrings_are_seen(self):
        def f():
            "Says it."

        self.assertEqual(pysub.run("f.__doc__", functions={"f": f}), "Says it.")

    def test_a_name_without_a_callable_is_a_mistake_of_the_host(self):
        code = "try: f()\nexcept NameError: 1"
        for run in (lambda: pysub.run(code, functions=["f"]), lambda: asyncio.run(pysub.run_async(code, functions={"f": None})),
                    lambda: asyncio.run(pysub.Sandbox(code, functions=["f"]).run_to_end_async()), lambda: pysub.Session().feed(code, functions=["f"])):
            with self.assertRaisesRegex(pysub.StateError, r"calls f\(\), for which there is no callable"):
                run()
        sandbox = pysub.Sandbox("f() + 1", functions=["f"])
        with self.assertRaises(pysub.StateError):
            sandbox.run_to_end()
        sandbox.answer(sandbox.run(), 1)  # the stop is still there
        self.assertEqual(sandbox.run_to_end(), 2)
        self.assertEqual(pysub.run("1", functions=["f"]), 1)

    def test_names_that_no_program_can_call(self):
        for name in ("a b", "1x", "", "a-b", " f", "a b(x)"):
            with self.subTest(name), self.assertRaisesRegex(ValueError, "is no name or signature of a function"):
                pysub.run("1", functions={name: len})
        with self.assertRaises(ValueError):
            pysub.Session().feed("1", functions=["a b"])
        self.assertEqual(pysub.run("größe('abc')", functions={"größe": len}), 3)

    def test_mistakes_are_told_as_the_host_knows_them(self):
        session = pysub.Session()
        cases = [
            (lambda: pysub.run("1", limits={"seconds": 1e300}), ValueError, "at most 1e10"),
            (lambda: pysub.run("1", limits={"seconds": -1}), ValueError, "above 0"),
            (lambda: pysub.run("1", limits={"seconds": math.nan}), ValueError, "above 0"),
            (lambda: pysub.run("1", limits={"recursion_depth": 2_000_000}), ValueError, "^recursion_depth is more than 1000000$"),
            (lambda: pysub.Sandbox("1", working_directory="a"), ValueError, "^working_directory is not absolute$"),
            (lambda: pysub.run("x", {"x": [1, 2, 3]}, conversion={"max_values": 2}), pysub.LimitError, "more values than the option `conversion` allows$"),
            (lambda: session.feed("1", [1]), TypeError, "inputs has to be a dict, not"),
            (lambda: session.feed("1", functions=3), TypeError, "functions has to be a dict or a list of names, not"),
            (lambda: pysub.Files().mount("/m", "/nonexist"), FileNotFoundError, "'/nonexist'"),
            (lambda: pysub.Files().mount("m/n", "/"), OSError, "'m/n'"),
        ]
        cases += [(lambda load=load, given=given: load(given), TypeError, "a snapshot has to be bytes, not")
                  for load in (pysub.Sandbox.load, pysub.Session.load, pysub.Shell.load, pysub.Files.load) for given in (None, "x", 5)]
        for call, error, message in cases:
            with self.subTest(message), self.assertRaisesRegex(error, message) as caught:
                call()
            self.assertNotIn("::", str(caught.exception))
        self.assertEqual(session.feed("1"), 1)


class ErrorTest(unittest.TestCase):
    def test_an_exception_with_its_traceback(self):
        with self.assertRaises(pysub.ProgramError) as caught:
            pysub.run("def f():\n    return 1 / 0\nf()", file_name="a.py")
        error = caught.exception
        self.assertEqual((error.type_name, error.message, error.exception_args), ("ZeroDivisionError", "division by zero", ("division by zero",)))
        self.assertIn('  File "a.py", line 2, in f\n', error.traceback)
        self.assertTrue(error.traceback.endswith("ZeroDivisionError: division by zero\n"))
        self.assertEqual([(frame.file_name, frame.line, frame.function) for frame in error.frames],
                         [("a.py", 3, "<module>"), ("a.py", 2, "f")])
        self.assertEqual(error.frames[1].source_line.strip(), "return 1 / 0")

    def test_a_text_that_is_no_python(self):
        with self.assertRaises(pysub.ProgramSyntaxError) as caught:
            pysub.run("1 +")
        self.assertEqual(caught.exception.type_name, "SyntaxError")
        mistakes = pysub.Program("x = (1,\ny = 2").mistakes
        self.assertEqual((mistakes[0]["type"], mistakes[0]["line"]), ("SyntaxError", 1))
        self.assertEqual(pysub.Program("1").mistakes, ())

    def test_the_program_exits(self):
        with self.assertRaises(pysub.ProgramExit) as caught:
            pysub.run("raise SystemExit(3)")
        self.assertEqual(caught.exception.status, 3)
        with self.assertRaises(pysub.ProgramExit) as caught:
            pysub.run("import sys\nsys.exit('bye')")
        self.assertEqual((caught.exception.status, caught.exception.exit_message), (1, "bye"))

    def test_exceptions_that_the_host_has_not(self):
        with self.assertRaises(pysub.ProgramError) as caught:
            pysub.run("import statistics\nstatistics.mean([])")
        error = caught.exception.exception()
        self.assertIsInstance(error, pysub.ForeignException)
        self.assertEqual(error.type_name, "statistics.StatisticsError")

    def test_the_machine_s_modules_are_out_of_reach(self):
        with self.assertRaises(pysub.ProgramError) as caught:
            pysub.run("import subprocess")
        self.assertEqual(caught.exception.type_name, "ModuleNotFoundError")

    def test_self_test(self):
        self.assertIsNone(pysub.self_test())
        self.assertEqual(pysub.version(), pysub.__version__)


class ImportTest(unittest.TestCase):
    def test_importing_brings_little(self):
        import subprocess

        said = subprocess.run(
            [sys.executable, "-c", "import sys\nbefore = set(sys.modules)\nimport pysub\nprint(sorted(set(sys.modules) - before))"],
            capture_output=True, text=True, check=True).stdout
        names = [name for name in eval(said) if not name.startswith("pysub") and name not in ("_pysub", "__future__")]
        self.assertEqual(names, [])


if __name__ == "__main__":
    unittest.main()
