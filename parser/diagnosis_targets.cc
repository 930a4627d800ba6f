#include "parser/diagnosis_state.h"

// What can be assigned to or deleted, for Diagnose().
namespace pysub {

using ast::ExprKind;

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

// Rule `star_atom`: what may be a target without a dot or a bracket behind it.
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

// Rule `t_primary`: the part of a target before its last dot or bracket. The lookahead makes sure
// that one more follows.
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
      if (MayBeGenexp() && Try([&] { return Genexp() != nullptr && TLookahead(); })) continue;
      if (Try([&] {
            return T(K::kLeftParen) && Opt([&] { return Arguments() != nullptr; }) &&
                   T(K::kRightParen) && TLookahead();
          })) {
        continue;
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
