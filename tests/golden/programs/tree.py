# Binary search trees as nested lists and dicts.
def insert(tree, key, value=None):
    if tree is None:
        return {"key": key, "value": value, "left": None, "right": None}
    if key == tree["key"]:
        tree["value"] = value
    else:
        side = "left" if key < tree["key"] else "right"
        tree[side] = insert(tree[side], key, value)
    return tree


def lookup(tree, key):
    while tree is not None and tree["key"] != key:
        tree = tree["left" if key < tree["key"] else "right"]
    if tree is None:
        raise KeyError(key)
    return tree["value"]


def inorder(tree):
    if tree:
        yield from inorder(tree["left"])
        yield tree["key"], tree["value"]
        yield from inorder(tree["right"])


def depth(tree):
    return 0 if tree is None else 1 + max(depth(tree["left"]), depth(tree["right"]))


def delete(tree, key):
    if tree is None:
        return None
    if key < tree["key"]:
        tree["left"] = delete(tree["left"], key)
    elif key > tree["key"]:
        tree["right"] = delete(tree["right"], key)
    elif tree["left"] is None:
        return tree["right"]
    elif tree["right"] is None:
        return tree["left"]
    else:
        successor = tree["right"]
        while successor["left"]:
            successor = successor["left"]
        tree["key"], tree["value"] = successor["key"], successor["value"]
        tree["right"] = delete(tree["right"], successor["key"])
    return tree


def draw(tree, indent=0, label="root"):
    if tree is None:
        return
    draw(tree["right"], indent + 4, "/")
    print(" " * indent + f"{label} {tree['key']}")
    draw(tree["left"], indent + 4, "\\")


def levels(tree):
    level = [tree]
    while level:
        yield [n["key"] for n in level]
        level = [c for n in level for c in (n["left"], n["right"]) if c]


tree = None
for key in [50, 30, 70, 20, 40, 60, 80, 35, 45, 65]:
    tree = insert(tree, key, f"v{key}")
draw(tree)
print([k for k, _ in inorder(tree)], depth(tree), list(levels(tree)))
print(lookup(tree, 45), lookup(tree, 50))
try:
    lookup(tree, 99)
except KeyError as e:
    print("missing", e)
insert(tree, 45, "changed")
print(lookup(tree, 45))
for key in (20, 70, 50, 99):
    tree = delete(tree, key)
    print("after", key, [k for k, _ in inorder(tree)], tree["key"], depth(tree))


def build_huffman(text):
    nodes = [(text.count(c), i, c) for i, c in enumerate(sorted(set(text)))]
    order = len(nodes)
    while len(nodes) > 1:
        nodes.sort(key=lambda n: n[:2])
        a, b = nodes[:2]
        nodes = nodes[2:] + [(a[0] + b[0], order, (a[2], b[2]))]
        order += 1
    codes = {}

    def walk(node, prefix):
        if isinstance(node, str):
            codes[node] = prefix or "0"
        else:
            walk(node[0], prefix + "0")
            walk(node[1], prefix + "1")

    walk(nodes[0][2], "")
    return codes


codes = build_huffman("abracadabra")
encoded = "".join(codes[c] for c in "abracadabra")
reverse = {v: k for k, v in codes.items()}
decoded, buffer = "", ""
for bit in encoded:
    buffer += bit
    if buffer in reverse:
        decoded += reverse[buffer]
        buffer = ""
print(sorted(codes.items()), encoded, len(encoded), decoded)


def trie(words):
    root = {}
    for word in words:
        node = root
        for c in word:
            node = node.setdefault(c, {})
        node["$"] = word
    return root


def complete(root, prefix):
    node = root
    for c in prefix:
        node = node.get(c)
        if node is None:
            return []
    found, stack = [], [node]
    while stack:
        node = stack.pop()
        for k, v in node.items():
            if k == "$":
                found.append(v)
            else:
                stack.append(v)
    return sorted(found)


t = trie("car card care cat dog do done".split())
print(complete(t, "car"), complete(t, "do"), complete(t, "x"), complete(t, "")[:3])
