// Functions that are written in jq: what needs closures, or is short. Each is compiled when a
// program names it.

#include "shell/commands/jq/library.h"

#include <algorithm>

namespace pysub::shell::jq {
namespace {

constexpr LibraryRow kRows[] = {
    {"IN/1", "def IN(s): any(s == .; .);"},
    {"IN/2", "def IN(src; s): any(src == s; .);"},
    {"INDEX/1", "def INDEX(f): INDEX(.[]; f);"},
    {"INDEX/2", "def INDEX(rows; f): reduce rows as $row ({}; .[$row | f | tostring] = $row);"},
    {"JOIN/2", "def JOIN($table; f): [.[] | [., $table[f]]];"},
    {"JOIN/3", "def JOIN($table; rows; f): rows | [., $table[f]];"},
    {"JOIN/4", "def JOIN($table; rows; f; g): rows | [., $table[f]] | g;"},
    {"abs/0", "def abs: if . < 0 then -. end;"},
    {"add/1", "def add(f): reduce f as $x (null; . + $x);"},
    {"all/0", "def all: all(.[]; .);"},
    {"all/1", "def all(f): all(.[]; f);"},
    {"all/2", "def all(g; f): isempty(g | f and empty);"},
    {"any/0", "def any: any(.[]; .);"},
    {"any/1", "def any(f): any(.[]; f);"},
    {"any/2", "def any(g; f): isempty(g | f or empty) | not;"},
    {"arrays/0", "def arrays: select(type == \"array\");"},
    {"ascii/0", "def ascii: [.] | implode;"},
    {"booleans/0", "def booleans: select(type == \"boolean\");"},
    {"capture/1", "def capture($re): _pattern($re) as [$r, $f] | capture($r; $f);"},
    {"capture/2", "def capture(re; flags): match(re; flags) | _captures;"},
    {"combinations/0",
     "def combinations: if length == 0 then [] else .[0][] as $x | (.[1:] | combinations) as $rest "
     "| [$x] + $rest end;"},
    {"combinations/1", "def combinations(n): . as $set | [range(n) | $set] | combinations;"},
    {"date/0", "def date: todate;"},
    {"dateadd/2", "def dateadd(unit; n): . + n;"},
    {"datesub/2", "def datesub(unit; n): . - n;"},
    {"debug/1", "def debug(f): (f | debug | empty), .;"},
    {"del/1", "def del(f): delpaths([path(f)]);"},
    {"finites/0", "def finites: select(isfinite);"},
    {"first/0", "def first: .[0];"},
    {"flatten/0", "def flatten: _flatten(-1);"},
    {"flatten/1",
     "def flatten($depth): if $depth < 0 then error(\"flatten depth must not be negative\") else "
     "_flatten($depth) end;"},
    // (What chooses a key stands before the object so far is looked at, which is not copied then.)
    {"from_entries/0",
     "def from_entries: reduce (.[] | {(.key // .Key // .name // .Name): (if has(\"value\") then "
     ".value else .Value end)}) as $one ({}; . + $one);"},
    {"fromdate/0", "def fromdate: fromdateiso8601;"},
    {"fromdateiso8601/0", "def fromdateiso8601: strptime(\"%Y-%m-%dT%H:%M:%SZ\") | mktime;"},
    {"fromstream/1",
     "def fromstream(f): {x: null, e: false} as $start | foreach f as $event ($start; if .e then "
     "$start end | if $event | length == 2 then setpath([\"e\"]; $event[0] | length == 0) | "
     "setpath([\"x\"] + $event[0]; $event[1]) else setpath([\"e\"]; $event[0] | length == 1) end; "
     "if "
     ".e then .x else empty end);"},
    {"group_by/1", "def group_by(f): _group_by(map([f]));"},
    {"gsub/2", "def gsub($re; f): sub($re; f; \"g\");"},
    {"gsub/3", "def gsub($re; f; flags): sub($re; f; flags + \"g\");"},
    {"halt_error/0", "def halt_error: halt_error(5);"},
    {"in/1", "def in(f): . as $key | f | has($key);"},
    {"index/1", "def index($x): indices($x) | .[0];"},
    {"indices/1",
     "def indices($x): if type == \"array\" then if $x | type == \"array\" then .[$x] else .[[$x]] "
     "end "
     "elif type == \"string\" and ($x | type) == \"string\" then _strindices($x) else .[$x] end;"},
    {"inputs/0", "def inputs: try _inputs catch if . == \"break\" then empty else error end;"},
    {"_inputs/0", "def _inputs: input, _inputs;"},
    {"inside/1", "def inside(f): . as $part | f | contains($part);"},
    {"isempty/1", "def isempty(f): first((f | false), true);"},
    {"isfinite/0", "def isfinite: type == \"number\" and (isinfinite | not);"},
    {"iterables/0", "def iterables: select(type | . == \"array\" or . == \"object\");"},
    {"last/0", "def last: .[-1];"},
    {"last/1", "def last(f): reduce f as $x (; $x);"},
    {"leaf_paths/0", "def leaf_paths: paths(scalars);"},
    {"limit/2",
     "def limit($n; f): if $n > 0 then label $out | foreach f as $x ($n; . - 1; $x, if . <= 0 then "
     "break $out else empty end) elif $n == 0 then empty else error(\"limit doesn't support "
     "negative "
     "count\") end;"},
    {"map_values/1", "def map_values(f): .[] |= f;"},
    {"match/1", "def match($re): _pattern($re) as [$r, $f] | match($r; $f);"},
    {"match/2", "def match(re; flags): _match(re; flags; false) | .[];"},
    {"max_by/1", "def max_by(f): _max_by(map([f]));"},
    {"min_by/1", "def min_by(f): _min_by(map([f]));"},
    {"normals/0", "def normals: select(isnormal);"},
    {"nth/1", "def nth($n): .[$n];"},
    {"nth/2",
     "def nth($n; f): if $n < 0 then error(\"nth doesn't support negative indices\") else "
     "first(skip($n; f)) end;"},
    {"nulls/0", "def nulls: select(. == null);"},
    {"numbers/0", "def numbers: select(type == \"number\");"},
    {"objects/0", "def objects: select(type == \"object\");"},
    {"paths/0", "def paths: path(..) | select(length > 0);"},
    {"paths/1", "def paths(f): path(.. | select(f)) | select(length > 0);"},
    {"pick/1",
     "def pick(f): . as $from | reduce path(f) as $p (null; setpath($p; $from | getpath($p)));"},
    {"range/3",
     "def range($from; $upto; $by): if $by > 0 then $from | while(. < $upto; . + $by) elif $by < 0 "
     "then $from | while(. > $upto; . + $by) else empty end;"},
    {"recurse/0", "def recurse: def r: ., (.[]? | r); r;"},
    {"recurse/1", "def recurse(f): def r: ., (f | r); r;"},
    {"recurse/2", "def recurse(f; cond): def r: ., (f | select(cond) | r); r;"},
    {"repeat/1", "def repeat(f): def r: f, r; r;"},
    {"reverse/0",
     "def reverse: if type == \"array\" then _reverse else [.[length - 1 - range(0; length)]] "
     "end;"},
    {"rindex/1", "def rindex($x): indices($x) | .[-1:][0];"},
    {"scalars/0", "def scalars: select(type | . != \"array\" and . != \"object\");"},
    {"scan/1", "def scan($re): scan($re; null);"},
    {"scan/2",
     "def scan($re; $flags): match($re; \"g\" + $flags) | if .captures | length > 0 then "
     "[.captures[] "
     "| .string] else .string end;"},
    {"skip/2",
     "def skip($n; f): if $n > 0 then foreach f as $x ($n; . - 1; if . < 0 then $x else empty end) "
     "elif $n == 0 then f else error(\"skip doesn't support negative count\") end;"},
    {"sort_by/1", "def sort_by(f): _sort_by(map([f]));"},
    {"split/2", "def split($re; $flags): [splits($re; $flags)];"},
    {"splits/1", "def splits($re): splits($re; null);"},
    {"splits/2", "def splits($re; $flags): _gaps([match($re; $flags + \"g\")]) | .[];"},
    {"strings/0", "def strings: select(type == \"string\");"},
    {"sub/2", "def sub($re; f): sub($re; f; \"\");"},
    {"sub/3",
     "def sub($re; f; $flags): [match($re; $flags)] as $m | _substitute($m; [$m[] | [_captures | "
     "f]]) "
     "| .[];"},
    {"test/1", "def test($re): _pattern($re) as [$r, $f] | test($r; $f);"},
    {"test/2", "def test(re; flags): _match(re; flags; true);"},
    {"_pattern/1",
     "def _pattern($v): $v | type as $t | if $t == \"string\" then [., null] elif $t == \"array\" "
     "and "
     "length > 1 then .[:2] elif $t == \"array\" and length > 0 then [.[0], null] else error($t + "
     "\" "
     "not a string or array\") end;"},
    {"to_entries/0",
     "def to_entries: if type == \"object\" then _to_entries else [keys_unsorted[] as $k | {key: "
     "$k, "
     "value: .[$k]}] end;"},
    {"toarray/0", "def toarray: if type == \"array\" then . else [.] end;"},
    {"todate/0", "def todate: todateiso8601;"},
    {"todateiso8601/0", "def todateiso8601: strftime(\"%Y-%m-%dT%H:%M:%SZ\");"},
    {"tostream/0",
     "def tostream: path(def r: (.[]? | r), .; r) as $p | getpath($p) | reduce path(.[]?) as $q "
     "([$p, "
     ".]; [$p + $q]);"},
    {"transpose/0", "def transpose: [range(0; map(length) | max // 0) as $i | [.[][$i]]];"},
    {"truncate_stream/1",
     "def truncate_stream(f): . as $n | null | f | . as $event | if (.[0] | length) > $n then "
     "setpath([0]; $event[0][$n:]) else empty end;"},
    {"unique_by/1", "def unique_by(f): _unique_by(map([f]));"},
    {"until/2", "def until(cond; f): def r: if cond then . else f | r end; r;"},
    {"values/0", "def values: select(. != null);"},
    {"walk/1",
     "def walk(f): def w: if type == \"object\" then map_values(w) elif type == \"array\" then "
     "map(w) "
     "else . end | f; w;"},
    {"while/2", "def while(cond; f): def r: if cond then ., (f | r) else empty end; r;"},
    {"with_entries/1", "def with_entries(f): to_entries | map(f) | from_entries;"},
};

constexpr std::string_view kInstructions[] = {
    "debug/0",   "empty/0", "env/0",        "error/0",  "error/1", "first/1",
    "getpath/1", "halt/0",  "halt_error/1", "input/0",  "map/1",   "not/0",
    "path/1",    "range/1", "range/2",      "select/1", "stderr/0"};

// Names that jq 1.8 does not know, which others do.
constexpr std::string_view kMore[] = {"ascii/0",   "date/0",       "dateadd/2",
                                      "datesub/2", "leaf_paths/0", "toarray/0"};

}  // namespace

std::span<const LibraryRow> LibraryRows() { return kRows; }
std::span<const std::string_view> InstructionNames() { return kInstructions; }

std::string_view LibraryText(std::string_view name) {
  for (const LibraryRow& row : kRows) {
    if (row.name == name) return row.text;
  }
  return {};
}

bool IsPublic(std::string_view name) {
  return !name.starts_with('_') &&
         std::find(std::begin(kMore), std::end(kMore), name) == std::end(kMore);
}

}  // namespace pysub::shell::jq
