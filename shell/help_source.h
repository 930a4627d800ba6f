#ifndef PYSUB_SHELL_HELP_SOURCE_H_
#define PYSUB_SHELL_HELP_SOURCE_H_

namespace pysub {

// help() of the prompt, which programs do not have: runs when a session begins, and makes itself a builtin.
inline constexpr char kHelpSource[] = R"(
def _make_help():
    import builtins

    def signature(thing, is_method):
        text = getattr(thing, '__text_signature__', None)
        if not text:
            return '(...)'
        for first in ('$module', '$self', '$type'):
            if text.startswith('(' + first):
                rest = text[1 + len(first):].removeprefix(', ')
                rest = rest.removeprefix('/').removeprefix(', ')
                return '(' + ('self' + (', ' if rest != ')' else '') if is_method and first == '$self' else '') + rest
        return text

    def show(text, by='    '):
        for line in (text or '').strip('\n').split('\n'):
            print((by + line).rstrip())

    def members(thing, is_method):
        for name in dir(thing):
            if name.startswith('_'):
                continue
            value = getattr(thing, name)
            print('    ' + name + (signature(value, is_method) if callable(value) and type(value) is not type else ''))
            if callable(value) and value.__doc__:
                print('        ' + value.__doc__.strip().split('\n')[0])

    def help(thing=None, /):
        """Shows what is known of a function, a type, a module or the type of a value."""
        kind = type(thing).__name__
        if thing is None:
            print('help(x) shows what is known of x: a function, a type, a module or the type of a value.')
        elif kind == 'module' or type(thing) is type:
            print(f"Help on {'module' if kind == 'module' else 'class'} {thing.__name__}:\n")
            show(thing.__doc__)
            print()
            members(thing, kind != 'module')
            print()
        elif callable(thing):
            what = {'builtin_function_or_method': 'built-in function', 'method_descriptor': 'method'}.get(kind, kind)
            where = getattr(thing, '__module__', None)
            print(f'Help on {what} {thing.__name__}' + (f' in module {where}' if where else '') + ':\n')
            print(thing.__name__ + signature(thing, False))
            if thing.__doc__:
                show(thing.__doc__)
            print()
        else:
            help(type(thing))

    builtins.help = help


_make_help()
del _make_help
)";

}  // namespace pysub

#endif  // PYSUB_SHELL_HELP_SOURCE_H_
