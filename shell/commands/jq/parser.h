#ifndef PYSUB_SHELL_COMMANDS_JQ_PARSER_H_
#define PYSUB_SHELL_COMMANDS_JQ_PARSER_H_

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/jq/compiler.h"
#include "shell/commands/jq/lexer.h"

namespace pysub::shell::jq {

// Reads a program and emits blocks as it goes; names are looked up where they stand. What is nested
// is read by recursion up to kMaxNesting; chains (pipes, operators, definitions) by loops.
class Parser {
 public:
  static constexpr int kMaxNesting = 100;

  Parser(Compiler& compiler, std::string_view text, std::string file, int scope)
      : compiler_(compiler), lexer_(text), file_(std::move(file)), scope_(scope) {}

  // imports, definitions and a filter
  void ParseProgram();
  // "def NAME(...): ...;" of which the scope is there already.
  void ParseLibrary();
  // Definitions alone; their names go to *functions.
  void ParseModule(Compiler::ModuleFunctions* functions);
  // What a module says of itself, without those that it imports. False: it is wrong.
  bool ParseMetadata(Value* metadata);

 private:
  struct Name {
    enum class Kind : uint8_t { kVariable, kConstant, kFunction, kParameter, kLabel };
    Kind kind;
    std::string name;
    size_t arity = 0;
    int id = 0;          // of a variable; the scope of a function, or that has the parameter
    uint32_t index = 0;  // of a parameter
    Value value;         // kConstant
  };
  struct Argument {
    int scope;
    Block body;
  };
  // How a value is taken apart.
  struct Pattern {
    Block code;
    bool in_array = false;
  };
  // All patterns between "?//", and the variables of all of them.
  struct Patterns {
    struct Known {
      size_t index;        // of `variables`
      size_t first, last;  // in which patterns the name stands
    };
    std::vector<Pattern> list;
    std::vector<std::pair<std::string, int>> variables;
    std::map<std::string, Known, std::less<>> known;
  };
  // How deep the program is nested where one of these lives.
  class Depth {
   public:
    explicit Depth(Parser& parser) : parser_(parser) { parser_.Deeper(); }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { --parser_.depth_; }

   private:
    Parser& parser_;
  };
  void Deeper();

  // ---- tokens and mistakes
  bool failed() const { return failed_; }
  bool Is(std::string_view word) const { return lexer_.Is(word); }
  bool Skip(std::string_view word);
  bool Expect(std::string_view word, std::string_view expecting = "");
  Block Unexpected(std::string_view expecting = "");
  // What may stand where nothing has been read yet.
  std::string_view AtStart() const {
    return lexer_.last_end() == 0 && lexer_.kind() != Token::kEnd ? "end of file" : "";
  }
  Block ErrorAt(std::string_view message, size_t begin, size_t end);
  // Of a name that nobody knows: reading goes on.
  Block Unknown(const std::string& name, size_t begin, size_t end);
  bool AppendEscapes(std::string_view raw, Value* text);

  // ---- filters
  Block Pipe();
  Block Commas();
  Block Binding(const Block& source);
  Block BindPatterns(Patterns* patterns);
  Block LabelStart();
  Block Operators(int least);
  Block Alternatives(int least);
  Block Binary(std::string_view op, const Block& left, const Block& right);
  Block Update(std::string_view op, const Block& left, const Block& right);
  Block DefinedOr(const Block& left, const Block& right);
  Block AndOr(bool is_and, const Block& left, const Block& right);
  Block Postfix();
  Block Suffixes(Block term);
  Block Bracket(const Block& term, bool dotted = false);
  Block Optional(const Block& term);
  Block Term();
  Block KeywordTerm();
  Block Dot();
  Block String(std::string_view format);
  Block FormattedString();
  Block Array();
  Block Object();
  bool ObjectEntry(Block* out, Value* constant);
  Block ObjectValue();
  void NoObjectKey(size_t begin);
  Block ObjectKey(Block* value, bool* same, size_t* begin, size_t* end);
  Block If();
  Block Try();
  Block Reduce();
  Block Foreach();
  Block VariableRef(std::string_view name);
  Block Location();
  Block Index(const Block& term, const Block& key);

  // ---- patterns
  bool ReadPatterns(Patterns* patterns);
  // The last one of the list.
  bool OnePattern(Patterns* patterns);
  bool ArrayPattern(Patterns* patterns);
  bool ObjectPattern(Patterns* patterns);
  int PatternVariable(Patterns* patterns, std::string_view name);

  // ---- functions
  bool Definition(bool library);
  bool Parameters(int scope, std::vector<std::string>* names);
  void DeclareParameters(int scope, const std::vector<std::string>& names, Block* body);
  bool Arguments(std::vector<Argument>* arguments);
  Block Call(std::string_view name);
  Block CallScope(int scope, const std::vector<Argument>& arguments);
  Block CallNative(uint32_t native, const std::vector<Argument>& arguments);
  Block Special(std::string_view name, std::vector<Argument>* arguments, bool* found);
  Block Inline(const Argument& argument);
  Block First(const Block& body);
  const Name* FindFunction(std::string_view name, size_t arity) const;
  Block CallBuiltin(std::string_view name, std::vector<Argument> arguments);

  // ---- modules
  bool Imports();
  bool Metadata(Value* metadata);
  bool Import(bool include);
  bool Load(const std::string& name, const std::string& prefix, bool is_data, const Value* search);
  void AddFunctions(const Compiler::ModuleFunctions& functions, const std::string& prefix);

  Compiler& compiler_;
  Lexer lexer_;
  std::string file_;
  int scope_;
  std::vector<Name> names_;
  Value metadata_ = Value::EmptyObject();  // that it begins with
  Value* imported_ = nullptr;              // set: what it imports is listed, not loaded
  bool failed_ = false;
  bool in_library_ = false;
  int depth_ = 0;
};

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_PARSER_H_
