#include "compiler/emitter.h"

namespace pysub {

using ast::Identifier;

void Emitter::FailIn(SourceSpan span, std::string message, bool compiler) {
  if (!context_.error) context_.error = ScopeError{span, std::move(message), compiler};
}

void Emitter::Warn(SourceSpan span, std::string message) {
  // The copies of a `finally` body would warn again.
  if (context_.warned.size() > kMaxWarnings) return;
  for (const ScopeError& before : context_.warned) {
    if (before.span == span && before.message == message) return;
  }
  context_.warned.push_back({span, message});
  context_.warnings.push_back({std::move(message), span.line, span});
}

Emitter::Emitter(EmitContext& context, Emitter* parent, Scope& scope)
    : context_(context),
      parent_(parent),
      scope_(&scope),
      frame_(scope),
      code_(*context.builder.unit().codes.emplace_back(std::make_unique<Code>())),
      code_index_(static_cast<uint32_t>(context.builder.unit().codes.size() - 1)),
      assembler_(code_, context.arena),
      late_checks_(context.arena),
      spine_(context.arena) {
  if (frame_.is_generator) code_.flags |= kCodeGenerator;
  if (frame_.is_coroutine &&
      (frame_.kind != ScopeKind::kModule || context.options.top_level_await)) {
    code_.flags |= kCodeCoroutine;
  }
  if (frame_.is_nested) code_.flags |= kCodeNested;
  code_.first_line = frame_.span.line;
}

void Emitter::Finish() {
  if (assembler_.reachable()) {
    At({});
    assembler_.Emit(Op::kRETURN_NONE);
  }
  EmitLateChecks();
  if (!GivenUp() && !assembler_.Finish()) Fail(frame_.span, "function too large");
  code_.register_count = static_cast<uint16_t>(highest_register_);
}

// They lie side by side. Freed by the TempScope around, in the order of a stack: so everything
// above next_temp_ is free, and a callee may have it.
Reg Emitter::NewTemps(uint32_t count) {
  const Reg first = next_temp_;
  if (first + count > kMaxRegister + 1) {
    Fail(frame_.span, "too many nested expressions or local variables");
    return first_temp_;
  }
  next_temp_ += count;
  highest_register_ = std::max(highest_register_, next_temp_);
  return first;
}

Reg Emitter::WindowAt(Reg target, uint32_t count) {
  if (CanScratch(target) && target + 1 == next_temp_) {
    NewTemps(count - 1);
    return target;
  }
  return NewTemps(count);
}

// ---- Names

uint32_t Emitter::Name16(SourceSpan span, std::string_view name) {
  const uint32_t index = Name(name);
  if (index <= 0xFFFF) return index;
  Fail(span, "too many names in one program");
  return 0;
}

uint32_t Emitter::Global(SourceSpan span, std::string_view name) {
  const uint32_t slot = context_.builder.Global(name);
  if (slot <= 0xFFFF) return slot;
  Fail(span, "too many global names in one program");
  return 0;
}

Symbol& Emitter::SymbolOf(Identifier name) {
  Symbol& symbol = context_.scopes.FindOrAdd(*scope_, name);
  if (symbol.place == Place::kUnresolved) symbol.place = Place::kGlobal;
  return symbol;
}

Symbol& Emitter::SymbolOf(const ast::Name& name) {
  Symbol* const symbol = name.symbol;
  if (symbol != nullptr && symbol->scope == scope_ && symbol->place != Place::kUnresolved)
      [[likely]] {
    return *symbol;
  }
  return SymbolOf(name.id);
}

Reg Emitter::NearLocal(const ast::Expr& expr) {
  const ast::Name* name = expr.TryAs<ast::Name>();
  if (name == nullptr) return kNoReg;
  const Symbol& symbol = SymbolOf(*name);
  if (!IsPlainLocal(symbol) || IsFar(symbol)) return kNoReg;
  return symbol.owner->index;
}

// Whether a local may be unbound here. Most reads are behind an assignment on all ways, and cost no
// instruction.
bool Emitter::NeedsCheck(const Symbol& symbol) const {
  const Symbol& owner = *symbol.owner;
  if ((owner.flags & kSymbolUnbinds) != 0) return !owner.is_caught;
  return owner.bit != kNoIndex && !bound_.Has(owner.bit);
}

void Emitter::MarkBound(const Symbol& symbol) {
  if (symbol.place == Place::kLocal && symbol.owner->bit != kNoIndex) bound_.Add(symbol.owner->bit);
}

void Emitter::CheckLocal(const Symbol& symbol, Reg reg, SourceSpan span) {
  if (!NeedsCheck(symbol)) return;
  At(span).EmitWide(Op::kCHECK_LOCAL, reg, Name16(span, symbol.name));
  MarkBound(symbol);
}

// The register of a local that is no cell; a far one is fetched into `scratch` or a new temporary.
Reg Emitter::LoadLocal(const Symbol& symbol, SourceSpan span, Reg scratch) {
  if (!IsFar(symbol)) {
    CheckLocal(symbol, symbol.owner->index, span);
    return symbol.owner->index;
  }
  const Reg target = scratch == kNoReg ? NewTemp() : scratch;
  LoadFar(symbol, span, target);
  return target;
}

void Emitter::Move(Reg target, Reg source) {
  if (target != source) assembler_.Emit(Op::kMOVE, target, source);
}

// A local is a MOVE or nothing, a cell a load through it, a global a slot. Only code of exec() and
// eval() looks names up when it runs.
void Emitter::LoadName(Symbol& symbol, SourceSpan span, Reg target) {
  const Identifier name = symbol.name;
  if (name == "__debug__")
    return LoadConstant(ConstantValue::Bool(context_.options.optimize == 0), span, target);
  At(span);
  if (IsPlainLocal(symbol)) return Move(target, LoadLocal(symbol, span, target));
  if (symbol.place == Place::kLocal) {
    return assembler_.Emit(Op::kLOAD_CELL, target, symbol.owner->index, 0, {Name(name)});
  }
  if (symbol.place == Place::kFree) {
    return assembler_.EmitWide(Op::kLOAD_FREE, target, symbol.owner->index);
  }
  if (context_.builder.unit().dynamic && frame_.kind == ScopeKind::kModule &&
      (symbol.flags & kSymbolGlobal) == 0) {
    return assembler_.EmitWide(Op::kLOAD_NAME, target, Name16(span, name));
  }
  if (context_.builder.unit().dynamic) return LoadGlobal(name, span, target);
  assembler_.EmitWide(Op::kLOAD_GLOBAL, target, Slot(symbol, span));
}

// The global slot of a name that is one.
uint32_t Emitter::Slot(Symbol& symbol, SourceSpan span) {
  if (symbol.index == kNoIndex) symbol.index = Global(span, symbol.name);
  return symbol.index;
}

void Emitter::LoadGlobal(std::string_view name, SourceSpan span, Reg target) {
  At(span);
  if (context_.builder.unit().dynamic) {
    assembler_.EmitWide(Op::kLOAD_GNAME, target, Name16(span, name));
  } else {
    assembler_.EmitWide(Op::kLOAD_GLOBAL, target, Global(span, name));
  }
}

void Emitter::StoreGlobal(std::string_view name, SourceSpan span, Reg value) {
  At(span);
  if (context_.builder.unit().dynamic) {
    assembler_.EmitWide(Op::kSTORE_GNAME, value, Name16(span, name));
  } else {
    assembler_.EmitWide(Op::kSTORE_GLOBAL, value, Global(span, name));
  }
}

void Emitter::StoreName(Symbol& symbol, SourceSpan span, Reg value) {
  At(span);
  if (IsPlainLocal(symbol)) {
    if (IsFar(symbol)) {
      StoreFar(symbol, span, value);
    } else {
      Move(symbol.owner->index, value);
    }
    return MarkBound(symbol);
  }
  if (symbol.place == Place::kLocal) {
    return assembler_.Emit(Op::kSTORE_CELL, symbol.owner->index, value);
  }
  if (symbol.place == Place::kFree) {
    return assembler_.EmitWide(Op::kSTORE_FREE, value, symbol.owner->index);
  }
  if (context_.builder.unit().dynamic && frame_.kind == ScopeKind::kModule &&
      (symbol.flags & kSymbolGlobal) == 0) {
    return assembler_.EmitWide(Op::kSTORE_NAME, value, Name16(span, symbol.name));
  }
  if (frame_.kind == ScopeKind::kModule) symbol.is_assigned = true;
  if (context_.builder.unit().dynamic) return StoreGlobal(symbol.name, span, value);
  assembler_.EmitWide(Op::kSTORE_GLOBAL, value, Slot(symbol, span));
}

void Emitter::DeleteName(Symbol& symbol, SourceSpan span) {
  const Identifier name = symbol.name;
  At(span);
  if (symbol.place == Place::kLocal) {
    if (IsFar(symbol)) return DeleteFar(symbol, span);
    const Reg reg = symbol.owner->index;
    if (IsCell(symbol)) return assembler_.Emit(Op::kDEL_CELL, reg, 0, 0, {Name(name)});
    return assembler_.EmitWide(Op::kDEL_LOCAL, reg, Name16(span, name));
  }
  if (symbol.place == Place::kFree) {
    return assembler_.EmitWide(Op::kDEL_FREE, 0, symbol.owner->index);
  }
  if (!context_.builder.unit().dynamic) {
    return assembler_.EmitWide(Op::kDEL_GLOBAL, 0, Global(span, name));
  }
  const bool in_mapping = frame_.kind == ScopeKind::kModule && (symbol.flags & kSymbolGlobal) == 0;
  assembler_.EmitWide(in_mapping ? Op::kDEL_NAME : Op::kDEL_GNAME, 0, Name16(span, name));
}

void Emitter::UnbindName(Symbol& symbol, SourceSpan span) {
  TempScope temps(*this);
  At(span);
  const Reg reg = NewTemp();
  if (IsCell(symbol)) {
    assembler_.Emit(Op::kLOADP, reg, 4);
    return StoreName(symbol, span, reg);
  }
  if (IsPlainLocal(symbol) && !IsFar(symbol)) {
    return assembler_.Emit(Op::kLOADP, symbol.owner->index, 4);
  }
  LoadNone(reg);
  StoreName(symbol, span, reg);
  DeleteName(symbol, span);
}

// ---- Constants

void Emitter::LoadNone(Reg target) { assembler_.Emit(Op::kLOADP, target, 0); }

void Emitter::LoadConstant(const ConstantValue& value, SourceSpan span, Reg target) {
  At(span);
  switch (value.tag) {
    case ConstantTag::kNone: return assembler_.Emit(Op::kLOADP, target, 0);
    case ConstantTag::kFalse: return assembler_.Emit(Op::kLOADP, target, 1);
    case ConstantTag::kTrue: return assembler_.Emit(Op::kLOADP, target, 2);
    case ConstantTag::kEllipsis: return assembler_.Emit(Op::kLOADP, target, 3);
    case ConstantTag::kInt:
      if (value.integer >= -32768 && value.integer <= 32767) {
        return assembler_.EmitWide(Op::kLOADI, target, static_cast<uint32_t>(value.integer));
      }
      break;
    default: break;
  }
  LoadConstantIndex(context_.builder.Constant(value), span, target);
}

void Emitter::LoadConstantIndex(uint32_t index, SourceSpan span, Reg target) {
  At(span);
  if (index <= 0xFFFF) {
    assembler_.EmitWide(Op::kLOADK, target, index);
  } else {
    assembler_.Emit(Op::kLOADKX, target, 0, 0, {index});
  }
}

// Where code comes together: what all who come here have bound.
void Emitter::Bind(Target& target) {
  if (!assembler_.reachable()) {
    if (assembler_.HasJumps(target.label)) bound_ = target.bound;
  } else {
    bound_.Intersect(target.bound);
  }
  assembler_.Bind(target.label);
}

// ---- The top level

void Emitter::EmitModule(const ast::Module& module) {
  code_.name = "<module>";
  code_.qualified_name = "<module>";
  code_.first_line = 1;
  code_.flags |= kCodeModule;
  EmitPrologue();
  if (module.kind == ast::RootKind::kExpression) {
    code_.flags |= kCodeEcho;
    const Reg value = NewTemp();
    Into(*module.expression, value);
    assembler_.Emit(Op::kRETURN, value);
    return Finish();
  }
  ast::List<const ast::Stmt*> body = module.body;
  if (context_.options.return_last_expression && !body.empty() &&
      body.back()->kind == ast::StmtKind::kExpr) {
    last_statement_ = body.back();
    code_.flags |= kCodeEcho;
  }
  if (module.kind == ast::RootKind::kModule) EmitDocstring(&body);
  EmitModuleAnnotations(body);
  EmitBody(body);
  Finish();
}

}  // namespace pysub
