# A template engine with loops, conditions, filters and escaping.
FILTERS = {
    "upper": str.upper,
    "title": str.title,
    "money": lambda v: f"${v:,.2f}",
    "len": len,
    "join": lambda v, sep=", ": sep.join(map(str, v)),
    "default": lambda v, d="n/a": d if v in (None, "") else v,
}


def escape(text):
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def tokenize(source):
    position = 0
    while position < len(source):
        starts = [i for i in (source.find("{{", position), source.find("{%", position)) if i >= 0]
        if not starts:
            yield "text", source[position:]
            return
        start = min(starts)
        if start > position:
            yield "text", source[position:start]
        closing = "}}" if source[start + 1] == "{" else "%}"
        end = source.find(closing, start)
        if end < 0:
            raise SyntaxError(f"unclosed tag at {start}")
        yield ("expr" if closing == "}}" else "tag"), source[start + 2:end].strip()
        position = end + 2


def parse(tokens, until=()):
    nodes = []
    for kind, value in tokens:
        if kind == "tag":
            word, _, rest = value.partition(" ")
            if word in until:
                return nodes, word, rest
            if word == "for":
                name, _, collection = rest.partition(" in ")
                body, end, _ = parse(tokens, ("endfor", "else"))
                otherwise = parse(tokens, ("endfor",))[0] if end == "else" else []
                nodes.append(("for", name.strip(), collection, body, otherwise))
            elif word == "if":
                branches = []
                condition = rest
                while True:
                    body, end, more = parse(tokens, ("elif", "else", "endif"))
                    branches.append((condition, body))
                    if end == "endif":
                        break
                    condition = more if end == "elif" else None
                nodes.append(("if", branches))
            else:
                raise SyntaxError(f"unknown tag {word!r}")
        else:
            nodes.append((kind, value))
    if until:
        raise SyntaxError(f"expected {' or '.join(until)}")
    return nodes, None, None


def lookup(path, context):
    if path[:1] in "'\"" and path:
        return path[1:-1]
    if path.lstrip("-").isdigit():
        return int(path)
    value = context
    for part in path.split("."):
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, (list, tuple)) and part.isdigit():
            value = value[int(part)] if int(part) < len(value) else None
        else:
            return None
    return value


def evaluate(expression, context):
    path, *filters = [p.strip() for p in expression.split("|")]
    negate = path.startswith("not ")
    value = lookup(path[4:] if negate else path, context)
    if negate:
        value = not value
    for f in filters:
        name, *args = [a.strip() for a in f.split(":")]
        if name not in FILTERS:
            raise NameError(f"no filter {name!r}")
        value = FILTERS[name](value, *(lookup(a, context) for a in args))
    return value


def render(nodes, context):
    for node in nodes:
        if node[0] == "text":
            yield node[1]
        elif node[0] == "expr":
            yield escape(evaluate(node[1], context))
        elif node[0] == "for":
            _, name, collection, body, otherwise = node
            items = list(evaluate(collection, context) or ())
            for index, item in enumerate(items):
                inner = {**context, name: item, "loop": {"index": index + 1, "last": index == len(items) - 1}}
                yield from render(body, inner)
            if not items:
                yield from render(otherwise, context)
        else:
            for condition, body in node[1]:
                if condition is None or evaluate(condition, context):
                    yield from render(body, context)
                    break


def template(source):
    nodes = parse(tokenize(source))[0]
    return lambda **context: "".join(render(nodes, context))


page = template("""Hello {{ user.name | title }}!
{% if user.admin %}You are root.{% elif user.orders %}You have {{ user.orders | len }} orders.{% else %}Welcome.{% endif %}
{% for o in user.orders %}{{ loop.index }}. {{ o.item }}: {{ o.price | money }}{% if not loop.last %};
{% endif %}{% else %}No orders.{% endfor %}
Tags: {{ tags | join }} / {{ tags | join: '-' }}; first {{ tags.0 | default: 'none' | upper }}; {{ missing | default }} {{ missing | default: 'zero' }} <b>{{ html }}</b>
""")
print(page(user={"name": "ann lee", "orders": [{"item": "tea", "price": 3}, {"item": "cake", "price": 1234.5}]}, tags=["a", "b"], html="<i>&\"x\""))
print(page(user={"name": "bob", "admin": True}, tags=[], html=1))
for bad in ("{{ x", "{% if x %}", "{% nope %}", "{{ x | shout }}", "{% for a in b %}{% endif %}"):
    try:
        print(template(bad)(x="1"))
    except (SyntaxError, NameError) as e:
        print(type(e).__name__, e)
