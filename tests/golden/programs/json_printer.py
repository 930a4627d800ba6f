# A JSON-like encoder and decoder written by hand.
ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def dump_string(s):
    out = ['"']
    for c in s:
        if c in ESCAPES:
            out.append(ESCAPES[c])
        elif ord(c) < 32 or ord(c) > 126:
            code = ord(c)
            if code > 0xFFFF:
                code -= 0x10000
                out.append(f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}")
            else:
                out.append(f"\\u{code:04x}")
        else:
            out.append(c)
    out.append('"')
    return "".join(out)


def dump(value, indent=None, level=0):
    newline = "" if indent is None else "\n" + " " * (indent * (level + 1))
    closing = "" if indent is None else "\n" + " " * (indent * level)
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return dump_string(value)
    if isinstance(value, (list, tuple)):
        if not value:
            return "[]"
        separator = "," + (newline or " ")
        return "[" + newline + separator.join(dump(v, indent, level + 1) for v in value) + closing + "]"
    if isinstance(value, dict):
        if not value:
            return "{}"
        separator = "," + (newline or " ")
        items = (f"{dump_string(str(k))}: {dump(v, indent, level + 1)}" for k, v in value.items())
        return "{" + newline + separator.join(items) + closing + "}"
    raise TypeError(f"cannot encode {type(value).__name__}")


def load(text):
    def skip(i):
        while i < len(text) and text[i] in " \n\t\r":
            i += 1
        return i

    def value(i):
        i = skip(i)
        if i >= len(text):
            raise ValueError("unexpected end")
        c = text[i]
        if c == '"':
            return string(i + 1)
        if c == "[":
            items, i = [], skip(i + 1)
            if text[i] == "]":
                return items, i + 1
            while True:
                v, i = value(i)
                items.append(v)
                i = skip(i)
                if text[i] == "]":
                    return items, i + 1
                if text[i] != ",":
                    raise ValueError(f"expected ',' at {i}")
                i += 1
        if c == "{":
            result, i = {}, skip(i + 1)
            if text[i] == "}":
                return result, i + 1
            while True:
                k, i = value(i)
                i = skip(i)
                if text[i] != ":":
                    raise ValueError(f"expected ':' at {i}")
                result[k], i = value(i + 1)
                i = skip(i)
                if text[i] == "}":
                    return result, i + 1
                i += 1
        for word, constant in (("null", None), ("true", True), ("false", False)):
            if text.startswith(word, i):
                return constant, i + len(word)
        end = i
        while end < len(text) and text[end] in "+-.eE0123456789":
            end += 1
        if end == i:
            raise ValueError(f"unexpected {c!r} at {i}")
        number = text[i:end]
        return (float(number) if set(number) & set(".eE") else int(number)), end

    def string(i):
        out = []
        while text[i] != '"':
            if text[i] == "\\":
                i += 1
                if text[i] == "u":
                    out.append(chr(int(text[i + 1:i + 5], 16)))
                    i += 4
                else:
                    out.append({"n": "\n", "t": "\t", "r": "\r"}.get(text[i], text[i]))
            else:
                out.append(text[i])
            i += 1
        return "".join(out), i + 1

    result, i = value(0)
    if skip(i) != len(text):
        raise ValueError(f"extra data at {i}")
    return result


data = {"name": "Ünïcode \"quoted\"\n", "list": [1, -2.5, 1e100, True, None], "nested": {"empty": [], "e": {}, "deep": [[[]], [{"k": (1, 2)}]]}, 5: "int key"}
print(dump(data))
print(dump(data, indent=2))
text = dump(data)
again = load(text)
print(again, again == {**data, "5": "int key"}, dump(again) == text)
print(dump("😀 tab\t back\\slash"), load('  [1 , 2,{"a" :"\\u0041\\n"}, 3.5e2 ] '))
for bad in ["[1, 2", "{1}", "tru", "[1 2]", "", "1 2", "{\"a\" 1}", "nulll"]:
    try:
        print(load(bad))
    except (ValueError, IndexError) as error:
        print(repr(bad), type(error).__name__, error)
try:
    dump({"x": {1, 2}})
except TypeError as error:
    print(error)
