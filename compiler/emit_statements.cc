#include "compiler/emitter.h"

namespace pysub {

using namespace ast;  // NOLINT: this file is about nothing else

void Emitter::EmitBody(List<const Stmt*> body) {
  for (const Stmt* statement : body) {
    if (GivenUp()) return;
    if (context_.statements_left-- == 0)
      return Fail(statement->span, "program too large to compile");
    TempScope temps(*this);
    EmitStmt(*statement);
  }
}

void Emitter::EmitStmt(const Stmt& statement) {
  switch (statement.kind) {
    case StmtKind::kFunctionDef:
    case StmtKind::kAsyncFunctionDef: return FunctionStatement(statement.As<FunctionDef>());
    case StmtKind::kReturn: return EmitReturn(statement.As<Return>());
    case StmtKind::kDelete:
      for (const Expr* target : statement.As<Delete>().targets) EmitDelete(*target);
      return;
    case StmtKind::kAssign: return EmitAssign(statement.As<Assign>());
    case StmtKind::kTypeAlias: return TypeAliasStatement(statement.As<TypeAlias>());
    case StmtKind::kAugAssign: return EmitAugAssign(statement.As<AugAssign>());
    case StmtKind::kAnnAssign: return EmitAnnAssign(statement.As<AnnAssign>());
    case StmtKind::kFor:
    case StmtKind::kAsyncFor: return EmitFor(statement.As<For>());
    case StmtKind::kWhile: return EmitWhile(statement.As<While>());
    case StmtKind::kIf: return EmitIf(statement.As<If>());
    case StmtKind::kWith:
    case StmtKind::kAsyncWith: return EmitWith(statement.As<With>(), 0);
    case StmtKind::kRaise: return EmitRaise(statement.As<Raise>());
    case StmtKind::kTry:
    case StmtKind::kTryStar: return EmitTry(statement.As<Try>());
    case StmtKind::kAssert: return EmitAssert(statement.As<Assert>());
    case StmtKind::kImport: return EmitImport(statement.As<Import>());
    case StmtKind::kImportFrom: return EmitImportFrom(statement.As<ImportFrom>());
    case StmtKind::kExpr: return EmitExpressionStatement(statement.As<ExprStmt>());
    case StmtKind::kBreak:
    case StmtKind::kContinue: return EmitBreakOrContinue(statement);
    case StmtKind::kPass: return MarkLine(statement.span);
    case StmtKind::kGlobal:
    case StmtKind::kNonlocal: return;
  }
}

namespace {

bool IsCallOfWrite(const Expr& expression) {
  if (expression.kind != ExprKind::kCall) return false;
  const Expr& function = *expression.As<Call>().func;
  if (function.kind != ExprKind::kAttribute) return false;
  const std::string_view name = function.As<Attribute>().attr;
  return name == "write" || name == "write_text" || name == "write_bytes" || name == "truncate";
}

}  // namespace

void Emitter::EmitExpressionStatement(const ExprStmt& statement) {
  const bool last = &statement == last_statement_;
  // What x.write() returns is a number that nobody asked for, and would stand right behind what was
  // written. A prompt shows it, as CPython's does; programs have no prompt in CPython.
  const bool is_write = context_.options.return_last_expression && IsCallOfWrite(*statement.value);
  const bool echo = context_.options.echo_expressions && frame_.kind == ScopeKind::kModule &&
                    !is_write && (last || !context_.options.return_last_expression);
  if (!last && !echo) return Discard(*statement.value);
  const Reg value = Operand(*statement.value);
  At(statement.span);
  if (echo) assembler_.Emit(Op::kECHO, value);
  if (last) assembler_.Emit(Op::kRETURN, value);
}

// The value is computed first, then the blocks around are left from the inside out. A `finally`
// that returns itself wins.
void Emitter::EmitReturn(const Return& statement) {
  if (!InFunction()) return Fail(statement.span, "'return' outside function");
  const bool async_generator =
      (code_.flags & kCodeCoroutine) != 0 && (code_.flags & kCodeGenerator) != 0;
  if (async_generator && statement.value != nullptr) {
    return Fail(statement.span, "'return' with value in async generator");
  }
  bool unwind = false;
  for (const Block& block : blocks_) {
    unwind = unwind || block.kind == BlockKind::kFinally || block.kind == BlockKind::kWith ||
             block.kind == BlockKind::kStarHandler ||
             (block.named != nullptr && !IsPlainLocal(SymbolOf(block.named->name)));
  }
  if (statement.value == nullptr) {
    if (unwind) Unwind(0, statement.span);
    return At(statement.span).Emit(Op::kRETURN_NONE);
  }
  if (!unwind) {
    const Reg value = Operand(*statement.value);
    return At(statement.span).Emit(Op::kRETURN, value);
  }
  const Reg value = NewTemp();
  Into(*statement.value, value);
  const bool constant = statement.value->kind == ExprKind::kConstant;
  Unwind(0, constant ? statement.value->span : statement.span);
  At(statement.span).Emit(Op::kRETURN, value);
}

// ---- Assignment

// A single local name gets the value right from the expression. Several targets get the same value
// from left to right, as the language says.
void Emitter::EmitAssign(const Assign& statement) {
  if (statement.targets.size() == 1) {
    const Expr& target = *statement.targets[0];
    const Reg local = NearLocal(target);
    if (local != kNoReg) {
      Into(*statement.value, local);
      return MarkBound(SymbolOf(target.As<ast::Name>()));
    }
    if (EmitParallelAssign(statement)) return;
    const Reg value = target.kind == ExprKind::kName ? Operand(*statement.value)
                                                     : OperandBefore(*statement.value, target);
    return Store(target, value);
  }
  const Reg value = NewTemp();
  Into(*statement.value, value);
  for (const Expr* target : statement.targets) Store(*target, value);
}

namespace {

// The elements of a tuple or list display.
List<const Expr*> Elements(const Expr& expr) {
  if (const Tuple* tuple = expr.TryAs<Tuple>()) return tuple->elts;
  if (const ListExpr* list = expr.TryAs<ListExpr>()) return list->elts;
  return {};
}

bool HasStar(List<const Expr*> elts) {
  for (const Expr* item : elts) {
    if (item->kind == ExprKind::kStarred) return true;
  }
  return false;
}

}  // namespace

// `a, b = b, a` without a tuple: all values, then all stores. Locals cannot be seen in between, so
// the last value goes to its place at once and the others follow.
bool Emitter::EmitParallelAssign(const Assign& statement) {
  const List<const Expr*> targets = Elements(*statement.targets[0]);
  const List<const Expr*> values = Elements(*statement.value);
  const uint32_t count = targets.size();
  if (count < 2 || count > kMaxWindow || values.size() != count || HasStar(targets) ||
      HasStar(values)) {
    return false;
  }
  bool locals = true;
  for (uint32_t i = 0; i < count; ++i) {
    const Reg local = NearLocal(*targets[i]);
    locals = locals && local != kNoReg;
    for (uint32_t j = 0; locals && j < i; ++j) locals = local != NearLocal(*targets[j]);
  }
  const Reg temps = NewTemps(count);
  for (uint32_t i = 0; i + (locals ? 1 : 0) < count; ++i) {
    if (!locals || values[i]->kind != ExprKind::kConstant) Into(*values[i], temps + i);
  }
  if (locals) Into(*values[count - 1], NearLocal(*targets[count - 1]));
  for (uint32_t i = 0; i < count; ++i) {
    if (!locals) {
      Store(*targets[i], temps + i);
    } else if (i + 1 == count) {
      MarkBound(SymbolOf(targets[i]->As<ast::Name>()));
    } else if (values[i]->kind == ExprKind::kConstant) {
      Into(*values[i], NearLocal(*targets[i]));
      MarkBound(SymbolOf(targets[i]->As<ast::Name>()));
    } else {
      Store(*targets[i], temps + i);
    }
  }
  return true;
}

void Emitter::Store(const Expr& target, Reg value) {
  TempScope temps(*this);
  switch (target.kind) {
    case ExprKind::kName: return StoreName(SymbolOf(target.As<ast::Name>()), target.span, value);
    case ExprKind::kAttribute: {
      const Attribute& attribute = target.As<Attribute>();
      const Reg object = Operand(*attribute.value);
      return At(AttributeSpan(target.span, attribute))
          .Emit(Op::kSETATTR, object, value, 0, {Name(attribute.attr)});
    }
    case ExprKind::kSubscript: return StoreSubscript(target.As<Subscript>(), value);
    case ExprKind::kTuple:
    case ExprKind::kList: return StoreUnpacked(target, Elements(target), value);
    case ExprKind::kStarred:
      return Fail(target.span, "starred assignment target must be in a list or tuple");
    default: return;
  }
}

void Emitter::StoreSubscript(const Subscript& target, Reg value) {
  const Reg object = OperandBefore(*target.value, *target.slice);
  const uint32_t constant = ConstantIndex(*target.slice);
  if (constant <= 0xFF) {
    MarkLine(target.slice->span);
    return At(target.span).Emit(Op::kSETITEM_K, object, constant, value);
  }
  const Reg index = Operand(*target.slice);
  At(target.span).Emit(Op::kSETITEM, object, index, value);
}

// Finds the starred target, if any; complains about a second one.
bool Emitter::FindStar(const Expr& target, List<const Expr*> elts, uint32_t* star) {
  *star = elts.size();
  for (uint32_t i = 0; i < elts.size(); ++i) {
    if (elts[i]->kind != ExprKind::kStarred) continue;
    if (*star != elts.size()) {
      Fail(target.span, "multiple starred expressions in assignment");
      return false;
    }
    *star = i;
  }
  return true;
}

// a, *b, c = value. All items are taken out before the first is stored: if their number is wrong no
// target changes.
void Emitter::StoreUnpacked(const Expr& target, List<const Expr*> elts, Reg value) {
  uint32_t star;
  if (!FindStar(target, elts, &star)) return;
  const uint32_t count = elts.size();
  if (star != count && star > 0xFF) {
    return Fail(target.span, "too many expressions in star-unpacking assignment");
  }
  if (count > 120 || count + 8 > FreeTemps()) return StoreMany(target, elts, star, value);
  if (star != count) {
    const Reg window = NewTemps(count);
    At(target.span).Emit(Op::kUNPACK_EX, window, value, star, {count - star - 1});
    for (uint32_t i = 0; i < count; ++i) {
      Store(i == star ? *elts[i]->As<Starred>().value : *elts[i], window + i);
    }
    return;
  }
  Reg window = count == 0 ? kNoReg : ConsecutiveLocals(elts);
  if (window == kNoReg) window = NewTemps(std::max(count, 1u));
  At(target.span).Emit(Op::kUNPACK, window, value, count);
  for (uint32_t i = 0; i < count; ++i) Store(*elts[i], window + i);
}

// More targets than registers: the items as a list, of which it is certain that there are enough
// before the first is stored.
void Emitter::StoreMany(const Expr& target, List<const Expr*> elts, uint32_t star, Reg value) {
  constexpr uint32_t kAtOnce = 16;
  const uint32_t count = elts.size();
  const bool starred = star != count;
  if (FreeTemps() < kAtOnce + 12) return Fail(target.span, "too many targets in one assignment");
  const Reg all = NewTemp();
  At(target.span).Emit(Op::kUNPACK_EX, all, value, 0, {0});
  {
    TempScope temps(*this);
    const Reg window = NewTemps(kAtOnce + 1);
    Reg rest = all;
    for (uint32_t left = starred ? count - 1 : count; left > 0;) {
      const uint32_t some = std::min(left, kAtOnce);
      left -= some;
      if (left == 0 && !starred) {
        At(target.span).Emit(Op::kUNPACK, window, rest, some);
      } else {
        At(target.span).Emit(Op::kUNPACK_EX, window, rest, some, {0});
      }
      rest = window + some;
    }
  }
  const auto load = [&](int64_t index, Reg reg) {
    LoadConstant(ConstantValue::Int(index), target.span, reg);
  };
  for (uint32_t i = 0; i < count; ++i) {
    TempScope temps(*this);
    const Reg item = NewTemps(3);
    const auto from_end = static_cast<int64_t>(i) - count;
    load(i > star ? from_end : i, item + 1);
    if (i != star) {
      At(target.span).Emit(Op::kGETITEM, item, all, item + 1);
      Store(*elts[i], item);
      continue;
    }
    if (from_end == -1) {
      LoadNone(item + 2);
    } else {
      load(from_end + 1, item + 2);
    }
    At(target.span).Emit(Op::kGETSLICE, item, all, item + 1);
    Store(*elts[i]->As<Starred>().value, item);
  }
}

// x[i] += y evaluates x and i once. They stay in registers between reading and storing.
void Emitter::EmitAugAssign(const AugAssign& statement) {
  const Expr& target = *statement.target;
  const Expr& right = *statement.value;
  if (const ast::Name* name = target.TryAs<ast::Name>()) {
    const Reg local = NearLocal(target);
    const Reg left = OperandBefore(target, right);
    const Reg result = local != kNoReg ? local : ScratchFor(left);
    BinaryRegisters(statement.op, true, statement.span, left, right, result);
    return StoreName(SymbolOf(*name), target.span, result);
  }
  const Reg value = NewTemp();
  if (const Attribute* attribute = target.TryAs<Attribute>()) {
    const Reg object = StableOperand(*attribute->value);
    AttributeInto(*attribute, object, value);
    BinaryRegisters(statement.op, true, statement.span, value, right, value);
    return At(AttributeSpan(target.span, *attribute))
        .Emit(Op::kSETATTR, object, value, 0, {Name(attribute->attr)});
  }
  const Subscript& subscript = target.As<Subscript>();
  const Reg object = StableOperand(*subscript.value);
  const uint32_t constant = ConstantIndex(*subscript.slice);
  const bool small = constant <= 0xFF;
  const Reg index = small ? 0 : StableOperand(*subscript.slice);
  At(target.span)
      .Emit(small ? Op::kGETITEM_K : Op::kGETITEM, value, object, small ? constant : index);
  BinaryRegisters(statement.op, true, statement.span, value, right, value);
  At(target.span)
      .Emit(small ? Op::kSETITEM_K : Op::kSETITEM, object, small ? constant : index, value);
}

void Emitter::EmitAnnAssign(const AnnAssign& statement) {
  if (statement.value != nullptr) {
    const Reg local = NearLocal(*statement.target);
    if (local != kNoReg) {
      Into(*statement.value, local);
      MarkBound(SymbolOf(statement.target->As<ast::Name>()));
    } else {
      Store(*statement.target, OperandBefore(*statement.value, *statement.target));
    }
  } else if (const Attribute* attribute = statement.target->TryAs<Attribute>()) {
    Discard(*attribute->value);
  } else if (const Subscript* subscript = statement.target->TryAs<Subscript>()) {
    Discard(*subscript->value);
    Discard(*subscript->slice);
  }
  if (statement.simple && frame_.kind == ScopeKind::kModule) NoteConditionalAnnotation(statement);
}

void Emitter::EmitDelete(const Expr& target) {
  TempScope temps(*this);
  switch (target.kind) {
    case ExprKind::kName: return DeleteName(SymbolOf(target.As<ast::Name>()), target.span);
    case ExprKind::kAttribute: {
      const Attribute& attribute = target.As<Attribute>();
      const Reg object = Operand(*attribute.value);
      return At(AttributeSpan(target.span, attribute))
          .Emit(Op::kDELATTR, object, 0, 0, {Name(attribute.attr)});
    }
    case ExprKind::kSubscript: {
      const Subscript& subscript = target.As<Subscript>();
      const Reg object = OperandBefore(*subscript.value, *subscript.slice);
      const Reg index = Operand(*subscript.slice);
      return At(target.span).Emit(Op::kDELITEM, object, index);
    }
    default:
      for (const Expr* item : Elements(target)) EmitDelete(*item);
  }
}

// ---- Simple control flow

// `elif` chains may be long: they are followed in a loop.
void Emitter::EmitIf(const If& statement) {
  Target end = NewTarget();
  for (const If* branch = &statement; branch != nullptr && !failed();) {
    Target orelse = NewTarget();
    JumpIf(*branch->test, false, orelse);
    EmitBody(branch->body);
    if (!branch->orelse.empty()) JumpTo(end);
    Bind(orelse);
    const List<const Stmt*> rest = branch->orelse;
    branch = rest.size() == 1 ? rest[0]->TryAs<If>() : nullptr;
    if (branch == nullptr) EmitBody(rest);
  }
  Bind(end);
}

void Emitter::EmitAssert(const Assert& statement) {
  CheckAssert(statement);
  if (context_.options.optimize > 0) return;
  Target end = NewTarget();
  JumpIf(*statement.test, true, end);
  if (statement.msg == nullptr) {
    At(statement.test->span).Emit(Op::kRAISE_ASSERT, 0, 0);
  } else {
    const Reg message = Operand(*statement.msg);
    At(statement.test->span).Emit(Op::kRAISE_ASSERT, message, 1);
  }
  Bind(end);
}

void Emitter::EmitRaise(const Raise& statement) {
  if (statement.exc == nullptr) return At(statement.span).Emit(Op::kRAISE_BARE);
  if (statement.cause == nullptr) {
    const Reg exception = Operand(*statement.exc);
    return At(statement.span).Emit(Op::kRAISE, exception);
  }
  const Reg exception = OperandBefore(*statement.exc, *statement.cause);
  const Reg cause = Operand(*statement.cause);
  At(statement.span).Emit(Op::kRAISE_FROM, exception, cause);
}

// ---- Imports

// `import a.b` binds a, `import a.b as c` binds the submodule.
void Emitter::EmitImport(const Import& statement) {
  for (const Alias* alias : statement.names) {
    if (GivenUp()) return;
    TempScope temps(*this);
    const Reg module = NewTemp();
    At(statement.span);
    if (!alias->asname.empty()) {
      assembler_.Emit(Op::kIMPORT_AS, module, 0, 0, {Name(alias->name)});
      StoreName(SymbolOf(alias->asname), statement.span, module);
      continue;
    }
    const Reg names = NewTemp();
    LoadNone(names);
    assembler_.Emit(Op::kIMPORT, module, 0, names, {Name(alias->name)});
    StoreName(SymbolOf(alias->top.empty() ? alias->name : alias->top), statement.span, module);
  }
}

void Emitter::EmitImportFrom(const ImportFrom& statement) {
  if (statement.level == 0 && statement.module == "__future__" &&
      statement.span.line > context_.last_future_line) {
    return FailInTable(statement.span,
                       "from __future__ imports must occur at the beginning of the file");
  }
  if (statement.level > 255) return Fail(statement.span, "too many leading dots");
  std::vector<uint32_t> items;
  for (const Alias* alias : statement.names) {
    if (GivenUp()) return;
    items.push_back(context_.builder.Constant(ConstantValue::String(alias->name)));
  }
  ConstantValue tuple;
  tuple.tag = ConstantTag::kTuple;
  tuple.items = items.data();
  tuple.item_count = static_cast<uint32_t>(items.size());
  const Reg module = NewTemp();
  const Reg item = NewTemp();
  LoadConstantIndex(context_.builder.Constant(tuple), statement.span, item);
  assembler_.Emit(Op::kIMPORT, module, statement.level, item, {Name(statement.module)});
  for (const Alias* alias : statement.names) {
    if (GivenUp()) return;
    if (alias->name == "*") return assembler_.Emit(Op::kIMPORT_STAR, module);
    At(statement.span).Emit(Op::kIMPORT_FROM, item, module, 0, {Name(alias->name)});
    StoreName(SymbolOf(alias->asname.empty() ? alias->name : alias->asname), statement.span, item);
  }
}

}  // namespace pysub
