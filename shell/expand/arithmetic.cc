#include "shell/expand/arithmetic.h"

#include <string>
#include <utility>

#include "shell/run/machine.h"
#include "shell/run/process.h"
#include "shell/syntax/word_state.h"

namespace pysub::shell {
namespace {

enum class Op : uint8_t {
  kEnd, kNumber, kName, kPlus, kMinus, kTimes, kDivide, kModulo, kPower, kShiftLeft, kShiftRight, kLess, kLessEqual,
  kGreater, kGreaterEqual, kEqual, kNotEqual, kAnd, kXor, kOr, kAndAnd, kOrOr, kNot, kComplement, kQuestion, kColon,
  kComma, kAssign, kOpen, kClose, kIncrement, kDecrement,
};

// Binary operators by how tightly they bind; 0: not one.
int Precedence(Op op) {
  switch (op) {
    case Op::kOrOr: return 1;
    case Op::kAndAnd: return 2;
    case Op::kOr: return 3;
    case Op::kXor: return 4;
    case Op::kAnd: return 5;
    case Op::kEqual:
    case Op::kNotEqual: return 6;
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kGreater:
    case Op::kGreaterEqual: return 7;
    case Op::kShiftLeft:
    case Op::kShiftRight: return 8;
    case Op::kPlus:
    case Op::kMinus: return 9;
    case Op::kTimes:
    case Op::kDivide:
    case Op::kModulo: return 10;
    case Op::kPower: return 11;
    default: return 0;
  }
}

class Evaluator {
 public:
  // `depth`: how deep it already stands in other evaluations; all share one native stack.
  Evaluator(Process& process, std::string_view text, std::string_view what, int depth)
      : process_(process), text_(text), what_(what), depth_(depth) {}

  bool Evaluate(int64_t* result) {
    *result = 0;
    Next();
    if (op_ == Op::kEnd) return !failed_;
    *result = Comma();
    if (!failed_ && op_ != Op::kEnd) Fail("syntax error in expression");
    return !failed_;
  }

 private:
  static constexpr int kMaxDepth = 400;

  // A variable, perhaps an element.
  struct Target {
    bool valid = false;
    Symbol symbol = 0;
    std::string_view name;
    bool has_subscript = false;
    std::string_view subscript;
  };

  void Fail(std::string_view message) {
    if (failed_) return;
    failed_ = true;
    std::string_view shown = text_;
    while (!shown.empty() && (shown[0] == ' ' || shown[0] == '\t' || shown[0] == '\n')) shown.remove_prefix(1);
    std::string_view token = text_.substr(token_at_ <= text_.size() ? token_at_ : text_.size());
    process_.Error(std::string(what_) + std::string(shown) + ": " + std::string(message) + " (error token is \"" +
                   std::string(token) + "\")");
    op_ = Op::kEnd;
  }

  char At(size_t offset = 0) const { return at_ + offset < text_.size() ? text_[at_ + offset] : '\0'; }

  void Next() {
    if (failed_) return;
    bool after_prefix = std::exchange(after_prefix_, false);
    while (At() == ' ' || At() == '\t' || At() == '\n' || At() == '\r') ++at_;
    last_token_at_ = token_at_;
    token_at_ = at_;
    if (at_ >= text_.size()) {
      op_ = Op::kEnd;
      // Bash shows the last token when the text ends too early.
      token_at_ = last_token_at_;
      return;
    }
    char c = At();
    if (c >= '0' && c <= '9') return Number();
    if (IsNameStart(c)) return Name();
    struct Row {
      std::string_view text;
      Op op;
      Op assigns;
    };
    static constexpr Row kRows[] = {
        {"<<=", Op::kAssign, Op::kShiftLeft}, {">>=", Op::kAssign, Op::kShiftRight}, {"**", Op::kPower, Op::kEnd},
        {"<<", Op::kShiftLeft, Op::kEnd},  {">>", Op::kShiftRight, Op::kEnd}, {"<=", Op::kLessEqual, Op::kEnd},
        {">=", Op::kGreaterEqual, Op::kEnd}, {"==", Op::kEqual, Op::kEnd},  {"!=", Op::kNotEqual, Op::kEnd},
        {"&&", Op::kAndAnd, Op::kEnd},     {"||", Op::kOrOr, Op::kEnd},     {"++", Op::kIncrement, Op::kEnd},
        {"--", Op::kDecrement, Op::kEnd},  {"+=", Op::kAssign, Op::kPlus},  {"-=", Op::kAssign, Op::kMinus},
        {"*=", Op::kAssign, Op::kTimes},   {"/=", Op::kAssign, Op::kDivide}, {"%=", Op::kAssign, Op::kModulo},
        {"&=", Op::kAssign, Op::kAnd},     {"^=", Op::kAssign, Op::kXor},   {"|=", Op::kAssign, Op::kOr},
        {"=", Op::kAssign, Op::kEnd},      {"+", Op::kPlus, Op::kEnd},      {"-", Op::kMinus, Op::kEnd},
        {"*", Op::kTimes, Op::kEnd},       {"/", Op::kDivide, Op::kEnd},    {"%", Op::kModulo, Op::kEnd},
        {"<", Op::kLess, Op::kEnd},        {">", Op::kGreater, Op::kEnd},   {"&", Op::kAnd, Op::kEnd},
        {"^", Op::kXor, Op::kEnd},         {"|", Op::kOr, Op::kEnd},        {"!", Op::kNot, Op::kEnd},
        {"~", Op::kComplement, Op::kEnd},  {"?", Op::kQuestion, Op::kEnd},  {":", Op::kColon, Op::kEnd},
        {",", Op::kComma, Op::kEnd},       {"(", Op::kOpen, Op::kEnd},      {")", Op::kClose, Op::kEnd},
    };
    std::string_view rest = text_.substr(at_);
    if ((c == '+' || c == '-') && At(1) == c && op_ != Op::kName) {
      if (after_prefix) return Fail(std::string(rest.substr(0, 2)) + ": assignment requires lvalue");
      // Before a name it is ++name; else 1 ++ 2 is 1 + (+2).
      size_t behind = rest.find_first_not_of(" \t\n\r", 2);
      if (behind == std::string_view::npos || !IsNameStart(rest[behind])) rest = rest.substr(0, 1);
    }
    for (const Row& row : kRows) {
      if (!rest.starts_with(row.text)) continue;
      op_ = row.op;
      assigns_ = row.assigns;
      at_ += row.text.size();
      return;
    }
    bool behind_operand = op_ == Op::kNumber || op_ == Op::kName;
    Fail(behind_operand ? "syntax error: invalid arithmetic operator" : "syntax error: operand expected");
  }

  static int DigitOf(char c, int64_t base) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + (base <= 36 ? 10 : 36);
    if (c == '@') return 62;
    if (c == '_') return 63;
    return -1;
  }

  // Bash shows the expression up to the number that is none.
  void FailNumber(std::string_view message) {
    while (DigitOf(At(), 64) >= 0 || At() == '#') ++at_;
    text_ = text_.substr(0, at_);
    Fail(message);
  }

  void Number() {
    int64_t base = 10;
    uint64_t value = 0;
    bool has_base = false;
    if (At() == '0' && at_ + 1 < text_.size()) {
      if (At(1) == 'x' || At(1) == 'X') {
        base = 16;
        at_ += 2;
        has_base = true;
      } else {
        base = 8;
        ++at_;
      }
    }
    size_t digits = at_;
    while (at_ < text_.size()) {
      char c = At();
      if (c == '#') {
        if (has_base || base == 8) return FailNumber("invalid number");
        if (value < 2 || value > 64) return FailNumber("invalid arithmetic base");
        base = static_cast<int64_t>(value);
        value = 0;
        has_base = true;
        ++at_;
        digits = at_;
        if (DigitOf(At(), base) < 0) return FailNumber("invalid integer constant");
        continue;
      }
      int digit = DigitOf(c, base);
      if (digit < 0) break;
      if (digit >= base) return FailNumber("value too great for base");
      value = value * static_cast<uint64_t>(base) + static_cast<uint64_t>(digit);
      ++at_;
    }
    (void)digits;
    op_ = Op::kNumber;
    value_ = static_cast<int64_t>(value);
    target_.valid = false;
  }

  void Name() {
    size_t start = at_;
    while (IsNameChar(At())) ++at_;
    target_ = Target();
    target_.valid = true;
    target_.name = text_.substr(start, at_ - start);
    target_.symbol = process_.symbols().Intern(target_.name);
    if (At() == '[') {
      size_t close = FindSubscriptEnd(text_, at_);
      if (close == std::string_view::npos) return Fail("bad array subscript");
      target_.has_subscript = true;
      target_.subscript = text_.substr(at_ + 1, close - at_ - 1);
      at_ = close + 1;
    }
    op_ = Op::kName;
  }

  int64_t Load(const Target& target) {
    if (skip_ > 0 || failed_) return 0;
    const std::string* value = nullptr;
    std::string element;
    if (target.has_subscript) {
      if (IsUnbound(target)) return 0;
      const Variable* variable = process_.FindVariable(target.symbol);
      if (variable != nullptr && variable->associative) {
        value = variable->associative->Get(target.subscript);
      } else {
        int64_t index = 0;
        if (!process_.ArrayIndex(variable, target.subscript, &index)) {
          failed_ = true;
          op_ = Op::kEnd;
          return 0;
        }
        if (variable != nullptr) {
          value = variable->indexed ? variable->indexed->Get(index) : index == 0 ? variable->Scalar() : nullptr;
        }
      }
    } else {
      value = process_.Get(target.symbol);
    }
    if (value == nullptr) {
      static_cast<void>(IsUnbound(target));
      return 0;
    }
    // The usual case: a decimal number.
    int64_t number = 0;
    if (Plain(*value, &number)) return number;
    if (depth_ >= kMaxDepth) {
      Fail("expression recursion level exceeded");
      return 0;
    }
    element = *value;
    if (!Evaluator(process_, element, what_, depth_ + 1).Evaluate(&number)) {
      failed_ = true;
      op_ = Op::kEnd;
    }
    return number;
  }

  // set -u: true, and the shell ends. An element may be missing in an array that is there.
  bool IsUnbound(const Target& target) {
    if (!process_.Has(Option::kNoUnset)) return false;
    const Variable* variable = process_.FindVariable(target.symbol);
    if (variable != nullptr && variable->is_set) return false;
    process_.Error(std::string(target.name) + ": unbound variable");
    process_.Exit(process_.FatalStatus());
    failed_ = true;
    op_ = Op::kEnd;
    return true;
  }

  static bool Plain(std::string_view text, int64_t* number) {
    if (text.empty()) return true;
    bool negative = text[0] == '-';
    std::string_view digits = text.substr(negative ? 1 : 0);
    if (digits.empty() || digits.size() > 18 || (digits[0] == '0' && digits.size() > 1)) return false;
    int64_t value = 0;
    for (char c : digits) {
      if (c < '0' || c > '9') return false;
      value = value * 10 + (c - '0');
    }
    *number = negative ? -value : value;
    return true;
  }

  void Store(const Target& target, int64_t value) {
    if (skip_ > 0 || failed_) return;
    std::string text = std::to_string(value);
    bool ok = target.has_subscript ? process_.AssignElement(target.symbol, target.subscript, text)
                                   : process_.Assign(target.symbol, text);
    if (!ok) {
      failed_ = true;
      op_ = Op::kEnd;
    }
  }

  int64_t Comma() {
    int64_t value = Assignment();
    while (op_ == Op::kComma && !failed_) {
      Next();
      value = Assignment();
    }
    return value;
  }

  // name = expression; everything else begins as a conditional expression.
  int64_t Assignment() {
    if (++depth_ > kMaxDepth) Fail("expression recursion level exceeded");
    int64_t value = failed_ ? 0 : Conditional();
    if (op_ == Op::kAssign && !failed_) {
      if (!assignable_) {
        Fail("attempted assignment to non-variable");
      } else {
        Target target = last_target_;
        Op with = assigns_;
        Next();
        int64_t right = Assignment();
        if (with != Op::kEnd && !failed_) right = Apply(with, value, right);
        Store(target, right);
        value = right;
      }
    }
    --depth_;
    return value;
  }

  int64_t Conditional() {
    int64_t value = Binary(1);
    if (op_ != Op::kQuestion || failed_) return value;
    if (value == 0) ++skip_;
    Next();
    if (op_ == Op::kEnd || op_ == Op::kColon) Fail("expression expected");
    int64_t yes = Comma();
    if (value == 0) --skip_;
    if (failed_) return 0;
    if (op_ != Op::kColon) {
      Fail("`:' expected for conditional expression");
      return 0;
    }
    if (value != 0) ++skip_;
    Next();
    if (op_ == Op::kEnd) Fail("expression expected");
    int64_t no = 0;
    if (++depth_ > kMaxDepth) Fail("expression recursion level exceeded");
    if (!failed_) no = Conditional();
    --depth_;
    if (value != 0) --skip_;
    assignable_ = false;
    return value != 0 ? yes : no;
  }

  int64_t Binary(int lowest) {
    int64_t left = Unary();
    while (!failed_) {
      Op op = op_;
      int precedence = Precedence(op);
      if (precedence < lowest || precedence == 0) break;
      Next();
      bool skips = (op == Op::kAndAnd && left == 0) || (op == Op::kOrOr && left != 0);
      if (skips) ++skip_;
      if (++depth_ > kMaxDepth) Fail("expression recursion level exceeded");
      // ** binds to the right, the others to the left.
      int64_t right = failed_ ? 0 : Binary(op == Op::kPower ? precedence : precedence + 1);
      --depth_;
      if (skips) --skip_;
      if (failed_) return 0;
      if (op == Op::kAndAnd) {
        left = left != 0 && right != 0;
      } else if (op == Op::kOrOr) {
        left = left != 0 || right != 0;
      } else {
        left = Apply(op, left, right);
      }
      assignable_ = false;
    }
    return left;
  }

  int64_t Apply(Op op, int64_t a, int64_t b) {
    auto ua = static_cast<uint64_t>(a);
    auto ub = static_cast<uint64_t>(b);
    switch (op) {
      case Op::kPlus: return static_cast<int64_t>(ua + ub);
      case Op::kMinus: return static_cast<int64_t>(ua - ub);
      case Op::kTimes: return static_cast<int64_t>(ua * ub);
      case Op::kDivide:
      case Op::kModulo:
        if (skip_ > 0) return 0;
        if (b == 0) {
          token_at_ = last_token_at_;
          if (op_ == Op::kEnd) token_at_ = last_operand_at_;
          token_at_ = last_operand_at_;
          Fail("division by 0");
          return 0;
        }
        if (b == -1) return op == Op::kDivide ? static_cast<int64_t>(0 - ua) : 0;
        return op == Op::kDivide ? a / b : a % b;
      case Op::kPower: {
        if (b < 0) {
          if (skip_ == 0) {
            token_at_ = last_operand_at_;
            Fail("exponent less than 0");
          }
          return 0;
        }
        uint64_t result = 1;
        for (uint64_t base = ua; ub != 0; ub >>= 1, base *= base) {
          if (ub & 1) result *= base;
        }
        return static_cast<int64_t>(result);
      }
      case Op::kShiftLeft: return static_cast<int64_t>(ua << (ub & 63));
      case Op::kShiftRight: return a >> (ub & 63);
      case Op::kLess: return a < b;
      case Op::kLessEqual: return a <= b;
      case Op::kGreater: return a > b;
      case Op::kGreaterEqual: return a >= b;
      case Op::kEqual: return a == b;
      case Op::kNotEqual: return a != b;
      case Op::kAnd: return a & b;
      case Op::kXor: return a ^ b;
      case Op::kOr: return a | b;
      default: return 0;
    }
  }

  int64_t Unary() {
    Op op = op_;
    switch (op) {
      case Op::kNot:
      case Op::kComplement:
      case Op::kMinus:
      case Op::kPlus: {
        Next();
        if (++depth_ > kMaxDepth) Fail("expression recursion level exceeded");
        int64_t value = failed_ ? 0 : Unary();
        --depth_;
        assignable_ = false;
        if (op == Op::kNot) return value == 0;
        if (op == Op::kComplement) return ~value;
        return op == Op::kMinus ? static_cast<int64_t>(0 - static_cast<uint64_t>(value)) : value;
      }
      case Op::kIncrement:
      case Op::kDecrement: {
        Next();
        if (failed_) return 0;
        Target target = target_;  // (a name comes: Next() has looked)
        int64_t value = Load(target);
        value = Apply(op == Op::kIncrement ? Op::kPlus : Op::kMinus, value, 1);
        Store(target, value);
        last_operand_at_ = token_at_;
        if (!failed_) op_ = Op::kNumber;
        after_prefix_ = true;
        Next();
        assignable_ = false;
        return value;
      }
      default:
        return Primary();
    }
  }

  int64_t Primary() {
    if (failed_) return 0;
    last_operand_at_ = token_at_;
    switch (op_) {
      case Op::kNumber: {
        int64_t value = value_;
        Next();
        assignable_ = false;
        return value;
      }
      case Op::kName: {
        Target target = target_;
        Next();
        // name = ...: its old value does not matter (and may be no number).
        if (op_ == Op::kAssign && assigns_ == Op::kEnd) {
          last_target_ = target;
          assignable_ = true;
          return 0;
        }
        int64_t value = Load(target);
        if (op_ == Op::kIncrement || op_ == Op::kDecrement) {
          Store(target, Apply(op_ == Op::kIncrement ? Op::kPlus : Op::kMinus, value, 1));
          if (!failed_) op_ = Op::kNumber;  // n++ is an operand now
          Next();
          assignable_ = false;
          return value;
        }
        last_target_ = target;
        assignable_ = true;
        return value;
      }
      case Op::kOpen: {
        Next();
        int64_t value = Comma();
        if (failed_) return 0;
        if (op_ != Op::kClose) {
          Fail("missing `)'");
          return 0;
        }
        Next();
        assignable_ = false;
        return value;
      }
      default:
        Fail("syntax error: operand expected");
        return 0;
    }
  }

  Process& process_;
  std::string_view text_;
  std::string_view what_;
  size_t at_ = 0;
  size_t token_at_ = 0;
  size_t last_token_at_ = 0;
  size_t last_operand_at_ = 0;
  Op op_ = Op::kEnd;
  Op assigns_ = Op::kEnd;
  int64_t value_ = 0;
  Target target_;
  Target last_target_;
  bool assignable_ = false;
  bool after_prefix_ = false;  // behind ++name
  int skip_ = 0;
  int depth_;
  bool failed_ = false;
};

}  // namespace

bool EvaluateArithmetic(Process& process, std::string_view text, std::string_view what, int64_t* result) {
  if (!process.budget().Tick(text.size() + 1)) return false;
  // Subscripts and values are copied at each level.
  HeldMemory held;
  if (text.size() > 4096 && !held.Add(&process.budget(), static_cast<int64_t>(text.size()))) return false;
  return Evaluator(process, text, what, 0).Evaluate(result);
}

}  // namespace pysub::shell
