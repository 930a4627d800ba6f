# contextlib: the asynchronous half.
from contextlib import *
import asyncio
@contextmanager
def cm(x=1, *, fail=None):
    "cm doc"
    print('enter', x)
    try:
        yield x
    except ValueError as e:
        print('caught', e)
        if fail: raise fail
    finally:
        print('exit', x)
# async
@asynccontextmanager
async def acm(x=1, fail=None):
    print('aenter', x)
    try:
        yield x
    except ValueError as e:
        print('acaught', e)
        if fail: raise fail
    finally:
        await asyncio.sleep(0)
        print('aexit', x)
async def at(f):
    try: print(await f())
    except BaseException as e: print(type(e).__name__, '|', e)
async def main():
    async def f():
        async with acm(3) as v: return v
    await at(f)
    async def f():
        async with acm(3) as v: raise ValueError('q')
    await at(f)
    async def f():
        async with acm(3) as v: raise KeyError('q')
    await at(f)
    async def f():
        async with acm(3, fail=TypeError('z')) as v: raise ValueError('q')
    await at(f)
    @asynccontextmanager
    async def anever():
        if 0: yield
    async def f():
        async with anever(): pass
    await at(f)
    @asynccontextmanager
    async def atwice():
        yield 1
        yield 2
    async def f():
        async with atwice(): pass
    await at(f)
    @acm(4)
    async def ad(a): 
        await asyncio.sleep(0)
        return a*2
    await at(lambda: ad(21))
    @acm(4)
    async def ad2(): raise ValueError('ad2')
    await at(ad2)
    async def agen():
        try: yield 1
        finally: print('agen closed')
    async def f():
        async with aclosing(agen()) as g:
            async for x in g: print(x); break
    await at(f)
    async def f():
        async with nullcontext(4) as q: return q
    await at(f)
    async def f():
        async with AsyncExitStack() as st:
            print(await st.enter_async_context(acm(1)))
            st.enter_context(cm(2))
            async def cb(*a): print('acb', a)
            st.push_async_callback(cb, 1, 2)
            st.push_async_exit(cb)
            st.callback(print, 'sync')
            print('abody')
    await at(f)
    async def f():
        async with AsyncExitStack() as st:
            async def sup(t, e, tb): print('sup', repr(e)); return True
            st.push_async_exit(sup)
            raise KeyError(1)
        return 'done'
    await at(f)
    async def f():
        async with AsyncExitStack() as st:
            async def bad(): raise OSError('bad')
            st.push_async_callback(bad)
            raise KeyError(1)
    await at(f)
    async def f():
        async with AsyncExitStack() as st: await st.enter_async_context(3)
    await at(f)
    async def f():
        st = AsyncExitStack(); st.callback(print, 'closing'); await st.aclose(); return 'closed'
    await at(f)
asyncio.run(main())
