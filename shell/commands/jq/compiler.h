#ifndef PYSUB_SHELL_COMMANDS_JQ_COMPILER_H_
#define PYSUB_SHELL_COMMANDS_JQ_COMPILER_H_

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/commands/jq/heap.h"
#include "shell/commands/jq/program.h"

namespace pysub::shell::jq {

// A piece of a program: a list of instructions that may be joined to others.
struct Block {
  int first = -1;
  int last = -1;
  bool empty() const { return first < 0; }
};

// A file of definitions, or a value, that a program imports.
struct Module {
  std::string path;  // as a message names it
  std::string text;
  bool is_data = false;
  Value data;
};

// Where a program's modules come from: all of them are there before it is compiled.
class ModuleSource {
 public:
  // `search`: the directory, or several, that are looked through; null: the usual ones.
  // Null: *error says why there is none.
  virtual const Module* Find(std::string_view name, bool is_data, const Value* search,
                             std::string_view from, std::string* error) = 0;

 protected:
  ~ModuleSource() = default;
};

// Builds programs out of blocks: instructions whose jumps, variables and functions are still names.
// Parsers put blocks together; Link() makes the program.
class Compiler {
 public:
  static constexpr size_t kMaxCode = 1 << 20;

  // A function that is compiled, or an argument that becomes one unless it is put where it is used.
  struct Scope {
    std::string name;
    int parent = -1;
    int merged_into = -1;
    uint32_t parameters = 0;
    Block body;
    int function = -1;
    uint32_t variables = 0;
    bool is_reachable = false;
  };

  explicit Compiler(Heap& heap) : heap_(heap) {}

  // Variables that the command line defines.
  void Define(std::string name, Value value) { globals_[std::move(name)] = std::move(value); }
  const Value* FindGlobal(std::string_view name) const {
    auto found = globals_.find(name);
    return found == globals_.end() ? nullptr : &found->second;
  }
  void set_modules(ModuleSource* modules) { modules_ = modules; }
  ModuleSource* modules() { return modules_; }

  // False: errors() says what is wrong with it.
  bool Compile(std::string_view text, Program* program);
  const std::string& errors() const { return errors_; }
  size_t error_count() const { return error_count_; }
  void AddError(std::string_view message) {
    errors_ += message;
    ++error_count_;
  }
  // Of a name that nobody knows: told when the program is right otherwise.
  void AddUnknown(std::string_view message) {
    unknown_ += message;
    ++unknown_count_;
  }

  // ---- what parsers use
  Heap& heap() { return heap_; }
  int NewScope(std::string name, int parent);
  Scope& scope(int index) { return scopes_[static_cast<size_t>(index)]; }
  void Merge(int scope, int into) { this->scope(scope).merged_into = into; }
  int NewVariable(int scope);

  Block Emit(Op op, uint32_t a = 0, uint32_t b = 0, uint16_t count = 0, uint8_t flags = 0);
  Block Constant(Value value);
  // One that the program spells out: the same each time, and no other.
  Block Literal(Value value);
  Block Variable(Op op, int variable);
  // With a jump to `label`.
  Block Jump(Op op, const Block& label);
  Block Label();
  Block FunctionRef(Op op, int scope, size_t arguments);
  Block ParameterRef(Op op, int scope, uint32_t index);
  Block Join(std::initializer_list<Block> blocks);
  void Append(Block* to, const Block& more);
  Block Sub(const Block& block);
  Instruction& At(int node) { return nodes_[static_cast<size_t>(node)].in; }
  bool IsSingle(const Block& block, Op op) const;
  bool IsParameterRef(const Block& block) const;
  bool IsPlainCall(const Block& block) const;
  const Value* ConstantOf(const Block& block) const;
  // The values of "1, 2, 3"; false: they are no constants.
  bool ConstantsOf(const Block& block, Value* list) const;

  // The function of a definition of ours, NAME/ARITY; -1: there is none. It is compiled later.
  int Library(std::string_view name, size_t arity);
  bool is_full() const { return nodes_.size() > kMaxCode || heap_.stopped(); }
  // Functions of a module, by its path: each with its scope.
  struct ModuleFunctions {
    std::vector<std::pair<std::string, int>> functions;
  };
  std::map<std::string, ModuleFunctions, std::less<>>& loaded() { return loaded_; }

 private:
  struct Node {
    Instruction in;
    int next = -1;
    int label = -1;     // node where a jump goes
    int variable = -1;  //
    int scope = -1;     // of a function, or that has the parameter
    bool is_label = false;
    uint32_t position = 0;
  };
  struct Wanted {
    int scope;
    std::string_view text;
  };

  Block Add(Node node);
  int Root(int scope) const;
  uint32_t Depth(int scope) const;
  void Reach(int scope);
  void Place(int scope, Program* program);
  void Resolve(int scope, Program* program);
  void MakeTailCalls(const Function& function, Program* program);
  void Link(Program* program);

  Heap& heap_;
  ModuleSource* modules_ = nullptr;
  std::map<std::string, Value, std::less<>> globals_;
  std::deque<Scope> scopes_;
  std::vector<int> variables_;  // the scope of each
  std::vector<uint32_t> variable_places_;
  std::vector<Node> nodes_;
  std::vector<Value> constants_;
  uint8_t literals_ = Value::kReads;  // the birth of the last
  std::map<std::string, int, std::less<>> library_;
  std::vector<Wanted> wanted_;  // of the library: not compiled yet
  std::map<std::string, ModuleFunctions, std::less<>> loaded_;
  std::string errors_;
  size_t error_count_ = 0;
  std::string unknown_;
  size_t unknown_count_ = 0;
};

// "jq: error: MESSAGE at FILE, line 1, column 2:" and the line.
std::string LocatedError(std::string_view message, std::string_view file, std::string_view text,
                         size_t begin, size_t end);

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_COMPILER_H_
