// Expansion of $(...): a stack of pieces, each of which waits for what the one above it gives.
//
//   $(foreach f,$(SRC),$(f:.c=.o))
//
//   piece               waits for           is given
//   kText  (the whole)  the function        "a.o b.o"
//   kForeachNames       "f", then $(SRC)    "f", "a.c b.c"
//   kForeach            $(f:.c=.o), twice   "a.o", "b.o"
//   kSubstitute         the value of f      "a.c"
//
// Only the piece on the top is worked on. When it is done it is taken off, and Receive() hands its
// value down. Texts are expanded from left to right, and what came out is never looked at again.

#include <algorithm>
#include <cerrno>

#include "shell/commands/make/functions.h"
#include "shell/commands/make/maker.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::maker {
namespace {
// Deeper nesting is a variable that grows without end, by $(call) of itself.
constexpr size_t kMostExpansions = 20000;
// Bytes that are read from a command at a time.
constexpr uint64_t kOutputAtOnce = 65536;

bool IsOf(Function function, int id) { return static_cast<int>(function) == id; }
}  // namespace

void Expansion::Fields(Archive& archive) {
  archive(op, function, has_value, text, value, at, out, raw, args, next, scope, variable_scope,
          variable, place);
  archive.Charged(charged);
  archive.Charged(out_charged);
  if (op > Op::kEval || function >= kFunctionCount || at > text.size()) archive.Fail();
}

// False: all is over. Pointers to other pieces are no longer valid: the list may have moved.
bool Maker::PushExpansion(Op op, std::string text) {
  if (expansions_.size() >= kMostExpansions) {
    Fatal("Expansions are nested too deeply");
    return false;
  }
  const uint64_t cost = text.size() + 2 * sizeof(Expansion);
  if (!io_->Reserve(static_cast<int64_t>(cost))) {
    no_memory_ = ended_ = true;
    return false;
  }
  Work(16 + text.size() / 8);
  Expansion& e = expansions_.emplace_back();
  e.op = op;
  e.text = std::move(text);
  e.charged = cost;
  Push(Task::kExpand);
  return true;
}

// The task below gets the text as result_.
void Maker::Expand(std::string text) { (void)PushExpansion(Op::kText, std::move(text)); }

void Maker::AppendOut(Expansion* e, std::string_view text) {
  if (text.empty()) return;
  if (!MakeRoom(*io_, &e->out, text.size(), &e->out_charged)) {
    no_memory_ = ended_ = true;
    return;
  }
  e->out += text;
  Work(text.size());
}

// The piece on the top is done; what waits below gets its value.
void Maker::FinishExpansion(std::string value) {
  Expansion e = std::move(expansions_.back());
  expansions_.pop_back();
  Pop();
  // The scope of $(call) and $(foreach) ends with it.
  if (e.scope != kNone) {
    scope_ = scopes_[e.scope].next;
    DropScope(e.scope);
  }
  if (e.variable_scope != kNone) {
    VariableTable& table = scopes_[e.variable_scope].table;
    auto found = table.find(e.variable);
    if (found != table.end()) found->second.expanding = false;
  }
  Receive(std::move(value));
  (void)io_->Reserve(-static_cast<int64_t>(e.charged + e.out_charged));
}

// To an expansion of a text it is added; others get it as it is, because it is an argument or a
// condition. Its memory is paid for by whoever has it now, before the old payment is given back.
void Maker::Receive(std::string value) {
  if (tasks_.back() != Task::kExpand) {
    if (!io_->Reserve(static_cast<int64_t>(value.capacity()))) {
      no_memory_ = ended_ = true;
      return;
    }
    (void)io_->Reserve(-static_cast<int64_t>(std::exchange(result_charged_, value.capacity())));
    result_.swap(value);  // (a short text that is moved to would keep the room of a long one)
    return;
  }
  Expansion* e = &expansions_.back();
  if (e->op == Op::kText) return AppendOut(e, value);
  if (!io_->Reserve(static_cast<int64_t>(value.size()))) {
    no_memory_ = ended_ = true;
    return;
  }
  e->charged += value.size();
  e->value = std::move(value);
  e->has_value = true;
}

void Maker::ExpandStep() {
  Expansion* e = &expansions_.back();
  Work(8);
  switch (e->op) {
    case Op::kText: return ExpandText(e);
    case Op::kShell: return FinishExpansion(result_);
    case Op::kEval: return FinishExpansion("");
    default: break;
  }
  // (what waits has got something; a forged state may say otherwise)
  std::string value = std::move(e->value);
  e->value.clear();
  e->has_value = false;
  switch (e->op) {
    case Op::kName: {
      FinishExpansion("");
      if (!over()) NamedReference(std::move(value));
      return;
    }
    case Op::kArguments: e->args.push_back(std::move(value)); return NextArgument(e);
    case Op::kSubstitute: e->value = std::move(value); return TakeSubstitution(e);
    case Op::kForeachNames: e->value = std::move(value); return TakeForeach(e);
    case Op::kAppended:
      if (!e->out.empty()) AppendOut(e, " ");
      AppendOut(e, value);
      return NextAppended(e);
    case Op::kForeach:
      AppendOut(e, value);
      AppendOut(e, " ");
      return NextForeach(e);
    default: e->value = std::move(value); return TakeCondition(e);
  }
}

// On to the next reference that needs a piece of its own. What is at hand at once (a simple
// variable) goes on in the same loop.
void Maker::ExpandText(Expansion* e) {
  const size_t depth = expansions_.size();
  while (e->at < e->text.size()) {
    const size_t dollar = std::min(e->text.find('$', e->at), e->text.size());
    AppendOut(e, std::string_view(e->text).substr(e->at, dollar - e->at));
    e->at = std::min(dollar + 1, e->text.size());
    Work(8);
    if (over()) return;
    if (e->at >= e->text.size()) break;  // (a dollar at the end is nothing)
    Reference(e);
    if (over() || expansions_.size() != depth || tasks_.back() != Task::kExpand) return;
    e = &expansions_.back();  // (others may have come and gone)
    if (yields_) return;
  }
  FinishExpansion(std::move(e->out));
}

// e->at stands behind a dollar.
//
//   $$  $x  $(NAME)  ${NAME}  $(NAME:a=b)  $(NAME$(x))  $(function arguments)
//
// A function is one only when a blank follows its name: $(sort) is a variable.
void Maker::Reference(Expansion* e) {
  const std::string_view text = e->text;
  const char open = text[e->at];
  if (open == '$') {
    ++e->at;
    return AppendOut(e, "$");
  }
  if (open != '(' && open != '{') {
    const std::string name(1, text[e->at++]);
    if (IsSpace(open)) return;
    return ExpandVariable(name);
  }
  const char close = open == '(' ? ')' : '}';
  const size_t begin = ++e->at;
  size_t name_end = begin;
  while (name_end < text.size() && (std::isalnum(static_cast<uint8_t>(text[name_end])) != 0 ||
                                    text[name_end] == '-' || text[name_end] == '_'))
    ++name_end;
  if (name_end < text.size() && IsSpace(text[name_end])) {
    const int function = FindFunction(text.substr(begin, name_end - begin));
    if (function >= 0) {
      const size_t end = FindClose(text, name_end, open, close);
      if (end == std::string_view::npos) {
        return FatalAt(ExpandingPlace(), "unterminated call to function '" +
                                             std::string(kFunctionRows[function].name) +
                                             "': missing '" + close + "'");
      }
      Work(end - begin);
      e->at = end + 1;
      return StartFunction(function, StripFront(text.substr(name_end, end - name_end)), open,
                           close);
    }
  }
  // Without references inside, the first closing bracket ends it, as GNU make has it; with them
  // brackets are counted.
  size_t end = text.find(close, begin);
  if (end == std::string_view::npos)
    return FatalAt(ExpandingPlace(), "unterminated variable reference");
  const bool nested = text.substr(begin, end - begin).find('$') != std::string_view::npos;
  if (nested) {
    const size_t real_end = FindClose(text, begin, open, close);
    Work(end - begin);
    if (real_end == std::string_view::npos)
      return FatalAt(ExpandingPlace(), "unterminated variable reference");
    std::string name(text.substr(begin, real_end - begin));
    e->at = real_end + 1;
    if (PushExpansion(Op::kName, "")) (void)PushExpansion(Op::kText, std::move(name));
    return;
  }
  std::string name(text.substr(begin, end - begin));
  e->at = end + 1;
  NamedReference(std::move(name));
}

// A, or A:x=y.
// The '=' has to come behind the colon, else both are a part of the name.
void Maker::NamedReference(std::string name) {
  const size_t colon = name.find(':');
  const size_t equals = colon == std::string::npos ? colon : name.find('=', colon + 1);
  Work(name.size());
  if (equals == std::string::npos) return ExpandVariable(name);
  if (!PushExpansion(Op::kSubstitute, "")) return;
  Expansion* e = &expansions_.back();
  if (!io_->Reserve(static_cast<int64_t>(2 * name.size()))) {
    no_memory_ = ended_ = true;
    return;
  }
  e->charged += 2 * name.size();
  e->args = {name.substr(colon + 1, equals - colon - 1), name.substr(equals + 1)};
  ExpandVariable(name.substr(0, colon));
}

// To what is on the top of the stack.
void Maker::ExpandVariable(std::string_view name) {
  if (name == ".VARIABLES" || name == ".TARGETS") return Receive(SpecialValue(name));
  uint32_t where = 0;
  const Variable* found = Find(name, scope_, &where);
  if (found == nullptr) {
    if (settings_.warn_undefined)
      ComplainAt(CurrentPlace(), "warning: undefined variable '" + std::string(name) + "'");
    return Receive("");
  }
  // (what takes the value charges it, and has a copy by then)
  if (!Hold(found->value.size())) return;
  if (found->appends) {
    if (found->expanding) return Receive("");
    if (!PushExpansion(Op::kAppended, "")) return;
  } else {
    // (nothing in it can be expanded: no piece is needed)
    if (!found->recursive || found->value.find('$') == std::string::npos)
      return Receive(found->value);
    if (found->expanding) {
      return FatalAt(
          found->place.file == kNone ? CurrentPlace() : found->place,
          "Recursive variable '" + std::string(name) + "' references itself (eventually)");
    }
    if (!PushExpansion(Op::kText, found->value)) return;
  }
  // From here on a use of the variable within itself is an error. The mark goes with the piece.
  Expansion* e = &expansions_.back();
  Variable& v = scopes_[where].table.find(name)->second;
  v.expanding = true;
  e->variable_scope = where;
  e->variable = std::string(name);
  e->place = v.place;
  if (e->op == Op::kAppended) StartAppended(name, where);
}

// What is appended in a target's scope comes behind what the scopes around it have. The parts are
// expanded one after the other.
void Maker::StartAppended(std::string_view name, uint32_t scope) {
  std::vector<std::string> pieces;
  // (counted: a forged state may have a ring)
  for (size_t steps = 0; scope < scopes_.size() && steps <= scopes_.size(); ++steps) {
    const Scope& s = scopes_[scope];
    auto found = s.table.find(name);
    if (!Look(8)) break;
    if (found != s.table.end()) {
      std::string piece = found->second.value;
      // What is final must come out as it is, though it is expanded with the rest.
      if (!found->second.recursive) {
        std::string quoted;
        for (const char c : piece) quoted.append(c == '$' ? 2 : 1, c);
        piece = std::move(quoted);
      }
      if (!Look(piece.size()) || !io_->Reserve(static_cast<int64_t>(piece.size() + 64))) {
        no_memory_ = ended_ = true;
        return;
      }
      expansions_.back().charged += piece.size() + 64;
      pieces.push_back(std::move(piece));
      if (!found->second.appends) break;
    }
    scope = s.next;
  }
  std::reverse(pieces.begin(), pieces.end());
  // The outermost value comes first.
  Expansion* e = &expansions_.back();
  e->raw = std::move(pieces);
  NextAppended(e);
}

void Maker::NextAppended(Expansion* e) {
  if (over()) return;
  if (e->next >= e->raw.size()) return FinishExpansion(std::move(e->out));
  (void)PushExpansion(Op::kText, std::move(e->raw[e->next++]));
}

void Maker::TakeSubstitution(Expansion* e) {
  if (e->args.size() < 2) return FinishExpansion("");
  const std::string value = std::move(e->value);
  std::string from = e->args[0], to = e->args[1];
  const bool has_percent = CutPattern(from).has_percent;
  if (!has_percent) {
    // (both are about suffixes: a percent of the second is none)
    from = "%" + from;
    to = "%" + to;
  }
  std::string out;
  Substitute(value, from, to, &out);
  if (!over()) FinishExpansion(std::move(out));
  DropScratch();
}

// ---- functions

// `body` begins behind the blanks that follow the name. Only brackets of the kind that the call
// itself has are counted, so "$(subst },x,$(A))" has three arguments.
void Maker::StartFunction(int function, std::string_view body, char open, char close) {
  std::vector<std::string> raw;
  const FunctionRow& row = kFunctionRows[function];
  uint64_t room = 0, charged = 0;
  while (true) {
    size_t depth = 0, end = 0;
    const bool last = row.most != 0 && raw.size() + 1 == row.most;
    for (; end < body.size() && !last; ++end) {
      if (body[end] == open) {
        ++depth;
      } else if (body[end] == close) {
        --depth;
      } else if (body[end] == ',' && depth == 0) {
        break;
      }
    }
    if (last) end = body.size();
    // (The list, and the one of what is expanded of them.)
    const uint64_t more = raw.size() < room ? 0 : room / 2 + 8;
    const uint64_t cost = end + 2 * more * sizeof(std::string);
    if (!Look(end + 32)) return;
    if (!io_->Reserve(static_cast<int64_t>(cost))) {
      no_memory_ = ended_ = true;
      return;
    }
    charged += cost;
    room += more;
    raw.reserve(room);
    raw.emplace_back(body.substr(0, end));
    if (end >= body.size()) break;
    body.remove_prefix(end + 1);
  }
  if (!PushExpansion(Op::kArguments, "")) return;
  Expansion* e = &expansions_.back();
  e->charged += charged;
  e->function = static_cast<uint8_t>(function);
  e->raw = std::move(raw);
  BeginFunction(e);
}

// Also begun again by $(call if,...), with the arguments that it was given.
void Maker::BeginFunction(Expansion* e) {
  const FunctionRow& row = kFunctionRows[e->function];
  const Function function{e->function};
  if (e->raw.size() < row.least) {
    return FatalAt(ExpandingPlace(), "insufficient number of arguments (" +
                                         std::to_string(e->raw.size()) + ") to function '" +
                                         std::string(row.name) + "'");
  }
  e->next = 0;
  if (row.expands) {
    e->op = Op::kArguments;
    e->args.reserve(e->raw.size());
    return NextArgument(e);
  }
  // Only the first: whether others are expanded at all depends on it.
  std::string first = e->raw[0];
  if (function == Function::kForeach) {
    e->op = Op::kForeachNames;
    e->args.clear();
  } else {
    e->op = function == Function::kIf ? Op::kIf : function == Function::kOr ? Op::kOr : Op::kAnd;
    first = std::string(Strip(first));
  }
  (void)PushExpansion(Op::kText, std::move(first));
}

void Maker::NextArgument(Expansion* e) {
  while (e->next < e->raw.size()) {
    std::string& raw = e->raw[e->next++];
    if (raw.find('$') != std::string::npos) {
      (void)PushExpansion(Op::kText, std::move(raw));
      return;
    }
    // (the usual case: no piece for what is plain text)
    e->args.push_back(std::move(raw));
    if (!Look(16)) return;
  }
  ArgumentsDone(e);
}

void Maker::ArgumentsDone(Expansion* e) {
  const Function function{e->function};
  if (e->args.empty()) e->args.emplace_back();
  // These three wait for something that is no expansion; all others answer at once.
  switch (function) {
    case Function::kCall: return CallUser(e);
    case Function::kShell: {
      e->op = Op::kShell;
      const std::string command = e->args[0];
      return StartShell(command, true);
    }
    case Function::kEval: {
      e->op = Op::kEval;
      std::string text = std::move(e->args[0]);
      return StartReading(std::move(text), CurrentPlace(), true);
    }
    default: break;
  }
  std::vector<std::string> args = std::move(e->args);
  std::string out;
  CallFunction(e->function, args, &out);
  if (!over()) FinishExpansion(std::move(out));
  DropScratch();
}

// The piece goes on as a text: what it gives is what the function gives.
void Maker::BecomeText(Expansion* e, std::string text) {
  e->op = Op::kText;
  e->text = std::move(text);
  e->at = 0;
  e->raw.clear();
  e->args.clear();
}

// Everything but the empty text holds. `or` gives the first value that holds, `and` the last one
// when all hold: so what is looked at last is the result.
void Maker::TakeCondition(Expansion* e) {
  const bool holds = !e->value.empty();
  const Function function{e->function};
  if (e->raw.empty()) return FinishExpansion("");
  if (function == Function::kIf) {
    const size_t branch = holds ? 1 : 2;
    if (branch >= e->raw.size()) return FinishExpansion("");
    return BecomeText(e, std::move(e->raw[branch]));
  }
  const bool is_or = function == Function::kOr;
  if (holds == is_or) return FinishExpansion(std::move(e->value));
  ++e->next;
  if (e->next >= e->raw.size()) return FinishExpansion(is_or ? "" : std::move(e->value));
  (void)PushExpansion(Op::kText, std::string(Strip(e->raw[e->next])));
}

// The name and the list are expanded once; then a scope with the one variable is put in front of
// the current one, and the text is expanded for each word.
void Maker::TakeForeach(Expansion* e) {
  if (e->raw.size() < 3) return FinishExpansion("");
  e->args.push_back(std::move(e->value));
  e->value.clear();
  if (e->args.size() == 1) {
    (void)PushExpansion(Op::kText, e->raw[1]);
    return;
  }
  const uint32_t scope = NewScope(scope_);
  if (over()) return;
  scope_ = scope;
  e->scope = scope;
  e->args[0] = std::string(Strip(e->args[0]));
  e->op = Op::kForeach;
  NextForeach(e);
}

void Maker::NextForeach(Expansion* e) {
  if (over()) return;
  if (e->args.size() < 2 || e->raw.size() < 3 || e->scope == kNone) return FinishExpansion("");
  std::string_view rest =
      std::string_view(e->args[1]).substr(std::min<size_t>(e->next, e->args[1].size()));
  const std::string_view word = NextWord(&rest);
  e->next = e->args[1].size() - rest.size();
  Work(word.size() + 32);
  if (word.empty()) {
    // A blank was added behind each, also behind empty ones.
    if (!e->out.empty()) e->out.pop_back();
    return FinishExpansion(std::move(e->out));
  }
  if (Define(e->args[0], std::string(word), Origin::kAutomatic, false, e->scope, {}) == nullptr)
    return;
  (void)PushExpansion(Op::kText, e->raw[2]);
}

// $(call NAME,...): the variable, with its arguments as 0, 1, 2 ...
// It is a variable like any other that is expanded in a scope of its own, so it may call itself.
void Maker::CallUser(Expansion* e) {
  const std::string name(Strip(e->args[0]));
  if (name.empty()) return FinishExpansion("");
  // The name of a function calls that function: $(call filter,%.c,$(A)).
  if (const int function = FindFunction(name); function >= 0 && !IsOf(Function::kCall, function)) {
    e->function = static_cast<uint8_t>(function);
    if (!Look(e->args.size())) return;
    e->args.erase(e->args.begin());
    e->raw = std::move(e->args);
    const FunctionRow& row = kFunctionRows[function];
    if (!row.expands) {
      e->args.clear();
      return BeginFunction(e);
    }
    if (e->raw.size() < row.least) return BeginFunction(e);
    e->args = std::move(e->raw);
    // (Without `call` more arguments than it takes would be a part of the last one.)
    if (row.most != 0 && e->args.size() > row.most) e->args.resize(row.most);
    e->raw.clear();
    return ArgumentsDone(e);
  }
  const Variable* v = Find(name);
  if (v == nullptr && settings_.warn_undefined)
    ComplainAt(CurrentPlace(), "warning: undefined variable '" + name + "'");
  if (v == nullptr || v->value.empty()) return FinishExpansion("");
  const std::string body = v->value;
  const bool recursive = v->recursive;
  const Place place = v->place;
  const uint32_t scope = NewScope(scope_);
  if (over()) return;
  e->scope = scope;
  size_t i = 0;
  for (; i < e->args.size(); ++i) {
    std::string argument = i == 0 ? name : std::move(e->args[i]);
    if (Define(std::to_string(i), std::move(argument), Origin::kAutomatic, false, scope, {}) ==
        nullptr)
      return;
  }
  // Those of a call around are not seen.
  // Else $(2) of an inner call with one argument would be that of the outer one.
  for (; Find(std::to_string(i)) != nullptr; ++i) {
    if (!Look(16)) return;
    if (Define(std::to_string(i), "", Origin::kAutomatic, false, scope, {}) == nullptr) return;
  }
  scope_ = scope;
  if (!recursive) return FinishExpansion(body);
  if (!io_->Reserve(static_cast<int64_t>(body.size()))) {
    no_memory_ = ended_ = true;
    return;
  }
  e->charged += body.size();
  e->place = place;
  BecomeText(e, body);
}

// Where the innermost variable that is being expanded was defined.
Place Maker::ExpandingPlace() const {
  size_t looked = 0;
  for (size_t i = expansions_.size(); i-- > 0 && ++looked < 1000;) {
    if (expansions_[i].place.file != kNone) return expansions_[i].place;
  }
  return CurrentPlace();
}

// Everything at once, for places that cannot wait. False: a command would have to run.
// The search for an implicit rule stands on the C++ stack while it expands prerequisites, so it
// cannot give way. Commands cannot run then, and the script's limits still hold (Look).
bool Maker::ExpandNow(std::string text, std::string* out) {
  const size_t depth = tasks_.size();
  Expand(std::move(text));
  while (!over() && tasks_.size() > depth) {
    if (tasks_.back() != Task::kExpand) {
      Fatal("$(shell) and $(eval) of prerequisites of pattern rules are not supported");
      return false;
    }
    ExpandStep();
    yields_ = false;
    if (!Look(1)) return false;
  }
  *out = result_;
  return !over();
}

// ---- $(shell)

void Maker::StartShell(std::string_view command, bool trims_all) {
  ShellRun run;
  run.trims_all = trims_all;
  run.charged = 0;
  const std::string shell = ValueOf("SHELL"), flags = ValueOf(".SHELLFLAGS");
  std::vector<std::string> argv = ShellWords(command, shell, flags);
  shells_.push_back(std::move(run));
  Push(Task::kShell);
  ShellRun& s = shells_.back();
  if (argv.empty()) {
    s.ended = true;
    return;
  }
  EnterDirectory();
  int write_end = -1;
  // Standard error stays that of make; input, too.
  io_->Pipe(&s.pipe, &write_end);
  ChildOptions options;
  options.out = write_end;
  options.cwd = directory_;
  options.environment = ShellEnvironment();
  s.child = io_->Spawn(argv, options);
  const int error = io_->error();
  // Only the child may hold the end for writing, or the pipe would never end.
  io_->Close(write_end);
  Work(1000);
  if (s.child >= 0) return;
  io_->Close(s.pipe);
  s.pipe = -1;
  s.ended = true;
  Complain(argv[0] + ": " + std::string(ErrnoText(error)));
  (void)Define(".SHELLSTATUS", "127", Origin::kOverride, false, 0, {});
}

void Maker::ShellStep() {
  // Output until its end, then the status: a child that waits for a full pipe would never end.
  ShellRun* s = &shells_.back();
  if (s->pipe >= 0) {
    std::string_view bytes;
    switch (io_->ReadSome(s->pipe, &bytes, kOutputAtOnce)) {
      case ReadStatus::kWait: waits_ = true; return;
      case ReadStatus::kData:
        if (!MakeRoom(*io_, &s->out, bytes.size(), &s->charged)) {
          no_memory_ = ended_ = true;
          return;
        }
        s->out += bytes;
        return Work(bytes.size());
      case ReadStatus::kEnd:
      case ReadStatus::kError:
        io_->Close(s->pipe);
        s->pipe = -1;
        break;
    }
  }
  if (!s->ended && s->child >= 0) {
    const std::optional<int> status = io_->WaitChild(s->child);
    if (!status) {
      waits_ = true;
      return;
    }
    (void)Define(".SHELLSTATUS", std::to_string(*status), Origin::kOverride, false, 0, {});
  }
  std::string out;
  bool shown = false;
  // As GNU make does: a newline is a blank, "\r\n" is one newline, newlines at the end go.
  for (size_t i = 0; i < s->out.size(); ++i) {
    if ((i & 0xffff) == 0 && !Look(1 << 12)) return;
    const char c = s->out[i];
    if (c == '\r' && i + 1 < s->out.size() && s->out[i + 1] == '\n') continue;
    out += c == '\n' ? ' ' : c;
    shown = c == '\n';
  }
  if (shown) {
    out.pop_back();
    // newlines only: a blank that was printed stays
    size_t newlines = 1;
    while (newlines < s->out.size() && s->out[s->out.size() - newlines - 1] == '\n') ++newlines;
    if (s->trims_all) out.resize(out.size() - std::min(out.size(), newlines - 1));
  }
  const uint64_t charged = s->charged;
  shells_.pop_back();
  Pop();
  // (an expansion that waits takes result_ itself)
  if (!io_->Reserve(static_cast<int64_t>(out.size()))) {
    no_memory_ = ended_ = true;
    return;
  }
  (void)io_->Reserve(-static_cast<int64_t>(std::exchange(result_charged_, out.size()) + charged));
  result_ = std::move(out);
}

}  // namespace pysub::shell::maker
