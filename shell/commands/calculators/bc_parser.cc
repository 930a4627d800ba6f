#include "shell/commands/calculators/bc_parser.h"

#include <algorithm>
#include <utility>

namespace pysub::shell::calc {
namespace {

// Where the head of a function is.
enum HeadState : uint8_t {
  kBeforeName,
  kBehindVoid,
  kBeforeParameters,
  kFirstParameter,
  kParameter,
  kBeforeBrace,
  kBehindBraceLine,  // a newline stands there
  kBehindBrace,
  kAuto,
};

}  // namespace

void BcParser::Fields(Archive& archive) {
  archive(name_, line_, messages_, stack_, in_expression_, expects_operand_, flags_, named_,
          variable_, last_name_, types_, recovers_, silent_, mistake_, next_label_, break_label_,
          continue_label_, function_, parameters_, locals_);
  if (!archive.loading()) return;
  bool right = named_ <= Named::kElement && next_label_ < (1u << 30) &&
               (stack_.empty() || stack_[0].kind == Kind::kLine);
  for (const Item& item : stack_) right = right && item.kind <= Kind::kLastKind;
  right = right && (function_ == 0 || function_ < program_.code.size());
  if (!right) archive.Fail();
}

// ---- mistakes
void BcParser::Mistake(std::string_view text) {
  mistake_ = true;
  messages_ += name_ + " " + std::to_string(line_) + ": ";
  messages_ += text;
  messages_ += '\n';
}

void BcParser::Beyond(std::string_view what) {
  if (manners_ == Manners::kGnu) return;
  if (manners_ == Manners::kPosix) return Mistake("Error: " + std::string(what));
  messages_ += name_ + " " + std::to_string(line_) + ": (Warning) ";
  messages_ += what;
  messages_ += '\n';
}

// False: the token is passed over.
bool BcParser::SyntaxError(const Token& token) {
  if (silent_ == 0) Mistake("syntax error");
  const bool again = silent_ < 3;
  silent_ = 3;
  in_expression_ = false;
  while (!IsList(stack_.back().kind)) stack_.pop_back();
  if (stack_.back().state == kBehindStatement) stack_.back().state = kStart;
  recovers_ = true;
  if (!again && token.kind == TokenKind::kEnd) next_ = Next::kEnd;
  return again;
}

BcParser::Next BcParser::Feed(const Token& token) {
  next_ = Next::kMore;
  if (stack_.empty()) BeginLine();
  if (token.kind == TokenKind::kIllegal) {
    const auto byte = static_cast<uint8_t>(token.op);
    std::string shown(1, token.op);
    if (byte < ' ') shown = {'^', static_cast<char>(byte + '@')};
    if (byte > '~')
      shown = {'\\', static_cast<char>('0' + byte / 64), static_cast<char>('0' + byte / 8 % 8),
               static_cast<char>('0' + byte % 8)};
    Mistake("illegal character: " + shown);
    return next_;
  }
  if (token.kind == TokenKind::kOpenComment) {
    messages_ += "EOF encountered in a comment.\n";
    return next_;
  }
  while (account_.Spend(16)) {
    switch (Step(token)) {
      case Took::kAgain: continue;
      case Took::kYes:
        if (silent_ > 0) --silent_;
        NegateAtOnce();
        return next_;
      case Took::kMistake:
        if (!SyntaxError(token)) return next_;
    }
  }
  return Next::kMore;
}

// A minus sign takes what stands behind it whatever comes next.
void BcParser::NegateAtOnce() {
  while (in_expression_ && !expects_operand_ && named_ == Named::kNot &&
         stack_.back().kind == Kind::kOperator && stack_.back().op == 'n' && account_.Spend(4))
    Reduce();
}

void BcParser::BeginLine() {
  stack_.clear();
  Push({.kind = Kind::kLine});
  program_.main().Clear();
  in_expression_ = recovers_ = mistake_ = false;
  types_.clear();
  next_label_ = 1;
  break_label_ = continue_label_ = function_ = 0;
}

// ---- instructions
Function& BcParser::code() {
  Function& main = program_.main();
  return function_ < program_.code.size() ? program_.code[function_] : main;
}

void BcParser::Emit(Op op, uint32_t size, uint32_t operand, uint32_t extra) {
  Function& function = code();
  if (!account_.MakeRoom(&function.code, 1)) return;
  function.address += size;
  function.code.push_back(
      {.op = op, .operand = operand, .extra = extra, .address = function.address});
}

// GNU's bc writes numbers of variables in one byte, from 128 on in two.
void BcParser::EmitNamed(Op op, uint32_t number) { Emit(op, number < 128 ? 2 : 3, number); }

void BcParser::EmitText(Op op, std::string_view text, uint32_t size) {
  Function& function = code();
  if (!account_.MakeRoom(&function.texts, text.size())) return;
  const auto at = static_cast<uint32_t>(function.texts.size());
  function.texts += text;
  Emit(op, size, at, static_cast<uint32_t>(text.size()));
}

void BcParser::PlaceLabel(uint32_t label) {
  Function& function = code();
  const size_t size = function.labels.size();
  if (label >= (1u << 30) ||
      (label >= size && !account_.MakeRoom(&function.labels, label + 1 - size)))
    return;
  if (label >= size) function.labels.resize(label + 1);
  function.labels[label] = static_cast<uint32_t>(function.code.size());
}

uint32_t BcParser::Find(Names* names, const std::string& name) {
  // (the message, and where it is kept)
  const size_t copies = 3 * name.size();
  if (!account_.Charge(copies)) return 0;
  if (name.size() > 1) Beyond("multiple letter name - " + name);
  const uint32_t found = names->Find(account_, name);
  account_.Release(copies);
  return found;
}

// ---- statements
void BcParser::Push(Item item) {
  if (account_.MakeRoom(&stack_, 1)) stack_.push_back(item);
  // (A stack is never empty; who was refused ends soon.)
  if (stack_.empty()) stack_.push_back(item);
}

BcParser::Took BcParser::Step(const Token& token) {
  const Kind kind = stack_.back().kind;
  if (in_expression_) {
    if (kind == Kind::kName) return AfterName(token);
    if (kind == Kind::kBuiltin && stack_.back().state == 0) return InBuiltin(token);
    return expects_operand_ ? Operand(token) : AfterOperand(token);
  }
  switch (kind) {
    case Kind::kLine:
    case Kind::kBlock:
    case Kind::kBody: return InList(token);
    case Kind::kFunction: return InFunction(token);
    case Kind::kIf:
    case Kind::kElse: return InIf(token);
    case Kind::kWhile: return InWhile(token);
    case Kind::kFor: return InFor(token);
    case Kind::kPrint: return InPrint(token);
    case Kind::kReturn: return InReturn(token);
    default: return Took::kMistake;
  }
}

bool BcParser::StartsExpression(const Token& token) const {
  switch (token.kind) {
    case TokenKind::kNumber:
    case TokenKind::kName:
    case TokenKind::kStep: return true;
    case TokenKind::kOperator: return token.op == '-' || token.op == '!';
    case TokenKind::kMark: return token.op == '(';
    case TokenKind::kKeyword: break;
    default: return false;
  }
  switch (token.word) {
    case Word::kIbase:
    case Word::kObase:
    case Word::kScale:
    case Word::kHistory:
    case Word::kLast:
    case Word::kLength:
    case Word::kSqrt:
    case Word::kRead:
    case Word::kRandom: return true;
    default: return false;
  }
}

bool BcParser::StartsStatement(const Token& token) const {
  if (StartsExpression(token) || token.kind == TokenKind::kString || token.IsMark('{')) return true;
  if (token.kind != TokenKind::kKeyword) return false;
  switch (token.word) {
    case Word::kBreak:
    case Word::kContinue:
    case Word::kFor:
    case Word::kHalt:
    case Word::kIf:
    case Word::kLimits:
    case Word::kPrint:
    case Word::kQuit:
    case Word::kReturn:
    case Word::kWarranty:
    case Word::kWhile: return true;
    default: return false;
  }
}

BcParser::Took BcParser::InList(const Token& token) {
  Item& list = stack_.back();
  const bool is_line = list.kind == Kind::kLine;
  if (recovers_) {
    if (is_line && list.state == kStart && token.kind == TokenKind::kNewline) {
      silent_ = 0;
      BeginLine();
      return Took::kYes;
    }
    if (!StartsStatement(token)) return Took::kMistake;
    recovers_ = false;
    return BeginStatement(token);
  }
  if (token.kind == TokenKind::kNewline && is_line) {
    next_ = Next::kRun;
    return Took::kYes;
  }
  if (token.kind == TokenKind::kNewline || token.IsMark(';')) {
    list.state = kBehindSeparator;
    return Took::kYes;
  }
  if (token.IsMark('}') && !is_line) {
    if (list.kind == Kind::kBody) return EndFunction();
    stack_.pop_back();
    EndStatement();
    return Took::kYes;
  }
  if (list.state == kBehindStatement) return Took::kMistake;
  if (is_line && list.state == kStart) {
    if (token.kind == TokenKind::kEnd) {
      next_ = Next::kEnd;
      return Took::kYes;
    }
    if (token.Is(Word::kDefine)) {
      Push({.kind = Kind::kFunction});
      parameters_.clear();
      locals_.clear();
      return Took::kYes;
    }
  }
  return StartsStatement(token) ? BeginStatement(token) : Took::kMistake;
}

BcParser::Took BcParser::BeginStatement(const Token& token) {
  if (token.kind == TokenKind::kString) {
    EmitText(Op::kPrintText, token.text, static_cast<uint32_t>(token.text.size() + 2));
    EndStatement();
    return Took::kYes;
  }
  if (token.IsMark('{')) {
    Push({.kind = Kind::kBlock});
    return Took::kYes;
  }
  if (!StartsExpression(token)) return BeginWord(token);
  Push({.kind = Kind::kStatement});
  BeginExpression();
  return Took::kAgain;
}

BcParser::Took BcParser::BeginWord(const Token& token) {
  switch (token.word) {
    case Word::kFor: BeginFor(); return Took::kYes;
    case Word::kWhile: BeginWhile(); return Took::kYes;
    case Word::kIf: Push({.kind = Kind::kIf}); return Took::kYes;
    case Word::kReturn: Push({.kind = Kind::kReturn}); return Took::kYes;
    case Word::kPrint:
      Beyond("print statement");
      Push({.kind = Kind::kPrint});
      return Took::kYes;
    case Word::kBreak:
      if (break_label_ == 0) Mistake("Break outside a for/while");
      EmitJump(Op::kJump, break_label_);
      break;
    case Word::kContinue:
      Beyond("Continue statement");
      if (continue_label_ == 0) Mistake("Continue outside a for");
      EmitJump(Op::kJump, continue_label_);
      break;
    case Word::kHalt: Emit(Op::kHalt, 1); break;
    case Word::kQuit: next_ = Next::kQuit; break;
    case Word::kLimits: next_ = Next::kLimits; break;
    default: next_ = Next::kWarranty;
  }
  EndStatement();
  return Took::kYes;
}

// Whatever ends with the statement that has ended.
void BcParser::EndStatement() {
  in_expression_ = false;
  while (true) {
    Item& top = stack_.back();
    switch (top.kind) {
      case Kind::kIf: top.state = kBehindBody; return;
      case Kind::kElse: PlaceLabel(top.c); break;
      case Kind::kWhile:
      case Kind::kFor:
        EmitJump(Op::kJump, continue_label_);
        PlaceLabel(break_label_);
        break_label_ = top.a;
        continue_label_ = top.b;
        break;
      default:
        if (IsList(top.kind)) top.state = kBehindStatement;
        return;
    }
    stack_.pop_back();
  }
}

// The statement behind if (), else, while () and for (), which may stand on the next line.
BcParser::Took BcParser::InBody(const Token& token) {
  Item& item = stack_.back();
  if (token.kind == TokenKind::kNewline && item.state == kBeforeBody) {
    Beyond("newline not allowed");
    item.state = kBehindNewline;
    return Took::kYes;
  }
  if ((item.state != kBeforeBody && item.state != kBehindNewline) || !StartsStatement(token))
    return Took::kMistake;
  item.state = kInBody;
  return BeginStatement(token);
}

BcParser::Took BcParser::InIf(const Token& token) {
  Item& item = stack_.back();
  if (item.state == kBeforeParen && token.IsMark('(')) {
    item.state = kCondition;
    BeginExpression();
    return Took::kYes;
  }
  if (item.state != kBehindBody) return InBody(token);
  if (!token.Is(Word::kElse)) {
    PlaceLabel(item.c);
    stack_.pop_back();
    EndStatement();
    return Took::kAgain;
  }
  Beyond("else clause in if statement");
  const uint32_t end = NewLabel();
  EmitJump(Op::kJump, end);
  PlaceLabel(item.c);
  item = {.kind = Kind::kElse, .state = kBeforeBody, .c = end};
  return Took::kYes;
}

void BcParser::BeginWhile() {
  Push({.kind = Kind::kWhile, .a = break_label_, .b = continue_label_});
  continue_label_ = NewLabel();
  PlaceLabel(continue_label_);
  break_label_ = NewLabel();
}

BcParser::Took BcParser::InWhile(const Token& token) {
  Item& item = stack_.back();
  if (item.state != kBeforeParen) return InBody(token);
  if (!token.IsMark('(')) return Took::kMistake;
  item.state = kCondition;
  BeginExpression();
  return Took::kYes;
}

// for (first; condition; step) body becomes
//
//   first; c: condition; jump to c+1 if not zero; jump to the end; c+2: step; jump to c; c+1: body;
//   jump to c+2; end:
void BcParser::BeginFor() {
  Push({.kind = Kind::kFor, .a = break_label_, .b = continue_label_, .c = next_label_});
  next_label_ += 3;
  break_label_ = NewLabel();
}

BcParser::Took BcParser::InFor(const Token& token) {
  Item& item = stack_.back();
  switch (item.state) {
    case kBeforeParen:
      if (!token.IsMark('(')) return Took::kMistake;
      item.state = kFirstPart;
      return Took::kYes;
    case kFirstPart:
    case kSecondPart:
    case kThirdPart: return ForExpression(token);
    default: return InBody(token);
  }
}

BcParser::Took BcParser::ForExpression(const Token& token) {
  if (StartsExpression(token)) {
    BeginExpression();
    return Took::kAgain;
  }
  if (!token.IsMark(stack_.back().state == kThirdPart ? ')' : ';')) return Took::kMistake;
  Beyond("Missing expression in for statement");
  flags_ = kAssigned;
  EndForExpression(true);
  return Took::kYes;
}

void BcParser::EndForExpression(bool is_empty) {
  EndExpression();
  Item& item = stack_.back();
  const uint32_t condition = item.c, body = item.c + 1, step = item.c + 2;
  const bool is_void = (flags_ & kVoid) != 0, compares = (flags_ & kComparison) != 0;
  switch (item.state) {
    case kFirstPart:
      if (compares) Beyond("Comparison in first for expression");
      if (is_void) Mistake("first expression is void");
      if (!is_empty) Emit(Op::kPop, 1);
      PlaceLabel(condition);
      item.state = kSecondPart;
      return;
    case kSecondPart:
      if (is_void) Mistake("second expression is void");
      if (is_empty) Emit(Op::kOne, 1);
      EmitJump(Op::kJumpIfNotZero, body);
      EmitJump(Op::kJump, break_label_);
      continue_label_ = step;
      PlaceLabel(step);
      item.state = kThirdPart;
      return;
    default:
      if (compares) Beyond("Comparison in third for expression");
      if (is_void) Mistake("third expression is void");
      if (!is_empty) Emit(Op::kPop, 1);
      EmitJump(Op::kJump, condition);
      PlaceLabel(body);
      item.state = kBeforeBody;
  }
}

BcParser::Took BcParser::InPrint(const Token& token) {
  Item& item = stack_.back();
  enum : uint8_t { kBeforeElement, kBehindElement };
  if (item.state == kBehindElement) {
    if (token.IsMark(',')) {
      item.state = kBeforeElement;
      return Took::kYes;
    }
    stack_.pop_back();
    EndStatement();
    return Took::kAgain;
  }
  if (StartsExpression(token)) {
    item.state = kBehindElement;
    BeginExpression();
    return Took::kAgain;
  }
  if (token.kind != TokenKind::kString) return Took::kMistake;
  item.state = kBehindElement;
  EmitText(Op::kPrintEscaped, token.text, static_cast<uint32_t>(token.text.size() + 2));
  return Took::kYes;
}

BcParser::Took BcParser::InReturn(const Token& token) {
  if (StartsExpression(token)) {
    BeginExpression();
    return Took::kAgain;
  }
  Emit(Op::kZero, 1);
  if (function_ == 0) Mistake("Return outside of a function.");
  Emit(Op::kReturn, 1);
  stack_.pop_back();
  EndStatement();
  return Took::kAgain;
}

BcParser::Took BcParser::CloseReturn() {
  if ((flags_ & kComparison) != 0) Beyond("comparison in return expression");
  if ((flags_ & kParenthesis) == 0) Beyond("return expression requires parenthesis");
  if ((flags_ & kVoid) != 0) Mistake("return requires non-void expression");
  if (function_ == 0) {
    Mistake("Return outside of a function.");
  } else if (code().is_void) {
    Mistake("Return expression in a void function.");
  }
  Emit(Op::kReturn, 1);
  stack_.pop_back();
  EndStatement();
  return Took::kAgain;
}

// ---- functions
BcParser::Took BcParser::InFunction(const Token& token) {
  Item& head = stack_.back();
  switch (head.state) {
    case kBeforeName:
    case kBehindVoid:
      if (token.Is(Word::kVoid) && head.state == kBeforeName) {
        Beyond("void functions");
        head.flags = 1;
        head.state = kBehindVoid;
        return Took::kYes;
      }
      if (token.kind != TokenKind::kName) return Took::kMistake;
      head.a = Find(&program_.functions, std::string(token.text));
      head.state = kBeforeParameters;
      return Took::kYes;
    case kBeforeParameters:
      head.state = kFirstParameter;
      return token.IsMark('(') ? Took::kYes : Took::kMistake;
    case kFirstParameter:
    case kParameter:
      if (token.IsMark(')') && (head.state == kFirstParameter || head.op == '.')) {
        head.state = kBeforeBrace;
        head.op = 0;
        return Took::kYes;
      }
      head.state = kParameter;
      return TakeParameter(token, &parameters_);
    case kBeforeBrace:
      if (token.kind == TokenKind::kNewline && head.op == 0) {
        Beyond("newline not allowed");
        head.op = 1;
        return Took::kYes;
      }
      head.op = 0;
      head.state = kBehindBrace;
      return token.IsMark('{') ? Took::kYes : Took::kMistake;
    case kAuto:
      if (head.op == '.' && (token.kind == TokenKind::kNewline || token.IsMark(';'))) {
        OpenFunction();
        return Took::kYes;
      }
      return TakeParameter(token, &locals_);
    default: return BehindBrace(token);
  }
}

BcParser::Took BcParser::BehindBrace(const Token& token) {
  Item& head = stack_.back();
  if (token.kind == TokenKind::kNewline) {
    if (head.state == kBehindBraceLine) Beyond("Too many end of lines");
    head.state = kBehindBraceLine;
    return Took::kYes;
  }
  if (head.state == kBehindBrace) Beyond("End of line required");
  if (token.Is(Word::kAuto)) {
    head.state = kAuto;
    return Took::kYes;
  }
  OpenFunction();
  return Took::kAgain;
}

// NAME, NAME[], *NAME[], &NAME[], one behind the other. `op` of the head says how much of one is
// there: '*' a sign, 'n' a name, 'r' both, '[' or '{' (with the sign) the bracket, '.' all of it.
BcParser::Took BcParser::TakeParameter(const Token& token, std::vector<Parameter>* list) {
  char& op = stack_.back().op;
  switch (op) {
    case 'n':
      if (token.IsMark('[')) {
        op = '[';
        return Took::kYes;
      }
      AddParameter(Parameter::Kind::kNumber, list);
      op = '.';
      return Took::kAgain;
    case 'r': op = '{'; return token.IsMark('[') ? Took::kYes : Took::kMistake;
    case '[':
    case '{':
      if (!token.IsMark(']')) return Took::kMistake;
      AddParameter(op == '[' ? Parameter::Kind::kArray : Parameter::Kind::kReference, list);
      op = '.';
      return Took::kYes;
    case '.': op = ','; return token.IsMark(',') ? Took::kYes : Took::kMistake;
    default: break;
  }
  if (op != '*' && (token.IsMark('&') || token.IsOperator('*'))) {
    Beyond("Call by variable arrays");
    op = '*';
    return Took::kYes;
  }
  if (token.kind != TokenKind::kName) return Took::kMistake;
  last_name_ = token.text;
  op = op == '*' ? 'r' : 'n';
  return Took::kYes;
}

void BcParser::AddParameter(Parameter::Kind kind, std::vector<Parameter>* list) {
  Names& names = kind == Parameter::Kind::kNumber ? program_.variables : program_.arrays;
  const uint32_t number = Find(&names, last_name_);
  if (account_.MakeRoom(list, 1)) list->push_back({.kind = kind, .variable = number});
}

// No name twice.
void BcParser::CheckNames() {
  const auto key = [](const Parameter& one) {
    return std::pair(one.kind == Parameter::Kind::kNumber, one.variable);
  };
  const auto less = [&](const Parameter& a, const Parameter& b) { return key(a) < key(b); };
  const auto same = [&](const Parameter& a, const Parameter& b) { return key(a) == key(b); };
  std::vector<Parameter> all[2] = {parameters_, locals_};
  account_.Spend((parameters_.size() + locals_.size()) * 32);
  for (std::vector<Parameter>& list : all) std::sort(list.begin(), list.end(), less);
  const auto twice = [&](const std::vector<Parameter>& list) {
    return std::adjacent_find(list.begin(), list.end(), same) != list.end();
  };
  if (twice(all[0])) Mistake("duplicate parameter names");
  if (twice(all[1])) Mistake("duplicate auto variable names");
  const bool both = std::any_of(all[0].begin(), all[0].end(), [&](const Parameter& one) {
    return std::binary_search(all[1].begin(), all[1].end(), one, less);
  });
  if (both) Mistake("variable in both parameter and auto lists");
  for (const Parameter& one : parameters_) {
    if (one.kind == Parameter::Kind::kReference) Beyond("Variable array parameter");
  }
}

void BcParser::OpenFunction() {
  const Item head = stack_.back();
  CheckNames();
  Item body = {.kind = Kind::kBody};
  stack_.back() = body;
  const size_t count = std::max<size_t>(program_.functions.count(), head.a + size_t{1});
  program_.main();
  if (count > program_.code.size()) {
    if (count > (1u << 24) || !account_.MakeRoom(&program_.code, count - program_.code.size()))
      return account_.Stop();
    program_.code.resize(count);
  }
  function_ = head.a;
  Function& function = program_.code[function_];
  function.Clear();
  function.is_void = head.flags != 0;
  if (!account_.MakeRoom(&function.parameters, parameters_.size()) ||
      !account_.MakeRoom(&function.locals, locals_.size()))
    return;
  function.parameters = parameters_;
  function.locals = locals_;
  next_label_ = 1;
}

BcParser::Took BcParser::EndFunction() {
  Emit(Op::kZero, 1);
  Emit(Op::kReturn, 1);
  if (function_ != 0) code().defined = !mistake_;
  function_ = 0;
  stack_.resize(1);
  next_ = Next::kRun;
  return Took::kYes;
}

}  // namespace pysub::shell::calc
