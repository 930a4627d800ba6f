"""What tests written in Python have in common: TEST_FILTER in the environment, which tools/test sets, names the cases to run, and
--cases on the command line prints the names of those that would be run."""

import os
import signal
import sys
import unittest


def is_wanted(name):
    return os.environ.get("TEST_FILTER", "").lower() in name.lower()


def end_if_listing(names):
    """With --cases: prints the names, one a line, and ends the program."""
    if "--cases" in sys.argv:
        for name in names:
            print(name.replace("\n", "; "))
        sys.exit()


def name_of(test):
    return f"{type(test).__name__}.{test._testMethodName}"


def tests_in(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests_in(test)
        else:
            yield test


def run_unittests(seconds, pattern="", result_class=unittest.TextTestResult):
    """The tests of the program's own module; those that wait for ever end after so many seconds."""
    tests = list(tests_in(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])))
    tests = [test for test in tests if is_wanted(name_of(test)) and pattern in name_of(test)]
    end_if_listing(map(name_of, tests))
    signal.alarm(seconds)
    result = unittest.TextTestRunner(resultclass=result_class, verbosity=0).run(unittest.TestSuite(tests))
    bad = len(result.failures) + len(result.errors)
    print(f"{max(result.testsRun - bad, 0)} passed, {bad} failed")
    sys.exit(0 if result.wasSuccessful() else 1)
