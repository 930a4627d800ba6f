#include <cassert>
#include <memory>
#include <span>
#include <string>

#include "compiler/scopes.h"

namespace pysub {

namespace {

// Small tables grow quickly; how long a large one takes to move is a matter of the fresh memory
// that it takes.
size_t MoreSlots(size_t slots, size_t least) {
  return slots == 0 ? least : slots * (slots < 4096 ? 4 : 2);
}

}  // namespace

// The table's own address seeds the hash, so a program cannot prepare names that collide.
uint64_t ScopeTable::Mix(uint64_t value) const {
  value = (value ^ reinterpret_cast<uintptr_t>(this)) * 0x9E3779B97F4A7C15u;
  value ^= value >> 29;
  value *= 0xBF58476D1CE4E5B9u;
  return value ^ value >> 32;
}

// Names are interned, so a symbol is found by the address of its name and the number of its scope;
// no text is compared. Open addressing with linear probing; at most half of the slots are used.
Symbol*& ScopeTable::SlotOf(const Scope& scope, const char* name) const {
  const size_t mask = symbol_slots_.size() - 1;
  size_t at = Mix(reinterpret_cast<uintptr_t>(name) + (uint64_t{scope.number} << 40)) & mask;
  for (; Symbol* symbol = symbol_slots_[at]; at = (at + 1) & mask) {
    if (symbol->name.data() == name && symbol->scope == &scope) break;
  }
  return symbol_slots_[at];
}

template <typename Slot>
std::span<Slot> ScopeTable::NewSlots(size_t count) {
  Slot* slots = static_cast<Slot*>(arena_.Allocate(count * sizeof(Slot)));
  std::uninitialized_fill_n(slots, count, Slot{});
  return {slots, count};
}

void ScopeTable::GrowSymbols() {
  symbol_slots_ = NewSlots<Symbol*>(MoreSlots(symbol_slots_.size(), 16));
  // In the order in which they were made, so that memory is read in its order.
  for (Scope* scope : scopes_) {
    for (Symbol* symbol = scope->first; symbol != nullptr; symbol = symbol->next) {
      SlotOf(*scope, symbol->name.data()) = symbol;
    }
  }
}

Symbol* ScopeTable::Find(const Scope& scope, ast::Identifier name) const {
  if (symbol_slots_.empty()) return nullptr;
  return SlotOf(scope, name.data());
}

Symbol& ScopeTable::FindOrAdd(Scope& scope, ast::Identifier name) {
  if (symbol_count_ * 2 >= symbol_slots_.size()) GrowSymbols();
  Symbol*& slot = SlotOf(scope, name.data());
  if (slot != nullptr) return *slot;
  Symbol* symbol = slot = arena_.New<Symbol>();
  symbol->name = name;
  symbol->scope = &scope;
  (scope.first == nullptr ? scope.first : scope.last->next) = symbol;
  scope.last = symbol;
  ++symbol_count_;
  return *symbol;
}

void ScopeTable::GrowNodes() {
  const std::span<NodeSlot> old = node_slots_;
  node_slots_ = NewSlots<NodeSlot>(MoreSlots(old.size(), 4));
  const size_t mask = node_slots_.size() - 1;
  for (const NodeSlot& slot : old) {
    if (slot.scope == nullptr) continue;
    size_t at = Mix(slot.key) & mask;
    while (node_slots_[at].scope != nullptr) at = (at + 1) & mask;
    node_slots_[at] = slot;
  }
}

// Nodes are aligned to 8 bytes, so the role fits into the low bits of their address.
Scope& ScopeTable::Add(ScopeKind kind, Scope* parent, const void* node, ScopeRole role,
                       ast::Identifier name, SourceSpan span) {
  Scope* scope = arena_.New<Scope>();
  scope->kind = kind;
  scope->parent = parent;
  scope->node = node;
  scope->name = name;
  scope->span = span;
  scope->number = static_cast<uint32_t>(scopes_.size());
  scope->frame = scope->is_inlined() ? parent->frame : scope;
  scope->is_nested = parent != nullptr && (parent->is_nested || parent->kind != ScopeKind::kModule);
  if (parent != nullptr) {
    scope->iterable_depth = parent->iterable_depth;
    scope->is_discarded = parent->is_discarded;
  }
  scopes_.push_back(scope);
  if (scopes_.size() * 2 > node_slots_.size()) GrowNodes();
  const uintptr_t key = reinterpret_cast<uintptr_t>(node) + static_cast<uintptr_t>(role);
  const size_t mask = node_slots_.size() - 1;
  size_t at = Mix(key) & mask;
  while (node_slots_[at].scope != nullptr && node_slots_[at].key != key) at = (at + 1) & mask;
  node_slots_[at] = {key, scope};
  return *scope;
}

Scope& ScopeTable::ScopeOf(const void* node, ScopeRole role) const {
  const uintptr_t key = reinterpret_cast<uintptr_t>(node) + static_cast<uintptr_t>(role);
  const size_t mask = node_slots_.size() - 1;
  size_t at = Mix(key) & mask;
  while (node_slots_[at].key != key) {
    assert(node_slots_[at].scope != nullptr);
    at = (at + 1) & mask;
  }
  return *node_slots_[at].scope;
}

namespace {

std::string_view KindName(ScopeKind kind) {
  switch (kind) {
    case ScopeKind::kModule: return "module";
    case ScopeKind::kFunction: return "function";
    case ScopeKind::kLambda: return "lambda";
    case ScopeKind::kListComp: return "list comprehension";
    case ScopeKind::kSetComp: return "set comprehension";
    case ScopeKind::kDictComp: return "dict comprehension";
    case ScopeKind::kGenerator: return "generator expression";
    case ScopeKind::kAnnotation: return "annotations";
    case ScopeKind::kTypeParameters: return "type parameters";
    case ScopeKind::kTypeAlias: return "type alias";
    case ScopeKind::kTypeVariable: return "type variable";
  }
  return "";
}

std::string_view PlaceName(Place place) {
  switch (place) {
    case Place::kUnresolved: return "unresolved";
    case Place::kLocal: return "local";
    case Place::kFree: return "free";
    case Place::kGlobal: return "global";
  }
  return "";
}

void AppendSymbol(const Symbol& symbol, const std::string& indent, std::string* out) {
  static constexpr std::string_view kNames[] = {"global statement",   "assigned", "parameter",
                                                "nonlocal statement", "used",     "annotated",
                                                "iteration",          "walrus",   "type parameter",
                                                "unbound somewhere",  "captured"};
  static constexpr uint16_t kBits[] = {kSymbolGlobal,    kSymbolLocal,   kSymbolParameter,
                                       kSymbolNonlocal,  kSymbolUsed,    kSymbolAnnotated,
                                       kSymbolIteration, kSymbolWalrus,  kSymbolTypeParameter,
                                       kSymbolUnbinds,   kSymbolCaptured};
  out->append(indent).append(symbol.name).append(": ").append(PlaceName(symbol.place));
  for (size_t i = 0; i < std::size(kBits); ++i) {
    if ((symbol.flags & kBits[i]) != 0) out->append(", ").append(kNames[i]);
  }
  out->append("\n");
}

}  // namespace

std::string DumpScopeTable(const ScopeTable& table) {
  std::string out;
  for (const Scope* scope : table.scopes()) {
    std::string indent;
    for (const Scope* up = scope->parent; up != nullptr; up = up->parent) indent += "  ";
    out.append(indent).append(KindName(scope->kind));
    if (!scope->name.empty()) out.append(" ").append(scope->name);
    if (scope->span.line != 0) out.append(", line ").append(std::to_string(scope->span.line));
    if (scope->is_coroutine) out.append(", async");
    if (scope->is_generator) out.append(", generator");
    out.append("\n");
    for (const Symbol* symbol = scope->first; symbol != nullptr; symbol = symbol->next) {
      AppendSymbol(*symbol, indent + "  ", &out);
    }
  }
  return out;
}

}  // namespace pysub
