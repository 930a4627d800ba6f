// Mutations that leave a Python program mostly a Python program: tokens and lines are exchanged,
// removed, doubled and borrowed. Bytes changed at random hardly ever get past the parser. Linked
// into the fuzz targets that take programs; the first byte of an input is the target's and only
// libFuzzer changes it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

using Random = std::minstd_rand;
using Pieces = std::vector<std::string_view>;

constexpr std::string_view kWords[] = {
    "0",
    "1",
    "-1",
    "2",
    "10",
    "255",
    "65536",
    "2**31",
    "2**63",
    "-2**63",
    "10**30",
    "0.5",
    "1e308",
    "float('nan')",
    "None",
    "True",
    "...",
    "''",
    "'a'",
    "'\\ud800'",
    "'\\U0001f600' * 70",
    "b'ab'",
    "[]",
    "()",
    "{}",
    "set()",
    "[1, 2, 3]",
    "range(10)",
    "{1: 2}",
    "x",
    "self",
    "lambda *a: a",
    "print",
    "len",
    "sorted",
    "map",
    "zip",
    "iter",
    "next",
    "list",
    "tuple",
    "dict",
    "str",
    "bytes",
    "bytearray",
    "memoryview",
    "int",
    "type",
    "repr",
    "hash",
    "sum",
    "eval",
    "exec",
    "compile",
    "globals",
    "locals",
    "id",
    "pow",
    "format",
    "reversed",
    "enumerate",
    "slice",
    "yield",
    "await",
    "async",
    "return",
    "raise",
    "try",
    "except",
    "finally",
    "with",
    "for",
    "while",
    "del",
    "global",
    "nonlocal",
    "import",
    "not",
    "in",
    "is",
    "and",
    "lambda",
    "if",
    "else",
    "break",
    "continue",
    "**",
    "//",
    ">>",
    "<<",
    ":=",
    "@",
    "*",
    "%",
    "==",
    "key=",
    ".append",
    ".pop()",
    ".sort",
    ".join",
    ".format",
    ".send",
    ".throw",
    ".clear()",
    ".extend",
    ".update",
    ".__class__",
    "[::-1]",
    "[1:2]",
    "[0]",
    "()",
    "(x for x in x)",
    "f'{x!r:>{x}}'",
};

bool IsWord(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (c & 0x80) != 0;
}

// Words, strings on one line, line ends with their indentation, single characters.
size_t TokenSize(std::string_view text) {
  const char first = text[0];
  size_t n = 1;
  if (IsWord(first)) {
    while (n < text.size() && IsWord(text[n])) ++n;
  } else if (first == '\n' || first == ' ') {
    while (n < text.size() && text[n] == ' ') ++n;
  } else if (first == '"' || first == '\'') {
    const size_t end = text.find_first_of(std::string{first, '\n'}, 1);
    if (end != text.npos && text[end] == first) n = end + 1;
  }
  return n;
}

Pieces SplitTokens(std::string_view text) {
  Pieces pieces;
  while (!text.empty()) {
    const size_t size = TokenSize(text);
    pieces.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return pieces;
}

Pieces SplitLines(std::string_view text) {
  Pieces pieces;
  while (!text.empty()) {
    const size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    pieces.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return pieces;
}

size_t Below(Random& random, size_t bound) { return bound == 0 ? 0 : random() % bound; }

// A few neighbouring pieces.
Pieces Some(Random& random, const Pieces& pieces) {
  if (pieces.empty()) return {};
  const size_t start = Below(random, pieces.size());
  const size_t count = std::min(pieces.size() - start, 1 + Below(random, 6));
  return Pieces(pieces.begin() + static_cast<ptrdiff_t>(start),
                pieces.begin() + static_cast<ptrdiff_t>(start + count));
}

// One change; what is inserted comes from `donor`.
void Change(Random& random, Pieces& pieces, const Pieces& donor) {
  const auto at = pieces.begin() + static_cast<ptrdiff_t>(Below(random, pieces.size()));
  switch (random() % 6) {
    case 0: pieces.erase(at); break;
    case 1:
      std::iter_swap(at, pieces.begin() + static_cast<ptrdiff_t>(Below(random, pieces.size())));
      break;
    case 2:
      if (!donor.empty()) *at = donor[Below(random, donor.size())];
      break;
    case 3: *at = kWords[random() % std::size(kWords)]; break;
    default: {
      const Pieces some = Some(random, donor);
      pieces.insert(at, some.begin(), some.end());
    }
  }
}

size_t Write(const Pieces& pieces, uint8_t first, uint8_t* out, size_t max_size) {
  std::string text(1, static_cast<char>(first));
  for (const std::string_view piece : pieces) text += piece;
  const size_t size = std::min(text.size(), max_size);
  std::memcpy(out, text.data(), size);
  return size;
}

std::string_view ProgramIn(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data) + 1, size - 1};
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  Random random(seed + 1);
  if (size < 3 || random() % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
  const std::string program(ProgramIn(data, size));
  Pieces pieces = random() % 3 == 0 ? SplitLines(program) : SplitTokens(program);
  const Pieces donor = pieces;
  for (size_t i = 1 + Below(random, 4); i > 0 && !pieces.empty(); --i)
    Change(random, pieces, donor);
  return Write(pieces, data[0], data, max_size);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* first, size_t first_size,
                                            const uint8_t* second, size_t second_size, uint8_t* out,
                                            size_t max_size, unsigned seed) {
  if (first_size < 3 || second_size < 3) return 0;
  Random random(seed + 1);
  const bool lines = random() % 2 == 0;
  const auto split = lines ? SplitLines : SplitTokens;
  Pieces pieces = split(ProgramIn(first, first_size));
  const Pieces donor = split(ProgramIn(second, second_size));
  for (size_t i = 1 + Below(random, 4); i > 0 && !pieces.empty(); --i)
    Change(random, pieces, donor);
  return Write(pieces, first[0], out, max_size);
}
