#include "parser/diagnosis_state.h"

// The arguments of calls, for Diagnose().
namespace pysub {

using ast::ExprKind;

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

// Rule `args` of python.gram: positional arguments, then keywords; or keywords alone.
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

// Rule `kwargs`. *x may stand among keywords until the first **y.
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

// Rule `invalid_arguments`: a generator expression without parentheses beside other arguments, a
// positional argument behind a keyword, x = behind nothing.
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

// Rule `invalid_kwarg`: True=1, a.b=1, and a comma that is forgotten before a name.
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
  if (T(K::kStarStar) && Expression() != nullptr && T(K::kEqual) && (a = Expression()) != nullptr) {
    RaiseRange(start, a->last, "cannot assign to keyword argument unpacking");
  }
  mark_ = start;
}

}  // namespace pysub
