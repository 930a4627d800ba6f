# A tokenizer, a Pratt parser and an evaluator with variables, functions and readable errors.
import math

def token(kind, text, at): return {'kind': kind, 'text': text, 'at': at}

def fail(source, at, message):
    raise SyntaxError(f'{message}\n  {source}\n  {" " * at}^')

def tokenize(source):
    i = 0
    while i < len(source):
        c = source[i]
        if c.isspace():
            i += 1
        elif c.isdigit() or c == '.':
            j = i
            while j < len(source) and (source[j].isdigit() or source[j] in '.eE' or (source[j] in '+-' and source[j - 1] in 'eE')): j += 1
            yield token('number', source[i:j], i)
            i = j
        elif c.isalpha() or c == '_':
            j = i
            while j < len(source) and (source[j].isalnum() or source[j] == '_'): j += 1
            yield token('name', source[i:j], i)
            i = j
        elif source[i:i + 2] in ('**', '//', '<=', '>=', '==', '!='):
            yield token('op', source[i:i + 2], i)
            i += 2
        elif c in '+-*/%()=,<>?:':
            yield token('op', c, i)
            i += 1
        else:
            fail(source, i, f'unexpected {c!r}')
    yield token('end', '', len(source))

POWER = {'=': 1, '?': 2, '<': 3, '>': 3, '<=': 3, '>=': 3, '==': 3, '!=': 3, '+': 4, '-': 4, '*': 5, '/': 5, '//': 5, '%': 5, '**': 7}

def parse(source):
    tokens = list(tokenize(source))
    position = 0
    def peek(): return tokens[position]
    def take(text=None):
        nonlocal position
        t = tokens[position]
        if text is not None and t['text'] != text:
            fail(source, t['at'], f'expected {text!r}, found {t["text"] or "the end"!r}')
        position += 1
        return t
    def expression(least=0):
        t = take()
        if t['kind'] == 'number':
            try: left = ('num', float(t['text']) if set(t['text']) & set('.eE') else int(t['text']))
            except ValueError: fail(source, t['at'], 'bad number')
        elif t['kind'] == 'name':
            left = ('var', t['text'])
            if peek()['text'] == '(':
                take()
                args = []
                while peek()['text'] != ')':
                    args.append(expression())
                    if peek()['text'] != ')': take(',')
                take(')')
                left = ('call', t['text'], args)
        elif t['text'] == '(':
            left = expression()
            take(')')
        elif t['text'] in ('-', '+'):
            left = ('unary', t['text'], expression(6))
        else:
            fail(source, t['at'], 'expected a value')
        while (power := POWER.get(peek()['text'], 0)) > least and peek()['kind'] == 'op':
            op = take()
            if op['text'] == '=':
                if left[0] != 'var': fail(source, op['at'], 'cannot assign to that')
                left = ('set', left[1], expression(power - 1))
            elif op['text'] == '?':
                yes = expression(); take(':')
                left = ('if', left, yes, expression(power - 1))
            else:
                left = ('bin', op['text'], left, expression(power - (op['text'] == '**')))
        return left
    tree = expression()
    if peek()['kind'] != 'end': fail(source, peek()['at'], f'unexpected {peek()["text"]!r}')
    return tree

OPS = {'+': lambda a, b: a + b, '-': lambda a, b: a - b, '*': lambda a, b: a * b, '/': lambda a, b: a / b, '//': lambda a, b: a // b,
       '%': lambda a, b: a % b, '**': pow, '<': lambda a, b: a < b, '>': lambda a, b: a > b, '<=': lambda a, b: a <= b,
       '>=': lambda a, b: a >= b, '==': lambda a, b: a == b, '!=': lambda a, b: a != b}
FUNCTIONS = {'sqrt': math.sqrt, 'max': max, 'min': min, 'gcd': math.gcd, 'round': round, 'hyp': lambda *a: math.hypot(*a)}

def evaluate(node, env):
    kind, *rest = node
    if kind == 'num': return rest[0]
    if kind == 'var':
        if rest[0] not in env: raise NameError(f'unknown variable {rest[0]!r}; known: {", ".join(sorted(env))}')
        return env[rest[0]]
    if kind == 'set':
        env[rest[0]] = value = evaluate(rest[1], env)
        return value
    if kind == 'unary': return -evaluate(rest[1], env) if rest[0] == '-' else +evaluate(rest[1], env)
    if kind == 'if': return evaluate(rest[1] if evaluate(rest[0], env) else rest[2], env)
    if kind == 'call': return FUNCTIONS[rest[0]](*[evaluate(a, env) for a in rest[1]])
    op, left, right = rest
    return OPS[op](evaluate(left, env), evaluate(right, env))

env = {'pi': round(math.pi, 5), 'e': round(math.e, 5)}
for text in ['1 + 2 * 3', '(1 + 2) * 3', '2 ** 3 ** 2', '-2 ** 2', 'x = y = 4', 'x * y + pi', '7 // 2 + 7 % 2', 'max(1, x, 3) - min(2)', 'hyp(3, 4)',
             'x > 3 ? 10 : 20', '1.5e3 / 4', 'sqrt(2)', 'gcd(84, 36)', '1 / 0', 'nope + 1', '2 +', '(1', '1 2', '3 = 4', '5 $ 5', 'missing(1)', 'sqrt(-1)', '1..2']:
    try: print(f'{text:22} = {evaluate(parse(text), env)!r}')
    except SyntaxError as e: print(f'{text:22} ! {e}')
    except Exception as e: print(f'{text:22} ! {type(e).__name__}: {e}')
print(parse('a = -b * 2 ** c'))
