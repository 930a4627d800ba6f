# Every public name of urllib.parse that CPython has and docs/modules.md does not list as missing.
names = 'DefragResult DefragResultBytes ParseResult ParseResultBytes SplitResult SplitResultBytes clear_cache non_hierarchical parse_qs parse_qsl quote quote_from_bytes quote_plus scheme_chars unquote unquote_plus unquote_to_bytes urldefrag urlencode urljoin urlparse urlsplit urlunparse urlunsplit uses_fragment uses_netloc uses_params uses_query uses_relative'
import urllib.parse as m
print('urllib.parse', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
