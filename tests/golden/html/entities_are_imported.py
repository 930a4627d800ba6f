# html.entities has to be imported.
# CPython: `import html` brings it along; here its table, most of a megabyte, waits until somebody wants it
import html
print(hasattr(html, 'entities'))
import html.entities
print(html.entities.html5['amp;'])
