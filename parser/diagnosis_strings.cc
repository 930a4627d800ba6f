#include "parser/diagnosis_state.h"

// Strings, f-strings and t-strings, for Diagnose().
namespace pysub {

using ast::ConstantKind;
using ast::ExprKind;

Diagnosis::N Diagnosis::String() {
  const Mark start = mark_;
  if (!T(K::kString)) return nullptr;
  const Token& token = tokens_[start];
  LiteralDecoder::String value;
  LiteralError error;
  if (!literals_.DecodeString(Text(token), token.line, &value, &error, Warnings())) {
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
    if (!literals_.DecodeText(Text(token), token.line, &value, &error, Warnings())) {
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

// Rule `invalid_fstring_replacement_field` and its like for t-strings: nothing between the braces,
// and what may not stand behind the expression.
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

// Rule `invalid_string_tstring_concat`: a t-string beside a string or f-string.
void Diagnosis::InvalidStringConcatenation() {
  const Mark start = mark_;
  // One literal after the other of a kind: where the last began, where the first ended.
  struct Run {
    Mark last_start = 0, first_end = 0;
  };
  const auto read = [&](bool templates, Run* run) {
    return Many([&] {
      const Mark begin = mark_;
      if (FString(templates) == nullptr && (templates || String() == nullptr)) return false;
      run->last_start = begin;
      if (run->first_end == 0) run->first_end = mark_ - 1;
      return true;
    });
  };
  for (const bool templates_first : {false, true}) {
    Run left, right;
    if (read(templates_first, &left) && read(!templates_first, &right)) {
      RaiseRange(left.last_start, right.first_end,
                 "cannot mix t-string literals with string or bytes literals");
    }
    mark_ = start;
  }
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

}  // namespace pysub
