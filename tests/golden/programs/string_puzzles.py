# Interview style string functions.
def is_palindrome(s):
    letters = [c.lower() for c in s if c.isalnum()]
    return letters == letters[::-1]


def anagrams(words):
    groups = {}
    for w in words:
        groups.setdefault("".join(sorted(w.lower())), []).append(w)
    return sorted((g for g in groups.values() if len(g) > 1), key=lambda g: (-len(g), g))


def compress(s):
    out, i = "", 0
    while i < len(s):
        n = len(s[i:]) - len(s[i:].lstrip(s[i]))
        out += s[i] + (str(n) if n > 1 else "")
        i += n
    return out if len(out) < len(s) else s


def balanced(s):
    pairs, stack = dict(zip(")]}", "([{")), []
    for i, c in enumerate(s):
        if c in "([{":
            stack.append((c, i))
        elif c in pairs:
            if not stack or stack.pop()[0] != pairs[c]:
                return i
    return stack[-1][1] if stack else None


def longest_unique(s):
    start = best = 0
    seen, where = {}, (0, 0)
    for i, c in enumerate(s):
        if seen.get(c, -1) >= start:
            start = seen[c] + 1
        seen[c] = i
        if i - start + 1 > best:
            best, where = i - start + 1, (start, i + 1)
    return s[slice(*where)]


def to_snake(s):
    return "".join("_" + c.lower() if c.isupper() and i else c.lower() for i, c in enumerate(s))


def to_camel(s):
    first, *rest = s.split("_")
    return first + "".join(map(str.title, rest))


def common_prefix(words):
    prefix = []
    for chars in zip(*words):
        if len(set(chars)) > 1:
            break
        prefix.append(chars[0])
    return "".join(prefix)


def wildcard(pattern, text):
    if not pattern:
        return not text
    if pattern[0] == "*":
        return wildcard(pattern[1:], text) or bool(text) and wildcard(pattern, text[1:])
    return bool(text) and pattern[0] in ("?", text[0]) and wildcard(pattern[1:], text[1:])


def kmp(text, pattern):
    fail, k = [0], 0
    for c in pattern[1:]:
        while k and pattern[k] != c:
            k = fail[k - 1]
        k += pattern[k] == c
        fail.append(k)
    k, found = 0, []
    for i, c in enumerate(text):
        while k and (k == len(pattern) or pattern[k] != c):
            k = fail[k - 1]
        k += pattern[k] == c
        if k == len(pattern):
            found.append(i - k + 1)
            k = fail[k - 1]
    return found


def pig_latin(sentence):
    def one(w):
        for i, c in enumerate(w):
            if c in "aeiou":
                return (w[i:] + w[:i] + "ay") if i else w + "way"
        return w + "ay"
    return " ".join(map(one, sentence.split()))


def zigzag(s, rows):
    if rows == 1:
        return s
    lines, row, step = [""] * rows, 0, 1
    for c in s:
        lines[row] += c
        step = 1 if row == 0 else -1 if row == rows - 1 else step
        row += step
    return "".join(lines)


def look_and_say(n):
    s = "1"
    for _ in range(n):
        yield s
        out, i = "", 0
        while i < len(s):
            j = i
            while j < len(s) and s[j] == s[i]:
                j += 1
            out += f"{j - i}{s[i]}"
            i = j
        s = out


print([is_palindrome(s) for s in ("A man, a plan, a canal: Panama", "hello", "", "No 'x' in Nixon")])
print(anagrams("listen silent enlist google elgoog abc cab bca xyz".split()))
print([compress(s) for s in ("aabcccccaaa", "abc", "", "zzzzzzzzzzzz")], [balanced(s) for s in ("([]{})", "(]", "((", "a)b", "", "{[(])}")])
print([longest_unique(s) for s in ("abcabcbb", "bbbb", "pwwkew", "", "dvdf")], to_snake("someLongName"), to_snake("HTTPServer"), to_camel("some_long_name"))
print(repr(common_prefix(["flower", "flow", "flight"])), repr(common_prefix(["a", "b"])), repr(common_prefix([])), [wildcard(p, "hello") for p in ("h*o", "h?llo", "*", "h*x", "?????", "", "*l*l*", "hell")])
print(kmp("abababcabab", "abab"), kmp("aaaa", "aa"), kmp("abc", "x"), pig_latin("the quick brown apple rhythm"), zigzag("PAYPALISHIRING", 3), zigzag("AB", 1))
print(list(look_and_say(8)))
s = "The rain in Spain stays mainly"
print(s.swapcase(), s.title(), sum(c in "aeiou" for c in s.lower()), " ".join(w[::-1] for w in s.split()), s.replace("ain", "AIN", 2), s.find("ain", 6), s.rsplit(" ", 2), "".join(dict.fromkeys(s.lower())), sorted(s.lower().split(), key=lambda w: (len(w), w)), max(s.split(), key=len), s[::2], s.count("ai"))
print("".join(chr((ord(c) - 97 + 13) % 26 + 97) if c.islower() else c for c in "hello world"), "-".join(f"{ord(c):x}" for c in "hex"), all(c in "01" for c in bin(10)[2:]), "%s is %d years and %.1f%% sure" % ("Bob", 42, 99.5), "{:>10}|{:^10}|{:<10}|".format("r", "m", "l"))
