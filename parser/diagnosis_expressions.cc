#include "parser/diagnosis_state.h"

// Expressions and targets, for Diagnose(). The order of alternatives is CPython's and decides which
// mistake is named.
namespace pysub {

using ast::ConstantKind;
using ast::ExprKind;

Diagnosis::N Diagnosis::Expressions() {
  const Mark start = mark_;
  N first = Expression();
  if (first == nullptr || !Is(K::kComma)) return first;
  while (Try([&] { return T(K::kComma) && Expression() != nullptr; })) {
  }
  T(K::kComma);
  return Make(ExprKind::kTuple, start);
}

Diagnosis::N Diagnosis::Expression() {
  return Remember(Rule::kExpression, [&]() -> N {
    const Mark start = mark_;
    if (invalid_rules_) {
      InvalidExpression();
      mark_ = start;
      InvalidLegacyExpression();
      mark_ = start;
      if (raised_) return nullptr;
    }
    bool lambda = false;
    return ExpressionRest(start, &lambda);
  });
}

// The alternatives of `expression` that match something.
Diagnosis::N Diagnosis::ExpressionRest(Mark start, bool* lambda) {
  N node = nullptr;
  if (Try([&] {
        return Disjunction() != nullptr && T(K::kKwIf) && Disjunction() != nullptr &&
               T(K::kKwElse) && Expression() != nullptr;
      })) {
    return Make(ExprKind::kIfExp, start);
  }
  if ((node = Disjunction()) != nullptr) return node;
  mark_ = start;
  *lambda = true;
  return Lambda();
}

// Here CPython stops looking for mistakes, but goes on using what it remembers.
Diagnosis::N Diagnosis::ExpressionWithoutInvalid() {
  const bool before = invalid_rules_;
  invalid_rules_ = false;
  const Mark start = mark_;
  bool lambda = false;
  N node = ExpressionRest(start, &lambda);
  if (node == nullptr) mark_ = start;
  invalid_rules_ = before;
  return node;
}

bool Diagnosis::IsLegacyStatement(std::string_view, const Diagnosis& self, N node) {
  if (node->kind != ExprKind::kName) return false;
  const std::string_view name = self.Text(self.tokens_[node->first]);
  return name == "print" || name == "exec";
}

void Diagnosis::InvalidExpression() {
  const Mark start = mark_;
  N a = nullptr;
  N b = nullptr;
  const auto excluded = [&] {
    if (Try([&] { return T(K::kName) && T(K::kString); })) return true;
    return Word("_") || Word("case") || Word("match") || Word("type");
  };
  if (T(K::kString)) {
    if (Many([&] {
          return !Is(K::kString) && Try([&] {
            N item = ExpressionWithoutInvalid();
            if (item == nullptr) return false;
            if (a == nullptr) a = item;
            b = item;
            return true;
          });
        }) &&
        T(K::kString)) {
      RaiseRange(a->first, b->last, "invalid syntax. Is this intended to be part of the string?");
    }
  }
  mark_ = start;
  if (!Ahead(excluded) && (a = Disjunction()) != nullptr &&
      (b = ExpressionWithoutInvalid()) != nullptr && !raised_) {
    if (!IsLegacyStatement(text_, *this, a) && LevelAfter(mark_ - 1) != 0) {
      RaiseRange(a->first, b->last, "invalid syntax. Perhaps you forgot a comma?");
    }
  }
  mark_ = start;
  if ((a = Disjunction()) != nullptr && T(K::kKwIf) && (b = Disjunction()) != nullptr &&
      !NextIs({K::kKwElse, K::kColon})) {
    RaiseRange(a->first, b->last, "expected 'else' after 'if' expression");
  }
  mark_ = start;
  if (Disjunction() != nullptr && T(K::kKwIf) && Disjunction() != nullptr && T(K::kKwElse) &&
      !Ahead([&] { return Expression() != nullptr; }) && !raised_) {
    RaiseNext("expected expression after 'else', but statement is given");
  }
  mark_ = start;
  if (AnyOf({K::kKwPass, K::kKwBreak, K::kKwContinue}) && T(K::kKwIf) && Disjunction() != nullptr &&
      T(K::kKwElse) && SimpleStmt() != nullptr) {
    RaiseAtToken(start, "expected expression before 'if', but statement is given");
  }
  mark_ = start;
  if (T(K::kKwLambda)) {
    const ParameterRules rules{K::kColon, true};
    Opt([&] { return Params(rules); });
    const Mark colon = mark_;
    if (T(K::kColon)) {
      if (Ahead([&] { return T(K::kFStringMiddle) || ReplacementField(/*is_template=*/false); })) {
        RaiseRange(start, colon,
                   "f-string: lambda expressions are not allowed without parentheses");
      } else if (Ahead([&] {
                   return T(K::kTStringMiddle) || ReplacementField(/*is_template=*/true);
                 })) {
        RaiseRange(start, colon,
                   "t-string: lambda expressions are not allowed without parentheses");
      }
    }
  }
  mark_ = start;
}

void Diagnosis::InvalidLegacyExpression() {
  const Mark start = mark_;
  if (!T(K::kName) || Is(K::kLeftParen)) return;
  N b = StarExpressions();
  if (b == nullptr || raised_) return;
  const std::string name(Text(tokens_[start]));
  if (name == "print" || name == "exec") {
    RaiseRange(start, b->last,
               "Missing parentheses in call to '" + name + "'. Did you mean " + name + "(...)?");
  }
}

Diagnosis::N Diagnosis::Lambda() {
  const Mark start = mark_;
  const ParameterRules rules{K::kColon, true};
  return Try([&] {
    return T(K::kKwLambda) && Opt([&] { return Params(rules); }) && T(K::kColon) &&
           Expression() != nullptr;
  })
             ? Make(ExprKind::kLambda, start)
             : nullptr;
}

Diagnosis::N Diagnosis::YieldExpr() {
  const Mark start = mark_;
  if (!Is(K::kKwYield)) return nullptr;
  if (Try([&] { return T(K::kKwYield) && T(K::kKwFrom) && Expression() != nullptr; })) {
    return Make(ExprKind::kYieldFrom, start);
  }
  if (!T(K::kKwYield)) return nullptr;
  Opt([&] { return StarExpressions() != nullptr; });
  return Make(ExprKind::kYield, start);
}

Diagnosis::N Diagnosis::StarExpressions() {
  return Remember(Rule::kStarExpressions, [&]() -> N {
    const Mark start = mark_;
    N first = StarExpression();
    if (first == nullptr || !Is(K::kComma)) return first;
    std::vector<N> items = {first};
    while (Try([&] {
      N item = nullptr;
      if (!T(K::kComma) || (item = StarExpression()) == nullptr) return false;
      items.push_back(item);
      return true;
    })) {
    }
    T(K::kComma);
    return MakeSequence(ExprKind::kTuple, start, items);
  });
}

Diagnosis::N Diagnosis::StarExpression() {
  return Remember(Rule::kStarExpression, [&]() -> N {
    const Mark start = mark_;
    N value = nullptr;
    if (Try([&] { return T(K::kStar) && (value = BitwiseOr()) != nullptr; })) {
      Node* node = MakeNode(ExprKind::kStarred, start);
      node->left = value;
      return node;
    }
    return Expression();
  });
}

bool Diagnosis::StarNamedExpressions(std::vector<N>* items) {
  const auto item = [&] {
    N node = StarNamedExpression();
    if (node == nullptr) return false;
    if (items != nullptr) items->push_back(node);
    return true;
  };
  if (!Gather(item)) return false;
  T(K::kComma);
  return true;
}

Diagnosis::N Diagnosis::StarNamedExpression() {
  const Mark start = mark_;
  N value = nullptr;
  if (Try([&] { return T(K::kStar) && (value = BitwiseOr()) != nullptr; })) {
    Node* node = MakeNode(ExprKind::kStarred, start);
    node->left = value;
    return node;
  }
  return NamedExpression();
}

Diagnosis::N Diagnosis::AssignmentExpression() {
  const Mark start = mark_;
  return Try([&] { return T(K::kName) && T(K::kColonEqual) && Expression() != nullptr; })
             ? Make(ExprKind::kNamedExpr, start)
             : nullptr;
}

Diagnosis::N Diagnosis::NamedExpression() {
  return Remember(Rule::kNamedExpression, [&]() -> N {
    const Mark start = mark_;
    if (N node = AssignmentExpression()) return node;
    if (invalid_rules_) {
      InvalidNamedExpression();
      mark_ = start;
    }
    N node = Expression();
    return node != nullptr && !Is(K::kColonEqual) ? node : nullptr;
  });
}

Diagnosis::N Diagnosis::InvalidNamedExpression() {
  return Remember(Rule::kInvalidNamedExpression, [&]() -> N {
    const Mark start = mark_;
    N a = nullptr;
    N b = nullptr;
    if ((a = Expression()) != nullptr && T(K::kColonEqual) && Expression() != nullptr) {
      RaiseAt(a, std::string("cannot use assignment expressions with ") + ExpressionName(a));
    }
    mark_ = start;
    if (T(K::kName) && T(K::kEqual) && (b = BitwiseOr()) != nullptr &&
        !NextIs({K::kEqual, K::kColonEqual})) {
      RaiseRange(start, b->last, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
    }
    mark_ = start;
    const auto excluded = [&] {
      const auto attempt = [&](N (Diagnosis::*rule)()) {
        return Try([&] { return (this->*rule)() != nullptr; });
      };
      return attempt(&Diagnosis::ListAtom) || attempt(&Diagnosis::TupleAtom) ||
             attempt(&Diagnosis::Genexp) || AnyOf({K::kKwTrue, K::kKwNone, K::kKwFalse});
    };
    if (!Ahead(excluded) && (a = BitwiseOr()) != nullptr && T(K::kEqual) &&
        BitwiseOr() != nullptr && !NextIs({K::kEqual, K::kColonEqual})) {
      RaiseAt(a, std::string("cannot assign to ") + ExpressionName(a) +
                     " here. Maybe you meant '==' instead of '='?");
    }
    return nullptr;
  });
}

Diagnosis::N Diagnosis::Disjunction() {
  return Remember(Rule::kDisjunction, [&]() -> N {
    const Mark start = mark_;
    N node = Conjunction();
    if (node == nullptr || !Is(K::kKwOr)) return node;
    while (Try([&] { return T(K::kKwOr) && Conjunction() != nullptr; })) {
      node = nullptr;
    }
    return node != nullptr ? node : Make(ExprKind::kBoolOp, start);
  });
}

Diagnosis::N Diagnosis::Conjunction() {
  return Remember(Rule::kConjunction, [&]() -> N {
    const Mark start = mark_;
    N node = Inversion();
    if (node == nullptr || !Is(K::kKwAnd)) return node;
    while (Try([&] { return T(K::kKwAnd) && Inversion() != nullptr; })) {
      node = nullptr;
    }
    return node != nullptr ? node : Make(ExprKind::kBoolOp, start);
  });
}

Diagnosis::N Diagnosis::Inversion() {
  return Remember(Rule::kInversion, [&]() -> N {
    const Mark start = mark_;
    if (!Is(K::kKwNot)) return Comparison();
    while (T(K::kKwNot)) {
    }
    return Comparison() != nullptr ? Make(ExprKind::kUnaryOp, start) : nullptr;
  });
}

bool Diagnosis::CompareOp(bool* is_in) {
  *is_in = false;
  if (T(K::kEqualEqual)) return true;
  if (Is(K::kNotEqual)) {
    if (tokens_[mark_].special) return false;  // "<>"
    ++mark_;
    return true;
  }
  if (AnyOf({K::kLessEqual, K::kLess, K::kGreaterEqual, K::kGreater})) return true;
  if (Try([&] { return T(K::kKwNot) && T(K::kKwIn); })) return true;
  if (T(K::kKwIn)) return *is_in = true;
  return Try([&] { return T(K::kKwIs) && T(K::kKwNot); }) || T(K::kKwIs);
}

Diagnosis::N Diagnosis::Comparison() {
  const Mark start = mark_;
  N left = BitwiseOr();
  if (left == nullptr) return nullptr;
  bool any = false;
  bool first_in = false;
  for (;;) {
    bool is_in = false;
    // Between `is` and `not` CPython tries the longer operator and then the shorter one.
    if (!Try([&] {
          if (!CompareOp(&is_in)) return false;
          return BitwiseOr() != nullptr;
        }) &&
        !Try([&] { return T(K::kKwIs) && BitwiseOr() != nullptr; })) {
      break;
    }
    if (!any) first_in = is_in;
    any = true;
  }
  if (!any) return left;
  Node* node = MakeNode(ExprKind::kCompare, start);
  node->left = left;
  node->compares_with_in = first_in;
  return node;
}

void Diagnosis::InvalidArithmetic(Mark) {
  const Mark before = mark_;
  N b = nullptr;
  if (AnyOf({K::kPlus, K::kMinus, K::kStar, K::kSlash, K::kPercent, K::kSlashSlash, K::kAt}) &&
      T(K::kKwNot) && (b = Inversion()) != nullptr) {
    RaiseRange(before + 1, b->last, "'not' after an operator must be parenthesized");
  }
  mark_ = before;
}

// The six levels of binary operators in one frame: an operand is read once, and then the levels are
// gone through from the one that binds most to the one that was asked for.
Diagnosis::N Diagnosis::Binary(Rule level) {
  N node = nullptr;
  if (Recall(level, &node)) return node;
  if (Deep()) return nullptr;
  const Mark start = mark_;
  ++depth_;
  if (invalid_rules_ && NextIs({K::kPlus, K::kMinus, K::kTilde})) {
    N b = nullptr;
    if (AnyOf({K::kPlus, K::kMinus, K::kTilde}) && T(K::kKwNot) && (b = Factor()) != nullptr) {
      RaiseRange(start + 1, b->last, "'not' after an operator must be parenthesized");
    }
    mark_ = start;
  }
  node = Factor();
  const auto operate = [&](Rule operand, std::initializer_list<K> operators) {
    while (node != nullptr && NextIs(operators)) {
      const Mark before = mark_;
      ++mark_;
      if ((operand == Rule::kFactor ? Factor() : Binary(operand)) == nullptr) {
        mark_ = before;
        break;
      }
      node = Make(ExprKind::kBinOp, start);
    }
    if (node == nullptr) mark_ = start;
  };
  operate(Rule::kFactor, {K::kStar, K::kSlash, K::kSlashSlash, K::kPercent, K::kAt});
  if (level != Rule::kTerm) operate(Rule::kTerm, {K::kPlus, K::kMinus});
  if (level < Rule::kSum) {
    if (invalid_rules_ && node != nullptr) InvalidArithmetic(start);
    operate(Rule::kSum, {K::kLeftShift, K::kRightShift});
  }
  if (level < Rule::kShift) operate(Rule::kShift, {K::kAmpersand});
  if (level < Rule::kBitwiseAnd) operate(Rule::kBitwiseAnd, {K::kCaret});
  if (level < Rule::kBitwiseXor) operate(Rule::kBitwiseXor, {K::kPipe});
  --depth_;
  Store(level, start, node);
  return node;
}

Diagnosis::N Diagnosis::Factor() {
  return Remember(Rule::kFactor, [&]() -> N {
    const Mark start = mark_;
    while (AnyOf({K::kPlus, K::kMinus, K::kTilde})) {
    }
    if (mark_ == start) return Power();
    return Power() != nullptr ? Make(ExprKind::kUnaryOp, start) : nullptr;
  });
}

Diagnosis::N Diagnosis::Power() {
  const Mark start = mark_;
  N node = AwaitPrimary();
  if (node == nullptr) return nullptr;
  if (Try([&] { return T(K::kStarStar) && Factor() != nullptr; })) {
    return Make(ExprKind::kBinOp, start);
  }
  return node;
}

Diagnosis::N Diagnosis::AwaitPrimary() {
  const Mark start = mark_;
  if (Try([&] { return T(K::kKwAwait) && Primary() != nullptr; })) {
    return Make(ExprKind::kAwait, start);
  }
  return Primary();
}

Diagnosis::N Diagnosis::Primary() {
  return Remember(Rule::kPrimary, [&]() -> N {
    const Mark start = mark_;
    N node = Atom();
    while (node != nullptr) {
      if (Try([&] { return T(K::kDot) && T(K::kName); })) {
        node = Make(ExprKind::kAttribute, start);
      } else if (Is(K::kLeftParen)) {
        const bool call = Try([&] { return Genexp() != nullptr; }) || Try([&] {
                            return T(K::kLeftParen) &&
                                   Opt([&] { return Arguments() != nullptr; }) && T(K::kRightParen);
                          });
        if (!call) break;
        node = Make(ExprKind::kCall, start);
      } else if (Try([&] {
                   return T(K::kLeftBracket) && Slices() != nullptr && T(K::kRightBracket);
                 })) {
        node = Make(ExprKind::kSubscript, start);
      } else {
        break;
      }
    }
    return node;
  });
}

Diagnosis::N Diagnosis::Slices() {
  return Remember(Rule::kSlices, [&]() -> N {
    const Mark start = mark_;
    if (N node = SliceItem(); node != nullptr && !Is(K::kComma)) return node;
    mark_ = start;
    const auto item = [&] {
      return Try([&] { return SliceItem() != nullptr; }) ||
             Try([&] { return StarredExpression() != nullptr; });
    };
    if (!Gather(item)) return nullptr;
    T(K::kComma);
    return Make(ExprKind::kTuple, start);
  });
}

Diagnosis::N Diagnosis::SliceItem() {
  const Mark start = mark_;
  const auto expression = [&] { return Expression() != nullptr; };
  if (Try([&] {
        return Opt(expression) && T(K::kColon) && Opt(expression) &&
               Opt([&] { return T(K::kColon) && Opt(expression); });
      })) {
    return Make(ExprKind::kSlice, start);
  }
  return NamedExpression();
}

// ---- Atoms

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
    case K::kName:
      ++mark_;
      return Make(ExprKind::kName, start);
    case K::kKwTrue:
      ++mark_;
      return MakeConstant(ConstantKind::kTrue, start);
    case K::kKwFalse:
      ++mark_;
      return MakeConstant(ConstantKind::kFalse, start);
    case K::kKwNone:
      ++mark_;
      return MakeConstant(ConstantKind::kNone, start);
    case K::kEllipsis:
      ++mark_;
      return MakeConstant(ConstantKind::kEllipsis, start);
    case K::kString:
    case K::kFStringStart:
    case K::kTStringStart:
      return Strings();
    case K::kNumber:
      return Number();
    case K::kLeftParen:
      return first_of({&Diagnosis::TupleAtom, &Diagnosis::Group, &Diagnosis::Genexp});
    case K::kLeftBracket:
      return first_of({&Diagnosis::ListAtom, &Diagnosis::ListComp});
    case K::kLeftBrace:
      return first_of(
          {&Diagnosis::DictAtom, &Diagnosis::SetAtom, &Diagnosis::DictComp, &Diagnosis::SetComp});
    default:
      return nullptr;
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

// ---- Arguments

Diagnosis::N Diagnosis::Arguments() {
  return Remember(Rule::kArguments, [&]() -> N {
    const Mark start = mark_;
    if (N node = Args()) {
      T(K::kComma);
      if (Is(K::kRightParen)) return node;
    }
    mark_ = start;
    if (invalid_rules_) InvalidArguments();
    return nullptr;
  });
}

bool Diagnosis::PositionalArgument(Node* call) {
  const Mark start = mark_;
  N node = nullptr;
  if ((node = StarredExpression()) == nullptr) {
    mark_ = start;
    node = AssignmentExpression();
    if (node == nullptr) {
      node = Expression();
      if (node != nullptr && Is(K::kColonEqual)) node = nullptr;
    }
    if (node == nullptr || Is(K::kEqual)) {
      mark_ = start;
      return false;
    }
  }
  ++call->arguments;
  call->left = node;
  return true;
}

Diagnosis::N Diagnosis::Args() {
  return Remember(Rule::kArgs, [&]() -> N {
    const Mark start = mark_;
    Node call{};
    if (Try([&] { return Gather([&] { return PositionalArgument(&call); }); })) {
      Opt([&] {
        if (!T(K::kComma)) return false;
        N rest = Kwargs();
        if (rest == nullptr) return false;
        call.unpacks_mapping |= rest->unpacks_mapping;
        call.arguments += rest->arguments;
        if (rest->left != nullptr) call.left = rest->left;
        return true;
      });
      Node* node = MakeNode(ExprKind::kCall, start);
      node->arguments = call.arguments;
      node->unpacks_mapping = call.unpacks_mapping;
      node->left = call.left;
      return node;
    }
    return Kwargs();
  });
}

bool Diagnosis::KwargOrStarred(Node* call) {
  if (invalid_rules_) InvalidKwarg();
  if (Try([&] { return T(K::kName) && T(K::kEqual) && Expression() != nullptr; })) return true;
  N node = nullptr;
  if (!Try([&] { return (node = StarredExpression()) != nullptr; })) return false;
  ++call->arguments;
  call->left = node;
  return true;
}

bool Diagnosis::KwargOrDoubleStarred(Node* call) {
  if (invalid_rules_) InvalidKwarg();
  if (Try([&] { return T(K::kName) && T(K::kEqual) && Expression() != nullptr; })) return true;
  if (!Try([&] { return T(K::kStarStar) && Expression() != nullptr; })) return false;
  call->unpacks_mapping = true;
  return true;
}

Diagnosis::N Diagnosis::Kwargs() {
  return Remember(Rule::kKwargs, [&]() -> N {
    const Mark start = mark_;
    Node call{};
    const auto first = [&] { return Gather([&] { return KwargOrStarred(&call); }); };
    const auto second = [&] { return Gather([&] { return KwargOrDoubleStarred(&call); }); };
    bool matched = Try([&] { return first() && T(K::kComma) && second(); });
    if (!matched) {
      call = Node{};
      matched = Try(first);
    }
    if (!matched) {
      call = Node{};
      matched = Try(second);
    }
    if (!matched) return nullptr;
    Node* node = MakeNode(ExprKind::kCall, start);
    node->arguments = call.arguments;
    node->unpacks_mapping = call.unpacks_mapping;
    node->left = call.left;
    return node;
  });
}

Diagnosis::N Diagnosis::StarredExpression() {
  const Mark start = mark_;
  if (!Is(K::kStar)) return nullptr;
  N value = nullptr;
  if (invalid_rules_) {
    if (T(K::kStar) && Expression() != nullptr && T(K::kEqual) &&
        (value = Expression()) != nullptr) {
      RaiseRange(start, value->last, "cannot assign to iterable argument unpacking");
    }
    mark_ = start;
  }
  if (Try([&] { return T(K::kStar) && (value = Expression()) != nullptr; })) {
    Node* node = MakeNode(ExprKind::kStarred, start);
    node->left = value;
    return node;
  }
  if (invalid_rules_ && T(K::kStar)) RaiseLast("Invalid star expression");
  mark_ = start;
  return nullptr;
}

void Diagnosis::InvalidArguments() {
  const Mark start = mark_;
  N a = nullptr;
  N b = nullptr;
  Node ignored{};
  const auto positional = [&] { return Gather([&] { return PositionalArgument(&ignored); }); };
  if (Try([&] { return positional() && T(K::kComma) && Kwargs() != nullptr; }) ||
      Kwargs() != nullptr) {
    const Mark comma = mark_;
    if (T(K::kComma) && Gather([&] {
          return Try([&] { return StarredExpression() != nullptr && !Is(K::kEqual); });
        })) {
      RaiseFrom(comma, "iterable argument unpacking follows keyword argument unpacking");
    }
  }
  mark_ = start;
  if ((a = Expression()) != nullptr && (b = ForIfClauses()) != nullptr && T(K::kComma)) {
    Opt([&] {
      return Try([&] { return Args() != nullptr; }) ||
             (Expression() != nullptr && ForIfClauses() != nullptr);
    });
    RaiseRange(a->first, b->last, "Generator expression must be parenthesized");
  }
  mark_ = start;
  if (T(K::kName) && T(K::kEqual) && Expression() != nullptr && ForIfClauses() != nullptr) {
    RaiseRange(start, start + 1, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
  }
  mark_ = start;
  Opt([&] { return Args() != nullptr && T(K::kComma); });
  const Mark name = mark_;
  if (T(K::kName) && T(K::kEqual) && NextIs({K::kComma, K::kRightParen})) {
    RaiseRange(name, name + 1, "expected argument value expression");
  }
  mark_ = start;
  if ((a = Args()) != nullptr && (b = ForIfClauses()) != nullptr && a->arguments > 1) {
    RaiseRange(a->left->first, b->last, "Generator expression must be parenthesized");
  }
  mark_ = start;
  if (Args() != nullptr && T(K::kComma) && (a = Expression()) != nullptr &&
      (b = ForIfClauses()) != nullptr) {
    RaiseRange(a->first, b->left->last, "Generator expression must be parenthesized");
  }
  mark_ = start;
  if ((a = Args()) != nullptr && T(K::kComma) && Args() != nullptr) {
    RaiseLast(a->unpacks_mapping ? "positional argument follows keyword argument unpacking"
                                 : "positional argument follows keyword argument");
  }
  mark_ = start;
}

void Diagnosis::InvalidKwarg() {
  const Mark start = mark_;
  N a = nullptr;
  if (AnyOf({K::kKwTrue, K::kKwFalse, K::kKwNone}) && T(K::kEqual)) {
    RaiseRange(start, start + 1, "cannot assign to " + std::string(Text(tokens_[start])));
  }
  mark_ = start;
  if (T(K::kName) && T(K::kEqual) && Expression() != nullptr && ForIfClauses() != nullptr) {
    RaiseRange(start, start + 1, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
  }
  mark_ = start;
  if (!Ahead([&] { return T(K::kName) && T(K::kEqual); }) && (a = Expression()) != nullptr) {
    const Mark equal = mark_;
    if (T(K::kEqual)) {
      RaiseRange(a->first, equal,
                 "expression cannot contain assignment, perhaps you meant \"==\"?");
    }
  }
  mark_ = start;
}

// ---- Strings

Diagnosis::N Diagnosis::String() {
  const Mark start = mark_;
  if (!T(K::kString)) return nullptr;
  const Token& token = tokens_[start];
  LiteralDecoder::String value;
  LiteralError error;
  if (!literals_.DecodeString(Text(token), token.line, &value, &error, &warnings_)) {
    if (error.message.starts_with("bytes can"))
      return RaiseAtToken(start, std::move(error.message));
    return RaiseLast(std::move(error.message));
  }
  Node* node = MakeNode(ExprKind::kConstant, start);
  node->constant = value.is_bytes ? ConstantKind::kBytes : ConstantKind::kStr;
  return node;
}

bool Diagnosis::DecodeMiddle(const std::vector<Mark>& middles, bool raw) {
  for (const Mark middle : middles) {
    const Token& token = tokens_[middle];
    if (raw || !token.special) continue;
    std::string_view value;
    LiteralError error;
    if (!literals_.DecodeText(Text(token), token.line, &value, &error, &warnings_)) {
      RaiseLast(std::move(error.message));
      return false;
    }
  }
  return true;
}

Diagnosis::N Diagnosis::FString(bool is_template) {
  const Mark start = mark_;
  std::vector<Mark> middles;
  if (!Try([&] {
        if (!T(is_template ? K::kTStringStart : K::kFStringStart)) return false;
        for (;;) {
          if (Try([&] { return ReplacementField(is_template); })) continue;
          if (!T(is_template ? K::kTStringMiddle : K::kFStringMiddle)) break;
          middles.push_back(mark_ - 1);
        }
        return T(is_template ? K::kTStringEnd : K::kFStringEnd);
      })) {
    return nullptr;
  }
  // The parts are decoded when the whole is known, so errors are found at its end.
  if (!DecodeMiddle(middles, IsRawStringToken(Text(tokens_[start])))) return nullptr;
  return Make(is_template ? ExprKind::kTemplateStr : ExprKind::kJoinedStr, start);
}

bool Diagnosis::FormatSpecItem(bool is_template) {
  return T(is_template ? K::kTStringMiddle : K::kFStringMiddle) || ReplacementField(is_template);
}

bool Diagnosis::FormatSpec(bool is_template) {
  return Try([&] { return T(K::kColon) && Any([&] { return FormatSpecItem(is_template); }); });
}

bool Diagnosis::Conversion(bool is_template) {
  const Mark start = mark_;
  if (!Try([&] { return T(K::kExclamation) && T(K::kName); })) return false;
  const std::string prefix = is_template ? "t-string: " : "f-string: ";
  const Token& mark = tokens_[start];
  const Token& name = tokens_[start + 1];
  if (name.line != mark.line || name.start != mark.end) {
    RaiseRange(start, start + 1,
               prefix + "conversion type must come right after the exclamation mark");
    return false;
  }
  const std::string_view letter = Text(name);
  if (letter != "s" && letter != "r" && letter != "a") {
    RaiseAtToken(start + 1, prefix + "invalid conversion character '" + std::string(letter) +
                                "': expected 's', 'r', or 'a'");
    return false;
  }
  return true;
}

bool Diagnosis::ReplacementField(bool is_template) {
  if (!Is(K::kLeftBrace)) return false;
  if (Deep()) return false;
  ++depth_;
  const bool matched = Try([&] {
    return T(K::kLeftBrace) && AnnotatedRhs() != nullptr && Opt([&] { return T(K::kEqual); }) &&
           Opt([&] { return Conversion(is_template); }) &&
           Opt([&] { return FormatSpec(is_template); }) && T(K::kRightBrace);
  });
  if (!matched && invalid_rules_ && !raised_) InvalidReplacementField(is_template);
  --depth_;
  return matched;
}

void Diagnosis::InvalidReplacementField(bool is_template) {
  const Mark start = mark_;
  const std::string prefix = is_template ? "t-string: " : "f-string: ";
  if (!T(K::kLeftBrace)) return;
  const Mark inside = mark_;
  for (const K kind : {K::kEqual, K::kExclamation, K::kColon, K::kRightBrace}) {
    if (T(kind)) {
      RaiseAtToken(inside, prefix + "valid expression required before '" +
                               std::string(TokenKindSpelling(kind)) + "'");
    }
    mark_ = inside;
  }
  const auto conversion = [&] { return Opt([&] { return T(K::kExclamation) && T(K::kName); }); };
  const bool has_value = AnnotatedRhs() != nullptr;
  const Mark after_value = mark_;
  if (raised_) return;
  if (!has_value) {
    mark_ = inside;
    RaiseNext(prefix + "expecting a valid expression after '{'");
    mark_ = start;
    return;
  }
  if (!NextIs({K::kEqual, K::kExclamation, K::kColon, K::kRightBrace})) {
    RaiseNext(prefix + "expecting '=', or '!', or ':', or '}'");
  }
  if (T(K::kEqual) && !NextIs({K::kExclamation, K::kColon, K::kRightBrace})) {
    RaiseNext(prefix + "expecting '!', or ':', or '}'");
  }
  mark_ = after_value;
  T(K::kEqual);
  if (T(K::kExclamation)) {
    if (NextIs({K::kColon, K::kRightBrace})) RaiseNext(prefix + "missing conversion character");
    if (!raised_ && !Is(K::kName)) RaiseNext(prefix + "invalid conversion character");
  }
  mark_ = after_value;
  T(K::kEqual);
  conversion();
  const Mark after_conversion = mark_;
  if (!raised_ && !NextIs({K::kColon, K::kRightBrace})) {
    RaiseNext(prefix + "expecting ':' or '}'");
  }
  // For a t-string, too, CPython looks for the pieces of an f-string here.
  if (T(K::kColon) && Any([&] { return FormatSpecItem(/*is_template=*/false); }) && !raised_ &&
      !Is(K::kRightBrace)) {
    RaiseNext(prefix + "expecting '}', or format specs");
  }
  mark_ = after_conversion;
  if (!raised_ && !Is(K::kRightBrace)) RaiseNext(prefix + "expecting '}'");
  mark_ = start;
}

void Diagnosis::InvalidStringConcatenation() {
  const Mark start = mark_;
  const auto plain = [&] {
    return FString(/*is_template=*/false) != nullptr || String() != nullptr;
  };
  const auto templ = [&] { return FString(/*is_template=*/true) != nullptr; };
  constexpr const char* kMessage = "cannot mix t-string literals with string or bytes literals";
  if (Many(plain) && Many(templ)) RaiseRange(start, mark_ - 1, kMessage);
  mark_ = start;
  if (Many(templ) && Many(plain)) RaiseRange(start, mark_ - 1, kMessage);
  mark_ = start;
}

Diagnosis::N Diagnosis::Strings() {
  return Remember(Rule::kStrings, [&]() -> N {
    const Mark start = mark_;
    if (invalid_rules_) {
      InvalidStringConcatenation();
      if (raised_) return nullptr;
    }
    bool has_bytes = false;
    bool has_text = false;
    bool has_fstring = false;
    const auto plain = [&] {
      if (FString(/*is_template=*/false) != nullptr) return has_fstring = true;
      N string = String();
      if (string == nullptr) return false;
      (string->constant == ConstantKind::kBytes ? has_bytes : has_text) = true;
      return true;
    };
    if (Try([&] { return Many(plain); })) {
      if (raised_) return nullptr;
      if (has_bytes && (has_text || has_fstring)) {
        return RaiseLast("cannot mix bytes and nonbytes literals");
      }
      if (has_fstring) return Make(ExprKind::kJoinedStr, start);
      return MakeConstant(has_bytes ? ConstantKind::kBytes : ConstantKind::kStr, start);
    }
    if (Try([&] { return Many([&] { return FString(/*is_template=*/true) != nullptr; }); })) {
      return raised_ ? nullptr : Make(ExprKind::kTemplateStr, start);
    }
    return nullptr;
  });
}

// ---- Targets

Diagnosis::N Diagnosis::StarTargets() {
  return Remember(Rule::kStarTargets, [&]() -> N {
    const Mark start = mark_;
    N first = StarTarget();
    if (first == nullptr || !Is(K::kComma)) return first;
    while (Try([&] { return T(K::kComma) && StarTarget() != nullptr; })) {
    }
    T(K::kComma);
    return Make(ExprKind::kTuple, start);
  });
}

Diagnosis::N Diagnosis::StarTarget() {
  return Remember(Rule::kStarTarget, [&]() -> N {
    const Mark start = mark_;
    if (Try([&] { return T(K::kStar) && !Is(K::kStar) && StarTarget() != nullptr; })) {
      return Make(ExprKind::kStarred, start);
    }
    return TargetWithStarAtom();
  });
}

Diagnosis::N Diagnosis::TargetWithStarAtom() {
  return Remember(Rule::kTargetWithStarAtom, [&]() -> N {
    if (N node = SingleSubscriptAttributeTarget()) return node;
    return StarAtom();
  });
}

Diagnosis::N Diagnosis::StarAtom() {
  const Mark start = mark_;
  if (T(K::kName)) return Make(ExprKind::kName, start);
  N node = nullptr;
  if (Try([&] {
        return T(K::kLeftParen) && (node = TargetWithStarAtom()) != nullptr && T(K::kRightParen);
      })) {
    return node;
  }
  if (Try([&] {
        return T(K::kLeftParen) && Opt([&] {
                 if (StarTarget() == nullptr || !T(K::kComma)) return false;
                 return Opt([&] {
                   if (!Gather([&] { return StarTarget() != nullptr; })) return false;
                   T(K::kComma);
                   return true;
                 });
               }) &&
               T(K::kRightParen);
      })) {
    return Make(ExprKind::kTuple, start);
  }
  if (Try([&] {
        return T(K::kLeftBracket) && Opt([&] {
                 if (!Gather([&] { return StarTarget() != nullptr; })) return false;
                 T(K::kComma);
                 return true;
               }) &&
               T(K::kRightBracket);
      })) {
    return Make(ExprKind::kList, start);
  }
  return nullptr;
}

Diagnosis::N Diagnosis::SingleTarget() {
  return Remember(Rule::kSingleTarget, [&]() -> N {
    const Mark start = mark_;
    if (N node = SingleSubscriptAttributeTarget()) return node;
    if (T(K::kName)) return Make(ExprKind::kName, start);
    N node = nullptr;
    return T(K::kLeftParen) && (node = SingleTarget()) != nullptr && T(K::kRightParen) ? node
                                                                                       : nullptr;
  });
}

Diagnosis::N Diagnosis::SingleSubscriptAttributeTarget() {
  const Mark start = mark_;
  if (Try([&] { return TPrimary() != nullptr && T(K::kDot) && T(K::kName) && !TLookahead(); })) {
    return Make(ExprKind::kAttribute, start);
  }
  if (Try([&] {
        return TPrimary() != nullptr && T(K::kLeftBracket) && Slices() != nullptr &&
               T(K::kRightBracket) && !TLookahead();
      })) {
    return Make(ExprKind::kSubscript, start);
  }
  return nullptr;
}

Diagnosis::N Diagnosis::TPrimary() {
  return Remember(Rule::kTPrimary, [&]() -> N {
    if (Atom() == nullptr || !TLookahead()) return nullptr;
    for (;;) {
      if (Try([&] { return T(K::kDot) && T(K::kName) && TLookahead(); })) continue;
      if (Try([&] {
            return T(K::kLeftBracket) && Slices() != nullptr && T(K::kRightBracket) && TLookahead();
          })) {
        continue;
      }
      if (Is(K::kLeftParen)) {
        if (Try([&] { return Genexp() != nullptr && TLookahead(); })) continue;
        if (Try([&] {
              return T(K::kLeftParen) && Opt([&] { return Arguments() != nullptr; }) &&
                     T(K::kRightParen) && TLookahead();
            })) {
          continue;
        }
      }
      return Yes();
    }
  });
}

bool Diagnosis::DelTargets() {
  if (!Gather([&] { return DelTarget() != nullptr; })) return false;
  T(K::kComma);
  return true;
}

Diagnosis::N Diagnosis::DelTarget() {
  return Remember(Rule::kDelTarget, [&]() -> N {
    if (N node = SingleSubscriptAttributeTarget()) return node;
    return DelTAtom();
  });
}

Diagnosis::N Diagnosis::DelTAtom() {
  if (T(K::kName)) return Yes();
  if (Try([&] { return T(K::kLeftParen) && DelTarget() != nullptr && T(K::kRightParen); })) {
    return Yes();
  }
  if (Try([&] {
        return T(K::kLeftParen) && Opt([&] { return DelTargets(); }) && T(K::kRightParen);
      })) {
    return Yes();
  }
  return Try([&] {
    return T(K::kLeftBracket) && Opt([&] { return DelTargets(); }) && T(K::kRightBracket);
  })
             ? Yes()
             : nullptr;
}

}  // namespace pysub
