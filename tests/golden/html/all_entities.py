# All names of HTML 5, and of HTML 4.
import html, html.entities as e, hashlib
for d in (e.html5, e.name2codepoint, e.codepoint2name, e.entitydefs):
    items = sorted(d.items())
    print(len(items), hashlib.sha256(repr(items).encode()).hexdigest())
print(html.unescape('&NotEqualTilde; &fjlig; &nvlt;x &Afr; &zeetrf; &CounterClockwiseContourIntegral; &notit; &notin; &ampx &Ampx; &ThickSpace;|'))
print(html.unescape('&' + 'x' * 40 + '; &lt &ltimes; &ltimesx; &copy2; &epsilonx;'))
