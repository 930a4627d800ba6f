# A tokenizer and a recursive descent calculator.
OPERATORS = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "^": 3}


def tokenize(text):
    i = 0
    while i < len(text):
        c = text[i]
        if c.isspace():
            i += 1
        elif c.isdigit() or c == ".":
            start = i
            while i < len(text) and (text[i].isdigit() or text[i] == "."):
                i += 1
            number = text[start:i]
            yield "num", float(number) if "." in number else int(number)
        elif c.isalpha():
            start = i
            while i < len(text) and text[i].isalnum():
                i += 1
            yield "name", text[start:i]
        elif c in "+-*/%^(),=":
            i += 1
            yield "op", c
        else:
            raise SyntaxError(f"unexpected {c!r} at {i}")
    yield "end", None


def parse(text):
    tokens = list(tokenize(text))
    position = 0

    def peek():
        return tokens[position]

    def advance():
        nonlocal position
        token = tokens[position]
        position += 1
        return token

    def expect(value):
        kind, got = advance()
        if got != value:
            raise SyntaxError(f"expected {value!r}, got {got!r}")

    def expression(min_precedence=1):
        left = unary()
        while True:
            kind, op = peek()
            if kind != "op" or op not in OPERATORS or OPERATORS[op] < min_precedence:
                return left
            advance()
            precedence = OPERATORS[op]
            right = expression(precedence if op == "^" else precedence + 1)
            left = (op, left, right)

    def unary():
        if peek() == ("op", "-"):
            advance()
            return ("neg", unary())
        return primary()

    def primary():
        kind, value = advance()
        if kind == "num":
            return value
        if kind == "name":
            if peek() == ("op", "("):
                advance()
                args = []
                while peek() != ("op", ")"):
                    args.append(expression())
                    if peek() == ("op", ","):
                        advance()
                expect(")")
                return ("call", value, args)
            return ("var", value)
        if value == "(":
            inner = expression()
            expect(")")
            return inner
        raise SyntaxError(f"unexpected {value!r}")

    tree = expression()
    if peek()[0] != "end":
        raise SyntaxError(f"trailing {peek()[1]!r}")
    return tree


FUNCTIONS = {"max": max, "min": min, "abs": abs, "sqrt": lambda x: x ** 0.5}


def evaluate(tree, env):
    if isinstance(tree, (int, float)):
        return tree
    op, *args = tree
    if op == "var":
        if args[0] not in env:
            raise NameError(f"unknown variable {args[0]}")
        return env[args[0]]
    if op == "call":
        name, params = args
        return FUNCTIONS[name](*(evaluate(p, env) for p in params))
    values = [evaluate(a, env) for a in args]
    return {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": lambda a, b: a / b,
        "%": lambda a, b: a % b,
        "^": lambda a, b: a ** b,
        "neg": lambda a: -a,
    }[op](*values)


env = {"x": 5, "pi": 3.14159}
for source in ["1 + 2 * 3", "(1 + 2) * 3", "2 ^ 3 ^ 2", "-x + 10", "10 / 4 - 1", "max(1, x, 3) * 2", "sqrt(16) + abs(-3)",
               "7 % 4 * 2", "pi * x ^ 2", "1 +", "2 $ 3", "(1", "y + 1", "1 / 0", "nope(1)", "", "1 2", "--5", "min(4,2)"]:
    try:
        tree = parse(source)
        print(f"{source!r:24} {tree} = {evaluate(tree, env)}")
    except (SyntaxError, NameError, ZeroDivisionError, KeyError) as error:
        print(f"{source!r:24} {type(error).__name__}: {error}")
