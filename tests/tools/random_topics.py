"""Random programs that go deep into one part of the language at a time; random_programs.py goes wide.

A topic is a function that writes a few probes with a TopicWriter. A probe prints a value or what was
raised instead. The last thing a program does may be one of its probes without anything that catches.

Kept out, as in random_programs.py: what depends on the build (sizes between 2**31 and 2**63, hash() of large
numbers, the order of a set of strings) and with `native` what CPython 3.11 does in another way.
"""

import random

import random_topics_flow
import random_topics_functions
import random_topics_more
import random_topics_text
import random_topics_values

PRELUDE = """def said(e): return type(e).__name__{detail}
def log(*a):
    print(*a)
    return a[-1]
"""


class TopicWriter:
    def __init__(self, seed, native=False):
        self.random = random.Random(seed)
        self.native = native
        self.lines = []
        self.probes = []
        self.counter = 0

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, items):
        return self.random.choice(items)

    def number(self, first, last):
        return self.random.randint(first, last)

    def some(self, items, least=0, most=3):
        return [self.pick(items) for _ in range(self.number(least, most))]

    def fresh(self, prefix="v"):
        self.counter += 1
        return f"{prefix}{self.counter}"

    def emit(self, text, indent=0):
        for line in text.split("\n"):
            self.lines.append("    " * indent + line)

    def probe(self, expression):
        """Prints the value of an expression, or what it raises."""
        self.probes.append(f"print({expression})")
        if self.chance(0.7):
            self.emit(f"try: print(repr({expression}))")
        else:
            self.emit(f"try:\n    r = {expression}\n    print(type(r).__name__, r)")
        self.emit("except Exception as e: print(said(e))")

    def probe_block(self, text):
        """The same for statements, which print by themselves."""
        self.probes.append(text)
        self.emit("try:")
        self.emit(text, 1)
        self.emit("except Exception as e: print(said(e))")

    def ending(self):
        """A probe that nothing catches, where its traceback is compared too."""
        if self.native or not self.probes or self.chance(0.3):
            return
        text = self.pick(self.probes)
        for depth in range(self.number(0, 2)):
            name = self.fresh("outer")
            self.emit(f"def {name}():")
            self.emit(text, 1)
            text = self.pick([f"{name}()", f"print({name}(), 1)", f"x = [{name}() for _ in 'a']", f"(lambda: {name}())()"])
        self.emit(text)

    def program(self):
        self.emit(PRELUDE.format(detail="" if self.native else " + ': ' + str(e)"))
        topics = [topic for topic in TOPICS if not (self.native and topic in NEWER)]
        for topic in self.some(topics, 1, 2):
            for _ in range(self.number(1, 4)):
                topic(self)
        self.ending()
        return "\n".join(self.lines) + "\n"


MODULES = [random_topics_values, random_topics_flow, random_topics_functions, random_topics_text, random_topics_more]
TOPICS = [topic for module in MODULES for topic in module.TOPICS]
NEWER = {topic for module in MODULES for topic in module.NEWER}


def program(seed, native=False):
    return TopicWriter(seed, native).program()
