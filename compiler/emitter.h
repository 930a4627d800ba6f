#ifndef PYSUB_COMPILER_EMITTER_H_
#define PYSUB_COMPILER_EMITTER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/assembler.h"
#include "compiler/bound_set.h"
#include "compiler/compile.h"
#include "compiler/constant_folding.h"
#include "compiler/scopes.h"
#include "compiler/unit_builder.h"
#include "parser/ast.h"

// From syntax tree to instructions; internal to compiler/. One Emitter makes one Code.
//
// Registers: parameters, other locals, temporaries. Temporaries are a stack (NewTemp, TempScope),
// so the window of a call is always above everything that is still needed. A function with more
// than kNearLocals locals keeps the rest above register 255 and reaches it by FAR_GET and FAR_SET.
//
// A value is computed into the register where it is needed: Into(expr, target). `target` may be a
// local that the expression reads and that an exception handler may look at, so it is written by
// the last instruction of the evaluation and by no other (CanScratch tells temporaries apart). So
// x = f(x) + g(x), with a local x, needs no MOVE but for arguments:
//
//   MOVE         t1, x
//   CALL_GLOBAL  t0, t0, 1      f(x) into a temporary; its window is t0, t1
//   MOVE         t2, x
//   CALL_GLOBAL  t1, t1, 1      g(x)
//   ADD          x,  t0, t1     only now is x written
//
// There is no pass behind this one: no graph of blocks, no allocation of registers afterwards. Code
// is made in one walk, in time linear in the tree. Trees may be deep only to the left (a chain of
// operators or calls), and that side is walked in a loop (SpineInto).
namespace pysub {

using Reg = uint32_t;
inline constexpr Reg kNoReg = 0xFFFFFFFF;
inline constexpr uint32_t kNearLocals = 160;
inline constexpr uint32_t kFarBase = 0x10000;  // Symbol::index of the first local without register
inline constexpr uint32_t kMaxRegister = 255;
// Longest run of temporaries that a display or a call takes at once.
inline constexpr uint32_t kMaxWindow = 32;
// Like CPython's STACK_USE_GUIDELINE: longer displays are built item by item, so an unhashable item
// raises before the items behind it are evaluated.
inline constexpr uint32_t kMaxDisplay = 30;

// What all emitters of a unit share. Lives on the stack of Compile(), as long as the tree does.
struct EmitContext {
  UnitBuilder& builder;
  ScopeTable& scopes;
  Arena& arena;
  const CompileOptions& options;
  std::string_view source;
  std::vector<SyntaxWarningInfo>& warnings;
  bool future_annotations = false;
  uint32_t last_future_line = 0;
  std::vector<ScopeError> warned;  // the same with their places
  std::optional<ScopeError> error;
  // `finally` bodies are copied, those inside of them as well; this bounds what nested ones
  // make of a small source: words in the copies, and statements looked at, which emit nothing
  // where they cannot be reached.
  size_t finally_words_left = 0;
  size_t statements_left = 0;
};

// A label together with what is known to be bound where it is jumped to from. Where several jumps
// meet, a local is known to be bound only if it is so on each way: then reading it needs no
// CHECK_LOCAL.
struct Target {
  Label label;
  BoundSet bound = BoundSet::Everything();
};

// Where in the text of a statement a jump out of it must stop to do something.
enum class BlockKind : uint8_t {
  kLoop,            // `break` and `continue` end here
  kTry,             // the body of try ... except
  kFinally,         // the body of try ... finally: run the finally body on the way out
  kWith,            // the body of with: call __exit__ on the way out
  kHandler,         // an except body: restore the handled exception, unbind the name
  kFinallyHandler,  // the finally body for an exception: leaving it drops the exception
  kStarHandler,     // an except* body: must not be left
};

// An entry of the stack of statements around the code that is emitted. A `return` in three of them
// does what each demands, from the inside out (Unwind).
struct Block {
  BlockKind kind;
  SourceSpan span;
  // kLoop
  Target* break_target = nullptr;
  Target* continue_target = nullptr;
  // What is protected: words from `start` on and `segments` before it.
  bool is_protected = false;
  uint32_t start = 0;
  std::vector<std::pair<uint32_t, uint32_t>> segments = {};
  Label handler = {};
  Reg exception = kNoReg;
  // The exception that is handled outside of the block.
  Reg outer_handled = kNoReg;
  const ast::Try* finally = nullptr;          // kFinally
  Reg manager = kNoReg;                       // kWith
  bool is_async = false;                      // kWith
  const ast::ExceptHandler* named = nullptr;  // kHandler with `as name`
};

class Emitter {
 public:
  Emitter(EmitContext& context, Emitter* parent, Scope& scope);
  Emitter(const Emitter&) = delete;
  Emitter& operator=(const Emitter&) = delete;

  void EmitModule(const ast::Module& module);

 private:
  struct ComprehensionParts;

  // Frees the temporaries that were made since.
  class TempScope {
   public:
    explicit TempScope(Emitter& emitter) : emitter_(emitter), mark_(emitter.next_temp_) {}
    ~TempScope() { emitter_.next_temp_ = mark_; }
    TempScope(const TempScope&) = delete;
    TempScope& operator=(const TempScope&) = delete;

   private:
    Emitter& emitter_;
    Reg mark_;
  };

  // ---- emitter.cc: the frame, names and variables
  void Fail(SourceSpan span, std::string message) {
    FailIn(span, std::move(message), /*compiler=*/true);
  }
  // What CPython finds in its symbol table already.
  void FailInTable(SourceSpan span, std::string message) {
    FailIn(span, std::move(message), /*compiler=*/false);
  }
  void FailIn(SourceSpan span, std::string message, bool compiler);
  bool failed() const { return context_.error.has_value(); }
  // What is left may be skipped: nobody will see the code.
  bool GivenUp() const { return failed() || IsOver(context_.options.parse_limits.stop); }
  void Warn(SourceSpan span, std::string message);
  void SetName(std::string_view name);
  void Finish();

  // ---- emit_frame.cc
  void EmitPrologue();
  void LayOutRegisters();
  void AddComprehensionLocals(ArenaVector<Symbol*>* locals);
  void MakeOverflow(const ArenaVector<Symbol*>& parameters);
  bool IsFar(const Symbol& symbol) const {
    return symbol.place == Place::kLocal && symbol.owner->index >= kFarBase;
  }
  void LoadFar(const Symbol& symbol, SourceSpan span, Reg target);
  void LoadFarKey(const Symbol& symbol, SourceSpan span, Reg key);
  void StoreFar(const Symbol& symbol, SourceSpan span, Reg value);
  void DeleteFar(const Symbol& symbol, SourceSpan span);

  // ---- registers
  Reg NewTemp() { return NewTemps(1); }
  Reg NewTemps(uint32_t count);
  uint32_t FreeTemps() const { return kMaxRegister + 1 - next_temp_; }
  bool CanScratch(Reg reg) const { return reg >= first_temp_; }
  // A temporary to work in: `target` itself if it is one.
  Reg ScratchFor(Reg target) { return CanScratch(target) ? target : NewTemp(); }
  // Where a window that yields `target` can start: at `target` if it is the newest temporary.
  Reg WindowAt(Reg target, uint32_t count);

  Assembler& At(SourceSpan span) { return assembler_.At(span); }
  // CompileOptions::marks_lines.
  void MarkLine(SourceSpan span) {
    if (context_.options.marks_lines) At(span).EmitMark();
  }
  // Of constants that are loaded as one, of which CPython makes one only when they are few.
  void MarkMany(ast::List<const ast::Expr*> constants) {
    for (const ast::Expr* item :
         constants.size() > kMaxDisplay ? constants : ast::List<const ast::Expr*>())
      MarkLine(item->span);
  }
  uint32_t Name(std::string_view name) { return context_.builder.Name(name); }
  uint32_t Name16(SourceSpan span, std::string_view name);
  uint32_t Global(SourceSpan span, std::string_view name);
  uint32_t Slot(Symbol& symbol, SourceSpan span);
  Symbol& SymbolOf(ast::Identifier name);
  Symbol& SymbolOf(const ast::Name& name);
  bool IsCell(const Symbol& symbol) const {
    return symbol.place == Place::kLocal && (symbol.owner->flags & kSymbolCaptured) != 0;
  }
  bool IsPlainLocal(const Symbol& symbol) const {
    return symbol.place == Place::kLocal && (symbol.owner->flags & kSymbolCaptured) == 0;
  }
  bool IsPlainGlobal(const Symbol& symbol) const {
    return symbol.place == Place::kGlobal && !context_.builder.unit().dynamic;
  }
  // The register of a plain local that `expr` names and that can be written directly, or kNoReg.
  Reg NearLocal(const ast::Expr& expr);
  bool NeedsCheck(const Symbol& symbol) const;
  void MarkBound(const Symbol& symbol);
  void CheckLocal(const Symbol& symbol, Reg reg, SourceSpan span);
  Reg LoadLocal(const Symbol& symbol, SourceSpan span, Reg scratch);
  void LoadName(Symbol& symbol, SourceSpan span, Reg target);
  void StoreName(Symbol& symbol, SourceSpan span, Reg value);
  void DeleteName(Symbol& symbol, SourceSpan span);
  // Unbinds a name that may be unbound already (the end of `except E as name`).
  void UnbindName(Symbol& symbol, SourceSpan span);
  void LoadGlobal(std::string_view name, SourceSpan span, Reg target);
  void StoreGlobal(std::string_view name, SourceSpan span, Reg value);
  void Move(Reg target, Reg source);
  void LoadConstant(const ConstantValue& value, SourceSpan span, Reg target);
  void LoadConstantIndex(uint32_t index, SourceSpan span, Reg target);
  void LoadNone(Reg target);

  // ---- targets of jumps
  Target NewTarget() { return {assembler_.NewLabel()}; }
  void NoteJump(Target& target) {
    if (assembler_.reachable()) target.bound.Intersect(bound_);
  }
  void JumpTo(Target& target) {
    NoteJump(target);
    assembler_.Jump(target.label);
  }
  void Bind(Target& target);

  // ---- emit_expressions.cc
  // Evaluates into a register of the emitter's choice: a local's own, or `scratch`, or a new one.
  Reg Operand(const ast::Expr& expr, Reg scratch = kNoReg);
  // The same for a value that is used after any number of other expressions.
  Reg StableOperand(const ast::Expr& expr);
  // The same when `next` is evaluated before the value is used. A local's own register would show
  // what a walrus in `next` assigns; CPython has pushed the old value by then.
  Reg OperandBefore(const ast::Expr& expr, const ast::Expr& next, Reg scratch = kNoReg);
  void Into(const ast::Expr& expr, Reg target);
  void Discard(const ast::Expr& expr);
  void SpineInto(const ast::Expr& expr, Reg target);
  void SpineStep(const ast::Expr& expr, Reg left, Reg target);
  Reg SpineBase(const ast::Expr& base, const ast::Expr& step, Reg scratch);
  bool FoldStep(const ast::Expr& step, ConstantValue* constant);
  void BinaryRegisters(ast::Operator op, bool in_place, SourceSpan span, Reg left,
                       const ast::Expr& right, Reg target);
  void UnaryInto(const ast::UnaryOp& op, Reg target);
  void BoolInto(const ast::BoolOp& op, Reg target);
  void ConditionalInto(const ast::IfExp& expr, Reg target);
  void CompareInto(const ast::Compare& compare, Reg target);
  void ComparePairInto(const ast::Compare& compare, bool negated, SourceSpan span, Reg target);
  Reg CompareOperand(ast::CompareOperator op, const ast::Expr& expr);
  bool ConstantDisplayInto(const ast::Expr& expr, Reg target);
  uint32_t ConstantIndex(const ast::Expr& expr);
  void SliceBound(const ast::Expr* bound, SourceSpan span, Reg target);
  bool InFunction() const;
  void NamedInto(const ast::NamedExpr& named, Reg target);
  void AttributeInto(const ast::Attribute& attribute, Reg value, Reg target);
  void SubscriptInto(const ast::Subscript& subscript, Reg value, Reg target);
  void SliceInto(const ast::Slice& slice, Reg target);
  void YieldInto(const ast::Yield& yield, Reg target);
  void YieldFromInto(const ast::YieldFrom& yield, Reg target);
  void AwaitInto(const ast::Await& await, Reg target);
  // Runs the awaitable in `reg` (context: see GET_AWAITABLE); the result replaces it.
  void AwaitRegister(Reg reg, uint32_t context, SourceSpan span);
  void DelegateTo(Reg iterator, Reg value, SourceSpan span);
  SourceSpan AttributeSpan(SourceSpan span, const ast::Attribute& attribute) const;

  // ---- warnings.cc
  void CheckCaller(const ast::Call& call);
  void CheckSubscript(const ast::Subscript& subscript);
  void CheckCompare(const ast::Compare& compare);
  void CheckAssert(const ast::Assert& statement);

  // ---- emit_conditions.cc
  void JumpIf(const ast::Expr& expr, bool when, Target& target);
  void JumpIfTrueOrFalse(Reg reg, bool when, SourceSpan span, Target& target);
  void JumpIfBool(const ast::BoolOp& op, bool when, Target& target);
  void JumpIfCompare(const ast::Compare& compare, bool when, Target& target);
  void JumpIfPair(ast::CompareOperator op, Reg left, Reg right, bool when, SourceSpan span,
                  Target& target);
  bool JumpIfConstant(ast::CompareOperator op, Reg left, const ast::Expr& right, bool when,
                      SourceSpan span, Target& target);
  void MarkWalrusesOf(const ast::Expr& test);

  // ---- emit_calls.cc
  void CallInto(const ast::Call& call, Reg target);
  void CallNameInto(const ast::Call& call, Reg target);
  // What has to fail before R[exception] does: finding a method of R[window], or formatting the
  // first `count` values of an f-string, which are in R[window...].
  struct LateCheck {
    Label handler = {};
    Reg window;
    Reg exception;
    const ast::Attribute* method = nullptr;
    const ast::JoinedStr* joined = nullptr;
    uint32_t count = 0;
    Reg scratch = 0;  // two registers
    // Who gets what the check raises: another late check, or the block around it if there is one.
    bool is_inner = false;
    Label outer = {};
    Reg outer_exception = kNoReg;
    Reg outer_handled = kNoReg;
  };
  bool MayFail(const ast::Expr& expr);
  bool MayFail(const ast::Call& call);
  void CheckLate(uint32_t start, size_t inner, LateCheck check);
  void FormatAgain(const LateCheck& check);
  void EmitLateChecks();
  void CallOnto(const ast::Call& call, Reg callee, Reg target);
  bool IsMethodCall(const ast::Call& call) const;
  bool IsHarmless(const ast::Expr& expr);
  bool MayHaveEffects(const ast::Expr& expr);
  void CallGlobalInto(const ast::Call& call, Symbol& callee, Reg target);
  void CallPlain(const ast::Call& call, Reg window, Reg target);
  SourceSpan CallSpan(const ast::Call& call) const;
  void MethodInto(const ast::Call& call, Reg object, Reg target);
  void CallExpanded(const ast::Call& call, Reg window, SourceSpan span, Reg target);
  void PositionalInto(ast::List<const ast::Expr*> args, SourceSpan span, Reg target);
  void KeywordsInto(const ast::Call& call, Reg callee, Reg target);
  void ArgumentsInto(const ast::Call& call, Reg first);
  uint32_t KeywordNames(const ast::Call& call);
  void CheckKeywords(const ast::Call& call);
  bool MayCallGlobalLate(const ast::Call& call, const Symbol& symbol);
  void CallMethod(std::string_view name, Reg window, uint32_t count, SourceSpan span, Reg target);

  // ---- emit_displays.cc
  void SequenceInto(ast::List<const ast::Expr*> elts, Op build, SourceSpan span, Reg target);
  // A new list (set) of all items, in a temporary that may be written early.
  void ListItems(ast::List<const ast::Expr*> elts, SourceSpan span, Reg list);
  void SetItems(ast::List<const ast::Expr*> elts, SourceSpan span, Reg set);
  bool ConstantSequenceInto(ast::List<const ast::Expr*> elts, Op build, SourceSpan span,
                            Reg target);
  void DictInto(const ast::Dict& dict, Reg target);
  void ComprehensionInto(const ast::Expr& expr, Reg target);
  void GeneratorInto(const ast::GeneratorExp& generator, Reg target);
  void EmitGenerators(const ComprehensionParts& parts, uint32_t index, Reg iterator);
  void EmitGeneratorBody(const ComprehensionParts& parts, uint32_t index, Target& next);
  void EnterComprehensionScope(Scope& scope, const ComprehensionParts& parts);
  void LeaveComprehensionScope(Scope& scope, Scope* outer);

  // ---- emit_loops.cc
  struct Loop {
    Reg state;
    Reg item;
    uint32_t count;  // 0: one value; else the item is unpacked
    SourceSpan iterable;
    SourceSpan target;
    Label body;
  };
  // What an `async for` keeps between its begin and its end.
  struct AsyncLoop {
    Reg iterator;
    Reg exception;
    SourceSpan span;  // of the statement or comprehension
    Label top;
    Label handler;
  };
  // Three registers from `state` become the state of a loop over `iterable`.
  void PrepareLoop(const ast::Expr& iterable, Reg state);
  bool IsRangeCall(const ast::Expr& iterable);
  void PrepareRange(const ast::Call& range, Reg state);
  // Between these comes the body, with the item stored; `next` must be bound just before the end.
  Loop BeginLoop(const ast::Expr& target, SourceSpan iterable, Reg state, Target& next);
  void EndLoop(const Loop& loop);
  AsyncLoop BeginAsyncLoop(Reg iterator, const ast::Expr& target, SourceSpan span);
  void EndAsyncLoop(const AsyncLoop& loop);
  Reg ConsecutiveLocals(ast::List<const ast::Expr*> elts);
  void EmitWhile(const ast::While& loop);
  void EmitFor(const ast::For& loop);
  void EmitAsyncFor(const ast::For& loop);

  // ---- emit_strings.cc
  void JoinedInto(const ast::JoinedStr& joined, Reg target);
  bool TemplateFormInto(const ast::JoinedStr& joined, Reg target);
  void FormattedInto(const ast::FormattedValue& value, Reg target);
  void TemplateInto(const ast::TemplateStr& text, Reg target);
  void InterpolationInto(const ast::Interpolation& value, Reg target);

  // ---- emit_functions.cc
  void CaptureCells(Emitter& child);
  void SetSignature(const ast::Arguments& args);
  void EmitDocstring(ast::List<const ast::Stmt*>* body);
  void FunctionStatement(const ast::FunctionDef& def);
  void FunctionInto(const ast::FunctionDef& def, Reg target);
  uint32_t EmitFunctionBody(const ast::FunctionDef& def);
  void LambdaInto(const ast::Lambda& lambda, Reg target);
  void ReturnExpression(const ast::Expr& value);
  uint32_t DefaultsInto(const ast::Arguments& args, SourceSpan span, Reg window);
  void MakeFunction(uint32_t code, Reg window, uint32_t mask, SourceSpan span, Reg target);
  void BeginThunk(SourceSpan span);
  void AnnotationItem(std::string_view name, const ast::Expr& annotation, Reg dict);
  uint32_t AnnotateInto(const ast::FunctionDef& def, Reg target);
  void EmitModuleAnnotations(ast::List<const ast::Stmt*> body);
  void SkipUnlessExecuted(uint32_t index, SourceSpan span, Target& skip);
  void NoteConditionalAnnotation(const ast::AnnAssign& statement);
  void GenericInto(const ast::Stmt& statement, ast::List<const ast::TypeParam*> params, Reg target);
  void TypeParamsInto(ast::List<const ast::TypeParam*> params, Reg target);
  void ThunkInto(const ast::Expr& value, Scope& scope, std::string_view name, Reg target);
  void TypeAliasStatement(const ast::TypeAlias& alias);
  void TypeAliasInto(const ast::TypeAlias& alias, Reg parameters, Reg target);

  // ---- emit_statements.cc
  void EmitBody(ast::List<const ast::Stmt*> body);
  void EmitStmt(const ast::Stmt& statement);
  void EmitExpressionStatement(const ast::ExprStmt& statement);
  void EmitReturn(const ast::Return& statement);
  void EmitAssign(const ast::Assign& statement);
  bool EmitParallelAssign(const ast::Assign& statement);
  void Store(const ast::Expr& target, Reg value);
  void StoreUnpacked(const ast::Expr& target, ast::List<const ast::Expr*> elts, Reg value);
  void StoreMany(const ast::Expr& target, ast::List<const ast::Expr*> elts, uint32_t star,
                 Reg value);
  bool FindStar(const ast::Expr& target, ast::List<const ast::Expr*> elts, uint32_t* star);
  void StoreSubscript(const ast::Subscript& target, Reg value);
  void EmitAugAssign(const ast::AugAssign& statement);
  void EmitAnnAssign(const ast::AnnAssign& statement);
  void EmitDelete(const ast::Expr& target);
  void EmitIf(const ast::If& statement);
  void EmitAssert(const ast::Assert& statement);
  void EmitRaise(const ast::Raise& statement);
  void EmitImport(const ast::Import& statement);
  void EmitImportFrom(const ast::ImportFrom& statement);

  // ---- emit_exceptions.cc
  void EmitTry(const ast::Try& statement);
  Block ProtectedBlock(BlockKind kind, SourceSpan span, Reg exception);
  Target EmitTryBody(const ast::Try& statement, Reg exception);
  void EmitTryExcept(const ast::Try& statement);
  void EmitFinally(const ast::Try& statement);
  void EmitTryFinally(const ast::Try& statement);
  void EmitTryStar(const ast::Try& statement);
  void EmitHandler(const ast::ExceptHandler& handler, Reg exception, Reg outer, Target& end);
  void EmitHandlerBody(const ast::ExceptHandler& handler);
  void EmitStarHandler(const ast::ExceptHandler& handler, Reg exception, Reg rest, Reg list);
  void EmitWith(const ast::With& with, uint32_t index);
  void CallExit(Reg manager, Reg exception, bool is_async, SourceSpan span, Reg target);
  void SetHandled(Reg exception, SourceSpan span);
  void EmitBreakOrContinue(const ast::Stmt& statement);
  // Leaves all blocks above `depth`, as `return`, `break` and `continue` do.
  void Unwind(size_t depth, SourceSpan span);
  void LeaveBlock(Block& block, SourceSpan span);
  void PushBlock(Block block);
  Block PopBlock();
  void CloseSegment(Block& block);

  EmitContext& context_;
  Emitter* const parent_;
  Scope* scope_;  // the innermost: of the frame or of an inlined comprehension in it
  Scope& frame_;
  Code& code_;
  uint32_t code_index_;
  Assembler assembler_;
  Reg first_temp_ = 0;
  Reg overflow_ = kNoReg;   // the dict of locals that have no register
  uint32_t far_count_ = 0;  // how many those are
  Reg next_temp_ = 0;
  uint32_t highest_register_ = 0;  // + 1
  uint32_t next_bit_ = 0;
  BoundSet bound_;
  std::vector<Block> blocks_;
  size_t handlers_ = 0;   // bodies of handlers around: to CPython each is two blocks
  Reg handled_ = kNoReg;  // the register of the exception being handled here
  ArenaVector<LateCheck> late_checks_;
  ArenaVector<const ast::Expr*> spine_;
  const ast::Stmt* last_statement_ = nullptr;  // whose value the top level returns
  std::vector<const ast::AnnAssign*> conditional_annotations_;
  uint32_t next_conditional_ = 0;
};

}  // namespace pysub

#endif  // PYSUB_COMPILER_EMITTER_H_
