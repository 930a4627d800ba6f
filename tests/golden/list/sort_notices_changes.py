# list.sort() notices what its key or comparison does to the list, even when it is undone.
def attempt(change):
    values = [3, 1, 2]
    def key(x):
        change(values)
        return x
    try:
        values.sort(key=key)
        print(values)
    except ValueError as e:
        print(e, values)
attempt(lambda v: (v.append(1), v.clear()))
attempt(lambda v: (v.append(1), v.pop()))
attempt(lambda v: v.append(1))
attempt(lambda v: v.clear())
attempt(lambda v: v.sort())
attempt(lambda v: (v.append(1), v.sort(key=len) if 0 else v.sort(), v.clear()))
attempt(lambda v: v.extend([]))
attempt(lambda v: v.reverse())
attempt(lambda v: v.insert(0, 1) or v.__delitem__(0))
import functools
values = [3, 1, 2]
def compare(a, b):
    values.append(1)
    values.clear()
    return a - b
try:
    values.sort(key=functools.cmp_to_key(compare))
except ValueError as e:
    print(e, values)
values.append(4)
values.sort(key=lambda x: x)
print(values)
