#!/usr/bin/env python3
"""Lets pysub-shell's sqlite3 and the real one work on one database in a mounted folder, and attacks the first.

    sqlite_test.py PYSUB_SHELL [--seed=S] [--rounds=N] [--damaged=N] [--only=PART]

interchange  random changes by one of the two, chosen by chance; what both then say of the database is the same, and its integrity is checked by the real one
hostile      scripts that would take more time or memory than there is: a limit ends them in time, by the status that goes with it
reach        what would leave the sandbox is refused
damaged      databases with random bytes changed: whatever is said, the shell lives and ends in time
turns        while a statement computes others have their turns: timers, kill, whoever waits for a lock
pauses       saved while it reads, and what a kill in the middle of a transaction leaves

The real one is needed for `interchange` and `damaged` alone, which are left out without it.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

REAL = shutil.which("sqlite3", path="/usr/bin:/bin")

# Each is run with two seconds and 64 MiB. 124: time; 125: another limit; others: SQLite refuses by itself.
HOSTILE = {
    "endless recursion": ("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT count(*) FROM c", {124}),
    "endless rows": ("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT x FROM c", {124, 125}),
    "endless distinct": ("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT DISTINCT x||'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' FROM c", {124, 125}),
    "endless union": ("WITH RECURSIVE c(x) AS (SELECT 1 UNION SELECT x+1 FROM c) SELECT count(*) FROM c", {124, 125}),
    "endless sort": ("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT x FROM c ORDER BY -x", {124, 125}),
    "endless group_concat": ("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT group_concat(x) FROM c", {1, 18, 124, 125}),
    "endless window": ("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT sum(x) OVER (ORDER BY x) FROM c", {124, 125}),
    "endless json": ("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT json_group_array(x) FROM c", {1, 18, 124, 125}),
    "endless insert": ("CREATE TABLE t(a); WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) INSERT INTO t SELECT zeroblob(1000) FROM c", {1, 13, 124, 125}),
    "endless temp table": ("CREATE TEMP TABLE t AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT x FROM c", {124, 125}),
    "endless trigger": ("PRAGMA recursive_triggers=on; CREATE TABLE t(a); CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO t VALUES(new.a+1); END; INSERT INTO t VALUES(1)", {1, 124, 125}),
    "cross join": ("CREATE TABLE t(a); INSERT INTO t SELECT value FROM generate_series(1,3000); SELECT count(*) FROM t a, t b, t c WHERE a.a+b.a+c.a=-1", {124}),
    "series": ("SELECT sum(value) FROM generate_series(1,1000000000000)", {124}),
    "large blob": ("SELECT length(zeroblob(1000000000))", {1, 18, 125}),
    "hex of a blob": ("SELECT length(hex(zeroblob(30000000)))", {1, 18, 125}),
    "random blob": ("SELECT length(hex(randomblob(16000000))) FROM generate_series(1,1000)", {1, 18, 124, 125}),
    "printf": ("SELECT length(printf('%.*c', 1000000000, 'x'))", {1, 18, 125}),
    "printf of width": ("SELECT length(printf('%1000000000d', 1))", {0, 1, 18, 125}),
    "replace": ("SELECT length(replace(hex(zeroblob(1000000)), '00', hex(zeroblob(1000))))", {1, 18, 125}),
    "like": ("SELECT hex(zeroblob(4000000)) LIKE '%' || hex(zeroblob(20000)) || '1%' FROM generate_series(1,100)", {124}),
    "glob": ("SELECT hex(zeroblob(4000000)) GLOB '*' || hex(zeroblob(20000)) || '1*' FROM generate_series(1,100)", {124}),
    "like many": ("SELECT hex(zeroblob(4000000)) LIKE '%0%0%0%0%0%0%0%0%0%0%0%0%0%0%1' FROM generate_series(1,1000)", {0, 124}),
    "instr": ("SELECT instr(hex(zeroblob(8000000)), hex(zeroblob(4000000)) || '1') FROM generate_series(1,10000)", {0, 124}),
    "trim": ("SELECT length(trim(hex(zeroblob(4000000)), 'abcdefghijklmnopqrstuvwxyz0')) FROM generate_series(1,100)", {0, 124}),
    "trim of a large set": ("SELECT length(trim(hex(zeroblob(4000000)), hex(zeroblob(4000000)) || '1')) FROM generate_series(1,1000)", {0, 124}),
    "json_patch": ("SELECT json_patch(a, a) FROM (SELECT json_group_object(value, value) a FROM generate_series(1,300000))", {1, 125}),
    "json deep": ("SELECT json(printf('%.*c', 1000000, '['))", {1}),
    "json large": ("SELECT json_array_length(json_group_array(value)) FROM generate_series(1,100000000)", {1, 18, 124, 125}),
    "regexp": ("SELECT hex(zeroblob(4000000)) REGEXP '(0*)*1' FROM generate_series(1,1000)", {0, 124}),
    "sha3": ("SELECT sha3(zeroblob(16000000)) FROM generate_series(1,1000)", {0, 124}),
    "expressions in each other": ("SELECT " + "(" * 900 + "1" + ")" * 900, {0, 1}),
    "sums": ("SELECT " + "+".join(["1"] * 5000), {0, 1}),
    "nots": ("SELECT " + "NOT " * 20000 + "1", {1}),
    "compound": (" UNION ALL ".join(["SELECT 1"] * 5000), {0, 1}),
    "many columns": ("CREATE TABLE t(" + ",".join(f"c{i}" for i in range(5000)) + ")", {1}),
    "views of views": ("CREATE TABLE v0(a); " + "".join(f"CREATE VIEW v{i + 1} AS SELECT * FROM v{i};" for i in range(3000)) + " SELECT * FROM v3000", {0, 1, 7, 124, 125}),
    "views that double": ("CREATE TABLE v0(a); " + "".join(f"CREATE VIEW v{i + 1} AS SELECT x.a FROM v{i} x, v{i} y;" for i in range(40)) + " SELECT * FROM v40", {1, 7, 124, 125}),
    "with in with": ("WITH a0 AS (SELECT 1) " + "".join(f", a{i + 1} AS (SELECT * FROM a{i}, a{i} b)" for i in range(40)) + " SELECT count(*) FROM a40", {0, 1, 7, 124, 125}),
    "vacuum of a large one": ("CREATE TABLE t(a); INSERT INTO t SELECT randomblob(1000) FROM generate_series(1,10000); VACUUM; PRAGMA integrity_check", {0, 1, 13, 124, 125}),
    "index of a large one": ("CREATE TABLE t(a); INSERT INTO t SELECT randomblob(20) FROM generate_series(1,300000); CREATE INDEX i ON t(a)", {0, 13, 124, 125}),
    "cache": ("PRAGMA cache_size=-100000000; PRAGMA temp_store=2; SELECT count(*) FROM (SELECT randomblob(20) a FROM generate_series(1,3000000) ORDER BY a)", {124, 125}),
    "fts": ("CREATE VIRTUAL TABLE f USING fts5(a); INSERT INTO f SELECT hex(randomblob(200)) || ' ' || value FROM generate_series(1,1000000)", {23}),
    "columns mode": (".mode column", "SELECT hex(zeroblob(1000)) FROM generate_series(1,1000000)", {124, 125}),
    "width": (".mode box", ".width 2000000000", "SELECT 1", {125}),
    "rule": (".mode table", ".width 2000000000 2000000000", "SELECT 1, 2", {125}),
    "words in use": (".mode insert", r"SELECT char(10) || '\n\012' || group_concat('(\n' || value || ')', '') FROM generate_series(0, 100000)", {0}),
    "rtreecheck": ("CREATE VIRTUAL TABLE r USING rtree(id,x0,x1); INSERT INTO r SELECT value, value, value+1 FROM generate_series(1,60000); SELECT rtreecheck('r')", {0, 13, 124, 125}),
    "many formats": ("SELECT length(strftime(replace(hex(zeroblob(2000000)), '00', '%W'), 'now')) FROM generate_series(1,100)", {18}),
    "full text": ("CREATE VIRTUAL TABLE t USING fts5(x); INSERT INTO t SELECT replace(hex(zeroblob(100000)),'0','a '); SELECT length(snippet(t,0,'[',']','..',60)) FROM t WHERE t MATCH 'a'", {23}),
    "attached": ("".join(f"ATTACH 'x{i}.db' AS x{i};" for i in range(20)), {1}),
}

# The same from standard input: what SQLite compares with all that stands before it in a statement, while it prepares.
PREPARED = {
    "aggregates": ("SELECT 1 IN (0," + ",".join(f"sum(x+{i})" for i in range(190000)) + ") FROM t", {1, 23, 124}),
    "aggregates in a max()": ("SELECT max(0," + ",".join(f"sum(x+{i})" for i in range(190000)) + ") FROM t", {1, 124}),
    "aggregates in cases": ("SELECT CASE " + " ".join(f"WHEN sum(x+{i}) THEN 1" for i in range(100000)) + " END FROM t", {1, 23, 124}),
    "constants": ("SELECT x IN (" + ",".join(f"x+{i}" for i in range(300000)) + ") FROM t", {0, 124}),
    "parameters": ("SELECT 1 IN (" + ",".join(f":a{i}" for i in range(190000)) + ")", {0, 1, 124}),
    "windows": ("SELECT 1 IN (" + ",".join(f"sum(x) OVER (ORDER BY x+{i})" for i in range(3000)) + ") FROM t", {0, 1, 124, 125}),
    "with clauses": ("WITH " + ",".join(f"a{i} AS (SELECT 1)" for i in range(100000)) + " SELECT 1", {0, 124, 125}),
    "statements of a trigger": ("CREATE TRIGGER r AFTER INSERT ON t BEGIN " + "".join(f"INSERT INTO t VALUES({i});" for i in range(20000)) + " END; INSERT INTO t VALUES(1)", {1, 124, 125}),
    "checks": ("CREATE TABLE u(x," + ",".join(f"CHECK(x<>{i})" for i in range(100000)) + "); INSERT INTO u VALUES(-1)", {0, 124, 125}),
}

# Words on standard error.
REACH = [
    ("select load_extension('/lib/x.so')", "not authorized"),
    ("select fts3_tokenizer('simple')", "not authorized"),
    ("select sqlite_log(1,'x')", "not authorized"),
    ("attach 'file:/etc/passwd?vfs=unix' as a", "not authorized"),
    ("attach 'file:/etc/passwd?v%66s=unix' as a", "not authorized"),
    ("attach 'file:/etc/passwd?x=1&vfs%00y=unix' as a", "not authorized"),
    ("attach 'file:' || '/etc/passwd?vfs=unix' as a", "not authorized"),
    ("attach ?1 as a", "not authorized"),
    ("attach 'file:x?mode=memory&cache=shared' as a", "not authorized"),
    ("attach 'file:/x?vfs=memdb' as a", "not authorized"),
    ("vacuum into 'file:/tmp/x?vfs=unix'", "authorization denied"),
    ("pragma temp_store_directory='/tmp'", "not authorized"),
    ("pragma data_store_directory='/tmp'", "not authorized"),
    ("pragma hard_heap_limit=1", "not authorized"),
    ("pragma soft_heap_limit=1", "not authorized"),
    ("select edit('x')", "no part of this sandbox"),
    (".load x", "not supported"),
    (".shell ls", "not supported"),
    (".system ls", "not supported"),
    (".read |ls", "not supported"),
    (".output |cat", "not supported"),
    (".import |ls t", "not supported"),
    (".once -e", "not supported"),
    (".open file:/etc/passwd?vfs=unix", "no part of this sandbox"),
    (".backup file:/tmp/x?vfs=unix", "cannot open"),
    (".restore file:/etc/passwd?vfs=unix", "cannot open"),
    (".limit length 1000000000", "smaller only"),
    (".dbconfig defensive off", "cannot be changed"),
    ("create virtual table t using fts5(x)", "no part of this sandbox"),
    ("create virtual table t using FTS4(x)", "no part of this sandbox"),
    ("attach '/etc/shadow' as a; select * from a.x", "no such table|file is not|unable to open"),
]


class Shell:
    def __init__(self, program):
        self.program = program

    def run(self, script, *options, mount=None, stdin=None, seconds=30):
        argv = [self.program, *options]
        if mount:
            argv += ["--mount", f"{mount}:/m:rw", "--cwd", "/m"]
        return subprocess.run([*argv, "-c", script], input=stdin, capture_output=True, timeout=seconds, check=False)


def quoted(word):
    return "'" + word.replace("'", "'\\''") + "'"


def hostile(shell, say):
    for name, (*words, statuses) in HOSTILE.items():
        begin = time.monotonic()
        line = " ".join(quoted(word) for word in ["x.db", *words])
        done = shell.run(f"sqlite3 {line} >/dev/null", "--timeout=2", "--max-memory=64MB")
        took = time.monotonic() - begin
        if done.returncode not in statuses:
            say(f"{name}: status {done.returncode}, not {sorted(statuses)}: {done.stderr[-300:]!r}")
        if took > 8:
            say(f"{name}: took {took:.1f} s")
    for name, (sql, statuses) in PREPARED.items():
        begin = time.monotonic()
        done = shell.run("sqlite3 x.db", "--timeout=1", stdin=f"CREATE TABLE t(x); {sql};\n".encode())
        took = time.monotonic() - begin
        if done.returncode not in statuses:
            say(f"{name}: status {done.returncode}, not {sorted(statuses)}: {done.stderr[-300:]!r}")
        if took > 3:
            say(f"{name}: took {took:.1f} s to prepare")
    done = shell.run("sqlite3 :memory: 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT x FROM c' | head -2; echo ${PIPESTATUS[@]}", "--timeout=5")
    if done.stdout != b"1\n2\n141 0\n":
        say(f"a reader that goes: {done.stdout[-200:]!r} {done.stderr[-200:]!r}")


def reach(shell, say):
    for command, wanted in REACH:
        done = shell.run(f"sqlite3 x.db {quoted(command)}")
        text = done.stderr.decode(errors="replace")
        # (.open says what is wrong and goes on in memory, as the real one does.)
        is_said = any(one in text for one in wanted.split("|"))
        if not is_said or (done.returncode == 0 and not command.startswith(".open")):
            say(f"{command}: status {done.returncode}, {text!r}")


def statements(chance):
    """A few changes of random kinds."""
    for _ in range(chance.randint(1, 5)):
        table = chance.choice("abc")
        yield chance.choice([
            f"CREATE TABLE IF NOT EXISTS {table}(k INTEGER PRIMARY KEY, v, w TEXT)",
            f"INSERT INTO {table}(v,w) SELECT value, 'row ' || value FROM generate_series(1,{chance.randint(1, 500)})",
            f"UPDATE {table} SET w = w || '{chance.randint(0, 999)}' WHERE k % {chance.randint(1, 9)} = 0",
            f"DELETE FROM {table} WHERE k % {chance.randint(2, 9)} = 1",
            f"CREATE INDEX IF NOT EXISTS i{table} ON {table}(w, v)",
            f"DROP INDEX IF EXISTS i{table}",
            f"INSERT INTO {table}(v) VALUES (zeroblob({chance.randint(0, 20000)}))",
            "VACUUM", "ANALYZE", "REINDEX",
            f"PRAGMA journal_mode={chance.choice(['delete', 'truncate', 'persist', 'wal', 'memory'])}",
            "BEGIN; DELETE FROM a; ROLLBACK",
            f"PRAGMA auto_vacuum={chance.randint(0, 2)}",
            "CREATE VIRTUAL TABLE IF NOT EXISTS f USING fts5(t)",
            f"INSERT INTO f SELECT 'word' || value || ' other' FROM generate_series(1,{chance.randint(1, 50)})",
        ])


def interchange(shell, say, chance, rounds):
    for number in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o777)
            log = []
            for _ in range(12):
                real = chance.random() < 0.5
                script = ";\n".join(statements(chance)) + ";\n"
                log.append(("real" if real else "ours", script))
                if real:
                    subprocess.run([REAL, "x.db"], input=script.encode(), cwd=folder, capture_output=True, check=False)
                else:
                    shell.run("sqlite3 x.db", mount=folder, stdin=script.encode())
                question = ".dump\nPRAGMA integrity_check;\nPRAGMA journal_mode;\n"
                theirs = subprocess.run([REAL, "x.db"], input=question.encode(), cwd=folder, capture_output=True, check=False)
                ours = shell.run("sqlite3 x.db", mount=folder, stdin=question.encode())
                if theirs.stdout != ours.stdout or b"\nok\n" not in theirs.stdout:
                    say(f"round {number}: {log[-1]}: {theirs.stdout[-300:]!r} {ours.stdout[-300:]!r} {ours.stderr[-300:]!r}")
                    return


def damaged(shell, say, chance, rounds):
    """Many copies of one database, each damaged in its own way, are looked at by one shell."""
    questions = [".dump", "PRAGMA integrity_check", "SELECT count(*), sum(length(w)) FROM a", "SELECT * FROM f WHERE f MATCH 'word1'", "SELECT * FROM r WHERE x0 > 1", "UPDATE a SET w = w || 'x'", "DELETE FROM a WHERE k % 3 = 0", "INSERT INTO f VALUES('more')", "VACUUM", ".schema",
                 "INSERT INTO f(f) VALUES('integrity-check')", "REINDEX", "ANALYZE", "SELECT * FROM g WHERE g MATCH 'wor*'", "DROP TABLE a", "INSERT INTO r SELECT value, value, value + 1 FROM generate_series(1000, 1200)"]
    script = ("PRAGMA page_size=1024; CREATE TABLE a(k INTEGER PRIMARY KEY, v, w TEXT); INSERT INTO a(v,w) SELECT value, 'row ' || value FROM generate_series(1,400); CREATE INDEX i ON a(w); INSERT INTO a(w) VALUES(hex(zeroblob(5000)));"
              "CREATE VIRTUAL TABLE f USING fts5(t); INSERT INTO f SELECT 'word' || value FROM generate_series(1,99); CREATE VIRTUAL TABLE r USING rtree(id,x0,x1); INSERT INTO r SELECT value, value, value+1 FROM generate_series(1,200);"
              "CREATE VIRTUAL TABLE g USING fts4(t); INSERT INTO g SELECT 'word' || value FROM generate_series(1,99);")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([REAL, os.path.join(folder, "good.db")], input=script.encode(), check=True)
        with open(os.path.join(folder, "good.db"), "rb") as file:
            good = file.read()
        os.chmod(folder, 0o777)
        for begin in range(0, rounds, 20):
            for i in range(20):
                bad = bytearray(good)
                for _ in range(chance.choice([1, 1, 2, 5, 50])):
                    # Heads of pages are where it hurts.
                    at = chance.randrange(len(bad)) if chance.random() < 0.5 else chance.randrange(len(bad) // 1024) * 1024 + chance.randrange(60)
                    bad[at] = chance.choice([0, 255, 1, 127, 128, chance.randrange(256)])
                if chance.random() < 0.1:
                    del bad[chance.randrange(len(bad)):]
                with open(os.path.join(folder, f"{i}.db"), "wb") as file:
                    file.write(bad)
            asked = chance.sample(questions, 6)
            lines = "".join(f"cp {i}.db /tmp/x.db; " + "".join(f"sqlite3 /tmp/x.db {quoted(one)}; " for one in asked) + "rm -f /tmp/x.db*; " for i in range(20))
            done = shell.run(lines + "echo lives", "--timeout=60", "--max-output=100MB", mount=folder, seconds=120)
            if not done.stdout.endswith(b"lives\n"):
                keep = tempfile.mkdtemp(prefix="sqlite-damaged-")
                shutil.copytree(folder, keep, dirs_exist_ok=True)
                say(f"damaged, from {begin}: status {done.returncode}, {done.stderr[-500:]!r}; asked {asked}; kept in {keep}")
                return


ENDLESS = quoted("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT count(*) FROM c")
# Script, standard output, and for how many seconds at most.
TURNS = {
    "timeout": (f"timeout 0.2 sqlite3 :memory: {ENDLESS}; echo $?", b"124\n", 1.5),
    "kill": (f"sqlite3 :memory: {ENDLESS} & sleep 0.2; kill $!; wait $!; echo $?", b"143\n", 1.5),
    "kill -9": (f"sqlite3 :memory: {ENDLESS} & sleep 0.2; kill -9 $!; wait $!; echo $?", b"137\n", 1.5),
    "others": (f"sqlite3 :memory: {ENDLESS} & for i in 1 2 3; do sleep 0.05; echo $i; done; seq 100000 | tail -1; kill $!", b"1\n2\n3\n100000\n", 2),
    "two at once": (f"timeout 0.3 sqlite3 :memory: {ENDLESS} & timeout 0.4 sqlite3 :memory: {ENDLESS} & wait; echo over", b"over\n", 2.5),
    "many at once": (f"for i in {{1..40}}; do timeout 0.3 sqlite3 :memory: {ENDLESS} & done; wait; echo over", b"over\n", 4),
    "one waits for the other": (f"sqlite3 x.db 'create table t(a)'; sqlite3 x.db \"begin immediate; insert into t values(1)\" {ENDLESS} & sleep 0.1; sqlite3 -cmd '.timeout 200' x.db 'insert into t values(2)'; echo $?; kill $!; wait; sqlite3 x.db 'select count(*) from t'", b"5\n0\n", 2.5),
    "a transaction": ("sqlite3 x.db 'create table t(a); insert into t values(1)'; timeout 0.3 sqlite3 x.db 'PRAGMA cache_size=10; BEGIN; DELETE FROM t; WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) INSERT INTO t SELECT hex(x) FROM c'; echo $?; sqlite3 x.db 'select * from t; pragma integrity_check'", b"124\n1\nok\n", 2.5),
    "a file that changes meanwhile": (f"sqlite3 x.db 'create table t(a); insert into t select zeroblob(1000) from generate_series(1,5000)'; timeout 0.5 sqlite3 x.db 'select sum(length(a.a)) from t a, t b, t c' & sleep 0.1; echo junk >x.db; rm x.db; wait; echo over", b"over\n", 2.5),
}


def turns(shell, say):
    for name, (script, wanted, most) in TURNS.items():
        begin = time.monotonic()
        done = shell.run(script, "--timeout=8")
        took = time.monotonic() - begin
        if done.stdout != wanted:
            say(f"{name}: status {done.returncode}, {done.stdout[-200:]!r}, {done.stderr[-300:]!r}")
        if took > most:
            say(f"{name}: took {took:.1f} s")


def pauses(shell, say):
    with tempfile.TemporaryDirectory() as folder:
        saved = os.path.join(folder, "saved")
        script = "sqlite3 t.db 'create table t(a)'; { for i in {1..50}; do echo \"insert into t values($i);\"; done; } | sqlite3 t.db; sqlite3 t.db 'select count(*), sum(a) from t'"
        for at in list(range(200, 4000, 200)) + [10000, 100000]:
            first = subprocess.run([shell.program, f"--snapshot-at={at}", saved, "-c", script], capture_output=True, check=False, timeout=30)
            out = first.stdout
            if os.path.exists(saved):
                out += subprocess.run([shell.program, "--resume", saved], capture_output=True, check=False, timeout=30).stdout
                os.remove(saved)
            if out != b"50|1275\n":
                say(f"saved at {at}: {out!r} {first.stderr!r}")
    # What a limit leaves in the middle of a transaction is taken back by the next who opens it.
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        shell.run("sqlite3 x.db 'create table t(a); insert into t values(1)'", mount=folder)
        endless = "PRAGMA cache_size=10; BEGIN; DELETE FROM t; WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) INSERT INTO t SELECT hex(x) FROM c;"
        done = shell.run(f"sqlite3 x.db {quoted(endless)}", "--timeout=1", mount=folder)
        if done.returncode != 124 or not os.path.exists(os.path.join(folder, "x.db-journal")):
            say(f"the killed transaction: {done.returncode} {os.listdir(folder)} {done.stderr!r}")
        done = shell.run("sqlite3 x.db 'select * from t; pragma integrity_check'", mount=folder)
        if done.stdout != b"1\nok\n":
            say(f"behind a killed transaction: {done.stdout!r} {done.stderr!r}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shell")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--damaged", type=int, default=100)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    shell, chance, faults = Shell(options.shell), random.Random(options.seed), []
    parts = {
        "reach": lambda: reach(shell, faults.append),
        "turns": lambda: turns(shell, faults.append),
        "pauses": lambda: pauses(shell, faults.append),
        "hostile": lambda: hostile(shell, faults.append),
        "interchange": lambda: REAL and interchange(shell, faults.append, chance, options.rounds),
        "damaged": lambda: REAL and damaged(shell, faults.append, chance, options.damaged),
    }
    for name, run in parts.items():
        if options.only in name:
            run()
    print("\n".join(faults) or "all is well")
    sys.exit(1 if faults else 0)


main()
