# A text adventure driven by a script of commands.
ROOMS = {
    "hall": {"text": "a dusty hall", "exits": {"north": "library", "east": "kitchen"}, "items": ["lamp"]},
    "library": {"text": "rows of old books", "exits": {"south": "hall"}, "items": ["book", "key"]},
    "kitchen": {"text": "a cold kitchen", "exits": {"west": "hall", "down": "cellar"}, "items": ["bread"], "locked": {"down"}},
    "cellar": {"text": "a dark cellar", "exits": {"up": "kitchen"}, "items": ["treasure"], "dark": True},
}
SHORT = {"n": "north", "s": "south", "e": "east", "w": "west", "u": "up", "d": "down", "i": "inventory", "l": "look", "get": "take"}


def game(rooms):
    here, carried, score, turns = "hall", [], 0, 0
    commands = {}

    def command(*names):
        def register(f):
            for name in names:
                commands[name] = f
            return f
        return register

    def lit():
        return not rooms[here].get("dark") or "lamp" in carried

    @command("look")
    def look():
        if not lit():
            return "It is too dark to see."
        room = rooms[here]
        items = f" You see: {', '.join(sorted(room['items']))}." if room["items"] else ""
        return f"You are in {room['text']}.{items} Exits: {', '.join(room['exits'])}."

    @command("go")
    def go(direction):
        nonlocal here
        room = rooms[here]
        if direction not in room["exits"]:
            return f"You cannot go {direction}."
        if direction in room.get("locked", ()):
            return "The door is locked."
        here = room["exits"][direction]
        return look()

    @command("take")
    def take(item):
        nonlocal score
        if not lit() or item not in rooms[here]["items"]:
            return f"There is no {item} here."
        rooms[here]["items"].remove(item)
        carried.append(item)
        score += 50 if item == "treasure" else 5
        return f"Taken: {item}."

    @command("drop")
    def drop(item):
        try:
            carried.remove(item)
        except ValueError:
            return f"You have no {item}."
        rooms[here]["items"].append(item)
        return f"Dropped {item}."

    @command("unlock")
    def unlock(direction):
        if "key" not in carried:
            return "You have no key."
        if direction not in rooms[here].get("locked", ()):
            return "Nothing to unlock."
        rooms[here]["locked"].discard(direction)
        return "Click!"

    @command("inventory")
    def inventory():
        return f"You carry: {', '.join(carried) or 'nothing'}."

    @command("quit")
    def quit_():
        raise StopIteration

    reply = look()
    while True:
        line = yield reply
        turns += 1
        words = [SHORT.get(w, w) for w in line.lower().split()]
        if words and words[0] in {"north", "south", "east", "west", "up", "down"}:
            words.insert(0, "go")
        if not words:
            reply = "Say something."
            continue
        action = commands.get(words[0])
        if action is None:
            reply = f"I do not know how to {words[0]}."
            continue
        try:
            reply = action(*words[1:])
        except TypeError as e:
            reply = f"{words[0].capitalize()} what? ({e})"
        except StopIteration:
            return {"score": score, "turns": turns, "carried": carried}


def play(script):
    session = game({name: {**room, "items": room["items"][:], "locked": set(room.get("locked", ()))} for name, room in ROOMS.items()})
    print(next(session))
    for line in script:
        print(">", line)
        try:
            print(session.send(line))
        except StopIteration as stop:
            return stop.value
    session.close()
    return "unfinished"


print(play(["get lamp", "e", "d", "unlock down", "w", "n", "take key", "take spoon", "dance", "", "s", "e", "unlock down", "unlock up", "d", "take treasure", "i", "drop bread", "take", "go", "drop lamp", "look", "u", "quit"]))
print(play(["north", "west", "take book now", "inventory"]))
print(ROOMS["hall"]["items"], ROOMS["kitchen"]["locked"])
