"""host.py BATCHES: what bench/bindings.py measures of the package for Python; with --peer of pydantic_monty. With 0 it only begins."""

import json
import sys
import time

LOOP = "n = 0\nfor _ in range(1000): n = f(n)\nn"


def measure(name, batches, parts, work):
    times = 1
    while True:  # also warms up
        begin = time.perf_counter_ns()
        for _ in range(times):
            work()
        if time.perf_counter_ns() - begin >= 2_500_000:
            break
        times *= 2
    samples = []
    for _ in range(batches):
        wall, cpu = time.perf_counter_ns(), time.process_time_ns()
        for _ in range(times):
            work()
        cpu, wall = time.process_time_ns() - cpu, time.perf_counter_ns() - wall
        samples.append([wall / 1e3 / times / parts, cpu / 1e3 / times / parts])
    print(json.dumps({"name": name, "batches": samples}))


def clocks():
    return time.perf_counter_ns(), time.process_time_ns()


def since(begin, end):
    return [(after - before) / 1e6 for before, after in zip(begin, end)]


def same(work, wanted):
    if (got := work()) != wanted:
        sys.exit(f"bench/bindings: {got!r} instead of {wanted!r}")
    return work


def pysub_host():
    import pysub

    imported = clocks()
    same(lambda: pysub.run("1+1"), 2)
    yield imported
    yield "prebuilt", 1, same(pysub.Program("1+1").run, 2)
    yield "source", 1, same(lambda: pysub.run("1+1"), 2)
    program, functions = pysub.Program(LOOP), {"f": lambda x: x + 1}
    yield "call", 1000, same(lambda: program.run(functions=functions), 1000)


def monty_host():
    import pydantic_monty

    imported = clocks()
    same(lambda: pydantic_monty.Monty("1+1").run(), 2)
    yield imported
    yield "prebuilt", 1, same(pydantic_monty.Monty("1+1").run, 2)
    yield "source", 1, same(lambda: pydantic_monty.Monty("1+1").run(), 2)
    program, functions = pydantic_monty.Monty(LOOP), {"f": lambda x: x + 1}
    yield "call", 1000, same(lambda: program.run(external_functions=functions), 1000)


def main():
    batches = int(sys.argv[1])
    begin = clocks()
    host = (monty_host if "--peer" in sys.argv else pysub_host)()
    imported = next(host)
    answered = clocks()
    print(json.dumps({"name": "start", "import": since(begin, imported), "answer": since(begin, answered)}))
    if batches == 0:
        return
    for name, parts, work in host:
        measure(name, batches, parts, work)


main()
