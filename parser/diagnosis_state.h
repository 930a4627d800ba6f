#ifndef PYSUB_PARSER_DIAGNOSIS_STATE_H_
#define PYSUB_PARSER_DIAGNOSIS_STATE_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lexer/lexer.h"
#include "lexer/token.h"
#include "parser/arena.h"
#include "parser/ast.h"
#include "parser/diagnosis.h"
#include "parser/literals.h"
#include "parser/parser.h"

namespace pysub {

// The recogniser behind Diagnose(). A method is a rule of CPython's grammar and bears its name: it
// matches at mark_ and moves it, or returns null (false) and leaves it where it was. Methods whose
// names begin with Invalid never match: they raise, or they do not.
//
// After something was raised no token matches any more, so all rules end by themselves.
class Diagnosis {
 public:
  Diagnosis(std::string_view text, const TokenList& list, const ParseLimits& limits);

  std::optional<SyntaxErrorInfo> Run(ParseMode mode);
  std::vector<LiteralWarning> TakeWarnings() { return std::move(warnings_); }
  // How many tokens CPython would have asked its tokenizer for until it raises the error.
  size_t looked_at() const { return looked_ahead_ ? tokens_.size() : fetched_; }
  Completeness Check(ParseMode mode);

 private:
  using K = TokenKind;
  using Mark = uint32_t;  // an index into the tokens

  // As much of an expression as the messages need.
  struct Node {
    ast::ExprKind kind;
    ast::ConstantKind constant;
    bool compares_with_in;  // Compare: the first operator is `in`
    uint32_t arguments;     // of a call's `args`: how many are not keywords
    bool unpacks_mapping;   // of a call's `args`: there is a `**`
    Mark first;
    Mark last;         // inclusive
    const Node* left;  // Compare, Starred; of a call's `args`: the last that is no keyword
    ast::List<const Node*> items;  // Tuple, List
  };
  using N = const Node*;

  // Rules whose outcome is remembered. Those up to kSharedRules are remembered without regard to
  // whether mistakes were being looked for, as in CPython, where that shows in some messages.
  enum class Rule : uint8_t {
    kSimpleStmt,
    kBlock,
    kExpression,
    kStarExpression,
    kDisjunction,
    kConjunction,
    kInversion,
    kBitwiseOr,
    kBitwiseXor,
    kBitwiseAnd,
    kShift,
    kSum,
    kTerm,
    kFactor,
    kAwaitPrimary,
    kPrimary,
    kStrings,
    kArguments,
    kStarTarget,
    kTargetWithStarAtom,
    kTPrimary,
    kDelTarget,
    kTypeParam,
    kInvalidNamedExpression,
    kClosedPattern,
    kSharedRules,
    kExpressionWithoutInvalid,
    kAtom,
    kNamedExpression,
    kSlices,
    kForIfClauses,
    kArgs,
    kKwargs,
    kStarExpressions,
    kStarTargets,
    kSingleTarget,
    kStatements,
    kLambdaParams,
    kParams,
  };

  struct Memo {
    Memo* next;
    Rule rule;
    bool invalid_rules;
    Mark end;
    N node;
  };

  enum class Targets : uint8_t { kStar, kDelete, kFor };

  bool Pass();

  // ---- Tokens
  const Token& At(Mark mark);  // also what makes a token "fetched"
  bool Is(K kind) { return At(mark_).kind == kind && !raised_; }
  bool T(K kind) {
    if (!Is(kind)) return false;
    ++mark_;
    return true;
  }
  bool AnyOf(std::initializer_list<K> kinds);
  bool NextIs(std::initializer_list<K> kinds);  // a lookahead: moves nothing
  bool Word(std::string_view word);             // a soft keyword
  bool Forced(K kind);                          // CPython's &&: this token or an error
  std::string_view Text(const Token& token) const {
    return text_.substr(token.start, token.end - token.start);
  }

  template <typename F>
  bool Try(F body) {
    const Mark mark = mark_;
    if (body()) return true;
    mark_ = mark;
    return false;
  }
  template <typename F>
  bool Opt(F body) {
    Try(body);
    return true;
  }
  template <typename F>
  bool Ahead(F body) {
    const Mark mark = mark_;
    const bool result = static_cast<bool>(body());
    mark_ = mark;
    return result;
  }
  // ','.item+
  template <typename F>
  bool Gather(F item) {
    if (!item()) return false;
    while (Try([&] { return T(K::kComma) && item(); })) {
    }
    return true;
  }
  template <typename F>
  bool Many(F item) {  // item+
    if (!item()) return false;
    while (item()) {
    }
    return true;
  }
  template <typename F>
  bool Any(F item) {  // item*
    while (item()) {
    }
    return true;
  }

  template <typename F>
  N Remember(Rule rule, F body) {
    const Mark mark = mark_;
    N node;
    if (Recall(rule, &node)) return node;
    if (Deep()) return nullptr;
    ++depth_;
    node = body();
    --depth_;
    if (node == nullptr) mark_ = mark;
    Store(rule, mark, node);
    return node;
  }
  bool Recall(Rule rule, N* node);
  void Store(Rule rule, Mark mark, N node);
  bool Deep();

  N Make(ast::ExprKind kind, Mark first);
  Node* MakeNode(ast::ExprKind kind, Mark first);
  N MakeConstant(ast::ConstantKind kind, Mark first);
  N MakeSequence(ast::ExprKind kind, Mark first, const std::vector<N>& items);
  static N Yes();  // for rules whose node nobody needs

  // ---- Raising. Each returns null, so that a rule can return it.
  std::nullptr_t RaiseLast(std::string message);  // at the last token fetched
  std::nullptr_t RaiseNext(std::string message);  // at the token at mark_
  std::nullptr_t RaiseAt(N node, std::string message);
  std::nullptr_t RaiseAtToken(Mark token, std::string message);
  std::nullptr_t RaiseRange(Mark first, Mark last, std::string message);
  std::nullptr_t RaiseFrom(Mark first, std::string message);  // up to where the lexer stands
  std::nullptr_t RaiseIndentation(std::string message);
  std::nullptr_t RaiseTarget(Targets targets, N node);
  std::nullptr_t RaiseNoBlock(const char* what, Mark keyword);
  void RaiseAtTokenOrLexer(SyntaxErrorKind kind, const Token& token, std::string message);
  // Columns are bytes from 0; kNoColumn is CPython's -1.
  static constexpr int64_t kNoColumn = -1;
  void Raise(SyntaxErrorKind kind, uint32_t line, int64_t col, uint32_t end_line, int64_t end_col,
             std::string message);
  void RaiseOffsets(SyntaxErrorKind kind, uint32_t line, int64_t offset, uint32_t end_line,
                    int64_t end_offset, std::string message);
  void RaiseLexError();
  void LookForLexErrorsAhead();
  SourceSpan SpanOf(const Token& token) const;
  static bool HasColumn(const Token& token);
  // Literals are read again by the second pass, which is silent about them.
  std::vector<LiteralWarning>* Warnings() { return invalid_rules_ ? nullptr : &warnings_; }
  const Token& LastFetched() const { return tokens_[fetched_ - 1]; }
  std::string_view LineText(uint32_t line, bool with_newline) const;

  N InvalidTarget(N node, Targets targets) const;
  static const char* ExpressionName(N node);
  static bool IsLegacyStatement(std::string_view text, const Diagnosis& self, N node);
  uint16_t LevelAfter(Mark token);

  // ---- Statements (diagnosis_statements.cc)
  bool File();
  void Forget();
  bool Eval();
  bool Interactive();
  N Statements();
  N Statement();
  N CompoundStmt();
  N SimpleStmts();
  N SimpleStmt();
  N Assignment();
  bool AugAssign();
  N AnnotatedRhs();
  N ReturnStmt();
  N RaiseStmt();
  N DelStmt();
  N AssertStmt();
  N NamesStmt(K keyword);
  N ImportStmt();
  bool ImportFrom();
  void NoteFuture(Mark module);
  bool ImportFromTargets();
  bool ImportFromAsName();
  bool DottedAsName();
  bool DottedName();
  N TypeAlias();
  bool TypeParams();
  N TypeParam();
  void InvalidTypeParam();
  void InvalidAssignment();
  N InvalidAnnAssignTarget();
  void InvalidImport();
  void InvalidAsName(bool dotted);

  // ---- Blocks and the statements with them (diagnosis_blocks.cc)
  N Block();
  N FunctionDef();
  bool FunctionDefRaw();
  N ClassDef();
  bool ClassDefRaw();
  bool Decorators();
  N IfStmt();
  bool ElseBlock();
  N WhileStmt();
  N ForStmt();
  N WithStmt();
  bool WithItem();
  N TryStmt();
  bool ExceptBlock();
  bool ExceptStarBlock();
  bool FinallyBlock();
  void InvalidDefRaw();
  void InvalidClassDefRaw();
  void InvalidHeader(K keyword, const char* what);  // if, elif, while
  void InvalidForStmt();
  void InvalidForTarget();
  void InvalidWithStmt();
  void InvalidWithStmtIndent();
  bool InvalidWithHeader(bool parenthesized);
  void InvalidTryStmt();
  void InvalidExceptStmt();
  void InvalidExceptStarStmt();
  void InvalidExceptStmtIndent(bool star);
  void InvalidElseStmt();

  // ---- match (diagnosis_patterns.cc)
  N MatchStmt();
  bool SubjectExpr();
  bool CaseBlock();
  bool Guard();
  bool Patterns();
  bool Pattern();
  bool OrPattern();
  N ClosedPattern();
  bool CaptureTarget();
  bool MaybeStarPattern();
  bool StarPattern();
  bool SequenceItems();
  bool LiteralExpr();
  bool SignedNumber();
  bool ComplexNumber();
  bool NameOrAttr(bool need_dot);
  bool MappingPattern();
  bool MappingItem();
  bool ClassPattern();
  bool KeywordPattern();
  void InvalidAsPattern();
  void InvalidClassPattern();

  // ---- Parameters (diagnosis_parameters.cc): the same rules for `def` and for `lambda`
  struct ParameterRules {
    K end;  // ')' or ':'
    bool lambda;
  };
  bool Params(ParameterRules rules);
  bool Parameters(ParameterRules rules);
  bool SlashNoDefault(ParameterRules rules);
  bool SlashWithDefault(ParameterRules rules);
  bool StarEtc(ParameterRules rules);
  bool Kwds(ParameterRules rules);
  bool ParamNoDefault(ParameterRules rules);
  bool ParamStarAnnotation(ParameterRules rules);
  bool ParamWithDefault(ParameterRules rules);
  bool ParamMaybeDefault(ParameterRules rules);
  bool ParamEnd(ParameterRules rules);
  bool Param(ParameterRules rules);
  bool Default();
  void InvalidParameters(ParameterRules rules);
  void InvalidStarEtc(ParameterRules rules);
  void InvalidKwds(ParameterRules rules);

  // ---- Expressions (diagnosis_expressions.cc)
  N Expressions();
  N Expression();
  N ExpressionWithoutInvalid();
  N ExpressionRest(Mark start, bool* lambda);
  N YieldExpr();
  N StarExpressions();
  N StarExpression();
  bool StarNamedExpressions(std::vector<N>* items);
  N StarNamedExpression();
  N AssignmentExpression();
  N NamedExpression();
  N BoolOp(Rule rule, K op, N (Diagnosis::*operand)());
  N Disjunction();
  N Conjunction();
  N Inversion();
  N Comparison();
  bool CompareOp(bool* is_in);
  N Binary(Rule level);
  N BitwiseOr() { return Binary(Rule::kBitwiseOr); }
  N Factor();
  N Power();
  N AwaitPrimary();
  N Primary();
  N Atom();
  N AtomBody();
  N TupleAtom();
  N Group();
  N Genexp();
  // Whether trying Genexp() here matters: the second pass looks into the other brackets too, for
  // comprehensions that are wrong.
  bool MayBeGenexp() {
    return Is(K::kLeftParen) || (invalid_rules_ && NextIs({K::kLeftBracket, K::kLeftBrace}));
  }
  N ListAtom();
  N ListComp();
  N DictAtom();
  N SetAtom();
  N DictComp();
  N SetComp();
  bool KvPair();
  bool DoubleStarredKvPair();
  N Lambda();
  N Slices();
  N SliceItem();
  N ForIfClauses();
  N Arguments();
  N Args();
  N Kwargs();
  bool KwargOrStarred(Node* call);
  bool KwargOrDoubleStarred(Node* call);
  bool PositionalArgument(Node* call);
  N StarredExpression();
  N Strings();
  N FString(bool is_template);
  bool ReplacementField(bool is_template);
  bool Conversion(bool is_template);
  bool FormatSpec(bool is_template);
  bool FormatSpecItem(bool is_template);
  N String();
  N Number();
  bool DecodeMiddle(const std::vector<Mark>& middles, bool raw);
  void InvalidExpression();
  void InvalidLegacyExpression();
  N InvalidNamedExpression();
  void InvalidComprehension();
  void InvalidDictComprehension();
  void InvalidGroup();
  void InvalidDoubleStarredKvPairs();
  void InvalidKvPair();
  void InvalidDictValue();
  void InvalidForIfClause();
  void InvalidArguments();
  void InvalidKwarg();
  void InvalidReplacementField(bool is_template);
  void InvalidStringConcatenation();
  void InvalidArithmetic(Mark start);

  // ---- Targets
  N StarTargets();
  N StarTarget();
  N TargetWithStarAtom();
  N StarAtom();
  N SingleTarget();
  N SingleSubscriptAttributeTarget();
  N TPrimary();
  bool TLookahead() { return NextIs({K::kLeftParen, K::kLeftBracket, K::kDot}); }
  bool DelTargets();
  N DelTarget();
  N DelTAtom();

  const std::string_view text_;
  const TokenList& list_;
  const std::vector<Token>& tokens_;
  const ParseLimits& limits_;
  bool barry_ = limits_.barry;  // as in Parser
  Arena arena_;
  LiteralDecoder literals_;
  std::vector<LiteralWarning> warnings_;
  std::vector<Memo*> memos_;
  std::vector<uint8_t> levels_;
  ParseMode mode_ = ParseMode::kExec;

  Mark mark_ = 0;
  Mark fetched_ = 0;           // how many tokens CPython would have asked its tokenizer for
  bool looked_ahead_ = false;  // for its errors in the rest of the text
  Mark forgotten_ = 0;         // nothing is remembered of the tokens before this one
  uint32_t depth_ = 0;
  uint32_t max_depth_ = 0;
  bool invalid_rules_ = false;  // the second pass
  bool raised_ = false;
  bool raised_by_lexer_ = false;
  uint32_t last_statement_line_ = 0;
  SyntaxErrorInfo error_;
};

}  // namespace pysub

#endif  // PYSUB_PARSER_DIAGNOSIS_STATE_H_
