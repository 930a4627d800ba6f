# A shopping cart with discounts as functions and receipts.
CATALOG = {"apple": (0.5, "food"), "bread": (2.25, "food"), "pen": (1.2, "office"), "lamp": (39.9, "home"), "mug": (7.5, "home")}
TAX = {"food": 0.05, "office": 0.2, "home": 0.2}


def percent_off(category, percent):
    def discount(lines):
        amount = sum(l["total"] for l in lines if l["category"] == category) * percent / 100
        return (f"{percent}% off {category}", round(amount, 2)) if amount else None
    return discount


def buy_n_get_one(name, n):
    def discount(lines):
        for l in lines:
            if l["name"] == name and l["qty"] > n:
                free = l["qty"] // (n + 1)
                return f"{free} free {name}", round(free * l["price"], 2)
    return discount


def over(threshold, amount):
    return lambda lines: (f"over {threshold}", amount) if sum(l["total"] for l in lines) > threshold else None


RULES = [percent_off("home", 10), buy_n_get_one("apple", 3), over(50, 5.0)]


def cart():
    items = {}

    def add(name, qty=1):
        if name not in CATALOG:
            suggestions = [c for c in CATALOG if c[0] == name[0]]
            raise KeyError(f"no {name!r}" + (f", did you mean {' or '.join(suggestions)}?" if suggestions else ""))
        if not isinstance(qty, int) or qty < 1:
            raise ValueError(f"bad quantity {qty!r}")
        items[name] = items.get(name, 0) + qty

    def remove(name, qty=None):
        left = items.pop(name) - (qty or items.get(name, 10 ** 9))
        if left > 0:
            items[name] = left

    def lines():
        return [{"name": n, "qty": q, "price": CATALOG[n][0], "category": CATALOG[n][1], "total": round(q * CATALOG[n][0], 2)} for n, q in items.items()]

    def checkout(rules=RULES):
        rows = lines()
        subtotal = sum(r["total"] for r in rows)
        discounts = [d for rule in rules if (d := rule(rows))]
        tax = sum(r["total"] * TAX[r["category"]] for r in rows)
        return rows, subtotal, discounts, round(tax, 2), round(subtotal + tax - sum(a for _, a in discounts), 2)

    return add, remove, checkout


def receipt(rows, subtotal, discounts, tax, total):
    width = 36
    yield "=" * width
    for r in rows:
        left = f"{r['name'].title()} x{r['qty']}"
        yield f"{left}{r['total']:>{width - len(left)}.2f}"
    yield "-" * width
    for label, amount in [("subtotal", subtotal), *((n, -a) for n, a in discounts), ("tax", tax), ("TOTAL", total)]:
        yield f"{label:<20}{amount:>16.2f}"
    yield "=" * width


add, remove, checkout = cart()
for args in [("apple", 9), ("lamp",), ("mug", 2), ("pen", 3), ("lamb",), ("zebra",), ("pen", 0), ("pen", "2"), ("bread", 1)]:
    try:
        add(*args)
    except (KeyError, ValueError) as e:
        print(type(e).__name__, e.args[0])
print("\n".join(receipt(*checkout())))
remove("apple", 7)
remove("lamp")
try:
    remove("nothing")
except KeyError as e:
    print("cannot remove", e)
print("\n".join(receipt(*checkout())))
print(checkout(rules=[])[-1], checkout([lambda lines: ("gift", 100.0)])[-1])
