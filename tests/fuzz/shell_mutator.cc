// Mutations that leave a script of the shell mostly a script: words, operators and lines are
// exchanged, removed, doubled and borrowed. The first byte of an input is the target's and only
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

// clang-format off
constexpr std::string_view kPieces[] = {
    ";", "&&", "||", "|", "&", "|&", "\n", "(", ")", "{ ", "; }", "((", "))", "[[ ", " ]]", "if ",
    "; then ", "; else ", "; fi", "for a in 1 2; do ", "while ", "until ", "; do ", "; done",
    "case $a in ", ") :;; esac", "function f ", "f() ", "select a in ", "$(", "`", "${", "}", "$((",
    "${a", "${a[", "${#a}", "${!a}", "${a:-", "${a//", "${a%%", "${a^^}", "${a@Q}", "${a@P}",
    "${a:1:", "$@", "\"$@\"", "$*", "$#", "$?", "$!", "$$", "$a", "\"$a\"", "${r[@]}", "${!r[@]}",
    "'", "\"", "\\", "$'\\x", "$\"", ">", ">>", "<", "<<<", "<<E\n", "\nE\n", "<<-E\n", "2>&1",
    ">&-", "<&0", "{x}>", "<(", ">(", "3<>f", ">|", "*", "?", "[a-z]", "[!", "@(a|b)", "!(a)", "+(",
    "{a,b}", "{1..9}", "{z..a..2}", "~", "~+", "a=", "a+=", "r=(", "r[1]=", "r[-1]",
    "declare -n a=", "declare -A h=", "declare -i a=", "local a=", "readonly a", "unset a",
    "export a", "set -e", "set -u", "set -x", "set -o pipefail", "shopt -s extglob", "trap '",
    "' EXIT", "' ERR", "' DEBUG", "eval ", "exec ", "command ", "builtin ", "return", "break 2",
    "continue", "exit 3", "shift", "wait", "read a", "read -r -d '' a", "mapfile r",
    "printf '%s\\n' ", "printf '%*d' 9 ", "printf -v a ", "echo ", "test ", "let a=",
    "getopts ab: a ", "coproc ", "kill $!", "jobs", "cd ", "pushd .", "cat", "grep -E '", "sed 's/",
    "/g'", "sort -k1,1n", "tr a-z A-Z", "cut -d: -f1", "head -n 2", "tail -n 1", "xargs",
    "find . -name '", "wc -l", "seq 3", "tee f", "od -c", "diff f g", "uniq -c", "paste -s",
    "join f g", "base64", "gzip -c", "tar cf - f", "date -u -d @0", "expr 1 + ", "bash -c '", "f",
    "g", "/dev/null", "/dev/stdin", "0", "-1", "9223372036854775807", "-9223372036854775808",
    "2147483648", "16#ff", "1/0", "a++", "**", "<<", "?:", "\xff", "\x01", "e\xcc\x81"};
// clang-format on

// Where tokens begin: bash's words and operators, roughly.
std::vector<size_t> Starts(std::string_view text) {
  constexpr std::string_view kBreaks = " \t\n;|&()<>{}$`'\"[]";
  std::vector<size_t> starts = {0};
  for (size_t i = 1; i < text.size(); ++i) {
    const bool breaks = kBreaks.find(text[i]) != std::string_view::npos;
    const bool broke = kBreaks.find(text[i - 1]) != std::string_view::npos;
    if (breaks || broke) starts.push_back(i);
  }
  starts.push_back(text.size());
  return starts;
}

// Some tokens in a row.
std::pair<size_t, size_t> Piece(std::string_view text, Random& random) {
  const std::vector<size_t> starts = Starts(text);
  const size_t first = random() % (starts.size() - 1);
  const size_t last =
      std::min(starts.size() - 1, first + 1 + random() % (random() % 4 == 0 ? 24 : 3));
  return {starts[first], starts[last] - starts[first]};
}

void MutateOnce(std::string& text, Random& random) {
  const std::string_view word = kPieces[random() % std::size(kPieces)];
  if (text.empty()) {
    text = word;
    return;
  }
  const auto [at, size] = Piece(text, random);
  switch (random() % 8) {
    case 0: text.erase(at, size); return;
    case 1: text.insert(at, text.substr(at, size)); return;
    case 2: text.insert(Piece(text, random).first, text.substr(at, size)); return;
    case 3: {
      const std::string piece = text.substr(at, size);
      const auto [to, length] = Piece(text, random);
      text.replace(to, length, piece);
      return;
    }
    case 4: text.replace(at, size, word); return;
    default: text.insert(at, word); return;
  }
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  Random random(seed + 1);
  if (size < 2 || random() % 16 == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  for (uint64_t i = random() % 4 + 1; i > 0; --i) MutateOnce(text, random);
  text.resize(std::min(text.size(), max_size - 1));
  std::memcpy(data + 1, text.data(), text.size());
  return text.size() + 1;
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* first, size_t first_size,
                                            const uint8_t* second, size_t second_size, uint8_t* out,
                                            size_t max_size, unsigned seed) {
  if (first_size < 2 || second_size < 2) return 0;
  Random random(seed + 1);
  std::string text(reinterpret_cast<const char*>(first), first_size);
  const std::string_view other(reinterpret_cast<const char*>(second) + 1, second_size - 1);
  const auto [from, length] = Piece(other, random);
  text.insert(1 + Piece(std::string_view(text).substr(1), random).first,
              other.substr(from, length));
  text.resize(std::min(text.size(), max_size));
  std::memcpy(out, text.data(), text.size());
  return text.size();
}
