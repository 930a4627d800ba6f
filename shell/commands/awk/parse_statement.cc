// Statements of awk.

#include <set>
#include <utility>

#include "shell/commands/awk/format.h"
#include "shell/commands/awk/parser.h"
#include "shell/commands/awk/parser_depth.h"

namespace pysub::shell::awk {

void Parser::Block() {
  const Deeper deeper(this);
  if (!Expect(Token::kOpenBrace)) return;
  SkipTerminators();
  while (!failed_ && !Is(Token::kCloseBrace)) {
    if (Is(Token::kEof)) return EndInBlock();
    Statement();
    SkipTerminators();
  }
  // What follows may be another rule, without anything between.
  Expect(Token::kCloseBrace);
}

// What if, for ... do: one statement, or nothing.
void Parser::Body() {
  SkipNewlines();
  if (Take(Token::kSemicolon)) return;
  if (Is(Token::kEof)) return EndInBlock();
  Statement();
}

void Parser::Statement() {
  const Deeper deeper(this);
  if (failed_) return;
  switch (token()) {
    case Token::kOpenBrace: return Block();
    case Token::kIf: return If();
    case Token::kWhile: return While();
    case Token::kDo: return Do();
    case Token::kFor: return For();
    case Token::kSwitch: return Switch();
    case Token::kSemicolon: return Next();
    default: break;
  }
  SimpleStatement();
  if (failed_) return;
  if (Is(Token::kNewline) || Is(Token::kSemicolon)) return Next();
  if (!AtTerminator()) SyntaxError();
}

void Parser::SimpleStatement() {
  switch (token()) {
    case Token::kBreak: return Leave(false);
    case Token::kContinue: return Leave(true);
    case Token::kNext:
    case Token::kNextFile: {
      const bool file = Is(Token::kNextFile);
      if (!rule_.empty() && !(file && rule_ == "BEGINFILE")) {
        Complain(lexer_.begin(), "error: `" + std::string(file ? "nextfile" : "next") +
                                     "' used in " + rule_ + " action");
      }
      Next();
      Emit(file ? Op::kNextFile : Op::kNext, 0);
      return;
    }
    case Token::kExit:
    case Token::kReturn: {
      const bool exits = Is(Token::kExit);
      if (!exits && !in_function_) return SyntaxError("`return' used outside function context");
      Next();
      const bool value = !AtTerminator();
      if (value) ToValue(Expression());
      Emit(exits ? Op::kExit : Op::kReturn, value ? -1 : 0, 0, value ? 1 : 0);
      return;
    }
    case Token::kDelete: return Delete();
    case Token::kPrint:
    case Token::kPrintf: return Print();
    default: Discard(Expression());
  }
}

// break and continue.
void Parser::Leave(bool is_continue) {
  size_t loop = loops_.size();
  while (loop > 0 && is_continue && loops_[loop - 1].is_switch) --loop;
  if (loop == 0) {
    const std::string text = is_continue ? "error: `continue' is not allowed outside a loop"
                                         : "error: `break' is not allowed outside a loop or switch";
    Complain(lexer_.begin(), text);  // said twice
    Complain(lexer_.begin(), text);
    return Next();
  }
  Next();
  const uint32_t depth = depth_;
  for (uint32_t left = depth_; left > loops_[loop - 1].depth; --left) Emit(Op::kPop, -1);
  (is_continue ? loops_[loop - 1].continues : loops_[loop - 1].breaks)
      .push_back(Emit(Op::kJump, 0));
  depth_ = depth;
}

void Parser::If() {
  std::vector<size_t> ends;
  while (!failed_) {
    Next();
    if (!Expect(Token::kOpen)) return;
    ToValue(Expression());
    if (!Expect(Token::kClose)) return;
    const size_t otherwise = EmitJumpFalse();
    Body();
    // "; else", also on a line of its own
    const Lexer::State before = lexer_.begin();
    SkipTerminators();
    if (!Is(Token::kElse)) {
      if (!Is(Token::kEof)) lexer_.Return(before);
      Land(otherwise);
      break;
    }
    Next();
    SkipNewlines();
    ends.push_back(Emit(Op::kJump, 0));
    Land(otherwise);
    if (Is(Token::kIf)) continue;
    Body();
    break;
  }
  for (size_t end : ends) Land(end);
}

void Parser::While() {
  Next();
  if (!Expect(Token::kOpen)) return;
  Code condition(account_);
  const size_t start = here();
  ToValue(Expression());
  Cut(start, &condition);
  --depth_;
  if (!Expect(Token::kClose)) return;
  const size_t first = Emit(Op::kJump, 0);
  barrier_ = here();
  const size_t body = here();
  loops_.push_back({.depth = depth_});
  Body();
  for (size_t jump : loops_.back().continues) Land(jump);
  Land(first);
  Paste(condition);
  ++depth_;
  EmitJumpBackTrue(body);
  for (size_t jump : loops_.back().breaks) Land(jump);
  loops_.pop_back();
}

void Parser::Do() {
  Next();
  const size_t body = here();
  barrier_ = here();
  loops_.push_back({.depth = depth_});
  Body();
  SkipTerminators();
  for (size_t jump : loops_.back().continues) Land(jump);
  if (!Expect(Token::kWhile) || !Expect(Token::kOpen)) return;
  ToValue(Expression());
  if (!Expect(Token::kClose)) return;
  EmitJumpBackTrue(body);
  for (size_t jump : loops_.back().breaks) Land(jump);
  loops_.pop_back();
}

// for (x in a): true when it was one.
bool Parser::ForIn() {
  const Lexer::State before = lexer_.begin();
  if (!Is(Token::kName)) return false;
  const std::string name = lexer_.text();
  Next();
  if (!Is(Token::kIn)) {
    lexer_.Return(before);
    return false;
  }
  Next();
  if (!Is(Token::kName)) {
    lexer_.Return(before);
    return false;
  }
  Operand array = Variable(lexer_.text());
  if (array.place == Place::kSpecial) array.place = Place::kGlobal;
  Next();
  const size_t start = here();
  if (Is(Token::kOpenBracket)) {
    array = Subscripts(array);
    Emit(Op::kLoadInner, 1 - PlaceDepth(array.place), array.a, 0, array.place);
  } else {
    Emit(Op::kLoadArray, 1, array.a, 0, array.place);
  }
  if (!Is(Token::kClose)) {  // (x in a) ; ...
    Code dropped(account_);
    Cut(start, &dropped);
    --depth_;
    lexer_.Return(before);
    return false;
  }
  Next();
  const Operand variable = Variable(name);
  Emit(Op::kForIn, 0);
  loops_.push_back({.depth = depth_});
  const size_t first = Emit(Op::kJump, 0);
  const size_t body = here();
  barrier_ = here();
  Body();
  for (size_t jump : loops_.back().continues) Land(jump);
  Land(first);
  Emit(Op::kForNext, 0, variable.a, 0, variable.place);
  JumpBack(body);
  for (size_t jump : loops_.back().breaks) Land(jump);
  loops_.pop_back();
  barrier_ = here();
  Emit(Op::kPop, -1);
  return true;
}

void Parser::For() {
  Next();
  if (!Expect(Token::kOpen)) return;
  if (ForIn() || failed_) return;
  if (!Is(Token::kSemicolon)) SimpleStatement();
  if (!Expect(Token::kSemicolon)) return;
  SkipNewlines();
  Code condition(account_), step(account_);
  const bool has_condition = !Is(Token::kSemicolon);
  size_t start = here();
  if (has_condition) {
    ToValue(Expression());
    Cut(start, &condition);
    --depth_;
  }
  if (!Expect(Token::kSemicolon)) return;
  SkipNewlines();
  if (!Is(Token::kClose)) {
    start = here();
    SimpleStatement();
    Cut(start, &step);
  }
  if (!Expect(Token::kClose)) return;
  const size_t first = has_condition ? Emit(Op::kJump, 0) : 0;
  const size_t body = here();
  barrier_ = here();
  loops_.push_back({.depth = depth_});
  Body();
  for (size_t jump : loops_.back().continues) Land(jump);
  Paste(step);
  if (has_condition) {
    Land(first);
    Paste(condition);
    ++depth_;
    EmitJumpBackTrue(body);
  } else {
    JumpBack(body);
  }
  for (size_t jump : loops_.back().breaks) Land(jump);
  loops_.pop_back();
  barrier_ = here();
}

// A number with a sign perhaps, a text or a pattern.
Parser::Operand Parser::CaseValue() {
  const bool is_signed = Is(Token::kMinus) || Is(Token::kPlus);
  const bool negative = Is(Token::kMinus);
  if (is_signed) Next();
  if (is_signed ? !Is(Token::kNumber)
                : !Is(Token::kNumber) && !Is(Token::kString) && !Is(Token::kSlash) &&
                      !Is(Token::kDivAssign) && !Is(Token::kAt)) {
    SyntaxError();
    return {};
  }
  Operand value = Primary();
  if (negative) {
    const double number = program_.constants[static_cast<size_t>(value.a)].number();
    value.a = Constant(Value(number != 0 ? -number : number));
  }
  return value;
}

// From the last one on, as gawk goes over them; 1 and "1" are the same.
void Parser::CheckCases(const std::vector<std::pair<int32_t, Lexer::State>>& cases) {
  std::set<std::string> seen;
  ParseCharge making(account_);
  for (size_t i = cases.size(); i-- > 0 && !failed_;) {
    NumberBuffer number;
    const Value& constant = program_.constants[static_cast<size_t>(cases[i].first)];
    const std::string_view text = ViewOf(constant, nullptr, &number);
    if (!making.Charge(text.size() + 96) || !account_->Tick(text.size() + 16)) {
      failed_ = true;
    } else if (!seen.emplace(text).second) {
      Complain(cases[i].second,
               "error: duplicate case values in switch body: " + std::string(text));
    }
  }
}

// The value stays on the stack until the end.
void Parser::Switch() {
  Next();
  if (!Expect(Token::kOpen)) return;
  ToValue(Expression());
  if (!Expect(Token::kClose)) return;
  SkipNewlines();
  if (!Expect(Token::kOpenBrace)) return;
  SkipTerminators();
  loops_.push_back({.is_switch = true, .depth = depth_});
  // Tests lie between the bodies: a test that fails jumps to the next, a body to the next body.
  size_t test = Emit(Op::kJump, 0);
  size_t body = 0, default_body = 0;
  bool has_body = false, has_default = false;
  std::vector<std::pair<int32_t, Lexer::State>> cases;  // constants, and where
  while (!failed_ && !Is(Token::kCloseBrace)) {
    const bool is_default = Is(Token::kDefault);
    if (!is_default && !Is(Token::kCase)) return SyntaxError();
    Next();
    if (has_body) body = Emit(Op::kJump, 0);
    if (is_default) {
      if (has_default) {
        Complain(lexer_.begin(), "error: duplicate `default' detected in switch body");
      }
      has_default = true;
      default_body = here();
      barrier_ = here();
    } else {
      Land(test);
      const Lexer::State at = lexer_.begin();
      const Operand value = CaseValue();
      if (failed_) return;
      if (value.kind == Operand::Kind::kConst &&
          program_.constants[static_cast<size_t>(value.a)].kind() != Kind::kRegex) {
        if (!program_.room.Charge(sizeof(cases[0]))) failed_ = true;
        cases.emplace_back(value.a, at);
      }
      Emit(Op::kSwitch, 0, value.a, value.kind == Operand::Kind::kPattern ? 1 : 0);
      test = Emit(Op::kJump, 0);
    }
    if (!Expect(Token::kColon)) return;
    if (has_body) Land(body);
    has_body = true;
    SkipTerminators();
    while (!failed_ && !Is(Token::kCase) && !Is(Token::kDefault) && !Is(Token::kCloseBrace)) {
      if (Is(Token::kEof)) return EndInBlock();
      Statement();
      SkipTerminators();
    }
  }
  if (!Expect(Token::kCloseBrace)) return;
  CheckCases(cases);
  const size_t end = Emit(Op::kJump, 0);
  Land(test);
  if (has_default) JumpBack(default_body);
  Land(end);
  for (size_t jump : loops_.back().breaks) Land(jump);
  loops_.pop_back();
  Emit(Op::kPop, -1);
}

void Parser::Delete() {
  Next();
  const bool grouped = Take(Token::kOpen);
  if (!Is(Token::kName)) return SyntaxError();
  Operand array = Variable(lexer_.text());
  if (array.place == Place::kSpecial) array.place = Place::kGlobal;
  Next();
  if (!Is(Token::kOpenBracket)) {
    if (grouped && !Expect(Token::kClose)) return;
    Emit(Op::kDeleteAll, 0, array.a, 0, array.place);
    return;
  }
  array = Subscripts(array);
  if (grouped && !Expect(Token::kClose)) return;
  Emit(Op::kDelete, -PlaceDepth(array.place), array.a, 0, array.place);
}

// ---- print
// Writes the arguments. *simple: each is a field, a constant or a variable.
int Parser::PrintList(bool* simple) {
  int count = 0;
  *simple = true;
  do {
    if (count > 0) SkipNewlines();
    const size_t before = here();
    const Operand operand = Expression();
    const bool place = operand.kind == Operand::Kind::kPlace &&
                       (operand.place == Place::kFieldAt || operand.place == Place::kGlobal);
    *simple = *simple && before == here() && (place || operand.kind == Operand::Kind::kConst);
    ToValue(operand);
    ++count;
  } while (!failed_ && Take(Token::kComma));
  return count;
}

// Simple arguments go to standard output without the stack.
void Parser::PrintDirect(size_t start) {
  std::vector<Instruction> arguments;
  for (size_t i = start; i < here(); ++i) arguments.push_back(program_.code[i]);
  program_.code.resize(start);
  program_.depths.resize(start);
  program_.places.resize(start);
  depth_ -= static_cast<uint32_t>(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) Emit(Op::kPutOfs, 0);
    const Instruction& argument = arguments[i];
    Emit(argument.op == Op::kConst           ? Op::kPutConst
         : argument.place == Place::kFieldAt ? Op::kPutField
                                             : Op::kPutVar,
         0, argument.a);
  }
  Emit(Op::kPutOrs, 0);
}

void Parser::Print() {
  const bool formatted = Is(Token::kPrintf);
  const Lexer::State at = lexer_.begin();
  Next();
  const size_t start = here();
  int count = 0;
  bool simple = false;
  const auto ends = [this] {
    return AtTerminator() || Is(Token::kGreater) || Is(Token::kAppend) || Is(Token::kPipe) ||
           Is(Token::kPipeBoth);
  };
  no_greater_ = true;
  if (Is(Token::kOpen)) {
    // The list in parentheses, or the beginning of an expression.
    Next();
    no_greater_ = false;
    SkipNewlines();
    count = PrintList(&simple);
    no_greater_ = true;
    SkipNewlines();
    if (!Expect(Token::kClose)) return;
    if (!ends()) {
      simple = false;
      const Operand group;
      if (count > 1) {
        if (!Is(Token::kIn)) return SyntaxError();
        Emit(Op::kSubscript, 1 - count, count);
        InArray();
      }
      given_ = group;
      given_start_ = start;
      ToValue(Expression());
      count = 1;
      while (!failed_ && Take(Token::kComma)) {
        SkipNewlines();
        ToValue(Expression());
        ++count;
      }
    }
  } else if (!ends()) {
    count = PrintList(&simple);
  }
  no_greater_ = false;
  if (failed_) return;
  if (formatted && count == 0) return Error(at, "fatal: printf: no arguments", 2);
  Redirection to = Redirection::kNone;
  switch (token()) {
    case Token::kGreater: to = Redirection::kFile; break;
    case Token::kAppend: to = Redirection::kAppend; break;
    case Token::kPipe: to = Redirection::kPipe; break;
    case Token::kPipeBoth: to = Redirection::kCoprocess; break;
    default: break;
  }
  if (to != Redirection::kNone) {
    Next();
    no_greater_ = true;
    ToValue(Binary(6));  // up to concatenation
    no_greater_ = false;
  }
  const int target = to == Redirection::kNone ? 0 : 1;
  const auto sub = static_cast<uint16_t>(to);
  if (count == 0) {
    Emit(Op::kPrintRecord, -target, 0, sub);
  } else if (simple && target == 0 && !formatted) {
    PrintDirect(start);
  } else {
    Emit(formatted ? Op::kPrintf : Op::kPrint, -count - target, count, sub);
  }
}

}  // namespace pysub::shell::awk
