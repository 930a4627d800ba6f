# csv.DictReader reads its header when somebody asks for it: CPython 3.14, Lib/csv.py.
import csv, io
f = io.StringIO('a,b\n1,2\n')
r = csv.DictReader(f)
print(f.tell(), r.line_num, r.fieldnames, f.tell() > 0, r.line_num, next(r), r.line_num)
def lines():
    print('read')
    yield 'a,b\n'
    print('again')
    yield '1,2\n'
r = csv.DictReader(lines())
print('made')
print(r.fieldnames)
print(list(r))
r = csv.DictReader(lines())
print('made')
print(next(r))
r = csv.DictReader(iter([]))
print(r.fieldnames, list(r))
r = csv.DictReader(['x,y', '', '1,2,3,4', '5'], restkey='r', restval='v')
print(list(r))
r = csv.DictReader(['1,2'], ['a', 'b'])
r.fieldnames = ['q', 'w']
print(next(r), r.fieldnames)
r = csv.DictReader(['q,w', '1,2'])
r.fieldnames[0] = r.fieldnames[0].upper()
print(next(r), hasattr(r, 'fieldnames'), getattr(r, 'fieldnames'), [r.fieldnames for _ in range(2)])
for name in csv.DictReader(['q,w']).fieldnames: print(name)
print(csv.DictReader(['q,w']).fieldnames.index('w'), len(csv.DictReader(['q,w']).fieldnames))
