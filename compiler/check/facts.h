#ifndef PYSUB_COMPILER_CHECK_FACTS_H_
#define PYSUB_COMPILER_CHECK_FACTS_H_

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/check.h"
#include "compiler/check/signatures.h"
#include "compiler/scopes.h"
#include "lexer/base/stop_check.h"
#include "parser/arena.h"
#include "parser/ast.h"

// What one walk over a program sees, before anybody judges it.
namespace pysub {

constexpr uint32_t kNever = UINT32_MAX;

// What is known of a variable: a global one, or one of a function. A second binding makes most of
// it unknown, on purpose: what a program may have changed is not certain.
struct Variable {
  // in the order in which things happen; 0: from the beginning, or by another function
  uint32_t first_bound = kNever;
  uint32_t bindings = 0;
  // Of the function that is bound, if the last binding is one.
  const ast::Arguments* function = nullptr;
  bool is_changed = false;  // something of the function or module is assigned to
  bool is_tested = false;   // isinstance(x, str): somebody doubts what it is
  std::string_view module;  // that is bound, if the last binding is an import of one
  std::string_view member;  // `from module import member`: not empty, and `module` is where from
  const ast::Expr* value = nullptr;  // that is bound, if the last binding is `name = value`
};

// What calling a function of the program gives.
struct Answer {
  bool is_async = false;
  bool is_generator = false;
  bool is_nothing = false;  // it goes to its end, and returns no value anywhere
  int64_t length = -1;      // all that it returns are tuples of so many; -1: they are not
};

// Which errors somebody near is prepared for. Inside `try: ... except NameError` a name that nobody
// binds is no finding.
struct Caught {
  bool names = false;
  bool calls = false;
  bool members = false;  // of modules, and modules
  bool values = false;
};

inline Caught Both(Caught a, Caught b) {
  return {a.names || b.names, a.calls || b.calls, a.members || b.members, a.values || b.values};
}

// A place where a variable is read.
struct Use {
  const ast::Name* name;
  const void* variable;
  uint32_t at;
  uint32_t loop;  // the outermost loop of the function around it; 0: none
  // where the variable lives: not in a function of its own that runs at another time
  bool is_at_once;
  bool in_function;
};

// A call of a name, or of `name.attribute`.
struct CallSite {
  const ast::Call* call;
  const void* variable;
  bool in_function;
};

// Something that is done with a value whose type may be known.
struct ValueUse {
  enum class Kind : uint8_t {
    kAttribute,
    kSubscript,
    kChange,
    kIterate,
    kCall,
    kCombine,
    kOrder,
    kUnpack,
    kPercent,
    kFormat,
    kFormatCode,
    kDrop
  };
  Kind kind;
  const ast::Expr* expr;   // the value, or the whole of what is done with two
  const ast::Expr* other;  // kUnpack: what it is unpacked into; kIterate: the same, or null
  SourceSpan span;
  bool in_function;
};

// `base.attribute`, or `base.middle.attribute`, of which base may be a module.
struct MemberUse {
  const ast::Attribute* attribute;
  const ast::Attribute* middle;  // or null
  const void* variable;
  bool in_function;
};

// `import name`, or `from name import member`, whose name is not empty then.
struct ImportSite {
  std::string_view name;
  std::string_view member;
  SourceSpan span;
  bool in_function;
};

// All that the text says about each of its variables, collected in one walk. The rules then ask
// here and walk no tree of their own.
struct ProgramFacts {
  explicit ProgramFacts(ScopeTable& table) : table(table) {}

  // Globals are known by their interned names, others by the symbol of the function that has them.
  const void* VariableOf(const Symbol& symbol) const;

  ScopeTable& table;
  std::unordered_map<const void*, Variable> variables;
  std::unordered_map<const ast::Arguments*, Answer> answers;
  std::vector<Use> uses;
  std::vector<CallSite> calls;
  std::vector<ValueUse> values;
  std::vector<MemberUse> members;
  std::vector<ImportSite> imports;
  std::vector<SourceSpan> unreachable;
  std::vector<uint32_t> loop_ends;  // of each outermost loop: when it is over
  Caught caught_anywhere;
  bool binds_dynamically = false;    // globals()["x"] = 1, exec(...), from m import *
  bool looks_elsewhere = false;      // sys.path is somebody's to change
  bool asks_for_attributes = false;  // hasattr(math, "cbrt")
};

// Walks in the order in which things happen; not to its end when `stop` says so.
ProgramFacts CollectFacts(const ast::Module& module, ScopeTable& table, Arena& arena,
                          StopCheck* stop);
// What is certainly wrong, in no order.
void ReportFacts(const ProgramFacts& facts, const CheckOptions& options, Declarations* declared,
                 std::vector<Finding>* findings);

// Of a tuple or list that stands there; -1: nobody knows.
int64_t LengthOfDisplay(const ast::Expr& expr);

}  // namespace pysub

#endif  // PYSUB_COMPILER_CHECK_FACTS_H_
