# gzip: CPython 3.14 library, "gzip". Files that end too early give what there is first.
import gzip, io
whole = gzip.compress(b'0123456789' * 900)
for cut in 8, 3, len(whole) - 5:
    with gzip.open(io.BytesIO(whole[:-cut])) as file:
        for size in (9000, 1):
            try: print(cut, size, len(file.read(size)))
            except EOFError as error: print(cut, size, error)
with gzip.open(io.BytesIO(whole[:-8] + b'\0' * 8)) as file:
    print(len(file.read(9000)))
    try: file.read(1)
    except gzip.BadGzipFile as error: print(error)
with gzip.open(io.BytesIO(whole + whole)) as file: print(len(file.read(9000)), len(file.read(9000)), file.read(1))
