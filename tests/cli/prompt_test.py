#!/usr/bin/env python3
"""The prompt, through a pseudo-terminal: prompt_test.py PYSUB [FILTER]"""

import os
import pty
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests
from terminal import Terminal

PYSUB = os.path.abspath(sys.argv[1])


class Prompt(unittest.TestCase):
    maxDiff = None

    def session(self, *arguments, **more):
        terminal = Terminal(PYSUB, *arguments, **more)
        self.addCleanup(terminal.process.kill)
        return terminal

    def test_values(self):
        t = self.session()
        self.assertEqual(t.enter("1 + 1"), "2\n")
        self.assertEqual(t.enter("x = 5"), "")
        self.assertEqual(t.enter("x"), "5\n")
        self.assertEqual(t.enter("None"), "")
        self.assertEqual(t.enter("'a'; 7"), "'a'\n7\n")
        self.assertEqual(t.enter("print('hi')"), "hi\n")
        self.assertEqual(t.enter("[x for x in range(3)]"), "[0, 1, 2]\n")
        self.assertEqual(t.enter("__name__"), "'__main__'\n")

    def test_underscore(self):
        t = self.session()
        self.assertEqual(t.enter("6 * 7"), "42\n")
        self.assertEqual(t.enter("_ + 1"), "43\n")
        self.assertEqual(t.enter("_"), "43\n")
        self.assertEqual(t.enter("None"), "")
        self.assertEqual(t.enter("_"), "43\n")
        self.assertEqual(t.enter("_ = 'mine'"), "")
        self.assertEqual(t.enter("8"), "8\n")
        self.assertEqual(t.enter("_"), "'mine'\n")

    def test_several_lines(self):
        t = self.session()
        t.enter("def f(n):", "... ")
        t.enter("return n * 2", "... ")  # indented already
        self.assertEqual(t.enter(""), "")
        self.assertEqual(t.enter("f(21)"), "42\n")
        t.enter("(1,", "... ")
        self.assertEqual(t.enter("2)"), "(1, 2)\n")
        t.enter("'''a", "... ")
        self.assertEqual(t.enter("b'''"), "'a\\nb'\n")
        t.enter("if 0: 1", "... ")
        t.enter("else: 2", "... ")
        self.assertEqual(t.enter(""), "2\n")
        t.enter("for i in range(2):", "... ")
        t.enter("i", "... ")
        self.assertEqual(t.enter(""), "0\n1\n")
        t.enter("x = 1 + \\", "... ")
        self.assertEqual(t.enter("1"), "")
        self.assertEqual(t.enter("x"), "2\n")

    # What CPython 3.14's basic prompt shows (PyRun_InteractiveLoop).
    def test_errors(self):
        t = self.session()
        self.assertEqual(
            t.enter("1/0"),
            'Traceback (most recent call last):\n  File "<stdin>", line 1, in <module>\n    1/0\n    ~^~\n'
            "ZeroDivisionError: division by zero\n",
        )
        self.assertEqual(t.enter("x = = 1"), '  File "<stdin>", line 1\n    x = = 1\n        ^\nSyntaxError: invalid syntax\n')
        self.assertEqual(t.enter("   1"), '  File "<stdin>", line 1\n    1\nIndentationError: unexpected indent\n')
        t.enter("def g(n):", "... ")
        t.enter("return 1 / n", "... ")
        t.enter("")
        self.assertEqual(
            t.enter("g(0)"),
            'Traceback (most recent call last):\n  File "<stdin>", line 1, in <module>\n    g(0)\n    ~^^^\n'
            '  File "<stdin>", line 2, in g\n    return 1 / n\n           ~~^~~\nZeroDivisionError: division by zero\n',
        )
        self.assertEqual(t.enter("g(1)"), "1.0\n")
        t.enter("def h():", "... ")
        t.enter("pass", "... ")
        self.assertEqual(t.enter("h()"), '  File "<stdin>", line 3\n    h()\n    ^\nSyntaxError: invalid syntax\n')
        self.assertEqual(t.enter("'abc"), '  File "<stdin>", line 1\n    \'abc\n    ^\nSyntaxError: unterminated string literal (detected at line 1)\n')
        self.assertIn("class definitions are not supported", t.enter("class A: pass"))

    def test_leaving(self):
        for keys, status in (("\x04", 0), ("exit\n", 0), ("quit\n", 0), ("exit()\n", 0), ("quit(3)\n", 3), ("import sys; sys.exit(4)\n", 4), ("raise SystemExit(5)\n", 5)):
            t = self.session()
            t.type(keys)
            self.assertEqual(t.finish(), status, keys)

    def test_end_inside_of_a_statement(self):
        t = self.session()
        t.enter("x = (1,", "... ")
        t.type("\x04")
        self.assertIn("'(' was never closed", t.expect(">>> "))

    def test_interrupts(self):
        t = self.session()
        t.type("abc")
        t.expect("abc")
        t.type("\x03")
        self.assertEqual(t.expect(">>> "), "\nKeyboardInterrupt\n")
        t.enter("def f():", "... ")
        t.type("\x03")
        t.expect("KeyboardInterrupt\n>>> ")
        self.assertEqual(t.enter("x = 7"), "")
        t.type("while True: pass\n")
        t.expect("... ")
        t.type("\n")
        time.sleep(0.5)
        t.type_to_command("\x03")
        self.assertTrue(t.expect(">>> ").endswith("KeyboardInterrupt\n"))
        self.assertEqual(t.enter("x"), "7\n")
        t.type("sum(iter(int, 1))\n")
        time.sleep(0.5)
        t.type_to_command("\x03")
        self.assertTrue(t.expect(">>> ").endswith("KeyboardInterrupt\n"))
        self.assertEqual(t.enter("x + 1"), "8\n")

    def test_interrupts_at_any_moment(self):
        t = self.session()
        for i in range(200):
            self.assertEqual(t.enter(f"{i}"), f"{i}\n")
            os.kill(t.process.pid, signal.SIGINT)
            self.assertEqual(t.expect(">>> "), "\nKeyboardInterrupt\n")
        self.assertEqual(t.enter("1"), "1\n")

    def test_history(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "history")
            t = self.session(history=file)
            t.enter("11 + 11")
            t.type("\x1b[A\n")
            t.expect("\n")
            self.assertEqual(t.expect(">>> "), "22\n")
            t.type("\x04")
            self.assertEqual(t.finish(), 0)
            t = self.session(history=file)
            t.type("\x1b[A\n")
            t.expect("\n")
            self.assertEqual(t.expect(">>> "), "22\n")
            t.type("\x04")
            t.finish()
            self.assertIn("11", open(file).read())
            t = self.session()
            t.type("\x04")
            t.finish()
            self.assertEqual(os.listdir(folder), ["history"])

    def test_editing(self):
        t = self.session()
        t.type("13\x01" + "2 + \x05" + "\x7f4\n")
        t.expect("\n")
        self.assertEqual(t.expect(">>> "), "16\n")
        self.assertEqual(t.enter("'\u00e9\u4e00'"), "'\u00e9\u4e00'\n")

    def painted(self, t, keys, what):
        """What the line looks like after `keys`, as it is painted last."""
        t.type(keys)
        while not t.text.endswith(what):
            t.read()
        t.type("\x03")
        t.expect("KeyboardInterrupt\n>>> ")

    def test_colors(self):
        t = self.session(color=True)
        blue, cyan, red, green, yellow, bold, reset = (f"\x1b[{n}m" for n in ("1;34", "36", "31", "32", "33", "1", "0"))
        self.painted(
            t, "def f(x): return len('a') + 1 # c",
            f"\r\x1b[4C{blue}def{reset} {bold}f{reset}(x): {blue}return{reset} {cyan}len{reset}({green}'a'{reset}) + "
            f"{yellow}1{reset} {red}# c{reset}\r\x1b[37C",
        )
        self.painted(t, "x.len = 'abc", f"\r\x1b[4Cx.len = {green}'abc{reset}\r\x1b[16C")
        self.painted(t, "1 + True\x02", f"\r\x1b[4C{yellow}1{reset} + {blue}True{reset}\r\x1b[11C")
        t.type('"""a\n')
        t.expect("... ")
        t.type('if """')
        while not t.text.endswith(f'\r\x1b[4C{green}if """{reset}\r\x1b[10C'):
            t.read()
        t.type("\n")
        t.expect("'a\\nif '\n>>> ")
        # A line that is too long, or has characters of other widths, is not painted.
        for line in ("'" + "a" * 80 + "'", "'\u4e00'"):
            t.type(line[1:])
            t.type("\x01" + line[0] + "\n")
            t.expect("\n")
            self.assertNotIn(green, t.text)
            t.expect(">>> ")
        t.type("13\x01")
        t.type("2 + \x05\x7f4\n")
        t.expect("\n16\n>>> ")

    def test_no_colors(self):
        t = self.session()
        t.type("'a'\n")
        while not t.text.endswith(">>> "):
            t.read()
        self.assertNotIn("\x1b[32m", t.text)

    def test_completion(self):
        t = self.session()
        t.enter("value_of_mine = [1, 2]")
        t.type("len(value_of\t)\n")
        t.expect("\n")
        self.assertEqual(t.expect(">>> "), "2\n")
        t.type("value_of_mine.app\t(3)\n")
        t.expect("\n")
        t.expect(">>> ")
        self.assertEqual(t.enter("value_of_mine"), "[1, 2, 3]\n")
        t.type("value_of_mine.re\t")
        t.expect("remove")
        t.expect("reverse")
        t.expect(">>> value_of_mine.re")
        t.type("verse()\n")
        t.expect(">>> ")
        self.assertEqual(t.enter("value_of_mine"), "[3, 2, 1]\n")
        t.enter("if 1:", "... ")
        t.type("\tprint('in')\n")
        t.expect("... ")
        self.assertEqual(t.enter(""), "in\n")
        t.type("import ma\t\x03")
        t.expect(">>> ")
        t.enter("import math")
        t.type("math.sqr\t(16)\n")
        t.expect("\n")
        self.assertEqual(t.expect(">>> "), "4.0\n")
        t.type("isinst\t(1, int)\n")
        t.expect("\n")
        self.assertEqual(t.expect(">>> "), "True\n")

    def test_input_from_the_program(self):
        t = self.session()
        t.type("s = input('name? ')\n")
        t.expect("\n")
        t.expect("name? ")
        t.type_to_command("Ada\n")
        t.expect(">>> ")
        self.assertEqual(t.enter("s"), "'Ada'\n")

    BACK = "The session goes on as it was before this statement.\n"

    def test_limits_end_the_statement(self):
        for limit, code, last in (
            ("--max-steps=20000", "x = [i for i in range(30000)]", "TimeoutError: step limit of 20000 exceeded\n"),
            ("--max-duration=0.3", "while True: x = 2\n", "TimeoutError: time limit of 0.3 s exceeded\n"),
            ("--max-memory=20MB", "x = [0] * 10**7", "MemoryError: memory limit of 20971520 bytes exceeded\n"),
            ("--max-allocations=5000", "x = [[i] for i in range(9000)]", "MemoryError: allocation limit of 5000 exceeded\n"),
            ("--max-output=100", "x = 2; print('a' * 1000)", "OSError: output limit of 100 bytes exceeded\n"),
        ):
            with self.subTest(limit):
                t = self.session(limit)
                t.enter("x = 1")
                for _ in range(3):  # each statement has the limits for itself
                    t.type(code + "\n")
                    text = t.expect(self.BACK + ">>> ")
                    self.assertTrue(text.endswith(last), text)
                    self.assertEqual(t.enter("x"), "1\n")
                for _ in range(4):
                    self.assertEqual(t.enter("y = [i for i in range(900)]"), "")
                t.type("exit(3)\n")
                self.assertEqual(t.finish(), 3)

    def test_indentation(self):
        t = self.session()
        t.enter("def f(n):", "... ")
        t.enter("for i in range(n):  # all", "... ")
        t.enter("if i == 2:", "... ")
        t.enter("return i", "... ")  # ends the innermost block
        t.enter("print(i)", "... ")
        self.assertEqual(t.enter(""), "")
        self.assertEqual(t.enter("f(3)"), "0\n1\n2\n")
        # What is pasted has its own.
        t.type("if 1:\n    if 1:\n        print('pasted')\n\n")
        self.assertTrue(t.expect("pasted\n>>> "))
        t.enter("x = [", "... ")
        t.enter("1,", "... ")
        self.assertEqual(t.enter("]"), "")
        self.assertEqual(t.enter("x"), "[1]\n")

    # Time to read four times as many lines: 4 where it is linear, 16 where each line looks at all of them.
    def test_long_blocks(self):
        lines = {
            "block": ("def f():\n", "    x{0} = {0} + len('abc')\n", "    return 'end of ' 'it'\n\nf()\n"),
            "brackets": ("d = {\n", "    'k{0}': [{0}, 'abc'],\n", "}; 'end of ' 'it'\n"),
            "string": ("d = '''\n", "    text 'k{0}' [{0}, \"abc\"],\n", "'''; 'end of ' 'it'\n"),
            "brackets in a block": ("if 1:\n    d = [\n", "        f'k{{{0}}}', (\n  {0}),\n", "    ]\n    'end of ' 'it'\n\n"),
        }
        for name, (begin, line, end) in lines.items():
            with self.subTest(name):
                t = self.session()
                seconds = []
                for count in (500, 2000):
                    before = t.cpu_seconds()
                    t.paste(begin + "".join(line.format(i) for i in range(count)) + end)
                    t.expect("\n'end of it'\n>>> ")
                    seconds.append(t.cpu_seconds() - before)
                self.assertLess(seconds[1], 9 * seconds[0] + 0.1)

    # What is told soon in a short block is told not much later in a long one.
    def test_mistakes_in_long_blocks(self):
        for count in (10, 300):
            t = self.session()
            t.paste("if 1:\n" + "    x = 1\n" * count + "    x = = 1\n")
            t.expect("    x = = 1")
            t.paste("    x = 2\n" * (count // 10))
            t.expect("SyntaxError: invalid syntax")
            t.paste("\n\n")
            t.expect(">>> ")
        for line in ("    x = 'open\n", "    x = (1]\n", "   x = 1\n", "x = $\n"):
            with self.subTest(line):
                t = self.session()
                t.paste("if 1:\n" + "    x = 1\n" * 100 + line + "    x = 2\n" * 10 + "\n")
                t.expect("Error: ")

    def test_history_by_block(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "history")
            t = self.session(history=file)
            t.enter("for i in range(2):", "... ")
            t.enter("print('block', i)", "... ")
            self.assertEqual(t.enter(""), "block 0\nblock 1\n")
            self.assertEqual(t.enter("7"), "7\n")
            t.type("\x1b[A\x1b[A\n")
            t.expect("block 0\nblock 1\n>>> ")
            t.type("\x04")
            t.finish()
            t = self.session(history=file)
            t.type("\x1b[A")
            t.type("\n")
            t.expect("block 0\nblock 1\n>>> ")
            self.assertEqual(t.enter("8"), "8\n")

    def test_more_completion(self):
        t = self.session()
        t.type("import mat\t as m, jso\t\n")
        t.expect(">>> ")
        self.assertEqual(t.enter("m.floor(2.5), json.dumps([])"), "(2, '[]')\n")
        t.type("from ite\t imp\t permuta\t\n")
        t.expect(">>> ")
        self.assertEqual(t.enter("permutations.__name__"), "'permutations'\n")
        t.type("'abc'.upp\t()\n")
        t.expect("'ABC'\n>>> ")
        t.type("[2, 1].ind\t(1)\n")
        t.expect("1\n>>> ")
        t.type("{1: 2}.it\t()\n")
        t.expect("dict_items([(1, 2)])\n>>> ")
        t.enter("x = [[], 1]")
        t.type("x[0].app\t\x03")  # nobody knows what that is
        t.expect("KeyboardInterrupt\n>>> ")
        self.assertNotIn("append", t.text)
        t.type("import urllib.p\t\n")
        t.expect(">>> ")
        self.assertEqual(t.enter("urllib.parse.quote(' ')"), "'%20'\n")

    def test_help(self):
        t = self.session()
        self.assertEqual(t.enter("help(len)"), "Help on built-in function len in module builtins:\n\nlen(obj, /)\n"
                         "    Return the number of items in a container.\n\n")
        self.assertIn("    index(self, value, start=0, stop=sys.maxsize, /)\n        Return first index of value.\n", t.enter("help(list)"))
        self.assertIn("Help on class float:", t.enter("help(1.5)"))
        t.enter("import math")
        self.assertIn("    sqrt(x, /)\n", t.enter("help(math)"))
        t.enter("def f(a): 'Does it.'", "... ")
        t.enter("")
        self.assertIn("Help on function f in module __main__:\n\nf(...)\n    Does it.\n", t.enter("help(f)"))
        self.assertEqual(t.enter("dir()"), "['__doc__', '__loader__', '__name__', '__package__', '__spec__', 'f', 'math']\n")
        # Of a text: of what has that name, imported or not, as CPython's.
        for name in ("json", "json.loads", "len", "str.join", "os.path"):
            t.enter(f"import {name.split('.')[0]}" if name[0] in "jo" else "pass")
            shown = t.enter(f"help({name})")
            self.assertEqual(t.enter(f"help('{name}')"), shown)
            self.assertTrue(shown.startswith("Help on "), shown)
        self.assertIn("Help on module csv:", t.enter("help('csv')"))
        self.assertEqual(t.enter("help('nope')"), "No Python documentation found for 'nope'.\nUse help() to get the interactive help utility.\n"
                         "Use help(str) for help on the str class.\n")
        # Programs have none.
        self.assertIn("NameError", subprocess.run([PYSUB, "-c", "help"], capture_output=True, text=True).stderr)

    # As CPython 3.14's traceback.TracebackException.format(colorize=True) has them.
    def test_colors_of_tracebacks(self):
        t = self.session(color=True)
        t.type("1 / 0\n")
        while "division by zero" not in t.text.split("Error")[-1] or not t.text.endswith(">>> "):
            t.read()
        self.assertIn('  File \x1b[35m"<stdin>"\x1b[0m, line \x1b[35m1\x1b[0m, in \x1b[35m<module>\x1b[0m\r\n'
                      "    \x1b[31m1 \x1b[0m\x1b[1;31m/\x1b[0m\x1b[31m 0\x1b[0m\r\n"
                      "    \x1b[31m~~\x1b[0m\x1b[1;31m^\x1b[0m\x1b[31m~~\x1b[0m\r\n"
                      "\x1b[1;35mZeroDivisionError\x1b[0m: \x1b[35mdivision by zero\x1b[0m\r\n", t.text)
        t.text = ""
        t.type("x = = 1\n")
        while "invalid syntax" not in t.text:
            t.read()
        self.assertIn("    x = \x1b[1;31m=\x1b[0m 1\r\n        \x1b[1;31m^\x1b[0m\r\n\x1b[1;35mSyntaxError\x1b[0m: \x1b[35minvalid syntax\x1b[0m\r\n", t.text)

    def test_recursion_leaves_the_session_alone(self):
        t = self.session("--max-recursion-depth=50")
        t.enter("def f(): f()", "... ")
        t.enter("")
        self.assertTrue(t.enter("f()").endswith("RecursionError: maximum recursion depth exceeded\n"))
        self.assertEqual(t.enter("1"), "1\n")

    def test_ctrl_backslash_does_nothing(self):
        t = self.session()
        t.type("\x1c")
        self.assertEqual(t.enter("1 + 1"), "2\n")
        t.type("import time; time.sleep(0.8); print('slept')\n")
        t.expect("\n")
        time.sleep(0.3)
        t.type_to_command("\x1c")
        self.assertEqual(t.expect(">>> ")[-6:], "slept\n")

    def test_control_characters(self):
        t = self.session()
        self.assertEqual(t.enter("print('\\x1b[31mred\\x9b\\x7f\u00e9\\xe9')"), "\\x1b[31mred\\x9b\\x7f\u00e9\u00e9\n")
        # One that begins in one piece and ends in another.
        t.enter("import sys; out = sys.stdout.buffer")
        self.assertEqual(t.enter("_ = out.write(b'\\xc2'), out.flush(), out.write(b'\\x9b5n\\n')"), "\ufffd\\x9b5n\n")

    def test_no_echo(self):
        t = self.session("--no-echo")
        self.assertEqual(t.enter("1"), "")

    def test_no_prompt_for_a_program(self):
        master, slave = pty.openpty()
        result = subprocess.run([PYSUB, "-c", "1"], stdin=slave, capture_output=True, timeout=20)
        self.assertEqual((result.returncode, result.stdout), (0, b"1\n"))
        os.close(master)
        os.close(slave)


def main():
    run_unittests(280, "".join(sys.argv[2:3]).replace("--cases", ""))


if __name__ == "__main__":
    main()
