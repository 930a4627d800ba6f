# list.insert: CPython 3.14 library, "Mutable sequence types".
x = [1, 2, 3]
x.insert(-100, 0)
x.insert(100, 4)
print(x)

# --- a bad index leaves the list alone
x = [1]
try:
    x.insert("a", 0)
except TypeError as e:
    print(e)
print(x)

# --- too few arguments
[].insert(0)

# --- no newline, and an empty line
# stdin: "hello\n"
print("a\n")
print(input(), end="")
