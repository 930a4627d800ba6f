"""Sandbox and Session: stops, answers, snapshots, forks, recordings, misuse."""

import pickle
import signal
import subprocess
import sys
import threading
import time
import unittest

import pysub

ASK = "answer = ask('a', k=1)\nprint('got', answer)\n[answer, x]"


class StepTest(unittest.TestCase):
    def test_a_sink_may_put_another_in_its_place(self):
        class Sink:
            def __call__(self, stream, text):
                sandbox.output = None if text == "b\n" else type(self)()  # nobody but the call has this one now
                seen.append((stream, text))

        seen = []
        sandbox = pysub.Sandbox("import sys\nprint('a')\nprint('x', file=sys.stderr)\nprint('b')", output=Sink())
        sandbox.run()
        self.assertEqual(seen, [("stdout", "a\n"), ("stderr", "x\n"), ("stdout", "b\n")])

    def test_a_call_is_a_stop(self):
        sandbox = pysub.Sandbox(ASK, functions=["ask"], inputs={"x": 7}, output=False)
        call = sandbox.run()
        self.assertEqual((call.name, call.args, call.kwargs, call.id), ("ask", ("a",), {"k": 1}, 1))
        self.assertEqual(sandbox.run().id, 1)
        sandbox.answer(call, [5])
        self.assertEqual(sandbox.run().value, [[5], 7])
        self.assertEqual(sandbox.run().value, [[5], 7])

    def test_an_exception_is_an_answer(self):
        for given, said in (((ValueError("no"),), "ValueError: no"), ((KeyError,), "KeyError"), (("OSError", "x"), "OSError: x"),
                            ((FileNotFoundError(2, "gone"),), "FileNotFoundError: [Errno 2] gone")):
            sandbox = pysub.Sandbox("ask()", functions=["ask"])
            sandbox.raise_(sandbox.run(), *given)
            self.assertEqual(str(sandbox.run().error), said)
        sandbox = pysub.Sandbox("ask()", functions=["ask"])
        call = sandbox.run()
        for wrong in (5, int, object()):
            with self.assertRaises(TypeError):
                sandbox.raise_(call, wrong)
        with self.assertRaises(ValueError):
            sandbox.raise_(call, "NoSuchError", "x")
        sandbox.answer_unknown(call)
        self.assertEqual(sandbox.run().error.type_name, "NameError")

    def test_stops_match(self):
        match pysub.Sandbox("f(1)", functions=["f"]).run():
            case pysub.FunctionCall("f", (1,), {}):
                pass
            case other:
                self.fail(other)

    def test_fuel(self):
        sandbox = pysub.Sandbox("x = 0\nfor i in range(10000): x += i\nx")
        stops = 0
        while isinstance(stop := sandbox.run(1000), pysub.OutOfFuel):
            stops += 1
        self.assertEqual(stop.value, 49995000)
        self.assertGreater(stops, 5)
        for wrong in (0, -1):
            with self.assertRaises(ValueError):
                sandbox.run(wrong)
        with self.assertRaises(TypeError):
            sandbox.run("1")

    def test_names_are_stops(self):
        sandbox = pysub.Sandbox("a + 1", names=True)
        stop = sandbox.run()
        self.assertEqual((type(stop), stop.name), (pysub.NameLookup, "a"))
        sandbox.answer(stop, 4)
        self.assertEqual(sandbox.run().value, 5)

    def test_an_answer_that_an_interrupt_made_useless_is_nobody_elses(self):
        for how, code, permission, answer in (("Sleep", "time.sleep(4)", "sleep", None), ("Now", "time.time()", "clock", 1), ("Entropy", "__import__('os').urandom(2)", "entropy", b"ab")):
            with self.subTest(how):
                sandbox = pysub.Sandbox("import time", permissions={permission: "host"})
                sandbox.run()
                sandbox.feed(code)
                sandbox.answer(sandbox.run(), answer)
                sandbox.interrupt()
                self.assertEqual(sandbox.run().error.type_name, "KeyboardInterrupt")
                sandbox.feed(code)
                stop = sandbox.run()
                self.assertIsInstance(stop, pysub.OsCall)
                self.assertEqual(stop.name, how)

    def test_what_is_asked_of_the_outside_is_a_stop(self):
        sandbox = pysub.Sandbox("import time\ntime.time_ns()", permissions={"clock": "host"})
        stop = sandbox.run()
        self.assertEqual((type(stop), stop.name, stop.fields), (pysub.OsCall, "Now", {"clock": 0}))
        with self.assertRaises(TypeError):
            sandbox.answer(stop, "noon")
        sandbox.answer(stop, 123)
        self.assertEqual(sandbox.run().value, 123)

    def test_answers_that_come_later(self):
        sandbox = pysub.Sandbox("import asyncio\nasync def main(): return await asyncio.gather(f(1), f(2))\nasyncio.run(main())",
                                functions=["f"])
        first = sandbox.run()
        sandbox.answer_later(first)
        second = sandbox.run()
        sandbox.answer_later(second)
        waiting = sandbox.run()
        self.assertEqual((waiting.pending, waiting.sleep), ((first.id, second.id), None))
        sandbox.answer(second.id, "b")
        self.assertEqual(sandbox.run().pending, (first.id,))
        sandbox.answer(first, "a")
        self.assertEqual(sandbox.run().value, ["a", "b"])
        outside = pysub.Sandbox("f()", functions=["f"])
        with self.assertRaises(pysub.StateError):
            outside.answer_later(outside.run())

    def test_limits_are_stops(self):
        stop = pysub.Sandbox("while True: pass", limits={"steps": 1000}).run()
        self.assertEqual((type(stop), stop.limit, stop.session_goes_on), (pysub.LimitReached, "steps", False))
        self.assertIsInstance(stop.error(), pysub.LimitError)

    def test_ids_have_their_session(self):
        sandbox = pysub.Sandbox("f()", functions=["f"], session_id=3)
        call = sandbox.run()
        self.assertEqual(call.id, 3 << 64 | 1)
        with self.assertRaises(pysub.StateError):
            sandbox.answer(1, 5)
        sandbox.answer(call.id, 5)
        self.assertEqual(sandbox.run().value, 5)

    def test_globals(self):
        sandbox = pysub.Sandbox("x = 5")
        sandbox.run()
        self.assertEqual(sandbox.get("x"), 5)
        sandbox.set("y", [1])
        sandbox.feed("x + y[0]")
        self.assertEqual(sandbox.run().value, 6)
        with self.assertRaises(KeyError):
            sandbox.get("z")

    def test_usage(self):
        sandbox = pysub.Sandbox("print('abc')\n[i for i in range(100)]", output=False)
        sandbox.run()
        usage = sandbox.usage()
        self.assertEqual(usage["output_bytes"], 4)
        self.assertGreater(usage["steps"], 100)
        self.assertGreater(usage["memory_bytes"], 100)


class SnapshotTest(unittest.TestCase):
    def test_it_goes_on_in_another_process(self):
        sandbox = pysub.Sandbox(ASK, functions=["ask"], inputs={"x": {"deep": [1]}})
        sandbox.run()
        code = ("import pysub, sys\nsandbox = pysub.Sandbox.load(sys.stdin.buffer.read())\ncall = sandbox.run()\n"
                "sandbox.answer(call, call.args[0] * 2)\nprint(sandbox.run())")
        said = subprocess.run([sys.executable, "-c", code], input=sandbox.dump(), capture_output=True, check=True).stdout
        self.assertEqual(said.decode(), "got aa\nFinished(value=['aa', {'deep': [1]}])\n")

    def test_functions_can_be_given_to_what_is_loaded(self):
        sandbox = pysub.Sandbox(ASK, functions=["ask"], inputs={"x": 1})
        sandbox.run()
        loaded = pysub.Sandbox.load(sandbox.dump(), functions={"ask": lambda a, k: a + str(k)}, output=False)
        self.assertEqual(loaded.run_to_end(), ["a1", 1])

    def test_equal_states_are_equal_bytes(self):
        sandbox = pysub.Sandbox(ASK, functions=["ask"], inputs={"x": 1})
        sandbox.run()
        self.assertEqual(sandbox.dump(), sandbox.fork().dump())
        self.assertEqual(sandbox.dump(), pysub.Sandbox.load(sandbox.dump()).dump())

    def test_damaged_bytes_are_refused(self):
        sandbox = pysub.Sandbox(ASK, functions=["ask"], inputs={"x": [1, "a", 2.5]})
        sandbox.run()
        snapshot = sandbox.dump()
        for bytes_ in (b"", b"x", snapshot[:-1], snapshot + b"x", snapshot[::-1], b"\0" * 1000):
            with self.assertRaises(pysub.SnapshotError):
                pysub.Sandbox.load(bytes_)
        for at in range(0, len(snapshot), max(1, len(snapshot) // 300)):
            damaged = bytearray(snapshot)
            damaged[at] ^= 0x41
            try:
                pysub.Sandbox.load(damaged, limits={"seconds": 1, "steps": 100000}).run()
            except pysub.SnapshotError:
                pass
        for wrong in ("text", 5, None, [1]):
            with self.assertRaises(TypeError):
                pysub.Sandbox.load(wrong)

    def test_seals(self):
        sandbox = pysub.Sandbox("1")
        key = b"k" * 16
        sealed = sandbox.dump(key=key)
        self.assertEqual(pysub.Sandbox.load(sealed, snapshot_key=key).run().value, 1)
        for options in ({}, {"snapshot_key": b"x" * 16}):
            with self.assertRaises(pysub.SnapshotError):
                pysub.Sandbox.load(sealed, **options)
        with self.assertRaises(pysub.SnapshotError):
            pysub.Sandbox.load(sandbox.dump(), snapshot_key=key)
        with self.assertRaises(ValueError):
            sandbox.dump(key=b"short")

    def test_without_source(self):
        program = pysub.Program("f()\n5")
        sandbox = pysub.Sandbox(program, functions=["f"])
        sandbox.run()
        snapshot = sandbox.dump(without_source=True)
        with self.assertRaises(pysub.SnapshotError):
            pysub.Sandbox.load(snapshot)
        loaded = pysub.Sandbox.load(snapshot, programs=[program])
        loaded.answer(loaded.run())
        self.assertEqual(loaded.run().value, 5)
        with self.assertRaises(TypeError):
            pysub.Sandbox.load(snapshot, programs=["5"])

    def test_forks_go_their_own_ways(self):
        output = pysub.Output()
        sandbox = pysub.Sandbox(ASK, functions=["ask"], inputs={"x": []}, output=False)
        call = sandbox.run()
        fork = sandbox.fork()
        fork.output = output
        sandbox.answer(call, 1)
        fork.answer(call, 2)
        self.assertEqual((sandbox.run().value, fork.run().value), ([1, []], [2, []]))
        sandbox.close()
        self.assertEqual(output.text, "got 2\n")

    def test_nothing_is_pickled(self):
        sandbox = pysub.Sandbox("f()\nlambda: 1", functions=["f"])
        stop = sandbox.run()
        sandbox.answer(stop)
        function = sandbox.run().value
        for thing in (sandbox, stop, function, pysub.Program("1"), pysub.Session(), pysub.Files()):
            with self.assertRaises(TypeError):
                pickle.dumps(thing)

    def test_recordings(self):
        sandbox = pysub.Sandbox("x = f(1)\nx + 1", functions=["f"])
        sandbox.start_recording()
        sandbox.answer(sandbox.run(), 2)
        sandbox.run()
        recording = sandbox.take_recording()
        replay = pysub.Replay(recording)
        self.assertEqual(replay.describe(1), "answer 1: 2")
        replay.step()
        self.assertEqual((replay.position, len(replay)), (1, 3))
        replay.run_to_end()
        self.assertEqual(replay.sandbox.get("x"), 2)
        with self.assertRaises(IndexError):
            replay.step()
        with self.assertRaises(IndexError):
            replay.describe(9)
        with self.assertRaises(pysub.SnapshotError):
            pysub.Replay(recording[:-1])
        with self.assertRaises(pysub.StateError):
            sandbox.take_recording()


class SessionTest(unittest.TestCase):
    def test_state_stays(self):
        session = pysub.Session()
        self.assertIsNone(session.feed("x = 1"))
        self.assertEqual(session.feed("x + y", {"y": 2}), 3)
        self.assertEqual(session.feed("twice(x)", functions={"twice": lambda n: n * 2}), 2)
        self.assertEqual(session.feed("twice(5)"), 10)
        with self.assertRaises(pysub.ProgramError):
            session.feed("x = 9\n1 / 0")
        self.assertEqual(session["x"], 9)
        with self.assertRaises(pysub.ProgramSyntaxError):
            session.feed("x =")
        session["x"] = 4
        self.assertEqual(session.feed("x"), 4)

    def test_a_feed_over_a_limit_has_not_happened(self):
        session = pysub.Session(limits={"seconds": 0.1})
        session.feed("x = 1")
        with self.assertRaises(pysub.LimitError) as caught:
            session.feed("x = 2\nwhile True: pass")
        self.assertTrue(caught.exception.session_goes_on)
        self.assertEqual(session.feed("x"), 1)

    def test_limits_count_for_each_feed(self):
        session = pysub.Session(limits={"allocations": 3000})
        for _ in range(10):
            session.feed("y = [[] for _ in range(1000)]")
        with self.assertRaises(pysub.LimitError):
            session.feed("y = [[] for _ in range(5000)]")

    def test_limits_count_for_each_call(self):
        session = pysub.Session(limits={"steps": 10_000})
        session.feed("n = 0\ndef count():\n    global n\n    for _ in range(400): pass\n    n += 1\n    return n\ndef spin():\n    global n\n    n = -1\n    while True: pass")
        count, spin = session["count"], session["spin"]
        self.assertEqual([session.call(count) for _ in range(100)], list(range(1, 101)))
        for _ in range(2):  # a call that reached a limit has not happened, and is in nobody's way
            with self.assertRaises(pysub.LimitError) as caught:
                session.call(spin)
            self.assertTrue(caught.exception.session_goes_on)
            self.assertEqual(session["n"], 100)
        with self.assertRaises(pysub.LimitError):
            session.feed("while True: pass")
        self.assertEqual(session.call(count), 101)
        loaded = pysub.Session.load(session.dump(), limits={"steps": 10_000})
        self.assertEqual([loaded.call(loaded["count"]) for _ in range(60)][-1], 161)

    def test_a_call_while_a_feed_stands_at_a_request(self):
        session = pysub.Session(functions=["ask"])
        session.feed("def twice(n): return 2 * n")
        session.sandbox.feed("ask()")
        stop = session.sandbox.run()
        self.assertEqual(session.call(session["twice"], 4), 8)
        session.sandbox.answer(stop, "yes")
        self.assertEqual(session.sandbox.run_to_end(), "yes")

    def test_what_interrupts_the_host_leaves_the_session_as_it_was(self):
        def stop():
            raise KeyboardInterrupt

        session = pysub.Session(functions={"stop": stop})
        session.feed("x = 1")
        with self.assertRaises(KeyboardInterrupt):
            session.feed("x = 2\nstop()\nx = 3")
        self.assertEqual(session.feed("x"), 1)

    def test_dump_load_fork(self):
        session = pysub.Session()
        session.feed("x = [1]\ndef f(): return x")
        fork = session.fork()
        loaded = pysub.Session.load(session.dump())
        session.feed("x.append(2)")
        self.assertEqual((fork.feed("f()"), loaded.feed("f()"), session.feed("f()")), ([1], [1], [1, 2]))
        self.assertEqual(session.call(session["f"]), [1, 2])

    def test_output_of_each_feed(self):
        session = pysub.Session()
        first, second = pysub.Output(), pysub.Output()
        session.feed("print(1)", output=first)
        session.feed("print(2)", output=second)
        self.assertEqual((first.text, second.text), ("1\n", "2\n"))

    def test_it_closes(self):
        with pysub.Session() as session:
            session.feed("1")
        self.assertTrue(session.closed)
        with self.assertRaises(pysub.StateError):
            session.feed("1")


class MisuseTest(unittest.TestCase):
    def test_closed(self):
        sandbox = pysub.Sandbox("f()", functions=["f"])
        call = sandbox.run()
        sandbox.close()
        sandbox.close()
        self.assertTrue(sandbox.closed)
        for use in (sandbox.run, sandbox.dump, sandbox.fork, sandbox.cancel, sandbox.usage, lambda: sandbox.answer(call, 1),
                    lambda: sandbox.get("x"), lambda: sandbox.feed("1"), sandbox.run_to_end):
            with self.assertRaisesRegex(pysub.StateError, "closed"):
                use()

    def test_answers_at_the_wrong_time(self):
        sandbox = pysub.Sandbox("f()\n1", functions=["f"])
        with self.assertRaises(pysub.StateError):
            sandbox.answer(1, 5)
        call = sandbox.run()
        sandbox.answer(call, 5)
        with self.assertRaises(pysub.StateError):
            sandbox.answer(call, 5)
        with self.assertRaises(pysub.StateError):
            sandbox.feed("2")
        sandbox.run()
        for wrong in ("1", None, 1.5, object()):
            with self.assertRaises(TypeError):
                sandbox.answer(wrong, 5)
        for wrong in (-1, 1 << 200):
            with self.assertRaises((ValueError, pysub.StateError)):
                sandbox.answer(wrong, 5)

    def test_an_answer_that_cannot_cross_leaves_the_call(self):
        sandbox = pysub.Sandbox("f()", functions=["f"])
        call = sandbox.run()
        with self.assertRaises(TypeError):
            sandbox.answer(call, object())
        sandbox.answer(call, 5)
        self.assertEqual(sandbox.run().value, 5)

    def test_a_function_that_uses_its_own_sandbox(self):
        caught = []

        def f():
            try:
                sandbox.run()
            except pysub.StateError as error:
                caught.append(str(error))
            try:
                sandbox.close()
            except pysub.StateError as error:
                caught.append(str(error))

        sandbox = pysub.Sandbox("f()", functions={"f": f})
        sandbox.run()
        self.assertEqual(caught, ["the sandbox is in use by another call"] * 2)

    def test_two_threads(self):
        sandbox = pysub.Sandbox("while True: pass", limits={"seconds": 20})
        stops = []
        thread = threading.Thread(target=lambda: stops.append(sandbox.run()))
        thread.start()
        time.sleep(0.1)
        for use in (sandbox.run, sandbox.dump, sandbox.close, lambda: sandbox.get("x")):
            with self.assertRaisesRegex(pysub.StateError, "in use"):
                use()
        sandbox.cancel()
        thread.join()
        self.assertEqual(stops[0].limit, "cancelled")

    def test_files_are_one_thread_s(self):
        files = pysub.Files()
        sandbox = pysub.Sandbox("while True: pass", files=files, limits={"seconds": 20})
        thread = threading.Thread(target=sandbox.run)
        thread.start()
        time.sleep(0.1)
        with self.assertRaisesRegex(pysub.StateError, "the file system is in use"):
            files.list("/")
        with self.assertRaisesRegex(pysub.StateError, "the file system is in use"):
            pysub.run("1", files=files)
        sandbox.cancel()
        thread.join()
        self.assertEqual(files.list("/"), [])

    def test_the_gil_is_free(self):
        results = []
        program = pysub.Program("x = 0\nfor i in range(300000): x += i\nx")
        threads = [threading.Thread(target=lambda: results.append(program.run())) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [44999850000] * 4)
        ticks = 0
        sandbox = pysub.Sandbox("while True: pass", limits={"seconds": 20})
        thread = threading.Thread(target=sandbox.run)
        thread.start()
        end = time.monotonic() + 0.2
        while time.monotonic() < end:
            ticks += 1
        sandbox.cancel()
        thread.join()
        self.assertGreater(ticks, 1000)

    def test_interrupt_from_another_thread(self):
        sandbox = pysub.Sandbox("try:\n  while True: pass\nexcept KeyboardInterrupt:\n  x = 'caught'\nx", limits={"seconds": 20})
        timer = threading.Timer(0.1, sandbox.interrupt)
        timer.start()
        self.assertEqual(sandbox.run_to_end(), "caught")
        timer.join()

    def test_control_c_ends_a_run(self):
        begin = time.monotonic()
        old = signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            with self.assertRaises(KeyboardInterrupt):
                pysub.run("while True: pass", limits={"seconds": 20, "allocations": 10**9})
            session = pysub.Session(limits={"seconds": 20})
            session.feed("x = 1")
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            with self.assertRaises(KeyboardInterrupt):
                session.feed("x = 2\nwhile True: pass")
            self.assertEqual(session.feed("x"), 1)
        finally:
            signal.signal(signal.SIGALRM, old)
        self.assertLess(time.monotonic() - begin, 15)

    def test_options_that_change_while_they_are_read(self):
        limits = {}

        class Evil:
            def __float__(self):
                limits.clear()
                limits.update((str(n), n) for n in range(100))
                return 1.0

            def __fspath__(self):
                files.clear()
                return "/a"

        limits["seconds"] = Evil()
        self.assertEqual(pysub.run("1", limits=limits), 1)
        files = {Evil(): "x"}
        self.assertEqual(pysub.Shell(files=files).run("cat /a").stdout, b"x")

    def test_wrong_arguments(self):
        for call in (lambda: pysub.run(5), lambda: pysub.run(), lambda: pysub.Program(None), lambda: pysub.Sandbox(),
                     lambda: pysub.run("1", {"a": 1}, functions=5), lambda: pysub.run("1", functions="f"),
                     lambda: pysub.run("1", functions={"f": 5}), lambda: pysub.run("1", 5), lambda: pysub.run("1", {1: 2}),
                     lambda: pysub.run("1", files={}), lambda: pysub.run("1", stdin=5), lambda: pysub.run("1", arguments="a"),
                     lambda: pysub.run("1", environment={"a": 1}), lambda: pysub.run("1", os=5), lambda: pysub.run("1", output=5)):
            with self.assertRaises(TypeError):
                call()
        for call in (lambda: pysub.run("1", {"\ud800": 1}), lambda: pysub.run("1", working_directory="a"),
                     lambda: pysub.run("1", result="x")):
            with self.assertRaises((ValueError, TypeError)):
                call()


if __name__ == "__main__":
    unittest.main()
