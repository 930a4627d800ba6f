# Token bucket, sliding window, circuit breaker and retry with a fake clock.
def make_clock(start=0.0):
    now = start

    def advance(seconds):
        nonlocal now
        now += seconds
        return now

    return lambda: now, advance


def token_bucket(rate, capacity, clock):
    tokens, last = capacity, clock()

    def allow(cost=1):
        nonlocal tokens, last
        now = clock()
        tokens = min(capacity, tokens + (now - last) * rate)
        last = now
        if tokens >= cost:
            tokens -= cost
            return True
        return False

    return allow


def sliding_window(limit, seconds, clock):
    hits = []

    def allow():
        now = clock()
        while hits and hits[0] <= now - seconds:
            hits.pop(0)
        if len(hits) >= limit:
            return False
        hits.append(now)
        return True

    return allow


def circuit_breaker(function, failures, cooldown, clock):
    state, count, opened = "closed", 0, 0.0

    def call(*args):
        nonlocal state, count, opened
        if state == "open":
            if clock() - opened < cooldown:
                raise ConnectionRefusedError(f"circuit open for {cooldown - (clock() - opened):g} s more")
            state = "half-open"
        try:
            result = function(*args)
        except Exception as error:
            count += 1
            if state == "half-open" or count >= failures:
                state, opened = "open", clock()
            error.add_note(f"state is now {state}, {count} failures")
            raise
        else:
            state, count = "closed", 0
            return result

    call.state = lambda: state
    return call


def retry(attempts, delay, sleep, factor=2.0, on=(Exception,)):
    def decorate(function):
        def wrapper(*args, **kwargs):
            wait = delay
            for attempt in range(1, attempts + 1):
                try:
                    return function(*args, **kwargs)
                except on as error:
                    if attempt == attempts:
                        raise TimeoutError(f"{function.__name__} failed {attempts} times") from error
                    sleep(wait)
                    wait *= factor
        return wrapper
    return decorate


clock, advance = make_clock()
allow = token_bucket(2, 5, clock)
print([allow() for _ in range(7)], advance(1), [allow() for _ in range(3)], advance(10), [allow(3), allow(3)])
clock, advance = make_clock()
allow = sliding_window(3, 10, clock)
out = []
for step in (0, 1, 1, 1, 6, 1, 1, 5):
    now = advance(step)
    out.append((now, allow()))
print(out)
clock, advance = make_clock()
script = iter([1, "x", "x", 2, "x", 3, 4])


def service():
    value = next(script)
    if value == "x":
        raise OSError("service down")
    return value


breaker = circuit_breaker(service, 2, 5, clock)
for pause in (0, 1, 1, 1, 3, 3, 6, 0, 0):
    advance(pause)
    try:
        print(f"t={clock():g}", breaker(), breaker.state())
    except ConnectionRefusedError as e:
        print(f"t={clock():g} refused: {e}")
    except OSError as e:
        print(f"t={clock():g} {e}: {e.__notes__}")
    except StopIteration as e:
        print(f"t={clock():g} out of script: {e.__notes__}")
waits = []
tries = 0


@retry(4, 0.5, waits.append, on=(ValueError, KeyError))
def flaky(limit):
    global tries
    tries += 1
    if tries < limit:
        raise (ValueError, KeyError)[tries % 2](tries)
    return f"ok after {tries}"


print(flaky(3), waits)
tries = 0
try:
    flaky(99)
except TimeoutError as e:
    print(e, repr(e.__cause__), waits)


@retry(3, 1, waits.append, on=(ValueError,))
def wrong():
    raise TypeError("not retried")


try:
    wrong()
except TypeError as e:
    print(e, len(waits))
