# Publish and subscribe, middleware, undo stacks, dispatch tables with closures.
def event_bus():
    handlers = {}

    def subscribe(name, handler, priority=0):
        handlers.setdefault(name, []).append((priority, handler))
        handlers[name].sort(key=lambda p: -p[0])
        return lambda: handlers[name].remove((priority, handler))

    def publish(name, *args, **kwargs):
        results, errors = [], []
        for _, handler in list(handlers.get(name, [])):
            try:
                results.append(handler(*args, **kwargs))
            except StopIteration:
                break
            except Exception as e:
                errors.append(e)
        return results, errors

    return subscribe, publish


subscribe, publish = event_bus()
log = []
off = subscribe("save", lambda name: log.append(f"audit {name}"))
subscribe("save", lambda name, **k: name.upper(), priority=5)
subscribe("save", lambda name: 1 / 0, priority=1)
print(publish("save", "doc"), log)
off()
print(publish("save", "x"), publish("nothing"), log, publish("save"))


def chain(*middleware):
    def handler(request):
        def dispatch(i, request):
            if i == len(middleware):
                return {"status": 404, "body": request["path"]}
            return middleware[i](request, lambda r=request: dispatch(i + 1, r))
        return dispatch(0, request)
    return handler


def timing(request, following):
    response = following()
    return {**response, "headers": {"x-steps": len(request["path"])}}


def auth(request, following):
    if request.get("user") is None and request["path"].startswith("/admin"):
        return {"status": 401, "body": "who are you?"}
    return following({**request, "role": "admin" if request.get("user") == "root" else "user"})


def guard(request, following):
    try:
        return following()
    except Exception as e:
        return {"status": 500, "body": f"{type(e).__name__}: {e}"}


def router(routes):
    def handle(request, following):
        for pattern, view in routes.items():
            params = {}
            parts, wanted = request["path"].split("/"), pattern.split("/")
            if len(parts) == len(wanted) and all(w == p or w.startswith(":") and params.setdefault(w[1:], p) for w, p in zip(wanted, parts)):
                return view(request, **params)
        return following()
    return handle


app = chain(timing, guard, auth, router({
    "/": lambda r: {"status": 200, "body": "home for " + r["role"]},
    "/user/:id": lambda r, id: {"status": 200, "body": f"user {int(id)}"},
    "/admin/:what/edit": lambda r, what: {"status": 200 if r["role"] == "admin" else 403, "body": what},
}))
for request in ({"path": "/"}, {"path": "/user/7"}, {"path": "/user/x"}, {"path": "/admin/db/edit"}, {"path": "/admin/db/edit", "user": "root"}, {"path": "/admin/db/edit", "user": "bob"}, {"path": "/nope"}):
    print(request["path"], app(request))


def editor(text=""):
    undo_stack, redo_stack = [], []

    def apply(new):
        nonlocal text
        undo_stack.append(text)
        redo_stack.clear()
        text = new

    def step(source, target):
        nonlocal text
        if not source:
            raise IndexError("nothing to do")
        target.append(text)
        text = source.pop()

    return {
        "insert": lambda at, s: apply(text[:at] + s + text[at:]),
        "delete": lambda start, end=None: apply(text[:start] + (text[end:] if end is not None else "")),
        "replace": lambda old, new: apply(text.replace(old, new)),
        "undo": lambda: step(undo_stack, redo_stack),
        "redo": lambda: step(redo_stack, undo_stack),
        "show": lambda: text,
    }


e = editor()
for command, *args in [("insert", 0, "hello"), ("insert", 5, " world"), ("replace", "world", "there"), ("undo",), ("undo",), ("redo",), ("delete", 0, 1), ("redo",), ("undo",), ("undo",), ("undo",), ("undo",), ("bogus",)]:
    try:
        e[command](*args)
        print(f"{command:<8}{e['show']()!r}")
    except (IndexError, KeyError) as error:
        print(f"{command:<8}{type(error).__name__}: {error}")


def dispatch(default):
    table = {}

    def call(value, *args):
        for kind in (type(value), *(k for k in table if isinstance(value, k))):
            if kind in table:
                return table[kind](value, *args)
        return default(value, *args)

    call.register = lambda kind: lambda f: table.setdefault(kind, f)
    return call


@dispatch
def describe(x):
    return f"something: {x!r}"


@describe.register(int)
def _(x):
    return f"number {x}"


@describe.register(list)
def _(x):
    return "list of " + ", ".join(map(describe, x))


@describe.register(type(None))
def _(x):
    return "nothing"


print([describe(v) for v in (5, True, [1, None, ["a"]], "s", None, 2.5)])
