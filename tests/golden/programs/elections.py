# Voting systems: plurality, borda, instant run-off, Condorcet, d'Hondt.
BALLOTS = [("A", "B", "C", "D")] * 8 + [("B", "C", "D", "A")] * 5 + [("C", "D", "B", "A")] * 4 + [("D", "C", "B", "A")] * 3


def tally(votes):
    counts = {}
    for v in votes:
        counts[v] = counts.get(v, 0) + 1
    return counts


def ranking(scores):
    return sorted(scores, key=lambda c: (-scores[c], c))


def plurality(ballots):
    return tally(b[0] for b in ballots)


def borda(ballots):
    scores = {}
    for b in ballots:
        for points, candidate in enumerate(reversed(b)):
            scores[candidate] = scores.get(candidate, 0) + points
    return scores


def instant_runoff(ballots):
    candidates = set(ballots[0])
    round_number = 1
    while True:
        counts = dict.fromkeys(sorted(candidates), 0)
        for b in ballots:
            counts[next(c for c in b if c in candidates)] += 1
        print(f"  round {round_number}: {counts}")
        leader = ranking(counts)[0]
        if counts[leader] * 2 > len(ballots):
            return leader
        loser = min(sorted(candidates), key=counts.get)
        candidates.remove(loser)
        round_number += 1


def condorcet(ballots):
    candidates = sorted(ballots[0])
    wins = {}
    for a in candidates:
        for b in candidates:
            if a < b:
                a_wins = sum(ballot.index(a) < ballot.index(b) for ballot in ballots)
                wins[a, b] = a_wins, len(ballots) - a_wins
    for c in candidates:
        if all((w[0] > w[1]) == (pair[0] == c) for pair, w in wins.items() if c in pair):
            return c, wins
    return None, wins


def dhondt(votes, seats):
    given = dict.fromkeys(votes, 0)
    for _ in range(seats):
        winner = max(votes, key=lambda p: (votes[p] / (given[p] + 1), p))
        given[winner] += 1
    return given


print(plurality(BALLOTS), ranking(plurality(BALLOTS)))
print(borda(BALLOTS), ranking(borda(BALLOTS)))
print("winner:", instant_runoff(BALLOTS))
winner, wins = condorcet(BALLOTS)
print(winner, wins)
print(condorcet([("A", "B", "C"), ("B", "C", "A"), ("C", "A", "B")])[0])
print(dhondt({"Red": 100000, "Blue": 80000, "Green": 30000, "Grey": 20000}, 8))
total = sum(tally(b[0] for b in BALLOTS).values())
for c, n in sorted(plurality(BALLOTS).items(), key=lambda kv: -kv[1]):
    print(f"{c} {n / total:>7.1%} {'█' * n}")
