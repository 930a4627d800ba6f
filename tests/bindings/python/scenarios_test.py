"""The table that all bindings run (tests/bindings/scenarios.json)."""

import json
import unittest
from pathlib import Path

import pysub


def fail(message):
    raise ValueError(message)


HOST = {"add": ("add(a, b)", lambda a, b: a + b), "echo": ("echo(value)", lambda value: value), "fail": ("fail(message)", fail)}


class ScenariosTest(unittest.TestCase):
    def setUp(self):
        self.table = json.loads((Path(__file__).resolve().parents[1] / "scenarios.json").read_text())

    def test_programs(self):
        for row in self.table["programs"]:
            with self.subTest(row["name"]):
                output = pysub.Output()
                functions = dict(HOST[name] for name in row["functions"])
                got = {}
                try:
                    got["value"] = pysub.run(row["code"], row.get("inputs"), functions=functions, output=output)
                except pysub.ProgramError as error:
                    got["error"] = {"type": error.type_name, "message": error.message}
                wanted = {key: row[key] for key in ("value", "error") if key in row}
                self.assertEqual((got, output.stdout, output.stderr), (wanted, row["stdout"], row["stderr"]))

    def test_limits(self):
        for row in self.table["limits"]:
            with self.subTest(row["name"]), self.assertRaises(pysub.LimitError) as caught:
                pysub.run(row["code"], limits=row["limits"], output=False)
            self.assertEqual(caught.exception.limit, row["limit"])

    def test_scripts(self):
        for row in self.table["scripts"]:
            with self.subTest(row["name"]):
                result = pysub.Shell().run(row["script"])
                self.assertEqual((result.stdout.decode(), result.exit_code), (row["stdout"], row["exit_code"]))


if __name__ == "__main__":
    unittest.main()
