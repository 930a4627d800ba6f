#include <algorithm>

#include "parser/diagnosis_state.h"

// Statements, for Diagnose(); those with blocks are in diagnosis_blocks.cc. The order of
// alternatives is CPython's and decides which mistake is named.
namespace pysub {

using ast::ExprKind;

bool Diagnosis::File() {
  for (;;) {
    if (!Try([&] { return Statement() != nullptr; })) break;
    Forget();
  }
  return T(K::kEndMarker);
}

// No rule goes back behind a complete statement of a file, so what was remembered about it can go:
// the memory a wrong program takes is that of its largest statement.
void Diagnosis::Forget() {
  constexpr size_t kEnough = size_t{1} << 20;
  if (arena_.bytes() < kEnough) return;
  std::fill(memos_.begin() + forgotten_, memos_.begin() + fetched_, nullptr);
  forgotten_ = mark_;
  arena_.Clear();
}

bool Diagnosis::Eval() {
  if (Expressions() == nullptr) return false;
  while (T(K::kNewline)) {
  }
  return T(K::kEndMarker);
}

// At the end of the text CPython's tokenizer adds a newline in this mode, so the end serves as one.
bool Diagnosis::Interactive() {
  if (Try([&] { return CompoundStmt() != nullptr && (T(K::kNewline) || Is(K::kEndMarker)); })) {
    return true;
  }
  if (raised_) return false;
  return Try([&] { return SimpleStmts() != nullptr; }) || T(K::kNewline) || T(K::kEndMarker);
}

Diagnosis::N Diagnosis::Statements() {
  return Remember(Rule::kStatements, [&]() -> N {
    return Many([&] { return Statement() != nullptr; }) ? Yes() : nullptr;
  });
}

Diagnosis::N Diagnosis::Statement() {
  const Mark start = mark_;
  if (N node = CompoundStmt()) {
    // Functions do not count here, as in CPython.
    Mark first = start;
    while (tokens_[start].kind == K::kAt && first + 1 < mark_ && tokens_[first].kind != K::kKwDef &&
           tokens_[first].kind != K::kKwClass) {
      ++first;
    }
    if (tokens_[first].kind == K::kKwAsync) ++first;
    if (tokens_[first].kind != K::kKwDef) {
      last_statement_line_ = std::max(last_statement_line_, tokens_[first].line);
    }
    return node;
  }
  if (raised_) return nullptr;
  return SimpleStmts();
}

// The keyword decides which rules are tried, as python.gram's lookaheads do. Each that fails puts
// the mark back.
Diagnosis::N Diagnosis::CompoundStmt() {
  if (Deep()) return nullptr;
  const Mark start = mark_;
  const auto attempt = [&](N (Diagnosis::*rule)()) -> N {
    if (raised_) return nullptr;
    N node = (this->*rule)();
    if (node == nullptr) mark_ = start;
    return node;
  };
  if (NextIs({K::kKwDef, K::kAt, K::kKwAsync})) {
    if (N node = attempt(&Diagnosis::FunctionDef)) return node;
  }
  if (Is(K::kKwIf)) {
    if (N node = attempt(&Diagnosis::IfStmt)) return node;
  }
  if (NextIs({K::kKwClass, K::kAt})) {
    if (N node = attempt(&Diagnosis::ClassDef)) return node;
  }
  if (NextIs({K::kKwWith, K::kKwAsync})) {
    if (N node = attempt(&Diagnosis::WithStmt)) return node;
  }
  if (NextIs({K::kKwFor, K::kKwAsync})) {
    if (N node = attempt(&Diagnosis::ForStmt)) return node;
  }
  if (Is(K::kKwTry)) {
    if (N node = attempt(&Diagnosis::TryStmt)) return node;
  }
  if (Is(K::kKwWhile)) {
    if (N node = attempt(&Diagnosis::WhileStmt)) return node;
  }
  return attempt(&Diagnosis::MatchStmt);
}

Diagnosis::N Diagnosis::SimpleStmts() {
  const auto one = [&] { return SimpleStmt() != nullptr; };
  if (Try([&] { return one() && !Is(K::kSemicolon) && T(K::kNewline); })) return Yes();
  if (Try([&] {
        if (!one()) return false;
        while (Try([&] { return T(K::kSemicolon) && one(); })) {
        }
        T(K::kSemicolon);
        return T(K::kNewline);
      })) {
    return Yes();
  }
  return nullptr;
}

// Rule `simple_stmt`. An assignment is tried first, since its left side looks like an expression.
Diagnosis::N Diagnosis::SimpleStmt() {
  return Remember(Rule::kSimpleStmt, [&]() -> N {
    const Mark start = mark_;
    const auto attempt = [&](bool wanted, auto rule) -> N {
      if (!wanted || raised_) return nullptr;
      mark_ = start;
      return rule();
    };
    if (N node = attempt(true, [&] { return Assignment(); })) return node;
    mark_ = start;
    const bool is_type = Is(K::kName) && Text(tokens_[mark_]) == "type";
    if (N node = attempt(is_type, [&] { return TypeAlias(); })) return node;
    if (N node = attempt(true, [&] { return StarExpressions(); })) return node;
    mark_ = start;
    switch (raised_ ? K::kError : At(start).kind) {
      case K::kKwReturn: return ReturnStmt();
      case K::kKwImport:
      case K::kKwFrom: return ImportStmt();
      case K::kKwRaise: return RaiseStmt();
      case K::kKwPass:
      case K::kKwBreak:
      case K::kKwContinue: ++mark_; return Yes();
      case K::kKwDel: return DelStmt();
      case K::kKwYield: return YieldExpr();
      case K::kKwAssert: return AssertStmt();
      case K::kKwGlobal: return NamesStmt(K::kKwGlobal);
      case K::kKwNonlocal: return NamesStmt(K::kKwNonlocal);
      default: return nullptr;
    }
  });
}

Diagnosis::N Diagnosis::AnnotatedRhs() {
  const Mark start = mark_;
  if (N node = YieldExpr()) return node;
  mark_ = start;
  return StarExpressions();
}

bool Diagnosis::AugAssign() {
  return AnyOf({K::kPlusEqual, K::kMinusEqual, K::kStarEqual, K::kAtEqual, K::kSlashEqual,
                K::kPercentEqual, K::kAmpersandEqual, K::kPipeEqual, K::kCaretEqual,
                K::kLeftShiftEqual, K::kRightShiftEqual, K::kStarStarEqual, K::kSlashSlashEqual});
}

Diagnosis::N Diagnosis::Assignment() {
  const auto default_value = [&] {
    return Opt([&] { return T(K::kEqual) && AnnotatedRhs() != nullptr; });
  };
  if (Try([&] { return T(K::kName) && T(K::kColon) && Expression() && default_value(); })) {
    return Yes();
  }
  if (Try([&] {
        const bool target =
            Try([&] {
              return T(K::kLeftParen) && SingleTarget() != nullptr && T(K::kRightParen);
            }) ||
            SingleSubscriptAttributeTarget() != nullptr;
        return target && T(K::kColon) && Expression() && default_value();
      })) {
    return Yes();
  }
  if (Try([&] {
        return Many(
                   [&] { return Try([&] { return StarTargets() != nullptr && T(K::kEqual); }); }) &&
               AnnotatedRhs() != nullptr && !Is(K::kEqual);
      })) {
    return Yes();
  }
  const Mark start = mark_;
  if (Try([&] { return SingleTarget() != nullptr && AugAssign(); })) {
    if (AnnotatedRhs() != nullptr) return Yes();
    mark_ = start;
    return nullptr;  // a cut: no other alternative is tried
  }
  if (invalid_rules_) {
    InvalidAssignment();
    mark_ = start;
  }
  return nullptr;
}

Diagnosis::N Diagnosis::InvalidAnnAssignTarget() {
  const Mark start = mark_;
  if (N node = ListAtom()) return node;
  mark_ = start;
  if (N node = TupleAtom()) return node;
  mark_ = start;
  if (Deep()) return nullptr;
  ++depth_;
  N node = nullptr;
  if (!Try([&] {
        return T(K::kLeftParen) && (node = InvalidAnnAssignTarget()) != nullptr &&
               T(K::kRightParen);
      })) {
    node = nullptr;
  }
  --depth_;
  return node;
}

// Rule `invalid_assignment`: annotations of lists and tuples, assignment to what cannot be assigned
// to, and += with a target that is no single one.
void Diagnosis::InvalidAssignment() {
  N node = nullptr;
  const Mark start = mark_;
  if ((node = InvalidAnnAssignTarget()) != nullptr && T(K::kColon) && Expression()) {
    RaiseAt(node,
            std::string("only single target (not ") + ExpressionName(node) + ") can be annotated");
  }
  mark_ = start;
  if ((node = StarNamedExpression()) != nullptr && T(K::kComma) &&
      Any([&] { return StarNamedExpressions(nullptr); }) && T(K::kColon) && Expression()) {
    RaiseAt(node, "only single target (not tuple) can be annotated");
  }
  mark_ = start;
  if ((node = Expression()) != nullptr && T(K::kColon) && Expression()) {
    RaiseAt(node, "illegal target for annotation");
  }
  mark_ = start;
  const auto targets = [&] {
    while (Try([&] { return StarTargets() != nullptr && T(K::kEqual); })) {
    }
  };
  targets();
  if ((node = StarExpressions()) != nullptr && T(K::kEqual)) RaiseTarget(Targets::kStar, node);
  mark_ = start;
  targets();
  if ((node = YieldExpr()) != nullptr && T(K::kEqual)) {
    RaiseAt(node, "assignment to yield expression not possible");
  }
  mark_ = start;
  if ((node = StarExpressions()) != nullptr && AugAssign() && AnnotatedRhs() != nullptr) {
    RaiseAt(node, std::string("'") + ExpressionName(node) +
                      "' is an illegal expression for augmented assignment");
  }
  mark_ = start;
}

Diagnosis::N Diagnosis::ReturnStmt() {
  if (!T(K::kKwReturn)) return nullptr;
  Opt([&] { return StarExpressions() != nullptr; });
  return Yes();
}

Diagnosis::N Diagnosis::RaiseStmt() {
  if (Try([&] {
        return T(K::kKwRaise) && Expression() != nullptr &&
               Opt([&] { return T(K::kKwFrom) && Expression() != nullptr; });
      })) {
    return Yes();
  }
  return T(K::kKwRaise) ? Yes() : nullptr;
}

Diagnosis::N Diagnosis::DelStmt() {
  if (Try([&] { return T(K::kKwDel) && DelTargets() && NextIs({K::kSemicolon, K::kNewline}); })) {
    return Yes();
  }
  if (invalid_rules_) {
    const Mark start = mark_;
    N node = nullptr;
    if (T(K::kKwDel) && (node = StarExpressions()) != nullptr) RaiseTarget(Targets::kDelete, node);
    mark_ = start;
  }
  return nullptr;
}

Diagnosis::N Diagnosis::AssertStmt() {
  return Try([&] {
    return T(K::kKwAssert) && Expression() != nullptr &&
           Opt([&] { return T(K::kComma) && Expression() != nullptr; });
  })
             ? Yes()
             : nullptr;
}

Diagnosis::N Diagnosis::NamesStmt(K keyword) {
  return Try([&] { return T(keyword) && Gather([&] { return T(K::kName); }); }) ? Yes() : nullptr;
}

// ---- import

bool Diagnosis::DottedName() {
  if (!T(K::kName)) return false;
  while (Try([&] { return T(K::kDot) && T(K::kName); })) {
  }
  return true;
}

void Diagnosis::InvalidAsName(bool dotted) {
  const Mark start = mark_;
  N node = nullptr;
  const auto good = [&] {
    return T(K::kName) && (T(K::kComma) || T(K::kRightParen) || T(K::kSemicolon) || T(K::kNewline));
  };
  if ((dotted ? DottedName() : T(K::kName)) && T(K::kKwAs) && !Ahead(good) &&
      (node = Expression()) != nullptr) {
    RaiseAt(node, std::string("cannot use ") + ExpressionName(node) + " as import target");
  }
  mark_ = start;
}

bool Diagnosis::DottedAsName() {
  if (invalid_rules_) InvalidAsName(/*dotted=*/true);
  return Try([&] { return DottedName() && Opt([&] { return T(K::kKwAs) && T(K::kName); }); });
}

bool Diagnosis::ImportFromAsName() {
  if (invalid_rules_) InvalidAsName(/*dotted=*/false);
  return Try([&] { return T(K::kName) && Opt([&] { return T(K::kKwAs) && T(K::kName); }); });
}

bool Diagnosis::ImportFromTargets() {
  const auto names = [&] { return Gather([&] { return ImportFromAsName(); }); };
  if (Try([&] {
        return T(K::kLeftParen) && names() && Opt([&] { return T(K::kComma); }) &&
               T(K::kRightParen);
      })) {
    return true;
  }
  if (Try([&] { return names() && !Is(K::kComma); })) return true;
  if (T(K::kStar)) return true;
  if (invalid_rules_) {
    const Mark start = mark_;
    if (names() && T(K::kComma) && T(K::kNewline)) {
      RaiseLast("trailing comma not allowed without surrounding parentheses");
    }
    mark_ = start;
    if (T(K::kNewline)) RaiseFrom(start, "Expected one or more names after 'import'");
    mark_ = start;
  }
  return false;
}

// `module` begins what stands after `from`, up to mark_.
void Diagnosis::NoteFuture(Mark module) {
  if (Text(tokens_[module]) != "__future__" || tokens_[module + 1].kind != K::kKwImport) return;
  for (Mark at = module + 2; at < mark_; ++at) {
    const bool renamed = tokens_[at - 1].kind == K::kKwAs;
    if (!renamed && tokens_[at].kind == K::kName && Text(tokens_[at]) == "barry_as_FLUFL")
      barry_ = true;
  }
}

bool Diagnosis::ImportFrom() {
  const auto dot = [&] { return T(K::kDot) || T(K::kEllipsis); };
  const Mark start = mark_;
  if (Try([&] {
        return T(K::kKwFrom) && Any(dot) && DottedName() && T(K::kKwImport) && ImportFromTargets();
      })) {
    NoteFuture(start + 1);
    return true;
  }
  return Try([&] { return T(K::kKwFrom) && Many(dot) && T(K::kKwImport) && ImportFromTargets(); });
}

void Diagnosis::InvalidImport() {
  const Mark start = mark_;
  if (T(K::kKwImport) && Gather([&] { return DottedName(); }) && T(K::kKwFrom) && DottedName()) {
    RaiseFrom(start, "Did you mean to use 'from ... import ...' instead?");
  }
  mark_ = start;
  if (T(K::kKwImport) && T(K::kNewline)) {
    RaiseFrom(start + 1, "Expected one or more names after 'import'");
  }
  mark_ = start;
}

Diagnosis::N Diagnosis::ImportStmt() {
  if (invalid_rules_) InvalidImport();
  if (Try([&] { return T(K::kKwImport) && Gather([&] { return DottedAsName(); }); })) return Yes();
  return ImportFrom() ? Yes() : nullptr;
}

// ---- type

Diagnosis::N Diagnosis::TypeAlias() {
  return Try([&] {
    return Word("type") && T(K::kName) && Opt([&] { return TypeParams(); }) && T(K::kEqual) &&
           Expression() != nullptr;
  })
             ? Yes()
             : nullptr;
}

bool Diagnosis::TypeParams() {
  if (invalid_rules_) {
    const Mark start = mark_;
    if (T(K::kLeftBracket) && T(K::kRightBracket)) {
      RaiseFrom(start + 1, "Type parameter list cannot be empty");
    }
    mark_ = start;
  }
  return Try([&] {
    return T(K::kLeftBracket) && Gather([&] { return TypeParam() != nullptr; }) &&
           Opt([&] { return T(K::kComma); }) && T(K::kRightBracket);
  });
}

void Diagnosis::InvalidTypeParam() {
  const Mark start = mark_;
  N node = nullptr;
  for (const K star : {K::kStar, K::kStarStar}) {
    if (T(star) && T(K::kName) && T(K::kColon) && (node = Expression()) != nullptr) {
      RaiseFrom(start + 2,
                std::string(node->kind == ExprKind::kTuple ? "cannot use constraints with "
                                                           : "cannot use bound with ") +
                    (star == K::kStar ? "TypeVarTuple" : "ParamSpec"));
    }
    mark_ = start;
  }
}

Diagnosis::N Diagnosis::TypeParam() {
  return Remember(Rule::kTypeParam, [&]() -> N {
    const auto value = [&] { return T(K::kEqual) && Expression() != nullptr; };
    if (Try([&] {
          return T(K::kName) && Opt([&] { return T(K::kColon) && Expression() != nullptr; }) &&
                 Opt(value);
        })) {
      return Yes();
    }
    if (invalid_rules_) InvalidTypeParam();
    if (Try([&] {
          return T(K::kStar) && T(K::kName) &&
                 Opt([&] { return T(K::kEqual) && StarExpression() != nullptr; });
        })) {
      return Yes();
    }
    return Try([&] { return T(K::kStarStar) && T(K::kName) && Opt(value); }) ? Yes() : nullptr;
  });
}

}  // namespace pysub
