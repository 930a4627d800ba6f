# Instruction driven robot, turtle with commands, logo repeat.
MOVES = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
ORDER = "NESW"


def robot(width, height, obstacles=()):
    x = y = 0
    facing, trail = "N", [(0, 0)]

    def turn(amount):
        nonlocal facing
        facing = ORDER[(ORDER.index(facing) + amount) % 4]

    def forward(steps=1):
        nonlocal x, y
        dx, dy = MOVES[facing]
        for _ in range(steps):
            nx, ny = x + dx, y + dy
            if not (0 <= nx < width and 0 <= ny < height):
                raise IndexError(f"edge at {(x, y)} facing {facing}")
            if (nx, ny) in obstacles:
                raise RuntimeError(f"bumped into {(nx, ny)}")
            x, y = nx, ny
            trail.append((x, y))

    commands = {"L": lambda n=1: turn(-n), "R": lambda n=1: turn(n), "F": forward, "B": lambda n=1: (turn(2), forward(n), turn(2))}

    def run(program):
        number, executed = "", 0
        for c in program:
            if c.isdigit():
                number += c
            elif c in commands:
                commands[c](*([int(number)] if number else []))
                number = ""
                executed += 1
            elif not c.isspace():
                raise ValueError(f"unknown command {c!r}")
        return executed, (x, y, facing)

    return run, trail


run, trail = robot(5, 5, {(2, 2)})
for program in ("FFRFF", "L2FR", "LLF", "2F", "3B", "X", "R R 2F L F"):
    try:
        print(program, run(program))
    except (IndexError, RuntimeError, ValueError) as e:
        print(program, type(e).__name__, e)
print(trail, len(set(trail)))


def expand(program):
    """repeat N [ ... ] with nesting."""
    tokens = program.replace("[", " [ ").replace("]", " ] ").split()

    def block(i, depth=0):
        out = []
        while i < len(tokens):
            t = tokens[i]
            if t == "]":
                if depth == 0:
                    raise SyntaxError("extra ]")
                return out, i + 1
            if t == "repeat":
                count = int(tokens[i + 1])
                if tokens[i + 2] != "[":
                    raise SyntaxError("expected [")
                inner, i = block(i + 3, depth + 1)
                out += inner * count
            else:
                out.append((t, int(tokens[i + 1])))
                i += 2
        if depth:
            raise SyntaxError("missing ]")
        return out, i

    return block(0)[0]


def turtle(program):
    x = y = 0
    angle = 0
    lines = []
    for command, n in expand(program):
        if command == "rt":
            angle = (angle + n) % 360
        elif command == "lt":
            angle = (angle - n) % 360
        elif command == "fd":
            dx, dy = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}[angle]
            lines.append(((x, y), (x + dx * n, y + dy * n)))
            x, y = lines[-1][1]
        else:
            raise NameError(command)
    return lines


print(turtle("repeat 4 [fd 10 rt 90]"))
print(len(turtle("repeat 3 [repeat 2 [fd 1 rt 90] lt 90 fd 2]")), turtle("repeat 2 [fd 1 repeat 2 [lt 90]]")[-1])
for bad in ("repeat 2 [fd 1", "fd 1 ]", "jump 3", "repeat x [fd 1]", "fd 1 rt 45 fd 1", "fd"):
    try:
        print(turtle(bad))
    except (SyntaxError, NameError, ValueError, KeyError, IndexError) as e:
        print(repr(bad), type(e).__name__, e)
