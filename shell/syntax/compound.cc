#include <utility>

#include "shell/syntax/parser.h"
#include "shell/syntax/word_state.h"

// Compound commands.

namespace pysub::shell {
namespace {

template <typename T>
T* NewNode(Arena* arena, NodeKind kind, uint32_t line) {
  T* node = arena->New<T>();
  node->kind = kind;
  node->line = line;
  return node;
}

bool IsUnaryTest(std::string_view word) {
  return word.size() == 2 && word[0] == '-' &&
         std::string_view("abcdefghknoprstuvwxzGLNORS").find(word[1]) != std::string_view::npos;
}

bool IsBinaryTest(const Token& token) {
  static constexpr std::string_view kWords[] = {"=",   "==",  "!=",  "=~",  "-eq", "-ne", "-lt",
                                                "-le", "-gt", "-ge", "-nt", "-ot", "-ef"};
  if (token.kind == TokenKind::kLess || token.kind == TokenKind::kGreater) return true;
  if (token.kind != TokenKind::kWord) return false;
  for (std::string_view word : kWords) {
    if (token.text == word) return true;
  }
  return false;
}

}  // namespace

// Null without an error: the word begins no compound command.
const Node* Parser::ParseCompound(const Token& token) {
  std::string_view word = token.text;
  if (word.size() < 1 || word.size() > 6) return nullptr;
  if (word == "{") return Take(), ParseGroup();
  if (word == "if") return Take(), ParseIf();
  if (word == "while") return Take(), ParseWhile(false);
  if (word == "until") return Take(), ParseWhile(true);
  if (word == "for") return Take(), ParseFor();
  if (word == "select") return Take(), ParseSelect();
  if (word == "case") return Take(), ParseCase();
  if (word == "[[") return Take(), ParseCond();
  return nullptr;
}

const Node* Parser::ParseGroup() {
  auto* node = NewNode<GroupNode>(arena_, NodeKind::kGroup, token_.line);
  if (!SkipNewlines()) return nullptr;
  node->body = ParseList(false);
  if (node->body == nullptr || !Expect("}")) return nullptr;
  return node;
}

// A list inside parentheses. The process for it is made when it runs.
const Node* Parser::ParseSubshell() {
  auto* node = NewNode<GroupNode>(arena_, NodeKind::kSubshell, line_);
  if (!SkipNewlines()) return nullptr;
  node->body = ParseList(false);
  if (node->body == nullptr) return nullptr;
  if (Peek().kind != TokenKind::kRightParen) return Unexpected(Peek());
  Take();
  return node;
}

// elif is one more clause and not an if within else. A long chain then needs no depth, neither here
// nor when it runs.
const Node* Parser::ParseIf() {
  auto* node = NewNode<IfNode>(arena_, NodeKind::kIf, token_.line);
  ParsedList<IfClause> clauses(options_.account);
  while (true) {
    IfClause clause;
    if (!SkipNewlines()) return nullptr;
    clause.condition = ParseList(false);
    if (clause.condition == nullptr || !Expect("then") || !SkipNewlines()) return nullptr;
    clause.body = ParseList(false);
    if (clause.body == nullptr) return nullptr;
    clauses.push_back(clause);
    if (TakeReserved("elif")) continue;
    if (TakeReserved("else")) {
      if (!SkipNewlines()) return nullptr;
      IfClause last{.body = ParseList(false)};
      if (last.body == nullptr) return nullptr;
      clauses.push_back(last);
    }
    if (!Expect("fi")) return nullptr;
    break;
  }
  node->clauses = arena_->Copy(clauses);
  return node;
}

const Node* Parser::ParseDoGroup() {
  if (!Expect("do") || !SkipNewlines()) return nullptr;
  const Node* body = ParseList(false);
  if (body == nullptr || !Expect("done")) return nullptr;
  return body;
}

const Node* Parser::ParseWhile(bool until) {
  auto* node = NewNode<WhileNode>(arena_, NodeKind::kWhile, token_.line);
  node->until = until;
  if (!SkipNewlines()) return nullptr;
  node->condition = ParseList(false);
  if (node->condition == nullptr) return nullptr;
  node->body = ParseDoGroup();
  return node->body == nullptr ? nullptr : node;
}

const Node* Parser::ParseFor() {
  uint32_t line = token_.line;
  SkipBlanks();
  if (At() == '(' && !JoinBefore(pos_ + 1, "(")) return nullptr;
  if (At() == '(' && At(1) == '(') return ParseArithFor(line);
  auto* node = NewNode<ForNode>(arena_, NodeKind::kFor, line);
  return ParseForRest(node);
}

const Node* Parser::ParseSelect() {
  return ParseForRest(NewNode<ForNode>(arena_, NodeKind::kSelect, token_.line));
}

// Without `in`, a loop goes over "$@". `for x; do` and `for x do` are both right, as is a newline
// before `in`.
const Node* Parser::ParseForRest(ForNode* node) {
  const Token name = Peek();
  if (name.kind != TokenKind::kWord) return UnexpectedInLine(name);
  Take();
  node->name = name.text;
  node->symbol = symbols_.Intern(name.text);
  bool semicolon = false;
  if (Peek().kind == TokenKind::kSemi) {
    Take();
    semicolon = true;
  }
  if (!SkipNewlines()) return nullptr;
  if (!semicolon && TakeReserved("in")) {
    node->has_words = true;
    ParsedList<const Word*> words(options_.account);
    while (Peek().kind == TokenKind::kWord) words.push_back(Take().word);
    if (Peek().kind != TokenKind::kSemi && Peek().kind != TokenKind::kNewline)
      return Unexpected(Peek());
    Take();
    if (!SkipNewlines()) return nullptr;
    auto copied = arena_->Copy(words);
    node->words = {copied.data(), copied.size()};
  }
  if (TakeReserved("{")) {
    if (!SkipNewlines()) return nullptr;
    node->body = ParseList(false);
    return node->body == nullptr || !Expect("}") ? nullptr : node;
  }
  node->body = ParseDoGroup();
  return node->body == nullptr ? nullptr : node;
}

// for ((a; b; c)). The three texts are cut first, as bash does: its messages are about all of them.
const Node* Parser::ParseArithFor(uint32_t line) {
  auto* node = NewNode<ArithForNode>(arena_, NodeKind::kArithFor, line);
  size_t open = pos_;
  pos_ += 2;
  size_t close = FindArithmeticEnd(pos_);
  if (close == std::string_view::npos) {
    FailMatching(line, ')');
    return nullptr;
  }
  int count = 0;
  while (true) {
    WordState state(options_.account);
    size_t start = pos_;
    if (!LexArithText(&state, ";", close)) return nullptr;
    std::string_view raw = src_.substr(start, pos_ - start);
    if (count < 3 && raw.find_first_not_of(" \t\n") != std::string_view::npos)
      node->parts[count] = Finish(&state, raw);
    ++count;
    if (pos_ >= close) break;
    ++pos_;
  }
  pos_ = close + 2;
  if (count != 3) {
    Fail(line, count < 3 ? "syntax error: arithmetic expression required"
                         : "syntax error: `;' unexpected");
    AddMessage(line, "syntax error: `" + std::string(src_.substr(open, pos_ - open)) + "'");
    return nullptr;
  }
  if (Peek().kind == TokenKind::kSemi) Take();
  if (!SkipNewlines()) return nullptr;
  if (TakeReserved("{")) {
    if (!SkipNewlines()) return nullptr;
    node->body = ParseList(false);
    return node->body == nullptr || !Expect("}") ? nullptr : node;
  }
  node->body = ParseDoGroup();
  return node->body == nullptr ? nullptr : node;
}

// The text between (( and )) is lexed as if it stood in double quotes, and computed by
// shell/expand/arithmetic.cc.
const Node* Parser::ParseArithCommand(uint32_t line) {
  auto* node = NewNode<ArithNode>(arena_, NodeKind::kArith, line);
  ++pos_;
  WordState state(options_.account);
  size_t start = pos_;
  if (!LexArithText(&state, "))")) return nullptr;
  node->expression = Finish(&state, src_.substr(start, pos_ - start));
  pos_ += 2;
  return node;
}

const Node* Parser::ParseCase() {
  auto* node = NewNode<CaseNode>(arena_, NodeKind::kCase, token_.line);
  if (Peek().kind != TokenKind::kWord) return UnexpectedInLine(Peek());
  node->word = Take().word;
  if (!SkipNewlines() || !Expect("in") || !SkipNewlines()) return nullptr;
  ParsedList<CaseClause> clauses(options_.account);
  while (!TakeReserved("esac")) {
    CaseClause clause;
    if (!ParseCaseClause(&clause)) return nullptr;
    clauses.push_back(clause);
  }
  node->clauses = arena_->Copy(clauses);
  return node;
}

// The parenthesis in front is optional. Since `(` may be missing, `)` here closes nothing: this is
// the one place where parentheses do not pair, and the reason why the end of $( ) can only be found
// by parsing.
bool Parser::ParseCaseClause(CaseClause* clause) {
  const bool opened = Peek().kind == TokenKind::kLeftParen;
  if (opened) Take();
  ParsedList<const Word*> patterns(options_.account);
  while (true) {
    if (Peek().kind != TokenKind::kWord)
      return patterns.empty() && !opened ? Unexpected(Peek()) : UnexpectedInLine(Peek()), false;
    patterns.push_back(Take().word);
    if (Peek().kind != TokenKind::kPipe) break;
    Take();
  }
  if (Peek().kind != TokenKind::kRightParen) return UnexpectedInLine(Peek()), false;
  Take();
  auto copied = arena_->Copy(patterns);
  clause->patterns = {copied.data(), copied.size()};
  if (!SkipNewlines()) return false;
  if (!AtListEnd(Peek())) {
    clause->body = ParseList(false);
    if (clause->body == nullptr) return false;
  }
  switch (Peek().kind) {
    case TokenKind::kSemiSemi: break;
    case TokenKind::kSemiAnd: clause->end = CaseClause::End::kFallThrough; break;
    case TokenKind::kSemiSemiAnd: clause->end = CaseClause::End::kTestNext; break;
    default:
      if (IsReserved(Peek(), "esac")) return true;
      return Unexpected(Peek()), false;
  }
  Take();
  return SkipNewlines();
}

// ---- functions

// A function's body must be a compound command. Its redirects belong to the definition and are done
// at each call.
const Node* Parser::ParseFunctionBody(std::string_view name, uint32_t line) {
  auto* node = NewNode<FunctionNode>(arena_, NodeKind::kFunction, line);
  node->name = name;
  if (!SkipNewlines()) return nullptr;
  const Token token = Peek();
  bool compound = token.kind == TokenKind::kLeftParen;
  if (token.kind == TokenKind::kWord) {
    for (std::string_view word : {"{", "if", "while", "until", "for", "select", "case", "[["}) {
      if (token.text == word) compound = true;
    }
  }
  if (!compound) return Unexpected(token);
  node->body = ParseCommand();
  return node->body == nullptr ? nullptr : node;
}

const Node* Parser::ParseFunctionKeyword() {
  uint32_t line = Take().line;
  if (Peek().kind != TokenKind::kWord) return UnexpectedInLine(Peek());
  std::string_view name = Take().text;
  if (Peek().kind == TokenKind::kLeftParen) {
    // `function f ()`, and `function f (subshell)`.
    SkipBlanks();
    if (At() == ')') {
      Take();
      Take();
    }
  }
  return ParseFunctionBody(name, line);
}

// `coproc NAME {` and `coproc command args` begin alike. Only what follows the first word tells
// them apart, so this looks ahead in the text, past the tokens.
const Node* Parser::ParseCoproc() {
  uint32_t line = Take().line;
  auto* node = NewNode<GroupNode>(arena_, NodeKind::kCoproc, line);
  node->name = "COPROC";
  Token first = Peek();
  if (first.kind != TokenKind::kWord && first.kind != TokenKind::kLeftParen)
    return UnexpectedInLine(first);
  // A name is there only in front of a compound command.
  if (first.kind == TokenKind::kWord && !first.word->quoted && IsName(first.text)) {
    size_t at = pos_;
    while (at < src_.size() && (src_[at] == ' ' || src_[at] == '\t')) ++at;
    std::string_view rest = src_.substr(at);
    bool reserved = false;
    for (std::string_view word : {"{", "if", "while", "until", "for", "select", "case", "[["}) {
      if (first.text == word) reserved = true;
    }
    bool compound = rest == "{" || (rest.starts_with("(") && !rest.starts_with("()"));
    for (std::string_view word :
         {"{ ", "{\n", "if ", "while ", "until ", "for ", "select ", "case ", "[[ "}) {
      compound = compound || rest.starts_with(word);
    }
    if (compound && !reserved) {
      node->name = first.text;
      Take();
    }
  }
  node->body = ParseCommand();
  return node->body == nullptr ? nullptr : node;
}

// ---- [[ ]]

// Bash's errors in conditional commands are one line, without the text of the script.
bool Parser::FailCond(const Token& token, std::string_view what, std::string_view behind) {
  if (failed_) return false;
  failure_ = substitution_depth_ > 0         ? ParseFailure::kSubstitution
             : token.kind == TokenKind::kEnd ? ParseFailure::kSyntax
                                             : ParseFailure::kConditional;
  bool newline = token.kind == TokenKind::kNewline || token.kind == TokenKind::kEnd;
  std::string text(newline ? "newline" : token.text);
  return Fail(token.line, std::string(what) + " `" + text + "'" + std::string(behind));
}

// What bash adds where an operand has no end.
bool Parser::FailOperand(std::string_view what) {
  if (saw_end_ && !messages_.empty()) AddMessage(EndLine(), std::string(what));
  return false;
}

// [[ ]] becomes a line of operations with jumps, like a word: a test may hold a command
// substitution that waits. A flat program can be left and entered again between any two tests.
//
//   [[ -e $a && ( $b == x* || $c ) ]]
//
//     0  unary -e $a
//     1  jump if false --> 5
//     2  binary == $b x*
//     3  jump if true  --> 5
//     4  unary -n $c
//     5  ...
//
// A jump leaves the truth value as it is, so the end of each operator needs no op of its own.
const Node* Parser::ParseCond() {
  auto* node = NewNode<CondNode>(arena_, NodeKind::kCond, token_.line);
  ParsedList<CondOp> ops(options_.account);
  // (A [[ ]] may stand in a substitution within another one.)
  std::string outer = std::exchange(cond_before_, std::string());
  const bool ok = SkipNewlines() && ParseCondOr(&ops) && SkipNewlines();
  cond_before_ = std::move(outer);
  if (!ok) return nullptr;
  if (!TakeReserved("]]")) {
    const Token& token = Peek();
    constexpr std::string_view kWhat = "syntax error in conditional expression";
    if (token.kind == TokenKind::kEnd) {
      Fail(node->line, "unexpected EOF while looking for `]]'");
    } else if (token.kind != TokenKind::kWord) {
      FailCond(token, std::string(kWhat) + ": unexpected token", "");
    } else if (!failed_) {
      FailCond(token, kWhat, "");
      messages_.back().text = kWhat;
      messages_.back().line = node->line;
    }
    return nullptr;
  }
  node->ops = arena_->Copy(ops);
  return node;
}

bool Parser::ParseCondOr(ParsedList<CondOp>* ops) {
  Depth depth(this);
  if (!depth.ok()) return FailDepth();
  if (!ParseCondAnd(ops)) return false;
  while (SkipNewlines() && Peek().kind == TokenKind::kOrOr) {
    Take();
    size_t jump = ops->size();
    ops->push_back({.kind = CondOpKind::kJumpIfTrue});
    if (!SkipNewlines() || !ParseCondAnd(ops)) return false;
    (*ops)[jump].target = static_cast<uint32_t>(ops->size());
  }
  return !failed_;
}

bool Parser::ParseCondAnd(ParsedList<CondOp>* ops) {
  if (!ParseCondPrimary(ops)) return false;
  while (SkipNewlines() && Peek().kind == TokenKind::kAndAnd) {
    Take();
    size_t jump = ops->size();
    ops->push_back({.kind = CondOpKind::kJumpIfFalse});
    if (!SkipNewlines() || !ParseCondPrimary(ops)) return false;
    (*ops)[jump].target = static_cast<uint32_t>(ops->size());
  }
  return !failed_;
}

bool Parser::ParseCondPrimary(ParsedList<CondOp>* ops) {
  bool negated = false;
  while (TakeReserved("!")) {
    negated = !negated;
    if (!SkipNewlines()) return false;
  }
  if (negated) cond_before_ += '!';
  if (Peek().kind == TokenKind::kLeftParen) {
    const uint32_t line = Take().line;
    cond_before_ += '(';
    bool ok = SkipNewlines() && ParseCondOr(ops) && SkipNewlines();
    if (!ok || Peek().kind != TokenKind::kRightParen) {
      const Token& token = Peek();
      if (ok && token.kind == TokenKind::kEnd)
        return Fail(line, "unexpected token `EOF', expected `)'");
      if (ok) return FailCond(token, "unexpected token", ", expected `)'");
      if (!messages_.empty()) AddMessage(line, "expected `)'");
      return false;
    }
    Take();
    // Behind the last test, which a negation may follow.
    size_t last = ops->size() - 1;
    while ((*ops)[last].kind == CondOpKind::kNot) --last;
    ++(*ops)[last].closes;
  } else if (!ParseCondTest(ops)) {
    return false;
  }
  if (negated) ops->push_back({.kind = CondOpKind::kNot});
  return true;
}

void Parser::PushTest(ParsedList<CondOp>* ops, CondOp op) {
  op.before = arena_->Copy(std::string_view(cond_before_));
  cond_before_.clear();
  ops->push_back(op);
}

bool Parser::ParseCondTest(ParsedList<CondOp>* ops) {
  const Token first = Peek();
  if (first.kind != TokenKind::kWord || first.text == "]]") {
    // (Newlines before it are passed over: the end of the text is no longer one.)
    if (first.kind == TokenKind::kEnd)
      return Fail(EndLine(), "unexpected token `EOF' in conditional command");
    FailCond(first, "unexpected token", " in conditional command");
    // About an end without a test bash says nothing.
    if (first.kind == TokenKind::kWord) messages_.clear();
    return false;
  }
  Take();
  if (IsUnaryTest(first.text)) {
    const Token operand = Peek();
    if (failed_) return FailOperand("unexpected argument to conditional unary operator");
    if (operand.kind != TokenKind::kWord || operand.text == "]]") {
      return FailCond(operand, "unexpected argument", " to conditional unary operator");
    }
    PushTest(ops, {.kind = CondOpKind::kUnary, .text = first.text, .left = Take().word});
    return true;
  }
  const Token middle = Peek();
  if (!IsBinaryTest(middle)) {
    bool ends = (middle.kind == TokenKind::kWord && middle.text == "]]") ||
                middle.kind == TokenKind::kAndAnd || middle.kind == TokenKind::kOrOr ||
                middle.kind == TokenKind::kRightParen;
    if (ends) {
      PushTest(ops, {.kind = CondOpKind::kUnary, .text = "-n", .left = first.word});
      return true;
    }
    constexpr std::string_view kWanted = "conditional binary operator expected";
    FailCond(middle, "unexpected token", ", " + std::string(kWanted));
    if (middle.kind == TokenKind::kWord && !messages_.empty()) messages_.back().text = kWanted;
    return false;
  }
  Take();
  CondOp op{.kind = CondOpKind::kBinary, .text = middle.text, .left = first.word};
  Token right;
  if (middle.text == "=~") {
    op.right = LexRegexWord();
    if (op.right != nullptr)
      right = {.kind = TokenKind::kWord, .line = line_, .text = op.right->raw, .word = op.right};
    if (op.right == nullptr && !failed_) right = Peek();
  } else {
    bool outer = std::exchange(options_.extglob, true);
    right = Peek();
    options_.extglob = outer;
    has_token_ = right.kind != TokenKind::kWord;
    op.right = right.word;
  }
  if (failed_) return FailOperand("unexpected argument to conditional binary operator");
  if (right.kind != TokenKind::kWord || right.text == "]]") {
    return FailCond(right, "unexpected argument", " to conditional binary operator");
  }
  PushTest(ops, op);
  return true;
}

}  // namespace pysub::shell
