#include "shell/commands/jq/compiler.h"

#include <algorithm>

#include "shell/commands/jq/library.h"
#include "shell/commands/jq/parser.h"

namespace pysub::shell::jq {

std::string LocatedError(std::string_view message, std::string_view file, std::string_view text,
                         size_t begin, size_t end) {
  begin = std::min(begin, text.size());
  end = std::max(begin, end);  // (What a mistake is about may be missing.)
  const size_t before = begin == 0 ? std::string_view::npos : text.rfind('\n', begin - 1);
  const size_t line_begin = before == std::string_view::npos ? 0 : before + 1;
  const size_t line_end = std::min(text.find('\n', begin), text.size());
  const auto line =
      1 + std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(begin), '\n');
  const size_t carets = std::max<size_t>(1, std::min(end, line_end) - std::min(begin, line_end));
  std::string out = "jq: error: ";
  out += message;
  out += " at ";
  out += file;
  out += ", line " + std::to_string(line) + ", column " + std::to_string(begin - line_begin + 1) +
         ":\n    ";
  out += text.substr(line_begin, line_end - line_begin);
  out += "\n    ";
  out.append(begin - line_begin, ' ');
  out.append(carets, '^');
  return out + "\n";
}

int Compiler::NewScope(std::string name, int parent) {
  heap_.Charge(sizeof(Scope));
  Scope& scope = scopes_.emplace_back();
  scope.name = std::move(name);
  scope.parent = parent;
  return static_cast<int>(scopes_.size()) - 1;
}

int Compiler::NewVariable(int scope) {
  variables_.push_back(scope);
  variable_places_.push_back(0);
  return static_cast<int>(variables_.size()) - 1;
}

Block Compiler::Add(Node node) {
  // (What there is no room for is noticed by the parser's next token.)
  heap_.Charge(2 * sizeof(Node));
  nodes_.push_back(node);
  const int index = static_cast<int>(nodes_.size()) - 1;
  return {index, index};
}

Block Compiler::Emit(Op op, uint32_t a, uint32_t b, uint16_t count, uint8_t flags) {
  return Add({.in = {.op = op, .flags = flags, .count = count, .a = a, .b = b}});
}

Block Compiler::Constant(Value value) {
  constants_.push_back(std::move(value));
  return Emit(Op::kConst, static_cast<uint32_t>(constants_.size()) - 1);
}

Block Compiler::Literal(Value value) {
  literals_ = literals_ < Value::kBirths ? literals_ + 1 : Value::kReads + 1;
  if (value.has_birth()) value.set_birth(literals_);
  return Constant(std::move(value));
}

Block Compiler::Variable(Op op, int variable) {
  return Add({.in = {.op = op}, .variable = variable});
}

Block Compiler::Jump(Op op, const Block& label) {
  return Add({.in = {.op = op}, .label = label.first});
}

Block Compiler::Label() { return Add({.is_label = true}); }

Block Compiler::FunctionRef(Op op, int scope, size_t arguments) {
  return Add({.in = {.op = op, .count = static_cast<uint16_t>(arguments)}, .scope = scope});
}

Block Compiler::ParameterRef(Op op, int scope, uint32_t index) {
  return Add({.in = {.op = op, .b = index}, .scope = scope});
}

void Compiler::Append(Block* to, const Block& more) {
  if (more.empty()) return;
  if (to->empty()) {
    *to = more;
    return;
  }
  nodes_[static_cast<size_t>(to->last)].next = more.first;
  to->last = more.last;
}

Block Compiler::Join(std::initializer_list<Block> blocks) {
  Block all;
  for (const Block& block : blocks) Append(&all, block);
  return all;
}

Block Compiler::Sub(const Block& block) {
  return Join({Emit(Op::kSubBegin), block, Emit(Op::kSubEnd)});
}

bool Compiler::IsSingle(const Block& block, Op op) const {
  return !block.empty() && block.first == block.last &&
         !nodes_[static_cast<size_t>(block.first)].is_label &&
         nodes_[static_cast<size_t>(block.first)].in.op == op;
}

bool Compiler::IsParameterRef(const Block& block) const {
  return IsSingle(block, Op::kCallParameter);
}

bool Compiler::IsPlainCall(const Block& block) const {
  return IsSingle(block, Op::kCall) && nodes_[static_cast<size_t>(block.first)].in.count == 0;
}

const Value* Compiler::ConstantOf(const Block& block) const {
  if (!IsSingle(block, Op::kConst)) return nullptr;
  return &constants_[nodes_[static_cast<size_t>(block.first)].in.a];
}

bool Compiler::ConstantsOf(const Block& block, Value* list) const {
  *list = Value::EmptyArray();
  int at = block.first;
  const auto skip = [&](Op op) {
    if (at < 0 || nodes_[static_cast<size_t>(at)].is_label ||
        nodes_[static_cast<size_t>(at)].in.op != op) {
      return false;
    }
    at = nodes_[static_cast<size_t>(at)].next;
    return true;
  };
  while (heap_.Spend(1)) {
    const bool more = skip(Op::kFork);
    const int constant = at;
    if (!skip(Op::kConst)) return false;
    heap_.Push(list, constants_[nodes_[static_cast<size_t>(constant)].in.a]);
    if (more && !skip(Op::kJump)) return false;
    // (Behind each but a last one that is alone there is a label.)
    if (at >= 0 && !nodes_[static_cast<size_t>(at)].is_label) return false;
    if (at >= 0) at = nodes_[static_cast<size_t>(at)].next;
    if (!more) return at < 0;
  }
  return false;
}

int Compiler::Library(std::string_view name, size_t arity) {
  std::string key = std::string(name) + "/" + std::to_string(arity);
  if (auto found = library_.find(key); found != library_.end()) return found->second;
  const std::string_view text = LibraryText(key);
  if (text.empty()) return -1;
  const int scope = NewScope(std::string(name), 0);
  library_[std::move(key)] = scope;
  this->scope(scope).parameters = static_cast<uint32_t>(arity);
  wanted_.push_back({scope, text});
  return scope;
}

bool Compiler::Compile(std::string_view text, Program* program) {
  const int main = NewScope("", -1);
  Parser parser(*this, text, "<top-level>", main);
  parser.ParseProgram();
  while (!wanted_.empty() && !is_full()) {
    const Wanted wanted = wanted_.back();
    wanted_.pop_back();
    Parser definition(*this, wanted.text, "<builtin>", wanted.scope);
    definition.ParseLibrary();
  }
  if (error_count_ == 0 && unknown_count_ > 0) {
    errors_ = unknown_;
    error_count_ = unknown_count_;
  }
  if (error_count_ > 0 || heap_.stopped()) return false;
  if (is_full()) {
    AddError("jq: error: the program is too large\n");
    return false;
  }
  Append(&scope(main).body, Emit(Op::kEnd));
  Link(program);
  return true;
}

// ---- linking
int Compiler::Root(int scope) const {
  while (scopes_[static_cast<size_t>(scope)].merged_into >= 0) {
    scope = scopes_[static_cast<size_t>(scope)].merged_into;
  }
  return scope;
}

uint32_t Compiler::Depth(int scope) const {
  uint32_t depth = 0;
  for (int at = Root(scope); scopes_[static_cast<size_t>(at)].parent >= 0; ++depth) {
    at = Root(scopes_[static_cast<size_t>(at)].parent);
  }
  return depth;
}

// The functions that are called from `scope`, and those from them.
void Compiler::Reach(int scope) {
  std::vector<int> open{scope};
  scopes_[static_cast<size_t>(scope)].is_reachable = true;
  while (!open.empty()) {
    const int one = open.back();
    open.pop_back();
    for (int at = this->scope(one).body.first; at >= 0; at = nodes_[static_cast<size_t>(at)].next) {
      const Node& node = nodes_[static_cast<size_t>(at)];
      if (node.in.op != Op::kCall && node.in.op != Op::kClosure) continue;
      if (node.scope < 0 || this->scope(node.scope).is_reachable) continue;
      this->scope(node.scope).is_reachable = true;
      open.push_back(node.scope);
    }
  }
}

void Compiler::Place(int scope, Program* program) {
  Scope& placed = this->scope(scope);
  Function& function = program->functions[static_cast<size_t>(placed.function)];
  function.begin = static_cast<uint32_t>(program->code.size());
  for (int at = placed.body.first; at >= 0; at = nodes_[static_cast<size_t>(at)].next) {
    Node& node = nodes_[static_cast<size_t>(at)];
    node.position = static_cast<uint32_t>(program->code.size());
    if (!node.is_label) program->code.push_back(node.in);
  }
  if (scope != 0) program->code.push_back({.op = Op::kReturn});
  function.end = static_cast<uint32_t>(program->code.size());
}

void Compiler::Resolve(int scope, Program* program) {
  const uint32_t depth = Depth(scope);
  for (int at = this->scope(scope).body.first; at >= 0; at = nodes_[static_cast<size_t>(at)].next) {
    const Node& node = nodes_[static_cast<size_t>(at)];
    if (node.is_label) continue;
    Instruction& in = program->code[node.position];
    if (node.label >= 0) in.a = nodes_[static_cast<size_t>(node.label)].position;
    if (node.variable >= 0) {
      const auto variable = static_cast<size_t>(node.variable);
      in.a = depth - Depth(variables_[variable]);
      in.b = variable_places_[variable];
    }
    if (node.scope < 0) continue;
    if (in.op == Op::kCall || in.op == Op::kClosure) {
      const Scope& called = this->scope(node.scope);
      in.a = static_cast<uint32_t>(called.function);
      in.b = depth - Depth(called.parent);
    } else {
      in.a = depth - Depth(node.scope);
    }
  }
}

// A call that is the last thing a function does needs its frame no more, unless what is called
// uses it.
void Compiler::MakeTailCalls(const Function& function, Program* program) {
  std::vector<Instruction>& code = program->code;
  for (uint32_t at = function.begin; at < function.end; ++at) {
    Instruction& in = code[at];
    if (in.op != Op::kCall && in.op != Op::kCallParameter) continue;
    bool uses_frame = in.op == Op::kCall && in.b == 0;
    const uint32_t count = in.op == Op::kCall ? in.count : 0;
    for (uint32_t i = 1; i <= count; ++i) {
      const Instruction& closure = code[at + i];
      uses_frame |= closure.op == Op::kClosure && closure.b == 0;
    }
    uint32_t next = at + count + 1;
    for (int hops = 0; hops < 64 && code[next].op == Op::kJump; ++hops) next = code[next].a;
    if (uses_frame || code[next].op != Op::kReturn) continue;
    in.op = in.op == Op::kCall ? Op::kTailCall : Op::kTailParameter;
  }
}

void Compiler::Link(Program* program) {
  Reach(0);
  for (size_t i = 0; i < variables_.size(); ++i) {
    variable_places_[i] = scope(Root(variables_[i])).variables++;
  }
  for (size_t i = 0; i < scopes_.size(); ++i) {
    Scope& scope = scopes_[i];
    if (!scope.is_reachable) continue;
    scope.function = static_cast<int>(program->functions.size());
    program->functions.push_back({.name = scope.name,
                                  .depth = Depth(static_cast<int>(i)),
                                  .parameters = scope.parameters,
                                  .variables = scope.variables});
  }
  for (size_t i = 0; i < scopes_.size(); ++i) {
    if (!scopes_[i].is_reachable) continue;
    if (scopes_[i].parent >= 0) {
      program->functions[static_cast<size_t>(scopes_[i].function)].parent =
          static_cast<uint32_t>(scope(Root(scopes_[i].parent)).function);
    }
    Place(static_cast<int>(i), program);
  }
  for (size_t i = 0; i < scopes_.size(); ++i) {
    if (scopes_[i].is_reachable) Resolve(static_cast<int>(i), program);
  }
  for (const Function& function : program->functions) MakeTailCalls(function, program);
  program->constants = std::move(constants_);
}

}  // namespace pysub::shell::jq
