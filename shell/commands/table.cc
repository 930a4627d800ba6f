#include "shell/commands/commands.h"
#include "shell/commands/simple.h"

namespace pysub::shell {
namespace {

// Sorted by name. {name, factory, text of --help, hint for models}
constexpr CommandInfo kCommands[] = {
    {"[", MakeSimple<RunTest>, "", ""},
    {"arch", MakeSimple<RunArch>, "Usage: arch\nThe machine's architecture.\n", ""},
    {"awk", MakeAwk,
     "Usage: awk [OPTION]... 'PROGRAM' [FILE]...\nRuns a program on each line, as gawk: -F FS, -v "
     "NAME=VALUE, -f FILE, -e TEXT, -i inplace edits files, --csv. Commands that it starts run in "
     "this sandbox.\n",
     ""},
    {"b2sum", MakeDigest,
     "Usage: b2sum [OPTION]... [FILE]...\nDigests of files: -l BITS, -c checks a list, --tag, -b, "
     "-z, --quiet, --status, --ignore-missing.\n",
     ""},
    {"base32", MakeBase64,
     "Usage: base32 [OPTION]... [FILE]\nEncodes: -d decodes, -i ignores garbage, -w COLS.\n", ""},
    {"base64", MakeBase64,
     "Usage: base64 [OPTION]... [FILE]\nEncodes: -d decodes, -i ignores garbage, -w COLS.\n", ""},
    {"basename", MakeSimple<RunBasename>,
     "Usage: basename NAME [SUFFIX]\nThe last part of a path: -a many, -s SUFFIX, -z.\n", ""},
    {"basenc", MakeBase64,
     "Usage: basenc [OPTION]... [FILE]\nEncodes: --base64 --base64url --base32 --base32hex "
     "--base16 "
     "--base2msbf --base2lsbf --z85; -d decodes, -i ignores garbage, -w COLS.\n",
     ""},
    {"bc", MakeBc,
     "Usage: bc [OPTION]... [FILE]...\nRuns programs of bc from the files and then from standard "
     "input, as GNU bc: -l with the functions s c a l e j and scale=20, -q no banner, -s POSIX "
     "only, -w warns of the rest, -i with the banner.\n",
     "bc is GNU bc 1.07"},
    {"cat", MakeCat,
     "Usage: cat [OPTION]... [FILE]...\nPuts files together: -n -b numbers lines, -s squeezes "
     "blank ones, -A -e -t -v -E -T show what is not visible.\n",
     ""},
    {"chgrp", MakeChown,
     "Usage: chgrp [OPTION]... GROUP FILE...\nThere is one group: -R trees, -c -v -f, -h links, "
     "--reference=FILE.\n",
     ""},
    {"chmod", MakeChmod,
     "Usage: chmod [OPTION]... MODE FILE...\nChanges permissions, octal or u+rwX,go=: -R trees, -c "
     "-v tell, -f, --reference=FILE.\n",
     ""},
    {"chown", MakeChown,
     "Usage: chown [OPTION]... [OWNER][:[GROUP]] FILE...\nThere is one user: -R trees, -c -v -f, "
     "-h "
     "links, --from=OWNER, --reference=FILE.\n",
     ""},
    {"cksum", MakeDigest,
     "Usage: cksum [OPTION]... [FILE]...\nCRC sums and sizes: -a TYPE another digest (bsd sysv md5 "
     "sha1 sha256 sha512 sm3 ...), -c checks a list, --untagged.\n",
     ""},
    {"cmp", MakeCmp,
     "Usage: cmp [OPTION]... FILE [FILE]\nCompares bytes: -s, -l, -b, -n NUM, -i NUM.\n", ""},
    {"column", MakeColumn,
     "Usage: column [OPTION]... [FILE]...\nLines in columns; -t a table of fields: -s SEPARATORS, "
     "-o SEPARATOR, -N NAMES, -R right, -H hidden, -O order, -J JSON, -L empty lines; -c WIDTH, -x "
     "rows first.\n",
     ""},
    {"comm", MakeComm,
     "Usage: comm [OPTION]... FILE1 FILE2\nCompares sorted files: -1 -2 -3 leave columns out, "
     "--check-order, --output-delimiter=STRING, --total, -z.\n",
     ""},
    {"cp", MakeCp,
     "Usage: cp [OPTION]... SOURCE... DEST\nCopies files: -r trees, -a everything as it is, -p "
     "modes and times, -u -n -f -i, -l -s links instead, -t DIR, -T, -v, --parents.\n",
     ""},
    {"csplit", MakeCsplit,
     "Usage: csplit [OPTION]... FILE PATTERN...\nPieces of a file: NUMBER, /REGEX/[OFFSET], "
     "%REGEX%[OFFSET], {COUNT}, {*}; -f PREFIX, -b FORMAT, -n DIGITS, -k, -z, -s, "
     "--suppress-matched.\n",
     ""},
    {"cut", MakeCut,
     "Usage: cut OPTION... [FILE]...\nParts of lines: -f LIST fields (-d DELIM, -s), -b LIST or -c "
     "LIST bytes, --complement, --output-delimiter=STRING, -z.\n",
     ""},
    {"date", MakeDate,
     "Usage: date [OPTION]... [+FORMAT]\nShows a time (UTC): -d TEXT, -r FILE, -f FILE, -I[WHEN], "
     "-R, --rfc-3339=WHEN.\n",
     ""},
    {"dc", MakeDc,
     "Usage: dc [OPTION]... [FILE]...\nRuns commands of dc, a calculator with a stack, as GNU dc: "
     "-e COMMANDS, -f FILE; without them from standard input. No commands of the system (!).\n",
     "dc is GNU dc 1.4"},
    {"dd", MakeDd,
     "Usage: dd [OPERAND]...\nCopies blocks: if=FILE of=FILE, bs= ibs= obs= BYTES, count= skip= "
     "seek= BLOCKS, conv=lcase,ucase,swab,block,unblock,sync,notrunc,nocreat,excl, cbs=BYTES, "
     "iflag=fullblock,count_bytes,skip_bytes, oflag=append,seek_bytes, status=none|noxfer.\n",
     ""},
    {"df", MakeSimple<RunDf>,
     "Usage: df [OPTION]... [FILE]...\nSpace of the file system: -h -H -k -m -B sizes, -i, -T, "
     "-P.\n",
     ""},
    {"diff", MakeDiff,
     "Usage: diff [OPTION]... FILE FILE\nCompares lines: -u -U NUM unified, -c -C NUM context, -e "
     "ed, -n RCS, -y side by side (-W NUM, --left-column, --suppress-common-lines), -q, -s, -i, "
     "-b, "
     "-w, -Z, -B, -I RE, -N, -a, --label=TEXT, --strip-trailing-cr; -r trees, -x PATTERN.\n",
     ""},
    {"dirname", MakeSimple<RunDirname>,
     "Usage: dirname [OPTION] NAME...\nPaths without their last part; -z.\n", ""},
    {"du", MakeDu,
     "Usage: du [OPTION]... [FILE]...\nSpace that trees take: -s sums, -h -k -m -b -B sizes, -a "
     "files, -c total, -d DEPTH, -L -x -0, --exclude=PATTERN, --files0-from=FILE.\n",
     ""},
    {"echo", MakeEcho,
     "Usage: echo [-neE] [STRING]...\nPrints the strings with blanks between them; -n: no newline, "
     "-e: backslash escapes.\n",
     ""},
    {"egrep", MakeGrep,
     "Usage: grep [OPTION]... PATTERNS [FILE]...\nPrints lines that match: -E -F -P syntax, -e "
     "PATTERN, -f FILE, -i -v -w -x, -c -l -L -o -q -n -H -h -b, -m NUM, -A -B -C NUM, -r -R "
     "--include --exclude --exclude-dir, -a -I, -z, --color.\n",
     ""},
    {"env", MakeEnv,
     "Usage: env [OPTION]... [NAME=VALUE]... [COMMAND [ARG]...]\nRuns a command with another "
     "environment: -i empty, -u NAME, -C DIR, -S TEXT; alone prints it, -0.\n",
     ""},
    {"expand", MakeExpand,
     "Usage: expand [OPTION]... [FILE]...\nTabs become blanks: -i only leading ones, -t N or "
     "LIST.\n",
     ""},
    {"expr", MakeSimple<RunExpr>,
     "Usage: expr EXPRESSION\nEvaluates | & < <= = != >= > + - * / % : match substr index length ( "
     ").\n",
     ""},
    {"factor", MakeFactor, "Usage: factor [NUMBER]...\nPrime factors.\n", ""},
    {"false", MakeSimple<RunFalse>, "", ""},
    {"fgrep", MakeGrep,
     "Usage: grep [OPTION]... PATTERNS [FILE]...\nPrints lines that match: -E -F -P syntax, -e "
     "PATTERN, -f FILE, -i -v -w -x, -c -l -L -o -q -n -H -h -b, -m NUM, -A -B -C NUM, -r -R "
     "--include --exclude --exclude-dir, -a -I, -z, --color.\n",
     ""},
    {"file", MakeFile,
     "Usage: file [OPTION...] [FILE...]\nTells what files are: -b without names, -i --mime-type "
     "--mime-encoding, -L follows links, -f LIST, -0 -N -F SEP.\n",
     ""},
    {"find", MakeFind,
     "Usage: find [-H] [-L] [-P] [PATH...] [EXPRESSION]\nLooks for files: -name -iname -path "
     "-regex -type -size -mtime -newer -empty -perm -maxdepth -prune ( ) ! -a -o; -print -print0 "
     "-printf -exec -execdir -delete -quit -ls.\n",
     ""},
    {"fmt", MakeFmt,
     "Usage: fmt [-WIDTH] [OPTION]... [FILE]...\nFills paragraphs: -w WIDTH, -g GOAL, -s only "
     "splits, -u uniform blanks, -c crown margin, -t tagged paragraphs, -p PREFIX.\n",
     ""},
    {"fold", MakeFold,
     "Usage: fold [OPTION]... [FILE]...\nBreaks long lines: -w WIDTH, -s at blanks, -b bytes.\n",
     ""},
    {"gawk", MakeAwk,
     "Usage: gawk [OPTION]... 'PROGRAM' [FILE]...\nRuns a program on each line, as gawk: -F FS, -v "
     "NAME=VALUE, -f FILE, -e TEXT, -i inplace edits files, --csv. Commands that it starts run in "
     "this sandbox.\n",
     ""},
    {"getconf", MakeSimple<RunGetconf>, "Usage: getconf NAME\nA limit of the system.\n", ""},
    {"getopt", MakeSimple<RunGetopt>,
     "Usage: getopt -o LETTERS [-l NAMES] [OPTION]... -- [WORD]...\nPuts a script's options in "
     "order: -n NAME in messages, -a long names with one dash, -q -Q quiet, -s sh|csh, -u "
     "unquoted, -T.\n",
     ""},
    {"grep", MakeGrep,
     "Usage: grep [OPTION]... PATTERNS [FILE]...\nPrints lines that match: -E -F -P syntax, -e "
     "PATTERN, -f FILE, -i -v -w -x, -c -l -L -o -q -n -H -h -b, -m NUM, -A -B -C NUM, -r -R "
     "--include --exclude --exclude-dir, -a -I, -z, --color.\n",
     ""},
    {"groups", MakeSimple<RunGroups>, "Usage: groups [USER]...\nThe groups of a user.\n", ""},
    {"gunzip", MakeGzip,
     "Usage: gzip [OPTION]... [FILE]...\nCompresses files, or -d uncompresses them: -c to standard "
     "output, -k keeps, -f, -l lists, -t tests, -r trees, -S SUFFIX, -n -N names, -v, -1 to -9.\n",
     ""},
    {"gzip", MakeGzip,
     "Usage: gzip [OPTION]... [FILE]...\nCompresses files, or -d uncompresses them: -c to standard "
     "output, -k keeps, -f, -l lists, -t tests, -r trees, -S SUFFIX, -n -N names, -v, -1 to -9.\n",
     ""},
    {"hd", MakeHexdump,
     "Usage: hexdump [options] FILE...\nShows bytes: -C with characters, -b -c -d -o -x, -e "
     "FORMAT, -f FILE of formats, -n LENGTH, -s SKIP, -v all lines.\n",
     ""},
    {"head", MakeHead,
     "Usage: head [OPTION]... [FILE]...\nThe first 10 lines: -n NUM, -c BYTES, -NUM; -n -NUM: all "
     "but the last NUM; -q -v headers, -z.\n",
     ""},
    {"hexdump", MakeHexdump,
     "Usage: hexdump [options] FILE...\nShows bytes: -C with characters, -b -c -d -o -x, -e "
     "FORMAT, -f FILE of formats, -n LENGTH, -s SKIP, -v all lines.\n",
     ""},
    {"hostid", MakeSimple<RunHostid>, "Usage: hostid\nA number of the machine.\n", ""},
    {"hostname", MakeSimple<RunHostname>, "Usage: hostname\nThe name of the machine.\n", ""},
    {"iconv", MakeIconv,
     "Usage: iconv [OPTION...] [FILE...]\nConverts the encoding of texts: -f NAME, -t NAME (with "
     "//TRANSLIT, //IGNORE), -c leaves out what does not go, -o FILE, -l lists: UTF-8, UTF-16, "
     "UTF-32 "
     "(also LE and BE), ISO-8859-1, ISO-8859-15, WINDOWS-1252, US-ASCII.\n",
     ""},
    {"id", MakeSimple<RunId>,
     "Usage: id [OPTION]... [USER]\nWho is the user: -u -g -G, -n names.\n", ""},
    {"install", MakeInstall,
     "Usage: install [OPTION]... SOURCE... DEST\nCopies files and sets modes: -m MODE, -d makes "
     "directories, -D those above, -t DIR, -T, -b, -C, -p, -v.\n",
     ""},
    {"join", MakeJoin,
     "Usage: join [OPTION]... FILE1 FILE2\nJoins lines of sorted files by a field: -1 -2 -j FIELD, "
     "-t CHAR, -a -v FILENUM unpairable lines, -o FORMAT|auto, -e EMPTY, -i, --header, "
     "--check-order, --nocheck-order, -z.\n",
     ""},
    {"jq", MakeJq,
     "Usage: jq [OPTION]... FILTER [FILE]...\nRuns a filter on JSON texts: -n null input, -R raw "
     "lines, "
     "-s all in one array, -c compact, -r raw strings, --raw-output0, -j joined, -a ASCII, -S "
     "sorted "
     "keys, -C -M colors, --tab, --indent N, --stream, --stream-errors, --seq, -f filter from "
     "file, "
     "-L DIR modules, --arg NAME TEXT, --argjson NAME JSON, --slurpfile NAME FILE, --rawfile NAME "
     "FILE, --args TEXT..., --jsonargs JSON..., -e exit status by output.\n",
     "jq is jq 1.8"},
    {"link", MakeSimple<RunLink>, "Usage: link FILE1 FILE2\nMakes a second name of a file.\n", ""},
    {"ln", MakeLn,
     "Usage: ln [OPTION]... TARGET... LINK_NAME|DIRECTORY\nMakes links: -s symbolic, -r relative, "
     "-f replaces, -n, -t DIR, -T, -v.\n",
     ""},
    {"locale", MakeSimple<RunLocale>,
     "Usage: locale [-a] [charmap]\nWhat LANG, LC_ALL and their like come to.\n", ""},
    {"logname", MakeSimple<RunLogname>, "Usage: logname\nWho has logged in: nobody.\n", ""},
    {"ls", MakeLs,
     "Usage: ls [OPTION]... [FILE]...\nLists files: -l long, -a -A hidden ones, -R trees, -t -S -X "
     "-v -r order, -h sizes, -d -i -s -F -p -1 -C -m -Q -b.\n",
     ""},
    {"md5sum", MakeDigest,
     "Usage: md5sum [OPTION]... [FILE]...\nDigests of files: -c checks a list, --tag, -b, -z, "
     "--quiet, --status, --ignore-missing.\n",
     ""},
    {"mkdir", MakeMkdir,
     "Usage: mkdir [OPTION]... DIRECTORY...\nMakes directories: -p with those above, -m MODE, "
     "-v.\n",
     ""},
    {"mkfifo", MakeSimple<RunMkfifo>, "Usage: mkfifo [OPTION]... NAME...\nMakes FIFOs: -m MODE.\n",
     ""},
    {"mktemp", MakeSimple<RunMktemp>,
     "Usage: mktemp [OPTION]... [TEMPLATE]\nMakes a file with a new name: -d a directory, -p DIR, "
     "-t, -u, --suffix=TEXT.\n",
     ""},
    {"mv", MakeMv,
     "Usage: mv [OPTION]... SOURCE... DEST\nMoves or renames files: -f -i -n -u, -t DIR, -T, -v.\n",
     ""},
    {"nice", MakeNice,
     "Usage: nice [-n N] COMMAND [ARG]...\nRuns a command; there are no priorities here.\n", ""},
    {"nl", MakeNl,
     "Usage: nl [OPTION]... [FILE]...\nNumbers lines: -b -h -f STYLE (a t n pBRE), -i -v -w -l "
     "NUM, -n ln|rn|rz, -s STRING, -d CC, -p.\n",
     ""},
    {"nohup", MakeNohup, "Usage: nohup COMMAND [ARG]...\nRuns a command; nobody hangs up here.\n",
     ""},
    {"nproc", MakeSimple<RunNproc>, "Usage: nproc\nThe number of processors.\n", ""},
    {"numfmt", MakeNumfmt,
     "Usage: numfmt [OPTION]... [NUMBER]...\nNumbers with units: --from=si|iec|iec-i|auto, "
     "--to=..., --from-unit=N, --to-unit=N, --round=METHOD, --padding=N, --format=FORMAT, "
     "--field=LIST, -d X, --header[=N], --suffix=TEXT, --invalid=MODE.\n",
     ""},
    {"od", MakeOd,
     "Usage: od [OPTION]... [FILE]...\nShows bytes: -A RADIX, -t TYPE (a c d o u x f with a size, "
     "z), -j SKIP, -N COUNT, -w[WIDTH], -v, -S LEN strings, -c -x -b and other short forms.\n",
     ""},
    {"paste", MakePaste,
     "Usage: paste [OPTION]... [FILE]...\nPuts lines of files side by side: -d LIST, -s one file "
     "per line, -z.\n",
     ""},
    {"patch", MakePatch,
     "Usage: patch [OPTION]... [FILE [PATCH]]\nApplies what diff prints (unified, context, normal; "
     "git's renames and modes): -p NUM strips directories, -i PATCH, -R reverses, -N only forward, "
     "-f -t ask nothing, -d DIR, -o FILE, -b backups (-z SUFFIX, -B PREFIX, -V numbered), -r FILE "
     "rejects, --reject-format=FORMAT, -F NUM fuzz, -E, -l, -s, --dry-run, --verbose. No ed "
     "scripts, "
     "no --merge.\n",
     ""},
    {"printenv", MakeSimple<RunPrintenv>,
     "Usage: printenv [OPTION]... [VARIABLE]...\nPrints variables of the environment; -0.\n", ""},
    {"printf", MakePrintf,
     "Usage: printf FORMAT [ARGUMENT]...\nPrints the arguments as the format says, again and again "
     "until they are used up.\n",
     ""},
    {"pwd", MakeSimple<RunPwd>, "Usage: pwd [OPTION]...\nThe current directory: -L -P.\n", ""},
    {"readlink", MakeSimple<RunReadlink>,
     "Usage: readlink [OPTION]... FILE...\nWhere links lead: -f -e -m to the end, -n -z.\n", ""},
    {"realpath", MakeSimple<RunRealpath>,
     "Usage: realpath [OPTION]... FILE...\nPaths without links and dots: -e all exists, -m nothing "
     "need exist, -s keeps links, --relative-to=DIR, -z.\n",
     ""},
    {"rev", MakeRev, "Usage: rev [FILE]...\nPrints each line backwards.\n", ""},
    {"rm", MakeRm,
     "Usage: rm [OPTION]... FILE...\nRemoves files: -r trees, -f without complaint, -i -I asks, -d "
     "empty directories, -v.\n",
     ""},
    {"rmdir", MakeSimple<RunRmdir>,
     "Usage: rmdir [OPTION]... DIRECTORY...\nRemoves empty directories: -p with those above, "
     "--ignore-fail-on-non-empty, -v.\n",
     ""},
    {"sed", MakeSed,
     "Usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...\nEdits a stream: -n, "
     "-e SCRIPT, -f FILE, -E, -i[SUFFIX], -s, -z, -l N.\n",
     ""},
    {"seq", MakeSeq,
     "Usage: seq [OPTION]... [FIRST [INCREMENT]] LAST\nCounts: -s STRING between numbers, -w equal "
     "widths, -f FORMAT.\n",
     ""},
    {"sha1sum", MakeDigest,
     "Usage: sha1sum [OPTION]... [FILE]...\nDigests of files: -c checks a list, --tag, -b, -z, "
     "--quiet, --status, --ignore-missing.\n",
     ""},
    {"sha224sum", MakeDigest,
     "Usage: sha224sum [OPTION]... [FILE]...\nDigests of files: -c checks a list, --tag, -b, -z, "
     "--quiet, --status, --ignore-missing.\n",
     ""},
    {"sha256sum", MakeDigest,
     "Usage: sha256sum [OPTION]... [FILE]...\nDigests of files: -c checks a list, --tag, -b, -z, "
     "--quiet, --status, --ignore-missing.\n",
     ""},
    {"sha384sum", MakeDigest,
     "Usage: sha384sum [OPTION]... [FILE]...\nDigests of files: -c checks a list, --tag, -b, -z, "
     "--quiet, --status, --ignore-missing.\n",
     ""},
    {"sha512sum", MakeDigest,
     "Usage: sha512sum [OPTION]... [FILE]...\nDigests of files: -c checks a list, --tag, -b, -z, "
     "--quiet, --status, --ignore-missing.\n",
     ""},
    {"shuf", MakeShuf,
     "Usage: shuf [OPTION]... [FILE]\nA random order of lines: -e ARG... of arguments, -i LO-HI of "
     "numbers, -n COUNT, -r with repetition, -o FILE, --random-source=FILE, -z.\n",
     ""},
    {"sleep", MakeSleep, "Usage: sleep NUMBER[smhd]...\nWaits.\n", ""},
    {"sort", MakeSort,
     "Usage: sort [OPTION]... [FILE]...\nSorts lines: -n -h -g -M -V -R -r -f -d -i -b order, -k "
     "KEYDEF, -t SEP, -u, -s, -c, -m, -o FILE, -z, --files0-from=FILE.\n",
     ""},
    {"split", MakeSplit,
     "Usage: split [OPTION]... [FILE [PREFIX]]\nWrites pieces of a file: -l LINES, -b BYTES, -C "
     "BYTES of lines, -n CHUNKS, -a LENGTH, -d -x suffixes, --additional-suffix=TEXT, "
     "--filter=COMMAND, -t SEP, -e, --verbose.\n",
     ""},
    {"stat", MakeSimple<RunStat>,
     "Usage: stat [OPTION]... FILE...\nShows what is known of files: -c FORMAT, --printf=FORMAT, "
     "-L follows links, -t.\n",
     ""},
    {"stdbuf", MakeStdbuf,
     "Usage: stdbuf OPTION... COMMAND [ARG]...\nRuns a command (-i -o -e MODE); no output waits "
     "here.\n",
     ""},
    {"strings", MakeStrings,
     "Usage: strings [option(s)] [file(s)]\nRuns of printable characters: -n MIN, -t {o,d,x} where "
     "they are, -e {s,S,b,l,B,L} encoding, -f file names, -w, -s SEPARATOR.\n",
     ""},
    {"stty", MakeSimple<RunStty>,
     "Usage: stty [SETTING]...\nSettings of the terminal, which are not kept here; size.\n", ""},
    {"sum", MakeDigest,
     "Usage: sum [OPTION]... [FILE]...\nChecksums and block counts: -r BSD, -s System V.\n", ""},
    {"sync", MakeSimple<RunSync>, "Usage: sync\nDoes nothing: nothing waits to be written.\n", ""},
    {"tac", MakeTac,
     "Usage: tac [OPTION]... [FILE]...\nPrints lines in reverse order: -s STRING separates, -b "
     "before.\n",
     ""},
    {"tail", MakeTail,
     "Usage: tail [OPTION]... [FILE]...\nThe last 10 lines: -n NUM, -c BYTES, -NUM; -n +NUM: from "
     "line NUM on; -f follows, -q -v headers, -z.\n",
     ""},
    {"tar", MakeTar,
     "Usage: tar [OPTION...] [FILE]...\nPacks and unpacks trees: -c creates, -x extracts, -t "
     "lists, -r appends, -u appends what is newer, -d compares, -f ARCHIVE, -z gzip, -C DIR, -v, "
     "-O, -p, -k, -h, -T FILE, --null, --exclude=PATTERN, --strip-components=N, --transform=EXPR, "
     "--one-top-level[=DIR], --wildcards, --owner --group --mode --mtime.\n",
     ""},
    {"tee", MakeTee,
     "Usage: tee [OPTION]... [FILE]...\nCopies standard input to standard output and to files; -a "
     "appends.\n",
     ""},
    {"test", MakeSimple<RunTest>, "", ""},
    {"timeout", MakeTimeout,
     "Usage: timeout [OPTION]... DURATION COMMAND [ARG]...\nEnds a command that takes longer: -s "
     "SIGNAL, -k DURATION, --preserve-status, -v.\n",
     ""},
    {"touch", MakeSimple<RunTouch>,
     "Usage: touch [OPTION]... FILE...\nSets times and creates: -c does not, -d TEXT, -t STAMP, -r "
     "FILE, -a -m one of them, -h.\n",
     ""},
    {"tput", MakeSimple<RunTput>,
     "Usage: tput [-T TERMINAL] CAPABILITY [NUMBER]...\nWhat xterm and its kin can do: setaf N, "
     "bold, sgr0, cols, lines, colors, cup ROW COLUMN ...\n",
     ""},
    {"tr", MakeTr,
     "Usage: tr [OPTION]... STRING1 [STRING2]\nReplaces bytes: -d deletes, -s squeezes, -c takes "
     "the complement, -t truncates STRING1.\n",
     ""},
    {"tree", MakeTree,
     "Usage: tree [OPTION]... [DIRECTORY...]\nShows directories as trees: -a -d -f -i -L DEPTH -I "
     "-P PATTERN -F --dirsfirst --noreport.\n",
     ""},
    {"true", MakeSimple<RunTrue>, "", ""},
    {"truncate", MakeSimple<RunTruncate>,
     "Usage: truncate OPTION... FILE...\nSets sizes: -s [+-<>/%]SIZE, -r FILE, -c.\n", ""},
    {"tsort", MakeTsort, "Usage: tsort [FILE]\nAn order of words that agrees with pairs of them.\n",
     ""},
    {"tty", MakeSimple<RunTty>, "Usage: tty [-s]\nThe terminal of standard input.\n", ""},
    {"uname", MakeSimple<RunUname>,
     "Usage: uname [OPTION]...\nThe system: -a -s -n -r -v -m -p -i -o.\n", ""},
    {"unexpand", MakeUnexpand,
     "Usage: unexpand [OPTION]... [FILE]...\nBlanks become tabs: -a all, not only leading ones, -t "
     "N or LIST, --first-only.\n",
     ""},
    {"uniq", MakeUniq,
     "Usage: uniq [OPTION]... [INPUT [OUTPUT]]\nJoins equal lines that follow each other: -c "
     "counts, -d -D -u choose, -f N -s N -w N -i compare, --group, -z.\n",
     ""},
    {"unlink", MakeSimple<RunUnlink>, "Usage: unlink FILE\nRemoves a name.\n", ""},
    {"users", MakeSimple<RunUsers>, "Usage: users\nWho has logged in: nobody.\n", ""},
    {"wc", MakeWc,
     "Usage: wc [OPTION]... [FILE]...\nCounts: -l lines, -w words, -m characters, -c bytes, -L "
     "longest line; --files0-from=FILE.\n",
     ""},
    {"which", MakeSimple<RunWhich>, "Usage: which [-a] NAME...\nWhere commands are found.\n", ""},
    {"who", MakeSimple<RunUsers>, "Usage: who [OPTION]...\nWho has logged in: nobody.\n", ""},
    {"whoami", MakeSimple<RunWhoami>, "Usage: whoami\nThe name of the user.\n", ""},
    {"xargs", MakeXargs,
     "Usage: xargs [OPTION]... [COMMAND [ARG]...]\nRuns a command with what it reads as arguments: "
     "-0 -d CHAR -n NUM -L NUM -I TEXT -r -t -a FILE -s SIZE -P.\n",
     ""},
    {"xxd", MakeXxd,
     "Usage: xxd [options] [infile [outfile]]\nShows bytes in hexadecimal: -r back to bytes, -p "
     "plain, -i as C, -b bits, -e little endian, -c COLS, -g BYTES, -l LEN, -s SEEK, -u, -a.\n",
     ""},
    {"yes", MakeYes, "Usage: yes [STRING]...\nPrints a line again and again.\n", ""},
    {"zcat", MakeGzip,
     "Usage: gzip [OPTION]... [FILE]...\nCompresses files, or -d uncompresses them: -c to standard "
     "output, -k keeps, -f, -l lists, -t tests, -r trees, -S SUFFIX, -n -N names, -v, -1 to -9.\n",
     ""},
};

}  // namespace

std::span<const CommandInfo> StandardCommands() { return kCommands; }

}  // namespace pysub::shell
