#!/usr/bin/env python3
"""A question over three tools, answered in code mode: one program instead of seven calls of a model.

    ask.py PYSUB_AGENT

Starts `pysub-agent mcp` with a server that has orders, rates of exchange and refunds, as a client of an agent would, and sends one program. The one call
that has to be approved is asked for, and approved. (The server is the one of our tests.)"""

import json
import os
import subprocess
import sys
import tempfile

SERVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "tests", "agent", "tool_server.py")
PROGRAM = """
import asyncio

async def main():
    pages = await asyncio.gather(*(servers.shop.orders(customer=c) for c in ('c0', 'c1', 'c2')))
    rate = await servers.shop.rate(currency='USD')
    sums = {page['orders'][0]['customer']: sum(o['cents'] for o in page['orders']) * rate for page in pages}
    best = max(sums, key=sums.get)
    last = [page['orders'][-1] for page in pages if page['orders'][0]['customer'] == best][0]
    print(best, sums[best], await servers.shop.refund(order=last['id'], reason='our best customer'))

asyncio.run(main())
"""


def main(agent):
    with tempfile.TemporaryDirectory() as folder:
        config = os.path.join(folder, "agent.json")
        with open(config, "w") as file:
            json.dump({"servers": {"shop": {"command": [sys.executable, SERVER], "tools": {"refund": "ask"}}}}, file)
        process = subprocess.Popen([agent, "mcp", "--config", config], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def send(**message):
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            process.stdin.flush()

        send(id=1, method="initialize", params={"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}}, "clientInfo": {"name": "ask", "version": "1"}})
        process.stdout.readline()
        send(method="notifications/initialized")
        send(id=2, method="tools/call", params={"name": "run_python", "arguments": {"code": PROGRAM}})
        for line in process.stdout:
            message = json.loads(line)
            if message.get("method") == "elicitation/create":
                print("asked:", message["params"]["message"])
                send(id=message["id"], result={"action": "accept", "content": {"approve": True}})
            elif message.get("id") == 2:
                print(message["result"]["structuredContent"]["stdout"], end="")
                break
        process.stdin.close()
        return process.wait()


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
