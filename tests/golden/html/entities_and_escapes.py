# html: CPython 3.14 library.
import html, html.entities
for text in r'''
html.escape('<a href="x">&\'</a>'), html.escape('"', quote=False), html.escape(''), html.escape('é<')
html.escape(1)
html.unescape('&lt;&gt;&amp;&quot;&#39;&#x27;&#x3C;&#60;&eacute;&eacute &euro;&nbsp;|&notit;&not;&amp;lt;&unknown;&;&#;&#x;&#0;&#128;&#x80;&#55296;&#1114112;&#1;&#13;&hellip;&copy2;&ampx')
html.unescape('no entities'), html.unescape(''), html.unescape('&lt'), html.unescape('&ltx;'), html.unescape('&Alpha;&omega;&rarr;&apos;&hearts;'), html.unescape('a & b'), html.unescape('&amp;amp;'), html.unescape('&#X41;&#x41')
html.unescape(3)
html.entities.name2codepoint['eacute'], html.entities.codepoint2name[233], html.entities.entitydefs['amp'], len(html.entities.name2codepoint), html.entities.html5['lt;'], sorted(html.entities.name2codepoint.items()) == sorted((v, k) for k, v in html.entities.codepoint2name.items())
sum(v * len(k) for k, v in html.entities.name2codepoint.items())
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
