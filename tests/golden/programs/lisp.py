# A small Lisp: reader, evaluator with closures, macros by quoting.
def read(text):
    tokens = text.replace("(", " ( ").replace(")", " ) ").replace("'", " ' ").split()

    def form():
        if not tokens:
            raise EOFError("unexpected end of input")
        token = tokens.pop(0)
        if token == "(":
            items = []
            while tokens and tokens[0] != ")":
                items.append(form())
            if not tokens:
                raise EOFError("missing )")
            tokens.pop(0)
            return items
        if token == ")":
            raise SyntaxError("unexpected )")
        if token == "'":
            return ["quote", form()]
        for convert in (int, float):
            try:
                return convert(token)
            except ValueError:
                pass
        return {"#t": True, "#f": False}.get(token, token)

    forms = []
    while tokens:
        forms.append(form())
    return forms


def show(x):
    if isinstance(x, list):
        return "(" + " ".join(map(show, x)) + ")"
    if x is True:
        return "#t"
    if x is False:
        return "#f"
    if callable(x):
        return "<procedure>"
    return str(x)


def make_env(params, args, outer):
    if len(params) != len(args):
        raise TypeError(f"expected {len(params)} arguments, got {len(args)}")
    return {"vars": dict(zip(params, args)), "outer": outer}


def find(env, name):
    while env is not None:
        if name in env["vars"]:
            return env["vars"]
        env = env["outer"]
    raise NameError(f"unbound variable: {name}")


def evaluate(x, env):
    while True:
        if isinstance(x, str):
            return find(env, x)[x]
        if not isinstance(x, list):
            return x
        if not x:
            return []
        head, *rest = x
        if head == "quote":
            return rest[0]
        if head == "if":
            test, yes, *no = rest
            x = yes if evaluate(test, env) is not False else (no[0] if no else [])
            continue
        if head == "define":
            target, *body = rest
            if isinstance(target, list):
                name, *params = target
                env["vars"][name] = make_lambda(params, body, env)
            else:
                name = target
                env["vars"][name] = evaluate(body[0], env)
            return name
        if head == "set!":
            find(env, rest[0])[rest[0]] = value = evaluate(rest[1], env)
            return value
        if head == "lambda":
            return make_lambda(rest[0], rest[1:], env)
        if head == "let":
            names = [b[0] for b in rest[0]]
            values = [evaluate(b[1], env) for b in rest[0]]
            env = make_env(names, values, env)
            x = ["begin", *rest[1:]]
            continue
        if head == "begin":
            for form in rest[:-1]:
                evaluate(form, env)
            x = rest[-1]
            continue
        f = evaluate(head, env)
        args = [evaluate(a, env) for a in rest]
        return f(*args)


def make_lambda(params, body, env):
    def procedure(*args):
        inner = make_env(params, args, env)
        result = []
        for form in body:
            result = evaluate(form, inner)
        return result
    return procedure


def product(*xs):
    result = 1
    for x in xs:
        result *= x
    return result


GLOBAL = {"vars": {
    "+": lambda *a: sum(a), "*": product, "-": lambda a, *b: a - sum(b) if b else -a, "/": lambda a, b: a / b,
    "<": lambda a, b: a < b, "=": lambda a, b: a == b, "car": lambda l: l[0], "cdr": lambda l: l[1:],
    "cons": lambda a, l: [a] + l, "list": lambda *a: list(a), "null?": lambda l: l == [], "map": lambda f, l: [f(x) for x in l],
    "apply": lambda f, l: f(*l), "length": len, "print": lambda *a: print(*map(show, a)),
}, "outer": None}

for source in """
(+ 1 2 (* 3 4))
(define (fact n) (if (< n 2) 1 (* n (fact (- n 1)))))
(fact 20)
(define (compose f g) (lambda (x) (f (g x))))
((compose fact car) (list 5 6))
(define counter ((lambda (n) (lambda () (set! n (+ n 1)) n)) 0))
(list (counter) (counter) (counter))
(map (lambda (x) (* x x)) '(1 2 3 4))
(let ((x 2) (y 3)) (print x y) (+ x y))
(define (filter p l) (if (null? l) '() (if (p (car l)) (cons (car l) (filter p (cdr l))) (filter p (cdr l)))))
(filter (lambda (x) (< 2 x)) '(1 2 3 4))
'(a (b c) #t 1.5)
(if #f 1)
(undefined 1)
(fact)
(car '())
(/ 1 0)
(1 2)
(+ 1
""".strip().split("\n"):
    try:
        for form in read(source):
            print(show(evaluate(form, GLOBAL)))
    except (NameError, TypeError, IndexError, ZeroDivisionError, EOFError, SyntaxError) as error:
        print(f"{type(error).__name__}: {error}")
