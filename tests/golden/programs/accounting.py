# Double entry bookkeeping, amortisation, compound interest in integer cents.
def cents(text):
    sign = -1 if text.startswith("-") else 1
    whole, _, part = text.lstrip("+-").replace(",", "").partition(".")
    if len(part) > 2 or not (whole + part).isdigit():
        raise ValueError(f"not an amount: {text!r}")
    return sign * (int(whole or "0") * 100 + int(part.ljust(2, "0")))


def money(amount):
    return f"{'-' if amount < 0 else ''}{abs(amount) // 100:,}.{abs(amount) % 100:02}"


def ledger():
    accounts, journal = {}, []

    def post(date, text, *lines):
        total = sum(a for _, a in lines)
        if total:
            raise ValueError(f"{text}: out of balance by {money(total)}")
        journal.append((date, text, lines))
        for name, amount in lines:
            accounts[name] = accounts.get(name, 0) + amount

    def balance(prefix):
        return sum(a for n, a in accounts.items() if n.startswith(prefix))

    def history(name):
        running = 0
        for date, text, lines in journal:
            for n, amount in lines:
                if n == name:
                    running += amount
                    yield date, text, amount, running

    return post, balance, history, accounts


post, balance, history, accounts = ledger()
post("01-02", "open", ("assets:bank", cents("10,000")), ("equity", -cents("10000.00")))
post("01-05", "rent", ("expenses:rent", cents("1250.5")), ("assets:bank", cents("-1250.50")))
post("01-09", "sale", ("assets:bank", cents("799.99")), ("income:sales", -cents("666.66")), ("liabilities:vat", -cents("133.33")))
post("01-11", "laptop", ("assets:kit", cents("1800")), ("assets:bank", -cents("500")), ("liabilities:card", -cents("1300")))
for bad in (("x", ("a", 1), ("b", 2)), ("y", ("a", -5))):
    try:
        post("01-31", *bad)
    except ValueError as e:
        print(e)
for bad in ("1.234", "abc", "", "1.2.3", "-"):
    try:
        print(repr(bad), cents(bad))
    except ValueError as e:
        print(e)
for name, amount in sorted(accounts.items()):
    print(f"{name:<18}{money(amount) if amount > 0 else '':>12}{money(-amount) if amount < 0 else '':>12}")
print(money(balance("assets")), money(balance("expenses") + balance("income")), balance(""))
for row in history("assets:bank"):
    print(f"{row[0]} {row[1]:<8}{money(row[2]):>12}{money(row[3]):>12}")


def payment(principal, yearly_rate, months):
    r = yearly_rate / 12
    return round(principal * r / (1 - (1 + r) ** -months)) if r else -(-principal // months)


def schedule(principal, yearly_rate, months):
    rate = payment(principal, yearly_rate, months)
    for month in range(1, months + 1):
        interest = round(principal * yearly_rate / 12)
        paid = min(rate, principal + interest) if month < months else principal + interest
        principal -= paid - interest
        yield month, paid, interest, principal


rows = list(schedule(cents("12000"), 0.06, 12))
for month, paid, interest, rest in rows[:2] + rows[-2:]:
    print(f"{month:>3}{money(paid):>12}{money(interest):>10}{money(rest):>12}")
print(money(sum(r[1] for r in rows)), money(sum(r[2] for r in rows)), money(payment(120000, 0, 7)))


def split(amount, shares):
    total = sum(shares)
    parts = [amount * s // total for s in shares]
    for i in range(amount - sum(parts)):
        parts[i] += 1
    return parts


print(split(10000, [1, 1, 1]), split(100, [50, 30, 20]), split(5, [1] * 3), [money(p) for p in split(cents("99.99"), [2, 1])])


def years_to_double(rate):
    amount, years = 1.0, 0
    while amount < 2:
        amount *= 1 + rate
        years += 1
    return years


print({r: years_to_double(r / 100) for r in (1, 3, 5, 7, 10)}, round(1000 * 1.05 ** 10, 2), round(1000 * (1 + 0.05 / 12) ** 120, 2))


def tax(income, brackets=((10000, 0), (30000, 0.2), (70000, 0.4), (None, 0.45))):
    owed, lower = 0.0, 0
    for upper, rate in brackets:
        top = income if upper is None else min(income, upper)
        if top > lower:
            owed += (top - lower) * rate
        lower = upper or lower
    return owed


for income in (0, 10000, 25000, 50000, 120000):
    print(f"{income:>8,} {tax(income):>10,.2f} {tax(income) / income if income else 0:>6.1%}")
