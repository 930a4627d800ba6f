#include "shell/test_expression.h"

#include <algorithm>
#include <cerrno>
#include <vector>

#include "shell/commands/quoting.h"

namespace pysub::shell {
namespace {

using files::FileKind;
using files::Stat;

// An integer of any size, as text: the digits without leading zeros and whether it is negative.
struct Integer {
  bool negative = false;
  std::string_view digits;
};

int Compare(const Integer& left, const Integer& right) {
  if (left.negative != right.negative) return left.negative ? -1 : 1;
  int order = left.digits.size() != right.digits.size()
                  ? (left.digits.size() < right.digits.size() ? -1 : 1)
                  : left.digits.compare(right.digits);
  return left.negative ? -order : order;
}

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::optional<Integer> ParseInteger(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  Integer integer;
  if (text.starts_with('-') || text.starts_with('+')) {
    integer.negative = text[0] == '-';
    text.remove_prefix(1);
  }
  if (text.empty()) return std::nullopt;
  for (char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
  }
  while (!text.empty() && text[0] == '0') text.remove_prefix(1);
  integer.digits = text;
  if (text.empty()) integer.negative = false;
  return integer;
}

// bash reads numbers of 64 bits only.
bool FitsInt64(const Integer& integer) {
  std::string_view limit = integer.negative ? "9223372036854775808" : "9223372036854775807";
  return integer.digits.size() < limit.size() ||
         (integer.digits.size() == limit.size() && integer.digits <= limit);
}

class Evaluation {
 public:
  Evaluation(std::span<const std::string> words, TestHost& host, TestDialect dialect)
      : words_(words), host_(host), bash_(dialect == TestDialect::kBash), dialect_(dialect) {}

  bool failed() const { return failed_; }
  std::string TakeError() { return std::move(error_); }

  bool Run() {
    bool value = Posix();
    if (failed_ || at_ == words_.size()) return value;
    if (!bash_) return Fail("extra argument " + QuoteWord(words_[at_]));
    if (words_[at_].starts_with('-')) {
      return Fail("syntax error: `" + words_[at_] + "' unexpected");
    }
    return Fail("too many arguments");
  }

 private:
  bool Fail(std::string error) {
    if (!failed_) error_ = std::move(error);
    failed_ = true;
    return false;
  }
  bool Beyond() {
    if (bash_) return Fail("argument expected");
    return Fail("missing argument after " + QuoteWord(words_.empty() ? "" : words_.back()));
  }
  bool Is(size_t offset, std::string_view word) const {
    return at_ + offset < words_.size() && words_[at_ + offset] == word;
  }
  bool IsBinaryAt(size_t offset) const {
    return at_ + offset < words_.size() && IsBinaryTestOperator(words_[at_ + offset], dialect_);
  }

  // POSIX decides by the number of words before there is any grammar.
  bool Posix() {
    switch (words_.size()) {
      case 0: return false;
      case 1: return One();
      case 2: return Two();
      case 3: return Three();
      case 4:
        if (Is(0, "!")) {
          ++at_;
          bool value = Three();
          return !value;
        }
        if (Is(0, "(") && Is(3, ")")) {
          ++at_;
          bool value = Two();
          ++at_;
          return value;
        }
        break;
      default: break;
    }
    return Expression();
  }
  bool One() { return !words_[at_++].empty(); }
  bool Two() {
    if (Is(0, "!")) {
      ++at_;
      return !One();
    }
    if (UnaryTestOperator(words_[at_], dialect_)) return Unary();
    if (bash_) return Fail(words_[at_] + ": unary operator expected");
    if (words_[at_].size() == 2 && words_[at_][0] == '-') {
      return Fail(QuoteWord(words_[at_]) + ": unary operator expected");
    }
    return Fail("missing argument after " + QuoteWord(words_[at_ + 1]));
  }
  bool Three() {
    if (IsBinaryAt(1)) return Binary();
    if (Is(1, "-a") || Is(1, "-o")) {
      bool both = Is(1, "-a");
      bool left = One();
      ++at_;
      bool right = One();
      return both ? left && right : left || right;
    }
    if (Is(0, "!")) {
      ++at_;
      return !Two();
    }
    if (Is(0, "(") && Is(2, ")")) {
      ++at_;
      bool value = One();
      ++at_;
      return value;
    }
    if (!bash_) return Fail(QuoteWord(words_[at_ + 1]) + ": binary operator expected");
    return Fail(words_[at_ + 1] + ": binary operator expected");
  }

  //   or    and { -o and }
  //   and   term { -a term }
  //   term  ! term | ( or ) | binary | unary | word
  bool Expression() {
    struct Level {
      bool any = false;
      bool all = true;
      bool negated = false;  // what the parenthesis gives is
    };
    std::vector<Level> levels(1);
    while (!failed_) {
      bool negated = false;
      for (; Is(0, "!"); ++at_) negated = !negated;
      if (at_ >= words_.size()) return Beyond();
      if (Is(0, "(")) {
        ++at_;
        levels.push_back({.negated = negated});
        continue;
      }
      bool value = Primary() != negated;
      while (!failed_) {
        Level& level = levels.back();
        level.all = level.all && value;
        if (Is(0, "-a")) {
          ++at_;
          break;
        }
        if (Is(0, "-o")) {
          ++at_;
          level.any = level.any || level.all;
          level.all = true;
          break;
        }
        value = level.any || level.all;
        if (levels.size() == 1) return value;
        if (at_ >= words_.size())
          return Fail(bash_ ? "`)' expected" : QuoteWord(")") + " expected");
        if (!Is(0, ")")) {
          if (!bash_) return Fail(QuoteWord(")") + " expected, found " + words_[at_]);
          return Fail("`)' expected, found " + words_[at_]);
        }
        ++at_;
        value = value != level.negated;
        levels.pop_back();
      }
    }
    return false;
  }
  bool Primary() {
    if (at_ + 3 <= words_.size() && IsBinaryAt(1)) return Binary();
    if (at_ + 2 <= words_.size() && UnaryTestOperator(words_[at_], dialect_)) return Unary();
    return One();
  }

  bool Unary() {
    char letter = *UnaryTestOperator(words_[at_], dialect_);
    const std::string& operand = words_[at_ + 1];
    at_ += 2;
    switch (letter) {
      case 'n': return !operand.empty();
      case 'z': return operand.empty();
      case 'v': return host_.VariableIsSet(operand);
      case 'R': return host_.VariableIsReference(operand);
      case 'o': return host_.OptionIsSet(operand);
      case 't': {
        std::optional<Integer> number = Number(operand);
        if (!number || number->negative || number->digits.size() > 9) return false;
        return host_.IsTerminal(number->digits.empty() ? 0
                                                       : std::stoi(std::string(number->digits)));
      }
      default: return TestFile(host_, letter, operand);
    }
  }

  std::optional<Integer> Number(std::string_view text) {
    std::optional<Integer> number = ParseInteger(text);
    if (number && (!bash_ || FitsInt64(*number))) return number;
    if (bash_) {
      Fail(std::string(text) + ": integer expression expected");
    } else {
      Fail("invalid integer " + QuoteWord(text));
    }
    return std::nullopt;
  }

  bool Binary() {
    const std::string& left = words_[at_];
    std::string_view op = words_[at_ + 1];
    const std::string& right = words_[at_ + 2];
    at_ += 3;
    if (op == "=" || op == "==") return left == right;
    if (op == "!=") return left != right;
    if (op == "<") return left < right;
    if (op == ">") return left > right;
    if (op == "-nt" || op == "-ot" || op == "-ef") return CompareFiles(host_, op[1], left, right);
    std::optional<Integer> a = Number(left);
    std::optional<Integer> b = a ? Number(right) : std::nullopt;
    if (!a || !b) return false;
    int order = Compare(*a, *b);
    if (op == "-eq") return order == 0;
    if (op == "-ne") return order != 0;
    if (op == "-lt") return order < 0;
    if (op == "-le") return order <= 0;
    if (op == "-gt") return order > 0;
    return order >= 0;
  }

  std::span<const std::string> words_;
  TestHost& host_;
  bool bash_;
  TestDialect dialect_;
  size_t at_ = 0;
  bool failed_ = false;
  std::string error_;
};

}  // namespace

std::optional<char> UnaryTestOperator(std::string_view word, TestDialect dialect) {
  if (word.size() != 2 || word[0] != '-') return std::nullopt;
  std::string_view letters = "bcdefgGhkLnNOprsStuwxz";
  bool known = letters.find(word[1]) != std::string_view::npos ||
               (dialect == TestDialect::kBash &&
                std::string_view("aovR").find(word[1]) != std::string_view::npos);
  return known ? std::optional<char>(word[1]) : std::nullopt;
}

bool IsBinaryTestOperator(std::string_view word, TestDialect dialect) {
  constexpr std::string_view kOperators[] = {"=",   "==",  "!=",  "-nt", "-ot", "-ef",
                                             "-eq", "-ne", "-lt", "-le", "-gt", "-ge"};
  if (std::find(std::begin(kOperators), std::end(kOperators), word) != std::end(kOperators))
    return true;
  return dialect == TestDialect::kBash && (word == "<" || word == ">");
}

bool TestFile(const TestHost& host, char letter, std::string_view path) {
  files::Caller caller = host.caller();
  bool follow = letter != 'h' && letter != 'L';
  files::Result<Stat> stat =
      host.files().StatPath(caller, path, follow ? files::Follow::kYes : files::Follow::kNo);
  if (!stat.ok()) return false;
  auto may = [&](uint32_t mode) { return host.files().Access(caller, path, mode).ok(); };
  switch (letter) {
    case 'a':
    case 'e': return true;
    case 'b': return false;
    case 'c': return stat->kind == FileKind::kDevice;
    case 'd': return stat->IsDirectory();
    case 'f': return stat->IsFile();
    case 'g': return (stat->mode & 02000) != 0;
    case 'G': return stat->gid == caller.gid;
    case 'h':
    case 'L': return stat->IsSymlink();
    case 'k': return (stat->mode & 01000) != 0;
    case 'N': return stat->mtime_ns > stat->atime_ns;
    case 'O': return stat->uid == caller.uid;
    case 'p': return stat->kind == FileKind::kFifo;
    case 'r': return may(files::kMayRead);
    case 's': return stat->size > 0;
    case 'S': return stat->kind == FileKind::kOther;
    case 'u': return (stat->mode & 04000) != 0;
    case 'w': return may(files::kMayWrite);
    case 'x': return may(files::kMayExecute);
    default: return false;
  }
}

bool CompareFiles(const TestHost& host, char letter, std::string_view left,
                  std::string_view right) {
  files::Result<Stat> a = host.files().StatPath(host.caller(), left);
  files::Result<Stat> b = host.files().StatPath(host.caller(), right);
  if (letter == 'e') return a.ok() && b.ok() && a->dev == b->dev && a->ino == b->ino;
  if (letter == 'n') return a.ok() && (!b.ok() || a->mtime_ns > b->mtime_ns);
  return b.ok() && (!a.ok() || a->mtime_ns < b->mtime_ns);
}

int EvaluateTest(std::span<const std::string> words, TestHost& host, TestDialect dialect,
                 std::string* error) {
  Evaluation evaluation(words, host, dialect);
  bool value = evaluation.Run();
  if (!evaluation.failed()) return value ? 0 : 1;
  *error = evaluation.TakeError();
  return 2;
}

}  // namespace pysub::shell
