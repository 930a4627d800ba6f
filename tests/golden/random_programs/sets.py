# Found by random programs: the order of sets that are constants. Sets with the same items are one constant.
def f():
    x = {6, 3, 11}
    for i in {19, 3, 11}: print(i)
    return x, 3 in {6, 3, 11}, {1, 9, 17, 25}
print(f())
print({1, 9, 17, 25}, {1.0, 9, 17, 25}, {6, 3, 11}, ({6, 3, 11}, {19, 3, 11}))
for i in {6, 3, 11}: print(i)
print([i for i in {6, 3, 11}], {i for i in {6, 3, 11}})
print(eval('{6, 3, 11}'), eval('{3, 6, 11}'))
print((lambda: {6, 3, 11})())
y = {11, 3, 6, 14}
z = {14, 6, 3, 11, 19, 27}
print(y, z, {*z, 1}, {0, 8, 16}, {8, 0, 16}, {16, 8, 0}, {16, 8, 0, 24, 32}, {8, 0, 8, 16})

# --- in another program the order is another
print({8, 0, 16}, {0, 8, 16}, {16, 8, 0})
