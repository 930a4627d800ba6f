# encoding='locale': CPython 3.14 library, "io", "Text Encoding".
# files: yes
import io
with open('/tmp/note', 'w', encoding='locale') as file: print(file.encoding, file.write('h\xe9'))
print(open('/tmp/note', 'rb').read())
text = io.TextIOWrapper(io.BytesIO('h\xe9'.encode()), encoding='locale')
print(text.encoding, text.read())
text = io.TextIOWrapper(io.BytesIO(), encoding='latin-1')
text.reconfigure(encoding='locale')
print(text.encoding, text.write('h\xe9'), text.flush(), text.buffer.getvalue())
try: 'x'.encode('locale')
except LookupError as error: print(error)
