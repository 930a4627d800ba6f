# Bank accounts with closures and custom error handling.
def make_account(owner, balance=0):
    history = []

    def record(kind, amount):
        history.append((kind, amount, balance))

    def deposit(amount):
        nonlocal balance
        if amount <= 0:
            raise ValueError("deposit must be positive")
        balance += amount
        record("deposit", amount)
        return balance

    def withdraw(amount):
        nonlocal balance
        if amount > balance:
            raise ArithmeticError(f"insufficient funds: balance {balance}, requested {amount}")
        balance -= amount
        record("withdraw", amount)
        return balance

    def statement():
        lines = [f"Statement for {owner}"]
        for number, (kind, amount, after) in enumerate(history, start=1):
            sign = "+" if kind == "deposit" else "-"
            lines.append(f"{number:>3}. {kind:<10}{sign}{amount:>8.2f}{after:>10.2f}")
        lines.append(f"Balance: {balance:.2f}")
        return "\n".join(lines)

    return {
        "owner": owner,
        "deposit": deposit,
        "withdraw": withdraw,
        "balance": lambda: balance,
        "statement": statement,
    }


def transfer(source, target, amount):
    before = source["balance"](), target["balance"]()
    try:
        source["withdraw"](amount)
        target["deposit"](amount)
    except ArithmeticError as error:
        error.add_note(f"transfer from {source['owner']} to {target['owner']}")
        raise RuntimeError("transfer failed") from error
    finally:
        print("before:", before, "after:", (source["balance"](), target["balance"]()))


alice = make_account("Alice", 100)
bob = make_account("Bob")
print(alice["deposit"](50), alice["withdraw"](30))
transfer(alice, bob, 70)
try:
    transfer(alice, bob, 1000)
except RuntimeError as error:
    print(error, "<-", error.__cause__, error.__cause__.__notes__)
for bad in (0, -5):
    try:
        bob["deposit"](bad)
    except ValueError as error:
        print(f"{bad}: {error}")
print(alice["statement"]())
print(bob["statement"]())


def compound(principal, rate, years):
    for year in range(1, years + 1):
        principal *= 1 + rate
        yield year, round(principal, 2)


for year, amount in compound(1000, 0.05, 5):
    print(f"year {year}: {amount:,.2f}")
accounts = {a["owner"]: a["balance"]() for a in (alice, bob)}
print(accounts, sum(accounts.values()), max(accounts, key=accounts.get))
