// Expressions of awk.

#include <utility>

#include "shell/commands/awk/parser.h"
#include "shell/commands/awk/parser_depth.h"

namespace pysub::shell::awk {
namespace {

// From what binds least on.
enum Level : int {
  kOrLevel = 1,
  kAndLevel,
  kInLevel,
  kMatchLevel,
  kCompareLevel,
  kConcatLevel,
  kAddLevel,
  kMultiplyLevel,
  kUnaryLevel,
};

int ComparisonOf(Token token) {
  switch (token) {
    case Token::kLess: return static_cast<int>(Comparison::kLess);
    case Token::kLessEqual: return static_cast<int>(Comparison::kLessEqual);
    case Token::kEqual: return static_cast<int>(Comparison::kEqual);
    case Token::kNotEqual: return static_cast<int>(Comparison::kNotEqual);
    case Token::kGreater: return static_cast<int>(Comparison::kGreater);
    case Token::kGreaterEqual: return static_cast<int>(Comparison::kGreaterEqual);
    default: return -1;
  }
}

bool IsAssignment(Token token) { return token >= Token::kAssign && token <= Token::kPowAssign; }

constexpr std::string_view kNoPlace =
    "cannot assign a value to the result of a field post-increment expression";

constexpr Op kAssignOps[] = {Op::kAssign, Op::kAdd,    Op::kSubtract, Op::kMultiply,
                             Op::kDivide, Op::kModulo, Op::kPower};

}  // namespace

bool Parser::IsPatternConstant(const Operand& operand) const {
  return operand.kind == Operand::Kind::kPattern ||
         (operand.kind == Operand::Kind::kConst &&
          program_.constants[static_cast<size_t>(operand.a)].kind() == Kind::kRegex);
}

bool Parser::IsNumberConstant(const Operand& operand) const {
  return operand.kind == Operand::Kind::kConst &&
         program_.constants[static_cast<size_t>(operand.a)].kind() == Kind::kNumber;
}

// What may be assigned, and a ? b : c.
Parser::Operand Parser::Expression() {
  const Deeper deeper(this);
  Operand condition = Binary(kOrLevel);
  std::vector<size_t> ends;
  while (!failed_ && Is(Token::kQuestion)) {
    ToValue(condition);
    Next();
    SkipNewlines();
    const size_t otherwise = EmitJumpFalse();
    const bool no_greater = std::exchange(no_greater_, false);
    ToValue(Expression());
    no_greater_ = no_greater;
    SkipNewlines();
    ends.push_back(Emit(Op::kJump, 0));
    --depth_;
    Land(otherwise);
    if (!Expect(Token::kColon)) break;
    SkipNewlines();
    condition = Binary(kOrLevel);
    if (!Is(Token::kQuestion)) {
      ToValue(condition);
      condition = {};
    }
  }
  for (size_t end : ends) Land(end);
  return condition;
}

void Parser::Logical(Token which) {
  Next();
  SkipNewlines();
  const size_t jump = Emit(which == Token::kAnd ? Op::kAnd : Op::kOr, -1);
  ToValue(Binary(which == Token::kAnd ? kInLevel : kAndLevel));
  Emit(Op::kBool, 0);
  Land(jump);
}

// The subscript is on the stack.
void Parser::InArray() {
  Next();
  if (!Is(Token::kName)) return SyntaxError();
  Operand array = Variable(lexer_.text());
  Next();
  if (array.place == Place::kSpecial) array.place = Place::kGlobal;
  if (Is(Token::kOpenBracket)) {  // an array in an array: it comes onto the stack
    array = Subscripts(array);
    Emit(Op::kLoadInner, 1 - PlaceDepth(array.place), array.a, 0, array.place);
    Emit(Op::kIn, -1, 0, 0, Place::kInner);
    return;
  }
  Emit(Op::kIn, 0, array.a, 0, array.place);
}

void Parser::MatchWith(uint16_t negated) {
  Next();
  const Operand right = Binary(kCompareLevel);
  if (right.kind == Operand::Kind::kPattern) {
    Emit(Op::kMatchPattern, 0, right.a, negated);
  } else {
    ToValue(right);
    Emit(Op::kMatch, -1, 0, negated);
  }
}

bool Parser::StartsConcat() const {
  switch (token()) {
    case Token::kNumber:
    case Token::kString:
    case Token::kName:
    case Token::kCallName:
    case Token::kBuiltin:
    case Token::kSubstitute:
    case Token::kDollar:
    case Token::kNot:
    case Token::kOpen:
    case Token::kIncrement:
    case Token::kDecrement:
    case Token::kGetline:
    case Token::kDivAssign: return true;  // (the last begins a pattern here)
    default: return false;
  }
}

Parser::Operand Parser::Binary(int level) {
  // What follows an operator of arithmetic, or stands in a row of texts, cannot be assigned to.
  Operand left = Unary(level <= kConcatLevel);
  bool compared = false;  // comparisons stand alone, and nothing that binds more goes on an "in"
  bool closed = false;
  while (!failed_) {
    const Token operation = token();
    const int comparison = ComparisonOf(operation);
    Op arithmetic = Op::kAdd;
    int binds = 0;
    switch (operation) {
      case Token::kOr: binds = kOrLevel; break;
      case Token::kAnd: binds = kAndLevel; break;
      case Token::kIn: binds = no_in_ ? 0 : static_cast<int>(kInLevel); break;
      case Token::kTilde:
      case Token::kNoMatch: binds = kMatchLevel; break;
      case Token::kPipe:
      case Token::kPipeBoth: binds = kCompareLevel; break;
      case Token::kPlus: binds = kAddLevel; break;
      case Token::kMinus: binds = kAddLevel, arithmetic = Op::kSubtract; break;
      case Token::kStar: binds = kMultiplyLevel, arithmetic = Op::kMultiply; break;
      case Token::kSlash: binds = kMultiplyLevel, arithmetic = Op::kDivide; break;
      case Token::kPercent: binds = kMultiplyLevel, arithmetic = Op::kModulo; break;
      default:
        if (comparison >= 0) {
          binds = operation == Token::kGreater && no_greater_ ? 0 : static_cast<int>(kCompareLevel);
        } else if (StartsConcat()) {
          binds = kConcatLevel;
        }
    }
    if (binds == 0 || binds < level) break;
    const bool command =
        no_greater_ && (operation == Token::kPipe || operation == Token::kPipeBoth);
    if ((closed && binds > kInLevel && comparison < 0 && binds != kMatchLevel && !command) ||
        (compared && comparison >= 0)) {
      SyntaxError();
      break;
    }
    compared = comparison >= 0;
    closed = operation == Token::kIn;
    if (operation == Token::kPipe || operation == Token::kPipeBoth) {
      const Lexer::State before = lexer_.begin();
      Next();
      if (!Is(Token::kGetline)) {
        // Only where print goes to a command something else may follow.
        if (!no_greater_) {
          SyntaxError();
          break;
        }
        lexer_.Return(before);
        break;
      }
      ToValue(left);
      CommandGetline(operation == Token::kPipe ? Source::kCommand : Source::kCoprocess);
      left = {};
      continue;
    }
    const bool pattern_matches = left.kind == Operand::Kind::kPattern && binds == kMatchLevel;
    const std::string place = pattern_matches ? PlaceName(lexer_.begin()) : "";
    ToValue(left);
    left = {};
    if (operation == Token::kOr || operation == Token::kAnd) {
      Logical(operation);
    } else if (operation == Token::kIn) {
      InArray();
    } else if (binds == kMatchLevel) {
      MatchWith(operation == Token::kNoMatch ? 1 : 0);
      if (pattern_matches && !failed_) {  // (when the other side is there)
        complaints_.lines.push_back(place +
                                    "warning: regular expression on left of `~' or `!~' operator");
      }
    } else if (comparison >= 0) {
      Next();
      ToValue(Binary(kConcatLevel));
      Emit(Op::kCompare, -1, 0, static_cast<uint16_t>(comparison));
    } else if (binds == kConcatLevel) {
      int32_t count = 1;
      for (; !failed_ && StartsConcat(); ++count) ToValue(Binary(kAddLevel));
      Emit(Op::kConcat, 1 - count, count);
    } else {
      Next();
      const Operand right = Binary(binds + 1);
      const bool zero =
          IsNumberConstant(right) && program_.constants[static_cast<size_t>(right.a)].number() == 0;
      if (zero && (arithmetic == Op::kDivide || arithmetic == Op::kModulo)) {
        Complain(lexer_.begin(), "error: division by zero attempted" +
                                     std::string(arithmetic == Op::kModulo ? " in `%'" : ""));
      }
      ToValue(right);
      Emit(arithmetic, -1);
    }
  }
  return left;
}

// Signs in front: the nearest is done first.
Parser::Operand Parser::Unary(bool may_assign) {
  std::string signs;
  while (!failed_ && !given_ && (Is(Token::kMinus) || Is(Token::kPlus) || Is(Token::kNot))) {
    signs += Is(Token::kMinus) ? '-' : Is(Token::kPlus) ? '+' : '!';
    Next();
    if (signs.size() > 1000) Error(lexer_.begin(), "error: program is nested too deeply");
  }
  Operand operand = Power(may_assign && signs.empty());
  for (; !signs.empty() && !failed_; signs.pop_back()) {
    const char sign = signs.back();
    if (operand.kind == Operand::Kind::kConst && sign != '!') {
      const Value& constant = program_.constants[static_cast<size_t>(operand.a)];
      if (constant.kind() == Kind::kNumber) {
        const double number = constant.number();
        operand.a = Constant(Value(sign == '-' ? -number : number));
        continue;
      }
    }
    if (operand.kind == Operand::Kind::kConst) {  // !1 is a 0 that nothing is divided by
      const Value& constant = program_.constants[static_cast<size_t>(operand.a)];
      if (sign == '!' && (constant.kind() == Kind::kNumber || constant.kind() == Kind::kText)) {
        operand.a = Constant(Value(IsTrue(constant) ? 0.0 : 1.0));
        continue;
      }
    }
    ToValue(operand);
    Emit(sign == '-' ? Op::kNegate : sign == '+' ? Op::kPlus : Op::kNot, 0);
    operand = {};
  }
  return operand;
}

Parser::Operand Parser::Power(bool may_assign) {
  Operand base = Postfix(may_assign);
  if (!Is(Token::kCaret)) return base;
  const Deeper deeper(this);
  ToValue(base);
  Next();
  ToValue(Unary());  // to the right first
  Emit(Op::kPower, -1);
  return {};
}

Parser::Operand Parser::Postfix(bool may_assign) {
  const size_t start = given_ ? given_start_ : here();
  Operand operand = Primary();
  if (operand.kind != Operand::Kind::kPlace || operand.parenthesised) return operand;
  if (may_assign && IsAssignment(token())) return Assignment(operand, start);
  if (!Is(Token::kIncrement) && !Is(Token::kDecrement)) return operand;
  const uint16_t down = Is(Token::kDecrement) ? kDown : 0;
  Emit(Op::kStep, 1 - PlaceDepth(operand.place), operand.a, static_cast<uint16_t>(down | kPostfix),
       operand.place);
  Next();
  OnlyOneStep(operand);
  const bool field = operand.place == Place::kField || operand.place == Place::kFieldAt;
  if (may_assign && field && IsAssignment(token())) {  // complained of when all of it is there
    Next();
    ToValue(Expression());
    SyntaxError(kNoPlace);
  }
  return {};
}

// $x++ is what may be assigned to in gawk's grammar, but only there.
void Parser::OnlyOneStep(const Operand& operand) {
  if (operand.place != Place::kField && operand.place != Place::kFieldAt) return;
  if (Is(Token::kIncrement) || Is(Token::kDecrement)) SyntaxError(kNoPlace);
}

// The value is found before the subscripts of what it goes to, whose code begins at `keys`.
Parser::Operand Parser::Assignment(const Operand& target, size_t keys) {
  const Deeper deeper(this);
  const auto operation = static_cast<size_t>(token()) - static_cast<size_t>(Token::kAssign);
  Next();
  SkipNewlines();
  const size_t start = here();
  Operand value = Expression();
  ToValue(value);
  if (operation == 0 && AppendInPlace(target, start)) return {};
  if (PlaceDepth(target.place) > 0)
    Swap(keys, start, static_cast<uint32_t>(PlaceDepth(target.place)));
  Emit(Op::kAssign, -PlaceDepth(target.place), target.a,
       static_cast<uint16_t>(kAssignOps[operation]), target.place);
  return {};
}

// ---- primaries
Parser::Operand Parser::Primary() {
  if (given_) return *std::exchange(given_, std::nullopt);
  const Deeper deeper(this);
  if (failed_) return {};
  switch (token()) {
    case Token::kNumber: {
      const double number = lexer_.number();
      Next();
      return {.kind = Operand::Kind::kConst, .a = Constant(Value(number))};
    }
    case Token::kString: {
      const int32_t constant = Constant(MakeText(heap_, lexer_.text()));
      Next();
      return {.kind = Operand::Kind::kConst, .a = constant};
    }
    case Token::kSlash:
    case Token::kDivAssign: return PatternOperand();
    case Token::kName: return NameOrElement();
    case Token::kCallName: return CallFunction();
    case Token::kBuiltin: return CallBuiltin();
    case Token::kSubstitute: return CallSubstitute();
    case Token::kDollar: return FieldReference();
    case Token::kOpen: return Group();
    case Token::kIncrement:
    case Token::kDecrement: return PrefixStep();
    case Token::kGetline: return SimpleGetline();
    case Token::kAt: return CallNamed();
    case Token::kNot:
    case Token::kMinus:
    case Token::kPlus: {
      ToValue(Unary());
      return {};
    }
    default: SyntaxError(); return {};
  }
}

void Parser::UnterminatedPattern() {
  const Piece& piece = lexer_.pieces()[lexer_.begin().piece];
  const bool file =
      !piece.file.empty() && piece.text.find('\n', lexer_.begin().at) == std::string::npos;
  SyntaxError(file ? "unterminated regexp at end of file" : "unterminated regexp", 1);
}

Parser::Operand Parser::PatternOperand() {
  std::string source;
  if (!lexer_.ReadPattern(&source)) {
    UnterminatedPattern();
    return {};
  }
  const int32_t pattern = PatternOf(source, lexer_.state());
  Next();
  return {.kind = Operand::Kind::kPattern, .a = pattern};
}

// (a), or (a, b) in c.
Parser::Operand Parser::Group() {
  Next();
  const bool no_greater = std::exchange(no_greater_, false);
  const bool no_in = std::exchange(no_in_, false);
  Operand inside = Expression();
  int32_t count = 1;
  while (!failed_ && Is(Token::kComma)) {
    ToValue(inside);
    inside = {};
    Next();
    SkipNewlines();
    ToValue(Expression());
    ++count;
  }
  no_greater_ = no_greater;
  no_in_ = no_in;
  if (!Expect(Token::kClose)) return {};
  if (count > 1) {
    if (!Is(Token::kIn)) {
      SyntaxError();
      return {};
    }
    Emit(Op::kSubscript, 1 - count, count);
    InArray();
    return {};
  }
  ToValue(inside);
  return {};
}

Parser::Operand Parser::NameOrElement() {
  const std::string name = lexer_.text();
  if (function_ids_.contains(name) && program_.functions[function_ids_[name]].entry >= 0 &&
      !parameters_.contains(name)) {
    Error(lexer_.begin(), UsedAsVariable(name));
    return {};
  }
  Operand variable = Variable(name);
  Next();
  return Is(Token::kOpenBracket) ? Subscripts(variable) : variable;
}

// array[i, j][k] ...: the last subscript is left on the stack.
Parser::Operand Parser::Subscripts(Operand array) {
  array.place = array.place == Place::kLocal ? Place::kLocalElement : Place::kElement;
  while (!failed_) {
    Next();
    const bool no_greater = std::exchange(no_greater_, false);
    const bool no_in = std::exchange(no_in_, false);
    int32_t count = 0;
    do {
      SkipNewlines();
      ToValue(Expression());
      ++count;
    } while (!failed_ && Take(Token::kComma));
    no_greater_ = no_greater;
    no_in_ = no_in;
    if (count > 1) Emit(Op::kSubscript, 1 - count, count);
    if (!Expect(Token::kCloseBracket)) return array;
    if (!Is(Token::kOpenBracket)) return array;
    Emit(Op::kLoadInner, 1 - PlaceDepth(array.place), array.a, 0, array.place);
    array.place = Place::kInner;
    array.a = 0;
  }
  return array;
}

Parser::Operand Parser::FieldReference() {
  Next();
  Operand number;
  if (Is(Token::kMinus) || Is(Token::kPlus) || Is(Token::kNot)) {
    const Deeper deeper(this);
    number = Unary();
  } else {
    if (Is(Token::kGetline)) SyntaxError();
    number = Primary();
  }
  if (number.kind == Operand::Kind::kConst) {
    const Value& constant = program_.constants[static_cast<size_t>(number.a)];
    if (constant.kind() == Kind::kNumber && constant.number() >= 0 && constant.number() < 1e6)
      return {.kind = Operand::Kind::kPlace,
              .place = Place::kFieldAt,
              .a = static_cast<int32_t>(constant.number())};
  }
  ToValue(number);
  return {.kind = Operand::Kind::kPlace, .place = Place::kField};
}

Parser::Operand Parser::PrefixStep() {
  const uint16_t down = Is(Token::kDecrement) ? kDown : 0;
  Next();
  if (!Is(Token::kName) && !Is(Token::kDollar)) {
    SyntaxError();
    return {};
  }
  const Operand operand = Is(Token::kName) ? NameOrElement() : FieldReference();
  OnlyOneStep(operand);
  Emit(Op::kStep, 1 - PlaceDepth(operand.place), operand.a, down, operand.place);
  return {};
}

// ---- getline
Parser::Operand Parser::GetlineTarget(bool* given) {
  *given = Is(Token::kName) || Is(Token::kDollar);
  if (!*given) return {};
  return Is(Token::kName) ? NameOrElement() : FieldReference();
}

Parser::Operand Parser::SimpleGetline() {
  Next();
  bool given = false;
  const Operand target = GetlineTarget(&given);
  Source source = Source::kMain;
  int taken = given ? PlaceDepth(target.place) : 0;
  if (Take(Token::kLess)) {
    ToValue(Binary(kAddLevel));
    source = Source::kFile;
    ++taken;
  } else if (rule_ == "BEGINFILE" || rule_ == "ENDFILE") {
    Complain(lexer_.begin(), "error: non-redirected `getline' invalid inside `" + rule_ + "' rule");
  }
  Emit(Op::kGetline, 1 - taken, target.a,
       static_cast<uint16_t>(static_cast<int>(source) | (given ? kTarget : 0)), target.place);
  return {};
}

// The command is on the stack.
void Parser::CommandGetline(Source source) {
  Next();
  bool given = false;
  const Operand target = GetlineTarget(&given);
  Emit(Op::kGetline, given ? -PlaceDepth(target.place) : 0, target.a,
       static_cast<uint16_t>(static_cast<int>(source) | (given ? kTarget : 0)), target.place);
}

// ---- calls
Parser::Operand Parser::CallFunction() {
  const std::string name = lexer_.text();
  const Lexer::State at = lexer_.begin();
  Next();
  // (After that the rest is still read, for its errors.)
  const bool is_variable = parameters_.contains(name) ||
                           (program_.globals.contains(name) && !function_ids_.contains(name));
  const int id = is_variable ? 0 : FunctionOf(name);
  if (!program_.room.Charge(sizeof(calls_[0]))) failed_ = true;
  if (!is_variable) calls_.emplace_back(id, at);
  const int count = Arguments(Builtin::kTypeof, true);
  if (is_variable)
    Complain(at, "error: attempt to use non-function `" + name + "' in function call");
  Emit(Op::kCall, 1 - count, id, static_cast<uint16_t>(count));
  return {};
}

// @/regex/, or @name(arguments).
Parser::Operand Parser::CallNamed() {
  Next();
  if (Is(Token::kSlash) || Is(Token::kDivAssign)) {
    const Lexer::State at = lexer_.begin();
    std::string source;
    if (!lexer_.ReadPattern(&source)) {
      UnterminatedPattern();
      return {};
    }
    Next();
    PatternOf(source, at);
    return {.kind = Operand::Kind::kConst, .a = Constant(MakeText(heap_, source, Kind::kRegex))};
  }
  if (!Is(Token::kCallName)) {
    SyntaxError();
    return {};
  }
  const Operand name = Variable(lexer_.text());
  ToValue(name);
  Next();
  const int count = Arguments(Builtin::kTypeof, true);
  Emit(Op::kCallNamed, -count, name.a, static_cast<uint16_t>(count), name.place);
  return {};
}

// The arguments of a call; the token is the parenthesis. For kTypeof, and functions of the
// program: what is not known to be a scalar stays what it is.
int Parser::Arguments(Builtin builtin, bool is_call) {
  if (!Expect(Token::kOpen)) return 0;
  const bool no_greater = std::exchange(no_greater_, false);
  const bool no_in = std::exchange(no_in_, false);
  int count = 0;
  SkipNewlines();
  while (!failed_ && !Is(Token::kClose)) {
    Argument(builtin, count, is_call);
    if (++count > 60000) SyntaxError("too many arguments");
    SkipNewlines();
    if (!Take(Token::kComma)) break;
    SkipNewlines();
  }
  no_greater_ = no_greater;
  no_in_ = no_in;
  call_end_ = lexer_.begin();
  Expect(Token::kClose);
  return count;
}

void Parser::Argument(Builtin builtin, int index, bool is_call) {
  const Lexer::State at = lexer_.begin();
  const Operand operand = Expression();
  const Wants wants = WhatIsWanted(builtin, index);
  const bool place = operand.kind == Operand::Kind::kPlace;
  if (builtin == Builtin::kIndex && index == 1 && IsPatternConstant(operand))
    return Error(at, "fatal: index: regexp constant as second argument is not allowed", 2);
  if (wants == Wants::kPattern && operand.kind == Operand::Kind::kPattern) {
    Emit(Op::kPattern, 1, operand.a);
  } else if (wants == Wants::kArray) {
    if (!place || operand.place == Place::kField || operand.place == Place::kFieldAt ||
        operand.place == Place::kSpecial) {
      return Error(at, "fatal: " + NotAnArray(builtin, index), 2);
    }
    const bool inner = PlaceDepth(operand.place) > 0;
    // For a message: whose argument, and which.
    const auto whose = static_cast<uint16_t>((static_cast<int>(builtin) + 1) * 4 + index);
    Emit(inner ? Op::kLoadInner : Op::kLoadArray, 1 - PlaceDepth(operand.place), operand.a,
         inner ? 0 : whose, operand.place);
  } else if (operand.kind == Operand::Kind::kPattern && is_call) {
    complaints_.lines.push_back(PlaceName(at) + "warning: regexp constant for parameter #" +
                                std::to_string(index + 1) + " yields boolean value");
    ToValue(operand);
  } else if (wants == Wants::kAny && place) {
    Emit(Op::kLoadArgument, 1 - PlaceDepth(operand.place), operand.a, is_call ? 1 : 0,
         operand.place);
  } else {
    ToValue(operand);
  }
}

Parser::Operand Parser::CallBuiltin() {
  const Builtin builtin = lexer_.builtin();
  const std::string name = lexer_.text();
  Next();
  int count = 0;
  if (builtin == Builtin::kLength && !Is(Token::kOpen)) {
    Emit(Op::kBuiltin, 1, static_cast<int32_t>(builtin), 0);
    return {};
  }
  count = Arguments(builtin);
  const ArgumentBounds bounds = BoundsOf(builtin);
  if (!failed_ && (count < bounds.least || count > bounds.most)) WrongCount(count, name, call_end_);
  Emit(Op::kBuiltin, 1 - count, static_cast<int32_t>(builtin), static_cast<uint16_t>(count));
  return {};
}

// sub and gsub: the pattern and the replacement, then the subscripts of the target.
Parser::Operand Parser::CallSubstitute() {
  const std::string name = lexer_.text();
  const uint16_t global = name == "gsub" ? 1 : 0;
  Next();
  if (!Expect(Token::kOpen)) return {};
  const bool no_greater = std::exchange(no_greater_, false);
  const bool no_in = std::exchange(no_in_, false);
  SkipNewlines();
  const Operand pattern = Expression();
  if (pattern.kind == Operand::Kind::kPattern) {
    Emit(Op::kPattern, 1, pattern.a);
  } else {
    ToValue(pattern);
  }
  int count = 1;
  Operand target{.kind = Operand::Kind::kPlace, .place = Place::kFieldAt, .a = 0};
  SkipNewlines();
  if (Take(Token::kComma)) {
    SkipNewlines();
    ToValue(Expression());
    SkipNewlines();
    ++count;
    if (Take(Token::kComma)) {
      SkipNewlines();
      target = Expression();
      SkipNewlines();
      ++count;
    }
  }
  no_greater_ = no_greater;
  no_in_ = no_in;
  if (count < 2 || !Is(Token::kClose)) {
    if (Is(Token::kClose)) {
      WrongCount(count, name, lexer_.begin());
    } else {
      SyntaxError();
    }
    return {};
  }
  // What cannot be changed is an error, but constants are looked at.
  if (target.kind == Operand::Kind::kValue || target.kind == Operand::Kind::kPattern)
    SyntaxError(name + " third parameter is not a changeable object");
  Next();
  if (target.kind != Operand::Kind::kPlace) {
    ToValue(target);
    Emit(Op::kSubstitute, -2, 0, static_cast<uint16_t>(global | kDiscard));
    return {};
  }
  Emit(Op::kSubstitute, -1 - PlaceDepth(target.place), target.a, global, target.place);
  return {};
}

}  // namespace pysub::shell::awk
