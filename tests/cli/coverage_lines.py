"""What CPython 3.14 says of the lines of a program: those that its code objects name, and those that are executed.

Its text is a program for the oracle: it reads the program on standard input and prints a JSON list of the two lists.
"""

ORACLE = r'''
import sys, json, types, io, contextlib
source = sys.stdin.buffer.read().decode()
code = compile(source, "<lines>", "exec", dont_inherit=True)
named, todo = set(), [code]
while todo:
    one = todo.pop()
    todo += [constant for constant in one.co_consts if isinstance(constant, types.CodeType)]
    # (RESUME of a module stands in line 0.)
    named |= {line for _, _, line in one.co_lines() if line}
executed = set()
tool, events = sys.monitoring.DEBUGGER_ID, sys.monitoring.events
sys.monitoring.use_tool_id(tool, "lines")
def line(code, number):
    if code.co_filename == "<lines>":
        executed.add(number)
sys.monitoring.register_callback(tool, events.LINE, line)
sys.stdin = io.TextIOWrapper(io.BytesIO())
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    sys.monitoring.set_events(tool, events.LINE)
    try:
        exec(code, {"__name__": "__main__", "__builtins__": __builtins__})
    except BaseException:
        pass
    sys.monitoring.set_events(tool, 0)
sys.monitoring.register_callback(tool, events.LINE, None)
sys.monitoring.free_tool_id(tool)
print(json.dumps([sorted(named), sorted(executed)]))
'''
