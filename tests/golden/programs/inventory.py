# Inventory report: dicts, sorting, formatted tables.
INVENTORY = [
    {"sku": "A-100", "name": "Widget", "qty": 25, "price": 3.5, "tags": ["small", "metal"]},
    {"sku": "B-200", "name": "Gadget", "qty": 3, "price": 24.99, "tags": ["electronic"]},
    {"sku": "C-300", "name": "Doohickey", "qty": 0, "price": 7.25, "tags": []},
    {"sku": "D-400", "name": "Thingamajig", "qty": 120, "price": 0.15, "tags": ["small", "plastic"]},
    {"sku": "E-500", "name": "Whatsit", "qty": 12, "price": 99.0, "tags": ["metal", "heavy"]},
]
LOW_STOCK = 5


def total_value(items):
    return sum(item["qty"] * item["price"] for item in items)


def by_tag(items):
    index = {}
    for item in items:
        for tag in item["tags"] or ["untagged"]:
            index.setdefault(tag, []).append(item["sku"])
    return index


def restock(items, minimum, batch=10):
    """Yield (sku, amount) for every item below the minimum."""
    for item in items:
        if item["qty"] < minimum:
            missing = minimum - item["qty"]
            batches = -(-missing // batch)
            yield item["sku"], batches * batch


def sell(items, sku, amount):
    for item in items:
        if item["sku"] == sku:
            if item["qty"] < amount:
                raise ValueError(f"only {item['qty']} of {sku} left, wanted {amount}")
            item["qty"] -= amount
            return amount * item["price"]
    raise KeyError(sku)


def report(items):
    print(f"{'SKU':<8}{'Name':<14}{'Qty':>6}{'Price':>10}{'Value':>12}")
    print("-" * 50)
    for item in sorted(items, key=lambda i: (-i["qty"] * i["price"], i["name"])):
        value = item["qty"] * item["price"]
        flag = " !" if item["qty"] <= LOW_STOCK else ""
        print(f"{item['sku']:<8}{item['name']:<14}{item['qty']:>6}{item['price']:>10.2f}{value:>12,.2f}{flag}")
    print("-" * 50)
    print(f"{'Total':<38}{total_value(items):>12,.2f}")


report(INVENTORY)
print(by_tag(INVENTORY))
print(list(restock(INVENTORY, 10)), dict(restock(INVENTORY, 30, batch=12)))
revenue = 0
for sku, amount in [("A-100", 5), ("B-200", 4), ("Z-999", 1), ("E-500", 12)]:
    try:
        revenue += sell(INVENTORY, sku, amount)
    except ValueError as error:
        print("cannot sell:", error)
    except KeyError as error:
        print("unknown item:", error)
    else:
        print(f"sold {amount} of {sku}, revenue {revenue:.2f}")
report(INVENTORY)
cheap, *rest = sorted(INVENTORY, key=lambda i: i["price"])
print(cheap["name"], len(rest), max(INVENTORY, key=lambda i: len(i["name"]))["name"])
print({i["sku"]: i["qty"] for i in INVENTORY if i["qty"]}, any(i["qty"] == 0 for i in INVENTORY))
