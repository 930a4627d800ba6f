#include "shell/commands/jq/parser.h"

#include <algorithm>

#include "shell/commands/jq/json_reader.h"
#include "shell/commands/jq/json_writer.h"
#include "shell/commands/jq/natives.h"
#include "shell/commands/jq/number.h"

namespace pysub::shell::jq {
namespace {

struct Operator {
  std::string_view name;
  int level;
};
constexpr int kAlternativeLevel = 1, kAssignLevel = 2, kOrLevel = 3, kAndLevel = 4,
              kCompareLevel = 5;
constexpr Operator kOperators[] = {{"//", kAlternativeLevel},
                                   {"=", kAssignLevel},
                                   {"|=", kAssignLevel},
                                   {"+=", kAssignLevel},
                                   {"-=", kAssignLevel},
                                   {"*=", kAssignLevel},
                                   {"/=", kAssignLevel},
                                   {"%=", kAssignLevel},
                                   {"//=", kAssignLevel},
                                   {"or", kOrLevel},
                                   {"and", kAndLevel},
                                   {"==", kCompareLevel},
                                   {"!=", kCompareLevel},
                                   {"<", kCompareLevel},
                                   {"<=", kCompareLevel},
                                   {">", kCompareLevel},
                                   {">=", kCompareLevel},
                                   {"+", 6},
                                   {"-", 6},
                                   {"*", 7},
                                   {"/", 7},
                                   {"%", 7}};

int LevelOf(const Lexer& lexer) {
  if (lexer.kind() != Token::kOperator && lexer.kind() != Token::kKeyword) return 0;
  for (const Operator& one : kOperators) {
    if (lexer.text() == one.name) return one.level;
  }
  return 0;
}

std::string_view NativeOf(std::string_view op) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"+", "_plus"},    {"-", "_minus"},   {"*", "_multiply"},  {"/", "_divide"},
      {"%", "_mod"},     {"==", "_equal"},  {"!=", "_notequal"}, {"<", "_less"},
      {"<=", "_lesseq"}, {">", "_greater"}, {">=", "_greatereq"}};
  for (const auto& [name, native] : kNames) {
    if (name == op) return native;
  }
  return "";
}

}  // namespace

// ---- tokens and mistakes
void Parser::Deeper() {
  ++depth_;
  if (failed_) return;
  if (depth_ > kMaxNesting) {
    ErrorAt("syntax error, the program is nested too deeply", lexer_.begin(), lexer_.end());
  } else if (compiler_.is_full()) {
    failed_ = true;
    compiler_.AddError("jq: error: the program is too large\n");
  }
}

bool Parser::Skip(std::string_view word) {
  if (!Is(word)) return false;
  lexer_.Next();
  return true;
}

bool Parser::Expect(std::string_view word, std::string_view expecting) {
  if (Skip(word)) return true;
  Unexpected(expecting);
  return false;
}

Block Parser::ErrorAt(std::string_view message, size_t begin, size_t end) {
  compiler_.AddError(LocatedError(message, file_, lexer_.source(), begin, end));
  failed_ = true;
  return {};
}

Block Parser::Unknown(const std::string& name, size_t begin, size_t end) {
  compiler_.AddUnknown(LocatedError(name + " is not defined", file_, lexer_.source(), begin, end));
  return compiler_.Emit(Op::kBacktrack);
}

Block Parser::Unexpected(std::string_view expecting) {
  if (failed_) return {};
  std::string message = "syntax error, unexpected " + lexer_.Name();
  if (!expecting.empty()) message += ", expecting " + std::string(expecting);
  return ErrorAt(message, lexer_.begin(), lexer_.end());
}

// ---- programs
void Parser::ParseProgram() {
  if (!Imports()) return;
  while (!failed() && Is("def")) Definition(false);
  if (lexer_.kind() == Token::kEnd && !failed()) {
    compiler_.AddError("jq: error: Top-level program not given (try \".\")\n");
    failed_ = true;
    return;
  }
  Block body = Pipe();
  if (!failed() && lexer_.kind() != Token::kEnd) {
    Unexpected("end of file");
    return;
  }
  compiler_.Append(&compiler_.scope(scope_).body, body);
}

void Parser::ParseLibrary() {
  in_library_ = true;
  Definition(true);
}

void Parser::ParseModule(Compiler::ModuleFunctions* functions) {
  if (!Imports()) return;
  const size_t imported = names_.size();
  while (!failed() && Is("def")) Definition(false);
  if (!failed() && lexer_.kind() != Token::kEnd) {
    Pipe();
    if (lexer_.kind() != Token::kEnd) {
      Unexpected("end of file");
    } else if (!failed()) {
      compiler_.AddError(
          "jq: error: jq: error: library should only have function definitions, not a main "
          "expression\n");
      failed_ = true;
    }
  }
  for (size_t i = imported; i < names_.size(); ++i) {
    const Name& name = names_[i];
    if (name.kind != Name::Kind::kFunction) continue;
    functions->functions.emplace_back(name.name + "/" + std::to_string(name.arity), name.id);
  }
}

bool Parser::ParseMetadata(Value* metadata) {
  Heap& heap = compiler_.heap();
  Value imported = Value::EmptyArray(), defined = Value::EmptyArray();
  imported_ = &imported;
  Compiler::ModuleFunctions functions;
  ParseModule(&functions);
  if (failed()) return false;
  for (const auto& [name, scope] : functions.functions) heap.Push(&defined, heap.String(name));
  *metadata = std::move(metadata_);
  heap.Set(metadata, heap.String("deps"), std::move(imported));
  heap.Set(metadata, heap.String("defs"), std::move(defined));
  return true;
}

// ---- filters
// Items that are joined by |; what is bound in one is known in all that follow.
Block Parser::Pipe() {
  const Depth depth(*this);
  const size_t known = names_.size();
  Block all;
  while (!failed()) {
    if (Is("def")) {
      Definition(false);
      continue;
    }
    if (Is("label")) {
      compiler_.Append(&all, LabelStart());
      continue;
    }
    Block item = Operators(1);
    if (failed()) break;
    if (Is("as")) {
      compiler_.Append(&all, Binding(item));
      continue;
    }
    if (Is(",")) {
      const Block end = compiler_.Label();
      Block list;
      while (!failed() && Skip(",")) {
        const Block other = compiler_.Label();
        compiler_.Append(&list, compiler_.Join({compiler_.Jump(Op::kFork, other), item,
                                                compiler_.Jump(Op::kJump, end), other}));
        item = Commas();
      }
      item = compiler_.Join({list, item, end});
    }
    compiler_.Append(&all, item);
    if (!Skip("|")) break;
  }
  names_.resize(std::min(known, names_.size()));
  return all;
}

Block Parser::Commas() {
  if (Is("def") || Is("label")) return Pipe();
  const size_t known = names_.size();
  Block item = Operators(1);
  if (failed() || !Is("as")) return item;
  Block all = Binding(item);
  compiler_.Append(&all, Pipe());
  names_.resize(std::min(known, names_.size()));
  return all;
}

Block Parser::LabelStart() {
  lexer_.Next();
  if (lexer_.kind() != Token::kBinding) return Unexpected("BINDING");
  const int variable = compiler_.NewVariable(scope_);
  names_.push_back(
      {.kind = Name::Kind::kLabel, .name = std::string(lexer_.text()), .id = variable});
  lexer_.Next();
  if (!Expect("|")) return {};
  return compiler_.Variable(Op::kLabel, variable);
}

// SOURCE as PATTERN |
Block Parser::Binding(const Block& source) {
  lexer_.Next();
  Patterns patterns;
  if (!ReadPatterns(&patterns) || !Expect("|", "'|'")) return {};
  const Block value = compiler_.Join({compiler_.Emit(Op::kSubBegin), source,
                                      compiler_.Emit(Op::kSubEnd), compiler_.Emit(Op::kSwap)});
  return compiler_.Join({value, BindPatterns(&patterns)});
}

// Takes the top apart. With several patterns an error leads to the next one.
Block Parser::BindPatterns(Patterns* patterns) {
  Block all;
  auto& variables = patterns->variables;
  const std::vector<Pattern>& list = patterns->list;
  if (list.size() > 1) {
    const Block end = compiler_.Label();
    for (size_t i = 0; i < list.size(); ++i) {
      const Block next = compiler_.Label();
      const bool is_last = i + 1 == list.size();
      if (!is_last) compiler_.Append(&all, compiler_.Jump(Op::kAlternative, next));
      for (const auto& [name, variable] : variables) {
        if (compiler_.is_full()) return {};
        compiler_.Append(
            &all, compiler_.Join({compiler_.Emit(Op::kDup), compiler_.Constant(Value::Null()),
                                  compiler_.Variable(Op::kStore, variable)}));
      }
      compiler_.Append(&all, list[i].code);
      if (!is_last) compiler_.Append(&all, compiler_.Join({compiler_.Jump(Op::kJump, end), next}));
    }
    compiler_.Append(&all, end);
  } else {
    all = list[0].code;
  }
  for (auto& [name, variable] : variables) {
    names_.push_back({.kind = Name::Kind::kVariable, .name = std::move(name), .id = variable});
  }
  return all;
}

Block Parser::Operators(int least) {
  if (least == kAlternativeLevel) return Alternatives(least);
  Block left = Postfix();
  while (!failed()) {
    const int level = LevelOf(lexer_);
    if (level < least || level == 0) return left;
    const std::string op(lexer_.text());
    lexer_.Next();
    const Block right = Operators(level + 1);
    if (failed()) return {};
    left = Binary(op, left, right);
    // a == b == c is none
    const bool alone = level == kCompareLevel || level == kAssignLevel;
    if (alone && LevelOf(lexer_) == level) return Unexpected();
  }
  return left;
}

// a // b // c: from the right.
Block Parser::Alternatives(int least) {
  std::vector<Block> operands{Operators(least + 1)};
  while (!failed() && Skip("//")) operands.push_back(Operators(least + 1));
  if (failed()) return {};
  Block all = operands.back();
  for (size_t i = operands.size() - 1; i-- > 0;) all = DefinedOr(operands[i], all);
  return all;
}

Block Parser::Binary(std::string_view op, const Block& left, const Block& right) {
  if (op == "and" || op == "or") return AndOr(op == "and", left, right);
  const std::string_view native = NativeOf(op);
  if (native.empty()) return Update(op, left, right);
  return compiler_.Join(
      {compiler_.Sub(right), compiler_.Sub(left),
       compiler_.Emit(Op::kNative, static_cast<uint32_t>(FindNative(native, 2)), 0, 2)});
}

Block Parser::AndOr(bool is_and, const Block& left, const Block& right) {
  const Block no = compiler_.Label(), end = compiler_.Label();
  Block all = compiler_.Sub(left);
  if (is_and) {
    compiler_.Append(&all, compiler_.Jump(Op::kJumpFalse, no));
  } else {
    const Block second = compiler_.Label();
    compiler_.Append(&all, compiler_.Join({compiler_.Jump(Op::kJumpFalse, second),
                                           compiler_.Constant(Value::Bool(true)),
                                           compiler_.Jump(Op::kJump, end), second}));
  }
  return compiler_.Join({all, compiler_.Sub(right), compiler_.Jump(Op::kJumpFalse, no),
                         compiler_.Constant(Value::Bool(true)), compiler_.Jump(Op::kJump, end), no,
                         compiler_.Constant(Value::Bool(false)), end});
}

// The outputs of `left` that are neither false nor null; when there are none, those of `right`.
Block Parser::DefinedOr(const Block& left, const Block& right) {
  const int found = compiler_.NewVariable(scope_);
  const Block tail = compiler_.Label(), no = compiler_.Label(), end = compiler_.Label(),
              none = compiler_.Label();
  return compiler_.Join({
      compiler_.Emit(Op::kDup),
      compiler_.Constant(Value::Bool(false)),
      compiler_.Variable(Op::kStore, found),
      compiler_.Jump(Op::kFork, tail),
      left,
      compiler_.Emit(Op::kDup),
      compiler_.Jump(Op::kJumpFalse, no),
      compiler_.Emit(Op::kDup),
      compiler_.Constant(Value::Bool(true)),
      compiler_.Variable(Op::kStore, found),
      compiler_.Jump(Op::kJump, end),
      no,
      compiler_.Emit(Op::kBacktrack),
      tail,
      compiler_.Sub(compiler_.Variable(Op::kLoad, found)),
      compiler_.Jump(Op::kJumpFalse, none),
      compiler_.Emit(Op::kBacktrack),
      none,
      right,
      end,
  });
}

Block Parser::Update(std::string_view op, const Block& left, const Block& right) {
  Compiler& c = compiler_;
  const auto native = [&](std::string_view name, uint16_t arity) {
    return c.Emit(Op::kNative, static_cast<uint32_t>(FindNative(name, arity)), 0, arity);
  };
  const int result = c.NewVariable(scope_), path = c.NewVariable(scope_);
  const Block end = c.Label();
  // For each path; the result so far is in `result`, and nowhere else: what the fork would keep of
  // the input is null, or each assignment would copy all of it.
  const auto each = [&](const Block& change) {
    return c.Join({c.Emit(Op::kDup), c.Variable(Op::kStore, result), c.Constant(Value::Null()),
                   c.Jump(Op::kFork, end), c.Emit(Op::kDup), c.Variable(Op::kLoad, result),
                   c.Emit(Op::kPathBegin), left, c.Emit(Op::kPathEnd), c.Variable(Op::kStore, path),
                   change, c.Emit(Op::kBacktrack), end, c.Variable(Op::kTake, result)});
  };
  const auto set = [&](int value) {
    return c.Join({c.Variable(Op::kTake, result), c.Sub(c.Variable(Op::kTake, value)),
                   c.Sub(c.Variable(Op::kLoad, path)), native("setpath", 2),
                   c.Variable(Op::kStore, result)});
  };
  if (op == "|=") {
    const int removed = c.NewVariable(scope_), found = c.NewVariable(scope_),
              value = c.NewVariable(scope_), label = c.NewVariable(scope_);
    const Block after = c.Label(), none = c.Label();
    const Block fetch = c.Join({
        c.Emit(Op::kDup),
        c.Constant(Value::Bool(false)),
        c.Variable(Op::kStore, found),
        c.Jump(Op::kFork, after),
        c.Variable(Op::kLabel, label),
        c.Emit(Op::kDup),
        c.Variable(Op::kLoad, result),
        c.Sub(c.Variable(Op::kLoad, path)),
        native("_getpath", 1),
        right,
        c.Variable(Op::kStore, value),
        c.Constant(Value::Bool(true)),
        c.Variable(Op::kStore, found),
        c.Variable(Op::kCut, label),
        c.Emit(Op::kBacktrack),
        after,
        c.Sub(c.Variable(Op::kLoad, found)),
        c.Jump(Op::kJumpFalse, none),
        set(value),
        c.Emit(Op::kBacktrack),
        none,
        c.Variable(Op::kLoad, path),
        c.Variable(Op::kAppend, removed),
    });
    return c.Join({c.Emit(Op::kDup), c.Constant(Value::EmptyArray()),
                   c.Variable(Op::kStore, removed), each(fetch),
                   c.Sub(c.Variable(Op::kTake, removed)), native("delpaths", 1)});
  }
  // The value on the right is of the input, and there may be several.
  const int value = c.NewVariable(scope_);
  const Block given = c.Join({c.Emit(Op::kDup), right, c.Variable(Op::kStore, value)});
  if (op == "=") {
    const Block change = c.Join({c.Variable(Op::kTake, result), c.Sub(c.Variable(Op::kLoad, value)),
                                 c.Sub(c.Variable(Op::kLoad, path)), native("setpath", 2),
                                 c.Variable(Op::kStore, result)});
    return c.Join({given, each(change)});
  }
  const int fresh = c.NewVariable(scope_);
  const Block old = c.Join(
      {c.Variable(Op::kLoad, result), c.Sub(c.Variable(Op::kLoad, path)), native("_getpath", 1)});
  const Block operand = c.Variable(Op::kLoad, value);
  const Block computed =
      op == "//=" ? DefinedOr({}, operand) : Binary(op.substr(0, op.size() - 1), {}, operand);
  const Block change =
      c.Join({c.Emit(Op::kDup), old, computed, c.Variable(Op::kStore, fresh), set(fresh)});
  return c.Join({given, each(change)});
}

}  // namespace pysub::shell::jq
