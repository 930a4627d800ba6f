#include "parser/diagnosis_state.h"

// The match statement, for Diagnose(): pysub refuses it, but mistakes inside it come first.
namespace pysub {

bool Diagnosis::SubjectExpr() {
  return Try([&] {
           return StarNamedExpression() != nullptr && T(K::kComma) &&
                  Opt([&] { return StarNamedExpressions(nullptr); });
         }) ||
         Try([&] { return NamedExpression() != nullptr; });
}

// `match` and `case` are names elsewhere (soft keywords), so the rule is tried and given up
// silently if the rest does not fit.
Diagnosis::N Diagnosis::MatchStmt() {
  if (!Is(K::kName) || Text(tokens_[mark_]) != "match") return nullptr;
  const Mark start = mark_;
  if (Try([&] {
        return Word("match") && SubjectExpr() && T(K::kColon) && T(K::kNewline) && T(K::kIndent) &&
               Many([&] { return CaseBlock(); }) && T(K::kDedent);
      })) {
    return Yes();
  }
  if (invalid_rules_) {
    if (Word("match") && SubjectExpr() && T(K::kNewline)) RaiseLast("expected ':'");
    mark_ = start;
    if (Word("match") && SubjectExpr() && T(K::kColon) && T(K::kNewline) && !Is(K::kIndent)) {
      RaiseNoBlock("'match' statement", start);
    }
    mark_ = start;
  }
  return nullptr;
}

bool Diagnosis::Guard() { return T(K::kKwIf) && NamedExpression() != nullptr; }

bool Diagnosis::CaseBlock() {
  const Mark start = mark_;
  if (invalid_rules_) {
    const auto header = [&] { return Word("case") && Patterns() && Opt([&] { return Guard(); }); };
    if (header() && T(K::kNewline)) RaiseLast("expected ':'");
    mark_ = start;
    if (header() && T(K::kColon) && T(K::kNewline) && !Is(K::kIndent)) {
      RaiseNoBlock("'case' statement", start);
    }
    mark_ = start;
  }
  return Try([&] {
    return Word("case") && Patterns() && Opt([&] { return Guard(); }) && T(K::kColon) &&
           Block() != nullptr;
  });
}

bool Diagnosis::SequenceItems() {
  if (!Gather([&] { return MaybeStarPattern(); })) return false;
  T(K::kComma);
  return true;
}

bool Diagnosis::Patterns() {
  return Try([&] {
           return MaybeStarPattern() && T(K::kComma) && Opt([&] { return SequenceItems(); });
         }) ||
         Try([&] { return Pattern(); });
}

bool Diagnosis::Pattern() {
  if (Deep()) return false;
  ++depth_;
  bool matched = Try([&] { return OrPattern() && T(K::kKwAs) && CaptureTarget(); });
  if (!matched) {
    if (invalid_rules_) InvalidAsPattern();
    matched = Try([&] { return OrPattern(); });
  }
  --depth_;
  return matched;
}

void Diagnosis::InvalidAsPattern() {
  const Mark start = mark_;
  N node = nullptr;
  if (OrPattern() && T(K::kKwAs) && Word("_")) {
    RaiseAtToken(mark_ - 1, "cannot use '_' as a target");
  }
  mark_ = start;
  if (OrPattern() && T(K::kKwAs) && (node = Expression()) != nullptr) {
    RaiseAt(node, std::string("cannot use ") + ExpressionName(node) + " as pattern target");
  }
  mark_ = start;
}

bool Diagnosis::OrPattern() {
  if (ClosedPattern() == nullptr) return false;
  while (Try([&] { return T(K::kPipe) && ClosedPattern() != nullptr; })) {
  }
  return true;
}

bool Diagnosis::CaptureTarget() {
  return Try([&] {
    if (!Is(K::kName) || Text(tokens_[mark_]) == "_") return false;
    ++mark_;
    return !NextIs({K::kDot, K::kLeftParen, K::kEqual});
  });
}

bool Diagnosis::StarPattern() {
  return Try([&] { return T(K::kStar) && (CaptureTarget() || Word("_")); });
}

bool Diagnosis::MaybeStarPattern() { return StarPattern() || Pattern(); }

bool Diagnosis::SignedNumber() {
  return Try([&] {
    T(K::kMinus);
    return Number() != nullptr;
  });
}

bool Diagnosis::ComplexNumber() {
  return Try([&] {
    T(K::kMinus);
    N real = Number();
    if (real == nullptr) return false;
    if (real->constant == ast::ConstantKind::kComplex) {
      RaiseAt(real, "real number required in complex literal");
      return false;
    }
    if (!T(K::kPlus) && !T(K::kMinus)) return false;
    N imaginary = Number();
    if (imaginary == nullptr) return false;
    if (imaginary->constant != ast::ConstantKind::kComplex) {
      RaiseAt(imaginary, "imaginary number required in complex literal");
      return false;
    }
    return true;
  });
}

bool Diagnosis::LiteralExpr() {
  return Try([&] {
           return SignedNumber() && !NextIs({K::kPlus, K::kMinus});
         }) ||
         (NextIs({K::kMinus, K::kNumber}) && ComplexNumber()) ||
         (NextIs({K::kString, K::kFStringStart, K::kTStringStart}) && Strings() != nullptr) ||
         AnyOf({K::kKwNone, K::kKwTrue, K::kKwFalse});
}

bool Diagnosis::NameOrAttr(bool need_dot) {
  return Try([&] {
    if (!T(K::kName)) return false;
    bool dotted = false;
    while (Try([&] { return T(K::kDot) && T(K::kName); })) {
      dotted = true;
    }
    return dotted || !need_dot;
  });
}

// Rule `closed_pattern`. The order of the alternatives is that of python.gram: a name with a dot is
// a value, without one it captures.
Diagnosis::N Diagnosis::ClosedPattern() {
  return Remember(Rule::kClosedPattern, [&]() -> N {
    if (LiteralExpr()) return Yes();
    if (CaptureTarget()) return Yes();
    if (Word("_")) return Yes();
    if (Try([&] {
          return NameOrAttr(/*need_dot=*/true) && !NextIs({K::kDot, K::kLeftParen, K::kEqual});
        })) {
      return Yes();
    }
    if (Try([&] { return T(K::kLeftParen) && Pattern() && T(K::kRightParen); })) return Yes();
    if (Try([&] {
          return T(K::kLeftBracket) && Opt([&] { return SequenceItems(); }) && T(K::kRightBracket);
        })) {
      return Yes();
    }
    if (Try([&] {
          return T(K::kLeftParen) && Opt([&] {
                   return MaybeStarPattern() && T(K::kComma) &&
                          Opt([&] { return SequenceItems(); });
                 }) &&
                 T(K::kRightParen);
        })) {
      return Yes();
    }
    if (MappingPattern() || ClassPattern()) return Yes();
    return nullptr;
  });
}

bool Diagnosis::MappingItem() {
  return Try([&] {
    return (LiteralExpr() || NameOrAttr(/*need_dot=*/true)) && T(K::kColon) && Pattern();
  });
}

bool Diagnosis::MappingPattern() {
  const auto rest = [&] { return Try([&] { return T(K::kStarStar) && CaptureTarget(); }); };
  return Try([&] {
    if (!T(K::kLeftBrace)) return false;
    if (T(K::kRightBrace)) return true;
    if (!rest()) {
      if (!Gather([&] { return MappingItem(); })) return false;
      Opt([&] { return T(K::kComma) && rest(); });
    }
    T(K::kComma);
    return T(K::kRightBrace);
  });
}

bool Diagnosis::KeywordPattern() {
  return Try([&] { return T(K::kName) && T(K::kEqual) && Pattern(); });
}

bool Diagnosis::ClassPattern() {
  const auto positional = [&] { return Gather([&] { return Pattern(); }); };
  const auto keywords = [&] { return Gather([&] { return KeywordPattern(); }); };
  const auto end = [&] {
    T(K::kComma);
    return T(K::kRightParen);
  };
  const auto head = [&] { return NameOrAttr(/*need_dot=*/false) && T(K::kLeftParen); };
  if (Try([&] { return head() && T(K::kRightParen); })) return true;
  if (Try([&] { return head() && positional() && end(); })) return true;
  if (Try([&] { return head() && keywords() && end(); })) return true;
  if (Try([&] { return head() && positional() && T(K::kComma) && keywords() && end(); })) {
    return true;
  }
  if (invalid_rules_) InvalidClassPattern();
  return false;
}

void Diagnosis::InvalidClassPattern() {
  const Mark start = mark_;
  const auto positional = [&] { return Gather([&] { return Pattern(); }); };
  if (NameOrAttr(/*need_dot=*/false) && T(K::kLeftParen) &&
      Opt([&] { return positional() && T(K::kComma); }) &&
      Gather([&] { return KeywordPattern(); }) && T(K::kComma)) {
    const Mark first = mark_;
    if (positional()) {
      RaiseRange(first, mark_ - 1, "positional patterns follow keyword patterns");
    }
  }
  mark_ = start;
}

}  // namespace pysub
