#include <algorithm>
#include <string>

#include "parser/parser_state.h"

// String literals: adjacent ones become one node; f-strings and t-strings arrive as tokens (PEP
// 701) and become JoinedStr and TemplateStr.
namespace pysub {

using ast::Expr;

// The pieces of a run of adjacent literals, before neighbouring constants are joined.
struct Parser::StringParts {
  explicit StringParts(Parser& parser) : list(parser) {}
  ListBuilder<const Expr*> list;
};

// strings: (fstring | string)+ | tstring+
const Expr* Parser::ParseStrings() {
  const Token* const start = token_;
  StringParts parts(*this);
  bool has_text = false;
  bool has_bytes = false;
  bool has_fstring = false;
  bool has_template = false;
  for (bool more = true; more;) {
    switch (kind()) {
      case Kind::kString: {
        LiteralDecoder::String string;
        LiteralError error;
        if (!literals_.DecodeString(Text(*token_), token_->line, &string, &error, &warnings_)) {
          Fail();
          return Dummy();
        }
        auto* node = New<ast::Constant>(SpanOf(*token_));
        node->constant_kind = string.is_bytes ? ast::ConstantKind::kBytes : ast::ConstantKind::kStr;
        node->u_prefix = string.u_prefix;
        node->text = string.value;
        (string.is_bytes ? has_bytes : has_text) = true;
        Next();
        parts.list.Add(node);
        break;
      }
      case Kind::kFStringStart:
        has_fstring = true;
        ParseStringMode(/*is_template=*/false, &parts);
        break;
      case Kind::kTStringStart:
        has_template = true;
        ParseStringMode(/*is_template=*/true, &parts);
        break;
      default: more = false; break;
    }
  }
  if ((has_bytes && (has_text || has_fstring)) ||
      (has_template && (has_text || has_bytes || has_fstring))) {
    Fail();
  }
  if (failed()) return Dummy();

  const SourceSpan span = From(start);
  const ast::List<const Expr*> all = parts.list.Finish();
  if (!has_fstring && !has_template) {
    if (all.size() == 1) return all[0];
    auto* joined = const_cast<Expr*>(JoinConstants(all.begin(), all.size()));
    joined->span = span;
    return joined;
  }
  ListBuilder<const Expr*> values(*this);
  for (uint32_t i = 0; i < all.size();) {
    if (all[i]->kind != ast::ExprKind::kConstant) {
      values.Add(all[i++]);
      continue;
    }
    uint32_t end = i;
    while (end < all.size() && all[end]->kind == ast::ExprKind::kConstant) ++end;
    const Expr* constant = JoinConstants(all.begin() + i, end - i);
    if (!constant->As<ast::Constant>().text.empty()) values.Add(constant);
    i = end;
  }
  if (has_template) {
    auto* node = New<ast::TemplateStr>(span);
    node->values = values.Finish();
    RaiseOver(node, node->values);
    return node;
  }
  auto* node = New<ast::JoinedStr>(span);
  node->values = values.Finish();
  RaiseOver(node, node->values);
  return node;
}

// One Constant for a run of them, spanning from the first to the last.
const Expr* Parser::JoinConstants(const Expr* const* parts, size_t count) {
  if (count == 1) return parts[0];
  size_t size = 0;
  for (size_t i = 0; i < count; ++i) size += parts[i]->As<ast::Constant>().text.size();
  char* const text = static_cast<char*>(arena_.Allocate(size + 1));
  char* end = text;
  for (size_t i = 0; i < count; ++i) {
    const std::string_view part = parts[i]->As<ast::Constant>().text;
    end = std::copy(part.begin(), part.end(), end);
  }
  const auto& first = parts[0]->As<ast::Constant>();
  auto* node = New<ast::Constant>(Join(first.span, parts[count - 1]->span));
  node->constant_kind = first.constant_kind;
  node->u_prefix = first.u_prefix;
  node->text = {text, size};
  return node;
}

const Expr* Parser::DecodePart(const Token& token, bool raw) {
  auto* node = New<ast::Constant>(SpanOf(token));
  node->constant_kind = ast::ConstantKind::kStr;
  node->text = Text(token);
  LiteralError error;
  if (token.special && !raw &&
      !literals_.DecodeText(node->text, token.line, &node->text, &error, &warnings_)) {
    Fail();
  }
  return node;
}

void Parser::ParseStringMode(bool is_template, StringParts* parts) {
  const Nesting nesting(*this);
  if (failed()) return;
  const Token* const start = Next();
  const bool raw = IsRawStringToken(Text(*start));
  const Kind end = is_template ? Kind::kTStringEnd : Kind::kFStringEnd;
  while (!At(end) && !failed()) {
    if (At(Kind::kFStringMiddle) || At(Kind::kTStringMiddle)) {
      const Expr* part = DecodePart(*token_, raw);
      Next();
      parts->list.Add(part);
    } else {
      ParseField(start, is_template, raw, parts);
    }
  }
  Expect(end);
}

// '{' annotated_rhs ['='] ['!' NAME] [':' format_spec] '}'
void Parser::ParseField(const Token*, bool is_template, bool raw, StringParts* parts) {
  const Token* const start = token_;
  Expect(Kind::kLeftBrace);
  if (failed()) return;
  const uint32_t text_start = start->end;
  const Expr* value = ParseYieldOrStarExpressions();
  const uint32_t text_end = token_->start;
  const Token* const equal = At(Kind::kEqual) ? token_ : nullptr;
  if (equal != nullptr) Next();
  const Token* const after_debug = token_;
  // CPython's lexer takes the '!' of "!=" for the end of the expression's text, until the next one.
  const Token* const cut = At(Kind::kColon) ? LastNotEqual(start) : nullptr;

  char conversion = 0;
  if (At(Kind::kExclamation)) {
    // The letter must follow at once, and be one of three.
    const Token& name = token_[1];
    if (name.kind == Kind::kName && name.start == token_->end && name.end == name.start + 1 &&
        (Text(name) == "s" || Text(name) == "r" || Text(name) == "a")) {
      conversion = Text(name)[0];
      token_ += 2;
    } else {
      Fail();
    }
  }
  const Expr* format_spec = nullptr;
  if (At(Kind::kColon)) format_spec = ParseFormatSpec(raw);
  Expect(Kind::kRightBrace);
  if (failed()) return;

  if (equal != nullptr) {
    auto* debug = New<ast::Constant>({start->line, start->col() + 1, after_debug->line,
                                      after_debug->start - after_debug->line_start});
    debug->constant_kind = ast::ConstantKind::kStr;
    debug->text = FieldText(text_start, cut != nullptr ? cut->start : after_debug->start);
    parts->list.Add(debug);
    if (conversion == 0 && format_spec == nullptr) conversion = 'r';
  }
  const SourceSpan span = From(start);
  if (is_template) {
    auto* node = NewOver<ast::Interpolation>(span, value, format_spec);
    node->value = value;
    node->str = FieldText(text_start, cut != nullptr ? cut->start : text_end);
    const size_t last = node->str.find_last_not_of(" \t\n\f\r\v");
    node->str = node->str.substr(0, last == std::string_view::npos ? 0 : last + 1);
    node->conversion = conversion;
    node->format_spec = format_spec;
    parts->list.Add(node);
  } else {
    auto* node = NewOver<ast::FormattedValue>(span, value, format_spec);
    node->value = value;
    node->conversion = conversion;
    node->format_spec = format_spec;
    parts->list.Add(node);
  }
}

// The last "!=" between the brace and here that is in no brackets; null: none.
const Token* Parser::LastNotEqual(const Token* brace) const {
  int depth = 0;
  const Token* found = nullptr;
  for (const Token* token = brace + 1; token != token_; ++token) {
    switch (token->kind) {
      case Kind::kLeftParen:
      case Kind::kLeftBracket:
      case Kind::kLeftBrace: ++depth; break;
      case Kind::kRightParen:
      case Kind::kRightBracket:
      case Kind::kRightBrace: --depth; break;
      case Kind::kNotEqual:
        if (depth == 0) found = token;
        break;
      default: break;
    }
  }
  return found;
}

// The text of a field's expression as `=` shows it: comments left out, strings kept.
std::string_view Parser::FieldText(uint32_t from, uint32_t to) {
  const std::string_view text = text_.substr(from, to - from);
  if (text.find('#') == std::string_view::npos) return text;
  std::string out;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#') {
      while (i < text.size() && text[i] != '\n') ++i;
      if (i == text.size()) break;
    }
    out += text[i];
  }
  return arena_.Copy(out);
}

const Expr* Parser::ParseFormatSpec(bool raw) {
  const Nesting nesting(*this);
  const Token* const start = token_;
  if (!Take(Kind::kColon)) return Dummy();
  StringParts parts(*this);
  while (!failed()) {
    if (At(Kind::kFStringMiddle) || At(Kind::kTStringMiddle)) {
      const Expr* part = DecodePart(*token_, raw);
      Next();
      parts.list.Add(part);
    } else if (At(Kind::kLeftBrace)) {
      // Also in a t-string.
      ParseField(start, /*is_template=*/false, raw, &parts);
    } else {
      break;
    }
  }
  const SourceSpan span = From(start);
  const ast::List<const Expr*> all = parts.list.Finish();
  ListBuilder<const Expr*> values(*this);
  for (const Expr* part : all) {
    const auto* constant = part->TryAs<ast::Constant>();
    if (constant == nullptr || !constant->text.empty()) values.Add(part);
  }
  auto* node = New<ast::JoinedStr>(span);
  node->values = values.Finish();
  RaiseOver(node, node->values);
  return node;
}

}  // namespace pysub
