"""Everything again and again: what is allocated in the end is what was allocated before."""

import asyncio
import gc
import sys
import unittest

import pysub

TIMES = 2000


class Odd(Exception):
    pass


def fail():
    raise Odd("x")


class Loops:
    """Objects that know each other: only the collector ends them."""

    def __init__(self):
        self.sandbox = pysub.Sandbox("f()", functions={"f": self.f}, output=self.f)

    def f(self, *args):
        return self.sandbox is None


async def fetch(n):
    return n


def attempt(function, *errors):
    try:
        return function()
    except errors:
        return None


class LeakTest(unittest.TestCase):
    def flat(self, function, times=TIMES):
        """A reference that is lost each time costs a block each time; lists of free objects and caches grow only once."""

        def many():
            for _ in range(times):
                function()

        self.growth_ends(many, times)

    def growth_ends(self, many, times):
        grown = []
        for _ in range(5):
            gc.collect()
            before = sys.getallocatedblocks()
            many()
            gc.collect()
            grown.append(sys.getallocatedblocks() - before)
            if len(grown) > 1 and grown[-1] < times / 20:
                return
        self.fail(f"blocks of {times} times: {grown}")

    def test_runs(self):
        program = pysub.Program("x = [1, 'a', {}]\nx")
        self.flat(program.run)
        self.flat(lambda: pysub.run("x + [y]", {"x": [2.5, (None, b"a")], "y": {"k": {1, 2}}}))
        self.flat(lambda: pysub.Program("1 +").mistakes)

    def test_errors(self):
        self.flat(lambda: attempt(lambda: pysub.run("1 / 0"), pysub.ProgramError))
        self.flat(lambda: attempt(lambda: pysub.run("1 +"), pysub.ProgramError))
        self.flat(lambda: attempt(lambda: pysub.run("raise SystemExit(3)"), pysub.ProgramExit))
        self.flat(lambda: attempt(lambda: pysub.run("f()", functions={"f": fail}), pysub.ProgramError))
        self.flat(lambda: attempt(lambda: pysub.run("[0] * 10**9"), pysub.LimitError, pysub.ProgramError))
        self.flat(lambda: attempt(lambda: pysub.run("x", {"x": object()}), TypeError))
        self.flat(lambda: attempt(lambda: pysub.run("x", {"x": [[], object()]}, limits={"steps": 5}), TypeError))
        self.flat(lambda: attempt(lambda: pysub.run("1", nothing=5), TypeError))
        self.flat(lambda: attempt(lambda: pysub.run("x = []\nx.append(x)\nx"), ValueError))

    def test_functions_and_output(self):
        output = pysub.Output()

        def once():
            pysub.run("print('é')\nf(1, k=[2])\nf.__doc__", functions={"f(a, k)": lambda a, k: [a, k]}, output=output)
            output.clear()

        self.flat(once)
        self.flat(lambda: pysub.run("a", names={"a": [1]}.__getitem__))
        self.flat(lambda: pysub.run("import time\ntime.time()", permissions={"clock": "host"}))

    def test_values(self):
        import collections
        import datetime
        import fractions

        values = [2**100, 1j, "\ud800", bytearray(b"x"), collections.deque([1], 5), collections.Counter("aab"), range(3), slice(1),
                  collections.namedtuple("P", "x y")(1, 2), datetime.datetime.now(datetime.timezone.utc), datetime.timedelta(1),
                  fractions.Fraction(1, 3), ValueError("a"), int, frozenset({1}), ...]
        program = pysub.Program("x")
        self.flat(lambda: program.run({"x": values}))
        self.flat(lambda: pysub.run("lambda: 1"))

    def test_steps_and_snapshots(self):
        def once():
            sandbox = pysub.Sandbox("y = ask([1], k=2)\nprint(y)\ny", functions=["ask"], output=False)
            call = sandbox.run()
            fork = sandbox.fork()
            loaded = pysub.Sandbox.load(sandbox.dump())
            fork.raise_(fork.run(), ValueError("no"))
            fork.run()
            attempt(lambda: loaded.answer(loaded.run(), object()), TypeError)
            sandbox.answer(call, [1])
            sandbox.run()
            sandbox.close()

        self.flat(once)
        self.flat(lambda: attempt(lambda: pysub.Sandbox.load(b"x" * 50), pysub.SnapshotError))

    def test_cycles(self):
        self.flat(lambda: Loops().sandbox.run())

    def test_sessions(self):
        session = pysub.Session()
        session.feed("def f(a): return [a]")
        self.flat(lambda: session.feed("x = f(1)\nx", {"y": 5}))

        def once():
            other = session.fork()
            other.call(other["f"], 5)
            attempt(lambda: other.feed("1 / 0"), pysub.ProgramError)
            other.close()

        self.flat(once, 500)

    def test_files_and_recordings(self):
        def once():
            files = pysub.Files()
            files.write("/a", b"x")
            attempt(lambda: files.read("/b"), OSError)
            pysub.run("open('/a').read()", files=files)
            pysub.Files.load(files.dump()).fork().mounts()
            files.status("/a")
            files.list("/")

        self.flat(once)

        def record():
            sandbox = pysub.Sandbox("f()", functions=["f"])
            sandbox.start_recording()
            sandbox.answer(sandbox.run(), 1)
            sandbox.run()
            replay = pysub.Replay(sandbox.take_recording())
            replay.run_to_end()
            return replay.sandbox, replay.describe(0)

        self.flat(record, 500)

    def test_shells(self):
        def once():
            shell = pysub.Shell(commands={"hi": lambda args, stdin: (0, args[0], b"x")}, files={"/a": "x"}, environment={"A": "b"},
                                before_command=lambda argv: True, after_command=lambda argv, status: None)
            shell.run("hi a | cat /a -; echo $A", output=lambda stream, data: None)
            shell.files.list("/")
            shell.fork().run("hi x")
            attempt(lambda: shell.run("x", nothing=1), TypeError)
            shell.analyze("ls")

        self.flat(once, 300)

    def test_asyncio(self):
        program = pysub.Program("import asyncio\nawait asyncio.gather(fetch(1), fetch(2))")

        async def many():
            for _ in range(TIMES):
                await program.run_async(functions={"fetch": fetch})

        # One event loop for all rounds: loops leave some blocks by themselves.
        with asyncio.Runner() as runner:
            self.growth_ends(lambda: runner.run(many()), TIMES)


if __name__ == "__main__":
    unittest.main()
