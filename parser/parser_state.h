#ifndef PYSUB_PARSER_PARSER_STATE_H_
#define PYSUB_PARSER_PARSER_STATE_H_

#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

#include "lexer/lexer.h"
#include "lexer/token.h"
#include "parser/arena.h"
#include "parser/ast.h"
#include "parser/literals.h"
#include "parser/parser.h"

namespace pysub {

// Gives equal identifiers the same data(). So the passes behind the parser compare names by their
// addresses. Its memory is the arena's.
class Interner {
 public:
  explicit Interner(Arena& arena) : arena_(arena) {}
  std::string_view Intern(std::string_view text);

 private:
  void Grow();

  Arena& arena_;
  std::string_view* slots_ = nullptr;
  uint32_t capacity_ = 0;  // a power of two
  uint32_t count_ = 0;
};

// The parser proper: tokens to tree, by recursive descent for statements and by binding power
// (Pratt, "Top Down Operator Precedence", 1973) for operators. It says only *that* a program is
// wrong; diagnosis.h finds out how.
//
// Two parsers instead of one, because CPython's words come from rules that try many ways
// (invalid_... in its grammar) and nearly every program is right: this one never looks for words,
// and is linear without memos.
//
// A failed parser is poisoned: its current token becomes one that nothing accepts and that is never
// passed, so every production ends by itself and no caller has to look. Productions always return a
// node, which after a failure is a dummy.
class Parser {
 public:
  Parser(std::string_view text, const TokenList& list, Arena& arena, const ParseLimits& limits);

  // Null when the program is wrong. More may be known then: too_deep(), extra_statement().
  const ast::Module* ParseRoot(ParseMode mode);

  bool too_deep() const { return too_deep_; }
  // kSingle: the end of the statement that others follow, if there are others.
  const Token* extra_statement() const { return extra_statement_; }
  std::vector<LiteralWarning>& warnings() { return warnings_; }

  // Statements that pysub does not have, in source order.
  struct Unsupported {
    const char* message;
    SourceSpan span;
  };
  const std::vector<Unsupported>& unsupported() const { return unsupported_; }

 private:
  using Kind = TokenKind;

  // Binding powers, weakest first; an operand is parsed with the power of its operator.
  enum Power : uint8_t {
    kNoOperator,
    kOr,
    kAnd,
    kNot,
    kComparison,
    kBitOr,
    kBitXor,
    kBitAnd,
    kShift,
    kSum,
    kTerm,
    kUnary,
    kPower,
  };

  // Elements of lists under construction; a list is cut off its end when it is complete. All lists
  // share one stack (scratch_), as they are complete in the reverse order of their beginnings.
  template <typename T>
  class ListBuilder {
   public:
    explicit ListBuilder(Parser& parser) : parser_(parser), mark_(parser.scratch_.size()) {}
    void Add(T item) { parser_.scratch_.push_back(item); }
    bool empty() const { return parser_.scratch_.size() == mark_; }
    size_t size() const { return parser_.scratch_.size() - mark_; }
    ast::List<T> Finish() {
      const size_t size = parser_.scratch_.size() - mark_;
      if (size == 0) return {};
      T* data = static_cast<T*>(parser_.arena_.Allocate(size * sizeof(T)));
      for (size_t i = 0; i < size; ++i) data[i] = static_cast<T>(parser_.scratch_[mark_ + i]);
      parser_.scratch_.Truncate(mark_);
      return {data, static_cast<uint32_t>(size)};
    }

   private:
    Parser& parser_;
    const size_t mark_;
  };

  // Counts how deep productions are nested; fails the parse at the limit.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > parser_.limits_.max_nesting) parser_.FailTooDeep();
    }
    ~Nesting() { --parser_.depth_; }

   private:
    Parser& parser_;
  };

  // To go back when a guess was wrong: `with (...)` and `match`, the two places where Python's
  // grammar needs it.
  struct State {
    const Token* token;
    size_t scratch;
    size_t warnings;
    size_t unsupported;
  };

  // ---- Tokens (parser.cc)
  Kind kind() const { return token_->kind; }
  Kind Peek(int n = 1) const {
    return token_->kind == Kind::kError ? Kind::kError : token_[n].kind;
  }
  bool At(Kind kind) const { return token_->kind == kind; }
  // The current token, which is taken. An error, in the text or of the parser, stays the current
  // one: nothing stands behind it.
  const Token* Next() {
    const Token* const token = token_;
    if (token->kind != Kind::kError) ++token_;
    return token;
  }
  bool Take(Kind kind) {
    if (token_->kind != kind) return false;
    ++token_;
    return true;
  }
  void Expect(Kind kind) {
    if (!Take(kind)) Fail();
  }
  void Fail();
  void FailTooDeep();
  bool failed() const { return token_ == &kPoison[1]; }
  State Save() const { return {token_, scratch_.size(), warnings_.size(), unsupported_.size()}; }
  void Restore(const State& state);
  std::string_view Text(const Token& token) const {
    return text_.substr(token.start, token.end - token.start);
  }
  bool AtWord(std::string_view word) const { return At(Kind::kName) && Text(*token_) == word; }
  ast::Identifier Identify(const Token& token);
  ast::Identifier ExpectName();

  // ---- Positions
  SourceSpan SpanOf(const Token& token) const {
    if (token.kind == Kind::kString || token.kind == Kind::kFStringMiddle ||
        token.kind == Kind::kTStringMiddle) [[unlikely]] {
      return SpanOfString(token);
    }
    return {token.line, token.col(), token.line, token.end - token.line_start};
  }
  SourceSpan SpanOfString(const Token& token) const;  // which may run over lines
  // From `start` to the end of the last token that was taken (not counting line structure).
  SourceSpan From(const Token* start) const { return FromPosition(start->line, start->col()); }
  SourceSpan FromPosition(uint32_t line, uint32_t col) const;

  template <typename T>
  T* New(SourceSpan span) {
    T* node = arena_.New<T>();
    node->span = span;
    return node;
  }
  // An expression over `children`; refuses trees that grow too high.
  template <typename T, typename... Children>
  T* NewOver(SourceSpan span, const Children*... children) {
    T* node = New<T>(span);
    bool is_spine = std::is_same_v<T, ast::BinOp> || std::is_same_v<T, ast::Attribute> ||
                    std::is_same_v<T, ast::Subscript> || std::is_same_v<T, ast::Call>;
    ((RaiseBy(node, children, !is_spine), is_spine = false), ...);
    CheckHeight(node);
    return node;
  }
  // `deeper`: the child is not the first operand, along which walkers loop.
  static void RaiseBy(ast::Expr* node, const ast::Expr* child, bool deeper) {
    if (child == nullptr) return;
    const auto plus = [](uint16_t n, bool more) {
      return n == UINT16_MAX ? n : static_cast<uint16_t>(n + more);
    };
    node->height = std::max(node->height, plus(child->height, true));
    node->depth = std::max(node->depth, plus(child->depth, deeper));
  }
  void CheckHeight(const ast::Expr* node) {
    if (node->height > limits_.max_tree_height || node->depth > limits_.max_tree_depth)
      FailTooDeep();
  }
  template <typename T>
  void RaiseOver(T* node, const ast::List<const ast::Expr*>& children) {
    for (const ast::Expr* child : children) RaiseBy(node, child, true);
    CheckHeight(node);
  }

  // ---- Expressions (expressions.cc); named after CPython's grammar
  const ast::Expr* ParseExpression();
  const ast::Expr* ParseNamedExpression();
  const ast::Expr* ParseStarExpression();
  const ast::Expr* ParseStarExpressions();
  const ast::Expr* ParseStarNamedExpression();
  const ast::Expr* ParseYieldOrStarExpressions();
  const ast::Expr* ParseYield();
  const ast::Expr* ParseLambda();
  const ast::Expr* ParseOperators(Power power);
  const ast::Expr* ParseBoolOp(const ast::Expr* left, const Token* start, Power power);
  const ast::Expr* ParseComparison(const ast::Expr* left, const Token* start);
  const ast::Expr* ParseUnary(Power power);
  const ast::Expr* ParsePowerOperand();
  const ast::Expr* ParsePrimary();
  const ast::Expr* ParseAtom();
  const ast::Expr* ParseParenthesized();
  const ast::Expr* ParseListDisplay();
  const ast::Expr* ParseBraceDisplay();
  const ast::Expr* ParseDictDisplay(const Token* start, const ast::Expr* first_key);
  const ast::Expr* ParseNumber();
  const ast::Expr* ParseCall(const ast::Expr* func, const Token* start);
  const ast::Expr* ParseSubscript(const ast::Expr* value, const Token* start);
  const ast::Expr* ParseSliceItem();
  const ast::Expr* NewConstant(ast::ConstantKind kind);
  ast::List<const ast::Comprehension*> ParseForIfClauses();
  bool AtComprehension() const {
    return At(Kind::kKwFor) || (At(Kind::kKwAsync) && Peek() == Kind::kKwFor);
  }
  const ast::Expr* Dummy() const;

  // ---- Strings (fstrings.cc)
  const ast::Expr* ParseStrings();
  struct StringParts;
  void ParseStringMode(bool is_template, StringParts* parts);
  void ParseField(const Token* string_start, bool is_template, bool raw, StringParts* parts);
  const ast::Expr* ParseFormatSpec(bool raw);
  const ast::Expr* DecodePart(const Token& token, bool raw);
  const ast::Expr* JoinConstants(const ast::Expr* const* parts, size_t count);
  const Token* LastNotEqual(const Token* brace) const;
  std::string_view FieldText(uint32_t from, uint32_t to);

  // ---- Targets
  enum class TargetKind : uint8_t { kStar, kSingle, kDelete };
  // Makes `expr` a target, or fails when it cannot be one.
  void MakeTarget(const ast::Expr* expr, TargetKind kind);
  const ast::Expr* ParseStarTargets();
  const ast::Expr* ParseStarTarget();

  // ---- Statements (statements.cc)
  const ast::Stmt* ParseStatement(ListBuilder<const ast::Stmt*>& statements);
  void ParseSimpleStatements(ListBuilder<const ast::Stmt*>& statements);
  const ast::Stmt* ParseSimpleStatement();
  const ast::Stmt* ParseExpressionStatement();
  const ast::Stmt* ParseAssignment(const Token* start, const ast::Expr* first);
  const ast::Stmt* ParseAnnotated(const Token* start, const ast::Expr* target);
  const ast::Stmt* ParseTypeAlias();
  const ast::Stmt* ParseReturn();
  const ast::Stmt* ParseRaise();
  const ast::Stmt* ParseDelete();
  const ast::Stmt* ParseAssert();
  const ast::Stmt* ParseNames(ast::StmtKind kind);
  const ast::Stmt* ParseImport();
  const ast::Stmt* ParseImportFrom();
  ast::Identifier ParseDottedName();
  ast::List<const ast::Stmt*> ParseBlock();
  const ast::Stmt* ParseIf();
  const ast::Stmt* ParseWhile();
  const ast::Stmt* ParseFor(const Token* start, bool is_async);
  const ast::Stmt* ParseWith(const Token* start, bool is_async);
  const ast::WithItem* ParseWithItem();
  const ast::Stmt* ParseTry();
  const ast::ExceptHandler* ParseHandler(bool* is_star);
  const ast::Stmt* ParseDecorated();
  const ast::Stmt* ParseAsync(const Token* start, ast::List<const ast::Expr*> decorators);
  const ast::Stmt* ParseFunction(const Token* start, bool is_async,
                                 ast::List<const ast::Expr*> decorators);
  const ast::Stmt* ParseClass(const Token* start);
  ast::List<const ast::TypeParam*> ParseTypeParams();
  enum class ParameterStyle : uint8_t { kFunction, kLambda };
  const ast::Arguments* ParseParameters(ParameterStyle style, Kind end);
  const ast::Arg* ParseParameter(ParameterStyle style, bool starred);

  // ---- match (patterns.cc): read to be refused
  bool AtMatchStatement();
  const ast::Stmt* ParseMatch();
  void ParseCase();
  void ParsePatterns();
  void ParseAsPattern();
  void ParseClosedPattern();
  void ParsePatternList(Kind close);
  void ParseMappingPattern();
  void ParseClassPattern();

  static const Token kPoison[2];

  const std::string_view text_;
  const Token* token_;
  Arena& arena_;
  const ParseLimits limits_;
  // "<>" instead of "!=": from `from __future__ import barry_as_FLUFL` on
  bool barry_ = limits_.barry;
  Interner interner_;
  LiteralDecoder literals_;
  ArenaVector<const void*> scratch_;
  std::vector<LiteralWarning> warnings_;
  std::vector<Unsupported> unsupported_;
  uint32_t depth_ = 0;
  bool too_deep_ = false;
  const Token* extra_statement_ = nullptr;
};

}  // namespace pysub

#endif  // PYSUB_PARSER_PARSER_STATE_H_
