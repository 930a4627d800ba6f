#ifndef PYSUB_COMPILER_SCOPES_H_
#define PYSUB_COMPILER_SCOPES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lexer/base/stop_check.h"
#include "lexer/source_text.h"
#include "parser/arena.h"
#include "parser/ast.h"

// Symbol tables: what each name means in each scope, decided before any code is made.
//
// The pass has two halves, as CPython's symtable.c. Visiting the tree records what is done to each
// name (SymbolFlags) in the order of the text; resolving then finds the owner of every name that is
// not bound where it is used. Most errors belong to the first half, "no binding for nonlocal" and
// its relatives to the second. So an error of the first half is reported first wherever it stands,
// as in CPython.
//
// List, set and dict comprehensions have a scope of their own but no frame: their variables live in
// registers of the function around them (`Scope::frame`), as in CPython since 3.12 (PEP 709).
//
//   def f(a):                        a: parameter, captured by g: a cell in its register
//     b = [c for c in a]             b: local; c: local of the comprehension's scope, in f's frame
//     def g(): return a + len(b)     a, b: free in g; b is captured, too; len: global
namespace pysub {

enum class ScopeKind : uint8_t {
  kModule,
  kFunction,
  kLambda,
  kListComp,
  kSetComp,
  kDictComp,
  kGenerator,
  kAnnotation,
  kTypeParameters,
  kTypeAlias,
  kTypeVariable,
};

enum SymbolFlags : uint16_t {
  kSymbolGlobal = 1 << 0,  // named in a `global` statement
  kSymbolLocal = 1 << 1,   // assigned
  kSymbolParameter = 1 << 2,
  kSymbolNonlocal = 1 << 3,
  kSymbolUsed = 1 << 4,
  kSymbolAnnotated = 1 << 5,
  kSymbolIteration = 1 << 6,  // target of a comprehension
  kSymbolTypeParameter = 1 << 7,
  kSymbolWalrus = 1 << 8,   // may change in the middle of an expression
  kSymbolUnbinds = 1 << 9,  // `del` or `except ... as`: not known to be bound after an assignment
  kSymbolCaptured = 1 << 10,
  kSymbolImported = 1 << 12,
  kSymbolDeleted = 1 << 11,  // ... nor in an `except ... as` body
};

// Binds the name in its scope.
inline constexpr uint16_t kSymbolBound = kSymbolLocal | kSymbolParameter | kSymbolImported;

enum class Place : uint8_t {
  kUnresolved,
  kLocal,   // a register of the frame (which holds a cell if the owner is captured)
  kFree,    // a captured cell of the running function
  kGlobal,  // by a `global` statement or because nobody binds it
};

inline constexpr uint32_t kNoIndex = 0xFFFFFFFF;

struct Scope;

// A name in one scope. Lives in the arena; the emitter keeps register, slot and what is bound here,
// so that it need not look names up in tables of its own.
struct Symbol {
  ast::Identifier name;
  Scope* scope;
  uint16_t flags = 0;
  Place place = Place::kUnresolved;
  // kLocal: the symbol that owns the register (itself, or one of a scope further out in the
  // same frame). kFree: the symbol of the frame's own scope that has the capture index.
  Symbol* owner = nullptr;
  uint32_t index = kNoIndex;  // register, capture index or global slot; set by the emitter
  uint32_t bit = kNoIndex;    // of the emitter's definite-assignment set
  bool is_caught = false;     // inside an `except ... as` body of this name
  bool is_assigned = false;   // a global that the top level has stored to by now
  Symbol* next = nullptr;     // in the order of first mention
};

// A region of the text in which names mean the same. Most have a frame of their own when they run.
struct Scope {
  ScopeKind kind;
  Scope* parent = nullptr;
  Scope* frame = nullptr;  // the scope whose registers this one uses: itself unless a comprehension
  const void* node = nullptr;
  ast::Identifier name;
  SourceSpan span;
  uint32_t number = 0;
  Symbol* first = nullptr;
  Symbol* last = nullptr;
  bool is_generator = false;
  bool is_coroutine = false;
  bool is_nested = false;    // inside a function
  bool sees_locals = false;  // mentions locals(), vars(), dir(), eval() or exec()
  bool has_walrus = false;   // in this frame
  bool has_conditional_annotations = false;
  bool is_discarded = false;       // annotations that are checked but never evaluated
  std::string_view type_variable;  // kTypeVariable: "a TypeVar bound" ...
  // While visiting.
  bool in_iteration_target = false;
  int iterable_depth = 0;

  bool is_inlined() const {
    return kind == ScopeKind::kListComp || kind == ScopeKind::kSetComp ||
           kind == ScopeKind::kDictComp;
  }
  bool is_comprehension() const { return is_inlined() || kind == ScopeKind::kGenerator; }
};

// Where one AST node opens several scopes.
enum class ScopeRole : uint8_t { kBody, kAnnotations, kTypeParameters, kDefault };

// A SyntaxError that only scopes can tell, such as a nonlocal name without a function around it.
struct ScopeError {
  SourceSpan span;
  std::string message;
  // Found by what CPython calls its compiler, not by the symbol table before it: the args of
  // the exception say where.
  bool of_compiler = false;
};

// All scopes and symbols of a source, with two hash tables over them: (scope, name) to symbol and
// node to scope. All memory is the arena's, so there is nothing to free.
class ScopeTable {
 public:
  explicit ScopeTable(Arena& arena) : arena_(arena), scopes_(arena) {}
  ScopeTable(const ScopeTable&) = delete;
  ScopeTable& operator=(const ScopeTable&) = delete;

  // Fills the table. Returns the first error, in CPython's order. `future_annotations`:
  // annotations become strings, so the names in them are not looked up. When `stop` says so the
  // table stays incomplete.
  std::optional<ScopeError> Build(const ast::Module& module, bool future_annotations,
                                  StopCheck* stop = nullptr);

  // What Build() found suspicious: statements that leave a `finally` body and so drop an exception.
  const std::vector<ScopeError>& warnings() const { return warnings_; }
  Scope& module() { return *scopes_[0]; }
  const ArenaVector<Scope*>& scopes() const { return scopes_; }
  // The scope that `node` opens; it must open one.
  Scope& ScopeOf(const void* node, ScopeRole role = ScopeRole::kBody) const;
  // Null if `name` was never mentioned in `scope`.
  Symbol* Find(const Scope& scope, ast::Identifier name) const;
  Symbol& FindOrAdd(Scope& scope, ast::Identifier name);
  // A scope made by the emitter; it is empty.
  Scope& Add(ScopeKind kind, Scope* parent, const void* node, ScopeRole role, ast::Identifier name,
             SourceSpan span);

 private:
  // Of the hash table from a node to the scope that it opens.
  struct NodeSlot {
    uintptr_t key = 0;
    Scope* scope = nullptr;
  };

  // Where the symbol is, or the empty slot for it.
  Symbol*& SlotOf(const Scope& scope, const char* name) const;
  template <typename Slot>
  std::span<Slot> NewSlots(size_t count);
  void GrowSymbols();
  void GrowNodes();
  uint64_t Mix(uint64_t value) const;

  Arena& arena_;
  std::vector<ScopeError> warnings_;
  ArenaVector<Scope*> scopes_;
  // Tables with open addressing, in the arena.
  std::span<Symbol*> symbol_slots_;  // null: empty
  size_t symbol_count_ = 0;
  std::span<NodeSlot> node_slots_;
};

// `--dump=scopes`.
std::string DumpScopeTable(const ScopeTable& table);

}  // namespace pysub

#endif  // PYSUB_COMPILER_SCOPES_H_
