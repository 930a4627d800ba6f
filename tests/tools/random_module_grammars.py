"""What random_modules.py knows of each module. The text of a module's wrong results is compared too, so what CPython
words by its C compiler or by the size of its words (32 bits in the oracle) is kept out: the order of the flags of a
decimal context (it tells the causes of one signal apart), strftime's unknown directives (musl, not glibc), relpath() of
relative paths (where the oracle stands), functions of OpenSSL that the oracle lacks."""

import random_module_grammars_more

DATES = {
    "import": "import datetime, time\nfrom datetime import date, datetime as dt, time as t, timedelta as td, timezone as tz",
    "year": ["1", "4", "99", "1582", "1900", "1969", "1970", "1999", "2000", "2023", "2024", "2100", "9999", "0", "10000"],
    "month": ["1", "2", "3", "4", "6", "7", "9", "10", "12", "0", "13"],
    "day": ["1", "2", "15", "28", "29", "30", "31", "0", "32"],
    "hour": ["0", "1", "9", "12", "13", "23", "24", "-1"],
    "minute": ["0", "5", "30", "59", "60"],
    "micro": ["0", "1", "500", "1000", "123456", "999999", "1000000"],
    "zone": ["None", "tz.utc", "tz(<delta>)", "tz(td(hours=<small>))", "tz(td(hours=-3, minutes=30), 'NST')", "tz(td(seconds=<small>))"],
    "delta": ["td()", "td(<small>)", "td(days=<small>, hours=<small>, minutes=<small>)", "td(microseconds=<int>)", "td(seconds=<number>)", "td(weeks=<small>, milliseconds=<float>)",
              "td.max", "td.min", "td.resolution", "-<delta>", "(<delta> * <small>)", "abs(<delta>)", "(<date> - <date>)"],
    "date": ["date(2024, 2, 29)", "date(<year>, <month>, <day>)", "date(2023, 12, 31)", "date.min", "date.max", "date.fromordinal(<ordinal>)", "date.fromisocalendar(2020, 53, <day>)", "(<date> + <delta>)"],
    "ordinal": ["1", "730000", "738000", "3652059", "3652060", "0", "-5"],
    "time": ["t()", "t(<hour>, <minute>)", "t(12, 34, 56, <micro>)", "t(<hour>, <minute>, <minute>, <micro>, tzinfo=<zone>)", "t(23, 59, 59, 999999, fold=1)"],
    "moment": ["dt(2024, 2, 29, 12, 30)", "dt(<year>, <month>, <day>, <hour>, <minute>, <minute>, <micro>)", "dt(2023, 3, 26, 2, 30, tzinfo=<zone>)", "dt.fromtimestamp(<stamp>, tz.utc)", "dt.combine(<date>, <time>)",
               "(<moment> + <delta>)", "<moment>.astimezone(<zone>)", "<moment>.replace(tzinfo=<zone>)", "dt.min", "dt.max"],
    "stamp": ["0", "1", "-1", "1e9", "1700000000.123456", "0.5", "1.5e-6", "253402300799", "-62135596800", "1e20"],
    "format": ["'%Y-%m-%d'", "'%d/%m/%y %H:%M:%S'", "'%a %A %b %B %j %U %W %w %u %V %G'", "'%I:%M %p'", "'%c | %x | %X'", "'%z %Z'", "'%%Y %%'", "'é%Y\\x00%m'", "''", "'%D %T %R %F %e %h %n %t %C %g %r'"],
    "iso": ["'2024-02-29'", "'20240229'", "'2024-W09-4'", "'2024W094'", "'2024-02-29T12:30'", "'2024-02-29 12:30:45.123'", "'2024-02-29T12:30:45,123456789+05:30'", "'2024-02-29T24:00'", "'2024-02-29T12Z'", "'2024-02-30'", "'2024-2-9'", "'2024-02-29T12:30:45+23:59:59.5'", "''", "'x'", "'2024-02-29T'", "'12:30'", "'T12'", "'12:30:45.5-01:00'"],
    "spec": ["'auto'", "'hours'", "'minutes'", "'seconds'", "'milliseconds'", "'microseconds'", "'x'"],
    "any": ["<date>", "<time>", "<moment>", "<delta>", "<zone>", "<small>"],
    "order": ["<", "<=", "==", "!=", ">", ">="],
    "probe": ["<date>", "<time>", "<moment>", "<delta>", "str(<any>)", "<any> <order> <any>", "<any> - <any>", "<any> + <any>", "<delta> // <delta>", "<delta> / <delta>", "<delta> / <number>", "<delta> // <small>", "<delta> % <delta>", "divmod(<delta>, <delta>)", "<delta> * <number>",
              "<moment>.strftime(<format>)", "<moment>.strftime('%f %z %Z %:z')", "<date>.strftime(<format>)", "<time>.strftime(<format>)", "format(<moment>, <format>)", "format(<date>, '%d.%m.%Y')", "dt.fromisoformat(<iso>)", "date.fromisoformat(<iso>)", "t.fromisoformat(<iso>)", "<moment>.isoformat(<str>)", "<moment>.isoformat(' ', <spec>)", "<time>.isoformat(<spec>)",
              "<moment>.timestamp()", "<moment>.timetuple()", "<moment>.utctimetuple()", "<date>.timetuple()", "<date>.isocalendar()", "<date>.weekday(), <date>.isoweekday()", "<date>.toordinal()", "<date>.ctime()", "<moment>.ctime()", "<delta>.total_seconds()", "(lambda d: (d.days, d.seconds, d.microseconds))(<delta>)",
              "<moment>.date(), <moment>.time(), <moment>.timetz()", "<moment>.utcoffset()", "<moment>.tzname(), <moment>.dst()", "<zone>.utcoffset(<moment>)", "hash(<date>) == hash(<date>)", "sorted([<date>, <date>, <date>])", "max(<moment>, <moment>)", "<moment>.replace(year=<year>, month=<month>, day=<day>)", "<time>.replace(hour=<hour>, fold=1)", "<date>.replace(day=<day>)",
              "dt.strptime(<moment>.strftime('%Y-%m-%d %H:%M:%S.%f'), '%Y-%m-%d %H:%M:%S.%f')", "dt.strptime(<parsed>, <parse>)", "<time>.utcoffset()", "<moment>.isocalendar()", "bool(<delta>)", "bool(<time>)", "repr(<zone>), str(<zone>)", "<zone> == <zone>", "time.strftime(<format>, <moment>.timetuple())", "sum([<delta>, <delta>], td())", "dt.fromtimestamp(<stamp>, <zone>)", "date.fromtimestamp(<stamp>)", "dt.fromordinal(<ordinal>)", "date.fromisocalendar(<year>, <small>, <small>)"],
    "parsed": ["'2024-02-29'", "'29 Feb 2024'", "'Thursday 29 February 2024'", "'12:30 PM'", "'24/02/29'", "'2024 060'", "'2024 W09 4'", "'+0530'", "'-01:30:15.5'", "'UTC'", "'x'", "''", "'2024-13-01'", "'  2024-02-29 '", "'2024 10 1'"],
    "parse": ["'%Y-%m-%d'", "'%d %b %Y'", "'%A %d %B %Y'", "'%I:%M %p'", "'%y/%m/%d'", "'%Y %j'", "'%G W%V %u'", "'%z'", "'%Z'", "'%Q'", "'%'", "''", "'%Y %U %w'", "'%Y %W %a'", "' %Y-%m-%d '"],
}
CALENDAR = {
    "import": "import calendar",
    "year": ["2024", "2023", "1900", "2000", "1", "9999", "0", "1582"],
    "month": ["1", "2", "12", "0", "13", "6", "calendar.FEBRUARY"],
    "cal": ["calendar.TextCalendar(<small>)", "calendar.TextCalendar()", "calendar.Calendar(<weekday>)", "calendar.HTMLCalendar()"],
    "weekday": ["0", "1", "6", "7", "-1", "calendar.SUNDAY"],
    "probe": ["calendar.isleap(<year>)", "calendar.leapdays(<year>, <year>)", "calendar.monthrange(<year>, <month>)", "calendar.month(<year>, <month>)", "calendar.month(<year>, <month>, <small>, <small>)", "calendar.weekday(<year>, <month>, <small>)", "calendar.monthcalendar(<year>, <month>)", "calendar.weekheader(<small>)",
              "list(<cal>.itermonthdays(<year>, <month>))", "list(<cal>.itermonthdays2(<year>, <month>))", "list(<cal>.iterweekdays())", "<cal>.formatmonth(<year>, <month>)", "<cal>.monthdayscalendar(<year>, <month>)", "<cal>.formatweek([(1, 0), (2, 1)], <small>)", "calendar.timegm((<year>, <month>, 1, 0, 0, 0))", "calendar.day_name[<small>], list(calendar.month_abbr)[<small>]", "calendar.calendar(<year>)[:200]", "calendar.TextCalendar(<weekday>).formatyear(<year>, m=4)[:300]",
              "list(calendar.Calendar().itermonthdates(2024, <month>))[:3]", "calendar.Month(<month>)", "calendar.Day(<small>)"],
}
RANDOM = {
    "import": "import random\nrandom.seed(5)",  # the seeds are no floats: their hash has 32 bits in the oracle
    "seed": ["<int>", "<str>", "<bytes>", "-5", "0", "2**100"],
    "call": ["random.random()", "random.randint(<small>, <small>)", "random.randint(1, <int>)", "random.randrange(<int>)", "random.randrange(<small>, <small>, <small>)", "random.choice(<seq>)", "random.choices(<seq>, k=<small>)", "random.choices('abc', weights=[1, <small>, 3], k=5)", "random.choices('abc', cum_weights=[1, 2, <small>], k=4)", "random.sample(<seq>, <small>)", "random.sample('abc', counts=[2, <small>, 1], k=3)", "random.shuffle(x) or x",
             "random.uniform(<number>, <number>)", "random.triangular(<number>, <number>)", "random.triangular(0, 10, <small>)", "random.gauss(<small>, <small>)", "random.normalvariate(<small>, <small>)", "random.expovariate(<small>)", "random.betavariate(<small>, <small>)", "random.gammavariate(<small>, <small>)", "random.lognormvariate(0, 1)", "round(random.vonmisesvariate(<small>, <small>), 9)", "random.paretovariate(<small>)", "random.weibullvariate(1, <small>)", "random.getrandbits(<small>)", "random.getrandbits(100)", "random.randbytes(<small>)", "random.binomialvariate(<small>, 0.3)", "random.binomialvariate(100, <prob>)"],
    "prob": ["0", "1", "0.5", "0.01", "0.99", "1.5", "-0.1"],
    "seq": ["'abcdef'", "[1, 2, 3]", "range(1000)", "[]", "<ints>", "<words>", "(1,)", "range(10**12)"],
    "probe": ["x = [1, 2, 3, 4, 5]\nrandom.seed(<seed>)\nprint(<call>)\nprint(<call>)", "random.seed(<seed>)\nx = list('abc')\nprint([<call> for _ in range(3)])", "r = random.Random(<seed>)\nprint(r.random(), r.randint(1, 100), r.choice('xyz'))", "random.seed(1)\ns = random.getstate()\nx = [1]\na = <call>\nrandom.setstate(s)\nprint(a == <call>, s[0], len(s[1]))", "random.seed(7)\nx = [1, 2]\nprint(<call>)"],
}
STATISTICS = {
    "import": "import statistics as s\nfrom fractions import Fraction as F\nfrom decimal import Decimal as D",
    "data": ["<ints>", "<floats>", "[F(1, 2), F(1, 3)]", "[D('1.5'), D('2.25')]", "[1, 2, 2, 3, 4, 7, 9]", "[]", "[5]", "[1.5, 2, F(7, 2)]", "range(1, 11)", "[0.1, 0.2, 0.3, 10]"],
    "function": ["s.mean", "s.fmean", "s.geometric_mean", "s.harmonic_mean", "s.median", "s.median_low", "s.median_high", "s.median_grouped", "s.mode", "s.multimode", "s.pstdev", "s.pvariance", "s.stdev", "s.variance", "s.quantiles"],
    "norm": ["s.NormalDist()", "s.NormalDist(<small>, <small>)", "s.NormalDist.from_samples([1, 2, 4, 8])", "s.NormalDist(5, 2.5)"],
    "probe": ["<function>(<data>)", "<function>(<data>)", "<function>(<words>)", "s.quantiles(<data>, n=<small>)", "s.quantiles(<data>, method='inclusive')", "s.fmean(<data>, weights=<data>)", "s.harmonic_mean([40, 60], weights=[<small>, 1])", "s.covariance(<data>, <data>)", "s.correlation(<data>, [1, 2, 3])", "s.correlation([1, 2, 3, 4], [2, 1, 4, 3], method='ranked')", "s.linear_regression([1, 2, 3, 4], [2, 4.5, 6, 7])", "s.linear_regression([1, 2], [<small>, 4], proportional=True)", "<norm>", "<norm>.pdf(<number>)", "round(<norm>.cdf(<small>), 12)", "<norm>.inv_cdf(<prob>)", "<norm>.quantiles(<small>)", "round(<norm>.overlap(<norm>), 12)", "<norm>.zscore(<number>)", "<norm> + <norm>", "<norm> * <small>", "-<norm>, <norm> == <norm>", "s.median_grouped(<data>, <small>)", "s.pvariance(<data>, <number>)", "s.kde([1, 2, 3], <small>)(1.5)"],
    "prob": ["0.5", "0.1", "0.999", "0", "1", "1e-10", "2"],
}
DECIMAL = {
    "import": "import decimal\nfrom decimal import Decimal as D, Context, getcontext, localcontext, ROUND_HALF_UP, ROUND_DOWN, ROUND_CEILING, ROUND_05UP, ROUND_UP, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN\ndecimal.setcontext(Context())",
    "d": ["D('1')", "D('0')", "D('-0')", "D('1.10')", "D('-2.5')", "D('1e10')", "D('1E-10')", "D('123456789.987654321')", "D('NaN')", "D('-Infinity')", "D('sNaN')", "D('0.00')", "D('9.99E+50')", "D(<int>)", "D(<float>)", "D(<literal>)", "(D('1') / 3)", "D('999999999999999999999999999999')", "D((1, (1, 2, 3), -2))", "D('0E+5')", "D('1E+400')", "D('NaN123')"],
    "literal": ["'1_000.5'", "' 12 '", "'1e'", "'.5'", "'5.'", "'abc'", "''", "'+1E+5'", "'inf'", "'٣.١٤'", "'-nan9'"],
    "op": ["+", "-", "*", "/", "//", "%", "==", "<", ">="],
    "rounding": ["ROUND_HALF_UP", "ROUND_DOWN", "ROUND_CEILING", "ROUND_05UP", "ROUND_UP", "ROUND_FLOOR", "ROUND_HALF_DOWN", "ROUND_HALF_EVEN"],
    "unary": ["sqrt", "exp", "ln", "log10", "normalize", "to_integral_value", "to_integral_exact", "to_eng_string", "as_tuple", "adjusted", "is_nan", "is_signed", "is_normal", "is_subnormal", "is_zero", "is_finite", "is_infinite", "is_qnan", "is_snan", "canonical", "copy_abs", "copy_negate", "conjugate", "next_plus", "next_minus", "logb", "number_class", "radix", "logical_invert", "as_integer_ratio"],
    "binary": ["compare", "compare_signal", "compare_total", "compare_total_mag", "copy_sign", "max", "min", "max_mag", "min_mag", "next_toward", "quantize", "remainder_near", "rotate", "same_quantum", "scaleb", "shift", "logical_and", "logical_or", "logical_xor"],
    "spec": ["''", "'.2f'", "'10.3e'", "'+,.2f'", "'%'", "'g'", "'<12'", "'*^15.1f'", "'_'", "'08.2f'", "'n'", "'.0f'", "'z.1f'", "'G'", "'x'", "'=+10'", "'.30f'", "'E'"],
    "probe": ["<d> <op> <d>", "<d> <op> <d>", "<d> <op> <small>", "<d> <op> <float>", "<d> ** <small>", "<d> ** <d>", "-<d>, +<d>", "abs(<d>)", "<d>.<unary>()", "<d>.<unary>()", "<d>.<binary>(<d>)", "<d>.<binary>(<d>)", "<d>.quantize(D('0.01'), rounding=<rounding>)", "round(<d>, <small>)", "round(<d>)", "int(<d>)", "float(<d>)", "str(<d>), repr(<d>)", "format(<d>, <spec>)", "divmod(<d>, <d>)", "<d>.fma(<d>, <d>)", "pow(D(<small>), D(<small>), D(7))", "hash(D(<small>)) == hash(<small>)", "D(<literal>)", "D.from_float(<float>)", "sorted([D('2'), D('1.5'), D(3)])", "sum([<d>, <d>])", "complex(<d>)", "bool(<d>)", "import math\nprint(math.floor(<d>), math.ceil(<d>), math.trunc(<d>))",
              "with localcontext() as c:\n    c.prec = <prec>\n    c.rounding = <rounding>\n    print(<d> <op> <d>)\n    print(<d>.<unary>())\n    print([str(f).split('.')[-1] for f in c.flags if c.flags[f]])", "c = Context(prec=<prec>, rounding=<rounding>, Emin=-99, Emax=99, capitals=0, clamp=1)\nprint(c.create_decimal(<literal>), c.divide(<d>, <d>), c.power(<d>, <small>))\nprint(c.prec, c.rounding, c.Emin, c.Emax, c.capitals, c.clamp)", "with localcontext(prec=<prec>) as c:\n    print(<d> / <d>)", "c = Context(prec=5, traps=[])\nprint(c.divide(<d>, <d>), c.sqrt(<d>), c.<binary>(<d>, <d>))", "getcontext()", "D('1').compare(<d>)", "<d>.to_integral_value(rounding=<rounding>)"],
    "prec": ["1", "3", "6", "9", "28", "50", "0"],
}
FRACTIONS = {
    "import": "from fractions import Fraction as F\nfrom decimal import Decimal as D\nimport math",
    "f": ["F(<small>, <small>)", "F(1, 3)", "F(-7, 2)", "F(<int>)", "F(<float>)", "F(<literal>)", "F(<int>, 7)", "F(D('1.25'))", "F()", "F(22, 7)"],
    "literal": ["'1/3'", "' -3/7 '", "'1.25'", "'1e3'", "'1_0/2'", "'3/0'", "'a'", "'1 / 2'", "'.5'", "'-1.5e-2'"],
    "op": ["+", "-", "*", "/", "//", "%", "**", "==", "<", ">="],
    "spec": ["''", "'.3f'", "'10.2e'", "'+,.2f'", "'%'", "'g'", "'<12'", "'*^15'", "'_'", "'08.2f'", "'.0f'", "'#'", "'G'", "'x'", "'>8'"],
    "probe": ["<f> <op> <f>", "<f> <op> <f>", "<f> <op> <small>", "<small> <op> <f>", "<f> <op> <float>", "<f> <op> 1j", "-<f>, abs(<f>)", "<f>.limit_denominator(<small>)", "F(math.pi).limit_denominator(1000)", "<f>.as_integer_ratio()", "<f>.is_integer()", "round(<f>, <small>)", "round(<f>)", "math.floor(<f>), math.ceil(<f>), math.trunc(<f>)", "format(<f>, <spec>)", "str(<f>), repr(<f>)", "float(<f>)", "divmod(<f>, <f>)", "hash(<f>) == hash(float(<f>))", "<f>.numerator, <f>.denominator", "sum([<f>, <f>], F(0))", "F(<wrong>)", "F.from_float(<float>)", "F.from_number(<number>)", "pow(<f>, <f>)", "max(<f>, <small>)"],
}
JSON = {
    "import": "import json",
    "object": ["<int>", "<float>", "<str>", "None", "True", "[]", "{}", "[<object>, <object>]", "{<str>: <object>}", "{<small>: <object>, None: 1}", "(1, <object>)", "{'b': [1, {'c': <object>}], 'a': null}".replace("null", "None"), "{1.5: 2, True: 3}", "set()", "b'x'", "1j"],
    "option": ["", ", indent=<small>", ", indent='\\t'", ", indent=''", ", sort_keys=True", ", separators=(',', ':')", ", ensure_ascii=False", ", indent=2, sort_keys=True", ", skipkeys=True", ", allow_nan=False", ", default=str", ", default=lambda o: [1]", ", separators=(' , ', ' = '), indent=1"],
    "literal": ["'[1, 2.5, -3e2, true, false, null]'", "'{\"a\": {\"b\": [1, \"x\\\\n\\\\u00e9\"]}}'", "'[1,]'", "'{\"a\" 1}'", "'[1 2]'", "'\"abc'", "'\"\\\\x\"'", "'\"\\\\ud83d\\\\ude00\"'", "'\"\\\\ud83d\"'", "'NaN'", "'-Infinity'", "'[01]'", "'1.'", "'-'", "''", "'  7 '", "'{\"a\":1,}'", "'{\"a\":1, \"a\":2}'", "'nul'", "'[1]x'", "'\"\\t\"'", "'{1: 2}'", "'1e999'", "'[\"\\\\u12\"]'", "b'[1]'", "b'\\xff\\xfe1\\x00'", "'\\ufeff1'", "'{}' * 2", "json.dumps(<object>)", "json.dumps(<object>)[:-1]"],
    "load": ["", ", parse_float=str", ", parse_int=float", ", object_hook=lambda d: sorted(d)", ", object_pairs_hook=list", ", parse_constant=str", ", strict=False", ", object_hook=len"],
    "probe": ["json.dumps(<object><option>)", "json.dumps(<object><option>)", "json.loads(<literal><load>)", "json.loads(<literal><load>)", "json.loads(json.dumps(<object>))", "json.JSONDecoder().raw_decode(<literal>)", "list(json.JSONEncoder(indent=<small>).iterencode(<object>))", "import io\nf = io.StringIO()\njson.dump(<object>, f<option>)\nprint(f.getvalue())", "import io\nprint(json.load(io.StringIO(<literal>)<load>))", "try: json.loads(<literal>)\nexcept json.JSONDecodeError as e: print(e.msg, e.pos, e.lineno, e.colno)"],
}
CSV = {
    "import": "import csv, io",
    "field": ["'a'", "''", "'a b'", "'a,b'", "'say \"hi\"'", "'x\\ny'", "'1'", "<int>", "<float>", "None", "'\\u00e9'", "' pad '", "'a;b'", "\"it's\"", "'\\\\'", "'\\r'"],
    "row": ["[<field>, <field>]", "[<field>, <field>, <field>]", "[<field>]", "[]", "(<field>, <field>)"],
    "option": ["", "", ", delimiter=';'", ", quoting=csv.QUOTE_ALL", ", quoting=csv.QUOTE_NONNUMERIC", ", quoting=csv.QUOTE_NONE, escapechar='\\\\'", ", quoting=csv.QUOTE_STRINGS", ", quoting=csv.QUOTE_NOTNULL", ", quotechar=\"'\"", ", lineterminator='\\n'", ", dialect='excel-tab'", ", dialect='unix'", ", doublequote=False, escapechar='!'", ", skipinitialspace=True", ", strict=True", ", delimiter='\\t', quoting=csv.QUOTE_MINIMAL", ", quoting=csv.QUOTE_NONE", ", delimiter='ab'", ", escapechar='\\\\'", ", quotechar=None, quoting=csv.QUOTE_NONE"],
    "text": ["'a,b\\n1,2\\n'", "'\"a\"\"b\",c\\r\\nd'", "'a, \"b\"\\n'", "'\"x\\ny\",z'", "'\"open'", "'a;b;c'", "\"'q,r',s\"", "'1,\"2\",3.5,\"\"'", "',,\\n\\n,'", "'a\\\\,b,c'", "'\"a\"b,c'", "'a\\rb\\r\\nc'", "'a\\tb'", "'\\x00,a'"],
    "probe": ["f = io.StringIO()\nprint(csv.writer(f<option>).writerow(<row>))\nprint(repr(f.getvalue()))", "f = io.StringIO()\ncsv.writer(f<option>).writerows([<row>, <row>])\nprint(repr(f.getvalue()))", "list(csv.reader(io.StringIO(<text>)<option>))", "list(csv.reader(<text>.splitlines(True)<option>))", "list(csv.DictReader(io.StringIO(<text>)<option>))", "list(csv.DictReader(io.StringIO(<text>), ['x', 'y'], restkey='r', restval='-'<option>))", "f = io.StringIO()\nw = csv.DictWriter(f, ['a', 'b'], extrasaction=<extra><option>)\nw.writeheader()\nw.writerow({'a': <field>, 'b': <field>})\nw.writerow({'a': 1, 'c': 2})\nprint(repr(f.getvalue()))", "r = csv.reader(io.StringIO(<text>)<option>)\nfor row in r: print(r.line_num, row)", "(lambda d: (d.delimiter, d.quotechar, d.skipinitialspace))(csv.Sniffer().sniff(<sample>))", "csv.Sniffer().has_header(<sample>)", "csv.list_dialects()", "csv.get_dialect(<dialect>).delimiter",
              "f = io.StringIO()\ncsv.writer(f<option>).writerow(<row>)\nf.seek(0)\nprint(list(csv.reader(f<option>)))"],
    "sample": ["'a,b,c\\n1,2,3\\n4,5,6\\n'", "'name;age\\nx;1\\ny;2\\n'", "'a\\tb\\n1\\t2\\n'", "\"'a';'b'\\n'1';'2'\\n\"", "'x'", "'id|v\\n1|2\\n3|4\\n'"],
    "dialect": ["'excel'", "'unix'", "'nope'", "'excel-tab'"],
    "extra": ["'ignore'", "'raise'"],
}
STRUCT = {
    "import": "import struct",
    "order": ["<", ">", "!", "=", "<", ">"],
    "format": ["'<order>b'", "'<order>BHIQ'", "'<order>hiq'", "'<order>f'", "'<order>d'", "'<order>e'", "'<order>3s'", "'<order>5p'", "'<order>?'", "'<order>c'", "'<order>2h'", "'<order>xbx'", "'<order>0s'", "'<order>2x i'", "'<order>4s2H'", "'<order>z'", "'<order>b b'", "b'<order>i'", "''", "'<order>F'"],
    "value": ["<small>", "<int>", "<float>", "b'ab'", "b'x'", "True", "'a'", "255", "-128", "65535", "1e5", "float('nan')"],
    "probe": ["struct.pack(<format>, <value>)", "struct.pack(<format>, <value>, <value>)", "struct.pack('<order>BHIQ', <small>, <small>, <small>, <small>)", "struct.pack('<order>hiq', <small>, <small>, <int>)", "struct.unpack(<format>, <data>)", "struct.unpack(<format>, struct.pack(<format>, <value>))", "struct.calcsize(<format>)", "struct.unpack_from(<format>, <data>, <small>)", "list(struct.iter_unpack(<format>, <data>))", "b = bytearray(12)\nstruct.pack_into(<format>, b, <small>, <value>)\nprint(b)", "(lambda s: (s.size, s.format, s.pack(<value>)))(struct.Struct(<format>))", "struct.unpack('<order>e', struct.pack('<order>e', <float>))", "struct.unpack('<order>f', struct.pack('<order>f', <float>))"],
    "data": ["b'\\x01'", "bytes(4)", "bytes(range(8))", "b'\\xff' * 16", "b''", "b'abcde'", "bytearray(b'\\x00\\x01\\x02')", "memoryview(bytes(8))"],
}
TEXTWRAP = {
    "import": "import textwrap",
    "para": ["'The quick brown fox jumps over the lazy dog.'", "'Hello-world and well-known things, e.g. foo--bar.'", "'  indented\\n\\ttext with\\ttabs'", "''", "'a' * 30", "'one\\n\\ntwo  three.  Four!'", "'Looooooooooooong word and short'", "<str>", "'   '", "'x\\xa0y z\\u2003w'", "'end. \"Quoted.\" Next'"],
    "option": ["", "", ", initial_indent='* '", ", subsequent_indent='  '", ", break_long_words=False", ", break_on_hyphens=False", ", max_lines=2", ", max_lines=1, placeholder='...'", ", drop_whitespace=False", ", replace_whitespace=False", ", expand_tabs=False, tabsize=4", ", fix_sentence_endings=True", ", tabsize=2", ", initial_indent='>>>>>>>>>>>>>>>>>>>>'"],
    "width": ["10", "5", "1", "20", "70", "0", "3", "15"],
    "probe": ["textwrap.wrap(<para>, <width><option>)", "textwrap.fill(<para>, <width><option>)", "textwrap.wrap(<para>, width=<width><option>)", "textwrap.shorten(<para>, <width>)", "textwrap.shorten(<para>, <width>, placeholder=' more')", "textwrap.dedent(<block>)", "textwrap.indent(<block>, '> ')", "textwrap.indent(<block>, '-', lambda line: <bool>)", "textwrap.TextWrapper(width=<width><option>).wrap(<para>)"],
    "block": ["'  a\\n  b\\n'", "'    a\\n  b\\n\\n   c'", "'\\ta\\n  b'", "''", "'\\n \\n  x'", "'  a\\r\\n  b'", "'a\\n  b'", "'   \\n  a\\n'"],
}
DIFFLIB = {
    "import": "import difflib",
    "seq": ["<words>", "'abcd'", "'bcde'", "'private Thread currentThread;'", "'private volatile Thread currentThread;'", "[]", "''", "list('qabxcd')", "'abycdf'", "[1, 2, 3]", "'a' * 20 + 'b'"],
    "lines": ["['one\\n', 'two\\n', 'three\\n']", "['ore\\n', 'tree\\n', 'emu\\n']", "['a\\n', 'b\\n', 'c\\n', 'd\\n', 'e\\n']", "['a\\n', 'x\\n', 'c\\n', 'e\\n', 'f\\n']", "[]", "['abcdefg\\n', 'hijk lmn\\n']", "['abcxefg\\n', 'hijk  lmo\\n']", "['\\ttab\\n', ' \\n']", "['no end']"],
    "method": ["ratio()", "quick_ratio()", "real_quick_ratio()", "get_matching_blocks()", "get_opcodes()", "find_longest_match()", "b2j"],
    "probe": ["difflib.SequenceMatcher(None, <seq>, <seq>).<method>", "difflib.SequenceMatcher(lambda x: x in ' a', <seq>, <seq>).<method>", "list(difflib.SequenceMatcher(None, <seq>, <seq>).get_grouped_opcodes(<context>))", "difflib.get_close_matches(<str>, <words>)", "difflib.get_close_matches('appel', ['ape', 'apple', 'peach', 'puppy'], <small>, <cut>)", "list(difflib.ndiff(<lines>, <lines>))", "list(difflib.unified_diff(<lines>, <lines>, 'a', 'b', n=<context>))", "list(difflib.context_diff(<lines>, <lines>, lineterm=''))", "list(difflib.Differ().compare(<lines>, <lines>))", "list(difflib.restore(difflib.ndiff(<lines>, <lines>), <which>))", "difflib.SequenceMatcher(a=<seq>, b=<seq>, autojunk=False).ratio()", "difflib.IS_LINE_JUNK(<str>), difflib.IS_CHARACTER_JUNK(' ')"],
    "context": ["0", "1", "2", "3"],
    "cut": ["0.6", "0.1", "0.9", "1.5", "0"],
    "which": ["1", "2", "3"],
}
COLLECTIONS = {
    "import": "import collections\nfrom collections import Counter, OrderedDict, ChainMap, defaultdict, deque, namedtuple\nP = namedtuple('P', 'x y', defaults=[0])",
    "counter": ["Counter(<str>)", "Counter('abca')", "Counter(a=3, b=<small>)", "Counter(<words>)", "Counter({'x': <small>, 'y': 0})"],
    "deque": ["deque(<ints>)", "deque('abc', <max>)", "deque([1, 2, 3], maxlen=<max>)"],
    "max": ["None", "0", "1", "2", "5", "-1"],
    "point": ["P(1, 2)", "P(<small>)", "P(x=<small>, y=<str>)", "P()", "P._make([1, 2])", "P(1, 2, 3)"],
    "cop": ["+", "-", "&", "|", "==", "<=", ">"],
    "probe": ["<counter> <cop> <counter>", "<counter>.most_common(<small>)", "+<counter>, -<counter>", "c = <counter>\nc.update(<words>)\nc.subtract(<counter>)\nprint(c, c.total(), c['zz'])", "sorted(<counter>.elements())", "d = <deque>\nd.<change>\nprint(d)", "d = <deque>\nd.<change>\nd.<change>\nprint(list(d), d.maxlen)", "<deque> + <deque>", "<deque> * <small>", "<deque>[<small>]", "<deque> == <deque>, <deque> < <deque>", "<point>", "<point>._replace(x=<small>)", "<point>._asdict()", "<point> + (3,)", "<point> == (1, 2)", "p = <point>\nx, y = p\nprint(x, y, p.x, p[-1], p.count(1))", "namedtuple(<name>, <fields>)", "namedtuple('Q', <fields>, rename=True)._fields", "namedtuple('Q', 'a b', defaults=<ints>)(1)",
              "d = defaultdict(<factory>)\nd['a']\nprint(d, 'b' in d, d.get('b'))\nd[<str>] += <small>\nprint(d)", "d = OrderedDict(<pairs>)\nd.move_to_end(<okey>, last=<bool>)\nprint(d, d.popitem(<bool>))", "OrderedDict(<pairs>) == OrderedDict(reversed(<pairs>))", "c = ChainMap(<dict>, <dict>)\nc['a'] = <small>\nprint(c, list(c), len(c), c.maps)\ndel c['zz']", "ChainMap({'a': 1}, {'b': 2}).new_child(<dict>).parents", "ChainMap({'a': 1}) | {'c': 2}", "list(map(str, <counter>.items()))", "<counter>.fromkeys('ab')", "P.__doc__, P._fields, P._field_defaults", "Counter(<wrong>)", "deque(<wrong>)"],
    "change": ["append(<small>)", "appendleft('z')", "pop()", "popleft()", "rotate(<small>)", "extend('xy')", "extendleft('xy')", "insert(<small>, 9)", "remove(<small>)", "reverse()", "clear()", "count(1)", "index(2)", "copy()", "__setitem__(<small>, 0)", "__delitem__(<small>)"],
    "name": ["'Q'", "'class'", "'1a'", "''"],
    "fields": ["'a b'", "'a, b'", "['a', 'a']", "['_a']", "'def x'", "[]", "('a', 'b', 'c')", "'a b' * 2", "[1]"],
    "factory": ["int", "list", "lambda: 5", "None", "str"],
    "okey": ["'a'", "1", "'zz'"],
}
ITERTOOLS = {
    "import": "import itertools as i",
    "it": ["<ints>", "<words>", "'abc'", "iter([1, 2])", "[]", "(x for x in 'xyz')", "range(4)", "{'k': 1}"],
    "expr": ["i.chain(<it>, <it>)", "i.chain.from_iterable([<it>, <it>])", "i.combinations(<it>, <small>)", "i.permutations(<it>)", "i.permutations(range(3), <small>)", "i.product(<it>, 'ab')", "i.product('ab', repeat=<small> % 3)", "i.combinations_with_replacement('abc', <small> % 4)", "i.accumulate(<ints>)", "i.accumulate(<ints>, lambda a, b: a * b)", "i.accumulate(<ints>, initial=<small>)", "i.batched(<it>, <small>)", "i.batched('abcdefg', <small>, strict=True)", "i.compress(<it>, [1, 0, 1])", "i.count(<number>, <number>)", "i.cycle(<it>)", "i.dropwhile(lambda x: x, <ints>)", "i.takewhile(bool, <ints>)", "i.filterfalse(None, <ints>)", "i.groupby(<it>)", "i.groupby(<words>, <key>)", "i.islice(<it>, <small>)", "i.islice(<it>, <small>, <small>, <small>)", "i.islice('abcdefgh', 1, None, 2)", "i.pairwise(<it>)", "i.repeat(<small>, <small>)", "i.starmap(pow, [(2, 3), (3, 2)])", "i.starmap(pow, <it>)", "i.tee(<it>, 2)[1]", "i.zip_longest(<it>, <it>)", "i.zip_longest(<it>, 'ab', fillvalue=<small>)", "i.chain(<it>, <wrong>)"],
    "probe": ["list(i.islice(<expr>, 12))", "list(i.islice(<expr>, 12))", "[(k, list(g)) for k, g in i.groupby(<it>)]", "a, b = i.tee(<it>)\nprint(next(a, 0), list(b), list(a))", "next(<expr>)", "sum(1 for _ in i.islice(<expr>, 50))", "repr(i.count(<number>, <number>))", "repr(i.repeat(<str>, <small>))", "c = i.cycle(<it>)\nprint([next(c) for _ in range(5)])"],
}
FUNCTOOLS = {
    "import": "import functools as f, operator",
    "probe": ["f.reduce(lambda a, b: (a, b), <it>)", "f.reduce(operator.add, <it>, <small>)", "p = f.partial(<function>, <small>)\nprint(p(<small>), p.args, p.keywords)", "p = f.partial(print, <small>, sep='-')\np(<small>, <str>)\nprint(p)", "sorted(<it>, key=f.cmp_to_key(lambda a, b: (a < b) - (a > b)))", "@f.lru_cache(maxsize=<max>)\ndef g(x, y=1): return x\nfor n in [1, 2, 1, <small>, 1.0]: g(n)\ng(1, y=2)\nprint(g.cache_info(), g.cache_parameters())", "@f.cache\ndef g(n): return n if n < 2 else g(n - 1) + g(n - 2)\nprint(g(<small> % 30), g.cache_info())\ng.cache_clear()", "@f.wraps(len)\ndef g(): 'doc'\nprint(g.__name__, g.__doc__, g.__wrapped__)", "f.partial(int, base=2)(<bits>)", "f.partial(f.partial(pow, 2), <small>)()", "p = f.partial(lambda a, b, c: (a, b, c), f.Placeholder, 2)\nprint(p(1, 3))", "f.partial(<wrong>)", "f.reduce(<wrong>, [1, 2])", "@f.singledispatch\ndef g(x): return 'base'\n@g.register(int)\ndef _(x): return 'int'\nprint(g(<small>), g(<str>), g(True))"],
    "it": ["<ints>", "<words>", "[]", "[<small>]"],
    "function": ["pow", "lambda a, b: a - b", "max", "divmod", "print"],
    "max": ["None", "0", "1", "2", "128", "-1"],
    "bits": ["'101'", "'12'", "''"],
}
OPERATOR = {
    "import": "import operator as o",
    "two": ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and_", "or_", "xor", "lshift", "rshift", "lt", "le", "eq", "ne", "ge", "gt", "is_", "is_not", "concat", "contains", "countOf", "indexOf", "matmul", "getitem", "iadd", "isub", "imul", "iand", "ior", "iconcat", "ipow"],
    "one": ["abs", "index", "inv", "invert", "neg", "pos", "not_", "truth", "length_hint", "is_none", "is_not_none"],
    "value": ["<small>", "<float>", "<str>", "<ints>", "<dict>", "{1, 2}", "1j", "True"],
    "probe": ["o.<two>(<value>, <value>)", "o.<two>(<small>, <small>)", "o.<one>(<value>)", "o.itemgetter(<small>)(<value>)", "o.itemgetter(0, -1)(<value>)", "o.attrgetter('real')(<value>)", "o.attrgetter('real', 'imag.real')(<small>)", "o.methodcaller('upper')(<value>)", "o.methodcaller('split', ',', maxsplit=1)(<str>)", "o.itemgetter(slice(1, None))(<value>)", "repr(o.itemgetter(<small>)), repr(o.attrgetter('a.b')), repr(o.methodcaller('m', 1, k=2))", "x = [1, 2, 3]\no.setitem(x, <small>, 9)\no.delitem(x, <small>)\nprint(x)", "o.call(<key>, <value>)"],
}
MATH = {
    "import": "import math as m, cmath as c",
    "real": ["<number>", "<float>", "<small>", "0.5", "-0.5", "1e-10", "700", "0"],
    "one": ["acos", "asin", "atan", "sinh", "tanh", "ceil", "floor", "trunc", "degrees", "radians", "erf", "exp", "expm1", "exp2", "fabs", "factorial", "frexp", "isfinite", "isinf", "isnan", "isqrt", "log", "log10", "log1p", "log2", "modf", "sqrt", "ulp", "cos", "sin"],
    "two": ["atan2", "comb", "copysign", "dist", "fmod", "gcd", "lcm", "hypot", "ldexp", "log", "nextafter", "perm", "pow", "remainder", "isclose"],
    "cone": ["phase", "polar", "isnan", "isinf", "isfinite", "sqrt"],
    "probe": ["m.<one>(<real>)", "m.<one>(<real>)", "m.<two>(<real>, <real>)", "m.<two>(<small>, <small>)", "m.fsum(<floats>)", "m.prod(<ints>)", "m.prod(<floats>, start=<small>)", "m.sumprod(<ints>, <ints>)", "m.dist(<floats>, <floats>)", "m.hypot(<real>, <real>, <real>)", "m.gcd(<int>, <int>, <int>)", "m.lcm(<small>, <int>)", "m.isclose(<real>, <real>, rel_tol=<tol>)", "m.fma(<real>, <real>, <real>)", "m.nextafter(<real>, <real>, steps=<small>)", "m.comb(<hundred>, <small>)", "m.perm(<hundred>)", "m.isqrt(<int>)", "m.log(<int>, <small>)", "c.<cone>(<z>)", "c.isclose(<z>, <z>)", "c.rect(<small>, 0)", "m.<one>(<wrong>)", "m.floor(<float>), m.ceil(<float>)", "m.ldexp(<real>, <small>)", "m.frexp(<real>)"],
    "tol": ["1e-9", "0.1", "-1", "0"],
    "hundred": ["0", "5", "30", "100", "-1", "10**20"],
    "z": ["1+2j", "0j", "-1", "<float>", "complex(<float>, <float>)", "1j"],
}
SEARCHING = {
    "import": "import heapq, bisect",
    "data": ["[3, 1, 2]", "list(range(10))", "[5, 5, 1, 9]", "[]", "[<int>, <small>, <float>]", "['b', 'a']", "[(1, 'x'), (0, 'y')]"],
    "probe": ["h = <data>\nheapq.heapify(h)\nheapq.heappush(h, <small>)\nprint(h, heapq.heappop(h), h)", "heapq.nlargest(<small>, <data>, key=<key>)", "heapq.nsmallest(<small>, <data>)", "list(heapq.merge([1, 4], [2, 3], <ints>))", "list(heapq.merge(['a', 'bbb'], ['cc'], key=len, reverse=<bool>))", "h = [1, 3, 2]\nprint(heapq.heapreplace(h, <small>), heapq.heappushpop(h, <small>), h)", "h = <data>\nheapq.heapify_max(h)\nheapq.heappush_max(h, <small>)\nprint(h, heapq.heappop_max(h))", "bisect.<side>(<data>, <small>)", "bisect.<side>([1, 2, 2, 3], <small>, <small>, <small>)", "bisect.<side>(['a', 'bb', 'ccc'], <small>, key=len)", "x = [1, 2, 3]\nbisect.insort(x, <small>)\nbisect.insort_left(x, <small>, key=<key>)\nprint(x)"],
    "side": ["bisect", "bisect_left", "bisect_right"],
}
STRINGS = {
    "import": "import string, shlex, fnmatch, html, keyword",
    "template": ["'$a and ${b}'", "'$$ $a$b'", "'${a'", "'$1'", "'$A $a_1'", "'plain'", "'$'", "'${a} ${c}'", "'\\n$ x'"],
    "mapping": ["{'a': 1, 'b': <str>}", "{}", "{'a': <small>}", "a=1", "{'a': 1}, b=2"],
    "command": ["'a b c'", "'a \"b c\" d'", "\"it's\"", "'a\\\\ b'", "'\"x\\\\\"y\"'", "'a # comment'", "''", "'\"open'", "'a;b|c&&d'", "'~/x *.py'", "'é ü'", "'a\\\\'", "\"'a'\\\"b\\\"c\""],
    "pattern": ["'*.py'", "'a?c'", "'[abc]*'", "'[!a]b'", "'*'", "'[a-z-]'", "'[]]'", "'[z-a]x'", "'a[b'", "'**x?'", "'[[]'", "''", "'*.[ch]'", "'[!]a]'"],
    "name": ["'a.py'", "'abc'", "'b'", "'x.c'", "''", "'[x'", "']b'", "'A.PY'", "'-'", "<str>"],
    "entity": ["'&lt;b&gt;'", "'&amp;amp;'", "'&#65;&#x42;'", "'&eacute;&copy'", "'&notit; &notin;'", "'&#0;&#x110000;&#128;'", "'&unknown;'", "'&#;&#x;'", "'&ltx'", "'a & b'", "'&CounterClockwiseContourIntegral;'", "'&#xD800;'"],
    "probe": ["string.Template(<template>).substitute(<mapping>)", "string.Template(<template>).safe_substitute(<mapping>)", "string.Template(<template>).get_identifiers(), string.Template(<template>).is_valid()", "string.capwords(<str>)", "string.capwords(<str>, <str>)", "shlex.split(<command>)", "shlex.split(<command>, comments=True)", "shlex.split(<command>, posix=False)", "shlex.quote(<str>)", "shlex.join(<words>)", "list(shlex.shlex(<command>, punctuation_chars=<bool>))", "fnmatch.fnmatch(<name>, <pattern>)", "fnmatch.filter(<words>, <pattern>)", "fnmatch.translate(<pattern>)", "fnmatch.filterfalse(['a.py', 'b'], <pattern>)", "html.escape(<str>, <bool>)", "html.unescape(<entity>)", "html.unescape(html.escape(<str>))", "keyword.iskeyword(<str>), keyword.issoftkeyword('match')", "string.Template(<wrong>).substitute()", "shlex.split(<str>)"],
}
ENCODINGS = {
    "import": "import base64, binascii, zlib, hashlib, hmac, gzip",
    "b64": ["b'aGVsbG8='", "'aGVsbG8'", "b'aGV sbG8=='", "b'!!!!'", "b'YQ=='", "b'YQ'", "b'-_-_'", "''", "b'aGVsbG8=xx'", "'\\xe9'", "base64.b64encode(<bytes>)"],
    "hash": ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_256", "sha3_512", "blake2b", "blake2s"],
    "probe": ["base64.b64encode(<bytes>)", "base64.b64decode(<b64>)", "base64.b64decode(<b64>, validate=True)", "base64.urlsafe_b64encode(<bytes>), base64.urlsafe_b64decode(<b64>)", "base64.b32encode(<bytes>)", "base64.b32decode(<b32>)", "base64.b32hexencode(<bytes>)", "base64.b16encode(<bytes>)", "base64.b16decode(<hex>, <bool>)", "base64.b85encode(<bytes>, <bool>)", "base64.b85decode(base64.b85encode(<bytes>))", "base64.b85decode(<b64>)", "base64.a85encode(<bytes>, foldspaces=<bool>, wrapcol=<small>, adobe=<bool>)", "base64.a85decode(<a85>)", "base64.z85encode(b'abcd')", "base64.encodebytes(<bytes>)", "base64.b64encode(<bytes>, b'-.')", "binascii.hexlify(<bytes>, '-', <small>)", "binascii.unhexlify(<hex>)", "binascii.b2a_base64(<bytes>, newline=<bool>)", "binascii.a2b_base64(<b64>, strict_mode=True)", "binascii.b2a_qp(<bytes>)", "binascii.a2b_qp(b'a=3Db=\\nc')", "binascii.crc32(<bytes>)", "binascii.crc_hqx(<bytes>, 0)", "binascii.b2a_uu(b'abc')", "zlib.crc32(<bytes>), zlib.adler32(<bytes>)", "zlib.crc32(<bytes>, <small>)", "zlib.decompress(zlib.compress(<bytes>, <level>))", "zlib.decompress(<bytes>)", "d = zlib.decompressobj()\nprint(d.decompress(zlib.compress(<bytes>) + b'tail'), d.unused_data, d.eof)", "gzip.decompress(gzip.compress(<bytes>))", "gzip.decompress(<bytes>)", "hashlib.<hash>(<bytes>).hexdigest()", "h = hashlib.new('<hash>')\nh.update(<bytes>)\nh.update(b'x')\nprint(h.name, h.digest_size, h.block_size, h.digest()[:4])", "hashlib.shake_128(<bytes>).hexdigest(<small>)", "hmac.new(b'k', <bytes>, '<hash>').hexdigest()", "hmac.compare_digest(<bytes>, b'a')", "hashlib.blake2b(<bytes>, digest_size=<small>, key=b'k').hexdigest()", "hashlib.<hash>(<str>)", "hashlib.new('nope')", "base64.b64encode(<wrong>)", "zlib.crc32(<wrong>)"],
    "b32": ["b'NBSWY3DP'", "'nbswy3dp'", "b'MY======'", "b'A'", "base64.b32encode(<bytes>)"],
    "hex": ["b'00ff'", "'abc'", "b'zz'", "'AbCd'", "''"],
    "a85": ["b'87cURD'", "b'<~87cUR~>'", "b'z'", "base64.a85encode(<bytes>)", "b'v'"],
    "level": ["-1", "0", "1", "9", "10"],
}
URLS = {
    "import": "import urllib.parse as u, ipaddress as ip, uuid",
    "url": ["'http://user:pw@host:80/p;x?q=1&r=#f'", "'//host/p'", "'mailto:a@b'", "'/a/b/../c'", "'?x'", "'http://[::1]:8080/'", "'HTTP://EX.com:x/'", "''", "'a:b:c'", "'http://h/%7Ea?b=%20+c'", "'file:///etc/x'", "'http://[::1'", "'g;x=1/../y'", "'http://h:99999/'", "b'http://h/a'", "'../../x'", "'svn+ssh://h/é'"],
    "query": ["'a=1&b=2'", "'a=&b'", "'a=1;b=2'", "'a=%C3%A9&a=+x'", "''", "'&&'", "'=1'", "b'a=1'", "'a=%ff'"],
    "v4": ["'1.2.3.4'", "'0.0.0.0'", "'255.255.255.255'", "'10.0.0.1'", "'127.0.0.1'", "'1.2.3'", "'1.2.3.256'", "'01.2.3.4'", "<small>", "2**32 - 1", "b'\\x01\\x02\\x03\\x04'"],
    "v6": ["'::1'", "'2001:db8::1'", "'fe80::1%eth0'", "'::ffff:1.2.3.4'", "'1:2:3:4:5:6:7:8'", "'::'", "'1::2::3'", "'12345::'", "2**128 - 1", "'2001:db8:0:0:1:0:0:1'"],
    "net": ["'10.0.0.0/8'", "'192.168.1.0/24'", "'10.0.0.1/8'", "'2001:db8::/32'", "'1.2.3.4'", "'10.0.0.0/255.0.0.0'", "'10.0.0.0/0.255.255.255'", "'10.0.0.0/33'", "('10.0.0.0', 30)", "'::/0'"],
    "attr": ["is_private", "is_global", "is_loopback", "is_multicast", "is_link_local", "is_reserved", "is_unspecified", "version", "packed", "exploded", "compressed", "reverse_pointer", "max_prefixlen"],
    "nattr": ["network_address", "broadcast_address", "netmask", "hostmask", "num_addresses", "prefixlen", "with_netmask", "with_hostmask", "is_private", "version"],
    "probe": ["u.urlparse(<url>)", "u.urlsplit(<url>)", "u.urlparse(<url>).geturl()", "(lambda r: (r.scheme, r.netloc, r.hostname, r.port, r.username, r.password))(u.urlsplit(<url>))", "u.urljoin(<url>, <url>)", "u.urldefrag(<url>)", "u.quote(<str>)", "u.quote(<str>, safe='')", "u.quote_plus(<str>)", "u.unquote(<str>)", "u.unquote('%C3%A9%zz%2', errors='replace')", "u.unquote_plus('a+b%20c')", "u.parse_qs(<query>, keep_blank_values=<bool>)", "u.parse_qsl(<query>)", "u.parse_qsl(<query>, strict_parsing=True)", "u.parse_qs('a=1;b=2', separator=';')", "u.urlencode(<dict>)", "u.urlencode(<pairs>, doseq=<bool>)", "u.urlencode({'a': [1, 'é'], 'b': b'\\xff'}, doseq=True)", "u.urlunparse(u.urlparse(<url>))", "u.unquote_to_bytes(<str>)", "u.quote_from_bytes(<bytes>)", "ip.ip_address(<v4>)", "ip.ip_address(<v6>)", "ip.IPv4Address(<v4>).<attr>", "ip.IPv6Address(<v6>).<attr>", "ip.ip_network(<net>, strict=<bool>)", "ip.ip_network(<net>, False).<nattr>", "ip.ip_interface(<net>).network", "ip.ip_address(<v4>) + <small>", "ip.ip_address(<v4>) < ip.ip_address('10.0.0.0')", "ip.ip_address('10.1.2.3') in ip.ip_network(<net>, False)", "list(ip.ip_network('10.0.0.0/29').hosts())", "list(ip.ip_network(<net>, False).subnets(<small>))[:3]", "ip.ip_network(<net>, False).supernet(<small>)", "ip.ip_network(<net>, False).overlaps(ip.ip_network(<net>, False))", "list(ip.summarize_address_range(ip.ip_address('10.0.0.1'), ip.ip_address('10.0.0.9')))", "list(ip.collapse_addresses([ip.ip_network('10.0.0.0/25'), ip.ip_network('10.0.0.128/25')]))", "list(ip.ip_network('10.0.0.0/24').address_exclude(ip.ip_network('10.0.0.128/26')))", "format(ip.ip_address(<v4>), '<fmt>')", "ip.ip_address(<v6>).ipv4_mapped", "int(ip.ip_address(<v4>))", "uuid.UUID(<uuid>)", "uuid.uuid5(uuid.NAMESPACE_DNS, <str>)", "uuid.uuid3(uuid.NAMESPACE_URL, 'x')", "(lambda x: (x.hex, x.int, x.urn, x.version, x.variant, x.fields))(uuid.UUID(<uuid>))", "uuid.UUID(int=<int>)", "uuid.UUID(bytes=<bytes>)"],
    "fmt": ["b", "x", "#x", "s", "_b", "n", "08x", "#_X"],
    "uuid": ["'12345678123456781234567812345678'", "'{12345678-1234-5678-1234-567812345678}'", "'urn:uuid:12345678-1234-5678-1234-567812345678'", "'x'", "'c232ab00-9414-11ec-b3c8-9f6bdeced846'"],
}
PRINTING = {
    "import": "import pprint, copy",
    "data": ["<object>", "[<object>, <object>, <object>]", "{'key' * 5: [<str>] * 6, 'b': <object>}", "list(range(40))", "{i: 'v' * i for i in range(12)}", "'word ' * 30", "b'x' * 100", "('a' * 40, 'b' * 40)", "{3, 1, 2}", "[[[[['deep']]]]]", "[{'a': {'b': {'c': [1, 2, 3] * 10}}}]", "{(1, 'a'): [], 'x': ()}", "[True, None, 1.5] * 12", "frozenset(range(30))", "range(5)"],
    "option": ["", "", ", width=20", ", width=<small>", ", indent=4", ", depth=2", ", compact=True", ", sort_dicts=False", ", underscore_numbers=True", ", indent=2, width=30", ", compact=True, width=40, indent=3"],
    "probe": ["pprint.pformat(<data><option>)", "pprint.pprint(<data><option>)", "pprint.pp(<data>)", "pprint.saferepr(<data>), pprint.isreadable(<data>), pprint.isrecursive(<data>)", "x = [1]\nx.append(x)\npprint.pprint(x)", "x = <data>\ny = copy.deepcopy(x)\nprint(x == y, type(y).__name__)", "x = [[1], {'a': [2]}]\ny = copy.copy(x)\nx[0].append(3)\nprint(y, copy.deepcopy(x))", "x = []\nx.append(x)\ny = copy.deepcopy(x)\nprint(y is y[0], y is x)", "copy.replace(<wrong>, a=1)", "copy.copy(<data>) == <data>"],
}
UNICODE = {
    "import": "import unicodedata as n",
    "char": ["'a'", "'\\xe9'", "'\\u0301'", "'\\u2160'", "'\\xbd'", "'\\u4e00'", "'\\U0001f600'", "'\\uac00'", "'5'", "'\\u0663'", "'\\ufb01'", "'('", "'\\u05d0'", "'\\n'", "'\\ue000'", "'\\uffff'", "'\\U0010ffff'", "'ab'", "''", "'\\ud800'"],
    "text": ["'\\xe9\\u0301'", "'e\\u0301'", "'\\ufb01\\u2460'", "'\\uac00\\u11a8'", "'\\u0344'", "<str>", "'a\\u0315\\u0300\\u05ae\\u0062'"],
    "form": ["'NFC'", "'NFD'", "'NFKC'", "'NFKD'", "'NFX'"],
    "probe": ["n.name(<char>, 'none')", "n.name(<char>)", "n.lookup(<name>)", "n.category(<char>), n.bidirectional(<char>), n.combining(<char>)", "n.east_asian_width(<char>), n.mirrored(<char>), n.decomposition(<char>)", "n.numeric(<char>, None), n.digit(<char>, None), n.decimal(<char>, None)", "n.numeric(<char>)", "n.decimal(<char>)", "n.normalize(<form>, <text>)", "n.is_normalized(<form>, <text>)", "n.unidata_version"],
    "name": ["'SNOWMAN'", "'LATIN SMALL LETTER A'", "'nope'", "'HANGUL SYLLABLE GA'", "'CJK UNIFIED IDEOGRAPH-4E00'", "'latin small letter e with acute'"],
}
FILES = {
    "import": "import io, os.path as p\nfrom pathlib import PurePosixPath as PP, PureWindowsPath as W",
    "path": ["'a/b.txt'", "'/a/../b/./c'", "''", "'.'", "'..'", "'//x/y'", "'///x'", "'a//b/'", "'/'", "'~/x'", "'.hidden'", "'a.tar.gz'", "'a.'", "'/é/ü.x'", "'a/..'", "'$HOME/x'"],
    "wpath": ["'C:/a/b'", "'c:\\\\\\\\x'", "'\\\\\\\\srv\\\\share\\\\f'", "'a\\\\b'", "'C:'", "'NUL'", "''"],
    "pp": ["PP(<path>)", "PP(<path>, <path>)", "PP(<path>) / <path>", "<path> / PP(<path>)", "PP(<path>).parent"],
    "pattr": ["parts", "name", "suffix", "suffixes", "stem", "parent", "root", "drive", "anchor", "as_posix()", "is_absolute()", "parents[0]", "as_uri()", "with_suffix('.x')", "with_suffix(<str>)", "with_name('n')", "with_stem('s')", "with_name(<str>)", "joinpath('x', '/y')", "relative_to(<path>)", "relative_to('a', walk_up=True)", "is_relative_to(<path>)", "match('*.txt')", "match(<path>)", "full_match('**/*.txt')", "with_segments('q')"],
    "pfun": ["normpath", "basename", "dirname", "split", "splitext", "isabs", "splitdrive", "splitroot", "normcase"],
    "sio": ["io.StringIO(<text>)", "io.StringIO(<text>, newline=<newline>)"],
    "text": ["'a\\nb\\r\\nc\\rd'", "''", "'abc\\n\\ndef'", "<str>", "'x' * 20"],
    "newline": ["None", "''", "'\\n'", "'\\r'", "'\\r\\n'", "'x'"],
    "act": ["f.read(<small>)", "f.readline()", "f.readlines(<small>)", "f.seek(<small>)", "f.tell()", "f.write(<str>)", "f.truncate(<small>)", "f.getvalue()", "list(f)", "f.seek(0, 2)", "f.readline(<small>)", "f.closed, f.readable(), f.seekable()", "f.writelines(['p', 'q'])", "f.seek(<small>, 1)"],
    "bact": ["f.read(<small>)", "f.readline()", "f.readlines(<small>)", "f.seek(<small>, <whence>)", "f.tell()", "f.write(<bytes>)", "f.truncate(<small>)", "f.getvalue()", "list(f)", "f.readinto(bytearray(3))", "f.read1(<small>)", "f.getbuffer()[0]", "f.peek(2)[:1]"],
    "whence": ["0", "1", "2", "3"],
    "probe": ["<pp>", "<pp>.<pattr>", "<pp>.<pattr>", "W(<wpath>)", "W(<wpath>).<pattr>", "W(<wpath>) / <path>", "<pp> == <pp>, <pp> < <pp>", "p.<pfun>(<path>)", "p.join(<path>, <path>)", "p.commonpath([<path>, <path>])", "p.commonprefix([<path>, <path>])", "p.relpath('/' + <path>, '/' + <path>)", "f = <sio>\nprint(repr(<act>))\nprint(repr(<act>))\nprint(repr(<act>))\nprint(repr(f.getvalue()), f.tell())", "f = io.BytesIO(<bytes>)\nprint(repr(<bact>))\nprint(repr(<bact>))\nprint(repr(<bact>))\nprint(f.getvalue(), f.tell())", "f = io.TextIOWrapper(io.BytesIO(<bytes>), encoding=<enc>, newline=<newline>, errors='replace')\nprint(repr(f.read(<small>)), repr(f.readline()), repr(f.read()))", "b = io.BytesIO()\nf = io.TextIOWrapper(b, encoding=<enc>, newline=<newline>)\nf.write('x\\n\\u00e9\\r\\n')\nf.flush()\nprint(b.getvalue())", "f = <sio>\nf.close()\nf.read()"],
    "enc": ["'utf-8'", "'latin-1'", "'ascii'", "'utf-16'", "'nope'"],
}
CONTEXTS = {
    "import": "import contextlib as c, graphlib, types, io",
    "manager": ["c.suppress(<error>)", "c.nullcontext(<small>)", "c.redirect_stdout(io.StringIO())", "c.closing(io.StringIO('x'))", "m(<small>)", "c.ExitStack()"],
    "error": ["ValueError", "KeyError, ZeroDivisionError", "Exception", "OSError"],
    "act": ["1 / 0", "print('in')", "raise ValueError('v')", "{}['k']", "pass", "print(x)"],
    "graph": ["{'a': ['b', 'c'], 'b': ['c']}", "{1: [2], 2: [1]}", "{}", "{'x': []}", "{3: {1, 2}, 2: {1}}"],
    "probe": ["@c.contextmanager\ndef m(v):\n    print('enter', v)\n    try: yield v\n    except KeyError as e: print('caught', e)\n    finally: print('exit')\nwith <manager> as x: <act>", "@c.contextmanager\ndef m(v):\n    yield v\nwith m(1) as a, <manager> as x: <act>", "m = c.nullcontext\nwith c.ExitStack() as s:\n    s.callback(print, 'cb', <small>)\n    x = s.enter_context(<manager>)\n    s.push(lambda *a: print('push', a[0]) or <bool>)\n    <act>", "m = c.nullcontext\ns = io.StringIO()\nwith c.redirect_stdout(s):\n    print('hidden')\n    <manager>\nprint(repr(s.getvalue()))", "@c.contextmanager\ndef m(): yield\n@m()\ndef f(): return 5\nprint(f())", "@c.contextmanager\ndef m():\n    <gen>\nwith m(): <act>", "list(graphlib.TopologicalSorter(<graph>).static_order())", "g = graphlib.TopologicalSorter(<graph>)\ng.add(9, 8)\ng.prepare()\nprint(g.is_active(), sorted(map(str, g.get_ready())))\ng.done(<small>)", "n = types.SimpleNamespace(**{'a': <small>}, b=<str>)\nn.c = 1\nprint(n, n == types.SimpleNamespace(a=1), vars(n))", "types.MappingProxyType(<dict>)", "m = types.MappingProxyType({'a': 1})\nprint(m['a'], m | {'b': 2}, len(m))\nm['x'] = 1"],
    "gen": ["yield 1; yield 2", "return\n    yield", "try: yield\n    except ZeroDivisionError: print('z')", "yield"],
}
TYPING = {
    "import": "import typing as t, collections.abc as a",
    "type": ["int", "str", "None", "list[int]", "dict[str, int]", "t.Any", "t.Optional[<type>]", "t.Union[<type>, <type>]", "t.List[<type>]", "t.Dict[str, <type>]", "t.Callable[[<type>], <type>]", "t.Callable[..., int]", "t.Tuple[<type>, ...]", "t.Literal[1, 'a']", "t.TypeVar('T')", "a.Iterable[<type>]", "<type> | <type>", "t.Annotated[<type>, 'x']", "tuple[()]", "t.ClassVar[int]", "t.Final", "t.Type[int]", "t.Iterator[<type>]", "'Later'", "type(None)"],
    "probe": ["<type>", "<type> == <type>", "t.get_origin(<type>), t.get_args(<type>)", "def f(x: <type>, y: <type> = 1) -> <type>: pass\nprint(t.get_type_hints(f))", "isinstance(<object>, <abc>)", "issubclass(<cls>, <abc>)", "list[t.TypeVar('T')][<type>]", "t.cast(<type>, <small>)", "hash(<type>) == hash(<type>)", "isinstance(1, <type>)", "t.NewType('N', <type>)(<small>)", "t.NamedTuple('N', [('a', int)])(<small>)", "t.Optional[<wrong>]", "t.Union[int, <wrong>]"],
    "abc": ["a.Iterable", "a.Sized", "a.Hashable", "a.Mapping", "a.Sequence", "a.Callable", "a.Container", "a.Iterator", "a.Set", "a.MutableSequence", "a.Generator", "a.Collection", "a.Reversible", "a.ByteString if 0 else a.Buffer"],
    "cls": ["int", "str", "list", "dict", "set", "range", "type(iter([]))", "bytes", "type(None)", "type(len)"],
}
LOGGING = {
    "import": "import logging, sys, traceback\nfor n in 'a', 'a.b', 't', None:  # what earlier programs of the same oracle left\n    l = logging.getLogger(n)\n    l.handlers, l.propagate = [], True\n    l.setLevel(30 if n is None else 0)",
    "level": ["logging.DEBUG", "logging.INFO", "logging.WARNING", "30", "'ERROR'", "'nope'", "5"],
    "format": ["'%(levelname)s:%(name)s:%(message)s'", "'%(message)-10s|'", "'{levelname} {message}'", "'%(lineno)d %(funcName)s %(message)s'", "'$message'"],
    "message": ["'hello'", "'x=%d'", "'%s and %s'", "<str>", "<small>"],
    "probe": ["l = logging.getLogger(<name>)\nl.setLevel(<level>)\nprint(l, l.level, l.getEffectiveLevel(), l.isEnabledFor(20))", "h = logging.StreamHandler(sys.stdout)\nh.setFormatter(logging.Formatter(<format>, style=<style>))\nl = logging.getLogger('t')\nl.handlers = [h]\nl.propagate = False\nl.setLevel(10)\nl.<call>", "logging.getLevelName(<level>)", "logging.Formatter(<format>).format(logging.makeLogRecord({'msg': 'm', 'levelname': 'L', 'name': 'n'}))", "try: <bad>\nexcept Exception as e: print(''.join(traceback.format_exception_only(e)))", "try:\n    try: <bad>\n    except Exception as e: raise KeyError('k') from e\nexcept KeyError as e: print(traceback.format_exception(e)[-1], e.__cause__)", "traceback.format_exception_only(ValueError(<str>))", "try: <bad>\nexcept Exception: print(traceback.format_exc().splitlines()[-1])"],
    "name": ["'a'", "'a.b'", "None", "''"],
    "style": ["'%'", "'{'", "'$'", "'x'"],
    "call": ["info('m %s', <small>)", "debug(<str>)", "warning('%d', <small>)", "error('e', exc_info=<bool>)", "log(27, 'custom')", "critical('c', extra={'k': 1})", "exception('x')"],
    "bad": ["1 / 0", "[][1]", "{}['k']", "int('x')", "None.x", "undefined", "'a' + 1", "raise OSError(2, 'no', 'f')"],
}

GRAMMARS = {
    **random_module_grammars_more.GRAMMARS,
    "datetime": DATES, "calendar": CALENDAR, "random": RANDOM, "statistics": STATISTICS, "decimal": DECIMAL, "fractions": FRACTIONS, "json": JSON, "csv": CSV, "struct": STRUCT, "textwrap": TEXTWRAP, "difflib": DIFFLIB,
    "collections": COLLECTIONS, "itertools": ITERTOOLS, "functools": FUNCTOOLS, "operator": OPERATOR, "math": MATH, "heapq": SEARCHING, "string": STRINGS, "base64": ENCODINGS, "urllib": URLS, "pprint": PRINTING, "unicodedata": UNICODE,
    "io": FILES, "contextlib": CONTEXTS, "typing": TYPING, "logging": LOGGING,
}
for name, probes in random_module_grammars_more.PROBES.items():
    GRAMMARS[name]["probe"].extend(probes)
    GRAMMARS[name].update(random_module_grammars_more.PRODUCTIONS.get(name, {}))
