"""The player in Python: serves the requests of tests/bindings/play_scenarios.py, a line of JSON each, by the package pysub."""

import json
import sys
import threading
import time

import pysub

sandboxes, shells = {}, []


def fail(message):
    raise ValueError(message)


HOST = {"add": ("add(a, b)", lambda a, b: a + b), "echo": ("echo(value)", lambda value: value), "fail": ("fail(message)", fail)}


def refusal(error):
    kind = "snapshot" if isinstance(error, pysub.SnapshotError) else "state"
    return {"refused": str(error), "kind": kind}


def id_of(text):
    session, sequence = text.split(".")
    return int(session) << 64 | int(sequence)


def described(stop):
    said = {"stop": type(stop).__name__}
    if isinstance(stop, pysub.Finished):
        said["value"] = stop.value
    elif isinstance(stop, pysub.Raised):
        said |= {"type": stop.error.type_name, "message": stop.error.message}
    elif isinstance(stop, pysub.FunctionCall):
        said |= {"name": stop.name, "args": list(stop.args), "kwargs": stop.kwargs}
    elif isinstance(stop, pysub.NameLookup):
        said["name"] = stop.name
    elif isinstance(stop, pysub.OsCall):
        said |= {"name": stop.name, "fields": stop.fields}
    elif isinstance(stop, pysub.Waiting):
        said |= {"pending": len(stop.pending), "sleeps": stop.sleep is not None}
    elif isinstance(stop, pysub.LimitReached):
        said["limit"] = stop.limit
    if hasattr(stop, "id"):
        said["id"] = f"{stop.id >> 64}.{stop.id & (1 << 64) - 1}"
    return said


def run(request):
    output = pysub.Output()
    functions = dict(HOST[name] for name in request.get("functions", ()))
    try:
        value = pysub.run(request["code"], request.get("inputs"), functions=functions, limits=request.get("limits"), output=output)
        said = {"stop": "Finished", "value": value}
    except pysub.ProgramError as error:
        said = {"stop": "Raised", "type": error.type_name, "message": error.message}
    except pysub.LimitError as error:
        said = {"stop": "LimitReached", "limit": error.limit}
    return said | {"stdout": output.stdout, "stderr": output.stderr}


def options_of(request):
    options = {"limits": request.get("limits"), "permissions": {name: "host" for name in request.get("host") or ()},
               "output": pysub.Output()}
    if request.get("names"):
        options["names"] = True
    return options


def cancel_soon(handle):
    def cancel():
        time.sleep(0.02)
        handle.cancel()

    thread = threading.Thread(target=cancel)
    thread.start()
    return thread


def step(sandbox, request):
    sandbox.output.clear()
    said = described(sandbox.run(request.get("fuel")))
    return said | {"stdout": sandbox.output.stdout, "stderr": sandbox.output.stderr}


def result_of(result):
    return {"exit_code": result.exit_code, "limited": result.limit is not None, "stdout": result.stdout.decode(), "stderr": result.stderr.decode()}


def serve_shell(op, request):
    if op == "shell_create":
        shells[:] = [pysub.Shell(files=request.get("files"), python="in_process")]
    elif op == "shell_load":
        shells[:] = [pysub.Shell.load(bytes.fromhex(request["bytes"]), python="in_process")]
    elif op == "shell_dump":
        return {"bytes": shells[0].dump().hex()}
    elif op == "shell_start":
        shells[0].start(request["script"])
    elif op == "shell_step":
        result = shells[0].step(request.get("fuel", 1000))
        return {"ended": result is not None} | ({} if result is None else result_of(result))
    elif op == "shell_read":
        return {"text": shells[0].files.read(request["path"]).decode()}
    elif op == "shell_cancel":
        thread = cancel_soon(shells[0])
        result = shells[0].run(request["script"])
        thread.join()
        return result_of(result)
    else:
        return result_of(shells[0].run(request["script"]))
    return {}


def serve(request):
    op, slot = request["op"], request.get("slot", 0)
    if op.startswith("shell_"):
        return serve_shell(op, request)
    if op == "run":
        return run(request)
    if op == "create":
        sandboxes[slot] = pysub.Sandbox(request["code"], inputs=request.get("inputs"), functions=request.get("functions"), **options_of(request))
        return {}
    if op == "load":
        sandboxes[slot] = pysub.Sandbox.load(bytes.fromhex(request["bytes"]), **options_of(request))
        return {}
    sandbox = sandboxes[slot]
    if op == "step":
        return step(sandbox, request)
    if op == "cancel_step":
        thread = cancel_soon(sandbox)
        said = step(sandbox, request)
        thread.join()
        return said
    if op == "dump":
        return {"bytes": sandbox.dump().hex()}
    if op == "feed":
        sandbox.feed(request["code"])
    elif op == "get":
        return {"value": sandbox.get(request["name"])}
    elif op == "set":
        sandbox.set(request["name"], request["value"])
    elif op == "fork":
        sandboxes[request.get("to", 1)] = fork = sandbox.fork()
        fork.output = pysub.Output()
    elif op == "close":
        sandbox.close()
    elif op == "raise":
        sandbox.raise_(id_of(request["id"]), request["type"], request["message"])
    elif op == "later":
        sandbox.answer_later(id_of(request["id"]))
    elif op == "unknown":
        sandbox.answer_unknown(id_of(request["id"]))
    else:
        sandbox.answer(id_of(request["id"]), request.get("value"))
    return {}


def main():
    for line in sys.stdin:
        try:
            said = serve(json.loads(line))
        except (pysub.Error, TypeError, ValueError, LookupError, OSError) as error:
            said = refusal(error)
        print(json.dumps(said), flush=True)


main()
