# --- errors inside compiled code show the given file name
exec(compile('def f():\n    return 1 / 0\n\nf()', 'made_up.py', 'exec'))

# --- syntax error from eval, uncaught
eval('1 +* 2')
