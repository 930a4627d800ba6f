# base64.a85decode: what is no digit is named as a character, bytes above 127 too.
import base64

for c in range(256):
    try:
        base64.a85decode(bytes([c]) * 5)
    except ValueError as e:
        text = str(e)
        print(c, ascii(text), len(text), repr(text), text.encode(), text[-1:] == chr(c))
