#include <algorithm>
#include <utility>

#include "shell/expand/arithmetic.h"
#include "shell/expand/locale.h"
#include "shell/expand/text.h"
#include "shell/expand/value.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/posix.h"
#include "shell/run/process.h"
#include "shell/run/variable_access.h"
#include "shell/whole_number.h"

// What parameters stand for.

namespace pysub::shell {
namespace {

// The file whose commands a shell runs; empty: those of -c, or of standard input.
std::string_view OutermostSource(const Process& process) {
  const CallRecord* record = process.call.get();
  while (record != nullptr && record->up && process.budget().Tick(1)) record = record->up.get();
  return record == nullptr ? std::string_view() : std::string_view(record->source);
}

}  // namespace

// $@ $* $# $? $$ $0 $! $-. A list is copied with its charge: what is expanded from it may change
// the parameters themselves (set -- "$@" x).
bool Expander::LookupSpecial(Process& process, char special, Value* value) {
  switch (special) {
    case '@':
    case '*':
      value->is_list = true;
      value->star = special == '*';
      if (!value->held.Add(&process.budget(), BytesOf(process.arguments->view()))) return false;
      if (!process.budget().Tick(process.arguments->size() / 4)) return false;
      value->list = process.arguments->Copy();
      value->is_set = !value->list.empty();
      return true;
    case '#': value->Set(std::to_string(process.arguments->size())); return true;
    case '?': value->Set(std::to_string(process.status)); return true;
    case '$': value->Set(std::to_string(process.shell_pid)); return true;
    case '0': return value->Copy(&process.budget(), process.name);
    case '!':
      if (process.last_background != 0) value->Set(std::to_string(process.last_background));
      return true;
    case '-': {
      std::string letters;
      for (char c : std::string_view("abefhikmnptuvxBCEHPT")) {
        if (c == 'i' && process.interactive) letters += c;
        for (size_t i = 0; i < std::size(kSetOptions); ++i) {
          if (kSetOptions[i].letter == c && process.options.Has(static_cast<SetOption>(i)))
            letters += c;
        }
      }
      // Where the script comes from: -c, or standard input.
      if (process.reads_input)
        letters += 's';
      else if (OutermostSource(process).empty())
        letters += 'c';
      value->Set(letters);
      return true;
    }
    default: return true;
  }
}

// x, x[i], x[@]. The order matters, because each step may run code of the script or complain: first
// namerefs are followed, then values that are made when somebody looks (RANDOM, SECONDS), then the
// subscript is evaluated, which is arithmetic and may assign to x itself; so x is looked up again
// behind it.
bool Expander::LookupName(Process& process, Symbol symbol, const Param& param,
                          std::string_view subscript, Value* value) {
  std::string element;
  Symbol written = symbol;
  const Variable* global = nullptr;  // of a local nameref of its target's name
  symbol = process.variables.Resolve(symbol, &element);
  if (const Variable* circle = process.variables.Find(symbol);
      circle != nullptr && circle->Has(kNameref) && !circle->value.empty()) {
    process.Error("warning: ", process.symbols().Name(written), ": circular name reference");
    global = process.variables.Global(symbol);
    if (global == nullptr) return true;
  }
  Subscript kind = param.subscript;
  if (kind == Subscript::kNone && !element.empty()) {
    kind = element == "@"   ? Subscript::kAt
           : element == "*" ? Subscript::kStar
                            : Subscript::kExpression;
    subscript = element;
  }
  if (symbol <= kLastDynamic) MakeDynamic(process, symbol);
  const Variable* variable = global != nullptr ? global : process.variables.Find(symbol);
  if (kind == Subscript::kAt || kind == Subscript::kStar) {
    value->is_list = true;
    value->star = kind == Subscript::kStar;
    if (variable == nullptr) return true;
    if (!value->held.Add(&process.budget(), variable->charged)) return false;
    if (variable->indexed) {
      value->list = variable->indexed->Values();
    } else if (variable->associative) {
      value->list = variable->associative->Values();
    } else if (variable->is_set) {
      value->list = {variable->value};
    }
    value->is_set = !value->list.empty();
    return process.budget().Tick(value->list.size());
  }
  const std::string* found = nullptr;
  if (kind == Subscript::kNone) {
    found = variable == nullptr ? nullptr : variable->Scalar();
  } else if (variable != nullptr && variable->associative) {
    if (!process.budget().Tick(variable->associative->Collisions(subscript))) return false;
    found = variable->associative->Get(subscript);
  } else {
    int64_t index = 0;
    if (!ArrayIndex(process, variable, subscript, &index)) {
      process.Discard(1);
      return false;
    }
    if (global == nullptr) variable = process.variables.Find(symbol);
    if (index < 0) {
      process.ReportError(param.name, ": bad array subscript");
    } else if (variable != nullptr) {
      found = variable->indexed ? variable->indexed->Get(index)
              : index == 0      ? variable->Scalar()
                                : nullptr;
    }
  }
  return found == nullptr || value->Copy(&process.budget(), *found);
}

bool Expander::LookupIndirect(Process& process, const Param& param, Value* value) {
  // ${!ref} of a nameref is the name it refers to.
  if (param.kind == Param::Kind::kName && param.subscript == Subscript::kNone) {
    const Variable* variable = process.variables.Find(param.symbol);
    if (variable != nullptr && variable->Has(kNameref)) {
      return value->Copy(&process.budget(), variable->value);
    }
  }
  Value name;
  Param direct = param;
  direct.indirect = false;
  if (!Lookup(process, direct, &name)) return false;
  const ScopedMemoryCharge copies(
      &process.budget(),
      3 * (name.is_list && !name.list.empty() ? name.list[0].size() : name.scalar.size()));
  if (!copies.ok()) return false;
  std::string target = name.is_list ? (name.list.empty() ? "" : name.list[0]) : name.scalar;
  if (!name.is_set && param.kind == Param::Kind::kName &&
      process.variables.FindResolved(param.symbol) != nullptr)
    return true;
  if (!name.is_set || target.empty()) {
    if (name.is_set || param.kind == Param::Kind::kName) {
      name.is_set ? process.ReportError(": invalid variable name")
                  : process.ReportError(param.name, ": invalid indirect expansion");
      process.Discard(1);
      return false;
    }
    return true;
  }
  Param made;
  made.name = param.name;
  size_t open = target.find('[');
  std::string subscript;
  std::string base = target.substr(0, open);
  std::string_view variable_name, written;
  if (SplitTarget(process, target, &variable_name, &written)) {
    made.subscript = written == "@"   ? Subscript::kAt
                     : written == "*" ? Subscript::kStar
                                      : Subscript::kExpression;
    if (made.subscript == Subscript::kExpression &&
        !TargetSubscript(process, variable_name, written, &subscript)) {
      process.Discard(1);
      return false;
    }
  } else if (open != std::string::npos) {
    base = target;
  }
  if (IsName(base))
    return LookupName(process, process.symbols().Intern(base), made, subscript, value);
  uint32_t index = 0;
  if (ReadWhole(base, &index)) {
    if (index == 0) return LookupSpecial(process, '0', value);
    return index > process.arguments->size() ||
           value->Copy(&process.budget(), (*process.arguments)[index - 1]);
  }
  if (base.size() == 1 && std::string_view("@*#?-$!").find(base[0]) != std::string_view::npos) {
    return LookupSpecial(process, base[0], value);
  }
  process.ReportError(target, ": invalid variable name");
  process.Discard(1);
  return false;
}

bool Expander::Lookup(Process& process, const Param& param, Value* value) {
  if (param.indirect) return LookupIndirect(process, param, value);
  switch (param.kind) {
    case Param::Kind::kPositional:
      return param.index > process.arguments->size() ||
             value->Copy(&process.budget(), (*process.arguments)[param.index - 1]);
    case Param::Kind::kSpecial: return LookupSpecial(process, param.special, value);
    case Param::Kind::kName: {
      std::string subscript = PopSubscript(param);
      return LookupName(process, param.symbol, param, subscript, value);
    }
  }
  return true;
}

// set -u
bool Expander::CheckSet(Process& process, const Param& param, const Value& value) {
  if (value.is_set || value.is_list || !process.options.Has(SetOption::kNoUnset)) return true;
  std::string name(param.name);
  if (param.kind != Param::Kind::kName && !param.braced) name = "$" + name;
  if (param.subscript == Subscript::kExpression)
    name += "[" + std::string(param.subscript_text) + "]";
  if (param.indirect) name = "!" + name;
  process.Error(name, ": unbound variable");
  process.Exit(process.FatalStatus());
  return false;
}

bool Expander::AssignDefault(Process& process, const WordOp& op) {
  std::string value = PopBuffer();
  const Param& param = *op.param;
  std::string subscript = PopSubscript(param);
  if (param.kind != Param::Kind::kName || param.subscript == Subscript::kAt ||
      param.subscript == Subscript::kStar) {
    process.ReportError("$", param.name, ": cannot assign in this way");
    process.Discard(1);
    return false;
  }
  Symbol symbol = param.symbol;
  if (param.indirect) {
    const std::string* target = ValueOf(process, symbol);
    if (target == nullptr || !IsName(*target)) {
      process.ReportError(param.name, ": invalid indirect expansion");
      process.Discard(1);
      return false;
    }
    symbol = process.symbols().Intern(*target);
  }
  bool ok = param.subscript == Subscript::kExpression
                ? AssignElement(process, symbol, subscript, value)
                : AssignVariable(process, symbol, value);
  if (!ok) {
    process.Exit(1);
    return false;
  }
  const std::string* stored =
      param.subscript == Subscript::kExpression ? nullptr : ValueOf(process, symbol);
  Emit(process, stored == nullptr ? value : *stored, op.quoted, !op.quoted);
  return true;
}

bool Expander::FailUnset(Process& process, const WordOp& op) {
  std::string message = PopBuffer();
  std::string subscript = PopSubscript(*op.param);
  std::string name(op.param->name);
  if (op.param->subscript == Subscript::kExpression) name += "[" + subscript + "]";
  if (op.param->indirect) name = "!" + name;
  if (message.empty()) message = op.colon ? "parameter null or not set" : "parameter not set";
  process.Error(name, ": ", message);
  process.Exit(process.FatalStatus());
  return false;
}

// What ${name[@]} and its kin are of; null: another parameter, or nothing that is there.
const Variable* Expander::WholeOf(Process& process, const Param& param) {
  const bool whole = param.subscript == Subscript::kAt || param.subscript == Subscript::kStar;
  if (param.kind != Param::Kind::kName || param.indirect || !whole) return nullptr;
  const Symbol symbol = process.variables.Resolve(param.symbol, nullptr);
  if (symbol <= kLastDynamic) MakeDynamic(process, symbol);
  const Variable* variable = process.variables.Find(symbol);
  // (What a circle of namerefs means LookupName() finds out.)
  return variable == nullptr || variable->Has(kNameref) ? nullptr : variable;
}

// ${#a[@]} without a copy of the elements: loops ask in each turn.
std::optional<size_t> Expander::CountElements(Process& process, const Param& param) {
  const Variable* variable = WholeOf(process, param);
  if (variable == nullptr) return std::nullopt;
  if (variable->indexed) return variable->indexed->size();
  if (variable->associative) return variable->associative->size();
  return variable->is_set ? 1 : 0;
}

bool Expander::Length(Process& process, const WordOp& op) {
  const Param& param = *op.param;
  Value value;
  if (param.kind == Param::Kind::kSpecial && (param.special == '@' || param.special == '*')) {
    value.Set(std::to_string(process.arguments->size()));
  } else {
    Value whole;
    const std::optional<size_t> count = CountElements(process, param);
    if (!count && !Lookup(process, param, &whole)) return false;
    if (param.subscript != Subscript::kNone && process.options.Has(SetOption::kNoUnset)) {
      // An array is all that has to be there.
      const Variable* variable = process.variables.FindResolved(param.symbol);
      if (variable == nullptr || !variable->is_set || !variable->IsArray()) {
        process.ReportError(param.name, ": unbound variable");
        process.Discard(1);
        return false;
      }
    } else if (!count && !CheckSet(process, param, whole)) {
      return false;
    }
    if (!process.budget().Tick(whole.scalar.size() / 8)) return false;
    value.Set(std::to_string(count           ? *count
                             : whole.is_list ? whole.list.size()
                                             : LengthOf(process, whole.scalar)));
  }
  EmitValue(process, value, op.quoted);
  return true;
}

bool Expander::Names(Process& process, const WordOp& op) {
  Value value;
  value.is_list = value.is_set = true;
  value.star = op.letter == '*';
  for (Symbol symbol = 0; symbol < process.variables.size(); ++symbol) {
    if (!process.budget().Tick(1)) return false;
    const std::string& name = process.symbols().Name(symbol);
    const Variable* variable = process.variables.Find(symbol);
    if (variable != nullptr && (variable->is_set || variable->IsArray()) &&
        name.starts_with(op.text)) {
      if (!value.held.Add(&process.budget(), static_cast<int64_t>(name.size() + 40))) return false;
      value.list.push_back(name);
    }
  }
  std::sort(value.list.begin(), value.list.end());
  EmitValue(process, value, op.quoted);
  return true;
}

bool Expander::Keys(Process& process, const WordOp& op) {
  Value value;
  value.is_list = value.is_set = true;
  value.star = op.param->subscript == Subscript::kStar;
  Symbol symbol = process.variables.Resolve(op.param->symbol, nullptr);
  if (symbol <= kLastDynamic) MakeDynamic(process, symbol);
  const Variable* variable = process.variables.Find(symbol);
  Budget* budget = &process.budget();
  if (variable != nullptr && variable->IsArray()) {
    size_t count = variable->indexed       ? variable->indexed->size()
                   : variable->associative ? variable->associative->size()
                                           : 0;
    int64_t bytes = variable->indexed ? static_cast<int64_t>(count * 40) : variable->charged;
    if (!budget->Tick(count) || !value.held.Add(budget, bytes)) return false;
  }
  if (variable != nullptr && variable->associative) {
    value.list = variable->associative->Keys();
  } else if (variable != nullptr && variable->indexed) {
    for (int64_t key : variable->indexed->Keys()) value.list.push_back(std::to_string(key));
  } else if (variable != nullptr && variable->is_set) {
    value.list = {"0"};
  }
  EmitValue(process, value, op.quoted);
  return process.budget().Tick(value.list.size());
}

bool Expander::Arithmetic(Process& process, const WordOp& op) {
  std::string text = PopBuffer();
  int64_t result = 0;
  if (!EvaluateArithmetic(process, text, "", &result)) {
    if (PosixErrorEnds(process)) process.Exit(process.FatalStatus());
    process.Discard(1);
    return false;
  }
  char digits[24];
  auto [end, error] = std::to_chars(digits, digits + sizeof(digits), result);
  Emit(process, std::string_view(digits, static_cast<size_t>(end - digits)), op.quoted, !op.quoted);
  return true;
}

namespace {

// ~1 ~+1 ~-0: a directory of the stack.
const std::string* StackDirectory(const Process& process, std::string_view text) {
  bool from_end = text.starts_with('-');
  if (from_end || text.starts_with('+')) text.remove_prefix(1);
  size_t index = 0;
  if (!ReadWhole(text, &index)) return nullptr;
  size_t size = process.directories->size() + 1;
  if (index >= size) return nullptr;
  if (from_end) index = size - 1 - index;
  return index == 0 ? &process.cwd : &(*process.directories)[index - 1];
}

}  // namespace

void Expander::Tilde(Process& process, const WordOp& op) {
  std::string text;
  // (In posix mode a=~ counts before a command only.)
  const WordOp* before = word_ == nullptr || &op == word_->ops.data() ? nullptr : &op - 1;
  const bool behind_sign = before != nullptr && before->kind == WordOpKind::kText &&
                           (before->text.ends_with('=') || before->text.ends_with(':'));
  if (mode_ == WordMode::kFields && (op.letter == ':' || (behind_sign && InPosixMode(process)))) {
    text = "~" + std::string(op.text);
    return Emit(process, text, false, false);
  }
  if (op.text.empty()) {
    const std::string* home = ValueOf(process, kSymHome);
    text = home != nullptr ? *home : "/home/user";
  } else if (op.text == "+" && ValueOf(process, kSymPwd) != nullptr) {
    text = *ValueOf(process, kSymPwd);
  } else if (op.text == "-" && ValueOf(process, kSymOldPwd) != nullptr) {
    text = *ValueOf(process, kSymOldPwd);
  } else if (const std::string* directory = StackDirectory(process, op.text)) {
    text = *directory;
  } else if (op.text == "root") {
    text = "/root";
  } else if (ValueOf(process, "USER") != nullptr && op.text == *ValueOf(process, "USER")) {
    const std::string* home = ValueOf(process, kSymHome);
    text = home != nullptr ? *home : "/home/" + std::string(op.text);
  } else {
    text = "~" + std::string(op.text);
    Emit(process, text, false, false);
    return;
  }
  Emit(process, text, true, false);
}

}  // namespace pysub::shell
