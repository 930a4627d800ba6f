#include "shell/expand/arithmetic.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "shell/run/kernel.h"
#include "shell/run/native_depth.h"
#include "shell/run/process.h"
#include "shell/run/variable_access.h"
#include "shell/syntax/word_state.h"

namespace pysub::shell {
namespace {

enum class Op : uint8_t {
  kEnd,
  kNumber,
  kName,
  kPlus,
  kMinus,
  kTimes,
  kDivide,
  kModulo,
  kPower,
  kShiftLeft,
  kShiftRight,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kAnd,
  kXor,
  kOr,
  kAndAnd,
  kOrOr,
  kNot,
  kComplement,
  kQuestion,
  kColon,
  kComma,
  kAssign,
  kOpen,
  kClose,
  kIncrement,
  kDecrement,
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

// A variable, perhaps an element.
struct Target {
  bool valid = false;
  Symbol symbol = 0;
  std::string_view name;
  bool has_subscript = false;
  std::string_view subscript;
  bool expanded = false;   // the subscript has been
  bool has_index = false;  // the subscript has been evaluated: to index
  int64_t index = 0;
};

// What a text is evaluated for.
enum class Purpose : uint8_t { kResult, kValue, kLoadIndex, kStoreIndex };

// A text in the middle of its evaluation, and the token that comes next.
struct Level {
  std::unique_ptr<std::string> own_;  // of a text that is a copy
  std::string_view text_;
  Purpose purpose_ = Purpose::kResult;
  size_t base_ = 0;  // what is pending below belongs to the texts around this one
  size_t at_ = 0;
  size_t token_at_ = 0;
  size_t last_token_at_ = 0;
  size_t last_operand_at_ = 0;
  Op op_ = Op::kEnd;
  Op assigns_ = Op::kEnd;
  int64_t number_ = 0;    // of kNumber
  Target target_;         // of kName
  Target last_target_;    // what an assignment would set
  Target loading_;        // whose value, or whose index, another text makes
  Op prefix_ = Op::kEnd;  // ++ or -- before what is loading
  int64_t stored_ = 0;    // waits for the index of loading_
  bool assignable_ = false;
  bool after_prefix_ = false;  // behind ++name
  int skip_ = 0;               // in what && || ?: do not evaluate
};

// An operator-precedence parser that computes while it reads; there is no tree. The value of a
// variable and a subscript are expressions, too, and parentheses nest. So a script chooses the
// depth. Nothing here recurses: what waits for an operand lies in pending_, the texts around the
// one that is read lie in outer_.
//
//   x='y + 1'  y=4        $(( 2 * x + 3 ))
//
//   outer_    2 * x . + 3        the text that waits at x
//   (Level)   y + 1              the text that is read; its result is the value of x
//
//   pending_  [ 2 * ]  |  [ 4 + ]          value_ 1
//                      ^ base_: what lies below belongs to the text outside, and is
//                        invisible until this text ends
//
// skip_ counts the reasons not to evaluate: the right side of `0 &&` is read for its syntax, but
// sets no variable and divides by nothing. POSIX 2.6.4 says what is computed, bash's manual ("Shell
// Arithmetic") the rest: signed 64 bits that wrap.
class Evaluator : private Level {
 public:
  Evaluator(Process& process, std::string_view text, std::string_view what)
      : process_(process), what_(what) {
    text_ = text;
  }

  bool Evaluate(int64_t* result) {
    BeginText();
    while (state_ != State::kDone && !failed_) {
      if (!process_.budget().Tick(1)) return false;
      state_ == State::kOperand ? Operand() : Operator();
    }
    *result = failed_ ? 0 : value_;
    // Bash leaves everything when a subscript is wrong.
    if (failed_ && InSubscript()) process_.DiscardAll();
    return !failed_;
  }

 private:
  static constexpr size_t kMostLevels = 1024;  // as bash counts them

  enum class State : uint8_t { kOperand, kOperator, kDone };

  // What waits for its right side. `flag` remembers whether this entry has raised skip_, so that it
  // is lowered by the one who raised it.
  struct Pending {
    enum class Kind : uint8_t { kText, kParenthesis, kUnary, kBinary, kYes, kNo, kAssign } kind;
    Op op = Op::kEnd;
    bool flag = false;  // kBinary: the right side is not evaluated; kYes, kNo: the condition
    int64_t left = 0;   // the operand before; kParenthesis: where it stands
  };
  using Kind = Pending::Kind;

  // Only the first error is told: those behind it are its consequences. The message quotes the
  // text, which may be long, so the work is charged for.
  void Fail(std::string_view message) {
    if (failed_) return;
    failed_ = true;
    if (!process_.budget().Tick(text_.size() / 16 + 1)) return;
    std::string_view shown = text_;
    while (!shown.empty() && (shown[0] == ' ' || shown[0] == '\t' || shown[0] == '\n'))
      shown.remove_prefix(1);
    std::string_view token = text_.substr(token_at_ <= text_.size() ? token_at_ : text_.size());
    process_.Error(InSubscript() ? std::string_view() : what_, shown, ": ", message,
                   " (error token is \"", token, "\")");
  }

  char At(size_t offset = 0) const {
    return at_ + offset < text_.size() ? text_[at_ + offset] : '\0';
  }

  // Operators, longer ones first; `assigns` is what the assignment does before.
  struct Row {
    std::string_view text;
    Op op;
    Op assigns;
  };
  static constexpr Row kRows[] = {
      {"<<=", Op::kAssign, Op::kShiftLeft},
      {">>=", Op::kAssign, Op::kShiftRight},
      {"**", Op::kPower, Op::kEnd},
      {"<<", Op::kShiftLeft, Op::kEnd},
      {">>", Op::kShiftRight, Op::kEnd},
      {"<=", Op::kLessEqual, Op::kEnd},
      {">=", Op::kGreaterEqual, Op::kEnd},
      {"==", Op::kEqual, Op::kEnd},
      {"!=", Op::kNotEqual, Op::kEnd},
      {"&&", Op::kAndAnd, Op::kEnd},
      {"||", Op::kOrOr, Op::kEnd},
      {"++", Op::kIncrement, Op::kEnd},
      {"--", Op::kDecrement, Op::kEnd},
      {"+=", Op::kAssign, Op::kPlus},
      {"-=", Op::kAssign, Op::kMinus},
      {"*=", Op::kAssign, Op::kTimes},
      {"/=", Op::kAssign, Op::kDivide},
      {"%=", Op::kAssign, Op::kModulo},
      {"&=", Op::kAssign, Op::kAnd},
      {"^=", Op::kAssign, Op::kXor},
      {"|=", Op::kAssign, Op::kOr},
      {"=", Op::kAssign, Op::kEnd},
      {"+", Op::kPlus, Op::kEnd},
      {"-", Op::kMinus, Op::kEnd},
      {"*", Op::kTimes, Op::kEnd},
      {"/", Op::kDivide, Op::kEnd},
      {"%", Op::kModulo, Op::kEnd},
      {"<", Op::kLess, Op::kEnd},
      {">", Op::kGreater, Op::kEnd},
      {"&", Op::kAnd, Op::kEnd},
      {"^", Op::kXor, Op::kEnd},
      {"|", Op::kOr, Op::kEnd},
      {"!", Op::kNot, Op::kEnd},
      {"~", Op::kComplement, Op::kEnd},
      {"?", Op::kQuestion, Op::kEnd},
      {":", Op::kColon, Op::kEnd},
      {",", Op::kComma, Op::kEnd},
      {"(", Op::kOpen, Op::kEnd},
      {")", Op::kClose, Op::kEnd},
  };

  void Next() {
    if (failed_) return;
    bool after_prefix = std::exchange(after_prefix_, false);
    while (At() == ' ' || At() == '\t' || At() == '\n') ++at_;
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
    std::string_view rest = text_.substr(at_);
    if ((c == '+' || c == '-') && At(1) == c && op_ != Op::kName) {
      if (after_prefix)
        return Fail(std::string(rest.substr(0, 2)) + ": assignment requires lvalue");
      // Before a name it is ++name; else 1 ++ 2 is 1 + (+2).
      size_t behind = rest.find_first_not_of(" \t\n", 2);
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
    Fail(behind_operand ? "syntax error: invalid arithmetic operator"
                        : "syntax error: operand expected");
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

  // 0x and a leading 0 as in C, and BASE#DIGITS with a base of 2 to 64. A value that is too large
  // wraps silently. That is what bash does, and unsigned arithmetic makes it defined in C++.
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
    number_ = static_cast<int64_t>(value);
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
      size_t close = FindSubscriptEnd(text_, at_, /*newlines=*/true);
      if (close == std::string_view::npos) return Fail("bad array subscript");
      target_.has_subscript = true;
      target_.subscript = text_.substr(at_ + 1, close - at_ - 1);
      at_ = close + 1;
    }
    op_ = Op::kName;
  }

  // ---- texts inside each other

  void BeginText() {
    Next();
    if (failed_) return;
    state_ = State::kOperand;
    value_ = 0;
    if (op_ == Op::kEnd) EndText();
  }

  bool InSubscript() const {
    auto is_subscript = [](const Level& level) {
      return level.purpose_ == Purpose::kLoadIndex || level.purpose_ == Purpose::kStoreIndex;
    };
    return is_subscript(*this) || std::any_of(outer_.begin(), outer_.end(), is_subscript);
  }

  // `x=x; echo $((x))` never ends by itself. Bash has this bound and this message, too.
  bool MayNest() {
    if (outer_.size() + 1 < kMostLevels) return true;
    token_at_ = last_operand_at_;
    Fail("expression recursion level exceeded");
    return false;
  }

  // Goes into another text: the value of a variable or a subscript. The text is copied, because
  // evaluating it may assign to the very variable that it comes from (x='x=1'). The copy is charged
  // to the account while it is in use.
  void PushText(std::string_view text, Purpose purpose) {
    if (!MayNest()) return;
    if (!process_.budget().Tick(text.size() / 8 + 1) ||
        !held_.Add(&process_.budget(), static_cast<int64_t>(text.size() + sizeof(Level)))) {
      failed_ = true;
      return;
    }
    auto own = std::make_unique<std::string>(text);
    outer_.push_back(std::move(static_cast<Level&>(*this)));
    static_cast<Level&>(*this) = Level();
    own_ = std::move(own);
    text_ = *own_;
    purpose_ = purpose;
    base_ = pending_.size();
    BeginText();
  }

  // A text has been evaluated. What its value is for stands in purpose_: it is the value of a
  // variable, or the index of an element that is read or set. A negative index counts from the end
  // of the array, as it is now.
  void EndText() {
    if (outer_.empty()) {
      state_ = State::kDone;
      return;
    }
    Purpose purpose = purpose_;
    held_.Add(&process_.budget(), -static_cast<int64_t>(text_.size() + sizeof(Level)));
    static_cast<Level&>(*this) = std::move(outer_.back());
    outer_.pop_back();
    if (purpose == Purpose::kValue) return Loaded(value_);
    int64_t index = value_;
    const Variable* variable = process_.variables.FindResolved(loading_.symbol);
    if (index < 0) {
      int64_t size = variable != nullptr && variable->indexed ? variable->indexed->EndIndex()
                     : variable != nullptr && variable->Scalar() != nullptr ? 1
                                                                            : 0;
      index = Wrapping(index, size);
    }
    loading_.has_index = true;
    loading_.index = index;
    if (purpose == Purpose::kStoreIndex) {
      value_ = stored_;
      StoreNow(loading_, value_);
      state_ = State::kOperator;
      return;
    }
    const std::string* value = nullptr;
    if (index < 0) {
      process_.ReportError(loading_.name, ": bad array subscript");
    } else if (variable != nullptr) {
      value = variable->indexed ? variable->indexed->Get(index)
              : index == 0      ? variable->Scalar()
                                : nullptr;
    }
    LoadText(value);
  }

  // ---- variables

  // What is quoted in a subscript, or has a dollar sign (x='a[$i]').
  bool ExpandSubscript(Target* target) {
    if (target->expanded || !target->has_subscript || failed_) return !failed_;
    target->expanded = true;
    const Variable* variable = process_.variables.FindResolved(target->symbol);
    auto expanded = std::make_unique<std::string>();
    if (!Expander::ExpandSubscript(process_, target->subscript,
                                   variable != nullptr && variable->associative, expanded.get())) {
      failed_ = true;
      return false;
    }
    if (*expanded == target->subscript) return true;
    if (!held_.Add(&process_.budget(),
                   static_cast<int64_t>(expanded->size() + sizeof(*expanded)))) {
      failed_ = true;
      return false;
    }
    target->subscript = *expanded;
    elements_.push_back(std::move(expanded));
    return true;
  }

  // A nameref to name[subscript] is that element. (The views are of names and values that stay as
  // long as nothing is set.)
  void Resolve(Target* target) {
    const Variable* variable = process_.variables.Find(target->symbol);
    if (variable == nullptr || !variable->Has(kNameref) || target->has_subscript) return;
    auto element = std::make_unique<std::string>();
    Symbol symbol = process_.variables.Resolve(target->symbol, element.get());
    if (element->empty()) return;
    if (!held_.Add(&process_.budget(), static_cast<int64_t>(element->size() + sizeof(*element)))) {
      failed_ = true;
      return;
    }
    target->symbol = symbol;
    target->has_subscript = true;
    target->subscript = *element;
    elements_.push_back(std::move(element));
  }

  // Begins to get a variable's value, maybe by way of other texts. Loaded() gets the result. Where
  // nothing is evaluated it is 0 at once, so what is skipped cannot fail.
  void Load(const Target& target, Op prefix) {
    loading_ = target;
    prefix_ = prefix;
    if (skip_ > 0) return Loaded(0);
    Resolve(&loading_);
    if (failed_) return;
    if (!loading_.has_subscript) return LoadText(ValueOf(process_, loading_.symbol));
    if (IsUnbound(loading_) || !ExpandSubscript(&loading_)) return;
    const Variable* variable = process_.variables.FindResolved(loading_.symbol);
    if (variable != nullptr && variable->associative)
      return LoadText(variable->associative->Get(loading_.subscript));
    PushText(loading_.subscript, Purpose::kLoadIndex);
  }

  void LoadText(const std::string* value) {
    if (value == nullptr) {
      if (!IsUnbound(loading_)) Loaded(0);
      return;
    }
    // The usual case: a decimal number.
    int64_t number = 0;
    if (!Plain(*value, &number)) return PushText(*value, Purpose::kValue);
    if (value->empty() || MayNest()) Loaded(number);
  }

  // The value of loading_ is there.
  void Loaded(int64_t value) {
    if (failed_) return;
    state_ = State::kOperator;
    if (prefix_ != Op::kEnd) {
      value_ = Apply(prefix_ == Op::kIncrement ? Op::kPlus : Op::kMinus, value, 1);
      StoreNow(loading_, value_);
      last_operand_at_ = token_at_;
      op_ = Op::kNumber;
      after_prefix_ = true;
      Next();
      assignable_ = false;
      return;
    }
    value_ = value;
    if (op_ == Op::kIncrement || op_ == Op::kDecrement) {
      StoreNow(loading_, Apply(op_ == Op::kIncrement ? Op::kPlus : Op::kMinus, value, 1));
      op_ = Op::kNumber;  // n++ is an operand now
      Next();
      assignable_ = false;
      return;
    }
    last_target_ = loading_;
    assignable_ = true;
  }

  // set -u: true, and the shell ends. An element may be missing in an array that is there.
  bool IsUnbound(const Target& target) {
    if (!process_.options.Has(SetOption::kNoUnset)) return false;
    const Variable* variable = process_.variables.FindResolved(target.symbol);
    if (variable != nullptr && variable->is_set) return false;
    process_.Error(target.name, ": unbound variable");
    process_.Exit(process_.FatalStatus());
    failed_ = true;
    return true;
  }

  // Nearly all values of variables are short decimal numbers, for which no text needs to be pushed.
  // Up to 18 digits cannot overflow. A leading 0 means octal, so it is left to Number().
  static bool Plain(std::string_view text, int64_t* number) {
    if (text.empty()) return true;
    bool negative = text[0] == '-';
    std::string_view digits = text.substr(negative ? 1 : 0);
    if (digits.empty() || digits.size() > 18 || (digits[0] == '0' && digits.size() > 1))
      return false;
    int64_t value = 0;
    for (char c : digits) {
      if (c < '0' || c > '9') return false;
      value = value * 10 + (c - '0');
    }
    *number = negative ? -value : value;
    return true;
  }

  // The subscript, if it is one of an indexed array, has been evaluated.
  void StoreNow(const Target& target, int64_t value) {
    if (skip_ > 0 || failed_) return;
    char digits[24];
    auto [end, error] = std::to_chars(digits, digits + sizeof(digits), value);
    std::string_view text(digits, static_cast<size_t>(end - digits));
    if (!target.has_subscript) {
      failed_ = !AssignVariable(process_, target.symbol, text);
    } else if (!target.has_index) {
      failed_ = !AssignElement(process_, target.symbol, target.subscript, text);
    } else if (target.index < 0) {
      process_.ReportError(process_.symbols().Name(target.symbol), "[", target.subscript,
                           "]: bad array subscript");
    } else {
      failed_ = !AssignElement(process_, target.symbol, std::to_string(target.index), text);
    }
  }

  // ---- operators

  bool Push(const Pending& pending) {
    if (pending_.size() == pending_.capacity() &&
        !held_.Add(&process_.budget(),
                   static_cast<int64_t>(2 * pending_.size() * sizeof(Pending)))) {
      failed_ = true;
      return false;
    }
    pending_.push_back(pending);
    return true;
  }

  // The state in which an operand must come. Prefix operators wait in pending_. A name is looked at
  // together with the token behind it: before `=` its old value is not read. That may be no number
  // and must then be no error.
  void Operand() {
    Op op = op_;
    switch (op) {
      case Op::kNot:
      case Op::kComplement:
      case Op::kMinus:
      case Op::kPlus:
        if (Push({Kind::kUnary, op})) Next();
        return;
      case Op::kIncrement:
      case Op::kDecrement:
        Next();  // (a name comes: it has looked)
        if (!failed_) Load(target_, op);
        return;
      default: break;
    }
    last_operand_at_ = token_at_;
    switch (op) {
      case Op::kNumber:
        value_ = number_;
        Next();
        assignable_ = false;
        state_ = State::kOperator;
        return;
      case Op::kName: {
        Target target = target_;
        Next();
        if (failed_ || !ReadsNamesBehind()) return;
        // name = ...: its old value does not matter (and may be no number).
        if (op_ != Op::kAssign || assigns_ != Op::kEnd) return Load(target, Op::kEnd);
        last_target_ = target;
        assignable_ = true;
        value_ = 0;
        state_ = State::kOperator;
        return;
      }
      case Op::kOpen:
        if (Push({Kind::kParenthesis, Op::kEnd, false, static_cast<int64_t>(token_at_)})) Next();
        return;
      default: Fail("syntax error: operand expected"); return;
    }
  }

  // Bash reads a token more than it needs, and behind a name one more: of names in a row all. What
  // is no token behind them is told before the first is looked at, which may be unset.
  bool ReadsNamesBehind() {
    if (op_ != Op::kName) return true;
    const size_t at = at_;
    const size_t token_at = token_at_;
    const size_t last_token_at = last_token_at_;
    while (op_ == Op::kName && !failed_ && process_.budget().Tick(1)) Next();
    if (failed_) return false;
    at_ = at;
    token_at_ = token_at;
    last_token_at_ = last_token_at;
    op_ = Op::kName;  // what follows is an error: which name it is does not matter
    return true;
  }

  // Another operand follows.
  void Want() {
    Next();
    state_ = State::kOperand;
  }

  // An operand is there, and op_ comes behind it: what binds tighter is done first.
  void Operator() {
    Pending top = pending_.size() > base_ ? pending_.back() : Pending{Kind::kText};
    int precedence = Precedence(op_);
    if (top.kind == Kind::kUnary) return Unary(top.op);
    // ** binds to the right, the others to the left.
    if (top.kind == Kind::kBinary && precedence <= Precedence(top.op) &&
        !(op_ == Op::kPower && top.op == Op::kPower)) {
      return Binary(top);
    }
    if (precedence > 0) {
      bool skips = (op_ == Op::kAndAnd && value_ == 0) || (op_ == Op::kOrOr && value_ != 0);
      if (skips) ++skip_;
      if (Push({Kind::kBinary, op_, skips, value_})) Want();
      return;
    }
    if (op_ == Op::kQuestion) {
      if (value_ == 0) ++skip_;
      if (!Push({Kind::kYes, Op::kEnd, value_ != 0})) return;
      Want();
      if (op_ == Op::kEnd || op_ == Op::kColon) Fail("expression expected");
      return;
    }
    if (top.kind == Kind::kNo) {
      pending_.pop_back();
      if (top.flag) {
        --skip_;
        value_ = top.left;
      }
      assignable_ = false;
      return;
    }
    if (op_ == Op::kAssign) {
      if (!assignable_) return Fail("attempted assignment to non-variable");
      if (!Push({Kind::kAssign, assigns_, false, value_})) return;
      targets_.push_back(last_target_);
      return Want();
    }
    if (top.kind == Kind::kAssign) return Assign(top);
    if (op_ == Op::kComma) return Want();
    switch (top.kind) {
      case Kind::kParenthesis:
        if (op_ != Op::kClose) return Fail("missing `)'");
        pending_.pop_back();
        last_operand_at_ = static_cast<size_t>(top.left);
        Next();
        assignable_ = false;
        return;
      case Kind::kYes:
        pending_.pop_back();
        if (!top.flag) --skip_;
        if (op_ != Op::kColon) return Fail("`:' expected for conditional expression");
        if (top.flag) ++skip_;
        if (!Push({Kind::kNo, Op::kEnd, top.flag, value_})) return;
        Want();
        if (op_ == Op::kEnd) Fail("expression expected");
        return;
      default:
        if (op_ != Op::kEnd) return Fail("syntax error in expression");
        return EndText();
    }
  }

  void Unary(Op op) {
    pending_.pop_back();
    assignable_ = false;
    if (op == Op::kNot) value_ = value_ == 0;
    if (op == Op::kComplement) value_ = ~value_;
    if (op == Op::kMinus) value_ = static_cast<int64_t>(0 - static_cast<uint64_t>(value_));
  }

  void Binary(const Pending& top) {
    pending_.pop_back();
    if (top.flag) --skip_;
    if (top.op == Op::kAndAnd) {
      value_ = top.left != 0 && value_ != 0;
    } else if (top.op == Op::kOrOr) {
      value_ = top.left != 0 || value_ != 0;
    } else {
      value_ = Apply(top.op, top.left, value_);
    }
    assignable_ = false;
  }

  // The target of a plain = is resolved only now, behind the right side: that may change what a
  // nameref refers to, or the value of a subscript. A subscript is one more text to evaluate, and
  // StoreNow() follows when it ends.
  void Assign(const Pending& top) {
    pending_.pop_back();
    Target target = targets_.back();
    targets_.pop_back();
    if (top.op != Op::kEnd) value_ = Apply(top.op, top.left, value_);
    if (failed_ || skip_ > 0) return;
    Resolve(&target);
    if (!ExpandSubscript(&target)) return;
    if (target.has_subscript && !target.has_index) {
      const Variable* variable = process_.variables.FindResolved(target.symbol);
      if (variable == nullptr || !variable->associative) {
        loading_ = target;
        stored_ = value_;
        return PushText(target.subscript, Purpose::kStoreIndex);
      }
    }
    StoreNow(target, value_);
  }

  // All in unsigned numbers where the result may overflow, since signed overflow is undefined in
  // C++. Two divisions would trap the processor and with it the host: by 0, and of the least number
  // by -1. Shifts take six bits of the right side, as x86 does and bash shows.
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
          token_at_ = last_operand_at_;
          Fail("division by 0");
          return 0;
        }
        if (b == -1) return op == Op::kDivide ? static_cast<int64_t>(0 - ua) : 0;
        return op == Op::kDivide ? a / b : a % b;
      case Op::kPower: {
        if (b < 0) {  // (also in what is passed over, as in bash)
          token_at_ = last_operand_at_;
          Fail("exponent less than 0");
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

  Process& process_;
  std::string_view what_;
  State state_ = State::kOperand;
  int64_t value_ = 0;  // of the operand that was read last
  std::vector<Pending> pending_;
  std::vector<Target> targets_;  // of the assignments among them
  std::vector<Level> outer_;
  std::vector<std::unique_ptr<std::string>> elements_;  // that namerefs stand for
  MemoryCharge held_;
  bool failed_ = false;
};

}  // namespace

bool EvaluateArithmetic(Process& process, std::string_view text, std::string_view what,
                        int64_t* result) {
  *result = 0;
  if (!process.budget().Tick(text.size() / 8 + 1)) return false;
  // (Setting a variable evaluates what it is set to: a number then.)
  NativeDepth depth(process.kernel->native_depth);
  if (depth.too_deep()) {
    process.Error(what, "expression recursion level exceeded");
    return false;
  }
  MemoryCharge held;
  if (text.size() > 4096 && !held.Add(&process.budget(), static_cast<int64_t>(text.size())))
    return false;
  return Evaluator(process, text, what).Evaluate(result);
}

}  // namespace pysub::shell
