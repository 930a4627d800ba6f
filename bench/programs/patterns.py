# Regular expressions over lines of a log.
import re

lines = [f"2024-{i % 12 + 1:02}-{i % 28 + 1:02} 10:{i % 60:02}:00 host{i % 7} app[{i}]: user=u{i % 50} path=/a/{i % 9}/b?q={i} status={200 + i % 3 * 100} t={i % 1000}ms" for i in range(27000)]
entry = re.compile(r"(?P<date>\d{4}-\d\d-\d\d) (?P<time>[\d:]+) (?P<host>\w+) (\w+)\[(\d+)\]: user=(?P<user>\w+) path=(\S+) status=(\d+) t=(\d+)ms")
slow, users = 0, {}
for line in lines:
    m = entry.match(line)
    if m and int(m[9]) > 500:
        slow += 1
        users[m["user"]] = users.get(m["user"], 0) + 1
text = "\n".join(lines)
numbers = sum(int(n) for n in re.findall(r"status=(\d+)", text))
masked = re.sub(r"user=(\w)\w*", r"user=\1***", text)
words = len(re.split(r"[\s/?&=]+", text))
print(slow, len(users), numbers, len(masked), words, len(re.findall(r"^2024-0[1-6].*host[3-5]", text, re.M)))
