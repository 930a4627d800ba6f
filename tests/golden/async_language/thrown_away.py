# What nobody awaits.
# CPython: warns when the object dies ("... was never awaited"); nothing can tell here when an object dies
async def numbers():
    yield 1
numbers().asend(None)
numbers().aclose()
numbers().athrow(ValueError)
print('no warning')
