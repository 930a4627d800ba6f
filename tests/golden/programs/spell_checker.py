# Spelling correction by edit distance, Soundex, phonetic and n-gram similarity.
WORDS = """the of and to in is you that it he was for on are as with his they at be this have from or one had by word but not what
all were we when your can said there use an each which she do how their if will up other about out many then them these so some
her would make like him into time has look two more write go see number no way could people my than first water been call who
spelling correct receive believe separate definitely necessary occurred beginning tomorrow""".split()
FREQUENCY = {w: 1000 // (i + 1) for i, w in enumerate(WORDS)}
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def edits(word):
    splits = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    deletes = {a + b[1:] for a, b in splits if b}
    transposes = {a + b[1] + b[0] + b[2:] for a, b in splits if len(b) > 1}
    replaces = {a + c + b[1:] for a, b in splits if b for c in LETTERS}
    inserts = {a + c + b for a, b in splits for c in LETTERS}
    return deletes | transposes | replaces | inserts


def known(words):
    return {w for w in words if w in FREQUENCY}


def correct(word):
    candidates = known([word]) or known(edits(word)) or {w for e in edits(word) for w in known(edits(e))} or {word}
    return max(candidates, key=lambda w: (FREQUENCY.get(w, 0), w))


def soundex(word):
    codes = {c: d for d, group in zip("123456", "bfpv cgjkqsxz dt l mn r".split()) for c in group}
    word = word.lower()
    out, last = word[0].upper(), codes.get(word[0])
    for c in word[1:]:
        code = codes.get(c)
        if code and code != last:
            out += code
        if c not in "hw":
            last = code
    return (out + "000")[:4]


def trigrams(word):
    padded = f"  {word} "
    return {padded[i:i + 3] for i in range(len(padded) - 2)}


def similarity(a, b):
    x, y = trigrams(a), trigrams(b)
    return len(x & y) / len(x | y)


for wrong in "speling korrect recieve teh watr occured wierd xyzzy thier tommorow seperate thn becon".split():
    print(f"{wrong:<10} {correct(wrong):<12} {soundex(wrong)} {soundex(correct(wrong))} {similarity(wrong, correct(wrong)):.2f}")
print(len(edits("abc")), len(edits("")), sorted(edits(""))[:3], "a" in edits("ab"))
print([soundex(n) for n in "Robert Rupert Rubin Ashcraft Tymczak Pfister Honeyman".split()])
print(sorted(WORDS, key=lambda w: (-similarity("recieve", w), w))[:3])


def check(text):
    out, fixed = [], 0
    for token in text.split(" "):
        core = token.strip(".,!?")
        lower = core.lower()
        if core and lower not in FREQUENCY:
            best = correct(lower)
            if best != lower:
                fixed += 1
                token = token.replace(core, best.capitalize() if core[0].isupper() else best)
        out.append(token)
    return " ".join(out), fixed


print(check("Teh watr was definitly neccessary, tommorow. Wht?"))


def bigram_model(text):
    model = {}
    for a, b in zip(f"^{text}", f"{text}$"):
        model.setdefault(a, {})
        model[a][b] = model[a].get(b, 0) + 1
    return {a: {b: n / sum(f.values()) for b, n in f.items()} for a, f in model.items()}


model = bigram_model("banana bandana")
print({a: {b: round(p, 3) for b, p in sorted(f.items())} for a, f in sorted(model.items())})
p = 1.0
for a, b in zip("^ban", "bana"):
    p *= model[a].get(b, 0)
print(round(p, 6), "".join(max(model[c], key=model[c].get) for c in "^ban"))
