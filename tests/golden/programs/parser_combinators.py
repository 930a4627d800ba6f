# Parser combinators out of closures.
def char(predicate, name="character"):
    def parse(text, i):
        if i < len(text) and predicate(text[i]):
            return text[i], i + 1
        got = repr(text[i]) if i < len(text) else "end of input"
        raise SyntaxError(f"expected {name} at {i}, got {got}")
    return parse


def literal(word):
    def parse(text, i):
        if text.startswith(word, i):
            return word, i + len(word)
        raise SyntaxError(f"expected {word!r} at {i}")
    return parse


def sequence(*parsers):
    def parse(text, i):
        out = []
        for p in parsers:
            value, i = p(text, i)
            out.append(value)
        return out, i
    return parse


def choice(*parsers):
    def parse(text, i):
        errors = []
        for p in parsers:
            try:
                return p(text, i)
            except SyntaxError as e:
                errors.append(str(e))
        raise SyntaxError("; ".join(errors))
    return parse


def many(p, least=0):
    def parse(text, i):
        out = []
        while True:
            try:
                value, i = p(text, i)
            except SyntaxError:
                if len(out) < least:
                    raise
                return out, i
            out.append(value)
    return parse


def transform(p, f):
    def parse(text, i):
        value, i = p(text, i)
        return f(value), i
    return parse


def separated(p, separator):
    rest = many(sequence(separator, p))
    return choice(transform(sequence(p, rest), lambda v: [v[0], *(x for _, x in v[1])]), lambda text, i: ([], i))


def lazy(thunk):
    return lambda text, i: thunk()(text, i)


spaces = many(char(str.isspace))


def token(p):
    return transform(sequence(spaces, p), lambda v: v[1])


def run(p, text):
    value, i = sequence(p, spaces)(text, 0)
    if i != len(text):
        raise SyntaxError(f"unexpected {text[i]!r} at {i}")
    return value[0]


digits = transform(many(char(str.isdigit, "digit"), 1), "".join)
number = token(transform(digits, int))
name = token(transform(sequence(char(str.isalpha, "letter"), many(char(str.isalnum))), lambda v: v[0] + "".join(v[1])))
string = token(transform(sequence(literal('"'), many(char(lambda c: c != '"')), literal('"')), lambda v: "".join(v[1])))
symbol = lambda s: token(literal(s))
value = lazy(lambda: choice(number, string, array, record, transform(name, lambda n: {"true": True, "false": False, "null": None}.get(n, ("name", n)))))
array = transform(sequence(symbol("["), separated(value, symbol(",")), symbol("]")), lambda v: v[1])
pair = transform(sequence(choice(string, name), symbol(":"), value), lambda v: (v[0], v[2]))
record = transform(sequence(symbol("{"), separated(pair, symbol(",")), symbol("}")), lambda v: dict(v[1]))

for text in ["42", "[1, 2,3 ]", '{"a": [1, {"b": "x y"}], c: true}', "[]", "{}", "hello", "[null,false]", "[1,]", "{a 1}", '"open', "1 2", "", "[" * 30 + "]" * 30]:
    try:
        print(text[:40], "=>", str(run(value, text))[:70])
    except SyntaxError as e:
        print(text[:40], "=>", str(e)[:90])


def chain(p, operators):
    def parse(text, i):
        left, i = p(text, i)
        while True:
            try:
                op, j = choice(*(symbol(o) for o in operators))(text, i)
            except SyntaxError:
                return left, i
            right, i = p(text, j)
            left = operators[op](left, right)
    return parse


atom = lazy(lambda: choice(number, transform(sequence(symbol("("), expression, symbol(")")), lambda v: v[1])))
term = chain(atom, {"*": lambda a, b: a * b, "//": lambda a, b: a // b})
expression = chain(term, {"+": lambda a, b: a + b, "-": lambda a, b: a - b})
for text in ["1+2*3", "(1+2)*3", "100//7//2", "2*(3-(4-5))", "1+", "((1)"]:
    try:
        print(text, "=", run(expression, text))
    except SyntaxError as e:
        print(text, "->", str(e)[:80])
