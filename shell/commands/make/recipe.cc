// Recipes: automatic variables, lines, the environment, commands.
//
//   Recipe (the makefile's lines)  --expanded-->  RecipeRun::lines  --cut at newlines-->  commands
//
// Each command gets a shell of its own (or none, see ShellWords), and the next one starts when it
// has ended with status 0. With .ONESHELL the whole recipe is one command.

#include <algorithm>
#include <cerrno>

#include "pysub/files/file_system.h"
#include "shell/commands/make/maker.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::maker {
namespace {

// What only a shell understands; and the words that are its own.
// The list is GNU make's: a line that begins with one of these words is given to a shell even when
// nothing else in it needs one.
constexpr std::string_view kShellLetters = "#;\"*?[]&|<>(){}$`^~!\n";
constexpr std::string_view kShellWords[] = {
    ".",        ":",      "alias",   "bg",    "break",  "case",  "cd",     "command",
    "continue", "eval",   "exec",    "exit",  "export", "fc",    "fg",     "for",
    "getopts",  "hash",   "if",      "jobs",  "kill",   "login", "logout", "read",
    "readonly", "return", "set",     "shift", "test",   "times", "trap",   "type",
    "ulimit",   "umask",  "unalias", "unset", "wait",   "while"};

// A line without what only a shell does; false: it needs one.
// Blanks, quotes of the simple kind and backslashes are understood here; "A=b cmd" is the shell's.
bool SplitPlainLine(std::string_view line, std::vector<std::string>* words) {
  std::string word;
  bool any = false;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (IsSpace(c) && c != '\n') {
      if (any) words->push_back(std::move(word));
      word.clear();
      any = false;
    } else if (c == '\'') {
      const size_t end = line.find('\'', i + 1);
      if (end == std::string_view::npos) return false;
      word += line.substr(i + 1, end - i - 1);
      any = true;
      i = end;
    } else if (c == '\\') {
      if (i + 1 >= line.size() || line[i + 1] == '\n') return false;
      word += line[++i];
      any = true;
    } else if (kShellLetters.find(c) != std::string_view::npos || (c == '=' && words->empty())) {
      return false;
    } else {
      word += c;
      any = true;
    }
  }
  if (any) words->push_back(std::move(word));
  return words->empty() || std::find(std::begin(kShellWords), std::end(kShellWords),
                                     words->front()) == std::end(kShellWords);
}

// Lines that are continued within a reference are one text; outside the shell sees them.
// Elsewhere a backslash and its newline are handed to the shell as they are.
std::string JoinReferences(std::string_view line) {
  std::string out;
  size_t at = 0;
  while (at < line.size()) {
    const size_t dollar = std::min(line.find('$', at), line.size());
    out.append(line, at, dollar - at);
    at = dollar;
    if (at + 1 >= line.size()) break;
    const char open = line[at + 1];
    if (open != '(' && open != '{') {
      out.append(line, at, 2);
      at += 2;
      continue;
    }
    const size_t end = FindClose(line, at + 2, open, open == '(' ? ')' : '}');
    if (end == std::string_view::npos) break;
    out += JoinLines(line.substr(at, end + 1 - at));
    at = end + 1;
  }
  return out.append(line.substr(at));
}

// A name that a shell could take for a variable; others are exported only when a makefile says so.
bool IsName(std::string_view name) {
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

}  // namespace

// All lines are expanded before the first one runs.
// So a $(shell) or $(error) in the last line comes before any command, as in GNU make.
void Maker::StartRecipe(uint32_t target) {
  const Recipe& recipe = recipe_texts_[targets_[target].recipe];
  if (recipe.is_blank) {
    targets_[target].state = CommandState::kRunning;
    targets_[target].outcome = Outcome::kSuccess;
    return NoticeFinished(target);
  }
  InitTargetScope(target, false);
  if (over()) return;
  const uint32_t scope = NewScope(targets_[target].scope == kNone ? 0 : targets_[target].scope);
  if (over()) return;
  // A private variable is that of the target which said so; a scope that is borrowed from who
  // needed the target hides it.
  scopes_[scope].next_is_parent =
      !targets_[target].scope_is_own && targets_[target].pattern_scope == kNone;
  DefineAutomatics(target, scope);
  if (over()) return;
  RecipeRun run;
  run.charged = 2 * sizeof(RecipeRun);
  for (const std::string& line : recipe.lines) run.charged += 2 * line.size() + 64;
  if (!io_->Reserve(static_cast<int64_t>(run.charged))) {
    no_memory_ = ended_ = true;
    return;
  }
  run.target = target;
  run.scope = scope;
  run.outer_scope = scope_;
  scope_ = scope;
  recipes_.push_back(std::move(run));
  Push(Task::kRecipe);
}

// What a recipe sees of its target:
//
//   @  the target                <  the first prerequisite
//   *  the stem                  ^  all, each once
//   ?  those that are newer      +  all, as often as they stand there
//   |  those behind a bar        %  empty: members of archives are not known here
void Maker::DefineAutomatics(uint32_t target, uint32_t scope) {
  const Target& t = targets_[target];
  const auto define = [&](std::string_view name, std::string value) {
    (void)Define(name, std::move(value), Origin::kAutomatic, false, scope, {});
  };
  // Without a pattern rule the stem is the name without a known suffix.
  std::string stem = t.stem;
  if (!t.has_stem) {
    for (const std::string& suffix : Suffixes()) {
      if (t.name.size() > suffix.size() && t.name.ends_with(suffix)) {
        stem = t.name.substr(0, t.name.size() - suffix.size());
        break;
      }
    }
  }
  std::string first, all, repeated, newer, order_only;
  std::vector<std::pair<std::string_view, size_t>> names;
  const auto add = [](std::string* list, std::string_view name) {
    if (!list->empty()) *list += ' ';
    *list += name;
  };
  // Each once: those that also stand before the bar are no order-only ones.
  std::map<std::string_view, bool> seen;
  for (const Dependency& d : t.needs) {
    if (d.target >= targets_.size()) continue;
    const std::string& name = targets_[d.target].name;
    if (!Look(name.size() + 32)) return;
    auto [entry, fresh] = seen.emplace(name, d.order_only);
    if (!d.order_only) entry->second = false;
  }
  std::map<std::string_view, bool> told;
  for (const Dependency& d : t.needs) {
    if (d.target >= targets_.size()) continue;
    const std::string& name = targets_[d.target].name;
    if (!Look(name.size() + 32)) return;
    if (!d.order_only) {
      if (repeated.empty() && first.empty()) first = name;
      add(&repeated, name);
    }
    if (!told.emplace(name, true).second) continue;
    if (seen[name]) {
      add(&order_only, name);
    } else {
      add(&all, name);
      if (d.changed) add(&newer, name);
    }
  }
  // (.DEFAULT: $< is the target that no rule makes)
  if (t.recipe != kNone && t.recipe == default_recipe_) first = t.name;
  define("@", t.name);
  define("*", std::move(stem));
  define("<", std::move(first));
  define("^", std::move(all));
  define("+", std::move(repeated));
  define("?", std::move(newer));
  define("|", std::move(order_only));
  define("%", "");
}

void Maker::RecipeStep() {
  RecipeRun* run = &recipes_.back();
  using Phase = RecipeRun::Phase;
  Work(32);
  if (run->target >= targets_.size() || targets_[run->target].recipe >= recipe_texts_.size())
    return End(2);
  const Recipe& recipe = recipe_texts_[targets_[run->target].recipe];
  switch (run->phase) {
    case Phase::kExpand:
      // The first time nothing was asked for yet; then result_ is the line before.
      if (run->lines.size() < run->next) {
        if (!io_->Reserve(static_cast<int64_t>(result_.size()))) {
          no_memory_ = ended_ = true;
          return;
        }
        run->charged += result_.size();
        run->lines.push_back(result_);
      }
      if (run->next < recipe.lines.size()) {
        Work(recipe.lines[run->next].size());
        return Expand(JoinReferences(recipe.lines[run->next++]));
      }
      run->next = 0;
      run->phase = Phase::kLine;
      return;
    case Phase::kLine: return StartLine(run);
    case Phase::kEnvironment: return NextEnvironment(run);
    case Phase::kRun: return RunLine(run);
    case Phase::kWait: {
      const std::optional<int> status = io_->WaitChild(run->child);
      if (!status) {
        waits_ = true;
        return;
      }
      run->child = -1;
      return LineEnded(run, *status);
    }
  }
}

// The next line, or what an expansion made a line of its own: marks, what is shown, the command.
void Maker::StartLine(RecipeRun* run) {
  const uint32_t target = run->target;
  // A name may become two commands, when `define` or a variable brought a newline: `rest` is what
  // is left.
  Recipe& recipe = recipe_texts_[targets_[target].recipe];
  if (!run->has_rest) {
    if (run->next >= run->lines.size() || run->next >= recipe.flags.size()) {
      targets_[target].state = CommandState::kRunning;
      return RecipeEnds(Outcome::kSuccess);
    }
    run->rest = std::move(run->lines[run->next++]);
  }
  if (run->next == 0 || run->next > recipe.flags.size()) return End(2);
  uint8_t& line_flags = recipe.flags[run->next - 1];
  std::string text = std::move(run->rest);
  uint8_t flags = static_cast<uint8_t>(line_flags | targets_[target].flags);
  std::string line, rest;
  bool has_rest = false;
  // They come in any order, with blanks between.
  const auto take_marks = [&](std::string_view rest) {
    while (!rest.empty()) {
      const char c = rest.front();
      if (c == '@') {
        flags |= kSilent;
      } else if (c == '+') {
        flags |= kRecurse;
      } else if (c == '-') {
        flags |= kIgnore;
      } else if (!IsBlank(c)) {
        break;
      }
      rest.remove_prefix(1);
    }
    return rest;
  };
  const std::string_view body = take_marks(text);
  Work(body.size());
  if (one_shell_) {
    // (the marks of further lines go, too)
    const uint8_t kept = flags;
    std::string_view more = body;
    while (true) {
      const size_t newline = more.find('\n');
      line += more.substr(0, newline);
      if (newline == std::string_view::npos) break;
      line += '\n';
      size_t slashes = 0;
      while (slashes < newline && more[newline - slashes - 1] == '\\') ++slashes;
      more.remove_prefix(newline + 1);
      // A line that goes on has no marks, but its prefix goes.
      if (slashes % 2 == 0)
        more = take_marks(more);
      else if (more.starts_with(recipe.prefix))
        more.remove_prefix(1);
    }
    flags = kept;
  } else {
    // Up to a newline without a backslash; behind one with it the prefix goes.
    size_t i = 0;
    for (; i < body.size() && body[i] != '\n'; ++i) {
      line += body[i];
      if (body[i] != '\\' || i + 1 >= body.size()) continue;
      line += body[++i];
      if (body[i] == '\n' && i + 1 < body.size() && body[i + 1] == recipe.prefix) ++i;
    }
    if (i < body.size()) rest = std::string(body.substr(i + 1)), has_rest = true;
  }
  run->rest = std::move(rest);
  run->has_rest = has_rest;
  // (a mark + that an expansion brought is remembered for all who share the recipe)
  line_flags |= flags & kRecurse;
  run->flags = flags;
  run->ignores = (flags & kIgnore) != 0 || settings_.ignore;
  const std::vector<std::string> argv =
      ShellWords(line, run->shell.empty() ? ValueOf("SHELL") : run->shell, ValueOf(".SHELLFLAGS"));
  const bool recurses = (flags & kRecurse) != 0;
  // With -q the first command that would run is the answer.
  if (!argv.empty() && settings_.question && !recurses) {
    targets_[target].outcome = Outcome::kQuestion;
    return RecipeEnds(Outcome::kQuestion);
  }
  if (argv.empty() || (settings_.touch && !recurses)) return;
  if (settings_.trace && !run->any_ran) {
    std::string why = "target '" + targets_[target].name + "' does not exist";
    if (const std::string newer = ValueOf("?"); !newer.empty())
      why = "update target '" + targets_[target].name + "' due to: " + newer;
    Print(RecipePlace(*run) + ": " + why);
  }
  if (settings_.just_print || settings_.trace ||
      ((flags & kSilent) == 0 && !settings_.silent && !silent_all_))
    Print(line);
  ++started_;
  run->any_ran = true;
  if (settings_.just_print && !recurses) return;
  // ":" does nothing: no process for it.
  if (argv.size() == 3 && argv[1] == "-c" && argv[2] == ":") return;
  run->argv = argv;
  if (run->has_environment) {
    run->phase = RecipeRun::Phase::kRun;
    return;
  }
  CollectNames(run);
}

// The names of what is exported, those of the innermost scope first.
// A variable of a scope hides that of the scopes behind it, exported or not.
void Maker::CollectNames(RecipeRun* run) {
  run->has_environment = true;
  run->environment.clear();
  run->names.clear();
  run->name = 0;
  uint64_t charge = 0;
  std::map<std::string_view, bool> seen;
  uint32_t scope = run->scope;
  // (counted: a forged state may have a ring)
  for (size_t steps = 0; scope < scopes_.size() && steps <= scopes_.size(); ++steps) {
    for (const auto& [name, v] : scopes_[scope].table) {
      if (!Look(16)) return;
      if (!seen.emplace(name, true).second || !IsExported(name, run->scope)) continue;
      charge += name.size() + v.value.size() + 128;
      run->names.push_back(name);
    }
    scope = scopes_[scope].next;
  }
  if (!io_->Reserve(static_cast<int64_t>(charge))) {
    no_memory_ = ended_ = true;
    return;
  }
  run->charged += charge;
  run->phase = RecipeRun::Phase::kEnvironment;
}

// As GNU make has it: what came from the environment or the command line, what `export` names; not
// what is built in, and no name that a shell could not use.
bool Maker::IsExported(const std::string& name, uint32_t scope) const {
  const Variable* v = Find(name, scope);
  if (v == nullptr) return false;
  Export exported = v->exported;
  if (v->per_target && exported == Export::kDefault) {
    auto global = scopes_[0].table.find(name);
    if (global != scopes_[0].table.end()) exported = global->second.exported;
  }
  if (name == "MAKELEVEL" || name.find('=') != std::string::npos) return false;
  switch (exported) {
    case Export::kYes: return true;
    case Export::kNo: return false;
    case Export::kDefault: break;
  }
  if (v->origin == Origin::kDefault || v->origin == Origin::kAutomatic || !IsName(name))
    return false;
  if (name == "SHELL") return false;
  return exports_all_ || v->origin == Origin::kCommandLine || v->origin == Origin::kEnvironment ||
         v->origin == Origin::kEnvironmentOverride;
}

// One exported variable after the other, as its value is now.
// result_ is the value of the name before, when that needed an expansion.
void Maker::NextEnvironment(RecipeRun* run) {
  if (run->environment.size() < run->name && run->name <= run->names.size()) {
    const std::string& name = run->names[run->name - 1];
    if (!io_->Reserve(static_cast<int64_t>(result_.size()))) {
      no_memory_ = ended_ = true;
      return;
    }
    run->charged += result_.size();
    run->environment.push_back(name + "=" + result_);
  }
  while (run->name < run->names.size()) {
    const std::string name = run->names[run->name++];
    const Variable* v = Find(name, run->scope);
    Work(32);
    // Values of the environment stay as they came, whatever dollars they have. A name with brackets
    // cannot be written as a reference.
    const bool expands = v != nullptr && v->recursive && v->origin != Origin::kEnvironment &&
                         v->origin != Origin::kEnvironmentOverride &&
                         (v->appends || v->value.find('$') != std::string::npos) &&
                         name.find_first_of("$(){}:") == std::string::npos;
    if (expands) return Expand("$(" + name + ")");
    run->environment.push_back(name + "=" + (v == nullptr ? "" : v->value));
  }
  // SHELL of a makefile is for its recipes; commands see the user's, unless it is exported.
  const auto shell = scopes_[0].table.find("SHELL");
  if (const auto given = io_->Env("SHELL");
      given && (shell == scopes_[0].table.end() || shell->second.exported != Export::kYes))
    run->environment.push_back("SHELL=" + std::string(*given));
  run->environment.push_back("MAKELEVEL=" + std::to_string(level_ + 1));
  run->phase = RecipeRun::Phase::kRun;
}

// A command that cannot be started counts as one that failed.
// Standard input, output and error are make's own.
void Maker::RunLine(RecipeRun* run) {
  ChildOptions options;
  options.cwd = directory_;
  options.environment = run->environment;
  if (run->argv.empty()) return End(2);
  EnterDirectory();
  run->phase = RecipeRun::Phase::kWait;
  targets_[run->target].state = CommandState::kRunning;
  run->child = io_->Spawn(run->argv, options);
  Work(1000);
  if (run->child >= 0) return;
  Complain(run->argv[0] + ": " + std::string(ErrnoText(io_->error())));
  LineEnded(run, 127);
}

// The place of the line that ran last: lines count from the recipe's first one.
std::string Maker::RecipePlace(const RecipeRun& run) const {
  Place place = recipe_texts_[targets_[run.target].recipe].place;
  if (place.file == kNone) return "<builtin>";
  place.line += run.next == 0 ? 0 : run.next - 1;
  return PlaceText(place);
}

// An error ends make at once, or with -k only this target.
void Maker::LineEnded(RecipeRun* run, int status) {
  run->phase = RecipeRun::Phase::kLine;
  if (status == 0) return;
  const uint32_t target = run->target;
  const std::string text =
      "[" + RecipePlace(*run) + ": " + targets_[target].name + "] Error " + std::to_string(status);
  if (run->ignores) {
    if (!settings_.silent) Complain(text + " (ignored)");
    return;
  }
  if (settings_.question && (run->flags & kRecurse) != 0 && status == 1) {
    // (what a make below answers)
    RecipeEnds(Outcome::kQuestion);
    if (!settings_.keep_going) End(1);
    return;
  }
  if (!targets_[target].tolerated) Complain("*** " + text);
  targets_[target].outcome = Outcome::kFailed;
  if (deletes_on_error_) DeleteTargets(target);
  RecipeEnds(Outcome::kFailed);
  if (!settings_.keep_going && !targets_[target].tolerated) End(2);
}

// Leaves the target's scope; the update below goes on.
void Maker::RecipeEnds(Outcome outcome) {
  const uint32_t target = recipes_.back().target;
  const uint64_t charged = recipes_.back().charged;
  scope_ = recipes_.back().outer_scope;
  DropScope(recipes_.back().scope);
  recipes_.pop_back();
  Pop();
  (void)io_->Reserve(-static_cast<int64_t>(charged));
  targets_[target].outcome = outcome;
  NoticeFinished(target);
}

// ---- files that a recipe left behind

// Only what the recipe has changed goes.
// A file whose time is what it was before was not written to. What is precious or phony stays.
void Maker::DeleteTarget(uint32_t target, uint32_t on_behalf) {
  Target& t = targets_[target];
  if (t.precious || t.phony) return;
  const std::string path = t.name.starts_with('/') ? t.name : directory_ + "/" + t.name;
  files::Result<files::Stat> stat = io_->files().StatPath(CallerOf(*io_), path);
  if (!stat.ok() || !stat->IsFile() || stat->mtime_ns == t.time) return;
  if (on_behalf != target) {
    Complain("*** [" + targets_[on_behalf].name + "] Deleting file '" + t.name + "'");
  } else {
    Complain("*** Deleting file '" + t.name + "'");
  }
  files::Status gone = io_->files().Unlink(CallerOf(*io_), path);
  if (!gone.ok()) Complain("unlink: " + t.name + ": " + std::string(ErrnoText(gone.error())));
}

void Maker::DeleteTargets(uint32_t target) {
  DeleteTarget(target, target);
  for (const uint32_t other : targets_[target].also) {
    if (other < targets_.size() && Look(64)) DeleteTarget(other, target);
  }
}

// ---- commands

// The words of a command; without a shell when it needs none.
std::vector<std::string> Maker::ShellWords(std::string_view line, const std::string& shell,
                                           const std::string& flags) {
  while (!line.empty() && IsSpace(line.front())) line.remove_prefix(1);
  std::vector<std::string> argv;
  if (line.empty()) return argv;
  Work(line.size());
  // Options of a shell that change nothing for a plain line; any others mean that the shell is
  // wanted.
  const bool is_default = shell.empty() || shell == "/bin/sh";
  if (is_default && (flags == "-c" || flags == "-ec" || flags.empty()) && !one_shell_) {
    if (SplitPlainLine(line, &argv)) return argv;
    argv.clear();
  }
  argv.push_back(shell.empty() ? "/bin/sh" : std::string(Strip(shell)));
  std::string_view rest = flags.empty() ? std::string_view("-c") : std::string_view(flags);
  while (true) {
    const std::string_view word = NextWord(&rest);
    if (word.empty()) break;
    argv.emplace_back(word);
  }
  argv.emplace_back(line);
  return argv;
}

std::vector<std::string> Maker::ShellEnvironment() const { return io_->Environment(); }

}  // namespace pysub::shell::maker
