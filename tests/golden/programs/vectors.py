# 2D and 3D geometry with tuples: vectors, polygons, hulls, intersections.
def add(a, b): return tuple(x + y for x, y in zip(a, b, strict=True))
def sub(a, b): return tuple(x - y for x, y in zip(a, b, strict=True))
def scale(a, k): return tuple(x * k for x in a)
def dot(a, b): return sum(x * y for x, y in zip(a, b, strict=True))
def norm(a): return dot(a, a) ** 0.5


def cross(a, b):
    (ax, ay, az), (bx, by, bz) = a, b
    return ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx


def unit(a):
    n = norm(a)
    if n == 0:
        raise ZeroDivisionError("zero vector has no direction")
    return scale(a, 1 / n)


def turn(o, a, b):
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def hull(points):
    points = sorted(set(points))
    if len(points) < 3:
        return points
    def half(points):
        out = []
        for p in points:
            while len(out) > 1 and turn(out[-2], out[-1], p) <= 0:
                out.pop()
            out.append(p)
        return out[:-1]
    return half(points) + half(points[::-1])


def area(polygon):
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1]))) / 2


def perimeter(polygon):
    return sum(norm(sub(a, b)) for a, b in zip(polygon, polygon[1:] + polygon[:1]))


def inside(point, polygon):
    x, y = point
    result = False
    for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1]):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            result = not result
    return result


def intersect(p, q, r, s):
    d = (q[0] - p[0]) * (s[1] - r[1]) - (q[1] - p[1]) * (s[0] - r[0])
    if d == 0:
        return None
    t = ((r[0] - p[0]) * (s[1] - r[1]) - (r[1] - p[1]) * (s[0] - r[0])) / d
    u = ((r[0] - p[0]) * (q[1] - p[1]) - (r[1] - p[1]) * (q[0] - p[0])) / d
    return add(p, scale(sub(q, p), t)) if 0 <= t <= 1 and 0 <= u <= 1 else None


def closest(points):
    best = None
    for i, a in enumerate(points):
        for b in points[i + 1:]:
            d = norm(sub(a, b))
            if best is None or d < best[0]:
                best = d, a, b
    return best


def rotate(p, quarter):
    z = complex(*p) * 1j ** quarter
    return int(z.real), int(z.imag)


a, b = (1, 2, 3), (4, 5, 6)
print(add(a, b), sub(a, b), scale(a, 2), dot(a, b), norm((3, 4)), cross(a, b), unit((0, 5)), dot(cross(a, b), a))
for f in (lambda: add((1,), (1, 2)), lambda: unit((0, 0)), lambda: cross((1, 2), (3, 4)), lambda: dot("ab", (1, 2)), lambda: norm(5)):
    try:
        print(f())
    except (ValueError, ZeroDivisionError, TypeError) as e:
        print(type(e).__name__, e)
cloud = [(x * 7 % 11, x * 5 % 13) for x in range(30)]
h = hull(cloud)
print(h, area(h), round(perimeter(h), 3), all(inside(p, h) or p in h or any(turn(p1, p2, p) == 0 for p1, p2 in zip(h, h[1:] + h[:1])) for p in cloud))
square = [(0, 0), (4, 0), (4, 4), (0, 4)]
print(area(square), perimeter(square), [inside(p, square) for p in ((2, 2), (5, 1), (-1, 2), (3.9, 0.1))], area([(0, 0), (4, 0), (0, 3)]))
print(intersect((0, 0), (4, 4), (0, 4), (4, 0)), intersect((0, 0), (1, 1), (0, 1), (1, 2)), intersect((0, 0), (1, 1), (3, 0), (0, 3)))
print(closest(cloud[:12]), [rotate((3, 1), q) for q in range(5)], hull([(1, 1)]), hull([(0, 0), (1, 1), (2, 2)]))
print(f"{abs(complex(3, -4))} {complex(1, 1) * complex(0, 1)} {(1 + 2j).conjugate()} {round((2 ** 0.5) ** 2, 10)}", sorted(cloud, key=lambda p: (norm(p), p))[:3], max(cloud, key=norm))
triangles = [(a, b, c) for c in range(1, 30) for b in range(1, c) for a in range(1, b) if a * a + b * b == c * c]
print(triangles, [t for t in triangles if sum(t) == 60])
