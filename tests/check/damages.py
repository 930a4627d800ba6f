"""How programs are damaged, as people and models do: DAMAGES is kind -> function.

Each function takes (source, tree, random) and answers a damaged text, or None: this program has nothing of that kind. What it makes is tried:
check_golden.py keeps only texts that end otherwise or print something else than before. Kinds that nobody can see without running the
program are there, too (a comparison turned around, a return left out): their share belongs to the truth.
"""

import ast
import builtins
import collections
import keyword
import re

BUILTINS = frozenset(dir(builtins))


def offsets(source):
    """Of each line, where it begins, in bytes."""
    starts, at = [], 0
    for line in source.encode().split(b"\n"):
        starts.append(at)
        at += len(line) + 1
    return starts


def cut(source, start, end, put=""):
    """`source` with `put` for what lies between two (line, column in bytes)."""
    starts = offsets(source)
    data = source.encode()
    return (data[: starts[start[0] - 1] + start[1]] + put.encode() + data[starts[end[0] - 1] + end[1]:]).decode()


def begin(node):
    return node.lineno, node.col_offset


def end(node):
    return node.end_lineno, node.end_col_offset


def replace(source, node, put):
    return cut(source, begin(node), end(node), put)


def text_of(source, node):
    return ast.get_source_segment(source, node)


def nodes(tree, *types):
    return [node for node in ast.walk(tree) if isinstance(node, types)]


def statements(source, tree, *types):
    """Those that have lines for themselves."""
    lines = source.split("\n")
    return [node for node in nodes(tree, *types) if not lines[node.lineno - 1].encode()[: node.col_offset].strip()
            and not lines[node.end_lineno - 1].encode()[node.end_col_offset:].strip()]


def lines_without(source, node, put=None):
    lines = source.split("\n")
    indent = lines[node.lineno - 1][: node.col_offset]
    return "\n".join(lines[: node.lineno - 1] + [indent + (put or "pass")] + lines[node.end_lineno:])


def misspelled(name, random):
    """The name with two letters that have changed places, or one less."""
    places = [i for i in range(len(name) - 1) if name[i] != name[i + 1]]
    if len(name) < 4 or not places:
        return None
    at = random.choice(places)
    wrong = name[:at] + name[at + 1] + name[at] + name[at + 2:] if at % 2 else name[:at] + name[at + 1:]
    return wrong if wrong.isidentifier() and not keyword.iskeyword(wrong) else None


def pick(found, random):
    return random.choice(found) if found else None


# ---- Names


def misspell_name(source, tree, random):
    """print(valeu)"""
    node = pick([n for n in nodes(tree, ast.Name) if isinstance(n.ctx, ast.Load) and len(n.id) > 3], random)
    wrong = node and misspelled(node.id, random)
    return wrong and replace(source, node, wrong)


def misspell_binding(source, tree, random):
    """valeu = 1"""
    node = pick([n for n in nodes(tree, ast.Name) if isinstance(n.ctx, ast.Store) and len(n.id) > 3], random)
    wrong = node and misspelled(node.id, random)
    return wrong and replace(source, node, wrong)


def delete_binding(source, tree, random):
    """A statement that binds a name, which others read."""
    read = collections.Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    found = [node for node in statements(source, tree, ast.Assign) if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
             and read[node.targets[0].id]]
    found += [node for node in statements(source, tree, ast.FunctionDef) if not node.decorator_list and read[node.name]]
    node = pick(found, random)
    return node and lines_without(source, node)


def delete_import(source, tree, random):
    node = pick(statements(source, tree, ast.Import, ast.ImportFrom), random)
    return node and lines_without(source, node)


def use_before_binding(source, tree, random):
    """Two statements that have changed places."""
    read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    found = []
    simple = {id(n) for n in statements(source, tree, ast.stmt)}
    for node in ast.walk(tree):
        for body in (getattr(node, "body", None), getattr(node, "orelse", None)):
            for first, second in zip(body, body[1:]) if isinstance(body, list) else ():
                if id(first) in simple and id(second) in simple and isinstance(first, ast.Assign) and isinstance(first.targets[0], ast.Name):
                    if first.targets[0].id in read & {n.id for n in ast.walk(second) if isinstance(n, ast.Name)}:
                        found.append((first, second))
    pair = pick(found, random)
    if pair is None:
        return None
    first, second = pair
    lines = source.split("\n")
    return "\n".join(lines[: first.lineno - 1] + lines[second.lineno - 1: second.end_lineno] + lines[first.end_lineno: second.lineno - 1]
                     + lines[first.lineno - 1: first.end_lineno] + lines[second.end_lineno:])


def other_name(source, tree, random):
    """Another variable of the program."""
    names = sorted({n.id for n in nodes(tree, ast.Name) if isinstance(n.ctx, ast.Store)})
    node = pick([n for n in nodes(tree, ast.Name) if isinstance(n.ctx, ast.Load) and n.id in names], random)
    other = node and pick([name for name in names if name != node.id], random)
    return other and replace(source, node, other)


FOREIGN = {"True": "true", "False": "false", "None": "null", "len": "length", "print": "println", "str": "string", "int": "integer", "range": "xrange",
           "input": "raw_input", "chr": "unichr", "list": "array", "dict": "map_", "isinstance": "instanceof", "ValueError": "ValueErorr", "KeyError": "KeyNotFound"}


def foreign_name(source, tree, random):
    """What other languages, and older Pythons, call it."""
    found = [n for n in nodes(tree, ast.Name) if n.id in FOREIGN and isinstance(n.ctx, ast.Load)]
    found += [n for n in nodes(tree, ast.Constant) if n.value is True or n.value is False or n.value is None]
    node = pick(found, random)
    return node and replace(source, node, FOREIGN[node.id if isinstance(node, ast.Name) else str(node.value)])


# ---- Modules


def misspell_member(source, tree, random):
    """`math.sqroot`, `from json import lods`: a name that a module of the library has."""
    modules = {alias.asname or alias.name for node in nodes(tree, ast.Import) for alias in node.names if alias.asname or "." not in alias.name}
    found = [node for node in nodes(tree, ast.Attribute) if isinstance(node.value, ast.Name) and node.value.id in modules and node.lineno == node.end_lineno]
    found += [alias for node in nodes(tree, ast.ImportFrom) if node.module != "__future__" for alias in node.names if not alias.asname and alias.name != "*"]
    node = pick(found, random)
    if node is None:
        return None
    name = node.attr if isinstance(node, ast.Attribute) else node.name
    wrong = misspelled(name, random)
    put = wrong if isinstance(node, ast.Attribute) else f"{wrong} as {name}"
    return wrong and cut(source, (node.end_lineno, node.end_col_offset - len(name.encode())), end(node), put)


def misspell_module(source, tree, random):
    """`import jsn as json`."""
    alias = pick([alias for node in nodes(tree, ast.Import) for alias in node.names if not alias.asname and "." not in alias.name], random)
    wrong = alias and misspelled(alias.name, random)
    return wrong and cut(source, begin(alias), (alias.lineno, alias.col_offset + len(alias.name)), f"{wrong} as {alias.name}")


# ---- Calls


def own_calls(tree):
    own = {node.name for node in nodes(tree, ast.FunctionDef, ast.AsyncFunctionDef)}
    return [node for node in nodes(tree, ast.Call) if isinstance(node.func, ast.Name) and node.func.id in own]


def library_calls(tree):
    modules = {alias.asname or alias.name for node in nodes(tree, ast.Import) for alias in node.names}
    own = {node.name for node in nodes(tree, ast.FunctionDef, ast.AsyncFunctionDef)}
    own |= {node.id for node in nodes(tree, ast.Name) if isinstance(node.ctx, ast.Store)}
    return [node for node in nodes(tree, ast.Call)
            if (isinstance(node.func, ast.Name) and node.func.id in BUILTINS - own)
            or (isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name) and node.func.value.id in modules)]


def renamed_keyword(calls, source, random):
    found = [word for call in calls for word in call.keywords if word.arg]
    word = pick(found, random)
    return word and cut(source, begin(word), (word.lineno, word.col_offset + len(word.arg.encode())), word.arg + "_x")


def without_argument(calls, source, random):
    found = [call for call in calls if call.args and not call.keywords and not isinstance(call.args[-1], (ast.Starred, ast.GeneratorExp))]
    call = pick(found, random)
    if call is None:
        return None
    last = call.args[-1]
    return cut(source, begin(last) if len(call.args) == 1 else end(call.args[-2]), end(last))


def with_argument(calls, source, random):
    found = [call for call in calls if call.args and not call.keywords and not isinstance(call.args[-1], (ast.Starred, ast.GeneratorExp))]
    call = pick(found, random)
    return call and cut(source, end(call.args[-1]), end(call.args[-1]), ", 1")


def rename_keyword(source, tree, random):
    return renamed_keyword(own_calls(tree), source, random)


def drop_argument(source, tree, random):
    return without_argument(own_calls(tree), source, random)


def add_argument(source, tree, random):
    return with_argument(own_calls(tree), source, random)


def rename_library_keyword(source, tree, random):
    return renamed_keyword(library_calls(tree), source, random)


def drop_library_argument(source, tree, random):
    return without_argument(library_calls(tree), source, random)


def add_library_argument(source, tree, random):
    return with_argument(library_calls(tree), source, random)


def uncalled(source, tree, random):
    """f instead of f()"""
    found = [call for call in nodes(tree, ast.Call) if not call.args and not call.keywords]
    call = pick(found, random)
    return call and replace(source, call, text_of(source, call.func))


# ---- Methods and values


DISPLAYS = (ast.Constant, ast.List, ast.Dict, ast.Set, ast.Tuple, ast.JoinedStr, ast.ListComp, ast.DictComp, ast.SetComp)


def method_calls(tree):
    return [node for node in nodes(tree, ast.Call) if isinstance(node.func, ast.Attribute)]


def misspell_method_of_literal(source, tree, random):
    """", ".jion(words)"""
    found = [call.func for call in method_calls(tree) if isinstance(call.func.value, DISPLAYS)]
    node = pick(found, random)
    wrong = node and misspelled(node.attr, random)
    return wrong and cut(source, (node.end_lineno, node.end_col_offset - len(node.attr.encode())), end(node), wrong)


WRONG_METHODS = {"append": "push", "extend": "append_all", "add": "append", "update": "merge", "items": "iteritems", "keys": "iterkeys", "strip": "trim",
                 "startswith": "startsWith", "endswith": "endsWith", "lower": "toLowerCase", "upper": "toUpperCase", "replace": "replaceAll", "remove": "delete",
                 "get": "getOrDefault", "pop": "poll", "index": "indexOf", "sort": "sorted", "split": "explode", "join": "implode", "find": "search"}


def method_of_another_language(source, tree, random):
    """items.push(1)"""
    found = [call.func for call in method_calls(tree) if call.func.attr in WRONG_METHODS]
    node = pick(found, random)
    return node and cut(source, (node.end_lineno, node.end_col_offset - len(node.attr.encode())), end(node), WRONG_METHODS[node.attr])


def length_as_attribute(source, tree, random):
    """words.length"""
    found = [c for c in nodes(tree, ast.Call) if isinstance(c.func, ast.Name) and c.func.id == "len" and len(c.args) == 1 and isinstance(c.args[0], (ast.Name, ast.Attribute, *DISPLAYS))]
    call = pick(found, random)
    return call and replace(source, call, f"{text_of(source, call.args[0])}.length" + random.choice(["", "()"]))


def text_and_number(source, tree, random):
    """"n: " + 1, where there was str(...)"""
    found = [n for n in nodes(tree, ast.Call) if isinstance(n.func, ast.Name) and n.func.id in ("str", "int") and len(n.args) == 1
             and not isinstance(n.args[0], (ast.Starred, ast.GeneratorExp))]
    call = pick(found, random)
    return call and replace(source, call, "(" + text_of(source, call.args[0]) + ")")


def wrong_unpacking(source, tree, random):
    """a, b, c = pair"""
    found = [n for n in nodes(tree, ast.Tuple) if isinstance(n.ctx, ast.Store) and n.elts and not any(isinstance(e, ast.Starred) for e in n.elts)]
    node = pick(found, random)
    return node and cut(source, end(node.elts[-1]), end(node.elts[-1]), ", more")


def wrong_format(source, tree, random):
    """f"{x:.2y}", "%y" % x, "{} {}".format(1)"""
    found = []
    for node in nodes(tree, ast.FormattedValue):
        if node.format_spec is not None and node.format_spec.values and isinstance(node.format_spec.values[0], ast.Constant):
            spec = node.format_spec.values[0]
            found.append(lambda spec=spec: cut(source, begin(spec), end(spec), spec.value + "y"))
    for node in nodes(tree, ast.BinOp):
        if isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str) and "%" in node.left.value:
            text = text_of(source, node.left)
            found.append(lambda node=node, text=text: replace(source, node.left, re.sub(r"%[-+ #0-9.]*[a-zA-Z]", "%y", text, count=1)))
            found.append(lambda node=node, text=text: replace(source, node.left, text[:-1] + " %s" + text[-1]))
    for node in method_calls(tree):
        if node.func.attr == "format" and isinstance(node.func.value, ast.Constant) and isinstance(node.func.value.value, str) and "{}" in node.func.value.value:
            text = text_of(source, node.func.value)
            found.append(lambda node=node, text=text: replace(source, node.func.value, text.replace("{}", "{} {}", 1)))
    make = pick(found, random)
    return make and make()


def wrong_key(source, tree, random):
    """settings["nmae"]"""
    found = [n.slice for n in nodes(tree, ast.Subscript) if isinstance(n.ctx, ast.Load) and isinstance(n.slice, ast.Constant) and isinstance(n.slice.value, str)]
    node = pick(found, random)
    return node and replace(source, node, repr(node.value + "_x"))


# ---- Flow


def leave_return_out(source, tree, random):
    node = pick([n for n in statements(source, tree, ast.Return) if n.value is not None], random)
    return node and replace(source, node, text_of(source, node.value))


def code_behind_return(source, tree, random):
    """A statement that ends the function is too early."""
    node = pick([n for n in statements(source, tree, ast.Return, ast.Raise) if n.lineno == n.end_lineno], random)
    if node is None:
        return None
    lines = source.split("\n")
    lines.insert(node.end_lineno, lines[node.lineno - 1][: node.col_offset] + "print('never')")
    return "\n".join(lines)


def early_return(source, tree, random):
    """A return in front of what is still to be done."""
    found = [s for f in nodes(tree, ast.FunctionDef) for s in f.body[1:] if not isinstance(s, (ast.Return, ast.Raise))]
    own = {id(s) for s in statements(source, tree, ast.stmt)}
    node = pick([s for s in found if id(s) in own], random)
    if node is None:
        return None
    lines = source.split("\n")
    lines.insert(node.lineno - 1, lines[node.lineno - 1][: node.col_offset] + "return None")
    return "\n".join(lines)


def leave_await_out(source, tree, random):
    node = pick(nodes(tree, ast.Await), random)
    return node and replace(source, node, text_of(source, node.value))


def leave_async_out(source, tree, random):
    """await in a function that is none"""
    found = [n for n in nodes(tree, ast.AsyncFunctionDef) if any(isinstance(m, (ast.Await, ast.AsyncFor, ast.AsyncWith)) for m in ast.walk(n))]
    node = pick(found, random)
    return node and cut(source, begin(node), (node.lineno, node.col_offset + len("async ")))


def turn_comparison(source, tree, random):
    turned = {ast.Lt: ">", ast.Gt: "<", ast.LtE: ">", ast.GtE: "<", ast.Eq: "!=", ast.NotEq: "==", ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is"}
    node = pick([n for n in nodes(tree, ast.Compare) if len(n.ops) == 1], random)
    return node and cut(source, end(node.left), begin(node.comparators[0]), f" {turned[type(node.ops[0])]} ")


def one_off(source, tree, random):
    node = pick([n for n in nodes(tree, ast.Constant) if type(n.value) is int and n.lineno == n.end_lineno], random)
    return node and replace(source, node, str(node.value + random.choice([-1, 1])))


# ---- Syntax


def drop_bracket(source, tree, random):
    places = [i for i, c in enumerate(source) if c in "()[]{}"]
    at = pick(places, random)
    return None if at is None else source[:at] + source[at + 1:]


def drop_quote(source, tree, random):
    at = pick([i for i, c in enumerate(source) if c in "'\""], random)
    return None if at is None else source[:at] + source[at + 1:]


def drop_colon(source, tree, random):
    at = pick([match.start() for match in re.finditer(r":$", source, re.M)], random)
    return None if at is None else source[:at] + source[at + 1:]


def wrong_indentation(source, tree, random):
    lines = source.split("\n")
    at = pick([i for i, line in enumerate(lines) if line.startswith("    ")], random)
    if at is None:
        return None
    lines[at] = random.choice([lines[at][1:], " " + lines[at], lines[at][4:]])
    return "\n".join(lines)


FOREIGN_SYNTAX = ((r"\belif\b", "else if"), (r"\band\b", "&&"), (r"\bor\b", "||"), (r"\bnot (?!in)", "!"), (r"(\w+) \+= 1$", r"\1++"), (r"^( *)print\((.*)\)$", r"\1print \2"),
                  (r"\bdef (\w+)\(", r"function \1("), (r"\bexcept (\w+) as (\w+)", r"except \1, \2"), (r"\blambda (\w+):", r"\1 =>"), (r"if (\w+) == ", r"if \1 = "),
                  (r"^( *)(\w+) = ", r"\1let \2 = "), (r"\bNone\b", "nil;"), (r"^( *)return ", r"\1retrun "), (r"\bfor (\w+) in", r"for \1 of"), (r"$", "}"))


def foreign_syntax(source, tree, random):
    """else if, &&, x++, print x, misspelt keywords"""
    found = [(match, put) for pattern, put in FOREIGN_SYNTAX for match in re.finditer(pattern, source, re.M)]
    kinds = sorted({put for _, put in found})
    put = pick(kinds, random)
    match = pick([match for match, its in found if its == put], random)
    return match and source[: match.start()] + match.expand(put) + source[match.end():]


DAMAGES = {
    "name misspelt where it is read": misspell_name,
    "name misspelt where it is bound": misspell_binding,
    "binding deleted": delete_binding,
    "import deleted": delete_import,
    "used before it is bound": use_before_binding,
    "name of another language": foreign_name,
    "member of a module misspelt": misspell_member,
    "module misspelt": misspell_module,
    "keyword of an own function misspelt": rename_keyword,
    "argument of an own function left out": drop_argument,
    "argument too many for an own function": add_argument,
    "keyword of the library misspelt": rename_library_keyword,
    "argument of the library left out": drop_library_argument,
    "argument too many for the library": add_library_argument,
    "method of a literal misspelt": misspell_method_of_literal,
    "method of another language": method_of_another_language,
    "x.length for len(x)": length_as_attribute,
    "wrong format code, or too many": wrong_format,
    "await left out": leave_await_out,
    "async left out": leave_async_out,
    "code behind return": code_behind_return,
    "return too early": early_return,
    "bracket missing": drop_bracket,
    "quote missing": drop_quote,
    "colon missing": drop_colon,
    "wrong indentation": wrong_indentation,
    "syntax of another language": foreign_syntax,
    "unpacked into one more": wrong_unpacking,
    "text and number mixed": text_and_number,
    "brackets of a call left out": uncalled,
    "return left out": leave_return_out,
    "another variable": other_name,
    "wrong key": wrong_key,
    "comparison turned": turn_comparison,
    "number off by one": one_off,
}
