"""Makes programs without classes of CPython's test files: each test method becomes one.

A program is: support.py, what the method uses of its module and of its class, setUp() and the like as functions that get `self`
(a namespace), the method. Before each statement `L(line)` notes where in the file it stands. Statements that need a class
or a match statement are left out, and so is what needs a name that only they bind. Doctests become programs, too.
"""

import ast
import copy
import doctest
import os

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "support.py"), encoding="utf-8") as file:
    SUPPORT = file.read()

# What support.py offers of the packages test and unittest.
OFFERED = {"support", "import_helper", "os_helper", "warnings_helper", "unittest", "gc"}
# Modules of CPython's package, which is one module in pysub.
PARTS_OF_ASYNCIO = (
    "base_events constants coroutines events exceptions futures locks queues runners streams taskgroups tasks timeouts".split()
)
# Private names that whole classes of tests lean on without being about them.
STAND_INS = {"configparser._default_dict": "dict", "os.environb": "getattr(os, 'environb', {})"}
SETS_UP = ("setUpClass", "setUp", "asyncSetUp")
CLEANS_UP = ("asyncTearDown", "tearDown")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
NOTE = "except Exception as _e_: _err(_e_)"


def names_in(node):
    names = set()
    for n in ast.walk(node):
        if isinstance(n, ast.Name):
            names.add(n.id)
        elif isinstance(n, (ast.Global, ast.Nonlocal)):
            names.update(n.names)
    return names


def arguments_of(function):
    a = function.args
    return {x.arg for x in a.posonlyargs + a.args + a.kwonlyargs + [y for y in (a.vararg, a.kwarg) if y]}


def bound_by(statement):
    """Names that a statement binds in the scope where it stands."""
    names = set()
    todo = [statement]
    while todo:
        n = todo.pop()
        if isinstance(n, FUNCTIONS + (ast.ClassDef,)):
            names.add(n.name)
            continue
        if isinstance(n, ast.Lambda):
            continue
        if isinstance(n, ast.Name) and isinstance(n.ctx, (ast.Store, ast.Del)):
            names.add(n.id)
        elif isinstance(n, (ast.Import, ast.ImportFrom)):
            names.update((a.asname or a.name).split(".")[0] for a in n.names)
        elif isinstance(n, ast.ExceptHandler) and n.name:
            names.add(n.name)
        todo.extend(ast.iter_child_nodes(n))
    return names


def bound_within(function):
    """All names that a function or those in it bind."""
    names = arguments_of(function)
    for n in ast.walk(function):
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store):
            names.add(n.id)
        elif isinstance(n, FUNCTIONS) and n is not function:
            names |= {n.name} | arguments_of(n)
        elif isinstance(n, ast.Lambda):
            names |= arguments_of(n)
        elif isinstance(n, (ast.Import, ast.ImportFrom)):
            names.update((a.asname or a.name).split(".")[0] for a in n.names)
        elif isinstance(n, ast.ExceptHandler) and n.name:
            names.add(n.name)
    return names


def needs_class(node):
    return any(isinstance(n, (ast.ClassDef, ast.Match)) for n in ast.walk(node))


def attributes_of_self(node, context=None):
    return {
        n.attr
        for n in ast.walk(node)
        if isinstance(n, ast.Attribute)
        and isinstance(n.value, ast.Name)
        and n.value.id in ("self", "cls")
        and (context is None or isinstance(n.ctx, context))
    }


class Module:
    """A test file: its classes, and the statements around them that can stand in a program."""

    def __init__(self, library, path):
        self.library = library
        self.path = path
        self.classes = {}
        self.statements = []
        self.lost = set()  # names that a program cannot have
        self.elsewhere = {}  # names of classes and modules of the package test
        with open(path, encoding="utf-8") as text:
            source = text.read()
        for private, public in STAND_INS.items():
            source = source.replace(private, public)
        self.tree = ast.parse(source)
        self.collect(self.tree.body)
        self.drop_what_needs_lost_names()
        self.binds = {}
        for statement in self.statements:
            for name in bound_by(statement):
                self.binds.setdefault(name, []).append(statement)

    def collect(self, body):
        for s in body:
            if isinstance(s, ast.ClassDef):
                self.classes[s.name] = s
                self.lost.add(s.name)
            elif isinstance(s, ast.Import):
                self.collect_import(s)
            elif isinstance(s, ast.ImportFrom):
                for alias in s.names:
                    self.collect_import_from(s, alias)
            elif isinstance(s, ast.Try):
                inner = s.body + s.orelse
                if any(isinstance(x, (ast.Import, ast.ImportFrom, ast.ClassDef)) for x in inner):
                    self.collect(inner)
                else:
                    self.statements.append(s)
            elif isinstance(s, ast.If):
                if isinstance(s.test, ast.Compare) and "__name__" in names_in(s.test):
                    continue
                if needs_class(s):
                    self.collect(s.body)
                else:
                    self.statements.append(s)
            elif isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant):
                pass
            elif isinstance(s, ast.FunctionDef) and s.name in ("load_tests", "test_main", "setUpModule", "tearDownModule"):
                pass
            else:
                self.statements.append(s)

    def collect_import(self, statement):
        for alias in statement.names:
            top = alias.name.split(".")[0]
            if top in self.library.have:
                self.statements.append(ast.Import([alias]))
            elif top not in ("unittest", "gc") and alias.name != "test.support":
                self.lost.add((alias.asname or alias.name).split(".")[0])
                if top == "test":
                    self.elsewhere[alias.asname or alias.name] = alias.name

    def collect_import_from(self, statement, alias):
        name = alias.asname or alias.name
        module = statement.module or ""
        top = module.split(".")[0]
        if module == "asyncio" and alias.name in PARTS_OF_ASYNCIO:
            self.statements.append(ast.Import([ast.alias("asyncio", name)]))
        elif statement.level == 0 and top in self.library.have:
            self.statements.append(ast.ImportFrom(module, [alias], 0))
        elif name in OFFERED:
            pass
        elif statement.level == 0 and top == "test" and module.split(".")[-1] in OFFERED:
            self.statements.append(ast.parse(f"{name} = {module.split('.')[-1]}.{alias.name}").body[0])
        else:
            self.lost.add(name)
            if top == "test":
                self.elsewhere[name] = f"{module}.{alias.name}"
            elif statement.level:
                folder = os.path.relpath(os.path.dirname(self.path), self.library.root).replace(os.sep, ".")
                self.elsewhere[name] = ".".join(x for x in ("test", folder.strip("."), module, alias.name) if x)

    def drop_what_needs_lost_names(self):
        before = None
        while before != len(self.statements):
            before = len(self.statements)
            kept = []
            for s in self.statements:
                if isinstance(s, FUNCTIONS):
                    defaults = s.decorator_list + s.args.defaults + [x for x in s.args.kw_defaults if x]
                    used = set().union(*map(names_in, defaults)) | names_in(s) - bound_within(s)
                else:
                    used = names_in(s)
                if needs_class(s) or used & self.lost:
                    self.lost |= bound_by(s)
                else:
                    kept.append(s)
            self.statements = kept

    def needed_for(self, names):
        """Statements that bind these names, and what those need, in order."""
        needed = set()
        todo = list(names)
        while todo:
            for s in self.binds.get(todo.pop(), ()):
                if id(s) not in needed:
                    needed.add(id(s))
                    todo.extend(names_in(s))
        return [s for s in self.statements if id(s) in needed]


class Library:
    """A folder of tests, of which modules are read once."""

    def __init__(self, root, have):
        self.root = root
        self.have = have
        self.modules = {}

    def module(self, path):
        if path not in self.modules:
            self.modules[path] = Module(self, path)
        return self.modules[path]

    def named_class(self, dotted):
        parts = dotted.split(".")
        parts = parts[1:] if parts[0] == "test" else parts
        base = os.path.join(self.root, *parts[:-1])
        for path in (base + ".py", os.path.join(base, "__init__.py")):
            if os.path.exists(path) and "support" not in path:
                module = self.module(path)
                if parts[-1] in module.classes:
                    return module, module.classes[parts[-1]]
        return None

    def base(self, module, expression):
        """The module and the class that an expression among the bases of a class names."""
        if isinstance(expression, ast.Name) and expression.id in module.classes:
            return module, module.classes[expression.id]
        head, _, last = ast.unparse(expression).rpartition(".")
        if not head:
            target = module.elsewhere.get(last)
            return self.named_class(target) if target else None
        target = module.elsewhere.get(head, head if head.startswith("test.") else None)
        return self.named_class(f"{target}.{last}") if target else None

    def line(self, module, node):
        """A class and its bases, nearest first, each once at its last place."""
        found = []
        todo = [(module, node)]
        while todo:
            here = todo.pop()
            found.append(here)
            todo.extend(base for base in [self.base(here[0], b) for b in here[1].bases][::-1] if base)
            if len(found) > 60:
                break
        return [x for i, x in enumerate(found) if all(y[1] is not x[1] for y in found[i + 1 :])]

    def is_test(self, module, node):
        return any(ast.unparse(b).endswith("TestCase") for _, k in self.line(module, node) for b in k.bases)


def without_classes(body, lost):
    """Statements that can stand without class statements; what they would have bound and set on self."""
    lost = set(lost)
    attributes = set()
    kept = []
    for s in body:
        if not (needs_class(s) or names_in(s) & lost or attributes_of_self(s) & attributes):
            kept.append(s)
            continue
        if isinstance(s, (ast.With, ast.For, ast.If)):
            heads = [getattr(s, field) for field in ("items", "iter", "test", "target") if hasattr(s, field)]
            heads = [n for head in heads for n in (head if isinstance(head, list) else [head])]
            if not any(names_in(n) & lost or attributes_of_self(n) & attributes for n in heads):
                s = copy.copy(s)
                s.body, lost_below, attributes_below = without_classes(s.body, lost)
                lost |= lost_below
                attributes |= attributes_below
                if getattr(s, "orelse", None):
                    s.orelse = without_classes(s.orelse, lost)[0]
                if s.body:
                    kept.append(s)
                continue
        lost |= bound_by(s)
        attributes |= attributes_of_self(s, ast.Store)
    return kept, lost, attributes


def marked(body, wrap):
    """The statements with their lines noted; with `wrap` what one raises does not keep the next from running."""
    out = []
    for s in body:
        if isinstance(s, (ast.Global, ast.Nonlocal) + FUNCTIONS):
            out.append(s)
            continue
        if isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant):
            continue
        out.append(ast.parse(f"L({s.lineno})").body[0])
        for field in ("body", "orelse", "finalbody"):
            inner = getattr(s, field, None)
            if isinstance(inner, list) and inner and isinstance(inner[0], ast.stmt):
                setattr(s, field, marked(inner, False))
        if wrap and not any(isinstance(n, (ast.Return, ast.Global)) for n in ast.walk(s)):
            attempt = ast.parse(f"try: pass\n{NOTE}").body[0]
            attempt.body = [s]
            s = attempt
        out.append(s)
    return out


class CallSuper(ast.NodeTransformer):
    def visit_Call(self, node):
        self.generic_visit(node)
        f = node.func
        if isinstance(f, ast.Attribute) and isinstance(f.value, ast.Call) and ast.unparse(f.value.func) == "super":
            first = ast.Name("self", ast.Load())
            return ast.Call(ast.Name("_super_" + f.attr, ast.Load()), [first, *node.args], node.keywords)
        return node


def as_function(method, name, lost, wrap):
    """A method as a function of the program; None when something in it needs a class."""
    method = copy.deepcopy(method)
    useful = ("contextmanager", "asynccontextmanager", "cache", "lru_cache")
    method.decorator_list = [
        d for d in method.decorator_list if ast.unparse(d).split("(")[0].split(".")[-1] in useful
    ]
    count = len(method.body)
    body = without_classes(method.body, lost - bound_within(method))[0]
    if not wrap and len(body) < count:
        return None
    method.body = marked(body, wrap) or [ast.Pass()]
    method.name = name
    return ast.fix_missing_locations(CallSuper().visit(method))


def indented(text):
    return "\n".join("    " + line for line in text.split("\n"))


def attempt(text):
    return f"try:\n{indented(text)}\n{NOTE}"


def decorators(method):
    return [ast.unparse(d) for d in method.decorator_list]


def mentions(node):
    """Names of methods and attributes that a function may use."""
    names = attributes_of_self(node)
    for n in ast.walk(node):
        if isinstance(n, ast.Name) and n.id.startswith("_super_"):
            names.add("super " + n.id[7:])
        elif isinstance(n, ast.Call) and ast.unparse(n.func) == "getattr" and len(n.args) > 1:
            if isinstance(n.args[1], ast.Constant):
                names.add(str(n.args[1].value))
    return names


class Case:
    """A class of tests with what it inherits."""

    def __init__(self, library, module, node):
        self.methods = {}  # name -> module, function; "super name" -> what it overrides
        self.attributes = []
        for origin, k in reversed(library.line(module, node)):
            for s in k.body:
                if isinstance(s, FUNCTIONS):
                    if s.name in self.methods:
                        self.methods["super " + s.name] = self.methods[s.name]
                    self.methods[s.name] = origin, s
                elif not isinstance(s, (ast.Expr, ast.ClassDef)):
                    if not needs_class(s) and not names_in(s) & origin.lost:
                        self.attributes.append((origin, s))

    def program(self, name):
        origin, method = self.methods[name]
        body = as_function(method, "_test", origin.lost, True)
        used = {origin: names_in(body)}
        helpers = {}
        todo = [x for x in SETS_UP + CLEANS_UP if x in self.methods] + list(mentions(body))
        while todo:
            wanted = todo.pop()
            if wanted in helpers:
                continue
            if wanted not in self.methods:
                if wanted.startswith("super "):
                    helpers[wanted] = None
                continue
            home, function = self.methods[wanted]
            made = as_function(function, "_m_" + wanted.replace(" ", "_"), home.lost, wanted in SETS_UP + CLEANS_UP)
            helpers[wanted] = (made, function) if made else None
            if made:
                used.setdefault(home, set()).update(names_in(made))
                todo.extend(mentions(made))
        attributes = self.needed_attributes(
            mentions(body).union(*[mentions(h[0]) for h in helpers.values() if h])
        )
        for home, statement in attributes:
            used.setdefault(home, set()).update(names_in(statement))
        parts = [SUPPORT]
        for home, names in used.items():
            for s in home.needed_for(names):
                if isinstance(s, FUNCTIONS):
                    parts.append(ast.unparse(s))
                elif getattr(s, "module", "") != "__future__":
                    parts.append(attempt(ast.unparse(s)))
        parts.append("self = cls = _mkself()")
        parts += self.helper_parts(helpers)
        if attributes:
            parts.append("def _attributes():")
            for _, statement in attributes:
                parts.append(indented(attempt(ast.unparse(statement))))
                parts += [indented(attempt(f"self.{n} = {n}")) for n in sorted(bound_by(statement))]
            parts.append("_attributes()")
        parts.append(ast.unparse(body))
        parts.append(self.main_part(body, "staticmethod" in decorators(method), helpers))
        return "\n".join(parts)

    def needed_attributes(self, wanted):
        kept = []
        more = True
        while more:
            more = [x for x in self.attributes if x not in kept and bound_by(x[1]) & wanted]
            kept += more
            wanted = wanted.union(*[names_in(s) for _, s in more])
        return [x for x in self.attributes if x in kept]

    def helper_parts(self, helpers):
        for wanted, helper in helpers.items():
            if wanted.startswith("super "):
                name = wanted[6:]
                if helper:
                    yield ast.unparse(helper[0]) + f"\n_super_{name} = _m_super_{name}"
                else:
                    yield f"def _super_{name}(*a, **k): pass"
            elif helper:
                yield ast.unparse(helper[0])
                kinds = decorators(helper[1])
                if "staticmethod" in kinds:
                    yield f"self.{wanted} = _m_{wanted}"
                elif "property" in kinds:
                    yield attempt(f"self.{wanted} = _m_{wanted}(self)")
                else:
                    yield f"self.{wanted} = _ft.partial(_m_{wanted}, self)"

    def main_part(self, body, is_static, helpers):
        def call(name, node, argument="self"):
            waits = "await " if isinstance(node, ast.AsyncFunctionDef) else ""
            return f"{waits}{name}({argument})"

        first = [call("_m_" + x, helpers[x][0]) for x in SETS_UP if helpers.get(x)]
        first.append(call("_test", body, "" if is_static else "self"))
        last = [call("_m_" + x, helpers[x][0]) for x in CLEANS_UP if helpers.get(x)]
        waits = any(x.startswith("await ") for x in first + last)
        lines = [f"{'async ' if waits else ''}def _main():", "    try:"]
        lines += ["        " + x for x in first]
        lines += [f"    {NOTE}", "    except SystemExit: _log('skip')"]
        for x in last + ["_clean_up()"]:
            lines += [f"    try: {x}", f"    {NOTE}"]
        lines.append("import asyncio as _aio\n_aio.run(_main())" if waits else "_main()")
        lines.append("print('\\n'.join(_out))")
        return "\n".join(lines)


def doctests(module):
    """The examples of each docstring and of each text that the module keeps."""
    found = []
    for n in ast.walk(module.tree):
        if isinstance(n, FUNCTIONS + (ast.ClassDef, ast.Module)):
            found.append((getattr(n, "name", "module"), ast.get_docstring(n, clean=False) or ""))
    for s in module.tree.body:
        if isinstance(s, ast.Assign) and isinstance(s.value, ast.Constant) and isinstance(s.value.value, str):
            found.append((ast.unparse(s.targets[0]), s.value.value))
    for name, text in found:
        try:
            examples = doctest.DocTestParser().get_examples(text)
        except ValueError:
            continue
        lost = set()
        parts = [SUPPORT]
        for s in module.statements:
            if isinstance(s, (ast.Import, ast.ImportFrom)) and getattr(s, "module", "") != "__future__":
                parts.append(attempt(ast.unparse(s)))
        count = len(parts)
        for example in examples:
            try:
                tree = ast.parse(example.source)
            except SyntaxError:
                if "class " in example.source or "match " in example.source:
                    continue
            else:
                imported = {
                    (a.name if isinstance(n, ast.Import) else n.module or "").split(".")[0]
                    for n in ast.walk(tree)
                    if isinstance(n, (ast.Import, ast.ImportFrom))
                    for a in n.names
                }
                if needs_class(tree) or names_in(tree) & lost or imported - module.library.have:
                    lost.update(*map(bound_by, tree.body))
                    continue
            parts.append(f"L({example.lineno})\n_run_doc({example.source!r}, globals())")
        if len(parts) > count:
            yield "doc." + name, "\n".join(parts + ["print('\\n'.join(_out))"])


def programs(library, path):
    """Yields name and source of each program that can be made of a file of tests."""
    module = library.module(path)
    for class_name, node in module.classes.items():
        if not library.is_test(module, node):
            continue
        case = Case(library, module, node)
        for name in [m for m in case.methods if m.startswith("test")]:
            if any("patch" in d for d in decorators(case.methods[name][1])):
                continue
            yield f"{class_name}.{name}", case.program(name)
    yield from doctests(module)
