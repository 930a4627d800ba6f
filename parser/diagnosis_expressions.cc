#include "parser/diagnosis_state.h"

// Expressions with operators, for Diagnose(). The order of alternatives is CPython's and decides
// which mistake is named.
namespace pysub {

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

// Rule `invalid_expression`. Two expressions side by side most often mean a forgotten comma. But a
// name before a string is a wrong prefix, and soft keywords may begin a statement, so these are
// left out.
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
      if (Ahead([&] { return T(K::kFStringMiddle); })) {
        RaiseRange(start, colon,
                   "f-string: lambda expressions are not allowed without parentheses");
      } else if (Ahead([&] { return T(K::kTStringMiddle); })) {
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

// Rule `invalid_named_expression`: a := with a target that is no name, and = where == was meant.
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

Diagnosis::N Diagnosis::BoolOp(Rule rule, K op, N (Diagnosis::*operand)()) {
  return Remember(rule, [&]() -> N {
    const Mark start = mark_;
    N node = (this->*operand)();
    if (node == nullptr || !Is(op)) return node;
    while (Try([&] { return T(op) && (this->*operand)() != nullptr; })) {
      node = nullptr;
    }
    return node != nullptr ? node : Make(ExprKind::kBoolOp, start);
  });
}

Diagnosis::N Diagnosis::Disjunction() {
  return BoolOp(Rule::kDisjunction, K::kKwOr, &Diagnosis::Conjunction);
}

Diagnosis::N Diagnosis::Conjunction() {
  return BoolOp(Rule::kConjunction, K::kKwAnd, &Diagnosis::Inversion);
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
    const bool usual = !tokens_[mark_].special;  // not "<>"
    if (usual != barry_) return ++mark_, true;
    if (barry_) RaiseLast("with Barry as BDFL, use '<>' instead of '!='");
    return false;
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

// Rule `primary`, which is left recursive in python.gram. Here it is a loop with the same result.
Diagnosis::N Diagnosis::Primary() {
  return Remember(Rule::kPrimary, [&]() -> N {
    const Mark start = mark_;
    N node = Atom();
    while (node != nullptr) {
      if (Try([&] { return T(K::kDot) && T(K::kName); })) {
        node = Make(ExprKind::kAttribute, start);
      } else if (MayBeGenexp() && Try([&] { return Genexp() != nullptr; })) {
        node = Make(ExprKind::kCall, start);
      } else if (Try([&] {
                   return T(K::kLeftParen) && Opt([&] { return Arguments() != nullptr; }) &&
                          T(K::kRightParen);
                 })) {
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

}  // namespace pysub
