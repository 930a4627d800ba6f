# writelines(): what stands before a line that is none is written. CPython 3.14 library, "io".
# files: yes
import io

for make in (
    lambda: open('/tmp/w', 'w'), lambda: open('/tmp/w', 'wb'), lambda: open('/tmp/w', 'wb', buffering=0),
    lambda: io.TextIOWrapper(io.BytesIO()), lambda: io.BytesIO(), lambda: io.StringIO(),
):  # fmt: skip
    f = make()
    text = isinstance(f, io.TextIOBase)
    line, other = ('ab', b'q') if text else (b'ab', 'q')
    for lines in [line, 3, line], [other], [line, line, other], [line, None]:
        try:
            f.writelines(lines)
        except TypeError as e:
            print(e)
        f.flush()
        print(f.tell())
    f.close()
print(open('/tmp/w', 'rb').read())
