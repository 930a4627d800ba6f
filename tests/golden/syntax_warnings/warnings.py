# Warnings of the compiler go to standard error; the program still runs.
def f():
    for i in range(3):
        try: 1 / 0
        except ZeroDivisionError: pass
        finally:
            continue
    return 'done'
print(f())

# --- return in finally
def f():
    try:
        raise ValueError('swallowed')
    finally:
        return 'from finally'
def g():
    try: return 'try'
    finally: return 'finally'
print(f(), g())

# --- break in finally
def f():
    while True:
        try:
            raise KeyError('lost')
        finally:
            break
    return 'after'
print(f())

# --- no warning when the loop or function is inside the finally block
def f():
    try:
        pass
    finally:
        for i in range(3):
            if i == 1: break
            continue
        def g(): return 5
        print(i, g())
f()

# --- is with a literal
x = 5
print(x is 5, x is not 'a', x is (), 1 is x)

# --- a call of a literal
try: 5()
except TypeError as e: print(e)
try: 'abc'(1)
except TypeError as e: print(e)
try: [1, 2](0)
except TypeError as e: print(e)

# --- a subscript of a literal, or with a wrong kind
try: 5[0]
except TypeError as e: print(e)
try: [1, 2]['a']
except TypeError as e: print(e)
try: (1, 2)[1, 2]
except TypeError as e: print(e)
try: 'abc'[1.5]
except TypeError as e: print(e)

# --- assert on a tuple
assert (1, 'always true')
assert (0, 'message')
print('passed')

# --- invalid escapes
print('\d \w \. \/', b'\q', f'\d{1}')

# --- invalid octal escapes
print(len('\400'), len('\777'))

# --- a number that runs into a keyword
x = 1if True else 2
y = [1for x in (1, 2)]
print(x, y)

# --- a number before and, or, in, is
print(1or 2, 1and 2, 1in [1], 9or 5)

# --- comparison with a literal in a chain is quiet for ==
print(5 == 5 == 5, 'a' == 'a')

# --- several warnings in one program, in order
x = 1
print(x is 1)
print('\z')
def f():
    try: pass
    finally: return 2
print(f())

# --- ~ on bool
print(~True, ~False)

# --- an error stops the program, not the warnings before it
x = "\d"
x = 1if True else 2
x = = "\e"
y = 1if True else 2
y = "\f"

# --- what is warned of inside the statement that is wrong
x = ("\d" 1if 1 else 2) + "\e"
y = 1or 2

# --- nothing after an indentation that is wrong is read
x = "\d"
  y = 1or 2
z = 1or 2

# --- nor after what the tokenizer refuses
x = 1or 2
y = 5z
z = 1or 2
