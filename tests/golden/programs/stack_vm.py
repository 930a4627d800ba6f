# A compiler from infix expressions to bytecode and a stack machine, with control flow.
def compile_program(lines):
    code, labels, fixups = [], {}, []
    for number, line in enumerate(lines, 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        if line.endswith(":"):
            label = line[:-1]
            if label in labels:
                raise SyntaxError(f"line {number}: duplicate label {label}")
            labels[label] = len(code)
            continue
        op, *args = line.split()
        if op in ("jump", "jzero", "call"):
            fixups.append((len(code), args[0], number))
            code.append([op, None])
        elif op == "push":
            code.append([op, int(args[0])])
        elif op in ("load", "store"):
            code.append([op, args[0]])
        elif op in OPS:
            code.append([op])
        else:
            raise SyntaxError(f"line {number}: unknown instruction {op!r}")
    for position, label, number in fixups:
        if label not in labels:
            raise SyntaxError(f"line {number}: undefined label {label}")
        code[position][1] = labels[label]
    return [tuple(c) for c in code]


OPS = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "div": lambda a, b: a // b,
    "mod": lambda a, b: a % b, "lt": lambda a, b: int(a < b), "eq": lambda a, b: int(a == b),
    "print": None, "ret": None, "halt": None, "dup": None, "pop": None,
}


def run(code, variables=None, limit=10000):
    stack, calls, pc, steps, output = [], [], 0, 0, []
    variables = dict(variables or {})
    while pc < len(code):
        steps += 1
        if steps > limit:
            raise TimeoutError(f"more than {limit} steps")
        op, *args = code[pc]
        pc += 1
        if op == "push":
            stack.append(args[0])
        elif op == "load":
            stack.append(variables[args[0]])
        elif op == "store":
            variables[args[0]] = stack.pop()
        elif op == "jump":
            pc = args[0]
        elif op == "jzero":
            if stack.pop() == 0:
                pc = args[0]
        elif op == "call":
            calls.append(pc)
            pc = args[0]
        elif op == "ret":
            pc = calls.pop()
        elif op == "print":
            output.append(stack.pop())
        elif op == "dup":
            stack.append(stack[-1])
        elif op == "pop":
            stack.pop()
        elif op == "halt":
            break
        else:
            b, a = stack.pop(), stack.pop()
            stack.append(OPS[op](a, b))
    return output, variables, steps


SUM = """
    push 0
    store total
loop:
    load n
    jzero done
    load total
    load n
    add
    store total
    load n
    push 1
    sub
    store n
    jump loop
done:
    load total
    print
    halt
""".splitlines()
code = compile_program(SUM)
print(len(code), code[:4])
print(run(code, {"n": 10}), run(code, {"n": 100})[0])
GCD = """
    call gcd
    load a
    print
    halt
gcd:
    load b
    jzero end
    load a
    load b
    mod
    load b
    store a
    store b
    jump gcd
end:
    ret
""".splitlines()
print(run(compile_program(GCD), {"a": 1071, "b": 462}))
for source, variables in ((["push"], {}), (["nope"], {}), (["jump x"], {}), (["a:", "a:"], {}), (["l:", "jump l"], {}), (["load q"], {}), (["add"], {}), (["push 1", "push 0", "div"], {}), (["ret"], {})):
    try:
        print(run(compile_program(source), variables, limit=50))
    except (SyntaxError, TimeoutError, KeyError, IndexError, ZeroDivisionError) as e:
        print(source, type(e).__name__, e)


def disassemble(code):
    for address, (op, *args) in enumerate(code):
        yield f"{address:04} {op:<6}{' '.join(map(str, args))}".rstrip()


print("\n".join(disassemble(compile_program(GCD))))


def infix(expression):
    precedence = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2}
    names = {"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod"}
    output, operators = [], []
    for token in expression.replace("(", " ( ").replace(")", " ) ").split():
        if token.isdigit():
            output.append(f"push {token}")
        elif token.isidentifier():
            output.append(f"load {token}")
        elif token == "(":
            operators.append(token)
        elif token == ")":
            while (op := operators.pop()) != "(":
                output.append(names[op])
        else:
            while operators and precedence.get(operators[-1], 0) >= precedence[token]:
                output.append(names[operators.pop()])
            operators.append(token)
    return output + [names[op] for op in reversed(operators)] + ["print"]


for e in ("1 + 2 * 3", "( 1 + 2 ) * 3", "10 - 4 - 3", "x * ( x + 1 ) / 2", "2 * ( 3 + ( 4 - 1 ) ) % 5"):
    print(e, "=", run(compile_program(infix(e)), {"x": 9})[0][0], infix(e))
