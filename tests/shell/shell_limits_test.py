#!/usr/bin/env python3
"""Runs scripts that try to use more than they are given, and measures what they really used.

    shell_limits_test.py PYSUB_SHELL [--only=PATTERN] [--jobs=N] [--every=N] [--sample=N] [--slow=FACTOR] [--verbose]

A script ends by itself or by a limit: with the status and the words of that limit, at most a quarter of a second after the time
it was given (of CPU, since others may use the machine; a few seconds on the clock; more as the machine is slower than that of
../tools/pace.py), and with no more memory than its limit and
some room beside it. It never ends by a signal.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import end_if_listing, is_wanted
from greedy_programs import greedy
from pace import pace_of

SECONDS = 2  # --timeout
LATE = 0.25
LATE_ON_CLOCK = 4
MEMORY = 256 << 20  # the default limit of a shell
ROOM = 64 << 20
STREAM = 32 << 20  # what data that only flows through may take

# Name: script, expected status (None: any that is not a signal's), pattern of all output, memory above an idle shell.
ENDS = {
    "yes_head": ("yes | head -3", 0, "y\ny\ny\n", STREAM),
    "pipe_200_mb": ("head -c 200M /dev/zero | cat | tr '\\0' x | wc -c", 0, "209715200\n", STREAM),
    "pipe_200_mb_lines": ("yes | head -c 200M | cat | wc -l", 0, "104857600\n", STREAM),
    "pipe_to_python": ("yes | head -c 100K | python3 -c 'import sys; print(sum(len(l) for l in sys.stdin))' | cat", 0, "102400\n", STREAM),
    "pipe_from_python": ("python3 -c 'for i in range(10**9): print(i)' | head -2", 0, "0\n1\n", STREAM),
    "rg_stream": ("yes abc | head -c 40M | rg -c b", 0, "10485760\n", STREAM),
    "xz_stream": ("yes abcdef | head -c 40M | xz | xzcat | wc -c", 0, "41943040\n", STREAM),
    "zstd_stream": (
        "printf KLUv/aTwSQIAfAAAGGFiAAIAfEdXF3s45Q4Lg08CAP7KKCk= | base64 -d >z; for i in {1..300}; do cat z; done | zstd -dc | wc -c", 0, "45000000\n", STREAM,
    ),
    # A window of 128 MiB, all of it used: it grows as it is filled, and the script ends where there is no room for it.
    "zstd_window": ("(printf '(\\265/\\375\\0\\210'; for i in {1..2000}; do printf '\\2\\0\\20a'; done) | zstd -dc | wc -c", None, None, MEMORY + ROOM),
    "bzip2_stream": ("seq 1000000 | head -c 4M | bzip2 | bunzip2 | wc -c", 0, "4194304\n", STREAM),
    # A turn is as long as the work that is done in it, however few steps that takes.
    "timeout_of_xz": ("timeout 0.2 xz </dev/urandom >/dev/null; echo $?", 0, "124\n", STREAM),
    "timeout_of_gzip": ("timeout 0.2 gzip -9 </dev/urandom >/dev/null; echo $?", 0, "124\n", STREAM),
    "grep_stream": ("yes abc | head -c 40M | grep -c b", 0, "10485760\n", STREAM),
    # Legal, and no reason to refuse: what is charged is what is held.
    "sed_many_substitutions": ("seq -f 's/a%g/b/' 3000 > s; seq 20 | sed -f s | tail -1", 0, "20\n", MEMORY),
    "aliases_in_a_function": (
        "shopt -s expand_aliases; alias say=': x'; eval \"f() { $(printf 'say a;%.0s' {1..20000}) }\"; f; echo $?", 0, "0\n", STREAM + (32 << 20),
    ),
    "reader_gone": ("yes | true; echo ${PIPESTATUS[@]}", 0, "141 0\n", STREAM),
}

# Scripts that would not end, or take all memory, without limits.
ENDLESS = {
    "fork_bomb": ":(){ :|:& };:",
    "fork_bomb_foreground": "f(){ f | f; }; f",
    "background_forever": "while :; do sleep 1000 & done",
    "recursion": "f(){ f; }; f",
    "recursion_subshell": "f(){ (f); }; f",
    "recursion_substitution": "f(){ x=$(f); }; f",
    "recursion_eval": "f(){ eval f; }; f",
    "recursion_source": "echo '. /tmp/a' > /tmp/a; . /tmp/a",
    "recursion_trap": "trap 'false' ERR; trap 'kill -TERM $$' TERM; kill -TERM $$; while :; do :; done",
    "recursion_debug": "trap ': x' DEBUG; while :; do :; done",
    "recursion_exec": "echo 'exec bash /tmp/a' > /tmp/a; bash /tmp/a",
    "recursion_script": "echo 'bash /tmp/a' > /tmp/a; bash /tmp/a",
    "recursion_arithmetic": "a=b b=a; echo $((a))",
    "recursion_arithmetic_deep": "x=$(printf '(%.0s' {1..100000}); echo $((x))",
    "recursion_parameter": "declare -n a=b b=a; echo $a",
    "nesting_parens": "eval \"$(printf '(%.0s' {1..100000})\"",
    "nesting_substitution": "eval \"$(printf '$(%.0s' {1..100000})\"",
    "nesting_braces": "eval \"echo $(printf '{a,%.0s' {1..10000})\"",
    "nesting_if": "eval \"$(printf 'if %.0s' {1..100000})\"",
    "recursion_subscript": "x='a[x]'; echo $((x))",
    "recursion_subscripts": "a='b[a]'; declare -i i; i=a; [[ a -eq 1 ]]; let a; unset 'b[a]'",
    "recursion_exponential": "a0=1; for i in {1..45}; do declare \"a$i=a$((i-1))+a$((i-1))\"; done; echo $((a45))",
    "recursion_command": "x=echo; for i in {1..30000}; do x=\"command $x\"; done; $x hi",
    "recursion_builtin": "x=echo; for i in {1..3000}; do x=\"command -p builtin $x\"; done; $x hi",
    "broken_pipe_error": "while :; do { echo a; nosuch; nosuch; } 2>&1 | true; done",
    "loop_while": "while :; do :; done",
    "loop_until": "until false; do :; done",
    "loop_for": "for ((;;)); do :; done",
    "loop_arithmetic": "i=0; while ((i >= 0)); do ((i++)); done",
    "loop_select": "yes | (select x in a b; do :; done) > /dev/null",
    "loop_read": "yes | while read x; do :; done",
    "loop_words": "for i in {1..100000}; do for j in {1..100000}; do :; done; done",
    "output": "yes",
    "output_loop": "while :; do echo x; done",
    "output_error": "while :; do echo x >&2; done",
    "output_printf": "printf '%1000000000s'",
    "output_brace": "echo {1..1000000000}",
    "output_trace": "set -x; while :; do :; done",
    "memory_doubling": "x=x; while :; do x=$x$x; done",
    "memory_append": "while :; do x+=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done",
    "memory_array": "while :; do a+=(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa); done",
    "memory_map": "declare -A m; i=0; while :; do m[$i]=$i; ((i++)); done",
    "memory_sparse": "a[9223372036854775807]=1; a[1000000000]=2; echo ${!a[@]}; a=([999999999999]=x); echo ${a[@]:0:3}",
    "memory_variables": "i=0; while :; do eval \"v$i=1\"; ((i++)); done",
    "memory_function_words": "printf -v x '%7000000s'; for i in {1..200}; do eval \"f$i() { : '$x'; }\"; done",
    "memory_redirections": "printf -v x '%3500000s'; eval \": ${x// /<<A }\"",
    "memory_redirections_made": "printf -v x '%3000000s'; eval \": ${x// /<<<a }\"",
    "memory_parsed_elements": "printf -v x '%8000000s'; eval \"a=(${x// /a })\"",
    "memory_parsed_parameters": "printf -v x '%5000000s'; eval \": ${x// /\\$a}\"",
    "memory_aliases_doubling": "shopt -s expand_aliases; for i in {1..40}; do alias \"a$i=a$((i+1)) ; a$((i+1))\"; done; eval a1",
    "memory_aliases_doubling_groups": "shopt -s expand_aliases; for i in {1..40}; do alias \"a$i={ a$((i+1)) ; a$((i+1)); }\"; done; eval a1",
    "memory_array_elements": "a=({1..1900000}); x=\"${!a[*]}\"",
    "memory_jq_array": "jq -n 'reduce repeat(1) as $i ([]; . + [$i])'",
    "memory_jq_text": "jq -n 'def f: . + . | f; \"x\" | f'",
    "memory_jq_objects": "jq -n 'reduce range(1000000000) as $i ({}; .[\"k\\($i)\"] = $i)'",
    "memory_jq_recursion": "jq -n 'def f: f + 1; f'",
    "memory_jq_forks": "jq -n 'def f: (1, 2) | f; f'",
    "memory_jq_shared": "jq -n 'reduce range(200) as $i ([]; [., .]) | tojson | length'",
    "memory_jq_input": "yes '[1,' | jq .",
    "jq_endless": "jq -n 'def f: f; f'",
    "jq_endless_output": "jq -n 'repeat(1)'",
    "jq_pattern": "jq -n '\"a\" * 100000 | test(\"(a*)*\\\\\\\\1b\")'",
    "pr_wide_tabs": "yes $'\\t' | tr -d '\\n' | head -c 1M > t; pr -a -2 -J -t -e1000000 t",
    "memory_curl_write_out": "u=$(head -c 60000 /dev/zero | tr '\\0' a); curl -s \"file:///etc/hostname?$u\" -w \"$(printf '%%{url}%.0s' {1..15000})\"",
    "memory_yq_items": "yes '- a' | yq .",
    "memory_yq_nesting": "yes '[' | tr -d '\\n' | yq .",
    "memory_yq_quoted": "(echo '\"'; yes a) | yq .",
    "memory_yq_anchors": "seq -f '- &a%g x' 100000000 | yq .",
    "memory_yq_laughs": "yq --max-expansion-factor 1000000000 . <<< \"$(printf 'a0: &a0 x\\n'; for i in {1..60}; do printf 'a%d: &a%d [*a%d,*a%d]\\n' $i $i $((i-1)) $((i-1)); done)\"",
    "memory_yq_output": "yq -n -y 'repeat(1)'",
    "bc_loop": "echo 'while (1) { i += 1; }' | bc",
    "bc_empty_loop": "echo 'for (;;) { }' | bc",
    "bc_power": "echo '2^(10^9)' | bc",
    "bc_powers": "echo '7^(10^7)' | bc",
    "bc_scale": "echo 'scale=2000000000; 1/3' | bc",
    "bc_root": "echo 'scale=1000000; sqrt(2)' | bc",
    "bc_library": "echo 'scale=100000; e(1)' | bc -l",
    "bc_base": "echo 'obase=7; 3^4000000' | bc",
    "bc_output": "echo 'while (1) 2^1000' | bc | wc -l",
    "bc_digits": "(echo 'ibase=7'; head -c 20000000 /dev/zero | tr '\\0' 6; echo) | bc",
    "memory_bc_recursion": "printf 'define f(n) { return 1 + f(n + 1); }\\nf(1)\\n' | bc",
    "memory_bc_locals": "printf 'define f(a[]) { auto b[]; b[1] = 2; return 1 + f(b[]); }\\nf(x[])\\n' | bc",
    "memory_bc_array": "echo 'while (1) a[i++] = i' | bc",
    "memory_bc_number": "echo 'x = 7; while (1) x = x * x' | bc",
    "memory_bc_nesting": "yes '(' | tr -d '\\n' | bc",
    "memory_bc_blocks": "yes '{' | bc",
    "memory_bc_string": "(echo '\"'; yes) | bc",
    "memory_bc_names": "seq -f 'define x%g() { auto y%g, z%g[]; }' 100000000 | bc",
    "memory_bc_input": "tr '\\0' 7 < /dev/zero | bc",
    "dc_loop": "dc -e '[lax]sa lax'",
    "dc_power": "dc -e '2 1000000000^p'",
    "dc_root": "dc -e '1000000k 2v p'",
    "dc_bytes": "dc -e '7 4000000^ P' | wc -c",
    "memory_dc_recursion": "dc -e '[lax 1]sa lax'",
    "memory_dc_stack": "dc -e '[1 lax]sa lax'",
    "memory_dc_register": "dc -e '[1 Sb lax]sa lax'",
    "memory_dc_array": "dc -e '0[d1+d1r:blax]sa lax'",
    "memory_dc_string": "dc -e '[xxxxxxxxxxxxxxxxxxxx]' -e '[d lax]sa lax'",
    "memory_dc_input": "tr '\\0' '[' < /dev/zero | dc",
    "memory_dc_number": "tr '\\0' 7 < /dev/zero | dc",
    "make_doubling": "(echo 'a0=x'; for i in {1..60}; do echo \"a$i=\\$(a$((i-1)))\\$(a$((i-1)))\"; done; echo 'all: ; @echo $(words $(a60))') | make -f -",
    "make_doubling_now": "(echo 'a0:=x'; for i in {1..60}; do echo \"a$i:=\\$(a$((i-1)))\\$(a$((i-1)))\"; done; echo 'all:;') | make -f -",
    "make_call_itself": "printf 'f = $(call f,x$(1))\\n$(info $(call f,a))\\nall:;\\n' | make -f -",
    "make_eval_itself": "printf 'define x\\n$(call y)\\nendef\\ny = $(eval $(value x))\\n$(call y)\\n' | make -f -",
    "make_make": "printf 'all: ; @$(MAKE)\\n' > Makefile; make",
    "make_remakes_makefile": "printf 'all:;\\ninclude a.mk\\na.mk: FORCE; @date +%%N > a.mk; sed -i s/^/#/ a.mk\\nFORCE:\\n' > Makefile; make",
    "make_rules": "(echo 'all: x.a0'; for i in {0..400}; do for j in {0..40}; do echo \"%.a$i: %.a$((i+j+1)) ; @echo\"; done; done) > Makefile; make",
    "make_foreach": "printf 'L := $(shell seq 1 9000)\\n$(info $(words $(foreach i,$(L),$(foreach j,$(L),$(i)$(j)))))\\nall:;\\n' | make -f -",
    "memory_make_input": "yes 'a: b' | make -f -",
    "memory_patch_input": "yes | patch a",
    "patch_search": "yes x | head -n 300000 > b; (echo '--- b'; echo '+++ b'; echo '@@ -1,100000 +1,100000 @@'; yes ' x' | head -n 99999; echo '-y'; echo '+z') | patch -f b",
    "memory_sed_labels": "sed -f <(seq -f ': l%g' 1600000) <<< a",
    "memory_sed_letters": "printf -v x '%8000000s'; sed -f <(echo \"y/${x// /a}/${x// /b}/\") <<< a",
    "memory_sed_parts": "printf -v x '%8000000s'; sed -f <(echo \"s/\\(a\\)/${x// /\\\\1}/\") <<< b",
    # Blocks of another size each time: what the C library keeps of all of them is stated in docs/memory-account.md.
    "memory_generations": (
        "g() { local -n A=$1 P=p$1; local s t n=$4 i; printf -v s \"%$2s\" x; printf -v t \"%$3s\" x; for ((i=0;i<n;i++)); do A[i]=$s; P[i]=$t; done; unset -n A P; unset \"$1\"; }; "
        "printf -v big '%15000000s' x; unset big; g a 600 24 280000; g b 6000 640 33000; g c 60000 6300 2900; g d 600000 63000 240; g e 6000000 620000 18",
        None, None, MEMORY + (192 << 20),
    ),
    "memory_functions": "i=0; while :; do eval \"f$i() { echo a b c; }\"; ((i++)); done",
    "memory_aliases": "shopt -s expand_aliases; i=0; while :; do alias a$i=echo; ((i++)); done",
    "memory_traps": "i=0; while :; do trap \"$(printf '%10000s')$i\" USR1; ((i++)); done",
    "memory_words": "set -- $(seq 1000000); while :; do set -- \"$@\" \"$@\"; done",
    "memory_here": "x=$(printf '%1000000s'); while :; do x=$(cat <<< \"$x$x\"); done",
    "memory_words_of_child": "x=$(head -c 80M /dev/zero | tr '\\0' a); cat \"$x\" \"$x\" < \"${z:=/dev/null}\"; while :; do :; done",
    "memory_read": "read -r -d '' x < /dev/zero",
    "memory_read_line": "tr '\\0' x < /dev/zero | while read -r x; do :; done",
    "memory_mapfile": "yes | mapfile x",
    "memory_substitution": "x=$(yes)",
    "memory_printf": "printf -v x '%*s' 2000000000 a",
    "memory_replace": "x=$(printf '%1000000s'); while :; do x=${x// /aaaaaaaaaa}; done",
    "memory_replace_ampersand": "x=$(head -c 30000 /dev/zero | tr '\\0' a); r=$(head -c 200000 /dev/zero | tr '\\0' '&'); y=${x/*/$r}; echo ${#y}",
    "memory_replace_all": "x=$(head -c 20000 /dev/zero | tr '\\0' a); y=${x//a/$x}; echo ${#y}",
    "memory_replace_elements": "a=({1..200000}); c=\"${a[@]/%1/$(head -c 100000 /dev/zero | tr '\\0' x)}\"; echo ${#c}",
    "memory_compgen": "x=$(printf '%1000000s'); compgen -W a -X \"${x// /&}\" \"${x// /b}\"",
    "memory_select": "COLUMNS=1000000000; select x in {1..1000}; do :; done < /dev/null",
    "loop_read_characters": "x=$(printf '%10000000s'); while :; do read -N 9000000 y <<< \"$x\"; read -n 900000 y <<< \"${x// /é}\"; done",
    "loop_ifs": "IFS=$(head -c 1000000 /dev/zero | tr '\\0' b); x=$(head -c 1000000 /dev/zero | tr '\\0' a); for i in {1..1000}; do set -- $x; read y <<< $x; done",
    "loop_brackets": "x=$(head -c 3000000 /dev/zero | tr '\\0' '['); for i in {1..100}; do y=($x); done",
    "loop_collisions": "declare -A m; for i in {1..200}; do for j in {1..2000}; do m[$((i * 4194304)),$j]=1; done; done",
    "loop_coprocesses": "while :; do coproc :; done 2> /dev/null",
    "loop_coprocesses_forgotten": "for ((i = 0; i < 5000; ++i)); do coproc :; done 2> /dev/null; wait; while :; do :; done",
    "loop_forks": "for i in {1..200000}; do declare v$i=1; done; while :; do (x=1); done",
    "loop_functions": "for i in {1..50000}; do eval \"f$i() { :; }\"; done; while :; do (g() { :; }); done",
    "memory_split": "x=$(printf 'a %.0s' {1..1000000}); for i in 1 2 3 4 5 6 7 8 9; do set -- $x $x $x $x; done",
    "memory_dirs": "while :; do pushd / > /dev/null; done",
    "memory_hash": "i=0; while :; do hash -p /bin/cat c$i; ((i++)); done",
    "memory_positional": "f(){ f \"$@\" \"$@\"; }; f a",
    "memory_local": "f(){ local x=$1$1; f \"$x\"; }; f aaaaaaaa",
    "memory_descriptors": "while :; do exec {x}< /dev/null; done",
    "memory_jobs": "while :; do : & done; jobs",
    "files_zero": "cat /dev/zero > /tmp/f",
    "files_many": "i=0; while :; do : > /tmp/$i; ((i++)); done",
    "files_directories": "while :; do mkdir d; cd d; done",
    "files_truncate": "truncate -s 1T /tmp/f; cat /tmp/f",
    "files_append": "echo x > a; while :; do cat a a >> b; cp b a; done",
    "files_tee": "tee a b c < /dev/zero",
    "files_link_loop": "ln -s a a; cat a",
    "files_self": "echo x > a; cat a a a >> a; tail -f a",
    "files_copy_into": "mkdir d; cp -r d d/e; cp -r / /tmp/all",
    "pattern_stars": "x=$(printf 'a%.0s' {1..30000}); [[ $x == *a*a*a*a*a*a*a*b ]]",
    "pattern_extglob": "x=$(printf 'a%.0s' {1..1000}); [[ $x == +(a|aa|aaa)b ]]",
    "pattern_nested": "shopt -s extglob; x=$(printf 'a%.0s' {1..300}); [[ $x == *(*(*(*(a))))b ]]",
    "pattern_replace": "x=$(printf 'a%.0s' {1..20000}); echo ${x//a*a*a*b/} | wc -c",
    "pattern_suffix": "x=$(printf 'a%.0s' {1..20000}); echo ${x%%*a*a*b} | wc -c",
    "pattern_regex": "x=$(printf 'a%.0s' {1..30000}); [[ $x =~ (a*)*b ]]",
    "pattern_regex_large": "[[ a =~ (((a{1,200}){1,200}){1,200}){1,200} ]]",
    "pattern_counted": "head -c 300000 /dev/zero | tr '\\0' a | grep -E '(a?){1000}a{1000}b'",
    "pattern_counted_case": "head -c 3000000 /dev/zero | tr '\\0' a | grep -ciE '(x|y|[[:alpha:]]){300}z'",
    "pattern_counted_word": "head -c 3000000 /dev/zero | tr '\\0' a | grep -wE '(a?){200}b'",
    "pattern_counted_wide": "x=$(printf '\\u00e9%.0s' {1..100000}); [[ $x =~ (.?){500}[[:alpha:]]{500}b ]]",
    "pattern_counted_sed": "head -c 1000000 /dev/zero | tr '\\0' a | sed -E 's/(a?){500}a{500}b/x/'",
    "pattern_counted_address": "head -c 1000000 /dev/zero | tr '\\0' a | sed -nE '/(a?){500}a{500}b/p'",
    "pattern_counted_test": "x=$(head -c 1000000 /dev/zero | tr '\\0' a); [[ $x =~ (a?){500}a{500}b ]]",
    "pattern_counted_expr": "expr $(head -c 100000 /dev/zero | tr '\\0' a) : '\\(a*\\)\\{2000\\}b'",
    "pattern_counted_find": "cd /tmp; : > $(printf 'a%.0s' {1..250}); while :; do find . -regextype posix-extended -regex '.*(a?){2000}a{2000}b'; done",
    "pattern_counted_nl": "head -c 1000000 /dev/zero | tr '\\0' a | nl -b 'p\\(a*\\)\\{500\\}b'",
    "pattern_counted_perl": "head -c 3000000 /dev/zero | tr '\\0' a | grep -P '(a?){300}a{300}b'",
    "pattern_counted_rg": "head -c 3000000 /dev/zero | tr '\\0' a | rg '(a?){1000}a{1000}b'",
    "pattern_counted_rg_wide": "x=$(printf '\\u00e9%.0s' {1..100000}); while :; do rg '(\\w?){300}\\pL{300}b' <<< $x; done",
    "pattern_counted_rg_whole": "seq 1000000 | rg -U '(\\d|\\s){1000}x'",
    "pattern_rg_classes": "x=$(printf '\\\\w[\\\\pL--\\\\p{Lu}]%.0s' {1..20000}); while :; do rg -i \"$x\" /dev/null; done",
    "pattern_rg_globs": "x=$(printf '*a%.0s' {1..1500}); y=$(printf 'a%.0s' {1..250}); : > $y; while :; do rg -g \"$x\" b; done",
    "pattern_nested_counts": "for i in {1..1000}; do grep -E '((a{100}){100}){40}' <<< aaaa; [[ $i =~ ((a{1,100}){1,100}){1,40}b ]]; done",
    "pattern_groups": "x=$(head -c 300000 /dev/zero | tr '\\0' a); [[ $x =~ $(printf '(a?)%.0s' {1..5000})b ]]",
    "pattern_groups_match": "x=$(head -c 300000 /dev/zero | tr '\\0' a); [[ $x =~ $(printf '(a?)%.0s' {1..5000})a* ]]",
    "pattern_large_set": "x=$(printf '\\u4e00%.0s' {1..100000}); y=$(printf '%d-' {1..20000}); [[ $x =~ ([${y}a]|[^$y])*b ]]",
    "pattern_many_lines": "seq 200000 > /tmp/w; seq 1000000 | grep -cf /tmp/w",
    "pattern_literal": "x=$(printf 'a%.0s' {1..20000})b; head -c 30M /dev/zero | tr '\\0' a | grep -c $x",
    "pattern_long_pattern": "x=$(head -c 1000000 /dev/zero | tr '\\0' '['); while :; do [[ a =~ $x ]]; [[ a =~ ${x//\\[/(a} ]]; [[ a =~ ${x//\\[/a?} ]]; done",
    "pattern_backreference_groups": "head -c 300000 /dev/zero | tr '\\0' a | grep -iE '(a*)(b*)\\1\\2c'",
    "pattern_backreference": "printf 'a%.0s' {1..5000} | grep '\\(a*\\)\\(a*\\)\\1\\2b'",
    "pattern_glob": "mkdir d; cd d; for i in {1..300}; do : > aaaaaaaaaaaaaaaaaaaa$i; done; while :; do echo *a*a*a*a*a*a*b; done",
    "pattern_globstar": "shopt -s globstar; mkdir -p a/a/a/a/a/a/a/a; echo **/**/**/**/**/**/**/**/** | wc -c",
    "pattern_case": "x=$(printf 'a%.0s' {1..30000}); case $x in *a*a*a*a*a*b) ;; esac",
    "braces_product": "echo {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b} | wc",
    "command_sort": "cat /dev/zero | sort",
    "command_sort_lines": "yes | sort | head -1",
    "command_tac": "yes | tac | head -1",
    "command_tail": "yes | tail -1",
    "command_tail_zero": "tail -n 1 /dev/zero",
    "command_grep_zero": "grep x /dev/zero",
    "command_rg_zero": "rg x /dev/zero",
    "command_rg_whole": "yes | rg -U 'a\\nb'",
    "command_rg_text": "rg -a x /dev/zero",
    "command_rg_before": "yes | rg -B 1000000000 x",
    "command_rg_patterns": "yes | rg -f - /dev/null",
    "command_rg_replace": "x=$(printf '$0%.0s' {1..20000}); y=$(head -c 1000000 /dev/zero | tr '\\0' a); rg -r $x a+ <<< $y | wc -c; rg -r $x a <<< $y | wc -c",
    "command_rg_ignore": "yes '*a*b*c{d,e}' > .ignore; rg x",
    "command_rg_links": "mkdir a; cd a; for i in {1..200}; do ln -s . l$i; done; while :; do rg -L x; done",
    "command_tree_names": "seq 90000 | xargs touch; while :; do tree --du -t; done",
    "command_tree_patterns": "x=$(printf '*a%.0s' {1..2000}); : > $(printf 'a%.0s' {1..250}); while :; do tree -P \"${x}b\"; done",
    "command_tree_ignore": "yes '*a*b*c*d' | head -n 300000 > .gitignore; while :; do tree --gitignore; done",
    "command_git_add": "git init -q; yes | head -c 200M > f; while :; do git add f; git rm -q --cached f; done",
    "command_git_diff": "seq 300000 > a; seq 300000 | sort > b; while :; do git diff --no-index a b > c; done",
    "command_git_ignore": "git init -q; yes '*a*b*c*d' | head -n 300000 > .gitignore; while :; do git status; done",
    "command_git_stdin": "git init -q; git hash-object --stdin < /dev/zero",
    "command_sed_zero": "sed s/x/y/ /dev/zero",
    "command_sed_loop": "echo a | sed ':a;s/a/aa/;ba'",
    "command_sed_hold": "yes | sed -n 'H;x;G;x'",
    "command_sed_expand": "echo a | sed ':a;s/a/aa/g;ta'",
    "command_uniq": "uniq /dev/zero",
    "command_cut": "cut -c1 /dev/zero",
    "command_fold": "fold /dev/zero > /dev/null",
    "command_rev": "rev /dev/zero",
    "command_nl": "nl /dev/zero",
    "command_paste": "yes | paste -s - | head -c 10",
    "command_comm": "comm /dev/zero /dev/zero",
    "command_diff": "diff <(seq 300000) <(seq 300000 | tac) | wc -l",
    "command_diff_equal": "diff <(yes | head -n 2000000) <(yes | head -n 2000001)",
    "command_diff_two": "diff <(seq 1 2 600000 | tr 1-9 1) <(seq 600000 | tr 1-9 10) | wc -l",
    "command_sed_line": "head -c 60M /dev/zero | tr '\\0' a | sed 's/a/bc/g' | wc -c",
    "command_sed_empty_matches": "head -c 60M /dev/zero | tr '\\0' a | sed -E 's/(x*)b?/-\\1/g' | wc -c",
    "command_sed_nothing": "head -c 60M /dev/zero | tr '\\0' a | sed 's/a*b/-/g' | wc -c",
    "command_xargs": "yes | xargs echo | wc -c",
    "command_xargs_zero": "xargs < /dev/zero",
    "command_xargs_self": "yes | xargs -n1 bash -c 'xargs echo'",
    "command_awk_loop": "awk 'BEGIN { while (1) n++ }'",
    "command_awk_empty_loop": "awk 'BEGIN { for (;;); }'",
    "command_awk_append": "awk 'BEGIN { while (1) s = s \"0123456789abcdef\" }'",
    "command_awk_double": "awk 'BEGIN { s = \"x\"; while (1) s = s s }'",
    "command_awk_array": "awk 'BEGIN { while (1) a[n++] = n }'",
    "command_awk_array_texts": "awk 'BEGIN { while (1) a[n++ \"x\"] }'",
    "command_awk_arrays_in_arrays": "awk 'function f(x) { x[1][1]; f(x[1]) } BEGIN { f(a) }'",
    "command_awk_recursion": "awk 'function f(n) { return f(n + 1) } BEGIN { f(1) }'",
    "command_awk_recursion_arguments": "awk 'function f(a, b, c, d, e) { return f(a b, c d, e, 1, 2) + 1 } BEGIN { f() }'",
    "command_awk_fields": "awk 'BEGIN { $500000000 = 1; print }'",
    "command_awk_fields_more": "awk 'BEGIN { while (1) $(NF + 1000) = \"x\" }'",
    "command_awk_nf": "awk 'BEGIN { NF = 1e9 }'",
    "command_awk_input": "awk '{ s = s $0 }' /dev/zero",
    "command_awk_input_record": "tr '\\\\0' a < /dev/zero | awk 'END { print NR }'",
    "command_awk_input_kept": "yes | awk '{ a[NR] = $0 }'",
    "command_awk_input_pattern": "yes | awk 'BEGIN { RS = \"never\" } { print }'",
    "command_awk_input_paragraph": "yes | awk 'BEGIN { RS = \"\" } { print }'",
    "command_awk_output": "awk 'BEGIN { while (1) print \"y\" }' | wc -l",
    "command_awk_output_file": "awk 'BEGIN { while (1) print \"0123456789abcdef\" > \"f\" }'",
    "command_awk_output_files": "awk 'BEGIN { while (1) print n++ > (\"f\" n) }'",
    "command_awk_system": "awk 'BEGIN { while (1) system(\":\") }'",
    "command_awk_system_self": "echo 'BEGIN { system(\"awk -f x\") }' > x; awk -f x",
    "command_awk_pipes": "awk 'BEGIN { while (1) print \"x\" | (\"cat > /dev/null #\" n++) }'",
    "command_awk_getline_command": "awk 'BEGIN { while (1) { \"yes\" | getline x } }'",
    "command_awk_coprocess_waits": "awk 'BEGIN { \"cat\" |& getline x }'",
    "command_awk_gsub": "awk 'BEGIN { s = \"aaaaaaaaaaaaaaaa\"; while (1) gsub(/a/, \"aa\", s) }'",
    "command_awk_gsub_empty": "awk 'BEGIN { s = sprintf(\"%10000000s\", \"\"); while (1) gsub(/x*/, \"-\", s) }'",
    "command_awk_gensub": "awk 'BEGIN { s = \"x\"; while (1) s = gensub(/x*/, \"&&&\", \"g\", s) \"x\" }'",
    "command_awk_regex": "awk 'BEGIN { s = sprintf(\"%1000000s\", \"\"); while (1) if (s ~ /(  *)*( ? ?)*(.*)*x$/) print }'",
    "command_awk_regexes": "awk 'BEGIN { while (1) if (\"x\" ~ (\"a+\" n++)) print }'",
    "command_awk_regex_large": "awk 'BEGIN { r = \"a{200}\"; for (i = 0; i < 3; i++) r = \"(\" r \"){200}\"; print \"x\" ~ r }'",
    "command_awk_printf_width": "awk 'BEGIN { while (1) s = s sprintf(\"%16000000d\", 1) }'",
    "command_awk_printf_width_huge": "awk 'BEGIN { printf \"%2000000000d\", 1 }'",
    "command_awk_split": "awk 'BEGIN { s = sprintf(\"%15000000s\", \"\"); while (1) split(s, a, \"\") }'",
    "command_awk_sort": "awk 'BEGIN { for (i = 0; i < 600000; i++) a[i] = rand(); while (1) asort(a, b) }'",
    "command_awk_sorted_in": "awk 'BEGIN { PROCINFO[\"sorted_in\"] = \"@val_str_asc\"; for (i = 0; i < 600000; i++) a[i] = rand(); while (1) for (k in a) break }'",
    "command_awk_for_in": "awk 'BEGIN { for (i = 0; i < 600000; i++) a[i]; while (1) for (k in a) for (l in a) for (m in a) n++ }'",
    "command_awk_subscripts": "awk 'BEGIN { s = sprintf(\"%1000000s\", \"\"); while (1) a[s, s, n++] }'",
    "command_awk_widths": "awk 'BEGIN { while (1) FIELDWIDTHS = FIELDWIDTHS \"1 \" }'",
    "command_awk_substr": "awk 'BEGIN { s = sprintf(\"%15000000s\", \"é\"); while (1) x = substr(s, length(s) / 2) }'",
    "command_awk_toupper": "awk 'BEGIN { s = sprintf(\"%15000000s\", \"é\"); while (1) x = toupper(s) tolower(s) }'",
    "command_awk_program_large": "awk \"BEGIN { x = $(printf '1+%.0s' {1..300000})1 }\"",
    "command_awk_program_nested": "awk \"BEGIN { x = $(printf '(%.0s' {1..50000})1 }\"",
    "command_awk_program_blocks": "awk \"BEGIN $(printf '{%.0s' {1..50000})\"",
    "command_awk_program_signs": "awk \"BEGIN { x = $(printf -- '-%.0s' {1..60000})1 }\"",
    "command_awk_program_file": "yes 'BEGIN { x = 1 }' > f; awk -f f; yes 'BEGIN { x = 1 }' | awk -f -",
    "command_awk_program_strings": "awk \"BEGIN { x = \\\"$(printf '%100000s')\\\" }\" | cat; yes '{ print \"abc\" }' | awk -f /dev/stdin",
    "command_awk_mktime": "awk 'BEGIN { while (1) { mktime(\"9999999999999999 1 1 1 1 1\"); strftime(\"%1000000Y\") } }'",
    "command_seq": "seq 1 1000000000000 > /dev/null",
    "command_seq_long": "seq 1e1000 2>&1; seq -w 1 $(printf '9%.0s' {1..100000}) | head -c 10",
    "command_sha": "sha256sum /dev/zero",
    "command_base32": "base32 /dev/zero > /dev/null",
    "command_basenc": "basenc --base2lsbf /dev/zero > /dev/null",
    "command_csplit": "csplit /dev/zero 2",
    "command_csplit_lines": "yes | csplit - 2",
    "command_dd": "dd if=/dev/zero of=/dev/null",
    "command_dd_bytes": "dd if=/dev/zero bs=1 of=/dev/null",
    "command_dd_records": "yes '' | dd cbs=65536 conv=block of=/dev/null",
    "command_dd_sync": "echo a | dd bs=1000000000000 conv=sync of=/dev/null",
    "command_dd_file": "dd if=/dev/zero of=/tmp/x",
    "command_envsubst": "envsubst < /dev/zero > /dev/null",
    "command_envsubst_name": "(echo -n '$'; yes a | tr -d '\\n') | envsubst",
    "command_envsubst_value": "export a=$(yes | head -c 100000); yes '$a$a$a' | envsubst > /dev/null",
    "command_dircolors": "yes '.x 1' | dircolors -b -",
    "command_tsort": "seq 2000000 | tsort | tail -1",
    "command_tsort_zero": "tsort /dev/zero",
    "command_base64": "base64 /dev/zero > /dev/null",
    "command_wc_names": "wc --files0-from=/dev/zero",
    "command_sort_names": "yes | sort --files0-from=-",
    "command_du_names": "yes | tr '\\n' '\\0' | du --files0-from=-",
    "command_wc": "wc /dev/zero",
    "command_iconv": "iconv -t utf-32 /dev/zero > /dev/null",
    "command_iconv_output": "yes | iconv -o x",
    "command_tar_names": "yes | tar cf a.tar -T -",
    "command_tar_names_null": "tar cf a.tar --null -T /dev/zero",
    "command_tar_update": "while :; do tar uf a.tar /etc; tar rf a.tar /etc; tar df a.tar; done",
    "command_tar_transform": "echo > $(printf 'a%.0s' {1..200}); x=$(printf '&%.0s' {1..30000}); tar cf t.tar --transform \"s/a/$x/g;s/a/$x/g;s/a/$x/g\" a*; while :; do :; done",
    "command_zip_names": "yes | tr -d '\\n' | zip a.zip -@",
    "command_zip_input": "zip -q a.zip - < /dev/zero",
    "command_zip_output": "zip -q - - < /dev/zero > /dev/null",
    "command_zip_update": "while :; do zip -qr a.zip /etc; zip -qd a.zip etc/passwd; unzip -oq a.zip; done",
    "command_unzip_bomb": "head -c 200M /dev/zero | zip -q a.zip -; unzip -o a.zip; x=$(unzip -p a.zip | tr '\\0' a)",
    "command_shred": "echo > s; shred -n 1000000000 s",
    "command_shred_size": "echo > s; shred -s 1E s; while :; do shred -s 1G s; done",
    "command_look": "look -f a /dev/zero",
    "command_pgrep": "x=$(printf 'a*%.0s' {1..3000}); while :; do pgrep -f \"$x\"; done",
    "command_ps": "while :; do ps aux > /dev/null; done",
    "command_file_names": "yes | file -f -",
    "command_file": "while :; do head -c 2M /dev/zero | tr '\\0' '[' | file -; done",
    "command_tr": "tr a-z A-Z < /dev/zero > /dev/null",
    "command_find": "mkdir -p a/b/c; while :; do find / > /dev/null; done",
    "command_find_exec": "find / -exec find / \\; | wc -l",
    "command_expr": "x=$(printf 'a%.0s' {1..20000}); expr $x : '\\(a*\\)*b'",
    "command_factor": "factor 340282366920938463463374607431768211507 170141183460469231731687303715884105727",
    "command_date": "while :; do date +%Y%m%d%H%M%S%N > /dev/null; done",
    "command_sleep": "sleep 1000",
    "command_timeout": "timeout 1000 sleep 1000",
    "command_tee_pipe": "yes | tee >(cat) >(cat) | cat > /dev/null",
    "command_test": "while test 1 -eq 1; do :; done",
    "command_python": "python3 -c 'while True: pass'",
    "command_python_native": "python3 -c 'import hashlib; hashlib.pbkdf2_hmac(\"sha256\", b\"a\", b\"b\", 10**9)'; echo after; python3 -c 'while True: pass'",
    "command_python_natives": "while :; do python3 -c 'pow(7, 2**20000, 2**20000-1)'; done",
    "command_sed_many_outputs": "seq -f 'w f%g' 200000 > x; sed -f x <<< a; while :; do :; done",
    "command_tee_many_outputs": "while :; do tee $(seq 100000) <<< a 2> /dev/null > /dev/null; done",
    "command_python_memory": "python3 -c 'x = []\nwhile True: x.append(bytes(1000000))'",
    "command_python_input": "yes | python3 -c 'import sys; sys.stdin.read()'",
    "command_python_input_bytes": "yes | python3 -c 'import sys; sys.stdin.buffer.read()'",
    "command_python_bomb": "echo 'import os' > a.py; while :; do python3 -c 'print(1)' & done",
    "wait_self": "mkfifo p; cat p",
    "wait_pipe": "mkfifo p; cat < p > p",
    "wait_read": "coproc cat; read x <&${COPROC[0]}",
    "wait_forever": "sleep 1000 & wait",
    "wait_stopped": "kill -STOP $$; wait",
    "input_large": "eval \"$(printf 'echo a;%.0s' {1..2000000})\"",
    "input_word": "eval \"x=$(printf '%8500000s%8500000s' | tr ' ' a)\"",
    "input_here_joined": "eval \"cat <<E$(yes \\\\ | head -n 1000000)\n\nx\nE\"",
    "input_here": "eval \"cat <<E\n$(printf '%10000000s')\nE\" | wc -c",
}


class Run:
    def __init__(self, shell, script, slow):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as error:
            start = time.monotonic()
            process = subprocess.Popen([shell, f"--timeout={SECONDS * slow}", "-c", script], stdin=subprocess.DEVNULL, stdout=out, stderr=error)
            killer = threading.Timer(60 * slow, process.kill)
            killer.start()
            _, status, usage = os.wait4(process.pid, 0)
            killer.cancel()
            process.returncode = self.status = os.waitstatus_to_exitcode(status)
            self.wall = time.monotonic() - start
            self.cpu = usage.ru_utime + usage.ru_stime
            self.resident = usage.ru_maxrss * 1024
            self.out, self.error = (self.tail(file) for file in (out, error))

    @staticmethod
    def tail(file):
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 4096))
        return file.read().decode("utf-8", "backslashreplace")


def complaints(name, script, shell, idle, pace, slow, verbose):
    script, status, wanted, room = script if isinstance(script, tuple) else (script, None, None, MEMORY + ROOM)
    run = Run(shell, script, slow)
    if verbose:
        print(f"{name:28} status {run.status:3} {run.wall:6.2f} s {run.cpu:6.2f} s of CPU {(run.resident - idle.resident) >> 20:5} MiB  {run.error[-60:]!r}", flush=True)
    if run.status < 0 or run.status > 128 and wanted is None and run.status not in (130, 141, 143):
        yield f"{name}: status {run.status}: {run.error[-200:]}"
    if wanted is not None and (run.status, run.out) != (status, wanted):
        yield f"{name}: status {run.status}, {run.out[:100]!r} {run.error[-200:]!r}, wanted {status}, {wanted[:100]!r}"
    if wanted is None and min(run.wall, run.cpu) > (SECONDS + LATE * pace) * slow:
        yield f"{name}: {run.wall:.2f} s, {run.cpu:.2f} s of CPU"
    elif wanted is None and run.wall > (SECONDS + LATE_ON_CLOCK * pace) * slow:
        yield f"{name}: {run.wall:.2f} s on the clock"
    if run.resident > idle.resident + room:
        yield f"{name}: {(run.resident - idle.resident) >> 20} MiB above an idle shell, {room >> 20} allowed"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shell")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="at a time; what fails is run again alone")
    parser.add_argument("--slow", type=float, default=1.0)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of the scripts of this file each Nth")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="of greedy_programs.py each Nth")
    parser.add_argument("--cases", action="store_true", help="print the names of what would be run")
    options = parser.parse_args()
    more = {name: script for i, (name, script) in enumerate(greedy().items()) if i % options.sample == 0}
    own = dict(list({**ENDS, **ENDLESS}.items())[:: options.every])
    chosen = {name: script for name, script in {**own, **more}.items() if re.search(options.only, name) and is_wanted(name)}
    end_if_listing(chosen)
    idle = Run(options.shell, ":", options.slow)
    pace = pace_of(options.shell)
    check = lambda name: list(complaints(name, chosen[name], options.shell, idle, pace, options.slow, options.verbose))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        first = list(pool.map(check, chosen))
    passed = failed = 0
    for name, found in zip(chosen, first):
        for _ in range(2):  # alone: others that use the machine can make a run late
            if not found:
                break
            found = check(name)
        passed, failed = passed + (not found), failed + bool(found)
        for line in found:
            print(line, flush=True)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
