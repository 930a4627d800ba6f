#ifndef PYSUB_SHELL_RUN_VARIABLES_H_
#define PYSUB_SHELL_RUN_VARIABLES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/run/variable.h"
#include "shell/syntax/symbols.h"

namespace pysub::shell {

// A variable that is put back later: the one that a local, or an assignment before a command,
// stands in front of.
struct Binding {
  Symbol symbol = 0;
  Ref<Variable> outer;  // null: there was none
  void Fields(Serialiser& serialiser);
};

// The variables of a process by name, and those that locals hide. Nothing here evaluates, prints or
// looks at options: what scripts do with variables is in variable_access.h.
//
//     table_        x -> 3                what is seen now
//     bindings_[1]  x -> 2                hidden by the function that runs
//     bindings_[0]  x -> 1                hidden by the one that called it
//
// Frames remember how long bindings_ was when they began (Frame::binding_mark).
class Variables {
 public:
  Variables(Budget* budget, SymbolTable* symbols) : table_(budget), symbols_(symbols) {}
  // A fork sees what its parent sees; there is nothing that it would put back.
  Variables(const Variables& parent)
      : table_(parent.table_),
        symbols_(parent.symbols_),
        random_state_(parent.random_state_),
        seconds_base_ns_(parent.seconds_base_ns_) {}
  Variables& operator=(const Variables&) = delete;

  // ---- what is seen, as VariableTable says. Names are taken as they are.
  const Variable* Find(Symbol symbol) const { return table_.Find(symbol); }
  Variable* Mutable(Symbol symbol) { return table_.Mutable(symbol); }
  Ref<Variable> Get(Symbol symbol) const { return table_.Get(symbol); }
  void Replace(Symbol symbol, Ref<Variable> variable) {
    table_.Replace(symbol, std::move(variable));
  }
  size_t size() const { return table_.size(); }
  Budget* budget() const { return table_.budget(); }
  void Clear() { table_ = VariableTable(budget()); }

  // ---- namerefs
  // Follows them. *element: the subscript of a nameref to name[subscript]; null: it does not
  // matter.
  Symbol Resolve(Symbol symbol, std::string* element) const;
  const Variable* FindResolved(Symbol symbol) const;  // null when there is none

  // ---- what is hidden
  const std::vector<Binding>& bindings() const { return bindings_; }
  // `symbol` is about to get a variable that lasts until PopTo().
  void Push(Symbol symbol) { bindings_.push_back({symbol, table_.Get(symbol)}); }
  void PopTo(size_t mark);
  void ForgetBindings() { bindings_.clear(); }
  // Those behind `mark` of another process are put back by this one, too.
  void TakeBindings(const Variables& from, size_t mark) {
    bindings_.assign(from.bindings_.begin() + static_cast<std::ptrdiff_t>(mark),
                     from.bindings_.end());
  }
  // Puts the outer variables behind `mark` in place, from the last on; Show() undoes it.
  void Hide(size_t mark);
  void Show(size_t mark);
  // The variable behind all locals of this name.
  const Variable* Global(Symbol symbol) const;
  // The outermost binding of this name; with `skips_namerefs` the outermost that hides none.
  std::optional<size_t> Outermost(Symbol symbol, bool skips_namerefs) const;
  // A local of the function whose bindings stand at [mark, end). True: there is one binding more,
  // at `end`.
  bool MakeLocal(Symbol symbol, bool inherit, size_t mark, size_t end);
  // A local of the function whose bindings begin at `mark` stays one, without a value, and what it
  // hides comes back when the function returns; so does every local if `keeps`. One that an outer
  // function made goes, and what it hid is seen: the answer is which binding is gone.
  std::optional<size_t> Unset(Symbol symbol, size_t mark, bool keeps);

  // ---- the environment
  void Export(Symbol symbol, bool on);
  std::vector<std::string> Environment() const;  // NAME=value

  // ---- RANDOM and SECONDS
  uint32_t NextRandom();  // 15 bits
  void SeedRandom(uint64_t seed) { random_state_ = seed; }
  int64_t seconds_base_ns() const { return seconds_base_ns_; }
  void SetSecondsBase(int64_t ns) { seconds_base_ns_ = ns; }

  void Fields(Serialiser& serialiser);

 private:
  friend class OuterInPlace;
  void Swap(Binding* binding);

  VariableTable table_;
  SymbolTable* symbols_;
  std::vector<Binding> bindings_;
  uint64_t random_state_ = 0;
  int64_t seconds_base_ns_ = 0;
};

// While this lives, what a binding hides is seen in place of what hides it.
class OuterInPlace {
 public:
  OuterInPlace(Variables* variables, std::optional<size_t> binding);
  ~OuterInPlace();
  OuterInPlace(const OuterInPlace&) = delete;
  OuterInPlace& operator=(const OuterInPlace&) = delete;

 private:
  Variables* variables_;
  std::optional<size_t> binding_;
  Ref<Variable> hidden_;
};

// Splits name[subscript]; false when it is not one.
bool SplitElement(std::string_view target, std::string_view* name, std::string_view* subscript);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_VARIABLES_H_
