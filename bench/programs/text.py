# Methods of str: split, join, replace, strip, find, translate, formatting.
line = "The quick brown fox, jumps over: the lazy dog; and runs away again."
table = str.maketrans("aeiou", "AEIOU")
out, counts = [], {}
for i in range(27000):
    text = line.replace("fox", f"fox{i % 13}")
    for word in text.lower().split():
        word = word.strip(".,;:")
        counts[word] = counts.get(word, 0) + 1
    if text.find("lazy") > 10 and text.startswith("The") and not text.endswith("x"):
        out.append(text.translate(table).upper()[:20])
    out.append("{:>8}|{:<6}|{:^5}".format(i, text[4:9], i % 7) + "%05d %s" % (i, "x" * (i % 3)))
joined = "\n".join(out)
print(len(joined), joined.count("X"), sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))[3], hash(joined) == hash("\n".join(out)))
