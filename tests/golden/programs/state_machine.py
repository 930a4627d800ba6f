# State machines with closures, generators and tables.
def turnstile():
    transitions = {
        ("locked", "coin"): ("unlocked", "unlock"),
        ("locked", "push"): ("locked", "alarm"),
        ("unlocked", "push"): ("locked", "lock"),
        ("unlocked", "coin"): ("unlocked", "thank you"),
    }
    state = "locked"
    while True:
        event = yield state
        try:
            state, action = transitions[state, event]
        except KeyError as error:
            print("  no transition for", error)
        else:
            print(f"  {event} -> {state} ({action})")


machine = turnstile()
print(next(machine))
for event in ["push", "coin", "coin", "push", "kick", "push"]:
    print(machine.send(event))
machine.close()


def traffic_light(durations):
    order = ["green", "yellow", "red"]
    index, left = 0, durations["green"]

    def tick():
        nonlocal index, left
        left -= 1
        if left == 0:
            index = (index + 1) % len(order)
            left = durations[order[index]]
        return order[index]

    return tick


tick = traffic_light({"green": 3, "yellow": 1, "red": 2})
print([tick() for _ in range(12)])


def number_machine(text):
    """Recognise numbers with a table driven automaton."""
    table = {
        "start": {"sign": "sign", "digit": "int", "dot": "dot"},
        "sign": {"digit": "int", "dot": "dot"},
        "int": {"digit": "int", "dot": "frac", "e": "exp"},
        "dot": {"digit": "frac"},
        "frac": {"digit": "frac", "e": "exp"},
        "exp": {"digit": "expint", "sign": "expsign"},
        "expsign": {"digit": "expint"},
        "expint": {"digit": "expint"},
    }
    kinds = {**dict.fromkeys("0123456789", "digit"), "+": "sign", "-": "sign", ".": "dot", "e": "e", "E": "e"}
    state = "start"
    for c in text:
        state = table[state].get(kinds.get(c))
        if state is None:
            return False
    return state in {"int", "frac", "expint"}


for text in ["1", "-1.5", "+.5", "1.", "1e5", "1e+", "abc", "", "1.5e-3", "--1", ".", "1e5.5", "12.34E56"]:
    print(f"{text!r:>12}", number_machine(text))


def vending(prices):
    credit, log = 0, []

    def insert(coin):
        nonlocal credit
        if coin not in (5, 10, 25, 100):
            raise ValueError(f"bad coin {coin}")
        credit += coin
        log.append(("insert", coin))
        return credit

    def select(item):
        nonlocal credit
        price = prices.get(item)
        if price is None:
            raise LookupError(item)
        if credit < price:
            raise RuntimeError(f"need {price - credit} more")
        credit -= price
        log.append(("sold", item))
        change, amount = [], credit
        for coin in (100, 25, 10, 5):
            n, amount = divmod(amount, coin)
            change += [coin] * n
        credit = 0
        return item, change

    return insert, select, log


insert, select, log = vending({"cola": 120, "nuts": 65})
for action, argument in [(insert, 100), (select, "cola"), (insert, 25), (insert, 3), (select, "cola"), (insert, 100), (select, "gum"), (select, "nuts"), (select, "nuts")]:
    try:
        print(action.__name__, argument, "->", action(argument))
    except (ValueError, LookupError, RuntimeError) as e:
        print(action.__name__, argument, "!!", type(e).__name__, e)
print(log)
