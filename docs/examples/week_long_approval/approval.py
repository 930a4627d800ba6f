#!/usr/bin/env python3
"""An approval that takes a week: no process waits, and nothing is done twice.

    approval.py PYSUB_AGENT

Stores a program that asks about three orders, lets a worker run it to its first question, and ends the worker. In the end a person answers, one question a day; between the
answers nothing of pysub runs, and the worker of each day could be on another machine that has the store."""

import json
import os
import re
import subprocess
import sys
import tempfile

PROGRAM = """
charged = []
for order in ["17", "42", "99"]:
    print("looked at", order)                  # done once, however many days and workers it takes
    if approve(order=order, question=f"charge order {order}?"):
        charged.append(charge(order=order))    # a call outside, with a key that is the same in all attempts
emit("report", {"charged": charged})
charged
"""

# What a worker runs for a call of charge(): the arguments come as JSON, the answer goes out as JSON.
CHARGE = """#!/bin/sh
order=$(sed 's/.*"order": *"\\([0-9]*\\)".*/\\1/')
echo "$PYSUB_KEY $order" >> "$CHARGES"
echo "\\"receipt $order\\""
"""


def main(agent):
    with tempfile.TemporaryDirectory() as folder:
        store = ["--store", "sqlite:" + os.path.join(folder, "sessions.db")]
        charge, charges = os.path.join(folder, "charge"), os.path.join(folder, "charges")
        with open(charge, "w") as file:
            file.write(CHARGE)
        os.chmod(charge, 0o755)

        def run(*words):
            return subprocess.run([agent, *words], check=True, capture_output=True, text=True, env={**os.environ, "CHARGES": charges}).stdout

        def work():
            run("work", *store, "--call", "charge=" + charge, "--until-idle")

        session = run("sessions", "create", *store, "--function", "approve(order, question)", "--idempotent", "charge(order)", "--title", "orders", "-c", PROGRAM).strip()
        for day, answer in [("Monday", "true"), ("Wednesday", "false"), ("Friday", "true")]:
            work()
            shown = run("sessions", "show", *store, session)
            call, question = re.findall(r"^call (\d+) announced once approve: .*\"question\": \"(.*?)\"", shown, re.M)[-1]
            print(f"{day}: {question} {answer}")
            run("sessions", "answer", *store, session, call, "--value", answer)
        work()
        shown = run("sessions", "show", *store, session)
        print(re.search(r"^result: .*", shown, re.M)[0])
        print("looked at each order once:", run("sessions", "log", *store, session).count("looked at 17") == 1)
        with open(charges) as file:
            lines = file.read().split("\n")[:-1]
        print("charges:", len(lines), "keys:", len({line.split()[0] for line in lines}))
        print("outbox:", json.loads(run("sessions", "outbox", *store))["body"])


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
