# Keyword-only arguments count in the text of a wrong call.
import json
def attempt(f, *a, **k):
    try:
        print(f(*a, **k))
    except TypeError as e:
        print(e)
attempt(json.dumps, 1, 2, separators=1)
attempt(json.dumps, 1, 2)
attempt(json.dumps, 1, 2, 3, indent=3, skipkeys=True)
attempt(json.dump, 1, 2, 3, indent=3)
attempt(json.loads, 1, 2, cls=None)
attempt(json.dumps, 1, separators=42)
attempt(json.dumps, 1, separators=(1, 2))
