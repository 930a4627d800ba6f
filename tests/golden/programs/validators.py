# Validation with composable predicates and exception groups.
def required(value):
    if value in (None, "", [], {}):
        raise ValueError("is required")


def of_type(*types):
    def check(value):
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            names = " or ".join(t.__name__ for t in types)
            raise TypeError(f"must be {names}, not {type(value).__name__}")
    return check


def between(low, high):
    def check(value):
        if not low <= value <= high:
            raise ValueError(f"must be between {low} and {high}")
    return check


def matches(predicate, message):
    def check(value):
        if not predicate(value):
            raise ValueError(message)
    return check


def each(*checks):
    def check(values):
        errors = []
        for i, v in enumerate(values):
            try:
                for c in checks:
                    c(v)
            except (ValueError, TypeError) as e:
                e.add_note(f"at index {i}")
                errors.append(e)
        if errors:
            raise ExceptionGroup("invalid items", errors)
    return check


SCHEMA = {
    "name": [required, of_type(str), matches(str.isprintable, "must be printable")],
    "age": [required, of_type(int, float), between(0, 150)],
    "email": [of_type(str), matches(lambda s: s.count("@") == 1 and "." in s.split("@")[1], "is not an address")],
    "scores": [of_type(list, tuple), each(of_type(int), between(0, 10))],
}


def validate(record, schema=SCHEMA):
    errors = []
    for field, checks in schema.items():
        if field not in record and required not in checks:
            continue
        try:
            for check in checks:
                check(record.get(field))
        except (ValueError, TypeError, ExceptionGroup) as e:
            e.add_note(f"field {field!r}")
            errors.append(e)
    unknown = [k for k in record if k not in schema]
    if unknown:
        errors.append(KeyError(*unknown))
    if errors:
        raise ExceptionGroup(f"{len(errors)} problem{'s' * (len(errors) > 1)}", errors)
    return record


def describe(error, depth=0):
    notes = "; ".join(getattr(error, "__notes__", []))
    if isinstance(error, BaseExceptionGroup):
        yield "  " * depth + f"{error.message}" + (f" [{notes}]" if notes else "")
        for e in error.exceptions:
            yield from describe(e, depth + 1)
    else:
        yield "  " * depth + f"{type(error).__name__}: {error}" + (f" [{notes}]" if notes else "")


records = [
    {"name": "Ann", "age": 30, "email": "ann@example.org", "scores": [1, 10]},
    {"name": "", "age": -5},
    {"name": 5, "age": "old", "email": "nope", "scores": [1, "x", 11, True], "extra": 1},
    {"name": "Bo\x00", "age": True, "scores": ()},
    {},
]
for record in records:
    try:
        print("valid:", validate(record))
    except* KeyError as group:
        print("unknown fields:", [e.args for e in group.exceptions])
    except* (ValueError, TypeError) as group:
        print("\n".join(describe(group)))
        values, others = group.split(ValueError)
        print(len(list(describe(values))) if values else 0, type(others).__name__)


def collect(functions):
    results, errors = [], []
    for f in functions:
        try:
            results.append(f())
        except Exception as e:
            errors.append(e)
    if errors:
        raise ExceptionGroup("some failed", errors)
    return results


print(collect([lambda: 1, lambda: 2]))
try:
    collect([lambda: 1, lambda: 1 / 0, lambda: {}["k"], lambda: int("x"), lambda: [].pop()])
except* LookupError as g:
    print("lookup", [repr(e) for e in g.exceptions])
except* ArithmeticError as g:
    print("arithmetic", [repr(e) for e in g.exceptions])
except* Exception as g:
    print("other", [repr(e) for e in g.exceptions])
finally:
    print("done")
