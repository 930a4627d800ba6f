# collections.namedtuple: CPython 3.14 library, "namedtuple()": docstrings of fields can be set.
from collections import namedtuple
Room = namedtuple('Room', 'number beds')
Other = namedtuple('Other', 'number')
Room.number.__doc__ = 'as it stands on the door'
Room.__doc__ += ', in a house'
print(Room.number.__doc__, '|', Room.beds.__doc__, '|', Other.number.__doc__, '|', Room.__doc__)
print(Room.number, Room(4, 2).number, Room(4, 2))
Room.beds.__doc__ = None
print(Room.beds.__doc__, Room.beds)
