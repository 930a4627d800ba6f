# Interpreters for small languages: brainf***, a stack machine, a Forth.
def brainfuck(source, data=""):
    jumps, stack = {}, []
    for i, c in enumerate(source):
        if c == "[":
            stack.append(i)
        elif c == "]":
            if not stack:
                raise SyntaxError(f"unmatched ] at {i}")
            j = stack.pop()
            jumps[i], jumps[j] = j, i
    if stack:
        raise SyntaxError(f"unmatched [ at {stack[-1]}")
    tape, pointer, pc, out, source_data = {}, 0, 0, [], iter(data)
    while pc < len(source):
        match_ = source[pc]
        if match_ == ">":
            pointer += 1
        elif match_ == "<":
            pointer -= 1
        elif match_ == "+":
            tape[pointer] = (tape.get(pointer, 0) + 1) % 256
        elif match_ == "-":
            tape[pointer] = (tape.get(pointer, 0) - 1) % 256
        elif match_ == ".":
            out.append(chr(tape.get(pointer, 0)))
        elif match_ == ",":
            tape[pointer] = ord(next(source_data, "\0"))
        elif match_ == "[" and not tape.get(pointer, 0):
            pc = jumps[pc]
        elif match_ == "]" and tape.get(pointer, 0):
            pc = jumps[pc]
        pc += 1
    return "".join(out)


HELLO = "++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++."
print(repr(brainfuck(HELLO)))
print(brainfuck(",[.,]", "echo"), repr(brainfuck(",>,<[->+<]>.", "\x02A")))
for bad in ("[[]", "[]]"):
    try:
        brainfuck(bad)
    except SyntaxError as e:
        print(e)


def forth(text, words=None):
    stack, words, output = [], dict(words or {}), []
    pop = stack.pop

    def binary(f):
        def run():
            b, a = pop(), pop()
            stack.append(f(a, b))
        return run

    builtin = {
        "+": binary(lambda a, b: a + b), "-": binary(lambda a, b: a - b), "*": binary(lambda a, b: a * b),
        "/": binary(lambda a, b: a // b), "mod": binary(lambda a, b: a % b), "<": binary(lambda a, b: int(a < b)),
        "=": binary(lambda a, b: int(a == b)), "dup": lambda: stack.append(stack[-1]), "drop": pop,
        "swap": lambda: stack.extend([pop(), pop()]), "over": lambda: stack.append(stack[-2]),
        "rot": lambda: stack.append(stack.pop(-3)), ".": lambda: output.append(str(pop())),
        "emit": lambda: output.append(chr(pop())), "depth": lambda: stack.append(len(stack)),
    }

    def run(tokens):
        tokens = list(tokens)
        i = 0
        while i < len(tokens):
            token = tokens[i].lower()
            if token == ":":
                end = tokens.index(";", i)
                words[tokens[i + 1].lower()] = tokens[i + 2:end]
                i = end
            elif token == "if":
                depth, then, otherwise = 1, None, None
                j = i
                while depth:
                    j += 1
                    t = tokens[j].lower()
                    depth += (t == "if") - (t == "then")
                    if t == "else" and depth == 1:
                        otherwise = j
                body = tokens[i + 1:otherwise or j]
                alternative = tokens[otherwise + 1:j] if otherwise else []
                run(body if pop() else alternative)
                i = j
            elif token == "times":
                end = tokens.index("loop", i)
                for _ in range(pop()):
                    run(tokens[i + 1:end])
                i = end
            elif token in words:
                run(words[token])
            elif token in builtin:
                builtin[token]()
            else:
                stack.append(int(token))
            i += 1

    run(text.split())
    return output, stack


for program in ["1 2 + .", ": square dup * ; 7 square .", ": fact dup 1 < if drop 1 else dup 1 - fact * then ; 10 fact .",
                "1 5 times 2 * dup . loop", "3 4 5 rot . . .", "72 emit 105 emit", "1 2 swap depth", "5 0 < if 1 else 2 then .", "+", "1 x", "1 0 /"]:
    try:
        print(program, "=>", *forth(program))
    except (IndexError, ValueError, ZeroDivisionError) as e:
        print(program, "=>", type(e).__name__, e)
