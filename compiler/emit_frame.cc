#include <algorithm>

#include "compiler/emitter.h"

// What a function does before its first statement: registers for its parameters and locals, cells
// for those that inner functions use.
namespace pysub {

// Parameters, then captured locals, then the rest. Instructions name registers by 8 bits and calls
// need room above everything else, so a function with more than kNearLocals locals keeps the others
// in a dict (R[overflow_]), under numbers.
void Emitter::LayOutRegisters() {
  ArenaVector<Symbol*> parameters(context_.arena);
  ArenaVector<Symbol*> locals(context_.arena);
  ArenaVector<Symbol*> plain(context_.arena);
  for (Symbol* symbol = frame_.first; symbol != nullptr; symbol = symbol->next) {
    if (GivenUp()) return;
    if (symbol->place != Place::kLocal || symbol->owner != symbol) continue;
    const bool parameter = (symbol->flags & kSymbolParameter) != 0;
    const bool captured = (symbol->flags & kSymbolCaptured) != 0;
    (parameter ? parameters : captured ? locals : plain).push_back(symbol);
  }
  std::copy(plain.begin(), plain.end(), locals.Extend(plain.size()));
  const size_t own_locals = locals.size();
  if (frame_.sees_locals) AddComprehensionLocals(&locals);
  code_.local_names.reserve(std::min<size_t>(parameters.size() + locals.size() + 1, kNearLocals));
  for (Symbol* symbol : parameters) {
    if (GivenUp()) return;
    symbol->index = static_cast<uint32_t>(code_.local_names.size());
    code_.local_names.push_back(Name(symbol->name));
  }
  if (parameters.size() > 50000) return Fail(frame_.span, "too many parameters");
  const bool marked = own_locals < locals.size();
  const bool overflows = parameters.size() + locals.size() + marked > kNearLocals;
  if (overflows) MakeOverflow(parameters);
  for (size_t i = 0; i < locals.size(); ++i) {
    if (GivenUp()) return;
    Symbol* symbol = locals[i];
    // Behind a local without a name are those that are forgotten where their comprehension ends.
    if (i == own_locals && code_.local_names.size() < kNearLocals) {
      code_.local_names.push_back(kNoName);
    }
    if ((symbol->flags & (kSymbolUnbinds | kSymbolCaptured)) == 0) symbol->bit = next_bit_++;
    if (code_.local_names.size() >= kNearLocals) {
      // A cell needs a register.
      const bool captured = (symbol->flags & kSymbolCaptured) != 0;
      symbol->index = captured ? first_temp_++ : kFarBase + far_count_++;
      if (captured) assembler_.Emit(Op::kLOADP, symbol->index, 4);
      if (first_temp_ > kNearLocals + 40 || far_count_ > 30000) {
        return Fail(frame_.span, "too many local variables");
      }
      continue;
    }
    symbol->index = static_cast<uint32_t>(code_.local_names.size());
    code_.local_names.push_back(Name(symbol->name));
  }
  code_.local_count = static_cast<uint16_t>(code_.local_names.size());
  if (!overflows) first_temp_ = code_.local_count;
  next_temp_ = first_temp_;
  highest_register_ = std::max<uint32_t>(highest_register_, code_.local_count);
  highest_register_ = std::max(highest_register_, first_temp_);
}

// Where somebody looks at locals(), comprehension variables are locals too.
void Emitter::AddComprehensionLocals(ArenaVector<Symbol*>* locals) {
  const ArenaVector<Scope*>& scopes = context_.scopes.scopes();
  // What is inside of the frame stands behind it, and nothing else in between.
  for (size_t i = frame_.number + 1; i < scopes.size(); ++i) {
    const Scope* scope = scopes[i];
    if (scope->parent->number < frame_.number) break;
    if (scope->frame != &frame_) continue;
    for (Symbol* symbol = scope->first; symbol != nullptr; symbol = symbol->next) {
      if (GivenUp()) return;
      if (symbol->place == Place::kLocal && symbol->owner == symbol) locals->push_back(symbol);
    }
  }
}

// Makes the dict for locals without a register. Parameters that arrived where the temporaries will
// be go there as well, or, if captured, to the first registers behind the near ones.
void Emitter::MakeOverflow(const ArenaVector<Symbol*>& parameters) {
  constexpr Reg kValue = kMaxRegister - 2;
  constexpr Reg kKey = kMaxRegister - 1;
  constexpr Reg kDict = kMaxRegister;
  const uint32_t count = static_cast<uint32_t>(parameters.size());
  const uint32_t saved = std::max(count, kMaxRegister + 1);  // three registers to work in
  highest_register_ = std::max(saved + 3, highest_register_);
  for (Reg i = 0; i < 3 && kValue + i < count; ++i) {
    assembler_.EmitWide(Op::kFAR_SET, kValue + i, saved + i);
  }
  assembler_.Emit(Op::kBUILD_MAP, kDict, 0, 0);
  Reg next = kNearLocals;
  for (uint32_t i = kNearLocals; i < count; ++i) {
    if (GivenUp()) return;
    const uint32_t at = i >= kValue && i <= kDict ? saved + i - kValue : i;
    assembler_.EmitWide(Op::kFAR_GET, kValue, at);
    // For the verifier, which knows parameters but not what FAR_SET saved.
    if (at != i) assembler_.EmitWide(Op::kCHECK_LOCAL, kValue, Name16({}, parameters[i]->name));
    if ((parameters[i]->flags & kSymbolCaptured) != 0) {
      parameters[i]->index = next;
      Move(next++, kValue);
      continue;
    }
    parameters[i]->index = kFarBase + far_count_;
    assembler_.EmitWide(Op::kLOADI, kKey, far_count_++);
    assembler_.Emit(Op::kSETITEM, kDict, kKey, kValue);
  }
  if (next > kNearLocals + 40) return Fail(frame_.span, "too many captured parameters");
  overflow_ = next;
  first_temp_ = next + 1;
  Move(overflow_, kDict);
}

void Emitter::EmitPrologue() {
  At({});
  if ((code_.flags & (kCodeGenerator | kCodeCoroutine)) != 0) {
    assembler_.Emit(Op::kRETURN_GENERATOR);
  }
  LayOutRegisters();
  uint32_t captures = 0;
  for (Symbol* symbol = frame_.first; symbol != nullptr; symbol = symbol->next) {
    if (GivenUp()) return;
    if (symbol->place == Place::kFree && symbol->owner == symbol) {
      symbol->index = captures++;
    } else if (IsCell(*symbol) && symbol->owner == symbol) {
      code_.cell_registers.push_back(static_cast<uint16_t>(symbol->index));
      assembler_.Emit(Op::kMAKE_CELL, symbol->index);
    }
  }
}

// ---- Locals in the dict

void Emitter::LoadFar(const Symbol& symbol, SourceSpan span, Reg target) {
  TempScope temps(*this);
  const Reg key = NewTemp();
  LoadFarKey(symbol, span, key);
  assembler_.Emit(Op::kGETITEM, target, overflow_, key);
}

// R[key] = the number of a local that is bound, or UnboundLocalError.
void Emitter::LoadFarKey(const Symbol& symbol, SourceSpan span, Reg key) {
  const uint32_t number = symbol.owner->index - kFarBase;
  At(span).EmitWide(Op::kLOADI, key, number);
  const bool parameter = (symbol.owner->flags & kSymbolParameter) != 0;
  if (!NeedsCheck(symbol) && (parameter || symbol.owner->bit != kNoIndex)) return;
  const Label bound = assembler_.NewLabel();
  assembler_.EmitJump(Op::kJIN, key, overflow_, 1, bound);
  assembler_.Emit(Op::kLOADP, key, 4);
  assembler_.EmitWide(Op::kCHECK_LOCAL, key, Name16(span, symbol.name));
  assembler_.Bind(bound);
  MarkBound(symbol);
}

void Emitter::StoreFar(const Symbol& symbol, SourceSpan span, Reg value) {
  TempScope temps(*this);
  const Reg key = NewTemp();
  At(span).EmitWide(Op::kLOADI, key, symbol.owner->index - kFarBase);
  assembler_.Emit(Op::kSETITEM, overflow_, key, value);
}

void Emitter::DeleteFar(const Symbol& symbol, SourceSpan span) {
  TempScope temps(*this);
  const Reg key = NewTemp();
  LoadFarKey(symbol, span, key);
  assembler_.Emit(Op::kDELITEM, overflow_, key);
}

}  // namespace pysub
