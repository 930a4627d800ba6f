#!/usr/bin/env python3
"""Random scripts with large words and lists, or with deep nesting, measured: do the limits of a shell hold?

    shell_growth.py --shell=PATH/TO/pysub-shell [--count=N] [--seed=N] [--nesting] [--stack=KIB] [--jobs=N] [--one=SEED]

A script makes a word of up to 50 MB or a list of up to 200,000 cheaply, and then sends it through one or two expansions or
builtins. It has 0.3 s and the default memory. It must end by itself or by a limit, never by a signal, at most LATE seconds
of CPU behind its time, and its memory (the most that was resident, above an idle shell) must stay within 1.25 times the
limit and 8 MiB. --nesting writes constructs inside each other, --stack runs the shell with so small a native stack.
Script i is made from "SEED:i" alone: --one=SEED:i shows it and runs it again. Exit status 1: something did not hold.
"""

import argparse
import concurrent.futures
import os
import random
import resource
import subprocess
import sys
import tempfile
import threading

SECONDS = 0.3
LATE = 0.3
MEMORY = (256 << 20) * 5 // 4 + (8 << 20)
OPERATORS = [
    "#a", "##*a", "%a", "%%a*", "#?", "##?", "%?", "%%?", "#*b", "%b*", "#*[!a]", "%%+(a)", "##+(a|b)", "#$s", "%$s",
    "/a/b", "//a/b", "//a/$s", "/a/$x", "//a/$x", "/*/$x", "/*/$m", "//?/&&", "//[a-c]/&x&", "/#a/$x", "/%a/$x", "/#/$x", "/%/$x",
    "//$s/b", "//$x/b", "/$x/$x", "//a/$m", "//+(a)/$x", "/@(a|b)/$x", "//*/&&&", "//\"$s\"/\"$x\"", "/$g/b", "//$g/$x",
    "^^", ",,", "^", ",", "^^[a-m]", ",,?", "~~", "^^$s", "@Q", "@E", "@U", "@u", "@L", "@A", "@K", "@k", "@a", "@P",
    ":1", ":1:100", ": -5", ":0:9000000", ":1000000", ":2:-2", ":-w", ":=w", ":+$x$x", "-$x", "+\"$x\"", "+$g", ":?x",
]
# $x: a long word; $s: some 1,000 bytes; $m: ampersands; $g: stars; $w: words; $n: a large number of digits.
USES = [
    "y={P}", "y=\"{P}{P}\"", "set -- {P}", "set -- \"{P}\" {P}", "b=({P})", "b=(\"{P}\" {P})", "b+=(\"{P}\")", "for i in {P}; do :; done",
    "case {P} in a*b) ;; *$s*) ;; esac", "[[ {P} == *$s* ]]", "[[ {P} == {P} ]]", "[[ -n {P} && {P} < b ]]", ": {P}", ": \"{P}\" {P}", "echo {P} > /dev/null",
    "echo -e \"{P}\" > /dev/null", "printf %s \"{P}\" > /dev/null", "printf -v y %s {P}", "printf -v y %q \"{P}\"", "printf -v y '%b%b' \"{P}\" {P}",
    "printf -v y \"{P}\"", "printf -v y '%20000s|%-9s' {P}", "printf -v y '%d %d' {P}", "read y <<< \"{P}\"", "read -a y <<< \"{P}\"", "read -r -d '' y < <(echo \"{P}\")",
    "mapfile y <<< \"{P}\"", "mapfile -t -d a y <<< \"{P}\"", "mapfile -C : -c 1 y <<< \"{P}\"", "read -N 9000000 y <<< \"{P}\"", "eval \"y='{P}'\"", "eval \": {P}\"", "eval {P}",
    "declare y={P}", "declare -p x a > /dev/null", "declare -a y=\"({P})\"", "declare -A y=([k]={P})", "declare -i y; y=\"{P}\"", "declare -u y; y=\"{P}\"", "declare -l y=\"{P}\"; y+={P}",
    "local y={P}", "export y={P}; (:)", "readonly y=\"{P}\"", "typeset -n y=x; z=$y{P}", "unset \"x[{P}]\"", "unset {P}", "f \"{P}\" {P}", "f {P}", "f() {{ f \"$@\" \"{P}\"; }}; f", "alias y=\"{P}\"; alias > /dev/null",
    "trap \"{P}\" USR1; trap > /dev/null", "set -x; : {P}", "set -x; y={P}", "PS4=\"{P}\"; set -x; :", "cat <<< \"{P}\" > /dev/null", "cat <<E > /dev/null\n{P}{P}\nE\n", "y=$(echo {P})", "y=$(echo \"{P}\"; echo \"{P}\")", "y=`echo {P}`",
    "y=$(<<< \"{P}\")", "wc -c < <(echo {P}) > /dev/null", "(( {P} ))", "let \"y={P}\"", "y=$(( {P} + 1 ))", "z[{P}]=1", "q[\"{P}\"]=\"{P}\"", "echo ${{q[{P}]}} > /dev/null", "test {P} = {P}", "[ \"{P}\" -eq 1 ]", "test -v \"{P}\"",
    "IFS={P}; y=(${w} $x)", "IFS={P}; read -a y <<< \"$w $x\"", "IFS={P}; echo \"${{a[*]}}\" > /dev/null", "IFS={P}; y=\"$*\"", "select i in {P}; do break; done < /dev/null 2> /dev/null", "COLUMNS=100000000; select i in {P}; do break; done < /dev/null 2> /dev/null",
    "type {P} 2> /dev/null", "command -v {P}", "hash {P} 2> /dev/null", "kill {P} 2> /dev/null", "wait {P} 2> /dev/null", "shift {P} 2> /dev/null", "exit {P} 2> /dev/null", "return {P} 2> /dev/null", "break {P}", "ulimit -n {P} 2> /dev/null",
    "umask {P} 2> /dev/null", "getopts {P} y {P}", "getopts ab y {P}", "while getopts abc y {P}; do :; done", "compgen -W {P} > /dev/null", "compgen -W \"{P}\" -P \"$s\" > /dev/null", "compgen -W \"$w\" -X \"{P}\" > /dev/null", "compgen -A variable {P}",
    "echo {{a,b,{P}}}{{c,{P}}} > /dev/null", "echo {{$x,{P}}}{{1..100}} > /dev/null", "echo {P}{{1..3000}} > /dev/null", "echo *{P}* > /dev/null", "echo /*/{P}[a] > /dev/null", "shopt -s nullglob; y=({P}*)", "shopt -s extglob; y=(+(a|$s)$g)", "GLOBIGNORE={P}; echo /* > /dev/null",
    "y=~{P}", "pushd {P} 2> /dev/null; dirs > /dev/null", "nosuch {P} 2> /dev/null", "{P} 2> /dev/null", "echo > {P} 2> /dev/null", "cat < \"{P}\" 2> /dev/null", "source {P} 2> /dev/null", "exec {P} 2> /dev/null", "command {P} 2> /dev/null", "builtin {P} 2> /dev/null", "y={P} command :", "y={P} f", "y={P} (( 1 )) ",
    "{P}=1 2> /dev/null", "set -- {P}; set -- \"$@\" \"$@\"", "set -- {P}; y=\"$*\"", "set -- {P}; y=(\"${{@:2}}\")", "set -- {P}; shift 5; y=$#", "set -- {P}; for i; do :; done", "set -- {P}; y=\"${{@@Q}}\"", "set -- {P}; y=\"${{*/a/$s}}\"", "set > /dev/null", "shopt -s {P} 2> /dev/null", "set -o {P} 2> /dev/null",
    "y=\"${{!q[@]}}{P}\"", "y=(\"${{!a[@]}}\" {P})", "y=\"${{q[*]}}\"", "y=${{#a[@]}}{P}", "y=${{!x}}", "z={P}; y=${{!z}}", "y=\"${{a[@]{O}}}\"", "y=\"${{a[*]{O}}}\"", "y=(\"${{a[@]{O}}}\")", "y=(${{a[@]{O}}})", "y=\"${{@{O}}}\"", "y=\"${{q[@]{O}}}\"",
    "y=\"${{x{O}}}\"", "y=${{x{O}}}", "y=\"${{w{O}}}\"", "y=(${{w{O}}})", "x=\"${{x{O}}}\"; x=\"${{x{O}}}\"", "jobs {P}", ": & y={P}; (y=b; x=c); wait", "( x=b; y={P} ) & ( a[1]=2; b=({P}) ) & wait", "{{ y={P}; a[5]=3; }} | {{ x=1; a=(); }}",
    "env \"y={P}\" true", "fc {P} 2> /dev/null", "caller {P}", "times {P}", "history {P}", "disown {P} 2> /dev/null", "complete {P} 2> /dev/null", "enable {P} 2> /dev/null", "help {P} > /dev/null 2>&1", "dirs {P} 2> /dev/null", "popd {P} 2> /dev/null", "bind {P} 2> /dev/null", "logout {P} 2> /dev/null",
]
PARTS = ["$x", "$s$x", "$x$s", "$w", "$n", "$g$s", "$m", "${x{O}}", "${x{O}}", "${w{O}}", "${a[@]}", "${a[*]}", "${a[@]{O}}", "${q[@]}", "$s", "$@", "$(echo $s)", "{a,b}$x", "$((1))$x", "'a b'$s", "\\*$s"]
# The chains of words that name each other.
CHAINS = [
    "x=echo; for i in {{1..{N}}}; do x=\"{W} $x\"; done; $x hi > /dev/null",
    "a0=1; for i in {{1..{N}}}; do declare \"a$i=a$((i-1))+a$((i-1))\"; done; echo $((a{N}))",
    "a0=1; for i in {{1..{N}}}; do declare \"a$i=z[a$((i-1))]+z[a$((i-1))]\"; done; echo $((a{N}))",
    "shopt -s expand_aliases\nfor i in {{1..{N}}}; do alias a$i=\"a$((i+1)) b\"; done\neval a1",
    "shopt -s expand_aliases\nalias y='echo a; '\neval \"$(printf 'y %.0s' {{1..{N}}})\"",
    "f() {{ local x$1; (( $1 < {N} )) && f $(( $1 + 1 )); }}; f 1",
    "f() {{ eval \"f $1\"; }}; f 1", "f() {{ for i in {{1..{N}}}; do local v$i=$i; done; }}; f",
    "declare -A q; for i in {{1..{N}}}; do q[$i]=$i; done; for i in {{1..{N}}}; do unset 'q[$i]'; done",
    "for i in {{1..{N}}}; do a[i*7]=$i; done; y=(\"${{a[@]:5:{N}}}\"); for i in {{1..{N}}}; do unset 'a[i*7]'; done",
    "for i in {{1..{N}}}; do a[0]+=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done",
    "for i in {{1..{N}}}; do eval \"f$i() {{ :; }}\"; done; for i in {{1..{N}}}; do (g() {{ :; }}); done",
    "for i in {{1..{N}}}; do declare v$i=1; done; for i in {{1..{N}}}; do (x=1); done",
    "for i in {{1..{N}}}; do exec {{y}}>&1; done; for i in {{1..{N}}}; do echo a >&$y; done > /dev/null",
    "declare -l y; for i in {{1..{N}}}; do y+=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA; done",
    "set -- {{1..{N}}}; while getopts a y; do :; done; for i in {{1..{N}}}; do getopts a y; done",
    "for i in {{1..{N}}}; do pushd / ; done > /dev/null; for i in {{1..{N}}}; do popd; done > /dev/null",
    "for i in {{1..{N}}}; do trap \": $i\" USR1; done; set -- {{1..{N}}}; for i in {{1..{N}}}; do shift; done",
    "for i in {{1..{N}}}; do : & done; wait", "PATH=$(printf '/a:%.0s' {{1..{N}}}); for i in {{1..{N}}}; do nosuch; done 2> /dev/null",
    "x=$(printf '[%.0s' {{1..{N}}}); y=($x)", "x=$(printf '[[:%.0s' {{1..{N}}}); case a in $x) ;; esac; y=${{s//$x/}}", "x=$(printf '?(%.0s' {{1..{N}}}); shopt -s extglob; y=${{s//$x/}}",
    "x=$(printf '{{%.0s' {{1..{N}}}); eval \"echo $x\" > /dev/null", "x=$(printf '{{${{%.0s' {{1..{N}}}); eval \"echo $x\" > /dev/null 2>&1", "x=$(printf '*a%.0s' {{1..{N}}}); y=${{x%%$x}}; [[ $s$s == $x ]]",
]
WORDS = ["command", "builtin", "exec", "env", "eval", "command -p", "builtin --", "command --", "!", "time", "nohup", "nice", "timeout 9", "command builtin", "xargs", "coproc", "exec -a b", "command -v", "bash -c"]

# Open, close: around each other.
NESTS = [
    ("$((", "))", "1"), ("$(( 1 + (", "))", "1"), ("${x:-", "}", "a"), ("${x:-\"", "\"}", "a"), ("\"${x:-", "}\"", "a"), ("$(echo ", ")", "a"), ("`echo ", "`", "a"), ("<(echo ", ")", "a"), ("{a,", "}", "b"),
    ("${x/", "}", "a"), ("${x/a/", "}", "b"), ("${x#", "}", "a"), ("${a[", "]}", "0"), ("${x:", "}", "0"), ("@(", ")", "a"), ("!(", ")", "a"), ("+(a|", ")", "b"), ("$'", "'", "a"), ("[", "]", "a"), ("[[:", ":]]", "alpha"), ("\"$(echo \"", "\")\"", "a"), ("$(<", ")", "a"),
]
COMMANDS = [
    ("( ", " )", ":"), ("{ ", "; }", ":"), ("if ", "; then :; fi", ":"), ("if :; then ", "; fi", ":"), ("if :; then :; else ", "; fi", ":"), ("while ", "; do break; done", ":"), ("while :; do ", "; break; done", ":"), ("until ", "; do break; done", "false"),
    ("for i in a; do ", "; done", ":"), ("for ((;;)); do ", "; break; done", ":"), ("case a in a) ", ";; esac", ":"), ("case $(", ") in esac", ":"), ("f() { ", "; }; f", ":"), ("f() ( ", " ); f", ":"), ("! ", "", ":"), ("time ", "", ":"), ("coproc ", "", ":"), (": | ", "", ":"), ("", " | :", ":"),
    (": && ", "", ":"), ("", " && :", ":"), (": ; ", "", ":"), ("", " & :", ":"), ("[[ ", " ]]", "a"), ("[[ ! ", " ]]", "a"), ("(( ", " ))", "1"), ("select i in a; do ", "; done", "break"), ("eval ", "", ":"), ("x=$(", ")", ":"), ("x=(", ")", "a"), ("x=([", "]=1)", "0"), ("cat <<E\n$(", ")\nE\n", ":"),
    ("cat <<< ", "", "a"), ("trap ", " EXIT", ":"), ("{ ", "; } > /dev/null", ":"), ("function f { ", "; }", ":"), ("bash -c '", "'", ":"),
]
CONDITIONS = [("! ", "", "a"), ("( ", " )", "a"), ("a && ", "", "a"), ("a || ( ", " )", "a"), ("-n ", "", "a"), ("a == @(", ")", "a"), ("a =~ (", ")", "a"), ("( a && ", " )", "a")]
ARITHMETIC = [("(", ")", "1"), ("-", "", "1"), ("!", "", "1"), ("~", "", "1"), ("- -", "", "1"), ("1 ? ", " : 0", "1"), ("1 ? 1 : ", "", "1"), ("1 + ", "", "1"), ("1 ** ", "", "1"), ("1 - (", ")", "1"), ("a[", "]", "0"), ("x = ", "", "1"), ("x += ", "", "1"), ("1, ", "", "1"), ("1 && ", "", "1"), ("++", "", "x"), ("$((", "))", "1"), ("${a[", "]}", "0"), ("(1 ? ", " : 0)", "1")]


def word(choose):
    size = choose.choice([1, 1, 2, 4, 8, 16, 24, 32, 50])
    power = max(1, size).bit_length() + 19
    lines = [f"x={choose.choice(['a', 'a', 'ab', 'é', '&', 'x y', 'a*', chr(92) * 2, 'A', '1', '(', '[', '%s', 'a,'])!r}; for i in {{1..{power}}}; do x=$x$x; done"]
    if choose.random() < 0.5:
        lines[0] = f"printf -v x '%{size * 300000}s'; x=${{x// /aaa}}" if size < 50 else f"printf -v x '%16000000s'; x=$x$x$x"
    return lines


def growth(choose):
    if choose.random() < 0.12:
        chain = choose.choice(CHAINS)
        return chain.format(N=choose.choice([45, 1000, 3000, 30000, 200000]), W=choose.choice(WORDS))
    lines = ["set -f"] if choose.random() < 0.7 else []
    lines += ["f() { :; }; shopt -s extglob expand_aliases", "printf -v s '%1000s'; s=${s// /a}; printf -v m '%200000s'; m=${m// /&}; printf -v g '%3000s'; g=${g// /a*}",
              "printf -v w '%300000s'; w=${w// /ab }; printf -v n '%100000s'; n=${n// /7}"]
    if choose.random() < 0.75:
        lines += word(choose)
    else:
        lines.append("x=$w")
    if choose.random() < 0.5:
        lines.append(f"a=({{1..{choose.choice([1000, 50000, 200000])}}})")
    else:
        lines.append("a=(1 2 3); a[5]=$x")
    lines.append("declare -A q; q[k]=$s; q[x]=1")
    if choose.random() < 0.3:
        lines.append(f"set -- {choose.choice(['$w', '{1..100000}', '$x $x', '-a -b'])}")
    for _ in range(choose.choice([1, 1, 2, 3])):
        use = choose.choice(USES)
        if "{P}" in use or "{O}" in use or "{{" in use:
            while "{P}" in use:
                use = use.replace("{P}", choose.choice(PARTS), 1)
            while "{O}" in use:
                use = use.replace("{O}", choose.choice(OPERATORS), 1)
            use = use.replace("{{", "{").replace("}}", "}")
        lines.append(use)
    return "\n".join(lines)


def nesting(choose):
    depth = choose.choice([50, 190, 200, 210, 1000, 10000, 100000])
    kind = choose.randrange(5)
    if kind == 0:
        parts = [choose.choice(NESTS) for _ in range(choose.choice([1, 1, 1, 2]))]
        form = choose.choice(["echo {}", "x={}", "[[ a == {} ]]", "case a in {}) ;; esac", "cat <<E\n{}\nE", "y=${{x//{}}}", "echo $(( {} ))", "a[{}]=1", "declare x={}", "for i in {}; do :; done", "echo > {}", "eval echo {}", "alias z={}; z", "trap {} EXIT", "read 'a[{}]' <<< 1", "printf -v 'a[{}]' 1"])
    elif kind == 1:
        parts = [choose.choice(COMMANDS) for _ in range(choose.choice([1, 1, 1, 2]))]
        form = choose.choice(["{}", "{}", "x=$({})", "f() {{ {}; }}; declare -f f; f", "trap '{}' USR1; kill -USR1 $$", "eval '{}'", "( {} ) | cat", "cat <<E\n$({})\nE", "echo '{}' > s; . ./s", "set -x; {}", "set -n; {}"])
    elif kind == 2:
        parts = [choose.choice(CONDITIONS)]
        form = choose.choice(["[[ {} ]]", "test {}", "[ {} ]", "if [[ {} ]]; then :; fi"])
    elif kind == 3:
        parts = [choose.choice(ARITHMETIC) for _ in range(choose.choice([1, 1, 2, 3]))]
        form = choose.choice(["echo $(( {} ))", "(( {} ))", "let '{}'", "y='{}'; echo $((y))", "declare -i y; y='{}'", "[[ '{}' -eq 1 ]]", "y=(1); echo ${{y[{}]}}", "x=abc; echo ${{x:{}}}", "for (({};0;)); do :; done", "y='{}'; test -v \"a[$y]\"", "y='{}'; unset \"a[$y]\"", "y='{}'; printf -v \"a[$y]\" 1"])
    else:
        form = "{}"
        n = depth
        return choose.choice([
            f"for i in {{1..{n}}}; do declare -n r$i=r$((i+1)); done; echo $r1", f"f() {{ [ $1 -gt 0 ] && f $(($1-1)); }}; f {n}", f"f() {{ x=$(f); }}; f", f"i=0; f() {{ ((i++ < {n})) && eval f; }}; f",
            f"echo 'i=$((i+1)); ((i < {n})) && . ./s' > s; . ./s", f"for i in {{1..{n}}}; do alias a$i=a$((i+1)); done; shopt -s expand_aliases\neval a1", f"x=x; for i in {{1..17}}; do x=\"$x$x\"; done; alias x=\"$x\"; eval \"x $x\"",
            "x='a[x]'; declare -n y=x; echo $((y))", "declare -n r='a[r]'; echo $((r)) $r", "x='${x@P}'; echo ${x@P}", "PS4='${PS4@P}$((PS4))'; set -x; :", "x='a[$(echo x)]'; echo $((x)) ${!x}; test -v \"$x\"", "trap 'trap \"false\" ERR; false' ERR; false", "trap 'kill -USR1 $$' USR1; kill -USR1 $$",
            "f() { trap f RETURN; }; f", f"exec {{y}}<<< a; for i in {{1..{n}}}; do exec 3<&$y; done", f"x=a; for i in {{1..{n}}}; do x=\"$x[a\"; done; echo $(( $x ))", f"x=a; for i in {{1..{n}}}; do declare a$i='a'$((i-1))'[1]'; done; echo $((a{n}))",
            f"x=$(printf '(%.0s' {{1..{n}}}); [[ a =~ $x ]]", f"x=$(printf '(a%.0s' {{1..{n}}})$(printf ')*%.0s' {{1..{n}}}); [[ a =~ $x ]]", f"x=$(printf '*(a%.0s' {{1..{n}}})$(printf ')%.0s' {{1..{n}}}); [[ aaaaaaaa == $x ]]", f"x=$(printf '[[:alpha:]%.0s' {{1..{n}}}); [[ a == $x ]]",
            f"set -- $(printf '( %.0s' {{1..{n}}}) a $(printf ') %.0s' {{1..{n}}}); test \"$@\"", f"set -- $(printf '! %.0s' {{1..{n}}}) a; test \"$@\"; [ \"$@\" ]", f"set -- $(printf -- '-n a -a %.0s' {{1..{n}}}) a; test \"$@\"", f"x=$(printf '{{a,%.0s' {{1..{n}}})$(printf '}}%.0s' {{1..{n}}}); eval echo $x",
            f"find . $(printf '( %.0s' {{1..{n}}}) -name a $(printf ') %.0s' {{1..{n}}})", f"expr $(printf '( %.0s' {{1..{n}}}) 1 $(printf ') %.0s' {{1..{n}}})", f"sed \"$(printf '{{%.0s' {{1..{n}}})\" <<< a", f"x=; for i in {{1..{n}}}; do x=\"$x<<E$i \"; done; eval \"cat $x\"", f"mkdir d; cd d; for i in {{1..{n}}}; do mkdir d; cd d; done; echo **/d; shopt -s globstar; echo /**/d | wc",
        ])
    separator = choose.choice(["", "", " "])
    opened = "".join(parts[i % len(parts)][0] + separator for i in range(depth))
    closes = choose.random() < 0.8
    closed = "".join(parts[i % len(parts)][1] for i in reversed(range(depth))) if closes else ""
    return form.replace("{{", "\0").replace("}}", "\1").replace("{}", opened + parts[0][2] + closed).replace("\0", "{").replace("\1", "}")


def run(shell, script, stack):
    def prepare():
        if stack:
            resource.setrlimit(resource.RLIMIT_STACK, (stack << 10, stack << 10))
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (20, 20))

    with tempfile.TemporaryFile() as out, tempfile.NamedTemporaryFile("w") as file:
        file.write(script)
        file.flush()
        process = subprocess.Popen([shell, f"--timeout={SECONDS}", file.name], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=out, preexec_fn=prepare)
        killer = threading.Timer(60, process.kill)
        killer.start()
        _, status, usage = os.wait4(process.pid, 0)
        killer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(max(0, out.seek(0, os.SEEK_END) - 300))
        return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10, out.read().decode("utf-8", "replace")


def complaint(shell, script, stack, idle):
    status, cpu, resident, error = run(shell, script, stack)
    if status < 0 or "Sanitizer" in error:
        return f"signal {-status} {error}"
    if resident - idle > MEMORY:
        return f"{(resident - idle) >> 20} MiB"
    if cpu > SECONDS + LATE:
        return f"{cpu:.2f} s of CPU"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shell", required=True)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--nesting", action="store_true")
    parser.add_argument("--stack", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--one", default="")
    options = parser.parse_args()
    make = nesting if options.nesting else growth
    idle = run(options.shell, ":", 0)[2]
    if options.one:
        script = make(random.Random(options.one))
        print(script if len(script) < 4000 else script[:2000] + "\n...\n" + script[-2000:])
        print(run(options.shell, script, options.stack))
        return 0
    found = 0

    def check(i):
        script = make(random.Random(f"{options.seed}:{i}"))
        # Others that use the machine can make a run late: twice is a finding.
        first = complaint(options.shell, script, options.stack, idle)
        return i, first and complaint(options.shell, script, options.stack, idle), script

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for i, text, script in pool.map(check, range(options.count)):
            if text:
                found += 1
                print(f"--- {options.seed}:{i}: {text}\n{script[:600]}", flush=True)
    print(f"{options.count} scripts, {found} did not hold")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
