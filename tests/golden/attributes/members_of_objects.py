# What CPython keeps in a field of the object is a member, and cannot be set in these words.
import functools
import re
for owner, names in ((re.Pattern, 'pattern flags groups groupindex'), (re.Match, 'string re pos endpos lastindex lastgroup regs'), (functools.partial, 'func args keywords')):
    print([repr(getattr(owner, name)) for name in names.split()])
for thing, names in ((re.compile('a'), 'pattern flags groups groupindex'), (re.match('a', 'a'), 'string re pos endpos lastindex'), (functools.partial(int), 'func args keywords')):
    for name in names.split():
        try:
            setattr(thing, name, 1)
        except AttributeError as e:
            print(e)
        try:
            delattr(thing, name)
        except AttributeError as e:
            print(e)
