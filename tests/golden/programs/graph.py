# Graph algorithms: BFS, DFS, Dijkstra, topological sort, components.
EDGES = [("A", "B", 4), ("A", "C", 2), ("C", "B", 1), ("B", "D", 5), ("C", "D", 8), ("C", "E", 10), ("D", "E", 2), ("D", "F", 6), ("E", "F", 3), ("X", "Y", 1)]


def build(edges, directed=False):
    graph = {}
    for a, b, w in edges:
        graph.setdefault(a, {})[b] = w
        graph.setdefault(b, {})
        if not directed:
            graph[b][a] = w
    return graph


def bfs(graph, start):
    order, queue, seen = [], [start], {start}
    while queue:
        node = queue.pop(0)
        order.append(node)
        for neighbour in sorted(graph[node]):
            if neighbour not in seen:
                seen.add(neighbour)
                queue.append(neighbour)
    return order


def dfs(graph, node, seen=None):
    seen = set() if seen is None else seen
    seen.add(node)
    yield node
    for neighbour in sorted(graph[node]):
        if neighbour not in seen:
            yield from dfs(graph, neighbour, seen)


def dijkstra(graph, start):
    infinity = float("inf")
    distance = {node: infinity for node in graph}
    previous = {}
    distance[start] = 0
    open_nodes = set(graph)
    while open_nodes:
        node = min(open_nodes, key=lambda n: (distance[n], n))
        open_nodes.remove(node)
        if distance[node] == infinity:
            break
        for neighbour, weight in graph[node].items():
            candidate = distance[node] + weight
            if candidate < distance[neighbour]:
                distance[neighbour] = candidate
                previous[neighbour] = node
    return distance, previous


def path(previous, goal):
    route = [goal]
    while route[-1] in previous:
        route.append(previous[route[-1]])
    return route[::-1]


def components(graph):
    remaining = set(graph)
    while remaining:
        component = set(dfs(graph, min(remaining)))
        yield sorted(component)
        remaining -= component


def topological(graph):
    indegree = {n: 0 for n in graph}
    for n in graph:
        for m in graph[n]:
            indegree[m] += 1
    ready = sorted(n for n, d in indegree.items() if d == 0)
    order = []
    while ready:
        n = ready.pop(0)
        order.append(n)
        for m in sorted(graph[n]):
            indegree[m] -= 1
            if indegree[m] == 0:
                ready.append(m)
    if len(order) != len(graph):
        raise ValueError("cycle among " + ", ".join(sorted(set(graph) - set(order))))
    return order


def minimum_spanning_tree(edges):
    parent = {}

    def find(x):
        parent.setdefault(x, x)
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    for a, b, w in sorted(edges, key=lambda e: e[2]):
        ra, rb = find(a), find(b)
        if ra != rb:
            parent[ra] = rb
            yield a, b, w


graph = build(EDGES)
print(bfs(graph, "A"), list(dfs(graph, "A")))
distance, previous = dijkstra(graph, "A")
for node in sorted(graph):
    print(node, distance[node], "->".join(path(previous, node)) if distance[node] < float("inf") else "unreachable")
print(list(components(graph)))
print(topological(build(EDGES, directed=True)))
try:
    topological(build([("a", "b", 1), ("b", "c", 1), ("c", "a", 1), ("z", "a", 1)], directed=True))
except ValueError as error:
    print(error)
tree = list(minimum_spanning_tree(EDGES))
print(tree, sum(w for *_, w in tree))
