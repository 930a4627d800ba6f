#!/usr/bin/env python3
"""A coding agent's loop: shell, files, and a release that a person approves.

    loop.py PYSUB_AGENT

Starts `pysub-agent mcp` as an agent's client does and plays the model's part: looks at a project, sees a test fail, mends the file, sees the tests pass, takes a
second idea back, and asks a release server for a release, which waits for a person. Each step is a call of a tool; everything between them is kept by one session.
(The server with the tools is the one of our tests.)"""

import json
import os
import subprocess
import sys
import tempfile

SERVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "tests", "agent", "tool_server.py")

PROJECT = r"""
mkdir -p project && cd project && git init -q
git config user.name agent && git config user.email agent@example.com
cat > prices.py <<'END'
def total(cents, discount):
    return sum(cents) * discount // 100
END
cat > test_prices.py <<'END'
from prices import total
assert total([1000, 500], 10) == 1350, total([1000, 500], 10)
print("all tests passed")
END
git add . && git commit -qm "What there is" && git log --oneline | wc -l
"""


class Agent:
    """A client of one server: requests one after the other; what the server asks meanwhile goes to `person`."""

    def __init__(self, command, person):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.person = person
        self.last = 0
        self.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}}, "clientInfo": {"name": "loop", "version": "1"}})
        self.send(method="notifications/initialized")

    def send(self, **message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def request(self, method, params):
        self.last += 1
        self.send(id=self.last, method=method, params=params)
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("method") == "elicitation/create":
                self.send(id=message["id"], result={"action": "accept", "content": {"approve": self.person(message["params"]["message"])}})
            elif message.get("id") == self.last:
                return message["result"]
        raise SystemExit("the server has ended")

    def call(self, tool, **arguments):
        return self.request("tools/call", {"name": tool, "arguments": arguments})["structuredContent"]

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


def approve(question):
    print("person:", question.split(" with ")[0], "- yes")
    return True


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        config = os.path.join(folder, "agent.json")
        with open(config, "w") as file:
            json.dump({"servers": {"shop": {"command": [sys.executable, SERVER], "tools": {"refund": "ask"}}}}, file)
        agent = Agent([program, "mcp", "--config", config], approve)
        session = agent.call("session_create", title="prices")["session_id"]

        def shell(code):
            return agent.call("session_feed", session_id=session, language="shell", code=code)

        print("commits:", shell(PROJECT)["stdout"].strip())
        failed = shell("cd ~/project && python3 test_prices.py")
        print("tests:", failed["exit_code"], failed["stderr"].strip().splitlines()[-1])
        print("found:", agent.call("search_files", session_id=session, pattern="discount //", path="/home/user/project")["matches"][0]["path"])
        agent.call("write_file", session_id=session, path="/home/user/project/prices.py",
                   content="def total(cents, discount):\n    return sum(cents) * (100 - discount) // 100\n")
        print("tests:", shell("python3 test_prices.py && git commit -qam 'A discount is taken off' && git diff --stat HEAD~ | tail -1")["stdout"].strip().replace("\n", ";"))
        # A second idea, which is no good: everything goes back to where it was, the shell's directory too.
        print("worse:", shell("echo 'def total(c, d): return 0' > prices.py; python3 test_prices.py")["exit_code"])
        agent.call("session_rollback", session_id=session)  # before the last feed
        print("again:", shell("python3 test_prices.py && git status --short | wc -l")["stdout"].strip().replace("\n", ";"))
        # What reaches outside goes through a tool with a policy.
        released = agent.call("session_feed", session_id=session, language="python", code="print(servers.shop.refund(order=17, reason='the discount was wrong'))")
        print("outside:", released["stdout"].strip())
        return agent.close()


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
