#include "compiler/check.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "compiler/check_values.h"
#include "compiler/compile.h"
#include "compiler/scopes.h"
#include "compiler/tree_walk.h"
#include "parser/arena.h"

namespace pysub {
namespace {

using namespace ast;  // NOLINT: this file is about nothing else

constexpr uint32_t kNever = UINT32_MAX;

std::string InQuotes(std::string_view name) { return "'" + std::string(name) + "'"; }

std::string Count(size_t number, std::string_view noun) {
  return std::to_string(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

// What every module has without binding it.
bool IsOfEveryModule(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "__annotate__", "__annotations__", "__builtins__", "__cached__", "__conditional_annotations__", "__debug__",
      "__dict__",     "__doc__",         "__file__",     "__loader__", "__name__",                    "__package__",
      "__path__",     "__spec__"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

// What a call must be like. The names of parameters are looked up, not searched: a program may have thousands.
class Signature {
 public:
  explicit Signature(const Arguments& args) : args_(args) {
    positional_ = args.posonlyargs.size() + args.args.size();
    for (const Arg* arg : args.posonlyargs) only_positional_.insert(arg->arg);
    uint32_t at = args.posonlyargs.size();
    for (const Arg* arg : args.args) by_name_.emplace(arg->arg, at++);
    for (const Arg* arg : args.kwonlyargs) by_name_.emplace(arg->arg, at++);
    given_in_.resize(at, 0);
  }

  // What is wrong with it, or "". Of what is unpacked (*a, **k) nothing is known.
  std::string Check(std::string_view name, const Call& call) {
    ++calls_;
    const std::string function = std::string(name) + "()";
    size_t given = 0;
    bool unpacks = false, unpacks_keywords = false;
    for (const Expr* argument : call.args) {
      if (argument->kind == ExprKind::kStarred) {
        unpacks = true;
      } else {
        ++given;
      }
    }
    if (given > positional_ && args_.vararg == nullptr) {
      return function + " takes " + Count(positional_, "positional argument") + " but " + std::to_string(given) +
             (given == 1 ? " was given" : " were given");
    }
    for (const Keyword* keyword : call.keywords) {
      if (keyword->arg.empty()) {
        unpacks_keywords = true;
        continue;
      }
      const auto found = by_name_.find(keyword->arg);
      if (found != by_name_.end()) {
        if (found->second < given && found->second < positional_) {
          return function + " got multiple values for argument " + InQuotes(keyword->arg);
        }
        given_in_[found->second] = calls_;
      } else if (args_.kwarg == nullptr) {
        return function +
               (only_positional_.contains(keyword->arg) ? " got some positional-only arguments passed as keyword arguments: "
                                                        : " got an unexpected keyword argument ") +
               InQuotes(keyword->arg);
      }
    }
    if (unpacks_keywords) return "";
    // Whoever is missing is found before as many were looked at as the call has arguments.
    const size_t required = positional_ - args_.defaults.size();
    for (size_t i = given; i < required && !unpacks; ++i) {
      if (given_in_[i] == calls_) continue;
      return function + " is missing the argument " + InQuotes(NameOf(i));
    }
    for (uint32_t i = 0; i < args_.kwonlyargs.size(); ++i) {
      if (args_.kw_defaults[i] != nullptr || given_in_[positional_ + i] == calls_) continue;
      return function + " is missing the keyword-only argument " + InQuotes(args_.kwonlyargs[i]->arg);
    }
    return "";
  }

 private:
  std::string_view NameOf(size_t i) const {
    const size_t only = args_.posonlyargs.size();
    return i < only ? args_.posonlyargs[static_cast<uint32_t>(i)]->arg : args_.args[static_cast<uint32_t>(i - only)]->arg;
  }

  const Arguments& args_;
  size_t positional_ = 0;
  std::map<std::string_view, uint32_t> by_name_;
  std::set<std::string_view> only_positional_;
  std::vector<uint32_t> given_in_;  // of each parameter: the last call that gave it by name
  uint32_t calls_ = 0;
};

// Functions that are there without being bound: the host's, and builtins, whose signatures are read when one is called.
class Declarations {
 public:
  explicit Declarations(const CheckOptions& options) : options_(options) {}

  // False: it is no "search(query, /, limit=10)".
  bool Add(const std::string& text) {
    std::string_view name;
    const Arguments* args = Read(text, &name);
    if (args != nullptr) functions_[name] = args;
    return args != nullptr;
  }
  // Whether it is the host's.
  bool Has(std::string_view name) const { return functions_.contains(name); }
  // Null: nothing is known of it.
  const Arguments* Find(std::string_view name) {
    const auto found = functions_.find(name);
    if (found != functions_.end()) return found->second;
    return FromLibrary(std::string(name), options_.builtin_signature ? options_.builtin_signature(name) : "");
  }
  // The same of a function of a module.
  const Arguments* FindMember(std::string_view module, std::string_view name) {
    return FromLibrary(std::string(module) + "." + std::string(name), options_.member_signature ? options_.member_signature(module, name) : "");
  }

 private:
  const Arguments* FromLibrary(std::string name, std::string_view signature) {
    const auto [row, is_new] = library_.try_emplace(std::move(name), nullptr);
    if (is_new && !signature.empty()) row->second = Read(std::string(signature));
    return row->second;
  }
  // Null: it is no signature.
  const Arguments* Read(const std::string& text, std::string_view* name = nullptr) {
    arenas_.push_back(std::make_unique<Arena>());
    const ParseResult parsed =
        Parse("def " + text + ": pass\n", "<declaration>", ParseMode::kExec, *arenas_.back(), options_.parse_limits);
    if (parsed.module == nullptr || parsed.module->body.size() != 1) return nullptr;
    const FunctionDef* def = parsed.module->body[0]->TryAs<FunctionDef>();
    if (def == nullptr) return nullptr;
    if (name != nullptr) *name = def->name;
    return def->args;
  }

  const CheckOptions& options_;
  std::vector<std::unique_ptr<Arena>> arenas_;
  std::map<std::string_view, const Arguments*> functions_;
  std::map<std::string, const Arguments*> library_;
};

// What is known of a variable: a global one, or one of a function.
struct Variable {
  uint32_t first_bound = kNever;  // in the order in which things happen; 0: from the beginning, or by another function
  uint32_t bindings = 0;
  const Arguments* function = nullptr;  // of the function that is bound, if the last binding is one
  bool is_changed = false;              // something of the function or module is assigned to
  bool is_tested = false;               // isinstance(x, str): somebody doubts what it is
  std::string_view module;              // that is bound, if the last binding is an import of one
  std::string_view member;              // `from module import member`: not empty, and `module` is where from
  const Expr* value = nullptr;          // that is bound, if the last binding is `name = value`
};

// What calling a function of the program gives.
struct Answer {
  bool is_async = false;
  bool is_generator = false;
  bool is_nothing = false;    // it goes to its end, and returns no value anywhere
  int64_t length = -1;        // all that it returns are tuples of so many; -1: they are not
};

// Which errors somebody near is prepared for.
struct Caught {
  bool names = false;
  bool calls = false;
  bool members = false;  // of modules, and modules
  bool values = false;
};

Caught Both(Caught a, Caught b) { return {a.names || b.names, a.calls || b.calls, a.members || b.members, a.values || b.values}; }

struct Use {
  const Name* name;
  const void* variable;
  uint32_t at;
  uint32_t loop;    // the outermost loop of the function around it; 0: none
  bool is_at_once;  // where the variable lives: not in a function of its own that runs at another time
  bool in_function;
};

// A call of a name, or of `name.attribute`.
struct CallSite {
  const Call* call;
  const void* variable;
  bool in_function;
};

// Something that is done with a value whose type may be known.
struct ValueUse {
  enum class Kind : uint8_t { kAttribute, kSubscript, kChange, kIterate, kCall, kCombine, kOrder, kUnpack, kPercent, kFormat, kFormatCode, kDrop };
  Kind kind;
  const Expr* expr;   // the value, or the whole of what is done with two
  const Expr* other;  // kUnpack: what it is unpacked into; kIterate: the same, or null
  SourceSpan span;
  bool in_function;
};

// `base.attribute`, or `base.middle.attribute`, of which base may be a module.
struct MemberUse {
  const Attribute* attribute;
  const Attribute* middle;  // or null
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

// One walk over the tree in the order in which things happen.
class Checker {
 public:
  Checker(ScopeTable& table, Arena& arena, StopCheck* stop) : table_(table), stop_(stop), spine_(arena) {}

  void Walk(const Module& module) {
    scope_ = &table_.module();
    VisitBody(module.body);
  }

  void Report(const CheckOptions& options, Declarations* declared, std::vector<Finding>* findings);

 private:
  // What belongs to the function whose body is walked.
  struct Frame {
    const Scope* scope;
    uint32_t loop;
    Caught caught;
    bool is_dead;
    bool loop_has_break;
    bool in_function;
    Answer answer;
    bool has_answer;
  };

  Frame Enter(const Scope* scope) {
    const Frame outer = {scope_, loop_, caught_, is_dead_, loop_has_break_, in_function_, answer_, has_answer_};
    answer_ = {};
    has_answer_ = false;
    if (scope != nullptr) scope_ = scope;
    loop_ = 0;
    caught_ = {};
    in_function_ = true;
    return outer;
  }
  void Leave(const Frame& outer) {
    scope_ = outer.scope;
    loop_ = outer.loop;
    caught_ = outer.caught;
    is_dead_ = outer.is_dead;
    loop_has_break_ = outer.loop_has_break;
    in_function_ = outer.in_function;
    answer_ = outer.answer;
    has_answer_ = outer.has_answer;
  }
  // Of the outermost loop only: what is bound anywhere in it may be bound when it goes around.
  uint32_t EnterLoop() {
    const uint32_t outer = loop_;
    if (outer == 0) {
      loop_ends_.push_back(kNever);
      loop_ = static_cast<uint32_t>(loop_ends_.size());
    }
    return outer;
  }
  void LeaveLoop(uint32_t outer) {
    if (outer == 0) loop_ends_[loop_ - 1] = now_;
    loop_ = outer;
  }

  const void* VariableOf(const Symbol& symbol) const;
  bool LivesHere(const Symbol& symbol) const;
  void Bind(const Symbol* symbol, const Arguments* function = nullptr);
  void BindName(Identifier name, const Arguments* function = nullptr) { Bind(table_.Find(*scope_, name), function); }
  void BindParameters(const Scope& scope, const Arguments& args);
  void BindTypeParameters(const void* node, List<const TypeParam*> params);

  void UseValue(ValueUse::Kind kind, const Expr& expr, SourceSpan span, const Expr* other = nullptr);
  std::string_view TypeOf(const Expr& expr) const;
  const Variable* FixedVariable(const Expr& expr) const;
  const Answer* AnswerOf(const Expr& call) const;
  int64_t LengthOf(const Expr& expr) const;
  int64_t LengthOfItems(const Expr& iterable) const;
  std::string WrongUse(const ValueUse& use) const;
  void ReportValues(const CheckOptions& options, std::vector<Finding>* findings) const;

  bool VisitBody(List<const Stmt*> body);
  bool VisitStmt(const Stmt& statement);
  void VisitFunctionDef(const FunctionDef& def);
  bool VisitIf(const If& statement);
  void VisitFor(const For& loop);
  bool VisitWhile(const While& loop);
  void VisitWith(const With& with);
  bool VisitTry(const Try& statement);
  void VisitAssign(const Assign& assign);
  void VisitExpr(const Expr* expr);
  void VisitAll(List<const Expr*> list) {
    for (const Expr* expr : list) VisitExpr(expr);
  }
  void VisitDefaults(const Arguments& args);
  void VisitLambda(const Lambda& lambda);
  void VisitLeaf(const Expr& expr);
  void VisitAfterLeft(const Expr& expr);
  void VisitCall(const Call& call);
  void VisitName(const Name& name);
  void Want(const Name& name);
  void WantMember(const Attribute& attribute);
  void WantImport(std::string_view name, std::string_view member, SourceSpan span);
  void ReportModules(const CheckOptions& options, std::vector<Finding>* findings) const;
  void VisitComprehension(const Expr& expr, List<const Comprehension*> generators, const Expr* first, const Expr* second);
  static bool OnlyReads(const Expr& expr);
  void Unreachable(SourceSpan span) { unreachable_.push_back(span); }
  Caught CaughtBy(const Expr* type);
  bool MayBeUnbound(const Use& use, const Variable& variable) const;

  ScopeTable& table_;
  StopCheck* const stop_;
  ArenaVector<const Expr*> spine_;
  const Scope* scope_ = nullptr;
  uint32_t now_ = 0;
  uint32_t loop_ = 0;
  Caught caught_;
  Caught caught_anywhere_;
  bool is_dead_ = false;  // in code that never runs
  bool loop_has_break_ = false;
  bool in_function_ = false;
  bool binds_dynamically_ = false;  // globals()["x"] = 1, exec(...), from m import *
  std::unordered_set<const Expr*> read_only_;  // what these answer is only looked at
  std::vector<uint32_t> loop_ends_;
  std::unordered_map<const void*, Variable> variables_;
  std::vector<Use> uses_;
  std::vector<CallSite> calls_;
  std::vector<ValueUse> values_;
  std::unordered_map<const Arguments*, Answer> answers_;
  Answer answer_;            // of the function that is walked
  bool has_answer_ = false;  // it returns some value
  std::function<bool(std::string_view)> is_plain_builtin_;
  std::vector<MemberUse> members_;
  std::vector<ImportSite> imports_;
  bool looks_elsewhere_ = false;      // sys.path is somebody's to change
  bool asks_for_attributes_ = false;  // hasattr(math, "cbrt")
  std::vector<SourceSpan> unreachable_;
};

// Globals are known by their interned names, others by the symbol of the function that has them.
const void* Checker::VariableOf(const Symbol& symbol) const {
  if (symbol.place == Place::kGlobal) return symbol.name.data();
  if (symbol.place == Place::kLocal) return symbol.owner;
  for (const Scope* scope = symbol.scope->parent; scope != nullptr; scope = scope->parent) {
    const Symbol* found = table_.Find(*scope, symbol.name);
    if (found == nullptr || (found->flags & kSymbolNonlocal) != 0) continue;
    if ((found->flags & kSymbolBound) != 0) return found;
  }
  return &symbol;
}

bool Checker::LivesHere(const Symbol& symbol) const {
  return symbol.place == Place::kLocal || (symbol.place == Place::kGlobal && symbol.scope->frame == &table_.module());
}

void Checker::Bind(const Symbol* symbol, const Arguments* function) {
  if (symbol == nullptr) return;
  Variable& variable = variables_[VariableOf(*symbol)];
  variable.first_bound = std::min(variable.first_bound, LivesHere(*symbol) ? ++now_ : 0);
  ++variable.bindings;
  variable.function = function;
  variable.module = variable.member = {};
  variable.value = nullptr;
}

void Checker::BindParameters(const Scope& scope, const Arguments& args) {
  const auto bind = [&](const Arg* arg) {
    if (arg != nullptr) Bind(table_.Find(scope, arg->arg));
  };
  for (const Arg* arg : args.posonlyargs) bind(arg);
  for (const Arg* arg : args.args) bind(arg);
  for (const Arg* arg : args.kwonlyargs) bind(arg);
  bind(args.vararg);
  bind(args.kwarg);
}

void Checker::BindTypeParameters(const void* node, List<const TypeParam*> params) {
  if (params.empty()) return;
  const Scope& scope = table_.ScopeOf(node, ScopeRole::kTypeParameters);
  for (const TypeParam* param : params) Bind(table_.Find(scope, param->name));
}

// ---- Statements. Each answers whether what follows it is never reached.

// The usual way to make a function a generator that yields nothing: `return` and then a `yield`.
bool IsYield(const Stmt& statement) {
  const ExprStmt* expression = statement.TryAs<ExprStmt>();
  return expression != nullptr &&
         (expression->value->kind == ExprKind::kYield || expression->value->kind == ExprKind::kYieldFrom);
}

bool Checker::VisitBody(List<const Stmt*> body) {
  bool ended = false;
  const bool outer = is_dead_;
  for (const Stmt* statement : body) {
    if (IsOver(stop_)) return false;
    if (ended && !is_dead_) {
      is_dead_ = true;
      if (!IsYield(*body.back()) && !IsYield(*statement)) Unreachable(statement->span);
    }
    if (VisitStmt(*statement)) ended = true;
  }
  is_dead_ = outer;
  return ended;
}

bool Checker::VisitStmt(const Stmt& statement) {
  switch (statement.kind) {
    case StmtKind::kFunctionDef:
    case StmtKind::kAsyncFunctionDef:
      VisitFunctionDef(statement.As<FunctionDef>());
      return false;
    case StmtKind::kReturn:
      if (const Expr* value = statement.As<Return>().value) {
        VisitExpr(value);
        const Tuple* tuple = value->TryAs<Tuple>();
        const bool is_fixed = tuple != nullptr && LengthOf(*tuple) >= 0;
        const int64_t length = is_fixed ? LengthOf(*tuple) : -1;
        answer_.length = has_answer_ && answer_.length != length ? -1 : length;
        has_answer_ = true;
      }
      return true;
    case StmtKind::kDelete:
      VisitAll(statement.As<Delete>().targets);
      return false;
    case StmtKind::kAssign:
      VisitAssign(statement.As<Assign>());
      return false;
    case StmtKind::kTypeAlias: {
      const TypeAlias& alias = statement.As<TypeAlias>();
      BindTypeParameters(&alias, alias.type_params);
      VisitExpr(alias.name);  // its value is evaluated when somebody asks for it
      return false;
    }
    case StmtKind::kAugAssign: {
      const AugAssign& assign = statement.As<AugAssign>();
      // `x += 1` binds nothing that was not bound.
      const Name* name = assign.target->TryAs<Name>();
      if (name == nullptr) {
        VisitExpr(assign.target);
      } else if (name->symbol != nullptr) {
        Want(*name);
        ++variables_[VariableOf(*name->symbol)].bindings;
      }
      VisitExpr(assign.value);
      return false;
    }
    case StmtKind::kAnnAssign: {
      const AnnAssign& assign = statement.As<AnnAssign>();
      if (assign.value != nullptr) VisitExpr(assign.value);
      if (const Name* name = assign.target->TryAs<Name>()) {
        if (assign.value != nullptr) {
          BindName(name->id);
          if (name->symbol != nullptr) variables_[VariableOf(*name->symbol)].value = assign.value;
        }
      } else {
        VisitExpr(assign.target);
      }
      return false;
    }
    case StmtKind::kFor:
    case StmtKind::kAsyncFor:
      VisitFor(statement.As<For>());
      return false;
    case StmtKind::kWhile:
      return VisitWhile(statement.As<While>());
    case StmtKind::kIf:
      return VisitIf(statement.As<If>());
    case StmtKind::kWith:
    case StmtKind::kAsyncWith:
      VisitWith(statement.As<With>());
      return false;
    case StmtKind::kRaise:
      if (const Expr* exc = statement.As<Raise>().exc) VisitExpr(exc);
      if (const Expr* cause = statement.As<Raise>().cause) VisitExpr(cause);
      return true;
    case StmtKind::kTry:
    case StmtKind::kTryStar:
      return VisitTry(statement.As<Try>());
    case StmtKind::kAssert:
      VisitExpr(statement.As<Assert>().test);
      if (const Expr* message = statement.As<Assert>().msg) VisitExpr(message);
      return false;
    case StmtKind::kImport:
      for (const Alias* alias : statement.As<Import>().names) {
        if (alias->name == "builtins" || alias->name == "__main__") binds_dynamically_ = true;
        if (alias->name == "sys" && !alias->asname.empty()) looks_elsewhere_ = true;
        WantImport(alias->name, "", alias->span);
        const Identifier bound = !alias->asname.empty() ? alias->asname : alias->top.empty() ? alias->name : alias->top;
        BindName(bound);
        const Symbol* symbol = table_.Find(*scope_, bound);
        if (symbol == nullptr) continue;
        variables_[VariableOf(*symbol)].module = !alias->asname.empty() ? std::string_view(alias->name) : std::string_view(bound);
      }
      return false;
    case StmtKind::kImportFrom:
      for (const Alias* alias : statement.As<ImportFrom>().names) {
        if (alias->name == "*") {
          binds_dynamically_ = true;
        } else {
          if (statement.As<ImportFrom>().module == "sys" && alias->name == "path") looks_elsewhere_ = true;
          if (statement.As<ImportFrom>().level == 0) WantImport(statement.As<ImportFrom>().module, alias->name, alias->span);
          const Identifier bound = !alias->asname.empty() ? alias->asname : alias->name;
          BindName(bound);
          const Symbol* symbol = table_.Find(*scope_, bound);
          if (symbol == nullptr || statement.As<ImportFrom>().level != 0) continue;
          variables_[VariableOf(*symbol)].module = statement.As<ImportFrom>().module;
          variables_[VariableOf(*symbol)].member = alias->name;
        }
      }
      return false;
    case StmtKind::kExpr: {
      const Expr& value = *statement.As<ExprStmt>().value;
      VisitExpr(&value);
      if (value.kind == ExprKind::kCall || value.kind == ExprKind::kName || value.kind == ExprKind::kAttribute) {
        UseValue(ValueUse::Kind::kDrop, value, value.span);
      }
      return false;
    }
    case StmtKind::kBreak:
      loop_has_break_ = true;
      return true;
    case StmtKind::kContinue:
      return true;
    case StmtKind::kGlobal:
    case StmtKind::kNonlocal:
    case StmtKind::kPass:
      return false;
  }
  return false;
}

void Checker::VisitDefaults(const Arguments& args) {
  VisitAll(args.defaults);
  for (const Expr* value : args.kw_defaults) {
    if (value != nullptr) VisitExpr(value);
  }
}

// Annotations are evaluated when somebody asks for them, so nothing is said of them.
void Checker::VisitFunctionDef(const FunctionDef& def) {
  VisitDefaults(*def.args);
  VisitAll(def.decorator_list);
  BindTypeParameters(&def, def.type_params);
  const Scope& scope = table_.ScopeOf(&def);
  const Frame outer = Enter(&scope);
  BindParameters(scope, *def.args);
  const bool ends = VisitBody(def.body);
  Answer answer = answer_;
  answer.is_async = def.kind == StmtKind::kAsyncFunctionDef;
  answer.is_generator = scope.is_generator;
  answer.is_nothing = !has_answer_ && !ends;
  if (!ends) answer.length = -1;
  answers_[def.args] = answer;
  Leave(outer);
  BindName(def.name, def.decorator_list.empty() ? def.args : nullptr);
}

void Checker::VisitLambda(const Lambda& lambda) {
  VisitDefaults(*lambda.args);
  const Scope& scope = table_.ScopeOf(&lambda);
  const Frame outer = Enter(&scope);
  BindParameters(scope, *lambda.args);
  VisitExpr(lambda.body);
  Leave(outer);
}

void Checker::VisitAssign(const Assign& assign) {
  VisitExpr(assign.value);
  const Lambda* lambda = assign.value->TryAs<Lambda>();
  for (const Expr* target : assign.targets) {
    const Name* name = target->TryAs<Name>();
    if (name != nullptr && name->symbol != nullptr) {
      Bind(name->symbol, lambda != nullptr ? lambda->args : nullptr);
      variables_[VariableOf(*name->symbol)].value = assign.value;
    } else {
      VisitExpr(target);
      UseValue(ValueUse::Kind::kUnpack, *assign.value, target->span, target);
    }
  }
}

enum class Truth : uint8_t { kUnknown, kTrue, kFalse };

Truth TruthOf(const Expr& expr) {
  const Constant* constant = expr.TryAs<Constant>();
  if (constant == nullptr) {
    const Name* name = expr.TryAs<Name>();
    return name != nullptr && name->id == "TYPE_CHECKING" ? Truth::kFalse : Truth::kUnknown;
  }
  switch (constant->constant_kind) {
    case ConstantKind::kTrue:
      return Truth::kTrue;
    case ConstantKind::kFalse:
    case ConstantKind::kNone:
      return Truth::kFalse;
    case ConstantKind::kInt:
      return constant->fits_int64 && constant->int_value == 0 ? Truth::kFalse : Truth::kTrue;
    case ConstantKind::kStr:
      return constant->text.empty() ? Truth::kFalse : Truth::kTrue;
    default:
      return Truth::kUnknown;
  }
}

// `elif` chains may be long: they are followed in a loop.
bool Checker::VisitIf(const If& statement) {
  const bool outer = is_dead_;
  bool all_end = true;
  for (const If* branch = &statement; branch != nullptr;) {
    VisitExpr(branch->test);
    const Truth truth = TruthOf(*branch->test);
    const bool was_dead = is_dead_;
    if (truth == Truth::kFalse) is_dead_ = true;
    const bool ends = VisitBody(branch->body);
    all_end = all_end && (ends || truth == Truth::kFalse);
    is_dead_ = was_dead || (truth == Truth::kTrue);
    const List<const Stmt*> orelse = branch->orelse;
    branch = orelse.size() == 1 ? orelse[0]->TryAs<If>() : nullptr;
    if (branch != nullptr) continue;
    const bool else_ends = VisitBody(orelse);
    all_end = all_end && (else_ends || truth == Truth::kTrue);
  }
  is_dead_ = outer;
  return all_end;
}

void Checker::VisitFor(const For& loop) {
  VisitExpr(loop.iter);
  if (loop.kind == StmtKind::kFor) UseValue(ValueUse::Kind::kIterate, *loop.iter, loop.iter->span, loop.target);
  const uint32_t outer = EnterLoop();
  const bool outer_break = loop_has_break_;
  VisitExpr(loop.target);
  VisitBody(loop.body);
  loop_has_break_ = outer_break;
  LeaveLoop(outer);
  VisitBody(loop.orelse);
}

bool Checker::VisitWhile(const While& loop) {
  const uint32_t outer = EnterLoop();
  const bool outer_break = std::exchange(loop_has_break_, false);
  VisitExpr(loop.test);
  const Truth truth = TruthOf(*loop.test);
  const bool was_dead = is_dead_;
  if (truth == Truth::kFalse) is_dead_ = true;
  VisitBody(loop.body);
  is_dead_ = was_dead;
  const bool has_break = std::exchange(loop_has_break_, outer_break);
  LeaveLoop(outer);
  VisitBody(loop.orelse);
  return truth == Truth::kTrue && !has_break;
}

// Whoever leaves a `with` may have been stopped by it (contextlib.suppress), so what follows may be reached.
void Checker::VisitWith(const With& with) {
  const Caught outer = caught_;
  for (const WithItem* item : with.items) {
    VisitExpr(item->context_expr);
    if (item->optional_vars != nullptr) VisitExpr(item->optional_vars);
    const Call* call = item->context_expr->TryAs<Call>();
    for (const Expr* argument : call != nullptr ? call->args : List<const Expr*>()) {
      const Name* name = argument->TryAs<Name>();
      if (name == nullptr || !(name->id.ends_with("Error") || name->id.ends_with("Exception"))) continue;
      caught_ = Both(caught_, CaughtBy(name));
    }
  }
  VisitBody(with.body);
  caught_ = outer;
}

// What an `except` with this type is prepared for; null: with none.
Caught Checker::CaughtBy(const Expr* type) {
  Caught caught;
  const auto look = [&](const Expr* expr) {
    const Name* name = expr == nullptr ? nullptr : expr->TryAs<Name>();
    const std::string_view id = name == nullptr ? "" : name->id;
    const bool is_known = id.ends_with("Error") || id == "StopIteration" || id == "KeyboardInterrupt" || id == "SystemExit" ||
                          id == "GeneratorExit" || id == "StopAsyncIteration";
    const bool is_all = !is_known || id == "CancelledError";
    caught.names = caught.names || is_all || id == "NameError" || id == "UnboundLocalError";
    caught.calls = caught.calls || is_all || id == "TypeError";
    caught.values = caught.values || is_all || id == "ValueError" || id == "IndexError" || id == "KeyError" || id == "LookupError" || id == "TypeError";
    caught.members = caught.members || is_all || id == "AttributeError" || id == "ImportError" || id == "ModuleNotFoundError";
  };
  const Tuple* types = type == nullptr ? nullptr : type->TryAs<Tuple>();
  if (types == nullptr) {
    look(type);
  } else {
    for (const Expr* one : types->elts) look(one);
  }
  caught_anywhere_ = Both(caught_anywhere_, caught);
  return caught;
}

bool Checker::VisitTry(const Try& statement) {
  const Caught outer = caught_;
  for (const ExceptHandler* handler : statement.handlers) {
    caught_ = Both(caught_, CaughtBy(handler->type));
  }
  bool ends = VisitBody(statement.body);
  caught_ = outer;
  bool handlers_end = true;
  for (const ExceptHandler* handler : statement.handlers) {
    if (handler->type != nullptr) VisitExpr(handler->type);
    if (!handler->name.empty()) BindName(handler->name);
    handlers_end = VisitBody(handler->body) && handlers_end;
  }
  const bool was_dead = is_dead_;
  if (ends && !statement.orelse.empty() && !is_dead_) {
    Unreachable(statement.orelse[0]->span);
    is_dead_ = true;
  }
  ends = VisitBody(statement.orelse) || ends;
  is_dead_ = was_dead;
  const bool final_ends = VisitBody(statement.finalbody);
  return final_ends || (ends && handlers_end);
}

// ---- Expressions

void Checker::VisitExpr(const Expr* expr) {
  if (IsOver(stop_)) return;
  if (expr->kind == ExprKind::kName) return VisitName(expr->As<Name>());
  if (expr->kind == ExprKind::kConstant) return;
  const size_t mark = spine_.size();
  while (const Expr* left = LeftChild(*expr)) {
    if (left->kind == ExprKind::kCall && OnlyReads(*expr)) read_only_.insert(left);
    spine_.push_back(expr);
    expr = left;
  }
  VisitLeaf(*expr);
  while (spine_.size() > mark) {
    const Expr* parent = spine_.back();
    spine_.pop_back();
    VisitAfterLeft(*parent);
  }
}

// globals()["x"], globals().get("x"): whatever is left of it is not changed here.
bool Checker::OnlyReads(const Expr& expr) {
  if (const Subscript* subscript = expr.TryAs<Subscript>()) return subscript->ctx == Context::kLoad;
  const Attribute* attribute = expr.TryAs<Attribute>();
  if (attribute == nullptr) return false;
  const std::string_view attr = attribute->attr;
  return attr == "get" || attr == "keys" || attr == "values" || attr == "items" || attr == "copy";
}

void Checker::VisitAfterLeft(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kBinOp: {
      const BinOp& binary = expr.As<BinOp>();
      VisitExpr(binary.right);
      const Constant* left = binary.op == Operator::kMod ? binary.left->TryAs<Constant>() : nullptr;
      const bool formats = left != nullptr && left->constant_kind == ConstantKind::kStr;
      return UseValue(formats ? ValueUse::Kind::kPercent : ValueUse::Kind::kCombine, expr, expr.span);
    }
    case ExprKind::kAttribute: {
      const Attribute& attribute = expr.As<Attribute>();
      const std::string_view attr = attribute.attr;
      if (attr == "__dict__" || attr == "__globals__" || attr == "f_globals" || attr == "modules") binds_dynamically_ = true;
      const Name* name = attribute.value->TryAs<Name>();
      if (attr == "path" && name != nullptr && name->id == "sys") looks_elsewhere_ = true;
      if (attribute.ctx != Context::kLoad && name != nullptr && name->symbol != nullptr) {
        variables_[VariableOf(*name->symbol)].is_changed = true;
      }
      if (attribute.ctx == Context::kLoad) UseValue(ValueUse::Kind::kAttribute, attribute, attribute.span);
      return WantMember(attribute);
    }
    case ExprKind::kSubscript: {
      const Subscript& subscript = expr.As<Subscript>();
      VisitExpr(subscript.slice);
      return UseValue(subscript.ctx == Context::kLoad ? ValueUse::Kind::kSubscript : ValueUse::Kind::kChange, *subscript.value, subscript.span);
    }
    case ExprKind::kCall:
      return VisitCall(expr.As<Call>());
    default:
      return;
  }
}

void Checker::VisitCall(const Call& call) {
  VisitAll(call.args);
  for (const Keyword* keyword : call.keywords) VisitExpr(keyword->value);
  const Attribute* attribute = call.func->TryAs<Attribute>();
  const Name* name = (attribute != nullptr ? attribute->value : call.func)->TryAs<Name>();
  if (attribute != nullptr) {
    const Constant* text = attribute->attr == "format" ? attribute->value->TryAs<Constant>() : nullptr;
    if (text != nullptr && text->constant_kind == ConstantKind::kStr) UseValue(ValueUse::Kind::kFormat, call, call.span);
    if (name == nullptr || name->symbol == nullptr || is_dead_ || caught_.calls) return;
    return calls_.push_back({&call, VariableOf(*name->symbol), in_function_});
  }
  UseValue(ValueUse::Kind::kCall, *call.func, call.span);
  if (name == nullptr || name->symbol == nullptr) return;
  // vars(x) and eval("1 + 1") bind nothing.
  const std::string_view id = name->id;
  const Constant* text = call.args.size() == 1 ? call.args[0]->TryAs<Constant>() : nullptr;
  if (id == "eval" && !(text != nullptr && text->text.find(":=") == std::string_view::npos)) binds_dynamically_ = true;
  // With a namespace of its own, exec() binds there; whose that is is asked for by name.
  if (id == "exec" && call.args.size() < 2 && call.keywords.empty()) binds_dynamically_ = true;
  if (id == "hasattr") asks_for_attributes_ = true;
  const bool tests = id == "isinstance" || id == "hasattr" || id == "getattr" || id == "type" || id == "callable";
  const Name* tested = tests && !call.args.empty() ? call.args[0]->TryAs<Name>() : nullptr;
  if (tested != nullptr && tested->symbol != nullptr) variables_[VariableOf(*tested->symbol)].is_tested = true;
  if (read_only_.contains(&call)) return;
  if (id == "globals" || id == "setattr" || id == "delattr" || id == "__import__") binds_dynamically_ = true;
  if ((id == "vars" || id == "locals") && call.args.empty()) binds_dynamically_ = true;
  if (is_dead_ || caught_.calls) return;
  calls_.push_back({&call, VariableOf(*name->symbol), in_function_});
}

void Checker::VisitLeaf(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kNamedExpr:
      VisitExpr(expr.As<NamedExpr>().value);
      return VisitExpr(expr.As<NamedExpr>().target);
    case ExprKind::kLambda:
      return VisitLambda(expr.As<Lambda>());
    case ExprKind::kDict: {
      const Dict& dict = expr.As<Dict>();
      for (uint32_t i = 0; i < dict.keys.size(); ++i) {
        if (dict.keys[i] != nullptr) VisitExpr(dict.keys[i]);
        VisitExpr(dict.values[i]);
      }
      return;
    }
    case ExprKind::kListComp:
      return VisitComprehension(expr, expr.As<ListComp>().generators, expr.As<ListComp>().elt, nullptr);
    case ExprKind::kSetComp:
      return VisitComprehension(expr, expr.As<SetComp>().generators, expr.As<SetComp>().elt, nullptr);
    case ExprKind::kDictComp:
      return VisitComprehension(expr, expr.As<DictComp>().generators, expr.As<DictComp>().key, expr.As<DictComp>().value);
    case ExprKind::kGeneratorExp:
      return VisitComprehension(expr, expr.As<GeneratorExp>().generators, expr.As<GeneratorExp>().elt, nullptr);
    case ExprKind::kAwait:
      return VisitExpr(expr.As<Await>().value);
    case ExprKind::kYield:
      if (const Expr* value = expr.As<Yield>().value) VisitExpr(value);
      return;
    case ExprKind::kYieldFrom:
      return VisitExpr(expr.As<YieldFrom>().value);
    case ExprKind::kCompare:
      VisitExpr(expr.As<Compare>().left);
      for (const Expr* comparator : expr.As<Compare>().comparators) {
        if (comparator->kind == ExprKind::kCall) read_only_.insert(comparator);  // "x" in globals()
        VisitExpr(comparator);
      }
      if (expr.As<Compare>().ops.size() == 1) UseValue(ValueUse::Kind::kOrder, expr, expr.span);
      return;
    case ExprKind::kName:
      return VisitName(expr.As<Name>());
    case ExprKind::kFormattedValue:
      VisitOperands(expr, [this](const Expr* operand) { VisitExpr(operand); });
      return UseValue(ValueUse::Kind::kFormatCode, expr, expr.span);
    default:
      return VisitOperands(expr, [this](const Expr* operand) { VisitExpr(operand); });
  }
}

void Checker::VisitName(const Name& name) {
  if (name.symbol == nullptr) return;
  if (name.ctx == Context::kStore) return Bind(name.symbol);
  // Behind it there may be a builtin of that name again.
  if (name.ctx == Context::kDel) variables_[VariableOf(*name.symbol)].is_changed = true;
  Want(name);
}

// The name must be bound now: to be read, deleted, or the target of `x += 1`.
void Checker::Want(const Name& name) {
  if (is_dead_ || caught_.names) return;
  const Symbol& symbol = *name.symbol;
  uses_.push_back({&name, VariableOf(symbol), ++now_, loop_, LivesHere(symbol), in_function_});
}

void Checker::WantMember(const Attribute& attribute) {
  if (is_dead_ || caught_.members || attribute.ctx != Context::kLoad) return;
  const Attribute* middle = attribute.value->TryAs<Attribute>();
  const Name* base = (middle != nullptr ? middle->value : attribute.value)->TryAs<Name>();
  if (base == nullptr || base->symbol == nullptr) return;
  members_.push_back({&attribute, middle, VariableOf(*base->symbol), in_function_});
}

void Checker::WantImport(std::string_view name, std::string_view member, SourceSpan span) {
  if (!is_dead_ && !caught_.members) imports_.push_back({name, member, span, in_function_});
}

void Checker::VisitComprehension(const Expr& expr, List<const Comprehension*> generators, const Expr* first,
                                 const Expr* second) {
  VisitExpr(generators[0]->iter);
  if (!generators[0]->is_async) UseValue(ValueUse::Kind::kIterate, *generators[0]->iter, generators[0]->iter->span, generators[0]->target);
  // A generator runs later, when somebody asks it.
  const bool is_later = expr.kind == ExprKind::kGeneratorExp;
  const Frame outer = is_later ? Enter(nullptr) : Frame{};
  const uint32_t outer_loop = EnterLoop();
  for (uint32_t i = 0; i < generators.size(); ++i) {
    if (i > 0) VisitExpr(generators[i]->iter);
    VisitExpr(generators[i]->target);
    VisitAll(generators[i]->ifs);
  }
  VisitExpr(first);
  if (second != nullptr) VisitExpr(second);
  LeaveLoop(outer_loop);
  if (is_later) Leave(outer);
}

// ---- What has been found

bool Checker::MayBeUnbound(const Use& use, const Variable& variable) const {
  if (variable.first_bound == kNever) return true;
  if (!use.is_at_once || variable.first_bound < use.at) return false;
  return use.loop == 0 || variable.first_bound > loop_ends_[use.loop - 1];
}

void Checker::ReportModules(const CheckOptions& options, std::vector<Finding>* findings) const {
  if (!options.module_members || binds_dynamically_ || looks_elsewhere_) return;
  const auto meant = [&](std::string_view wrong, std::span<const std::string_view> names) {
    const std::string_view closest = options.closest_name != nullptr ? options.closest_name(wrong, names) : "";
    return closest.empty() ? "" : "; did you mean " + InQuotes(closest) + "?";
  };
  const auto is_own = [&](std::string_view module) { return options.may_be_file && options.may_be_file(module); };
  // Says so when the module has no such name and nothing below it is called so.
  const auto look = [&](std::string_view module, std::string_view member, SourceSpan span) {
    const MemberNames* names = is_own(module) ? nullptr : options.module_members(module);
    if (names == nullptr || member.starts_with("__") || names->contains(member)) return;
    if (options.module_members(std::string(module) + "." + std::string(member)) != nullptr) return;
    const std::vector<std::string_view> known(names->begin(), names->end());
    findings->push_back({FindingKind::kUnknownMember, span, "module " + InQuotes(module) + " has no " + InQuotes(member) + meant(member, known)});
  };
  for (const ImportSite& site : imports_) {
    if (site.name == "__main__" || (site.in_function && caught_anywhere_.members) || IsOver(stop_)) continue;
    if (is_own(site.name)) continue;
    if (options.module_members(site.name) == nullptr) {
      std::string wrong = options.wrong_module ? options.wrong_module(site.name) : "";
      if (!wrong.empty()) findings->push_back({FindingKind::kUnknownModule, site.span, std::move(wrong)});
    } else if (!site.member.empty()) {
      look(site.name, site.member, site.span);
    }
  }
  if (asks_for_attributes_) return;
  for (const MemberUse& use : members_) {
    if ((use.in_function && caught_anywhere_.members) || IsOver(stop_)) continue;
    const auto found = variables_.find(use.variable);
    if (found == variables_.end() || found->second.bindings != 1 || found->second.is_changed || found->second.module.empty()) continue;
    if (!found->second.member.empty()) continue;
    std::string module(found->second.module);
    if (use.middle != nullptr) module += "." + std::string(use.middle->attr);
    look(module, use.attribute->attr, use.attribute->span);
  }
}

// ---- Values

void Checker::UseValue(ValueUse::Kind kind, const Expr& expr, SourceSpan span, const Expr* other) {
  using Kind = ValueUse::Kind;
  if (is_dead_) return;
  const bool is_value = kind >= Kind::kUnpack && kind <= Kind::kFormatCode;
  const bool is_caught = kind == Kind::kAttribute ? caught_.members : is_value ? caught_.values : caught_.calls;
  // (What is not bound yet has no type.)
  if (!is_caught && !caught_.names) values_.push_back({kind, &expr, other, span, in_function_});
}

// A variable that is bound once, and that nobody reaches by other means.
const Variable* Checker::FixedVariable(const Expr& expr) const {
  const Name* name = expr.TryAs<Name>();
  if (name == nullptr || name->symbol == nullptr) return nullptr;
  const auto found = variables_.find(VariableOf(*name->symbol));
  return found != variables_.end() && found->second.bindings == 1 && !found->second.is_changed ? &found->second : nullptr;
}

// Of a call of a function of the program; null: it is none.
const Answer* Checker::AnswerOf(const Expr& expr) const {
  const Call* call = expr.TryAs<Call>();
  const Variable* variable = call != nullptr ? FixedVariable(*call->func) : nullptr;
  const auto found = variable != nullptr ? answers_.find(variable->function) : answers_.end();
  return found != answers_.end() ? &found->second : nullptr;
}

std::string_view Checker::TypeOf(const Expr& expr) const {
  const Expr* value = &expr;
  if (const Variable* variable = FixedVariable(expr)) {
    if (variable->is_tested || variable->value == nullptr) return "";
    value = variable->value;
    if (value->kind == ExprKind::kName) return "";
  }
  const bool is_direct = value == &expr;
  std::string_view type = TypeOfLiteral(*value);
  if (const Call* call = type.empty() ? value->TryAs<Call>() : nullptr) {
    const Name* function = call->func->TryAs<Name>();
    if (const Answer* answer = AnswerOf(*call)) {
      if (answer->is_async) return answer->is_generator || !is_direct ? "" : "coroutine";
      type = answer->is_generator ? "generator" : answer->is_nothing ? "NoneType" : "";
    } else if (function != nullptr && function->symbol != nullptr && VariableOf(*function->symbol) == function->id.data()) {
      const auto found = variables_.find(function->id.data());
      const bool is_bound = found != variables_.end() && found->second.bindings > 0;
      if (!is_bound && is_plain_builtin_(function->id)) type = TypeOfAnswer(function->id);
    }
  }
  // `x = None` is there to be asked about.
  return type == "NoneType" && !is_direct ? "" : type;
}

// Of a tuple or list that stands there, or that a function returns; -1: nobody knows.
int64_t Checker::LengthOf(const Expr& expr) const {
  const Tuple* tuple = expr.TryAs<Tuple>();
  const ListExpr* list = expr.TryAs<ListExpr>();
  if (tuple == nullptr && list == nullptr) {
    const Answer* answer = AnswerOf(expr);
    return answer == nullptr || answer->is_async || answer->is_generator ? -1 : answer->length;
  }
  const List<const Expr*> elts = tuple != nullptr ? tuple->elts : list->elts;
  for (const Expr* item : elts) {
    if (item->kind == ExprKind::kStarred) return -1;
  }
  return elts.size();
}

// Of what comes out of enumerate(x), zip(a, b), {}.items(); -1: nobody knows.
int64_t Checker::LengthOfItems(const Expr& iterable) const {
  const Call* call = iterable.TryAs<Call>();
  if (call == nullptr) return -1;
  if (const Attribute* attribute = call->func->TryAs<Attribute>()) return attribute->attr == "items" && TypeOf(*attribute->value) == "dict" ? 2 : -1;
  const Name* name = call->func->TryAs<Name>();
  const bool is_enumerate = name != nullptr && name->id == "enumerate";
  if (name == nullptr || name->symbol == nullptr || (!is_enumerate && name->id != "zip")) return -1;
  const auto found = variables_.find(VariableOf(*name->symbol));
  if ((found != variables_.end() && found->second.bindings > 0) || !is_plain_builtin_(name->id)) return -1;
  for (const Expr* argument : call->args) {
    if (argument->kind == ExprKind::kStarred) return -1;
  }
  return is_enumerate ? 2 : call->args.size() > 0 ? call->args.size() : -1;
}

// What is wrong, or "".
std::string Checker::WrongUse(const ValueUse& use) const {
  using Kind = ValueUse::Kind;
  const auto type_of = [this](const Expr& expr) { return TypeOf(expr); };
  const auto object = [](std::string_view type) { return InQuotes(type) + " object "; };
  switch (use.kind) {
    case Kind::kSubscript:
    case Kind::kChange: {
      const std::string_view type = TypeOf(*use.expr);
      if (use.kind == Kind::kSubscript) return CannotBeSubscripted(type) ? object(type) + "is not subscriptable" : "";
      return CannotBeChanged(type) ? object(type) + "does not support item assignment" : "";
    }
    case Kind::kIterate: {
      const std::string_view type = TypeOf(*use.expr);
      if (CannotBeIterated(type)) return object(type) + "is not iterable";
      const int64_t wanted = LengthOf(*use.other), given = LengthOfItems(*use.expr);
      if (wanted < 0 || given < 0 || wanted == given) return "";
      return "items of " + std::to_string(given) + " values are unpacked into " + std::to_string(wanted);
    }
    case Kind::kCall: {
      const std::string_view type = TypeOf(*use.expr);
      return CannotBeCalled(type) ? object(type) + "is not callable" : "";
    }
    case Kind::kCombine: {
      const BinOp& binary = use.expr->As<BinOp>();
      const std::string_view left = TypeOf(*binary.left), right = TypeOf(*binary.right);
      if (!CannotBeCombined(binary.op, left, right)) return "";
      return "unsupported operand types for " + std::string(Spelling(binary.op)) + ": " + InQuotes(left) + " and " + InQuotes(right);
    }
    case Kind::kOrder: {
      const Compare& compare = use.expr->As<Compare>();
      if (compare.ops[0] < CompareOperator::kLt || compare.ops[0] > CompareOperator::kGtE) return "";
      const std::string_view left = TypeOf(*compare.left), right = TypeOf(*compare.comparators[0]);
      return CannotBeOrdered(left, right) ? InQuotes(left) + " and " + InQuotes(right) + " have no order" : "";
    }
    case Kind::kUnpack: {
      const int64_t wanted = LengthOf(*use.other), given = LengthOf(*use.expr);
      if (wanted < 0 || given < 0 || wanted == given) return "";
      return std::to_string(given) + (given == 1 ? " value is" : " values are") + " unpacked into " + std::to_string(wanted);
    }
    case Kind::kPercent: {
      const BinOp& binary = use.expr->As<BinOp>();
      return WrongPercent(binary.left->As<Constant>().text, *binary.right, type_of);
    }
    case Kind::kFormat: {
      const Call& call = use.expr->As<Call>();
      return WrongFormat(call.func->As<Attribute>().value->As<Constant>().text, call);
    }
    case Kind::kFormatCode:
      return WrongFormatCode(use.expr->As<FormattedValue>(), type_of);
    case Kind::kDrop: {
      if (const Call* call = use.expr->TryAs<Call>()) {
        const Answer* answer = AnswerOf(*call);
        const bool is_coroutine = answer != nullptr && answer->is_async && !answer->is_generator;
        return is_coroutine ? "the coroutine is never awaited" : "";
      }
      const Variable* variable = FixedVariable(*use.expr);
      return variable != nullptr && answers_.contains(variable->function) ? "this does nothing: the function is not called" : "";
    }
    case Kind::kAttribute:
      break;
  }
  return "";
}

void Checker::ReportValues(const CheckOptions& options, std::vector<Finding>* findings) const {
  using Kind = ValueUse::Kind;
  if (binds_dynamically_) return;
  for (const ValueUse& use : values_) {
    if (IsOver(stop_)) return;
    const bool is_attribute = use.kind == Kind::kAttribute;
    const bool is_value = use.kind >= Kind::kUnpack && use.kind <= Kind::kFormatCode;
    if (use.in_function && caught_anywhere_.names) continue;
    if (use.in_function && (is_attribute ? caught_anywhere_.members : is_value ? caught_anywhere_.values : caught_anywhere_.calls)) continue;
    if (!is_attribute) {
      std::string wrong = WrongUse(use);
      const FindingKind kind = use.kind == Kind::kDrop ? FindingKind::kNoEffect : is_value ? FindingKind::kWrongValue : FindingKind::kWrongType;
      if (!wrong.empty()) findings->push_back({kind, use.span, std::move(wrong)});
      continue;
    }
    const Attribute& attribute = use.expr->As<Attribute>();
    const std::string_view type = asks_for_attributes_ ? std::string_view() : TypeOf(*attribute.value);
    const MemberNames* names = type.empty() || !options.type_members ? nullptr : options.type_members(type);
    if (names == nullptr || attribute.attr.starts_with("__") || names->contains(attribute.attr)) continue;
    const std::vector<std::string_view> known(names->begin(), names->end());
    const std::string_view closest = options.closest_name != nullptr ? options.closest_name(attribute.attr, known) : "";
    findings->push_back({FindingKind::kUnknownMember, use.span,
                         InQuotes(type) + " object has no attribute " + InQuotes(attribute.attr) +
                             (closest.empty() ? "" : "; did you mean " + InQuotes(closest) + "?")});
  }
}

void Checker::Report(const CheckOptions& options, Declarations* declared, std::vector<Finding>* findings) {
  for (const Use& use : uses_) {
    const std::string_view id = use.name->id;
    const bool is_global = use.variable == id.data();
    const auto found = variables_.find(use.variable);
    const Variable variable = found == variables_.end() ? Variable() : found->second;
    if (!MayBeUnbound(use, variable)) continue;
    if (use.in_function && caught_anywhere_.names) continue;
    if (is_global && (binds_dynamically_ || IsOfEveryModule(id) || declared->Has(id) || options.is_builtin(id))) continue;
    findings->push_back({FindingKind::kUnboundName, use.name->span,
                         variable.first_bound == kNever ? "name " + InQuotes(id) + " is not bound anywhere"
                                                        : "name " + InQuotes(id) + " is used before it is bound"});
  }
  std::map<const Arguments*, Signature> signatures;
  for (const CallSite& site : calls_) {
    if (site.in_function && caught_anywhere_.calls) continue;
    const Attribute* attribute = site.call->func->TryAs<Attribute>();
    const std::string_view id = attribute != nullptr ? attribute->attr : site.call->func->As<Name>().id;
    const auto found = variables_.find(site.variable);
    const Arguments* function = nullptr;
    if (found == variables_.end() || found->second.bindings == 0) {
      if (attribute == nullptr && site.variable == id.data()) function = declared->Find(id);
    } else if (found->second.bindings == 1 && !found->second.is_changed) {
      const Variable& variable = found->second;
      // math.sqrt(), or sqrt() that was imported from there.
      const bool is_member = !variable.module.empty() && variable.member.empty() == (attribute != nullptr);
      if (is_member && !looks_elsewhere_ && !(options.may_be_file && options.may_be_file(variable.module))) {
        function = declared->FindMember(variable.module, attribute != nullptr ? id : variable.member);
      } else if (attribute == nullptr) {
        function = variable.function;
      }
    }
    if (function == nullptr || binds_dynamically_ || IsOver(stop_)) continue;
    Signature& signature = signatures.try_emplace(function, *function).first->second;
    if (std::string wrong = signature.Check(id, *site.call); !wrong.empty()) {
      findings->push_back({FindingKind::kWrongCall, site.call->span, std::move(wrong)});
    }
  }
  is_plain_builtin_ = [&](std::string_view name) { return !declared->Has(name) && options.is_builtin(name); };
  ReportModules(options, findings);
  ReportValues(options, findings);
  for (const SourceSpan& span : unreachable_) {
    findings->push_back({FindingKind::kUnreachable, span, "this is never reached"});
  }
}

SourceSpan SpanOf(const SyntaxErrorInfo& error) {
  const auto column = [](int32_t offset) { return static_cast<uint32_t>(std::max(offset - 1, 0)); };
  return {error.line, column(error.offset), error.end_line, column(error.end_offset)};
}

std::string_view NameOf(SyntaxErrorKind kind) {
  switch (kind) {
    case SyntaxErrorKind::kIndentationError:
      return "IndentationError: ";
    case SyntaxErrorKind::kTabError:
      return "TabError: ";
    default:
      return "SyntaxError: ";
  }
}

}  // namespace

CheckResult CheckProgram(std::string_view source, std::string_view filename, const CheckOptions& options) {
  CheckResult result;
  Declarations declared(options);
  for (const std::string& text : options.declarations) {
    if (declared.Add(text)) continue;
    result.wrong_declaration = text;
    return result;
  }
  CompileOptions compile_options;
  compile_options.parse_limits = options.parse_limits;
  const CompileResult compiled = Compile(source, filename, compile_options);
  for (const SyntaxErrorInfo& error : compiled.errors) {
    result.findings.push_back({FindingKind::kSyntaxError, SpanOf(error), std::string(NameOf(error.kind)) + error.message});
  }
  if (compiled.unit == nullptr) return result;
  // What compiles has a tree and scopes.
  Arena arena;
  const ParseResult parsed = Parse(source, filename, ParseMode::kExec, arena, options.parse_limits);
  ScopeTable table(arena);
  if (parsed.module == nullptr || table.Build(*parsed.module, false, options.parse_limits.stop)) return result;
  if (HasStopped(options.parse_limits.stop)) return result;
  Checker checker(table, arena, options.parse_limits.stop);
  checker.Walk(*parsed.module);
  checker.Report(options, &declared, &result.findings);
  std::sort(result.findings.begin(), result.findings.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.span.line, a.span.col, a.kind, a.message) < std::tie(b.span.line, b.span.col, b.kind, b.message);
  });
  result.are_more = result.findings.size() > options.most_findings;
  if (result.are_more) result.findings.resize(options.most_findings);
  return result;
}

}  // namespace pysub
