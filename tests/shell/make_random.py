"""Random Makefiles for make_test.py: variables of all kinds, functions, conditionals and rules."""

import random

WORDS = ["a", "b", "c", "a.c", "b.o", "x/y.c", "%.c", "foo", "bar.h", "1", "2", "--", "d/e"]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = ["A", "B", "C", "D", "E", "F"]

    def pick(self, *items):
        return self.random.choice(items)

    def words(self, most=4):
        return " ".join(self.random.choice(WORDS) for _ in range(self.random.randint(0, most)))

    def text(self, depth=0):
        if depth > 3:
            return self.words(2)
        kind = self.random.randint(0, 13)
        more = depth + 1
        name = self.random.choice(self.names)
        if kind < 2:
            return self.words()
        if kind < 4:
            return f"$({name})"
        if kind == 4:
            return f"$({name}:{self.pick('.c=.o', '%=<%>', 'a%=%', '%.c=%.d', 'o=', '.o=.%')})"
        if kind == 5:
            return f"$({self.pick('patsubst', 'subst')} {self.pick('%.c,%.o', 'a,b', '%,x%x', 'a%,%a', ',z', '%,%')},{self.text(more)})"
        if kind == 6:
            function = self.pick("sort", "strip", "dir", "notdir", "suffix", "basename", "firstword", "lastword", "words")
            return f"$({function} {self.text(more)})"
        if kind == 7:
            function = self.pick("filter", "filter-out", "findstring", "addprefix", "addsuffix", "join")
            return f"$({function} {self.pick('%.c', 'a', 'a b', '%', 'x%', '')},{self.text(more)})"
        if kind == 8:
            return f"$({self.pick('if', 'or', 'and')} {self.text(more)},{self.text(more)},{self.text(more)})"
        if kind == 9:
            return f"$(foreach i,{self.text(more)},{self.pick('<$(i)>', '$i$i', '$(i:.c=.o)', '$(words $(i) x)')})"
        if kind == 10:
            return f"$(call f{self.random.randint(1, 3)},{self.text(more)},{self.text(more)})"
        if kind == 11:
            return f"$({self.pick('origin', 'flavor', 'value')} {self.pick(name, 'CC', 'nope', '@D')})"
        if kind == 12:
            return f"$(word {self.random.randint(1, 4)},{self.text(more)})"
        return f"$(wordlist {self.random.randint(1, 3)},{self.random.randint(0, 4)},{self.text(more)})"

    def assignment(self):
        name = self.random.choice(self.names)
        flavor = self.pick(":=", ":=", "=", "+=", "?=")
        text = self.text()
        if flavor != ":=":  # a variable must not name itself
            for other in self.names[self.names.index(name):]:
                text = text.replace(f"$({other}", "$(X")
        return f"{self.pick('', '', '', 'override ', 'export ')}{name} {flavor} {text}"

    def conditional(self):
        test = self.pick(f"ifeq ({self.text(2)},{self.text(2)})", f"ifneq '{self.text(3)}' \"a\"", f"ifdef {self.pick(*self.names)}", "ifndef NOPE")
        lines = [test, self.assignment()]
        if self.random.random() < 0.6:
            lines += [self.pick("else", f"else ifdef {self.pick(*self.names)}"), self.assignment()]
        return lines + ["endif"]

    def rules(self):
        count = self.random.randint(2, 7)
        names = [f"t{i}" for i in range(count)]
        lines = []
        for i, name in enumerate(names):
            needs = [n for n in names[i + 1:] if self.random.random() < 0.5]
            if self.random.random() < 0.3:
                needs += [self.pick("s1.x", "s2.x", "s1.z", "s2.q")]
            bar = self.pick("", "", "| ") if needs else ""
            if self.random.random() < 0.3:
                lines.append(f"{name}: {self.pick(*self.names)} {self.pick(':=', '=', '+=')} {self.words(2)}")
            lines.append(f"{name}: {bar}{' '.join(needs)}")
            lines.append(f"\t@echo '$@ < $< ^ $^ ? $? | $| + $+ A $(A) B $(B)'")
            kind = self.random.randint(0, 5)
            if kind < 3:
                lines.append("\ttouch $@")
            elif kind == 3:
                lines.append(f"\t{self.pick('-', '@', '@-', '')}{self.pick('false', 'true', 'exit 3', 'echo $(C)', ':')}")
        lines += ["%.x: %.src", "\tcp $< $@", "%.q: %.w", "\t@cp $< $@", "%.w: %.x", "\tcp $< $@", "%.z: %.nothere", "\tcp $< $@"]
        if self.random.random() < 0.3:
            lines.append(f".PHONY: {self.pick(*names)}")
        if self.random.random() < 0.2:
            lines.append(self.pick(".SECONDARY:", ".PRECIOUS: %.w", ".DELETE_ON_ERROR:", ".SILENT:", ".EXPORT_ALL_VARIABLES:"))
        return lines


def random_case(seed, case_class):
    maker = Maker(seed)
    lines = ["f1 = $(1)-$(2)", "f2 = $(if $(1),[$(words $(1))],$(2))", "f3 = $(call f1,$(2),$(1))"]
    for _ in range(maker.random.randint(3, 12)):
        lines += maker.conditional() if maker.random.random() < 0.2 else [maker.assignment()]
    lines += [f"$(info {name}: $({name}))" for name in maker.names]
    lines += [f"$(info {maker.text()})" for _ in range(4)]
    lines += maker.rules()
    case = case_class(f"random: {seed}")
    case.files = [("Makefile", None, lines), ("s1.src", None, ["s1"]), ("s2.src", None, ["s2"])]
    options = maker.pick("", "", "-k", "-k", "-s", "-n", "-B", "-i", "A=cmd", "-k B+=x", "-e", "-r")
    case.commands = [f"make {options}".strip(), "make", "sleep 0.01; touch s1.src; make -k", f"make {maker.pick('t1', 't0 t1', '-q', 's1.q', 't9')}"]
    return case
