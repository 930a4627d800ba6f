#ifndef PYSUB_SHELL_COMMANDS_AWK_PARSER_H_
#define PYSUB_SHELL_COMMANDS_AWK_PARSER_H_

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/commands/awk/lexer.h"
#include "shell/commands/awk/program.h"

namespace pysub::shell::awk {

// What parsing has to say: lines without the name of the command. `failed`: there is no program.
struct Complaints {
  std::vector<std::string> lines;
  bool failed = false;
  int status = 1;
  std::string wanted;  // a file to include that has not been read: then nothing else counts
};

// Reads a program and writes its code in one pass. An expression that is a variable, a constant or
// a pattern is written when it is known what for.
//
//   a[i] = b + 1    when `a[i]` has been read only the code of its subscript is there; the place is
//                   kept (Operand), because only the = tells whether it is read or written
//
// Code that must stand elsewhere than where it was read (the step of a for, rules by their part) is
// cut out and pasted later: jumps count from where they stand, so it may be moved. Only Last()
// changes what was written, and never what something jumps behind (barrier_).
class Parser {
 public:
  Parser(const std::vector<Piece>& pieces, Heap* heap, ParseAccount* account, Program* program,
         Complaints* complaints);
  void Run();

 private:
  // Deeper programs are refused: the parser calls itself.
  static constexpr int kMaxDepth = 200;

  struct Operand {
    enum class Kind : uint8_t { kValue, kConst, kPattern, kPlace };
    Kind kind = Kind::kValue;
    Place place = Place::kGlobal;
    int32_t a = 0;
    bool parenthesised = false;
  };
  // A part of the code that may be moved: its jumps are relative.
  struct Code {
    explicit Code(ParseAccount* account)
        : instructions(account), depths(account), places(account) {}
    ParsedList<Instruction> instructions;
    ParsedList<uint32_t> depths;
    ParsedList<SourcePlace> places;
    bool landed = false;  // something jumps to its end
  };
  struct Loop {
    bool is_switch = false;
    uint32_t depth = 0;
    std::vector<size_t> breaks, continues;
  };
  class Deeper;

  // ---- tokens
  Token token() const { return lexer_.token(); }
  void Next();
  bool Is(Token token) const { return lexer_.token() == token; }
  bool Take(Token token);
  bool Expect(Token token);
  void SkipNewlines();
  void SkipTerminators();
  bool AtTerminator() const;
  void SkipSeparators(bool behind_item);

  // ---- messages
  // At the token, or `shift` bytes behind its begin.
  void SyntaxError(std::string_view what = "syntax error", size_t shift = 0);
  void EndInBlock();
  void Show(const Lexer::State& at, size_t where, std::string_view what);
  void WrongCount(int count, const std::string& name, const Lexer::State& at);
  void Error(const Lexer::State& at, std::string_view text, int status = 1);
  // There is no program then, but what follows is read and complained of, too.
  void Complain(const Lexer::State& at, std::string_view text);
  std::string PlaceName(const Lexer::State& at) const;

  // ---- code
  size_t Emit(Op op, int effect, int32_t a = 0, uint16_t sub = 0, Place place = Place::kGlobal);
  size_t here() const { return program_.code.size(); }
  void JumpBack(size_t to, Op op = Op::kJump, int effect = 0);
  void Land(size_t jump);
  size_t EmitJumpFalse();
  void EmitJumpBackTrue(size_t to);
  void EmitImplied(Op op, int32_t a = 0, uint16_t sub = 0);
  Instruction* Last();
  void Cut(size_t from, Code* to);
  void Paste(const Code& code);
  int32_t Constant(Value value);
  void WarnOfEscapes(const std::string& unknown, const Lexer::State& at);
  int32_t PatternOf(const std::string& source, const Lexer::State& at);
  void ToValue(const Operand& operand);
  void Discard(const Operand& operand);
  static int PlaceDepth(Place place);

  // ---- names
  Operand Variable(const std::string& name);
  int Global(const std::string& name);
  int FunctionOf(const std::string& name);
  static std::string UsedAsVariable(const std::string& name);

  // ---- expressions
  bool IsNumberConstant(const Operand& operand) const;
  bool IsPatternConstant(const Operand& operand) const;
  Operand Expression();
  Operand Binary(int level);
  void Logical(Token token);
  void InArray();
  void MatchWith(uint16_t negated);
  bool StartsConcat() const;
  Operand Unary(bool may_assign = false);
  Operand Power(bool may_assign);
  Operand Postfix(bool may_assign);
  Operand Primary();
  Operand Group();
  Operand NameOrElement();
  Operand Subscripts(Operand array);
  Operand FieldReference();
  Operand PrefixStep();
  void OnlyOneStep(const Operand& operand);
  Operand Assignment(const Operand& target, size_t keys);
  void Swap(size_t first, size_t middle, uint32_t depth);
  bool AppendInPlace(const Operand& target, size_t start);
  Operand SimpleGetline();
  void CommandGetline(Source source);
  Operand GetlineTarget(bool* given);
  Operand CallFunction();
  Operand CallNamed();
  Operand CallBuiltin();
  Operand CallSubstitute();
  int Arguments(Builtin builtin, bool is_call = false);
  void Argument(Builtin builtin, int index, bool is_call);
  Operand PatternOperand();
  void UnterminatedPattern();

  // ---- statements
  void Item();
  void Directive();
  void Include(const std::string& name, const Lexer::State& at);
  bool EndInclude();
  void Rule();
  void FunctionDefinition();
  void Block();
  void Statement();
  void SimpleStatement();
  void If();
  void While();
  void Do();
  void For();
  bool ForIn();
  void Switch();
  Operand CaseValue();
  void CheckCases(const std::vector<std::pair<int32_t, Lexer::State>>& cases);
  void Print();
  int PrintList(bool* simple);
  void PrintDirect(size_t start);
  void Delete();
  void Leave(bool is_continue);
  void Body();
  void Finish();

  Lexer lexer_;
  Heap* heap_;
  ParseAccount* account_;
  Program& program_;
  Complaints& complaints_;
  bool failed_ = false;
  int depth_of_parser_ = 0;
  uint32_t depth_ = 0;  // of the stack
  size_t barrier_ = 0;  // instructions before it are no longer changed: something jumps behind them
  bool no_greater_ = false;  // > is a redirection
  bool no_in_ = false;
  Lexer::State call_end_;         // the closing parenthesis of the last call
  size_t given_start_ = 0;        // where its code begins
  std::optional<Operand> given_;  // the next primary was read already
  std::vector<Loop> loops_;
  std::map<std::string, int, std::less<>> parameters_;
  std::map<std::string, int, std::less<>> function_ids_;
  bool in_function_ = false;
  std::vector<Lexer::State> includes_;  // where they go on behind an @include
  std::set<std::string> included_;
  std::string rule_;                                 // BEGIN, END ...; empty: another
  std::vector<std::pair<int, Lexer::State>> calls_;  // functions, and where they are called
  Code begin_, main_, end_, begin_file_, end_file_, functions_;
  std::vector<std::pair<int, size_t>> entries_;  // functions, and where in functions_
};

}  // namespace pysub::shell::awk

#endif  // PYSUB_SHELL_COMMANDS_AWK_PARSER_H_
