"""pysub.monty: programs in both shapes of pydantic_monty's interface."""

import asyncio
import pathlib
import subprocess
import sys
import tempfile
import unittest

import pysub
import pysub.monty as pydantic_monty


class OldTest(unittest.TestCase):
    """Before 1.0: Monty is code."""

    def test_run(self):
        monty = pydantic_monty.Monty("x * y", inputs=["x", "y"], script_name="calc.py")
        self.assertIsInstance(monty, pydantic_monty.Monty)
        self.assertEqual(monty.run(inputs={"x": 2, "y": 3}), 6)
        self.assertEqual(monty.run(inputs={"x": 2, "y": 4}, limits={"max_duration_secs": 1, "max_memory": 10**7, "gc_interval": 5}), 8)
        with self.assertRaises(KeyError):
            monty.run(inputs={"x": 2})
        with self.assertRaises(TypeError):
            monty.run(inputs={"x": 2, "y": 3, "z": 4})
        with self.assertRaises(ValueError):
            monty.run(inputs={"x": 2, "y": 4}, limits={"max_time": 1})

    def test_functions_and_prints(self):
        said = []
        monty = pydantic_monty.Monty("print('a', end='')\nfetch(url, n=1)", inputs=["url"], external_functions=["fetch"])
        result = monty.run(inputs={"url": "u"}, external_functions={"fetch": lambda url, n: url * n + "!"},
                           print_callback=lambda stream, text: said.append((stream, text)))
        self.assertEqual((result, said), ("u!", [("stdout", "a")]))

    def test_start_and_resume(self):
        monty = pydantic_monty.Monty("data = fetch('u', k=1)\nlen(data)", external_functions=["fetch"], script_name="s.py")
        progress = monty.start()
        self.assertIsInstance(progress, pydantic_monty.MontySnapshot)
        self.assertEqual((progress.function_name, progress.args, progress.kwargs, progress.script_name, progress.is_os_function),
                         ("fetch", ("u",), {"k": 1}, "s.py", False))
        saved = progress.dump()
        done = progress.resume(return_value="abc")
        self.assertIsInstance(done, pydantic_monty.MontyComplete)
        self.assertEqual(done.output, 3)
        with self.assertRaises(RuntimeError):
            progress.resume(return_value="abc")
        with self.assertRaises(RuntimeError):
            progress.dump()
        again = pydantic_monty.MontySnapshot.load(saved)
        self.assertEqual(again.resume(return_value="abcd").output, 4)
        again = pydantic_monty.MontySnapshot.load(saved)
        with self.assertRaises(TypeError):
            again.resume()
        with self.assertRaises(pydantic_monty.MontyRuntimeError) as caught:
            again.resume(exception=ValueError("no"))
        self.assertIsInstance(caught.exception.exception(), ValueError)

    def test_futures(self):
        code = "import asyncio\nasync def main():\n  return await asyncio.gather(f(1), f(2))\nawait main()"
        progress = pydantic_monty.Monty(code, external_functions=["f"]).start()
        calls = {}
        while isinstance(progress, pydantic_monty.MontySnapshot):
            calls[progress.call_id] = progress.args[0]
            progress = progress.resume(future=...)
        self.assertIsInstance(progress, pydantic_monty.MontyFutureSnapshot)
        self.assertEqual(progress.pending_call_ids, list(calls))
        with self.assertRaises(KeyError):
            progress.resume({99: {"return_value": 1}})
        done = progress.resume({id: {"return_value": value * 10} for id, value in calls.items()})
        self.assertEqual(done.output, [10, 20])

    def test_dump_and_load(self):
        monty = pydantic_monty.Monty.load(pydantic_monty.Monty("x + 1", inputs=["x"]).dump())
        self.assertEqual(monty.run(inputs={"x": 1}), 2)
        good = pydantic_monty.Monty("x").dump()
        for damaged in (b"", b"x", good[:-1], good[:20], good.replace(b"code", b"cod3")):
            with self.assertRaises(pysub.SnapshotError):
                pydantic_monty.Monty.load(damaged)
            with self.assertRaises(pysub.SnapshotError):
                pydantic_monty.load_snapshot(damaged)

    def test_errors(self):
        with self.assertRaises(pydantic_monty.MontySyntaxError):
            pydantic_monty.Monty("1 +")
        with self.assertRaises(pydantic_monty.MontyRuntimeError) as caught:
            pydantic_monty.Monty("def f():\n    1 / 0\nf()", script_name="e.py").run()
        error = caught.exception
        self.assertIsInstance(error, pydantic_monty.MontyError)
        self.assertIsInstance(error.exception(), ZeroDivisionError)
        self.assertEqual((str(error), error.display("type-msg"), error.display("msg")),
                         ("ZeroDivisionError: division by zero",) * 2 + ("division by zero",))
        self.assertTrue(error.display().startswith("Traceback (most recent call last):\n  File \"e.py\", line 3"))
        self.assertEqual([(frame.filename, frame.line, frame.function_name) for frame in error.traceback()], [("e.py", 3, None), ("e.py", 2, "f")])
        for limits, kind in (({"max_duration_secs": 0.05}, TimeoutError), ({"max_memory": 1 << 20}, MemoryError), ({"max_allocations": 100}, MemoryError)):
            with self.assertRaises(pydantic_monty.MontyRuntimeError) as caught:
                pydantic_monty.Monty("x = []\nwhile True: x.append([])").run(limits=limits)
            self.assertIsInstance(caught.exception.exception(), kind)

    def test_async(self):
        async def fetch(n):
            await asyncio.sleep(0.01)
            return n

        monty = pydantic_monty.Monty("import asyncio\nsum(await asyncio.gather(fetch(1), fetch(2), plain(3)))" .replace(", plain(3)", ""))
        self.assertEqual(asyncio.run(pydantic_monty.run_monty_async(monty, external_functions={"fetch": fetch})), 3)

    def test_repl(self):
        repl = pydantic_monty.MontyRepl("x = 1", script_name="r.py")
        self.assertEqual(repl.feed("x += 1\nx"), 2)
        self.assertEqual(repl.feed("f(x)", external_functions={"f": lambda n: n * 5}), 10)
        loaded = pydantic_monty.MontyRepl.load(repl.dump())
        self.assertEqual((loaded.feed("x"), type(loaded)), (2, pydantic_monty.MontyRepl))
        self.assertEqual(pydantic_monty.MontyRepl.create("y = 3").feed("y"), 3)

    def test_what_is_refused(self):
        for options in ({"type_check": True}, {"type_check_stubs": "x: int"}, {"dataclass_registry": [int]}):
            with self.assertRaises(NotImplementedError):
                pydantic_monty.Monty("1", **options)
        with self.assertRaises(NotImplementedError):
            pydantic_monty.Monty("1").run(os=lambda *args: None)


class NewTest(unittest.TestCase):
    """1.x: Monty is a pool."""

    def test_feed_run(self):
        with pydantic_monty.Monty(max_processes=2, checkout_timeout=5, request_timeout=5) as pool:
            self.assertIsInstance(pool, pydantic_monty.Monty)
            with pool.checkout(script_name="a.py", limits={"max_memory": 10**7, "max_feed_duration_secs": 1}) as session:
                self.assertIsNone(session.feed_run("x = 1"))
                self.assertEqual(session.feed_run("x + y", inputs={"y": 2}), 3)
                collected = pydantic_monty.CollectString()
                self.assertEqual(session.feed_run("print('hi')\nf(z)", external_lookup={"f": lambda n: n + 1, "z": 4}, print_callback=collected), 5)
                self.assertEqual(collected.output, "hi\n")
                with self.assertRaises(pydantic_monty.MontyRuntimeError):
                    session.feed_run("while True: pass")
                self.assertEqual(session.feed_run("x"), 1)
            with self.assertRaises(ValueError):
                pool.checkout(limits={"max_time": 1})
        with self.assertRaises(RuntimeError):
            pool.checkout()

    def test_lookup_by_a_function(self):
        session = pydantic_monty.Monty().checkout()
        self.assertEqual(session.feed_run("f(a)", external_lookup={"f": lambda n: n * 2, "a": 21}.get), 42)

    def test_feed_start(self):
        session = pydantic_monty.Monty().checkout(script_name="s.py")
        progress = session.feed_start("v = f(a, k=2)\nv")
        self.assertIsInstance(progress, pydantic_monty.NameLookupSnapshot)
        self.assertEqual(progress.variable_name, "f")
        progress = progress.resume({"value": lambda: None})
        self.assertEqual(progress.variable_name, "a")
        progress = progress.resume({"value": 7})
        self.assertIsInstance(progress, pydantic_monty.FunctionSnapshot)
        self.assertEqual((progress.function_name, progress.args, progress.kwargs), ("f", (7,), {"k": 2}))
        saved = progress.dump()
        self.assertEqual(progress.resume({"return_value": [1]}).output, [1])
        self.assertEqual(session.feed_run("v"), [1])
        again = pydantic_monty.load_snapshot(saved)
        with self.assertRaises(pydantic_monty.MontyRuntimeError) as caught:
            again.resume({"exc_type": "KeyError", "message": "k"})
        self.assertIsInstance(caught.exception.exception(), KeyError)
        for wrong in ({}, {"return_value": 1, "future": ...}, {"value": 1}):
            with self.assertRaises(TypeError):
                pydantic_monty.load_snapshot(saved).resume(wrong)

    def test_a_snapshot_goes_on_in_another_process(self):
        session = pydantic_monty.Monty().checkout()
        progress = session.feed_start("f(5) + 1", external_lookup={"f": print})
        code = "import pysub.monty, sys\nprint(pysub.monty.load_snapshot(sys.stdin.buffer.read()).resume({'return_value': 6}).output)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code], input=progress.dump(), capture_output=True, check=True).stdout, b"7\n")

    def test_resume_auto(self):
        session = pydantic_monty.Monty().checkout(external_lookup={"f": lambda n: n + 1, "a": 2})
        progress = session.feed_start("f(f(2))")
        while not isinstance(progress, pydantic_monty.MontyComplete):
            progress = progress.resume_auto()
        self.assertEqual(progress.output, 4)
        with self.assertRaises(pydantic_monty.MontyRuntimeError):
            progress = session.feed_start("missing")
            progress.resume_auto()

    def test_futures(self):
        session = pydantic_monty.Monty().checkout()
        progress = session.feed_start("import asyncio\nawait asyncio.gather(f(1), f(2))", external_lookup={"f": print})
        ids = []
        while isinstance(progress, pydantic_monty.FunctionSnapshot):
            ids.append(progress.call_id)
            progress = progress.resume({"future": ...})
        self.assertIsInstance(progress, pydantic_monty.FutureSnapshot)
        self.assertEqual(progress.resume({ids[0]: {"return_value": 1}, ids[1]: {"return_value": 2}}).output, [1, 2])

    def test_a_limit_that_is_not_there_is_refused(self):
        with self.assertRaisesRegex(NotImplementedError, "max_total_sleep_secs is not supported"):
            pydantic_monty.Monty().checkout(limits={"max_total_sleep_secs": 1})
        pydantic_monty.Monty().checkout(limits={"max_total_sleep_secs": None})

    def test_limits_of_turns_and_suspensions(self):
        session = pydantic_monty.Monty().checkout(limits={"max_turn_duration_secs": 0.1, "max_suspensions": 2})
        with self.assertRaises(pydantic_monty.MontyRuntimeError) as caught:
            session.feed_start("while True: pass")
        self.assertIsInstance(caught.exception.exception(), TimeoutError)
        progress = session.feed_start("for _ in range(3): f()", external_lookup={"f": print})
        progress = progress.resume({"return_value": None})
        with self.assertRaises(pydantic_monty.MontyRuntimeError):
            progress.resume({"return_value": None})

    def test_sessions_are_saved(self):
        session = pydantic_monty.Monty().checkout(script_name="s.py")
        session.feed_run("x = [1]")
        loaded = pydantic_monty.load_session(session.dump())
        self.assertEqual((loaded.feed_run("x"), loaded.script_name), ([1], "s.py"))
        with self.assertRaises(pysub.SnapshotError):
            pydantic_monty.load_session(session.dump()[:-1])

    def test_files(self):
        with tempfile.TemporaryDirectory() as host:
            pathlib.Path(host, "in").write_text("host")
            file = pydantic_monty.MemoryFile("/work/notes.txt", "one")
            session = pydantic_monty.Monty().checkout(mount=pydantic_monty.MountDir("/data", host, mode="read-only"),
                                                      os=pydantic_monty.OSAccess([file], environ={"A": "b"}))
            self.assertEqual(session.feed_run("import os\nfrom pathlib import Path\n[Path('/data/in').read_text(), Path('/work/notes.txt').read_text(), os.getenv('A')]"),
                             ["host", "one", "b"])
            with self.assertRaises(pydantic_monty.MontyRuntimeError):
                session.feed_run("Path('/data/in').write_text('x')")
        access = pydantic_monty.OSAccess([file])
        pydantic_monty.Monty("from pathlib import Path\nPath('/work/notes.txt').write_text('two')").run(os=access)
        self.assertEqual(file.content, "two")

    def test_asynchronous(self):
        async def main():
            async def fetch(n):
                await asyncio.sleep(0.01)
                return n * 2

            async with pydantic_monty.AsyncMonty(max_processes=1) as pool:
                async with pool.checkout() as session:
                    result = await session.feed_run("import asyncio\nawait asyncio.gather(fetch(1), fetch(2))", external_lookup={"fetch": fetch})
                    with self.assertRaises(pydantic_monty.MontyRuntimeError):
                        await session.feed_run("1 / 0")
                    return result

        self.assertEqual(asyncio.run(main()), [2, 4])

    def test_streams(self):
        streams = pydantic_monty.CollectStreams()
        pydantic_monty.Monty().checkout().feed_run("import sys\nprint(1)\nprint(2, file=sys.stderr)", print_callback=streams)
        self.assertEqual(streams.output, [("stdout", "1\n"), ("stderr", "2\n")])

    def test_limits_by_their_type(self):
        limits = pydantic_monty.ResourceLimits(max_duration_secs=5.0, max_memory=1 << 22)
        self.assertEqual(pydantic_monty.Monty("a - b", inputs=["a", "b"]).run(inputs={"a": 5, "b": 2}, limits=limits), 3)
        with pydantic_monty.Monty() as pool, pool.checkout(limits=limits) as session:
            self.assertEqual(session.feed_run("a - b", inputs={"a": 5, "b": 3}), 2)
        for names in (["max_duration_secs"], ["max_feed_duration_secs"], ["max_feed_duration_secs", "max_duration_secs"]):
            limits = pydantic_monty.ResourceLimits(**dict(zip(names, (0.05, 1000))))
            with self.subTest(names), pydantic_monty.Monty().checkout(limits=limits) as session:
                with self.assertRaises(pydantic_monty.MontyRuntimeError) as caught:
                    session.feed_run("while True: pass")
                self.assertIsInstance(caught.exception.exception(), TimeoutError)
        with self.assertRaisesRegex(ValueError, "limits has no 'max_time': it has max_memory, max_feed_duration_secs, "):
            pydantic_monty.Monty().checkout(limits={"max_time": 1})
        with self.assertRaisesRegex(ValueError, "limits has no 'max_time': it has max_allocations, max_duration_secs, "):
            pydantic_monty.Monty("1").run(limits={"max_time": 1})

    def test_functions_by_the_name_that_they_had(self):
        with pydantic_monty.Monty() as pool, pool.checkout() as session:
            self.assertEqual(session.feed_run("upper('a')", external_functions={"upper": str.upper}), "A")
            with self.assertRaises(TypeError):
                session.feed_run("1", external_functions={}, external_lookup={})

    def test_values_that_cannot_cross(self):
        with pydantic_monty.Monty() as pool, pool.checkout() as session:
            for options in ({"inputs": {"x": object()}}, {"external_lookup": {"x": object()}}):
                with self.assertRaises(pydantic_monty.MontyConversionError) as caught:
                    session.feed_run("x", **options)
                self.assertIsInstance(caught.exception.exception(), TypeError)

    def test_turns_of_an_asynchronous_session(self):
        async def double(n):
            return 2 * n

        async def main():
            async with pydantic_monty.AsyncMonty() as pool, pool.checkout() as session:
                progress = await session.feed_start("ask(1) + more", external_lookup={"ask": double, "more": 3})
                self.assertIsInstance(progress, pydantic_monty.AsyncFunctionSnapshot)
                self.assertEqual((await progress.resume({"return_value": 5})).output, 8)
                progress = await session.feed_start("ask(4)", external_lookup={"ask": double})
                self.assertEqual((await progress.resume_auto()).output, 8)
                task = asyncio.create_task(session.feed_start("while True: pass"))
                await asyncio.sleep(0.05)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                self.assertEqual(await session.feed_run("more"), 3)

        asyncio.run(asyncio.wait_for(main(), 60))

    def test_a_repl_with_coroutine_functions(self):
        async def double(n):
            return 2 * n

        repl = pydantic_monty.MontyRepl("x = 2")
        self.assertEqual(asyncio.run(pydantic_monty.run_repl_async(repl, "await double(x)", external_functions={"double": double})), 4)

    def test_names_that_are_there_to_be_imported(self):
        self.assertEqual(pydantic_monty.__version__, pysub.__version__)
        answer: pydantic_monty.ExternalResult = pydantic_monty.ExternalReturnValue(return_value=1)
        session: pydantic_monty.MontySession = pydantic_monty.Monty().checkout()
        self.assertIsInstance(session, pydantic_monty.MontySession)
        progress: pydantic_monty.SyncSnapshot = session.feed_start("f()", external_lookup={"f": print})
        self.assertEqual(progress.resume(answer).output, 1)
        for error in (pydantic_monty.MontyConversionError, pydantic_monty.MontyDisconnectError, pydantic_monty.MontyShutdown):
            self.assertTrue(issubclass(error, pydantic_monty.MontyError))
        for name in pydantic_monty._ABSENT:
            with self.assertRaisesRegex(NotImplementedError, f"^pysub.monty: {name} is not supported$"):
                getattr(pydantic_monty, name)("a")
        with self.assertRaises(NotImplementedError):
            pydantic_monty.instrument_telemetry(tracer=None)

    def test_all_names_are_there(self):
        for name in pydantic_monty.__all__:
            self.assertTrue(hasattr(pydantic_monty, name), name)


if __name__ == "__main__":
    unittest.main()
