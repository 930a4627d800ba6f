# INI and key=value parsing with interpolation, types and errors.
TEXT = """
# global
debug = yes
[server]
host = example.org
port = 8080
url = http://${host}:${port}/
timeout = 2.5
; comment
[paths]
base = /srv
logs = ${base}/logs
data = ${base}/data/${server.host}
list = a, b , c
multi = first
    second
    third
empty =
[loop]
a = ${b}
b = ${a}
"""


def parse(text):
    config, section, key = {"": {}}, "", None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line[0] in "#;":
            continue
        if raw[0].isspace() and key:
            config[section][key] += "\n" + line
        elif line.startswith("["):
            if not line.endswith("]"):
                raise SyntaxError(f"line {number}: missing ]")
            section = line[1:-1].strip()
            if section in config:
                raise SyntaxError(f"line {number}: duplicate section {section!r}")
            config[section], key = {}, None
        else:
            key, found, value = line.partition("=")
            if not found:
                raise SyntaxError(f"line {number}: expected key = value, got {line!r}")
            key = key.strip()
            config[section][key] = value.strip()
    return config


def resolve(config, section, key, stack=()):
    if (section, key) in stack:
        raise RecursionError(" -> ".join(".".join(p) for p in stack + ((section, key),)))
    value, out, i = config[section][key], "", 0
    while (start := value.find("${", i)) >= 0:
        end = value.index("}", start)
        name = value[start + 2:end]
        target = tuple(name.split(".")) if "." in name else (section, name)
        out += value[i:start] + resolve(config, *target, stack + ((section, key),))
        i = end + 1
    return out + value[i:]


def convert(value):
    if value.lower() in ("yes", "true", "on"):
        return True
    if value.lower() in ("no", "false", "off"):
        return False
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    if "\n" in value:
        return value.split("\n")
    return [v.strip() for v in value.split(",")] if "," in value else value or None


config = parse(TEXT)
for section, values in config.items():
    for key in values:
        try:
            print(f"{section or 'global'}.{key} = {convert(resolve(config, section, key))!r}")
        except RecursionError as e:
            print(f"{section}.{key}: loop {e}")
for bad in ("[x", "novalue", "[a]\n[a]", "x = ${"):
    try:
        c = parse(bad)
        print(c, resolve(c, "", "x"))
    except (SyntaxError, ValueError, KeyError) as e:
        print(repr(bad), type(e).__name__, e)


def merge(*configs):
    result = {}
    for c in configs:
        for k, v in c.items():
            result[k] = merge(result[k], v) if isinstance(v, dict) and isinstance(result.get(k), dict) else v
    return result


defaults = {"server": {"host": "localhost", "port": 80, "tls": {"on": False, "cert": None}}, "debug": False}
print(merge(defaults, {"server": {"port": 8443, "tls": {"on": True}}}, {"debug": True}, {"server": {"tls": {"cert": "x.pem"}}}), defaults["server"]["port"])


def arguments(argv, spec):
    options, positional = {name: default for name, (_, default) in spec.items()}, []
    words = iter(argv)
    for w in words:
        if not w.startswith("-") or w == "-":
            positional.append(w)
        elif w == "--":
            positional += words
        else:
            name, eq, value = w.lstrip("-").partition("=")
            matches = [n for n in spec if n.startswith(name)]
            if len(matches) != 1:
                raise SystemExit(f"{'unknown' if not matches else 'ambiguous'} option {w}" + (f": {', '.join(matches)}" if matches else ""))
            kind = spec[matches[0]][0]
            if kind is bool:
                options[matches[0]] = True
            else:
                try:
                    options[matches[0]] = kind(value if eq else next(words))
                except (ValueError, StopIteration) as e:
                    raise SystemExit(f"option {w}: {e or 'needs a value'}")
    return options, positional


SPEC = {"verbose": (bool, False), "version": (bool, False), "count": (int, 1), "name": (str, "x")}
for argv in (["a", "--count=3", "b"], ["--count", "5", "--name=q", "--verb"], ["--ver"], ["--nope"], ["--count=x"], ["--count"], ["--", "--count"], ["-n", "z", "-"]):
    try:
        print(arguments(argv, SPEC))
    except SystemExit as e:
        print("exit:", e)
