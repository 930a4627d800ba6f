# A table of dicts: filtered, grouped, joined, sorted.
import collections

people = [{"id": i, "name": f"name{i % 977}", "age": i * 7 % 90, "city": "abcdefgh"[i % 8], "score": i * 31 % 1000 / 10} for i in range(30000)]
groups = collections.defaultdict(list)
for p in people:
    if p["age"] >= 18 and p["score"] > 20:
        groups[p["city"], p["age"] // 10].append(p)
summary = []
for (city, decade), members in groups.items():
    scores = [m["score"] for m in members]
    summary.append({"city": city, "decade": decade, "count": len(members), "mean": sum(scores) / len(scores), "best": max(members, key=lambda m: (m["score"], m["id"]))["name"]})
summary.sort(key=lambda r: (-r["mean"], r["city"], r["decade"]))
cities = {"abcdefgh"[i]: i for i in range(8)}
joined = [{**r, "number": cities[r["city"]]} for r in summary if r["count"] > 3]
for _ in range(6):
    people.sort(key=lambda p: (p["city"], -p["age"], p["name"]))
    people.reverse()
print(len(joined), joined[0]["best"], people[0]["id"], round(sum(r["mean"] for r in joined), 6))
