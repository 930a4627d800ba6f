#ifndef PYSUB_SHELL_CLI_HELP_SOURCE_H_
#define PYSUB_SHELL_CLI_HELP_SOURCE_H_

namespace pysub {

// help() of the prompt, which programs do not have: runs when a session begins, and
// makes itself a builtin.
inline constexpr char kHelpSource[] = R"(
def _make_help():
    import builtins
    import importlib

    def named(path):
        thing, parts, known = builtins, path.split('.'), 0
        try:
            while known < len(parts):
                thing = importlib.import_module('.'.join(parts[:known + 1]))
                known += 1
        except ImportError:
            pass
        for part in parts[known:]:
            thing = getattr(thing, part, None)
        return thing

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
        """Shows what is known of a function, a type, a module or the type of a value; of a text: of what has that name."""
        kind = type(thing).__name__
        if kind == 'str' and thing.strip():
            found = named(thing.strip())
            if found is None:
                print(f'No Python documentation found for {thing.strip()!r}.')
                print('Use help() to get the interactive help utility.\nUse help(str) for help on the str class.')
                return
            thing, kind = found, type(found).__name__
        if thing is None:
            print('help(x) shows what is known of x: a function, a type, a module or the type of a value, help("json") of what has that name.')
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

#endif  // PYSUB_SHELL_CLI_HELP_SOURCE_H_
