#include "parser/diagnosis_state.h"

// Parameters of functions and lambdas, for Diagnose(). Each parameter is followed by a comma or by
// what ends the list, and the rules look at that: so do these.
namespace pysub {

bool Diagnosis::Param(ParameterRules rules) {
  return Try([&] {
    return T(K::kName) &&
           (rules.lambda || Opt([&] { return T(K::kColon) && Expression() != nullptr; }));
  });
}

bool Diagnosis::ParamEnd(ParameterRules rules) { return T(K::kComma) || Is(rules.end); }

bool Diagnosis::ParamNoDefault(ParameterRules rules) {
  return Try([&] { return Param(rules) && ParamEnd(rules); });
}

// `*args: *Ts`
bool Diagnosis::ParamStarAnnotation(ParameterRules rules) {
  return !rules.lambda && Try([&] {
    return T(K::kName) && T(K::kColon) && StarExpression() != nullptr && ParamEnd(rules);
  });
}

bool Diagnosis::Default() {
  const Mark start = mark_;
  if (Try([&] { return T(K::kEqual) && Expression() != nullptr; })) return true;
  if (invalid_rules_ && T(K::kEqual) && NextIs({K::kRightParen, K::kComma})) {
    RaiseAtToken(start, "expected default value expression");
  }
  mark_ = start;
  return false;
}

bool Diagnosis::ParamWithDefault(ParameterRules rules) {
  return Try([&] { return Param(rules) && Default() && ParamEnd(rules); });
}

bool Diagnosis::ParamMaybeDefault(ParameterRules rules) {
  return Try([&] { return Param(rules) && Opt([&] { return Default(); }) && ParamEnd(rules); });
}

bool Diagnosis::SlashNoDefault(ParameterRules rules) {
  return Try([&] {
    return Many([&] { return ParamNoDefault(rules); }) && T(K::kSlash) && ParamEnd(rules);
  });
}

bool Diagnosis::SlashWithDefault(ParameterRules rules) {
  return Try([&] {
    return Any([&] { return ParamNoDefault(rules); }) &&
           Many([&] { return ParamWithDefault(rules); }) && T(K::kSlash) && ParamEnd(rules);
  });
}

bool Diagnosis::Kwds(ParameterRules rules) {
  if (invalid_rules_) InvalidKwds(rules);
  return Try([&] { return T(K::kStarStar) && ParamNoDefault(rules); });
}

bool Diagnosis::StarEtc(ParameterRules rules) {
  if (invalid_rules_) InvalidStarEtc(rules);
  const auto rest = [&] {
    return Any([&] { return ParamMaybeDefault(rules); }) && Opt([&] { return Kwds(rules); });
  };
  if (Try([&] { return T(K::kStar) && ParamNoDefault(rules) && rest(); })) return true;
  if (Try([&] { return T(K::kStar) && ParamStarAnnotation(rules) && rest(); })) return true;
  if (Try([&] {
        return T(K::kStar) && T(K::kComma) && Many([&] { return ParamMaybeDefault(rules); }) &&
               Opt([&] { return Kwds(rules); });
      })) {
    return true;
  }
  return Kwds(rules);
}

bool Diagnosis::Parameters(ParameterRules rules) {
  const auto with_defaults = [&] { return Any([&] { return ParamWithDefault(rules); }); };
  const auto star = [&] { return Opt([&] { return StarEtc(rules); }); };
  if (Try([&] {
        return SlashNoDefault(rules) && Any([&] { return ParamNoDefault(rules); }) &&
               with_defaults() && star();
      })) {
    return true;
  }
  if (Try([&] { return SlashWithDefault(rules) && with_defaults() && star(); })) return true;
  if (Try([&] {
        return Many([&] { return ParamNoDefault(rules); }) && with_defaults() && star();
      })) {
    return true;
  }
  if (Try([&] { return Many([&] { return ParamWithDefault(rules); }) && star(); })) return true;
  return StarEtc(rules);
}

bool Diagnosis::Params(ParameterRules rules) {
  // The header of a `def` is read by several rules; its parameters are walked once.
  return Remember(rules.lambda ? Rule::kLambdaParams : Rule::kParams, [&]() -> N {
           if (invalid_rules_) InvalidParameters(rules);
           return Parameters(rules) ? Yes() : nullptr;
         }) != nullptr;
}

// Rule `invalid_parameters` and the one for lambdas: / in a wrong place or twice, a parameter
// without default behind one that has it, parentheses around parameters.
void Diagnosis::InvalidParameters(ParameterRules rules) {
  const Mark start = mark_;
  const auto no_default = [&] { return ParamNoDefault(rules); };
  const auto maybe_default = [&] { return ParamMaybeDefault(rules); };
  const auto slash = [&] { return SlashNoDefault(rules) || SlashWithDefault(rules); };
  if (T(K::kSlash) && T(K::kComma)) {
    RaiseAtToken(start, "at least one argument must precede /");
  }
  mark_ = start;
  if (slash() && Any(maybe_default) && T(K::kSlash)) {
    RaiseAtToken(mark_ - 1, "/ may appear only once");
  }
  mark_ = start;
  Opt([&] { return SlashNoDefault(rules); });
  if (Any(no_default) &&
      (SlashWithDefault(rules) || Many([&] { return ParamWithDefault(rules); }))) {
    const Mark param = mark_;
    if (no_default()) {
      // The node of the parameter ends before its comma.
      const Mark last = tokens_[mark_ - 1].kind == K::kComma ? mark_ - 2 : mark_ - 1;
      RaiseRange(param, last, "parameter without a default follows parameter with a default");
    }
  }
  mark_ = start;
  if (Any(no_default) && Is(K::kLeftParen)) {
    const Mark open = mark_++;
    // Inside the brackets a parameter may only end in a comma or in the end of the real list; for
    // a `def` the closing bracket is that end, for a lambda the names stand alone.
    const bool names = rules.lambda ? Gather([&] { return T(K::kName); }) : Many(no_default);
    if (names && Opt([&] { return T(K::kComma); }) && T(K::kRightParen)) {
      RaiseRange(open, mark_ - 1,
                 rules.lambda ? "Lambda expression parameters cannot be parenthesized"
                              : "Function parameters cannot be parenthesized");
    }
  }
  mark_ = start;
  Opt(slash);
  if (Any(maybe_default) && T(K::kStar) && (T(K::kComma) || no_default()) && Any(maybe_default) &&
      T(K::kSlash)) {
    RaiseAtToken(mark_ - 1, "/ must be ahead of *");
  }
  mark_ = start;
  if (Many(maybe_default) && T(K::kSlash) && T(K::kStar)) {
    RaiseAtToken(mark_ - 1, "expected comma between / and *");
  }
  mark_ = start;
}

// Rule `invalid_star_etc`: a bare * without a name behind it, a default for *args, a second *.
void Diagnosis::InvalidStarEtc(ParameterRules rules) {
  const Mark start = mark_;
  if (T(K::kStar) &&
      (T(rules.end) || Try([&] { return T(K::kComma) && (T(rules.end) || T(K::kStarStar)); }))) {
    // For a lambda CPython says this where its tokenizer stands.
    if (rules.lambda) {
      RaiseLast("named arguments must follow bare *");
    } else {
      RaiseAtToken(start, "named arguments must follow bare *");
    }
  }
  mark_ = start;
  if (T(K::kStar) && Param(rules) && T(K::kEqual)) {
    RaiseAtToken(mark_ - 1, "var-positional argument cannot have default value");
  }
  mark_ = start;
  const auto part = [&] { return ParamNoDefault(rules) || T(K::kComma); };
  if (T(K::kStar) && part() && Any([&] { return ParamMaybeDefault(rules); })) {
    const Mark second = mark_;
    if (T(K::kStar) && part()) RaiseAtToken(second, "* argument may appear only once");
  }
  mark_ = start;
}

// Rule `invalid_kwds`: what stands behind **kwargs, or a default for it.
void Diagnosis::InvalidKwds(ParameterRules rules) {
  const Mark start = mark_;
  if (T(K::kStarStar) && Param(rules) && T(K::kEqual)) {
    RaiseAtToken(mark_ - 1, "var-keyword argument cannot have default value");
  }
  mark_ = start;
  if (T(K::kStarStar) && Param(rules) && T(K::kComma)) {
    const Mark next = mark_;
    if (Param(rules)) {
      RaiseRange(next, mark_ - 1, "arguments cannot follow var-keyword argument");
    }
  }
  mark_ = start;
  if (T(K::kStarStar) && Param(rules) && T(K::kComma) &&
      AnyOf({K::kStar, K::kStarStar, K::kSlash})) {
    RaiseAtToken(mark_ - 1, "arguments cannot follow var-keyword argument");
  }
  mark_ = start;
}

}  // namespace pysub
