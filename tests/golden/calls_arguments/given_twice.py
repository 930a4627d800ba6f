# A parameter given by position and by name, where other names are taken, too; and names of positional-only parameters.
import asyncio, contextlib, collections, string
def attempt(call):
    try: print(call())
    except TypeError as e: print(e)
async def main():
    async def nothing(): pass
    c = nothing()
    try: asyncio.create_task(c, coro=c)
    except TypeError as e: print(e)
    c.close()
asyncio.run(main())
attempt(lambda: collections.ChainMap().new_child({}, m={}))
attempt(lambda: contextlib.ExitStack().callback(print, callback=1).__name__)
attempt(lambda: string.Template('$mapping').substitute(mapping=2))
def f(a, b, /, c): pass
attempt(lambda: f(z=1, b=2, a=3, c=4))
attempt(lambda: f(1, 2, 3, c=4, d=5))
attempt(lambda: f(1, 2, 3, d=4, c=5))
