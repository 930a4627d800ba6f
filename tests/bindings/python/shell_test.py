"""Shell and Files."""

import asyncio
import contextvars
import gc
import os
import pathlib
import re
import signal
import tempfile
import threading
import time
import unittest

import pysub

WORKER = next(pathlib.Path(os.environ["PYSUB_BUILD"]).glob("**/pysub-worker"), None) if "PYSUB_BUILD" in os.environ else None


class ShellTest(unittest.TestCase):
    def test_a_script(self):
        result = pysub.Shell().run("echo a; echo b >&2; exit 3")
        self.assertEqual((result.exit_code, result.stdout, result.stderr, result.limit, result.text), (3, b"a\n", b"b\n", None, "a\n"))
        self.assertGreater(result.seconds, 0)

    def test_state_stays(self):
        shell = pysub.Shell(environment={"A": "1"}, directory="/tmp")
        shell.run("B=2; f() { echo f $1; }; mkdir d; cd d")
        self.assertEqual(shell.run("echo $A $B; f x").stdout, b"1 2\nf x\n")
        self.assertEqual((shell.directory, shell.variable("B"), shell.variable("C")), ("/tmp/d", "2", None))
        shell.reset()
        self.assertEqual(shell.variable("B"), None)

    def test_what_a_script_gets(self):
        shell = pysub.Shell()
        self.assertEqual(shell.run("cat; echo $1 $0 $X", stdin="in\n", args=["one"], name="job", environment={"X": "y"}).stdout, b"in\none job y\n")
        self.assertEqual(shell.run("pwd", directory="/tmp").stdout, b"/tmp\n")
        self.assertEqual(shell.run("cat", stdin=b"\xff\0").stdout, b"\xff\0")

    def test_python_is_there_when_it_is_wanted(self):
        self.assertEqual(pysub.Shell().run("python3 -c 'print(1)'").exit_code, 127)
        shell = pysub.Shell(python=True)
        self.assertEqual(shell.run("echo 1 2 | python3 -c 'print(sum(map(int, input().split())))'").stdout, b"3\n")
        self.assertEqual(pysub.Shell(python=True, python_limits={"steps": 1000}).run("python3 -c 'while 1: pass'").exit_code, 1)

    def test_commands(self):
        def greet(args, stdin):
            "greet NAME: says hello."
            return f"hello {args[0]}, {stdin.decode()}"

        def fail(args, stdin):
            raise ValueError("no")

        shell = pysub.Shell(commands={"greet": greet, "fail": fail, "code": lambda args, stdin: 7, "nothing": lambda args, stdin: None,
                                      "both": lambda args, stdin: (4, b"o\xff", "e"), "wrong": lambda args, stdin: object()})
        self.assertEqual(shell.run("greet bob <<< x | tr a-z A-Z").stdout, b"HELLO BOB, X\n")
        self.assertEqual(shell.run("code; echo $?; nothing; echo $?; both; echo $?").stdout, b"7\n0\no\xff4\n")
        result = shell.run("fail; echo $?")
        self.assertEqual((result.stdout, result.stderr), (b"1\n", b"fail: ValueError: no\n"))
        self.assertEqual(shell.run("wrong").exit_code, 1)
        self.assertEqual(shell.fork().run("code").exit_code, 7)
        self.assertEqual(pysub.Shell.load(shell.dump(), commands={"code": lambda args, stdin: 8}).run("code").exit_code, 8)

    def test_what_ends_the_host_ends_the_script(self):
        def stop(args, stdin):
            raise KeyboardInterrupt

        shell = pysub.Shell(commands={"stop": stop})
        with self.assertRaises(KeyboardInterrupt):
            shell.run("stop; echo no")
        self.assertEqual(shell.run("echo yes").stdout, b"yes\n")

    def test_commands_are_asked_about(self):
        told = []
        shell = pysub.Shell(before_command=lambda argv: argv[0] != "rm", after_command=lambda argv, status: told.append((argv, status)))
        self.assertEqual(shell.run("rm x; echo $?").stdout, b"126\n")
        self.assertIn((["echo", "126"], 0), told)

        def broken(argv):
            raise KeyError(argv[0])

        with self.assertRaises(KeyError):
            pysub.Shell(before_command=broken).run("ls")

    def test_output_as_it_comes(self):
        pieces = []
        result = pysub.Shell().run("echo a; echo b >&2", output=lambda stream, data: pieces.append((stream, data)))
        self.assertEqual((pieces, result.stdout), ([("stdout", b"a\n"), ("stderr", b"b\n")], b""))

        def broken(stream, data):
            raise KeyError(stream)

        with self.assertRaises(KeyError):
            pysub.Shell().run("echo a", output=broken)

    def test_pieces(self):
        shell = pysub.Shell()
        shell.start("for i in 1 2 3; do echo $i; done; echo end")
        steps = 0
        while shell.step(2) is None:
            steps += 1
            self.assertTrue(shell.running)
            if steps == 3:
                fork, loaded = shell.fork(), pysub.Shell.load(shell.dump())
        self.assertGreater(steps, 2)
        self.assertFalse(shell.running)
        with self.assertRaises(pysub.StateError):
            shell.step()
        self.assertTrue(fork.step().stdout.endswith(b"end\n"))
        self.assertTrue(loaded.step().stdout.endswith(b"end\n"))

    def test_output_in_the_middle(self):
        shell = pysub.Shell()
        shell.start("echo a; while :; do :; done")
        self.assertIsNone(shell.step(10000))
        self.assertEqual((shell.take_output(), shell.take_output("stderr")), (b"a\n", b""))

    def test_limits(self):
        result = pysub.Shell(limits={"seconds": 0.1}).run("while :; do :; done")
        self.assertEqual((result.exit_code, result.limit), (124, "duration"))
        self.assertEqual(pysub.Shell().run("while :; do :; done", timeout=0.1).limit, "duration")
        shell = pysub.Shell(limits={"loop_iterations": 10})
        self.assertEqual(shell.run("for i in {1..20}; do :; done").limit, "loop_iterations")
        shell.set_limits({"loop_iterations": 100})
        self.assertIsNone(shell.run("for i in {1..20}; do :; done").limit)
        for limits, error in (({"second": 1}, TypeError), ({"commands": 0}, ValueError), ({"commands": -1}, ValueError), (5, TypeError)):
            with self.assertRaises(error):
                pysub.Shell(limits=limits)

    def test_cancel_and_use_by_two_threads(self):
        shell = pysub.Shell(limits={"seconds": 20})
        files = shell.files
        results = []
        thread = threading.Thread(target=lambda: results.append(shell.run("while :; do :; done")))
        thread.start()
        time.sleep(0.1)
        for use in (lambda: shell.run("ls"), shell.dump, shell.close, lambda: files.list("/")):
            with self.assertRaisesRegex(pysub.StateError, "in use"):
                use()
        shell.cancel()
        thread.join()
        self.assertEqual((results[0].limit, results[0].exit_code), ("cancelled", 130))

    def test_control_c(self):
        old = signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            shell = pysub.Shell(limits={"seconds": 20, "loop_iterations": 10**12, "commands": 10**12})
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            with self.assertRaises(KeyboardInterrupt):
                shell.run("while :; do :; done")
            self.assertEqual(shell.run("echo 1").stdout, b"1\n")
        finally:
            signal.signal(signal.SIGALRM, old)

    def test_control_c_while_it_waits(self):
        ways = [({}, "sleep 10"), ({}, "(sleep 10) & wait"), ({"python": True}, "python3 -c 'import time; time.sleep(10)'")]
        if WORKER is not None:
            ways.append(({"python": "worker", "worker_path": WORKER}, "python3 -c 'while True: pass'"))
        old = signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            for options, script in ways:
                with self.subTest(script):
                    for shell in (pysub.Shell(**options), pysub.Shell.load(pysub.Shell().dump(), **options), pysub.Shell(**options).fork()):
                        begun = time.monotonic()
                        signal.setitimer(signal.ITIMER_REAL, 0.2)
                        with self.assertRaises(KeyboardInterrupt):
                            shell.run(script)
                        self.assertLess(time.monotonic() - begun, 4)
                        self.assertFalse(shell.running)
                        self.assertEqual(shell.run("echo 1").stdout, b"1\n")
        finally:
            signal.signal(signal.SIGALRM, old)

    @unittest.skipIf(WORKER is None, "there is no pysub-worker")
    def test_a_forked_process_has_workers_of_its_own(self):
        def in_child(work):
            child = os.fork()
            if child == 0:
                try:
                    status = 0 if work() else 1
                finally:
                    os._exit(status)
            return child

        def ended(child):
            for _ in range(200):
                pid, status = os.waitpid(child, os.WNOHANG)
                if pid:
                    return os.waitstatus_to_exitcode(status)
                time.sleep(0.1)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return "it hung"

        shell = pysub.Shell(python="worker", worker_path=WORKER, limits={"seconds": 10})
        said = lambda word: shell.run(f'python3 -c "print({word!r})"').stdout == f"{word}\n".encode()
        self.assertTrue(said("first"))
        for _ in range(3):  # the parent has an idle worker each time
            child = in_child(lambda: said("child") and said("again"))
            self.assertTrue(said("parent"))
            self.assertEqual(ended(child), 0)
        # In the middle of a run: it is the parent's, and goes on there; in the child it has failed.
        shell.start("python3 -c 'import time; time.sleep(1); print(7)'")
        for _ in range(20):
            self.assertIsNone(shell.step(10000))
            time.sleep(0.01)

        def finish():
            for _ in range(1000):
                if (result := shell.step(10**7)) is not None:
                    return result
                time.sleep(0.01)

        child = in_child(lambda: finish().stdout == b"")
        self.assertEqual(finish().stdout, b"7\n")
        self.assertEqual(ended(child), 0)
        self.assertTrue(said("after"))

    def test_analysis(self):
        said = pysub.Shell().analyze("for f in *; do wc < $f; done > out")
        self.assertTrue(said["valid"] and said["has_loops"])
        self.assertFalse(pysub.Shell().analyze("if")["valid"])

    def test_what_is_lent_in_a_cycle(self):
        # The collector clears the files before or behind the shell that has them, the sandbox before or behind its replay.
        for _ in range(20):
            shell = pysub.Shell(commands={"mine": lambda args, stdin: str(lent.list("/"))})
            lent = shell.files
            self.assertEqual(shell.run("echo 1").stdout, b"1\n")
            sandbox = pysub.Sandbox("f()", functions=["f"])
            sandbox.start_recording()
            sandbox.run()
            looked_at = pysub.Replay(sandbox.take_recording()).sandbox
            looked_at.output = lambda stream, text, again=[looked_at]: again
            del shell, lent, sandbox, looked_at
            gc.collect()

    def test_misuse(self):
        shell = pysub.Shell()
        files = shell.files
        with shell:
            pass
        for use in (lambda: shell.run("ls"), shell.dump, shell.fork, lambda: shell.files, lambda: shell.directory, shell.cancel):
            with self.assertRaisesRegex(pysub.StateError, "closed"):
                use()
        for use in (lambda: files.list("/"), lambda: files.read("/x"), files.usage, files.dump, files.fork, files.mounts):
            with self.assertRaisesRegex(pysub.StateError, "the shell is closed"):
                use()
        for call in (lambda: pysub.Shell(what=1), lambda: pysub.Shell(commands={"a": 1}), lambda: pysub.Shell(files=[]),
                     lambda: pysub.Shell().run(5), lambda: pysub.Shell().run("ls", args="x"), lambda: pysub.Shell().run("ls", x=1),
                     lambda: pysub.Shell.load("x"), lambda: pysub.Shell(before_command=1), lambda: pysub.Sandbox("1", files=pysub.Shell().files)):
            with self.assertRaises(TypeError):
                call()
        for call in (lambda: pysub.Shell(python="yes"), lambda: pysub.Shell(mounts={"/a": ("/", "x")}), lambda: pysub.Shell().take_output("x")):
            with self.assertRaises(ValueError):
                call()
        with self.assertRaises((OSError, ValueError)):
            pysub.Shell(mounts={"/a": "/no/such/directory"})
        for name in ("A B", "1A", "", "A=B", "é"):
            for call in (lambda: pysub.Shell(environment={name: "1"}), lambda: pysub.Shell().run(":", environment={name: "1"})):
                with self.assertRaisesRegex(ValueError, f"environment: '{name}' is no name of a variable"):
                    call()
        for damaged in (b"", b"x" * 100, pysub.Shell().dump()[:-1]):
            with self.assertRaises(pysub.SnapshotError):
                pysub.Shell.load(damaged)

    def test_a_command_that_would_never_be_called_is_refused(self):
        for name in ("a/b", "/bin/mine", "./x"):
            with self.subTest(name), self.assertRaisesRegex(ValueError, f"^the command '{re.escape(name)}' would not be called: "):
                pysub.Shell(commands={name: lambda args, stdin: None})
        self.assertEqual(pysub.Shell(commands={"ls": lambda args, stdin: "mine\n"}).run("ls").text, "mine\n")
        # A builtin comes first, but others reach the command, as in bash.
        shell = pysub.Shell(commands={"echo": lambda args, stdin: "mine\n"})
        self.assertEqual(shell.run("echo its; env echo its; /bin/echo its").text, "its\nmine\nmine\n")

    def test_coroutine_functions_without_a_loop_are_a_mistake(self):
        async def fetch(args, stdin):
            return "x"

        async def ask(argv):
            return True

        async def told(argv, status):
            pass

        for options, name in (({"commands": {"fetch": fetch}}, "fetch"), ({"before_command": ask}, "before_command"), ({"after_command": told}, "after_command")):
            shell = pysub.Shell(**options)
            for run in (lambda: shell.run("fetch; echo on"), lambda: (shell.start("fetch; echo on"), shell.step())):
                with self.subTest(name), self.assertRaisesRegex(TypeError, rf"^{name}\(\) is asynchronous: it wants run_async\(\) of a Shell$"):
                    run()

    def test_what_a_loaded_shell_takes(self):
        saved = pysub.Shell(files={"/x": "1"}, environment={"A": "2"}, directory="/tmp").dump()
        for name, value in (("files", {"/x": "3"}), ("environment", {"A": "3"}), ("directory", "/"), ("seed", 1), ("what", 1)):
            with self.assertRaisesRegex(TypeError, f"^loading a shell has no '{name}': it has limits, .*commands, python, "):
                pysub.Shell.load(saved, **{name: value})
        loaded = pysub.Shell.load(saved, python=True, commands={"mine": lambda args, stdin: "here\n"}, limits={"commands": 50},
                                  python_limits={"seconds": 5}, before_command=lambda argv: argv[0] != "ls")
        result = loaded.run("cat /x; echo $A; pwd; mine; python3 -c 'print(6 * 7)'; ls || echo refused; while :; do :; done")
        self.assertEqual((result.text.split(), result.limit), (["12", "/tmp", "here", "42", "refused"], "commands"))


class AsyncTest(unittest.IsolatedAsyncioTestCase):
    """Shell.run_async()"""

    async def test_commands_run_in_the_loop(self):
        loop, where = asyncio.get_running_loop(), contextvars.ContextVar("where", default="")

        async def fetch(args, stdin):
            self.assertIs(asyncio.get_running_loop(), loop)
            await asyncio.sleep(0.01)
            return f"{args[0]} {stdin.decode()} {where.get()}\n"

        async def fail(args, stdin):
            raise ValueError("text")

        where.set("here")
        shell = pysub.Shell(commands={"fetch": fetch, "fail": fail, "plain": lambda args, stdin: (3, "plain\n")})
        result = await shell.run_async("echo -n in | fetch a; fail; echo $?; plain; echo $?", timeout=20)
        self.assertEqual((result.text, result.stderr), ("a in here\n1\nplain\n3\n", b"fail: ValueError: text\n"))
        self.assertEqual((await shell.fork().run_async("fetch b")).text, "b  here\n")
        self.assertEqual((await pysub.Shell.load(shell.dump(), commands={"fetch": fetch}).run_async("fetch c")).text, "c  here\n")

    async def test_many_wait_at_once(self):
        everybody, here = asyncio.Event(), []

        async def meet(args, stdin):
            here.append(args[0])
            if len(here) == 4:
                everybody.set()
            await everybody.wait()

        shells = [pysub.Shell(commands={"meet": meet}) for _ in range(4)]
        results = await asyncio.wait_for(asyncio.gather(*(shell.run_async(f"meet {n}; echo {n}") for n, shell in enumerate(shells))), 30)
        self.assertEqual([result.text for result in results], ["0\n", "1\n", "2\n", "3\n"])

    async def test_hooks_run_in_the_loop(self):
        told = []

        async def ask(argv):
            await asyncio.sleep(0)
            return argv[0] != "rm"

        async def tell(argv, status):
            told.append((argv[0], status))

        shell = pysub.Shell(before_command=ask, after_command=tell)
        self.assertEqual((await shell.run_async("echo a; rm /x; true")).text, "a\n")
        self.assertEqual(told, [("echo", 0), ("true", 0)])

        async def broken(argv):
            raise KeyError("broken")

        with self.assertRaises(KeyError):
            await pysub.Shell(before_command=broken).run_async("echo a")

    async def test_who_is_cancelled_ends_the_script(self):
        reached, ended = asyncio.Event(), []

        async def begun(args, stdin):
            reached.set()

        async def never(args, stdin):
            try:
                await asyncio.Event().wait()
            finally:
                ended.append(args)

        shell = pysub.Shell(commands={"begun": begun, "never": never})
        for script in ("never 1; echo on", "while :; do :; done", "sleep 1000"):
            reached.clear()
            task = asyncio.create_task(shell.run_async("begun; " + script))
            await reached.wait()
            await asyncio.sleep(0.1)
            with self.assertRaisesRegex(pysub.StateError, "^the shell is in use by another call$"):
                shell.run(":")
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await asyncio.wait_for(task, 30)
            self.assertEqual(shell.run("echo after").text, "after\n")
        self.assertLessEqual(ended, [["1"]])  # (none where it had not begun yet)
        with self.assertRaises(TypeError):
            await shell.run_async("true", what=1)


class FilesTest(unittest.TestCase):
    def test_files_and_directories(self):
        files = pysub.Files()
        files.mkdir("/a")
        files.write("/a/b", "é")
        files.write("/a/b", b"\xff", mode="append")
        self.assertEqual((files.read("/a/b"), files.read("/a/b", 1, 1)), (b"\xc3\xa9\xff", b"\xa9"))
        self.assertEqual(files.status("/a/b")["size"], 3)
        self.assertEqual(files.status(pathlib.PurePosixPath("/a"))["kind"], "directory")
        files.symlink("b", "/a/c")
        self.assertEqual((files.read_link("/a/c"), files.real_path("/a/c"), files.status("/a/c", follow=False)["kind"]), ("b", "/a/b", "symlink"))
        files.link("/a/b", "/a/d")
        files.rename("/a/d", "/a/e")
        files.chmod("/a/e", 0o600)
        files.truncate("/a/e", 1)
        files.set_times("/a/e", 1, 2)
        status = files.status("/a/e")
        self.assertEqual((status["mode"] & 0o777, status["size"], status["mtime_ns"], status["links"]), (0o600, 1, 2, 2))
        self.assertEqual(files.list("/a"), ["b", "c", "e"])
        for name in ("b", "c", "e"):
            files.remove(f"/a/{name}")
        files.rmdir("/a")
        self.assertEqual(files.list("/"), [])

    def test_what_goes_wrong_is_an_os_error(self):
        files = pysub.Files()
        for call, error in ((lambda: files.read("/x"), FileNotFoundError), (lambda: files.read("/"), IsADirectoryError),
                            (lambda: files.mkdir("/a/b"), FileNotFoundError), (lambda: files.list("/x"), FileNotFoundError),
                            (lambda: files.rmdir("/x"), FileNotFoundError), (lambda: files.write("/", "x"), IsADirectoryError)):
            with self.assertRaises(error) as caught:
                call()
            self.assertIsNotNone(caught.exception.filename)
        files.write("/x", "1", "new")
        with self.assertRaises(FileExistsError):
            files.write("/x", "1", "new")
        with self.assertRaises(ValueError):
            files.write("/x", "1", "other")
        with self.assertRaises(TypeError):
            files.write("/x", 1)
        with self.assertRaises(TypeError):
            files.read(5)

    def test_programs_see_them(self):
        files = pysub.Files()
        files.write("/in", "x\ny\n")
        code = "lines = open('/in').readlines()\nopen('/out', 'w').writelines(reversed(lines))\nimport os\nos.listdir('/')"
        self.assertEqual(pysub.run(code, files=files), ["in", "out"])
        self.assertEqual(files.read("/out"), b"y\nx\n")
        with self.assertRaises(pysub.ProgramError):
            pysub.run(code, files=files, permissions={"files_write": "nobody"})
        files.write("/lib.py", "def f(): return 5")
        self.assertEqual(pysub.run("import lib\nlib.f()", files=files, module_path=["/"]), 5)

    def test_a_function_may_use_the_files_of_the_run(self):
        files = pysub.Files()
        pysub.run("with open('/a', 'w') as file: file.write('1')\nf()", files=files, functions={"f": lambda: files.write("/b", files.read("/a") * 2)})
        self.assertEqual(files.read("/b"), b"11")

    def test_mounts(self):
        with tempfile.TemporaryDirectory() as host:
            pathlib.Path(host, "in").write_text("host")
            files = pysub.Files()
            files.mount("/overlay", host)
            files.mount("/ro", host, "read_only")
            files.mount("/rw", host, "read_write", write_bytes_limit=1000)
            self.assertEqual(pysub.run("open('/ro/in').read()", files=files), "host")
            with self.assertRaises(pysub.ProgramError):
                pysub.run("open('/ro/in', 'w')", files=files)
            pysub.run("open('/overlay/new', 'w').write('1')\nopen('/rw/new', 'w').write('22')", files=files)
            self.assertEqual(pathlib.Path(host, "new").read_text(), "22")
            self.assertEqual(files.read("/overlay/new"), b"1")
            self.assertEqual([(mount["path"], mount["mode"], mount["attached"]) for mount in files.mounts()],
                             [("/overlay", "overlay", True), ("/ro", "read_only", True), ("/rw", "read_write", True)])
            loaded = pysub.Files.load(files.dump())
            self.assertEqual([mount["attached"] for mount in loaded.mounts()], [False] * 3)
            loaded.attach("/overlay", host)
            self.assertEqual((loaded.read("/overlay/new"), loaded.read("/overlay/in")), (b"1", b"host"))
            os.symlink("/etc/passwd", os.path.join(host, "out"))
            with self.assertRaises(pysub.ProgramError):
                pysub.run("open('/ro/out').read()", files=files)
            with self.assertRaises(OSError):
                files.mount("/x", host + "/none")
            with self.assertRaises(ValueError):
                files.mount("/x", host, "other")
            shell = pysub.Shell(mounts={"/m": (host, "read_only")})
            self.assertEqual(shell.run("cat /m/in").stdout, b"host")

    def test_dump_load_fork_limits(self):
        files = pysub.Files(max_bytes=100_000)
        files.write("/a", "1")
        fork = files.fork()
        files.write("/a", "2")
        self.assertEqual((fork.read("/a"), pysub.Files.load(files.dump()).read("/a")), (b"1", b"2"))
        with self.assertRaises(OSError):
            files.write("/b", b"x" * 200_000)
        for damaged in (b"", b"xx", files.dump()[:-1]):
            with self.assertRaises(pysub.SnapshotError):
                pysub.Files.load(damaged)
        with self.assertRaises(TypeError):
            pysub.Files.load("x")
        self.assertGreaterEqual(files.usage()["files"], 2)

    def test_the_caller(self):
        files = pysub.Files()
        files.mkdir("/home")
        files.set_caller("/home", 0o77, 0, 0)
        files.write("x", "1")
        self.assertEqual(files.status("/home/x")["mode"] & 0o777, 0o600)


if __name__ == "__main__":
    unittest.main()
