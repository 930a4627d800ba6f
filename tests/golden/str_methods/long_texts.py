# str and bytes methods work on long texts in pieces: CPython 3.14 library, "Text Sequence Type".
s = "qq" + "a\xe9" * 87381
print(len(s), len(s.encode()))  # -> 174764 262145
print(s.isalpha(), s.isalnum(), s.islower(), s.istitle(), s.isidentifier(), s.isprintable())  # -> True True True False True True
print((s + " ").isalpha(), (" " + s).isalpha(), (s + "1").isalnum(), (s + "A").islower())  # -> False False True False
print(s.upper().isupper(), s.title().istitle(), s.encode().decode() == s)  # -> True True True

# --- what lies across the end of a piece
found = set()
for size in (131072, 262144):
    t = "." * (size - 1) + "ab" + "." * size
    b = t.encode()
    found.add((t.find("ab") - size, t.rfind("ab") - size, t.count("ab"), b.find(b"ab") - size, b.rfind(b"ab") - size))
    found.add((t.title()[size - 2 : size + 2], b.title()[size - 2 : size + 2], t.replace("ab", "xyz")[size - 2 : size + 3]))
    found.add((len(t.split("ab")[0]) - size, len(t.split("ab")[1]) - size, len(t.partition("b")[0]) - size))
print((-1, -1, 1, -1, -1) in found, (".Ab.", b".Ab.", ".xyz.") in found, (-1, 0, 0) in found, len(found))  # -> True True True 3
