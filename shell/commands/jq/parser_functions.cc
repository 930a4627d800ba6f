// Patterns, definitions, calls and imports.

#include <algorithm>

#include "shell/commands/jq/natives.h"
#include "shell/commands/jq/parser.h"

namespace pysub::shell::jq {

// ---- patterns
bool Parser::ReadPatterns(Patterns* patterns) {
  do {
    patterns->list.emplace_back();
    if (!OnePattern(patterns)) return false;
  } while (Skip("?//"));
  return true;
}

// A name that stands in several patterns is the same variable in all of them. One that stands twice
// in a pattern is two: what follows knows the one that is set first.
int Parser::PatternVariable(Patterns* patterns, std::string_view name) {
  const size_t number = patterns->list.size();
  auto& variables = patterns->variables;
  auto found = patterns->known.find(name);
  if (found != patterns->known.end() && found->second.last != number) {
    found->second.last = number;
    return variables[found->second.index].second;
  }
  const int variable = compiler_.NewVariable(scope_);
  if (found == patterns->known.end()) {
    // (What there is no room for is noticed by the next token.)
    compiler_.heap().Charge(static_cast<int64_t>(3 * name.size() + 256));
    patterns->known.emplace(
        name, Patterns::Known{.index = variables.size(), .first = number, .last = number});
    variables.emplace_back(name, variable);
  } else if (patterns->list.back().in_array && found->second.first == number) {
    variables[found->second.index].second = variable;
  }
  return variable;
}

bool Parser::OnePattern(Patterns* patterns) {
  const Depth depth(*this);
  if (failed()) return false;
  if (lexer_.kind() == Token::kBinding) {
    const int variable = PatternVariable(patterns, lexer_.text());
    compiler_.Append(&patterns->list.back().code, compiler_.Variable(Op::kStore, variable));
    lexer_.Next();
    return true;
  }
  if (Is("[")) return ArrayPattern(patterns);
  if (Is("{")) return ObjectPattern(patterns);
  Unexpected("BINDING or '[' or '{'");
  return false;
}

// The last element is taken out first.
bool Parser::ArrayPattern(Patterns* patterns) {
  Pattern* const pattern = &patterns->list.back();
  const Block before = pattern->code;
  std::vector<Block> elements;
  double index = 0;
  do {
    lexer_.Next();
    const uint32_t place = compiler_.At(compiler_.Constant(Value::Number(index++)).first).a;
    pattern->code =
        compiler_.Join({compiler_.Emit(Op::kDup), compiler_.Emit(Op::kIndexConst, place)});
    pattern->in_array = true;
    if (!OnePattern(patterns)) return false;
    elements.push_back(pattern->code);
  } while (Is(","));
  pattern->code = before;
  for (size_t i = elements.size(); i-- > 0;) compiler_.Append(&pattern->code, elements[i]);
  compiler_.Append(&pattern->code, compiler_.Emit(Op::kPop));
  return Expect("]", "',' or ']'");
}

bool Parser::ObjectPattern(Patterns* patterns) {
  Pattern* const pattern = &patterns->list.back();
  Heap& heap = compiler_.heap();
  do {
    lexer_.Next();
    Block key;
    int variable = -1;
    bool needs_value = true;
    if (lexer_.kind() == Token::kBinding) {
      key = compiler_.Constant(heap.String(lexer_.text()));
      variable = PatternVariable(patterns, lexer_.text());
      needs_value = false;
      lexer_.Next();
    } else if (lexer_.kind() == Token::kIdentifier || lexer_.kind() == Token::kKeyword) {
      key = compiler_.Constant(heap.String(lexer_.text()));
      lexer_.Next();
    } else if (lexer_.kind() == Token::kStringStart || lexer_.kind() == Token::kFormat) {
      key = FormattedString();
    } else if (Skip("(")) {
      key = Pipe();
      if (failed() || !Expect(")", "'|' or ',' or ')'")) return false;
    } else {
      Unexpected();
      return false;
    }
    if (failed()) return false;
    compiler_.Append(&pattern->code, compiler_.Join({compiler_.Emit(Op::kDup), compiler_.Sub(key),
                                                     compiler_.Emit(Op::kIndex)}));
    pattern->in_array = false;
    const bool has_value = Skip(":");
    if (needs_value && !has_value) {
      Unexpected("':'");
      return false;
    }
    if (variable >= 0) {
      if (has_value) compiler_.Append(&pattern->code, compiler_.Emit(Op::kDup));
      compiler_.Append(&pattern->code, compiler_.Variable(Op::kStore, variable));
    }
    if (has_value && !OnePattern(patterns)) return false;
  } while (Is(","));
  if (!Expect("}", "',' or '}'")) return false;
  compiler_.Append(&pattern->code, compiler_.Emit(Op::kPop));
  return true;
}

// ---- definitions
bool Parser::Parameters(int scope, std::vector<std::string>* names) {
  if (!Skip("(")) return true;
  do {
    if (lexer_.kind() == Token::kBinding) {
      names->push_back("$" + std::string(lexer_.text()));
    } else if (lexer_.kind() == Token::kIdentifier || lexer_.kind() == Token::kKeyword) {
      names->emplace_back(lexer_.text());
    } else {
      Unexpected("IDENT or BINDING");
      return false;
    }
    lexer_.Next();
  } while (Skip(";"));
  compiler_.scope(scope).parameters = static_cast<uint32_t>(names->size());
  return Expect(")", "';' or ')'");
}

// "$name" is called once, and a variable has what it gives.
void Parser::DeclareParameters(int scope, const std::vector<std::string>& names, Block* body) {
  for (size_t i = 0; i < names.size(); ++i) {
    const bool is_value = names[i][0] == '$';
    const std::string name = is_value ? names[i].substr(1) : names[i];
    const auto index = static_cast<uint32_t>(i);
    names_.push_back(
        {.kind = Name::Kind::kParameter, .name = name, .arity = 0, .id = scope, .index = index});
    if (!is_value) continue;
    const int variable = compiler_.NewVariable(scope);
    compiler_.Append(body, compiler_.Join({compiler_.Emit(Op::kSubBegin),
                                           compiler_.ParameterRef(Op::kCallParameter, scope, index),
                                           compiler_.Emit(Op::kSubEnd), compiler_.Emit(Op::kSwap),
                                           compiler_.Variable(Op::kStore, variable)}));
    names_.push_back({.kind = Name::Kind::kVariable, .name = name, .id = variable});
  }
}

bool Parser::Definition(bool library) {
  const Depth depth(*this);
  if (failed()) return false;
  lexer_.Next();
  if (lexer_.kind() != Token::kIdentifier && lexer_.kind() != Token::kKeyword) {
    Unexpected("IDENT");
    return false;
  }
  const std::string name(lexer_.text());
  lexer_.Next();
  const int outer = scope_;
  const int scope = library ? scope_ : compiler_.NewScope(name, outer);
  if (!Is("(") && !Is(":")) {
    Unexpected("':' or '('");
    return false;
  }
  std::vector<std::string> parameters;
  if (!Parameters(scope, &parameters) || !Expect(":")) return false;
  names_.push_back(
      {.kind = Name::Kind::kFunction, .name = name, .arity = parameters.size(), .id = scope});
  const size_t known = names_.size();
  scope_ = scope;
  Block body;
  DeclareParameters(scope, parameters, &body);
  compiler_.Append(&body, Pipe());
  scope_ = outer;
  names_.resize(std::min(known, names_.size()));
  compiler_.scope(scope).body = body;
  return !failed() && Expect(";", "'|' or ',' or ';'");
}

// ---- calls
const Parser::Name* Parser::FindFunction(std::string_view name, size_t arity) const {
  compiler_.heap().Spend(names_.size() / 8);
  for (size_t i = names_.size(); i-- > 0;) {
    const Name& one = names_[i];
    const bool callable = one.kind == Name::Kind::kFunction || one.kind == Name::Kind::kParameter;
    if (callable && one.arity == arity && one.name == name) return &one;
  }
  return nullptr;
}

// Each is a function of its own until somebody puts it where it is used.
bool Parser::Arguments(std::vector<Argument>* arguments) {
  if (!Skip("(")) return true;
  const int outer = scope_;
  do {
    Argument argument;
    argument.scope = compiler_.NewScope("", outer);
    scope_ = argument.scope;
    argument.body = Pipe();
    scope_ = outer;
    if (failed()) return false;
    arguments->push_back(argument);
  } while (Skip(";"));
  return Expect(")", "'|' or ',' or ';' or ')'");
}

Block Parser::Inline(const Argument& argument) {
  compiler_.Merge(argument.scope, scope_);
  return argument.body;
}

Block Parser::CallScope(int scope, const std::vector<Argument>& arguments) {
  Block all = compiler_.FunctionRef(Op::kCall, scope, arguments.size());
  for (const Argument& argument : arguments) {
    // What only calls another function is that function.
    if (compiler_.IsParameterRef(argument.body) || compiler_.IsPlainCall(argument.body)) {
      Instruction& in = compiler_.At(argument.body.first);
      in.op = in.op == Op::kCall ? Op::kClosure : Op::kClosureParameter;
      compiler_.Append(&all, Inline(argument));
      continue;
    }
    compiler_.scope(argument.scope).body = argument.body;
    compiler_.Append(&all, compiler_.FunctionRef(Op::kClosure, argument.scope, 0));
  }
  return all;
}

Block Parser::CallNative(uint32_t native, const std::vector<Argument>& arguments) {
  Block all;
  for (size_t i = arguments.size(); i-- > 0;) {
    compiler_.Append(&all, compiler_.Sub(Inline(arguments[i])));
  }
  compiler_.Append(&all,
                   compiler_.Emit(Op::kNative, native, 0, static_cast<uint16_t>(arguments.size())));
  return all;
}

Block Parser::Call(std::string_view name) {
  const size_t begin = lexer_.begin(), end = lexer_.end();
  lexer_.Next();
  std::vector<Argument> arguments;
  if (!Arguments(&arguments)) return {};
  if (const Name* found = FindFunction(name, arguments.size())) {
    if (found->kind == Name::Kind::kParameter) {
      return compiler_.ParameterRef(Op::kCallParameter, found->id, found->index);
    }
    return CallScope(found->id, arguments);
  }
  const size_t arity = arguments.size();
  Block call = CallBuiltin(name, std::move(arguments));
  if (!call.empty() || failed()) return call;
  return Unknown(std::string(name) + "/" + std::to_string(arity), begin, end);
}

// Empty: there is none of that name. (What is empty by itself has a label.)
Block Parser::CallBuiltin(std::string_view name, std::vector<Argument> arguments) {
  bool found = false;
  const Block special = Special(name, &arguments, &found);
  if (found) return special;
  if (const int native = FindNative(name, arguments.size()); native >= 0) {
    return CallNative(static_cast<uint32_t>(native), arguments);
  }
  const int scope = compiler_.Library(name, arguments.size());
  return scope < 0 ? Block() : CallScope(scope, arguments);
}

Block Parser::First(const Block& body) {
  const int label = compiler_.NewVariable(scope_);
  return compiler_.Join(
      {compiler_.Variable(Op::kLabel, label), body, compiler_.Variable(Op::kCut, label)});
}

// Functions that are instructions, and those that are worth being put where they are called.
Block Parser::Special(std::string_view name, std::vector<Argument>* arguments, bool* found) {
  Compiler& c = compiler_;
  std::vector<Argument>& args = *arguments;
  *found = true;
  if (args.empty()) {
    if (name == "null") return c.Constant(Value::Null());
    if (name == "true" || name == "false") return c.Constant(Value::Bool(name == "true"));
    if (name == "empty") return c.Emit(Op::kBacktrack);
    if (name == "error") return c.Emit(Op::kError);
    if (name == "not") {
      const Block no = c.Label(), end = c.Label();
      return c.Join({c.Emit(Op::kDup), c.Jump(Op::kJumpFalse, no), c.Constant(Value::Bool(false)),
                     c.Jump(Op::kJump, end), no, c.Constant(Value::Bool(true)), end});
    }
    if (name == "input") return c.Emit(Op::kInput);
    if (name == "debug") return c.Emit(Op::kDebug, 0);
    if (name == "stderr") return c.Emit(Op::kDebug, 1);
    if (name == "halt") return c.Emit(Op::kHalt, 0);
    if (name == "env") {
      if (const Value* environment = c.FindGlobal("ENV")) return c.Constant(*environment);
    }
  }
  if (args.size() == 1) {
    if (name == "error") return c.Join({Inline(args[0]), c.Emit(Op::kError)});
    if (name == "path") {
      return c.Join({c.Emit(Op::kPathBegin), Inline(args[0]), c.Emit(Op::kPathEnd)});
    }
    if (name == "select") {
      const Block no = c.Label(), end = c.Label();
      return c.Join({c.Sub(Inline(args[0])), c.Jump(Op::kJumpFalse, no), c.Jump(Op::kJump, end), no,
                     c.Emit(Op::kBacktrack), end});
    }
    if (name == "map") {
      const int list = c.NewVariable(scope_);
      const Block end = c.Label();
      return c.Join({c.Emit(Op::kDup), c.Constant(Value::EmptyArray()),
                     c.Variable(Op::kStore, list), c.Jump(Op::kFork, end), c.Emit(Op::kEach),
                     Inline(args[0]), c.Variable(Op::kAppend, list), c.Emit(Op::kBacktrack), end,
                     c.Variable(Op::kTake, list)});
    }
    if (name == "first") return First(Inline(args[0]));
    if (name == "getpath") return c.Join({c.Sub(Inline(args[0])), c.Emit(Op::kGetPath)});
    if (name == "halt_error") return c.Join({c.Sub(Inline(args[0])), c.Emit(Op::kHalt, 1)});
    if (name == "range") {
      return c.Join(
          {c.Sub(c.Constant(Value::Number(0))), c.Sub(Inline(args[0])), c.Emit(Op::kRange)});
    }
  }
  if (args.size() == 2 && name == "range") {
    return c.Join({c.Sub(Inline(args[0])), c.Sub(Inline(args[1])), c.Emit(Op::kRange)});
  }
  *found = false;
  return {};
}

// ---- modules
bool Parser::Imports() {
  if (Skip("module") && (!Metadata(&metadata_) || !Expect(";", "'|' or ',' or ';'"))) return false;
  while (!failed() && (Is("import") || Is("include"))) {
    if (!Import(Is("include"))) return false;
  }
  return !failed();
}

bool Parser::Metadata(Value* metadata) {
  const size_t begin = lexer_.begin();
  const Block term = Postfix();
  if (failed()) return false;
  const Value* constant = compiler_.ConstantOf(term);
  if (constant != nullptr && constant->is_object()) {
    *metadata = *constant;
    return true;
  }
  ErrorAt(constant == nullptr ? "Module metadata must be constant"
                              : "Module metadata must be an object",
          begin, lexer_.last_end());
  return false;
}

// import NAME as PREFIX {...}; import NAME as $PREFIX {...}; include NAME {...};
bool Parser::Import(bool include) {
  lexer_.Next();
  if (lexer_.kind() != Token::kStringStart) {
    Unexpected("FORMAT or QQSTRING_START");
    return false;
  }
  const size_t begin = lexer_.begin();
  const Block name = String("");
  if (failed()) return false;
  const Value* constant = compiler_.ConstantOf(name);
  if (constant == nullptr) {
    ErrorAt("Import path must be constant", begin, lexer_.last_end());
    return false;
  }
  const Value path = *constant;
  std::string prefix;
  bool is_data = false;
  if (!include) {
    if (!Expect("as", "as")) return false;
    is_data = lexer_.kind() == Token::kBinding;
    if (!is_data && lexer_.kind() != Token::kIdentifier) {
      Unexpected("BINDING or IDENT");
      return false;
    }
    prefix = lexer_.text();
    lexer_.Next();
  }
  Value metadata = Value::EmptyObject();
  if (!Is(";") && !Metadata(&metadata)) return false;
  if (!Expect(";", "';'")) return false;
  Heap& heap = compiler_.heap();
  if (imported_ == nullptr) {
    const Value* search = metadata.Find(heap.String("search"));
    return Load(std::string(path.text()), prefix, is_data, search);
  }
  if (!include) heap.Set(&metadata, heap.String("as"), heap.String(prefix));
  heap.Set(&metadata, heap.String("is_data"), Value::Bool(is_data));
  heap.Set(&metadata, heap.String("relpath"), path);
  heap.Push(imported_, std::move(metadata));
  return true;
}

// Without a prefix its names are known as they are.
bool Parser::Load(const std::string& name, const std::string& prefix, bool is_data,
                  const Value* search) {
  std::string error;
  const Module* module = compiler_.modules() == nullptr
                             ? nullptr
                             : compiler_.modules()->Find(name, is_data, search, file_, &error);
  if (module == nullptr) {
    compiler_.AddError("jq: " + error + "\n\n");
    failed_ = true;
    return false;
  }
  if (is_data) {
    names_.push_back({.kind = Name::Kind::kConstant, .name = prefix, .value = module->data});
    names_.push_back(
        {.kind = Name::Kind::kConstant, .name = prefix + "::" + prefix, .value = module->data});
    return true;
  }
  auto loaded = compiler_.loaded().find(module->path);
  if (loaded == compiler_.loaded().end()) {
    loaded = compiler_.loaded().emplace(module->path, Compiler::ModuleFunctions()).first;
    Parser parser(compiler_, module->text, module->path, 0);
    parser.depth_ = depth_ + 8;
    const Depth depth(parser);
    parser.ParseModule(&loaded->second);
    if (parser.failed()) {
      failed_ = true;
      return false;
    }
  }
  AddFunctions(loaded->second, prefix);
  return true;
}

void Parser::AddFunctions(const Compiler::ModuleFunctions& functions, const std::string& prefix) {
  for (const auto& [key, scope] : functions.functions) {
    const size_t slash = key.rfind('/');
    std::string name = key.substr(0, slash);
    if (!prefix.empty()) name = prefix + "::" + name;
    names_.push_back({.kind = Name::Kind::kFunction,
                      .name = std::move(name),
                      .arity = static_cast<size_t>(std::stoul(key.substr(slash + 1))),
                      .id = scope});
  }
}

}  // namespace pysub::shell::jq
