// Programs to begin with. `file` is what they read beside.

export const examples = [
  {
    name: 'Primes',
    code: `def primes(limit):
    sieve = bytearray([1]) * (limit + 1)
    for n in range(2, int(limit ** 0.5) + 1):
        if sieve[n]:
            sieve[n * n::n] = bytes(len(sieve[n * n::n]))
    return [n for n in range(2, limit + 1) if sieve[n]]

found = primes(100_000)
print(len(found), "primes; the last ones:", found[-5:])
`,
  },
  {
    name: 'A sum that takes long (pause it, save it, fork it)',
    code: `total = 0
for n in range(1, 3_000_001):
    total += 1 / n ** 2
    if n % 100_000 == 0:
        print(n, (6 * total) ** 0.5)
`,
  },
  {
    name: 'Files',
    file: ['sales.csv', 'north,120\nsouth,80\nnorth,45\n'],
    code: `import csv, json
from collections import Counter

sums = Counter()
with open("sales.csv") as file:
    for region, amount in csv.reader(file):
        sums[region] += int(amount)

with open("sums.json", "w") as file:
    json.dump(sums, file, indent=2)
print(open("sums.json").read())
`,
  },
  {
    name: 'Questions',
    code: `name = input("Your name? ")
n = int(input(f"A number, {name}? "))
print(f"{n} is", "even" if n % 2 == 0 else "odd")
`,
  },
  {
    name: 'Many things at once',
    code: `import asyncio, time

async def work(name, seconds):
    await asyncio.sleep(seconds)
    print(f"{name} after {seconds} s")
    return seconds

async def main():
    started = time.time()
    done = await asyncio.gather(*(work(name, k / 5) for k, name in enumerate("abc", 1)))
    print(sum(done), "seconds of work in", round(time.time() - started, 1))

asyncio.run(main())
`,
  },
  {
    name: 'A mistake at a line',
    code: `def mean(values):
    return sum(values) / len(values)

print(mean([1, 2, 3]))
print(mean([]))
`,
  },
  {
    name: 'A limit',
    code: `kept = []
while True:
    kept.append("x" * 100_000)
`,
  },
];
