#include <algorithm>

#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/regex/regex.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

using Number = __int128;

constexpr int kMaxDepth = 100;  // of C++ frames: a small native stack is enough

bool ParseNumber(std::string_view text, Number* number) {
  bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty()) return false;
  Number value = 0;
  for (char c : text) {
    if (c < '0' || c > '9' || __builtin_mul_overflow(value, Number{10}, &value) ||
        __builtin_add_overflow(value, Number{c - '0'}, &value)) {
      return false;
    }
  }
  *number = negative ? -value : value;
  return true;
}

bool LooksLikeNumber(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string NumberText(Number value) {
  bool negative = value < 0;
  std::string digits;
  do {
    int digit = static_cast<int>(value % 10);
    digits.insert(digits.begin(), static_cast<char>('0' + (digit < 0 ? -digit : digit)));
    value /= 10;
  } while (value != 0);
  return negative ? "-" + digits : digits;
}

bool IsNull(std::string_view text) {
  if (text.empty()) return true;
  if (text.starts_with('-')) text.remove_prefix(1);
  return std::all_of(text.begin(), text.end(), [](char c) { return c == '0'; });
}

// The characters of a text, bytes that are no UTF-8 counting as one.
std::vector<std::string_view> Characters(std::string_view text) {
  std::vector<std::string_view> characters;
  while (!text.empty()) {
    size_t length = std::max<size_t>(PrintableLength(text), 1);
    characters.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return characters;
}

// | < & < comparisons < + - < * / % < : < words. The value of what is skipped is not computed.
class Evaluator {
 public:
  Evaluator(CommandIo& io, std::span<const std::string> words) : io_(io), words_(words) {}

  // 0, 1: *value says so; 2, 3: it went wrong, with a message.
  int Run(std::string* value) {
    *value = Binary(0, true, 0);
    if (status_ == 0 && at_ < words_.size())
      Syntax("unexpected argument " + QuoteWord(words_[at_]));
    return status_ != 0 ? status_ : IsNull(*value) ? 1 : 0;
  }

 private:
  std::string Fail(int status, const std::string& text) {
    if (status_ == 0) io_.Error(text);
    if (status_ == 0) status_ = status;
    return "";
  }
  std::string Syntax(const std::string& text) { return Fail(2, "syntax error: " + text); }

  static int PrecedenceOf(std::string_view word) {
    constexpr std::string_view kLevels[][6] = {
        {"|"}, {"&"}, {"<", "<=", "=", "==", "!="}, {"+", "-"}, {"*", "/", "%"}, {":"}};
    if (word == ">" || word == ">=") return 2;
    for (int level = 0; level < 6; ++level) {
      for (std::string_view op : kLevels[level]) {
        if (!op.empty() && op == word) return level;
      }
    }
    return -1;
  }

  // Precedence climbing: operators that bind tighter are taken by the recursive call. `evaluate` is
  // false on the side of | or & whose value does not matter. That side is still read, for its
  // syntax.
  std::string Binary(int least, bool evaluate, int depth) {
    if (depth > kMaxDepth) return Fail(3, "expression is nested too deeply");
    std::string left = Primary(evaluate, depth);
    while (status_ == 0 && at_ < words_.size()) {
      int precedence = PrecedenceOf(words_[at_]);
      if (precedence < least) break;
      const std::string& op = words_[at_++];
      bool wanted = evaluate && !(op == "|" && !IsNull(left)) && !(op == "&" && IsNull(left));
      std::string right = Binary(precedence + 1, wanted, depth + 1);
      if (status_ != 0) break;
      if (evaluate) left = Apply(op, std::move(left), right);
    }
    return left;
  }

  std::string Primary(bool evaluate, int depth) {
    if (at_ >= words_.size()) {
      if (at_ == 0) return Fail(2, "missing operand");
      return Syntax("missing argument after " + QuoteWord(words_[at_ - 1]));
    }
    const std::string& word = words_[at_++];
    if (word == "(") {
      std::string value = Binary(0, evaluate, depth + 1);
      if (status_ != 0) return value;
      if (at_ >= words_.size()) return Syntax("expecting ')' after " + QuoteWord(words_[at_ - 1]));
      if (words_[at_] != ")") return Syntax("expecting ')' instead of " + QuoteWord(words_[at_]));
      ++at_;
      return value;
    }
    if (word == ")") return Syntax("unexpected ')'");
    if (word == "+") {
      if (at_ >= words_.size()) return Syntax("missing argument after " + QuoteWord(word));
      return words_[at_++];
    }
    if (word != "length" && word != "match" && word != "index" && word != "substr") return word;
    size_t count = word == "length" ? 1 : word == "substr" ? 3 : 2;
    std::string arguments[3];
    for (size_t i = 0; i < count; ++i) {
      arguments[i] = Binary(6, evaluate, depth + 1);
      if (status_ != 0) return "";
    }
    if (!evaluate) return "";
    if (word == "match") return Match(arguments[0], arguments[1]);
    std::vector<std::string_view> characters = Characters(arguments[0]);
    io_.Tick(arguments[0].size());
    if (word == "length") return std::to_string(characters.size());
    if (word == "index") {
      std::vector<std::string_view> wanted = Characters(arguments[1]);
      std::sort(wanted.begin(), wanted.end());
      for (size_t i = 0; i < characters.size() && io_.account().Tick(16); ++i) {
        if (std::binary_search(wanted.begin(), wanted.end(), characters[i]))
          return std::to_string(i + 1);
      }
      return "0";
    }
    Number from = 0, length = 0;
    std::string result;
    if (!ParseNumber(arguments[1], &from) || !ParseNumber(arguments[2], &length) || from < 1 ||
        length < 1)
      return result;
    for (Number i = from - 1; i < static_cast<Number>(characters.size()) && i - from + 1 < length;
         ++i) {
      result += characters[static_cast<size_t>(i)];
    }
    return result;
  }

  // The pattern is anchored at the beginning. The result is the first group, or the number of
  // characters that matched.
  std::string Match(std::string_view text, std::string_view pattern) {
    std::string error;
    std::unique_ptr<Regex> regex =
        Regex::Compile(pattern, {.syntax = RegexSyntax::kPosixBasic}, &io_.account(), &error);
    if (regex == nullptr) return Fail(2, error);
    RegexSpan spans[2];
    RegexOutcome outcome =
        regex->Search(RegexSubject(text), 0, spans, 2, RegexAnchor::kStart, &io_.account());
    io_.Tick(text.size() + pattern.size());
    if (outcome == RegexOutcome::kGaveUp || outcome == RegexOutcome::kStopped)
      return Fail(3, "error in regular expression matcher");
    if (outcome == RegexOutcome::kNone) return regex->groups() > 0 ? "" : "0";
    auto part = [&](const RegexSpan& span) {
      return text.substr(static_cast<size_t>(span.begin),
                         static_cast<size_t>(span.end - span.begin));
    };
    if (regex->groups() > 0) return spans[1].begin < 0 ? "" : std::string(part(spans[1]));
    return std::to_string(Characters(part(spans[0])).size());
  }

  std::string Apply(std::string_view op, std::string left, const std::string& right) {
    if (op == "|") return !IsNull(left) ? left : !IsNull(right) ? right : "0";
    if (op == "&") return IsNull(left) || IsNull(right) ? "0" : left;
    if (op == ":") return Match(left, right);
    bool arithmetic = std::string_view("+-*/%").find(op[0]) != std::string_view::npos;
    bool numbers = LooksLikeNumber(left) && LooksLikeNumber(right);
    if (arithmetic && !numbers) return Fail(2, "non-integer argument");
    Number a = 0, b = 0;
    if (numbers && (!ParseNumber(left, &a) || !ParseNumber(right, &b)))
      return Fail(3, "numbers of more than 38 digits are not supported");
    if (!arithmetic) {
      int order = numbers ? (a < b ? -1 : a > b ? 1 : 0) : left.compare(right);
      bool result = op == "<"    ? order < 0
                    : op == "<=" ? order <= 0
                    : op == ">"  ? order > 0
                    : op == ">=" ? order >= 0
                    : op == "!=" ? order != 0
                                 : order == 0;
      return result ? "1" : "0";
    }
    if ((op == "/" || op == "%") && b == 0) return Fail(2, "division by zero");
    Number result = 0;
    bool overflow = op == "+"   ? __builtin_add_overflow(a, b, &result)
                    : op == "-" ? __builtin_sub_overflow(a, b, &result)
                    : op == "*" ? __builtin_mul_overflow(a, b, &result)
                                : false;
    if (op == "/") result = a / b;
    if (op == "%") result = a % b;
    if (overflow) return Fail(3, "numbers of more than 38 digits are not supported");
    return NumberText(result);
  }

  CommandIo& io_;
  std::span<const std::string> words_;
  size_t at_ = 0;
  int status_ = 0;
};

}  // namespace

// expr EXPRESSION
Progress RunExpr(CommandIo& io) {
  std::span<const std::string> words = io.args();
  if (!words.empty() && words[0] == "--") words = words.subspan(1);
  if (words.empty()) return MissingOperand(io, 2);
  std::string value;
  int status = Evaluator(io, words).Run(&value);
  if (status < 2) io.Out(value + "\n");
  return Progress::Done(status);
}

}  // namespace pysub::shell
