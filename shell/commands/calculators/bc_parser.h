#ifndef PYSUB_SHELL_COMMANDS_CALCULATORS_BC_PARSER_H_
#define PYSUB_SHELL_COMMANDS_CALCULATORS_BC_PARSER_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/calculators/bc_lexer.h"
#include "shell/commands/calculators/bc_program.h"

namespace pysub::shell::calc {

// Takes tokens one by one and writes instructions; its state between two of them is a stack of
// what has been begun. It recovers from a mistake as the parser of GNU's bc does, which was made by
// bison: what was begun is dropped down to the list of statements around it, tokens are passed over
// until one begins a statement, and nothing is said about mistakes in the next three.
//
// bc_parser.cc has the tokens, mistakes, statements and functions, bc_expressions.cc the rest: an
// operator waits on the stack, as an Item, until one comes that binds less.
class BcParser {
 public:
  // What is to be done once a token was taken.
  enum class Next : uint8_t {
    kMore,
    kRun,  // the line is complete: program().main(), unless has_mistake()
    kQuit,
    kEnd,
    kLimits,
    kWarranty,
  };
  // How what POSIX does not have is taken: as it is, with a warning (-w), with an error (-s).
  enum class Manners : uint8_t { kGnu, kWarns, kPosix };

  BcParser(Account& account, Program& program) : account_(account), program_(program) {}
  void set_manners(Manners manners) { manners_ = manners; }
  // What messages begin with: "(standard_in) 3: ".
  void SetPlace(std::string_view name, uint64_t line) {
    name_ = name;
    line_ = line;
  }

  Next Feed(const Token& token);
  bool has_mistake() const { return mistake_; }
  // After kRun: the next line.
  void BeginLine();
  // Messages since the last call.
  std::string TakeMessages() { return std::move(messages_); }
  void Fields(Archive& archive);

 private:
  enum class Kind : uint8_t {
    kLine,       // statements of a line
    kBlock,      // { ... }
    kBody,       // ... of a function
    kFunction,   // its head
    kStatement,  // an expression that stands alone
    kReturn,
    kPrint,
    kFor,
    kIf,
    kElse,
    kWhile,
    kOperator,
    kPrefix,  // ++ or -- before a variable
    kName,    // of a variable, an array or a function: the next token says
    kParen,
    kSubscript,
    kBuiltin,
    kCall,
    kLastKind = kCall,
  };
  // Where a list of statements is.
  enum ListState : uint8_t { kStart, kBehindSeparator, kBehindStatement };
  struct Item {
    Kind kind = Kind::kLine;
    uint8_t state = 0;
    uint8_t flags = 0;  // of an operator's left side
    char op = 0;
    uint32_t a = 0, b = 0, c = 0;
    void Fields(Archive& archive) { archive(kind, state, flags, op, a, b, c); }
  };
  // How a token was received.
  enum class Took : uint8_t { kYes, kAgain, kMistake };
  // What an expression is: bits.
  enum Flags : uint8_t {
    kAssigned = 0,  // its value is not printed
    kValue = 1,
    kComparison = 2,
    kParenthesis = 4,
    kVoid = 8,
  };
  // Where the statements with parts are.
  enum PartState : uint8_t {
    kBeforeParen,
    kCondition,
    kFirstPart = kCondition,
    kSecondPart,
    kThirdPart,
    kBeforeBody,
    kBehindNewline,  // which may stand before the body
    kInBody,
    kBehindBody,
  };
  // A named expression may be assigned to.
  enum class Named : uint8_t { kNot, kVariable, kElement };

  // ---- mistakes
  void Mistake(std::string_view text);
  void Beyond(std::string_view what);
  bool SyntaxError(const Token& token);

  // ---- instructions
  Function& code();
  void Emit(Op op, uint32_t size, uint32_t operand = 0, uint32_t extra = 0);
  void EmitNamed(Op op, uint32_t number);
  void EmitText(Op op, std::string_view text, uint32_t size);
  void EmitJump(Op op, uint32_t label) { Emit(op, 3, label); }
  uint32_t NewLabel() { return next_label_++; }
  void PlaceLabel(uint32_t label);
  uint32_t Find(Names* names, const std::string& name);

  // ---- statements
  Took Step(const Token& token);
  bool IsList(Kind kind) const {
    return kind == Kind::kLine || kind == Kind::kBlock || kind == Kind::kBody;
  }
  Took InList(const Token& token);
  Took BeginStatement(const Token& token);
  Took BeginWord(const Token& token);
  void BeginFor();
  void BeginWhile();
  void EndStatement();
  void Push(Item item);
  Took InFunction(const Token& token);
  Took TakeParameter(const Token& token, std::vector<Parameter>* list);
  void AddParameter(Parameter::Kind kind, std::vector<Parameter>* list);
  Took BehindBrace(const Token& token);
  void OpenFunction();
  void CheckNames();
  Took EndFunction();
  Took InIf(const Token& token);
  Took InWhile(const Token& token);
  Took InFor(const Token& token);
  Took ForExpression(const Token& token);
  void EndForExpression(bool is_empty);
  Took InPrint(const Token& token);
  Took InReturn(const Token& token);
  Took InBody(const Token& token);
  bool StartsExpression(const Token& token) const;
  bool StartsStatement(const Token& token) const;

  // ---- expressions
  Took Operand(const Token& token);
  Took OperandWord(const Token& token);
  Took AfterName(const Token& token);
  Took AfterOperand(const Token& token);
  Took Assign(const Token& token);
  Took StepBehind(const Token& token);
  Took StepBefore();
  void LoadNamed();
  Took Binary(const Token& token, int strength);
  void Reduce();
  void NegateAtOnce();
  void ReduceAll();
  Took CloseExpression(const Token& token);
  Took CloseStatement();
  Took CloseReturn();
  Took InCall(const Token& token);
  Took CloseArgument(const Token& token);
  void EndCall();
  Took InBuiltin(const Token& token);
  void EndBuiltin();
  void VoidMistake(char op);
  void Value(uint8_t flags) {
    expects_operand_ = false;
    in_expression_ = true;
    flags_ = flags;
    named_ = Named::kNot;
  }
  void BeginExpression() { in_expression_ = expects_operand_ = true; }
  void EndExpression() { in_expression_ = false; }

  Account& account_;
  Program& program_;
  Manners manners_ = Manners::kGnu;  // not saved: of the options
  std::string name_;
  uint64_t line_ = 0;
  std::string messages_;

  std::vector<Item> stack_;
  bool in_expression_ = false;    // the token belongs to one
  bool expects_operand_ = false;  // and an operand comes next
  uint8_t flags_ = 0;             // of the operand that is there
  Named named_ = Named::kNot;
  uint32_t variable_ = 0;  // of the named one
  std::string last_name_;  // of kName
  std::string types_;      // of arguments of calls that have begun
  bool recovers_ = false;
  uint8_t silent_ = 0;  // tokens, in which mistakes are not told
  bool mistake_ = false;
  uint32_t next_label_ = 1;
  uint32_t break_label_ = 0, continue_label_ = 0;
  uint32_t function_ = 0;                       // whose code is written; 0: that of the line
  std::vector<Parameter> parameters_, locals_;  // of the function whose head is read
  Next next_ = Next::kMore;
};

}  // namespace pysub::shell::calc

#endif  // PYSUB_SHELL_COMMANDS_CALCULATORS_BC_PARSER_H_
