"""asyncio: functions that are coroutines, side by side, cancelled, next to other tasks."""

import asyncio
import time
import unittest

import pysub

GATHER = """
import asyncio
async def main():
    return await asyncio.gather(*[fetch(n) for n in range(5)])
asyncio.run(main())
"""


async def fetch(n):
    await asyncio.sleep(0.05)
    if n == 99:
        raise LookupError("no 99")
    return n * 2


class AsyncTest(unittest.IsolatedAsyncioTestCase):
    async def test_calls_run_side_by_side(self):
        running, most = 0, 0

        async def count(n):
            nonlocal running, most
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.02)
            running -= 1
            return n * 2

        self.assertEqual(await pysub.run_async(GATHER, functions={"fetch": count}), [0, 2, 4, 6, 8])
        self.assertEqual(most, 5)

    async def test_at_top_level(self):
        self.assertEqual(await pysub.run_async("await fetch(4)", functions={"fetch": fetch}), 8)
        self.assertEqual(await pysub.run_async("import asyncio\nawait asyncio.gather(fetch(1), fetch(2))", functions={"fetch": fetch}), [2, 4])

    async def test_outside_of_asyncio_the_program_waits(self):
        self.assertEqual(await pysub.run_async("fetch(4) + fetch(5)", functions={"fetch": fetch}), 18)

    async def test_exceptions(self):
        code = "async def main():\n  try:\n    await fetch(99)\n  except LookupError as e:\n    return str(e)\nimport asyncio\nasyncio.run(main())"
        self.assertEqual(await pysub.run_async(code, functions={"fetch": fetch}), "no 99")
        with self.assertRaises(pysub.ProgramError) as caught:
            await pysub.run_async("await fetch(99)", functions={"fetch": fetch})
        self.assertEqual(caught.exception.type_name, "LookupError")
        self.assertIsInstance(caught.exception.__cause__, LookupError)

        async def bad():
            return object()

        with self.assertRaises(pysub.ProgramError) as caught:
            await pysub.run_async("await bad()", functions={"bad": bad})
        self.assertEqual(caught.exception.type_name, "TypeError")

    async def test_ordinary_functions_run_in_the_loop_s_thread(self):
        loops = []
        await pysub.run_async("for i in range(3000000): pass\nf()", functions={"f": lambda: loops.append(asyncio.get_running_loop())},
                              limits={"allocations": 10**8})
        self.assertEqual(loops, [asyncio.get_running_loop()])

    async def test_other_tasks_go_on(self):
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.001)

        task = asyncio.create_task(tick())
        with self.assertRaises(pysub.LimitError):
            await pysub.run_async("while True: pass", limits={"seconds": 0.5})
        task.cancel()
        self.assertGreater(ticks, 5)

    async def test_a_cancelled_task_ends_its_run_and_its_calls(self):
        cancelled = []

        async def forever():
            try:
                await asyncio.sleep(1000)
            except asyncio.CancelledError:
                cancelled.append(True)
                raise

        for code in ("await forever()", "while True: pass"):
            task = asyncio.create_task(pysub.run_async(code, functions={"forever": forever}, limits={"seconds": 20}))
            await asyncio.sleep(0.1)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
        self.assertEqual(cancelled, [True])

    async def test_timeouts(self):
        begin = time.monotonic()
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(pysub.run_async("while True: pass", limits={"seconds": 20}), 0.1)
        code = "import asyncio\nasync def main():\n  try:\n    await asyncio.wait_for(slow(), 0.05)\n  except TimeoutError:\n    return 'late'\nasyncio.run(main())"

        async def slow():
            await asyncio.sleep(1000)

        self.assertEqual(await pysub.run_async(code, functions={"slow": slow}), "late")
        self.assertLess(time.monotonic() - begin, 15)

    async def test_time_of_the_program(self):
        begin = time.monotonic()
        await pysub.run_async("import asyncio\nawait asyncio.sleep(1000)")
        self.assertLess(time.monotonic() - begin, 10)
        await pysub.run_async("import asyncio, time\nawait asyncio.sleep(0.05)\ntime.sleep(0.05)", permissions={"sleep": "host"})
        self.assertGreater(time.monotonic() - begin, 0.09)

    async def test_sessions(self):
        session = pysub.Session(functions={"fetch": fetch}, limits={"seconds": 5})
        self.assertEqual(await session.feed_async("x = await fetch(1)\nx"), 2)
        task = asyncio.create_task(session.feed_async("x = 5\nawait fetch(1)\nwhile True: pass"))
        await asyncio.sleep(0.2)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        self.assertEqual(await session.feed_async("x"), 2)

    async def test_a_session_that_is_closed_under_a_feed(self):
        logged = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: logged.append(context))
        for cancelled in (True, False):
            reached, answer = asyncio.Event(), asyncio.Event()

            async def wait():
                reached.set()
                await answer.wait()

            session = pysub.Session(functions={"wait": wait})
            task = asyncio.create_task(session.feed_async("await wait()"))
            await reached.wait()
            session.close()
            if cancelled:
                task.cancel()
            answer.set()
            with self.assertRaises(asyncio.CancelledError if cancelled else pysub.StateError):
                await task
        self.assertEqual(logged, [])

    async def test_one_feed_at_a_time(self):
        reached, answer = asyncio.Event(), asyncio.Event()

        async def wait():
            reached.set()
            await answer.wait()

        session = pysub.Session(functions={"wait": wait}, limits={"steps": 100_000})
        session.feed("x = 1\ndef f(): return x")
        function = session["f"]
        output = pysub.Output()
        task = asyncio.create_task(session.feed_async("await wait()\nprint(x)\nx", output=output))
        await reached.wait()
        for second in (lambda: session.feed("2", {"x": 2}, output=print), lambda: session.call(function)):
            with self.assertRaisesRegex(pysub.StateError, "^the session is in use by another feed or call$"):
                second()
        with self.assertRaisesRegex(pysub.StateError, "^the session is in use by another feed or call$"):
            await session.feed_async("2")
        answer.set()
        self.assertEqual((await task, output.stdout), (1, "1\n"))  # nothing of the others has happened
        self.assertEqual(session.feed("x + 1"), 2)

    async def test_many_at_once(self):
        program = pysub.Program(GATHER)
        results = await asyncio.gather(*[program.run_async(functions={"fetch": fetch}) for _ in range(20)])
        self.assertEqual(results, [[0, 2, 4, 6, 8]] * 20)

    async def test_a_step_at_a_time(self):
        sandbox = pysub.Sandbox("await fetch(3)", functions={"fetch": fetch})
        self.assertEqual(await sandbox.run_to_end_async(), 6)

    async def test_names_and_limits(self):
        with self.assertRaises(pysub.ProgramError):
            await pysub.run_async("nothing()")
        with self.assertRaises(pysub.StateError):
            await pysub.run_async("f()", functions=["f"])
        self.assertEqual(await pysub.run_async("a", names={"a": 4}.__getitem__), 4)


class SyncTest(unittest.TestCase):
    def test_a_coroutine_without_a_loop_is_a_mistake(self):
        with self.assertRaisesRegex(TypeError, r"fetch\(\) is asynchronous: it wants run_async\(\), run_to_end_async\(\)"):
            pysub.run("fetch(1)", functions={"fetch": fetch})


if __name__ == "__main__":
    unittest.main()
