# Each task has its own decimal context, unless it got one from where it was made: CPython 3.14 library, "decimal".
import asyncio, contextvars, decimal
async def third(digits):
    decimal.getcontext().prec = digits
    await asyncio.sleep(0)
    return decimal.Decimal(1) / 3
async def local(digits):
    with decimal.localcontext() as context:
        context.prec = digits
        await asyncio.sleep(0)
        return decimal.Decimal(1) / 3
async def main():
    print(await asyncio.gather(third(3), third(5)))
    print(decimal.getcontext().prec)
    print(await asyncio.gather(local(2), third(7), local(4)))
    print(decimal.getcontext().prec)
    decimal.setcontext(decimal.Context(prec=9))
    print(await asyncio.gather(local(2), third(7), local(4), asyncio.create_task(local(3))))
    print(decimal.getcontext().prec)
asyncio.run(main())
print(decimal.getcontext().prec)
def change():
    decimal.getcontext().prec = 11
    return decimal.Decimal(1) / 7
print(contextvars.copy_context().run(change), decimal.getcontext().prec)
print(contextvars.Context().run(change), decimal.getcontext().prec)
def set_it():
    decimal.setcontext(decimal.Context(prec=4))
    return +decimal.Decimal('1.23456')
print(contextvars.copy_context().run(set_it), decimal.getcontext().prec)
with decimal.localcontext(prec=3):
    print(+decimal.Decimal('1.23456'), contextvars.copy_context().run(lambda: +decimal.Decimal('1.23456')))
print(decimal.getcontext().prec)
