#include "shell/commands/commands.h"

namespace pysub::shell {
namespace {

// Sorted by name. {name, factory, text of --help, hint for models}
constexpr CommandInfo kCommands[] = {
    {"cat", MakeCat,
     "Usage: cat [OPTION]... [FILE]...\nPuts files together: -n -b numbers lines, -s squeezes blank ones, -A -e -t -v -E -T show what is not visible.\n", ""},
    {"cut", MakeCut,
     "Usage: cut OPTION... [FILE]...\nParts of lines: -f LIST fields (-d DELIM, -s), -b LIST or -c LIST bytes, --complement, --output-delimiter=STRING, -z.\n", ""},
    {"echo", MakeEcho,
     "Usage: echo [-neE] [STRING]...\nPrints the strings with blanks between them; -n: no newline, -e: backslash escapes.\n", ""},
    {"head", MakeHead,
     "Usage: head [OPTION]... [FILE]...\nThe first 10 lines: -n NUM, -c BYTES, -NUM; -n -NUM: all but the last NUM; -q -v headers, -z.\n", ""},
    {"printf", MakePrintf,
     "Usage: printf FORMAT [ARGUMENT]...\nPrints the arguments as the format says, again and again until they are used up.\n", ""},
    {"sort", MakeSort,
     "Usage: sort [OPTION]... [FILE]...\nSorts lines: -n -h -g -M -V -R -r -f -d -i -b order, -k KEYDEF, -t SEP, -u, -s, -c, -m, -o FILE, -z.\n", ""},
    {"tail", MakeTail,
     "Usage: tail [OPTION]... [FILE]...\nThe last 10 lines: -n NUM, -c BYTES, -NUM; -n +NUM: from line NUM on; -f follows, -q -v headers, -z.\n", ""},
    {"tee", MakeTee,
     "Usage: tee [OPTION]... [FILE]...\nCopies standard input to standard output and to files; -a appends.\n", ""},
    {"tr", MakeTr,
     "Usage: tr [OPTION]... STRING1 [STRING2]\nReplaces bytes: -d deletes, -s squeezes, -c takes the complement, -t truncates STRING1.\n", ""},
    {"uniq", MakeUniq,
     "Usage: uniq [OPTION]... [INPUT [OUTPUT]]\nJoins equal lines that follow each other: -c counts, -d -D -u choose, -f N -s N -w N -i compare, --group, -z.\n", ""},
    {"wc", MakeWc,
     "Usage: wc [OPTION]... [FILE]...\nCounts: -l lines, -w words, -m characters, -c bytes, -L longest line.\n", ""},
};

}  // namespace

std::span<const CommandInfo> StandardCommands() { return kCommands; }

}  // namespace pysub::shell
