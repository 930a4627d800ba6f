#include "vm/suggestions.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace pysub {
namespace {

// CPython's figures: a move costs 2, a change of case 1.
constexpr size_t kMoveCost = 2;
constexpr size_t kCaseCost = 1;
constexpr size_t kMaxLength = 40;
constexpr size_t kMaxCandidates = 750;

// What one can import in CPython 3.14, whether or not it is here: sys.stdlib_module_names but for
// those with an underscore.
constexpr std::string_view kModuleNames =
    " "
    "abc annotationlib antigravity argparse array ast asyncio atexit base64 bdb binascii bisect "
    "builtins bz2 "
    "cProfile calendar cmath cmd code codecs codeop collections colorsys compileall compression "
    "concurrent "
    "configparser contextlib contextvars copy copyreg csv ctypes curses dataclasses datetime dbm "
    "decimal difflib "
    "dis doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch "
    "fractions "
    "ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq "
    "hmac html http "
    "idlelib imaplib importlib inspect io ipaddress itertools json keyword linecache locale "
    "logging lzma mailbox "
    "marshal math mimetypes mmap modulefinder msvcrt multiprocessing netrc nt ntpath nturl2path "
    "numbers opcode "
    "operator optparse os pathlib pdb pickle pickletools pkgutil platform plistlib poplib posix "
    "posixpath pprint "
    "profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re "
    "readline reprlib "
    "resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site "
    "smtplib socket "
    "socketserver sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string "
    "stringprep struct "
    "subprocess symtable sys sysconfig syslog tabnanny tarfile tempfile termios textwrap this "
    "threading time "
    "timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types "
    "typing "
    "unicodedata unittest urllib uuid venv warnings wave weakref webbrowser winreg winsound "
    "wsgiref xml xmlrpc "
    "zipapp zipfile zipimport zlib zoneinfo ";

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

size_t SubstitutionCost(char a, char b) {
  if (a == b) return 0;
  return Lower(a) == Lower(b) ? kCaseCost : kMoveCost;
}

// Weighted Levenshtein distance, or more than `limit` as soon as that is certain.
size_t Distance(std::string_view a, std::string_view b, size_t limit) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) a.remove_prefix(1), b.remove_prefix(1);
  while (!a.empty() && !b.empty() && a.back() == b.back()) a.remove_suffix(1), b.remove_suffix(1);
  if (a.empty() || b.empty()) return kMoveCost * (a.size() + b.size());
  if (a.size() > kMaxLength || b.size() > kMaxLength) return limit + 1;
  if (b.size() < a.size()) std::swap(a, b);
  if ((b.size() - a.size()) * kMoveCost > limit) return limit + 1;
  std::vector<size_t> row(a.size());
  for (size_t i = 0; i < a.size(); ++i) row[i] = (i + 1) * kMoveCost;
  size_t result = 0;
  for (size_t bi = 0; bi < b.size(); ++bi) {
    size_t distance = bi * kMoveCost;
    result = distance;
    size_t minimum = SIZE_MAX;
    for (size_t ai = 0; ai < a.size(); ++ai) {
      size_t substitute = distance + SubstitutionCost(b[bi], a[ai]);
      distance = row[ai];
      result = std::min(std::min(result, distance) + kMoveCost, substitute);
      row[ai] = result;
      minimum = std::min(minimum, result);
    }
    if (minimum > limit) return limit + 1;
  }
  return result;
}

}  // namespace

bool IsModuleOfCPython(std::string_view name) {
  if (name.empty() || name.find(' ') != std::string_view::npos) return false;
  return kModuleNames.find(" " + std::string(name) + " ") != std::string_view::npos;
}

// Levenshtein's distance with CPython's costs and bounds: letter case counts less than another
// letter. Candidates are bounded in number, since a program may have thousands of names.
std::string_view ClosestName(std::string_view wrong, std::span<const std::string_view> candidates) {
  if (wrong.empty() || wrong.size() > kMaxLength || candidates.size() > kMaxCandidates) return {};
  std::string_view best;
  size_t best_distance = SIZE_MAX;
  for (std::string_view candidate : candidates) {
    if (candidate == wrong) continue;
    // A third of the letters may be wrong.
    size_t limit = (wrong.size() + candidate.size() + 3) * kMoveCost / 6;
    limit = std::min(limit, best_distance - 1);
    size_t distance = Distance(wrong, candidate, limit);
    if (distance > limit) continue;
    if (best.empty() || distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace pysub
