# A chain whose first map is the chain itself ends in a RecursionError, whatever is asked of it.
from collections import ChainMap

chain = ChainMap()
chain.maps[0] = chain


def set_item():
    chain['a'] = 1


def delete_item():
    del chain['a']


questions = {
    'set': set_item,
    'delete': delete_item,
    'get': lambda: chain['a'],
    'get()': lambda: chain.get('a'),
    'in': lambda: 'a' in chain,
    'bool': lambda: bool(chain),
    'len': lambda: len(chain),
    'list': lambda: list(chain),
    'keys': lambda: 'a' in chain.keys(),
    'items': lambda: ('a', 1) in chain.items(),
    'setdefault': lambda: chain.setdefault('a', 1),
    'equal': lambda: chain == chain.parents,
}
for name, question in questions.items():
    try:
        print(name, question())
    except RecursionError as error:
        print(name, error)
print(chain)
