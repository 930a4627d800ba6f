# *tuple[int] is not tuple[int]. CPython 3.14 library, "types.GenericAlias".
plain = tuple[int, str]
(unpacked,) = plain
(again,) = tuple[int, str]
print(plain, unpacked)
print(unpacked == plain, plain == unpacked, unpacked != plain, unpacked == again, unpacked != again, hash(unpacked) == hash(again))
print(len({plain, unpacked, again}), [plain].count(unpacked), plain in (unpacked,), {unpacked: 1}.get(plain))
print(list[plain] == list[unpacked], list[unpacked] == list[again], (list[int] | plain) == (plain | list[int]))
