"""What run.py stored, as numbers: ratios to the baseline within a round, medians, spread."""

import json
import math
import statistics

EMPTY = "(nothing)"


def median(values):
    values = list(values)
    return statistics.median(values) if values else float("nan")


def geometric_mean(values):
    values = [value for value in values if value > 0]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


class Results:
    def __init__(self, path):
        with open(path) as file:
            data = json.load(file)
        self.machine, self.engines, self.programs, self.failed = (data[key] for key in ("machine", "engines", "programs", "failed"))

    def baseline(self, program):
        """The engine that others are compared with: the one of the engines that ran it which says so."""
        for name in self.programs[program]:
            if self.engines[name].get("baseline"):
                return name
        return None

    def net(self, program, engine):
        """Round: CPU seconds without what an empty program took in that round."""
        starts = {}
        for s in self.programs.get(EMPTY, {}).get(engine, ()) if program != EMPTY else ():
            starts.setdefault(s["round"], []).append(s["cpu"])
        start = {number: median(seconds) for number, seconds in starts.items()}
        return {s["round"]: max(s["cpu"] - start.get(s["round"], 0.0), 1e-4) for s in self.programs[program].get(engine, ())}

    def ratios(self, program, engine):
        """Of each round, to the baseline in the same round."""
        base = self.baseline(program)
        if base is None:
            return []
        below = self.net(program, base)
        return [seconds / below[round_number] for round_number, seconds in self.net(program, engine).items() if round_number in below]

    def ratio(self, program, engine):
        return median(self.ratios(program, engine))

    def noise(self, program, engine):
        """How far a median of these rounds may be off: twice its standard error, robustly."""
        ratios = self.ratios(program, engine)
        if len(ratios) < 3:
            return float("inf")
        middle = median(ratios)
        deviation = 1.4826 * median(abs(ratio - middle) for ratio in ratios)
        return 2 * 1.2533 * deviation / math.sqrt(len(ratios))

    def value(self, program, engine, key, choose=median):
        values = [s[key] for s in self.programs[program].get(engine, ()) if s[key] is not None]
        return choose(values) if values else float("nan")
