// Expressions of bc, for BcParser.

#include <algorithm>
#include <utility>

#include "shell/commands/calculators/bc_parser.h"

namespace pysub::shell::calc {
namespace {

enum CallState : uint8_t { kFirstArgument, kArgument, kArrayArgument };

// Operators by how strongly they bind. '~' is not, 'n' a minus sign, 'E' ==, 'N' !=.
int StrengthOf(char op) {
  switch (op) {
    case '|': return 1;
    case '&': return 2;
    case '~': return 3;
    case 'E':
    case 'N':
    case '<':
    case '>':
    case 'l':
    case 'g': return 4;
    case '=': return 5;
    case '+':
    case '-': return 6;
    case '*':
    case '/':
    case '%': return 7;
    case '^': return 8;
    default: return 9;
  }
}

// Of a token that may stand between two operands; 0: it is none.
char OperatorOf(const Token& token) {
  switch (token.kind) {
    case TokenKind::kOperator: return token.op == '!' ? '\0' : token.op;
    case TokenKind::kRelation: return token.op == '=' ? 'E' : token.op == '!' ? 'N' : token.op;
    case TokenKind::kAnd: return '&';
    case TokenKind::kOr: return '|';
    default: return '\0';
  }
}

Op InstructionOf(char op) {
  switch (op) {
    case '+': return Op::kAdd;
    case '-': return Op::kSubtract;
    case '*': return Op::kMultiply;
    case '/': return Op::kDivide;
    case '%': return Op::kModulo;
    case '^': return Op::kPower;
    case 'E': return Op::kEqual;
    case 'N': return Op::kNotEqual;
    case '<': return Op::kLess;
    case '>': return Op::kGreater;
    case 'l': return Op::kLessEqual;
    case 'g': return Op::kGreaterEqual;
    case '~': return Op::kNot;
    default: return Op::kNegate;
  }
}

uint32_t DigitsOf(uint32_t number) { return static_cast<uint32_t>(std::to_string(number).size()); }

}  // namespace

BcParser::Took BcParser::Operand(const Token& token) {
  Item& top = stack_.back();
  if (top.kind == Kind::kCall && token.IsMark(')') && top.state == kFirstArgument) {
    EndCall();
    return Took::kYes;
  }
  if (top.kind == Kind::kCall) top.state = kArgument;
  if (top.kind == Kind::kSubscript && token.IsMark(']') && top.state == 1) {
    Emit(Op::kArgument, 2 + DigitsOf(top.a), top.a);
    stack_.pop_back();
    stack_.back().state = kArrayArgument;
    Value(kValue);
    return Took::kYes;
  }
  const bool is_prefixed = top.kind == Kind::kPrefix;
  switch (token.kind) {
    case TokenKind::kName:
      last_name_ = token.text;
      Push({.kind = Kind::kName});
      return Took::kYes;
    case TokenKind::kKeyword: return OperandWord(token);
    default: break;
  }
  if (is_prefixed || !StartsExpression(token)) return Took::kMistake;
  if (token.kind == TokenKind::kStep) {
    Push({.kind = Kind::kPrefix, .op = token.op});
  } else if (token.kind == TokenKind::kMark) {
    Push({.kind = Kind::kParen});
  } else if (token.kind == TokenKind::kOperator) {
    Push({.kind = Kind::kOperator, .op = token.op == '!' ? '~' : 'n'});
  } else {
    std::string_view digits = token.text;
    while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
    if (digits == "0" || digits == "1") {
      Emit(digits == "0" ? Op::kZero : Op::kOne, 1);
    } else {
      EmitText(Op::kConstant, digits, static_cast<uint32_t>(digits.size() + 2));
    }
    Value(kValue);
  }
  return Took::kYes;
}

BcParser::Took BcParser::OperandWord(const Token& token) {
  if (!StartsExpression(token)) return Took::kMistake;
  const auto special = [&](uint32_t variable) {
    expects_operand_ = false;
    named_ = Named::kVariable;
    variable_ = variable;
    return Took::kYes;
  };
  const bool is_prefixed = stack_.back().kind == Kind::kPrefix;
  const auto builtin = [&](Op op) {
    if (is_prefixed && op != Op::kScaleOf) return Took::kMistake;
    Push({.kind = Kind::kBuiltin, .op = static_cast<char>(op)});
    return Took::kYes;
  };
  switch (token.word) {
    case Word::kIbase: return special(kIbase);
    case Word::kObase: return special(kObase);
    case Word::kHistory: Beyond("History variable"); return special(kHistory);
    case Word::kLast: Beyond("Last variable"); return special(kLast);
    case Word::kScale: return builtin(Op::kScaleOf);
    case Word::kLength: return builtin(Op::kLength);
    case Word::kSqrt: return builtin(Op::kSquareRoot);
    case Word::kRead: Beyond("read function"); return builtin(Op::kRead);
    default: Beyond("random function"); return builtin(Op::kRandom);
  }
}

// A variable, an element of an array, or a call.
BcParser::Took BcParser::AfterName(const Token& token) {
  stack_.pop_back();
  const Kind below = stack_.back().kind;
  if (token.IsMark('(')) {
    if (below == Kind::kPrefix) return Took::kMistake;
    Push({.kind = Kind::kCall,
          .a = Find(&program_.functions, last_name_),
          .b = static_cast<uint32_t>(types_.size())});
    BeginExpression();
    return Took::kYes;
  }
  if (token.IsMark('[')) {
    const auto may_be_argument = static_cast<uint8_t>(below == Kind::kCall ? 1 : 0);
    Push({.kind = Kind::kSubscript,
          .state = may_be_argument,
          .a = Find(&program_.arrays, last_name_)});
    BeginExpression();
    return Took::kYes;
  }
  expects_operand_ = false;
  named_ = Named::kVariable;
  variable_ = Find(&program_.variables, last_name_);
  return Took::kAgain;
}

BcParser::Took BcParser::AfterOperand(const Token& token) {
  const Item& top = stack_.back();
  if (top.kind == Kind::kCall && top.state == kArrayArgument) return CloseArgument(token);
  if (named_ != Named::kNot) {
    if (top.kind == Kind::kPrefix) return StepBefore();
    if (token.kind == TokenKind::kAssign) return Assign(token);
    if (token.kind == TokenKind::kStep) return StepBehind(token);
    LoadNamed();
  }
  if (const char op = OperatorOf(token); op != '\0') return Binary(token, StrengthOf(op));
  ReduceAll();
  return CloseExpression(token);
}

void BcParser::LoadNamed() {
  EmitNamed(named_ == Named::kVariable ? Op::kLoad : Op::kLoadElement, variable_);
  Value(kValue);
}

// ++a
BcParser::Took BcParser::StepBefore() {
  const bool up = stack_.back().op == '+';
  stack_.pop_back();
  if (named_ == Named::kVariable) {
    EmitNamed(up ? Op::kIncrement : Op::kDecrement, variable_);
  } else {
    Emit(Op::kDuplicate, 1);
    EmitNamed(up ? Op::kIncrementElement : Op::kDecrementElement, variable_);
  }
  LoadNamed();
  return Took::kAgain;
}

// a++
BcParser::Took BcParser::StepBehind(const Token& token) {
  const bool up = token.op == '+';
  if (named_ == Named::kVariable) {
    EmitNamed(Op::kLoad, variable_);
    EmitNamed(up ? Op::kIncrement : Op::kDecrement, variable_);
  } else {
    Emit(Op::kDuplicate, 1);
    EmitNamed(Op::kLoadElement, variable_);
    Emit(Op::kExchange, 1);
    EmitNamed(up ? Op::kIncrementElement : Op::kDecrementElement, variable_);
  }
  Value(kValue);
  return Took::kYes;
}

BcParser::Took BcParser::Assign(const Token& token) {
  Push({.kind = Kind::kOperator,
        .op = '=',
        .a = variable_,
        .b = static_cast<uint32_t>(named_),
        .c = static_cast<uint8_t>(token.op)});
  if (token.op != '=') {
    if (named_ == Named::kElement) Emit(Op::kDuplicate, 1);
    EmitNamed(named_ == Named::kVariable ? Op::kLoad : Op::kLoadElement, variable_);
  }
  named_ = Named::kNot;
  BeginExpression();
  return Took::kYes;
}

BcParser::Took BcParser::Binary(const Token& token, int strength) {
  const char op = OperatorOf(token);
  while (stack_.back().kind == Kind::kOperator) {
    const int other = StrengthOf(stack_.back().op);
    if (other < strength || (other == strength && op == '^')) break;
    Reduce();
    if (!account_.Spend(4)) break;
  }
  Item item = {.kind = Kind::kOperator, .flags = flags_, .op = op};
  if (op == '&') {
    Beyond("&& operator");
    item.a = NewLabel();
    Emit(Op::kDuplicate, 1);
    EmitJump(Op::kJumpIfZero, item.a);
    Emit(Op::kPop, 1);
  } else if (op == '|') {
    Beyond("|| operator");
    item.a = NewLabel();
    EmitJump(Op::kJumpIfNotZero, item.a);
  }
  Push(item);
  BeginExpression();
  return Took::kYes;
}

void BcParser::VoidMistake(char op) {
  std::string text(1, op == '~' ? '!' : op);
  if (op == 'n') text = "unary -";
  if (op == '&' || op == '|') text += op;
  if (StrengthOf(op) == 4) text = "comparison";
  Mistake("void expression with " + text);
}

// What the operator on the stack does with its operands.
void BcParser::Reduce() {
  const Item item = stack_.back();
  stack_.pop_back();
  const bool is_prefix = item.op == 'n' || item.op == '~';
  uint8_t flags = is_prefix ? flags_ : flags_ | item.flags;
  if (item.op == '=') {
    if ((flags_ & kVoid) != 0) Mistake("Assignment of a void expression");
    if ((flags_ & kComparison) != 0) Beyond("comparison in assignment");
    if (item.c != '=') Emit(InstructionOf(static_cast<char>(item.c)), 1);
    EmitNamed(item.b == static_cast<uint32_t>(Named::kVariable) ? Op::kStore : Op::kStoreElement,
              item.a);
    return Value(kAssigned);
  }
  if (item.op == '~') Beyond("! operator");
  if ((flags & kVoid) != 0) VoidMistake(item.op);
  if (item.op == '&') {
    Emit(Op::kDuplicate, 1);
    EmitJump(Op::kJumpIfZero, item.a);
    Emit(Op::kPop, 1);
    Emit(Op::kOne, 1);
    PlaceLabel(item.a);
  } else if (item.op == '|') {
    const uint32_t end = NewLabel();
    EmitJump(Op::kJumpIfNotZero, item.a);
    Emit(Op::kZero, 1);
    EmitJump(Op::kJump, end);
    PlaceLabel(item.a);
    Emit(Op::kOne, 1);
    PlaceLabel(end);
  } else {
    Emit(InstructionOf(item.op), 1);
    if (StrengthOf(item.op) == 4) flags = kValue | kComparison;
  }
  Value(static_cast<uint8_t>(flags & ~kParenthesis));
}

void BcParser::ReduceAll() {
  while (stack_.back().kind == Kind::kOperator && account_.Spend(4)) Reduce();
}

BcParser::Took BcParser::CloseStatement() {
  if ((flags_ & kComparison) != 0) Beyond("comparison in expression");
  Emit((flags_ & kValue) != 0 ? Op::kPrintLine : Op::kPop, 1);
  stack_.pop_back();
  EndStatement();
  return Took::kAgain;
}

// The expression ends before this token, which what it stands in takes, or does not.
BcParser::Took BcParser::CloseExpression(const Token& token) {
  Item& top = stack_.back();
  switch (top.kind) {
    case Kind::kParen:
      if (!token.IsMark(')')) return Took::kMistake;
      if ((flags_ & kVoid) != 0) Mistake("void expression in parenthesis");
      stack_.pop_back();
      Value(flags_ | kValue | kParenthesis);
      return Took::kYes;
    case Kind::kSubscript:
      if (!token.IsMark(']')) return Took::kMistake;
      if ((flags_ & kVoid) != 0) Mistake("void expression as subscript");
      named_ = Named::kElement;
      variable_ = top.a;
      stack_.pop_back();
      return Took::kYes;
    case Kind::kBuiltin:
      if (!token.IsMark(')')) return Took::kMistake;
      EndBuiltin();
      return Took::kYes;
    case Kind::kCall: return CloseArgument(token);
    case Kind::kStatement: return CloseStatement();
    case Kind::kReturn: return CloseReturn();
    case Kind::kPrint:
      if ((flags_ & kVoid) != 0) Mistake("void expression in print");
      Emit(Op::kPrintNumber, 1);
      EndExpression();
      return Took::kAgain;
    case Kind::kFor:
      if (!token.IsMark(top.state == kThirdPart ? ')' : ';')) return Took::kMistake;
      EndForExpression(false);
      return Took::kYes;
    case Kind::kIf:
    case Kind::kWhile:
      if (!token.IsMark(')')) return Took::kMistake;
      if ((flags_ & kVoid) != 0) Mistake("void expression");
      if (top.kind == Kind::kIf) top.c = NewLabel();
      EmitJump(Op::kJumpIfZero, top.kind == Kind::kIf ? top.c : break_label_);
      top.state = kBeforeBody;
      EndExpression();
      return Took::kYes;
    default: return Took::kMistake;
  }
}

BcParser::Took BcParser::CloseArgument(const Token& token) {
  Item& call = stack_.back();
  if (!token.IsMark(',') && !token.IsMark(')')) return Took::kMistake;
  if (!account_.MakeRoom(&types_, 1)) return Took::kYes;
  types_ += call.state == kArrayArgument ? '1' : '0';
  if ((flags_ & kVoid) != 0) Mistake("void argument");
  if (token.IsMark(')')) {
    EndCall();
  } else {
    call.state = kArgument;
    BeginExpression();
  }
  return Took::kYes;
}

void BcParser::EndCall() {
  const Item call = stack_.back();
  stack_.pop_back();
  // The last argument lies on top of the stack.
  std::string types = types_.substr(std::min<size_t>(call.b, types_.size()));
  std::reverse(types.begin(), types.end());
  types_.resize(types_.size() - types.size());
  types += ':';
  Function& function = code();
  if (!account_.MakeRoom(&function.texts, types.size())) return;
  const auto at = static_cast<uint32_t>(function.texts.size());
  function.texts += types;
  Emit(Op::kCall, call.a < 128 ? 2 : 3, call.a, at);
  function.address += static_cast<uint32_t>(types.size());
  const bool is_void = call.a < program_.code.size() && program_.code[call.a].is_void;
  Value(is_void ? kVoid : kValue);
}

BcParser::Took BcParser::InBuiltin(const Token& token) {
  Item& item = stack_.back();
  const auto op = static_cast<Op>(item.op);
  const bool has_argument = op != Op::kRead && op != Op::kRandom;
  if (token.IsMark('(') && item.a == 0 &&
      stack_[std::max<size_t>(stack_.size(), 2) - 2].kind != Kind::kPrefix) {
    item.a = 1;
    if (!has_argument) return Took::kYes;
    item.state = 1;
    BeginExpression();
    return Took::kYes;
  }
  if (item.a == 1 && !has_argument && token.IsMark(')')) {
    EndBuiltin();
    return Took::kYes;
  }
  if (op != Op::kScaleOf) return Took::kMistake;
  stack_.pop_back();
  expects_operand_ = false;
  named_ = Named::kVariable;
  variable_ = kScale;
  return Took::kAgain;
}

void BcParser::EndBuiltin() {
  const auto op = static_cast<Op>(stack_.back().op);
  stack_.pop_back();
  Emit(op <= Op::kLastOp ? op : Op::kHalt, 2);
  Value(kValue);
}

}  // namespace pysub::shell::calc
