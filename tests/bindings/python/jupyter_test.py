"""The kernel for Jupyter, by Jupyter's own client: skipped where no Python of this machine has jupyter_client (apt-get install python3-jupyter-client)."""

import contextlib
import importlib.machinery
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import pysub.jupyter

CLIENT = r"""
import json, queue, sys, time
from jupyter_client import KernelManager

manager = KernelManager(kernel_name="sandboxed")
manager.start_kernel()
client = manager.client()
client.start_channels()
client.wait_for_ready(timeout=60)


def run(code, **options):
    id = client.execute(code, **options)
    got = []
    while True:
        message = client.get_iopub_msg(timeout=60)
        if message["parent_header"].get("msg_id") != id:
            continue
        kind, content = message["msg_type"], message["content"]
        if kind == "status" and content["execution_state"] == "idle":
            break
        if kind == "stream":
            got.append([content["name"], content["text"]])
        if kind == "execute_result":
            got.append(["result", content["execution_count"], content["data"]["text/plain"]])
        if kind == "error":
            got.append(["error", content["ename"], content["evalue"]])
    return got, client.get_shell_msg(timeout=60)["content"]["status"]


def ask(request):
    request
    return client.get_shell_msg(timeout=60)["content"]


out = {}
out["value"] = run("x = 20\nx * 2 + 2")
out["print"] = run("import sys\nprint('a')\nprint('b', file=sys.stderr)")
out["object"] = run("len")
out["kept"] = run("x")
out["error"] = run("1 / 0")
out["syntax"] = run("def")
out["exit"] = run("import sys; sys.exit(3)")
out["outside"] = run("open('/etc/passwd')")
out["mount"] = run("open('/data/in.txt').read()")
out["limit"] = run("y = 1\nwhile True: pass")
out["undone"] = run("'y' in globals()")
out["silent"] = run("z = 5\nz", silent=True)
out["complete"] = ask(client.complete("whi"))["matches"]
out["attribute"] = ask(client.complete("x.bit_l", 7))["matches"]
out["info"] = ask(client.kernel_info())["implementation"]
out["whole"] = [ask(client.is_complete(code))["status"] for code in ("x = 1", "def f():", "x = = 1")]
out["history"] = ask(client.history())["history"]
# Interrupted: the message comes while the cell runs.
id = client.execute("w = 1\nwhile True: pass")
time.sleep(0.5)
manager.interrupt_kernel()
reply = client.get_shell_msg(timeout=60)["content"]
out["interrupted"] = [reply["status"], reply.get("ename")]
out["after"] = run("x + 1")
manager.shutdown_kernel()
out["ended"] = not manager.is_alive()
print(json.dumps(out))
"""


def python_with_client():
    for program in (sys.executable, "/usr/bin/python3"):
        try:
            if subprocess.run([program, "-c", "import sys, jupyter_client, zmq; sys.exit(sys.version_info < (3, 11))"], capture_output=True, timeout=60).returncode == 0:
                return program
        except OSError:
            pass
    return None


class Jupyter(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        python = python_with_client()
        if python is None:
            raise unittest.SkipTest("no Python with jupyter_client")
        with tempfile.TemporaryDirectory() as folder:
            data = os.path.join(folder, "data")
            os.mkdir(data)
            with open(os.path.join(data, "in.txt"), "w") as file:
                file.write("mounted")
            environment = {**os.environ, "JUPYTER_DATA_DIR": os.path.join(folder, "jupyter"), "JUPYTER_RUNTIME_DIR": os.path.join(folder, "runtime"), "HOME": folder}
            installed = subprocess.run([python, "-m", "pysub.jupyter", "install", "--name", "sandboxed", "--seconds", "3", "--mount", data + ":/data:read_only"], env=environment,
                                       capture_output=True, text=True, timeout=60)
            assert installed.returncode == 0, installed.stderr
            with open(installed.stdout.strip()) as file:
                cls.spec = json.load(file)
            done = subprocess.run([python, "-c", CLIENT], env=environment, capture_output=True, text=True, timeout=200)
            assert done.returncode == 0, done.stderr
            cls.out = json.loads(done.stdout.splitlines()[-1])

    def test_values_and_output(self):
        self.assertEqual(self.out["value"], [[["result", 1, "42"]], "ok"])
        self.assertEqual(self.out["print"], [[["stdout", "a\n"], ["stderr", "b\n"]], "ok"])
        self.assertEqual(self.out["object"][0][0][2], "<built-in function len>")
        self.assertEqual(self.out["kept"][0], [["result", 4, "20"]])
        self.assertEqual(self.out["silent"], [[], "ok"])

    def test_errors_are_told(self):
        self.assertEqual(self.out["error"], [[["error", "ZeroDivisionError", "division by zero"]], "error"])
        self.assertEqual(self.out["syntax"][0][0][:2], ["error", "SyntaxError"])
        self.assertEqual(self.out["exit"][0][0][:2], ["error", "SystemExit"])

    def test_nothing_outside_is_there_but_what_was_mounted(self):
        self.assertEqual(self.out["outside"][0][0][:2], ["error", "FileNotFoundError"])
        self.assertEqual(self.out["mount"][0][0][2], "'mounted'")

    def test_a_cell_that_reaches_a_limit_has_not_happened(self):
        self.assertEqual(self.out["limit"][0][0][:2], ["error", "LimitError"])
        self.assertEqual(self.out["undone"][0][0][2], "False")

    def test_interrupt_leaves_the_session(self):
        self.assertEqual(self.out["interrupted"], ["error", "KeyboardInterrupt"])
        self.assertEqual(self.out["after"][0][0][2], "21")

    def test_other_requests(self):
        self.assertEqual(self.out["complete"], ["while"])
        self.assertEqual(self.out["attribute"], ["x.bit_length"] if self.out["attribute"][0].startswith("x.") else ["bit_length"])
        self.assertEqual(self.out["info"], "pysub")
        self.assertEqual(self.out["whole"], ["complete", "incomplete", "invalid"])
        self.assertEqual(self.out["history"], [])
        self.assertTrue(self.out["ended"])


class InstallTest(unittest.TestCase):
    def test_what_no_kernel_could_use_is_refused(self):
        for words, said in ((["--seconds", "-5"], "seconds above 0"), (["--seconds", "nan"], "seconds above 0"), (["--memory", "0"], "bytes above 0"),
                            (["--seconds", "abc"], "argument --seconds: a number of seconds above 0 is wanted, not 'abc'"),
                            (["--memory", "1G"], "argument --memory: a number of bytes above 0 is wanted, not '1G'"),
                            *((["--name", name], "argument --name: a name of letters, digits, '-', '.' and '_' is wanted") for name in ("../x", "a/b", "/x", "..", "", "a b")),
                            (["--mount", "/no/such/directory:/data"], "there is no directory '/no/such/directory'")):
            with self.subTest(words), tempfile.TemporaryDirectory() as data:
                done = subprocess.run([sys.executable, "-m", "pysub.jupyter", "install", *words], env={**os.environ, "JUPYTER_DATA_DIR": data}, capture_output=True, text=True)
                self.assertEqual((done.returncode, os.listdir(data)), (2, []))
                self.assertIn(said, done.stderr)

    def test_pyzmq_is_looked_for(self):
        there = importlib.machinery.ModuleSpec("zmq", None)
        for found in (None, there):
            with self.subTest(found), tempfile.TemporaryDirectory() as data, mock.patch("importlib.util.find_spec", return_value=found), \
                    mock.patch.dict(os.environ, JUPYTER_DATA_DIR=data), contextlib.redirect_stderr(io.StringIO()) as said, contextlib.redirect_stdout(io.StringIO()):
                if found is there:
                    pysub.jupyter.main(["install", "--name", "a-b_c.1"])
                    self.assertEqual(os.listdir(os.path.join(data, "kernels")), ["a-b_c.1"])
                else:
                    self.assertRaises(SystemExit, pysub.jupyter.main, ["install"])
                    self.assertEqual(os.listdir(data), [])
                    self.assertIn("pyzmq is not there, which a kernel needs", said.getvalue())


if __name__ == "__main__":
    unittest.main()
