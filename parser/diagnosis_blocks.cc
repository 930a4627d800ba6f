#include "parser/diagnosis_state.h"

// Statements with blocks, for Diagnose(): functions, classes, if, loops, with, try.
namespace pysub {

Diagnosis::N Diagnosis::Block() {
  return Remember(Rule::kBlock, [&]() -> N {
    if (Try([&] {
          return T(K::kNewline) && T(K::kIndent) && Statements() != nullptr && T(K::kDedent);
        })) {
      return Yes();
    }
    const Mark start = mark_;
    if (SimpleStmts() != nullptr) return Yes();
    mark_ = start;
    if (invalid_rules_ && T(K::kNewline) && !Is(K::kIndent)) {
      RaiseIndentation("expected an indented block");
    }
    return nullptr;
  });
}

bool Diagnosis::Decorators() {
  return Many([&] {
    return Try([&] { return T(K::kAt) && NamedExpression() != nullptr && T(K::kNewline); });
  });
}

Diagnosis::N Diagnosis::FunctionDef() {
  if (Try([&] { return Decorators() && FunctionDefRaw(); })) return Yes();
  return FunctionDefRaw() ? Yes() : nullptr;
}

void Diagnosis::InvalidDefRaw() {
  const Mark start = mark_;
  T(K::kKwAsync);
  const Mark def = mark_;
  const ParameterRules rules{K::kRightParen, false};
  if (T(K::kKwDef) && T(K::kName) && Opt([&] { return TypeParams(); }) && T(K::kLeftParen) &&
      Opt([&] { return Params(rules); }) && T(K::kRightParen) &&
      Opt([&] { return T(K::kArrow) && Expression() != nullptr; }) && T(K::kColon) &&
      T(K::kNewline) && !Is(K::kIndent)) {
    RaiseNoBlock("function definition", def);
  }
  mark_ = start;
}

bool Diagnosis::FunctionDefRaw() {
  if (invalid_rules_) InvalidDefRaw();
  const ParameterRules rules{K::kRightParen, false};
  const auto rest = [&] {
    return T(K::kKwDef) && T(K::kName) && Opt([&] { return TypeParams(); }) &&
           Forced(K::kLeftParen) && Opt([&] { return Params(rules); }) && T(K::kRightParen) &&
           Opt([&] { return T(K::kArrow) && Expression() != nullptr; }) && Forced(K::kColon) &&
           Block() != nullptr;
  };
  return Try(rest) || Try([&] { return T(K::kKwAsync) && rest(); });
}

Diagnosis::N Diagnosis::ClassDef() {
  if (Try([&] { return Decorators() && ClassDefRaw(); })) return Yes();
  return ClassDefRaw() ? Yes() : nullptr;
}

void Diagnosis::InvalidClassDefRaw() {
  const Mark start = mark_;
  const auto header = [&] {
    return T(K::kKwClass) && T(K::kName) && Opt([&] { return TypeParams(); }) && Opt([&] {
             return T(K::kLeftParen) && Opt([&] { return Arguments() != nullptr; }) &&
                    T(K::kRightParen);
           });
  };
  if (header() && T(K::kNewline)) RaiseLast("expected ':'");
  mark_ = start;
  if (header() && T(K::kColon) && T(K::kNewline) && !Is(K::kIndent)) {
    RaiseNoBlock("class definition", start);
  }
  mark_ = start;
}

bool Diagnosis::ClassDefRaw() {
  if (invalid_rules_) InvalidClassDefRaw();
  return Try([&] {
    return T(K::kKwClass) && T(K::kName) && Opt([&] { return TypeParams(); }) && Opt([&] {
             return T(K::kLeftParen) && Opt([&] { return Arguments() != nullptr; }) &&
                    T(K::kRightParen);
           }) &&
           T(K::kColon) && Block() != nullptr;
  });
}

// if, elif and while: the keyword, a condition, and then no colon or no block.
void Diagnosis::InvalidHeader(K keyword, const char* what) {
  const Mark start = mark_;
  if (T(keyword) && NamedExpression() != nullptr && T(K::kNewline)) RaiseLast("expected ':'");
  mark_ = start;
  if (T(keyword) && NamedExpression() != nullptr && T(K::kColon) && T(K::kNewline) &&
      !Is(K::kIndent)) {
    RaiseNoBlock(what, start);
  }
  mark_ = start;
}

Diagnosis::N Diagnosis::IfStmt() {
  if (invalid_rules_) InvalidHeader(K::kKwIf, "'if' statement");
  if (!Try([&] {
        return T(K::kKwIf) && NamedExpression() != nullptr && T(K::kColon) && Block() != nullptr;
      })) {
    return nullptr;
  }
  // A chain of `elif` is a loop here. Where it breaks off, an `else` may follow, as it may where
  // CPython's recursion ends.
  while (!raised_) {
    const Mark start = mark_;
    if (invalid_rules_) InvalidHeader(K::kKwElif, "'elif' statement");
    if (!Try([&] {
          return T(K::kKwElif) && NamedExpression() != nullptr && T(K::kColon) &&
                 Block() != nullptr;
        })) {
      mark_ = start;
      break;
    }
  }
  Opt([&] { return ElseBlock(); });
  return raised_ ? nullptr : Yes();
}

void Diagnosis::InvalidElseStmt() {
  const Mark start = mark_;
  if (T(K::kKwElse) && T(K::kColon) && T(K::kNewline) && !Is(K::kIndent)) {
    RaiseNoBlock("'else' statement", start);
  }
  mark_ = start;
  if (T(K::kKwElse) && T(K::kColon) && Block() != nullptr && T(K::kKwElif)) {
    RaiseLast("'elif' block follows an 'else' block");
  }
  mark_ = start;
}

bool Diagnosis::ElseBlock() {
  if (invalid_rules_) InvalidElseStmt();
  return Try([&] { return T(K::kKwElse) && Forced(K::kColon) && Block() != nullptr; });
}

Diagnosis::N Diagnosis::WhileStmt() {
  if (invalid_rules_) InvalidHeader(K::kKwWhile, "'while' statement");
  return Try([&] {
    return T(K::kKwWhile) && NamedExpression() != nullptr && T(K::kColon) && Block() != nullptr &&
           Opt([&] { return ElseBlock(); });
  })
             ? Yes()
             : nullptr;
}

void Diagnosis::InvalidForStmt() {
  const Mark start = mark_;
  const auto header = [&](Mark* keyword) {
    T(K::kKwAsync);
    *keyword = mark_;
    return T(K::kKwFor) && StarTargets() != nullptr && T(K::kKwIn) && StarExpressions() != nullptr;
  };
  Mark keyword = 0;
  if (header(&keyword) && T(K::kNewline)) RaiseLast("expected ':'");
  mark_ = start;
  if (header(&keyword) && T(K::kColon) && T(K::kNewline) && !Is(K::kIndent)) {
    RaiseNoBlock("'for' statement", keyword);
  }
  mark_ = start;
}

void Diagnosis::InvalidForTarget() {
  const Mark start = mark_;
  T(K::kKwAsync);
  N node = nullptr;
  if (T(K::kKwFor) && (node = StarExpressions()) != nullptr) RaiseTarget(Targets::kFor, node);
  mark_ = start;
}

Diagnosis::N Diagnosis::ForStmt() {
  if (invalid_rules_) InvalidForStmt();
  const Mark start = mark_;
  for (const bool is_async : {false, true}) {
    mark_ = start;
    if (is_async && !T(K::kKwAsync)) break;
    if (!(T(K::kKwFor) && StarTargets() != nullptr && T(K::kKwIn))) continue;
    // A cut: after `in` no other alternative is tried.
    if (StarExpressions() != nullptr && T(K::kColon) && Block() != nullptr &&
        Opt([&] { return ElseBlock(); }) && !raised_) {
      return Yes();
    }
    mark_ = start;
    return nullptr;
  }
  mark_ = start;
  if (invalid_rules_) InvalidForTarget();
  return nullptr;
}

void Diagnosis::InvalidWithStmt() {
  const Mark start = mark_;
  for (const bool parenthesized : {false, true}) {
    T(K::kKwAsync);
    if (InvalidWithHeader(parenthesized) && T(K::kNewline)) RaiseLast("expected ':'");
    mark_ = start;
  }
}

// 'with' and its items, more loosely than with_item reads them.
bool Diagnosis::InvalidWithHeader(bool parenthesized) {
  if (!T(K::kKwWith)) return false;
  const auto vars = [&] { return T(K::kKwAs) && StarTarget() != nullptr; };
  if (!parenthesized) {
    return Gather([&] { return Try([&] { return Expression() != nullptr && Opt(vars); }); });
  }
  return T(K::kLeftParen) &&
         Gather([&] { return Try([&] { return Expressions() != nullptr && Opt(vars); }); }) &&
         Opt([&] { return T(K::kComma); }) && T(K::kRightParen);
}

void Diagnosis::InvalidWithStmtIndent() {
  const Mark start = mark_;
  for (const bool parenthesized : {false, true}) {
    T(K::kKwAsync);
    const Mark keyword = mark_;
    if (InvalidWithHeader(parenthesized) && T(K::kColon) && T(K::kNewline) && !Is(K::kIndent)) {
      RaiseNoBlock("'with' statement", keyword);
    }
    mark_ = start;
  }
}

// Rule `with_item`: an expression, with a target behind `as` or without.
bool Diagnosis::WithItem() {
  if (Try([&] {
        return Expression() != nullptr && T(K::kKwAs) && StarTarget() != nullptr &&
               NextIs({K::kComma, K::kRightParen, K::kColon});
      })) {
    return true;
  }
  const Mark start = mark_;
  if (invalid_rules_) {
    N node = nullptr;
    if (Expression() != nullptr && T(K::kKwAs) && (node = Expression()) != nullptr &&
        NextIs({K::kComma, K::kRightParen, K::kColon})) {
      RaiseTarget(Targets::kStar, node);
    }
    mark_ = start;
  }
  return Expression() != nullptr;
}

Diagnosis::N Diagnosis::WithStmt() {
  if (invalid_rules_) InvalidWithStmtIndent();
  const auto items = [&] { return Gather([&] { return WithItem(); }); };
  for (const bool is_async : {false, true}) {
    if (Try([&] {
          return (!is_async || T(K::kKwAsync)) && T(K::kKwWith) && T(K::kLeftParen) && items() &&
                 Opt([&] { return T(K::kComma); }) && T(K::kRightParen) && T(K::kColon) &&
                 Block() != nullptr;
        })) {
      return Yes();
    }
    if (Try([&] {
          return (!is_async || T(K::kKwAsync)) && T(K::kKwWith) && items() && T(K::kColon) &&
                 Block() != nullptr;
        })) {
      return Yes();
    }
  }
  if (invalid_rules_) InvalidWithStmt();
  return nullptr;
}

// ---- try

void Diagnosis::InvalidTryStmt() {
  const Mark start = mark_;
  if (T(K::kKwTry) && T(K::kColon) && T(K::kNewline) && !Is(K::kIndent)) {
    RaiseNoBlock("'try' statement", start);
  }
  mark_ = start;
  if (T(K::kKwTry) && T(K::kColon) && Block() != nullptr &&
      !NextIs({K::kKwExcept, K::kKwFinally})) {
    RaiseLast("expected 'except' or 'finally' block");
  }
  mark_ = start;
  constexpr const char* kBoth = "cannot have both 'except' and 'except*' on the same 'try'";
  const auto head = [&] {
    return T(K::kKwTry) && T(K::kColon) && Any([&] { return Block() != nullptr; });
  };
  const auto as_name = [&] { return T(K::kKwAs) && T(K::kName); };
  if (head() && Many([&] { return ExceptBlock(); })) {
    const Mark except = mark_;
    if (T(K::kKwExcept) && T(K::kStar) && Expression() != nullptr && Opt(as_name) && T(K::kColon)) {
      RaiseRange(except, except + 1, kBoth);
    }
  }
  mark_ = start;
  if (head() && Many([&] { return ExceptStarBlock(); })) {
    const Mark except = mark_;
    if (T(K::kKwExcept) && Opt([&] { return Expression() != nullptr && Opt(as_name); }) &&
        T(K::kColon)) {
      RaiseAtToken(except, kBoth);
    }
  }
  mark_ = start;
}

void Diagnosis::InvalidExceptStmtIndent(bool star) {
  const Mark start = mark_;
  const auto as_name = [&] { return T(K::kKwAs) && T(K::kName); };
  if (T(K::kKwExcept) && (!star || T(K::kStar)) && Expression() != nullptr && Opt(as_name) &&
      T(K::kColon) && T(K::kNewline) && !Is(K::kIndent)) {
    RaiseNoBlock(star ? "'except*' statement" : "'except' statement", start);
  }
  mark_ = start;
  if (!star && T(K::kKwExcept) && T(K::kColon) && T(K::kNewline) && !Is(K::kIndent)) {
    RaiseNoBlock("'except' statement", start);
  }
  mark_ = start;
}

void Diagnosis::InvalidExceptStmt() {
  const Mark start = mark_;
  N node = nullptr;
  if (T(K::kKwExcept) && (node = Expression()) != nullptr && T(K::kComma) &&
      Expressions() != nullptr && T(K::kKwAs) && T(K::kName) && T(K::kColon)) {
    RaiseFrom(node->first, "multiple exception types must be parenthesized when using 'as'");
  }
  mark_ = start;
  if (T(K::kKwExcept) && Expression() != nullptr &&
      Opt([&] { return T(K::kKwAs) && T(K::kName); }) && T(K::kNewline)) {
    RaiseLast("expected ':'");
  }
  mark_ = start;
  if (T(K::kKwExcept) && T(K::kNewline)) RaiseLast("expected ':'");
  mark_ = start;
  if (T(K::kKwExcept) && Expression() != nullptr && T(K::kKwAs) &&
      (node = Expression()) != nullptr && T(K::kColon) && Block() != nullptr) {
    RaiseAt(node, std::string("cannot use except statement with ") + ExpressionName(node));
  }
  mark_ = start;
}

void Diagnosis::InvalidExceptStarStmt() {
  const Mark start = mark_;
  N node = nullptr;
  const auto head = [&] { return T(K::kKwExcept) && T(K::kStar); };
  if (head() && (node = Expression()) != nullptr && T(K::kComma) && Expressions() != nullptr &&
      T(K::kKwAs) && T(K::kName) && T(K::kColon)) {
    RaiseFrom(node->first, "multiple exception types must be parenthesized when using 'as'");
  }
  mark_ = start;
  if (head() && Expression() != nullptr && Opt([&] { return T(K::kKwAs) && T(K::kName); }) &&
      T(K::kNewline)) {
    RaiseLast("expected ':'");
  }
  mark_ = start;
  if (head() && (T(K::kNewline) || T(K::kColon))) {
    RaiseLast("expected one or more exception types");
  }
  mark_ = start;
  if (head() && Expression() != nullptr && T(K::kKwAs) && (node = Expression()) != nullptr &&
      T(K::kColon) && Block() != nullptr) {
    RaiseAt(node, std::string("cannot use except* statement with ") + ExpressionName(node));
  }
  mark_ = start;
}

bool Diagnosis::ExceptBlock() {
  if (invalid_rules_) InvalidExceptStmtIndent(/*star=*/false);
  const auto body = [&] { return T(K::kColon) && Block() != nullptr; };
  if (Try([&] { return T(K::kKwExcept) && Expression() != nullptr && body(); })) return true;
  if (Try([&] {
        return T(K::kKwExcept) && Expression() != nullptr && T(K::kKwAs) && T(K::kName) && body();
      })) {
    return true;
  }
  if (Try([&] { return T(K::kKwExcept) && Expressions() != nullptr && body(); })) return true;
  if (Try([&] { return T(K::kKwExcept) && body(); })) return true;
  if (invalid_rules_) InvalidExceptStmt();
  return false;
}

bool Diagnosis::ExceptStarBlock() {
  if (invalid_rules_) InvalidExceptStmtIndent(/*star=*/true);
  const auto head = [&] { return T(K::kKwExcept) && T(K::kStar); };
  const auto body = [&] { return T(K::kColon) && Block() != nullptr; };
  if (Try([&] { return head() && Expression() != nullptr && body(); })) return true;
  if (Try([&] {
        return head() && Expression() != nullptr && T(K::kKwAs) && T(K::kName) && body();
      })) {
    return true;
  }
  if (Try([&] { return head() && Expressions() != nullptr && body(); })) return true;
  if (invalid_rules_) InvalidExceptStarStmt();
  return false;
}

bool Diagnosis::FinallyBlock() {
  if (invalid_rules_) {
    const Mark start = mark_;
    if (T(K::kKwFinally) && T(K::kColon) && T(K::kNewline) && !Is(K::kIndent)) {
      RaiseNoBlock("'finally' statement", start);
    }
    mark_ = start;
  }
  return Try([&] { return T(K::kKwFinally) && Forced(K::kColon) && Block() != nullptr; });
}

Diagnosis::N Diagnosis::TryStmt() {
  if (invalid_rules_) InvalidTryStmt();
  const auto head = [&] { return T(K::kKwTry) && Forced(K::kColon) && Block() != nullptr; };
  const auto tail = [&] {
    return Opt([&] { return ElseBlock(); }) && Opt([&] { return FinallyBlock(); });
  };
  if (Try([&] { return head() && FinallyBlock(); })) return Yes();
  if (Try([&] { return head() && Many([&] { return ExceptBlock(); }) && tail(); })) return Yes();
  if (Try([&] { return head() && Many([&] { return ExceptStarBlock(); }) && tail(); })) {
    return Yes();
  }
  return nullptr;
}

}  // namespace pysub
