# json there and back, and walks over what it gives.
import json

document = {"items": [{"id": i, "tags": ["a", "b", f"t{i % 10}"], "price": i * 1.25, "nested": {"x": [i, i + 1], "text": "some \"quoted\" text \u00e9 " * 2}} for i in range(900)], "ok": True, "none": None}
total = 0
for _ in range(16):
    text = json.dumps(document)
    pretty = json.dumps(document, indent=2, sort_keys=True)
    back = json.loads(text)
    total += len(text) + len(pretty) + sum(item["nested"]["x"][1] for item in back["items"])
def walk(node):
    if isinstance(node, dict):
        return sum(walk(v) for v in node.values())
    if isinstance(node, list):
        return sum(map(walk, node))
    return 1
print(total, walk(back), back == document)
