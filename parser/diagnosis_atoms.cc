#include "parser/diagnosis_state.h"

// Atoms, displays and comprehensions, for Diagnose().
namespace pysub {

using ast::ConstantKind;
using ast::ExprKind;

Diagnosis::N Diagnosis::Atom() {
  return Remember(Rule::kAtom, [&] { return AtomBody(); });
}

Diagnosis::N Diagnosis::AtomBody() {
  const Mark start = mark_;
  const auto first_of = [&](std::initializer_list<N (Diagnosis::*)()> rules) -> N {
    for (const auto rule : rules) {
      if (raised_) return nullptr;
      mark_ = start;
      if (N node = (this->*rule)()) return node;
    }
    return nullptr;
  };
  switch (raised_ ? K::kError : At(start).kind) {
    case K::kName: ++mark_; return Make(ExprKind::kName, start);
    case K::kKwTrue: ++mark_; return MakeConstant(ConstantKind::kTrue, start);
    case K::kKwFalse: ++mark_; return MakeConstant(ConstantKind::kFalse, start);
    case K::kKwNone: ++mark_; return MakeConstant(ConstantKind::kNone, start);
    case K::kEllipsis: ++mark_; return MakeConstant(ConstantKind::kEllipsis, start);
    case K::kString:
    case K::kFStringStart:
    case K::kTStringStart: return Strings();
    case K::kNumber: return Number();
    case K::kLeftParen:
      return first_of({&Diagnosis::TupleAtom, &Diagnosis::Group, &Diagnosis::Genexp});
    case K::kLeftBracket: return first_of({&Diagnosis::ListAtom, &Diagnosis::ListComp});
    case K::kLeftBrace:
      return first_of(
          {&Diagnosis::DictAtom, &Diagnosis::SetAtom, &Diagnosis::DictComp, &Diagnosis::SetComp});
    default: return nullptr;
  }
}

Diagnosis::N Diagnosis::Number() {
  const Mark start = mark_;
  if (!T(K::kNumber)) return nullptr;
  ast::Constant value;
  LiteralError error;
  if (!literals_.DecodeNumber(Text(tokens_[start]), &value, &error)) {
    const Token& token = tokens_[start];
    Raise(SyntaxErrorKind::kSyntaxError, token.line, kNoColumn, token.line, kNoColumn,
          std::move(error.message));
    return nullptr;
  }
  Node* node = MakeNode(ExprKind::kConstant, start);
  node->constant = value.constant_kind;
  return node;
}

Diagnosis::N Diagnosis::TupleAtom() {
  const Mark start = mark_;
  std::vector<N> items;
  if (!Try([&] {
        if (!T(K::kLeftParen)) return false;
        Opt([&] {
          N first = StarNamedExpression();
          if (first == nullptr || !T(K::kComma)) return false;
          items.push_back(first);
          Opt([&] { return StarNamedExpressions(&items); });
          return true;
        });
        return T(K::kRightParen);
      })) {
    return nullptr;
  }
  return MakeSequence(ExprKind::kTuple, start, items);
}

Diagnosis::N Diagnosis::Group() {
  N node = nullptr;
  if (Try([&] {
        if (!T(K::kLeftParen)) return false;
        const Mark inside = mark_;
        node = YieldExpr();
        if (node == nullptr) {
          mark_ = inside;
          node = NamedExpression();
        }
        return node != nullptr && T(K::kRightParen);
      })) {
    return node;
  }
  if (invalid_rules_) InvalidGroup();
  return nullptr;
}

void Diagnosis::InvalidGroup() {
  const Mark start = mark_;
  N node = nullptr;
  if (T(K::kLeftParen) && (node = StarredExpression()) != nullptr && T(K::kRightParen)) {
    RaiseAt(node, "cannot use starred expression here");
  }
  mark_ = start;
  if (T(K::kLeftParen) && T(K::kStarStar) && Expression() != nullptr && T(K::kRightParen)) {
    RaiseAtToken(start + 1, "cannot use double starred expression here");
  }
  mark_ = start;
}

Diagnosis::N Diagnosis::Genexp() {
  const Mark start = mark_;
  if (Try([&] {
        if (!T(K::kLeftParen)) return false;
        const bool element = AssignmentExpression() != nullptr ||
                             Try([&] { return Expression() != nullptr && !Is(K::kColonEqual); });
        return element && ForIfClauses() != nullptr && T(K::kRightParen);
      })) {
    return Make(ExprKind::kGeneratorExp, start);
  }
  if (invalid_rules_) InvalidComprehension();
  return nullptr;
}

Diagnosis::N Diagnosis::ListAtom() {
  const Mark start = mark_;
  std::vector<N> items;
  if (!Try([&] {
        return T(K::kLeftBracket) && Opt([&] { return StarNamedExpressions(&items); }) &&
               T(K::kRightBracket);
      })) {
    return nullptr;
  }
  return MakeSequence(ExprKind::kList, start, items);
}

Diagnosis::N Diagnosis::ListComp() {
  const Mark start = mark_;
  if (Try([&] {
        return T(K::kLeftBracket) && NamedExpression() != nullptr && ForIfClauses() != nullptr &&
               T(K::kRightBracket);
      })) {
    return Make(ExprKind::kListComp, start);
  }
  if (invalid_rules_) InvalidComprehension();
  return nullptr;
}

Diagnosis::N Diagnosis::SetAtom() {
  const Mark start = mark_;
  return Try([&] { return T(K::kLeftBrace) && StarNamedExpressions(nullptr) && T(K::kRightBrace); })
             ? Make(ExprKind::kSet, start)
             : nullptr;
}

Diagnosis::N Diagnosis::SetComp() {
  const Mark start = mark_;
  if (Try([&] {
        return T(K::kLeftBrace) && NamedExpression() != nullptr && ForIfClauses() != nullptr &&
               T(K::kRightBrace);
      })) {
    return Make(ExprKind::kSetComp, start);
  }
  if (invalid_rules_) InvalidComprehension();
  return nullptr;
}

// Rule `invalid_comprehension`: [*a for ...], and a tuple as element without parentheses.
void Diagnosis::InvalidComprehension() {
  const Mark start = mark_;
  N a = nullptr;
  if (AnyOf({K::kLeftBracket, K::kLeftParen, K::kLeftBrace}) &&
      (a = StarredExpression()) != nullptr && ForIfClauses() != nullptr) {
    RaiseAt(a, "iterable unpacking cannot be used in comprehension");
  }
  mark_ = start;
  std::vector<N> items;
  if (AnyOf({K::kLeftBracket, K::kLeftBrace}) && (a = StarNamedExpression()) != nullptr &&
      T(K::kComma) && StarNamedExpressions(&items) && ForIfClauses() != nullptr) {
    RaiseRange(a->first, items.back()->last,
               "did you forget parentheses around the comprehension target?");
  }
  mark_ = start;
  if (AnyOf({K::kLeftBracket, K::kLeftBrace}) && (a = StarNamedExpression()) != nullptr) {
    const Mark comma = mark_;
    if (T(K::kComma) && ForIfClauses() != nullptr) {
      RaiseRange(a->first, comma, "did you forget parentheses around the comprehension target?");
    }
  }
  mark_ = start;
}

bool Diagnosis::KvPair() {
  return Try([&] { return Expression() != nullptr && T(K::kColon) && Expression() != nullptr; });
}

bool Diagnosis::DoubleStarredKvPair() {
  return Try([&] { return T(K::kStarStar) && BitwiseOr() != nullptr; }) || KvPair();
}

Diagnosis::N Diagnosis::DictAtom() {
  const Mark start = mark_;
  if (Try([&] {
        return T(K::kLeftBrace) && Opt([&] {
                 if (!Gather([&] { return DoubleStarredKvPair(); })) return false;
                 T(K::kComma);
                 return true;
               }) &&
               T(K::kRightBrace);
      })) {
    return Make(ExprKind::kDict, start);
  }
  // CPython tries this in its first pass too.
  if (T(K::kLeftBrace)) InvalidDoubleStarredKvPairs();
  mark_ = start;
  return nullptr;
}

void Diagnosis::InvalidDoubleStarredKvPairs() {
  const Mark start = mark_;
  if (Gather([&] { return DoubleStarredKvPair(); }) && T(K::kComma)) {
    InvalidKvPair();
  }
  mark_ = start;
  InvalidDictValue();
}

void Diagnosis::InvalidKvPair() {
  const Mark start = mark_;
  N a = nullptr;
  if ((a = Expression()) != nullptr && !Is(K::kColon)) {
    const SourceSpan first = SpanOf(tokens_[a->first]);
    const SourceSpan last = SpanOf(tokens_[a->last]);
    Raise(SyntaxErrorKind::kSyntaxError, first.line, static_cast<int64_t>(last.end_col) - 1,
          last.end_line, kNoColumn, "':' expected after dictionary key");
  }
  mark_ = start;
  InvalidDictValue();
}

// What may be wrong behind a key that is right.
void Diagnosis::InvalidDictValue() {
  const Mark start = mark_;
  if (Expression() != nullptr && T(K::kColon)) {
    const Mark star = mark_;
    if (T(K::kStar) && BitwiseOr() != nullptr) {
      RaiseFrom(star, "cannot use a starred expression in a dictionary value");
    }
  }
  mark_ = start;
  if (Expression() != nullptr) {
    const Mark colon = mark_;
    if (T(K::kColon) && NextIs({K::kRightBrace, K::kComma})) {
      RaiseAtToken(colon, "expression expected after dictionary key and ':'");
    }
  }
  mark_ = start;
}

Diagnosis::N Diagnosis::DictComp() {
  const Mark start = mark_;
  if (Try([&] {
        return T(K::kLeftBrace) && KvPair() && ForIfClauses() != nullptr && T(K::kRightBrace);
      })) {
    return Make(ExprKind::kDictComp, start);
  }
  if (invalid_rules_) InvalidDictComprehension();
  return nullptr;
}

void Diagnosis::InvalidDictComprehension() {
  const Mark start = mark_;
  if (T(K::kLeftBrace) && T(K::kStarStar) && BitwiseOr() != nullptr && ForIfClauses() != nullptr &&
      T(K::kRightBrace)) {
    RaiseAtToken(start + 1, "dict unpacking cannot be used in dict comprehension");
  }
  mark_ = start;
}

// The node ends where the last clause's iterable (or condition) ends; its `left` is that clause's
// target.
Diagnosis::N Diagnosis::ForIfClauses() {
  return Remember(Rule::kForIfClauses, [&]() -> N {
    const Mark start = mark_;
    Node last{};
    const auto clause = [&]() -> bool {
      for (const bool is_async : {true, false}) {
        const Mark before = mark_;
        N target = nullptr;
        if ((!is_async || T(K::kKwAsync)) && T(K::kKwFor) && (target = StarTargets()) != nullptr &&
            T(K::kKwIn)) {
          // A cut: after `in` no other alternative is tried.
          N item = Disjunction();
          if (item == nullptr) {
            mark_ = before;
            return false;
          }
          while (Try([&] {
            N condition = nullptr;
            if (!T(K::kKwIf) || (condition = Disjunction()) == nullptr) return false;
            item = condition;
            return true;
          })) {
          }
          last.left = target;
          last.last = item->last;
          return true;
        }
        mark_ = before;
      }
      if (invalid_rules_) {
        InvalidForIfClause();
        InvalidForTarget();
      }
      return false;
    };
    if (!Many(clause)) return nullptr;
    Node* node = MakeNode(ExprKind::kGeneratorExp, start);
    node->last = last.last;
    node->left = last.left;
    return node;
  });
}

// Rule `invalid_for_if_clause`: a `for` in a comprehension without its `in`.
void Diagnosis::InvalidForIfClause() {
  const Mark start = mark_;
  T(K::kKwAsync);
  if (T(K::kKwFor) && Try([&] {
        if (BitwiseOr() == nullptr) return false;
        while (Try([&] { return T(K::kComma) && BitwiseOr() != nullptr; })) {
        }
        T(K::kComma);
        return true;
      }) &&
      !Is(K::kKwIn)) {
    RaiseLast("'in' expected after for-loop variables");
  }
  mark_ = start;
}

}  // namespace pysub
