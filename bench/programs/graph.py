# Shortest paths with heapq, breadth first search with a deque.
import collections
import heapq

edges = collections.defaultdict(list)
n = 18000
for i in range(n):
    for k in (1, 7, 31, 211):
        edges[i].append(((i * k + k) % n, (i * k) % 17 + 1))
distance, heap = {0: 0}, [(0, 0)]
while heap:
    d, node = heapq.heappop(heap)
    if d > distance[node]:
        continue
    for to, cost in edges[node]:
        if d + cost < distance.get(to, 1 << 60):
            distance[to] = d + cost
            heapq.heappush(heap, (d + cost, to))
depth = {0: 0}
for _ in range(5):
    depth, queue = {0: 0}, collections.deque([0])
    while queue:
        node = queue.popleft()
        for to, _cost in edges[node]:
            if to not in depth:
                depth[to] = depth[node] + 1
                queue.append(to)
print(len(distance), sum(distance.values()), max(depth.values()))
