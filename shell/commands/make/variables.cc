// Variables: where they are looked for, who may set them, definitions that need expansions.

#include <algorithm>

#include "shell/commands/make/maker.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::maker {
namespace {
// What a variable takes besides its texts: an entry of the table, with its node.
constexpr uint64_t kVariableCost = sizeof(Variable) + 128;
}  // namespace

const Variable* Maker::Find(std::string_view name, uint32_t scope, uint32_t* where) const {
  bool of_parent = false;
  // (as many steps as there are scopes: a forged state may have a ring of them)
  for (size_t steps = 0; scope < scopes_.size() && steps <= scopes_.size(); ++steps) {
    const Scope& s = scopes_[scope];
    auto found = s.table.find(name);
    if (found != s.table.end() && !(of_parent && found->second.is_private)) {
      if (where != nullptr) *where = scope;
      return &found->second;
    }
    of_parent |= s.next_is_parent;
    scope = s.next;
    io_->Tick(1);
  }
  return nullptr;
}

std::string Maker::ValueOf(std::string_view name) const {
  const Variable* v = Find(name);
  return v == nullptr ? std::string() : v->value;
}

// What a stronger origin has set stays as it is. Null: there is no room.
// Memory is counted by difference, so that a variable which is set in a loop costs no more than its
// longest value.
Variable* Maker::Define(std::string_view name, std::string value, Origin origin, bool recursive,
                        uint32_t scope, const Place& place) {
  if (settings_.environment_overrides && origin == Origin::kEnvironment)
    origin = Origin::kEnvironmentOverride;
  VariableTable& table = scopes_[scope].table;
  auto found = table.find(name);
  if (found == table.end()) {
    if (!Charge(kVariableCost + name.size() + value.size())) return nullptr;
    Variable& v = table[std::string(name)];
    v.value = std::move(value);
    v.origin = origin;
    v.recursive = recursive;
    v.place = place;
    return &v;
  }
  Variable& v = found->second;
  if (settings_.environment_overrides && v.origin == Origin::kEnvironment)
    v.origin = Origin::kEnvironmentOverride;
  // (no error: the makefile's line is just without effect)
  if (origin < v.origin) return &v;
  if (value.size() > v.value.size() && !Charge(value.size() - v.value.size())) return nullptr;
  if (value.size() < v.value.size()) {
    const uint64_t less = std::min<uint64_t>(v.value.size() - value.size(), charged_);
    charged_ -= less;
    (void)io_->Reserve(-static_cast<int64_t>(less));
  }
  v.value = std::move(value);
  v.value.shrink_to_fit();
  v.origin = origin;
  v.recursive = recursive;
  v.place = place;
  return &v;
}

// A variable that is being expanded stays: its piece still names it.
void Maker::Undefine(std::string_view name, Origin origin) {
  if (settings_.environment_overrides && origin == Origin::kEnvironment)
    origin = Origin::kEnvironmentOverride;
  VariableTable& table = scopes_[0].table;
  auto found = table.find(name);
  if (found != table.end() && origin >= found->second.origin && !found->second.expanding)
    table.erase(found);
}

// Places of scopes that were dropped are used again, so $(foreach) and $(call) do not let the list
// grow.
uint32_t Maker::NewScope(uint32_t next) {
  if (!free_scopes_.empty()) {
    const uint32_t scope = free_scopes_.back();
    free_scopes_.pop_back();
    scopes_[scope].next = next;
    return scope;
  }
  if (!Charge(3 * sizeof(Scope))) return 0;
  scopes_.emplace_back().next = next;
  return static_cast<uint32_t>(scopes_.size() - 1);
}

// What was charged for its variables comes back.
void Maker::DropScope(uint32_t scope) {
  // The global one is never dropped.
  if (scope == 0 || scope >= scopes_.size()) return;
  uint64_t less = 0;
  for (const auto& [name, v] : scopes_[scope].table)
    less += kVariableCost + name.size() + v.value.size();
  less = std::min(less, charged_);
  charged_ -= less;
  (void)io_->Reserve(-static_cast<int64_t>(less));
  scopes_[scope] = Scope();
  free_scopes_.push_back(scope);
}

// ---- definitions

// The name is expanded first, whatever the flavor.
void Maker::StartAssignment(std::string name, std::string value, Flavor flavor, Origin origin,
                            bool of_target, uint32_t scope, const Place& place) {
  Assignment a;
  a.charged = 2 * sizeof(Assignment) + name.size() + value.size();
  if (!io_->Reserve(static_cast<int64_t>(a.charged))) {
    no_memory_ = ended_ = true;
    return;
  }
  a.name = std::move(name);
  a.value = std::move(value);
  a.flavor = flavor;
  a.origin = origin;
  a.of_target = of_target;
  a.scope = scope;
  a.place = place;
  a.outer_scope = scope_;
  // The value of a target's variable is expanded as its recipe would see it.
  if (of_target) scope_ = scope;
  std::string first = a.name;
  assignments_.push_back(std::move(a));
  Push(Task::kAssign);
  Expand(std::move(first));
}

// An expansion is done: of the name, or of the value.
void Maker::AssignStep() {
  Assignment* a = &assignments_.back();
  using Phase = Assignment::Phase;
  if (!Hold(2 * result_.size() + a->value.size())) return;
  if (a->phase == Phase::kName) {
    a->name = std::string(Strip(result_));
    if (a->name.empty()) return FatalAt(a->place, "empty variable name");
    //   A  = x   the text as it is            A += x   behind what is there: expanded now if that
    //   A := x   expanded now                          is final, else as a text
    //   A ?= x   only when A is not defined   A != x   the output of a command
    switch (a->flavor) {
      case Flavor::kRecursive: return FinishAssignment(a, a->value, true, false);
      case Flavor::kConditional:
        if (Find(a->name) != nullptr) {
          last_scope_ = kNone;
          return FinishAssignment(nullptr, "", false, false);
        }
        return FinishAssignment(a, a->value, true, false);
      case Flavor::kSimple:
      case Flavor::kShell:
        a->phase = a->flavor == Flavor::kSimple ? Phase::kValue : Phase::kShell;
        return Expand(a->value);
      case Flavor::kAppend: break;
    }
    const Variable* old = nullptr;
    bool appends = false;
    // A target's += looks at its own scope only; `appends` says that the value of the scopes around
    // comes before it, whenever it is asked for (StartAppended).
    if (a->of_target) {
      const VariableTable& table = scopes_[a->scope].table;
      auto found = table.find(a->name);
      old = found == table.end() ? nullptr : &found->second;
      appends = old == nullptr || old->appends;
    } else {
      old = Find(a->name);
    }
    if (old == nullptr) return FinishAssignment(a, a->value, true, appends);
    if (!old->recursive) {
      a->phase = Phase::kOldValue;
      return Expand(a->value);
    }
    if (a->value.empty()) return FinishAssignment(nullptr, "", false, false);
    std::string joined = old->value;
    if (!joined.empty()) joined += ' ';
    Work(joined.size());
    return FinishAssignment(a, joined + a->value, true, appends);
  }
  // Two expansions: of the command's text, then the command itself.
  if (a->phase == Phase::kShell) {
    a->phase = Phase::kValue;
    a->flavor = Flavor::kShell;
    const std::string command = std::move(result_);
    return StartShell(command, false);
  }
  std::string value = result_;
  if (a->phase == Phase::kValue) {
    return FinishAssignment(a, std::move(value), a->flavor == Flavor::kShell, false);
  }
  // the old value was simple
  if (value.empty()) return FinishAssignment(nullptr, "", false, false);
  const Variable* old = Find(a->name);
  if (old != nullptr && !old->value.empty()) value = old->value + " " + value;
  Work(value.size());
  FinishAssignment(a, std::move(value), false, false);
}

// Without an assignment: the one on the top ends and changes nothing.
// last_scope_ and last_name_ say where the variable is, for flags like `export`.
void Maker::FinishAssignment(Assignment* a, std::string value, bool recursive, bool appends) {
  if (a != nullptr) {
    // (only a scope that is there: a state may be forged)
    Variable* v = Define(a->name, std::move(value), a->origin, recursive,
                         a->of_target ? a->scope : 0, a->place);
    if (v == nullptr) return;
    v->appends = appends;
    last_scope_ = a->of_target ? a->scope : 0;
    last_name_ = a->name;
    if (!a->of_target) AfterSpecial(a->name);
  } else {
    last_scope_ = kNone;
    const Assignment& top = assignments_.back();
    const uint32_t scope = top.of_target ? top.scope : 0;
    if (scopes_[scope].table.contains(top.name)) {
      last_scope_ = scope;
      last_name_ = top.name;
    }
  }
  const uint64_t charged = assignments_.back().charged;
  scope_ = assignments_.back().outer_scope;
  assignments_.pop_back();
  Pop();
  (void)io_->Reserve(-static_cast<int64_t>(charged));
}

// Some variables change how make goes on.
void Maker::AfterSpecial(const std::string& name) {
  if (name == ".RECIPEPREFIX") {
    const std::string value = ValueOf(name);
    prefix_ = value.empty() ? '\t' : value[0];
  }
}

// Those that are made when somebody asks.
std::string Maker::SpecialValue(std::string_view name) {
  std::string out;
  if (name == ".VARIABLES") {
    for (const auto& [key, v] : scopes_[0].table) {
      if (!Look(key.size())) break;
      out += (out.empty() ? "" : " ") + key;
    }
  } else {
    for (const auto& [key, target] : index_) {
      if (!Look(key.size())) break;
      out += (out.empty() ? "" : " ") + key;
    }
  }
  return out;
}

// The variables that a target sees: its own, those of patterns, those of who needed it, global
// ones. Who needed it and has run nothing yet is given its variables before.
//
//   prog: CFLAGS = -g        prog's own scope
//   prog: a.o                a.o sees -g while it is made for prog, because parent is prog
//
// A target that is needed by several has the variables of the one for which it was made first.
void Maker::InitTargetScope(uint32_t target, bool reading) {
  // Parents without scopes are collected first and linked from the outermost in: no recursion over
  // a chain of prerequisites.
  std::vector<uint32_t> chain;
  uint64_t charged = 0;
  for (uint32_t t = targets_[target].parent; !reading && t < targets_.size();
       t = targets_[t].parent) {
    if (targets_[t].scope_ready || chain.size() > targets_.size()) break;
    if (!Look(8) || !MakeRoom(*io_, &chain, 1, &charged)) {
      no_memory_ = ended_ = true;
      return;
    }
    targets_[t].scope_ready = true;
    chain.push_back(t);
  }
  while (!chain.empty() && !over()) {
    LinkTargetScope(chain.back(), false);
    chain.pop_back();
  }
  (void)io_->Reserve(-static_cast<int64_t>(charged));
  if (over()) return;
  targets_[target].scope_ready |= !reading;
  LinkTargetScope(target, reading);
}

// Puts the scopes of one target in front of that of who needed it last.
// `reading`: no parent is known yet, the own scope is enough.
void Maker::LinkTargetScope(uint32_t target, bool reading) {
  Target* t = &targets_[target];
  // All "::" rules share the scope of the first.
  if (t->first_double != kNone && t->first_double != target) {
    LinkTargetScope(t->first_double, reading);
    targets_[target].scope = targets_[targets_[target].first_double].scope;
    return;
  }
  if (t->scope == kNone && reading) {
    const uint32_t scope = NewScope(0);
    targets_[target].scope = scope;
    targets_[target].scope_is_own = true;
    return;
  }
  if (reading) return;
  uint32_t outer = 0;
  if (t->parent < targets_.size() && targets_[t->parent].scope != kNone)
    outer = targets_[t->parent].scope;
  if (!t->patterns_done) {
    t->patterns_done = true;
    // The least specific pattern comes first.
    // So a more specific one, which is defined later, wins.
    std::vector<std::pair<size_t, size_t>> found;
    for (size_t i = 0; i < pattern_variables_.size(); ++i) {
      if (!Look(8)) return;
      const std::optional<std::string_view> stem =
          StemOf(CutPattern(pattern_variables_[i].pattern), t->name);
      if (stem) found.emplace_back(stem->size(), i);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    if (!found.empty()) {
      const uint32_t scope = NewScope(outer);
      if (over()) return;
      targets_[target].pattern_scope = scope;
      scopes_[scope].next_is_parent = true;
    }
    t = &targets_[target];
    for (const auto& [length, i] : found) {
      const PatternVariable& p = pattern_variables_[i];
      VariableTable& table = scopes_[t->pattern_scope].table;
      auto old = table.find(p.name);
      std::string value = p.variable.value;
      bool appends = false;
      if (p.flavor == Flavor::kConditional && Find(p.name, t->pattern_scope) != nullptr) continue;
      if (p.flavor == Flavor::kAppend) {
        appends = old == table.end() || old->second.appends;
        if (old != table.end() && !old->second.value.empty())
          value = old->second.value + " " + value;
      }
      Variable* v = Define(p.name, std::move(value), p.variable.origin, p.variable.recursive,
                           t->pattern_scope, p.variable.place);
      if (v == nullptr) return;
      v->appends = appends;
      v->per_target = true;
      v->is_private = p.variable.is_private;
      v->exported = p.variable.exported;
    }
  }
  //   own scope --> patterns --> outer; without an own scope the target uses the one behind
  if (t->pattern_scope != kNone) {
    scopes_[t->pattern_scope].next = outer;
    outer = t->pattern_scope;
  }
  if (t->scope_is_own) {
    scopes_[t->scope].next = outer;
    scopes_[t->scope].next_is_parent = outer != t->pattern_scope;
  } else {
    t->scope = outer;
  }
}

}  // namespace pysub::shell::maker
