#!/usr/bin/env python3
"""What pysub.h declares, for its tests.

    header.py --docs                        every function is explained (who owns what, errors, threads, cost) and called by a case; the
                                            table of OsCalls in docs/c-api.md is that of os_call.h
    header.py --abi CC ARCHIVE... [--update]  types, numbers, sizes and functions are those of abi.txt, and so are the functions
                                            that the archives define
    header.py --nulls FILE                  writes a case in C that calls every function with nothing but zeros
    header.py --cases FILE SOURCE...        writes the main() that runs the cases of sources

A line of abi.txt that changes or goes away breaks programs that are compiled already: PYSUB_ABI_VERSION then is another one. New
functions, constants and fields at the end of a struct are new lines (a struct then has another size, which its struct_size tells).
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
HEADER = HERE.parents[1] / "osbridge/include/pysub.h"
TEXT = HEADER.read_text()
CODE = re.sub(r"//[^\n]*", "", TEXT)
LABELS = ("Errors:", "Threads:", "Cost:")


def functions():
    """Of each function what it gives, its name and its parameters."""
    found = re.findall(r"PYSUB_C_API\s+([^;(]*?)\b(pysub_\w+)\(([^;]*)\);", CODE)
    assert len(found) == CODE.count("PYSUB_C_API ") - CODE.count("define PYSUB_C_API "), "a declaration that is not understood"
    return [tuple(" ".join(part.split()) for part in function) for function in found]


def structs():
    return [(name, body) for body, name in re.findall(r"typedef struct pysub_\w+ \{(.*?)\} (pysub_\w+);", CODE, re.S)]


def fields(body):
    pointer = re.findall(r"\(\*(\w+)\)\([^;]*\);", body)
    plain = re.findall(r"[\w*]\s+\**(\w+);", re.sub(r"[^;]*\(\*\w+\)\([^;]*\);", "", body))
    assert len(pointer) + len(plain) == body.count(";"), body
    return plain + pointer


def check_docs():
    """A comment explains the declarations right below it."""
    complaints = []
    for block in re.split(r"\n\s*\n", TEXT):
        names = re.findall(r"^PYSUB_C_API\s+[^;(]*?\b(pysub_\w+)\(", block, re.M)
        comment = " ".join(line.strip("/ ") for line in block.split("\n") if line.startswith("//"))
        missing = [label for label in LABELS if label not in comment]
        gives = re.search(r"^PYSUB_C_API [^;(]*\*|\*\*", block, re.M)
        owns = "Owns:" in comment or "lives forever" in comment.lower() or not gives
        if names and (missing or not owns):
            complaints.append(f"{names[0]}: its comment does not say {missing or 'Owns:'}")
    print("\n".join(complaints) or f"{len(functions())} functions")
    return not complaints


def check_calls():
    """A case calls each function with something, too."""
    called = set(re.findall(r"\b(pysub_\w+)\(", "".join(path.read_text() for path in HERE.glob("*.c"))))
    missing = [name for _, name, _ in functions() if name not in called]
    for name in missing:
        print(f"no case in tests/capi calls {name}")
    return not missing


def check_os_calls():
    """The table of docs/c-api.md has the OsCalls with their fields."""
    source = (HEADER.parent / "pysub/os_call.h").read_text()
    source = source[source.index("namespace os {") : source.index("}  // namespace os")]
    declared = {}
    for struct in re.split(r"^struct ", source, flags=re.M)[1:]:
        body = struct[struct.index("static void Fields") : struct.index("using Reply" if "using Reply" in struct else "struct Reply")]
        declared[struct.split()[0]] = re.findall(r'"(\w+)"', body)
    told = {}
    for names, listed in re.findall(r"^\| ([A-Z][\w, ]+) \| ?([^|]*)\|", (HERE.parents[1] / "docs/c-api.md").read_text(), re.M):
        listed = re.sub(r"\(.*?\)", "", listed)
        for name in names.split(", "):
            told[name] = re.findall(r"\w+", listed)
    told.pop("Name", None)
    wrong = [name for name in declared.keys() | told.keys() if declared.get(name) != told.get(name)]
    for name in sorted(wrong):
        print(f"docs/c-api.md: {name} has {declared.get(name)}, not {told.get(name)}")
    return not wrong


def layout(compiler):
    """Sizes and offsets, as this compiler has them."""
    lines = ['#include "pysub.h"', "#include <stdio.h>", "int main(void) {"]
    for name, body in structs():
        lines.append(f'printf("struct {name} %zu\\n", sizeof({name}));')
        for field in fields(body):
            size = f"sizeof((({name}*)0)->{field})"
            lines.append(f'printf("field {name}.{field} %zu %zu\\n", offsetof({name}, {field}), {size});')
    for name in re.findall(r"^\s*(PYSUB_\w+)\s*=", CODE, re.M) + re.findall(r"[{,]\s*(PYSUB_\w+) = (?:\d+|INT32_MIN)(?=[^\n]*\};)", CODE):
        lines.append(f'printf("constant {name} %d\\n", (int){name});')
    lines.append('printf("constant PYSUB_ABI_VERSION %d\\n", PYSUB_ABI_VERSION);')
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder, "abi.c"), Path(folder, "abi")
        source.write_text("\n".join(lines) + "\nreturn 0; }\n")
        subprocess.run([compiler, "-std=c99", f"-I{HEADER.parent}", str(source), "-o", str(program)], check=True)
        return subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout.splitlines()


def defined(archives):
    """Functions named pysub_... that archives define."""
    symbols = subprocess.run(["nm", "--defined-only", "--extern-only", *archives], capture_output=True, text=True, check=True).stdout
    return sorted(set(re.findall(r"^\w* ?T (pysub_\w+)$", symbols, re.M)))


def check_abi(compiler, archives, update):
    declared = functions()
    now = layout(compiler) + [f"function {result} {name}({parameters})" for result, name, parameters in declared]
    now += [f"typedef {name} {kind}" for kind, name in re.findall(r"typedef (int32_t) (pysub_\w+);", CODE)]
    now = sorted(set(now))
    path = HERE / "abi.txt"
    if update:
        path.write_text("\n".join(now) + "\n")
    kept = path.read_text().splitlines()
    for line in sorted(set(kept) - set(now)):
        print(f"was: {line}")
    for line in sorted(set(now) - set(kept)):
        print(f"new: {line}")
    names = sorted(name for _, name, _ in declared)
    for name in sorted(set(names) ^ set(defined(archives))):
        print(f"{name} is {'declared, and nobody defines it' if name in names else 'defined, and not declared'}")
    same = kept == now and names == defined(archives)
    print(f"{len(now)} lines" if same else "header.py --abi CC ARCHIVE... --update writes abi.txt anew")
    return same


# With nothing but zeros these have done something all the same.
NEED_NOTHING = {"pysub_program_compile", "pysub_host_create", "pysub_files_create", "pysub_shell_create", "pysub_self_test"}


def zero(kind):
    return "id" if kind == "pysub_call_id" else f"({kind})0"


def place(kind):
    """Where a function puts what it gives, or nothing."""
    if kind == "pysub_error**":
        return "&error"
    return f"({kind})&place" if kind.endswith("**") else zero(kind)


def checked(result, name, arguments, has_place):
    """A call, and what has to come of it."""
    call = f"{name}({', '.join(arguments)})"
    if result == "pysub_status" and not name.endswith("_free") and name != "pysub_error_status":
        well = name in NEED_NOTHING and (has_place or name == "pysub_self_test") and "PYSUB_TERMINATED" not in arguments
        return f"CHECK({call} {'==' if well else '!='} PYSUB_OK);"
    if result in ("pysub_value*", "pysub_buffer*", "pysub_stop*"):
        return f"{result.rstrip('*')}_free({call});"
    return f"(void){call};"


def write_nulls(path):
    """Calls with zeros alone, with places for results, and with texts that are said to end at a NUL. None of them crashes or leaks, and
    what gives a status says that something was wrong."""
    lines = ['#include "check.h"', "", "CASE(Nulls_Everywhere) {", "  const pysub_call_id id = {0, 0};", "  void* place = NULL;",
             "  pysub_error* error = NULL;"]
    for result, name, parameters in functions():
        kinds = [re.sub(r"\b\w+$", "", part).strip() for part in parameters.split(",") if part != "void"]
        given = [zero(kind) for kind in kinds]
        placed = [place(kind) for kind in kinds]
        ended = ["PYSUB_TERMINATED" if kind == "size_t" else value for kind, value in zip(kinds, placed)]
        for arguments in dict.fromkeys(map(tuple, (given, placed, ended))):
            has_place = any("&place" in argument for argument in arguments)
            lines.append("  " + checked(result, name, arguments, has_place))
            if has_place and name in NEED_NOTHING:
                lines.append(f"  {name.rsplit('_', 1)[0]}_free(place);")
            if has_place:
                lines.append("  place = NULL;")
            if "&error" in arguments:
                lines.append("  pysub_error_free(error);")
    Path(path).write_text("\n".join(lines) + "\n}\n")


MAIN = """
typedef struct Case {
  const char* name;
  void (*run)(void);
} Case;

static const Case kCases[] = {ROWS};

/* As tests/runner/case_filter.h. */
static int is_wanted(const char* name) {
  const char* filter = getenv("TEST_FILTER");
  size_t at, i;
  if (filter == NULL) return 1;
  for (at = 0; at + strlen(filter) <= strlen(name); ++at) {
    for (i = 0; filter[i] != 0 && tolower(filter[i]) == tolower(name[at + i]); ++i) continue;
    if (filter[i] == 0) return 1;
  }
  return 0;
}

int main(int argc, char** argv) {
  const int lists = argc > 1 && strcmp(argv[1], "--cases") == 0;
  size_t i;
  setvbuf(stdout, NULL, _IOLBF, 0);  /* what a crash leaves is read, too */
  for (i = 0; i < sizeof(kCases) / sizeof(kCases[0]); ++i) {
    if (!is_wanted(kCases[i].name)) continue;
    if (lists) {
      puts(kCases[i].name);
    } else {
      const int before = failures;
      kCases[i].run();
      if (failures > before) printf("FAILED: %s\\n", kCases[i].name);
    }
  }
  return failures > 0;
}
"""


def write_cases(path, sources):
    names = [name for source in sources for name in re.findall(r"^CASE\((\w+)\)", Path(source).read_text(), re.M)]
    rows = ", ".join(f'{{"{name}", {name}}}' for name in names)
    lines = ["#include <ctype.h>", '#include "check.h"', *(f"void {name}(void);" for name in names)]
    Path(path).write_text("\n".join(lines) + "\n" + MAIN.replace("ROWS", rows))


def main():
    what, *rest = sys.argv[1:]
    if what == "--docs":
        return check_docs() & check_calls() & check_os_calls()
    if what == "--abi":
        update = "--update" in rest
        compiler, *archives = [word for word in rest if word != "--update"]
        return check_abi(compiler, archives, update)
    if what == "--cases":
        return write_cases(rest[0], rest[1:]) is None
    return write_nulls(rest[0]) is None


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
