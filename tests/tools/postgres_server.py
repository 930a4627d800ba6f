#!/usr/bin/env python3
"""A PostgreSQL server for tests, in a directory of its own that goes with it, on a Unix socket.

    postgres_server.py [--sync] COMMAND ...     runs COMMAND with PYSUB_TEST_POSTGRES, the URL of its database

Exits with 77 and a word about it where PostgreSQL is not installed (postgresql-15), else with COMMAND's status."""

import glob
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
# Of PR_SET_PDEATHSIG: a test that is killed leaves no server behind. SIGQUIT ends one at once.
WITH_PARENT = ["setpriv", "--pdeathsig", "QUIT"]


def roomy_memory():
    """A directory in memory, where it is large enough: the disk of a busy machine makes a start take half a minute."""
    try:
        status = os.statvfs("/dev/shm")
        return "/dev/shm" if status.f_bavail * status.f_frsize > 2 << 30 and os.access("/dev/shm", os.W_OK) else None
    except OSError:
        return None


def find_binaries():
    """The directory of initdb and postgres, the newest; None: it is not installed."""
    found = glob.glob("/usr/lib/postgresql/*/bin/postgres")
    found.sort(key=lambda path: float(re.search(r"postgresql/([\d.]+)/", path).group(1)))
    if found:
        return os.path.dirname(found[-1])
    path = shutil.which("postgres")
    return os.path.dirname(os.path.realpath(path)) if path and shutil.which("initdb") else None


class PostgresServer:
    """Not durable unless `sync`: a kill of the machine is not what tests try. PostgreSQL refuses to run as root, so root's tests run it
    as the user postgres, or nobody."""

    def __init__(self, sync=False, settings=(), directory=None):
        self.binaries = find_binaries()
        self.directory = tempfile.mkdtemp(prefix="pysub_pg.", dir=directory or (None if sync else roomy_memory()))
        self.data = os.path.join(self.directory, "data")
        self.log = os.path.join(self.directory, "log")
        self.process = None
        self.settings = ["listen_addresses=", f"unix_socket_directories={self.directory}", f"fsync={'on' if sync else 'off'}", "max_connections=200",
                         "shared_buffers=64MB", "log_min_messages=warning", *settings]
        self.user = {}
        if os.getuid() == 0:
            user = next(user for user in pwd.getpwall() if user.pw_name in ("postgres", "nobody"))
            user = next((one for one in pwd.getpwall() if one.pw_name == "postgres"), user)
            os.chown(self.directory, user.pw_uid, user.pw_gid)
            self.user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        os.chmod(self.directory, 0o755)
        subprocess.run([self.binary("initdb"), "-D", self.data, "-U", "pysub", "-A", "trust", "-E", "UTF8", "--no-locale", "-N", "--no-instructions"],
                       check=True, stdout=subprocess.DEVNULL, cwd="/", **self.user)
        self.start()

    def binary(self, name):
        return os.path.join(self.binaries, name)

    def url(self, host=None, more=""):
        host = (host or self.directory).replace("/", "%2F")
        return f"postgresql:///postgres?host={host}&user=pysub{more}"

    def start(self):
        options = [text for setting in self.settings for text in ("-c", setting)]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen([*WITH_PARENT, self.binary("postgres"), "-D", self.data, *options], stdout=log, stderr=log,
                                            cwd="/", **self.user)
        for _ in range(1500):
            if self.is_ready():
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        raise RuntimeError("PostgreSQL does not start:\n" + open(self.log, errors="replace").read()[-2000:])

    def is_ready(self):
        """As pg_ctl asks: the last line of its lock file says so once it takes connections."""
        try:
            with open(os.path.join(self.data, "postmaster.pid"), encoding="ascii") as file:
                lines = file.read().split("\n")
            return lines[7].strip() == "ready" and int(lines[0]) == self.process.pid
        except (OSError, IndexError, ValueError):
            return False

    def stop(self, how=signal.SIGQUIT):
        """SIGQUIT: `pg_ctl stop -m immediate`, as after a crash. SIGINT: fast, but in order."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            self.process = None

    def signal_all(self, how, processes=None):
        """To all of its processes, the first one first, or to those that it was given to before: whom it was given to."""
        if processes is None:
            processes = [self.process.pid]
        for pid in processes:
            try:
                os.kill(pid, how)
            except ProcessLookupError:
                continue
            if pid == self.process.pid and len(processes) == 1:
                with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
                    processes += [int(text) for text in file.read().split()]
        return processes

    def restart(self):
        self.stop()
        self.start()

    def close(self):
        self.stop()
        shutil.rmtree(self.directory, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def new_store(directory):
    """The URL of an empty store of durable sessions: a database of the server that PYSUB_TEST_POSTGRES names, or else a file."""
    url = os.environ.get("PYSUB_TEST_POSTGRES")
    if url is None:
        return "sqlite:" + os.path.join(directory, "store")
    name = f"d{os.getpid()}_{time.monotonic_ns()}"
    subprocess.run([os.path.join(find_binaries(), "psql"), "-q", url, "-c", f"CREATE DATABASE {name}"], check=True, stdout=subprocess.DEVNULL)
    return url.replace("///postgres?", f"///{name}?")


def skip_without_server():
    if find_binaries() is None:
        print("skipped: PostgreSQL is not installed (postgresql-15)")
        sys.exit(SKIPPED)


def main():
    arguments = sys.argv[1:]
    sync = arguments[:1] == ["--sync"]
    arguments = arguments[1:] if sync else arguments
    skip_without_server()
    with PostgresServer(sync) as server:
        status = subprocess.run(arguments, env=dict(os.environ, PYSUB_TEST_POSTGRES=server.url()), check=False).returncode
    sys.exit(status if status >= 0 else 128 - status)


if __name__ == "__main__":
    main()
