# "**" stands for any number of directories, none included.
# files: yes
import glob, os
os.chdir('/tmp')
os.makedirs('d/e/.h')
for name in ('a.txt', 'd/b.txt', 'd/e/c.txt', 'd/e/.x.txt', 'd/e/.h/y.txt', '.z.txt'): open(name, 'w').close()
for pattern in ('**', '**/*.txt', '**/', '**/**', '**/d', '**/e/**', 'd/**', 'd/**/', 'd/**/*.txt', './**', './**/*.txt', '**/c.txt', '**/*/*', '*/**', '**/.*', '**a', 'a**', '/tmp/**', '/tmp/**/*.txt', '**/nope', '', '*'):
    for recursive in (True, False):
        for hidden in (False, True):
            found = sorted(glob.glob(pattern, recursive=recursive, include_hidden=hidden))
            print(pattern, recursive, hidden, found)
    print(sorted(glob.glob(pattern, root_dir='d', recursive=True)), sorted(glob.glob(pattern.encode(), recursive=True)))
