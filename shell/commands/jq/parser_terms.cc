// Terms: what stands between operators.

#include <algorithm>

#include "shell/commands/jq/json_reader.h"
#include "shell/commands/jq/json_writer.h"
#include "shell/commands/jq/natives.h"
#include "shell/commands/jq/number.h"
#include "shell/commands/jq/parser.h"

namespace pysub::shell::jq {
namespace {

bool IsAlnum(char c) { return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z'); }

}  // namespace

// ---- terms
Block Parser::Postfix() {
  const Depth depth(*this);
  if (failed()) return {};
  if (Skip("-")) {
    const Block term = Postfix();
    if (failed()) return {};
    if (const Value* constant = compiler_.ConstantOf(term); constant && constant->is_number()) {
      if (constant->number() == 0) return term;  // -0 is 0: jq subtracts from nothing
      return compiler_.Literal(Negated(compiler_.heap(), *constant));
    }
    return compiler_.Join(
        {term, compiler_.Emit(Op::kNative, static_cast<uint32_t>(FindNative("_negate", 0)))});
  }
  if (Is("try")) return Try();
  Block term = Term();
  return failed() ? Block() : Suffixes(term);
}

Block Parser::Index(const Block& term, const Block& key) {
  if (const Value* constant = compiler_.ConstantOf(key)) {
    if (constant->is_string() || constant->is_number()) {
      const uint32_t place = compiler_.At(key.first).a;
      return compiler_.Join({term, compiler_.Emit(Op::kIndexConst, place)});
    }
  }
  return compiler_.Join({compiler_.Sub(key), term, compiler_.Emit(Op::kIndex)});
}

Block Parser::Suffixes(Block term) {
  while (!failed()) {
    if (lexer_.kind() == Token::kField) {
      const Block key = compiler_.Constant(compiler_.heap().String(lexer_.text()));
      lexer_.Next();
      term = Index(term, key);
    } else if (Is("?")) {
      lexer_.Next();
      term = Optional(term);
    } else if (Is("[")) {
      term = Bracket(term);
    } else if (Is(".")) {
      lexer_.Next();
      if (lexer_.kind() == Token::kStringStart || lexer_.kind() == Token::kFormat) {
        const Block key = FormattedString();
        if (failed()) return {};
        term = Index(term, key);
      } else if (Is("[")) {
        term = Bracket(term, true);
      } else {
        return Unexpected("FORMAT or QQSTRING_START or '['");
      }
    } else {
      return term;
    }
  }
  return {};
}

// An access that is the last of the term is optional by itself.
Block Parser::Optional(const Block& term) {
  if (!term.empty()) {
    Instruction& last = compiler_.At(term.last);
    if ((last.op == Op::kIndex || last.op == Op::kIndexConst || last.op == Op::kSlice ||
         last.op == Op::kEach) &&
        last.flags == 0) {
      last.flags = 1;
      return term;
    }
  }
  const Block handler = compiler_.Label(), end = compiler_.Label();
  return compiler_.Join({compiler_.Jump(Op::kTryBegin, handler), term, compiler_.Emit(Op::kTryEnd),
                         compiler_.Jump(Op::kJump, end), handler, compiler_.Emit(Op::kBacktrack),
                         end});
}

Block Parser::Bracket(const Block& term, bool dotted) {
  lexer_.Next();
  if (Skip("]")) return compiler_.Join({term, compiler_.Emit(Op::kEach)});
  const auto null = [&] { return compiler_.Constant(Value::Null()); };
  Block from;
  if (!Is(":")) {
    from = Pipe();
    if (failed()) return {};
    if (Skip("]")) return Index(term, from);
    if (dotted) return Unexpected("'|' or ',' or ']'");
    if (!Is(":")) return Unexpected("'|' or ',' or ':' or ']'");
  } else {
    from = null();
  }
  lexer_.Next();
  Block to;
  if (Is("]")) {
    to = null();
  } else {
    to = Pipe();
  }
  if (failed() || !Expect("]", "'|' or ',' or ']'")) return {};
  return compiler_.Join({compiler_.Sub(from), compiler_.Sub(to), term, compiler_.Emit(Op::kSlice)});
}

Block Parser::Dot() {
  const size_t begin = lexer_.begin();
  lexer_.Next();
  if (lexer_.kind() == Token::kInvalid || lexer_.kind() == Token::kBinding) {
    Unexpected();
    return ErrorAt("try .[\"field\"] instead of .field for unusually named fields", begin,
                   lexer_.end());
  }
  if (lexer_.kind() == Token::kStringStart || lexer_.kind() == Token::kFormat) {
    const Block key = FormattedString();
    return failed() ? Block() : Index({}, key);
  }
  return {};
}

Block Parser::Term() {
  switch (lexer_.kind()) {
    case Token::kNumber: {
      Value number = ParseNumber(compiler_.heap(), lexer_.text());
      lexer_.Next();
      return compiler_.Literal(std::move(number));
    }
    case Token::kStringStart: return String("");
    case Token::kFormat: {
      const std::string format(lexer_.text());
      lexer_.Next();
      if (lexer_.kind() == Token::kStringStart) return String(format);
      const Block name = compiler_.Constant(compiler_.heap().String(format));
      return compiler_.Join(
          {compiler_.Sub(name),
           compiler_.Emit(Op::kNative, static_cast<uint32_t>(FindNative("format", 1)), 0, 1)});
    }
    case Token::kField: {
      const Block key = compiler_.Constant(compiler_.heap().String(lexer_.text()));
      lexer_.Next();
      return Index({}, key);
    }
    case Token::kBinding: {
      const std::string name(lexer_.text());
      if (name == "__loc__") return Location();
      const Block term = VariableRef(name);
      if (!failed()) lexer_.Next();
      return term;
    }
    case Token::kIdentifier: {
      const std::string name(lexer_.text());
      return Call(name);
    }
    case Token::kKeyword: return KeywordTerm();
    case Token::kOperator: break;
    default: return Unexpected(AtStart());
  }
  if (Is(".")) return Dot();
  if (Skip("..")) return CallBuiltin("recurse", {});
  if (Skip("(")) {
    const Block inside = Pipe();
    if (failed() || !Expect(")", "'|' or ',' or ')'")) return {};
    // (An optional access is one of the term alone.)
    return compiler_.Join({inside, compiler_.Label()});
  }
  if (Is("[")) return Array();
  if (Is("{")) return Object();
  if (Is("$")) {
    lexer_.Next();
    if (Is("__loc__")) return Location();
    return Unexpected("'$'");
  }
  return Unexpected(AtStart());
}

Block Parser::KeywordTerm() {
  if (Is("if")) return If();
  if (Is("reduce")) return Reduce();
  if (Is("foreach")) return Foreach();
  if (!Is("break")) return Unexpected(AtStart());
  const size_t begin = lexer_.begin();
  lexer_.Next();
  if (lexer_.kind() != Token::kBinding) {
    Unexpected("BINDING");
    return ErrorAt("break requires a label to break to", begin, lexer_.end());
  }
  compiler_.heap().Spend(names_.size() / 8);
  for (size_t i = names_.size(); i-- > 0;) {
    if (names_[i].kind == Name::Kind::kLabel && names_[i].name == lexer_.text()) {
      lexer_.Next();
      return compiler_.Variable(Op::kBreak, names_[i].id);
    }
  }
  const Block unknown = Unknown("$*label-" + std::string(lexer_.text()), begin, lexer_.end());
  lexer_.Next();
  return unknown;
}

Block Parser::Location() {
  const std::string_view text = lexer_.source().substr(0, lexer_.begin());
  const auto line = 1 + std::count(text.begin(), text.end(), '\n');
  Heap& heap = compiler_.heap();
  Value value = heap.Object(2);
  heap.Set(&value, heap.String("file"), heap.String(file_));
  heap.Set(&value, heap.String("line"), Value::Number(static_cast<double>(line)));
  lexer_.Next();
  return compiler_.Constant(std::move(value));
}

Block Parser::VariableRef(std::string_view name) {
  if (name == "__loc__") return Location();
  compiler_.heap().Spend(names_.size() / 8);
  for (size_t i = names_.size(); i-- > 0;) {
    if (names_[i].name != name) continue;
    if (names_[i].kind == Name::Kind::kVariable) {
      return compiler_.Variable(Op::kLoad, names_[i].id);
    }
    if (names_[i].kind == Name::Kind::kConstant) return compiler_.Constant(names_[i].value);
  }
  if (const Value* value = compiler_.FindGlobal(name)) return compiler_.Constant(*value);
  return Unknown("$" + std::string(name), lexer_.begin(), lexer_.end());
}

// A part of a string without what is interpolated: escapes that follow each other are read at once.
bool Parser::AppendEscapes(std::string_view raw, Value* text) {
  Heap& heap = compiler_.heap();
  for (size_t at = 0; at < raw.size() && heap.Spend(1);) {
    const size_t slash = std::min(raw.find('\\', at), raw.size());
    const Value plain = ValidString(heap, raw.substr(at, slash - at));
    heap.Append(text, plain.text());
    size_t end = slash;
    while (end < raw.size() && raw[end] == '\\') {
      const bool is_unicode = end + 1 < raw.size() && raw[end + 1] == 'u';
      end = std::min(end + 2, raw.size());
      for (int i = 0; is_unicode && i < 4 && end < raw.size() && IsAlnum(raw[end]); ++i) ++end;
    }
    const std::string_view escapes = raw.substr(slash, end - slash);
    const char* error = nullptr;
    const Value read = UnescapeString(heap, escapes, &error);
    if (error != nullptr) {
      const std::string quoted = "\"" + std::string(escapes) + "\"";
      ErrorAt(std::string(error) + " at line 1, column " + std::to_string(quoted.size()) +
                  " (while parsing '" + quoted + "')",
              lexer_.begin() + slash, lexer_.begin() + end);
      return false;
    }
    heap.Append(text, read.text());
    at = end;
  }
  return true;
}

// From its first quote on. Parts are joined at once; the last of them is the outermost loop.
Block Parser::String(std::string_view format) {
  const Depth depth(*this);
  Heap& heap = compiler_.heap();
  lexer_.Next();
  std::vector<Block> parts;
  Value text = heap.String("");
  bool has_parts = false;
  while (!failed()) {
    if (lexer_.kind() == Token::kStringText) {
      text = heap.String("");
      if (!AppendEscapes(lexer_.text(), &text)) return {};
      lexer_.Next();
      if (lexer_.kind() == Token::kStringEnd && !has_parts) break;
      parts.push_back(compiler_.Constant(text));
    } else if (lexer_.kind() == Token::kInterpolation) {
      has_parts = true;
      lexer_.Next();
      Block inside = Pipe();
      if (failed()) return {};
      if (lexer_.kind() != Token::kInterpolationEnd) {
        return Unexpected("QQSTRING_INTERP_END or '|' or ','");
      }
      lexer_.Next();
      const Block name = compiler_.Constant(heap.String(format.empty() ? "text" : format));
      parts.push_back(compiler_.Join(
          {inside, compiler_.Sub(name),
           compiler_.Emit(Op::kNative, static_cast<uint32_t>(FindNative("format", 1)), 0, 1)}));
    } else {
      break;
    }
  }
  if (failed()) return {};
  if (lexer_.kind() != Token::kStringEnd) {
    return Unexpected("QQSTRING_TEXT or QQSTRING_INTERP_START or QQSTRING_END");
  }
  lexer_.Next();
  if (!has_parts) return compiler_.Literal(std::move(text));
  Block all;
  for (size_t i = parts.size(); i-- > 0;) compiler_.Append(&all, compiler_.Sub(parts[i]));
  compiler_.Append(&all, compiler_.Emit(Op::kConcat, 0, 0, static_cast<uint16_t>(parts.size())));
  return all;
}

// "..." or @name "..."
Block Parser::FormattedString() {
  if (lexer_.kind() == Token::kStringStart) return String("");
  const std::string format(lexer_.text());
  lexer_.Next();
  return lexer_.kind() == Token::kStringStart ? String(format) : Unexpected("QQSTRING_START");
}

Block Parser::Array() {
  lexer_.Next();
  if (Skip("]")) return compiler_.Literal(Value::EmptyArray());
  const Block inside = Pipe();
  if (failed() || !Expect("]", "'|' or ',' or ']'")) return {};
  Value constants;
  if (compiler_.ConstantsOf(inside, &constants)) return compiler_.Constant(std::move(constants));
  const int variable = compiler_.NewVariable(scope_);
  const Block end = compiler_.Label();
  return compiler_.Join({compiler_.Emit(Op::kDup), compiler_.Constant(Value::EmptyArray()),
                         compiler_.Variable(Op::kStore, variable), compiler_.Jump(Op::kFork, end),
                         inside, compiler_.Variable(Op::kAppend, variable),
                         compiler_.Emit(Op::kBacktrack), end,
                         compiler_.Variable(Op::kTake, variable)});
}

Block Parser::Object() {
  lexer_.Next();
  if (Skip("}")) return compiler_.Literal(Value::EmptyObject());
  Block all = compiler_.Sub(compiler_.Constant(Value::EmptyObject()));
  Value constant = Value::EmptyObject();
  while (!failed()) {
    const size_t begin = lexer_.begin();
    if (!ObjectEntry(&all, &constant)) return {};
    if (Skip("}")) break;
    if (!Expect(",", "'}'")) {
      NoObjectKey(begin);
      return {};
    }
    if (Skip("}")) break;
  }
  if (!constant.is_none()) return compiler_.Constant(std::move(constant));
  return compiler_.Join({all, compiler_.Emit(Op::kPop)});
}

// A key; where no value has to follow, *value is the one it has then, or *same is set.
Block Parser::ObjectKey(Block* value, bool* same, size_t* begin, size_t* end) {
  Heap& heap = compiler_.heap();
  *begin = lexer_.begin();
  *end = *begin + 1;
  const auto named = [&](const Block& key) {
    *value = Index({}, key);
    return key;
  };
  switch (lexer_.kind()) {
    case Token::kIdentifier:
    case Token::kKeyword: {
      const Block key = compiler_.Constant(heap.String(lexer_.text()));
      lexer_.Next();
      return named(key);
    }
    case Token::kBinding: {
      const std::string name(lexer_.text());
      *value = VariableRef(name);
      if (!failed() && name != "__loc__") lexer_.Next();
      // ($name: has what the variable has.)
      return Is(":") ? *value : compiler_.Constant(heap.String(name));
    }
    case Token::kStringStart:
    case Token::kFormat: {
      const Block key = FormattedString();
      if (!failed() && compiler_.ConstantOf(key) != nullptr) return named(key);
      *same = true;
      return key;
    }
    default: break;
  }
  if (Is("$")) {
    lexer_.Next();
    if (!Is("__loc__")) return Unexpected("'$'");
    const Block key = compiler_.Constant(heap.String("__loc__"));
    *value = Location();
    return key;
  }
  if (!Skip("(")) {
    Unexpected();
    NoObjectKey(*begin);
    return {};
  }
  *begin = lexer_.begin();
  const bool is_literal = lexer_.kind() != Token::kBinding && !Is("-");
  const Block key = Pipe();
  *end = is_literal ? lexer_.last_end() : 0;
  if (!failed()) Expect(")", "'|' or ',' or ')'");
  return key;
}

// What stands before a : may have been meant as a key.
void Parser::NoObjectKey(size_t begin) {
  while (lexer_.kind() != Token::kEnd && !Is(":") && !Is("}")) lexer_.Next();
  if (!Is(":")) return;
  ErrorAt("May need parentheses around object key expression", begin, lexer_.last_end());
}

// Without commas, which part entries.
Block Parser::ObjectValue() {
  const Depth depth(*this);
  Block all;
  do {
    compiler_.Append(&all, Operators(1));
  } while (!failed() && Skip("|"));
  return all;
}

// *constant: the object so far, as long as all of it is constant.
bool Parser::ObjectEntry(Block* out, Value* constant) {
  Block value;
  bool same = false;
  size_t begin = 0, end = 0;
  const bool computed = Is("(");
  const Block key = ObjectKey(&value, &same, &begin, &end);
  if (failed()) return false;
  const Value* name = compiler_.ConstantOf(key);
  // (A variable is looked at when the program runs, though its value is known.)
  if (name != nullptr && !name->is_string() && end == 0) name = nullptr;
  if (name != nullptr && !name->is_string()) {
    ErrorAt("Cannot use " + std::string(KindName(*name)) + " (" +
                ShortJson(compiler_.heap(), *name) + ") as object key",
            begin, end);
    return false;
  }
  const Value key_value = name == nullptr ? Value() : *name;
  if (Is(":")) {
    lexer_.Next();
    same = false;
    value = ObjectValue();
    if (failed()) return false;
  } else if (computed) {
    Unexpected("':'");
    return false;
  }
  const Value* given = compiler_.ConstantOf(value);
  if (same || given == nullptr || key_value.is_none()) {
    *constant = Value();
  } else if (!constant->is_none()) {
    compiler_.heap().Set(constant, key_value, *given);
  }
  compiler_.Append(out, compiler_.Sub(key));
  if (!same) compiler_.Append(out, compiler_.Sub(value));
  compiler_.Append(out, compiler_.Emit(Op::kInsert, 0, 0, 0, same ? 1 : 0));
  return true;
}

// ---- control
Block Parser::If() {
  const size_t begin = lexer_.begin(), brackets = lexer_.brackets();
  struct Clause {
    Block condition, body;
  };
  std::vector<Clause> clauses;
  Block otherwise;
  // After a mistake in what stands behind "then".
  const auto unterminated = [&] {
    if (lexer_.kind() != Token::kEnd || lexer_.brackets() != brackets) return Block();
    return ErrorAt("Possibly unterminated 'if' statement", begin, lexer_.end());
  };
  do {
    lexer_.Next();
    Clause clause;
    clause.condition = Pipe();
    if (failed() || !Expect("then", "then or '|' or ','")) return {};
    clause.body = Pipe();
    if (failed()) return unterminated();
    clauses.push_back(clause);
  } while (Is("elif"));
  const bool has_else = Skip("else");
  if (has_else) otherwise = Pipe();
  if (failed() || !Expect("end", has_else ? "end or '|' or ','" : "")) return unterminated();
  const Block end = compiler_.Label();
  Block all;
  for (const Clause& clause : clauses) {
    const Block next = compiler_.Label();
    compiler_.Append(
        &all, compiler_.Join({compiler_.Sub(clause.condition), compiler_.Jump(Op::kJumpFalse, next),
                              clause.body, compiler_.Jump(Op::kJump, end), next}));
  }
  return compiler_.Join({all, otherwise, end});
}

Block Parser::Try() {
  const size_t begin = lexer_.begin();
  lexer_.Next();
  const Block body = Postfix();
  if (failed()) return {};
  Block caught;
  if (Skip("catch")) {
    const bool at_end = lexer_.kind() == Token::kEnd;
    caught = Postfix();
    if (failed() && at_end) ErrorAt("Possibly unterminated 'try' statement", begin, lexer_.end());
    if (failed()) return {};
  } else {
    caught = compiler_.Emit(Op::kBacktrack);
  }
  const Block handler = compiler_.Label(), end = compiler_.Label();
  return compiler_.Join({compiler_.Jump(Op::kTryBegin, handler), body, compiler_.Emit(Op::kTryEnd),
                         compiler_.Jump(Op::kJump, end), handler, caught, end});
}

Block Parser::Reduce() {
  lexer_.Next();
  const size_t known = names_.size();
  const Block source = Postfix();
  Patterns patterns;
  if (failed() || !Expect("as") || !ReadPatterns(&patterns) || !Expect("(", "'('")) return {};
  // In the library `(; update)` begins with nothing: without a value of the source there is no
  // output.
  const bool from_nothing = in_library_ && Is(";");
  const Block start = from_nothing ? compiler_.Constant(Value::Null()) : Pipe();
  if (failed() || !Expect(";", "'|' or ',' or ';'")) return {};
  const Block bound = BindPatterns(&patterns);
  const Block update = Pipe();
  if (failed() || !Expect(")", "'|' or ',' or ')'")) return {};
  names_.resize(known);
  const int state = compiler_.NewVariable(scope_);
  const int seen = from_nothing ? compiler_.NewVariable(scope_) : 0;
  const auto remember = [&](bool value) {
    return from_nothing
               ? compiler_.Join({compiler_.Emit(Op::kDup), compiler_.Constant(Value::Bool(value)),
                                 compiler_.Variable(Op::kStore, seen)})
               : Block();
  };
  const Block end = compiler_.Label();
  const Block folded =
      compiler_.Join({compiler_.Emit(Op::kDup), start, compiler_.Variable(Op::kStore, state),
                      remember(false), compiler_.Jump(Op::kFork, end), compiler_.Emit(Op::kDup),
                      source, bound, compiler_.Variable(Op::kTake, state), remember(true), update,
                      compiler_.Variable(Op::kStore, state), compiler_.Emit(Op::kBacktrack), end,
                      compiler_.Variable(Op::kTake, state)});
  if (!from_nothing) return folded;
  const Block none = compiler_.Label(), done = compiler_.Label();
  return compiler_.Join({folded, compiler_.Sub(compiler_.Variable(Op::kLoad, seen)),
                         compiler_.Jump(Op::kJumpFalse, none), compiler_.Jump(Op::kJump, done),
                         none, compiler_.Emit(Op::kBacktrack), done});
}

Block Parser::Foreach() {
  lexer_.Next();
  const size_t known = names_.size();
  const Block source = Postfix();
  Patterns patterns;
  if (failed() || !Expect("as") || !ReadPatterns(&patterns) || !Expect("(", "'('")) return {};
  const Block start = Pipe();
  if (failed() || !Expect(";", "'|' or ',' or ';'")) return {};
  const Block bound = BindPatterns(&patterns);
  const Block update = Pipe();
  Block extract;
  if (!failed() && Skip(";")) extract = Pipe();
  if (failed() || !Expect(")", extract.empty() ? "'|' or ',' or ';' or ')'" : "'|' or ',' or ')'"))
    return {};
  names_.resize(known);
  const int state = compiler_.NewVariable(scope_);
  const Block none = compiler_.Label(), end = compiler_.Label();
  return compiler_.Join({compiler_.Emit(Op::kDup), start, compiler_.Variable(Op::kStore, state),
                         compiler_.Jump(Op::kFork, none), compiler_.Emit(Op::kDup), source, bound,
                         compiler_.Variable(Op::kTake, state), update, compiler_.Emit(Op::kDup),
                         compiler_.Variable(Op::kStore, state), extract,
                         compiler_.Jump(Op::kJump, end), none, compiler_.Emit(Op::kBacktrack),
                         end});
}

}  // namespace pysub::shell::jq
