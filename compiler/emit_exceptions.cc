#include "compiler/emitter.h"

// try, with, and leaving them. A `finally` body is emitted once for each way out of its try body:
// the normal one, the exceptional one, and every return, break and continue inside, as CPython
// does.
//
// R[handled_] is the exception that the code at hand is handling; the tables of the exception
// ranges restore it when an exception comes back to an outer handler, the emitter when code falls
// out.
namespace pysub {

using namespace ast;  // NOLINT: this file is about nothing else

// CPython's CO_MAXBLOCKS.
constexpr size_t kMaxBlocks = 21;

// ---- Blocks

void Emitter::PushBlock(Block block) {
  if (blocks_.size() + handlers_ >= kMaxBlocks)
    Fail(block.span, "too many statically nested blocks");
  block.start = assembler_.Mark();
  block.outer_handled = handled_;
  blocks_.push_back(std::move(block));
}

// What is protected by the block ends here.
void Emitter::CloseSegment(Block& block) {
  const uint32_t end = assembler_.Mark();
  if (block.is_protected && block.start != end) block.segments.emplace_back(block.start, end);
  block.start = end;
}

Block Emitter::PopBlock() {
  Block block = std::move(blocks_.back());
  blocks_.pop_back();
  CloseSegment(block);
  for (const auto& [start, end] : block.segments) {
    assembler_.AddHandler(start, end, block.handler, block.exception, block.outer_handled);
  }
  return block;
}

// On the way out of all blocks above `depth`, what each demands is done outside of it: an exception
// that a `finally` body raises must not come back to its own handler. So each block's protection
// ends here and begins anew behind the jump, which is why a block has several segments.
void Emitter::Unwind(size_t depth, SourceSpan span) {
  std::vector<Block> left;
  const Reg handled = handled_;
  while (blocks_.size() > depth && !failed()) {
    Block block = std::move(blocks_.back());
    blocks_.pop_back();
    CloseSegment(block);
    LeaveBlock(block, span);
    left.push_back(std::move(block));
  }
  handled_ = handled;
  while (!left.empty()) {
    left.back().start = assembler_.Mark();
    blocks_.push_back(std::move(left.back()));
    left.pop_back();
  }
}

// What `return`, `break` and `continue` must do on their way out of a block. A `finally` body is
// compiled again for each such exit: a copy is longer, and needs no state that says where to go on.
void Emitter::LeaveBlock(Block& block, SourceSpan span) {
  switch (block.kind) {
    case BlockKind::kLoop:
    case BlockKind::kTry: return;
    case BlockKind::kFinally: {
      TempScope temps(*this);
      return EmitFinally(*block.finally);
    }
    case BlockKind::kWith: {
      TempScope temps(*this);
      const Reg result = NewTemp();
      CallExit(block.manager, kNoReg, block.is_async, block.span, result);
      return;
    }
    case BlockKind::kHandler:
      SetHandled(block.outer_handled, span);
      if (block.named != nullptr) UnbindName(SymbolOf(block.named->name), span);
      return;
    case BlockKind::kFinallyHandler: return SetHandled(block.outer_handled, span);
    case BlockKind::kStarHandler:
      return Fail(span, "'break', 'continue' and 'return' cannot appear in an except* block");
  }
}

void Emitter::SetHandled(Reg exception, SourceSpan span) {
  handled_ = exception;
  At(span);
  if (exception == kNoReg) {
    assembler_.Emit(Op::kCLEAR_HANDLED);
  } else {
    assembler_.Emit(Op::kSET_HANDLED, exception);
  }
}

void Emitter::EmitBreakOrContinue(const Stmt& statement) {
  const bool is_break = statement.kind == StmtKind::kBreak;
  size_t depth = blocks_.size();
  while (depth > 0 && blocks_[depth - 1].kind != BlockKind::kLoop) {
    if (blocks_[depth - 1].kind == BlockKind::kStarHandler) {
      return Fail(statement.span,
                  "'break', 'continue' and 'return' cannot appear in an except* block");
    }
    --depth;
  }
  if (depth == 0) {
    return Fail(statement.span,
                is_break ? "'break' outside loop" : "'continue' not properly in loop");
  }
  MarkLine(statement.span);
  Target* const target =
      is_break ? blocks_[depth - 1].break_target : blocks_[depth - 1].continue_target;
  Unwind(depth, statement.span);
  At(statement.span);
  JumpTo(*target);
}

// ---- try

void Emitter::EmitTry(const Try& statement) {
  MarkLine(statement.span);
  if (statement.finalbody.empty()) {
    return statement.kind == StmtKind::kTryStar ? EmitTryStar(statement) : EmitTryExcept(statement);
  }
  EmitTryFinally(statement);
}

// One of the copies. Copies of copies double with each level of nesting: 21 levels of a one-line
// program would be two million. finally_words_left bounds that, and the program is refused as
// CPython refuses what is too large.
void Emitter::EmitFinally(const Try& statement) {
  const uint32_t before = assembler_.here();
  EmitBody(statement.finalbody);
  const size_t words = assembler_.here() - before;
  if (words > context_.finally_words_left)
    return Fail(statement.span, "program too large to compile");
  context_.finally_words_left -= words;
}

// Two copies at least: for the way out without an exception, and for the one with it, which raises
// again at its end.
void Emitter::EmitTryFinally(const Try& statement) {
  const Reg exception = NewTemp();
  const BoundSet entry = bound_;
  Block block = ProtectedBlock(BlockKind::kFinally, statement.span, exception);
  block.finally = &statement;
  const Label handler = block.handler;
  PushBlock(std::move(block));
  if (statement.handlers.empty()) {
    EmitBody(statement.body);
  } else if (statement.kind == StmtKind::kTryStar) {
    EmitTryStar(statement);
  } else {
    EmitTryExcept(statement);
  }
  PopBlock();
  EmitFinally(statement);
  Target end = NewTarget();
  JumpTo(end);

  assembler_.Bind(handler);
  bound_ = entry;
  const Reg outer = handled_;
  SetHandled(exception, {});
  PushBlock({BlockKind::kFinallyHandler, statement.span});
  blocks_.back().outer_handled = outer;
  EmitFinally(statement);
  PopBlock();
  assembler_.Emit(Op::kRERAISE, exception);
  handled_ = outer;
  Bind(end);
}

// A block whose exceptions arrive in R[exception], at a label of its own.
Block Emitter::ProtectedBlock(BlockKind kind, SourceSpan span, Reg exception) {
  Block block{kind, span};
  block.is_protected = true;
  block.handler = assembler_.NewLabel();
  block.exception = exception;
  return block;
}

// `try:` and `else:`. Returns where that goes on; what is emitted next is where the
// exceptions of `try:` arrive.
Target Emitter::EmitTryBody(const Try& statement, Reg exception) {
  const BoundSet entry = bound_;
  Block block = ProtectedBlock(BlockKind::kTry, statement.span, exception);
  const Label handler = block.handler;
  PushBlock(std::move(block));
  EmitBody(statement.body);
  PopBlock();
  EmitBody(statement.orelse);
  Target end = NewTarget();
  JumpTo(end);

  assembler_.Bind(handler);
  bound_ = entry;
  return end;
}

//       try body          protected; an exception goes to `handler` in R[exception]
//       else body
//       jump end
//   handler:
//       SET_HANDLED       sys.exception() sees it from here on
//       JNOMATCH next     for each clause; its body; CLEAR_HANDLED or the outer one; jump end
//   next:
//       RERAISE           nobody wanted it
//   end:
void Emitter::EmitTryExcept(const Try& statement) {
  const Reg exception = NewTemp();
  Target end = EmitTryBody(statement, exception);
  const Reg outer = handled_;
  SetHandled(exception, {});
  for (uint32_t i = 0; i < statement.handlers.size() && !failed(); ++i) {
    if (statement.handlers[i]->type == nullptr && i + 1 < statement.handlers.size()) {
      return Fail(statement.handlers[i]->span, "default 'except:' must be last");
    }
    handled_ = exception;
    EmitHandler(*statement.handlers[i], exception, outer, end);
  }
  At({}).Emit(Op::kRERAISE, exception);
  handled_ = outer;
  Bind(end);
}

// The name of `except E as name` is unbound on every way out, an exception in the body included:
// that is what `cleanup` is for.
void Emitter::EmitHandler(const ExceptHandler& handler, Reg exception, Reg outer, Target& end) {
  TempScope temps(*this);
  Target next = NewTarget();
  if (handler.type != nullptr) {
    const Reg type = Operand(*handler.type);
    NoteJump(next);
    At(handler.span).EmitJump(Op::kJNOMATCH, exception, type, 0, next.label);
  } else {
    MarkLine(handler.span);
  }
  const bool named = !handler.name.empty();
  const Reg escaped = named ? NewTemp() : kNoReg;
  if (named) StoreName(SymbolOf(handler.name), handler.span, exception);
  Block block{BlockKind::kHandler, handler.span};
  if (named) {
    block = ProtectedBlock(BlockKind::kHandler, handler.span, escaped);
    block.named = &handler;
  }
  const Label cleanup = block.handler;
  ++handlers_;
  PushBlock(std::move(block));
  blocks_.back().outer_handled = outer;
  EmitHandlerBody(handler);
  PopBlock();
  --handlers_;
  SetHandled(outer, {});
  if (named) UnbindName(SymbolOf(handler.name), {});
  JumpTo(end);
  if (named) {
    assembler_.Bind(cleanup);
    UnbindName(SymbolOf(handler.name), {});
    assembler_.Emit(Op::kRERAISE, escaped);
  }
  handled_ = exception;
  Bind(next);
}

void Emitter::EmitHandlerBody(const ExceptHandler& handler) {
  if (handler.name.empty()) return EmitBody(handler.body);
  const Symbol& symbol = SymbolOf(handler.name);
  const bool known = IsPlainLocal(symbol) && (symbol.owner->flags & kSymbolDeleted) == 0;
  if (known) symbol.owner->is_caught = true;
  EmitBody(handler.body);
  if (known) symbol.owner->is_caught = false;
}

// ---- try ... except*

// R[rest] is what no handler has taken so far. What the handlers raise is collected and leaves as
// one group at the end.
void Emitter::EmitTryStar(const Try& statement) {
  const Reg exception = NewTemp();
  Target end = EmitTryBody(statement, exception);
  const Reg outer = handled_;
  SetHandled(exception, {});
  const Reg list = NewTemp();
  const Reg rest = NewTemps(2);
  assembler_.Emit(Op::kBUILD_LIST, list, 0, 0);
  Move(rest, exception);
  for (const ExceptHandler* item : statement.handlers) {
    EmitStarHandler(*item, exception, rest, list);
  }
  Target collected = NewTarget();
  At({});
  NoteJump(collected);
  assembler_.EmitJump(Op::kJNONE, rest, 1, 0, collected.label);
  assembler_.Emit(Op::kLIST_APPEND, list, rest);
  Bind(collected);
  assembler_.Emit(Op::kEG_RERAISE, list, exception);
  SetHandled(outer, {});
  NoteJump(end);
  assembler_.EmitJump(Op::kJNONE, list, 1, 0, end.label);
  assembler_.Emit(Op::kRERAISE, list);
  Bind(end);
}

// except* (PEP 654): the handler gets the matching part of the group, and what is left goes to the
// next one. What handlers raise is collected in `list`, and all is joined at the end.
void Emitter::EmitStarHandler(const ExceptHandler& handler, Reg exception, Reg rest, Reg list) {
  TempScope temps(*this);
  Target next = NewTarget();
  const Reg match = rest + 1;
  const Reg escaped = NewTemp();
  const Reg type = Operand(*handler.type);
  At(handler.span).Emit(Op::kEG_MATCH, rest, type);
  NoteJump(next);
  assembler_.EmitJump(Op::kJNONE, match, 1, 0, next.label);
  SetHandled(match, handler.type->span);
  if (!handler.name.empty()) StoreName(SymbolOf(handler.name), handler.span, match);
  const BoundSet entry = bound_;
  Block block = ProtectedBlock(BlockKind::kStarHandler, handler.span, escaped);
  const Label cleanup = block.handler;
  handled_ = exception;
  ++handlers_;
  PushBlock(std::move(block));
  handled_ = match;
  EmitHandlerBody(handler);
  PopBlock();
  --handlers_;
  SetHandled(exception, {});
  if (!handler.name.empty()) UnbindName(SymbolOf(handler.name), {});
  JumpTo(next);

  assembler_.Bind(cleanup);
  bound_ = entry;
  At({});
  if (!handler.name.empty()) UnbindName(SymbolOf(handler.name), {});
  assembler_.Emit(Op::kLIST_APPEND, list, escaped);
  JumpTo(next);
  handled_ = exception;
  Bind(next);
}

// ---- with

// The language reference writes `with` as try/finally with __exit__ called by hand; this is that,
// but the manager and the exception are registers that no program can name.
void Emitter::EmitWith(const With& with, uint32_t index) {
  if (GivenUp()) return;  // of too many items, too
  const bool is_async = with.kind == StmtKind::kAsyncWith;
  if (is_async && (code_.flags & kCodeCoroutine) == 0) {
    return FailInTable(with.span, "'async with' outside async function");
  }
  TempScope temps(*this);
  const WithItem& item = *with.items[index];
  const SourceSpan span = item.context_expr->span;
  const Reg manager = NewTemp();
  Into(*item.context_expr, manager);
  const Reg exception = NewTemp();
  const BoundSet entry = bound_;
  {
    TempScope entering(*this);
    const Reg window = NewTemp();
    At(span).Emit(Op::kWITH_CHECK, manager, is_async);
    Move(window, manager);
    CallMethod(is_async ? "__aenter__" : "__enter__", window, 0, span, window);
    if (is_async) AwaitRegister(window, 1, span);
    Block block = ProtectedBlock(BlockKind::kWith, span, exception);
    block.manager = manager;
    block.is_async = is_async;
    PushBlock(std::move(block));
    if (item.optional_vars != nullptr) Store(*item.optional_vars, window);
  }
  const Label handler = blocks_.back().handler;
  if (index + 1 < with.items.size()) {
    EmitWith(with, index + 1);
  } else {
    EmitBody(with.body);
  }
  PopBlock();
  const Reg result = NewTemp();
  CallExit(manager, kNoReg, is_async, span, result);
  Target end = NewTarget();
  JumpTo(end);

  assembler_.Bind(handler);
  bound_ = entry;
  const Reg outer = handled_;
  SetHandled(exception, span);
  CallExit(manager, exception, is_async, span, result);
  const Label swallow = assembler_.NewLabel();
  At(span).EmitJump(Op::kJTRUE, result, 0, 0, swallow);
  assembler_.Emit(Op::kRERAISE, exception);
  assembler_.Bind(swallow);
  SetHandled(outer, span);
  Bind(end);
}

// R[target] = the result of __exit__ for R[exception], or for None.
void Emitter::CallExit(Reg manager, Reg exception, bool is_async, SourceSpan span, Reg target) {
  TempScope temps(*this);
  const Reg window = NewTemps(4);
  At(span);
  Move(window, manager);
  if (exception == kNoReg) {
    for (Reg i = 1; i <= 3; ++i) LoadNone(window + i);
  } else {
    assembler_.Emit(Op::kGETATTR, window + 1, exception, 0, {Name("__class__")});
    Move(window + 2, exception);
    assembler_.Emit(Op::kGETATTR, window + 3, exception, 0, {Name("__traceback__")});
  }
  if (!is_async) return CallMethod("__exit__", window, 3, span, target);
  CallMethod("__aexit__", window, 3, span, window);
  AwaitRegister(window, 2, span);
  Move(target, window);
}

}  // namespace pysub
